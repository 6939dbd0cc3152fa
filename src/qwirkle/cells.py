"""Cells: places on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.words import Word, expect

# More digits than anybody needs, and few enough that every cell can be written and read.
_DIGITS: Final = 100
_FAR: Final = 10**_DIGITS

INTEGER_PATTERN: Final = rf"-?[0-9]{{1,{_DIGITS}}}"
"""The texts of the integers of cells, as a regular expression."""
CELL_PATTERN: Final = f"{INTEGER_PATTERN},{INTEGER_PATTERN}"
"""The texts of cells, as a regular expression."""
_CELL: Final = re.compile(f"({INTEGER_PATTERN}),({INTEGER_PATTERN})")


class _Pair(NamedTuple):
    x: int
    y: int


class Cell(_Pair):
    """A place on the board: any two integers; y grows downward.

    A cell equals the plain pair, and a plain pair is accepted wherever a cell is.

    >>> Cell(1, 0) == (1, 0), str(Cell(1, 0)), Cell.parse("1,0")
    (True, '1,0', Cell(x=1, y=0))
    """

    __slots__ = ()

    def __new__(cls, x: int, y: int) -> Cell:
        if type(x) is not int or type(y) is not int:
            raise InvalidValue(f"a cell is two integers, not {short_repr(x)} and {short_repr(y)}")
        if not (-_FAR < x < _FAR and -_FAR < y < _FAR):
            raise InvalidValue(f"a cell's integers have at most {_DIGITS} digits")
        return tuple.__new__(cls, (x, y))

    @classmethod
    def _make(cls, values: Iterable[int]) -> Cell:  # type: ignore[override]
        return cls(*values)  # so that every new cell is checked

    @staticmethod
    def of(value: object) -> Cell:
        """A cell from a cell or a plain pair.

        >>> Cell.of((1, 0))
        Cell(x=1, y=0)

        Raises:
            InvalidValue: if it is neither.
        """
        if type(value) is Cell:
            return value
        if isinstance(value, (tuple, list)) and len(value) == 2:
            return Cell(*value)
        raise InvalidValue(f"expected a cell, a pair of integers, not {short_repr(value)}")

    @staticmethod
    def parse(text: str) -> Cell:
        """The cell that a text like ``"1,0"`` stands for.

        Raises:
            NotationError: if the text is not a cell.
        """
        expect(text, str, "the text of a cell")
        return Cell.from_word(Word(text, text, 0))

    @staticmethod
    def from_word(word: Word) -> Cell:
        """The cell that a word of a move's text stands for.

        Raises:
            NotationError: if the word is not a cell.
        """
        match = _CELL.fullmatch(word.text)
        if match is None:
            reason = f"{short_repr(word.text)} is not a cell: two integers with a comma, like 1,0"
            raise word.error(reason)
        return Cell(int(match[1]), int(match[2]))

    @property
    def neighbors(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four cells next to it, in order.

        >>> [str(cell) for cell in Cell(0, 0).neighbors]
        ['-1,0', '0,-1', '0,1', '1,0']
        """
        x, y = self
        return Cell(x - 1, y), Cell(x, y - 1), Cell(x, y + 1), Cell(x + 1, y)

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


@lru_cache(maxsize=4096)
def unchecked_cell(x: int, y: int) -> Cell:
    """A cell from integers known to be valid; checking the many open cells would be slow.

    It is remembered, since most boards have the same cells.
    """
    return _new(Cell, (x, y))


_new: Final = tuple.__new__
