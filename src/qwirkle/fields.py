"""The fields of states and views, each described once.

A description says how a field is read and written, which value stands in for a missing one and, in
a view, how it follows from the state. Positions, JSON, reprs, views and the JSON Schema all follow
from these descriptions; a new field is one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

import attrs

from qwirkle.board import Board, as_placed
from qwirkle.cells import CELL_PATTERN, Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.supply import SEEDS, Piece, Supply, as_pieces, as_seed, pieces_text
from qwirkle.tiles import TILE_PATTERN, Tile, as_tile, as_tiles, in_order, tiles_text
from qwirkle.words import Pretty

T = TypeVar("T")

MOST_COUNTED: Final = 10**9
"""The largest number in a field that counts something."""

HEAD: Final = frozenset({"qwirkle", "format", "variant", "version", "options"})
"""The names that every JSON document begins with, which no field can have."""

_KEY: Final = "qwirkle"
_JSON_TYPES: Final = ("string", "integer", "boolean", "null")


def _as_it_is(value: T) -> T:
    return value


@attrs.frozen(eq=False)
class Kind(Generic[T]):
    """A kind of field: how its values are read, written and specified.

    >>> COUNT.read(7), HAND.read("Bd Rs"), HAND.write(HAND.read("Bd Rs"))
    (7, (Tile.parse('Rs'), Tile.parse('Bd')), 'Rs Bd')
    """

    read: Callable[..., T]
    """Reads a caller's value or a JSON value; raises a QwirkleError if it is wrong."""
    write: Callable[[T], Any]
    """Makes the JSON value, which ``read`` accepts."""
    schema: Mapping[str, Any]
    """The JSON Schema of the results of ``write``. Its ``type`` is checked before reading."""
    empty: T
    """The value that stands in for a missing or wrong one."""
    pieces: Callable[[T], Iterable[Piece]] | None = None
    """Finds the pieces in a value, if values of this kind hold any."""
    of_seats: bool = False
    """Whether the values are seat numbers, which must exist."""
    read_json: Callable[..., T] | None = None
    """Reads a JSON value, if ``read`` accepts other forms that JSON must not have."""
    json_types: Sequence[str] = attrs.field(init=False)
    """The JSON types of the results of ``write``, as the schema has them."""

    @json_types.default  # pyright: ignore[reportAttributeAccessIssue]
    def _types_of_schema(self) -> Sequence[str]:
        found: str | Sequence[str] = self.schema.get("type", ())
        types = [found] if isinstance(found, str) else found
        if not types or not {*types} <= {*_JSON_TYPES}:
            known = ", ".join(_JSON_TYPES)
            raise InvalidValue(f"the schema of a kind needs a type, or several, of {known}")
        return types


@attrs.frozen(eq=False)
class Description:
    """The description of a field: its kind and its role."""

    kind: Kind[Any]
    """How its values are read, written and specified."""
    per_seat: bool = False
    """Whether there is one value for each player."""
    inferred: bool = False
    """Whether the variant works it out from the other fields if it is left out."""
    repeats: bool = False
    """Whether its pieces are also in another field, so they must not be counted twice."""
    omit_empty: bool = False
    """Whether it is left out of JSON and reprs while it is empty."""
    shows: Callable[[Any, int], Any] | None = None
    """Finds the value in a view from the state and the seat, if it is not the state's attribute of
    this name."""
    derived: bool = False
    """Whether the value in a view follows from the other fields, so a given one is only
    compared."""
    notes: Callable[[Any, Any], Iterable[str]] | None = None
    """Makes the notes for a picture from the position and the value."""


