"""The benchmark commands run and write their results; the times are not judged here."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import compare
import imports
import measures
import pytest
import speed
import yardsticks
from measures import MEASURES, QUICK

import qwirkle


def test_a_quick_run_of_speed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It prints every measurement and writes all of them as JSON."""
    smaller = QUICK._replace(positions=4, rounds=1, growing=1)
    for module in (measures, speed):
        monkeypatch.setattr(module, "QUICK", smaller)
    file = tmp_path / "speed.json"
    speed.main(["--quick", "--json", str(file)])
    value = json.loads(file.read_text(encoding="utf-8"))
    assert [row["name"] for row in value["rows"]] == [measure.name for measure in MEASURES]
    assert all(row["ours"] > 0 for row in value["rows"])
    assert {(size["tiles"], size["hand"]) for size in value["growth"]} == {
        (size, hand) for size in (10, 30, 60, 100) for hand in (6, 9) if size + hand <= 108
    }
    assert all((row["python"] is not None) == qwirkle.accelerated for row in value["rows"])
    assert set(value["games"]) == {"random game", "greedy game", "random bots", "greedy bots"}
    assert value["textbook"] > 0
    assert value["state_bytes"] > 0
    assert min(value["worst"]) > 1000
    has_chess = value["chess"] is not None
    assert all((row["ratio"] is not None) == has_chess for row in value["rows"])
    printed = capsys.readouterr().out
    assert all(f"\n{measure.name} " in printed for measure in MEASURES)
    assert ("missed" in printed or "met" in printed) == has_chess


def test_without_chess_there_are_times_but_no_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chess library is an optional extra."""
    monkeypatch.setattr(yardsticks, "chess", None)
    row = speed._row(MEASURES[0], QUICK)
    assert row.ours > 0
    assert (row.chess, row.ratio, row.least, row.most) == (None, None, None, None)
    words = speed._row_text(row).split()
    assert f"{row.ours:.1f}" in words
    assert not {"met", "missed"} & {*words}


def test_the_positions_of_chess() -> None:
    """They are always the same, 20 to 60 plies from the start, each with a legal move."""
    boards = yardsticks.boards(20)
    assert all(20 <= board.ply() <= 60 and any(board.legal_moves) for board in boards)
    fens = [board.fen() for board in boards]
    yardsticks.boards.cache_clear()
    assert [board.fen() for board in yardsticks.boards(20)] == fens
    assert yardsticks.random_game(3) == yardsticks.random_game(3) <= 200


def test_the_chart(tmp_path: Path) -> None:
    """It is drawn with and without chess."""
    from chart import draw

    for ratio in (0.5, None):
        row = speed.Row("apply", "move", "", 30.0, 90.0, ratio and 60.0, ratio, ratio, ratio, 1 / 3)
        growth = [speed.Growth(10, hand, 80, 15, 200.0, ratio, 2.1) for hand in (6, 9)]
        report = speed.Report(QUICK, [row], 20.0, growth, [5000], {}, 6000.0, None)
        draw(tmp_path / "speed.svg", report)
        assert "</svg>" in (tmp_path / "speed.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("measure", MEASURES, ids=[measure.name for measure in MEASURES])
def test_every_measure_has_cases(measure: measures.Measure) -> None:
    """There are as many cases as planned, new in each round, and a time is measured."""
    plan = measures.Plan(positions=2, rounds=1, games=1, growing=1, worst=1)
    if measure.name.startswith("worst"):
        plan = QUICK  # this plan looks for them in one game only
    things = measure.prepare(plan, 1)
    assert len(things) in (1, 2)
    assert [make() for make in things] != [make() for make in measure.prepare(plan, 2)]
    [time] = measures.alternating((measure.run, things), batches=1)
    assert time > 0


def test_a_comparison_of_times() -> None:
    """It has the ratio of the medians and a verdict."""
    row = compare.compared("apply", "move", [10.0, 10.0, 10.0], [5.0, 5.0, 5.1])
    assert (row.ratio, row.verdict) == (0.5, "faster")
    row = compare.compared("apply", "move", [10.0, 10.0, 10.0], [10.3, 10.3, 10.3])
    assert row.verdict == ""
    row = compare.compared("apply", "move", [10.0, 14.0, 10.0, 14.0], [14.0, 10.0, 14.0, 10.0])
    assert row.verdict == ""
    row = compare.compared("apply", "move", [10.0, 30.0, 10.0, 10.0], [11.0, 33.0, 11.0, 33.0])
    assert row.ratio == pytest.approx(1.1)


def test_a_worker_measures_the_version_it_is_given(tmp_path: Path) -> None:
    """It reports its version, and refuses another."""
    worker = compare.Worker(compare.ROOT / "src", quick=True)
    try:
        names = [name for name, _ in worker.about["measures"]]
        assert names == [measure.name for measure in MEASURES]
        assert worker.time(names.index("apply"), 1) > 0
    finally:
        worker.close()
    with pytest.raises(SystemExit, match="expected the version of"):
        compare.Worker(tmp_path, quick=True)


def test_the_commit_to_compare_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the last one if something has changed since, otherwise the one before it."""

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(compare, "ROOT", tmp_path)
    file = tmp_path / "src" / "qwirkle" / "__init__.py"
    file.parent.mkdir(parents=True)
    git("init")
    for text in ("first", "second"):
        file.write_text(text, encoding="utf-8")
        git("add", ".")
        git("commit", "-m", text)
    assert compare.last_commit() == "HEAD~1"
    file.write_text("third", encoding="utf-8")
    assert compare.last_commit() == "HEAD"
    unpacked = compare.unpack("HEAD~1", tmp_path / "elsewhere")
    assert (unpacked / "qwirkle" / "__init__.py").read_text(encoding="utf-8") == "first"


def test_which_modules_an_import_loads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It loads nothing that playing does not need, and reports the slowest modules."""
    file = tmp_path / "imports.json"
    imports.main(["--times", "1", "--json", str(file)])
    value = json.loads(file.read_text(encoding="utf-8"))
    assert value["unwanted"] == []
    assert value["milliseconds"]["qwirkle"] > 0
    assert {"qwirkle", "qwirkle.tilegame.game", "attr"} <= set(value["modules"])
    assert "site" not in value["modules"]  # Python imports it at startup
    assert "loaded modules that a game does not need: none" in capsys.readouterr().out
