"""Directives that state rules for players: a single rule, or all rules of an edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from docutils import nodes

from _ext.captions import NUMBERS
from _ext.directives import (
    CheckedDirective,
    Inline,
    OptionSpec,
    as_text,
    code,
    folded,
    paragraph,
    separated,
)
from _ext.links import as_rule, installed
from _ext.sources import as_variant, as_variants, known_as, label_of
from qwirkle.description import WHAT_IF, Citation, Edition, Statement
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.registry import get_variant
from qwirkle.variant import Variant
from qwirkle.words import joined, sentence

STATUS: Final[Mapping[str, str]] = {
    "printed": "Printed",
    "implied": "Implied",
    "silent": "Not mentioned, so our ruling",
}
"""How a manual has a rule, in words."""


def manuals() -> list[Variant]:
    """The installed variants with a manual, one for each manual, the oldest first.

    >>> [known_as(variant) for variant in manuals()][:3]
    ['MindWare', 'Cards', '999 Games (French)']
    """
    found: dict[frozenset[str], Variant] = {}
    for variant in sorted(installed(), key=_year):
        if sources := frozenset(cited.source for cited in variant.citations.values()):
            found.setdefault(sources, variant)
    return list(found.values())


def _year(variant: Variant) -> int:
    year = variant.edition.year if variant.edition else None
    return 9999 if year is None else year


def by_text(cited: Mapping[str, Citation]) -> dict[str, list[str]]:
    """The names of editions by the text that they have for a rule."""
    found: dict[str, list[str]] = {}
    for name, citation in cited.items():
        found.setdefault(citation.text, []).append(name)
    return found


def answer(text: str, cited: Mapping[str, Citation]) -> Inline:
    """The text that some editions have for a rule, with those that do not print it."""
    names = {status: [n for n, c in cited.items() if c.status == status] for status in STATUS}
    parts: Inline = [nodes.strong("", joined(cited)), f": {text}"]
    for status in ("implied", "silent"):
        if names[status]:
            where = f": {joined(names[status])}" if len(names[status]) < len(cited) else ""
            parts += [f" ({STATUS[status]}{where}.)"]
    return parts


class RuleDirective(CheckedDirective):
    """A rule, with the author's pictures and remarks, and a note on the manuals that print it.

    It makes a section with the rule's title, which can be referred to by the rule's id.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"variant": as_text}

    def build(self) -> Iterator[nodes.Node]:
        rule = self.arguments[0]
        variant = self._stating(rule)
        statement = variant.statements[rule]
        title = statement.title
        number = nodes.inline("", f" {rule}", classes=["qwirkle-number"])
        heading = nodes.title(title, title, number)
        section = nodes.section("", heading, names=[rule.lower()])
        section["ids"] = [rule.lower()]
        section["classes"] = ["qwirkle-rule"]
        self.set_source_info(section)
        self.state.document.note_explicit_target(section, section)
        cited = _cited(rule)
        section += paragraph(statement.text)
        section += self._differences(statement, cited or _ruled(rule))
        section += self.parse_content_to_nodes()
        section += self._foot(rule, cited)
        yield section

    def _stating(self, rule: str) -> Variant:
        """The variant whose statement of the rule is shown."""
        if "variant" in self.options:
            chosen = [as_variant(self.option("variant"))]
        else:
            chosen = [get_variant("standard"), *installed()]
        for variant in chosen:
            if rule in variant.statements:
                return variant
        raise InvalidValue(f"no variant states the rule {short_repr(rule)}")

    def _differences(
        self, statement: Statement, cited: Mapping[str, Citation]
    ) -> Iterator[nodes.Node]:
        """The editions whose rule differs from the one that is shown."""
        others = {text: names for text, names in by_text(cited).items() if text != statement.text}
        if others:
            box = nodes.container("", classes=["qwirkle-differs"])
            for text, names in others.items():
                box += paragraph(*answer(text, {name: cited[name] for name in names}))
            yield box

    def _foot(self, rule: str, cited: Mapping[str, Citation]) -> Iterator[nodes.Node]:
        """The rule's number, the manuals that print it, and what decides it in programs."""
        notes: Inline = [f"Rule {rule}."]
        completes = {
            other
            for variant in installed()
            for other, citation in variant.citations.items()
            if rule in citation.rulings
        }
        if cited:
            notes += [f" {_who_prints(cited)}"]
        elif completes:
            notes += [" A ruling of this library: the manuals leave this open. See "]
            notes += [*self.rules(sorted(completes)), "."]
        foot = paragraph(*notes)
        foot["classes"] = ["qwirkle-foot"]
        yield foot
        if decided := self._options(rule):
            yield from folded("For programmers", nodes.bullet_list("", *decided))

    def _options(self, rule: str) -> list[nodes.list_item]:
        """The options of variants that decide the rule, with their possible values."""
        found: dict[str, Inline] = {}
        for variant in installed():
            for name, option in variant.possible_options.items():
                if rule in option.rules and name not in found:
                    values = [code(repr(value)) for value in option.schema.get("enum", ())]
                    choices: Inline = [": ", *separated(values)] if values else []
                    found[name] = ["The option ", code(name), *choices]
        return [nodes.list_item("", paragraph(*parts)) for parts in found.values()]


