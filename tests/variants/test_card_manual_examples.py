# ruff: noqa: N802
"""The three worked examples of the card game's manual, rebuilt as positions.

The pictures are not available, only what the text says about them. Every position below has what
the text names; the other cards of rows and hands are chosen so that each printed claim holds,
and the docstrings say which. The hands are full and the pile is all the rest, as in a game.
"""

from __future__ import annotations

import pytest
from card_positions import EACH_READING, cards, codes, everywhere, move, reason, rows, words

import qwirkle
from qwirkle import Tile
from qwirkle_variants import CardCode, CardGame, CardState, Lay


def at_the_table(variant: CardGame, table: str, hand: str, turn: int = 0) -> CardState:
    """A position of three players in which one has this hand; the other hands do not matter."""
    hands = ["Ox Ot Yx Yk Rx Rk Gx Px Bx", "Ok Ot Yx Yk Rx Rt Gk Px Pk"]
    hands.insert(turn, hand)
    players = ["Magda", "Krzysiek", "Sylwia"]
    return qwirkle.position(variant, players=players, table=table, hands=hands, turn=turn, seed=3)


def legal(state: CardState, text: str) -> bool:
    """Whether a turn may leave these rows; `check`, `in` and `apply` agree."""
    wanted = move(f"lay {text}")
    found = not qwirkle.check(state, wanted)
    assert found == (wanted in state.variant.legal_moves(state))
    if found:
        after = qwirkle.apply(state, wanted)
        assert everywhere(after) == everywhere(state)
        assert len(after.hands[state.turn]) == 9
        assert after.turn == (state.turn + 1) % 3
    return found


def refused(state: CardState, text: str) -> list[tuple[str, str]]:
    """Codes and messages that say why a turn may not leave these rows."""
    assert not legal(state, text)
    return [(str(v.code), v.message) for v in qwirkle.check(state, move(f"lay {text}"))]


# The first example: a new row, and a card for another


BLUE = "Bc Bs Bk"
"""The blue row. The text says only that a blue square is in it and no blue star."""

CIRCLES = "Rc Yc Pc"
"""Something else that lies there after a few turns; the text says nothing of it."""

MAGDA = "Rd Gd Pd Bt Bs Ys Gk Oc Rt"
"""Three diamonds, whose colours are not named, a blue star and a blue square; the rest is free."""


@EACH_READING
def test_K4_K6_first_example_three_diamonds_and_a_star(variant: CardGame) -> None:
    """Three diamonds begin a row and the star joins the blue ones, in one turn."""
    state = at_the_table(variant, f"{BLUE} | {CIRCLES}", MAGDA)
    wanted = f"{BLUE} Bt | {CIRCLES} | Rd Gd Pd"
    assert legal(state, wanted)
    after = qwirkle.apply(state, move(f"lay {wanted}"))
    assert after.table == rows(f"{BLUE} Bt", CIRCLES, "Rd Gd Pd")
    assert after.scores == (0, 0, 0)
    left = cards("Bs Ys Gk Oc Rt")
    assert set(left) <= set(after.hands[0])
    assert after.pile == state.pile[4:]
    # Either half would also have been a legal turn.
    assert legal(state, f"{BLUE} | {CIRCLES} | Rd Gd Pd")
    assert legal(state, f"{BLUE} Bt | {CIRCLES}")


@EACH_READING
def test_K3_first_example_the_blue_square_is_there_already(variant: CardGame) -> None:
    """The colour fits, but the row already has that card, and no row has two alike."""
    state = at_the_table(variant, f"{BLUE} | {CIRCLES}", MAGDA)
    assert Tile.parse("Bs") in state.hand
    for others in ("", " | Rd Gd Pd"):
        assert refused(state, f"{BLUE} Bs | {CIRCLES}{others}") == [
            ("duplicate-in-row", "the row Bc Bs Bs Bk holds Bs 2 times")
        ]
    assert refused(state, f"{BLUE} Bt Bs | {CIRCLES} | Rd Gd Pd") == [
        ("duplicate-in-row", "the row Bc Bs Bs Bt Bk holds Bs 2 times")
    ]
    # Without the one in the row, it could have been added.
    other = at_the_table(variant, f"Bc Bk Bd | {CIRCLES}", MAGDA)
    assert legal(other, f"Bc Bk Bd Bs | {CIRCLES}")


