"""Errors in a plugin's code: they name the plugin, the hook and the move."""

from __future__ import annotations

import asyncio
import copy
import functools
import inspect
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Self

import attrs
import pytest
from cases import case

import qwirkle
from qwirkle import (
    Exchange,
    InvalidValue,
    Move,
    Outcome,
    Pass,
    Place,
    PluginError,
    SimulationError,
    State,
    TileGame,
    TileMoves,
    TileState,
    TileView,
    View,
)
from qwirkle_variants import DrawThree

HERE = __name__


class Failing(TileGame):
    """A game in which one hook fails."""


def failing(**members: Any) -> TileGame:
    """A game with some members replaced."""
    kind: type[TileGame] = type("Broken", (Failing,), {"__module__": HERE, **members})
    return kind("broken")


def fail(*args: object, **kwargs: object) -> Any:
    """A hook that fails."""
    raise KeyError("oops")


def table(game: TileGame, **fields: Any) -> Any:
    """A position with a tile on the board, both hands filled and nothing to draw."""
    usual = {"board": "Rs@0,0", "hands": ["Bs Rc", "Gd"], "supply": "", "turn": 0}
    return qwirkle.position(game, **{**usual, **fields})


MOVE = Place("Bs@1,0")
MOVE_ = Place("Rc@-1,0")
"""The first move of the list."""

# Each hook, a call that uses it, and the move that the error names.
ASKED: dict[str, tuple[Callable[[TileGame], Any], Move | None]] = {
    "ending": (lambda game: table(game).outcome, None),
    "line_points": (lambda game: qwirkle.score(table(game), MOVE), MOVE),
    "end_bonus": (lambda game: list(qwirkle.legal_moves(table(game)).scored()), None),
    "forbids": (lambda game: list(qwirkle.legal_moves(table(game))), MOVE_),
    "may_forbid": (lambda game: list(qwirkle.legal_moves(table(game))), None),
    "own_moves": (lambda game: list(qwirkle.legal_moves(table(game))), None),
    "judge_own": (lambda game: qwirkle.check(table(game), DrawThree()), DrawThree()),
    "can_place": (lambda game: Pass() in qwirkle.legal_moves(table(game, supply="Rd")), None),
    "most_exchanged": (lambda game: list(qwirkle.legal_moves(table(game, supply="Rd"))), None),
    "judge": (lambda game: qwirkle.check(table(game), MOVE), MOVE),
    "advance": (lambda game: qwirkle.apply(table(game), MOVE), MOVE),
    "starter": (lambda game: qwirkle.new_game(game, seed=1), None),
    "winners": (lambda game: table(game, hands=["", "Gd"]).outcome, None),
    "pieces": (lambda game: qwirkle.new_game(game, seed=1), None),
    "new_extra": (table, None),
    "completed": (table, None),
    "faults": (table, None),
    "scene": (lambda game: qwirkle.render.text(table(game)), None),
    "facts": (lambda game: qwirkle.compare("standard", game), None),
}


def test_a_failing_hook_is_named() -> None:
    """The error has the variant, the class and the move, and the exception is its cause."""
    for hook in ASKED:
        with case(hook):
            ask, move = ASKED[hook]
            with pytest.raises(PluginError) as caught:
                ask(failing(**{hook: fail}))
            error = caught.value
            assert (error.variant, error.hook) == ("broken", f"{HERE}.Broken.{hook}")
            assert error.move == move
            assert isinstance(error.__cause__, KeyError)
            for part in ("'broken'", f"{HERE}.Broken.{hook}", "KeyError('oops')"):
                assert part in str(error)
            assert move is None or repr(move) in str(error)
            again = pickle.loads(pickle.dumps(error))
            assert (str(again), again.move) == (str(error), move)


def test_a_position_after_some_moves_says_how_many() -> None:
    """The hook is called with a state alone, like `ending`, after the move was made."""
    for ply, said in ((1, "1 move"), (2, "2 moves")):
        game = failing(ending=lambda self, state, ply=ply: [None][: ply - state.ply][0])
        after = qwirkle.apply(table(game, ply=ply - 1, supply="Rd"), MOVE)
        with pytest.raises(PluginError, match=rf"Broken\.ending after {said}: IndexError"):
            _ = after.is_over


