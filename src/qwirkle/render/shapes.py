"""The look of tiles and marks: their colours, and the SVG of their shapes.

Every form fills a square of ``UNIT`` by ``UNIT``. Pictures refer to forms by these names.
"""

from __future__ import annotations

from typing import Final

import attrs

from qwirkle.tiles import TILES, Color, Shape


@attrs.frozen
class Paint:
    """The look of one of the game's colours."""

    rgb: str
    """Its code on screens and paper."""
    xterm: int
    """Its number among the 256 colours of terminals."""
    sign: str = ""
    """The SVG path of its sign, small enough for the middle of every shape."""


# The result of a search that started with the colours of Okabe and Ito. The colours can still be
# called red, orange, yellow, green, blue and purple, and the two that are most alike, to anyone,
# differ as much as possible.
PAINTS: Final = {
    Color.RED: Paint("#ce302c", 196, "M20 24a4 4 0 1 1 8 0a4 4 0 1 1-8 0z"),  # a dot
    Color.ORANGE: Paint("#ea8e15", 214, "M22.4 18.8h3.2v10.4h-3.2z"),  # an upright bar
    Color.YELLOW: Paint("#fff87b", 228, "M18.8 22.4h10.4v3.2h-10.4z"),  # a level bar
    Color.GREEN: Paint("#0b8f6b", 36, "M24 18.5l5.5 9.5h-11z"),  # a triangle
    Color.BLUE: Paint(  # a plus
        "#34b7fe", 45, "M22.4 18.5h3.2v3.9h3.9v3.2h-3.9v3.9h-3.2v-3.9h-3.9v-3.2h3.9z"
    ),
    Color.PURPLE: Paint("#994eb3", 135, "M27.8 18l2.2 2.2-9.8 9.8-2.2-2.2z"),  # a slanted bar
}

TILE: Final = Paint("#161618", 233)
"""The background of a tile, as dark as that of the real ones."""

EDGE: Final = "#77777f"
"""The edge of a tile, which keeps it visible on a black page."""

BACKGROUND: Final = "#f3efe6"
"""The background of a picture, so that it looks the same on every page."""

PANEL: Final = "#ffffff"
"""The background of the player to move."""

INK: Final = "#26262b"
"""Text on the background and on a panel."""

FAINT: Final = "#63625e"
"""Things that should not catch the eye: coordinates, empty cells."""

MARK: Final = "#0a57c2"
"""The last move, and points."""

CLAIM: Final = "#b3005e"
"""A claimed line."""

ON_MARK: Final = "#ffffff"
"""Text on a mark."""

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
"""The shapes as characters: each is one column wide, and none is an emoji by default."""

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

_BLANK: Final = (
    '<rect x="3.5" y="3.5" width="41" height="41" rx="5" '
    f'fill="{TILE.rgb}" stroke="{EDGE}" stroke-width="1"/>'
)


def _outline(margin: float, more: str) -> str:
    side = UNIT - 2 * margin
    return (
        f'<rect x="{margin}" y="{margin}" width="{side:g}" height="{side:g}" rx="5" '
        f'fill="none" {more}/>'
    )


FORMS: Final[dict[str, str]] = {
    "blank": _BLANK,
    "back": _BLANK + _outline(9, f'stroke="{EDGE}" stroke-width="2"'),
    "last": _outline(1.5, f'stroke="{MARK}" stroke-width="3"'),
    "free": _outline(5, f'stroke="{FAINT}" stroke-width="2" stroke-dasharray="5 4"'),
    **{shape.name.lower(): f'<path d="{path}"/>' for shape, path in _SHAPES.items()},
    **{
        color.name.lower(): f'<path d="{paint.sign}" fill="{TILE.rgb}"/>'
        for color, paint in PAINTS.items()
    },
    **{
        str(tile): f'<use href="#blank"/><use href="#{tile.shape.name.lower()}" '
        f'fill="{PAINTS[tile.color].rgb}"/><use href="#{tile.color.name.lower()}"/>'
        for tile in TILES
    },
}
"""The SVG elements of each form by its name; the name of a tile is its text."""
