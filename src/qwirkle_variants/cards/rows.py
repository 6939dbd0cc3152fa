"""Rows of cards as values: how they are read, written and judged (K3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from qwirkle import InvalidValue, Line, Tile, Violation, Word
from qwirkle.engine import (
    TILES,
    as_tiles,
    at_most,
    counted,
    in_order,
    listed,
    short_repr,
    tiles_text,
)
from qwirkle_variants.cards.codes import CardCode
from qwirkle_variants.cards.grid import COPIES, LONGEST, SHORTEST, CardRow

Rows: TypeAlias = tuple[CardRow, ...]
"""Rows of cards, sorted."""

BAR: Final = "|"
"""What stands between rows in a text."""

BOX: Final = TILES * COPIES
"""All 108 cards (K1)."""


def canonical(rows: Iterable[Iterable[Tile]]) -> Rows:
    """The rows in their one form: each sorted, and all sorted."""
    return tuple(sorted(map(in_order, rows)))


def as_rows(value: object) -> Rows:
    """Rows, given as such or as a text like ``"Rs Rc Rd | Bs Bc Bd"``."""
    if isinstance(value, str):
        return rows_from_words(at_most(Word.split(value), "cards"))
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise InvalidValue(f"expected rows of cards or their text, not {short_repr(value)}")
    rows = canonical(map(as_tiles, at_most(value, "rows", len(BOX))))
    if () in rows:
        raise InvalidValue("there is a row of no cards")
    return rows


def rows_from_words(words: Sequence[Word]) -> Rows:
    """The rows that the words of a text stand for; none of them is empty."""
    if not words:
        return ()
    rows: list[list[Tile]] = [[]]
    for word in words:
        if word.text != BAR:
            rows[-1].append(Tile.from_word(word))
        elif not rows[-1] or word is words[-1]:
            raise word.error(f"there is a row on either side of {BAR!r}")
        else:
            rows.append([])
    return canonical(rows)


def rows_text(rows: Iterable[CardRow]) -> str:
    """The text of some rows, which :func:`as_rows` reads."""
    return f" {BAR} ".join(map(tiles_text, rows))


def misfits(cards: CardRow) -> list[Violation]:
    """Everything that is wrong with a row (K3)."""
    found: list[Violation] = []
    name = f"the row {listed(cards, ' ')}"
    if len(cards) < SHORTEST:
        message = f"{name} has {counted(len(cards), 'cards')}, a row has {SHORTEST} at least"
        found.append(Violation(CardCode.ROW_TOO_SHORT, ("K3",), message))
    if len(cards) > LONGEST:
        message = f"{name} has {len(cards)} cards, a row has {LONGEST} at most"
        found.append(Violation(CardCode.ROW_TOO_LONG, ("K3",), message))
    for card, times in sorted(Counter(cards).items()):
        if times > 1:
            message = f"{name} holds {card} {times} times"
            found.append(Violation(CardCode.DUPLICATE_IN_ROW, ("K3",), message))
    if Line((), cards).shared is None:
        message = f"{name} is neither of one colour nor of one shape"
        found.append(Violation(CardCode.ROW_MISMATCH, ("K3",), message))
    return found
