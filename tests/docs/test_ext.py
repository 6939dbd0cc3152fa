"""The directives of the documentation: the build fails if a page claims something false.

The documentation itself has them all, and its build says that everything true is accepted.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from _ext.captions import Known
from _ext.claims import Effect
from sphinx_project import build, fence

import qwirkle

TESTS = Path(__file__).parent.parent
FIGURE = (TESTS / "figures" / "game_french.json").read_text("utf-8")
SEQUENCE = (TESTS / "figures" / "german_sequence.json").read_text("utf-8")
FILES = {
    "french.json": FIGURE,
    "wrong.json": SEQUENCE.replace('"points": 7,', '"points": 9,'),
    "ending.json": json.dumps({**json.loads(FIGURE), "scores": [1, 2, 3, 4]}),
}
GIVEN = (":board: Rs@0,0 Rc@1,0", ":hands: Rd Bc / Yx", ":players: Ada / Bob", ":supply:")
STUCK = (":board: Rs@0,0", ":hands: Bd / Gt", ":supply: Ys")

TILES = [
    ("Rs Zs", (), "'Zs' is not a tile"),
    ("Rs Rs", (":line: yes",), "Rs Rs is not a line [P3]"),
    ("Rs Bs", (":line: no",), "Rs Bs is a line [P3]"),
    ("Rs", (":line: maybe",), "expected yes or no, not 'maybe'"),
    ("Rs", (":size: huge",), "expected a number of pixels"),
    ("Rs", (":size: 900",), "size must be an integer from 8 to 256"),
    ("Rs", ("Seven squares.",), "the caption says 'Seven squares', but"),
]
POSITIONS = [
    ((":board: Rs@0,0 Rs@5,5",), "2 groups"),
    ((":points: 3",), "points: unknown; the fields are"),
    ((":scores: 4 x",), "scores[1]: expected an integer"),
    ((":variant: schmitt",), "did you mean 'schmidt' or"),
    ((":variant: schmidt dealt=1",), "no option 'dealt'"),
    ((":variant: dealt=true",), "a variant before the option"),
    ((":variant: schmidt cards",), "a single variant"),
    ((":variant: schmidt x=[1",), "expected JSON, not '[1'"),
    ((*GIVEN, ":seat: 2"), "there is no seat 2"),
    ((*GIVEN, ":seat: Bob"), "seat: expected the number"),
    ((":variant: cards", ":cells:"), "no move of cards is about cells"),
    ((":figure: nowhere.json A",), "cannot be read"),
    ((":figure: french.json Z",), "there is no move 'Z'; there"),
    ((":figure: french.json A", ":board: Rs@0,0"), "has the whole figure: leave out board"),
]
MOVES = [
    ((), "there is no move; give one with the option 'move'"),
    ((":move: jump",), "'jump' does not begin a move"),
    ((":move: Rd@2,0", ":points: 4"), "points: '4' is claimed, but it is '3'; under standard"),
    ((":move: Rd@2,0", ":lines: 2 1"), "lines: '1 2' is claimed"),
    ((":move: Rd@2,0", ":next: 0"), "next: '0' is claimed"),
    ((":move: Rd@2,0", ":illegal: gap"), "illegal: 'gap' is claimed, but under standard"),
    ((":move: Bc@2,0",), "legal is claimed, but under standard, Bc@2,0 is not legal: the line"),
    ((":move: Bc@2,0", ":illegal: gap"), "illegal: 'gap' is claimed, but it is 'line-mismatch'"),
    ((":move: Bc@2,0", ":illegal:", ":rules: P5"), "rules: 'P5' is claimed, but it is 'P3'"),
    ((":variant: schmidt", ":under: hebrew", ":move: pass"), "give either 'variant' or 'under'"),
]
SITUATIONS = [
    ((*GIVEN, ":points: 3"), "'3' is claimed, but under standard, no move is made (Ada is to"),
    ((*STUCK, ":move: pass", ":under: mindware", "", "mindware: legal"), "legal is claimed"),
    ((*GIVEN, ":under: hebrew", "", "schmidt: can place"), "a variant that is not shown: schmidt"),
    ((*GIVEN, "", "standard: fun"), "expected a claim (illegal,"),
    ((*GIVEN, "", "standard"), "a colon and claims"),
    ((*GIVEN, ":under:"), "the names of variants, not ''"),
]
OTHERS = [
    ("game} wrong.json", (), "move 1: points: '9' is claimed, but it is"),
    ("game} ending.json", (), "ending.json: scores: the final scores are"),
    ("game} index.rst", (), "index.rst: expected a figure"),
    ("game} french.json", (":moves: Z",), "there is no move 'Z'"),
    ("question}", ("Who starts on a tee",), "did you mean 'Who starts on a tie'?"),
    ("question}", ("Who starts on a tie: the tallest",), "B3 has no sentence with 'the tallest'"),
    ("rule} Q7", (), "no variant states the rule 'Q7'"),
    ("edition} standard", (), "standard is not a printed edition"),
    ("edition} mindware", ("Some text.",), "a definition list of titles of rules"),
    ("edition} mindware", ("Take a tile", ": Why."), "'Take a tile' is not among the rules shown"),
    ("comparison}", (":variants: standard schmidt",), "no manual is known for standard"),
    ("comparison} standard schmidt hebrew", (), "expected two variants to compare, not 3"),
    ("editions}", ("standard unknown",), "standard is not a printed edition"),
    ("editions}", ("mindware hebrew unknown",), "expected a single variant, not 'mindware hebrew'"),
    ("editions}", ("mindware page0",), "these editions are not listed: Cards, 999 Games"),
]
LINKS = [
    ("{rule}`Q7`", "rule: there is no rule 'Q7'"),
    ("{rule}`Fit every lime`", "rule: there is no rule 'Fit every lime'; did you mean"),
    ("{rule}`P3 <Fit every line>`", "rule: 'Fit every line' is rule P4, not P3"),
    ("{rule}`P3`", "rule: refer to P3 by its title, 'One colour or one shape'"),
]
WRONG = [
    *((fence(f"qwirkle-tiles}} {of}", *lines), said) for of, lines, said in TILES),
    *((fence("qwirkle-position}", *lines), said) for lines, said in POSITIONS),
    *((fence("qwirkle-move}", *GIVEN, *lines), said) for lines, said in MOVES),
    *((fence("qwirkle-situation}", *lines), said) for lines, said in SITUATIONS),
    *((fence(f"qwirkle-{name}", *lines), said) for name, lines, said in OTHERS),
    *((f"# Title\n\n{link}\n", said) for link, said in LINKS),
]
"""Pages with an error, each with a part of the message about it."""


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The messages about each page of `WRONG`, which are all that is reported."""
    pages = {f"page{number}": text for number, (text, _) in enumerate(WRONG)}
    built = build(
        tmp_path_factory.mktemp("wrong"),
        {**{f"{name}.md": text for name, text in pages.items()}, **FILES},
        myst_enable_extensions=["deflist"],
        suppress_warnings=["ref.ref"],  # no page has the rules
    )
    found = {name: built.about(name) for name in pages}
    assert built.status == 1
    assert len(built.messages) == sum(map(len, found.values()))
    return found


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[said for _, said in WRONG])
def test_an_error_is_reported_at_its_page(messages: dict[str, list[str]], number: int) -> None:
    [message] = messages[f"page{number}"]
    assert WRONG[number][1] in message