def _cited(rule: str) -> dict[str, Citation]:
    """The citations of a rule, by the name of the first edition with that manual."""
    found: dict[str, Variant] = {}
    for variant in sorted(installed(), key=_year):
        if rule in variant.citations:
            found.setdefault(variant.citations[rule].source, variant)
    return {known_as(variant): variant.citations[rule] for variant in found.values()}


def _ruled(rule: str) -> dict[str, Citation]:
    """A ruling in each edition that needs it, like a citation of a manual that is silent."""
    return {
        known_as(variant): Citation("silent", "", variant.statements[rule])
        for variant in manuals()
        if rule in _rules_of(variant)
    }


def _who_prints(cited: Mapping[str, Citation]) -> str:
    """A note on the manuals that have a rule."""
    statuses = {status: [n for n, c in cited.items() if c.status == status] for status in STATUS}
    notes: list[str] = []
    for status, words in STATUS.items():
        names = statuses[status]
        if len(names) == len(cited):
            number = NUMBERS[len(cited)] if len(cited) < len(NUMBERS) else str(len(cited))
            everywhere = "the manual" if len(cited) == 1 else f"all {number} editions"
            notes.append(f"{words} in {everywhere}.")
        elif names:
            notes.append(f"{words}: {joined(names)}.")
    return " ".join(notes)


