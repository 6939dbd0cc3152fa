"""The numbers and tiles in captions, and the lines at which problems are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _ext.captions import Known
from _ext.claims import Effect
from _ext.positions import TilesDirective
from cases import case
from docutils import nodes
from samples import tiles
from sphinx_project import build, fence

import qwirkle

QWIRKLE = Effect.of(
    qwirkle.position(
        board="Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Bk@4,1 Bx@5,1",
        hands=["Rx Gd", "Yx"],
        players=["Ada", "Bob"],
        scores=[20, 34],
    ),
    qwirkle.parse_move("Rx@5,0"),
)


def known(text: str, **fields: object) -> Known:
    """The knowledge about a move in a position."""
    state = qwirkle.position("standard", **fields)
    return Known.of_effect(Effect.of(state, qwirkle.parse_move(text, state)), fields)


RIGHT = [
    "A Qwirkle, and two crosses: fourteen points.",
    "12 + 2 = 14, and Ada now has 34 points; Bob has 34 points as well.",
    "Six red tiles, of which five were there; 7 tiles were on the board, now there are eight.",
    "Two players, two lines: 12 points for the red one and 2 points for the crosses.",
    "The red cross joins the blue cross. Ada keeps the green diamond, Bob has the yellow cross.",
    "One red clover and two clovers; see {rule}`R21`, `Os@7,7`, :rule:`C9` and [more](page.html#19).",
    "The cell 9,9 and a six-sided thing on a hundred and nine-ninths are no numbers of a picture.",
]
WRONG = [
    ("A Qwirkle, and two crosses: fifteen points.", "'fifteen points', but the points here are"),
    (
        "A Qwirkle, and three crosses.",
        "'three crosses', but nothing in the picture has that number",
    ),
    ("Four red tiles were there.", "'Four red', but nothing in the picture has that number"),
    ("12 + 2 = 15.", "'15', but the numbers here are"),
    ("Seventeen are left.", "'Seventeen', but the numbers here are"),
    ("Ada now has 33 points.", "'33 points', but the points here are 0, 2, 12, 14, 20 and 34"),
    ("There are six more points.", "'six more points', but the points here are"),
    (
        "She places the red star on Ada's Purple Squares.",
        "'Purple Squares', but that is not in the",
    ),
]


def test_captions_say_what_the_library_knows() -> None:
    """Everything in the picture may be mentioned, and nothing else."""
    found = Known.of_effect(QWIRKLE)
    for text in RIGHT:
        assert list(found.mistakes(text)) == [], text
    for text, message in WRONG:
        with case(text):
            [mistake] = found.mistakes(text)
            assert mistake.startswith("the caption says ")
            assert message in mistake


def test_an_author_can_vouch_for_a_number() -> None:
    found = Known.of_effect(QWIRKLE)
    assert list(found.mistakes("Fifteen points, for 3 crosses, of 999.", {3, 15, 999})) == []


def test_captions_of_tiles() -> None:
    """They may also speak of the whole box."""
    found = Known.of_tiles(tiles("Rs Bs Gs Gs"))
    box = "There are 108 tiles: 36 tiles, three of each, six shapes in six colours."
    assert list(found.mistakes(f"Four squares in three colours, two of them green. {box}")) == []
    assert len(list(found.mistakes("Five squares in seven colours."))) == 2


def test_tiles_of_the_supply_count_only_if_they_are_given() -> None:
    """Otherwise nearly every tile would be in the picture."""
    fields = {"board": "Rs@0,0", "hands": ["Bs", "Gd"]}
    text = "Nobody has the yellow star."
    assert len(list(known("Bs@1,0", **fields).mistakes(text))) == 1
    assert list(known("Bs@1,0", **fields, supply="Yt").mistakes(text)) == []


def test_numbers_of_an_illegal_move() -> None:
    """The lines that would be, and the numbers in the reasons."""
    board = "Yc@0,0 Ys@1,0 Yd@2,0 Yt@3,0 Yk@4,0 Yx@5,0"
    found = known("Yc@6,0", board=board, hands=["Yc", "Gd"])
    assert (
        list(found.mistakes("Seven yellow tiles, two circles, and a line has at most six.")) == []
    )
    assert len(list(found.mistakes("Eight yellow tiles."))) == 1
    exchange = known("swap Rs Bs", board="Rc@0,0", hands=["Rs Bs Gd", "Yx"])
    assert list(exchange.mistakes("Ada exchanges two tiles of three; one stays.")) == []


def test_numbers_of_cards() -> None:
    """Rows are counted instead of lines, and Qwirkles instead of points."""
    state = qwirkle.position("cards", table="Rc Rs Rd Rt | Yt Gt Bt", hands=["Ot Pt Yk", "Gd"])
    move = qwirkle.parse_move("lay Rc Rs Rd | Rt Ot Yt Gt Bt Pt", state)
    found = Known.of_effect(Effect.of(state, move))
    right = (
        "Two rows of four and three cards; now six stars are 1 Qwirkle, and the red star is in it."
    )
    assert list(found.mistakes(right)) == []
    assert len(list(found.mistakes("She has 2 Qwirkles."))) == 1


PAGE = """\
# Title

