"""Words of other languages: marked as such for browsers, and found in the printed manuals.

In running text the role ``foreign`` marks them, with the language first::

    {foreign}`nl: voorraad`

The manuals themselves are not part of the project. ``glossary-words.json`` has a short hash of
every word that each manual prints, which a test compares with those of the pages; a maintainer
who has the manuals as text makes it again with::

    PYTHONPATH=docs python -m checks FOLDER
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from docutils import nodes
from sphinx.util.docutils import SphinxRole

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

FILE: Final = "glossary-words.json"
FROM_THE_RIGHT: Final = {"he"}
"""The languages that are written from right to left."""

_DIGITS: Final = 8


class Foreign(nodes.inline):
    """Words of another language."""

    tag = "span"


class ForeignPhrase(nodes.emphasis):
    """Words of another language in running text."""

    tag = "i"


def words_of(text: str) -> list[str]:
    """The words of a text, in a form that does not depend on its place in a sentence.

    >>> words_of("L'écart, MINI-Extensions")
    ['l', 'écart', 'mini', 'extensions']
    """
    return re.findall(r"[^\W_]+", normalize("NFC", text.casefold()))


def fingerprint(text: str) -> str:
    """The sorted hashes of all words of a manual."""
    joined = re.sub(r"(?<=\w)(\N{SOFT HYPHEN}|-\n)(?=\w)", "", text)  # words cut at a line's end
    words = {*words_of(text), *words_of(joined)}
    return " ".join(sorted(sha256(word.encode()).hexdigest()[:_DIGITS] for word in words))


def language_of(manual: str) -> str:
    """The language of a manual: the end of its name.

    >>> language_of("schmidt-de")
    'de'
    """
    return manual.rpartition("-")[2]


class ForeignRole(SphinxRole):
    """Words of another language."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        language, _, text = self.text.partition(": ")
        kind = Foreign if language in FROM_THE_RIGHT else ForeignPhrase
        node = kind(self.rawtext, text, lang=language)
        self.set_source_info(node)
        return [node], []


def opens(translator: HTML5Translator, node: Foreign | ForeignPhrase) -> None:
    """Write the start of foreign words."""
    marks: dict[str, Any] = {"lang": node["lang"]}
    if node["lang"] in FROM_THE_RIGHT:
        marks["dir"] = "rtl"
    translator.body.append(translator.starttag(node, node.tag, "", **marks))


def closes(translator: HTML5Translator, node: Foreign | ForeignPhrase) -> None:
    """Write the end of foreign words."""
    translator.body.append(f"</{node.tag}>")
