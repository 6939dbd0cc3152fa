"""A player's view as arrays of numbers, whose sizes depend only on the variant and the window.

The arrays hold the view and the part of a turn that its player may know, and nothing else. The
board is a stack of planes, in which every cell of the window has a number; tiles outside the window
are left out. Other arrays have a number for each of the 36 kinds of tiles, in their order, or one
for each seat. Seats are counted from the player: 0 is the player's own seat, 1 that of the next
player.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.board import Board
from qwirkle.errors import InvalidValue
from qwirkle.fields import BOARD, COUNT, FLAG, HAND, PIECES, POINTS, REASON, SEAT, Field
from qwirkle.supply import Piece, Special
from qwirkle.tilegame.state import EndReason, TileView
from qwirkle.tiles import TILES, Color, Shape
from qwirkle.words import counted

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by name."""

NUMBER: Final = np.int32
"""The type of the numbers, apart from those of the planes."""
FLAG_TYPE: Final = np.int8
"""The type of the planes, and of the masks of possible actions."""
PLANES: Final = len(Color) + len(Shape) + 1
"""The planes of the board: one for each colour, one for each shape, and one for the tiles placed
this turn."""
FAR: Final = int(np.iinfo(NUMBER).max)
"""The bound of numbers for which the rules set no limit."""
_TURN: Final = ("marked", "centre", "specials", "more")
"""The arrays that are not fields of a view."""
TEXT: Final = 512
"""The least number of bytes for the fields that a variant adds."""


@attrs.frozen
class Bounds:
    """The shape of an array, and the range of its numbers.

    >>> Layout(Steps.of("standard"), players=2).bounds["hand"]
    Bounds(shape=(36,), low=0, high=108, type=<class 'numpy.int32'>)
    """

    shape: tuple[int, ...]
    """The shape of the array."""
    low: int
    """The smallest possible number."""
    high: int
    """The largest possible number."""
    type: type = NUMBER
    """The type of the numbers."""


@attrs.frozen
class Layout:
    """The arrays for a variant and a number of players.

    >>> import qwirkle
    >>> layout = Layout(Steps.of("standard"), players=2)
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd Gd"], scores=[1, 2])
    >>> arrays = layout.arrays(qwirkle.observe(state, 1), PartialTurn.begin(layout.steps, state))
    >>> arrays["board"][:, 20, 20].tolist()
    [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    >>> arrays["hand"][qwirkle.Tile.parse("Gd").order], arrays["unseen"].sum()
    (np.int32(2), np.int64(105))
    >>> arrays["scores"].tolist(), arrays["turn"].tolist()
    ([2, 1], [1])
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
        return tuple(
            each for each in self.fields if each.about.kind is not BOARD and not self._bounds(each)
        )

    @cached_property
    def bounds(self) -> dict[str, Bounds]:
        """The shape and range of every array, by name."""
        size = self.steps.window
        found = {
            "board": Bounds((PLANES, size, size), 0, 1, FLAG_TYPE),
            "centre": Bounds((2,), -FAR, FAR),
            "marked": Bounds((len(TILES),), 0, len(self.steps.variant.box)),
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
        pieces = len(steps.variant.box)
        most = {"hand_sizes": steps.variant.largest_hand, "supply_size": pieces}
        possible = {
            SEAT: Bounds((size,), 0, self.players - 1),
            COUNT: Bounds((size,), 0, most.get(each.name, FAR)),
            POINTS: Bounds((size,), -FAR, FAR),
            FLAG: Bounds((size,), 0, 1),
            REASON: Bounds((size,), 0, len(EndReason) + 1),
            HAND: Bounds((len(TILES),), 0, pieces),
            PIECES: Bounds((len(TILES),), 0, pieces),
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
        found: Arrays = {
            name: np.zeros(bounds.shape, bounds.type) for name, bounds in self.bounds.items()
        }
        self._draw(found["board"], view.board, turn)
        values = {each.name: self._numbers(each, view) for each in self._plain}
        values["marked"] = [0] * len(TILES)
        if view.may_move:
            values["marked"] = _by_kind(turn.marked)
            for tile in (*turn.marked, *(tile for _, tile in turn.placed)):
                values["hand"][tile.order] -= 1
        values["centre"] = [at + self.steps.window // 2 for at in turn.corner]
        if self.specials:
            left = Counter(view.unseen)
            values["specials"] = [left[Special(name)] for name in self.specials]
        if self.texts:
            own = {each.name: each.write(getattr(view, each.name)) for each in self.texts}
            values["more"] = list(json.dumps(own).encode())
        for name, numbers in values.items():
            try:
                found[name][: len(numbers)] = numbers
            except (OverflowError, ValueError):
                message = f"{name} has more or larger numbers than fit into its array"
                raise InvalidValue(message) from None
        return found

    @cached_property
    def _plain(self) -> tuple[Field, ...]:
        """The fields that are numbers or tiles, apart from the board."""
        return tuple(e for e in self.fields if e not in self.texts and e.about.kind is not BOARD)

    def _draw(self, planes: NDArray[Any], board: Board, turn: PartialTurn) -> None:
        """Fill the planes with the tiles on the board and those placed this turn."""
        size, (left, top) = self.steps.window, turn.corner
        for cells, is_new in ((board.items(), False), (turn.placed, True)):
            for (x, y), tile in cells:
                if 0 <= x - left < size and 0 <= y - top < size:
                    at = planes[:, y - top, x - left]
                    at[tile.color] = at[len(Color) + tile.shape] = 1
                    at[-1] = is_new

    def _numbers(self, each: Field, view: TileView) -> list[int]:
        """The numbers of a field's array; numbers by seat begin with the player's own."""
        value, kind = getattr(view, each.name), each.about.kind
        if kind is SEAT:
            # Other seats are counted from the player's seat, which is kept as it is.
            return [value if each.name == "seat" else (value - view.seat) % self.players]
        if kind in (HAND, PIECES):
            return _by_kind(value)
        if kind is REASON:
            # The last number is for a reason that only the variant has.
            return [0 if value is None else 1 + [*EndReason, value.reason].index(value.reason)]
        if each.about.per_seat:
            return [*map(int, value[view.seat :] + value[: view.seat])]
        return [int(value)]


def _by_kind(pieces: Iterable[Piece]) -> list[int]:
    """How many there are of each kind of tile."""
    counts = Counter(pieces)
    return [counts[tile] for tile in TILES]
