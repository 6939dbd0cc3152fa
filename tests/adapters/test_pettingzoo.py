"""The PettingZoo environment: PettingZoo's own suite, and tests of what that leaves out."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[attr-defined]
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper
from tile_games import ACTIONS, TILE_GAMES

import qwirkle
from qwirkle import TileState, authoring
from qwirkle.adapters import pettingzoo as adapter
from qwirkle.adapters.games import REWARDS
from qwirkle.adapters.pettingzoo import FRAME, env, raw_env
from qwirkle.adapters.turns import PartialTurn
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidValue

# PettingZoo's suite is long. Each game has another number of players than the one before it.
SEATED = pytest.mark.parametrize(
    ("game", "players"), [(game, 2 + i % 3) for i, game in enumerate(TILE_GAMES)], ids=repr
)
# PettingZoo warns about dict observations in all games that it does not know by name.
EXPECTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}


class Watched(BaseWrapper[str, Any, Any]):
    """A wrapper that counts the steps of a test and checks what PettingZoo's suite does not."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner)
        self.games = self.steps_taken = self.ends = 0
        self.points: dict[str, int] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game."""
        super().reset(seed, options)
        self.games += 1
        self.points = dict.fromkeys(self.agents, 0)

    def step(self, action: Any) -> None:
        """Take a step, after checking that only the agent to move has actions, namely those that
        the library allows; or a step after the end."""
        if action is None:
            self.ends += 1
        else:
            self.steps_taken += 1
            # All agents are checked only occasionally, because that takes time.
            for agent in self.agents if self.steps_taken % 20 == 0 else [self.agent_selection]:
                mask = self.observe(agent)["action_mask"].nonzero()[0].tolist()  # type: ignore[index]
                possible = agent == self.agent_selection
                assert mask == (list(self.turn.actions) if possible else [])
                assert bool(mask) == possible
        super().step(action)
        for agent in self.agents:
            self.points[agent] += self.rewards[agent]  # type: ignore[assignment]
        assert tuple(self.points.values()) == self.position.scores


def seeded(game: Any) -> Any:
    """An environment whose later games and actions are the same in every run."""
    game.reset(seed=1)
    for agent in game.agents:
        game.action_space(agent).seed(1)
    return game


def play(game: Any, random: Random, *, most: int = 10**6) -> int:
    """Play at random to the end or for some steps, and return the number of steps."""
    for number in range(most):
        if not game.agents:
            return number
        seen, _, terminated, truncated, _ = game.last()
        mask = seen["action_mask"]
        action = None
        if not (terminated or truncated):
            action = random.choice(mask.nonzero()[0].tolist())
        game.step(action)
    return most


def begun(state: TileState, **options: Any) -> raw_env:
    """A game that begins with a position."""
    game = raw_env(state.variant, len(state.players), **options)
    game.reset(options={"state": state})
    return game


# PettingZoo's own suite


@SEATED
def test_api_test(game: TileGame, players: int) -> None:
    """A whole game and a few more starts give only the warnings that all environments get, and
    the rewards add up to the scores."""
    watched = Watched(seeded(env(game, players)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(watched, num_cycles=400)  # type: ignore[no-untyped-call]
    assert {str(warning.message) for warning in caught} <= EXPECTED
    assert (watched.games, watched.ends) == (7, players)
    assert watched.steps_taken > 108


@SEATED
def test_seed_test(game: TileGame, players: int) -> None:
    """The same seed and actions give the same game."""
    made: list[Watched] = []

    def make() -> Watched:
        made.append(Watched(env(game, players)))
        return made[-1]

    seed_test(make, num_cycles=15)  # type: ignore[no-untyped-call]
    assert [each.steps_taken for each in made] == [15 * players] * 2


@SEATED
def test_render_test(game: TileGame, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text and pictures are tested; the pictures are small because there are many."""
    monkeypatch.setattr(adapter, "FRAME", (96, 72))
    modes: list[str] = []

    def make(render_mode: str) -> Any:
        modes.append(render_mode)
        return seeded(env(game, players, render_mode=render_mode))

    render_test(make, {"ansi": lambda text: "player_0" in text})  # type: ignore[arg-type]
    assert modes == ["human", "ansi", "human", "rgb_array"]


