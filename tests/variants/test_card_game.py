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
from qwirkle.chance import mixed
from qwirkle_variants import CardCode, CardEnd, CardGame, CardState, CardView, Lay, Redraw
from qwirkle_variants.cards import game as game_module
from qwirkle_variants.statements import CARD_GAME

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
    """The first seat of those that announce the highest number, ages being unknown."""
    announced = [largest(hand) for hand in state.hands]
    return announced.index(max(announced))


# K1: cards, hands and the pile


@EACH_NUMBER
def test_K1_nine_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    """Three of each of 36 kinds, nothing on the table, and nothing has happened yet."""
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
    """The same one gives the same game, another one another game."""
    games = [qwirkle.new_game("cards", players=3, seed=seed) for seed in range(50)]
    assert games == [qwirkle.new_game(FREE, players=3, seed=seed) for seed in range(50)]
    assert len({game.hands for game in games}) == len({game.pile for game in games}) == 50
    assert any(list(game.pile) != sorted(game.pile) for game in games)


def test_K1_the_readings_share_the_deal() -> None:
    """R14 is about the table only."""
    free, strict = (qwirkle.new_game(variant, players=2, seed=4) for variant in READINGS)
    assert (free.hands, free.pile, free.turn) == (strict.hands, strict.pile, strict.turn)
    assert free != strict


@pytest.mark.parametrize("players", [0, 1, 5, ["Ada"], ["A", "B", "C", "D", "E"]])
def test_K1_two_to_four_can_play(players: object) -> None:
    """No more, and nobody alone."""
    assert list(FREE.player_counts) == [2, 3, 4]
    with pytest.raises(InvalidValue, match="2 to 4 players can play"):
        qwirkle.new_game("cards", players=players, seed=1)


def test_K1_the_pile_and_the_other_hands_are_hidden() -> None:
    """A view has their numbers, and what is in them all together."""
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
    """Nine are a hand, ten are not."""
    assert dealt(RED, STUCK, "").hands[0] == tuple(sorted(cards(STUCK)))
    with pytest.raises(InvalidPosition, match=r"10 \w+ are more than 9 \[K1\]"):
        dealt(RED, STUCK + " Px", "")


def test_K1_there_are_three_of_a_kind_and_no_more() -> None:
    """Wherever they are: hands, table, pile and Qwirkles count together."""
    dealt("Rc Rs Rd", "Rc", "Rt", pile="Rs", qwirkles=[RED_SIX, ""])
    for hand, pile in (("Rc Rc", ""), ("Rc", "Gd Rc")):
        with pytest.raises(InvalidPosition, match=r"one red circle \(Rc\) more than the box"):
            dealt("Rc Rs Rd", hand, "Rt", pile=pile, qwirkles=[RED_SIX, ""])


# K2: who starts, and with what


@pytest.mark.parametrize(("players", "seed"), [(2, 20), (2, 71), (3, 1242), (3, 1247), (4, 5107)])
def test_K2_deal_again_if_nobody_has_three(players: int, seed: int) -> None:
    """The first mixing of these seeds gives nobody a set of three, so the cards are dealt anew."""
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
    """Every deal but the last gives nobody three; none of the mixings is that of a later move."""
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
    """Seven bad deals, each asked for by another number, then a good one, which is taken."""
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
    """One player with three is enough: nothing is dealt again."""
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
    """Counted once more, plainly, for many deals; of those tied the first, with no ages."""
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
        ((30, 20, 40), 2),  # the third is older, but announces more than the others
        ((30, 20, 5), 2),
    ],
)
def test_K2_age_matters_only_in_a_tie(ages: tuple[int, ...], turn: int) -> None:
    """The highest number alone decides, if one alone has it."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd Bt"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == turn


@pytest.mark.parametrize(
    ("ages", "turn"),
    [
        ((30, 20, 40), 1),
        ((20, 30, 40), 0),
        ((30, 40, 10), 0),  # the youngest of all has no part in the tie
        ((30, 40, None), 0),  # nor has the one whose age is unknown
        ((40, 30, None), 1),
    ],
)
def test_K2_of_those_tied_the_youngest(ages: tuple[int | None, ...], turn: int) -> None:
    """Not the oldest, as in the tile game."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Yd"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == turn


