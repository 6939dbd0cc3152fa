"""Reading moves from text."""

from __future__ import annotations

from typing import Final

from qwirkle.errors import InvalidValue, NotationError, short_repr
from qwirkle.moves import Move, Place
from qwirkle.registry import get_variant
from qwirkle.state import State, View
from qwirkle.variant import Variant
from qwirkle.words import Word

LONGEST_MOVE: Final = 10_000
"""The most characters of a move's text, far more than any move needs."""


def parse_move(text: str, variant: str | Variant | State | View = "standard") -> Move:
    """The move that a text describes; ``str(move)`` is the way back.

    Args:
        text: for example ``Rs@0,0 Bs@1,0``, ``swap Rs Bd`` or ``pass``.
        variant: the variant that has the move: a name, a variant, a state or a view.

    >>> parse_move("Rs@0,0 Bs@1,0")
    Place({(0, 0): 'Rs', (1, 0): 'Bs'})
    >>> parse_move("swap Rs Bd")
    Exchange('Rs Bd')

    Raises:
        NotationError: if the text is not a move of the variant; says where.
    """
    if not isinstance(text, str):
        raise InvalidValue(f"expected the text of a move, not {short_repr(text)}")
    if len(text) > LONGEST_MOVE:
        raise NotationError("the text is too long for a move", text, LONGEST_MOVE)
    if isinstance(variant, (State, View)):
        variant = variant.variant
    types = {kind.verb: kind for kind in get_variant(variant).move_types}
    words = Word.split(text)
    if not words:
        raise NotationError("the text is empty", text, 0)
    first, *rest = words
    if first.text in types:
        return types[first.text].from_words(first, rest)
    if types.get(Place.verb) is Place and "@" in first.text:
        return Place.from_words(first, words)
    known = ", ".join(kind.verb for kind in types.values())
    if Place in types.values():
        known += "; or tiles at cells, like Rs@0,0"
    raise first.error(f"{short_repr(first.text)} does not begin a move; these do: {known}")
