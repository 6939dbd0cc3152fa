# ruff: noqa: N802
"""The card game rule by rule: K1 to K13, and the rulings about them (R14 to R18)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import attrs
import pytest
from brute_cards import canonical, turns
from card_positions import (
    EACH_READING,
    FREE,
    READINGS,
    RED_SIX,
    STRICT,
    cards,
    codes,
    dealt,
    everywhere,
    is_legal,
    is_row,
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
from cases import case
from tile_positions import Shrug

import qwirkle
from qwirkle import (
    Cell,
    Color,
    DecodeError,
    Exchange,
    IllegalMove,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    Pass,
    Place,
    QwirkleError,
    Shape,
    Tile,
    TileGame,
)
from qwirkle.supply import mixed
from qwirkle_variants import CardCode, CardEnd, CardGame, CardState, CardView, Lay, Redraw
from qwirkle_variants.cards import game as game_module
from qwirkle_variants.editions import CARD_GAME

BOX = [Tile(color, shape) for color in Color for shape in Shape] * 3
"""All cards."""

RED = "Rc Rs Rd"
"""A table with one row, on which only red stars, clovers and crosses fit."""

STUCK = "Ot Ok Yk Yx Gx Gs Bs Bt Pd"
"""Nine cards of which no three share anything, and that no regrouping of the red row helps."""

NEXT = "Oc Os Od Yc Ys Yd Px Pk Bx"
"""Nine other cards, of which some can be laid."""

EACH_NUMBER = pytest.mark.parametrize("players", [2, 3, 4])


def plain_starter(state: CardState) -> int:
    """The lowest seat of those that announce the highest number, if ages are unknown."""
    announced = [largest(hand) for hand in state.hands]
    return announced.index(max(announced))


# K1: cards, hands and the pile


@EACH_NUMBER
def test_K1_nine_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    """There are three of each of 36 kinds and no rows, and nothing has happened yet."""
    for seed in range(20):
        state = qwirkle.new_game(FREE, players=players, seed=seed)
        assert [len(hand) for hand in state.hands] == [9] * players
        assert len(state.pile) == 108 - 9 * players
        assert everywhere(state) == Counter(BOX)
        assert all(list(hand) == sorted(hand) for hand in state.hands)
        assert (state.table, state.qwirkles, state.shown) == ((), ((),) * players, ((),) * players)
        assert (state.turns_left, state.ply, state.seed) == (None, 0, seed)
        assert (state.scores, state.is_over, state.winners) == ((0,) * players, False, ())


def test_K1_the_seed_decides_the_deal() -> None:
    """The same seed gives the same game; another seed gives another game."""
    games = [qwirkle.new_game("cards", players=3, seed=seed) for seed in range(50)]
    assert games == [qwirkle.new_game(FREE, players=3, seed=seed) for seed in range(50)]
    assert len({game.hands for game in games}) == len({game.pile for game in games}) == 50
    assert any(list(game.pile) != sorted(game.pile) for game in games)


def test_K1_the_readings_share_the_deal() -> None:
    """R14 is only about rows, so the deal is the same."""
    free, strict = (qwirkle.new_game(variant, players=2, seed=4) for variant in READINGS)
    assert (free.hands, free.pile, free.turn) == (strict.hands, strict.pile, strict.turn)
    assert free != strict


@pytest.mark.parametrize("players", [0, 1, 5, ["Ada"], ["A", "B", "C", "D", "E"]])
def test_K1_two_to_four_can_play(players: object) -> None:
    """Other numbers of players are refused."""
    assert list(FREE.player_counts) == [2, 3, 4]
    with pytest.raises(InvalidValue, match="2 to 4 players can play"):
        qwirkle.new_game("cards", players=players, seed=1)


def test_K1_the_pile_and_the_other_hands_are_hidden() -> None:
    """A view has only their sizes, and the cards in all of them together."""
    state = qwirkle.new_game(FREE, players=3, seed=8)
    for seat in range(3):
        view = FREE.observe(state, seat)
        assert (view.hand, view.hand_sizes, view.pile_size) == (state.hands[seat], (9, 9, 9), 81)
        assert Counter(view.unseen) == Counter(BOX) - Counter(view.hand)
        assert list(view.unseen) == sorted(view.unseen)
        assert not hasattr(view, "pile")
        assert not hasattr(view, "hands")
        assert not hasattr(view, "seed")


def test_K1_a_hand_has_at_most_nine_cards() -> None:
    """Nine cards are allowed, ten are refused."""
    assert dealt(RED, STUCK, "").hands[0] == tuple(sorted(cards(STUCK)))
    with pytest.raises(InvalidPosition, match=r"10 \w+ are more than 9 \[K1\]"):
        dealt(RED, STUCK + " Px", "")


def test_K1_there_are_three_of_a_kind_and_no_more() -> None:
    """The copies in hands, rows, pile and Qwirkles are counted together."""
    dealt("Rc Rs Rd", "Rc", "Rt", pile="Rs", qwirkles=[RED_SIX, ""])
    for hand, pile in (("Rc Rc", ""), ("Rc", "Gd Rc")):
        with pytest.raises(InvalidPosition, match=r"one red circle \(Rc\) more than the box"):
            dealt("Rc Rs Rd", hand, "Rt", pile=pile, qwirkles=[RED_SIX, ""])


# K2: the starter and the opening


@pytest.mark.parametrize(("players", "seed"), [(2, 20), (2, 71), (3, 1242), (3, 1247), (4, 5107)])
def test_K2_deal_again_if_nobody_has_three(players: int, seed: int) -> None:
    """The first mixing of these seeds gives nobody three of a set, so the cards are dealt again."""
    first = mixed(BOX, seed, 0)
    hands = [first[9 * i : 9 * i + 9] for i in range(players)]
    assert max(map(largest, hands)) == 2
    state = qwirkle.new_game(FREE, players=players, seed=seed)
    assert max(map(largest, state.hands)) >= 3
    assert state.hands != tuple(tuple(sorted(hand)) for hand in hands)
    assert everywhere(state) == Counter(BOX)
    assert (state.ply, state.shown) == (0, ((),) * players)
    assert state == qwirkle.new_game(FREE, players=players, seed=seed)
    assert texts(state)


@pytest.mark.parametrize(("seed", "deals"), [(1, 1), (20, 2), (3973, 3), (4274, 3)])
def test_K2_deal_again_more_than_once(
    seed: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No deal but the last gives anybody three, and no mixing is that of a later move."""
    mixings: list[tuple[Tile, ...]] = []

    def spy(pieces: Iterable[Tile], seed: int, ply: int) -> tuple[Tile, ...]:
        mixings.append(mixed(pieces, seed, ply))
        return mixings[-1]

    monkeypatch.setattr(game_module, "mixed", spy)
    state = qwirkle.new_game(FREE, players=2, seed=seed)
    numbers = [max(largest(found[:9]), largest(found[9:18])) for found in mixings]
    assert [number >= 3 for number in numbers] == [False] * (deals - 1) + [True]
    assert state.pile == mixings[-1][18:]
    assert state.hands == tuple(tuple(sorted(mixings[-1][at : at + 9])) for at in (0, 9))
    assert not set(mixings) & {mixed(BOX, seed, ply) for ply in range(1, 30)}
    assert len(set(mixings)) == deals


def test_K2_dealing_goes_on_until_there_is_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """After seven bad deals, each mixed with another number, a good one is taken."""
    asked: list[tuple[int, int]] = []
    others = list((Counter(BOX) - Counter(cards(STUCK)) - Counter(cards(STUCK))).elements())
    good = [card for card in others if card.color is Color.RED]
    rest = [card for card in others if card.color is not Color.RED]

    def fake(pieces: Iterable[Tile], seed: int, ply: int) -> tuple[Tile, ...]:
        assert Counter(pieces) == Counter(BOX)
        asked.append((seed, ply))
        bad = [*cards(STUCK), *cards(STUCK)]
        return (*bad, *others) if len(asked) < 8 else (*bad[:9], *good, *rest, *bad[9:])

    monkeypatch.setattr(game_module, "mixed", fake)
    state = qwirkle.new_game(FREE, players=2, seed=99)
    assert len(asked) == len(set(asked)) == 8
    assert {seed for seed, _ in asked} == {99}
    assert state.hands == (tuple(sorted(cards(STUCK))), tuple(sorted(good[:9])))
    assert state.pile == (*good[9:], *rest, *cards(STUCK))
    assert state.turn == 1


def test_K2_three_are_enough_for_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one player has a set of three, the cards are not dealt again."""
    hand = "Rc Rs Rd Oc Os Yt Gk Bx Pt"
    rest = (Counter(BOX) - Counter(cards(STUCK)) - Counter(cards(hand))).elements()
    order = (*cards(STUCK), *cards(hand), *rest)
    asked: list[int] = []

    def fake(pieces: object, seed: int, ply: int) -> tuple[Tile, ...]:
        asked.append(ply)
        return order

    monkeypatch.setattr(game_module, "mixed", fake)
    state = qwirkle.new_game(FREE, players=2, seed=1)
    assert asked == [0]
    assert state.turn == 1
    assert texts(state) == [f"lay {RED}"]


@EACH_NUMBER
def test_K2_the_largest_set_starts(players: int) -> None:
    """A plain count agrees for many deals; without ages the lowest of the tied seats starts."""
    for seed in range(60):
        state = qwirkle.new_game(FREE, players=players, seed=seed)
        assert state.turn == plain_starter(state)
        opening = texts(state)
        assert {len(text.split()) - 1 for text in opening} == {largest(state.hand)}
        assert len(opening) == len(set(opening))


def test_K2_B1_identical_cards_count_once() -> None:
    """Three red circles are one card of a set."""
    state = dealt("", "Rc Rc Rc Rs Rd", "Gc Gs Gd Gt", pile="Yx")
    assert state.turn == 1
    assert texts(state) == ["lay Gc Gs Gd Gt"]
    twice = dealt("", "Rc Rc Rs Rs Rd", "Gc", pile="Yx")
    assert texts(twice) == ["lay Rc Rs Rd"]
    after = play(twice, "lay Rc Rs Rd")
    assert words(after.hands[0]) == "Rc Rs Yx"


@pytest.mark.parametrize(
    ("ages", "turn"),
    [
        ((30, 20, 40), 2),  # the third player is older, but announces more than the others
        ((30, 20, 5), 2),
    ],
)
def test_K2_age_matters_only_in_a_tie(ages: tuple[int, ...], turn: int) -> None:
    """If only one player announces the highest number, that player starts."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd Bt"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == turn


@pytest.mark.parametrize(
    ("ages", "turn"),
    [
        ((30, 20, 40), 1),
        ((20, 30, 40), 0),
        ((30, 40, 10), 0),  # the youngest of all is not tied
        ((30, 40, None), 0),  # nor is the player whose age is unknown
        ((40, 30, None), 1),
    ],
)
def test_K2_the_youngest_of_those_tied_starts(ages: tuple[int | None, ...], turn: int) -> None:
    """In the tile game it would be the oldest."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Yd"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == turn


@pytest.mark.parametrize("ages", [(30, None, 10), (None, 10, 20), (None, None, None), (20, 20, 20)])
def test_R1_K2_ages_unknown_or_equal(ages: tuple[int | None, ...]) -> None:
    """If one age of those tied is unknown, or all are the same, the lowest seat starts."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == 0


