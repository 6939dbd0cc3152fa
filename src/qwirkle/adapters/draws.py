"""A tile game in which chance is a player: it deals and draws, one piece at a time.

For frameworks in which everything that happens is an action of somebody, and an action is a
number. Players act in the steps of :mod:`qwirkle.adapters.turns`; the actions of chance are the
kinds of pieces in the box, in their order: the 36 tiles, and then the variant's special pieces.

How likely a piece is follows from what has happened in the game. What lies in the supply in an
order that nobody knows is equally likely to come next. That is all of a bag. Of face-down stacks
it is what nobody has held yet; the tiles that were put under them in exchanges come last, in the
order in which they went there (R19), so then chance has no choice. No player knows all of that
order: a :class:`~qwirkle.View`, and a state that it samples, take the whole supply as mixed.

Exchanges can go on for ever, so a game is cut off when the table has not grown for some rounds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import index
from random import Random
from typing import Any, Final, SupportsIndex

import attrs

from qwirkle.adapters.turns import Steps, Turn
from qwirkle.api import apply, observe, position
from qwirkle.codec import to_json
from qwirkle.errors import InvalidDraw, InvalidValue, short_repr
from qwirkle.lines import LONGEST
from qwirkle.moves import Exchange, Move, Place
from qwirkle.render import text
from qwirkle.state import Player, as_players
from qwirkle.supply import Piece, Special, draw, pieces_text, without
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.state import TileState, TileView
from qwirkle.tiles import Tile, in_order, tiles_text
from qwirkle.variant import Variant
from qwirkle.words import counted

MOST_ROUNDS = 10_000
"""The most idle rounds after which a game may be cut off."""

_OF_ONE_PLAYER: Final = ("qwirkle", "format", "seat", "hand", "unseen")
"""The names in a view's JSON that depend on its player, or say that it is a view."""


@attrs.frozen
class Drawing:
    """Pieces on their way out of the supply, for a move or for the deal.

    >>> from qwirkle import Supply
    >>> drawing = Drawing((), Supply("Rs Rs Bd Gk").tiles, known=1, size=3)
    >>> dict(drawing.counts)
    {Tile.parse('Rs'): 2, Tile.parse('Bd'): 1}
    >>> for name in ("Bd", "Rs", "Rs"):
    ...     drawing = drawing.after(Tile.parse(name))
    >>> drawing.is_done, dict(drawing.counts)
    (True, {Tile.parse('Gk'): 1})
    """

    drawn: tuple[Piece, ...]
    """The pieces drawn so far, in drawing order."""
    rest: tuple[Piece, ...]
    """The supply without them, first what lies in no known order, then what does."""
    known: int
    """How many pieces at the end of the supply lie in a known order."""
    size: int
    """How many tiles are wanted."""
    move: Move | None = None
    """What they are drawn for; None for the deal."""

    @property
    def is_done(self) -> bool:
        """Whether nothing more is drawn, with enough tiles or no more pieces (R8)."""
        # What comes next is open, but whether anything does is not.
        return len(draw(self.drawn + self.rest, self.size).pieces) == len(self.drawn)

    @property
    def counts(self) -> Mapping[Piece, int]:
        """The pieces that can come next, each with in how many of the equally likely cases."""
        mixed = len(self.rest) - self.known
        return Counter(self.rest[:mixed] if mixed > 0 else self.rest[:1])

    def after(self, piece: Piece) -> Drawing:
        """The same with one more piece drawn.

        Raises:
            InvalidDraw: if it cannot come next.
        """
        if piece not in self.counts:
            possible = pieces_text(self.counts) or "nothing"
            raise InvalidDraw(f"{piece} cannot be drawn: possible is {possible}")
        rest, _ = without(self.rest, [piece])  # the first of its kind, so not one put under
        return attrs.evolve(self, drawn=(*self.drawn, piece), rest=rest)


def _rounds(setting: Setting, attribute: object, rounds: Any) -> None:
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        possible = f"a number from 1 to {MOST_ROUNDS}"
        raise InvalidValue(f"idle_rounds must be {possible}, not {short_repr(rounds)}")


