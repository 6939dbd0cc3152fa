"""The commands: their output, their files and their exit codes."""

from __future__ import annotations

import json
import os
import runpy
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import players
import pytest
from own_games import Kitchen, KitchenRules

import qwirkle
from qwirkle import GameRecord, authoring, bots, cli
from qwirkle.cli import contests
from qwirkle.cli.commands import main, parser
from qwirkle.cli.files import check_output, free_path
from qwirkle.cli.reports import in_words

PNG = b"\x89PNG\r\n\x1a\n"


def as_shown(position: qwirkle.State | qwirkle.View) -> str:
    """A position as the commands print it without colours."""
    return qwirkle.render.text(position, style="shapes", margin=1)


def announced(state: qwirkle.State, move: qwirkle.Move) -> str:
    """A move as the commands print it."""
    return f"{state.players[state.turn].name} {in_words(state, move)}\n"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use a wide screen, and an empty folder."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record() -> GameRecord[qwirkle.State]:
    """A short game."""
    start = qwirkle.position(
        players=["Ada [bold]", "Bob"], hands=["Rs Rc Rd", "Bs Bc"], supply="Rt Yx", scores=[1, 2]
    )
    found = GameRecord[qwirkle.State](start)
    while not found.state.is_over:
        found = found.play(bots.greedy(qwirkle.observe(found.state, found.state.turn)))
    return found


@pytest.fixture
def saved(record: GameRecord[qwirkle.State], tmp_path: Path) -> Path:
    """The short game in a file."""
    path = tmp_path / "game.txt"
    path.write_text(str(record), encoding="utf-8")
    return path


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "3", "--seats", "greedy,Bob=random,greedy"]) == 0
    said = capsys.readouterr().out
    state = qwirkle.new_game(players=["Greedy", "Bob", "Greedy 2"], seed=3)
    players = (bots.greedy, bots.random, bots.greedy)
    while not state.is_over:
        move = players[state.turn](qwirkle.observe(state, state.turn))
        assert announced(state, move) in said
        state = qwirkle.apply(state, move)
    assert "standard, seed 3: Greedy, Bob, Greedy 2\n" in said
    assert as_shown(state) in said
    sheet = said.split("Score sheet (points)")[1]
    columns = zip(
        *(line.split("│")[2:5] for line in sheet.splitlines() if "│" in line), strict=True
    )
    for column, score in zip(columns, state.scores, strict=True):
        *turns, total = (int(text) for text in column if text.strip())
        assert total == score == sum(turns)


def test_a_demo_has_no_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seats", "person,person"]) == 1
    assert "only bots play in a demo" in capsys.readouterr().err


def test_watching_takes_its_time_only_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, saved: Path, record: GameRecord[qwirkle.State]
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("qwirkle.cli.commands.time.sleep", pauses.append)
    assert main(["replay", str(saved), "--delay", "1.5"]) == 0
    assert not pauses
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["replay", str(saved), "--delay", "1.5"]) == 0
    assert pauses == [1.5] * len(record.turns)


def test_replay(
    capsys: pytest.CaptureFixture[str], saved: Path, record: GameRecord[qwirkle.State]
) -> None:
    assert main(["replay", str(saved)]) == 0
    said = capsys.readouterr().out
    states = list(record.states())
    for state in states:
        assert as_shown(state) in said
    for state, turn in zip(states, record.turns, strict=False):
        assert announced(state, turn.move) in said
    assert "Ada [bold]" in said.split("Score sheet")[1]


def test_variants(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["variants"]) == 0
    said = capsys.readouterr().out
    for name in qwirkle.variants():
        assert f"│ {name} " in said
    assert "Schmidt Spiele (German, French, Italian)" in said

    real = qwirkle.get_variant

    def broken(name: str) -> object:
        if name == "hebrew":
            raise qwirkle.errors.VariantLoadError(name, "some-package", "it is broken")
        return real(name)

    monkeypatch.setattr("qwirkle.cli.reports.get_variant", broken)
    box: Any = authoring.Edition("House", "Ourselves", languages=5)  # type: ignore[arg-type]
    qwirkle.register(authoring.TileGame("oddly", edition=box))
    assert main(["variants"]) == 0
    said = capsys.readouterr().out
    assert "it is broken" in said
    assert "it cannot be described: TypeError(" in said
    assert "│ schmidt " in said


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_rules(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["rules", name]) == 0
    said = " ".join(capsys.readouterr().out.split())
    variant = qwirkle.get_variant(name)
    for rule, statement in variant.statements.items():
        assert f"{rule} {statement}" in said
    for citation in variant.citations.values():
        assert f"{citation.text} {citation.note}".rstrip() in said
        for ruling in citation.rulings:
            assert f"see {ruling}" in said
    if not variant.citations:
        assert "It is played like 999games-fr, mindware." in said
    if variant.edition:
        assert variant.edition.publisher in said
        for remark in variant.edition.remarks:
            assert remark in said


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "schmidt", "p3", "R6"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    third, sixth = map(qwirkle.get_variant("schmidt").statements.get, ("P3", "R6"))
    assert said == f"schmidt, rule P3: {third} schmidt, rule R6: {sixth} (our ruling)"
    assert main(["rules", "schmidt", "K3"]) == 1
    assert "schmidt has no rule 'K3'; it has S1, " in capsys.readouterr().err


