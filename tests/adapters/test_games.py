"""Many games at once: the kernel and Python play the same ones, and wrong input changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from cases import case
from edition_positions import BASES, edition
from engines import ENGINES, engine, fresh
from own_games import OWN_GAMES, Small, Worthless
from tile_games import ACTIONS, LONG

import qwirkle
from qwirkle import TileState
from qwirkle.adapters.games import REWARDS, Episode, Games, Played
from qwirkle.authoring import Rules, TileGame
from qwirkle.errors import InvalidValue

ROOM = ("masks", "rewards", "over", "cut", "scores", "left_out")

SHARED = [
    *map(edition, BASES),
    edition("standard", hand_size=12, max_players=4, exchange_limit=3),
    edition("schmidt", stuck="may-exchange", no_play="all-passed", min_players=1, max_players=6),
    Small("small", Rules(hand_size=3)),
    Worthless("worthless"),
]
"""Games that the kernel plays."""

OTHERS = [
    ACTIONS,
    *(game for game in OWN_GAMES if game.name not in ("small", "worthless", "curious")),
]
"""Games that only Python plays."""


@pytest.fixture(params=ENGINES)
def name(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of the engine in use."""
    with engine(request.param):
        yield request.param


def later(game: TileGame, players: int, seed: int) -> TileState:
    """A state of a random game, often near its end."""
    random, state = Random(seed), qwirkle.new_game(game, players=players, seed=seed)
    for _ in range(seed % 4 * 10):
        moves = qwirkle.legal_moves(state)
        after = qwirkle.apply(state, moves.best() or moves.sample(random))
        if after.is_over:
            break
        state = after
    return state


def chosen(games: Games, random: Random) -> list[int]:
    """A possible action for each game, often one that places a tile."""
    possible = [games.possible(game).tolist() for game in range(len(games.masks))]
    return [each[-1] if random.random() < 0.4 else random.choice(each) for each in possible]


def shown(games: Games) -> dict[str, Any]:
    """A copy of all arrays."""
    arrays = {**games.seen, **{name: getattr(games, name) for name in ROOM}}
    return {name: array.copy() for name, array in arrays.items()}


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> None:
    """Check that all arrays are equal."""
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], name, strict=True)


