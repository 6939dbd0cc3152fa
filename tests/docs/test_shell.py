"""The commands on all pages: the command's parser reads its own, and the others are known."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Final

import pytest

import qwirkle
from qwirkle.cli.commands import parser

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK: Final = re.compile(r"^( *)```(?:sh|console|bash)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PROGRAMS: Final = ("cd", "git", "mkdir", "pre-commit", "pytest", "python", "python3")
EXTRAS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


def commands(page: Path) -> list[list[str]]:
    """The commands on a page, in their words; lines that they print are left out."""
    found: list[list[str]] = []
    for _, written in BLOCK.findall(page.read_text("utf-8")):
        # As a shell does: lines that continue are joined, and sums are replaced by numbers.
        block = re.sub(r"\$\(\(.*?\)\)", "0", re.sub(r"\\\n\s*", " ", written))
        lines = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
        words: list[str] = []
        lexer = shlex.shlex("\n".join(lines) or block, posix=True, punctuation_chars="&|;\n")
        lexer.whitespace, lexer.whitespace_split = " \t", True
        for word in [*lexer, "\n"]:
            if set(word) <= set("&|;\n"):
                found += [words] * bool(words)
                words = []
            else:
                words.append(word)
    return found


ALL: Final = [(page.name, words) for page in PAGES for words in commands(page)]


@pytest.mark.parametrize(("page", "words"), ALL, ids=lambda value: str(value)[:60])
def test_a_command_can_be_read(page: str, words: list[str]) -> None:
    program, *arguments = words
    name = program.rpartition("/")[2]
    if name == "qwirkle":
        given = vars(parser().parse_args(arguments))
        named = given.get("variant") or []
        for variant in [named] if isinstance(named, str) else named:
            qwirkle.get_variant(variant, **dict(given.get("option", ())))
    elif name == "nox":
        sessions = (ROOT / "noxfile.py").read_text("utf-8")
        assert [word for word in arguments if f"def {word}(" not in sessions] in ([], ["-s"])
    elif name == "pip":
        named = re.findall(r"\.\[([\w,-]+)\]", " ".join(arguments))
        assert {extra for extras in named for extra in extras.split(",")} <= {
            *EXTRAS,
            "test",
        }  # of the plugin on its page
    elif name == "python" and arguments and arguments[0] != "-c":
        script = (ROOT / arguments[0]).read_text("utf-8")
        assert all(word in script for word in arguments if word.startswith("--"))
    else:
        assert name in PROGRAMS or (ROOT / program).exists()


def test_an_unknown_option_is_found() -> None:
    assert len(ALL) > 20
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--varaint", "schmidt"])
