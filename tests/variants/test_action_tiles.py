# ruff: noqa: N802
"""Action tiles: A1 to A8, and the rulings about them (R3, R8 to R13, R19, R20)."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from cases import case
from edition_positions import (
    BASES,
    BOTH,
    acting,
    codes,
    edition,
    groups_without,
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
from showing import Showing

import qwirkle
from qwirkle import (
    Board,
    Cell,
    DecodeError,
    EndReason,
    Exchange,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    NotationError,
    Pass,
    Special,
    Tile,
    TileGame,
    TileMoves,
    TileState,
    TileView,
    UnknownVariant,
)
from qwirkle.authoring import COUNT, Extra, field
from qwirkle.testing import playouts
from qwirkle.testing.conformance import contents
from qwirkle_variants import (
    ActionCode,
    ActionTiles,
    DrawThree,
    TakeTile,
)

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

EACH_BASE = pytest.mark.parametrize("base", BASES)


def everywhere(state: Any) -> Counter[object]:
    """Every piece of a state, wherever it is."""
    hands = [tile for hand in state.hands for tile in hand]
    return Counter([*state.board.values(), *hands, *state.supply.tiles])


# A1: special tiles in the supply


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A1_two_special_tiles_are_mixed_into_the_supply(players: int) -> None:
    """There are 110 pieces; the seed decides their order, so a special may come up at the deal."""
    where = set()
    for seed in range(60):
        state = qwirkle.new_game("schmidt-actions", players=players, seed=seed)
        found = [piece for piece in state.supply.tiles if isinstance(piece, Special)]
        shown = [name for name in BOTH if Special(name) not in found]
        assert len(state.supply) == 110 - 6 * players - len(shown)
        assert state.actions == (tuple(shown),) * players
        where |= {state.supply.tiles.index(special) for special in found}
    assert len(where) > 50


def test_A1_both_specials_are_in_the_box() -> None:
    """The box has one of each, besides the 108 tiles."""
    assert Counter(PLAIN.pieces()) == Counter(dict.fromkeys(SPECIALS, 1)) + Counter(
        dict.fromkeys(edition("schmidt").pieces(), 3)
    )
    assert PLAIN.specials == BOTH


def test_A1_specials_count_in_the_length_of_the_supply() -> None:
    """They are pieces, written with a star, but they do not count as tiles to draw."""
    state = on_board(ROW, "Rd", "Gd", supply="Yc *draw-three Yd *take-tile", variant=PLAIN)
    assert len(state.supply) == 4
    assert words(state.supply.tiles) == "Yc *draw-three Yd *take-tile"
    assert state.supply.tiles[1::2] == SPECIALS
    assert state.stock == qwirkle.observe(state, 0).stock == 2


def test_A1_specials_are_in_a_supply_that_is_left_out() -> None:
    """The supply is every piece not seen elsewhere, mixed by the seed."""
    state: Any = qwirkle.position(PLAIN, board=ROW, hands=["Rd", "Gd"], seed=4)
    assert len(state.supply) == 108 - 4 + 2
    assert set(SPECIALS) <= set(state.supply.tiles)
    other: Any = qwirkle.position(PLAIN, board=ROW, hands=["Rd", "Gd"], seed=5)
    assert Counter(state.supply.tiles) == Counter(other.supply.tiles)
    assert state.supply != other.supply


@pytest.mark.parametrize(
    ("actions", "left"),
    [(["", ""], BOTH), (["take-tile", ""], BOTH[:1]), (["", "draw-three take-tile"], ())],
)
def test_A2_a_special_whose_action_tile_is_out_is_not_left(
    actions: list[str], left: tuple[str, ...]
) -> None:
    """If a player has the action tile, its special tile has already been drawn."""
    state: Any = qwirkle.position(PLAIN, board=ROW, hands=["Rd", "Gd"], actions=actions)
    found = {piece.name for piece in state.supply.tiles if isinstance(piece, Special)}
    assert found == set(left)


def test_A1_other_specials_are_refused() -> None:
    """A second of a kind, one that is out of the game, and any in other variants are refused."""
    cases: list[tuple[TileGame, str]] = [
        (PLAIN, "Yc *draw-three *draw-three"),
        (PLAIN, "Yc *draw-four"),
        (PLAIN, "Yc *"),
        (with_actions(actions=["take-tile"]), "Yc *draw-three"),
        (with_actions(actions=[]), "Yc *take-tile"),
        (DEALT, "Yc *draw-three"),
        (edition("schmidt"), "Yc *draw-three"),
        (edition("standard"), "Yc *take-tile"),
    ]
    for variant, supply in cases:
        with case(variant, supply):
            with pytest.raises(
                InvalidPosition, match=r"more than the box holds|is named in lower-case"
            ) as caught:
                on_board(ROW, "Rd", "Gd", supply=supply, variant=variant)
            assert [fault.field for fault in caught.value.faults] == ["supply"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A1_eight_action_tiles(players: int) -> None:
    """Once both specials have been drawn, every player has one tile of each action."""
    hands = ["Rd Rt", "Gd", "Bd", "Pd"][:players]
    supply = "*take-tile Yc Ys *draw-three Yt Yd Yk Yx"
    state = on_board(ROW, *hands, supply=supply, variant=PLAIN)
    assert play(state, "swap Rt").actions == (BOTH[1:],) * players
    assert play(state, "Rd@2,0 Rt@3,0").actions == (BOTH,) * players


# A2: drawing a special tile


def test_A2_at_the_deal() -> None:
    """A special drawn at the deal is revealed and replaced before anybody moves."""
    seen = set()
    for seed in range(60):
        state = qwirkle.new_game(PLAIN, players=4, seed=seed)
        assert [len(hand) for hand in state.hands] == [6] * 4
        assert len(set(state.actions)) == 1
        shown = set(state.actions[0])
        assert everywhere(state) == Counter(PLAIN.pieces()) - Counter(map(Special, shown))
        assert (state.acted, state.barred, state.taken) == (False, None, None)
        seen.add(state.actions[0])
    assert seen == {(), *[(name,) for name in BOTH], BOTH}


@pytest.mark.parametrize(
    ("text", "supply", "hand", "rest"),
    [
        ("Rd@2,0", "*draw-three Yc Ys Yd", "Yc Ys Yd Gk", ""),
        ("Rd@2,0", "Yc *draw-three Ys Yd Yt Yk Yx", "Yc Ys Yd Yt Yk Gk", "Yx"),
        ("Rd@2,0", "Yc Ys Yd Yt *draw-three Yk Yx", "Yc Ys Yd Yt Yk Gk", "Yx"),
        ("swap Rd", "*draw-three Yc Ys", "Yc Gk", "Ys Rd"),
        ("swap Rd Gk", "Yc *draw-three Ys", "Yc Ys", "Rd Gk"),
    ],
)
def test_A2_at_a_refill_and_at_an_exchange(text: str, supply: str, hand: str, rest: str) -> None:
    """The special is revealed and replaced, and every player gets the action tile."""
    state = on_board(ROW, "Rd Gk", "Gd", "Bd", supply=supply, variant=PLAIN)
    after = play(state, text)
    assert words(after.hands[0]) == hand
    assert words(after.supply.tiles) == rest
    assert after.actions == (("draw-three",),) * 3
    assert everywhere(after) == everywhere(state) - Counter([Special("draw-three")])
    assert Special("draw-three") in qwirkle.draws(state, move(state, text))
    assert contents(state) == contents(after)
    assert (after.turn, after.acted) == (1, False)


def test_A2_at_a_draw_three() -> None:
    """The other special can be drawn too, and brings its action tile in the middle of the turn."""
    state = on_board(
        ROW,
        "Rd Gk",
        "Gd",
        supply="Yc *take-tile Ys Yd Yt",
        variant=PLAIN,
        actions=["draw-three", "draw-three"],
    )
    after = play(state, "draw-three")
    assert words(after.hands[0]) == "Rd Yc Ys Yd Gk"
    assert words(after.supply.tiles) == "Yt"
    assert after.actions == (("take-tile",), BOTH)
    assert (after.turn, after.acted) == (0, True)
    assert acting(after) == []
    assert codes(after, "take 0,0") == {"already-acted"}


def test_A2_both_specials_in_one_draw() -> None:
    """Two specials in a row are both replaced, and bring both action tiles."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="*take-tile *draw-three Yc", variant=PLAIN)
    after = play(state, "swap Gk")
    assert words(after.hands[0]) == "Rd Yc"
    assert words(after.supply.tiles) == "Gk"
    assert after.actions == (BOTH, BOTH)


def test_A2_a_special_behind_the_last_tile_drawn_stays() -> None:
    """Drawing stops as soon as the player has enough tiles."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="Yc *draw-three Ys", variant=PLAIN)
    after = play(state, "swap Gk")
    assert words(after.supply.tiles) == "*draw-three Ys Gk"
    assert after.actions == ((), ())


def test_A2_the_action_tile_can_be_used_from_the_next_turn_on() -> None:
    """Drawing the special tile ends the turn; the next player may act at once."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="*draw-three Yc Ys Yd", variant=PLAIN)
    assert acting(state) == []
    after = play(state, "swap Gk")
    assert acting(after) == ["draw-three"]


def test_R8_a_special_with_no_tile_behind_it_is_not_replaced() -> None:
    """It is still revealed, and brings its action tile."""
    state = on_board(ROW, "Rd Rt", "Gd", supply="Yc *draw-three", variant=PLAIN)
    after = play(state, "Rd@2,0 Rt@3,0")
    assert words(after.hands[0]) == "Yc"
    assert len(after.supply) == 0
    assert after.actions == (("draw-three",), ("draw-three",))


def test_R8_both_specials_with_no_tile_behind_them() -> None:
    """The last tile and both specials are drawn at once."""
    state = on_board(ROW, "Rd Rt", "Gd", supply="*take-tile Yc *draw-three", variant=PLAIN)
    after = play(state, "Rd@2,0 Rt@3,0")
    assert words(after.hands[0]) == "Yc"
    assert len(after.supply) == 0
    assert after.actions == (BOTH, BOTH)


def test_R8_a_special_is_drawn_only_while_tiles_are_wanted() -> None:
    """If the last tile is enough, the special behind it is never drawn."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="Yc *draw-three", variant=PLAIN)
    after = play(state, "swap Gk")
    assert words(after.supply.tiles) == "*draw-three Gk"
    state = on_board(ROW, "Rd Gk Bx Bt Bd Bk", "Gd", supply="Yc *draw-three", variant=PLAIN)
    after = play(state, "Rd@2,0")
    assert words(after.supply.tiles) == "*draw-three"
    assert after.actions == ((), ())


def test_R8_X3_an_exchange_counts_only_playing_tiles() -> None:
    """The supply has three pieces, but only one of them is a tile."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="*take-tile Yc *draw-three", variant=PLAIN)
    assert len(state.supply) == 3
    assert is_legal(state, "swap Gk")
    assert codes(state, "swap Rd Gk") == {"supply-too-small"}
    assert rules_broken(state, "swap Rd Gk") == {"X3", "R4"}
    [violation] = qwirkle.check(state, Exchange("Rd Gk"))
    assert "only 1" in violation.message


def test_R8_X3_no_exchange_with_only_specials_left() -> None:
    """The supply counts as empty, so a player who cannot place passes."""
    state = on_board(ROW, "Gk", "Rd", supply="*take-tile *draw-three", variant=PLAIN)
    assert codes(state, "swap Gk") == {"supply-too-small"}
    assert [str(found) for found in qwirkle.legal_moves(state)] == ["pass"]


