"""What people type, made into the text of a move: forgiving where the meaning is plain."""

from __future__ import annotations

import re
from typing import Final

from qwirkle.moves import Move, Place
from qwirkle.notation import parse_move
from qwirkle.state import State, View
from qwirkle.tiles import Color, Shape

SYNONYMS: Final = {"exchange": "swap", "trade": "swap", "place": "", "play": ""}
"""Other words for the verbs of moves; that of a placement is left out."""

_NAMES: Final = re.compile(
    rf"\b({'|'.join(color.name for color in Color)})[\s-]*"
    rf"({'|'.join(shape.name for shape in Shape)})s?\b",
    re.IGNORECASE,
)
_TILE: Final = re.compile(r"([roygbp])([csdtkx])", re.IGNORECASE)
_CELL: Final = re.compile(r"\(?\s*(-?[0-9]+)\s*[,;\s]\s*(-?[0-9]+)\s*\)?")
_PLACED: Final = re.compile(
    r"\b([roygbp][csdtkx])\s*(?:@|at)?\s*(-?[0-9]+,-?[0-9]+)", re.IGNORECASE
)


def tidied(text: str) -> str:
    """The text of a move as it should be written.

    Mended are capitals, names of tiles, spaces within cells, brackets around them, a forgotten
    ``@``, spaces around ``|``, and other words for the verbs.

    >>> tidied("RS 1, 0  and bs@(2 0)")
    'Rs@1,0 Bs@2,0'
    >>> tidied("Exchange red square, BD")
    'swap Rs Bd'
    """
    text = _NAMES.sub(lambda found: _letters(found[1], found[2]), text.replace("|", " | "))
    text = _CELL.sub(r" \1,\2 ", text)
    text = _PLACED.sub(r" \1@\2 ", text)
    words = [word.strip(",;.") for word in text.split()]
    first, *rest = [_word(word) for word in words if word not in ("", "and")] or [""]
    return " ".join([SYNONYMS.get(first, first), *rest]).strip()


def read_move(text: str, table: State | View) -> Move:
    """The move that somebody means.

    The first line of a tile game may be typed as its tiles alone, since it has only one place.

    >>> import qwirkle
    >>> print(read_move("rs rc", qwirkle.position(hands=["Rs Rc", "Gd"])))
    Rs@0,0 Rc@1,0

    Raises:
        NotationError: if it is none.
    """
    text = tidied(text)
    words = text.split()
    is_opening = Place in table.variant.move_types and not table.variant.scene(table).tiles
    if is_opening and words and all(map(_TILE.fullmatch, words)):
        return Place({(x, 0): tile for x, tile in enumerate(words)})
    return parse_move(text, table)


def _word(word: str) -> str:
    tile = _TILE.match(word)
    if tile and word[2:3] in ("", "@"):
        return tile[1].upper() + tile[2].lower() + word[2:]
    return word.lower()


def _letters(color: str, shape: str) -> str:
    return Color[color.upper()].letter + Shape[shape.upper()].letter