@attrs.frozen
class Setting:
    """What is fixed before the deal: the game, who plays, and when it is cut off.

    >>> setting = Setting.of("schmidt-actions", players=2, idle_rounds=10)
    >>> setting.variant.name, len(setting.kinds), str(setting.kinds[-1])
    ('schmidt-actions', 38, '*draw-three')
    """

    steps: Steps
    """The actions of players."""
    players: tuple[Player, ...]
    """Who plays, by seat."""
    idle_rounds: int = attrs.field(validator=_rounds)
    """After so many rounds in which the table does not grow, the game is cut off."""

    @classmethod
    def of(cls, variant: str | Variant, *, players: object, idle_rounds: int) -> Setting:
        """The setting for a variant or its name, with players as ``new_game`` takes them.

        Raises:
            InvalidValue: if it is no tile game, or they cannot play it.
        """
        steps = Steps.of(variant)
        counts = steps.variant.player_counts
        return cls(steps, as_players(players, counts[0], counts[-1]), idle_rounds)

    @property
    def variant(self) -> TileGame:
        """The game that is played."""
        return self.steps.variant

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces in the box; a piece's place is its number as an action."""
        return in_order(set(self.variant.box))

    @property
    def tiles(self) -> int:
        """How many tiles the box holds."""
        return sum(isinstance(piece, Tile) for piece in self.variant.box)

    @property
    def idle_moves(self) -> int:
        """After so many moves in a row after which no more lies on the table than lay there
        before, the game is cut off."""
        return self.idle_rounds * len(self.players)

    @property
    def most_moves(self) -> int:
        """No game has more moves.

        Whenever more tiles lie there than ever, the counting of idle moves begins anew.
        """
        return (self.tiles + 1) * self.idle_moves

    @property
    def most_steps(self) -> int:
        """No game has more steps of players, since a move has one for each tile and the end."""
        return self.most_moves * (self.steps.hand + 1)

    @property
    def most_draws(self) -> int:
        """No game has more draws, since hands are filled and specials come once."""
        fillings = self.most_moves + len(self.players)
        return fillings * self.steps.hand + len(self.variant.specials)

    @property
    def most_points(self) -> int:
        """Nobody gets more points, since every tile that is laid is in at most two lines.

        Where no move takes tiles back from the table, each is laid at most once; elsewhere
        this is far more than anybody gets.
        """
        laid = LONGEST * self.most_moves if self.steps.others else self.tiles
        best = max(map(self.variant.line_points, range(1, LONGEST + 1)))
        return 2 * best * laid + self.variant.end_bonus()


