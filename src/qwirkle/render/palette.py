"""The colours of pictures, which people who see fewer of them can tell apart as well."""

from __future__ import annotations

from typing import Final

import attrs

from qwirkle.tiles import Color


@attrs.frozen
class Paint:
    """How a colour of the game looks."""

    rgb: str
    """On screens and paper."""
    xterm: int
    """In terminals, by its number among their 256 colours."""


# Found by a search that began with the colours of Okabe and Ito: so that they stay red, orange,
# yellow, green, blue and purple, and the two that are most alike to anybody differ most.
PAINTS: Final = {
    Color.RED: Paint("#ce302c", 196),
    Color.ORANGE: Paint("#ea8e15", 214),
    Color.YELLOW: Paint("#fff87b", 228),
    Color.GREEN: Paint("#0b8f6b", 36),
    Color.BLUE: Paint("#34b7fe", 45),
    Color.PURPLE: Paint("#994eb3", 135),
}

TILE: Final = Paint("#161618", 233)
"""The ground of a tile, as dark as that of the real ones."""

EDGE: Final = "#77777f"
"""Around a tile, so that it can be seen on a black page."""

TABLE: Final = "#f3efe6"
"""The ground of a picture: its own, so that it looks the same on every page."""

PANEL: Final = "#ffffff"
"""The ground of the player to move."""

INK: Final = "#26262b"
"""What is written, on the table and on a panel."""

FAINT: Final = "#63625e"
"""What is written and should not catch the eye: coordinates, empty cells."""

MARK: Final = "#0a57c2"
"""What was laid last, and the points."""

CLAIM: Final = "#b3005e"
"""A line that somebody claims."""

ON_MARK: Final = "#ffffff"
"""What is written on a mark."""
