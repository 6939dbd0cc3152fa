"""The forms in pictures: the six shapes, the sign of each colour, tiles, their backs, marks.

Every form fills a square of ``UNIT`` by ``UNIT``. Pictures refer to forms by these names.
"""

from __future__ import annotations

from typing import Final

from qwirkle.render.palette import EDGE, FAINT, MARK, PAINTS, TILE
from qwirkle.tiles import TILES, Color, Shape

UNIT: Final = 48
"""The side of a cell, in the units of a picture."""

CHARACTERS: Final = {
    Shape.CIRCLE: "●",
    Shape.SQUARE: "■",
    Shape.DIAMOND: "◆",
    Shape.STAR: "★",
    Shape.CLOVER: "♣",
    Shape.CROSS: "✕",
}
"""The shapes in a text: each is one column wide, and none is an emoji by default."""

_SHAPES: Final = {
    Shape.CIRCLE: "M8 24a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
    Shape.SQUARE: "M10 10h28v28h-28z",
    Shape.DIAMOND: "M24 5l19 19-19 19-19-19z",
    Shape.STAR: "M24 4l4 10.3 10.1-4.4-4.4 10.1 10.3 4-10.3 4 4.4 10.1-10.1-4.4-4 10.3-4-10.3"
    "-10.1 4.4 4.4-10.1-10.3-4 10.3-4-4.4-10.1 10.1 4.4z",
    Shape.CLOVER: "M18.5 18.5a7.5 7.5 0 1 1 11 0a7.5 7.5 0 1 1 0 11a7.5 7.5 0 1 1-11 0"
    "a7.5 7.5 0 1 1 0-11z",
    Shape.CROSS: "M15 8l9 9 9-9 7 7-9 9 9 9-7 7-9-9-9 9-7-7 9-9-9-9z",
}

# Small enough for the middle of every shape.
_SIGNS: Final = {
    Color.RED: "M20 24a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",  # a dot
    Color.ORANGE: "M22.4 18.8h3.2v10.4h-3.2z",  # upright
    Color.YELLOW: "M18.8 22.4h10.4v3.2h-10.4z",  # level
    Color.GREEN: "M24 18.5l5.5 9.5h-11z",  # a triangle
    Color.BLUE: "M22.4 18.5h3.2v3.9h3.9v3.2h-3.9v3.9h-3.2v-3.9h-3.9v-3.2h3.9z",  # a plus
    Color.PURPLE: "M27.8 18l2.2 2.2-9.8 9.8-2.2-2.2z",  # aslant
}

_BLANK: Final = (
    '<rect x="3.5" y="3.5" width="41" height="41" rx="5" '
    f'fill="{TILE.rgb}" stroke="{EDGE}" stroke-width="1"/>'
)


def _frame(margin: float, more: str) -> str:
    side = UNIT - 2 * margin
    return (
        f'<rect x="{margin}" y="{margin}" width="{side:g}" height="{side:g}" rx="5" '
        f'fill="none" {more}/>'
    )


FORMS: Final[dict[str, str]] = {
    "blank": _BLANK,
    "back": _BLANK + _frame(9, f'stroke="{EDGE}" stroke-width="2"'),
    "last": _frame(1.5, f'stroke="{MARK}" stroke-width="3"'),
    "free": _frame(5, f'stroke="{FAINT}" stroke-width="2" stroke-dasharray="5 4"'),
    **{shape.name.lower(): f'<path d="{path}"/>' for shape, path in _SHAPES.items()},
    **{
        color.name.lower(): f'<path d="{path}" fill="{TILE.rgb}"/>'
        for color, path in _SIGNS.items()
    },
    **{
        str(tile): f'<use href="#blank"/><use href="#{tile.shape.name.lower()}" '
        f'fill="{PAINTS[tile.color].rgb}"/><use href="#{tile.color.name.lower()}"/>'
        for tile in TILES
    },
}
"""The elements of each form by its name; the name of a tile is its text."""