@pytest.mark.parametrize("ages", [(30, None, 10), (None, 10, 20), (None, None, None), (20, 20, 20)])
def test_R1_K2_ages_unknown_or_equal(ages: tuple[int | None, ...]) -> None:
    """If one age of those tied is unknown, or all are the same, the lowest seat starts."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd"]
    assert dealt("", *hands, pile="Yx", players=seated(*ages)).turn == 0


def test_R1_K2_equally_young() -> None:
    """Of those tied, the lowest seat of the youngest."""
    hands = ["Rc Rs Rd", "Gc Gs Gd", "Bc Bs Bd"]
    assert dealt("", *hands, pile="Yx", players=seated(30, 20, 20)).turn == 1


def test_K2_new_games_look_at_the_ages() -> None:
    """Among these deals there are ties, and then the youngest of those tied starts."""
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
def test_R17_K2_exactly_the_announced_set(variant: CardGame) -> None:
    """Nothing else can be laid, and nothing else can be done."""
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
    """Rows that would be rows in a later turn break nothing but this."""
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
    """Four of a colour, four of a shape, or four of another colour; a card may be in two."""
    state = dealt("", "Rc Rs Rd Rt Oc Yc Gc Bx Px", "Yx", pile="Ox")
    assert texts(state) == ["lay Rc Rs Rd Rt", "lay Rc Oc Yc Gc"]
    [found] = violations(state, "lay Rc Rs Rd")
    assert found.message.endswith(": Rc Rs Rd Rt or Rc Oc Yc Gc")
    for text in texts(state):
        assert is_legal(state, text)
    # Only one of them is laid, although both sets are there.
    state = dealt("", "Rc Rs Rd Rt Gc Gs Gd Gt", "Yx", pile="Ox")
    assert texts(state) == ["lay Rc Rs Rd Rt", "lay Gc Gs Gd Gt"]
    assert codes(state, "lay Rc Rs Rd Rt | Gc Gs Gd Gt") == ["not-opening-set"]


@EACH_READING
def test_R17_K2_after_the_first_row_nobody_is_bound(variant: CardGame) -> None:
    """The second player may lay less than the largest set, and add to what lies there."""
    hands = ["Rc Rs Rd", "Rt Gc Gs Gd Gt"]
    state = dealt("", *hands, pile="Ox Px Yx", turn=0, variant=variant)
    state = play(state, "lay Rc Rs Rd")
    assert state.turn == 1
    assert is_legal(state, "lay Rc Rs Rd Rt")
    assert is_legal(state, "lay Rc Rs Rd | Gc Gs Gd")
    assert is_legal(state, "lay Rc Rs Rd Rt | Gc Gs Gd")


@EACH_READING
def test_K7_R17_a_set_of_six_at_the_opening(variant: CardGame) -> None:
    """It is a Qwirkle, taken at once; then the next player may lay anything on a bare table."""
    hands = [f"{RED_SIX} Gd", "Yc Ys Yd Yt Oc Os Od Bk", "Bx"]
    state = dealt("", *hands, pile="Pc Ps Pd Pt Pk Px Gx", variant=variant)
    assert texts(state) == [f"lay {RED_SIX}"]
    assert qwirkle.score(state, move(f"lay {RED_SIX}")).total == 1
    after = play(state, f"lay {RED_SIX}")
    assert (after.table, after.qwirkles, after.turn) == ((), (rows(RED_SIX), (), ()), 1)
    assert after.scores == (1, 0, 0)
    # It is no opening any more: less than the largest set, or several sets.
    for text in ("Yc Ys Yd", "Oc Os Od", "Yc Ys Yd Yt | Oc Os Od"):
        assert is_legal(after, f"lay {text}")
    assert codes(after, "lay Yc Ys") == ["row-too-short"]
    assert codes(after, "lay") == ["nothing-played"]


def test_K7_R17_after_such_an_opening_the_next_one_can_be_stuck() -> None:
    """With a bare table and no three that share anything, a new hand is drawn."""
    state = dealt("", f"{RED_SIX} Gd", STUCK, pile="Px Px Ox Ox Ox Yc Gc " + NEXT)
    after = play(state, f"lay {RED_SIX}")
    assert texts(after) == ["redraw"]
    assert codes(after, "lay Ot Ok Yx") == ["row-mismatch"]


def test_K2_K8_a_set_up_opening_without_a_set() -> None:
    """No deal gives such a hand, but a position may: it is stuck, and then opens with another."""
    state = dealt("", STUCK, "Rx", pile="Pc Ps Pd Pt Pk Rs Rd Rt Rk Gx")
    assert texts(state) == ["redraw"]
    [found] = violations(state, "lay Ot Ok Yx")[1:]
    assert found.message == "the first row must be a largest set of the hand: nothing"
    after = play(state, "redraw")
    assert after.turn == 0
    assert texts(after) == ["lay Pc Ps Pd Pt Pk"]


def test_K13_then_it_goes_round_clockwise() -> None:
    """In the order of the seats, from the player who started, and from the last to the first."""
    hands = ["Rt", "Rk", "Rc Rs Rd", "Rx"]
    state = dealt("", *hands, pile="Yc Os Gd Bt Pk Ox Gs Bd")
    order = [state.turn]
    for text in ("Rc Rs Rd", "Rc Rs Rd Rx", "Rc Rs Rd Rt Rx", f"{RED_SIX}"):
        state = play(state, f"lay {text}")
        order.append(state.turn)
    assert order == [2, 3, 0, 1, 2]


def test_K13_a_waiting_player_has_no_moves() -> None:
    """The view of another seat offers nothing, and says whose turn it is."""
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


# K3: what a row is


@EACH_READING
def test_K3_three_to_six_of_a_colour_or_a_shape(variant: CardGame) -> None:
    """Any three to six different cards of one colour, or of one shape."""
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
    # Every row that is none is named.
    "Rc Rs | Rd Rt | Gc Gs Yt": [
        ("row-too-short", "the row Rc Rs is too short: a row has at least 3 cards"),
        ("row-too-short", "the row Rd Rt is too short: a row has at least 3 cards"),
        ("row-mismatch", "the row Yt Gc Gs is neither of one colour nor of one shape"),
    ],
}


def test_K3_every_way_a_row_can_be_wrong() -> None:
    """With its code, its rule, and a message that names the row and the card."""
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


def test_K3_a_card_alone_and_a_row_of_none() -> None:
    """They are no rows either."""
    [found] = violations(ROWS, "lay Rc Rs Rd | Gc")
    assert (found.code, found.rules) == (CardCode.ROW_TOO_SHORT, ("K3",))
    assert found.message.startswith("the row Gc is too short")
    with pytest.raises(QwirkleError):
        qwirkle.apply(ROWS, Lay([[], cards("Rc Rs Rd Rt")]))
    qwirkle.apply(ROWS, Lay([cards("Rc Rs Rd Rt")]))


def test_K3_six_alike_are_no_two_rows_in_one() -> None:
    """A row is of a colour or of a shape, not half of each."""
    state = dealt(RED, "Gd Bd Yd", "Ox", pile="Px")
    assert codes(state, "lay Rc Rs Rd Gd Bd Yd") == ["row-mismatch"]
    assert codes(state, "lay Rc Rs Rd Gd Bd") == ["row-mismatch"]
    assert is_legal(state, "lay Rc Rs Rd | Gd Bd Yd")


# K4: a card at least


def test_K4_nothing_played() -> None:
    """The table as it is, the table anew, or no table at all."""
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
def test_K5_a_card_of_the_table_is_missing(text: str, message: str) -> None:
    """Cards that have been played stay in the rows: nobody takes one back."""
    table = f"{RED} | Gs Gd Gt" if "G" in text + message else RED
    state = dealt(table, "Rt Rk Rx", "Ox", pile="Px")
    found = [v for v in violations(state, f"lay {text}") if v.code is CardCode.CARD_MISSING]
    assert [(violation.rules, violation.message) for violation in found] == [(("K5",), message)]


def test_K5_a_copy_that_is_missing() -> None:
    """One of two is as good as the other, but both must lie somewhere."""
    state = dealt(f"{RED} | Rc Gc Bc", "Rt Yc", "Ox", pile="Px")
    assert codes(state, "lay Rs Rd Rt | Rc Gc Bc") == ["card-missing"]
    assert is_legal(state, "lay Rs Rd Rc Rt | Rc Gc Bc Yc")


@pytest.mark.parametrize(
    ("text", "cards_named"),
    [
        ("Rc Rs Rd Rk", "Rk"),  # with nobody
        ("Rc Rs Rd Rx", "Rx"),  # with the other player
        ("Rc Rs Rd | Yc Ys Yd", "Yc Ys Yd"),
        ("Rc Rs Rd Rt | Rc Rs Rt", "Rc Rs Rt"),  # a second copy of each
    ],
)
def test_K4_a_card_that_is_not_in_the_hand(text: str, cards_named: str) -> None:
    """It says which, and what the hand holds."""
    state = dealt(RED, "Rt Gk", "Rx", pile="Px")
    [found] = [v for v in violations(state, f"lay {text}") if v.code is CardCode.NOT_YOUR_CARD]
    assert found.rules == ("K4",)
    assert found.message.startswith(f"the rows and the hand lack {cards_named};")
    assert "Rt Gk" in found.message


def test_K4_more_copies_than_the_hand_holds() -> None:
    """One red star can go to one row."""
    state = dealt(f"{RED} | Gt Bt Pt", "Rt", "Rx", pile="Px")
    assert is_legal(state, f"lay {RED} Rt | Gt Bt Pt")
    assert is_legal(state, f"lay {RED} | Rt Gt Bt Pt")
    assert codes(state, f"lay {RED} Rt | Rt Gt Bt Pt") == ["not-your-card"]
    state = dealt(f"{RED} | Gt Bt Pt", "Rt Rt", "Rx", pile="Px")
    assert is_legal(state, f"lay {RED} Rt | Rt Gt Bt Pt")


def test_K4_everything_that_is_wrong_at_once() -> None:
    """In the order of the rules: the rows, what is missing, what is not there."""
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
def test_K4_to_new_rows_to_old_ones_and_to_several_at_once(variant: CardGame) -> None:
    """One card or all nine, wherever they fit; what is played leaves the hand."""
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


def test_K4_other_moves_are_none_of_this_game() -> None:
    """They are refused like any other illegal move."""
    for other in [Exchange("Rt"), Place({(0, 0): "Rt"}), Shrug()]:
        with case(other):
            state = dealt(RED, "Rt", "Ox", pile="Px")
            wanted = ("no-such-move", ("K4",), f"this game has no move like {other}")
            assert reason(state, other) == wanted
            over = dealt(RED, "Rt", "Ox", turns_left=0)
            assert codes(over, other) == ["game-over"]


# K5: regrouping


def test_K5_rows_of_colours_become_rows_of_shapes() -> None:
    """Nine cards in a square lie in either way, whichever way they lay before."""
    state = dealt("Rc Rs Rd | Yc Ys Yd", "Gc Gs Gd", "Ox", pile="Px")
    assert set(texts(state)) == {
        "lay Rc Rs Rd | Yc Ys Yd | Gc Gs Gd",
        "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd",
    }
    after = play(state, "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd")
    assert after.table == rows("Rc Yc Gc", "Rs Ys Gs", "Rd Yd Gd")


def test_K5_cards_change_places_in_any_order() -> None:
    """A row is emptied, filled from another, and cards wander through three rows."""
    table = "Rc Rs Rd Rt | Gc Gs Gd | Bt Bk Bx"
    state = dealt(table, "Yt Yc", "Ox", pile="Px")
    # The red star goes to the stars, which need a third, and the red circle to the circles.
    assert codes(state, "lay Rs Rd | Rc Gc Yc | Rt Bt Yt | Gs Gd | Bk Bx") == ["row-too-short"] * 3
    state = dealt("Rc Rs Rd Rt | Gc Gs Gd Gt | Bt Bk Bx", "Yt", "Ox", pile="Px")
    wanted = "lay Rc Rs Rd | Gc Gs Gd | Bt Bk Bx | Rt Gt Yt"
    assert is_legal(state, wanted)
    assert play(state, wanted).table == rows("Rc Rs Rd", "Gc Gs Gd", "Bt Bk Bx", "Rt Gt Yt")


def test_K5_only_the_table_at_the_end_counts() -> None:
    """However its rows are told, it is the same turn, and the same table afterwards."""
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
    """On small tables all turns are found by brute force; both readings agree with it."""
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


# K6 and R14: what may become of a row


def both(table: str, hand: str) -> tuple[CardState, CardState]:
    """The same position in both readings."""
    free, strict = (dealt(table, hand, "Ox", pile="Px", variant=variant) for variant in READINGS)
    return free, strict


FIVES = "Rc Rs Rd Rt Rk | Yc Ys Yd Yt Yk | Gc Gs Gd Gt Gk"
KEPT = "Rd Rt Rk | Yd Yt Yk | Gd Gt Gk"


@EACH_READING
def test_K6_a_new_row_of_three_from_the_hand(variant: CardGame) -> None:
    """Or of more; two are not enough without a card of the table."""
    state = dealt(RED, "Gc Gs Gd Gt", "Ox", pile="Px", variant=variant)
    assert is_legal(state, f"lay {RED} | Gc Gs Gd")
    assert is_legal(state, f"lay {RED} | Gc Gs Gd Gt")
    assert codes(state, f"lay {RED} | Gc Gs") == ["row-too-short"]


@EACH_READING
def test_K6_a_new_row_with_cards_of_other_rows(variant: CardGame) -> None:
    """One card of the hand, and the rows that it takes from keep three."""
    state = dealt("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Ox", pile="Px", variant=variant)
    assert is_legal(state, "lay Rs Rd Rt | Ys Yd Yt | Rc Yc Gc")
    state = dealt("Rc Rs Rd | Yc Ys Yd Yt", "Gc", "Ox", pile="Px", variant=variant)
    assert codes(state, "lay Rs Rd | Ys Yd Yt | Rc Yc Gc") == ["row-too-short"]


def test_R14_K6_a_row_that_is_gone() -> None:
    """Two rows that become one: only one of them still lies there, to the letter."""
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


def test_R14_K6_every_row_that_is_gone_is_named() -> None:
    """Rows of colours turned into rows of shapes."""
    free, strict = both("Rc Rs Rd | Yc Ys Yd", "Gc Gs Gd")
    wanted = "lay Rc Yc Gc | Rs Ys Gs | Rd Yd Gd"
    assert is_legal(free, wanted)
    assert codes(strict, wanted) == ["row-gone", "row-gone"]
    assert [found.message.split(" is gone")[0] for found in violations(strict, wanted)] == [
        "the row Rc Rs Rd",
        "the row Yc Ys Yd",
    ]


def test_R14_K6_two_cards_of_a_row_are_the_row() -> None:
    """With one of its cards alone it is gone, although a red row lies there."""
    free, strict = both(RED, "Gc Yc Gs Ys Rt Rk")
    one = "lay Rc Gc Yc | Rs Gs Ys | Rd Rt Rk"
    two = "lay Rc Gc Yc | Rs Rd Rt"
    assert is_legal(free, one)
    assert codes(strict, one) == ["row-gone"]
    assert is_legal(free, two)
    assert is_legal(strict, two)
    assert is_legal(strict, two + " Rk")


def test_R14_K6_a_new_row_without_a_card_of_the_hand() -> None:
    """One blue card in one of two new rows is enough for K5, not to the letter."""
    free, strict = both(FIVES, "Bc Bs")
    one = f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs"
    two = f"lay {KEPT} | Rc Yc Gc Bc | Rs Ys Gs Bs"
    assert qwirkle.check(free, move(one)) == qwirkle.check(free, move(two)) == ()
    [found] = qwirkle.check(strict, move(one))
    assert (found.code, found.rules) == (CardCode.NEW_ROW_WITHOUT_CARD, ("K6", "R14"))
    assert found.message == "the new row Rs Ys Gs has no played card of its own"
    assert move(one) not in strict.variant.legal_moves(strict)
    assert qwirkle.check(strict, move(two)) == ()


def test_R14_K6_one_played_card_serves_one_new_row() -> None:
    """Two new rows hold the same kind; one copy of it was played, so one row has none."""
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


def test_R14_K6_two_played_cards_in_one_new_row_serve_it_alone() -> None:
    """They do not serve the other one, which has no card of the hand."""
    free, strict = both(FIVES, "Bc Pc Bs")
    one = f"lay {KEPT} | Rc Yc Gc Bc Pc | Rs Ys Gs"
    assert qwirkle.check(free, move(one)) == ()
    [found] = qwirkle.check(strict, move(one))
    assert found.message == "the new row Rs Ys Gs has no played card of its own"


def test_R14_K6_copies_are_interchangeable() -> None:
    """A blue circle was played and a blue circle is in the new row: which one, nobody asks."""
    _, strict = both("Rc Rs Rd Rt | Yc Ys Yd Yt | Bc Bs Bd", "Bc")
    assert is_legal(strict, "lay Rs Rd Rt | Ys Yd Yt | Bc Bs Bd | Rc Yc Bc")
    # The old row may hold the played one, and the new row the one that lay there.
    _, strict = both("Rc Rs Rd | Rc Gc Bc", "Rc Rt Yc Oc")
    assert is_legal(strict, "lay Rs Rd Rt | Rc Gc Bc | Rc Yc Oc")


def test_R14_K6_a_completed_row_has_stayed() -> None:
    """It is taken away, but nothing was taken from it."""
    _, strict = both("Rc Rs Rd Rt Rk", "Rx")
    assert is_legal(strict, f"lay {RED_SIX}")
    # A row may also be completed by a card of another that keeps three.
    _, strict = both("Rc Rs Rd Rt Rk | Rx Gx Bx", "Yx")
    assert is_legal(strict, f"lay {RED_SIX} | Yx Gx Bx")
    assert play(strict, f"lay {RED_SIX} | Yx Gx Bx").scores == (1, 0)


def test_R14_K6_each_row_needs_a_row_of_its_own() -> None:
    """Two rows with cards in common cannot both live on in one."""
    free, strict = both("Rc Rs Rd | Rc Rs Rt", "Gc Yc Gs Ys")
    wanted = "lay Rc Rs Rd Rt | Rc Gc Yc | Rs Gs Ys"
    assert is_legal(free, wanted)
    assert codes(strict, wanted) == ["row-gone"]
    wanted = "lay Rc Rs Rd | Rc Rs Rt | Gc Yc Rc"
    assert codes(strict, wanted) == codes(free, wanted) == ["not-your-card"]


def test_R14_K6_both_faults_at_once() -> None:
    """A row that is gone, and a new one that nothing accounts for."""
    table = "Rc Rs Rd | Rt Rk Rx | Gc Gs Gd Gt | Yc Ys Yd Yt | Bc Bs Bd Bt"
    free, strict = both(table, "Oc Os Od")
    wanted = move(f"lay {RED_SIX} | Gs Gd Gt | Ys Yd Yt | Bs Bd Bt | Gc Yc Bc | Oc Os Od")
    assert qwirkle.check(free, wanted) == ()
    assert [found.code for found in qwirkle.check(strict, wanted)] == [
        CardCode.ROW_GONE,
        CardCode.NEW_ROW_WITHOUT_CARD,
    ]


def test_R14_other_faults_come_first() -> None:
    """Rows that are wrong in either reading give no reason about old and new rows."""
    _, strict = both("Rc Rs Rd | Rt Rk Rx", "Bc Yc Gc")
    assert codes(strict, f"lay {RED_SIX} | Bc Yc") == ["row-too-short"]
    assert codes(strict, f"lay {RED_SIX}") == ["nothing-played"]


def test_R14_the_option() -> None:
    """Free is the usual one; a game with the other is another game."""
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
def test_K7_who_brings_a_row_to_six_takes_it(variant: CardGame) -> None:
    """It leaves the table, lies before the player, and is a point."""
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


def test_K7_five_are_none() -> None:
    """They stay where they are, and score nothing."""
    state = dealt("Rc Rs Rd Rt", "Rx Bd", "Ox", pile="Px")
    wanted = move("lay Rc Rs Rd Rt Rx")
    assert qwirkle.score(state, wanted).lines == ()
    assert qwirkle.score(state, wanted).total == 0
    after = qwirkle.apply(state, wanted)
    assert (after.table, after.qwirkles, after.scores) == (rows("Rc Rs Rd Rt Rx"), ((), ()), (0, 0))


def test_K7_six_of_a_shape() -> None:
    """A row of one shape is completed in the same way, also out of the hand alone."""
    circles = "Rc Oc Yc Gc Bc Pc"
    after = play(dealt("Rc Oc Yc Gc Bc", "Pc Gk", "Ox", pile="Px"), f"lay {circles}")
    assert after.qwirkles == (rows(circles), ())
    after = play(dealt(RED, f"{circles} Gk", "Ox", pile="Px"), f"lay {RED} | {circles}")
    assert (after.qwirkles, after.table) == ((rows(circles), ()), rows(RED))


def test_K7_they_lie_open_in_every_view() -> None:
    """Everybody sees everybody's, in the views of all seats, and may count them."""
    green, clovers = "Gc Gs Gd Gt Gk Gx", "Rk Ok Yk Gk Bk Pk"
    taken = [f"{RED_SIX} | {clovers}", green, ""]
    state = dealt("Bc Bs Bd", "Bt", "Ox", "Yx", pile="Px", qwirkles=taken)
    for seat in range(3):
        view = FREE.observe(state, seat)
        assert view.qwirkles == state.qwirkles == (rows(RED_SIX, clovers), rows(green), ())
        assert view.scores == state.scores == (2, 1, 0)
    assert "taken by Player 1: red, clover" in qwirkle.render.text(FREE.observe(state, 2))


