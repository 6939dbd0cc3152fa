"""The printed editions as variants, each a plugin like that of any other package.

Get them by name: ``qwirkle.get_variant("schmidt")``. The classes that they add are here.
"""

from qwirkle_variants.action_tiles import ActionCode, Actions, ActionTiles, DrawThree, TakeTile
from qwirkle_variants.cards import (
    CardCode,
    CardEnd,
    CardGame,
    CardMoves,
    CardState,
    CardView,
    Lay,
    Lays,
    Redraw,
)

__all__ = [
    "ActionCode", "ActionTiles", "Actions", "CardCode", "CardEnd", "CardGame", "CardMoves",
    "CardState", "CardView", "DrawThree", "Lay", "Lays", "Redraw", "TakeTile",
]  # fmt: skip
