"""The tables of ``glossary.md``, made from the words in ``glossary.toml``.

``manual-columns`` makes the table of the columns, and ``manual-words`` the table of one section.
A test looks for every word in the manuals of its column.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from _ext.directives import Entry, Inline, table
from _ext.links import page_link
from _ext.rulebook import title_of
from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import qwirkle

from .foreign import Foreign, language_of

FILE: Final = "glossary.toml"
NO_WORD: Final = "–"  # noqa: RUF001

_log: Final = logging.getLogger(__name__)


class _Table(SphinxDirective):
    """A table made from the file of words."""

    def read(self) -> dict[str, Any]:
        """The content of the file of words."""
        path = Path(self.env.srcdir, FILE)
        self.env.note_dependency(path)
        return tomllib.loads(path.read_text("utf-8"))


class ColumnsDirective(_Table):
    """Which column has the words of which manuals."""

    def run(self) -> list[nodes.Node]:
        words = self.read()
        rows: list[list[Entry]] = []
        for column in words["columns"].values():
            parts: Inline = []
            for name in column["editions"]:
                parts += ["; "] * bool(parts) + self._edition(name)
            rows.append([column["title"], parts])
        return [_table(["column", "manual"], rows)]

    def _edition(self, name: str) -> Inline:
        """A link to the page of an edition, after its title if that is a foreign one."""
        edition = qwirkle.get_variant(name).edition
        assert edition is not None
        text = ", ".join(str(part) for part in (edition.publisher, edition.year) if part)
        link = page_link(text, f"/edition-{name}", self.env.docname)
        return [title_of(edition), ", ", link] if edition.lang else [link]


class WordsDirective(_Table):
    """The words of a section, in every language that has some."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        words = self.read()
        section = self.arguments[0]
        if section not in words:
            _log.warning("%s has no section %r", FILE, section, location=self.get_location())
            return []
        used = {name for row in words[section].values() for name in row}
        columns = {name: about for name, about in words["columns"].items() if name in used}
        rows: list[list[Entry]] = [
            [english, *(_word(row.get(name), columns[name]) for name in columns)]
            for english, row in words[section].items()
        ]
        return [_table(["English", *(about["title"] for about in columns.values())], rows)]


def _word(text: str | None, column: dict[str, Any]) -> Entry:
    if text is None:
        return NO_WORD
    return [Foreign(text, text, lang=language_of(column["manuals"][0]))]


def _table(head: Sequence[str], rows: Sequence[Sequence[Entry]]) -> nodes.table:
    found = table(head, rows)
    found["classes"] += ["manual-words"]
    return found
