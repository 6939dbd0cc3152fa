"""Runs in parts, streams, and files of games in which a run continues."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import players
import pytest
from cases import case

import qwirkle
from qwirkle import GameRecord, runs, simulate
from qwirkle.errors import DecodeError, InvalidValue, SimulationError
from qwirkle.results import SimulatedGame, Simulation
from qwirkle.simulation import stream

PAIR: list[Any] = ["greedy", "random"]
THREE: list[Any] = ["greedy", players.first, "random"]


def played(file: Path | str | None = None, **changes: Any) -> list[SimulatedGame]:
    """The games of a short run."""
    return [*stream("standard", PAIR, 6, 7, file=file, **changes)]


# Parts and streams


def test_parts_add_up_to_one_run() -> None:
    """Also where the bots change seats, which goes by the number of the game."""
    whole = simulate("standard", THREE, 7, seed=5).games
    for cuts in ((0, 3, 7), (0, 1, 2, 7)):
        parts = [
            simulate("standard", THREE, stop - start, seed=5, first=start).games
            for start, stop in pairwise(cuts)
        ]
        assert sum(parts, ()) == whole
    far = [*stream("standard", PAIR, 2, 5, first=2**63 - 2)]
    assert far[1] == next(stream("standard", PAIR, 1, 5, first=2**63 - 1))


def test_a_stream_has_the_games_of_a_simulation() -> None:
    whole = simulate("standard", THREE, 5, seed=3)
    assert [*stream("standard", THREE, 5, 3, batch=2)] == [*whole.games]
    endless = stream("standard", THREE, 2**63, 3, batch=2)
    assert [*islice(endless, 5)] == [*whole.games]
    endless.close()
    summed = Simulation(whole.variant, whole.bots, stream("standard", THREE, 5, 3), keep=False)
    assert (summed.summary(), str(summed), summed.games) == (whole.summary(), str(whole), ())


def test_a_stream_that_fails_has_handed_out_the_games_before() -> None:
    found: list[SimulatedGame] = []
    with pytest.raises(SimulationError, match="the bot tires failed") as caught:
        found.extend(stream("standard", [players.tires, "random"], 5, 2, batch=2))
    assert found == [*simulate("standard", [players.first, "random"], 3, 2).games]
    assert caught.value.finished.games == ()


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_moves_lead_to_the_result(variant: str) -> None:
    """The games are those that the kernel plays, and their moves are a game record."""
    told = [*stream(variant, PAIR, 2, 11, first=3, moves=True)]
    assert [*stream(variant, PAIR, 2, 11, first=3)] == [
        SimulatedGame(*(getattr(game, name) for name in runs.COLUMNS[1:-1])) for game in told
    ]
    for number, game in enumerate(told, 3):
        record: Any = GameRecord(qwirkle.new_game(variant, players=2, seed=game.seed))
        for move in game.moves or ():
            record = record.play(qwirkle.parse_move(move, record.state))
        assert GameRecord.parse(str(record)) == record
        assert record.state.is_over
        seats = [(bot + number) % 2 for bot in range(2)]
        assert tuple(record.state.standings[seat] for seat in seats) == game.scores
        assert len(record.turns) == game.plies


# Files


def test_a_file_explains_itself(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = qwirkle.get_variant("schmidt", hand_size=5)
    [game] = stream(options, [*PAIR], 1, 7, first=4, longest=500, moves=True, file=str(file))
    header, row = map(json.loads, file.read_text("utf-8").splitlines())
    assert header == {
        "qwirkle": "games",
        "format": 1,
        "library": qwirkle.__version__,
        "variant": "schmidt",
        "version": options.version,
        "options": {"hand_size": 5},
        "bots": ["greedy", "random"],
        "seed": 7,
        "longest": 500,
        "moves": True,
        "first": 4,
        "games": 1,
    }
    assert [*row] == runs.COLUMNS
    assert row["game"] == 4
    assert (row["seed"], row["scores"], row["moves"]) == (
        game.seed,
        [*game.scores],
        [*(game.moves or ())],
    )


def test_a_run_continues_wherever_it_was_torn(tmp_path: Path) -> None:
    """The file can end after any byte."""
    file = tmp_path / "games.jsonl"
    games = played(file, longest=4)
    whole = file.read_bytes()
    assert played(file, longest=4) == games
    for size in {*range(0, len(whole), 7), *range(len(whole) - 3, len(whole))}:
        file.write_bytes(whole[:size])
        with case(size):
            assert played(file, longest=4) == games
            assert file.read_bytes() == whole


KILLED = """
import os, signal, sys
from qwirkle.simulation import stream