def test_R1_K2_equally_young_players() -> None:
    """If several tied players are the youngest, the lowest of their seats starts."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd"]
    assert dealt("", *hands, pile="Yx", players=seated(30, 20, 20)).turn == 1


def test_K2_new_games_use_the_ages() -> None:
    """Some of these deals have ties, and then the youngest of those tied starts."""
    ties = 0
    for seed in range(40):
        state = qwirkle.new_game(FREE, players=seated(50, 40, 30, 20), seed=seed)
        announced = [largest(hand) for hand in state.hands]
        tied = [seat for seat in range(4) if announced[seat] == max(announced)]
        ties += len(tied) > 1
        assert state.turn == tied[-1]
    assert ties > 10


OPENING = dealt("", "Rc Rs Rd Rt Gc Gs Gd Bk Bk", "Yx", pile="Ox")
"""The largest set has four cards; there is one of three, and there is more to lay."""


@EACH_READING
def test_R17_K2_only_the_announced_set_is_legal(variant: CardGame) -> None:
    """Nothing else can be laid, and no other move is legal."""
    cases: list[str] = [
        "Rc Rs Rd",  # less than the set
        "Gc Gs Gd",  # another set
        "Rc Rs Rd Rt | Gc Gs Gd",  # more than the set
        "",  # nothing
    ]
    for text in cases:
        with case(text):
            state = dealt("", "Rc Rs Rd Rt Gc Gs Gd Bk Bk", "Yx", pile="Ox", variant=variant)
            assert texts(state) == ["lay Rc Rs Rd Rt"]
            assert is_legal(state, "lay Rt Rd Rs Rc")
            found = violations(state, f"lay {text}")
            assert found[-1].code is CardCode.NOT_OPENING_SET
            assert found[-1].rules == ("K2", "R17")
            assert (
                found[-1].message == "the first row must be a largest set of the hand: Rc Rs Rd Rt"
            )
            assert codes(state, "redraw") == codes(state, "pass") == ["can-lay"]


def test_R17_K2_the_set_alone_is_the_only_fault() -> None:
    """Rows that would be legal in a later turn break no other rule."""
    assert codes(OPENING, "lay Rc Rs Rd") == ["not-opening-set"]
    assert codes(OPENING, "lay Rc Rs Rd Rt | Gc Gs Gd") == ["not-opening-set"]
    assert codes(OPENING, "lay") == ["nothing-played", "not-opening-set"]
    assert codes(OPENING, "lay Rc Rs Bk") == ["row-mismatch", "not-opening-set"]
    assert codes(OPENING, "lay Yc Ys Yd") == [
        "not-your-card",
        "nothing-played",
        "not-opening-set",
    ]


def test_R17_K2_the_player_chooses_among_largest_sets() -> None:
    """There are two sets of one colour and one of a shape; a card may be in two of them."""
    state = dealt("", "Rc Rs Rd Rt Oc Yc Gc Bx Px", "Yx", pile="Ox")
    assert texts(state) == ["lay Rc Rs Rd Rt", "lay Rc Oc Yc Gc"]
    [found] = violations(state, "lay Rc Rs Rd")
    assert found.message.endswith(": Rc Rs Rd Rt or Rc Oc Yc Gc")
    for text in texts(state):
        assert is_legal(state, text)
    # Only one set is laid, although the hand has both.
    state = dealt("", "Rc Rs Rd Rt Gc Gs Gd Gt", "Yx", pile="Ox")
    assert texts(state) == ["lay Rc Rs Rd Rt", "lay Gc Gs Gd Gt"]
    assert codes(state, "lay Rc Rs Rd Rt | Gc Gs Gd Gt") == ["not-opening-set"]


@EACH_READING
def test_R17_K2_the_second_player_is_not_bound(variant: CardGame) -> None:
    """That player may lay less than the largest set, and may add to the rows."""
    hands = ["Rc Rs Rd", "Rt Gc Gs Gd Gt"]
    state = dealt("", *hands, pile="Ox Px Yx", turn=0, variant=variant)
    state = play(state, "lay Rc Rs Rd")
    assert state.turn == 1
    assert is_legal(state, "lay Rc Rs Rd Rt")
    assert is_legal(state, "lay Rc Rs Rd | Gc Gs Gd")
    assert is_legal(state, "lay Rc Rs Rd Rt | Gc Gs Gd")


@EACH_READING
def test_K7_R17_a_set_of_six_at_the_opening(variant: CardGame) -> None:
    """It is a Qwirkle and is taken at once; then the next player may lay any rows."""
    hands = [f"{RED_SIX} Gd", "Yc Ys Yd Yt Oc Os Od Bk", "Bx"]
    state = dealt("", *hands, pile="Pc Ps Pd Pt Pk Px Gx", variant=variant)
    assert texts(state) == [f"lay {RED_SIX}"]
    assert qwirkle.score(state, move(f"lay {RED_SIX}")).total == 1
    after = play(state, f"lay {RED_SIX}")
    assert (after.table, after.qwirkles, after.turn) == ((), (rows(RED_SIX), (), ()), 1)
    assert after.scores == (1, 0, 0)
    # It is no longer the opening: less than the largest set, or several sets, may be laid.
    for text in ("Yc Ys Yd", "Oc Os Od", "Yc Ys Yd Yt | Oc Os Od"):
        assert is_legal(after, f"lay {text}")
    assert codes(after, "lay Yc Ys") == ["row-too-short"]
    assert codes(after, "lay") == ["nothing-played"]


def test_K7_R17_after_such_an_opening_the_next_player_can_be_stuck() -> None:
    """With no rows and no three cards that go together, the player draws a new hand."""
    state = dealt("", f"{RED_SIX} Gd", STUCK, pile="Px Px Ox Ox Ox Yc Gc " + NEXT)
    after = play(state, f"lay {RED_SIX}")
    assert texts(after) == ["redraw"]
    assert codes(after, "lay Ot Ok Yx") == ["row-mismatch"]


def test_K2_K8_an_opening_hand_without_a_set() -> None:
    """No deal gives such a hand, but a position may: the player redraws, then opens."""
    state = dealt("", STUCK, "Rx", pile="Pc Ps Pd Pt Pk Rs Rd Rt Rk Gx")
    assert texts(state) == ["redraw"]
    [found] = violations(state, "lay Ot Ok Yx")[1:]
    assert found.message == "the first row must be a largest set of the hand: nothing"
    after = play(state, "redraw")
    assert after.turn == 0
    assert texts(after) == ["lay Pc Ps Pd Pt Pk"]


def test_K13_turns_go_round_clockwise() -> None:
    """Turns go by seat from the player who started, and from the last seat to the first."""
    hands = ["Rt", "Rk", "Rc Rs Rd", "Rx"]
    state = dealt("", *hands, pile="Yc Os Gd Bt Pk Ox Gs Bd")
    order = [state.turn]
    for text in ("Rc Rs Rd", "Rc Rs Rd Rx", "Rc Rs Rd Rt Rx", f"{RED_SIX}"):
        state = play(state, f"lay {text}")
        order.append(state.turn)
    assert order == [2, 3, 0, 1, 2]


def test_K13_a_waiting_player_has_no_moves() -> None:
    """The view of another seat lists no moves, and says whose turn it is."""
    players = ["Ada", "Bob", "Cy"]
    state = dealt(RED, "Rt", "Rk", "Rx", pile="Yx", players=players, turn=1)
    for seat in (0, 2):
        view = FREE.observe(state, seat)
        assert texts(view) == []
        moves = FREE.legal_moves(view)
        assert (bool(moves), bool(moves.lays), moves.count()) == (False, False, 0)
        assert (moves.best(), moves.playable()) == (None, ())
        for text in ("lay Rc Rs Rd Rx", "redraw", "pass", "lay"):
            wanted = ("not-your-turn", ("K13",), "it is Bob's turn")
            assert reason(view, text) == wanted
        for sampled in (moves, moves.lays):
            with pytest.raises(InvalidValue):
                sampled.sample(Random(1))
    view = FREE.observe(state, 1)
    assert texts(view) == texts(state) == ["lay Rc Rs Rd Rk"]
    assert reason(view, "pass") == reason(state, "pass")


# K3: rows


@EACH_READING
def test_K3_three_to_six_of_a_colour_or_a_shape(variant: CardGame) -> None:
    """Any three to six different cards of one colour or of one shape are a row."""
    for size in [3, 4, 5, 6]:
        for line in [RED_SIX, "Rc Oc Yc Gc Bc Pc"]:
            with case(size, line):
                row = words(cards(line)[:size])
                state = dealt("Yd Bd Pd", line, "Gx", pile="Ox", variant=variant)
                assert is_legal(state, f"lay Yd Bd Pd | {row}")
                last = words(cards(line)[-size:])
                assert is_legal(state, f"lay Yd Bd Pd | {last}")


ROWS = dealt(RED, "Rc Rc Rs Rt Rk Rx Gc Gs Yt", "Ox", pile="Px")

WRONG_ROWS: dict[str, list[tuple[str, str]]] = {
    "Rc Rs | Rd Rt Rk": [
        ("row-too-short", "the row Rc Rs is too short: a row has at least 3 cards")
    ],
    "Rc Rs Rd | Rt Rk": [
        ("row-too-short", "the row Rt Rk is too short: a row has at least 3 cards")
    ],
    "Rc Gc Rs Gs | Rd Rt Rk": [
        ("row-mismatch", "the row Rc Rs Gc Gs is neither of one colour nor of one shape")
    ],
    "Rc Rs Rd Gc": [
        ("row-mismatch", "the row Rc Rs Rd Gc is neither of one colour nor of one shape")
    ],
    "Rc Rs Rd | Rt Gc Gs": [
        ("row-mismatch", "the row Rt Gc Gs is neither of one colour nor of one shape")
    ],
    "Rc Rs Rd Yt": [
        ("row-mismatch", "the row Rc Rs Rd Yt is neither of one colour nor of one shape")
    ],
    "Rc Rc Rs Rd": [("duplicate-in-row", "the row Rc Rc Rs Rd holds Rc 2 times")],
    "Rc Rc Rc Rs Rd": [("duplicate-in-row", "the row Rc Rc Rc Rs Rd holds Rc 3 times")],
    "Rc Rc Rs Rs Rd": [
        ("duplicate-in-row", "the row Rc Rc Rs Rs Rd holds Rc 2 times"),
        ("duplicate-in-row", "the row Rc Rc Rs Rs Rd holds Rs 2 times"),
    ],
    "Rc Rc Rs Rd Rt Rk Rx": [
        ("row-too-long", "the row Rc Rc Rs Rd Rt Rk Rx is too long: a row has at most 6 cards"),
        ("duplicate-in-row", "the row Rc Rc Rs Rd Rt Rk Rx holds Rc 2 times"),
    ],
    "Rc Rc Rs Rd Rt Rk Rx Gc": [
        ("row-too-long", "the row Rc Rc Rs Rd Rt Rk Rx Gc is too long: a row has at most 6 cards"),
        ("duplicate-in-row", "the row Rc Rc Rs Rd Rt Rk Rx Gc holds Rc 2 times"),
        (
            "row-mismatch",
            "the row Rc Rc Rs Rd Rt Rk Rx Gc is neither of one colour nor of one shape",
        ),
    ],
    "Rc Gs | Rs Rd Rt": [
        ("row-too-short", "the row Rc Gs is too short: a row has at least 3 cards"),
        ("row-mismatch", "the row Rc Gs is neither of one colour nor of one shape"),
    ],
    "Rc Rc | Rs Rd Rt": [
        ("row-too-short", "the row Rc Rc is too short: a row has at least 3 cards"),
        ("duplicate-in-row", "the row Rc Rc holds Rc 2 times"),
    ],
    # Every wrong row is named.
    "Rc Rs | Rd Rt | Gc Gs Yt": [
        ("row-too-short", "the row Rc Rs is too short: a row has at least 3 cards"),
        ("row-too-short", "the row Rd Rt is too short: a row has at least 3 cards"),
        ("row-mismatch", "the row Yt Gc Gs is neither of one colour nor of one shape"),
    ],
}


def test_K3_every_way_a_row_can_be_wrong() -> None:
    """Each fault has its code, its rule, and a message that names the row and the card."""
    for text in WRONG_ROWS:
        with case(text):
            found = violations(ROWS, f"lay {text}")
            assert {violation.rules for violation in found} == {("K3",)}
            assert [(str(violation.code), violation.message) for violation in found] == WRONG_ROWS[
                text
            ]
            assert all(isinstance(violation.code, CardCode) for violation in found)
            strict = dealt(RED, "Rc Rc Rs Rt Rk Rx Gc Gs Yt", "Ox", pile="Px", variant=STRICT)
            assert violations(strict, f"lay {text}") == found


def test_K3_a_single_card_and_an_empty_row() -> None:
    """Neither is a row."""
    [found] = violations(ROWS, "lay Rc Rs Rd | Gc")
    assert (found.code, found.rules) == (CardCode.ROW_TOO_SHORT, ("K3",))
    assert found.message.startswith("the row Gc is too short")
    with pytest.raises(QwirkleError):
        qwirkle.apply(ROWS, Lay([[], cards("Rc Rs Rd Rt")]))
    qwirkle.apply(ROWS, Lay([cards("Rc Rs Rd Rt")]))


def test_K3_half_a_colour_and_half_a_shape_is_not_a_row() -> None:
    """All six cards must share a colour, or all six a shape."""
    state = dealt(RED, "Gd Bd Yd", "Ox", pile="Px")
    assert codes(state, "lay Rc Rs Rd Gd Bd Yd") == ["row-mismatch"]
    assert codes(state, "lay Rc Rs Rd Gd Bd") == ["row-mismatch"]
    assert is_legal(state, "lay Rc Rs Rd | Gd Bd Yd")


# K4: at least one card must be played


def test_K4_nothing_played() -> None:
    """A turn that keeps the rows, regroups them or clears them plays no card."""
    state = dealt("Rc Rs Rd Rt Rk | Rc Gc Bc", "Rx", "Ox", pile="Px")
    wanted = ("nothing-played", ("K4",), "no card from the hand is played")
    assert reason(state, "lay Rc Rs Rd Rt Rk | Rc Gc Bc") == wanted
    state = dealt("Rc Rs Rd | Rt Rk Rx", "Bc", "Ox", pile="Px")
    assert reason(state, f"lay {RED_SIX}") == wanted
    state = dealt("Rc Rs Rd Rt Rk", "Rx", "Ox", pile="Px")
    assert codes(state, "lay") == ["card-missing", "nothing-played"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Rc Rs Rt", "cards that were in a row must stay in one: Rd"),
        ("Rt Rk Rx", "cards that were in a row must stay in one: Rc Rs Rd"),
        ("Rc Rs Rd Rt", "cards that were in a row must stay in one: Gs Gd Gt"),
        ("Rd Gd Gs | Rc Rs Rt", "cards that were in a row must stay in one: Gt"),
    ],
)
def test_K5_a_card_of_the_rows_is_missing(text: str, message: str) -> None:
    """Cards that have been played stay in the rows; no player takes one back."""
    table = f"{RED} | Gs Gd Gt" if "G" in text + message else RED
    state = dealt(table, "Rt Rk Rx", "Ox", pile="Px")
    found = [v for v in violations(state, f"lay {text}") if v.code is CardCode.CARD_MISSING]
    assert [(violation.rules, violation.message) for violation in found] == [(("K5",), message)]


def test_K5_a_missing_copy() -> None:
    """Two copies are interchangeable, but both must be in the rows."""
    state = dealt(f"{RED} | Rc Gc Bc", "Rt Yc", "Ox", pile="Px")
    assert codes(state, "lay Rs Rd Rt | Rc Gc Bc") == ["card-missing"]
    assert is_legal(state, "lay Rs Rd Rc Rt | Rc Gc Bc Yc")


@pytest.mark.parametrize(
    ("text", "cards_named"),
    [
        ("Rc Rs Rd Rk", "Rk"),  # nobody has it
        ("Rc Rs Rd Rx", "Rx"),  # the other player has it
        ("Rc Rs Rd | Yc Ys Yd", "Yc Ys Yd"),
        ("Rc Rs Rd Rt | Rc Rs Rt", "Rc Rs Rt"),  # a second copy of each
    ],
)
def test_K4_a_card_that_is_not_in_the_hand(text: str, cards_named: str) -> None:
    """The message names the card and lists the hand."""
    state = dealt(RED, "Rt Gk", "Rx", pile="Px")
    [found] = [v for v in violations(state, f"lay {text}") if v.code is CardCode.NOT_YOUR_CARD]
    assert found.rules == ("K4",)
    assert found.message.startswith(f"the rows and the hand lack {cards_named};")
    assert "Rt Gk" in found.message


def test_K4_more_copies_than_the_hand_holds() -> None:
    """One red star can go to only one row."""
    state = dealt(f"{RED} | Gt Bt Pt", "Rt", "Rx", pile="Px")
    assert is_legal(state, f"lay {RED} Rt | Gt Bt Pt")
    assert is_legal(state, f"lay {RED} | Rt Gt Bt Pt")
    assert codes(state, f"lay {RED} Rt | Rt Gt Bt Pt") == ["not-your-card"]
    state = dealt(f"{RED} | Gt Bt Pt", "Rt Rt", "Rx", pile="Px")
    assert is_legal(state, f"lay {RED} Rt | Rt Gt Bt Pt")


def test_K4_all_faults_are_reported_at_once() -> None:
    """They come in the order of the rules: wrong rows, missing cards, cards not in the hand."""
    state = dealt("Rc Rs Rd | Gs Gd Gt", "Rt", "Ox", pile="Px")
    assert codes(state, "lay Rc Rs | Yd Yt Yk") == [
        "row-too-short",
        "card-missing",
        "not-your-card",
        "nothing-played",
    ]
    assert [found.rules for found in violations(state, "lay Rc Rs | Yd Yt Yk")] == [
        ("K3",),
        ("K5",),
        ("K4",),
        ("K4",),
    ]


@EACH_READING
def test_K4_cards_go_to_new_rows_to_old_rows_and_to_several_at_once(variant: CardGame) -> None:
    """One card or all nine may be played where they fit; they leave the hand."""
    hand = "Rt Rk Bx Gc Gs Gd"
    state = dealt(f"{RED} | Bc Bs Bd", hand, "Ox", pile="", turns_left=2, variant=variant)
    for text, left in {
        f"{RED} Rt | Bc Bs Bd": "Gc Gs Gd Bx Rk",
        f"{RED} Rt Rk | Bc Bs Bd": "Gc Gs Gd Bx",
        f"{RED} Rt | Bc Bs Bd Bx": "Gc Gs Gd Rk",
        f"{RED} | Bc Bs Bd | Gc Gs Gd": "Bx Rt Rk",
        f"{RED} Rt Rk | Bc Bs Bd Bx | Gc Gs Gd": "",
    }.items():
        assert is_legal(state, f"lay {text}")
        after = play(state, f"lay {text}")
        assert after.hands[0] == tuple(sorted(cards(left)))
        assert after.table == rows(*text.split(" | "))
        assert after.hands[1] == state.hands[1]
        assert everywhere(after) == everywhere(state)


def test_K4_moves_of_other_games_are_refused() -> None:
    for other in [Exchange("Rt"), Place({(0, 0): "Rt"}), Shrug()]:
        with case(other):
            state = dealt(RED, "Rt", "Ox", pile="Px")
            wanted = ("no-such-move", ("K4",), f"this game has no move like {other}")
            assert reason(state, other) == wanted
            over = dealt(RED, "Rt", "Ox", turns_left=0)
            assert codes(over, other) == ["game-over"]


# K5: regrouping


def test_K5_rows_of_colours_become_rows_of_shapes() -> None:
    """Nine cards that form a square can be grouped either way, whichever way they were."""
    state = dealt("Rc Rs Rd | Yc Ys Yd", "Gc Gs Gd", "Ox", pile="Px")
    assert set(texts(state)) == {
        "lay Rc Rs Rd | Yc Ys Yd | Gc Gs Gd",
        "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd",
    }
    after = play(state, "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd")
    assert after.table == rows("Rc Yc Gc", "Rs Ys Gs", "Rd Yd Gd")


def test_K5_cards_may_move_between_rows_in_any_order() -> None:
    """A row is emptied and filled from another, and cards move through three rows."""
    table = "Rc Rs Rd Rt | Gc Gs Gd | Bt Bk Bx"
    state = dealt(table, "Yt Yc", "Ox", pile="Px")
    # The red star goes to the stars, which need a third, and the red circle to the circles.
    assert codes(state, "lay Rs Rd | Rc Gc Yc | Rt Bt Yt | Gs Gd | Bk Bx") == ["row-too-short"] * 3
    state = dealt("Rc Rs Rd Rt | Gc Gs Gd Gt | Bt Bk Bx", "Yt", "Ox", pile="Px")
    wanted = "lay Rc Rs Rd | Gc Gs Gd | Bt Bk Bx | Rt Gt Yt"
    assert is_legal(state, wanted)
    assert play(state, wanted).table == rows("Rc Rs Rd", "Gc Gs Gd", "Bt Bk Bx", "Rt Gt Yt")


def test_K5_only_the_final_rows_count() -> None:
    """The order in which rows are written does not matter: the turn and the rows are the same."""
    state = dealt("Rc Rs Rd Rt | Gc Gs Gd", "Yt Gt", "Ox", pile="Px")
    ways = [
        "lay Rt Gt Yt | Rd Rs Rc | Gd Gc Gs",
        "lay Gs Gd Gc | Yt Rt Gt | Rc Rd Rs",
        "lay Rc Rs Rd | Gc Gs Gd | Rt Yt Gt",
    ]
    assert len({move(text) for text in ways}) == 1
    assert len({play(state, text) for text in ways}) == 1


@pytest.mark.parametrize("seed", range(12))
def test_K5_K6_R14_the_legal_turns_are_those_of_the_rules(seed: int) -> None:
    """For small positions, brute force finds the same turns in both readings."""
    random = Random(seed)
    kinds = [card for card in sorted(set(BOX)) if card.color < 3 and card.shape < 4]
    pool = Random(seed).sample(kinds * 2, 8)
    table = random.choice([["Rc Rs Rd Rt"], ["Rc Rs Rd", "Rc Oc Yc"], ["Rd Od Yd", "Os Od Ot"]])
    hand = [card for card in pool if str(card) not in " ".join(table)][:4]
    for variant in READINGS:
        state = qwirkle.position(variant, table=table, hands=[hand, ""], pile="Px")
        wanted = turns(rows(*table), hand, strict=variant is STRICT)
        moves = list(variant.legal_moves(state).lays)
        assert {canonical(found.rows) for found in moves} == wanted
        assert len(moves) == len(wanted)
        for found in turns(rows(*table), hand):
            assert (found in wanted) == (qwirkle.check(state, Lay(found)) == ())


# K6 and R14: old and new rows


def both(table: str, hand: str) -> tuple[CardState, CardState]:
    """The same position in both readings."""
    free, strict = (dealt(table, hand, "Ox", pile="Px", variant=variant) for variant in READINGS)
    return free, strict


FIVES = "Rc Rs Rd Rt Rk | Yc Ys Yd Yt Yk | Gc Gs Gd Gt Gk"
KEPT = "Rd Rt Rk | Yd Yt Yk | Gd Gt Gk"


@EACH_READING
def test_K6_a_new_row_of_three_from_the_hand(variant: CardGame) -> None:
    """Two cards of the hand are not enough without a card of the rows."""
    state = dealt(RED, "Gc Gs Gd Gt", "Ox", pile="Px", variant=variant)
    assert is_legal(state, f"lay {RED} | Gc Gs Gd")
    assert is_legal(state, f"lay {RED} | Gc Gs Gd Gt")
    assert codes(state, f"lay {RED} | Gc Gs") == ["row-too-short"]


@EACH_READING
def test_K6_a_new_row_with_cards_from_other_rows(variant: CardGame) -> None:
    """One card of the hand is enough if the rows that give the others keep three."""
    state = dealt("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Ox", pile="Px", variant=variant)
    assert is_legal(state, "lay Rs Rd Rt | Ys Yd Yt | Rc Yc Gc")
    state = dealt("Rc Rs Rd | Yc Ys Yd Yt", "Gc", "Ox", pile="Px", variant=variant)
    assert codes(state, "lay Rs Rd | Ys Yd Yt | Rc Yc Gc") == ["row-too-short"]


def test_R14_K6_a_row_that_disappears() -> None:
    """If two rows become one, the strict reading says that one of them is gone."""
    free, strict = both("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc")
    wanted = f"lay {RED_SIX} | Bc Yc Gc"
    assert is_legal(free, wanted)
    assert reason(strict, wanted) == (
        "row-gone",
        ("K6", "R14"),
        "the row Rt Rk Rx is gone: no row is left for it that holds two of its cards",
    )
    [found] = violations(strict, wanted)
    assert found.code is CardCode.ROW_GONE
    assert is_legal(strict, "lay Rc Rs Rd | Rt Rk Rx | Bc Yc Gc")


def test_R14_K6_every_row_that_disappears_is_named() -> None:
    """Rows of colours are turned into rows of shapes."""
    free, strict = both("Rc Rs Rd | Yc Ys Yd", "Gc Gs Gd")
    wanted = "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd"
    assert is_legal(free, wanted)
    assert codes(strict, wanted) == ["row-gone", "row-gone"]
    assert [found.message.split(" is gone")[0] for found in violations(strict, wanted)] == [
        "the row Rc Rs Rd",
        "the row Yc Ys Yd",
    ]


def test_R14_K6_a_row_survives_with_two_of_its_cards() -> None:
    """With only one of its cards it is gone, even if there is another red row."""
    free, strict = both(RED, "Gc Yc Gs Ys Rt Rk")
    one = "lay Rc Gc Yc | Rs Gs Ys | Rd Rt Rk"
    two = "lay Rc Gc Yc | Rs Rd Rt"
    assert is_legal(free, one)
    assert codes(strict, one) == ["row-gone"]
    assert is_legal(free, two)
    assert is_legal(strict, two)
    assert is_legal(strict, two + " Rk")


def test_R14_K6_a_new_row_without_a_card_of_the_hand() -> None:
    """A blue card in one of two new rows is enough for K5, but not in the strict reading."""
    free, strict = both(FIVES, "Bc Bs")
    one = f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs"
    two = f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs Bs"
    assert qwirkle.check(free, move(one)) == qwirkle.check(free, move(two)) == ()
    [found] = qwirkle.check(strict, move(one))
    assert (found.code, found.rules) == (CardCode.NEW_ROW_WITHOUT_CARD, ("K6", "R14"))
    assert found.message == "the new row Rs Ys Gs has no played card of its own"
    assert move(one) not in strict.variant.legal_moves(strict)
    assert qwirkle.check(strict, move(two)) == ()


def test_R14_K6_one_played_card_counts_for_one_new_row() -> None:
    """Two new rows hold the same kind; one copy was played, so one row has no played card."""
    table = "Rc Rs Rd Rt | Yc Ys Yd Yt | Gc Gs Gd Gt | Oc Os Od Ot | Bc Bs Bd Bt"
    kept = "Rs Rd Rt | Ys Yd Yt | Gs Gd Gt | Os Od Ot"
    new = "Rc Yc Bc | Oc Gc Bc"
    free, strict = both(table, "Bc Bc")
    one = move(f"lay {kept} | Bs Bd Bt | {new}")
    two = move(f"lay {kept} | Bc Bs Bd Bt | {new}")
    assert qwirkle.check(free, one) == qwirkle.check(free, two) == ()
    [found] = qwirkle.check(strict, one)
    assert found.code is CardCode.NEW_ROW_WITHOUT_CARD
    assert qwirkle.check(strict, two) == ()
    with pytest.raises(IllegalMove):
        qwirkle.apply(strict, one)


def test_R14_K6_two_played_cards_in_one_new_row_count_for_it_alone() -> None:
    """The other new row still has no card of the hand."""
    free, strict = both(FIVES, "Bc Pc Bs")
    one = f"lay {KEPT} | Rc Yc Gc Bc Pc | Rs Ys Gs"
    assert qwirkle.check(free, move(one)) == ()
    [found] = qwirkle.check(strict, move(one))
    assert found.message == "the new row Rs Ys Gs has no played card of its own"


def test_R14_K6_copies_are_interchangeable() -> None:
    """The played blue circle and the one in the rows count as the same."""
    _, strict = both("Rc Rs Rd Rt | Yc Ys Yd Yt | Bc Bs Bd", "Bc")
    assert is_legal(strict, "lay Rs Rd Rt | Ys Yd Yt | Bc Bs Bd | Rc Yc Bc")
    # The old row may get the played copy, and the new row the copy from the old row.
    _, strict = both("Rc Rs Rd | Rc Gc Bc", "Rc Rt Yc Oc")
    assert is_legal(strict, "lay Rs Rd Rt | Rc Gc Bc | Rc Yc Oc")


def test_R14_K6_a_completed_row_counts_as_kept() -> None:
    """It leaves the rows, but no card was taken from it."""
    _, strict = both("Rc Rs Rd Rt Rk", "Rx")
    assert is_legal(strict, f"lay {RED_SIX}")
    # A row may also be completed with a card from another row that keeps three.
    _, strict = both("Rc Rs Rd Rt Rk | Rx Gx Bx", "Yx")
    assert is_legal(strict, f"lay {RED_SIX} | Yx Gx Bx")
    assert play(strict, f"lay {RED_SIX} | Yx Gx Bx").scores == (1, 0)


def test_R14_K6_each_old_row_needs_its_own_row() -> None:
    """Two old rows with cards in common cannot both survive as one row."""
    free, strict = both("Rc Rs Rd | Rc Rs Rt", "Gc Yc Gs Ys")
    wanted = "lay Rc Rs Rd Rt | Rc Gc Yc | Rs Gs Ys"
    assert is_legal(free, wanted)
    assert codes(strict, wanted) == ["row-gone"]
    wanted = "lay Rc Rs Rd | Rc Rs Rt | Gc Yc Rc"
    assert codes(strict, wanted) == codes(free, wanted) == ["not-your-card"]


def test_R14_K6_both_faults_at_once() -> None:
    """One row is gone, and a new one has no card of the hand."""
    table = "Rc Rs Rd | Rt Rk Rx | Gc Gs Gd Gt | Yc Ys Yd Yt | Bc Bs Bd Bt"
    free, strict = both(table, "Oc Os Od")
    wanted = move(f"lay {RED_SIX} | Gs Gd Gt | Ys Yd Yt | Bs Bd Bt | Gc Yc Bc | Oc Os Od")
    assert qwirkle.check(free, wanted) == ()
    assert [found.code for found in qwirkle.check(strict, wanted)] == [
        CardCode.ROW_GONE,
        CardCode.NEW_ROW_WITHOUT_CARD,
    ]


def test_R14_other_faults_come_first() -> None:
    """Rows that are wrong in both readings give no reason about old and new rows."""
    _, strict = both("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc")
    assert codes(strict, f"lay {RED_SIX} | Bc Yc") == ["row-too-short"]
    assert codes(strict, f"lay {RED_SIX}") == ["nothing-played"]


def test_R14_the_option() -> None:
    """The free reading is the default; the strict one makes a different variant."""
    assert qwirkle.get_variant("cards") == FREE == qwirkle.get_variant("cards", regrouping="free")
    assert qwirkle.get_variant("cards", regrouping="strict") == STRICT != FREE
    assert (FREE.regrouping, STRICT.regrouping) == ("free", "strict")
    assert (dict(FREE.options), dict(STRICT.options)) == ({}, {"regrouping": "strict"})
    assert STRICT.with_options(regrouping="free") == FREE
    assert STRICT.with_options() == STRICT
    with pytest.raises(InvalidOption, match="'free' or 'strict', not 'lax'"):
        qwirkle.get_variant("cards", regrouping="lax")


# K7 and R16: Qwirkles


@EACH_READING
def test_K7_a_player_who_brings_a_row_to_six_takes_it(variant: CardGame) -> None:
    """The row leaves the others, becomes the player's Qwirkle, and scores a point."""
    state = dealt("Rc Rs Rd Rt Rk | Gc Gs Gd", "Rx Bd", "Ox", pile="Px Pk", variant=variant)
    wanted = move(f"lay {RED_SIX} | Gc Gs Gd")
    assert isinstance(wanted, Lay)
    assert wanted.qwirkles == rows(RED_SIX)
    score = qwirkle.score(state, wanted)
    [line] = score.lines
    assert (score.total, score.end_bonus, int(score)) == (1, 0, 1)
    assert (line.tiles, line.points, line.cells) == (cards(RED_SIX), 1, ())
    after = qwirkle.apply(state, wanted)
    assert after.table == rows("Gc Gs Gd")
    assert after.qwirkles == (rows(RED_SIX), ())
    assert (after.scores, after.turn) == ((1, 0), 1)
    assert words(after.hands[0]) == "Bd Pk Px"
    assert everywhere(after) == everywhere(state)


