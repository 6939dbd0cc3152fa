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

LONG = (
    "Ps@0,0 Bs@1,0 Rs@2,0 Ys@3,0 Gs@4,0 Gc@4,-1 Pc@5,-1 Bc@6,-1 Oc@7,-1 Yc@7,0 Yk@8,0 Yd@9,0 "
    "Rd@9,1 Rt@10,1 Rs@11,1 Rx@11,2 Rk@12,2 Rd@13,2 Rt@14,2"
)
"""A board that is wider than the smallest windows."""
