"""Small projects of Sphinx with the extension of this library, built for tests."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

SETTINGS: dict[str, Any] = {
    "extensions": ["myst_parser", "_ext"],
    "html_theme": "basic",
}


@attrs.frozen
class Built:
    """A project after its build."""

    source: Path
    """The folder of its sources."""
    out: Path
    """The folder of its pages."""
    messages: tuple[str, ...]
    """The messages that were reported."""
    status: int
    """The exit status: 0 if nothing was reported."""

    def page(self, name: str) -> str:
        """The text of a page."""
        found = sorted(self.out.glob(f"{name}.*"))
        return found[0].read_text(encoding="utf-8")

    def about(self, name: str) -> list[str]:
        """The messages about a page."""
        return [text for text in self.messages if f"{self.source / name}." in text]


def build(folder: Path, pages: dict[str, str], builder: str = "html", **settings: Any) -> Built:
    """Build a project from its files, by name."""
    source, out = folder / "source", folder / "out"
    source.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (source / name).write_text(text, encoding="utf-8")
    names = "\n".join(f"   {Path(name).stem}" for name in pages if name.endswith((".md", ".rst")))
    (source / "index.rst").write_text(f"Contents\n========\n\n.. toctree::\n\n{names}\n")
    messages = StringIO()
    with patch_docutils(str(source)), docutils_namespace(), warnings.catch_warnings():
        # A deprecation inside another package.
        warnings.filterwarnings("ignore", message="'myst_parser")
        app = Sphinx(
            source,
            None,
            out,
            folder / "trees",
            builder,
            confoverrides={**SETTINGS, **settings},
            status=None,
            warning=messages,
            warningiserror=True,
            keep_going=True,
        )
        app.build()
    text = re.sub("\x1b[^m]*m", "", messages.getvalue()).strip()
    found = re.split(rf"\n(?={re.escape(str(source))})", text) if text else []
    return Built(source, out, tuple(found), app.statuscode)


def fence(directive: str, *lines: str) -> str:
    """A page with a directive on its third line."""
    return "\n".join(["# Title", "", f"```{{{directive}", *lines, "```", ""])
