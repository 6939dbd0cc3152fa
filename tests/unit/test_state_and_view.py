"""States and views: their contents, and what a view must never contain."""

from __future__ import annotations

import copy
import gc
import pickle
import types
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest
from cases import case
from samples import finished, opened, played, tiles, waiting

import qwirkle
from qwirkle import (
    Board,
    EndReason,
    Exchange,
    InvalidDraw,
    InvalidValue,
    NotationError,
    Outcome,
    Pass,
    Place,
    Player,
    State,
    Supply,
    TileGame,
    TileState,
    TileView,
    UnknownAttribute,
    View,
)
from qwirkle.authoring import TilePosition
from qwirkle.state import as_players
from qwirkle.supply import mixed
from qwirkle.testing.conformance import contents
from qwirkle.tiles import TILES, Tile

# States


def test_a_new_game() -> None:
    """S1 to S3: the box is mixed by the seed, every player gets six, and the rest is the supply."""
    state = qwirkle.new_game(players=["Ada", Player("Bob", 8), "Cy"], seed=1)
    pieces = mixed(TILES * 3, 1, 0)
    assert state.players == (Player("Ada"), Player("Bob", 8), Player("Cy"))
    assert state.hands == tuple(tuple(sorted(pieces[i : i + 6])) for i in (0, 6, 12))
    assert state.supply == Supply(pieces[18:])
    assert (state.board, state.scores) == (Board(), (0, 0, 0))
    assert (state.passes, state.ply, state.seed) == (0, 0, 1)
    assert isinstance(state, State)


def test_a_game_has_winners_but_no_attribute_winner() -> None:
    """The error names the right attribute; `hasattr` and copies see no such attribute."""
    for variant in ["standard", "schmidt-actions", "cards"]:
        with case(variant):
            state = qwirkle.new_game(variant, seed=1)
            for position in (state, qwirkle.observe(state, 1)):
                with pytest.raises(
                    UnknownAttribute, match=r"there is no 'winner'.*; use 'winners'"
                ):
                    position.winner  # noqa: B018
                assert not hasattr(position, "winner")
                assert getattr(position, "winner", None) is None
                assert copy.deepcopy(position) == copy.copy(position) == position
                assert pickle.loads(pickle.dumps(position)) == position
                assert attrs.evolve(position, turn=1).turn == 1
                assert "winner" not in attrs.fields_dict(type(position))
                with pytest.raises(AttributeError, match="object has no attribute 'loser'"):
                    position.loser  # noqa: B018


def test_the_order_of_a_seed_never_changes() -> None:
    """A saved seed must always give this game."""
    state = qwirkle.new_game(seed=1)
    assert [" ".join(map(str, hand)) for hand in state.hands] == [
        "Rd Rt Oc Gk Bd Pt",
        "Rx Yc Gc Bc Pd Pk",
    ]
    assert state.turn == 1


def test_the_same_seed_is_the_same_game() -> None:
    """Another seed, or none, gives another game."""
    assert qwirkle.new_game(seed=7) == qwirkle.new_game(seed=7)
    assert qwirkle.new_game(seed=7) != qwirkle.new_game(seed=8)
    one, other = qwirkle.new_game(), qwirkle.new_game()
    assert one.seed != other.seed
    assert qwirkle.new_game(seed=one.seed) == one


def test_numbers_of_players() -> None:
    """S3: two to four can play."""
    for players, count in [(2, 2), (3, 3), (4, 4), (["a", "b", "c"], 3)]:
        with case(players, count):
            state = qwirkle.new_game(players=players, seed=1)
            assert (len(state.players), len(state.hands), len(state.scores)) == (
                count,
                count,
                count,
            )
            assert len(state.supply) == 108 - 6 * count


def test_other_numbers_of_players() -> None:
    """The error names S3 and shows the given value."""
    for players in [0, 1, 5, -1, 10**30, [], ["a"], list("abcde")]:
        with (
            case(players),
            pytest.raises(InvalidValue, match=r"2 to 4 players can play, not .*\[S3\]"),
        ):
            qwirkle.new_game(players=players)


