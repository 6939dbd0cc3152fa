"""Pictures, drawn from what a variant says there is to see: as text and as SVG.

Notebooks show the SVG of a tile, a board, a score, a state, a view and a :class:`Played` move.
"""

from __future__ import annotations

from typing import Any

from qwirkle.board import Board
from qwirkle.errors import InvalidValue
from qwirkle.render.pictures import Box, boxes, svg
from qwirkle.render.played import Played
from qwirkle.render.terminal import STYLES, Style, text, tile_text
from qwirkle.scoring import Score
from qwirkle.state import State, View
from qwirkle.tiles import Tile

__all__ = ["Box", "Played", "STYLES", "Style", "boxes", "svg", "text", "tile_text"]


def _repr_svg_(thing: Any) -> str | None:
    """What a notebook shows; None, and so the text, if it is too large to draw."""
    try:
        return svg(thing)
    except InvalidValue:
        return None


# A notebook asks the value itself for its picture. These values lie in layers below this one
# and know nothing of pictures, so it is given to them here.
for _kind in (Board, Score, State, Tile, View):
    _kind._repr_svg_ = _repr_svg_  # type: ignore[union-attr]
