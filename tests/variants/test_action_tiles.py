# ruff: noqa: N802
"""Action tiles: A1 to A8, and the rulings about them (R3, R8 to R13, R19 to R21)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from edition_positions import (
    BASES,
    BOTH,
    acting,
    codes,
    edition,
    is_legal,
    lays,
    move,
    on_board,
    play,
    rules_broken,
    seated,
    takable,
    with_actions,
    words,
)
from hypothesis import given
from hypothesis import strategies as st
from manual_figures import assert_scores, board_of, figure, placed
from own_games import House, HouseActions, KitchenRules, Narrow
from showing import Showing

import qwirkle
from qwirkle import Board, Cell, EndReason, Exchange, Tile, authoring
from qwirkle.authoring import COUNT, BareMove, Judgement, Special, TileGame, field
from qwirkle.errors import (
    DecodeError,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    NotationError,
    UnknownVariant,
)
from qwirkle.testing import playouts
from qwirkle.testing.conformance import contents
from qwirkle_variants import ActionCode, ActionRules, Actions, ActionTiles, DrawThree, TakeTile

PLAIN = with_actions()
"""Two special tiles in the supply."""

DEALT = with_actions(dealt=True)
"""Everyone has both action tiles from the start."""

SPECIALS = (Special("draw-three"), Special("take-tile"))

ROW = "Rs@0,0 Rc@1,0"
"""A board on which both tiles may be taken."""

RED_ROW = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0"
"""A line of six."""

SIX = "Rd Rt Rk Rx Gd Bx"
PLENTY = "Oc Os Od Ot Ok Ox Yc Ys Yd Yt"

ONLY_THERE = "Bs@1,-1 Oc@0,0 Os@1,0 Yc@0,1"
"""Without the blue square, a blue square fits nowhere but where it was."""

EACH_BASE = pytest.mark.parametrize("base", BASES)


def everywhere(state: Any) -> Counter[object]:
    """Every piece of a state, wherever it is."""
    hands = [tile for hand in state.hands for tile in hand]
    return Counter([*state.board.values(), *hands, *state.supply.tiles])


def specials_in(state: Any) -> str:
    """The special tiles of the supply, sorted."""
    return words(sorted(str(piece) for piece in state.supply.tiles if isinstance(piece, Special)))


def legal(state: Any) -> list[str]:
    """The texts of the legal moves."""
    return [str(found) for found in qwirkle.legal_moves(state)]


def reason(state: Any) -> object:
    """Why the game is over."""
    assert state.outcome is not None
    return state.outcome.reason


# A1 and A2: special tiles in the supply, and drawing them


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A1_A2_R12_a_special_may_come_up_at_the_deal(players: int) -> None:
    """It is revealed and replaced before anybody moves, and the starter may use draw-three."""
    seen = set()
    for seed in range(60):
        state = qwirkle.new_game(PLAIN, players=players, seed=seed)
        shown = tuple(name for name in BOTH if Special(name) not in state.supply.tiles)
        assert state.actions == (shown,) * players
        assert [len(hand) for hand in state.hands] == [6] * players
        assert everywhere(state) == Counter(PLAIN.pieces()) - Counter(map(Special, shown))
        assert (state.acted, state.barred, state.taken) == (False, None, None)
        assert acting(state) == [*shown[:1]] * ("draw-three" in shown)
        seen.add(shown)
    assert len(seen) >= 3


def test_A1_specials_are_pieces_but_not_tiles_to_draw() -> None:
    """The box has one of each besides the 108 tiles; they are written with a star."""
    tiles = Counter(dict.fromkeys(edition("schmidt").pieces(), 3))
    assert Counter(PLAIN.pieces()) == Counter(SPECIALS) + tiles
    assert PLAIN.specials == BOTH
    state = on_board(ROW, "Rd", "Gd", supply="Yc *draw-three Yd *take-tile", variant=PLAIN)
    assert words(state.supply.tiles) == "Yc *draw-three Yd *take-tile"
    assert (len(state.supply), state.stock, qwirkle.observe(state, 0).stock) == (4, 2, 2)


@pytest.mark.parametrize(
    ("fields", "specials"),
    [
        ({}, "*draw-three *take-tile"),
        ({"actions": ["take-tile", ""]}, "*draw-three"),
        ({"actions": ["", "draw-three take-tile"]}, ""),
        ({"acted": True}, "*take-tile"),
        ({"acted": True, "barred": (2, 0)}, "*draw-three"),
    ],
)
def test_A1_A2_a_supply_that_is_left_out(fields: dict[str, Any], specials: str) -> None:
    """It has every piece not seen elsewhere, but no special whose action tiles are out."""
    state: Any = qwirkle.position(PLAIN, board=ROW, hands=["Rd", "Gd"], seed=4, **fields)
    assert specials_in(state) == specials
    assert state.stock == 108 - 4
    other: Any = qwirkle.position(PLAIN, board=ROW, hands=["Rd", "Gd"], seed=5, **fields)
    assert Counter(state.supply.tiles) == Counter(other.supply.tiles)
    assert state.supply != other.supply


@pytest.mark.parametrize(
    ("variant", "supply", "message"),
    [
        (PLAIN, "Yc *draw-three *draw-three", "more than the box holds"),
        (PLAIN, "Yc *draw-four", "more than the box holds"),
        (PLAIN, "Yc *", "is named in lower-case"),
        (with_actions(actions=["take-tile"]), "Yc *draw-three", "more than the box holds"),
        (DEALT, "Yc *draw-three", "more than the box holds"),
        (edition("schmidt"), "Yc *take-tile", "more than the box holds"),
    ],
    ids=repr,
)
def test_A1_other_specials_are_refused(variant: TileGame, supply: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as caught:
        on_board(ROW, "Rd", "Gd", supply=supply, variant=variant)
    assert [fault.field for fault in caught.value.faults] == ["supply"]


@pytest.mark.parametrize(
    ("supply", "text", "hand", "rest", "brought"),
    [
        ("*draw-three Yc Ys Yd", "Rd@2,0", "Yc Ys Yd Gk", "", "draw-three"),
        ("Yc *draw-three Ys Yd Yt Yk Yx", "Rd@2,0", "Yc Ys Yd Yt Yk Gk", "Yx", "draw-three"),
        ("Yc Ys Yd Yt *take-tile Yk Yx", "Rd@2,0", "Yc Ys Yd Yt Yk Gk", "Yx", "take-tile"),
        ("*draw-three Yc Ys", "swap Rd", "Yc Gk", "Ys Rd", "draw-three"),
        ("Yc *draw-three Ys", "swap Rd Gk", "Yc Ys", "Rd Gk", "draw-three"),
        ("*take-tile *draw-three Yc", "swap Gk", "Rd Yc", "Gk", "draw-three take-tile"),
        # Drawing stops as soon as the player has enough tiles.
        ("Yc *draw-three Ys", "swap Gk", "Rd Yc", "*draw-three Ys Gk", ""),
        ("Yc *draw-three", "swap Gk", "Rd Yc", "*draw-three Gk", ""),
        # With no tile behind it, a special is still revealed (R8).
        ("Yc *draw-three", "Rd@2,0", "Yc Gk", "", "draw-three"),
        ("*take-tile Yc *draw-three", "Rd@2,0", "Yc Gk", "", "draw-three take-tile"),
        # Specials alone are not drawn.
        ("*take-tile *draw-three", "Rd@2,0", "Gk", "*take-tile *draw-three", ""),
    ],
)
def test_A2_R8_what_a_draw_brings(
    supply: str, text: str, hand: str, rest: str, brought: str
) -> None:
    """A special is revealed and replaced, and every player gets one action tile of its kind."""
    state = on_board(ROW, "Rd Gk", "Gd", "Bd", supply=supply, variant=PLAIN)
    assert acting(state) == []
    after = play(state, text)
    assert (words(after.hands[0]), words(after.supply.tiles)) == (hand, rest)
    assert after.actions == (tuple(brought.split()),) * 3
    drawn = [piece for piece in qwirkle.api.draws(state, move(state, text)) if str(piece)[0] == "*"]
    assert sorted(map(str, drawn)) == [f"*{name}" for name in brought.split()]
    assert everywhere(after) == everywhere(state) - Counter(drawn)
    assert contents(state) == contents(after)
    assert (after.turn, after.acted, after.is_over) == (1, False, False)


@pytest.mark.parametrize(
    ("supply", "hand", "rest", "brought"),
    [
        ("Yc *take-tile Ys Yd Yt", "Rd Yc Ys Yd Gk", "Yt", "take-tile"),
        ("Yc *take-tile", "Rd Yc Gk", "", "take-tile"),
        ("Yc", "Rd Yc Gk", "", ""),
        ("Yc Ys", "Rd Yc Ys Gk", "", ""),
        ("Yc Ys Yd", "Rd Yc Ys Yd Gk", "", ""),
        ("Yc Ys Yd Yt *take-tile", "Rd Yc Ys Yd Gk", "Yt *take-tile", ""),
    ],
)
def test_A2_A4_R9_what_draw_three_brings(supply: str, hand: str, rest: str, brought: str) -> None:
    """It draws three tiles or those that are left, and may reveal the other special."""
    actions = ["draw-three", "draw-three"]
    state = on_board(ROW, "Rd Gk", "Gd", supply=supply, variant=PLAIN, actions=actions)
    assert is_legal(state, "draw-three")
    after = play(state, "draw-three")
    assert (words(after.hands[0]), words(after.supply.tiles)) == (hand, rest)
    assert after.actions == (tuple(brought.split()), ("draw-three", *brought.split()))
    assert (after.turn, after.acted, acting(after)) == (0, True, [])


@pytest.mark.parametrize("supply", ["", "*take-tile"])
def test_R9_draw_three_needs_a_tile_in_the_supply(supply: str) -> None:
    fields: dict[str, Any] = {"variant": PLAIN, "actions": ["draw-three", "draw-three"]}
    state = on_board(ROW, "Rd", "Gd", supply=supply, **fields)
    assert codes(state, "draw-three") == {"nothing-to-draw"}
    assert rules_broken(state, "draw-three") == {"R9"}
    assert acting(state) == []


GIVEN_FROM = "Yc *draw-three Ys *take-tile Yd"


@pytest.mark.parametrize(
    ("text", "draw", "hand", "rest"),
    [
        ("swap Gk", "Yc", "Rd Yc", "*draw-three Ys *take-tile Yd Gk"),
        ("swap Gk", "*take-tile Yd", "Rd Yd", "Yc *draw-three Ys Gk"),
        ("swap Gk", "*draw-three *take-tile Ys", "Rd Ys", "Yc Yd Gk"),
        ("swap Rd Gk", "Yd *draw-three Yc", "Yc Yd", "Ys *take-tile Rd Gk"),
        ("Rd@2,0", "Ys Yc Yd *take-tile *draw-three", "Yc Ys Yd Gk", ""),
    ],
)
def test_A2_draws_that_are_given_hold_the_specials(
    text: str, draw: str, hand: str, rest: str
) -> None:
    """Draws are given in order, as text or as pieces; each special brings its action tile."""
    state = on_board(ROW, "Rd Gk", "Gd", supply=GIVEN_FROM, variant=PLAIN)
    pieces = [Special(word[1:]) if word[0] == "*" else Tile.parse(word) for word in draw.split()]
    for given_draw in (draw, pieces, draw.split()):
        after = qwirkle.apply(state, move(state, text), draw=given_draw)
        assert (words(after.hands[0]), words(after.supply.tiles)) == (hand, rest)
        shown = tuple(sorted(word[1:] for word in draw.split() if word[0] == "*"))
        assert after.actions == (shown, shown)
        assert qwirkle.api.draws(state, move(state, text), draw=given_draw) == tuple(pieces)


@pytest.mark.parametrize(
    ("text", "draw"),
    [
        ("swap Gk", ""),  # one tile must be drawn
        ("swap Gk", "*draw-three"),  # the special must be replaced
        ("swap Gk", "Yc *draw-three"),  # drawing stopped at the tile
        ("swap Gk", "Gk"),  # the exchanged tile goes back only after the draw
        ("swap Gk", "*draw-three *draw-three Yc"),
        ("swap Gk", "*draw-four Yc"),
        ("Rd@2,0", "Yc Ys Yd"),  # the specials come before the last tile
        ("Rd@2,0", "Yc *draw-three Ys Yd"),
        ("draw-three", "Yd Yc"),
        ("draw-three", "Yd Yc Ys Gk"),
        ("take 1,0", "Yc"),  # nothing is drawn
    ],
)
def test_A2_A4_A5_impossible_draws_are_refused(text: str, draw: str) -> None:
    variant = DEALT if text in ("draw-three", "take 1,0") else PLAIN
    supply = GIVEN_FROM if variant is PLAIN else "Yc Ys Yd"
    state = on_board(ROW, "Rd Gk", "Gd", supply=supply, variant=variant)
    for call in (qwirkle.apply, qwirkle.api.draws):
        with pytest.raises(InvalidDraw):
            call(state, move(state, text), draw=draw)


# R8: only specials are left


@pytest.mark.parametrize(
    ("supply", "text", "expected"),
    [
        ("*take-tile Yc *draw-three", "swap Gk", set()),
        ("*take-tile Yc *draw-three", "swap Rd Gk", {"supply-too-small"}),
        ("*take-tile *draw-three", "swap Gk", {"supply-too-small"}),
    ],
)
def test_R8_X3_an_exchange_counts_only_playing_tiles(
    supply: str, text: str, expected: set[str]
) -> None:
    state = on_board(ROW, "Rd Gk", "Gd", supply=supply, variant=PLAIN)
    assert codes(state, text) == expected
    assert rules_broken(state, text) == ({"X3", "R4"} if expected else set())
    if state.stock == 1 and expected:
        assert "only 1" in qwirkle.check(state, Exchange("Rd Gk"))[0].message


def test_R8_E1_E2_C3_the_end_with_only_specials_left() -> None:
    """The player who places the last tile ends the game and gets six more points."""
    state = on_board(ROW, "Rd", "Gd", supply="*take-tile *draw-three", variant=PLAIN)
    score = qwirkle.score(state, move(state, "Rd@2,0"))
    assert (score.total, score.end_bonus) == (9, 6)
    assert dict(qwirkle.legal_moves(state).scored())[move(state, "Rd@2,0")] == 9
    after = play(state, "Rd@2,0")
    assert (reason(after), after.scores) == (EndReason.WENT_OUT, (9, 0))
    assert after.supply == state.supply
    with_tile = on_board(ROW, "Rd", "Gd", supply="*take-tile Yc", variant=PLAIN)
    assert qwirkle.score(with_tile, move(with_tile, "Rd@2,0")).end_bonus == 0


@EACH_BASE
def test_R8_E3_R3_nobody_can_place_with_only_specials_left(base: str) -> None:
    """The game ends as with an empty supply: at once, or when all players have passed."""
    variant = with_actions(base=base)
    state = on_board(ROW, "Gk", "Bx", supply="*take-tile *draw-three", variant=variant)
    if variant.rules.no_play == "at-once":
        assert reason(state) is EndReason.NO_PLAY
        assert not on_board(ROW, "Gk", "Bx", supply="*take-tile Yd", variant=variant).is_over
        return
    for _ in range(2):
        assert not state.is_over
        assert legal(state) == ["pass"]
        state = play(state, "pass")
    assert reason(state) is EndReason.ALL_PASSED


# A3 and R10: when action tiles are used, and what they forbid


@pytest.mark.parametrize(
    ("before", "text", "expected", "rules"),
    [
        # one action in a turn, and each tile once in a game
        ("", "draw-three", "", ""),
        ("draw-three", "take 0,0", "already-acted", "A3"),
        ("draw-three", "draw-three", "already-acted no-action-tile", "A2 A3"),
        ("take 1,0", "draw-three", "already-acted", "A3"),
        ("take 1,0", "take 0,0", "already-acted last-tile no-action-tile", "A2 A3 R11"),
        ("draw-three; swap Gk; draw-three; swap Gd", "draw-three", "no-action-tile", "A2 A3"),
        ("draw-three; swap Gk; draw-three; swap Gd", "take 0,0", "", ""),
        ("Rd@2,0; swap Gd", "draw-three", "", ""),
        # the usual turn must follow
        ("draw-three", "pass", "pass-while-move", "R5"),
        ("draw-three", "Rd@2,0", "", ""),
        ("draw-three", "swap Gk", "", ""),
        ("take 1,0", "swap Gk Rc", "", ""),
        # the taken tile may not go back in this turn, and neither may one like it
        ("take 1,0", "Rc@1,0", "barred", "A5 R10"),
        ("take 1,0", "Rc@1,0 Rd@2,0", "barred", "A5 R10"),
        ("take 1,0", "Rc@1,0 Gk@2,0", "line-mismatch no-shared-attribute", "P3 P5"),
        ("take 1,0", "Rc@-1,0", "", ""),
        ("take 1,0", "Rc@0,1", "", ""),
        ("take 1,0", "Rd@1,0 Rc@2,0", "", ""),
        ("take 1,0", "Rd@1,0", "", ""),
        ("take 1,0; swap Gk", "Rc@1,0", "", ""),
        ("take 1,0; swap Gk; swap Gd", "Rc@1,0", "", ""),
        # there must be a tile, and another one (R11)
        ("", "take 5,5", "nothing-there", "A5 R11"),
        ("", "take 2,0", "nothing-there", "A5 R11"),
    ],
)
def test_A3_A5_R10_R11_which_moves_are_legal(
    before: str, text: str, expected: str, rules: str
) -> None:
    state = on_board(ROW, "Rc Rd Gk", "Rc Gd", supply=PLENTY)
    state = play(state, *filter(None, before.split("; ")))
    assert sorted(codes(state, text)) == expected.split()
    assert rules_broken(state, text) == set(rules.split())


@pytest.mark.parametrize("text", ["draw-three", "take 1,0"])
def test_A3_an_action_does_not_end_the_turn(text: str) -> None:
    """The same player goes on; the points, the turn and the count of passes stay the same."""
    state = on_board(ROW, "Rd Gk", "Gd", "Bd", supply=PLENTY, turn=1, passes=2, scores=[1, 2, 3])
    assert qwirkle.score(state, move(state, text)) == qwirkle.Score()
    after = play(state, text)
    assert (after.turn, after.passes, after.scores) == (1, 2, (1, 2, 3))
    assert (after.acted, after.ply, after.seed) == (True, 1, state.seed)
    assert after.hands[::2] == state.hands[::2]
    ended = play(after, "swap Gd")
    assert (ended.turn, ended.acted, ended.barred, ended.taken) == (2, False, None, None)


def test_A3_only_the_players_own_action_tiles() -> None:
    """Nobody else's can be used, and none while others are to move or after the end."""
    state = on_board(ROW, "Rd Gk", "Gd", supply=PLENTY, actions=["", "draw-three take-tile"])
    assert acting(state) == []
    assert codes(state, "take 0,0") == {"no-action-tile"}
    after = play(state, "swap Gk")
    assert acting(after) == ["draw-three", "take 0,0", "take 1,0"]
    view = qwirkle.observe(after, 0)
    assert [found.code for found in qwirkle.check(view, DrawThree())] == ["not-your-turn"]
    over = on_board(ROW, "", "Gd")
    assert (over.is_over, legal(over)) == (True, [])
    assert codes(over, "take 0,0") == codes(over, "draw-three") == {"game-over"}


