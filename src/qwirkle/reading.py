"""Setting up a position from given values, and finding everything that is wrong with it.

Loose input and JSON are checked in the same way: the names, the players, each field on its own,
then the fields against each other. A fault that merely follows from another is not reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain
from operator import ge
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle.errors import (
    Fault,
    InvalidPosition,
    InvalidValue,
    QwirkleError,
    ask,
    short_repr,
)
from qwirkle.fields import Field, Fields, Kind
from qwirkle.state import Player, Position, View, as_players
from qwirkle.supply import Piece, Special
from qwirkle.tiles import in_order
from qwirkle.words import MOST_SEATS, at_most, counted

if TYPE_CHECKING:
    from qwirkle.variant import Variant

_JSON_TYPES: Final[Mapping[type, tuple[str, str]]] = {
    str: ("string", "a text"),
    int: ("integer", "an integer"),
    list: ("array", "a list"),
    bool: ("boolean", "true or false"),
    NoneType: ("null", "null"),
}
"""The JSON types of Python's, in JSON Schema and in words."""
_PLAYER: Final = {"name": ("string",), "age": ("integer", "null")}
_NOBODY: Final = Player("?")
_known_player: Final = lru_cache(maxsize=1024)(Player)
"""The players read lately: most positions that are read are of the same few games."""


