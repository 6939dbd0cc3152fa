"""Tests of our house rules."""

import attrs
import pytest

import qwirkle
import qwirkle.testing
from qwirkle.errors import NotationError

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
    """H2: if everyone ties, everyone wins; two of them have a tile left, which costs a point."""
    end = {"board": "Rs@0,0", "hands": ["", "Gd", "Yx"], "supply": ""}
    assert qwirkle.position("house", **end, scores=[20, 30, 10]).winners == (0, 1)
    assert qwirkle.position("house", **end, scores=[9, 30, 10]).winners == (1,)
    assert qwirkle.position("house", **end, scores=[8, 9, 9]).winners == (0, 1, 2)


def test_a_qwirkle_earns_a_biscuit() -> None:
    """H3: no other line earns one, and the biscuits are saved with the game."""
    board = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0"
    state = qwirkle.position("house", board=board, hands=["Rx Gd", "Bx"], biscuits=[1, 0])
    state = qwirkle.apply(state, qwirkle.parse_move("Rx@5,0"))
    assert state.biscuits == (2, 0)
    state = qwirkle.apply(state, qwirkle.parse_move("Bx@5,1"))
    assert qwirkle.from_json(qwirkle.to_json(state)).biscuits == (2, 0)


def test_a_player_may_switch_a_tile_for_one_on_the_board_once() -> None:
    """H4: a hand with two equal tiles has each switch once, and every reason is given."""
    board = "Rs@0,0 Bs@1,0 Bc@1,1"
    state = qwirkle.position("house", board=board, hands=["Gs Gs Rd", "Gd"], supply="Rc")
    moves = qwirkle.legal_moves(state).own
    assert [str(move) for move in moves] == ["switch Gs 0,0", "switch Gs 1,1"]
    after = qwirkle.apply(state, moves[1])
    assert str(after.board) == "Rs@0,0 Bs@1,0 Gs@1,1"
    assert list(map(str, after.hands[0])) == ["Rd", "Gs", "Bc"]
    assert (after.switches, after.scores, len(after.supply), after.turn) == ((1, 0), (0, 0), 1, 1)
    refused = {
        "switch Rd 0,0": "no-fit",
        "switch Gs 2,0": "nothing-there",
        "switch Rs 0,0": "not-your-tile same-tile",
    }
    for text, codes in refused.items():
        violations = qwirkle.check(state, qwirkle.parse_move(text, state))
        assert [violation.code for violation in violations] == codes.split()
    [violation] = qwirkle.check(attrs.evolve(after, turn=0), moves[0])
    assert violation.message == "a player may switch only once in a game"
    assert not qwirkle.legal_moves(attrs.evolve(after, turn=0)).own


def test_a_switch_can_be_read() -> None:
    """H4: its words name both tiles, and its text needs a tile and a cell."""
    state = qwirkle.position("house", board="Rs@0,0", hands=["Gs", "Gd"])
    move = qwirkle.parse_move("switch Gs 0,0", state)
    words = "switch the green square for the red square"
    assert state.variant.in_words(state, move) == words
    with pytest.raises(NotationError, match="a tile and a cell follow 'switch'"):
        qwirkle.parse_move("switch Gs", state)


def test_leaving_a_line_of_five_costs_two_points() -> None:
    """H5: the best move leaves four, or makes six."""
    board = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0"
    state = qwirkle.position("house", board=board, hands=["Rk Rx Gd", "Bx"])
    scores = dict(qwirkle.legal_moves(state).scored())
    assert scores[qwirkle.parse_move("Rk@4,0")] == 3
    assert scores[qwirkle.parse_move("Rk@4,0 Rx@5,0")] == 12


def test_tiles_left_cost_a_point() -> None:
    """H6: Ada has more points before the settlement, but holds three tiles."""
    end = {"board": "Rs@0,0", "hands": ["Gd Gx Gk", ""], "supply": "", "scores": [9, 8]}
    state = qwirkle.position("house", players=["Ada", "Bob"], **end)
    assert (state.outcome.scores, state.winners) == ((6, 8), (1,))


def test_our_rules_are_listed() -> None:
    """``compare`` lists every difference from the standard game."""
    fields = [difference.field for difference in qwirkle.compare("standard", "house")]
    options, ours = fields[:2], fields[2:]
    assert options == ["tie_break", "hand_size"]
    assert ours == ["forbids", "winners", "advance", "bonus_points", "final_scores", "switch"]
