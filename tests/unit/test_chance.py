"""Chance as data: the same result everywhere for the same arguments."""

from __future__ import annotations

import copy
import hashlib
import pickle
from random import Random

import pytest
from cases import case

import qwirkle
from qwirkle.errors import InvalidValue
from qwirkle.supply import SEEDS, Chance, as_seed, derived, mixed, pick


def test_mixing_never_changes() -> None:
    """These orders must stay the same, because saved seeds depend on them."""
    assert "".join(mixed("abcdefghij", 1, 0)) == "gdchaebfij"
    assert "".join(mixed("abcdefghij", 1, 1)) == "ebjafhgidc"
    assert "".join(mixed("abcdefghij", -(2**63), 9)) == "echigfabjd"


def test_mixing_follows_its_description() -> None:
    """Sort the pieces by 64 bits each of the SHAKE-128 digest of a text, low byte first."""
    for seed, ply in ((0, 0), (2**64 - 1, 3), (-1, 10**9)):
        digest = hashlib.shake_128(f"qwirkle {seed} {ply}".encode()).digest(8 * 20)
        keys = [int.from_bytes(digest[i : i + 8], "little") for i in range(0, 160, 8)]
        wanted = tuple(piece for _, piece in sorted(zip(keys, range(20), strict=True)))
        assert mixed(range(20), seed, ply) == wanted


def test_the_seeds_of_many_games_never_change() -> None:
    """The first 64 bits of the SHAKE-128 digest of a text, low byte first."""
    assert derived(0, 0) == 8786048274783291537
    for seed, index in ((0, 0), (2**64 - 1, 3), (-(2**63), 10**7)):
        digest = hashlib.shake_128(f"qwirkle game {index} of {seed}".encode()).digest(100)
        assert derived(seed, index) == int.from_bytes(digest[:8], "little")
        assert as_seed(derived(seed, index)) >= 0
    assert len({derived(seed, index) for seed in range(30) for index in range(30)}) == 900


def test_a_seed_may_be_an_integer_of_another_library() -> None:
    """Any value with ``__index__`` is accepted, and stored as a plain int."""

    class Five(int):
        def __index__(self) -> int:
            return 6

    class Foreign:
        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            if self.value == 0:
                raise ZeroDivisionError
            return self.value

    for seed in (Five(5), Foreign(5)):
        assert type(as_seed(seed)) is int
        state = qwirkle.new_game(seed=seed)  # type: ignore[arg-type]
        assert qwirkle.to_json(state) == qwirkle.to_json(qwirkle.new_game(seed=5))
    for bad in (Foreign(0), Foreign(2**64), int):
        with pytest.raises(InvalidValue, match="a seed is an integer of at most 64 bits"):
            as_seed(bad)


def test_other_seeds_are_rejected() -> None:
    for value in [2**64, -(2**63) - 1, True, 1.0, "1", None, b"1", []]:
        with case(value):
            with pytest.raises(
                InvalidValue, match="a seed is an integer of at most 64 bits"
            ) as caught:
                as_seed(value)
            assert str(caught.value).endswith(f"not {value!r}")
            assert (SEEDS.start, SEEDS.stop) == (-(2**63), 2**64)


def test_pick_uses_only_random() -> None:
    """Only `random()` is stable across Python versions."""

    class Fixed(Random):
        def random(self) -> float:
            return 0.75

    assert [pick(Fixed(), count) for count in (1, 2, 4, 10)] == [0, 1, 3, 7]
    assert {pick(Random(seed), 5) for seed in range(100)} == {0, 1, 2, 3, 4}


def test_the_chance_of_a_text_never_changes() -> None:
    """The numbers are those of SplitMix64, which other languages have too."""
    chance = Chance("example")
    first = int.from_bytes(hashlib.shake_128(b"example").digest(8), "little")
    assert chance.getstate() == first
    assert [chance.random() for _ in range(2)] == [0.87625053859609, 0.2426779241487541]
    chance.setstate(0)
    assert chance.getrandbits(64) == 0xE220A8397B1DCDAF  # the first number after the seed 0


def test_the_chance_of_a_text_is_a_random_generator() -> None:
    """Every method of Random works, and depends only on the text."""
    one, same, other = Chance("one"), Chance("one"), Chance("other")
    for _ in range(20):
        assert one.getrandbits(100) == same.getrandbits(100) < 2**100
        assert one.randrange(10**30) == same.randrange(10**30)
        assert one.sample(range(100), 5) == same.sample(range(100), 5)
    assert one.random() == same.random() != other.random()
    assert one.getrandbits(0) == 0
    assert copy.deepcopy(one).random() == pickle.loads(pickle.dumps(one)).random() == same.random()