@attrs.define(eq=False)
class Reading:
    """A position under construction, and the faults found so far."""

    variant: Variant
    """The game."""
    fields: Fields
    """The fields of the position."""
    given: Mapping[str, object]
    """The given values, by name."""
    json: bool = attrs.field(kw_only=True)
    """Whether they come from JSON, where every field is required, with its JSON type."""
    faults: list[Fault] = attrs.field(factory=list, init=False)
    """The faults found so far."""

    def position(self) -> Any:
        """The state or view, if nothing is wrong with it.

        Raises:
            InvalidPosition: with every fault.
        """
        return ask(self.variant, None, self._position)

    def _position(self) -> Any:
        self._check_names()
        lists = {name: self._elements(name) for name in self.fields.per_seat if name in self.given}
        players, are_known = self._players(lists)
        values = self._values(lists, players, are_known=are_known)
        position = self.fields.build(self.variant, players, values)
        if not self.faults:
            position = self.variant.completed(position, self.given.keys())
        wrong = self._wrong(are_known=are_known)
        names = {*map(root, wrong)}
        self.faults += [
            fault
            for fault in self.variant.faults(position)
            if wrong.isdisjoint((fault.field, root(fault.field))) and names.isdisjoint(fault.needs)
        ]
        self._done()
        return self._with_derived(position)

    def _values(
        self,
        lists: Mapping[str, list[object] | None],
        players: tuple[Player, ...],
        *,
        are_known: bool,
    ) -> dict[str, Any]:
        """A value for every field: the given one, or one that stands in for it."""
        seats = len(players)
        extra = partial(self.variant.new_extra, players)
        known_seats = seats if are_known else None
        values: dict[str, Any] = {}
        for each in self.fields:
            name, kind = each.name, each.about.kind
            if name in lists:
                found = self._converted_list(each, lists[name], known_seats)
                values[name] = each.default(extra, seats) if found is None else found
            elif name in self.given:
                value = self._converted(name, self.given[name], kind, known_seats)
                values[name] = kind.empty if kind.of_seats and not are_known else value
            else:
                values[name] = each.default(extra, seats)
        return values

    def _wrong(self, *, are_known: bool) -> set[str]:
        """The paths of values that cannot be used: they are wrong, or depend on others that are."""
        wrong = {fault.field for fault in self.faults}
        for each in self.fields if wrong else ():
            about = each.about
            is_missing = about.inferred and each.name not in self.given
            if is_missing or (not are_known and (about.per_seat or about.kind.of_seats)):
                wrong.add(each.name)
        return wrong

    def _done(self) -> None:
        if self.faults:
            raise InvalidPosition(tuple(self.faults))

    def _fault(self, path: str, message: str) -> None:
        self.faults.append(Fault(path, message))

    def _check_names(self) -> None:
        known = self.fields.names
        if self.given.keys() == known.keys():
            return
        if self.json:
            for name in known:
                if name not in self.given and name not in self.fields.omitted:
                    self._fault(name, "missing")
        self._reject_others(self.given, known)

    def _reject_others(
        self, given: Iterable[str], known: Mapping[str, Any], path: str = ""
    ) -> None:
        if strangers := [name for name in given if name not in known]:
            unknown = f"unknown; the fields are {', '.join(known)}"
            for name in strangers:
                self._fault(path + printable(name), unknown)

    def _elements(self, name: str) -> list[object] | None:
        """The elements of a field with one for each player; None if its value is not a list."""
        value = self.given[name]
        if self.json and not self._is_json(name, value, ("array",)):
            return None
        try:
            if type(value) is list or (
                isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
            ):
                return at_most(value, "elements", MOST_SEATS)
            raise InvalidValue(f"expected one for each player, not {short_repr(value)}")
        except InvalidValue as error:
            self._fault(name, str(error))
            return None

    def _converted_list(
        self, each: Field, elements: list[object] | None, seats: int | None
    ) -> tuple[Any, ...] | None:
        """One value for each player, or None if the number of values is wrong."""
        if elements is None:
            return None
        name, kind = each.name, each.about.kind
        found = [
            self._converted(f"{name}[{i}]", element, kind, seats)
            for i, element in enumerate(elements)
        ]
        if seats is not None and len(found) != seats:
            self._fault(name, f"{counted(len(found), name)} for {counted(seats, 'players')}")
        return tuple(found) if len(found) == seats else None

    def _converted(self, path: str, value: object, kind: Kind[Any], seats: int | None) -> Any:
        """The value that was given, or one that stands in for it if it is wrong."""
        if self.json and not self._is_json(path, value, kind.json_types):
            return kind.empty
        read = (self.json and kind.read_json) or kind.read
        try:
            if kind.of_seats and seats is not None:
                return read(value, most=seats - 1)
            return read(value)
        except QwirkleError as error:
            self._fault(path, str(error))
            return kind.empty

    def _is_json(self, path: str, value: object, types: Sequence[str]) -> bool:
        """Whether a JSON value has one of these types; true and false are not integers."""
        if type(value) in _JSON_TYPES and _JSON_TYPES[type(value)][0] in types:
            return True
        in_words: dict[str, str] = dict(_JSON_TYPES.values())
        expected = " or ".join(in_words[name] for name in types)
        self._fault(path, f"expected {expected}, not {short_repr(value)}")
        return False

    def _players(self, lists: Mapping[str, list[object] | None]) -> tuple[tuple[Player, ...], bool]:
        """The players, and whether it is known how many there are.

        If they are not given, there are as many as there are hands, scores or the like.
        """
        counts = self.variant.player_counts
        fewest, most = counts[0], counts[-1]
        path, given = "players", self.given.get("players", fewest)
        if "players" not in self.given:
            # The hands come last; where the numbers differ, they are the likeliest to be right.
            for name, found in lists.items():
                path, given = (name, len(found)) if found else (path, given)
        elif self.json and not self._is_json(path, given, ("array",)):
            return as_players(fewest, fewest, most), False
        try:
            if self.json and isinstance(given, list):
                players = enumerate(at_most(given, "players", MOST_SEATS))
                given = [self._player(f"{path}[{i}]", fields) for i, fields in players]
            return as_players(given, fewest, most), True
        except QwirkleError as error:
            self._fault(path, str(error))
            return as_players(fewest, fewest, most), False

    def _player(self, path: str, given: Any) -> Player:
        if type(given) is dict and given.keys() == _PLAYER.keys():
            name, age = given["name"], given["age"]
            if type(name) is str and type(age) in (int, NoneType):
                with suppress(QwirkleError):  # which is found again below
                    return _known_player(name, age)
        player = _NOBODY
        if type(given) is not dict:
            self._fault(path, f"expected an object, not {short_repr(given)}")
            return player
        for name, types in _PLAYER.items():
            where = f"{path}.{name}"
            if name not in given:
                self._fault(where, "missing")
            elif self._is_json(where, given[name], types) and given[name] is not None:
                values = {"name": player.name, "age": player.age, name: given[name]}
                try:
                    player = Player(**values)
                except QwirkleError as error:
                    self._fault(where, str(error))
        self._reject_others(given, _PLAYER, f"{path}.")
        return player

    def _with_derived(self, position: Any) -> Any:
        """The view with its derived fields, which must agree with any that were given."""
        if not self.fields.derived:
            return position
        # Derived fields do not depend on who holds which unseen piece.
        state = position.sample_state(Random(0))
        values = {each.name: each.shown(state, position.seat) for each in self.fields.derived}
        for each in self.fields.derived:
            written, given = each.write(values[each.name]), self.given.get(each.name)
            is_same = type(given) is type(written) and given == written
            if each.name in self.given and not is_same:
                self._fault(each.name, f"expected {written!r}")
        self._done()
        return attrs.evolve(position, **values)


