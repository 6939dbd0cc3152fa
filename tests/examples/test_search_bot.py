"""The example of a bot that looks ahead: it does, and the same view gives the same move."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import search_bot
from search_bot import SearchBot, best_reply

import qwirkle

# The fifth red tile in the line would give away a Qwirkle; the same tile is good elsewhere.
INVITING = qwirkle.position(
    board="Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0", hands=["Rk Bs", "Rx"], supply="", players=["Ada", "Bob"]
)
VIEW = qwirkle.observe(INVITING, 0)


def test_it_leaves_no_qwirkle_to_the_rival() -> None:
    """Greedy takes the five points at once; this bot sees the reply."""
    assert str(qwirkle.bots.greedy(VIEW)) == "Rk@-1,0"
    chosen = SearchBot()(VIEW)
    assert best_reply(qwirkle.apply(INVITING, chosen)) < 12


def test_it_weighs_its_own_points_against_the_reply() -> None:
    """At the end nothing is hidden from two players, so every sampled state is the real one."""
    state = qwirkle.new_game(players=2, seed=3)
    while state.supply:
        state = qwirkle.apply(state, qwirkle.bots.greedy(qwirkle.observe(state, state.turn)))
    decided = 0
    while not state.is_over:
        view = qwirkle.observe(state, state.turn)
        points = dict(qwirkle.legal_moves(view).scored())
        replies = {move: best_reply(qwirkle.apply(state, move)) for move in points}
        worth = {move: points[move] - replies[move] for move in points}
        chosen = SearchBot(samples=2, width=999)(view)
        if points:
            assert worth[chosen] == max(worth.values())  # type: ignore[index]
            decided += points[chosen] < max(points.values())  # type: ignore[index]
            decided += replies[chosen] > min(replies.values())  # type: ignore[index]
        state = qwirkle.apply(state, chosen)
    assert decided > 1


def test_it_considers_no_more_moves_than_its_width() -> None:
    """With a width of one it plays like greedy."""
    assert SearchBot(width=1)(VIEW) == qwirkle.bots.greedy(VIEW)


def test_the_same_view_and_seed_give_the_same_move() -> None:
    """Other seeds give other samples."""
    state = qwirkle.new_game(players=2, seed=3)
    for _ in range(6):
        view = qwirkle.observe(state, state.turn)
        assert SearchBot(2, seed=5)(view) == SearchBot(2, seed=5)(view)
        state = qwirkle.apply(state, qwirkle.bots.greedy(view))
    view = qwirkle.observe(state, state.turn)
    assert len({SearchBot(1, 50, seed)(view) for seed in range(8)}) > 1


def test_without_a_placement_it_exchanges() -> None:
    state = qwirkle.position(board="Rs@0,0", hands=["Bd Gc", "Yx"], supply="Rc Rd Rt")
    assert str(SearchBot()(qwirkle.observe(state, 0))) == "swap Gc Bd"


def test_it_says_what_it_cannot_play() -> None:
    with pytest.raises(qwirkle.errors.SimulationError, match="plays only the tile game"):
        qwirkle.simulate("cards", [SearchBot(), "greedy"], games=1)


def test_a_short_comparison() -> None:
    """The program prints the results of the games, wherever they were played."""
    command = [sys.executable, search_bot.__file__]
    options = ["--games=2", "--seed=4", "--samples=1", "--width=2"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 of 2 games" in done.stderr
    found = qwirkle.simulate("standard", [SearchBot(1, 2, 4), "greedy"], games=2, seed=4)
    said = re.findall(r"wins +([0-9.]+) %, with ([0-9.]+) points", done.stdout)
    pairs = zip(found.win_rates, found.points_per_turn, strict=True)
    assert said == [(f"{100 * wins:.1f}", f"{points:.2f}") for wins, points in pairs]


@pytest.mark.parametrize("option", ["--games=0", "--samples=0", "--width=0"])
def test_a_mistake_gets_a_plain_message(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        search_bot.main([option])
    assert re.search("at least one|must be an integer", capsys.readouterr().err)
