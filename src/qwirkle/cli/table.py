"""The score keeper for a game that is played with real tiles.

People type what was placed, but not what is in the hands. The size of each hand and the tiles that
exist are known, and the rules need nothing else. So every move in the record names a hand that
makes it possible, and the other hidden tiles are dealt again.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import attrs
from rich.console import Console
from rich.text import Text

from qwirkle.api import new_game, observe
from qwirkle.cli import reports
from qwirkle.cli.files import free_path, read_board, write
from qwirkle.cli.seats import PERSON, Chair, parse_chairs
from qwirkle.cli.session import Session
from qwirkle.errors import IllegalMove, InvalidValue, QwirkleError, short_repr
from qwirkle.judgement import Judgement, Violation
from qwirkle.moves import Exchange, Move, Place
from qwirkle.notation import parse_move, typed_tiles
from qwirkle.record import TOLD, GameRecord, held
from qwirkle.registry import variant_of
from qwirkle.scene import Workbench
from qwirkle.state import State, View
from qwirkle.supply import Special, as_pieces, draw, without
from qwirkle.tiles import Tile, in_order

T = TypeVar("T")

_SWAP: Final = re.compile(
    rf"(?:{'|'.join([Exchange.verb, *Exchange.synonyms])}) ([0-9]{{1,2}})(?: tiles?)?",
    re.IGNORECASE,
)
_HELP: Final = {
    Exchange.example: (f"{Exchange.verb} 3", Exchange.meaning),
    "hint": ("hint Rs Bd Gx", "show the best move with this hand, and why"),
    "cells": ("cells Rs Bd Gx", "show what can be placed of this hand, and where"),
    "undo": ("undo", "take back the last move"),
}
"""Examples whose explanations differ from those of a game in the terminal."""
_MADE_UP: Final = "Only the moves are real: the hands and what was drawn are made up."


class Table(Session):
    """A game whose moves people type in; each is saved at once."""

    goes_on: ClassVar[str] = "qwirkle table --resume"
    ends: ClassVar[bool] = False  # someone may have to take back the last move

    def __init__(
        self, record: GameRecord[State], chairs: tuple[Chair, ...], path: Path, console: Console
    ) -> None:
        super().__init__(record, chairs, path, console)
        self.chairs = tuple(Chair(chair.name, PERSON) for chair in chairs)
        self._is_shared = False  # no hand is ever shown

    @property
    def view(self) -> View:
        """The view of the player to move, who may hold any unseen tile."""
        view: Any = observe(self.state, self.state.turn)
        return attrs.evolve(view, hand=in_order(_hidden(view)))  # type: ignore[no-any-return]

    def play(
        self, move: Move, draw: object = None, holding: object = None, comment: str = ""
    ) -> None:
        """Make a move, announce it and save the game.

        Args:
            move: the move.
            draw: the special pieces that were drawn, if there were any.
            holding: the hand, if it is known.
            comment: a comment on the move.

        Raises:
            IllegalMove: if no hand makes the move legal.
        """
        holding = hand_for(self.state, move) if holding is None else holding
        super().play(move, drawn(held(self.state, holding), move, draw), holding, comment)
        write(self.path, str(self.record))
        if self.state.is_over:
            self.console.print(reports.score_sheet(self.record))

    def _told(self, typed: str) -> tuple[Move, object, object]:
        line: Any = TOLD.fullmatch(" ".join(typed.split()))  # which matches everything
        text, shown, specials = line.groups()
        holding = None if shown is None else typed_tiles(shown)
        if swap := _SWAP.fullmatch(text):  # only the number is known
            tiles = holding or _hidden(observe(self.state, self.state.turn))
            return Exchange(tiles[: int(swap[1])]), specials, holding
        return parse_move(text, self.state, forgiving=True), specials, holding

    def _known(self, words: Sequence[str]) -> View:
        if not words:
            raise InvalidValue("name everything in the hand, like: hint Rs Bd Gx")
        return observe(held(self.state, typed_tiles(" ".join(words))), self.state.turn)

    def _help(self) -> Iterator[tuple[str, str]]:
        for row in super()._help():
            yield _HELP.get(row[0], row)
        yield "... holding Rs Bd Gx", "add the hand to a move, if everyone has seen it"

    def _show(self, recent: Sequence[int]) -> None:
        reports.show_position(self.state, self.console, recent, hidden=True)

    def _build(self, bench: Workbench) -> None:
        self._bench = bench
        reports.show_scene(attrs.evolve(bench.scene, notes=()), self.console)

    def _undo(self) -> None:
        super()._undo()
        write(self.path, str(self.record))


def _hidden(view: View) -> tuple[Tile, ...]:
    """The tiles that the player may hold, those in the hand first."""
    return tuple(piece for piece in (*view.hand, *view.unseen) if isinstance(piece, Tile))


def hand_for(state: State, move: Move) -> tuple[Tile, ...]:
    """A hand with which the player to move can make a move.

    It has the tiles of the move, and keeps as much of the present hand as possible.

    Raises:
        IllegalMove: if no hand makes the move legal.

    >>> import qwirkle
    >>> state = qwirkle.position(hands=["Rs Rc Rd", "Gd"], supply="Bs Gs Yx")
    >>> qwirkle.authoring.tiles_text(hand_for(state, qwirkle.parse_move("Bs@0,0 Gs@1,0")))
    'Rc Gs Bs'
    """
    view: Any = observe(state, state.turn)

    def judged(hand: Iterable[Tile]) -> Judgement:
        return state.variant.judge(attrs.evolve(view, hand=in_order(hand)), move)

    used = move.laid if isinstance(move, Place) else ()
    used = move.tiles if isinstance(move, Exchange) else used
    if not used and not judged(()).is_legal:  # perhaps one of the variant's own moves
        found = judged(_hidden(view))
        used = without(_hidden(view), found.rest)[0] if found.rest or found.is_legal else ()
    if violations := judged(used).violations:
        raise IllegalMove(move, violations)
    kept = without(view.hand, used)[0]
    others = without(_hidden(view), (*used, *kept))[0]
    hand = [*used]
    for i in range(len(kept) + 1):
        hand, reasons = [*used], dict[Violation, None]()
        for tile in (*kept[i:], *kept[:i], *others):
            if len(hand) < len(view.hand):
                violations = judged([*hand, tile]).violations
                reasons |= dict.fromkeys(violations)
                hand += [tile] * (not violations)
        if len(hand) < len(view.hand):
            raise IllegalMove(move, tuple(reasons))
        with suppress(InvalidValue):  # it may lack a tile that the player is known to hold
            return held(state, hand).hand
    return in_order(hand)


def drawn(state: State, move: Move, specials: object) -> tuple[object, ...]:
    """The pieces that a move draws; only the special ones are known.

    >>> import qwirkle
    >>> fields = {"board": "Rs@0,0", "hands": ["Rc", "Gd"], "supply": "*draw-three Bs *take-tile Gx"}
    >>> state = qwirkle.position("schmidt-actions", **fields)
    >>> move = qwirkle.parse_move("swap Rc")
    >>> [[*map(str, drawn(state, move, told))] for told in (None, "*take-tile")]
    [['Bs'], ['*take-tile', 'Bs']]
    """
    told = as_pieces(specials or ())
    rest = sorted(without(state.to_draw, told)[0], key=lambda piece: isinstance(piece, Special))
    return draw((*told, *rest), state.variant.judge(state, move).draws).pieces


def new_table(given: Namespace, console: Console) -> Table:
    """A new game. It asks for whatever the arguments of the command leave out."""
    board, played = read_board(given.board) if given.board else (None, None)
    variant = variant_of(given.variant or played or "standard", {})
    # Nobody says who draws a special piece, so if possible its effect is dealt at the start.
    usual = {"dealt": True} if "dealt" in variant.possible_options else {}
    variant = variant_of(variant, {**usual, **dict(given.option)})

    def seated(text: str) -> State:
        chairs = parse_chairs(",".join(f"{name}={PERSON}" for name in text.split(",")))
        return new_game(variant, [chair.name for chair in chairs], 0)

    def seat_of(text: str) -> int:
        for seat, player in enumerate(state.players):
            if player.name.casefold() == text.strip().casefold():
                return seat
        names = ", ".join(player.name for player in state.players)
        raise InvalidValue(f"nobody is called {short_repr(text)}; choose one of {names}")

    state = _asked("The players, in turn order: ", seated, given.seats, console)
    tie = variant.facts().get("tie_break")
    if tie and not board and given.first is None:
        console.print(Text(f"The player with the largest set starts; {tie.text}."))
    turn = _asked("Whose turn is it? " if board else "Who starts? ", seat_of, given.first, console)
    known = {"players": state.players, "turn": turn, "board": board, "scores": given.scores}
    known = {name: value for name, value in known.items() if value is not None}
    if not known.keys() <= variant.fields(variant.state_type).names.keys():
        raise InvalidValue(f"{variant.name} has no board and no points to start from")
    tiles = [piece for piece in variant.position(**known).to_draw if isinstance(piece, Tile)]
    hands = [tiles[i :: len(state.players)][:size] for i, size in enumerate(state.hand_sizes)]
    chairs = tuple(Chair(player.name, PERSON) for player in state.players)
    record = GameRecord(variant.position(**known, hands=hands), (), {"comment": _MADE_UP})
    return Table(record, chairs, free_path(), console)


def _asked(question: str, read: Callable[[str], T], given: str | None, console: Console) -> T:
    """The answer to a question, unless it is given; a wrong answer is asked for again."""
    while given is None:
        try:
            return read(input(question))
        except EOFError:
            raise InvalidValue(f"nobody answered: {question.strip()}") from None
        except QwirkleError as error:
            console.print(reports.indented(str(error), reports.WRONG))
    return read(given)
