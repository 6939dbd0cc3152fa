"""The settings for publishing the documentation, tried on a small project."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import publishing
import pytest
from sphinx_project import Built, build

ADDRESS = "https://docs.example/qwirkle"
REPOSITORY = "https://github.com/example/qwirkle"
SUMMARY = 'A site about "tiles" & rules.'

PAGES = {
    "start.md": "# Start\n\nWelcome.\n\n```{toctree}\n:caption: Play\n\nfirst\nown\ntable\n```\n",
    "first.md": "# The *first* page\n\nIts sentence has `code`.\nAnd a [link](own.md):\n\nMore.\n",
    "own.md": '---\nmyst:\n  html_meta:\n    description: Own "words" & more.\n---\n\n# Own\n\nA.\n',
    "table.md": "# A table\n\n| tile |\n| --- |\n| red |\n",
}
ADDRESSES = {"QWIRKLE_DOCS_URL": ADDRESS, "QWIRKLE_DOCS_REPOSITORY": REPOSITORY}


def built(folder: Path, environment: dict[str, str]) -> Built:
    """The pages with the settings that an environment gives."""
    found = build(
        folder,
        PAGES,
        extensions=["myst_parser", "publishing"],
        root_doc="start",
        exclude_patterns=["index.rst"],
        html_theme="furo",
        html_title="the site",
        publishing_summary=SUMMARY,
        html_baseurl=publishing.site_address(environment),
        html_theme_options=publishing.edit_links(environment),
    )
    assert (found.status, found.messages) == (0, ())
    return found


def test_without_an_address_no_page_claims_one(tmp_path: Path) -> None:
    private = built(tmp_path, {})
    page = private.page("first")
    for part in ('rel="canonical"', 'rel="edit"', "og:url", "og:image"):
        assert part not in page
    assert not (private.out / "sitemap.xml").exists()
    assert "](first.html): Its sentence" in (private.out / "llms.txt").read_text("utf-8")


def test_with_an_address_pages_say_where_they_are(tmp_path: Path) -> None:
    public = built(tmp_path, ADDRESSES)
    page = public.page("first")
    assert f'<link rel="canonical" href="{ADDRESS}/first.html">' in page
    assert f'href="{REPOSITORY}/edit/main/docs/first.md" rel="edit"' in page
    assert f"{ADDRESS}/_static/preview.png" in page
    assert (public.out / "_static" / "preview.png").read_bytes().startswith(b"\x89PNG")
    listed = re.findall("<loc>(.*?)</loc>", (public.out / "sitemap.xml").read_text("utf-8"))
    assert {*listed} == {f"{ADDRESS}/{Path(name).stem}.html" for name in PAGES}
    assert (public.out / "llms.txt").read_text("utf-8") == (
        f"# the site\n\n> {SUMMARY}\n\n## Play\n\n"
        f"- [The first page]({ADDRESS}/first.html): Its sentence has code. And a link.\n"
        f'- [Own]({ADDRESS}/own.html): Own "words" & more.\n'
        f"- [A table]({ADDRESS}/table.html)\n"
    )
    for name, text in (
        ("first", "Its sentence has code. And a link."),
        ("own", 'Own "words" & more.'),
        ("table", SUMMARY),
    ):
        assert f'content="{text}"' in unescape(public.page(name))


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, ""),
        ({"READTHEDOCS_CANONICAL_URL": "https://hosted.example/"}, "https://hosted.example/"),
        ({"READTHEDOCS_CANONICAL_URL": "https://hosted.example/", **ADDRESSES}, f"{ADDRESS}/"),
    ],
)
def test_the_address_of_read_the_docs_is_used_if_no_other_is_given(
    environment: dict[str, str], address: str
) -> None:
    assert publishing.site_address(environment) == address


def test_a_branch_can_be_chosen() -> None:
    environment = {**ADDRESSES, "QWIRKLE_DOCS_BRANCH": "next"}
    assert publishing.edit_links(environment)["source_branch"] == "next"