def test_K7_what_is_taken_is_out_of_the_game() -> None:
    """Its cards are not on the table any more, and nobody can lay them."""
    state = dealt("Gc Gs Gd", "Rx Gt", "Ox", pile="Px", qwirkles=["", RED_SIX])
    assert texts(state) == ["lay Gc Gs Gd Gt"]
    assert codes(state, "lay Gc Gs Gd | Rt Rk Rx") == ["not-your-card"]


@EACH_READING
def test_R16_several_in_a_turn(variant: CardGame) -> None:
    """Each counts, and each is taken; the rest of the table stays."""
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


def test_R16_they_add_up_over_the_turns() -> None:
    """Qwirkles that a player has taken before stay, and the same row twice counts as two."""
    table = "Rc Rs Rd Rt Rk | Gc Gs Gd"
    state = dealt(table, "Rx Bd", "Ox", pile="Px", qwirkles=[RED_SIX, ""])
    after = play(state, f"lay {RED_SIX} | Gc Gs Gd")
    assert after.qwirkles == (rows(RED_SIX, RED_SIX), ())
    assert after.scores == (2, 0)


def test_R16_out_of_cards_of_the_table_only() -> None:
    """It counts if some card is played in the turn, wherever that goes; not without."""
    state = dealt("Rc Rs Rd | Rt Rk Rx | Gc Gs Gd", "Gt", "Ox", pile="Px")
    wanted = f"lay {RED_SIX} | Gc Gs Gd Gt"
    assert is_legal(state, wanted)
    after = play(state, wanted)
    assert after.qwirkles == (rows(RED_SIX), ())
    assert after.table == rows("Gc Gs Gd Gt")
    assert reason(state, f"lay {RED_SIX} | Gc Gs Gd")[0] == "nothing-played"


