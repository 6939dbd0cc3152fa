"""Directives that draw tiles, positions, moves and games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any, ClassVar, Final

import attrs
from docutils import nodes

from _ext.captions import Known
from _ext.claims import CLAIMS, MOST_MOVES, Effect, as_claims, false_claims
from _ext.directives import (
    PICTURE_OPTIONS,
    AnyOptions,
    Entry,
    Inline,
    OptionSpec,
    PictureDirective,
    as_text,
    paragraph,
    table,
)
from _ext.sources import (
    Game,
    LaysTiles,
    Step,
    as_fields,
    as_variant,
    as_variants,
    from_figure,
    known_as,
    label_of,
)
from qwirkle.api import legal_moves, observe, position
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.lines import Line
from qwirkle.moves import Move
from qwirkle.notation import parse_move
from qwirkle.render import svg
from qwirkle.scene import ending
from qwirkle.state import State, View
from qwirkle.tiles import as_tiles
from qwirkle.variant import Variant
from qwirkle.words import joined, sentence
from qwirkle_variants import Lay

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
            with self.about("line"):
                if claim not in _LINE:
                    raise InvalidValue(f"line: expected yes or no, not {short_repr(claim)}")
            is_line = len(tiles) > 1 and Line((), tiles).fits
            if _LINE[claim] != is_line:
                fact = "is a line" if is_line else "is not a line"
                problem = f"line: {claim} is claimed, but {self.arguments[0]} {fact} [P3]"
                self.problem(problem, "line")
        self.check_caption(Known.of_tiles(tiles))
        with self.about("size"):
            drawn = svg(tiles, size=self.size)
        yield self.figure(drawn)


class AboutPosition(PictureDirective):
    """A directive about a position, which is given by options or by a file."""

    option_spec: ClassVar[OptionSpec] = AnyOptions()

    not_fields: ClassVar[frozenset[str]] = frozenset(
        {*PICTURE_OPTIONS, "axes", "figure", "only-board", "seat", "variant"}
    )
    """The options that are not fields of a position."""

    def step(self, variant: Variant | None) -> Step:
        """The position; from a file also its move, and the claims that are printed about it.

        Args:
            variant: the rules, if the document names them.
        """
        fields = self.fields
        if "figure" in self.options:
            name, _, label = self.option("figure").partition(" ")
            with self.about("figure"):
                return self.game(name, variant, fields).step(label)
        with self.about():
            state = position("standard" if variant is None else variant, **as_fields(fields))
        return Step("", state)

    @property
    def fields(self) -> dict[str, str]:
        """The options that are fields of a position."""
        return {n: text for n, text in self.options.items() if n not in self.not_fields}

    def draw(self, thing: State | View | Board, **more: Any) -> str:
        """A picture in the size and with the parts that the options ask for."""
        with self.about("size", "move"):
            board, axes = "only-board" in self.options, "axes" in self.options
            return svg(thing, size=self.size, axes=axes, only_board=board, **more)

    def known(self, *effects: Effect) -> Known:
        """The numbers and tiles that the text about a picture may mention."""
        hands = "only-board" not in self.options
        given = {name.replace("-", "_") for name in self.fields} if hands else ()
        return reduce(or_, (Known.of_effect(effect, given, hands=hands) for effect in effects))

    def game(self, name: str, variant: Variant | None, fields: dict[str, str]) -> Game:
        """The game of a figure; wrong scores and boards in its file are reported.

        Args:
            name: the name of the file.
            variant: the rules, if the document names them.
            fields: the fields that the document gives, which may only be the players.
        """
        text = self.read(name)
        if surplus := fields.keys() - {"players"}:
            given = ", ".join(sorted(surplus))
            raise InvalidValue(f"{name} has the whole figure: leave out {given}")
        try:
            game = from_figure(text, variant, as_fields(fields))
        except QwirkleError as error:
            raise InvalidValue(f"{name}: {error}") from error
        for problem in game.problems:
            self.problem(f"{name}: {problem}", "figure")
        return game

    def variant(self) -> Variant | None:
        """The rules, if the document names them."""
        with self.about("variant"):
            return as_variant(self.option("variant")) if "variant" in self.options else None

    def seen(self, state: State) -> State | View:
        """The state or, with the option ``seat``, that player's view of it."""
        if "seat" not in self.options:
            return state
        text = self.option("seat")
        with self.about("seat"):
            if not text.isdecimal():
                raise InvalidValue(f"seat: expected the number of a seat, not {short_repr(text)}")
            return observe(state, int(text))