@EACH_READING
def test_K4_first_example_a_card_must_be_played(variant: CardGame) -> None:
    """A player who can play diamonds may neither pass nor ask for a new hand."""
    state = at_the_table(variant, f"{BLUE} | {CIRCLES}", MAGDA)
    assert [code for code, _ in refused(state, f"{BLUE} | {CIRCLES}")] == ["nothing-played"]
    for text in ("redraw", "pass"):
        [violation] = qwirkle.check(state, move(text))
        assert violation.code is CardCode.CAN_LAY


# The second example: a row is filled up before a card is taken from it


PURPLE = "Pc Ps Pd Pt"
"""Where the purple square comes from. The text does not say: a row that keeps three, as it must."""

SQUARES = "Rs Gs Bs"
"""The squares, a green one among them and no purple one. With three they need the purple one."""

KRZYSIEK = "Gc Gt Yd Ot Rk Bk Rx Yt Ox"
"""Two green cards with different symbols, which are not named; the rest is free."""


@EACH_READING
def test_K5_K6_R14_second_example_a_row_is_filled_up_first(variant: CardGame) -> None:
    """The purple square joins the squares; the green square joins two green cards of the hand."""
    state = at_the_table(variant, f"{PURPLE} | {SQUARES}", KRZYSIEK, turn=1)
    wanted = "Pc Pd Pt | Rs Ps Bs | Gs Gc Gt"
    assert legal(state, wanted)
    after = qwirkle.apply(state, move(f"lay {wanted}"))
    assert after.table == rows("Pc Pd Pt", "Rs Ps Bs", "Gs Gc Gt")
    assert Tile.parse("Gs") not in after.hands[1]
    assert after.scores == (0, 0, 0)


@EACH_READING
def test_K5_second_example_in_any_order(variant: CardGame) -> None:
    """The order of the three steps does not matter: the rows are the same."""
    state = at_the_table(variant, f"{PURPLE} | {SQUARES}", KRZYSIEK, turn=1)
    ways = ["Gs Gc Gt | Rs Ps Bs | Pc Pd Pt", "Bs Ps Rs | Pt Pd Pc | Gt Gs Gc"]
    assert len({qwirkle.apply(state, move(f"lay {text}")) for text in ways}) == 1


@EACH_READING
def test_K3_K6_second_example_each_step_is_needed(variant: CardGame) -> None:
    """At the end every row must have three cards, including rows that cards were taken from."""
    state = at_the_table(variant, f"{PURPLE} | {SQUARES}", KRZYSIEK, turn=1)
    # If the purple square is not played, two squares are left.
    assert refused(state, f"{PURPLE} | Rs Bs | Gs Gc Gt") == [
        ("row-too-short", "the row Rs Bs is too short: a row has at least 3 cards")
    ]
    # If the green square stays, two green cards are not a row.
    assert refused(state, "Pc Pd Pt | Rs Ps Gs Bs | Gc Gt") == [
        ("row-too-short", "the row Gc Gt is too short: a row has at least 3 cards")
    ]
    # If only the purple square moves, nothing is played.
    assert [code for code, _ in refused(state, "Pc Pd Pt | Rs Ps Gs Bs")] == ["nothing-played"]
    # If the purple row had three cards, none could be taken from it.
    other = at_the_table(variant, f"Pc Ps Pd | {SQUARES}", KRZYSIEK, turn=1)
    assert refused(other, "Pc Pd | Rs Ps Bs | Gs Gc Gt") == [
        ("row-too-short", "the row Pc Pd is too short: a row has at least 3 cards")
    ]


