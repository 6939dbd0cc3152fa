"""The names that authors of variants need besides those of ``qwirkle``.

They are for variants with their own fields or moves, and for games with another engine.
"""

from qwirkle.description import (
    WHAT_IF,
    Option,
    changed,
    check_names,
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
from qwirkle.judgement import illegal
from qwirkle.notation import typed_tiles
from qwirkle.reading import completed_view, left_in_box, too_large, too_many, wrong_sizes
from qwirkle.scene import Workbench, ending, seated
from qwirkle.state import Position, as_players, largest_set, opening_sets, starting_seat
from qwirkle.supply import Drawn, Piece, as_random, as_seed, draw, mixed, pick, shuffled, without
from qwirkle.tilegame.legal_moves import Exchanges, Placements
from qwirkle.tilegame.rules import RULINGS, STATEMENTS, described, undeclared
from qwirkle.tilegame.state import TilePosition
from qwirkle.tiles import TILE_PATTERN, TILES, as_tiles, in_order, tile_names, tiles_text
from qwirkle.words import at_most, counted, ranged, sentence, third_person

__all__ = [
    "BOARD", "CELL", "COUNT", "Drawn", "Exchanges", "Extra", "FLAG", "HAND", "Kind", "Option",
    "PIECES", "POINTS", "Piece", "Placements", "Position", "REASON", "RULINGS", "SEAT",
    "SEED", "STATEMENTS", "SUPPLY", "TILE", "TILES", "TILE_PATTERN", "TilePosition", "WHAT_IF",
    "Workbench", "as_players", "as_random", "as_seed", "as_tiles", "at_most", "changed",
    "check_names", "choice", "completed_view", "counted", "described", "draw", "ending",
    "field", "illegal", "in_order", "largest_set", "left_in_box", "listed", "mixed", "number",
    "opening_sets", "option", "option_facts", "options_of", "or_none", "per_seat", "pick",
    "ranged", "seated", "sentence", "short_repr", "shortened", "shuffled", "starting_seat", "stated",
    "third_person", "tile_names", "tiles_text", "too_large", "too_many", "typed_tiles",
    "undeclared", "whole_number", "without", "wrong_sizes", "yes_or_no",
]  # fmt: skip
