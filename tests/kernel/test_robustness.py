"""The kernel under strain: garbage as arguments, many threads, and many calls.

Only exceptions may come of garbage, never a crash and never a `SystemError`, with which Python
reports that an extension broke its rules. Where there is no kernel, the public functions alone are
tried, with the Python code.
"""

from __future__ import annotations

import copy
import ctypes
import gc
import importlib.machinery
import importlib.util
import pickle
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import attrs
import pytest
import samples
from cases import case
from engines import ENGINES, answer, engine, fresh
from examining import listed
from kernel.test_differential import MALFORMED, TAMPERED, Pair, Whole, half_made, moved
from samples import NoHash, Unequal, Unprintable, opened

import qwirkle
from qwirkle import Board, Cell, Exchange, Pass, Place, Score, Tile, TileState, TileView
from qwirkle._masks import ALL
from qwirkle.authoring import ScoredLine, Supply, TileGame
from qwirkle.fields import shared_names
from qwirkle.tilegame.rules import Rules
from qwirkle.tiles import TILES

KERNELS: list[Any] = [kernel for kernel in ENGINES.values() if kernel is not None]
"""The kernel, if it is installed."""


def another(kernel: Any) -> Any:
    """A second instance of the kernel's module, which knows no classes until `bind` is called."""
    loader = importlib.machinery.ExtensionFileLoader(kernel.__name__, kernel.__file__)
    spec = importlib.util.spec_from_loader(kernel.__name__, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class Raising:
    """A value that fails whatever is asked of it."""

    def _fail(self, *args: object) -> Any:
        raise LookupError("it always fails")

    __index__ = __int__ = __iter__ = __len__ = __bool__ = __float__ = __getitem__ = _fail
    __hash__ = __eq__ = __next__ = _fail


class Tuples(tuple[Any, ...]):
    """A subclass of tuple."""

    __slots__ = ()


class Dicts(dict[Any, Any]):
    """A subclass of dict."""


class Foreign:
    """A class with slots of the right names, one of which belongs to another class."""

    __slots__ = ("_tiles", "cells", "order", "padding", "tiles")
    laid = Place.laid
    _open = Board._open


class Roomy:
    """A class that has some of the slots that the kernel needs, far behind others."""

    __slots__ = (*(f"slot{i}" for i in range(500)), "_tiles", "cells", "order", "tiles", "variant")


EDGES = [
    *(sign * edge + near for sign in (1, -1) for edge in (2**31, 2**60, 2**61, 2**63, 2**64)
      for near in (-9, -1, 0, 1, 9)),
    *(-1, 0, 1, 5, 6, 7, 35, 36, 37, 54, 55, 63, 64, -64, -65, 60000, 10**30, -(10**400)),
]  # fmt: skip
"""Integers at every limit that there is."""


def garbage(random: Random) -> object:
    """Any value, wrong in most places."""
    edge = random.choice(EDGES)
    cell = (edge, random.choice(EDGES))
    tile = random.choice(TILES)
    made: list[Callable[[], object]] = [
        lambda: None,
        lambda: edge,
        lambda: edge,
        lambda: Whole(edge),
        lambda: bool(edge % 2),
        lambda: 1.5 * (edge % 100),
        lambda: "Rs",
        lambda: "\ud800",
        lambda: b"\x00\x01\x02\xff" * (edge % 5),
        lambda: cell,
        lambda: Pair(cell),
        lambda: (cell,),
        lambda: answer(lambda: Cell(*cell)),
        lambda: tile,
        lambda: (tile,) * (edge % 9),
        lambda: TILES,
        lambda: TILES[::-1],
        lambda: Tuples(TILES[:6]),
        lambda: [tile],
        lambda: {cell: tile},
        lambda: {Cell(0, 0): tile, Cell(edge % 5, 0): tile},
        lambda: {Cell(0, 0): tile, cell: tile},
        lambda: Dicts({Cell(0, 0): tile}),
        lambda: {tile: cell},
        lambda: [(cell, tile)],
        lambda: ((cell, tile), None),
        lambda: iter([(cell, tile)]),
        lambda: (x for x in ((cell, tile), Raising())),
        lambda: half_made(Tile),
        lambda: half_made(Tile, order=edge),
        lambda: half_made(Place, cells=(cell,), laid=(tile,)),
        lambda: half_made(Board, _tiles={cell: tile}, _open=[None]),
        lambda: half_made(Supply, tiles=[tile]),
        lambda: half_made(TileState),
        lambda: random.choice([*MALFORMED.values()])(),
        lambda: random.choice([*TAMPERED.values()])(),
        Raising,
        Unprintable,
        NoHash,
        lambda: Unequal("Rs"),
        lambda: [("7", ("greedy", "greedy"))] * (edge % 4),
        lambda: [("7" * 24, ("greedy", "greedy")), ("7", ("greedy", "nobody"))],
        lambda: random.choice([Cell, Place, Board, Supply, TileState, Foreign, Roomy, int, type]),
        lambda: sys,
        object,
    ]
    return random.choice(made)()


def rules_of(kernel: Any) -> Any:
    """The usual rules, for the kernel."""
    return kernel.Rules((0, 0, 2, 3, 4, 5, 12), 1, 6, 6, 6, False, True, True)


FIELDS = tuple(attrs.fields_dict(TileState))
CLASSES = (
    *(TILES, Cell, Place, Exchange, Board, Supply, ScoredLine, Score, TileView, TileState),
    *(FIELDS, shared_names(TileState, TileView)),
)
"""The arguments of `bind`."""


def calls(kernel: Any) -> dict[str, tuple[Callable[..., object], tuple[object, ...]]]:
    """Every function and method of the kernel, with arguments that it accepts.

    The kernel of this call need not be the one in use: the board is made by it, and a state with
    such a board is not left to Python.
    """
    rules = rules_of(kernel)
    state = opened()
    grid = kernel.Grid.around(dict(state.board))
    usable = attrs.evolve(state, board=half_made(Board, _tiles=dict(state.board), _open=[grid]))
    known = attrs.evolve(usable)
    assert known.outcome is None  # so that the kernel need not find out
    groups = grid.placements(state.hand, 3, rules, True)
    move, hand = Place("Gs@2,0"), state.hand
    jobs = [("7", ("greedy", "strong")), ("8", ("random", "greedy"))]
    widths = (13 * 13**2, 4 * 120, 37 + 36 * 13**2, 8, 2, 16, 8)
    new = (rules, 1, 2, 13, 9, 0, *map(bytearray, widths))
    games = kernel.Games(*new)
    games.load(0, usable, "7", 0)
    mark = array("q", [1 + state.hand[0].order])
    return {
        "bind": (kernel.bind, CLASSES),
        "mixed": (kernel.mixed, (TILES, "a text")),
        "placements": (kernel.placements, (known, rules)),
        "apply": (kernel.apply, (usable, move, rules)),
        "apply an exchange": (kernel.apply, (usable, Exchange("Gs Bd"), rules)),
        "exchanges": (kernel.exchanges, (hand, 3)),
        "exchanges by number": (kernel.exchanges, (hand, 3, 2, 5)),
        "observe": (kernel.observe, (known, 0, TileView)),
        "leads": (kernel.leads, (usable, rules, (0, 1), 2, 2, "a text")),
        "play a new game": (kernel.play, (TILES, 2, 0, rules, jobs, 2)),
        "play on": (kernel.play, (usable, 2, 0, rules, jobs, 2)),
        "Rules": (kernel.Rules, ((0, 0, 2, 3, 4, 5, 12), 1, 6, 6, 6, False, True, True)),
        "Grid.around": (kernel.Grid.around, (dict(state.board),)),
        "Grid.filling": (grid.filling, (move.tiles,)),
        "Grid.has": (grid.has, (Cell(2, 0),)),
        "Grid.take_any": (grid.take_any, (ALL,)),
        "Grid.placements": (grid.placements, (hand, 3, rules, True)),
        "Grid.fitting_points": (grid.fitting_points, (move.cells, move.laid, rules)),
        "Grid.score": (grid.score, (move.cells, move.laid, hand, True, rules)),
        "Groups.moves": (groups.moves, ()),
        "Groups.scored": (groups.scored, ()),
        "Groups.best": (groups.best, ()),
        "Groups.size": (groups.size, ()),
        "Groups.number": (groups.number, (3,)),
        "Games": (kernel.Games, new),
        "Games.load": (games.load, (0, usable, "7", 0)),
        "Games.observe": (games.observe, (0, 1)),
        "Games.step": (games.step, (mark,)),
        "iter(Grid)": (lambda: list(grid), ()),
        "iter(Groups)": (lambda: list(groups), ()),
        "iter(moves)": (lambda: list(groups.moves()), ()),
        "iter(scored)": (lambda: list(groups.scored()), ()),
        "half a list": (lambda: next(groups.scored()), ()),
    }


NOTHING = ("bind", "apply", "Games.load", "Games.observe", "Games.step")
"""Those that may return None."""


def names(kernel: Any) -> set[str]:
    """The functions, and the methods with the names of their types, that the kernel has."""
    found = {name for name, value in vars(kernel).items() if callable(value)}
    found -= {"Grid", "Groups", "Moves", "__loader__"}
    for kind in (kernel.Games, kernel.Grid, kernel.Groups):
        found |= {f"{kind.__name__}.{name}" for name in vars(kind) if not name.startswith("__")}
    return found


def test_every_function_of_the_kernel_is_tried() -> None:
    """A new function or method must be added to the list."""
    for kernel in KERNELS:
        tried = {name.split(" ")[0] for name in calls(kernel)}
        assert names(kernel) - tried == set()


def tried(call: Callable[[], Any]) -> Any:
    """The result of a call, or None if it raises anything but a `SystemError`."""
    try:
        return call()
    except SystemError:
        raise
    except Exception:
        return None


def use(value: Any) -> None:
    """Use a value in ways that reach the code of its type."""
    tried(lambda: [*zip(value, range(50))])  # noqa: B905 - some have no end
    for ask in (hash, bool, copy.copy, copy.deepcopy, pickle.dumps, dir):
        tried(lambda: ask(value))  # noqa: B023


def test_garbage_is_refused_by_every_function_of_the_kernel() -> None:
    """Valid arguments of which some are replaced, added or left out do no harm."""
    for kernel in KERNELS:
        for name in calls(kernel):
            function, right = calls(kernel)[name]
            if name == "bind":  # whose first success is the last
                function = lambda *given: another(kernel).bind(*given)  # noqa: B023, E731
            random = Random(name)
            with case(name):
                assert tried(lambda: function(*right)) is not None or name in NOTHING  # noqa: B023
                for _ in range(2000):
                    given = [*right]
                    for _ in range(random.randrange(1, 3)):
                        if given:
                            given[random.randrange(len(given))] = garbage(random)
                    if random.random() < 0.1:
                        given = given[: random.randrange(len(given) + 1)]
                    if random.random() < 0.1:
                        given.append(garbage(random))
                    found = tried(lambda: function(*given))  # noqa: B023
                    if type(found).__module__ == kernel.__name__:
                        use(found)
        with engine("kernel"):  # whose classes are still the right ones
            state, move = opened(), Place("Gs@2,0")
            after = state.variant.play(state, move)[1]  # which Python applies
            assert kernel.apply(state, move, rules_of(kernel)) == after


def test_a_kernel_that_knows_no_classes_does_no_harm() -> None:
    """Before `bind`, and after one that failed, there are only errors and empty results."""
    for kernel in KERNELS:
        spare, random = another(kernel), Random(6)
        rules = rules_of(spare)
        for attempt in range(60):
            if attempt:
                given = [*CLASSES]
                for _ in range(random.randrange(1, 3)):
                    given[random.randrange(10)] = random.choice(
                        [Foreign, Roomy, Board, Place, int, None, TILES[:35], TILES[::-1]]
                    )
                tried(lambda: spare.bind(*given))  # noqa: B023
            empty = spare.Grid.around({})
            grid = tried(lambda: spare.Grid.around({Cell(0, 0): TILES[0]})) or empty  # noqa: B023
            for hand in ((), TILES[:6]):
                groups = tried(lambda: grid.placements(hand, 6, rules, True))  # noqa: B023
                use(groups)
            tried(lambda: grid.fitting_points((Cell(1, 0),), (TILES[1],), rules))  # noqa: B023
            tried(lambda: grid.score((Cell(1, 0),), (TILES[1],), (TILES[1],), True, rules))  # noqa: B023
            tried(lambda: spare.apply(opened(), Place("Gs@2,0"), rules))  # noqa: B023
            tried(lambda: spare.observe(opened(), 0, TileView))  # noqa: B023
            tried(lambda: spare.exchanges(TILES[:6], 3, 0, 9))  # noqa: B023
            tried(lambda: spare.play(opened(), 2, 0, rules, [("7", ("greedy",) * 2)], 3))  # noqa: B023
        spare.bind(*CLASSES)
        grid = spare.Grid.around({Cell(0, 0): TILES[0]})
        found = [str(move) for move in grid.placements((TILES[1],), 1, rules, False).moves()]
        assert found == ["Rs@-1,0", "Rs@0,-1", "Rs@0,1", "Rs@1,0"]


def test_the_types_of_the_kernel_cannot_be_misused() -> None:
    """They cannot be made by hand, changed or subclassed, and what is half used stays whole."""
    for kernel in KERNELS:
        grid = kernel.Grid.around({Cell(0, 0): TILES[0]})
        groups = grid.placements(TILES, 36, rules_of(kernel), True)
        moves = groups.moves()
        for value in (grid, groups, moves, rules_of(kernel)):
            kind: Any = type(value)
            for call in (
                lambda: object.__new__(kind),  # noqa: B023
                lambda: setattr(kind, "moves", None),  # noqa: B023
                lambda: setattr(value, "moves", None),  # noqa: B023
                lambda: setattr(value, "__class__", Place),  # noqa: B023
                lambda: type("Subclass", (kind,), {}),  # noqa: B023
            ):
                assert tried(lambda: (call(), 1)) is None  # noqa: B023
            assert repr(value)
        for value in (grid, groups, moves):
            assert tried(lambda: (type(value)(), 1)) is None  # noqa: B023
            assert tried(lambda: (pickle.dumps(value), 1)) is None  # noqa: B023
        count = groups.size()
        del grid, groups
        gc.collect()
        assert len({*moves}) == count
        assert next(moves, None) is None


def test_garbage_is_refused_by_the_public_functions() -> None:
    """Malformed moves and states get an answer or an error, in either engine."""
    for name in ENGINES:
        with case(name), engine(name):
            random = Random(8)
            for _ in range(400):
                state = random.choice([*TAMPERED.values()])()
                move: Any = random.choice([*MALFORMED.values()])()
                if random.random() < 0.3:
                    move = random.choice([Pass(), Place("Gs@2,0"), Exchange("Gs")])
                use(tried(lambda: qwirkle.apply(state, move)))  # noqa: B023
                tried(lambda: qwirkle.check(state, move))  # noqa: B023
                tried(lambda: qwirkle.score(state, move))  # noqa: B023
                tried(lambda: move in qwirkle.legal_moves(state))  # noqa: B023
                tried(lambda: [*qwirkle.legal_moves(state).placements])  # noqa: B023
                tried(lambda: qwirkle.draft(state, move).fits)  # noqa: B023
                tried(lambda: qwirkle.observe(state, 0))  # noqa: B023
                tried(lambda: qwirkle.playouts(state, games=1, plies=2))  # noqa: B023
            for _ in range(300):
                value = garbage(random)
                asked: list[Any] = [qwirkle.apply, qwirkle.check, qwirkle.draft, qwirkle.score]
                for ask in asked:
                    tried(lambda: ask(opened(), value))  # noqa: B023
                    tried(lambda: ask(value, Place("Gs@2,0")))  # noqa: B023
                tried(lambda: Board(value).open_cells)  # noqa: B023
                tried(lambda: Board("Rs@0,0").open_cells.has(value))  # type: ignore[arg-type]  # noqa: B023


# Threads


@contextmanager
def frequent_switches() -> Iterator[None]:
    """Let threads take turns far more often than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def test_threads_can_share_boards() -> None:
    """Many threads that ask about the same new states at once get the answers of one alone."""
    places = [(0, 0), (60, -60), (2**60 - 3, 0), (10**30, 5)]
    bases = [samples.played(moves, seed=moves) for moves in (2, 7, 15)]

    def states() -> list[TileState]:
        return [moved(fresh(base), x, y) for base in bases for x, y in places]

    def asked(shared: list[TileState]) -> list[object]:
        found: list[object] = []
        for state in shared:
            moves = qwirkle.legal_moves(state)
            after: Any = qwirkle.apply(state, moves.sample(Random(1)))
            found += [repr(listed(state)), repr(after), [*after.board.open_cells]]
        return found

    for name in ENGINES:
        with case(name), engine(name):
            wanted = asked(states())
            with frequent_switches(), ThreadPoolExecutor(8) as threads:
                for _ in range(2):
                    shared = states()
                    for found in threads.map(asked, [shared] * 8):
                        assert found == wanted


def test_an_iterator_can_be_asked_while_it_makes_a_move() -> None:
    """The garbage collector can run code in the middle of a step; each move still comes once."""
    for kernel in KERNELS:
        grid = kernel.Grid.around({Cell(0, 0): TILES[0]})
        groups = grid.placements(TILES[:9], 9, rules_of(kernel), True)
        for ask in (groups.moves, groups.scored, groups.__iter__):
            found: list[object] = []
            moves = ask()

            def interrupt(phase: str, about: object) -> None:
                if phase == "stop":
                    gc.disable()
                    found.extend(islice(moves, 3))  # noqa: B023
                    gc.enable()

            threshold = gc.get_threshold()
            gc.set_threshold(7)
            gc.callbacks.append(interrupt)
            try:
                for move in moves:
                    found.append(move)
            finally:
                gc.callbacks.remove(interrupt)
                gc.set_threshold(*threshold)
            assert sorted(map(repr, found)) == sorted(map(repr, ask()))


def test_threads_can_use_one_list_of_moves() -> None:
    """Each move of an iterator that threads share is given out once."""
    for kernel in KERNELS:
        grid = kernel.Grid.around({Cell(0, 0): TILES[0]})
        groups = grid.placements(TILES[:12], 12, rules_of(kernel), True)
        with frequent_switches(), ThreadPoolExecutor(8) as threads:
            moves = groups.moves()
            found = [*threads.map(lambda _: [*moves], range(8))]  # noqa: B023
        assert sorted(str(move) for part in found for move in part) == sorted(
            str(move) for move in groups.moves()
        )


# Memory


class InUse(ctypes.Structure):
    """What the C library says about its memory."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks")
    ] + [(name, ctypes.c_size_t) for name in ("uordblks", "fordblks", "keepcost")]


