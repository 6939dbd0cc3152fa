"""The tables of ``glossary.md``, made from the words in ``glossary.toml``.

``manual-columns`` makes the table of the columns, and ``manual-words`` the table of one section.
Every word must be printed in every manual of its column.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from _ext.directives import Entry, Inline, table
from _ext.links import page_link
from _ext.rulebook import title_of
from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import qwirkle

from .foreign import Foreign, language_of, unprinted

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FILE: Final = "glossary.toml"
NO_WORD: Final = "–"  # noqa: RUF001

_log: Final = logging.getLogger(__name__)


class _Table(SphinxDirective):
    """A table made from the file of words."""

    def read(self) -> tuple[Path, dict[str, Any]]:
        """The file of words, and its content."""
        path = Path(self.env.srcdir, FILE)
        self.env.note_dependency(path)
        return path, tomllib.loads(path.read_text("utf-8"))


class ColumnsDirective(_Table):
    """Which column has the words of which manuals."""

    def run(self) -> list[nodes.Node]:
        _, words = self.read()
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
        path, words = self.read()
        section = self.arguments[0]
        if section not in words:
            _log.warning("%s has no section %r", FILE, section, location=self.get_location())
            return []
        used = {name for row in words[section].values() for name in row}
        columns = {name: about for name, about in words["columns"].items() if name in used}
        self._check(path, section, words[section], columns)
        rows: list[list[Entry]] = [
            [english, *(_word(row.get(name), columns[name]) for name in columns)]
            for english, row in words[section].items()
        ]
        return [_table(["English", *(about["title"] for about in columns.values())], rows)]

    def _check(
        self, path: Path, section: str, rows: dict[str, Any], columns: dict[str, Any]
    ) -> None:
        """Report columns that do not exist, and words that their manuals do not print."""
        lines = _lines(path.read_text("utf-8"))
        for english, row in rows.items():
            for name, text in row.items():
                where = f"{path}:{lines[section, english, name]}"
                if name not in columns:
                    _log.warning("there is no column %r", name, location=where)
                    continue
                found = unprinted(text, columns[name]["manuals"], self.env)
                for manual, words in found.items():
                    message = "the manual %r does not print: %s"
                    _log.warning(message, manual, ", ".join(words), location=where)


def _word(text: str | None, column: dict[str, Any]) -> Entry:
    if text is None:
        return NO_WORD
    return [Foreign(text, text, lang=language_of(column["manuals"][0]))]


def _lines(text: str) -> dict[tuple[str, str, str], int]:
    """The line of every word, by its section, its row and its column."""
    found = {}
    section = english = ""
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.fullmatch(r'\[(\w+)\."(.+)"\]', line):
            section, english = head.groups()
        found[section, english, line.partition(" = ")[0]] = number
    return found


def _table(head: Sequence[str], rows: Sequence[Sequence[Entry]]) -> nodes.table:
    found = table(head, rows)
    found["classes"] += ["manual-words"]
    return found


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("manual-columns", ColumnsDirective)
    app.add_directive("manual-words", WordsDirective)
    app.add_css_file("glossary.css")
