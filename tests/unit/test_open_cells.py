"""The open cells, compared with the wording of the rules."""

from __future__ import annotations

from random import Random

from cases import case
from samples import played

import qwirkle
from qwirkle import Board, Cell
from qwirkle._masks import (
    ALL,
    BIT,
    FREE,
    STRIDE,
    CellKeys,
    Mask,
    OpenCell,
    OpenCells,
    Slot,
    _Slots,
    fit,
    mask_of,
)
from qwirkle.tiles import TILES, Tile


def along(board: Board, cell: Cell, dx: int, dy: int) -> list[Tile]:
    """The tiles from a cell on in one direction, up to the first gap."""
    found: list[Tile] = []
    x, y = cell.x + dx, cell.y + dy
    while (x, y) in board:
        found.append(board[x, y])
        x, y = x + dx, y + dy
    return found


def slot_by_the_rules(board: Board, cell: Cell, dx: int, dy: int) -> Slot:
    """One direction of an open cell by the rules, tile by tile."""
    before, after = along(board, cell, -dx, -dy), along(board, cell, dx, dy)
    mask = sum(BIT[tile] for tile in TILES if fit([*before, tile, *after]))
    length = len(before) + 1 + len(after)
    return mask, length, mask_of(before), mask_of(after), len(after) + 1  # type: ignore[return-value]


def expected(board: Board) -> dict[Cell, OpenCell]:
    """All open cells with the tiles that fit, and their slots along the row and the column."""
    wanted: dict[Cell, OpenCell] = {}
    for cell in sorted({near for at in board for near in at.neighbors if near not in board}):
        row, column = slot_by_the_rules(board, cell, 1, 0), slot_by_the_rules(board, cell, 0, 1)
        wanted[cell] = row[0] & column[0], row, column
    return wanted


def found(cells: OpenCells) -> dict[Cell, OpenCell]:
    """The open cells found by the library."""
    return {cells.keys[key][0]: cell for key, cell in sorted(cells.cells.items())}


def test_open_cells_follow_the_rules() -> None:
    """P3 and P4 are checked for each direction, tile by tile."""
    cases: list[str] = [
        "Rs@0,0",
        "Rs@0,0 Bs@1,0",
        "Rs@0,0 Rc@0,1 Rd@0,2",
        "Rs@0,0 Rs@2,0 Rc@1,1",  # no tile fits between two red squares
        "Rs@0,0 Gd@2,0 Rd@4,0",
        "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0",  # a Qwirkle: nothing fits its ends
        "Rs@0,0 Bs@1,0 Gs@1,1 Rc@0,2 Rd@-3,7",
        "Rs@1000000000000000000000000000000,0 Bs@1000000000000000000000000000001,0",
    ]
    for text in cases:
        with case(text):
            board = Board(text)
            assert found(OpenCells.around(board)) == expected(board)
            assert list(board.open_cells) == list(expected(board))


def test_open_cells_are_kept_up_to_date() -> None:
    """After every move of a game they equal those computed from scratch."""
    random = Random(8)
    state = qwirkle.new_game(players=2, seed=8)
    cells = OpenCells.around(state.board)
    for _ in range(40):
        move = qwirkle.legal_moves(state).placements.sample(random)
        state, cells = qwirkle.apply(state, move), cells.filling(move.tiles)
        assert found(cells) == expected(state.board)
        assert list(state.board.open_cells) == list(expected(state.board))
        if not qwirkle.legal_moves(state).placements:
            break
    assert state.ply > 10


def test_open_cells_do_not_depend_on_how_a_board_was_made() -> None:
    """Found from the lines, they are those that the tiles give one by one, in a fixed order."""
    random = Random(9)
    for seed in range(6):
        tiles = dict(played(25, seed).board)
        around = OpenCells.around(tiles)
        for _ in range(5):
            mixed = dict(random.sample([*tiles.items()], len(tiles)))
            one_by_one = OpenCells(around.keys, {}).filling(mixed.items())
            assert around.cells == one_by_one.cells
            assert [*around.cells.items()] == [*OpenCells.around(mixed).cells.items()]


def test_a_gap_between_incompatible_runs_takes_no_tile() -> None:
    """P4: no tile fits some cells."""
    cells = OpenCells.around(Board("Rs@0,0 Rs@2,0"))
    key = cells.keys.key(Cell(1, 0))
    bit = BIT[Tile.parse("Rs")]
    assert cells.cells[key] == (0, (0, 3, bit, bit, 2), FREE)
    assert FREE == (ALL, 1, 0, 0, 1)


def test_some_cells_take_the_tiles_that_fit() -> None:
    """A tile is taken exactly if it fits some open cell, alone or with others."""
    for board in (Board("Rs@0,0"), Board("Rs@0,0 Rs@2,0"), played(12).board):
        for tile in TILES:
            fits = any(cell[0] & BIT[tile] for cell in expected(board).values())
            assert board.open_cells.take_any(BIT[tile]) is fits
        assert board.open_cells.take_any(ALL)
        assert not board.open_cells.take_any(Mask(0))
    assert not Board().open_cells.take_any(ALL)


def test_open_cells_can_be_listed() -> None:
    """They are listed in cell order, each once."""
    for board in (Board("Rs@0,0"), Board("Rs@0,0 Rs@2,0"), played(12).board):
        beside = {near for cell in board for near in cell.neighbors} - board.keys()
        assert list(board.open_cells) == sorted(beside)
    assert list(Board().open_cells) == []


def test_keys_translate_both_ways() -> None:
    """Integers and cells correspond, and have the same order and the same steps."""
    for origin in [(0, 0), (-7, 3), (10**30, -(10**30))]:
        with case(origin):
            grid = CellKeys(*origin)
            cells = sorted(
                Cell(origin[0] + x, origin[1] + y) for x in range(-3, 4) for y in range(-3, 4)
            )
            keys = [grid.key(cell) for cell in cells]
            assert [grid[key] for key in keys] == [(cell,) for cell in cells]
            assert keys == sorted(keys)
            assert grid.key(Cell(origin[0] + 1, origin[1])) == STRIDE
            assert grid.key(Cell(origin[0], origin[1] + 1)) == 1
            assert grid[keys[0]] is grid[keys[0]]


def test_cells_that_are_too_far_away_have_no_integer() -> None:
    """They would share it with another cell."""
    grid = CellKeys(0, 0)
    half = STRIDE // 2
    assert grid.find(Cell(1, 0)) == STRIDE
    assert grid.find(Cell(0, STRIDE)) is None
    assert grid.find(Cell(5, half - 1)) == grid.key(Cell(5, half - 1))
    assert grid.find(Cell(5, half)) is None
    assert grid.find(Cell(5, -half)) == grid.key(Cell(5, -half))
    assert grid.find(Cell(5, -half - 1)) is None


def test_boards_near_the_origin_share_their_keys() -> None:
    """The cells of one game are reused in the next; a distant board has its own."""
    shared = OpenCells.around(Board("Rs@0,0")).keys
    assert OpenCells.around(Board("Bs@-50,50")).keys is shared
    assert OpenCells.around(Board("Rs@51,0")).keys is not shared
    assert OpenCells.around(Board("Rs@0,-51")).keys is not shared


def test_the_cache_of_slots_is_bounded() -> None:
    """Dropped entries are computed again."""
    slots = _Slots.fromkeys(((0, -i) for i in range(1, 50_002)), FREE)
    bit = BIT[Tile.parse("Rs")]
    assert slots[bit, 0] == OpenCells.around(Board("Rs@0,0")).cells[STRIDE][1]
    assert list(slots) == [(bit, 0)]
