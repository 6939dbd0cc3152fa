"""The extension for Sphinx, tested by building small projects with it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx_project import SETTINGS, Built, build, fence, tiles_in, words

import qwirkle

TESTS = Path(__file__).parent.parent
DOCS = TESTS.parent / "docs"
FILES = {
    name: (TESTS / folder / name).read_text(encoding="utf-8")
    for folder, name in [
        ("figures", "game_french.json"),
        ("figures", "game_hebrew.json"),
        ("figures", "german_sequence.json"),
        ("playthroughs", "standard-2-all-passed.txt"),
    ]
}
POSITION = (":board: Rs@0,0 Rc@1,0", ":hands: Rd Bc / Yx", ":players: Ada / Bob", ":supply:")

RIGHT = {
    "tiles.md": fence("qwirkle-tiles} Rs Bs Gs", ":line: yes", ":size: 20", ":name: row", "*So*."),
    "twice.md": fence("qwirkle-tiles} Rs Bs", ":line: yes") + fence("qwirkle-tiles} Rs Bs"),
    "none.md": fence("qwirkle-tiles} Rs", ":line: no", ':alt: "It\'s <alone>"', ":class: small"),
    "position.md": fence("qwirkle-position}", *POSITION, ":cells:", "First.", "", "Second."),
    "listed.md": fence("qwirkle-position}", *POSITION, "- no caption"),
    "seat.md": fence("qwirkle-position}", *POSITION, ":seat: 1", ":caption: What *Bob* sees"),
    "rest.rst": (
        "Title\n=====\n\n"
        ".. qwirkle-position::\n   :board: Rs@0,0\n   :hands: Bs | Gd\n   :scores: 4 9\n"
        "   :turn: 1\n   :variant: schmidt-actions dealt=true\n\n   As :rule:`A8` says.\n"
    ),
    "cards.md": fence(
        "qwirkle-position}",
        ":variant: cards",
        ":table: Rc Rs Rd | Yc Ys Yd",
        ":hands: Rt / Yx",
        ":turns-left: 2",
        ":pile:",
    ),
    "figure.md": fence("qwirkle-position}", ":figure: game_french.json K"),
    "end.md": fence("qwirkle-position}", ":record: standard-2-all-passed.txt"),
    "legal.md": fence(
        "qwirkle-move}",
        *POSITION,
        ":move: Rd@2,0",
        ":points: 3",
        ":lines: 3",
        ":next: 1",
        ":ends: no",
    ),
    "axes.md": fence("qwirkle-move}", *POSITION, ":axes:", ":move: Rd@2,0"),
    "board.md": fence("qwirkle-move}", *POSITION, ":only-board:", ":move: Rd@2,0"),
    "finish.md": fence(
        "qwirkle-move}", POSITION[0], ":hands: Rd / Yx", *POSITION[2:], ":move: Rd@2,0"
    ),
    "nothing.md": fence("qwirkle-move}", *POSITION, ":move: place", ":illegal: nothing-placed"),
    "misfit.md": fence(
        "qwirkle-move}",
        ":board: Rs@0,0 Rc@1,0",
        ":hands: Gs Bd / Yx",
        ":move: Gs@2,0",
        ":illegal: line-mismatch",
        ":rules: P3",
        ":under: mindware schmidt",
    ),
    "apart.md": fence("qwirkle-move}", *POSITION, ":move: Rd@5,5", ":illegal: touches-nothing"),
    "rows.md": fence(
        "qwirkle-move}",
        ":variant: cards",
        ":table: Rc Rs Rd | Yt Gt Bt",
        ":hands: Rt Ot Rc / Gd",
        ":move: lay Rc Rs | Rd Rt | Ot Yt Gt Bt",
        ":illegal: row-too-short",
        "She plays two stars.",
    ),
    "repeated.md": fence(
        "qwirkle-move}",
        ":variant: cards",
        ":table: Bc Bs Bd | Rc Yc Bc",
        ":hands: Bc Gd / Gx",
        ":move: lay Bc Bc Bs Bd | Rc Yc Bc",
        ":illegal: duplicate-in-row",
    ),
    "anyhow.md": fence("qwirkle-move}", *POSITION, ":move: pass", ":illegal:"),
    "printed.md": fence("qwirkle-move}", ":figure: game_french.json K", ":points: 18", "In words."),
    "instead.md": fence(
        "qwirkle-move}", ":figure: game_french.json 2", ":move: swap Gk", ":points: 0"
    ),
    "recorded.md": fence("qwirkle-move}", ":record: standard-2-all-passed.txt 1", ":legal:"),
    "under.md": fence("qwirkle-move}", *POSITION, ":move: Rd@2,0", ":under: hebrew"),
    "situation.md": fence(
        "qwirkle-situation}",
        ":board: Rs@0,0",
        ":hands: Bd / Gt",
        ":supply: Yx Ys",
        ":move: pass",
        ":under: mindware 999games-nl standard stuck=may-exchange",
        ":caption: Well?",
        "",
        "mindware: illegal must-exchange; rules X4 R5",
        "",
        '999games-nl standard stuck="may-exchange": legal; points 0; next 1',
    ),
    "question.md": fence(
        "qwirkle-situation}",
        ":board: Rs@0,0",
        ":hands: Bd / Gt",
        ":supply:",
        ":under: mindware schmidt",
        "",
        "mindware: ends no-play; can",
        "schmidt: ends no; can pass",
    ),
    "game.md": fence("qwirkle-game} game_french.json", ":moves: A-B K", ":caption: A game"),
    "named.md": fence(
        "qwirkle-game} german_sequence.json", ":players: Ida / Jo / Kim", ":variant: standard"
    ),
    "skipped.md": fence("qwirkle-game} game_hebrew.json", ":moves: 1", ":seat: 0"),
    "record.md": fence("qwirkle-game} standard-2-all-passed.txt", ":moves: 2"),
    "rulebook.md": "# Rules\n\n(P3)=\nP3\n: A line.\n\n(H1)=\nH1\n: Ours.\n",
}
"""Pages on which everything is right."""


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of ``RIGHT``, built."""
    address = "https://example.org/q/"
    folder = tmp_path_factory.mktemp("right")
    return build(folder, {**RIGHT, **FILES}, qwirkle_documentation=address, numfig=True,
                 myst_enable_extensions=["deflist"])  # fmt: skip


