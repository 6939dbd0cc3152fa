"""Values that other tools print as their repr."""

from __future__ import annotations

from typing import Any


class Pretty:
    """A value that IPython and Hypothesis print as its repr.

    Otherwise they would list the fields of an attrs class one by one, which takes a thousand lines
    for a state.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))
