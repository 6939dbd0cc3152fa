"""The role ``count``: a number of items, which is checked against the list that follows.

It is used as in ``{count}`Four <items>` things to remember:``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from _ext.wording import number_names
from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from .places import place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Count(nodes.inline):
    """A number of items."""


class CountRole(SphinxRole):
    """A number that is checked when its page has been read."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        node = Count(self.rawtext, self.text.removesuffix(" <items>"))
        self.set_source_info(node)
        return [node], []


def _check(app: Sphinx, doctree: nodes.document) -> None:
    for node in doctree.findall(Count):
        item = node.next_node(nodes.list_item, siblings=True, ascend=True)
        items = len(item.parent) if item else 0
        if node.astext().lower() not in number_names(items):
            message = "count: %s items: %d"
            logging.getLogger(__name__).warning(
                message, node.astext(), items, location=place_of(node)
            )


def setup(app: Sphinx) -> None:
    """Register the role, and check every page when it has been read."""
    app.add_role("count", CountRole())
    app.add_node(Count)
    app.connect("doctree-read", _check)
