"""An extension for Sphinx: positions, moves and rules in documents, checked while they are built.

Install it with the extra ``docs``, and name it in ``conf.py``::

    extensions = ["qwirkle.sphinxext"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwirkle.sphinxext.directives import RuleRole, resolve
from qwirkle.sphinxext.manuals import Comparison, EditionDirective, Variants
from qwirkle.sphinxext.positions import GameDirective, MoveDirective, Position, Situation, Tiles

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_config_value("qwirkle_documentation", "", "env", str)
    app.add_directive("qwirkle-comparison", Comparison)
    app.add_directive("qwirkle-edition", EditionDirective)
    app.add_directive("qwirkle-game", GameDirective)
    app.add_directive("qwirkle-move", MoveDirective)
    app.add_directive("qwirkle-position", Position)
    app.add_directive("qwirkle-situation", Situation)
    app.add_directive("qwirkle-tiles", Tiles)
    app.add_directive("qwirkle-variants", Variants)
    app.add_role("rule", RuleRole())
    # Other documentation may have the rule, and is asked first (intersphinx).
    app.connect("missing-reference", resolve, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