def test_players_are_a_number_or_names() -> None:
    """A text is not a list of its letters, nor a mapping a list of its keys."""
    for players in ["Ada", b"ab", {"Ada": 5, "Bob": 6}, 2.0, None, True]:
        with (
            case(players),
            pytest.raises(InvalidValue, match="players are a number, names or Players, not"),
        ):
            qwirkle.new_game(players=players)


def test_an_endless_list_of_players_is_too_many() -> None:
    """No more of it is read than can play."""
    asked: list[int] = []

    def names() -> Iterator[str]:
        for i in range(1000):
            asked.append(i)
            yield f"p{i}"

    with pytest.raises(InvalidValue, match="2 to 4 players"):
        as_players(names(), 2, 4)
    assert len(asked) == 5


def test_names_of_players() -> None:
    """They have one to eighty printable characters."""
    values: list[Any] = ["", "x" * 81, "a\nb", "\t", "\ud800", None, 5, b"Ada"]
    for name in values:
        with case(name):
            with pytest.raises(
                InvalidValue, match="a player's name must be 1 to 80 printable characters"
            ):
                Player(name)
            assert Player("x" * 80).name == "x" * 80
            assert Player("é ü #'\"").age is None


def test_ages_of_players() -> None:
    """They are years, or unknown."""
    values: list[Any] = [-1, 151, 3.0, "9", True, [], b"9"]
    for age in values:
        with case(age):
            with pytest.raises(InvalidValue, match="a player's age must be None or 0 to 150 years"):
                Player("Ada", age=age)
            assert [Player("Ada", years).age for years in (0, 150, None)] == [0, 150, None]


def test_the_starter() -> None:
    """B1 to B3 and R1, in both kinds of editions."""
    cases: list[tuple[list[str], list[int | None], int, int]] = [
        (["Rs Bd", "Rs Bs"], [None, None], 1, 1),  # B2: the larger set
        (["Rs Bs", "Rs Bs"], [5, 9], 1, 0),  # B3: a tie
        (["Rs Bs", "Rs Bs"], [9, 9], 0, 0),  # R1: equally old
        (["Rs Bs", "Rs Bs"], [None, 9], 0, 0),  # R1: an unknown age
        (["Gd", "Rs Bs", "Rs Bs"], [50, 9, 8], 1, 2),  # only those tied count
        (["Gd", "Rs Bs", "Rs Bs"], [None, 9, 8], 1, 2),
        (["Rs Rs Rs", "Rs Bs"], [9, 5], 1, 1),  # B1: identical tiles count once
        (["", ""], [5, 9], 1, 0),
    ]
    for hands, ages, oldest, youngest in cases:
        with case(hands, ages, oldest, youngest):
            players = [Player("p", age) for age in ages]
            for tie_break, seat in (("oldest", oldest), ("youngest", youngest)):
                variant = qwirkle.get_variant("standard", tie_break=tie_break)
                assert variant.starter(players, [tiles(hand) for hand in hands]) == seat  # type: ignore[attr-defined]


def test_the_properties_of_a_state() -> None:
    """They give the hand of the player to move, the size of the supply, and whether it is over."""
    state = opened(turn=1)
    assert state.hand == state.hands[1]
    assert (len(state.supply), state.stock, state.may_move) == (4, 4, True)
    assert opened(supply="").stock == 0
    assert (state.is_over, state.outcome, state.winners) == (False, None, ())
    over = finished()
    assert over.outcome == Outcome(EndReason.WENT_OUT, (4, 7), (1,))
    assert (over.is_over, over.winners) == (True, (1,))


def test_the_contents_of_a_state() -> None:
    """They are all tiles, wherever they are, in order, and stay the same throughout a game."""
    state = opened()
    wanted = tiles("Rs Bs Bc Bd Gs Gd Yx Rc Rd Yk Yk")
    assert contents(state) == sorted(wanted)
    after = qwirkle.apply(state, Exchange("Bc Gs"))
    assert contents(after) == contents(state)
    game = played(20)
    assert contents(game) == sorted(TILES * 3)


# The next state