def test_R8_E1_no_refilling_with_only_specials_left() -> None:
    """Play goes on, nothing is drawn, and the specials stay in the supply."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="*take-tile *draw-three", variant=PLAIN)
    assert qwirkle.draws(state, move(state, "Rd@2,0")) == ()
    after = play(state, "Rd@2,0")
    assert words(after.hands[0]) == "Gk"
    assert after.supply == state.supply
    assert after.actions == ((), ())
    assert not after.is_over


def test_R8_E2_C3_the_end_with_only_specials_left() -> None:
    """The player who places the last tile ends the game and gets six more points."""
    state = on_board(ROW, "Rd", "Gd", supply="*take-tile *draw-three", variant=PLAIN)
    score = qwirkle.score(state, move(state, "Rd@2,0"))
    assert (score.total, score.end_bonus) == (9, 6)
    assert dict(qwirkle.legal_moves(state).scored())[move(state, "Rd@2,0")] == 9
    after = play(state, "Rd@2,0")
    assert after.outcome is not None
    assert after.outcome.reason is EndReason.WENT_OUT
    assert after.scores == (9, 0)
    with_tile = on_board(ROW, "Rd", "Gd", supply="*take-tile Yc", variant=PLAIN)
    assert qwirkle.score(with_tile, move(with_tile, "Rd@2,0")).end_bonus == 0


@pytest.mark.parametrize("base", ["mindware", "999games-fr", "standard"])
def test_R8_E3_nobody_can_place_with_only_specials_left(base: str) -> None:
    """In editions that print E3 the game ends at once, as with an empty supply."""
    variant = with_actions(base=base)
    state = on_board(ROW, "Gk", "Bx", supply="*take-tile *draw-three", variant=variant)
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.NO_PLAY
    assert not on_board(ROW, "Gk", "Bx", supply="*take-tile Yd", variant=variant).is_over


@pytest.mark.parametrize("base", ["999games-nl", "hebrew", "schmidt"])
def test_R8_R3_all_pass_with_only_specials_left(base: str) -> None:
    """In the other editions the game ends when all players have passed."""
    variant = with_actions(base=base)
    state = on_board(ROW, "Gk", "Bx", supply="*take-tile *draw-three", variant=variant)
    assert not state.is_over
    assert [str(found) for found in qwirkle.legal_moves(state)] == ["pass"]
    after = play(state, "pass")
    assert not after.is_over
    after = play(after, "pass")
    assert after.outcome is not None
    assert after.outcome.reason is EndReason.ALL_PASSED


@pytest.mark.parametrize(
    ("text", "draw", "hand", "rest"),
    [
        ("swap Gk", "Yc", "Rd Yc", "*draw-three Ys *take-tile Yd Gk"),
        ("swap Gk", "*take-tile Yd", "Rd Yd", "Yc *draw-three Ys Gk"),
        ("swap Gk", "*draw-three *take-tile Ys", "Rd Ys", "Yc Yd Gk"),
        ("swap Rd Gk", "Yd *draw-three Yc", "Yc Yd", "Ys *take-tile Rd Gk"),
        ("Rd@2,0", "Ys Yc Yd *take-tile *draw-three", "Yc Ys Yd Gk", ""),
        ("Rd@2,0", "*take-tile *draw-three Ys Yc Yd", "Yc Ys Yd Gk", ""),
    ],
)
def test_A2_draws_that_are_given_hold_the_specials(
    text: str, draw: str, hand: str, rest: str
) -> None:
    """Draws are given in order, as text or as pieces; each special brings its action tile."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="Yc *draw-three Ys *take-tile Yd", variant=PLAIN)
    pieces = [Special(word[1:]) if word[0] == "*" else Tile.parse(word) for word in draw.split()]
    for given_draw in (draw, pieces, draw.split()):
        after = qwirkle.apply(state, move(state, text), draw=given_draw)
        assert words(after.hands[0]) == hand
        assert words(after.supply.tiles) == rest
        shown = tuple(sorted(word[1:] for word in draw.split() if word[0] == "*"))
        assert after.actions == (shown, shown)
        assert qwirkle.draws(state, move(state, text), draw=given_draw) == tuple(pieces)


def test_A2_impossible_draws_are_refused() -> None:
    """Each raises an error and leaves the state unchanged."""
    cases: list[tuple[str, str]] = [
        ("swap Gk", ""),  # one tile must be drawn
        ("swap Gk", "*draw-three"),  # the special must be replaced
        ("swap Gk", "*draw-three *take-tile"),
        ("swap Gk", "Yc *draw-three"),  # drawing stopped at the tile
        ("swap Gk", "Yc Ys"),
        ("swap Gk", "Gk"),  # the exchanged tile goes back only after the draw
        ("swap Gk", "*draw-three *draw-three Yc"),
        ("swap Gk", "*draw-four Yc"),
        ("swap Gk", "Px"),
        ("Rd@2,0", "Yc Ys Yd"),  # the specials come before the last tile
        ("Rd@2,0", "Yc *draw-three Ys Yd"),
    ]
    for text, draw in cases:
        with case(text, draw):
            state = on_board(
                ROW, "Rd Gk", "Gd", supply="Yc *draw-three Ys *take-tile Yd", variant=PLAIN
            )
            before = repr(state)
            for call in (qwirkle.apply, qwirkle.draws):
                with pytest.raises(InvalidDraw):
                    call(state, move(state, text), draw=draw)
            assert repr(state) == before


def test_R8_nothing_can_be_drawn_when_only_specials_are_left() -> None:
    """A draw that is given is refused too."""
    state = on_board(ROW, "Rd Gk", "Gd", supply="*take-tile", variant=PLAIN)
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, move(state, "Rd@2,0"), draw="*take-tile")
    assert qwirkle.apply(state, move(state, "Rd@2,0"), draw="") == play(state, "Rd@2,0")


# A3: when action tiles are used


@pytest.mark.parametrize("text", ["draw-three", "take 1,0"])
def test_A3_an_action_does_not_end_the_turn(text: str) -> None:
    """The same player goes on; the points, the turn and the count of passes stay the same."""
    state = on_board(ROW, "Rd Gk", "Gd", "Bd", supply=PLENTY, turn=1, passes=2, scores=[1, 2, 3])
    assert is_legal(state, text)
    assert qwirkle.score(state, move(state, text)) == qwirkle.Score()
    after = play(state, text)
    assert (after.turn, after.passes, after.scores) == (1, 2, (1, 2, 3))
    assert (after.acted, after.ply, after.seed) == (True, 1, state.seed)
    assert after.hands[::2] == state.hands[::2]
    assert {"swap"} <= {found.verb for found in qwirkle.legal_moves(after)}


@pytest.mark.parametrize("text", ["draw-three", "take 1,0"])
def test_A3_only_one_action_in_a_turn(text: str) -> None:
    """After one action neither the other nor the same one is legal."""
    after = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), text)
    assert acting(after) == []
    used, unused = (BOTH, BOTH[::-1])[text != "draw-three"]
    texts = {"draw-three": "draw-three", "take-tile": "take 0,0"}
    assert "already-acted" in codes(after, texts[unused])
    assert codes(after, texts[used]) >= {"already-acted", "no-action-tile"}
    assert "A3" in rules_broken(after, texts[unused])


@pytest.mark.parametrize(
    ("action", "turn"),
    [
        ("draw-three", "Rd@2,0"),
        ("draw-three", "swap Gk"),
        ("take 1,0", "Rc@-1,0"),
        ("take 1,0", "swap Gk Rc"),
    ],
)
def test_A3_the_usual_turn_follows(action: str, turn: str) -> None:
    """Afterwards the next player is at the start of a turn, with both action tiles."""
    state = play(on_board(f"{ROW} Bs@0,1", "Rd Gk", "Gd", supply=PLENTY), action)
    assert is_legal(state, turn)
    after = play(state, turn)
    assert (after.turn, after.acted, after.barred, after.taken) == (1, False, None, None)
    assert after.ply == 2
    assert "draw-three" in acting(after)
    assert len(acting(after)) > 1


def test_A3_each_once_in_a_game() -> None:
    """An action tile used in one turn is gone for good; the other one is still there."""
    state = on_board(f"{ROW} Rd@2,0", "Gk Gx", "Gd Bx", supply=PLENTY)
    state = play(state, "draw-three", "swap Gk", "draw-three", "swap Gd")
    assert state.actions == (("take-tile",), ("take-tile",))
    assert codes(state, "draw-three") == {"no-action-tile"}
    assert rules_broken(state, "draw-three") == {"A2", "A3"}
    assert acting(state) == ["take 0,0", "take 2,0"]
    state = play(state, "take 2,0", "swap Gx", "take 1,0", "swap Bx")
    assert state.actions == ((), ())
    assert acting(state) == []
    assert codes(state, "draw-three") == {"no-action-tile"}
    assert codes(state, "take 0,0") == {"no-action-tile", "last-tile"}


def test_A3_only_your_own_action_tiles() -> None:
    """A player cannot use another player's action tile."""
    state = on_board(ROW, "Rd Gk", "Gd", supply=PLENTY, actions=["", "draw-three take-tile"])
    assert acting(state) == []
    assert codes(state, "draw-three") == {"no-action-tile"}
    assert codes(state, "take 0,0") == {"no-action-tile"}
    assert acting(play(state, "swap Gk")) == ["draw-three", "take 0,0", "take 1,0"]


def test_A3_only_at_the_start_of_a_turn() -> None:
    """After a placement or an exchange it is the next player's turn."""
    for text in ("Rd@2,0", "swap Gk"):
        after = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), text)
        assert after.turn == 1
        view = qwirkle.observe(after, 0)
        assert [found.code for found in qwirkle.check(view, DrawThree())] == ["not-your-turn"]
        assert after.actions[0] == BOTH


def test_A3_an_unused_action_tile_stays() -> None:
    """A turn in which it is not used leaves it with the player."""
    after = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), "Rd@2,0", "swap Gd")
    assert after.actions == (BOTH, BOTH)


def test_A3_a_pass_cannot_replace_the_usual_turn() -> None:
    """A player who can place must still do so after an action."""
    state = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), "draw-three")
    assert codes(state, "pass") == {"pass-while-move"}
    stuck = play(on_board(ROW, "Gk Bx", "Gd", supply="Gx Pk Od Ot"), "draw-three")
    assert codes(stuck, "pass") == {"must-exchange"}


def test_A3_other_variants_have_no_actions() -> None:
    """Only this variant knows these moves."""
    for base in BASES:
        state = qwirkle.position(base, board=ROW, hands=["Rd", "Gd"])
        for found in (DrawThree(), TakeTile((0, 0))):
            assert [each.code for each in qwirkle.check(state, found)] == ["no-such-move"]
            assert found not in qwirkle.legal_moves(state)


def test_A3_no_action_after_the_end() -> None:
    """A finished game has no moves of any kind."""
    state = on_board(ROW, "", "Gd")
    assert state.is_over
    assert acting(state) == []
    assert qwirkle.legal_moves(state).count() == 0
    assert codes(state, "take 0,0") == {"game-over"}
    assert codes(state, "draw-three") == {"game-over"}


# A4: draw-three


