"""The rules of the card game, and the reasons why a move is not legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from qwirkle import Move, Pass, Tile, Violation
from qwirkle.authoring import (
    Judgement,
    Line,
    Reason,
    illegal,
    in_order,
    listed,
    opening_sets,
    tiles_text,
    without,
)
from qwirkle.errors import Fault
from qwirkle_variants.cards.rows import (
    BOX,
    LONGEST,
    SHORTEST,
    CardRow,
    Lay,
    Redraw,
    Rows,
    cards_of,
    kind_of,
    row_of,
)
from qwirkle_variants.cards.search import DEFAULT_WORK, Search, Work
from qwirkle_variants.cards.state import CardPosition, CardState
from qwirkle_variants.cards.strict import amiss


class CardCode(Reason):
    """The kinds of reasons why a move of the card game is not legal.

    >>> CardCode.ROW_TOO_SHORT.value
    'row-too-short'
    """

    GAME_OVER = "game-over", "the game is over"
    NOT_YOUR_TURN = "not-your-turn", "it is {player}'s turn"
    NO_SUCH_MOVE = "no-such-move", "this game has no move like {move}", "this game has no such move"
    ROW_TOO_SHORT = (
        "row-too-short",
        "the row {tiles} is too short: a row has at least {least} cards",
        "{tiles} would be too few for a row, which has at least {least} cards",
    )
    ROW_TOO_LONG = (
        "row-too-long",
        "the row {tiles} is too long: a row has at most {most} cards",
        "{tiles} would be too many for a row, which has at most {most} cards",
    )
    DUPLICATE_IN_ROW = (
        "duplicate-in-row",
        "the row {row} holds {tiles} {times} times",
        "{tiles} would be in the row more than once",
    )
    ROW_MISMATCH = (
        "row-mismatch",
        "the row {tiles} is neither of one colour nor of one shape",
        "{tiles} share neither a colour nor a shape",
    )
    CARD_MISSING = (
        "card-missing",
        "cards that were in a row must stay in one: {tiles}",
        "a card in a row must stay in a row, but {tiles} would not",
    )
    NOT_YOUR_CARD = (
        "not-your-card",
        "the rows and the hand lack {tiles}; the hand holds {hand:|nothing}",
        "neither the rows nor the hand has {tiles}",
    )
    NOT_IN_BOX = "not-in-box", "{count} cards are more than the {most} in the box"
    NOTHING_PLAYED = (
        "nothing-played",
        "no card from the hand is played",
        "at least one card from the hand must be played",
    )
    NOT_OPENING_SET = (
        "not-opening-set",
        "the first row must be a largest set of the hand: {sets:or|nothing}",
        "the first row must be a largest set of matching cards in the hand",
    )
    ROW_GONE = (
        "row-gone",
        "the row {tiles} is gone: no row is left for it that holds two of its cards",
        "the row of {tiles} would be gone: no row keeps two of its cards",
    )
    NEW_ROW_WITHOUT_CARD = (
        "new-row-without-card",
        "the new row {tiles} needs its own card from the hand",
        "the new row of {tiles} needs its own card from the hand",
    )
    CAN_LAY = (
        "can-lay",
        "a card can be played, so the player must play one",
        "a player who can play a card must play one",
    )
    MUST_REDRAW = (
        "must-redraw",
        "a player who cannot play draws a new hand while the pile lasts",
        "a player who cannot play must draw a new hand while cards are left in the pile",
    )
    NOTHING_NEW = (
        "nothing-new",
        "the pile has no new cards, so a player who cannot play passes",
        "the pile has no new cards, so a player who cannot play must pass",
    )


def judge(position: CardPosition, move: Move, work: int | None = DEFAULT_WORK) -> Judgement:
    """The judgement of a move.

    Args:
        position: the state or the view.
        move: the move.
        work: how many steps the search for a card that can be played may take (K8).
    """
    if position.outcome is not None:
        return _illegal(CardCode.GAME_OVER, "K10")
    if not position.may_move:
        name = position.players[position.turn].name
        return _illegal(CardCode.NOT_YOUR_TURN, "K13", player=name)
    if isinstance(move, Lay):
        return _judge_lay(position, move)
    if not isinstance(move, (Redraw, Pass)):
        return _illegal(CardCode.NO_SUCH_MOVE, "K4", move=str(move))
    if can_lay(position, work):
        return _illegal(CardCode.CAN_LAY, "K8")
    redraws = can_redraw(position)
    if isinstance(move, Redraw):
        return _refilled(position, ()) if redraws else _illegal(CardCode.NOTHING_NEW, "R15")
    return _illegal(CardCode.MUST_REDRAW, "K8") if redraws else _refilled(position, position.hand)


def _refilled(position: CardPosition, rest: tuple[Tile, ...], points: int = 0) -> Judgement:
    """The judgement of a move that leaves these cards in the hand, which is refilled (K8, K9)."""
    return Judgement(rest, max(0, position.variant.hand_size - len(rest)), points)


def can_redraw(position: CardPosition) -> bool:
    """Whether the pile has anything new for a player who cannot play (K8, R15).

    Shown cards that nobody can hold are in the pile. If they are all of it, nobody has drawn since
    they were shown, so the rows have not changed, and the pile is the hand shown last.
    """
    own = Counter(position.shown[position.turn])
    is_known = own.total() == position.pile_size and all(own <= Counter(o) for o in position.shown)
    return position.pile_size > 0 and not is_known


def can_lay(position: CardPosition, work: int | None) -> bool:
    """Whether the player to move can play a card (K8)."""
    if is_opening(position):
        return bool(openings(position))
    return search(position, Work("out whether a card can be played", work)).exists()


def is_opening(position: CardPosition) -> bool:
    """Whether nobody has laid a row yet."""
    return not position.table and not any(position.qwirkles)


def openings(position: CardPosition) -> list[CardRow]:
    """The sets that the first player can lay: the largest, of at least three cards (K2, R17)."""
    return [row for row in opening_sets(_to_play(position)) if len(row) >= SHORTEST]


def search(position: CardPosition, work: Work) -> Search:
    """The search for turns in a position."""
    old = [row_of(row) for row in position.table]
    strict = position.variant.regrouping == "strict"
    return Search(old, [*map(kind_of, _to_play(position))], work, strict=strict)


def _to_play(position: CardPosition) -> tuple[Tile, ...]:
    """The cards that may be played now: none if the game is over or it is another's turn."""
    return position.hand if position.can_move else ()


