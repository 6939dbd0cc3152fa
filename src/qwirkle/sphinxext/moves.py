"""Moves, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from qwirkle.board import Board
from qwirkle.errors import InvalidValue
from qwirkle.moves import Place
from qwirkle.notation import parse_move
from qwirkle.render import svg
from qwirkle.sphinxext.claims import NAMES, Verdict, faults
from qwirkle.sphinxext.markup import code, paragraph, separated
from qwirkle.sphinxext.positions import OnTable
from qwirkle.sphinxext.reading import as_variants, label_of
from qwirkle.state import State, View
from qwirkle.variant import Variant


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
