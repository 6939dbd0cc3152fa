"""The interface of every variant."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, Self, final

import attrs

from qwirkle._mistakes import check_class
from qwirkle.cells import Cell
from qwirkle.description import Citation, Edition, Fact, Option, Statement, changed, options_of
from qwirkle.errors import Fault, IllegalMove, InvalidValue, short_repr
from qwirkle.fields import Extra, Fields, empty_fields, fields_of, own_fields, shared_names
from qwirkle.judgement import Judgement, Score, ScoredLine, Violation
from qwirkle.moves import LegalMoves, Move
from qwirkle.reading import Reading
from qwirkle.scene import Scene, Workbench
from qwirkle.state import Player, State, View
from qwirkle.supply import Drawn, Piece
from qwirkle.supply import draw as draw_from
from qwirkle.words import Pretty

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State, default=Any)
    V = TypeVar("V", bound=View, default=Any)
else:  # type checkers know defaults on every version of Python, the interpreter only on new ones
    from typing import TypeVar

    S = TypeVar("S")
    V = TypeVar("V")

S_co = TypeVar("S_co", bound=State, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)
L_co = TypeVar("L_co", bound=LegalMoves[Move], covariant=True)


NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The names of variants."""


def check_name(name: object) -> None:
    """Reject a name that a variant cannot have.

    >>> check_name("My Game")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: 'My Game' is not a name: lower-case letters, digits, hyphens between them, such as 'my-game'
    """
    if type(name) is not str or not NAME.fullmatch(name):
        rule = "lower-case letters, digits, hyphens between them, such as 'my-game'"
        raise InvalidValue(f"{short_repr(name)} is not a name: {rule}")


