"""The table of the page "Try it": a game against a bot, and what the page shows of it.

It runs in the browser, beside the library itself. The page calls a method for every click and
gets a JSON text back, which holds all that is to be seen; it decides nothing by itself.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

import qwirkle
from qwirkle import Cell, Exchange, Move, Pass, Place, TileGame, TileState, TileView, render
from qwirkle.bots import greedy
from qwirkle_variants import ActionMoves

YOU: Final = 0
BOT: Final = 1
PLAYERS: Final = ("You", "Bot")
FIRST: Final = "standard"
"""The variant that the page begins with, and compares the others with."""

STARTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "a new game": {},
    "a hand that fits nowhere": {
        "board": "Rs@0,0 Rc@1,0 Rd@2,0",
        "hands": ["Bt Gk Yx Ot Pk Bx", "Rs Gs Bs Yc Oc Pd"],
        "scores": [3, 0],
        "turn": YOU,
    },
    "the last tiles": {
        "board": "Rs@0,0 Rc@1,0 Rd@2,0 Bd@2,1",
        "hands": ["Rt Gk", "Gx Yx"],
        "supply": "",
        "scores": [71, 74],
        "turn": YOU,
    },
}
"""What one can start from. The last two are where the editions disagree."""

_SEEDS: Final = 1_000_000  # so that a seed is short enough to be passed on


def editions() -> str:
    """The tile games that are installed: each name with what is on its box, as JSON.

    >>> [edition["name"] for edition in json.loads(editions())][:3]
    ['standard', '999games-fr', '999games-nl']
    """
    found: list[dict[str, str]] = []
    for name in sorted(qwirkle.variants(), key=lambda name: (name != FIRST, name)):
        variant = qwirkle.get_variant(name)
        if isinstance(variant, TileGame):
            box = variant.edition
            words = [box.publisher, box.year, *box.languages] if box else ["the library's default"]
            said = ", ".join(str(word) for word in words if word)
            found.append({"name": name, "label": f"{name} ({said})"})
    return json.dumps(found)


def starts() -> str:
    """What one can start from, as JSON."""
    return json.dumps(list(STARTS))


class Table:
    """A game under way, and what the reader is about to do.

    >>> page = json.loads(Table("standard", "a hand that fits nowhere", "1").page())
    >>> page["hand"][0]["name"], page["say"]
    ('orange star', 'Your turn: choose a tile, then a cell.')
    """

    def __init__(self, variant: str = FIRST, start: str = "a new game", seed: str = "") -> None:
        """Set up a game; an empty seed is chosen by chance.

        Raises:
            QwirkleError: if the seed is no number, or there is no such variant.
        """
        try:
            number = int(seed) if seed.strip() else secrets.randbelow(_SEEDS)
        except ValueError:
            raise qwirkle.InvalidValue(f"a seed is a whole number, not {seed!r}") from None
        fields = STARTS[start]
        self.state: TileState = (
            qwirkle.position(variant, players=PLAYERS, seed=number, **fields)
            if fields
            else qwirkle.new_game(variant, PLAYERS, number)
        )
        self._fits = True  # whether to show where a chosen tile fits
        self._log: list[str] = []
        self._last: tuple[Cell, ...] = ()
        # What the reader is about to do; tiles by their places in the hand.
        self._chosen: int | None = None
        self._laid: dict[Cell, int] = {}
        self._aside: set[int] | None = None  # to be exchanged; None while placing
        self._tell(self._whose_turn())

    # What the reader does

    def choose(self, i: int) -> str:
        """Take up a tile of the hand, or put it down again; in an exchange, set it aside."""
        if not self._is_yours:
            self._tell(self._whose_turn())
        elif self._aside is not None:
            self._aside ^= {i}
            self._tell(f"{_count(len(self._aside))} to give back.")
        elif i not in self._laid.values():
            self._chosen = None if self._chosen == i else i
            self._judge()
        return self.page()

    def click(self, x: int, y: int) -> str:
        """Lay the chosen tile on a cell, or take back the one that was laid there."""
        cell = Cell(x, y)
        if not self._is_yours:
            self._tell(self._whose_turn())
        elif self._aside is not None:
            self._tell("You are exchanging: choose tiles of your hand, or go back to placing.")
        elif cell in self._laid:
            self._chosen = self._laid.pop(cell)
            self._judge()
        elif self._chosen is None:
            self._tell("First choose a tile of your hand.")
        elif cell in self.state.board:
            self._explain(self._placement(cell))
        else:
            self._laid[cell] = self._chosen
            self._chosen = None
            self._judge()
        return self.page()

    def take_back(self) -> str:
        """Take all tiles back that are not played yet."""
        self._begin_turn()
        return self.page()

    def exchanging(self) -> str:
        """Begin to choose tiles for an exchange, or go back to placing."""
        begins = self._aside is None
        self._begin_turn()
        if begins:
            self._aside = set()
            self._tell("Choose the tiles to give back, then press Exchange.")
        return self.page()

    def play(self) -> str:
        """Play the tiles that were laid, or exchange those that were set aside."""
        return self._do(self._intended)

    def pass_turn(self) -> str:
        """Do nothing, if the rules let you."""
        return self._do(Pass())

    def special(self, i: int) -> str:
        """Make one of the moves that only this variant has."""
        return self._do(self._specials()[i])

    def bot(self) -> str:
        """Let the bot make its move, which it chooses by what its player may know."""
        if self.state.turn == BOT and not self.state.is_over:
            self._make(greedy(qwirkle.observe(self.state, BOT)))
        return self.page()

    def show_fits(self, fits: bool) -> str:
        """Say whether to show where a chosen tile fits."""
        self._fits = fits
        return self.page()

    # What follows from it

    @property
    def _view(self) -> TileView:
        """What the reader may know: the page is made from it alone."""
        return qwirkle.observe(self.state, YOU)

    @property
    def _is_yours(self) -> bool:
        return self.state.turn == YOU and not self.state.is_over

    @property
    def _intended(self) -> Move:
        """The move that the reader has prepared."""
        if self._aside is None:
            return self._placement()
        return Exchange([self.state.hands[YOU][i] for i in self._aside])

    def _placement(self, *more: Cell) -> Place:
        """The tiles that were laid, and the chosen one on one cell more."""
        laid = {**self._laid, **dict.fromkeys(more, self._chosen or 0)}
        return Place({cell: self.state.hands[YOU][i] for cell, i in laid.items()})

    def _begin_turn(self) -> None:
        self._chosen = self._aside = None
        self._laid = {}
        self._tell(self._whose_turn())

    def _whose_turn(self) -> str:
        if self.state.outcome is not None:
            won = " and ".join(PLAYERS[seat] for seat in self.state.winners)
            return f"The game is over ({self.state.outcome.reason}). {won} won."
        if self.state.turn == BOT:
            return "The bot is thinking."
        return "Your turn: choose a tile, then a cell."

    def _specials(self) -> tuple[Move, ...]:
        moves = qwirkle.legal_moves(self._view)
        return moves.actions if isinstance(moves, ActionMoves) else ()

    def _tell(self, say: str, violations: tuple[qwirkle.Violation, ...] = ()) -> None:
        self._say, self._reasons = say, violations

    def _judge(self) -> None:
        """Say what the tiles that were laid are worth, or why they cannot be played."""
        if self._laid:
            self._explain(self._placement())
        else:
            chosen = self._chosen is not None
            self._tell("Now choose a cell." if chosen else self._whose_turn())

    def _explain(self, move: Move) -> None:
        violations = qwirkle.check(self._view, move)
        if violations:
            self._tell("That is not legal:", violations)
            return
        self._tell(f"{_points(qwirkle.score(self._view, move))}. Press Play, or lay more tiles.")

    def _do(self, move: Move) -> str:
        if qwirkle.check(self._view, move):
            self._explain(move)
        else:
            self._make(move)
        return self.page()

    def _make(self, move: Move) -> None:
        seat = self.state.turn
        points = qwirkle.score(self.state, move)
        self.state = qwirkle.apply(self.state, move)
        if isinstance(move, Place):
            tiles = ", ".join(tile.name for tile in move.laid)
            did = f"{tiles} ({move}) for {_points(points)}"
            self._last = move.cells
        elif isinstance(move, Exchange):
            # Which tiles the bot exchanges is nobody's business.
            did = f"exchanged {_count(len(move.tiles))}"
        else:
            did = str(move)
        self._log.append(f"{PLAYERS[seat]}: {did}.")
        self._begin_turn()
        self._tell(f"{self._log[-1]} {self._whose_turn()}")

    # What the page shows

    def page(self) -> str:
        """Everything that is to be seen, as JSON."""
        view = self._view
        scene = view.variant.scene(view)
        held = {*self._laid.values()}
        chosen = {self._chosen, *(self._aside or ())}
        return json.dumps(
            {
                **self._picture(view),
                "variant": view.variant.name,
                "seed": str(self.state.seed),
                "yours": self._is_yours,
                "bot": not self._is_yours and not view.is_over,
                "exchanging": self._aside is not None,
                "legal": not qwirkle.check(view, self._intended),
                "say": self._say,
                "reasons": [
                    {"text": reason.message, "rules": reason.rules} for reason in self._reasons
                ],
                "players": [
                    {
                        "name": seat.name,
                        "score": seat.score,
                        "tiles": seat.size,
                        "turn": seat.to_move,
                    }
                    for seat in scene.seats
                ],
                "notes": scene.notes,
                "hand": [
                    {
                        "letters": str(tile),
                        "name": tile.name,
                        "svg": render.svg(tile),
                        "laid": i in held,
                        "chosen": i in chosen,
                    }
                    for i, tile in enumerate(view.hand)
                ],
                "specials": [str(move) for move in self._specials()],
                "log": self._log,
                "differences": _differences(view.variant),
            }
        )

    def _picture(self, view: TileView) -> dict[str, Any]:
        """The table with the tiles laid so far, and where its cells are in the picture."""
        board = view.board.placing((cell, view.hand[i]) for cell, i in self._laid.items())
        if view.board:
            around = {near for cell in board for near in cell.neighbors} - {*board}
        else:  # where the first line will be
            around = {Cell(x, 0) for x in range(len(view.hand))} - {*board}
        points = self._fitting(view, around)
        last = [cell for cell in self._laid or self._last if cell in board]
        boxes = render.boxes(board, cells=around)
        return {
            "svg": render.svg(board, last=last, cells=around - {*points}, points=points),
            "cells": [
                {
                    "x": cell.x,
                    "y": cell.y,
                    "left": box.left,
                    "top": box.top,
                    "width": box.width,
                    "height": box.height,
                    "label": f"{cell}: {board[cell].name if cell in board else 'empty'}"
                    + (f", for {_count(points[cell], 'point')}" if cell in points else ""),
                }
                for cell, box in boxes.items()
            ],
            "last": [list(cell) for cell in last],
        }

    def _fitting(self, view: TileView, cells: set[Cell]) -> dict[Cell, int]:
        """Where the chosen tile can be laid so that it could be played, with the points."""
        if self._chosen is None or not self._fits:
            return {}
        moves = {cell: self._placement(cell) for cell in sorted(cells)}
        return {
            cell: qwirkle.score(view, move).total
            for cell, move in moves.items()
            if not qwirkle.check(view, move)
        }


def _differences(variant: TileGame) -> list[dict[str, Any]]:
    """What is played otherwise than in the variant that the page begins with, in words."""
    first = qwirkle.get_variant(FIRST).facts()
    second = variant.facts()
    return [
        {
            "rules": difference.rules,
            "first": first[difference.field].text if difference.field in first else "no such rule",
            "second": second[difference.field].text,
        }
        for difference in qwirkle.compare(FIRST, variant)
    ]


def _points(score: qwirkle.Score) -> str:
    """Points in words, with what they add up from."""
    parts = [f"{line.points} ({line})" for line in score.lines]
    if score.end_bonus:
        parts.append(f"{score.end_bonus} (for ending the game)")
    total = _count(score.total, "point")
    return f"{total}: {' + '.join(parts)}" if len(parts) > 1 else total


def _count(number: int, what: str = "tile") -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
