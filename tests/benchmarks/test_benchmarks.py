"""The benchmarks run, on positions that stay the same; the times are not judged here."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import chart
import compare
import environments
import imports
import measures
import positions
import pytest
import speed
import textbook
import yardsticks
from measures import MEASURES, QUICK

import qwirkle


def test_a_quick_run_of_speed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It prints every measurement, writes all of them as JSON, and draws the chart."""
    smaller = QUICK._replace(positions=4, rounds=1, growing=1)
    for module in (measures, speed):
        monkeypatch.setattr(module, "QUICK", smaller)
    file, chart = tmp_path / "speed.json", tmp_path / "speed.svg"
    speed.main(["--quick", "--json", str(file), "--chart", str(chart)])
    value = json.loads(file.read_text("utf-8"))
    assert [row["name"] for row in value["rows"]] == [measure.name for measure in MEASURES]
    assert all(row["ours"] > 0 for row in value["rows"])
    assert all((row["python"] is not None) == qwirkle.accelerated for row in value["rows"])
    printed = capsys.readouterr().out
    assert all(f"\n{measure.name} " in printed for measure in MEASURES)
    assert "</svg>" in chart.read_text("utf-8")


def test_the_chart_of_what_was_learnt(tmp_path: Path) -> None:
    """A point for every test in the stored run, and the last with its own colour."""
    stored = json.loads(Path(speed.__file__).with_name("learned.json").read_text("utf-8"))
    file = tmp_path / "learned.svg"
    chart.draw_learned(file, stored)
    drawn = file.read_text("utf-8")
    colors = re.findall(r'<use [^>]* style="fill: (#[0-9a-f]{6}); stroke: #[0-9a-f]{6}"/>', drawn)
    assert colors.count(chart.OURS) >= len(stored["curve"]) - 1
    assert f">{stored['curve'][-1]['tests']:,} games</text>" in drawn


def test_a_comparison_with_another_version() -> None:
    row = compare.compared("apply", "move", [10.0, 10.0, 10.0], [5.0, 5.0, 5.1])
    assert (row.ratio, row.verdict) == (0.5, "faster")
    worker = compare.Worker(compare.ROOT / "src", quick=True)
    try:
        names = [name for name, _ in worker.about["measures"]]
        assert names == [measure.name for measure in MEASURES]
        assert worker.time(names.index("apply"), 1) > 0
    finally:
        worker.close()


def test_an_import_loads_nothing_that_playing_does_not_need(tmp_path: Path) -> None:
    file = tmp_path / "imports.json"
    imports.main(["--times", "1", "--json", str(file)])
    value = json.loads(file.read_text("utf-8"))
    assert value["unwanted"] == []
    assert {"qwirkle", "attr"} <= set(value["modules"])


def test_the_environments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "environments.json"
    environments.main(["--steps", "200", "--games", "2", "--json", str(file)])
    rows = json.loads(file.read_text("utf-8"))
    names = ["VectorEnv, 2 games", "QwirkleEnv", "PettingZoo"]
    wanted = {*names, *(f"{name}, Python" for name in names if qwirkle.accelerated)}
    assert {row["name"] for row in rows} == wanted
    assert all(row["steps"] > row["with_choosing"] > 0 for row in rows)
    assert {row["ratio"] for row in rows if row["name"] == "PettingZoo"} == {1.0}
    assert all(f"\n{name} " in capsys.readouterr().out for name in names[:1])


def test_the_positions_are_always_the_same() -> None:
    """Times are comparable while this number stays."""
    assert sha256(repr(positions.middle(30)).encode()).hexdigest()[:12] == "c159104eaaec"


@pytest.mark.parametrize("place", range(0, 30, 3))
def test_the_textbook_agrees(place: int) -> None:
    """It finds the same placements as the library, with the same points."""
    state = positions.middle(30)[place].fresh()
    found = {
        frozenset(((cell.x, cell.y), str(tile)) for cell, tile in move.tiles): points
        for move, points in qwirkle.legal_moves(state).scored()
    }
    assert textbook.placements(*yardsticks.plain(state)) == found
