"""Pictures as SVG."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from reading_svg import SVG, check_is_sound, described, forms, parsed, shown_tiles, texts, written
from samples import HOSTILE, finished, opened, played, tiles, waiting

import qwirkle
from qwirkle import Board, IllegalMove, Place, QwirkleError, Score, Tile, authoring
from qwirkle.authoring import ScoredLine
from qwirkle.errors import InvalidValue
from qwirkle.render import boxes, svg
from qwirkle.render.marks import LONGEST_SIDE
from qwirkle.render.parts import escaped, width_of
from qwirkle.render.shapes import CLAIM
from qwirkle.scene import Scene
from qwirkle.tiles import TILES
from qwirkle.words import MOST

MOVE = Place({(2, 0): "Gs"})


def cards(**fields: object) -> Any:
    """A card game with two rows and a Qwirkle in reach."""
    usual: dict[str, object] = {
        "players": ["Ada", "Bob"],
        "table": "Rc Rs Rd Rt Rk | Rx Ox Yx",
        "hands": ["Rx Gd", "Pd Ox"],
        "pile": "Bd",
    }
    return qwirkle.position("cards", **(usual | fields))


CARD_MOVE = qwirkle.parse_move("lay Rc Rs Rd Rt Rk Rx | Rx Ox Yx", cards())

THINGS: dict[str, Any] = {
    "tile": Tile.parse("Rs"),
    "hand": tiles("Rs Rs Bd"),
    "no hand": (),
    "all tiles": TILES,
    "board": Board("Rs@0,0 Bs@1,0 Gs@2,0 Gc@2,1"),
    "no board": Board(),
    "far board": Board({(10**99, -(10**98)): "Rs", (10**99 + 1, -(10**98)): "Bs"}),
    "state": opened(),
    "long game": played(40),
    "four": played(9, players=4),
    "over": finished(),
    "view": waiting(),
    "view of a long game": qwirkle.observe(played(40), 1),
    "new game": qwirkle.new_game(seed=1),
    "cards": cards(),
    "cards view": qwirkle.observe(cards(), 1),
    "new cards": qwirkle.new_game("cards", seed=1, players=4),
    "odd names": opened(players=['<b>&"', "'; é漢 ]]>"]),
    "score": qwirkle.score(opened(), MOVE),
    "score of cards": qwirkle.score(cards(), CARD_MOVE),
    "no score": Score(),
}

PICTURES: dict[str, str] = {
    **{name: svg(thing) for name, thing in THINGS.items()},
    "small": svg(opened(), size=8),
    "large": svg(opened(), size=256),
    "move": svg(opened(), move=MOVE),
    "move in a view": svg(qwirkle.observe(opened(), 0), move=MOVE),
    "exchange": svg(opened(), move=qwirkle.Exchange("Gs")),
    "move of cards": svg(cards(), move=CARD_MOVE),
    "marks": svg(
        opened(),
        last=[(1, 0)],
        cells=[(2, 0), (0, 1)],
        line=[(0, 0), (1, 0)],
        points={(2, 0): 3, (0, 0): -9999},
    ),
}


def counted(text: str) -> Counter[str]:
    """How often each tile is in a text."""
    return Counter(text.split())


# Promises of every picture


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_every_picture_keeps_its_promises(picture: str) -> None:
    """It is plain and small, and to a screen reader one image with a title and a description."""
    check_is_sound(picture)
    root = parsed(picture)
    title, desc = root[0], root[1]
    names = root.attrib["aria-labelledby"].split()
    assert (root.get("role"), title.tag, desc.tag) == ("img", f"{SVG}title", f"{SVG}desc")
    assert names == [title.get("id"), desc.get("id")]
    assert all(described(picture))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert sorted(ids) == sorted({*used, *names})
    assert len(picture) < 4500 + 330 * shown_tiles(picture).total()


def test_pictures_on_one_page_do_not_clash() -> None:
    found = Counter[str]()
    for picture in set(PICTURES.values()):
        found.update(re.findall(r' id="([^"]*)"', picture))
    assert set(found.values()) == {1}


# Contents


def test_a_hand() -> None:
    """Tiles keep their order, in whatever way they are given; only sets are sorted."""
    for hand in ("", "Rs", "Rs Rs Bd", "Yk " * 30):
        expected = tiles(hand)
        picture = svg(expected)
        assert shown_tiles(picture) == counted(hand)
        assert picture == svg(list(expected)) == svg(iter(expected)) == svg(hand)
        assert described(picture) == (
            f"{len(expected)} tile{'s' * (len(expected) != 1)}",
            (", ".join(tile.name for tile in expected) or "no tiles") + ".",
        )
        assert svg(set(expected)) == svg(sorted(set(expected))) == svg(frozenset(expected))
    assert texts(svg(())) == ["no tiles"]


def test_boxes_are_where_the_cells_are() -> None:
    """A mark on a cell is drawn in its box; every cell of the picture has a box."""
    for text in ("Rs@0,0", "Rs@-1,5 Bs@0,5 Gs@1,5 Gc@1,6", "Rs@99,-120"):
        board = Board(text)
        around = {near for cell in board for near in cell.neighbors}
        found = boxes(board, cells=around)
        assert {*board, *around} <= {*found}
        assert list(found) == sorted(found, key=lambda cell: (cell.y, cell.x))
        _, _, width, height = map(float, parsed(svg(board, cells=around)).attrib["viewBox"].split())
        for cell, box in found.items():
            [(x, y)] = forms(svg(board, cells=around, last=[cell]), "last")
            assert (box.left * width, box.top * height) == pytest.approx((x + 12, y + 12))
            assert (box.width * width, box.height * height) == pytest.approx((48, 48))
    assert boxes(Board()) == {}
    assert list(boxes(Board(), cells=[(3, 4)])) == [(3, 4)]


def test_a_board_far_away() -> None:
    """Long coordinates are shortened in the picture, but not in the description."""
    picture = svg(THINGS["far board"])
    assert texts(picture) == ["…000", "…001", "…000"]
    assert f"Row {-(10**98)}: red square at {10**99}, blue square at" in described(picture)[1]
    assert texts(svg(Board({(99999, -9999): "Rs"}))) == ["99999", "-9999"]
    assert texts(svg(Board({(100000, -10000): "Rs"}))) == ["…000", "…000"]
    assert float(parsed(picture).attrib["width"]) < 300


def test_a_state() -> None:
    """The board, every hand, the scores, the player to move, and the notes."""
    state = opened()
    picture = svg(state)
    assert shown_tiles(picture) == counted("Rs Bs Bc Bd Gs Gd Yx")
    assert texts(picture) == [
        *("0", "1", "0"),
        *("Ada", "4 points", "Bob", "7 points"),
        "4 tiles in the supply",
    ]
    assert described(picture) == (
        "Ada to move",
        "Row 0: red square at 0, blue square at 1. "
        "Ada, to move: 4 points, green square, blue circle, blue diamond. "
        "Bob: 7 points, yellow cross, green diamond. 4 tiles in the supply.",
    )


def test_a_view_hides_what_the_player_may_not_see() -> None:
    """Hidden tiles appear as backs with their number, and leave no trace in the picture."""
    picture = svg(waiting())
    assert shown_tiles(picture) == counted("Rs Bs Gd Yx")
    assert len(forms(picture, "back")) == 3
    assert "3 hidden" in texts(picture)
    title, desc = described(picture)
    assert title == "Ada to move, as Bob sees it"
    assert "Ada, to move: 4 points, 3 hidden." in desc
    other = opened(hands=["Ot Pt Pk", "Gd Yx"])
    assert svg(qwirkle.observe(other, 1)) == picture


@pytest.mark.parametrize(("size", "backs"), [(0, 0), (1, 1), (12, 12), (13, 12), (10**6, 12)])
def test_a_large_hidden_hand(size: int, backs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most twelve backs are drawn; the number is always right."""
    view = waiting()
    scene = view.variant.scene(view)
    seats = (attrs.evolve(scene.seats[0], size=size), scene.seats[1])
    hidden = attrs.evolve(scene, seats=seats)
    monkeypatch.setattr(type(view.variant), "scene", lambda *_: hidden)
    assert len(forms(svg(view), "back")) == backs
    assert f"{size} hidden" in texts(svg(view))


