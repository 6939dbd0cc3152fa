"""Programs that try to crash the kernel, each in its own process.

They load it while it plays, tamper with what it has read or is reading, and pass it numbers that
become sizes. None may harm the process, and each tells what it must see.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cases import case

PRELUDE = """
import array, copy, gc, importlib.machinery, importlib.util, os, signal, sys, threading
import attrs
import qwirkle
from qwirkle import Board, Cell, Exchange, Place, Tile, TileState, TileView, _engine
from qwirkle.authoring import ScoredLine, Supply
from qwirkle.fields import shared_names
from qwirkle.tiles import TILES
if not qwirkle.accelerated:
    sys.exit()  # there is nothing to attack
kernel = _engine.kernel
CLASSES = (
    *(TILES, Cell, Place, Exchange, Board, Supply, ScoredLine, qwirkle.Score, TileView),
    *(TileState, tuple(attrs.fields_dict(TileState)), shared_names(TileState, TileView)),
)
put = object.__setattr__
def started():
    state = qwirkle.new_game(players=2, seed=1)
    for _ in range(4):
        state = qwirkle.apply(state, qwirkle.legal_moves(state).best())
    return state
def another():
    loader = importlib.machinery.ExtensionFileLoader("qwirkle._kernel", kernel.__file__)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
def rules(limit=6, module=kernel):
    return module.Rules((0, 0, 2, 3, 4, 5, 12), 1, 6, 6, limit, False, True, True)
def raises(error, call):
    try:
        call()
    except error:
        return True
def room(count=2, players=2, window=13):
    sizes = (13 * window**2, 4 * (116 + 2 * players), 37 + 36 * window**2, *(4 * players, 2, 8 * players, 8))
    return [bytearray(count * size) for size in sizes]
def many(arrays=None, *, module=kernel, count=2, players=2, window=13, idle=20, reward=0, points=None):
    known = points or rules(module=module)
    return module.Games(known, count, players, window, idle, reward, *(arrays or room(count, players, window)))
def actions(*numbers):
    return array.array("q", numbers)
def possible(arrays, game, count=2):
    size = len(arrays[2]) // count
    mask = arrays[2][game * size :][:size]
    return [number for number in range(size) if mask[number]]
def during_games(attack):
    simulate = lambda: qwirkle.simulate("standard", ["random", "greedy"], 500)
    wanted = simulate()
    found = []
    def play():
        found.append(simulate())
    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        attack()
    assert found == [wanted, wanted]
"""

LOADS = {
    "a reload": """
def attack():
    sys.modules.pop("qwirkle._kernel", None)
    import qwirkle._kernel
during_games(attack)
""",
    "a second loader": """
during_games(another)
""",
    "subinterpreters": '''
try:
    import _interpreters as interpreters
    create = lambda: interpreters.create("legacy")
except ImportError:
    import _xxsubinterpreters as interpreters
    create = lambda: interpreters.create(isolated=False)
script = f"""
import importlib.machinery, importlib.util
for _ in range(99):
    loader = importlib.machinery.ExtensionFileLoader("qwirkle._kernel", {kernel.__file__!r})
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    assert module.Grid.around({{}})
"""
def attack():
    number = create()
    assert interpreters.run_string(number, script) is None
    interpreters.destroy(number)
during_games(attack)
''',
    "forks": """
def attack():
    child = os.fork()
    if not child:
        another()
        qwirkle.simulate("standard", ["greedy", "greedy"], 3)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
if hasattr(os, "fork"):
    during_games(attack)
""",
}
"""The kernel is loaded again while it plays, which must play the same games."""

ATTACKS = {
    "a dict from which a board was made": """
tiles = {Cell(x, 0): tile for x, tile in enumerate(TILES[:3], 1)}
state = qwirkle.position(board=Board.of(tiles), hands=["Rt Rk", "Rx Bc"], supply="Bs")
[*qwirkle.legal_moves(state)]
before = qwirkle.playouts(state, 3)
tiles.clear()
assert len(state.board) == 3
assert qwirkle.playouts(state, 3) == before
""",
    "the dict that a pickle gets": """
board = started().board
board.__reduce__()[1][0].clear()
assert len(board) > 3
""",
    "the dict of a board": """