@attrs.frozen
class Moment:
    """A game at one moment, between two actions. Make the first with :meth:`begin`.

    >>> moment = Moment.begin(Setting.of("standard", players=2, idle_rounds=10))
    >>> moment.drawing.counts[Tile.parse("Rs")], moment.drawing.size
    (3, 12)
    >>> for number in (0, 1, 2, 3, 4, 35, 6, 13, 20, 27, 34, 5):
    ...     moment = moment.after(number)
    >>> str(moment.state.hands[0][0]), moment.state.turn, len(moment.turn.actions)
    ('Rc', 0, 5)
    """

    setting: Setting
    """What was fixed before."""
    state: TileState | None
    """The game as the last move left it; None while tiles are dealt."""
    awaited: Drawing | Turn | None
    """What comes next, be it a piece, a step of the player to move, or nothing at the end."""
    known: int
    """How many pieces at the end of the supply lie in a known order."""
    largest: int
    """The most tiles that have lain on the table."""
    idle: int
    """How many moves in a row have brought no more of them there."""
    seen: tuple[tuple[str, ...], ...]
    """The lines that tell what each player has seen of the deal and of every move, by seat."""
    public: tuple[str, ...] = ()
    """The same lines with what all players have seen alike."""

    @classmethod
    def begin(cls, setting: Setting) -> Moment:
        """The beginning: everything is in the supply."""
        seats = len(setting.players)
        size = setting.variant.rules.hand_size * seats
        deal = Drawing((), in_order(setting.variant.box), 0, size)
        return cls(setting, None, deal, 0, 0, 0, ((),) * seats)

    def __deepcopy__(self, memo: object) -> Moment:
        return self  # as it never changes

    @property
    def drawing(self) -> Drawing | None:
        """The deal or draw under way, if it is up to chance what comes next."""
        return self.awaited if isinstance(self.awaited, Drawing) else None

    @property
    def turn(self) -> Turn | None:
        """The turn under way, if it is up to a player what comes next."""
        return self.awaited if isinstance(self.awaited, Turn) else None

    def after(self, action: SupportsIndex) -> Moment:
        """The moment after an action of whoever's it is.

        Raises:
            InvalidValue: if no action has this number, or it is not possible now.
            InvalidDraw: if the piece with this number cannot come next.
        """
        if isinstance(self.awaited, Drawing):
            return self._drawn(self.awaited.after(self._piece(action)))
        if self.awaited is None or self.state is None:
            raise InvalidValue(f"action {short_repr(action)} is not possible: the game is over")
        step = self.awaited.after(action)
        if isinstance(step, Turn):
            return attrs.evolve(self, awaited=step)
        variant = self.setting.variant
        size = variant.judge(self.state, step).draws
        return self._drawn(Drawing((), self.state.supply.tiles, self.known, size, step))

    def describe(self, action: SupportsIndex) -> str:
        """What a possible action does, in words."""
        if self.turn is not None:
            return self.setting.steps.describe(action, self.turn)
        if self.awaited is None:
            raise InvalidValue(f"action {short_repr(action)} is not possible: the game is over")
        return f"draw {self._piece(action)}"

    def view(self, seat: int) -> TileView | None:
        """What a player may know; None while tiles are dealt."""
        return None if self.state is None else observe(self.state, seat)

    def own_turn(self, seat: int) -> Turn | None:
        """The turn under way, if it is this player's: until its end the others see nothing."""
        turn = self.turn
        return turn if turn is not None and turn.position.turn == seat else None

    def observation(self, seat: int) -> str:
        """A player's view as JSON, and the steps of the player's turn so far."""
        view = self.view(seat)
        return "" if view is None else "\n".join([to_json(view), *self._chosen(seat)])

    def public_observation(self) -> str:
        """The fields of a view that are the same for all players, as JSON."""
        view = self.view(0)
        if view is None:
            return ""
        fields = json.loads(to_json(view))
        return json.dumps({name: fields[name] for name in fields if name not in _OF_ONE_PLAYER})

    def private_observation(self, seat: int) -> str:
        """A player's hand as JSON, and the steps of the player's turn so far."""
        view = self.view(seat)
        if view is None:
            return ""
        held = json.dumps({"seat": seat, "hand": tiles_text(view.hand)})
        return "\n".join([held, *self._chosen(seat)])

    def history(self, seat: int) -> str:
        """Everything a player has seen since the deal, and the steps of the player's turn so far."""
        return "\n".join([*self.seen[seat], *self._chosen(seat)])

    def public_history(self) -> str:
        """Everything that all players have seen since the deal."""
        return "\n".join(self.public)

    def private_history(self, seat: int) -> str:
        """The part of a player's history that not all players have seen."""
        # In a sampled moment, the others have one line alone.
        pairs = zip(self.seen[seat], self.public, strict=False)
        own = [line for line, public in pairs if line != public]
        return "\n".join([*own, *self._chosen(seat)])

    def sampled(self, seat: int, random: Random) -> Moment:
        """A moment that looks just like this to the player to move, the unseen filled in.

        What it says that the others have seen is their view in it.
        """
        view = self.view(seat)
        turn = self.own_turn(seat)
        if view is None or turn is None:
            raise InvalidValue(f"it is not the turn of seat {seat}")
        state = view.sample_state(random)
        seen = tuple(
            lines if other == seat else (to_json(observe(state, other)),)
            for other, lines in enumerate(self.seen)
        )
        return attrs.evolve(
            self, state=state, awaited=attrs.evolve(turn, position=state), known=0, seen=seen
        )

    def _piece(self, action: SupportsIndex) -> Piece:
        kinds = self.setting.kinds
        if isinstance(action, SupportsIndex) and 0 <= index(action) < len(kinds):
            return kinds[index(action)]
        raise InvalidValue(
            f"pieces have the numbers 0 to {len(kinds) - 1}, not {short_repr(action)}"
        )

    def _chosen(self, seat: int) -> list[str]:
        turn = self.own_turn(seat)
        if turn is None or not turn.slots:
            return []
        return [f"now: {Place(turn.placed) if turn.cells else Exchange(turn.marked)}"]

    def _drawn(self, drawing: Drawing) -> Moment:
        """The moment with this drawn, and what follows if nothing more is."""
        if not drawing.is_done:
            return attrs.evolve(self, awaited=drawing)
        if self.state is None or drawing.move is None:
            return self._dealt(drawing)
        return self._moved(self.state, drawing.move, drawing)

    def _dealt(self, deal: Drawing) -> Moment:
        """The first turn: everybody in seat order has got a full hand (S2)."""
        variant, players = self.setting.variant, self.setting.players
        size = variant.rules.hand_size
        tiles = [piece for piece in deal.drawn if isinstance(piece, Tile)]
        hands = [tiles[seat * size :][:size] for seat in range(len(players))]
        state = position(variant, players=players, hands=hands, supply=deal.rest)
        specials = [piece for piece in deal.drawn if isinstance(piece, Special)]
        state = variant.revealed(state, specials)
        begins = f"seat {state.turn} begins"
        lines = [
            f"seat {seat} is dealt {_text([*hand, *specials])}, {begins}"
            for seat, hand in enumerate(hands)
        ]
        public = f"{_text(specials)} is revealed, {begins}" if specials else begins
        return self._going_on(state, lines, public)

    def _moved(self, state: TileState, move: Move, drawing: Drawing) -> Moment:
        """What comes after a move."""
        after = apply(state, move, draw=drawing.drawn)
        returned = 0
        if isinstance(move, Exchange) and self.setting.variant.rules.supply == "stacks":
            returned = len(move.tiles)
        largest = max(self.largest, len(after.board))
        return self._going_on(
            after,
            [_line(state.turn, seat, move, drawing) for seat in range(len(state.players))],
            _line(state.turn, None, move, drawing),
            known=min(self.known + returned, len(after.supply)),
            largest=largest,
            idle=0 if largest > self.largest else self.idle + 1,
        )

    def _going_on(self, state: TileState, lines: list[str], public: str, **changes: Any) -> Moment:
        """The next turn, if there is one, with one more line for every player and for all."""
        seen = tuple((*old, new) for old, new in zip(self.seen, lines, strict=True))
        changes |= {"seen": seen, "public": (*self.public, public)}
        moment = attrs.evolve(self, state=state, awaited=None, **changes)
        if state.is_over or moment.idle >= self.setting.idle_moves:
            return moment
        return attrs.evolve(moment, awaited=Turn.begin(self.setting.steps, state))

    def __str__(self) -> str:
        return self.everything

    @cached_property
    def everything(self) -> str:
        """The game as text, hidden or not, for people who look for a fault."""
        lines: list[str] = []
        if self.state is not None:
            lines += [text(self.state), *self._supply(self.state)]
            lines += self._chosen(self.state.turn)
        if self.drawing is not None:
            lines.append(f"{self.drawing.move or 'deal'} draws {pieces_text(self.drawing.drawn)}")
        if self.idle:
            lines.append(f"the table has not grown for {counted(self.idle, 'moves')}")
        return "\n".join(lines)

    def _supply(self, state: TileState) -> list[str]:
        pieces, mixed = state.supply.tiles, len(state.supply) - self.known
        under = [f"under it, in order: {pieces_text(pieces[mixed:])}"] if self.known else []
        return [f"supply, mixed: {_text(pieces[:mixed])}", *under]


def _text(pieces: Iterable[Piece]) -> str:
    return pieces_text(in_order(pieces))


def _line(mover: int, seat: int | None, move: Move, drawing: Drawing) -> str:
    """A move as a player sees it, or as all do: of another player's exchange the number of tiles,
    and of another player's draw the specials, which are revealed (A2)."""
    own = seat == mover
    text = f"swap {len(move.tiles)}" if isinstance(move, Exchange) and not own else str(move)
    drawn = [piece for piece in drawing.drawn if own or isinstance(piece, Special)]
    return f"seat {mover}: {text}" + (f" draws {_text(drawn)}" if drawn else "")