def test_names_are_text_and_nothing_else() -> None:
    picture = svg(THINGS["odd names"])
    assert {'<b>&"', "'; é漢 ]]>"} <= set(texts(picture))
    assert described(picture)[0] == '<b>&" to move'
    assert "<b>" not in picture
    hostile = '"#blank" href="#Rs" id="x'
    picture = svg(opened(players=[hostile, "Bob"]))
    assert described(picture)[0] == f"{hostile} to move"
    assert escaped("\x00a\x1b\ud800\ufffe\n") == "\ufffda\ufffd\ufffd\ufffd\n"


def test_long_names_are_shortened() -> None:
    """They end before the hand begins; the description has them in full."""
    for name in ("W" * 80, "i" * 80, "漢" * 80, "Ada Lovelace " * 6):
        state = opened(players=[name, "Bob"])
        [shown] = [text for text in texts(svg(state)) if text.endswith("…")]
        assert name.startswith(shown[:-1])
        assert 100 < width_of(shown, 17) <= 220
        assert f"{name}, to move: 4 points" in described(svg(state))[1]
        assert float(parsed(svg(state)).attrib["width"]) < 500


def test_a_score() -> None:
    """Each line is a row of tiles with its points, and the total follows."""
    state = opened(board="Rs@0,0 Bs@1,0 Rc@0,1", hands=["Bc", "Gd"], supply="")
    score = qwirkle.score(state, Place({(1, 1): "Bc"}))
    picture = svg(score)
    assert shown_tiles(picture) == counted("Rc Bc Bs Bc")
    assert texts(picture) == ["2", "2", "6 for finishing", "10 points in total"]
    assert described(picture) == (
        "10 points",
        "2 for red circle, blue circle. 2 for blue square, blue circle. 6 for finishing.",
    )
    assert texts(svg(Score())) == ["0 points in total"]
    assert texts(PICTURES["score of cards"]) == ["1", "1 point in total"]


