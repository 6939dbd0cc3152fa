# ruff: noqa: N802
"""T1: the turn."""

from __future__ import annotations

import pytest
from tile_positions import Shrug, codes, kinds, play, position, rules_broken, standard, texts

import qwirkle
from qwirkle import Exchange, Place
from qwirkle.authoring import Code


@pytest.mark.parametrize("text", ["Rc@1,0", "Rc@1,0 Rd@2,0", "Rc@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0"])
def test_T1_placing_refills_the_hand_to_six(text: str) -> None:
    """However many tiles were placed, the hand is full again, from the supply."""
    state = position("Rs@0,0", "Rc Rd Rt Rk Rx Gd", "Gd", supply="Oc Os Od Ot Ok Ox Yc Ys Yd Yt")
    placed = len(text.split())
    after = play(state, text)
    assert len(after.hands[0]) == 6
    assert after.supply.tiles == state.supply.tiles[placed:]
    assert set(after.hands[0]) >= set(state.supply.tiles[:placed])


def test_T1_a_short_hand_is_refilled_to_six() -> None:
    """The hand is refilled to six, not by the number of tiles placed."""
    state = position("Rs@0,0", "Rc Gd", "Gd", supply="Oc Os Od Ot Ok Ox Yc")
    after = play(state, "Rc@1,0")
    assert texts(after.hands[0]) == "Oc Os Od Ot Ok Gd"
    assert texts(after.supply.tiles) == "Ox Yc"


def test_T1_the_hand_size_decides_the_refill() -> None:
    """With a hand size of three, hands are refilled to three."""
    state = position(
        "Rs@0,0", "Rc Rd Gd", "Gd", supply="Oc Os Od Ot", variant=standard(hand_size=3)
    )
    after = play(state, "Rc@1,0 Rd@2,0")
    assert texts(after.hands[0]) == "Oc Os Gd"


def test_T1_only_the_player_to_move_draws() -> None:
    """The other hands stay the same."""
    state = position("Rs@0,0", "Rc Gd", "Gd Bx", "Yt", supply="Oc Os Od Ot Ok Ox Yc")
    assert play(state, "Rc@1,0").hands[1:] == state.hands[1:]


def test_T1_a_turn_is_one_move() -> None:
    """After a placement the next player moves, and nobody draws or exchanges."""
    state = position("Rs@0,0", "Rc Rd", "Rt Rk", supply="Oc Os Od Ot Ok Ox Yc")
    after = play(state, "Rc@1,0")
    assert after.turn == 1
    assert codes(after, "Rd@2,0") == {Code.NOT_YOUR_TILE}


def test_T1_a_player_may_choose_to_place_or_exchange() -> None:
    """A player who can place may exchange instead."""
    state = position("Rs@0,0", "Rc Rd", "Rt Rk", supply="Oc")
    assert kinds(state) == {"place", "swap"}


def test_T1_at_least_one_tile_is_placed() -> None:
    """A placement without tiles is refused."""
    state = position("Rs@0,0", "Rc Rd", "Rt Rk", supply="Oc")
    assert codes(state, "place") == {Code.NOTHING_PLACED}
    assert rules_broken(state, "place") == {"T1"}


@pytest.mark.parametrize("text", ["Rt@1,0", "Rc@1,0 Rc@0,1", "swap Rt", "swap Rc Rc"])
def test_T1_only_tiles_of_the_players_hand(text: str) -> None:
    """Tiles of other players, and more copies than the hand has, are refused."""
    state = position("Rs@0,0", "Rc Rd", "Rt Rk", supply="Oc Os")
    assert Code.NOT_YOUR_TILE in codes(state, text)
    assert "T1" in rules_broken(state, text)


def test_T1_copies_in_hand_can_all_be_used() -> None:
    """Two copies in the hand are two tiles that can be exchanged."""
    state = position("Rs@0,0", "Rc Rc", "Rt Rk", supply="Oc Os")
    assert codes(state, "swap Rc Rc") == set()


def test_T1_placed_tiles_leave_the_hand_and_are_on_the_board() -> None:
    """One copy is placed, and the other stays in the hand."""
    state = position("Rs@0,0", "Rc Rc Gd", "Rt Rk")
    after = play(state, "Rc@1,0")
    assert texts(after.hands[0]) == "Rc Gd"
    assert str(after.board) == "Rs@0,0 Rc@1,0"


def test_T1_there_is_no_other_kind_of_turn() -> None:
    """A move of another game is refused, and the reason says so."""
    state = position("Rs@0,0", "Rc Rd", "Rt Rk", supply="Oc")
    [violation] = qwirkle.check(state, Shrug())
    assert (violation.code, violation.rules) == (Code.NO_SUCH_MOVE, ("T1",))
    assert Shrug() not in qwirkle.legal_moves(state)


def test_T1_given_draws_are_taken_into_the_hand() -> None:
    """Tiles drawn in a real game can be given instead of the first of the supply."""
    state = position("Rs@0,0", "Rc Gd", "Rt Rk", supply="Oc Os Od Ot Ok Ox Yc")
    after = qwirkle.apply(state, Place({(1, 0): "Rc"}), draw="Yc Ot Os Ok Ox")
    assert texts(after.hands[0]) == "Os Ot Ok Ox Yc Gd"
    assert texts(after.supply.tiles) == "Oc Od"


@pytest.mark.parametrize("draw", ["", "Oc", "Oc Os Od", "Gx Gx"])
def test_T1_given_draws_must_have_the_right_number_and_be_in_the_supply(draw: str) -> None:
    """Two tiles must be drawn, and both must be in the supply."""
    state = position("Rs@0,0", "Rc Gd", "Rt Rk", supply="Oc Os Od", variant=standard(hand_size=3))
    with pytest.raises(qwirkle.errors.InvalidDraw):
        qwirkle.apply(state, Place({(1, 0): "Rc"}), draw=draw)
    with pytest.raises(qwirkle.errors.InvalidDraw):
        qwirkle.apply(state, Exchange("Rc Gd"), draw=draw)
