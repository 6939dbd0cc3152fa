"""How a game plugs in: what every variant, state, view and list of moves can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, SupportsIndex, TypeVar, final

import attrs

from qwirkle.cells import Cell
from qwirkle.chance import as_random, pick
from qwirkle.errors import IllegalMove, InvalidValue, Violation, shown
from qwirkle.guard import Guarded
from qwirkle.judgement import Judgement
from qwirkle.moves import Move
from qwirkle.portable import portable
from qwirkle.pretty import Pretty
from qwirkle.scoring import Score, ScoredLine
from qwirkle.supply import Drawn, Piece
from qwirkle.supply import draw as draw_from
from qwirkle.tiles import Tile
from qwirkle.words import ranged

M_co = TypeVar("M_co", bound=Move, covariant=True)
S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")


def _plain(name: str) -> str:
    return str(name) if isinstance(name, str) else name  # a subclass may behave oddly


def _name(player: Player, attribute: object, name: Any) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= 80 or not name.isprintable():
        raise InvalidValue(
            f"a player's name must be 1 to 80 printable characters, not {shown(name)}"
        )


def _age(player: Player, attribute: object, age: Any) -> None:
    if age is not None and (type(age) is not int or not 0 <= age <= 150):
        raise InvalidValue(f"a player's age must be None or 0 to 150 years, not {shown(age)}")


@attrs.frozen
class Player:
    """Somebody at the table. The age matters only if players tie for the start (B3).

    >>> Player("Ada", age=36)
    Player(name='Ada', age=36)
    """

    name: str = attrs.field(converter=_plain, validator=_name)
    """What the player is called."""
    age: int | None = attrs.field(default=None, validator=_age)
    """The age in years, if it is known."""


def as_players(value: object, fewest: int, most: int) -> tuple[Player, ...]:
    """Players, given as a number, as names or as such (S3).

    >>> as_players(["Ada", Player("Bob", age=7)], 2, 4)
    (Player(name='Ada', age=None), Player(name='Bob', age=7))
    """
    players: tuple[Player, ...]
    if type(value) is int:
        players = tuple(Player(f"Player {seat + 1}") for seat in range(min(value, most + 1)))
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        players = tuple(
            element if isinstance(element, Player) else Player(element)
            for element in islice(value, most + 1)
        )
    else:
        raise InvalidValue(f"players are a number, names or Players, not {shown(value)}")
    if not fewest <= len(players) <= most:
        possible = ranged(fewest, most, "players")
        raise InvalidValue(f"{possible} can play, not {shown(value)} [S3]")
    return players


@attrs.frozen
class Outcome:
    """How a game ended.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["", "Gd"], supply="", scores=[7, 7])
    >>> state.outcome
    Outcome(reason=EndReason.WENT_OUT, scores=(7, 7), winners=(0, 1))
    """

    reason: StrEnum
    """Why it ended, as a member of :class:`EndReason` or of a variant's own enum."""
    scores: tuple[int, ...]
    """The final scores, by seat."""
    winners: tuple[int, ...]
    """The seats that won; more than one share a win (R7)."""

    @staticmethod
    def of(reason: StrEnum, scores: tuple[int, ...]) -> Outcome:
        """The outcome in which the highest score wins (E4) and ties are shared (R7)."""
        best = max(scores)
        return Outcome(reason, scores, tuple(i for i, score in enumerate(scores) if score == best))


class _Table(Pretty, Guarded, ABC):
    """What states and views have in common."""

    __slots__ = ()

    @property
    @abstractmethod
    def variant(self) -> Variant[Any, Any]:
        """The rules that the game is played by."""

    @property
    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """The players, by seat."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat to move."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The points so far, by seat."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty before the end."""
        return self.outcome.winners if self.outcome else ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return portable(self, self.variant.name, super().__reduce_ex__(2))


class State(_Table):
    """Everything about a game at one moment, as an immutable value.

    Every variant has its own kind of state; these attributes they all have.

    >>> import qwirkle
    >>> isinstance(qwirkle.new_game(seed=1), State)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Everybody's tiles, by seat, sorted."""

    @property
    def to_draw(self) -> tuple[Piece, ...]:
        """The pieces that nobody has drawn yet; the first is drawn first."""
        return ()


