"""A game with an engine of its own: the public functions need nothing but the interface."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from cases import case
from showing import SIZE, Show, Showing, Why

import qwirkle
from qwirkle import (
    Outcome,
)
from qwirkle.authoring import (
    TILES,
)
from qwirkle.testing import CHECKS


@pytest.fixture(autouse=True)
def _known_by_name() -> None:
    """The game can be chosen."""
    qwirkle.register(Showing)


# The suite asks for the game in another process, where this program has registered nothing.
PROMISES = [check for check in CHECKS if check.name != "determinism"]


def test_what_every_variant_promises() -> None:
    """The suite for variants passes: it knows nothing of the tile game."""
    for promise in PROMISES:
        for twice in [False, True]:
            with case(promise, twice):
                promise(qwirkle.get_variant("showing", twice=twice))


def test_the_functions_hand_over_to_it() -> None:
    """A whole game through the public functions."""
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


def test_what_a_variant_need_not_say() -> None:
    """One that is no printed edition has no box, and no manual to cite."""
    variant = qwirkle.get_variant("showing")
    assert variant.edition is None
    assert variant.citations == {}


def test_legal_moves_of_the_interface() -> None:
    """Counting, choosing and asking whether there are any: by listing, if need be."""
    state = qwirkle.new_game("showing", seed=4)
    moves = qwirkle.legal_moves(state)
    assert (moves.count(), bool(moves)) == (SIZE, True)
    assert moves.sample(Random(1)) in list(moves)


def test_it_is_compared_with_other_games() -> None:
    """A fact that only one of them has is None for the other."""
    found = {difference.field: difference for difference in qwirkle.compare("standard", "showing")}
    assert (found["twice"].first, found["twice"].second) == (None, False)
    assert (found["hand_size"].first, found["hand_size"].second) == (6, None)


def test_moves_of_other_games_are_not_its_own() -> None:
    """Neither their texts nor the moves themselves."""
    state = qwirkle.new_game("showing", seed=4)
    with pytest.raises(qwirkle.NotationError, match="these do: show"):
        qwirkle.parse_move("pass", state)
    with pytest.raises(qwirkle.NotationError, match="one tile follows 'show'"):
        qwirkle.parse_move("show", state)
    assert [violation.code for violation in qwirkle.check(state, qwirkle.Pass())] == [Why.NOT_THERE]
    standard = qwirkle.check(qwirkle.new_game(seed=1), Show(TILES[0]))
    assert [violation.code for violation in standard] == [qwirkle.Code.NO_SUCH_MOVE]
