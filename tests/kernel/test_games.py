"""Whole games by the kernel: the same to the last point as those that Python plays."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from cases import case
from engines import ENGINES, agreed, engine, fresh
from players import walk

import qwirkle
from qwirkle import Move, Place, TileState, TileView, _engine, observe
from qwirkle.authoring import COUNT, TileGame, field
from qwirkle.lookahead import leads
from qwirkle.results import SimulatedGame

OPTIONS: list[dict[str, Any]] = [
    {},
    {"hand_size": 1},
    {"hand_size": 12},
    {"supply": "stacks", "exchange_limit": 2},
    {"no_play": "all-passed", "stuck": "may-exchange"},
    {"min_players": 1},
]


class Generous(TileGame):
    """Own points, which the kernel knows."""

    def line_points(self, length: int) -> int:
        """A single tile is worth a lot."""
        return 20 - length

    def end_bonus(self) -> int:
        """The last tile costs points."""
        return -3


def played(variant: Any, bots: Sequence[str], games: int = 3) -> tuple[SimulatedGame, ...]:
    """The games of bots, about which all engines must agree."""
    return agreed(lambda: qwirkle.simulate(variant, bots, games, seed=5, longest=300).games)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_bots_play_the_same_games(options: dict[str, Any]) -> None:
    variant = qwirkle.get_variant("standard", **options)
    for bots in (["greedy", "greedy"], ["random", "greedy", "random"], ["random", "random"]):
        with case(*bots):
            assert all(sum(game.turns) == game.plies for game in played(variant, bots))
    if "min_players" in options:
        [game] = played(variant, ["greedy"], 1)
        assert game.turns == (game.plies,)


def test_careful_bots_play_the_same_games() -> None:
    for bots in (["careful", "greedy"], ["random", "careful", "careful"], ["strong", "random"]):
        with case(*bots):
            played("standard", bots, 1)
    played(qwirkle.get_variant("standard", hand_size=13), ["careful", "careful"], 1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_lead_to_the_same(options: dict[str, Any]) -> None:
    """In every world, for one player and for many, up to the end of the game and beyond it."""
    variant = qwirkle.get_variant("standard", **options)
    for players, ply in ((variant.player_counts[0], 5), (3, 0), (4, 20), (2, -2), (2, -5)):
        states = walk(qwirkle.new_game(variant, players=players, seed=3), qwirkle.bots.greedy)
        view = observe(states[ply], states[ply].turn)
        likely = [*islice(qwirkle.legal_moves(view).placements, 4)]
        with case(players, ply):
            found = agreed(lambda v=view, m=likely: leads(fresh(v), m, 3, 2, "worlds"))  # type: ignore[misc]
            assert [len(each) for each in found] == [3] * len(likely)


def test_the_leads_of_other_moves_are_left_to_python() -> None:
    state = qwirkle.position(board="Rs@0,0", hands=["Bs Gd", "Gd"], seed=1)
    moves = [qwirkle.parse_move("Bs@0,1"), qwirkle.parse_move("swap Gd")]
    view = observe(state, 0)
    assert _engine.leads(view, moves, 2, 2, "") is None
    assert len(agreed(lambda: leads(fresh(view), moves, 2, 1, ""))) == 2


def test_editions_and_own_points() -> None:
    for variant in ("schmidt", "999games-nl", "hebrew"):
        with case(variant):
            played(variant, ["greedy", "random"])
    state = qwirkle.new_game(Generous("generous"), seed=1)
    agreed(lambda: qwirkle.playouts(state, 3, ["greedy", "random"]).games)


def _reasons(variant: Any, bot: str, **fields: Any) -> set[str | None]:
    """Why games end that go on from a position, whose board remembers the engine that read it."""
    position = partial(qwirkle.position, variant, **fields)
    return {game.reason for game in agreed(lambda: qwirkle.playouts(position(), 3, bot).games)}


def test_every_ending() -> None:
    """Games end for every reason, or are cut off."""
    rows = "Rc Rs Rd Rt Rk Rx", "Rs Rd Rt Rk Rx Rc", "Rd Rt Rk Rx Rc"
    placed = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row.split())}
    ends: dict[str | None, dict[str, Any]] = {
        "went-out": {"board": "Rs@0,0", "hands": ["Rc", "Gd"], "supply": ""},
        "no-play": {"board": "Rs@0,0", "hands": ["Rc Yx", "Gd"], "supply": ""},
        "closed": {"board": placed, "hands": ["Rs", "Gt"], "supply": "Bd Bk Bt Yd Yk Yt Gk"},
    }
    for reason, fields in ends.items():
        with case(reason):
            assert reason in _reasons("standard", "greedy", **fields)
    house = qwirkle.get_variant("standard", no_play="all-passed")
    stuck = _reasons(house, "greedy", board="Rs@0,0", hands=["Gd", "Yx"], supply="")
    assert stuck == {"all-passed"}
    new = qwirkle.new_game(seed=1)
    assert {g.reason for g in agreed(lambda: qwirkle.playouts(new, 2, plies=3).games)} == {None}


def test_playouts_from_the_middle_of_a_game() -> None:
    """Also for a player who is not to move, and from an empty board."""
    state = qwirkle.new_game(players=3, seed=4)
    for ply in range(14):
        if ply in (0, 1, 13):
            for seat in range(3):
                with case(ply, seat):
                    view = qwirkle.observe(state, seat)
                    bots = ["greedy", "random", "greedy"]
                    found = agreed(lambda: qwirkle.playouts(view, 3, bots, seed=ply))  # noqa: B023
                    assert found.unfinished == 0
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))


def test_the_kernel_deals_unseen_tiles_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python deals them for every game that it plays, and once for all games of the kernel."""
    dealt: list[TileView] = []
    deal = TileView.sample_state

    def noting(view: TileView, random: Random) -> TileState:
        dealt.append(view)
        return deal(view, random)

    monkeypatch.setattr(TileView, "sample_state", noting)
    for name in ENGINES:
        with case(name), engine(name):
            qwirkle.playouts(qwirkle.new_game(seed=4), 3, "random", plies=2)
    assert len(dealt) == 3 + ("kernel" in ENGINES)