class View(_Table):
    """What one player may know of a state, as an immutable value.

    Every variant has its own kind of view; these attributes they all have.

    >>> import qwirkle
    >>> isinstance(qwirkle.observe(qwirkle.new_game(seed=1), 0), View)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int:
        """Whose view it is."""

    @property
    @abstractmethod
    def hand(self) -> tuple[Tile, ...]:
        """The player's own tiles, sorted."""

    @property
    @abstractmethod
    def unseen(self) -> tuple[object, ...]:
        """The pieces in the others' hands and still to be drawn, sorted, so that all are alike."""

    @abstractmethod
    def sample_state(self, random: Random) -> State:
        """A state that looks just like this to the player, the unseen filled in at random."""


class LegalMoves(Guarded, ABC, Generic[M_co]):
    """The legal moves, found when they are asked for.

    It has no length: use :meth:`count`, which says that it takes its time.

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
    def table(self) -> State | View:
        """Whose legal moves they are."""

    @abstractmethod
    def __iter__(self) -> Iterator[M_co]:
        """The moves, each once, in an order that the same state always gives."""

    move_type: ClassVar[type[object]] = Move
    """The kind of moves that the list holds."""

    def __contains__(self, move: object) -> bool:
        """Whether the move is legal, by judging it and not by listing."""
        if not isinstance(move, self.move_type):
            return False
        table = self.table
        judgement: Judgement = table.variant.judge(table, move)  # type: ignore[arg-type]  # a move
        return judgement.explain is None

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)

    def sample(self, random: Random) -> M_co:
        """One of them, all equally likely unless the variant says otherwise.

        Raises:
            InvalidValue: if there is none.
        """
        as_random(random)
        count = self.count()
        if not count:
            raise InvalidValue("there is no legal move to choose")
        return next(islice(self, pick(random, count), None))

    def best(self) -> M_co | None:
        """One that scores the most now, or None if there is no move at all.

        It is the first such of the list unless the variant says otherwise.

        >>> import qwirkle
        >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Bs Rd", "Gd"])
        >>> print(qwirkle.legal_moves(state).best())
        Rd@-1,0
        """
        table = self.table

        def points(move: Move) -> int:
            return table.variant.score(table, move).total

        return max(self, key=points, default=None)


@attrs.frozen
class Fact:
    """One thing that a variant decides, for comparison with others.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").facts()["tie_break"].rules
    ('B3',)
    """

    value: object
    """What the variant says."""
    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: str
    """The same in words."""
    hooks: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The hooks that decide it, where they are called otherwise than the fact itself."""


@attrs.frozen
class Citation:
    """What the manual of an edition says about a rule.

    >>> Citation("silent", "A manual, 2006", "It does not say.", ("R3",)).status
    'silent'
    """

    status: Literal["printed", "implied", "silent"]
    """Whether the manual prints it, implies it, or says nothing."""
    source: str
    """The manual."""
    text: str
    """What holds in this edition, in our words."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that fill in what the manual leaves open."""
    note: str = ""
    """How the manual differs from the text, such as a part that it only implies."""


@attrs.frozen
class Edition:
    """What is printed on a box, so that people find the variant that they own.

    >>> Edition("Qwirkle", "MindWare", languages=("French",)).aliases
    ()
    """

    title: str
    """The name on the box."""
    publisher: str
    """Who published it."""
    year: int | None = None
    """The year on it."""
    languages: tuple[str, ...] = ()
    """The languages of its rules."""
    players: str | None = None
    """For how many, as printed."""
    ages: str | None = None
    """From which age, as printed."""
    minutes: str | None = None
    """How long, as printed."""
    aliases: tuple[str, ...] = ()
    """What else people call it."""
    remarks: tuple[str, ...] = ()
    """What else is special about it."""
    designer: str = "Susan McKinley Ross"
    """Who made the game."""


@attrs.frozen
class Seat:
    """A player as a picture shows one.

    >>> import qwirkle
    >>> state = qwirkle.new_game(players=["Ada", "Bob"], seed=1)
    >>> [seat.name for seat in state.variant.scene(state).seats]
    ['Ada', 'Bob']
    """

    name: str
    """What the player is called."""
    score: int
    """The points so far."""
    size: int
    """How many tiles are in the hand."""
    hand: tuple[Tile, ...] | None
    """The tiles, or None if they are hidden."""
    to_move: bool
    """Whether it is the player's turn."""


