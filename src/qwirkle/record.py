"""Game records: the first state and the moves, as text that people can read and edit.

A record begins with its title, then has a line for every field of the first state (as in
JSON), an empty line, and a line for every move:

    qwirkle record 1
    variant: "standard"
    ...

    1. Rk@0,0 Rd@1,0 Rc@2,0 draws Bd Bt Yd  # Ada: 3 points, now 3
    2. swap Rs draws Gx  # Bob: 0 points, now 0

A line that begins with ``#`` is a comment, and so is everything after a ``#`` in the line of a
move. The numbers are only for readers. The drawn tiles may be left out; then they come from the
supply, in its order.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import attrs

from qwirkle.api import apply, play
from qwirkle.bounds import at_most
from qwirkle.encoding import FORMAT, from_fields, load_json, to_fields
from qwirkle.errors import DecodeError, Fault, InvalidValue, QwirkleError, short_repr
from qwirkle.moves import Move
from qwirkle.notation import parse_move
from qwirkle.state import State

S = TypeVar("S", bound=State)

TITLE: Final = "qwirkle record 1"
LONGEST_RECORD: Final = 1_000_000
"""The longest text that is read, in characters; a long game needs about ten thousand."""
MOST_MOVES: Final = 10_000
"""The largest number of moves in a record; a long game has about a hundred."""

_NAMES: Final = ("qwirkle", "format", "start", "turns")
_FIELD: Final = re.compile(r"([a-z_]+): (.*)")
_TURN: Final = re.compile(r"[0-9]+\. *(.*?)(?: draws\b(.*))?")


@attrs.frozen
class Turn:
    """A move of a record, with the pieces drawn for it.

    >>> import qwirkle
    >>> Turn(qwirkle.Pass(), ())
    Turn(move=Pass(), draw=())
    """

    move: Move
    """The move."""
    draw: tuple[object, ...]
    """The pieces drawn, in drawing order."""


@attrs.frozen(init=False)
class GameRecord(Generic[S]):
    """A game: its first state and its moves, all of which are legal.

    >>> import qwirkle
    >>> record = qwirkle.GameRecord(qwirkle.new_game(players=["Ada", "Bob"], seed=1))
    >>> record = record.play(next(iter(qwirkle.legal_moves(record.state))))
    >>> qwirkle.GameRecord.parse(str(record)) == record
    True
    """

    start: S
    """The first state."""
    turns: tuple[Turn, ...]
    """The moves, in order."""
    state: S = attrs.field(eq=False, repr=False)
    """The state after the last move."""

    def __init__(self, start: S, turns: Iterable[Turn] = ()) -> None:
        if not isinstance(start, State):
            raise InvalidValue(f"expected a state, not {short_repr(start)}")
        if not isinstance(turns, Iterable):
            raise InvalidValue(f"expected turns, not {short_repr(turns)}")
        state, played = start, []
        for given in at_most(turns, "moves", MOST_MOVES):
            if not isinstance(given, Turn):
                raise InvalidValue(f"expected a Turn, not {short_repr(given)}")
            turn, state = _played(state, given.move, given.draw)
            played.append(turn)
        self._fill(start, tuple(played), state)

    @staticmethod
    def _of(start: S, turns: Iterable[Turn], state: S) -> GameRecord[S]:
        record: GameRecord[S] = object.__new__(GameRecord)
        record._fill(start, tuple(at_most(turns, "moves", MOST_MOVES)), state)
        return record

    def _fill(self, start: S, turns: tuple[Turn, ...], state: S) -> None:
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "turns", turns)
        object.__setattr__(self, "state", state)

    def play(self, move: Move, *, draw: object = None) -> GameRecord[S]:
        """The record with one more move.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
        >>> record = GameRecord(state).play(qwirkle.Exchange("Bs"))
        >>> record.turns[-1].draw, len(record.turns)
        ((Tile.parse('Rc'),), 1)

        Raises:
            IllegalMove: if the move is not legal.
            InvalidDraw: if the given pieces cannot have been drawn.
            InvalidValue: if there are 10,000 moves already.
        """
        turn, state = _played(self.state, move, draw)
        return self._of(self.start, (*self.turns, turn), state)

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
        [state] = deque(islice(self.states(), len(self.turns)), maxlen=1)
        return self._of(self.start, self.turns[:-1], state)

    def states(self) -> Iterator[S]:
        """The first state and the one after each move."""
        state = self.start
        yield state
        for turn in self.turns:
            state = apply(state, turn.move, draw=turn.draw)
            yield state

    @staticmethod
    def parse(text: str) -> GameRecord[State]:
        """The record that a text describes; every move is checked.

        Raises:
            DecodeError: if the text is not a record, or a move in it is not legal; its path is the
                line.
        """
        if not isinstance(text, str):
            raise DecodeError("line 1", f"expected a text, not {short_repr(text)}")
        if len(text) > LONGEST_RECORD:
            raise DecodeError("line 1", f"longer than {LONGEST_RECORD} characters")
        lines = [
            (f"line {number}", line.strip())
            for number, line in enumerate(text.splitlines(), 1)
            if not line.lstrip().startswith("#")
        ]
        if not lines or lines[0][1] != TITLE:
            raise DecodeError("line 1", f"a record begins with {TITLE!r}")
        body = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
        start = state = _start(lines[1:body])
        turns: list[Turn] = []
        for where, line in lines[body:]:
            if line:
                turn, state = _next(state, where, line)
                turns.append(turn)
                if len(turns) > MOST_MOVES:
                    raise DecodeError(where, f"at most {MOST_MOVES} moves are possible")
        return GameRecord._of(start, turns, state)

    def __str__(self) -> str:
        fields = to_fields(self.start)
        lines = [TITLE]
        lines += [
            f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()
        ]
        lines.append("")
        states = list(self.states())
        unit = self.start.variant.scene(self.start).unit
        for number, turn in enumerate(self.turns, 1):
            before, after = states[number - 1 : number + 1]
            drawn = f" draws {' '.join(map(str, turn.draw))}" if turn.draw else ""
            seat = before.turn
            name, total = before.players[seat].name, after.scores[seat]
            points = f"{name}: {total - before.scores[seat]} {unit}, now {total}"
            lines.append(f"{number}. {turn.move}{drawn}  # {points}")
        return "\n".join(lines) + "\n"


def record_to_fields(record: GameRecord[Any]) -> dict[str, Any]:
    """A record as JSON values."""
    turns = [{"move": str(turn.move), "draw": [*map(str, turn.draw)]} for turn in record.turns]
    return {"qwirkle": "record", "format": FORMAT, "start": to_fields(record.start), "turns": turns}


def record_from_fields(fields: dict[str, Any]) -> GameRecord[State]:
    """The record that JSON values describe; every move is checked."""
    for name in fields:
        if name not in _NAMES:
            raise DecodeError(name[:80], f"unknown; the fields are {', '.join(_NAMES)}")
    for name in _NAMES:
        if name not in fields:
            raise DecodeError(name, "missing")
    try:
        start = from_fields(fields["start"])
    except DecodeError as error:
        first, *more = [Fault(f"start.{it.field}", it.message) for it in error.faults]
        raise DecodeError(first.field, first.message, tuple(more)) from error
    if not isinstance(start, State):
        raise DecodeError("start.qwirkle", "a record begins with a state, not with a view")
    state, turns = start, list[Turn]()
    if type(fields["turns"]) is not list or len(fields["turns"]) > MOST_MOVES:
        raise DecodeError("turns", f"expected an array of at most {MOST_MOVES} moves")
    for number, given in enumerate(fields["turns"]):
        match given:
            case {"move": str(move), "draw": [*draw]} if len(given) == 2:
                turn, state = _read(state, f"turns[{number}]", move, draw)
                turns.append(turn)
            case _:
                reason = "expected an object with the text of a move and an array of pieces"
                raise DecodeError(f"turns[{number}]", f"{reason}, not {short_repr(given)}")
    return GameRecord._of(start, turns, state)


def _start(lines: list[tuple[str, str]]) -> State:
    """The first state, from the lines of its fields."""
    fields: dict[str, Any] = {}
    places: dict[str, str] = {}
    for where, line in lines:
        match = _FIELD.fullmatch(line)
        if match is None:
            raise DecodeError(where, f"expected a field and its value, not {short_repr(line)}")
        name = match[1]
        if name in fields:
            raise DecodeError(where, f"{name} is given twice")
        try:
            fields[name] = load_json(match[2])
        except DecodeError as error:
            raise DecodeError(where, f"{name}: {error.reason}") from None
        places[name] = where
    try:
        state = from_fields(fields)
    except DecodeError as error:
        found = [
            Fault(places.get(re.split(r"[.\[]", fault.field)[0], "line 1"), str(fault))
            for fault in error.faults
        ]
        raise DecodeError(found[0].field, found[0].message, tuple(found[1:])) from error
    if not isinstance(state, State):
        raise DecodeError(places["qwirkle"], "a record begins with a state, not with a view")
    return state


def _played(state: S, move: Move, draw: object) -> tuple[Turn, S]:
    """A move with the pieces that it draws, and the state after it."""
    drawn, after = play(state, move, draw=draw)
    return Turn(move, drawn), after


def _next(state: State, where: str, line: str) -> tuple[Turn, State]:
    """The move in a line, and the state after it."""
    match = _TURN.fullmatch(line.partition("#")[0].strip())
    if match is None:
        raise DecodeError(
            where, f"expected a number, a full stop and a move, not {short_repr(line)}"
        )
    return _read(state, where, match[1], match[2])


def _read(state: State, where: str, move: str, draw: object) -> tuple[Turn, State]:
    """A move from its text and the pieces drawn for it, and the state after it."""
    try:
        return _played(state, parse_move(move, state), draw)
    except QwirkleError as error:
        raise DecodeError(where, str(error)) from error
