"""The numbers for the example that learns: they are those of the adapters, and of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

import numpy as np
import pytest
from afterstates import (
    ADDED,
    FULL,
    LAYOUT,
    PER_CELL,
    PER_POSITION,
    WIDE,
    features,
    open_cells,
    options,
)

import qwirkle
from qwirkle import Cell, Place, Tile, TileView
from qwirkle.adapters.turns import PartialTurn
from qwirkle.tiles import TILES


def views(seed: int, every: int) -> Iterator[TileView]:
    """The views of some turns of a greedy game."""
    state = qwirkle.new_game(players=2, seed=seed)
    while not state.is_over:
        view = qwirkle.observe(state, state.turn)
        if state.ply % every == 0:
            yield view
        state = qwirkle.apply(state, qwirkle.bots.greedy(view))


def kinds(planes: np.ndarray) -> np.ndarray:
    """The kind of the tile on each cell, from the planes of the adapters."""
    return np.tensordot(ADDED, planes[: len(ADDED)], 1)


def test_the_arrays_are_those_of_the_adapters_before_the_turn_ends() -> None:
    """For every likely move, and the first of them is that of the greedy bot."""
    stuck = qwirkle.position(board="Rs@0,0", hands=["Bd Gc", "Yx"], supply="Rc Rd Rt")
    for view in (qwirkle.observe(stuck, 0), *views(1, every=5), *views(2, every=5)):
        found = options(view, 6)
        assert found.moves[0] == qwirkle.bots.greedy(view)
        for row, move in enumerate(found.moves):
            turn = PartialTurn.begin(LAYOUT.steps, view)
            for action in turn.actions_to(move)[:-1]:
                turn = turn.after(action)  # type: ignore[assignment]
            seen = LAYOUT.arrays(view, turn)
            assert np.array_equal(found.boards[row], kinds(seen["board"]))
            assert np.array_equal(found.hands[row], seen["hand"])
            assert np.array_equal(found.unseen[row], seen["unseen"])
            assert found.sizes[row].tolist() == [*seen["supply_size"], seen["hand_sizes"][1]]
            assert found.points[row] == qwirkle.score(view, move).total


def test_a_tile_outside_the_window_is_left_out() -> None:
    rows = ("c s d t k x", "x k t d s c") * 3
    board = {
        (5 * y + x, y): Tile.parse(color + shape)
        for y, (color, row) in enumerate(zip("RBGYPO", rows, strict=True))
        for x, shape in enumerate(row.split())
    }
    state = qwirkle.position(board=board, hands=["Gc", "Rs"])
    view = qwirkle.observe(state, 0)
    move = Place([(Cell(0, -1), Tile.parse("Gc"))])
    found = options(view, 99)
    row = found.moves.index(move)
    corner = LAYOUT.steps.corner(view.board)
    turn = PartialTurn(LAYOUT.steps, view, corner, move.tiles)
    assert np.array_equal(found.boards[row], kinds(LAYOUT.arrays(view, turn)["board"]))
    assert found.hands[row].sum() == 0


@pytest.mark.parametrize("seed", range(3))
def test_the_kinds_that_fit_are_those_that_the_rules_allow(seed: int) -> None:
    for view in views(seed, every=17):
        if not view.board:
            continue
        turn = PartialTurn.begin(LAYOUT.steps, view)
        cells, _, fits = open_cells(kinds(LAYOUT.arrays(view, turn)["board"])[None])
        found = {
            Cell(cell % WIDE - FULL + turn.corner.x, cell // WIDE - FULL + turn.corner.y): both
            for cell, both in zip(cells.tolist(), (fits[0] & fits[1]).tolist(), strict=True)
        }
        assert set(found) <= set(view.board.open_cells)
        tiles = [*view.board.values()]
        left = [tile for tile in TILES if tiles.count(tile) < 3]
        for cell in view.board.open_cells:
            allowed = {t for t in left if not qwirkle.check_board({**view.board, cell: t})}
            assert {t for t in left if found.get(cell, 0) >> t.order & 1} == allowed


def test_the_numbers_of_a_position() -> None:
    """Four red tiles lie in a row; the player keeps one that fits, and others are left elsewhere."""
    board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    view = qwirkle.view(board=board, hand="Rk Bs Bk", hand_sizes=[3, 4], supply_size=97)
    found = options(view, 99)
    row = found.moves.index(qwirkle.parse_move("Bs@0,1"))
    cells, owners, positions = features(*(array[row : row + 1] for array in found[2:]))
    assert owners.tolist() == [0] * len(cells)
    assert positions.shape == (1, PER_POSITION)
    ends = cells[cells[:, 3 + 4] == 1]  # the longer line has four tiles
    fitting = (2 + 3) * 4 / 101  # of 101 unseen tiles, of which four are in the other hand
    four, none = [0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]
    # After the length of each line: kinds that are left, whether they can fill it, kinds kept.
    row_and_column = [*four, 2 / 6, 1, 1 / 2], [*none, 36 / 6, 0, 2 / 2]
    assert ends.tolist() == 2 * [
        pytest.approx([fitting / 2, 1 - exp(-fitting), 1, *row_and_column[0], *row_and_column[1]])
    ]
    assert cells.shape[1] == PER_CELL
    assert positions[0].tolist() == pytest.approx(
        [
            *[0, 0, 0, 0, 0.5, 0.5],
            *[0, 0, 0, 0, 0, 1],
            2 / 3,
            2 / 3,
            97 / 50,
            1,
            4 / 6,
            len(cells) / 50,
        ]
    )
