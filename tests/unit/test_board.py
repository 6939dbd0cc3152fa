"""The board: an immutable mapping from cells to tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs
import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from samples import opened

import qwirkle
from qwirkle import Board, Cell, Place, QwirkleError, Tile
from qwirkle.authoring import Word
from qwirkle.board import as_placed, placed_tile_of
from qwirkle.errors import InvalidValue, NotationError
from qwirkle.fields import BOARD, or_none
from qwirkle.tilegame.legality import fitting_points
from qwirkle.tiles import TILES
from qwirkle.words import LONGEST_TEXT


def fitting(board: Board) -> dict[Cell, list[Tile]]:
    """The open cells of a board, each with the tiles that fit there."""
    state = attrs.evolve(opened(), board=board)
    return {
        cell: [tile for tile in TILES if fitting_points(state, Place({cell: tile})) is not None]
        for cell in board.open_cells
    }


def test_a_board_is_a_mapping_in_cell_order() -> None:
    """Iteration, items and texts are sorted, whatever the order of input."""
    board = Board({(1, 0): "Bs", (0, 1): "Rc", (0, 0): "Rs"})
    assert isinstance(board, Mapping)
    assert list(board) == [(0, 0), (0, 1), (1, 0)]
    assert {type(cell) for cell in board} == {Cell}
    assert list(board.items()) == [
        (Cell(0, 0), Tile.parse("Rs")),
        (Cell(0, 1), Tile.parse("Rc")),
        (Cell(1, 0), Tile.parse("Bs")),
    ]
    assert str(board) == "Rs@0,0 Rc@0,1 Bs@1,0"
    assert repr(board) == "Board({(0, 0): 'Rs', (0, 1): 'Rc', (1, 0): 'Bs'})"


def test_the_ways_to_give_a_board() -> None:
    """A mapping, pairs, a text and another board give equal boards with equal hashes."""
    board = Board({(0, 0): "Rs", (1, 0): "Bs"})
    bs = Tile.parse("Bs")
    pairs = [([0, 0], "Rs"), ((1, 0), bs)]
    for form in (pairs, {Cell(1, 0): bs, Cell(0, 0): "Rs"}, "Bs@1,0   Rs@0,0", iter(pairs), board):
        made = Board(form)
        assert made == board
        assert hash(made) == hash(board)
    assert Board() == Board({}) == Board("") == Board([])
    assert board != Board({(0, 0): "Bs", (1, 0): "Rs"}) != Board({(0, 0): "Rs"})
    assert board == {(0, 0): Tile.parse("Rs"), (1, 0): bs}
    assert board != "Rs@0,0 Bs@1,0"


@pytest.mark.parametrize(
    "thing", [None, 3.5, "0,0", [0, 0], {0: 0}, object, (), (0,), ("0", "0"), ([], 0), ({}, {})]
)
def test_other_things_are_not_in_a_board(thing: object) -> None:
    assert (thing in Board("Rs@0,0")) is False


def test_placing_does_not_change_the_board() -> None:
    """A new board has the tiles, and knows its open cells like one made from scratch."""
    for ask_first in (False, True):
        board = Board("Rs@0,0")
        if ask_first:
            assert list(board.open_cells)
        once = board.placing([(Cell(1, 0), Tile.parse("Bs"))])
        twice = once.placing([(Cell(1, 1), Tile.parse("Bc"))])
        assert board == Board("Rs@0,0")
        assert once == Board("Rs@0,0 Bs@1,0")
        assert twice == Board("Rs@0,0 Bs@1,0 Bc@1,1")
        for known in (once, twice):
            fresh = Board(str(known))
            assert fitting(known) == fitting(fresh)
            assert known.open_cells is known.open_cells


def test_placing_on_a_tile_replaces_it() -> None:
    """The new board knows its open cells like one made from scratch, also the second time."""
    board = Board("Rs@0,0 Bs@1,0 Gs@2,0")
    for tile in ("Ys", "Ps"):
        assert list(board.open_cells)
        board = board.placing([(Cell(1, 0), Tile.parse(tile))])
        assert board == Board(f"Rs@0,0 {tile}@1,0 Gs@2,0")
        assert fitting(board) == fitting(Board(str(board)))


def test_removing_does_not_change_the_board() -> None:
    """A new board lacks the tile, and knows its open cells like one made from scratch."""
    board = Board("Rs@0,0 Bs@1,0 Bc@1,1")
    assert list(board.open_cells)
    for cell in (Cell(1, 1), (1, 1)):
        less = board.removing(cell)  # type: ignore[arg-type]
        assert less == Board("Rs@0,0 Bs@1,0")
        assert fitting(less) == fitting(Board("Rs@0,0 Bs@1,0"))
        assert less.placing([(Cell(1, 1), Tile.parse("Bc"))]) == board
    assert board == Board("Rs@0,0 Bs@1,0 Bc@1,1")
    assert board.removing(Cell(7, 7)) == board
    assert Board("Rs@0,0").removing(Cell(0, 0)) == Board()


@given(st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2))))
def test_cut_cells_are_those_without_which_there_are_more_groups(
    cells: set[tuple[int, int]],
) -> None:
    """Removing each tile in turn and counting the groups gives the same cells."""
    board = Board(dict.fromkeys(cells, "Rs"))
    groups = len(board.groups())
    cuts = {cell for cell in board if len(board.removing(cell).groups()) > groups}
    assert board.cut_cells() == cuts
    assert set(filter(board.is_cut, board)) == cuts


def test_lines_are_rows_then_columns() -> None:
    """P2: lines have two or more tiles side by side, and a gap separates them."""
    board = Board("Rs@0,0 Bs@1,0 Gs@3,0 Bc@1,1 Gc@3,1")
    assert [str(line) for line in board.lines()] == ["Rs Bs", "Bs Bc", "Gs Gc"]
    assert [line.cells for line in board.lines()] == [
        ((0, 0), (1, 0)),
        ((1, 0), (1, 1)),
        ((3, 0), (3, 1)),
    ]
    assert Board("Rs@0,0").lines() == ()
    assert Board().lines() == ()


def test_tiles_at_cells_are_validated() -> None:
    """Boards and placements accept and refuse the same values."""
    cases: list[tuple[object, str]] = [
        (5, "expected cells with their tiles, not 5"),
        (None, "expected cells with their tiles, not None"),
        ([5], "expected a cell and its tile, not 5"),
        (["ab"], "expected a cell and its tile, not 'ab'"),
        ([((0, 0),)], r"expected a cell and its tile, not \(\(0, 0\),\)"),
        ([((0, 0), "Rs", 1)], "expected a cell and its tile"),
        ([(0, "Rs")], "expected a cell, a pair of integers, not 0"),
        ([((0, 0), 7)], "expected a tile or its text, not 7"),
        ({(0, 0, 0): "Rs"}, "expected a cell, a pair of integers"),
        ([((0, 0), "Rs"), ([0, 0], "Bs")], "two tiles for one cell: Rs and Bs at 0,0"),
        ([((0, 0), "Rs"), ((0, 0), "Rs")], "two tiles for one cell: Rs and Rs at 0,0"),
        ("Rs@0,0 Bs@0,0", "two tiles for one cell: Rs and Bs at 0,0"),
    ]
    for value, message in cases:
        with case(value, message):
            for make in (Board, Place, as_placed):
                with pytest.raises(InvalidValue, match=message):
                    make(value)


@given(st.text(alphabet="RsB@01,- \n", max_size=20), st.integers(0, 20))
def test_texts_are_read_as_word_by_word(put: str, at: int) -> None:
    """Whole texts are read at once, with the same result as one word after the other."""
    text = f"{'Rs@0,0 Bs@1,-1 Bc@1,0'[:at]}{put}{'Rs@0,0 Bs@1,-1 Bc@1,0'[at:]}"
    try:
        pairs = [placed_tile_of(word) for word in Word.split(text)]
        if len(dict(pairs)) < len(pairs):
            raise InvalidValue("two tiles for one cell")
    except QwirkleError as error:
        with pytest.raises(type(error), match=re.escape(str(error))):
            as_placed(text)
    else:
        assert list(as_placed(text).items()) == pairs


# Grids


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any tiles at cells in a rectangle that may be very far away."""
    numbers = st.integers(-12, 12) | st.integers(-(10**20), 10**20)
    left, top = draw(numbers), draw(numbers)
    pairs = st.tuples(st.integers(0, 13), st.integers(0, 13))
    placed = draw(st.dictionaries(pairs, st.sampled_from(TILES)))
    return Board({(left + x, top + y): tile for (x, y), tile in placed.items()})


