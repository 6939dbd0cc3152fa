"""What people type: forgiven where the meaning is plain, refused with a place where it is not."""

from __future__ import annotations

import pytest

import qwirkle
from qwirkle import NotationError, parse_move
from qwirkle.cli.wording import read_move, tidied

STATE = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Rc Rd", "Gd"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Bs@1,0", "Bs@1,0"),
        ("bs@1,0 RC@2,0", "Bs@1,0 Rc@2,0"),
        ("bs 1,0", "Bs@1,0"),
        ("bs 1 0", "Bs@1,0"),
        ("bs1,0", "Bs@1,0"),
        ("bs @ 1 , 0", "Bs@1,0"),
        ("bs (1, 0), rc (-2; -10)", "Bs@1,0 Rc@-2,-10"),
        ("blue square at 1,0", "Bs@1,0"),
        ("Blue-Square 1 0 and red circle 2 0.", "Bs@1,0 Rc@2,0"),
        ("place Bs@1,0", "Bs@1,0"),
        ("play bs@1,0", "Bs@1,0"),
        ("SWAP bs rc", "swap Bs Rc"),
        ("exchange blue squares, RC", "swap Bs Rc"),
        ("trade Bs", "swap Bs"),
        ("  Pass ", "pass"),
        ("take 1 0", "take 1,0"),
        ("Draw-Three", "draw-three"),
        ("lay rs rc rd|bs bc bd", "lay Rs Rc Rd | Bs Bc Bd"),
        ("", ""),
        ("and", ""),
    ],
)
def test_what_is_plain_is_mended(typed: str, meant: str) -> None:
    assert tidied(typed) == meant
    assert tidied(meant) == meant


def test_the_texts_of_moves_are_left_alone() -> None:
    for variant in ("standard", "schmidt-actions", "cards"):
        state = qwirkle.new_game(variant, seed=8)
        for _ in range(12):
            for move in qwirkle.bots.BOTS.values():
                found = move(qwirkle.observe(state, state.turn))
                assert tidied(str(found)) == str(found)
                assert read_move(str(found), state) == found
            state = qwirkle.apply(state, found)


def test_only_the_first_line_may_be_tiles_alone() -> None:
    opening = qwirkle.position(hands=["Rs Rc", "Gd"])
    assert read_move("rs rc", opening) == parse_move("Rs@0,0 Rc@1,0")
    with pytest.raises(NotationError, match="does not begin a move"):
        read_move("bs rc", STATE)
    with pytest.raises(NotationError, match="does not begin a move"):
        read_move("rs rc rd", qwirkle.new_game("cards", seed=1))


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "Bs@", "Bs@1", "1,0", "swap 1,0", "pass now"])
def test_what_is_not_plain_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        read_move(typed, STATE)
