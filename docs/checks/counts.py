"""Numbers that sentences announce: they must be right.

The role ``count`` prints a number and checks it::

    {count}`Five <questions>` are answered below.

It can count the ``sections`` below the sentence, the ``questions`` among their titles, the
``items`` of the next list, the ``rows`` of the next table, the printed ``editions``, and the
manuals that print a rule, or are silent about it: ``E3 printed`` and ``E3 silent``.

A number before one of a few nouns, such as "four questions", must be in this role.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from _ext.wording import NUMBERS, number_names
from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

import qwirkle

from .places import place_in, place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SEVERAL: Final = "|".join(NUMBERS[2:13])
NOUNS: Final = (
    "cautions|editions|examples|hints|manuals|pages|pictures|questions|rulings|sections|situations"
    "|steps|things|variants|ways"
)

_ANNOUNCED: Final = re.compile(
    rf"(?<![\w,.])(?:{SEVERAL}|\d\d?)(?:\s[^\W\d][\w-]*)?\s(?:{NOUNS})\b", re.IGNORECASE
)
_log: Final = logging.getLogger(__name__)


class Count(nodes.inline):
    """A number and what it counts."""


class CountRole(SphinxRole):
    """A number that is checked when its page has been read."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        number, _, counted = self.text.removesuffix(">").partition(" <")
        node = Count(self.rawtext, number, counted=counted)
        self.set_source_info(node)
        return [node], []


def _sections(node: Count) -> list[nodes.section]:
    around = node.parent
    while not isinstance(around, nodes.section):
        around = around.parent
    return [child for child in around if isinstance(child, nodes.section)]


def _questions(node: Count) -> int:
    return sum(section[0].astext().endswith("?") for section in _sections(node))


def _items(node: Count) -> int:
    item = node.next_node(_is_item, siblings=True, ascend=True)
    return len(item.parent) if item else 0


def _is_item(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.list_item, nodes.definition_list_item))


def _rows(node: Count) -> int:
    body = node.next_node(nodes.tbody, siblings=True, ascend=True)
    return len(body) if body else 0


def _editions(node: Count) -> int:
    return sum(qwirkle.get_variant(name).edition is not None for name in qwirkle.variants())


def _manuals(rule: str, status: str) -> int:
    cited = (qwirkle.get_variant(name).citations.get(rule) for name in qwirkle.variants())
    return len({found.source for found in cited if found and found.status == status})


COUNTERS: Final[dict[str, Callable[[Count], int]]] = {
    "editions": _editions,
    "items": _items,
    "questions": _questions,
    "rows": _rows,
    "sections": lambda node: len(_sections(node)),
}


def _check(app: Sphinx, doctree: nodes.document) -> None:
    for node in doctree.findall(Count):
        text, counted = node.astext(), node["counted"]
        if re.fullmatch(r"[A-Z]+\d+ (printed|implied|silent)", counted):
            true = _manuals(*counted.split())
        elif counted in COUNTERS:
            true = COUNTERS[counted](node)
        else:
            _log.warning("count: cannot count %r", counted, location=place_of(node))
            continue
        if text.lower() not in number_names(true):
            _log.warning("count: %s %s: %d", text, counted, true, location=place_of(node))
    for block in doctree.findall(nodes.TextElement):
        # Paragraphs of docstrings and of directives have other sources, or none.
        if block.source != doctree["source"] or isinstance(block, nodes.FixedTextElement):
            continue
        if isinstance(block.parent, nodes.TextElement):
            continue
        text = _prose(block)
        for found in _ANNOUNCED.finditer(text):
            message = "nothing checks the number in %r: use the role count, or leave it out"
            place = place_in(block, text[: found.start()])
            _log.warning(message, " ".join(found[0].split()), location=place)


def _prose(block: nodes.Element) -> str:
    """The text of a paragraph, without numbers that are checked and without code."""
    parts = (
        "\0" * isinstance(text.parent, (Count, nodes.literal)) or str(text)
        for text in block.findall(nodes.Text)
    )
    return "".join(parts)


def setup(app: Sphinx) -> None:
    """Register the role, and check every page when it has been read."""
    app.add_role("count", CountRole())
    app.add_node(Count)
    app.connect("doctree-read", _check)
