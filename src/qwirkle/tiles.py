"""Colours, shapes and the 36 tiles."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import attrs

from qwirkle.errors import InvalidValue, NotationError, shown


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


@attrs.frozen(init=False, eq=False, repr=False)
class Tile:
    """A colour and a shape; there are 36, and each exists once.

    The same tile is always the same object, also after copying and pickling,
    so tiles compare and hash as fast as Python can. They sort by colour, then shape.

    >>> Tile(Color.RED, Shape.SQUARE) is Tile.parse("Rs")
    True
    >>> print(Tile.parse("Rs"), Tile.parse("Rs").name)
    Rs red square
    """

    color: Color
    """The colour."""
    shape: Shape
    """The shape."""
    bit: int
    """The tile as one bit of a 36-bit mask (rule P3 is decided with masks)."""
    joins: int
    """The mask of the tiles that can share a line with this one, because they have
    the colour or the shape in common, but not both (P3)."""

    def __new__(cls, color: Color, shape: Shape) -> Tile:
        if type(color) is Color and type(shape) is Shape:
            return _SHARED[color, shape]
        raise InvalidValue(f"a tile is a Color and a Shape, not {shown(color)} and {shown(shape)}")

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile that a text of two letters stands for.

        >>> Tile.parse("Bk").name
        'blue clover'

        Raises:
            NotationError: if the text is no tile.
        """
        if not isinstance(text, str):
            raise InvalidValue(f"expected the text of a tile, not {shown(text)}")
        return Word(text, text, 0).tile()

    @property
    def name(self) -> str:
        """The tile in words, like "red square"."""
        return f"{self.color.name} {self.shape.name}".lower()

    def __str__(self) -> str:
        return COLOR_LETTERS[self.color] + SHAPE_LETTERS[self.shape]

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"

    def __lt__(self, other: Tile) -> bool:
        return self.bit < other.bit if isinstance(other, Tile) else NotImplemented

    def __le__(self, other: Tile) -> bool:
        return self.bit <= other.bit if isinstance(other, Tile) else NotImplemented

    def __gt__(self, other: Tile) -> bool:
        return self.bit > other.bit if isinstance(other, Tile) else NotImplemented

    def __ge__(self, other: Tile) -> bool:
        return self.bit >= other.bit if isinstance(other, Tile) else NotImplemented

    def __reduce__(self) -> tuple[type[Tile], tuple[Color, Shape]]:
        return Tile, (self.color, self.shape)  # so that a copy is the shared tile


def _make(color: Color, shape: Shape) -> Tile:
    tile = object.__new__(Tile)
    for name, value in (
        ("color", color),
        ("shape", shape),
        ("bit", _bit(color, shape)),
        (
            "joins",
            sum(
                _bit(c, s)
                for c in Color
                for s in Shape
                if (c is color) != (s is shape)  # exactly one attribute in common
            ),
        ),
    ):
        object.__setattr__(tile, name, value)
    return tile


def _bit(color: Color, shape: Shape) -> int:
    return 1 << (6 * color + shape)


_SHARED: Final = {(c, s): _make(c, s) for c in Color for s in Shape}

TILES: Final[tuple[Tile, ...]] = tuple(_SHARED.values())
"""The 36 tiles in order."""

ALL: Final = (1 << len(TILES)) - 1
"""The mask of all 36 tiles: what may join a line that has no tile yet."""

TILE_OF_BIT: Final = {tile.bit: tile for tile in TILES}

_BY_TEXT: Final = {str(tile): tile for tile in TILES}


@attrs.frozen
class Word:
    """One word of a text, with its place in it for messages.

    >>> [word.text for word in Word.split("swap Rs  Bd")]
    ['swap', 'Rs', 'Bd']
    """

    text: str
    """The word itself."""
    source: str
    """The whole text it stands in."""
    at: int
    """Where it starts in the source."""

    @staticmethod
    def split(text: str) -> list[Word]:
        """The words of a text, which spaces separate."""
        words: list[Word] = []
        at = 0
        for part in text.split():
            at = text.index(part, at)
            words.append(Word(part, text, at))
            at += len(part)
        return words

    def part(self, start: int, stop: int | None = None) -> Word:
        """A piece of the word."""
        return Word(self.text[start:stop], self.source, self.at + start)

    def tile(self) -> Tile:
        """The word as a tile."""
        tile = _BY_TEXT.get(str(self.text))
        if tile is None:
            raise self.error(
                f"{shown(self.text)} is not a tile: a colour of {' '.join(COLOR_LETTERS)}, "
                f"then a shape of {' '.join(SHAPE_LETTERS)}"
            )
        return tile

    def error(self, reason: str) -> NotationError:
        """An error that points at this word."""
        return NotationError(reason, self.source, self.at)


def as_tile(value: object) -> Tile:
    """A tile, given as such or as its text."""
    if isinstance(value, Tile):
        return value
    if isinstance(value, str):
        return Tile.parse(value)
    raise InvalidValue(f"expected a tile or its text, not {shown(value)}")


def as_tiles(value: object) -> tuple[Tile, ...]:
    """Tiles, given as such or as a text like ``"Rs Bd"``, in the order given."""
    if isinstance(value, str):
        return tuple(word.tile() for word in Word.split(value))
    if isinstance(value, Iterable):
        return tuple(as_tile(element) for element in value)
    raise InvalidValue(f"expected tiles or their text, not {shown(value)}")


def tiles_text(tiles: Iterable[Tile]) -> str:
    """The text of some tiles, which :func:`as_tiles` reads."""
    return " ".join(map(str, tiles))