def test_A4_three_more_tiles_at_once() -> None:
    """The first three tiles of the supply are added to the hand."""
    state = on_board(ROW, SIX, "Gd", supply=PLENTY)
    assert words(qwirkle.draws(state, DrawThree())) == "Oc Os Od"
    after = play(state, "draw-three")
    assert sorted(map(str, after.hands[0])) == sorted([*SIX.split(), "Oc", "Os", "Od"])
    assert words(after.supply.tiles) == "Ot Ok Ox Yc Ys Yd Yt"
    assert after.board == state.board
    assert after.actions == (("take-tile",), BOTH)


def test_A4_the_three_tiles_can_be_given() -> None:
    """They are given in drawing order, specials included."""
    actions = ["draw-three", "draw-three"]
    state = on_board(ROW, "Rd", "Gd", supply="Yc Ys *take-tile Yd", variant=PLAIN, actions=actions)
    after = qwirkle.apply(state, DrawThree(), draw="Yd *take-tile Yc Ys")
    assert (words(after.hands[0]), len(after.supply)) == ("Rd Yc Ys Yd", 0)
    assert after.actions == (("take-tile",), BOTH)
    for wrong in ("Yd Yc", "Yd Yc Ys *take-tile", "Yd Yc Ys Ys", "*draw-three Yd Yc Ys"):
        with pytest.raises(InvalidDraw):
            qwirkle.apply(state, DrawThree(), draw=wrong)


@pytest.mark.parametrize(
    ("turn", "size"),
    [
        ("Rd@2,0", 8),
        ("Rd@2,0 Rt@3,0", 7),
        ("Rd@2,0 Rt@3,0 Rk@4,0", 6),
        ("Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0", 6),
    ],
)
def test_A4_R13_no_refill_with_six_or_more(turn: str, size: int) -> None:
    """The hand is refilled to six only if fewer than six of the nine tiles are left."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "draw-three")
    after = play(state, turn)
    assert len(after.hands[0]) == size
    drawn = len(state.supply) - len(after.supply)
    assert drawn == size - (9 - turn.count("@"))
    assert drawn == (1 if turn.count("@") == 4 else 0)


def test_A4_R13_the_next_turns_refill_to_six_only() -> None:
    """A player with eight tiles draws nothing until the hand has fewer than six."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "draw-three", "Rd@2,0", "swap Gd")
    assert len(state.hands[0]) == 8
    after = play(state, "Rt@3,0")
    assert len(after.hands[0]) == 7
    assert after.supply == state.supply


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_R9_fewer_than_three_left(left: int) -> None:
    """The player draws the tiles that are left."""
    supply = PLENTY.split()[:left]
    state = on_board(ROW, "Rd", "Gd", supply=" ".join(supply))
    assert is_legal(state, "draw-three")
    after = play(state, "draw-three")
    assert len(after.hands[0]) == 1 + min(left, 3)
    assert len(after.supply) == max(0, left - 3)


@pytest.mark.parametrize("supply", ["", "*take-tile"])
def test_R9_none_left(supply: str) -> None:
    """Draw-three cannot be used if the supply is empty or holds only specials."""
    state = on_board(
        ROW, "Rd", "Gd", supply=supply, variant=PLAIN, actions=["draw-three", "draw-three"]
    )
    assert codes(state, "draw-three") == {"nothing-to-draw"}
    assert rules_broken(state, "draw-three") == {"R9"}
    assert acting(state) == []


def test_R9_R8_one_tile_and_a_special() -> None:
    """The player gets the tile, and the special behind it is revealed."""
    actions = ["draw-three", "draw-three"]
    state = on_board(ROW, "Rd", "Gd", supply="Yc *take-tile", variant=PLAIN, actions=actions)
    after = play(state, "draw-three")
    assert (words(after.hands[0]), len(after.supply)) == ("Rd Yc", 0)
    assert after.actions == (("take-tile",), BOTH)


# A5: take-tile


def test_A5_a_tile_from_the_board_into_the_hand() -> None:
    """The tile leaves its cell, where it may not be put back in this turn; nothing is drawn."""
    state = on_board(ROW, "Rd Gk", "Gd", supply=PLENTY)
    assert acting(state) == ["draw-three", "take 0,0", "take 1,0"]
    assert qwirkle.draws(state, TakeTile((1, 0))) == ()
    after = play(state, "take 1,0")
    assert after.board == Board("Rs@0,0")
    assert words(after.hands[0]) == "Rc Rd Gk"
    assert after.supply == state.supply
    assert (after.barred, after.taken) == (Cell(1, 0), Tile.parse("Rc"))
    assert after.actions == (("draw-three",), BOTH)
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, TakeTile((1, 0)), draw="Oc")


def test_A5_any_tile_also_in_the_middle_of_the_board() -> None:
    """A tile in the middle may be taken if the others stay connected without it."""
    ring = "Rs@0,0 Rc@1,0 Bc@1,1 Bs@0,1"
    state = on_board(ring, "Gk", "Gd", supply=PLENTY)
    assert acting(state)[1:] == ["take 0,0", "take 0,1", "take 1,0", "take 1,1"]


@pytest.mark.parametrize("x", range(6))
def test_A5_not_out_of_a_line_of_six(x: int) -> None:
    """No tile of a line of six may be taken, not even at its ends."""
    state = on_board(RED_ROW, "Gk", "Gd", supply=PLENTY)
    ends = {"in-a-qwirkle"} if x in (0, 5) else {"in-a-qwirkle", "falls-apart"}
    assert codes(state, f"take {x},0") == ends
    assert rules_broken(state, f"take {x},0") == {"A5"}
    column = RED_ROW.replace(",0", "").replace("@", "@0,")
    assert codes(on_board(column, "Gk", "Gd", supply=PLENTY), f"take 0,{x}") == ends


def test_A5_beside_a_line_of_six() -> None:
    """A tile of a line of five may be taken, and one that only touches a line of six."""
    five = " ".join(RED_ROW.split()[:5])
    assert is_legal(on_board(five, "Gk", "Gd", supply=PLENTY), "take 4,0")
    state = on_board(f"{RED_ROW} Bc@0,1", "Gk", "Gd", supply=PLENTY)
    assert acting(state)[1:] == ["take 0,1"]


def test_A5_two_lines_of_six() -> None:
    """A tile where two lines of six cross is refused for both."""
    column = " ".join(f"{color}c@0,{y}" for y, color in enumerate("RBGOPY") if y)
    state = on_board(f"{RED_ROW} {column}", "Gk", "Gd", supply=PLENTY)
    reasons = [found.code for found in qwirkle.check(state, TakeTile((0, 0)))]
    assert reasons == ["in-a-qwirkle", "in-a-qwirkle", "falls-apart"]
    assert acting(state) == ["draw-three"]


def test_A5_not_if_the_rest_is_split() -> None:
    """The remaining tiles must stay connected side by side."""
    cases: list[tuple[str, str, bool]] = [
        ("Rs@0,0 Rc@1,0 Rd@2,0", "1,0", False),
        ("Rs@0,0 Rc@1,0 Rd@2,0", "0,0", True),
        ("Rs@0,0 Rc@1,0 Bc@1,1", "1,0", False),
        ("Rs@0,0 Rc@1,0 Bc@1,1 Bs@0,1", "1,0", True),
        ("Rs@0,0 Rc@1,0 Rd@2,0 Bs@0,1 Bd@2,1", "1,0", False),
        ("Rs@0,0 Rc@1,0 Rd@2,0 Bs@0,1 Bc@1,1 Bd@2,1", "1,0", True),
        # touching corner to corner is not connected
        ("Rs@0,0 Rc@1,0 Bc@1,1", "0,0", True),
        ("Rs@0,0 Bs@0,1 Bc@1,1 Bd@2,1 Rd@2,0", "1,1", False),
    ]
    for board, cell, legal in cases:
        with case(board, cell, legal):
            state = on_board(board, "Gk", "Gd", supply=PLENTY)
            assert codes(state, f"take {cell}") == (set() if legal else {"falls-apart"})


def random_cells(random: Random, *, connected: bool) -> list[tuple[int, int]]:
    """Some cells near each other, connected or not."""
    size, cells = random.randrange(1, 30), [(0, 0)]
    while len(cells) < size:
        if connected:
            x, y = random.choice(cells)
            dx, dy = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
            cell = (x + dx, y + dy)
        else:
            cell = (random.randrange(-4, 5), random.randrange(-4, 5))
        if cell not in cells:
            cells.append(cell)
    return cells


@pytest.mark.parametrize("connected", [True, False])
def test_A5_the_cut_cells_of_many_boards(connected: bool) -> None:
    """Removing a cell splits the board exactly if it leaves more groups, counted one by one."""
    cuts = 0
    for seed in range(150):
        cells = random_cells(Random(seed), connected=connected)
        board = Board(dict.fromkeys(cells, "Rs"))
        groups = len(board.groups())
        expected = {cell for cell in board if groups_without(cells, cell) > groups}
        assert board.cut_cells() == expected
        cuts += len(expected)
    assert cuts > 300


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


@pytest.mark.parametrize("cell", ["5,5", "2,0", "-1,0"])
def test_A5_an_empty_cell_has_nothing_to_take(cell: str) -> None:
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY)
    assert codes(state, f"take {cell}") == {"nothing-there"}


# R10: not back to the same cell


def test_R10_not_back_to_the_same_cell() -> None:
    """In that turn the taken tile may go to any other cell."""
    state = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), "take 1,0")
    assert codes(state, "Rc@1,0") == {"barred"}
    assert rules_broken(state, "Rc@1,0") == {"A5", "R10"}
    assert is_legal(state, "Rc@-1,0")
    assert is_legal(state, "Rc@0,1")
    assert is_legal(state, "Rd@1,0 Rc@2,0")


def test_R10_not_an_identical_tile_from_the_hand() -> None:
    """If the hand holds two identical tiles, neither of them may go there."""
    state = on_board(ROW, "Rc Rd", "Gd", supply=PLENTY)
    after = play(state, "take 1,0")
    assert words(after.hands[0]) == "Rc Rc Rd"
    assert codes(after, "Rc@1,0") == {"barred"}
    assert is_legal(after, "Rc@0,1")


def test_R10_another_tile_may_go_there() -> None:
    """The cell is barred only for the tile that was taken."""
    state = play(on_board(ROW, "Rd Gs", "Gd", supply=PLENTY), "take 1,0")
    assert is_legal(state, "Rd@1,0")
    assert is_legal(state, "Gs@1,0")
    after = play(state, "Rd@1,0")
    assert after.board == Board("Rs@0,0 Rd@1,0")
    assert after.scores == (2, 0)


def test_R10_not_among_other_tiles_either() -> None:
    """A longer placement that puts it back is refused too; other broken rules come first."""
    state = play(on_board(ROW, "Rd Rt Gk", "Gd", supply=PLENTY), "take 1,0")
    assert codes(state, "Rc@1,0 Rd@2,0") == {"barred"}
    assert codes(state, "Rc@1,0 Rd@-1,0") == {"barred"}
    assert codes(state, "Rc@1,0 Gk@2,0") == {"no-shared-attribute", "line-mismatch"}
    assert codes(state, "Rd@1,0 Rc@-1,0") == set()


def test_R10_it_may_go_back_in_the_next_turn() -> None:
    """The next player may place it there at once, and so may the first player later."""
    state = on_board(ROW, "Rd Gk", "Rc Gd", supply=PLENTY)
    after = play(state, "take 1,0", "swap Gk")
    assert is_legal(after, "Rc@1,0")
    after = play(after, "swap Gd")
    assert words(after.hands[0]) == "Rc Rd Oc"
    assert is_legal(after, "Rc@1,0")


