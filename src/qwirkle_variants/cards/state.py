"""States of the card game, and views of its players."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import attrs

from qwirkle import Player, State, Tile, View
from qwirkle.authoring import (
    COUNT,
    HAND,
    SEAT,
    SEED,
    Kind,
    Outcome,
    Position,
    Reason,
    as_random,
    as_tiles,
    field,
    in_order,
    number,
    or_none,
    per_seat,
    pick,
    shuffled,
    without,
)
from qwirkle_variants.cards.rows import QWIRKLES, ROWS, Rows, cards_of

if TYPE_CHECKING:  # an import cycle otherwise
    from qwirkle_variants.cards.game import CardGame


class CardEnd(Reason):
    """The reasons why a card game ends.

    >>> CardEnd.LAST_ROUND.value
    'last-round'
    """

    LAST_ROUND = "last-round", "everyone has had their last turn"
    """The pile had run out, and every player had one more turn (K10)."""


MOST_PLAYERS: Final = 4
"""The most players (K1)."""
PILE: Final = attrs.evolve(HAND, read=as_tiles)
"""Cards in drawing order."""
TURNS_LEFT: Final = or_none(
    Kind(
        lambda value: number(value, MOST_PLAYERS),
        int,
        {"type": "integer", "minimum": 0, "maximum": MOST_PLAYERS},
        0,
    )
)


@attrs.frozen(kw_only=True, repr=False)
class CardPosition(Position):
    """The fields that states and views of a card game share. Everyone sees them."""

    variant: CardGame
    """The rules that the game is played by."""
    players: tuple[Player, ...]
    """The players, by seat."""
    table: Rows = field(ROWS)
    """The rows on the table, each sorted, and all sorted."""
    qwirkles: tuple[Rows, ...] = per_seat(QWIRKLES)
    """The rows of six that each player has taken, by seat; everyone may look at them (K7)."""
    turn: int = field(SEAT, inferred=True)
    """The seat to move; after the end, the seat that would have been next."""
    turns_left: int | None = field(TURNS_LEFT, inferred=True)
    """How many turns are left in the last round, or None before it (K10)."""
    shown: tuple[tuple[Tile, ...], ...] = per_seat(HAND, repeats=True)
    """For each seat, the cards of stuck hands that everyone has seen and that went into the pile
    after that seat last drew from it. So it cannot hold these copies (K8)."""
    revealed: tuple[tuple[Tile, ...], ...] = per_seat(HAND, repeats=True, omit_empty=True)
    """For each seat, the cards of its hand that everyone has seen, because the player showed
    them and passed (K8)."""

    @property
    def scores(self) -> tuple[int, ...]:
        """How many Qwirkles each player has, by seat (K11)."""
        return tuple(map(len, self.qwirkles))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(CardEnd.LAST_ROUND, self.scores) if self.turns_left == 0 else None

    @property
    @abstractmethod
    def pile_size(self) -> int:
        """How many cards can still be drawn."""


@attrs.frozen(kw_only=True, repr=False)
class CardState(CardPosition, State["CardView"]):
    """A card game at one moment. Make one with ``new_game`` or ``position``.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bs", "Gd"], pile="Yx")
    >>> state.table[0][0].name, state.turn, len(state.pile), state.is_over
    ('red circle', 0, 1, False)
    >>> eval(repr(state), vars(qwirkle)) == state
    True
    """

    hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND)
    """The hands by seat, each sorted."""
    pile: tuple[Tile, ...] = field(PILE, inferred=True)
    """The cards still to be drawn; the first is drawn first."""
    seed: int = field(SEED)
    """The number from which all mixing is derived, together with `ply`."""
    ply: int = field(COUNT)
    """How many moves have been made since the game or position was set up."""

    @property
    def to_draw(self) -> tuple[Tile, ...]:
        """The cards of the pile; the first is drawn first."""
        return self.pile

    @property
    def pile_size(self) -> int:
        """How many cards can still be drawn."""
        return len(self.pile)


def _unseen(state: CardState, seat: int) -> tuple[Tile, ...]:
    hidden = [without(*hand)[0] for hand in zip(state.hands, state.revealed, strict=True)]
    hidden[seat] = state.pile
    return in_order(cards_of(hidden))


@attrs.frozen(kw_only=True, repr=False)
class CardView(CardPosition, View):
    """A card game as one player may know it.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game("cards", players=["Ada", "Bob"], seed=1), 0)
    >>> view.hand_sizes, view.pile_size, len(view.unseen)
    ((9, 9), 90, 99)
    """

    seat: int = field(SEAT, shows=lambda state, seat: seat)
    """The seat of the player whose view it is."""
    hand: tuple[Tile, ...] = field(HAND, shows=lambda state, seat: state.hands[seat])
    """The player's own cards, sorted."""
    hand_sizes: tuple[int, ...] = per_seat(COUNT, inferred=True)
    """How many cards each player has, by seat."""
    pile_size: int = field(COUNT, inferred=True)
    """How many cards can still be drawn."""
    unseen: tuple[Tile, ...] = field(HAND, inferred=True, shows=_unseen)
    """The cards in the others' hands and in the pile that are not revealed, sorted, so that the
    order reveals nothing."""
    ply: int = field(COUNT)
    """How many moves have been made since the game or position was set up."""

    def sample_state(self, random: Random) -> CardState:
        """A state with exactly this view, in which the unseen cards are dealt at random.

        Cards that a stuck hand has shown are not dealt to a player who cannot hold them, and a
        player who passed keeps the revealed cards.

        >>> import qwirkle, random
        >>> view = qwirkle.observe(qwirkle.new_game("cards", seed=1), 0)
        >>> qwirkle.observe(view.sample_state(random.Random(5)), 0) == view
        True
        """
        as_random(random)
        unseen = list(self.unseen)
        hands = [self.hand] * len(self.players)
        # The longer a player has not drawn, the fewer cards are possible, so that player comes
        # first.
        for seat in sorted(range(len(hands)), key=lambda seat: -len(self.shown[seat])):
            if seat != self.seat:
                known = self.revealed[seat]
                possible, _ = without(unseen, self._elsewhere(seat).elements())
                dealt = shuffled(possible, random)[: self.hand_sizes[seat] - len(known)]
                hands[seat] = in_order((*known, *dealt))
                unseen = list(without(unseen, dealt)[0])
        pile = tuple(shuffled(unseen, random))
        return self.variant.state_behind(
            self, hands=tuple(hands), pile=pile, seed=pick(random, 2**32)
        )

    def _elsewhere(self, seat: int) -> Counter[Tile]:
        """The unseen cards that another seat cannot hold.

        Some of the shown cards may be in the player's own hand or among the revealed ones, because
        they were drawn since.
        """
        shown = Counter(self.shown[seat])
        seen: Counter[Tile] = Counter()
        for other, cards in enumerate(self.revealed):
            held = Counter(self.hand if other == self.seat else cards)
            seen += held & (shown - Counter(self.shown[other]))
        return shown - seen
