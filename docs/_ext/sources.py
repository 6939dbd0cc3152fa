"""Variants, positions and games as documents and files give them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

import attrs

from qwirkle.api import apply, position
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.moves import Exchange, Move, Place
from qwirkle.notation import parse_move
from qwirkle.registry import get_variant, variant_of
from qwirkle.state import Player, State
from qwirkle.tiles import Tile
from qwirkle.variant import Variant

D = TypeVar("D")
S = TypeVar("S", bound=State)
T = TypeVar("T")

# Variants

_WORD: Final = re.compile(r"\s*([^\s=]+)(=?)")


def as_variants(text: str) -> list[Variant]:
    """Read the names of variants, each followed by its options.

    >>> [str(variant) for variant in as_variants("standard hand_size=5 tie_break=youngest mindware")]
    ["get_variant('standard', hand_size=5, tie_break='youngest')", "get_variant('mindware')"]

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
            named[-1][1][word], at = _option_value(text, at)
        else:
            raise InvalidValue(f"expected a variant before the option in {short_repr(text)}")
    if not named:
        raise InvalidValue(f"expected the names of variants, not {short_repr(text)}")
    return [variant_of(name, options) for name, options in named]


def as_variant(text: str) -> Variant:
    """Read the name of a single variant, followed by its options.

    >>> as_variant("standard hand_size=5")
    get_variant('standard', hand_size=5)
    """
    found = as_variants(text)
    if len(found) > 1:
        raise InvalidValue(f"expected a single variant, not {short_repr(text)}")
    return found[0]


def label_of(variant: Variant) -> str:
    """The text that :func:`as_variant` reads as this variant.

    >>> label_of(as_variant("standard tie_break=youngest"))
    'standard tie_break="youngest"'
    """
    options = (f"{name}={json.dumps(value)}" for name, value in variant.options.items())
    return " ".join([variant.name, *options])


def known_as(variant: Variant) -> str:
    """The name of a variant for people: that of its edition, and its options in words.

    >>> known_as(as_variant("999games-nl")), known_as(as_variant("standard"))
    ('999 Games (Dutch)', 'standard')
    >>> known_as(as_variant("hebrew hand_size=5"))
    'Hebrew (a full hand has 5 tiles)'

    An option without words is written as in a program:

    >>> known_as(as_variant("schmidt-actions base=hebrew"))
    'schmidt-actions base="hebrew"'
    """
    name = variant.edition.short if variant.edition else variant.name
    facts = variant.facts()
    if not name or not facts.keys() >= variant.options.keys():
        return label_of(variant)
    options = "; ".join(facts[option].text for option in variant.options)
    return f"{name} ({options})" if options else name


def _option_value(text: str, at: int) -> tuple[object, int]:
    """The value of an option, as JSON or as a word, and the index where it ends."""
    if text[at : at + 1] in ('"', "["):
        try:
            return json.JSONDecoder().raw_decode(text, at)
        except ValueError as error:
            raise InvalidValue(f"expected JSON, not {short_repr(text[at:])}: {error}") from None
    word = re.split(r"\s", text[at:], maxsplit=1)[0]
    return _json_or_text(word), at + len(word)


