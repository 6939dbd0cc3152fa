"""The rules of Qwirkle: immutable states, legal moves, scores, and variants by name.

>>> import qwirkle
>>> state = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
>>> move = next(iter(qwirkle.legal_moves(state)))
>>> print(move, "scores", qwirkle.score(state, move).total)
Yc@0,0 Gc@1,0 Bc@2,0 scores 3
>>> state = qwirkle.apply(state, move)
"""

from qwirkle import _engine, bots, render
from qwirkle.api import (
    apply,
    check,
    check_board,
    draft,
    draws,
    legal_moves,
    new_game,
    observe,
    perft,
    position,
    score,
    score_board,
    view,
)
from qwirkle.board import Board
from qwirkle.bots import Bot
from qwirkle.cells import Cell
from qwirkle.codec import from_json, json_schema, to_json
from qwirkle.description import Citation, Edition, Fact, Statement
from qwirkle.errors import (
    DecodeError,
    Fault,
    IllegalMove,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    NotationError,
    QwirkleError,
    SimulationError,
    UnknownAttribute,
    UnknownVariant,
    VariantLoadError,
    WorkLimitReached,
)
from qwirkle.judgement import Judgement, Reason, Score, ScoredLine, Violation
from qwirkle.lines import Line
from qwirkle.moves import BareMove, Exchange, LegalMoves, Move, Pass, Place
from qwirkle.notation import parse_move
from qwirkle.record import GameRecord, Turn
from qwirkle.registry import Difference, compare, get_variant, register, variants
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.scene import Scene, Seat
from qwirkle.simulation import playouts, simulate
from qwirkle.state import Outcome, Player, State, View
from qwirkle.supply import Special, Supply
from qwirkle.tilegame.draft import Draft, Fit
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.legal_moves import TileMoves
from qwirkle.tilegame.legality import Code
from qwirkle.tilegame.rules import Rules
from qwirkle.tilegame.state import EndReason, TileState, TileView
from qwirkle.tiles import Color, Shape, Tile
from qwirkle.variant import Variant
from qwirkle.words import Word

__version__ = "0.1.0"
"""The version of the library."""

accelerated: bool = _engine.kernel is not None
"""Whether the compiled kernel is in use. ``QWIRKLE_PURE=1`` in the environment prevents it."""

__all__ = [
    "BareMove", "Board", "Bot", "Cell", "Citation", "Code", "Color", "DecodeError",
    "Difference", "Draft", "Edition", "EndReason", "Exchange", "Fact", "Fault", "Fit",
    "GameRecord", "IllegalMove", "InvalidDraw", "InvalidOption", "InvalidPosition",
    "InvalidValue", "Judgement", "LegalMoves", "Line", "Move", "NotationError", "Outcome",
    "Pass", "Place", "Player", "QwirkleError", "Reason", "Rules", "Scene",
    "Score", "ScoredLine", "Seat", "Shape", "SimulatedGame", "Simulation", "SimulationError",
    "Special", "State", "Statement", "Supply", "Tile", "TileGame", "TileMoves", "TileState", "TileView",
    "Turn", "UnknownAttribute", "UnknownVariant", "Variant", "VariantLoadError", "View",
    "Violation", "Word", "WorkLimitReached", "accelerated", "apply", "bots", "check", "check_board", "compare",
    "draft", "draws", "from_json", "get_variant", "json_schema", "legal_moves", "new_game",
    "observe", "parse_move", "perft", "playouts", "position", "register", "render", "score", "score_board",
    "simulate", "to_json", "variants", "view",
]  # fmt: skip
