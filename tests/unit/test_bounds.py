"""Bounds: no more of a list or a text is read than can be valid."""

from __future__ import annotations

import itertools

import pytest

import qwirkle
from qwirkle import Board, Exchange, Place
from qwirkle.authoring import Supply, Word
from qwirkle.errors import InvalidValue, NotationError
from qwirkle.words import LONGEST_TEXT, MOST, MOST_SEATS, at_most


def test_a_list_is_read_only_one_element_too_far() -> None:
    """The result is the list, or an error that gives the limit."""
    assert at_most([], "tiles", 3) == []
    assert at_most((x for x in "abc"), "tiles", 3) == ["a", "b", "c"]
    numbers = itertools.count()
    with pytest.raises(InvalidValue, match=r"^at most 3 tiles are possible$"):
        at_most(numbers, "tiles", 3)
    assert next(numbers) == 4


def test_a_thousand_tiles_are_the_most() -> None:
    """The limit holds for moves, boards and supplies, as lists, texts and generators."""
    for make, each in (
        (Exchange, lambda x: "Rs"),
        (Supply, lambda x: "Rs"),
        (Place, lambda x: ((x, 0), "Rs")),
        (Board, lambda x: ((x, 0), "Rs")),
    ):
        assert make(map(each, range(MOST)))
        with pytest.raises(InvalidValue, match=r"^at most 1000 (tiles|pieces) are possible$"):
            make(map(each, itertools.count()))
    for make, word in ((Exchange, "Rs "), (Supply, "Rs ")):
        assert make(word * MOST)
        with pytest.raises(InvalidValue, match=r"^at most 1000 (tiles|pieces) are possible$"):
            make(word * (MOST + 1))


def test_lists_by_seat_have_a_bound() -> None:
    """It holds for hands and scores; the usual fault gives the possible number of players."""
    for name, value in (("hands", ""), ("scores", 0)):
        with pytest.raises(qwirkle.errors.InvalidPosition, match=r": 2 to 4 players can play"):
            qwirkle.position(**{name: [value] * MOST_SEATS})  # type: ignore[call-overload]
        with pytest.raises(qwirkle.errors.InvalidPosition) as caught:
            qwirkle.position(**{name: itertools.repeat(value)})  # type: ignore[call-overload]
        assert str(caught.value) == f"{name}: at most 100 elements are possible"


def test_texts_have_a_bound() -> None:
    for read in (Word.split, Board, Place, Exchange, Supply):
        read(" " * LONGEST_TEXT)
        with pytest.raises(NotationError, match=r"^longer than 100000 characters") as caught:
            read(" " * (LONGEST_TEXT + 1))
        assert caught.value.at == LONGEST_TEXT