def test_nothing_is_reported_if_everything_is_right(right: Built) -> None:
    """The build passes, even with warnings as errors."""
    assert (right.messages, right.status) == ((), 0)


def test_tiles_are_drawn_with_their_caption(right: Built) -> None:
    """The figure has its name, and the picture shrinks with the page."""
    page = right.page("tiles")
    assert tiles_in(page) == Counter(["Rs", "Bs", "Gs"])
    assert re.search(r'<figure class="[^"]*qwirkle[^"]*" id="row">', page)
    assert "<em>So</em>" in page
    assert '<svg class="qwirkle" ' in page
    styles = (right.out / "_static" / "qwirkle.css").read_text(encoding="utf-8")
    assert "svg.qwirkle {\n  max-width: 100%;" in styles
    assert "qwirkle.css" in page


def test_two_copies_of_a_picture_have_different_ids(right: Built) -> None:
    """A page may use an id only once."""
    page = right.page("twice")
    assert page.count("<svg ") == 2
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for name in re.findall(r'(?:href="#|labelledby=")(q\w+-\w+)', page):
        assert name in ids


def test_an_author_can_replace_the_description_of_a_picture(right: Built) -> None:
    """The new description is escaped."""
    page = right.page("none")
    assert 'aria-label="It&#x27;s &lt;alone&gt;"' in page
    assert 'aria-labelledby="q' not in page
    assert 'class="qwirkle small' in page


def test_positions_are_drawn(right: Built) -> None:
    """With free cells, captions, and text below the captions."""
    page = right.page("position")
    assert tiles_in(page) == Counter(["Rs", "Rc", "Rd", "Bc", "Yx"])
    assert len(re.findall(r'href="#\w+-free"', page)) == page.count("-free") - 1 > 1
    assert re.search(r"<figcaption>.*First\..*<div class=\"legend\">.*Second\.", page, re.DOTALL)
    assert re.search(r'<div class="legend">\s*<ul', right.page("listed"))
    assert tiles_in(right.page("seat")) == Counter(["Rs", "Rc", "Yx"])
    assert "What <em>Bob</em> sees" in right.page("seat")


def test_positions_of_any_variant_are_drawn(right: Built) -> None:
    """Variants with options and fields of their own, in Markdown and reStructuredText."""
    page = right.page("rest")
    assert tiles_in(page) == Counter(["Rs", "Bs", "Gd"])
    assert "9 points" in page
    assert "Action tiles held by Player 1: draw three and take a tile." in page
    assert tiles_in(right.page("cards")) == Counter(
        ["Rc", "Rs", "Rd", "Yc", "Ys", "Yd", "Rt", "Yx"]
    )


