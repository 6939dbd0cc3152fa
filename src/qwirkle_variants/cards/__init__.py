"""The card game, with its own engine. Its names are those of :mod:`qwirkle_variants`."""

from qwirkle_variants.cards.game import CardGame

__all__ = ["CardGame"]
