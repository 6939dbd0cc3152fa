"""The Python behind the page to play on: games, and a judge for boards at home.

It runs in the browser, beside the library itself, and knows no variant by name. The page calls
:func:`answer` for everything that people do, gets everything to show as JSON, and decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import qwirkle
from qwirkle.authoring import sentence
from table.judging import Judge
from table.playing import Game, strengths
from table.showing import pictures, variants

__all__ = ["Desk", "answer"]


class Desk:
    """The game that is played, and the question to the judge.

    >>> desk = Desk()
    >>> desk.new_game("standard", ["Ada", "Bob"], ["person", "greedy"], "7")["variant"]
    'standard'
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.judge = Judge()

    def choices(self) -> dict[str, Any]:
        """Everything that can be chosen, and the pictures of all tiles."""
        return {
            "version": qwirkle.__version__,
            "variants": variants(),
            "strengths": strengths(),
            "tiles": pictures(),
        }

    def new_game(self, variant: str, *settings: Any) -> Any:
        """Begin a game; the settings are those of :meth:`Game.new`."""
        self.game = Game.new(variant, *settings)
        return self.game.page()

    def load(self, text: str) -> Any:
        """Continue a saved game."""
        self.game = Game.load(text)
        return self.game.page()

    def save(self) -> str:
        """The game as a text that :meth:`load` reads."""
        return "" if self.game is None else self.game.save()

    def play(self, name: str, *values: Any) -> Any:
        """Call a method of the game, by one of the names in ``ACTIONS``."""
        if self.game is None or name not in Game.ACTIONS:
            raise qwirkle.errors.InvalidValue("there is no game in which this can be done")
        getattr(self.game, name)(*values)
        return self.game.page()

    def ask(self, name: str, *values: Any) -> Any:
        """Call a method of the judge, by one of the names in ``ACTIONS``."""
        if name not in Judge.ACTIONS:
            raise qwirkle.errors.InvalidValue("the judge cannot be asked this")
        getattr(self.judge, name)(*values)
        return self.judge.page()


_DESK: Final = Desk()
_CALLS: Final[Mapping[str, Callable[..., Any]]] = {
    name: getattr(_DESK, name) for name in ("choices", "new_game", "load", "save", "play", "ask")
}


def answer(call: str, values: str) -> str:
    """The answer to a call of the page, as JSON: a value, or what is wrong.

    Args:
        call: the name of the call.
        values: its arguments, as a JSON array.

    >>> answer("play", '["undo"]')
    '{"error": "There is no game in which this can be done."}'
    """
    try:
        return json.dumps({"value": _CALLS[call](*json.loads(values))})
    except qwirkle.QwirkleError as error:
        return json.dumps({"error": sentence(str(error))})