@EACH_BASE
def test_A3_other_variants_have_no_actions(base: str) -> None:
    state = qwirkle.position(base, board=ROW, hands=["Rd", "Gd"])
    for found in (DrawThree(), TakeTile((0, 0))):
        assert [each.code for each in qwirkle.check(state, found)] == ["no-such-move"]
        assert found not in qwirkle.legal_moves(state)
        with pytest.raises(NotationError, match="does not begin a move"):
            qwirkle.parse_move(str(found), base)
    for name in ("actions", "acted", "barred", "taken"):
        with pytest.raises(InvalidPosition, match=f"{name}: unknown"):
            qwirkle.position(base, board=ROW, **{name: None})


def test_A3_the_moves_of_a_player_who_cannot_place() -> None:
    """The actions come last, draw-three first; sampling reaches them all."""
    variant = with_actions(base="hebrew", dealt=True)
    state = on_board(ROW, "Gx", "Gd", supply="Oc Od", variant=variant)
    assert legal(state) == ["swap Gx", "pass", "draw-three", "take 0,0", "take 1,0"]
    moves, random = qwirkle.legal_moves(state), Random(1)
    assert {str(moves.sample(random)) for _ in range(100)} == {*legal(state)}
    stuck = play(on_board(ROW, "Gk Bx", "Gd", supply="Gx Pk Od Ot"), "draw-three")
    assert codes(stuck, "pass") == {"must-exchange"}