class Field(NamedTuple):
    """A field of a state or a view, with its name."""

    name: str
    """The name."""
    about: Description
    """The description."""
    is_extra: bool
    """Whether a variant has added it."""

    def write(self, value: Any) -> Any:
        """The value as JSON."""
        write = self.about.kind.write
        return [write(each) for each in value] if self.about.per_seat else write(value)

    def shown(self, state: object, seat: int) -> Any:
        """The value in the view of a player, for a field that only views have."""
        shows = self.about.shows
        return getattr(state, self.name) if shows is None else shows(state, seat)

    def empty(self, seats: int) -> Any:
        """The value that stands in for a missing or wrong one."""
        empty = self.about.kind.empty
        return (empty,) * seats if self.about.per_seat else empty

    def default(self, extra: Callable[[], Extra], seats: int) -> Any:
        """The value at the start of a game, if the variant added the field, or else an empty one.

        Args:
            extra: makes the variant's own fields at the start, which few positions need.
            seats: the number of players.
        """
        if self.is_extra and not self.about.omit_empty:
            return getattr(extra(), self.name)
        return self.empty(seats)

    def notes(self, position: Any) -> Iterable[str]:
        """The notes about the field in a picture; an added field has one unless it is empty."""
        value = getattr(position, self.name)
        if self.about.notes is not None:
            return self.about.notes(position, value)
        players = position.players
        if not self.is_extra or value == self.empty(len(players)):
            return ()
        said = str(self.write(value))
        if self.about.per_seat:
            pairs = zip(players, self.write(value), strict=True)
            said = ", ".join(f"{player.name} {each}" for player, each in pairs)
        return (f"{self.name.replace('_', ' ')}: {said}",)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the field."""
        one = dict(self.about.kind.schema)
        if not self.about.per_seat:
            return one
        return {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_PLAYERS}


MOST_PLAYERS: Final = 54
"""The most players that any rules allow, with two tiles for each."""


def field(kind: Kind[Any], **about: Any) -> Any:
    """Describe a field of a state or a view with a single value.

    Args:
        kind: how its values are read, written and specified.
        about: its role, as in :class:`~qwirkle.fields.Description`.

    >>> @attrs.frozen(kw_only=True)
    ... class Round(Extra):
    ...     number: int = field(COUNT)
    >>> Round(number=3)
    Round(number=3)
    """
    return attrs.field(metadata={_KEY: Description(kind, **about)})


def per_seat(kind: Kind[Any], **about: Any) -> Any:
    """Describe a field of a state or a view with one value for each player.

    >>> @attrs.frozen(kw_only=True)
    ... class Streak(Extra):
    ...     streak: tuple[int, ...] = per_seat(COUNT)
    >>> Streak(streak=(0, 2)).streak
    (0, 2)
    """
    return field(kind, per_seat=True, **about)


@attrs.frozen(kw_only=True)
class Extra(Pretty):
    """The fields that a variant adds to its states and views, all visible to everyone.

    A subclass consists of :func:`field` and :func:`per_seat`. The state has it as ``extra``, and
    also has its fields under their own names.

    >>> import qwirkle
    >>> state = qwirkle.new_game("schmidt-actions", seed=1)
    >>> isinstance(state.extra, Extra), state.extra.acted, state.acted
    (True, False, False)
    """

    def out_of_supply(self) -> Iterable[Piece]:
        """The pieces that, as these fields show, have left the supply and the game."""
        return ()


class Fields:
    """The fields of a class of states or views, in the order in which they are written."""

    def __init__(self, kind: type, extra: type[Extra]) -> None:
        self.kind = kind
        self.extra = extra
        self._fields = tuple(_described(kind, extra))
        self.names = dict.fromkeys(["players", *(each.name for each in self._fields)])
        self.omitted: set[str] = {each.name for each in self._fields if each.about.omit_empty}
        self.derived: tuple[Field, ...] = tuple(f for f in self._fields if f.about.derived)
        self.per_seat: tuple[str, ...] = tuple(f.name for f in self._fields if f.about.per_seat)
        self._with_pieces = tuple(
            (f.name, f.about.kind.pieces, f.about.per_seat)
            for f in self._fields
            if f.about.kind.pieces is not None and not f.about.repeats
        )
        self._written = tuple((f, f.about.kind.write, f.about.per_seat) for f in self._fields)
        self._names = tuple(f.name for f in self._fields if not f.is_extra)
        self._extra_names = tuple(f.name for f in self._fields if f.is_extra)
        self._has_extra = "extra" in attrs.fields_dict(kind)

    def __iter__(self) -> Iterator[Field]:
        return iter(self._fields)

    def build(self, variant: object, players: object, values: Mapping[str, Any]) -> Any:
        """The state or view with these values."""
        fields = {name: values[name] for name in self._names}
        if self._has_extra:
            fields["extra"] = self.extra(**{name: values[name] for name in self._extra_names})
        return self.kind(variant=variant, players=players, **fields)

    def write(self, position: Any) -> dict[str, Any]:
        """The fields as JSON values; some are left out while empty."""
        written: dict[str, Any] = {}
        for each, write, is_per_seat in self._written:
            value = getattr(position, each.name)
            if not each.about.omit_empty or value != each.empty(len(position.players)):
                written[each.name] = [*map(write, value)] if is_per_seat else write(value)
        return written

    def places(self, position: object) -> Iterator[tuple[str, Iterable[Piece]]]:
        """The pieces of a position, each once, in groups with their paths."""
        for name, pieces, is_per_seat in self._with_pieces:
            value = getattr(position, name)
            if is_per_seat:
                for seat, each in enumerate(value):
                    yield f"{name}[{seat}]", pieces(each)
            else:
                yield name, pieces(value)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the fields."""
        return {
            "properties": {each.name: each.schema() for each in self._fields},
            "required": [each.name for each in self._fields if not each.about.omit_empty],
        }