def test_K7_a_row_of_five_is_not_a_qwirkle() -> None:
    """It stays among the rows and scores nothing."""
    state = dealt("Rc Rs Rd Rt", "Rx Bd", "Ox", pile="Px")
    wanted = move("lay Rc Rs Rd Rt Rx")
    assert qwirkle.score(state, wanted).lines == ()
    assert qwirkle.score(state, wanted).total == 0
    after = qwirkle.apply(state, wanted)
    assert (after.table, after.qwirkles, after.scores) == (rows("Rc Rs Rd Rt Rx"), ((), ()), (0, 0))


def test_K7_six_of_a_shape() -> None:
    """A row of one shape is completed in the same way, even from the hand alone."""
    circles = "Rc Oc Yc Gc Bc Pc"
    after = play(dealt("Rc Oc Yc Gc Bc", "Pc Gk", "Ox", pile="Px"), f"lay {circles}")
    assert after.qwirkles == (rows(circles), ())
    after = play(dealt(RED, f"{circles} Gk", "Ox", pile="Px"), f"lay {RED} | {circles}")
    assert (after.qwirkles, after.table) == ((rows(circles), ()), rows(RED))


def test_K7_qwirkles_are_public() -> None:
    """Every view shows the Qwirkles of all players."""
    green, clovers = "Gc Gs Gd Gt Gk Gx", "Rk Ok Yk Gk Bk Pk"
    taken = [f"{RED_SIX} | {clovers}", green, ""]
    state = dealt("Bc Bs Bd", "Bt", "Ox", "Yx", pile="Px", qwirkles=taken)
    for seat in range(3):
        view = FREE.observe(state, seat)
        assert view.qwirkles == state.qwirkles == (rows(RED_SIX, clovers), rows(green), ())
        assert view.scores == state.scores == (2, 1, 0)
    assert "taken by Player 1: red, clover" in qwirkle.render.text(FREE.observe(state, 2))


