"""The card game at one moment: everything, or what one player may know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import attrs

from qwirkle import Outcome, Player, State, Tile, View
from qwirkle.engine import as_random, in_order, pick, shuffled, tiles_text, without
from qwirkle_variants.cards.codes import CardEnd
from qwirkle_variants.cards.rows import Rows, rows_text

if TYPE_CHECKING:  # a state knows its variant, which makes states
    from qwirkle_variants.cards.engine import CardGame


@attrs.frozen(repr=False)
class CardState(State):
    """A card game at one moment. Make one with ``new_game`` or ``position``.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bs", "Gd"], pile="Yx")
    >>> state.table[0][0].name, state.turn, len(state.pile), state.is_over
    ('red circle', 0, 1, False)
    >>> eval(repr(state), vars(qwirkle)) == state
    True
    """

    variant: CardGame
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    table: Rows
    """The rows on the table, each sorted, and all sorted."""
    hands: tuple[tuple[Tile, ...], ...]
    """Everybody's cards, by seat, sorted."""
    pile: tuple[Tile, ...]
    """The cards still to be drawn; the first is drawn first."""
    qwirkles: tuple[Rows, ...]
    """The rows of six that everybody has taken, by seat."""
    turn: int
    """The seat to move; after the end, the seat that would have been next."""
    turns_left: int | None
    """How many turns are left in the last round, or None before it (K10)."""
    shown: tuple[tuple[Tile, ...], ...]
    """For each seat, the cards of stuck hands that all have seen and that went into the pile
    after that seat last drew from it: so it cannot hold these copies (K8)."""
    revealed: tuple[tuple[Tile, ...], ...]
    """For each seat, the cards of its hand that everyone has seen, because the player showed
    them and passed (K8)."""
    seed: int
    """What all mixing is derived from, together with `ply`."""
    ply: int
    """How many moves have been made since the game or position was set up."""

    @property
    def to_draw(self) -> tuple[Tile, ...]:
        """The cards of the pile; the first is drawn first."""
        return self.pile

    @property
    def scores(self) -> tuple[int, ...]:
        """How many Qwirkles everybody has, by seat (K11)."""
        return tuple(map(len, self.qwirkles))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return _outcome(self)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The cards of the player to move."""
        return self.hands[self.turn]

    @property
    def pile_size(self) -> int:
        """How many cards can still be drawn."""
        return len(self.pile)

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of the player whose hand this is, as it always is in a state."""
        return True

    def __repr__(self) -> str:
        fields = {
            "players": self.players,
            "table": rows_text(self.table),
            "hands": [tiles_text(hand) for hand in self.hands],
            "pile": tiles_text(self.pile),
            "qwirkles": [rows_text(rows) for rows in self.qwirkles],
            "turn": self.turn,
            "turns_left": self.turns_left,
            "shown": [tiles_text(cards) for cards in self.shown],
            "revealed": [tiles_text(cards) for cards in self.revealed],
            "seed": self.seed,
            "ply": self.ply,
        }
        if not any(self.revealed):
            del fields["revealed"]
        parts = ", ".join(f"{name}={value!r}" for name, value in fields.items())
        return f"position({self.variant!r}, {parts})"


@attrs.frozen
class CardView(View):
    """What one player may know of a card game.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game("cards", players=["Ada", "Bob"], seed=1), 0)
    >>> view.hand_sizes, view.pile_size, len(view.unseen)
    ((9, 9), 90, 99)
    """

    variant: CardGame
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    seat: int
    """Whose view it is."""
    table: Rows
    """The rows on the table, each sorted, and all sorted."""
    hand: tuple[Tile, ...]
    """The player's own cards, sorted."""
    hand_sizes: tuple[int, ...]
    """How many cards everybody has, by seat."""
    pile_size: int
    """How many cards can still be drawn."""
    unseen: tuple[Tile, ...]
    """The cards in the others' hands and in the pile that are not revealed, sorted, so that the
    order reveals nothing."""
    qwirkles: tuple[Rows, ...]
    """The rows of six that everybody has taken, by seat; they lie open (K7)."""
    turn: int
    """The seat to move."""
    turns_left: int | None
    """How many turns are left in the last round, or None before it (K10)."""
    shown: tuple[tuple[Tile, ...], ...]
    """For each seat, the cards of stuck hands that all have seen and that went into the pile
    after that seat last drew from it: so it cannot hold these copies (K8)."""
    revealed: tuple[tuple[Tile, ...], ...]
    """For each seat, the cards of its hand that everyone has seen, because the player showed
    them and passed (K8)."""

    @property
    def scores(self) -> tuple[int, ...]:
        """How many Qwirkles everybody has, by seat (K11)."""
        return tuple(map(len, self.qwirkles))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return _outcome(self)

    @property
    def may_move(self) -> bool:
        """Whether it is this player's turn."""
        return self.seat == self.turn

    def sample_state(self, random: Random) -> CardState:
        """A state that looks just like this to the player, the unseen cards dealt at random.

        Cards that a stuck hand has shown are not dealt to a player who cannot hold them, and
        a player who passed keeps the cards shown.

        >>> import qwirkle, random
        >>> view = qwirkle.observe(qwirkle.new_game("cards", seed=1), 0)
        >>> qwirkle.observe(view.sample_state(random.Random(5)), 0) == view
        True
        """
        as_random(random)
        unseen = list(self.unseen)
        hands = [self.hand] * len(self.players)
        # A player who has not drawn for longer can hold less, so deals come in that order.
        for seat in sorted(range(len(hands)), key=lambda seat: -len(self.shown[seat])):
            if seat != self.seat:
                known = self.revealed[seat]
                possible, _ = without(unseen, self._elsewhere(seat).elements())
                dealt = shuffled(possible, random)[: self.hand_sizes[seat] - len(known)]
                hands[seat] = in_order((*known, *dealt))
                unseen = list(without(unseen, dealt)[0])
        return CardState(
            variant=self.variant,
            players=self.players,
            table=self.table,
            hands=tuple(hands),
            pile=tuple(shuffled(unseen, random)),
            qwirkles=self.qwirkles,
            turn=self.turn,
            turns_left=self.turns_left,
            shown=self.shown,
            revealed=self.revealed,
            seed=pick(random, 2**32),
            ply=0,
        )

    def _elsewhere(self, seat: int) -> Counter[Tile]:
        """The unseen cards that another seat cannot hold.

        Of those shown, the player's own hand and the revealed ones may hold what they have
        drawn since.
        """
        shown = Counter(self.shown[seat])
        seen: Counter[Tile] = Counter()
        for other, cards in enumerate(self.revealed):
            held = Counter(self.hand if other == self.seat else cards)
            seen += held & (shown - Counter(self.shown[other]))
        return shown - seen


CardPosition: TypeAlias = CardState | CardView
"""What the rules are asked about: either knows all that the player to move may know."""


def _outcome(position: CardPosition) -> Outcome | None:
    return Outcome.of(CardEnd.LAST_ROUND, position.scores) if position.turns_left == 0 else None
