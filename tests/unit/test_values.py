"""Properties of all public values: equality, hashes, copies and reprs that paste back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from cases import case
from hypothesis.vendor.pretty import pretty
from samples import finished, opened, values

import qwirkle
from qwirkle import Color, Outcome, Shape, Tile
from qwirkle.tiles import TILES

VALUES = values()
AGAIN = values()


def test_reprs_paste_back() -> None:
    """With nothing but the public names in scope, the repr gives an equal value."""
    for name in VALUES:
        with case(name):
            value = VALUES[name]
            pasted = eval(repr(value), dict(vars(qwirkle)))
            assert pasted == value
            assert type(pasted) is type(value)
            assert repr(pasted) == repr(value)


def test_equal_values_made_apart_are_equal() -> None:
    """And have equal hashes, and differ from all other samples."""
    for name in VALUES:
        with case(name):
            value, again = VALUES[name], AGAIN[name]
            assert value == again
            assert hash(value) == hash(again)
            for other_name, other in VALUES.items():
                assert (value == other) is (name == other_name)


def test_values_survive_copying_and_pickling() -> None:
    """In every protocol, with every tile still the shared one."""
    for name in VALUES:
        with case(name):
            value = VALUES[name]
            copies = [copy.copy(value), copy.deepcopy(value)]
            copies += [
                pickle.loads(pickle.dumps(value, protocol))
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
            ]
            for other in copies:
                assert other == value
                assert hash(other) == hash(value)
                assert repr(other) == repr(value)


def test_tiles_inside_copies_are_the_shared_ones() -> None:
    """A state that has been elsewhere plays on with the same 36 objects."""
    cases: list[Callable[[Any], tuple[Tile, ...]]] = [
        lambda state: state.hands[0],
        lambda state: state.supply.tiles,
        lambda state: tuple(state.board.values()),
    ]
    for tiles_of in cases:
        with case(tiles_of):
            state = opened()
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(state, protocol))
                assert all(a is b for a, b in zip(tiles_of(again), tiles_of(state), strict=True))
                assert list(qwirkle.legal_moves(again)) == list(qwirkle.legal_moves(state))
            deep = copy.deepcopy(state)
            assert all(a is b for a, b in zip(tiles_of(deep), tiles_of(state), strict=True))


UNUSUAL = ("code", "end reason", "color", "shape", "cell")  # enums, and a tuple
FROZEN = {name: value for name, value in VALUES.items() if name not in UNUSUAL}


def test_values_are_frozen() -> None:
    """No attribute can be set, no attribute can be added, none removed."""
    for name in FROZEN:
        with case(name):
            value = FROZEN[name]
            fields = [field.name for field in attrs.fields(type(value))]
            for field in [*fields, "something_new"]:
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(value, field, None)
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    delattr(value, field)
            assert value == AGAIN[name]


def test_values_have_slots() -> None:
    """So that a misspelt attribute cannot hide in a dictionary."""
    for name in FROZEN:
        with case(name):
            assert not hasattr(FROZEN[name], "__dict__")


def test_enums_are_frozen() -> None:
    """Members are what they are."""
    for member in (Color.RED, Shape.STAR, qwirkle.Code.GAP, qwirkle.EndReason.NO_PLAY):
        with pytest.raises(AttributeError):
            member.value = 9  # type: ignore[misc]
    assert sorted(Color, reverse=True)[0] is Color.PURPLE


def test_an_asked_state_equals_one_that_was_not() -> None:
    """Cached results do not show in equality, hash or repr."""
    asked, fresh = finished(), finished()
    assert asked.outcome is not None
    assert asked.board.open_cells.cells
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert repr(asked) == repr(fresh)


def test_outcomes_are_values() -> None:
    """The highest score wins, ties are shared (E4, R7)."""
    outcome = Outcome.of(qwirkle.EndReason.WENT_OUT, (3, 9, 9))
    assert outcome == Outcome(qwirkle.EndReason.WENT_OUT, (3, 9, 9), (1, 2))
    assert hash(outcome) == hash(Outcome.of(qwirkle.EndReason.WENT_OUT, (3, 9, 9)))
    assert Outcome.of(qwirkle.EndReason.NO_PLAY, (0, 0)).winners == (0, 1)
    assert Outcome.of(qwirkle.EndReason.NO_PLAY, (5, 0)).winners == (0,)
    assert outcome != Outcome.of(qwirkle.EndReason.NO_PLAY, (3, 9, 9))


def test_tiles_hash_apart() -> None:
    """All 36 are different keys."""
    assert len(dict.fromkeys(TILES)) == 36


def test_hypothesis_and_ipython_show_values_by_their_repr() -> None:
    """And not field by field, which for a state is a thousand lines."""
    state = qwirkle.new_game(seed=1)
    cards = qwirkle.new_game("cards", seed=1)
    move = qwirkle.legal_moves(state).best()
    special = qwirkle.Special("draw-three")
    view = qwirkle.observe(state, 0)
    values = (state, cards, view, move, special, state.variant, state.supply, state.hand[0])
    for value in (*values, qwirkle.Board("Rs@0,0"), qwirkle.Pass()):
        assert pretty(value) == repr(value)
    assert pretty([state.hand[0]]) == f"[{state.hand[0]!r}]"
