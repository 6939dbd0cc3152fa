# ruff: noqa: N802
"""Corners of the card game: games that might never end, fair chances and bounded messages."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from card_positions import dealt
from cases import case

import qwirkle
from qwirkle import InvalidOption, InvalidPosition, InvalidValue
from qwirkle_variants import CardCode, CardGame, CardState, CardView, Lay, Redraw

STUCK = "Rs Rs Bd Bd Bd Gx Gx Gx Yk"
RED_SIX = "Rc Rs Rd Rt Rk Rx"


def test_R15_a_hand_that_is_the_whole_pile_is_not_drawn_back() -> None:
    """Neither hand nor pile can be played: after one redraw the player passes and the game ends."""
    state: Any = qwirkle.position(
        "cards", qwirkles=[RED_SIX, ""], hands=[STUCK, "Pc"], pile="Oc Yt", turn=0
    )
    state = qwirkle.apply(state, Redraw())
    assert (state.turn, state.turns_left, len(state.pile)) == (0, None, 9)
    assert [str(move) for move in qwirkle.legal_moves(state)] == ["pass"]
    [violation] = qwirkle.check(state, Redraw())
    assert (violation.code, violation.rules) == (CardCode.NOTHING_NEW, ("R15",))
    assert "the pile has no new cards" in violation.message
    state = qwirkle.apply(state, qwirkle.Pass())
    assert (state.turn, state.turns_left) == (1, 2)
    assert (len(state.hands[0]), len(state.pile)) == (9, 2)  # K9: the turn is over
    moves = 0
    while not state.is_over:
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
        moves += 1
    assert moves <= 6


def test_K8_a_pile_that_has_changed_may_be_drawn_from() -> None:
    """Another player has drawn since the hand was shown, so the pile may hold any card."""
    state = dealt("Rc Rs Rd", "Gk", "Bt", pile="Ox", shown=["Ox", ""])
    assert [str(move) for move in qwirkle.legal_moves(state)] == ["redraw"]
    state = dealt("Rc Rs Rd", "Gk", "Bt", pile="Ox", shown=["Ox", "Ox"])
    assert [str(move) for move in qwirkle.legal_moves(state)] == ["pass"]


def test_K8_sampling_is_fair_to_shown_kinds() -> None:
    """A player who cannot hold a shown copy can hold the others, and nobody gets more than a fair share."""
    kinds = "Oc Os Od Yc Ys Yd Gc Gs Gd"
    unseen = " ".join([kinds, kinds, "Rc Rs Rd Rt Rk Rx Bc Bs Bd Bt Bk Bx"])
    state: Any = qwirkle.position(
        "cards", players=3, table="Pc Ps Pd", pile=unseen, shown=["", kinds, ""],
        hands=["Pt Pk", "Ot Ok Yt Yk Gt Gk", "Ox Yx Gx Px Px Pk"],
    )  # fmt: skip
    view = qwirkle.observe(state, 0)
    assert isinstance(view, CardView)
    shown = Counter(state.shown[1])
    means = [0.0, 0.0, 0.0]
    for seed in range(1500):
        world = view.sample_state(Random(seed))
        for seat in (1, 2):
            means[seat] += sum(card in shown for card in world.hands[seat]) / 1500
        assert Counter(world.hands[1]) <= Counter(view.unseen) - shown
    # Of 42 unseen cards 18 are of the shown kinds. Seat 1 has six of the 33 that it can hold,
    # nine of them of these kinds; seat 2 has six of the other 36.
    fair = 6 * 9 / 33
    assert abs(means[1] - fair) < 0.1
    assert abs(means[2] - 6 * (18 - fair) / 36) < 0.12


def test_K1_too_many_cards_give_one_short_message() -> None:
    """The message stays short however many cards are passed."""
    state = dealt("Rc Rs Rd", "Rt", "Gk", pile="Px")
    [violation] = qwirkle.check(state, Lay(["Rc Rs Rd"] * 40))
    assert violation.rules == ("K1",)
    assert violation.message == "120 cards are more than the 108 in the box"
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position("cards", table=["Rc Rs Rd"] * 100)
    assert [fault.field for fault in caught.value.faults] == ["table"] * 4
    assert len(str(caught.value)) < 1000


def test_R14_an_unknown_reading_is_refused() -> None:
    """The constructor of the class refuses it too."""
    values: list[Any] = ["bogus", None, 1, [], object()]
    for value in values:
        with case(value):
            with pytest.raises(InvalidOption, match="'free' or 'strict'"):
                CardGame(regrouping=value)
            with pytest.raises(InvalidOption, match="'free' or 'strict'"):
                CardGame().with_options(regrouping=value)


@pytest.mark.parametrize("rows", [[""], ["Rc Rs Rd", ""], [[], "Rc Rs Rd"]])
def test_K3_a_row_has_cards(rows: Any) -> None:
    """A row without cards cannot be written, so it cannot be made."""
    with pytest.raises(InvalidValue, match="no cards"):
        Lay(rows)


def test_an_empty_lay_is_a_valid_value() -> None:
    """It is never legal, but it can be written and read."""
    assert qwirkle.parse_move("lay", "cards") == Lay([]) == Lay("")
    assert str(Lay([])) == "lay"


def test_faults_of_all_hands_are_found() -> None:
    """Every hand is checked, even if there is one hand too many."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position("cards", players=2, hands=[STUCK + " Px", "Gd", "Rs Rs Rs"])
    assert [fault.field for fault in caught.value.faults] == ["hands"]


