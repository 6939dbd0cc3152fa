"""The page on plugins, followed step by step: its files are written and its commands run."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs" / "howto-plugin.md").read_text(encoding="utf-8")

LISTING = re.compile(
    r"^```(?P<kind>.+)\n(?::caption: (?P<file>\S+)\n\n)?(?P<text>(?s:.*?))^```$", re.MULTILINE
)
LISTINGS = [match.groupdict() for match in LISTING.finditer(PAGE)]


def script() -> str:
    """Everything that a reader does, from top to bottom, as one script."""
    steps = ["set -eu"]
    for listing in LISTINGS:
        if listing["file"]:
            steps.append(f"cat > {listing['file']} <<'END OF THE FILE'")
            steps.append(listing["text"] + "END OF THE FILE")
        elif listing["kind"] == "sh":
            steps.append(listing["text"])
    return "\n".join(steps)


def test_the_page_has_all_files_and_commands() -> None:
    """There are three files and three groups of commands. The rest is a doctest."""
    files = [listing["file"] for listing in LISTINGS if listing["file"]]
    assert files == ["pyproject.toml", "src/qwirkle_kitchen.py", "tests/test_kitchen.py"]
    assert [listing["kind"] for listing in LISTINGS].count("sh") == 3
    assert {listing["kind"] for listing in LISTINGS if not listing["file"]} == {
        "sh",
        "python",
        "text",
    }


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
def test_a_reader_can_follow_the_page(tmp_path: Path) -> None:
    """A reader gets from an empty folder to a variant that is sound and plays.

    The only help is that pip finds this project when it is asked for `qwirkle`.
    """
    here = importlib.util.find_spec("hatchling") is not None
    isolation = ["--no-build-isolation"] if here else []
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheels = tmp_path / "wheels"
    built = subprocess.run(
        [*pip, "wheel", "--no-deps", *isolation, "--wheel-dir", wheels, PROJECT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = wheels.iterdir()
    constraint = tmp_path / "constraint.txt"
    constraint.write_text(f"qwirkle=={wheel.name.split('-')[1]}\n", encoding="utf-8")
    place = tmp_path / "place"
    place.mkdir()

    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    followed = subprocess.run(
        ["bash", "-c", script()],
        cwd=place,
        env={
            **clean,
            "PIP_CONSTRAINT": str(constraint),
            "PIP_FIND_LINKS": str(wheels),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{clean['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert followed.returncode == 0, followed.stdout + followed.stderr
    assert re.search(r"\b16 passed\b", followed.stdout)
    [printed] = [listing["text"] for listing in LISTINGS if listing["kind"] == "text"]
    assert followed.stdout.endswith(printed)
