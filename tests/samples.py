"""Samples for tests: positions, values, and values that no function should accept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import qwirkle
from qwirkle import Cell, Exchange, Pass, Place, QwirkleError, Tile, TileState, TileView, authoring


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text like ``"Rs Bd"``."""
    return tuple(Tile.parse(word) for word in text.split())


def opened(**fields: object) -> TileState:
    """A small position in the middle of a game, with some fields changed."""
    usual: dict[str, Any] = {
        "players": ["Ada", "Bob"],
        "board": "Rs@0,0 Bs@1,0",
        "hands": ["Bc Bd Gs", "Gd Yx"],
        "supply": "Rc Rd Yk Yk",
        "scores": [4, 7],
        "turn": 0,
        "seed": 11,
        "ply": 3,
    }
    state: TileState = qwirkle.position(**(usual | fields))
    return state


def finished() -> TileState:
    """A finished game: Bob used the last tile."""
    return opened(hands=["Bc Bd Gs", ""], supply="")


def waiting() -> TileView:
    """Bob's view while it is Ada's turn."""
    return qwirkle.observe(opened(), 1)


def played(moves: int, seed: int = 5, players: int = 3) -> TileState:
    """A game after some moves, each chosen by a fixed generator."""
    random = Random(seed)
    state = qwirkle.new_game(players=players, seed=seed)
    for _ in range(moves):
        state = qwirkle.apply(state, qwirkle.legal_moves(state).sample(random))
    return state


def values() -> dict[str, Any]:
    """One or more of every public value, by a name for the test report."""
    state = opened()
    move = Place({(2, 0): "Gs"})
    record = qwirkle.GameRecord(state).play(Exchange("Gs Bc")).play(Exchange("Gd"))
    remarked = qwirkle.GameRecord(state, headers={"place": "'t Huis", "date": "today"})
    return {
        "code": authoring.Code.GAP,
        "end reason": qwirkle.EndReason.NO_PLAY,
        "color": qwirkle.Color.GREEN,
        "shape": qwirkle.Shape.CLOVER,
        "tile": Tile.parse("Rs"),
        "cell": Cell(-3, 10**30),
        "board": state.board,
        "empty board": qwirkle.Board(),
        "line": state.board.lines()[0],
        "place": Place({(1, 0): "Bs", (0, 0): "Rs"}),
        "place nothing": Place({}),
        "exchange": Exchange("Rs Bd Rs"),
        "exchange nothing": Exchange(""),
        "pass": Pass(),
        "supply": state.supply,
        "empty supply": authoring.Supply(),
        "special": authoring.Special("draw-three"),
        "supply with a special": authoring.Supply("Rs *draw-three Bd"),
        "player": qwirkle.Player("Zoë 'the \"quick\"' #1", age=36),
        "rules": authoring.Rules(tie_break="youngest", hand_size=5),
        "variant": qwirkle.get_variant("standard"),
        "variant with options": qwirkle.get_variant("standard", hand_size=5, supply="stacks"),
        "state": state,
        "state with options": qwirkle.new_game(
            qwirkle.get_variant("standard", tie_break="youngest"), players=["#", "\\"], seed=3
        ),
        "state that is over": finished(),
        "view": qwirkle.observe(state, 0),
        "view of who waits": waiting(),
        "view that is over": qwirkle.observe(finished(), 1),
        "outcome": finished().outcome,
        "draft": qwirkle.draft(state, move),
        "fit": qwirkle.draft(state).fits[0],
        "violation": qwirkle.check(state, Pass())[0],
        "scored line": qwirkle.score(state, move).lines[0],
        "score": qwirkle.score(state, move),
        "no score": qwirkle.Score(),
        "fault": qwirkle.errors.Fault("board", 'it\'s "odd"'),
        "citation": authoring.Citation("silent", "A manual", "It does not say.", ("R3",)),
        "edition": authoring.Edition("Qwirkle", "Somebody", year=2006, languages=("Dutch",)),
        "word": authoring.Word("Rs", "swap Rs", 5),
        "fact": authoring.Rules().facts()["tie_break"],
        "difference": qwirkle.compare(
            "standard", qwirkle.get_variant("standard", tie_break="youngest")
        )[0],
        "turn": record.turns[0],
        "record": record,
        "record with remarks": remarked.play(Exchange("Gs"), comment='He\'s "sure".'),
        "seen turn": record.seen_by(0).turns[1],
        "seen game": record.seen_by(0),
    }


