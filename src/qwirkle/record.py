"""Game records: the first state and the moves, as text that people can read and edit.

A record begins with its title and its headers. Then it has a line for every field of the first
state (as in JSON, the first is ``qwirkle``), an empty line, and a line for every move:

    qwirkle record 1
    date: 2026-11-17
    qwirkle: "state"
    ...

    1. Rk@0,0 Rd@1,0 Rc@2,0 draws Bd Bt Yd  # Ada: 3 points, now 3
    # She keeps her last red tile.
    2. swap Rs draws Gx  # Bob: 0 points, now 0

A line that begins with ``#`` is a comment on the move above it; before the first move, it belongs
to the header ``comment``. The numbers of the moves are only for readers, and so is everything
after a ``#`` in the line of a move. The drawn tiles may be left out; then they come from the
supply, in its order. The next title begins another game.

At a real table nobody knows all hands. A move can say what its player held, and then the pieces
that this player could not see are dealt again before the move:

    3. Yd@1,1 holding Yd Bc Gk Gk Yt Px  # Ada: 4 points, now 7
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, Generic, NoReturn, TypeAlias, TypeVar

import attrs

from qwirkle.api import apply, draws, observe, play
from qwirkle.errors import (
    DecodeError,
    Fault,
    InvalidPosition,
    InvalidValue,
    QwirkleError,
    listed,
    short_repr,
)
from qwirkle.fields import HEAD
from qwirkle.moves import Move
from qwirkle.notation import parse_move
from qwirkle.reading import printable, root
from qwirkle.registry import get_variant, variant_of
from qwirkle.seen import SeenGame, seen_turn
from qwirkle.state import State, View
from qwirkle.supply import Chance, without
from qwirkle.tiles import Tile, as_tiles, in_order, tiles_text
from qwirkle.variant import Variant
from qwirkle.words import at_most, counted, expect

S = TypeVar("S", bound=State)

TITLE: Final = "qwirkle record 1"
LONGEST_RECORD: Final = 1_000_000
"""The longest text that is read, in characters; a long game needs about ten thousand."""
MOST_MOVES: Final = 10_000
"""The largest number of moves in a record; a long game has about a hundred."""
MOST_HEADERS: Final = 50
"""The largest number of headers."""
HEADER: Final = re.compile(r"[a-z_]{1,40}")
"""The names of headers."""
LONGEST_NOTE: Final = 1_000
"""The most characters in a header or a comment."""

_NAMES: Final = ("qwirkle", "format", "headers", "start", "turns")
_FIELD: Final = re.compile(r"([a-z_]+): (.*)")
TOLD: Final = re.compile(r"(.*?)(?: holding\b(.*?))?(?: draws\b(.*))?")
"""A move, what the player held, and what was drawn for it."""
_TURN: Final = re.compile(rf"[0-9]+\. *{TOLD.pattern}")


@attrs.frozen
class Turn:
    """A move of a record, with the pieces drawn for it.

    >>> import qwirkle
    >>> Turn(qwirkle.Pass(), ())
    Turn(move=Pass(), draw=(), holding=None, comment='')
    """

    move: Move
    """The move."""
    draw: tuple[object, ...]
    """The pieces drawn, in drawing order."""
    holding: tuple[Tile, ...] | None = None
    """The tiles that the player held, sorted, if this was not known before the move."""
    comment: str = ""
    """A comment on the move, in one line."""


@attrs.frozen(init=False, repr=False)
class GameRecord(Generic[S]):
    """A game: its first state and its moves, all of which are legal.

    Args:
        start: the first state.
        turns: the moves, in order.
        headers: lines of text by name, such as a date. The names are of lower-case letters, and
            none is a field of the state.

    >>> import qwirkle
    >>> state = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
    >>> record = qwirkle.GameRecord(state, headers={"date": "2026-11-17"})
    >>> record = record.play(next(iter(qwirkle.legal_moves(record.state))))
    >>> qwirkle.GameRecord.parse(str(record)) == record
    True
    """

    start: S
    """The first state."""
    turns: tuple[Turn, ...]
    """The moves, in order."""
    _headers: tuple[tuple[str, str], ...]
    state: S = attrs.field(eq=False)
    """The state after the last move."""

    def __init__(
        self, start: S, turns: Iterable[Turn] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        expect(start, State, "a state")
        expect(turns, Iterable, "turns")
        head = _as_headers({} if headers is None else headers, start)
        self.__attrs_init__(start, (), head, start)  # pyright: ignore[reportAttributeAccessIssue]
        record = self  # without moves, which it then plays
        for turn in turns:
            expect(turn, Turn, "a Turn")
            record = record.play(
                turn.move, draw=turn.draw, holding=turn.holding, comment=turn.comment
            )
        self.__attrs_init__(start, record.turns, head, record.state)  # pyright: ignore[reportAttributeAccessIssue]

    def _with(self, turns: tuple[Turn, ...], state: S) -> GameRecord[S]:
        record: GameRecord[S] = object.__new__(GameRecord)
        record.__attrs_init__(self.start, turns, self._headers, state)  # pyright: ignore[reportAttributeAccessIssue]
        return record

    def __repr__(self) -> str:
        return f"GameRecord({self.start!r}, {self.turns!r}, {dict(self._headers)!r})"

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, sorted by name; they cannot be changed."""
        return MappingProxyType(dict(self._headers))

    def play(
        self, move: Move, *, draw: object = None, holding: object = None, comment: str = ""
    ) -> GameRecord[S]:
        """The record with one more move.

        Args:
            move: the move.
            draw: the pieces drawn, if they are known.
            holding: the tiles that the player held, if they are known only now. Everything that
                the player cannot see is then dealt again; see :func:`~qwirkle.record.held`.
            comment: a comment on the move, which is kept in one line.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
        >>> record = GameRecord(state).play(qwirkle.Exchange("Bs"), comment="Why not place it?")
        >>> record.turns[-1].draw, record.turns[-1].comment, len(record.turns)
        ((Tile.parse('Rc'),), 'Why not place it?', 1)

        Raises:
            IllegalMove: if the move is not legal.
            InvalidDraw: if the given pieces cannot have been drawn.
            InvalidValue: if the player cannot have held these tiles, if there are 10,000 moves
                already, or if the comment is too long.
        """
        if len(self.turns) == MOST_MOVES:
            raise InvalidValue(f"at most {MOST_MOVES} moves are possible")
        before = held(self.state, holding)
        drawn, state = play(before, move, draw=draw)
        hand = None if holding is None else before.hand
        turn = Turn(move, drawn, hand, _as_note(comment))
        return self._with((*self.turns, turn), state)

    def undo(self) -> GameRecord[S]:
        """The record without its last move. The moves before it are played again.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
        >>> record = GameRecord(state)
        >>> record.play(qwirkle.Exchange("Bs")).undo() == record
        True

        Raises:
            InvalidValue: if there is no move to undo.
        """
        if not self.turns:
            raise InvalidValue("the record has no moves, so there is nothing to undo")
        return GameRecord(self.start, self.turns[:-1], self.headers)

    def states(self) -> Iterator[S]:
        """The state before each move, and the last one.

        Before a move that says what the player held, the player holds it.
        """
        state = self.start
        for turn in self.turns:
            state = held(state, turn.holding)
            yield state
            state = apply(state, turn.move, draw=turn.draw)
        yield state

    def _steps(self) -> Iterator[tuple[S, Turn, S]]:
        """Every move, with the states before and after it."""
        for turn, (before, after) in zip(self.turns, pairwise(self.states()), strict=True):
            yield before, turn, after

    def seen_by(self, seat: int) -> SeenGame:
        """The game as one player may know it, which can be sent to that player.

        Headers and comments are left out, since they may give anything away.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
        >>> record = GameRecord(state).play(qwirkle.Exchange("Bs"))
        >>> seen = record.seen_by(1).turns[-1]
        >>> seen.words, seen.move, seen.draw
        ('exchanges 1 tile', None, (None,))
        """
        view = observe(self.state, seat)
        return SeenGame(view, tuple(seen_turn(seat, *step) for step in self._steps()))

    @staticmethod
    def parse(text: str) -> GameRecord[State]:
        """The record that a text describes; every move is checked.

        Raises:
            DecodeError: if the text is not a record, or a move in it is not legal; its path is the
                line.
        """
        game, *more = _games(text)
        if more:
            reason = f"there are {len(more) + 1} games; parse_all reads them all"
            raise DecodeError(more[0][0][0], reason)
        return _read(game)

    @staticmethod
    def parse_all(text: str) -> tuple[GameRecord[State], ...]:
        """The records in a text, one or more; each begins with its title.

        >>> import qwirkle
        >>> games = [GameRecord(qwirkle.new_game(seed=seed)) for seed in (1, 2)]
        >>> GameRecord.parse_all("".join(map(str, games))) == tuple(games)
        True

        Raises:
            DecodeError: as :meth:`parse` does.
        """
        return tuple(map(_read, _games(text)))

    def __str__(self) -> str:
        lines = [TITLE, *(f"{name}: {line}" for name, line in self._headers if name != "comment")]
        for field, value in to_fields(self.start).items():
            lines.append(f"{field}: {json.dumps(value, ensure_ascii=False)}")
        lines += ["", *_comment_lines(self.headers.get("comment", ""))]
        unit = self.start.variant.scene(self.start).unit
        for number, (before, turn, after) in enumerate(self._steps(), 1):
            holding, drawn = "", f" draws {' '.join(map(str, turn.draw))}" if turn.draw else ""
            if turn.holding is not None:
                holding = f" holding {tiles_text(turn.holding)}".rstrip()
                if turn.draw == draws(before, turn.move):
                    drawn = ""  # made up, as the rest of what was dealt again
            seat = before.turn
            name, total = before.players[seat].name, after.scores[seat]
            points = f"{name}: {total - before.scores[seat]} {unit}, now {total}"
            lines.append(f"{number}. {turn.move}{holding}{drawn}  # {points}")
            lines += _comment_lines(turn.comment)
        return "\n".join(lines) + "\n"