def test_placing_draws_scores_and_passes_the_turn() -> None:
    """T1: the hand is refilled from the front of the supply and sorted; the rest stays."""
    state = opened(hands=["Bc Bd Gs Yk Yx Rt", "Gd"], supply="Rc Rd Yk Yk", passes=1)
    after = qwirkle.apply(state, Place("Gs@2,0"))
    assert after.board == Board("Rs@0,0 Bs@1,0 Gs@2,0")
    assert after.hands == (tiles("Rc Rt Yk Yx Bc Bd"), tiles("Gd"))
    assert after.supply == Supply("Rd Yk Yk")
    assert after.scores == (7, 7)
    assert (after.turn, after.passes, after.ply) == (1, 0, state.ply + 1)
    assert (after.players, after.variant, after.seed) == (
        state.players,
        state.variant,
        state.seed,
    )


def test_a_small_hand_is_filled_up_to_six() -> None:
    """T1, E1: as far as the supply allows."""
    after = qwirkle.apply(opened(), Place("Gs@2,0"))
    assert after.hands[0] == tuple(sorted(tiles("Bc Bd Rc Rd Yk Yk")))
    assert after.stock == 0
    after = qwirkle.apply(opened(supply="Rc"), Place("Gs@2,0"))
    assert after.hands[0] == tiles("Rc Bc Bd")
    assert qwirkle.apply(opened(supply=""), Place("Gs@2,0")).hands[0] == tiles("Bc Bd")


def test_exchanging_from_a_bag_mixes_after_drawing() -> None:
    """X1 and X2: the drawn tiles are never those that went back."""
    state = opened()
    after = qwirkle.apply(state, Exchange("Bc Gs"))
    assert after.hands[0] == tuple(sorted(tiles("Rc Rd Bd")))
    assert after.supply.tiles == mixed(tiles("Yk Yk Gs Bc"), 11, 4)
    assert (after.board, after.scores, after.turn) == (state.board, state.scores, 1)
    assert (after.passes, after.ply) == (0, 4)


def test_exchanging_with_stacks_puts_tiles_under_them() -> None:
    """X2 and R19: they keep the order of the exchange."""
    stacks = qwirkle.get_variant("standard", supply="stacks")
    state = qwirkle.position(
        stacks, board="Rs@0,0", hands=["Bc Bd Gs", "Gd"], supply="Rc Rd Yk", seed=3
    )
    after = qwirkle.apply(state, Exchange("Bc Gs"))
    assert after.supply == Supply("Yk Gs Bc")
    assert after.hands[0] == tuple(sorted(tiles("Rc Rd Bd")))


def test_passing_counts_and_draws_nothing() -> None:
    """R3: passes in a row are counted; any other move resets the count."""
    variant = qwirkle.get_variant("standard", stuck="may-exchange")
    state = qwirkle.position(variant, board="Rs@0,0", hands=["Gd", "Yx"], supply="Rc Rd")
    once = qwirkle.apply(state, Pass())
    assert (once.passes, once.turn, once.hands, once.supply) == (1, 1, state.hands, state.supply)
    twice = qwirkle.apply(once, Pass())
    assert (twice.passes, twice.turn, twice.ply, twice.is_over) == (2, 0, 2, False)
    assert qwirkle.apply(twice, Exchange("Gd")).passes == 0


def test_turns_go_round() -> None:
    """B4: turns go by seat, and from the last to the first."""
    state = opened(players=3, hands=["Gs", "Ys", "Os"], scores=[0, 0, 0], turn=2)
    state = qwirkle.apply(state, Place("Os@2,0"))
    assert (state.turn, state.scores) == (0, (0, 0, 3))
    assert qwirkle.apply(state, Place("Gs@3,0")).turn == 1


def test_going_out_ends_the_game() -> None:
    """E2, C3: the game ends at once, with the bonus."""
    state = opened(hands=["Gs", "Gd"], supply="")
    after = qwirkle.apply(state, Place("Gs@2,0"))
    assert after.outcome == Outcome(EndReason.WENT_OUT, (4 + 3 + 6, 7), (0,))
    assert list(qwirkle.legal_moves(after)) == []


