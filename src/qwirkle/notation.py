"""Reading moves from text: in their proper form, or as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import NotationError, short_repr
from qwirkle.moves import Move, Place
from qwirkle.registry import get_variant
from qwirkle.state import Position, State, View
from qwirkle.tiles import Color, Shape, Tile, as_tiles
from qwirkle.variant import Variant
from qwirkle.words import Word, expect

LONGEST_MOVE: Final = 10_000
"""The most characters of a move's text, far more than any move needs."""


def parse_move(
    text: str,
    variant: str | Variant | State | View = "standard",
    *,
    forgiving: bool = False,
    board: object = None,
) -> Move:
    """The move that a text describes; ``str(move)`` is the way back.

    Args:
        text: for example ``Rs@0,0 Bs@1,0``, ``swap Rs Bd`` or ``pass``.
        variant: the variant that has the move: a name, a variant, a state or a view.
        forgiving: whether to read texts as people type them too: names of tiles, other capitals,
            a missing ``@``, cells beside a tile on the board, and the tiles of a first line alone.
        board: the board, if the variant is not a state or a view, which have their own.

    >>> parse_move("Rs@0,0 Bs@1,0")
    Place({(0, 0): 'Rs', (1, 0): 'Bs'})
    >>> parse_move("swap Rs Bd")
    Exchange('Rs Bd')
    >>> parse_move("red diamond at 2, 0 and BD 2 1", forgiving=True)
    Place({(2, 0): 'Rd', (2, 1): 'Bd'})
    >>> parse_move("red diamond right of the red star", forgiving=True, board="Rs@0,0 Rt@1,0")
    Place({(2, 0): 'Rd'})

    Raises:
        NotationError: if the text is not a move of the variant; says where.
    """
    expect(text, str, "the text of a move")
    if len(text) > LONGEST_MOVE:
        raise NotationError("the text is too long for a move", text, LONGEST_MOVE)
    game: Variant = variant.variant if isinstance(variant, Position) else get_variant(variant)
    try:
        return _parsed(text, game)
    except NotationError:
        if not forgiving:
            raise
    tiles = None if board is None else Board(board).items()
    if isinstance(variant, Position):
        tiles = dict(game.scene(variant).tiles).items()
    tidy = tidied(text, game.move_types, tiles or ())
    words = tidy.split()
    is_opening = tiles is not None and not tiles and Place in game.move_types
    if is_opening and words and all(map(TILE.fullmatch, words)):
        return Place({(x, 0): tile for x, tile in enumerate(words)})
    return _parsed(tidy, game)


def _parsed(text: str, variant: Variant) -> Move:
    types = {kind.verb: kind for kind in variant.move_types}
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
CELL: Final = re.compile(r"\(?\s*(-?(?<![0-9])[0-9]+)\s*[,;\s]\s*(-?[0-9]+)\s*\)?")
"""A cell, with or without brackets and comma."""
PLACED: Final = re.compile(r"\b([roygbp][csdtkx])\s*(?:@|at)?\s*(-?[0-9]+,-?[0-9]+)", re.IGNORECASE)
"""A tile at a cell."""
_AT: Final = re.compile(r"@\s+")
_STEPS: Final = {"left of": (-1, 0), "right of": (1, 0), "above": (0, -1), "below": (0, 1)}
_BESIDE: Final = re.compile(
    r"(?:\bto the\s+)?\b(left\s+of|right\s+of|above|below)\s+(?:the\s+)?([roygbp][csdtkx])\b",
    re.IGNORECASE,
)
"""A cell by the tile that it is beside."""
_SMALL: Final = ("", "and", "at")
"""Words that people may put between tiles and cells."""


def typed_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a person means, by letters or names.

    >>> typed_tiles("rs and blue diamond")
    (Tile.parse('Rs'), Tile.parse('Bd'))

    Raises:
        NotationError: if a word is not a tile.
    """
    return as_tiles(tidied(text, ()))


def tidied(
    text: str,
    kinds: Iterable[type[Move]] = (Place,),
    tiles: Iterable[tuple[Cell, Tile]] = (),
) -> str:
    """The text of a move in its proper form.

    This corrects capitals, names of tiles, spaces in cells, brackets around them, a missing
    ``@``, missing spaces around signs, and other words for the verbs.

    Args:
        text: the text as it was typed.
        kinds: the moves of the game, which know their signs and those other words.
        tiles: the tiles in play with their cells, beside which a tile can be placed.

    >>> tidied("RS 1, 0  and bs@(2 0)")
    'Rs@1,0 Bs@2,0'
    >>> import qwirkle
    >>> tidied("Exchange red square, BD", [qwirkle.Exchange])
    'swap Rs Bd'
    >>> tidied("Rd below the red star", tiles=qwirkle.Board("Rt@1,0").items())
    'Rd@1,1'

    Raises:
        NotationError: if the board does not have exactly one such tile.
    """
    kinds, text = tuple(kinds), " ".join(text.split())  # long gaps take long to search
    for sign in {sign for kind in kinds for sign in kind.signs}:
        text = text.replace(sign, f" {sign} ")
    text = _NAMES.sub(lambda found: _letters(found[1], found[2]), text)
    text = _BESIDE.sub(partial(_cell_beside, dict(tiles)), text)
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


def _cell_beside(tiles: Mapping[Cell, Tile], found: re.Match[str]) -> str:
    """The cell beside the only tile of its kind."""
    tile = Tile.parse(found[2][0].upper() + found[2][1].lower())
    cells = [cell for cell in tiles if tiles[cell] is tile]
    if len(cells) != 1:
        several = f"the {tile.name} is on the board {len(cells)} times"
        reason = several if cells else f"there is no {tile.name} on the board"
        raise NotationError(f"{reason}; name the cell", found.string, found.start())
    (x, y), (right, down) = cells[0], _STEPS[" ".join(found[1].lower().split())]
    return f" {x + right},{y + down} "


def _word(word: str) -> str:
    tile = TILE.match(word)
    if tile and word[2:3] in ("", "@"):
        return tile[1].upper() + tile[2].lower() + word[2:]
    return word if "@" in word else word.lower()  # a message quotes it as it was typed


def _letters(color: str, shape: str) -> str:
    return Color[color.upper()].letter + Shape[shape.upper()].letter