def _json_or_text(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


# Fields of a position

_PLAYER_WITH_AGE: Final = re.compile(r"(.+\S)\s*\(([0-9]+)\)")


def as_fields(options: Mapping[str, str]) -> dict[str, object]:
    """Read the fields of a position.

    A text that is valid JSON is read as JSON. Any other text with ``/`` in it becomes a list with
    one text for each seat. Hands, players and scores, which every state has, are always lists.

    >>> as_fields({"board": "Rs@0,0", "hands": "Bs | Gd", "scores": "4 9", "turn": "1"})
    {'board': 'Rs@0,0', 'hands': ['Bs', 'Gd'], 'scores': [4, 9], 'turn': 1}
    >>> as_fields({"players": "Ada (36) / Bob", "some-number": "2", "some-texts": "/ Rs Rc"})
    {'players': [Player(name='Ada', age=36), Player(name='Bob', age=None)], 'some_number': 2, 'some_texts': ['', 'Rs Rc']}
    """
    fields: dict[str, object] = {}
    for option, text in options.items():
        name = option.replace("-", "_")
        fields[name] = _READERS.get(name, _any)(text)
    return fields


def _any(text: str) -> object:
    value = _json_or_text(text)
    return _by_seat(text) if value is text and "/" in text else value


def _by_seat(text: str) -> list[str]:
    # A `|` can also belong to the text for a seat, so it separates seats only if there is no `/`.
    return [part.strip() for part in text.split("/" if "/" in text else "|")]


def _players(text: str) -> object:
    return int(text) if text.isdecimal() else list(map(_player, _by_seat(text)))


def _player(text: str) -> Player:
    match = _PLAYER_WITH_AGE.fullmatch(text)
    return Player(match[1], int(match[2])) if match else Player(text)


def _scores(text: str) -> object:
    return [_json_or_text(word) for word in re.split(r"[\s/|,]+", text)]


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "hands": _by_seat,
    "players": _players,
    "scores": _scores,
}

# Games in files


@runtime_checkable
class LaysTiles(Protocol):
    """A move that lays tiles on cells, one on each.

    Placements of the tile game do, and so does any other move with these two attributes.
    """

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells."""
        ...

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles, in the order of the cells."""
        ...


@attrs.frozen
class Step:
    """A position in a game, with the move made from it."""

    label: str
    """The label of the move: its number, or the name of its figure."""
    state: State
    """The state before the move."""
    move: Move | None = None
    """The move; None at the end of the game."""
    claims: Mapping[str, str] = attrs.field(factory=dict)
    """The claims that are printed about the move."""


@attrs.frozen
class Game:
    """A game, move by move."""

    steps: tuple[Step, ...]
    """A step for every move."""
    end: State
    """The state after the last move."""
    problems: tuple[str, ...] = ()
    """A message for every other statement of the file that is wrong."""

    def index(self, label: str) -> int:
        """The index of a step, by the label of its move or by its number."""
        labels = [step.label for step in self.steps]
        numbers = [str(number) for number in range(1, len(labels) + 1)]
        for names in (labels, numbers):
            if label in names:
                return names.index(label)
        raise InvalidValue(f"there is no move {short_repr(label)}; there are {', '.join(labels)}")

    def step(self, label: str) -> Step:
        """The step with this label."""
        return self.steps[self.index(label)]

    def chosen(self, text: str) -> list[Step]:
        """The steps of a list of labels and ranges, such as ``1-3 7``."""
        found: list[Step] = []
        for word in text.split():
            first, _, last = word.partition("-")
            found += self.steps[self.index(first) : self.index(last or first) + 1]
        return found


def from_figure(text: str, variant: Variant | None, fields: Mapping[str, object]) -> Game:
    """The game of a figure, which is a printed game or position as a JSON object.

    ``variants`` names the variants it is true of, and ``turns`` has an object for every move: the
    ``move`` as text, for which the tile game can also have ``place`` (cells with their tiles) or
    ``exchange`` (tiles); the printed ``points`` and ``lines``; the tiles drawn (``draw``); the
    ``seat``; and the name of the ``figure``. A figure with ``hands`` is a game from its start, and
    may have the final ``board`` and ``scores``. A figure without them is a position of a tile game
    with a ``board``: every player has exactly the tiles that the player's moves lay, fields that
    the variant adds are empty before every move, and ``end`` is the final board. Other names are
    for notes.

    Args:
        text: the JSON text.
        variant: the rules; if None, those of the first variant that the figure is true of.
        fields: the players, if the document gives their names.
    """
    try:
        data = _object(json.loads(text))
    except ValueError as error:
        raise InvalidValue(f"expected a figure: {error}") from None
    if variant is None:
        variant = get_variant(*_get(data, "variants", list, ["standard"])[:1])
    moves = [
        _PrintedMove.of(number, _object(turn), variant)
        for number, turn in enumerate(_get(data, "turns", list, []), 1)
    ]
    play = _play_game if "hands" in data else _play_position
    return play(data, moves, variant, fields)


