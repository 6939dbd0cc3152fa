"""The positions of the benchmarks are always the same, and what they are said to be."""

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
    """Some of the positions."""
    return positions.middle(30)


def test_they_are_always_the_same() -> None:
    """Made again, and on every machine. Times are comparable as long as this number stays."""
    first = middle()
    positions.middle.cache_clear()
    assert middle() == first
    assert middle() is not first
    assert sha256(repr(first).encode()).hexdigest()[:12] == "c159104eaaec"


def test_they_are_from_the_middle_of_games() -> None:
    """20 to 60 tiles on the board, six in hand, from both kinds of play, and all different."""
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
    """Other tiles, as many moves with the same points, and the same moves are legal."""
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


def test_states_are_new() -> None:
    """Nothing that one asks of a state is known to the next that is made of the same case."""
    case = middle()[0]
    assert case.fresh() == case.fresh()
    assert case.fresh() is not case.fresh()
    assert case.fresh().board is not case.fresh().board


@pytest.mark.parametrize(("size", "hand"), [(10, 6), (10, 9), (100, 6)])
def test_growing_boards(size: int, hand: int) -> None:
    """So many tiles on the board or a few more, so many in hand, and open cells around."""
    cases = positions.growing(size, hand, 2)
    assert len(cases) == 2
    for case in cases:
        state = case.fresh()
        assert size <= len(state.board) <= size + 2
        assert len(state.hand) == hand
        cells = {cell for at in state.board for cell in at.neighbors}
        assert positions.open_cells(state) == len(cells - state.board.keys())


def test_a_hand_of_nine_beside_a_hundred_tiles_cannot_be() -> None:
    """The box has 108."""
    assert positions.growing(100, 9, 2) == ()


def test_the_worst_cases() -> None:
    """A hand of all shapes of one colour, and thousands of placements."""
    [case] = positions.worst(1, games=1)
    state = case.fresh()
    assert len({tile.color for tile in state.hand}) == 1
    assert len({tile.shape for tile in state.hand}) == len(Color)
    assert case.placements > 3000


@pytest.mark.parametrize("place", range(0, 30, 3))
def test_the_textbook_agrees(place: int) -> None:
    """It finds the library's placements, and the same points for each."""
    state = middle()[place].fresh()
    found = {
        frozenset(((cell.x, cell.y), str(tile)) for cell, tile in move.tiles): points
        for move, points in qwirkle.legal_moves(state).scored()
    }
    assert textbook.placements(*yardsticks.plain(state)) == found


def test_the_textbook_on_a_board_made_by_hand() -> None:
    """One tile that can go to both sides of another, and two that make a Qwirkle."""
    assert len(textbook.placements({(0, 0): "Rs"}, ["Rc"])) == 4
    line = {(x, 0): f"R{shape}" for x, shape in enumerate("csdt")}
    found = textbook.placements(line, ["Rk", "Rx"])
    both = frozenset({((4, 0), "Rk"), ((5, 0), "Rx")})
    assert found[both] == 12 == max(found.values())
    assert Place({(4, 0): "Rk", (5, 0): "Rx"}) in qwirkle.legal_moves(
        qwirkle.position(board=line, hands=["Rk Rx", "Gd"])
    )