def printable(name: object) -> str:
    """An untrusted name, made safe to print."""
    is_plain = isinstance(name, str) and name.isidentifier() and len(name) <= 80
    return str(name) if is_plain else short_repr(name)


def root(path: str) -> str:
    """The name of the field in a path like ``hands[0]``."""
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def left_in_box(box: Iterable[Piece], position: Position) -> tuple[Piece, ...]:
    """The pieces of the box that are not in a position, sorted.

    >>> import qwirkle
    >>> state = qwirkle.position(hands=["Rs", ""], supply="Bd")
    >>> left_in_box(qwirkle.tiles.as_tiles("Rs Rs Bd"), state)
    (Tile.parse('Rs'),)
    """
    left = _copies(tuple(box)).copy()
    left.subtract(_pieces(position))
    return in_order(left.elements())


@lru_cache(maxsize=64)
def _copies(box: tuple[Piece, ...]) -> Counter[Piece]:
    """How many there are of each piece in a box, which does not change from game to game."""
    return Counter(box)


def _pieces(position: Position) -> Counter[Piece]:
    """How many there are of each piece in a position."""
    places = position.variant.fields(type(position)).places(position)
    return Counter(chain.from_iterable(pieces for _, pieces in places))


def completed_view(
    view: Any,
    given: Container[str],
    left: Sequence[Piece],
    hand_size: int,
    supply: str,
    revealed: Sequence[int] = (),
) -> dict[str, Any]:
    """Defaults for the fields of a view that were not given.

    The player is to move, and the others' hands are as full as possible.

    Args:
        view: a valid view, with values that stand in for the fields not given.
        given: the names of the fields that were given.
        left: the unseen pieces, if they are not given.
        hand_size: the size of a full hand.
        supply: the name of the field with the size of the supply.
        revealed: for each seat, how many tiles of its hand everyone has seen.

    >>> import qwirkle
    >>> view = qwirkle.view(hand="Rs", players=3)
    >>> changes = completed_view(view, {"hand"}, view.unseen, 6, "supply_size")
    >>> changes["hand_sizes"], changes["supply_size"], changes["turn"]
    ((1, 6, 6), 95, 0)
    """
    hands = view.open_hands
    known = revealed or [0 for _ in hands]
    others = [seat for seat, hand in enumerate(hands) if hand is None]
    unseen = view.unseen if "unseen" in given else tuple(left)
    sizes = list(view.hand_sizes)
    if "hand_sizes" not in given:
        hidden = sum(not isinstance(piece, Special) for piece in unseen)
        hidden -= getattr(view, supply) if supply in given else 0
        sizes = [known[seat] if hand is None else len(hand) for seat, hand in enumerate(hands)]
        while hidden > 0 and (hungry := [n for n in others if sizes[n] < hand_size]):
            sizes[min(hungry, key=sizes.__getitem__)] += 1
            hidden -= 1
    changes: dict[str, Any] = {"unseen": unseen, "hand_sizes": tuple(sizes)}
    if supply not in given:
        held = sum(sizes[seat] - known[seat] for seat in others)
        changes[supply] = max(0, len(unseen) - held)
    if "turn" not in given:
        changes["turn"] = view.seat
    return changes


