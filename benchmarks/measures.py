"""What is measured of the tile game, one entry each; `speed.py` and `compare.py` time them.

States are made in batches, just before they are asked about, each by the last move that led
to it, as in a game. Each round has other ones (see `positions.py`), and each entry its own, so
that none profits from another. What a state knows when the clock starts is said in `known`:

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
from functools import partial
from random import Random
from statistics import median
from time import thread_time
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import positions
from positions import CHOOSERS, KINDS, Case

import qwirkle
from qwirkle import Place, TileState

T = TypeVar("T")


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

Things: TypeAlias = Sequence[Callable[[], Any]]
"""What to ask about: each is made when the turn of its batch comes."""
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
    """The things to ask about in a round."""
    run: Run
    yardstick: Literal["moves", "ply"] = "moves"
    """What of chess it is compared with."""
    target: float | None = None
    """The most that it may take, as a multiple of the yardstick."""


# What a round asks about


def made(case: Case) -> Callable[[], TileState]:
    """The state of a case, to be made by its last move."""
    return partial(qwirkle.apply, case.before(), Place(case.move))


def as_it_is(thing: T) -> Callable[[], T]:
    """A thing that need not be made."""
    return lambda: thing


def _cases(plan: Plan, round_: int) -> list[Case]:
    return [case.renamed(round_) for case in positions.middle(plan.positions)]


def _fresh(plan: Plan, round_: int) -> Things:
    return [made(case) for case in _cases(plan, round_)]


def _asked(plan: Plan, round_: int) -> Things:
    return [partial(_counted_first, state) for state in _fresh(plan, round_)]


def _counted_first(make: Callable[[], TileState]) -> TileState:
    state = make()
    assert qwirkle.legal_moves(state).count()
    return state


def _with(move: Literal["legal", "missed"]) -> Callable[[Plan, int], Things]:
    """States that know their moves, with a move each."""

    def prepare(plan: Plan, round_: int) -> Things:
        moves = [qwirkle.parse_move(getattr(case, move)) for case in _cases(plan, round_)]
        return [
            partial(_pair, state, move)
            for state, move in zip(_asked(plan, round_), moves, strict=True)
        ]

    return prepare


def _with_both(plan: Plan, round_: int) -> Things:
    """States with a legal move and one that nearly is."""
    return [
        partial(_pair, made(case), tuple(map(qwirkle.parse_move, (case.legal, case.missed))))
        for case in _cases(plan, round_)
    ]


def _pair(make: Callable[[], TileState], moves: Any) -> tuple[TileState, Any]:
    return make(), moves


def _worst(plan: Plan, round_: int) -> Things:
    cases = positions.worst(plan.worst, games=1 if plan == QUICK else 3)
    return [made(case.renamed(round_)) for case in cases]


def _texts(plan: Plan, round_: int) -> Things:
    return [as_it_is(qwirkle.to_json(state())) for state in _fresh(plan, round_)]


def _seeds(plan: Plan, round_: int) -> Things:
    return [as_it_is(1000 * round_ + game) for game in range(plan.games)]


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
    Measure("placements with points", "position", "nothing", _fresh, _scored),
    Measure("list of placements", "position", "nothing", _fresh, _listed, target=2),
    Measure("count of all moves", "position", "nothing", _fresh, _counted),
    Measure("move in legal_moves", "move", "nothing", _with_both, _contains, target=1 / 4),
    Measure("apply", "move", "its moves", _with("legal"), _apply, target=1 / 3),
    Measure("score", "move", "its moves", _with("legal"), _score),
    Measure("check, illegal move", "move", "its moves", _with("missed"), _check),
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
                asked = [make() for make in things[batch::batches]]
                times += [microseconds(run, thing) for thing in asked]
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
