"""What the author of a game with an engine of its own needs besides ``qwirkle`` itself."""

from qwirkle.bounds import at_most
from qwirkle.chance import as_random, as_seed, mixed, pick, shuffled
from qwirkle.errors import listed, short_repr, shortened
from qwirkle.fields import Kind, expect
from qwirkle.judgement import illegal
from qwirkle.scene import ending, seated
from qwirkle.setup import Setup, number
from qwirkle.start import largest_set, opening_sets, starter
from qwirkle.state import as_players
from qwirkle.supply import Drawn, draw, without
from qwirkle.tilegame.facts import described, undeclared
from qwirkle.tiles import TILES, as_tiles, in_order, tiles_text
from qwirkle.views import as_position, check_sizes
from qwirkle.words import counted, ranged

__all__ = [
    "Drawn",
    "Kind",
    "Setup",
    "TILES",
    "as_players",
    "as_position",
    "as_random",
    "as_seed",
    "as_tiles",
    "at_most",
    "check_sizes",
    "counted",
    "described",
    "draw",
    "ending",
    "expect",
    "illegal",
    "in_order",
    "largest_set",
    "listed",
    "mixed",
    "number",
    "opening_sets",
    "pick",
    "ranged",
    "seated",
    "shortened",
    "short_repr",
    "shuffled",
    "starter",
    "tiles_text",
    "undeclared",
    "without",
]
