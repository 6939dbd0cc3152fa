"""The cells of a picture: those that it shows, and those that it marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.judgement import ScoredLine
from qwirkle.words import at_most, expect_number

LONGEST_SIDE: Final = 120
"""The largest number of columns or rows; 108 tiles that touch never need as many."""

_HIGHEST: Final = 9999


def columns_and_rows(cells: Iterable[tuple[int, int]]) -> tuple[range, range]:
    """The columns and rows of one or more cells, without gaps.

    >>> columns_and_rows([(0, 0), (2, 1)])
    (range(0, 3), range(0, 2))

    Raises:
        InvalidValue: if there are too many cells, or they are too far apart.
    """
    xs, ys = zip(*at_most(cells, "cells"), strict=True)
    columns, rows = (range(min(numbers), max(numbers) + 1) for numbers in (xs, ys))
    if max(columns[-1] - columns[0], rows[-1] - rows[0]) >= LONGEST_SIDE:
        message = f"a picture has at most {LONGEST_SIDE} columns and rows"
        raise InvalidValue(f"the cells are too far apart: {message}")
    return columns, rows


@attrs.frozen
class Marks:
    """The cells to mark, sorted for each kind of mark."""

    last: tuple[Cell, ...] = ()
    """The cells of the last move."""
    cells: tuple[Cell, ...] = ()
    """Open cells, where something may be placed."""
    line: tuple[Cell, ...] = ()
    """The cells of a claimed line."""
    points: tuple[tuple[Cell, int], ...] = ()
    """Numbers to print on cells."""
    scored: tuple[ScoredLine, ...] = ()
    """Lines whose points are printed after their last cells."""

    @staticmethod
    def of(last: object, cells: object, line: object, points: object) -> Marks:
        """The marks that a caller asks for, checked."""
        claimed = _cells("line", line)
        if len({cell.x for cell in claimed}) > 1 and len({cell.y for cell in claimed}) > 1:
            raise InvalidValue(
                f"line: the cells must be in one row or one column, not at {short_repr(claimed)}"
            )
        return Marks(_cells("last", last), _cells("cells", cells), claimed, _points(points))

    @property
    def all_cells(self) -> set[tuple[int, int]]:
        """Every cell that must be in the picture."""
        ends = (end_of(line) for line in self.scored)
        return {*self.last, *self.cells, *self.line, *(cell for cell, _ in self.points), *ends}


def is_column(line: ScoredLine) -> bool:
    """Whether a line runs downward."""
    return len({cell.x for cell in line.cells}) == 1 < len(line.cells)


def end_of(line: ScoredLine) -> tuple[int, int]:
    """The place after the last cell of a line; at the largest coordinates it is not a cell."""
    x, y = line.cells[-1]
    return (x, y + 1) if is_column(line) else (x + 1, y)


def _cells(name: str, value: object) -> tuple[Cell, ...]:
    if not isinstance(value, Iterable):
        raise InvalidValue(f"{name}: expected cells, not {short_repr(value)}")
    return tuple(sorted({Cell.of(cell) for cell in at_most(value, "cells")}))


def _points(value: object) -> tuple[tuple[Cell, int], ...]:
    if not isinstance(value, Mapping):
        raise InvalidValue(f"points: expected numbers by cells, not {short_repr(value)}")
    found: dict[Cell, int] = {}
    for cell, number in at_most(value.items(), "cells"):
        expect_number("points", number, -_HIGHEST, _HIGHEST)
        found[Cell.of(cell)] = number
    return tuple(sorted(found.items()))
