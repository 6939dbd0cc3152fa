# ruff: noqa: N802
"""The three worked examples of the card game's manual, rebuilt as positions.

The pictures are not available, only what the text says about them. Every position below has what
the text names; the other cards of rows and hands are chosen so that each printed claim holds,
and the docstrings say which. The hands are full and the pile is all the rest, as in a game.
"""

from __future__ import annotations

import pytest
from card_positions import EACH_READING, codes, everywhere, move, reason, rows, words

import qwirkle
from qwirkle_variants import CardGame, CardState, Lay

BLUE = "Bc Bs Bk"
"""The blue row. The text says only that a blue square is in it and no blue star."""

CIRCLES = "Rc Yc Pc"
"""Something else that lies there after a few turns; the text says nothing of it."""

MAGDA = "Rd Gd Pd Bt Bs Ys Gk Oc Rt"
"""Three diamonds, whose colours are not named, a blue star and a blue square; the rest is free."""

PURPLE = "Pc Ps Pd Pt"
"""Where the purple square comes from. The text does not say: a row that keeps three, as it must."""

SQUARES = "Rs Gs Bs"
"""The squares, a green one among them and no purple one. With three they need the purple one."""

KRZYSIEK = "Gc Gt Yd Ot Rk Bk Rx Yt Ox"
"""Two green cards with different symbols, which are not named; the rest is free."""

DIAMONDS = "Rd Od Gd"
"""The row of diamonds: three, since two and the yellow one make it six. Which, is not said."""

YELLOW = "Yc Ys Yd Yt"
"""The yellow row, with its diamond; it must keep three."""

SYLWIA = "Bd Pd Rk Gc Gt Oc Bk Rx Ps"
"""Two diamonds of the colours that are missing but for yellow; the rest is free."""

SIX = "Rd Od Yd Gd Bd Pd"

FIRST = (f"{BLUE} | {CIRCLES}", MAGDA, 0)
"""The first example: a new row, and a card for another."""

SECOND = (f"{PURPLE} | {SQUARES}", KRZYSIEK, 1)
"""The second example: a row is filled up before a card is taken from it."""

THIRD = (f"{DIAMONDS} | {YELLOW}", SYLWIA, 2)
"""The third example: a Qwirkle."""


def at_the_table(variant: CardGame, table: str, hand: str, turn: int) -> CardState:
    """A position of three players in which one has this hand; the other hands do not matter."""
    hands = ["Ox Ot Yx Yk Rx Rk Gx Px Bx", "Ok Ot Yx Yk Rx Rt Gk Px Pk"]
    hands.insert(turn, hand)
    players = ["Magda", "Krzysiek", "Sylwia"]
    return qwirkle.position(variant, players=players, table=table, hands=hands, turn=turn, seed=3)


@EACH_READING
@pytest.mark.parametrize(
    ("example", "text"),
    [
        # Three diamonds begin a row and the star joins the blue ones, in one turn or alone.
        (FIRST, f"{BLUE} Bt | {CIRCLES} | Rd Gd Pd"),
        (FIRST, f"{BLUE} | {CIRCLES} | Rd Gd Pd"),
        (FIRST, f"{BLUE} Bt | {CIRCLES}"),
        # Without the blue square in the row, that of the hand could have been added.
        ((f"Bc Bk Bd | {CIRCLES}", MAGDA, 0), f"Bc Bk Bd Bs | {CIRCLES}"),
        # The purple square joins the squares; the green one joins two green cards of the hand.
        (SECOND, "Pc Pd Pt | Rs Ps Bs | Gs Gc Gt"),
        # Two diamonds of the hand and the yellow one of the rows make six.
        (THIRD, f"{SIX} | Yc Ys Yt"),
        (THIRD, f"{DIAMONDS} Bd Pd | {YELLOW}"),
    ],
)
def test_K4_K5_K6_K7_R14_turns_of_the_examples(
    example: tuple[str, str, int], text: str, variant: CardGame
) -> None:
    """Both readings allow them; a Qwirkle is taken, and the hand is filled up to nine."""
    state = at_the_table(variant, *example)
    after = qwirkle.apply(state, move(f"lay {text}"))
    laid = text.split(" | ")
    assert after.table == rows(*(row for row in laid if row != SIX))
    assert after.qwirkles[state.turn] == rows(*(row for row in laid if row == SIX))
    assert [len(hand) for hand in after.hands] == [9, 9, 9]
    assert everywhere(after) == everywhere(state)
    assert after.turn == (state.turn + 1) % 3
    score = qwirkle.score(state, move(f"lay {text}"))
    assert [(words(line.tiles), line.points) for line in score.lines] == [(SIX, 1)] * (SIX in laid)


def short(row: str) -> str:
    """The reason against a row of two."""
    return f"the row {row} is too short: a row has at least 3 cards"


@EACH_READING
@pytest.mark.parametrize(
    ("example", "text", "message"),
    [
        # The colour fits, but the row already has that card, and no row has two alike.
        (FIRST, f"{BLUE} Bs | {CIRCLES}", "the row Bc Bs Bs Bk holds Bs 2 times"),
        (FIRST, f"{BLUE} Bt Bs | {CIRCLES}", "the row Bc Bs Bs Bt Bk holds Bs 2 times"),
        (FIRST, f"{BLUE} | {CIRCLES}", "no card from the hand is played"),
        # If the purple square is not played, two squares are left.
        (SECOND, f"{PURPLE} | Rs Bs | Gs Gc Gt", short("Rs Bs")),
        # If the green square stays, two green cards are not a row.
        (SECOND, "Pc Pd Pt | Rs Ps Gs Bs | Gc Gt", short("Gc Gt")),
        (SECOND, "Pc Pd Pt | Rs Ps Gs Bs", "no card from the hand is played"),
        # If the purple row had three cards, none could be taken from it.
        ((f"Pc Ps Pd | {SQUARES}", KRZYSIEK, 1), "Pc Pd | Rs Ps Bs | Gs Gc Gt", short("Pc Pd")),
        # Nor from a yellow row of three.
        ((f"{DIAMONDS} | Yc Ys Yd", SYLWIA, 2), f"{SIX} | Yc Ys", short("Yc Ys")),
    ],
)
def test_K3_K4_K6_turns_that_the_examples_do_not_allow(
    example: tuple[str, str, int], text: str, message: str, variant: CardGame
) -> None:
    """At the end every row must have three cards, including rows that cards were taken from."""
    state = at_the_table(variant, *example)
    assert reason(state, f"lay {text}")[2] == message
    assert codes(state, "redraw") == codes(state, "pass") == ["can-lay"]


@EACH_READING
def test_K7_K13_third_example_the_best_turn(variant: CardGame) -> None:
    """She cannot make two Qwirkles in a turn; the others wait."""
    state = at_the_table(variant, *THIRD)
    best = variant.legal_moves(state).best()
    assert isinstance(best, Lay)
    assert [words(row) for row in best.qwirkles] == [SIX]
    for seat in (0, 1):
        wanted = ("not-your-turn", ("K13",), "it is Sylwia's turn")
        assert reason(variant.observe(state, seat), f"lay {SIX} | Yc Ys Yt") == wanted