def test_K7_the_cards_of_a_qwirkle_are_out_of_the_game() -> None:
    """They are not in the rows any more, and nobody can lay them."""
    state = dealt("Gc Gs Gd", "Rx Gt", "Ox", pile="Px", qwirkles=["", RED_SIX])
    assert texts(state) == ["lay Gc Gs Gd Gt"]
    assert codes(state, "lay Gc Gs Gd | Rt Rk Rx") == ["not-your-card"]


@EACH_READING
def test_R16_several_in_a_turn(variant: CardGame) -> None:
    """Each is taken and counts; the other rows stay."""
    green = "Gc Gs Gd Gt Gk Gx"
    table = "Rc Rs Rd Rt Rk | Gc Gs Gd Gt Gk | Bt Bk Bx"
    state = dealt(table, "Rx Gx", "Ox", pile="Px", variant=variant, qwirkles=["", "", ""][:2])
    wanted = move(f"lay {RED_SIX} | {green} | Bt Bk Bx")
    score = qwirkle.score(state, wanted)
    assert [(words(line.tiles), line.points) for line in score.lines] == [(RED_SIX, 1), (green, 1)]
    assert score.total == 2
    after = qwirkle.apply(state, wanted)
    assert after.qwirkles == (rows(RED_SIX, green), ())
    assert (after.scores, after.table) == ((2, 0), rows("Bt Bk Bx"))