for x in (0, 2, -20, 500):
    board = Board({(x + dx, 0): str(tile) for dx, tile in enumerate(TILES[:6])})
    [*board.open_cells]
    board._tiles.clear()
    state = started()
    put(state, "board", board)
    qwirkle.playouts(state, 3, plies=3)
    put(state, "_known_outcome", [None])
    [*qwirkle.legal_moves(state).placements]
""",
    "negative numbers of tiles": """
assert raises(ValueError, lambda: rules(-1))
assert raises(ValueError, lambda: rules(-(2**31)))
""",
    "a seed that acts": """
class Seed(int):
    def __str__(self):
        for name in ("seed", "hands", "supply", "board", "scores", "players"):
            put(state, name, None)
        gc.collect()
        return "7"
    __format__ = lambda self, spec: str(self)
state = started()
put(state, "seed", Seed(7))
hands = tuple(tuple([*hand]) for hand in state.hands)
put(state, "hands", hands)
put(state, "supply", Supply(" ".join(map(str, TILES))))
move = Exchange([hands[state.turn][0]])
del hands
assert kernel.apply(state, move, rules()) is None  # Python must do it
""",
    "keys that act while they are compared": """
class Key(tuple):
    def __hash__(self):
        return hash((0, 1))
    def __eq__(self, other):
        put(move, "cells", ())
        put(move, "laid", ())
        kept.extend(tuple([i, i]) for i in range(9))  # where the tuples of the move were
        return False
kept = []
board = Board("Rs@0,0")
[*board.open_cells]
board._tiles[Key((9, 9))] = board._tiles[0, 0]
state = qwirkle.position(board="Rs@0,0", hands=["Rc Rd Gs", "Gd"], supply="Bs")
put(state, "board", board)
move = Place("Rc@0,1 Rd@0,2")
after = kernel.apply(state, move, rules())
assert kept
assert {str(tile) for tile in after.board._tiles.values()} == {"Rs", "Rc", "Rd"}
""",
    "open cells that act": """
class Earlier:
    def filling(self, laid):
        for name in ("variant", "players", "board", "scores", "hands", "supply", "extra", "seed"):
            put(state, name, None)
        put(move, "cells" if isinstance(move, Place) else "tiles", None)
        gc.collect()
        kept.extend(tuple([size] * size) for size in range(9) for _ in range(9))
        return grid
kept = []
for ask in ("placed", "exchanged", "listed", "played"):
    state = started()
    wanted = [*state.board]
    grid = state.board.open_cells
    hands = tuple(tuple([*hand]) for hand in state.hands)
    board = Board(dict(state.board))
    board._open[:] = [(Earlier(), ())]
    seed = 10**30 + len(kept)
    for name, value in {"board": board, "hands": hands, "seed": seed}.items():
        put(state, name, value)
    put(state, "scores", tuple([10**9 + 1, 10**9 + 2]))
    put(state, "supply", Supply(" ".join(map(str, TILES))))
    move = qwirkle.legal_moves(started()).best()
    if ask == "exchanged":
        move = Exchange([hands[state.turn][0]])
    del board, hands, seed, value
    if ask == "listed":
        put(state, "_known_outcome", [None])
        assert kernel.placements(state, rules()).size()
    elif ask == "played":
        [(scores, *_)] = kernel.play(state, 2, 0, rules(), [("7", ("random",) * 2)], 5)
        assert min(scores) > 10**9
    else:
        after = kernel.apply(state, move, rules())
        assert min(after.scores) > 10**9 and set(wanted) <= set(after.board), after
        assert [type(tile) for hand in after.hands for tile in hand] == [Tile] * 12
        assert after.seed >= 10**30 and after.variant.name == "standard"
""",
    "bind in the middle of a list": """
def bind(phase, about):
    class Pair(Cell):
        __slots__ = ()
    class Other:
        __slots__ = ("cells", "laid")
    kernel.bind(TILES, Pair, Other, *CLASSES[3:])
board = Board({(10**6, 0): "Rs"})
groups = board.open_cells.placements(TILES[:6], 6, rules(), True)
wanted = [*groups.moves()]
gc.callbacks.append(bind)
gc.set_threshold(1)
found = [*groups.moves()]
gc.disable()
assert found == wanted
""",
    "classes that need a constructor": """