def test_positions_come_from_files(right: Built) -> None:
    """The position before a move, or the one at the end."""
    data = json.loads(FILES["game_french.json"])
    placed = [tile for turn in data["turns"][:10] for _, tile in turn["place"]]
    assert tiles_in(right.page("figure")) > Counter(placed)
    record = qwirkle.GameRecord.parse(FILES["standard-2-all-passed.txt"])
    page = right.page("end")
    assert tiles_in(page).total() == len(record.state.board) + sum(map(len, record.state.hands))  # type: ignore[attr-defined]
    assert "the game is over" in page


def test_a_legal_move_is_drawn_with_its_points(right: Built) -> None:
    """The caption begins with the library's sentence, and the picture does not repeat it."""
    page = right.page("legal")
    assert "Ada places the red diamond for 3 points." in words(page)
    assert "Ada places" not in "".join(re.findall("<text[^>]*>([^<]*)", page))
    assert "for 18 points (3 + 12 + 3). In words." in words(right.page("printed"))
    assert "exchanges 1 tile." in words(right.page("instead"))
    assert "It is the same in Hebrew." in words(right.page("under"))


def test_the_end_of_a_game_is_told(right: Built) -> None:
    """By a move that ends it, and after the table of a game."""
    end = "The game is over: Ada used the last tile. Ada won, 9 to 0."
    assert f"for 9 points (3 + 6 for finishing). {end}" in words(right.page("finish"))
    assert "The game is over: everyone has passed." in words(right.page("record"))


def test_only_some_pictures_have_axes_and_players(right: Built) -> None:
    """Families need no coordinates, and many pictures only the board."""
    shown = {
        name: re.findall("<text[^>]*>([^<]*)", right.page(name))
        for name in ("legal", "axes", "board")
    }
    assert "Ada" in shown["legal"]
    assert "Ada" in shown["axes"]
    assert shown["board"] == ["3"]
    assert len(shown["axes"]) == len(shown["legal"]) + 5  # four columns, and a row
    assert "Ada" not in re.findall("<text[^>]*>([^<]*)", right.page("misfit"))


def test_the_tiles_of_an_illegal_placement_are_drawn_on_their_cells(right: Built) -> None:
    """The broken line is outlined, and the page lists the library's reasons."""
    page = right.page("misfit")
    assert tiles_in(page) == Counter(["Rs", "Rc", "Gs"])
    assert "Claimed as a line: 0,0; 1,0; 2,0." in page
    reason = (
        "The red square, the red circle and the green square share neither a colour nor a shape"
    )
    said = f"Player 1 cannot place the green square there. {reason} ( One colour or one shape )."
    assert said in words(page)
    assert "It is the same in MindWare and Schmidt." in words(page)
    assert 'href="rulebook.html#p3"' in page
    assert "Claimed as a line" not in right.page("apart")
    assert "Ada cannot pass. A player who can place a tile may not pass (" in words(
        right.page("anyhow")
    )
    assert "Ada cannot place no tile. At least" in words(right.page("nothing"))


def test_the_rows_of_an_illegal_move_are_drawn_as_it_leaves_them(right: Built) -> None:
    """The played cards are marked, and the first broken row is outlined."""
    page = right.page("rows")
    assert tiles_in(page) == Counter(["Rc", "Rs", "Rd", "Rt", "Ot", "Yt", "Gt", "Bt"])
    assert "Last move: 0,2; 1,1." in page
    assert "Claimed as a line: 0,0; 1,0." in page
    page = right.page("repeated")
    assert "Last move: 0,1." in page  # not the circle in the row that has not changed
    assert "Claimed as a line: 0,1; 1,1; 2,1; 3,1." in page


def test_reasons_by_the_same_rule_share_its_link(right: Built) -> None:
    few = "would be too few for a row, which has at least 3 cards"
    reasons = (
        f"The red circle and the red square {few}. The red diamond and the red star {few} "
        "( What is a row ). She plays"
    )
    assert f"Player 1 cannot arrange the rows like this. {reasons}" in words(right.page("rows"))


