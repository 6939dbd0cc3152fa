"""Setting up any position of the tile game, and finding everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from qwirkle.board import Board
from qwirkle.chance import as_seed, mixed
from qwirkle.errors import listed
from qwirkle.setup import Setup, number
from qwirkle.supply import Piece, Supply, as_pieces
from qwirkle.tilegame.facts import checked_starter
from qwirkle.tilegame.legality import misfits
from qwirkle.tilegame.state import TileState
from qwirkle.tiles import Tile

if TYPE_CHECKING:
    from qwirkle.tilegame.engine import TileGame

FIELDS: Final = (
    "players",
    "board",
    "hands",
    "supply",
    "scores",
    "turn",
    "passes",
    "seed",
    "ply",
)

_DIGITS: Final = 99  # one fewer than those of cells, so that there is room for a board to grow
_NO_TILES: Final[tuple[Tile, ...]] = ()
_NO_PIECES: Final[tuple[Piece, ...]] = ()


class TileSetup(Setup):
    """A position of the tile game while it is put together.

    A variant with fields of its own reads them with :meth:`read`.

    >>> import qwirkle
    >>> setup = TileSetup(qwirkle.get_variant("standard"), {"hands": ["Rs", "Gd"], "turn": 1})
    >>> setup.state().turn
    1
    """

    def __init__(self, variant: TileGame, fields: Mapping[str, object]) -> None:
        super().__init__(variant, (*FIELDS, *variant.more_fields), fields)
        self.variant = variant

    def state(self) -> TileState:
        """The position, if nothing is wrong with it.

        Raises:
            InvalidPosition: with every fault.
        """
        board = self.read("board", Board, Board())
        hands = self.hands()
        scores = self.each("scores", number, 0)
        players = self.players(len(hands) or len(scores))
        seats = len(players)
        seed = self.read("seed", as_seed, 0)
        supply = self.read("supply", as_pieces, _NO_PIECES)
        scores = self.for_everyone("scores", scores, seats, 0)
        turn = self.read("turn", lambda value: number(value, seats - 1), None)
        passes = self.read("passes", number, 0)
        ply = self.read("ply", number, 0)
        self.judge_board(board)
        self.judge_hands(hands, self.variant.largest_hand, "S2")
        rest = self.count(board, hands, supply)
        hands = self.for_everyone("hands", hands, seats, _NO_TILES)
        if turn is None:
            turn = 0 if board or self.faults else checked_starter(self.variant, players, hands)
        state = self.variant.new_state(
            players=players,
            board=board,
            hands=hands,
            supply=Supply.of(supply),
            scores=scores,
            turn=turn,
            passes=passes,
            seed=seed,
            ply=ply,
        )
        more = self.variant.read_more(self, state)
        self.done()
        if "supply" not in self.fields:
            supply = mixed(self.variant.undrawn(rest, more), seed, 0)
        return attrs.evolve(state, supply=Supply.of(supply), **more)

    def judge_board(self, board: Board) -> None:
        """Find broken lines (P3) and islands (P1)."""
        box = len(self.variant.box)
        if len(board) > box:  # too many to look at each
            self.fault("board", f"{len(board)} tiles are more than the {box} in the box [S1]")
            return
        if any(max(abs(x), abs(y)) >= 10**_DIGITS for x, y in board):
            self.fault("board", f"the cells of a table have at most {_DIGITS} digits")
            return
        for line in board.lines():
            for violation in misfits(line):
                self.fault("board", str(violation))
        groups = board.groups()
        if len(groups) > 1:
            places = listed([f"at {group[0]}" for group in groups], " and ")
            message = f"the tiles lie in {len(groups)} groups that do not touch: {places} [P1]"
            self.fault("board", message)

    def count(
        self, board: Board, hands: tuple[tuple[Tile, ...], ...], supply: tuple[Piece, ...]
    ) -> list[Piece]:
        """The pieces of the box that are nowhere yet; find those there are too many of (S1)."""
        box = self.variant.box
        if len(board) > len(box):
            return []
        places: list[tuple[str, tuple[Piece, ...]]] = [("board", tuple(board.values()))]
        places += [(f"hands[{i}]", hand) for i, hand in enumerate(hands)]
        return self.left(box, [*places, ("supply", supply)], "S1")
