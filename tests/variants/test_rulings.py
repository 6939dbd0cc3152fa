# ruff: noqa: N802
"""A ruling of this library is shown as one, and never as a rule that a box prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import case

import qwirkle
from qwirkle import authoring
from qwirkle.authoring import WHAT_IF
from qwirkle.cli.commands import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [
    *("action-tiles", "card-game", "comparison", "disagreements", "editions", "how-to-play"),
    *("strategy", "try"),
    *sorted(path.stem for path in DOCS.glob("rulebook*.md")),
]
"""The pages for players that are written by hand, at least in part."""

PASSING = re.compile(r"\b[Pp]ass(es|ed|ing)?\b")
VARIANTS = sorted(qwirkle.variants())


@pytest.mark.parametrize("name", VARIANTS)
def test_R3_R5_a_pass_is_never_the_rule_of_a_box(name: str) -> None:
    """No manual prints a pass, so where it is a fact or a rule, a ruling makes it one."""
    variant = qwirkle.get_variant(name)
    for field, fact in variant.all_facts().items():
        with case(field):
            assert not PASSING.search(fact.text) or "our ruling" in fact.text
    for rule, cited in variant.citations.items():
        with case(rule):
            assert not PASSING.search(cited.text) or cited.status == "silent"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_command_marks_every_ruling(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It also marks a rule that the manual does not mention."""
    variant = qwirkle.get_variant(name)
    for rule, statement in variant.statements.items():
        cited = variant.citations.get(rule)
        ours = cited.status == "silent" if cited else statement.topic == WHAT_IF
        with case(rule):
            assert main(["rules", name, rule]) == 0
            assert ("(our ruling" in " ".join(capsys.readouterr().out.split())) == ours


@pytest.mark.parametrize("name", VARIANTS)
def test_R3_R5_R19_rulings_are_answered_for_the_edition(name: str) -> None:
    """Each variant has those that its rules need, and no answer sends people to their edition."""
    variant = qwirkle.get_variant(name)
    if isinstance(variant, authoring.TileGame):
        found, rules = variant.statements, variant.rules
        assert ("R19" in found) == (rules.supply == "stacks")
        assert ("R3" in found) == (rules.no_play == "all-passed")
        assert rules.stuck.replace("-", " ") in found["R5"].text
    for rule, statement in variant.statements.items():
        with case(rule):
            assert not re.search(r"\beditions?\b|\bmanuals?\b", statement.text)


def test_options_bring_their_rulings() -> None:
    """A table that chooses another rule needs other rulings."""
    schmidt = qwirkle.get_variant("schmidt", no_play="at-once", supply="bag")
    assert schmidt.statements.keys().isdisjoint({"R3", "R19"})
    standard = qwirkle.get_variant("standard", no_play="all-passed", supply="stacks")
    assert standard.statements.keys() >= {"R3", "R19"}


@pytest.mark.parametrize("page", PAGES)
def test_pages_for_players_mark_a_pass_as_a_ruling(page: str) -> None:
    """Every paragraph that mentions one says so, or is below the title of a ruling."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    text = re.sub(r"^:::\{qwirkle-rule\} R.*?^:::$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```.*?^```$|\{rule\}`[^`]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    for paragraph in text.split("\n\n"):
        if PASSING.search(paragraph):
            assert re.search(r"\bruling\b", paragraph), paragraph


def test_pages_for_players_have_different_titles() -> None:
    titles = [path.read_text("utf-8").partition("\n")[0] for path in sorted(DOCS.glob("*.md"))]
    titles = [title for title in titles if title.startswith("# ")]
    assert len({*titles}) == len(titles)