@lru_cache(maxsize=1024)
def fields_of(kind: type, extra: type) -> Fields:
    """The fields of a class of states or views, with the extra fields of a variant."""
    return Fields(kind, extra)


def description_of(attribute: attrs.Attribute[Any]) -> Description | None:
    """The description of an attribute that was made with :func:`field` or :func:`per_seat`."""
    found: Description | None = attribute.metadata.get(_KEY)
    return found


def _described(kind: type, extra: type[Extra]) -> Iterator[Field]:
    for attribute in attrs.fields(kind):
        if attribute.name == "extra":
            for own in attrs.fields(extra):
                yield Field(own.name, own.metadata[_KEY], is_extra=True)
        elif _KEY in attribute.metadata:
            yield Field(attribute.name, attribute.metadata[_KEY], is_extra=False)


@lru_cache(maxsize=1024)
def shared_names(first: type, second: type) -> tuple[str, ...]:
    """The attributes that two classes share, such as a state and a view."""
    names = {each.name for each in attrs.fields(second) if each.init}
    return tuple(each.name for each in attrs.fields(first) if each.init and each.name in names)


@lru_cache(maxsize=1024)
def own_fields(kind: type, other: type) -> tuple[Field, ...]:
    """The fields of a class that another class does not have."""
    shared = shared_names(kind, other)
    described = _described(kind, Extra)
    return tuple(each for each in described if each.name not in shared)


@lru_cache(maxsize=1024)
def empty_fields(kind: type, seats: int) -> Mapping[str, Any]:
    """The fields of a class, without those that a variant adds, each with its empty value."""
    return {each.name: each.empty(seats) for each in _described(kind, Extra)}


# Kinds of fields


def number(value: object, most: int = MOST_COUNTED, least: int = 0) -> int:
    """A checked whole number from ``least`` to ``most``.

    >>> number(3, 5)
    3
    >>> number(6, 5)
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: expected an integer from 0 to 5, not 6
    """
    if type(value) is int and least <= value <= most:
        return value
    raise InvalidValue(f"expected an integer from {least} to {most}, not {short_repr(value)}")


def _truth(value: object) -> bool:
    if type(value) is bool:
        return value
    raise InvalidValue(f"expected True or False, not {short_repr(value)}")


def _cell(value: object) -> Cell:
    return Cell.parse(value) if isinstance(value, str) else Cell.of(value)