def test_situations_compare_the_variants(right: Built) -> None:
    """A table shows the effect of a move or, without a move, the possible moves.

    Variants with the same effect share a row.
    """
    text = words(right.page("situation"))
    reason = "A player who cannot place must exchange while tiles are left to draw ("
    assert f"Edition What happens MindWare Player 1 cannot pass. {reason}" in text
    options = "standard (a player who cannot place may exchange or, by our ruling, pass)"
    effect = "Player 1 passes. Player 2 can exchange tiles or pass."
    assert f"999 Games (Dutch) and {options} {effect}" in text
    text = words(right.page("question"))
    end = "The game is over: nobody can place a tile. Player 1 and Player 2 shared the win with 0"
    turn = "It is Player 1\N{RIGHT SINGLE QUOTATION MARK}s turn to pass."
    assert f"MindWare {end} each. Schmidt {turn}" in text


def test_games_are_drawn_move_by_move(right: Built) -> None:
    """The chosen moves are drawn, and the table lists all moves."""
    page = right.page("game")
    assert page.count("<figure") == 3
    crosses = "the yellow cross, the red cross and the blue cross"
    told = f"Player 3 places {crosses} for 18 points (3 + 12 + 3)."
    assert f"K. {told} Player 3\N{RIGHT SINGLE QUOTATION MARK}s total is 25." in words(page)
    assert f"K Player 3 places {crosses} 3 + 12 + 3 = 18 points 25" in words(page)
    assert len(re.findall("<tr", page)) == 13
    assert "A game" in page
    page = right.page("named")
    assert "for 17 points (12 + 2 + 3). Kim\N{RIGHT SINGLE QUOTATION MARK}s total is 17." in words(
        page
    )
    assert right.page("skipped").count("<figure") == 1
    assert "Player 1 exchanges 1 tile 0 points" in words(right.page("skipped"))
    assert right.page("record").count("<figure") == 1


def test_every_column_and_row_of_a_table_has_a_header(right: Built) -> None:
    """A reader who hears the table is told what an entry is about."""
    tables = [
        table
        for path in sorted(right.out.glob("*.html"))
        for table in re.findall(r'<table class="qwirkle.*?</table>', path.read_text("utf-8"), re.S)
    ]
    assert len(tables) > 5
    for table in tables:
        head, *rows = re.findall(r"<tr.*?</tr>", table, re.S)
        assert "<td" not in head
        assert all(words(header) for header in re.findall(r"<th.*?</th>", head, re.S)), head
        assert all(row.count('<th class="stub">') == 1 for row in rows)


