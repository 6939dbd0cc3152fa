"""Many games between bots, in this process or on the workers of an executor.

A job consists of names and numbers, not of states, and every game has its own seed. So the results
do not depend on which worker plays which game, or when.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import starmap
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from qwirkle._engine import Result, play
from qwirkle.api import apply, new_game, observe
from qwirkle.bots import BOTS, Bot, bot_name, get_bot
from qwirkle.errors import InvalidValue, ProgramError, QwirkleError, SimulationError, short_repr
from qwirkle.moves import LegalMoves, Move
from qwirkle.record import variant_from_fields, variant_to_fields
from qwirkle.registry import get_variant
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.state import Position, State, View
from qwirkle.supply import Chance, as_seed, derived
from qwirkle.variant import Variant, VariantOf
from qwirkle.words import expect, expect_number, ranged

if TYPE_CHECKING:  # slow to import, and a program that uses it has imported it
    from concurrent.futures import Executor, Future

    from typing_extensions import TypeVar

    V = TypeVar("V", bound=View, default=Any)

MOST: Final = 10_000_000
"""The most games, the largest batch, and the most moves that can be asked for."""

IN_FLIGHT: Final = 256
"""The most batches that an executor holds at a time."""

AT_ONCE: Final = 10_000
"""The largest batch unless smaller ones are needed; it limits the memory used."""

ATTEMPTS: Final = 3
"""How many times a batch is given to an executor that fails to play it."""

Job: TypeAlias = tuple[dict[str, Any] | View, tuple[str | Bot, ...], int, range, int]
"""A batch: the variant as JSON values or the view to continue from, the bots, the seed, the numbers
of the games, the limit."""


def simulate(
    variant: str | VariantOf[Any, V],
    bots: Sequence[str | Bot[V]],
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    batch: int | None = None,
    longest: int = 10_000,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Let bots play many games.

    The bots change seats from game to game. The same arguments give the same games, on any
    executor and in batches of any size.

    Args:
        variant: a variant or its name.
        bots: one for each player: a name (:func:`qwirkle.bots.names` has them all), or a function.
        games: the number of games to play.
        seed: the number from which the seed of every game is derived.
        executor: an object with the ``submit`` of ``concurrent.futures.Executor``, such as a pool
            of processes or the executor of a Dask client; by default, all games are played in this
            process. Other processes must be able to import the bots and the variant: use functions
            of modules, and installed variants.
        batch: the number of games in one job for the executor, or between two calls of
            ``progress``; chosen by default.
        longest: the number of moves after which a game is cut off.
        progress: a function that is called after every batch with the number of finished games.

    >>> found = simulate("standard", ["greedy", "random"], games=10, seed=1)
    >>> [round(points, 1) for points in found.points_per_turn]
    [7.8, 2.6]

    Raises:
        SimulationError: if a bot fails or makes a move that is not legal, or if the executor or
            the variant's own code fails. Then no more games are started; the error's ``finished``
            is a ``Simulation`` of the finished games.
    """
    chosen = get_variant(variant)  # type: ignore[arg-type]  # only a Variant is a VariantOf
    players = _players(bots, chosen.player_counts)
    fields = variant_to_fields(chosen)
    return _all_played(chosen, fields, players, games, seed, executor, batch, longest, progress)