# Marks


def test_marks_may_be_anywhere() -> None:
    """The picture grows with its marks, also from an empty board; pairs are accepted as cells."""
    assert texts(svg(Board(), cells=[(5, 5)])) == ["5", "5"]
    picture = svg(opened(), cells=[qwirkle.Cell(-2, -1)])
    assert texts(picture)[:6] == ["-2", "-1", "0", "1", "-1", "0"]
    assert svg(opened(), cells=[(-2, -1)]) == picture
    assert svg(opened(), cells=iter([(-2, -1)])) == picture
    assert svg(opened(), last=(), cells=[], line=(), points={}, size=48) == svg(opened())
    for mark in ({"line": [(0, 7), (0, 0)]}, {"points": {(0, 7): 5}}, {"last": [(0, 7)]}):
        assert texts(svg(opened(), **mark))[2:10] == list("01234567")
    assert forms(svg(waiting(), last=[(1, 0)]), "last")
    assert forms(svg(cards(), last=[(1, 0)]), "last")


# Moves in context


def test_a_move() -> None:
    """The picture shows the position after the move, before drawing, and highlights the tile."""
    picture = svg(opened(), move=MOVE)
    assert shown_tiles(picture) == counted("Rs Bs Gs Bc Bd Gd Yx")
    [(x, y)] = forms(picture, "Rs")
    assert forms(picture, "last") == [(x + 96, y)]
    [(points, _)] = written(picture, "3")[1:]
    assert x + 144 < points < x + 144 + 24  # just after the last cell
    assert " ".join(texts(picture)).endswith(" Ada places the green square for 3 points")
    assert "7 points" in texts(picture)
    title, desc = described(picture)
    assert title == "Ada places the green square for 3 points"
    assert "Last move: 2,0. Points for lines: 3 for red square, blue square," in desc


def test_a_position_in_which_nobody_is_to_move_yet() -> None:
    """The picture of a tie must not say who starts."""
    title, desc = described(svg(attrs.evolve(opened(), turn=-1)))
    assert title == "a position"
    assert "to move" not in desc


def test_parts_that_can_be_left_out() -> None:
    """The description stays the same, since it is for people who do not see the picture."""
    whole = svg(opened(), move=MOVE)
    players = ["Ada", "7 points", "Bob", "7 points"]
    note = "Ada places the green square for 3 points"
    for options, shown in (
        ({"axes": False}, ["3", *players, note]),
        ({"notes": False}, [*"0123", "0", "3", *players]),
        ({"only_board": True}, [*"0123", "0", "3"]),
        ({"only_board": True, "axes": False}, ["3"]),
    ):
        picture = svg(opened(), move=MOVE, **options)  # type: ignore[arg-type]
        assert " ".join(texts(picture)) == " ".join(shown), options
        assert described(picture) == described(whole)
    assert shown_tiles(svg(opened(), only_board=True)) == counted("Rs Bs")


