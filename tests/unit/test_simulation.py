"""Simulations: equal results with every executor, the statistics, and failures."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from math import sqrt
from random import Random
from typing import Any

import players
import pytest
from cases import case

import qwirkle
from qwirkle import authoring, bots, playouts, simulate
from qwirkle.bots import greedy
from qwirkle.errors import SimulationError
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.supply import derived

STANDARD = qwirkle.get_variant("standard")
ACTIONS = qwirkle.get_variant("schmidt-actions", dealt=True, actions=["draw-three"])
BOTS: list[Any] = ["greedy", players.first, bots.random]


def expected() -> Simulation:
    """The result that every executor must find, for a game with options, names and functions."""
    return simulate(ACTIONS, BOTS, games=7, seed=3)


@contextmanager
def processes(method: str) -> Iterator[Executor]:
    """A pool of worker processes with one start method."""
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        yield executor


EXECUTORS: dict[str, Callable[[], Any]] = {
    "threads": lambda: ThreadPoolExecutor(2),
    "spawn": lambda: processes("spawn"),
    "fork": lambda: processes("fork"),
}


@pytest.mark.parametrize("name", EXECUTORS)
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_the_executor_does_not_matter(name: str) -> None:
    """Threads and processes find the same results, in batches of any size."""
    wanted = expected()
    with EXECUTORS[name]() as executor:
        for batch in (None, 3, 100):
            found = simulate(ACTIONS, BOTS, 7, 3, executor, batch=batch)
            assert found == wanted
    assert [game.seed for game in wanted.games] == [derived(3, index) for index in range(7)]
    assert wanted.unfinished == 0


@pytest.mark.parametrize(("games", "size"), [(1, 1), (199, 1), (200, 2), (10_000, 50)])
def test_the_default_size_of_batches(games: int, size: int) -> None:
    """There are enough batches to share, and none is very large."""

    class Enough(Exception):
        """Stops the simulation."""

    def stop(done: int) -> None:
        assert done == size
        raise Enough

    with pytest.raises(Enough):
        simulate("standard", ["greedy", "greedy"], games, longest=1, progress=stop)


def test_more_games_continue_a_shorter_simulation() -> None:
    """The first games of a longer simulation are those of a shorter one."""
    longer = simulate("standard", ["greedy", "random"], games=6, seed=8).games
    assert longer[:4] == simulate("standard", ["greedy", "random"], games=4, seed=8).games
    others = simulate("standard", ["greedy", "random"], games=6, seed=9).games
    assert not {game.seed for game in others} & {game.seed for game in longer}


@pytest.mark.parametrize("count", [2, 3])
def test_a_simulated_game_can_be_played_move_by_move(count: int) -> None:
    """Bot b sits at seat (b + i) % n in game i; results are by bot, not by seat."""
    names: list[Any] = ["greedy", "random", players.first][:count]
    found = simulate("mindware", names, games=4, seed=11)
    assert found.bots == ("greedy", "random", "first")[:count]
    for index, game in enumerate(found.games):
        state = qwirkle.new_game("mindware", players=count, seed=derived(11, index))
        seat_of = [(bot + index) % count for bot in range(count)]
        assert game.starter == seat_of.index(state.turn)
        turns = [0] * count
        plies = 0
        while not state.is_over:
            bot = seat_of.index(state.turn)
            turns[bot] += 1
            plies += 1
            move = bots.get_bot(names[bot])(qwirkle.observe(state, state.turn))
            state = qwirkle.apply(state, move)
        assert game == SimulatedGame(
            seed=derived(11, index),
            scores=tuple(state.scores[seat] for seat in seat_of),
            winners=tuple(bot for bot in range(count) if seat_of[bot] in state.winners),
            starter=game.starter,
            plies=plies,
            turns=tuple(turns),
            reason=state.outcome.reason.value,
        )
        assert type(game.reason) is str


def test_a_turn_of_two_moves_is_one_turn() -> None:
    def acts(view: Any) -> qwirkle.Move:
        moves: Any = qwirkle.legal_moves(view)
        return moves.own[0] if moves.own and view.board else bots.greedy(view)

    [game] = simulate(ACTIONS, [acts, acts], games=1).games
    assert sum(game.turns) == game.plies - 2
    [game] = simulate(ACTIONS.with_options(min_players=1), [acts], games=1).games
    assert game.turns == (game.plies - 1,)


# The numbers


def game(scores: tuple[int, ...], winners: tuple[int, ...], **fields: Any) -> SimulatedGame:
    """A game with these results."""
    usual: dict[str, Any] = {"seed": 1, "starter": 0, "plies": 10, "reason": "out"}
    turns = {"turns": (5,) * len(scores)}
    return SimulatedGame(scores=scores, winners=winners, **usual | turns | fields)


def test_the_numbers() -> None:
    """The expected values include a tie and a game that was cut off."""
    found = Simulation(
        STANDARD,
        ("greedy", "greedy"),
        (
            game((30, 20), (0,)),
            game((25, 25), (0, 1), starter=1, reason="all-passed"),
            game((10, 40), (1,), starter=1, plies=20, turns=(10, 10)),
            game((5, 1), (), plies=3, turns=(2, 1), reason=None),
        ),
    )
    assert found.wins == (1.5, 1.5)
    assert found.win_rates == (0.375, 0.375)
    spread = sqrt((0.625**2 + 0.125**2 + 0.375**2 + 0.375**2) / 4)
    assert found.standard_errors == pytest.approx((spread / 2, spread / 2))
    assert found.mean_scores == (17.5, 21.5)
    assert found.points_per_turn == (70 / 22, 86 / 21)
    assert found.mean_length == 43 / 4
    assert found.starter_wins == 2.5 / 4
    assert found.starter_error == pytest.approx(sqrt(2 * 0.375**2 + 0.125**2 + 0.625**2) / 4)
    assert found.unfinished == 1
    assert list(found.reasons.items()) == [("all-passed", 1), ("out", 2)]
    assert [game.share(1) for game in found.games] == [0, 0.5, 1, 0]


def test_without_games_every_number_is_0() -> None:
    """The finished games are empty if the first game fails."""
    found = Simulation(STANDARD, ("a", "b"), ())
    assert found.wins == found.win_rates == found.standard_errors == (0, 0)
    assert found.mean_scores == found.points_per_turn == (0, 0)
    assert (found.mean_length, found.starter_wins, found.unfinished, found.reasons) == (0, 0, 0, {})


def test_a_summary_is_json() -> None:
    found = expected()
    summary = json.loads(json.dumps(found.summary()))
    assert summary == {
        "variant": "schmidt-actions",
        "options": {"actions": ["draw-three"], "dealt": True},
        "bots": ["greedy", "first", "random"],
        "games": 7,
        "unfinished": 0,
        "length": found.mean_length,
        "points_per_turn": list(found.points_per_turn),
        "scores": list(found.mean_scores),
        "wins": list(found.win_rates),
        "errors": list(found.standard_errors),
        "starter_wins": found.starter_wins,
        "starter_error": found.starter_error,
        "reasons": found.reasons,
    }


def test_a_simulation_prints_as_a_table() -> None:
    """Each bot has a row in aligned columns; the numbers that all bots share are below."""
    games = (
        SimulatedGame(1, (100, 90, 8), (0,), 0, 30, (10, 10, 10), "went-out"),
        SimulatedGame(2, (120, 120, 0), (0, 1), 1, 32, (11, 11, 10), "went-out"),
        SimulatedGame(3, (80, 60, 7), (), 2, 40, (14, 13, 13), None),
    )
    short = qwirkle.get_variant("standard", hand_size=5, supply="stacks")
    assert str(Simulation(short, ("greedy", "x" * 100, "odd\nname"), games)).splitlines() == [
        "standard, hand_size=5, supply='stacks'",
        "bot                       wins  win rate +- error  score  per turn",
        "greedy                     1.5     50.0% +- 23.6%  100.0       8.6",
        "xxxxxxxxxxxxxxxxxxxxx...   0.5     16.7% +- 13.6%   90.0       7.9",
        "'odd\\nname'                0.0      0.0% +-  0.0%    5.0       0.5",
        "3 games, 1 not finished, 34.0 moves on average, the starter won 50.0%",
    ]
    # The columns are as wide as their numbers; a win rate of 100 % is the widest.
    won = SimulatedGame(1, (10**9, 3), (0,), 0, 2, (1, 1), "went-out")
    assert str(Simulation(STANDARD, ("a", "b"), (won,) * 10_000)).splitlines()[1:4] == [
        "bot     wins  win rate +- error         score      per turn",
        "a    10000.0    100.0% +-  0.0%  1000000000.0  1000000000.0",
        "b        0.0      0.0% +-  0.0%           3.0           3.0",
    ]
    assert str(Simulation(STANDARD, ("greedy", "random"), ())).splitlines()[2::2] == [
        "greedy   0.0      0.0% +-  0.0%    0.0       0.0",
        "0 games, 0.0 moves on average, the starter won 0.0%",
    ]


def test_results_are_values() -> None:
    """They can be compared, hashed and sent; the repr does not list thousands of games."""
    found = expected()
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found.games[0]) == hash(expected().games[0])
    assert len(repr(found)) < 200


def test_long_games_are_cut_off() -> None:
    """Nobody wins such a game, but the points scored until then count."""
    found = simulate("standard", ["greedy", "greedy"], games=4, seed=1, longest=5)
    assert [game.plies for game in found.games] == [5] * 4
    assert {(game.reason, game.winners) for game in found.games} == {(None, ())}
    assert (found.unfinished, found.reasons, found.wins) == (4, {}, (0, 0))
    assert min(found.mean_scores) > 0
    one = simulate("standard", ["greedy", "greedy"], games=1, seed=1, longest=1)
    assert sorted(one.games[0].turns) == [0, 1]
    assert min(one.points_per_turn) == 0


# Stronger bots


@pytest.mark.parametrize("variant", ["standard", "cards"])
def test_greedy_beats_random(variant: str) -> None:
    """It wins by far. The seed is fixed, so this does not fail by chance."""
    games = {"standard": 20, "cards": 6}[variant]
    found = simulate(variant, ["greedy", "random"], games=games, seed=21, longest=200)
    assert found.win_rates[0] >= 0.8
    assert found.points_per_turn[0] > 1.5 * found.points_per_turn[1]


def test_careful_beats_greedy() -> None:
    """The documentation says how often. The seed is one where six games are enough to show it."""
    for bot in ("careful", "strong"):
        found = simulate("standard", ["greedy", bot], games=6, seed=12)
        assert found.wins[1] >= 5
        assert found.points_per_turn[1] > found.points_per_turn[0] + 0.3


# Failures

FAILING: dict[str, tuple[Any, str]] = {
    "trips": (players.trips, "it raised KeyError('too many tiles')"),
    "cheats": (players.cheats, "Rs@99,99: "),
    "talks": (players.talks, "expected a move, not '"),
    "forgets": (players.forgets, "expected a move, not None; a bot must return one"),
    "sulks": (players.sulks, "it raised <Unprintable>"),
    "cheats_quietly": (players.cheats_quietly, "swap Rs Rs Rs Rs Rs Rs Rs Rs Rs: "),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_bot_that_fails(name: str) -> None:
    """The error says which bot failed, where and why; the game can be replayed to that point."""
    bot, reason = FAILING[name]
    with pytest.raises(SimulationError) as caught:
        simulate("standard", ["greedy", bot], games=5, seed=2)
    error = caught.value
    assert (error.bot, error.seed) == (name, derived(2, 0))
    assert error.reason.startswith(reason)
    assert error.__cause__ is not None
    state = qwirkle.new_game(players=2, seed=error.seed)
    for _ in range(error.ply):  # type: ignore[arg-type]
        by = [bots.greedy, bot][state.turn]
        state = qwirkle.apply(state, by(qwirkle.observe(state, state.turn)))
    assert state.turn == 1


@pytest.mark.parametrize("batch", [1, 2, 5])
def test_a_failure_keeps_the_finished_games(batch: int) -> None:
    """Games before the failure are kept, even of the same batch, here and in other processes."""
    pair: list[Any] = [players.tires, "random"]
    with pytest.raises(SimulationError) as here:
        simulate("standard", pair, 5, seed=2, batch=batch)
    whole = simulate("standard", [players.first, "random"], 5, seed=2).games
    assert here.value.finished == Simulation(STANDARD, ("tires", "random"), whole[:3])
    assert here.value.seed == whole[3].seed
    with ThreadPoolExecutor(1) as executor, pytest.raises(SimulationError) as there:
        simulate("standard", pair, 5, 2, executor, batch=batch)
    assert there.value.finished.games[:3] == whole[:3]
    copied = pickle.loads(pickle.dumps(there.value))
    assert copied.finished == there.value.finished


def test_playouts_go_on_from_a_position() -> None:
    """Every game begins with the board and the scores, and with the hand of the player to move."""
    state = qwirkle.new_game(players=3, seed=4)
    for _ in range(9):
        state = qwirkle.apply(state, greedy(qwirkle.observe(state, state.turn)))
    seen: list[qwirkle.TileView] = []

    def watches(view: qwirkle.TileView) -> qwirkle.Move:
        seen.append(view)
        return greedy(view)

    found = playouts(state, 4, watches, seed=2, plies=1)
    assert [view.hand for view in seen] == [state.hand] * 4
    assert {view.board for view in seen} == {state.board}
    assert [game.seed for game in found.games] == [derived(2, index) for index in range(4)]
    assert {game.starter for game in found.games} == {state.turn}
    assert found.unfinished == 4
    assert found.bots == ("watches",) * 3


def test_playouts_deal_anew_what_the_player_does_not_see() -> None:
    """The other hands differ from game to game, and two states with one view give one result."""
    state = qwirkle.new_game(players=2, seed=1)
    view = qwirkle.observe(state, state.turn)
    other = view.sample_state(Random(5))
    assert other.hands != state.hands
    found = playouts(state, 10, "greedy", seed=3)
    assert found == playouts(other, 10, "greedy", seed=3) == playouts(view, 10, seed=3)
    assert len({game.scores for game in found.games}) > 1
    assert found != playouts(state, 10, seed=4)
    waiting = qwirkle.observe(state, 1 - state.turn)
    assert playouts(waiting, 10, seed=3) != found


def test_playouts_of_a_finished_game() -> None:
    over = qwirkle.position(board="Rs@0,0", hands=["", "Gd"], supply="", scores=[7, 5])
    [game] = playouts(over, 1).games
    assert (game.scores, game.winners, game.plies, game.reason) == ((7, 5), (0,), 0, "went-out")


def test_a_worker_that_dies() -> None:
    """The finished games are kept; with one worker, these are the games before."""
    whole = simulate("standard", [players.first, "random"], 5, seed=2).games
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(1, mp_context=context) as executor,
        pytest.raises(SimulationError) as caught,
    ):
        simulate("standard", [players.dies, "random"], 5, 2, executor, batch=1)
    error = caught.value
    assert error.finished == Simulation(STANDARD, ("dies", "random"), whole[:3])
    assert (error.bot, error.seed, error.ply) == (None, None, None)
    said = r"the executor could not play games\[3:4\]: BrokenProcessPool\('A .*; the fin"
    assert re.match(said, str(error))
    assert isinstance(error.__cause__, BrokenExecutor)
    assert len(str(error)) < 300


class Forgetful(Executor):
    """An executor that plays at once, but loses some of the work it is given."""

    def __init__(self, *lost: int, dead_from: int = 1000) -> None:
        self.lost, self.dead_from, self.handed = lost, dead_from, 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.handed >= self.dead_from:
            raise RuntimeError("nobody is here")
        future: Future[Any] = Future()
        if self.handed in self.lost:
            future.set_exception(ConnectionError(f"number {self.handed} is gone"))
        else:
            try:
                future.set_result(function(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)
        self.handed += 1
        return future


def test_a_batch_that_is_lost_is_played_again() -> None:
    """It is played up to three times in all, if the executor accepts it."""
    names: list[Any] = ["greedy", players.first]
    wanted = simulate("standard", names, 8, seed=5)
    for lost, handed in (((1,), 5), ((1, 4), 6), ((0, 2, 4), 7)):
        executor = Forgetful(*lost)
        assert simulate("standard", names, 8, 5, executor, batch=2) == wanted
        assert executor.handed == handed
    for executor, handed in ((Forgetful(1, 4, 5), 6), (Forgetful(1, dead_from=4), 4)):
        with pytest.raises(
            SimulationError, match=r"play games\[2:4\]: .*number . is gone"
        ) as caught:
            simulate("standard", names, 8, 5, executor, batch=2)
        assert executor.handed == handed
        finished = caught.value.finished
        assert finished.games == wanted.games[:2]
        assert (finished.variant, finished.bots) == (wanted.variant, wanted.bots)


def test_an_executor_that_dies_while_batches_are_submitted() -> None:
    names: list[Any] = ["greedy", players.first]
    with pytest.raises(SimulationError, match=r"games\[4:6\]: RuntimeError\('nobody") as caught:
        simulate("standard", names, 8, 5, Forgetful(dead_from=2), batch=2)
    assert caught.value.finished == simulate("standard", names, 4, seed=5)


class Recorder(Executor):
    """An executor that plays when the result is requested, and logs each step."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.events.append("submit")
        future: Future[Any] = Later(self.events, lambda: function(*args, **kwargs))
        return future


