"""Colours, shapes, tiles and the words of a text."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from samples import NoHash

from qwirkle import Color, Shape, Tile
from qwirkle._masks import BIT, tiles_of
from qwirkle.authoring import Word
from qwirkle.errors import InvalidValue, NotationError
from qwirkle.tiles import TILES, as_tiles, tiles_text

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def test_colours_and_shapes_have_their_letters() -> None:
    assert "".join(color.letter for color in Color) == "ROYGBP"
    assert "".join(shape.letter for shape in Shape) == "csdtkx"
    assert [c.name for c in Color] == ["RED", "ORANGE", "YELLOW", "GREEN", "BLUE", "PURPLE"]
    assert [s.name for s in Shape] == ["CIRCLE", "SQUARE", "DIAMOND", "STAR", "CLOVER", "CROSS"]


def test_the_same_tile_is_the_same_object() -> None:
    for tile in TILES:
        with case(tile):
            assert Tile(tile.color, tile.shape) is tile
            assert Tile(color=tile.color, shape=tile.shape) is tile
            assert Tile.parse(str(tile)) is tile
            assert list(tiles_of(BIT[tile])) == [tile]
            assert copy.copy(tile) is tile
            assert copy.deepcopy([tile])[0] is tile
            for protocol in PROTOCOLS:
                assert pickle.loads(pickle.dumps(tile, protocol)) is tile


def test_a_text_is_read_with_parse() -> None:
    """The error of the constructor says so; a missing shape gives the same kind of error."""
    with pytest.raises(
        InvalidValue, match=r"Color and a Shape; a text is read with Tile\.parse\('Rs'\)"
    ):
        Tile("Rs")  # type: ignore[arg-type, call-arg]
    with pytest.raises(TypeError, match=r"Tile\.parse\('xxx") as caught:
        Tile("x" * 10_000)  # type: ignore[arg-type, call-arg]
    assert len(str(caught.value)) < 200
    for color in (Color.RED, 3, None):
        with pytest.raises(InvalidValue, match=r"a tile is a Color and a Shape, not .* and None"):
            Tile(color)  # type: ignore[arg-type, call-arg]


def test_tile_texts() -> None:
    """A tile has a short text, a name in words and a repr that pastes back."""
    tile = Tile(Color.PURPLE, Shape.CLOVER)
    assert (str(tile), tile.name, repr(tile)) == ("Pk", "purple clover", "Tile.parse('Pk')")
    assert f"{Color.RED!r} {Shape.STAR!r}" == "Color.RED Shape.STAR"


def test_tiles_compare_by_colour_then_shape() -> None:
    low, high = Tile.parse("Rx"), Tile.parse("Oc")
    assert (low < high, low <= high, low <= low, low > high, low >= high) == (
        *[True] * 3,
        False,
        False,
    )
    assert (high > low, high >= low, low >= low, high < low, high <= low) == (
        *[True] * 3,
        False,
        False,
    )


PAIRS: list[tuple[Any, Any]] = [
    *(("R", "s"), (7.5, 0), (0, 1), (0.0, 1.0), ([], {}), (Shape.SQUARE, Color.RED)),
    *((Color.RED, other) for other in (6, None)),
    *((other, Shape.STAR) for other in (-1, True, NoHash())),
]


@pytest.mark.parametrize(("color", "shape"), PAIRS)
def test_a_tile_needs_a_color_and_a_shape(color: Any, shape: Any) -> None:
    """Other values, integers and a swapped pair raise an InvalidValue that shows both."""
    with pytest.raises(InvalidValue, match="a tile is a Color and a Shape, not") as caught:
        Tile(color, shape)
    assert str(caught.value).endswith(f"{color!r} and {shape!r}")


def test_parse_takes_exactly_two_letters() -> None:
    """Any other text raises a NotationError that lists the letters."""
    cases: list[str] = ["", "R", "rs", "RS", "sR", "Rs ", " Rs", "Rss", "Zs", "Rz", "rС"]  # noqa: RUF001
    for text in cases:
        with case(text):
            with pytest.raises(NotationError) as caught:
                Tile.parse(text)
            error = caught.value
            assert (text, 0) == (error.text, error.at)
            assert f"{text!r} is not a tile" in error.reason
            assert "R O Y G B P" in error.reason
            assert "c s d t k x" in error.reason


def test_words_know_their_position() -> None:
    """Words are split at white space, and equal words keep their own positions."""
    words = Word.split("  Rs Rs\tRsZs\n Bd ")
    assert [(w.text, w.at) for w in words] == [("Rs", 2), ("Rs", 5), ("RsZs", 8), ("Bd", 14)]
    assert Word.split(" \n\t ") == []
    part = words[2].part(2)
    assert (part.text, part.at, words[2].part(0, 2).text) == ("Zs", 10, "Rs")
    assert Tile.parse("Rs") is Tile.from_word(words[0])
    with pytest.raises(NotationError, match="'Zs' is not a tile") as caught:
        Tile.from_word(part)
    assert (caught.value.text, caught.value.at) == ("  Rs Rs\tRsZs\n Bd ", 10)


def test_as_tiles_keeps_the_order() -> None:
    wanted = (Tile.parse("Gd"), Tile.parse("Rs"), Tile.parse("Gd"))
    assert wanted == as_tiles("Gd Rs Gd") == as_tiles(wanted) == as_tiles(["Gd", wanted[1], "Gd"])
    assert wanted == as_tiles(iter(wanted))
    assert () == as_tiles("") == as_tiles(()) == as_tiles("  ")
    assert wanted == as_tiles(tiles_text(wanted))
    assert tiles_text(wanted) == "Gd Rs Gd"


@given(st.text(alphabet="RsBx \n", max_size=12))
def test_as_tiles_reads_as_word_by_word(text: str) -> None:
    """Whole texts are read at once, with the same result as one word after the other."""
    try:
        wanted = tuple(map(Tile.from_word, Word.split(text)))
    except NotationError as error:
        with pytest.raises(NotationError, match=re.escape(str(error))):
            as_tiles(text)
    else:
        assert as_tiles(text) == wanted
