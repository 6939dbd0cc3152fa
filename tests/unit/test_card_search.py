"""Turns of the card game in positions that are hard for the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Literal

import brute_cards as brute
import pytest

import qwirkle
from qwirkle import Color, Shape, Tile
from qwirkle_variants.cards import CardMoves, Lay, free, listing, strict
from qwirkle_variants.cards.grid import (
    KINDS,
    KINDS_OF_LINE,
    Row,
    counts,
    counts_of_rows,
    kind_of,
    row_of,
)
from qwirkle_variants.cards.search import Search, Then

Reading = Literal["free", "strict"]

TIES: tuple[Then | None, ...] = (None, "most-cards", "fewest-cards", "least-disturbance")

both_readings = pytest.mark.parametrize("reading", ["free", "strict"])


def rows_of(text: str) -> brute.Table:
    """The rows of a text."""
    return brute.table_of(*text.split("|")) if text else ()


def moves(table: str, hand: str, reading: Reading) -> CardMoves:
    """The legal moves of a position."""
    variant = qwirkle.get_variant("cards", regrouping=reading)
    found = qwirkle.legal_moves(
        qwirkle.position(variant, table=table, hands=[hand, ""], pile="", qwirkles=["", ""])
    )
    assert isinstance(found, CardMoves)
    return found


def search(table: str, hand: str, reading: Reading) -> Search:
    """The questions that can be asked about a position."""
    old = [row_of(row) for row in rows_of(table)]
    deal = {"free": free, "strict": strict}[reading].deal
    return Search(old, counts(brute.row_of(hand)), deal, rows_stay=reading == "strict")


def turns(table: str, hand: str, reading: Reading) -> set[brute.Table]:
    """The rows after each turn, after checking that the other questions agree."""
    asked = moves(table, hand, reading)
    listed = [move.rows for move in asked.lays]
    old, held = rows_of(table), brute.row_of(hand)
    assert len(set(listed)) == len(listed)
    assert all(brute.is_turn(old, held, rows, reading == "strict") for rows in listed)
    assert bool(asked.lays) == bool(listed)
    assert set(asked.playable()) == {card for rows in listed for card in played(table, rows)}
    return set(listed)


def played(table: str, rows: brute.Table) -> brute.Row:
    """The cards of the hand that a turn plays."""
    return tuple(sorted((brute.cards_of(rows) - brute.cards_of(rows_of(table))).elements()))


def best(table: str, hand: str, reading: Reading, then: Then | None = None) -> brute.Table:
    """The rows after the best turn."""
    asked = moves(table, hand, reading)
    move = asked.lays.best(then)
    assert move is not None
    assert move in asked
    strictly = reading == "strict"
    assert brute.is_turn(rows_of(table), brute.row_of(hand), move.rows, strictly)
    return move.rows


def is_stuck(table: str, hand: str, reading: Reading) -> bool:
    """Whether nothing can be played, after checking that all questions agree."""
    asked = moves(table, hand, reading)
    stuck = not asked.lays
    assert stuck == (not asked.playable())
    assert stuck == all(asked.lays.best(then) is None for then in TIES)
    assert stuck == (search(table, hand, reading).sample(Random(0)) is None)
    assert stuck == (next(iter(asked.lays), None) is None)
    return stuck


# Turns that adding cards row by row would miss


@both_readings
@pytest.mark.parametrize(
    ("table", "hand", "after"),
    [
        # The red row gives its circle to a new row, and takes the star of a row of four.
        ("Rc Rs Rd | Rt Yt Gt Bt", "Yc Gc", "Rc Yc Gc | Rs Rd Rt | Yt Gt Bt"),
        # The row of stars has three, so it takes a star from an orange row of four.
        (
            "Rc Rs Rd | Rt Yt Gt | Os Od Ot Ok",
            "Yc Gc",
            "Rc Yc Gc | Rs Rd Rt | Ot Yt Gt | Os Od Ok",
        ),
        # The orange row has three too: it takes a cross from a row of four.
        (
            "Rc Rs Rd | Rt Yt Gt | Os Od Ot | Ox Yx Bx Px",
            "Yc Gc",
            "Rc Yc Gc | Rs Rd Rt | Ot Yt Gt | Os Od Ox | Yx Bx Px",
        ),
        # The row is filled up from the hand.
        ("Rc Rs Rd | Ok Bk Pk", "Yc Gc Rt", None),
    ],
    ids=["one", "two", "three", "hand"],
)
def test_rows_of_three_that_pass_cards_on(
    table: str, hand: str, after: str | None, reading: Reading
) -> None:
    """No card of the hand fits a row, and no single row has a spare card that helps."""
    found = turns(table, hand, reading)
    if after is not None:
        assert found == {rows_of(after)}
    else:
        assert rows_of("Rc Yc Gc | Rs Rd Rt | Ok Bk Pk") in found


@both_readings
@pytest.mark.parametrize(
    "table",
    [
        "Rc Rs Rd | Rt Yt Gt",
        "Rc Rs Rd | Rt Yt Gt | Os Od Ot",
        "Rc Rs Rd | Rt Yt Gt | Os Od Ot | Ox Yx Bx",
        "Rc Rs Rd | Yt Gt Bt Pt",
    ],
)
def test_chains_that_lead_nowhere(table: str, reading: Reading) -> None:
    """The last row of the chain has no spare card, or not the right one."""
    assert is_stuck(table, "Yc Gc", reading)


def test_only_one_of_three_cards_may_come_from_elsewhere() -> None:
    """The red row can give its circle or its square; only the free reading allows both."""
    table, hand = "Rc Rs Rd | Rt Ot Yt Bt | Rk Gk Pk Ok", "Yc Gc Bs Ps"
    one = {
        rows_of(f"{red} | {new} | {stars} | {clovers}")
        for red, new in [("Rs Rd", "Rc Yc Gc"), ("Rc Rd", "Rs Bs Ps")]
        for red, stars, clovers in [
            (red + " Rt", "Ot Yt Bt", "Rk Gk Pk Ok"),
            (red + " Rk", "Rt Ot Yt Bt", "Gk Pk Ok"),
            (red + " Rt Rk", "Ot Yt Bt", "Gk Pk Ok"),
        ]
    }
    two = rows_of("Rc Yc Gc | Rs Bs Ps | Rd Rt Rk | Ot Yt Bt | Gk Pk Ok")
    assert turns(table, hand, "strict") == one
    assert turns(table, hand, "free") == one | {two}
    assert best(table, hand, "free", "most-cards") == two
    assert best(table, hand, "strict", "most-cards") in one


@both_readings
def test_the_card_from_elsewhere_is_given_back(reading: Reading) -> None:
    """The second row of three takes what the first took, and the first finds one of its own."""
    table = "Rc Rs Rd | Rc Rs Rt Rk"
    after = {
        rows_of("Rc Rs Rd | Rc Yc Gc | Rs Rt Rk"),
        rows_of("Rc Rs Rt | Rc Yc Gc | Rs Rd Rk"),
        rows_of("Rc Rs Rk | Rc Yc Gc | Rs Rd Rt"),
    }
    assert turns(table, "Yc Gc", reading) == after
    kept = rows_of("Rc Rs Rd | Rc Yc Gc | Rs Rt Rk")
    assert best(table, "Yc Gc", reading, "least-disturbance") == kept


# New rows


@both_readings
def test_two_new_rows_with_a_copy_each(reading: Reading) -> None:
    """No row takes a blue circle, so each copy needs a new row with two circles of the rows."""
    table = "Rc Rs Rd Rt | Yc Yd Yk Yx | Gc Gs Gk Gx | Oc Od Ot Ox"
    circles = [(("R", "Y"), ("G", "O")), (("R", "G"), ("Y", "O")), (("R", "O"), ("Y", "G"))]
    rest = "Rs Rd Rt | Yd Yk Yx | Gs Gk Gx | Od Ot Ox"
    two = {rows_of(f"{rest} | {a}c {b}c Bc | {c}c {d}c Bc") for (a, b), (c, d) in circles}
    found = turns(table, "Bc Bc", reading)
    assert {rows for rows in found if len(played(table, rows)) == 2} == two
    assert best(table, "Bc Bc", reading, "most-cards") in two
    one = turns(table, "Bc", reading)
    assert one == found - two
    assert len(one) == 6 + 4 + 1  # with two, three or four circles of the rows


def test_a_played_card_counts_for_one_new_row() -> None:
    """The strict reading refuses a new row whose blue circle came from the rows."""
    table = "Rc Rs Rd Rt | Yc Ys Yd Yt | Gc Gs Gd Gt | Oc Os Od Ot | Bc Bk Bx Bd"
    rest = "Rs Rd Rt | Ys Yd Yt | Gs Gd Gt | Os Od Ot"
    cheat = Lay(rows_of(f"{rest} | Bk Bx Bd | Rc Yc Bc | Gc Oc Bc"))
    honest = Lay(rows_of(f"{rest} | Bc Bk Bx Bd | Rc Yc Bc | Gc Oc Bc"))
    assert cheat in moves(table, "Bc Bx", "free")
    assert cheat not in moves(table, "Bc Bx", "strict")
    assert honest in moves(table, "Bc Bc", "strict")
    assert honest not in moves(table, "Bc Bx", "free")
    # As a plan: both copies must be dealt, and the blue row takes none.
    old = [row_of(row) for row in rows_of(table)]
    amiss = strict.amiss(old, [row_of(row) for row in cheat.rows], [kind_of(Tile.parse("Bc"))])
    assert [len(part) for part in amiss] == [0, 1]


@both_readings
@pytest.mark.parametrize(
    ("hand", "number"),
    [("Rc Rs Rd", 3), ("Rc Rs Rd Rt", 4), ("Rc Rs Rd Rt Rk", 5), ("Rc Rs Rc Rs Rd Rd Bd", 6)],
)
def test_new_rows_from_the_hand_alone(hand: str, number: int, reading: Reading) -> None:
    """Cards that fit no old row form one or two rows of their own."""
    table = "Yt Yk Yx | Gt Gk Gx"
    assert len(played(table, best(table, hand, reading, "most-cards"))) == number
    assert len(played(table, best(table, hand, reading, "fewest-cards"))) == 3
    assert best(table, hand, reading, "least-disturbance")[-2:] == rows_of(table)


@both_readings
def test_the_first_new_row_found_is_not_the_right_one(reading: Reading) -> None:
    """The red circle is needed in its own row; the yellow rows have circles to spare."""
    table = "Rc Rs Rd | Yc Yt Yk Yx | Gc Gs Gd"
    assert turns(table, "Bc Pc", reading) == {rows_of("Rc Rs Rd | Yt Yk Yx | Gc Gs Gd | Bc Pc Yc")}
    table = "Rc Rs Rd | Gc Gs Gd | Yc Yt Yk Yx | Pc Pt Pk Px"
    assert turns(table, "Bc", reading) == {
        rows_of("Rc Rs Rd | Gc Gs Gd | Yt Yk Yx | Pt Pk Px | Yc Bc Pc")
    }


def test_new_rows_must_leave_old_rows_their_own() -> None:
    """Three rows of a square can be regrouped only if no old row must stay."""
    table, hand = "Rc Rs Rd | Yc Ys Yd | Gc Gs Gd", "Bc"
    after = rows_of("Rc Yc Gc Bc | Rs Ys Gs | Rd Yd Gd")
    assert turns(table, hand, "free") == {after}
    assert is_stuck(table, hand, "strict")
    state = qwirkle.position(
        qwirkle.get_variant("cards", regrouping="strict"), table=table, hands=[hand, ""], pile=""
    )
    codes = [violation.code.value for violation in qwirkle.check(state, Lay(after))]
    # No old row is left, and the other two new rows have no blue card.
    assert codes == ["row-gone"] * 3 + ["new-row-without-card"] * 2


# Qwirkles


@both_readings
def test_either_of_two_rows_is_completed(reading: Reading) -> None:
    """The other cards form a row with one of the two, so the other is completed."""
    table = "Rc Rs Rd | Rt Rk Rx"
    for hand in ("Rc Rs Rt", "Rc Rt Rk"):
        after = rows_of(f"Rc Rs Rd Rt Rk Rx | {hand}")
        for then in TIES:
            assert best(table, hand, reading, then) == after
    for hand in ("Rc Rs Rd", "Rt Rk Rx"):
        after = rows_of(f"Rc Rs Rd Rt Rk Rx | {hand}")
        assert best(table, hand, reading, "least-disturbance") == after
        assert brute.broken(rows_of(table), after) == 0


@both_readings
def test_a_row_is_completed_or_a_qwirkle_is_new(reading: Reading) -> None:
    """Of six red cards in the hand, all are laid, or three that complete the old row."""
    table, hand = "Rc Rs Rd | Yc Yt Yk", "Rc Rs Rd Rt Rk Rx"
    both = rows_of("Rc Rs Rd Rt Rk Rx | Rc Rs Rd | Yc Yt Yk")
    completed = rows_of("Rc Rs Rd Rt Rk Rx | Yc Yt Yk")
    assert best(table, hand, reading, "most-cards") == both
    assert best(table, hand, reading, "fewest-cards") == completed
    assert best(table, hand, reading, "least-disturbance") in (both, completed)


@both_readings
def test_a_completed_row_and_a_new_qwirkle_of_one_line(reading: Reading) -> None:
    """Two red Qwirkles are possible whether or not the old row gives a card."""
    table, hand = "Rc Rs Rd Rt Rk", "Rc Rs Rd Rt Rk Rx Rx"
    assert best(table, hand, reading) == rows_of("Rc Rs Rd Rt Rk Rx | Rc Rs Rd Rt Rk Rx")
    table, hand = "Rc Rs Rd Rt Rk | Rc Oc Yc Gc", "Rs Rd Rt Rk Rx Rx"
    after = rows_of("Rc Rs Rd Rt Rk Rx | Rc Rs Rd Rt Rk Rx | Oc Yc Gc")
    assert best(table, hand, reading) == after
    assert brute.broken(rows_of(table), after) == 1
    table, hand = "Rc Rs Rd Rt Rk | Rc Oc Yc", "Rs Rd Rt Rk Rx Rx"
    assert brute.qwirkles(best(table, hand, reading)) == 1


def test_a_qwirkle_made_only_of_cards_from_the_rows() -> None:
    """It counts in the free reading; the strict one requires that an old row is completed."""
    table, hand = "Oc Yc Gc Bc Pc | Rc Rs Rd Rt | Yx Gx Bx", "Px"
    after = rows_of("Rc Oc Yc Gc Bc Pc | Rs Rd Rt | Yx Gx Bx Px")
    assert best(table, hand, "free") == best(table, hand, "strict") == after
    fours = ["Rc Rs Rd Rt", "Oc Os Od Ok", "Yc Yt Yk Yx", "Gc Gs Gt Gx", "Bc Bd Bk Bx"]
    table, hand = " | ".join([*fours, "Pc Ps Pt Pk"]), "Rk"
    assert brute.qwirkles(best(table, hand, "free")) == 1
    assert brute.qwirkles(best(table, hand, "strict")) == 0
    # With a circle of the hand it is a new row like others.
    table, hand = " | ".join(fours), "Pc"
    assert brute.qwirkles(best(table, hand, "strict")) == 1
    assert brute.qwirkles(best(table, hand, "free")) == 1


@both_readings
def test_one_card_that_two_qwirkles_want(reading: Reading) -> None:
    """The red circle completes the red row or the circles; a second one completes both."""
    table = "Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc"
    for then in TIES:
        one = best(table, "Rc Yt", reading, then)
        assert brute.qwirkles(one) == 1
        assert brute.broken(rows_of(table), one) == 0
        both = best(table, "Rc Rc", reading, then)
        assert both == rows_of("Rc Rs Rd Rt Rk Rx | Rc Oc Yc Gc Bc Pc")


@both_readings
@pytest.mark.parametrize(
    ("then", "table", "hand", "after"),
    [
        # The red square, or the orange circle, is free for a new row if the other is completed.
        (
            "most-cards",
            "Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc",
            "Rc Os Ys",
            "Rc Oc Yc Gc Bc Pc | Rs Os Ys | Rd Rt Rk Rx",
        ),
        (
            "most-cards",
            "Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc",
            "Rc Od Ot",
            "Rc Rs Rd Rt Rk Rx | Oc Od Ot | Yc Gc Bc Pc",
        ),
        # One of them lacks two cards, the other only one.
        (
            "fewest-cards",
            "Oc Yc Gc Bc | Ps Pd Pt Pk Px",
            "Rc Pc",
            "Oc Yc Gc Bc | Pc Ps Pd Pt Pk Px",
        ),
        (
            "fewest-cards",
            "Rs Rd Rt Rk | Oc Yc Gc Bc Pc",
            "Rc Rx",
            "Rs Rd Rt Rk | Rc Oc Yc Gc Bc Pc",
        ),
        # One of them would take a card from a third row.
        (
            "least-disturbance",
            "Rc Oc Yc Gc Bc | Ps Pd Pt Pk | Rx Ox Yx Px",
            "Pc",
            "Rc Oc Yc Gc Bc Pc | Ps Pd Pt Pk | Rx Ox Yx Px",
        ),
        (
            "least-disturbance",
            "Oc Yc Gc Bc | Rs Rd Rt Rk Rx | Pc Ps Pd Pt",
            "Rc",
            "Oc Yc Gc Bc | Rc Rs Rd Rt Rk Rx | Pc Ps Pd Pt",
        ),
    ],
)
def test_all_ways_to_make_the_same_number_of_qwirkles(
    then: Then, table: str, hand: str, after: str, reading: Reading
) -> None:
    """Only one of two Qwirkles can be made, and one is the better choice."""
    assert best(table, hand, reading, then) == rows_of(after)


# Choosing between turns


@both_readings
def test_the_least_disturbance_is_not_the_fewest_cards(reading: Reading) -> None:
    """The clover in the rows saves a card of the hand, but breaks up a row."""
    table, hand = "Rc Rs Rd Rt | Rk Yk Gk Bk", "Rk Rx"
    two = rows_of("Rc Rs Rd Rt Rk Rx | Rk Yk Gk Bk")
    one = rows_of("Rc Rs Rd Rt Rk Rx | Yk Gk Bk")
    assert best(table, hand, reading, "fewest-cards") == one
    assert best(table, hand, reading, "least-disturbance") == two
    assert best(table, hand, reading, "most-cards") == two


@both_readings
def test_the_most_cards_break_up_more(reading: Reading) -> None:
    """One card can be added; two others fit only with the red circle, so the row gets a star."""
    table, hand = "Rc Rs Rd | Rt Yt Gt Bt", "Yc Gc Ot"
    most = best(table, hand, reading, "most-cards")
    assert most == rows_of("Rc Yc Gc | Rs Rd Rt | Ot Yt Gt Bt")
    few = rows_of("Rc Rs Rd | Rt Ot Yt Gt Bt")
    assert best(table, hand, reading, "fewest-cards") == few
    assert best(table, hand, reading, "least-disturbance") == few


@both_readings
def test_cards_that_can_be_played_but_not_together(reading: Reading) -> None:
    """Either pair of cards needs the one spare circle of the row of four."""
    table, hand = "Rc Rs Rd Rt", "Yc Gc Bs Ps"
    assert len(moves(table, hand, reading).playable()) == 4
    assert len(played(table, best(table, hand, reading, "most-cards"))) == 2
    assert len(turns(table, hand, reading)) == 2


def test_an_old_row_inside_the_successor_of_another() -> None:
    """The first red row is whole there, although the row counts as the second one's."""
    table, hand = "Rc Rs Rx | Rc Rs Rt | Ot Yt Gt Bt Pt | Os Ys Gs Bs Ps", "Rd Rk Rx"
    after = rows_of("Rc Rs Rx | Rc Rd Rx | Rs Os Ys Gs Bs Ps | Rt Ot Yt Gt Bt Pt")
    assert Lay(after) in moves(table, hand, "strict")
    assert brute.broken(rows_of(table), after) == 1
    assert brute.qwirkles(after) == 2
    found = best(table, hand, "strict", "least-disturbance")
    assert brute.broken(rows_of(table), found) == 1