# A4 and R13: draw-three, and hands larger than six


@pytest.mark.parametrize(
    ("before", "text", "size", "drawn"),
    [
        ("draw-three", "Rd@2,0", 8, 0),
        ("draw-three", "Rd@2,0 Rt@3,0 Rk@4,0", 6, 0),
        ("draw-three", "Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0", 6, 1),
        ("draw-three; Rd@2,0; swap Gd", "Rt@3,0", 7, 0),
        ("take 1,0", "Rc@0,1", 6, 0),
        ("take 1,0", "Rd@1,0 Rt@2,0", 6, 1),
        ("take 1,0", "swap Rc Rd", 7, 0),
        ("draw-three", "swap Rd", 9, 0),
        ("draw-three", "swap Rd Rt Rk Rx Gd Bx", 9, 0),
    ],
)
def test_A4_A5_R13_a_hand_is_refilled_to_six_only(
    before: str, text: str, size: int, drawn: int
) -> None:
    """Nothing is drawn while six tiles or more are left; an exchange keeps a large hand."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), *before.split("; "))
    after = play(state, text)
    assert len(after.hands[0]) == size
    assert len(state.supply) - len(after.supply) == drawn


def test_R13_X1_an_exchange_is_still_one_to_six_tiles() -> None:
    """The list of nine tiles has every size from one to six, and the count agrees."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "draw-three")
    sizes = Counter(len(found.tiles) for found in qwirkle.legal_moves(state).exchanges)
    assert sizes == {1: 9, 2: 36, 3: 84, 4: 126, 5: 126, 6: 84}
    assert qwirkle.legal_moves(state).count() == len(legal(state))
    text = f"swap {words(state.hands[0][:7])}"
    assert codes(state, text) == {"exchange-too-large"}
    assert rules_broken(state, text) == {"X1"}