class Placed(dict):
    __slots__ = ("cells", "laid")
assert raises(TypeError, lambda: another().bind(TILES, Cell, Placed, *CLASSES[3:]))
class Failing(BaseException):
    __slots__ = ("_tiles", "_open")
assert raises(TypeError, lambda: another().bind(*CLASSES[:4], Failing, *CLASSES[5:]))
""",
    "fields that are none": """
class Large(TileState):
    __slots__ = tuple(f"field_{number}" for number in range(100))
for kind, fields in (
    (TileState, ("winner",)), (TileState, ("nothing",)), (TileState, (b"ply",)),
    (Large, Large.__slots__), (TileState, ["ply"]), (Large, ("field_1", "field_1")),
):
    assert raises((TypeError, AttributeError), lambda: another().bind(*CLASSES[:9], kind, fields, CLASSES[11]))
class Alike:  # two names for one slot
    __slots__ = ("cells",)
Alike.laid = Alike.cells
spare = another()
assert raises(TypeError, lambda: spare.bind(*CLASSES[:2], Alike, *CLASSES[3:]))
spare.bind(*CLASSES)
move = Alike()
move.cells = (Cell(1, 0),)
assert spare.apply(started(), move, rules(module=spare)) is None
""",
    "tiles that change their class": """
class One:
    __slots__ = ("order",)
    def __del__(self):
        if changing:
            changing.pop().__class__ = Other
class Other:
    __slots__ = ("order",)
made = [One() for _ in TILES]
for number, tile in enumerate(made):
    tile.order = number
changing = made[:]
del One, tile
assert raises(ValueError, lambda: [another().bind(tuple(made), *CLASSES[1:]) for _ in range(40)])
""",
    "arrays without room": """
for k in range(7):
    size = len(room()[k])
    shifted = memoryview(bytearray(size + 8))[1 : size + 1]
    for bad in (
        *(bytearray(size - 1), bytearray(size + 1), bytearray(), bytearray(2 * size)),
        *(memoryview(bytearray(2 * size))[::2], bytes(size), shifted, None, 7, "x" * size),
    ):
        given = room()
        given[k] = bad
        assert raises((ValueError, TypeError, BufferError), lambda: many(given)), (k, bad)
given = room()
games = many(given)
for each in given:
    assert raises(BufferError, each.clear)
assert raises(TypeError, lambda: kernel.Games(rules(), 2, 2, 13, 20, 0, *given[:6]))
assert raises(TypeError, lambda: kernel.Games(None, 2, 2, 13, 20, 0, *given))
assert raises(TypeError, lambda: copy.copy(games))
assert raises(TypeError, lambda: type("Own", (kernel.Games,), {}))
""",
    "numbers of games that become sizes": """
for name, wrong in {
    "count": (0, -1, 1, 3, 2**20 + 1, 2**31 - 1, -(2**31), 2**31, 2**70, "2", 2.0, None),
    "players": (0, -1, 1, 3, 55, 2**31 - 1, 2**64), "reward": (-1, 3, 2**31 - 1),
    "window": (12, 0, -13, 15, 127, 129, 46341, 2**31 - 1), "idle": (2**63, "7"),
}.items():
    for number in wrong:
        call = lambda: many(room(), **{name: number})
        assert raises((ValueError, TypeError, OverflowError), call), (name, number)
for points in ((0, 0, *[2**21] * 5), (0, 0, -1, 3, 4, 5, 12)):
    costly = kernel.Rules(points, 1, 6, 6, 6, False, True, True)
    assert raises(ValueError, lambda: many(points=costly))
for idle in (2**63 - 1, -(2**63), 0):
    many(idle=idle).load(0, started(), "7", idle)
""",
    "actions that are none": """
given = room()
games = many(given)
assert games.step(actions(0, 0)) == 0  # no game has begun
games.load(0, started(), "7", 0)
assert games.step(actions(possible(given, 0)[0], 0)) == 1
games.load(1, started(), "7", 0)
before = [*map(bytes, given)]
first = possible(given, 0)[0]
for bad in (
    *(None, 7, "xx", b"", bytes(8), bytes(15), bytes(17), [first, first], os.urandom(24)),
    *(actions(first), actions(first, first, first), memoryview(actions(first, 0, first, 0))[::2]),
):
    assert raises((ValueError, TypeError, BufferError), lambda: games.step(bad)), bad