def test_a_wrong_result_is_blamed_on_the_hook() -> None:
    """It is reported before it causes an error elsewhere."""
    for hook, result, expected in (
        ("line_points", "5", "it gives '5', not int"),
        ("end_bonus", None, "it gives None, not int"),
        ("line_points", 2**60, f"it gives {2**60}, where at most {2**50} points are possible"),
        ("end_bonus", -(2**60), f"it gives {-(2**60)}, where at most {2**50} points are possible"),
        ("ending", "done", "it gives 'done', not StrEnum or NoneType"),
        ("most_exchanged", 1.5, "it gives 1.5, not int"),
        ("starter", (), "it gives (), not int"),
        ("starter", 2, "it gives 2, which is none of the 2 seats"),
        ("starter", -1, "it gives -1, which is none of the 2 seats"),
        ("can_place", 1, "it gives 1, not bool"),
        ("winners", None, "it gives None, not some of the 2 seats"),
        ("winners", (), "it gives (), not some of the 2 seats"),
        ("winners", (0, 2), "it gives (0, 2), not some of the 2 seats"),
        ("forbids", True, "it gives True, not Violation or NoneType"),
        ("own_moves", None, "it gives None, not Iterable"),
        ("judge_own", None, "it gives None, not Judgement"),
        ("advance", None, "it gives None, not TileState"),
    ):
        with pytest.raises(PluginError) as caught:
            ASKED[hook][0](failing(**{hook: lambda *args, result=result: result}))
        assert caught.value.hook == f"{HERE}.Broken.{hook}"
        assert expected in str(caught.value)


LAZY: dict[str, Callable[[TileMoves], Any]] = {
    "iter": list,
    "count": lambda moves: moves.count(),
    "sample": lambda moves: moves.sample(Random(1)),
    "best": lambda moves: moves.best(),
    "scored": lambda moves: next(iter(moves.scored())),
    "groups": lambda moves: next(moves.placements.groups()),
    "bool": bool,
    "in": lambda moves: MOVE in moves,
    "exchanges": lambda moves: list(moves.exchanges),
}


def test_moves_that_are_found_lazily_fail_as_well() -> None:
    """The error appears as soon as the legal moves are used."""
    for way in LAZY:
        with case(way):
            moves = qwirkle.legal_moves(table(failing(ending=fail)))
            with pytest.raises(
                PluginError, match=r"Broken\.ending after 0 moves: KeyError\('oops'\)"
            ):
                LAZY[way](moves)


class OwnMoves(TileMoves):
    """A plugin's list of moves, which fails during iteration."""

    __slots__ = ()

    def others(self) -> Iterator[Move]:
        yield from super().others()
        raise KeyError("oops")

    def __contains__(self, move: object) -> bool:
        return [True, super().__contains__(move)][isinstance(move, (Exchange, Pass)) or 2]

    def count(self) -> int:
        raise KeyError("oops")


@attrs.frozen(kw_only=True, repr=False)
class OwnState(TileState):
    """A plugin's state, whose outcome fails."""

    @property
    def outcome(self) -> Outcome | None:
        if self.passes:
            raise KeyError("oops")
        return super().outcome


@attrs.frozen(kw_only=True, repr=False)
class OwnView(TileView):
    """A plugin's view."""

    def sample_state(self, random: Random) -> TileState:
        raise KeyError("oops")


class OwnThings(TileGame):
    """A game with its own states, views and lists of moves."""

    def legal_moves(self, table: Any) -> OwnMoves:
        return OwnMoves(table)

    state_type: ClassVar[type[State]] = OwnState
    view_type: ClassVar[type[View]] = OwnView


def test_a_plugins_own_states_views_and_moves_are_guarded_too() -> None:
    """Overridden methods fail in the same way as hooks."""
    game = OwnThings("own-things")
    state = table(game)
    moves = qwirkle.legal_moves(state)
    first = next(iter(moves))
    assert isinstance(first, Place)
    calls: dict[str, Callable[[], Any]] = {
        "OwnMoves.others": lambda: list(moves),
        "OwnMoves.__contains__": lambda: first in moves,
        "OwnMoves.count": moves.count,
        "OwnState.outcome": lambda: table(game, passes=1).is_over,
        "OwnView.sample_state": lambda: qwirkle.observe(state, 0).sample_state(Random(1)),
    }
    for hook, call in calls.items():
        with pytest.raises(PluginError) as caught:
            call()
        assert (caught.value.variant, caught.value.hook) == ("own-things", f"{HERE}.{hook}")
    for clone in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert clone == state


def test_errors_of_the_library_come_through() -> None:
    """A hook that raises one of the library's errors is not broken."""

    def refuse(self: TileGame, table: Any, move: Move) -> Any:
        raise InvalidValue("not on a Sunday")

    def refuse_later(self: TileGame) -> Any:
        yield from refuse(self, None, MOVE)

    with pytest.raises(InvalidValue, match="not on a Sunday"):
        qwirkle.check(table(failing(judge=refuse)), MOVE)
    with pytest.raises(InvalidValue, match="not on a Sunday"):
        qwirkle.new_game(failing(pieces=refuse_later), seed=1)


