"""Tiles and positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, Final

from docutils import nodes

from qwirkle.api import legal_moves, observe, position
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.lines import Line
from qwirkle.moves import Place
from qwirkle.render import svg
from qwirkle.sphinxext.claims import MOST_MOVES
from qwirkle.sphinxext.directives import DRAWING, AnyOptions, Drawing, Options, as_told
from qwirkle.sphinxext.games import Game, Step, from_figure, from_record
from qwirkle.sphinxext.reading import as_fields, as_variant
from qwirkle.state import State, View
from qwirkle.tiles import as_tiles
from qwirkle.variant import Variant

FILES: Final = ("record", "figure")
"""What a file may hold."""

_LINE: Final = {"yes": True, "no": False}


class Tiles(Drawing):
    """Tiles side by side."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Options] = dict.fromkeys((*DRAWING, "line"), as_told)

    def build(self) -> Iterator[nodes.Node]:
        tiles = as_tiles(self.arguments[0])
        if "line" in self.options:
            told = self.told("line")
            if told not in _LINE:
                raise InvalidValue(f"line: expected yes or no, not {short_repr(told)}")
            is_line = len(tiles) > 1 and Line((), tiles).fits
            if _LINE[told] != is_line:
                so = "is a line" if is_line else "is no line"
                self.faults.append(f"line: {told} is claimed, but {self.arguments[0]} {so} [P3]")
        yield self.figure(svg(tiles, size=self.size))


class OnTable(Drawing):
    """A directive about a table, which its options set up or a file has."""

    option_spec: ClassVar[Options] = AnyOptions()

    own: ClassVar[frozenset[str]] = frozenset({*DRAWING, "figure", "record", "seat", "variant"})
    """The options that are not fields of a position."""

    def step(self, variant: Variant | None) -> Step:
        """The table; with its move and what is printed of it, if it is in a file.

        Args:
            variant: the rules, if they are named.
        """
        told = {name: text for name, text in self.options.items() if name not in self.own}
        for kind in FILES:
            if kind in self.options:
                name, _, label = self.told(kind).partition(" ")
                return self.game(name, kind, variant, told).at(label.strip())
        return Step("", position("standard" if variant is None else variant, **as_fields(told)))

    def game(self, name: str, kind: str, variant: Variant | None, told: dict[str, str]) -> Game:
        """A game from a file; what the file says besides must be so.

        Args:
            name: the name of the file.
            kind: what it holds, one of ``FILES``.
            variant: the rules, if they are named.
            told: the fields that are given besides: in a figure, players may get names.
        """
        text = self.read(name)
        here = [*told, *["variant"] * (variant is not None)]
        mine = [field for field in here if kind == "record" or field not in ("players", "variant")]
        if mine:
            raise InvalidValue(f"{name} has the whole {kind}: leave out {', '.join(mine)}")
        try:
            game = from_record(text) if kind == "record" else _figure(text, variant, told)
        except QwirkleError as error:
            raise InvalidValue(f"{name}: {error}") from error
        self.faults += [f"{name}: {fault}" for fault in game.faults]
        return game

    def variant(self) -> Variant | None:
        """The rules, if they are named."""
        return as_variant(self.told("variant")) if "variant" in self.options else None

    def seen(self, state: State) -> State | View:
        """The state, or what a player sees of it."""
        if "seat" not in self.options:
            return state
        text = self.told("seat")
        if not text.isdecimal():
            raise InvalidValue(f"seat: expected the number of a seat, not {short_repr(text)}")
        return observe(state, int(text))


def _figure(text: str, variant: Variant | None, told: dict[str, str]) -> Game:
    return from_figure(text, variant, as_fields(told))


class Position(OnTable):
    """A table."""

    own = OnTable.own | {"cells"}

    def build(self) -> Iterator[nodes.Node]:
        table = self.seen(self.step(self.variant()).state)
        cells = free_cells(table) if "cells" in self.options else ()
        yield self.figure(svg(table, cells=cells, size=self.size))


def free_cells(table: State | View) -> set[Cell]:
    """Where the player to move can lay a single tile.

    >>> import qwirkle
    >>> sorted(free_cells(qwirkle.position(board="Rs@0,0 Bs@1,0", hands=["Rs", "Gd"])))
    [Cell(x=1, y=-1), Cell(x=1, y=1)]
    """
    if Place not in table.variant.move_types:
        raise InvalidValue(f"cells: in {table.variant.name} no tile is placed on a cell")
    moves = islice(legal_moves(table), MOST_MOVES)
    return {move.cells[0] for move in moves if isinstance(move, Place) and len(move.cells) == 1}
