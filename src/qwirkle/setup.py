"""Setting up any position, and finding everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from qwirkle.bounds import MOST_SEATS, at_most
from qwirkle.errors import Fault, InvalidPosition, InvalidValue, QwirkleError, short_repr
from qwirkle.state import Player, as_players
from qwirkle.tiles import Tile, as_tiles, in_order
from qwirkle.variant import Variant
from qwirkle.words import counted

T = TypeVar("T")

_MOST: Final = 10**9
_NO_TILES: Final[tuple[Tile, ...]] = ()
_NOTHING: Final[tuple[object, ...]] = ()


class Setup:
    """A position while it is put together: the faults so far, and where they are.

    >>> import qwirkle
    >>> setup = Setup(qwirkle.get_variant("standard"), ["hands", "turn"], {"turn": 7})
    >>> setup.read("turn", lambda value: number(value, 1), 0)
    0
    >>> print(*setup.faults)
    turn: expected an integer from 0 to 1, not 7
    """

    def __init__(
        self, variant: Variant[Any, Any], names: Sequence[str], fields: Mapping[str, object]
    ) -> None:
        """Begin with the fields that were given.

        Args:
            variant: the game.
            names: the fields that there are.
            fields: those that were given, by name.
        """
        self.seating = variant.player_counts
        self.fields = fields
        unknown = f"unknown; the fields are {', '.join(names)}"
        self.faults = [Fault(name, unknown) for name in fields if name not in names]

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

    def each(self, name: str, convert: Callable[[object], T], default: T) -> tuple[T, ...]:
        """The elements of a field, each converted, or its default if it is wrong."""
        return tuple(
            self.convert(f"{name}[{i}]", element, convert, default)
            for i, element in enumerate(self.read(name, _elements, _NOTHING))
        )

    def fault(self, path: str, message: str) -> None:
        """Note something that is wrong."""
        self.faults.append(Fault(path, message))

    def is_wrong(self, path: str) -> bool:
        """Whether a fault of this field is known already."""
        return any(fault.field == path for fault in self.faults)

    def done(self) -> None:
        """Insist that nothing is wrong.

        Raises:
            InvalidPosition: with every fault.
        """
        if self.faults:
            raise InvalidPosition(self.faults)

    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The hands, each sorted."""
        return tuple(map(in_order, self.each("hands", as_tiles, _NO_TILES)))

    def players(self, seats: int) -> tuple[Player, ...]:
        """The players: as given, or as many as something else tells, if it does."""
        fewest, most = self.seating[0], self.seating[-1]
        return self.convert(
            "players",
            self.fields.get("players", seats or fewest),
            lambda value: as_players(value, fewest, most),
            as_players(fewest, fewest, most),
        )

    def for_everyone(
        self, name: str, given: tuple[T, ...], seats: int, default: T
    ) -> tuple[T, ...]:
        """One for each player, or the default for each if that is not so."""
        if name in self.fields and len(given) != seats and not self.is_wrong(name):
            self.fault(name, f"{counted(len(given), name)} for {counted(seats, 'players')}")
        return given if len(given) == seats else (default,) * seats

    def judge_hands(self, hands: tuple[tuple[Tile, ...], ...], most: int, rule: str) -> None:
        """Find hands that are too large."""
        for i, hand in enumerate(hands):
            if len(hand) > most:
                self.fault(f"hands[{i}]", f"{len(hand)} tiles are more than {most} [{rule}]")

    def left(
        self, box: Iterable[T], places: Iterable[tuple[str, Sequence[T]]], rule: str
    ) -> list[T]:
        """The pieces of the box that are nowhere yet; find those there are too many of."""
        left = Counter(box)
        for place, pieces in places:
            for piece in pieces:
                left[piece] -= 1
                if left[piece] == -1:
                    name = getattr(piece, "name", piece)
                    self.fault(place, f"one {name} ({piece}) more than the box holds [{rule}]")
        return list(in_order(left.elements()))


def number(value: object, most: int = _MOST) -> int:
    """A whole number from 0 on, checked.

    >>> number(3, 5)
    3
    >>> number(6, 5)
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: expected an integer from 0 to 5, not 6
    """
    if type(value) is int and 0 <= value <= most:
        return value
    raise InvalidValue(f"expected an integer from 0 to {most}, not {short_repr(value)}")


def _elements(value: object) -> tuple[object, ...]:
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        return tuple(at_most(value, "elements", MOST_SEATS))
    raise InvalidValue(f"expected one for each player, not {short_repr(value)}")
