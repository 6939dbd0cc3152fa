"""Limits on untrusted input, whose lists can be endless and whose texts can be very long."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeVar

from qwirkle.errors import InvalidValue

LONGEST_TEXT: Final = 100_000
"""The most characters in a text of tiles or of a board."""

MOST: Final = 1_000
"""The most tiles, cells or other elements of a list."""

MOST_SEATS: Final = 100
"""The most elements of a list with one for each player."""

T = TypeVar("T")


def at_most(elements: Iterable[T], what: str, most: int = MOST) -> list[T]:
    """The elements of a list that must not have too many; reading stops at the first one too many.

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
