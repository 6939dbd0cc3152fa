"""Why a move of the card game is not legal, and why a game ended, in one word."""

from __future__ import annotations

from qwirkle import Reason


class CardCode(Reason):
    """What kinds of reasons there are why a move of the card game is not legal.

    >>> CardCode.ROW_TOO_SHORT.value
    'row-too-short'
    """

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_MOVE = "no-such-move"
    ROW_TOO_SHORT = "row-too-short"
    ROW_TOO_LONG = "row-too-long"
    DUPLICATE_IN_ROW = "duplicate-in-row"
    ROW_MISMATCH = "row-mismatch"
    CARD_MISSING = "card-missing"
    NOT_YOUR_CARD = "not-your-card"
    NOTHING_PLAYED = "nothing-played"
    NOT_OPENING_SET = "not-opening-set"
    ROW_GONE = "row-gone"
    NEW_ROW_WITHOUT_CARD = "new-row-without-card"
    CAN_LAY = "can-lay"
    MUST_REDRAW = "must-redraw"
    NOTHING_NEW = "nothing-new"


class CardEnd(Reason):
    """Why a card game ended.

    >>> CardEnd.LAST_ROUND.value
    'last-round'
    """

    LAST_ROUND = "last-round"
    """The pile had run out, and everybody had one more turn (K10)."""
