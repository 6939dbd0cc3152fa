"""The tile games that adapters are tested with."""

from __future__ import annotations

from edition_positions import edition
from hypothesis import settings

import qwirkle
from qwirkle.authoring import TileGame

ACTIONS = edition("schmidt-actions", dealt=True)
"""Everybody has action tiles from the start (A8)."""

TILE_GAMES: list[TileGame] = [
    *(edition(name) for name in sorted(qwirkle.variants().keys() - {"cards"})),
    ACTIONS,
]
"""Every tile game that is installed, and one with all action tiles dealt."""

SOME = settings(max_examples=settings().max_examples // 5)
"""Fewer examples than usual, since every property is looked at for each of these games."""
