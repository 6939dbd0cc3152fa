"""The players with their scores and hands."""

from __future__ import annotations

from typing import Final

from qwirkle.render.elements import (
    BOLD,
    NOTE,
    PADDING,
    Part,
    beside,
    form,
    shortened,
    width_of,
    words,
)
from qwirkle.render.palette import INK, PANEL
from qwirkle.render.shapes import UNIT
from qwirkle.render.tables import hand_part
from qwirkle.scene import Scene, Seat
from qwirkle.words import counted

_NAME: Final = 17  # the size of the font
_WIDEST_NAME: Final = 220
_LEFT: Final = 24  # where names begin, behind the mark of who is to move
_TILE: Final = 40  # the side of a tile in a hand: smaller than on the table
_MOST_BACKS: Final = 12


def seat_parts(scene: Scene) -> list[Part]:
    """The players in panels, all of one size."""
    names = [shortened(seat.name, _WIDEST_NAME, _NAME) for seat in scene.seats]
    scores = [counted(seat.score, scene.unit) for seat in scene.seats]
    hands = [_hand(seat) for seat in scene.seats]
    widest = max(*(width_of(name, _NAME) for name in names), *(width_of(s, NOTE) for s in scores))
    behind = _LEFT + widest + PADDING
    width = behind + max(hand.width for hand in hands)
    height = max(UNIT, *(hand.height + UNIT - _TILE for hand in hands))
    parts: list[Part] = []
    for seat, name, score, hand in zip(scene.seats, names, scores, hands, strict=True):
        elements = [
            words(_LEFT, 14, name, _NAME, BOLD),
            words(_LEFT, 35, score, NOTE),
            hand.at(behind, (UNIT - _TILE) / 2),
        ]
        if seat.to_move:
            panel = (
                f'<rect x="-3" y="-2" width="{width + 6:g}" height="{height + 4:g}" rx="6" '
                f'fill="{PANEL}" stroke="{INK}" stroke-width="1.5"/>'
            )
            elements = [panel, '<path d="M6 16l12 8-12 8z"/>', *elements]
        parts.append(Part(width, height, "\n".join(elements)))
    return parts


def _hand(seat: Seat) -> Part:
    """The tiles, or their backs one over the other and how many there are."""
    if seat.hand is not None:
        return hand_part(seat.hand).scaled(_TILE / UNIT) if seat.hand else Part(0, 0, "")
    step = UNIT // 3
    backs = [form("back", i * step, 0) for i in range(min(seat.size, _MOST_BACKS))]
    fan = Part(len(backs) * step + UNIT - step, UNIT, "\n".join(backs)).scaled(_TILE / UNIT)
    number = f"{seat.size} hidden"
    return beside([fan, Part(width_of(number, NOTE), 0, words(0, _TILE / 2, number, NOTE))], 6)
