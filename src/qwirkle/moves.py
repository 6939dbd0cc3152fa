"""Moves, as values with a text form, and the legal moves of a position as a lazy collection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

import attrs

from qwirkle.board import as_placed, placed_text, placed_tile_of
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, note
from qwirkle.supply import as_random, pick
from qwirkle.tiles import Tile, as_tiles, tile_names, tiles_text
from qwirkle.words import Pretty, Word, counted

if TYPE_CHECKING:
    from qwirkle.state import Position


class Move(Pretty, ABC):
    """A move of any variant: a value with a text that starts with its verb.

    A subclass is an immutable ``attrs`` class with a `verb`, `from_words` and ``__str__``; the other
    members make its moves easier to read and to type.

    >>> import qwirkle
    >>> isinstance(qwirkle.Pass(), Move)
    True
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The first word of the move's text. No other kind of move of the game has the same."""
    example: ClassVar[str] = ""
    """The text of such a move, as an example of how to type one; empty for the verb alone.

    If it has an ``@``, people may leave that out: ``Rs 1 0`` then means ``Rs@1,0``. If it has
    none, an ``@`` that people type is left out.
    """
    meaning: ClassVar[str] = "a move of this game"
    """An explanation of such moves, beside the example, for people who ask for help."""
    does: ClassVar[str] = ""
    """Such moves in a few words that fit after "you can", which `in_words` returns by default."""
    is_public: ClassVar[bool] = False
    """Whether everyone may know the whole move, not only its words and its cells."""
    synonyms: ClassVar[tuple[str, ...]] = ()
    """Other words that people may type for the verb."""
    signs: ClassVar[str] = ""
    """Characters that count as words in its text, so people may leave out the spaces around
    them."""

    @classmethod
    @abstractmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        """Read the words after the verb; this is the way back from ``str(move)``.

        Args:
            first: the first word of the text, for an error that concerns no other word.
            words: the words after the verb.

        Raises:
            NotationError: if they do not fit, made by :meth:`Word.error
                <qwirkle.authoring.Word.error>`.
        """

    @abstractmethod
    def __str__(self) -> str:
        """The text, which :func:`qwirkle.parse_move` reads; records and JSON have it too.

        It starts with the verb, and holds everything that sets the move apart.
        """

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the move is about. Pictures highlight them, and the terminal names them."""
        return ()

    @property
    def in_words(self) -> str:
        """The move in plain words that fit after "you can", as everyone may hear it.

        They begin with a verb, to which others add what they need: "Ada places ...". If they
        depend on the position, :meth:`Variant.in_words <qwirkle.Variant.in_words>` says them.

        >>> import qwirkle
        >>> qwirkle.Exchange("Rs Bd").in_words, qwirkle.Pass().in_words
        ('exchange 2 tiles', 'pass')
        """
        return self.does or f"play {self}"


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
    is_public: ClassVar[bool] = True
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

    is_public: ClassVar[bool] = True

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
    does: ClassVar[str] = "pass"


M_co = TypeVar("M_co", bound=Move, covariant=True)


class LegalMoves(ABC, Generic[M_co]):
    """The legal moves, found when they are needed.

    It has no length, since counting can take a while: use :meth:`count`.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> moves = qwirkle.legal_moves(state)
    >>> [str(move) for move in moves]
    ['Bs@-1,0', 'Bs@0,-1', 'Bs@0,1', 'Bs@1,0', 'swap Bs']
    >>> qwirkle.Exchange("Bs") in moves, bool(moves), moves.count()
    (True, True, 5)
    """

    __slots__ = ()

    @property
    @abstractmethod
    def position(self) -> Position:
        """The state or view to which the moves belong."""

    @abstractmethod
    def __iter__(self) -> Iterator[M_co]:
        """The moves, each once; the same state always gives the same order."""

    move_type: ClassVar[type[object]] = Move
    """The class of the moves in the list."""

    def __contains__(self, move: object) -> bool:
        """Whether the move is legal, found without listing the moves."""
        if not isinstance(move, self.move_type):
            return False
        position = self.position
        try:
            return position.variant.is_legal(position, move)  # type: ignore[arg-type]  # a move
        except Exception as error:
            note(error, position, move)
            raise

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    if not TYPE_CHECKING:  # type checkers say themselves that there is no length and no index

        def __len__(self) -> int:
            # A TypeError, as for anything without a length, so that list() still works.
            raise InvalidValue(
                "legal moves have no length, since counting can take a while; "
                "use .count(), or .sample(random) to choose one"
            )

        def __getitem__(self, index: object) -> object:
            raise InvalidValue(
                "legal moves have no index, since they are found one by one; "
                "use next(iter(moves)), .best(), .sample(random) or list(moves)[0]"
            )

    def within(self, work: int | None) -> Self:
        """The same moves with a limit for every question about them, if the variant has limits."""
        return self

    def count(self) -> int:
        """The number of moves."""
        return sum(1 for _ in self)

    def sample(self, random: Random) -> M_co:
        """A random move, all equally likely unless the variant says otherwise.

        Raises:
            InvalidValue: if no move is legal.
        """
        as_random(random)
        count = self.count()
        if not count:
            raise InvalidValue("there is no legal move to choose")
        return next(islice(self, pick(random, count), None))

    def best(self) -> M_co | None:
        """A move that scores the most now, or None if there is no move.

        It is the first such move of the list unless the variant says otherwise.

        >>> import qwirkle
        >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Bs Rd", "Gd"])
        >>> print(qwirkle.legal_moves(state).best())
        Rd@-1,0
        """
        position = self.position

        def points(move: Move) -> int:
            return position.variant.score(position, move).total

        return max(self, key=points, default=None)

    def some_best(self, random: Random | None = None) -> M_co | None:
        """A move that scores as much as :meth:`best`, whichever is found first.

        Bots look ahead with it, since a variant can have a faster way than :meth:`best`.

        Args:
            random: chooses the move; not all of those that score as much need be possible.
        """
        if random is None:
            return self.best()
        position = self.position

        def points(move: Move) -> tuple[int, float]:
            return position.variant.score(position, move).total, random.random()

        return max(self, key=points, default=None)