def test_a_board_without_axes_takes_less_space() -> None:
    """The first tile is at the edge of the picture; the rows of cards have no numbers then."""
    board = qwirkle.Board("Rs@0,0 Bs@1,0")
    assert texts(svg(board, axes=False)) == []
    assert forms(svg(board, axes=False), "Rs") == [(0, 0)]
    assert forms(svg(board), "Rs") > [(0, 0)]
    cards = THINGS["cards"]
    assert "0" not in texts(svg(cards, axes=False))
    assert "0" in texts(svg(cards))


def test_moves_and_other_marks() -> None:
    """A move can be combined with other marks, except those of another last move."""
    picture = svg(opened(), move=MOVE, cells=[(3, 0)], line=[(0, 0), (2, 0)], points={(0, 0): 5})
    assert forms(picture, "free")
    assert CLAIM in picture
    assert "5" in texts(picture)
    with pytest.raises(InvalidValue, match="last: leave it out with a move"):
        svg(opened(), move=MOVE, last=[(0, 0)])


def test_played_cards_are_highlighted() -> None:
    """Each played card is highlighted once, however the rows are regrouped."""
    for table, hand, move, expected in (
        # A new row above the others, which all move down: only the new one is marked.
        ("Rc Rs Rd", "Rs Os Ys Gd", "lay Rc Rs Rd | Rs Os Ys", "0,0 1,0 2,0"),
        # A new row below, of which one card looks like one that was there.
        ("Rs Os Ys", "Rc Rs Rd Gd", "lay Rs Os Ys | Rc Rs Rd", "0,1 1,1 2,1"),
        # A longer row.
        ("Rc Rs Rd", "Rt Gd", "lay Rc Rs Rd Rt", "3,0"),
        # A card goes to another row, and a new one comes to its place.
        ("Rc Rs Rd Rt | Oc Yc Gc", "Bt Rx", "lay Rs Rd Rt Rx | Rc Oc Yc Gc", "3,1"),
        # A new row above, of which a card looks like one of a row that moves down.
        ("Bs Bd Bt", "Rs Os Bs Gd", "lay Bs Bd Bt | Rs Os Bs", "0,0 1,0 2,0"),
        # The first row.
        ("", "Rc Rs Rd Bk", "lay Rc Rs Rd", "0,0 1,0 2,0"),
    ):
        state = cards(table=table, hands=[hand, "Px"])
        picture = svg(state, move=qwirkle.parse_move(move, state))
        # The number of the first row is to the left of its first card.
        [(zero, _), *_] = written(picture, "0")
        cells = [f"{int((x - zero) // 48)},{int(y // 48)}" for x, y in forms(picture, "last")]
        assert sorted(cells) == sorted(expected.split()), move


