"""The checks of the documentation's own prose: each finds a planted error, at its line.

The build of the documentation says that nothing right is reported.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from checks.foreign import fingerprint
from checks.names import ELSEWHERE, vocabulary
from sphinx_project import build

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = """\
[columns.german]
title = "German"
manuals = ["box-de"]
editions = ["schmidt"]

[things."tile, card"]
german = "Plättchen"

[things."row"]
german = "lange Reihe"

[things."bag"]
gremna = "Beutel"
"""
COUNTED = """
The {count}`two <items>` items:

- first
- second

The {count}`three <rows>` rows and {count}`1 <questions>` question
in {count}`two <sections>` sections.

| a |
| - |
| b |
| c |
| d |

{count}`Seven <editions>`, {count}`two <E3 printed>`, {count}`three <E3 silent>`.

## Who?

## Then
"""

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
NUMBERS = [
    ("`two <items>`", "`four <items>`", "3 count: four items: 2"),
    ("`two <items>`", "`many <items>`", "3 count: many items: 2"),
    ("`two <items>`", "`two <itmes>`", "3 count: cannot count 'itmes'"),
    ("`two <items>`", "`two`", "3 count: cannot count ''"),
    ("`three <rows>`", "`two <rows>`", "8 count: two rows: 3"),
    ("`1 <questions>`", "`3 <questions>`", "8 count: 3 questions: 1"),
    ("`two <sections>`", "`Three <sections>`", "9 count: Three sections: 2"),
    ("`Seven <editions>`", "`Six <editions>`", "17 count: Six editions: 7"),
    ("`two <E3 printed>`", "`three <E3 printed>`", "17 count: three E3 printed: 2"),
]
UNCHECKED = ["four questions", "Two hard rulings", "12 pages", "2\nways"]
PAGES = [
    ("\nRight: `no_play=\"at-once\"`, `legal_moves(state).best()`, `swap Rs Bd`, `-1,0`.\n", []),
    (COUNTED, []),
    ("\nSome questions, one thing, 250,000 steps, two players, two of the best ways.\n", []),
    ("\n{foreign}`de: Reihe`\n", []),
    ("\n{foreign}`de: Sack`\n", ["3 foreign: no manual in the language 'de' prints 'Sack'"]),
    ("\n{foreign}`tile`\n", ["3 foreign: no manual is in the language 'tile'; expected"]),
    ("\n```{manual-words} thigns\n```\n", ["3 glossary.toml has no section 'thigns'"]),
    *((f"\nHere\nis `{text}`.\n", [f"4 {wrong!r} does not exist"]) for text, wrong in NAMES),
    *((COUNTED.replace(right, wrong), [message]) for right, wrong, message in NUMBERS),
    *(
        (f"\nThere are {text}.\n", [f"3 nothing checks the number in {' '.join(text.split())!r}"])
        for text in UNCHECKED
    ),
]  # fmt: skip
"""Pages without their titles, each with the beginnings of the messages about it."""


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Everything that is reported."""
    words = {"box-de": fingerprint("Alle Plättchen in den Beutel. Eine Reihe ist eine Reihe.")}
    pages = {
        **{f"page{number}.md": f"# Title\n{text}" for number, (text, _) in enumerate(PAGES)},
        "words.md": "# Title\n\n```{manual-words} things\n```\n",
        "glossary.toml": GLOSSARY,
        "glossary-words.json": json.dumps(words),
        "edition-schmidt.md": "# Schmidt",
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


def test_words_that_no_manual_prints_are_reported(messages: str) -> None:
    assert re.findall(r"glossary\.toml:(\d+): WARNING: (.*)", messages) == [
        ("10", "the manual 'box-de' does not print: lange"),
        ("13", "there is no column 'gremna'"),
    ]


def test_words_that_a_line_cuts() -> None:
    assert set(fingerprint("Ablage-\nbank Ra\N{SOFT HYPHEN}ute").split()) >= set(
        fingerprint("ABLAGEBANK, Raute").split()
    )


def test_no_name_is_allowed_in_vain() -> None:
    """Each is on a page, and nothing else knows it."""
    pages = [*DOCS.glob("*.md"), DOCS.parent / "CHANGELOG.md"]
    spans = re.findall(r"`[^`\n]+`", "".join(page.read_text("utf-8") for page in pages))
    assert [name for name in ELSEWHERE if not any(name in span for span in spans)] == []
    assert not ELSEWHERE & vocabulary()