@pytest.mark.parametrize(
    ("options", "largest"),
    [
        ({}, 10),
        ({"dealt": True}, 10),
        ({"actions": ["draw-three"]}, 9),
        ({"actions": ["take-tile"]}, 7),
        ({"actions": []}, 6),
        ({"hand_size": 5}, 9),
    ],
)
def test_R13_the_largest_hand(options: dict[str, Any], largest: int) -> None:
    """A full hand, three tiles drawn and one taken: no hand can be larger."""
    variant, tiles = with_actions(**options), [*SIX.split(), *PLENTY.split()]
    state = qwirkle.position(variant, board=ROW, hands=[tiles[:largest], ["Gx"]])
    assert len(state.hands[0]) == largest
    with pytest.raises(InvalidPosition, match=rf"more than {largest} \[S2\]"):
        qwirkle.position(variant, board=ROW, hands=[tiles[: largest + 1], ["Gx"]])


# A5: take-tile


def test_A5_a_tile_from_the_board_into_the_hand() -> None:
    """The tile leaves its cell, where it may not be put back in this turn; nothing is drawn."""
    state = on_board(ROW, "Rd Gk", "Gd", supply=PLENTY)
    assert qwirkle.api.draws(state, TakeTile((1, 0))) == ()
    after = play(state, "take 1,0")
    assert (after.board, words(after.hands[0])) == (Board("Rs@0,0"), "Rc Rd Gk")
    assert after.supply == state.supply
    assert (after.barred, after.taken) == (Cell(1, 0), Tile.parse("Rc"))
    assert after.actions == (("draw-three",), BOTH)


CROSS = f"{RED_ROW} Oc@0,1 Yc@0,2 Gc@0,3 Bc@0,4 Pc@0,5"
"""Two lines of six that share the red circle."""


@pytest.mark.parametrize(
    ("board", "takes"),
    [
        ("Rs@0,0", ""),  # the last tile (R11)
        ("", ""),
        (ROW, "0,0 1,0"),
        ("Rs@0,0 Rc@1,0 Rd@2,0", "0,0 2,0"),
        ("Rs@0,0 Rc@1,0 Bc@1,1", "0,0 1,1"),  # corner to corner is not connected
        ("Rs@0,0 Rc@1,0 Bc@1,1 Bs@0,1", "0,0 0,1 1,0 1,1"),
        ("Rs@0,0 Rc@1,0 Rd@2,0 Bs@0,1 Bd@2,1", "0,1 2,1"),
        ("Rs@0,0 Rc@1,0 Rd@2,0 Bs@0,1 Bc@1,1 Bd@2,1", "0,0 0,1 1,0 1,1 2,0 2,1"),
        (" ".join(RED_ROW.split()[:5]), "0,0 4,0"),
        (RED_ROW, ""),
        (RED_ROW.replace(",0", "").replace("@", "@0,"), ""),
        (f"{RED_ROW} Bc@0,1", "0,1"),  # touches a line of six, but is not in it
        (CROSS, ""),
    ],
)
def test_A5_R11_which_tiles_may_be_taken(board: str, takes: str) -> None:
    """The rest stays connected side by side, and no line of six loses a tile."""
    state = on_board(board, "Gk Gx", "Gd", supply=PLENTY)
    assert acting(state) == ["draw-three", *(f"take {cell}" for cell in takes.split())]
    assert {f"{cell}" for cell in takable(state.board)} == {*takes.split()}


@pytest.mark.parametrize(
    ("board", "cell", "expected", "rules"),
    [
        ("Rs@0,0", "0,0", ["last-tile"], {"R11"}),
        ("", "0,0", ["nothing-there"], {"A5", "R11"}),
        ("Rs@0,0 Rc@1,0 Rd@2,0", "1,0", ["falls-apart"], {"A5"}),
        (RED_ROW, "0,0", ["in-a-qwirkle"], {"A5"}),
        (RED_ROW, "1,0", ["in-a-qwirkle", "falls-apart"], {"A5"}),
        (CROSS, "0,0", ["in-a-qwirkle", "in-a-qwirkle", "falls-apart"], {"A5"}),
    ],
)
def test_A5_R11_why_a_tile_may_not_be_taken(
    board: str, cell: str, expected: list[str], rules: set[str]
) -> None:
    state = on_board(board, "Gk Gx", "Gd", supply=PLENTY)
    assert codes(state, f"take {cell}") == set(expected)
    found = qwirkle.check(state, move(state, f"take {cell}"))
    assert [violation.code for violation in found] == expected
    assert rules_broken(state, f"take {cell}") == rules


def later(variant: TileGame, *, min_moves: int, max_moves: int) -> st.SearchStrategy[Any]:
    """A state of a game after some moves."""
    return playouts(variant, min_moves=min_moves, max_moves=max_moves).map(
        lambda states: states[-1]
    )


@given(later(DEALT, min_moves=3, max_moves=30))
def test_A5_R11_which_tiles_may_be_taken_in_games(state: Any) -> None:
    """The takes, in the order of their cells, are those that a plain search of A5 and R11 finds."""
    actions = qwirkle.legal_moves(state).own
    takes = [found.cell for found in actions if isinstance(found, TakeTile)]
    may = not state.is_over and not state.acted and "take-tile" in state.actions[state.turn]
    assert takes == (sorted(takable(state.board)) if may else [])


@given(later(DEALT, min_moves=1, max_moves=30), st.integers(0, 100))
def test_R10_exactly_the_barred_placements_are_missing(state: Any, number: int) -> None:
    """The other placements keep their order and their points."""
    takes = [each for each in qwirkle.legal_moves(state).own if isinstance(each, TakeTile)]
    if not takes:
        return
    after = qwirkle.apply(state, takes[number % len(takes)])
    names = ("players", "board", "hands", "turn", "acted")
    fields = {name: getattr(after, name) for name in names}
    free = qwirkle.position(DEALT, **fields, supply=after.supply.tiles)
    placements = list(qwirkle.legal_moves(free).scored())
    barred = [each for each, _ in placements if lays(each, after.barred, after.taken)]
    allowed = [(each, points) for each, points in placements if each not in barred]
    moves = qwirkle.legal_moves(after)
    assert list(moves.scored()) == allowed
    assert (moves.placements.count(), bool(moves.placements)) == (len(allowed), bool(allowed))
    for each, _ in placements:
        reasons = [found.code for found in qwirkle.check(after, each)]
        assert reasons == [ActionCode.BARRED] * (each in barred)