def test_R10_only_take_tile_bars_a_cell() -> None:
    """Draw-three bars nothing."""
    state = play(on_board(ROW, "Rd Gk", "Gd", supply=PLENTY), "draw-three")
    assert (state.barred, state.taken) == (None, None)
    assert is_legal(state, "Rd@2,0")


ONLY_THERE = "Bs@1,-1 Oc@0,0 Os@1,0 Yc@0,1"
"""Without the blue square, a blue square fits nowhere but where it was."""


@pytest.mark.parametrize(
    ("base", "supply", "expected"),
    [
        ("schmidt", "", ["pass"]),
        ("schmidt", "Pk", ["swap Gx", "swap Bs"]),
        ("hebrew", "Pk", ["swap Gx", "swap Bs", "pass"]),
        ("mindware", "Pk", ["swap Gx", "swap Bs"]),
        ("999games-nl", "", ["pass"]),
    ],
)
def test_R10_R5_a_player_who_could_only_put_it_back_is_stuck(
    base: str, supply: str, expected: list[str]
) -> None:
    """The barred placement does not count: the player exchanges, or passes if R5 allows it."""
    state = on_board(
        ONLY_THERE, "Gx", "Rs", supply=supply, variant=with_actions(base=base, dealt=True)
    )
    after = play(state, "take 1,-1")
    assert [str(found) for found in qwirkle.legal_moves(after)] == expected
    assert codes(after, "Bs@1,-1") == {"barred"}
    assert not qwirkle.legal_moves(after).placements
    moved_on = play(after, expected[0])
    assert moved_on.turn == 1


@given(later(DEALT, min_moves=1, max_moves=30), st.integers(0, 100))
def test_R10_exactly_the_barred_placements_are_missing(state: Any, number: int) -> None:
    """The other placements keep their order and their points."""
    takes = [each for each in qwirkle.legal_moves(state).own if isinstance(each, TakeTile)]
    if not takes:
        return
    after = qwirkle.apply(state, takes[number % len(takes)])
    free = qwirkle.position(
        DEALT,
        players=after.players,
        board=after.board,
        hands=after.hands,
        supply=after.supply.tiles,
        turn=after.turn,
        acted=True,
    )
    allowed = [
        (each, points)
        for each, points in qwirkle.legal_moves(free).scored()
        if not lays(each, after.barred, after.taken)
    ]
    moves = qwirkle.legal_moves(after)
    assert list(moves.scored()) == allowed
    assert moves.placements.count() == len(allowed)
    assert bool(moves.placements) == bool(allowed)
    for each, _ in qwirkle.legal_moves(free).scored():
        reasons = [found.code for found in qwirkle.check(after, each)]
        barred = lays(each, after.barred, after.taken)
        assert reasons == ([ActionCode.BARRED] if barred else [])


# R11: the last tile, and before the first line


def test_R11_not_the_last_tile() -> None:
    """The board would be empty."""
    state = on_board("Rs@0,0", "Rd", "Gd", supply=PLENTY)
    assert codes(state, "take 0,0") == {"last-tile"}
    assert rules_broken(state, "take 0,0") == {"R11"}
    assert acting(state) == ["draw-three"]


def test_R11_not_before_the_first_line() -> None:
    """The board has no tile to take."""
    state = on_board("", "Rd Rs", "Gd", supply=PLENTY)
    assert codes(state, "take 0,0") == {"nothing-there"}
    assert "R11" in rules_broken(state, "take 0,0")
    assert acting(state) == ["draw-three"]


# R12: before the opening


def test_R12_draw_three_before_the_opening() -> None:
    """The opening is then the largest set of the new hand, and no smaller one."""
    state = on_board("", "Rc Rs Gd", "Bx", supply="Rd Rt Yx Yt")
    assert [str(found) for found in qwirkle.legal_moves(state)] == [
        "Rc@0,0 Rs@1,0",
        "Rs@0,0 Rc@1,0",
        "draw-three",
    ]
    after = play(state, "draw-three")
    assert (after.turn, after.acted) == (0, True)
    assert codes(after, "Rc@0,0 Rs@1,0") == {"not-opening-set"}
    expected = {
        " ".join(f"{tile}@{x},0" for x, tile in enumerate(order))
        for order in permutations(["Rc", "Rs", "Rd", "Rt"])
    }
    assert {str(found) for found in qwirkle.legal_moves(after)} == expected
    assert codes(after, "swap Gd") == {"opening-first"}
    assert codes(after, "pass") == {"pass-while-move"}
    done = play(after, "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0")
    assert (done.scores, done.turn) == ((4, 0), 1)
    assert words(done.hands[0]) == "Yt Yx Gd"


def test_R12_the_opening_of_nine_tiles_refills_to_six() -> None:
    """Nine tiles less the three placed leave six, so nothing is drawn."""
    state = on_board("", "Rc Rs Gd Bx Yt Pk", "Bc", supply="Rd Od Ok Ot Ox")
    after = play(state, "draw-three", "Rc@0,0 Rs@1,0 Rd@2,0")
    assert len(after.hands[0]) == 6
    assert words(after.supply.tiles) == "Ot Ox"


def test_R12_a_special_drawn_at_the_deal() -> None:
    """The starter may use draw-three at once."""
    for seed in range(60):
        state = qwirkle.new_game(PLAIN, players=4, seed=seed)
        expected = ["draw-three"] if "draw-three" in state.actions[0] else []
        assert acting(state) == expected


def test_R12_the_starter_stays_the_starter() -> None:
    """The deal settles who starts, and three more tiles do not change that."""
    state = on_board("", "Rc Rs Gd", "Bx Bk Yt", supply="Pt Ok Gx", players=seated(20, 30))
    assert state.turn == 0  # the younger of the two
    after = play(state, "draw-three")
    assert after.turn == 0
    assert {len(found.cells) for found in qwirkle.legal_moves(after).placements} == {2}


# R13: hands larger than six


@pytest.mark.parametrize(("size", "legal"), [(1, True), (5, True), (6, True), (7, False)])
def test_R13_an_exchange_is_still_one_to_six_tiles(size: int, legal: bool) -> None:
    """One to six of nine tiles may be exchanged, and the same number is drawn."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "draw-three")
    text = " ".join(["swap", *map(str, state.hands[0][:size])])
    assert codes(state, text) == (set() if legal else {"exchange-too-large"})
    if not legal:
        assert rules_broken(state, text) == {"X1"}
        return
    after = play(state, text)
    assert len(after.hands[0]) == 9
    assert len(after.supply) == len(state.supply)
    assert len(qwirkle.draws(state, move(state, text))) == size


def test_R13_the_listed_exchanges_of_nine_tiles() -> None:
    """They have every size from one to six, and the count agrees."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "draw-three")
    sizes = Counter(len(found.tiles) for found in qwirkle.legal_moves(state).exchanges)
    assert sizes == {1: 9, 2: 36, 3: 84, 4: 126, 5: 126, 6: 84}
    assert qwirkle.legal_moves(state).count() == len(list(qwirkle.legal_moves(state)))


