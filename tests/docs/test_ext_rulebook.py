"""Rules and manuals in documents: single rules, editions, comparisons, and links to rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from _ext.links import as_rule
from _ext.wording import misstated
from cases import case
from rule_ids import IDS
from sphinx_project import Built, build, fence, words

import qwirkle
from qwirkle import Citation, Code, Edition, Fact, Statement, Violation

DOCS = Path(__file__).parents[2] / "docs"
MYST: dict[str, Any] = {"myst_enable_extensions": ["colon_fence", "deflist"]}

RULE = """# Rules

:::{qwirkle-rule} B3

As in {rule}`What if we don't know our ages?`
:::

:::{qwirkle-rule} E3
:::

:::{qwirkle-rule} A5
:::

:::{qwirkle-rule} R3
:::

:::{qwirkle-rule} R5
:::

:::{qwirkle-rule} X1
:::

:::{qwirkle-rule} X4
:variant: hebrew
:::
"""

EDITION = """# Schmidt

:::{qwirkle-edition} schmidt
:original: standard

One colour or one shape
: A remark of the author.
:::

## With action tiles

:::{qwirkle-edition} schmidt-actions
:beyond: schmidt
:::
"""

RIGHT = {
    "rule.md": RULE,
    "edition.md": EDITION,
    "original.md": fence("qwirkle-edition} mindware", ":original: standard"),
    **{
        f"{name}-box.md": fence(f"qwirkle-edition}} {name}", ":original: standard")
        for name in ("999games-nl", "999games-fr", "hebrew", "schmidt")
    },
    "alone.md": fence("qwirkle-edition} cards"),
    "manuals.md": fence("qwirkle-comparison}"),
    "five.md": fence(
        "qwirkle-comparison}", ":variants: mindware 999games-nl 999games-fr hebrew schmidt"
    ),
    "two.md": fence("qwirkle-comparison} schmidt schmidt-actions"),
    "variants.md": fence("qwirkle-variants}"),
    "boxes.md": fence(
        "qwirkle-editions}",
        ":facts: tie_break on a tie; stuck if you can't place; regrouping regrouping",
        *("mindware edition", "999games-nl edition", "999games-fr edition"),
        *("hebrew edition", "", "schmidt edition", "cards alone"),
    ),
    "roles.md": "# Title\n\n(H1)=\nH1\n: Ours.\n\nSee {rule}`B3`, {rule}`H1`, {rule}`C2`, "
    "{rule}`fit  every line`, {rule}`P4 <Fit every line>` and {rule}`this <P4>`.\n",
}
"""Pages on which everything is right."""


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of ``RIGHT``, built."""
    folder = tmp_path_factory.mktemp("right")
    return build(folder, RIGHT, qwirkle_documentation="https://example.org/q/", **MYST)


def test_nothing_is_reported_if_everything_is_right(right: Built) -> None:
    assert (right.messages, right.status) == ((), 0)


def typeset(text: str) -> str:
    """A text as Sphinx writes it."""
    return text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def rule_section(page: str, rule: str) -> str:
    """The words of a rule's section."""
    return words(re.findall(rf'<section class="[^"]*" id="{rule}">(.*?)</section>', page, re.S)[0])


def test_a_rule_has_a_title_a_text_and_its_manuals(right: Built) -> None:
    page = right.page("rule")
    tie = rule_section(page, "b3")
    standard, schmidt = (qwirkle.get_variant(name).statements for name in ("standard", "schmidt"))
    differs = f"Schmidt : {schmidt['B3'].text}"
    assert tie.startswith(f"Who starts on a tie ¶ {standard['B3'].text} {differs} As in What if")
    assert tie.count("Schmidt") == 1
    assert "Rule B3. Printed in all five editions." in tie
    assert "For programmers The option tie_break : 'oldest' , 'youngest'" in typeset_back(tie)
    stuck = rule_section(page, "e3")
    assert "Printed: MindWare and 999 Games (French)." in stuck
    assert "Not mentioned, so our ruling: 999 Games (Dutch), Hebrew and Schmidt." in stuck
    assert "999 Games (Dutch), Hebrew and Schmidt : If nothing is left to draw" in stuck
    assert "points for finishing. (Not mentioned, so our ruling.)" in stuck
    take = rule_section(page, "a5")
    assert "Rule A5. Printed in the manual." in take
    assert "For programmers" not in take
    ruling = rule_section(page, "r3")
    assert "A ruling of this library: the manuals leave this open." in ruling
    assert "See One action, at the start , When nobody can place ." in ruling
    assert "999 Games (Dutch) and Hebrew : Not while you can" in rule_section(page, "r5")
    assert "Rule X1. Implied in all five editions." in rule_section(page, "x1")
    may = rule_section(page, "x4")
    assert typeset("If you can't place ¶ If you can't place a tile, you may exchange.") in may
    assert typeset("MindWare, 999 Games (French) and Schmidt : If you can't") in may