def test_threads_play_the_same_games() -> None:
    """While a thread plays in the kernel, others can play too."""
    wanted = qwirkle.simulate("standard", ["greedy", "random"], 40, seed=2)
    with ThreadPoolExecutor(8) as executor:
        found = qwirkle.simulate("standard", ["greedy", "random"], 40, 2, executor, batch=1)
    assert found == wanted


def mixes_nothing(self: TileGame, supply: Any, tiles: Any, state: Any) -> Any:
    """The supply after an exchange, in a game that puts the tiles on top."""
    return (*tiles, *supply)


def test_the_kernel_plays_only_what_it_knows() -> None:
    """Otherwise Python plays: with other bots, with any override, and with other engines."""
    names = {
        "starter": lambda self, players, hands: 0,
        "_returned": mixes_nothing,
        "most_exchanged": lambda self, position: 0,
        "move_types": (Place, qwirkle.Pass),
    }
    others: list[Any] = [
        type("Own", (TileGame,), {name: member})("own") for name, member in names.items()
    ]
    told = {"scene": lambda self, position: None, "line_points": lambda self, length: length}
    described: Any = type("Told", (TileGame,), told)
    for name in ENGINES:
        with engine(name):
            games = [(7, ["greedy", "greedy"])]
            for variant in (qwirkle.get_variant("standard"), described("told")):
                native = _engine.play(variant, 2, games, 50)
                assert (native is not None) == (name == "kernel")
                assert _engine.play(variant, 2, [(7, ["greedy", "clever"])], 50) is None
            for variant in (*others, *map(qwirkle.get_variant, ("cards", "schmidt-actions"))):
                assert _engine.play(variant, 2, games, 50) is None


def test_a_private_override_counts() -> None:
    """A game that returns exchanged tiles in its own way does so with the kernel too."""
    game: Any = type("Own", (TileGame,), {"_returned": mixes_nothing})("own")
    state = qwirkle.position(game, board="Rs@0,0", hands=["Gd", "Bx"], supply="Rc Rd Rt Rk")
    after = qwirkle.apply(state, qwirkle.Exchange("Gd"))
    assert [str(tile) for tile in after.supply.tiles] == ["Gd", "Rd", "Rt", "Rk"]