@pytest.mark.parametrize(
    ("base", "supply", "expected"),
    [
        ("schmidt", "", ["pass"]),
        ("schmidt", "Pk", ["swap Gx", "swap Bs"]),
        ("hebrew", "Pk", ["swap Gx", "swap Bs", "pass"]),
        ("999games-nl", "", ["pass"]),
    ],
)
def test_R10_R5_a_player_who_could_only_put_it_back_is_stuck(
    base: str, supply: str, expected: list[str]
) -> None:
    """The barred placement does not count: the player exchanges, or passes if R5 allows it."""
    variant = with_actions(base=base, dealt=True)
    state = play(on_board(ONLY_THERE, "Gx", "Rs", supply=supply, variant=variant), "take 1,-1")
    assert legal(state) == expected
    assert codes(state, "Bs@1,-1") == {"barred"}
    assert play(state, expected[0]).turn == 1


# R12: before the opening


def test_R12_draw_three_before_the_opening() -> None:
    """The opening is then the largest set of the new hand, and the starter stays the starter."""
    players = seated(20, 30)
    state = on_board("", "Rc Rs Gd", "Bx Bk Yt", supply="Rd Rt Yx Yt", players=players)
    assert state.turn == 0  # the younger of the two
    assert legal(state) == ["Rc@0,0 Rs@1,0", "Rs@0,0 Rc@1,0", "draw-three"]
    after = play(state, "draw-three")
    assert (after.turn, after.acted) == (0, True)
    assert codes(after, "Rc@0,0 Rs@1,0") == {"not-opening-set"}
    assert codes(after, "swap Gd") == {"opening-first"}
    assert codes(after, "pass") == {"pass-while-move"}
    assert set(legal(after)) == {
        " ".join(f"{tile}@{x},0" for x, tile in enumerate(order))
        for order in permutations(["Rc", "Rs", "Rd", "Rt"])
    }
    done = play(after, "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0")
    assert (done.scores, done.turn, words(done.hands[0])) == ((4, 0), 1, "Yt Yx Gd")


# R3 and R21: passes, and a closed board


def test_R3_an_action_does_not_break_a_row_of_passes() -> None:
    """Seat 1 takes a tile, cannot place it and passes: all players in a row pass."""
    state = play(on_board(ONLY_THERE, "Gx", "Px", "Gk"), "pass", "take 1,-1")
    assert (state.turn, state.passes, state.is_over) == (1, 1, False)
    state = play(state, "pass")
    assert (state.turn, state.passes, state.is_over) == (2, 2, False)
    assert reason(play(state, "pass")) is EndReason.ALL_PASSED
    placing = play(on_board(ROW, "Gx", "Px", passes=1, turn=1), "take 1,0", "Rc@0,1")
    assert (placing.passes, placing.is_over) == (0, False)


@pytest.mark.parametrize(("base", "passes"), [("schmidt", 2), ("mindware", 1)])
def test_R3_E3_no_game_ends_in_the_middle_of_a_turn(base: str, passes: int) -> None:
    """After an action the usual turn must follow, even if nobody can place any more."""
    variant = with_actions(base=base, dealt=True)
    state = on_board(ONLY_THERE, "Gx", "Px", variant=variant, acted=True, passes=5)
    assert not state.is_over
    assert legal(state) == ["pass"]
    assert play(state, *["pass"] * passes).is_over


@pytest.mark.parametrize("base", ["999games-nl", "hebrew"])
@pytest.mark.parametrize(
    ("supply", "held", "over_after"),
    [
        ("Gt Bk Bd Pk", "draw-three take-tile", 5),  # tiles are left throughout
        ("Gt Bk Bd", "draw-three take-tile", 2),
        ("Gt", "draw-three take-tile", 2),
        ("Gt Bk Bd *take-tile", "draw-three", 2),
    ],
)
def test_R3_only_passes_without_tiles_in_the_supply_count(
    base: str, supply: str, held: str, over_after: int
) -> None:
    """Seat 0 passed while tiles were left, so it must pass again before the game ends.

    The take-tile, unused or still to be drawn, keeps the board open until then (R21).
    """
    variant = with_actions(base=base)
    state = on_board(ROW, "Gd", "Bx", supply=supply, variant=variant, actions=[held, held])
    state = play(state, "pass", "draw-three")
    assert (state.turn, state.passes) == (1, 1)
    for _ in range(over_after):
        assert not state.is_over
        state = play(state, "pass")
    assert state.is_over == (over_after < 5)


CLOSED = " ".join(
    f"{tile}@{x},{y}"
    for y, row in enumerate(("Rc Rs Rd Rt Rk Rx", "Rs Rd Rt Rk Rx Rc", "Rd Rt Rk Rx Rc Rs"))
    for x, tile in enumerate(row.split())
)
"""All eighteen red tiles in three Qwirkles side by side."""


@pytest.mark.parametrize(
    ("board", "supply", "actions", "closed"),
    [
        (ROW, "Bk", ["", ""], True),
        (ROW, "Bk", ["draw-three", "draw-three"], True),
        (ROW, "Bk *draw-three", ["", ""], True),
        (ROW, "Bk", ["take-tile", ""], False),
        (ROW, "Bk", ["", "take-tile"], False),
        (ROW, "Bk *take-tile", ["", ""], False),
        ("Rs@0,0", "Bk", ["take-tile", ""], True),  # not the last tile (R11)
        (CLOSED, "Bk *take-tile", ["", ""], True),  # not out of a Qwirkle (A5)
    ],
)
def test_R21_a_take_tile_keeps_the_board_open(
    board: str, supply: str, actions: list[str], closed: bool
) -> None:
    """An unused one does, or its special in the supply, if there is a tile that it can take."""
    fields: dict[str, Any] = {"variant": PLAIN, "actions": actions, "turn": 0}
    state = on_board(board, "Gd", "Bx", supply=supply, **fields)
    assert (state.is_over, qwirkle.observe(state, 1).is_over) == (closed, closed)
    if closed:
        assert reason(state) is EndReason.CLOSED
        assert rules_broken(state, "draw-three") == {"R21"}


def test_R21_a_board_is_not_closed_in_the_middle_of_a_turn() -> None:
    """The player who has used the last take-tile finishes the turn; then the board is closed."""
    fields: dict[str, Any] = {"variant": PLAIN, "actions": ["take-tile", ""]}
    state = on_board(ROW, "Gd", "Gx", supply="Bk Bx Gt Gk Yk Yx Pt", **fields)
    state = play(state, "take 1,0")
    assert not state.is_over
    state = play(state, "Rc@0,1")
    assert (state.stock, reason(state)) == (2, EndReason.CLOSED)


# A6 to A8, R19 and R20: which action tiles, how they come, and what is left of them


