"""The example of a tournament: its table and chart show the results of the games."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
import tournament

import qwirkle
from qwirkle.results import SimulatedGame, Simulation


def won(first: int, shared: int, second: int) -> Simulation:
    """Games between two bots, with this many wins of the first, ties, and wins of the second."""
    winners = [(0,)] * first + [(0, 1)] * shared + [(1,)] * second
    games = (SimulatedGame(0, (9, 9), who, 0, 9, (5, 4), "went-out") for who in winners)
    return Simulation(qwirkle.get_variant("standard"), ("one", "two"), tuple(games))


RESULTS = {
    ("random", "greedy"): won(0, 0, 8),
    ("random", "careful"): won(3, 1, 4),
    ("greedy", "careful"): won(6, 0, 2),
}


def test_rates_belong_to_the_requested_bot() -> None:
    assert tournament.rate(RESULTS, "greedy", "random") == (1.0, 0.0)
    assert tournament.rate(RESULTS, "random", "careful")[0] == 3.5 / 8
    assert tournament.rate(RESULTS, "careful", "random")[0] == 4.5 / 8
    assert tournament.rate(RESULTS, "careful", "greedy") == (
        0.25,
        RESULTS["greedy", "careful"].standard_errors[1],
    )


def test_the_table_has_every_pair() -> None:
    """If all games were won, no error is given."""
    head, *rows = tournament.table(RESULTS).splitlines()
    assert head.split() == ["v.", "greedy", "v.", "careful", "v.", "random"]
    assert [" ".join(row.split()) for row in rows] == [
        "greedy - 75 ± 15 % 100 %",
        "careful 25 ± 15 % - 56 ± 16 %",
        "random 0 % 44 ± 16 % -",
    ]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the example as a user does."""
    command = [sys.executable, tournament.__file__, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_short_tournament(tmp_path: Path) -> None:
    """The table agrees with the same games played here, and the file is the chart."""
    chart = tmp_path / "chart.svg"
    done = run("--games", 4, "--seed", 7, "--variant", "cards", "--output", chart)
    assert done.returncode == 0, done.stderr
    results = {
        pair: qwirkle.simulate("cards", pair, games=4, seed=7)
        for pair in combinations(qwirkle.bots.BOTS, 2)
    }
    assert tournament.table(results) in done.stdout
    assert "greedy - careful: 4 of 4 games" in done.stderr
    drawn = chart.read_text("utf-8")
    assert "<svg" in drawn
    again = tmp_path / "again.svg"
    tournament.main(["--games=4", "--seed=7", "--variant=cards", f"--output={again}"])
    assert again.read_text("utf-8") == drawn


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--variant", "crads"], "did you mean 'cards'?"),
        (["--games", "0"], "not 0"),
        (["--output", "chart.txt"], "cannot write a chart to chart.txt"),
        (["--output", "no/where/chart.svg"], "cannot write a chart to no/where/chart.svg"),
    ],
)
def test_a_mistake_gets_a_plain_message(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        tournament.main(arguments)
    assert word in capsys.readouterr().err
