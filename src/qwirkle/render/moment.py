"""The moment after a move: what was laid lies on the table, and nothing is drawn yet.

It is the same moment in a state and in a view: neither shows what is drawn next. Notes on the
table, such as the size of the supply, are about other moments, so they are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from qwirkle.api import apply, score
from qwirkle.cells import Cell
from qwirkle.moves import Move
from qwirkle.scene import Scene
from qwirkle.scoring import Score, ScoredLine
from qwirkle.state import State, View
from qwirkle.tiles import Tile, in_order, tiles_text
from qwirkle.words import counted


@attrs.frozen
class Completed:
    """A line that has no cells: its tiles have left the table, as rows of six cards do."""

    tiles: tuple[Tile, ...]
    """Its tiles."""
    laid: tuple[bool, ...]
    """Which of them were laid by the move."""
    points: int
    """What it is worth."""


@attrs.frozen
class Moment:
    """A table after a move, and what the move was."""

    scene: Scene
    """What there is to see; the only note says what the move was worth."""
    cells: tuple[Cell, ...]
    """Where the move was on the table: where it laid tiles, or took them from."""
    scored: tuple[ScoredLine, ...]
    """The lines of the move that lie on the table."""
    completed: tuple[Completed, ...]
    """Those that do not any more."""


def moment_after(table: State | View, move: Move) -> Moment:
    """The table after a move.

    Raises:
        IllegalMove: if the move is not legal.
    """
    worth = score(table, move)
    scene: Scene = table.variant.scene(table)
    # A view cannot be moved on. In every state that looks like it, the same comes to the table.
    state = table if isinstance(table, State) else table.sample_state(Random(0))
    before = dict(scene.tiles)
    later: Scene = state.variant.scene(apply(state, move))
    after = dict(later.tiles)

    gone = [line for line in worth.lines if not line.cells]
    change = Counter(after.values())
    change.update(tile for line in gone for tile in line.tiles)
    change.subtract(before.values())
    played, taken = +change, -change
    completed, laid = _find(played, gone, before, after)
    left = (cell for cell, tile in before.items() if cell not in after and tile in taken)

    seats = list(scene.seats)
    seat = seats[table.turn]
    hand = None if seat.hand is None else in_order((Counter(seat.hand) - change).elements())
    size = seat.size - played.total() + taken.total()
    seats[table.turn] = attrs.evolve(seat, score=seat.score + worth.total, size=size, hand=hand)
    did = f" lays {tiles_text(in_order(played.elements()))}" if played else f": {move}"
    note = f"{seat.name}{did} for {counted(worth.total, scene.unit)}{_sum(worth)}"
    return Moment(
        attrs.evolve(
            scene,
            tiles=tuple(sorted(after.items())),
            seats=tuple(seats),
            notes=(note,),
            rows=later.rows,
        ),
        tuple(sorted((*laid, *left))),
        tuple(line for line in worth.lines if line.cells),
        completed,
    )


def _sum(worth: Score) -> str:
    """What the points add up from, if there is more than one line or an extra."""
    parts = [str(line.points) for line in worth.lines]
    if worth.end_bonus:
        parts.append(f"{worth.end_bonus} for ending the game")
    return f" ({'+'.join(parts)})" if len(parts) > 1 else ""


def _find(
    played: Counter[Tile],
    gone: Sequence[ScoredLine],
    before: Mapping[Cell, Tile],
    after: Mapping[Cell, Tile],
) -> tuple[tuple[Completed, ...], list[Cell]]:
    """Where the played tiles are now.

    If a tile looks like one that was there before, it does not matter which of them counts as
    played. It is taken from where something has changed: a completed line, a new cell, a new row.
    """
    left = Counter(played)

    def is_played(tile: Tile) -> bool:
        left[tile] -= 1
        return left[tile] >= 0

    completed = tuple(
        Completed(line.tiles, tuple(map(is_played, line.tiles)), line.points) for line in gone
    )
    rows, old = _rows(after), set(_rows(before).values())
    likely = sorted(after, key=lambda at: (before.get(at) == after[at], rows[at] in old, at))
    return completed, [cell for cell in likely if is_played(after[cell])]


def _rows(tiles: Mapping[Cell, Tile]) -> dict[Cell, tuple[Tile, ...]]:
    """For every cell, the tiles of the row that it lies in."""
    rows: dict[tuple[int, int], list[Tile]] = {}
    for cell in sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        row = rows.setdefault((cell.x - 1, cell.y), [])
        row.append(tiles[cell])
        rows[cell] = row
    return {cell: tuple(rows[cell]) for cell in tiles}