WRONG = {
    "letter.md": (fence("qwirkle-tiles} Rs Zs"), "'Zs' is not a tile"),
    "line.md": (fence("qwirkle-tiles} Rs Rs", ":line: yes"), "Rs Rs is not a line [P3]"),
    "noline.md": (fence("qwirkle-tiles} Rs Bs", ":line: no"), "Rs Bs is a line [P3]"),
    "maybe.md": (fence("qwirkle-tiles} Rs", ":line: maybe"), "expected yes or no, not 'maybe'"),
    "huge.md": (fence("qwirkle-tiles} Rs", ":size: huge"), "expected a number of pixels"),
    "large.md": (fence("qwirkle-tiles} Rs", ":size: 900"), "a tile has 8 to 256 pixels"),
    "islands.md": (fence("qwirkle-position}", ":board: Rs@0,0 Rs@5,5"), "2 groups"),
    "field.md": (fence("qwirkle-position}", ":points: 3"), "points: unknown; the fields are"),
    "score.md": (fence("qwirkle-position}", ":scores: 4 x"), "scores[1]: expected an integer"),
    "variant.md": (fence("qwirkle-position}", ":variant: schmitt"), "did you mean 'schmidt' or"),
    "option.md": (fence("qwirkle-position}", ":variant: schmidt dealt=1"), "no option 'dealt'"),
    "first.md": (fence("qwirkle-position}", ":variant: dealt=true"), "a variant before the option"),
    "both.md": (fence("qwirkle-position}", ":variant: schmidt cards"), "a single variant"),
    "json.md": (fence("qwirkle-position}", ":variant: schmidt x=[1"), "expected JSON, not '[1'"),
    "seats.md": (fence("qwirkle-position}", *POSITION, ":seat: 2"), "there is no seat 2"),
    "whose.md": (fence("qwirkle-position}", *POSITION, ":seat: Bob"), "seat: expected the number"),
    "free.md": (fence("qwirkle-position}", ":variant: cards", ":cells:"), "no move of cards is about cells"),
    "file.md": (fence("qwirkle-position}", ":figure: nowhere.json A"), "cannot be read"),
    "label.md": (
        fence("qwirkle-position}", ":figure: game_french.json Z"), "there is no move 'Z'; there"
    ),
    "table.md": (
        fence("qwirkle-position}", ":figure: game_french.json A", ":board: Rs@0,0"),
        "game_french.json has the whole figure: leave out board",
    ),
    "own.md": (
        fence("qwirkle-position}", ":record: standard-2-all-passed.txt 1", ":variant: schmidt"),
        "has the whole record: leave out variant",
    ),
    "points.md": (
        fence("qwirkle-move}", *POSITION, ":move: Rd@2,0", ":points: 4"),
        "points: '4' is claimed, but it is '3'; under standard, Rd@2,0 is legal and scores 3 points",
    ),
    "lines.md": (
        fence("qwirkle-move}", *POSITION, ":move: Rd@2,0", ":lines: 2 1"), "lines: '1 2' is claimed"
    ),
    "flipped.md": (
        fence("qwirkle-move}", *POSITION, ":move: Bc@2,0"),
        "legal is claimed, but under standard, Bc@2,0 is not legal: the line Rs Rc Bc",
    ),
    "unflipped.md": (
        fence("qwirkle-move}", *POSITION, ":move: Rd@2,0", ":illegal: gap"),
        "illegal: 'gap' is claimed, but under standard, Rd@2,0 is legal and scores 3 points",
    ),
    "code.md": (
        fence("qwirkle-move}", *POSITION, ":move: Bc@2,0", ":illegal: gap"),
        "illegal: 'gap' is claimed, but it is 'line-mismatch'",
    ),
    "rules.md": (
        fence("qwirkle-move}", *POSITION, ":move: Bc@2,0", ":illegal:", ":rules: P5"),
        "rules: 'P5' is claimed, but it is 'P3'",
    ),
    "under.md": (
        fence("qwirkle-move}", *POSITION, ":variant: schmidt", ":under: hebrew", ":move: pass"),
        "give either 'variant' or 'under', not both",
    ),
    "edition.md": (
        fence(
            "qwirkle-move}", ":board: Rs@0,0", ":hands: Bd / Gt", ":supply: Ys", ":move: pass",
            ":under: hebrew mindware",
        ),
        "legal is claimed, but under mindware, pass is not legal: a player who cannot place must exchange",
    ),
    "text.md": (fence("qwirkle-move}", *POSITION, ":move: jump"), "'jump' does not begin a move"),
    "nomove.md": (fence("qwirkle-move}", *POSITION), "there is no move; give one with the option 'move'"),
    "nobody.md": (
        fence("qwirkle-situation}", *POSITION, ":points: 3"),
        "points: '3' is claimed, but under standard, no move is made (Ada is to move)",
    ),
    "other.md": (
        fence("qwirkle-situation}", *POSITION, ":under: hebrew", "", "schmidt: can place"),
        "there are claims about a variant that is not shown: schmidt",
    ),
    "claim.md": (
        fence("qwirkle-situation}", *POSITION, "", "standard: fun"), "expected a claim (illegal,"
    ),
    "colon.md": (fence("qwirkle-situation}", *POSITION, "", "standard"), "a colon and claims"),
    "which.md": (fence("qwirkle-situation}", *POSITION, ":under:"), "the names of variants, not ''"),
    "printed.md": (fence("qwirkle-game} wrong.json"), "move 1: points: '9' is claimed, but it is"),
    "ending.md": (fence("qwirkle-game} ending.json"), "ending.json: scores: the final scores are"),
    "remark.md": (fence("qwirkle-game} remark.txt"), "remark.txt: line "),
    "parse.md": (fence("qwirkle-game} index.rst"), "index.rst: line 1: a record begins with"),
    "range.md": (
        fence("qwirkle-game} german_sequence.json", ":moves: 2-9"), "there is no move '9'"
    ),
    "rest.rst": (
        "Title\n=====\n.. qwirkle-tiles:: Rs Rs\n   :line: yes\n", "Rs Rs is not a line [P3]"
    ),
    "spec.rst": (
        "Title\n=====\n.. qwirkle-comparison::\n   :colour: red\n", 'unknown option: "colour"'
    ),
}  # fmt: skip
"""Pages with an error, and a part of the message about it."""

