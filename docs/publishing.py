"""An extension for Sphinx that makes these pages ready to be published.

Every page gets a description, an icon, and the tags from which previews of links are made. The
site gets ``llms.txt`` and, if its address is known, ``sitemap.xml`` and a preview picture. The
library draws the icon and the picture. The headers of tables say what they are headers of, for
people who hear a page.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from resvg_py import svg_to_bytes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from qwirkle import Board, Tile
from qwirkle.render import svg
from qwirkle.render.shapes import BACKGROUND

ICON: Final = Tile.parse("Rk")

PREVIEW: Final = Board(
    "Rk@0,0 Ok@1,0 Yk@2,0 Gk@3,0 Bk@4,0 Pk@5,0 Os@1,-1 Ox@1,1 Gt@3,-1 Bc@4,1 Px@5,-1"
)
"""The preview picture: a Qwirkle, crossed by other lines."""

PREVIEW_WORDS: Final = "A Qwirkle: six clovers, one of each colour, crossed by other lines."

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size of the preview picture that sites which show previews recommend."""

LONGEST: Final = 200
"""The longest description, in characters."""


# Settings, which come from the environment because the project does not know where it is published


def site_address(environment: Mapping[str, str]) -> str:
    """The address at which the site will be published, or nothing if it is not known.

    >>> site_address({"QWIRKLE_DOCS_URL": "https://docs.example/qwirkle"})
    'https://docs.example/qwirkle/'
    >>> site_address({})
    ''
    """
    names = ("QWIRKLE_DOCS_URL", "READTHEDOCS_CANONICAL_URL")
    found = next((environment[name] for name in names if environment.get(name)), "")
    return f"{found.rstrip('/')}/" if found else ""


def edit_links(environment: Mapping[str, str]) -> dict[str, str]:
    """The options of the theme for links to the source of a page, if the repository is known.

    >>> edit_links({"QWIRKLE_DOCS_REPOSITORY": "https://repository.example/qwirkle"})
    {'source_repository': 'https://repository.example/qwirkle', 'source_branch': 'main', \
'source_directory': 'docs/'}
    >>> edit_links({})
    {}
    """
    repository = environment.get("QWIRKLE_DOCS_REPOSITORY", "")
    if not repository:
        return {}
    return {
        "source_repository": repository,
        "source_branch": environment.get("QWIRKLE_DOCS_BRANCH") or "main",
        "source_directory": "docs/",
    }


# Descriptions


def _note_description(app: Sphinx, document: nodes.document) -> None:
    """Keep the description that a page has in its front matter, or else its first sentences."""
    own = (node["content"] for node in document.findall(nodes.meta) if _describes(node))
    text = next(own, "") or _shortened(_first_paragraph(document))
    app.env.metadata[app.env.docname]["description"] = text


def _describes(node: nodes.meta) -> bool:
    return bool(node.get("name") == "description")


def _first_paragraph(document: nodes.document) -> str:
    """The first paragraph that is not inside a picture, a table or a list."""
    for section in document.findall(nodes.section):
        for child in section.children:
            if isinstance(child, nodes.paragraph):
                return " ".join(child.astext().split())
    return ""


def _shortened(text: str) -> str:
    """The first sentences of a text, as many as are short enough.

    >>> _shortened("One. Two:")
    'One. Two.'
    >>> _shortened(f"One. {'word ' * 50}.")
    'One.'
    >>> _shortened("word " * 50)[-6:]
    'word …'
    """
    sentences = re.split(r"(?<=[.!?]) ", text)
    fitting = [found for found in accumulate(sentences, "{} {}".format) if len(found) <= LONGEST]
    found = fitting[-1] if fitting else textwrap.shorten(text, LONGEST, placeholder=" …")
    return re.sub(":$", ".", found)


def description(env: BuildEnvironment, page: str) -> str:
    """The description of a page; empty if it has none."""
    found: str = env.metadata[page]["description"] if page in env.metadata else ""
    return found


# The head of every page


