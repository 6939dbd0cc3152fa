"""Base classes for values that notebooks and other tools show in their own way."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from qwirkle.errors import InvalidValue


class Pretty:
    """A value that IPython and Hypothesis print as its repr.

    Otherwise they would list the fields of an attrs class one by one, which takes a thousand lines
    for a state.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


class Pictured(Pretty):
    """A value that notebooks show as a picture, or as its repr if it is too large to draw."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        # Imported by name when a notebook asks, since pictures are made in a layer above.
        render = import_module("qwirkle.render")
        try:
            picture: str = render.svg(self)
        except InvalidValue:
            return None
        return picture