def test_the_game_ends_when_nobody_can_place() -> None:
    """E3: at once where it is printed, otherwise after all have passed (R3)."""
    fields: dict[str, Any] = {
        "board": "Rs@0,0",
        "hands": ["Bs Gk", "Yx"],
        "supply": "",
        "scores": [0, 9],
    }
    after = qwirkle.apply(qwirkle.position(**fields), Place("Bs@1,0"))
    assert after.outcome == Outcome(EndReason.NO_PLAY, (2, 9), (1,))
    silent = qwirkle.get_variant("standard", no_play="all-passed")
    state = qwirkle.apply(qwirkle.position(silent, **fields), Place("Bs@1,0"))
    assert not state.is_over
    assert list(qwirkle.legal_moves(state)) == [Pass()]
    state = qwirkle.apply(qwirkle.apply(state, Pass()), Pass())
    assert state.outcome == Outcome(EndReason.ALL_PASSED, (2, 9), (1,))


def test_apply_is_pure() -> None:
    """The given state is unchanged, even if the move or the draw is refused."""
    state, same = opened(), opened()
    first = qwirkle.apply(state, Exchange("Bc"))
    second = qwirkle.apply(state, Exchange("Bc"))
    assert first == second
    with pytest.raises(qwirkle.IllegalMove):
        qwirkle.apply(state, Pass())
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, Exchange("Bc"), draw="Px")
    assert state == same
    assert repr(state) == repr(same)


def test_given_draws() -> None:
    """The drawn pieces may be given in any order, as texts or tiles."""
    state = opened()
    for draw in ("Yk Rd", tiles("Yk Rd"), ["Yk", Tile.parse("Rd")], iter(tiles("Yk Rd"))):
        after = qwirkle.apply(state, Exchange("Bc Bd"), draw=draw)
        assert after.hands[0] == tuple(sorted(tiles("Gs Yk Rd")))
        assert after.supply.tiles == mixed(tiles("Rc Yk Bc Bd"), 11, 4)
    usual = qwirkle.draws(state, Exchange("Bc Bd"))
    assert usual == tiles("Rc Rd")
    assert qwirkle.apply(state, Exchange("Bc Bd"), draw=usual) == qwirkle.apply(
        state, Exchange("Bc Bd")
    )
    assert qwirkle.draws(state, Exchange("Bc Bd"), draw="Yk Yk") == tiles("Yk Yk")


def test_moves_that_draw_nothing() -> None:
    """Only an empty draw is possible."""
    stuck = opened(hands=["Gd", "Bc"], supply="")
    assert qwirkle.draws(stuck, Pass()) == qwirkle.draws(stuck, Pass(), draw="") == ()
    assert qwirkle.apply(stuck, Pass(), draw=()) == qwirkle.apply(stuck, Pass())
    full = opened(hands=["Gs", "Gd"], supply="")
    assert qwirkle.draws(full, Place("Gs@2,0")) == ()


def test_impossible_draws() -> None:
    """The InvalidDraw says what is not in the supply, or how many are drawn."""
    cases: list[tuple[Any, str, str]] = [
        (Exchange("Bc"), "", "nothing cannot be drawn: with these first"),
        (Exchange("Bc"), "Rc Rd", "Rc Rd cannot be drawn: with these first"),
        (Exchange("Bc"), "Px", "Px cannot be drawn: not in the supply"),
        (Exchange("Bc Bd"), "Rc Rc", "Rc cannot be drawn: not in the supply"),
        (Exchange("Bc Bd Gs"), "Px Bc Rc", "Px Bc cannot be drawn"),
        (Place("Gs@2,0"), "Rc", "Rc cannot be drawn: with these first"),
    ]
    for move, draw, message in cases:
        with case(move, draw, message):
            for act in (qwirkle.apply, qwirkle.draws):
                with pytest.raises(InvalidDraw, match=message):
                    act(opened(), move, draw=draw)


def test_draws_that_are_not_tiles() -> None:
    """They are refused before any rule is checked."""
    with pytest.raises(NotationError):
        qwirkle.apply(opened(), Exchange("Bc"), draw="Zz")
    with pytest.raises(InvalidValue, match="expected tiles or their text, not 5"):
        qwirkle.apply(opened(), Exchange("Bc"), draw=5)


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