def typeset_back(text: str) -> str:
    """A text with plain quotation marks again."""
    return re.sub("[\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}]", "'", text)


def test_an_edition_is_arranged_by_topics(right: Built) -> None:
    page = right.page("edition")
    text = words(page)
    topics = ["Setting up", "Who starts?", "Your turn", "Scoring", "The end", "What if …?"]
    places = [text.index(f"{topic} ¶") for topic in topics]
    assert places == sorted(places)
    for rule, statement in qwirkle.get_variant("schmidt-actions").statements.items():
        if rule not in ("R14", "R15", "R16", "R17", "R18"):
            assert text.count(typeset(statement.text)) >= 1, rule
            assert len(re.findall(rf'id="rule-{rule.lower()}"', page)) == 1, rule
    assert "A remark of the author." in text
    assert text.count("You need paper and a pencil") == 1


def test_differences_from_the_original_game_are_highlighted(right: Built) -> None:
    text = words(right.page("edition"))
    found = re.findall(r"Your box differs here\. Original game: (.*?\.)", text)
    standard = qwirkle.get_variant("standard").statements
    assert len(found) == 3
    for rule, said in zip(("S4", "B3", "X2"), found, strict=True):
        assert typeset(standard[rule].text).startswith(said)
    assert "differs from the original game here: The supply , Who starts on a tie ," in text
    assert "Our ruling, because its manual says nothing: When nobody can place ." in text
    assert "Your box has the rules of the original game." in words(right.page("original"))
    assert "original game" not in words(right.page("alone"))


@pytest.mark.parametrize("name", ["999games-nl", "999games-fr", "hebrew", "schmidt"])
def test_notes_below_a_rule_say_how_the_manual_has_it(right: Built, name: str) -> None:
    """A rule that the manual does not mention is our ruling, and not one of the box."""
    page = right.page(f"{name}-box")
    parts = re.split(r'id="rule-(\w+)"', page)
    said = {rule.upper(): words(text) for rule, text in zip(parts[1::2], parts[2::2], strict=True)}
    variant, standard = map(qwirkle.get_variant, (name, "standard"))
    for rule, cited in variant.citations.items():
        with case(rule):
            text, silent = said[rule], cited.status == "silent"
            differs = cited.text != standard.statements[rule].text
            assert ("Not mentioned, so our ruling." in text) == silent
            assert ("Implied." in text) == (cited.status == "implied")
            assert ("Your box differs here." in text) == (differs and not silent)
            assert ("Original game: " in text) == differs
            assert typeset(cited.note) in text
    answers = page.partition("these are our rulings")[2]
    named = {ruling for cited in variant.citations.values() for ruling in cited.rulings}
    assert {f"R{number}" for number in re.findall(r'id="rule-r(\d+)"', answers)} == named
    assert "ruling" not in " ".join(re.findall(r"<details.*?</details>", page, re.S))


def test_facts_about_the_box_are_folded_away(right: Built) -> None:
    page = right.page("original")
    folded = words(" ".join(re.findall(r"<details.*?</details>", page, re.S)))
    assert "Publisher : MindWare" in folded
    assert "Year : 2006" in folded
    assert "Minutes" not in words(right.page("alone"))


def test_manuals_are_compared(right: Built) -> None:
    """The differences first, then a folded table of everything."""
    first, folded = right.page("five").split("<details")
    text = words(first)
    assert "Schmidt : Slide the returned tiles under the stacks." in text
    assert "If nothing is left to draw and nobody can place a tile, the game ends at once" in text
    assert "(Not mentioned, so our ruling.)" in text
    assert typeset("you may exchange. (Implied: Hebrew.)") in text
    for alike in ("The tiles", "Clockwise", "Touch the board"):
        assert alike not in text
        assert alike in words(folded)
    assert "Implied. The manual only implies that your turn ends." in words(folded)
    assert first.count('class="qwirkle-differs') == 5
    _, folded = right.page("manuals").split("<details")
    for name in ("MindWare", "Cards", "Not in this game.", "Keep the table tidy"):
        assert name in words(folded)


