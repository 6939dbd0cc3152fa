"""The legal moves as a lazy collection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from qwirkle.errors import InvalidValue, note
from qwirkle.moves import Move
from qwirkle.state import Position
from qwirkle.supply import as_random, pick

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
            # A TypeError, as for everything without a length, so that list() works all the same.
            raise InvalidValue(
                "legal moves have no length, since counting can take a while; "
                "use .count(), or .sample(random) to choose one"
            )

        def __getitem__(self, index: object) -> object:
            raise InvalidValue(
                "legal moves have no index, since they are found one by one; "
                "use next(iter(moves)), .best(), .sample(random) or list(moves)[0]"
            )

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