def test_R16_qwirkles_add_up_over_the_turns() -> None:
    """Earlier Qwirkles stay, and the same six cards twice count as two."""
    table = "Rc Rs Rd Rt Rk | Gc Gs Gd"
    state = dealt(table, "Rx Bd", "Ox", pile="Px", qwirkles=[RED_SIX, ""])
    after = play(state, f"lay {RED_SIX} | Gc Gs Gd")
    assert after.qwirkles == (rows(RED_SIX, RED_SIX), ())
    assert after.scores == (2, 0)


def test_R16_a_qwirkle_made_only_of_cards_from_the_rows() -> None:
    """It counts if the turn plays a card anywhere; without a played card it is not legal."""
    state = dealt("Rc Rs Rd | Rt Rk Rx | Gc Gs Gd", "Gt", "Ox", pile="Px")
    wanted = f"lay {RED_SIX} | Gc Gs Gd Gt"
    assert is_legal(state, wanted)
    after = play(state, wanted)
    assert after.qwirkles == (rows(RED_SIX), ())
    assert after.table == rows("Gc Gs Gd Gt")
    assert reason(state, f"lay {RED_SIX} | Gc Gs Gd")[0] == "nothing-played"


def test_R16_a_row_of_six_need_not_be_completed() -> None:
    """The cards may be laid elsewhere or stay in the hand."""
    state = dealt("Rc Rs Rd Rt Rk", "Rx Gt", "Ox", pile="Px")
    assert is_legal(state, "lay Rc Rs Rd | Rt Rk Rx")
    assert qwirkle.score(state, move("lay Rc Rs Rd | Rt Rk Rx")).total == 0


# K8 and R15: a player who cannot play


@EACH_READING
def test_K8_a_stuck_player_draws_a_new_hand(variant: CardGame) -> None:
    """That is the only legal move: neither a pass nor a lay."""
    state = dealt(RED, STUCK, "Ox", pile=NEXT, variant=variant)
    moves = variant.legal_moves(state)
    assert list(moves) == [Redraw()]
    assert (bool(moves), bool(moves.lays), list(moves.lays)) == (True, False, [])
    assert (moves.best(), moves.playable(), moves.count()) == (Redraw(), (), 1)
    assert (moves.lays.best(), moves.best()) == (None, Redraw())
    assert moves.sample(Random(1)) == Redraw()
    assert is_legal(state, "redraw")
    assert reason(state, "pass") == (
        "must-redraw",
        ("K8",),
        "a player who cannot play draws a new hand while the pile lasts",
    )
    assert qwirkle.score(state, Redraw()).total == 0


@EACH_READING
@pytest.mark.parametrize(
    ("table", "hand", "wanted"),
    [
        (RED, "Rt Gk", f"{RED} Rt"),
        (RED, "Gc Gs Gd", f"{RED} | Gc Gs Gd"),
        # No card can be added to a row or form a new one: only regrouping helps.
        ("Rc Rs Rd Rt", "Gc Yc", "Rs Rd Rt | Rc Gc Yc"),
        ("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Rs Rd Rt | Ys Yd Yt | Rc Yc Gc"),
    ],
)
def test_K8_a_possible_play_must_be_made(
    table: str, hand: str, wanted: str, variant: CardGame
) -> None:
    """However hard it is to find, a player who can play may neither redraw nor pass."""
    for pile in (NEXT, ""):
        state = dealt(table, hand, "Ox", pile=pile, variant=variant)
        assert is_legal(state, f"lay {wanted}")
        refused = ("can-lay", ("K8",), "a card can be played, so the player must play one")
        assert reason(state, "redraw") == reason(state, "pass") == refused


def test_K8_without_rows_a_set_must_be_laid_too() -> None:
    """After all rows were taken, a player with three cards that go together lays them."""
    state = dealt("", "Gc Gs Gd", "Ox", pile=NEXT, qwirkles=[RED_SIX, ""])
    assert reason(state, "redraw") == (
        "can-lay",
        ("K8",),
        "a card can be played, so the player must play one",
    )
    assert texts(dealt("", "Gc Gs Bd", "Ox", pile=NEXT, qwirkles=[RED_SIX, ""])) == ["redraw"]


def test_K8_R14_the_reading_decides_who_is_stuck() -> None:
    """In this position a play exists only if old rows may disappear."""
    table = "Rc Rs Rd | Yc Ys Yd | Od Bd Pd"
    hand = "Gc Gs"
    assert turns(rows(*table.split(" | ")), cards(hand))
    assert not turns(rows(*table.split(" | ")), cards(hand), strict=True)
    free, strict = (dealt(table, hand, "Ox", pile=NEXT, variant=variant) for variant in READINGS)
    wanted = "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Od Bd Pd"
    assert is_legal(free, wanted)
    assert codes(free, "redraw") == ["can-lay"]
    assert codes(strict, wanted) == ["row-gone", "row-gone"]
    assert texts(strict) == ["redraw"]
    assert codes(strict, "pass") == ["must-redraw"]


def test_K8_nine_new_cards_before_the_old_ones_go_back() -> None:
    """The first nine of the pile are drawn before the old hand is mixed in."""
    more = "Pc Ps Pd Gk"
    state = dealt(RED, STUCK, "Ox", "Rx", pile=f"{NEXT} {more}", qwirkles=["", RED_SIX, ""])
    assert qwirkle.draws(state, Redraw()) == cards(NEXT)
    after = play(state, "redraw")
    assert after.hands == (tuple(sorted(cards(NEXT))), *state.hands[1:])
    assert Counter(after.pile) == Counter(cards(more)) + Counter(cards(STUCK))
    assert (after.turn, after.turns_left, after.ply) == (0, None, 1)
    assert (after.table, after.qwirkles) == (state.table, state.qwirkles)
    assert everywhere(after) == everywhere(state)


def test_K8_no_old_card_comes_back_at_once() -> None:
    """The cards drawn never depend on the mixing, whatever the seed."""
    for seed in range(30):
        state = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Pc Ps", seed=seed)
        assert play(state, "redraw").hands[0] == tuple(sorted(cards(NEXT)))


def test_K8_the_old_cards_are_mixed_into_the_pile() -> None:
    """The seed and the number of moves decide the order, not where the cards were."""
    piles = set()
    for seed in range(20):
        state = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Pc Ps", seed=seed)
        after = play(state, "redraw")
        assert play(state, "redraw") == after
        piles.add(after.pile)
    assert len(piles) == 20
    later = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Pc Ps", seed=3, ply=4)
    first = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Pc Ps", seed=3)
    assert play(later, "redraw").pile != play(first, "redraw").pile
    # New and old cards can end up anywhere.
    assert {after.index(card) for after in piles for card in cards("Pc Ot")} >= {0, 10}


def test_K8_after_a_redraw_the_turn_goes_on() -> None:
    """The same player lays cards and fills up the hand before the next player moves."""
    state = play(dealt(RED, STUCK, "Rt", pile=f"{NEXT} Pc"), "redraw")
    assert state.turn == 0
    assert codes(state, "redraw") == codes(state, "pass") == ["can-lay"]
    after = play(state, f"lay {RED} | Oc Os Od")
    assert (after.turn, len(after.hands[0]), len(after.pile)) == (1, 9, 10 - 3)
    assert after.turns_left is None


def test_K8_several_times_in_a_turn() -> None:
    """A player who is stuck with the new hand draws another one."""
    state = dealt(RED, "Gk Bx", "Rt", pile=f"{STUCK} {NEXT}")
    once = play(state, "redraw")
    assert texts(once) == ["redraw"]
    twice = qwirkle.apply(once, Redraw(), draw=NEXT)
    assert (twice.turn, twice.ply) == (0, 2)
    assert Counter(twice.pile) == Counter(cards(f"{STUCK} Gk Bx"))
    assert is_legal(twice, f"lay {RED} | Oc Os Od")


@pytest.mark.parametrize("pile", ["Oc", "Oc Os", "Oc Os Od Yc Ys Yd Px Pk"])
def test_R15_fewer_than_nine_in_the_pile(pile: str) -> None:
    """All of the pile is drawn and the old hand becomes the pile; that is not the last round."""
    state = dealt(RED, STUCK, "Rt", pile=pile)
    after = play(state, "redraw")
    assert after.hands[0] == tuple(sorted(cards(pile)))
    assert Counter(after.pile) == Counter(cards(STUCK))
    assert (after.turn, after.turns_left, after.is_over) == (0, None, False)


def test_R15_then_the_hand_is_filled_up_from_the_old_cards() -> None:
    """A hand of three is drawn, laid, and filled up with the nine cards that went back."""
    state = play(dealt(RED, STUCK, "Rt", pile="Oc Os Od"), "redraw")
    after = play(state, f"lay {RED} | Oc Os Od")
    assert after.hands[0] == tuple(sorted(cards(STUCK)))
    assert after.pile == ()
    assert after.turns_left == 2  # now the pile has run out