def test_two_variants_are_compared(right: Built) -> None:
    """A decision that only one of them makes is listed as well."""
    text = words(right.page("two"))
    assert "Schmidt Schmidt with action tiles" in text
    assert "The action tiles are draw-three and take-tile." in text
    assert "Actions from the start" in text


def test_variants_are_listed(right: Built) -> None:
    """Each with the text on its box and its distribution."""
    text = words(right.page("variants"))
    for name, origin in qwirkle.variants().items():
        edition = qwirkle.get_variant(name).edition
        assert name in text
        assert origin in text
        assert edition is None or edition.publisher in text


def test_editions_are_recognised_by_their_boxes(right: Built) -> None:
    page = right.page("boxes")
    text = words(page)
    assert "Qwirkle , MindWare, 2006; rules in French; a bag" in text
    assert 'lang="pl">Qwirkle karciane</span>, G3 and Schmidt Spiele, 2016; rules' in page
    assert "rules in German, French and Italian; four racks and no bag" in text
    assert "Of the tied players, the youngest starts." in text
    assert "A player who cannot play draws new cards." in text
    assert page.count('href="edition.html"') >= 5
    assert 'href="alone.html"' in page


def test_rules_are_links(right: Built) -> None:
    """They lead to a label in the same documents, or to the documentation of the library."""
    page = right.page("roles")
    assert 'href="rule.html#b3"' in page
    assert 'href="#h1"' in page
    assert 'href="https://example.org/q/rulebook.html#c2"' in page
    for text in ("fit  every line", "P4", "this"):
        link = rf'rulebook.html#p4"><span[^>]*>{text}</span>'
        assert re.search(link, page), text


BOXES = [
    f"{name} unknown"
    for name in ("mindware", "999games-nl", "999games-fr", "hebrew", "schmidt", "cards")
]

WRONG = {
    "unknown.md": ("# Title\n\n{rule}`Q7`\n", "rule: there is no rule Q7"),
    "misspelt.md": (
        "# Title\n\n{rule}`Fit every lime`\n",
        "rule: there is no rule 'Fit every lime'; did you mean 'Fit every line'?",
    ),
    "other.md": (
        "# Title\n\n{rule}`P3 <Fit every line>`\n",
        "rule: 'Fit every line' is rule P4, not P3",
    ),
    "label.md": ("# Title\n\n{ref}`nowhere`\n", "undefined label: 'nowhere'"),
    "rule.md": (fence("qwirkle-rule} Q7"), "no variant states the rule 'Q7'"),
    "content.md": (
        fence("qwirkle-edition} mindware", "Some text."),
        "the content must be a definition list of titles of rules",
    ),
    "elsewhere.md": (
        fence("qwirkle-edition} mindware", "Take a tile", ": A remark."),
        "'Take a tile' is not among the rules shown",
    ),
    "edition.md": (fence("qwirkle-edition} standard"), "standard is not a printed edition"),
    "manual.md": (
        fence("qwirkle-comparison}", ":variants: standard schmidt"),
        "no manual is known for standard",
    ),
    "three.md": (
        fence("qwirkle-comparison} standard schmidt hebrew"),
        "expected two variants to compare, not 3",
    ),
    "boxes.md": (
        fence("qwirkle-editions}", "mindware unknown", "schmidt unknown", "cards unknown"),
        "these editions are not listed: 999 Games (French), 999 Games (Dutch) and Hebrew",
    ),
    "box.md": (fence("qwirkle-editions}", "standard unknown"), "standard is not a printed edition"),
    "pair.md": (
        fence("qwirkle-editions}", "mindware hebrew unknown"),
        "expected a single variant, not 'mindware hebrew'",
    ),
    "fact.md": (
        fence("qwirkle-editions}", ":facts: tie_braek on a tie", *BOXES),
        "no edition has the fact tie_braek",
    ),
}
"""Pages with a mistake, and the message about it."""