class Later(Future[Any]):
    """Work that is not done yet."""

    def __init__(self, events: list[str], run: Callable[[], Any]) -> None:
        super().__init__()
        self.events, self.run = events, run

    def result(self, timeout: float | None = None) -> Any:
        self.events.append("result")
        return self.run()

    def cancel(self) -> bool:
        self.events.append("cancel")
        return True


def test_an_executor_holds_some_batches_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of batches in flight is limited, so millions of games need little memory."""
    monkeypatch.setattr(qwirkle.simulation, "IN_FLIGHT", 3)
    executor = Recorder()
    simulate("standard", ["greedy", "greedy"], 5, 0, executor, batch=1, longest=2)
    wanted = "submit submit submit result submit result submit result result result"
    assert " ".join(executor.events) == wanted


def fail(done: int) -> None:
    """A progress callback that fails."""
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("bot", "progress", "error"),
    [(players.talks, None, SimulationError), ("greedy", fail, ZeroDivisionError)],
)
def test_after_a_failure_the_rest_is_cancelled(
    bot: Any, progress: Any, error: type[Exception]
) -> None:
    """Pending work is cancelled, also if the progress callback raises an error."""
    executor = Recorder()
    with pytest.raises(error) as caught:
        simulate("standard", [bot, "greedy"], 4, 0, executor, batch=1, longest=1, progress=progress)
    assert executor.events == ["submit"] * 4 + ["result"] + ["cancel"] * 3
    assert caught.tb  # the traceback keeps the work alive: it was not just collected


def test_an_executor_that_fails() -> None:
    """A function cannot be pickled, and an executor has been shut down."""
    with processes("spawn") as executor:
        with pytest.raises(SimulationError, match="the executor could not play games") as caught:
            simulate("standard", ["greedy", lambda view: None], 2, 0, executor)
        assert caught.value.__cause__ is not None
    with pytest.raises(SimulationError, match="shutdown") as caught:
        simulate("standard", ["greedy", "greedy"], 2, 0, executor)
    assert caught.value.finished.games == ()


def test_a_variant_registered_only_in_this_process() -> None:
    """It can be played here; another process does not know its name, and the error says so."""
    house = authoring.TileGame("house-only", authoring.Rules(hand_size=5))
    with pytest.raises(qwirkle.errors.InvalidValue, match="register it under its own name"):
        simulate(house, ["greedy", "greedy"], games=1)
    qwirkle.register(house)
    assert simulate(house, ["greedy", "greedy"], games=1).variant == house
    with (
        processes("spawn") as executor,
        pytest.raises(qwirkle.errors.DecodeError, match="no variant is called 'house-only'"),
    ):
        simulate("house-only", ["greedy", "greedy"], 1, 0, executor)


POSITIVE = "must be an integer from 1 to 10000000"
WRONG: list[tuple[dict[str, Any], str]] = [
    *(
        ({name: value}, f"{name} {POSITIVE}")
        for name in ("games", "batch", "longest")
        for value in (0, -1, 1.0, True, "3", 10**7 + 1, 10**5000)
    ),
    *(
        ({"bots": ["greedy"] * number}, rf"2 to 4 bots can play, not {number} \[S3\]")
        for number in (0, 1, 5)
    ),
    ({"bots": ["greedy", "Greedy"]}, "no bot is called 'Greedy'; did you mean 'greedy'"),
    ({"bots": ["greedy", 3]}, "or a function, not 3"),
    *(
        ({"bots": other}, "expected a list of bots")
        for other in ("greedy", b"ab", None, {"greedy", "random"}, bots.greedy, iter("ab"))
    ),
    ({"variant": "standart"}, "no variant is called 'standart'"),
    ({"seed": 1.5}, "a seed is an integer"),
    ({"executor": 3}, "an executor must have a method submit, unlike 3"),
    ({"progress": 3}, "progress must be a function, not 3"),
]


def test_wrong_arguments() -> None:
    """Every argument is checked before a game is played."""
    usual: dict[str, Any] = {"variant": "standard", "bots": ["greedy", "greedy"], "games": 1}
    for changes, message in WRONG:
        with case(changes), pytest.raises(qwirkle.QwirkleError, match=message):
            simulate(**usual | changes)
    state = qwirkle.new_game(players=2, seed=1)
    for arguments, message in (
        (("standard", 1), "expected a state or a view, not 'standard'"),
        ((state, 1, ["greedy"] * 3), "2 bots can play, not 3"),
        ((state, 1, "gredy"), "no bot is called 'gredy'; did you mean 'greedy'"),
        ((state, 0), f"games {POSITIVE}"),
    ):
        with case(arguments), pytest.raises(qwirkle.errors.InvalidValue, match=message):
            playouts(*arguments)
