"""Helpers for the tests of the card game: set up rows, and ask every function about a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import qwirkle
from qwirkle import Color, IllegalMove, Move, Player, Shape, Tile, Violation
from qwirkle_variants import CardGame, CardState, CardView, Lay

FREE = CardGame()
"""The usual reading of regrouping."""

STRICT = CardGame("strict")
"""The reading to the letter."""

READINGS = (FREE, STRICT)

EACH_READING = pytest.mark.parametrize("variant", READINGS, ids=["free", "strict"])

RED_SIX = "Rc Rs Rd Rt Rk Rx"
"""A Qwirkle."""

MOST = 100
"""How many legal moves a test lists at the most; there can be far too many."""

BOX = [Tile(color, shape) for color in Color for shape in Shape] * 3
"""All cards."""


def dealt(
    table: str = "",
    *hands: str,
    pile: str = "",
    variant: CardGame = FREE,
    **fields: object,
) -> CardState:
    """A position of the card game; the pile is empty unless it is given."""
    return qwirkle.position(variant, table=table, hands=hands, pile=pile, **fields)


def seated(*ages: int | None) -> list[Player]:
    """Players of these ages."""
    return [Player(f"seat {seat}", age=age) for seat, age in enumerate(ages)]


def cards(text: str) -> tuple[Tile, ...]:
    """The cards of a text, in its order."""
    return tuple(map(Tile.parse, text.split()))


def words(found: Iterable[object]) -> str:
    """Cards, or other values, as one text."""
    return " ".join(map(str, found))


def rows(*texts: str) -> tuple[tuple[Tile, ...], ...]:
    """Rows in the form that a state has."""
    return tuple(sorted(tuple(sorted(cards(text))) for text in texts))


def move(text: str) -> Move:
    """The move of the card game that a text describes."""
    return qwirkle.parse_move(text, "cards")


def play(state: CardState, *texts: str) -> CardState:
    """The state after some moves."""
    for text in texts:
        state = qwirkle.apply(state, move(text))
    return state


def texts(state: CardState | CardView) -> list[str]:
    """The texts of the legal moves, if these are few."""
    found = [str(legal) for legal in islice(qwirkle.legal_moves(state), MOST + 1)]
    assert len(found) <= MOST
    return found


def violations(state: Any, wanted: Move | str) -> tuple[Violation, ...]:
    """The reasons why a move is not legal; all functions must agree on whether it is.

    They are `check`, membership in the legal moves and in those that play a card, their lists
    if they are short, `apply`, `score` and `draws`.
    """
    if isinstance(wanted, str):
        wanted = move(wanted)
    found = qwirkle.check(state, wanted)
    moves = state.variant.legal_moves(state)
    legal = not found
    assert legal == (wanted in moves)
    assert (legal and isinstance(wanted, Lay)) == (wanted in moves.lays)
    listed = list(islice(moves, MOST + 1))
    if len(listed) <= MOST:
        assert legal == (wanted in listed)
    if legal:
        score = qwirkle.score(state, wanted)
        if isinstance(state, CardState):
            after = qwirkle.apply(state, wanted)
            assert score.total == after.scores[state.turn] - state.scores[state.turn]
    else:
        calls = [qwirkle.score]
        if isinstance(state, CardState):
            calls += [qwirkle.apply, qwirkle.api.draws]  # type: ignore[list-item]
        for call in calls:
            with pytest.raises(IllegalMove) as caught:
                call(state, wanted)
            assert found == caught.value.violations
    return found


def codes(state: Any, wanted: Move | str) -> list[str]:
    """The codes of the reasons why a move is not legal, in order."""
    return [str(found.code) for found in violations(state, wanted)]


def reason(state: Any, wanted: Move | str) -> tuple[str, tuple[str, ...], str]:
    """The one reason why a move is not legal: its code, its rules and its message."""
    [found] = violations(state, wanted)
    return str(found.code), found.rules, found.message


def everywhere(state: CardState) -> Counter[Tile]:
    """All cards of a state, wherever they are, counted plainly."""
    taken = [card for seat in state.qwirkles for row in seat for card in row]
    lying = [card for row in state.table for card in row]
    held = [card for hand in state.hands for card in hand]
    return Counter([*taken, *lying, *held, *state.pile])


def largest(hand: Iterable[Tile]) -> int:
    """The number that a player announces, counted plainly (B1)."""
    kinds = set(hand)
    colors = Counter(card.color for card in kinds)
    shapes = Counter(card.shape for card in kinds)
    return max([0, *colors.values(), *shapes.values()])


def random_game(
    state: CardState, random: Random, most: int = 400
) -> Iterator[tuple[CardState, Move, CardState]]:
    """Random moves to the end or a limit: the state before, the move, the state after."""
    for _ in range(most):
        if state.is_over:
            return
        chosen = state.variant.legal_moves(state).sample(random)
        after = qwirkle.apply(state, chosen)
        yield state, chosen, after
        state = after
