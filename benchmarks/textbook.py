"""The moves of Qwirkle as one would write them first: plain, correct, and slow.

For every empty cell beside a tile, every ordered choice of tiles from the hand is laid from
there along the row and along the column, onward and back, tile by tile; each tile's two lines
are read from the table and looked at. This is the yardstick that needs no other game. A tile
is its text (``"Rs"``), a cell a pair of integers, a table a dictionary; nothing of the
library is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
Table: TypeAlias = dict[Cell, str]
Placement: TypeAlias = frozenset[tuple[Cell, str]]

RIGHT: Final = (1, 0)
DOWN: Final = (0, 1)


def placements(table: Mapping[Cell, str], hand: Iterable[str]) -> dict[Placement, int]:
    """All placements beside the tiles on the table, with what they score on it.

    >>> found = placements({(0, 0): "Rs"}, ["Bs", "Gd"])
    >>> len(found), set(found.values())
    (4, {2})
    """
    found: dict[Placement, int] = {}
    beside = {cell for at in table for cell in _neighbours(at)} - table.keys()
    for cell in beside:
        for step in (RIGHT, DOWN):
            for placed in _grown(dict(table), tuple(hand), {}, [cell], step):
                found[frozenset(placed.items())] = _points({**table, **placed}, placed, step)
    return found


def _grown(
    table: Table, hand: tuple[str, ...], placed: Table, cells: list[Cell], step: Cell
) -> Iterator[Table]:
    """One more tile on one of these cells, and then more on the next ones in the line."""
    for cell in cells:
        for place, tile in enumerate(hand):
            table[cell] = tile
            if all(_is_line([table[c] for c in _line(table, cell, way)]) for way in (RIGHT, DOWN)):
                grown = {**placed, cell: tile}
                yield grown
                line = _line(table, cell, step)
                ends = [_next(line[0], step, -1), _next(line[-1], step, 1)]
                rest = hand[:place] + hand[place + 1 :]
                yield from _grown(table, rest, grown, ends, step)
            del table[cell]


def _neighbours(cell: Cell) -> list[Cell]:
    return [_next(cell, step, way) for step in (RIGHT, DOWN) for way in (1, -1)]


def _next(cell: Cell, step: Cell, way: int) -> Cell:
    return cell[0] + way * step[0], cell[1] + way * step[1]


def _line(table: Mapping[Cell, str], cell: Cell, step: Cell) -> list[Cell]:
    """The cells of the unbroken line through a tile."""
    while _next(cell, step, -1) in table:
        cell = _next(cell, step, -1)
    cells = [cell]
    while _next(cells[-1], step, 1) in table:
        cells.append(_next(cells[-1], step, 1))
    return cells


def _is_line(tiles: list[str]) -> bool:
    """All different, and of one colour or of one shape."""
    if len(set(tiles)) < len(tiles):
        return False
    return len({tile[0] for tile in tiles}) == 1 or len({tile[1] for tile in tiles}) == 1


def _points(table: Mapping[Cell, str], placed: Table, step: Cell) -> int:
    """What the lines score: the one along which tiles were placed, and all across it."""
    across = DOWN if step == RIGHT else RIGHT
    lines = [_line(table, next(iter(placed)), step)]
    lines += [_line(table, cell, across) for cell in placed]
    lengths = [len(line) for line in lines if len(line) > 1]
    return sum(12 if length == 6 else length for length in lengths)
