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
from tile_games import ACTIONS, SOME, TILE_GAMES

import qwirkle
from qwirkle import Color, EndReason, Shape, Tile, TileState, TileView, authoring
from qwirkle.adapters.arrays import NUMBER, TEXT, Arrays, Layout
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


def layout_of(state: TileState | TileView) -> Layout:
    """The layout for the game of a state."""
    return Layout(Steps.of(state.variant), len(state.players))


def seen(state: TileState, seat: int, *actions: int) -> Arrays:
    """The arrays of a seat after some steps of the turn."""
    layout = layout_of(state)
    turn = PartialTurn.begin(layout.steps, state)
    for action in actions:
        after = turn.after(action)
        assert isinstance(after, PartialTurn)
        turn = after
    return layout.arrays(qwirkle.observe(state, seat), turn)


def same(first: Arrays, second: Arrays) -> bool:
    """Whether two observations are equal."""
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )


def tile(color: int, shape: int) -> str:
    """The text of a tile whose colour and shape are numbered from 1."""
    return str(Tile(Color(color - 1), Shape(shape - 1)))


def read_back(arrays: Arrays, like: TileView) -> Any:
    """Rebuild the view from its arrays; `like` provides only the game and the players, which
    stay the same throughout the games of an environment."""
    given = {name: array.tolist() for name, array in arrays.items()}
    [seat], [turn], [size], [passes], [ply], [reason] = (
        given[name] for name in ("seat", "turn", "supply_size", "passes", "ply", "outcome")
    )
    seats = len(like.players)

    def by_seat(values: list[int]) -> list[int]:
        return [values[(other - seat) % seats] for other in range(seats)]

    unseen = [
        tile(color + 1, shape + 1)
        for color, row in enumerate(given["unseen"])
        for shape, count in enumerate(row)
        for _ in range(count)
    ]
    for name, count in zip(layout_of(like).specials, given.get("specials", ()), strict=True):
        unseen += [str(Special(name))] * count
    fields = {
        "board": " ".join(f"{tile(c, s)}@{x},{y}" for x, y, c, s in given["board"] if c),
        "scores": by_seat(given["scores"]),
        "turn": (turn + seat) % seats,
        "passes": passes,
        "seat": seat,
        "hand": " ".join(tile(c, s) for c, s in given["hand"] if c),
        "hand_sizes": by_seat(given["hand_sizes"]),
        "supply_size": size,
        "unseen": " ".join(unseen),
        "ply": ply,
        "outcome": [None, *map(str, EndReason)][reason],
    }
    if "more" in given:
        fields |= json.loads(bytes(given["more"]).rstrip(b"\0"))
    if "acted" in given:
        fields["acted"] = bool(given["acted"][0])
    return qwirkle.view(like.variant, players=like.players, **fields)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_view_can_be_read_back(game: TileGame) -> None:
    """The arrays therefore hold everything that is in the view."""

    @SOME
    @given(states(game, max_moves=40))
    def check(state: Any) -> None:
        for seat in range(len(state.players)):
            view = qwirkle.observe(state, seat)
            assert read_back(seen(state, seat), view) == view

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
LAY = 1 + 6 + 1 * 218 + 3  # the second tile on the fourth open cell


def test_everyone_sees_the_placed_tiles() -> None:
    """They also see where the next tile could go; the hand is still that of the start."""
    for seat in range(3):
        arrays = seen(TABLE, seat, LAY)
        assert arrays["placed"].tolist()[:2] == [[1, 0, 5, 2], [0, 0, 0, 0]]
        assert [1, 2, 0] in arrays["open"].tolist()
        assert arrays["board"].tolist()[:2] == [[0, 0, 1, 2], [0, 0, 0, 0]]
        assert arrays["used"].tolist() == ([0, 1, 0, 0, 0, 0] if seat == 0 else [0] * 6)
    assert seen(TABLE, 0, LAY)["hand"].tolist()[:3] == [[5, 1], [5, 2], [0, 0]]


def test_only_the_player_knows_which_tiles_are_marked() -> None:
    """To the other players the position looks the same as before (X1)."""
    assert seen(TABLE, 0, 1)["used"].tolist() == [1, 0, 0, 0, 0, 0]
    assert not same(seen(TABLE, 0, 1), seen(TABLE, 0))
    for seat in (1, 2):
        assert same(seen(TABLE, seat, 1), seen(TABLE, seat))


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_arrays_match_their_declared_spaces(game: TileGame) -> None:
    """Shape, type and range agree, and the board has room for a whole box."""
    state = qwirkle.new_game(game, players=4, seed=1)
    layout = layout_of(state)
    arrays = seen(state, 2)
    assert arrays.keys() == layout.bounds.keys()
    for name, bounds in layout.bounds.items():
        assert (arrays[name].shape, arrays[name].dtype) == (bounds.shape, NUMBER)
        assert bounds.low <= arrays[name].min() <= arrays[name].max() <= bounds.high
    assert layout.bounds["board"].shape == (108, 4)
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
    used: int = field(COUNT)
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
        "used": 0,
        "guides": [0, 0, 0],
        "wishes": ["", "", ""],
        "seen": "",
    }
    assert (arrays["used"].shape, arrays["specials"].tolist()) == ((6,), [1])


def test_fields_that_are_too_long_are_refused() -> None:
    """They are never truncated."""
    state = qwirkle.position(Hiking("hiking"), board="Rs@0,0", diary="x" * TEXT)
    with pytest.raises(
        qwirkle.errors.InvalidValue, match="more has more or larger numbers than fit"
    ):
        seen(state, 0)


def test_boards_that_are_too_far_away_are_refused() -> None:
    """Cells can be anywhere on a board, but not in an array."""
    for x, fits in ((2**31 - 3, True), (2**31 - 1, False), (10**10, False)):
        state = qwirkle.position(board={(x, 0): "Rs"}, hands=["Bd", "Gd"])
        if fits:
            assert seen(state, 0)["board"][0, 0] == x
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
