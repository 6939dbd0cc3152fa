"""The page on the terminal: its session is real, and it lists everything that can be typed.

Run this file to record the session again, with the lines that are typed on the page.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from terminal import Terminal

import qwirkle
from qwirkle.cli.commands import parser
from qwirkle.cli.grammar import COMMANDS, STEPS
from qwirkle_variants.cards.rows import CardWorkbench

PAGE = Path(__file__).parents[2] / "docs" / "terminal.md"
SESSION = re.compile(r"(?<=^```text\n)\$ qwirkle play.*?(?=^```$)", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^(Ada> |.*where\? \(like 2,0\) )(.*)$", re.MULTILINE)


def recorded(session: str, folder: Path) -> str:
    """A session as it is on the screen when the same lines are typed."""
    command, _, rest = session.partition("\n")
    arguments = shlex.split(command.removeprefix("$ qwirkle "))
    with Terminal(*arguments, folder=folder, COLUMNS="55") as terminal:
        for prompt, line in PROMPT.findall(rest):
            terminal.wait_for(prompt)
            terminal.type(line)
        assert terminal.leave() == 0
    lines = [command, *terminal.seen.splitlines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_session_on_the_page_is_real(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    [session] = SESSION.findall(page)
    assert recorded(session, tmp_path) == session
    assert max(map(len, session.splitlines()[1:])) <= 55


def test_the_page_lists_everything_that_can_be_typed() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\|", "|")
    kinds = [*qwirkle.get_variant("standard").move_types, *qwirkle.get_variant("cards").move_types]
    for kind in kinds:
        assert re.search(rf"(  |`){re.escape(kind.example or kind.verb)}(  |\n|`)", page)
    for name in (*COMMANDS, *CardWorkbench.verbs, *STEPS):
        assert re.search(rf"^(  (\? or )?|\| `){re.escape(name)}\b", page, re.MULTILINE), name
    names = re.findall(r"^    (\w+)(?:  |$)", parser().format_help(), re.MULTILINE)
    assert len(names) == 13
    for name in names:
        assert f"qwirkle {name}" in page


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        old = PAGE.read_text(encoding="utf-8")
        new = SESSION.sub(lambda found: recorded(found[0], Path(name)), old)
        PAGE.write_text(new, encoding="utf-8")
