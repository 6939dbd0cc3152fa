"""What pages are put together from: texts, tables, and pictures with what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape, unescape
from typing import Final, TypeAlias

from docutils import nodes
from sphinx import addnodes

Words: TypeAlias = "list[str | nodes.Node]"
"""The parts of a paragraph."""

Cell: TypeAlias = "str | Words | nodes.line_block"
"""What may stand in a table: a text, the parts of a paragraph, or lines."""

_OWN: Final = re.compile(r'aria-labelledby="(\w+-)title [^"]*"')
_SAID: Final = re.compile(r"<(title|desc) [^>]*>(.*?)</\1>", re.DOTALL)


def paragraph(*texts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph."""
    inside = [nodes.Text(text) if isinstance(text, str) else text for text in texts]
    return nodes.paragraph("", "", *inside)


def code(text: str) -> nodes.literal:
    """A text to be typed."""
    return nodes.literal(text, text)


def separated(things: Iterable[nodes.Node]) -> Words:
    """Things with commas between them."""
    found: Words = []
    for thing in things:
        found += [", ", thing] if found else [thing]
    return found


def table(head: Sequence[Cell], rows: Iterable[Sequence[Cell]], title: str = "") -> nodes.table:
    """A table."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=20) for _ in head), cols=len(head))
    group += nodes.thead("", _row(head))
    group += nodes.tbody("", *map(_row, rows))
    titles = [nodes.title(title, title)] if title else []
    return nodes.table("", *titles, group, classes=["qwirkle"])


def picture(svg: str, alt: str, document: str, number: int) -> list[nodes.Node]:
    """A picture on a page, and what it says where there are no pictures.

    Args:
        svg: the picture.
        alt: what it says; if this is empty, what the picture itself says.
        document: the name of the document.
        number: which of the pictures in it this is.
    """
    said = alt or unescape(". ".join(found[1] for found in _SAID.findall(svg)))
    # The names in a picture depend on what it shows. Here it may be shown twice.
    [names] = _OWN.findall(svg)
    own = sha256(f"{document} {number}".encode()).hexdigest()[:10]
    svg = svg.replace(names, f"q{own}-")
    if alt:
        svg = _OWN.sub(lambda _: f'aria-label="{escape(alt)}"', svg)
    svg = svg.replace(
        "<svg ", '<svg class="qwirkle" style="max-width: 100%; height: auto; margin-top: 1em" ', 1
    )
    elsewhere = addnodes.only("", paragraph(said), expr="not html")
    return [nodes.raw("", svg, format="html"), elsewhere]


def _row(cells: Sequence[Cell]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", _block(cell)) for cell in cells))


def _block(cell: Cell) -> nodes.Node:
    if isinstance(cell, nodes.line_block):
        return cell
    return paragraph(cell) if isinstance(cell, str) else paragraph(*cell)
