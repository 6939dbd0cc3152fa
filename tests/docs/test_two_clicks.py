"""From the front page, the rules of every box are one click away."""

from __future__ import annotations

from pathlib import Path

import pytest

import qwirkle

DOCS = Path(__file__).parents[2] / "docs"
EDITIONS = [name for name in qwirkle.variants() if qwirkle.get_variant(name).citations]


def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_has_a_page_that_the_front_page_links_to(name: str) -> None:
    """The page has all rules of the edition: who starts on a tie, what if nobody can place."""
    [page] = [
        path.name
        for path in DOCS.glob("edition-*.md")
        if f"{{qwirkle-edition}} {name}\n" in path.read_text(encoding="utf-8")
    ]
    assert f"]({page})" in text("index.md")
    assert f"\n{name} {page.removesuffix('.md')}\n" in text("editions.md")
