"""A textbook's move generator for Qwirkle: plain, correct and slow.

From every empty cell beside a tile, it places every ordered choice of tiles from the hand, tile by
tile, in both directions along the row and along the column, and checks the two lines of each tile.
This yardstick needs no other game. A tile is its text (``"Rs"``), a cell a pair of integers, and a
board a dictionary; nothing of the library is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Cell, str]
Placement: TypeAlias = frozenset[tuple[Cell, str]]

RIGHT: Final = (1, 0)
DOWN: Final = (0, 1)


def placements(board: Mapping[Cell, str], hand: Iterable[str]) -> dict[Placement, int]:
    """All placements beside the tiles on the board, with their points.

    >>> found = placements({(0, 0): "Rs"}, ["Bs", "Gd"])
    >>> len(found), set(found.values())
    (4, {2})
    """
    found: dict[Placement, int] = {}
    beside = {cell for at in board for cell in _neighbours(at)} - board.keys()
    for cell in beside:
        for step in (RIGHT, DOWN):
            for placed in _grown(dict(board), tuple(hand), {}, [cell], step):
                found[frozenset(placed.items())] = _points({**board, **placed}, placed, step)
    return found


def _grown(
    board: Board, hand: tuple[str, ...], placed: Board, cells: list[Cell], step: Cell
) -> Iterator[Board]:
    """The placements that continue with a tile on one of these cells, and then along the line."""
    for cell in cells:
        for place, tile in enumerate(hand):
            board[cell] = tile
            if all(_is_line([board[c] for c in _line(board, cell, way)]) for way in (RIGHT, DOWN)):
                grown = {**placed, cell: tile}
                yield grown
                line = _line(board, cell, step)
                ends = [_next(line[0], step, -1), _next(line[-1], step, 1)]
                rest = hand[:place] + hand[place + 1 :]
                yield from _grown(board, rest, grown, ends, step)
            del board[cell]


def _neighbours(cell: Cell) -> list[Cell]:
    return [_next(cell, step, way) for step in (RIGHT, DOWN) for way in (1, -1)]


def _next(cell: Cell, step: Cell, way: int) -> Cell:
    return cell[0] + way * step[0], cell[1] + way * step[1]


def _line(board: Mapping[Cell, str], cell: Cell, step: Cell) -> list[Cell]:
    """The cells of the unbroken line through a tile."""
    while _next(cell, step, -1) in board:
        cell = _next(cell, step, -1)
    cells = [cell]
    while _next(cells[-1], step, 1) in board:
        cells.append(_next(cells[-1], step, 1))
    return cells


def _is_line(tiles: list[str]) -> bool:
    """Whether the tiles are all different, and of one colour or of one shape."""
    if len(set(tiles)) < len(tiles):
        return False
    return len({tile[0] for tile in tiles}) == 1 or len({tile[1] for tile in tiles}) == 1


def _points(board: Mapping[Cell, str], placed: Board, step: Cell) -> int:
    """The points of the line along which tiles were placed, and of all lines across it."""
    across = DOWN if step == RIGHT else RIGHT
    lines = [_line(board, next(iter(placed)), step)]
    lines += [_line(board, cell, across) for cell in placed]
    lengths = [len(line) for line in lines if len(line) > 1]
    return sum(12 if length == 6 else length for length in lengths)
