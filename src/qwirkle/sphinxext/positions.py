"""Directives that draw tiles, positions, moves and games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, Final

from docutils import nodes

from qwirkle.api import legal_moves, observe, position
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.lines import Line
from qwirkle.moves import Place
from qwirkle.notation import parse_move
from qwirkle.render import svg
from qwirkle.sphinxext.claims import MOST_MOVES, NAMES, Verdict, as_claims, faults
from qwirkle.sphinxext.directives import (
    DRAWING,
    AnyOptions,
    Drawing,
    Entry,
    Options,
    as_told,
    code,
    paragraph,
    separated,
    table,
)
from qwirkle.sphinxext.sources import (
    Game,
    Step,
    as_fields,
    as_variant,
    as_variants,
    from_figure,
    from_record,
    label_of,
)
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


class MoveOnTable(OnTable):
    """A move, under one variant or several, and what is said of it."""

    own = OnTable.own | {"move", "under", *NAMES}

    def verdicts(self) -> list[tuple[Verdict, dict[str, str]]]:
        """What comes of it under each variant, and what is printed of that in a file."""
        variants: list[Variant | None] = [self.variant()]
        if "under" in self.options:
            if "variant" in self.options:
                raise InvalidValue("variant, under: leave out one of them")
            variants = [*as_variants(self.told("under"))]
        found: list[tuple[Verdict, dict[str, str]]] = []
        for variant in variants:
            step = self.step(variant)
            move, claims = step.move, dict(step.claims)
            if "move" in self.options:
                move, claims = parse_move(self.told("move"), step.state), {}
            found.append((Verdict.of(step.state, move), claims))
        return found

    def claims(self) -> dict[str, str]:
        """What is said of it in the options."""
        return {name: text for name, text in self.options.items() if name in NAMES}


class MoveDirective(MoveOnTable):
    """A move: with its points, or with the reasons why it is not legal."""

    def build(self) -> Iterator[nodes.Node]:
        verdicts = self.verdicts()
        claims = self.claims()
        if "illegal" not in claims:  # what nobody calls illegal is meant to be legal
            claims["legal"] = ""
        for verdict, printed in verdicts:
            if verdict.move is None:
                raise InvalidValue("no move is given")
            self.faults += faults({**printed, **claims}, verdict)
        first = verdicts[0][0]
        more: list[nodes.Node] = []
        if first.violations:
            lead = (code(str(first.move)), " is not legal:")
            more += [self.reasons(*lead, why=first.violations)]
        if "under" in self.options:
            names = [code(label_of(verdict.state.variant)) for verdict, _ in verdicts]
            more += [paragraph("Under ", *separated(names), ".")]
        yield self.figure(self._shown(first), *more)

    def _shown(self, verdict: Verdict) -> str:
        """The table after a legal move, or with the tiles of another one where they would lie."""
        table, move = self.seen(verdict.state), verdict.move
        if isinstance(move, Place) and verdict.violations:
            return misfit(table, move, self.size)
        return svg(table, move=None if verdict.violations else move, size=self.size)


def misfit(table: State | View, move: Place, size: int) -> str:
    """The table with tiles that may not be laid; a line that is none is outlined."""
    board = Board(table.variant.scene(table).tiles).placing(move.tiles)
    wrong = (
        line.cells
        for line in board.lines()
        if not line.fits and not set(move.cells).isdisjoint(line.cells)
    )
    return svg(board, last=move.cells, line=next(wrong, ()), size=size)


class Situation(MoveOnTable):
    """A table of what happens under each variant.

    Lines of the content claim something of some of the variants: ``schmidt hebrew: legal``.
    """

    def build(self) -> Iterator[nodes.Node]:
        verdicts = self.verdicts()
        claims, own = self.claims(), self._own_claims()
        rows: list[list[Entry]] = []
        for verdict, printed in verdicts:
            label = label_of(verdict.state.variant)
            self.faults += faults({**printed, **claims, **own.pop(label, {})}, verdict)
            rows.append([[code(label)], *self._row(verdict)])
        if own:
            raise InvalidValue(f"claims about variants that are not asked: {', '.join(own)}")
        first = verdicts[0][0]
        yield self.figure(svg(self.seen(first.state), size=self.size))
        if first.move is None:
            yield table(["variant", "what can be done", "now"], rows)
        else:
            yield table(["variant", [code(str(first.move))], "points", "then"], rows)

    def words(self) -> list[nodes.Node]:
        """The caption is an option here, since the content is claims."""
        return self.caption()

    def _own_claims(self) -> dict[str, dict[str, str]]:
        """The claims of the content, by the labels of variants."""
        found: dict[str, dict[str, str]] = {}
        for line in self.content:
            names, colon, text = line.partition(":")
            if not line.strip():
                continue
            if not colon:
                raise InvalidValue(f"expected variants, a colon and claims, not {short_repr(line)}")
            for variant in as_variants(names):
                found.setdefault(label_of(variant), {}).update(as_claims(text))
        return found

    def _row(self, verdict: Verdict) -> list[Entry]:
        if verdict.move is None:
            return [separated(map(code, verdict.choices)) or "nothing", verdict.then]
        if verdict.violations:
            return [self.reasons("not legal:", why=verdict.violations), "", ""]
        return ["legal", verdict.worth, verdict.then]


class GameDirective(OnTable):
    """A game from a file: a record, or a figure if its name ends like that of JSON."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Options] = dict.fromkeys(
        (*DRAWING, "moves", "players", "seat", "variant"), as_told
    )

    def build(self) -> Iterator[nodes.Node]:
        name = self.arguments[0]
        kind = "figure" if name.endswith(".json") else "record"
        told = {"players": self.told("players")} if "players" in self.options else {}
        game = self.game(name, kind, self.variant(), told)
        chosen = game.chosen(self.told("moves")) if "moves" in self.options else game.steps
        rows: list[list[Entry]] = []
        for step in game.steps:
            verdict = Verdict.of(step.state, step.move)
            self.faults += [f"move {step.label}: {fault}" for fault in faults(step.claims, verdict)]
            seat = step.state.turn
            player = step.state.players[seat].name
            total = step.state.scores[seat] + verdict.score.total
            rows.append([step.label, player, [code(str(step.move))], verdict.worth, str(total)])
            if step in chosen:
                found = self.drawn(svg(self.seen(step.state), move=step.move, size=self.size))
                text = f"{step.label}. {player}: {verdict.worth}, now {total}"
                found += nodes.caption(text, text)
                yield found
        head = ["", "player", "move", "points", "now"]
        yield table(head, rows, self.told("caption"))
