"""The checks of this documentation's own prose, as an extension for Sphinx.

Every problem is a warning with its file and line, so that ``sphinx-build -W`` fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import foreign, glossary, names

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the checks; Sphinx calls this function."""
    for check in (foreign, glossary, names):
        check.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
