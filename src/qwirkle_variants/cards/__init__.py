"""The card game, with its own engine."""

from qwirkle_variants.cards.game import CardGame, card_game
from qwirkle_variants.cards.legal_moves import CardMoves, Lays
from qwirkle_variants.cards.legality import CardCode
from qwirkle_variants.cards.rows import Lay, Redraw
from qwirkle_variants.cards.state import CardEnd, CardState, CardView

__all__ = [
    "CardCode", "CardEnd", "CardGame", "CardMoves", "CardState", "CardView", "Lay", "Lays",
    "Redraw", "card_game",
]  # fmt: skip
