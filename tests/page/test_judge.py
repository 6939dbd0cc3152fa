"""The judge on the page: questions with known answers, and links from strangers."""

from __future__ import annotations

from typing import Any

import pytest
from page_games import rules
from table.judging import LONGEST_LINK, Judge

import qwirkle
from qwirkle import QwirkleError

QWIRKLE = "Rs@0,0 Rd@1,0 Rt@2,0 Rk@3,0 Bk@3,1 Bx@4,1"

QUESTIONS: list[tuple[str, str, str, str, str, list[str]]] = [
    # edition, board, move, hand, answer, rules
    ("standard", "Rs@0,0 Rc@1,0", "Rd@2,0", "", "Legal: 3 points.", []),
    ("schmidt", QWIRKLE, "Rc@-1,0 Rx@4,0", "", "Legal: 14 points.", []),
    ("standard", "Rs@0,0 Rc@1,0", "Gd@2,0", "", "Not legal:", ["P3"]),
    ("standard", "Rs@0,0 Rc@1,0", "Rd@5,5", "", "Not legal:", ["P1"]),
    ("standard", "Rs@0,0 Rc@1,0", "Rs@2,0", "", "Not legal:", ["P3"]),
    ("standard", "Rs@0,0", "Rc@1,0 Rd@0,1", "", "Not legal:", ["P5"]),
    ("standard", "Rs@0,0", "Rc@1,0 Rd@3,0", "", "Not legal:", ["P2", "P5"]),
    ("standard", "Rs@0,0", "Rc@1,0", "Bd", "Not legal:", ["T1"]),
    ("standard", "", "Rs@0,0", "Rs Rc Rd", "Not legal:", ["B2", "R6"]),
    ("standard", "Rs@0,0 Bc@1,0", "Rd@-1,0", "", "The board itself breaks the rules:", ["P3"]),
]


def asked(edition: str, board: str, move: str, hand: str) -> dict[str, Any]:
    judge = Judge()
    judge.edition(edition)
    if board:
        judge.paste(board)
    judge.hand_of(hand)
    judge.placing(True)
    for word in move.split():
        tile, _, cell = word.partition("@")
        judge._chosen = None
        judge.choose(tile)
        judge.tap(cell)
    return judge.page()


@pytest.mark.parametrize(("edition", "board", "move", "hand", "answer", "broken"), QUESTIONS)
def test_answers(
    edition: str, board: str, move: str, hand: str, answer: str, broken: list[str]
) -> None:
    """They are the library's, and a link asks the same again."""
    page = asked(edition, board, move, hand)
    assert page["say"] == answer
    assert {*broken} <= {*rules(page)} if broken else rules(page) == []
    assert page["verdict"] == ("yes" if answer.startswith("Legal") else "no")
    assert any(cell.get("wrong") for cell in page["cells"]) <= (page["verdict"] == "no")
    other = Judge()
    other.read(page["link"])
    assert {**other.page(), "chosen": page["chosen"], "placing": True} == page


def test_points_line_by_line() -> None:
    page = asked("schmidt", QWIRKLE, "Rc@-1,0 Rx@4,0", "")
    assert [(line["points"], line["tiles"]) for line in page["lines"]] == [
        (12, ["Rc", "Rs", "Rd", "Rt", "Rk", "Rx"]),
        (2, ["Rx", "Bx"]),
    ]


def test_the_end_counts_if_the_hand_is_known() -> None:
    """With a hand the library judges the whole position, with the extra points of the end."""
    judge = Judge()
    judge.read("board=Rs@0,0&move=Rc@1,0&hand=Rc+Bx")
    assert judge.page()["say"] == "Legal: 2 points."


