"""States of a game, views of its players, and the players: who they are and who starts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Sized
from enum import StrEnum
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

import attrs

from qwirkle.errors import InvalidValue, UnknownAttribute, short_repr
from qwirkle.supply import Piece
from qwirkle.tiles import Tile, in_order
from qwirkle.words import Pictured, ranged

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from qwirkle.variant import Variant  # an import cycle otherwise

    V_co = TypeVar("V_co", bound="View", covariant=True, default="View")
else:  # type checkers know defaults on every version of Python, the interpreter only on new ones
    from typing import TypeVar

    V_co = TypeVar("V_co", covariant=True)


def _plain(name: str) -> str:
    return str(name) if isinstance(name, str) else name  # normalise `str` subclasses


def _name(player: Player, attribute: object, name: Any) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= 80 or not name.isprintable():
        raise InvalidValue(
            f"a player's name must be 1 to 80 printable characters, not {short_repr(name)}"
        )


def _age(player: Player, attribute: object, age: Any) -> None:
    if age is not None and (type(age) is not int or not 0 <= age <= 150):
        raise InvalidValue(f"a player's age must be None or 0 to 150 years, not {short_repr(age)}")


@attrs.frozen
class Player:
    """A player. The age matters only if players tie for the start (B3).

    >>> Player("Ada", age=36)
    Player(name='Ada', age=36)
    """

    name: str = attrs.field(converter=_plain, validator=_name)
    """The player's name."""
    age: int | None = attrs.field(default=None, validator=_age)
    """The age in years, if it is known."""


def as_players(value: object, fewest: int, most: int) -> tuple[Player, ...]:
    """Players from a number, names or players (S3).

    >>> as_players(["Ada", Player("Bob", age=7)], 2, 4)
    (Player(name='Ada', age=None), Player(name='Bob', age=7))
    """
    players: tuple[Player, ...]
    if type(value) is int:
        players = tuple(Player(f"Player {seat + 1}") for seat in range(min(value, most + 1)))
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        players = tuple(
            element if isinstance(element, Player) else Player(element)
            for element in islice(value, most + 1)
        )
    else:
        raise InvalidValue(f"players are a number, names or Players, not {short_repr(value)}")
    if not fewest <= len(players) <= most:
        possible = ranged(fewest, most, "players")
        number = len(value) if isinstance(value, Sized) else value
        raise InvalidValue(f"{possible} can play, not {short_repr(number)} [S3]")
    return players


@attrs.frozen
class Outcome:
    """How a game ended.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["", "Gd"], supply="", scores=[7, 7])
    >>> state.outcome
    Outcome(reason=EndReason.WENT_OUT, scores=(7, 7), winners=(0, 1))
    """

    reason: StrEnum
    """Why it ended, as a member of :class:`~qwirkle.EndReason` or of a variant's own enum."""
    scores: tuple[int, ...]
    """The final scores, by seat."""
    winners: tuple[int, ...]
    """The seats that won; several share a win (R7)."""

    @staticmethod
    def of(reason: StrEnum, scores: tuple[int, ...]) -> Outcome:
        """The outcome in which the highest score wins (E4) and ties are shared (R7)."""
        best = max(scores)
        return Outcome(reason, scores, tuple(i for i, score in enumerate(scores) if score == best))


def unknown_attribute(kind: type, name: str) -> UnknownAttribute:
    """The error for an attribute that positions of a class do not have."""
    if name == "winner":
        return UnknownAttribute(
            "there is no 'winner', since players can share a win; use 'winners'"
        )
    return UnknownAttribute(f"{kind.__name__!r} object has no attribute {name!r}")


class Position(Pictured, ABC):
    """The attributes that states and views share.

    >>> import qwirkle
    >>> isinstance(qwirkle.new_game(seed=1), Position)
    True
    """

    __slots__ = ()

    made_by: ClassVar[str]
    """The function of ``qwirkle`` that makes one; the repr begins with it."""

    @property
    @abstractmethod
    def variant(self) -> Variant:
        """The rules that the game is played by."""

    @property
    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """The players, by seat."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat to move."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The points so far, by seat."""

    @property
    @abstractmethod
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move, or of the player whose view it is."""

    @property
    @abstractmethod
    def open_hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """The hands by seat; None for a hidden hand."""

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each player has, by seat."""

    @property
    @abstractmethod
    def may_move(self) -> bool:
        """Whether it is the turn of the player whose hand this is."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def can_move(self) -> bool:
        """Whether the player whose hand this is may make a move now."""
        return self.may_move and not self.is_over

    @property
    def standings(self) -> tuple[int, ...]:
        """The points that count, by seat, which are the final scores once the game is over."""
        return self.outcome.scores if self.outcome else self.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty before the end."""
        return self.outcome.winners if self.outcome else ()

    if not TYPE_CHECKING:  # type checkers know the right name themselves

        @property
        def winner(self) -> Any:
            # A property, since __getattr__ would make every attribute slower.
            raise unknown_attribute(type(self), "winner")

    def __repr__(self) -> str:
        fields = {"players": self.players, **self.variant.encode(self)}
        parts = ", ".join(f"{name}={value!r}" for name, value in fields.items())
        return f"{self.made_by}({self.variant!r}, {parts})"