for number, game in enumerate(stream("standard", ["greedy", "random"], 6, 7, file=sys.argv[1])):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_run_that_is_killed_continues(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert done.returncode < 0
    assert len(file.read_bytes().splitlines()) == 5
    assert played(file) == played(whole) == played()
    assert file.read_bytes() == whole.read_bytes()


def test_only_missing_games_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    began = stream("standard", THREE, 6, 7, file=file)
    first = [*islice(began, 4)]
    began.close()
    asked: list[range] = []
    real = qwirkle.simulation._play

    def play(plan: Any, games: range) -> list[SimulatedGame]:
        asked.append(games)
        return real(plan, games)

    monkeypatch.setattr(qwirkle.simulation, "_play", play)
    found = [*stream("standard", THREE, 6, 7, file=file, batch=50)]
    assert found[:4] == first
    assert asked == [range(4, 6)]


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


ROW = '{"game":2,"seed":'
DAMAGED: dict[str, Callable[[str], str]] = {
    "a game is missing": lambda text: "".join(
        text.splitlines(keepends=True)[:2] + text.splitlines(keepends=True)[3:]
    ),
    "a game is there twice": lambda text: text + text.splitlines(keepends=True)[-1],
    "not JSON": replaced(ROW, "x"),
    "not text": lambda text: text.replace(ROW, "\udcff"),
    "not an object": replaced(ROW, '[1]\n{"game":2,"seed":'),
    "an empty line": replaced(ROW, "\n" + ROW),
    "deeply nested": replaced(ROW, "[" * 5000 + "\n" + ROW),
    "a long line": replaced(ROW, " " * 10**6 + ROW),
    "another seed": replaced(ROW, ROW + "1"),
    "another field": replaced('"game":2,', '"game":2,"note":1,'),
    "another name": replaced('{"game":2', '{"same":2'),
    "a number as text": replaced('"game":2', '"game":"2"'),
    "a boolean": replaced('"game":1', '"game":true'),
    "a fraction": replaced('"game":2', '"game":2.0'),
    "scores of nobody": replaced('"scores":[', '"scores":[3,'),
    "scores as text": replaced('"scores":[', '"scores":["3",'),
    "a winner who did not play": replaced('"winners":[', '"winners":[7,'),
    "a starter who did not play": replaced('"starter":', '"starter":9'),
    "turns of nobody": replaced('"turns":[', '"turns":[3,'),
    "a reason that is no text": replaced('"reason":null', '"reason":3'),
    "moves that nobody asked for": replaced('"moves":null', '"moves":[]'),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_file_that_is_damaged(name: str, tmp_path: Path) -> None:
    """It is refused as soon as that shows, and left as it is."""
    file = tmp_path / "games.jsonl"
    played(file, longest=4)
    text = file.read_text("utf-8")
    bad = DAMAGED[name](text).encode(errors="surrogateescape")
    assert bad != text.encode()
    file.write_bytes(bad)
    with pytest.raises(DecodeError, match="its games are not those of its header"):
        played(file, longest=4)
    assert file.read_bytes() == bad


def test_a_file_with_too_many_games(tmp_path: Path) -> None:
    file, longer = tmp_path / "games.jsonl", tmp_path / "longer.jsonl"
    played(file, longest=4)
    [*stream("standard", PAIR, 7, 7, longest=4, file=longer)]
    file.write_bytes(file.read_bytes() + longer.read_bytes().splitlines(keepends=True)[-1])
    with pytest.raises(DecodeError, match="are not those of its header"):
        played(file, longest=4)


@pytest.mark.parametrize("moves", ['["pass"]', "[1,2,3,4]", "null", '"pass"'])
def test_moves_that_are_damaged(moves: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    played(file, longest=4, moves=True)
    head, row, *_ = file.read_text("utf-8").splitlines()
    file.write_text(f'{head}\n{row.partition(chr(34) + "moves")[0]}"moves":{moves}}}\n', "utf-8")
    with pytest.raises(DecodeError, match="are not those of its header"):
        played(file, longest=4, moves=True)


def test_another_run_is_refused(tmp_path: Path) -> None:
    """The message says where the arguments differ."""
    file = tmp_path / "games.jsonl"
    played(file, longest=4)
    before = file.read_bytes()
    usual: dict[str, Any] = {
        "variant": "standard",
        "bots": PAIR,
        "games": 6,
        "seed": 7,
        "longest": 4,
    }
    for changes, said in (
        ({"seed": 8}, "seed 7, not 8"),
        ({"games": 7, "longest": 5}, "longest 4, not 5; games 6, not 7"),
        ({"first": 1}, "first 0, not 1"),
        ({"moves": True}, "moves False, not True"),
        (
            {"bots": ["random", "greedy"]},
            r"bots \['greedy', 'random'\], not \['random', 'greedy'\]",
        ),
        ({"variant": "mindware"}, "variant 'standard', not 'mindware'"),
        ({"variant": qwirkle.get_variant("standard", hand_size=5)}, "options {}, not {'hand_size'"),
    ):
        begun = rf"^\S+games\.jsonl was begun with .*{said}.*; choose another name$"
        with case(said), pytest.raises(InvalidValue, match=begun):
            next(stream(**usual | changes, file=file))
        assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"hello\n", b"\n", b"\xff\xfe", b"[1]\n", b'{"qwirkle": "state"}', b"{" * 2_000_000],
)
def test_a_foreign_file_is_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(InvalidValue, match="is not a file of simulated games") as caught:
        played(file)
    assert len(str(caught.value)) < 500
    assert file.read_bytes() == content


def test_files_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for file, said in (
        ("folder.jsonl", "cannot be written: "),
        ("no/such.jsonl", "cannot be written: No such file"),
        ("games.csv", "must end in .jsonl or .parquet"),
        ("games.parquet", r"install the extra: pip install 'qwirkle\[data\]'"),
        ("\0.jsonl", "cannot be written: embedded null byte"),
    ):
        with case(file), pytest.raises(InvalidValue, match=said):
            played(tmp_path / file)
    with pytest.raises(InvalidValue, match="expected the name of a file, not 3"):
        played(3)  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["folder.jsonl"]


FULL = """
import resource, sys
from qwirkle.errors import InvalidValue
from qwirkle.simulation import stream

resource.setrlimit(resource.RLIMIT_FSIZE, (700, resource.RLIM_INFINITY))
try:
    list(stream("standard", ["greedy", "random"], 6, 7, file=sys.argv[1]))
except InvalidValue as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit for files")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """The games that fit are kept, and the run continues where there is room."""
    file = tmp_path / "games.jsonl"
    done = subprocess.run([sys.executable, "-c", FULL, str(file)], capture_output=True, check=True)
    assert done.stdout.decode().strip().endswith("games.jsonl cannot be written: File too large")
    assert len(file.read_bytes()) == 700
    assert played(file) == played()


@pytest.mark.parametrize("bot", [players.tires, players.dies])
def test_a_run_whose_bot_or_worker_fails_continues(bot: Any, tmp_path: Path) -> None:
    """The games before are in the file; the others follow once the bot is repaired."""
    file = tmp_path / "games.jsonl"
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(1, mp_context=context) as executor,
        pytest.raises(SimulationError, match=bot.__name__ if bot is players.tires else "Broken"),
    ):
        [*stream("standard", [bot, "random"], 5, 2, executor, file=file, batch=1)]
    assert len(file.read_bytes().splitlines()) == 1 + 3

    def repaired(view: Any) -> qwirkle.Move:
        return players.first(view)

    repaired.__name__ = bot.__name__
    found = [*stream("standard", [repaired, "random"], 5, 2, file=file)]
    assert found == [*simulate("standard", [players.first, "random"], 5, 2).games]


SIZES = "must be an integer from 1 to"
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"games": 0}, f"games {SIZES} 9223372036854775808"),
    ({"games": 2**63 + 1}, f"games {SIZES} 9223372036854775808"),
    ({"first": -1}, "first must be an integer from 0 to 9223372036854775807"),
    ({"first": 2**63}, "first must be an integer from 0"),
    ({"first": 2**63 - 1, "games": 2}, f"games {SIZES} 1, not 2"),
    ({"longest": 0}, f"longest {SIZES}"),
    ({"batch": 0}, f"batch {SIZES}"),
    ({"executor": 3}, "an executor must have a method submit"),
    ({"bots": ["greedy"]}, "2 to 4 bots can play"),
]


def test_wrong_arguments() -> None:
    """They are refused at once, before the first game is asked for."""
    usual: dict[str, Any] = {"variant": "standard", "bots": PAIR, "games": 1}
    for changes, said in WRONG:
        with case(changes), pytest.raises(InvalidValue, match=said):
            stream(**usual | changes)
