"""The card game by brute force: slow, plain, and written from the rules alone.

A row is a sorted tuple of cards, and a `Table` is a sorted tuple of rows. A turn is identified
by the rows after it, including rows of six before they are taken away. Copies of a card are
the same card, so it does not matter which of them moved where.

`turns` finds all turns: every choice of cards from the hand, dealt together with the cards of
the rows in every way. `is_turn` judges one result in the words of the rules. Where something
must have "one of its own", every assignment is tried. It is meant for a dozen cards or so,
hand included; more cards take much longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from qwirkle import Color, Shape, Tile

Row: TypeAlias = tuple[Tile, ...]
Table: TypeAlias = tuple[Row, ...]

KINDS: Final = tuple(Tile(color, shape) for color in Color for shape in Shape)
COPIES: Final = 3


# Rows


def row_of(text: str) -> Row:
    """The row or the hand that a text describes.

    >>> row_of("Rd Rc") == (Tile.parse("Rc"), Tile.parse("Rd"))
    True
    """
    return tuple(sorted(map(Tile.parse, text.split())))


def table_of(*texts: str) -> Table:
    """The rows that are given as texts.

    >>> table_of("Yc Ys Yd", "Rd Rc Rs") == (row_of("Rc Rs Rd"), row_of("Yc Ys Yd"))
    True
    """
    return canonical(map(row_of, texts))


def canonical(rows: Iterable[Iterable[Tile]]) -> Table:
    """Sort rows so that they can be compared."""
    return tuple(sorted(tuple(sorted(row)) for row in rows))


def cards_of(rows: Iterable[Iterable[Tile]]) -> Counter[Tile]:
    """How often each card is in the rows."""
    return Counter(card for row in rows for card in row)


def is_row(cards: Sequence[Tile]) -> bool:
    """Whether cards are a row: three to six different ones of one colour or one shape (K3).

    >>> is_row(row_of("Rc Rs Rd")), is_row(row_of("Rc Gc Bc Yc"))
    (True, True)
    >>> is_row(row_of("Rc Rs")), is_row(row_of("Rc Rc Rs")), is_row(row_of("Rc Rs Gs"))
    (False, False, False)
    """
    return (
        3 <= len(cards) <= 6
        and len(set(cards)) == len(cards)
        and (len({card.color for card in cards}) == 1 or len({card.shape for card in cards}) == 1)
    )


def qwirkles(rows: Iterable[Sequence[Tile]]) -> int:
    """The score of a turn that ends with these rows: how many of them are six (K7, R16).

    >>> qwirkles(table_of("Rc Rs Rd Rt Rk Rx", "Yc Ys Yd"))
    1
    """
    return sum(len(row) == 6 for row in rows)


# Judging a result


def is_turn(
    table: Sequence[Sequence[Tile]],
    hand: Sequence[Tile],
    rows: Sequence[Sequence[Tile]],
    strict: bool = False,
) -> bool:
    """Whether a turn may end with these rows (K3 to K5; `strict` adds K6 as R14 reads it).

    >>> is_turn(table_of("Rc Rs Rd"), row_of("Rt Rk"), table_of("Rc Rs Rd Rk"))
    True
    >>> is_turn(table_of("Rc Rs Rd"), row_of("Rt Rk"), table_of("Rc Rs Rd"))  # nothing played
    False
    """
    before, after = cards_of(table), cards_of(rows)
    played = after - before
    if before - after or not played or played - Counter(hand):
        return False
    if not all(map(is_row, rows)):
        return False
    return not strict or _keeps_rows(table, rows, played)


def _keeps_rows(
    table: Sequence[Sequence[Tile]], rows: Sequence[Sequence[Tile]], played: Counter[Tile]
) -> bool:
    """Whether each old row can have its own row, with all other rows new (R14).

    An old row survives in a row that shares two cards with it. The other rows are new, and
    each of them needs a card that was played.
    """
    if not table:
        return _each_has_its_own(rows, played)
    old, *others = table
    return any(
        len(set(old) & set(row)) >= 2
        and _keeps_rows(others, [*rows[:place], *rows[place + 1 :]], played)
        for place, row in enumerate(rows)
    )


def _each_has_its_own(rows: Sequence[Sequence[Tile]], played: Counter[Tile]) -> bool:
    """Whether each row can be given a played card that it holds, with no card used twice."""
    if not rows:
        return True
    row, *others = rows
    return any(
        played[card] > 0 and _each_has_its_own(others, played - Counter([card])) for card in row
    )


def broken(table: Sequence[Sequence[Tile]], rows: Sequence[Sequence[Tile]]) -> int:
    """The smallest number of old rows that are not whole inside their own row.

    >>> broken(table_of("Rc Rs Rd"), table_of("Rc Rs Rd Rt"))
    0
    >>> broken(table_of("Rc Rs Rd Rt"), table_of("Rc Rs Rd", "Gt Rt Yt"))
    1
    """
    if not table:
        return 0
    old, *others = table
    least = 1 + broken(others, rows)
    for place, row in enumerate(rows):
        if set(old) <= set(row):
            least = min(least, broken(others, [*rows[:place], *rows[place + 1 :]]))
    return least


# All turns


def turns(
    table: Sequence[Sequence[Tile]], hand: Sequence[Tile], strict: bool = False
) -> set[Table]:
    """All results of a turn, rows of six included.

    >>> turns(table_of("Rc Rs Rd"), row_of("Rt")) == {table_of("Rc Rs Rd Rt")}
    True
    """
    lying = [card for row in table for card in row]
    found = {
        canonical(rows) for played in choices(hand) for rows in dealt(sorted([*lying, *played]))
    }
    return {rows for rows in found if not strict or is_turn(table, hand, rows, strict=True)}


def choices(hand: Sequence[Tile]) -> set[tuple[Tile, ...]]:
    """Every choice of one or more cards of a hand; copies are the same card.

    >>> len(choices(row_of("Rc Rc Gs")))
    5
    """
    ordered = sorted(hand)
    return {chosen for size in range(1, len(hand) + 1) for chosen in combinations(ordered, size)}


def dealt(cards: Sequence[Tile]) -> Iterator[list[Row]]:
    """Every way to deal cards into rows; with copies, the same way may occur several times.

    The first card must be in some row: each row that the others allow is tried for it.
    """
    if not cards:
        yield []
        return
    first, *rest = cards
    for row in rows_with(first, rest):
        left = list(rest)
        for card in row[1:]:
            left.remove(card)
        for rows in dealt(left):
            yield [row, *rows]


def rows_with(first: Tile, rest: Iterable[Tile]) -> Iterator[Row]:
    """Every row that begins with a card and continues with some of the rest."""
    kinds = sorted(set(rest) - {first})
    same_color = [card for card in kinds if card.color == first.color]
    same_shape = [card for card in kinds if card.shape == first.shape]
    for others in (same_color, same_shape):
        for size in range(2, 6):
            for chosen in combinations(others, size):
                yield (first, *chosen)


# Random positions


def random_table(random: Random, cards: int, kinds: Sequence[Tile] = KINDS) -> Table:
    """Random rows of three to five cards, up to two cards fewer than requested.

    No card occurs more than three times. Fewer kinds give rows that can be regrouped in more
    ways; if there are too few kinds for the requested cards, there are fewer cards.
    """
    rows: list[Row] = []
    while (room := cards - sum(map(len, rows))) >= 3:
        lying = cards_of(rows)
        free = [card for card in kinds if lying[card] < COPIES]
        lines = [[card for card in free if card.color == color] for color in Color]
        lines += [[card for card in free if card.shape == shape] for shape in Shape]
        lines = [line for line in lines if len(line) >= 3]
        if not lines:
            break
        line = random.choice(lines)
        rows.append(tuple(random.sample(line, random.randint(3, min(5, room, len(line))))))
    return canonical(rows)


def random_hand(
    random: Random, table: Sequence[Sequence[Tile]], cards: int, kinds: Sequence[Tile] = KINDS
) -> Row:
    """A random hand of cards that are not in the rows, or of all of these if there are fewer."""
    left = Counter(dict.fromkeys(kinds, COPIES)) - cards_of(table)
    pool = sorted(left.elements())
    return tuple(sorted(random.sample(pool, min(cards, len(pool)))))
