# ruff: noqa: N802
"""The scorekeeper for real games: it follows a game without seeing hands or supply."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import scorekeeper

import qwirkle
from qwirkle import Exchange, GameRecord, IllegalMove, QwirkleError
from qwirkle.errors import InvalidValue

TESTS = Path(__file__).parents[1]
EXAMPLE = Path(scorekeeper.__file__)
GOLDEN = sorted(
    path for path in (TESTS / "playthroughs").glob("*.txt") if not path.stem.startswith("cards")
)
FIGURES = json.loads((TESTS / "figures" / "game_french.json").read_text(encoding="utf-8"))
FRENCH = [
    (" ".join(f"{tile}@{x},{y}" for (x, y), tile in turn["place"]), turn["points"])
    for turn in FIGURES["turns"]
]


def run(path: Path, *typed: str, replay: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the example as a user does, and type some lines."""
    command = [sys.executable, str(EXAMPLE), str(path), *["--replay"] * replay]
    text = "".join(f"{line}\n" for line in typed)
    environment = {**os.environ, "COLUMNS": "80"}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, env=environment
    )


def ada_and_bob(*moves: str, edition: Any = "standard") -> Any:
    """A game that Ada starts."""
    game = scorekeeper.Game(edition, "Ada, Bob", "Ada")
    for move in moves:
        game.play(move)
    return game


def in_file(path: Path, *lines: str) -> Path:
    """A game of Ada and Bob in a file, with these lines."""
    path.write_text(scorekeeper.HEAD.format("standard", "Ada, Bob", "Ada") + "\n".join(lines))
    return path


def test_the_figures_of_the_manual_are_counted_as_printed(tmp_path: Path) -> None:
    """A whole example game is typed in; the file shows it again, and play continues."""
    path = tmp_path / "game.txt"
    half = [move for move, _ in FRENCH[:7]]
    done = run(path, "mindware", "Ada, Bob, Cy, Di", "Ada", *half, "quit")
    assert (done.returncode, done.stderr) == (0, "")
    assert "of the tied players, the oldest starts" in " ".join(done.stdout.split())
    done = run(path, *[move for move, _ in FRENCH[7:]])
    assert (done.returncode, done.stderr) == (0, "")
    totals = [0, 0, 0, 0]
    expected = []
    for ply, (move, points) in enumerate(FRENCH):
        totals[ply % 4] += points
        name = ["Ada", "Bob", "Cy", "Di"][ply % 4]
        expected.append(f"{ply + 1}. {move}  # {name}: {points} points, now {totals[ply % 4]}")
    written = path.read_text(encoding="utf-8")
    head = "qwirkle score sheet 1\nedition: mindware\nplayers: Ada, Bob, Cy, Di\nfirst: Ada\n"
    assert written == "\n".join([head, *expected, ""])
    assert sum(totals) == 85
    again = run(path, replay=True)
    assert [line for line in again.stdout.splitlines() if line in expected] == expected
    left = 108 - 24 - sum(len(move.split()) for move, _ in FRENCH)
    assert again.stdout.endswith(
        f"  Ada 20, Bob 22, Cy 25, Di 18; {left} tiles in the supply; Ada is next\n"
    )
    assert path.read_text(encoding="utf-8") == written


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_whole_games_are_followed_as_the_library_plays_them(path: Path, tmp_path: Path) -> None:
    """Points, turns, sizes, the end and the winners agree, without a look at hands and supply."""
    record: GameRecord[Any] = GameRecord.parse(path.read_text(encoding="utf-8"))
    names = [player.name for player in record.start.players]
    game = scorekeeper.Game(record.start.variant, ", ".join(names), names[record.start.turn])
    for state, turn in zip(list(record.states())[1:], record.turns, strict=True):
        move = turn.move
        game.play(f"swap {len(move.tiles)}" if isinstance(move, Exchange) else str(move))
        seen = game.states[-1]
        assert (seen.board, seen.scores, seen.turn) == (state.board, state.scores, state.turn)
        assert list(map(len, seen.hands)) == list(map(len, state.hands))
        assert (seen.stock, seen.passes) == (state.stock, state.passes)
        assert seen.outcome == state.outcome
    if record.start.variant.options:  # a file has only the name of the edition
        return
    game.head = game.head.replace(repr(record.start.variant), record.start.variant.name)
    file = tmp_path / "game.txt"
    file.write_text(str(game), encoding="utf-8")
    told: list[str] = []
    again = scorekeeper.Game.read(file, told.append)
    assert again.states == game.states
    assert str(again) == str(game)
    assert len(told) == len(record.turns)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Rd@5,5", "nothing joins Rd at 5,5 to the board [P1]"),
        ("Rs@1,0", "Rs cannot go to 1,0"),
        ("Bd@0,1", "the line Rs Bd"),
        ("swap 0", "no tile is exchanged [X1]"),
        ("pass", "a player who cannot place must exchange while the supply lasts [X4, R5]"),
        ("take 0,0", "'take' does not begin a move"),
    ],
)
def test_a_wrong_move_is_explained_and_changes_nothing(move: str, reason: str) -> None:
    game = ada_and_bob("Rs@0,0 Rc@1,0")
    before = str(game), game.states[:]
    with pytest.raises(QwirkleError) as caught:
        game.play(move)
    assert reason in game.explained(caught.value)
    assert (str(game), game.states) == before


