"""The rules on which editions differ, one field for each."""

from __future__ import annotations

from typing import Any, Final, Literal

import attrs

from qwirkle.description import Fact
from qwirkle.errors import InvalidOption
from qwirkle.options import changed, choice, option_facts, whole_number
from qwirkle.words import counted

COPIES: Final = 3
"""How many copies of each of the 36 tiles are in the box (S1)."""


@attrs.frozen(kw_only=True)
class Rules:
    """The rules of one edition of the tile game. The defaults are those of ``standard``.

    >>> Rules(tie_break="youngest").hand_size
    6
    >>> Rules(hand_size="many")
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: hand_size must be a number from 1 to 54, not 'many'
    """

    tie_break: Literal["oldest", "youngest"] = choice(
        ("B3",),
        oldest="of the tied players, the oldest starts",
        youngest="of the tied players, the youngest starts",
    )
    """Which of several players with the highest number starts."""
    supply: Literal["bag", "stacks"] = choice(
        ("S4", "X2"),
        bag="tiles are drawn from a bag, and exchanged tiles are mixed into it",
        stacks="tiles are drawn from face-down stacks, and exchanged tiles go under them, unmixed",
    )
    """Where tiles come from, and how exchanged ones go back."""
    stuck: Literal["must-exchange", "may-exchange"] = choice(
        ("X4", "R5"),
        must_exchange="a player who cannot place must exchange while the supply lasts",
        may_exchange="a player who cannot place may exchange or, by our ruling, pass",
    )
    """The duty of a player who cannot place while there are tiles in the supply."""
    no_play: Literal["at-once", "all-passed"] = choice(
        ("E3", "R3"),
        at_once="with an empty supply the game ends as soon as nobody can place",
        all_passed="with an empty supply, by our ruling, the game ends when all players have passed in a row",
    )
    """When the game ends if the supply is empty and nobody can place."""
    exchange_limit: int = whole_number(
        ("X1",), 6, 54, lambda n: f"at most {counted(n, 'tiles')} can be exchanged in a turn"
    )
    """The most tiles in one exchange."""
    hand_size: int = whole_number(
        ("S2", "T1"), 6, 54, lambda n: f"a full hand has {counted(n, 'tiles')}"
    )
    """How many tiles each player is dealt, and draws back up to."""
    min_players: int = whole_number(("S3",), 2, 54, lambda n: f"at least {counted(n, 'players')}")
    """The fewest players."""
    max_players: int = whole_number(("S3",), 4, 54, lambda n: f"at most {counted(n, 'players')}")
    """The most players."""

    def __attrs_post_init__(self) -> None:
        if self.min_players > self.max_players:
            raise InvalidOption(
                f"min_players must be no more than max_players: "
                f"{self.min_players} is more than {self.max_players}"
            )
        box = 36 * COPIES
        if self.max_players * self.hand_size > box:
            raise InvalidOption(
                f"hand_size times max_players must be no more than the {box} tiles there are: "
                f"{self.hand_size} for each of {self.max_players} is too many"
            )

    def facts(self) -> dict[str, Fact]:
        """Every field with its value, its rule ids and a sentence.

        >>> Rules().facts()["tie_break"].text
        'of the tied players, the oldest starts'
        """
        return option_facts(self)

    def changed(self, /, **changes: Any) -> Rules:
        """The rules with some fields changed.

        Raises:
            InvalidOption: for a wrong name or value; it says what is possible.
        """
        return changed(self, changes)
