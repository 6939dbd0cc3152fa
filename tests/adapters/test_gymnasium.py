"""The Gymnasium environment: Gymnasium's own check, and a player who learns against bots."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tile_games import ACTIONS, LONG, TILE_GAMES

import qwirkle
from qwirkle import Place, TileState
from qwirkle.adapters.games import REWARDS
from qwirkle.adapters.gymnasium import QwirkleEnv
from qwirkle.authoring import TileGame
from qwirkle.bots import greedy
from qwirkle.errors import IllegalMove, InvalidValue

POSITION = qwirkle.position(
    board="Rs@0,0 Rc@1,0", hands=["Rd Bk", "Bs Gd"], supply="Pk Yx Ok Pd Rd", scores=[10, 20]
)


def begun(state: TileState, **options: Any) -> QwirkleEnv:
    """An environment that begins with a position."""
    game = QwirkleEnv(state.variant, len(state.players), **options)
    game.reset(options={"state": state})
    return game


def play(game: QwirkleEnv, text: str) -> tuple[float, bool, bool]:
    """Make a move; the rewards and the end."""
    total = 0.0
    for action in game.episode.turn.actions_to(qwirkle.parse_move(text, game.episode.position)):
        _, reward, terminated, truncated, info = game.step(action)
        assert "error" not in info
        total += reward
    return total, terminated, truncated


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_check_env_of_gymnasium(game: TileGame) -> None:
    """It finds no fault in the environment, nor in one that Gymnasium makes and wraps."""
    name = "qwirkle.adapters.gymnasium:Qwirkle-v0"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", ".* not within the observation space|.*different from the"
        )
        check_env(QwirkleEnv(game, 3, "random", window=13), skip_render_check=True)
        check_env(gymnasium.make(name, variant=game, window=13, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_whole_games(game: TileGame) -> None:
    """Every observation is in its space, the masks are the possible actions of the library, and
    the rewards add up to the points or the margins since the first turn."""
    for players, kind in ((2, "points"), (4, "margin")):
        env = QwirkleEnv(game, players, "greedy", seat=players - 1, reward=kind)
        seen, info = env.reset(seed=players)
        before = info["scores"]
        random, total, is_over = Random(1), 0.0, False
        while not is_over:
            assert env.observation_space.contains(seen)
            assert seen["seat"] == players - 1
            assert seen["turn"] == 0
            possible = np.flatnonzero(info["action_mask"]).tolist()
            assert possible == list(env.episode.turn.actions)
            assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
            assert env.action_masks().dtype == bool
            action = max(possible) if random.random() < 0.5 else random.choice(possible)
            seen, reward, terminated, truncated, info = env.step(action)
            total += reward
            is_over = terminated or truncated
        *others, mine = info["scores"] - before
        assert abs(total - mine + (sum(others) / 3 if kind == "margin" else 0)) < 0.01
        assert mine == env.episode.position.standings[-1]
        assert not env.action_masks().any()
        with pytest.raises(InvalidValue, match="the game is over; call reset to begin one"):
            env.step(0)


def test_opponents_are_names_functions_or_lists() -> None:
    """Each bot has its own seat, and sees only its view."""
    asked: list[int] = []

    def watching(view: Any) -> Any:
        asked.append(view.seat)
        assert isinstance(view, qwirkle.TileView)
        return greedy(view)

    for seat in range(3):
        asked.clear()
        game = QwirkleEnv("schmidt", 3, ["random", watching], seat=seat)
        other = [each for each in range(3) if each != seat][1]
        game.reset(seed=seat)
        for _ in range(12):
            game.step(np.flatnonzero(game.action_masks())[0])
        assert set(asked) == {other}
    found = set()
    for opponents in ("greedy", watching, [watching], [greedy]):
        game = QwirkleEnv(opponents=opponents)
        game.reset(seed=4)
        for _ in range(6):
            game.step(np.flatnonzero(game.action_masks())[-1])
        found.add(game.episode.position)
    assert len(found) == 1


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_cover_the_moves_of_the_bots_that_follow(reward: str) -> None:
    """The learner places three tiles in a row; then the bot scores, or ends the game."""
    game = begun(POSITION, reward=reward)
    gained = game.episode.position.scores
    assert gained == (10, 20)
    found = play(game, "Rd@2,0")
    after = game.episode.position.scores
    ours, theirs = after[0] - 10, after[1] - 20
    assert (ours, theirs > 0) == (3, True)
    assert found[0] == {"points": 3, "margin": 3 - theirs, "win": 0}[reward]
    last = qwirkle.position(board="Rs@0,0", hands=["Rd Bk", "Bs"], supply="", scores=[10, 5])
    found = play(begun(last, reward=reward), "Rd@1,0")
    assert found == ({"points": 2, "margin": 2 - 8, "win": 0}[reward], True, False)
    tied = qwirkle.position(board="Rs@0,0", hands=["Rd Bk", "Bs"], supply="", scores=[11, 5])
    assert play(begun(tied, reward=reward), "Rd@1,0")[0] == {"win": 0.5}.get(reward, found[0])


def test_moves_of_opponents_may_be_outside_the_window() -> None:
    """A bot does not know of windows; a learner who can do nothing inside is cut off."""
    state = qwirkle.position(board=LONG, hands=["Bk Gk", "Ot Yc"], turn=1, supply="")
    game = QwirkleEnv(opponents=lambda view: Place("Ot@14,1"), window=13)
    game.reset(options={"state": state})
    assert game.episode.last == ((14, 1),)
    assert game.episode.position.board[14, 1] == qwirkle.Tile.parse("Ot")
    stuck = qwirkle.position(board=LONG, hands=["Ot", "Bk"], supply="", scores=[5, 7])
    _, info = game.reset(options={"state": stuck})
    assert not info["action_mask"].any()
    with pytest.raises(InvalidValue, match="the game is over"):
        game.step(0)


@pytest.mark.parametrize("action", [8, -1, 10**9, 2**70, 1.5, "end", None, [21049]])
def test_an_impossible_action_changes_nothing(action: Any) -> None:
    """The information says why, and the game goes on."""
    game = QwirkleEnv(seat=1)
    seen, info = game.reset(seed=1)
    again, reward, terminated, truncated, more = game.step(action)
    np.testing.assert_equal(again, seen)
    assert (reward, terminated, truncated) == (0, False, False)
    assert more.pop("error").endswith(
        "possible: 21049 (Yc at 0,0), 31135 (Gc at 0,0), 41221 (Bc at 0,0)"
    )
    np.testing.assert_equal(more, info)
    assert game.step(21049)[0]["board"].sum() == 3


def test_an_illegal_move_of_an_opponent_is_an_error() -> None:
    """It is the bot that must be mended; nobody moves in its place."""
    game = begun(POSITION, opponents=lambda view: Place("Rs@9,9"))
    with pytest.raises(IllegalMove, match="Rs@9,9"):
        play(game, "Rd@2,0")
    with pytest.raises(InvalidValue, match="an opponent made no legal move; call reset to begin"):
        game.step(np.flatnonzero(game.action_masks())[0])
    with pytest.raises(IllegalMove, match="Rs@9,9"):
        game.reset(seed=1)


def test_games_follow_from_the_seed() -> None:
    """The first is that of the library, and the bots' moves are repeated too."""

    def seeds(first: int) -> list[int]:
        game = QwirkleEnv("schmidt", 3, "random")
        game.reset(seed=first)
        found = [game.episode.position.seed]
        for _ in range(3):
            game.reset()
            found.append(game.episode.position.seed)
        return found

    assert seeds(7) == seeds(7)
    assert len({*seeds(7), *seeds(8)}) == 8
    game = QwirkleEnv(seat=1)
    game.reset(seed=2**64 - 1)
    state = qwirkle.new_game(seed=2**64 - 1)
    assert state.turn == 0
    assert game.episode.position == qwirkle.apply(state, greedy(qwirkle.observe(state, 0)))
    for seed in (-1, 2**64, "7", 1.5):
        with pytest.raises(InvalidValue, match="seed"):
            game.reset(seed=seed)  # type: ignore[arg-type]


def test_copies_go_on_alone() -> None:
    """Also in the middle of a turn."""
    game = QwirkleEnv(ACTIONS, 2, "greedy", window=21, reward="margin")
    game.reset(seed=3)
    for _ in range(7):
        game.step(np.flatnonzero(game.action_masks())[-1])
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        np.testing.assert_equal(other._seen(), game._seen())
        while not other.episode.is_over:
            other.step(np.flatnonzero(other.action_masks())[-1])
    assert not game.episode.is_over
    untouched = pickle.loads(pickle.dumps(QwirkleEnv()))
    with pytest.raises(InvalidValue, match="there is no game yet; call reset to begin one"):
        untouched.step(0)


def test_text_shows_the_position() -> None:
    game = begun(POSITION, render_mode="ansi")
    assert game.render() == qwirkle.render.text(POSITION)
    assert begun(POSITION).render() is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "cards"}, "only a tile game"),
        ({"seat": 2}, "seat must be an integer from 0 to 1, not 2"),
        ({"opponents": ["greedy", "random"]}, "opponents: expected 1 bots, not 2"),
        ({"opponents": "gready"}, "greedy"),
        ({"opponents": 7}, "bot"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(qwirkle.QwirkleError, match=message):
        QwirkleEnv(**arguments)
