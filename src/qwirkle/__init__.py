"""The rules of Qwirkle: immutable states, legal moves, scores, and variants by name.

>>> import qwirkle
>>> state = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
>>> move = next(iter(qwirkle.legal_moves(state)))
>>> print(move, "scores", qwirkle.score(state, move).total)
Yc@0,0 Gc@1,0 Bc@2,0 scores 3
>>> state = qwirkle.apply(state, move)

All errors are in :mod:`qwirkle.errors`, and what authors of variants need in
:mod:`qwirkle.authoring`.
"""

import importlib
import typing

from qwirkle import _engine
from qwirkle import errors as errors
from qwirkle.api import (
    apply,
    check,
    check_board,
    draft,
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
from qwirkle.cells import Cell
from qwirkle.errors import IllegalMove, QwirkleError
from qwirkle.judgement import Score, Violation
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.registry import compare, get_variant, register, variants
from qwirkle.state import Player, State, View
from qwirkle.tilegame.state import EndReason, TileState, TileView
from qwirkle.tiles import Color, Shape, Tile
from qwirkle.variant import Variant

if typing.TYPE_CHECKING:
    from qwirkle import bots, render
    from qwirkle.advice import Advice, advise
    from qwirkle.codec import from_json, to_json
    from qwirkle.notation import parse_move
    from qwirkle.record import GameRecord
    from qwirkle.simulation import playouts, simulate

__version__ = "0.1.0"
"""The version of the library."""

accelerated: bool = _engine.kernel is not None
"""Whether the compiled kernel is in use. ``QWIRKLE_PURE=1`` in the environment prevents it."""

__all__ = [
    "Advice", "Board", "Cell", "Color", "EndReason", "Exchange", "GameRecord", "IllegalMove",
    "Move", "Pass", "Place", "Player", "QwirkleError", "Score", "Shape", "State", "Tile",
    "TileState", "TileView", "Variant", "View", "Violation", "accelerated", "advise", "apply",
    "bots", "check", "check_board", "compare", "draft", "from_json", "get_variant", "legal_moves",
    "new_game", "observe", "parse_move", "perft", "playouts", "position", "register", "render",
    "score", "score_board", "simulate", "to_json", "variants", "view",
]  # fmt: skip

_LATER = {
    "Advice": "advice",
    "GameRecord": "record",
    "advise": "advice",
    "bots": "bots",
    "from_json": "codec",
    "parse_move": "notation",
    "playouts": "simulation",
    "render": "render",
    "simulate": "simulation",
    "to_json": "codec",
}
"""The names whose modules are imported when they or their modules are first used, since many
programs never need them."""

if not typing.TYPE_CHECKING:  # for type checkers, there are no other names

    def __getattr__(name: str) -> object:
        home = _LATER.get(name, name)
        if home not in _LATER.values():
            raise AttributeError(f"module 'qwirkle' has no attribute {name!r}")
        module = importlib.import_module(f"qwirkle.{home}")
        found = globals()[name] = module if name == home else getattr(module, name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATER})
