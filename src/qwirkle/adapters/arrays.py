"""A player's view as arrays of numbers, whose sizes depend only on the variant.

The arrays hold the whole view and the part of a turn that its player may know, and nothing else.
Colours and shapes are written as 1 to 6, and unused rows as zeros. Seats are counted from the
player: 0 is the player's own seat, 1 the seat of the next player.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue
from qwirkle.fields import BOARD, COUNT, FLAG, HAND, PIECES, POINTS, REASON, SEAT, Field
from qwirkle.supply import Special
from qwirkle.tilegame.state import EndReason, TileView
from qwirkle.tiles import Color, Shape, Tile
from qwirkle.words import counted

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by name."""

NUMBER: Final = np.int32
"""The type of the numbers."""
FAR: Final = int(np.iinfo(NUMBER).max)
"""The bound of numbers for which the rules set no limit."""
_TURN: Final = ("placed", "open", "used", "specials", "more")
"""The arrays that are not fields of a view."""
TEXT: Final = 512
"""The least number of bytes for the fields that a variant adds."""


@attrs.frozen
class Bounds:
    """The shape of an array, and the range of its numbers.

    >>> Layout(Steps.of("standard"), players=2).bounds["hand"]
    Bounds(shape=(6, 2), low=0, high=6)
    """

    shape: tuple[int, ...]
    """The shape of the array."""
    low: int
    """The smallest possible number."""
    high: int
    """The largest possible number."""


@attrs.frozen
class Layout:
    """The arrays for a variant and a number of players.

    >>> import qwirkle
    >>> layout = Layout(Steps.of("standard"), players=2)
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd Gd"], scores=[1, 2])
    >>> arrays = layout.arrays(qwirkle.observe(state, 1), PartialTurn.begin(layout.steps, state))
    >>> arrays["board"][:2].tolist(), arrays["hand"][:3].tolist()
    ([[0, 0, 1, 2], [0, 0, 0, 0]], [[4, 3], [4, 3], [0, 0]])
    >>> arrays["scores"].tolist(), arrays["turn"].tolist(), arrays["unseen"].sum()
    ([2, 1], [1], np.int64(105))
    """

    steps: Steps
    """The numbers of the actions."""
    players: int
    """The number of players."""

    @cached_property
    def specials(self) -> tuple[str, ...]:
        """The names of the special pieces in the box, sorted."""
        pieces = self.steps.variant.box
        return tuple(sorted({piece.name for piece in pieces if isinstance(piece, Special)}))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the variant's views."""
        variant = self.steps.variant
        return tuple(variant.fields(variant.view_type))

    @cached_property
    def texts(self) -> tuple[Field, ...]:
        """The fields that are neither numbers nor tiles, which are written as JSON."""
        return tuple(each for each in self.fields if not self._bounds(each))

    @cached_property
    def bounds(self) -> dict[str, Bounds]:
        """The shape and range of every array, by name."""
        steps = self.steps
        found = {
            "placed": Bounds((steps.hand, 4), -FAR, FAR),
            "open": Bounds((steps.cells, 3), -FAR, FAR),
            "used": Bounds((steps.hand,), 0, 1),
        }
        for each in self.fields:
            found |= self._bounds(each)
        if self.texts:
            found["more"] = Bounds((max(TEXT, 64 * self.players),), 0, 255)
        return found

    def _bounds(self, each: Field) -> dict[str, Bounds]:
        """The arrays for a field, by its kind; none for a kind that is written as JSON."""
        steps, kind = self.steps, each.about.kind
        size = self.players if each.about.per_seat else 1
        pieces, tiles = len(steps.variant.box), steps.cells // 2 - 1
        most = {"hand_sizes": steps.hand, "supply_size": pieces}
        possible = {
            SEAT: Bounds((size,), 0, self.players - 1),
            COUNT: Bounds((size,), 0, most.get(each.name, FAR)),
            POINTS: Bounds((size,), -FAR, FAR),
            FLAG: Bounds((size,), 0, 1),
            REASON: Bounds((size,), 0, len(EndReason) + 1),
            BOARD: Bounds((tiles, 4), -FAR, FAR),
            HAND: Bounds((steps.hand, 2), 0, len(Color)),
            PIECES: Bounds((len(Color), len(Shape)), 0, tiles),
        }
        # A field that a variant adds is an array only if it is made of numbers.
        is_plain = kind in (COUNT, POINTS, FLAG) or not (each.is_extra or each.about.per_seat)
        is_plain = is_plain and each.name not in _TURN
        found = {each.name: possible[kind]} if is_plain and kind in possible else {}
        if found and kind is PIECES and self.specials:
            found["specials"] = Bounds((len(self.specials),), 0, pieces)
        return found

    def arrays(self, view: TileView, turn: PartialTurn) -> Arrays:
        """The arrays for a player during a turn.

        Args:
            view: the player's view of the state at the beginning of the turn.
            turn: the turn of the player to move. Everyone sees the tiles placed so far; only
                the player knows which tiles are marked.
        """
        if len(view.players) != self.players:
            given = counted(len(view.players), "players")
            raise InvalidValue(f"the view is of a game of {given}, not of {self.players}")
        found = {name: np.zeros(bounds.shape, NUMBER) for name, bounds in self.bounds.items()}

        def fill(name: str, values: Sequence[int | tuple[int, ...]]) -> None:
            if values:
                try:
                    found[name][: len(values)] = values
                except (OverflowError, ValueError):
                    message = f"{name} has more or larger numbers than fit into its array"
                    raise InvalidValue(message) from None

        for each in self.fields:
            if each not in self.texts:
                fill(each.name, self._numbers(each, view))
        if self.specials:
            left = Counter(view.unseen)
            fill("specials", [left[Special(name)] for name in self.specials])
        fill("placed", _rows(turn.placed))
        fill("open", [(1, x, y) for x, y in turn.open_cells])
        if view.may_move:
            found["used"][list(turn.slots)] = 1
        if self.texts:
            own = {each.name: each.write(getattr(view, each.name)) for each in self.texts}
            fill("more", list(json.dumps(own).encode()))
        return found

    def _numbers(self, each: Field, view: TileView) -> list[Any]:
        """The rows of a field's array; numbers by seat begin with the player's own."""
        value, kind = getattr(view, each.name), each.about.kind
        if kind is SEAT:
            # Other seats are counted from the player's seat, which is kept as it is.
            return [value if each.name == "seat" else (value - view.seat) % self.players]
        if kind is BOARD:
            return _rows(value.items())
        if kind is HAND:
            return [(tile.color + 1, tile.shape + 1) for tile in value]
        if kind is PIECES:
            counts = Counter(value)
            return [tuple(counts[Tile(c, s)] for s in Shape) for c in Color]
        if kind is REASON:
            # The last number is for a reason that only the variant has.
            return [0 if value is None else 1 + [*EndReason, value.reason].index(value.reason)]
        if each.about.per_seat:
            return [*map(int, value[view.seat :] + value[: view.seat])]
        return [int(value)]


def _rows(placed: Iterable[tuple[Cell, Tile]]) -> list[tuple[int, int, int, int]]:
    return [(x, y, tile.color + 1, tile.shape + 1) for (x, y), tile in placed]
