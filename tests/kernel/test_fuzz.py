"""The kernel against states whose parts contradict each other, or act while they are read.

Every state is made from a seed, so that a failure can be repeated. Nothing is expected but an
answer or an error: a crash ends the test run, above all with the sanitizers, for which
`sanitize.sh` asks for many more rounds.
"""

from __future__ import annotations

import gc
import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from random import Random
from typing import Any

import samples
from cases import case
from engines import engine
from kernel.test_robustness import EDGES, KERNELS, tried

import qwirkle
from qwirkle import Board, Cell, Exchange, Place, Tile, _engine
from qwirkle.authoring import Supply
from qwirkle.tiles import TILES

ROUNDS = int(os.environ.get("QWIRKLE_FUZZ_ROUNDS", "1000"))

put = object.__setattr__


class World:
    """A state and a move, parts of which are replaced before calls and in the middle of them."""

    def __init__(self, random: Random) -> None:
        self.random, self.patience = random, 20
        self.state: Any = samples.played(random.randrange(1, 12), random.randrange(9), 2)
        if random.random() < 0.5:
            put(self.state, "board", Board(dict(self.state.board)))
        listed = qwirkle.legal_moves(self.state)
        self.move: Any = random.choice([listed.sample(random), Exchange([self.state.hand[0]])])
        self.kept: list[object] = []

    def tamper(self) -> None:
        """Replace one part."""
        name, make = self.random.choice([*self.parts().items()])
        value = tried(make)
        for whole in (self.state, self.move):
            with suppress(AttributeError):  # it has no such field
                put(whole, name, value)

    def act(self) -> None:
        """Replace some parts, as any code that runs meanwhile can, and use the freed memory."""
        self.patience -= 1
        if self.patience > 0:
            for _ in range(self.random.randrange(1, 6)):
                self.tamper()
            self.kept = [tuple([None] * size) for size in range(9) for _ in range(3)]

    def some_tiles(self, *sizes: int) -> tuple[Tile, ...]:
        return tuple(self.random.choices(TILES, k=self.random.choice(sizes)))

    def parts(self) -> dict[str, Callable[[], object]]:
        """New values for the fields of states and moves, some right and most wrong."""
        random, edge = self.random, self.random.choice(EDGES)
        count = random.choice([2] * 9 + [0, 1, 3, 54, 55])
        number = random.choice([0, 1, 0, 1, 2, edge, ActingNumber(edge % 9), None, True])
        sizes = 0, 1, 5, 6, 12, 36, 54, 55
        cells = tuple(Cell(random.randrange(-3, 4), random.randrange(-3, 4)) for _ in range(3))
        pieces = self.some_tiles(0, 1, 6, 90, 1000, 1001)
        row = random.choice([self.some_tiles(3), ActingTuple(TILES[:3]), (None, 7, "Rs")])
        hands = [self.some_tiles(*sizes) for _ in range(count)] + [ActingTuple(TILES[:5])] * 2
        points = [5, 0, 7, 9] * 9 + [*EDGES, ActingNumber(3)]
        stock = random.choice([pieces, pieces, pieces, ActingTuple(pieces), (None,)])
        return {
            "board": self.board,
            "hands": lambda: tuple(hands[:count] if edge % 8 else hands[-count:]),
            "supply": lambda: Supply.of(stock),
            "scores": lambda: tuple(random.choices(points, k=count)),
            "turn": lambda: number,
            "passes": lambda: number,
            "ply": lambda: number,
            "seed": lambda: random.choice([number, ActingNumber(7), 10**400]),
            "_known_outcome": lambda: random.choice([[], [None], [None], [None, 1], None]),
            "players": lambda: random.choice([(), None, self.state.players * 9]),
            "extra": Dying,
            "cells": lambda: random.choice([cells, ActingTuple(cells), (*cells, None), None]),
            "laid": lambda: row,
            "tiles": lambda: random.choice([row, self.some_tiles(*sizes)]),
        }

    def board(self) -> object:
        """A board whose dict, open cells and place on the table need not agree."""
        random = self.random
        x, y = random.choice([(0, 0), (1, 0), (-9, 3), (500, -70), (2**60 - 3, 5)])
        one, other = (samples.played(random.randrange(1, 9), seed, 2).board for seed in (1, 2))
        board = Board({(a + x, b + y): tile for (a, b), tile in one.items()})
        change: Callable[[], object] = random.choice(
            [
                lambda: board.open_cells,
                lambda: board.open_cells and board._tiles.clear(),  # type: ignore[func-returns-value]
                lambda: board._tiles.update({ActingKey(next(iter(other))): TILES[0]}),  # type: ignore[dict-item]
                lambda: board._tiles.update({Cell(77, 77): None}),  # type: ignore[dict-item]
                lambda: board._open.append(other.open_cells),
                lambda: board._open.append(Board().open_cells),
                lambda: board._open.append((Opening(other.open_cells), ())),  # type: ignore[arg-type]
                lambda: board._open.append((Opening(None), ())),  # type: ignore[arg-type]
                lambda: put(board, "_tiles", random.choice([None, {}, dict(other)])),
                lambda: put(board, "_open", random.choice([None, (), ["x"], [[]]])),
            ]
        )
        tried(change)
        return random.choice([board, board, board, Board(), other, None])


