"""Tile games with their own hooks, each of which concerns the kernel in another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import attrs

import qwirkle
from qwirkle import Cell, Color, Move, Place, Player, Tile, TileState, Violation
from qwirkle.authoring import (
    COUNT,
    TILES,
    Extra,
    Fact,
    Piece,
    Reason,
    Rules,
    TileGame,
    TilePosition,
    field,
    whole_number,
    yes_or_no,
)
from qwirkle_variants import ActionTiles


class HouseCode(Reason):
    """The reasons of these games."""

    EDGE = "edge", "the board has only five rows"
    OFF_BOARD = "off-board", "{cells} is not on the board"


class Narrow(TileGame):
    """A game that forbids placements."""

    fixed_board = True

    def forbids(self, position: TilePosition[Any], move: Place) -> Violation | None:
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
    """A game with its own field."""

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


class Starred(TileGame):
    """A game on a board of nine by nine cells, of which some are worth more."""

    fixed_board = True

    def forbids_tile(self, position: TilePosition, cell: Cell, tile: Tile) -> Violation | None:
        """The board has nine columns and nine rows."""
        if max(abs(cell.x), abs(cell.y)) > 4:
            return Violation.of(HouseCode.OFF_BOARD, ["H2"], [cell])
        return None

    def bonus_points(self, position: TilePosition, move: Place) -> int:
        """Every second diagonal is worth a point, unless a red tile is there."""
        return sum((c.x + c.y) % 2 for c, tile in move.tiles if tile.color is not Color.RED)

    def facts(self) -> Mapping[str, Fact]:
        """These rules in words."""
        return {
            **super().facts(),
            "forbids_tile": Fact(9, ("H2",), "the board has nine rows and nine columns"),
            "bonus_points": Fact(1, ("H3",), "some cells are worth a point"),
        }


class Partners(TileGame):
    """A game of partners who see each other's tiles, share their points, and avoid fives."""

    def sees(self, viewer: int, owner: int) -> bool:
        """Every second player is a partner."""
        return viewer % 2 == owner % 2

    def bonus_points(self, position: TilePosition, move: Place) -> int:
        """Leaving a line of five costs two points."""
        return -2 * sum(len(line) == 5 for line in self.scored_lines(position, move))

    def final_scores(self, state: TileState) -> list[int]:
        """Every tile left costs a point, then partners get the average of their points."""
        scores = [score - size for score, size in zip(state.scores, state.hand_sizes, strict=True)]
        teams = [scores[0::2], scores[1::2]]
        return [sum(teams[seat % 2]) // len(teams[seat % 2]) for seat in range(len(scores))]

    def facts(self) -> Mapping[str, Fact]:
        """These rules in words."""
        return {
            **super().facts(),
            "sees": Fact("partners", ("H4",), "partners see each other's tiles"),
            "bonus_points": Fact(-2, ("H5",), "leaving a line of five costs two points"),
            "final_scores": Fact("average", ("H6",), "tiles cost a point; partners share"),
        }


@attrs.frozen(kw_only=True)
class KitchenRules(Rules):
    """The options of the next game."""

    biscuits: int = whole_number(("H1",), 3, 10, "finishing is worth {} biscuits".format)
    shared: bool = yes_or_no(("H2",), yes="everyone wins", no="the best player wins")


class Kitchen(TileGame):
    """A game with its own options."""

    rules: KitchenRules

    def end_bonus(self) -> int:
        return self.rules.biscuits

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """Everyone wins, or the players with the most points."""
        return tuple(range(len(players))) if self.rules.shared else super().winners(players, scores)

    def facts(self) -> Mapping[str, Fact]:
        """The option describes the hook."""
        shared = attrs.evolve(self.rules.facts()["shared"], hooks=("winners",))
        return {**super().facts(), "shared": shared}


class House(Narrow):
    """A game with several hooks, each of which its facts describe."""

    def line_points(self, length: int) -> int:
        return 10 * length

    def most_exchanged(self, position: TilePosition[Any]) -> int:
        """At most one tile can be exchanged."""
        return min(1, super().most_exchanged(position))

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """The lowest score wins."""
        return tuple(seat for seat, score in enumerate(scores) if score == min(scores))

    def facts(self) -> Mapping[str, Fact]:
        """The three hooks that no usual fact describes."""
        return {
            **super().facts(),
            "forbids": Fact(5, ("H1",), "the board has only five rows"),
            "most_exchanged": Fact(1, ("H2",), "at most one tile can be exchanged"),
            "winners": Fact("lowest", ("H3",), "the lowest score wins"),
        }


class HouseActions(ActionTiles, House):
    """The same with action tiles."""


OWN_GAMES: list[TileGame] = [
    Narrow("narrow"),
    Curious("curious"),
    Worthless("worthless"),
    NoSingles("no-singles"),
    Large("large", Rules(hand_size=8)),
    Small("small", Rules(hand_size=3)),
    Counting("counting"),
    Lasting("lasting"),
    Starred("starred"),
    Partners("partners"),
    Kitchen("kitchen", KitchenRules(biscuits=9, hand_size=4)),
]
"""One of each."""
