"""A tile game in which chance is a player that deals and draws, one piece at a time.

This is for frameworks in which every event is an action of some player, and an action is a
number. Players act in the steps of :mod:`qwirkle.adapters.turns`. The actions of chance are the
kinds of pieces in the box, in their order: the 36 tiles, then the variant's special pieces.

The probability of a piece follows from the game so far. All pieces of the supply whose order
nobody knows are equally likely. In a bag, these are all pieces. In face-down stacks, they are the
pieces that nobody has held yet; the tiles put under the stacks in exchanges come last, in the
order in which they were put there (R19), so chance has no choice among them. No player knows that
whole order: a :class:`~qwirkle.View`, and a state that it samples, treat the supply as mixed.

Exchanges can go on for ever, so a game is cut off if the board has not grown for some rounds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from operator import index
from random import Random
from typing import Any, Final, SupportsIndex

import attrs

from qwirkle._engine import engine_of
from qwirkle.adapters.turns import MOST_ROUNDS, WINDOW, PartialTurn, Steps
from qwirkle.api import apply, observe, position
from qwirkle.codec import to_json
from qwirkle.errors import InvalidDraw, InvalidValue, short_repr
from qwirkle.fields import MOST_COUNTED
from qwirkle.lines import LONGEST
from qwirkle.moves import Exchange, Move, Place
from qwirkle.render import text
from qwirkle.state import Player, as_players
from qwirkle.supply import (
    Piece,
    Special,
    Supply,
    draw,
    pick,
    pieces_text,
    shuffled,
    without,
)
from qwirkle.tilegame.game import TileGame
from qwirkle.tilegame.state import TileState, TileView, seats_seen
from qwirkle.tiles import Tile, in_order
from qwirkle.variant import Variant
from qwirkle.words import counted

_PRIVATE: Final = ("seat", "hand", "seen_hands")
_OF_ONE_PLAYER: Final = ("qwirkle", "format", "unseen", *_PRIVATE)
"""The names in a view's JSON that depend on its player, or show that it is a view."""


@attrs.frozen
class PendingDraw:
    """A draw of pieces from the supply that is not finished, for a move or for the deal.

    >>> from qwirkle.authoring import Supply
    >>> pending = PendingDraw((), Supply("Rs Rs Bd Gk").tiles, known=1, size=3)
    >>> dict(pending.counts)
    {Tile.parse('Rs'): 2, Tile.parse('Bd'): 1}
    >>> for name in ("Bd", "Rs", "Rs"):
    ...     pending = pending.after(Tile.parse(name))
    >>> pending.is_done, dict(pending.counts)
    (True, {Tile.parse('Gk'): 1})
    """

    drawn: tuple[Piece, ...]
    """The pieces drawn so far, in drawing order."""
    rest: tuple[Piece, ...]
    """The rest of the supply, with the pieces in an unknown order first."""
    known: int
    """The number of pieces at the end of the supply whose order is known."""
    size: int
    """The number of tiles to draw."""
    move: Move | None = None
    """The move that draws them; None for the deal."""

    @property
    def is_done(self) -> bool:
        """Whether the draw is finished, with enough tiles or no more pieces (R8)."""
        # This does not depend on the order of the remaining pieces.
        return len(draw(self.drawn + self.rest, self.size).pieces) == len(self.drawn)

    @cached_property
    def counts(self) -> Mapping[Piece, int]:
        """The pieces that can come next, each with its number of equally likely cases."""
        mixed = len(self.rest) - self.known
        return Counter(self.rest[:mixed] if mixed > 0 else self.rest[:1])

    def after(self, piece: Piece) -> PendingDraw:
        """The draw with one more piece drawn.

        Raises:
            InvalidDraw: if it cannot come next.
        """
        if piece not in self.counts:
            possible = pieces_text(self.counts) or "nothing"
            raise InvalidDraw(f"{piece} cannot be drawn; possible: {possible}")
        rest, _ = without(self.rest, [piece])  # the first of its kind, so one in an unknown order
        drawn = (*self.drawn, piece)
        return PendingDraw(drawn, rest, self.known, self.size, self.move)


