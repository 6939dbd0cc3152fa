"""The card game: nine-card hands, rows on the table, and regrouping them (K1 to K13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeVar, cast

import attrs

from qwirkle import (
    Citation,
    Edition,
    Fact,
    InvalidOption,
    Judgement,
    Move,
    Pass,
    Player,
    Scene,
    ScoredLine,
    Tile,
    Variant,
)
from qwirkle.engine import (
    Drawn,
    as_players,
    described,
    in_order,
    largest_set,
    mixed,
    short_repr,
    starter,
    undeclared,
    without,
)
from qwirkle_variants.cards import wire
from qwirkle_variants.cards.grid import LONGEST, SHORTEST
from qwirkle_variants.cards.legal_moves import CardMoves
from qwirkle_variants.cards.legality import HAND_SIZE, judge
from qwirkle_variants.cards.moves import Lay, Redraw
from qwirkle_variants.cards.rows import BOX, canonical
from qwirkle_variants.cards.setup import CardSetup
from qwirkle_variants.cards.state import CardPosition, CardState, CardView
from qwirkle_variants.statements import CARD_GAME

T = TypeVar("T")

_READINGS: Final = {
    "free": "the cards on the table may be regrouped in any way",
    "strict": "every old row stays with two of its cards at least, "
    "and every new row has a card of the hand",
}


@attrs.frozen(repr=False)
class CardGame(Variant[CardState, CardView]):
    """The card game.

    >>> import qwirkle
    >>> state = qwirkle.new_game("cards", players=["Ada", "Bob"], seed=1)
    >>> [len(hand) for hand in state.hands], len(state.pile)
    ([9, 9], 90)
    """

    regrouping: Literal["free", "strict"] = attrs.field(default="free")
    """How the table may be regrouped (R14)."""
    name: str = attrs.field(default="cards", init=False)
    """The name it is chosen by."""
    version: int = attrs.field(default=1, init=False)
    """Grows when its behaviour changes."""

    hand_size: ClassVar[int] = HAND_SIZE
    """How many cards a hand has (K1)."""
    move_types: ClassVar[tuple[type[Move], ...]] = (Lay, Redraw, Pass)

    @regrouping.validator
    def _check(self, attribute: object, value: object) -> None:
        if type(value) is not str or value not in _READINGS:
            raise InvalidOption(f"regrouping is 'free' or 'strict', not {short_repr(value)}")

    # What it is

    @property
    def edition(self) -> Edition:
        """What is printed on the box."""
        return _EDITION

    @property
    def citations(self) -> Mapping[str, Citation]:
        """For every rule id, what the manual says."""
        return {
            rule: Citation("printed", _SOURCE, text, _RULINGS.get(rule, ()))
            for rule, text in CARD_GAME.items()
        }

    @property
    def options(self) -> Mapping[str, object]:
        """The reading of regrouping, if it is not the usual one."""
        return {} if self.regrouping == "free" else {"regrouping": self.regrouping}

    def with_options(self, /, **options: object) -> CardGame:
        """The same game with another reading of regrouping.

        >>> CardGame().with_options(regrouping="strict")
        get_variant('cards', regrouping='strict')
        """
        game = self
        for name, value in options.items():
            if name != "regrouping":
                raise InvalidOption(
                    f"there is no option {short_repr(name)}; the option is regrouping"
                )
            game = attrs.evolve(game, regrouping=cast(Any, value))  # the field looks at it
        return game

    def facts(self) -> Mapping[str, Fact]:
        """What it decides; by the names that the tile game uses, where they mean the same."""
        few, many = self.player_counts[0], self.player_counts[-1]
        return {
            "hand_size": Fact(self.hand_size, ("K1",), f"{self.hand_size} cards each"),
            "min_players": Fact(few, ("K1",), f"at least {few} players"),
            "max_players": Fact(many, ("K1",), f"at most {many} players"),
            "tie_break": Fact("youngest", ("K2",), "of those tied, the youngest starts"),
            "line_points": Fact(
                (0, 0, 0, 0, 0, 1), ("K7", "K11"), "a completed row of six counts 1, others nothing"
            ),
            "end_bonus": Fact(0, ("K11",), "ending the game counts nothing"),
            "pieces": Fact(described(BOX), ("K1",), f"the box holds {described(BOX)}"),
            "regrouping": Fact(self.regrouping, ("K5", "K6", "R14"), _READINGS[self.regrouping]),
        }

    def undeclared(self) -> Mapping[str, str]:
        """What a subclass plays otherwise without a fact."""
        return undeclared(type(self), CardGame, self.facts())

    @property
    def player_counts(self) -> range:
        """Two to four can play (K1)."""
        return range(2, 5)

    def contents(self, state: CardState) -> tuple[Tile, ...]:
        """The cards on the table, in hands, in the pile and in Qwirkles."""
        rows = [*state.table, *(row for rows in state.qwirkles for row in rows)]
        return in_order(card for cards in (*rows, *state.hands, state.pile) for card in cards)

    # How it begins

    def new_game(self, players: object, seed: int) -> CardState:
        """Mix and deal (K1) until somebody has a set of three (K2)."""
        seated = as_players(players, self.player_counts[0], self.player_counts[-1])
        size, dealt = self.hand_size, self.hand_size * len(seated)
        cards, deals = mixed(BOX, seed, 0), 1
        while max(largest_set(cards[at : at + size]) for at in range(0, dealt, size)) < SHORTEST:
            cards = mixed(BOX, seed, -deals)  # so no mixing is that of a later move
            deals += 1
        hands = tuple(in_order(cards[at : at + size]) for at in range(0, dealt, size))
        nothing = ((),) * len(seated)
        return CardState(
            variant=self,
            players=seated,
            table=(),
            hands=hands,
            pile=cards[dealt:],
            qwirkles=nothing,
            turn=self.starter(seated, hands),
            turns_left=None,
            shown=nothing,
            revealed=nothing,
            seed=seed,
            ply=0,
        )

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        """The seat that starts (K2, R1)."""
        return starter(players, hands, "youngest")

    def position(self, /, **fields: object) -> CardState:
        """Any position; see :func:`qwirkle.position`.

        The fields are ``table``, ``hands``, ``pile`` (by default all cards not seen elsewhere,
        mixed by ``seed``), ``qwirkles``, ``turn``, ``turns_left``, ``shown``, ``revealed``,
        ``players``, ``seed`` and ``ply``. With an empty pile, everybody has a last turn unless
        ``turns_left`` says otherwise.
        """
        return CardSetup(self, fields).state()

    # How it goes on

    def legal_moves(self, position: CardPosition) -> CardMoves:
        """The legal moves."""
        return CardMoves(position)

    def judge(self, position: CardPosition, move: Move) -> Judgement:
        """The judgement of a move."""
        return judge(position, move)

    def scored_lines(self, position: CardPosition, move: Move) -> tuple[ScoredLine, ...]:
        """The Qwirkles of a turn, a point for each (K7, R16); they have no cells."""
        rows = move.qwirkles if isinstance(move, Lay) else ()
        return tuple(ScoredLine((), row, 1) for row in rows)

    def after(self, state: CardState, move: Move, judgement: Judgement, drawn: Drawn) -> CardState:
        """The next state."""
        seat = state.turn
        pile = tuple(card for card in drawn.rest if isinstance(card, Tile))
        hand = in_order((*judgement.rest, *drawn.tiles))
        gone, _ = without(state.hand, judgement.rest)
        seen = _shown_after(state, gone, drew=bool(drawn.tiles))
        after = attrs.evolve(state, hands=_with(state.hands, seat, hand), ply=state.ply + 1)
        if isinstance(move, Redraw):  # the same player's turn goes on (K8, R15)
            return attrs.evolve(
                after,
                pile=mixed(pile + gone, state.seed, state.ply + 1),
                shown=tuple(in_order((*cards, *gone)) for cards in seen),
                revealed=_with(state.revealed, seat, ()),
            )
        after = attrs.evolve(
            after,
            pile=pile,
            turn=(seat + 1) % len(state.players),
            turns_left=_turns_left(state, ends=isinstance(move, Pass) or not pile),
            shown=seen,
            revealed=_with(state.revealed, seat, _revealed_after(state, move, gone)),
        )
        if not isinstance(move, Lay):
            return after
        taken = canonical([*state.qwirkles[seat], *move.qwirkles])
        return attrs.evolve(
            after,
            table=tuple(row for row in move.rows if len(row) < LONGEST),
            qwirkles=_with(state.qwirkles, seat, taken),
        )

    # How it is shown

    def observe(self, state: CardState, seat: int) -> CardView:
        """What a player may know."""
        others = (
            without(hand, state.revealed[other])[0]
            for other, hand in enumerate(state.hands)
            if other != seat
        )
        return CardView(
            variant=self,
            players=state.players,
            seat=seat,
            table=state.table,
            hand=state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            pile_size=len(state.pile),
            unseen=in_order(card for cards in (*others, state.pile) for card in cards),
            qwirkles=state.qwirkles,
            turn=state.turn,
            turns_left=state.turns_left,
            shown=state.shown,
            revealed=state.revealed,
        )

    def encode(self, position: CardPosition) -> dict[str, Any]:
        """The fields as JSON values."""
        return wire.encode(position)

    def decode_state(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> CardState:
        """The state with these fields."""
        return wire.decode_state(self, fields, players)

    def decode_view(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> CardView:
        """The view with these fields, if some state looks like that."""
        return wire.decode_view(self, fields, players)

    def scene(self, position: CardPosition) -> Scene:
        """The rows, the players and the pile."""
        return wire.scene(position)


def _turns_left(state: CardState, *, ends: bool) -> int | None:
    """How many turns are left after this one (K10).

    The last round begins when the pile has run out, or holds nothing new for somebody who
    can play nothing and passes (R15).
    """
    if state.turns_left is not None:
        return state.turns_left - 1
    return len(state.players) if ends else None


def _shown_after(
    state: CardState, gone: Sequence[Tile], *, drew: bool
) -> tuple[tuple[Tile, ...], ...]:
    """What is known of shown cards when some have left the hand of the player to move.

    The cards shown to a seat are copies that are not in its hand. The player may have drawn
    some of them since, but none of those that were also shown to the player: so a card that
    leaves the hand may be one of the others, of which one less is sure then.
    """
    own = Counter(state.shown[state.turn])
    after: list[tuple[Tile, ...]] = []
    for seat, cards in enumerate(state.shown):
        known = Counter(cards)
        for card in gone:
            known[card] -= known[card] > own[card]
        cleared = drew and seat == state.turn
        after.append(() if cleared else in_order(known.elements()))
    return tuple(after)


def _revealed_after(state: CardState, move: Move, played: Sequence[Tile]) -> tuple[Tile, ...]:
    """The cards that all know to be in the hand of the player to move after a lay or a pass.

    A player who passes has shown the whole hand (K8).
    """
    if isinstance(move, Pass):
        return state.hand
    known = Counter(state.revealed[state.turn]) - Counter(played)
    return in_order(known.elements())


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


_SOURCE: Final = "G3 and Schmidt, 2016, Polish rules"
_EDITION: Final = Edition(
    "Qwirkle karciane",
    "G3 and Schmidt Spiele",
    year=2016,
    languages=("Polish",),
    players="2 to 4",
    ages="8 and up",
    aliases=("Qwirkle Cards", "Qwirkle card game"),
)
_RULINGS: Final = {
    "K2": ("R1", "R17"),
    "K6": ("R14",),
    "K7": ("R16",),
    "K8": ("R15",),
    "K10": ("R18",),
}
