"""The words of this documentation that are not prose, as an extension for Sphinx.

It makes the tables of words, marks foreign words, and checks names. Every problem is a warning
with its file and line, so that ``sphinx-build -W`` fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .foreign import Foreign, ForeignPhrase, ForeignRole, closes, opens
from .glossary import ColumnsDirective, WordsDirective
from .names import check_names

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; Sphinx calls this function."""
    app.add_directive("manual-columns", ColumnsDirective)
    app.add_directive("manual-words", WordsDirective)
    app.add_css_file("glossary.css")
    app.add_role("foreign", ForeignRole())
    app.add_node(Foreign, html=(opens, closes))
    app.add_node(ForeignPhrase, html=(opens, closes))
    app.connect("doctree-read", check_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