def test_an_unreadable_pile_is_one_fault() -> None:
    """No fault about its contents is reported in addition."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position("cards", table="Rc Rs Rd", pile="Zz", shown=["Gk", "Gk"])
    assert [fault.field for fault in caught.value.faults] == ["pile"]


def test_the_strict_reading_limits_the_qwirkles() -> None:
    """Rows that stay need three cards, so many short rows allow few Qwirkles."""
    strict = qwirkle.get_variant("cards", regrouping="strict")
    table = "Rc Rs Rd | Rt Rk Rx | Oc Os Od | Ot Ok Ox | Yc Ys Yd | Yt Yk Yx"
    state: Any = qwirkle.position(strict, table=table, hands=["Rc Rs Rd Gt", "Gk"], pile="Px")
    assert isinstance(state, CardState)
    best = qwirkle.legal_moves(state).lays.best()
    assert best is not None
    assert len(best.qwirkles) == 1
    free = qwirkle.position("cards", table=table, hands=["Rc Rs Rd Gt", "Gk"], pile="Px")
    assert len(qwirkle.legal_moves(free).best().qwirkles) == 3


def test_K9_a_subclass_with_larger_hands_refills_them() -> None:
    """The size is asked wherever cards are drawn."""

    class Ten(CardGame):
        hand_size = 10

    state = qwirkle.new_game(Ten(), players=2, seed=3)
    after = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
    assert [*map(len, state.hands), *map(len, after.hands)] == [10] * 4
    stuck = qwirkle.position(Ten(), table="Rc Rs Rd", hands=["Bt", "Gk"])
    assert len(qwirkle.draws(stuck, Redraw())) == 10


def test_a_waiting_player_can_lay_nothing() -> None:
    """Every question about moves, asked of that player's view, says so."""
    state = dealt("Rc Rs Rd", "Rt", "Rk", pile="Px")
    moves: Any = qwirkle.legal_moves(qwirkle.observe(state, 1))
    assert (list(moves.lays), moves.lays.count(), moves.playable()) == ([], 0, ())
    assert (moves.best(), moves.lays.best()) == (None, None)
    with pytest.raises(InvalidValue, match="no card to play"):
        moves.lays.sample(Random(1))


def test_K2_which_cards_can_be_played_at_the_opening() -> None:
    """Only cards of the largest sets can be played."""
    state: Any = qwirkle.position("cards", hands=["Rc Rs Rd Bt Gk", "Yx"], turn=0)
    moves = qwirkle.legal_moves(state)
    assert [str(card) for card in moves.playable()] == ["Rc", "Rs", "Rd"]
    assert moves.best() == Lay(["Rc Rs Rd"])


def test_reasons_name_their_cards() -> None:
    """They are available as values, not only in the sentence."""
    state = qwirkle.position("cards", table="Rc Rs Rd", hands=["Rt Bk", "Gd"])
    found = {
        violation.code: violation.tiles
        for violation in qwirkle.check(state, Lay(["Rc Rs", "Yx Gk Gk"]))
    }
    names = {code.value: " ".join(map(str, tiles)) for code, tiles in found.items()}
    assert names == {
        "row-too-short": "Rc Rs",
        "duplicate-in-row": "Gk",
        "row-mismatch": "Yx Gk Gk",
        "card-missing": "Rd",
        "not-your-card": "Yx Gk Gk",
        "nothing-played": "",
    }
