"""The checks of the documentation's own prose: each finds a planted error, at its line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cases import case
from checks.foreign import fingerprint
from checks.names import ELSEWHERE, unknown, vocabulary
from sphinx_project import Built, build

DOCS = Path(__file__).parents[2] / "docs"
SETTINGS: dict[str, Any] = {
    "extensions": ["myst_parser", "checks"],
    "myst_enable_extensions": ["deflist"],
}
GERMAN = "Alle Plättchen in den Beutel legen. Eine Reihe ist eine Reihe."
HEBREW = "אריח, הפלוס (נק')"
GLOSSARY = """\
[columns.german]
title = "German"
manuals = ["box-de"]
editions = ["schmidt"]

[columns.hebrew]
title = "Hebrew"
manuals = ["box-he", "other-he"]
editions = ["hebrew"]

[columns.polish]
title = "Polish"
manuals = ["box-pl"]
editions = ["cards", "schmidt"]

[things."tile, card"]
german = "Plättchen"
hebrew = "אריח"

[things."row"]
german = "Reihe"

[acts."to place"]
german = "legen"
"""
WORDS = json.dumps(
    {
        "box-de": fingerprint(GERMAN),
        "box-he": fingerprint(HEBREW),
        "other-he": fingerprint(HEBREW),
    }
)


def made(folder: Path, text: str, glossary: str = GLOSSARY, builder: str = "html") -> Built:
    """A project with one page."""
    pages = {
        "page.md": text,
        "glossary.toml": glossary,
        "glossary-words.json": WORDS,
        "edition-schmidt.md": "# Schmidt",
        "edition-hebrew.md": "# Hebrew",
        "edition-cards.md": "# Cards",
    }
    return build(folder, pages, builder, **SETTINGS)


def problems(folder: Path, *lines: str) -> list[str]:
    """The messages about a page, each with its line."""
    built = made(folder, "\n".join(["# Title", "", *lines, ""]))
    found = [re.search(r"page\.md:(\d+): WARNING: (.*)", text) for text in built.messages]
    assert built.status == bool(found)
    return [f"{one[1]} {one[2]}" for one in found if one]


# Words of other languages

TABLES = "# Title\n\n```{manual-columns}\n```\n\n```{manual-words} things\n```\n"


def test_the_tables_mark_languages_and_headings(tmp_path: Path) -> None:
    built = made(tmp_path, TABLES)
    assert built.messages == ()
    html = built.page("page")
    for part in (
        '<th class="head stub"><p>English</p></th>',
        '<th class="stub"><p>tile, card</p></th>',
        '<td><p><span lang="de">Plättchen</span></p></td>',
        '<td><p><span dir="rtl" lang="he">אריח</span></p></td>',
        "<td><p>–</p></td>",  # noqa: RUF001
        '<span lang="pl">Qwirkle karciane</span>, <a',
        'href="edition-schmidt.html"><span class="doc">Schmidt Spiele</span>',
        '<span class="doc">G3 and Schmidt Spiele, 2016</span></a>; <a',
    ):
        with case(part):
            assert part in html


def test_the_tables_are_in_other_formats(tmp_path: Path) -> None:
    text = made(tmp_path, TABLES, builder="text").page("page")
    assert "| tile, card | Plättchen | אריח |" in " ".join(text.split())


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ('"Plättchen"', '"Plätchen"', 17, "the manual 'box-de' does not print: plätchen"),
        ('"אריח"', '"אריך"', 18, "the manual 'other-he' does not print: אריך"),
        ('"Reihe"', '"lange Reihe"', 21, "the manual 'box-de' does not print: lange"),
        ('german = "Reihe"', 'gremna = "Reihe"', 21, "there is no column 'gremna'"),
    ],
)
def test_a_wrong_word(tmp_path: Path, right: str, wrong: str, line: int, message: str) -> None:
    built = made(tmp_path, TABLES, GLOSSARY.replace(right, wrong))
    assert f"{built.source / 'glossary.toml'}:{line}: WARNING: {message}" in built.messages


def test_a_section_that_does_not_exist(tmp_path: Path) -> None:
    [message] = problems(tmp_path, "```{manual-words} thigns", "```")
    assert message == "3 glossary.toml has no section 'thigns'"


def test_foreign_words_in_running_text(tmp_path: Path) -> None:
    built = made(tmp_path, "# T\n\nThe {foreign}`de: Beutel` and {foreign}`he: הפלוס`.\n")
    assert built.messages == ()
    assert '<i lang="de">Beutel</i>' in built.page("page")
    assert '<span dir="rtl" lang="he">הפלוס</span>' in built.page("page")


def test_wrong_foreign_words_in_running_text(tmp_path: Path) -> None:
    assert problems(
        tmp_path,
        "The {foreign}`de: Beutel`,",
        "the {foreign}`de: Sack` and the {foreign}`tile`,",
        "and the {foreign}`nl: tegel`.",
    ) == [
        "4 foreign: no manual in the language 'de' prints 'Sack'",
        "4 foreign: no manual is in the language 'tile'; expected words like 'nl: tegel'",
        "5 foreign: no manual is in the language 'nl'; expected words like 'nl: tegel'",
    ]


def test_words_that_a_line_cuts() -> None:
    assert set(fingerprint("Ablage-\nbank Ra\N{SOFT HYPHEN}ute").split()) >= set(
        fingerprint("ABLAGEBANK, Raute").split()
    )


def test_the_command_writes_the_hashes(tmp_path: Path) -> None:
    for package in ("_ext", "checks"):
        shutil.copytree(DOCS / package, tmp_path / "docs" / package)
    manuals = tmp_path / "manuals"
    manuals.mkdir()
    (manuals / "box-de.txt").write_text(GERMAN, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "checks", manuals], cwd=tmp_path / "docs", check=True)
    written = json.loads((tmp_path / "docs" / "glossary-words.json").read_text("utf-8"))
    assert written == {"box-de": fingerprint(GERMAN)}


# Names in the font of code


def test_names_that_exist() -> None:
    for text in (
        "schmidt-actions",
        "qwirkle.legal_moves",
        "legal_moves(state).best()",
        'no_play="at-once"',
        "dealt=True",
        "schmidt-actions dealt=true base=hebrew",
        "qwirkle play --option tie_break=youngest",
        "random.Random",
        "src/qwirkle/tilegame/_generator.py",
        "qwirkle/qwirkle.schema.json",
        "pyproject.toml",
        "Rs",
        "Rs@1,0 Bs@2,0",
        "swap Rs Bd",
        "lay Rs Rc Rd | Bs Bc Bd",
        "-1,0",
        "rs 1 0",
    ):
        with case(text):
            assert list(unknown(text)) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("schmitd-actions", "schmitd-actions"),
        ("tie_braek", "tie_braek"),
        ('no_play="at-onec"', "at-onec"),
        ('no_play="oldest"', 'no_play="oldest"'),
        ("--option hand_size=big", "hand_size=big"),
        ("hand_size:0", "hand_size:0"),
        ("qwirkle.leagl_moves", "qwirkle.leagl_moves"),
        ("qwirkle.TileGame.jugde", "qwirkle.TileGame.jugde"),
        ("state.leagl", "state.leagl"),
        ("qwirkle play --varaint mindware", "--varaint"),
        ("docs/rulebok.md", "rulebok.md"),
        ("Rz", "Rz"),
        ("Rs@1,0 Bz@2,0", "Rs@1,0 Bz@2,0"),
        ("swap Rs Bz", "swap Rs Bz"),
        ("1,x", "1,x"),
    ],
)
def test_names_that_do_not_exist(tmp_path: Path, text: str, wrong: str) -> None:
    assert problems(tmp_path, "The first line.", f"The second has `{text}`.", "")[-1] == (
        f"4 {wrong!r} does not exist"
    )


def test_a_module_whose_requirements_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "qwirkle.adapters.open_spiel", raising=False)
    assert list(unknown("qwirkle.adapters.open_spiel")) == []
    assert list(unknown("qwirkle.adapters.open_speil")) == ["qwirkle.adapters.open_speil"]


def test_names_in_every_part_of_a_page(tmp_path: Path) -> None:
    assert problems(
        tmp_path,
        "A **bold `tie_braek`**.",
        "",
        "- An item",
        "  with `tie_braek`.",
        "",
        "| a | b |",
        "| - | - |",
        "| c | `tie_braek` |",
        "",
        "term",
        ": Its definition",
        "  has `tie_braek`.",
    ) == [f"{line} 'tie_braek' does not exist" for line in (3, 6, 10, 14)]


def test_names_in_the_code_of_the_page(tmp_path: Path) -> None:
    code = ["```python", "def kitchen_rules(): ...", "```", ""]
    assert problems(tmp_path / "with", *code, "So `kitchen_rules` is a name.") == []
    assert problems(tmp_path / "without", "So `kitchen_rules` is a name.") != []


def test_no_name_is_allowed_in_vain() -> None:
    """Each is on a page, and nothing else knows it."""
    pages = [*DOCS.glob("*.md"), DOCS.parent / "CHANGELOG.md"]
    spans = re.findall(r"`[^`\n]+`", "".join(page.read_text("utf-8") for page in pages))
    assert [name for name in ELSEWHERE if not any(name in span for span in spans)] == []
    assert not ELSEWHERE & vocabulary()


# Numbers

COUNTED = [
    "The {count}`two <items>` items:",
    "",
    "- first",
    "- second",
    "",
    "The {count}`three <rows>` rows and {count}`2 <questions>` questions",
    "in {count}`Three <sections>` sections.",
    "",
    "| a |",
    "| - |",
    "| b |",
    "| c |",
    "| d |",
    "",
    "{count}`Seven <editions>`, {count}`two <E3 printed>`, {count}`three <E3 silent>`.",
    "",
    "## Who?",
    "",
    "The {count}`two <items>` terms:",
    "",
    "term",
    ": definition",
    "",
    "other",
    ": definition",
    "",
    "## {count}`One <sections>` section",
    "",
    "### Below",
    "",
    "## When?",
]


def test_numbers_that_are_right(tmp_path: Path) -> None:
    assert problems(tmp_path, *COUNTED) == []


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("`two <items>` items", "`four <items>` items", "3 count: four items: 2"),
        ("`three <rows>`", "`two <rows>`", "8 count: two rows: 3"),
        ("`2 <questions>`", "`3 <questions>`", "8 count: 3 questions: 2"),
        ("`Three <sections>`", "`Two <sections>`", "9 count: Two sections: 3"),
        ("`Seven <editions>`", "`Six <editions>`", "17 count: Six editions: 7"),
        ("`two <E3 printed>`", "`three <E3 printed>`", "17 count: three E3 printed: 2"),
        ("`two <items>` terms", "`three <items>` terms", "21 count: three items: 2"),
        ("`One <sections>`", "`Two <sections>`", "29 count: Two sections: 1"),
        ("`two <items>` items", "`many <items>` items", "3 count: many items: 2"),
        ("`two <items>` items", "`two <itmes>` items", "3 count: cannot count 'itmes'"),
        ("`two <items>` items", "`two` items", "3 count: cannot count ''"),
    ],
)
def test_numbers_that_are_wrong(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    lines = [line.replace(right, wrong) for line in COUNTED]
    assert problems(tmp_path, *lines) == [message]


def test_nothing_to_count(tmp_path: Path) -> None:
    assert problems(tmp_path, "{count}`Two <items>` and {count}`two <rows>`.") == [
        "3 count: Two items: 0",
        "3 count: two rows: 0",
    ]


@pytest.mark.parametrize("text", ["four questions", "Two hard rulings", "12 pages", "2\nways"])
def test_numbers_that_nothing_checks(tmp_path: Path, text: str) -> None:
    message = f"nothing checks the number in {' '.join(text.split())!r}"
    found = problems(tmp_path, "A first line.", f"There are {text}.")
    assert found == [f"4 {message}: use the role count, or leave it out"]


def test_numbers_that_announce_nothing(tmp_path: Path) -> None:
    assert (
        problems(
            tmp_path,
            "Some questions, one thing, 250,000 steps, two players, {count}`Seven <editions>`",
            "editions, two of the best and most different ways, and version 1.2 pages.",
            "",
            "```text",
            "four questions",
            "```",
        )
        == []
    )
