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
    line = part.line or block.line
    return f"{block.source}:{line + before.count(chr(10))}" if line else block
