"""The vector environment: Gymnasium's interface, and step by step the games of PettingZoo's."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from edition_positions import edition
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as BaseVectorEnv
from gymnasium.vector.utils import batch_space
from tile_games import ACTIONS, TILE_GAMES

import qwirkle
from qwirkle.adapters.games import REWARDS
from qwirkle.adapters.pettingzoo import raw_env
from qwirkle.adapters.vector import VectorEnv
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidValue
from qwirkle.supply import derived


def copied(arrays: Any) -> dict[str, Any]:
    """A copy of arrays that the next step overwrites."""
    return {name: array.copy() for name, array in arrays.items()}


def first(seen: Any, random: Random) -> list[int]:
    """A random possible action for each game."""
    return [random.choice(np.flatnonzero(mask).tolist()) for mask in seen["action_mask"]]


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_observations_are_in_the_spaces_of_gymnasium(game: TileGame) -> None:
    """The interface is that of Gymnasium's vector environments, apart from rewards by seat."""
    games = VectorEnv(2, game, players=3, window=13)
    assert isinstance(games, BaseVectorEnv)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert games.observation_space == batch_space(games.single_observation_space, 2)
    assert games.action_space == batch_space(games.single_action_space, 2)
    seen, info = games.reset(seed=1)
    for _ in range(40):
        assert games.observation_space.contains(copied(seen))
        actions = games.sample()
        assert games.action_space.contains(actions)
        assert all(mask[action] for mask, action in zip(seen["action_mask"], actions, strict=True))
        seen, rewards, terminations, truncations, info = games.step(actions)
        assert (rewards.shape, terminations.shape, truncations.shape) == ((2, 3), (2,), (2,))
        assert (info["scores"].shape, info["left_out"].shape) == ((2, 3), (2,))
    games.close()


@pytest.mark.parametrize(
    ("game", "players", "reward"),
    [(edition("standard"), 2, "points"), (edition("schmidt"), 3, "margin"), (ACTIONS, 2, "win")],
    ids=str,
)
def test_the_games_are_those_of_pettingzoo(game: TileGame, players: int, reward: str) -> None:
    """The same seeds and actions give the same observations, rewards and ends, and a game that is
    over is followed by the next of its row in the same step."""
    options: dict[str, Any] = {"window": 15, "reward": reward, "idle_rounds": 1}
    count, seed, begun, random = 3, 2**64 - 1, [0, 0, 0], Random(5)
    games = VectorEnv(count, game, players, **options)
    seen, _ = games.reset(seed=seed)
    others = [raw_env(game, players, **options) for _ in range(count)]
    for row, other in enumerate(others):
        state = qwirkle.new_game(game, players=players, seed=derived(seed, row))
        other.reset(options={"state": state})
    for _ in range(150):
        for row, other in enumerate(others):
            wanted = other.observe(other.agent_selection)
            assert np.array_equal(wanted["action_mask"], seen["action_mask"][row])
            for name, array in wanted["observation"].items():
                np.testing.assert_array_equal(seen[name][row], array, name)
        actions = first(seen, random)
        if random.random() < 0.7:  # they exchange tiles, so that games are cut off
            actions = [np.flatnonzero(mask)[0] for mask in seen["action_mask"]]
        seen, rewards, terminations, truncations, info = games.step(actions)
        for row, other in enumerate(others):
            other.step(int(actions[row]))
            assert [*other.rewards.values()] == rewards[row].tolist()
            assert {terminations[row]} == {*other.terminations.values()}
            assert {truncations[row]} == {*other.truncations.values()}
            assert info["scores"][row].tolist() == list(other.position.standings)
            if terminations[row] or truncations[row]:
                begun[row] += 1
                number = derived(seed, row + count * begun[row])
                state = qwirkle.new_game(game, players=players, seed=number)
                other.reset(options={"state": state})
    assert sum(begun) > 1


def test_seeds_decide_the_games() -> None:
    """They follow from the last seed, and samples are repeated too."""

    def boards(seed: int | None, games: VectorEnv) -> list[Any]:
        seen, _ = games.reset(seed=seed)
        found = [copied(seen)]
        for _ in range(5):
            found.append(copied(games.step(games.sample())[0]))
        return found

    one, other = VectorEnv(4, window=13), VectorEnv(4, window=13)
    for seed in (7, None, None, 8, 7):
        np.testing.assert_equal(boards(seed, one), boards(seed, other))
    hands = [VectorEnv(4, window=13).reset(seed=seed)[0]["hand"].tolist() for seed in (7, 8, None)]
    assert hands[0] != hands[1] != hands[2]
    assert len({*map(tuple, hands[0])}) == 4
    wrong: Any
    for wrong in (-(2**70), -1, 2**64, "7", 1.5):
        before = copied(one.games.seen)
        with pytest.raises(InvalidValue, match="seed"):
            one.reset(seed=wrong)
        np.testing.assert_equal(one.games.seen, before)


def test_rows_do_not_depend_on_each_other() -> None:
    """The other games of a row are different, but its own stay as they are."""
    one, other = VectorEnv(3, window=13, idle_rounds=1), VectorEnv(3, window=13, idle_rounds=1)
    (seen, _), (there, _) = one.reset(seed=3), other.reset(seed=3)
    for moment in range(200):
        actions = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
        others = [int(np.flatnonzero(mask)[-(moment % 2)]) for mask in there["action_mask"]]
        others[1] = actions[1]
        seen, there = one.step(actions)[0], other.step(others)[0]
        for name in seen:
            np.testing.assert_array_equal(seen[name][1], there[name][1])
    assert not np.array_equal(seen["board"], there["board"])


@pytest.mark.parametrize("reward", REWARDS)
def test_the_next_step_overwrites_observations_alone(reward: str) -> None:
    """Rewards, ends and information are copies, and observations cannot be changed."""
    games = VectorEnv(2, window=13, reward=reward)
    seen, _ = games.reset(seed=1)
    before, found = copied(seen), games.step(games.sample())
    assert found[0] is seen
    assert not np.array_equal(seen["board"], before["board"])
    kept = [np.copy(each) for each in (*found[1:4], *found[4].values())]
    for array in seen.values():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    for _ in range(30):
        games.step(games.sample())
    np.testing.assert_equal([*found[1:4], *found[4].values()], kept)


def test_wrong_actions_change_nothing() -> None:
    games = VectorEnv(2)
    with pytest.raises(InvalidValue, match="of game 0 is not possible; possible: none"):
        games.step([0, 0])
    seen, _ = games.reset(seed=1)
    before, right = copied(seen), games.sample()
    for actions in ([right[0], 8], [right[0]], [*right, 0], "ab", [0.5, 1.5], None):
        with pytest.raises(InvalidValue, match=r"not possible|expected 2 actions"):
            games.step(actions)
        np.testing.assert_equal(seen, before)
    with pytest.raises(InvalidValue, match="count must be an integer from 1 to 1048576, not 0"):
        VectorEnv(0)
