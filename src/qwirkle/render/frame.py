"""Which cells a picture shows: a rectangle that is not too large to draw."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeVar

import attrs

from qwirkle.errors import InvalidValue

LONGEST_SIDE: Final = 120
"""The most columns, and the most rows: 108 tiles that touch never need so many."""

MOST: Final = 1000
"""The most of anything in a picture."""

T = TypeVar("T")


@attrs.frozen
class Frame:
    """Some cells that lie beside each other."""

    left: int
    """The first column."""
    top: int
    """The first row."""
    columns: int
    """How many columns there are."""
    rows: int
    """How many rows there are."""

    @staticmethod
    def around(cells: Iterable[tuple[int, int]]) -> Frame:
        """The smallest with all these cells, of which there is at least one.

        >>> Frame.around([(0, 0), (2, 1)])
        Frame(left=0, top=0, columns=3, rows=2)

        Raises:
            InvalidValue: if there are too many, or they lie too far apart.
        """
        xs, ys = zip(*at_most(MOST, cells), strict=True)
        columns, rows = (max(values) - min(values) + 1 for values in (xs, ys))
        if max(columns, rows) > LONGEST_SIDE:
            message = f"a picture has at most {LONGEST_SIDE} columns and rows"
            raise InvalidValue(f"the cells lie too far apart: {message}")
        return Frame(min(xs), min(ys), columns, rows)


def at_most(most: int, things: Iterable[T]) -> list[T]:
    """The things, as long as there are not too many of them.

    Raises:
        InvalidValue: if there are.
    """
    found = list(islice(things, most + 1))
    if len(found) > most:
        raise InvalidValue(f"there are more than {most} things to draw")
    return found
