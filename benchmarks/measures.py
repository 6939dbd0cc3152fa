"""The measurements of the tile game, one entry each; `speed.py` and `compare.py` time them.

States are made in batches, just before they are measured, each by the last move that led to it,
as in a game. Each round and each entry has its own states (see `positions.py`), so that none
profits from another. `known` says which caches of a state are filled when the clock starts:

- *nothing*: the state is as `apply` made it. The open cells of the board before the last placement
  are known, those of its own board are not, so the first call must update them. The end of the
  game has not been tested either.
- *its moves*: they have been counted, as they usually are before one of them is made.

The caches of the process are warm in all rounds: imported modules, the tables of tiles that may
join a line, and everything that the library remembers about tiles. `speed.py` lets bots play some
games first. The renaming of colours and shapes in `positions.py` ensures that the library does not
remember just the tiles that are measured.
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
from qwirkle import Place, TileState, _engine

T = TypeVar("T")


class Plan(NamedTuple):
    """The amount of work to measure."""

    positions: int
    """The number of positions in a round."""
    rounds: int
    """The number of rounds."""
    games: int
    """The number of whole games of each kind in a round."""
    growing: int
    """The number of boards of each size."""
    worst: int
    """The number of positions with the most moves."""


FULL: Final = Plan(positions=300, rounds=5, games=4, growing=20, worst=10)
QUICK: Final = Plan(positions=20, rounds=2, games=1, growing=3, worst=1)

Things: TypeAlias = Sequence[Callable[[], Any]]
"""The functions that make the things to measure; each is called just before its batch."""
Run: TypeAlias = Callable[[Any], int]
"""A function that does the work for one thing, and returns the number of units."""


class Measure(NamedTuple):
    """A measurement."""

    name: str
    unit: Literal["position", "move", "ply"]
    """The unit of the work."""
    known: str
    """The caches of the states that are filled before."""
    prepare: Callable[[Plan, int], Things]
    """A function that prepares the things to measure in a round."""
    run: Run
    yardstick: Literal["moves", "ply"] = "moves"
    """The work in chess that it is compared with."""
    target: float | None = None
    """The largest acceptable time, as a multiple of the yardstick."""
    games: int = 0
    """The number of whole games that it plays for each thing."""


# Preparation of a round


def made(case: Case) -> Callable[[], TileState]:
    """A function that makes the state of a case by its last move."""
    return partial(qwirkle.apply, case.before(), Place(case.move))


def as_it_is(thing: T) -> Callable[[], T]:
    """A function that returns a thing that exists already."""
    return lambda: thing


def _cases(plan: Plan, round_: int) -> list[Case]:
    return [case.renamed(round_) for case in positions.middle(plan.positions)]


def _fresh(plan: Plan, round_: int) -> Things:
    return [made(case) for case in _cases(plan, round_)]


def _read(plan: Plan, round_: int) -> Things:
    texts = [qwirkle.to_json(case.fresh()) for case in _cases(plan, round_)]
    return [partial(qwirkle.from_json, text) for text in texts]


def _asked(plan: Plan, round_: int) -> Things:
    return [partial(_counted_first, state) for state in _fresh(plan, round_)]


def _counted_first(make: Callable[[], TileState]) -> TileState:
    state = make()
    assert qwirkle.legal_moves(state).count()
    return state


def _with(move: Literal["legal", "missed"]) -> Callable[[Plan, int], Things]:
    """States whose moves are known, each with a move."""

    def prepare(plan: Plan, round_: int) -> Things:
        moves = [qwirkle.parse_move(getattr(case, move)) for case in _cases(plan, round_)]
        return [
            partial(_pair, state, move)
            for state, move in zip(_asked(plan, round_), moves, strict=True)
        ]

    return prepare


def _with_both(plan: Plan, round_: int) -> Things:
    """States, each with a legal move and one that is nearly legal."""
    return [
        partial(_pair, made(case), tuple(map(qwirkle.parse_move, (case.legal, case.missed))))
        for case in _cases(plan, round_)
    ]


def _pair(make: Callable[[], TileState], moves: Any) -> tuple[TileState, Any]:
    return make(), moves


def _openings(plan: Plan, round_: int) -> Things:
    """New games, whose first line is to be placed."""
    return [
        partial(qwirkle.new_game, seed=plan.positions * round_ + i) for i in range(plan.positions)
    ]


def _worst(plan: Plan, round_: int) -> Things:
    cases = positions.worst(plan.worst, games=1 if plan == QUICK else 3)
    return [made(case.renamed(round_)) for case in cases]


def _texts(plan: Plan, round_: int) -> Things:
    return [as_it_is(qwirkle.to_json(state())) for state in _fresh(plan, round_)]


def _seeds(plan: Plan, round_: int) -> Things:
    return [as_it_is(1000 * round_ + game) for game in range(plan.games)]


# The work


def lazily(state: TileState) -> int:
    """Find all placements with their points, if possible without building the moves."""
    placements = qwirkle.legal_moves(state).placements
    groups = getattr(placements, "groups", placements.scored)  # an older version has no groups
    deque(groups(), maxlen=0)
    return 1


def _scored(state: TileState) -> int:
    list(qwirkle.legal_moves(state).scored())
    return 1


def _listed(state: TileState) -> int:
    list(qwirkle.legal_moves(state).placements)
    return 1


def _all_listed(state: TileState) -> int:
    list(qwirkle.legal_moves(state))
    return 1


def _best(state: TileState) -> int:
    qwirkle.legal_moves(state).best()
    return 1


_RANDOM: Final = Random(1)


def _sampled(state: TileState) -> int:
    qwirkle.legal_moves(state).sample(_RANDOM)
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
    """A function that plays a whole game of two players; its units are the plies."""
    choose = CHOOSERS[kind]

    def run(seed: int) -> int:
        state, random = qwirkle.new_game(seed=seed), Random(seed)
        while not state.is_over:
            state = qwirkle.apply(state, choose(qwirkle.legal_moves(state), random))
        return state.ply

    return run


def _bots(name: str) -> Run:
    """A function that lets two bots play twenty games; its units are the plies."""

    def run(seed: int) -> int:
        found = qwirkle.simulate("standard", [name, name], games=20, seed=seed)
        return sum(game.plies for game in found.games)

    return run


MEASURES: Final = (
    Measure("placements, lazily scored", "position", "nothing", _fresh, lazily),
    Measure("placements with points", "position", "nothing", _fresh, _scored, target=0.35),
    Measure("list of placements", "position", "nothing", _fresh, _listed, target=0.25),
    Measure("list of all moves", "position", "nothing", _fresh, _all_listed, target=0.5),
    Measure("list of openings", "position", "nothing", _openings, _all_listed, target=0.25),
    Measure("list, just read", "position", "nothing", _read, _listed),
    Measure("best placement", "position", "nothing", _fresh, _best, target=0.15),
    Measure("random move", "position", "nothing", _fresh, _sampled, target=0.22),
    Measure("count of all moves", "position", "nothing", _fresh, _counted),
    Measure("move in legal_moves", "move", "nothing", _with_both, _contains, target=0.13),
    Measure("apply", "move", "its moves", _with("legal"), _apply, target=0.11),
    Measure("score", "move", "its moves", _with("legal"), _score, target=0.13),
    Measure("check, illegal move", "move", "its moves", _with("missed"), _check, target=0.35),
    Measure("observe", "position", "nothing", _fresh, _observe, target=0.1),
    Measure("to_json", "position", "nothing", _fresh, _to_json, target=0.9),
    Measure("from_json", "position", "", _texts, _from_json, target=1.8),
    Measure("worst case, lazily scored", "position", "nothing", _worst, lazily),
    Measure("worst case, list", "position", "nothing", _worst, _listed),
    Measure("random game", "ply", "", _seeds, _game(KINDS[0]), "ply", 0.65, 1),
    Measure("greedy game", "ply", "", _seeds, _game(KINDS[1]), "ply", None, 1),
    Measure("random bots", "ply", "", _seeds, _bots("random"), "ply", None, 20),
    Measure("greedy bots", "ply", "", _seeds, _bots("greedy"), "ply", None, 20),
)


# The engines


def in_python(function: Callable[..., T]) -> Callable[..., T]:
    """A function that works as if there were no compiled kernel."""

    def run(*arguments: Any) -> T:
        kernel, _engine.kernel = _engine.kernel, None
        try:
            return function(*arguments)
        finally:
            _engine.kernel = kernel

    return run


def prepared_in_python(measure: Measure, plan: Plan, round_: int) -> tuple[Run, Things]:
    """The same work without the kernel, on states that were made without it."""
    things = in_python(measure.prepare)(plan, round_)
    return in_python(measure.run), [in_python(make) for make in things]


# The clock


def microseconds(run: Run, thing: Any) -> float:
    """The microseconds per unit of the work for one thing.

    This is processor time, which other programs disturb less than wall-clock time.
    """
    start = thread_time()
    units = run(thing)
    return 1e6 * (thread_time() - start) / units


def alternating(*works: tuple[Run, Things], batches: int = 10) -> list[float]:
    """The median microseconds per unit of each work.

    They take turns, with one batch of each at a time.
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
    """Exclude all objects that exist now from garbage collection, which otherwise goes on.

    Otherwise the times would depend on the number of prepared positions.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
