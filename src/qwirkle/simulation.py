"""Many games between bots, in this process or on the workers of an executor.

A job consists of names and numbers, not of states, and every game has its own seed. So the results
do not depend on which worker plays which game, or when.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import starmap
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from qwirkle._engine import Result, play
from qwirkle.api import apply, new_game, observe
from qwirkle.bots import BOTS, Bot, bot_name, get_bot
from qwirkle.errors import InvalidValue, ProgramError, QwirkleError, SimulationError, short_repr
from qwirkle.moves import LegalMoves, Move
from qwirkle.record import variant_from_fields, variant_to_fields
from qwirkle.registry import get_variant
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.runs import Played, kept
from qwirkle.state import Position, State, View
from qwirkle.supply import Chance, as_seed, derived
from qwirkle.variant import Variant, VariantOf
from qwirkle.words import expect, expect_number, ranged

if TYPE_CHECKING:  # slow to import, and a program that uses it has imported it
    from concurrent.futures import Executor, Future

    from typing_extensions import TypeVar

    V = TypeVar("V", bound=View, default=Any)

MOST: Final = 10_000_000
"""The most games that are kept, the largest batch, and the most moves that can be asked for."""

NUMBERS: Final = 2**63
"""How many games a seed has; their numbers begin with 0."""

IN_FLIGHT: Final = 256
"""The most batches that an executor holds at a time."""

LARGEST_BATCH: Final = 50
"""The largest batch by default; larger ones take no less time in all."""

ATTEMPTS: Final = 3
"""How many times a batch is given to an executor that fails to play it."""


@attrs.frozen
class _Plan:
    """Everything about some games but their numbers."""

    start: dict[str, Any] | View
    """The variant as JSON values, or the view to continue from."""
    bots: tuple[str | Bot, ...]
    seed: int = attrs.field(converter=as_seed)
    longest: int
    moves: bool = False
    """Whether to tell the moves."""

    @property
    def variant(self) -> Variant:
        """The variant."""
        start = self.start
        return start.variant if isinstance(start, View) else variant_from_fields(start)


Job: TypeAlias = tuple[_Plan, range]
"""A batch, with the numbers of its games."""


def simulate(
    variant: str | VariantOf[Any, V],
    bots: Sequence[str | Bot[V]],
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    first: int = 0,
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
        games: the number of games to play, at most ten million, since all are kept in memory;
            :func:`qwirkle.simulation.stream` has no such limit.
        seed: the number from which the seed of every game is derived.
        executor: an object with the ``submit`` of ``concurrent.futures.Executor``, such as a pool
            of processes or the executor of a Dask client; by default, all games are played in this
            process. Other processes must be able to import the bots and the variant: use functions
            of modules, and installed variants.
        first: the number of the first game. Parts of a run that are played elsewhere add up to
            the whole: games 0 to 9, and then 5 games from ``first=10``, are the same as 15 games.
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
            is a ``Simulation`` of the games before.
    """
    plan = _new_games(variant, bots, seed, longest)
    return _collected(plan, _numbers(games, first, MOST), executor, batch, progress)


def stream(
    variant: str | VariantOf[Any, V],
    bots: Sequence[str | Bot[V]],
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    first: int = 0,
    batch: int | None = None,
    longest: int = 10_000,
    moves: bool = False,
    file: str | Path | None = None,
) -> Played:
    """Let bots play any number of games, and hand out each when it is finished.

    These are the games of :func:`qwirkle.simulate`, in the same order, but only those in play
    are in memory. With a file, the games that are in it come first, and the others are added to
    it: a run that was stopped, even by a crash, continues where it was, if the arguments are
    the same.

    Args:
        variant: as for :func:`qwirkle.simulate`, and so are the other arguments but the last two.
        bots: one for each player.
        games: the number of games.
        seed: the number from which the seed of every game is derived.
        executor: an object with the ``submit`` of ``concurrent.futures.Executor``.
        first: the number of the first game.
        batch: the number of games in one job for the executor.
        longest: the number of moves after which a game is cut off.
        moves: whether the games tell their moves; then Python plays them, which takes longer.
        file: a file that ends in ``.jsonl`` or, with the extra ``data``, in ``.parquet``. Such a
            file has the arguments in its header; bots that are functions are known by their names.

    >>> games = stream("standard", ["greedy", "random"], games=10**12, seed=1, batch=1)
    >>> next(games).scores
    (268, 81)
    >>> games.close()

    Raises:
        SimulationError: as for :func:`qwirkle.simulate`, after the games before; the error's
            ``finished`` is without games.
        InvalidValue: if the file cannot be written, or is not that of a run with these arguments.
        DecodeError: if the file is damaged.
    """
    plan = _new_games(variant, bots, seed, longest, moves)
    numbers, size = _numbers(games, first, NUMBERS), _size(plan, executor, batch, games)
    play = partial(_played, plan, executor, size)
    if file is None:
        return play(numbers)
    expect(file, (str, Path), "the name of a file")
    run = {**variant_to_fields(plan.variant), "bots": [*map(bot_name, plan.bots)]}
    run |= {"seed": plan.seed, "longest": longest, "moves": plan.moves}
    return kept(Path(file), run, numbers, play)


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
    plan = _Plan(view, players, seed, 10_000 if plies is None else plies)
    return _collected(plan, _numbers(games, 0, MOST), executor, batch, progress)


def _new_games(
    variant: str | VariantOf[Any, Any], bots: object, seed: int, longest: int, moves: bool = False
) -> _Plan:
    """The plan of new games."""
    chosen = get_variant(variant)  # type: ignore[arg-type]  # only a Variant is a VariantOf
    players = _players(bots, chosen.player_counts)
    return _Plan(variant_to_fields(chosen), players, seed, longest, bool(moves))