def test_R15_a_redraw_that_leaves_nothing_starts_no_last_round() -> None:
    """An empty hand leaves nothing to mix in, so the pile runs out only when the turn ends."""
    state = dealt(RED, "", "Rt", pile="Rk Gx")
    assert texts(state) == ["redraw"]
    after = play(state, "redraw")
    assert (words(after.hands[0]), after.pile, after.turns_left) == ("Rk Gx", (), None)
    assert not after.is_over
    assert codes(after, "pass") == ["can-lay"]
    then = play(after, f"lay {RED} Rk")
    assert (then.turn, then.turns_left) == (1, 2)


def test_R15_with_an_empty_pile_the_player_passes() -> None:
    """A pass is the only legal move, and it ends the turn."""
    state = dealt(RED, STUCK, "Rt", turns_left=2)
    assert texts(state) == ["pass"]
    assert FREE.legal_moves(state).sample(Random(1)) == Pass()
    assert reason(state, "redraw") == (
        "nothing-new",
        ("R15",),
        "the pile has no new cards, so a player who cannot play passes",
    )
    assert qwirkle.score(state, Pass()).total == 0
    assert qwirkle.draws(state, Pass()) == ()
    after = play(state, "pass")
    assert (after.turn, after.turns_left, after.ply) == (1, 1, 1)
    assert (after.hands, after.table, after.shown) == (state.hands, state.table, state.shown)


def test_R15_passing_before_the_last_round_begins_it() -> None:
    """In a position the pile may be empty before the last round; it begins as the turn ends."""
    state = dealt(RED, STUCK, "Rt", turns_left=None)
    assert state.turns_left is None
    after = play(state, "pass")
    assert (after.turn, after.turns_left) == (1, 2)


# K8: knowledge of the other players


def test_K8_the_shown_hand_is_public() -> None:
    """Everyone has seen it, so they know that its cards are in the pile and in no hand."""
    state = dealt(RED, "Bk Gx Bk", "Yc", "Oc", pile=f"{NEXT} Gk")
    assert state.shown == ((), (), ())
    after = play(state, "redraw")
    assert after.shown == (cards("Gx Bk Bk"),) * 3
    for seat in range(3):
        assert FREE.observe(after, seat).shown == after.shown


def test_K8_a_stuck_hand_of_a_player_who_passes_is_public() -> None:
    """It stays known until its cards are laid; nothing else is known about a hand."""
    state = dealt("Rc Rs Rd", "Gt Bk", "Gx Yx Rt", "Ps", variant=FREE)
    assert state.revealed == ((), (), ())
    after = qwirkle.apply(state, Pass())
    assert list(map(words, after.revealed)) == ["Gt Bk", "", ""]
    for seat, unseen in enumerate(["Yx Gx Rt Ps", "Ps", "Rt Yx Gx"]):
        view = FREE.observe(after, seat)
        assert view.revealed == after.revealed
        assert sorted(words(view.unseen).split()) == sorted(unseen.split())
        for number in range(6):
            sampled = view.sample_state(Random(number))
            assert sampled.hands[0] == state.hands[0]
            assert FREE.observe(sampled, seat) == view
        assert qwirkle.from_json(qwirkle.to_json(view)) == view
    assert qwirkle.from_json(qwirkle.to_json(after)) == after
    assert eval(repr(after), vars(qwirkle)) == after
    laid = qwirkle.apply(after, Lay("Rc Rs Rd Rt"))
    assert laid.revealed == after.revealed


def test_K8_a_revealed_hand_after_later_moves() -> None:
    """The revealed cards that are left stay known, but not those drawn since."""
    state = dealt(
        "Rc Rs Rd",
        "Rt Gt Bk",
        "Gx",
        pile="Bx Bx",
        shown=["", ""],
        revealed=["Rt Gt Bk", ""],
        turns_left=1,
    )
    after = qwirkle.apply(state, Lay("Rc Rs Rd Rt"))
    assert list(map(words, after.hands)) == ["Gt Bk Bx Bx", "Gx"]
    assert list(map(words, after.revealed)) == ["Gt Bk", ""]
    view = FREE.observe(after, 1)
    assert words(view.unseen) == "Bx Bx"
    stuck = dealt("Rc Rs Rd", "Gt Bk", "Gx", pile="Bx", revealed=["Gt Bk", "Gx"])
    redrawn = qwirkle.apply(stuck, Redraw())
    assert list(map(words, redrawn.revealed)) == ["", "Gx"]


def test_K8_a_revealed_card_that_was_shown_before() -> None:
    """A shown card in a revealed hand is in no other hand; another copy may be."""
    state = dealt("Rc Rs Rd", "Bk", "Bk Yx", "Ps", revealed=["Bk", "", ""], shown=["", "Bk", "Bk"])
    view = FREE.observe(state, 2)
    hands = {words(view.sample_state(Random(number)).hands[1]) for number in range(20)}
    assert hands == {"Yx Bk"}
    assert qwirkle.from_json(qwirkle.to_json(view)) == view


def test_K8_saved_games_without_revealed_hands() -> None:
    """Without the field nothing is revealed, and it is written only if something is."""
    state = dealt("Rc Rs Rd", "Gt Bk", "Gx Yx", variant=FREE)
    for value in (state, FREE.observe(state, 1)):
        assert "revealed" not in json.loads(qwirkle.to_json(value))
    after = qwirkle.apply(state, Pass())
    saved = json.loads(qwirkle.to_json(after))
    assert saved.pop("revealed") == ["Gt Bk", ""]
    assert qwirkle.from_json(json.dumps(saved)) == attrs.evolve(after, revealed=((), ()))
    view = json.loads(qwirkle.to_json(FREE.observe(after, 1)))
    for revealed, unseen, path, message in [
        (["Gt Bk"], "", "revealed", "1 revealed for 2 players"),
        (["Gt Zz", ""], "", "revealed[0]", "'Zz' is not a tile"),
        (["Gt Bk Px", ""], "", "revealed[0]", "there are 2 cards in the hand"),
        (["Gt Bk", "Px"], "", "revealed[1]", "Px is not in the hand"),
        (["Gt", 5], "Bk", "revealed[1]", "expected a text, not 5"),
    ]:
        with pytest.raises(DecodeError, match=re.escape(message)) as caught:
            qwirkle.from_json(json.dumps({**view, "revealed": revealed, "unseen": unseen}))
        assert path in str(caught.value)


def test_K8_shown_cards_are_forgotten_for_a_player_who_draws() -> None:
    """A player who has drawn since may hold the cards; a player who has not drawn cannot."""
    seen = cards("Gx Bk Bk")
    state = play(dealt(RED, "Bk Gx Bk", "Rt", "Rk", pile=f"{NEXT} Gk"), "redraw")
    state = play(state, f"lay {RED} | Oc Os Od")
    assert (state.shown, len(state.pile)) == (((), seen, seen), 1)
    state = qwirkle.apply(state, move(f"lay {RED} Rt | Oc Os Od"), draw=state.pile)
    assert (state.shown, state.pile, state.turns_left) == (((), (), seen), (), 3)
    state = play(state, f"lay {RED} Rt Rk | Oc Os Od")
    assert state.shown == ((), (), seen)  # the pile was empty
    for seat in range(3):
        assert FREE.observe(state, seat).shown == state.shown


def test_K8_a_player_who_is_stuck_again_shows_more() -> None:
    """The others have seen both hands; the player cannot hold the cards of the second."""
    state = dealt(RED, "Gk Bx", "Rt", "Rk", pile=f"{STUCK} {NEXT}")
    state = play(state, "redraw")
    state = qwirkle.apply(state, Redraw(), draw=NEXT)
    both_hands = tuple(sorted(cards(f"{STUCK} Gk Bx")))
    assert state.shown == (tuple(sorted(cards(STUCK))), both_hands, both_hands)


def twice_stuck() -> CardState:
    """Seat 0 has shown a diamond, then nine cards with another, and holds the first again."""
    others = STUCK.removesuffix(" Pd")
    state = play(dealt(RED, "Pd", "Rt", "Rk", pile=f"{STUCK} {others} Rx"), "redraw")
    return qwirkle.apply(state, Redraw(), draw=STUCK)


def known(state: CardState, text: str) -> list[int]:
    """How many copies of a kind each seat is known not to hold."""
    return [seen.count(Tile.parse(text)) for seen in state.shown]


def test_K8_a_card_shown_twice_counts_once() -> None:
    """A card that is drawn again and shown again is still one card."""
    state = twice_stuck()
    assert known(state, "Pd") == [1, 2, 2]
    assert known(state, "Ot") == [1, 1, 1]
    assert Tile.parse("Pd") in state.hands[0]
    assert texts(state) == ["redraw"]
    again = play(state, "redraw")
    assert known(again, "Pd") == [1, 2, 2]
    assert known(again, "Ot") == [1, 2, 2]  # the second copy had not been shown before
    assert again.shown[0] == tuple(sorted(cards(STUCK)))


def test_K8_a_card_that_was_shown_drawn_and_laid() -> None:
    """It is in the rows now, so one copy fewer is known to be elsewhere."""
    state = twice_stuck()
    table = f"{RED} | Pc Ps Pt"
    state = qwirkle.position(
        FREE, table=table, hands=state.hands, pile=state.pile, shown=state.shown, turn=0
    )
    after = play(state, f"lay {table} Pd")
    assert known(after, "Pd") == [0, 1, 1]
    assert after.shown[0] == ()
    assert after.shown[1] == after.shown[2]
    assert Counter(state.shown[1]) - Counter(after.shown[1]) == Counter(cards("Pd"))


def test_K8_a_card_that_cannot_be_the_shown_one() -> None:
    """If a player who has not drawn since plays another copy, the shown one stays known."""
    state = dealt(
        f"{RED} | Bc Bs Bd",
        "Gc",
        "Bk",
        "Rx",
        pile="Bk Bk Yx",
        shown=["", "Bk", "Bk Yx"],
        turn=1,
    )
    after = qwirkle.apply(state, move(f"lay {RED} | Bc Bs Bd Bk"), draw="Bk Bk Yx")
    assert after.shown == ((), (), cards("Yx Bk"))
    # If two copies were shown to another player, it may be the one this player could draw.
    state = qwirkle.position(
        FREE, table=state.table, hands=state.hands, pile="Bk", shown=["", "", "Bk"], turn=1
    )
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), (), ())


def test_K8_in_the_last_round_nobody_draws() -> None:
    """Shown cards stay known, except those that may have been drawn and are laid now."""
    table = f"{RED} | Bc Bs Bd"
    state = dealt(table, "Bk", "Bk", "Rx", shown=["", "Bk", "Bk"], turn=1, turns_left=3)
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), cards("Bk"), cards("Bk"))  # seat 1 had another one
    state = dealt(table, "Bk", "Bk", "Rx", shown=["", "Bk", "Bk"], turn=0, turns_left=3)
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), (), ())  # seat 0 had drawn the shown one


def samples(view: CardView, number: int = 60) -> list[CardState]:
    """Sampled states, each checked to give the same view."""
    random = Random(7)
    found = [view.sample_state(random) for _ in range(number)]
    for state in found:
        assert view.variant.observe(state, view.seat) == view
        assert eval(repr(state), vars(qwirkle).copy()) == state
    return found


