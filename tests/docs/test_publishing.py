"""The settings for publishing the documentation, tried on small projects."""

from __future__ import annotations

import re
import runpy
import struct
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree

import publishing
import pytest
from sphinx_project import Built, build

import qwirkle

DOCS = Path(__file__).parents[2] / "docs"

ADDRESS = "https://docs.example/qwirkle"
REPOSITORY = "https://github.com/example/qwirkle"
SUMMARY = 'A site about "tiles" & rules.'

PAGES = {
    "start.md": """# Start

Welcome.

```{toctree}
:caption: Play

first
table
```

```{toctree}
:caption: Program

own
```
""",
    "first.md": """# The *first* page

The first sentence has `code`.
The second one has a [link](own.md):

Another paragraph.

```{toctree}
below
```
""",
    "below.md": "# Below\n\n" + "word " * 60 + "\n",
    "own.md": """---
myst:
  html_meta:
    description: Its own "words" & more.
---

# Own

A paragraph.
""",
    "table.md": """# A table

| tile | points |
| --- | --- |
| red | 3 |
""",
}

Builder: TypeAlias = Callable[..., Built]


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    """Build the pages with the settings that an environment gives."""

    def built(environment: dict[str, str], kind: str = "html") -> Built:
        folder = tmp_path_factory.mktemp("project")
        found = build(
            folder,
            PAGES,
            kind,
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

    return built


@pytest.fixture(scope="module")
def private(builder: Builder) -> Built:
    """The project while its addresses are not known."""
    return builder({})


@pytest.fixture(scope="module")
def public(builder: Builder) -> Built:
    """The project with its addresses."""
    return builder({"QWIRKLE_DOCS_URL": ADDRESS, "QWIRKLE_DOCS_REPOSITORY": REPOSITORY})


def tags(page: str) -> dict[str, list[str]]:
    """The contents of the meta tags of a page, by their names."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<meta [^>]*>", page):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        name = attributes.get("name") or attributes.get("property", "")
        found.setdefault(name, []).append(unescape(attributes.get("content", "")))
    return found


def test_without_an_address_no_page_claims_one(private: Built) -> None:
    """There are no canonical links, no addresses for previews, no sitemap and no edit links."""
    for name in ("start", "first", "genindex"):
        page = private.page(name)
        assert 'rel="canonical"' not in page
        assert 'rel="edit"' not in page
        assert {"og:url", "og:image"}.isdisjoint(tags(page))
        assert tags(page)["twitter:card"] == ["summary"]
    assert not (private.out / "sitemap.xml").exists()
    assert not (private.out / "_static" / "preview.png").exists()


def test_with_an_address_pages_say_where_they_are(public: Built) -> None:
    page = public.page("first")
    assert f'<link rel="canonical" href="{ADDRESS}/first.html">' in page
    found = tags(page)
    assert found["og:url"] == [f"{ADDRESS}/first.html"]
    assert found["og:image"] == [f"{ADDRESS}/_static/preview.png"]
    assert found["twitter:card"] == ["summary_large_image"]


def test_with_a_repository_pages_can_be_edited(public: Built) -> None:
    assert f'href="{REPOSITORY}/edit/main/docs/first.md" rel="edit"' in public.page("first")


def test_a_branch_can_be_chosen() -> None:
    environment = {"QWIRKLE_DOCS_REPOSITORY": REPOSITORY, "QWIRKLE_DOCS_BRANCH": "next"}
    assert publishing.edit_links(environment)["source_branch"] == "next"


def test_the_address_of_read_the_docs_is_used_if_no_other_is_given() -> None:
    environment = {"READTHEDOCS_CANONICAL_URL": "https://hosted.example/en/latest/"}
    assert publishing.site_address(environment) == "https://hosted.example/en/latest/"
    assert publishing.site_address({**environment, "QWIRKLE_DOCS_URL": ADDRESS}) == f"{ADDRESS}/"


def test_every_page_has_one_description(private: Built) -> None:
    """Its own, its first sentences, or that of the site."""
    expected = {
        "first": "The first sentence has code. The second one has a link.",
        "own": 'Its own "words" & more.',
        "table": SUMMARY,
        "genindex": SUMMARY,
    }
    for name, text in expected.items():
        found = tags(private.page(name))
        assert found["description"] == found["og:description"] == [text], name
    [long] = tags(private.page("below"))["description"]
    assert len(long) <= publishing.LONGEST
    assert long.endswith("word …")


def test_previews_have_the_title_of_the_page(private: Built) -> None:
    assert tags(private.page("first"))["og:title"] == ["The first page"]
    assert tags(private.page("genindex"))["og:title"] == ["the site"]


def test_the_preview_is_a_qwirkle_of_the_right_size(public: Built) -> None:
    assert not qwirkle.check_board(publishing.PREVIEW)
    longest = max(publishing.PREVIEW.lines(), key=lambda line: len(line.cells))
    assert [len(longest.cells), longest.fits] == [6, True]
    data = (public.out / "_static" / "preview.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (publishing.WIDTH, publishing.HEIGHT) == (1200, 630)
    assert publishing.preview().count("data-tile") == len(publishing.PREVIEW)


def test_the_icon_is_a_tile(private: Built) -> None:
    [name] = re.findall(r'<link rel="icon" [^>]*href="([^"]*)"', private.page("first"))
    assert 'data-tile="Rk"' in (private.out / name).read_text(encoding="utf-8")


def test_the_sitemap_lists_every_page(public: Built) -> None:
    tree = ElementTree.parse(public.out / "sitemap.xml")
    found = {element.text for element in tree.iter() if element.tag.endswith("}loc")}
    assert found == {f"{ADDRESS}/{Path(name).stem}.html" for name in PAGES}


LLMS = """# the site

> {summary}

## Play

- [The first page]({address}first.html): The first sentence has code. The second one has a link.
- [Below]({address}below.html): {long}
- [A table]({address}table.html)

## Program

- [Own]({address}own.html): Its own "words" & more.
"""


def test_llms_txt_lists_the_pages_as_the_contents_do(private: Built, public: Built) -> None:
    """Its links are whole addresses only if the address of the site is known."""
    [long] = tags(private.page("below"))["description"]
    for built, address in ((private, ""), (public, f"{ADDRESS}/")):
        text = (built.out / "llms.txt").read_text(encoding="utf-8")
        assert text == LLMS.format(summary=SUMMARY, address=address, long=long)


def test_headers_of_tables_have_a_scope(private: Built) -> None:
    assert re.findall(r"<th [^>]*>", private.page("table")) == ['<th scope="col" class="head">'] * 2


def test_other_formats_get_no_files(builder: Builder) -> None:
    assert not (builder({}, "text").out / "llms.txt").exists()


def settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    """The settings of the documentation itself in an environment."""
    for name in (
        "QWIRKLE_DOCS_URL",
        "QWIRKLE_DOCS_REPOSITORY",
        "QWIRKLE_DOCS_BRANCH",
        "READTHEDOCS_CANONICAL_URL",
    ):
        monkeypatch.delenv(name, raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    monkeypatch.syspath_prepend(DOCS)
    return runpy.run_path(str(DOCS / "conf.py"))


def test_the_documentation_takes_its_addresses_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = settings(monkeypatch)
    assert (found["html_baseurl"], found["html_theme_options"]) == ("", {})
    assert "publishing" in found["extensions"]
    found = settings(monkeypatch, QWIRKLE_DOCS_URL=ADDRESS, QWIRKLE_DOCS_REPOSITORY=REPOSITORY)
    assert found["html_baseurl"] == f"{ADDRESS}/"
    assert found["html_theme_options"]["source_repository"] == REPOSITORY