def _collected(
    plan: _Plan,
    numbers: range,
    executor: Executor | None,
    batch: int | None,
    progress: Callable[[int], object] | None,
) -> Simulation:
    """All games with these numbers."""
    if batch is None and executor is None and progress is None:
        batch = LARGEST_BATCH
    if progress is not None and not callable(progress):
        raise InvalidValue(f"progress must be a function, not {short_repr(progress)}")
    size = _size(plan, executor, batch, len(numbers))
    found: list[SimulatedGame] = []
    try:
        with closing(_played(plan, executor, size, numbers)) as played:
            for game in played:
                found.append(game)
                done = len(found)
                if progress is not None and (done % size == 0 or done == len(numbers)):
                    progress(done)
    except SimulationError as error:
        error.finished = Simulation(plan.variant, error.finished.bots, found)
        raise
    return Simulation(plan.variant, [*map(bot_name, plan.bots)], found)


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


def _numbers(games: int, first: int, most: int) -> range:
    """The numbers of the games."""
    expect_number("first", first, 0, NUMBERS - 1)
    expect_number("games", games, 1, min(most, NUMBERS - first))
    return range(first, first + games)


def _size(plan: _Plan, executor: object, batch: int | None, games: int) -> int:
    """The size of batches: by default there are enough for all workers, but not too many."""
    expect_number("longest", plan.longest, 1, MOST)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InvalidValue(f"an executor must have a method submit, unlike {short_repr(executor)}")
    if batch is None:
        return min(max(games // 100, 1), LARGEST_BATCH)
    expect_number("batch", batch, 1, MOST)
    return batch


def _played(plan: _Plan, executor: Executor | None, batch: int, numbers: range) -> Played:
    """The games with these numbers, in order, played by an executor or in this process."""
    jobs: Iterable[Job] = (
        (plan, range(at, min(at + batch, numbers.stop)))
        for at in range(numbers.start, numbers.stop, batch)
    )
    waiting: deque[tuple[Job, Future[list[SimulatedGame]]]] = deque()
    try:
        if executor is None:
            for played in starmap(_play, jobs):
                yield from played
            return
        for job in jobs:
            waiting.append((job, _submit(executor, job)))
            if len(waiting) == IN_FLIGHT:
                yield from _result(executor, *waiting.popleft())
        while waiting:
            yield from _result(executor, *waiting.popleft())
    except _Stopped as stop:
        yield from stop.games
        reason, *where = stop.args
        finished = Simulation(plan.variant, [*map(bot_name, plan.bots)], ())
        raise SimulationError(reason, finished, *where) from stop.__cause__
    finally:  # after a failure, the rest is not needed
        for _, future in waiting:
            future.cancel()


def _submit(executor: Executor, job: Job) -> Future[list[SimulatedGame]]:
    """Submit a job to an executor; if that fails, the future has the error."""
    try:
        return executor.submit(_play, *job)
    except Exception as error:
        from concurrent.futures import Future

        failed: Future[list[SimulatedGame]] = Future()
        failed.set_exception(error)
        return failed


def _result(
    executor: Executor, job: Job, future: Future[list[SimulatedGame]], *failed: Exception
) -> list[SimulatedGame]:
    """The games of a job; if the executor fails to play it, the job is submitted again."""
    try:
        return future.result()
    except (QwirkleError, _Stopped) as error:  # raised by the job itself; Ray wraps it
        raise getattr(error, "cause", error) from error.__cause__
    except Exception as error:
        failed = (*failed, error)
        if len(failed) == ATTEMPTS:
            _, games = job
            lost = f"games[{games.start}:{games.stop}]"
            reason = f"the executor could not play {lost}: {short_repr(failed[0])}"
            raise _Stopped(f"{reason}; the finished games are kept") from failed[0]
    return _result(executor, job, _submit(executor, job), *failed)


Planned: TypeAlias = tuple[int, list[int]]
"""A game to play: its seed, and the bots by seat, as numbers."""


def _play(plan: _Plan, games: range) -> list[SimulatedGame]:
    """The games of a job; executors run this function."""
    start, variant, seed = plan.start, plan.variant, plan.seed
    players = [get_bot(bot) for bot in plan.bots]
    count = len(players)
    planned: list[Planned] = []
    for index in games:
        shift = 0 if isinstance(start, View) else index  # in new games the bots change seats
        planned.append((derived(seed, index), [(seat - shift) % count for seat in range(count)]))
    results = None if plan.moves else _natively(variant, start, players, planned, plan.longest)
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
            played.append(_game(state, players, seated, game_seed, plan))
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
    state: State, bots: Sequence[Bot], seated: Sequence[int], seed: int, plan: _Plan
) -> SimulatedGame:
    """One game, from a state to its end."""
    starter, turns = state.turn, [0] * len(seated)
    moves: list[str] = []
    plies, is_new = 0, True
    while not state.is_over and plies < plan.longest:
        turns[state.turn] += is_new
        move, after = _after(state, bots[seated[state.turn]], seed, plies)
        if plan.moves:
            moves.append(str(move))
        plies, is_new = plies + 1, state.variant.ends_turn(state, after)
        state = after
    reason = None if state.outcome is None else str(state.outcome.reason)
    result = Result(state.standings, tuple(turns), starter, plies, reason)
    game = _by_bot(seed, seated, result, state.winners)
    return attrs.evolve(game, moves=tuple(moves)) if plan.moves else game


def _after(state: State, bot: Bot, seed: int, ply: int) -> tuple[Move, State]:
    """The move of a bot, whose code may fail, and the state after it."""
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
        return move, apply(state, move)
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