@pytest.mark.parametrize("actions", [["", ""], ["draw-three take-tile", ""], ["", "take-tile"]])
def test_A6_unused_action_tiles_are_worth_nothing(actions: list[str]) -> None:
    """The scores and the winners are the same with and without them."""
    state = on_board(ROW, "Rd", "Gd", variant=PLAIN, actions=actions, scores=[0, 9])
    after = play(state, "Rd@2,0")
    assert (after.scores, after.winners, after.actions) == ((9, 9), (0, 1), state.actions)


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize("chosen", [(), BOTH[:1], BOTH[1:], BOTH])
def test_A7_A8_R20_only_the_chosen_action_tiles(chosen: tuple[str, ...], dealt: bool) -> None:
    """Every player gets exactly these: at the start, or when their specials are drawn."""
    variant = with_actions(actions=chosen[::-1], dealt=dealt)
    assert variant == with_actions(actions=list(chosen), dealt=dealt)
    assert variant.specials == (() if dealt else chosen)
    assert len(variant.pieces()) == 108 + (0 if dealt else len(chosen))
    new = qwirkle.new_game(variant, players=3, seed=1)
    left = [f"*{name}" for name in variant.specials if name not in new.actions[0]]
    assert specials_in(new) == " ".join(left)
    specials = [f"*{name}" for name in variant.specials]
    state = on_board(ROW, "Rd Gk", "Gd", supply=" ".join([*specials, PLENTY]), variant=variant)
    assert state.actions == ((chosen if dealt else ()),) * 2
    state = play(state, "swap Gk")
    assert state.actions == (chosen,) * 2
    texts = {"draw-three": ["draw-three"], "take-tile": ["take 0,0", "take 1,0"]}
    assert acting(state) == [text for name in chosen for text in texts[name]]
    for name in BOTH:
        expected = set() if name in chosen else {"no-such-move"}
        assert codes(state, texts[name][0]) == expected


def test_R19_exchanged_tiles_go_under_the_specials_too() -> None:
    """There is one supply in one order, drawn from the top."""
    state = on_board(ROW, "Rd Gk Bx", "Gd", supply="Yc Ys *take-tile Yd", variant=PLAIN)
    after = play(state, "swap Bx Gk")
    assert words(after.supply.tiles) == "*take-tile Yd Gk Bx"
    after = play(after, "swap Gd")
    assert (words(after.supply.tiles), words(after.hands[1])) == ("Gk Bx Gd", "Yd")


# The option `base`


@EACH_BASE
@pytest.mark.parametrize("chosen", [BOTH[:1], BOTH])
@pytest.mark.parametrize("dealt", [True, False])
def test_A7_A8_the_options_go_with_every_edition(
    base: str, dealt: bool, chosen: tuple[str, ...]
) -> None:
    """They combine with each other and with a house rule; defaults are not listed as options."""
    variant = with_actions(base=base, dealt=dealt, actions=chosen, hand_size=5)
    assert isinstance(variant, ActionTiles)
    assert edition(base, hand_size=5).rules.facts().items() <= variant.rules.facts().items()
    assert variant == with_actions(base=edition(base), dealt=dealt, actions=chosen, hand_size=5)
    expected: dict[str, Any] = {"actions": chosen} if chosen != BOTH else {}
    expected |= {"base": base} if base != "schmidt" else {}
    expected |= {"dealt": True} if dealt else {}
    assert [*variant.options.items()] == [*expected.items(), ("hand_size", 5)]
    assert qwirkle.get_variant("schmidt-actions", **variant.options) == variant
    assert eval(repr(variant), vars(qwirkle).copy()) == variant
    facts = variant.facts()
    assert (facts["dealt"].value, facts["actions"].value) == (dealt, chosen)
    assert (facts["dealt"].rules, facts["actions"].rules) == (("A8", "R20"), ("A1", "A7"))
    found = {each.field for each in qwirkle.compare(base, with_actions(base=base))}
    assert found == {"actions", "dealt", "acting", "pieces"}


def test_options_of_the_base_are_kept_and_can_be_reset() -> None:
    """House rules stay when the base changes; each option can be set back to its default."""
    assert with_actions(base=TileGame("newer", version=3)).version == 3
    variant: Any = with_actions(base=edition("hebrew", hand_size=5), dealt=True, actions=BOTH[:1])
    assert edition("hebrew", hand_size=5).rules.facts().items() <= variant.rules.facts().items()
    moved: Any = qwirkle.get_variant(variant, base="mindware")
    assert (moved.rules.hand_size, moved.rules.stuck) == (5, "must-exchange")
    assert dict(moved.options) == {**variant.options, "base": "mindware"}
    for name, value in {"dealt": False, "actions": BOTH, "hand_size": 6}.items():
        variant = qwirkle.get_variant(variant, **{name: value})
    assert variant == with_actions(base="hebrew")
    assert qwirkle.get_variant(variant, base="schmidt") == PLAIN


class Why(authoring.Reason):
    """Reasons that only this game has."""

    BUSY = "busy"


@attrs.frozen(kw_only=True)
class Naps(Actions):
    """The fields of the next game."""

    naps: int = field(COUNT)


@attrs.frozen
class Nap(BareMove):
    """The variant's own move."""

    verb: ClassVar[str] = "nap"


class Busy(TileGame[Any]):
    """A game that uses the hooks that action tiles use as well."""

    def pieces(self) -> tuple[Any, ...]:
        return (*super().pieces()[:36], Special("star"))

    def end_bonus(self) -> int:
        return 100

    def starter(self, players: Any, hands: Any) -> int:
        return len(players) - 1

    @property
    def largest_hand(self) -> int:
        return super().largest_hand + 2

    def ending(self, state: Any) -> Any:
        return Why.BUSY if max(state.scores) >= 100 else super().ending(state)

    def advance(self, before: Any, move: qwirkle.Move, after: Any) -> Any:
        extra = attrs.evolve(after.extra, naps=after.extra.naps + isinstance(move, Nap))
        return attrs.evolve(after, scores=tuple(score + 1 for score in after.scores), extra=extra)

    def revealed(self, state: Any, specials: Any) -> Any:
        return attrs.evolve(state, scores=tuple(score + 7 for score in state.scores))

    def ends_turn(self, before: Any, after: Any) -> bool:
        return bool(before.extra.naps == after.extra.naps)

    def own_moves(self, position: Any) -> Iterator[qwirkle.Move]:
        yield Nap()

    def judge_own(self, position: Any, move: qwirkle.Move) -> Judgement:
        return Judgement(position.hand)

    def in_words(self, position: Any, move: qwirkle.Move) -> str:
        return f"{super().in_words(position, move)} quickly"


class BusyActions(ActionTiles, Busy):
    """The same with action tiles."""

    extra_type = Naps
    move_types: ClassVar[tuple[type[qwirkle.Move], ...]] = (*ActionTiles.move_types, Nap)


def test_A1_a_house_rule_with_action_tiles() -> None:
    """Points, winners, forbidden placements and the exchange limit are those of the house."""
    house = HouseActions("house-actions", ActionRules(dealt=True))
    state = on_board(ROW, "Rd Gs", "Gd", supply=PLENTY, variant=house)
    score = qwirkle.score(state, move(state, "Rd@2,0"))
    assert [line.points for line in score.lines] == [30]
    assert dict(qwirkle.legal_moves(state).scored())[move(state, "Rd@2,0")] == 30
    assert {len(found.tiles) for found in qwirkle.legal_moves(state).exchanges} == {1}
    assert codes(on_board("Rs@0,2", "Rd", "Gd", variant=house), "Rd@0,3") == {"edge"}
    ended = on_board(ROW, "", "Gd", variant=house, scores=[5, 4])
    assert ended.winners == (1,)
    taken = play(state, "take 1,0")
    assert (codes(taken, "Rc@1,0"), codes(taken, "Rc@-1,0")) == ({"barred"}, set())
    assert dict(house.with_options(base="hebrew").options) == {"base": "hebrew"}
    told = {"forbids", "most_exchanged", "winners", "line_points", "acting", "actions", "dealt"}
    assert told <= {*house.facts()}
    assert house.undeclared() == {}