@pytest.mark.parametrize("error", [SystemExit(3), asyncio.CancelledError(), RecursionError()])
def test_a_hook_cannot_exit_the_program(error: BaseException) -> None:
    """Exceptions such as SystemExit are reported too."""

    def leave(self: TileGame, length: int) -> int:
        raise error

    with pytest.raises(PluginError) as caught:
        qwirkle.score(table(failing(line_points=leave)), MOVE)
    assert caught.value.__cause__ is error


def test_a_hook_can_be_interrupted() -> None:
    """Ctrl-C still works."""

    def wait(self: TileGame, length: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        qwirkle.score(table(failing(line_points=wait)), MOVE)


def test_a_hook_with_endless_recursion() -> None:
    """It is reported like any other error."""
    game = failing(end_bonus=lambda self: self.end_bonus())
    with pytest.raises(PluginError, match="RecursionError"):
        qwirkle.score(table(game, hands=["Bs", "Gd"]), MOVE)


@attrs.frozen(repr=False)
class Slotted(TileGame):
    """A game made by attrs that calls its base class in every way."""

    bonus: int = 3

    @staticmethod
    def line_points(length: int) -> int:
        if length == 5:
            raise KeyError(length)
        return 10 * length

    def end_bonus(self) -> int:
        return super().end_bonus() + self.bonus

    @property
    def largest_hand(self) -> int:
        return super().largest_hand + self.rules.hand_size // (self.bonus + 1)

    def starter(self, players: Sequence[Any], hands: Sequence[Any]) -> int:
        """The last player starts."""
        return len(players) - 1 if super().starter(players, hands) is not None else 0


class Mixin:
    """A base class shared by several games of a plugin."""

    def most_exchanged(self, table: Any) -> int:
        raise KeyError("mixin")


class Cached(Mixin, Slotted):
    """A game with less common kinds of members."""

    @functools.lru_cache  # noqa: B019 - a plugin may do so
    def end_bonus(self) -> int:
        raise KeyError("cached")

    @functools.cached_property
    def largest_hand(self) -> int:
        raise KeyError("property")

    @classmethod
    def advance(cls, *args: Any) -> Any:
        raise KeyError(cls.__name__)

    player_counts = property(doc="nobody can read it")


def test_every_kind_of_member_is_guarded() -> None:
    """Static methods do not know the variant, so the error cannot name it."""
    game: Any = qwirkle.get_variant(Slotted("slotted"))
    assert [game.line_points(2), game.end_bonus(), game.largest_hand] == [20, 9, 7]
    assert qwirkle.new_game(game, players=3, seed=1).turn == 2
    assert inspect.signature(game.starter).parameters.keys() == {"players", "hands"}
    assert inspect.getdoc(game.starter) == "The last player starts."
    assert attrs.evolve(game, bonus=0).largest_hand == 12
    with pytest.raises(PluginError, match=r"^a variant failed in .*Slotted\.line_points: KeyErr"):
        game.line_points(5)
    with pytest.raises(PluginError, match=r"^the variant 'slotted' failed in .*\.largest_hand: Ze"):
        _ = attrs.evolve(game, bonus=-1).largest_hand
    rare: Any = qwirkle.get_variant(Cached("rare"))
    for hook, call in {
        "Cached.end_bonus": rare.end_bonus,
        "Cached.largest_hand": lambda: rare.largest_hand,
        "Cached.advance": rare.advance,
        "Mixin.most_exchanged": lambda: rare.most_exchanged(None),
    }.items():
        with pytest.raises(PluginError, match="KeyError") as caught:
            call()
        assert caught.value.hook == f"{HERE}.{hook}"
    with pytest.raises(AttributeError):  # no code of the plugin can fail here
        _ = rare.player_counts


@attrs.frozen
class Jump(qwirkle.BareMove):
    """A move that cannot be read."""

    verb: ClassVar[str] = "jump"

    @classmethod
    def from_words(cls, first: Any, words: Any) -> Self:
        raise KeyError("oops")


class Jumping(TileGame):
    """A game with a move of its own."""

    move_types: ClassVar[tuple[type[Move], ...]] = (*TileGame.move_types, Jump)


def test_a_plugins_own_moves_are_guarded_too() -> None:
    """An error while their text is read is reported."""
    qwirkle.register(Jumping("jumping"))
    with pytest.raises(PluginError, match=rf"^a variant failed in {HERE}.Jump.from_words: KeyErr"):
        qwirkle.parse_move("jump", "jumping")


def test_a_class_is_guarded_once() -> None:
    """It does not matter how many games, subclasses and threads use it."""
    qwirkle.get_variant(Slotted("first"))
    before = dict(vars(Slotted))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: qwirkle.get_variant(Cached("again")), range(20)))
    assert dict(vars(Slotted)) == before
    assert not hasattr(Cached.starter.__wrapped__, "__wrapped__")  # type: ignore[attr-defined]