# Tests that PettingZoo's suite leaves out


def test_a_game_is_that_of_the_library() -> None:
    """The same seed deals the same game, and the same moves lead to the same state."""
    game = raw_env("schmidt", 3)
    game.reset(seed=2**64 - 1)
    state = qwirkle.new_game("schmidt", players=game.possible_agents, seed=2**64 - 1)
    random = Random(5)
    for _ in range(100):
        assert game.position == state
        before = game.turn
        action = random.choice(before.actions)
        game.step(action)
        move = before.after(action)
        if not isinstance(move, PartialTurn):
            assert game.rewards[f"player_{state.turn}"] == qwirkle.score(state, move).total
            state = qwirkle.apply(state, move)


@pytest.mark.parametrize("players", [1, 6])
def test_a_custom_variant_is_played_by_name_or_as_a_value(players: int) -> None:
    """The number of players is that of the variant."""
    rules = authoring.Rules(hand_size=5, min_players=1, max_players=6)
    house = TileGame("our-own", rules)
    qwirkle.register(house)
    for variant in ("our-own", house):
        game = env(variant, players, window=21)
        game.reset(seed=1)
        assert game.observation_space("player_0")["observation"]["scores"].shape == (players,)  # type: ignore[index]
        assert play(game, Random(1)) > 108
        assert game.unwrapped.position.is_over  # type: ignore[attr-defined]


def test_without_a_seed_games_follow_from_the_last_one() -> None:
    """Each game is different, and the same seed gives the same sequence of games."""

    def seeds(first: int) -> list[int]:
        game = raw_env()
        game.reset(seed=first)
        found = [game.position.seed]
        for _ in range(3):
            game.reset()
            found.append(game.position.seed)
        return found

    assert seeds(7) == seeds(7)
    assert seeds(7)[0] == 7
    assert len({*seeds(7), *seeds(8)}) == 8


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_come_at_the_end_of_the_turn(reward: str) -> None:
    """They go to all agents at once, with the bonus (C3), and agents are told at their next turn."""
    state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Rd", "Gd"], supply="")
    game = begun(state, reward=reward)
    game.step(game.turn.actions_to(qwirkle.parse_move("Rd@2,0"))[0])
    assert (game.rewards, game.agent_selection) == ({"player_0": 0, "player_1": 0}, "player_0")
    game.step(0)
    gained = {"points": (9, 0), "margin": (9, -9), "win": (1, 0)}[reward]
    assert tuple(game.rewards.values()) == gained
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.truncations == {"player_0": False, "player_1": False}
    totals = dict.fromkeys(game.agents, 0.0)
    while game.agents:
        _, given, terminated, _, _ = game.last()
        assert terminated
        totals[game.agent_selection] += given
        game.step(None)
    assert tuple(totals.values()) == gained


def test_a_game_goes_on_from_a_state() -> None:
    """Any state of the variant with as many players, the end of a game included."""
    state = qwirkle.new_game("schmidt", players=["Ada", "Bob", "Cem"], seed=5)
    state = qwirkle.apply(state, qwirkle.legal_moves(state).best())
    game = raw_env("schmidt", 3, window=13)
    game.reset(seed=1, options={"state": state})
    assert (game.position, game.agent_selection) == (state, f"player_{state.turn}")
    over = qwirkle.position("schmidt", board="Rs@0,0", hands=["", "Gd", "Bd"], supply="")
    game.reset(options={"state": over})
    assert all(game.terminations.values())
    assert game.render_mode is None
    for other in (qwirkle.new_game("schmidt", seed=1), qwirkle.new_game(players=3, seed=1), "x"):
        with pytest.raises(InvalidValue):
            game.reset(options={"state": other})
        assert game.position == over
    game.reset(seed=2, options={})
    assert game.position.seed == 2