def test_turns_with_fewer_qwirkles_are_not_chosen() -> None:
    """Turns that break one row make at most one Qwirkle; two Qwirkles break two rows."""
    table = "Rc Rs Rx | Rc Rs Rt | Ot Yt Gt Bt Pt | Os Ys Gs Bs Ps | Pc Pt Pk"
    found = best(table, "Rd Rk Gx", "strict", "least-disturbance")
    assert (brute.qwirkles(found), brute.broken(rows_of(table), found)) == (2, 2)
    listed = turns(table, "Rd Rk Gx", "strict")
    costs = {(brute.qwirkles(rows), brute.broken(rows_of(table), rows)) for rows in listed}
    assert (1, 1) in costs
    assert min(cost for number, cost in costs if number == 2) == 2


# Nothing to play


@both_readings
@pytest.mark.parametrize(
    ("table", "hand"),
    [
        ("Rc Rs Rd", "Rc Ot"),
        ("Rc Rs Rd | Yc Ys Yd", "Gc"),  # two squares and two diamonds would be left
        ("Rc Rs Rd Rt | Yd Yt Yk", "Rc Gc"),  # no third circle
        ("Rc Rs Rd Rt | Rc Oc Yc Gc", "Rc"),  # both rows of its colour and shape hold it
        ("Rc Rs Rd | Rc Rs Rd | Rc Rs Rd", "Yc Gc"),
        ("Rc Oc Yc Gc | Rs Os Ys", "Rc Bd"),
        ("Px Rx Ox | Rc Rs Rd Rt Rk | Oc Os Od Ot Ok | Yc Ys Yd Yt Yk", "Px Px"),
    ],
)
def test_nothing_can_be_played(table: str, hand: str, reading: Reading) -> None:
    """Every row that could take a card holds it, and a new row would leave a row too short."""
    assert is_stuck(table, hand, reading)


