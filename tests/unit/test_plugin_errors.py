"""Exceptions in a plugin's code: they come through with a note that names the variant and move."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

import pytest
from cases import case

import qwirkle
from qwirkle import Move, Pass, Place, TileState
from qwirkle.authoring import TileGame, TileMoves
from qwirkle.errors import InvalidValue, SimulationError
from qwirkle_variants import DrawThree


def fail(*args: object, **kwargs: object) -> Any:
    """A hook that fails."""
    raise KeyError("oops")


def failing(**members: Any) -> TileGame:
    """A game with some members replaced."""
    moves = (*TileGame.move_types, DrawThree)
    kind: type[TileGame] = type("Broken", (TileGame,), {"move_types": moves, **members})
    return kind("broken")


def table(game: TileGame, **fields: Any) -> Any:
    """A position with a tile on the board, both hands filled and nothing to draw."""
    usual = {"board": "Rs@0,0", "hands": ["Bs Rc", "Gd"], "supply": "", "turn": 0}
    return qwirkle.position(game, **{**usual, **fields})


MOVE = Place("Bs@1,0")
FIRST = Place("Rc@-1,0")
"""The first move of the list."""

# Each hook, a call that uses it, and the move that the note names.
ASKED: dict[str, tuple[Callable[[TileGame], Any], Move | None]] = {
    "ending": (lambda game: table(game).outcome, None),
    "line_points": (lambda game: qwirkle.score(table(game), MOVE), MOVE),
    "end_bonus": (lambda game: list(qwirkle.legal_moves(table(game)).scored()), None),
    "forbids": (lambda game: list(qwirkle.legal_moves(table(game))), FIRST),
    "forbids_tile": (lambda game: list(qwirkle.legal_moves(table(game))), FIRST),
    "bonus_points": (lambda game: list(qwirkle.legal_moves(table(game)).scored()), FIRST),
    "final_scores": (lambda game: table(game, hands=["", "Gd"]).outcome, None),
    "sees": (lambda game: qwirkle.observe(table(game), 0), None),
    "may_forbid": (lambda game: list(qwirkle.legal_moves(table(game)).placements), None),
    "own_moves": (lambda game: list(qwirkle.legal_moves(table(game))), None),
    "judge_own": (lambda game: qwirkle.check(table(game), DrawThree()), DrawThree()),
    "most_exchanged": (lambda game: list(qwirkle.legal_moves(table(game, supply="Rd"))), None),
    "advance": (lambda game: qwirkle.apply(table(game), MOVE), MOVE),
    "starter": (lambda game: qwirkle.new_game(game, seed=1), None),
    "winners": (lambda game: table(game, hands=["", "Gd"]).outcome, None),
    "pieces": (lambda game: qwirkle.new_game(game, seed=1), None),
    "new_extra": (lambda game: qwirkle.new_game(game, seed=1), None),
    "completed": (table, None),
    "faults": (table, None),
}


def test_an_exception_in_a_hook_has_a_note() -> None:
    """The exception is the hook's own; the note names the variant and, if there is one, the move."""
    for hook, (ask, move) in ASKED.items():
        with case(hook):
            with pytest.raises(KeyError, match="oops") as caught:
                ask(failing(**{hook: fail}))
            about = "" if move is None else f", for the move {move}"
            assert caught.value.__notes__ == [f"in the variant 'broken'{about}"]
            assert caught.value.__context__ is None  # nothing of ours hides it


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
    """The exception appears as soon as the legal moves are used, and has one note."""
    for way, use in LAZY.items():
        with case(way):
            moves = qwirkle.legal_moves(table(failing(ending=fail)))
            with pytest.raises(KeyError) as caught:
                use(moves)
            [said] = caught.value.__notes__
            assert said == "in the variant 'broken'" + ", for the move Bs@1,0" * (way == "in")


def test_errors_of_the_library_come_through_without_a_note() -> None:
    """A hook that raises one of the library's errors says itself what is wrong."""

    def refuse(self: TileGame, table: Any, move: Move) -> Any:
        raise InvalidValue("not on a Sunday")

    with pytest.raises(InvalidValue, match="not on a Sunday") as caught:
        qwirkle.check(table(failing(forbids=refuse)), MOVE)
    assert not hasattr(caught.value, "__notes__")


def test_every_function_that_takes_a_move_names_it() -> None:
    state = table(failing(judge_own=fail))
    for ask in (qwirkle.api.draws, lambda state, move: qwirkle.GameRecord(state).play(move)):
        with pytest.raises(KeyError) as caught:
            ask(state, DrawThree())
        assert caught.value.__notes__ == [f"in the variant 'broken', for the move {DrawThree()}"]


class FailsLater(TileGame):
    """A game one hook of which fails when seven tiles are on the board."""

    hook: ClassVar[str] = ""

    def ending(self, state: TileState) -> StrEnum | None:
        self._perhaps("ending", state)
        return super().ending(state)

    def most_exchanged(self, position: Any) -> int:
        self._perhaps("most_exchanged", position)
        return super().most_exchanged(position)

    def advance(self, before: TileState, move: Move, after: TileState) -> TileState:
        self._perhaps("advance", before)
        return super().advance(before, move, after)

    def _perhaps(self, hook: str, position: Any) -> None:
        if self.hook == hook and len(position.board) > 6:
            raise KeyError("oops")


@pytest.mark.parametrize("hook", ["ending", "most_exchanged", "advance"])
def test_a_simulation_blames_the_variant_and_not_the_bot(
    hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does so while a bot looks at the game too, and in the workers of an executor."""
    monkeypatch.setattr(FailsLater, "hook", hook)
    qwirkle.register(FailsLater("fails"))
    with ThreadPoolExecutor(1) as executor:
        for workers in (None, executor):
            with pytest.raises(SimulationError) as caught:
                qwirkle.simulate("fails", ["greedy", "random"], games=2, executor=workers)
            assert str(caught.value) == "the variant 'fails' failed: KeyError('oops')"
            assert isinstance(caught.value.__cause__, KeyError)
            assert caught.value.__cause__.__notes__[0].startswith("in the variant 'fails'")
            assert (caught.value.bot, caught.value.finished.games) == (None, ())


def test_a_simulation_blames_a_bot_for_its_own_mistakes() -> None:
    """Even if the mistake is a call that the library refuses."""

    def careless(view: Any) -> Move:
        return qwirkle.api.draws(view, Pass())  # type: ignore[return-value]

    for bot in (careless, fail):
        with pytest.raises(SimulationError) as caught:
            qwirkle.simulate("standard", [bot, "greedy"], games=1)
        assert caught.value.bot == bot.__name__
