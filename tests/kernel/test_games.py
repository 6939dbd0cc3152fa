"""Whole games by the kernel: the same to the last point as those that Python plays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from cases import case
from engines import ENGINES, agreed, engine

import qwirkle
from qwirkle import EndReason, SimulatedGame, TileGame, TileState, TileView, _native
from qwirkle.variant import NativeResult

OPTIONS: list[dict[str, Any]] = [
    {},
    {"hand_size": 1},
    {"hand_size": 12},
    {"supply": "stacks", "exchange_limit": 2},
    {"no_play": "all-passed", "stuck": "may-exchange"},
    {"min_players": 1},
]


class Generous(TileGame):
    """Own points, which the kernel knows."""

    def line_points(self, length: int) -> int:
        """A single tile is worth a lot."""
        return 20 - length

    def end_bonus(self) -> int:
        """The last tile costs points."""
        return -3


def played(variant: Any, bots: Sequence[str], games: int = 3) -> tuple[SimulatedGame, ...]:
    """The games of bots, about which all engines must agree."""
    return agreed(lambda: qwirkle.simulate(variant, bots, games, seed=5, longest=300).games)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_bots_play_the_same_games(options: dict[str, Any]) -> None:
    variant = qwirkle.get_variant("standard", **options)
    for bots in (["greedy", "greedy"], ["random", "greedy", "random"], ["random", "random"]):
        with case(*bots):
            assert all(sum(game.turns) == game.plies for game in played(variant, bots))
    if "min_players" in options:
        [game] = played(variant, ["greedy"], 1)
        assert game.turns == (game.plies,)


def test_careful_bots_play_the_same_games() -> None:
    for bots in (["careful", "greedy"], ["random", "careful", "careful"]):
        with case(*bots):
            played("standard", bots, 1)
    played(qwirkle.get_variant("standard", hand_size=13), ["careful", "careful"], 1)


def test_editions_and_own_points() -> None:
    for variant in ("schmidt", "999games-nl", "hebrew"):
        with case(variant):
            played(variant, ["greedy", "random"])
    state = qwirkle.new_game(Generous("generous"), seed=1)
    agreed(lambda: qwirkle.playouts(state, 3, ["greedy", "random"]).games)


def test_every_ending() -> None:
    """Games end for every reason, or are cut off."""
    rows = "Rc Rs Rd Rt Rk Rx", "Rs Rd Rt Rk Rx Rc", "Rd Rt Rk Rx Rc"
    placed = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row.split())}
    ends: dict[str | None, dict[str, Any]] = {
        "went-out": {"board": "Rs@0,0", "hands": ["Rc", "Gd"], "supply": ""},
        "no-play": {"board": "Rs@0,0", "hands": ["Rc Yx", "Gd"], "supply": ""},
        "closed": {"board": placed, "hands": ["Rs", "Gt"], "supply": "Bd Bk Bt Yd Yk Yt Gk"},
    }
    for reason, fields in ends.items():
        with case(reason):
            state = qwirkle.position(**fields)
            games = agreed(lambda: qwirkle.playouts(state, 3, "greedy").games)  # noqa: B023
            assert reason in {game.reason for game in games}
    house = qwirkle.get_variant("standard", no_play="all-passed")
    stuck = qwirkle.position(house, board="Rs@0,0", hands=["Gd", "Yx"], supply="")
    assert {game.reason for game in agreed(lambda: qwirkle.playouts(stuck, 2).games)} == {
        "all-passed"
    }
    new = qwirkle.new_game(seed=1)
    assert {g.reason for g in agreed(lambda: qwirkle.playouts(new, 2, longest=3).games)} == {None}


def test_playouts_from_the_middle_of_a_game() -> None:
    """Also for a player who is not to move, and from an empty board."""
    state = qwirkle.new_game(players=3, seed=4)
    for ply in range(14):
        if ply in (0, 1, 13):
            for seat in range(3):
                with case(ply, seat):
                    view = qwirkle.observe(state, seat)
                    bots = ["greedy", "random", "greedy"]
                    found = agreed(lambda: qwirkle.playouts(view, 3, bots, seed=ply))  # noqa: B023
                    assert found.unfinished == 0
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))


def test_the_kernel_deals_unseen_tiles_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python deals them for each game only if it plays the game."""
    dealt: list[TileView] = []
    deal = TileView.sample_state

    def noting(view: TileView, random: Random) -> TileState:
        dealt.append(view)
        return deal(view, random)

    monkeypatch.setattr(TileView, "sample_state", noting)
    for name in ENGINES:
        with case(name), engine(name):
            qwirkle.playouts(qwirkle.new_game(seed=4), 3, "random", longest=2)
    assert len(dealt) == 3


def test_threads_play_the_same_games() -> None:
    """While a thread plays in the kernel, others can play too."""
    wanted = qwirkle.simulate("standard", ["greedy", "random"], 40, seed=2)
    with ThreadPoolExecutor(8) as executor:
        found = qwirkle.simulate("standard", ["greedy", "random"], 40, 2, executor, batch=1)
    assert found == wanted


def test_the_kernel_plays_only_what_it_knows() -> None:
    """Otherwise Python plays: with other bots, with hooks, and with other engines."""

    class Lucky(TileGame):
        def starter(self, players: Any, hands: Any) -> int:
            return 0

    for name in ENGINES:
        with engine(name):
            games = [(7, [1, 1])]
            native = qwirkle.get_variant("standard").play_natively(2, games, 50)
            assert (native is not None) == (name == "kernel")
            for variant in (
                Lucky("lucky"),
                *map(qwirkle.get_variant, ("cards", "schmidt-actions")),
            ):
                assert variant.play_natively(2, games, 50) is None


def test_the_endings_have_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel numbers them in the order of the enum."""
    standard = TileGame("example")
    for number, reason in enumerate(EndReason, 1):
        result = standard._result((3, 5), (1, 1), 0, 2, number)
        assert result == NativeResult((3, 5), (1,), (1, 1), 0, 2, reason.value)
    assert standard._result((3, 5), (1, 1), 0, 2, 0).reason is None


def test_the_environment_decides() -> None:
    """Only the value 1 or another text than 0 asks for Python alone."""
    script = "import qwirkle; print(qwirkle.accelerated)"
    for value, wanted in (("1", False), ("0", "kernel" in ENGINES)):
        with case(value):
            ran = subprocess.run(
                [sys.executable, "-c", script],
                env={**os.environ, "QWIRKLE_PURE": value},
                capture_output=True,
                text=True,
                check=True,
            )
            assert ran.stdout == f"{wanted}\n"
    assert _native.find({"QWIRKLE_PURE": "1"}) is None
    assert _native.find({"QWIRKLE_PURE": "yes"}) is None


def test_without_a_kernel_there_is_nothing_to_bind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "find", lambda environ: None)
    _native.bind()


def test_a_long_simulation_can_be_interrupted() -> None:
    """Ctrl+C stops the games, although they are played outside Python."""
    script = (
        "import qwirkle, sys\n"
        "try:\n"
        "    print('ready', flush=True)\n"
        "    qwirkle.simulate('standard', ['careful'] * 4, games=10**6, batch=10**6)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert out == "stopped\n"