class Text(str):
    """A subclass of `str`."""

    __slots__ = ()


class Unprintable:
    """A value whose ``repr`` fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


class NoHash:
    """A value whose hash fails."""

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __repr__(self) -> str:
        return "NoHash()"


class Unequal(str):
    """A text that equals nothing and cannot be hashed."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


class Wordy:
    """A value with a very long ``repr``."""

    def __repr__(self) -> str:
        return "word " * 40_000


def nested(depth: int = 20_000) -> list[Any]:
    """A list nested very deeply."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def _strange_things() -> Iterator[object]:
    yield from (object(), None, 3.5)


HOSTILE: Mapping[str, Callable[[], object]] = {
    "None": lambda: None,
    "true": lambda: True,
    "float": lambda: 3.5,
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "complex": lambda: 1j,
    "bytes": lambda: b"Rs",
    "bytearray": lambda: bytearray(b"standard"),
    "lambda": lambda: lambda: None,
    "class": lambda: int,
    "object": object,
    "nested list": nested,
    "generator": _strange_things,
    "endless": lambda: itertools.repeat(None),
    "unprintable": Unprintable,
    "list of unprintable": lambda: [Unprintable()],
    "mapping": lambda: {3.5: None},
    "set": lambda: {None},
    "pair": lambda: ("x", "y"),
    "huge integer": lambda: 10**5000,
    "negative integer": lambda: -(10**30),
    "empty text": lambda: "",
    "text": lambda: "no such thing",
    "subclass of text": lambda: Text("nonsense"),
    "text that cannot be hashed": lambda: Unequal("nonsense"),
    "no hash": NoHash,
    "surrogate": lambda: "\ud800",
    "ellipsis": lambda: ...,
}
"""Wrong values that a caller could pass, each made when it is asked for."""


def _endless_pairs() -> Iterator[tuple[tuple[int, int], str]]:
    return (((x, 0), "Rs") for x in itertools.count())


LARGE: Mapping[str, Callable[[], object]] = {
    "long text": lambda: "x" * 200_000,
    "text of tiles": lambda: "Rs " * 60_000,
    "text of 900 tiles": lambda: "Rs " * 900,
    "text of cells": lambda: " ".join(f"Rs@{x},0" for x in range(20_000)),
    "text of islands": lambda: " ".join(f"Rs@{2 * x},{x}" for x in range(108)),
    "text of far islands": lambda: " ".join(f"Rs@{10**98 + 2 * x},{x}" for x in range(108)),
    "text of a block": lambda: " ".join(f"Rs@{x},{y}" for x in range(9) for y in range(12)),
    "text of a long row": lambda: " ".join(f"Rs@{x},0" for x in range(108)),
    "text of rows": lambda: "Rs | " * 400 + "Rs",
    "long special": lambda: "*" + "a" * 90_000,
    "many specials": lambda: "*a " * 900,
    "tiles": lambda: ["Rs"] * 200_000,
    "900 tiles": lambda: [Tile.parse("Rs")] * 900,
    "pairs": lambda: [((x, 0), "Rs") for x in range(20_000)],
    "900 pairs": lambda: {(x, -x): "Rs" for x in range(900)},
    "mapping": lambda: {f"x{i}": i for i in range(20_000)},
    "lists": lambda: [["Rs"] * 300] * 300,
    "a billion": lambda: range(10**9),
    "numbers without end": itertools.count,
    "tiles without end": lambda: itertools.repeat("Rs"),
    "pairs without end": _endless_pairs,
    "lists without end": lambda: itertools.repeat(itertools.repeat("Rs")),
    "4000 digits": lambda: 10**4000,
    "bytes": lambda: b"x" * 200_000,
    "long repr": Wordy,
}
"""Large values that a caller could pass to keep a server busy, each made when asked for."""


def said(enter: Callable[[Any], object], value: object) -> str | None:
    """The message of the error that a function raises for a value, or None if it accepts it.

    The message must be short, and so must be everything that it lists.
    """
    found: QwirkleError | None = None
    try:
        enter(value)
    except QwirkleError as error:
        found = error
    if found is None:
        return None
    parts = (*getattr(found, "violations", ()), *getattr(found, "faults", ()))
    assert all(len(part.message) <= 600 for part in parts)
    assert 0 < len(str(found)) <= 1000
    return str(found)
