"""Golden pictures: they stay the same, byte for byte, until a person has looked at the change."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

import pytest
from pictures.regenerate import FOLDER, PICTURES, figure, game, position

import qwirkle
from qwirkle import Place
from qwirkle.render import svg

NAMES = sorted(PICTURES)


def golden(name: str) -> bytes:
    """The bytes of a golden picture."""
    return (FOLDER / f"{name}.svg").read_bytes()


def test_the_pictures_are_unchanged() -> None:
    """Drawing them again gives the same bytes."""
    for name in NAMES:
        assert PICTURES[name]().encode() == golden(name), name


def test_the_pictures_do_not_depend_on_hashes() -> None:
    """They are the same in another process, where sets have another order."""
    code = """
import hashlib
from pictures.regenerate import PICTURES
for name in sorted(PICTURES):
    print(hashlib.sha256(PICTURES[name]().encode()).hexdigest())
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [hashlib.sha256(golden(name)).hexdigest() for name in NAMES]


def test_the_folder_holds_only_the_pictures() -> None:
    """Each has a file, and there are no other files."""
    assert sorted(path.stem for path in FOLDER.glob("*.svg")) == NAMES


def test_the_pictures_are_sound() -> None:
    """They are XML, need no other file, and no id occurs twice."""
    for name in NAMES:
        text = golden(name).decode()
        root = ElementTree.fromstring(text)
        assert len(re.findall(r"https?:", text)) == 1, name
        ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
        assert set(ids.values()) == {1}, name


TURNS = [
    *(("french", turn["figure"]) for turn in figure("game_french")["turns"]),
    *(("german_sequence", turn) for turn in range(3)),
    *((name, 0) for name in ("german_antje_circle", "german_steffi_red", "hebrew_three_stars")),
]


@pytest.mark.parametrize(("name", "turn"), TURNS)
def test_the_pictures_show_what_the_manuals_print(name: str, turn: str | int) -> None:
    """The tiles of every turn are highlighted, and each line has its printed points."""
    if name == "french":
        assert isinstance(turn, str)
        data = next(t for t in figure("game_french")["turns"] if t["figure"] == turn)
        state, move = game(turn)
    else:
        assert isinstance(turn, int)
        data = figure(name)["turns"][turn]
        state, move = position(name, "hebrew" if name.startswith("hebrew") else "schmidt", turn)
    assert isinstance(move, Place)
    picture = svg(state, move=move)
    marks = re.findall(r'<use href="#\w+-last" x="([\d.]+)" y="([\d.]+)"/>', picture)
    tiles = {
        (x, y): tile
        for x, y, tile in re.findall(r'x="([\d.]+)" y="([\d.]+)" data-tile="(..)"', picture)
        if (x, y) in marks
    }
    assert Counter(tiles.values()) == Counter(map(str, move.laid))
    badges = re.findall(r'fill="#ffffff" font-weight="bold"[^>]*>(\d+)<', picture)
    assert sorted(map(int, badges)) == sorted(line["points"] for line in data["lines"])
    assert f" for {data['points']} points" in picture
    board = Counter(map(str, [*state.board.values(), *move.laid]))  # type: ignore[attr-defined]
    hands = Counter(str(tile) for hand in state.hands for tile in hand)
    shown = Counter(re.findall(r'data-tile="(..)"', picture))
    assert shown == board + hands - Counter(map(str, move.laid))
    assert qwirkle.score(state, move).total == data["points"]
