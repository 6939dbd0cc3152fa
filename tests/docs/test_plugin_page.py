"""The page on plugins, followed step by step: its files are written and its commands run."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cases import case

from qwirkle.testing import CHECKS, conformance, travel

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


def messages() -> dict[str, set[str]]:
    """The messages of each check when it fails, read from its code; values are three dots."""
    code = {
        each.name: each
        for module in (conformance, travel)
        for each in ast.parse(inspect.getsource(module)).body
        if isinstance(each, ast.FunctionDef)
    }

    def said(name: str, seen: set[str]) -> set[str]:
        seen.add(name)
        found: set[str] = set()
        for call in ast.walk(code[name]):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                called = call.func.id
                if called in ("insist", "NotSound"):
                    found.add(worded(call.args[called == "insist"]))
                elif called in code.keys() - seen:
                    found |= said(called, seen)
        return found

    return {check.name: said(check.name, {"on_games"}) for check in CHECKS}


def worded(text: ast.expr) -> str:
    """The first line of a text in the code."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    words = [str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts]
    return "".join(words).partition("\n")[0]


def test_the_page_has_everything_that_the_suite_can_say() -> None:
    """Each check has its promise, and each message of it has advice."""
    sections = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    assert [section.partition("\n")[0] for section in sections] == [each.name for each in CHECKS]
    said = messages()
    for check, section in zip(CHECKS, sections, strict=True):
        with case(check.name):
            assert section.splitlines()[2] == check.sentence
            rows = re.findall(r"^\| (`.+?) \| .+ \|$", section, re.MULTILINE)
            listed = {each for row in rows for each in re.findall("`(.+?)`", row)}
            assert listed == said[check.name]


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
def test_a_reader_can_follow_the_page(tmp_path: Path) -> None:
    """A reader gets from an empty folder to a variant that is sound and plays.

    Beside the new folder there is this project.
    """
    (tmp_path / "qwirkle").symlink_to(PROJECT)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    followed = subprocess.run(
        ["bash", "-c", script()],
        cwd=tmp_path,
        env={
            **clean,
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
