"""Pictures as plain text."""

from __future__ import annotations

import qwirkle
from qwirkle.scene import Scene, Seat

from .samples import finished, opened, tiles


def lines(table: qwirkle.State | qwirkle.View) -> list[str]:
    """The picture, line by line."""
    return qwirkle.render.text(table).split("\n")


def test_a_state() -> None:
    """Coordinates, tiles, dots for gaps, players, whose turn it is, and the supply."""
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
    """Only how many tiles they hold."""
    assert lines(qwirkle.observe(opened(turn=1), 0))[2:] == [
        "  Ada     4 points  Gs Bc Bd",
        "> Bob     7 points  2 hidden",
        "4 tiles in the supply",
    ]
    assert lines(qwirkle.observe(opened(), 1))[2:4] == [
        "> Ada     4 points  3 hidden",
        "  Bob     7 points  Yx Gd",
    ]


def test_an_empty_table() -> None:
    """It is said in words; an empty hand is an empty end of the line."""
    assert lines(qwirkle.position(players=["A", "B"])) == [
        "(nothing lies on the table)",
        "> A     0 points",
        "  B     0 points",
        "108 tiles in the supply",
    ]


def test_a_finished_game() -> None:
    """Nobody is to move; the reason and the winners are said."""
    assert lines(finished())[2:] == [
        "  Ada     4 points  Gs Bc Bd",
        "  Bob     7 points",
        "0 tiles in the supply",
        "the game is over: Bob used the last tile; Bob won",
    ]
    tie = opened(hands=["", "Gd"], supply="", scores=[7, 7])
    assert lines(tie)[-1] == "the game is over: Ada used the last tile; Ada and Bob won"


def test_columns_are_as_wide_as_their_numbers() -> None:
    """Negative and far cells keep their tiles below their numbers."""
    assert lines(opened(board="Rs@-10,-100 Bs@-9,-100"))[:2] == [
        "      -10  -9",
        "-100   Rs  Bs",
    ]
    far = opened(board={(10**30, 0): "Rs", (10**30, 1): "Rc"})
    assert lines(far)[0] == "    " + str(10**30)
    assert lines(far)[1] == f" 0  {'Rs':>31}"
    for x in (-5, 0, 98, 99, 1000):
        header, row = lines(opened(board={(x, 7): "Rs", (x + 1, 7): "Bs"}))[:2]
        assert len(header) == len(row)
        assert header.split() == [str(x), str(x + 1)]


def test_a_scene_is_all_that_pictures_need() -> None:
    """What the variant says there is to draw."""
    scene = opened().variant.scene(opened())
    assert scene == Scene(
        tiles=tuple(opened().board.items()),
        seats=(
            Seat("Ada", 4, 3, tiles("Gs Bc Bd"), True),
            Seat("Bob", 7, 2, tiles("Yx Gd"), False),
        ),
        notes=("4 tiles in the supply",),
    )