for number in (-1, -first, 2**31, 2**32 + first, 2**63 - 1, -(2**63), len(given[2]) // 2):
    assert games.step(actions(first, number)) == 1
assert games.step(array.array("d", [1.5, 1.5])) == 0
assert [*map(bytes, given)] == before
shifted = memoryview(bytearray(17))[1:]
shifted[:] = memoryview(actions(first, first)).cast("B")
assert games.step(shifted) is None
""",
    "actions in arrays that a step overwrites": """
for k in (5, 0, 1):
    given = room()
    games = many(given)
    state = started()
    put(state, "scores", (2**29 + 1, 2**29 + 2))
    for i in range(2):
        games.load(i, state, "7", 0)
    number = possible(given, 0)[0]
    given[k][:16] = memoryview(actions(number, number)).cast("B")
    assert games.step(memoryview(given[k])[:16]) is None
    for _ in range(60):
        wanted = [possible(given, i) for i in range(2)]
        if not all(wanted):
            break
        assert games.step(actions(wanted[0][-1], wanted[1][0])) is None
""",
    "masks that somebody else writes": """
for byte in (0, 1, 255):
    given = room()
    games = many(given)
    for i in range(2):
        games.load(i, started(), "7", 0)
    for _ in range(50):
        chosen = [possible(given, i)[:1] or [0] for i in range(2)]
        for each in given:
            each[:] = bytes([byte]) * len(each)
        games.step(actions(*chosen[0], *chosen[1]))
""",
    "games and seats that are none": """
given = room()
games = many(given)
assert raises(ValueError, lambda: games.observe(0, 0))
for error, args in (
    (ValueError, (-1, started(), "7", 0)), (ValueError, (2, started(), "7", 0)),
    (OverflowError, (2**31, started(), "7", 0)), (TypeError, (0, started(), 7, 0)),
    (ValueError, (0, started(), "7" * 24, 0)), (ValueError, (0, started(), "7" * 10**7, 0)),
    (ValueError, (0, started(), "7\\0", 0)), (UnicodeError, (0, started(), "\\ud800", 0)),
    (OverflowError, (0, started(), "7", 2**63)), (TypeError, (0, started(), "7")),
    (ValueError, (0, qwirkle.new_game(players=3, seed=1), "7", 0)),
    (ValueError, (0, qwirkle.position(board={(2**31, 0): "Rs"}), "7", 0)),
    (ValueError, (0, qwirkle.position(board={(0, -(2**31)): "Rs"}), "7", 0)),
    *(((ValueError, TypeError), (0, bad, "7", 0)) for bad in (None, 7, "state", object(), TileState)),
):
    assert raises(error, lambda: games.load(*args)), args
for name, bad in {"scores": (2**40, 0), "hands": ((), ()), "supply": None, "board": None, "turn": 2, "ply": 2**62, "passes": 2**40}.items():
    state = started()
    put(state, name, bad)
    if name == "hands":
        put(state, "supply", Supply(" ".join(map(str, TILES * 4))))
    assert raises((ValueError, TypeError), lambda: games.load(0, state, "7", 0)), name
games.load(0, started(), "7", 0)
for args in ((-1, 0), (2, 0), (1, 0), (0, -1), (0, 2), (0, 2**31 - 1)):
    assert raises(ValueError, lambda: games.observe(*args)), args
assert raises((ValueError, TypeError), lambda: many(module=another()).load(0, started(), "7", 0))
""",
    "hands that are larger than those of turns in steps": """
game = qwirkle.get_variant("standard", hand_size=54, max_players=2, exchange_limit=54)
huge = kernel.Rules((0, 0, 2, 3, 4, 5, 12), 1, 6, 54, 54, False, False, True)
for window in (13, 127):
    given = room(1, window=window)
    games = many(given, count=1, window=window, points=huge, idle=10**6)
    games.load(0, qwirkle.new_game(game, seed=1), "7", 0)
    for number in range(400):
        wanted = possible(given, 0, 1)
        if not wanted:
            break
        assert games.step(actions(wanted[-1 if number % 3 else 0])) is None
""",
    "a state that plays the same games while it is read": """
class Earlier:
    def filling(self, laid):
        for i in range(2):
            games.load(i, other, "8", 0)
        for _ in range(9):
            games.step(actions(possible(given, 0)[-1], possible(given, 1)[-1]))
        for name in ("variant", "players", "scores", "hands", "supply", "extra", "seed"):
            put(state, name, None)
        gc.collect()
        return grid
for ends in (False, True):
    given = room()
    games = many(given)
    other = qwirkle.new_game(players=2, seed=3)
    state = started()
    grid = state.board.open_cells
    board = Board(dict(state.board))
    board._open[:] = [(Earlier(), ())]
    for name, value in {"board": board, "scores": tuple([10**8 + 1, 10**8 + 2])}.items():
        put(state, name, value)
    hands = tuple(tuple([*hand]) for hand in state.hands)
    put(state, "hands", hands)
    del board, hands, value
    games.load(0, state, "7", 0)
    assert min(memoryview(given[5]).cast("q")[:2]) > 10**8
    for _ in range(99):
        wanted = [possible(given, i) for i in range(2)]
        if not all(wanted):
            break
        assert games.step(actions(wanted[0][-1], wanted[1][0])) is None
""",
    "sums that are too large": """
state = started()
put(state, "scores", (2**60, -(2**60)))
put(state, "passes", 2**31 - 1)
jobs = [("7", ("careful",) * 2)]
assert raises(ValueError, lambda: kernel.play(state, 2, 0, rules(), jobs, 3))
put(state, "scores", (0, 0))
kernel.play(state, 2, 0, rules(0), jobs, 200)
many = kernel.Rules((0, 0, *[2**50] * 5), 1, 6, 6, 6, False, True, True)
assert raises(ValueError, lambda: kernel.play(state, 2, 0, many, jobs, 200))
""",
}
"""Values are changed while the kernel uses them, or contradict each other."""

INTERRUPTED = """
ticks = []
def tick(number, frame):
    ticks.append(number)
    if len(ticks) == 3:
        raise KeyboardInterrupt
def watched(*args):
    signal.setitimer(signal.ITIMER_PROF, 0.02, 0.02)  # of processor time
    try:
        return play(*args)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
play, kernel.play = kernel.play, watched
if hasattr(signal, "setitimer"):
    signal.signal(signal.SIGPROF, tick)
    assert raises(KeyboardInterrupt, lambda: {}), ticks
"""

LONG = {
    "few games of careful bots": "qwirkle.simulate('standard', ['careful'] * 4, 60, batch=60)",
    "large hands": (
        "qwirkle.simulate(qwirkle.get_variant('standard', hand_size=12, max_players=9), "
        "['careful'] * 9, 4, batch=4)"
    ),
    "huge hands": (
        "qwirkle.simulate(qwirkle.get_variant('standard', hand_size=54, max_players=2), "
        "['random'] * 2, 300, batch=300)"
    ),
    "games of one move": (
        "qwirkle.playouts(qwirkle.new_game(seed=1), 50_000, batch=50_000, plies=1)"
    ),
}
"""Batches during which a signal comes every 20 ms; none may have to wait for the end."""


def crashed(program: str) -> str:
    """The fault of a process that has run a program; empty if it ended well."""
    # Freed memory is overwritten, so that its use is noticed; the sanitizers do that themselves.
    env = {"PYTHONMALLOC": "debug", **os.environ, "QWIRKLE_PURE": "0"}
    ran = subprocess.run(
        [sys.executable, "-c", PRELUDE + program],
        env=env,
        capture_output=True,
        text=True,
        timeout=300,  # a deadlock is harm too
    )
    return "" if ran.returncode == 0 else f"{ran.returncode}: {ran.stdout}{ran.stderr}"


@pytest.mark.parametrize("name", [*LOADS, *ATTACKS])
def test_an_attack_does_no_harm(name: str) -> None:
    assert crashed({**LOADS, **ATTACKS}[name]) == ""


def test_a_signal_is_noticed_in_the_middle_of_a_batch() -> None:
    for name, call in LONG.items():
        with case(name):
            assert crashed(INTERRUPTED.format(call)) == ""
