"""Games of the page to play on, for tests: positions, taps, and what the page then shows."""

from __future__ import annotations

from typing import Any

from table.playing import YOU, Game

import qwirkle
from qwirkle import GameRecord

STUCK = {
    "board": "Rs@0,0 Rc@1,0 Rd@2,0",
    "hands": ["Bt Gk Yx Ot Pk Bx", "Rs Gs Bs Yc Oc Pd"],
    "scores": [3, 0],
}
"""A hand that fits nowhere."""
LAST = {
    "board": "Rs@0,0 Rc@1,0 Rd@2,0 Bd@2,1",
    "hands": ["Rt Gk", "Gx Yx"],
    "supply": "",
    "scores": [71, 74],
}
"""The last tiles."""


def game_of(variant: Any, *kinds: str, **fields: object) -> Game:
    """A game from a position, by default of a person against a bot; the person has the turn."""
    usual = {"players": [YOU, "Bot"], "turn": 0, "seed": 1}
    state = qwirkle.position(variant, **{**usual, **fields})
    return Game(GameRecord(state), kinds or ("person", "greedy"))


def tap(game: Game, *keys: str) -> dict[str, Any]:
    """The page after some taps."""
    for key in keys:
        game.tap(key)
    return game.page()


def button(game: Game, call: str, value: str = "") -> dict[str, Any] | None:
    """A button of the page, if it is there."""
    found = (
        each for each in game.page()["buttons"] if (each["call"], each["value"]) == (call, value)
    )
    return next(found, None)


def can_play(game: Game) -> bool:
    """Whether what has been prepared can be played."""
    found = button(game, "play")
    return found is not None and found["legal"]


def rules(page: dict[str, Any]) -> list[str]:
    return [rule["id"] for reason in page["reasons"] for rule in reason["rules"]]
