"""The names that authors of variants need, besides those of ``qwirkle`` and its errors.

Most variants need only the first group; the others are for variants with their own fields or
moves, and for games with another engine.
"""

from qwirkle.description import (
    WHAT_IF,
    Citation,
    Edition,
    Fact,
    Option,
    Statement,
    choice,
    option,
    option_facts,
    options_of,
    stated,
    whole_number,
    yes_or_no,
)
from qwirkle.errors import listed, short_repr, shortened
from qwirkle.fields import (
    BOARD,
    CELL,
    COUNT,
    FLAG,
    HAND,
    PIECES,
    POINTS,
    REASON,
    SEAT,
    SEED,
    SUPPLY,
    TILE,
    Extra,
    Kind,
    field,
    number,
    or_none,
    per_seat,
)
from qwirkle.judgement import Judgement, Reason, ScoredLine, illegal
from qwirkle.lines import Line
from qwirkle.moves import BareMove, LegalMoves
from qwirkle.notation import typed_tiles
from qwirkle.reading import completed_view, left_in_box, too_large, too_many, wrong_sizes
from qwirkle.scene import Scene, Seat, Workbench, ending, seated
from qwirkle.state import Outcome, Position, as_players, largest_set, opening_sets, starting_seat
from qwirkle.supply import (
    Chance,
    Drawn,
    Piece,
    Special,
    Supply,
    as_random,
    as_seed,
    draw,
    mixed,
    pick,
    shuffled,
    without,
)
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.legal_moves import Exchanges, Placements, TileMoves
from qwirkle.tilegame.legality import Code
from qwirkle.tilegame.rules import RULINGS, STATEMENTS, Rules, described, undeclared
from qwirkle.tilegame.state import TilePosition
from qwirkle.tiles import TILE_PATTERN, TILES, as_tiles, in_order, tile_names, tiles_text
from qwirkle.words import Word, at_most, counted, ranged, sentence, third_person

__all__ = [
    # a tile game, its rules, and the reasons that it gives
    "Code", "Fact", "Reason", "Rules", "TileGame", "TilePosition", "undeclared",
    # what a manual says
    "Citation", "Edition", "RULINGS", "STATEMENTS", "Statement", "WHAT_IF", "described", "stated",
    # options
    "Option", "choice", "option", "option_facts", "options_of", "whole_number", "yes_or_no",
    # moves, and what they are worth
    "BareMove", "Exchanges", "Judgement", "LegalMoves", "Line", "Placements", "ScoredLine",
    "TileMoves", "Word", "Workbench", "illegal", "typed_tiles",
    # fields of states and views
    "BOARD", "CELL", "COUNT", "Extra", "FLAG", "HAND", "Kind", "PIECES", "POINTS", "REASON",
    "SEAT", "SEED", "SUPPLY", "TILE", "field", "number", "or_none", "per_seat",
    # positions
    "Outcome", "Position", "as_players", "completed_view", "largest_set", "left_in_box",
    "opening_sets", "starting_seat", "too_large", "too_many", "wrong_sizes",
    # pieces and chance
    "Chance", "Drawn", "Piece", "Special", "Supply", "TILES", "TILE_PATTERN", "as_random", "as_seed",
    "as_tiles", "draw", "in_order", "mixed", "pick", "shuffled", "without",
    # pictures and texts
    "Scene", "Seat", "at_most", "counted", "ending", "listed", "ranged", "seated", "sentence",
    "short_repr", "shortened", "third_person", "tile_names", "tiles_text",
]  # fmt: skip
