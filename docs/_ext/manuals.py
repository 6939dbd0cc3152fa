"""Directives that list the variants, and compare their manuals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from docutils import nodes

from _ext.directives import (
    CheckedDirective,
    Entry,
    Inline,
    OptionSpec,
    as_text,
    code,
    folded,
    paragraph,
    stacked,
    table,
)
from _ext.links import page_link
from _ext.rulebook import STATUS, answer, by_text, manuals, title_of
from _ext.sources import as_variant, as_variants, known_as, label_of
from qwirkle.description import Citation, Edition
from qwirkle.errors import InvalidValue
from qwirkle.registry import compare, get_variant, variants
from qwirkle.variant import Variant
from qwirkle.words import joined, sentence


class VariantsDirective(CheckedDirective):
    """A table of the installed variants."""

    def build(self) -> Iterator[nodes.Node]:
        rows: list[list[Entry]] = []
        for name, origin in variants().items():
            edition = get_variant(name).edition
            box: list[Entry] = ["", "", ""]
            if edition:
                box = [[title_of(edition)], edition.publisher, _year(edition)]
            languages = ", ".join(edition.languages) if edition else ""
            rows.append([[code(name)], *box, languages, origin])
        yield table(["name", "title", "publisher", "year", "rules in", "comes with"], rows)


class EditionsDirective(CheckedDirective):
    """A table of editions by what is on the box, with what each has for some rules.

    Every line of the content is the name of a variant and the page that is about it. The option
    ``facts`` names the facts to show, and what to call them.
    """

    has_content = True
    option_spec: ClassVar[OptionSpec] = {"facts": as_text}

    def build(self) -> Iterator[nodes.Node]:
        facts: dict[str, str] = {}
        for part in filter(None, self.option("facts").split(";")):
            name, _, title = part.strip().partition(" ")
            facts[name] = title
        rows: list[list[str | Inline]] = []
        listed: list[Variant] = []
        for row, line in enumerate(self.content):
            if not line.strip():
                continue
            label, _, page = line.strip().rpartition(" ")
            with self.about(row=row):
                variant = as_variant(label)
                if variant.edition is None:
                    raise InvalidValue(f"{label_of(variant)} is not a printed edition")
            link = page_link(known_as(variant), page, self.env.docname)
            known = variant.all_facts()
            texts = [sentence(known[name].text) if name in known else "" for name in facts]
            rows.append([[link], _on_the_box(variant.edition), *texts])
            listed.append(variant)
        if unknown := {*facts}.difference(*(variant.all_facts() for variant in listed)):
            self.problem(f"no edition has the fact {', '.join(sorted(unknown))}", "facts")
        names = {known_as(variant) for variant in listed}
        if unlisted := [name for name in map(known_as, manuals()) if name not in names]:
            self.problem(f"these editions are not listed: {joined(unlisted)}")
        yield stacked(["your edition", "on the box", *facts.values()], rows)


def _on_the_box(edition: Edition) -> Inline:
    """The words by which people recognise their box."""
    maker = f", {edition.publisher}" + f", {edition.year}" * (edition.year is not None)
    languages = [f"rules in {joined(edition.languages)}"] if edition.languages else []
    return [title_of(edition), "; ".join([maker, *languages, *edition.signs])]


def _year(edition: Edition) -> str:
    return str(edition.year or "")


class ComparisonDirective(CheckedDirective):
    """The differences of two variants, or of the manuals of several editions.

    The differences of manuals come first; a table of what each manual says about every rule is
    folded away below them.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {"variants": as_text}

    def build(self) -> Iterator[nodes.Node]:
        if self.arguments:
            yield self._of_two(as_variants(self.arguments[0]))
            return
        chosen = as_variants(self.option("variants")) if "variants" in self.options else manuals()
        unknown = [label_of(variant) for variant in chosen if not variant.citations]
        if unknown:
            raise InvalidValue(f"no manual is known for {', '.join(unknown)}")
        rules = dict.fromkeys(rule for variant in chosen for rule in variant.citations)
        cited = {
            rule: {known_as(v): v.citations[rule] for v in chosen if rule in v.citations}
            for rule in rules
        }
        yield table(
            ["rule", "what the editions say"],
            [
                [[self.rule(rule)], _answers(found)]
                for rule, found in cited.items()
                if len(by_text(found)) > 1
            ],
        )
        yield from folded("Every rule, manual by manual", self._of_manuals(chosen, cited))

    def _of_two(self, pair: Sequence[Variant]) -> nodes.table:
        if len(pair) != 2:
            raise InvalidValue(f"expected two variants to compare, not {len(pair)}")
        facts = [variant.all_facts() for variant in pair]
        rows: list[list[Entry]] = []
        for found in compare(*pair):
            texts = [
                sentence(fact[found.field].text) if found.field in fact else "" for fact in facts
            ]
            rules = self.rules(found.rules) or [found.field.replace("_", " ")]
            rows.append([rules, *texts])
        return table(["rules", *map(known_as, pair)], rows)

    def _of_manuals(
        self, chosen: Sequence[Variant], cited: Mapping[str, Mapping[str, Citation]]
    ) -> nodes.table:
        names = [known_as(variant) for variant in chosen]
        rows: list[list[str | Inline]] = []
        for rule, found in cited.items():
            usual = usual_text(found)
            entries = [self._entry(found.get(name), usual) for name in names]
            rows.append([[self.rule(rule), f": {usual}"], *entries])
        return stacked(["rule", *names], rows)

    def _entry(self, citation: Citation | None, usual: str) -> Inline:
        """The entry for one manual: its text if it differs from the usual one, and its note."""
        if citation is None:
            return ["Not in this game."]
        different = "" if citation.text == usual else citation.text
        words = " ".join(filter(None, [f"{STATUS[citation.status]}.", different, citation.note]))
        rulings: Inline = [" See ", *self.rules(citation.rulings)] if citation.rulings else []
        return [words, *rulings]


def usual_text(cited: Mapping[str, Citation]) -> str:
    """The text that most manuals have for a rule.

    A printed text is preferred, even if most manuals leave the rule out.

    >>> silent = Citation("silent", "A manual", "Pass.")
    >>> usual_text({"A": Citation("printed", "Another", "Exchange."), "B": silent, "C": silent})
    'Exchange.'
    """
    printed = [found for found in cited.values() if found.status == "printed"]
    [(text, _)] = Counter(found.text for found in printed or cited.values()).most_common(1)
    return text


def _answers(cited: Mapping[str, Citation]) -> Entry:
    """The answers of the editions to a rule, the usual one first; the others are highlighted."""
    usual = usual_text(cited)
    answers = sorted(by_text(cited).items(), key=lambda answer: answer[0] != usual)
    block = nodes.line_block()
    for text, names in answers:
        parts = answer(text, {name: cited[name] for name in names})
        line = nodes.line("", "", *paragraph(*parts).children)
        line["classes"] = ["qwirkle-usual" if text == usual else "qwirkle-differs"]
        block += line
    return block
