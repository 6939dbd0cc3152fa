"""States of the tile game, and views of its players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic

import attrs

from qwirkle import _engine
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, note, short_repr
from qwirkle.fields import (
    BOARD,
    COUNT,
    HAND,
    HEAD,
    PIECES,
    POINTS,
    REASON,
    SEAT,
    SEED,
    SUPPLY,
    Extra,
    description_of,
    field,
    per_seat,
    shared_names,
)
from qwirkle.judgement import Reason, Score, ScoredLine
from qwirkle.moves import Exchange, Place
from qwirkle.state import Outcome, Player, Position, State, View, unknown_attribute
from qwirkle.supply import Piece, Special, Supply, as_random, pick, shuffled
from qwirkle.tiles import TILES, Tile, in_order

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from qwirkle.tilegame.game import TileGame  # an import cycle otherwise

    E = TypeVar("E", bound=Extra, default=Any)
    E_co = TypeVar("E_co", bound=Extra, covariant=True, default=Extra)
else:  # type checkers know defaults on every version of Python, the interpreter only on new ones
    from typing import TypeVar

    E, E_co = TypeVar("E"), TypeVar("E_co", covariant=True)


class EndReason(Reason):
    """The reasons why a tile game ends.

    >>> EndReason.WENT_OUT.value
    'went-out'
    """

    WENT_OUT = "went-out", "{players:and} used the last tile"
    """A player had no tile left and the supply was empty (E2)."""
    NO_PLAY = "no-play", "nobody can place a tile"
    """The supply was empty and nobody could place a tile (E3)."""
    ALL_PASSED = "all-passed", "everyone has passed"
    """The supply was empty and all players had passed in a row (R3)."""
    CLOSED = "closed", "none of the tiles that are left fits anywhere"
    """There were tiles left to draw, but none of the tiles left fitted anywhere (R21)."""


ENDED_BY: Final[Mapping[StrEnum, str]] = {
    EndReason.WENT_OUT: "E2",
    EndReason.NO_PLAY: "E3",
    EndReason.ALL_PASSED: "R3",
    EndReason.CLOSED: "R21",
}
"""The rule by which a game ended, for each reason."""


@attrs.frozen(kw_only=True, repr=False)
class TilePosition(Position, Generic[E_co]):
    """The fields that states and views of a tile game share. Everyone sees them.

    >>> import qwirkle
    >>> isinstance(qwirkle.observe(qwirkle.new_game(seed=1), 0), TilePosition)
    True
    """

    variant: TileGame[E_co]
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    board: Board = field(BOARD)
    """The board."""
    scores: tuple[int, ...] = per_seat(POINTS)
    """The points so far, by seat."""
    turn: int = field(SEAT, inferred=True)
    """The seat to move; after the end, the seat that would have been next."""
    passes: int = field(COUNT)
    """How many players in a row have just passed."""
    extra: E_co
    """The variant's own fields, which the position also has under their own names."""

    @property
    @abstractmethod
    def stock(self) -> int:
        """How many tiles can still be drawn."""


@attrs.frozen(kw_only=True, repr=False)
class TileState(TilePosition[E_co], State["TileView[E_co]"]):
    """A tile game at one moment. Make one with ``new_game`` or ``position``.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> state.board[0, 0].name, state.turn, len(state.supply), state.is_over
    ('red square', 0, 1, False)
    >>> eval(repr(state), vars(qwirkle)) == state
    True
    """

    hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND)
    """The hands by seat, each sorted."""
    supply: Supply = field(SUPPLY, inferred=True)
    """The tiles still to be drawn."""
    seed: int = field(SEED)
    """The number from which all mixing is derived, together with `ply`."""
    ply: int = field(COUNT)
    """How many moves have been made since the game or position was set up."""
    # A cache, since the outcome is asked for several times for every move.
    _known_outcome: list[Outcome | None] = attrs.field(factory=list, init=False, eq=False)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        known = self._known_outcome
        if not known:
            try:
                known.append(self.variant.outcome_of(self))
            except Exception as error:
                note(error, self)
                raise
        return known[0]

    @property
    def to_draw(self) -> tuple[Piece, ...]:
        """The pieces that nobody has drawn yet; the first is drawn first."""
        return self.supply.tiles

    @property
    def stock(self) -> int:
        """How many tiles can still be drawn."""
        pieces = self.supply.tiles
        has_specials = _engine.engine_of(self.variant).specials
        return sum(isinstance(p, Tile) for p in pieces) if has_specials else len(pieces)


