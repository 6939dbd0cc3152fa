"""Bots of other packages: found by name without an import, loaded once, and broken ones named."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cases import case
from players import seen

import qwirkle
from qwirkle.bots import bot_name, get_bot, greedy, names
from qwirkle.errors import BotLoadError, InvalidValue

MODULE = """
with open(__file__ + ".imported", "a") as file:
    file.write("x")
import qwirkle

def choose(view):
    "Play what comes first."
    return next(iter(qwirkle.legal_moves(view)))

class Named:
    def __call__(self, view):
        return choose(view)

named = Named()
number = 7
"""

POINTS = {
    "first": "bots_of_others:choose",
    "named": "bots_of_others:named",
    "greedy": "bots_of_others:choose",
    "class": "bots_of_others:Named",
    "number": "bots_of_others:number",
    "absent": "bots_of_others:absent",
    "twice": "bots_of_others:choose",
}


def install(site: Path, name: str, points: dict[str, str]) -> None:
    """Put a distribution into a folder, as an installer leaves it there."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = ["[qwirkle.bots]", *(f"{point} = {value}" for point, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with packages that provide bots."""
    (tmp_path / "bots_of_others.py").write_text(MODULE)
    install(tmp_path, "others", POINTS)
    install(tmp_path, "more", {"twice": "bots_of_others:choose"})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "bots_of_others", raising=False)
    importlib.invalidate_caches()
    return tmp_path


def test_bots_are_listed_without_an_import(site: Path) -> None:
    found = names()
    assert list(found) == sorted({*POINTS, *qwirkle.bots.BOTS})
    assert found["first"] == "others 1.0"
    assert found["twice"] == "more 1.0 and others 1.0"
    assert found["greedy"].split()[0] == "qwirkle"
    assert not (site / "bots_of_others.py.imported").exists()


def test_bots_play_by_name(site: Path) -> None:
    """They have the name that they were chosen by, and are loaded once."""
    found = qwirkle.simulate("standard", ["first", "named"], games=2, seed=1)
    assert found.bots == ("first", "named")
    assert get_bot("first")(seen(qwirkle.new_game(seed=1))) is not None
    assert (site / "bots_of_others.py.imported").read_text() == "x"
    assert bot_name(get_bot("first")) == "choose"
    assert get_bot("greedy") is greedy  # nobody else can take this name


def test_broken_bots_name_their_package(site: Path) -> None:
    for name, reason in {
        "class": r"the bot 'class' of others 1\.0 cannot be used: <class '.*Named'> is not a funct",
        "number": "7 is not a function",
        "absent": "loading it failed: AttributeError",
        "twice": "of more 1.0 and others 1.0 .*: each of them has a bot of this name; remove one",
    }.items():
        with case(name), pytest.raises(BotLoadError, match=reason):
            get_bot(name)
    with pytest.raises(InvalidValue, match="no bot is called 'firstt'; did you mean 'first'"):
        get_bot("firstt")


def test_the_command_plays_with_them(site: Path) -> None:
    """It lists them, says which are broken, and other processes find them, too."""
    command = [sys.executable, "-m", "qwirkle"]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        more = {"PYTHONPATH": str(site), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
        environment = {**os.environ, **more}
        return subprocess.run(
            [*command, *arguments], env=environment, capture_output=True, text=True, check=False
        )

    said = run("bots").stdout
    assert "Play what comes first." in said
    assert "7 is not a function" in said
    games = run("simulate", "--seats", "first,greedy", "--games", "2", "--workers", "2")
    assert games.returncode == 0, games.stderr
    assert "standard: 1. first" in games.stdout
