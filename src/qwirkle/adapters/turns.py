"""Turns in small steps, for programs whose actions are numbers.

A turn of the tile game has up to thousands of moves, but few tiles, and few cells to place them
on. So it is made tile by tile. The number of actions stays small, and the variant determines it:

- 0 ends the turn with the tiles chosen so far; if none are chosen, it passes;
- 1 + i marks the tile of hand slot i for an exchange;
- then comes every hand slot with every open cell: the tile of the slot is placed there;
- last come the moves that only the variant has, in the order of the legal moves.

Hand slots are those of the sorted hand at the beginning of the turn. Open cells are the empty
cells next to a tile on the board or to one placed this turn, in cell order; on an empty board
there is one, 0,0.

A step is possible if some legal move contains it and everything chosen before. Of equal tiles,
the one in the lowest unused slot is used, and tiles are marked in the order of their slots. So
there is one way to make an exchange, and one way to make a placement for each order of its tiles.
"""

from __future__ import annotations

from functools import cached_property
from operator import index
from typing import SupportsIndex, TypeAlias

import attrs

from qwirkle.api import draft, legal_moves
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Exchange, Move, Pass
from qwirkle.registry import get_variant
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.state import TileState, TileView
from qwirkle.tiles import Tile
from qwirkle.variant import Variant

END = 0
"""The action that ends a turn."""

LARGEST = 12
"""The most tiles that a hand may hold, so that the number of actions stays small."""

_NAMED = 5  # the number of possible actions that a message names

_Choice: TypeAlias = Move | tuple[int] | tuple[int, Cell]
"""The result of an action: a whole move, a marked hand slot, or a hand slot and the cell on which
its tile is placed."""


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
    """The number of hand slots."""
    cells: int
    """The largest number of open cells, since n connected cells have at most 2n + 2 around them."""
    others: int
    """The largest number of moves besides placements, exchanges and the pass."""

    @classmethod
    def of(cls, variant: str | Variant) -> Steps:
        """The actions of a variant, given by itself or by its name.

        >>> Steps.of("schmidt-actions").others
        111

        Raises:
            InvalidValue: if it is not a tile game, or hands can be too large.
        """
        game = get_variant(variant)
        if not isinstance(game, TileGame):
            raise InvalidValue(f"only a tile game has turns in steps, and {game!r} is not one")
        if game.largest_hand > LARGEST:
            hands = f"its hands have up to {game.largest_hand} tiles"
            raise InvalidValue(f"{game!r}: {hands}, but turns in steps allow at most {LARGEST}")
        pieces = game.box
        tiles = sum(isinstance(piece, Tile) for piece in pieces)
        usual = set(game.move_types) <= set(TileGame.move_types)
        return cls(game, game.largest_hand, 2 * tiles + 2, 0 if usual else len(pieces) + 1)

    @property
    def size(self) -> int:
        """The number of actions."""
        return self.first_other + self.others

    @property
    def first_other(self) -> int:
        """The first action that makes a move that only the variant has."""
        return self.place(self.hand, 0)

    def mark(self, slot: int) -> int:
        """The action that marks the tile of a hand slot.

        >>> Steps.of("standard").mark(0)
        1
        """
        return 1 + slot

    def place(self, slot: int, cell: int) -> int:
        """The action that places the tile of a hand slot on an open cell, given by its number.

        >>> Steps.of("standard").place(1, 5)
        230
        """
        return 1 + self.hand + slot * self.cells + cell

    def describe(self, action: SupportsIndex, turn: PartialTurn) -> str:
        """A possible action in words.

        >>> import qwirkle
        >>> steps = Steps.of("standard")
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
        >>> turn = PartialTurn.begin(steps, state)
        >>> [steps.describe(action, turn) for action in turn.actions]
        ['mark Bs', 'Bs at -1,0', 'Bs at 0,-1', 'Bs at 0,1', 'Bs at 1,0']

        Raises:
            InvalidValue: if the action is not possible.
        """
        after = turn.after(action)
        if isinstance(after, Move):
            return "end the turn" if turn.slots else str(after)
        tile = turn.position.hand[after.slots[-1]]
        return f"{tile} at {after.cells[-1]}" if after.cells else f"mark {tile}"