def test_R16_a_row_of_six_may_be_left_undone() -> None:
    """Nobody must complete a row: cards may be laid otherwise, or stay in the hand."""
    state = dealt("Rc Rs Rd Rt Rk", "Rx Gt", "Ox", pile="Px")
    assert is_legal(state, "lay Rc Rs Rd | Rt Rk Rx")
    assert qwirkle.score(state, move("lay Rc Rs Rd | Rt Rk Rx")).total == 0


# K8 and R15: who can play nothing


@EACH_READING
def test_K8_who_is_stuck_draws_a_new_hand(variant: CardGame) -> None:
    """That is the only move: no pass, and nothing to lay."""
    state = dealt(RED, STUCK, "Ox", pile=NEXT, variant=variant)
    moves = variant.legal_moves(state)
    assert list(moves) == [Redraw()]
    assert (bool(moves), bool(moves.lays), list(moves.lays)) == (True, False, [])
    assert (moves.best(), moves.playable(), moves.count()) == (Redraw(), (), 1)
    assert (moves.lays.best(), moves.best(then="most-cards")) == (None, Redraw())
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
        # Nothing can be added to a row, nor laid anew: only regrouping helps.
        ("Rc Rs Rd Rt", "Gc Yc", "Rs Rd Rt | Rc Gc Yc"),
        ("Rc Rs Rd Rt | Yc Ys Yd Yt", "Gc", "Rs Rd Rt | Ys Yd Yt | Rc Yc Gc"),
    ],
)
def test_K8_a_play_that_there_is_must_be_made(
    table: str, hand: str, wanted: str, variant: CardGame
) -> None:
    """However well it is hidden: neither a new hand nor a pass, with a pile or without."""
    for pile in (NEXT, ""):
        state = dealt(table, hand, "Ox", pile=pile, variant=variant)
        assert is_legal(state, f"lay {wanted}")
        refused = ("can-lay", ("K8",), "a card can be played, so the player must play one")
        assert reason(state, "redraw") == reason(state, "pass") == refused