@both_readings
def test_many_rows_with_nothing_to_play(reading: Reading) -> None:
    """All three copies of each row of three are in the rows, so none of their cards can move.

    A blue circle would need a red or yellow one, of which all three are in use. Eight red
    cards of three kinds, with three copies of two of them, make no rows of red cards; and
    rows of squares would need a third colour.
    """
    rows = ["Rc Rs Rd", "Yc Ys Yd", "Ot Ok Ox", "Gt Gk Gx"]
    table = " | ".join(rows * 3)
    assert is_stuck(table, "Bc Pc Bt Bt Pt", reading)
    # With a third colour in the hand, rows of squares and of diamonds are possible.
    assert is_stuck(table, "Bc Pc Bs Pt", reading)
    assert not is_stuck(table, "Bc Bs Bd", reading)


@both_readings
def test_rows_of_all_but_one_line_with_nothing_to_play(reading: Reading) -> None:
    """No row has the colour or the shape of a card, and a new row lacks a third card."""
    shapes = [str(Tile(Color.RED, shape))[1] for shape in Shape][:5]
    rows = [" ".join(color + shape for shape in shapes) for color in "ROYGB"]
    table = " | ".join([*rows, *rows])
    assert is_stuck(table, "Px Px Px", reading)
    assert is_stuck(table, "Px Pc Ps", reading) is False


