"""The tile game: one engine, controlled by a :class:`Rules` value and a few hooks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Final, Generic, Self, final

import attrs

from qwirkle import _engine
from qwirkle._engine import Remembering, engine_of
from qwirkle.board import Board
from qwirkle.description import Citation, Edition, Fact, Option, Statement, options_of
from qwirkle.errors import Fault, InvalidValue, short_repr
from qwirkle.fields import MOST_COUNTED, Extra, empty_fields
from qwirkle.judgement import Judgement, Score, ScoredLine, Violation, illegal, violation
from qwirkle.lines import Line
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.reading import completed_view, left_in_box, too_large, too_many, wrong_sizes
from qwirkle.scene import Scene, ending, seated
from qwirkle.state import Outcome, State, View, as_players
from qwirkle.supply import Drawn, Piece, Special, Supply, draw, mixed, without
from qwirkle.tilegame.hooks import TileHooks
from qwirkle.tilegame.legal_moves import TileMoves
from qwirkle.tilegame.legality import (
    Code,
    board_faults,
    board_violations,
    fitting_points,
    judge_board,
    why_not,
    why_not_exchange,
)
from qwirkle.tilegame.rules import RULINGS, STATEMENTS, Rules, hook_facts, rulings, undeclared
from qwirkle.tilegame.state import (
    ENDED_BY,
    E,
    ExtendedState,
    ExtendedView,
    OpenView,
    TilePosition,
    TileState,
    TileView,
    check_own_fields,
    next_state,
    seats_seen,
    with_hand,
)
from qwirkle.tiles import Tile
from qwirkle.variant import check_name
from qwirkle.words import counted, expect, expect_number, sentence


@attrs.frozen(repr=False)
class TileGame(Remembering, TileHooks[E], Generic[E]):
    """A variant of the tile game.

    Most need only a name and :class:`Rules`. A subclass may also override the members marked as
    hooks; the rest follows from them.

    >>> import qwirkle
    >>> house = TileGame("five-in-hand", Rules(hand_size=5))
    >>> [len(hand) for hand in qwirkle.new_game(house, players=3, seed=1).hands]
    [5, 5, 5]
    """

    name: str
    """The name it is chosen by."""
    rules: Rules = attrs.Factory(lambda self: self.rules_type(), takes_self=True)
    """The rules of this variant where editions differ, and its own options if the value is of a
    subclass of :class:`Rules`."""
    version: int = 1
    """The version, which increases when its behaviour changes."""
    defaults: Rules = attrs.field(
        default=attrs.Factory(lambda self: self.rules, takes_self=True), kw_only=True
    )
    """The rules that the name alone stands for. The options are the differences from them."""
    edition: Edition | None = attrs.field(default=None, eq=False, kw_only=True)
    """The text on the box, if the variant is a printed edition."""
    _citations: Mapping[str, Citation] = attrs.field(
        alias="citations", factory=dict, eq=False, kw_only=True
    )

    rules_type: ClassVar[type[Rules]] = Rules
    """The class of its rules, if it has its own options."""
    move_types: ClassVar[tuple[type[Move], ...]] = (Place, Exchange, Pass)
    state_type: ClassVar[type[State]] = TileState
    view_type: ClassVar[type[View]] = TileView
    beyond_board: ClassVar[tuple[StrEnum, ...]] = (Code.NOT_OPENING_SET,)
    """The reasons that a bare board cannot give, since they depend on a hand or on anything else
    that is not on the board."""

    def __attrs_post_init__(self) -> None:
        check_name(self.name)
        expect(self.rules, self.rules_type, f"{self.rules_type.__name__} for rules")
        if type(self.defaults) is not type(self.rules):
            expected = f"expected {type(self.rules).__name__} for defaults"
            raise InvalidValue(f"{expected}, not {short_repr(self.defaults)}")
        expect_number("version", self.version, 1, MOST_COUNTED)
        expect(self.edition, (Edition, NoneType), "Edition for edition")
        expect(self._citations, Mapping, "citations by rule id")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "move_types" in vars(cls):
            cls._verbs = frozenset(kind.verb for kind in cls.move_types)
            if Place.verb not in cls._verbs:
                raise InvalidValue(f"{cls.__name__}.move_types: a tile game has placements")
        if cls.extra_type is not Extra:
            check_own_fields(cls.extra_type)
            cls.state_type = ExtendedState if cls.state_type is TileState else cls.state_type
            cls.view_type = ExtendedView if cls.view_type is TileView else cls.view_type
        if cls.sees is not TileGame.sees and cls.view_type in (TileView, ExtendedView):
            cls.view_type = OpenView

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
        """The rules that differ from the named variant's defaults."""
        if self.rules == self.defaults:
            return {}
        rules, usual, names = self.rules, self.defaults, sorted(options_of(type(self.rules)))
        return {n: getattr(rules, n) for n in names if getattr(rules, n) != getattr(usual, n)}

    def with_options(self, /, **options: object) -> Self:
        """The same variant with other rules, by the names of the fields of :class:`Rules`.

        >>> TileGame("example").with_options(hand_size=5).rules.hand_size
        5
        """
        return attrs.evolve(self, rules=self.rules.changed(**options))

    @property
    def possible_options(self) -> Mapping[str, Option]:
        """The fields of the rules."""
        return options_of(type(self.rules))

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
        start = Fact(True, ("B2",), "the first line must cover 0,0")
        fixed = {"fixed_board": start} if self.fixed_board else {}
        return {**self.rules.facts(), **hook_facts(self), **fixed}

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
        fields = {
            **empty_fields(self.state_type, len(seated)),
            "variant": self,
            "players": seated,
            "board": Board(),  # a new one, since a board caches its open cells
            "turn": self.starter(seated, hands),
            "extra": self.new_extra(seated),
            "hands": tuple(hands),
            "supply": Supply.of(supply),
            "seed": seed,
        }
        kind: Any = self.state_type
        state: TileState[E] = kind(**fields)
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
        if not isinstance(position, TileView):
            return
        yield from wrong_sizes(position, self.largest_hand, "supply_size")
        if isinstance(position, OpenView):
            for seat, hand in enumerate(position.seen_hands):
                if hand and seat not in seats_seen(position, position.seat):
                    yield Fault(f"seen_hands[{seat}]", "the player does not see it [S2]", ("seat",))

    def legal_moves(self, position: TilePosition[E]) -> TileMoves:
        """The legal moves."""
        return TileMoves(position)

    def as_listed(self, position: TilePosition[E], move: Move) -> Move:
        """The listed move that a legal move stands for.

        The first line may be any row or column, but each is listed once, as a row from 0,0; on a
        fixed board they all differ.
        """
        if isinstance(move, Place) and not position.board and not self.fixed_board:
            return Place(((x, 0), tile) for x, tile in enumerate(move.laid))
        return move

    @final
    def board_violations(self, board: object) -> tuple[Violation, ...]:
        """The rules that a board breaks (P1, P3, S1)."""
        return board_violations(self, board)

    @final
    def judge_board(
        self, board: object, move: Move, *, lenient: bool = False
    ) -> tuple[tuple[Violation, ...], Score]:
        """The judgement of a move for a player who holds exactly the tiles that it needs."""
        return judge_board(self, board, move, lenient)

    @final
    def scored_lines(self, position: TilePosition[E], move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a placement forms or extends, with their points (C1, C2)."""
        if not isinstance(move, Place):
            return ()
        if known := engine_of(self).score(position, move, move.laid, with_bonus=False):
            return known.lines
        lines = [run.line() for run in position.board.runs_through(move.cells, move.laid)]
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
    def specials(self) -> tuple[str, ...]:
        """The names of the special tiles in the box."""
        return tuple(piece.name for piece in self.box if isinstance(piece, Special))

    @final
    def outcome_of(self, state: TileState[E]) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        reason = self.ending(state)
        if reason is None:
            return None
        scores = tuple(self.final_scores(state))
        return Outcome(reason, scores, tuple(self.winners(state.players, scores)))

    @final
    def apply(self, state: TileState[E], move: Move, draw: object = None) -> TileState[E]:
        """The next state."""
        after = _engine.apply(self, state, move) if draw is None else None
        return self.play(state, move, draw)[1] if after is None else after

    def _score(self, position: TileState[E] | TileView[E], move: Move) -> Score:
        engine, known = engine_of(self), None
        if engine.plays and position.can_move and isinstance(move, Place):
            known = engine.score(position, move, position.hand, with_bonus=not position.stock)
        return super()._score(position, move) if known is None else known

    def _observe(self, state: TileState[E], seat: int) -> TileView[E]:
        view = _engine.observe(state, seat, self.view_type)
        return super()._observe(state, seat) if view is None else view

    @final
    def is_legal(self, position: TilePosition[E], move: Move) -> bool:
        """Whether a move is legal, found without the reasons why it is not."""
        if position.outcome is not None or not position.may_move:
            return False
        found: Judgement | None = self._judge_quickly(position, move)
        return found is not None and not found.violations

    @final
    def judge(self, position: TilePosition[E], move: Move) -> Judgement:
        """The judgement of a move, even if the game is over or another player is to move."""
        if position.outcome is not None:
            rule = ENDED_BY.get(position.outcome.reason, "E2")
            return illegal(violation(Code.GAME_OVER, (rule,)))
        if not position.may_move:
            name = position.players[position.turn].name
            return illegal(violation(Code.NOT_YOUR_TURN, ("B4",), player=name))
        return self.judge_turn(position, move)

    @final
    def judge_turn(self, position: TilePosition[E], move: Move) -> Judgement:
        """The judgement of a move by the player to move, while the game goes on."""
        found = self._judge_quickly(position, move)
        if found is not None:
            return found
        if isinstance(move, Place):
            return illegal(*why_not(position, move))
        exchange: Any = move  # the only other kind whose reasons are not found at once
        return illegal(*why_not_exchange(position, exchange, self.exchangeable(position)))

    def _judge_quickly(self, position: TilePosition[E], move: Move) -> Judgement | None:
        """The judgement; None for a move that is not legal if the reasons take time to find."""
        if move.verb not in self._verbs:
            return illegal(violation(Code.NO_SUCH_MOVE, ("T1",), move=str(move)))
        if isinstance(move, Place):
            return self._judge_placement(position, move)
        if isinstance(move, Exchange):
            return self._judge_exchange(position, move)
        if isinstance(move, Pass):
            return self._judge_pass(position)
        return self.judge_own(position, move)

    def _judge_placement(self, position: TilePosition[E], move: Place) -> Judgement | None:
        board, hand, cells = position.board, position.hand, move.cells
        points: int | None = None
        if board:
            if cells:
                points = fitting_points(position, move)
        elif not any(why_not(position, move)):
            points = self.line_points(len(cells))
        if points is None:
            return None
        rest, missing = without(hand, move.laid)
        if missing:
            return None
        if self.has_veto(position) and (forbidden := self.veto(position, move)):
            return illegal(forbidden)
        engine = engine_of(self)
        bonus = 0 if rest or position.stock else engine.bonus
        more = self.bonus_points(position, move) if engine.adds_points else 0
        wanted = self.rules.hand_size - len(rest)
        return Judgement(rest, wanted if wanted > 0 else 0, points + bonus + more, bonus, more)

    def _judge_exchange(self, position: TilePosition[E], move: Exchange) -> Judgement | None:
        rest, missing = without(position.hand, move.tiles)
        size = len(move.tiles)
        is_legal = 0 < size <= self.exchangeable(position) and not missing
        return Judgement(rest, size) if is_legal else None

    def _judge_pass(self, position: TilePosition[E]) -> Judgement:
        if self.can_place(position, position.hand):
            return _CAN_PLACE
        if self.rules.stuck == "must-exchange" and self.exchangeable(position):
            return _MUST_EXCHANGE
        return Judgement(position.hand)

    def _returned(
        self, supply: tuple[Piece, ...], tiles: tuple[Tile, ...], state: TileState[E]
    ) -> tuple[Piece, ...]:
        """The supply with exchanged tiles back in it, after the new ones were drawn (X1, X2)."""
        if self.rules.supply == "stacks":
            return supply + tiles
        return mixed(supply + tiles, state.seed, state.ply + 1)


# Made once, since every list of moves checks whether passing is legal, and it seldom is.
_CAN_PLACE: Final = illegal(violation(Code.PASS_WHILE_MOVE, ("R5",)))
_MUST_EXCHANGE: Final = illegal(violation(Code.MUST_EXCHANGE, ("X4", "R5")))