def test_what_could_be_played() -> None:
    """The best first; the same tiles on the same cells in another order are listed once."""
    judge = Judge()
    with pytest.raises(QwirkleError, match="type the tiles"):
        judge.suggest()
    judge.paste("Rs@0,0 Rc@1,0")
    judge.hand_of("red diamond, Rt Gx")
    judge.suggest()
    ideas = judge.page()["ideas"]
    assert [idea["points"] for idea in ideas] == sorted(
        (idea["points"] for idea in ideas), key=lambda text: -int(text.split()[0])
    )
    assert ideas[0]["points"] == "6 points"
    assert judge._ideas is not None
    assert len({(move.cells, frozenset(move.laid)) for move, _ in judge._ideas}) == len(ideas)
    judge.take_idea(0)
    assert judge.page()["say"] == "Legal: 6 points."
    judge.hand_of("Gx")
    judge.suggest()
    assert judge.page()["ideas"] == []


def test_taps_and_drags() -> None:
    """They put tiles on the board or into the move, and take them away again."""
    judge = Judge()
    with pytest.raises(QwirkleError, match="choose a tile first"):
        judge.tap("0,0")
    judge.choose("Rs")
    judge.tap("0,0")
    judge.drag("Rc", "1,0")
    judge.drag("1,0", "0,1")
    assert judge.page()["text"] == "Rc@0,1 Rs@0,0" or judge.page()["text"] == "Rs@0,0 Rc@0,1"
    assert judge.page()["say"] == "2 tiles on the board. Now place your move."
    judge.placing(True)
    with pytest.raises(QwirkleError, match="the red square is there already"):
        judge.tap("0,0")
    judge.choose("Rd")
    judge.tap("0,2")
    assert judge.page()["say"] == "Legal: 3 points."
    judge.tap("0,2")
    judge.drag("Rd", "0,2")
    judge.drag("0,2", "palette")
    assert judge._move == {}
    judge.placing(False)
    judge.tap("0,1")
    judge.choose("Rd")
    assert judge._chosen is None
    judge.choose("")
    judge.clear()
    judge.nothing()
    assert judge.page()["say"] == "Set up the board, then place your move."
    judge.drag("0,0", "1,0")
    with pytest.raises(QwirkleError, match="not played on a board"):
        judge.edition("cards")


def test_a_position_that_cannot_be() -> None:
    """A fourth copy of a tile is said to be one too many."""
    page = asked("standard", "Rs@0,0 Rc@1,0", "Rd@2,0", "Rd Rs Rs Rs")
    assert page["verdict"] == "no"
    assert "Rs" in page["say"] or "red square" in page["say"]


@pytest.mark.parametrize(
    "link",
    [
        "edition=standard&edition=schmidt",
        "edition=nothing",
        "edition=cards",
        "other=1",
        "board",
        "board=Rs",
        "board=Rs@0,0+Rs@0,0",
        "board=Rs@0,0&move=Rc@0,0",
        "board=Rs@0,0+Rc@60,0",
        "board=Rs@0,0&move=Rc@0,99999999999999",
        "board=Rs@" + "9" * 90 + ",0",
        "hand=" + "+".join(["Rs"] * 21),
        "hand=hello",
        "board=" + "+" * LONGEST_LINK + "Rs@0,0",
        "edition=standard&" * 100,
        "%",
        "\0",
    ],
)
def test_links_from_strangers(link: str) -> None:
    """A text that is not exactly a question is refused in few words, and changes nothing."""
    judge = Judge()
    judge.read("board=Rs@0,0&move=Rc@1,0")
    before = judge.page()
    with pytest.raises(QwirkleError) as caught:
        judge.read(link)
    assert len(str(caught.value)) < 1000
    assert judge.page() == before


def test_every_question_fits_into_a_link() -> None:
    """Even all tiles of the box, far from the middle."""
    judge = Judge()
    tiles = qwirkle.authoring.TILES * 3
    cells = [f"{tile}@{100 + i % 12},{-100 - i // 12}" for i, tile in enumerate(tiles)]
    judge.paste(" ".join(cells))
    assert len(judge.link()) < LONGEST_LINK
    Judge().read(judge.link())
