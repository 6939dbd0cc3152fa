"""Turns in small steps, for programs whose actions are numbers.

A turn of the tile game has up to thousands of moves, but few tiles. So it is made tile by tile,
and an action means the same on every turn:

- 0 ends the turn with the tiles chosen so far; if none are chosen, it passes;
- 1 + t marks a tile of kind t for an exchange;
- then comes every kind of tile with every cell of the window: such a tile is placed there;
- last come the moves that only the variant has, in the order of the legal moves.

Kinds of tiles are numbered from 0 to 35, by colour and then by shape. The *window* is a square
whose middle is that of the board at the beginning of the turn. Its cells are numbered row by row.

A step is possible if some legal move inside the window contains it and everything chosen before,
and if a placed tile touches the board or another tile placed this turn; the first tile of the game
goes to 0,0. Tiles are marked in their order. So there is one way to make an exchange, and one way
to make a placement for each order of its tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from operator import index
from typing import Final, SupportsIndex, TypeAlias

import attrs

from qwirkle.api import legal_moves
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.lines import LONGEST
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.registry import get_variant
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.legal_moves import groups_with
from qwirkle.tilegame.state import TileState, TileView
from qwirkle.tiles import TILES, Tile
from qwirkle.variant import Variant
from qwirkle.words import expect_number

END: Final = 0
"""The action that ends a turn."""

WINDOW: Final = 41
"""The width and height of the window unless another size is chosen."""

WINDOWS: Final = range(2 * LONGEST + 1, 128)
"""The possible sizes of a window: an opening fits into the smallest."""

MOST_ROUNDS: Final = 10_000
"""The most idle rounds after which a game can be cut off."""

LARGEST: Final = 12
"""The most tiles that a hand may hold, so that no turn has too many placements."""

_NAMED = 5  # the number of possible actions that a message names

_Choice: TypeAlias = Move | Tile | tuple[Cell, Tile]
"""The result of an action: a whole move, a marked tile, or a tile placed on a cell."""


@attrs.frozen
class Steps:
    """The numbers of the actions of a variant. Make one with :meth:`of`.

    >>> steps = Steps.of("standard")
    >>> steps.window, steps.others, steps.size
    (41, 0, 60553)
    """

    variant: TileGame
    """The game that is played."""
    window: int
    """The width and height of the window, in cells."""
    others: int
    """The largest number of moves besides placements, exchanges and the pass."""

    @classmethod
    def of(cls, variant: str | Variant, window: int = WINDOW) -> Steps:
        """The actions of a variant, given by itself or by its name.

        >>> Steps.of("schmidt-actions", window=21).others
        111

        Raises:
            InvalidValue: if it is not a tile game, hands can be too large, or the window is not
                an odd number from 13 to 127.
        """
        game = get_variant(variant)
        if not isinstance(game, TileGame):
            raise InvalidValue(f"only a tile game has turns in steps, and {game!r} is not one")
        if game.largest_hand > LARGEST:
            hands = f"its hands have up to {game.largest_hand} tiles"
            raise InvalidValue(f"{game!r}: {hands}, but turns in steps allow at most {LARGEST}")
        expect_number("window", window, WINDOWS[0], WINDOWS[-1])
        if window % 2 == 0:
            raise InvalidValue(f"window must be odd, so that it has a middle, not {window}")
        usual = set(game.move_types) <= set(TileGame.move_types)
        return cls(game, window, 0 if usual else len(game.box) + 1)

    @property
    def size(self) -> int:
        """The number of actions."""
        return self.first_other + self.others

    @property
    def first_other(self) -> int:
        """The first action that makes a move that only the variant has."""
        return 1 + len(TILES) * (1 + self.window**2)

    def mark(self, tile: Tile) -> int:
        """The action that marks a tile.

        >>> Steps.of("standard").mark(Tile.parse("Rs"))
        2
        """
        return 1 + tile.order

    def place(self, tile: Tile, x: int, y: int) -> int:
        """The action that places a tile in a column and a row of the window.

        >>> Steps.of("standard").place(Tile.parse("Rs"), 20, 20)
        2558
        """
        return 1 + len(TILES) + (tile.order * self.window + y) * self.window + x

    def corner(self, board: Board) -> Cell:
        """The first cell of the window around a board.

        >>> Steps.of("standard").corner(Board("Rs@0,0 Rc@1,0 Rd@2,0"))
        Cell(x=-19, y=-20)
        """
        columns, rows = [x for x, _ in board] or [0], [y for _, y in board] or [0]
        middle = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
        return Cell(middle[0] - self.window // 2, middle[1] - self.window // 2)

    def describe(self, action: SupportsIndex, turn: PartialTurn) -> str:
        """A possible action in words.

        >>> import qwirkle
        >>> steps = Steps.of("standard")
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
        >>> turn = PartialTurn.begin(steps, state)
        >>> [steps.describe(action, turn) for action in turn.actions]
        ['mark Bs', 'Bs at 0,-1', 'Bs at -1,0', 'Bs at 1,0', 'Bs at 0,1']

        Raises:
            InvalidValue: if the action is not possible.
        """
        choice = turn.choice(action)
        if isinstance(choice, Tile):
            return f"mark {choice}"
        if isinstance(choice, tuple):
            return f"{choice[1]} at {choice[0]}"
        return "end the turn" if turn.placed or turn.marked else str(choice)


@attrs.frozen
class PartialTurn:
    """A turn under way: a state or a view, and the player's choices so far.

    >>> import qwirkle
    >>> steps = Steps.of("standard")
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rd Bs", "Gd"], supply="Rc")
    >>> turn = PartialTurn.begin(steps, state)
    >>> len(turn.actions), turn.actions[:2]
    (10, (3, 26))
    >>> turn = turn.after(steps.place(Tile.parse("Rd"), 21, 20))
    >>> turn.placed, turn.actions
    (((Cell(x=1, y=0), Tile.parse('Rd')),), (0,))
    >>> print(turn.after(0))
    Rd@1,0
    """

    steps: Steps
    """The numbers of the actions."""
    position: TileState | TileView
    """The state or view at the beginning of the turn."""
    corner: Cell
    """The first cell of the window."""
    placed: tuple[tuple[Cell, Tile], ...] = ()
    """The tiles placed so far and their cells, in the order placed."""
    marked: tuple[Tile, ...] = ()
    """The tiles marked for an exchange so far, sorted."""

    @classmethod
    def begin(cls, steps: Steps, position: TileState | TileView) -> PartialTurn:
        """The turn of the player to move, with nothing chosen yet.

        In the view of a player who is not to move, and after the end, no action is possible.
        """
        variant = legal_moves(position).position.variant  # it refuses what is no position
        if variant != steps.variant:
            raise InvalidValue(f"these are steps of {steps.variant!r}, not of {variant!r}")
        return cls(steps, position, steps.corner(position.board))

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The possible actions, sorted."""
        return tuple(sorted(self._choices))

    @property
    def taken(self) -> tuple[int, ...]:
        """The actions that have led here from the beginning of the turn."""
        marks = [self.steps.mark(tile) for tile in self.marked]
        return (*marks, *(self._placing(cell, tile) for cell, tile in self.placed))

    def _placing(self, cell: Cell, tile: Tile) -> int:
        """The action that places a tile on a cell of the window."""
        return self.steps.place(tile, cell.x - self.corner.x, cell.y - self.corner.y)

    def after(self, action: SupportsIndex) -> PartialTurn | Move:
        """The turn after one more step or, if that ends it, the move that was made.

        Apply that move and begin the next turn.

        Raises:
            InvalidValue: if the action is not possible; it says which actions are.
        """
        choice, so_far = self.choice(action), (self.steps, self.position, self.corner)
        if isinstance(choice, Tile):
            return PartialTurn(*so_far, self.placed, (*self.marked, choice))
        if isinstance(choice, tuple):
            return PartialTurn(*so_far, (*self.placed, choice), self.marked)
        return choice

    def choice(self, action: SupportsIndex) -> _Choice:
        """The result of an action: a whole move, a marked tile, or a tile placed on a cell.

        Raises:
            InvalidValue: if the action is not possible; it says which actions are.
        """
        try:
            return self._choices[index(action)]
        except (TypeError, KeyError):
            raise InvalidValue(self._why_not(action)) from None

    def actions_to(self, move: Move) -> tuple[int, ...]:
        """The actions that make a move from here, always the first that is part of it.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rd Bs", "Gd"], supply="Rc")
        >>> turn = PartialTurn.begin(Steps.of("standard"), state)
        >>> turn.actions_to(qwirkle.parse_move("Rd@1,0"))
        (4240, 0)

        Raises:
            InvalidValue: if it is not legal, or not inside the window.
        """
        turn: PartialTurn | Move = self
        found: list[int] = []
        parts = [*move.tiles] if isinstance(move, Place | Exchange) else []
        for chosen in (*self.marked, *self.placed):
            if chosen in parts:
                parts.remove(chosen)
        while isinstance(turn, PartialTurn):
            possible = [action for action in turn.actions if turn.choice(action) in (move, *parts)]
            if not possible:
                raise InvalidValue(f"{short_repr(move)} cannot be made in steps from here")
            choice = turn.choice(possible[0])
            if not isinstance(choice, Move):
                parts.remove(choice)
            found.append(possible[0])
            turn = turn.after(possible[0])
        return tuple(found)

    @property
    def left_out(self) -> int:
        """The number of legal placements that are not inside the window."""
        first, last = self.corner, Cell(*(at + self.steps.window - 1 for at in self.corner))
        near = range(first.x + LONGEST, last.x - LONGEST + 1)
        below = range(first.y + LONGEST, last.y - LONGEST + 1)
        if all(x in near and y in below for x, y in self.position.board):
            return 0
        groups = legal_moves(self.position).placements.groups()
        return sum(len(ways) for cells, _, ways in groups if not self._is_inside(cells))

    def _is_inside(self, cells: Sequence[Cell]) -> bool:
        """Whether all cells of a placement are in the window, since the first and the last are."""
        (left, top), size = self.corner, self.steps.window
        (x, y), (last_x, last_y) = cells[0], cells[-1]
        return x >= left and y >= top and last_x < left + size and last_y < top + size

    @cached_property
    def _choices(self) -> dict[int, _Choice]:
        """The results of the possible actions."""
        steps, moves, position = self.steps, legal_moves(self.position), self.position
        choices: dict[int, _Choice] = {}
        if not position.can_move:
            return choices
        if not self.marked:
            choices |= self._placements()
        if not self.placed:
            largest = moves.exchanges.largest()
            if largest and len(self.marked) < len(largest.tiles):
                left = Counter(position.hand) - Counter(self.marked)
                least = self.marked[-1] if self.marked else TILES[0]
                choices |= {steps.mark(tile): tile for tile in left if tile >= least}
            whole = Exchange(self.marked) if self.marked else Pass()
            if whole in moves:
                choices[END] = whole
        if not self.placed and not self.marked:
            own = moves.own
            if len(own) > steps.others:
                many = f"{steps.variant!r} adds {len(own)} moves"
                raise InvalidValue(f"{many}, more than its actions allow")
            choices.update(enumerate(own, steps.first_other))
        return choices

    def _placements(self) -> dict[int, _Choice]:
        """The results of the actions that place a tile, or end a turn in which tiles were placed."""
        placed = dict(self.placed)
        choices: dict[int, _Choice] = {}
        for cells, _, ways in groups_with(self.position, placed):
            if not self._is_inside(cells):
                continue
            if len(cells) == len(placed):
                choices[END] = Place(placed)
            for i, cell in enumerate(cells):
                if cell not in placed and self._touches(cell):
                    for tile in {way[i] for way in ways}:
                        choices[self._placing(cell, tile)] = cell, tile
        return choices

    def _touches(self, cell: Cell) -> bool:
        """Whether a cell touches the board or a tile placed this turn, or is the first of all."""
        board, (x, y) = self.position.board, cell
        if board and board.open_cells.has(cell):
            return True
        if not board and not self.placed:
            return cell == (0, 0)
        return any(abs(x - there.x) + abs(y - there.y) == 1 for there, _ in self.placed)

    def _why_not(self, action: object) -> str:
        """The message for an action that is not possible."""
        say = self.steps.describe
        named = [f"{number} ({say(number, self)})" for number in self.actions[:_NAMED]]
        more = len(self.actions) - len(named)
        possible = ", ".join(named) + (f" and {more} more" if more else "")
        return f"action {short_repr(action)} is not possible; possible: {possible or 'none'}"
