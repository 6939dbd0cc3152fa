"""States and views: their contents, draws that are given, and sampled states."""

from __future__ import annotations

import copy
import itertools
from random import Random
from typing import Any

import pytest
from cases import case
from samples import finished, opened, tiles

import qwirkle
from qwirkle import Exchange, Player, State, View, authoring
from qwirkle.authoring import TileGame, TilePosition
from qwirkle.errors import InvalidValue, UnknownAttribute
from qwirkle.supply import mixed
from qwirkle.tiles import TILES, Tile

# States


def test_a_new_game() -> None:
    """S1 to S3: the box is mixed by the seed, every player gets six, and the rest is the supply."""
    state = qwirkle.new_game(players=["Ada", Player("Bob", 8), "Cy"], seed=1)
    pieces = mixed(TILES * 3, 1, 0)
    assert state.players == (Player("Ada"), Player("Bob", 8), Player("Cy"))
    assert state.hands == tuple(tuple(sorted(pieces[i : i + 6])) for i in (0, 6, 12))
    assert state.supply == authoring.Supply(pieces[18:])
    assert (state.board, state.scores) == (qwirkle.Board(), (0, 0, 0))
    assert (state.passes, state.ply, state.seed) == (0, 0, 1)
    assert isinstance(state, State)


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_a_game_has_winners_but_no_attribute_winner(variant: str) -> None:
    """The error names the right attribute; `hasattr` and copies see no such attribute."""
    state = qwirkle.new_game(variant, seed=1)
    for position in (state, qwirkle.observe(state, 1)):
        with pytest.raises(UnknownAttribute, match=r"there is no 'winner'.*; use 'winners'"):
            position.winner  # noqa: B018
        assert not hasattr(position, "winner")
        assert copy.deepcopy(position) == copy.copy(position) == position
        with pytest.raises(AttributeError, match="object has no attribute 'loser'"):
            position.loser  # noqa: B018


def test_an_endless_list_of_players_is_too_many() -> None:
    """No more of it is read than can play."""
    names = map(str, itertools.count())
    with pytest.raises(InvalidValue, match="2 to 4 players"):
        qwirkle.new_game(players=names)
    assert next(names) == "5"


@pytest.mark.parametrize("name", ["", "x" * 81, "a\nb", "\t", "\ud800", None, 5, b"Ada"], ids=ascii)
def test_names_of_players_have_one_to_eighty_printable_characters(name: Any) -> None:
    with pytest.raises(InvalidValue, match="a player's name must be 1 to 80 printable characters"):
        Player(name)
    assert Player("x" * 80).name == "x" * 80


@pytest.mark.parametrize("age", [-1, 151, 3.0, "9", True, [], b"9"])
def test_ages_of_players_are_years_or_unknown(age: Any) -> None:
    with pytest.raises(InvalidValue, match="a player's age must be None or 0 to 150 years"):
        Player("Ada", age=age)
    assert [Player("Ada", years).age for years in (0, 150, None)] == [0, 150, None]


# The next state


def test_given_draws() -> None:
    """The drawn pieces may be given in any order, as texts or tiles."""
    state = opened()
    for draw in ("Yk Rd", tiles("Yk Rd"), ["Yk", Tile.parse("Rd")], iter(tiles("Yk Rd"))):
        after = qwirkle.apply(state, Exchange("Bc Bd"), draw=draw)
        assert after.hands[0] == tuple(sorted(tiles("Gs Yk Rd")))
        assert after.supply.tiles == mixed(tiles("Rc Yk Bc Bd"), 11, 4)
    usual = qwirkle.api.draws(state, Exchange("Bc Bd"))
    assert usual == tiles("Rc Rd")
    assert qwirkle.apply(state, Exchange("Bc Bd"), draw=usual) == qwirkle.apply(
        state, Exchange("Bc Bd")
    )
    assert qwirkle.api.draws(state, Exchange("Bc Bd"), draw="Yk Yk") == tiles("Yk Yk")


# Views


def test_the_contents_of_a_view() -> None:
    """It has the board, the player's hand, and the sizes of the rest."""
    state = opened()
    view = qwirkle.observe(state, 1)
    assert isinstance(view, View)
    assert (view.seat, view.turn, view.may_move) == (1, 0, False)
    assert view.hand == tiles("Gd Yx")[::-1]
    assert (view.hand_sizes, view.supply_size, view.stock) == ((3, 2), 4, 4)
    assert view.unseen == tuple(sorted(tiles("Bc Bd Gs Rc Rd Yk Yk")))
    assert (view.board, view.scores, view.players) == (state.board, state.scores, state.players)
    assert (view.passes, view.outcome, view.is_over, view.winners) == (0, None, False, ())
    assert view.variant == state.variant
    assert qwirkle.observe(state, 0).may_move
    over = qwirkle.observe(finished(), 0)
    assert (over.outcome, over.is_over, over.winners) == (finished().outcome, True, (1,))