def test_A3_with_a_game_that_uses_the_same_hooks() -> None:
    """The box, the ending, the special tile, the moves and the fields of both games are there."""
    game = BusyActions("busy-actions", ActionRules())
    assert game.specials == ("star", "draw-three", "take-tile")
    assert (len(game.box), game.largest_hand) == (39, 12)
    new = qwirkle.new_game(attrs.evolve(game, rules=ActionRules(dealt=True)), players=3, seed=1)
    assert (new.turn, new.extra) == (
        2,
        Naps(actions=(BOTH,) * 3, acted=False, barred=None, taken=None, naps=0),
    )
    state = on_board(ROW, "Rd Rk", "Gd", supply="*star *take-tile Ys", variant=game)
    after = play(state, "Rk@2,0")
    # Three for the line; for each player, one for the move and seven for the star.
    assert (after.scores, after.turn) == ((11, 8), 1)
    assert after.actions == (("take-tile",),) * 2
    assert legal(after)[-3:] == ["take 0,0", "take 2,0", "nap"]
    taken = play(after, "take 0,0")
    assert (taken.scores, taken.turn, taken.naps) == ((12, 9), 1, 0)
    assert codes(taken, "Rs@0,0") == {"barred"}
    assert (play(taken, "nap").naps, play(taken, "nap").turn) == (1, 0)
    ended = [game.ends_turn(taken, play(taken, text)) for text in ("nap", "Rs@1,1")]
    assert (game.ends_turn(after, taken), ended) == (False, [False, True])
    assert game.in_words(after, TakeTile((0, 0))) == "take the red square"
    assert game.in_words(after, Exchange("Gd")).endswith(" quickly")
    fields: dict[str, Any] = {"supply": PLENTY, "variant": game, "scores": [100, 0]}
    assert str(reason(on_board(ROW, "Rd", "Gd", **fields))) == "busy"
    assert not on_board(ROW, "Rd", "Gd", acted=True, **fields).is_over
    last = on_board(ROW, "Rd", "Gd", variant=game)
    assert qwirkle.score(last, move(last, "Rd@2,0")).end_bonus == 100


class Careful(Narrow):
    """A game that says when it may forbid placements."""

    def may_forbid(self, position: Any) -> bool:
        return len(position.board) > 2


class NarrowActions(ActionTiles, Narrow):
    """Action tiles on a narrow board."""


class CarefulActions(ActionTiles, Careful):
    """Action tiles on a narrow board, where little can be forbidden at first."""


class LaterActions(ActionTiles):
    """A placement that is forbidden by a subclass."""

    def forbids(self, position: Any, move: qwirkle.Place) -> qwirkle.Violation | None:
        return qwirkle.Violation(Why.BUSY, ("H1",), "not today")


@pytest.mark.parametrize(
    ("kind", "early", "late"),
    [
        (ActionTiles, False, False),
        (NarrowActions, True, True),
        (CarefulActions, False, True),
        (LaterActions, True, True),
    ],
)
def test_R10_placements_are_judged_one_by_one_only_if_need_be(
    kind: type[ActionTiles], early: bool, late: bool
) -> None:
    """A class that says when it may forbid something answers for its own rule alone."""
    game = kind("game", ActionRules(dealt=True))
    cases = {ROW: early, f"{ROW} Rt@2,0": late}
    for board, expected in cases.items():
        state = on_board(board, "Rd", "Gd", supply=PLENTY, variant=game)
        assert game.has_veto(state) is expected
        assert game.has_veto(play(state, "take 0,0")) is True


ONCE = "'draw-three' and 'take-tile', each once"


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"base": "schmitt"}, UnknownVariant, "'schmidt'"),
        ({"base": "schmidt-actions"}, InvalidOption, "unlike schmidt-actions"),
        (
            {"base": House("house")},
            InvalidOption,
            "unlike house; to add action tiles to house rules",
        ),
        ({"base": TileGame("tea", KitchenRules())}, InvalidOption, "its own hooks or options"),
        ({"base": Showing()}, InvalidOption, "base must be a tile game, not"),
        ({"base": 3}, InvalidValue, "a variant"),
        ({"actions": "draw-three"}, InvalidOption, ONCE),
        ({"actions": ["draw-four"]}, InvalidOption, ONCE),
        ({"actions": ["take-tile"] * 2}, InvalidOption, ONCE),
        ({"actions": [["take-tile"]]}, InvalidOption, ONCE),
        ({"actions": None}, InvalidOption, "actions must be"),
        ({"dealt": 1}, InvalidOption, "dealt must be True or False, not 1"),
        ({"delt": True}, InvalidOption, "max_players, base, actions, dealt"),
        ({"delt": True, "base": "hebrew"}, InvalidOption, "there is no option 'delt'"),
        ({"tie_break": "tallest"}, InvalidOption, "'oldest' or 'youngest', not 'tallest'"),
        ({"base": "hebrew", "stuck": "no"}, InvalidOption, "'must-exchange' or 'may-exchange'"),
    ],
    ids=repr,
)
def test_wrong_options_name_the_right_ones(
    options: dict[str, Any], error: type[Exception], text: str
) -> None:
    """The error names the right ones, however the options are given."""
    for source in ("schmidt-actions", DEALT):
        with pytest.raises(error) as caught:
            qwirkle.get_variant(source, **options)
        assert text in str(caught.value)


def test_a_base_is_a_name() -> None:
    """The rules know the edition by its name alone."""
    for value in (3, None, edition("hebrew")):
        with pytest.raises(InvalidOption, match="base must be the name of a tile game, not"):
            ActionRules(base=value)  # type: ignore[arg-type]


# Positions

BARRED: dict[str, Any] = {"barred": (2, 0), "taken": "Rd", "acted": True}