@attrs.frozen
class Scene:
    """What there is to draw of a state or a view, whatever the variant.

    >>> import qwirkle
    >>> state = qwirkle.new_game(seed=1)
    >>> state.variant.scene(state).notes
    ('96 tiles in the supply',)
    """

    tiles: tuple[tuple[Cell, Tile], ...]
    """The tiles on the table, at their places."""
    seats: tuple[Seat, ...]
    """The players."""
    notes: tuple[str, ...]
    """Other things worth a line, such as the size of the supply."""
    unit: str = "points"
    """What the scores count, in the plural."""
    rows: tuple[tuple[Cell, ...], ...] = ()
    """The cells of every row, if players speak of rows by number instead of by coordinates.

    The first row is number 0, and every tile is in exactly one row.
    """


def seated(table: State | View, sizes: Sequence[int]) -> tuple[Seat, ...]:
    """The players of a table as a picture shows them.

    Args:
        table: a state, of which all hands are shown, or a view, of which the own one is.
        sizes: how many tiles everybody has, by seat.

    >>> import qwirkle
    >>> view = qwirkle.observe(qwirkle.new_game(players=["Ada", "Bob"], seed=1), 0)
    >>> [(seat.name, seat.size, seat.hand is None) for seat in seated(view, view.hand_sizes)]
    [('Ada', 6, False), ('Bob', 6, True)]
    """
    hands: list[tuple[Tile, ...] | None] = [None] * len(table.players)
    if isinstance(table, State):
        hands = list(table.hands)
    else:
        hands[table.seat] = table.hand
    return tuple(
        Seat(
            player.name, table.scores[i], sizes[i], hands[i], not table.is_over and i == table.turn
        )
        for i, player in enumerate(table.players)
    )


def ending(table: State | View) -> tuple[str, ...]:
    """A note on how the game ended; none while it goes on.

    >>> import qwirkle
    >>> ending(qwirkle.position(board={(0, 0): "Rs"}, hands=["", "Gd"], supply=""))
    ('the game is over (went-out): Player 1 and Player 2 won',)
    """
    if table.outcome is None:
        return ()
    winners = " and ".join(table.players[seat].name for seat in table.winners)
    return (f"the game is over ({table.outcome.reason}): {winners} won",)