def test_seats_that_do_not_exist() -> None:
    """True is not a seat, and negative seats are refused. The message says what to pass."""
    values: list[Any] = [2, -1, True, 0.0, "0", None, 10**30, b"0", "Ada"]
    for seat in values:
        with (
            case(seat),
            pytest.raises(
                InvalidValue, match=r"there is no seat .*; pass a number: 0 is \w+, 1 is "
            ),
        ):
            qwirkle.observe(opened(), seat)


PLY, SEED = 123_456_789, 9_876_543_210_123_456_789


def secret_state(**changes: object) -> qwirkle.TileState:
    """A state with much to hide from Ada: two hands, the supply's order, the seed and the ply."""
    fields: dict[str, Any] = {
        "players": ["Ada", "Bob", "Cy"],
        "board": "Rs@0,0 Bs@1,0",
        "hands": ["Bc Bd Gs", "Yc Yd Yt", "Oc Od Ot Ok"],
        "supply": "Pk Gx Pc Rx Gd",
        "scores": [4, 7, 1],
        "turn": 1,
        "seed": SEED,
        "ply": PLY,
    }
    return qwirkle.position(**(fields | changes))


def test_views_of_states_that_differ_in_visible_parts() -> None:
    cases: list[dict[str, Any]] = [
        {"board": "Rs@0,0 Bs@1,0 Ys@2,0"},
        {"hands": ["Bc Bd Gt", "Yc Yd Yt", "Oc Od Ot Ok"]},
        {"hands": ["Bc Bd Gs", "Yc Yd Yt Ok", "Oc Od Ot"]},
        {"scores": [4, 7, 2]},
        {"turn": 2},
        {"passes": 1},
        {"ply": 0},
        {"players": ["Ada", "Bob", "Di"]},
        {"supply": "Pk Gx Pc Rx"},
    ]
    for changes in cases:
        with case(changes):
            view, other = (
                qwirkle.observe(secret_state(), 0),
                qwirkle.observe(secret_state(**changes), 0),
            )
            assert view != other
            assert qwirkle.to_json(view) != qwirkle.to_json(other)


class Recording(Random):
    """A generator that remembers its last number."""

    last = 0.0

    def random(self) -> float:
        self.last = super().random()
        return self.last


def test_a_sample_has_a_seed_of_its_own() -> None:
    """It has as many moves as the view, and its seed is the last 32 bits that are drawn."""
    for variant in ("standard", "schmidt-actions", "cards"):
        state = qwirkle.new_game(variant, seed=2**40)
        while state.ply < 3:
            state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
        for seat in (0, 1):
            for seed in range(5):
                random = Recording(seed)
                view = qwirkle.observe(state, seat)
                sampled: Any = view.sample_state(random)
                assert view.ply == sampled.ply == 3
                assert sampled.seed == int(random.last * 2**32)
                assert 2**20 < sampled.seed < 2**32


def test_every_unseen_tile_can_be_anywhere() -> None:
    """In many samples each rival holds each unseen tile at least once."""
    view = qwirkle.observe(secret_state(), 0)
    for other in (1, 2):
        seen = {t for seed in range(200) for t in view.sample_state(Random(seed)).hands[other]}
        assert seen == set(view.unseen)
    first = {view.sample_state(Random(seed)).supply.tiles[0] for seed in range(200)}
    assert first == set(view.unseen)


def test_abstract_classes_cannot_be_made() -> None:
    """Only variants make states, views and lists of moves."""
    for kind in (State, View, qwirkle.Variant, authoring.LegalMoves):
        with pytest.raises(TypeError, match="abstract"):
            kind()  # type: ignore[abstract]


class OneAtMost(TileGame):
    """A game in which at most one tile is exchanged."""

    def most_exchanged(self, table: TilePosition) -> int:
        """One, if the rules allow any."""
        return min(1, super().most_exchanged(table))


def test_a_subclass_lowers_the_exchange_limit() -> None:
    state = qwirkle.position(OneAtMost("one-at-most"), board="Rs@0,0", hands=["Gd Bc", "Gk"])
    moves = qwirkle.legal_moves(state)
    assert [str(move) for move in moves.exchanges] == ["swap Gd", "swap Bc"]
    [violation] = qwirkle.check(state, qwirkle.Exchange("Gd Bc"))
    assert violation.code is authoring.Code.EXCHANGE_TOO_LARGE
    assert violation.message == "too many tiles to exchange: 2, but at most 1 may be exchanged"


def test_the_citations_and_the_edition_of_a_tile_game() -> None:
    """Citations are by rule id, and the edition is that of a box or None."""
    for field in ({"citations": 3}, {"edition": 3}, {"defaults": 3}):
        with pytest.raises(qwirkle.errors.InvalidValue, match="not 3"):
            TileGame("x", **field)  # type: ignore[arg-type]
    citation = authoring.Citation("printed", "somewhere", "as usual")
    game = TileGame("x", citations={"S1": citation})
    assert dict(game.with_options(hand_size=5).citations) == {"S1": citation}
    game.citations["S2"] = citation  # type: ignore[index]  # a copy, which changes nothing
    assert dict(game.citations) == {"S1": citation}
