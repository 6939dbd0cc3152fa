"""The text of moves: every form, and the errors of wrong ones."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import ClassVar

import attrs
import pytest
from cases import case
from samples import Text

import qwirkle
from qwirkle import Exchange, Move, Pass, Place
from qwirkle.authoring import TileGame, Word
from qwirkle.errors import NotationError
from qwirkle.notation import LONGEST_MOVE
from qwirkle_variants import CardGame


def test_every_form() -> None:
    """Each form is read as the canonical move, and the text of that reads back."""
    cases: list[tuple[str, Move]] = [
        ("Rs@0,0 Bs@1,0", Place({(0, 0): "Rs", (1, 0): "Bs"})),
        ("Rs@0,0", Place({(0, 0): "Rs"})),
        ("Bs@1,0 Rs@0,0", Place({(0, 0): "Rs", (1, 0): "Bs"})),
        ("place Rs@0,0", Place({(0, 0): "Rs"})),
        ("place", Place({})),
        ("Rs@-5,-0", Place({(-5, 0): "Rs"})),
        (f"Rs@{10**30},-{10**30}", Place({(10**30, -(10**30)): "Rs"})),
        ("swap Rs Bd", Exchange("Rs Bd")),
        ("swap Bd Rs Bd", Exchange("Rs Bd Bd")),
        ("swap", Exchange("")),
        ("pass", Pass()),
    ]
    for text, move in cases:
        with case(text, move):
            for written in (text, f"  {text}\n", text.replace(" ", " \t  "), Text(text)):
                assert qwirkle.parse_move(written) == move
            assert qwirkle.parse_move(str(move)) == move


def test_gaps_and_numbers_are_read_in_linear_time() -> None:
    """A stranger may send ten thousand spaces; searching them again from each takes seconds."""
    for text in ("1" + " " * 9_990, " " * 9_990 + "x", "right" + " " * 9_990 + "of", "1" * 9_990):
        with case(text[:9]):
            begun = process_time()
            with pytest.raises(NotationError):
                qwirkle.parse_move(text, forgiving=True, board="Rs@0,0")
            assert process_time() - begun < 0.5


def test_where_a_text_is_wrong() -> None:
    """The error has the position of the word, or of a part of it, counted from 0."""
    cases: list[tuple[str, int, str]] = [
        ("", 0, "the text is empty"),
        (" \n\t", 0, "the text is empty"),
        ("fly", 0, "'fly' does not begin a move; these do: place, swap, pass; or tiles at cells"),
        ("   Pass", 3, "'Pass' does not begin a move"),
        ("Rs", 0, "'Rs' does not begin a move"),
        ("pass now", 5, "nothing follows 'pass'"),
        ("swap Rs  Zz", 9, "'Zz' is not a tile: a colour of R O Y G B P, then a shape of"),
        ("swap Rs,Bd", 5, "'Rs,Bd' is not a tile"),
        ("Rs@0,0 Bs", 7, "'Bs' is not a tile at a cell, like Rs@1,0"),
        ("Rs@0,0 Bs@1", 10, "'1' is not a cell: two integers with a comma, like 1,0"),
        ("Rs@0,0  bs@1,0", 8, "'bs' is not a tile"),
        ("Rs@ 0,0", 3, "'' is not a cell"),
        ("Rs@0, 0", 3, "'0,' is not a cell"),
        ("@0,0", 0, "'' is not a tile"),
        ("Rs@0,0 Bs@0,0", 7, "0,0 has a tile already: Rs"),
        ("place Rs", 6, "'Rs' is not a tile at a cell"),
        ("Rs@" + "1" * 101 + ",0", 3, "is not a cell"),
        ("\ud800", 0, "'\\ud800' does not begin a move"),
    ]
    for text, at, reason in cases:
        with case(text, at, reason):
            with pytest.raises(NotationError) as caught:
                qwirkle.parse_move(text)
            error = caught.value
            assert reason in error.reason
            assert (error.at, error.text) == (at, text)
            assert f"(at character {at} of " in str(error)


def test_long_texts() -> None:
    """The length is bounded, and the error shows only the beginning."""
    longest = "pass" + " " * (LONGEST_MOVE - 4)
    assert qwirkle.parse_move(longest) == Pass()
    with pytest.raises(NotationError, match="the text is too long for a move") as caught:
        qwirkle.parse_move(longest + " ")
    assert caught.value.at == LONGEST_MOVE
    assert len(str(caught.value)) < 150
    with pytest.raises(NotationError) as caught:
        qwirkle.parse_move("x" * LONGEST_MOVE)
    assert len(caught.value.reason) < 250


@attrs.frozen(str=False)
class Shout(Move):
    """A move of another game."""

    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "shout"

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Shout:
        """Accept any words."""
        return cls(tuple(word.text for word in words))

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))


class Loud(TileGame):
    """The tile game with an added verb."""

    move_types = (*TileGame.move_types, Shout)


class Mute(CardGame):
    """A game without placements."""

    move_types = (Pass, Shout)


class Put(Shout):
    """A move that has the verb of placements, but is not a placement."""

    verb = "place"


class Other(CardGame):
    """A game with its own kind of placement."""

    move_types = (Put,)


def test_variants_add_verbs() -> None:
    """They are known to a variant, a state or a view, and by name once it is registered."""
    loud = Loud("loud")
    state = qwirkle.new_game(loud, seed=1)
    for variant in (loud, state, qwirkle.observe(state, 0)):
        assert qwirkle.parse_move("shout hey you", variant) == Shout(("hey", "you"))
        assert qwirkle.parse_move("Rs@0,0", variant) == Place("Rs@0,0")
    qwirkle.register(loud)
    assert qwirkle.parse_move("shout", "loud") == Shout()
    with pytest.raises(NotationError, match="'shout' does not begin a move"):
        qwirkle.parse_move("shout")


def test_variants_without_placements() -> None:
    """Tiles at cells are refused, and the error does not suggest them."""
    with pytest.raises(NotationError) as caught:
        qwirkle.parse_move("Rs@0,0", Mute())
    assert caught.value.reason == "'Rs@0,0' does not begin a move; these do: pass, shout"
    with pytest.raises(NotationError) as caught:
        qwirkle.parse_move("Rs@0,0", Other())
    assert caught.value.reason == "'Rs@0,0' does not begin a move; these do: place"
    assert qwirkle.parse_move("place here", Other()) == Put(("here",))
