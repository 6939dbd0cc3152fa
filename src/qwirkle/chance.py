"""Reproducible mixing, which depends only on its arguments.

The order comes from SHAKE-128, which is the same on every machine, in every version of Python and
in every other language: each piece gets 64 bits of the digest of a text, and the pieces are sorted
by them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import shake_128
from operator import index
from random import Random
from struct import unpack
from typing import Any, Final, TypeVar

from qwirkle import _engine
from qwirkle.errors import InvalidValue, short_repr

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
    digest = shake_128(text.encode()).digest(8 * len(old))
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
        self._state = int.from_bytes(shake_128(str(text).encode()).digest(8), "little")

    def getstate(self) -> Any:
        """The state, for :meth:`setstate`."""
        return self._state

    def setstate(self, state: Any) -> None:
        """Go on from a state."""
        self._state = state

    def getrandbits(self, count: int, /) -> int:
        """A random number of so many bits."""
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
    digest = shake_128(f"qwirkle game {index} of {seed}".encode()).digest(8)
    return int.from_bytes(digest, "little")


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