def or_none(kind: Kind[T]) -> Kind[T | None]:
    """The kind of fields that may also be None.

    >>> or_none(CELL).read(None), or_none(CELL).write(Cell(1, 0))
    (None, '1,0')
    """

    def optional(read: Callable[..., T]) -> Callable[..., T | None]:
        return lambda value, **limits: None if value is None else read(value, **limits)

    schema = {**kind.schema, "type": [*dict.fromkeys((*kind.json_types, "null"))]}
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    pieces = kind.pieces

    def held(value: T | None) -> Iterable[Piece]:
        return () if value is None or pieces is None else pieces(value)

    return Kind(
        optional(kind.read),
        optional(kind.write),
        schema,
        None,
        pieces and held,
        of_seats=kind.of_seats,
        read_json=kind.read_json and optional(kind.read_json),
    )


def _texts(word: str, description: str) -> dict[str, Any]:
    return {"type": "string", "description": description, "pattern": f"^({word}( {word})*)?$"}


def _whole(least: int, most: int, **more: str) -> dict[str, Any]:
    return {"type": "integer", **more, "minimum": least, "maximum": most}


_PIECE_PATTERN: Final = rf"({TILE_PATTERN}|\*[a-z]+(-[a-z]+)*)"
_PLACED_PATTERN: Final = f"{TILE_PATTERN}@{CELL_PATTERN}"
_TILES_SCHEMA: Final = _texts(
    TILE_PATTERN,
    "Tiles with spaces between them, each a colour (R O Y G B P) and a shape (c s d t k x).",
)
_PIECES_SCHEMA: Final = _texts(
    _PIECE_PATTERN,
    "Tiles and special tiles with spaces between them; a star stands before a special tile.",
)

COUNT: Final = Kind(number, _as_it_is, _whole(0, MOST_COUNTED), 0)
"""A count, such as a number of moves."""
POINTS: Final = Kind(
    lambda value: number(value, least=-MOST_COUNTED),
    _as_it_is,
    _whole(-MOST_COUNTED, MOST_COUNTED),
    0,
)
"""A number of points, which a variant may also take away."""
SEAT: Final = Kind(
    number,
    _as_it_is,
    _whole(0, MOST_PLAYERS - 1, description="The number of a player; the first is 0."),
    0,
    of_seats=True,
)
"""The number of a seat, which must exist."""
SEED: Final = Kind(as_seed, _as_it_is, _whole(SEEDS[0], SEEDS[-1]), 0)
"""A seed."""
FLAG: Final = Kind(_truth, _as_it_is, {"type": "boolean"}, False)
"""True or false."""
CELL: Final = Kind(_cell, str, {"type": "string", "pattern": f"^{CELL_PATTERN}$"}, Cell(0, 0))
"""A cell."""
TILE: Final = Kind(
    as_tile, str, {"type": "string", "pattern": f"^{TILE_PATTERN}$"}, Tile.parse("Rc")
)
"""A tile."""
HAND: Final[Kind[tuple[Tile, ...]]] = Kind(
    lambda value: in_order(as_tiles(value)), tiles_text, _TILES_SCHEMA, (), _as_it_is
)
"""Tiles, sorted."""
PIECES: Final[Kind[tuple[Piece, ...]]] = Kind(
    lambda value: in_order(as_pieces(value)), pieces_text, _PIECES_SCHEMA, (), _as_it_is
)
"""Tiles and special tiles, sorted."""
SUPPLY: Final = Kind(
    lambda value: Supply.of(as_pieces(value)),
    lambda supply: pieces_text(supply.tiles),
    _PIECES_SCHEMA,
    Supply(),
    lambda supply: supply.tiles,
)
"""A supply."""
BOARD: Final = Kind(
    lambda value: value if type(value) is Board else Board(value),  # which nobody can change
    str,
    _texts(_PLACED_PATTERN, 'Tiles with their cells, like "Rs@0,0 Bs@1,0".'),
    Board(),
    lambda board: board.laid,
    read_json=lambda text: Board.of(as_placed(text)),  # a list, but not a grid
)
"""A board."""
REASON: Final[Kind[Any]] = Kind(
    lambda value: None,
    lambda outcome: outcome and outcome.reason.value,
    {
        "type": ["string", "null"],
        "description": 'Why the game ended, like "went-out", or null while it goes on.',
        "pattern": "^[a-z]+(-[a-z]+)*$",
    },
    None,
)
"""The outcome of a game. Only its reason is written; it is derived, so it is never
read."""
