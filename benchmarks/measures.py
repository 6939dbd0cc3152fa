"""What is measured of the tile game, one entry each; `speed.py` and `compare.py` time them.

Every round prepares new states (see `positions.py`), and for each entry its own, so that no
entry profits from another. What a state knows when the clock starts is said in `known`:

- *nothing*: it is as `apply` made it. The open cells of the table before the last placement
  are known, those of its own table are not: whoever asks first pays for bringing them up to
  date. Nobody has asked for the end of the game either.
- *its moves*: they have been counted, as they usually are before one of them is made.

Warm in all rounds is what belongs to the process and not to a state: imported modules, tables
of what may join a line, and whatever the library remembers of tiles in general: `speed.py` lets
bots play some games first. The renaming of colours and shapes in `positions.py` keeps what is
remembered from being just the tiles that are asked about.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import median
from time import thread_time
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import positions
from positions import CHOOSERS, KINDS, Case

import qwirkle
from qwirkle import TileState


class Plan(NamedTuple):
    """How much is measured."""

    positions: int
    """How many positions are asked about in a round."""
    rounds: int
    """How often everything is measured."""
    games: int
    """How many whole games of each kind are played in a round."""
    growing: int
    """How many tables of each size there are."""
    worst: int
    """How many of the positions with the most moves there are."""


FULL: Final = Plan(positions=300, rounds=5, games=4, growing=20, worst=10)
QUICK: Final = Plan(positions=20, rounds=2, games=1, growing=3, worst=1)

Things: TypeAlias = Sequence[Any]
Run: TypeAlias = Callable[[Any], int]
"""Asks about one thing, and says how many units that was."""


class Measure(NamedTuple):
    """Something to be timed."""

    name: str
    unit: Literal["position", "move", "ply"]
    """What the time is for."""
    known: str
    """What the states know before."""
    prepare: Callable[[Plan, int], Things]
    """The things to ask about in a round; not timed."""
    run: Run
    yardstick: Literal["moves", "ply"] = "moves"
    """What of chess it is compared with."""
    target: float | None = None
    """The most that it may take, as a multiple of the yardstick."""


# What a round asks about


def _fresh(plan: Plan, round_: int) -> list[TileState]:
    return [case.fresh() for case in _cases(plan, round_)]


def _asked(plan: Plan, round_: int) -> list[TileState]:
    states = _fresh(plan, round_)
    for state in states:
        assert qwirkle.legal_moves(state).count()
    return states


def _cases(plan: Plan, round_: int) -> list[Case]:
    return [case.renamed(round_) for case in positions.middle(plan.positions)]


def _with(move: Literal["legal", "missed"], *, counted: bool) -> Callable[[Plan, int], Things]:
    """States with a move each."""

    def prepare(plan: Plan, round_: int) -> Things:
        found = []
        for case in _cases(plan, round_):
            state = case.fresh()
            if counted:
                assert qwirkle.legal_moves(state).count()
            found.append((state, qwirkle.parse_move(getattr(case, move))))
        return found

    return prepare


def _with_both(plan: Plan, round_: int) -> Things:
    """States with a legal move and one that nearly is."""
    legal, missed = _with("legal", counted=False), _with("missed", counted=False)
    return [
        (state, (good, bad))
        for (state, good), (_, bad) in zip(legal(plan, round_), missed(plan, round_), strict=True)
    ]


def _worst(plan: Plan, round_: int) -> list[TileState]:
    cases = positions.worst(plan.worst, games=1 if plan == QUICK else 3)
    return [case.renamed(round_).fresh() for case in cases]


def _texts(plan: Plan, round_: int) -> list[str]:
    return [qwirkle.to_json(state) for state in _fresh(plan, round_)]


def _seeds(plan: Plan, round_: int) -> list[int]:
    return [1000 * round_ + game for game in range(plan.games)]


# How it is asked


def lazily(state: TileState) -> int:
    """All placements with their points, without building the moves where that is possible."""
    placements = qwirkle.legal_moves(state).placements
    groups = getattr(placements, "groups", placements.scored)  # an older version has none
    deque(groups(), maxlen=0)
    return 1


def _scored(state: TileState) -> int:
    list(qwirkle.legal_moves(state).scored())
    return 1


def _listed(state: TileState) -> int:
    list(qwirkle.legal_moves(state).placements)
    return 1


def _counted(state: TileState) -> int:
    qwirkle.legal_moves(state).count()
    return 1


def _contains(asked: Any) -> int:
    state, moves = asked
    for move in moves:
        _ = move in qwirkle.legal_moves(state)
    return len(moves)


def _apply(asked: Any) -> int:
    qwirkle.apply(*asked)
    return 1


def _score(asked: Any) -> int:
    qwirkle.score(*asked)
    return 1


def _check(asked: Any) -> int:
    qwirkle.check(*asked)
    return 1


def _observe(state: TileState) -> int:
    qwirkle.observe(state, state.turn)
    return 1


def _to_json(state: TileState) -> int:
    qwirkle.to_json(state)
    return 1


def _from_json(text: str) -> int:
    qwirkle.from_json(text)
    return 1


def _game(kind: str) -> Run:
    """A whole game of two; it is as many units as it has plies."""
    choose = CHOOSERS[kind]

    def run(seed: int) -> int:
        state, random = qwirkle.new_game(seed=seed), Random(seed)
        while not state.is_over:
            state = qwirkle.apply(state, choose(qwirkle.legal_moves(state), random))
        return state.ply

    return run


MEASURES: Final = (
    Measure("placements, lazily scored", "position", "nothing", _fresh, lazily, target=1),
    Measure("the same, asked again", "position", "its moves", _asked, lazily),
    Measure("placements with points", "position", "nothing", _fresh, _scored),
    Measure("list of placements", "position", "nothing", _fresh, _listed, target=2),
    Measure("count of all moves", "position", "nothing", _fresh, _counted),
    Measure("move in legal_moves", "move", "nothing", _with_both, _contains, target=1 / 4),
    Measure("apply", "move", "its moves", _with("legal", counted=True), _apply, target=1 / 3),
    Measure("score", "move", "its moves", _with("legal", counted=True), _score),
    Measure("check, illegal move", "move", "its moves", _with("missed", counted=True), _check),
    Measure("observe", "position", "nothing", _fresh, _observe),
    Measure("to_json", "position", "nothing", _fresh, _to_json),
    Measure("from_json", "position", "", _texts, _from_json),
    Measure("worst case, lazily scored", "position", "nothing", _worst, lazily),
    Measure("worst case, list", "position", "nothing", _worst, _listed),
    Measure("random game", "ply", "", _seeds, _game(KINDS[0]), "ply", target=2.5),
    Measure("greedy game", "ply", "", _seeds, _game(KINDS[1]), "ply"),
)


# The clock


def microseconds(run: Run, thing: Any) -> float:
    """How long it takes to ask about a thing, per unit.

    It is the processor's time, which other programs disturb less than that of a clock.
    """
    start = thread_time()
    units = run(thing)
    return 1e6 * (thread_time() - start) / units


def alternating(*works: tuple[Run, Things], batches: int = 10) -> list[float]:
    """Microseconds per unit of each work at its median thing.

    They are done by turns, a batch of each at a time.
    """
    spent: list[list[float]] = [[] for _ in works]
    with undisturbed():
        for batch in range(batches):
            for times, (run, things) in zip(spent, works, strict=True):
                times += [microseconds(run, thing) for thing in things[batch::batches]]
    return [median(times) for times in spent]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Collecting garbage goes on, as in any program, but leaves alone what is there now.

    Otherwise the time would depend on how many positions have been prepared.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