@pytest.mark.parametrize(
    ("fields", "name", "text"),
    [
        ({"actions": ["draw-three"]}, "actions", "1 action for 2 players"),
        ({"actions": 3}, "actions", "one for each player"),
        ({"actions": ["draw-four", ""]}, "actions[0]", "take-tile), each once, not 'draw-four'"),
        ({"actions": ["take-tile take-tile", ""]}, "actions[0]", "expected names of action tiles"),
        ({"actions": [None, ""]}, "actions[0]", "expected names of action tiles"),
        ({"acted": 1}, "acted", "expected True or False, not 1"),
        ({"barred": (2, 0)}, "barred", "only after an action tile"),
        ({"taken": "Rd"}, "taken", "no cell is barred [R10]"),
        (BARRED | {"actions": ["take-tile", ""]}, "actions", "take-tile is unused"),
        (BARRED | {"acted": False}, "barred", "only after an action tile"),
        (BARRED | {"barred": (9, 9)}, "barred", "can have been taken from 9,9"),
        (BARRED | {"barred": (1, 0)}, "barred", "can have been taken from 1,0"),
        (BARRED | {"barred": (3, 0)}, "barred", "can have been taken from 3,0"),
        (BARRED | {"barred": f"{10**100 - 1},0"}, "barred", "no tile can have been taken"),
        (BARRED | {"barred": "2;0"}, "barred", "is not a cell"),
        (BARRED | {"taken": "Rt"}, "taken", "not in the hand [A5]"),
        (BARRED | {"taken": 3}, "taken", "expected a tile or its text, not 3"),
        ({"action": [""]}, "action", "actions, acted, barred, taken"),
        ({"hands": ["Rd"], "players": 2, "turn": 1, **BARRED}, "hands", "1 hand for 2 players"),
    ],
    ids=str,
)
def test_R10_faults_of_positions(fields: dict[str, Any], name: str, text: str) -> None:
    """Each fault names its field and says what was expected."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position(DEALT, **{"board": ROW, "hands": ["Rd", "Gd"], **fields})
    found = [fault for fault in caught.value.faults if fault.field == name]
    assert any(text in fault.message for fault in found)


def test_A2_A7_action_tiles_that_cannot_be_held() -> None:
    """Those of another game, and those whose special is still in the supply, are refused."""
    only = with_actions(actions=["draw-three"])
    with pytest.raises(InvalidPosition) as caught:
        on_board(ROW, "Rd", "Gd", variant=only, actions=["", "take-tile draw-three"])
    [fault] = caught.value.faults
    assert str(fault) == "actions[1]: the action tiles are draw-three, not take-tile [A7]"
    fields: dict[str, Any] = {"variant": PLAIN, "actions": ["", "draw-three"]}
    with pytest.raises(InvalidPosition, match=r"\*draw-three is there, .* given out \[A2\]"):
        on_board(ROW, "Rd", "Gd", supply="*draw-three Yc", **fields)


def test_R10_the_taken_tile_is_found_if_there_is_no_doubt() -> None:
    """It is inferred if only one kind in the hand fits the barred cell, else it must be given."""
    state = on_board(ROW, "Bs Rd Rd", "Gd", acted=True, barred=(2, 0))
    assert (str(state.taken), state.barred) == ("Rd", (2, 0))
    assert ["take-tile" in held for held in state.actions] == [False, True]
    assert codes(state, "Rd@2,0") == {"barred"}
    for hand in ("Rd Rt", "Gk"):
        with pytest.raises(InvalidPosition, match=r"say which tile was taken from 2,0 \[R10\]"):
            on_board(ROW, hand, "Gd", acted=True, barred=(2, 0))


# Saved games and views


def test_A3_R10_a_record_can_begin_in_the_middle_of_a_turn() -> None:
    """The barred cell is kept, so the next move is judged by the same rules."""
    state = play(on_board(ROW, "Rd", "Gd", supply=PLENTY), "take 1,0")
    for thing in (state, qwirkle.observe(state, 0), qwirkle.observe(state, 1)):
        again: Any = qwirkle.from_json(qwirkle.to_json(thing))
        assert (again, hash(again)) == (thing, hash(thing))
        assert (again.acted, again.barred, again.taken) == (True, (1, 0), Tile.parse("Rc"))
    record = qwirkle.GameRecord(state).play(move(state, "Rd@1,0"))
    assert qwirkle.GameRecord.parse(str(record)) == record
    with pytest.raises(DecodeError, match="R10"):
        qwirkle.GameRecord.parse(str(record).replace("Rd@1,0 draws", "Rc@1,0 draws"))


def test_A1_R8_a_view_knows_that_specials_are_left_but_not_where() -> None:
    """They are listed after the unseen tiles, and no player can hold one."""
    hands = ("Rd", "Gd Gk")
    state = on_board(ROW, *hands, supply="*take-tile Yc *draw-three", variant=PLAIN)
    view = qwirkle.observe(state, 0)
    assert words(view.unseen[:-2]) == "Yc Gd Gk"
    assert set(view.unseen[-2:]) == set(SPECIALS)
    assert (view.supply_size, view.stock) == (3, 1)
    swapped = on_board(ROW, *hands, supply="*draw-three *take-tile Yc", variant=PLAIN)
    assert qwirkle.observe(swapped, 0) == view
    fields = json.loads(qwirkle.to_json(view))
    fields |= {"unseen": "Yc *draw-three *take-tile", "supply_size": 1, "hand_sizes": [1, 2]}
    with pytest.raises(DecodeError) as caught:
        qwirkle.from_json(json.dumps(fields))
    assert caught.value.path == "hand_sizes"


def test_R8_the_picture_shows_the_action_tiles() -> None:
    """There is one line for each player who has some; the supply is counted without specials."""
    fields: dict[str, Any] = {"variant": PLAIN, "actions": ["", "take-tile"]}
    state = on_board(ROW, "Rd", "Gd", supply="Yc *draw-three", **fields)
    for thing in (state, qwirkle.observe(state, 1)):
        assert qwirkle.render.text(thing).splitlines()[-2:] == [
            "1 tile in the supply",
            "Player 2 can still use: take a tile",
        ]


# Texts of moves


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("take", "one cell follows 'take'", 0),
        ("take 1,0 2,0", "one cell follows 'take'", 0),
        ("take Rs@1,0", "'Rs@1,0' is not a cell", 5),
        ("draw-three 3", "nothing follows 'draw-three'", 11),
        ("Take 1,0", "these do: place, swap, pass, draw-three, take", 0),
    ],
)
def test_A4_A5_texts_that_are_not_moves(text: str, message: str, at: int) -> None:
    """The error says what is wrong and where."""
    with pytest.raises(NotationError) as caught:
        qwirkle.parse_move(text, PLAIN)
    assert message in str(caught.value)
    assert caught.value.at == at


@pytest.mark.parametrize("wrong", [3, None, "1,0", (1,), (1, 2, 3), ("1", 0), (1.0, 0), (True, 0)])
def test_A5_a_take_needs_a_cell(wrong: Any) -> None:
    assert repr(TakeTile([1, 0])) == "TakeTile((1, 0))"  # type: ignore[arg-type]
    with pytest.raises(InvalidValue):
        TakeTile(wrong)


# The manual's example


def test_A5_R10_julia_takes_the_yellow_square_for_fourteen_points() -> None:
    """Her take and her turn score as printed; the tile could not have gone back."""
    data = figure("german_julia_take")
    [variant], [turn] = data["variants"], data["turns"]
    fields: dict[str, Any] = {"board": str(board_of(data["board"])), "supply": PLENTY}
    hands = (" ".join(data["from_hand"]), "Gd")
    actions = ["take-tile", "take-tile"]
    state = qwirkle.position(variant, hands=hands, actions=actions, **fields)
    take = "take {},{}".format(*data["take"]["cell"])
    assert codes(qwirkle.position(variant, hands=hands, **fields), take) == {"no-action-tile"}
    legal_takes = [TakeTile(tuple(cell)) for cell in sorted(data["legal_takes_before"])]
    assert list(qwirkle.legal_moves(state).own) == legal_takes
    assert len(legal_takes) + len(data["illegal_takes_before"]) == len(state.board)
    why = {"falls apart": "falls-apart", "in a line of six": "in-a-qwirkle"}
    for illegal in data["illegal_takes_before"]:
        assert codes(state, "take {},{}".format(*illegal["cell"])) == {why[illegal["why"]]}
    after = play(state, take)
    assert words(after.hand) == "Ys Gs"
    (x, y), tile = data["illegal_return"]
    assert codes(after, f"{tile}@{x},{y}") == {"barred"}
    assert turn["points"] == 14
    assert_scores(after, turn)
    done = qwirkle.apply(after, placed(turn["place"]))
    assert (done.scores, done.turn, done.actions) == ((14, 0), 1, ((), ("take-tile",)))
    for illegal in data["illegal_takes_after"]:
        assert why[illegal["why"]] in codes(done, "take {},{}".format(*illegal["cell"]))