class State(Position, Generic[V_co]):
    """Everything about a game at one moment, as an immutable value.

    Every variant has its own class of states; all of them have these attributes. Type checkers
    know the class of its views: those of a ``State[TileView]`` are tile views.

    >>> import qwirkle
    >>> isinstance(qwirkle.new_game(seed=1), State)
    True
    """

    __slots__ = ()

    made_by: ClassVar[str] = "position"

    @property
    @abstractmethod
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The hands by seat, each sorted."""

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]

    @property
    def open_hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The hands by seat; none is hidden."""
        return self.hands

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each player has, by seat."""
        return tuple(map(len, self.hands))

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of the player whose hand this is; in a state it always is."""
        return True

    @property
    def to_draw(self) -> tuple[Piece, ...]:
        """The pieces that nobody has drawn yet; the first is drawn first."""
        return ()


class View(Position):
    """A game as one player may know it, as an immutable value.

    Every variant has its own class of views; all of them have these attributes.

    >>> import qwirkle
    >>> isinstance(qwirkle.observe(qwirkle.new_game(seed=1), 0), View)
    True
    """

    __slots__ = ()

    made_by: ClassVar[str] = "view"

    @property
    @abstractmethod
    def seat(self) -> int:
        """The seat of the player whose view it is."""

    @property
    @abstractmethod
    def unseen(self) -> tuple[object, ...]:
        """The pieces in the others' hands and still to be drawn, sorted, so that the order reveals
        nothing."""

    @property
    def open_hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """The player's own hand at its seat, and None for the others."""
        seats = range(len(self.players))
        return tuple(self.hand if seat == self.seat else None for seat in seats)

    @property
    def may_move(self) -> bool:
        """Whether it is this player's turn."""
        return self.seat == self.turn

    def dealt(self, pieces: Iterable[Any]) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Any, ...]]:
        """The hands, if the hidden ones are dealt from these pieces in order, and what is left.

        Args:
            pieces: the unseen pieces in any order.

        >>> import qwirkle
        >>> view = qwirkle.observe(qwirkle.position(hands=["Rs", "Gd"], supply="Yx"), 0)
        >>> view.dealt(qwirkle.authoring.as_tiles("Yx Gd"))
        (((Tile.parse('Rs'),), (Tile.parse('Yx'),)), (Tile.parse('Gd'),))
        """
        left = iter(pieces)
        pairs = zip(self.open_hands, self.hand_sizes, strict=True)
        hands = [in_order(islice(left, n)) if hand is None else hand for hand, n in pairs]
        return tuple(hands), tuple(left)

    @abstractmethod
    def sample_state(self, random: Random) -> State:
        """A state with exactly this view, in which the unseen pieces are dealt at random."""


def opening_sets(hand: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """The largest sets in a hand that share a colour or a shape, copies counted once (B1).

    >>> from qwirkle.tiles import as_tiles, tiles_text
    >>> [tiles_text(s) for s in opening_sets(as_tiles("Rc Rc Rs Bs Gd"))]
    ['Rc Rs', 'Rs Bs']
    """
    kinds = sorted(set(hand))
    sets = {tuple(t for t in kinds if t.color is tile.color) for tile in kinds} | {
        tuple(t for t in kinds if t.shape is tile.shape) for tile in kinds
    }
    largest = max(map(len, sets), default=0)
    return sorted(tiles for tiles in sets if len(tiles) == largest)


def largest_set(hand: Sequence[Tile]) -> int:
    """The size of the largest set, which a player announces (B1).

    >>> from qwirkle.tiles import as_tiles
    >>> largest_set(as_tiles("Rc Rc Rs Bs Gd"))
    2
    """
    return len(sets[0]) if (sets := opening_sets(hand)) else 0


def starting_seat(
    players: Sequence[Player],
    hands: Sequence[Sequence[Tile]],
    tie_break: Literal["oldest", "youngest"],
) -> int:
    """The seat with the largest set; of tied players, the oldest or youngest starts (R1).

    >>> from qwirkle.tiles import as_tiles
    >>> players = Player("Ada", age=36), Player("Bob", age=8)
    >>> starting_seat(players, [as_tiles("Rc Rs"), as_tiles("Bd Gd")], "youngest")
    1
    """
    announced = list(map(largest_set, hands))
    tied = [seat for seat, size in enumerate(announced) if size == max(announced)]
    ages = [players[seat].age for seat in tied]
    known = [age for age in ages if age is not None]
    if len(known) < len(tied):
        return tied[0]
    return tied[ages.index(max(known) if tie_break == "oldest" else min(known))]
