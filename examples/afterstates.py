"""Likely moves, and the position after each in numbers that a small network can learn from.

The player has placed tiles, or has set them aside for an exchange, but has not drawn yet. The
arrays of the adapters hold everything that the player then sees. Counted from them is what matters
at every open cell: the lengths of its lines, and the tiles that fit.

It is for two players, and needs the extra ``gymnasium`` and numpy 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from operator import itemgetter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import qwirkle
from qwirkle import Exchange, Move, Place, TileView
from qwirkle.adapters.arrays import Layout
from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.tiles import TILES, Tile

LAYOUT: Final = Layout(Steps.of("standard", window=25), players=2)
WINDOW: Final = range(LAYOUT.steps.window)
FULL: Final = 6  # tiles in a full line
WIDE: Final = len(WINDOW) + 2 * FULL  # the window with a margin, which no run of tiles leaves
ROW, COLUMN = (-1, 1), (-WIDE, WIDE)  # the way to the neighbours of a cell

# Kinds of tiles count from 1, since 0 is an empty cell. Sets of kinds are integers, by their bits.
ADDED: Final = np.array([*range(1, 36, 6), *range(6)], np.int8)  # by each colour and each shape
BITS: Final = 1 << np.arange(len(TILES))
ANY: Final = int(BITS.sum())


def mates(tile: Tile) -> int:
    """The kinds that can be in a line with a tile."""
    share = [(other.color == tile.color) != (other.shape == tile.shape) for other in TILES]
    return int(BITS[share].sum())


BIT: Final = np.array([0, *BITS])
MATES: Final = np.array([ANY, *map(mates, TILES)])


class Options(NamedTuple):
    """The likely moves in a position, and arrays with a row for each move."""

    moves: Sequence[Move]
    points: NDArray[Any]
    boards: NDArray[Any]  # the kind of the tile on each cell of the window
    hands: NDArray[Any]  # how many of each kind the player keeps
    unseen: NDArray[Any]  # how many of each kind the player cannot see
    sizes: NDArray[Any]  # of the supply, and of the other player's hand


class Features(NamedTuple):
    """The numbers for a network."""

    cells: NDArray[Any]  # a row for each open cell of each position
    owners: NDArray[Any]  # the positions that these rows belong to
    positions: NDArray[Any]  # a row for each position


PER_CELL: Final = 3 + 2 * (FULL + 3)
PER_POSITION: Final = 12 + 6


def options(view: TileView, most: int) -> Options:
    """The placements that score the most, or if there is none, the largest exchange or a pass."""
    placements = qwirkle.legal_moves(view).scored()
    scored: Sequence[tuple[Move, int]] = nlargest(most, placements, key=itemgetter(1))
    scored = scored or [(qwirkle.bots.greedy(view), 0)]
    turn = PartialTurn.begin(LAYOUT.steps, view)
    seen = LAYOUT.arrays(view, turn)
    board = np.tensordot(ADDED, seen["board"][: len(ADDED)], 1)
    sizes = np.array([seen["supply_size"][0], seen["hand_sizes"][1]])
    boards, hands, *known = (
        np.repeat(array[None], len(scored), 0)
        for array in (board, seen["hand"], seen["unseen"], sizes)
    )
    for row, (move, _) in enumerate(scored):
        if isinstance(move, Place):
            for cell, tile in move.tiles:
                x, y = cell.x - turn.corner.x, cell.y - turn.corner.y
                if x in WINDOW and y in WINDOW:
                    boards[row, y, x] = 1 + tile.order
                hands[row, tile.order] -= 1
        elif isinstance(move, Exchange):
            for tile in move.tiles:
                hands[row, tile.order] -= 1
    moves, points = zip(*scored, strict=True)
    return Options(moves, np.array(points, np.float32), boards, hands, *known)


def features(
    boards: NDArray[Any], hands: NDArray[Any], unseen: NDArray[Any], sizes: NDArray[Any]
) -> Features:
    """The lines at every open cell and the tiles that fit there, and some numbers for each hand."""
    cells, lengths, fits = open_cells(boards)
    both, owners = fits[0] & fits[1], cells // WIDE**2
    supply, other = sizes.T
    least = [((unseen > copies) @ BITS)[owners] for copies in range(3)]  # more copies than that
    kept = ((hands > 0) @ BITS)[owners]
    fitting = sum(np.bitwise_count(both & kinds).astype(float) for kinds in least)
    expected = fitting * (other / np.maximum(unseen.sum(1), 1))[owners]  # in the other hand
    by_cell = [expected / 2, 1 - np.exp(-expected), np.bitwise_count(both & kept)]
    for length, fit in zip(lengths, fits, strict=True):
        left = np.bitwise_count(fit & least[0])
        by_cell += [*(length == np.arange(FULL)[:, None]), left / 6]
        by_cell += [(length > 1) & (length + left >= FULL), np.bitwise_count(fit & kept) / 2]
    own = (hands > 0).reshape(-1, 6, 6)
    colors, shapes = np.sort(own.sum(2)).T, np.sort(own.sum(1)).T
    by_position = [*colors / 2, *shapes / 2, colors.sum(0) / 3, hands.sum(1) / 3]
    by_position += [supply / 50, np.minimum(supply, 6) / 6, other / 6]
    by_position += [np.bincount(owners, minlength=len(boards)) / 50]
    stacked = (np.stack(each, 1).astype(np.float32) for each in (by_cell, by_position))
    return Features(next(stacked), owners, next(stacked))


def open_cells(boards: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The cells where some tile fits, the lengths of their two lines, and the kinds that fit each.

    Cells are numbered through all boards with their margins. The longer line comes first.
    """
    margin = (FULL, FULL)
    padded = np.pad(boards, ((0, 0), margin, margin))
    filled = padded[:, FULL - 1 : 1 - FULL, FULL - 1 : 1 - FULL] > 0  # with one cell around it
    beside = filled[:, 1:-1, :-2] | filled[:, 1:-1, 2:] | filled[:, :-2, 1:-1] | filled[:, 2:, 1:-1]
    near = np.zeros(padded.shape, bool)
    near[:, FULL:-FULL, FULL:-FULL] = beside & (boards == 0)
    cells = np.flatnonzero(near)
    lines = (_line(padded.ravel(), cells, ways) for ways in (ROW, COLUMN))
    lengths, fits = map(np.stack, zip(*lines, strict=True))
    possible = (fits[0] & fits[1]) != 0
    lengths, fits = lengths[:, possible], fits[:, possible]
    longer = np.argsort(-lengths, 0, kind="stable")
    sides = (np.take_along_axis(array, longer, 0) for array in (lengths, fits))
    return cells[possible], *sides


def _line(board: NDArray[Any], cells: NDArray[Any], ways: tuple[int, int]) -> tuple[Any, Any]:
    """The lengths of the lines through cells, and the kinds that fit into them."""
    (before, left), (after, right) = (_run(board, cells, way) for way in ways)
    length = np.bitwise_count(before | after).astype(int)
    return length, np.where(before & ~right, 0, left & right)


def _run(board: NDArray[Any], cells: NDArray[Any], way: int) -> tuple[Any, Any]:
    """The kinds in the runs of tiles that begin beside cells, and the kinds that fit all of them."""
    kinds, fit = np.zeros(len(cells), np.int64), np.full(len(cells), ANY)
    going: Any = True
    for distance in range(1, FULL + 1):
        tiles = board[cells + distance * way] * going
        going = tiles > 0
        kinds |= BIT[tiles]
        fit &= MATES[tiles]
    return kinds, fit