PLACES = {
    ":line:": "line noline maybe rest",
    ":size:": "huge large",
    ":board:": "islands",
    ":points:": "field points nobody",
    ":scores:": "score",
    ":variant:": "variant option first both json",
    ":seat:": "seats whose",
    ":cells:": "free",
    ":figure:": "file label table",
    ":record:": "own",
    ":lines:": "lines",
    ":move:": "flipped edition text",
    ":illegal:": "unflipped code",
    ":rules:": "rules",
    ":under:": "under which",
    ":moves:": "range",
    "schmidt:": "other",
    "standard": "claim colon",
}
"""The beginning of the line on which pages have their error; of all others, it is the third."""


def changed(name: str, **fields: object) -> str:
    """The text of a figure with some fields replaced."""
    return json.dumps({**json.loads(FILES[name]), **fields})


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of ``WRONG``, built."""
    files = {
        **FILES,
        "wrong.json": FILES["german_sequence.json"].replace('"points": 7,', '"points": 9,'),
        "ending.json": changed("game_french.json", scores=[1, 2, 3, 4]),
        "remark.txt": FILES["standard-2-all-passed.txt"].replace(" now ", " now 1", 1),
    }
    pages = {name: text for name, (text, _) in WRONG.items()}
    return build(tmp_path_factory.mktemp("wrong"), {**pages, **files})


def line_of_error(name: str) -> int:
    """The number of the line on which a page of ``WRONG`` has its error."""
    lines = WRONG[name][0].splitlines()
    for start, pages in PLACES.items():
        if Path(name).stem in pages.split():
            [found] = [n for n, line in enumerate(lines, 1) if line.strip().startswith(start)]
            return found
    return 3


def test_errors_are_reported_with_their_place(wrong: Built) -> None:
    """Each once, with its file and line."""
    for name, (_, expected) in WRONG.items():
        messages = wrong.about(Path(name).stem)
        assert len(messages) == 1, f"{name}: {messages}"
        line = line_of_error(name)
        assert messages[0].startswith(f"{wrong.source / name}:{line}: "), f"{name}: {messages[0]}"
        assert expected in messages[0], f"{name}: {messages[0]}"


def test_a_build_with_wrong_claims_fails(wrong: Built) -> None:
    """Nothing else is reported."""
    assert wrong.status == 1
    assert len(wrong.messages) == len(WRONG)


def test_every_wrong_claim_is_reported(tmp_path: Path) -> None:
    """All claims of a directive, and all directives of a page."""
    text = fence("qwirkle-move}", *POSITION, ":move: Rd@2,0", ":points: 4", ":lines: 4", ":next: 0")
    built = build(tmp_path, {"page.md": text + "\n```{qwirkle-tiles} Zs\n```\n"})
    assert [re.findall(r"\.md:(\d+):", message)[0] for message in built.messages] == [
        *("9", "10", "11"),
        "14",
    ]


def test_formats_without_pictures_have_descriptions(tmp_path: Path) -> None:
    """The description of the picture, or the one that the author gives instead."""
    pages = {name: RIGHT[name] for name in ("position.md", "none.md", "situation.md")}
    built = build(tmp_path, pages, "text")
    assert built.messages == ()
    description = " ".join(built.page("position").split())
    assert "Ada to move. Row 0: red square at 0, red circle at 1." in description
    assert "It's <alone>" in built.page("none")
    assert "svg" not in built.page("situation")


def test_pages_are_read_in_parallel_and_again(tmp_path: Path) -> None:
    """Pages with claims are read at every build, since the library may have changed.

    The files that they show are dependencies of the page.
    """
    pages = {f"page{i}.md": fence("qwirkle-tiles} Rs Bs") for i in range(3)}
    pages |= {"plain.md": "# Title\n", "file.md": RIGHT["figure.md"]}
    assert build(tmp_path, {**pages, **FILES}).status == 0
    with patch_docutils(str(tmp_path)), docutils_namespace():
        places = (tmp_path / "source", None, tmp_path / "out", tmp_path / "trees", "html")
        app = Sphinx(*places, confoverrides=SETTINGS, status=None)
        assert app.is_parallel_allowed("read")
        assert app.is_parallel_allowed("write")
        assert set(app.builder.read()) == {"page0", "page1", "page2", "file"}
        assert [Path(name).name for name in app.env.dependencies["file"]] == ["game_french.json"]
