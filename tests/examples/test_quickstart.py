"""The example that plays a game: it prints that game, and a mistake gets a plain message."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import qwirkle

QUICKSTART = Path(__file__).parents[2] / "examples" / "quickstart.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the example as a user does."""
    command = [sys.executable, str(QUICKSTART), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("seed", [2006, 7])
def test_quickstart_plays_a_whole_game(seed: int) -> None:
    done = run(*[str(seed)] * (seed != 2006))
    assert (done.returncode, done.stderr) == (0, "")
    state = qwirkle.new_game(players=["Ada", "Bob"], seed=seed)
    while not state.is_over:
        move = qwirkle.bots.greedy(qwirkle.observe(state, state.turn))
        points = qwirkle.score(state, move).total
        said = done.stdout.split(f"{state.players[state.turn].name}: {move}\n", 1)[1]
        assert said.startswith(f"  {points} points = " if points else "  no points")
        state = qwirkle.apply(state, move)
    assert done.stdout.endswith(qwirkle.render.text(state) + "\n")


@pytest.mark.parametrize("arguments", [["seven"], ["1", "2"], ["-1"]])
def test_quickstart_explains_itself(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("usage: ")
    assert not done.stdout