def test_our_own_classes_are_not_guarded() -> None:
    """They are therefore not slowed down."""
    for name in qwirkle.variants():
        variant = qwirkle.get_variant(name)
        kinds = [kind for kind in type(variant).__mro__ if issubclass(kind, qwirkle.Variant)]
        members = [member for kind in kinds for member in vars(kind).values()]
        assert not [member for member in members if hasattr(member, "__qwirkle_guarded__")]
    assert hasattr(qwirkle.get_variant(failing(starter=fail)).starter, "__qwirkle_guarded__")  # type: ignore[attr-defined]


class Nameless(TileGame):
    """A game whose name cannot be read."""

    @property
    def name(self) -> str:
        raise KeyError("name")

    def end_bonus(self) -> int:
        raise KeyError("oops")


def test_a_variant_whose_name_fails() -> None:
    """The class is named instead."""
    nameless = object.__new__(Nameless)
    assert qwirkle.get_variant(nameless) is nameless
    with pytest.raises(PluginError) as caught:
        nameless.end_bonus()
    assert str(caught.value) == f"a variant failed in {HERE}.Nameless.end_bonus: KeyError('oops')"


def test_messages_stay_short() -> None:
    """Names, moves and exceptions of a plugin are shortened."""
    game = failing(judge=lambda self, table, move: [][len(str(move)) * 10**6])
    with pytest.raises(PluginError) as caught:
        qwirkle.check(table(game), Exchange("Bs " * 50))
    assert len(str(caught.value)) < 400
    error = PluginError("x" * 999, "y" * 999, "z" * 999, Pass(), 7)
    assert len(str(error)) < 1000


class FailsInEnding(TileGame):
    """A game that fails when four tiles are on the board."""

    def ending(self, state: TileState) -> StrEnum | None:
        if len(state.board) > 6:
            raise KeyError("oops")
        return super().ending(state)


def test_a_simulation_blames_the_plugin_and_not_the_bot() -> None:
    """It works here and in the workers of an executor, and finished games are kept."""
    qwirkle.register(FailsInEnding("fails"))
    with ThreadPoolExecutor(1) as executor:
        for workers in (None, executor):
            with pytest.raises(SimulationError) as caught:
                qwirkle.simulate("fails", ["greedy", "random"], games=2, executor=workers)
            assert str(caught.value).startswith(f"the variant 'fails' failed in {HERE}.FailsInEnd")
            assert isinstance(caught.value.__cause__, PluginError)
            assert (caught.value.bot, caught.value.finished.games) == (None, ())


class FailsForBots(TileGame):
    """A game that fails while a bot examines it, or when the bot's move is made."""

    hook: ClassVar[str] = "most_exchanged"

    def most_exchanged(self, position: Any) -> int:
        if self.hook == "most_exchanged" and len(position.board) > 6:
            raise KeyError("oops")
        return super().most_exchanged(position)

    def advance(self, before: TileState, move: Move, after: TileState) -> TileState:
        if self.hook == "advance" and len(before.board) > 6:
            raise KeyError("oops")
        return super().advance(before, move, after)


@pytest.mark.parametrize("hook", ["most_exchanged", "advance"])
def test_a_bot_is_not_blamed_for_a_failing_plugin(
    hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plugin is blamed while the bot examines the game and when its move is made."""
    monkeypatch.setattr(FailsForBots, "hook", hook)
    qwirkle.register(FailsForBots("fails"))
    with pytest.raises(SimulationError, match=rf"FailsForBots\.{hook}\b.*: KeyError") as caught:
        qwirkle.simulate("fails", ["greedy", "random"], games=1)
    assert caught.value.bot is None


def test_draws_and_records_name_the_move() -> None:
    """So does every function that is called with a move."""
    state = table(failing(judge=fail))
    for ask in (qwirkle.draws, lambda state, move: qwirkle.GameRecord(state).play(move)):
        with pytest.raises(PluginError) as caught:
            ask(state, MOVE)
        assert caught.value.move == MOVE


@attrs.frozen(repr=False)
class Generous(TileGame):
    """A game with a field of its own that is called `bonus`."""

    bonus: int = 3

    def end_bonus(self) -> int:
        return super().end_bonus() + self.bonus


def test_a_plugin_may_have_a_field_called_bonus() -> None:
    """The hook decides the points for the last tile, and nothing else."""
    state = table(Generous("generous"), hands=["Bs", "Gd"])
    assert qwirkle.score(state, MOVE).end_bonus == 9
    assert dict(qwirkle.legal_moves(state).scored())[MOVE] == 11
    assert qwirkle.apply(state, MOVE).scores == (11, 0)