def _judge_lay(position: CardPosition, move: Lay) -> Judgement:
    """The judgement of a lay (K2 to K6)."""
    count = sum(map(len, move.rows))
    if count > len(BOX):  # too many to check one by one
        return _illegal(CardCode.NOT_IN_BOX, "K1", count=count, most=len(BOX))
    hand = position.hand
    found = [violation for row in move.rows for violation in misfits(row)]
    before, after = Counter(cards_of(position.table)), Counter(cards_of(move.rows))
    played = after - before
    if missing := before - after:
        found.append(Violation.of(CardCode.CARD_MISSING, ["K5"], tiles=_sorted(missing)))
    if extra := played - Counter(hand):
        found.append(Violation.of(CardCode.NOT_YOUR_CARD, ["K4"], tiles=_sorted(extra), hand=hand))
    if not played & Counter(hand):
        found.append(Violation.of(CardCode.NOTHING_PLAYED, ["K4"]))
    sets = openings(position) if is_opening(position) else None
    if sets is not None and move.rows not in [(row,) for row in sets]:
        laid = _sorted(after)
        found.append(
            Violation.of(CardCode.NOT_OPENING_SET, ["K2", "R17"], tiles=laid, sets=(*sets,))
        )
    if not found and position.variant.regrouping == "strict":
        found += _strictly(position, move, played)
    rest, _ = without(hand, played.elements())
    return _refilled(position, rest, len(move.qwirkles)).forbidden(*found)


