"""The positions of the benchmarks are always the same, and have the stated properties."""

from __future__ import annotations

from hashlib import sha256

import positions
import pytest
import textbook
import yardsticks
from positions import Case

import qwirkle
from qwirkle import Color, Place


def middle() -> tuple[Case, ...]:
    """A few of the positions."""
    return positions.middle(30)


def test_they_are_always_the_same() -> None:
    """They are the same on every machine; times are comparable while this number stays."""
    first = middle()
    positions.middle.cache_clear()
    assert middle() == first
    assert middle() is not first
    assert sha256(repr(first).encode()).hexdigest()[:12] == "c159104eaaec"


def test_they_are_from_the_middle_of_games() -> None:
    """They have 20 to 60 tiles on the board and six in hand, and are all different."""
    assert [case.kind for case in middle()].count("random play") == 15
    assert len(set(middle())) == 30
    for case in middle():
        state = case.fresh()
        assert 20 <= len(state.board) == case.tiles <= 60
        assert len(state.hand) == 6
        assert not state.is_over
        assert case.placements == qwirkle.legal_moves(state).placements.count() > 0
        assert qwirkle.parse_move(case.legal) in qwirkle.legal_moves(state)
        assert qwirkle.parse_move(case.missed) not in qwirkle.legal_moves(state)


@pytest.mark.parametrize("place", range(0, 30, 6))
def test_renaming_changes_nothing_but_the_tiles(place: int) -> None:
    """The tiles differ, but the moves correspond and have the same points."""
    case = middle()[place]
    other = case.renamed(7)
    state, renamed = case.fresh(), other.fresh()
    assert renamed.board.keys() == state.board.keys()
    assert renamed.board != state.board
    assert _points(renamed) == _points(state)
    assert qwirkle.check(renamed, qwirkle.parse_move(other.legal)) == ()
    assert qwirkle.check(renamed, qwirkle.parse_move(other.missed)) != ()
    assert case.renamed(7) == other != case.renamed(8)


def _points(state: qwirkle.TileState) -> list[tuple[tuple[qwirkle.Cell, ...], int]]:
    return sorted((move.cells, points) for move, points in qwirkle.legal_moves(state).scored())


def test_states_share_no_cached_results() -> None:
    """Nothing worked out for one state is known to another made from the same case."""
    case = middle()[0]
    assert case.fresh() == case.fresh()
    assert case.fresh() is not case.fresh()
    assert case.fresh().board is not case.fresh().board


@pytest.mark.parametrize(("size", "hand"), [(10, 6), (10, 9), (100, 6)])
def test_growing_boards(size: int, hand: int) -> None:
    """They have at least the requested tiles on the board and in hand, and open cells around."""
    cases = positions.growing(size, hand, 2)
    assert len(cases) == 2
    for case in cases:
        state = case.fresh()
        assert size <= len(state.board) <= size + 2
        assert len(state.hand) == hand
        cells = {cell for at in state.board for cell in at.neighbors}
        assert positions.open_cells(state) == len(cells - state.board.keys())


def test_a_hand_of_nine_beside_a_hundred_tiles_is_impossible() -> None:
    """The box has only 108 tiles."""
    assert positions.growing(100, 9, 2) == ()


def test_the_worst_cases() -> None:
    """A hand has all shapes of one colour, and thousands of placements."""
    [case] = positions.worst(1, games=1)
    state = case.fresh()
    assert len({tile.color for tile in state.hand}) == 1
    assert len({tile.shape for tile in state.hand}) == len(Color)
    assert case.placements > 3000


@pytest.mark.parametrize("place", range(0, 30, 3))
def test_the_textbook_agrees(place: int) -> None:
    """It finds the same placements as the library, with the same points."""
    state = middle()[place].fresh()
    found = {
        frozenset(((cell.x, cell.y), str(tile)) for cell, tile in move.tiles): points
        for move, points in qwirkle.legal_moves(state).scored()
    }
    assert textbook.placements(*yardsticks.plain(state)) == found


def test_the_textbook_on_small_boards() -> None:
    """One tile fits on both sides of another, and two tiles make a Qwirkle."""
    assert len(textbook.placements({(0, 0): "Rs"}, ["Rc"])) == 4
    line = {(x, 0): f"R{shape}" for x, shape in enumerate("csdt")}
    found = textbook.placements(line, ["Rk", "Rx"])
    both = frozenset({((4, 0), "Rk"), ((5, 0), "Rx")})
    assert found[both] == 12 == max(found.values())
    assert Place({(4, 0): "Rk", (5, 0): "Rx"}) in qwirkle.legal_moves(
        qwirkle.position(board=line, hands=["Rk Rx", "Gd"])
    )
