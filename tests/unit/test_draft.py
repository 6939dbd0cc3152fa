"""Placements made tile by tile: where each tile can go next, its points, and when to stop."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from cases import case
from hypothesis import assume, given
from hypothesis import strategies as st
from samples import finished, opened, waiting
from tile_games import SOME, TILE_GAMES

import qwirkle
from qwirkle import Cell, Place, Tile, TileState, TileView, Violation, authoring
from qwirkle.authoring import TILES, Code, TilePosition
from qwirkle.errors import InvalidValue
from qwirkle.testing import states
from qwirkle.tilegame.draft import Draft

FEW = 400  # few enough placements to compare one by one


class HouseCode(authoring.Reason):
    """The reasons of the variants below."""

    SHORT = "short"
    EVEN = "even"


class TwoAtLeast(authoring.TileGame):
    """A variant in which a single tile is never legal."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """Forbid every placement of one tile."""
        if len(move.cells) > 1:
            return None
        return Violation(HouseCode.SHORT, ("H1",), "place at least two tiles", move.cells)


class OddTiles(authoring.TileGame):
    """A variant that forbids even numbers of tiles, and cells far to the right."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """Forbid two or four tiles, and cells beyond the edge."""
        if len(move.cells) % 2 and move.cells[-1].x < 3:
            return None
        return Violation(HouseCode.EVEN, ("H2",), "place an odd number of tiles", move.cells)


GAMES = [
    *TILE_GAMES,
    TwoAtLeast("two-at-least"),
    OddTiles("odd-tiles"),
    qwirkle.get_variant("standard", hand_size=9),
]


def naive(
    position: TileState | TileView, placed: dict[Cell, Tile]
) -> tuple[dict[tuple[Cell, Tile], int | None], int | None]:
    """The fits and the number of missing tiles, by definition, from the list of legal moves."""
    places = [dict(move.tiles) for move in qwirkle.legal_moves(position) if isinstance(move, Place)]
    containing = [place for place in places if placed.items() <= place.items()]
    filled = {**position.board, **placed}
    fits: dict[tuple[Cell, Tile], int | None] = {}
    for place in containing:
        for cell, tile in place.items():
            touches = not position.board or any(near in filled for near in cell.neighbors)
            if cell not in placed and touches:
                after = {**placed, cell: tile}
                is_legal = after in places
                points = qwirkle.score(position, Place(after)).total if is_legal else None
                fits[cell, tile] = points
    return fits, min((len(place) - len(placed) for place in containing), default=None)


def agrees(draft: Draft) -> bool:
    """Whether a draft agrees with the definition, and its fits are in order."""
    placed = dict(draft.move.tiles)
    fits, missing = naive(draft.position, placed)
    assert {(fit.cell, fit.tile): fit.points for fit in draft.fits} == fits
    assert [(fit.cell, fit.tile) for fit in draft.fits] == sorted(fits)
    assert draft.missing == missing
    assert draft.is_legal == (missing == 0) == (draft.violations == ())
    assert draft.violations == qwirkle.check(draft.position, draft.move)
    if draft.is_legal:
        assert draft.score == qwirkle.score(draft.position, draft.move)
    else:
        assert draft.score is None
    return True


def reached(draft: Draft, known: dict[Place, Draft]) -> dict[Place, Draft]:
    """Every draft that can be reached by following the fits, by its tiles."""
    if draft.move not in known:
        assert draft.missing is not None, "a tile fits that no legal placement contains"
        known[draft.move] = draft
        assert len(known) < 64 * FEW, "more than all parts of all placements"
        for fit in draft.fits:
            reached(draft.place(fit.cell, fit.tile), known)
    return known


def test_a_draft_agrees_with_the_legal_moves() -> None:
    """Parts of legal placements, and parts with one tile changed, agree in states and views."""
    for game in GAMES:
        with case(game):

            @SOME
            @given(states(game, max_moves=25), st.data())
            def check(state: Any, data: st.DataObject) -> None:
                assume(not state.is_over and qwirkle.legal_moves(state).placements.count() <= FEW)
                placements = list(qwirkle.legal_moves(state).placements)
                placed: dict[Cell, Tile] = {}
                if placements:
                    whole = data.draw(st.sampled_from(placements)).tiles
                    placed = dict(data.draw(st.lists(st.sampled_from(whole), unique=True)))
                if placed and data.draw(st.booleans()):  # type: ignore[arg-type]
                    cell, tile = data.draw(st.sampled_from(sorted(placed.items())))
                    del placed[cell]
                    cells = st.sampled_from([cell, *cell.neighbors, *state.board, Cell(10**99, 0)])
                    placed[data.draw(cells)] = data.draw(st.sampled_from([tile, *state.hand]))
                draft = qwirkle.draft(state, placed)
                view = qwirkle.draft(qwirkle.observe(state, state.turn), placed)
                assert agrees(draft)
                assert (view.fits, view.missing, view.score) == (
                    draft.fits,
                    draft.missing,
                    draft.score,
                )
                assert view.violations == draft.violations

            check()


def test_following_the_fits_reaches_every_legal_placement_and_no_other() -> None:
    """There is no dead end: where nothing fits, the player may stop."""
    for game in GAMES:
        with case(game):

            @SOME
            @given(states(game, max_moves=25))
            def check(state: Any) -> None:
                placements = qwirkle.legal_moves(state).placements
                assume(0 < placements.count() <= FEW)
                found = reached(qwirkle.draft(state), {})
                assert {move for move, draft in found.items() if draft.is_legal} == set(placements)
                del found[Place({})]
                assert all(draft.fits or draft.is_legal for draft in found.values())

            check()


def fits_of(draft: Draft) -> list[str]:
    """The fits as texts, each with its points."""
    return [f"{fit.tile}@{fit.cell} {fit.points}" for fit in draft.fits]


def test_a_placement_tile_by_tile() -> None:
    """The fits have the points of the whole placement; a tile can be taken back."""
    draft = qwirkle.draft(opened(hands=["Gs Gc Bx", "Gd"]))
    assert (draft.move, draft.is_legal, draft.missing) == (Place({}), False, 1)
    assert [violation.code for violation in draft.violations] == [Code.NOTHING_PLACED]
    assert fits_of(draft) == [
        "Gs@-1,0 3", "Gs@0,-1 2", "Gs@0,1 2", "Gs@1,-1 2", "Bx@1,-1 2", "Gs@1,1 2", "Bx@1,1 2", "Gs@2,0 3",
    ]  # fmt: skip
    one = draft.place((2, 0), "Gs")
    assert one.score is not None
    assert (one.is_legal, one.missing, one.score.total, one.violations) == (True, 0, 3, ())
    assert fits_of(one) == ["Gc@2,-1 5", "Gc@2,1 5"]
    two = one.place(Cell(2, 1), Tile.parse("Gc"))
    assert two == qwirkle.draft(one.position, "Gs@2,0 Gc@2,1")
    assert (two.fits, two.missing, two.is_legal) == ((), 0, True)
    assert two.remove((2, 1)) == one == two.remove(Cell(2, 1)) != two
    assert draft.move == Place({})


def test_nothing_fits_for_a_waiting_player_or_after_the_end() -> None:
    cases: list[tuple[TileState | TileView, Code]] = [
        (waiting(), Code.NOT_YOUR_TURN),
        (finished(), Code.GAME_OVER),
    ]
    for position, code in cases:
        with case(position, code):
            for draft in (qwirkle.draft(position), qwirkle.draft(position, "Gs@2,0")):
                assert [violation.code for violation in draft.violations] == [code]
                assert (draft.is_legal, draft.score, draft.fits, draft.missing) == (
                    False,
                    None,
                    (),
                    None,
                )


def test_placed_tiles_are_given_in_any_form() -> None:
    move = Place("Gs@2,0")
    forms = [move, "Gs@2,0", {(2, 0): "Gs"}, [((2, 0), "Gs")], {Cell(2, 0): Tile.parse("Gs")}]
    assert {qwirkle.draft(opened(), form) for form in forms} == {qwirkle.draft(opened(), move)}
    assert qwirkle.draft(opened()).move == Place({})


def test_a_value_that_is_not_a_tile_position_is_refused() -> None:
    message = r"^expected a state or a view of a tile game, not position\(get_variant\('cards'\)"
    with pytest.raises(InvalidValue, match=message) as caught:
        qwirkle.draft(qwirkle.new_game("cards", seed=1))
    assert len(str(caught.value)) < 200


def test_a_cell_takes_one_tile_and_only_a_placed_tile_can_be_removed() -> None:
    """To change a tile, a program removes the first one before placing another."""
    draft = qwirkle.draft(opened(), "Gs@2,0")
    with pytest.raises(InvalidValue, match="two tiles for one cell: Gs and Bc at 2,0"):
        draft.place((2, 0), "Bc")
    for cell in ((0, 0), (3, 0)):
        with pytest.raises(InvalidValue, match=rf"^no tile was placed at {cell[0]},0 this turn$"):
            draft.remove(cell)


def test_a_draft_far_away_is_illegal() -> None:
    """No other error is raised, even at a cell whose neighbours are out of range."""
    for far in (10**100 - 1, 1 - 10**100, 10**9):
        for cell in ((far, 0), (0, far), (far, far)):
            draft = qwirkle.draft(opened(), {cell: "Gs"})
            assert (draft.is_legal, draft.fits, draft.missing) == (False, (), None)


def test_large_hands_are_answered_without_listing_every_placement() -> None:
    """With one tile of every kind in hand, few placements are examined."""
    game = qwirkle.get_variant("standard", hand_size=36, max_players=2)
    state = qwirkle.position(game, board="Rs@0,0", hands=[TILES, "Gd"])
    assert qwirkle.legal_moves(state).placements.count() > 100_000
    draft = qwirkle.draft(state)
    assert len(draft.fits) == 40
    for fit in draft.fits:
        one = draft.place(fit.cell, fit.tile)
        assert one.score is not None
        assert one.score.total == fit.points
        assert len(one.fits) > 10


def test_drafts_are_values() -> None:
    """They are equal, hashable, have a Python repr, and are copied without cached results."""
    draft = qwirkle.draft(opened(), "Gx@2,0")
    assert draft.violations
    assert draft.fits == ()
    again = pickle.loads(pickle.dumps(draft))
    assert again == draft
    assert hash(again) == hash(draft)
    assert again.violations == draft.violations
    assert eval(repr(draft), vars(qwirkle)) == draft
