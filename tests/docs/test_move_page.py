"""The page on new moves: its code is a sound variant, and its session in the terminal is real."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qwirkle import GameRecord
from qwirkle.cli.commands import main

PAGE = (Path(__file__).parents[2] / "docs" / "howto-move.md").read_text(encoding="utf-8")
CODE, PROOF = PAGE.split("\n## Prove it\n")


def source(text: str) -> str:
    """The code of the doctests in a text."""
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text))


def test_the_code_of_the_page_passes_the_suite(tmp_path: Path) -> None:
    """A reader puts it into one file, and the test into another."""
    (tmp_path / "switching.py").write_text(source(CODE), encoding="utf-8")
    name, text = re.findall(r":caption: (\S+)\n\n((?s:.*?))^```$", PROOF, re.MULTILINE)[0]
    (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n13 passed" in run.stdout


def test_the_session_on_the_page_is_real(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It begins at the position of the page."""
    page: dict[str, object] = {"__name__": "page"}
    exec(source(PAGE), page)
    game = tmp_path / "game.txt"
    game.write_text(str(GameRecord(page["state"])), encoding="utf-8")  # type: ignore[type-var]
    [session] = re.findall(r"^```text\n((?s:.*?))^```$", PROOF, re.MULTILINE)
    lines = iter([*re.findall("^Ada> (.*)$", session, re.MULTILINE), "quit"])

    def typed(prompt: str) -> str:
        line = next(lines)
        print(f"{prompt}{line}")
        return line

    monkeypatch.setattr("builtins.input", typed)
    capsys.readouterr()
    assert main(["play", "--resume", str(game), "--seats", "person,greedy"]) == 0
    assert session in capsys.readouterr().out
