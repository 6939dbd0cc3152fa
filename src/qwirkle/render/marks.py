"""What can be marked on a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from qwirkle.bounds import at_most
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.scoring import ScoredLine

_HIGHEST: Final = 9999


@attrs.frozen
class Marks:
    """Cells to mark, each kind sorted."""

    last: tuple[Cell, ...] = ()
    """Where the last move was."""
    cells: tuple[Cell, ...] = ()
    """Where something may be laid."""
    line: tuple[Cell, ...] = ()
    """The line that somebody claims."""
    points: tuple[tuple[Cell, int], ...] = ()
    """Numbers to print on cells."""
    scored: tuple[ScoredLine, ...] = ()
    """Lines with their points, to be printed behind their last cells."""

    @staticmethod
    def of(last: object, cells: object, line: object, points: object) -> Marks:
        """The marks that somebody wants, checked."""
        claimed = _cells("line", line)
        if len({cell.x for cell in claimed}) > 1 and len({cell.y for cell in claimed}) > 1:
            raise InvalidValue(
                f"a line lies in one row or one column, not at {short_repr(claimed)}"
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
    """The place behind the last cell of a line, which may be beyond the cells there are."""
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
        if type(number) is not int or abs(number) > _HIGHEST:
            possible = f"points: expected integers from -{_HIGHEST} to {_HIGHEST}"
            raise InvalidValue(f"{possible}, not {short_repr(number)}")
        found[Cell.of(cell)] = number
    return tuple(sorted(found.items()))