@pytest.mark.parametrize(("turn", "size"), [("Rc@0,1", 6), ("Rd@1,0", 6), ("Rd@1,0 Rt@2,0", 6)])
def test_R13_seven_tiles_after_a_take(turn: str, size: int) -> None:
    """One placed tile leaves six, so nothing is drawn; after two, one tile is drawn."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "take 1,0")
    assert len(state.hands[0]) == 7
    after = play(state, turn)
    assert len(after.hands[0]) == size
    assert len(state.supply) - len(after.supply) == turn.count("@") - 1


def test_R13_an_exchange_keeps_a_large_hand() -> None:
    """A hand of seven still has seven tiles afterwards."""
    state = play(on_board(ROW, SIX, "Gd", supply=PLENTY), "take 1,0", "swap Rc Rd")
    assert len(state.hands[0]) == 7


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
    variant = with_actions(**options)
    tiles = [*SIX.split(), *PLENTY.split()]
    for size in (largest, largest + 1):
        fields = {"board": ROW, "hands": [tiles[:size], ["Gx"]]}
        if size == largest:
            assert len(qwirkle.position(variant, **fields).hands[0]) == largest
        else:
            with pytest.raises(InvalidPosition, match=rf"more than {largest} \[S2\]"):
                qwirkle.position(variant, **fields)


# R3: actions and passes


def test_R3_an_action_does_not_break_a_row_of_passes() -> None:
    """Seat 1 takes a tile, cannot place it and passes: now all players in a row have passed."""
    state = on_board(ONLY_THERE, "Gx", "Px", "Gk")
    state = play(state, "pass", "take 1,-1")
    assert (state.turn, state.passes, state.is_over) == (1, 1, False)
    state = play(state, "pass")
    assert (state.turn, state.passes, state.is_over) == (2, 2, False)
    state = play(state, "pass")
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.ALL_PASSED


def test_R3_a_placement_after_an_action_breaks_a_row_of_passes() -> None:
    """An action before it makes no difference."""
    state = on_board(ROW, "Gx", "Px", passes=1, turn=1)
    state = play(state, "take 1,0", "Rc@0,1")
    assert (state.passes, state.is_over) == (0, False)


@pytest.mark.parametrize(("base", "passes"), [("schmidt", 2), ("mindware", 1)])
def test_R3_E3_no_game_ends_in_the_middle_of_a_turn(base: str, passes: int) -> None:
    """After an action the usual turn must follow, even if nobody can place any more."""
    variant = with_actions(base=base, dealt=True)
    state = on_board(ONLY_THERE, "Gx", "Px", variant=variant, acted=True, passes=5)
    assert not state.is_over
    assert [str(found) for found in qwirkle.legal_moves(state)] == ["pass"]
    assert play(state, *["pass"] * passes).is_over


@pytest.mark.parametrize("base", ["999games-nl", "hebrew"])
def test_R3_passes_while_tiles_are_left_never_end_the_game(base: str) -> None:
    """An action before a pass does not change that."""
    variant = with_actions(base=base, dealt=True)
    state = on_board(ONLY_THERE, "Gx", "Px", supply="Pk", variant=variant)
    state = play(state, "pass", "take 1,-1", "pass", "pass")
    assert not state.is_over


@pytest.mark.parametrize("base", ["999games-nl", "hebrew"])
@pytest.mark.parametrize(
    ("supply", "held"),
    [
        ("Gt Bk Bd", "draw-three take-tile"),
        ("Gt", "draw-three take-tile"),
        ("Gt Bk Bd *take-tile", "draw-three"),
    ],
)
def test_R3_nor_if_an_action_takes_the_last_tiles_afterwards(
    base: str, supply: str, held: str
) -> None:
    """Seat 0 passed while tiles were left, so it must pass again before the game ends.

    The take-tile, unused or still to be drawn, keeps the board open until then (R21).
    """
    state = on_board(
        "Rs@0,0 Rc@1,0",
        "Gd",
        "Bx",
        supply=supply,
        variant=with_actions(base=base),
        actions=[held, held],
    )
    state = play(state, "pass", "draw-three", "pass")
    assert state.stock == 0
    assert not state.is_over
    state = play(state, "pass")
    assert state.is_over


# R21: a closed board

CLOSED = " ".join(
    f"{tile}@{x},{y}"
    for y, row in enumerate(("Rc Rs Rd Rt Rk Rx", "Rs Rd Rt Rk Rx Rc", "Rd Rt Rk Rx Rc Rs"))
    for x, tile in enumerate(row.split())
)
"""All eighteen red tiles in three Qwirkles side by side."""


@pytest.mark.parametrize(
    ("board", "can_take"), [("Rs@0,0 Rc@1,0", True), ("Rs@0,0", False), (CLOSED, False)]
)
@pytest.mark.parametrize(
    ("supply", "actions", "is_left"),
    [
        ("Bk", ["", ""], False),
        ("Bk", ["draw-three", "draw-three"], False),
        ("Bk *draw-three", ["", ""], False),
        ("Bk", ["take-tile", ""], True),
        ("Bk", ["", "take-tile"], True),
        ("Bk *take-tile", ["", ""], True),
    ],
)
def test_R21_a_take_tile_keeps_the_board_open(
    board: str, can_take: bool, supply: str, actions: list[str], is_left: bool
) -> None:
    """An unused one does, whichever player has it, and so does its special tile in the supply.

    But it must be able to take a tile: not out of a Qwirkle (A5), and not the last one (R11).
    """
    variant = with_actions()
    state = on_board(board, "Gd", "Bx", supply=supply, variant=variant, actions=actions, turn=0)
    closed = not (can_take and is_left)
    assert (state.is_over, qwirkle.observe(state, 1).is_over) == (closed, closed)
    if closed:
        assert state.outcome.reason is qwirkle.EndReason.CLOSED
        assert rules_broken(state, "draw-three") == {"R21"}


def test_R21_not_in_the_middle_of_a_turn() -> None:
    """The player who has used the last take-tile finishes the turn; then the board is closed."""
    state = on_board(
        "Rs@0,0 Rc@1,0",
        "Gd",
        "Gx",
        supply="Bk Bx Gt Gk Yk Yx Pt",
        variant=with_actions(),
        actions=["take-tile", ""],
    )
    state = play(state, "take 1,0")
    assert not state.is_over
    state = play(state, "Rc@0,1")
    assert state.stock == 2
    assert state.outcome.reason is qwirkle.EndReason.CLOSED


# A6: action tiles left at the end


@pytest.mark.parametrize("actions", [["", ""], ["draw-three take-tile", ""], ["", "take-tile"]])
def test_A6_unused_action_tiles_are_worth_nothing(actions: list[str]) -> None:
    """The scores and the winners are the same with and without them."""
    state = on_board(ROW, "Rd", "Gd", variant=PLAIN, actions=actions, scores=[0, 9])
    after = play(state, "Rd@2,0")
    assert after.outcome is not None
    assert (after.outcome.scores, after.winners) == ((9, 9), (0, 1))
    assert after.actions == state.actions


# A7, A8 and R20: which action tiles, and how they come


@pytest.mark.parametrize("name", BOTH)
def test_A7_only_one_of_the_actions(name: str) -> None:
    """The box has one special and every player gets one action tile; the other does not exist."""
    variant = with_actions(actions=(name,))
    assert (variant.specials, len(variant.pieces())) == ((name,), 109)
    text, missing = ("draw-three", "take 0,0") if name == BOTH[0] else ("take 0,0", "draw-three")
    state = on_board(ROW, "Rd Gk", "Gd", supply=f"*{name} Yc Ys Yd Yt", variant=variant)
    state = play(state, "swap Gk")
    assert state.actions == ((name,), (name,))
    assert is_legal(state, text)
    assert codes(state, missing) == {"no-such-move"}
    for seed in range(20):
        supply = qwirkle.new_game(variant, seed=seed).supply
        assert {piece for piece in supply.tiles if isinstance(piece, Special)} <= {Special(name)}


def test_A7_none_of_the_actions() -> None:
    """The game is then the same as the base edition, move for move."""
    plain = qwirkle.new_game("schmidt", players=3, seed=8)
    state = qwirkle.new_game(with_actions(actions=()), players=3, seed=8)
    for _ in range(12):
        assert (state.hands, state.supply, state.board) == (plain.hands, plain.supply, plain.board)
        moves = list(qwirkle.legal_moves(state))
        assert moves == list(qwirkle.legal_moves(plain))
        assert state.actions == ((), (), ())
        state, plain = (qwirkle.apply(each, moves[len(moves) // 2]) for each in (state, plain))


def test_A7_the_order_of_the_names_does_not_matter() -> None:
    """Either order gives the same variant, which is the default."""
    assert with_actions(actions=BOTH[::-1]) == with_actions(actions=list(BOTH)) == PLAIN


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A8_everyone_gets_both_at_the_start(players: int) -> None:
    """The special tiles stay out of the game."""
    state = qwirkle.new_game(DEALT, players=players, seed=1)
    assert state.actions == (BOTH,) * players
    assert len(state.supply) == 108 - 6 * players
    assert not any(isinstance(piece, Special) for piece in state.supply.tiles)
    assert DEALT.specials == ()
    assert qwirkle.position(DEALT, board=ROW, hands=["Rd"] + ["Gd"] * (players - 1)).actions == (
        (BOTH,) * players
    )


def test_A8_the_deal_is_that_of_the_base_edition() -> None:
    """The same seed gives the same hands, since the same tiles are mixed."""
    ours, below = (qwirkle.new_game(each, seed=6) for each in (DEALT, "schmidt"))
    assert (ours.hands, ours.supply, ours.turn) == (below.hands, below.supply, below.turn)


@pytest.mark.parametrize("chosen", [(), BOTH[:1], BOTH[1:], BOTH])
def test_R20_A7_together_with_A8(chosen: tuple[str, ...]) -> None:
    """Every player gets exactly the chosen action tiles at the start."""
    variant = with_actions(actions=chosen, dealt=True)
    state = qwirkle.new_game(variant, players=3, seed=1)
    assert state.actions == (chosen,) * 3
    assert len(state.supply) == 90
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY, variant=variant)
    expected = {"draw-three": ["draw-three"], "take-tile": ["take 0,0", "take 1,0"]}
    assert acting(state) == [text for name in chosen for text in expected[name]]


# R19: the stacks


def test_R19_exchanged_tiles_go_under_the_specials_too() -> None:
    """There is one supply in one order, drawn from the top."""
    state = on_board(ROW, "Rd Gk Bx", "Gd", supply="Yc Ys *take-tile Yd", variant=PLAIN)
    after = play(state, "swap Bx Gk")
    assert words(after.supply.tiles) == "*take-tile Yd Gk Bx"
    after = play(after, "swap Gd")
    assert words(after.supply.tiles) == "Gk Bx Gd"
    assert words(after.hands[1]) == "Yd"
    assert after.actions == (("take-tile",), ("take-tile",))


def test_X2_on_an_edition_with_a_bag_they_are_mixed_in() -> None:
    """The seed decides where they end up among the specials and the tiles."""
    orders = set()
    for seed in range(10):
        state = on_board(
            ROW,
            "Rd Gk Bx",
            "Gd",
            supply="Yc Ys *take-tile Yd *draw-three Yt",
            variant=with_actions(base="mindware"),
            seed=seed,
        )
        after = play(state, "swap Bx Gk")
        assert sorted(map(str, after.supply.tiles)) == sorted(
            ["*take-tile", "Yd", "*draw-three", "Yt", "Gk", "Bx"]
        )
        orders.add(words(after.supply.tiles))
    assert len(orders) > 5


# The option `base`


@EACH_BASE
def test_the_rules_are_those_of_the_base_edition(base: str) -> None:
    """The base is a name or a variant; its name is an option unless it is the default."""
    variant = with_actions(base=base)
    assert variant == with_actions(base=edition(base)) == qwirkle.get_variant(PLAIN, base=base)
    assert isinstance(variant, ActionTiles)
    assert variant.rules == edition(base).rules
    assert variant.options == ({} if base == "schmidt" else {"base": base})
    assert eval(repr(variant), vars(qwirkle).copy()) == variant
    found = {each.field for each in qwirkle.compare(base, variant)}
    assert found == {"actions", "dealt", "acting", "pieces"}
    assert qwirkle.compare(PLAIN, variant) == qwirkle.compare("schmidt", base)


@EACH_BASE
def test_B3_X4_E3_what_the_base_edition_decides_is_played(base: str) -> None:
    """The starter, passing and the end of the game are those of the base edition."""
    rules = edition(base).rules
    variant = with_actions(base=base, dealt=True)
    start: Any = qwirkle.position(variant, players=seated(9, 8), hands=["Rc Rs", "Bx Bk"])
    assert start.turn == (0 if rules.tie_break == "oldest" else 1)
    stuck = on_board("Rs@0,0", "Gd", "Rc", supply="Oc", variant=variant)
    assert (Pass() in qwirkle.legal_moves(stuck)) == (rules.stuck == "may-exchange")
    done = on_board("Rs@0,0", "Gd", "Bx", variant=variant)
    assert done.is_over == (rules.no_play == "at-once")
    if not done.is_over:
        assert play(done, "pass", "pass").is_over


@EACH_BASE
def test_A7_A8_the_options_go_with_every_edition(base: str) -> None:
    """They combine with each other and with a house rule; defaults are not listed as options."""
    for dealt in [True, False]:
        for chosen in [BOTH[:1], BOTH]:
            with case(dealt, chosen):
                variant = with_actions(base=base, dealt=dealt, actions=chosen, hand_size=5)
                expected: dict[str, Any] = {"hand_size": 5}
                expected |= {"base": base} if base != "schmidt" else {}
                expected |= {"dealt": True} if dealt else {}
                expected |= {"actions": chosen} if chosen != BOTH else {}
                assert variant.options == expected
                assert list(variant.options) == sorted(variant.options)
                assert qwirkle.get_variant("schmidt-actions", **variant.options) == variant
                assert eval(repr(variant), vars(qwirkle).copy()) == variant
                assert hash(pickle.loads(pickle.dumps(variant))) == hash(variant)
                state = qwirkle.new_game(variant, players=2, seed=3)
                assert qwirkle.from_json(qwirkle.to_json(state)) == state
                assert [len(hand) for hand in state.hands] == [5, 5]
                facts = variant.facts()
                assert (facts["dealt"].value, facts["actions"].value) == (dealt, chosen)
                assert facts["dealt"].rules == ("A8", "R20")
                assert facts["actions"].rules == ("A1", "A7")


def test_a_base_with_house_rules() -> None:
    """The house rules are kept, and are options of the whole variant."""
    base = edition("hebrew", tie_break="youngest", exchange_limit=2)
    variant = with_actions(base=base)
    assert variant.rules == base.rules
    assert variant.options == {"base": "hebrew", "exchange_limit": 2, "tie_break": "youngest"}
    assert qwirkle.get_variant("schmidt-actions", **variant.options) == variant


def test_options_can_be_reset() -> None:
    """Each option can be set back to its default."""
    variant: Any = with_actions(base="hebrew", dealt=True, actions=BOTH[:1])
    variant = qwirkle.get_variant(variant, dealt=False)
    assert variant == with_actions(base="hebrew", actions=BOTH[:1])
    variant = qwirkle.get_variant(variant, actions=BOTH)
    assert variant == with_actions(base="hebrew")
    assert qwirkle.get_variant(variant, base="schmidt") == PLAIN


class Generous(TileGame):
    """A tile game with its own hooks, used as a base."""

    def line_points(self, length: int) -> int:
        return 10 * length

    def end_bonus(self) -> int:
        return 100

    def starter(self, players: Any, hands: Any) -> int:
        return len(players) - 1

    def most_exchanged(self, table: Any) -> int:
        return min(1, super().most_exchanged(table))


def test_the_hooks_of_the_base_are_kept() -> None:
    """The points, the bonus, the starter and the exchange limit are those of the base."""
    qwirkle.register(Generous("generous"))
    variant = with_actions(base="generous", dealt=True)
    state = on_board(ROW, "Rd", "Gd", variant=variant)
    score = qwirkle.score(state, move(state, "Rd@2,0"))
    assert ([line.points for line in score.lines], score.end_bonus) == ([30], 100)
    assert dict(qwirkle.legal_moves(state).scored())[move(state, "Rd@2,0")] == 130
    assert play(state, "Rd@2,0").scores == (130, 0)
    assert qwirkle.new_game(variant, players=3, seed=1).turn == 2
    wide = on_board(ROW, "Rd Gk", "Gd", supply=PLENTY, variant=variant)
    assert {len(found.tiles) for found in qwirkle.legal_moves(wide).exchanges} == {1}


def test_wrong_options_name_the_right_ones() -> None:
    """The error names the right ones, however the options are given."""
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"base": "schmitt"}, UnknownVariant, "'schmidt'"),
        ({"base": "schmidt-actions"}, InvalidOption, "which has state of its own"),
        ({"base": DEALT}, InvalidOption, "which has state of its own"),
        ({"base": 3}, InvalidValue, "a variant"),
        ({"base": None}, InvalidValue, "a variant"),
        ({"actions": "draw-three"}, InvalidOption, "'draw-three' and 'take-tile', each once"),
        ({"actions": ["draw-four"]}, InvalidOption, "'draw-three' and 'take-tile', each once"),
        ({"actions": ["take-tile"] * 2}, InvalidOption, "each once"),
        ({"actions": [["take-tile"]]}, InvalidOption, "each once"),
        ({"actions": 2}, InvalidOption, "actions must be"),
        ({"actions": None}, InvalidOption, "actions must be"),
        ({"dealt": 1}, InvalidOption, "dealt must be True or False, not 1"),
        ({"dealt": "yes"}, InvalidOption, "dealt must be True or False"),
        ({"delt": True}, InvalidOption, "max_players, base, actions, dealt"),
        ({"delt": True}, InvalidOption, "there is no option 'delt'; the options are tie_break"),
        ({"tie_break": "tallest"}, InvalidOption, "'oldest' or 'youngest', not 'tallest'"),
        ({"base": "hebrew", "stuck": "no"}, InvalidOption, "'must-exchange' or 'may-exchange'"),
    ]
    for options, error, text in cases:
        with case(options, error, text):
            for source in ("schmidt-actions", PLAIN, DEALT):
                with pytest.raises(error) as caught:
                    qwirkle.get_variant(source, **options)
                assert text in str(caught.value)


# Positions


def test_R10_faults_of_positions() -> None:
    """Each fault names its field and says what was expected."""
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"actions": ["draw-three"]}, "actions", "1 action for 2 players"),
        ({"actions": [""] * 3}, "actions", "3 actions for 2 players"),
        (
            {"actions": ["draw-four", ""]},
            "actions[0]",
            "(draw-three and take-tile), each once, not 'draw-four'",
        ),
        ({"actions": ["take-tile take-tile", ""]}, "actions[0]", "expected names of action tiles"),
        ({"actions": [3, ""]}, "actions[0]", "expected names of action tiles"),
        ({"actions": [None, ""]}, "actions[0]", "expected names of action tiles"),
        ({"actions": 3}, "actions", "one for each player"),
        ({"actions": "draw-three"}, "actions", "for each player"),
        ({"acted": 1}, "acted", "expected True or False, not 1"),
        ({"acted": "no"}, "acted", "expected True or False"),
        ({"acted": None}, "acted", "expected True or False"),
        ({"barred": (2, 0)}, "barred", "only after an action tile"),
        (
            {"barred": (2, 0), "taken": "Rd", "acted": True, "actions": ["take-tile", ""]},
            "actions",
            "take-tile is unused",
        ),
        ({"barred": (9, 9), "acted": True}, "barred", "can have been taken from 9,9"),
        ({"barred": (0, 16384), "taken": "Rd", "acted": True}, "barred", "from 0,16384"),
        ({"taken": "Rd"}, "taken", "no cell is barred [R10]"),
        ({"barred": (2, 0), "taken": "Rt", "acted": True}, "taken", "not in the hand [A5]"),
        ({"barred": (2, 0), "taken": "Rd"}, "barred", "only after an action tile"),
        (
            {"barred": (1, 0), "taken": "Rd", "acted": True},
            "barred",
            "can have been taken from 1,0",
        ),
        ({"barred": "2;0", "taken": "Rd", "acted": True}, "barred", "is not a cell"),
        ({"barred": 3, "taken": "Rd", "acted": True}, "barred", "expected a cell"),
        ({"barred": (2, 0), "taken": "Zd", "acted": True}, "taken", "is not a tile"),
        (
            {"barred": (2, 0), "taken": 3, "acted": True},
            "taken",
            "expected a tile or its text, not 3",
        ),
        ({"actions": [[["draw-three"]], []]}, "actions[0]", "expected names of action tiles"),
        ({"action": [""]}, "action", "actions, acted, barred, taken"),
    ]
    for fields, name, text in cases:
        with case(fields, name, text):
            with pytest.raises(InvalidPosition) as caught:
                on_board(ROW, "Rd", "Gd", supply=PLENTY, **fields)
            found = [fault for fault in caught.value.faults if fault.field == name]
            assert any(text in fault.message for fault in found)


def test_A7_no_action_tiles_that_are_not_in_the_game() -> None:
    """An action tile that this game does not use is refused, even if other games know it."""
    only = with_actions(actions=["draw-three"])
    with pytest.raises(InvalidPosition) as caught:
        on_board(ROW, "Rd", "Gd", variant=only, actions=["", "take-tile draw-three"])
    [fault] = caught.value.faults
    assert str(fault) == "actions[1]: the action tiles are draw-three, not take-tile [A7]"


def test_R10_the_taken_tile_is_found_if_there_is_no_doubt() -> None:
    """It is inferred if only one kind in the hand fits the barred cell, else it must be given."""
    state = on_board("Rs@0,0 Rc@1,0", "Bs Rd Rd", "Gd", acted=True, barred=(2, 0))
    assert (str(state.taken), state.barred) == ("Rd", (2, 0))
    assert "take-tile" not in state.actions[0]
    assert "take-tile" in state.actions[1]
    assert codes(state, "Rd@2,0") == {"barred"}
    for hand in ("Rd Rt", "Gk"):
        with pytest.raises(InvalidPosition, match=r"say which tile was taken from 2,0 \[R10\]"):
            on_board("Rs@0,0 Rc@1,0", hand, "Gd", acted=True, barred=(2, 0))


def test_A2_no_special_whose_action_tiles_are_given_out() -> None:
    """The special has left the game, so a supply that is left out does not contain it."""
    with pytest.raises(InvalidPosition, match=r"\*draw-three is there, .* given out \[A2\]"):
        on_board(
            ROW, "Rd", "Gd", supply="*draw-three Yc", variant=PLAIN, actions=["", "draw-three"]
        )
    fields = {"board": ROW, "hands": ["Rd", "Gd"]}
    for more, specials in (
        ({}, {"*draw-three", "*take-tile"}),
        ({"actions": ["", "take-tile"]}, {"*draw-three"}),
        ({"acted": True}, {"*take-tile"}),
        ({"acted": True, "barred": (2, 0)}, {"*draw-three"}),
    ):
        state = qwirkle.position(PLAIN, **fields, **more)
        assert {str(piece) for piece in state.supply.tiles if "*" in str(piece)} == specials


def test_R3_passes_while_there_were_tiles_do_not_count_after_draw_three() -> None:
    """When draw-three empties the supply, only passes made from then on count."""
    table = with_actions(base="999games-nl", dealt=True)
    state = on_board("Rs@0,0 Rt@1,0", "Gd", "Bc", supply="Gc Yd", variant=table)
    state = play(state, "pass")
    assert state.passes == 1
    state = play(state, "draw-three")
    assert (state.passes, len(state.supply)) == (1, 0)
    state = play(state, "pass")
    assert (state.passes, state.is_over) == (1, False)
    state = play(state, "pass")
    assert state.outcome is not None
    assert state.outcome.reason == "all-passed"


def test_options_stay_when_the_base_changes() -> None:
    """House rules of the base edition are kept."""
    variant = qwirkle.get_variant(with_actions(hand_size=5, dealt=True), base="mindware")
    assert (variant.rules.hand_size, variant.rules.tie_break) == (5, "oldest")  # type: ignore[attr-defined]
    assert dict(variant.options) == {"base": "mindware", "dealt": True, "hand_size": 5}


class SmallBox(TileGame):
    """A game with one of each tile, whose lines count double."""

    def pieces(self) -> tuple[Any, ...]:
        """A third of the box."""
        return super().pieces()[:36]

    def line_points(self, length: int) -> int:
        """Twice the usual points."""
        return 2 * length


@attrs.frozen(kw_only=True)
class Count(Extra):
    """An extra field with one number."""

    moves: int = field(COUNT)


class Counting(TileGame[Count]):
    """A game that adds a field to the state."""

    extra_type: ClassVar[type[Extra]] = Count


class Why(qwirkle.Reason):
    """Reasons that only this game has."""

    BUSY = "busy"


@attrs.frozen
class Wave(qwirkle.BareMove):
    """Say hello."""

    verb: ClassVar[str] = "wave"


class Waving(TileGame):
    """A game with a move of its own."""

    move_types: ClassVar[tuple[type[qwirkle.Move], ...]] = (*TileGame.move_types, Wave)


class Busy(TileGame):
    """A game that uses the hooks that action tiles use as well."""

    def pieces(self) -> tuple[Any, ...]:
        return (*super().pieces(), Special("star"))

    def forbids(self, position: Any, move: qwirkle.Place) -> qwirkle.Violation | None:
        diamonds = Tile.parse("Rd") in move.laid
        return qwirkle.Violation(Why.BUSY, ("H1",), "no red diamonds") if diamonds else None

    def ending(self, state: Any) -> Any:
        return Why.BUSY if max(state.scores) >= 100 else super().ending(state)

    def advance(self, before: Any, move: qwirkle.Move, after: Any) -> Any:
        return attrs.evolve(after, scores=_more(after.scores, before.turn, 1))

    def revealed(self, state: Any, specials: Any) -> Any:
        return attrs.evolve(state, scores=tuple(score + 7 for score in state.scores))


def _more(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])


def test_A1_on_a_base_defined_in_a_test() -> None:
    """The box, the points and all other rules of the base stay the same."""
    qwirkle.register(SmallBox("small-box", version=3))
    game = with_actions(base="small-box")
    assert (len(game.pieces()), game.version) == (38, 3)
    state = qwirkle.position(game, board="Rs@0,0", hands=["Rc", "Gd"])
    assert len(state.supply) == 35
    assert qwirkle.score(state, qwirkle.parse_move("Rc@1,0")).total == 4
    with pytest.raises(InvalidOption, match="base must be a tile game, not"):
        with_actions(base=Showing())
    qwirkle.register(Counting("counting"))
    with pytest.raises(InvalidOption, match="counting, which has state of its own"):
        with_actions(base="counting")
    qwirkle.register(Waving("waving"))
    with pytest.raises(InvalidOption, match="waving, which has moves of its own"):
        with_actions(base="waving")


def test_A3_on_a_base_with_hooks_of_its_own() -> None:
    """Its forbidden moves, its ending, its special tile and its changes of state are all kept."""
    qwirkle.register(Busy("busy"))
    game = with_actions(base="busy")
    assert game.specials == ("star", "draw-three", "take-tile")
    state = on_board(ROW, "Rd Rk", "Gd", supply="*star *take-tile Ys", variant=game)
    assert codes(state, "Rd@2,0") == {"busy"}
    after = play(state, "Rk@2,0")
    # Three for the line, one for making a move, and seven for each player for the star.
    assert (after.scores, after.turn) == ((11, 7), 1)
    assert after.actions == (("take-tile",),) * 2
    taken = play(after, "take 0,0")
    assert (taken.scores, taken.turn) == ((11, 8), 1)
    assert {found.code for found in qwirkle.check(taken, move(taken, "Rs@0,0"))} == {"barred"}
    over = on_board(ROW, "Rd", "Gd", supply=PLENTY, variant=game, scores=[100, 0])
    assert str(over.outcome.reason) == "busy"
    fields = {"scores": [100, 0], "acted": True}
    assert not on_board(ROW, "Rd", "Gd", supply=PLENTY, variant=game, **fields).is_over


def test_R8_a_view_with_fewer_tiles_than_the_others_hold_is_refused() -> None:
    """Specials are never in a hand, so they cannot make up the number."""
    state = on_board(ROW, "Rd", "Gd", supply="*draw-three *take-tile Rk", variant=PLAIN)
    fields = json.loads(qwirkle.to_json(qwirkle.observe(state, 0)))
    fields |= {"unseen": "Rk *draw-three *take-tile", "supply_size": 1, "hand_sizes": [1, 2]}
    with pytest.raises(qwirkle.DecodeError) as caught:
        qwirkle.from_json(json.dumps(fields))
    assert caught.value.path == "hand_sizes"


@pytest.mark.parametrize("far", [10**100 - 1, 1 - 10**100])
def test_R10_a_barred_cell_at_the_edge_of_the_range_is_a_fault(far: int) -> None:
    """Such a cell has no neighbours; it is reported like any other fault of a position."""
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY)
    fields = json.loads(qwirkle.to_json(state)) | {"acted": True, "barred": f"{far},0"}
    with pytest.raises(qwirkle.DecodeError, match="no tile can have been taken from"):
        qwirkle.from_json(json.dumps(fields | {"actions": ["", ""]}))


def test_too_few_hands_and_a_barred_cell() -> None:
    """A missing hand of the player to move is reported as a fault and does not crash."""
    fields = {"board": ROW, "hands": ["Rd"], "players": 2, "turn": 1}
    with pytest.raises(InvalidPosition, match="1 hand for 2 players"):
        qwirkle.position(PLAIN, **fields, acted=True, barred=(2, 0))


def test_several_faults_of_a_position_are_reported_together() -> None:
    """Faults of the action tiles are listed with those of the rest of the position."""
    with pytest.raises(InvalidPosition) as caught:
        on_board("Rs@0,0 Bc@1,0", "Rd", "Gd", acted=3, barred="x", actions=3)
    fields = [fault.field for fault in caught.value.faults]
    assert fields == ["actions", "acted", "barred", "board"]


def test_R10_fields_of_a_position_in_any_form() -> None:
    """Fields can be texts, pairs, cells, tiles, lists or tuples."""
    after = play(on_board(ROW, "Rd", "Gd", supply=PLENTY), "take 1,0")
    forms: list[dict[str, Any]] = [
        {"actions": ["draw-three", "take-tile draw-three"], "barred": "1,0", "taken": "Rc"},
        {"actions": (BOTH[:1], BOTH[::-1]), "barred": (1, 0), "taken": Tile.parse("Rc")},
        {"actions": [list(BOTH[:1]), list(BOTH)], "barred": Cell(1, 0), "taken": "Rc"},
    ]
    for form in forms:
        state = on_board("Rs@0,0", "Rc Rd", "Gd", supply=PLENTY, acted=True, ply=1, **form)
        assert state == after
        assert hash(state) == hash(after)


def test_a_position_is_at_the_start_of_a_turn_by_default() -> None:
    """Players have no action tiles unless these are dealt at the start."""
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY, variant=PLAIN)
    assert (state.actions, state.acted, state.barred, state.taken) == (((), ()), False, None, None)
    assert on_board(ROW, "Rd", "Gd", supply=PLENTY).actions == (BOTH, BOTH)


def test_other_variants_have_no_such_fields() -> None:
    """The base edition does not know these fields."""
    for name in ["actions", "acted", "barred", "taken"]:
        with (
            case(name),
            pytest.raises(InvalidPosition, match=f"{name}: unknown"),
        ):
            qwirkle.position("schmidt", board=ROW, **{name: None})


# Round trips

TURN = ("draw-three", "swap Rt", "take 1,0", "swap Gd")


def midway() -> list[Any]:
    """States before, during and after turns with actions, with specials or dealt action tiles."""
    found = []
    for variant in (DEALT, PLAIN, with_actions(base="mindware", dealt=True, hand_size=7)):
        actions = [BOTH[:1], BOTH] if variant is PLAIN else [BOTH, BOTH]
        state = on_board(ROW, SIX, "Gd Gk", supply=PLENTY, variant=variant, actions=actions)
        found.append(state)
        for text in TURN:
            state = play(state, text)
            found.append(state)
    specials = "*take-tile Yc *draw-three Ys Yd Yt"
    state = on_board(ROW, SIX, "Gd Gk", supply=specials, variant=PLAIN)
    found += [state, play(state, "swap Gd Bx"), play(state, "swap Gd Bx", "draw-three")]
    return found


EACH_MIDWAY = pytest.mark.parametrize("number", range(18))


def test_A3_the_sample_states_cover_all_kinds() -> None:
    """Some have an action in the turn, some a barred cell, some specials in the supply."""
    states = midway()
    assert len(states) == 18
    assert {state.acted for state in states} == {True, False}
    assert {state.barred is None for state in states} == {True, False}
    assert {len(state.supply) == state.stock for state in states} == {True, False}


@EACH_MIDWAY
def test_A3_R10_round_trips_in_the_middle_of_a_turn(number: int) -> None:
    """JSON, repr, pickle and copy give back the state and the view of every seat."""
    state = midway()[number]
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    assert eval(repr(state), vars(qwirkle).copy()) == state
    for thing in (state, qwirkle.observe(state, 0), qwirkle.observe(state, 1)):
        for clone in (
            qwirkle.from_json(qwirkle.to_json(thing)),
            pickle.loads(pickle.dumps(thing)),
            copy.deepcopy(thing),
        ):
            assert clone == thing
            assert hash(clone) == hash(thing)
            assert type(clone) is type(thing)
            assert (clone.acted, clone.barred, clone.taken) == (  # type: ignore[union-attr]
                state.acted,
                state.barred,
                state.taken,
            )


@pytest.mark.parametrize("variant", [DEALT, PLAIN, with_actions(base="hebrew")], ids=str)
def test_A2_A3_a_record_with_actions(variant: TileGame) -> None:
    """Its moves and draws, specials included, are read back and replayed."""
    record = qwirkle.GameRecord(qwirkle.new_game(variant, players=2, seed=12))
    random = Random(3)
    for _ in range(40):
        moves = qwirkle.legal_moves(record.state)
        acts = moves.own
        record = record.play(acts[-1] if acts else moves.sample(random))
        assert qwirkle.GameRecord(record.state).start == record.state
    text = str(record)
    assert "draw-three draws" in text
    assert ". take " in text
    again = qwirkle.GameRecord.parse(text)
    assert again == record
    assert again.state == record.state
    assert "*draw-three" in text or variant is DEALT


def test_A3_a_record_can_begin_in_the_middle_of_a_turn() -> None:
    """The barred cell is kept, so the next move is judged by the same rules."""
    state = play(on_board(ROW, "Rd", "Gd", supply=PLENTY), "take 1,0")
    record = qwirkle.GameRecord(state).play(move(state, "Rd@1,0"))
    assert qwirkle.GameRecord.parse(str(record)) == record
    with pytest.raises(DecodeError, match="R10"):
        qwirkle.GameRecord.parse(str(record).replace("Rd@1,0 draws", "Rc@1,0 draws"))


def test_json_that_is_not_a_state_with_actions() -> None:
    """Every fault is a DecodeError with its path, for states and for views."""
    cases: list[tuple[str, object]] = [
        ("actions", ["draw-four", ""]),
        ("actions", [["draw-three"], []]),
        ("actions", "draw-three"),
        ("actions", [""]),
        ("actions", None),
        ("acted", 1),
        ("acted", None),
        ("barred", [1, 0]),
        ("barred", "1;0"),
        ("barred", None),
        ("taken", "Zz"),
        ("taken", None),
        ("taken", 3),
    ]
    for name, value in cases:
        with case(name, value):
            state = play(on_board(ROW, "Rd", "Gd", supply=PLENTY), "take 1,0")
            for thing in (state, qwirkle.observe(state, 0)):
                fields = json.loads(qwirkle.to_json(thing))
                fields[name] = value
                with pytest.raises(DecodeError) as caught:
                    qwirkle.from_json(json.dumps(fields))
                path = caught.value.path.partition("[")[0]
                assert path == name or {path, name} == {"barred", "taken"}
                del fields[name]
                with pytest.raises(DecodeError, match=f"{name}: missing"):
                    qwirkle.from_json(json.dumps(fields))


# Views


def test_A2_action_tiles_are_public() -> None:
    """Every view shows all action tiles, and which tile was taken from which cell."""
    state = on_board(ROW, "Rd", "Gd", "Bd", supply=PLENTY, actions=["take-tile", "", BOTH])
    after = play(state, "take 1,0")
    for seat in range(3):
        view: Any = qwirkle.observe(after, seat)
        assert isinstance(view, TileView)
        assert view.actions == after.actions == ((), (), BOTH)  # type: ignore[attr-defined]
        assert (view.acted, view.barred, view.taken) == (True, (1, 0), Tile.parse("Rc"))  # type: ignore[attr-defined]


def test_A1_a_view_knows_that_specials_are_left_but_not_where() -> None:
    """They are listed among the unseen pieces, after the tiles, and count in the supply."""
    state = on_board(ROW, "Rd", "Gd Gk", supply="*take-tile Yc *draw-three", variant=PLAIN)
    view = qwirkle.observe(state, 0)
    assert words(view.unseen[:-2]) == "Yc Gd Gk"
    assert set(view.unseen[-2:]) == set(SPECIALS)
    assert (view.supply_size, view.stock) == (3, 1)
    swapped = on_board(ROW, "Rd", "Gd Gk", supply="*draw-three *take-tile Yc", variant=PLAIN)
    assert qwirkle.observe(swapped, 0) == view


@EACH_MIDWAY
def test_A3_sampled_states_look_the_same(number: int) -> None:
    """Samples keep all public fields, even in the middle of a turn, and no hand has a special."""
    state = midway()[number]
    for seat in range(2):
        view = qwirkle.observe(state, seat)
        worlds = [view.sample_state(Random(seed)) for seed in range(5)]
        for world in worlds:
            assert isinstance(world, TileState)
            assert qwirkle.observe(world, seat) == view
            assert everywhere(world) == everywhere(state)
            if seat == state.turn:
                assert list(qwirkle.legal_moves(world)) == list(qwirkle.legal_moves(view))


@EACH_MIDWAY
def test_A3_the_moves_of_a_view(number: int) -> None:
    """The player to move sees the moves of the state, actions included; other players see none."""
    state = midway()[number]
    mover, other = (qwirkle.observe(state, seat) for seat in (state.turn, 1 - state.turn))
    moves = list(qwirkle.legal_moves(state))
    assert list(qwirkle.legal_moves(mover)) == moves
    assert acting(mover) == acting(state)
    assert qwirkle.legal_moves(mover).count() == len(moves)
    assert list(qwirkle.legal_moves(other)) == acting(other) == []
    assert (qwirkle.legal_moves(other).count(), bool(qwirkle.legal_moves(other))) == (0, False)
    for each in moves[-3:]:
        assert each not in qwirkle.legal_moves(other)
        assert [found.code for found in qwirkle.check(other, each)] == ["not-your-turn"]


def test_the_picture_shows_the_action_tiles() -> None:
    """There is one line for each player who has some."""
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY, actions=["", "draw-three take-tile"])
    lines = qwirkle.render.text(state).splitlines()
    assert lines[-2:] == [
        "10 tiles in the supply",
        "action tiles held by Player 2: draw three and take a tile",
    ]


def test_R8_the_picture_counts_tiles_without_specials() -> None:
    """A view's picture does the same."""
    state = on_board(ROW, "Rd", "Gd", supply="Yc *draw-three", variant=PLAIN)
    for thing in (state, qwirkle.observe(state, 1)):
        assert qwirkle.render.text(thing).splitlines()[-1] == "1 tile in the supply"