def test_many_rows_that_are_stuck_in_the_strict_reading_only() -> None:
    """The free reading can regroup rows of three, from colours to shapes."""
    table = "Rc Rs Rd | Oc Os Od | Yc Ys Yd | Bc Bs Bd | Pc Ps Pd"
    assert is_stuck(table, "Gc", "strict")
    assert not is_stuck(table, "Gc", "free")
    found = best(table, "Gc", "free")
    assert found == rows_of("Rc Oc Yc Gc Bc Pc | Rs Os Ys Bs Ps | Rd Od Yd Bd Pd")
    more = table + " | Rt Rk Rx | Ot Ok Ox | Yt Yk Yx | Bt Bk Bx | Pt Pk Px"
    assert is_stuck(more, "Gc Gc", "strict")
    assert not is_stuck(more, "Gc Gc", "free")


# Parts of the search


def test_a_search_knows_the_played_cards() -> None:
    """Kinds are listed in order, as often as the rows have gained them."""
    asked = search("Rc Rs Rd", "Rt Rk Rt", "free")
    assert [str(KINDS[kind]) for kind in asked.held] == ["Rt", "Rt", "Rk"]
    assert [str(KINDS[kind]) for kind in asked.kinds] == ["Rt", "Rk"]
    rows = [row_of(row) for row in rows_of("Rc Rs Rd Rt | Rt Rk Rx")]
    assert [str(KINDS[kind]) for kind in asked.played(rows)] == ["Rt", "Rt", "Rk"]


