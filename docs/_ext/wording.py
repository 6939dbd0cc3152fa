"""A check of statements: the words of a rule must say what the variant really does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qwirkle.description import Fact
from qwirkle.errors import short_repr
from qwirkle.variant import Variant

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
"""The words for the numbers from 0 on."""

_WORD: Final = re.compile(r"\w+")
_CHOICE: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def number_names(number: int) -> set[str]:
    """The ways to write a number: in digits and, if it is small, as a word.

    >>> sorted(number_names(12)), number_names(108)
    (['12', 'twelve'], {'108'})
    """
    names = {str(number)}
    return names | {NUMBERS[number]} if 0 <= number < len(NUMBERS) else names


def misstated(variant: Variant) -> Iterator[tuple[str, str]]:
    """Every rule whose statement does not say what a fact of the variant says, with a message.

    A number must be in the statement of every rule that it decides, and the largest of several
    numbers, such as the points of lines, in one of them. A choice, such as ``must-exchange``, must
    be in the statement of the first rule that it decides, with the beginnings of all its words. Of
    any other text, the numbers must be there. The numbers 0 and 1 are not compared, since texts
    have many words for them.

    >>> import qwirkle
    >>> list(misstated(qwirkle.get_variant("schmidt")))
    []
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
