"""Texts from people and for people: words with positions, limits, phrases, values in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeVar

import attrs

from qwirkle.errors import InvalidValue, NotationError, short_repr


@attrs.frozen
class Word:
    """One word of a text, with its position for messages.

    >>> [word.text for word in Word.split("swap Rs  Bd")]
    ['swap', 'Rs', 'Bd']
    """

    text: str
    """The word itself."""
    source: str
    """The whole text that it is in."""
    at: int
    """The index in the source where it starts."""

    @staticmethod
    def split(text: str) -> list[Word]:
        """The words of a text, separated by white space.

        Raises:
            NotationError: if the text has more than 100,000 characters.
        """
        if len(text) > LONGEST_TEXT:
            raise NotationError(f"longer than {LONGEST_TEXT} characters", text, LONGEST_TEXT)
        words: list[Word] = []
        at = 0
        for part in text.split():
            at = text.index(part, at)
            words.append(Word(part, text, at))
            at += len(part)
        return words

    def part(self, start: int, stop: int | None = None) -> Word:
        """A part of the word."""
        return Word(self.text[start:stop], self.source, self.at + start)

    def error(self, reason: str) -> NotationError:
        """An error that points at this word."""
        return NotationError(reason, self.source, self.at)


def sentence(text: str) -> str:
    """A clause as a sentence, with a capital letter and a full stop.

    >>> sentence("there is a gap"), sentence("Why not?")
    ('There is a gap.', 'Why not?')
    """
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ("", *".!?…") else ".")


def third_person(clause: str) -> str:
    """A clause that begins with a verb, in the words that follow a name.

    >>> third_person("place the red cross"), third_person("pass"), third_person("carry on")
    ('places the red cross', 'passes', 'carries on')
    """
    verb, space, rest = clause.partition(" ")
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        verb = f"{verb[:-1]}ies"
    else:
        verb += "s"
    return f"{verb}{space}{rest}"


def counted(number: int, things: str) -> str:
    """A count with its noun, whose plural ends in ``s``.

    >>> counted(2, "tiles"), counted(1, "tiles")
    ('2 tiles', '1 tile')
    """
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def joined(parts: Iterable[str]) -> str:
    """Some texts with commas between them, and a word before the last.

    >>> joined(["red", "green", "blue"]), joined(["red"])
    ('red, green and blue', 'red')
    """
    *before, last = [*parts] or [""]
    return f"{', '.join(before)} and {last}" if before else last


def added(parts: Iterable[str]) -> str:
    """Parts of a sum, which begin with their numbers.

    >>> added(["12", "2", "-3 as a penalty"])
    '12 + 2 - 3 as a penalty'
    """
    return " + ".join(parts).replace("+ -", "- ")


def ranged(fewest: int, most: int, things: str) -> str:
    """A range of counts with their noun.

    >>> ranged(2, 4, "players"), ranged(4, 4, "players")
    ('2 to 4 players', '4 players')
    """
    return counted(most, things) if fewest == most else f"{fewest} to {most} {things}"


LONGEST_TEXT: Final = 100_000
"""The most characters in a text of tiles or of a board."""

MOST: Final = 1_000
"""The most tiles, cells or other elements of a list."""

MOST_SEATS: Final = 100
"""The most elements of a list with one for each player."""

T = TypeVar("T")


def at_most(elements: Iterable[T], what: str, most: int = MOST) -> list[T]:
    """The elements of a list that has a limit; reading stops one element past it.

    Args:
        elements: the list, perhaps an endless one.
        what: the elements' name, in the plural.
        most: the most elements allowed.

    >>> at_most("abc", "letters", 3)
    ['a', 'b', 'c']
    >>> from itertools import count
    >>> at_most(count(), "scores")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: at most 1000 scores are possible

    Raises:
        InvalidValue: if there are more.
    """
    found = list(islice(elements, most + 1))
    if len(found) > most:
        raise InvalidValue(f"at most {most} {what} are possible")
    return found


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Check that a value is of a class.

    >>> expect(3, str, "a text")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: expected a text, not 3

    Raises:
        InvalidValue: if it is not.
    """
    if not isinstance(value, kind):
        raise InvalidValue(f"expected {what}, not {short_repr(value)}")


def expect_number(name: str, value: object, least: int, most: int) -> None:
    """Check that a parameter is a whole number within limits.

    >>> expect_number("size", 900, 8, 256)
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: size must be an integer from 8 to 256, not 900

    Raises:
        InvalidValue: if it is not.
    """
    if type(value) is not int or not least <= value <= most:
        raise InvalidValue(
            f"{name} must be an integer from {least} to {most}, not {short_repr(value)}"
        )


def expect_seconds(value: object) -> None:
    """Check that a time is a number of seconds, at most an hour.

    >>> expect_seconds(0)
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: seconds must be a number up to 3600, not 0
    """
    if type(value) not in (int, float) or not 0 < value <= 3600:  # type: ignore[operator]
        raise InvalidValue(f"seconds must be a number up to 3600, not {short_repr(value)}")


class Pretty:
    """A value that IPython and Hypothesis print as its repr.

    Otherwise they would list the fields of an attrs class one by one, which takes a thousand lines
    for a state.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


class Pictured(Pretty):
    """A value that notebooks show as a picture, or as its repr if it is too large to draw."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        # Imported by name when a notebook asks, since pictures are made in a layer above.
        render = import_module("qwirkle.render")
        try:
            picture: str = render.svg(self)
        except InvalidValue:
            return None
        return picture