def misfits(cards: CardRow) -> Iterator[Violation]:
    """Everything that is wrong with a row (K3)."""
    if len(cards) < SHORTEST:
        yield Violation.of(CardCode.ROW_TOO_SHORT, ["K3"], tiles=cards, least=SHORTEST)
    if len(cards) > LONGEST:
        yield Violation.of(CardCode.ROW_TOO_LONG, ["K3"], tiles=cards, most=LONGEST)
    for card, times in sorted(Counter(cards).items()):
        if times > 1:
            code = CardCode.DUPLICATE_IN_ROW
            yield Violation.of(code, ["K3"], tiles=[card], row=cards, times=times)
    if Line((), cards).shared is None:
        yield Violation.of(CardCode.ROW_MISMATCH, ["K3"], tiles=cards)


def _strictly(position: CardPosition, move: Lay, played: Counter[Tile]) -> Iterator[Violation]:
    """The violations if old rows do not stay, or new ones have no card of the hand (K6, R14)."""
    old, rows = ([row_of(row) for row in rows] for rows in (position.table, move.rows))
    gone, new = amiss(old, rows, [kind_of(card) for card in played.elements()])
    for i in gone:
        yield Violation.of(CardCode.ROW_GONE, ["K6", "R14"], tiles=position.table[i])
    for i in new:
        yield Violation.of(CardCode.NEW_ROW_WITHOUT_CARD, ["K6", "R14"], tiles=move.rows[i])


def row_faults(table: Rows, qwirkles: Sequence[Rows]) -> Iterator[Fault]:
    """Rows that are not valid (K3), and Qwirkles in the wrong place (K7)."""
    laid = len(cards_of(table)) + sum(len(cards_of(rows)) for rows in qwirkles)
    if laid > len(BOX):  # too many to check one by one
        message = f"{laid} cards in rows are more than the {len(BOX)} in the box [K1]"
        yield Fault("table", message)
        return
    places = [("table", table), *((f"qwirkles[{i}]", rows) for i, rows in enumerate(qwirkles))]
    for path, rows in places:
        for row in rows:
            for violation in misfits(row):
                yield Fault(path, str(violation))
            if path == "table" and len(row) == LONGEST:
                yield Fault(path, f"{tiles_text(row)} is a Qwirkle, which its player takes [K7]")
            if path != "table" and len(row) < LONGEST:
                yield Fault(path, f"{tiles_text(row)} is not a Qwirkle [K7]")


def shown_faults(state: CardState) -> Iterator[Fault]:
    """Shown cards that cannot be where they went, and revealed ones that are not held (K8)."""
    held = list(map(Counter, state.hands))
    known = list(map(Counter, state.shown))
    needs = ("hands", "pile")
    for i, cards in enumerate(known):
        if any(not (cards <= other or other <= cards) for other in known):
            message = "a player who drew later has been shown fewer cards, and no others"
            yield Fault(f"shown[{i}]", message)
        for card, copies in sorted(cards.items()):
            # A copy is still in the pile, or with a player who has drawn since.
            drawn = sum(
                min(held[j][card], max(0, copies - known[j][card])) for j in range(len(held))
            )
            if copies > state.pile.count(card) + drawn:
                message = f"{card} is not in the pile, nor with anybody who drew since [K8]"
                yield Fault(f"shown[{i}]", message, needs)
    for i, cards in enumerate(map(Counter, state.revealed)):
        if others := cards - held[i]:
            message = f"{listed(_sorted(others), ' ')} is not in the hand [K8]"
            yield Fault(f"revealed[{i}]", message, needs)


def _illegal(code: CardCode, *rules: str, **values: Any) -> Judgement:
    return illegal(Violation.of(code, rules, **values))


def _sorted(cards: Counter[Tile]) -> tuple[Tile, ...]:
    return in_order(cards.elements())