def test_K8_on_a_bare_table_too() -> None:
    """After everything was taken, who has three that share something lays them."""
    state = dealt("", "Gc Gs Gd", "Ox", pile=NEXT, qwirkles=[RED_SIX, ""])
    assert reason(state, "redraw") == (
        "can-lay",
        ("K8",),
        "a card can be played, so the player must play one",
    )
    assert texts(dealt("", "Gc Gs Bd", "Ox", pile=NEXT, qwirkles=[RED_SIX, ""])) == ["redraw"]


def test_K8_R14_the_reading_decides_who_is_stuck() -> None:
    """Here a play exists only if old rows may go."""
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
    """The first nine of the pile; the old hand is mixed in only then."""
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
    """Whatever the seed: what is drawn never depends on the mixing."""
    for seed in range(30):
        state = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Pc Ps", seed=seed)
        assert play(state, "redraw").hands[0] == tuple(sorted(cards(NEXT)))


def test_K8_the_old_cards_are_mixed_into_the_pile() -> None:
    """The seed and the number of moves decide the order, not where they lay."""
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
    # Any place is possible, for new and for old cards.
    assert {after.index(card) for after in piles for card in cards("Pc Ot")} >= {0, 10}


def test_K8_then_the_turn_goes_on() -> None:
    """The same player lays something, and only then comes the next; the hand is filled up."""
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
    """The rest of the pile is drawn, then the old hand is the pile; that is not the last round."""
    state = dealt(RED, STUCK, "Rt", pile=pile)
    after = play(state, "redraw")
    assert after.hands[0] == tuple(sorted(cards(pile)))
    assert Counter(after.pile) == Counter(cards(STUCK))
    assert (after.turn, after.turns_left, after.is_over) == (0, None, False)