def test_K8_no_sampled_hand_holds_a_shown_card() -> None:
    """Seat 1 has not drawn since, but seat 0 has: sampled states respect the difference."""
    cross = Tile.parse("Gx")
    fields: dict[str, Any] = {"shown": ["", "Gx", "Gx"], "turn": 1}
    state = dealt(RED, "Yc Yd", "Oc Od", "Pt", pile="Gx Bk Bs", **fields)
    found = samples(FREE.observe(state, 2))
    assert {cross in sampled.hands[1] for sampled in found} == {False}
    assert {cross in sampled.hands[0] for sampled in found} == {False, True}
    assert {cross in sampled.pile for sampled in found} == {False, True}
    # Seat 0 knows that neither of the others has it, so it is in the pile.
    found = samples(FREE.observe(state, 0))
    assert {cross in sampled.pile for sampled in found} == {True}
    # If nothing was shown, nothing is known.
    plain = dealt(RED, "Yc Yd", "Oc Od", "Pt", pile="Gx Bk Bs", turn=1)
    found = samples(FREE.observe(plain, 2))
    assert {cross in sampled.hands[1] for sampled in found} == {False, True}


def test_K8_another_copy_may_be_anywhere() -> None:
    """One of two crosses was shown; the other may be in any hand."""
    cross = Tile.parse("Gx")
    state = dealt(RED, "Yc Yd", "Oc Gx", "Pt", pile="Gx Bk Bs", shown=["Gx", "Gx", "Gx"], turn=1)
    found = samples(FREE.observe(state, 2))
    assert {sampled.hands[1].count(cross) for sampled in found} == {0, 1}
    assert {sampled.hands[0].count(cross) for sampled in found} == {0, 1}
    assert {sampled.pile.count(cross) for sampled in found} == {1, 2}


def test_K8_the_players_own_hand_may_hold_a_shown_card() -> None:
    """Then the shown card is not elsewhere: another player may hold the other cross."""
    cross = Tile.parse("Gx")
    # Seat 0 has drawn the cross that was shown; the only unseen one is with seat 1.
    state = dealt(RED, "Gx", "Gx", shown=["", "Gx"], turns_left=2)
    for sampled in samples(FREE.observe(state, 0), 5):
        assert sampled.hands == state.hands
    # From the other side there is no doubt either: seat 0 has the unseen one.
    for sampled in samples(FREE.observe(state, 1), 5):
        assert sampled.hands == state.hands
    # Seat 0 has not drawn since, so its cross is another, and the shown one is in the pile.
    state = dealt(RED, "Gx", "Yc", pile="Gx", shown=["Gx", "Gx"])
    for sampled in samples(FREE.observe(state, 0), 20):
        assert (sampled.hands[1], sampled.pile) == (cards("Yc"), (cross,))


def test_K8_samples_deal_first_to_the_player_who_has_not_drawn_for_longest() -> None:
    """Seat 1 can hold only one card, so the other hands must not get that one."""
    state = dealt(RED, "Gx Bx", "Yc", "Px", pile="Ox", shown=["", "Ox Gx Bx", "Ox Gx Bx"], turn=0)
    for sampled in samples(FREE.observe(state, 2), 30):
        assert sampled.hands[1] == cards("Yc")
    state = dealt(RED, "Yc", "Gx Bx", "Px", pile="Ox", shown=["Ox Gx Bx", "", "Ox Gx Bx"], turn=0)
    for sampled in samples(FREE.observe(state, 2), 30):
        assert sampled.hands[0] == cards("Yc")


# K9: the end of a turn


@pytest.mark.parametrize("number", [1, 3, 4])
def test_K9_the_hand_is_drawn_up_to_nine(number: int) -> None:
    """As many cards as were played are drawn from the top of the pile."""
    hand = "Rt Gc Gs Gd Oc Os Yk Bk Px"
    text = {1: f"{RED} Rt", 3: f"{RED} | Gc Gs Gd", 4: f"{RED} Rt | Gc Gs Gd"}[number]
    state = dealt(RED, hand, "Ox", pile="Yx Yt Bx Bt Pk")
    assert qwirkle.draws(state, move(f"lay {text}")) == state.pile[:number]
    after = play(state, f"lay {text}")
    assert len(after.hands[0]) == 9
    assert after.pile == state.pile[number:]
    left = Counter(state.hand) - (Counter(cards(text.replace("|", ""))) - Counter(cards(RED)))
    assert Counter(after.hands[0]) == left + Counter(state.pile[:number])
    assert list(after.hands[0]) == sorted(after.hands[0])
    assert after.hands[1] == state.hands[1]


def test_K9_a_short_hand_is_filled_up() -> None:
    """A hand of two grows to nine whatever was played, or by the cards that are left."""
    state = dealt(RED, "Rt Gk", "Ox", pile=f"{NEXT} Pt")
    after = play(state, f"lay {RED} Rt")
    assert after.hands[0] == tuple(sorted(cards(f"Gk {NEXT}")[:9]))
    assert words(after.pile) == "Bx Pt"
    after = play(dealt(RED, "Rt Gk", "Ox", pile="Yx Pt"), f"lay {RED} Rt")
    assert (words(after.hands[0]), after.pile) == ("Yx Gk Pt", ())


def test_K9_a_draw_does_not_mix_the_pile() -> None:
    """The pile keeps its order while cards are drawn from it."""
    random = Random(3)
    state = qwirkle.new_game(FREE, players=2, seed=11)
    pile = state.pile
    for _ in range(6):
        state = qwirkle.apply(state, FREE.legal_moves(state).sample(random))
        assert state.pile == pile[len(pile) - len(state.pile) :]


# K10 and R18: the last round


@pytest.mark.parametrize(
    ("players", "first"), [(players, seat) for players in (2, 3, 4) for seat in range(players)]
)
def test_K10_every_player_has_one_last_turn(players: int, first: int) -> None:
    """The player who drew the last card has one too; turns go by seat."""
    hands = ["Gk Bx Ot Yd"] * 2 + ["Pk Px Ok Ys"] * 2
    hands[first] = f"Rt {hands[first]}"
    state = dealt(RED, *hands[:players], pile="Yc", turn=first)
    assert state.turns_left is None
    state = play(state, f"lay {RED} Rt")
    assert (state.pile, state.turns_left, state.is_over) == ((), players, False)
    order = []
    for left in range(players, 0, -1):
        assert (state.turns_left, state.is_over, state.outcome) == (left, False, None)
        assert texts(state) == ["pass"]
        order.append(state.turn)
        state = play(state, "pass")
    assert order == [(first + 1 + i) % players for i in range(players)]
    assert (state.turns_left, state.is_over) == (0, True)
    assert state.outcome is not None
    assert state.outcome.reason is CardEnd.LAST_ROUND
    assert state.turn == (first + 1) % players


def test_K10_it_begins_when_the_last_card_is_drawn() -> None:
    """It does not begin while a card is left, nor before a draw wants more than there are."""
    hand = "Rt Rk Gc Gs Oc Os Yk Bk Px"
    one_left = play(dealt(RED, hand, "Ox", pile="Yx Yt"), f"lay {RED} Rt")
    assert (len(one_left.pile), one_left.turns_left) == (1, None)
    none_left = play(dealt(RED, hand, "Ox", pile="Yx Yt"), f"lay {RED} Rt Rk")
    assert (len(none_left.pile), none_left.turns_left) == (0, 2)
    too_few = play(dealt(RED, hand, "Ox", pile="Yx"), f"lay {RED} Rt Rk")
    assert (len(too_few.pile), too_few.turns_left, len(too_few.hands[0])) == (0, 2, 8)


def test_K10_after_the_last_turn_nothing_is_legal() -> None:
    """A lay that would fit is refused too, and the reason names the rule."""
    state = dealt(RED, "Rt", "Rk", turns_left=1)
    assert texts(state) == ["lay Rc Rs Rd Rt"]
    after = play(state, "lay Rc Rs Rd Rt")
    assert after.is_over
    assert texts(after) == []
    moves = FREE.legal_moves(after)
    assert (bool(moves), bool(moves.lays), moves.best(), moves.playable()) == (
        False,
        False,
        None,
        (),
    )
    for text in ("lay Rc Rs Rd Rt Rk", "pass", "redraw"):
        assert reason(after, text) == ("game-over", ("K10",), "the game is over")
    for seat in range(2):
        view = FREE.observe(after, seat)
        assert view.is_over
        assert (view.outcome, view.winners) == (after.outcome, after.winners)
        assert codes(view, "pass") == ["game-over"]
        assert not FREE.legal_moves(view)


def test_K10_hands_are_not_filled_up_any_more() -> None:
    """Cards played in the last round are not replaced; every turn lowers the count by one."""
    state = dealt(RED, "Rt Gk", "Rk Gk", "Rx Gk")
    assert state.turns_left == 3
    state = play(state, f"lay {RED} Rt", f"lay {RED} Rt Rk")
    assert (state.turns_left, [len(hand) for hand in state.hands]) == (1, [1, 1, 2])
    state = play(state, f"lay {RED_SIX}")
    assert (state.turns_left, state.scores, state.winners) == (0, (0, 0, 1), (2,))


def test_K10_a_qwirkle_of_the_last_turn_counts() -> None:
    """The last player to move may still win."""
    table = "Rc Rs Rd Rt Rk"
    state = dealt(table, "Gk", "Rx", qwirkles=["Gc Gs Gd Gt Gk Gx", ""], turn=1, turns_left=1)
    after = play(state, f"lay {RED_SIX}")
    assert (after.scores, after.winners) == ((1, 1), (0, 1))


def test_R18_K10_an_empty_hand_passes() -> None:
    """In the last round there are no cards to draw or to lay."""
    state = dealt(RED, "", "Rt", "", turns_left=2)
    assert texts(state) == ["pass"]
    assert codes(state, "redraw") == ["nothing-new"]
    assert codes(state, f"lay {RED}") == ["nothing-played"]
    assert codes(state, f"lay {RED} Rt") == ["not-your-card", "nothing-played"]
    assert "holds nothing" in violations(state, f"lay {RED} Rt")[0].message
    after = play(state, "pass")
    assert (after.turn, after.turns_left, after.hands) == (1, 1, state.hands)
    after = play(after, f"lay {RED} Rt")
    assert after.is_over


def test_R18_K10_all_hands_empty() -> None:
    """Every player passes, and the game ends."""
    state = dealt(RED, "", "", "")
    for seat in range(3):
        assert (state.turn, texts(state)) == (seat, ["pass"])
        state = play(state, "pass")
    assert state.is_over
    assert state.winners == (0, 1, 2)


# K11: the winners


def test_K11_the_most_qwirkles_win_and_ties_are_shared() -> None:
    """There is no winner before the end; then all players with the most Qwirkles win."""
    cases: list[tuple[list[int], tuple[int, ...]]] = [
        ([1, 0], (0,)),
        ([0, 2], (1,)),
        ([0, 0], (0, 1)),
        ([1, 1], (0, 1)),
        ([1, 2, 2], (1, 2)),
        ([2, 1, 2, 0], (0, 2)),
        ([0, 0, 1, 0], (2,)),
        ([1, 1, 1, 1], (0, 1, 2, 3)),
    ]
    for taken, winners in cases:
        with case(taken, winners):
            lines = iter(
                [words(c for c in sorted(set(BOX)) if c.color is color) for color in Color]
            )
            qwirkles = [" | ".join(next(lines) for _ in range(number)) for number in taken]
            hands = [""] * len(taken)
            state = dealt("", *hands, qwirkles=qwirkles, turns_left=1, turn=0)
            assert (state.winners, state.outcome) == ((), None)
            after = play(state, "pass")
            assert after.scores == tuple(taken)
            assert after.winners == winners
            assert after.outcome is not None
            assert (after.outcome.scores, after.outcome.winners) == (tuple(taken), winners)
            for seat in range(len(taken)):
                assert FREE.observe(after, seat).winners == winners


