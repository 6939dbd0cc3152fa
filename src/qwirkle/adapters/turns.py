"""A turn in small steps, each a number, for programs whose actions are numbers.

A turn of the tile game has up to thousands of moves, but few tiles and few cells to lay them on.
So it is made tile by tile, and the number of actions stays small and is fixed by the variant:

- 0 ends the turn with what was chosen; with nothing chosen, it passes;
- 1 + i marks the tile of hand slot i for an exchange;
- then comes every hand slot with every open cell: the tile of the slot is laid there;
- last, for variants with moves of their own, each of these, in the order of the legal moves.

Hand slots are those of the sorted hand at the beginning of the turn. Open cells are the empty
neighbours of what lies on the table and of what was laid in this turn, in cell order; on an
empty table there is one, 0,0.

A step is possible if some legal move contains it and all that was chosen before. Of equal tiles
the one of the lowest unused slot is taken, and tiles are marked in the order of their slots, so
an exchange is made in one way, and a placement in one way for each order of its tiles.
"""

from __future__ import annotations

from functools import cached_property
from operator import index
from typing import SupportsIndex

import attrs

from qwirkle.api import legal_moves
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.registry import get_variant
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.state import TilePosition, TileState, TileView
from qwirkle.tiles import Tile
from qwirkle.variant import Variant

END = 0
"""The action that ends a turn."""

LARGEST = 12
"""The most tiles that a hand may hold, since the number of exchanges doubles with each of them."""

_NAMED = 5  # how many possible actions a message names


@attrs.frozen
class Steps:
    """The numbers of the actions of a variant. Make one with :meth:`of`.

    >>> steps = Steps.of("standard")
    >>> steps.hand, steps.cells, steps.others, steps.size
    (6, 218, 0, 1315)
    """

    variant: TileGame
    """The game that is played."""
    hand: int
    """How many hand slots there are."""
    cells: int
    """How many open cells there can be, since n connected cells have at most 2n + 2 around them."""
    others: int
    """How many moves there can be that are no placement, exchange or pass."""

    @classmethod
    def of(cls, variant: str | Variant) -> Steps:
        """The actions of a variant, or of the variant of a name.

        >>> Steps.of("schmidt-actions").others
        111

        Raises:
            InvalidValue: if it is no tile game, or hands can be too large.
        """
        game = get_variant(variant)
        if not isinstance(game, TileGame):
            raise InvalidValue(f"turns are made tile by tile in a tile game, which {game!r} is not")
        if game.largest_hand > LARGEST:
            most = f"hands of {game.largest_hand} tiles are too large"
            raise InvalidValue(
                f"{game!r}: {most} for turns in steps, at most {LARGEST} are possible"
            )
        pieces = game.box
        tiles = sum(isinstance(piece, Tile) for piece in pieces)
        usual = set(game.move_types) <= set(TileGame.move_types)
        return cls(game, game.largest_hand, 2 * tiles + 2, 0 if usual else len(pieces) + 1)

    @property
    def size(self) -> int:
        """How many actions there are."""
        return self.first_other + self.others

    @property
    def first_other(self) -> int:
        """The first action that is a whole move of the variant's own."""
        return self.place(self.hand, 0)

    def mark(self, slot: int) -> int:
        """The action that marks the tile of a hand slot.

        >>> Steps.of("standard").mark(0)
        1
        """
        return 1 + slot

    def place(self, slot: int, cell: int) -> int:
        """The action that lays the tile of a hand slot on an open cell, given by its number.

        >>> Steps.of("standard").place(1, 5)
        230
        """
        return 1 + self.hand + slot * self.cells + cell

    def describe(self, action: SupportsIndex, turn: Turn) -> str:
        """What a possible action does, in words.

        >>> import qwirkle
        >>> steps = Steps.of("standard")
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
        >>> turn = Turn.begin(steps, state)
        >>> [steps.describe(action, turn) for action in turn.actions]
        ['mark Bs', 'Bs at -1,0', 'Bs at 0,-1', 'Bs at 0,1', 'Bs at 1,0']

        Raises:
            InvalidValue: if the action is not possible.
        """
        after = turn.after(action)
        if isinstance(after, Move):
            return "end the turn" if turn.slots else str(after)
        tile = turn.table.hand[after.slots[-1]]
        return f"{tile} at {after.cells[-1]}" if after.cells else f"mark {tile}"