class Variant(Pretty, ABC, Generic[S, V]):
    """A game that can be chosen by name: the class that a plugin implements.

    A variant is an immutable value. The easy way to make one is
    :class:`~qwirkle.authoring.TileGame` with its own rules; a game with another engine implements
    the abstract members of this class. The functions of ``qwirkle`` check that a state is a state
    and a move is a move before they call these methods, so a method need not check the types of
    its arguments again.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").name
    'standard'
    """

    __slots__ = ()

    move_types: ClassVar[tuple[type[Move], ...]]
    """The classes of its moves, which read their texts."""
    state_type: ClassVar[type[State]]
    """The class of its states, whose fields are described; see :mod:`qwirkle.fields`."""
    view_type: ClassVar[type[View]]
    """The class of its views. Fields of the same name are copied from the state."""
    extra_type: ClassVar[type[Extra]] = Extra
    """The class of the fields that it adds, if its states have room for an ``extra``."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__module__.startswith("qwirkle.tilegame."):  # a test checks the engine
            check_class(cls, Variant)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name it is chosen by, of lower-case letters, digits and hyphens."""

    @property
    @abstractmethod
    def version(self) -> int:
        """The version, which increases when its behaviour changes, since saved games depend on
        it."""

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the named variant's defaults, sorted by name.

        The name and these options determine the variant; saved games depend on that. By default
        they are the described options whose values are not the defaults of their fields.
        """
        kind: Any = type(self)  # an attrs class, if it has options
        return {
            name: getattr(self, name)
            for name in sorted(self.possible_options)
            if getattr(self, name) != attrs.fields_dict(kind)[name].default
        }

    @property
    def edition(self) -> Edition | None:
        """The text on the box, if the variant is a printed edition."""
        return None

    @property
    def citations(self) -> Mapping[str, Citation]:
        """The statements of the edition's manual by rule id; empty if there is no manual."""
        return {}

    @property
    def statements(self) -> Mapping[str, Statement]:
        """The rules in plain words by rule id, for people who look one up.

        By default they are those of the manual. A game without a manual can state its own.
        """
        return {rule: citation.statement for rule, citation in self.citations.items()}

    def with_options(self, /, **options: object) -> Self:
        """The same variant with other options.

        >>> import qwirkle
        >>> qwirkle.get_variant("cards").with_options(regrouping="strict")
        get_variant('cards', regrouping='strict')

        Raises:
            InvalidOption: for a wrong name or value; it says what is possible.
        """
        return changed(self, options)

    @abstractmethod
    def facts(self) -> Mapping[str, Fact]:
        """Its decisions where variants can differ."""

    @property
    def possible_options(self) -> Mapping[str, Option]:
        """The available options by name.

        By default they are the fields of the class that are described as options, for example by
        :func:`~qwirkle.authoring.whole_number`.
        """
        return options_of(type(self))

    def undeclared(self) -> Mapping[str, str]:
        """The hooks whose rules no fact describes, by name, each with its place in the code.

        A program that shows the facts should mention that there are further rules.
        """
        return {}

    def all_facts(self) -> Mapping[str, Fact]:
        """The facts, and one without rule ids for every undeclared hook."""
        undeclared = {
            hook: Fact(place, (), f"a rule that it does not describe: {place}")
            for hook, place in self.undeclared().items()
        }
        return {**self.facts(), **undeclared}

    @property
    @abstractmethod
    def player_counts(self) -> range:
        """The possible numbers of players."""

    @abstractmethod
    def new_game(self, players: object, seed: int) -> S:
        """The first state of a game."""

    def new_extra(self, players: tuple[Player, ...]) -> Any:
        """The variant's own fields at the start of a game, by default empty."""
        fields = self.fields(self.state_type)
        own = {each.name: each.empty(len(players)) for each in fields if each.is_extra}
        return self.extra_type(**own)

    def completed(self, position: Any, given: Container[str]) -> Any:
        """The position, with the fields that were not given worked out.

        Args:
            position: a valid state or view, with values that stand in for the fields not given.
            given: the names of the fields that were given.
        """
        return position

    def faults(self, position: S | V) -> Iterable[Fault]:
        """Everything that is wrong with a position whose fields are each valid on their own.

        A field that could not be read has an empty value here. A fault that depends on other
        fields than its own names them in `needs`; it is dropped if one of them is wrong.
        """
        return ()

    def sees(self, viewer: int, owner: int) -> bool:
        """Whether a player sees the hand of another, by their seats; by default nobody does.

        Every player sees their own hand. The answer must not change during a game. The views of
        another engine have such hands in their ``open_hands``.
        """
        return viewer == owner

    @abstractmethod
    def legal_moves(self, position: S | V) -> LegalMoves[Move]:
        """The legal moves; none if the game is over or it is another player's turn."""

    @abstractmethod
    def judge(self, position: S | V, move: Move) -> Judgement:
        """The judgement of a move: what it takes and scores, or why it is not legal."""

    @abstractmethod
    def scored_lines(self, position: S | V, move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a legal move scores; they and the bonuses make up its points."""

    @abstractmethod
    def after(self, state: S, move: Move, judgement: Judgement, drawn: Drawn) -> S:
        """The state after a legal move.

        Args:
            state: the state before it.
            move: the move.
            judgement: the judgement of the move.
            drawn: the pieces that it draws, and what is left of the supply.
        """

    def as_listed(self, position: S | V, move: Move) -> Move:
        """The listed move that a legal move stands for: the move itself, unless moves that differ
        only in their place are listed once.

        >>> import qwirkle
        >>> state = qwirkle.position(hands=["Rs Rc", "Gd"])
        >>> move = qwirkle.parse_move("Rs@5,3 Rc@5,4")
        >>> move in qwirkle.legal_moves(state), str(state.variant.as_listed(state, move))
        (True, 'Rs@0,0 Rc@1,0')
        """
        return move

    # Methods that follow from these

    @final
    def check(self, position: S | V, move: Move) -> tuple[Violation, ...]:
        """Every reason why the move is not legal; empty if it is."""
        return self.judge(position, move).violations

    @final
    def score(self, position: S | V, move: Move) -> Score:
        """The score of a legal move; raises IllegalMove for any other."""
        return self._score(position, move)

    def _score(self, position: S | V, move: Move) -> Score:
        """The score of a move. An engine may have a faster way to find it."""
        judgement = self._legal(position, move)
        lines = self.scored_lines(position, move)
        return Score(lines, judgement.end_bonus, judgement.bonus_points)

    @final
    def draws(self, state: S, move: Move, draw: object = None) -> tuple[Piece, ...]:
        """The pieces that a legal move draws, in drawing order: the next ones, or those given."""
        return self._drawn(state, self._legal(state, move), draw).pieces

    def is_legal(self, position: S | V, move: Move) -> bool:
        """Whether a move is legal. An engine may find out without the reasons why it is not."""
        return self.judge(position, move).is_legal

    def apply(self, state: S, move: Move, draw: object = None) -> S:
        """The next state. An engine may have a faster way to it.

        Raises:
            IllegalMove: if the move is not legal.
            InvalidDraw: if the given pieces cannot have been drawn.
        """
        return self.play(state, move, draw)[1]

    @final
    def play(self, state: S, move: Move, draw: object = None) -> tuple[tuple[Piece, ...], S]:
        """The pieces that the move draws, and the next state; the move is judged once for both."""
        judgement = self._legal(state, move)
        drawn = self._drawn(state, judgement, draw)
        return drawn.pieces, self.after(state, move, judgement, drawn)

    def ends_turn(self, before: S, after: S) -> bool:
        """Whether a move ended a turn: by default, if another player is to move.

        With a single player, every move is a turn.
        """
        return before.turn != after.turn or len(after.players) == 1

    def _legal(self, position: S | V, move: Move) -> Judgement:
        judgement = self.judge(position, move)
        if not judgement.is_legal:
            raise IllegalMove(move, judgement.violations)
        return judgement

    def _drawn(self, state: S, judgement: Judgement, given: object) -> Drawn:
        return draw_from(state.to_draw, judgement.draws, given)

    @final
    def position(self, /, **fields: object) -> S:
        """Set up and check any state, by the names of its attributes.

        Raises:
            InvalidPosition: with everything that is wrong.
        """
        known = self.fields(self.state_type)
        state: S = Reading(self, known, fields, json=False).position()
        return state

    @final
    def view(self, /, **fields: object) -> V:
        """Set up and check any view, by the names of its attributes.

        Raises:
            InvalidPosition: with everything that is wrong.
        """
        known = self.fields(self.view_type)
        view: V = Reading(self, known, fields, json=False).position()
        return view

    @final
    def observe(self, state: S, seat: int) -> V:
        """The view of a player."""
        return self._observe(state, seat)

    def _observe(self, state: S, seat: int) -> V:
        """The view of a player. An engine may have a faster way to make it."""
        kind: Any = self.view_type
        values = {name: getattr(state, name) for name in shared_names(type(state), kind)}
        for each in own_fields(kind, type(state)):
            values[each.name] = each.shown(state, seat)
        view: V = kind(**values)
        return view

    @final
    def state_behind(self, view: V, **hidden: Any) -> S:
        """A state behind a view, with the given hidden fields.

        Args:
            view: the view.
            hidden: the fields that only the state has.
        """
        kind: Any = self.state_type
        shared = {name: getattr(view, name) for name in shared_names(type(view), kind)}
        state: S = kind(**{**empty_fields(kind, len(view.players)), **shared, **hidden})
        return state

    @final
    def fields(self, kind: type) -> Fields:
        """The fields of its states or views, given their class."""
        own: Any = self.extra_type
        return fields_of(kind, own)

    @final
    def encode(self, position: S | V) -> dict[str, Any]:
        """The fields of a state or view as JSON values, without variant and players."""
        return self.fields(type(position)).write(position)

    @final
    def decode(self, kind: type[State] | type[View], fields: Mapping[str, Any]) -> S | V:
        """The state or view with these JSON values; raises InvalidPosition if they are not valid.

        Args:
            kind: ``state_type`` or ``view_type``.
            fields: the players and the fields.
        """
        known = self.fields(kind)
        position: S | V = Reading(self, known, fields, json=True).position()
        return position

    def judge_board(
        self, board: object, move: Move, *, lenient: bool = False
    ) -> tuple[tuple[Violation, ...], Score]:
        """Judge a move when only the board is known.

        The result is every reason why it cannot be made there and, if it can be made, its score.

        Args:
            board: the board, or anything that makes one.
            move: the move.
            lenient: whether to judge only what the move does, even if the board cannot exist.

        Raises:
            InvalidPosition: if the board cannot be read or, unless lenient, cannot exist.
            InvalidValue: if the game has no board, as by default.
        """
        raise self._no_board()

    def board_violations(self, board: object) -> tuple[Violation, ...]:
        """Every rule that a board breaks; empty if it can exist.

        Raises:
            InvalidPosition: if it cannot be read, or cannot exist for a reason that is not a rule.
            InvalidValue: if the game has no board, as by default.
        """
        raise self._no_board()

    def _no_board(self) -> InvalidValue:
        return InvalidValue(f"{self.name} has no board")

    @abstractmethod
    def scene(self, position: S | V) -> Scene:
        """The scene to draw."""

    def workbench(self, position: S | V) -> Workbench | None:
        """A workbench for the player to move, if people build moves step by step; else None."""
        return None

    def in_words(self, position: S | V, move: Move) -> str:
        """A legal move in plain words that fit after "you can", as everyone may hear it.

        They begin with a verb, to which others add what they need: "Ada places ...". By default
        the move knows them itself; a variant whose moves mean something only in their position
        can say more.
        """
        return move.in_words

    def highlights(self, before: S | V, move: Move, after: S) -> tuple[Cell, ...]:
        """The cells that a picture of the scene after a legal move highlights.

        Args:
            before: the state or view before the move.
            move: the move.
            after: a state after it.
        """
        return move.cells

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"get_variant({self.name!r}{options})"


# Protocols for type checkers. `Variant` is invariant in its states and views, since it also takes
# them as arguments; the functions of ``qwirkle`` depend only on what it returns.


class VariantOf(Protocol[S_co, V_co]):
    """A variant, seen as a source of states and views of some classes."""

    def new_game(self, players: object, seed: int) -> S_co:
        """The first state of a game."""
        ...

    def position(self, /, **fields: object) -> S_co:
        """Set up and check any state."""
        ...

    def view(self, /, **fields: object) -> V_co:
        """Set up and check any view."""
        ...


class ListsMoves(Protocol[L_co]):
    """A variant, seen as a source of lists of moves of some class."""

    def legal_moves(self, position: Any, /) -> L_co:
        """The legal moves."""
        ...


class HasMoves(Protocol[L_co]):
    """A state or a view, whose variant decides the class of its list of moves."""

    @property
    def variant(self) -> ListsMoves[L_co]:
        """The rules that the game is played by."""
        ...


class VariantFactory(Protocol):
    """A function from options to a variant, which an entry point may name instead of a variant."""

    def __call__(self, **options: Any) -> Variant:
        """The variant with these options."""
        ...