def in_use() -> tuple[int, int]:
    """The blocks that Python has allocated, and the bytes of the C library, if it can tell."""
    gc.collect()
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    ask = getattr(library, "mallinfo2", None)
    if ask is None:
        return sys.getallocatedblocks(), 0
    ask.restype = InUse
    told = ask()
    return sys.getallocatedblocks(), told.uordblks + told.hblkhd


TIMES = 2_000


def leaks(call: Callable[[], object], times: int = TIMES) -> bool:
    """Whether memory in use grows with the number of calls, again and again.

    A few times it may grow, since some things are kept when they are first needed.
    """
    for _ in range(10):
        blocks, size = in_use()
        for _ in range(times):
            call()
        more_blocks, more = in_use()
        if more_blocks - blocks < times // 2 and more - size < 8 * times:
            return False
    return True


@pytest.fixture
def _few_objects() -> Iterator[None]:
    """Leave what exists already out of garbage collection, which is then quick."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_few_objects")
def test_a_leak_would_be_noticed() -> None:
    """The check sees one object, or a few bytes, that are kept for each call."""
    kept: list[object] = []
    assert leaks(lambda: kept.append(object()))
    assert not leaks(object)


@pytest.mark.usefixtures("_few_objects")
def test_no_function_of_the_kernel_leaks() -> None:
    """Neither a valid call nor one that fails keeps anything."""
    wrong: Mapping[str, tuple[object, ...]] = {
        "mixed": (TILES, 7),
        "apply": (opened(), Place("Gs@7,7"), None),
        "apply an exchange": (opened(), Exchange("Rs"), None),
        "exchanges": ((None,), 3),
        "exchanges by number": (TILES, 3, 10**30),
        "leads": (opened(), None, (99,), 2, 2, "a text"),
        "play a new game": (TILES, 99, 0, None, [], 2),
        "Rules": ((0, 0, 2, 3, 4, 5, 2**60), 1, 6, 6, 6, False, True, True),
        "Grid.around": ({Cell(0, 0): TILES[0], Cell(1, 0): TILES[0]},),
        "Grid.filling": ([(Cell(2, 0), TILES[0]), (Cell(2, 1), TILES[0])],),
        "Grid.placements": ([], 3, None, True),
        "Grid.fitting_points": ((Cell(9, 9),), (TILES[0],), None),
        "Groups.number": (10**6,),
    }
    for kernel in KERNELS:
        rules = rules_of(kernel)
        for name, (function, right) in calls(kernel).items():
            times = TIMES // 20 if name in ("bind", "play a new game", "play on") else TIMES
            given = tuple(rules if value is None else value for value in wrong.get(name, ()))
            with case(name):
                assert not leaks(lambda: function(*right), times)  # noqa: B023
                if given:
                    assert not leaks(lambda: tried(lambda: function(*given)), times)  # noqa: B023


@pytest.mark.usefixtures("_few_objects")
def test_no_public_function_leaks() -> None:
    """Games can be played forever."""
    game = TileGame("short", Rules(hand_size=3))
    for name in ENGINES:
        with case(name), engine(name):
            state: Any = opened()
            move = Place("Gs@2,0")
            for call in (
                lambda: qwirkle.apply(state, move),  # noqa: B023
                lambda: qwirkle.check(state, Place("Rs@2,0")),  # noqa: B023
                lambda: [*qwirkle.legal_moves(state).scored()],  # noqa: B023
                lambda: qwirkle.legal_moves(state).best(),  # noqa: B023
                lambda: qwirkle.new_game(game, players=2, seed=5),
                lambda: list(Board("Rs@0,0 Bs@1,0").open_cells),
                lambda: tried(lambda: qwirkle.apply(state, Place("Gs@7,7"))),  # noqa: B023
            ):
                assert not leaks(call, 500)
