"""Colours, shapes and the 36 tiles."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import total_ordering
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.words import LONGEST_TEXT, MOST, Pictured, Word, at_most, joined


class Color(IntEnum):
    """The six colours, in the order in which hands are sorted.

    >>> Color.RED.letter
    'R'
    """

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PURPLE = 5

    @property
    def letter(self) -> str:
        """The capital letter that stands for the colour in texts."""
        return COLOR_LETTERS[self]

    def __repr__(self) -> str:
        return f"Color.{self.name}"


class Shape(IntEnum):
    """The six shapes, in the order in which hands are sorted.

    >>> Shape.STAR.letter
    't'
    """

    CIRCLE = 0
    SQUARE = 1
    DIAMOND = 2
    STAR = 3
    CLOVER = 4
    CROSS = 5

    @property
    def letter(self) -> str:
        """The small letter that stands for the shape in texts."""
        return SHAPE_LETTERS[self]

    def __repr__(self) -> str:
        return f"Shape.{self.name}"


COLOR_LETTERS: Final = "ROYGBP"
SHAPE_LETTERS: Final = "csdtkx"
TILE_PATTERN: Final = f"[{COLOR_LETTERS}][{SHAPE_LETTERS}]"
"""The texts of tiles, as a regular expression."""


@total_ordering
@attrs.frozen(init=False, eq=False, repr=False)
class Tile(Pictured):
    """A colour and a shape; each of the 36 tiles exists once.

    The same tile is always the same object, even after copying and pickling, so tiles compare and
    hash as fast as possible. They sort by colour, then shape.

    >>> Tile(Color.RED, Shape.SQUARE) is Tile.parse("Rs")
    True
    >>> print(Tile.parse("Rs"), Tile.parse("Rs").name)
    Rs red square
    """

    color: Color
    """The colour."""
    shape: Shape
    """The shape."""
    order: int
    """Its number among the 36 tiles, from 0 to 35, by which tiles sort."""

    if TYPE_CHECKING:  # for type checkers, both are required

        def __new__(cls, color: Color, shape: Shape) -> Tile: ...

    else:

        def __new__(cls, color: Color, shape: Shape | None = None) -> Tile:
            if type(color) is Color and type(shape) is Shape:
                return _SHARED[color, shape]
            if shape is None and isinstance(color, str):
                reason = f"a text is read with Tile.parse({short_repr(color)})"
                raise InvalidValue(f"a tile is made from a Color and a Shape; {reason}")
            raise InvalidValue(
                f"a tile is a Color and a Shape, not {short_repr(color)} and {short_repr(shape)}"
            )

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile that a text of two letters stands for.

        >>> Tile.parse("Bk").name
        'blue clover'

        Raises:
            NotationError: if the text is not a tile.
        """
        if not isinstance(text, str):
            raise InvalidValue(f"expected the text of a tile, not {short_repr(text)}")
        return _BY_TEXT.get(str(text)) or Tile.from_word(Word(text, text, 0))

    @staticmethod
    def from_word(word: Word) -> Tile:
        """The tile that a word of a move's text stands for.

        Raises:
            NotationError: if the word is not a tile.
        """
        tile = _BY_TEXT.get(str(word.text))
        if tile is None:
            raise word.error(
                f"{short_repr(word.text)} is not a tile: a colour of {' '.join(COLOR_LETTERS)}, "
                f"then a shape of {' '.join(SHAPE_LETTERS)}"
            )
        return tile

    @property
    def name(self) -> str:
        """The tile in words, like "red square"."""
        return f"{self.color.name} {self.shape.name}".lower()

    def __str__(self) -> str:
        return _TEXTS[self.order]

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"

    def __lt__(self, other: Tile) -> bool:
        return self.order < other.order if isinstance(other, Tile) else NotImplemented

    def __reduce__(self) -> tuple[type[Tile], tuple[Color, Shape]]:
        return Tile, (self.color, self.shape)  # so that a copy is the shared tile


def _make(color: Color, shape: Shape) -> Tile:
    tile = object.__new__(Tile)
    for name, value in (("color", color), ("shape", shape), ("order", 6 * color + shape)):
        object.__setattr__(tile, name, value)
    return tile


_SHARED: Final = {(c, s): _make(c, s) for c in Color for s in Shape}

TILES: Final[tuple[Tile, ...]] = tuple(_SHARED.values())
"""The 36 tiles in order."""

_TEXTS: Final = [color + shape for color in COLOR_LETTERS for shape in SHAPE_LETTERS]
_BY_TEXT: Final = dict(zip(_TEXTS, TILES, strict=True))
TEXT_OF: Final = dict(zip(TILES, _TEXTS, strict=True))
"""The texts by tile, which is faster than ``str``."""

_ORDER: Final = attrgetter("order")

T = TypeVar("T")


def as_tile(value: object) -> Tile:
    """A tile from a tile or its text."""
    if isinstance(value, Tile):
        return value
    if isinstance(value, str):
        return Tile.parse(value)
    raise InvalidValue(f"expected a tile or its text, not {short_repr(value)}")


def as_tiles(value: object) -> tuple[Tile, ...]:
    """Tiles from tiles or from a text like ``"Rs Bd"``, in the order given.

    >>> as_tiles("Rs Bd")
    (Tile.parse('Rs'), Tile.parse('Bd'))
    """
    if isinstance(value, str):
        return tuple(tiles_in(value) or map(Tile.from_word, at_most(Word.split(value), "tiles")))
    if isinstance(value, Iterable):
        return tuple(map(as_tile, at_most(value, "tiles")))
    raise InvalidValue(f"expected tiles or their text, not {short_repr(value)}")


def tile_names(tiles: Iterable[Tile], most: int = 12) -> str:
    """The names of tiles in a sentence; if there are too many, only their number.

    >>> tile_names(as_tiles("Rs Bd")), tile_names(as_tiles("Rs")), tile_names(())
    ('the red square and the blue diamond', 'the red square', 'no tile')
    """
    names = [f"the {tile.name}" for tile in tiles]
    if len(names) > most:
        return f"{len(names)} tiles"
    return joined(names or ["no tile"])


def tiles_in(text: str) -> list[Tile]:
    """The tiles of a text; empty if it holds anything else, or too many tiles.

    Most texts are valid, so only the others are split into words with positions.
    """
    words = text.split() if len(text) <= LONGEST_TEXT else []
    try:
        return [*map(_BY_TEXT.__getitem__, words)] if len(words) <= MOST else []
    except KeyError:
        return []


def in_order(tiles: Iterable[T]) -> tuple[T, ...]:
    """Tiles or other pieces, sorted without comparing them, which is faster.

    >>> tiles_text(in_order(as_tiles("Bd Rs")))
    'Rs Bd'
    """
    return tuple(sorted(tiles, key=_ORDER))


def tiles_text(tiles: Iterable[Tile]) -> str:
    """The text of some tiles, which :func:`as_tiles` reads.

    >>> tiles_text(as_tiles(["Rs", "Bd"]))
    'Rs Bd'
    """
    return " ".join(map(TEXT_OF.__getitem__, tiles))
