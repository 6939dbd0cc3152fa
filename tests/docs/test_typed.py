"""Players' pages type nothing that the library knows: `docs/facts.py` has it for them to insert.

The texts of pictures are left out, since the build compares their numbers and tiles with the
pictures; but editions, languages, and the rules on which editions differ are found there too.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from _ext.captions import NUMBERS
from _ext.links import known_rules
from _ext.rulebook import manuals
from checks.foreign import FILE, fingerprint, language_of

import qwirkle
from qwirkle.authoring import TileGame
from qwirkle.description import WHAT_IF
from qwirkle.tiles import Color, Shape

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = (
    *("how-to-play", "card-game", "action-tiles", "strategy", "disagreements", "editions"),
    *("glossary", "comparison", "examples", "try", "questions"),
    *sorted(path.stem for path in DOCS.glob("edition-*.md")),
    *sorted(path.stem for path in DOCS.glob("rulebook*.md")),
)
ALLOWED: Final = (
    # Headings, whose words are in links to them, and titles of tables
    *("Draw three", "Be careful with the fifth tile", "A bag, or stacks?", "One booklet, two sets"),
    *("As the Dutch rules", "As the Hebrew rules", "Three stars", "The examples of Schmidt Spiele"),
    *("Antje's circle", "Five tiles that do not fit", "Steffi's three red tiles", "7, 6 and 17"),
    *("Figures A to L of the French rules", "The Dutch order", "The Dutch game in the order"),
    *("The Hebrew order", "May two identical tiles be in a line?"),
    # What manuals print, and no edition plays by
    *("two turns", "four points", "four action tiles"),
    # Anything else
    *("none of them in English", "5 MB", "a blue space", "mentions two", "One of the two lines"),
    *("all three {{ d }}", "three {{ d }}s on the right", "has three turns"),
    "[The rules for action tiles](edition-schmidt.md#with-action-tiles)",
    "[those of the card game](edition-cards.md)",
)
"""Phrases that are no fact of an edition."""

EDITIONS: Final = [
    edition for name in qwirkle.variants() if (edition := qwirkle.get_variant(name).edition)
]
NAMES: Final = {
    *(name for edition in EDITIONS for name in edition.publisher.split(" and ")),
    *(word for edition in EDITIONS for word in (*edition.languages, edition.short.split()[0])),
} - {"the Hebrew edition", "999", "Cards"}
KINDS: Final = [kind.name.lower() for kind in (*Color, *Shape)]
_NAME: Final = "|".join((*sorted(NAMES, reverse=True), "English", r"(?:19|20)\d\d"))
_RULE: Final = r"(?i:bags?|stacks?|oldest|older|youngest|younger|(?:must|may) exchange)"
_WORD: Final = "|".join(
    (
        *(*NUMBERS[2:], "third", "ninth", r"\w*(?:four|fif|six|seven|eigh|ten|elf|eleven)th"),
        *(f"{kind}(?:e?s)?" for kind in KINDS),
    )
)
_TYPED: Final = re.compile(rf"\b(?:{_NAME}|{_RULE}|(?i:{_WORD}))\b|\d+|\]\(edition-")
ANNOUNCED: Final = re.compile(
    rf"(?i)(?<![\w,.])(?:{'|'.join(NUMBERS[2:13])}|\d\d?)(?:\s[^\W\d][\w-]*)?\s(?:cautions|editions"
    "|examples|games|hints|manuals|options|pages|pictures|questions|rulings|sections|situations"
    r"|steps|things|variants|ways)\b|\b\d\d+ (?:cards|tiles|times|%)"
)
WORDS: Final = tomllib.loads((DOCS / "glossary.toml").read_text("utf-8"))
PRINTED: Final = {
    manual: {*words.split()}
    for manual, words in json.loads((DOCS / FILE).read_text("utf-8")).items()
}
_FENCE: Final = re.compile(r"\s*(?:: )?([`:]{3,})(.*)")
_OPTION: Final = re.compile(r"\s*:(?!caption|alt)[\w-]+:")
_LEFT_OUT: Final = re.compile(
    r"\{\{.*?\}\}|\{[\w-]+\}`[^`]*`|`[^`]*`|\]\((?!edition-)[^)]*\)|^\([\w-]+\)=$|^\d+\. "
)


def typed(text: str, allowed: tuple[str, ...] = ALLOWED) -> list[tuple[int, str]]:
    """The words that a page types, with their lines."""
    found: list[tuple[int, str]] = []
    inside: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if fence := _FENCE.fullmatch(line):
            closes = inside and inside[-1] == fence[1] and not fence[2]
            inside = inside[:-1] if closes else [*inside, fence[1]]
        elif not (inside and _OPTION.match(line)):
            for words in allowed:
                line = line.replace(words, "")
            found += [(number, word) for word in _TYPED.findall(_LEFT_OUT.sub(" ", line))]
            if inside and inside[-1][0] == "`":
                found = [
                    hit
                    for hit in found
                    if hit[0] < number or re.fullmatch(f"{_NAME}|{_RULE}", hit[1])
                ]
    return found


def test_what_is_typed_is_found() -> None:
    page = (
        "Six {{ s }}s, two turns.\n```{x} 3\n:y: red\n8 red, 2006\n```\nThe twelfth [Schmidt](a9)"
        "\n:::{z} 4\nNine.\n```{x} 3\n8 red\n```\n:::"
    )
    last = [(6, "twelfth"), (6, "Schmidt"), (8, "Nine")]
    assert typed(page) == [(1, "Six"), (4, "2006"), *last]


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_typed(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text("utf-8")
    box = qwirkle.get_variant(page[8:]).edition if page.startswith("edition-") else None
    if box:  # whose page has its name for a title
        title, _, text = text.partition("\n")
        known = f"{box.publisher}, {box.year}, {box.languages}"
        assert [word for _, word in typed(title) if word not in known] == []
    assert typed(text) == []


OWN: Final = {
    **{page: "standard" for page in PAGES if page.startswith(("how-to-", "strategy", "rulebook"))},
    **dict.fromkeys(("disagreements", "editions", "examples"), "most"),
    "action-tiles": "schmidt",
    "card-game": "cards",
}
"""The pages about one edition, the original game or most editions."""


@pytest.mark.parametrize("page", PAGES)
def test_facts_are_of_the_edition_that_is_named(page: str) -> None:
    """Not in links, nor what follows 'no': the Schmidt edition has no bag."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    text = re.sub(r"\bno \{\{.*?\}\}|\[[^]\d][^]]*\]\(", "", text)
    for clause in re.split(r"[.,:?]\s|(?<=\}\})\n", text):
        named, facts = inserted(clause)
        own = {OWN[page]} if page in OWN else facts
        assert facts <= (named or own), clause


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("edition-")])
def test_the_page_of_an_edition_inserts_only_its_box(page: str) -> None:
    """And a link to another edition."""
    text = re.sub(r"\{\{ \w+\.link \}\}", "", (DOCS / f"{page}.md").read_text("utf-8"))
    named, facts = inserted(text)
    assert named | facts <= {re.sub(r"^\d+", "", page[8:]).replace("-", "_")}