@given(boards())
def test_a_printed_board_reads_back(board: Board) -> None:
    """Gaps, islands, negative coordinates, wide numbers and indentation are all read."""
    text = qwirkle.render.text(board)
    assert Board(text) == board
    indented = "".join(f"    {line}\r\n" for line in text.splitlines())
    assert Board(f"\n{indented}\n    ") == board


def test_a_grid_is_accepted_wherever_a_board_is() -> None:
    grid = "     0  1  2\n 0  Yc Gc Bc\n 1   .  . Bs"
    board = Board("Yc@0,0 Gc@1,0 Bc@2,0 Bs@2,1")
    assert qwirkle.render.text(board) == grid
    assert Board(grid) == qwirkle.position(board=grid).board == qwirkle.view(board=grid).board
    assert qwirkle.score_board(grid, Place("Rc@3,0")).total == 4
    assert Board(qwirkle.render.text(Board())) == Board()
    assert Board("7\n-3 Rs") == Board("Rs@7,-3")


def test_a_grid_is_not_a_move() -> None:
    """A placement is a list of tiles with their cells."""
    with pytest.raises(NotationError, match="'0' is not a tile at a cell"):
        Place(" 0\n 0 Rs")


def test_a_grid_is_not_json() -> None:
    """Its texts stay the lists that the schema describes, for optional fields too."""
    state = qwirkle.position(board="Rs@0,0")
    for grid in ("   0\\n0 Rs", "(no tiles in play)"):
        text = qwirkle.to_json(state).replace("Rs@0,0", grid)
        with pytest.raises(qwirkle.errors.DecodeError, match=r"board: .* is not a tile at a cell"):
            qwirkle.from_json(text)
    perhaps = or_none(BOARD)
    assert perhaps.read("0\n0 Rs") == state.board
    assert perhaps.read_json is not None
    assert perhaps.read_json("Rs@0,0") == state.board
    assert perhaps.read_json(None) is None
    with pytest.raises(NotationError):
        perhaps.read_json("0\n0 Rs")


