"""The supply of pieces that nobody has drawn yet, and drawing from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

import attrs

from qwirkle.bounds import at_most
from qwirkle.errors import InvalidDraw, InvalidValue, listed, short_repr
from qwirkle.pretty import Pretty
from qwirkle.tiles import TILES, Tile, as_tile, tiles_in
from qwirkle.words import Word

_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def _check_name(special: object, attribute: object, name: str) -> None:
    if not isinstance(name, str) or len(name) > 80 or not _NAME.fullmatch(name):
        named = "a special is named in lower-case letters, at most 80 of them"
        raise InvalidValue(f"{named}, not {short_repr(name)}")


@attrs.frozen(repr=False)
class Special(Pretty):
    """A piece in the supply that is not a tile.

    A player who draws one shows it, removes it from the game and draws another piece; the variant
    that has such pieces decides what follows. In texts, a star precedes the name.

    >>> print(Special("draw-three"))
    *draw-three
    """

    name: str = attrs.field(validator=_check_name)
    """Its name, in lower-case letters and hyphens."""

    @property
    def order(self) -> int:
        """A number by which pieces sort, after all tiles and different for every name."""
        return int.from_bytes(self.name.encode(), "big") << len(TILES)

    def __str__(self) -> str:
        return f"*{self.name}"

    def __repr__(self) -> str:
        return f"Special({self.name!r})"


Piece: TypeAlias = Tile | Special
"""A tile or a special: anything that can be in the supply."""

P = TypeVar("P")


def as_pieces(value: object) -> tuple[Piece, ...]:
    """Pieces from pieces or from a text like ``"Rs *draw-three Bd"``, in the order given."""
    if isinstance(value, Supply):
        return value.tiles
    if isinstance(value, str):
        return tuple(tiles_in(value)) or tuple(
            Special(word.text[1:]) if word.text.startswith("*") else Tile.from_word(word)
            for word in at_most(Word.split(value), "pieces")
        )
    if isinstance(value, Iterable):
        return tuple(map(_as_piece, at_most(value, "pieces")))
    raise InvalidValue(f"expected tiles or their text, not {short_repr(value)}")


def _as_piece(value: object) -> Piece:
    if isinstance(value, Special):
        return value
    if isinstance(value, str) and value.startswith("*"):
        return Special(value[1:])
    return as_tile(value)


def pieces_text(pieces: Iterable[Piece]) -> str:
    """The text of some pieces, which :func:`as_pieces` reads."""
    return " ".join(map(str, pieces))


@attrs.frozen(repr=False)
class Supply(Pretty):
    """The pieces that nobody has drawn yet, in drawing order.

    >>> supply = Supply("Rs Bd")
    >>> len(supply), supply.tiles[0].name, supply
    (2, 'red square', Supply('Rs Bd'))
    """

    tiles: tuple[Piece, ...] = attrs.field(converter=as_pieces, default=())
    """The pieces; the first is drawn first."""

    @staticmethod
    def of(pieces: tuple[Piece, ...]) -> Supply:
        """A supply of valid pieces, unchecked, since every move makes one."""
        supply = _new(Supply)
        _set_tiles(supply, pieces)
        return supply

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"Supply({pieces_text(self.tiles)!r})"


_new: Final = object.__new__
_set_tiles: Final = Supply.tiles.__set__  # type: ignore[attr-defined]  # the slot's own setter


class Drawn(NamedTuple):
    """The pieces drawn from a supply, and the rest of it.

    >>> drawn = draw(as_pieces("*draw-three Rs Bd"), 1)
    >>> drawn.tiles, drawn.specials, drawn.rest
    ((Tile.parse('Rs'),), (Special('draw-three'),), (Tile.parse('Bd'),))
    """

    pieces: tuple[Piece, ...]
    """The pieces in drawing order."""
    tiles: tuple[Tile, ...]
    """The tiles among them, which stay with the player."""
    rest: tuple[Piece, ...]
    """The supply afterwards."""

    @property
    def specials(self) -> tuple[Special, ...]:
        """The special tiles among them, which are shown and removed from the game."""
        if self.pieces is self.tiles:
            return ()
        return tuple(piece for piece in self.pieces if isinstance(piece, Special))


def draw(supply: tuple[Piece, ...], size: int, given: object = None) -> Drawn:
    """Draw until there are ``size`` tiles, or nothing is left (T1, R8).

    Args:
        supply: the pieces in drawing order.
        size: how many tiles are wanted.
        given: the pieces that were drawn, if they are known.

    >>> pieces = as_pieces("*draw-three Rs Bd")
    >>> pieces_text(draw(pieces, 1).pieces), pieces_text(draw(pieces, 1).rest)
    ('*draw-three Rs', 'Bd')

    Raises:
        InvalidDraw: if the given pieces cannot have been drawn.
    """
    order, pieces = supply, None
    if given is None:
        first = supply[:size]
        if Special not in map(type, first):  # as is nearly always so
            return Drawn(first, first, supply[size:])  # type: ignore[arg-type]
    else:
        pieces = as_pieces(given)
        rest, missing = without(supply, pieces)
        if missing:
            text = listed(missing, " ")
            raise InvalidDraw(f"{text} cannot be drawn: not in the supply")
        order = pieces + rest
    tiles: list[Tile] = []
    length = 0  # a supply without a tile counts as empty, whatever else is in it (R8)
    if any(isinstance(piece, Tile) for piece in order):
        while len(tiles) < size and length < len(order):
            piece = order[length]
            length += 1
            if isinstance(piece, Tile):
                tiles.append(piece)
    if pieces is not None and length != len(pieces):
        text = listed(pieces, " ") or "nothing"
        drawn = listed(order[:length], " ") or "nothing"
        raise InvalidDraw(f"{text} cannot be drawn: with these first, {drawn} is drawn")
    return Drawn(order[:length], tuple(tiles), order[length:])


def without(pieces: Sequence[P], taken: Iterable[P]) -> tuple[tuple[P, ...], list[P]]:
    """The pieces left after others are taken, and the others that were not among them.

    >>> without("abcb", "bx")
    (('a', 'c', 'b'), ['x'])
    """
    rest = list(pieces)
    missing: list[P] = []
    for piece in taken:
        try:
            rest.remove(piece)
        except ValueError:
            missing.append(piece)
    return tuple(rest), missing
