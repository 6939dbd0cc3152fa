"""Pictures as plain text."""

from __future__ import annotations

import qwirkle
from qwirkle.scene import Scene, Seat

from .samples import finished, opened, tiles


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
    """Only the number of their tiles is shown."""
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
        "the game is over: Bob used the last tile; Bob won",
    ]
    tie = opened(hands=["", "Gd"], supply="", scores=[7, 7])
    assert lines(tie)[-1] == "the game is over: Ada used the last tile; Ada and Bob won"


def test_columns_are_as_wide_as_their_numbers() -> None:
    """Tiles stay below the numbers of their columns, however long these are."""
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
    """A scene is everything that a variant says about a picture."""
    scene = opened().variant.scene(opened())
    assert scene == Scene(
        tiles=tuple(opened().board.items()),
        seats=(
            Seat("Ada", 4, 3, tiles("Gs Bc Bd"), True),
            Seat("Bob", 7, 2, tiles("Yx Gd"), False),
        ),
        notes=("4 tiles in the supply",),
    )
