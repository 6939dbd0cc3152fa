"""A game with its own engine: the public functions need only the interface."""

from __future__ import annotations

from typing import Any

import pytest
from cases import case
from showing import SIZE, Show, Showing, Why

import qwirkle
from qwirkle import authoring
from qwirkle.authoring import TILES, Outcome
from qwirkle.testing import CHECKS


@pytest.fixture(autouse=True)
def _known_by_name() -> None:
    """Register the game, so that it can be chosen by name."""
    qwirkle.register(Showing)


# The suite uses the game in another process, where this program has registered nothing.
PROMISES = [check for check in CHECKS if check.name != "determinism"]


def test_the_conformance_suite_passes() -> None:
    """The suite does not depend on the tile game."""
    for promise in PROMISES:
        for twice in [False, True]:
            with case(promise, twice):
                promise(qwirkle.get_variant("showing", twice=twice))


def test_the_public_functions_use_it() -> None:
    state: Any = qwirkle.new_game("showing", players=["Ada", "Bob"], seed=4)
    record = qwirkle.GameRecord(state)
    while not record.state.is_over:
        move = qwirkle.parse_move(str(next(iter(qwirkle.legal_moves(record.state)))), state)
        record = record.play(move)
    assert len(record.turns) == 2 * SIZE
    assert qwirkle.GameRecord.parse(str(record)) == record
    shapes = [[tile.shape + 1 for tile in hand] for hand in state.hands]
    assert record.state.scores == tuple(map(sum, shapes))
    assert record.state.outcome == Outcome.of(Why.ALL_SHOWN, record.state.scores)
    assert "shown: " in qwirkle.render.text(record.state)
    assert not qwirkle.legal_moves(record.state)


def test_a_variant_needs_no_box_manual_options_or_faults() -> None:
    variant = qwirkle.get_variant("showing")
    assert (variant.edition, variant.citations, variant.possible_options) == (None, {}, {})
    assert authoring.options_of(qwirkle.Variant) == {}
    assert qwirkle.Variant.faults(variant, qwirkle.new_game(variant, seed=1)) == ()


def test_moves_of_other_games_are_refused() -> None:
    """Neither their texts nor the moves themselves are accepted."""
    state = qwirkle.new_game("showing", seed=4)
    with pytest.raises(qwirkle.errors.NotationError, match="these do: show"):
        qwirkle.parse_move("pass", state)
    with pytest.raises(qwirkle.errors.NotationError, match="one tile follows 'show'"):
        qwirkle.parse_move("show", state)
    assert [violation.code for violation in qwirkle.check(state, qwirkle.Pass())] == [Why.NOT_THERE]
    standard = qwirkle.check(qwirkle.new_game(seed=1), Show(TILES[0]))
    assert [violation.code for violation in standard] == [authoring.Code.NO_SUCH_MOVE]