class Quiet(authoring.TileGame):
    """A game in which the first player starts, which no fact declares."""

    def starter(self, players: object, hands: object) -> int:
        return 0

    def line_points(self, length: int) -> int:
        return 2 * length


class Cited(Quiet):
    """The same game with a manual."""

    citations = {"B2": authoring.Citation("printed", "ours", "The first player starts.")}  # noqa: RUF012


def test_rules_that_a_variant_does_not_describe(capsys: pytest.CaptureFixture[str]) -> None:
    """A warning says that there are some, and the rules that follow from the hooks are listed."""
    for kind, name in ((Quiet, "quiet"), (Cited, "cited")):
        qwirkle.register(kind(name))
        warning = f"{name} has more rules, which cannot be listed because it does not describe them"
        place = "(starter). They may change the rules above."
        assert main(["rules", name]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert said.endswith(f"{warning} {place}")
        assert ("B2 The first player starts." in said) == (kind is Cited)
        assert (f"does not describe: {__name__}.Quiet.starter" in said) == (kind is Quiet)
        assert main(["compare", "standard", name]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert said.endswith(f"{warning} {place}")
        assert "a rule that it does not" in said
        assert "2, 4, 6, 8, 10 and 12" in said
    assert main(["compare", "quiet", "cited"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("quiet and cited are played alike. quiet has more rules, which")
    assert main(["rules", "quiet"]) == 0
    assert "\nIt is played like cited.\n" in capsys.readouterr().out


def test_the_rules_of_a_variant_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    option = ["--option", "hand_size=5"]
    assert main(["rules", "standard", "s2", *option]) == 0
    said = capsys.readouterr().out
    assert said.startswith("standard, hand_size=5, rule S2: Your hand. A full hand has 5 tiles.")
    assert main(["rules", *option, "schmidt"]) == 0
    assert "schmidt, hand_size=5: Qwirkle, Schmidt Spiele" in capsys.readouterr().out
    assert main(["compare", "standard", "standard", *option]) == 0
    said = capsys.readouterr().out
    assert "┃ standard                ┃ standard, hand_size=5   ┃" in said
    assert "│ a full hand has 6 tiles │ a full hand has 5 tiles │" in said
    for command in (["rules", "cards"], ["compare", "standard", "cards"]):
        assert main([*command, "--option", "wings=2"]) == 1
        assert "wings" in capsys.readouterr().err


def test_own_options_of_a_plugin(capsys: pytest.CaptureFixture[str]) -> None:
    """They are given as the usual ones are, and the rules and comparisons show them."""
    qwirkle.register(Kitchen("kitchen", KitchenRules()))
    option = ["--option", "biscuits=7"]
    assert main(["rules", "kitchen", "h1", *option]) == 0
    assert "Finishing is worth 7 biscuits." in capsys.readouterr().out
    assert main(["compare", "kitchen", "kitchen", *option]) == 0
    assert "│ finishing is worth 3 biscuits" in capsys.readouterr().out
    assert main(["rules", "kitchen", "--option", "biscuits=11"]) == 1
    assert "biscuits must be a number from 1 to 10, not 11" in capsys.readouterr().err


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "mindware", "schmidt"]) == 0
    said = capsys.readouterr().out
    for difference in qwirkle.compare("mindware", "schmidt"):
        assert difference.field.replace("_", " ") in said
        assert ", ".join(difference.rules) in said
    assert main(["compare", "standard", "cards"]) == 0
    assert "│ -  " in capsys.readouterr().out
    assert main(["compare", "standard", "mindware"]) == 0
    assert capsys.readouterr().out == "standard and mindware are played alike.\n"


def test_show_as_text(
    capsys: pytest.CaptureFixture[str], saved: Path, record: GameRecord[qwirkle.State]
) -> None:
    states = list(record.states())
    assert main(["show", str(saved)]) == 0
    assert capsys.readouterr().out == as_shown(record.state) + "\n"
    for plies, state in enumerate(states):
        assert main(["show", str(saved), "--after", str(plies), "--output", "out.txt"]) == 0
        written = Path("out.txt").read_text(encoding="utf-8")
        assert written == qwirkle.render.text(state) + "\n"
    assert main(["show", str(saved), "--after", "99"]) == 1
    assert f"has {len(record.turns)} moves, not 99" in capsys.readouterr().err


def test_show_as_svg(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    record = GameRecord.parse(saved.read_text(encoding="utf-8"))
    move = record.turns[0].move
    assert isinstance(move, qwirkle.Place)
    after = qwirkle.apply(record.start, move)
    assert main(["show", str(saved), "--after", "1", "--to", "svg"]) == 0
    assert capsys.readouterr().out == qwirkle.render.svg(after, last=move.cells)
    assert main(["show", str(saved), "--after", "0", "-o", "start.SVG"]) == 0
    assert Path("start.SVG").read_text(encoding="utf-8") == qwirkle.render.svg(record.start)


def test_show_as_png(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    assert main(["show", str(saved), "-o", "end.png"]) == 0
    assert Path("end.png").read_bytes().startswith(PNG)
    assert main(["show", str(saved), "--to", "png", "-o", "end"]) == 0
    assert Path("end").read_bytes() == Path("end.png").read_bytes()
    assert main(["show", str(saved), "--to", "png"]) == 1
    assert "--output FILE" in capsys.readouterr().err


def test_show_refuses_names_of_other_forms(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    assert main(["show", str(saved), "-o", "end.pdf"]) == 1
    assert "end.pdf does not end in .txt, .svg or .png" in capsys.readouterr().err
    assert not Path("end.pdf").exists()
    assert main(["show", str(saved), "--to", "text", "-o", "end.md"]) == 0
    assert main(["show", str(saved), "-o", "end"]) == 0
    assert Path("end.md").read_bytes() == Path("end").read_bytes()


def test_png_without_its_extra(
    capsys: pytest.CaptureFixture[str], saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["show", str(saved), "-o", "end.png"]) == 1
    assert "pip install 'qwirkle[png]'" in capsys.readouterr().err
    assert not Path("end.png").exists()


def test_show_json(capsys: pytest.CaptureFixture[str]) -> None:
    state = qwirkle.new_game("cards", seed=1)
    for position in (state, qwirkle.observe(state, 1)):
        Path("position.json").write_text(qwirkle.to_json(position), encoding="utf-8")
        assert main(["show", "position.json"]) == 0
        assert capsys.readouterr().out == as_shown(position) + "\n"
    assert main(["show", "position.json", "--after", "1"]) == 1
    assert "not a game record" in capsys.readouterr().err
    assert main(["replay", "position.json"]) == 1
    assert "position.json is a position, not a game record" in capsys.readouterr().err


def test_a_record_as_json(
    capsys: pytest.CaptureFixture[str], saved: Path, record: GameRecord[qwirkle.State]
) -> None:
    """It is shown and replayed like a record for people."""
    Path("game.json").write_text(qwirkle.to_json(record), encoding="utf-8")
    for command in ("show", "replay"):
        said = []
        for name in (str(saved), "game.json"):
            assert main([command, name]) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1]
    assert main(["show", "game.json", "--after", "0"]) == 0
    assert capsys.readouterr().out == as_shown(record.start) + "\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{}", "this JSON is neither a position nor a game"),
        ('{"qwirkle": "horse"}', "this JSON is neither a position nor a game"),
        ("{x", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("hello", "line 1: a record begins with 'qwirkle record 1'"),
    ],
)
def test_a_message_about_a_file_names_it(
    capsys: pytest.CaptureFixture[str], content: str, reason: str
) -> None:
    Path("my file").write_text(content, encoding="utf-8")
    for command in (["show", "my file"], ["replay", "my file"], ["play", "--resume", "my file"]):
        assert main(command) == 1
        assert capsys.readouterr().err == f"qwirkle: my file: {reason}\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"\xff\xfe\x00", b"{}", b"[" * 100_000, b"qwirkle record 1\n1. pass\n", None],
)
@pytest.mark.parametrize("command", ["show", "replay", "resume"])
def test_broken_files(
    capsys: pytest.CaptureFixture[str], content: bytes | None, command: str
) -> None:
    if content is not None:
        Path("file").write_bytes(content)
    assert main(["play", "--resume", "file"] if command == "resume" else [command, "file"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("qwirkle: ")
    assert len(said) < 400
    assert "Traceback" not in said


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--variant", "standard", "--variant", "schmidt", "--games", "4"]
    arguments += ["--seats", "greedy, random", "--seed", "7"]
    for workers in ("1", "2"):
        extra = ["--workers", workers, "--json", f"{workers}.json", "--chart", f"{workers}.svg"]
        assert main([*arguments, *extra]) == 0
        out = capsys.readouterr().out
        assert "schmidt: 4 games, 0 not finished" in out
        for title in ("Points per turn", "Moves in a game", "Games won", "the starter won"):
            assert title in out
    numbers = json.loads(Path("1.json").read_text(encoding="utf-8"))
    expected = qwirkle.simulate("schmidt", ["greedy", "random"], 4, seed=7)
    assert numbers["schmidt"] == expected.summary()
    assert f"{expected.points_per_turn[0]:.2f}" in out
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()
    drawn = ElementTree.parse("1.svg").getroot()
    labels = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "schmidt: 2. random" in labels
    assert f"{expected.points_per_turn[0]:.2f}" in labels
    rates = [*expected.win_rates, expected.starter_wins]
    errors = [*expected.standard_errors, expected.starter_error]
    for rate, error in zip(rates, errors, strict=True):
        assert f"{rate:.1%} +- {error:.1%}" in out
        assert f"{rate:.1%} +- {error:.1%}" in labels
    assert main([*arguments[:3], "--games", "1", "--chart", "chart.png"]) == 0
    assert Path("chart.png").read_bytes().startswith(PNG)


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    best = asked.get("moves", [{}])[0]
    print(json.dumps({"protocol": 1, "moves": 1} if "hello" in asked else best), flush=True)
"""


def seat(name: str, code: str = PROGRAM) -> str:
    """A seat for a program."""
    Path(f"{name}.py").write_text(code, encoding="utf-8")
    return f"program: {shlex.quote(sys.executable)} -S {name}.py"


def test_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    """The table, the picture and the numbers; programs play as well, in other processes too."""
    seats = f"greedy, {seat('copycat')}, random"
    for workers in ("1", "2"):
        extra = ["--workers", workers, "--json", f"{workers}.json", "--chart", f"{workers}.svg"]
        assert main(["tournament", "--games", "4", "--seats", seats, *extra]) == 0
    out = capsys.readouterr().out
    rows = [line.split()[1] for line in out.splitlines() if line[:1].isdigit()]
    assert sorted(rows[:3]) == ["copycat", "greedy", "random"]
    assert rows[:3] == rows[3:]
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()
    numbers = json.loads(Path("1.json").read_text(encoding="utf-8"))
    assert numbers["matches"][0]["bots"] == ["greedy", "copycat"]
    drawn = ElementTree.parse("1.svg").getroot()
    labels = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Ratings +- standard error" in labels
    assert labels.count("against copycat") == 2
    assert "100.0% +- 0.0%" in labels


def test_a_tournament_with_a_bot_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """The others go on, and the exit code says that something went wrong."""
    seats = f"greedy,{seat('mute', 'input()')},random"
    assert main(["tournament", "--games", "2", "--seats", seats]) == 1
    out = capsys.readouterr().out
    assert "greedy against mute: the bot mute failed after " in out
    assert "the program 'mute' ended without an answer" in out
    assert "100.0%" in out


def test_programs_have_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"{seat('slow', 'import time; time.sleep(60)')},greedy"
    assert main(["simulate", "--games", "1", "--seats", seats, "--seconds", "0.2"]) == 1
    assert "the program 'slow' did not answer within 0.2 seconds" in capsys.readouterr().err


def test_the_list_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    out = capsys.readouterr().out
    for name, bot in qwirkle.bots.BOTS.items():
        assert f" {name} " in out
        assert " ".join((bot.__doc__ or "").split()[:4]) in out


@pytest.mark.parametrize("command", ["demo", "play", "simulate"])
def test_a_wrong_number_of_players_names_the_argument(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """The number that is usual need not fit a plugin."""
    qwirkle.register(authoring.TileGame("teams", authoring.Rules(min_players=4, max_players=4)))
    assert main([command, "--variant", "teams"]) == 1
    said = "4 players can play teams, not 2; choose them, like --seats greedy,greedy,greedy,greedy"
    assert capsys.readouterr().err == f"qwirkle: {said}\n"


def test_files_are_checked_before_the_first_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, saved: Path
) -> None:
    def began(*arguments: object, **options: object) -> object:
        raise AssertionError("a game has started")

    monkeypatch.setattr("qwirkle.cli.contests.stream", began)
    monkeypatch.setattr("builtins.input", began)
    Path("folder").mkdir()
    for arguments, reason in (
        (["simulate", "--json", "no/such/folder.json"], "cannot be written: No such file"),
        (["simulate", "--json", "folder"], "cannot be written: Is a directory"),
        (["simulate", "--chart", "no/such/chart.svg"], "cannot be written: No such file"),
        (["simulate", "--variant", "standard", "--variant", "chess"], "no variant is called"),
        (["simulate", "--seats", "greedy"], "2 to 4 players can play standard, not 1; choose"),
        (["simulate", "--moves"], "--moves is for a file; say which with --out FILE"),
        (
            ["simulate", "--variant", "standard", "--variant", "schmidt", "--out", "games.jsonl"],
            "a file has the games of one variant; choose one, or leave out --out",
        ),
        (["play", "--save", "no/such/game.txt"], "cannot be written: No such file"),
        (["play", "--resume", str(saved), "--save", "folder"], "cannot be written: Is a dir"),
    ):
        assert main(arguments) == 1
        assert reason in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["simulate", "--chart", "chart.png"]) == 1
    assert "pip install 'qwirkle[png]'" in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "game.txt"]


def test_a_check_leaves_the_files_as_they_are(saved: Path) -> None:
    left_over = saved.with_name("game.txt.new")
    for content in (None, b"somebody's"):
        if content:
            left_over.write_bytes(content)
        before = saved.read_bytes()
        check_output(saved)
        assert saved.read_bytes() == before
        assert (left_over.read_bytes() if left_over.exists() else None) == content


def test_a_simulation_that_stops_early_shows_the_finished_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = qwirkle.simulation.stream
    playing = [players.tires]

    def failing(variant: str, names: object, *arguments: object, **options: object) -> object:
        return real(variant, [*playing, "random"], *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("qwirkle.cli.contests.stream", failing)
    arguments = ["simulate", "--games", "5", "--seed", "2", "--json", "found.json"]
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert err.endswith("it raised KeyError('too many points')\n")
    assert "standard: 3 games, 0 not finished" in out
    assert json.loads(Path("found.json").read_text(encoding="utf-8"))["standard"]["games"] == 3
    Path("found.json").unlink()
    playing[0] = players.talks
    assert main(arguments) == 1
    assert capsys.readouterr().out == ""
    assert not Path("found.json").exists()


def test_parts_of_a_run_in_files(capsys: pytest.CaptureFixture[str]) -> None:
    """Their rows are those of the whole run, and the numbers are those of all rows."""
    usual = ["simulate", "--seats", "greedy,random", "--seed", "7", "--moves", "--json", "found"]
    numbers = {}
    for name, more in (
        ("whole", ["--games", "6"]),
        ("one", ["--games", "2"]),
        ("two", ["--games", "4", "--first", "2", "--workers", "2"]),
    ):
        assert main([*usual, *more, "--out", f"{name}.jsonl"]) == 0
        numbers[name] = json.loads(Path("found").read_bytes())["standard"]
    rows = {name: Path(f"{name}.jsonl").read_text("utf-8").splitlines()[1:] for name in numbers}
    assert rows["whole"] == rows["one"] + rows["two"]
    assert numbers["whole"] == qwirkle.simulate("standard", ["greedy", "random"], 6, 7).summary()
    assert numbers["two"]["games"] == 4
    capsys.readouterr()
    assert main([*usual, "--games", "5", "--out", "whole.jsonl"]) == 1
    assert "whole.jsonl was begun with games 6, not 5" in capsys.readouterr().err
    Path("one.jsonl").write_bytes(Path("one.jsonl").read_bytes() + b"{}\n")
    assert main([*usual, "--games", "2", "--out", "one.jsonl"]) == 1
    err = capsys.readouterr().err
    assert err.endswith("qwirkle: one.jsonl: its games are not those of its header\n")
    assert "continues" not in err


def test_a_run_that_is_interrupted_says_how_to_continue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = qwirkle.simulation.stream
    usual = ["simulate", "--games", "4", "--out", "games.jsonl"]

    def interrupted(*arguments: Any, **options: Any) -> Any:
        games = real(*arguments, **options)
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("qwirkle.cli.contests.stream", interrupted)
        assert main(usual) == 130
    out, err = capsys.readouterr()
    assert "standard: 2 games, 0 not finished" in out
    assert err.endswith("2 of 4 games are kept; the same command continues after them\n")
    assert main(usual) == 0
    assert "standard: 4 games, 0 not finished" in capsys.readouterr().out
    assert len(Path("games.jsonl").read_bytes().splitlines()) == 5


def test_windows_has_a_limit_for_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def pool(workers: int, **_: object) -> ThreadPoolExecutor:
        asked.append(workers)
        return ThreadPoolExecutor(1)

    monkeypatch.setattr("qwirkle.cli.contests.ProcessPoolExecutor", pool)
    for workers in ("2", "100"):
        monkeypatch.setitem(contests.MOST_WORKERS, sys.platform, contests.MOST_WORKERS["win32"])
        assert main(["simulate", "--games", "1", "--workers", workers]) == 0
    monkeypatch.delitem(contests.MOST_WORKERS, sys.platform)
    assert main(["simulate", "--games", "1", "--workers", "100"]) == 0
    assert asked == [2, 61, 100]


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["play", "--seats", "robot,person"],
        ["play", "--option", "hand_size"],
        ["demo", "--delay", "1e9"],
        ["demo", "--delay", "61"],
        ["demo", "--seed", "many"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "9" * 5000],
        ["simulate", "--seats", "greedy,deep"],
        ["simulate", "--seats", "greedy,person"],
        ["simulate", "--bots", "greedy,greedy"],
        ["simulate", "--seats", "greedy,program:"],
        ["simulate", "--seats", "greedy,program: 'one quote"],
        ["tournament", "--seats", "greedy,person"],
        ["tournament", "--seats", "greedy,person=greedy", "--seconds", "many"],
        ["simulate", "--chart", "chart.pdf"],
        ["simulate", "--chart", "chart"],
        ["show"],
    ],
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(arguments)
    assert error.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["demo", "--variant", "chess"],
        ["demo", "--seats", "greedy"],
        ["demo", "--option", "hand_size=many"],
        ["demo", "--option", "wings=2"],
        ["demo", "--option", "name=2", "--variant", "cards"],
        ["demo", "--option", "hand_size=" + "[" * 10000],
        ["demo", "--seed", str(2**70)],
        ["rules", "chess"],
        ["compare", "standard", "chess"],
        ["simulate", "--seats", "greedy"],
        ["simulate", "--variant", "chess"],
        ["simulate", "--games", "1", "--json", "/nowhere/at/all"],
    ],
)
def test_values_that_the_library_refuses(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("qwirkle: ")


def test_messages_are_short_whatever_the_arguments_are(capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 100_000
    Path("file").write_text(f"qwirkle record 1\n{long}\n", encoding="utf-8")
    Path("other").write_text(f'{{"qwirkle": "{long}"}}', encoding="utf-8")
    commands = (
        [long],
        ["demo", long],
        ["demo", "--seats", long],
        ["demo", "--seats", f"{long}=greedy,greedy"],
        ["demo", "--seats", ",".join(["greedy"] * 1000)],
        ["demo", "--option", long],
        ["demo", "--option", f"{long}=1"],
        ["demo", "--option", f"hand_size={long}"],
        ["demo", "--delay", long],
        ["demo", "--seed", long],
        ["demo", "--variant", long],
        ["play", "--save", long],
        ["play", "--resume", long],
        ["rules", long],
        ["compare", "standard", long],
        ["show", long],
        ["show", "file"],
        ["show", "other"],
        ["show", "file", "--to", long],
        ["replay", "file"],
        ["simulate", "--seats", long],
        ["simulate", "--seats", f"greedy,program: {long}"],
        ["tournament", "--seats", long],
        ["simulate", "--games", long],
        ["simulate", "--chart", f"{long}.pdf"],
        ["simulate", "--json", long],
    )
    for arguments in commands:
        try:
            code = main(arguments)
        except SystemExit as error:
            code = 2 if error.code == 2 else -1
        assert code in (1, 2)
        said = capsys.readouterr()
        assert len(said.out) < 1000
        assert 0 < len(said.err.partition("error:")[2] or said.err) < 1000


def test_play_and_resume(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", leave)
    for name in ("qwirkle-game.txt", "qwirkle-game-2.txt", "qwirkle-game-3.txt"):
        assert main(["play", "--seed", "5"]) == 130
        assert f"qwirkle play --resume {name}\n" in capsys.readouterr().out
    assert main(["play", "--resume", "qwirkle-game-2.txt"]) == 130
    assert "Continue with: qwirkle play --resume qwirkle-game-2.txt\n" in capsys.readouterr().out
    assert main(["play", "--resume", "qwirkle-game-2.txt", "--save", "new.txt"]) == 130
    assert main(["play", "--seed", "5", "--save", "new.txt"]) == 130
    assert {path.name for path in Path().iterdir()} == {
        "qwirkle-game.txt",
        "qwirkle-game-2.txt",
        "qwirkle-game-3.txt",
        "new.txt",
    }
    assert free_path("new.txt") == Path("new-2.txt")


def test_a_position_in_json_can_be_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file stays as it is; the players are people, or those of the argument."""
    state = qwirkle.position(
        players=["Ada", "Bob"], board="Rs@0,0", hands=["Rc Bs", "Gd"], supply="Rd"
    )
    written = {
        "state.json": qwirkle.to_json(state),
        "record.json": qwirkle.to_json(GameRecord(state)),
        "view.json": qwirkle.to_json(qwirkle.observe(state, 0)),
    }
    for name, text in written.items():
        Path(name).write_text(text, encoding="utf-8")
    for name, seats, before, saved in (
        ("state.json", "person, person", [""], "qwirkle-game.txt"),
        ("record.json", "person, random", [], "qwirkle-game-2.txt"),
    ):
        lines = iter([*before, "rc 1 0"])
        monkeypatch.setattr("builtins.input", lambda prompt, lines=lines: next(lines, "quit"))
        chosen = ["--seats", seats] if "random" in seats else []
        assert main(["play", "--resume", name, *chosen]) == 0
        said = capsys.readouterr().out
        assert "Ada places the red circle at 1,0\n" in said
        assert f"Continue with: qwirkle play --resume {saved}\n" in said
        text = Path(saved).read_text(encoding="utf-8")
        assert f"\nseats: {seats}\n" in text
        assert GameRecord.parse(text).start == state
    for arguments, reason in (
        (
            ["view.json"],
            "view.json holds only one player's view; to play, you need a whole position",
        ),
        (["state.json", "--seats", "person"], "1 seat for 2 players"),
    ):
        assert main(["play", "--resume", *arguments]) == 1
        assert reason in capsys.readouterr().err
    assert all(Path(name).read_text(encoding="utf-8") == text for name, text in written.items())


def test_one_of_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    """A game is chosen by its number; its headers and comments are shown."""
    start = qwirkle.position(
        players=["Ada", "Bob"], board="Rs@0,0", hands=["Rc Bs", "Gd"], supply="Rd"
    )
    first = GameRecord(start, headers={"date": "2026-11-17", "comment": "a match"})
    second = first.play(qwirkle.parse_move("Rc@1,0"), comment="[bold]a good one")
    Path("match.txt").write_text(f"{first}\n{second}", encoding="utf-8")
    for arguments in (["show"], ["show", "--game", "3"], ["replay"], ["play", "--resume"]):
        assert main([*arguments, "match.txt"]) == 1
        assert "match.txt has 2 games; open the Nth with" in capsys.readouterr().err
    assert main(["replay", "match.txt", "--game", "2", "--delay", "0"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("comment: a match\ndate: 2026-11-17\n")
    assert "  2 points = 2 (Rs Rc)\n  [bold]a good one\n" in said
    for number, text in (("1", "> Ada"), ("2", "> Bob")):
        assert main(["show", "match.txt", "--game", number]) == 0
        assert text in capsys.readouterr().out
    Path("one.json").write_text(qwirkle.to_json(start), encoding="utf-8")
    assert main(["show", "one.json", "--game", "1"]) == 0
    assert main(["show", "one.json", "--game", "2"]) == 1
    assert "one.json has 1 game; " in capsys.readouterr().err


def test_wrong_seats_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """They are an error with a short message, unless others are chosen."""
    start = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
    for seats, reason in (
        ("robot, person", "unknown player 'robot'; choose person, random"),
        ("person, program: touch started", "no file may start one; choose the players"),
        ("person", "1 seat for 2 players"),
        (",".join(["greedy"] * 100), "100 seats for 2 players"),
        ("x" * 1000, "unknown player"),
        (f"{'y' * 900}=person, person", "a player's name must be 1 to 80"),
    ):
        text = str(GameRecord(start, headers={"seats": seats}))
        Path("game.txt").write_text(text, encoding="utf-8")
        assert main(["play", "--resume", "game.txt"]) == 1
        error = capsys.readouterr().err
        assert reason in error
        assert len(error) < 1000
        assert not Path("started").exists()
        assert main(["play", "--resume", "game.txt", "--seats", "greedy,greedy"]) == 0
        assert "\nseats: greedy, greedy\n" in Path("game.txt").read_text(encoding="utf-8")
        capsys.readouterr()


@pytest.mark.parametrize("name", ["", ".", "/", "a\0b", "x" * 5000, "no/such/folder/file"])
def test_impossible_names_of_files(
    capsys: pytest.CaptureFixture[str], saved: Path, name: str
) -> None:
    assert main(["show", name]) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert main(["show", str(saved), "--to", "svg", "-o", name]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert sorted(path.name for path in saved.parent.iterdir()) == ["game.txt"]


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["--version"])
    assert error.value.code == 0
    engine = "with the compiled kernel" if qwirkle.accelerated else "in pure Python"
    assert capsys.readouterr().out == f"qwirkle {qwirkle.__version__}, {engine}\n"


def test_no_command_gives_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr().err
    for command in ("demo", "play", "variants", "rules", "compare", "show", "replay", "simulate"):
        assert f"\n    {command} " in said
        with pytest.raises(SystemExit) as error:
            parser().parse_args([command, "--help"])
        assert error.value.code == 0


def test_the_start_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["qwirkle", "compare", "standard", "mindware"])
    assert cli.run() == 0
    capsys.readouterr()
    for module in [name for name in sys.modules if name.startswith("qwirkle.cli.")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.split(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "rich", None)
    assert cli.run() == 1
    assert "pip install 'qwirkle[cli]'" in capsys.readouterr().err


def test_another_missing_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qwirkle.cli.commands", None)
    with pytest.raises(ModuleNotFoundError):
        cli.run()


def test_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["qwirkle", "compare", "standard", "mindware"])
    monkeypatch.delitem(sys.modules, "qwirkle.__main__", raising=False)
    with pytest.raises(SystemExit) as error:
        runpy.run_module("qwirkle", run_name="__main__")
    assert error.value.code == 0
    assert capsys.readouterr().out == "standard and mindware are played alike.\n"
    runpy.run_module("qwirkle.__main__")  # importing it does nothing
    assert not capsys.readouterr().out


def test_output_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    lines = iter(["?", "new rs rc rd"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines, "quit"))
    state = qwirkle.position("cards", hands=["Rs Rc Rd", "Gd"])
    Path("cards.json").write_text(qwirkle.to_json(state), encoding="utf-8")
    for arguments in (
        ["demo", "--seed", "1", "--seats", "Zoë=greedy,greedy"],
        ["play", "--resume", "cards.json", "--seats", "person,greedy"],
        ["simulate", "--games", "1"],
    ):
        monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="ascii"))
        assert main(arguments) == 0
        sys.stdout.flush()
    said = written.getvalue().decode()
    assert "Zo? places " in said
    assert "  circle, square, diamond," in said
    assert " 0  Rc Rs Rd\n" in said
    assert said.count("?") == said.count("Zo?") + said.count("? or help") + said.count("? for help")
    assert "#####" in said


def test_a_picture_with_a_margin() -> None:
    """It can still be read as a board."""
    board = qwirkle.Board("Rs@-3,7 Rc@-2,7")
    for margin in (0, 1, 3):
        drawn = qwirkle.render.text(board, margin=margin)
        assert len(drawn.splitlines()) == 2 + 2 * margin
        assert qwirkle.Board(drawn) == board
    for wrong in (-1, 11, True, "1", None, 10**100):
        with pytest.raises(
            qwirkle.errors.InvalidValue, match="margin must be an integer from 0 to 10"
        ):
            qwirkle.render.text(board, margin=wrong)  # type: ignore[arg-type]


def test_in_a_process_with_a_pipe_that_closes() -> None:
    command = [sys.executable, "-m", "qwirkle", "demo", "--seed", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    found = subprocess.run(
        command,
        capture_output=True,
        env=environment,
        check=True,
    )
    assert found.stdout.isascii()
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        process.wait()
    assert b"Traceback" not in said
