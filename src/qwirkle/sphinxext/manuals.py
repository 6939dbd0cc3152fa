"""Directives that list the variants, and quote and compare their manuals."""

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
    CheckedDirective,
    Entry,
    Inline,
    OptionSpec,
    as_text,
    code,
    paragraph,
    table,
)
from qwirkle.sphinxext.sources import as_variant, as_variants, label_of
from qwirkle.variant import Variant


class VariantsDirective(CheckedDirective):
    """A table of the installed variants."""

    def build(self) -> Iterator[nodes.Node]:
        rows: list[list[Entry]] = []
        for name, origin in variants().items():
            try:
                edition = get_variant(name).edition
            except QwirkleError as error:  # the other variants still work
                self.problem(str(error))
                continue
            box = [edition.title, edition.publisher, _year(edition)] if edition else ["", "", ""]
            languages = ", ".join(edition.languages) if edition else ""
            rows.append([[code(name)], *box, languages, origin])
        yield table(["name", "title", "publisher", "year", "rules in", "comes with"], rows)


class EditionDirective(CheckedDirective):
    """The text on the box of an edition, and the text of its manual for every rule."""

    required_arguments = 1
    final_argument_whitespace = True

    def build(self) -> Iterator[nodes.Node]:
        variant = as_variant(self.arguments[0])
        citations = variant.citations
        if variant.edition is None or not citations:
            raise InvalidValue(f"{label_of(variant)} is not a printed edition")
        sources = list(dict.fromkeys(found.source for found in citations.values()))
        yield _box(variant.edition, sources)
        rules = nodes.definition_list(classes=["qwirkle"])
        for rule, citation in citations.items():
            source = f": {citation.source}" if len(sources) > 1 else ""
            status = nodes.Text(f" ({citation.status}{source})")
            term = nodes.term("", "", self.rule(rule), status)
            rulings: Inline = [" (", *self.rules(citation.rulings), ")"] if citation.rulings else []
            note = f" {citation.note}" if citation.note else ""
            text = paragraph(citation.text + note, *rulings)
            rules += nodes.definition_list_item("", term, nodes.definition("", text))
        yield rules


def _box(edition: Edition, sources: Sequence[str]) -> nodes.field_list:
    """The known facts about an edition, most of which are printed on its box."""
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


class ComparisonDirective(CheckedDirective):
    """A table of what the manuals say about every rule, or of the differences of two variants."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {"variants": as_text, "only-differences": flag}

    def build(self) -> Iterator[nodes.Node]:
        if self.arguments:
            yield self._of_two(as_variants(self.arguments[0]))
            return
        chosen = as_variants(self.option("variants") or " ".join(variants()))
        cited = [variant for variant in chosen if variant.citations]
        if "variants" in self.options and cited != chosen:
            unknown = [label_of(variant) for variant in chosen if not variant.citations]
            raise InvalidValue(f"no manual is known for {', '.join(unknown)}")
        yield self._of_manuals(cited)

    def _of_two(self, pair: Sequence[Variant]) -> nodes.table:
        if len(pair) != 2:
            raise InvalidValue(f"expected two variants to compare, not {len(pair)}")
        facts = [variant.all_facts() for variant in pair]
        rows: list[list[Entry]] = []
        for found in compare(*pair):
            texts = [fact[found.field].text if found.field in fact else "" for fact in facts]
            rows.append([[code(found.field)], self.rules(found.rules), *texts])
        return table(["", "rules", *_names(pair)], rows)

    def _of_manuals(self, cited: Sequence[Variant]) -> nodes.table:
        rules = dict.fromkeys(rule for variant in cited for rule in variant.citations)
        rows: list[list[Entry]] = []
        for rule in rules:
            citations = [variant.citations.get(rule) for variant in cited]
            contents = {
                (found.status, found.text, found.note) if found else None for found in citations
            }
            if len(contents) == 1 and "only-differences" in self.options:
                continue
            known = [found for found in citations if found]
            printed = [found for found in known if found.status == "printed"]
            # Prefer a printed text, even if most manuals leave the rule out.
            [(usual, _)] = Counter(found.text for found in printed or known).most_common(1)
            entries = [self._entry(found, usual) for found in citations]
            rows.append([[self.rule(rule), ": ", usual], *entries])
        return table(["rule", *_names(cited)], rows)

    def _entry(self, citation: Citation | None, usual: str) -> Entry:
        """The entry for one manual: its text if it differs from the usual one, and its note."""
        if citation is None:
            return ""
        rulings: Inline = ["; ", *self.rules(citation.rulings)] if citation.rulings else []
        different = "" if citation.text == usual else citation.text
        words = " ".join(filter(None, [different, citation.note]))
        return [citation.status, *rulings, f": {words}" if words else ""]


def _names(chosen: Sequence[Variant]) -> list[Entry]:
    return [[code(label_of(variant))] for variant in chosen]