class PositionDirective(AboutPosition):
    """A picture of a position."""

    not_fields = AboutPosition.not_fields | {"cells"}

    def build(self) -> Iterator[nodes.Node]:
        state = self.step(self.variant()).state
        seen = self.seen(state)
        with self.about("cells"):
            cells = free_cells(seen) if "cells" in self.options else set()
        known = self.known(Effect.of(state, None))
        self.check_caption(attrs.evolve(known, numbers=known.numbers | {len(cells)}))
        yield self.figure(self.draw(seen, cells=cells))


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
            with self.about("under"):
                if "variant" in self.options:
                    raise InvalidValue("give either 'variant' or 'under', not both")
                variants = [*as_variants(self.option("under"))]
        found: list[tuple[Effect, dict[str, str]]] = []
        for variant in variants:
            step = self.step(variant)
            move, claims = step.move, dict(step.claims)
            if "move" in self.options:
                with self.about("move"):
                    move, claims = parse_move(self.option("move"), step.state), {}
            found.append((Effect.of(step.state, move), claims))
        return found

    def claims(self) -> dict[str, str]:
        """The claims that the options make."""
        return {name: text for name, text in self.options.items() if name in CLAIMS}

    def told(self, effect: Effect) -> Inline:
        """The effect in words, with links to the rules that an illegal move breaks."""
        return [effect.told, *self.reasons(effect.violations)]


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
            for name, problem in false_claims({**printed, **claims}, effect).items():
                self.problem(problem, name, "move", "figure")
        self.check_caption(self.known(*(effect for effect, _ in effects)))
        first = effects[0][0]
        more: list[nodes.Node] = []
        if "under" in self.options:
            names = joined(known_as(effect.state.variant) for effect, _ in effects)
            more.append(paragraph(f"It is the same in {names}."))
        told = self.told(first)
        if first.drawn:
            told.append(f" Drawn: {joined(tile.name for tile in first.drawn)}.")
        yield self.figure(self._picture(first), told, *more)

    def _picture(self, effect: Effect) -> str:
        """The position after a legal move, or an illegal move with the cells it is about.

        A move that leaves the board as it is changes a hand, so what was drawn is shown too.
        Tiles that may not be laid there are on the board, and rows are as the move leaves them.
        There is an outline around a broken line or row.
        """
        if effect.drawn:
            return self.draw(self.seen(effect.after), notes=False)
        seen, move = self.seen(effect.state), effect.move
        if move is None or not effect.violations:
            return self.draw(seen, move=move, notes=False)
        if isinstance(move, Lay):
            board, played, broken_row = attempted_rows(effect, move)
            return self.draw(board, last=played, line=broken_row)
        if not isinstance(move, LaysTiles):
            return self.draw(seen, last=move.cells)
        laid = zip(move.cells, move.laid, strict=True)
        board = Board(seen.variant.scene(seen).tiles).placing(laid)
        broken = (
            line.cells
            for line in board.lines()
            if not line.fits and not set(move.cells).isdisjoint(line.cells)
        )
        return self.draw(board, last=move.cells, line=next(broken, ()))


def attempted_rows(effect: Effect, move: Lay) -> tuple[Board, tuple[Cell, ...], tuple[Cell, ...]]:
    """The rows of an illegal move on a board, the cells that it played, and a broken row.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rc Rs Rd", hands=["Rt Gx", "Yx"])
    >>> move = qwirkle.parse_move("lay Rc Rs | Rd Rt", state)
    >>> board, played, broken = attempted_rows(Effect.of(state, move), move)
    >>> print(board)
    Rc@0,0 Rd@0,1 Rs@1,0 Rt@1,1
    >>> played, broken
    ((Cell(x=1, y=1),), (Cell(x=0, y=0), Cell(x=1, y=0)))
    """
    scene = effect.state.variant.scene(effect.state)
    tiles = dict(scene.tiles)
    old_rows = {tuple(tiles[cell] for cell in row) for _, row in scene.labels}
    rows = {
        tuple(Cell(x, y) for x in range(len(row))): tuple(row) for y, row in enumerate(move.rows)
    }
    played = Counter(tile for row in rows.values() for tile in row) - Counter(tiles.values())
    # A card that looks like a played one may be in a row that has not changed.
    changed_first = sorted(rows.items(), key=lambda item: item[1] in old_rows)
    last: list[Cell] = []
    for cell, tile in (pair for row in changed_first for pair in zip(*row, strict=True)):
        if played[tile] > 0:
            played[tile] -= 1
            last.append(cell)
    named = {violation.tiles for violation in effect.violations}
    broken = (cells for cells, row in rows.items() if row in named or not Line((), row).fits)
    board = Board([pair for row in rows.items() for pair in zip(*row, strict=True)])
    return board, tuple(last), next(broken, ())


