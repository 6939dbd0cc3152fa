"""Words of other languages: marked as such for browsers, and found in the printed manuals.

In running text the role ``foreign`` marks them, with the language first::

    {foreign}`nl: voorraad`

The manuals themselves are not part of the project. ``glossary-words.json`` has a short hash of
every word that each manual prints; a maintainer who has the manuals as text makes it again with::

    PYTHONPATH=docs python -m checks FOLDER
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from .places import place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator

FILE: Final = "glossary-words.json"
FROM_THE_RIGHT: Final = {"he"}
"""The languages that are written from right to left."""

_DIGITS: Final = 8
_log: Final = logging.getLogger(__name__)


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
    return " ".join(sorted({_hash(word) for word in words_of(text) + words_of(joined)}))


def _hash(word: str) -> str:
    return sha256(word.encode()).hexdigest()[:_DIGITS]


def unprinted(text: str, manuals: Iterable[str], env: BuildEnvironment) -> dict[str, list[str]]:
    """The words of a text that manuals do not print, by manual."""
    path = Path(env.srcdir, FILE)
    env.note_dependency(path)
    printed: dict[str, str] = json.loads(path.read_text("utf-8"))
    found = {
        manual: [word for word in words_of(text) if _hash(word) not in printed[manual].split()]
        for manual in manuals
    }
    return {manual: words for manual, words in found.items() if words}


def manuals_in(language: str, env: BuildEnvironment) -> list[str]:
    """The manuals in a language."""
    printed = json.loads(Path(env.srcdir, FILE).read_text("utf-8"))
    return [manual for manual in printed if language_of(manual) == language]


def language_of(manual: str) -> str:
    """The language of a manual: the end of its name.

    >>> language_of("schmidt-de")
    'de'
    """
    return manual.rpartition("-")[2]


class ForeignRole(SphinxRole):
    """Words of another language, all of which one manual in that language prints."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        language, _, text = self.text.partition(": ")
        kind = Foreign if language in FROM_THE_RIGHT else ForeignPhrase
        node = kind(self.rawtext, text, lang=language, unchecked=True)
        self.set_source_info(node)
        return [node], []


def _check(app: Sphinx, doctree: nodes.document) -> None:
    """Report words of the role that no manual in their language prints."""
    for node in doctree.findall(nodes.TextElement):
        if not node.get("unchecked"):
            continue
        language = node["lang"]
        manuals = manuals_in(language, app.env)
        missing = unprinted(node.astext(), manuals, app.env)
        if not manuals:
            message = "foreign: no manual is in the language %r; expected words like 'nl: tegel'"
            _log.warning(message, language, location=place_of(node))
        elif len(missing) == len(manuals):
            message = "foreign: no manual in the language %r prints %r"
            _log.warning(message, language, node.astext(), location=place_of(node))


def _open(translator: HTML5Translator, node: Foreign | ForeignPhrase) -> None:
    marks: dict[str, Any] = {"lang": node["lang"]}
    if node["lang"] in FROM_THE_RIGHT:
        marks["dir"] = "rtl"
    translator.body.append(translator.starttag(node, node.tag, "", **marks))


def _close(translator: HTML5Translator, node: Foreign | ForeignPhrase) -> None:
    translator.body.append(f"</{node.tag}>")


def setup(app: Sphinx) -> None:
    """Register the role and its nodes."""
    app.add_role("foreign", ForeignRole())
    app.add_node(Foreign, html=(_open, _close))
    app.add_node(ForeignPhrase, html=(_open, _close))
    app.connect("doctree-read", _check)