@pytest.mark.parametrize("edition", ["hebrew", "standard"])
def test_the_rules_of_the_edition_explain_a_refused_move(edition: str) -> None:
    game = ada_and_bob("Rs@0,0 Rc@1,0", edition=edition)
    with pytest.raises(IllegalMove) as caught:
        game.play("Bd@0,1")
    said = game.explained(caught.value).splitlines()
    assert said[0].endswith("is neither of one colour nor of one shape [P3]")
    stated = qwirkle.get_variant(edition).statements["P3"]
    assert said[1] == f"    P3: {stated}"
    assert game.answer("rules p3") == f"  P3: {stated}"
    assert game.answer("rule K3") == "  K3: there is no such rule"
    assert len(game.answer("rules").splitlines()) == len(qwirkle.get_variant(edition).statements)


@pytest.mark.parametrize("text", ["swap", "swap Rs", "swap 1 2", "swap -1", "swap 9999", "swapped"])
def test_an_exchange_is_a_number(text: str) -> None:
    with pytest.raises(InvalidValue, match="say how many, like swap 3"):
        ada_and_bob("Rs@0,0", text)


def test_S1_nobody_places_a_fourth_red_square() -> None:
    """The box has only three, so no hand can hold it, and the message names no hand."""
    steps = ["Rs@0,0 Rc@1,0", "Bc@1,1 Bs@2,1", "Rs@2,2 Rc@3,2", "Bc@3,3 Bs@4,3", "Rs@4,4 Rd@5,4"]
    assert ada_and_bob(*steps, "Rt@5,5").states[-1].turn == 0
    with pytest.raises(IllegalMove) as caught:
        ada_and_bob(*steps, "Rs@5,5")
    [violation] = caught.value.violations
    assert str(violation) == "nobody can hold Rs: no more are left in the box [S1]"


def test_undo_takes_back_move_after_move() -> None:
    game = ada_and_bob("Rs@0,0", "Rc@1,0", "swap 2")
    states = game.states[:]
    for left in (2, 1, 0):
        assert "taken back" in game.undo()
        assert len(game.lines) == left
        assert game.states == states[: left + 1]
    assert "nothing to take back" in game.undo()
    assert str(game) == str(ada_and_bob())
    for left in (1, 2, 3):
        assert game.redo() == game.lines[-1]
        assert game.states == states[: left + 1]
    assert "nothing to make again" in game.redo()
    game.undo()
    game.play("swap 3")
    assert "nothing to make again" in game.redo()


def test_A3_action_tiles_are_used_once_and_bar_the_cell() -> None:
    """R10: the taken tile does not go back in the same turn."""
    game = ada_and_bob("Rs@0,0 Rc@1,0 Rd@2,0", "take 2,0", edition="schmidt-actions")
    assert [len(hand) for hand in game.states[-1].hands] == [6, 7]
    for wrong, rule in {"Rd@2,0": "R10", "take 0,0": "A3", "draw-three": "A3"}.items():
        with pytest.raises(IllegalMove, match=rule):
            game.play(wrong)
    game.play("Rt@2,0 Bt@2,1")
    assert game.states[-1].scores == (3, 5)
    assert [len(hand) for hand in game.states[-1].hands] == [6, 6]
    assert game.states[-1].actions == (("draw-three", "take-tile"), ("draw-three",))