def _rounds(setting: Setting, attribute: object, rounds: Any) -> None:
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        possible = f"a number from 1 to {MOST_ROUNDS}"
        raise InvalidValue(f"idle_rounds must be {possible}, not {short_repr(rounds)}")


@attrs.frozen
class Setting:
    """The choices before the deal: the variant, the players, and when the game is cut off.

    >>> setting = Setting.of("schmidt-actions", players=2, idle_rounds=10)
    >>> setting.variant.name, len(setting.kinds), str(setting.kinds[-1])
    ('schmidt-actions', 38, '*draw-three')
    """

    steps: Steps
    """The actions of players."""
    players: tuple[Player, ...]
    """The players, by seat."""
    idle_rounds: int = attrs.field(validator=_rounds)
    """The number of rounds without growth of the board after which the game is cut off."""

    @classmethod
    def of(
        cls,
        variant: str | Variant,
        *,
        players: object,
        idle_rounds: int,
        window: int = WINDOW,
    ) -> Setting:
        """The setting for a variant or its name, with players as ``new_game`` takes them.

        Raises:
            InvalidValue: if it is not a tile game, or not for these players.
        """
        steps = Steps.of(variant, window)
        counts = steps.variant.player_counts
        return cls(steps, as_players(players, counts[0], counts[-1]), idle_rounds)

    @property
    def variant(self) -> TileGame:
        """The game that is played."""
        return self.steps.variant

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces in the box; the index of a kind is its number as an action."""
        return in_order(set(self.variant.box))

    @property
    def tiles(self) -> int:
        """The number of tiles in the box."""
        return sum(isinstance(piece, Tile) for piece in self.variant.box)

    @property
    def idle_moves(self) -> int:
        """The number of moves without growth of the board after which the game is cut off."""
        return self.idle_rounds * len(self.players)

    @property
    def most_moves(self) -> int:
        """An upper bound of the moves in a game.

        The count of idle moves starts again only if the board is larger than ever before.
        """
        return (self.tiles + 1) * self.idle_moves

    @property
    def most_steps(self) -> int:
        """An upper bound of the players' steps, one for each tile of a move and one for its end."""
        return self.most_moves * (self.variant.largest_hand + 1)

    @property
    def most_draws(self) -> int:
        """An upper bound of the draws, since a move fills one hand, and a special is drawn once."""
        fillings = self.most_moves + len(self.players)
        return fillings * self.variant.largest_hand + len(self.variant.specials)

    @property
    def most_points(self) -> int:
        """The most points that a player can win or lose; a placed tile is in at most two lines.

        If the variant has its own moves, they may take tiles back from the board, so a tile can be
        placed several times; the bound is then far higher than any score, as it is if hooks decide
        the points.
        """
        if not engine_of(self.variant).is_bounded:
            return MOST_COUNTED
        placed = LONGEST * self.most_moves if self.steps.others else self.tiles
        best = max(abs(self.variant.line_points(n)) for n in range(1, LONGEST + 1))
        return 2 * best * placed + abs(self.variant.end_bonus())


