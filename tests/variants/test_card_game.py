# ruff: noqa: N802
"""The card game rule by rule: K1 to K13, and the rulings about them (R14 to R18)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from card_positions import (
    BOX,
    EACH_READING,
    FREE,
    READINGS,
    RED_SIX,
    STRICT,
    cards,
    codes,
    dealt,
    everywhere,
    largest,
    move,
    play,
    reason,
    rows,
    seated,
    texts,
    violations,
    words,
)
from tile_positions import Shrug

import qwirkle
from qwirkle import Exchange, Move, Pass, Place, Tile
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidPosition, InvalidValue
from qwirkle.supply import mixed
from qwirkle_variants import CardCode, CardEnd, CardGame, CardState, CardView, Lay, Redraw
from qwirkle_variants.editions import CARD_GAME

RED = "Rc Rs Rd"
"""A table with one row, on which only red stars, clovers and crosses fit."""

GREEN_SIX = "Gc Gs Gd Gt Gk Gx"
CIRCLES = "Rc Oc Yc Gc Bc Pc"

STUCK = "Ot Ok Yk Yx Gx Gs Bs Bt Pd"
"""Nine cards of which no three share anything, and that no regrouping of the red row helps."""

NEXT = "Oc Os Od Yc Ys Yd Px Pk Bx"
"""Nine other cards, of which some can be laid."""

EACH_NUMBER = pytest.mark.parametrize("players", [2, 3, 4])


# K1 and K2: the deal, the starter and the opening


@EACH_NUMBER
def test_K1_K2_nine_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    """The youngest of those with the largest set starts; the seed decides the deal."""
    ties = 0
    for seed in range(20):
        ages = [50, 40, 30, 20][:players]
        state = qwirkle.new_game(FREE, players=seated(*ages), seed=seed)
        assert [len(hand) for hand in state.hands] == [9] * players
        assert everywhere(state) == Counter(BOX)
        assert (state.table, state.qwirkles, state.shown) == ((), ((),) * players, ((),) * players)
        assert (state.turns_left, state.ply, state.seed) == (None, 0, seed)
        assert (state.scores, state.is_over, state.winners) == ((0,) * players, False, ())
        numbers = [largest(hand) for hand in state.hands]
        tied = [seat for seat in range(players) if numbers[seat] == max(numbers)]
        assert state.turn == tied[-1]
        ties += len(tied) > 1
        opening = texts(state)
        assert {len(text.split()) - 1 for text in opening} == {max(numbers)}
        assert len(opening) == len(set(opening))
        strict = qwirkle.new_game(STRICT, players=seated(*ages), seed=seed)
        assert (strict.hands, strict.pile, strict.turn) == (state.hands, state.pile, state.turn)
        assert qwirkle.new_game(FREE, players=players, seed=seed + 1).pile != state.pile
    assert ties > 3


@pytest.mark.parametrize("players", [0, 1, 5, ["Ada"], ["A", "B", "C", "D", "E"]])
def test_K1_two_to_four_can_play(players: object) -> None:
    with pytest.raises(InvalidValue, match="2 to 4 players can play"):
        qwirkle.new_game("cards", players=players, seed=1)


@pytest.mark.parametrize(
    ("players", "seed", "deals"),
    [(2, 1, 1), (2, 20, 2), (2, 71, 2), (2, 3973, 3), (3, 1242, 2), (4, 5107, 2)],
)
def test_K2_deal_again_until_somebody_has_three(players: int, seed: int, deals: int) -> None:
    """Each deal is mixed with a number that no later move uses."""
    mixings = [mixed(BOX, seed, -deal) for deal in range(deals)]
    numbers = [
        max(largest(found[9 * seat : 9 * seat + 9]) for seat in range(players)) for found in mixings
    ]
    assert [number >= 3 for number in numbers] == [False] * (deals - 1) + [True]
    state = qwirkle.new_game(FREE, players=players, seed=seed)
    assert state.pile == mixings[-1][9 * players :]
    assert (everywhere(state), state.ply) == (Counter(BOX), 0)


THREES = ("Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd")


@pytest.mark.parametrize(
    ("hands", "ages", "turn"),
    [
        (("Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd Bt"), (30, 20, 40), 2),  # the most, at any age
        (("Rc Rc Rc Rs Rd", "Gc Gs Gd Gt"), (20, 30), 1),  # identical cards count once (B1)
        (THREES, (30, 20, 40), 1),
        (THREES, (20, 30, 40), 0),
        (("Rc Rs Rd", "Gc Gs Gd", "Bc Bs Yd"), (30, 40, 10), 0),  # the youngest is not tied
        (("Rc Rs Rd", "Gc Gs Gd", "Bc Bs Yd"), (40, 30, None), 1),
        (THREES, (30, None, 10), 0),  # an unknown age among those tied (R1)
        (THREES, (None, None, None), 0),
        (THREES, (20, 20, 20), 0),
        (THREES, (30, 20, 20), 1),
    ],
)
def test_K2_R1_who_starts(hands: tuple[str, ...], ages: tuple[int | None, ...], turn: int) -> None:
    """The youngest of those tied starts, or the lowest seat if that does not decide."""
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == turn


@EACH_READING
@pytest.mark.parametrize(
    ("hand", "openings"),
    [
        ("Rc Rs Rd Rt Gc Gs Gd Bk Bk", ["Rc Rs Rd Rt"]),
        ("Rc Rs Rd Rt Oc Yc Gc Bx Px", ["Rc Rs Rd Rt", "Rc Oc Yc Gc"]),
        ("Rc Rs Rd Rt Gc Gs Gd Gt", ["Rc Rs Rd Rt", "Gc Gs Gd Gt"]),
        ("Rc Rc Rs Rs Rd", ["Rc Rs Rd"]),
        (f"{RED_SIX} Gd", [RED_SIX]),
    ],
)
def test_R17_K2_only_a_largest_set_opens(hand: str, openings: list[str], variant: CardGame) -> None:
    """Neither less nor more nor another set can be laid, and no other move is legal."""
    state = dealt("", hand, "Yx", pile="Ox", variant=variant)
    assert texts(state) == [f"lay {row}" for row in openings]
    moves = variant.legal_moves(state)
    assert words(moves.playable()) == words(sorted(set(cards(" ".join(openings)))))
    assert moves.best() == Lay(openings[0])
    assert {moves.sample(Random(seed)) for seed in range(20)} == set(map(Lay, openings))
    assert codes(state, "redraw") == codes(state, "pass") == ["can-lay"]
    smaller, more = words(cards(openings[0])[:-1]), " | ".join([openings[0], "Gc Gs Gd"])
    for text in ("", smaller, more, "Yc Ys Yd"):
        found = violations(state, f"lay {text}")[-1]
        assert (found.code, found.rules) == (CardCode.NOT_OPENING_SET, ("K2", "R17"))
        sets = " or ".join(openings)
        assert found.message == f"the first row must be a largest set of the hand: {sets}"


@EACH_READING
def test_K7_R17_after_an_opening_any_rows_may_be_laid(variant: CardGame) -> None:
    """That is so even if the opening was a Qwirkle, which is taken at once."""
    hands = [f"{RED_SIX} Gd", "Yc Ys Yd Yt Oc Os Od Bk", "Bx"]
    state = dealt("", *hands, pile="Pc Ps Pd Pt Pk Px Gx", variant=variant)
    after = play(state, f"lay {RED_SIX}")
    assert (after.table, after.qwirkles, after.turn) == ((), (rows(RED_SIX), (), ()), 1)
    for text in ("Yc Ys Yd", "Oc Os Od", "Yc Ys Yd Yt | Oc Os Od"):
        assert codes(after, f"lay {text}") == []
    assert codes(after, "lay Yc Ys") == ["row-too-short"]
    assert codes(after, "lay") == ["nothing-played"]


def test_K2_K8_an_opening_hand_without_a_set() -> None:
    """No deal gives such a hand, but a position may: the player redraws, then opens."""
    state = dealt("", STUCK, "Rx", pile="Pc Ps Pd Pt Pk Rs Rd Rt Rk Gx")
    assert texts(state) == ["redraw"]
    [_, found] = violations(state, "lay Ot Ok Yx")
    assert found.message == "the first row must be a largest set of the hand: nothing"
    with pytest.raises(InvalidValue, match="no card to play"):
        FREE.legal_moves(state).lays.sample(Random(1))
    after = play(state, "redraw")
    assert (after.turn, texts(after)) == (0, ["lay Pc Ps Pd Pt Pk"])


def test_K13_turns_go_round_clockwise() -> None:
    """Turns go by seat from the player who started, and from the last seat to the first."""
    state = dealt("", "Rt", "Rk", "Rc Rs Rd", "Rx", pile="Yc Os Gd Bt Pk Ox Gs Bd")
    order = [state.turn]
    for text in ("Rc Rs Rd", "Rc Rs Rd Rx", "Rc Rs Rd Rt Rx", RED_SIX):
        state = play(state, f"lay {text}")
        order.append(state.turn)
    assert order == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("turns_left", [None, 0])
def test_K10_K13_a_player_who_is_not_to_move_has_no_moves(turns_left: int | None) -> None:
    """Every question says so, asked while another player is to move or after the end."""
    players = ["Ada", "Bob", "Cy"]
    state = dealt(RED, "Rt", "Rk", "Rx", players=players, turn=1, turns_left=turns_left)
    expected = ("not-your-turn", ("K13",), "it is Bob's turn")
    if turns_left == 0:
        expected = ("game-over", ("K10",), "the game is over")
        assert reason(state, "lay Rc Rs Rd Rk") == expected
    for seat in (0, 2):
        view = FREE.observe(state, seat)
        moves = FREE.legal_moves(view)
        assert (texts(view), list(moves.lays), bool(moves), bool(moves.lays)) == ([], [], 0, 0)
        assert (moves.count(), moves.lays.count(), moves.playable()) == (0, 0, ())
        assert (moves.best(), moves.lays.best()) == (None, None)
        for text in ("lay Rc Rs Rd Rx", "redraw", "pass", "lay"):
            assert reason(view, text) == expected
        for sampled in (moves, moves.lays):
            with pytest.raises(InvalidValue):
                sampled.sample(Random(1))


# K3 to K6 and R14: rows, cards and regrouping

FIVES = "Rc Rs Rd Rt Rk | Yc Ys Yd Yt Yk | Gc Gs Gd Gt Gk"
KEPT = "Rd Rt Rk | Yd Yt Yk | Gd Gt Gk"
FOURS = "Rc Rs Rd Rt | Yc Ys Yd Yt | Gc Gs Gd Gt | Oc Os Od Ot | Bc Bs Bd Bt"
THREE_LEFT = "Rs Rd Rt | Ys Yd Yt | Gs Gd Gt | Os Od Ot"
MIXED_SIX = f"Rc Rs Rd | Rt Rk Rx | {FOURS[14:40]} | Bc Bs Bd Bt"
TWICE_MIXED = f"{RED_SIX} | Ys Yd Yt | Gs Gd Gt | Bs Bd Bt | Gc Yc Bc | Oc Os Od"

BOTH_READINGS = [
    # K3: three to six different cards of one colour or of one shape
    ("Yd Bd Pd", RED_SIX, "Yd Bd Pd | Rc Rs Rd", ""),
    ("Yd Bd Pd", RED_SIX, "Yd Bd Pd | Rd Rt Rk Rx", ""),
    ("Yd Bd Pd", CIRCLES, "Yd Bd Pd | Rc Oc Yc Gc Bc", ""),
    ("Yd Bd Pd", CIRCLES, f"Yd Bd Pd | {CIRCLES}", ""),
    (RED, "Gd Bd Yd", "Rc Rs Rd Gd Bd Yd", "row-mismatch"),  # half a colour and half a shape
    (RED, "Gd Bd Yd", "Rc Rs Rd | Gd Bd Yd", ""),
    (RED, "Gc", "Rc Rs Rd | Gc", "row-too-short"),
    (RED, "Rt Rk Rx Rc Gc", f"{RED_SIX} Rc Gc", "row-too-long duplicate-in-row row-mismatch"),
    (RED, "Rc Gs Rt", "Rc Gs | Rs Rd Rt", "row-too-short row-mismatch"),
    (RED, "Rt Gc Gs Yt", "Rc Rs | Rd Rt | Gc Gs Yt", "row-too-short row-too-short row-mismatch"),
    # K4: at least one card of the hand
    ("Rc Rs Rd Rt Rk | Rc Gc Bc", "Rx", "Rc Rs Rd Rt Rk | Rc Gc Bc", "nothing-played"),
    ("Rc Rs Rd | Rt Rk Rx", "Bc", RED_SIX, "nothing-played"),
    (RED, "Rx", "", "card-missing nothing-played"),
    (RED, "Rt Gk", "Rc Rs Rd Rk", "not-your-card nothing-played"),
    (RED, "Rt Gk", "Rc Rs Rd Rt | Rc Rs Rt", "not-your-card"),  # second copies
    (f"{RED} | Gt Bt Pt", "Rt", f"{RED} Rt | Rt Gt Bt Pt", "not-your-card"),
    (f"{RED} | Gt Bt Pt", "Rt Rt", f"{RED} Rt | Rt Gt Bt Pt", ""),
    (f"{RED} | Gs Gd Gt", "Rt", "Rc Rs | Yd Yt Yk",
     "row-too-short card-missing not-your-card nothing-played"),
    (f"{RED} | Bc Bs Bd", "Rt Rk Bx Gc Gs Gd", f"{RED} Rt Rk | Bc Bs Bd Bx | Gc Gs Gd", ""),
    # K5: cards of the rows stay in rows, in any of them
    (RED, "Rt Rk Rx", "Rc Rs Rt", "card-missing"),
    (f"{RED} | Rc Gc Bc", "Rt Yc", "Rs Rd Rt | Rc Gc Bc", "card-missing"),  # a copy is missing
    (f"{RED} | Rc Gc Bc", "Rt Yc", "Rs Rd Rc Rt | Rc Gc Bc Yc", ""),
    ("Rc Rs Rd Rt | Gc Gs Gd Gt | Bt Bk Bx", "Yt", "Rc Rs Rd | Gc Gs Gd | Bt Bk Bx | Rt Gt Yt", ""),
    # K6: new rows
    (RED, "Gc Gs Gd Gt", f"{RED} | Gc Gs Gd", ""),
    (RED, "Gc Gs Gd Gt", f"{RED} | Gc Gs", "row-too-short"),
    ("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Rs Rd Rt | Ys Yd Yt | Rc Yc Gc", ""),
    ("Rc Rs Rd | Yc Ys Yd Yt", "Gc", "Rs Rd | Ys Yd Yt | Rc Yc Gc", "row-too-short"),
]  # fmt: skip

ONLY_FREE = [
    # R14: an old row survives in its own row, which holds two of its cards
    ("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc", f"{RED_SIX} | Bc Yc Gc", "row-gone"),
    ("Rc Rs Rd | Yc Ys Yd", "Gc Gs Gd", "Rc Yc Gc | Rs Ys Gs | Rd Yd Gd", "row-gone row-gone"),
    (RED, "Gc Yc Gs Ys Rt Rk", "Rc Gc Yc | Rs Gs Ys | Rd Rt Rk", "row-gone"),
    (RED, "Gc Yc Gs Ys Rt Rk", "Rc Gc Yc | Rs Rd Rt", ""),
    ("Rc Rs Rd | Rc Rs Rt", "Gc Yc Gs Ys", "Rc Rs Rd Rt | Rc Gc Yc | Rs Gs Ys", "row-gone"),
    ("Rc Rs Rd Rt Rk", "Rx", RED_SIX, ""),  # completed, and so kept
    ("Rc Rs Rd Rt Rk | Rx Gx Bx", "Yx", f"{RED_SIX} | Yx Gx Bx", ""),
    # and each new row has its own card from the hand
    (FIVES, "Bc Bs", f"{KEPT} | Rc Yc Gc Bc | Rs Ys Gs Bs", ""),
    (FIVES, "Bc Bs", f"{KEPT} | Rc Yc Gc Bc | Rs Ys Gs", "new-row-without-card"),
    (FIVES, "Bc Pc", f"{KEPT} | Rc Yc Gc Bc Pc | Rs Ys Gs", "new-row-without-card"),
    (FOURS, "Bc Bc", f"{THREE_LEFT} | Bs Bd Bt | Rc Yc Bc | Oc Gc Bc", "new-row-without-card"),
    (FOURS, "Bc Bc", f"{THREE_LEFT} | Bc Bs Bd Bt | Rc Yc Bc | Oc Gc Bc", ""),
    # copies are interchangeable
    ("Rc Rs Rd Rt | Yc Ys Yd Yt | Bc Bs Bd", "Bc", "Rs Rd Rt | Ys Yd Yt | Bc Bs Bd | Rc Yc Bc", ""),
    ("Rc Rs Rd | Rc Gc Bc", "Rc Rt Yc Oc", "Rs Rd Rt | Rc Gc Bc | Rc Yc Oc", ""),
    (MIXED_SIX, "Oc Os Od", TWICE_MIXED, "row-gone new-row-without-card"),
]  # fmt: skip
"""Turns that the free reading allows, and why the strict one does not."""


@pytest.mark.parametrize(
    ("table", "hand", "text", "free", "strict"),
    [
        *((*case[:3], case[3], case[3]) for case in BOTH_READINGS),
        *((*case[:3], "", case[3]) for case in ONLY_FREE),
    ],
)
def test_K3_K4_K5_K6_R14_which_turns_are_legal(
    table: str, hand: str, text: str, free: str, strict: str
) -> None:
    """All faults are found, in the order of the rules."""
    for variant, expected in zip(READINGS, (free, strict), strict=True):
        state = dealt(table, hand, "Ox", pile="Px", variant=variant)
        assert codes(state, f"lay {text}") == expected.split()
        if not expected:
            after = play(state, f"lay {text}")
            six = rows(*(row for row in text.split(" | ") if len(row.split()) == 6))
            assert after.qwirkles[0] == six
            assert after.table == rows(*(row for row in text.split(" | ") if len(row) < 17))
            assert everywhere(after) == everywhere(state)


@pytest.mark.parametrize(
    "ways",
    [
        ["Rt Gt Yt | Rd Rs Rc | Gd Gc Gs", "Gs Gd Gc | Yt Rt Gt | Rc Rd Rs"],
        ["Rc Rs Rd Rt | Gc Gs Gd Gt", "Gt Gc Gs Gd | Rt Rc Rs Rd"],
    ],
)
def test_K5_only_the_final_rows_count(ways: list[str]) -> None:
    """The order in which rows are written does not matter: the turn and the rows are the same."""
    state = dealt("Rc Rs Rd Rt | Gc Gs Gd", "Yt Gt", "Ox", pile="Px")
    assert len({play(state, f"lay {text}") for text in ways}) == 1


PLAYABLE = dealt(RED, "Rt Gk", "Ox", pile="Px")
STRICTLY = dealt(FIVES, "Bc", "Ox", pile="Px", variant=STRICT)

REASONS: dict[CardCode, tuple[CardState | CardView, Move | str, str, str]] = {
    CardCode.GAME_OVER: (
        dealt(RED, "Rt", "Ox", turns_left=0), "pass", "K10", "the game is over"
    ),
    CardCode.NOT_YOUR_TURN: (
        FREE.observe(PLAYABLE, 1), "pass", "K13", "it is Player 1's turn"
    ),
    CardCode.NO_SUCH_MOVE: (PLAYABLE, Shrug(), "K4", "this game has no move like shrug"),
    CardCode.ROW_TOO_SHORT: (
        PLAYABLE, f"lay {RED} | Rt", "K3", "the row Rt is too short: a row has at least 3 cards"
    ),
    CardCode.ROW_TOO_LONG: (
        PLAYABLE, f"lay {RED_SIX} Gk", "K3",
        f"the row {RED_SIX[:9]}Rt Rk Rx Gk is too long: a row has at most 6 cards",
    ),
    CardCode.DUPLICATE_IN_ROW: (
        PLAYABLE, f"lay {RED} Rt Rt Rt", "K3", "the row Rc Rs Rd Rt Rt Rt holds Rt 3 times"
    ),
    CardCode.ROW_MISMATCH: (
        PLAYABLE, f"lay {RED} Gk", "K3",
        "the row Rc Rs Rd Gk is neither of one colour nor of one shape",
    ),
    CardCode.CARD_MISSING: (
        PLAYABLE, "lay Rt Rk Rx", "K5", "cards that were in a row must stay in one: Rc Rs Rd"
    ),
    CardCode.NOT_YOUR_CARD: (
        PLAYABLE, f"lay {RED} Rk Rx", "K4", "the rows and the hand lack Rk Rx; the hand holds Rt Gk"
    ),
    CardCode.NOT_IN_BOX: (
        PLAYABLE, Lay([cards("Rc") * 109]), "K1", "109 cards are more than the 108 in the box"
    ),
    CardCode.NOTHING_PLAYED: (PLAYABLE, f"lay {RED}", "K4", "no card from the hand is played"),
    CardCode.NOT_OPENING_SET: (
        dealt("", "Rc Rs Rd Rt", "Ox", pile="Px"), "lay Rc Rs Rd", "K2 R17",
        "the first row must be a largest set of the hand: Rc Rs Rd Rt",
    ),
    CardCode.ROW_GONE: (
        dealt("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc", "Ox", pile="Px", variant=STRICT),
        f"lay {RED_SIX} | Bc Yc Gc", "K6 R14",
        "the row Rt Rk Rx is gone: no row is left for it that holds two of its cards",
    ),
    CardCode.NEW_ROW_WITHOUT_CARD: (
        STRICTLY, f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs", "K6 R14",
        "the new row Rs Ys Gs needs its own card from the hand",
    ),
    CardCode.CAN_LAY: (
        PLAYABLE, "redraw", "K8", "a card can be played, so the player must play one"
    ),
    CardCode.MUST_REDRAW: (
        dealt(RED, "Gk", "Ox", pile="Px"), "pass", "K8",
        "a player who cannot play draws a new hand while the pile lasts",
    ),
    CardCode.NOTHING_NEW: (
        dealt(RED, "Gk", "Ox"), "redraw", "R15",
        "the pile has no new cards, so a player who cannot play passes",
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", CardCode)
def test_every_reason_names_its_rules(code: CardCode) -> None:
    """Each code has a message and rules of this game, or the ruling that it names."""
    state, wanted, rules, message = REASONS[code]
    [found] = [each for each in violations(state, wanted) if each.code is code]
    assert (" ".join(found.rules), found.message) == (rules, message)
    assert str(found) == f"{message} [{', '.join(found.rules)}]"
    assert {*found.rules} <= {*CARD_GAME, "R14", "R15", "R16", "R17", "R18"}


def test_K3_K4_K5_reasons_name_their_cards() -> None:
    """They are available as values, not only in the sentence."""
    found = qwirkle.check(dealt(RED, "Rt Bk", "Gd"), Lay(["Rc Rs", "Yx Gk Gk"]))
    assert {str(violation.code): words(violation.tiles) for violation in found} == {
        "row-too-short": "Rc Rs",
        "duplicate-in-row": "Gk",
        "row-mismatch": "Yx Gk Gk",
        "card-missing": "Rd",
        "not-your-card": "Yx Gk Gk",
        "nothing-played": "",
    }


@pytest.mark.parametrize("other", [Exchange("Rt"), Place({(0, 0): "Rt"}), Shrug()], ids=str)
def test_K4_moves_of_other_games_are_refused(other: Move) -> None:
    assert codes(PLAYABLE, other) == ["no-such-move"]
    assert codes(dealt(RED, "Rt", "Ox", turns_left=0), other) == ["game-over"]


@pytest.mark.parametrize("rows", [[""], [RED, ""], [[], RED]])
def test_K3_a_row_has_cards(rows: Any) -> None:
    """A row without cards cannot be written, so it cannot be made."""
    with pytest.raises(InvalidValue, match="no cards"):
        Lay(rows)


def test_K1_too_many_cards_give_one_short_message() -> None:
    """The message stays short however many cards are passed."""
    assert codes(PLAYABLE, Lay([RED] * 40)) == ["not-in-box"]
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position("cards", table=[RED] * 100)
    assert [fault.field for fault in caught.value.faults] == ["table"] * 4
    assert len(str(caught.value)) < 1000


# K7 and R16: Qwirkles


@EACH_READING
@pytest.mark.parametrize(
    ("table", "hand", "taken", "left"),
    [
        ("Rc Rs Rd Rt Rk | Gc Gs Gd", "Rx Bd", [RED_SIX], ["Gc Gs Gd"]),
        ("Rc Oc Yc Gc Bc", "Pc Gk", [CIRCLES], []),
        (RED, f"{CIRCLES} Gk", [CIRCLES], [RED]),  # from the hand alone
        ("Rc Rs Rd Rt", "Rx Bd", [], ["Rc Rs Rd Rt Rx"]),  # five are no Qwirkle
        ("Rc Rs Rd Rt Rk", "Rx Gt", [], ["Rc Rs Rd", "Rt Rk Rx"]),  # six need not be joined
        ("Rc Rs Rd Rt Rk | Gc Gs Gd Gt Gk | Bt Bk Bx", "Rx Gx", [RED_SIX, GREEN_SIX], ["Bt Bk Bx"]),
    ],
)  # fmt: skip
def test_K7_R16_every_row_of_six_is_taken_and_counts(
    table: str, hand: str, taken: list[str], left: list[str], variant: CardGame
) -> None:
    """The other rows stay, and the Qwirkles are added to those that the player has."""
    clovers = "Rk Ok Yk Gk Bk Pk"
    state = dealt(table, hand, "Ox", pile="Px", variant=variant, qwirkles=[clovers, ""])
    wanted = move("lay " + " | ".join([*taken, *left]))
    assert isinstance(wanted, Lay)
    assert codes(state, wanted) == []
    assert wanted.qwirkles == rows(*taken)
    score = qwirkle.score(state, wanted)
    assert [(words(line.tiles), line.points) for line in score.lines] == [(row, 1) for row in taken]
    assert (score.total, score.end_bonus) == (len(taken), 0)
    after = qwirkle.apply(state, wanted)
    assert (after.table, after.qwirkles) == (rows(*left), (rows(clovers, *taken), ()))
    assert after.scores == FREE.observe(after, 1).scores == (1 + len(taken), 0)


def test_R16_the_same_six_cards_twice_are_two_qwirkles() -> None:
    """One may be made only of cards from the rows, if the turn plays a card elsewhere."""
    table = "Rc Rs Rd | Rt Rk Rx | Gc Gs Gd"
    state = dealt(table, "Gt", "Ox", pile="Px", qwirkles=[RED_SIX, ""])
    after = play(state, f"lay {RED_SIX} | Gc Gs Gd Gt")
    assert after.qwirkles == (rows(RED_SIX, RED_SIX), ())
    assert codes(state, f"lay {RED_SIX} | Gc Gs Gd") == ["nothing-played"]


# K8, R15 and R18: a player who cannot play


@EACH_READING
def test_K8_a_stuck_player_draws_a_new_hand(variant: CardGame) -> None:
    """That is the only legal move: neither a pass nor a lay."""
    state = dealt(RED, STUCK, "Ox", pile=NEXT, variant=variant)
    moves = variant.legal_moves(state)
    assert list(moves) == [Redraw()]
    assert (bool(moves), bool(moves.lays), list(moves.lays)) == (True, False, [])
    assert (moves.best(), moves.lays.best(), moves.playable()) == (Redraw(), None, ())
    assert (moves.count(), moves.sample(Random(1))) == (1, Redraw())
    assert codes(state, "redraw") == []
    assert qwirkle.score(state, Redraw()).total == 0


@EACH_READING
@pytest.mark.parametrize(
    ("table", "hand", "wanted", "taken"),
    [
        (RED, "Rt Gk", f"{RED} Rt", ""),
        (RED, "Gc Gs Gd", f"{RED} | Gc Gs Gd", ""),
        # No card can be added to a row or form a new one: only regrouping helps.
        ("Rc Rs Rd Rt", "Gc Yc", "Rs Rd Rt | Rc Gc Yc", ""),
        ("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Rs Rd Rt | Ys Yd Yt | Rc Yc Gc", ""),
        ("", "Gc Gs Gd", "Gc Gs Gd", RED_SIX),  # all rows were taken
    ],
)
def test_K8_a_possible_play_must_be_made(
    table: str, hand: str, wanted: str, taken: str, variant: CardGame
) -> None:
    """However hard it is to find, a player who can play may neither redraw nor pass."""
    for pile in (NEXT, ""):
        state = dealt(table, hand, "Ox", pile=pile, variant=variant, qwirkles=["", taken])
        assert codes(state, f"lay {wanted}") == []
        assert codes(state, "redraw") == codes(state, "pass") == ["can-lay"]


def test_K8_R14_the_reading_decides_who_is_stuck() -> None:
    """In this position a play exists only if old rows may disappear."""
    table, wanted = "Rc Rs Rd | Yc Ys Yd | Od Bd Pd", "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Od Bd Pd"
    free, strict = (dealt(table, "Gc Gs", "Ox", pile=NEXT, variant=each) for each in READINGS)
    assert codes(free, wanted) == []
    assert codes(free, "redraw") == ["can-lay"]
    assert codes(strict, wanted) == ["row-gone", "row-gone"]
    assert texts(strict) == ["redraw"]


@pytest.mark.parametrize("pile", ["Oc", "Oc Os", f"{NEXT}", f"{NEXT} Pc Ps Pd Gk"])
def test_K8_R15_nine_new_cards_before_the_old_ones_go_back(pile: str) -> None:
    """The first nine are drawn, or all there are; then the old hand is mixed into the pile."""
    piles = set()
    for seed in range(10):
        state = dealt(RED, STUCK, "Ox", "Rx", pile=pile, qwirkles=["", RED_SIX, ""], seed=seed)
        assert qwirkle.api.draws(state, Redraw()) == cards(pile)[:9]
        after = play(state, "redraw")
        assert after.hands == (tuple(sorted(cards(pile)[:9])), *state.hands[1:])
        assert Counter(after.pile) == Counter(cards(pile)[9:]) + Counter(cards(STUCK))
        assert (after.turn, after.turns_left, after.ply, after.is_over) == (0, None, 1, False)
        assert (after.table, after.qwirkles) == (state.table, state.qwirkles)
        piles.add(after.pile)
    assert len(piles) == 10
    later = dealt(RED, STUCK, "Ox", "Rx", pile=pile, seed=9, ply=4)
    assert play(later, "redraw").pile not in piles


def test_K8_K9_after_a_redraw_the_turn_goes_on() -> None:
    """The same player lays cards, or draws again, before the next player moves."""
    state = dealt(RED, "Gk Bx", "Rt", pile=f"{STUCK} {NEXT}")
    once = play(state, "redraw")
    assert texts(once) == ["redraw"]
    twice = qwirkle.apply(once, Redraw(), draw=NEXT)
    assert (twice.turn, twice.ply) == (0, 2)
    assert codes(twice, "redraw") == codes(twice, "pass") == ["can-lay"]
    after = play(twice, f"lay {RED} | Oc Os Od")
    assert (after.turn, len(after.hands[0]), len(after.pile)) == (1, 9, 11 - 3)


def test_R15_a_redraw_starts_no_last_round() -> None:
    """Even if it leaves nothing in the pile, that runs out only when the turn ends."""
    after = play(dealt(RED, "", "Rt", pile="Rk Gx"), "redraw")
    assert (words(after.hands[0]), after.pile, after.turns_left) == ("Rk Gx", (), None)
    assert codes(after, "pass") == ["can-lay"]
    then = play(after, f"lay {RED} Rk")
    assert (then.turn, then.turns_left) == (1, 2)


@pytest.mark.parametrize(
    ("hand", "pile", "shown", "expected"),
    [
        ("Gk", "Ox", ["", ""], "redraw"),
        ("Gk", "Ox", ["Ox", ""], "redraw"),  # the other player has drawn since
        ("Gk", "Ox", ["Ox", "Ox"], "pass"),  # the pile is the hand that was shown
        ("Gk", "", ["", ""], "pass"),
        ("", "", ["", ""], "pass"),  # R18
    ],
)
def test_K8_R15_R18_a_stuck_player_passes_if_the_pile_has_nothing_new(
    hand: str, pile: str, shown: list[str], expected: str
) -> None:
    state = dealt(RED, hand, "Bt", pile=pile, shown=shown, turns_left=None)
    assert texts(state) == [expected]
    other = {"redraw": "pass", "pass": "redraw"}[expected]
    assert codes(state, other) == [{"redraw": "must-redraw", "pass": "nothing-new"}[expected]]
    after = play(state, expected)
    if expected == "pass":
        assert (after.turn, after.turns_left, after.table) == (1, 2, state.table)
        assert after.revealed == (state.hands[0], ())
        assert qwirkle.score(state, Pass()).total == 0


def test_R15_a_game_in_which_nothing_can_be_played_ends() -> None:
    """Neither hand nor pile can be played: after one redraw the player passes, and so on."""
    stuck = "Rs Rs Bd Bd Bd Gx Gx Gx Yk"
    state = dealt("", stuck, "Pc", pile="Oc Yt", qwirkles=[RED_SIX, ""], turn=0)
    state = play(state, "redraw", "pass")
    assert (state.turn, state.turns_left) == (1, 2)
    assert (len(state.hands[0]), len(state.pile)) == (9, 2)  # K9: the turn is over
    moves = 0
    while not state.is_over:
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
        moves += 1
    assert moves <= 6


# K8: what the other players know

BLUE = f"{RED} | Bc Bs Bd"


@pytest.mark.parametrize(
    ("hands", "pile", "shown", "turn", "text", "draw", "expected"),
    [
        # A shown hand is in the pile and in no hand, until somebody draws.
        (("Ot Gx Ot", "Rt", "Rk"), f"{NEXT} Gk", ("", "", ""), 0, "redraw", NEXT,
         ("Ot Ot Gx",) * 3),
        (("Oc Os Od", "Rt", "Rk"), "Gx Ot", ("Ot Gx",) * 3, 0, f"lay {BLUE} | Oc Os Od", "Ot Gx",
         ("", "Ot Gx", "Ot Gx")),
        (("Oc", "Bx", "Rk"), "Gx Ot", ("", "Ot Gx", "Ot Gx"), 1, f"lay {BLUE} Bx", "Ot Gx",
         ("", "", "Ot Gx")),
        # Of two hands that were shown, the player cannot hold the second.
        (("Gk Yx", "Rt", "Rk"), f"{NEXT} Ot", ("Ot",) * 3, 0, "redraw", NEXT,
         ("Yx Gk", "Ot Yx Gk", "Ot Yx Gk")),
        # The shown copy is in the pile, so this is another one.
        (("Gk", "Rt", "Rk"), f"{NEXT} Gk", ("Gk",) * 3, 0, "redraw", NEXT,
         ("Gk", "Gk Gk", "Gk Gk")),
        # A card that is drawn again and shown again is still one card.
        (("Gk", "Rt", "Rk"), f"{NEXT} Gx", ("", "Gk", "Gk"), 0, "redraw", NEXT,
         ("Gk", "Gk", "Gk")),
        # The player who could have drawn the shown card lays it: it is known no more.
        (("Gc", "Bk", "Rx"), "Bk", ("", "", "Bk"), 1, f"lay {BLUE} Bk", "Bk", ("", "", "")),
        (("Bk", "Bk", "Rx"), "", ("", "Bk", "Bk"), 0, f"lay {BLUE} Bk", "", ("", "", "")),
        # A player who has not drawn since lays another copy: the shown one stays known.
        (("Gc", "Bk", "Rx"), "Bk Bk Yx", ("", "Bk", "Yx Bk"), 1, f"lay {BLUE} Bk", "Bk Bk Yx",
         ("", "", "Yx Bk")),
        (("Bk", "Bk", "Rx"), "", ("", "Bk", "Bk"), 1, f"lay {BLUE} Bk", "", ("", "Bk", "Bk")),
    ],
)  # fmt: skip
def test_K8_shown_cards_are_known_until_they_may_have_been_drawn(
    hands: tuple[str, ...],
    pile: str,
    shown: tuple[str, ...],
    turn: int,
    text: str,
    draw: str,
    expected: tuple[str, ...],
) -> None:
    """For every seat, the cards of stuck hands that went into the pile after it last drew."""
    state = dealt(BLUE, *hands, pile=pile, shown=shown, turn=turn)
    after = qwirkle.apply(state, move(text), draw=draw)
    assert tuple(map(words, after.shown)) == expected
    for seat in range(3):
        assert FREE.observe(after, seat).shown == after.shown


def test_K8_a_stuck_hand_of_a_player_who_passes_is_public() -> None:
    """It stays known until its cards are laid or shown again; nothing else about it is."""
    state = dealt(RED, "Gt Bk", "Gx Yx Rt", "Ps")
    after = qwirkle.apply(state, Pass())
    assert list(map(words, after.revealed)) == ["Gt Bk", "", ""]
    for seat, unseen in enumerate(["Yx Gx Rt Ps", "Ps", "Rt Yx Gx"]):
        view = FREE.observe(after, seat)
        assert view.revealed == after.revealed
        assert sorted(words(view.unseen).split()) == sorted(unseen.split())
        for sampled in samples(view, 6):
            assert sampled.hands[0] == state.hands[0]
    assert qwirkle.from_json(qwirkle.to_json(after)) == after
    fields: dict[str, Any] = {"revealed": ["Rt Gt Bk", "Gx"], "turns_left": 1}
    laid = play(dealt(RED, "Rt Gt Bk", "Gx", pile="Bx Bx", **fields), f"lay {RED} Rt")
    assert list(map(words, laid.hands)) == ["Gt Bk Bx Bx", "Gx"]
    assert list(map(words, laid.revealed)) == ["Gt Bk", "Gx"]
    stuck = dealt(RED, "Gt Bk", "Gx", pile="Bx", revealed=["Gt Bk", "Gx"])
    assert list(map(words, play(stuck, "redraw").revealed)) == ["", "Gx"]


def samples(view: CardView, number: int = 60) -> list[CardState]:
    """Sampled states, each checked to give the same view."""
    random = Random(7)
    found = [view.sample_state(random) for _ in range(number)]
    for state in found:
        assert view.variant.observe(state, view.seat) == view
    return found


@pytest.mark.parametrize(
    ("hands", "pile", "fields", "seat", "expected"),
    [
        # how many green crosses each hand and the pile can have
        (("Yc Yd", "Oc Od", "Pt"), "Gx Bk Bs", {}, 2, ({0, 1}, {0, 1}, {0}, {0, 1})),
        # Seat 1 has not drawn since a cross was shown, but seat 0 has.
        (("Yc Yd", "Oc Od", "Pt"), "Gx Bk Bs", {"shown": ["", "Gx", "Gx"]}, 2,
         ({0, 1}, {0}, {0}, {0, 1})),
        (("Yc Yd", "Oc Od", "Pt"), "Gx Bk Bs", {"shown": ["", "Gx", "Gx"]}, 0,
         ({0}, {0}, {0}, {1})),
        # Another copy may be anywhere.
        (("Yc Yd", "Oc Gx", "Pt"), "Gx Bk Bs", {"shown": ["Gx", "Gx", "Gx"]}, 2,
         ({0, 1}, {0, 1}, {0}, {1, 2})),
        # Seat 0 has drawn the shown cross; the other one is with seat 1.
        (("Gx", "Gx"), "", {"shown": ["", "Gx"]}, 0, ({1}, {1}, {0})),
        (("Gx", "Gx"), "", {"shown": ["", "Gx"]}, 1, ({1}, {1}, {0})),
        # Seat 0 has not drawn since, so its cross is another, and the shown one is in the pile.
        (("Gx", "Yc"), "Gx", {"shown": ["Gx", "Gx"]}, 0, ({1}, {0}, {1})),
        # Seat 1 can hold only one of the cards, so the other hands must not get that one.
        (("Gx Bx", "Yc", "Px"), "Ox", {"shown": ["", "Ox Gx Bx", "Ox Gx Bx"]}, 2,
         ({0, 1}, {0}, {0}, {0, 1})),
        (("Yc", "Gx Bx", "Px"), "Ox", {"shown": ["Ox Gx Bx", "", "Ox Gx Bx"]}, 2,
         ({0}, {0, 1}, {0}, {0, 1})),
        # A shown cross in a revealed hand is in no other hand; another copy may be.
        (("Gx", "Gx Yx", "Ps"), "", {"shown": ["", "Gx", "Gx"], "revealed": ["Gx", "", ""]}, 2,
         ({1}, {1}, {0}, {0})),
    ],
)  # fmt: skip
def test_K8_samples_respect_what_was_shown(
    hands: tuple[str, ...], pile: str, fields: dict[str, Any], seat: int, expected: Any
) -> None:
    cross = Tile.parse("Gx")
    found = samples(FREE.observe(dealt(RED, *hands, pile=pile, turn=1, **fields), seat))
    places = zip(*([*state.hands, state.pile] for state in found), strict=True)
    assert tuple({place.count(cross) for place in each} for each in places) == expected


def test_K8_sampling_is_fair_to_shown_kinds() -> None:
    """A player who cannot hold a shown copy can hold others, and nobody gets more than a share."""
    kinds = "Oc Os Od Yc Ys Yd Gc Gs Gd"
    unseen = " ".join([kinds, kinds, "Rc Rs Rd Rt Rk Rx Bc Bs Bd Bt Bk Bx"])
    hands = ["Pt Pk", "Ot Ok Yt Yk Gt Gk", "Ox Yx Gx Px Px Pk"]
    view = FREE.observe(dealt("Pc Ps Pd", *hands, pile=unseen, shown=["", kinds, ""]), 0)
    shown = Counter(cards(kinds))
    means = [0.0, 0.0, 0.0]
    for seed in range(1000):
        world = view.sample_state(Random(seed))
        for seat in (1, 2):
            means[seat] += sum(card in shown for card in world.hands[seat]) / 1000
        assert Counter(world.hands[1]) <= Counter(view.unseen) - shown
    # Of 42 unseen cards 18 are of the shown kinds. Seat 1 has six of the 33 that it can hold,
    # nine of them of these kinds; seat 2 has six of the other 36.
    fair = 6 * 9 / 33
    assert abs(means[1] - fair) < 0.1
    assert abs(means[2] - 6 * (18 - fair) / 36) < 0.12


# K9 to K11: the end of a turn, the last round and the winners


@pytest.mark.parametrize(
    ("hand", "pile", "text", "drawn", "turns_left"),
    [
        ("Rt Gc Gs Gd Oc Os Yk Bk Px", "Yx Yt Bx Bt Pk", f"{RED} Rt", 1, None),
        ("Rt Gc Gs Gd Oc Os Yk Bk Px", "Yx Yt Bx Bt Pk", f"{RED} Rt | Gc Gs Gd", 4, None),
        ("Rt Gk", f"{NEXT} Pt", f"{RED} Rt", 8, None),  # a short hand is filled up
        ("Rt Rk Gc Gs Oc Os Yk Bk Px", "Yx Yt", f"{RED} Rt", 1, None),
        ("Rt Rk Gc Gs Oc Os Yk Bk Px", "Yx Yt", f"{RED} Rt Rk", 2, 2),  # the last card is drawn
        ("Rt Rk Gc Gs Oc Os Yk Bk Px", "Yx", f"{RED} Rt Rk", 1, 2),
    ],
)
def test_K9_K10_the_hand_is_drawn_up_to_nine(
    hand: str, pile: str, text: str, drawn: int, turns_left: int | None
) -> None:
    """Cards come from the top of the pile; the last round begins when the last one is drawn."""
    state = dealt(RED, hand, "Ox", pile=pile)
    assert qwirkle.api.draws(state, move(f"lay {text}")) == cards(pile)[:drawn]
    after = play(state, f"lay {text}")
    played = Counter(cards(text.replace("|", ""))) - Counter(cards(RED))
    held = Counter(cards(hand)) - played + Counter(cards(pile)[:drawn])
    assert after.hands[0] == tuple(sorted(held.elements()))
    assert (after.pile, after.turns_left, after.turn) == (cards(pile)[drawn:], turns_left, 1)


@EACH_NUMBER
def test_K10_every_player_has_one_last_turn(players: int) -> None:
    """The player who drew the last card has one too; turns go by seat."""
    for first in range(players):
        hands = ["Gk Bx Ot Yd"] * 2 + ["Pk Px Ok Ys"] * 2
        hands[first] = f"Rt {hands[first]}"
        state = play(dealt(RED, *hands[:players], pile="Yc", turn=first), f"lay {RED} Rt")
        for number in range(players):
            assert (state.turn, state.is_over) == ((first + 1 + number) % players, False)
            assert (state.turns_left, state.outcome) == (players - number, None)
            assert texts(state) == ["pass"]
            state = play(state, "pass")
        assert state.outcome is not None
        assert (state.outcome.reason, state.turns_left) == (CardEnd.LAST_ROUND, 0)


def test_K10_hands_are_not_filled_up_in_the_last_round() -> None:
    """Cards played then are not replaced; a Qwirkle of the last turn counts."""
    state = dealt(RED, "Rt Gk", "Rk Gk", "Rx Gk")
    assert state.turns_left == 3
    state = play(state, f"lay {RED} Rt", f"lay {RED} Rt Rk")
    assert (state.turns_left, [len(hand) for hand in state.hands]) == (1, [1, 1, 2])
    state = play(state, f"lay {RED_SIX}")
    assert (state.turns_left, state.scores, state.winners) == (0, (0, 0, 1), (2,))


@pytest.mark.parametrize(
    ("taken", "winners"),
    [([1, 0], (0,)), ([0, 0], (0, 1)), ([1, 2, 2], (1, 2)), ([2, 1, 2, 0], (0, 2))],
)
def test_K11_the_most_qwirkles_win_and_ties_are_shared(
    taken: list[int], winners: tuple[int, ...]
) -> None:
    """There is no winner before the end; cards in the hand or in rows score nothing."""
    lines = iter(BOX[at : at + 6] for at in range(0, 36, 6))
    qwirkles = [[next(lines) for _ in range(number)] for number in taken]
    hands = ["Rt", *[""] * (len(taken) - 1)]
    state = dealt(RED, *hands, qwirkles=qwirkles, turns_left=1, turn=len(taken) - 1)
    assert (state.winners, state.outcome) == ((), None)
    after = play(state, "pass")
    assert (after.scores, after.winners) == (tuple(taken), winners)
    for seat in range(len(taken)):
        assert FREE.observe(after, seat).winners == winners


# K12: the picture of the rows


def test_K12_shapes_side_by_side_and_colours_below() -> None:
    """Each row is a run of neighbours; rows of one shape, or of one colour, share a line."""
    table = "Rc Rs Rd | Gt Gk Gx | Rt Rk Rx | Yc Gc Bc Pc | Rc Oc Gc | Os Bs Ps"
    scene = FREE.scene(dealt(table, "Rt", "Ox", pile="Px Pk"))
    lying = dict(scene.tiles)
    found = [(row[0].y, " ".join(str(lying[cell]) for cell in row)) for _, row in scene.labels]
    assert found == [
        (0, "Rc Oc Gc"),
        (0, "Yc Gc Bc Pc"),
        (1, "Os Bs Ps"),
        (2, "Rc Rs Rd"),
        (2, "Rt Rk Rx"),
        (3, "Gt Gk Gx"),
    ]
    assert len(lying) == len(scene.tiles) == 19
    assert all(cell.x == row[0].x + at for _, row in scene.labels for at, cell in enumerate(row))
    # The longest rows side by side do not touch.
    long = dealt("Rc Oc Yc Gc Bc | Rc Oc Yc Gc Pc", "Rt", "Ox", pile="Px")
    columns = sorted(cell.x for cell, _ in FREE.scene(long).tiles)
    assert columns == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]
    bare = qwirkle.render.text(dealt("", "Rc Rs Rd", "Ox", pile="Px"))
    assert bare.splitlines()[0] == "(no cards in play)"


@pytest.mark.parametrize(
    ("pile", "turns_left", "notes"),
    [
        ("Px Pk", None, ["2 cards in the pile", "taken by Ada: red"]),
        ("", 2, ["0 cards in the pile", "the last round: 2 turns left", "taken by Ada: red"]),
        ("", 1, ["0 cards in the pile", "the last round: 1 turn left", "taken by Ada: red"]),
        (
            "",
            0,
            [
                "0 cards in the pile",
                "taken by Ada: red",
                "the game is over: everyone has had their last turn",
                "Ada won, 1 to 0",
            ],
        ),
    ],
)
def test_K12_the_scene_describes_the_rest(
    pile: str, turns_left: int | None, notes: list[str]
) -> None:
    """It has the players with their Qwirkles and hands, the pile, the last round and the end."""
    fields: dict[str, Any] = {"players": ["Ada", "Bob"], "qwirkles": [RED_SIX, ""]}
    state = dealt(RED, "Rt Gk", "Ox", pile=pile, turns_left=turns_left, **fields)
    scene, seen = FREE.scene(state), FREE.scene(FREE.observe(state, 1))
    assert (scene.unit, list(scene.notes)) == ("Qwirkles", notes)
    assert [(seat.name, seat.score, seat.size) for seat in scene.seats] == [
        ("Ada", 1, 2),
        ("Bob", 0, 1),
    ]
    assert [seat.to_move for seat in scene.seats] == [turns_left != 0, False]
    assert [seat.hand for seat in scene.seats] == list(state.hands)
    assert [seat.hand for seat in seen.seats] == [None, state.hands[1]]
    assert seen.tiles == scene.tiles


@pytest.mark.parametrize(
    ("table", "hand", "text", "in_words", "cells"),
    [
        (RED, "Rt Gk", f"{RED} Rt", "play the red star", "3,0"),
        (f"{RED} | Gt Bt Pt", "Yt", f"{RED} | Yt Gt Bt Pt", "play the yellow star", "0,0"),
        ("Rc Rs Rd Rt | Gt Bt Pt", "Yt", "Rc Rs Rd | Rt Yt Gt Bt Pt",
         "play the yellow star, regrouping the rows", "1,0"),
        (RED, "Rt Rk Rx", RED_SIX, "play the red star, the red clover and the red cross", ""),
        (RED, "Rc Bc Gc", f"{RED} | Rc Bc Gc",
         "play the red circle, the green circle and the blue circle", "0,0 1,0 2,0"),
    ],
    ids=["a card", "the right row", "regrouped", "a Qwirkle", "one like another"],
)  # fmt: skip
def test_a_turn_in_words_and_highlighted(
    table: str, hand: str, text: str, in_words: str, cells: str
) -> None:
    """The words say which cards are played, and the picture marks them in the rows."""
    state, wanted = dealt(table, hand, "Ox", pile="Px"), move(f"lay {text}")
    for position in (state, FREE.observe(state, 0)):
        assert FREE.in_words(position, wanted) == in_words
    assert words(FREE.highlights(state, wanted, qwirkle.apply(state, wanted))) == cells
    assert FREE.in_words(state, Pass()) == "pass"
    assert FREE.highlights(state, Pass(), state) == ()


# The game as a whole


def test_K1_K9_the_variant_is_a_game_of_its_own() -> None:
    """A subclass with larger hands deals and draws more."""
    variant = qwirkle.get_variant("cards")
    assert isinstance(variant, CardGame)
    assert not isinstance(variant, TileGame)
    assert (variant.name, variant.version, variant.hand_size) == ("cards", 1, 9)
    assert variant.move_types == (Lay, Redraw, Pass)

    class Ten(CardGame):
        hand_size = 10

    state = qwirkle.new_game(Ten(), players=2, seed=3)
    after = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
    assert [*map(len, state.hands), *map(len, after.hands)] == [10] * 4
    stuck = qwirkle.position(Ten(), table=RED, hands=["Bt", "Gk"])
    assert len(qwirkle.api.draws(stuck, Redraw())) == 10
