"""Moves in pictures: the scene after a move, and a move that shows itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import attrs

from qwirkle.api import apply, observe, score
from qwirkle.cells import Cell
from qwirkle.judgement import Score, ScoredLine
from qwirkle.moves import Move
from qwirkle.render.terminal import Style, row_text, scene_text
from qwirkle.scene import Scene
from qwirkle.state import State, View
from qwirkle.tiles import Tile, in_order
from qwirkle.words import Pictured, counted, third_person

Completed: TypeAlias = tuple[ScoredLine, tuple[bool, ...]]
"""A line, and for each of its tiles whether the move played it from the hand."""


@attrs.frozen
class AfterMove:
    """The scene after a move, before anything is drawn."""

    scene: Scene
    """The scene; its only note says what the move did."""
    highlights: tuple[Cell, ...] = ()
    """The cells to highlight."""
    scored: tuple[ScoredLine, ...] = ()
    """The scored lines whose cells are in the scene."""
    completed: tuple[Completed, ...] = ()
    """The other scored lines, whose pieces have left the scene."""


def after_move(position: State | View, move: Move) -> AfterMove:
    """The scene after a legal move.

    It is the same for a state and for the mover's view of it, apart from hidden hands: neither
    shows the pieces drawn next. Notes of the scene, such as the size of the supply, are left out,
    since they are about the time after drawing.

    Raises:
        IllegalMove: if the move is not legal.
    """
    worth = score(position, move)
    variant, turn = position.variant, position.turn
    rest = in_order(variant.judge(position, move).rest)
    # The rules apply to states only. Any state behind a view will do, because the pieces drawn are
    # not shown.
    before = position.sample_state(Random(0)) if isinstance(position, View) else position
    after = apply(before, move)
    shown = observe(after, position.seat) if isinstance(position, View) else after
    scene: Scene = variant.scene(shown)
    # Scores may depend on the pieces drawn, so only the points of the move are added.
    seats = [
        attrs.evolve(seat, score=old.score, to_move=False)
        for seat, old in zip(scene.seats, variant.scene(position).seats, strict=True)
    ]
    mover = seats[turn]
    hand = None if mover.hand is None else rest
    total = mover.score + worth.total
    seats[turn] = attrs.evolve(mover, score=total, size=len(rest), hand=hand, to_move=True)
    did = third_person(variant.in_words(position, move))
    note = f"{mover.name} {did}{_points(worth, scene.unit)}"
    return AfterMove(
        attrs.evolve(scene, seats=tuple(seats), notes=(note,)),
        variant.highlights(position, move, after),
        tuple(line for line in worth.lines if line.cells),
        tuple(_completed(worth, Counter(position.hand) - Counter(rest))),
    )


def _points(worth: Score, unit: str) -> str:
    """The points of a move at the end of a sentence, with their sum if there are several.

    A player takes the lines that leave the scene; they are the points themselves.
    """
    if not worth.total and not worth.extras:
        return ""
    if not any(line.cells for line in worth.lines) and worth.total == len(worth.lines):
        one = f"a {unit.removesuffix('s')}"
        return f", and takes {one if worth.total == 1 else counted(worth.total, unit)}"
    total = f" for {counted(worth.total, unit)}"
    return f"{total} ({worth.sum})" if worth.sum else total


def _completed(worth: Score, played: Counter[Tile]) -> Iterator[Completed]:
    """The lines without cells, each with whether its tiles were played.

    If a played tile looks like one that was there before, it does not matter which of them counts
    as played.
    """

    def is_played(tile: Tile) -> bool:
        played[tile] -= 1
        return played[tile] >= 0

    for line in worth.lines:
        if not line.cells:
            yield line, tuple(map(is_played, line.tiles))


@attrs.frozen
class Played(Pictured):
    """A legal move in its state, shown as the position after it, before anything is drawn.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bs Bc", "Gd"], supply="Yx Yx")
    >>> print(Played(state, qwirkle.Place({(1, 0): "Bs"})))
    Bs@1,0
         0  1
     0  Rs Bs
    > Player 1     2 points  Bc
      Player 2     0 points  Gd
    Player 1 places the blue square for 2 points

    Raises:
        IllegalMove: if the move is not legal.
    """

    state: State | View
    """The state before the move, or a player's view of it."""
    move: Move
    """The move."""

    def __attrs_post_init__(self) -> None:
        score(self.state, self.move)  # raises an error if the move is not legal

    def text(self, *, style: Style = "ascii") -> str:
        """The picture as text, in a style of :func:`qwirkle.render.text`."""
        after = after_move(self.state, self.move)
        completed = [f"completed: {row_text(line.tiles, style)}" for line, _ in after.completed]
        return "\n".join([str(self.move), scene_text(after.scene, style), *completed])

    def __str__(self) -> str:
        return self.text()