LINES = {"box.md": 4, "pair.md": 4, "fact.md": 4}
"""The lines of the mistakes that are not on the third line."""


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of ``WRONG``, built."""
    pages = {name: text for name, (text, _) in WRONG.items()} | {"unknown.rst": "Page\n====\n"}
    return build(tmp_path_factory.mktemp("wrong"), pages, **MYST)


@pytest.mark.parametrize("name", WRONG)
def test_mistakes_are_reported_where_they_are(wrong: Built, name: str) -> None:
    place = f"source/{name}:{LINES.get(name, 3)}:"
    [message] = [text for text in wrong.messages if place in text]
    assert WRONG[name][1] in message


def test_a_reference_can_be_required_to_have_a_title(tmp_path: Path) -> None:
    """So that an id that exists, but is the wrong one, is noticed."""
    pages = {
        "id.md": "# Title\n\n{rule}`P3`\n",
        "title.md": "# Title\n\n{rule}`P3 <One colour or one shape>`\n",
        "own.md": "# Title\n\n(H1)=\nH1\n: Ours, {rule}`H1`.\n",
    }
    built = build(tmp_path, pages, qwirkle_rule_titles=True, **MYST)
    [message] = built.messages
    assert "id.md:3: ERROR: rule: refer to P3 by its title, 'One colour or one shape'" in message


def test_every_title_is_found() -> None:
    for name in qwirkle.variants():
        for rule, statement in qwirkle.get_variant(name).statements.items():
            assert as_rule(statement.title.lower(), with_title=True)[0] == rule


def test_a_broken_variant_is_reported_and_the_others_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links to the rules of other variants still work."""

    def broken(**options: object) -> Any:
        raise RuntimeError

    monkeypatch.setitem(qwirkle.registry._registered, "broken", broken)
    pages = {"list.md": fence("qwirkle-variants}"), "role.md": "# Title\n\n{rule}`P3`\n"}
    built = build(tmp_path, pages)
    [message] = built.messages
    assert "the variant 'broken' of this program cannot be used" in message
    assert "mindware" in built.page("list")
    assert "href" not in re.findall(r"<p>(.*P3.*)</p>", built.page("role"))[0]


class Grumpy(qwirkle.TileGame):
    """A game with a rule that no document describes."""

    def forbids(self, position: Any, move: qwirkle.Place) -> Violation | None:
        if qwirkle.Tile.parse("Rd") in dict(move.tiles).values():
            return Violation(Code.GAP, ("H9",), "not today")
        return None