def test_wrong_grids_say_where() -> None:
    """The error points at the wrong word, and the message is bounded."""
    cases: list[tuple[str, int, str]] = [
        ("0 1 2", 0, "there are no rows below the numbers of the columns"),
        ("0 2\n0 Rs .", 2, "expected the number of column 1, not '2'"),
        ("0 x\n0 Rs .", 2, "expected the number of column 1, not 'x'"),
        ("0 Rs@0,0", 2, "expected the number of column 1, not 'Rs@0,0'"),
        ("0 1\nRs .", 4, "expected the number of a row, not 'Rs'"),
        ("0\n5 Rs\n7 .", 7, "expected the number of row 6, not '7'"),
        ("0\n\n5 Rs\n> Ada", 8, "expected the number of row 6, not '>'"),
        ("0 1\n5 Rs", 4, "row 5 has 1 cell for 2 columns; an empty cell is written as '.'"),
        ("0 1\n5", 4, "row 5 has 0 cells for 2 columns"),
        ("0 1\n5 Rs . Bs", 11, "row 5 has 3 cells for 2 columns"),
        ("0 1\n5 Rs Zs", 9, "'Zs' is not a tile"),
        ("0 1\n5 Rs ..", 9, "'..' is not a tile"),
        ("0\n5 R\N{BLACK SQUARE}", 4, "is not a tile"),
        ("0\n\N{FULLWIDTH DIGIT ONE} Rs", 2, "expected the number of a row"),
        (f"{'9' * 100} 1{'0' * 100}", 101, "expected the number of column 1000"),
        (f"{'9' * 101}\n0 Rs", 0, "is not a tile at a cell"),
        (f"0\n{'1' * 50_000} Rs", 2, "expected the number of a row, not '111"),
        (f"0\n0 Rs{' ' * LONGEST_TEXT}", LONGEST_TEXT, "longer than 100000 characters"),
    ]
    for text, at, reason in cases:
        with case(text, at, reason):
            with pytest.raises(NotationError, match=reason) as caught:
                Board(text)
            assert (caught.value.text, caught.value.at) == (text, at)
            assert len(str(caught.value)) < 700
            with pytest.raises(qwirkle.errors.InvalidPosition, match="board: "):
                qwirkle.position(board=text)


def test_a_grid_has_the_same_limit_as_other_texts() -> None:
    """Every text of a board may have the same number of tiles."""
    row = "Rs " * 40
    columns = " ".join(map(str, range(40)))
    rows = [f"{y} {row}" for y in range(26)]
    assert len(Board("\n".join([columns, *rows[:25]]))) == 1000
    with pytest.raises(InvalidValue, match="at most 1000 tiles are possible"):
        Board("\n".join([columns, *rows]))