def inserted(text: str) -> tuple[set[str], set[str]]:
    """The editions that a text names, and those whose facts it inserts."""
    found = re.findall(r"\{\{ (\w+?)(?:_actions)?\.(\w+)", text)
    names = {"languages", "link", "publisher", "short", "title", "year"}
    used = [(who, what in names) for who, what in found if who not in ("figures", "means")]
    return {who for who, name in used if name}, {who for who, name in used if not name}


def test_nothing_is_allowed_in_vain() -> None:
    texts = " ".join((DOCS / f"{page}.md").read_text("utf-8") for page in PAGES)
    assert [words for words in ALLOWED if words not in texts] == []


@pytest.mark.parametrize(
    ("page", "name", "base"),
    [
        ("how-to-play", "standard", ""),
        ("card-game", "cards", ""),
        ("action-tiles", "schmidt-actions", "schmidt"),
    ],
)
def test_a_page_that_teaches_a_game_leads_to_each_of_its_rules_once(
    page: str, name: str, base: str
) -> None:
    """So a link to another rule leaves one out. A rule is inserted once, with its link nearby."""
    statements = qwirkle.get_variant(name).statements
    known = qwirkle.get_variant(base).statements if base else {}
    rulings = {each.title for each in statements.values() if each.topic == WHAT_IF}
    rules = [each.title for rule, each in statements.items() if rule not in known]
    text = (DOCS / f"{page}.md").read_text("utf-8")
    linked = re.findall(r"\{rule\}`(.*?)`", text)
    assert sorted({*linked} - rulings) == sorted({*rules} - rulings)
    assert len({*linked}) == len(linked)
    stated = re.findall(r"\{\{ \w+\.([A-Z]\d+)", text)
    assert len({*stated}) == len(stated)
    taught = statements.keys() - known
    assert {*stated} >= {rule for rule in taught if statements[rule].topic != WHAT_IF}
    for section in re.split(r"^## ", text, flags=re.M):
        for rule in re.findall(r"\{\{ \w+\.([A-Z]\d+)", section):
            assert f"{{rule}}`{statements[rule].title}`" in section


