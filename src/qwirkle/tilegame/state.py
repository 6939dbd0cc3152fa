"""The tile game at one moment: everything, or what one player may know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import attrs

from qwirkle.board import Board
from qwirkle.chance import as_random, pick, shuffled
from qwirkle.errors import Reason
from qwirkle.state import Outcome, Player, State, View
from qwirkle.supply import Piece, Special, Supply, pieces_text
from qwirkle.tiles import Tile, tiles_text

if TYPE_CHECKING:  # a state knows its variant, which makes states
    from qwirkle.tilegame.engine import TileGame


class EndReason(Reason):
    """Why a tile game ended.

    >>> EndReason.WENT_OUT.value
    'went-out'
    """

    WENT_OUT = "went-out"
    """A player had no tile left and the supply was empty (E2)."""
    NO_PLAY = "no-play"
    """The supply was empty and nobody could place a tile (E3)."""
    ALL_PASSED = "all-passed"
    """The supply was empty and all players in a row had passed (R3)."""
    CLOSED = "closed"
    """There were tiles left to draw, but none of the tiles left fitted anywhere (R21)."""


@attrs.frozen(repr=False)
class TileState(State):
    """A tile game at one moment. Make one with ``new_game`` or ``position``.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> state.board[0, 0].name, state.turn, len(state.supply), state.is_over
    ('red square', 0, 1, False)
    >>> eval(repr(state), vars(qwirkle)) == state
    True
    """

    variant: TileGame
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    board: Board
    """The board."""
    hands: tuple[tuple[Tile, ...], ...]
    """Everybody's tiles, by seat, sorted."""
    supply: Supply
    """The tiles still to be drawn."""
    scores: tuple[int, ...]
    """The points so far, by seat."""
    turn: int
    """The seat to move; after the end, the seat that would have been next."""
    passes: int
    """How many players in a row have just passed."""
    seed: int
    """What all mixing is derived from, together with `ply`."""
    ply: int
    """How many moves have been made since the game or position was set up."""
    # The outcome once it has been asked for, which happens several times for every move.
    _known_outcome: list[Outcome | None] = attrs.field(factory=list, init=False, eq=False)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        known = self._known_outcome
        if not known:
            reason = self.variant.ending(self)
            known.append(None if reason is None else Outcome.of(reason, self.scores))
        return known[0]

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]

    @property
    def to_draw(self) -> tuple[Piece, ...]:
        """The pieces that nobody has drawn yet; the first is drawn first."""
        return self.supply.tiles

    @property
    def stock(self) -> int:
        """How many tiles can still be drawn."""
        pieces = self.supply.tiles
        return sum(isinstance(p, Tile) for p in pieces) if self.variant.specials else len(pieces)

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of the player whose hand this is, as it always is in a state."""
        return True

    def __repr__(self) -> str:
        fields = {
            "players": self.players,
            "board": str(self.board),
            "hands": [tiles_text(hand) for hand in self.hands],
            "supply": pieces_text(self.supply.tiles),
            "scores": list(self.scores),
            "turn": self.turn,
            "passes": self.passes,
            "seed": self.seed,
            "ply": self.ply,
            **self.variant.more(self),
        }
        parts = ", ".join(f"{name}={value!r}" for name, value in fields.items())
        return f"position({self.variant!r}, {parts})"


S = TypeVar("S", bound=TileState)


def next_state(
    old: S,
    board: Board,
    hands: tuple[tuple[Tile, ...], ...],
    supply: Supply,
    scores: tuple[int, ...],
    passes: int,
) -> S:
    """The state one move later, with the next player to move; whatever more it holds stays.

    Every move makes a state, so it is filled through the slots' own setters.
    """
    new = object.__new__(type(old))
    _set_variant(new, old.variant)
    _set_players(new, old.players)
    _set_board(new, board)
    _set_hands(new, hands)
    _set_supply(new, supply)
    _set_scores(new, scores)
    _set_turn(new, (old.turn + 1) % len(hands))
    _set_passes(new, passes)
    _set_seed(new, old.seed)
    _set_ply(new, old.ply + 1)
    _set_known_outcome(new, [])
    for name in old.variant.more_fields:
        object.__setattr__(new, name, getattr(old, name))
    return new


(
    _set_variant,
    _set_players,
    _set_board,
    _set_hands,
    _set_supply,
    _set_scores,
    _set_turn,
    _set_passes,
    _set_seed,
    _set_ply,
    _set_known_outcome,
) = (vars(TileState)[field.name].__set__ for field in attrs.fields(TileState))


@attrs.frozen
class TileView(View):
    """What one player may know of a tile game.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game(players=["Ada", "Bob"], seed=1), 0)
    >>> view.hand_sizes, view.supply_size, len(view.unseen)
    ((6, 6), 96, 102)
    """

    variant: TileGame
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    seat: int
    """Whose view it is."""
    board: Board
    """The board."""
    hand: tuple[Tile, ...]
    """The player's own tiles, sorted."""
    hand_sizes: tuple[int, ...]
    """How many tiles everybody has, by seat."""
    supply_size: int
    """How many pieces the supply has."""
    unseen: tuple[Piece, ...]
    """The pieces in the others' hands and in the supply, sorted, so that all are alike."""
    scores: tuple[int, ...]
    """The points so far, by seat."""
    turn: int
    """The seat to move."""
    passes: int
    """How many players in a row have just passed."""
    outcome: Outcome | None
    """How the game ended, or None while it goes on."""

    @property
    def may_move(self) -> bool:
        """Whether it is this player's turn."""
        return self.seat == self.turn

    @property
    def stock(self) -> int:
        """How many tiles can still be drawn."""
        if not self.variant.specials:
            return self.supply_size
        return self.supply_size - sum(isinstance(piece, Special) for piece in self.unseen)

    def sample_state(self, random: Random) -> TileState:
        """A state that looks just like this to the player, the unseen pieces dealt at random.

        >>> import qwirkle, random
        >>> view = qwirkle.observe(qwirkle.new_game(seed=1), 0)
        >>> qwirkle.observe(view.sample_state(random.Random(5)), 0) == view
        True
        """
        as_random(random)
        tiles = shuffled((piece for piece in self.unseen if isinstance(piece, Tile)), random)
        hands: list[tuple[Tile, ...]] = []
        for seat, size in enumerate(self.hand_sizes):
            if seat == self.seat:
                hands.append(self.hand)
            else:
                hands.append(tuple(sorted(tiles[:size])))
                del tiles[:size]
        specials = [piece for piece in self.unseen if isinstance(piece, Special)]
        supply: list[Piece] = shuffled([*tiles, *specials], random)
        return self.variant.new_state(
            players=self.players,
            board=self.board,
            hands=tuple(hands),
            supply=Supply.of(tuple(supply)),
            scores=self.scores,
            turn=self.turn,
            passes=self.passes,
            seed=pick(random, 2**32),
            ply=0,
            **self.variant.more(self),
        )


TilePosition: TypeAlias = TileState | TileView
"""What the rules are asked about: either knows all that the player to move may know."""
