"""Moves: the actions of a player, as values with a text form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Self

import attrs

from qwirkle.board import as_placed, placed_text, placed_tile_of
from qwirkle.cells import Cell
from qwirkle.pretty import Pretty
from qwirkle.tiles import Tile, as_tiles, tile_names, tiles_text
from qwirkle.words import Word, counted


class Move(Pretty, ABC):
    """A move of any variant: a value with a text that starts with its verb.

    >>> import qwirkle
    >>> isinstance(qwirkle.Pass(), Move)
    True
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The first word of the move's text."""
    example: ClassVar[str] = ""
    """The text of such a move, as an example of how to type one; empty for the verb alone.

    If it has an ``@``, people may leave that out: ``Rs 1 0`` then means ``Rs@1,0``.
    """
    meaning: ClassVar[str] = "a move of this game"
    """An explanation of such moves, for people who ask for help."""
    does: ClassVar[str] = ""
    """Such moves in a few words that fit after "you can"; by default the verb."""
    synonyms: ClassVar[tuple[str, ...]] = ()
    """Other words that people may type for the verb."""

    @classmethod
    @abstractmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        """The move whose text has these words after its verb.

        Args:
            first: the first word of the text, for an error that concerns no other word.
            words: the words after the verb.

        Raises:
            NotationError: if they do not fit.
        """

    @abstractmethod
    def __str__(self) -> str:
        """The text, which :func:`qwirkle.parse_move` reads."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the move is about, for example to highlight them."""
        return ()

    @property
    def in_words(self) -> str:
        """The move in plain words that fit after "you can", as everyone may hear it.

        They begin with a verb, to which others add what they need: "Ada places ...".

        >>> import qwirkle
        >>> qwirkle.Exchange("Rs Bd").in_words, qwirkle.Pass().in_words
        ('exchange 2 tiles', 'pass')
        """
        return f"play {self}"


@attrs.frozen(init=False, repr=False)
class Place(Move):
    """Place tiles on cells (T1). The verb is left out unless no tile is placed.

    >>> move = Place({(1, 0): "Bs", (0, 0): "Rs"})
    >>> print(move)
    Rs@0,0 Bs@1,0
    >>> move
    Place({(0, 0): 'Rs', (1, 0): 'Bs'})
    >>> move == Place([((0, 0), Tile.parse("Rs")), (Cell(1, 0), "Bs")])
    True
    """

    verb: ClassVar[str] = "place"
    example: ClassVar[str] = "Rs@1,0 Bs@2,0"
    meaning: ClassVar[str] = "place tiles at cells: first the column, then the row"
    does: ClassVar[str] = "place tiles"
    synonyms: ClassVar[tuple[str, ...]] = ("play",)

    cells: tuple[Cell, ...]
    """The cells, sorted."""
    laid: tuple[Tile, ...]
    """The tiles placed on them, in the order of the cells."""

    def __init__(self, tiles: object) -> None:
        placed = sorted(as_placed(tiles).items())
        object.__setattr__(self, "cells", tuple(cell for cell, _ in placed))
        object.__setattr__(self, "laid", tuple(tile for _, tile in placed))

    @property
    def tiles(self) -> tuple[tuple[Cell, Tile], ...]:
        """The cells with their tiles, sorted."""
        return tuple(zip(self.cells, self.laid, strict=True))

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        placed: dict[Cell, Tile] = {}
        for word in words:
            cell, tile = placed_tile_of(word)
            if cell in placed:
                raise word.error(f"{cell} has a tile already: {placed[cell]}")
            placed[cell] = tile
        return cls(placed)

    @property
    def in_words(self) -> str:
        return f"place {tile_names(self.laid)}"

    def __str__(self) -> str:
        return placed_text(self.tiles) or self.verb

    def __repr__(self) -> str:
        return f"Place({ {tuple(cell): str(tile) for cell, tile in self.tiles} })"


def unchecked_place(cells: tuple[Cell, ...], laid: tuple[Tile, ...]) -> Place:
    """A placement from canonical parts, unchecked, since the generator makes many."""
    move = _new(Place)
    _set_cells(move, cells)
    _set_laid(move, laid)
    return move


_new = object.__new__
_set_cells = Place.cells.__set__  # type: ignore[attr-defined]  # the slots' own setters
_set_laid = Place.laid.__set__  # type: ignore[attr-defined]


@attrs.frozen(init=False, repr=False)
class Exchange(Move):
    """Set tiles aside and draw the same number (X1).

    >>> print(Exchange("Rs Bd"), Exchange("Bd Rs") == Exchange(["Rs", "Bd"]))
    swap Rs Bd True
    """

    verb: ClassVar[str] = "swap"
    example: ClassVar[str] = "swap Rs Bd"
    meaning: ClassVar[str] = "exchange tiles"
    does: ClassVar[str] = "exchange tiles"
    synonyms: ClassVar[tuple[str, ...]] = ("exchange", "trade")

    tiles: tuple[Tile, ...]
    """The tiles returned, sorted."""

    def __init__(self, tiles: object) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(as_tiles(tiles))))

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        return cls(map(Tile.from_word, words))

    @property
    def in_words(self) -> str:
        """The number of tiles exchanged; which ones is the player's secret (S2)."""
        return f"exchange {counted(len(self.tiles), 'tiles')}"

    def __str__(self) -> str:
        return " ".join((self.verb, *map(str, self.tiles)))

    def __repr__(self) -> str:
        return f"Exchange({tiles_text(self.tiles)!r})"


def unchecked_exchange(tiles: tuple[Tile, ...]) -> Exchange:
    """An exchange of sorted tiles, unchecked, since there are up to 63 for every hand."""
    move = _new(Exchange)
    _set_tiles(move, tiles)
    return move


_set_tiles = Exchange.tiles.__set__  # type: ignore[attr-defined]


class BareMove(Move):
    """A move whose text is its verb alone.

    >>> import qwirkle
    >>> isinstance(qwirkle.Pass(), BareMove)
    True
    """

    __slots__ = ()

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        for word in words:
            raise word.error(f"nothing follows {cls.verb!r}")
        return cls()

    def __str__(self) -> str:
        return self.verb


@attrs.frozen
class Pass(BareMove):
    """Do nothing, where the rules allow it (R5).

    >>> print(Pass())
    pass
    """

    verb: ClassVar[str] = "pass"
    meaning: ClassVar[str] = "pass, if you cannot do anything else"

    @property
    def in_words(self) -> str:
        return "pass"