def test_the_page_of_disagreements_leads_to_each_of_them_once() -> None:
    """And to the rulings that complete them."""
    rules: set[str] = set()
    editions = [v for v in manuals() if isinstance(v, TileGame)]
    for rule in {rule for edition in editions for rule in edition.citations}:
        cited = [edition.citations[rule] for edition in editions]
        if len({each.text for each in cited}) > 1:
            rules.update([rule], *(each.rulings for each in cited))
    linked = re.findall(r"\{rule\}`(.*?)`", (DOCS / "disagreements.md").read_text("utf-8"))
    assert sorted(linked) == sorted(known_rules()[rule] for rule in rules)


def test_a_text_leads_to_one_page() -> None:
    """All links with the same text do."""
    pages: dict[str, set[str]] = {}
    for path in DOCS.glob("*.md"):
        text = re.sub(r"^( *)```.*?^\1```$", "", path.read_text("utf-8"), flags=re.M | re.S)
        for words, page in re.findall(r"\[([^]]+)\]\(([\w-]*\.md)?#?[\w-]*\)", text):
            pages.setdefault(words.lower(), set()).add(page or path.name)
    assert {words for words in pages if len(pages[words]) > 1} == set()


def test_editions_lead_to_their_own_pages() -> None:
    """The page of an edition has its name; that of the action tiles is in that of their edition."""
    pairs = re.findall(r"^(\S+) edition-(\S+)$", (DOCS / "editions.md").read_text("utf-8"), re.M)
    assert [page for name, page in pairs if not name.startswith(page)] == []
    for page in DOCS.glob("edition-*.md"):
        assert f"{{qwirkle-edition}} {page.stem[8:]}\n" in page.read_text("utf-8")


def test_the_glossary_inserts_what_words_mean() -> None:
    """Notes about words take their meanings from the tables."""
    lines = (DOCS / "glossary.md").read_text("utf-8").splitlines()
    notes = [_LEFT_OUT.sub("", line) for line in lines if "{foreign}" in line]
    assert re.findall(r"\b(?:bag|gap|hand|pile|rack|supply|table)s?\b", " ".join(notes)) == []


def test_the_glossary_has_each_word_once() -> None:
    """But for two verbs, and for the German rules' star with four points; the cards have their own."""
    sections = [section for name, section in WORDS.items() if name not in ("columns", "cards")]
    rows = [row for section in sections for row in section.values()]
    words = [(column, word) for row in rows for column in row for word in row[column].split(", ")]
    twice = [word for (_, word), times in Counter(words).items() if times > 1]
    assert twice == ["dobiera", "ajouter", "Sternenreihe"]


def printed(words: str, manual: str) -> bool:
    """Whether a manual prints all these words."""
    return {*fingerprint(words).split()} <= PRINTED[manual]


def test_manuals_print_the_words_of_the_glossary() -> None:
    """All manuals of its column print a word; some manual in its language a word in a note."""
    columns = WORDS["columns"]
    rows = [row for name in WORDS.keys() - {"columns"} for row in WORDS[name].values()]
    words = [(words, columns[column]["manuals"]) for row in rows for column, words in row.items()]
    assert [text for text, manuals in words if not all(printed(text, m) for m in manuals)] == []
    texts = [page.read_text("utf-8") for page in DOCS.glob("*.md")]
    notes = re.findall(r"\{foreign\}`(.*?): (.*?)`", " ".join(texts))
    assert [
        text
        for language, text in notes
        if not any(language_of(manual) == language and printed(text, manual) for manual in PRINTED)
    ] == []
    assert len(notes) > 10
    assert not printed("ein Sack", "schmidt-de")


def test_words_that_a_line_cuts() -> None:
    found = {*fingerprint("Ablage-\nbank Ra\N{SOFT HYPHEN}ute").split()}
    assert found >= {*fingerprint("ABLAGEBANK, Raute").split()}


def test_the_page_on_speed_inserts_its_figures() -> None:
    text = (DOCS / "explain-performance.md").read_text("utf-8")
    assert re.findall(r"\d+", "".join(_LEFT_OUT.sub("", line) for line in text.splitlines())) == []


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.stem)
def test_nothing_announces_a_number_by_hand(path: Path) -> None:
    """Lists grow, so no sentence says how many items they have."""
    text = re.sub(r"^( *)```[a-z].*?^\1```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    assert ANNOUNCED.findall(re.sub(r"`.*?`", "", text)) == []