```{qwirkle-move}
:board: Rs@0,0 Rc@1,0
:hands: Rd Bc / Yx
:move: Rd@2,0
:points: 3
:caption: The red star scores.

Three red tiles.
This is worth fifteen points.

And 17 more.
```

```{qwirkle-tiles} Rs Bs
---
line: no
numbers: some
---
```

```{qwirkle-situation}
:board: Rs@0,0
:hands: Bd / Gt
:supply: Yx Ys
:move: pass
:under: mindware hebrew
:caption: Seven tiles.

mindware: illegal gap
hebrew: legal; next 0
```
"""

REST = """\
Title
=====

.. qwirkle-move::
   :board: Rs@0,0 Rc@1,0
   :hands: Rd Bc / Yx
   :move: Rd@2,0
   :points: 4

   Three red tiles.
   This is worth fifteen points.

- a list

  .. qwirkle-situation::
     :board: Rs@0,0
     :hands: Bd / Gt
     :supply: Yx Ys
     :move: pass
     :under: mindware hebrew

     mindware: illegal gap
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "page.md",
            PAGE,
            [
                *("8: 'red star'", "11: 'fifteen points'", "13: '17'", "18: line", "19: numbers"),
                *("29: 'Seven'", "31: illegal", "32: next"),
            ],
        ),
        ("page.rst", REST, ["8: points", "11: 'fifteen points'", "22: illegal"]),
    ],
)
def test_problems_are_reported_at_their_lines(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    """Those of options, of the text about a picture, and of claims about variants."""
    built = build(tmp_path, {name: text})
    pattern = rf"{name}:(\d+): ERROR: qwirkle-\w+: (?:the caption says )?('[^']*'|\w+)"
    found = [
        f"{match[1]}: {match[2]}"
        for message in built.messages
        for match in re.finditer(pattern, message)
    ]
    assert sorted(found, key=lambda each: int(each.split(":")[0])) == expected
    assert len(built.messages) == len(expected)


def test_every_fault_of_a_position_has_its_line(tmp_path: Path) -> None:
    """A field of the variant may be written with a hyphen."""
    text = fence(
        "qwirkle-position}",
        ":variant: cards",
        ":table: Rc Rs",
        ":hands: Rt / Yx",
        ":turns-left: 9",
        ":pile: Rc Rc Rc Rc",
    )
    messages = build(tmp_path, {"page.md": text}).messages
    found = [re.findall(r"md:(\d+): ERROR: qwirkle-position: (\w+)", text)[0] for text in messages]
    assert sorted(found) == [("5", "table"), ("7", "turns_left"), ("8", "pile")]


def test_the_first_line_of_a_directive_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old versions of MyST hand over the options and the content alone."""
    run = TilesDirective.run

    def without_first_line(directive: TilesDirective) -> list[nodes.Node]:
        directive.block_text = directive.block_text.partition("\n")[2]
        return run(directive)

    monkeypatch.setattr(TilesDirective, "run", without_first_line)
    text = fence("qwirkle-tiles} Rs Bs", ":line: no", "Seven squares.")
    found = [
        re.findall(r"md:(\d+):", text)[0] for text in build(tmp_path, {"page.md": text}).messages
    ]
    assert found == ["4", "5"]


def test_text_on_the_first_line(tmp_path: Path) -> None:
    """MyST takes it for content if the directive has no argument."""
    text = "# Title\n\n```{qwirkle-position} Seven tiles.\n```\n"
    [message] = build(tmp_path, {"page.md": text}).messages
    assert "page.md:3: ERROR: qwirkle-position: the caption says 'Seven'" in message
