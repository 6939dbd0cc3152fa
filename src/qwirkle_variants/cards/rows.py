"""Rows of cards as values: how they are read and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from qwirkle import Cell, InvalidValue, Scene, Seat, Tile, Word
from qwirkle.authoring import (
    TILE_PATTERN,
    TILES,
    Kind,
    as_tiles,
    at_most,
    in_order,
    short_repr,
    tiles_text,
)
from qwirkle_variants.cards.grid import COPIES, LONGEST, SHORTEST, CardRow

Rows: TypeAlias = tuple[CardRow, ...]
"""Rows of cards, sorted."""

BAR: Final = "|"
"""The separator between rows in a text."""

BOX: Final = TILES * COPIES
"""All 108 cards (K1)."""


def canonical(rows: Iterable[Iterable[Tile]]) -> Rows:
    """The rows in their one form: each sorted, and all sorted."""
    return tuple(sorted(map(in_order, rows)))


def as_rows(value: object) -> Rows:
    """Rows from rows or from a text like ``"Rs Rc Rd | Bs Bc Bd"``."""
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


def cards_of(rows: Iterable[CardRow]) -> list[Tile]:
    """All cards of some rows."""
    return [card for row in rows for card in row]


def scene_of(
    rows: Sequence[Sequence[tuple[Cell, Tile]]],
    seats: tuple[Seat, ...] = (),
    notes: tuple[str, ...] = (),
) -> Scene:
    """A scene of rows at their places, labelled with their numbers; empty ones have no label."""
    labels = ((str(i), tuple(cell for cell, _ in row)) for i, row in enumerate(rows) if row)
    return Scene(
        tuple(placed for row in rows for placed in row),
        seats,
        notes,
        unit="Qwirkles",
        pieces="cards",
        labels=tuple(labels),
    )


def _kind(fewest: int, most: int, description: str) -> Kind[Rows]:
    """The kind of fields with rows of some lengths."""
    row = f"{TILE_PATTERN}( {TILE_PATTERN}){{{fewest - 1},{most - 1}}}"
    schema = {"type": "string", "description": description, "pattern": rf"^({row}( \| {row})*)?$"}
    return Kind(as_rows, rows_text, schema, (), cards_of)


ROWS: Final = _kind(
    SHORTEST, LONGEST - 1, 'Rows of three to five cards, like "Rs Rc Rd | Bs Gs Ps".'
)
"""Rows on the table."""
QWIRKLES: Final = _kind(LONGEST, LONGEST, "Rows of six cards.")
"""Rows that were taken."""
