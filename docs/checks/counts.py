from __future__ import annotations
from sphinx.application import Sphinx


def setup(app: Sphinx) -> None: ...
