"""Variants, positions and games as documents and files give them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import attrs

from qwirkle.api import apply, position
from qwirkle.board import Board
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.moves import Exchange, Move, Place
from qwirkle.notation import parse_move
from qwirkle.record import GameRecord
from qwirkle.registry import get_variant, variant_of
from qwirkle.state import Player, State
from qwirkle.tiles import Tile
from qwirkle.variant import Variant

_WORD: Final = re.compile(r"\s*([^\s=]+)(=?)")
_AGED: Final = re.compile(r"(.+\S)\s*\(([0-9]+)\)")


def as_variants(text: str) -> list[Variant]:
    """Variants by name, each with its options behind it.

    >>> as_variants('schmidt-actions dealt=true base=hebrew schmidt')[0].options
    {'base': 'hebrew', 'dealt': True}

    Raises:
        InvalidValue: if there is none.
        UnknownVariant, InvalidOption, VariantLoadError: as ``get_variant`` does.
    """
    named: list[tuple[str, dict[str, object]]] = []
    at = 0
    while match := _WORD.match(text, at):
        word, at = match[1], match.end()
        if not match[2]:
            named.append((word, {}))
        elif named:
            named[-1][1][word], at = _value(text, at)
        else:
            raise InvalidValue(f"expected a variant before the option in {short_repr(text)}")
    if not named:
        raise InvalidValue(f"expected the names of variants, not {short_repr(text)}")
    return [variant_of(name, options) for name, options in named]


def as_variant(text: str) -> Variant:
    """A single variant with its options.

    >>> as_variant("standard hand_size=5")
    get_variant('standard', hand_size=5)
    """
    found = as_variants(text)
    if len(found) > 1:
        raise InvalidValue(f"expected a single variant, not {short_repr(text)}")
    return found[0]


def label_of(variant: Variant) -> str:
    """How :func:`as_variants` reads the variant.

    >>> label_of(as_variant("standard tie_break=youngest"))
    'standard tie_break="youngest"'
    """
    options = (f"{name}={json.dumps(value)}" for name, value in variant.options.items())
    return " ".join([variant.name, *options])


def as_fields(options: Mapping[str, str]) -> dict[str, object]:
    """The fields of a position.

    A text that is JSON means what it says there. With ``/`` in it, it is a list with a text for
    every seat. Of hands, players and scores it is known that they are lists.

    >>> as_fields({"board": "Rs@0,0", "hands": "Bs | Gd", "scores": "4 9", "turn": "1"})
    {'board': 'Rs@0,0', 'hands': ['Bs', 'Gd'], 'scores': [4, 9], 'turn': 1}
    >>> as_fields({"players": "Ada (36) / Bob", "turns-left": "2", "qwirkles": "/ Rs Rc"})
    {'players': [Player(name='Ada', age=36), Player(name='Bob', age=None)], 'turns_left': 2, 'qwirkles': ['', 'Rs Rc']}
    """
    fields: dict[str, object] = {}
    for option, text in options.items():
        name = option.replace("-", "_")
        fields[name] = _READERS.get(name, _any)(text)
    return fields


def _value(text: str, at: int) -> tuple[object, int]:
    """The value of an option, and where it ends: JSON, or else a word."""
    if text[at : at + 1] in ('"', "["):
        try:
            return json.JSONDecoder().raw_decode(text, at)
        except ValueError as error:
            raise InvalidValue(f"expected JSON, not {short_repr(text[at:])}: {error}") from None
    word = re.split(r"\s", text[at:], maxsplit=1)[0]
    return _json(word), at + len(word)


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


def _any(text: str) -> object:
    value = _json(text)
    return _by_seat(text) if value is text and "/" in text else value


def _by_seat(text: str) -> list[str]:
    # Rows are separated by a stroke as well, so the other sign goes first.
    return [part.strip() for part in text.split("/" if "/" in text else "|")]


def _players(text: str) -> object:
    return int(text) if text.isdecimal() else list(map(_player, _by_seat(text)))


def _player(text: str) -> Player:
    match = _AGED.fullmatch(text)
    return Player(match[1], int(match[2])) if match else Player(text)


def _scores(text: str) -> object:
    return [_json(word) for word in re.split(r"[\s/|,]+", text)]


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "hands": _by_seat,
    "players": _players,
    "scores": _scores,
}


D = TypeVar("D")
S = TypeVar("S", bound=State)
T = TypeVar("T")

_MOVE: Final = re.compile(r"\s*[0-9]+\.")
_REMARK: Final = re.compile(r"[^#]*#\s*(.*: -?[0-9]+ [^,]+, now -?[0-9]+)\s*")


@attrs.frozen
class Step:
    """A move of a game, or a moment of it."""

    label: str
    """What it is called: its number, or the name of its figure."""
    state: State
    """The state before it."""
    move: Move | None = None
    """The move, unless it is the end."""
    claims: Mapping[str, str] = attrs.field(factory=dict)
    """What is printed about it."""


@attrs.frozen
class Game:
    """A game, move by move."""

    steps: tuple[Step, ...]
    """Its moves."""
    end: State
    """The state after the last one."""
    faults: tuple[str, ...] = ()
    """What the file says besides, and is not so."""

    def index(self, label: str) -> int:
        """Where a move is, by its label or else by its number."""
        labels = [step.label for step in self.steps]
        numbers = [str(number) for number in range(1, len(labels) + 1)]
        for names in (labels, numbers):
            if label in names:
                return names.index(label)
        raise InvalidValue(f"there is no move {short_repr(label)}; there are {', '.join(labels)}")

    def at(self, label: str) -> Step:
        """The move with this label; the end, if the label is empty."""
        return self.steps[self.index(label)] if label else Step("", self.end)

    def chosen(self, text: str) -> list[Step]:
        """Moves like ``1-3 7``."""
        found: list[Step] = []
        for word in text.split():
            first, _, last = word.partition("-")
            found += self.steps[self.index(first) : self.index(last or first) + 1]
        return found


def from_record(text: str) -> Game:
    """The game of a record.

    What the record says about points behind its moves must be so.
    """
    record = GameRecord.parse(text)
    states = list(record.states())
    steps = (
        Step(str(number), state, turn.move)
        for number, (state, turn) in enumerate(zip(states, record.turns, strict=False), 1)
    )
    return Game(tuple(steps), record.state, tuple(_wrong_remarks(text, record)))


def _wrong_remarks(text: str, record: GameRecord[State]) -> Iterator[str]:
    moves = [found for found in enumerate(text.splitlines(), 1) if _MOVE.match(found[1])]
    written = str(record).splitlines()
    for (number, line), own in zip(moves, written[len(written) - len(moves) :], strict=True):
        remark, fact = _REMARK.fullmatch(line), _REMARK.fullmatch(own)
        if remark and fact and remark[1] != fact[1]:
            yield f"line {number}: it says {remark[1]!r}, but it is {fact[1]!r}"


def from_figure(text: str, variant: Variant | None, fields: Mapping[str, object]) -> Game:
    """The game or the position of a figure.

    Args:
        text: the JSON text.
        variant: the rules, if not those of the first variant it is true of.
        fields: the players, if they are to have names.
    """
    try:
        data = _object(json.loads(text))
    except ValueError as error:
        raise InvalidValue(f"expected a figure: {error}") from None
    if variant is None:
        variant = get_variant(*_get(data, "variants", list, ["standard"])[:1])
    turns = [
        _Turn.of(number, _object(turn), variant)
        for number, turn in enumerate(_get(data, "turns", list, []), 1)
    ]
    play = _game if "hands" in data else _position
    return play(data, turns, variant, fields)


@attrs.frozen
class _Turn:
    """A move of a figure, before it is known where it is made."""

    label: str
    move: Move
    claims: Mapping[str, str]
    draw: object
    seat: int | None

    @staticmethod
    def of(number: int, data: Mapping[str, Any], variant: Variant) -> _Turn:
        label = _get(data, "figure", str, str(number))
        try:
            if "place" in data:
                move: Move = Place(data["place"])
            elif "exchange" in data:
                move = Exchange(data["exchange"])
            else:
                move = parse_move(_get(data, "move", str, ""), variant)
            claims: dict[str, str] = {}
            if "points" in data:
                claims["points"] = str(data["points"])
            if "lines" in data:
                lines = map(_object, _get(data, "lines", list, []))
                claims["lines"] = " ".join(str(line.get("points")) for line in lines)
            return _Turn(label, move, claims, data.get("draw"), _get(data, "seat", int, None))
        except QwirkleError as error:
            raise InvalidValue(f"move {label}: {error}") from error

    def after(self, state: S) -> S:
        """The state after it."""
        try:
            return apply(state, self.move, draw=self.draw)
        except QwirkleError as error:
            raise InvalidValue(f"move {self.label}: {error}") from error

    def step(self, state: State) -> Step:
        """The move in its state."""
        return Step(self.label, state, self.move, self.claims)


def _game(
    data: Mapping[str, Any],
    turns: Sequence[_Turn],
    variant: Variant,
    fields: Mapping[str, object],
) -> Game:
    """All hands are known, and what is drawn: one state follows from the other."""
    first = turns[0].seat if turns else None
    start = {} if first is None else {"turn": first}  # or else by the rules for the start
    state: Any = position(variant, hands=data["hands"], **start, **fields)
    steps: list[Step] = []
    wrong: list[str] = []
    for turn in turns:
        if turn.seat not in (None, state.turn):
            wrong.append(f"move {turn.label}: it is the turn of seat {state.turn}, not {turn.seat}")
        steps.append(turn.step(state))
        state = turn.after(state)
    wrong += [*_wrong_board(data, "board", state), *_wrong_scores(data, state)]
    return Game(tuple(steps), state, tuple(wrong))


def _position(
    data: Mapping[str, Any],
    turns: Sequence[_Turn],
    variant: Variant,
    fields: Mapping[str, object],
) -> Game:
    """Nothing is known but the table: everyone holds the tiles still to be laid, and no more."""
    told = [turn.seat + 1 for turn in turns if turn.seat is not None]
    count = max(2, *(told or [min(len(turns), variant.player_counts[-1])]))
    seats = [i % count if turn.seat is None else turn.seat for i, turn in enumerate(turns)]

    def table(at: int, board: object, scores: object) -> Any:
        hands: list[list[Tile]] = [[] for _ in range(count)]
        for seat, turn in zip(seats[at:], turns[at:], strict=True):
            if isinstance(turn.move, Place):
                hands[seat] += turn.move.laid
        now = [*seats, 0][at]
        return position(variant, board=board, hands=hands, turn=now, scores=scores, **fields)

    state = table(0, data.get("board", []), [0] * count)
    steps: list[Step] = []
    for at, turn in enumerate(turns, 1):
        steps.append(turn.step(state))
        after = turn.after(state)
        state = table(at, after.board, after.scores)
    return Game(tuple(steps), state, tuple(_wrong_board(data, "end", state)))


def _wrong_board(data: Mapping[str, Any], name: str, state: Any) -> Iterator[str]:
    if name in data and Board(data[name]) != state.board:
        yield f"{name}: the table at the end is another one: {state.board}"


def _wrong_scores(data: Mapping[str, Any], state: State) -> Iterator[str]:
    if "scores" in data and data["scores"] != list(state.scores):
        yield f"scores: at the end it is {list(state.scores)}, not {short_repr(data['scores'])}"


def _object(value: object) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise InvalidValue(f"expected an object, not {short_repr(value)}")


def _get(data: Mapping[str, Any], name: str, kind: type[T], default: D) -> T | D:
    """A field of a figure, or its default if it is left out or null."""
    value = data.get(name)
    if value is None:
        return default
    if type(value) is not kind:
        raise InvalidValue(f"{name}: expected {kind.__name__}, not {short_repr(value)}")
    return value