@both_readings
def test_rows_with_exactly_these_cards(reading: Reading) -> None:
    """With `exactly`, no other card of the hand is used."""
    table, hand = "Rc Rs Rd", "Yc Gc Rt"
    asked = search(table, hand, reading)
    circles = [kind_of(Tile.parse(text)) for text in ("Yc", "Gc")]
    found = asked.deal(circles)
    assert found is not None
    assert brute.canonical(row.cards for row in found) == rows_of("Rc Yc Gc | Rs Rd Rt")
    assert asked.deal(circles, exactly=True) is None
    assert asked.deal(circles, [True]) is None
    star = [kind_of(Tile.parse("Rt"))]
    assert asked.deal(star, [True], exactly=True) == [Row(0, (0, 1, 2, 3))]


@both_readings
def test_rows_that_stay_whole(reading: Reading) -> None:
    """Of two rows with a spare circle, only the one that is not kept gives it."""
    table, hand = "Rc Rs Rd Rt | Oc Od Ot Ok | Yc Yd Yt Yk", "Gc"
    asked = search(table, hand, reading)
    green = [kind_of(Tile.parse("Gc"))]
    for kept, circles in [
        ([True, False, False], "Oc Yc Gc"),
        ([False, True, False], "Rc Yc Gc"),
        ([False, False, True], "Rc Oc Gc"),
    ]:
        found = asked.deal(green, kept)
        assert found is not None
        assert rows_of(circles)[0] in [row.cards for row in found]
        assert len(found) == 4
    for kept in ([True, True, False], [True, True, True]):
        assert asked.deal(green, kept) is None
        assert asked.some(kept) is None


