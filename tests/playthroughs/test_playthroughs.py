"""Golden games: whole games that must stay the same, byte for byte."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from playthroughs.regenerate import ENDS, FOLDER, GAMES, end_of, ends_text

import qwirkle
from qwirkle import GameRecord, Place
from qwirkle.authoring import TILES
from qwirkle.testing.conformance import contents
from qwirkle_variants import CardEnd

NAMES = sorted(GAMES)


def golden(name: str) -> str:
    """The text of a golden game from its file."""
    return (FOLDER / f"{name}.txt").read_bytes().decode()


@cache
def parsed(name: str) -> GameRecord[Any]:
    """A golden game read from its file, with every move checked."""
    return GameRecord.parse(golden(name))


@cache
def played(name: str) -> GameRecord[Any]:
    """The same game, played again."""
    return GAMES[name].record()


@cache
def ends() -> dict[str, dict[str, Any]]:
    """The outcomes of the golden games."""
    found: dict[str, dict[str, Any]] = json.loads(ENDS.read_bytes())
    return found


def ours() -> set[str]:
    """The names of the variants in the distribution `qwirkle`."""
    return {name for name, origin in qwirkle.variants().items() if origin.split()[0] == "qwirkle"}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    """Reading a golden game and writing it again gives the same bytes."""
    assert str(parsed(name)) == golden(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    """Playing it again gives the same record and the same text."""
    assert str(played(name)) == golden(name)
    assert played(name) == parsed(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_as_it_did(name: str) -> None:
    """Scores, winners, the number of moves and the reason for the end are as in ``ends.json``."""
    assert end_of(parsed(name)) == ends()[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_scores_of_a_record_add_up(name: str) -> None:
    """The final scores are the sums of what `score` says about each move."""
    record = parsed(name)
    totals = [0] * len(record.start.players)
    for state, turn in zip(record.states(), record.turns, strict=False):
        totals[state.turn] += qwirkle.score(state, turn.move).total
    assert totals == ends()[name]["scores"]
    assert totals == list(record.state.scores)


@pytest.mark.parametrize("name", NAMES)
def test_no_tile_is_lost_in_a_record(name: str) -> None:
    """In every state, the board, hands and supply together hold the 108 tiles of the box."""
    for state in parsed(name).states():
        assert contents(state) == sorted(TILES * 3)


def test_every_kind_of_end_is_in_some_game() -> None:
    """The golden games cover every reason for the end."""
    reasons = {end["reason"] for end in ends().values()}
    assert reasons >= {reason.value for reason in (*qwirkle.EndReason, *CardEnd)}


def test_every_number_of_players_is_in_some_game() -> None:
    """The golden games have two, three and four players."""
    assert {end["players"] for end in ends().values()} >= {2, 3, 4}


def test_every_kind_of_move_is_in_some_game() -> None:
    """The golden games have placements, exchanges, passes, and the moves that variants add."""
    kinds = {type(turn.move) for name in NAMES for turn in parsed(name).turns}
    assert kinds >= {kind for name in ours() for kind in qwirkle.get_variant(name).move_types}
    sizes = {
        len(turn.move.cells)
        for name in NAMES
        for turn in parsed(name).turns
        if isinstance(turn.move, Place)
    }
    assert sizes >= {1, 2, 3, 4}


def test_the_folder_holds_the_games_and_nothing_else() -> None:
    """Each game has a file and a line in ``ends.json``, and no file is left over."""
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == NAMES
    assert sorted(ends()) == NAMES
    assert ends_text(ends()) == ENDS.read_bytes().decode()


def test_every_variant_of_our_own_has_a_playthrough() -> None:
    """Every variant of the distribution `qwirkle` has a golden game."""
    assert {"standard", "schmidt-actions"} <= ours()
    assert sorted(ours() - {parsed(name).start.variant.name for name in NAMES}) == []
