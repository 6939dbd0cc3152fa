"""The brute force of the card game, checked against worked cases and a simpler search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from brute_cards import (
    Table,
    broken,
    canonical,
    cards_of,
    choices,
    is_row,
    is_turn,
    qwirkles,
    random_hand,
    random_table,
    row_of,
    table_of,
    turns,
)

from qwirkle import Color, Shape, Tile


def test_a_row_that_grows_by_one_card() -> None:
    """The red star can only join the row."""
    table = table_of("Rc Rs Rd")
    assert turns(table, row_of("Rt")) == {table_of("Rc Rs Rd Rt")}
    assert turns(table, row_of("Rt"), strict=True) == {table_of("Rc Rs Rd Rt")}
    assert turns(table, row_of("Yt")) == set()
    assert turns(table, ()) == set()


def test_a_square_of_nine_cards_can_be_grouped_in_two_ways() -> None:
    """One or two green cards do not fit; all three make rows of colours or of shapes.

    In rows of shapes no old row has two of its cards together, so K6 does not allow them.
    """
    table, hand = table_of("Rc Rs Rd", "Yc Ys Yd"), row_of("Gc Gs Gd")
    by_color = table_of("Rc Rs Rd", "Yc Ys Yd", "Gc Gs Gd")
    by_shape = table_of("Rc Yc Gc", "Rs Ys Gs", "Rd Yd Gd")
    assert turns(table, hand) == {by_color, by_shape}
    assert turns(table, hand, strict=True) == {by_color}
    assert (broken(table, by_color), broken(table, by_shape)) == (0, 2)


def test_without_rows_a_row_comes_from_the_hand() -> None:
    """Four red cards make one row of four or, with one left in the hand, four rows of three."""
    found = turns((), row_of("Rc Rs Rd Rt Gc"))
    assert found == turns((), row_of("Rc Rs Rd Rt Gc"), strict=True)
    assert found == {
        table_of("Rc Rs Rd Rt"),
        table_of("Rc Rs Rd"),
        table_of("Rc Rs Rt"),
        table_of("Rc Rd Rt"),
        table_of("Rs Rd Rt"),
    }


def test_five_cards_and_two() -> None:
    """The three choices of cards give eleven, three and ten ways.

    The cross alone: six different cards in one row, or in two of three, which is ten ways.
    The circle alone: a circle in both rows, the other four cards two and two, three ways.
    Both: a circle in both rows, the other five cards two and three, ten ways.
    """
    table, hand = table_of("Rc Rs Rd Rt Rk"), row_of("Rx Rc")
    found = turns(table, hand)
    after = [cards_of(rows) - cards_of(table) for rows in found]
    assert Counter(tuple(sorted(played)) for played in after) == {
        row_of("Rx"): 11,
        row_of("Rc"): 3,
        row_of("Rc Rx"): 10,
    }
    # One of two rows always holds a played card; the other has two cards of the old row.
    assert turns(table, hand, strict=True) == found
    assert [rows for rows in found if qwirkles(rows)] == [table_of("Rc Rs Rd Rt Rk Rx")]
    assert [rows for rows in found if not broken(table, rows)] == [table_of("Rc Rs Rd Rt Rk Rx")]


def test_a_card_and_its_copy_are_in_different_rows() -> None:
    """No row holds a card twice, and copies in the hand are one choice."""
    once, twice = table_of("Rc Rs Rd"), table_of("Rc Rs Rd", "Rc Rs Rd")
    assert turns(once, row_of("Rc Rc")) == set()
    assert turns(once, row_of("Rc Rs Rd")) == {twice}
    # All three kinds occur twice, so both rows hold all of them.
    assert turns(twice, row_of("Rt Rt")) == {
        table_of("Rc Rs Rd Rt", "Rc Rs Rd"),
        table_of("Rc Rs Rd Rt", "Rc Rs Rd Rt"),
    }
    assert broken(twice, table_of("Rc Rs Rd Rt", "Rc Rs Rd")) == 0
    assert not is_turn(once, row_of("Rt"), table_of("Rc Rs Rd Rt", "Rc Rs Rd"))
    assert not is_turn(twice, row_of("Rt Rt"), table_of("Rc Rs Rd Rt"))


def test_a_row_is_filled_up_before_a_card_is_taken_from_it() -> None:
    """The red row keeps two of its cards, and the new row holds cards of the hand."""
    table, hand = table_of("Rc Rs Rd"), row_of("Rt Yc Gc")
    after = table_of("Rs Rd Rt", "Rc Yc Gc")
    assert turns(table, hand) == turns(table, hand, strict=True)
    assert turns(table, hand) == {table_of("Rc Rs Rd Rt"), after}
    assert broken(table, after) == 1


def test_two_rows_that_become_one() -> None:
    """Only one of them can survive in the row of six."""
    table, hand = table_of("Rc Rs Rd", "Rt Rk Rx"), row_of("Bc Yc Gc")
    after = table_of("Rc Rs Rd Rt Rk Rx", "Bc Yc Gc")
    assert is_turn(table, hand, after)
    assert not is_turn(table, hand, after, strict=True)
    assert broken(table, after) == 1
    assert qwirkles(after) == 1


def test_every_new_row_holds_a_card_of_the_hand() -> None:
    """One blue card in one of two new rows is enough for K5, but not for K6."""
    table = table_of("Rc Rs Rd Rt Rk", "Yc Ys Yd Yt Yk", "Gc Gs Gd Gt Gk")
    kept = ("Rd Rt Rk", "Yd Yt Yk", "Gd Gt Gk")
    one = table_of(*kept, "Rc Yc Gc Bc", "Rs Ys Gs")
    two = table_of(*kept, "Rc Yc Gc Bc", "Rs Ys Gs Bs")
    hand = row_of("Bc Bs")
    assert is_turn(table, hand, one)
    assert not is_turn(table, hand, one, strict=True)
    assert is_turn(table, hand, two, strict=True)
    assert broken(table, two) == 3


def test_a_played_copy_counts_for_one_new_row() -> None:
    """Copies are interchangeable, but two new rows need two of them."""
    table = table_of("Rc Rs Rd Rt", "Yc Ys Yd Yt", "Bc Bs Bd")
    after = table_of("Rs Rd Rt", "Ys Yd Yt", "Bc Bs Bd", "Rc Yc Bc")
    assert is_turn(table, row_of("Bc"), after, strict=True)

    table = table_of("Rc Rs Rd Rt", "Yc Ys Yd Yt", "Gc Gs Gd Gt", "Oc Os Od Ot", "Bc Bs Bd Bt")
    kept = ("Rs Rd Rt", "Ys Yd Yt", "Gs Gd Gt", "Os Od Ot")
    new = ("Rc Yc Bc", "Gc Oc Bc")
    one = table_of(*kept, "Bs Bd Bt", *new)
    two = table_of(*kept, "Bc Bs Bd Bt", *new)
    assert is_turn(table, row_of("Bc Bc"), one)
    assert not is_turn(table, row_of("Bc Bc"), one, strict=True)
    assert is_turn(table, row_of("Bc Bc"), two, strict=True)
    assert not is_turn(table, row_of("Bc"), two)


def test_rows_are_assigned_so_that_all_have_one() -> None:
    """The first row or card that fits is not always the right one."""
    # The first old row is in both; the second only in the longer one, which comes first.
    table = table_of("Rc Rs Rd", "Rc Rs Rt")
    assert broken(table, [row_of("Rc Rs Rd Rt"), row_of("Rc Rs Rd")]) == 0
    # The longer row has two cards of each red row, the shorter has two only of the first.
    table = (row_of("Rc Rs Rd Rt"), row_of("Rc Rs Rk"))
    after = [row_of("Rc Rs Rk"), row_of("Rs Rd Rt Rx"), row_of("Rc Yc Gc")]
    assert is_turn(table, row_of("Rx Yc Gc"), after, strict=True)
    # Two new rows and two played cards: the row that holds both must get the purple one.
    table = table_of("Rc Rs Rd Rt", "Yc Ys Yd Yt", "Gc Gs Gd Gt", "Bc Bs Bd Bt")
    after = [*map(row_of, ["Rs Rd Rt", "Ys Yd Yt", "Gs Gd Gt", "Bs Bd Bt", "Rc Bc Pc", "Yc Gc Bc"])]
    assert is_turn(table, row_of("Bc Pc"), after, strict=True)


def test_results_that_are_not_a_turn() -> None:
    """No card is played, a card is lost, a card is unknown, or a row is wrong."""
    table, hand = table_of("Rc Rs Rd Rt"), row_of("Rk")
    assert is_turn(table, hand, table_of("Rc Rs Rd Rt Rk"))
    assert not is_turn(table, hand, table)
    assert not is_turn(table, hand, table_of("Rc Rs Rd Rk"))
    assert not is_turn(table, hand, table_of("Rc Rs Rd Rt Rx"))
    assert not is_turn(table, hand, table_of("Rc Rs Rd", "Rt Rk"))
    assert not is_turn(table, row_of("Yt"), table_of("Rc Rs Rd Rt Yt"))


def groupings(cards: Sequence[Tile]) -> Iterator[list[list[Tile]]]:
    """Every way to divide cards into groups, whether rows or not."""
    if not cards:
        yield []
        return
    first, *rest = cards
    for heaps in groupings(rest):
        yield [[first], *heaps]
        for place, heap in enumerate(heaps):
            yield [*heaps[:place], [first, *heap], *heaps[place + 1 :]]


def heaped(table: Table, hand: Sequence[Tile], strict: bool) -> set[Table]:
    """All turns again, found by judging every grouping of all cards."""
    lying = [card for row in table for card in row]
    return {
        canonical(heaps)
        for size in range(1, len(hand) + 1)
        for played in set(combinations(sorted(hand), size))
        for heaps in groupings([*lying, *played])
        if is_turn(table, hand, heaps, strict)
    }


@pytest.mark.parametrize("seed", range(12))
def test_the_search_misses_nothing(seed: int) -> None:
    """It is tested with a few cards of a few kinds, where many turns are possible."""
    random = Random(seed)
    kinds = [Tile(color, shape) for color in list(Color)[:2] for shape in list(Shape)[:4]]
    kinds += [Tile(Color.YELLOW, Shape.CIRCLE), Tile(Color.YELLOW, Shape.SQUARE)]
    table = random_table(random, random.choice([3, 4, 5]), kinds)
    hand = random_hand(random, table, 3, kinds)
    for strict in (False, True):
        assert turns(table, hand, strict) == heaped(table, hand, strict)


@pytest.mark.parametrize("cards", [3, 4, 8, 12, 40])
def test_random_rows_are_valid(cards: int) -> None:
    """Rows have three to five cards, and about the requested number in all, at most three alike."""
    for seed in range(20):
        random = Random(seed)
        table = random_table(random, cards)
        hand = random_hand(random, table, 9)
        assert cards - 2 <= sum(map(len, table)) <= cards
        assert all(is_row(row) and len(row) < 6 for row in table)
        assert len(hand) == 9
        assert max((cards_of(table) + Counter(hand)).values()) <= 3
        assert table == canonical(table)


def test_choices_of_a_hand() -> None:
    """Up to two circles and up to one square are chosen, but not nothing."""
    assert choices(row_of("Rc Rs Rc")) == {
        row_of("Rc"),
        row_of("Rs"),
        row_of("Rc Rc"),
        row_of("Rc Rs"),
        row_of("Rc Rc Rs"),
    }
