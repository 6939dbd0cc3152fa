"""Properties of all public values: equality, hashes, copies and reprs that paste back."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest
from cases import case
from hypothesis.vendor.pretty import pretty
from samples import values

import qwirkle
from qwirkle import authoring, registry, results
from qwirkle.authoring import Outcome
from qwirkle.tilegame import draft

VALUES = values()
AGAIN = values()
HOMES = (qwirkle.record, qwirkle.seen, draft, registry, results, qwirkle.errors, authoring, qwirkle)
SCOPE = {name: thing for home in HOMES for name, thing in vars(home).items()}


def test_reprs_paste_back() -> None:
    """With only the public names in scope, the repr gives an equal value."""
    for name in VALUES:
        with case(name):
            value = VALUES[name]
            pasted = eval(repr(value), SCOPE)
            assert pasted == value
            assert type(pasted) is type(value)
            assert repr(pasted) == repr(value)


def test_values_made_separately_are_equal() -> None:
    """Their hashes are equal too, and they differ from all other samples."""
    for name in VALUES:
        with case(name):
            value, again = VALUES[name], AGAIN[name]
            assert value == again
            assert hash(value) == hash(again)
            for other_name, other in VALUES.items():
                assert (value == other) is (name == other_name)


def test_values_survive_copying_and_pickling() -> None:
    """Every protocol works, and every tile is still the shared one."""
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


UNUSUAL = ("code", "end reason", "color", "shape", "cell")  # enums, and a tuple
FROZEN = {name: value for name, value in VALUES.items() if name not in UNUSUAL}


def test_values_are_frozen() -> None:
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
    """A misspelt attribute therefore raises an error."""
    for name in FROZEN:
        with case(name):
            assert not hasattr(FROZEN[name], "__dict__")


def test_outcomes_are_values() -> None:
    """The highest score wins, and ties are shared (E4, R7)."""
    outcome = Outcome.of(qwirkle.EndReason.WENT_OUT, (3, 9, 9))
    assert outcome == Outcome(qwirkle.EndReason.WENT_OUT, (3, 9, 9), (1, 2))
    assert hash(outcome) == hash(Outcome.of(qwirkle.EndReason.WENT_OUT, (3, 9, 9)))
    assert Outcome.of(qwirkle.EndReason.NO_PLAY, (0, 0)).winners == (0, 1)
    assert Outcome.of(qwirkle.EndReason.NO_PLAY, (5, 0)).winners == (0,)
    assert outcome != Outcome.of(qwirkle.EndReason.NO_PLAY, (3, 9, 9))


def test_hypothesis_and_ipython_show_values_by_their_repr() -> None:
    """Shown field by field, a state would have a thousand lines."""
    state = qwirkle.new_game(seed=1)
    cards = qwirkle.new_game("cards", seed=1)
    move = qwirkle.legal_moves(state).best()
    special = authoring.Special("draw-three")
    view = qwirkle.observe(state, 0)
    values = (state, cards, view, move, special, state.variant, state.supply, state.hand[0])
    for value in (*values, qwirkle.Board("Rs@0,0"), qwirkle.Pass()):
        assert pretty(value) == repr(value)
    assert pretty([state.hand[0]]) == f"[{state.hand[0]!r}]"
