"""The conformance suite applied to games with their own hooks."""

from __future__ import annotations

import pytest
from own_games import Partners, Starred

import qwirkle
from qwirkle.authoring import Rules, TileGame
from qwirkle.testing import CHECKS, Check

GAMES = [Starred("starred"), Partners("partners", Rules(max_players=4))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_suite_passes(check: Check, game: TileGame) -> None:
    """Bonus points, a settlement, open hands and a fixed board are as sound as the usual rules."""
    qwirkle.register(game)
    check(game)
