# ruff: noqa: N802
"""P1 to P5: where tiles may be placed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cases import case
from tile_positions import ALL_TILES, codes, is_legal, legal, play, points, position, rules_broken

import qwirkle
from qwirkle import Place, Tile
from qwirkle.authoring import Code

# A row with a gap at 1,0, connected by the row below:
#     Rs .. Rk
#     Rc Rd Rt
RED_GAP = "Rs@0,0 Rk@2,0 Rc@0,1 Rd@1,1 Rt@2,1"


def spread(*tiles: str, start: tuple[int, int] = (0, 0), down: bool = False) -> str:
    """A text of tiles side by side, to the right or down."""
    x, y = start
    return " ".join(
        f"{tile}@{x},{y + i}" if down else f"{tile}@{x + i},{y}" for i, tile in enumerate(tiles)
    )


def is_line_by_words(tiles: Sequence[Tile]) -> bool:
    """Whether tiles form a line, in the words of P3."""
    colors = {tile.color for tile in tiles}
    shapes = {tile.shape for tile in tiles}
    one_color = len(colors) == 1 and len(shapes) == len(tiles)
    one_shape = len(shapes) == 1 and len(colors) == len(tiles)
    return one_color or one_shape


# P1: touching the board


@pytest.mark.parametrize("text", ["Rc@1,0", "Rc@-1,0", "Rc@0,1", "Rc@0,-1"])
def test_P1_a_tile_touches_on_any_side(text: str) -> None:
    """Left, right, above and below all count as touching."""
    assert is_legal(position("Rs@0,0", "Rc", "Gd", supply="Yt"), text)


@pytest.mark.parametrize("text", ["Rc@1,1", "Rc@-1,1", "Rc@1,-1", "Rc@-1,-1"])
def test_P1_diagonal_is_not_touching(text: str) -> None:
    """Two tiles that share only a corner do not touch."""
    state = position("Rs@0,0", "Rc", "Gd", supply="Yt")
    assert codes(state, text) == {Code.TOUCHES_NOTHING}
    assert rules_broken(state, text) == {"P1"}


@pytest.mark.parametrize("text", ["Rc@2,0", "Rc@0,-2", "Rc@7,9", "Rc@2,0 Rd@3,0"])
def test_P1_no_tile_is_placed_apart(text: str) -> None:
    """A tile one cell away, a tile far away and a separate line are all refused."""
    assert codes(position("Rs@0,0", "Rc Rd", "Gd", supply="Yt"), text) == {Code.TOUCHES_NOTHING}


def test_P1_a_tile_may_touch_through_others_of_the_turn() -> None:
    """Only the first of three touches the board; the others are connected through it."""
    state = position("Rs@0,0", "Rc Rd Rt", "Gd", supply="Yt")
    assert is_legal(state, "Rc@1,0 Rd@2,0 Rt@3,0")
    assert is_legal(state, "Rt@-3,0 Rd@-2,0 Rc@-1,0")


def test_P1_a_column_may_begin_away_from_the_board() -> None:
    """The middle tile of a column touches the board, and its ends touch only that tile."""
    state = position("Rs@0,0", "Rc Oc Yc", "Gd", supply="Yt")
    assert is_legal(state, "Oc@1,-1 Rc@1,0 Yc@1,1")


def test_P1_every_tile_of_the_turn_must_touch() -> None:
    """One tile that touches does not help another that does not."""
    state = position("Rs@0,0", "Rc Rd", "Gd", supply="Yt")
    assert codes(state, "Rc@1,0 Rd@3,0") == {Code.GAP, Code.TOUCHES_NOTHING}
    assert codes(state, "Rc@1,0 Rd@2,1") == {Code.NOT_IN_ONE_LINE, Code.TOUCHES_NOTHING}


def test_P1_no_tile_on_another() -> None:
    """A cell with a tile is taken."""
    state = position("Rs@0,0 Rc@1,0", "Rd Bs", "Gd", supply="Yt")
    assert Code.CELL_TAKEN in codes(state, "Rd@1,0")
    assert Code.CELL_TAKEN in codes(state, "Bs@0,0")
    assert Code.CELL_TAKEN in codes(state, "Rd@0,0 Bs@0,1")


def test_P1_boards_of_two_islands_are_refused() -> None:
    """A position with two groups that touch only at a corner is refused."""
    with pytest.raises(qwirkle.errors.InvalidPosition, match=r"2 groups that do not touch.*\[P1\]"):
        position("Rs@0,0 Rc@1,1", "Gd", "Yt")


def test_P1_holds_far_from_the_origin() -> None:
    """Cells are any integers, so the same moves are legal around a tile far away."""
    far = 10**12
    state = position(f"Rs@{far},-{far}", "Rc", "Gd", supply="Yt")
    assert is_legal(state, f"Rc@{far + 1},-{far}")
    assert codes(state, f"Rc@{far + 1},-{far + 1}") == {Code.TOUCHES_NOTHING}
    assert codes(state, "Rc@1,0") == {Code.TOUCHES_NOTHING}


# P2: lines


def test_P2_two_tiles_side_by_side_are_a_line() -> None:
    """Two tiles score as a line and must fit like one."""
    state = position("Rs@0,0", "Rc Gd", "Yt", supply="Ok")
    assert points(state, "Rc@1,0") == [2]
    assert codes(state, "Gd@1,0") == {Code.LINE_MISMATCH}


def test_P2_a_gap_separates_lines() -> None:
    """Identical tiles may be in one row if there is a gap between them."""
    state = position("Rs@0,0 Rc@0,1 Rd@1,1 Rt@2,1", "Rs Bt", "Gd", supply="Ok")
    assert points(state, "Rs@2,0") == [2]
    assert not is_legal(state, "Rs@1,0")


def test_P2_tiles_behind_a_gap_are_not_counted() -> None:
    """A longer row scores only the run of tiles without a gap."""
    state = position(RED_GAP, "Rx", "Gd", supply="Ok")
    assert points(state, "Rx@3,0") == [2]


def test_P2_a_gap_in_a_column_separates_too() -> None:
    """Columns follow the same rule."""
    state = position("Rs@0,0 Rk@0,2 Rc@1,0 Rd@1,1 Rt@1,2", "Rx", "Gd", supply="Ok")
    assert points(state, "Rx@0,3") == [2]
    assert points(state, "Rx@0,1") == [2, 3]


def test_P2_one_tile_joins_two_lines() -> None:
    """A tile in the gap turns both into one line, which scores as one."""
    state = position(RED_GAP, "Rx", "Gd", supply="Ok")
    assert points(state, "Rx@1,0") == [3, 2]
    row, column = qwirkle.score(state, qwirkle.parse_move("Rx@1,0")).lines
    assert (str(row), str(column)) == ("Rs Rx Rk", "Rx Rd")


def test_P2_one_tile_joins_two_longer_lines_into_a_qwirkle() -> None:
    """Two and three tiles with a gap between them become six."""
    board = spread("Rs", "Rc") + " " + spread("Rt", "Rk", "Rx", start=(3, 0))
    board += " " + spread("Oc", "Os", "Ot", start=(1, 1))
    state = position(board, "Rd", "Gd", supply="Ok")
    assert codes(state, "Rd@2,0") == {Code.LINE_MISMATCH}  # the square below it
    state = position(board.replace("Os@2,1", "Od@2,1"), "Rd", "Gd", supply="Ok")
    assert points(state, "Rd@2,0") == [12, 2]


# P3: tiles that fit a line


def test_P3_exactly_the_other_reds_fit_a_red_line() -> None:
    """Beside a red square and a red circle only the four other reds fit."""
    for tile in ALL_TILES:
        with case(tile):
            state = position("Rs@0,0 Rc@1,0", str(tile), "Gd", supply="Yt")
            fits = str(tile) in {"Rd", "Rt", "Rk", "Rx"}
            assert is_legal(state, f"{tile}@2,0") == fits
            assert is_legal(state, f"{tile}@-1,0") == fits


def test_P3_exactly_the_other_squares_fit_a_line_of_squares() -> None:
    """Below a red and a blue square only the four other squares fit."""
    for tile in ALL_TILES:
        with case(tile):
            state = position("Rs@0,0 Bs@0,1", str(tile), "Gd", supply="Yt")
            fits = str(tile) in {"Os", "Ys", "Gs", "Ps"}
            assert is_legal(state, f"{tile}@0,2") == fits
            assert is_legal(state, f"{tile}@0,-1") == fits


def test_P3_pairs_share_exactly_one_attribute() -> None:
    """Two tiles may be neighbours if they share a colour or a shape, but not both."""
    for first in ALL_TILES:
        with case(first):
            for second in ALL_TILES:
                state = position(f"{first}@0,0", str(second), "", supply="Yt")
                one = (first.color is second.color) != (first.shape is second.shape)
                assert (Place({(1, 0): second}) in qwirkle.legal_moves(state)) == one
                assert (f"{second}@1,0" in legal(state)) == one


def test_P3_no_line_repeats_a_tile() -> None:
    """A second red square does not fit a red line, whether at an end or next to the first."""
    state = position("Rc@0,0 Rs@1,0 Rd@2,0", "Rs", "Gd", supply="Yt")
    for text in ("Rs@3,0", "Rs@-1,0"):
        assert codes(state, text) == {Code.DUPLICATE_IN_LINE}
        assert rules_broken(state, text) == {"P3"}
    assert codes(position("Rs@0,0", "Rs", "Gs", supply="Yt"), "Rs@1,0") == {Code.DUPLICATE_IN_LINE}


def test_P3_no_duplicate_across_a_filled_gap() -> None:
    """Filling the gap between two red squares would make one line with both."""
    state = position(RED_GAP.replace("Rk", "Rs"), "Rx", "Gd", supply="Yt")
    assert codes(state, "Rx@1,0") == {Code.DUPLICATE_IN_LINE}


def test_P3_no_duplicate_behind_two_filled_gaps() -> None:
    """Two tiles that fill two gaps of a row must fit the whole line."""
    row = "Rs@0,0 Rc@2,0 {}@4,0 " + spread("Rd", "Rk", "Rt", "Rx", "Rc", start=(0, 1))
    fits = position(row.format("Rd"), "Rk Rx", "Gd", supply="Yt")
    assert points(fits, "Rx@1,0 Rk@3,0") == [5, 2, 2]
    repeats = position(row.format("Rs"), "Rk Rx", "Gd", supply="Yt")
    assert codes(repeats, "Rx@1,0 Rk@3,0") == {Code.DUPLICATE_IN_LINE}
    assert is_legal(repeats, "Rx@1,0")


def test_P3_no_two_identical_tiles_in_one_turn() -> None:
    """Two copies from the hand cannot go into one line."""
    state = position("Rs@0,0", "Rc Rc", "Gd", supply="Yt")
    assert codes(state, "Rc@1,0 Rc@2,0") == {Code.DUPLICATE_IN_LINE}
    assert codes(state, "Rc@-1,0 Rc@1,0") == {Code.DUPLICATE_IN_LINE}


def test_P3_a_line_keeps_its_colour_or_shape() -> None:
    """A red line takes no square of another colour, although it has a square."""
    state = position("Rc@0,0 Rs@1,0", "Bs", "Gd", supply="Yt")
    assert codes(state, "Bs@2,0") == {Code.LINE_MISMATCH}
    assert is_legal(state, "Bs@1,1")


def test_P3_two_joined_lines_must_fit_each_other() -> None:
    """A red star fits the reds on one side and the stars on the other, but not in one line."""
    board = spread("Rs", "Rc") + " " + spread("Bt", "Gt", start=(3, 0))
    board += " " + spread("Bc", "Bt", "Bs", start=(1, 1))
    state = position(board, "Rt", "Gd", supply="Yt")
    assert codes(state, "Rt@2,0") == {Code.LINE_MISMATCH}
    assert is_legal(state, "Rt@-1,0")


def test_P3_never_more_than_six() -> None:
    """A seventh tile must repeat another, so both reasons are given."""
    row = spread("Rc", "Rs", "Rd", "Rt", "Rk", "Rx")
    state = position(row, "Rc Oc", "Gd", supply="Yt")
    assert codes(state, "Rc@6,0") == {Code.LINE_TOO_LONG, Code.DUPLICATE_IN_LINE}
    assert codes(state, "Oc@6,0") == {Code.LINE_TOO_LONG, Code.LINE_MISMATCH}
    assert not any("@6,0" in text or "@-1,0" in text for text in legal(state))


def test_P3_nothing_fits_a_line_of_six() -> None:
    """Neither a full row nor a full column takes another tile."""
    for tile in ALL_TILES:
        with case(tile):
            row = position(spread("Rc", "Rs", "Rd", "Rt", "Rk", "Rx"), str(tile), "", supply="Yd")
            assert not is_legal(row, f"{tile}@6,0")
            assert not is_legal(row, f"{tile}@-1,0")
            down = spread("Rs", "Os", "Ys", "Gs", "Bs", "Ps", down=True)
            column = position(down, str(tile), "", supply="Yd")
            assert not is_legal(column, f"{tile}@0,6")
            assert not is_legal(column, f"{tile}@0,-1")


def test_P3_two_lines_do_not_join_to_a_line_of_seven() -> None:
    """Three and three tiles joined by another would be seven."""
    board = spread("Rs", "Rc", "Rd") + " " + spread("Rt", "Rk", "Rc", start=(4, 0))
    board += " " + spread("Od", "Ox", "Ot", start=(2, 1))
    state = position(board, "Rx", "Gd", supply="Yt")
    assert codes(state, "Rx@3,0") == {Code.LINE_TOO_LONG, Code.DUPLICATE_IN_LINE}


def test_P3_a_line_of_six_from_one_tile_in_one_turn() -> None:
    """Five tiles beside one make six, the largest possible line."""
    state = position("Rs@0,0", "Rc Rd Rt Rk Rx", "Gd", supply="Yt")
    assert points(state, "Rc@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0") == [12]


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("Rs@0,0 Bc@1,0", "neither of one colour nor of one shape"),
        ("Rs@0,0 Rc@1,0 Rs@2,0", "holds Rs 2 times"),
        (
            spread("Rs", "Rc", "Rd", "Rt", "Rk", "Rx", "Rs", down=True),
            "7 tiles; a line has at most 6",
        ),
    ],
)
def test_P3_boards_with_a_broken_line_are_refused(board: str, why: str) -> None:
    """A position with a line that does not fit is refused."""
    with pytest.raises(qwirkle.errors.InvalidPosition, match=rf"{why}.*\[P3\]"):
        position(board, "Gd", "Yt")


def test_P3_every_line_of_a_played_game_is_legal() -> None:
    """After every move of some games, all lines of the board satisfy the words of P3."""
    for seed in range(3):
        state = qwirkle.new_game(players=3, seed=seed)
        while not state.is_over and len(state.board) < 60:
            moves = qwirkle.legal_moves(state)
            state = qwirkle.apply(state, next(iter(moves)))
            assert all(is_line_by_words(line.tiles) for line in state.board.lines())


# P4: a tile in several lines


def test_P4_a_tile_fits_all_its_lines() -> None:
    """At the corner of a red row and a blue column, a tile must fit both."""
    state = position("Rs@0,0 Rc@1,0 Bc@1,1", "Bs Bd", "Gd", supply="Yt")
    assert points(state, "Bs@0,1") == [2, 2]
    assert not is_legal(state, "Bd@0,1")


def test_P4_a_tile_that_fits_its_row_but_not_its_column() -> None:
    """The blue diamond fits the blue row, but not below the red square."""
    state = position("Rs@0,0 Rc@1,0 Bc@1,1", "Bd", "Gd", supply="Yt")
    assert codes(state, "Bd@0,1") == {Code.LINE_MISMATCH}
    assert rules_broken(state, "Bd@0,1") == {"P3", "P4"}
    assert is_legal(state, "Bd@2,1")


def test_P4_a_tile_that_fits_its_column_but_not_its_row() -> None:
    """The red diamond fits below the red square, but not beside the blue circle."""
    state = position("Rs@0,0 Rc@1,0 Bc@1,1", "Rd", "Gd", supply="Yt")
    assert codes(state, "Rd@0,1") == {Code.LINE_MISMATCH}
    assert is_legal(state, "Rd@0,-1")


def test_P4_every_tile_of_the_turn_fits_all_its_lines() -> None:
    """The second tile of the turn crosses a line that it does not fit."""
    board = spread("Rs", "Rc", "Rd")
    state = position(board, "Bs Bc Bt", "Gd", supply="Yt")
    assert points(state, "Bs@0,1 Bc@1,1") == [2, 2, 2]
    assert codes(state, "Bs@0,1 Bc@1,1 Bt@2,1") == {Code.LINE_MISMATCH}
    assert codes(state, "Bs@0,1 Bt@1,1") == {Code.LINE_MISMATCH}


def test_P4_a_repetition_in_the_crossing_line_only() -> None:
    """The tile is new in its row but already in its column."""
    state = position("Rs@0,0 Bs@0,1 Bc@1,1 Rc@1,2", "Rs", "Gd", supply="Yt")
    assert codes(state, "Rs@0,2") == {Code.DUPLICATE_IN_LINE}
    assert is_legal(state, "Rs@2,2")


def test_P4_four_lines_around_one_cell() -> None:
    """If a cell has neighbours on all four sides, both joined lines must fit."""
    ring = "Rs@0,-1 Rc@1,-1 Bc@1,0 Oc@1,1 Os@0,1 Ok@-1,1 Bk@-1,0"
    state = position(ring, "Bs Rs Bd Ys", "Gd", supply="Yt")
    assert points(state, "Bs@0,0") == [3, 3]
    assert codes(state, "Ys@0,0") == {Code.LINE_MISMATCH}
    assert codes(state, "Bd@0,0") == {Code.LINE_MISMATCH}
    assert codes(state, "Rs@0,0") == {Code.DUPLICATE_IN_LINE, Code.LINE_MISMATCH}


def test_P4_some_cells_take_no_tile() -> None:
    """Below a red square, in a gap of greens, only the green square fits, or no tile at all."""
    for tile in ALL_TILES:
        with case(tile):
            board = "Rs@0,0 Rc@-1,0 Gc@-1,1 Rd@1,0 Gd@1,1 "
            state = position(board + "Gt@2,1", str(tile), "", supply="Yt")
            assert is_legal(state, f"{tile}@0,1") == (str(tile) == "Gs")
            state = position(board + "Gs@2,1", str(tile), "", supply="Yt")
            assert not is_legal(state, f"{tile}@0,1")


# P5: the tiles of one turn


def test_P5_tiles_of_one_turn_share_a_colour_or_a_shape() -> None:
    """Two reds or two squares are legal together, but not a red circle with a blue square."""
    state = position("Rs@0,0", "Rc Rd Bs Os", "Gd", supply="Yt")
    assert is_legal(state, "Rc@1,0 Rd@2,0")
    assert is_legal(state, "Bs@1,0 Os@2,0")
    assert codes(state, "Rc@1,0 Bs@2,0") == {Code.NO_SHARED_ATTRIBUTE, Code.LINE_MISMATCH}
    assert "P5" in rules_broken(state, "Rc@1,0 Bs@2,0")


def test_P5_tiles_that_fit_one_by_one_but_share_nothing() -> None:
    """Each would be legal alone, but not in one turn."""
    state = position("Rs@0,0", "Rc Bs", "Gd", supply="Yt")
    assert is_legal(state, "Rc@1,0")
    assert is_legal(state, "Bs@0,1")
    assert codes(state, "Rc@1,0 Bs@0,1") == {Code.NO_SHARED_ATTRIBUTE, Code.NOT_IN_ONE_LINE}


def test_P5_tiles_of_one_turn_are_in_one_row_or_column() -> None:
    """Two reds on two sides of a corner share a colour, but no line."""
    state = position("Rs@0,0", "Rc Rd", "Gd", supply="Yt")
    assert codes(state, "Rc@1,0 Rd@0,1") == {Code.NOT_IN_ONE_LINE}
    assert rules_broken(state, "Rc@1,0 Rd@0,1") == {"P5"}


def test_P5_three_tiles_around_a_corner() -> None:
    """Two tiles in the row and one below are not in one line."""
    state = position("Rs@0,0", "Rc Rd Rt", "Gd", supply="Yt")
    assert codes(state, "Rc@1,0 Rd@2,0 Rt@2,1") == {Code.NOT_IN_ONE_LINE}


def test_P5_both_ends_of_a_line() -> None:
    """The tiles of a turn need not touch each other: one may go at each end."""
    state = position("Rs@0,0 Rc@1,0", "Rd Rt Rk", "Gd", supply="Yt")
    assert points(state, "Rd@-1,0 Rt@2,0") == [4]
    assert points(state, "Rd@-1,0 Rt@2,0 Rk@3,0") == [5]
    assert points(state, "Rk@-2,0 Rd@-1,0 Rt@2,0") == [5]


def test_P5_both_ends_of_a_column() -> None:
    """Columns follow the same rule."""
    state = position("Rs@0,0 Bs@0,1", "Os Ys Gs", "Gd", supply="Yt")
    assert points(state, "Os@0,-1 Ys@0,2") == [4]
    assert points(state, "Gs@0,-2 Os@0,-1 Ys@0,2") == [5]


def test_P5_both_ends_must_fit_each_other() -> None:
    """Both fit the single tile between them, but one by colour and the other by shape."""
    state = position("Rs@0,0", "Rc Bs", "Gd", supply="Yt")
    assert codes(state, "Rc@-1,0 Bs@1,0") == {Code.NO_SHARED_ATTRIBUTE, Code.LINE_MISMATCH}


def test_P5_around_a_tile_on_the_board() -> None:
    """Tiles on both sides of a tile of another line form one line with it."""
    state = position("Rs@0,0 Bs@0,1 Os@0,2", "Bc Bd Gd", "Gd", supply="Yt")
    assert points(state, "Bc@-1,1 Bd@1,1") == [3]
    [line] = qwirkle.score(state, qwirkle.parse_move("Bc@-1,1 Bd@1,1")).lines
    assert str(line) == "Bc Bs Bd"


def test_P5_around_several_tiles_with_gaps_filled() -> None:
    """A turn may fill two gaps of a row at once, which makes it one line."""
    below = spread("Os", "Ok", "Oc", "Ox", "Od", start=(0, 1))
    state = position(f"Rs@0,0 Rc@2,0 Rd@4,0 {below}", "Rk Rx", "Gd", supply="Yt")
    assert points(state, "Rk@1,0 Rx@3,0") == [5, 2, 2]


def test_P2_P5_tiles_with_a_gap_between_them_are_not_in_one_line() -> None:
    """Two tiles in one row with an empty cell between them are in two lines."""
    state = position(RED_GAP, "Rx Rd", "Gd", supply="Yt")
    assert codes(state, "Rx@-1,0 Rd@3,0") == {Code.GAP}
    assert rules_broken(state, "Rx@-1,0 Rd@3,0") == {"P2", "P5"}


def test_P2_P5_tiles_with_a_gap_in_a_column_are_not_in_one_line() -> None:
    """Columns follow the same rule."""
    state = position("Rs@0,0 Rk@0,2 Rc@1,0 Rd@1,1 Rt@1,2", "Rx Rd", "Gd", supply="Yt")
    assert codes(state, "Rx@0,-1 Rd@0,3") == {Code.GAP}


def test_P5_parallel_rows_are_not_one_line() -> None:
    """One tile is placed in each of two rows, one above the other."""
    state = position("Rs@0,0 Rc@1,0 Bs@0,1 Bc@1,1", "Gs Gc", "Yd", supply="Yt")
    assert points(state, "Gs@0,2 Gc@1,2") == [2, 3, 3]
    assert codes(state, "Gs@0,-1 Gc@1,2") == {Code.NOT_IN_ONE_LINE}


def test_P5_up_to_six_tiles_in_a_turn() -> None:
    """A whole hand of reds can be placed across a column."""
    state = position("Os@0,0 Ys@0,1", "Rc Rs Rd Rt Rk Rx", "Gd", supply="Yt")
    assert points(state, "Rc@-1,2 Rs@0,2 Rd@1,2 Rt@2,2 Rk@3,2 Rx@4,2") == [12, 3]


def test_P5_more_than_a_line_of_six_does_not_fit_in_a_turn() -> None:
    """Six tiles beside one of their line would make seven."""
    state = position("Rs@0,0", "Rc Rs Rd Rt Rk Rx", "Gd", supply="Yt")
    text = "Rc@1,0 Rs@2,0 Rd@3,0 Rt@4,0 Rk@5,0 Rx@6,0"
    assert codes(state, text) == {Code.LINE_TOO_LONG, Code.DUPLICATE_IN_LINE}


def test_P5_the_order_of_the_tiles_does_not_matter() -> None:
    """A move is the same however its tiles are listed."""
    state = position("Rs@0,0", "Rc Rd", "Gd", supply="Yt")
    assert qwirkle.parse_move("Rd@2,0 Rc@1,0") == qwirkle.parse_move("Rc@1,0 Rd@2,0")
    assert play(state, "Rd@2,0 Rc@1,0") == play(state, "Rc@1,0 Rd@2,0")