def test_a_session(tmp_path: Path) -> None:
    """Questions are repeated, mistakes are explained, and each move is saved to the file."""
    path = tmp_path / "game.txt"
    begin = ["cards", "standart", "standard", "Ada, Bob", "Cy", "standard", "Ada, Bob", "Bob"]
    lines = ["?", "undo", "rs  RC", "Rs@2,0", "blue square", "0 1", "undo", "redo", "Undo", "board"]
    done = run(path, *begin, *lines)
    assert (done.returncode, done.stderr) == (0, "")
    for said in (
        "cards is not played with tiles",
        "did you mean 'standard'?",
        "one of Ada, Bob starts, not 'Cy'",
        "  swap 3          exchange tiles; also 'exchange' or 'trade'\n",
        "  undo            take back",
        "there is nothing to take back",
        "1. Rs@0,0 Rc@1,0  # Bob: 2 points, now 2\n  2 (Rs Rc)\n  Ada 0, Bob 2; 94 tiles in",
        "the line Rs Rc Rs from 0,0 to 2,0 holds Rs 2 times [P3]",
        "Ada>   Bs: where? (like 2,0) 2. Bs@0,1",
        "taken back: 2. Bs@0,1  # Ada: 2 points, now 2",
        "    -1  0  1  2\n-1   .  .  .  .\n 0   . Rs Rc  .\n",
    ):
        assert said in done.stdout
    assert "draw-three" not in done.stdout
    assert path.read_text().splitlines()[5:] == ["1. Rs@0,0 Rc@1,0  # Bob: 2 points, now 2"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["", "1. Rs@0,0", "2. Rs@1,0"], "line 7: Rs@1,0: the line Rs Rs"),
        (["", "# a remark", "hello"], "line 7: 'hello' does not begin a move"),
        (["1. Zs@0,0"], "line 5: 'Zs' is not a tile"),
        (["1. Rs@0,0", "", "2. swap Rs"], "line 7: the tiles stay hidden"),
        (["1. Rs@0,0 " * 20_000], "lines 1 to 4: a game starts with"),
        (["1. " + "9" * 5000 + ",0"], "line 5: "),
    ],
)
def test_a_broken_line_is_named(lines: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidValue) as caught:
        scorekeeper.Game.read(in_file(tmp_path / "game.txt", *lines), str)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lines 1 to 4: a game starts with 'qwirkle score sheet 1\\nedition: "),
        ("qwirkle record 1\n", "lines 1 to 4"),
        (scorekeeper.HEAD.format("cards", "Ada, Bob", "Ada"), "lines 2 to 4: cards is not played"),
        (scorekeeper.HEAD.format("chess", "Ada, Bob", "Ada"), "lines 2 to 4: no variant is called"),
        (scorekeeper.HEAD.format("standard", "Ada", "Ada"), "lines 2 to 4: 2 to 4 players"),
        (scorekeeper.HEAD.format("standard", "Ada, Ada", "Ada"), "lines 2 to 4: one of Ada, Ada"),
        (scorekeeper.HEAD.format("standard", "Ada, \x07", "Ada"), "lines 2 to 4: a player's name"),
        ("\udcff", "it cannot be read: "),
    ],
)
def test_a_file_without_a_game_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(InvalidValue) as caught:
        scorekeeper.Game.read(path, str)
    assert str(caught.value).startswith(message)


def test_the_page_shows_a_real_session(tmp_path: Path) -> None:
    """The session on the page, typed in, gives the output and the file on the page."""
    page = (TESTS.parent / "docs" / "howto-real-table.md").read_text(encoding="utf-8")
    _, session, file = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    prompt = re.compile(
        r"^(Which edition\? |The players.*: |Who starts\? |Ada> |Bob> |  R.: where\?.*\) )(.+)\n",
        re.MULTILINE,
    )
    typed = [found[2] for found in prompt.finditer(session)]
    done = run(tmp_path / "evening.txt", *typed)
    # The list of editions includes those of other installed packages.
    editions = re.compile(r"^The editions are [^.]*\.\n", re.MULTILINE)
    assert editions.sub("", done.stdout) == prompt.sub(r"\1", editions.sub("", session))
    assert (tmp_path / "evening.txt").read_text(encoding="utf-8") == file
