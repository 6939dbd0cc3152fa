"""One position under several variants: what comes of a move, or what can be done."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.render import svg
from qwirkle.sphinxext.claims import Verdict, as_claims, faults
from qwirkle.sphinxext.markup import Cell, code, separated, table
from qwirkle.sphinxext.moves import MoveOnTable
from qwirkle.sphinxext.reading import as_variants, label_of


class Situation(MoveOnTable):
    """A table of what happens under each variant.

    Lines of the content claim something of some of the variants: ``schmidt hebrew: legal``.
    """

    def build(self) -> Iterator[nodes.Node]:
        verdicts = self.verdicts()
        claims, own = self.claims(), self._own_claims()
        rows: list[list[Cell]] = []
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

    def _row(self, verdict: Verdict) -> list[Cell]:
        if verdict.move is None:
            return [separated(map(code, verdict.choices)) or "nothing", verdict.then]
        if verdict.violations:
            return [self.reasons("not legal:", why=verdict.violations), "", ""]
        return ["legal", verdict.worth, verdict.then]