def playouts(
    position: State | View,
    games: int,
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    seed: int = 0,
    executor: Executor | None = None,
    *,
    batch: int | None = None,
    plies: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Let bots play a position many times, to the end of the game or for some moves.

    Before each game, the pieces that the player to move cannot see are dealt again (or those that
    the player whose view it is cannot see), so the result gives nothing away. With the compiled
    kernel, built-in bots, and a tile game that overrides only its points and its box, a game
    takes little more than a tenth of a millisecond, and an executor of threads uses all cores.

    Args:
        position: a state or a view.
        games: the number of games to play.
        bots: one bot for all seats, or one for each seat.
        seed: the number from which the seed of every game is derived.
        executor: as for :func:`simulate`.
        batch: the number of games in one job for the executor, or between two calls of
            ``progress``; chosen by default.
        plies: the number of moves after which a game is cut off; by default it is played to its
            end, or for 10,000 moves.
        progress: a function that is called after every batch with the number of finished games.

    >>> found = playouts(new_game(players=2, seed=1), games=20)
    >>> [round(points) for points in found.mean_scores]
    [203, 194]

    Raises:
        SimulationError: as for :func:`simulate`.
    """
    expect(position, (State, View), "a state or a view")
    view = position if isinstance(position, View) else observe(position, position.turn)
    count = len(view.players)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        bots = [bots] * count
    players = _players(bots, range(count, count + 1))
    longest = 10_000 if plies is None else plies
    return _all_played(view.variant, view, players, games, seed, executor, batch, longest, progress)


def _all_played(
    variant: Variant,
    start: dict[str, Any] | View,
    players: tuple[str | Bot, ...],
    games: int,
    seed: int,
    executor: Executor | None,
    batch: int | None,
    longest: int,
    progress: Callable[[int], object] | None,
) -> Simulation:
    """All games, once the variant and the bots are known."""
    expect_number("games", games, 1, MOST)
    if batch is None:
        # Enough batches for all workers, but not too many messages.
        batch = min(max(games // 100, 1), 50)
        if executor is None and progress is None:
            batch = min(games, AT_ONCE)
    expect_number("batch", batch, 1, MOST)
    expect_number("longest", longest, 1, MOST)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InvalidValue(f"an executor must have a method submit, unlike {short_repr(executor)}")
    if progress is not None and not callable(progress):
        raise InvalidValue(f"progress must be a function, not {short_repr(progress)}")
    seed = as_seed(seed)
    jobs: Iterator[Job] = (
        (start, players, seed, range(first, min(first + batch, games)), longest)
        for first in range(0, games, batch)
    )
    names = tuple(map(bot_name, players))
    found: list[SimulatedGame] = []
    try:
        with closing(_batches(executor, jobs)) as batches:
            for played in batches:
                found += played
                if progress is not None:
                    progress(len(found))
    except _Stopped as stop:
        reason, *where = stop.args
        finished = Simulation(variant, names, tuple(found))
        raise SimulationError(reason, finished, *where) from stop.__cause__
    return Simulation(variant, names, tuple(found))


class _Stopped(Exception):
    """The early end of a simulation: the reason and, if a bot failed, its name, seed and ply."""

    games: Sequence[SimulatedGame] = ()
    """The games of the same batch that were finished before."""


def _players(bots: object, counts: range) -> tuple[str | Bot, ...]:
    if not isinstance(bots, Sequence) or isinstance(bots, (str, bytes)):
        raise InvalidValue(f"expected a list of bots, one for each player, not {short_repr(bots)}")
    if len(bots) not in counts:
        possible = ranged(counts[0], counts[-1], "bots")
        raise InvalidValue(f"{possible} can play, not {len(bots)} [S3]")
    for bot in bots:
        get_bot(bot)
    return tuple(bots)


def _batches(
    executor: Executor | None, jobs: Iterable[Job]
) -> Generator[Sequence[SimulatedGame], None, None]:
    """The games of all jobs in order, played by an executor or in this process.

    After a failure these are the games finished by then.
    """
    waiting: deque[tuple[Job, Future[list[SimulatedGame]]]] = deque()
    try:
        if executor is None:
            yield from starmap(_play, jobs)
            return
        for job in jobs:
            waiting.append((job, _submit(executor, job)))
            if len(waiting) == IN_FLIGHT:
                yield _result(executor, *waiting.popleft())
        while waiting:
            yield _result(executor, *waiting.popleft())
    except _Stopped as stop:
        yield stop.games
        yield from (_finished(future) for _, future in waiting)
        raise
    finally:  # after a failure, the rest is not needed
        for _, future in waiting:
            future.cancel()


def _submit(executor: Executor, job: Job) -> Future[list[SimulatedGame]]:
    """Submit a job to an executor."""
    try:
        return executor.submit(_play, *job)
    except Exception as error:
        raise _lost(job, error) from error


def _result(
    executor: Executor, job: Job, future: Future[list[SimulatedGame]], attempts: int = ATTEMPTS
) -> list[SimulatedGame]:
    """The games of a job; if the executor fails to play it, the job is submitted again."""
    try:
        return future.result()
    except (QwirkleError, _Stopped):  # raised by the job itself
        raise
    except Exception as error:
        stop = _lost(job, error)
        if attempts == 1:
            raise stop from error
        try:
            future = _submit(executor, job)
        except _Stopped:  # the executor is dead; the first error says why
            raise stop from error
    return _result(executor, job, future, attempts - 1)


def _lost(job: Job, error: Exception) -> _Stopped:
    """The error for a job that an executor could not play."""
    _, _, _, games, _ = job
    failed = f"games[{games.start}:{games.stop}]"
    reason = f"the executor could not play {failed}: {short_repr(error)}"
    return _Stopped(f"{reason}; the finished games are kept")


def _finished(future: Future[list[SimulatedGame]]) -> Sequence[SimulatedGame]:
    """The games of a batch that are finished by now, without waiting for others."""
    if not future.done() or future.cancelled():
        return ()
    error = future.exception()
    if error is None:
        return future.result()
    return error.games if isinstance(error, _Stopped) else ()


Planned: TypeAlias = tuple[int, list[int]]
"""A game to play: its seed, and the bots by seat, as numbers."""


def _play(
    start: dict[str, Any] | View,
    bots: tuple[str | Bot, ...],
    seed: int,
    games: range,
    longest: int,
) -> list[SimulatedGame]:
    """The games of a job; executors run this function."""
    variant = start.variant if isinstance(start, View) else variant_from_fields(start)
    players = [get_bot(bot) for bot in bots]
    count = len(players)
    planned: list[Planned] = []
    for index in games:
        shift = 0 if isinstance(start, View) else index  # in new games the bots change seats
        planned.append((derived(seed, index), [(seat - shift) % count for seat in range(count)]))
    results = _natively(variant, start, players, planned, longest)
    if results is not None:
        plans = zip(planned, results, strict=True)
        return [_by_bot(*plan, result, result.winners) for plan, result in plans]
    played: list[SimulatedGame] = []
    for game_seed, seated in planned:
        try:
            if isinstance(start, View):
                state = start.sample_state(Chance(f"qwirkle playout {game_seed}"))
            else:
                state = new_game(variant, players=count, seed=game_seed)
            played.append(_game(state, players, seated, game_seed, longest))
        except _Stopped as stop:
            stop.games = played
            raise
        except Exception as error:  # the variant's own code failed
            failed = _Stopped(f"the variant {variant.name!r} failed: {short_repr(error)}")
            failed.games = played
            raise failed from error
    return played


def _natively(
    variant: Variant,
    start: dict[str, Any] | View,
    bots: Sequence[Bot],
    planned: Sequence[Planned],
    longest: int,
) -> list[Result] | None:
    """The results of games that the compiled kernel plays; None if it cannot play them."""
    names = {id(bot): name for name, bot in BOTS.items()}
    if any(id(bot) not in names for bot in bots):
        return None
    games = [(seed, [names[id(bots[bot])] for bot in seated]) for seed, seated in planned]
    return play(variant, start if isinstance(start, View) else len(bots), games, longest)


def _by_bot(
    seed: int, seated: Sequence[int], result: Result, winners: Iterable[int]
) -> SimulatedGame:
    """A game by bot, from its result and its winners by seat."""
    seats = [seated.index(bot) for bot in range(len(seated))]
    return SimulatedGame(
        seed,
        tuple(result.scores[seat] for seat in seats),
        tuple(sorted(seated[seat] for seat in winners)),
        seated[result.starter],
        result.plies,
        tuple(result.turns[seat] for seat in seats),
        result.reason,
    )


def _game(
    state: State, bots: Sequence[Bot], seated: Sequence[int], seed: int, longest: int
) -> SimulatedGame:
    """One game, from a state to its end."""
    starter, turns = state.turn, [0] * len(seated)
    plies, is_new = 0, True
    while not state.is_over and plies < longest:
        turns[state.turn] += is_new
        after = _after(state, bots[seated[state.turn]], seed, plies)
        plies, is_new = plies + 1, state.variant.ends_turn(state, after)
        state = after
    reason = None if state.outcome is None else str(state.outcome.reason)
    result = Result(state.standings, tuple(turns), starter, plies, reason)
    return _by_bot(seed, seated, result, state.winners)


def _after(state: State, bot: Bot, seed: int, ply: int) -> State:
    """The state after the move of a bot, whose code may fail."""
    try:
        move = bot(observe(state, state.turn))
    except Exception as error:
        if _is_the_variants(error):
            raise
        reason = f"it raised {short_repr(error)}"
        if isinstance(error, ProgramError):
            reason = str(error)
        raise _Stopped(reason, bot_name(bot), seed, ply) from error
    try:
        if not isinstance(move, Move):
            raise InvalidValue(f"expected a move, not {short_repr(move)}; a bot must return one")
        return apply(state, move)
    except QwirkleError as error:
        raise _Stopped(str(error), bot_name(bot), seed, ply) from error


def _is_the_variants(error: Exception) -> bool:
    """Whether an exception comes from a variant's code, rather than from the bot that called it.

    An error of this library tells the bot what it did wrong.
    """
    if isinstance(error, QwirkleError):
        return False
    called = [frame.f_locals.get("self") for frame, _ in walk_tb(error.__traceback__)]
    return any(isinstance(value, (Variant, Position, LegalMoves)) for value in called)