def test_the_size_of_a_hidden_hand_after_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant may hide the hand of the player to move, which still gets smaller."""
    state = opened()
    scene_of = type(state.variant).scene

    def hidden(variant: authoring.TileGame, position: qwirkle.TileState) -> Scene:
        scene = scene_of(variant, position)
        seats = tuple(attrs.evolve(seat, hand=None) for seat in scene.seats)
        return attrs.evolve(scene, seats=seats)

    monkeypatch.setattr(type(state.variant), "scene", hidden)
    assert "3 hidden" in texts(svg(state))
    assert texts(svg(state, move=MOVE)).count("2 hidden") == 2


def test_a_move_that_is_not_legal() -> None:
    with pytest.raises(IllegalMove, match="P1"):
        svg(opened(), move=Place({(5, 5): "Gs"}))
    with pytest.raises(IllegalMove, match="it is Ada's turn"):
        svg(waiting(), move=MOVE)


# Notebooks


def test_notebooks_show_pictures() -> None:
    """Every value has its picture with the default size; tuples are not ours."""
    for name, thing in THINGS.items():
        if not isinstance(thing, tuple):
            assert thing._repr_svg_() == svg(thing), name
    assert Board({(0, 0): "Rs", (10**99, 0): "Bs"})._repr_svg_() is None  # too large


# Things that cannot be drawn


def test_sizes() -> None:
    for size in (8, 24, 48, 256):
        root = parsed(svg(opened(), size=size))
        width = float(root.attrib["viewBox"].split()[2])
        assert float(root.attrib["width"]) == pytest.approx(width * size / 48, rel=1e-5)
    for wrong in (7, 257, 0, -24, 24.0, True, "24", None, 10**5000):
        with pytest.raises(InvalidValue, match="size must be an integer from 8 to 256, not "):
            svg(opened(), size=wrong)  # type: ignore[arg-type]


def test_boards_too_large_for_a_picture() -> None:
    """They are rejected before anything large is made."""
    side = LONGEST_SIDE
    assert svg(Board({(0, 0): "Rs", (side - 1, 1 - side): "Bs"}))
    for cell in ((side, 0), (0, side), (10**99, 0), (0, -(10**99))):
        with pytest.raises(InvalidValue, match="the cells are too far apart"):
            svg(Board({(0, 0): "Rs", cell: "Bs"}))
        for mark in ("last", "cells"):
            with pytest.raises(InvalidValue, match="the cells are too far apart"):
                svg(Board("Rs@0,0"), **{mark: [cell]})  # type: ignore[arg-type]
    many = [(i % 100, i // 100) for i in range(MOST + 1)]
    with pytest.raises(InvalidValue, match="at most 1000 cells are possible"):
        svg(Board("Rs@0,0"), points=dict.fromkeys(many, 1))
    with pytest.raises(InvalidValue, match="at most 1000 cells are possible"):
        svg(Board("Rs@0,0"), cells=itertools.repeat((0, 0)))
    for endless in (itertools.repeat("Rs"), "Rs " * 1001):
        with pytest.raises(InvalidValue, match="at most 1000 tiles are possible"):
            svg(endless)


def test_strange_things() -> None:
    """Every function that draws raises an error of this library for each of them."""
    state, board = opened(), Board("Rs@0,0")
    doors: dict[str, Callable[[Any], object]] = {
        "thing": svg,
        "in a hand": lambda x: svg([x]),
        "move": lambda x: svg(state, move=x),
        "last": lambda x: svg(board, last=x),
        "a last cell": lambda x: svg(board, last=[x]),
        "cells": lambda x: svg(board, cells=x),
        "line": lambda x: svg(board, line=x),
        "points": lambda x: svg(board, points=x),
        "a point": lambda x: svg(board, points={(0, 0): x}),
        "size": lambda x: svg(board, size=x),
        "board": boxes,
        "cells of boxes": lambda x: boxes(board, cells=x),
    }
    accepted = {("move", "None"), ("points", "None")} | {
        (door, "empty text") for door in ("thing", "last", "cells", "line", "cells of boxes")
    }
    for (door, enter), (name, make) in itertools.product(doors.items(), HOSTILE.items()):
        print(f"{name} as {door}:")
        if (door, name) in accepted:
            assert enter(make())
            continue
        with pytest.raises(QwirkleError) as caught:
            enter(make())
        assert 0 < len(str(caught.value)) < 500


WITH_A_MOVE = "move: give it with a state or a view, not with"
ONLY_BOARDS = "only a board, a state or a view can have marked cells, "


@pytest.mark.parametrize(
    ("thing", "options", "message"),
    [
        ({"0,0": "Rs"}, {}, "there are pictures of a tile, tiles, a board, a score"),
        *((x, {"last": [(0, 0)]}, ONLY_BOARDS) for x in (TILES[0], Score(), TILES)),
        *((x, {"move": MOVE}, WITH_A_MOVE) for x in (TILES[0], Score(), Board(), TILES)),
        (Board(), {"line": [(0, 0), (1, 1)]}, "line: the cells must be in one row or one column, "),
        (Board(), {"points": {(0, 0): 10000}}, "points must be an integer from -9999 to 9999, not"),
        (Board(), {"last": 3}, "last: expected cells, not 3"),
    ],
)
def test_messages(thing: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        svg(thing, **options)


def test_a_variant_may_show_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strange notes and scored lines that are not straight still make a valid picture."""
    state = opened()
    scene = attrs.evolve(state.variant.scene(state), notes=("a \x07 <b>\nc", "", "d"))
    monkeypatch.setattr(type(state.variant), "scene", lambda *_: scene)
    assert texts(svg(state))[-2:] == ["a \ufffd <b> c", "d"]
    bent = ScoredLine((qwirkle.Cell(0, 0), qwirkle.Cell(1, 1)), tiles("Rs Bs"), 17)
    monkeypatch.setattr(type(state.variant), "score", lambda *_: Score((bent,)))
    assert "17" in texts(svg(state, move=MOVE))