def test_R15_then_the_hand_is_filled_up_from_the_old_cards() -> None:
    """A hand of three is drawn, laid, and filled up with the nine that went back."""
    state = play(dealt(RED, STUCK, "Rt", pile="Oc Os Od"), "redraw")
    after = play(state, f"lay {RED} | Oc Os Od")
    assert after.hands[0] == tuple(sorted(cards(STUCK)))
    assert after.pile == ()
    assert after.turns_left == 2  # now it has run out


def test_R15_a_redraw_that_leaves_nothing_starts_no_last_round() -> None:
    """An empty hand leaves nothing to mix in; the pile runs out when the turn ends."""
    state = dealt(RED, "", "Rt", pile="Rk Gx")
    assert texts(state) == ["redraw"]
    after = play(state, "redraw")
    assert (words(after.hands[0]), after.pile, after.turns_left) == ("Rk Gx", (), None)
    assert not after.is_over
    assert codes(after, "pass") == ["can-lay"]
    then = play(after, f"lay {RED} Rk")
    assert (then.turn, then.turns_left) == (1, 2)


def test_R15_with_an_empty_pile_the_player_passes() -> None:
    """That is the only move, and it is the turn."""
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
    """A position may have an empty pile and no last round yet: it begins when the turn ends."""
    state = dealt(RED, STUCK, "Rt", turns_left=None)
    assert state.turns_left is None
    after = play(state, "pass")
    assert (after.turn, after.turns_left) == (1, 2)


# K8: what the others learn


def test_K8_the_shown_hand_is_public() -> None:
    """All have seen it, and know that nobody can hold these cards: they are in the pile."""
    state = dealt(RED, "Bk Gx Bk", "Yc", "Oc", pile=f"{NEXT} Gk")
    assert state.shown == ((), (), ())
    after = play(state, "redraw")
    assert after.shown == (cards("Gx Bk Bk"),) * 3
    for seat in range(3):
        assert FREE.observe(after, seat).shown == after.shown


def test_K8_a_hand_that_is_shown_and_passes_is_public() -> None:
    """All know it until its cards are laid; nothing else is known of a hand."""
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


def test_K8_what_a_player_lays_or_draws_after_passing() -> None:
    """Of the cards that all have seen, those that are left; not those drawn since."""
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
    """A shown card that a revealed hand holds is with nobody else, and may be held as a copy."""
    state = dealt("Rc Rs Rd", "Bk", "Bk Yx", "Ps", revealed=["Bk", "", ""], shown=["", "Bk", "Bk"])
    view = FREE.observe(state, 2)
    hands = {words(view.sample_state(Random(number)).hands[1]) for number in range(20)}
    assert hands == {"Yx Bk"}
    assert qwirkle.from_json(qwirkle.to_json(view)) == view


def test_K8_saved_games_know_of_no_revealed_hands() -> None:
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


def test_K8_it_is_forgotten_for_who_draws() -> None:
    """Seat by seat: who has drawn since may hold the cards; who draws nothing cannot."""
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


def test_K8_who_is_stuck_again_shows_more() -> None:
    """The others know of both hands, the player only that the second is out of reach."""
    state = dealt(RED, "Gk Bx", "Rt", "Rk", pile=f"{STUCK} {NEXT}")
    state = play(state, "redraw")
    state = qwirkle.apply(state, Redraw(), draw=NEXT)
    both_hands = tuple(sorted(cards(f"{STUCK} Gk Bx")))
    assert state.shown == (tuple(sorted(cards(STUCK))), both_hands, both_hands)


def twice_stuck() -> CardState:
    """Seat 0 has shown a diamond, then nine cards with another one, and holds the first again."""
    others = STUCK.removesuffix(" Pd")
    state = play(dealt(RED, "Pd", "Rt", "Rk", pile=f"{STUCK} {others} Rx"), "redraw")
    return qwirkle.apply(state, Redraw(), draw=STUCK)


def known(state: CardState, text: str) -> list[int]:
    """How many of a kind each seat cannot hold, as all know."""
    return [seen.count(Tile.parse(text)) for seen in state.shown]


def test_K8_a_card_that_was_shown_and_drawn_again() -> None:
    """It is shown once more: it is not two cards because it has been seen twice."""
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
    """It lies on the table then, so there is one less that the others know to be elsewhere."""
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
    """A player who has not drawn since plays another copy: the revealed one stays known."""
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
    # But of two that somebody has been shown, it may be the one that the player could draw.
    state = qwirkle.position(
        FREE, table=state.table, hands=state.hands, pile="Bk", shown=["", "", "Bk"], turn=1
    )
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), (), ())