# The third example: a Qwirkle


DIAMONDS = "Rd Od Gd"
"""The row of diamonds: three, since two and the yellow one make it six. Which, is not said."""

YELLOW = "Yc Ys Yd Yt"
"""The yellow row, with its diamond; it must keep three."""

SYLWIA = "Bd Pd Rk Gc Gt Oc Bk Rx Ps"
"""Two diamonds of the colours that are missing but for yellow; the rest is free."""

SIX = "Rd Od Yd Gd Bd Pd"


@EACH_READING
def test_K7_third_example_a_qwirkle_is_made_and_taken(variant: CardGame) -> None:
    """Two diamonds of the hand and the yellow one of the rows make six: one point."""
    state = at_the_table(variant, f"{DIAMONDS} | {YELLOW}", SYLWIA, turn=2)
    wanted = f"{SIX} | Yc Ys Yt"
    assert legal(state, wanted)
    score = qwirkle.score(state, move(f"lay {wanted}"))
    assert [(words(line.tiles), line.points) for line in score.lines] == [(SIX, 1)]
    assert (score.total, score.end_bonus) == (1, 0)
    after = qwirkle.apply(state, move(f"lay {wanted}"))
    assert after.table == rows("Yc Ys Yt")
    assert after.qwirkles == ((), (), rows(SIX))
    assert after.scores == (0, 0, 1)
    assert after.pile == state.pile[2:]
    for seat in range(3):
        assert variant.observe(after, seat).qwirkles == after.qwirkles


@EACH_READING
def test_K7_third_example_it_is_the_best_turn(variant: CardGame) -> None:
    """She cannot make two Qwirkles in a turn; the best turn found makes this one."""
    state = at_the_table(variant, f"{DIAMONDS} | {YELLOW}", SYLWIA, turn=2)
    best = variant.legal_moves(state).best()
    assert isinstance(best, Lay)
    assert [words(row) for row in best.qwirkles] == [SIX]


@EACH_READING
def test_K6_K7_third_example_turns_that_fail(variant: CardGame) -> None:
    """Without the yellow diamond there are five; a yellow row of three cannot spare a card."""
    state = at_the_table(variant, f"{DIAMONDS} | {YELLOW}", SYLWIA, turn=2)
    five = f"{DIAMONDS} Bd Pd | {YELLOW}"
    assert legal(state, five)
    assert qwirkle.score(state, move(f"lay {five}")).total == 0
    after = qwirkle.apply(state, move(f"lay {five}"))
    assert (after.scores, after.table) == ((0, 0, 0), rows(f"{DIAMONDS} Bd Pd", YELLOW))
    other = at_the_table(variant, f"{DIAMONDS} | Yc Ys Yd", SYLWIA, turn=2)
    assert refused(other, f"{SIX} | Yc Ys") == [
        ("row-too-short", "the row Yc Ys is too short: a row has at least 3 cards")
    ]
    # A diamond of a colour that the row already has does not help.
    twice = at_the_table(variant, f"{DIAMONDS} | {YELLOW}", SYLWIA.replace("Pd", "Gd"), turn=2)
    assert ("duplicate-in-row", "the row Rd Od Yd Gd Gd Bd holds Gd 2 times") in refused(
        twice, f"{DIAMONDS} Bd Gd Yd | Yc Ys Yt"
    )


@pytest.mark.parametrize("seat", range(3))
def test_K13_third_example_the_others_wait(seat: int) -> None:
    """They may lay neither her cards nor any others."""
    state = at_the_table(CardGame(), f"{DIAMONDS} | {YELLOW}", SYLWIA, turn=2)
    view = state.variant.observe(state, seat)
    if seat == 2:
        assert move(f"lay {SIX} | Yc Ys Yt") in view.variant.legal_moves(view)
    else:
        assert codes(view, f"lay {SIX} | Yc Ys Yt") == ["not-your-turn"]
        assert reason(view, "redraw")[2] == "it is Sylwia's turn"