def test_which_rows_are_broken() -> None:
    """As few rows as possible are broken, the latest ones; other lines never hold one whole."""
    old = [row_of(row) for row in rows_of("Rc Rs Rd | Rc Rs Rd | Rc Rs Rd Rt | Yc Ys Yd")]

    def gone(text: str) -> tuple[int, ...]:
        return listing.broken(old, [row_of(row) for row in rows_of(text)])

    assert gone("Rc Rs Rd | Rc Rs Rd | Rc Rs Rd Rt | Yc Ys Yd") == ()
    assert gone("Rc Rs Rd Rt | Rc Rs Rd | Rc Rs Rd | Yc Ys Yd Yt") == ()
    assert gone("Rc Rs Rd Rt | Rc Rs Rd | Rs Rd Rt | Rc Yc Gc | Gs Ys Bs | Gd Yd Bd") == (2, 3)
    assert gone("Rc Rs Rd Rt | Rs Rd Rk | Rd Rk Rx | Yc Ys Yd") == (1, 2)
    assert gone("Rs Rd Rt") == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("rows", "cards", "gone", "new"),
    [
        ("Rc Rs Rd Rt | Yc Ys Yd", "Rt", [], []),
        ("Rc Rs Rt | Rd Gd Bd | Yc Ys Yd", "Rt Gd Bd", [], []),
        ("Rc Rt Rk | Yc Ys Yd | Rs Gs Bs | Rd Gd Bd", "Rt Rk Gs Bs Gd Bd", [0], []),
        ("Rc Rs Rt | Rd Yd Gd | Yc Ys Yt", "Rt Yt", [], [1]),
        ("Rc Yc Gc | Rs Ys Gs | Rd Yd Gd", "Gc Gs", [0, 1], [2]),
    ],
)
def test_faults_of_old_and_new_rows(rows: str, cards: str, gone: list[int], new: list[int]) -> None:
    """Reported are old rows without a successor, and new rows without a played card."""
    old = [row_of(row) for row in rows_of("Rc Rs Rd | Yc Ys Yd")]
    after = [row_of(brute.row_of(row)) for row in rows.split("|")]
    kinds = [kind_of(card) for card in brute.row_of(cards)]
    assert strict.amiss(old, after, kinds) == (gone, new)


