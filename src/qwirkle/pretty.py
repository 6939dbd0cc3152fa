"""Values that are shown as their repr wherever values are shown."""

from __future__ import annotations

from typing import Any


class Pretty:
    """A value with a repr of its own.

    IPython and Hypothesis would rather list the fields of an attrs class, one by one: of a
    state, that is a thousand lines.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))
