"""Which cells a picture shows: a rectangle that is not too large to draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from qwirkle.bounds import at_most
from qwirkle.errors import InvalidValue

LONGEST_SIDE: Final = 120
"""The most columns, and the most rows: 108 tiles that touch never need so many."""


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
        xs, ys = zip(*at_most(cells, "cells"), strict=True)
        columns, rows = (max(values) - min(values) + 1 for values in (xs, ys))
        if max(columns, rows) > LONGEST_SIDE:
            message = f"a picture has at most {LONGEST_SIDE} columns and rows"
            raise InvalidValue(f"the cells lie too far apart: {message}")
        return Frame(min(xs), min(ys), columns, rows)