def test_a_new_bot_plays_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are known by their names, so one that the kernel lacks is played by Python."""

    def first(view: TileView) -> Move:
        return next(iter(qwirkle.legal_moves(view)))

    wanted = qwirkle.simulate("standard", [first, "greedy"], 2, seed=2)
    bots = {"first": first, **qwirkle.bots.BOTS}  # where its number would be that of another
    monkeypatch.setattr(qwirkle.bots, "BOTS", bots)
    monkeypatch.setattr("qwirkle.simulation.BOTS", bots)
    assert qwirkle.simulate("standard", ["first", "greedy"], 2, seed=2) == wanted


def test_a_field_is_one_line(tmp_path: Path) -> None:
    """A field that neither engine knows is read, written and seen, and moves leave it alone."""
    source = Path(qwirkle.__file__).parent.parent
    shutil.copytree(source, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    module = tmp_path / "src/qwirkle/tilegame/state.py"
    before = "    ply: int = field(COUNT)\n"
    module.write_text(
        module.read_text().replace(before, f"    round: int = field(COUNT)\n{before}")
    )
    script = (
        "import qwirkle\n"
        "state = qwirkle.position(board='Rs@0,0', hands=['Bs', 'Gd'], round=3)\n"
        "print(qwirkle.new_game(seed=1).round, state.round)\n"
        "for text in ('Bs@1,0', 'swap Bs'):\n"
        "    after = qwirkle.apply(state, qwirkle.parse_move(text))\n"
        "    read = qwirkle.from_json(qwirkle.to_json(after))\n"
        "    print(after.round, read == after, read.round, qwirkle.observe(after, 0).round)\n"
    )
    for pure in ("0", "1"):
        variables = {"QWIRKLE_PURE": pure, "PYTHONPATH": str(tmp_path / "src")}
        ran = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
        )
        assert (ran.stdout, ran.stderr) == ("0 3\n" + "3 True 3 3\n" * 2, "")


@pytest.mark.parametrize("factor", [10**15, 10**30])
def test_python_plays_for_points_that_the_kernel_cannot_count(factor: int) -> None:
    """Every question has the same answer, and none of the kernel's errors gets out."""
    game: Any = type("Rich", (TileGame,), {"line_points": lambda self, length: factor * length})
    move = Place("Bs@1,0")

    def answers() -> object:
        state = qwirkle.position(game("rich"), board="Rs@0,0", hands=["Bs", "Gd"])
        moves = qwirkle.legal_moves(state)
        found = [moves.best(), move in moves, list(moves.scored()), qwirkle.check(state, move)]
        return [*found, qwirkle.draft(state).fits, qwirkle.apply(state, move).scores]

    assert agreed(answers)


@attrs.frozen(kw_only=True, repr=False)
class Counting(TileState):
    """A state with its own field."""

    rounds: int = field(COUNT)


def test_moves_leave_the_fields_of_a_subclass_of_states_alone() -> None:
    game: Any = type("Counted", (TileGame,), {"state_type": Counting})
    state = qwirkle.position(game("counted"), board="Rs@0,0", hands=["Bs", "Gd"], rounds=3)
    assert qwirkle.apply(state, Place("Bs@1,0")).rounds == 3


def test_nothing_of_the_kernel_is_on_a_public_class() -> None:
    """Only one private module imports it, and no public member is about it."""
    package = Path(qwirkle.__file__).parent
    for module in package.rglob("*.py"):
        if module.name != "_engine.py":
            assert "_kernel" not in module.read_text(), module
    words = ("native", "kernel", "engine", "is_plain")
    for kind in vars(qwirkle).values():
        if isinstance(kind, type):
            members = [name for name in dir(kind) if not name.startswith("_")]
            assert not [name for name in members if any(word in name for word in words)], kind


class Changing(TileGame):
    """A game whose points a test changes."""

    factor: ClassVar[int] = 1

    def line_points(self, length: int) -> int:
        return self.factor * length


def test_a_pickle_leaves_the_caches_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is read, the hooks of the class as it is there decide."""
    state = qwirkle.position(Changing("changing"), board="Rs@0,0", hands=["Bs", "Gd"])
    move = Place("Bs@1,0")
    assert qwirkle.apply(state, move).scores == (2, 0)
    packed = pickle.dumps(state)
    monkeypatch.setattr(Changing, "factor", 5)
    for again in (pickle.loads(packed), copy.deepcopy(state)):
        assert again == state
        assert qwirkle.apply(again, move).scores == (10, 0)
        assert dict(qwirkle.legal_moves(again).scored())[move] == 10


def test_the_environment_decides() -> None:
    """Only the value 1 or another text than 0 asks for Python alone."""
    script = "import qwirkle; print(qwirkle.accelerated)"
    for value, wanted in (("1", False), ("0", "kernel" in ENGINES)):
        with case(value):
            ran = subprocess.run(
                [sys.executable, "-c", script],
                env={**os.environ, "QWIRKLE_PURE": value},
                capture_output=True,
                text=True,
                check=True,
            )
            assert ran.stdout == f"{wanted}\n"
    assert _engine.find({"QWIRKLE_PURE": "1"}) is None
    assert _engine.find({"QWIRKLE_PURE": "yes"}) is None


def test_without_a_kernel_there_is_nothing_to_bind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_engine, "find", lambda environ: None)
    _engine.bind()


def test_a_long_simulation_can_be_interrupted() -> None:
    """Ctrl+C stops the games, although they are played outside Python."""
    script = (
        "import qwirkle, sys\n"
        "try:\n"
        "    print('ready', flush=True)\n"
        "    qwirkle.simulate('standard', ['careful'] * 4, games=10**6, batch=10**6)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert out == "stopped\n"
