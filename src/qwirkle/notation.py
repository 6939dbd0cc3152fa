"""Reading moves from text: in their proper form, or as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from qwirkle.errors import InvalidValue, NotationError, short_repr
from qwirkle.moves import Move, Place
from qwirkle.registry import get_variant
from qwirkle.state import State, View
from qwirkle.tiles import Color, Shape, Tile, as_tiles
from qwirkle.variant import Variant
from qwirkle.words import Word

LONGEST_MOVE: Final = 10_000
"""The most characters of a move's text, far more than any move needs."""


def parse_move(text: str, variant: str | Variant | State | View = "standard") -> Move:
    """The move that a text describes; ``str(move)`` is the way back.

    Args:
        text: for example ``Rs@0,0 Bs@1,0``, ``swap Rs Bd`` or ``pass``.
        variant: the variant that has the move: a name, a variant, a state or a view.

    >>> parse_move("Rs@0,0 Bs@1,0")
    Place({(0, 0): 'Rs', (1, 0): 'Bs'})
    >>> parse_move("swap Rs Bd")
    Exchange('Rs Bd')

    Raises:
        NotationError: if the text is not a move of the variant; says where.
    """
    if not isinstance(text, str):
        raise InvalidValue(f"expected the text of a move, not {short_repr(text)}")
    if len(text) > LONGEST_MOVE:
        raise NotationError("the text is too long for a move", text, LONGEST_MOVE)
    if isinstance(variant, (State, View)):
        variant = variant.variant
    types = {kind.verb: kind for kind in get_variant(variant).move_types}
    words = Word.split(text)
    if not words:
        raise NotationError("the text is empty", text, 0)
    first, *rest = words
    if first.text in types:
        return types[first.text].from_words(first, rest)
    if types.get(Place.verb) is Place and "@" in first.text:
        return Place.from_words(first, words)
    known = ", ".join(kind.verb for kind in types.values())
    if Place in types.values():
        known += "; or tiles at cells, like Rs@0,0"
    raise first.error(f"{short_repr(first.text)} does not begin a move; these do: {known}")


# Texts as people type them

_NAMES: Final = re.compile(
    rf"\b({'|'.join(color.name for color in Color)})[\s-]*"
    rf"({'|'.join(shape.name for shape in Shape)})s?\b",
    re.IGNORECASE,
)
TILE: Final = re.compile(r"([roygbp])([csdtkx])", re.IGNORECASE)
"""A tile in letters."""
CELL: Final = re.compile(r"\(?\s*(-?[0-9]+)\s*[,;\s]\s*(-?[0-9]+)\s*\)?")
"""A cell, with or without brackets and comma."""
PLACED: Final = re.compile(r"\b([roygbp][csdtkx])\s*(?:@|at)?\s*(-?[0-9]+,-?[0-9]+)", re.IGNORECASE)
"""A tile at a cell."""
_AT: Final = re.compile(r"@\s+")
_SMALL: Final = ("", "and", "at")
"""Words that people may put between tiles and cells."""


def typed_move(text: str, variant: Variant) -> Move:
    """The move that a person means by a text, which need not have its proper form.

    >>> print(typed_move("exchange red square, BD", get_variant("standard")))
    swap Rs Bd

    Raises:
        NotationError: if the text is not a move of the variant.
    """
    try:
        return parse_move(text, variant)
    except NotationError:
        tidy = tidied(text, variant.move_types)
    return parse_move(tidy, variant)


def typed_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a person means, by letters or names.

    >>> typed_tiles("rs and blue diamond")
    (Tile.parse('Rs'), Tile.parse('Bd'))

    Raises:
        NotationError: if a word is not a tile.
    """
    return as_tiles(tidied(text, ()))


def tidied(text: str, kinds: Iterable[type[Move]] = (Place,)) -> str:
    """The text of a move in its proper form.

    This corrects capitals, names of tiles, spaces in cells, brackets around them, a missing
    ``@``, missing spaces around signs, and other words for the verbs.

    Args:
        text: the text as it was typed.
        kinds: the moves of the game, which know their signs and those other words.

    >>> tidied("RS 1, 0  and bs@(2 0)")
    'Rs@1,0 Bs@2,0'
    >>> import qwirkle
    >>> tidied("Exchange red square, BD", [qwirkle.Exchange])
    'swap Rs Bd'
    """
    kinds = tuple(kinds)
    for sign in {sign for kind in kinds for sign in kind.signs}:
        text = text.replace(sign, f" {sign} ")
    text = _NAMES.sub(lambda found: _letters(found[1], found[2]), text)
    text = CELL.sub(r" \1,\2 ", text)
    verbs = {other: kind for kind in kinds for other in kind.synonyms}
    verbs |= {kind.verb: kind for kind in kinds}
    begins, *_ = text.lower().split() or [""]
    example = verbs.get(begins, Place).example
    if "@" in example:  # other moves may have a tile and then a cell
        text = _AT.sub("@", PLACED.sub(r" \1@\2 ", text))
    elif example:
        text = text.replace("@", " ")
    words = [word.strip(",;.") for word in text.split()]
    first, *rest = [_word(word) for word in words if word.lower() not in _SMALL] or [""]
    first = verbs[first].verb if first in verbs else first
    # Tiles at cells need no verb.
    return " ".join(rest if rest and first == Place.verb else [first, *rest])


def _word(word: str) -> str:
    tile = TILE.match(word)
    if tile and word[2:3] in ("", "@"):
        return tile[1].upper() + tile[2].lower() + word[2:]
    return word if "@" in word else word.lower()  # a message quotes it as it was typed


def _letters(color: str, shape: str) -> str:
    return Color[color.upper()].letter + Shape[shape.upper()].letter
