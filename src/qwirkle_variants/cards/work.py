"""Limits on the work for a question about turns, in steps of its search.

A step is a small piece of the search, some hundredths of a millisecond. Steps are counted rather
than timed, so a question ends in the same way on every machine.
"""

from __future__ import annotations

from math import inf
from typing import Final

from qwirkle import InvalidValue, WorkLimitReached
from qwirkle.authoring import short_repr

DEFAULT_WORK: Final = 250_000
"""How many steps a question may take unless the caller says otherwise: a few seconds."""


class Work:
    """The steps that a question takes, counted."""

    def __init__(self, question: str = "", limit: int | None = None) -> None:
        """Start counting.

        Args:
            question: the result that is wanted, as a noun phrase.
            limit: how many steps there may be; None for no limit.
        """
        self.question = question
        self.limit = limit
        self.renew()

    def renew(self) -> None:
        """Start again with the full number of steps."""
        self.left: float = inf if self.limit is None else self.limit

    def step(self, number: int = 1) -> None:
        """Count one or more steps.

        Raises:
            WorkLimitReached: if that is more than the limit allows.
        """
        self.left -= number
        if self.left < 0:
            raise WorkLimitReached(self.question, self.limit or 0)


def as_limit(value: object) -> int | None:
    """A checked number of steps, or None for no limit."""
    if value is None or (type(value) is int and value > 0):
        return value
    raise InvalidValue(
        f"work is a number of steps, or None for any number, not {short_repr(value)}"
    )
