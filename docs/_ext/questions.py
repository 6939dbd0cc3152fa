"""The directive that answers a question for every printed edition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs
from docutils import nodes

from _ext.directives import CheckedDirective, Inline, paragraph
from _ext.links import as_rule, installed
from _ext.rulebook import manuals
from _ext.sources import known_as, label_of
from qwirkle.authoring import TileGame
from qwirkle.description import Citation
from qwirkle.errors import InvalidValue
from qwirkle.variant import Variant
from qwirkle.words import joined
from qwirkle_variants import CardGame

GAMES: Final = {TileGame: "The tile game", CardGame: "The card game"}
"""The name for all editions of a game together."""

NOTES: Final = {"implied": "Implied", "silent": "Our ruling"}
"""The words after an answer that not every manual prints."""

_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")


class QuestionDirective(CheckedDirective):
    """The answers of all printed editions to a question; those that answer alike are together.

    Every line of the content is the title of a rule and, if only one of its sentences is an answer,
    a colon and some words of that sentence. An edition answers with those rules that it has.
    """

    has_content = True

    def build(self) -> Iterator[nodes.Node]:
        asked: dict[str, str] = {}
        for row, line in enumerate(self.content):
            title, _, words = line.partition(":")
            with self.about(row=row):
                rule, _ = as_rule(title)
            asked[rule] = words.strip()
        editions = [variant for variant in manuals() if asked.keys() & variant.statements.keys()]
        editions = editions or [v for v in installed() if asked.keys() & v.citations.keys()]
        for game, name in GAMES.items():
            found = {known_as(v): _answer(v, asked) for v in editions if isinstance(v, game)}
            everyone = {known_as(variant) for variant in manuals() if isinstance(variant, game)}
            yield from _paragraphs(found, name if everyone == found.keys() else "")
        foot = paragraph("With pictures: ", *self.rules(asked))
        foot["classes"] = ["qwirkle-foot"]
        yield foot


def _answer(variant: Variant, asked: Mapping[str, str]) -> list[Citation]:
    """The answer of an edition by some rules; rulings count as citations of a silent manual."""
    answer: list[Citation] = []
    for rule, words in asked.items():
        if rule not in variant.statements:
            continue
        cited = variant.citations.get(rule) or Citation("silent", "", variant.statements[rule])
        sentences = [part for part in _SENTENCE.split(cited.text) if words in part]
        if not sentences:
            raise InvalidValue(f"{label_of(variant)}: {rule} has no sentence with {words!r}")
        if words and cited.status == "implied":
            cited = attrs.evolve(cited, status="printed")  # some other sentence may be implied
        answer.append(attrs.evolve(cited, statement=" ".join(sentences)))
    return answer


def _paragraphs(
    found: Mapping[str, Sequence[Citation]], everyone: str
) -> Iterator[nodes.paragraph]:
    """The answers of a game's editions, the usual one first; the others are highlighted.

    An answer that no manual prints is never the usual one if there is another.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, answer in found.items():
        groups.setdefault(tuple(cited.text for cited in answer), []).append(name)
    alike = sorted(
        groups.values(), key=lambda names: (found[names[0]][0].status == "silent", -len(names))
    )
    for names in alike:
        label = everyone if everyone and len(alike) == 1 else joined(names)
        parts: Inline = [nodes.strong("", label), ":"]
        for rule, cited in enumerate(found[names[0]]):
            parts.append(f" {cited.text}")
            for status, words in NOTES.items():
                marked = [name for name in names if found[name][rule].status == status]
                where = f": {joined(marked)}" if len(marked) < len(names) else ""
                parts += [" ", nodes.emphasis("", f"({words}{where}.)")] if marked else []
        line = paragraph(*parts)
        line["classes"] = ["qwirkle-usual" if names is alike[0] else "qwirkle-differs"]
        yield line
