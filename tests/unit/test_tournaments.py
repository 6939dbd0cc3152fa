"""Tournaments: pairs, ratings and failures."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from math import exp, log
from typing import Any

import players
import pytest
from cases import case
from samples import HOSTILE

import qwirkle
from qwirkle.errors import InvalidValue, SimulationError
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.tournaments import Tournament, tournament

STANDARD = qwirkle.get_variant("standard")


def won(first: float, second: float) -> Simulation:
    """The games of two bots with this many wins; half a win is a shared one."""
    shared = int(2 * (first % 1))
    winners = [(0,)] * int(first) + [(1,)] * int(second) + [(0, 1)] * shared
    games = (SimulatedGame(0, (9, 9), who, 0, 9, (5, 4), "went-out") for who in winners)
    return Simulation(STANDARD, ("one", "two"), tuple(games))


def results(*matches: Simulation) -> Tournament:
    """Three bots: a against b, a against c, and b against c."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    return Tournament(STANDARD, ("a", "b", "c"), dict(zip(pairs, matches, strict=True)))


def test_every_two_bots_play_the_games_of_a_simulation() -> None:
    bots: list[Any] = ["random", players.first, "greedy"]
    counted: list[int] = []
    found = tournament("standard", bots, games=4, seed=5, progress=counted.append)
    for (one, other), match in found.matches.items():
        assert match == qwirkle.simulate("standard", [bots[one], bots[other]], 4, seed=5)
    assert [*found.matches] == [(0, 1), (0, 2), (1, 2)]
    assert counted == sorted(counted)
    assert counted[-1] == 12
    assert found.rate(2, 0) == (1, 0)
    assert found.rate(0, 2) == (0, 0)
    with ThreadPoolExecutor(2) as pool:
        assert tournament("standard", bots, games=4, seed=5, executor=pool) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_ratings_make_the_results_likely() -> None:
    """Each bot wins as many games as its rating promises, one shared game with each included."""
    found = results(won(70, 30), won(90.5, 9.5), won(60, 40))
    ratings = [rating for rating, _ in found.ratings]
    assert sum(ratings) == pytest.approx(0)
    assert found.ranking == [0, 1, 2]
    wins = [160.5 + 1, 90 + 1, 49.5 + 1]
    for bot in range(3):
        odds = [
            1 / (1 + exp((ratings[rival] - ratings[bot]) * log(10) / 400))
            for rival in range(3)
            if rival != bot
        ]
        assert sum(101 * odd for odd in odds) == pytest.approx(wins[bot])
    for _, error in found.ratings:
        assert 20 < error < 40


def test_ratings_of_two_bots() -> None:
    """Ten wins of eleven are 400 points."""
    pair = Tournament(STANDARD, ("a", "b"), {(0, 1): won(199.5, 19.5)})
    (first, error), (second, _) = pair.ratings
    assert first - second == pytest.approx(400)
    assert error == pytest.approx(400 / log(10) / (220 * 10 / 11 / 11) ** 0.5)


def test_extreme_results_have_ratings() -> None:
    """The best always wins, nobody wins, and nobody plays."""
    ratings = results(won(10_000, 0), won(10_000, 0), won(10_000, 0)).ratings
    assert ratings[0][0] > 1000 > -1000 > ratings[2][0]
    even = results(won(5, 5), won(5, 5), won(5, 5)).ratings
    assert [rating for rating, _ in even] == pytest.approx([0, 0, 0])
    none = results(won(0, 0), won(0, 0), won(0, 0))
    assert [rating for rating, _ in none.ratings] == pytest.approx([0, 0, 0])
    assert str(none).count(" -\n") + str(none).endswith(" -") == 3


def test_a_tournament_as_a_table() -> None:
    found = results(won(2, 8), won(9, 1), won(10, 0))
    lines = str(found).splitlines()
    assert lines[0] == "standard"
    assert [line.split()[1] for line in lines[1:]] == ["rating", "b", "a", "c"]
    assert lines[2].split()[-7:] == ["-", "80.0%", "+-", "12.6%", "100.0%", "+-", "0.0%"]
    assert len({len(line) for line in lines[1:]}) == 1


def test_a_tournament_as_json() -> None:
    found = tournament("standard", ["random", "greedy"], games=2)
    summary = json.loads(json.dumps(found.summary()))
    assert summary["matches"] == [found.matches[0, 1].summary()]
    assert summary["ratings"] == [rating for rating, _ in found.ratings]
    assert summary["failures"] == []


def test_a_bot_that_fails_loses_its_matches_only() -> None:
    found = tournament("standard", ["greedy", players.tires, "random"], games=4, seed=2)
    assert len(found.matches[0, 2].games) == 4
    assert len(found.matches[0, 1].games) < 4
    assert len(found.failures) == 1 + (len(found.matches[1, 2].games) < 4)
    assert found.failures[0].startswith("greedy against tires: the bot tires failed after ")
    assert str(found).endswith(found.failures[-1])


def test_an_executor_that_fails_stops_the_tournament() -> None:
    class Closed:
        def submit(self, *work: object) -> None:
            raise RuntimeError("closed")

    with pytest.raises(SimulationError, match="the executor could not play"):
        tournament("standard", ["greedy", "random"], games=2, executor=Closed())  # type: ignore[arg-type]


def test_wrong_tournaments() -> None:
    wrong: dict[str, Any] = {"one": lambda: ["greedy"], "many": lambda: ["greedy"] * 51}
    hostile = {name: make for name, make in HOSTILE.items() if name != "pair"}
    for name, make in {**wrong, **hostile}.items():
        with case(name), pytest.raises(InvalidValue):
            tournament("standard", make(), games=2)
    with pytest.raises(InvalidValue, match="no bot is called 'gredy'"):
        tournament("standard", ["greedy", "gredy"], games=2)
    with pytest.raises(InvalidValue, match="games must be an integer"):
        tournament("standard", ["greedy", "greedy"], games=0)
    three = qwirkle.get_variant("standard", min_players=3)
    with pytest.raises(InvalidValue, match="3 to 4 bots can play, not 2"):
        tournament(three, ["greedy", "greedy"], games=1)
