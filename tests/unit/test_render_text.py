"""Pictures as text: positions, styles, and moves in context."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from samples import HOSTILE, finished, opened, played, waiting

import qwirkle
from qwirkle import IllegalMove, Place, Tile, authoring
from qwirkle.errors import InvalidValue
from qwirkle.render import STYLES, Played, text, tile_text
from qwirkle.render.marks import LONGEST_SIDE
from qwirkle.render.terminal import scene_text
from qwirkle.scene import Scene, Seat, ending
from qwirkle.tiles import TILES
from qwirkle.words import MOST

CODE = re.compile(r"\x1b\[[0-9;]*m")
SHAPES = dict(zip("csdtkx", "●■◆★♣✕", strict=True))


def pictured(picture: str) -> str:
    """The expected picture with the characters of shapes, from one in letters."""
    return re.sub(r"\b([ROYGBP])([csdtkx])\b", lambda found: found[1] + SHAPES[found[2]], picture)


def cards() -> Any:
    """A card game with two rows."""
    return qwirkle.position(
        "cards",
        players=["Ada", "Bob"],
        table="Rc Rs Rd Rt Rk | Rx Ox Yx",
        hands=["Rx Gd", "Pd Ox"],
        pile="Bd",
    )


POSITIONS = {
    "state": opened(),
    "view": waiting(),
    "game": played(30),
    "over": opened(hands=["", "Gd"], supply=""),
    "empty": qwirkle.position(players=["A", "B"]),
    "far": opened(board={(10**30, -5): "Rs", (10**30, -4): "Rc"}),
    "cards": cards(),
    "cards view": qwirkle.observe(cards(), 1),
    "new cards": qwirkle.new_game("cards", seed=1),
}


# Positions


def lines(position: qwirkle.State | qwirkle.View) -> list[str]:
    """The lines of the text."""
    return qwirkle.render.text(position).split("\n")


def test_a_state() -> None:
    """Coordinates, tiles, dots for empty cells, players, a mark for the turn, and the supply."""
    state = opened(board="Rs@0,0 Bs@1,0 Gs@2,0 Gc@2,1", players=["Ada", "Barbara"])
    assert lines(state) == [
        "     0  1  2",
        " 0  Rs Bs Gs",
        " 1   .  . Gc",
        "> Ada         4 points  Gs Bc Bd",
        "  Barbara     7 points  Yx Gd",
        "4 tiles in the supply",
    ]


def test_a_view_hides_the_others() -> None:
    assert lines(qwirkle.observe(opened(turn=1), 0))[2:] == [
        "  Ada     4 points  Gs Bc Bd",
        "> Bob     7 points  2 hidden",
        "4 tiles in the supply",
    ]
    assert lines(qwirkle.observe(opened(), 1))[2:4] == [
        "> Ada     4 points  3 hidden",
        "  Bob     7 points  Yx Gd",
    ]


def test_an_empty_board() -> None:
    """Words take its place; after the score of an empty hand the line ends."""
    assert lines(qwirkle.position(players=["A", "B"])) == [
        "(no tiles in play)",
        "> A     0 points",
        "  B     0 points",
        "108 tiles in the supply",
    ]


def test_a_finished_game() -> None:
    """No player is to move; a note gives the reason and the winners."""
    assert lines(finished())[2:] == [
        "  Ada     4 points  Gs Bc Bd",
        "  Bob     7 points",
        "0 tiles in the supply",
        "the game is over: Bob used the last tile",
        "Bob won, 7 to 4",
    ]
    tie = opened(hands=["", "Gd"], supply="", scores=[7, 7])
    assert lines(tie)[-2:] == [
        "the game is over: Ada used the last tile",
        "Ada and Bob shared the win with 7 each",
    ]


@pytest.mark.parametrize(
    ("scores", "winners", "result"),
    [
        ((5, 9), (1,), "Bob won, 9 to 5"),
        ((5, 9, 7), (1,), "Bob won, 9 to 7 and 5"),
        ((5, 9, 7), (0,), "Ada won, 5 to 9 and 7"),
        ((7, 7, 3), (0, 1), "Ada and Bob shared the win with 7 each"),
        ((7, 5, 3), (0, 1, 2), "Ada, Bob and Cleo shared the win"),
        ((7,), (0,), "Ada won"),
        ((7, 5), (), "nobody won"),
    ],
)
def test_the_result_of_any_game(
    scores: tuple[int, ...], winners: tuple[int, ...], result: str
) -> None:
    """A plugin decides who wins, for example the player with the fewest points."""
    names = ["Ada", "Bob", "Cleo"][: len(scores)]
    reason = qwirkle.EndReason.NO_PLAY
    over = SimpleNamespace(
        outcome=authoring.Outcome(reason, scores, winners),
        players=tuple(map(qwirkle.Player, names)),
        hand_sizes=(1,) * len(scores),
        scores=scores,
        standings=scores,
        winners=winners,
    )
    assert ending(over) == ("the game is over: nobody can place a tile", result)  # type: ignore[arg-type]


def test_columns_are_as_wide_as_their_numbers() -> None:
    """Tiles stay below the numbers of their columns, however long these are."""
    assert lines(opened(board="Rs@-10,-100 Bs@-9,-100"))[:2] == ["      -10  -9", "-100   Rs  Bs"]
    far = opened(board={(10**30, 0): "Rs", (10**30, 1): "Rc"})
    assert lines(far)[0] == "    " + str(10**30)
    assert lines(far)[1] == f" 0  {'Rs':>31}"
    for x in (-5, 0, 98, 99, 1000):
        header, row = lines(opened(board={(x, 7): "Rs", (x + 1, 7): "Bs"}))[:2]
        assert len(header) == len(row)
        assert header.split() == [str(x), str(x + 1)]


# Screens


def on_screen(
    columns: int, lines: int = 50, board: str = "", recent: tuple[int, ...] = ()
) -> list[str]:
    """The lines of a board that must fit the screen."""
    scene = Scene(tuple(qwirkle.Board(board).items()), (), ())
    return scene_text(scene, "ascii", 1, (columns, lines), recent).split("\n")


LONG = " ".join(f"Rs@{x},0" for x in range(-12, 13))


@pytest.mark.parametrize(
    ("columns", "recent", "row", "note"),
    [
        (85, (), "-13..13", []),
        (84, (), "-13..12", ["columns not shown: 13"]),
        (31, (), "-4..4", ["columns not shown: -13 to -5, 5 to 13"]),
        (31, (-9, 5, -20), "-13..-5", ["columns not shown: -4 to 13"]),  # 5 is too far from -9
        (31, (2, 5, -20), "-1..7", ["columns not shown: -13 to -2, 8 to 13"]),
        (31, (99,), "5..13", ["columns not shown: -13 to 4"]),
        (1, (3,), "3..3", ["columns not shown: -13 to 2, 4 to 13"]),
    ],
)
def test_a_board_that_is_too_wide(
    columns: int, recent: tuple[int, ...], row: str, note: list[str]
) -> None:
    """The last moves that fit are shown, three characters a cell, and a line says what is not."""
    found = on_screen(columns, board=LONG, recent=recent)
    first, last = map(int, row.split(".."))
    *heads, _, cells, _ = found[: len(found) - len(note)]
    assert sorted(int(x) for head in heads for x in head.split()) == [*range(first, last + 1)]
    assert len(cells) == 3 + 3 * (last - first + 1) <= max(columns - 1, 6)
    assert found[len(heads) + 3 :] == note


def test_long_numbers_of_columns_have_two_lines() -> None:
    """Each number ends above its column; numbers that do not fit two lines widen the cells."""
    assert on_screen(80, board="Rs@-11,0 Rc@-10,0 Rd@-9,0") == [
        "   -12   -10    -8",
        "      -11    -9",
        "-1   .  .  .  .  .",
        " 0   . Rs Rc Rd  .",
        " 1   .  .  .  .  .",
    ]
    far = "Rs@12345,0 Rc@12346,0"
    assert on_screen(80, board=far)[0].split() == ["12344", "12346"]
    far = "Rs@123456,0 Rc@123457,0"
    assert "\n".join(on_screen(80, board=far)) == text(qwirkle.Board(far), margin=1)


def test_the_numbers_of_columns_below_a_tall_board() -> None:
    board = " ".join(f"Rs@0,{y}" for y in range(10))
    for lines, repeated in ((17, []), (16, ["    -1  0  1"])):
        assert on_screen(80, lines, board)[13:] == repeated


# Styles


def test_shapes_replace_letters() -> None:
    """Otherwise the text is the same, character by character, and without codes."""
    for name, position in POSITIONS.items():
        shapes = text(position, style="shapes")
        assert shapes == pictured(text(position)), name
        assert "\x1b" not in shapes, name


def test_colors_change_nothing_but_colors() -> None:
    """Without its codes it is the text with shapes; every code ends after two characters."""
    for name, position in POSITIONS.items():
        colored, shapes = (text(position, style=style) for style in ("color", "shapes"))
        assert CODE.sub("", colored) == shapes, name
        parts = re.split(r"(\x1b\[1;38;5;[0-9]+;48;5;233m.{2}\x1b\[0m)", colored)
        assert all("\x1b" not in part for part in parts[::2]), name
        assert len(parts[1::2]) == len(re.findall(r"[ROYGBP][●■◆★♣✕]", shapes)), name


def test_the_36_tiles() -> None:
    """All are different in every style, and two columns wide without codes."""
    for style in STYLES:
        texts = [tile_text(tile, style=style) for tile in TILES]
        assert len(set(texts)) == len({CODE.sub("", shown) for shown in texts}) == 36
        assert {len(CODE.sub("", shown)) for shown in texts} == {2}
        assert texts == [tile_text(str(tile), style=style) for tile in TILES]
    assert tile_text("Gk") == "Gk"
    assert tile_text("Gk", style="shapes") == "G♣"
    assert tile_text("Gk", style="color") == "\x1b[1;38;5;36;48;5;233mG♣\x1b[0m"


def test_other_styles_are_rejected() -> None:
    """The message names the right ones, even if there is no tile to draw."""
    message = "the styles are 'ascii', 'shapes', 'color', not "
    doors: list[Callable[[Any], str]] = [
        lambda style: text(opened(), style=style),
        lambda style: text(qwirkle.position(hands=["", ""]), style=style),
        lambda style: tile_text("Rs", style=style),
        lambda style: Played(opened(), Place({(2, 0): "Gs"})).text(style=style),
    ]
    for style in ("unicode", "ASCII", "", None, 3, ["ascii"], b"ascii"):
        for enter in doors:
            with pytest.raises(InvalidValue, match=message):
                enter(style)


def test_wrong_tiles_and_positions_are_rejected() -> None:
    played: list[Any] = [lambda x: Played(x, Place({})), lambda x: Played(opened(), x)]
    for enter in (tile_text, text, *played):
        for make in HOSTILE.values():
            with pytest.raises(qwirkle.QwirkleError):
                enter(make())


def test_a_scene_too_large_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant may show anything, but pictures have bounds."""
    state = opened()
    seats = (Seat("Ada", 0, 0, (), True),)

    def shows(cells: list[tuple[int, int]]) -> str:
        tiles = tuple((qwirkle.Cell(x, y), Tile.parse("Rs")) for x, y in cells)
        monkeypatch.setattr(type(state.variant), "scene", lambda *_: Scene(tiles, seats, ()))
        return text(state)

    side = LONGEST_SIDE
    assert len(shows([(0, 0), (side - 1, side - 1)]).split("\n")) == side + 2
    for cells in ([(0, 0), (side, 0)], [(0, -1), (0, side - 1)], [(0, 0), (10**99, 0)]):
        with pytest.raises(
            InvalidValue, match=f"too far apart: a picture has at most {side} columns and rows"
        ):
            shows(cells)
    many = [(i % 100, i // 100) for i in range(MOST + 1)]
    assert shows(many[:-1])
    with pytest.raises(InvalidValue, match="at most 1000 cells are possible"):
        shows(many)


# Moves in context


def test_a_move() -> None:
    """Its text, the board and the hand after it, the new score, and the move in words."""
    shown = Played(opened(), Place({(2, 0): "Gs"}))
    assert str(shown).split("\n") == [
        "Gs@2,0",
        "     0  1  2",
        " 0  Rs Bs Gs",
        "> Ada     7 points  Bc Bd",
        "  Bob     7 points  Yx Gd",
        "Ada places the green square for 3 points",
    ]
    shapes = shown.text(style="shapes").split("\n")
    assert shapes[1:-1] == pictured(str(shown)).split("\n")[1:-1]
    assert shapes[-1] == "Ada places the green square for 3 points"
    assert CODE.sub("", shown.text(style="color")) == shown.text(style="shapes")


def acting(**fields: Any) -> qwirkle.TileState:
    """A position of a game with action tiles."""
    usual = {"players": ["Ada", "Bob"], "board": "Rs@0,0 Bs@1,0", "hands": ["Gs", "Gd"]}
    return qwirkle.position("schmidt-actions", **usual | fields)


TOLD = [
    (opened(), "swap Gs Bc", "Ada exchanges 2 tiles"),
    (opened(board="", hands=["Rs Rs", "Gd"]), "Rs@0,0", "Ada places the red square for 1 point"),
    (
        opened(board="Rs@0,0 Bs@1,0 Rc@0,1", hands=["Bc Yx", "Gd"]),
        "Bc@1,1",
        "Ada places the blue circle for 4 points (2 + 2)",
    ),
    (
        opened(hands=["Gs", "Gd"], supply=""),
        "Gs@2,0",
        "Ada places the green square for 9 points (3 + 6 for finishing)",
    ),
    (acting(actions=["take-tile", ""]), "take 1,0", "Ada takes the blue square"),
    *(
        (acting(actions=["draw-three", ""], supply=supply), "draw-three", f"Ada draws {words}")
        for supply, words in (("Gx", "1 more tile"), ("Gx Bk", "2 more tiles"))
    ),
]


@pytest.mark.parametrize(("state", "move", "told"), TOLD, ids=[told for *_, told in TOLD])
def test_a_move_is_told_in_words(state: qwirkle.TileState, move: str, told: str) -> None:
    """Points are added up, and those for the end of the game are explained (R9: fewer tiles)."""
    assert str(Played(state, qwirkle.parse_move(move, state))).split("\n")[-1] == told


def test_a_move_in_a_view() -> None:
    """It is that of the state, with hidden hands; neither shows the tiles drawn next."""
    state, move = opened(), Place({(2, 0): "Gs"})
    in_state, in_view = (str(Played(x, move)) for x in (state, qwirkle.observe(state, 0)))
    assert in_view == in_state.replace("Yx Gd", "2 hidden")
    other = opened(supply="Yk Yk Rd Rc", hands=["Bc Bd Gs", "Yx Gd"])
    assert str(Played(other, move)) == in_state


def test_a_row_of_six_cards() -> None:
    move = qwirkle.parse_move("lay Rc Rs Rd Rt Rk Rx | Rx Ox Yx", cards())
    expected = [
        "lay Rc Rs Rd Rt Rk Rx | Rx Ox Yx",
        " 0  Rx Ox Yx",
        "> Ada     1 Qwirkle   Gd",
        "  Bob     0 Qwirkles  Ox Pd",
        "Ada plays the red cross, and takes a Qwirkle",
        "completed: Rc Rs Rd Rt Rk Rx",
    ]
    assert str(Played(cards(), move)).split("\n") == expected
    assert (
        Played(cards(), move).text(style="shapes").split("\n")[-1] == "completed: R● R■ R◆ R★ R♣ R✕"
    )
    view = qwirkle.observe(cards(), 0)
    assert str(Played(view, move)).split("\n") == [
        line.replace("Ox Pd", "2 hidden") for line in expected
    ]


def test_a_move_is_a_value() -> None:
    """It has equality and a repr that can be evaluated; it is always legal."""
    move = Place({(2, 0): "Gs"})
    shown = Played(opened(), move)
    assert shown == Played(opened(), move)
    assert hash(shown) == hash(Played(opened(), move))
    assert shown != Played(opened(), Place({(-1, 0): "Gs"}))
    assert eval(repr(shown), {**vars(qwirkle), "Played": Played}) == shown
    with pytest.raises(IllegalMove, match="P1"):
        Played(opened(), Place({(5, 5): "Gs"}))
    with pytest.raises(IllegalMove, match="it is Ada's turn"):
        Played(waiting(), move)