class Pair:
    """The same games, played by Python and by the kernel."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.played: dict[str, Games] = {}
        for name in ("python", "kernel"):
            with engine(name):
                self.played[name] = Games(*args, **options)
        self.python, self.kernel = self.played.values()
        kinds = type(self.python._played), type(self.kernel._played).__name__
        assert kinds == (Played, "Games")

    def load(self, row: int, state: TileState, idle: int) -> None:
        """Go on from a state."""
        for name, games in self.played.items():
            with engine(name):
                games.load(row, fresh(state), idle)

    def step(self, actions: list[int]) -> None:
        """Take a step."""
        for name, games in self.played.items():
            with engine(name):
                games.step(actions)


@pytest.mark.skipif("kernel" not in ENGINES, reason="there is no kernel to compare with")
@pytest.mark.parametrize("game", SHARED, ids=lambda game: game.name)
def test_the_kernel_and_python_play_the_same_games(game: TileGame) -> None:
    """All arrays are equal after every step, and so is what the waiting players see."""
    ends = np.zeros(2, int)
    for number in range(6):
        players = game.player_counts[number % len(game.player_counts)]
        window, idle = (41, 13, 15)[number % 3], 1 + number % 3
        pair = Pair(game, players, 2, window=window, reward=REWARDS[number // 2], idle_rounds=idle)
        games, random, new, begun = pair.kernel, Random(number), [0, 1], 0
        for moment in range(70):
            for row in new:
                state = later(game, players, 10 * number + begun)
                pair.load(row, state, idle=begun // 2 % min(players, 2))
                begun += 1
            same(shown(pair.python), shown(games))
            for seat in range(players) if moment % 8 == 0 else ():
                before = shown(games)
                same(pair.python.copied(0, seat), games.copied(0, seat))
                same(shown(games), before)
            pair.step(chosen(games, random))
            same(shown(pair.python), shown(games))
            ends += [games.over.sum(), games.cut.sum()]
            new = np.flatnonzero(games.over | games.cut).tolist()
    assert ends.all() or game.name in ("small", "worthless")


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_python_plays_what_the_kernel_does_not_know(game: TileGame) -> None:
    """Every step follows the turns of the library, and whole games can be played."""
    with engine([*ENGINES][-1]):
        games = Games(game, game.player_counts[-1], 1, window=21)
    assert isinstance(games._played, Played)
    episode, random = Episode(games), Random(1)
    episode.begin(later(game, game.player_counts[-1], 3))
    for _ in range(60):
        if episode.is_over:
            break
        assert games.possible(0).tolist() == list(episode.turn.actions)
        assert games.left_out[0] == episode.turn.left_out
        assert games.scores[0].tolist() == list(episode.position.standings)
        episode.step(chosen(games, random)[0])


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_add_up(name: str, reward: str) -> None:
    """Points to the scores, margins to nothing for all together, and a win is shared by all who
    won; until the end nobody has won."""
    for game, players in (("standard", 2), ("schmidt", 3), (ACTIONS, 4), (OWN_GAMES[-2], 4)):
        games = Games(game, players, 1, reward=reward, idle_rounds=1)
        for seed in range(2, 6):
            with case(game, seed):
                state, random = later(qwirkle.get_variant(game), players, seed), Random(seed)  # type: ignore[arg-type]
                games.load(0, state)
                totals = np.zeros(players)
                before = np.array(state.scores)
                assert not games.rewards.any()
                while not (games.over[0] or games.cut[0]):
                    games.step(chosen(games, random))
                    totals += games.rewards[0]
                    if reward == "margin":
                        assert abs(games.rewards[0].sum()) < 1e-3
                gained = games.scores[0] - before
                if reward == "points":
                    assert totals.tolist() == gained.tolist()
                elif reward == "margin":
                    others = (gained.sum() - gained) / (players - 1)
                    np.testing.assert_allclose(totals, gained - others, atol=1e-3)
                else:
                    best = games.scores[0] == games.scores[0].max()
                    np.testing.assert_allclose(totals, best / best.sum() * games.over[0])


@pytest.mark.parametrize("reward", REWARDS)
def test_players_who_tie_share_a_win(name: str, reward: str) -> None:
    """The last move has the bonus (C3), and both have as many points."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rd", "Gd"], supply="", scores=[0, 8])
    games = Games("standard", 2, 1, reward=reward)
    games.load(0, state)
    for _ in range(2):
        assert not games.rewards.any()
        games.step([games.possible(0)[-1]])
    wanted = {"points": [8, 0], "margin": [8, -8], "win": [0.5, 0.5]}[reward]
    assert (games.rewards[0].tolist(), games.scores[0].tolist()) == (wanted, [8, 8])


