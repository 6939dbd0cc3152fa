"""Pictures of a plugin with its own move, piece and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import attrs
from reading_svg import check_is_sound, described, forms, shown_tiles, texts

import qwirkle
from qwirkle import (
    Cell,
    Judgement,
    Move,
    Place,
    Rules,
    Scene,
    Special,
    Tile,
    TileGame,
    TileState,
    TileView,
    Word,
)
from qwirkle.authoring import Piece, TilePosition
from qwirkle.render import STYLES, Played, boxes, svg, text


@attrs.frozen
class Switch(Move):
    """Put a tile of the hand in place of one on the board, which goes to the hand."""

    verb: ClassVar[str] = "switch"

    tile: Tile
    cell: Cell

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Switch:
        """A tile and a cell."""
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
            return f"switches the {position.board[move.cell].name} for the {move.tile.name}"
        return f"adds {len(move.cells)} to the reef"

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


def views() -> Iterator[TileState | TileView]:
    """The state, and the view of the player to move."""
    yield reef()
    yield qwirkle.observe(reef(), 0)


def test_a_position_uses_the_words_of_the_plugin() -> None:
    """Pearls instead of points, and shells instead of tiles."""
    state = reef(board="", hands=["", "Gd"], turn=1)
    assert text(state).split("\n") == [
        "(no shells in play)",
        "  Ada     4 pearls",
        "> Bob     7 pearls  Gd",
        "2 tiles in the supply",
    ]
    assert texts(svg(state))[0] == "no shells in play"
    assert described(svg(state)) == (
        "shells: Bob to move",
        "No shells in play. Ada: 4 pearls, no shells. Bob, to move: 7 pearls, green diamond. "
        "2 tiles in the supply.",
    )


def test_a_move_of_its_own_in_text() -> None:
    """The board and the hand have changed, and the move is told in the plugin's words."""
    for position in views():
        lines = str(Played(position, SWITCH)).split("\n")
        assert lines[:4] == [
            "switch Gs 1,0",
            "     0  1",
            " 0  Rs Gs",
            "> Ada     4 pearls  Bc Bs",
        ]
        assert lines[-1] == "Ada switches the blue square for the green square"
        for style in STYLES:
            assert Played(position, SWITCH).text(style=style).count("\n") == 5


def test_a_move_of_its_own_in_a_picture() -> None:
    """The plugin says which cells are highlighted: here every cell but that of the move."""
    for position in views():
        picture = svg(position, move=SWITCH)
        check_is_sound(picture)
        assert picture == Played(position, SWITCH)._repr_svg_()
        assert forms(picture, "last") == forms(picture, "Rs")
        title, desc = described(picture)
        assert title.startswith("shells: Ada switches the blue square for the green square")
        assert "Last move: 0,0. Ada, to move: 4 pearls, blue circle, blue square." in desc
    assert shown_tiles(svg(reef(), move=SWITCH)) == {"Rs": 1, "Gs": 1, "Bs": 1, "Bc": 1, "Gd": 1}
    highlighted = SHELLS.highlights(reef(), SWITCH, qwirkle.apply(reef(), SWITCH))
    found = boxes(reef().board, cells=highlighted)
    assert list(found) == [(0, 0), (1, 0)]


def test_a_usual_move_in_its_words() -> None:
    """Points follow the plugin's words; the gull that is drawn next is not shown."""
    for position in views():
        lines = str(Played(position, PLACE)).split("\n")
        assert lines[2:4] == [" 0  Rs Bs Gs", "> Ada     7 pearls  Bc"]
        assert lines[4].startswith("  Bob     7 pearls")
        assert lines[-1] == "Ada adds 1 to the reef for 3 pearls"
        assert len(forms(svg(position, move=PLACE), "last")) == 2
    assert qwirkle.apply(reef(), PLACE).scores == (8, 8)