def test_every_wrong_claim_is_reported_at_its_line(tmp_path: Path) -> None:
    claims = (":move: Rd@2,0", ":points: 4", ":lines: 4", ":caption: Nine points.", "", "17.")
    text = fence("qwirkle-move}", *GIVEN, *claims) + "\n```{qwirkle-tiles} Zs\n```\n"
    built = build(tmp_path, {"page.md": text})
    lines = [re.findall(r"\.md:(\d+):", message)[0] for message in built.messages]
    assert sorted(lines, key=int) == ["9", "10", "11", "13", "16"]


QWIRKLE = Effect.of(
    qwirkle.position(
        board="Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Bk@4,1 Bx@5,1",
        hands=["Rx Gd", "Yx"],
        players=["Ada", "Bob"],
        scores=[20, 34],
    ),
    qwirkle.parse_move("Rx@5,0"),
)


@pytest.mark.parametrize(
    ("caption", "mistakes"),
    [
        ("A Qwirkle, and two crosses: fourteen points.", ()),
        ("12 + 2 = 14, and Ada now has 34 points; Bob has 34 points as well.", ()),
        ("Six red tiles, of which five were there; now there are eight on the board.", ()),
        ("The red cross joins the blue one. Ada keeps the green diamond: {rule}`R21`.", ()),
        ("A Qwirkle, and two crosses: fifteen points.", ("fifteen points",)),
        ("A Qwirkle, and three crosses.", ("three crosses",)),
        ("Four red tiles were there: 12 + 2 = 15.", ("Four red", "15")),
        ("Ada now has 33 points, and six more points.", ("33 points", "six more points")),
        ("An orange line crosses the stars.", ("orange",)),
        ("She places the red star on Ada's Purple Squares.", ("Purple Squares",)),
    ],
)
def test_captions_say_only_what_the_picture_shows(caption: str, mistakes: tuple[str, ...]) -> None:
    told = Known.of_effect(QWIRKLE).mistakes(caption)
    found = [re.findall("says '(.*?)', but", text)[0] for text in told]
    assert tuple(found) == mistakes
