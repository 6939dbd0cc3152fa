# ruff: noqa: N802
"""The worked examples of the manuals, which must come out as printed.

Their pictures are rebuilt in ``tests/figures``: positions and games in which every
printed claim holds.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import case
from manual_figures import (
    FIGURES,
    REASONS,
    Turn,
    assert_claims,
    assert_scores,
    board_of,
    codes,
    figure,
    holding,
    letter,
    placed,
)
from tile_positions import ALL_TILES, standard

import qwirkle
from qwirkle import Cell, Exchange, Place, Player, TileState
from qwirkle.authoring import Code, TileGame

STANDARD = standard()
DUTCH = HEBREW = standard(stuck="may-exchange", no_play="all-passed")
SCHMIDT = standard(tie_break="youngest", supply="stacks", no_play="all-passed")

GAMES: dict[str, TileGame] = {
    "game_french": STANDARD,
    "game_dutch_text": DUTCH,
    "game_dutch_letters": DUTCH,
    "game_hebrew": HEBREW,
}
"""The games, each with the rules of its edition."""

POSITIONS: dict[str, TileGame] = {
    "german_antje_circle": SCHMIDT,
    "german_sequence": SCHMIDT,
    "german_steffi_red": SCHMIDT,
    "hebrew_three_stars": HEBREW,
}
"""The positions with turns, each with the rules of its edition."""

# The games, from the deal


@pytest.mark.parametrize("name", GAMES)
def test_B1_B2_B3_the_deals_of_the_games(name: str) -> None:
    """Two players announce 3: the older one starts, or with other ages the other one."""
    data, variant = figure(name), GAMES[name]
    sizes: list[int] = []
    for seat in range(data["seats"]):
        state = qwirkle.position(variant, hands=data["hands"], turn=seat)
        sizes.append(max(len(move.cells) for move in qwirkle.legal_moves(state).placements))
    assert sizes == data["announced"]
    assert [seat for seat, size in enumerate(sizes) if size == max(sizes)] == data["tie"]
    for ages, first in (((40, 30, 20, 10), data["first_seat"]), ((30, 40, 50, 60), 1)):
        players = [Player(f"seat {seat}", age=age) for seat, age in enumerate(ages)]
        assert qwirkle.position(variant, players=players, hands=data["hands"]).turn == first


@pytest.mark.parametrize("name", GAMES)
def test_C1_C2_the_games_replay_from_the_deal(name: str) -> None:
    """Every turn is legal and scores as printed, line by line; the end is as recorded."""
    data = figure(name)
    players = [Player(f"seat {seat}", age=40 - seat) for seat in range(data["seats"])]
    state = qwirkle.position(GAMES[name], players=players, hands=data["hands"])
    assert state.turn == data["first_seat"]
    for turn in data["turns"]:
        assert state.turn == turn["seat"]
        if turn["printed"]:
            assert_scores(state, turn)
            assert_claims(state, turn)
            state = qwirkle.apply(state, placed(turn["place"]), draw=turn["draw"])
        else:  # inserted where the text skips a seat
            assert (len(turn["exchange"]), turn["points"]) == (1, 0)
            state = qwirkle.apply(state, Exchange(turn["exchange"]), draw=turn["draw"])
        assert [len(hand) for hand in state.hands] == [6] * 4
    assert list(state.scores) == data["scores"]
    assert state.board == board_of(data["board"])
    assert not state.is_over


def test_C1_C2_the_printed_points_of_the_french_game() -> None:
    """Figures A to L score 3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18 and 9, in sequence."""
    turns = figure("game_french")["turns"]
    assert [turn["figure"] for turn in turns] == list("ABCDEFGHIJKL")
    assert [turn["points"] for turn in turns] == [3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9]
    assert [turn["seat"] for turn in turns] == [0, 1, 2, 3] * 3


@pytest.mark.parametrize("name", ["game_dutch_text", "game_dutch_letters", "game_hebrew"])
def test_C1_the_other_orders_of_the_game_score_the_same(name: str) -> None:
    """The Dutch and Hebrew texts give the same figures in another order, with the same points."""
    french = {turn["figure"]: turn["points"] for turn in figure("game_french")["turns"]}
    turns = [turn for turn in figure(name)["turns"] if turn["printed"]]
    assert len(turns) >= 11
    assert {turn["figure"]: turn["points"] for turn in turns}.items() <= french.items()


def test_P2_the_orange_diamond_does_not_extend_the_diamonds() -> None:
    """In figure H it is in their column, but behind a gap, so the diamonds do not score."""
    data = figure("game_french")
    state = qwirkle.position(hands=data["hands"], turn=0)
    for turn in data["turns"]:
        if turn["figure"] == "H":
            break
        state = qwirkle.apply(state, placed(turn["place"]), draw=turn["draw"])
    move = placed(turn["place"])
    [line] = qwirkle.score(state, move).lines
    assert letter(line) == "O"
    after = qwirkle.apply(state, move, draw=turn["draw"])
    diamonds = [Cell(*cell) for cell in turn["other_diamonds"]]
    assert all(str(after.board[cell])[1] == "d" for cell in diamonds)
    assert {cell.x for cell in diamonds} == {1}
    assert str(after.board[1, -3]) == "Od"


# The positions


@pytest.mark.parametrize("name", POSITIONS)
def test_C1_C2_the_positions_score_as_printed(name: str) -> None:
    """Every turn of the German and Hebrew examples scores as the figure says, line by line."""
    data = figure(name)
    board = board_of(data["board"])
    for turn in data["turns"]:
        hand = [tile for _, tile in turn["place"]]
        state = holding(POSITIONS[name], board, hand)
        assert_scores(state, turn)
        board = qwirkle.apply(state, placed(turn["place"])).board
    if "end" in data:
        assert board == board_of(data["end"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("german_antje_circle", [4]),
        ("german_sequence", [7, 6, 17]),
        ("hebrew_three_stars", [7]),
    ],
)
def test_C1_C2_the_printed_points_of_the_positions(name: str, expected: list[int]) -> None:
    """The points are those that the manuals print."""
    turns = figure(name)["turns"]
    assert all(turn["points_printed"] for turn in turns)
    assert [turn["points"] for turn in turns] == expected


def test_C1_the_hebrew_stars_are_four_and_three() -> None:
    """The lines are the red line of four and the new line of three stars."""
    data = figure("hebrew_three_stars")
    [turn] = data["turns"]
    state = holding(HEBREW, board_of(data["board"]), [tile for _, tile in turn["place"]])
    score = qwirkle.score(state, placed(turn["place"]))
    assert sorted(line.points for line in score.lines) == [3, 4]


def test_C1_C2_the_german_sequence_is_one_game() -> None:
    """The turns of three players score 7, 6 and 17 in sequence."""
    data = figure("german_sequence")
    hands = [[tile for _, tile in turn["place"]] for turn in data["turns"]]
    state = qwirkle.position(SCHMIDT, board=board_of(data["board"]), hands=hands)
    for turn in data["turns"]:
        state = qwirkle.apply(state, placed(turn["place"]))
    assert state.scores == (7, 6, 17)


# Tiles that do not fit


def _misfits() -> list[tuple[str, Turn]]:
    data = figure("german_five_misfits")
    return [(str(misfit["number"]), misfit) for misfit in data["misfits"] + data["extra_misfits"]]


@pytest.mark.parametrize(
    "misfit", [misfit for _, misfit in _misfits()], ids=[n for n, _ in _misfits()]
)
def test_P1_P3_P4_the_misfits(misfit: Turn) -> None:
    """Each tile is refused for exactly the reasons that are printed."""
    data = figure("german_five_misfits")
    move = placed(misfit["place"])
    state = holding(SCHMIDT, board_of(data["board"]), move.laid)
    assert codes(state, move) == {REASONS[reason] for reason in misfit["reasons"]}


def test_P4_the_fifth_misfit_fits_one_of_its_lines() -> None:
    """It would fit the purple row; only the column with the yellow diamond refuses it."""
    data = figure("german_five_misfits")
    fifth = next(misfit for misfit in data["misfits"] if misfit["number"] == 5)
    move = placed(fifth["place"])
    board = board_of(data["board"])
    after = board.placing(move.tiles)
    lines = {line.cells: line.fits for line in after.lines() if move.cells[0] in line.cells}
    fits = tuple(Cell(*cell) for cell in fifth["fits"])
    wrong = tuple(Cell(*cell) for cell in fifth["does_not_fit"])
    assert lines == {fits: True, wrong: False}
    [violation] = qwirkle.check(holding(SCHMIDT, board, move.laid), move)
    assert "P4" in violation.rules


# Steffi's red tiles


def steffi(*tiles: object) -> tuple[dict[str, Any], TileState]:
    """The figure, and its board with some tiles in hand."""
    data = figure("german_steffi_red")
    return data, holding(SCHMIDT, board_of(data["board"]), [*tiles])


def test_P5_three_red_tiles_at_both_ends() -> None:
    """The tiles are not all next to each other, but are in one line: legal, for 9 points."""
    data, state = steffi("Rt", "Rk", "Rd")
    [turn] = data["turns"]
    move = placed(turn["place"])
    assert codes(state, move) == set()
    assert [cell.x for cell in move.cells] == [-2, -1, 2]
    assert qwirkle.score(state, move).total == 9


def test_P5_not_a_red_diamond_and_a_blue_circle_together() -> None:
    """Two tiles that share nothing and no line cannot be one turn, but each alone can."""
    data, state = steffi("Rd", "Bc")
    for instead in data["illegal_instead"]:
        expected = {REASONS[reason] for reason in instead["reasons"]}
        assert codes(state, placed(instead["place"])) == expected
    for alone in data["legal_alone"]:
        assert codes(state, placed(alone)) == set()


def test_P2_the_lines_that_the_text_names_are_lines() -> None:
    """They are three circles in a column and three greens in a row."""
    data, state = steffi()
    cells = {line.cells: letter(line) for line in state.board.lines()}
    assert cells[tuple(Cell(*cell) for cell in data["circles"])] == "c"
    assert cells[tuple(Cell(*cell) for cell in data["greens"])] == "G"


def test_P2_three_diamonds_instead() -> None:
    """They form no line with the greens behind the gap, so they score 3 and 3 points."""
    data, state = steffi("Od", "Rd", "Gd")
    turn = data["three_diamonds_instead"]
    assert_scores(state, turn)
    assert_claims(state, turn)


def test_P2_three_diamonds_afterwards() -> None:
    """Two more diamonds around the red one of the first turn score 3 points."""
    data, state = steffi("Rt", "Rk", "Rd")
    [first] = data["turns"]
    board = qwirkle.apply(state, placed(first["place"])).board
    turn = data["three_diamonds_afterwards"]
    state = holding(SCHMIDT, board, [tile for _, tile in turn["place"]])
    assert_scores(state, turn)
    assert_claims(state, turn)


def test_P4_no_tile_fits_the_gap() -> None:
    """The cell between the greens and the diamonds stays empty in every version."""
    for tile in ALL_TILES:
        with case(tile):
            data, state = steffi("Rt", "Rk", "Rd", "Od", "Gd")
            gap = data["gap"]
            assert gap["tiles_that_fit"] == []
            [first] = data["turns"]
            red = qwirkle.apply(state, placed(first["place"])).board
            _, other = steffi("Od", "Rd", "Gd")
            instead = qwirkle.apply(other, placed(data["three_diamonds_instead"]["place"])).board
            afterwards = red.placing(placed(data["three_diamonds_afterwards"]["place"]).tiles)
            cell = Cell(*gap["cell"])
            for board in (instead, afterwards):
                around = {Cell(*near) for near in (*gap["between"], gap["above"], gap["below"])}
                assert around == set(cell.neighbors)
                assert around <= set(board)
                state = holding(standard(hand_size=1), board, [tile])
                assert codes(state, Place({cell: tile})) >= {Code.LINE_MISMATCH}


# Julia's action tile


def test_C2_julia_scores_fourteen() -> None:
    """With the yellow square in her hand, her turn scores 12 and 2.

    Taking it is an action; here it is already off the board and in the hand.
    """
    data = figure("german_julia_take")
    taken = Cell(*data["take"]["cell"])
    board = board_of([pair for pair in data["board"] if Cell(*pair[0]) != taken])
    assert len(board) == len(data["board"]) - 1
    [turn] = data["turns"]
    state = holding(SCHMIDT, board, [data["take"]["tile"], *data["from_hand"]])
    assert_scores(state, turn)
    assert turn["points"] == 14
    assert turn["points_printed"]


def test_every_figure_is_tested() -> None:
    """Every file of figures is used."""
    used = {*GAMES, *POSITIONS, "german_five_misfits", "german_julia_take"}
    assert {path.stem for path in FIGURES.glob("*.json")} == used
