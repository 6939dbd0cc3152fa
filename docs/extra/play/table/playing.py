"""A game on the page: people and bots in turn, and the move that a person is about to make."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Final

import qwirkle
from qwirkle import (
    Cell,
    Exchange,
    GameRecord,
    Move,
    Pass,
    Place,
    State,
    Tile,
    TileView,
    View,
    bots,
)
from qwirkle.authoring import (
    Scene,
    Special,
    TileMoves,
    Workbench,
    counted,
    ending,
    sentence,
    third_person,
    tile_names,
)
from qwirkle.errors import InvalidValue, NotationError, WorkLimitReached
from qwirkle.record import rounds
from qwirkle.tilegame.draft import Draft, Fit
from table.showing import around, cell_shown, labelled, points, reasons

PERSON: Final = "person"
YOU: Final = "You"
"""The name of the only person, which takes another form of the verb."""
MOST_LISTED: Final = 100
"""The most moves that are listed for a game whose moves cannot be built by hand."""

_STRENGTHS: Final = {"greedy": "Easy", "careful": "Medium", "strong": "Hard"}
_SEEDS: Final = 1_000_000  # so that a seed is short enough to be passed on
_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six")
_SECONDS: Final = 0.7  # for a hint, besides what its moves take


def strengths() -> list[dict[str, str]]:
    """The kinds of players: people, bots of three strengths, and all other bots by name.

    >>> [each["label"] for each in strengths()][:5]
    ['Person', 'Easy: greedy', 'Medium: careful', 'Hard: strong', 'random']
    """
    named = {name: f"{label}: {name}" for name, label in _STRENGTHS.items()}
    others = {name: name for name in bots.names() if name not in named}
    kinds = {PERSON: "Person", **named, **others}
    return [{"name": name, "label": label} for name, label in kinds.items()]


class Game:
    """A game, who plays it, and what the person to move has prepared.

    Things that can be tapped have keys: ``hand 3``, the cell ``1,0``, ``row 2``, the fourth
    piece in it, ``row 2 4``, ``new`` for a new row, and ``hand``.

    >>> game = Game.new("standard", ["Ada", "Bob"], ["person", "greedy"], "7")
    >>> [seat["name"] for seat in game.page()["seats"]]
    ['Ada', 'Bob']
    """

    ACTIONS: ClassVar[tuple[str, ...]] = (
        *("tap", "drag", "take_back", "exchange", "pick", "act", "play", "typed", "listed"),
        *("hint", "undo", "redo", "bot", "uncover", "show_fits"),
    )
    """The methods that the page may call."""

    def __init__(self, record: GameRecord[Any], kinds: Sequence[str]) -> None:
        """Seat everyone; the record may have moves already.

        Raises:
            QwirkleError: if there is no such bot, or no seat for each player.
        """
        players = record.start.players
        for kind in kinds:
            if kind != PERSON:
                bots.get_bot(kind)
        if len(kinds) != len(players):
            raise InvalidValue(f"{counted(len(kinds), 'seats')} for {len(players)} players")
        self.kinds = tuple(kinds)
        headers = {**record.headers, "seats": ", ".join(kinds)}
        self._past = [GameRecord(record.start, headers=headers)]
        self._future: list[GameRecord[Any]] = []
        self._log: list[dict[str, Any]] = []
        self._viewer: int | None = None  # the seat whose hand is on the screen
        self._fits = True
        self._chosen: list[str] = []  # the keys of the pieces that are taken up
        self._laid: dict[Cell, int] = {}  # by their places in the hand
        self._aside: set[int] | None = None  # to be exchanged; None while placing
        self._picking = ""  # the verb of a move for which a cell is chosen
        self._bench: Workbench | None = None
        for turn in record.turns:
            self._add(self.record.play(turn.move, draw=turn.draw, comment=turn.comment))
        self._begin_turn()

    @staticmethod
    def new(
        variant: str,
        names: Sequence[str],
        kinds: Sequence[str],
        seed: str,
        options: Mapping[str, object] = MappingProxyType({}),
    ) -> Game:
        """A new game; an empty seed is chosen by chance.

        Raises:
            QwirkleError: if the seed is not a number, or there is no such game.
        """
        chosen = qwirkle.get_variant(variant, **options)
        try:
            number = int(seed[:40]) if seed.strip() else secrets.randbelow(_SEEDS)
        except ValueError:
            raise InvalidValue(f"a seed is a whole number, not {seed[:40]!r}") from None
        return Game(GameRecord(qwirkle.new_game(chosen, names, number)), kinds)

    @staticmethod
    def load(text: str) -> Game:
        """A game from its record, in which a header says who plays, or from a position.

        Raises:
            QwirkleError: if it is neither.
        """
        found = qwirkle.from_json(text)
        if isinstance(found, View):
            raise InvalidValue("this is only one player's view; to play, you need a whole position")
        record = GameRecord(found) if isinstance(found, State) else found
        people = ", ".join([PERSON] * len(record.start.players))
        return Game(record, record.headers.get("seats", people).split(", "))

    def save(self) -> str:
        """The record of the game as JSON, which the terminal can continue too."""
        return qwirkle.to_json(self.record)

    @property
    def record(self) -> GameRecord[Any]:
        """The game so far."""
        return self._past[-1]

    @property
    def state(self) -> State:
        """The state of the game now."""
        state: State = self.record.state
        return state

    # The hand on the screen

    @property
    def _is_shared(self) -> bool:
        """Whether people have to look away when another has the turn."""
        return self.kinds.count(PERSON) > 1 and None in self._observed.open_hands

    @property
    def _observed(self) -> View:
        """The view from which the page is made."""
        seat = self.state.turn if self._viewer is None else self._viewer
        view: View = qwirkle.observe(self.state, seat)
        return view

    @property
    def _is_persons(self) -> bool:
        return not self.state.is_over and self.kinds[self.state.turn] == PERSON

    @property
    def _is_covered(self) -> bool:
        """Whether the screen waits for the next person, whose hand is hidden until then."""
        return self._is_persons and self._viewer is None

    @property
    def _is_open(self) -> bool:
        """Whether a person can prepare a move now."""
        return self._is_persons and self._viewer == self.state.turn

    def uncover(self) -> None:
        """Show the hand of the person to move."""
        if self._is_persons:
            self._viewer = self.state.turn
            self._begin_turn()

    def _look(self) -> None:
        """Decide whose hand is on the screen."""
        if self._is_shared:
            # A person who goes on, for example after a special move, need not be asked again.
            if not self._is_persons or self._viewer != self.state.turn:
                self._viewer = None
        elif self._is_persons:
            self._viewer = self.state.turn
        elif PERSON in self.kinds and self._viewer is None:
            self._viewer = self.kinds.index(PERSON)

    # What a person prepares

    def tap(self, key: str) -> None:
        """Take something up, put it down, or take it back."""
        if not self._is_open:
            self._tell(self._whose_turn())
        elif self._picking:
            self._pick_at(key)
        elif self._bench:
            self._tap_row(key)
        else:
            self._tap_board(key)

    def drag(self, source: str, target: str) -> None:
        """Move something from one place to another."""
        if not self._is_open:
            self._tell(self._whose_turn())
        elif self._bench:
            self._chosen = [source] if source not in self._chosen else self._chosen
            self._put(target)
        elif self._aside is None:
            self._picking, self._chosen = "", []
            self._tap_board(source)
            if self._chosen and not target.startswith("hand"):
                self._tap_board(target)
            elif self._chosen:
                self._chosen = []
                self._judge()

    def take_back(self) -> None:
        """Put everything back as it was at the beginning of the turn."""
        self._begin_turn()

    def exchange(self) -> None:
        """Begin to choose tiles for an exchange, or go back to placing."""
        begins = self._aside is None and self._is_open
        self._begin_turn()
        if begins:
            self._aside = set()
            self._tell("Choose the tiles to give back, then press Exchange.")

    def pick(self, verb: str) -> None:
        """Begin to choose a cell for a move that only this variant has, or stop choosing."""
        begins = self._picking != verb and self._is_open
        self._begin_turn()
        if begins:
            self._picking = verb
            self._tell(f"{sentence(self._does(verb))[:-1]}: choose one of the marked spaces.")

    def act(self, verb: str) -> None:
        """Make a move that is its verb alone."""
        if self._is_open:
            self._do(qwirkle.parse_move(verb, self.state))

    def listed(self, index: int) -> None:
        """Make a move by its place in the list."""
        if self._is_open:
            self._do(self._list[index])

    def typed(self, text: str) -> None:
        """Follow what a person typed: a step on the workbench, or a move."""
        if not self._is_open:
            self._tell(self._whose_turn())
            return
        verb, *words = text.split()[:200] or [""]
        if self._bench and verb.lower() in self._bench.verbs:
            self._change(self._bench.after(verb.lower(), words))
        else:
            try:
                move = qwirkle.parse_move(text, self.state, forgiving=True)
            except NotationError as error:
                raise InvalidValue(str(error.reason)) from error
            self._do(move)

    def play(self) -> None:
        """Make the move that has been prepared."""
        if self._is_open and (move := self._intended):
            self._do(move)

    def hint(self) -> None:
        """Prepare the best move, without making it, and say why it is good."""
        if not self._is_open:
            self._tell(self._whose_turn())
            return
        self._begin_turn()
        [best] = qwirkle.advise(self._observed, top=1, seconds=_SECONDS)
        hand: list[Tile | None] = [*self._observed.hand]
        if self._bench:
            for step in self._bench.steps_to(best.move):
                verb, *words = step.split()
                self._bench = self._bench.after(verb, words)
        elif isinstance(best.move, Exchange):
            self._aside = {_taken(hand, tile) for tile in best.move.tiles}
        elif isinstance(best.move, Place):
            self._laid = {cell: _taken(hand, tile) for cell, tile in best.move.tiles}
        does = self.state.variant.in_words(self._observed, best.move)
        self._tell(" ".join(map(sentence, (f"hint: {does}", *best.why))))

    def show_fits(self, fits: bool) -> None:
        """Say whether to show which tiles fit, and where a chosen tile does."""
        self._fits = fits

    # The course of the game

    def bot(self) -> None:
        """Let a bot make its move, which it chooses by what its player may know."""
        if self.state.is_over or self._is_persons:
            return
        view = qwirkle.observe(self.state, self.state.turn)
        try:
            move = bots.get_bot(self.kinds[self.state.turn])(view)
        except qwirkle.QwirkleError:  # it could not find a move in time
            move = next(iter(qwirkle.legal_moves(view)))
        self._make(move)

    def undo(self) -> None:
        """Go back to the last decision of a person, as it was."""
        if self._can_undo:
            self._future.append(self._past.pop())
            self._log.pop()
            while self._past[1:] and not self._is_persons:
                self._future.append(self._past.pop())
                self._log.pop()
            self._begin_turn()

    def redo(self) -> None:
        """Make the moves again that were taken back, up to the next decision of a person."""
        if self._future:
            self._add(self._future.pop())
            while self._future and not self._is_persons:
                self._add(self._future.pop())
            self._begin_turn()

    @property
    def _can_undo(self) -> bool:
        return any(self.kinds[record.state.turn] == PERSON for record in self._past[:-1])

    def _do(self, move: Move) -> None:
        """Make a person's move, or say why it is not legal."""
        if violations := qwirkle.check(self._observed, move):
            self._tell("That is not allowed:", violations)
        else:
            self._make(move)

    def _make(self, move: Move) -> None:
        self._future.clear()
        self._add(self.record.play(move))
        self._begin_turn()

    def _add(self, record: GameRecord[Any]) -> None:
        """Add a move to the game, and tell it."""
        before, turn = self.state, record.turns[-1]
        variant, scene = before.variant, before.variant.scene(before)
        name = before.players[before.turn].name
        score = variant.score(before, turn.move)
        words = variant.in_words(before, turn.move)
        did = f"{name} {words if name == YOU else third_person(words)}"
        did += f" for {points(score, scene.unit)}" if score.total or score.extras else ""
        specials = [piece.name for piece in turn.draw if isinstance(piece, Special)]
        if specials:  # which everyone sees, unlike the other pieces drawn
            piece = scene.pieces.removesuffix("s")
            did += f". {name} drew a special {piece}: {', '.join(specials)}"
        self._past.append(record)
        cells = variant.highlights(before, turn.move, self.state)
        told = {"seat": before.turn, "text": f"{did}.", "points": score.total, "cells": cells}
        self._log.append(told)

    def _begin_turn(self) -> None:
        self._chosen, self._laid, self._aside, self._picking = [], {}, None, ""
        self._look()
        for name in ("_moves", "_own", "_list", "_acts", "_start", "_can_build"):
            self.__dict__.pop(name, None)
        self._bench = self._start
        self._tell(self._whose_turn())

    # The possible moves, found once a turn

    @cached_property
    def _moves(self) -> Any:
        return qwirkle.legal_moves(self._observed)

    @cached_property
    def _start(self) -> Workbench | None:
        """The workbench at the beginning of the turn, if pieces are moved on one."""
        if not self._is_open or isinstance(self._moves, TileMoves):
            return None
        bench = self.state.variant.workbench(self._observed)
        return None if bench is None or bench.rows is None else bench

    @cached_property
    def _can_build(self) -> bool:
        """Whether some legal move can be built on the workbench."""
        assert self._start is not None
        try:
            return isinstance(next(iter(self._moves), None), type(self._start.move))
        except WorkLimitReached:  # it would take too long to find out
            return True

    @cached_property
    def _own(self) -> tuple[Move, ...]:
        """The legal moves that only this variant has, except those that are their verb alone."""
        own = self._moves.own if self._is_open and self._is_placed else ()
        return tuple(move for move in own if type(move).example)

    @cached_property
    def _acts(self) -> tuple[tuple[Move, bool, str], ...]:
        """The moves that are their verb alone, whether each is legal, and why not."""
        if not self._is_open:
            return ()
        found: list[tuple[Move, bool, str]] = []
        for kind in self.state.variant.move_types:
            if not kind.example and kind is not Place:
                move = qwirkle.parse_move(kind.verb, self.state)
                wrong = qwirkle.check(self._observed, move)
                if kind is Pass or not wrong:
                    found.append((move, not wrong, " ".join(each.plain for each in wrong)))
        return tuple(found)

    @cached_property
    def _list(self) -> tuple[Move, ...]:
        """The moves that are chosen from a list, because they cannot be built by hand."""
        if not self._is_open or self._bench:
            return ()
        if self._is_placed:
            return tuple(move for move in self._own if len(move.cells) != 1 or self._is_vague(move))
        return tuple(islice(self._moves, MOST_LISTED))

    def _is_vague(self, move: Move) -> bool:
        """Whether another such move has the same cell, so that a tap does not choose one."""
        alike = (other for other in self._own if other.verb == move.verb)
        return sum(other.cells == move.cells for other in alike) > 1

    @property
    def _pickable(self) -> list[Move]:
        """The moves that are made by tapping a cell."""
        return [move for move in self._own if move not in self._list]

    @property
    def _is_placed(self) -> bool:
        """Whether tiles are placed on a board one after the other."""
        return isinstance(self._moves, TileMoves)

    def _does(self, verb: str) -> str:
        kinds = {kind.verb: kind for kind in self.state.variant.move_types}
        return kinds[verb].does or verb

    # On the board

    def _tap_board(self, key: str) -> None:
        place = key.removeprefix("hand ")
        if place != key:
            self._choose(int(place))
        elif key != "hand":
            self._put_at(Cell.parse(key))

    def _choose(self, i: int) -> None:
        """Take up a tile of the hand, or put it down again; in an exchange, set it aside."""
        if self._aside is not None:
            self._aside ^= {i}
            self._tell(f"{counted(len(self._aside), self._scene.pieces)} to give back.")
        elif i not in self._laid.values():
            self._chosen = [] if self._chosen == [f"hand {i}"] else [f"hand {i}"]
            self._judge()

    def _put_at(self, cell: Cell) -> None:
        """Place the chosen tile on a cell, or take back the one that was placed there."""
        if self._aside is not None:
            self._tell("You are exchanging: choose tiles from your hand, or go back to placing.")
        elif not self._is_placed:
            self._tell("Choose a move from the list.")
        elif cell in self._laid:
            self._chosen = [f"hand {self._laid.pop(cell)}"]
            self._judge()
        elif not self._chosen:
            self._tell("First choose a tile from your hand.")
        elif cell in self._board:
            violations = self._draft.place(cell, self._in_hand).violations
            self._tell("That is not allowed:", violations)
        else:
            self._laid[cell] = self._place_in_hand
            self._chosen = []
            self._judge()

    def _pick_at(self, key: str) -> None:
        """Make the move for which a cell is chosen."""
        if key.startswith("hand"):
            self._begin_turn()
            self._tap_board(key)
            return
        for move in self._pickable:
            if (move.verb, [*map(str, move.cells)]) == (self._picking, [key]):
                self._make(move)
                return
        try:
            move = qwirkle.parse_move(f"{self._picking} {key}", self.state)
            self._tell("That is not allowed:", qwirkle.check(self._observed, move))
        except NotationError:
            self._tell("Choose one of the marked spaces.")

    @property
    def _place_in_hand(self) -> int:
        return int(self._chosen[0].removeprefix("hand "))

    @property
    def _in_hand(self) -> Tile:
        """The chosen tile."""
        return self._observed.hand[self._place_in_hand]

    @property
    def _board(self) -> Any:
        view = self._observed
        assert isinstance(view, TileView)
        return view.board

    @property
    def _placed(self) -> dict[Cell, Tile]:
        """The tiles that are placed, but not played yet."""
        return {cell: self._observed.hand[i] for cell, i in self._laid.items()}

    @property
    def _draft(self) -> Draft:
        view = self._observed
        assert isinstance(view, TileView)
        return qwirkle.draft(view, self._placed)

    @property
    def _opening_size(self) -> int:
        """How many tiles the first line must have; 0 later, or if none of its size is needed."""
        if not self._is_placed or self._board:
            return 0
        return qwirkle.draft(self._observed).missing or 0  # type: ignore[arg-type]

    # On the workbench

    def _tap_row(self, key: str) -> None:
        """Choose a piece, or put the chosen ones where it is."""
        row = key.rpartition(" ")[0] if key.count(" ") == 2 else ""
        is_piece = bool(row) or key.startswith("hand ")
        home = row or ("hand" if is_piece else "")
        if is_piece and all(self._home(other) == home for other in self._chosen):
            self._chosen = [other for other in self._chosen if other != key] + (
                [] if key in self._chosen else [key]
            )
            self._judge_bench()
        elif self._chosen:
            self._put(home or key)
        else:
            self._tell("First choose a piece, or several, then where to put them.")

    @staticmethod
    def _home(key: str) -> str:
        """The row or the hand that a piece is in."""
        return key.rpartition(" ")[0]

    def _put(self, target: str) -> None:
        """Move the chosen pieces to a row, a new one, or the hand."""
        bench = self._bench
        assert bench is not None
        where = self._home(target) if target.count(" ") == 2 else target
        where = "hand" if where.startswith("hand") else where
        end = self._number(where, bench)
        groups: dict[str, list[Tile]] = {}
        for key in self._chosen:
            home = self._home(key)
            number = self._number(home, bench)
            pieces = bench.hand if number is None else (bench.rows or ())[number]
            groups.setdefault(home, []).append(pieces[int(key.rpartition(" ")[2])])
        for home, tiles in groups.items():
            bench = bench.moved(tiles, self._number(home, bench), end)
        self._change(bench)

    @staticmethod
    def _number(place: str, bench: Workbench) -> int | None:
        """The number of a row; None for the hand."""
        if place == "hand":
            return None
        rows = bench.rows or ()
        return len(rows) if place == "new" else int(place.removeprefix("row "))

    def _change(self, bench: Workbench) -> None:
        self._bench, self._chosen = bench, []
        self._judge_bench()

    def _judge_bench(self) -> None:
        """Say whether the pieces can stay as they are now."""
        assert self._bench is not None
        if self._bench == self._start:
            several = "Now choose where to put it." if self._chosen else self._whose_turn()
            self._tell(several)
            return
        move = self._bench.move
        if violations := qwirkle.check(self._observed, move):
            self._tell("Not finished yet:", violations)
        else:
            score = qwirkle.score(self._observed, move)
            worth = f"{points(score, self._scene.unit)}. " if score.total else ""
            self._tell(f"{worth}This can stay: press Play, or go on.")

    # What is said

    @property
    def _intended(self) -> Move | None:
        """The move that has been prepared, legal or not."""
        if not self._is_open:
            return None
        if self._bench:
            built: Move = self._bench.move
            return built
        if not self._is_placed:
            return None
        if self._aside is None:
            return self._draft.move
        return Exchange([self._observed.hand[i] for i in self._aside])

    @property
    def _scene(self) -> Scene:
        """The scene, with the words of the variant for points and pieces."""
        view = self._observed
        return view.variant.scene(view)

    def _tell(self, say: str, violations: tuple[qwirkle.Violation, ...] = ()) -> None:
        self._say, self._reasons = say, violations

    def _whose_turn(self) -> str:
        state = self.state
        if state.is_over:
            return " ".join(map(sentence, ending(state)))
        name = state.players[state.turn].name
        if not self._is_persons:
            return f"{name} is thinking."
        if self._is_covered:
            return f"It is {name}'s turn."
        yours = f"{name}, it is your turn" if self._is_shared else "Your turn"
        if self._bench:
            pieces = self._scene.pieces
            if self._can_build:
                return f"{yours}: choose {pieces}, then a row."
            instead = " or ".join(move.in_words for move, is_legal, _ in self._acts if is_legal)
            return f"{yours}. None of your {pieces} can be played: {instead}."
        if not self._is_placed:
            return f"{yours}: choose a move."
        if not self._moves.placements:
            instead = " or ".join(self._instead()) or "do nothing"
            return f"{yours}. None of your {self._scene.pieces} fits. You can {instead}."
        piece = self._scene.pieces.removesuffix("s")
        if size := self._opening_size:
            count = _in_words(size, piece)
            return f"{yours}: start with your largest set, {count}. Choose a {piece}, then a space."
        return f"{yours}: choose a {piece}, then a space."

    def _instead(self) -> Iterator[str]:
        """The choices of a player without a tile that fits, in words."""
        legal = [move for move, is_legal, _ in self._acts if is_legal]
        if self._own or any(not isinstance(move, Pass) for move in legal):
            yield "use a special move"
        if self._can_exchange:
            yield f"exchange {self._scene.pieces}"
        if any(isinstance(move, Pass) for move in legal):
            yield "pass"

    @property
    def _can_exchange(self) -> bool:
        return self._is_placed and bool(self._moves.exchanges)

    def _judge(self) -> None:
        """Say what the placed tiles are worth, what is missing, or why they cannot be played."""
        draft = self._draft
        if draft.score is not None:
            more = ", or place more" if draft.fits else ""
            self._tell(f"{points(draft.score, self._scene.unit)}. Press Play{more}.")
        elif self._laid and draft.missing:
            self._tell(self._what_is_missing(draft.missing))
        elif self._laid:
            self._tell("That is not allowed:", draft.violations)
        elif not self._chosen:
            self._tell(self._whose_turn())
        else:
            tile = self._in_hand
            if self._fits and all(fit.tile is not tile for fit in draft.fits):
                self._tell(f"The {tile.name} does not fit anywhere now: choose another one.")
            else:
                self._tell("Now choose a space.")

    def _what_is_missing(self, count: int) -> str:
        """How a placement can still become legal."""
        piece = self._scene.pieces.removesuffix("s")
        more = f"Place {_in_words(count, f'more {piece}')}"
        if size := self._opening_size:
            return f"{more}: your largest set has {_word(size)}."
        return f"{more} to complete the line."

    # What the page shows

    def page(self) -> dict[str, Any]:
        """Everything that is to be seen."""
        view, scene, is_open = self._observed, self._scene, self._is_open
        fits = self._draft.fits if is_open and self._is_placed and self._shows_fits else ()
        return {
            "variant": view.variant.name,
            "seed": str(getattr(self.state, "seed", "")),
            "open": is_open,
            "covered": self._is_covered and view.players[view.turn].name,
            "bot": not self._is_persons and not view.is_over,
            "over": view.is_over,
            "say": self._say,
            "reasons": reasons(self._reasons, view.variant),
            "seats": [*self._seats(scene)],
            "notes": [note for note in scene.notes if note not in ending(view)],
            "hand": self._hand(fits) if self._viewer is not None else [],
            "rows": self._rows(scene),
            "cells": [] if self._bench or scene.labels else self._cells(scene, fits),
            "last": [*map(str, self._log[-1]["cells"])] if self._log else [],
            "moving": bool(self._bench),
            "fits": self._fits,
            "buttons": [*self._buttons()],
            "moves": [sentence(self._described(move)) for move in self._list],
            "help": self._help(),
            "undo": self._can_undo,
            "redo": bool(self._future),
            "news": self._news(),
            "log": [{"seat": each["seat"], "text": each["text"]} for each in self._log],
            "sheet": self._sheet(),
            "ending": self._ending(),
        }

    @property
    def _shows_fits(self) -> bool:
        return self._fits and self._aside is None and not self._picking

    def _seats(self, scene: Scene) -> Iterator[dict[str, Any]]:
        for i, seat in enumerate(scene.seats):
            size = counted(seat.size, scene.pieces)
            is_seen = seat.hand and i != self._viewer and self._viewer is not None
            yield {
                "name": seat.name,
                "score": seat.score,
                "unit": counted(seat.score, scene.unit).partition(" ")[2],
                "held": f"{size}: {tile_names(seat.hand)}" if is_seen and seat.hand else size,
                "turn": seat.to_move,
                "person": self.kinds[i] == PERSON,
                "won": i in self.state.winners,
            }

    def _hand(self, fits: Sequence[Fit]) -> list[dict[str, Any]]:
        useful = {fit.tile for fit in fits}
        laid = {*self._laid.values()}
        chosen = {*self._chosen, *(f"hand {i}" for i in self._aside or ())}
        hand = self._bench.hand if self._bench else self._observed.hand
        return [
            {
                "tile": str(tile),
                "laid": i in laid,
                "chosen": f"hand {i}" in chosen,
                "fits": tile in useful and i not in laid,
            }
            for i, tile in enumerate(hand)
        ]

    def _rows(self, scene: Scene) -> list[dict[str, Any]] | None:
        """The rows, if pieces lie in rows instead of on a board."""
        if self._bench is None and not scene.labels:
            return [] if self._has_rows else None
        last = {*self._log[-1]["cells"]} if self._log else set[Cell]()
        cells = labelled(scene)
        if self._bench is None:
            return [
                {"tiles": [{"tile": str(tile), "last": cell in last} for cell, tile in row]}
                for row in cells
            ]
        changed = self._bench != self._start
        wrong = [each.tiles for each in self._reasons]
        wrong += [value for each in self._reasons for value in each.values.values()]
        played = Counter(self._observed.hand) - Counter(self._bench.hand)
        before = {*(self._start.rows or ())} if self._start else set()
        rows: list[dict[str, Any]] = []
        for r, row in enumerate(self._bench.rows or ()):
            tiles: list[dict[str, Any]] = []
            for i, tile in enumerate(row):
                is_mine = row not in before and played[tile] > 0
                played[tile] -= is_mine
                shown = {"tile": str(tile), "chosen": f"row {r} {i}" in self._chosen}
                is_last = not changed and cells[r][i][0] in last
                tiles.append({**shown, "mine": is_mine, "last": is_last})
            rows.append({"tiles": tiles, "wrong": row in wrong})
        return rows

    @property
    def _has_rows(self) -> bool:
        """Whether the game has a workbench for rows, even if it is not a person's turn."""
        if self._is_placed:
            return False
        bench = self.state.variant.workbench(self._observed)
        return bench is not None and bench.rows is not None

    def _cells(self, scene: Scene, fits: Sequence[Fit]) -> list[dict[str, Any]]:
        """The cells of the board that are to be seen."""
        tiles, placed = dict(scene.tiles), self._placed
        taken = {**tiles, **placed}
        near = around(taken)
        fitting: dict[Cell, int | None] = {}
        if self._chosen:
            fitting = {fit.cell: fit.points for fit in fits if fit.tile is self._in_hand}
        if not tiles and self._is_placed:  # where the first line will be
            size = self._opening_size or len(self._observed.hand)
            row = {Cell(x, 0) for x in range(size)}
            near = (near | row | {fit.cell for fit in fits}) - {*placed}
            if not self._chosen:
                fitting = dict.fromkeys(fit.cell for fit in fits)
        picks = {move.cells[0] for move in self._pickable if move.verb == self._picking}
        shown: list[dict[str, Any]] = []
        for cell in sorted({*taken, *near, *fitting}, key=lambda cell: (cell.y, cell.x)):
            worth = fitting.get(cell)
            words = ["can be chosen"] * (cell in picks) + ["placed now"] * (cell in placed)
            if worth is not None:
                words.append(f"for {counted(worth, scene.unit)}")
            elif cell in fitting:
                words.append("fits")
            shown.append(
                cell_shown(
                    *(cell, taken.get(cell), words),
                    fits=cell in fitting,
                    points="" if worth is None else str(worth),
                    mine=cell in placed,
                    pick=cell in picks,
                )
            )
        return shown

    def _buttons(self) -> Iterator[dict[str, Any]]:
        """The buttons for moves: each with its call, and why it cannot be pressed."""
        if not self._is_open:
            return
        intended, is_placed = self._intended, self._is_placed
        if intended is not None:
            text = "Exchange" if self._aside is not None else "Play"
            is_changed = self._bench != self._start if self._bench else True
            legal = is_changed and not qwirkle.check(self._observed, intended)
            yield _button("play", text, legal)
            has_changes = bool(self._laid or self._chosen or (self._bench and is_changed))
            text = "Put it back" if self._bench else "Take back"
            yield _button("take_back", text, has_changes or bool(self._aside))
        if is_placed and Exchange in self.state.variant.move_types:
            one = Exchange(self._observed.hand[:1])
            why = "" if self._can_exchange else self._why_not(one)
            text = "Exchange…" if self._aside is None else "Back to placing"
            yield _button("exchange", text, self._can_exchange, why)
        for move, is_legal, why in self._acts:
            yield _button("act", sentence(move.in_words)[:-1], is_legal, why, move.verb)
        for verb in dict.fromkeys(move.verb for move in self._pickable):
            text = sentence(self._does(verb))[:-1]
            is_on = verb == self._picking
            yield _button("pick", "Stop choosing" if is_on else f"{text}…", True, "", verb)

    def _why_not(self, move: Move) -> str:
        return " ".join(each.plain for each in qwirkle.check(self._observed, move))

    def _described(self, move: Move) -> str:
        """A move in words, with its cells, since there may be several tiles of a kind."""
        cells = f" at {' '.join(map(str, move.cells))}" if move.cells else ""
        return f"{self.state.variant.in_words(self._observed, move)}{cells}"

    def _help(self) -> list[list[str]]:
        """Examples of what can be typed, each with an explanation."""
        bench = [*self._bench.verbs.values()] if self._bench else []
        kinds = self.state.variant.move_types
        moves = [(kind.example or kind.verb, kind.meaning) for kind in kinds]
        return [[*each] for each in (*bench, *moves)]

    def _news(self) -> str:
        """The moves since the last one of the person to move, or else the last one."""
        own = [i for i, each in enumerate(self._log, 1) if each["seat"] == self.state.turn]
        first = own[-1] if own and self._is_persons else len(self._log) - 1
        return " ".join(each["text"] for each in self._log[max(first, 0) :])

    def _sheet(self) -> dict[str, Any]:
        """The points of every player, round by round, after the name of the round."""
        found = rounds(record.state for record in self._past)
        seats = range(len(self.kinds))
        start, state = self._past[0].state, self.state
        rows = [
            [str(number), *(str(each.get(i, "")) for i in seats)]
            for number, each in enumerate(found, 1)
        ]
        if any(start.scores):
            rows.insert(0, ["before", *map(str, start.scores)])
        if state.standings != state.scores:
            pairs = zip(state.standings, state.scores, strict=True)
            rows.append(["end", *(f"{last - score:+}" for last, score in pairs)])
        return {"rows": rows, "totals": [*map(str, state.standings)]}

    def _ending(self) -> dict[str, Any] | None:
        """The result, and the best move of the game."""
        state = self.state
        if not state.is_over:
            return None
        why, result = ending(state)
        best = max(self._log, key=lambda each: each["points"], default=None)
        people = [i for i, kind in enumerate(self.kinds) if kind == PERSON]
        is_yours = len(people) == 1 and people[0] in state.winners
        return {
            "title": sentence(result)[:-1],
            "why": sentence(why.removeprefix("the game is over: ")),
            "won": is_yours or len(people) > 1,
            "best": f"The best move: {best['text']}" if best and best["points"] else "",
        }


def _button(call: str, text: str, legal: bool, why: str = "", value: str = "") -> dict[str, Any]:
    return {"call": call, "text": text, "legal": legal, "why": why, "value": value}


def _taken(hand: list[Tile | None], tile: Tile) -> int:
    """The place of a tile in a hand, from which it is taken."""
    i = hand.index(tile)
    hand[i] = None
    return i


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)


def _in_words(number: int, what: str) -> str:
    return f"{_word(number)} {what}{'' if number == 1 else 's'}"