class Variant(Pretty, Guarded, ABC, Generic[S, V]):
    """A game that can be chosen by name: what a plugin implements.

    A variant is an immutable value. The easy way to make one is
    :class:`~qwirkle.TileGame` with rules of its own; a game with another engine
    implements what is abstract here. The functions of ``qwirkle`` hand over to
    these methods after they have checked that a state is a state and a move a move,
    so a method need not look at the type of its arguments again.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").name
    'standard'
    """

    __slots__ = ()

    move_types: ClassVar[tuple[type[Move], ...]]
    """The kinds of moves it has, which is how their texts are read."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return portable(self, self.name, super().__reduce_ex__(2))

    @property
    @abstractmethod
    def name(self) -> str:
        """The name it is chosen by, of lower-case letters, digits and hyphens."""

    @property
    @abstractmethod
    def version(self) -> int:
        """Grows when its behaviour changes, since saved games depend on it."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, object]:
        """The options that are not as the name alone gives them, by name, sorted.

        The name and these give the variant again: saved games depend on it.
        """

    @property
    def edition(self) -> Edition | None:
        """What is printed on the box, if the variant is a printed edition."""
        return None

    @property
    def citations(self) -> Mapping[str, Citation]:
        """For every rule id, what the edition's manual says; empty if there is none."""
        return {}

    @abstractmethod
    def with_options(self, /, **options: object) -> Variant[S, V]:
        """The same variant with other options.

        Raises:
            InvalidOption: for a wrong name or value; it says what is possible.
        """

    @abstractmethod
    def facts(self) -> Mapping[str, Fact]:
        """What it decides where variants can differ."""

    def undeclared(self) -> Mapping[str, str]:
        """The hooks that decide rules of which no fact tells: by name, with where they are.

        Whoever shows the facts should say that there is more.
        """
        return {}

    def all_facts(self) -> Mapping[str, Fact]:
        """The facts, and one without rule ids for every hook that is undeclared."""
        undeclared = {
            hook: Fact(place, (), f"a rule of its own, which it does not describe: {place}")
            for hook, place in self.undeclared().items()
        }
        return {**self.facts(), **undeclared}

    @property
    @abstractmethod
    def player_counts(self) -> range:
        """How many can play."""

    @abstractmethod
    def contents(self, state: S) -> tuple[Tile, ...]:
        """Every tile of the game, wherever it lies; the same tiles throughout a game."""

    @abstractmethod
    def new_game(self, players: object, seed: int) -> S:
        """The first state of a game."""

    @abstractmethod
    def position(self, /, **fields: object) -> S:
        """Any state, from the names of a state's attributes, checked.

        Raises:
            InvalidPosition: with everything that is wrong.
        """

    @abstractmethod
    def legal_moves(self, table: S | V) -> LegalMoves[Move]:
        """The legal moves; none if the game is over, or it is another player's turn."""

    @abstractmethod
    def judge(self, table: S | V, move: Move) -> Judgement:
        """The one answer about a move: what it takes and scores, or why it is not legal."""

    @abstractmethod
    def scored_lines(self, table: S | V, move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a legal move scores; they and the bonus make up its points."""

    @abstractmethod
    def after(self, state: S, move: Move, judgement: Judgement, drawn: Drawn) -> S:
        """The state after a legal move.

        Args:
            state: the state before it.
            move: the move.
            judgement: the judgement of the move.
            drawn: the pieces that it draws, and what is left of the supply.
        """

    # What follows from these

    @final
    def check(self, table: S | V, move: Move) -> tuple[Violation, ...]:
        """Every reason why the move is not legal; empty if it is."""
        return self.judge(table, move).violations

    @final
    def score(self, table: S | V, move: Move) -> Score:
        """What a legal move is worth; IllegalMove for another."""
        bonus = self._legal(table, move).bonus
        return Score(self.scored_lines(table, move), bonus)

    @final
    def draws(self, state: S, move: Move, draw: object = None) -> tuple[Piece, ...]:
        """What a legal move draws, in drawing order: what comes next, or what is given."""
        return self._drawn(state, self._legal(state, move), draw).pieces

    @final
    def apply(self, state: S, move: Move, draw: object = None) -> S:
        """The next state.

        Raises:
            IllegalMove: if the move is not legal.
            InvalidDraw: if the given pieces cannot have been drawn.
        """
        return self.play(state, move, draw)[1]

    @final
    def play(self, state: S, move: Move, draw: object = None) -> tuple[tuple[Piece, ...], S]:
        """What the move draws, and the next state; the move is judged once for both."""
        judgement = self._legal(state, move)
        drawn = self._drawn(state, judgement, draw)
        return drawn.pieces, self.after(state, move, judgement, drawn)

    def _legal(self, table: S | V, move: Move) -> Judgement:
        judgement = self.judge(table, move)
        if judgement.explain is not None:
            raise IllegalMove(move, judgement.violations)
        return judgement

    def _drawn(self, state: S, judgement: Judgement, given: object) -> Drawn:
        return draw_from(state.to_draw, judgement.draws, given)

    def judge_board(self, board: object, move: Move) -> tuple[tuple[Violation, ...], Score]:
        """What can be said of a move if nothing but the board is known.

        That is every reason why it cannot be made there, and without any its points.

        Raises:
            InvalidPosition: if the board cannot exist.
            InvalidValue: if the game has no board; it is so unless a variant says otherwise.
        """
        raise InvalidValue(f"{self.name} has no board that could be looked at alone")

    @abstractmethod
    def observe(self, state: S, seat: int) -> V:
        """What a player may know."""

    @abstractmethod
    def encode(self, table: S | V) -> dict[str, Any]:
        """The fields of a state or view, less variant and players, as JSON values."""

    @abstractmethod
    def decode_state(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> S:
        """The state with these fields; InvalidPosition if there is none."""

    @abstractmethod
    def decode_view(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> V:
        """The view with these fields; InvalidPosition if there is none."""

    @abstractmethod
    def scene(self, table: S | V) -> Scene:
        """What there is to draw."""

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"get_variant({self.name!r}{options})"


class VariantFactory(Protocol):
    """What an entry point may hold instead of a variant: options in, a variant out."""

    def __call__(self, **options: Any) -> Variant[Any, Any]:
        """The variant with these options."""