def next_state(
    old: TileState[E],
    board: Board,
    hands: tuple[tuple[Tile, ...], ...],
    supply: Supply,
    scores: tuple[int, ...],
    passes: int,
) -> TileState[E]:
    """The state one move later, with the next player to move; all other fields stay as they are.

    Every move makes a state, so it is filled with the slots' own setters, which are fast.
    """
    new = object.__new__(type(old))
    for get, put in _staying(type(old)):
        put(new, get(old))
    _set_board(new, board)
    _set_hands(new, hands)
    _set_supply(new, supply)
    _set_scores(new, scores)
    _set_passes(new, passes)
    _set_turn(new, (old.turn + 1) % len(hands))
    _set_ply(new, old.ply + 1)
    _set_known_outcome(new, [])
    return new


_CHANGING: Final = (
    "board", "hands", "supply", "scores", "passes", "turn", "ply", "_known_outcome"
)  # fmt: skip


@lru_cache(maxsize=1024)
def _staying(kind: type) -> tuple[tuple[Any, Any], ...]:
    """How the fields of a class that a move leaves alone are read and set."""
    names = [name for name in attrs.fields_dict(kind) if name not in _CHANGING]
    return tuple((getattr(kind, name).__get__, getattr(kind, name).__set__) for name in names)


(
    _set_board,
    _set_hands,
    _set_supply,
    _set_scores,
    _set_passes,
    _set_turn,
    _set_ply,
    _set_known_outcome,
) = (getattr(TileState, name).__set__ for name in _CHANGING)


def with_hand(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: Sequence[Tile]
) -> tuple[tuple[Tile, ...], ...]:
    """The hands with a new one for a seat, sorted.

    >>> from qwirkle.authoring import as_tiles
    >>> with_hand(((), ()), 1, as_tiles("Bd Rs"))
    ((), (Tile.parse('Rs'), Tile.parse('Bd')))
    """
    return (*hands[:seat], in_order(hand), *hands[seat + 1 :])


def _unseen(state: TileState, seat: int, seen: Container[int] = ()) -> tuple[Piece, ...]:
    unseen: list[Piece] = list(state.supply.tiles)
    for other, hand in enumerate(state.hands):
        if other != seat and other not in seen:
            unseen += hand
    return in_order(unseen)


@attrs.frozen(kw_only=True, repr=False)
class TileView(TilePosition[E_co], View):
    """A tile game as one player may know it.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game(players=["Ada", "Bob"], seed=1), 0)
    >>> view.hand_sizes, view.supply_size, len(view.unseen)
    ((6, 6), 96, 102)
    """

    seat: int = field(SEAT, shows=lambda state, seat: seat)
    """The seat of the player whose view it is."""
    hand: tuple[Tile, ...] = field(HAND, shows=lambda state, seat: state.hands[seat])
    """The player's own tiles, sorted."""
    hand_sizes: tuple[int, ...] = per_seat(COUNT, inferred=True)
    """How many tiles each player has, by seat."""
    supply_size: int = field(COUNT, inferred=True, shows=lambda state, seat: len(state.supply))
    """How many pieces are in the supply."""
    unseen: tuple[Piece, ...] = field(PIECES, inferred=True, shows=_unseen)
    """The pieces in the others' hands and in the supply, sorted, so that the order reveals
    nothing."""
    ply: int = field(COUNT)
    """How many moves have been made since the game or position was set up."""
    outcome: Outcome | None = field(REASON, derived=True)
    """How the game ended, or None while it goes on."""

    @property
    def stock(self) -> int:
        """How many tiles can still be drawn."""
        if not _engine.engine_of(self.variant).specials:
            return self.supply_size
        return self.supply_size - sum(isinstance(piece, Special) for piece in self.unseen)

    def sample_state(self, random: Random) -> TileState[E_co]:
        """A state with exactly this view, in which the unseen pieces are dealt at random.

        >>> import qwirkle, random
        >>> view = qwirkle.observe(qwirkle.new_game(seed=1), 0)
        >>> qwirkle.observe(view.sample_state(random.Random(5)), 0) == view
        True
        """
        as_random(random)
        tiles = shuffled((piece for piece in self.unseen if isinstance(piece, Tile)), random)
        specials = [piece for piece in self.unseen if isinstance(piece, Special)]
        hands, rest = self.dealt(tiles)
        supply = Supply.of(tuple(shuffled([*rest, *specials], random)))
        seed = pick(random, 2**32)
        return self.variant.state_behind(self, hands=hands, supply=supply, seed=seed)