def test_idle_rounds_cut_a_game_off(name: str) -> None:
    """Exchanges and passes count, a placement begins the count again, and ends come first."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gs"], supply="Pk Yx Ok Pd Rd")
    games = Games("standard", 2, 1, idle_rounds=2)
    games.load(0, state, idle=1)
    for _ in range(3):
        assert not games.cut[0]
        games.step([games.possible(0)[0]])  # mark the first tile
        games.step([0])
    assert (games.cut.tolist(), games.over.tolist(), games.masks.any()) == ([True], [False], False)
    games.load(0, attrs.evolve(state, turn=1), idle=3)
    games.step([games.possible(0)[-1]])
    games.step([0])
    assert not games.cut[0]
    rules = qwirkle.get_variant("standard", no_play="all-passed")
    games = Games(rules, 2, 1, idle_rounds=1)
    games.load(0, qwirkle.position(rules, board="Rs@0,0", hands=["Bd", "Gd"], supply=""))
    games.step([0])
    games.step([0])
    assert (games.cut.tolist(), games.over.tolist()) == ([False], [True])


def test_a_game_without_an_action_in_the_window_is_cut_off(name: str) -> None:
    """The placements that are outside are counted, and the scores are those so far."""
    state = qwirkle.position(board=LONG, hands=["Ot", "Bk"], supply="", scores=[5, 7])
    games = Games("standard", 2, 1, window=13, reward="win")
    games.load(0, state)
    assert (games.cut.tolist(), games.left_out.tolist()) == ([True], [2])
    assert (games.scores.tolist(), games.masks.any()) == ([[5, 7]], False)
    with pytest.raises(InvalidValue, match="action 0 of game 0 is not possible; possible: none"):
        games.step([0])


def test_nothing_is_left_out_of_the_usual_window(name: str) -> None:
    """Many games are played at random."""
    count = 60 if name == "kernel" else 4
    games, random, begun = Games("standard", 3, count), Random(1), count
    for row in range(count):
        games.load(row, qwirkle.new_game(players=3, seed=row))
    while begun < 2 * count:
        games.step(chosen(games, random))
        assert not games.left_out.any()
        for row in np.flatnonzero(games.over | games.cut).tolist():
            begun += 1
            games.load(row, qwirkle.new_game(players=3, seed=begun))


# Wrong input

FAR = qwirkle.position(board="Rs@3000000000,0", hands=["Bs", "Gd"])


@pytest.mark.parametrize("game", ["standard", ACTIONS], ids=str)
def test_wrong_input_changes_nothing(name: str, game: Any) -> None:
    """Neither the arrays nor the games are changed, not even those before the wrong one."""
    games, twin = (Games(game, 2, 3, window=13) for _ in range(2))
    random = Random(3)
    states = [later(edition("standard") if game == "standard" else game, 2, n) for n in range(3)]
    for each in (games, twin):
        for row, state in enumerate(states):
            each.load(row, state)
    for _ in range(3):
        right = chosen(games, random)
        before = shown(games)
        size = games.layout.steps.size
        impossible = [a for a in range(size) if not games.masks[1, a]]
        wrong: list[Any] = [[right[0], a, right[2]] for a in random.sample(impossible, 20)]
        wrong += [[*right[:2], a] for a in (*range(-9, 0), size, 2**31, 2**62, -(2**63))]
        wrong += [[*right[:2], right[2] - size], right[:2], [*right, 0], [right], right[0], None]
        wrong += ["end", {}, [*right[:2], None], [*right[:2], 1.0], [*right[:2], [1]], [True] * 3]
        wrong += [[*right[:2], 2**64], object()]
        wrong += [
            np.array(right, np.float64),
            np.array(right, "U"),
            np.array([*right[:2], 2**63], np.uint64),
        ]
        for actions in wrong:
            with case(actions), pytest.raises(InvalidValue):
                games.step(actions)
        bad: list[Any] = [fresh(FAR), None, "state", qwirkle.observe(states[0], 0)]
        bad += [qwirkle.new_game(other, seed=1) for other in ("schmidt", "cards")]
        bad += [qwirkle.new_game(states[0].variant, players=3, seed=1)]
        bad += [attrs.evolve(states[0], scores=(2**40, 0))]  # no rules give so many
        for state in bad:
            with case(state), pytest.raises(InvalidValue):
                games.load(1, state)
        for row in (-1, 3, 2**40):
            with pytest.raises(InvalidValue, match="game must be an integer from 0 to 2"):
                games.load(row, states[0])
        same(shown(games), before)
        games.step(right)
        twin.step(np.array(right, np.int16 if max(right) < 2**15 else np.uint64))
        same(shown(games), shown(twin))


def test_a_wrong_action_is_named_with_some_possible_ones(name: str) -> None:
    games = Games("standard", 2, 2)
    with pytest.raises(InvalidValue, match="action 0 of game 0 is not possible; possible: none"):
        games.step([0, 0])
    games.load(0, qwirkle.new_game(seed=1))
    with pytest.raises(InvalidValue, match="of game 1 is not possible; possible: none"):
        games.step([21049, 0])
    games.load(1, qwirkle.new_game(seed=1))
    message = "action 8 of game 1 is not possible; possible: 21049, 31135, 41221, and others by"
    with pytest.raises(InvalidValue, match=message):
        games.step([21049, 8])
    with pytest.raises(InvalidValue, match="expected 2 actions, one for each game, all integers"):
        games.step([21049])


def test_arrays_are_read_only(name: str) -> None:
    games = Games("standard", 2, 2)
    for array in (*games.seen.values(), *(getattr(games, each) for each in ROOM)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "cards"}, "only a tile game"),
        ({"players": 1}, r"2 to 4 players can play standard, not 1 \[S3\]"),
        ({"players": 5}, "2 to 4 players can play standard, not 5"),
        ({"players": True}, "not True"),
        ({"players": "2"}, "not '2'"),
        ({"count": 0}, "count must be an integer from 1 to 1048576, not 0"),
        ({"count": 2**20 + 1}, "count must be"),
        ({"window": 12}, "window must be an integer from 13 to 127, not 12"),
        ({"window": 14}, "window must be odd"),
        ({"idle_rounds": 0}, "idle_rounds must be an integer from 1 to 10000, not 0"),
        ({"idle_rounds": 10_001}, "idle_rounds must be"),
        ({"reward": "score"}, "reward: one of points, margin, win, not 'score'"),
        ({"reward": None}, "reward: one of points, margin, win, not None"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    """Every environment makes its games in this way."""
    with pytest.raises(InvalidValue, match=message):
        Games(**{"variant": "standard", "players": 2, "count": 1, **arguments})
