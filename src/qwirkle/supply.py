"""The supply of pieces that nobody has drawn yet, drawing from it, and reproducible chance.

Mixing depends only on its arguments. The order comes from SHAKE-128, which is the same on every
machine, in every version of Python and in every other language: each piece gets 64 bits of the
digest of a text, and the pieces are sorted by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import index
from random import Random
from struct import unpack
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import attrs

from qwirkle import _engine
from qwirkle.errors import InvalidDraw, InvalidValue, listed, short_repr
from qwirkle.tiles import TEXT_OF, TILES, Tile, as_tile, tiles_in
from qwirkle.words import Pretty, Word, at_most

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
    return " ".join([TEXT_OF[p] if isinstance(p, Tile) else str(p) for p in pieces])


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
        raise InvalidDraw(f"{text} cannot be drawn: the move draws {drawn}")
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


T = TypeVar("T")

SEEDS: Final = range(-(2**63), 2**64)
"""The integers that can be a seed."""


def as_seed(value: object) -> int:
    """A checked seed: a plain ``int``, even for an integer type of another library.

    >>> as_seed(7)
    7
    """
    if not isinstance(value, bool):
        with suppress(Exception):  # __index__ may be foreign code
            seed = int.__index__(index(value))  # type: ignore[arg-type]  # index checks it
            if seed in SEEDS:
                return seed
    raise InvalidValue(f"a seed is an integer of at most 64 bits, not {short_repr(value)}")


def as_random(value: object) -> Random:
    """A checked random generator.

    >>> as_random(Random(7)).random() == Random(7).random()
    True
    """
    if isinstance(value, Random):
        return value
    raise InvalidValue(f"expected a random.Random, not {short_repr(value)}")


def _digest(text: str, size: int) -> bytes:
    """The bytes that a text determines."""
    from hashlib import shake_128  # which is slow to import, and the kernel has its own

    return shake_128(text.encode()).digest(size)


def mixed(pieces: Iterable[T], seed: int, ply: int) -> tuple[T, ...]:
    """The pieces in an order determined by the seed and the number of moves so far.

    >>> mixed("abcdef", 7, 0)
    ('b', 'c', 'd', 'e', 'a', 'f')
    >>> mixed("abcdef", 7, 1)
    ('f', 'a', 'e', 'c', 'd', 'b')
    """
    old, text = tuple(pieces), f"qwirkle {seed} {ply}"
    if (order := _engine.mixed(old, text)) is not None:
        return order
    digest = _digest(text, 8 * len(old))
    keys = unpack(f"<{len(old)}Q", digest)
    return tuple([old[i] for i in sorted(range(len(old)), key=keys.__getitem__)])


class Chance(Random):
    """A random generator that depends only on a text, the same in every version of Python.

    Its numbers come from SplitMix64, which starts with 64 bits of the digest of the text.

    >>> Chance("example").random() == Chance("example").random() != Chance("another").random()
    True
    """

    def __new__(cls, text: str = "") -> Chance:
        # The generator of the base class is not used.
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def seed(self, text: object = None, version: int = 2) -> None:
        """Begin the stream that a text determines."""
        self._state = int.from_bytes(_digest(str(text), 8), "little")

    def getstate(self) -> Any:
        """The state, for :meth:`setstate`."""
        return self._state

    def setstate(self, state: Any) -> None:
        """Go on from a state."""
        self._state = state

    def getrandbits(self, count: int, /) -> int:
        """A random number of ``count`` bits."""
        words = [self._word() for _ in range(0, count, 64)]
        return sum(word << 64 * i for i, word in enumerate(words)) & ((1 << count) - 1)

    def random(self) -> float:
        """A random number from 0 to 1, which is never 1."""
        return (self._word() >> 11) * 2.0**-53

    def _word(self) -> int:
        self._state = word = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31


_WORD: Final = 2**64 - 1


def derived(seed: int, index: int) -> int:
    """The seed of one game of a simulation, an unsigned 64-bit integer.

    >>> derived(7, 0), derived(7, 1)
    (10770274986291555310, 144166924576076648)
    """
    return int.from_bytes(_digest(f"qwirkle game {index} of {seed}", 8), "little")


def shuffled(pieces: Iterable[T], random: Random) -> list[T]:
    """The pieces in a random order from a generator.

    >>> shuffled("abcdef", Random(1))
    ['b', 'c', 'f', 'd', 'e', 'a']
    """
    mixing = list(pieces)
    for i in range(len(mixing) - 1, 0, -1):
        j = pick(random, i + 1)
        mixing[i], mixing[j] = mixing[j], mixing[i]
    return mixing


def pick(random: Random, count: int) -> int:
    """A random number below ``count``; only ``random()`` is stable across Python versions.

    >>> pick(Random(7), 6)
    1
    """
    return int(random.random() * count)
