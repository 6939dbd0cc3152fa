"""The words of a rule say what the variant really does: its statements agree with its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs
import pytest
from _ext.captions import NUMBERS

import qwirkle
from qwirkle import authoring
from qwirkle.description import Fact
from qwirkle.errors import short_repr
from qwirkle.variant import Variant

_WORD: Final = re.compile(r"\w+")
_CHOICE: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def number_names(number: int) -> set[str]:
    """The ways to write a number: in digits and, if it is small, as a word."""
    return {str(number), *NUMBERS[number : number + 1]}


def misstated(variant: Variant) -> Iterator[tuple[str, str]]:
    """Every rule whose statement does not say what a fact of the variant says, with a message.

    A number must be in the statement of every rule that it decides, and the largest of several
    numbers, such as the points of lines, in one of them. A choice, such as ``must-exchange``, must
    be in the statement of the first rule that it decides, with the beginnings of all its words. Of
    any other text, the numbers must be there. The numbers 0 and 1 are not compared, since texts
    have many words for them.
    """
    statements = variant.statements
    for name, fact in variant.all_facts().items():
        rules = [rule for rule in fact.rules if rule in statements]
        if isinstance(fact.value, str) and _CHOICE.fullmatch(fact.value):
            rules = rules[:1]
        wrong = [rule for rule in rules if not _says(str(statements[rule]), fact)]
        if isinstance(fact.value, tuple) and wrong != rules:
            continue
        for rule in wrong:
            text = short_repr(statements[rule].text)
            yield (
                rule,
                f"under {variant.name}, {fact.text} ({name}), but {rule} is stated as {text}",
            )


def _says(text: str, fact: Fact) -> bool:
    """Whether a text says what a fact says."""
    value = fact.value
    words = [word.casefold() for word in _WORD.findall(text)]
    if isinstance(value, str) and _CHOICE.fullmatch(value):
        return all(any(word.startswith(part) for word in words) for part in value.split("-"))
    numbers: list[int] = []
    if isinstance(value, str):
        numbers = [int(word) for word in _WORD.findall(fact.text) if word.isdecimal()]
    elif type(value) is int:
        numbers = [value]
    elif isinstance(value, tuple) and {*map(type, value)} == {int}:
        numbers = [max(value)]
    return all(not number_names(n).isdisjoint(words) for n in numbers if n > 1)


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_all_statements_say_what_the_variants_do(name: str) -> None:
    assert list(misstated(qwirkle.get_variant(name))) == []


@pytest.mark.parametrize(
    ("name", "rule", "old", "new"),
    [
        ("mindware", "S1", "108", "109"),
        ("mindware", "S1", "three", "four"),
        ("mindware", "S2", "six", "seven"),
        ("mindware", "T1", "six", "five"),
        ("mindware", "S3", "four", "six"),
        ("schmidt", "S4", "stacks", "a bag"),
        ("schmidt", "B3", "youngest", "oldest"),
        ("mindware", "X1", "six", "three"),
        ("hebrew", "X4", "may", "must"),
        ("mindware", "C2", "twelve", "eleven"),
        ("mindware", "C3", "six", "twelve"),
        ("mindware", "E3", "at once", "later"),
    ],
)
def test_wording_is_compared_with_facts(name: str, rule: str, old: str, new: str) -> None:
    variant = qwirkle.get_variant(name)
    assert isinstance(variant, authoring.TileGame)
    citation = variant.citations[rule]
    assert old in citation.text
    statement = attrs.evolve(citation.statement, text=citation.text.replace(old, new))
    citations = {**variant.citations, rule: attrs.evolve(citation, statement=statement)}
    found = dict(misstated(attrs.evolve(variant, citations=citations)))
    assert f"but {rule} is stated as" in found[rule]
