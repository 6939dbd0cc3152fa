"""A tile game that nothing in this project knows: its own move, special tile and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import attrs

import qwirkle
from qwirkle import Cell, Move, Place, Tile, TileState
from qwirkle.authoring import Judgement, Piece, Rules, Scene, Special, TileGame, TilePosition, Word


@attrs.frozen
class Switch(Move):
    """Put a tile of the hand in place of one on the board, which goes to the hand."""

    verb: ClassVar[str] = "switch"
    example: ClassVar[str] = "switch Gs 1,0"
    synonyms: ClassVar[tuple[str, ...]] = ("barter",)

    tile: Tile
    cell: Cell

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Switch:
        """A tile and a cell."""
        if len(words) != 2:
            raise first.error("a tile and a cell follow 'switch'")
        tile, cell = words
        return cls(Tile.from_word(tile), Cell.from_word(cell))

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.cell,)

    def __str__(self) -> str:
        return f"switch {self.tile} {self.cell}"


class Shells(TileGame):
    """A game of shells for pearls, in which everyone gets a pearl when a gull is drawn."""

    move_types = (*TileGame.move_types, Switch)

    def pieces(self) -> tuple[Piece, ...]:
        return (*super().pieces(), Special("gull"))

    def own_moves(self, position: TilePosition) -> Iterator[Move]:
        return (Switch(tile, cell) for tile in position.hand for cell in position.board)

    def judge_own(self, position: TilePosition, move: Move) -> Judgement:
        if not isinstance(move, Switch):
            return super().judge_own(position, move)
        rest = list(position.hand)
        rest[rest.index(move.tile)] = position.board[move.cell]
        return Judgement(tuple(rest))

    def advance(self, before: TileState, move: Move, after: TileState) -> TileState:
        if isinstance(move, Switch):
            return attrs.evolve(after, board=after.board.placing([(move.cell, move.tile)]))
        return after

    def revealed(self, state: TileState, specials: Sequence[Special]) -> TileState:
        return attrs.evolve(state, scores=tuple(score + 1 for score in state.scores))

    def scene(self, position: TilePosition) -> Scene:
        return attrs.evolve(super().scene(position), unit="pearls", pieces="shells")

    def in_words(self, position: TilePosition, move: Move) -> str:
        if isinstance(move, Switch):
            return f"switch the {position.board[move.cell].name} for the {move.tile.name}"
        return f"add {len(move.cells)} to the reef"

    def highlights(self, before: TilePosition, move: Move, after: TileState) -> tuple[Cell, ...]:
        return tuple(cell for cell in after.board if cell not in move.cells)


SHELLS = Shells("shells", Rules(), 1)
SWITCH = Switch(Tile.parse("Gs"), Cell(1, 0))
PLACE = Place({(2, 0): "Gs"})


def reef(**fields: object) -> TileState:
    """A position in which the next piece drawn is a gull."""
    usual: dict[str, object] = {
        "players": ["Ada", "Bob"],
        "board": "Rs@0,0 Bs@1,0",
        "hands": ["Bc Gs", "Gd"],
        "supply": "*gull Rc Rd",
        "scores": [4, 7],
        "turn": 0,
    }
    return qwirkle.position(SHELLS, **(usual | fields))