def test_a_rule_that_only_a_variant_names_is_plain_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link to it by its id is reported."""
    monkeypatch.setitem(qwirkle.registry._registered, "grumpy", Grumpy("grumpy"))
    position = (":board: Rs@0,0 Rc@1,0", ":hands: Rd Bc / Yx", ":supply:")
    text = fence("qwirkle-move}", *position, ":variant: grumpy", ":move: Rd@2,0", ":illegal: gap")
    built = build(tmp_path, {"page.md": text, "role.md": "# Title\n\n{rule}`H9`\n"})
    [message] = built.messages
    assert "role.md:3: WARNING: rule: there is no rule H9" in message
    assert "H9" in words(built.page("page"))


def test_a_plugin_need_not_have_titles_or_topics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Edition("Our game", "us")
    citations = {"H1": Citation("printed", "A napkin", "The cat decides.")}

    class Plain(qwirkle.TileGame):
        @property
        def statements(self) -> dict[str, Statement]:
            return {rule: citation.statement for rule, citation in self.citations.items()}

    class Whims(Plain):
        @property
        def statements(self) -> dict[str, Statement]:
            return {"H2": Statement("The dog may object.")}

    game = Plain("plain", edition=edition, citations=citations)
    monkeypatch.setitem(qwirkle.registry._registered, "whims", Whims("whims"))
    monkeypatch.setitem(qwirkle.registry._registered, "plain", game)
    pages = {
        "edition.md": fence("qwirkle-edition} plain"),
        "rule.md": fence("qwirkle-rule} H1"),
        "whim.md": fence("qwirkle-rule} H2"),
        "two.md": fence("qwirkle-comparison} plain cards"),
        # The editions of other packages need not be listed.
        "boxes.md": fence("qwirkle-editions}", "plain edition"),
    }
    built = build(tmp_path, pages, **MYST)
    assert built.messages == ()
    assert "The rules ¶ H1 . The cat decides." in words(built.page("edition"))
    assert "H1 ¶ The cat decides. Rule H1. Printed in the manual." in words(built.page("rule"))
    whim = words(built.page("whim"))
    assert "H2 ¶ The dog may object. Rule H2." in whim
    assert "ruling" not in whim


def changed(variant: qwirkle.TileGame, rule: str, old: str, new: str) -> qwirkle.TileGame:
    """An edition whose statement of a rule has another word."""
    citation = variant.citations[rule]
    assert old in citation.text
    statement = attrs.evolve(citation.statement, text=citation.text.replace(old, new))
    citations = {**variant.citations, rule: attrs.evolve(citation, statement=statement)}
    return qwirkle.TileGame(
        variant.name, variant.rules, defaults=variant.defaults, citations=citations
    )


@pytest.mark.parametrize(
    ("name", "rule", "old", "new"),
    [
        ("mindware", "S1", "108", "109"),
        ("mindware", "S1", "three", "four"),
        ("mindware", "S2", "six", "seven"),
        ("mindware", "T1", "six", "five"),
        ("mindware", "S3", "four", "six"),
        ("schmidt", "S4", "stacks", "a bag"),
        ("schmidt", "B3", "youngest", "oldest"),
        ("mindware", "X1", "six", "three"),
        ("hebrew", "X4", "may", "must"),
        ("mindware", "C2", "twelve", "eleven"),
        ("mindware", "C3", "six", "twelve"),
        ("mindware", "E3", "at once", "later"),
    ],
)
def test_wording_is_compared_with_facts(name: str, rule: str, old: str, new: str) -> None:
    variant = qwirkle.get_variant(name)
    assert isinstance(variant, qwirkle.TileGame)
    found = dict(misstated(changed(variant, rule, old, new)))
    assert f"but {rule} is stated as" in found[rule]
    assert found.keys() <= {"C1", "C2", "R2"} or len(found) == 1


def test_wrong_wording_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schmidt = qwirkle.get_variant("schmidt")
    assert isinstance(schmidt, qwirkle.TileGame)
    wrong = changed(schmidt, "B3", "youngest", "oldest")
    monkeypatch.setitem(qwirkle.registry._registered, "wrong", attrs.evolve(wrong, name="wrong"))
    edition = attrs.evolve(wrong, name="edition", edition=Edition("Wrong", "nobody"))
    monkeypatch.setitem(qwirkle.registry._registered, "edition", edition)
    pages = {
        "rule.md": fence("qwirkle-rule} B3", ":variant: wrong"),
        "other.md": fence("qwirkle-rule} B4", ":variant: wrong"),
        "edition.md": fence("qwirkle-edition} edition"),
    }
    built = build(tmp_path, pages)
    assert sorted(Path(text.partition(":")[0]).name for text in built.messages) == [
        "edition.md",
        "rule.md",
    ]
    for message in built.messages:
        assert "the youngest starts (tie_break), but B3 is stated as" in message


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_all_statements_say_what_the_variants_do(name: str) -> None:
    assert list(misstated(qwirkle.get_variant(name))) == []


def test_facts_of_other_kinds_are_not_compared() -> None:
    class Odd(qwirkle.TileGame):
        def facts(self) -> dict[str, Fact]:
            more = {
                "some": Fact(("a", "b"), ("B4",), "some things"),
                "none": Fact(None, ("B4",), "nothing"),
                "huge": Fact(2**70, ("B4",), "a huge number"),
            }
            return {**super().facts(), **more}

    citations = {"B4": Citation("printed", "A napkin", f"Play {2**70} times.")}
    assert list(misstated(Odd("odd", citations=citations))) == []


@pytest.fixture(scope="module")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The rulebook of the library, built on its own."""
    text = (DOCS / "rulebook.md").read_text(encoding="utf-8")
    folder = tmp_path_factory.mktemp("rulebook")
    return build(folder, {"rulebook.md": text}, **MYST).page("rulebook")


@pytest.mark.parametrize("rule", IDS)
def test_a_violation_knows_the_page_of_its_rule(rulebook: str, rule: str) -> None:
    """Every rule has exactly one anchor in the rulebook, with a title and a picture."""
    [address] = Violation(Code.GAP, (rule,), "").pages
    page, anchor = address.split("#")
    assert page == "rulebook.html"
    assert len(re.findall(rf'id="{anchor}"', rulebook)) == 1
    section = re.findall(rf'<section class="[^"]*" id="{anchor}">(.*?)</section>', rulebook, re.S)
    [statement] = {
        variant.statements[rule].title
        for variant in map(qwirkle.get_variant, qwirkle.variants())
        if rule in variant.statements
    }
    assert typeset(statement) in words(section[0])
    assert "<svg " in section[0]