def test_moves_from_a_view() -> None:
    """The view of the player to move has the same legal moves; a waiting player has none."""
    state = opened()
    mine, theirs = qwirkle.observe(state, 0), qwirkle.observe(state, 1)
    assert list(qwirkle.legal_moves(mine)) == list(qwirkle.legal_moves(state))
    assert list(qwirkle.legal_moves(theirs)) == []
    assert not qwirkle.legal_moves(theirs)
    assert qwirkle.legal_moves(theirs).count() == 0


PLY, SEED = 123_456_789, 9_876_543_210_123_456_789


def secret_state(**changes: object) -> TileState:
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


def reachable(root: object) -> Iterator[object]:
    """Everything that can be reached from an object by attributes, slots or closures."""
    seen: set[int] = set()
    queue: list[Any] = [root]
    while queue:
        found = queue.pop()
        if id(found) in seen or isinstance(found, (type, types.ModuleType)):
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, types.FunctionType):
            # Its globals are left out: they belong to the library, not to the view.
            queue += [found.__closure__, found.__defaults__, found.__kwdefaults__, found.__dict__]
            continue
        queue += gc.get_referents(found)
        if attrs.has(type(found)):
            queue += [getattr(found, field.name) for field in attrs.fields(type(found))]
        for kind in type(found).__mro__:
            for name in getattr(kind, "__slots__", ()):
                queue.append(getattr(found, name, None))
        queue.append(getattr(found, "__dict__", None))


def secrets_of(state: TileState, seat: int) -> list[object]:
    """Everything hidden from a seat: the other hands, the order of the supply, and the seed."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    return [*others, state.supply, state.supply.tiles, state.hands, state.seed]


def leaked(view: View, state: TileState, seat: int) -> list[object]:
    """The secrets and states that can be reached from a view."""
    found = list(reachable(view))
    hidden = [
        secret
        for secret in secrets_of(state, seat)
        for thing in found
        if thing is secret or (type(thing) is type(secret) and thing == secret)
    ]
    in_order = [
        list(state.supply.tiles),
        *(list(h) for i, h in enumerate(state.hands) if i != seat),
    ]
    lists = [thing for thing in found if isinstance(thing, list) and thing in in_order]
    wholes = [thing for thing in found if isinstance(thing, (State, Supply, Random))]
    return hidden + lists + wholes


def test_nothing_hidden_can_be_reached_from_a_view() -> None:
    """No rival's hand, order of the supply, seed or state can be reached."""
    for seat in [0, 1, 2]:
        with case(seat):
            state = secret_state()
            assert not state.is_over
            view = qwirkle.observe(state, seat)
            assert view.hand in list(reachable(view))  # the walk does find hands
            assert leaked(view, state, seat) == []


def test_the_search_would_find_a_leak() -> None:
    """A view that held the state would be caught."""
    state = secret_state()
    view = qwirkle.observe(state, 0)
    for secret in secrets_of(state, 0):
        object.__setattr__(view, "passes", lambda hidden=secret: hidden)
        assert leaked(view, state, 0) != []
    object.__setattr__(view, "passes", [state.supply.tiles[::1]])
    assert leaked(view, state, 0) != []


def test_nothing_hidden_can_be_reached_after_a_game() -> None:
    """The views of a game that was played, queried and scored hold no secrets either."""
    state = played(20)
    for seat in range(3):
        view = qwirkle.observe(state, seat)
        assert qwirkle.legal_moves(view).count() >= 0
        found = list(reachable(view))
        assert not [thing for thing in found if isinstance(thing, (State, Supply))]
        for other, hand in enumerate(state.hands):
            if other != seat and len(set(hand)) > 2:
                assert hand not in found
        assert state.supply.tiles not in found


HIDDEN_CHANGES: list[dict[str, Any]] = [
    {"supply": "Gx Pk Pc Rx Gd"},
    {"seed": 1},
    {"hands": ["Bc Bd Gs", "Oc Od Ot", "Yc Yd Yt Ok"]},
    {"hands": ["Bc Bd Gs", "Yc Yd Pk", "Oc Od Ot Ok"], "supply": "Yt Gx Pc Rx Gd"},
]


