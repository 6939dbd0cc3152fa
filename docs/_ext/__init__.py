"""The Sphinx extension of these pages: positions, moves and rules, checked by every build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from _ext.links import RuleRole
from _ext.manuals import ComparisonDirective, EditionsDirective, VariantsDirective
from _ext.positions import (
    GameDirective,
    MoveDirective,
    PositionDirective,
    SituationDirective,
    TilesDirective,
)
from _ext.questions import QuestionDirective
from _ext.rulebook import EditionDirective, RuleDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["setup"]


def _add_styles(app: Sphinx) -> None:
    """Let the build copy the style sheet of the extension."""
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; Sphinx calls this function."""
    app.add_directive("qwirkle-comparison", ComparisonDirective)
    app.add_directive("qwirkle-edition", EditionDirective)
    app.add_directive("qwirkle-editions", EditionsDirective)
    app.add_directive("qwirkle-game", GameDirective)
    app.add_directive("qwirkle-move", MoveDirective)
    app.add_directive("qwirkle-position", PositionDirective)
    app.add_directive("qwirkle-question", QuestionDirective)
    app.add_directive("qwirkle-rule", RuleDirective)
    app.add_directive("qwirkle-situation", SituationDirective)
    app.add_directive("qwirkle-tiles", TilesDirective)
    app.add_directive("qwirkle-variants", VariantsDirective)
    app.add_role("rule", RuleRole())
    app.connect("builder-inited", _add_styles)
    app.add_css_file("qwirkle.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