def test_K8_in_the_last_round_nobody_draws() -> None:
    """So what was shown stays known, but for what may have been drawn and is laid now."""
    table = f"{RED} | Bc Bs Bd"
    state = dealt(table, "Bk", "Bk", "Rx", shown=["", "Bk", "Bk"], turn=1, turns_left=3)
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), cards("Bk"), cards("Bk"))  # seat 1 had another one
    state = dealt(table, "Bk", "Bk", "Rx", shown=["", "Bk", "Bk"], turn=0, turns_left=3)
    after = play(state, f"lay {RED} | Bc Bs Bd Bk")
    assert after.shown == ((), (), ())  # seat 0 had drawn that very one


def samples(view: CardView, number: int = 60) -> list[CardState]:
    """States that look like a view, each checked to do so."""
    random = Random(7)
    found = [view.sample_state(random) for _ in range(number)]
    for state in found:
        assert view.variant.observe(state, view.seat) == view
        assert eval(repr(state), vars(qwirkle).copy()) == state
    return found


def test_K8_nobody_is_thought_to_hold_a_card_that_was_shown() -> None:
    """Seat 1 has not drawn since, seat 0 has: sampled states know the difference."""
    cross = Tile.parse("Gx")
    fields: dict[str, Any] = {"shown": ["", "Gx", "Gx"], "turn": 1}
    state = dealt(RED, "Yc Yd", "Oc Od", "Pt", pile="Gx Bk Bs", **fields)
    found = samples(FREE.observe(state, 2))
    assert {cross in sampled.hands[1] for sampled in found} == {False}
    assert {cross in sampled.hands[0] for sampled in found} == {False, True}
    assert {cross in sampled.pile for sampled in found} == {False, True}
    # Seat 0 knows it of both others, so it is in the pile.
    found = samples(FREE.observe(state, 0))
    assert {cross in sampled.pile for sampled in found} == {True}
    # Nobody knows anything if nothing was shown.
    plain = dealt(RED, "Yc Yd", "Oc Od", "Pt", pile="Gx Bk Bs", turn=1)
    found = samples(FREE.observe(plain, 2))
    assert {cross in sampled.hands[1] for sampled in found} == {False, True}


def test_K8_another_copy_may_be_anywhere() -> None:
    """One of two crosses was shown; the other one may be with anybody."""
    cross = Tile.parse("Gx")
    state = dealt(RED, "Yc Yd", "Oc Gx", "Pt", pile="Gx Bk Bs", shown=["Gx", "Gx", "Gx"], turn=1)
    found = samples(FREE.observe(state, 2))
    assert {sampled.hands[1].count(cross) for sampled in found} == {0, 1}
    assert {sampled.hands[0].count(cross) for sampled in found} == {0, 1}
    assert {sampled.pile.count(cross) for sampled in found} == {1, 2}


def test_K8_the_own_hand_may_hold_what_was_shown() -> None:
    """Then it is not elsewhere: the other cross may be with the one who saw it shown."""
    cross = Tile.parse("Gx")
    # Seat 0 has drawn the cross that was shown; the only unseen one is with seat 1.
    state = dealt(RED, "Gx", "Gx", shown=["", "Gx"], turns_left=2)
    for sampled in samples(FREE.observe(state, 0), 5):
        assert sampled.hands == state.hands
    # From the other side there is no doubt either: the unseen one is that of seat 0.
    for sampled in samples(FREE.observe(state, 1), 5):
        assert sampled.hands == state.hands
    # Seat 0 has not drawn since, so its cross is another one, and the shown one is in the pile.
    state = dealt(RED, "Gx", "Yc", pile="Gx", shown=["Gx", "Gx"])
    for sampled in samples(FREE.observe(state, 0), 20):
        assert (sampled.hands[1], sampled.pile) == (cards("Yc"), (cross,))


def test_K8_who_has_not_drawn_for_the_longest_is_dealt_to_first() -> None:
    """Seat 1 can hold one card only, so the others must not be given that one."""
    state = dealt(RED, "Gx Bx", "Yc", "Px", pile="Ox", shown=["", "Ox Gx Bx", "Ox Gx Bx"], turn=0)
    for sampled in samples(FREE.observe(state, 2), 30):
        assert sampled.hands[1] == cards("Yc")
    state = dealt(RED, "Yc", "Gx Bx", "Px", pile="Ox", shown=["Ox Gx Bx", "", "Ox Gx Bx"], turn=0)
    for sampled in samples(FREE.observe(state, 2), 30):
        assert sampled.hands[0] == cards("Yc")


# K9: the end of a turn


@pytest.mark.parametrize("number", [1, 3, 4])
def test_K9_draw_up_to_nine(number: int) -> None:
    """As many as were played, from the top of the pile."""
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
    """A hand of two grows to nine, whatever was played; with fewer cards left, by those."""
    state = dealt(RED, "Rt Gk", "Ox", pile=f"{NEXT} Pt")
    after = play(state, f"lay {RED} Rt")
    assert after.hands[0] == tuple(sorted(cards(f"Gk {NEXT}")[:9]))
    assert words(after.pile) == "Bx Pt"
    after = play(dealt(RED, "Rt Gk", "Ox", pile="Yx Pt"), f"lay {RED} Rt")
    assert (words(after.hands[0]), after.pile) == ("Yx Gk Pt", ())


def test_K9_nothing_is_mixed() -> None:
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
def test_K10_everybody_has_one_last_turn(players: int, first: int) -> None:
    """Also who took the last card: exactly so many turns, in the order of the seats."""
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
    """Not while one is left, and not before more are wanted than there are."""
    hand = "Rt Rk Gc Gs Oc Os Yk Bk Px"
    one_left = play(dealt(RED, hand, "Ox", pile="Yx Yt"), f"lay {RED} Rt")
    assert (len(one_left.pile), one_left.turns_left) == (1, None)
    none_left = play(dealt(RED, hand, "Ox", pile="Yx Yt"), f"lay {RED} Rt Rk")
    assert (len(none_left.pile), none_left.turns_left) == (0, 2)
    too_few = play(dealt(RED, hand, "Ox", pile="Yx"), f"lay {RED} Rt Rk")
    assert (len(too_few.pile), too_few.turns_left, len(too_few.hands[0])) == (0, 2, 8)


