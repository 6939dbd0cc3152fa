"""The printed editions as variants, each a plugin like that of any other package.

Get them by name, like ``qwirkle.get_variant("schmidt")``, or import them from here. Type checkers
know the states and views of an imported variant, but not those of a name. The Python name is the
variant's own name with underscores for hyphens, with two exceptions: no Python name can begin with
a digit, so ``999games-nl`` and ``999games-fr`` are ``games999_nl`` and ``games999_fr``; and
``qwirkle_variants.cards`` is the package of the card game, so its variant is ``card_game``.

>>> import qwirkle
>>> from qwirkle_variants import games999_nl, schmidt
>>> schmidt == qwirkle.get_variant("schmidt"), games999_nl == qwirkle.get_variant("999games-nl")
(True, True)
>>> len(qwirkle.new_game(schmidt, seed=1).supply)
96
"""

from qwirkle_variants.action_moves import ActionCode, Actions, DrawThree, TakeTile
from qwirkle_variants.action_tiles import ActionRules, ActionTiles, schmidt_actions
from qwirkle_variants.cards.game import CardGame, card_game
from qwirkle_variants.cards.legal_moves import CardMoves, Lays
from qwirkle_variants.cards.legality import CardCode
from qwirkle_variants.cards.rows import Lay, Redraw
from qwirkle_variants.cards.state import CardEnd, CardState, CardView
from qwirkle_variants.editions import dutch as games999_nl
from qwirkle_variants.editions import french as games999_fr
from qwirkle_variants.editions import hebrew, mindware, schmidt

__all__ = [
    "ActionCode", "ActionRules", "ActionTiles", "Actions", "CardCode", "CardEnd", "CardGame",
    "CardMoves", "CardState", "CardView", "DrawThree", "Lay", "Lays", "Redraw", "TakeTile",
    "card_game", "games999_fr", "games999_nl", "hebrew", "mindware", "schmidt",
    "schmidt_actions",
]  # fmt: skip
