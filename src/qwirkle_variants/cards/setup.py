"""Setting up any position of the card game, and finding everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from qwirkle import InvalidValue, Tile
from qwirkle.engine import Setup, as_seed, as_tiles, in_order, mixed, number, short_repr, tiles_text
from qwirkle_variants.cards.grid import LONGEST, CardRow
from qwirkle_variants.cards.rows import BOX, Rows, as_rows, misfits
from qwirkle_variants.cards.state import CardState

if TYPE_CHECKING:
    from qwirkle_variants.cards.engine import CardGame

FIELDS: Final = (
    "players",
    "table",
    "hands",
    "pile",
    "qwirkles",
    "turn",
    "turns_left",
    "shown",
    "revealed",
    "seed",
    "ply",
)
_NO_CARDS: Final[tuple[Tile, ...]] = ()
_NO_ROWS: Final[Rows] = ()


class CardSetup(Setup):
    """A position of the card game while it is put together."""

    def __init__(self, variant: CardGame, fields: Mapping[str, object]) -> None:
        super().__init__(variant, FIELDS, fields)
        self.variant = variant

    def state(self) -> CardState:
        """The position, if nothing is wrong with it.

        Raises:
            InvalidPosition: with every fault.
        """
        table = self.read("table", as_rows, _NO_ROWS)
        hands = self.hands()
        qwirkles = self.each("qwirkles", as_rows, _NO_ROWS)
        seen = tuple(map(in_order, self.each("shown", as_tiles, _NO_CARDS)))
        revealed = tuple(map(in_order, self.each("revealed", as_tiles, _NO_CARDS)))
        players = self.players(len(hands) or len(qwirkles) or len(seen) or len(revealed))
        seats = len(players)
        seed = self.read("seed", as_seed, 0)
        pile = self.read("pile", as_tiles, _NO_CARDS)
        turn = self.read("turn", lambda value: number(value, seats - 1), None)
        ply = self.read("ply", number, 0)
        self.judge_rows(table, qwirkles)
        self.judge_hands(hands, self.variant.hand_size, "K1")
        rest = self.count(table, hands, qwirkles, pile)
        hands = self.for_everyone("hands", hands, seats, _NO_CARDS)
        qwirkles = self.for_everyone("qwirkles", qwirkles, seats, _NO_ROWS)
        seen = self.for_everyone("shown", seen, seats, _NO_CARDS)
        revealed = self.for_everyone("revealed", revealed, seats, _NO_CARDS)
        if "pile" not in self.fields:
            pile = mixed(rest, seed, 0)
        usual = None if pile else seats
        left = self.read("turns_left", lambda value: _turns_left(value, seats), usual)
        if left is not None and len(pile) > self.variant.hand_size:
            message = "with so many cards in the pile the last round has not begun [K10]"
            self.fault("turns_left", message)
        if not self.is_wrong("pile"):
            self.judge_shown(seen, hands, pile)
        for i, (cards, hand) in enumerate(zip(revealed, hands, strict=True)):
            if others := Counter(cards) - Counter(hand):
                message = f"{tiles_text(in_order(others.elements()))} is not in the hand [K8]"
                self.fault(f"revealed[{i}]", message)
        if turn is None:
            opening = not table and not any(qwirkles) and not self.faults
            turn = self.variant.starter(players, hands) if opening else 0
        self.done()
        return CardState(
            variant=self.variant,
            players=players,
            table=table,
            hands=hands,
            pile=pile,
            qwirkles=qwirkles,
            turn=turn,
            turns_left=left,
            shown=seen,
            revealed=revealed,
            seed=seed,
            ply=ply,
        )

    def judge_rows(self, table: Rows, qwirkles: Sequence[Rows]) -> None:
        """Find rows that are none (K3), and Qwirkles in the wrong place (K7)."""
        laid = len(_cards(table)) + sum(len(_cards(rows)) for rows in qwirkles)
        if laid > len(BOX):  # too many to look at each
            self.fault(
                "table", f"{laid} cards in rows are more than the {len(BOX)} in the box [K1]"
            )
            return
        for row in table:
            self.judge_row("table", row)
            if len(row) == LONGEST:
                self.fault("table", f"{tiles_text(row)} is a Qwirkle, which somebody takes [K7]")
        for i, rows in enumerate(qwirkles):
            for row in rows:
                self.judge_row(f"qwirkles[{i}]", row)
                if len(row) < LONGEST:
                    self.fault(f"qwirkles[{i}]", f"{tiles_text(row)} is no Qwirkle [K7]")

    def judge_row(self, path: str, row: CardRow) -> None:
        """Find what is wrong with one row."""
        for violation in misfits(row):
            self.fault(path, str(violation))

    def count(
        self,
        table: Rows,
        hands: Sequence[Sequence[Tile]],
        qwirkles: Sequence[Rows],
        pile: Sequence[Tile],
    ) -> list[Tile]:
        """The cards that are nowhere yet; find those there are too many of (K1)."""
        places: list[tuple[str, Sequence[Tile]]] = [("table", _cards(table))]
        places += [(f"hands[{i}]", hand) for i, hand in enumerate(hands)]
        places += [(f"qwirkles[{i}]", _cards(rows)) for i, rows in enumerate(qwirkles)]
        return self.left(BOX, [*places, ("pile", pile)], "K1")

    def judge_shown(
        self,
        seen: Sequence[Sequence[Tile]],
        hands: Sequence[Sequence[Tile]],
        pile: Sequence[Tile],
    ) -> None:
        """Find cards that cannot be where they were shown to go (K8)."""
        held = list(map(Counter, hands))
        known = list(map(Counter, seen))
        for i, cards in enumerate(known):
            if any(not (cards <= other or other <= cards) for other in known):
                self.fault(f"shown[{i}]", "who drew later has been shown less, and no other cards")
            for card, copies in sorted(cards.items()):
                # A copy is in the pile still, or with somebody who has drawn since.
                drawn = sum(
                    min(held[j][card], max(0, copies - known[j][card])) for j in range(len(hands))
                )
                if copies > pile.count(card) + drawn:
                    message = f"{card} is not in the pile, nor with anybody who drew since [K8]"
                    self.fault(f"shown[{i}]", message)


def _cards(rows: Rows) -> list[Tile]:
    return [card for row in rows for card in row]


def _turns_left(value: object, seats: int) -> int | None:
    if value is None:
        return None
    if type(value) is int and 0 <= value <= seats:
        return value
    raise InvalidValue(f"expected None or 0 to {seats} turns, not {short_repr(value)}")