def record_to_fields(record: GameRecord[Any]) -> dict[str, Any]:
    """A record as JSON values."""
    head = {"qwirkle": "record", "format": FORMAT, "headers": dict(record.headers)}
    turns: list[dict[str, Any]] = []
    for turn in record.turns:
        turns.append({"move": str(turn.move), "draw": [*map(str, turn.draw)]})
        if turn.holding is not None:
            turns[-1]["holding"] = [*map(str, turn.holding)]
        turns[-1]["comment"] = turn.comment
    return {**head, "start": to_fields(record.start), "turns": turns}


def record_from_fields(fields: dict[str, Any]) -> GameRecord[State]:
    """The record that JSON values describe; every move is checked."""
    fields = {"headers": {}, **fields}
    for name in fields:
        if name not in _NAMES:
            raise DecodeError(printable(name), f"unknown; the fields are {', '.join(_NAMES)}")
    for name in _NAMES:
        if name not in fields:
            raise DecodeError(name, "missing")
    start = _first_state(fields["start"], lambda it: Fault(f"start.{it.field}", it.message))
    turns = fields["turns"]
    if type(turns) is not list or len(turns) > MOST_MOVES:
        raise DecodeError("turns", f"expected an array of at most {MOST_MOVES} moves")
    if type(fields["headers"]) is not dict:
        raise DecodeError("headers", f"expected an object, not {short_repr(fields['headers'])}")
    headers = (
        (f"headers.{printable(name[:40])}", name, line) for name, line in fields["headers"].items()
    )
    given = (_from_json(f"turns[{i}]", turn) for i, turn in enumerate(turns))
    return _replayed(start, headers, given)