_engine.bind(
    TILES,
    *(Cell, Place, Exchange, Board, Supply, ScoredLine, Score, TileView, TileState),
    tuple(attrs.fields_dict(TileState)),
    shared_names(TileState, TileView),
)


class _Forwarding:
    """Access to the fields of a position's `extra` under their own names.

    Only variants with such fields use it, since ``__getattr__`` makes every attribute of a class
    slower.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        # `extra` itself is missing while a copy is being made.
        if name != "extra" and name in attrs.fields_dict(type(self.extra)):
            return getattr(self.extra, name)
        raise unknown_attribute(type(self), name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *attrs.fields_dict(type(self.extra))]


if TYPE_CHECKING:  # for type checkers, a variant's own fields are only in `extra`
    _Forwarding = object  # type: ignore[assignment, misc]


@attrs.frozen(kw_only=True, repr=False)
class ExtendedState(_Forwarding, TileState[E_co]):
    """A state of a variant with its own fields."""


@attrs.frozen(kw_only=True, repr=False)
class ExtendedView(_Forwarding, TileView[E_co]):
    """A view of a variant with its own fields."""


def seats_seen(position: TilePosition, viewer: int) -> list[int]:
    """The seats of the other players whose hands a player sees."""
    seats, sees = range(len(position.players)), position.variant.sees
    return [seat for seat in seats if seat != viewer and sees(viewer, seat)]


def _seen_hands(state: TileState, viewer: int) -> tuple[tuple[Tile, ...], ...]:
    seats = seats_seen(state, viewer)
    return tuple(hand if seat in seats else () for seat, hand in enumerate(state.hands))


def _not_seen(state: TileState, viewer: int) -> tuple[Piece, ...]:
    return _unseen(state, viewer, seats_seen(state, viewer))


@attrs.frozen(kw_only=True, repr=False)
class OpenView(ExtendedView[E_co]):
    """A view of a variant in which players see other hands."""

    seen_hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND, shows=_seen_hands)
    """The hands of the others that the player sees, by seat; the rest are empty."""
    unseen: tuple[Piece, ...] = field(PIECES, inferred=True, shows=_not_seen)
    """The pieces in the hands that the player does not see and in the supply, sorted."""

    @property
    def open_hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """The hands that the player sees, by seat, and None for the others."""
        known = {seat: self.seen_hands[seat] for seat in seats_seen(self, self.seat)}
        known[self.seat] = self.hand
        return tuple(map(known.get, range(len(self.players))))


def check_decorated(kind: type) -> None:
    """Check that a subclass has the decorator that its new fields need.

    Raises:
        InvalidValue: if it does not.
    """
    if not {"__attrs_attrs__", "__slots__"} <= vars(kind).keys():
        raise InvalidValue(f"{kind.__name__} needs the decorator @attrs.frozen(kw_only=True)")


def check_own_fields(extra: type[Extra]) -> None:
    """Check that a variant's own fields are described and do not take the name of another.

    Raises:
        InvalidValue: if they are not.
    """
    if not isinstance(extra, type) or not issubclass(extra, Extra):
        raise InvalidValue(f"extra_type must be a subclass of Extra, not {short_repr(extra)}")
    check_decorated(extra)
    for own in attrs.fields(extra):
        name = f"{extra.__name__}.{own.name}"
        if hasattr(TileState, own.name) or hasattr(OpenView, own.name) or own.name in HEAD:
            raise InvalidValue(f"{name}: the name is taken, since every tile game has it")
        if own.name.startswith("_"):
            raise InvalidValue(f"{name}: a field is public, so its name has no underscore in front")
        about = description_of(own)
        if about is None:
            raise InvalidValue(f"{name}: describe it with field() or per_seat()")
        if about.shows is not None or about.derived:
            raise InvalidValue(f"{name}: a variant's own field is open to everyone")
