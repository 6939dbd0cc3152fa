"""Setting up any position, and finding everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from qwirkle.board import Board
from qwirkle.chance import as_seed, mixed
from qwirkle.errors import Fault, InvalidPosition, InvalidValue, QwirkleError, shown
from qwirkle.tilegame.legality import misfits
from qwirkle.tilegame.state import TileState
from qwirkle.tilegame.supply import Piece, Supply, as_pieces
from qwirkle.tiles import Tile, as_tiles, in_order
from qwirkle.variant import Player, as_players

if TYPE_CHECKING:
    from qwirkle.tilegame.engine import TileGame

T = TypeVar("T")

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

_MOST: Final = 10**9
_FAR: Final = 10**99  # so that a table never grows to where no cells are
_NO_TILES: Final[tuple[Tile, ...]] = ()
_NO_PIECES: Final[tuple[Piece, ...]] = ()
_NOTHING: Final[tuple[object, ...]] = ()


class Setup:
    """A position while it is put together: the faults so far, and where they are.

    A variant with fields of its own reads them with :meth:`read`.
    """

    def __init__(self, variant: TileGame, fields: Mapping[str, object]) -> None:
        self.variant = variant
        self.fields = fields
        names = (*FIELDS, *variant.more_fields)
        self.faults = [
            Fault(name, f"unknown; the fields are {', '.join(names)}")
            for name in fields
            if name not in names
        ]

    def state(self) -> TileState:
        """The position, if nothing is wrong with it.

        Raises:
            InvalidPosition: with every fault.
        """
        board = self.read("board", Board, Board())
        hands = self.hands()
        given = self.read("scores", _elements, _NOTHING)
        players = self.players(len(hands) or len(given))
        seats = len(players)
        hands = hands if "hands" in self.fields else ((),) * seats
        seed = self.read("seed", as_seed, 0)
        supply = self.read("supply", as_pieces, _NO_PIECES)
        scores = self.scores(given, seats)
        turn = self.read("turn", lambda value: _number(value, seats - 1), None)
        passes = self.read("passes", _number, 0)
        ply = self.read("ply", _number, 0)
        self.judge_board(board)
        self.judge_hands(hands, seats)
        rest = self.count(board, hands, supply)
        if turn is None:
            turn = 0 if board or self.faults else self.variant.starter(players, hands)
        state = self.variant.new_state(
            players=players,
            board=board,
            hands=hands if len(hands) == seats else ((),) * seats,  # a fault, noted above
            supply=Supply.of(supply),
            scores=scores,
            turn=turn,
            passes=passes,
            seed=seed,
            ply=ply,
        )
        more = self.variant.read_more(self, state)
        if self.faults:
            raise InvalidPosition(self.faults)
        if "supply" not in self.fields:
            supply = mixed(self.variant.undrawn(rest, more), seed, 0)
        return attrs.evolve(state, supply=Supply.of(supply), **more)

    def read(self, name: str, convert: Callable[[object], T], default: T) -> T:
        """A field, or its default if it is left out or wrong."""
        if name not in self.fields:
            return default
        return self.convert(name, self.fields[name], convert, default)

    def convert(self, path: str, value: object, convert: Callable[[object], T], default: T) -> T:
        """A value, or its default if it is wrong."""
        try:
            return convert(value)
        except QwirkleError as error:
            self.fault(path, str(error))
            return default

    def fault(self, path: str, message: str) -> None:
        """Note something that is wrong."""
        self.faults.append(Fault(path, message))

    def is_wrong(self, path: str) -> bool:
        """Whether a fault of this field is known already."""
        return any(fault.field == path for fault in self.faults)

    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The hands, each sorted."""
        return tuple(
            tuple(sorted(self.convert(f"hands[{i}]", hand, as_tiles, _NO_TILES)))
            for i, hand in enumerate(self.read("hands", _elements, _NOTHING))
        )

    def players(self, seats: int) -> tuple[Player, ...]:
        """The players: as given, or as many as there are hands or scores."""
        counts = self.variant.player_counts
        fewest, most = counts[0], counts[-1]
        return self.convert(
            "players",
            self.fields.get("players", seats or fewest),
            lambda value: as_players(value, fewest, most),
            as_players(fewest, fewest, most),
        )

    def scores(self, given: tuple[object, ...], seats: int) -> tuple[int, ...]:
        """The scores, one for each player."""
        if "scores" not in self.fields:
            return (0,) * seats
        if len(given) != seats and not self.is_wrong("scores"):
            self.fault("scores", f"{len(given)} scores for {seats} players")
        return tuple(
            self.convert(f"scores[{i}]", score, _number, 0) for i, score in enumerate(given)
        )

    def judge_board(self, board: Board) -> None:
        """Find broken lines (P3) and islands (P1)."""
        box = len(self.variant.pieces())
        if len(board) > box:  # too many to look at each
            self.fault("board", f"{len(board)} tiles are more than the {box} in the box [S1]")
            return
        if any(abs(x) > _FAR or abs(y) > _FAR for x, y in board):
            self.fault("board", "the cells of a table have at most 99 digits")
            return
        for line in board.lines():
            for violation in misfits(line):
                self.fault("board", str(violation))
        groups = board.groups()
        if len(groups) > 1:
            places = " and ".join(f"at {group[0]}" for group in groups)
            message = f"the tiles lie in {len(groups)} groups that do not touch: {places} [P1]"
            self.fault("board", message)

    def judge_hands(self, hands: tuple[tuple[Tile, ...], ...], seats: int) -> None:
        """Find hands that are too large (S2), or not one for each player."""
        if len(hands) != seats and not self.is_wrong("hands"):
            self.fault("hands", f"{len(hands)} hands for {seats} players")
        most = self.variant.largest_hand
        for i, hand in enumerate(hands):
            if len(hand) > most:
                self.fault(f"hands[{i}]", f"{len(hand)} tiles are more than {most} [S2]")

    def count(
        self, board: Board, hands: tuple[tuple[Tile, ...], ...], supply: tuple[Piece, ...]
    ) -> list[Piece]:
        """The pieces of the box that are nowhere yet; find those there are too many of (S1)."""
        left = Counter(self.variant.pieces())
        if len(board) > left.total():
            return []
        places: list[tuple[str, tuple[Piece, ...]]] = [("board", tuple(board.values()))]
        places += [(f"hands[{i}]", hand) for i, hand in enumerate(hands)]
        places.append(("supply", supply))
        for place, pieces in places:
            for piece in pieces:
                left[piece] -= 1
                if left[piece] == -1:
                    self.fault(place, f"one {piece.name} ({piece}) more than the box holds [S1]")
        return list(in_order(left.elements()))


def _number(value: object, most: int = _MOST) -> int:
    if type(value) is int and 0 <= value <= most:
        return value
    raise InvalidValue(f"expected an integer from 0 to {most}, not {shown(value)}")


def _elements(value: object) -> tuple[object, ...]:
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        return tuple(value)
    raise InvalidValue(f"expected one for each player, not {shown(value)}")