def _add_tags(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    """Add the icon, the description and the tags for previews to the head of a page."""
    address = app.config.html_baseurl
    titles = app.env.titles  # the pages that Sphinx makes, such as the index, have none
    title = titles[page].astext() if page in titles else app.config.html_title
    about = description(app.env, page) or app.config.publishing_summary
    before = context.get("metatags", "")
    tags = [f'<link rel="icon" type="image/svg+xml" href="{context["pathto"](_ICON_FILE, 1)}">']
    if 'name="description"' not in before:
        tags.append(_tag("name", "description", about))
    named = {
        "og:type": "website",
        "og:site_name": app.config.html_title,
        "og:title": title,
        "og:description": about,
    }
    if address:  # only whole addresses are allowed in these
        named |= {
            "og:url": context["pageurl"],
            "og:image": f"{address}{_PREVIEW_FILE}",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": PREVIEW_WORDS,
        }
    tags += [_tag("property", name, text) for name, text in named.items()]
    tags.append(_tag("name", "twitter:card", "summary_large_image" if address else "summary"))
    context["metatags"] = "\n".join([before, *tags, ""])


def _tag(kind: str, name: str, text: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(text)}">'


# Tables


def _mark_headers(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    """Let every header of a table say whether it belongs to a column or to a row."""
    if "body" in context:
        context["body"] = with_scopes(context["body"])


def with_scopes(html: str) -> str:
    """A page with the scope of every header of a table, which docutils does not write.

    >>> with_scopes('<th class="head stub"><th class="stub">')
    '<th scope="col" class="head stub"><th scope="row" class="stub">'
    """
    html = html.replace('<th class="head', '<th scope="col" class="head')
    return html.replace('<th class="stub', '<th scope="row" class="stub')


# Files beside the pages

_ICON_FILE: Final = "_static/icon.svg"
_PREVIEW_FILE: Final = "_static/preview.png"


def _write_files(app: Sphinx, error: Exception | None) -> None:
    """Write everything that is for the whole site."""
    if error is not None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    files: dict[str, str | bytes] = {
        _ICON_FILE: svg(ICON),
        "llms.txt": "".join(f"{line}\n" for line in llms_txt(app.builder)),
    }
    if app.config.html_baseurl:
        files |= {
            _PREVIEW_FILE: bytes(svg_to_bytes(svg_string=preview())),
            "sitemap.xml": "".join(f"{line}\n" for line in sitemap(app.builder)),
        }
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        Path(app.outdir, name).write_bytes(data)


def preview() -> str:
    """The preview picture."""
    columns = {cell.x for cell in PREVIEW}
    rows = {cell.y for cell in PREVIEW}
    side = min(WIDTH // (len(columns) + 1), HEIGHT // (len(rows) + 1))
    left = (WIDTH - side * len(columns)) / 2 - side * min(columns)
    top = (HEIGHT - side * len(rows)) / 2 - side * min(rows)
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    tiles = [
        f'<g transform="translate({left + side * cell.x:g} {top + side * cell.y:g})">'
        f"{svg(tile, size=side)}</g>"
        for cell, tile in PREVIEW.items()
    ]
    background = f'<rect {size} fill="{BACKGROUND}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, background, *tiles, "</svg>"])


def llms_txt(builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """The lines of ``llms.txt``: the pages with their descriptions, grouped as in the contents."""
    env = builder.env
    yield f"# {builder.config.html_title}"
    yield ""
    yield f"> {builder.config.publishing_summary}"
    for contents in env.get_doctree(builder.config.root_doc).findall(addnodes.toctree):
        yield ""
        yield f"## {contents['caption'] or 'Pages'}"
        yield ""
        for page in _with_pages_below(env, contents["includefiles"]):
            address = f"{builder.config.html_baseurl}{builder.get_target_uri(page)}"
            link = f"[{env.titles[page].astext()}]({address})"
            yield f"- {': '.join(filter(None, [link, description(env, page)]))}"


def _with_pages_below(env: BuildEnvironment, pages: list[str]) -> Iterator[str]:
    for page in pages:
        yield page
        yield from _with_pages_below(env, env.toctree_includes.get(page, []))


def sitemap(builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """The lines of ``sitemap.xml``."""
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    for page in sorted(builder.env.found_docs):
        address = f"{builder.config.html_baseurl}{builder.get_target_uri(page)}"
        yield f"<url><loc>{escape(address)}</loc></url>"
    yield "</urlset>"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; Sphinx calls this function."""
    app.add_config_value("publishing_summary", "", "html", str)
    app.connect("doctree-read", _note_description)
    app.connect("html-page-context", _add_tags)
    app.connect("html-page-context", _mark_headers)
    app.connect("build-finished", _write_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