def can_be_filled(old: Sequence[Row], left: Sequence[int]) -> bool:
    """Whether each old row can have three cards, two of them its own, by brute force."""
    if not old:
        return True
    row, *others = old
    for three in combinations([kind for kind in KINDS_OF_LINE[row.line] if left[kind]], 3):
        if len(set(three) & set(row.kinds)) >= 2:
            after = [number - (kind in three) for kind, number in enumerate(left)]
            if can_be_filled(others, after):
                return True
    return False


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_old_rows_get_three_cards_each(start: int) -> None:
    """After cards were taken, each row has two of its own and any third, or it is impossible."""
    verdicts = Counter[bool]()
    for seed in range(start, start + 100):
        random = Random(seed)
        kinds = [Tile(color, shape) for color in [*Color][:3] for shape in [*Shape][:5]]
        table = brute.random_table(random, random.choice([10, 13, 16]), kinds)
        old = [row_of(row) for row in table]
        lying = sorted(brute.cards_of(table).elements())
        left = random.sample(lying, random.randint(3 * len(old), len(lying)))
        left += brute.random_hand(random, table, random.randint(0, 2), kinds)
        filling = strict._Filling(old, counts(left))
        possible = can_be_filled(old, counts(left))
        verdicts[possible] += 1
        assert filling.fill() == possible
        if possible:
            found = filling.found()
            assert [row.line for row in found] == [row.line for row in old]
            assert all(brute.is_row(row.cards) and len(row.cards) == 3 for row in found)
            own = [len(set(a.kinds) & set(b.kinds)) for a, b in zip(found, old, strict=True)]
            assert min(own) >= 2
            after = [a - b for a, b in zip(counts(left), counts_of_rows(found), strict=True)]
            assert min(after) >= 0
            assert filling.left == after
    assert min(verdicts[True], verdicts[False]) >= 10


def test_a_row_gets_an_own_card_back_for_one_from_elsewhere() -> None:
    """The first row takes the star; the second needs it more, and the circles have a spare."""
    old = [row_of(brute.row_of(text)) for text in ("Rc Rs Rd", "Rc Rk Rx", "Rc Oc Yc Gc")]
    filling = strict._Filling(old, counts(brute.row_of("Rs Rd Rt Rc Rk Rc Oc Yc Gc")))
    assert filling.fill()
    assert brute.canonical(row.cards for row in filling.found()) == rows_of(
        "Rc Rs Rd | Rc Rt Rk | Oc Yc Gc"
    )