@attrs.frozen
class Node:
    """A node of the game tree: a game between two actions. Make the first with :meth:`begin`.

    >>> node = Node.begin(Setting.of("standard", players=2, idle_rounds=10))
    >>> node.pending_draw.counts[Tile.parse("Rs")], node.pending_draw.size
    (3, 12)
    >>> for number in (0, 1, 2, 3, 4, 35, 6, 13, 20, 27, 34, 5):
    ...     node = node.after(number)
    >>> str(node.state.hands[0][0]), node.state.turn, len(node.turn.actions)
    ('Rc', 0, 5)
    """

    setting: Setting
    """The choices before the deal."""
    state: TileState | None
    """The state after the last move; None during the deal."""
    awaited: PendingDraw | PartialTurn | None
    """The draw or the turn under way; None at the end of the game."""
    known: int
    """The number of pieces at the end of the supply whose order is known."""
    largest: int
    """The largest number of tiles on the board so far."""
    idle: int
    """The number of moves since the board was first that large."""
    seen: tuple[tuple[str, ...], ...]
    """The history as each player has seen it, by seat, with a line for the deal and each move."""
    public: tuple[str, ...] = ()
    """The history that all players have seen, with the same number of lines."""

    @classmethod
    def begin(cls, setting: Setting) -> Node:
        """The first node, with all pieces in the supply."""
        seats = len(setting.players)
        size = setting.variant.rules.hand_size * seats
        deal = PendingDraw((), in_order(setting.variant.box), 0, size)
        return cls(setting, None, deal, 0, 0, 0, ((),) * seats)

    def __deepcopy__(self, memo: object) -> Node:
        return self  # it is immutable

    @property
    def pending_draw(self) -> PendingDraw | None:
        """The deal or draw under way, if the next action is one of chance."""
        return self.awaited if isinstance(self.awaited, PendingDraw) else None

    @property
    def turn(self) -> PartialTurn | None:
        """The turn under way, if the next action is a player's."""
        return self.awaited if isinstance(self.awaited, PartialTurn) else None

    def after(self, action: SupportsIndex) -> Node:
        """The node after an action of chance or of the player to move.

        Raises:
            InvalidValue: if no action has this number, or it is not possible now.
            InvalidDraw: if the piece with this number cannot come next.
        """
        if isinstance(self.awaited, PendingDraw):
            return self._drawn(self.awaited.after(self._piece(action)))
        if self.awaited is None or self.state is None:
            raise InvalidValue(f"action {short_repr(action)} is not possible: the game is over")
        step = self.awaited.after(action)
        if isinstance(step, PartialTurn):
            return attrs.evolve(self, awaited=step)
        size = self.setting.variant.judge(self.state, step).draws
        return self._drawn(PendingDraw((), self.state.supply.tiles, self.known, size, step))

    def describe(self, action: SupportsIndex) -> str:
        """A possible action in words."""
        if self.turn is not None:
            return self.setting.steps.describe(action, self.turn)
        if self.awaited is None:
            raise InvalidValue(f"action {short_repr(action)} is not possible: the game is over")
        return f"draw {self._piece(action)}"

    def view(self, seat: int) -> TileView | None:
        """A player's view; None during the deal."""
        return None if self.state is None else observe(self.state, seat)

    def own_turn(self, seat: int) -> PartialTurn | None:
        """The turn under way, if it is this player's; the others do not see it before its end."""
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
        """The hands that a player sees as JSON, and the steps of the player's turn so far."""
        view = self.view(seat)
        if view is None:
            return ""
        fields = json.loads(to_json(view))
        held = json.dumps({name: fields[name] for name in _PRIVATE if name in fields})
        return "\n".join([held, *self._chosen(seat)])

    def history(self, seat: int) -> str:
        """Everything a player has seen since the deal, and the steps of the player's turn so far."""
        return "\n".join([*self.seen[seat], *self._chosen(seat)])

    def public_history(self) -> str:
        """Everything that all players have seen since the deal."""
        return "\n".join(self.public)

    def private_history(self, seat: int) -> str:
        """The part of a player's history that not all players have seen."""
        # In a sampled node, the other players have only one line.
        pairs = zip(self.seen[seat], self.public, strict=False)
        own = [line for line, public in pairs if line != public]
        return "\n".join([*own, *self._chosen(seat)])

    def sampled(self, seat: int, random: Random) -> Node:
        """A node that looks the same to the player to move, with the unseen pieces at random.

        The history of each other player is replaced by the player's view.
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
        turn = attrs.evolve(turn, position=state)
        return attrs.evolve(self, state=state, awaited=turn, known=0, seen=seen)

    def mixed(self, random: Random) -> TileState:
        """The state, with the pieces of the supply whose order nobody knows in a random order."""
        if self.state is None:
            raise InvalidValue("there is no state before the deal is over")
        pieces = self.state.supply.tiles
        known = len(pieces) - self.known
        supply = Supply.of((*shuffled(pieces[:known], random), *pieces[known:]))
        return attrs.evolve(self.state, supply=supply, seed=pick(random, 2**32))

    def _piece(self, action: SupportsIndex) -> Piece:
        kinds = self.setting.kinds
        with suppress(TypeError):
            if 0 <= index(action) < len(kinds):
                return kinds[index(action)]
        last = len(kinds) - 1
        raise InvalidValue(f"the pieces are numbered 0 to {last}, not {short_repr(action)}")

    def _chosen(self, seat: int) -> list[str]:
        turn = self.own_turn(seat)
        if turn is None or not turn.taken:
            return []
        return [f"now: {Place(turn.placed) if turn.placed else Exchange(turn.marked)}"]

    def _drawn(self, pending: PendingDraw) -> Node:
        """The node after a piece is drawn; if it was the last one, the deal or the move is over."""
        if not pending.is_done:
            return attrs.evolve(self, awaited=pending)
        if self.state is None or pending.move is None:
            return self._dealt(pending)
        return self._moved(self.state, pending.move, pending)

    def _dealt(self, deal: PendingDraw) -> Node:
        """The node after the deal, in which each player in seat order gets a full hand (S2)."""
        variant, players = self.setting.variant, self.setting.players
        size = variant.rules.hand_size
        tiles = [piece for piece in deal.drawn if isinstance(piece, Tile)]
        hands = [tiles[seat * size :][:size] for seat in range(len(players))]
        state = position(variant, players=players, hands=hands, supply=deal.rest)
        specials = [piece for piece in deal.drawn if isinstance(piece, Special)]
        state = variant.revealed(state, specials)
        begins = f"seat {state.turn} begins"
        dealt = [f"seat {i} is dealt {_text([*hand, *specials])}" for i, hand in enumerate(hands)]
        lines = [
            ", ".join([*(dealt[other] for other in [seat, *seats_seen(state, seat)]), begins])
            for seat in range(len(players))
        ]
        public = f"{_text(specials)} is revealed, {begins}" if specials else begins
        return self._continued(state, lines, public)

    def _moved(self, state: TileState, move: Move, pending: PendingDraw) -> Node:
        """The node after a move."""
        after = apply(state, move, draw=pending.drawn)
        has_stacks = self.setting.variant.rules.supply == "stacks"
        returned = len(move.tiles) if has_stacks and isinstance(move, Exchange) else 0
        largest = max(self.largest, len(after.board))
        return self._continued(
            after,
            [
                _line(state.turn, move, pending, own=state.turn in (seat, *seats_seen(state, seat)))
                for seat in range(len(state.players))
            ],
            _line(state.turn, move, pending, own=False),
            known=min(self.known + returned, len(after.supply)),
            largest=largest,
            idle=0 if largest > self.largest else self.idle + 1,
        )

    def _continued(self, state: TileState, lines: list[str], public: str, **changes: Any) -> Node:
        """The node at the next turn, or at the end, with one more line in every history."""
        seen = tuple((*old, new) for old, new in zip(self.seen, lines, strict=True))
        changes |= {"seen": seen, "public": (*self.public, public)}
        node = attrs.evolve(self, state=state, awaited=None, **changes)
        if state.is_over or node.idle >= self.setting.idle_moves:
            return node
        turn = PartialTurn.begin(self.setting.steps, state)
        # Without an action inside the window, the game is cut off.
        return attrs.evolve(node, awaited=turn) if turn.actions else node

    def __str__(self) -> str:
        """The whole game as text, including everything hidden, for debugging."""
        lines: list[str] = []
        if self.state is not None:
            pieces, mixed = self.state.supply.tiles, len(self.state.supply) - self.known
            lines += [text(self.state), f"supply, mixed: {_text(pieces[:mixed])}"]
            if self.known:
                lines.append(f"under it, in order: {pieces_text(pieces[mixed:])}")
            lines += self._chosen(self.state.turn)
        if pending := self.pending_draw:
            lines.append(f"{pending.move or 'deal'} draws {pieces_text(pending.drawn)}")
        if self.idle:
            lines.append(f"the board has not grown for {counted(self.idle, 'moves')}")
        return "\n".join(lines)


def _text(pieces: Iterable[Piece]) -> str:
    return pieces_text(in_order(pieces))


def _line(mover: int, move: Move, pending: PendingDraw, *, own: bool) -> str:
    """A move as told to players who see the mover's hand (``own``), or to the others.

    Others see only the number of tiles in an exchange, and of a draw only the specials, which are
    revealed (A2).
    """
    text = f"swap {len(move.tiles)}" if isinstance(move, Exchange) and not own else str(move)
    drawn = [piece for piece in pending.drawn if own or isinstance(piece, Special)]
    return f"seat {mover}: {text}" + (f" draws {_text(drawn)}" if drawn else "")