def test_views_of_states_that_differ_only_in_hidden_parts() -> None:
    """They are equal in every visible way."""
    for changes in HIDDEN_CHANGES:
        with case(changes):
            state, other = secret_state(), secret_state(**changes)
            assert state != other
            view, same = qwirkle.observe(state, 0), qwirkle.observe(other, 0)
            assert view == same
            assert hash(view) == hash(same)
            assert repr(view) == repr(same)
            assert qwirkle.to_json(view) == qwirkle.to_json(same)
            assert qwirkle.render.text(view) == qwirkle.render.text(same)
            assert qwirkle.from_json(qwirkle.to_json(view)) == view


def test_views_of_states_that_differ_in_visible_parts() -> None:
    """The views differ too."""
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


def test_samples_look_like_the_view() -> None:
    """A sample gives the same view, keeps all tiles, and depends only on the generator."""
    state = secret_state()
    for seat in range(3):
        view = qwirkle.observe(state, seat)
        for seed in range(5):
            sampled = view.sample_state(Random(seed))
            assert qwirkle.observe(sampled, seat) == view
            assert sampled == view.sample_state(Random(seed))
            for hand in sampled.hands:
                assert list(hand) == sorted(hand)
            held = Counter(t for hand in sampled.hands for t in hand)
            assert held + Counter(sampled.supply.tiles) == Counter(
                t for hand in state.hands for t in hand
            ) + Counter(state.supply.tiles)
        assert len({view.sample_state(Random(seed)).hands for seed in range(20)}) > 5


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


def test_samples_need_a_generator() -> None:
    """A number and the class are refused."""
    values: list[Any] = [None, 5, "seed", Random, object]
    for random in values:
        with (
            case(random),
            pytest.raises(InvalidValue, match=r"expected a random\.Random, not"),
        ):
            waiting().sample_state(random)


def test_abstract_classes_cannot_be_made() -> None:
    """Only variants make states, views and lists of moves."""
    for kind in (State, View, qwirkle.Variant, qwirkle.LegalMoves):
        with pytest.raises(TypeError, match="abstract"):
            kind()  # type: ignore[abstract]


def test_a_view_is_its_own_type() -> None:
    """A state is not a view, and a view is not a state."""
    assert not isinstance(waiting(), State)
    assert not isinstance(opened(), View)
    assert isinstance(waiting(), TileView)


class OneAtMost(TileGame):
    """A game in which at most one tile is exchanged."""

    def most_exchanged(self, table: TilePosition) -> int:
        """One, if the rules allow any."""
        return min(1, super().most_exchanged(table))


def test_a_subclass_lowers_the_exchange_limit() -> None:
    """The list and the check both use the hook."""
    state = qwirkle.position(OneAtMost("one-at-most"), board="Rs@0,0", hands=["Gd Bc", "Gk"])
    moves = qwirkle.legal_moves(state)
    assert [str(move) for move in moves.exchanges] == ["swap Gd", "swap Bc"]
    [violation] = qwirkle.check(state, qwirkle.Exchange("Gd Bc"))
    assert violation.code is qwirkle.Code.EXCHANGE_TOO_LARGE
    assert violation.message == "too many tiles to exchange: 2, but at most 1 may be exchanged"


def test_the_citations_and_the_edition_of_a_tile_game() -> None:
    """Citations are by rule id, and the edition is that of a box or None."""
    for field in ({"citations": 3}, {"edition": 3}, {"defaults": 3}):
        with pytest.raises(qwirkle.InvalidValue, match="not 3"):
            TileGame("x", **field)  # type: ignore[arg-type]
    citation = qwirkle.Citation("printed", "somewhere", "as usual")
    game = TileGame("x", citations={"S1": citation})
    assert dict(game.with_options(hand_size=5).citations) == {"S1": citation}
    game.citations["S2"] = citation  # type: ignore[index]  # a copy, which changes nothing
    assert dict(game.citations) == {"S1": citation}
