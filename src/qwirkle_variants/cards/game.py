"""The card game: nine-card hands, rows on the table, and regrouping them (K1 to K13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Literal, TypeVar

import attrs

from qwirkle import Cell, Move, Pass, Player, State, Tile, Variant, View
from qwirkle.authoring import (
    Citation,
    Drawn,
    Edition,
    Fact,
    Judgement,
    Line,
    Scene,
    ScoredLine,
    Statement,
    as_players,
    choice,
    completed_view,
    counted,
    described,
    ending,
    in_order,
    largest_set,
    left_in_box,
    mixed,
    option_facts,
    seated,
    starting_seat,
    tile_names,
    too_large,
    too_many,
    undeclared,
    without,
    wrong_sizes,
)
from qwirkle.errors import Fault
from qwirkle_variants.cards.legal_moves import CardMoves
from qwirkle_variants.cards.legality import is_opening, judge, row_faults, shown_faults
from qwirkle_variants.cards.rows import (
    BOX,
    LINES,
    LONGEST,
    SHORTEST,
    CardWorkbench,
    Lay,
    Redraw,
    Rows,
    canonical,
    cards_of,
    matched,
    row_of,
    scene_of,
)
from qwirkle_variants.cards.state import CardPosition, CardState, CardView
from qwirkle_variants.editions import CARD_GAME, CARD_RULINGS, Says, cited

T = TypeVar("T")


@attrs.frozen(repr=False)
class CardGame(Variant[CardState, CardView]):
    """The card game.

    >>> import qwirkle
    >>> state = qwirkle.new_game("cards", players=["Ada", "Bob"], seed=1)
    >>> [len(hand) for hand in state.hands], len(state.pile)
    ([9, 9], 90)
    """

    regrouping: Literal["free", "strict"] = choice(
        ("K5", "K6", "R14"),
        free="the cards on the table may be regrouped in any way",
        strict="every old row keeps at least two of its cards, and every new row has a card from "
        "the hand",
    )
    """How the rows may be regrouped (R14)."""
    name: str = attrs.field(default="cards", init=False)
    """The name it is chosen by."""
    version: int = attrs.field(default=1, init=False)
    """The version, which increases when its behaviour changes."""

    hand_size: ClassVar[int] = 9
    """How many cards a hand has (K1)."""
    move_types: ClassVar[tuple[type[Move], ...]] = (Lay, Redraw, Pass)
    state_type: ClassVar[type[State]] = CardState
    view_type: ClassVar[type[View]] = CardView

    player_counts: ClassVar[range] = range(2, 5)
    """The possible numbers of players, two to four (K1)."""
    edition: ClassVar[Edition] = Edition(
        "Qwirkle karciane",
        "G3 and Schmidt Spiele",
        year=2016,
        languages=("Polish",),
        players="2 to 4",
        ages="8 and up",
        short="Cards",
        lang="pl",
        signs=("cards instead of tiles",),
        aliases=("Qwirkle Cards", "Qwirkle card game"),
    )
    """The text on the box."""

    # Description

    @property
    def citations(self) -> Mapping[str, Citation]:
        """The statements of the manual, by rule id."""
        hidden = Says("implied", "The manual only implies that you keep your cards hidden.")
        return cited("G3 and Schmidt, 2016, Polish rules", CARD_GAME, _RULINGS, K1=hidden)

    @property
    def statements(self) -> Mapping[str, Statement]:
        """The rules in plain words, with the rulings on cards."""
        return {**super().statements, **CARD_RULINGS}

    def facts(self) -> Mapping[str, Fact]:
        """Its decisions, under the names that the tile game uses where they mean the same."""
        few, many, box = self.player_counts[0], self.player_counts[-1], described(BOX)
        return {
            "hand_size": Fact(self.hand_size, ("K1",), f"{self.hand_size} cards each"),
            "min_players": Fact(few, ("K1",), f"at least {few} players"),
            "max_players": Fact(many, ("K1",), f"at most {many} players"),
            "tie_break": Fact("youngest", ("K2",), "of the tied players, the youngest starts"),
            "stuck": Fact("new-cards", ("K8",), "a player who cannot play draws new cards"),
            "line_points": Fact(
                (0, 0, 0, 0, 0, 1), ("K7", "K11"), "a completed row of six counts 1, others nothing"
            ),
            "end_bonus": Fact(0, ("K11",), "ending the game counts nothing"),
            "pieces": Fact(box, ("K1",), f"the box holds {len(BOX)} cards: {box}"),
            **option_facts(self),
        }

    def undeclared(self) -> Mapping[str, str]:
        """The members that a subclass overrides and its facts do not describe."""
        return undeclared(type(self), CardGame, self.facts())

    # Positions

    def new_game(self, players: object, seed: int) -> CardState:
        """Mix and deal the cards (K1) until a player has a set of three (K2)."""
        seated = as_players(players, self.player_counts[0], self.player_counts[-1])
        size, dealt = self.hand_size, self.hand_size * len(seated)
        cards, deals = mixed(BOX, seed, 0), 1
        while max(largest_set(cards[at : at + size]) for at in range(0, dealt, size)) < SHORTEST:
            cards = mixed(BOX, seed, -deals)  # no later move mixes by such a number
            deals += 1
        hands = tuple(in_order(cards[at : at + size]) for at in range(0, dealt, size))
        nothing = ((),) * len(seated)
        return CardState(
            variant=self,
            players=seated,
            table=(),
            qwirkles=nothing,
            turn=self.starter(seated, hands),
            turns_left=None,
            shown=nothing,
            revealed=nothing,
            hands=hands,
            pile=cards[dealt:],
            seed=seed,
            ply=0,
        )

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        """The seat that starts (K2, R1)."""
        return starting_seat(players, hands, "youngest")

    def completed(self, position: Any, given: Container[str]) -> Any:
        """Fill in the pile with the rest of the box and, before the first row, the starter (K2).

        With an empty pile, every player has a last turn (K10).
        """
        changes: dict[str, Any] = {}
        is_complete = "pile" in given or "unseen" in given
        left = () if is_complete else left_in_box(BOX, position)
        if isinstance(position, CardView):
            known = [cards for i, cards in enumerate(position.revealed) if i != position.seat]
            hidden, _ = without(left, cards_of(known))
            revealed = [*map(len, position.revealed)]
            changes = completed_view(position, given, hidden, self.hand_size, "pile_size", revealed)
        else:
            if not is_complete:
                changes["pile"] = mixed(left, position.seed, 0)
            if "turn" not in given and is_opening(position):
                changes["turn"] = self.starter(position.players, position.hands)
        position = attrs.evolve(position, **changes)
        if "turns_left" not in given and not position.pile_size:
            position = attrs.evolve(position, turns_left=len(position.players))
        return position

    def faults(self, position: CardPosition) -> Iterator[Fault]:
        """Everything that is wrong with the rows, the hands, the pile and the shown cards."""
        yield from row_faults(position.table, position.qwirkles)
        yield from too_large(position, self.hand_size, "K1")
        yield from too_many(BOX, position, "K1")
        left, seats = position.turns_left, len(position.players)
        if left is not None and left > seats:
            message = f"expected None or 0 to {seats} turns, not {left}"
            yield Fault("turns_left", message, ("players",))
        elif left is not None and position.pile_size > self.hand_size:
            message = "while the pile has this many cards, the last round has not begun [K10]"
            yield Fault("turns_left", message, ("pile", "pile_size"))
        if isinstance(position, CardState):
            yield from shown_faults(position)
        if isinstance(position, CardView):
            yield from self._view_faults(position)

    def _view_faults(self, view: CardView) -> Iterator[Fault]:
        """Everything wrong with the sizes of a view, or with its shown and revealed cards."""
        sizes = view.hand_sizes
        for seat, cards in enumerate(view.revealed):
            if len(cards) > sizes[seat]:
                message = f"there are {sizes[seat]} cards in the hand"
                yield Fault(f"revealed[{seat}]", message, ("hand_sizes",))
                return
        revealed = sum(len(cards) for seat, cards in enumerate(view.revealed) if seat != view.seat)
        wrong = [*wrong_sizes(view, self.hand_size, "pile_size", revealed)]
        yield from wrong
        if wrong:
            return
        # A view is possible if some state has it, so one is made and checked.
        needs = tuple(each.name for each in self.fields(CardView))
        state = view.sample_state(Random(0))
        if tuple(map(len, state.hands)) != sizes:
            message = "there are not as many unseen cards as the others could hold"
            yield Fault("shown", message, needs)
            return
        for fault in shown_faults(state):
            yield attrs.evolve(fault, needs=needs)
        for fault in too_many(BOX, state, "K1"):
            name = "hand" if fault.field == f"hands[{view.seat}]" else "unseen"
            yield attrs.evolve(fault, field=name, needs=needs)

    # Moves

    def legal_moves(self, position: CardPosition) -> CardMoves:
        """The legal moves."""
        return CardMoves(position)

    def judge(self, position: CardPosition, move: Move) -> Judgement:
        """The judgement of a move."""
        return judge(position, move)

    def scored_lines(self, position: CardPosition, move: Move) -> tuple[ScoredLine, ...]:
        """The Qwirkles of a turn, one point each (K7, R16); they have no cells."""
        rows = move.qwirkles if isinstance(move, Lay) else ()
        return tuple(ScoredLine((), row, 1) for row in rows)

    def after(self, state: CardState, move: Move, judgement: Judgement, drawn: Drawn) -> CardState:
        """The next state."""
        seat = state.turn
        pile = tuple(card for card in drawn.rest if isinstance(card, Tile))
        hand = in_order((*judgement.rest, *drawn.tiles))
        gone, _ = without(state.hand, judgement.rest)
        seen = tuple(_shown_after(state, gone))
        if drawn.tiles:
            seen = _with(seen, seat, ())
        after = attrs.evolve(state, hands=_with(state.hands, seat, hand), ply=state.ply + 1)
        if isinstance(move, Redraw):  # the same player's turn goes on (K8, R15)
            return attrs.evolve(
                after,
                pile=mixed(pile + gone, state.seed, state.ply + 1),
                shown=tuple(in_order((*cards, *gone)) for cards in seen),
                revealed=_with(state.revealed, seat, ()),
            )
        rows = move.rows if isinstance(move, Lay) else state.table
        taken = [row for row in rows if len(row) == LONGEST]
        return attrs.evolve(
            after,
            table=tuple(row for row in rows if len(row) < LONGEST),
            qwirkles=_with(state.qwirkles, seat, canonical([*state.qwirkles[seat], *taken])),
            pile=pile,
            turn=(seat + 1) % len(state.players),
            turns_left=_turns_left(state, ends=isinstance(move, Pass) or not pile),
            shown=seen,
            revealed=_with(state.revealed, seat, _revealed_after(state, move, gone)),
        )

    # Pictures

    def scene(self, position: CardPosition) -> Scene:
        """The rows, the players and the pile."""
        notes = [f"{counted(position.pile_size, 'cards')} in the pile"]
        if position.turns_left:
            notes.append(f"the last round: {counted(position.turns_left, 'turns')} left")
        for player, rows in zip(position.players, position.qwirkles, strict=True):
            if rows:
                shared = (Line((), row).shared for row in rows)
                names = ", ".join(what.name.lower() for what in shared if what is not None)
                notes.append(f"taken by {player.name}: {names}")
        laid = list(_laid_out(position.table))
        return scene_of(laid, seated(position), (*notes, *ending(position)))

    def workbench(self, position: CardPosition) -> CardWorkbench:
        """The rows, with their numbers in the picture, and the hand."""
        rows = (tuple(card for _, card in row) for row in _laid_out(position.table))
        return CardWorkbench(tuple(rows), position.hand, start=position.hand)

    def in_words(self, position: CardPosition, move: Move) -> str:
        """The cards that are played, and whether rows are regrouped for them."""
        if not isinstance(move, Lay):
            return move.in_words
        old, new = (list(map(Counter, rows)) for rows in (position.table, move.rows))
        whole = matched([[i for i, row in enumerate(new) if kept <= row] for kept in old])
        regroups = ", regrouping the rows" if None in whole else ""
        return f"play {tile_names(in_order(_played(position, move).elements()))}{regroups}"

    def highlights(self, before: CardPosition, move: Move, after: CardState) -> tuple[Cell, ...]:
        """The played cards in the rows, unless a Qwirkle took them away.

        If a card looks like one that was there before, it does not matter which of them counts as
        played; one in a changed row is chosen.
        """
        if not isinstance(move, Lay):
            return move.cells
        left = _played(before, move) - Counter(cards_of(move.qwirkles))
        rows = list(_laid_out(after.table))
        rows.sort(key=lambda row: tuple(card for _, card in row) in before.table)
        cells: list[Cell] = []
        for cell, card in (placed for row in rows for placed in row):
            if left[card] > 0:
                left[card] -= 1
                cells.append(cell)
        return tuple(sorted(cells))


def _played(position: CardPosition, move: Lay) -> Counter[Tile]:
    """The cards that a legal move plays from the hand."""
    return Counter(cards_of(move.rows)) - Counter(cards_of(position.table))


def _laid_out(rows: Rows) -> Iterator[tuple[tuple[Cell, Tile], ...]]:
    """Rows of one shape side by side, and the rows of one colour below them (K12)."""
    y = 0
    for line in (*LINES[6:], *LINES[:6]):
        of_line = [row for row in rows if row_of(row).line == line]
        for i, row in enumerate(of_line):
            left = i * (LONGEST + 1)
            yield tuple((Cell(left + x, y), card) for x, card in enumerate(row))
        y += bool(of_line)


def _turns_left(state: CardState, *, ends: bool) -> int | None:
    """How many turns are left after this one (K10).

    The last round begins when the pile has run out, or when it holds nothing new for a player who
    cannot play and passes (R15).
    """
    if state.turns_left is not None:
        return state.turns_left - 1
    return len(state.players) if ends else None


def _shown_after(state: CardState, gone: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The shown cards of each seat, after some cards have left the hand of the player to move.

    The cards shown to a seat are copies that are not in its hand. The player to move may have
    drawn some of them since, but none of those that were also shown to that player. So a card that
    leaves the hand may be one of the others, and then one copy fewer is certain.
    """
    own = Counter(state.shown[state.turn])
    for cards in state.shown:
        known = Counter(cards)
        for card in gone:
            known[card] -= known[card] > own[card]
        yield in_order(known.elements())


def _revealed_after(state: CardState, move: Move, played: Sequence[Tile]) -> tuple[Tile, ...]:
    """The cards that everyone knows the player to move still holds after a lay or a pass.

    A player who passes has shown the whole hand (K8).
    """
    if isinstance(move, Pass):
        return state.hand
    known = Counter(state.revealed[state.turn]) - Counter(played)
    return in_order(known.elements())


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


_RULINGS: Final = {
    "K2": ("R1", "R17"),
    "K6": ("R14",),
    "K7": ("R16",),
    "K8": ("R15",),
    "K10": ("R18",),
}

card_game: Final = CardGame()