@both_readings
def test_plans_for_qwirkles(reading: Reading) -> None:
    """A plan has at least the wanted Qwirkles of each line; otherwise there is none."""
    table, hand = "Rc Rs Rd Rt Rk | Rx Ox Yx Gx Bx", "Px Rx Oc"
    asked = search(table, hand, reading)
    red = tuple(int(line == 0) for line in range(12))
    crosses = tuple(int(line == 11) for line in range(12))
    both = tuple(map(sum, zip(red, crosses, strict=True)))
    for plan in (red, crosses, both):
        found = asked.some(qwirkles=plan)
        assert found is not None
        whole = [row.line for row in found if row.kinds == KINDS_OF_LINE[row.line]]
        assert all(whole.count(line) >= number for line, number in enumerate(plan))
        assert asked.played(found)
    assert asked.some(qwirkles=tuple(2 * number for number in red)) is None
    assert asked.some(qwirkles=tuple(int(line == 1) for line in range(12))) is None


@both_readings
def test_four_rows_of_a_line(reading: Reading) -> None:
    """There are more than three rows, so no kind is in all of them; none need be broken."""
    table = "Yc Ys Yd | Yc Yt Yk | Ys Yd Yt | Yc Yd Yk | Rc Rs Rd"
    rows = best(table, "Rt", reading, "least-disturbance")
    assert rows == rows_of(table.replace("Rd", "Rd Rt"))
    every = brute.turns(rows_of(table), brute.row_of("Rt"), reading == "strict")
    assert turns(table, "Rt", reading) == every


def test_four_rows_of_a_line_that_stay_beside_qwirkles() -> None:
    """The arithmetic of the free reading allows for them, so the four Qwirkles are found."""
    table = (
        "Rx Ox Gx Bx Px | Ot Gt Bt Pt | Yc Ys Yt Yx | Ys Yd Yt Yk Yx | Ys Yt Yk | Yd Yk Yx"
        " | Yd Gd Bd Pd | Pc Ps Pk | Pc Pd Pt Pk Px | Pc Pd Pk Px"
    )
    for then in TIES:
        assert brute.qwirkles(best(table, "Rc Rs Rd Rd Rt Oc Os Gc Bc", "strict", then)) == 4


@pytest.mark.parametrize("patience", [0, 3, 10**6])
def test_the_plans_do_not_depend_on_patience(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start of a plan is checked early, late or never, only to save time."""
    table = (
        "Rc Oc Yc | Rc Oc Bc | Rs Rd Rt | Rs Os Ys | Rd Od Yd | Rx Ox Gx | Oc Os Od | Os Ot Ok"
        " | Yc Ys Yt | Yc Yt Yk | Yx Gx Px | Gs Gt Gx | Bc Bt Bk | Bs Bt Bx | Bd Bt Bk | Ps Pt Pk"
        " | Bc Bd Bk | Rc Rd Rt | Rk Ok Yk Gk Pk | Ys Bs Ps | Od Ot Ok | Yd Gd Pd"
    )
    monkeypatch.setattr("qwirkle_variants.cards.search._PATIENCE", patience)
    plans = list(search(table, "Rk Rx Ox Yd Bs Pc Ps Pd Pt", "free").plans())
    assert (len(plans), len(set(plans))) == (87, 87)
    assert plans == sorted(plans, reverse=True)
    assert {sum(plan) for plan in plans} == {5}


@both_readings
def test_the_turns_of_an_empty_hand(reading: Reading) -> None:
    """There are none, whatever the rows are."""
    asked = search("Rc Rs Rd Rt | Yc Ys Yd", "", reading)
    assert not asked.exists()
    assert asked.playable() == []
    assert asked.best("most-cards") is None
    assert list(listing.turns(asked)) == []


def samples(table: str, hand: str, reading: Reading, number: int) -> set[brute.Table]:
    """The turns that random sampling finds."""
    asked = search(table, hand, reading)
    drawn = [asked.sample(Random(seed)) for seed in range(number)]
    return {brute.canonical(row.cards for row in rows) for rows in drawn if rows is not None}


@both_readings
def test_random_turns(reading: Reading) -> None:
    """Both of two turns are found, and so is an only turn that keeps no row whole."""
    assert samples("Rc Rs Rd", "Rt", reading, 3) == {rows_of("Rc Rs Rd Rt")}
    table, hand = "Rc Rs Rd Rt", "Yc Gc Bs Ps"
    assert samples(table, hand, reading, 20) == turns(table, hand, reading)
    only = rows_of("Rc Yc Gc | Rs Rd Rt | Yt Gt Bt")
    assert samples("Rc Rs Rd | Rt Yt Gt Bt", "Yc Gc", reading, 8) == {only}
    assert samples("Rc Rs Rd", "Yt", reading, 3) == set()
