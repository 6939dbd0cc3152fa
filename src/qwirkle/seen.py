"""A game as one player may know it: the view now, and the moves without their hidden parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from qwirkle.cells import Cell
from qwirkle.moves import Move
from qwirkle.state import State, View
from qwirkle.supply import Special
from qwirkle.tiles import in_order
from qwirkle.words import third_person

if TYPE_CHECKING:
    from qwirkle.record import Turn  # an import cycle otherwise


@attrs.frozen
class SeenTurn:
    """A move as one player may know it.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Gd", "Gd"], supply="Rc Rd")
    >>> record = qwirkle.GameRecord(state).play(qwirkle.Exchange("Bs Gd"))
    >>> record.seen_by(1).turns[0]
    SeenTurn(seat=0, words='exchanges 2 tiles', points=0, cells=(), move=None, draw=(None, None))
    """

    seat: int
    """The seat of the player who made the move."""
    words: str
    """The move in plain words that follow the player's name."""
    points: int
    """The points of the move."""
    cells: tuple[Cell, ...]
    """The cells to highlight in a picture of the position after the move."""
    move: Move | None
    """The move, or None if part of it is hidden, like the tiles that another player exchanges."""
    draw: tuple[object, ...]
    """The pieces drawn.

    If they are hidden, the special pieces, which everyone sees, come first; the others are None.
    """


@attrs.frozen
class SeenGame:
    """A game so far as one player may know it.

    :meth:`GameRecord.seen_by <qwirkle.GameRecord.seen_by>` makes one. For games that differ only
    in what the player may not know, they are equal.

    >>> import qwirkle
    >>> record = qwirkle.GameRecord(qwirkle.new_game(seed=1))
    >>> record.seen_by(0) == SeenGame(qwirkle.observe(record.state, 0), ())
    True
    """

    view: View
    """The player's view now."""
    turns: tuple[SeenTurn, ...]
    """The moves, in order."""


def seen_turn(seat: int, before: State, turn: Turn, after: State) -> SeenTurn:
    """A move as a player may know it.

    Args:
        seat: the seat of that player.
        before: the state before the move.
        turn: the move, and the pieces drawn for it.
        after: the state after it.
    """
    variant, mover, move, draw = before.variant, before.turn, turn.move, turn.draw
    is_open = seat == mover or variant.sees(seat, mover)
    if not is_open:
        specials = in_order(piece for piece in draw if isinstance(piece, Special))
        draw = (*specials, *[None] * (len(draw) - len(specials)))
    words = third_person(variant.in_words(before, move))
    points = after.scores[mover] - before.scores[mover]
    cells = variant.highlights(before, move, after)
    return SeenTurn(mover, words, points, cells, move if is_open or move.is_public else None, draw)