def test_K11_only_qwirkles_count() -> None:
    """Cards left in the hand or laid in rows score nothing."""
    state = dealt(RED, STUCK, "", qwirkles=[RED_SIX, ""], turns_left=0)
    assert state.winners == (0,)
    state = dealt(RED, "", "Rt", turn=1, turns_left=1)
    assert play(state, f"lay {RED} Rt").winners == (0, 1)


# K12: the picture of the rows


TABLE = "Rc Rs Rd | Gt Gk Gx | Rt Rk Rx | Yc Gc Bc Pc | Rc Oc Gc | Os Bs Ps"


def test_K12_shapes_side_by_side_and_colours_below() -> None:
    """Each row is a run of neighbours; rows of one shape, or of one colour, share a line."""
    state = dealt(TABLE, "Rt", "Ox", pile="Px Pk")
    scene = FREE.scene(state)
    runs: dict[int, list[str]] = {}
    for y in sorted({cell.y for cell, _ in scene.tiles}):
        line = {cell.x: card for cell, card in scene.tiles if cell.y == y}
        text = "".join(f"{line.get(x, '-')} " for x in range(max(line) + 1))
        runs[y] = [run.strip() for run in text.split("-") if run.strip()]
    assert runs == {
        0: ["Rc Oc Gc", "Yc Gc Bc Pc"],
        1: ["Os Bs Ps"],
        2: ["Rc Rs Rd", "Rt Rk Rx"],
        3: ["Gt Gk Gx"],
    }
    cards = dict(scene.tiles)
    assert [" ".join(str(cards[cell]) for cell in row) for _, row in scene.labels] == [
        run for line in runs.values() for run in line
    ]
    assert [label for label, _ in scene.labels] == list("012345")
    assert len({cell for cell, _ in scene.tiles}) == len(scene.tiles) == 19
    assert min(cell.x for cell, _ in scene.tiles) == 0
    # The longest rows side by side do not touch.
    long = dealt("Rc Oc Yc Gc Bc | Rc Oc Yc Gc Pc", "Rt", "Ox", pile="Px")
    columns = sorted(cell.x for cell, _ in FREE.scene(long).tiles)
    assert columns == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]


def test_K12_the_scene_describes_the_rest() -> None:
    """It has the players with their Qwirkles and hands, the pile, the last round and the end."""
    fields: dict[str, Any] = {"players": ["Ada", "Bob"], "qwirkles": [RED_SIX, ""]}
    state = dealt(RED, "Rt Gk", "Ox", pile="Px Pk", **fields)
    scene = FREE.scene(state)
    assert scene.unit == "Qwirkles"
    assert scene.notes == ("2 cards in the pile", "taken by Ada: red")
    assert [(seat.name, seat.score, seat.size, seat.to_move) for seat in scene.seats] == [
        ("Ada", 1, 2, True),
        ("Bob", 0, 1, False),
    ]
    assert [seat.hand for seat in scene.seats] == list(state.hands)
    assert [seat.hand for seat in FREE.scene(FREE.observe(state, 1)).seats] == [
        None,
        state.hands[1],
    ]
    assert FREE.scene(FREE.observe(state, 1)).tiles == scene.tiles
    last = dealt(RED, "Rt", "Ox", **fields)
    assert FREE.scene(last).notes == (
        "0 cards in the pile",
        "the last round: 2 turns left",
        "taken by Ada: red",
    )
    nearly = dealt(RED, "Rt", "Ox", turns_left=1, **fields)
    assert FREE.scene(nearly).notes[1] == "the last round: 1 turn left"
    over = dealt(RED, "Rt", "Ox", turns_left=0, **fields)
    assert FREE.scene(over).notes == (
        "0 cards in the pile",
        "taken by Ada: red",
        "the game is over: everyone has had their last turn",
        "Ada won, 1 to 0",
    )
    assert not any(seat.to_move for seat in FREE.scene(over).seats)


def test_K12_as_text() -> None:
    """The picture has this form in a terminal."""
    qwirkles = [f"{RED_SIX} | Rc Oc Yc Gc Bc Pc", "", "Ps Os Ys Gs Bs Rs"]
    state = dealt(
        "Rd Yd Bd | Od Gd Pd | Gt Gk Gx",
        "Yt Gk",
        "Ox",
        "Bx Bk Bt",
        pile="Px Pk",
        players=["Ada", "Bob", "Cy"],
        qwirkles=qwirkles,
        turn=2,
    )
    assert qwirkle.render.text(state).splitlines() == [
        " 0  Rd Yd Bd",
        " 1  Od Gd Pd",
        " 2  Gt Gk Gx",
        "  Ada     2 Qwirkles  Yt Gk",
        "  Bob     0 Qwirkles  Ox",
        "> Cy      1 Qwirkle   Bt Bk Bx",
        "2 cards in the pile",
        "taken by Ada: red, circle",
        "taken by Cy: square",
    ]
    view = qwirkle.render.text(qwirkle.observe(state, 1)).splitlines()
    assert view[3:6] == [
        "  Ada     2 Qwirkles  2 hidden",
        "  Bob     0 Qwirkles  Ox",
        "> Cy      1 Qwirkle   3 hidden",
    ]
    bare = dealt("", "Rc Rs Rd", "Ox", pile="Px Pk")
    assert qwirkle.render.text(bare).splitlines()[0] == "(no cards in play)"


def test_K12_the_picture_does_not_matter_for_the_rules() -> None:
    """The state does not say where a row is drawn: rows are sorted and have no cells."""
    state = dealt("Gt Gk Gx | Rd Rs Rc", "Rt", "Ox", pile="Px")
    assert state == dealt("Rc Rs Rd | Gx Gk Gt", "Rt", "Ox", pile="Px")
    assert [cell for cell, _ in FREE.scene(state).tiles][:4] == [
        Cell(0, 0),
        Cell(1, 0),
        Cell(2, 0),
        Cell(0, 1),
    ]


# The game as a whole


def test_every_code_occurs() -> None:
    """Each has a message, and rules of this game or the ruling that it names."""
    for code in CardCode:
        with case(code):
            state = dealt(RED, "Rt Gk", "Ox", pile="Px")
            stuck = dealt(RED, "Gk", "Ox", pile="Px")
            strict = dealt("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc", "Ox", pile="Px", variant=STRICT)
            fives = dealt(FIVES, "Bc", "Ox", pile="Px", variant=STRICT)
            cases: dict[CardCode, tuple[CardState | CardView, Any, tuple[str, ...]]] = {
                CardCode.GAME_OVER: (dealt(RED, "Rt", "Ox", turns_left=0), "pass", ("K10",)),
                CardCode.NOT_YOUR_TURN: (FREE.observe(state, 1), "pass", ("K13",)),
                CardCode.NO_SUCH_MOVE: (state, Shrug(), ("K4",)),
                CardCode.ROW_TOO_SHORT: (state, f"lay {RED} | Rt", ("K3",)),
                CardCode.ROW_TOO_LONG: (state, f"lay {RED_SIX} Gk", ("K3",)),
                CardCode.DUPLICATE_IN_ROW: (state, f"lay {RED} Rt Rt", ("K3",)),
                CardCode.ROW_MISMATCH: (state, f"lay {RED} Gk", ("K3",)),
                CardCode.CARD_MISSING: (state, "lay Rc Rs Rt", ("K5",)),
                CardCode.NOT_YOUR_CARD: (state, f"lay {RED} Rk", ("K4",)),
                CardCode.NOT_IN_BOX: (state, Lay([cards("Rc") * 109]), ("K1",)),
                CardCode.NOTHING_PLAYED: (state, f"lay {RED}", ("K4",)),
                CardCode.NOT_OPENING_SET: (OPENING, "lay Rc Rs Rd", ("K2", "R17")),
                CardCode.ROW_GONE: (strict, f"lay {RED_SIX} | Bc Yc Gc", ("K6", "R14")),
                CardCode.NEW_ROW_WITHOUT_CARD: (
                    fives,
                    f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs",
                    ("K6", "R14"),
                ),
                CardCode.CAN_LAY: (state, "redraw", ("K8",)),
                CardCode.MUST_REDRAW: (stuck, "pass", ("K8",)),
                CardCode.NOTHING_NEW: (dealt(RED, "Gk", "Ox"), "redraw", ("R15",)),
            }
            table, wanted, rules = cases[code]
            wanted = move(wanted) if isinstance(wanted, str) else wanted
            found = [
                violation for violation in qwirkle.check(table, wanted) if violation.code is code
            ]
            assert {violation.rules for violation in found} == {rules}
            for violation in found:
                assert violation.message
                assert str(violation) == f"{violation.message} [{', '.join(rules)}]"
                assert set(rules) <= {*CARD_GAME, "R14", "R15", "R16", "R17", "R18"}


def test_K1_K12_the_variant_is_found_by_its_name() -> None:
    """It is a game of its own, not one of the tile games."""
    variant = qwirkle.get_variant("cards")
    assert isinstance(variant, CardGame)
    assert not isinstance(variant, TileGame)
    assert (variant.name, variant.version, variant.hand_size) == ("cards", 1, 9)
    assert variant.move_types == (Lay, Redraw, Pass)
    assert all(is_row(row) for row in dealt(TABLE, "", "").table)


@pytest.mark.parametrize(
    ("rows", "hand", "text", "words", "cells"),
    [
        (RED, "Rt Gk", f"lay {RED} Rt", "play the red star", "3,0"),
        (
            f"{RED} | Gt Bt Pt",
            "Yt",
            f"lay {RED} | Yt Gt Bt Pt",
            "play the yellow star",
            "0,0",
        ),
        (
            "Rc Rs Rd Rt | Gt Bt Pt",
            "Yt",
            "lay Rc Rs Rd | Rt Yt Gt Bt Pt",
            "play the yellow star, regrouping the rows",
            "1,0",
        ),
        (
            RED,
            "Rt Rk Rx",
            f"lay {RED_SIX}",
            "play the red star, the red clover and the red cross",
            "",
        ),
        (
            RED,
            "Rc Bc Gc",
            f"lay {RED} | Rc Bc Gc",
            "play the red circle, the green circle and the blue circle",
            "0,0 1,0 2,0",
        ),
    ],
    ids=["a card", "the right row", "regrouped", "a Qwirkle", "one like another"],
)
def test_a_turn_in_words_and_highlighted(
    rows: str, hand: str, text: str, words: str, cells: str
) -> None:
    """The words say which cards are played, and the picture marks them in the rows."""
    state = dealt(rows, hand, "Ox", pile="Px")
    wanted = move(text)
    assert FREE.in_words(state, wanted) == FREE.in_words(FREE.observe(state, 0), wanted) == words
    found = FREE.highlights(state, wanted, qwirkle.apply(state, wanted))
    assert " ".join(map(str, found)) == cells
    assert FREE.in_words(state, qwirkle.Pass()) == "pass"
    assert FREE.highlights(state, qwirkle.Pass(), state) == ()
