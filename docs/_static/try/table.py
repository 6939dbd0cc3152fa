"""The table of the page "Try it": a game against a bot, and what the page shows of it.

It runs in the browser, beside the library itself. The page calls a method for every click and
gets a JSON text back with everything to be seen; it decides nothing by itself.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import qwirkle
from qwirkle import Board, Cell, Exchange, Move, Pass, Place, Tile, TileState, TileView, render
from qwirkle.authoring import (
    Fact,
    Scene,
    Seat,
    Special,
    TileGame,
    TileMoves,
    counted,
    ending,
    sentence,
    third_person,
    tile_names,
)
from qwirkle.bots import greedy
from qwirkle.tilegame.draft import Draft, Fit

YOU: Final = 0
BOT: Final = 1
PLAYERS: Final = ("You", "Bot")
FIRST: Final = "standard"
"""The variant that the page starts with, and compares the others with."""

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
_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six")


def editions() -> str:
    """The tile games for two that are installed: each name with a label for people, as JSON.

    A game that cannot be loaded is left out, so that the others can still be played.

    >>> [edition["label"] for edition in json.loads(editions())][:3]
    ['Original rules', '999 Games (French)', '999 Games (Dutch)']
    """
    found: list[dict[str, str]] = []
    for name, origin in qwirkle.variants().items():
        try:
            variant = qwirkle.get_variant(name)
        except qwirkle.QwirkleError:
            continue
        # Only a tile game has the draft of a placement that the page helps with.
        if isinstance(variant, TileGame) and len(PLAYERS) in variant.player_counts:
            box = variant.edition
            known_as = box.short if box else ""
            label = "Original rules" if name == FIRST else known_as or f"{name} (from {origin})"
            found.append({"name": name, "label": label})
    return json.dumps(sorted(found, key=lambda edition: edition["name"] != FIRST))


def rulebook() -> str:
    """The titles of the rules in the rulebook by their ids, as JSON.

    A plugin's own rules are not there.

    >>> json.loads(rulebook())["P3"]
    'One colour or one shape'
    """
    origins = qwirkle.variants()
    own = [name for name in origins if origins[name] == origins[FIRST]]
    return json.dumps(
        {
            rule: statement.title
            for name in own
            for rule, statement in qwirkle.get_variant(name).statements.items()
        }
    )


def starts() -> str:
    """What one can start from, as JSON."""
    return json.dumps(list(STARTS))


class Table:
    """A game under way, and what the reader is about to do.

    >>> page = json.loads(Table("standard", "a hand that fits nowhere", "1").page())
    >>> page["hand"][0]["name"], page["say"]
    ('orange star', 'None of your tiles fits. You can exchange tiles.')
    """

    def __init__(self, variant: str = FIRST, start: str = "a new game", seed: str = "") -> None:
        """Set up a game; an empty seed is chosen by chance.

        Raises:
            QwirkleError: if the seed is no number, or there is no such variant.
        """
        try:
            number = int(seed) if seed.strip() else secrets.randbelow(_SEEDS)
        except ValueError:
            raise qwirkle.errors.InvalidValue(f"a seed is a whole number, not {seed!r}") from None
        fields = STARTS[start]
        self.state: TileState = (
            qwirkle.position(variant, players=PLAYERS, seed=number, **fields)
            if fields
            else qwirkle.new_game(variant, PLAYERS, number)
        )
        self._hints = True  # whether to show what fits where
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
            self._tell(f"{counted(len(self._aside), self._scene.pieces)} to give back.")
        elif i not in self._laid.values():
            self._chosen = None if self._chosen == i else i
            self._judge()
        return self.page()

    def click(self, x: int, y: int) -> str:
        """Place the chosen tile on a cell, or take back the one that was placed there."""
        cell = Cell(x, y)
        if not self._is_yours:
            self._tell(self._whose_turn())
        elif self._aside is not None:
            self._tell("You are exchanging: choose tiles from your hand, or go back to placing.")
        elif cell in self._laid:
            self._chosen = self._laid.pop(cell)
            self._judge()
        elif self._chosen is None:
            self._tell("First choose a tile from your hand.")
        elif cell in self.state.board:
            tile = self.state.hands[YOU][self._chosen]
            self._refuse(self._draft.place(cell, tile).violations)
        else:
            self._laid[cell] = self._chosen
            self._chosen = None
            self._judge()
        return self.page()

    def take_back(self) -> str:
        """Take back all tiles that are not played yet."""
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

    def hint(self) -> str:
        """Put the best move in place, without playing it, and say why it is good."""
        if not self._is_yours:
            self._tell(self._whose_turn())
            return self.page()
        self._begin_turn()
        [best] = qwirkle.advise(self._view, top=1)
        hand: list[Tile | None] = [*self.state.hands[YOU]]
        if isinstance(best.move, Exchange):
            self._aside = {_taken(hand, tile) for tile in best.move.tiles}
        elif isinstance(best.move, Place):
            self._laid = {cell: _taken(hand, tile) for cell, tile in best.move.tiles}
        words = self._special_in_words(best.move)
        if self._laid:
            words = self.state.variant.in_words(self._view, best.move)
        self._tell(" ".join(map(sentence, (f"hint: {words}", *best.why))))
        return self.page()

    def play(self) -> str:
        """Play the tiles that were placed, or exchange those that were set aside."""
        return self._do(self._intended)

    def pass_turn(self) -> str:
        """Do nothing, if the rules let you."""
        return self._do(Pass())

    def special(self, i: int) -> str:
        """Make one of the moves that only this variant has, by its place in their list."""
        return self._do(self._specials()[i])

    def bot(self) -> str:
        """Let the bot make its move, which it chooses by what its player may know."""
        if self.state.turn == BOT and not self.state.is_over:
            self._make(greedy(qwirkle.observe(self.state, BOT)))
        return self.page()

    def show_fits(self, fits: bool) -> str:
        """Say whether to show which tiles fit, and where a chosen tile does."""
        self._hints = fits
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
            return self._draft.move
        return Exchange([self.state.hands[YOU][i] for i in self._aside])

    @property
    def _draft(self) -> Draft:
        """The tiles that are placed, but not played yet, and those that can follow them."""
        return qwirkle.draft(self._view, self._placed)

    def _begin_turn(self) -> None:
        self._chosen = self._aside = None
        self._laid = {}
        self._tell(self._whose_turn())

    def _whose_turn(self) -> str:
        if self.state.is_over:
            return " ".join(map(sentence, ending(self.state)))
        if self.state.turn == BOT:
            return "The bot is thinking."
        if not self._moves.placements:
            return f"None of your tiles fits. You can {' or '.join(self._instead())}."
        if not self.state.board:
            count = _in_words(self._opening_size)
            return f"Your turn: start with your largest set, {count}. Choose a tile, then a space."
        return "Your turn: choose a tile, then a space."

    @property
    def _placed(self) -> dict[Cell, Tile]:
        """The tiles that are placed, but not played yet."""
        return {cell: self.state.hands[YOU][i] for cell, i in self._laid.items()}

    def _around(self) -> set[Cell]:
        """The empty cells that the page shows."""
        placed = self._placed
        if not self.state.board:  # where the first line will be
            size = self._opening_size or len(self.state.hands[YOU])
            row = {Cell(x, 0) for x in range(size)}
            return (row | {fit.cell for fit in self._draft.fits}) - {*placed}
        taken = {*self.state.board, *placed}
        return {near for cell in taken for near in cell.neighbors} - taken

    @property
    def _moves(self) -> TileMoves:
        return qwirkle.legal_moves(self._view)

    @property
    def _opening_size(self) -> int:
        """How many tiles the first line has: that many cells are there for it."""
        return qwirkle.draft(self._view).missing or 0

    def _instead(self) -> Iterator[str]:
        """The reader's choices without a tile that fits, in words."""
        if self._specials():
            yield "use a special move"
        if self._can_exchange:
            yield "exchange tiles"
        if self._can_pass:
            yield "pass"

    @property
    def _can_exchange(self) -> bool:
        return any(True for _ in self._moves.exchanges)

    @property
    def _can_pass(self) -> bool:
        return not qwirkle.check(self._view, Pass())

    def _specials(self) -> tuple[Move, ...]:
        return self._moves.own

    @property
    def _scene(self) -> Scene:
        """What the variant shows, and the words that it uses for points and pieces."""
        view = self._view
        return view.variant.scene(view)

    def _tell(self, say: str, violations: tuple[qwirkle.Violation, ...] = ()) -> None:
        self._say, self._reasons = say, violations

    def _refuse(self, violations: tuple[qwirkle.Violation, ...]) -> None:
        self._tell("That is not allowed:", violations)

    def _judge(self) -> None:
        """Say what the placed tiles are worth, what is missing, or why they cannot be played."""
        draft = self._draft
        if draft.score is not None:
            more = ", or place more tiles" if draft.fits else ""
            self._tell(f"{self._points(draft.score)}. Press Play{more}.")
        elif self._laid and draft.missing:
            self._tell(self._what_is_missing(draft.missing))
        elif self._laid:
            self._refuse(draft.violations)
        elif self._chosen is None:
            self._tell(self._whose_turn())
        else:
            tile = self.state.hands[YOU][self._chosen]
            is_useless = self._hints and all(fit.tile is not tile for fit in draft.fits)
            self._tell(
                f"The {tile.name} does not fit anywhere now: choose another tile."
                if is_useless
                else "Now choose a space."
            )

    def _what_is_missing(self, count: int) -> str:
        """How a placement can still become legal."""
        more = f"Place {_in_words(count, 'more tile')}"
        if self.state.board:
            return f"{more} to complete the line."
        return f"{more}: your largest set has {_WORDS[self._opening_size]}."

    def _do(self, move: Move) -> str:
        violations = qwirkle.check(self._view, move)
        if not violations:
            self._make(move)
        elif self._laid and move == self._draft.move:
            self._judge()
        else:
            self._refuse(violations)
        return self.page()

    def _make(self, move: Move) -> None:
        before, variant = self.state, self.state.variant
        points = qwirkle.score(before, move)
        player = PLAYERS[before.turn]
        did = variant.in_words(before, move)
        did = f"{player} {did if before.turn == YOU else third_person(did)}"
        drawn = qwirkle.api.draws(before, move)
        self.state = qwirkle.apply(before, move)
        self._last = variant.highlights(before, move, self.state) or self._last
        did += f" for {self._points(points)}" if points.total or points.extras else ""
        specials = [piece.name for piece in drawn if isinstance(piece, Special)]
        if specials:  # which everyone sees, unlike the other pieces drawn
            piece = self._scene.pieces.removesuffix("s")
            did += f". {player} drew a special {piece}: {', '.join(specials)}"
        self._log.append(f"{did}.")
        self._begin_turn()
        self._tell(f"{self._log[-1]} {self._whose_turn()}")

    # What the page shows

    def page(self) -> str:
        """Everything that is to be seen, as JSON."""
        view = self._view
        scene = self._scene
        held = {*self._laid.values()}
        chosen = {self._chosen, *(self._aside or ())}
        shows_fits = self._hints and self._is_yours and self._aside is None
        fits = self._draft.fits if shows_fits else ()
        useful = {fit.tile for fit in fits}
        return json.dumps(
            {
                **self._picture(view, scene, fits),
                "variant": view.variant.name,
                "seed": str(self.state.seed),
                "yours": self._is_yours,
                "bot": not self._is_yours and not view.is_over,
                "exchanging": self._aside is not None,
                "legal": not qwirkle.check(view, self._intended),
                "exchange": self._button(Exchange(view.hand[:1]), self._can_exchange),
                "pass": self._button(Pass(), self._can_pass),
                "say": self._say,
                "reasons": [
                    {"text": reason.plain, "rules": reason.rules} for reason in self._reasons
                ],
                "players": [
                    {
                        "name": seat.name,
                        "score": seat.score,
                        "unit": counted(seat.score, scene.unit).partition(" ")[2],
                        "held": _held(seat, scene, seat is scene.seats[YOU]),
                        "turn": seat.to_move,
                    }
                    for seat in scene.seats
                ],
                "notes": scene.notes,
                "hand": [
                    {
                        "name": tile.name,
                        "svg": render.svg(tile),
                        "laid": i in held,
                        "chosen": i in chosen,
                        "fits": tile in useful and i not in held,
                    }
                    for i, tile in enumerate(view.hand)
                ],
                "specials": [self._special_in_words(move) for move in self._specials()],
                "log": self._log,
                "differences": _differences(view.variant),
            }
        )

    def _button(self, move: Move, is_possible: bool) -> dict[str, Any]:
        """Whether a button can be pressed, and if not, why a move like this is not legal."""
        reasons = () if is_possible else qwirkle.check(self._view, move)
        return {"legal": is_possible, "why": " ".join(reason.plain for reason in reasons)}

    def _special_in_words(self, move: Move) -> str:
        """Such a move in words, with its cells, since there may be several tiles of a kind."""
        cells = f" at {' '.join(map(str, move.cells))}" if move.cells else ""
        return f"{self.state.variant.in_words(self._view, move)}{cells}"

    def _points(self, score: qwirkle.Score) -> str:
        """Points in words, with what they add up from."""
        total = counted(score.total, self._scene.unit)
        return f"{total}: {score.sum}" if score.sum else total

    def _picture(self, view: TileView, scene: Scene, fits: Sequence[Fit]) -> dict[str, Any]:
        """The table with the tiles placed so far, and where its cells are in the picture."""
        board = Board(scene.tiles).placing(self._placed.items())
        around = self._around()
        fitting: dict[Cell, int | None] = {}
        if self._chosen is not None:
            tile = view.hand[self._chosen]
            fitting = {fit.cell: fit.points for fit in fits if fit.tile is tile}
        elif not view.board:
            fitting = dict.fromkeys(fit.cell for fit in fits)
        points = {
            cell: total for cell in sorted(around) if (total := fitting.get(cell)) is not None
        }
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
                    "fits": cell in fitting,
                    "label": f"{cell}: {board[cell].name if cell in board else 'empty'}"
                    + (f", for {counted(points[cell], scene.unit)}" if cell in points else "")
                    + (", fits" if cell in fitting and cell not in points else ""),
                }
                for cell, box in boxes.items()
            ],
            "last": [list(cell) for cell in last],
        }


def _taken(hand: list[Tile | None], tile: Tile) -> int:
    """The place of a tile in a hand, from which it is taken."""
    i = hand.index(tile)
    hand[i] = None
    return i


def _held(seat: Seat, scene: Scene, is_yours: bool) -> str:
    """How much a player holds; what it is, if the reader sees that of another player."""
    size = counted(seat.size, scene.pieces)
    return f"{size}: {tile_names(seat.hand)}" if seat.hand and not is_yours else size


def _differences(variant: TileGame) -> list[dict[str, Any]]:
    """The rules that differ from those of the variant that the page begins with, in words."""
    first, second = (game.all_facts() for game in (qwirkle.get_variant(FIRST), variant))
    return [
        {
            "rules": difference.rules,
            "first": _fact(first, difference.field),
            "second": _fact(second, difference.field),
        }
        for difference in qwirkle.compare(FIRST, variant)
    ]


def _fact(facts: Mapping[str, Fact], field: str) -> str:
    return facts[field].text if field in facts else "no such rule"


def _in_words(number: int, what: str = "tile") -> str:
    return f"{_WORDS[number]} {what}{'' if number == 1 else 's'}"