# Texts of moves


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw-three", DrawThree()),
        ("take 1,0", TakeTile((1, 0))),
        ("take -3,12", TakeTile(Cell(-3, 12))),
        ("  take   1,0 ", TakeTile((1, 0))),
        ("pass", Pass()),
        ("swap Rs", Exchange("Rs")),
    ],
)
def test_A4_A5_the_text_of_moves(text: str, expected: qwirkle.Move) -> None:
    """A name, a variant, a state or a view can read the text, and writing gives it back."""
    state = on_board(ROW, "Rd", "Gd", supply=PLENTY)
    for source in ("schmidt-actions", PLAIN, state, qwirkle.observe(state, 1)):
        assert qwirkle.parse_move(text, source) == expected
    assert str(expected) == " ".join(text.split())


def test_A4_A5_texts_that_are_not_moves() -> None:
    """The error says what is wrong and where."""
    cases: list[tuple[str, str, int]] = [
        ("take", "one cell follows 'take'", 0),
        ("take 1,0 2,0", "one cell follows 'take'", 0),
        ("take Rs", "'Rs' is not a cell", 5),
        ("take 1", "'1' is not a cell", 5),
        ("take Rs@1,0", "'Rs@1,0' is not a cell", 5),
        ("draw-three 3", "nothing follows 'draw-three'", 11),
        ("draw-four", "'draw-four' does not begin a move", 0),
        ("Take 1,0", "these do: place, swap, pass, draw-three, take", 0),
    ]
    for text, reason, at in cases:
        with case(text, reason, at):
            with pytest.raises(NotationError) as caught:
                qwirkle.parse_move(text, PLAIN)
            assert reason in str(caught.value)
            assert caught.value.at == at