@attrs.frozen
class Turn:
    """A turn under way: a state or a view, and what its player has chosen so far.

    >>> import qwirkle
    >>> steps = Steps.of("standard")
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rd Bs", "Gd"], supply="Rc")
    >>> turn = Turn.begin(steps, state)
    >>> turn.actions
    (1, 2, 7, 8, 9, 10, 225, 226, 227, 228)
    >>> turn = turn.after(10)
    >>> turn.laid, turn.actions
    (((Cell(x=1, y=0), Tile.parse('Rd')),), (0,))
    >>> print(turn.after(0))
    Rd@1,0
    """

    steps: Steps
    """The numbers of the actions."""
    table: TilePosition
    """The state or view that the turn began with."""
    slots: tuple[int, ...]
    """The hand slots chosen so far, in the order chosen."""
    cells: tuple[Cell, ...]
    """The cells that their tiles were laid on; empty if they were marked."""
    _moves: tuple[Move, ...] = attrs.field(eq=False, repr=False)
    """The legal moves that contain what was chosen."""

    @classmethod
    def begin(cls, steps: Steps, table: TilePosition) -> Turn:
        """The turn of the player to move, with nothing chosen yet.

        In the view of a player who waits, and after the end, nothing is possible.
        """
        if not isinstance(table, (TileState, TileView)):
            raise InvalidValue(
                f"expected a state or a view of a tile game, not {short_repr(table)}"
            )
        if table.variant != steps.variant:
            raise InvalidValue(f"these are steps of {steps.variant!r}, not of {table.variant!r}")
        return cls(steps, table, (), (), tuple(legal_moves(table)))

    @property
    def laid(self) -> tuple[tuple[Cell, Tile], ...]:
        """The tiles laid so far and their cells, in the order laid."""
        hand = self.table.hand
        return tuple((cell, hand[slot]) for slot, cell in zip(self.slots, self.cells, strict=False))

    @property
    def marked(self) -> tuple[Tile, ...]:
        """The tiles marked for an exchange so far, sorted."""
        return () if self.cells else tuple(self.table.hand[slot] for slot in self.slots)

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """The open cells in their order, which is how actions count them."""
        return tuple(self.table.board.placing(self.laid).open_cells) or (Cell(0, 0),)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """What is possible next, sorted."""
        return tuple(sorted(self._ways))

    def after(self, action: SupportsIndex) -> Turn | Move:
        """The turn after one more step, or the move that it makes if that completes it.

        The move is to be applied, and then another turn begins.

        Raises:
            InvalidValue: if the action is not possible; it says what is.
        """
        try:
            number = index(action)
            moves = self._ways[number]
        except (TypeError, KeyError):
            raise InvalidValue(self._why_not(action)) from None
        steps = self.steps
        if number == END or number >= steps.first_other:
            return moves[0]
        if number < steps.place(0, 0):
            return Turn(steps, self.table, (*self.slots, number - steps.mark(0)), (), tuple(moves))
        slot, cell = divmod(number - steps.place(0, 0), steps.cells)
        cells = (*self.cells, self.open_cells[cell])
        return Turn(steps, self.table, (*self.slots, slot), cells, tuple(moves))

    @cached_property
    def _ways(self) -> dict[int, list[Move]]:
        """For every possible action, the legal moves that contain it and what was chosen."""
        steps, chosen = self.steps, len(self.slots)
        # The lowest unused slot of every tile; only of those are there moves that go on.
        lowest: dict[Tile, int] = {}
        for slot, tile in enumerate(self.table.hand):
            if slot not in self.slots:
                lowest.setdefault(tile, slot)
        places = {tile: steps.place(slot, 0) for tile, slot in lowest.items()}
        numbers = {cell: number for number, cell in enumerate(self.open_cells)}
        ways: dict[int, list[Move]] = {}
        others = 0
        for move in self._moves:
            if type(move) is Place:
                for cell, tile in zip(move.cells, move.laid, strict=True):
                    if cell in numbers:  # another is laid on already, or can be later
                        ways.setdefault(places[tile] + numbers[cell], []).append(move)
                size = len(move.cells)
            elif type(move) is Exchange:
                size = len(move.tiles)
                if size > chosen:
                    action = steps.mark(lowest[move.tiles[chosen]])
                    ways.setdefault(action, []).append(move)
            elif type(move) is Pass:
                size = 0
            else:
                ways[steps.first_other + others] = [move]
                others += 1
                continue
            if size == chosen:
                ways[END] = [move]
        if others > steps.others:
            raise InvalidValue(f"{others} moves of its own are too many for {steps.variant!r}")
        return ways

    def _why_not(self, action: object) -> str:
        """The message about an action that is not possible."""
        say = self.steps.describe
        named = [f"{number} ({say(number, self)})" for number in self.actions[:_NAMED]]
        more = len(self.actions) - len(named)
        possible = ", ".join(named) + (f" and {more} more" if more else "")
        return f"action {short_repr(action)} is not possible; possible are: {possible or 'none'}"
