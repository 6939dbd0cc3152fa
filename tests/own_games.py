"""Tile games with hooks of their own, each of which concerns the kernel in another way."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs

import qwirkle
from qwirkle import Move, Place, TileState, Violation
from qwirkle.authoring import (
    COUNT,
    TILES,
    Extra,
    Piece,
    Reason,
    Rules,
    TileGame,
    TilePosition,
    field,
)


class HouseCode(Reason):
    """The reasons of these games."""

    EDGE = "edge", "the board has only five rows"


class Narrow(TileGame):
    """A game that forbids placements."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """The board has five rows."""
        if any(abs(cell.y) > 2 for cell in move.cells):
            return Violation(HouseCode.EDGE, ("H1",), "the board has only five rows", move.cells)
        return None


class Curious(TileGame):
    """A game with unusual points: none for pairs, fewer than none for three, many for six."""

    def line_points(self, length: int) -> int:
        return {2: 0, 3: -7, 6: 2**50}.get(length, 10 * length)

    def end_bonus(self) -> int:
        return -3


class Worthless(TileGame):
    """A game in which nothing scores."""

    def line_points(self, length: int) -> int:
        return 0

    def end_bonus(self) -> int:
        return 0


class NoSingles(TileGame):
    """A game whose points are a table that lacks the single tile, which nobody ever opens with."""

    def line_points(self, length: int) -> int:
        return {2: 2, 3: 3, 4: 4, 5: 5, 6: 12}[length]


class Large(TileGame):
    """A game with a bigger box."""

    def pieces(self) -> tuple[Piece, ...]:
        return TILES * 8


class Small(TileGame):
    """A game with a smaller box, so that it ends soon."""

    def pieces(self) -> tuple[Piece, ...]:
        return TILES[:18]


@attrs.frozen(kw_only=True)
class Laps(Extra):
    """The own field of the next game."""

    laps: int = field(COUNT)
    """How many moves have been made."""


class Counting(TileGame[Laps]):
    """A game with a field of its own."""

    extra_type = Laps

    def advance(self, before: Any, move: Move, after: Any) -> Any:
        """Count the moves."""
        return attrs.evolve(after, extra=Laps(laps=before.extra.laps + 1))


class Lasting(TileGame):
    """A game that ends by points, and in which only one tile is exchanged."""

    def ending(self, state: TileState) -> StrEnum | None:
        """The game is over as soon as somebody has forty points."""
        if max(state.scores) >= 40:
            return qwirkle.EndReason.CLOSED
        return super().ending(state)

    def most_exchanged(self, position: TilePosition) -> int:
        """At most one tile can be exchanged."""
        return min(1, super().most_exchanged(position))


OWN_GAMES: list[TileGame] = [
    Narrow("narrow"),
    Curious("curious"),
    Worthless("worthless"),
    NoSingles("no-singles"),
    Large("large", Rules(hand_size=8)),
    Small("small", Rules(hand_size=3)),
    Counting("counting"),
    Lasting("lasting"),
]
"""One of each."""