@pytest.mark.parametrize("text", ["draw-three", "take 1,0"])
def test_A3_other_variants_do_not_know_the_verbs(text: str) -> None:
    """The verbs can be read only in variants that have the moves."""
    with pytest.raises(NotationError, match="does not begin a move"):
        qwirkle.parse_move(text, "schmidt")


def test_the_moves_are_values() -> None:
    """They are equal, hashable, and their repr gives them back."""
    names = {"TakeTile": TakeTile, "DrawThree": DrawThree}
    for found in (DrawThree(), TakeTile((1, -2))):
        assert eval(repr(found), names) == found
        assert pickle.loads(pickle.dumps(found)) == found
    assert len({TakeTile((1, 0)), TakeTile(Cell(1, 0)), TakeTile([1, 0]), DrawThree()}) == 2  # type: ignore[arg-type]
    assert TakeTile((1, 0)) != TakeTile((0, 1))
    assert TakeTile((1, 0)).cell == Cell(1, 0)


def test_a_take_needs_a_cell() -> None:
    """Any other argument is refused at once."""
    cases: list[object] = [3, None, "1,0", (1,), (1, 2, 3), ("1", 0), (1.0, 0), (True, 0)]
    for wrong in cases:
        with (
            case(wrong),
            pytest.raises(InvalidValue),
        ):
            TakeTile(wrong)  # type: ignore[arg-type]


