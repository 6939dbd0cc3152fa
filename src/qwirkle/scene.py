"""Scenes: the parts of a position to draw, and of a move that is built step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Self

import attrs

from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue
from qwirkle.judgement import clause_of
from qwirkle.moves import Move
from qwirkle.state import Position
from qwirkle.tiles import Tile
from qwirkle.words import joined


@attrs.frozen
class Seat:
    """A player in a picture.

    >>> import qwirkle
    >>> state = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
    >>> [seat.name for seat in state.variant.scene(state).seats]
    ['Ada', 'Bob']
    """

    name: str
    """The player's name."""
    score: int
    """The points so far, which are the final ones once the game is over."""
    size: int
    """How many tiles are in the hand."""
    hand: tuple[Tile, ...] | None
    """The tiles, or None if they are hidden."""
    to_move: bool
    """Whether it is the player's turn."""


@attrs.frozen
class Scene:
    """The parts of a state or a view to draw, for any variant.

    >>> import qwirkle
    >>> state = qwirkle.new_game(seed=1)
    >>> state.variant.scene(state).notes
    ('96 tiles in the supply',)
    """

    tiles: tuple[tuple[Cell, Tile], ...]
    """The tiles in play, with their cells."""
    seats: tuple[Seat, ...]
    """The players."""
    notes: tuple[str, ...]
    """Other things worth a line, such as the size of the supply."""
    unit: str = "points"
    """The unit of the scores, in the plural."""
    pieces: str = "tiles"
    """The word for the pieces that players hold, in the plural."""
    labels: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    """The labels of rows of cells, if players refer to those instead of to coordinates.

    Then every tile is in exactly one of the rows.
    """

    @property
    def no_pieces(self) -> str:
        """The words to show instead of an empty board.

        >>> Scene((), (), (), pieces="shells").no_pieces
        'no shells in play'
        """
        return f"no {self.pieces} in play"


class Workbench(ABC):
    """A move that a person builds step by step, as an immutable value.

    The terminal shows its scene, reads the steps, and knows two more words: ``reset`` starts
    again, and ``done`` makes the move. A workbench that equals the first one has no changes. If
    it has :attr:`rows`, programs can also let people drag the pieces.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", hands=["Rs Rc Rd", "Gd"])
    >>> bench = state.variant.workbench(state).after("new", ["Rs", "Rc", "Rd"])
    >>> print(bench.move)
    lay Rc Rs Rd
    """

    __slots__ = ()

    parts: ClassVar[str]
    """The word for the parts that the steps change, in the plural."""
    verbs: ClassVar[Mapping[str, tuple[str, str]]]
    """The steps by their verbs, each with an example and an explanation."""

    @property
    @abstractmethod
    def move(self) -> Move:
        """The move as it has been built, legal or not."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The scene to show after a step."""

    @abstractmethod
    def after(self, verb: str, words: Sequence[str]) -> Self:
        """The workbench after one more step.

        Args:
            verb: one of the verbs.
            words: the words after it, as they were typed.

        Raises:
            QwirkleError: if it cannot be done; says why.
        """

    @abstractmethod
    def steps_to(self, move: Move) -> Iterable[str]:
        """The steps to a legal move from the start of the turn, as they can be typed.

        There are none if such moves are not built in steps.
        """

    @property
    def rows(self) -> tuple[tuple[Tile, ...], ...] | None:
        """The parts by number, if their pieces can be moved by hand; by default they cannot."""
        return None

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The pieces that are still in the hand, if pieces can be moved by hand."""
        return ()

    def moved(self, tiles: Sequence[Tile], source: int | None, target: int | None) -> Self:
        """The workbench after pieces were dragged from one place to another.

        Programs with a mouse or a touch screen call it instead of :meth:`after`.

        Args:
            tiles: the pieces.
            source: the number of the part that they leave, or None for the hand.
            target: the number of the part that they join, or None for the hand. The number after
                the last one begins a new part.

        Raises:
            QwirkleError: if it cannot be done, as by default; says why.
        """
        raise InvalidValue(f"the {self.parts} cannot be changed by hand")

    def completed(self, line: str, ask: Callable[[str], str]) -> str:
        """A line with the words that were left out; by default nothing is asked for.

        Args:
            line: the line as it was typed.
            ask: asks the player a question and returns the answer.
        """
        return line


def seated(position: Position) -> tuple[Seat, ...]:
    """The players of a position as a picture shows them.

    A state shows all hands, a view only that of its player.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game(players=["Ada", "Bob"], seed=1), 0)
    >>> [(seat.name, seat.size, seat.hand is None) for seat in seated(view)]
    [('Ada', 6, False), ('Bob', 6, True)]
    """
    return tuple(
        Seat(
            player.name,
            position.standings[i],
            position.hand_sizes[i],
            position.open_hands[i],
            not position.is_over and i == position.turn,
        )
        for i, player in enumerate(position.players)
    )


def ending(position: Position) -> tuple[str, ...]:
    """Two notes on how the game ended and who won; none while it goes on.

    >>> import qwirkle
    >>> state = qwirkle.position(
    ...     board={(0, 0): "Rs"}, hands=["", "Gd"], players=["Ada", "Bob"], supply="", scores=[7, 9]
    ... )
    >>> ending(state)
    ('the game is over: Ada used the last tile', 'Bob won, 9 to 7')
    """
    if position.outcome is None:
        return ()
    names = [player.name for player in position.players]
    done = [name for name, size in zip(names, position.hand_sizes, strict=True) if not size]
    reason = clause_of(position.outcome.reason, players=done)
    return f"the game is over: {reason}", _result(names, position.standings, position.winners)


def _result(names: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> str:
    """The winners and the scores, in the past tense, which also fits a player called "You"."""
    won = joined([names[seat] for seat in winners] or ["nobody"])
    if len(winners) > 1:
        best = {scores[seat] for seat in winners}
        each = f" with {best.pop()} each" if len(best) == 1 else ""
        return f"{won} shared the win{each}"
    others = sorted((score for i, score in enumerate(scores) if i not in winners), reverse=True)
    result = f", {scores[winners[0]]} to {joined(map(str, others))}" if winners and others else ""
    return f"{won} won{result}"
