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
from qwirkle.moves import Move
from qwirkle.notation import parse_move
from qwirkle.render import svg
from qwirkle.sphinxext.claims import CLAIMS, MOST_MOVES, Effect, as_claims, false_claims
from qwirkle.sphinxext.directives import (
    PICTURE_OPTIONS,
    AnyOptions,
    Entry,
    OptionSpec,
    PictureDirective,
    as_text,
    code,
    paragraph,
    separated,
    table,
)
from qwirkle.sphinxext.sources import (
    Game,
    LaysTiles,
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
"""The kinds of files that hold a game."""

_LINE: Final = {"yes": True, "no": False}


class TilesDirective(PictureDirective):
    """A picture of tiles side by side.

    The claim that they are a line is about the tile game, whose rule P3 decides it.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = dict.fromkeys((*PICTURE_OPTIONS, "line"), as_text)

    def build(self) -> Iterator[nodes.Node]:
        tiles = as_tiles(self.arguments[0])
        if "line" in self.options:
            claim = self.option("line")
            if claim not in _LINE:
                raise InvalidValue(f"line: expected yes or no, not {short_repr(claim)}")
            is_line = len(tiles) > 1 and Line((), tiles).fits
            if _LINE[claim] != is_line:
                fact = "is a line" if is_line else "is not a line"
                problem = f"line: {claim} is claimed, but {self.arguments[0]} {fact} [P3]"
                self.problems.append(problem)
        yield self.figure(svg(tiles, size=self.size))


class AboutPosition(PictureDirective):
    """A directive about a position, which is given by options or by a file."""

    option_spec: ClassVar[OptionSpec] = AnyOptions()

    not_fields: ClassVar[frozenset[str]] = frozenset(
        {*PICTURE_OPTIONS, "figure", "record", "seat", "variant"}
    )
    """The options that are not fields of a position."""

    def step(self, variant: Variant | None) -> Step:
        """The position; from a file also its move, and the claims that are printed about it.

        Args:
            variant: the rules, if the document names them.
        """
        fields = {n: text for n, text in self.options.items() if n not in self.not_fields}
        for kind in FILES:
            if kind in self.options:
                name, _, label = self.option(kind).partition(" ")
                return self.game(name, kind, variant, fields).at(label.strip())
        return Step("", position("standard" if variant is None else variant, **as_fields(fields)))

    def game(self, name: str, kind: str, variant: Variant | None, fields: dict[str, str]) -> Game:
        """The game in a file; wrong remarks, scores and boards in the file are reported.

        Args:
            name: the name of the file.
            kind: the kind of the file, one of ``FILES``.
            variant: the rules, if the document names them.
            fields: the fields that the document gives; only a figure takes one, the players.
        """
        text = self.read(name)
        given = [*fields, *["variant"] * (variant is not None)]
        allowed = () if kind == "record" else ("players", "variant")
        surplus = [field for field in given if field not in allowed]
        if surplus:
            raise InvalidValue(f"{name} has the whole {kind}: leave out {', '.join(surplus)}")
        try:
            if kind == "record":
                game = from_record(text)
            else:
                game = from_figure(text, variant, as_fields(fields))
        except QwirkleError as error:
            raise InvalidValue(f"{name}: {error}") from error
        self.problems += [f"{name}: {problem}" for problem in game.problems]
        return game

    def variant(self) -> Variant | None:
        """The rules, if the document names them."""
        return as_variant(self.option("variant")) if "variant" in self.options else None

    def seen(self, state: State) -> State | View:
        """The state or, with the option ``seat``, that player's view of it."""
        if "seat" not in self.options:
            return state
        text = self.option("seat")
        if not text.isdecimal():
            raise InvalidValue(f"seat: expected the number of a seat, not {short_repr(text)}")
        return observe(state, int(text))


class PositionDirective(AboutPosition):
    """A picture of a position."""

    not_fields = AboutPosition.not_fields | {"cells"}

    def build(self) -> Iterator[nodes.Node]:
        seen = self.seen(self.step(self.variant()).state)
        cells = free_cells(seen) if "cells" in self.options else ()
        yield self.figure(svg(seen, cells=cells, size=self.size))


def free_cells(position: State | View) -> set[Cell]:
    """The empty cells that the player to move can use alone, for example for a single tile.

    >>> import qwirkle
    >>> sorted(free_cells(qwirkle.position(board="Rs@0,0 Bs@1,0", hands=["Rs", "Gd"])))
    [Cell(x=1, y=-1), Cell(x=1, y=1)]
    """
    variant = position.variant
    if all(kind.cells is Move.cells for kind in variant.move_types):
        raise InvalidValue(f"cells: no move of {variant.name} is about cells")
    taken = {cell for cell, _ in variant.scene(position).tiles}
    moves = islice(legal_moves(position), MOST_MOVES)
    return {move.cells[0] for move in moves if len(move.cells) == 1} - taken


class AboutMove(AboutPosition):
    """A directive about a move, under one variant or several, with claims about it."""

    not_fields = AboutPosition.not_fields | {"move", "under", *CLAIMS}

    def effects(self) -> list[tuple[Effect, dict[str, str]]]:
        """The effect of the move under each variant, with the claims that a file makes."""
        variants: list[Variant | None] = [self.variant()]
        if "under" in self.options:
            if "variant" in self.options:
                raise InvalidValue("give either 'variant' or 'under', not both")
            variants = [*as_variants(self.option("under"))]
        found: list[tuple[Effect, dict[str, str]]] = []
        for variant in variants:
            step = self.step(variant)
            move, claims = step.move, dict(step.claims)
            if "move" in self.options:
                move, claims = parse_move(self.option("move"), step.state), {}
            found.append((Effect.of(step.state, move), claims))
        return found

    def claims(self) -> dict[str, str]:
        """The claims that the options make."""
        return {name: text for name, text in self.options.items() if name in CLAIMS}


class MoveDirective(AboutMove):
    """A picture of a move, with its points or with the reasons why it is not legal."""

    def build(self) -> Iterator[nodes.Node]:
        effects = self.effects()
        claims = self.claims()
        if "illegal" not in claims:
            claims["legal"] = ""
        for effect, printed in effects:
            if effect.move is None:
                raise InvalidValue("there is no move; give one with the option 'move'")
            self.problems += false_claims({**printed, **claims}, effect)
        first = effects[0][0]
        more: list[nodes.Node] = []
        if first.violations:
            lead = (code(str(first.move)), " is not legal:")
            more += [self.reasons(*lead, why=first.violations)]
        if "under" in self.options:
            names = [code(label_of(effect.state.variant)) for effect, _ in effects]
            more += [paragraph("Under ", *separated(names), ".")]
        yield self.figure(self._picture(first), *more)

    def _picture(self, effect: Effect) -> str:
        """The position after a legal move, or an illegal move with the cells it is about."""
        seen, move = self.seen(effect.state), effect.move
        if move is None or not effect.violations:
            return svg(seen, move=move, size=self.size)
        if isinstance(move, LaysTiles):
            return illegal_tiles(seen, move, self.size)
        return svg(seen, last=move.cells, size=self.size)


def illegal_tiles(position: State | View, move: LaysTiles, size: int) -> str:
    """A picture of the board with tiles that may not be laid there; it outlines a broken line."""
    laid = zip(move.cells, move.laid, strict=True)
    board = Board(position.variant.scene(position).tiles).placing(laid)
    broken = (
        line.cells
        for line in board.lines()
        if not line.fits and not set(move.cells).isdisjoint(line.cells)
    )
    return svg(board, last=move.cells, line=next(broken, ()), size=size)


class SituationDirective(AboutMove):
    """A table of the effect of a move under each variant or, without a move, of the legal moves.

    A line of the content makes claims about some of the variants: ``schmidt hebrew: legal``.
    """

    def build(self) -> Iterator[nodes.Node]:
        effects = self.effects()
        claims, by_variant = self.claims(), self._claims_by_variant()
        rows: list[list[Entry]] = []
        for effect, printed in effects:
            label = label_of(effect.state.variant)
            all_claims = {**printed, **claims, **by_variant.pop(label, {})}
            self.problems += false_claims(all_claims, effect)
            rows.append([[code(label)], *self._columns(effect)])
        if by_variant:
            others = ", ".join(by_variant)
            raise InvalidValue(f"there are claims about variants that are not shown: {others}")
        first = effects[0][0]
        yield self.figure(svg(self.seen(first.state), size=self.size))
        if first.move is None:
            yield table(["variant", "possible moves", "now"], rows)
        else:
            yield table(["variant", [code(str(first.move))], "points", "then"], rows)

    def author_text(self) -> list[nodes.Node]:
        """The caption alone, since the content consists of claims."""
        return self.caption()

    def _claims_by_variant(self) -> dict[str, dict[str, str]]:
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

    def _columns(self, effect: Effect) -> list[Entry]:
        if effect.move is None:
            return [separated(map(code, effect.choices)) or "none", effect.then]
        if effect.violations:
            return [self.reasons("not legal:", why=effect.violations), "", ""]
        return ["legal", effect.points, effect.then]


class GameDirective(AboutPosition):
    """A game from a file, move by move: a figure if the file is JSON, otherwise a record."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = dict.fromkeys(
        (*PICTURE_OPTIONS, "moves", "players", "seat", "variant"), as_text
    )

    def build(self) -> Iterator[nodes.Node]:
        name = self.arguments[0]
        kind = "figure" if name.endswith(".json") else "record"
        fields = {"players": self.option("players")} if "players" in self.options else {}
        game = self.game(name, kind, self.variant(), fields)
        chosen = game.chosen(self.option("moves")) if "moves" in self.options else game.steps
        rows: list[list[Entry]] = []
        for step in game.steps:
            effect = Effect.of(step.state, step.move)
            wrong = false_claims(step.claims, effect)
            self.problems += [f"move {step.label}: {problem}" for problem in wrong]
            seat = step.state.turn
            player = step.state.players[seat].name
            total = step.state.scores[seat] + effect.score.total
            rows.append([step.label, player, [code(str(step.move))], effect.points, str(total)])
            if step in chosen:
                found = self.drawn(svg(self.seen(step.state), move=step.move, size=self.size))
                text = f"{step.label}. {player}: {effect.points}, now {total}"
                found += nodes.caption(text, text)
                yield found
        head = ["turn", "player", "move", "points", "now"]
        yield table(head, rows, self.option("caption"))
