"""Pictures of positions, tiles, scores and moves, as text and as SVG.

Notebooks show the SVG of a tile, a board, a score, a state, a view and a :class:`Played` move.
"""

from __future__ import annotations

from qwirkle.render.pictures import Box, boxes, svg
from qwirkle.render.played import Played
from qwirkle.render.terminal import STYLES, Style, text, tile_text

__all__ = ["Box", "Played", "STYLES", "Style", "boxes", "svg", "text", "tile_text"]