_Line: TypeAlias = tuple[str, str]
"""A line of a text, after its place, such as ``line 1``."""
_Named: TypeAlias = tuple[str, str, Any]
"""The value of a field or a header, after its place and its name."""
_Given: TypeAlias = tuple[str, str, object, object, Any]
"""A move to read: its place, its text, the pieces drawn for it, those that the player held,
and the comment on it."""


def _games(text: str) -> list[list[_Line]]:
    """The lines of each game; those of the first may begin with comments above its title."""
    _check_text(text, "line 1", LONGEST_RECORD)
    lines = [(f"line {number}", line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    titles = [at for at, (_, line) in enumerate(lines) if line == TITLE]
    if not titles or not all(line.startswith("#") for _, line in lines[: titles[0]]):
        raise DecodeError("line 1", f"a record begins with {TITLE!r}")
    return [lines[at:end] for at, end in pairwise([0, *titles[1:], len(lines)])]


def _read(lines: list[_Line]) -> GameRecord[State]:
    """The record of one game."""
    notes: list[list[str]] = [[]]  # the comments above the first move, then those on each move
    head, moves = list[_Line](), list[_Line]()
    part = head
    for where, line in lines:
        if line.startswith("#"):
            notes[-1].append(line[1:])
        elif not line:
            part = moves
        else:
            part.append((where, line))
            notes += [[]] * (part is moves)
    (title, _), *head = head
    first = next((at for at, (_, line) in enumerate(head) if line.startswith("qwirkle:")), 0)
    start = _start(title, head[first:])
    comment, *comments = map(" ".join, notes)
    named = _named([*head[:first], *[(title, f"comment: {comment}")] * bool(comment)])
    given = (_from_line(*line, note) for line, note in zip(moves, comments, strict=True))
    return _replayed(start, named, given)


def _named(lines: Iterable[_Line]) -> Iterator[_Named]:
    """The names and values in some lines."""
    names: set[str] = set()
    for where, line in lines:
        match = _FIELD.fullmatch(line)
        if match is None:
            raise DecodeError(where, f"expected a field and its value, not {short_repr(line)}")
        if match[1] in names:
            raise DecodeError(where, f"{match[1]} is given twice")
        names.add(match[1])
        yield where, match[1], match[2]


def _start(title: str, lines: Iterable[_Line]) -> State:
    """The first state, from the lines of its fields."""
    fields: dict[str, Any] = {}
    places: dict[str, str] = {}
    for where, name, value in _named(lines):
        try:
            fields[name] = load_json(value)
        except DecodeError as error:
            raise DecodeError(where, f"{name}: {error.reason}") from None
        places[name] = where
    return _first_state(fields, lambda it: Fault(places.get(root(it.field), title), str(it)))


def _first_state(fields: Any, place: Callable[[Fault], Fault]) -> State:
    """The first state from its JSON values; its faults get their places in the record."""
    try:
        state = from_fields(fields)
        if isinstance(state, State):
            return state
        raise DecodeError("qwirkle", "a record begins with a state, not with a view")
    except DecodeError as error:
        first, *more = map(place, error.faults)
        raise DecodeError(first.field, first.message, tuple(more)) from error


def _as_headers(given: object, start: State) -> tuple[tuple[str, str], ...]:
    """Headers in order, without empty ones, if their names and values are allowed."""
    if not isinstance(given, Mapping):
        raise InvalidValue(f"expected headers by name, not {short_repr(given)}")
    fields = HEAD.union(start.variant.fields(type(start)).names)
    headers: dict[str, str] = {}
    for name, value in at_most(given.items(), "headers", MOST_HEADERS):
        if not isinstance(name, str) or not HEADER.fullmatch(name) or str(name) in fields:
            reason = "up to 40 lower-case letters and underscores, but not a field of the state"
            raise InvalidValue(f"{short_repr(name)} cannot be the name of a header: {reason}")
        headers[str(name)] = _as_note(value, f"the header {name}")
    return tuple(sorted((name, line) for name, line in headers.items() if line))


def _as_note(given: object, what: str = "a comment") -> str:
    """A header or a comment as one line."""
    line = " ".join(given.split()) if isinstance(given, str) else None
    if line is None or len(line) > LONGEST_NOTE or not line.isprintable():
        expected = f"a text of at most {LONGEST_NOTE} printable characters"
        raise InvalidValue(f"{what} must be {expected}, not {short_repr(given)}")
    return line


def held(state: S, holding: object) -> S:
    """The same position, in which the player to move holds these tiles.

    Everything that this player cannot see is dealt again, always in the same way.

    Args:
        state: the state.
        holding: the tiles, or None for the state itself.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bd", "Gd"], supply="Rc Rd")
    >>> [qwirkle.authoring.tiles_text(hand) for hand in held(state, "Rc Gd").hands]
    ['Rc Gd', 'Bs']

    Raises:
        InvalidValue: if the player cannot hold them: there are too few or too many, no more of
            them are left, or they contradict what everyone has seen.
    """
    if holding is None:
        return state
    view: Any = observe(state, state.turn)
    hand, name = in_order(as_tiles(holding)), state.players[state.turn].name
    if len(hand) != len(view.hand):
        size = counted(len(view.hand), state.variant.scene(state).pieces)
        raise InvalidValue(f"{name} holds {size}, not {len(hand)}")
    unseen, missing = without((*view.hand, *view.unseen), hand)
    if missing:
        raise InvalidValue(f"{name} cannot hold {listed(missing, ' ')}: no more are left")
    view = attrs.evolve(view, hand=hand, unseen=in_order(unseen))
    if faults := tuple(view.variant.faults(view)):
        reason = "if a hand that was shown before is made up, give the real one with 'holding'"
        raise InvalidValue(f"{name} cannot hold these: {faults[0].message}; {reason}")
    dealt: S = view.sample_state(Chance("holding"))
    return dealt


def _comment_lines(comment: str) -> list[str]:
    return [f"# {comment}"] * bool(comment)


def _from_line(where: str, line: str, comment: str) -> _Given:
    match = _TURN.fullmatch(line.partition("#")[0].strip())
    if match is None:
        reason = "expected a number, a full stop and a move"
        raise DecodeError(where, f"{reason}, not {short_repr(line)}")
    return where, match[1], match[3], match[2], comment


def _from_json(where: str, given: object) -> _Given:
    match given:
        case {"move": str(move), "draw": [*draw], **more} if more.keys() <= {"holding", "comment"}:
            match more.get("holding", ()):
                case () | [*_]:
                    return where, move, draw, more.get("holding"), more.get("comment", "")
    reason = "expected an object with the text of a move and an array of pieces"
    raise DecodeError(where, f"{reason}, not {short_repr(given)}")


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Give errors their place."""
    try:
        yield
    except QwirkleError as error:
        raise DecodeError(where, str(error)) from error


def _replayed(
    start: State, headers: Iterable[_Named], given: Iterable[_Given]
) -> GameRecord[State]:
    """The record with these headers and moves, each of which is checked."""
    record = GameRecord(start)
    for where, name, line in headers:
        with _at(where):
            record = GameRecord(start, (), {**record.headers, name: line})
    for where, move, draw, holding, comment in given:
        with _at(where):
            parsed = parse_move(move, record.state)
            record = record.play(parsed, draw=draw, holding=holding, comment=comment)
    return record


FORMAT: Final = 1
"""The version of the format, which increases when its meaning changes."""

LONGEST_JSON: Final = 1_000_000
"""The most characters that are read; a state needs about a thousand."""


def _check_text(text: object, path: str, longest: int) -> None:
    if not isinstance(text, str):
        raise DecodeError(path, f"expected a text, not {short_repr(text)}")
    if len(text) > longest:
        raise DecodeError(path, f"longer than {longest} characters")


def load_json(text: str) -> Any:
    """The JSON value of a text, strictly by the standard."""
    _check_text(text, "$", LONGEST_JSON)
    try:
        # Making a decoder takes as long as reading a short text.
        return json.loads(text, cls=lambda: _DECODER)  # type: ignore[arg-type]  # a class, too
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DecodeError("$", f"not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise DecodeError("$", "nested too deeply") from None


def to_fields(position: State | View) -> dict[str, Any]:
    """A state or a view as JSON values."""
    return {
        "qwirkle": "state" if isinstance(position, State) else "view",
        "format": FORMAT,
        **variant_to_fields(position.variant),
        "players": [{"name": player.name, "age": player.age} for player in position.players],
        **position.variant.encode(position),
    }


def variant_to_fields(variant: Variant) -> dict[str, Any]:
    """A variant as JSON values: its name, its version and its options.

    >>> import qwirkle
    >>> variant_to_fields(qwirkle.get_variant("standard", hand_size=5))
    {'variant': 'standard', 'version': 1, 'options': {'hand_size': 5}}
    """
    with suppress(QwirkleError, TypeError, ValueError):
        given = dict(variant.options)
        options = json.loads(json.dumps(given)) if given else given
        found = variant_of(variant.name, options)
        if found is variant or found == variant:
            return {"variant": variant.name, "version": variant.version, "options": options}
    reason = "is not what its name and options stand for, so it could not be read again"
    raise InvalidValue(f"{short_repr(variant)} {reason}: register it under its own name")


def kind_of(fields: Any, *kinds: str) -> str:
    """The kind of document that JSON values describe, which must be one of these."""
    if type(fields) is not dict:
        raise DecodeError("$", f"expected an object, not {short_repr(fields)}")
    kind = fields.get("qwirkle")
    if kind not in kinds:
        *others, last = map(repr, kinds)
        possible = f"{', '.join(others)} or {last}"
        raise DecodeError("qwirkle", f"expected {possible}, not {short_repr(kind)}")
    if fields.get("format") != FORMAT or type(fields["format"]) is not int:
        reason = f"expected {FORMAT}, the format that this version reads"
        raise DecodeError("format", f"{reason}, not {short_repr(fields.get('format'))}")
    return str(kind)


def from_fields(fields: Any) -> State | View:
    """The state or view that JSON values describe."""
    kind = kind_of(fields, "state", "view")
    variant = variant_from_fields(fields)
    rest = {name: value for name, value in fields.items() if name not in HEAD}
    made = variant.state_type if kind == "state" else variant.view_type
    try:
        found: State | View = variant.decode(made, rest)
    except InvalidPosition as error:
        first, *more = error.faults
        raise DecodeError(first.field, first.message, tuple(more)) from error
    return found


def variant_from_fields(fields: dict[str, Any]) -> Variant:
    """The variant that JSON values describe, in the installed version."""
    name, options = fields.get("variant"), fields.get("options")
    if type(name) is not str:
        raise DecodeError("variant", f"expected a name, not {short_repr(name)}")
    if type(options) is not dict:
        raise DecodeError("options", f"expected an object, not {short_repr(options)}")
    try:
        variant = get_variant(name)
    except QwirkleError as error:
        raise DecodeError("variant", str(error)) from error
    if fields.get("version") != variant.version or type(fields["version"]) is not int:
        reason = f"this is version {variant.version} of {name}"
        raise DecodeError("version", f"{reason}, not {short_repr(fields.get('version'))}")
    try:
        return variant_of(name, options) if options else variant
    except QwirkleError as error:
        raise DecodeError("options", str(error)) from error


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    for name, _ in pairs if len(found) < len(pairs) else ():
        if name not in found:
            raise DecodeError(printable(name), "given twice")
        del found[name]  # so that only a second one is missing
    return found


def _no_constant(text: str) -> NoReturn:
    raise DecodeError("$", f"{text} is not JSON")


def _short_integer(text: str) -> int:
    if len(text) > 30:
        raise DecodeError("$", f"the number {text[:20]}... is too long")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_int=_short_integer
)
