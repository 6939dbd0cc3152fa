"""What a player sees, as arrays of numbers whose sizes the variant fixes.

Nothing goes into them but a view and the part of a turn that its player may know, and all of
the view can be read back. Colours and shapes are written as 1 to 6, and rows that are not needed
as zeros. Seats are counted from the player: 0 is the player's own, 1 that of the next to move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from qwirkle.adapters.turns import Steps, Turn
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue
from qwirkle.supply import Special
from qwirkle.tilegame.state import EndReason, TileView
from qwirkle.tiles import Color, Shape, Tile

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by name."""

NUMBER: Final = np.int32
"""The type of the numbers."""
FAR: Final = int(np.iinfo(NUMBER).max)
"""The bound of numbers that the rules do not bound."""
TEXT: Final = 512
"""How many bytes there are at least for fields of a variant's own."""


@attrs.frozen
class Bounds:
    """What the numbers of an array can be.

    >>> Layout(Steps.of("standard"), players=2).bounds["hand"]
    Bounds(shape=(6, 2), low=0, high=6)
    """

    shape: tuple[int, ...]
    """The shape of the array."""
    low: int
    """The least number that can be in it."""
    high: int
    """The largest."""


@attrs.frozen
class Layout:
    """The arrays for a variant and a number of players.

    >>> import qwirkle
    >>> layout = Layout(Steps.of("standard"), players=2)
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd Gd"], scores=[1, 2])
    >>> arrays = layout.arrays(qwirkle.observe(state, 1), Turn.begin(layout.steps, state))
    >>> arrays["board"][:2].tolist(), arrays["hand"][:3].tolist()
    ([[0, 0, 1, 2], [0, 0, 0, 0]], [[4, 3], [4, 3], [0, 0]])
    >>> arrays["scores"].tolist(), arrays["turn"].tolist(), arrays["unseen"].sum()
    ([2, 1], [1], np.int64(105))
    """

    steps: Steps
    """The numbers of the actions."""
    players: int
    """How many play."""

    @cached_property
    def specials(self) -> tuple[str, ...]:
        """The names of the pieces in the box that are no tiles, sorted."""
        pieces = self.steps.variant.box
        return tuple(sorted({piece.name for piece in pieces if isinstance(piece, Special)}))

    @cached_property
    def bounds(self) -> dict[str, Bounds]:
        """The arrays there are, by name."""
        steps, seats = self.steps, self.players
        pieces = len(steps.variant.box)
        tiles = steps.cells // 2 - 1
        found = {
            "seat": Bounds((1,), 0, seats - 1),
            "turn": Bounds((1,), 0, seats - 1),
            "board": Bounds((tiles, 4), -FAR, FAR),
            "laid": Bounds((steps.hand, 4), -FAR, FAR),
            "open": Bounds((steps.cells, 3), -FAR, FAR),
            "hand": Bounds((steps.hand, 2), 0, len(Color)),
            "used": Bounds((steps.hand,), 0, 1),
            "hand_sizes": Bounds((seats,), 0, steps.hand),
            "unseen": Bounds((len(Color), len(Shape)), 0, tiles),
            "supply_size": Bounds((1,), 0, pieces),
            "scores": Bounds((seats,), -FAR, FAR),
            "passes": Bounds((1,), 0, FAR),
            "outcome": Bounds((1,), 0, len(EndReason) + 1),
        }
        if self.specials:
            found["specials"] = Bounds((len(self.specials),), 0, pieces)
        if steps.variant.more_fields:
            found["more"] = Bounds((max(TEXT, 64 * seats),), 0, 255)
        return found

    def arrays(self, view: TileView, turn: Turn) -> Arrays:
        """What a player sees of a turn.

        Args:
            view: what the player sees of the state that the turn began with.
            turn: the turn of whoever is to move. What is laid lies open; what is marked only
                the one knows who marked it.
        """
        if len(view.players) != self.players:
            players = f"{len(view.players)} play, not {self.players}"
            raise InvalidValue(f"this is no view of such a game: {players}")
        found = {name: np.zeros(bounds.shape, NUMBER) for name, bounds in self.bounds.items()}

        def fill(name: str, values: Sequence[int | tuple[int, ...]]) -> None:
            if values:
                try:
                    found[name][: len(values)] = values
                except (OverflowError, ValueError):
                    message = f"{name} has more or larger numbers than fit into its array"
                    raise InvalidValue(message) from None

        def from_own(values: tuple[int, ...]) -> tuple[int, ...]:
            return values[view.seat :] + values[: view.seat]

        fill("seat", [view.seat])
        fill("turn", [(view.turn - view.seat) % self.players])
        fill("board", _rows(view.board.items()))
        fill("laid", _rows(turn.laid))
        fill("open", [(1, x, y) for x, y in turn.open_cells])
        fill("hand", [(tile.color + 1, tile.shape + 1) for tile in view.hand])
        if view.may_move:
            found["used"][list(turn.slots)] = 1
        fill("hand_sizes", from_own(view.hand_sizes))
        for piece in view.unseen:
            if isinstance(piece, Special):
                found["specials"][self.specials.index(piece.name)] += 1
            else:
                found["unseen"][piece.color, piece.shape] += 1
        fill("supply_size", [view.supply_size])
        fill("scores", from_own(view.scores))
        fill("passes", [view.passes])
        fill("outcome", [_reason(view)])
        if "more" in found:
            fill("more", list(json.dumps(view.variant.encode_more(view)).encode()))
        return found


def _rows(placed: Iterable[tuple[Cell, Tile]]) -> list[tuple[int, int, int, int]]:
    return [(x, y, tile.color + 1, tile.shape + 1) for (x, y), tile in placed]


def _reason(view: TileView) -> int:
    """Why the game ended: 0 if it goes on, and one more than the usual reasons for another."""
    if view.outcome is None:
        return 0
    reasons = [*EndReason, view.outcome.reason]
    return 1 + reasons.index(view.outcome.reason)
