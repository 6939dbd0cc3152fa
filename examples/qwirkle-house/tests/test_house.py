"""Tests of our house rules."""

import qwirkle
import qwirkle.testing

test_house_is_sound = qwirkle.testing.suite_for("house")

ACROSS_THE_TABLE = (
    "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0 "
    "Bx@5,1 Bc@6,1 Bs@7,1 Bd@8,1 Bt@9,1 Bk@10,1 "
    "Gk@10,2 Gc@11,2 Gs@12,2 Gd@13,2 Gt@14,2"
)


def test_the_board_must_fit_on_the_table() -> None:
    """H1: there is no room for a sixteenth column."""
    state = qwirkle.position("house", board=ACROSS_THE_TABLE, hands=["Gx", "Yc"])
    [violation] = qwirkle.check(state, qwirkle.parse_move("Gx@15,2"))
    message = "the board would be 16 by 3 tiles; our table has room for 15 by 12"
    assert violation.message == message
    moves = qwirkle.legal_moves(state)
    assert qwirkle.parse_move("Gx@15,2") not in moves
    assert qwirkle.parse_move("Gx@5,2") in moves


def test_the_player_in_last_place_washes_up_and_all_others_win() -> None:
    """H2: if everyone ties, everyone wins."""
    end = {"board": "Rs@0,0", "hands": ["", "Gd", "Yx"], "supply": ""}
    assert qwirkle.position("house", **end, scores=[20, 30, 10]).winners == (0, 1)
    assert qwirkle.position("house", **end, scores=[10, 30, 10]).winners == (1,)
    assert qwirkle.position("house", **end, scores=[9, 9, 9]).winners == (0, 1, 2)


def test_a_qwirkle_earns_a_biscuit() -> None:
    """H3: no other line earns one, and the biscuits are saved with the game."""
    board = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0"
    state = qwirkle.position("house", board=board, hands=["Rx Gd", "Bx"], biscuits=[1, 0])
    state = qwirkle.apply(state, qwirkle.parse_move("Rx@5,0"))
    assert state.biscuits == (2, 0)
    state = qwirkle.apply(state, qwirkle.parse_move("Bx@5,1"))
    assert qwirkle.from_json(qwirkle.to_json(state)).biscuits == (2, 0)


def test_our_rules_are_listed() -> None:
    """``compare`` lists every difference from the standard game."""
    fields = [difference.field for difference in qwirkle.compare("standard", "house")]
    assert fields == ["tie_break", "hand_size", "forbids", "winners", "advance"]
