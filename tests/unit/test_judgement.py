"""The judgement of a move, and its points line by line."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from samples import opened

import qwirkle
from qwirkle import Exchange, Pass, Place, Score
from qwirkle.authoring import Line, ScoredLine, TileGame, illegal
from qwirkle_variants import ActionRules, ActionTiles, Lay


def test_a_score_is_the_sum_of_its_parts() -> None:
    lines = (ScoredLine((), (), 5), ScoredLine((), (), 7))
    assert Score(lines, 6).total == 18
    assert Score(lines, 6) == Score(lines=lines, end_bonus=6)
    assert hash(Score(lines, 6)) == hash(Score(lines, 6))
    assert Score(lines, 6) != Score(lines, 0)


def test_scored_lines_are_lines() -> None:
    """Their points are part of the value, and they are frozen."""
    score = qwirkle.score(opened(), Place({(2, 0): "Gs"}))
    [line] = score.lines
    assert isinstance(line, Line)
    assert line.fits
    assert line != Line(line.cells, line.tiles)
    assert line != ScoredLine(line.cells, line.tiles, 99)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        line.points = 0  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        score.lines = ()  # type: ignore[misc]


class Generous(TileGame):
    """A variant with other points, set by hooks."""

    def end_bonus(self) -> int:
        """A hundred points."""
        return 100

    def line_points(self, length: int) -> int:
        """Ten points for each tile."""
        return 10 * length


def test_hooks_decide_the_points() -> None:
    """`score`, `apply` and the generator all use line_points and end_bonus."""
    variant = Generous("generous")
    state = qwirkle.position(variant, board="Rs@0,0", hands=["Bs", "Gk"], supply="")
    move = Place({(1, 0): "Bs"})
    assert qwirkle.score(state, move).total == 120
    assert qwirkle.apply(state, move).scores == (120, 0)
    assert dict(qwirkle.legal_moves(state).scored())[move] == 120
    opening = qwirkle.position(variant, hands=["Bs Gx", "Gk"], supply="Rc")
    assert [points for _, points in qwirkle.legal_moves(opening).scored()] == [10, 10]


@pytest.mark.parametrize(
    "text", ["Bs@1,0", "Bs@9,9", "Gd@1,0", "swap Bs", "swap Gd", "pass", "take 0,0"]
)
def test_a_judgement_is_plain_data(text: str) -> None:
    """It equals the next judgement of the same move, survives a pickle, and agrees with `in`."""
    game = qwirkle.get_variant("schmidt-actions", dealt=True)
    state = qwirkle.position(game, board="Rs@0,0", hands=["Bs", "Gd"])
    move = qwirkle.parse_move(text, game)
    judgement = game.judge(state, move)
    assert judgement == game.judge(state, move) == pickle.loads(pickle.dumps(judgement))
    assert judgement.violations == qwirkle.check(state, move)
    assert judgement.is_legal == (move in qwirkle.legal_moves(state))


def test_a_judgement_against_a_move_needs_a_reason() -> None:
    with pytest.raises(qwirkle.errors.InvalidValue, match="needs a reason"):
        illegal()


class Mute(TileGame):
    """A game in which nobody exchanges."""

    move_types = (Place, Pass)


def test_a_game_has_only_the_moves_of_its_types() -> None:
    """A move of another type is neither listed nor legal, and nobody must make it."""
    state = qwirkle.position(Mute("mute"), board="Rs@0,0", hands=["Gd", "Bx"])
    moves = qwirkle.legal_moves(state)
    assert [str(move) for move in moves] == ["pass"]
    assert not moves.exchanges
    [reason] = qwirkle.check(state, Exchange("Gd"))
    assert str(reason) == "this game has no move like swap Gd [T1]"
    for kind in (TileGame, ActionTiles):  # a game that lists a type of moves must judge them
        forgetful: Any = type("Forgetful", (kind,), {"move_types": (*kind.move_types, Lay)})
        game = forgetful("forgetful", ActionRules())
        opened = qwirkle.position(game, board="Rs@0,0", hands=["Gd", "Bx"])
        assert [str(reason) for reason in qwirkle.check(opened, Lay("Rs Rc Rd"))] == [
            "this game has no move like lay Rc Rs Rd [T1]"
        ]
    with pytest.raises(
        qwirkle.errors.InvalidValue, match=r"Idle.move_types: a tile game has placements"
    ):
        type("Idle", (TileGame,), {"move_types": (Exchange, Pass)})
