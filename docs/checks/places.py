"""The line on which a part of a paragraph stands."""

from __future__ import annotations

from docutils import nodes


def place_of(part: nodes.Element) -> nodes.Node | str:
    """The file and line of a part of a paragraph.

    Parsers give each part the first line of its paragraph, so the lines before it are counted.
    """
    block: nodes.Element = part
    while isinstance(block.parent, nodes.TextElement):
        block = block.parent
    before = ""
    for node in block.findall():
        if node is part:
            break
        before += node if isinstance(node, nodes.Text) else ""
    return place_in(block, before, part.line)


def place_in(block: nodes.Element, before: str, first: int | None = None) -> nodes.Node | str:
    """The file and line of a place in a paragraph.

    Args:
        block: the paragraph.
        before: the text before the place.
        first: the first line of the paragraph, if something else knows it better.
    """
    first = first or block.line
    return f"{block.source}:{first + before.count(chr(10))}" if first else block
