"""Moves: values in a canonical form, with a text that reads back."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

import attrs
import pytest
from samples import tiles

import qwirkle
from qwirkle import Board, Cell, Exchange, Move, Pass, Place, Tile
from qwirkle.authoring import BareMove, Word
from qwirkle.errors import NotationError
from qwirkle_variants import Lay, TakeTile


def test_place_is_canonical() -> None:
    pairs = [((1, 0), "Bs"), ((0, 0), "Rs"), ((-1, 5), "Gd")]
    wanted = Place(dict(pairs))
    for order in permutations(pairs):
        for given in (
            list(order),
            dict(order),
            [(Cell(*cell), Tile.parse(tile)) for cell, tile in order],
            [[list(cell), tile] for cell, tile in order],
            iter(order),
            " ".join(f"{tile}@{cell[0]},{cell[1]}" for cell, tile in order),
            Board(dict(order)),
        ):
            move = Place(given)
            assert move == wanted
            assert hash(move) == hash(wanted)
            assert repr(move) == repr(wanted)
            assert str(move) == str(wanted)
    assert wanted.cells == ((-1, 5), (0, 0), (1, 0))
    assert wanted.laid == tiles("Gd Rs Bs")
    assert wanted.tiles == tuple(zip(wanted.cells, wanted.laid, strict=True))
    assert {type(cell) for cell, _ in wanted.tiles} == {Cell}
    assert str(wanted) == "Gd@-1,5 Rs@0,0 Bs@1,0"
    assert repr(wanted) == "Place({(-1, 5): 'Gd', (0, 0): 'Rs', (1, 0): 'Bs'})"


def test_exchange_is_canonical() -> None:
    wanted = Exchange("Rs Bd Rs")
    for order in permutations(("Rs", "Bd", "Rs")):
        for given in (order, list(order), " ".join(order), iter(tiles(" ".join(order)))):
            move = Exchange(given)
            assert move == wanted
            assert hash(move) == hash(wanted)
    assert wanted.tiles == tiles("Rs Rs Bd")
    assert (str(wanted), repr(wanted)) == ("swap Rs Rs Bd", "Exchange('Rs Rs Bd')")
    assert (str(Exchange(())), repr(Exchange(()))) == ("swap", "Exchange('')")


@attrs.frozen
class Wait(BareMove):
    """A move of another game that has no parts."""

    verb: ClassVar[str] = "wait"


def test_moves_without_parts() -> None:
    """A kind of move needs only a verb, and different kinds are not equal."""
    [first] = Word.split("wait")
    assert Wait.from_words(first, []) == Wait()
    assert (str(Wait()), repr(Wait())) == ("wait", "Wait()")
    assert Wait() != Pass()
    assert hash(Wait()) == hash(Wait())
    with pytest.raises(NotationError, match="nothing follows 'wait'"):
        Wait.from_words(first, Word.split("wait wait")[1:])


def test_every_move_says_how_it_is_typed_and_what_it_does() -> None:
    """The example of a kind of move is a move of that kind, and the words fit after a name."""
    ours = [name for name, origin in qwirkle.variants().items() if origin.startswith("qwirkle ")]
    for variant in map(qwirkle.get_variant, ours):
        for kind in variant.move_types:
            move = qwirkle.parse_move(kind.example or kind.verb, variant)
            assert type(move) is kind
            assert kind.meaning != Move.meaning
            assert kind.does
            assert "@" not in move.in_words


def test_moves_in_words() -> None:
    assert Place("Rs@0,0 Bs@1,0").in_words == "place the red square and the blue square"
    assert Place({}).in_words == "place no tile"
    assert Place({(x, 0): "Rs" for x in range(20)}).in_words == "place 20 tiles"
    assert Exchange("Rs").in_words == "exchange 1 tile"
    assert Pass().in_words == "pass"
    assert TakeTile((1, 0)).in_words == "take a tile from the board"
    assert Lay("Rs Rc Rd | Bs Bc Bd").in_words == "play cards"


def test_the_cells_of_a_move() -> None:
    assert Place("Rs@0,0 Bs@1,0").cells == (Cell(0, 0), Cell(1, 0))
    assert TakeTile((1, 0)).cells == (Cell(1, 0),)
    assert Exchange("Rs").cells == Pass().cells == Lay("Rs Rc Rd").cells == ()
