"""The example that tests another engine: it passes, and bugs make it fail."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import test_their_engine as example
from hypothesis import Phase, given, settings

from qwirkle.testing import states

PATH = Path(example.__file__)


def run(*command: str, cwd: Path) -> str:
    """The output of a command that is run in another folder."""
    done = subprocess.run(
        [sys.executable, *command, str(PATH)], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_passes_when_run_by_a_user(tmp_path: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path))
    assert "2 passed" in run(*command, cwd=tmp_path)


def test_as_a_program_it_shows_a_small_game_with_the_bug(tmp_path: Path) -> None:
    """Two tiles of one line that are not side by side are counted twice."""
    said = run(cwd=tmp_path)
    found = re.search(r"\n(.+) scores (\d+) points,\nbut (\d+) according to the program", said)
    assert found, said
    assert len(found[1].split()) == 2
    assert int(found[3]) == 2 * int(found[2])


@pytest.mark.parametrize(
    "worth",
    [
        lambda length: 0 if length == 1 else length,
        lambda length: 12 if length == 6 else length,
        lambda length: 0 if length == 1 else 12 if length >= 5 else length,
    ],
    ids=["no Qwirkles", "single tiles", "five are enough"],
)
def test_it_finds_other_bugs_too(
    worth: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failing game is not shrunk, because that takes time."""
    monkeypatch.setattr(example, "worth", worth)
    test = given(states("standard"))(example.test_their_points_are_ours.hypothesis.inner_test)  # type: ignore[attr-defined]
    with pytest.raises(AssertionError):
        settings(phases=[Phase.generate], database=None)(test)()