@attrs.frozen
class PartialTurn:
    """A turn under way: a state or a view, and the player's choices so far.

    >>> import qwirkle
    >>> steps = Steps.of("standard")
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rd Bs", "Gd"], supply="Rc")
    >>> turn = PartialTurn.begin(steps, state)
    >>> turn.actions
    (1, 2, 7, 8, 9, 10, 225, 226, 227, 228)
    >>> turn = turn.after(10)
    >>> turn.placed, turn.actions
    (((Cell(x=1, y=0), Tile.parse('Rd')),), (0,))
    >>> print(turn.after(0))
    Rd@1,0
    """

    steps: Steps
    """The numbers of the actions."""
    position: TileState | TileView
    """The state or view at the beginning of the turn."""
    slots: tuple[int, ...] = ()
    """The hand slots chosen so far, in the order chosen."""
    cells: tuple[Cell, ...] = ()
    """The cells on which their tiles were placed; empty if they were marked."""

    @classmethod
    def begin(cls, steps: Steps, position: TileState | TileView) -> PartialTurn:
        """The turn of the player to move, with nothing chosen yet.

        In the view of a player who is not to move, and after the end, no action is possible.
        """
        variant = draft(position).position.variant  # draft refuses positions of other games
        if variant != steps.variant:
            raise InvalidValue(f"these are steps of {steps.variant!r}, not of {variant!r}")
        return cls(steps, position)

    @property
    def placed(self) -> tuple[tuple[Cell, Tile], ...]:
        """The tiles placed so far and their cells, in the order placed."""
        hand = self.position.hand
        return tuple((cell, hand[slot]) for slot, cell in zip(self.slots, self.cells, strict=False))

    @property
    def marked(self) -> tuple[Tile, ...]:
        """The tiles marked for an exchange so far, sorted."""
        return () if self.cells else tuple(self.position.hand[slot] for slot in self.slots)

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """The open cells, in the order in which actions number them."""
        return tuple(self.position.board.placing(self.placed).open_cells) or (Cell(0, 0),)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The possible actions, sorted."""
        return tuple(sorted(self._choices))

    def after(self, action: SupportsIndex) -> PartialTurn | Move:
        """The turn after one more step or, if that ends it, the move that was made.

        Apply that move and begin the next turn.

        Raises:
            InvalidValue: if the action is not possible; it says which actions are.
        """
        try:
            choice = self._choices[index(action)]
        except (TypeError, KeyError):
            raise InvalidValue(self._why_not(action)) from None
        if isinstance(choice, Move):
            return choice
        slot, *cells = choice
        return PartialTurn(self.steps, self.position, (*self.slots, slot), (*self.cells, *cells))

    @cached_property
    def _choices(self) -> dict[int, _Choice]:
        """The results of the possible actions."""
        steps, moves, marked = self.steps, legal_moves(self.position), self.marked
        so_far = draft(self.position, self.placed)
        choices: dict[int, _Choice] = {}
        lowest: dict[Tile, int] = {}  # the lowest unused slot of every tile
        for slot, tile in enumerate(self.position.hand):
            if slot not in self.slots:
                lowest.setdefault(tile, slot)
        if not marked:
            numbers = {cell: number for number, cell in enumerate(self.open_cells)}
            for fit in so_far.fits:
                if fit.cell in numbers:  # others are open later, as the first line grows
                    slot = lowest[fit.tile]
                    choices[steps.place(slot, numbers[fit.cell])] = slot, fit.cell
        largest = None if self.cells else moves.exchanges.largest()
        if largest and len(marked) < len(largest.tiles):
            last = self.slots[-1] if marked else -1
            for slot in lowest.values():
                if slot > last:
                    choices[steps.mark(slot)] = (slot,)
        if not self.slots:
            own = moves.own
            if len(own) > steps.others:
                many = f"{steps.variant!r} adds {len(own)} moves"
                raise InvalidValue(f"{many}, more than its actions allow")
            choices.update(enumerate(own, steps.first_other))
        whole = so_far.move if self.cells else Exchange(marked) if marked else Pass()
        if whole in moves:
            choices[END] = whole
        return choices

    def _why_not(self, action: object) -> str:
        """The message for an action that is not possible."""
        say = self.steps.describe
        named = [f"{number} ({say(number, self)})" for number in self.actions[:_NAMED]]
        more = len(self.actions) - len(named)
        possible = ", ".join(named) + (f" and {more} more" if more else "")
        return f"action {short_repr(action)} is not possible; possible: {possible or 'none'}"
