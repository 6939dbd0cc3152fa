"""A judge for a board at home: whether a move is legal, why not, and what it scores."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar, Final
from urllib.parse import parse_qsl, urlencode

import qwirkle
from qwirkle import Board, Cell, Place, Tile, Variant
from qwirkle.authoring import TileMoves, counted, sentence, tiles_text
from qwirkle.errors import InvalidValue
from qwirkle.notation import typed_tiles
from table.showing import FIRST, around, cell_shown, has_board, lines, reasons

LONGEST_LINK: Final = 4000
"""The most characters of a link that are read: all tiles and a move need half of it."""
WIDEST: Final = 60
"""The most columns or rows of a board that can be shown."""
MOST_TILES: Final = 20
"""The most tiles in a hand."""
MOST_IDEAS: Final = 12
"""How many moves are suggested."""

_KEYS: Final = ("edition", "board", "move", "hand")


class Judge:
    """A board, a move on it, and perhaps the hand that it comes from.

    A tap puts the chosen tile on the board or, while a move is placed, into the move.

    >>> judge = Judge()
    >>> judge.read("edition=standard&board=Rs%400,0+Rc%401,0&move=Rd%402,0")
    >>> judge.page()["say"]
    'Legal: 3 points.'
    """

    ACTIONS: ClassVar[tuple[str, ...]] = (
        *("choose", "tap", "drag", "placing", "edition", "clear", "read", "paste", "hand_of"),
        *("suggest", "take_idea", "nothing"),
    )
    """The methods that the page may call."""

    def __init__(self) -> None:
        self._variant: Variant = qwirkle.get_variant(FIRST)
        self._board: dict[Cell, Tile] = {}
        self._move: dict[Cell, Tile] = {}
        self._hand: tuple[Tile, ...] = ()
        self._chosen: Tile | None = None
        self._is_placing = False
        self._ideas: list[tuple[Place, int]] | None = None

    def nothing(self) -> None:
        """Only show the page."""

    def choose(self, text: str) -> None:
        """Choose a tile for the next taps, or none."""
        tile = Tile.parse(text) if text else None
        self._chosen = None if tile is self._chosen else tile

    def placing(self, is_placing: bool) -> None:
        """Say whether taps place the move, or set up the board."""
        self._is_placing = is_placing

    def tap(self, key: str) -> None:
        """Put the chosen tile on a cell, or take away the one that is there."""
        cell = Cell.parse(key)
        self._ideas = None
        if self._move.pop(cell, None) or (not self._is_placing and self._board.pop(cell, None)):
            return
        if cell in self._board:
            raise InvalidValue(f"the {self._board[cell].name} is there already")
        if self._chosen is None:
            raise InvalidValue("choose a tile first, then where to put it")
        self._put(self._board if not self._is_placing else self._move, {cell: self._chosen})

    def drag(self, source: str, target: str) -> None:
        """Drag a tile of the palette to a cell, or from one cell to another."""
        if "," in source:
            cell = Cell.parse(source)
            layer = self._move if cell in self._move else self._board
            tile = layer.pop(cell, None)
            if "," not in target or tile is None:
                return
            self._chosen = tile
        else:
            self._chosen = Tile.parse(source)
        if "," in target:
            self.tap(target)

    def edition(self, name: str) -> None:
        """Choose an edition that is played on a board."""
        variant = qwirkle.get_variant(name)
        if not has_board(variant):
            raise InvalidValue(f"{name} is not played on a board")
        self._variant, self._ideas = variant, None

    def clear(self) -> None:
        """Take everything away."""
        self._board, self._move, self._hand, self._ideas = {}, {}, (), None
        self._is_placing = False

    def paste(self, text: str) -> None:
        """Read a board from a text: tiles at cells, or a grid."""
        board = dict(Board(text[:LONGEST_LINK]).items())
        self.clear()
        self._put(self._board, board)

    def hand_of(self, text: str) -> None:
        """Read the tiles of a hand, by letters or by names."""
        tiles = typed_tiles(text[:LONGEST_LINK])
        if len(tiles) > MOST_TILES:
            raise InvalidValue(f"a hand has at most {MOST_TILES} tiles here")
        self._hand, self._ideas = tiles, None

    def read(self, link: str) -> None:
        """Read the part of a link after the number sign, which may come from anybody.

        Raises:
            QwirkleError: if it is not such a part; then nothing changes.
        """
        if len(link) > LONGEST_LINK:
            raise InvalidValue(f"the link is too long: at most {LONGEST_LINK} characters are read")
        try:
            pairs = parse_qsl(link, strict_parsing=bool(link), max_num_fields=len(_KEYS))
        except ValueError:
            raise InvalidValue("the link cannot be read: it is not complete") from None
        given = dict(pairs)
        if len(given) < len(pairs) or not given.keys() <= {*_KEYS}:
            raise InvalidValue(f"the link cannot be read: it has {', '.join(_KEYS)}, each once")
        other = Judge()
        other.edition(given.get("edition", FIRST))
        other._put(other._board, dict(Board(given.get("board", "")).items()))
        other._put(other._move, dict(Place(given.get("move", "")).tiles))
        other.hand_of(given.get("hand", ""))
        other._is_placing = bool(other._board)
        self.__dict__.update(other.__dict__)

    def suggest(self) -> None:
        """List what could be placed with the tiles of the hand, the best first."""
        if not self._hand:
            raise InvalidValue("type the tiles of the hand first, such as Rs Bd Gx")
        view = self._variant.view(board=self._board, hand=self._hand)
        moves = qwirkle.legal_moves(view)
        if not isinstance(moves, TileMoves):
            raise InvalidValue(f"{self._variant.name} does not list its moves by their points")
        found: dict[object, tuple[Place, int]] = {}
        for move, worth in sorted(moves.scored(), key=lambda pair: -pair[1]):
            # The same tiles on the same cells, in another order, are no other idea.
            found.setdefault((move.cells, tuple(sorted(move.laid))), (move, worth))
        self._ideas = [*islice(found.values(), MOST_IDEAS)]

    def take_idea(self, index: int) -> None:
        """Place one of the suggested moves."""
        ideas = self._ideas or []
        self._move = dict(ideas[index][0].tiles)
        self._is_placing = True

    def _put(self, layer: dict[Cell, Tile], tiles: dict[Cell, Tile]) -> None:
        """Add tiles, if the board can still be shown."""
        everything = [*self._board, *self._move, *tiles]
        for numbers in zip(*everything, strict=True):
            if max(numbers) - min(numbers) >= WIDEST or max(map(abs, numbers)) > 10**6:
                raise InvalidValue(f"the board would be more than {WIDEST} spaces wide or high")
        if taken := [cell for cell in tiles if cell in self._board]:
            raise InvalidValue(f"there is a tile at {taken[0]} already")
        layer.update(tiles)

    # The answer

    def _verdict(self) -> dict[str, Any]:
        """Whether the move is legal, why not, and what it scores."""
        variant, unit = self._variant, self._unit
        wrong = variant.board_violations(self._board)
        if wrong:
            shown = reasons(wrong, variant)
            cells = {cell for each in wrong for cell in each.cells}
            say = "The board itself breaks the rules:"
            return {"say": say, "reasons": shown, "wrong": cells, "verdict": "no"}
        if not self._move:
            say = "Set up the board, then place your move." if not self._board else ""
            say = say or f"{counted(len(self._board), 'tiles')} on the board. Now place your move."
            return {"say": say, "verdict": ""}
        move = Place(self._move)
        try:
            if self._hand:
                view = variant.view(board=self._board, hand=self._hand)
                violations = variant.check(view, move)
                score = None if violations else variant.score(view, move)
            else:
                violations, score = variant.judge_board(self._board, move)
        except qwirkle.QwirkleError as error:
            return {"say": sentence(str(error)), "verdict": "no"}
        if violations or score is None:
            cells = {cell for each in violations for cell in each.cells}
            shown = reasons(violations, variant)
            return {"say": "Not legal:", "reasons": shown, "wrong": cells, "verdict": "no"}
        return {
            "say": f"Legal: {counted(score.total, unit)}.",
            "lines": lines(score),
            "verdict": "yes",
        }

    @property
    def _unit(self) -> str:
        """The unit of the points."""
        return self._variant.scene(self._variant.view(hand="")).unit

    def link(self) -> str:
        """The whole question, as the part of a link after the number sign."""
        board, move = (str(Place(tiles)) if tiles else "" for tiles in (self._board, self._move))
        values = {"board": board, "move": move, "hand": tiles_text(self._hand)}
        given = {name: value for name, value in values.items() if value}
        return urlencode({"edition": self._variant.name, **given}, safe="@,")

    def page(self) -> dict[str, Any]:
        """Everything that is to be seen."""
        found = {"reasons": [], "lines": [], "wrong": set[Cell](), **self._verdict()}
        taken = {**self._board, **self._move}
        near = around(taken) or {Cell(0, 0)}
        cells = [
            cell_shown(
                *(cell, taken.get(cell), ["part of the move"] * (cell in self._move)),
                mine=cell in self._move,
                wrong=cell in found["wrong"],
                pick=cell not in taken,
            )
            for cell in sorted({*taken, *near}, key=lambda cell: (cell.y, cell.x))
        ]
        return {
            **{name: found[name] for name in ("say", "reasons", "lines", "verdict")},
            "edition": self._variant.name,
            "cells": cells,
            "chosen": str(self._chosen or ""),
            "placing": self._is_placing,
            "hand": tiles_text(self._hand),
            "ideas": None
            if self._ideas is None
            else [
                {"points": counted(worth, self._unit), "text": self._in_words(move)}
                for move, worth in self._ideas
            ],
            "text": str(Place(self._board)) if self._board else "",
            "link": self.link(),
        }

    @staticmethod
    def _in_words(move: Place) -> str:
        cells = [*map(str, move.cells)]
        where = f"from {cells[0]} to {cells[-1]}" if len(cells) > 1 else f"at {cells[0]}"
        return sentence(f"{move.in_words} {where}")
