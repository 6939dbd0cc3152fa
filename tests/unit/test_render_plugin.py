"""Pictures of a plugin with its own move, piece and words."""

from __future__ import annotations

from collections.abc import Iterator

from reading_svg import check_is_sound, described, forms, shown_tiles, texts
from shells import PLACE, SHELLS, SWITCH, reef

import qwirkle
from qwirkle import TileState, TileView
from qwirkle.render import STYLES, Played, boxes, svg, text


def views() -> Iterator[TileState | TileView]:
    """The state, and the view of the player to move."""
    yield reef()
    yield qwirkle.observe(reef(), 0)


def test_a_position_uses_the_words_of_the_plugin() -> None:
    """Pearls instead of points, and shells instead of tiles."""
    state = reef(board="", hands=["", "Gd"], turn=1)
    assert text(state).split("\n") == [
        "(no shells in play)",
        "  Ada     4 pearls",
        "> Bob     7 pearls  Gd",
        "2 tiles in the supply",
    ]
    assert texts(svg(state))[0] == "no shells in play"
    assert described(svg(state)) == (
        "Bob to move",
        "No shells in play. Ada: 4 pearls, no shells. Bob, to move: 7 pearls, green diamond. "
        "2 tiles in the supply.",
    )


def test_a_move_of_its_own_in_text() -> None:
    """The board and the hand have changed, and the move is told in the plugin's words."""
    for position in views():
        lines = str(Played(position, SWITCH)).split("\n")
        assert lines[:4] == ["switch Gs 1,0", "     0  1", " 0  Rs Gs", "> Ada     4 pearls  Bc Bs"]
        assert lines[-1] == "Ada switches the blue square for the green square"
        for style in STYLES:
            assert Played(position, SWITCH).text(style=style).count("\n") == 5


def test_a_move_of_its_own_in_a_picture() -> None:
    """The plugin says which cells are highlighted: here every cell but that of the move."""
    for position in views():
        picture = svg(position, move=SWITCH)
        check_is_sound(picture)
        assert picture == Played(position, SWITCH)._repr_svg_()
        assert forms(picture, "last") == forms(picture, "Rs")
        title, desc = described(picture)
        assert title.startswith("Ada switches the blue square for the green square")
        assert "Last move: 0,0. Ada, to move: 4 pearls, blue circle, blue square." in desc
    assert shown_tiles(svg(reef(), move=SWITCH)) == {"Rs": 1, "Gs": 1, "Bs": 1, "Bc": 1, "Gd": 1}
    highlighted = SHELLS.highlights(reef(), SWITCH, qwirkle.apply(reef(), SWITCH))
    found = boxes(reef().board, cells=highlighted)
    assert list(found) == [(0, 0), (1, 0)]


def test_a_usual_move_in_its_words() -> None:
    """Points follow the plugin's words; the gull that is drawn next is not shown."""
    for position in views():
        lines = str(Played(position, PLACE)).split("\n")
        assert lines[2:4] == [" 0  Rs Bs Gs", "> Ada     7 pearls  Bc"]
        assert lines[4].startswith("  Bob     7 pearls")
        assert lines[-1] == "Ada adds 1 to the reef for 3 pearls"
        assert len(forms(svg(position, move=PLACE), "last")) == 2
    assert qwirkle.apply(reef(), PLACE).scores == (8, 8)