def test_K10_after_the_last_turn_nothing_is_legal() -> None:
    """Not even what could be laid; the reason names the rule."""
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
    """Cards played in the last round are not replaced; every turn counts down by one."""
    state = dealt(RED, "Rt Gk", "Rk Gk", "Rx Gk")
    assert state.turns_left == 3
    state = play(state, f"lay {RED} Rt", f"lay {RED} Rt Rk")
    assert (state.turns_left, [len(hand) for hand in state.hands]) == (1, [1, 1, 2])
    state = play(state, f"lay {RED_SIX}")
    assert (state.turns_left, state.scores, state.winners) == (0, (0, 0, 1), (2,))


def test_K10_a_qwirkle_of_the_last_turn_counts() -> None:
    """The last one to move may still win."""
    table = "Rc Rs Rd Rt Rk"
    state = dealt(table, "Gk", "Rx", qwirkles=["Gc Gs Gd Gt Gk Gx", ""], turn=1, turns_left=1)
    after = play(state, f"lay {RED_SIX}")
    assert (after.scores, after.winners) == ((1, 1), (0, 1))


def test_R18_K10_an_empty_hand_passes() -> None:
    """In the last round there is nothing to draw and nothing to lay."""
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
    """Everybody passes, and the game is over."""
    state = dealt(RED, "", "", "")
    for seat in range(3):
        assert (state.turn, texts(state)) == (seat, ["pass"])
        state = play(state, "pass")
    assert state.is_over
    assert state.winners == (0, 1, 2)


# K11: who wins


def test_K11_most_qwirkles_win_and_ties_are_shared() -> None:
    """Nobody wins before the end; then all who have the most."""
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
    """Not the cards left in the hand, nor those laid."""
    state = dealt(RED, STUCK, "", qwirkles=[RED_SIX, ""], turns_left=0)
    assert state.winners == (0,)
    state = dealt(RED, "", "Rt", turn=1, turns_left=1)
    assert play(state, f"lay {RED} Rt").winners == (0, 1)


# K12: how the table is shown


TABLE = "Rc Rs Rd | Gt Gk Gx | Rt Rk Rx | Yc Gc Bc Pc | Rc Oc Gc | Os Bs Ps"


def test_K12_shapes_side_by_side_and_colours_below() -> None:
    """Each row is a run of neighbours; those of one shape, or one colour, share a line."""
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
    assert [" ".join(str(cards[cell]) for cell in row) for row in scene.rows] == [
        run for line in runs.values() for run in line
    ]
    assert len({cell for cell, _ in scene.tiles}) == len(scene.tiles) == 19
    assert min(cell.x for cell, _ in scene.tiles) == 0
    # The longest rows side by side do not touch.
    long = dealt("Rc Oc Yc Gc Bc | Rc Oc Yc Gc Pc", "Rt", "Ox", pile="Px")
    columns = sorted(cell.x for cell, _ in FREE.scene(long).tiles)
    assert columns == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]


def test_K12_the_scene_tells_the_rest() -> None:
    """The players with their Qwirkles and hands, the pile, the last round and the end."""
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
        "the game is over: everyone has had their last turn; Ada won",
    )
    assert not any(seat.to_move for seat in FREE.scene(over).seats)


def test_K12_as_text() -> None:
    """The picture that a terminal shows."""
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


def test_K12_the_view_does_not_matter_for_the_rules() -> None:
    """Where a row is drawn is nowhere in the state: rows are sorted, and have no cells."""
    state = dealt("Gt Gk Gx | Rd Rs Rc", "Rt", "Ox", pile="Px")
    assert state == dealt("Rc Rs Rd | Gx Gk Gt", "Rt", "Ox", pile="Px")
    assert [cell for cell, _ in FREE.scene(state).tiles][:4] == [
        Cell(0, 0),
        Cell(1, 0),
        Cell(2, 0),
        Cell(0, 1),
    ]


# All of it


def test_every_code_can_be_brought_about() -> None:
    """Each with a message, and with rules of this game or the ruling that it names."""
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
    """A game of its own, not one of tiles."""
    variant = qwirkle.get_variant("cards")
    assert isinstance(variant, CardGame)
    assert not isinstance(variant, TileGame)
    assert (variant.name, variant.version, variant.hand_size) == ("cards", 1, 9)
    assert variant.move_types == (Lay, Redraw, Pass)
    assert all(is_row(row) for row in dealt(TABLE, "", "").table)


@pytest.mark.parametrize(
    ("rows", "hand", "text", "words", "cells"),
    [
        (RED, "Rt Gk", f"lay {RED} Rt", "played the red star", "3,0"),
        (
            f"{RED} | Gt Bt Pt",
            "Yt",
            f"lay {RED} | Yt Gt Bt Pt",
            "played the yellow star",
            "0,0",
        ),
        (
            "Rc Rs Rd Rt | Gt Bt Pt",
            "Yt",
            "lay Rc Rs Rd | Rt Yt Gt Bt Pt",
            "played the yellow star and regrouped the rows",
            "1,0",
        ),
        (
            RED,
            "Rt Rk Rx",
            f"lay {RED_SIX}",
            "played the red star, the red clover and the red cross",
            "",
        ),
        (
            RED,
            "Rc Bc Gc",
            f"lay {RED} | Rc Bc Gc",
            "played the red circle, the green circle and the blue circle",
            "0,0 1,0 2,0",
        ),
    ],
    ids=["a card", "the right row", "regrouped", "a Qwirkle", "one like another"],
)
def test_a_turn_in_words_and_highlighted(
    rows: str, hand: str, text: str, words: str, cells: str
) -> None:
    """People hear which cards are played, and see them among the rows."""
    state = dealt(rows, hand, "Ox", pile="Px")
    wanted = move(text)
    assert FREE.in_words(state, wanted) == FREE.in_words(FREE.observe(state, 0), wanted) == words
    found = FREE.highlights(state, wanted, qwirkle.apply(state, wanted))
    assert " ".join(map(str, found)) == cells
    assert FREE.in_words(state, qwirkle.Pass()) == "passed"
    assert FREE.highlights(state, qwirkle.Pass(), state) == ()
