"""The kernel against the Python code, which is the reference: every answer must be the same.

Where there is no kernel, the Python code alone is looked at, and its answers must agree with each
other.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest
from cases import case
from edition_positions import edition
from engines import ENGINES, agreed, engine, fresh
from examining import differences, played
from own_games import OWN_GAMES, NoSingles
from tile_games import TILE_GAMES

import qwirkle
from qwirkle import TileGame

OPTIONS: list[dict[str, object]] = [
    {"hand_size": 1},
    {"hand_size": 12},
    {"hand_size": 27, "exchange_limit": 1},
    {"supply": "stacks", "exchange_limit": 2},
    {"stuck": "may-exchange", "no_play": "all-passed"},
]

GAMES: dict[str, TileGame] = {
    **{repr(game): game for game in TILE_GAMES},
    **{repr(game): game for game in (edition("standard", **options) for options in OPTIONS)},
    **{game.name: game for game in OWN_GAMES},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_engines_agree_about_every_position_of_a_game(name: str) -> None:
    """Every list, judgement and next state is the same, in the same order."""
    seed, game = len(name), GAMES[name]
    if game in OWN_GAMES:
        qwirkle.register(game)
    games: dict[str, list[tuple[Any, object]]] = {}
    for each in ENGINES:
        with engine(each):
            start = qwirkle.new_game(fresh(game), players=2 + seed % 3, seed=seed)
            most = 40 if game.rules.hand_size <= 8 else 150 // game.rules.hand_size
            games[each] = list(played(start, seed, every=13, most=most))
    for each in ENGINES:
        assert len(games[each]) > 4
        for ply, (one, other) in enumerate(zip_longest(games["python"], games[each])):
            with case(each, ply):
                assert [*differences(one[1], other[1])] == []
                assert one[0] == other[0]
                assert repr(one[0]) == repr(other[0])


def test_a_game_may_have_no_points_for_a_single_tile() -> None:
    """The hook is not asked for them before they are needed, and then the error is the same."""
    game = NoSingles("no-singles")

    def opens(hand: str) -> object:
        state = qwirkle.position(fresh(game), hands=[hand, "Gd"])
        return [(str(move), points) for move, points in qwirkle.legal_moves(state).scored()]

    assert agreed(lambda: opens("Rs Bs")) == [("Rs@0,0 Bs@1,0", 2), ("Bs@0,0 Rs@1,0", 2)]
    with pytest.raises(qwirkle.PluginError, match="KeyError"):
        agreed(lambda: opens("Rs"))
