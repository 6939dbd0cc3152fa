"""The engine of the tile game, and what a plugin needs to extend it through its hooks."""

from qwirkle.bounds import at_most
from qwirkle.errors import short_repr
from qwirkle.fields import Kind
from qwirkle.judgement import Judgement
from qwirkle.opencells import OpenCells
from qwirkle.supply import Drawn, Piece, Special, Supply
from qwirkle.tilegame.engine import TileGame, with_hand
from qwirkle.tilegame.legal_moves import Exchanges, Placements, TileMoves
from qwirkle.tilegame.legality import Code
from qwirkle.tilegame.rules import Rules
from qwirkle.tilegame.setup import TileSetup
from qwirkle.tilegame.state import EndReason, TilePosition, TileState, TileView

__all__ = [
    "Code",
    "Drawn",
    "EndReason",
    "Exchanges",
    "Judgement",
    "Kind",
    "OpenCells",
    "Piece",
    "Placements",
    "Rules",
    "Special",
    "Supply",
    "TileGame",
    "TileMoves",
    "TilePosition",
    "TileSetup",
    "TileState",
    "TileView",
    "at_most",
    "short_repr",
    "with_hand",
]