class EditionDirective(CheckedDirective):
    """The rules of an edition as a rulebook for the owner of that box, arranged by topic.

    The content is a definition list of titles of rules, each with something to show below that
    rule, such as a picture.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"beyond": as_text, "original": as_text}

    def build(self) -> Iterator[nodes.Node]:
        variant = as_variant(self.arguments[0])
        if variant.edition is None or not variant.citations:
            raise InvalidValue(f"{label_of(variant)} is not a printed edition")
        beyond = as_variants(self.option("beyond")) if "beyond" in self.options else []
        elsewhere = {item for other in beyond for item in other.statements.items()}
        rules = dict(item for item in _rules_of(variant).items() if item not in elsewhere)
        original = (
            as_variant(self.option("original")).statements if "original" in self.options else {}
        )
        shown = self._shown_below(rules)
        differing = [
            rule for rule in rules if rule in original and original[rule].text != rules[rule].text
        ]
        if original:
            yield self._summary(differing, variant.citations)
        topics = dict.fromkeys(statement.topic for statement in rules.values())
        for topic in topics:
            section = self._section(topic)
            if topic == next(iter(topics)) and not elsewhere:
                section += [paragraph(remark) for remark in variant.edition.remarks]
            if topic == WHAT_IF:
                section += paragraph(
                    "The manual leaves these questions open: these are our rulings."
                )
            for rule, statement in rules.items():
                if statement.topic == topic:
                    section += self._rule(rule, statement)
                    usual = original[rule].text if rule in differing else ""
                    section += self._notes(variant.citations.get(rule), usual)
                    section += shown.get(rule, [])
            yield section
        sources = dict.fromkeys(found.source for found in variant.citations.values())
        yield from folded("About this box", _box(variant.edition, sources))

    def _section(self, title: str) -> nodes.section:
        section = nodes.section("", nodes.title(title, title), names=[nodes.make_id(title)])
        self.set_source_info(section)
        self.state.document.note_implicit_target(section, section)
        return section

    def _rule(self, rule: str, statement: Statement) -> nodes.paragraph:
        """A rule as a paragraph that begins with its title."""
        mark = sentence(statement.title)[len(statement.title) :]
        title = nodes.strong("", "", self.rule(rule), nodes.Text(mark))
        found = paragraph(title, f" {statement.text}")
        found["names"] = [f"rule-{rule.lower()}"]
        self.state.document.note_implicit_target(found, found)
        found["classes"] = ["qwirkle-statement"]
        return found

    def _summary(self, differing: Iterable[str], cited: Mapping[str, Citation]) -> nodes.Node:
        """A note at the top: the rules in which the box differs, and those that are ours."""
        silent = [rule for rule, citation in cited.items() if citation.status == "silent"]
        parts: Inline = ["Your box has the rules of the original game."]
        if links := self.rules(rule for rule in differing if rule in cited.keys() - {*silent}):
            parts = ["Your box differs from the original game here: ", *links, "."]
        if silent:
            ours = " Our ruling, because its manual says nothing: "
            parts += [ours, *self.rules(silent), "."]
        return nodes.container("", paragraph(*parts), classes=["qwirkle-differs"])

    def _shown_below(self, rules: Iterable[str]) -> dict[str, list[nodes.Node]]:
        """The author's pictures and remarks, by rule."""
        found: dict[str, list[nodes.Node]] = {}
        for node in self.parse_content_to_nodes():
            if not isinstance(node, nodes.definition_list):
                raise InvalidValue("the content must be a definition list of titles of rules")
            for item in node.findall(nodes.definition_list_item):
                rule, _ = as_rule(item[0].astext())
                if rule not in rules:
                    raise InvalidValue(f"{item[0].astext()!r} is not among the rules shown")
                found[rule] = list(item[-1].children)
        return found

    def _notes(self, citation: Citation | None, usual: str) -> Iterator[nodes.Node]:
        """Notes below a rule: how the manual has it, and the original rule if it differs.

        They are never folded away, so that a ruling is one on paper too.
        """
        if citation is None:
            return
        parts: Inline = []
        if citation.status != "printed":
            parts += [f"{STATUS[citation.status]}. "]
        if citation.note:
            parts += [f"{citation.note} "]
        if usual and citation.status == "silent":
            parts += [f"Original game: {usual} "]
        see: Inline = ["See ", *self.rules(citation.rulings)] if citation.rulings else []
        if parts or see:
            foot = paragraph(*parts)
            foot["classes"] = ["qwirkle-foot"] if parts else ["qwirkle-foot", "qwirkle-see"]
            foot += nodes.inline("", "", *paragraph(*see).children, classes=["qwirkle-see"])
            yield foot
        if usual and citation.status != "silent":
            differs = nodes.strong("", "Your box differs here.")
            text = paragraph(differs, f" Original game: {usual}")
            yield nodes.container("", text, classes=["qwirkle-differs"])


def _rules_of(variant: Variant) -> dict[str, Statement]:
    """The rules of a manual, followed by the rulings that complete them."""
    statements = variant.statements
    rulings = dict.fromkeys(
        ruling for citation in variant.citations.values() for ruling in citation.rulings
    )
    return {rule: statements[rule] for rule in [*variant.citations, *rulings] if rule in statements}


def title_of(edition: Edition) -> nodes.inline:
    """The title on a box, with its language."""
    # Docutils makes this class an attribute for screen readers.
    language = [f"language-{edition.lang}"] if edition.lang else []
    return nodes.inline(edition.title, edition.title, classes=language)


def _box(edition: Edition, sources: Iterable[str]) -> nodes.field_list:
    """The known facts about an edition, most of which are printed on its box."""
    facts: dict[str, str | nodes.Node | None] = {
        "Title": title_of(edition),
        "Publisher": edition.publisher,
        "Year": str(edition.year or ""),
        "Designer": edition.designer,
        "Players": edition.players,
        "Ages": edition.ages,
        "Minutes": edition.minutes,
        "Languages": ", ".join(edition.languages),
        "Rules": "; ".join(sources),
    }
    fields = nodes.field_list()
    for name, text in facts.items():
        if text:
            body = nodes.field_body("", paragraph(text))
            fields += nodes.field("", nodes.field_name(name, name), body)
    return fields
