"""Views as arrays: everything in the view and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any, ClassVar

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tile_games import ACTIONS, LONG, SOME, TILE_GAMES

import qwirkle
from qwirkle import Cell, Color, EndReason, Shape, Tile, TileState, TileView, authoring
from qwirkle.adapters.arrays import TEXT, Arrays, Layout
from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.authoring import (
    COUNT,
    FLAG,
    HAND,
    PIECES,
    SEAT,
    Extra,
    Kind,
    Special,
    TileGame,
    field,
    per_seat,
)
from qwirkle.testing import states
from qwirkle_variants.action_moves import Actions


def layout_of(state: TileState | TileView, window: int = 41) -> Layout:
    """The layout for the game of a state."""
    return Layout(Steps.of(state.variant, window), len(state.players))


def after(turn: PartialTurn, *actions: int) -> PartialTurn:
    """The turn after some steps."""
    for action in actions:
        turn = turn.after(action)  # type: ignore[assignment]
    return turn


def seen(state: TileState, seat: int, *actions: int, window: int = 41) -> Arrays:
    """The arrays of a seat after some steps of the turn."""
    layout = layout_of(state, window)
    turn = after(PartialTurn.begin(layout.steps, state), *actions)
    return layout.arrays(qwirkle.observe(state, seat), turn)


def same(first: Arrays, second: Arrays) -> bool:
    """Whether two observations are equal."""
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )


KINDS = [Tile(color, shape) for color in Color for shape in Shape]


def tiles(counts: list[int]) -> list[Tile]:
    """The tiles that an array counts."""
    return [tile for tile, count in zip(KINDS, counts, strict=True) for _ in range(count)]


def on_planes(arrays: Arrays, is_new: bool = False) -> dict[Cell, Tile]:
    """The tiles on the board, or those placed this turn."""
    found: dict[Cell, Tile] = {}
    colors, shapes, new = np.split(arrays["board"], [6, 12])
    assert (colors.sum(0) == shapes.sum(0)).all()
    assert (new[0] <= colors.sum(0)).all()
    for y, x in np.argwhere((colors.sum(0) == 1) & (new[0] == is_new)).tolist():
        at = np.array([x, y]) - len(new[0]) // 2 + arrays["centre"]
        tile = Tile(Color(int(colors[:, y, x].argmax())), Shape(int(shapes[:, y, x].argmax())))
        found[Cell(*at.tolist())] = tile
    return found


def read_back(arrays: Arrays, like: TileView) -> Any:
    """Rebuild the view from its arrays; `like` provides only the game and the players, which
    stay the same throughout the games of an environment."""
    given = {name: array.tolist() for name, array in arrays.items() if name != "board"}
    [seat], [turn], [size], [passes], [ply], [reason] = (
        given[name] for name in ("seat", "turn", "supply_size", "passes", "ply", "outcome")
    )
    seats = len(like.players)

    def by_seat(values: list[int]) -> list[int]:
        return [values[(other - seat) % seats] for other in range(seats)]

    unseen: list[Any] = tiles(given["unseen"])
    for name, count in zip(layout_of(like).specials, given.get("specials", ()), strict=True):
        unseen += [Special(name)] * count
    own = given["turn"] == [0]
    placed = [*on_planes(arrays, is_new=True).values()] if own else []
    fields = {
        "board": on_planes(arrays),
        "scores": by_seat(given["scores"]),
        "turn": (turn + seat) % seats,
        "passes": passes,
        "seat": seat,
        "hand": [*tiles(given["hand"]), *tiles(given["marked"]), *placed],
        "hand_sizes": by_seat(given["hand_sizes"]),
        "supply_size": size,
        "unseen": unseen,
        "ply": ply,
        "outcome": [None, *map(str, EndReason)][reason],
    }
    if "more" in given:
        fields |= json.loads(bytes(given["more"]).rstrip(b"\0"))
    if "acted" in given:
        fields["acted"] = bool(given["acted"][0])
    return qwirkle.view(like.variant, players=like.players, **fields)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_view_and_the_turn_can_be_read_back(game: TileGame) -> None:
    """The arrays therefore hold everything that a player knows, at every step of a turn."""

    @SOME
    @given(states(game, max_moves=40), st.data())
    def check(state: Any, data: st.DataObject) -> None:
        layout = layout_of(state)
        turn: Any = PartialTurn.begin(layout.steps, state)
        views = [qwirkle.observe(state, seat) for seat in range(len(state.players))]
        while isinstance(turn, PartialTurn):
            for seat, view in enumerate(views):
                arrays = layout.arrays(view, turn)
                assert read_back(arrays, view) == view
                assert on_planes(arrays, is_new=True) == dict(turn.placed)
                marked = tiles(arrays["marked"].tolist())
                assert marked == [*turn.marked] * (seat == state.turn)
            turn = turn.after(data.draw(st.sampled_from(turn.actions))) if turn.actions else None

    check()


RARE = [
    qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd Gs", "Yx"], supply="", passes=1, turn=1),
    qwirkle.position(board="Rs@-7,40", hands=["Bd", "Gd"], supply="", scores=[3, 900]),
    qwirkle.position(
        qwirkle.get_variant("standard", no_play="all-passed"),
        board="Rs@0,0",
        hands=["Bd", "Gd"],
        supply="",
        passes=2,
    ),
    qwirkle.position(
        ACTIONS, board="Rs@0,0", hands=["Rc Bd", "Gd"], acted=True, barred="1,0", taken="Rc"
    ),
]


@pytest.mark.parametrize("state", RARE, ids=["passed", "no play", "all passed", "barred"])
def test_the_view_of_rare_states_can_be_read_back(state: TileState) -> None:
    """Random games do not reach these: passes, every kind of end, a taken tile (R10)."""
    for seat in range(len(state.players)):
        view = qwirkle.observe(state, seat)
        assert read_back(seen(state, seat), view) == view


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_states_that_look_alike_give_the_same_arrays(game: TileGame) -> None:
    """Neither the arrays nor the possible actions hold anything that the view does not."""

    @SOME
    @given(states(game, max_moves=40), st.randoms(use_true_random=False), st.data())
    def check(state: Any, random: Random, data: st.DataObject) -> None:
        layout = layout_of(state)
        for seat in range(len(state.players)):
            view = qwirkle.observe(state, seat)
            other = view.sample_state(Random(random.random()))
            assert same(seen(state, seat), seen(other, seat))
            if seat != state.turn:
                continue
            here, there = (
                PartialTurn.begin(layout.steps, state),
                PartialTurn.begin(layout.steps, other),
            )
            while here.actions[1:]:
                assert here.actions == there.actions
                assert same(layout.arrays(view, here), layout.arrays(view, there))
                action = data.draw(st.sampled_from(here.actions))
                steps = here.after(action), there.after(action)
                if not isinstance(steps[0], PartialTurn) or not isinstance(steps[1], PartialTurn):
                    assert steps[0] == steps[1]
                    break
                here, there = steps  # type: ignore[assignment]

    check()


def test_finished_games_say_why_they_ended() -> None:
    """The reason is given by its index, with one more for reasons that only a variant knows."""
    state = qwirkle.position(board="Rs@0,0", hands=["", "Gd"], supply="")
    assert seen(state, 0)["outcome"].tolist() == [1]
    stuck = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gd"], supply="")
    assert seen(stuck, 0)["outcome"].tolist() == [2]
    view = qwirkle.observe(state, 0)
    assert view.outcome is not None
    own = attrs.evolve(view, outcome=attrs.evolve(view.outcome, reason=authoring.Code.GAP))
    arrays = layout_of(view).arrays(own, PartialTurn.begin(Steps.of("standard"), view))
    assert arrays["outcome"].tolist() == [len(qwirkle.EndReason) + 1]


TABLE = qwirkle.position(
    board="Rs@0,0", hands=["Bs Bc", "Gd", "Yx"], supply="Gk Gx", scores=[3, 5, 7]
)
BLUE = Tile.parse("Bs")
STEPS = Steps.of("standard")


def test_everyone_sees_the_placed_tiles() -> None:
    """Only in the hand of their player they are no longer counted."""
    for seat in range(3):
        arrays = seen(TABLE, seat, STEPS.place(BLUE, 20, 21))
        assert on_planes(arrays, is_new=True) == {Cell(0, 1): BLUE}
        assert on_planes(arrays) == {Cell(0, 0): Tile.parse("Rs")}
        assert arrays["hand_sizes"].sum() == 4
    hand = seen(TABLE, 0, STEPS.place(BLUE, 20, 21))["hand"]
    assert tiles(hand.tolist()) == [Tile.parse("Bc")]


def test_only_the_player_knows_which_tiles_are_marked() -> None:
    """To the other players the position looks the same as before (X1)."""
    marked = seen(TABLE, 0, STEPS.mark(BLUE))
    assert tiles(marked["marked"].tolist()) == [BLUE]
    assert tiles(marked["hand"].tolist()) == [Tile.parse("Bc")]
    for seat in (1, 2):
        assert same(seen(TABLE, seat, STEPS.mark(BLUE)), seen(TABLE, seat))


def test_tiles_outside_the_window_are_not_shown() -> None:
    """All others are, wherever the board is; the numbers of the array say where."""
    for left in (0, -40, 2**30 - 9):
        tiles_at = {(left + y, x): tile for (x, y), tile in qwirkle.Board(LONG).items()}
        state = qwirkle.position(board=tiles_at, hands=["Os", "Yk"])
        for window in (13, 15):
            arrays = seen(state, 0, window=window)
            assert arrays["centre"].tolist() == [left, 7]
            wanted = {
                cell: tile for cell, tile in state.board.items() if window == 15 or 0 < cell.y < 14
            }
            assert on_planes(arrays) == wanted


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
@pytest.mark.parametrize("window", [13, 41])
def test_the_arrays_match_their_declared_spaces(game: TileGame, window: int) -> None:
    """Shape, type and range agree."""
    state = qwirkle.new_game(game, players=4, seed=1)
    layout = layout_of(state, window)
    arrays = seen(state, 2, window=window)
    assert arrays.keys() == layout.bounds.keys()
    for name, bounds in layout.bounds.items():
        assert (arrays[name].shape, arrays[name].dtype) == (bounds.shape, bounds.type)
        assert bounds.low <= arrays[name].min() <= arrays[name].max() <= bounds.high
    assert layout.bounds["board"].shape == (13, window, window)
    assert ("specials" in arrays) == bool(game.specials)
    assert ("more" in arrays) == (game.extra_type is Actions)


WORDS = Kind(str, str, {"type": "string"}, "")


@attrs.frozen(kw_only=True)
class Diary(Extra):
    """Numbers and flags, and other values that are written as text."""

    diary: str = field(WORDS)
    day: int = field(COUNT)
    sunny: bool = field(FLAG)
    steps: tuple[int, ...] = per_seat(COUNT)
    marked: int = field(COUNT)
    guides: tuple[int, ...] = per_seat(SEAT)
    wishes: tuple[Any, ...] = per_seat(HAND, repeats=True)
    seen: tuple[Any, ...] = field(PIECES, repeats=True)


class Hiking(TileGame[Diary]):
    """A game that adds fields to the state."""

    extra_type: ClassVar[type[Extra]] = Diary

    def pieces(self) -> tuple[Any, ...]:
        """One piece more than usual."""
        return (*super().pieces(), Special("sun"))


def test_numbers_of_a_variant_have_their_own_arrays() -> None:
    """Any other value is part of a text."""
    own = {"diary": "Rain.", "day": 7, "sunny": True, "steps": [5, 6, 8]}
    state = qwirkle.position(Hiking("hiking"), board="Rs@0,0", **own, players=3)
    arrays = seen(state, 1)
    assert (arrays["day"].tolist(), arrays["sunny"].tolist()) == ([7], [1])
    assert arrays["steps"].tolist() == [6, 8, 5]
    own = json.loads(bytes(arrays["more"].tolist()).rstrip(b"\0"))
    assert own == {
        "diary": "Rain.",
        "marked": 0,
        "guides": [0, 0, 0],
        "wishes": ["", "", ""],
        "seen": "",
    }
    assert arrays["specials"].tolist() == [1]
    assert arrays["marked"].shape == (36,)


def test_fields_that_are_too_long_are_refused() -> None:
    """They are never truncated."""
    state = qwirkle.position(Hiking("hiking"), board="Rs@0,0", diary="x" * TEXT)
    with pytest.raises(
        qwirkle.errors.InvalidValue, match="more has more or larger numbers than fit"
    ):
        seen(state, 0)


def test_boards_that_are_too_far_away_are_refused() -> None:
    """Cells can be anywhere on a board, but not in an array."""
    for x, fits in ((2**31 - 3, True), (2**31, False), (10**10, False)):
        state = qwirkle.position(board={(x, 0): "Rs"}, hands=["Bd", "Gd"])
        if fits:
            assert seen(state, 0)["centre"].tolist() == [x, 0]
        else:
            with pytest.raises(qwirkle.errors.InvalidValue, match="larger numbers than fit"):
                seen(state, 0)


def test_the_view_of_another_number_of_players_is_refused() -> None:
    """The arrays would have no room for them."""
    state = qwirkle.new_game(players=3, seed=1)
    layout = Layout(Steps.of("standard"), players=2)
    with pytest.raises(
        qwirkle.errors.InvalidValue, match="the view is of a game of 3 players, not of 2"
    ):
        layout.arrays(qwirkle.observe(state, 0), PartialTurn.begin(layout.steps, state))