@attrs.frozen
class _PrintedMove:
    """A move of a figure, without the state before it."""

    label: str
    move: Move
    claims: Mapping[str, str]
    draw: object
    seat: int | None

    @staticmethod
    def of(number: int, data: Mapping[str, Any], variant: Variant) -> _PrintedMove:
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
            seat = _get(data, "seat", int, None)
            return _PrintedMove(label, move, claims, data.get("draw"), seat)
        except QwirkleError as error:
            raise InvalidValue(f"move {label}: {error}") from error

    def after(self, state: S) -> S:
        """The state after the move."""
        try:
            return apply(state, self.move, draw=self.draw)
        except QwirkleError as error:
            raise InvalidValue(f"move {self.label}: {error}") from error

    def step(self, state: State) -> Step:
        """The step with this move and the state before it."""
        return Step(self.label, state, self.move, self.claims)


def _play_game(
    data: Mapping[str, Any],
    moves: Sequence[_PrintedMove],
    variant: Variant,
    fields: Mapping[str, object],
) -> Game:
    """The game of a figure with hands and draws, in which each state follows from the last."""
    first = moves[0].seat if moves else None
    start = {} if first is None else {"turn": first}  # otherwise the rules decide who starts
    state: Any = position(variant, hands=data["hands"], **start, **fields)
    steps: list[Step] = []
    problems: list[str] = []
    for move in moves:
        if move.seat not in (None, state.turn):
            turns = f"it is the turn of seat {state.turn}, not {move.seat}"
            problems.append(f"move {move.label}: {turns}")
        steps.append(move.step(state))
        state = move.after(state)
    problems += [*_wrong_board(data, "board", state), *_wrong_scores(data, state)]
    return Game(tuple(steps), state, tuple(problems))


def _play_position(
    data: Mapping[str, Any],
    moves: Sequence[_PrintedMove],
    variant: Variant,
    fields: Mapping[str, object],
) -> Game:
    """The game of a figure with only a board; each hand has just the tiles still to be placed."""
    known = [move.seat + 1 for move in moves if move.seat is not None]
    count = max(2, *(known or [min(len(moves), variant.player_counts[-1])]))
    seats = [i % count if move.seat is None else move.seat for i, move in enumerate(moves)]

    def state_before(at: int, board: object, scores: object) -> Any:
        hands: list[list[Tile]] = [[] for _ in range(count)]
        for seat, later in zip(seats[at:], moves[at:], strict=True):
            if isinstance(later.move, LaysTiles):
                hands[seat] += later.move.laid
        turn = [*seats, 0][at]
        return position(variant, board=board, hands=hands, turn=turn, scores=scores, **fields)

    state = state_before(0, data.get("board", []), [0] * count)
    steps: list[Step] = []
    for at, move in enumerate(moves, 1):
        steps.append(move.step(state))
        after = move.after(state)
        state = state_before(at, after.board, after.scores)
    return Game(tuple(steps), state, tuple(_wrong_board(data, "end", state)))


def _wrong_board(data: Mapping[str, Any], name: str, state: State) -> Iterator[str]:
    board = Board(state.variant.scene(state).tiles)
    if name in data and Board(data[name]) != board:
        yield f"{name}: the final board is different: {board}"


def _wrong_scores(data: Mapping[str, Any], state: State) -> Iterator[str]:
    if "scores" in data and data["scores"] != list(state.scores):
        given = short_repr(data["scores"])
        yield f"scores: the final scores are {list(state.scores)}, not {given}"


def _object(value: object) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise InvalidValue(f"expected an object, not {short_repr(value)}")


def _get(data: Mapping[str, Any], name: str, kind: type[T], default: D) -> T | D:
    """A field of a figure, or the default if it is left out or null."""
    value = data.get(name)
    if value is None:
        return default
    if type(value) is not kind:
        raise InvalidValue(f"{name}: expected {kind.__name__}, not {short_repr(value)}")
    return value