# The list of moves


@given(later(DEALT, min_moves=0, max_moves=24))
def test_A3_membership_is_enumeration(state: TileState) -> None:
    """Of all conceivable actions exactly those in the list are legal, and each is listed once."""
    moves = qwirkle.legal_moves(state)
    assert isinstance(moves, TileMoves)
    cells = {Cell(*near) for cell in state.board for near in (cell, *cell.neighbors)}
    thinkable = [DrawThree(), *(TakeTile(cell) for cell in sorted({*cells, Cell(0, 0)}))]
    assert [found for found in thinkable if found in moves] == list(moves.own)
    listed = list(moves)
    assert listed[len(listed) - len(moves.own) :] == list(moves.own)
    assert len(set(listed)) == len(listed) == moves.count()
    assert all(found in moves for found in listed)
    assert bool(moves) == bool(listed) == (not state.is_over)


def test_the_order_of_the_moves() -> None:
    """Placements, exchanges, the pass and draw-three come first, then the takes by cell."""
    state = on_board(
        ROW, "Rd", "Gd", supply="Oc Od", variant=with_actions(base="hebrew", dealt=True)
    )
    assert [str(found) for found in qwirkle.legal_moves(state)][-4:] == [
        "swap Rd",
        "draw-three",
        "take 0,0",
        "take 1,0",
    ]
    stuck = on_board(
        ROW, "Gx", "Gd", supply="Oc Od", variant=with_actions(base="hebrew", dealt=True)
    )
    assert [str(found) for found in qwirkle.legal_moves(stuck)] == [
        "swap Gx",
        "pass",
        "draw-three",
        "take 0,0",
        "take 1,0",
    ]


def test_sampling_reaches_the_actions() -> None:
    """All moves are equally likely, including the actions."""
    state = on_board(ROW, "Gx", "Gd", supply=PLENTY)
    random = Random(1)
    seen = {str(qwirkle.legal_moves(state).sample(random)) for _ in range(100)}
    assert seen == {"swap Gx", "draw-three", "take 0,0", "take 1,0"}


# Whole games


@pytest.mark.parametrize("base", ["schmidt", "mindware", "hebrew"])
@pytest.mark.parametrize("dealt", [True, False])
def test_A1_A2_A3_A4_whole_games(base: str, dealt: bool) -> None:
    """These promises hold after every move, from the deal to the end."""
    variant = with_actions(base=base, dealt=dealt)
    for seed in range(3):
        random = Random(seed)
        state = qwirkle.new_game(variant, players=2 + seed, seed=seed)
        used: Counter[tuple[int, str]] = Counter()
        acted = False
        for _ in range(2000):
            if state.is_over:
                break
            moves = qwirkle.legal_moves(state)
            chosen = moves.sample(random)
            if moves.placements and random.random() < 0.8:
                chosen = moves.placements.sample(random)
            if moves.own and random.random() < 0.2:
                chosen = random.choice(moves.own)
            after = qwirkle.apply(state, chosen)
            if isinstance(chosen, DrawThree | TakeTile):
                name = BOTH[isinstance(chosen, TakeTile)]
                used[state.turn, name] += 1
                assert not acted
                assert after.turn == state.turn
                assert len(after.hand) > len(state.hand)
            else:
                assert after.turn == (state.turn + 1) % len(state.players)
                assert len(after.hands[state.turn]) <= max(6, len(state.hand))
            acted = after.acted
            assert acted == isinstance(chosen, DrawThree | TakeTile)
            assert len(contents(after)) == 108
            assert max(map(len, after.hands)) <= 10
            assert not after.board or len(after.board.groups()) == 1
            state = after
        assert state.is_over
        assert set(used.values()) == {1}
        left = {name for name in BOTH if Special(name) in state.supply.tiles}
        for seat, held in enumerate(state.actions):
            assert set(held) == {name for name in BOTH if name not in left and not used[seat, name]}


# The manual's example


def julia(**options: object) -> tuple[dict[str, Any], Any]:
    """The figure and its position; the player to move holds the green square and may act."""
    data = figure("german_julia_take")
    [variant] = data["variants"]
    return data, on_board(
        str(board_of(data["board"])),
        " ".join(data["from_hand"]),
        "Gd",
        supply=PLENTY,
        variant=edition(variant, **options),
        actions=["take-tile", "take-tile"],
    )


REASONS = {"falls apart": "falls-apart", "in a line of six": "in-a-qwirkle"}


def test_A5_julia_takes_the_yellow_square_for_fourteen_points() -> None:
    """The take and the turn after it score as printed: 12 for the Qwirkle and 2 for the squares."""
    data, state = julia()
    taken = Cell(*data["take"]["cell"])
    assert str(state.board[taken]) == data["take"]["tile"]
    after = qwirkle.apply(state, TakeTile(taken))
    assert words(after.hand) == "Ys Gs"
    [turn] = data["turns"]
    assert turn["points"] == 14
    assert_scores(after, turn)
    done = qwirkle.apply(after, placed(turn["place"]))
    assert done.scores == (14, 0)
    assert (done.turn, done.actions) == (1, ((), ("take-tile",)))


def test_A5_the_takes_before_julias_turn() -> None:
    """Exactly those of the figure are legal; any other would split the board."""
    data, state = julia()
    legal = [tuple(cell) for cell in data["legal_takes_before"]]
    takes = [TakeTile(cell) for cell in sorted(legal)]
    assert list(qwirkle.legal_moves(state).own) == takes
    for illegal in data["illegal_takes_before"]:
        assert codes(state, "take {},{}".format(*illegal["cell"])) == {REASONS[illegal["why"]]}
    assert len(legal) + len(data["illegal_takes_before"]) == len(state.board)


def test_A5_the_takes_after_julias_turn() -> None:
    """The next player may take nothing out of the line of six."""
    data, state = julia()
    [turn] = data["turns"]
    state = qwirkle.apply(state, TakeTile(tuple(data["take"]["cell"])))
    state = qwirkle.apply(state, placed(turn["place"]))
    for illegal in data["illegal_takes_after"]:
        found = codes(state, "take {},{}".format(*illegal["cell"]))
        assert REASONS[illegal["why"]] in found
        assert found <= {"in-a-qwirkle", "falls-apart"}
    six = {tuple(illegal["cell"]) for illegal in data["illegal_takes_after"]}
    assert not six & {found.cell for found in qwirkle.legal_moves(state).own}


def test_R10_julia_may_not_put_the_tile_back() -> None:
    """In that turn the cell it came from is barred."""
    data, state = julia()
    after = qwirkle.apply(state, TakeTile(tuple(data["take"]["cell"])))
    cell, tile = data["illegal_return"]
    assert codes(after, f"{tile}@{cell[0]},{cell[1]}") == {"barred"}


def test_A3_julia_needs_her_action_tile() -> None:
    """Without the tile, or after another action, she may not take anything."""
    data, state = julia()
    x, y = data["take"]["cell"]
    without = qwirkle.position(state.variant, board=state.board, hands=state.hands, supply=PLENTY)
    assert codes(without, f"take {x},{y}") == {"no-action-tile"}
    acted = qwirkle.position(
        state.variant, board=state.board, hands=state.hands, actions=state.actions, acted=True
    )
    assert codes(acted, f"take {x},{y}") == {"already-acted"}
