"""Directives about variants: a list of them, and what their manuals say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst.directives import flag

from qwirkle.description import Citation, Edition
from qwirkle.errors import InvalidValue, QwirkleError
from qwirkle.registry import compare, get_variant, variants
from qwirkle.sphinxext.directives import (
    Checked,
    Entry,
    Options,
    Words,
    as_told,
    code,
    paragraph,
    table,
)
from qwirkle.sphinxext.sources import as_variant, as_variants, label_of
from qwirkle.variant import Variant


class Variants(Checked):
    """The variants that are installed."""

    def build(self) -> Iterator[nodes.Node]:
        rows: list[list[Entry]] = []
        for name, origin in variants().items():
            try:
                edition = get_variant(name).edition
            except QwirkleError as error:  # the others work all the same
                self.faults.append(str(error))
                continue
            box = [edition.title, edition.publisher, _year(edition)] if edition else ["", "", ""]
            spoken = ", ".join(edition.languages) if edition else ""
            rows.append([[code(name)], *box, spoken, origin])
        yield table(["name", "title", "publisher", "year", "rules in", "comes with"], rows)


class EditionDirective(Checked):
    """What is on the box of an edition, and what its manual says about every rule."""

    required_arguments = 1
    final_argument_whitespace = True

    def build(self) -> Iterator[nodes.Node]:
        variant = as_variant(self.arguments[0])
        citations = variant.citations
        if variant.edition is None or not citations:
            raise InvalidValue(f"{label_of(variant)} is no printed edition")
        sources = list(dict.fromkeys(found.source for found in citations.values()))
        yield _box(variant.edition, sources)
        rules = nodes.definition_list(classes=["qwirkle"])
        for rule, citation in citations.items():
            source = f": {citation.source}" if len(sources) > 1 else ""
            status = nodes.Text(f" ({citation.status}{source})")
            term = nodes.term("", "", self.rule(rule), status)
            filled: Words = [" (", *self.rules(citation.rulings), ")"] if citation.rulings else []
            note = f" {citation.note}" if citation.note else ""
            text = paragraph(citation.text + note, *filled)
            rules += nodes.definition_list_item("", term, nodes.definition("", text))
        yield rules


def _box(edition: Edition, sources: Sequence[str]) -> nodes.field_list:
    """What is printed on a box, as far as it is known."""
    facts = {
        "Title": edition.title,
        "Publisher": edition.publisher,
        "Year": _year(edition),
        "Designer": edition.designer,
        "Players": edition.players,
        "Ages": edition.ages,
        "Minutes": edition.minutes,
        "Languages": ", ".join(edition.languages),
        "Also called": ", ".join(edition.aliases),
        "Remarks": " ".join(edition.remarks),
        "Rules": "; ".join(sources),
    }
    fields = nodes.field_list()
    for name, text in facts.items():
        if text:
            body = nodes.field_body("", paragraph(text))
            fields += nodes.field("", nodes.field_name(name, name), body)
    return fields


def _year(edition: Edition) -> str:
    return str(edition.year or "")


class Comparison(Checked):
    """What manuals say about every rule, side by side; or in what two variants differ."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Options] = {"variants": as_told, "only-differences": flag}

    def build(self) -> Iterator[nodes.Node]:
        if self.arguments:
            yield self._of_two(as_variants(self.arguments[0]))
            return
        chosen = as_variants(self.told("variants") or " ".join(variants()))
        cited = [variant for variant in chosen if variant.citations]
        if "variants" in self.options and cited != chosen:
            silent = [label_of(variant) for variant in chosen if not variant.citations]
            raise InvalidValue(f"no manual is known of {', '.join(silent)}")
        yield self._of_manuals(cited)

    def _of_two(self, pair: Sequence[Variant]) -> nodes.table:
        if len(pair) != 2:
            raise InvalidValue(f"two variants are compared, not {len(pair)}")
        facts = [variant.all_facts() for variant in pair]
        rows: list[list[Entry]] = []
        for found in compare(*pair):
            said = [fact[found.field].text if found.field in fact else "" for fact in facts]
            rows.append([[code(found.field)], self.rules(found.rules), *said])
        return table(["", "rules", *_names(pair)], rows)

    def _of_manuals(self, cited: Sequence[Variant]) -> nodes.table:
        rules = dict.fromkeys(rule for variant in cited for rule in variant.citations)
        rows: list[list[Entry]] = []
        for rule in rules:
            citations = [variant.citations.get(rule) for variant in cited]
            said = {
                (found.status, found.text, found.note) if found else None for found in citations
            }
            if len(said) == 1 and "only-differences" in self.options:
                continue
            known = [found for found in citations if found]
            printed = [found for found in known if found.status == "printed"]
            # The rule as it is printed, also if most manuals are silent.
            [(usual, _)] = Counter(found.text for found in printed or known).most_common(1)
            cells = [self._cell(found, usual) for found in citations]
            rows.append([[self.rule(rule), ": ", usual], *cells])
        return table(["rule", *_names(cited)], rows)

    def _cell(self, citation: Citation | None, usual: str) -> Entry:
        """The cell of one manual: its text only where most have another one, and its note."""
        if citation is None:
            return ""
        rulings: Words = ["; ", *self.rules(citation.rulings)] if citation.rulings else []
        own = "" if citation.text == usual else citation.text
        words = " ".join(filter(None, [own, citation.note]))
        return [citation.status, *rulings, f": {words}" if words else ""]


def _names(chosen: Sequence[Variant]) -> list[Entry]:
    return [[code(label_of(variant))] for variant in chosen]
