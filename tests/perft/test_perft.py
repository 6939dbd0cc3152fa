"""Perft: the library and brute force find the counts of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from perft import plain
from perft.regenerate import ROWS, TABLE, Row, confirmable, divided, read, row_of, text_of

import qwirkle
from qwirkle.errors import InvalidValue

ROW: dict[str, Row] = read()

FEW = 30
"""So often brute force may be asked for the last move of a sequence: here it must be quick."""


def state_of(name: str) -> Any:
    """The state of a row, read from the table."""
    return qwirkle.from_json(json.dumps(ROW[name]["state"]))


@pytest.mark.parametrize("name", sorted(ROW))
def test_the_library_finds_the_counts_of_the_table(name: str) -> None:
    """The counts agree at every depth; if not, the split by first move shows where to look."""
    state = state_of(name)
    for depth, count in enumerate(ROW[name]["counts"], 1):
        assert qwirkle.perft(state, depth) == count, divided(state, depth)


@pytest.mark.parametrize("name", sorted(ROW))
def test_brute_force_finds_the_same_counts(name: str) -> None:
    """The counts agree to the depth that is quick."""
    counts = [1, *ROW[name]["counts"]]
    depth = confirmable(counts, FEW)
    assert plain.perft(state_of(name), depth) == counts[depth]


def test_the_table_matches_its_recipes() -> None:
    """Every row has its recipe, and the states are those of the recipes."""
    assert sorted(ROW) == sorted(ROWS)
    assert text_of(ROW) == TABLE.read_bytes().decode()
    for name, make in ROWS.items():
        assert make() == state_of(name), name


def test_a_row_can_be_regenerated() -> None:
    """Counting and confirming a small row again gives the same row."""
    assert row_of(ROWS["standard-two-each"]()) == ROW["standard-two-each"]


def test_every_number_is_confirmed_at_least_once() -> None:
    """Brute force has confirmed the second move of every game, and the third of some."""
    depths = [row["confirmed"] for row in ROW.values() if row["counts"] != [0]]
    assert min(depths) >= 2
    assert max(depths) >= 4


def test_every_variant_of_our_own_is_in_the_table() -> None:
    """Every variant of the distribution `qwirkle` has rows, some of them openings."""
    ours = {name for name, origin in qwirkle.variants().items() if origin.split()[0] == "qwirkle"}
    assert sorted(ours - {state_of(name).variant.name for name in ROW}) == []
    assert sorted(ours - {name.removesuffix("-opening") for name in ROW}) == []


def test_depth_zero_is_one_sequence() -> None:
    """The empty sequence counts, even if the game is over."""
    over = qwirkle.position(board="Rs@0,0", hands=["", "Gd"], supply="")
    assert over.is_over
    assert [qwirkle.perft(over, depth) for depth in range(3)] == [1, 0, 0]
    assert qwirkle.perft(qwirkle.new_game(seed=1), 0) == 1


def test_sequences_may_have_up_to_twenty_moves() -> None:
    """Two players who can only pass have one sequence of any length."""
    assert qwirkle.perft(state_of("standard-empty-handed"), 20) == 1
    for depth in (-1, 21, 10**9, True, 2.0):
        with pytest.raises(InvalidValue, match="depth must be an integer from 0 to 20, not"):
            qwirkle.perft(state_of("standard-stuck"), depth)  # type: ignore[arg-type]


def test_counting_does_not_change_the_state() -> None:
    """A second count gives the same, and the state is still equal to its copy."""
    state = state_of("standard-to-draw")
    text = qwirkle.to_json(state)
    assert qwirkle.perft(state, 4) == qwirkle.perft(state, 4)
    assert qwirkle.to_json(state) == text
