"""Limits on the search for turns of the card game, and positions that once took long."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal

import brute_cards as brute
import pytest

import qwirkle
from qwirkle import Pass, bots
from qwirkle.errors import InvalidValue, WorkLimitReached
from qwirkle_variants import CardGame, CardMoves, CardState, Lay, Redraw

Reading = Literal["free", "strict"]

HARD = json.loads(
    (Path(__file__).parents[2] / "benchmarks" / "hard_tables.json").read_text(encoding="utf-8")
)

QUESTIONS: dict[str, Callable[[CardMoves], object]] = {
    "exists": lambda moves: bool(moves.lays),
    "playable": lambda moves: moves.playable(),
    "best": lambda moves: moves.lays.best(),
    "list200": lambda moves: list(islice(moves.lays, 200)),
    "next": lambda moves: next(iter(moves)),
    "count": lambda moves: moves.count(),
    "count of lays": lambda moves: moves.lays.count(),
    "sample": lambda moves: moves.sample(Random(1)),
    "sample of lays": lambda moves: moves.lays.sample(Random(1)),
    "best of all": lambda moves: moves.best(),
    "some best": lambda moves: moves.some_best(),
    "some best at random": lambda moves: moves.some_best(Random(1)),
    "redraw": lambda moves: Redraw() in moves,
    "pass": lambda moves: Pass() in moves,
}
"""All that may take long, each at its own door."""

CROWDED = (
    "Rc Rs Rd Rt Rk | Oc Os Od Ot | Yc Ys Yd | Rc Oc Yc Gc | Rs Os Gs Bs | Gd Bd Pd | Bk Gk Pk"
)
STUCK = HARD[6]["table"]


def state_of(table: str, hand: str, reading: Reading = "free") -> CardState:
    """A position with an empty pile, so that a stuck player passes."""
    variant = CardGame(reading)
    return qwirkle.position(variant, table=table, hands=[hand, ""], pile="")


def moves_of(state: CardState) -> CardMoves:
    """The legal moves of a position."""
    moves = qwirkle.legal_moves(state)
    assert isinstance(moves, CardMoves)
    return moves


def answer_or_limit(question: str, moves: CardMoves) -> object:
    """The answer, or the error as a value that can be compared."""
    try:
        return QUESTIONS[question](moves)
    except WorkLimitReached as reached:
        return str(reached), reached.limit, reached.found


@pytest.mark.parametrize("reading", ["free", "strict"])
def test_every_question_has_a_limit(reading: Reading) -> None:
    """With few steps every question reaches the limit the same way; with enough it is answered."""
    stuck = moves_of(state_of(STUCK, HARD[6]["hand"], reading))
    rich = moves_of(state_of(CROWDED, "Rx Ox Yt Gc Gt Bt Px Pk Pk", reading))
    for question in QUESTIONS:
        moves = rich if question in ("list200", "sample of lays", "count of lays") else stuck
        with pytest.raises(WorkLimitReached, match="1 steps were not enough to find") as caught:
            QUESTIONS[question](moves.within(1))
        assert caught.value.limit == 1
        assert caught.value.question in str(caught.value)
        for work in (1, 20, 300):
            first = answer_or_limit(question, moves.within(work))
            assert answer_or_limit(question, moves.within(work)) == first
        if "count" not in question:
            asked = QUESTIONS[question](moves.within(None))
            assert QUESTIONS[question](moves) == asked
            assert QUESTIONS[question](moves.within(10**9)) == asked


def test_a_limit_is_a_number_of_steps() -> None:
    """It may also be None; everything else is refused."""
    moves = moves_of(state_of("Rc Rs Rd", "Rt"))
    assert moves.work == moves.lays.work
    assert moves.within(7).lays.work == moves.lays.within(7).work == 7
    assert moves.within(None).lays.work is None
    for work in (0, -1, True, 1.5, "many", [], float("inf")):  # type: ignore[var-annotated]
        for asked in (moves, moves.lays):
            with pytest.raises(InvalidValue, match="work is a number of steps"):
                asked.within(work)  # type: ignore[arg-type]


def test_the_limit_of_a_list_applies_to_each_move() -> None:
    """A long list can go on, while counting all turns is one question."""
    moves = moves_of(state_of(CROWDED, "Rx Ox Yt Gc Gt Bt Px Pk Pk"))
    assert len(list(islice(moves.lays.within(2000), 300))) == 300
    with pytest.raises(WorkLimitReached, match="the number of turns"):
        moves.lays.within(2000).count()


def test_the_best_found_within_the_limit() -> None:
    """The error has a legal turn, no better than the best; with very few steps it has none."""
    moves = moves_of(state_of(HARD[2]["table"], HARD[2]["hand"]))
    best = moves.lays.best()
    assert best is not None
    qwirkles = set()
    for work in (15, 25, 50, 100, 150, 200):
        with pytest.raises(WorkLimitReached, match="the best turn") as caught:
            moves.within(work).best()
        found = caught.value.found
        assert isinstance(found, Lay)
        assert found in moves
        qwirkles.add(len(found.qwirkles))
    assert len(qwirkles) > 2
    assert max(qwirkles) <= len(best.qwirkles)
    with pytest.raises(WorkLimitReached) as caught:
        moves.within(1).best()
    assert caught.value.found is None


def test_greedy_plays_the_best_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It always plays the same legal turn; without one it raises the error."""
    state = state_of(HARD[2]["table"], HARD[2]["hand"])
    view = qwirkle.observe(state, 0)
    assert bots.greedy(view) == moves_of(state).best()
    limit = 100
    monkeypatch.setattr(bots, "legal_moves", lambda view: moves_of(view).within(limit))
    found = bots.greedy(view)
    assert found == bots.greedy(view)
    assert qwirkle.check(state, found) == ()
    with pytest.raises(WorkLimitReached) as caught:
        moves_of(state).within(limit).best()
    assert caught.value.found == found
    limit = 1
    with pytest.raises(WorkLimitReached, match="1 steps"):
        bots.greedy(view)


# Positions on which a question once took long


@pytest.mark.parametrize(
    ("at", "qwirkles"), [(0, None), (1, 9), (2, 11), (3, 6), (4, 17), (6, None)]
)
def test_hard_positions_are_easy_now(at: int, qwirkles: int | None) -> None:
    """The answers are those of an integer program; the free reading needs few steps for them."""
    state = state_of(HARD[at]["table"], HARD[at]["hand"], HARD[at]["reading"])
    moves = moves_of(state)
    if HARD[at]["reading"] == "free":
        moves = moves.within(10_000)
        assert bool(moves.playable()) == (qwirkles is not None)
    assert bool(moves.lays) == (qwirkles is not None)
    if qwirkles is not None:
        best = moves.lays.best()
        assert best is not None
        assert best in moves
        assert brute.is_turn(state.table, state.hand, best.rows)
        assert len(best.qwirkles) == qwirkles


def test_a_hard_list_of_the_strict_reading() -> None:
    """Every turn is listed once, within the default limit."""
    state = state_of(HARD[5]["table"], HARD[5]["hand"], "strict")
    found = list(moves_of(state).lays)
    assert len(set(found)) == len(found) == 141
    assert all(brute.is_turn(state.table, state.hand, turn.rows, strict=True) for turn in found)