class SituationDirective(AboutMove):
    """A table of the effect of a move under each variant or, without a move, of the legal moves.

    Variants with the same effect share a row.

    A line of the content makes claims about some of the variants: ``schmidt hebrew: legal``.
    """

    def build(self) -> Iterator[nodes.Node]:
        effects = self.effects()
        claims, by_variant = self.claims(), self._claims_by_variant()
        names: dict[str, list[str]] = {}
        texts: dict[str, Inline] = {}
        for effect, printed in effects:
            label = label_of(effect.state.variant)
            own = by_variant.pop(label, {})
            all_claims = {**printed, **claims, **{name: text for name, (text, _) in own.items()}}
            for name, problem in false_claims(all_claims, effect).items():
                _, row = own.get(name, ("", None))
                self.problem(problem, name, "figure", row=row)
            told = self._told(effect)
            text = paragraph(*told).astext()
            names.setdefault(text, []).append(known_as(effect.state.variant))
            texts[text] = told
        self.check_caption(self.known(*(effect for effect, _ in effects)))
        for label, unused in by_variant.items():
            row = min(row for _, row in unused.values())
            self.problem(f"there are claims about a variant that is not shown: {label}", row=row)
        state: Any = effects[0][0].state
        if len({effect.state.turn for effect, _ in effects}) > 1:
            state = attrs.evolve(state, turn=-1)  # so that the picture does not answer who starts
        yield self.figure(self.draw(self.seen(state)))
        rows: list[list[Entry]] = [[joined(names[text]), texts[text]] for text in names]
        yield table(["Edition", "What happens"], rows)

    @property
    def captions(self) -> tuple[str, ...]:
        """None of the content, which consists of claims."""
        return ()

    def author_text(self) -> list[nodes.Node]:
        """The caption alone, since the content consists of claims."""
        return self.caption()

    def _claims_by_variant(self) -> dict[str, dict[str, tuple[str, int]]]:
        """The claims of the content with the numbers of their lines, by the labels of variants."""
        found: dict[str, dict[str, tuple[str, int]]] = {}
        for row, line in enumerate(self.content):
            names, colon, text = line.partition(":")
            if not line.strip():
                continue
            with self.about(row=row):
                if not colon:
                    expected = "expected variants, a colon and claims"
                    raise InvalidValue(f"{expected}, not {short_repr(line)}")
                claims = {name: (words, row) for name, words in as_claims(text).items()}
                for variant in as_variants(names):
                    found.setdefault(label_of(variant), {}).update(claims)
        return found

    def _told(self, effect: Effect) -> Inline:
        if effect.violations or effect.after.is_over:
            return self.told(effect)
        return [f"{effect.told} {effect.then}".lstrip()]


class GameDirective(AboutPosition):
    """The game of a figure, move by move."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = dict.fromkeys(
        (*PICTURE_OPTIONS, "moves", "only-board", "players"), as_text
    )

    def build(self) -> Iterator[nodes.Node]:
        name = self.arguments[0]
        fields = {"players": self.option("players")} if "players" in self.options else {}
        game = self.game(name, None, fields)
        with self.about("moves"):
            chosen = game.chosen(self.option("moves")) if "moves" in self.options else game.steps
        effects = [Effect.of(step.state, step.move) for step in game.steps]
        rows: list[list[Entry]] = []
        for step, effect in zip(game.steps, effects, strict=True):
            for problem in false_claims(step.claims, effect).values():
                self.problem(f"move {step.label}: {problem}")
            total = str(step.state.scores[step.state.turn] + effect.score.total)
            rows.append([step.label, f"{effect.player} {effect.did}", effect.points, total])
            if step in chosen:
                found = self.drawn(self.draw(step.state, move=step.move, notes=False))
                text = f"{step.label}. {effect.told} {effect.player}'s total is {total}."
                found += nodes.caption(text, text)
                yield found
        known = self.known(*effects, Effect.of(game.end, None))
        self.check_caption(attrs.evolve(known, numbers=known.numbers | {len(rows)}))
        yield table(["Move", "What happens", "Points", "Total"], rows, self.option("caption"))
        if game.end.is_over:
            yield paragraph(" ".join(map(sentence, ending(game.end))))