def test_an_agent_keeps_its_turn_until_it_is_ended() -> None:
    """The agent also keeps it after an action, because the usual turn follows (A3)."""
    game = begun(
        qwirkle.position(ACTIONS, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"], supply="Gk Gx Pk Yd")
    )
    game.step(game.turn.steps.first_other)
    assert (game.agent_selection, len(game.position.hand)) == ("player_0", 4)
    game.step(game.turn.actions[0])
    assert game.agent_selection == "player_0"
    game.step(0)
    assert game.agent_selection == "player_1"


# The cut-off


@pytest.mark.parametrize("rounds", [1, 3])
def test_idle_rounds_cut_a_game_off(rounds: int) -> None:
    """After that many rounds without a placement all agents are truncated, not terminated."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd"], supply="Pk Yx Ok Pd Rd")
    game = begun(state, idle_rounds=rounds)
    for _ in range(2 * rounds):
        assert not any(game.truncations.values())
        game.step(game.turn.actions[0])
        game.step(0)
    assert game.truncations == {"player_0": True, "player_1": True}
    assert game.terminations == {"player_0": False, "player_1": False}
    seen, _, terminated, truncated, _ = game.last()
    assert (terminated, truncated) == (False, True)
    assert seen is not None
    assert not seen["action_mask"].any()
    game.step(None)
    game.step(None)
    assert game.agents == []


# Wrong input


@pytest.mark.parametrize("action", [0, 8, -1, 10**9, 2**70, 1.5, "end", None, [21049]])
@pytest.mark.parametrize("make", [env, raw_env])
def test_a_wrong_action_is_refused_with_a_list_of_the_possible_ones(make: Any, action: Any) -> None:
    """It changes nothing."""
    game = make()
    game.reset(seed=1)
    before = game.turn
    with pytest.raises(InvalidValue, match=r"possible: 21049 \(Yc at 0,0\), 31135 \(Gc"):
        game.step(action)
    assert game.turn is before


def test_an_action_may_be_any_kind_of_integer() -> None:
    """Learning libraries have their own number types."""
    for number in (21049, np.int64(21049), np.array(21049), np.uint16(21049)):
        game = raw_env()
        game.reset(seed=1)
        game.step(number)  # type: ignore[arg-type]
        assert game.turn.taken == (21049,)


def test_a_truth_value_is_no_action() -> None:
    """It is refused even where the action 1 is possible."""
    game = begun(qwirkle.position(board="Rs@0,0", hands=["Rc Rd", "Gd"]))
    assert 1 in game.turn.actions
    with pytest.raises(InvalidValue, match="expected 1 actions, one for each game, all integers"):
        game.step(True)


def test_after_the_end_no_action_is_possible() -> None:
    """None is the only action for finished agents; after that a new game must begin."""
    game = begun(qwirkle.position(board="Rs@0,0", hands=["Rd", "Gd"], supply=""))
    game.step(game.turn.actions[0])
    game.step(0)
    with pytest.raises(InvalidValue, match="the game is over: the action of player_1 must be None"):
        game.step(0)
    game.step(None)
    game.step(None)
    with pytest.raises(InvalidValue, match="call reset to begin one"):
        game.step(None)
    game.reset(seed=1)
    assert game.agents == ["player_0", "player_1"]


def test_before_a_game_there_are_no_observations() -> None:
    """The wrapper and the environment itself each say so with an error."""
    game = raw_env(render_mode="ansi")
    for call in (lambda: game.step(0), lambda: game.observe("player_0"), game.render, game.last):
        with pytest.raises(InvalidValue, match="there is no game yet; call reset to begin one"):
            call()
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = env().agents


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "standart"}, "did you mean 'standard'"),
        ({"variant": 7}, "expected the name of a variant"),
        ({"players": 5}, "2 to 4 players can play standard, not 5"),
        ({"window": 40}, "window must be odd"),
        ({"reward": "score"}, "reward: one of points, margin, win"),
        ({"idle_rounds": 0}, "idle_rounds must be an integer from 1 to 10000, not 0"),
        ({"render_mode": "svg"}, "expected one of ansi, human, rgb_array, or None, not 'svg'"),
    ],
)
@pytest.mark.parametrize("make", [env, raw_env])
def test_wrong_arguments_are_refused(make: Any, arguments: Any, message: str) -> None:
    """The error comes at once and lists what is possible."""
    with pytest.raises(qwirkle.QwirkleError, match=message):
        make(**arguments)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    """The game in progress goes on."""
    game = raw_env()
    game.reset(seed=1)
    with pytest.raises(InvalidValue, match=r"seed .* not "):
        game.reset(seed=seed)
    assert game.position.seed == 1


def test_unknown_agents_are_refused() -> None:
    """The error lists the names of the agents."""
    game = raw_env()
    game.reset(seed=1)
    for call in (game.observe, game.action_space, game.observation_space):
        with pytest.raises(InvalidValue, match="the agents are player_0, player_1, not 'player_2'"):
            call("player_2")


def test_the_wrapper_that_ends_a_game_for_a_wrong_action_works() -> None:
    """Users who want that behaviour of PettingZoo can have it."""
    game = TerminateIllegalWrapper(env(), illegal_reward=-1)
    game.reset(seed=1)
    agent = game.agent_selection
    game.step(0)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards[agent] == -1


# Copies


def test_a_game_can_be_copied_and_pickled() -> None:
    """The copy is independent of the original."""
    game = env("schmidt-actions")
    game.reset(seed=1)
    play(game, Random(1), most=20)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert play(other, Random(2)) > 50
        assert other.agents == []
    assert len(game.agents) == 2


# Pictures

TWO = qwirkle.position(board="Rs@0,0", hands=["Rd Bd", "Gd"])


def test_text_shows_the_tiles_placed_so_far() -> None:
    """They are on the board and no longer in the hand."""
    game = begun(TWO, render_mode="ansi")
    game.step(game.turn.actions_to(qwirkle.parse_move("Rd@1,0"))[0])
    shown = game.render()
    assert isinstance(shown, str)
    assert shown.splitlines()[:3] == [
        "     0  1",
        " 0  Rs Rd",
        "> Player 1     0 points  Bd",
    ]


def test_a_position_does_not_look_finished_before_the_turn_is_ended() -> None:
    """Points and winners would be wrong, because the bonus is not added yet."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rd", "Gd"], supply="", scores=[0, 5])
    game = begun(state, render_mode="ansi")
    game.step(game.turn.actions[0])
    shown = game.render()
    assert isinstance(shown, str)
    assert "over" not in shown
    game.step(0)
    shown = game.render()
    assert isinstance(shown, str)
    assert shown.endswith("the game is over: Player 1 used the last tile\nPlayer 1 won, 8 to 5")


def test_human_mode_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the deal before the first step."""
    game = env(render_mode="human")
    game.reset(seed=1)
    assert capsys.readouterr().out == qwirkle.render.text(game.unwrapped.position) + "\n\n"  # type: ignore[attr-defined]
    game.step(21049)
    out = capsys.readouterr().out
    assert out.splitlines()[1] == " 0  Yc"
    assert game.render() is None
    assert capsys.readouterr().out == out


def test_a_picture_is_an_array_of_a_fixed_size() -> None:
    """It contains the colours of the tiles, such as red after a red tile was placed."""
    game = begun(TWO, render_mode="rgb_array")
    first = game.render()
    game.step(game.turn.actions[-1])
    second = game.render()
    for shown in (first, second):
        assert isinstance(shown, np.ndarray)
        assert (shown.shape, shown.dtype) == ((FRAME[1], FRAME[0], 3), np.uint8)
        assert (shown[0, 0] == 255).all()
        assert shown.flags.writeable
    assert not np.array_equal(first, second)  # type: ignore[arg-type]


def test_without_a_render_mode_nothing_is_shown() -> None:
    """The message says what is missing."""
    game = begun(TWO)
    with pytest.raises(InvalidValue, match="there is no render_mode"):
        game.render()
