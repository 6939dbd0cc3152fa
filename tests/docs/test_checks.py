"""The checks of the documentation's own prose: each finds a planted error, at its line.

The build of the documentation says that nothing right is reported.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checks.names import ELSEWHERE, vocabulary
from sphinx_project import build

DOCS = Path(__file__).parents[2] / "docs"

NAMES = [
    *(
        (name, name)
        for name in ("schmitd-actions", "tie_braek", "qwirkle.leagl_moves", "Rz", "1,x")
    ),
    *((name, name) for name in ("authoring.TileGame.jugde", "state.leagl", "swap Rs Bz")),
    ('no_play="oldest"', 'no_play="oldest"'),
    ("--option hand_size=big", "hand_size=big"),
    ("qwirkle play --varaint mindware", "--varaint"),
    ("docs/rulebok.md", "rulebok.md"),
]
PAGES = [
    ("\nRight: `no_play=\"at-once\"`, `legal_moves(state).best()`, `swap Rs Bd`, `-1,0`.\n", []),
    ("\n```{manual-words} thigns\n```\n", ["3 glossary.toml has no section 'thigns'"]),
    *((f"\nHere\nis `{text}`.\n", [f"4 {wrong!r} does not exist"]) for text, wrong in NAMES),
]  # fmt: skip
"""Pages without their titles, each with the beginnings of the messages about it."""


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Everything that is reported."""
    pages = {
        **{f"page{number}.md": f"# Title\n{text}" for number, (text, _) in enumerate(PAGES)},
        "glossary.toml": "",
    }
    built = build(tmp_path_factory.mktemp("checks"), pages, extensions=["myst_parser", "checks"])
    assert built.status == 1
    return "\n".join(built.messages)


@pytest.mark.parametrize("number", range(len(PAGES)))
def test_each_error_is_reported_at_its_line(messages: str, number: int) -> None:
    found = re.findall(rf"page{number}\.md:(\d+): WARNING: (.*)", messages)
    expected = PAGES[number][1]
    assert len(found) == len(expected)
    for (line, message), start in zip(found, expected, strict=True):
        assert f"{line} {message}".startswith(start)


def test_no_name_is_allowed_in_vain() -> None:
    """Each is on a page, and nothing else knows it."""
    pages = [*DOCS.glob("*.md"), DOCS.parent / "CHANGELOG.md"]
    spans = re.findall(r"`[^`\n]+`", "".join(page.read_text("utf-8") for page in pages))
    assert [name for name in ELSEWHERE if not any(name in span for span in spans)] == []
    assert not ELSEWHERE & vocabulary()