worlds: list[World] = []
"""The world that acting values change, if there is any."""


def act(*ignored: object) -> None:
    """Change the world."""
    for world in worlds:
        world.act()


def acting(method: Any) -> Any:
    """A method that first changes the world."""

    def changed(self: Any, *args: Any) -> Any:
        act()
        return method(self, *args)

    return changed


class ActingNumber(int):
    """An integer that acts while it is read."""

    __str__ = __repr__ = acting(int.__repr__)
    __index__, __bool__, __add__ = (
        acting(method) for method in (int.__index__, int.__bool__, int.__add__)
    )
    __eq__, __hash__ = acting(int.__eq__), acting(int.__hash__)


class ActingTuple(tuple[Any, ...]):
    """A tuple that acts while it is read."""

    __slots__ = ()
    __len__, __iter__ = acting(tuple.__len__), acting(tuple.__iter__)
    __eq__, __hash__ = acting(tuple.__eq__), acting(tuple.__hash__)


class ActingKey(tuple[int, int]):
    """A key that acts while it is compared with the cell that has its hash."""

    __slots__ = ()
    __eq__, __hash__ = acting(tuple.__eq__), tuple.__hash__


class Opening:
    """The open cells of an earlier board, which act when they are brought up to date."""

    def __init__(self, found: object) -> None:
        self.filling = acting(lambda *ignored: found).__get__(found)


class Dying:
    """A value that acts when it is deleted."""

    __del__ = act


def some_rules(kernel: Any, random: Random) -> Any:
    """Rules of any kind, also those that no variant has."""
    points = random.choice([(0, 0, 2, 3, 4, 5, 12), (0, 0, *[2**50] * 5), (-9,) * 7])
    flags = (random.random() < 0.5 for _ in range(3))
    limits = random.choice([1, 6, 12, 54]), random.choice([-1, 0, 1, 6, 54, 2**31 - 1])
    return tried(lambda: kernel.Rules(points, 1, random.choice([6, -(2**50)]), *limits, *flags))


@contextmanager
def acting_collector(often: bool) -> Iterator[None]:
    """Let the garbage collector act too, which some versions of Python run at any allocation."""
    before = gc.get_threshold()
    if often:
        gc.callbacks.append(act)
        gc.set_threshold(9)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.callbacks[:] = [each for each in gc.callbacks if each is not act]


def stepped(kernel: Any, state: object, rules: object, random: Random) -> object:
    """Go on from a state in small steps."""
    room = [bytearray(width) for width in (13**3, 480, 37 + 36 * 13**2, 8, 2, 16, 8)]
    games = kernel.Games(rules, 1, 2, 13, 9, random.randrange(3), *room)
    games.load(0, state, "7", 0)
    for _ in range(30):
        action = max(room[2].find(1, random.randrange(len(room[2]))), room[2].find(1), 0)
        games.step(array("q", [action]))
    return games


def ask(kernel: Any, world: World) -> object:
    """Ask a question about a world, which changes meanwhile if anything in it acts."""
    random = world.random
    rules = some_rules(kernel, random) or _engine.engine_of(samples.opened().variant).rules
    bots = tuple(
        random.choices(["random", "greedy", "careful", "strong"], k=random.choice([2, 2, 2, 3]))
    )
    questions: list[Callable[[], object]] = [
        lambda: kernel.apply(world.state, world.move, rules),
        lambda: [*islice(kernel.placements(world.state, rules).scored(), 99)],
        lambda: kernel.play(world.state, 2, 0, rules, [("7", bots), ("8", bots)], 9),
        lambda: stepped(kernel, world.state, rules, random),
        lambda: qwirkle.apply(world.state, world.move),
        lambda: qwirkle.check(world.state, world.move),
        lambda: qwirkle.playouts(world.state, 2, "random", plies=9),
        lambda: [*islice(qwirkle.legal_moves(world.state).placements, 99)],
    ]
    worlds.append(world)
    try:
        return tried(random.choice(questions))
    finally:
        worlds.clear()


def test_contradictory_states_do_no_harm() -> None:
    for kernel in KERNELS:
        answered = 0
        for seed in range(ROUNDS):
            with case(seed), engine("kernel"):
                world = World(Random(seed))
                for _ in range(world.random.randrange(4)):
                    world.tamper()
                with acting_collector(seed % 4 == 0):
                    answered += ask(kernel, world) is not None
        assert ROUNDS / 5 < answered < ROUNDS
        with engine("kernel"):  # which is as it was
            state = samples.opened()
            after = state.variant.play(state, Place("Gs@2,0"))[1]
            assert (
                kernel.apply(state, Place("Gs@2,0"), _engine.engine_of(state.variant).rules)
                == after
            )
