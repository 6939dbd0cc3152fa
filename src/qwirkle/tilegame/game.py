"""The tile game: one engine, controlled by a :class:`Rules` value and a few hooks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, final

import attrs

from qwirkle import _native, start
from qwirkle._masks import mask_of
from qwirkle.board import Board
from qwirkle.chance import mixed
from qwirkle.description import Citation, Edition, Fact, Statement
from qwirkle.errors import Fault, InvalidPosition, InvalidValue, QwirkleError, short_repr
from qwirkle.fields import Extra
from qwirkle.lines import LONGEST, Line
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.options import Option, options_of
from qwirkle.plugins import check_name
from qwirkle.reading import completed_view, left_in_box, too_large, too_many, wrong_sizes
from qwirkle.reasons import Violation
from qwirkle.scene import Scene, ending, seated
from qwirkle.scoring import Judgement, Score, ScoredLine, illegal
from qwirkle.state import Outcome, Player, State, View, as_players
from qwirkle.supply import Drawn, Piece, Special, Supply, draw, without
from qwirkle.tilegame.facts import (
    HONOURED,
    RULINGS,
    STATEMENTS,
    hook_facts,
    overridden,
    rulings,
    undeclared,
)
from qwirkle.tilegame.legal_moves import TileMoves, groups
from qwirkle.tilegame.legality import (
    Code,
    board_faults,
    broken_rules,
    exchange_too_large,
    fitting_points,
    too_many_copies,
    why_not,
    why_not_exchange,
)
from qwirkle.tilegame.rules import COPIES, Rules
from qwirkle.tilegame.state import (
    E,
    EndReason,
    ExtendedState,
    ExtendedView,
    TilePosition,
    TileState,
    TileView,
    check_own_fields,
    dealt,
    next_state,
)
from qwirkle.tiles import TILES, Tile, in_order
from qwirkle.variant import NativeGame, NativeResult, Variant
from qwirkle.words import counted, sentence

if TYPE_CHECKING:
    from qwirkle import _kernel

_ENDED: Final[dict[StrEnum, tuple[str, ...]]] = {
    EndReason.WENT_OUT: ("E2",),
    EndReason.NO_PLAY: ("E3",),
    EndReason.ALL_PASSED: ("R3",),
    EndReason.CLOSED: ("R21",),
}


def _is(*kinds: type) -> Callable[[TileGame, attrs.Attribute[Any], Any], None]:
    """A validator that a field is of one of these types."""

    def check(game: TileGame, attribute: attrs.Attribute[Any], value: object) -> None:
        if type(value) not in kinds:
            expected = f"expected {kinds[0].__name__} for {attribute.name}"
            raise InvalidValue(f"{expected}, not {short_repr(value)}")

    return check


def _as_citations(value: object) -> dict[str, Citation]:
    if isinstance(value, Mapping):
        return dict(value)
    raise InvalidValue(f"expected citations by rule id, not {short_repr(value)}")


def _nameable(game: TileGame, attribute: object, name: object) -> None:
    check_name(name)


class _Derived(NamedTuple):
    """Values that follow from the hooks of a game, worked out once."""

    points: tuple[int, ...]
    """The points for lines of 0 to 6 tiles on the board, where one tile is not a line."""
    specials: tuple[str, ...]
    """The names of the special tiles in the box."""
    can_forbid: bool
    """Whether a subclass overrides the hook `forbids`."""
    bonus: int
    """The points for ending the game by placing the last tile of a hand."""
    is_plain: bool
    """Whether the kernel knows all its rules."""
    single: int | None
    """The points for an opening with one tile; None if the hook fails without such an opening."""
    can_lose: bool
    """Whether a placement may cost points."""


class _Caches:
    """Slots for values that follow from the rest of a game.

    They are not fields, so copies and pickles leave them out: where a pickle is read, the class may
    have other hooks. A cached property would slow down all other attributes of a slotted class.
    """

    __slots__ = ("_derived", "_kernel_rules")

    _derived: _Derived
    _kernel_rules: _kernel.Rules


@attrs.frozen(repr=False)
class TileGame(_Caches, Variant["TileState[E]", "TileView[E]"], Generic[E]):
    """A variant of the tile game.

    Most need only a name and :class:`Rules`. A subclass may also override the members marked as
    hooks; the rest follows from them.

    >>> import qwirkle
    >>> house = TileGame("five-in-hand", Rules(hand_size=5))
    >>> [len(hand) for hand in qwirkle.new_game(house, players=3, seed=1).hands]
    [5, 5, 5]
    """

    name: str = attrs.field(validator=[_is(str), _nameable])
    """The name it is chosen by."""
    rules: Rules = attrs.field(factory=Rules, validator=_is(Rules))
    """The rules of this variant where editions differ."""
    version: int = attrs.field(default=1, validator=_is(int))
    """The version, which increases when its behaviour changes."""
    defaults: Rules = attrs.field(
        default=attrs.Factory(lambda self: self.rules, takes_self=True),
        validator=_is(Rules),
        kw_only=True,
    )
    """The rules that the name alone stands for. The options are the differences from them."""
    edition: Edition | None = attrs.field(
        default=None, validator=_is(Edition, NoneType), eq=False, kw_only=True
    )
    """The text on the box, if the variant is a printed edition."""
    _citations: Mapping[str, Citation] = attrs.field(
        alias="citations", factory=dict, eq=False, kw_only=True, converter=_as_citations
    )

    move_types: ClassVar[tuple[type[Move], ...]] = (Place, Exchange, Pass)
    state_type: ClassVar[type[State]] = TileState
    view_type: ClassVar[type[View]] = TileView
    beyond_board: ClassVar[tuple[StrEnum, ...]] = (Code.NOT_OPENING_SET,)
    """The reasons that a bare board cannot give, since they depend on a hand or on anything else
    that is not on the board."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.extra_type is not Extra:
            check_own_fields(cls.extra_type)
            cls.state_type = ExtendedState if cls.state_type is TileState else cls.state_type
            cls.view_type = ExtendedView if cls.view_type is TileView else cls.view_type

    # Hooks: the rules that a variant decides

    def pieces(self) -> tuple[Piece, ...]:
        """Hook: everything that is in the box (S1)."""
        return TILES * COPIES

    @property
    def largest_hand(self) -> int:
        """Hook. The most tiles that a hand can ever hold."""
        return self.rules.hand_size

    def line_points(self, length: int) -> int:
        """Hook: the points for a line that a move formed or extended (C1, C2).

        The points may depend only on the length, so that the generator knows them without effort.
        Length 1 is the opening with a single tile (R2).

        >>> [TileGame("example").line_points(length) for length in range(1, 7)]
        [1, 2, 3, 4, 5, 12]
        """
        return 2 * LONGEST if length == LONGEST else length

    def end_bonus(self) -> int:
        """Hook: the points for ending the game by placing the last tile of a hand (C3)."""
        return LONGEST

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        """Hook: the seat that starts (B1 to B3, R1)."""
        return start.starter(players, hands, self.rules.tie_break)

    def most_exchanged(self, position: TilePosition[E]) -> int:
        """Hook: the most tiles that can be exchanged now (X1, X3), 0 if none can."""
        return min(self.rules.exchange_limit, position.stock, len(position.hand))

    def forbids(self, position: TilePosition[E], move: Place) -> Violation | None:
        """Hook: the reason why a placement that the usual rules allow is forbidden, or None.

        Lists of moves leave out the forbidden placements. The hook is called for every placement
        of a list, so it should be quick. It must depend only on what everyone sees and on the
        move. If nobody can place because of it, and nothing is left to draw, the game ends when
        everyone has passed.

        >>> import qwirkle
        >>> class NarrowCode(qwirkle.Reason):
        ...     EDGE = "edge"
        >>> class NarrowGame(TileGame):
        ...     def forbids(self, position, move):
        ...         if any(abs(cell.y) > 1 for cell in move.cells):
        ...             return Violation(NarrowCode.EDGE, ("H1",), "the board has only three rows")
        >>> state = qwirkle.position(NarrowGame("narrow"), board="Rs@0,1", hands=["Rc", "Gd"])
        >>> [str(move) for move in qwirkle.legal_moves(state).placements]
        ['Rc@-1,1', 'Rc@0,0', 'Rc@1,1']
        """
        return None

    def may_forbid(self, position: TilePosition[E]) -> bool:
        """Hook: whether `forbids` need be called at all; by default, if a subclass overrides it."""
        return self._known().can_forbid

    def ending(self, state: TileState[E]) -> StrEnum | None:
        """Hook: why the game is over, or None if it goes on (E2, E3, R3, R21)."""
        if state.stock:
            return EndReason.CLOSED if self._is_closed(state) else None
        if not all(state.hands):
            return EndReason.WENT_OUT
        all_passed = EndReason.ALL_PASSED if state.passes >= len(state.players) else None
        if self.rules.no_play == "all-passed":
            return all_passed
        held = [tile for hand in state.hands for tile in hand]
        if not self.can_place(state, held):
            return EndReason.NO_PLAY
        # A veto may depend on several tiles of a hand. Hands are hidden, but the end is not, so
        # then only passes show that nobody can place.
        return all_passed if self.may_forbid(state) else None

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """Hook: the seats that win with these final scores (E4, R7).

        >>> class LowestWins(TileGame):
        ...     def winners(self, players, scores):
        ...         return tuple(i for i, score in enumerate(scores) if score == min(scores))
        >>> import qwirkle
        >>> fields = {"board": "Rs@0,0", "hands": ["", "Gd"], "supply": "", "scores": [7, 9]}
        >>> qwirkle.position(LowestWins("lowest-wins"), **fields).winners
        (0,)
        """
        best = max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    def advance(self, before: TileState[E], move: Move, after: TileState[E]) -> TileState[E]:
        """Hook: the state after a legal move, for variants in which more changes than usual.

        Args:
            before: the state before the move.
            move: the move.
            after: the state with the usual changes: tiles placed, points added, hand refilled, the
                next player to move.
        """
        return after

    def revealed(self, state: TileState[E], specials: Sequence[Special]) -> TileState[E]:
        """Hook: the state after special tiles were drawn, which are now out of the game."""
        return state

    # Hooks for a variant's own moves, whose types are in `move_types`

    def own_moves(self, position: TilePosition[E]) -> Iterable[Move]:
        """Hook: the legal moves besides placements, exchanges and the pass, in a fixed order."""
        return ()

    def judge_own(self, position: TilePosition[E], move: Move) -> Judgement:
        """Hook: the judgement of such a move by the player to move, while the game goes on."""
        return illegal(Violation.of(Code.NO_SUCH_MOVE, ["T1"], move=str(move)))

    # The interface of every variant

    @property
    def citations(self) -> Mapping[str, Citation]:
        """The statements of the edition's manual, by rule id."""
        return dict(self._citations)

    @property
    def statements(self) -> Mapping[str, Statement]:
        """The rules in plain words, from the manual or, without one, from the usual tile game.

        A rule that options or hooks change is stated as they have it.

        >>> TileGame("example", Rules(tie_break="youngest")).statements["B3"].text
        'Of the tied players, the youngest starts.'
        """
        if self.citations:
            facts, usual = self.rules.facts(), self.defaults.facts()
        else:
            facts, usual = dict(self.facts()), dict(TileGame("usual").facts())
        changed: dict[str, str] = {}
        for name, fact in facts.items():
            for rule in fact.rules if fact != usual.get(name) else ():
                text = sentence(fact.text)
                changed[rule] = f"{changed[rule]} {text}" if rule in changed else text
        answers = rulings(self.rules)
        found = {**STATEMENTS, **answers, **super().statements}
        for rule, text in changed.items():
            if rule in answers or rule not in RULINGS:
                found[rule] = attrs.evolve(found.get(rule, Statement(text)), text=text)
        return found

    @property
    def options(self) -> Mapping[str, object]:
        """The rules that differ from those of the name alone."""
        if self.rules == self.defaults:
            return {}
        facts, usual = self.rules.facts(), self.defaults.facts()
        return {name: facts[name].value for name in sorted(facts) if facts[name] != usual[name]}

    def with_options(self, /, **options: object) -> TileGame[E]:
        """The same variant with other rules, by the names of the fields of :class:`Rules`.

        >>> TileGame("example").with_options(hand_size=5).rules.hand_size
        5
        """
        return attrs.evolve(self, rules=self.rules.changed(**options))

    @property
    def possible_options(self) -> Mapping[str, Option]:
        """The fields of :class:`Rules`."""
        return options_of(Rules)

    def facts(self) -> Mapping[str, Fact]:
        """The fields of the rules, and the points and the box that the hooks decide.

        A subclass that overrides another hook adds a fact of the same name, or one that lists the
        hook, so that people can read about it:

        >>> class FirstStarts(TileGame):
        ...     def starter(self, players, hands):
        ...         return 0
        ...     def facts(self):
        ...         fact = Fact("first", ("H1",), "the first player in the list starts")
        ...         return {**super().facts(), "starter": fact}
        >>> FirstStarts("first-starts").facts()["starter"].text
        'the first player in the list starts'
        """
        return {**self.rules.facts(), **hook_facts(self)}

    def undeclared(self) -> Mapping[str, str]:
        """The hooks that a subclass overrides and its facts do not describe.

        >>> class FirstStarts(TileGame):
        ...     def starter(self, players, hands):
        ...         return 0
        >>> list(FirstStarts("first-starts").undeclared())
        ['starter']
        """
        return undeclared(type(self), TileGame, self.facts())

    @property
    def player_counts(self) -> range:
        """The possible numbers of players (S3)."""
        return range(self.rules.min_players, self.rules.max_players + 1)

    def new_game(self, players: object, seed: int) -> TileState[E]:
        """Mix the tiles, deal them (S2), and determine who starts (B2)."""
        rules = self.rules
        seated = as_players(players, rules.min_players, rules.max_players)
        supply = mixed(self.box, seed, 0)
        hands: list[tuple[Tile, ...]] = []
        specials: list[Special] = []
        for _ in seated:
            drawn = draw(supply, rules.hand_size)
            hands.append(tuple(sorted(drawn.tiles)))
            specials += drawn.specials
            supply = drawn.rest
        kind: Any = self.state_type
        state: TileState[E] = kind(
            variant=self,
            players=seated,
            board=Board(),
            scores=(0,) * len(seated),
            turn=self.starter(seated, hands),
            passes=0,
            extra=self.new_extra(seated),
            hands=tuple(hands),
            supply=Supply.of(supply),
            seed=seed,
            ply=0,
        )
        return self.revealed(state, specials) if specials else state

    def completed(self, position: Any, given: Container[str]) -> Any:
        """Fill in the supply with the rest of the box and, on an empty board, the starter (B2)."""
        changes: dict[str, Any] = {}
        if isinstance(position, TileView):
            left = () if "unseen" in given else self._left(position)
            changes = completed_view(position, given, left, self.rules.hand_size, "supply_size")
        else:
            if "supply" not in given:
                changes["supply"] = Supply.of(mixed(self._left(position), position.seed, 0))
            if "turn" not in given and not position.board:
                changes["turn"] = self.starter(position.players, position.hands)
        return attrs.evolve(position, **changes) if changes else position

    def _left(self, position: TilePosition[E]) -> tuple[Piece, ...]:
        """The pieces of the box that are neither in the position nor out of the game."""
        out = position.extra.out_of_supply()
        return tuple(piece for piece in left_in_box(self.box, position) if piece not in out)

    def faults(self, position: TilePosition[E]) -> Iterator[Fault]:
        """Broken lines, islands, hands that are too large, and pieces that the box does not
        hold."""
        size = len(self.box)
        yield from board_faults(position.board, size)
        yield from too_large(position, self.largest_hand, "S2")
        if len(position.board) <= size:
            yield from too_many(self.box, position, "S1")
        if isinstance(position, TileView):
            yield from wrong_sizes(position, self.largest_hand, "supply_size")

    def legal_moves(self, position: TilePosition[E]) -> TileMoves:
        """The legal moves."""
        return TileMoves(position)

    def as_listed(self, position: TilePosition[E], move: Move) -> Move:
        """The listed move that a legal move stands for.

        The first line may be any row or column, but each is listed once, as a row from 0,0.
        """
        if isinstance(move, Place) and not position.board:
            return Place(((x, 0), tile) for x, tile in enumerate(move.laid))
        return move

    @final
    def board_violations(self, board: object) -> tuple[Violation, ...]:
        """The rules that a board breaks (P1, P3, S1)."""
        read, box = _read(board), self.box
        found = [*broken_rules(read, len(box))]
        if len(read) <= len(box):
            found += too_many_copies(read, box)
        if not found:
            self.position(board=read, turn=0)  # a subclass may have faults of its own
        return tuple(found)

    @final
    def judge_board(
        self, board: object, move: Move, *, lenient: bool = False
    ) -> tuple[tuple[Violation, ...], Score]:
        """The judgement of a move for a player who holds exactly the tiles that it needs."""
        if lenient:
            position = attrs.evolve(self.position(turn=0, supply=""), board=_read(board))
            position = self.completed(position, ("turn",))
        else:
            position = self.position(board=board, turn=0)
        laid = move.laid if isinstance(move, Place) else ()
        held = move.tiles if isinstance(move, Exchange) else laid
        if len(laid) > self.largest_hand:
            size, most = len(laid), self.largest_hand
            reason = Violation.of(
                Code.HAND_TOO_SMALL, ["S2", "T1"], tiles=laid, count=size, most=most
            )
            return (reason,), Score()
        _, missing = without(position.supply.tiles, held)
        position = attrs.evolve(position, hands=with_hand(position.hands, position.turn, held))
        if isinstance(move, Place):  # without the open cells, which need a sound board
            judged = tuple(why_not(position.board, held, move))
        else:
            judged = self._judge_turn(position, move).violations
        found = [violation for violation in judged if violation.code not in self.beyond_board]
        if not found and isinstance(move, Place) and self.may_forbid(position):
            forbidden = self.forbids(position, move)
            if forbidden is not None and forbidden.code not in self.beyond_board:
                found.append(forbidden)
        if missing and not lenient:
            found.append(Violation.of(Code.NOT_IN_BOX, ["S1"], tiles=missing))
        return tuple(found), Score(() if found else self.scored_lines(position, move))

    @final
    def scored_lines(self, position: TilePosition[E], move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a placement forms or extends, with their points (C1, C2)."""
        if not isinstance(move, Place):
            return ()
        lines = [run.line() for run in position.board.placing(move.tiles).runs_through(move.cells)]
        if not lines:  # a single tile as the opening (R2)
            lines = [Line(move.cells, move.laid)]
        return tuple(ScoredLine(ln.cells, ln.tiles, self.line_points(len(ln))) for ln in lines)

    @final
    def after(
        self, state: TileState[E], move: Move, judgement: Judgement, drawn: Drawn
    ) -> TileState[E]:
        """The next state."""
        seat = state.turn
        board, scores, supply = state.board, state.scores, drawn.rest
        if isinstance(move, Place):
            board = board.placing(zip(move.cells, move.laid, strict=True))
        elif isinstance(move, Exchange):
            supply = self._returned(supply, move.tiles, state)
        if judgement.points:
            total = scores[seat] + judgement.points
            scores = (*scores[:seat], total, *scores[seat + 1 :])
        hands = with_hand(state.hands, seat, judgement.rest + drawn.tiles)
        passes = state.passes + 1 if isinstance(move, Pass) else 0
        after = next_state(state, board, hands, Supply.of(supply), scores, passes)
        after = self.advance(state, move, after)
        specials = drawn.specials
        return self.revealed(after, specials) if specials else after

    def scene(self, position: TilePosition[E]) -> Scene:
        """The board, the players and the supply."""
        notes = [f"{counted(position.stock, 'tiles')} in the supply", *ending(position)]
        for each in self.fields(type(position)):
            notes += each.notes(position)
        return Scene(tuple(position.board.items()), seated(position), tuple(notes))

    # Members that the hooks and the rest of the engine use

    @property
    @final
    def box(self) -> tuple[Piece, ...]:
        """Everything that is in the box (S1)."""
        return tuple(self.pieces())

    @property
    @final
    def points(self) -> tuple[int, ...]:
        """The points for lines of 0 to 6 tiles on the board, where one tile is not a line."""
        return self._known().points

    @property
    @final
    def specials(self) -> tuple[str, ...]:
        """The names of the special tiles in the box."""
        return self._known().specials

    @property
    @final
    def bonus_at_end(self) -> int:
        """The points for ending the game by placing the last tile of a hand (C3)."""
        return self._known().bonus

    @property
    @final
    def can_lose(self) -> bool:
        """Whether a placement may cost points, so that another move may be better."""
        return self._known().can_lose

    def _known(self) -> _Derived:
        """The values that follow from the hooks."""
        # Not by catching an AttributeError, which would be the context of an error in a hook.
        if not hasattr(self, "_derived"):
            object.__setattr__(self, "_derived", self._derive())
        return self._derived

    def _derive(self) -> _Derived:
        lengths = range(2, LONGEST + 1)
        points = [*map(self.line_points, lengths)]
        names = tuple(piece.name for piece in self.box if isinstance(piece, Special))
        can_forbid = type(self).forbids is not TileGame.forbids
        bonus = self.end_bonus()
        single: int | None = None
        with suppress(Exception):  # few games ever ask for it, and those show the error
            single = self.line_points(1)
        own = overridden(type(self), TileGame) - HONOURED
        is_plain = not own and not names and single is not None
        can_lose = min(*points, single or 0) + min(bonus, 0) < 0
        return _Derived((0, 0, *points), names, can_forbid, bonus, is_plain, single, can_lose)

    @property
    @final
    def is_plain(self) -> bool:
        """Whether the kernel knows all its rules, since it overrides only hooks for points."""
        return self._known().is_plain

    @final
    def placements_natively(self, position: TilePosition[E]) -> _kernel.Groups | None:
        """The placements of the player to move by the kernel; None if it cannot find them."""
        if _native.kernel is None or not self.is_plain:
            return None
        found: _kernel.Groups | None = _native.kernel.placements(position, self.native)
        return found

    @final
    def apply_natively(self, state: TileState[E], move: Move) -> TileState[E] | None:
        """The state after a placement or exchange by the kernel; None if it cannot do it."""
        if _native.kernel is None or not self.is_plain or state.outcome is not None:
            return None
        if state.variant is not self:  # whose points count, although this one decides the rest
            return None
        after: TileState[E] | None = _native.kernel.apply(state, move, self.native)
        return after

    @final
    def play_natively(
        self, start: TileView[E] | int, games: Sequence[NativeGame], longest: int
    ) -> list[NativeResult] | None:
        """The results of whole games by the kernel; None if the kernel cannot play them."""
        if _native.kernel is None or not self.is_plain or self.can_lose:
            return None
        of: tuple[Piece, ...] | TileState[E]
        if isinstance(start, int):
            of, players, viewer = self.box, start, 0
        else:  # in any order, since the kernel deals the unseen tiles again
            of, players, viewer = dealt(start, start.unseen), len(start.players), start.seat
        jobs = [(str(seed), tuple(bots)) for seed, bots in games]
        try:
            played = _native.kernel.play(of, players, viewer, self.native, jobs, longest)
        except (ValueError, MemoryError):  # a board that is or gets too large, or an unknown bot
            return None
        return [self._result(*result) for result in played]

    def _result(
        self,
        scores: tuple[int, ...],
        turns: tuple[int, ...],
        starter: int,
        plies: int,
        ending: str | None,
    ) -> NativeResult:
        """A result from the kernel."""
        winners = Outcome.of(EndReason(ending), scores).winners if ending else ()
        return NativeResult(scores, winners, turns, starter, plies, ending)

    @property
    @final
    def native(self) -> _kernel.Rules:
        """The rules as the kernel needs them; only for use while there is a kernel."""
        if not hasattr(self, "_kernel_rules"):
            rules, known = self.rules, self._known()
            native = _native.kernel.Rules(
                points=known.points,
                single=known.single or 0,
                bonus=known.bonus,
                hand_size=rules.hand_size,
                exchange_limit=rules.exchange_limit,
                stacks=rules.supply == "stacks",
                must_exchange=rules.stuck == "must-exchange",
                at_once=rules.no_play == "at-once",
            )
            object.__setattr__(self, "_kernel_rules", native)
        return self._kernel_rules

    @final
    def can_place(self, position: TilePosition[E], hand: Sequence[Tile]) -> bool:
        """Whether a player with this hand could place a tile (R5, E3)."""
        if not hand:
            return False
        if self.may_forbid(position):
            return next(iter(groups(position, tuple(hand))), None) is not None
        return not position.board or position.board.open_cells.take_any(mask_of(hand))

    @final
    def outcome_of(self, state: TileState[E]) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        reason = self.ending(state)
        if reason is None:
            return None
        return Outcome(reason, state.scores, tuple(self.winners(state.players, state.scores)))

    @final
    def judge(self, position: TilePosition[E], move: Move) -> Judgement:
        """The judgement of a move, even if the game is over or another player is to move."""
        if position.outcome is not None:
            rules = _ENDED.get(position.outcome.reason, ("E2",))
            return illegal(Violation.of(Code.GAME_OVER, rules))
        if not position.may_move:
            name = position.players[position.turn].name
            return illegal(Violation.of(Code.NOT_YOUR_TURN, ["B4"], player=name))
        return self._judge_turn(position, move)

    def _judge_turn(self, position: TilePosition[E], move: Move) -> Judgement:
        if isinstance(move, Place):
            return self._judge_placement(position, move)
        if isinstance(move, Exchange):
            return self._judge_exchange(position, move)
        if isinstance(move, Pass):
            return self._judge_pass(position)
        return self.judge_own(position, move)

    def _judge_placement(self, position: TilePosition[E], move: Place) -> Judgement:
        board, hand, cells = position.board, position.hand, move.cells
        points: int | None = None
        if board:
            if cells:
                points = fitting_points(position, move)
        elif not any(why_not(board, hand, move)):
            points = self.line_points(len(cells))
        rest, missing = without(hand, move.laid)
        if points is None or missing:
            return Judgement(explain=lambda: why_not(board, hand, move))
        if self.may_forbid(position) and (forbidden := self.forbids(position, move)) is not None:
            return illegal(forbidden)
        bonus = 0 if rest or position.stock else self.bonus_at_end
        wanted = self.rules.hand_size - len(rest)
        return Judgement(rest, wanted if wanted > 0 else 0, points + bonus, bonus)

    def _judge_exchange(self, position: TilePosition[E], move: Exchange) -> Judgement:
        rest, missing = without(position.hand, move.tiles)
        size, most = len(move.tiles), self.most_exchanged(position)
        if 0 < size <= most and position.board and not missing:
            return Judgement(rest, size)
        found = list(why_not_exchange(position, move, missing))
        if not found:  # a subclass lowered `most_exchanged`
            found.append(exchange_too_large(move, most))
        return illegal(*found)

    def _judge_pass(self, position: TilePosition[E]) -> Judgement:
        if self.can_place(position, position.hand):
            return _CAN_PLACE
        # Nobody may exchange before the first line is on the board (R6).
        can_exchange = position.board and self.most_exchanged(position)
        if can_exchange and self.rules.stuck == "must-exchange":
            return illegal(Violation.of(Code.MUST_EXCHANGE, ["X4", "R5"]))
        return Judgement(position.hand)

    def _is_closed(self, state: TileState[E]) -> bool:
        """Whether no tile in any hand or in the supply fits anywhere (R21)."""
        if not state.board:  # with a veto on openings, players can only pass
            return state.passes >= len(state.players) and self.may_forbid(state)
        if self.can_place(state, state.hand):  # nearly always true, and quick to find
            return False
        return not self.can_place(state, _off_board(state))

    def _returned(
        self, supply: tuple[Piece, ...], tiles: tuple[Tile, ...], state: TileState[E]
    ) -> tuple[Piece, ...]:
        """The supply with exchanged tiles back in it, after the new ones were drawn (X1, X2)."""
        if self.rules.supply == "stacks":
            return supply + tiles
        return mixed(supply + tiles, state.seed, state.ply + 1)


def _read(board: object) -> Board:
    """A board, sound or not."""
    try:
        return Board(board)
    except QwirkleError as error:
        raise InvalidPosition((Fault("board", str(error)),)) from error


def _off_board(state: TileState[E]) -> list[Tile]:
    """The tiles in hands and in the supply."""
    tiles = [tile for hand in state.hands for tile in hand]
    return tiles + [piece for piece in state.supply.tiles if isinstance(piece, Tile)]


# Made once, since every list of moves checks whether passing is legal, and it seldom is.
_CAN_PLACE: Final = illegal(Violation.of(Code.PASS_WHILE_MOVE, ["R5"]))


def with_hand(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: Sequence[Tile]
) -> tuple[tuple[Tile, ...], ...]:
    """The hands with a new one for a seat, sorted.

    >>> from qwirkle.authoring import as_tiles
    >>> with_hand(((), ()), 1, as_tiles("Bd Rs"))
    ((), (Tile.parse('Rs'), Tile.parse('Bd')))
    """
    return (*hands[:seat], in_order(hand), *hands[seat + 1 :])