def too_many(box: Iterable[Piece], position: Position, rule: str) -> Iterator[Fault]:
    """The faults of a position that holds more of some piece than the box.

    >>> import qwirkle
    >>> state = qwirkle.position(hands=["Rs Rs", ""], supply="")
    >>> [str(fault) for fault in too_many(qwirkle.tiles.as_tiles("Rs Bd"), state, "S1")]
    ['hands[0]: one red square (Rs) more than the box holds [S1]']
    """
    copies, held = _copies(tuple(box)), _pieces(position)
    if all(map(ge, map(copies.__getitem__, held), held.values())):  # as nearly always
        return
    left = copies.copy()
    for place, pieces in position.variant.fields(type(position)).places(position):
        for piece in in_order(pieces):
            left[piece] -= 1
            if left[piece] == -1:
                message = f"one {piece.name} ({piece}) more than the box holds [{rule}]"
                yield Fault(place, message)


def too_large(position: Position, most: int, rule: str) -> Iterator[Fault]:
    """The faults of hands with too many tiles.

    >>> import qwirkle
    >>> state = qwirkle.position(hands=["Rs Rc", ""])
    >>> [str(fault) for fault in too_large(state, 1, "S2")]
    ['hands[0]: 2 tiles are more than 1 [S2]']
    """
    for seat, hand in enumerate(position.open_hands):
        if hand is not None and len(hand) > most:
            path = f"hands[{seat}]"
            if isinstance(position, View):
                path = "hand" if seat == position.seat else f"seen_hands[{seat}]"
            yield Fault(path, f"{len(hand)} tiles are more than {most} [{rule}]")


def wrong_sizes(view: View, most: int, supply: str, revealed: int = 0) -> Iterator[Fault]:
    """The faults of a view whose sizes of hands and supply do not match its pieces.

    Args:
        view: the view.
        most: the most tiles that a hand can hold.
        supply: the name of the field with the size of the supply.
        revealed: how many tiles of the others are revealed, and so are not among the unseen.

    >>> import attrs, qwirkle
    >>> view = attrs.evolve(qwirkle.view(hand="Rs"), supply_size=7)
    >>> [str(fault) for fault in wrong_sizes(view, 6, "supply_size")]
    ["supply_size: 7 and the others' hands do not add up to the 107 unseen tiles"]
    """
    needs = ("seat", "hand", "hand_sizes", "unseen", "revealed", "seen_hands")
    sizes, size = view.hand_sizes, getattr(view, supply)
    pairs = [*zip(sizes, view.open_hands, strict=True)]
    others = sum(number for number, hand in pairs if hand is None) - revealed
    if max(sizes) > most or any(hand is not None and len(hand) != n for n, hand in pairs):
        sizes_text = short_repr(list(sizes))
        message = f"{sizes_text} cannot be the sizes of the hands, which hold at most {most}"
        yield Fault("hand_sizes", message, needs)
    elif size + others != len(view.unseen):
        message = (
            f"{size} and the others' hands do not add up to the {len(view.unseen)} unseen tiles"
        )
        yield Fault(supply, message, needs)
    elif others > sum(not isinstance(piece, Special) for piece in view.unseen):
        message = "there are not as many unseen tiles as the others hold"
        yield Fault("hand_sizes", message, needs)
