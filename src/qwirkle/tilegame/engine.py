"""The tile game: one engine, steered by a :class:`Rules` value and a few hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Final

import attrs

from qwirkle import start
from qwirkle.board import Board
from qwirkle.chance import mixed
from qwirkle.description import Citation, Edition, Fact
from qwirkle.errors import InvalidValue, Violation, listed, short_repr, shortened
from qwirkle.fields import Kind
from qwirkle.judgement import Judgement, illegal
from qwirkle.lines import LONGEST, Line
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.opencells import OpenCells
from qwirkle.plugins import check_name
from qwirkle.scene import Scene
from qwirkle.scoring import Score, ScoredLine
from qwirkle.state import Player, as_players
from qwirkle.supply import Drawn, Piece, Special, Supply, draw, without
from qwirkle.tilegame import wire
from qwirkle.tilegame.facts import checked_box, checked_starter, hook_facts, undeclared
from qwirkle.tilegame.legal_moves import TileMoves
from qwirkle.tilegame.legality import Code, fitting_points, not_in_hand, why_not
from qwirkle.tilegame.rules import COPIES, Rules
from qwirkle.tilegame.setup import TileSetup
from qwirkle.tilegame.state import EndReason, TilePosition, TileState, TileView, next_state
from qwirkle.tiles import TILES, Tile, in_order, mask_of
from qwirkle.variant import Variant
from qwirkle.words import counted

_ENDED: Final[dict[StrEnum, tuple[str, ...]]] = {
    EndReason.WENT_OUT: ("E2",),
    EndReason.NO_PLAY: ("E3",),
    EndReason.ALL_PASSED: ("R3",),
    EndReason.CLOSED: ("R21",),
}

# A set is the largest of a hand or not, and its place is agreed only so that there is one move
# for it: a bare board knows neither.
_UP_TO_THE_HAND: Final = (Code.NOT_OPENING_SET, Code.NOT_AT_ORIGIN)


def _is(*kinds: type) -> Callable[[TileGame, attrs.Attribute[Any], Any], None]:
    """A validator: the field is of one of these types."""

    def check(game: TileGame, attribute: attrs.Attribute[Any], value: object) -> None:
        if type(value) not in kinds:
            expected = f"expected {kinds[0].__name__} for {attribute.name}"
            raise InvalidValue(f"{expected}, not {short_repr(value)}")

    return check


def _pairs(
    citations: Mapping[str, Citation] | tuple[tuple[str, Citation], ...],
) -> tuple[tuple[str, Citation], ...]:
    if type(citations) is tuple:  # those of another variant
        return citations
    if not isinstance(citations, Mapping):
        raise InvalidValue(f"expected citations by rule id, not {short_repr(citations)}")
    return tuple(citations.items())


def _nameable(game: TileGame, attribute: object, name: object) -> None:
    check_name(name)


@attrs.frozen(repr=False)
class TileGame(Variant[TileState, TileView]):
    """A variant of the tile game.

    Most need nothing but a name and :class:`Rules`. A subclass may also replace what is
    marked as a hook; the rest follows from them.

    >>> import qwirkle
    >>> house = TileGame("five-in-hand", Rules(hand_size=5))
    >>> [len(hand) for hand in qwirkle.new_game(house, players=3, seed=1).hands]
    [5, 5, 5]
    """

    name: str = attrs.field(validator=[_is(str), _nameable])
    """The name it is chosen by."""
    rules: Rules = attrs.field(factory=Rules, validator=_is(Rules))
    """What this variant says where tables differ."""
    version: int = attrs.field(default=1, validator=_is(int))
    """Grows when its behaviour changes."""
    defaults: Rules = attrs.field(
        default=attrs.Factory(lambda self: self.rules, takes_self=True),
        validator=_is(Rules),
        kw_only=True,
    )
    """The rules that the name alone stands for. Options are what differs from them."""
    edition: Edition | None = attrs.field(
        default=None, validator=_is(Edition, NoneType), eq=False, kw_only=True
    )
    """What is printed on the box of the edition, if it is one."""
    _citations: tuple[tuple[str, Citation], ...] = attrs.field(
        factory=dict, eq=False, kw_only=True, converter=_pairs
    )
    # A cache: a cached property would slow down all other attributes of a class with slots.
    _points: list[tuple[int, ...]] = attrs.field(factory=list, init=False, eq=False, repr=False)

    move_types: ClassVar[tuple[type[Move], ...]] = (Place, Exchange, Pass)

    # Hooks: what a variant decides

    @property
    def specials(self) -> tuple[str, ...]:
        """Hook. The names of the pieces in the supply that are no tiles."""
        return ()

    @property
    def largest_hand(self) -> int:
        """Hook. The most tiles that a hand can ever hold."""
        return self.rules.hand_size

    def end_bonus(self) -> int:
        """Hook: the points for ending the game by placing one's last tile (C3)."""
        return LONGEST

    def line_points(self, length: int) -> int:
        """Hook: what a line is worth that a move formed or extended (C1, C2).

        The points may depend on nothing but the length: this is what lets the generator
        know them for free. Length 1 is the opening with a single tile (R2).

        >>> [TileGame("example").line_points(length) for length in range(1, 7)]
        [1, 2, 3, 4, 5, 12]
        """
        return 2 * LONGEST if length == LONGEST else length

    def pieces(self) -> tuple[Piece, ...]:
        """Hook: everything that is in the box (S1)."""
        return (*TILES * COPIES, *map(Special, self.specials))

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        """Hook: the seat that starts (B1 to B3, R1)."""
        return start.starter(players, hands, self.rules.tie_break)

    def most_exchanged(self, position: TilePosition) -> int:
        """Hook: the most tiles that can be exchanged now (X1, X3), 0 if none can."""
        return min(self.rules.exchange_limit, position.stock, len(position.hand))

    def open_cells(self, position: TilePosition) -> OpenCells:
        """Hook: where a tile may go in this turn, and which.

        The legal moves are found with it; what it excludes, ``judge_move`` must refuse.
        """
        return position.board.open_cells

    def can_place(self, position: TilePosition, hand: Sequence[Tile]) -> bool:
        """Hook: whether somebody with this hand could place a tile (R5, E3)."""
        if not position.board:
            return bool(hand)
        return self.open_cells(position).take_any(mask_of(hand))

    def ending(self, state: TileState) -> StrEnum | None:
        """Hook: why the game is over, or None if it goes on (E2, E3, R3, R21)."""
        if state.stock:
            return EndReason.CLOSED if self._is_closed(state) else None
        if not all(state.hands):
            return EndReason.WENT_OUT
        if self.rules.no_play == "all-passed":
            return EndReason.ALL_PASSED if state.passes >= len(state.players) else None
        if any(self.can_place(state, hand) for hand in state.hands):
            return None
        return EndReason.NO_PLAY

    def judge_move(self, position: TilePosition, move: Move) -> Judgement:
        """Hook: the judgement of a move by the player to move, while the game goes on."""
        if isinstance(move, Place):
            return self._judge_placement(position, move)
        if isinstance(move, Exchange):
            return self._judge_exchange(position, move)
        if isinstance(move, Pass):
            return self._judge_pass(position)
        message = f"{self.name} has no move like {shortened(str(move), 200)}"
        return illegal(Violation(Code.NO_SUCH_MOVE, ("T1",), message))

    def _judge_placement(self, position: TilePosition, move: Place) -> Judgement:
        board, hand, cells = position.board, position.hand, move.cells
        points: int | None = None
        if board:
            if cells:
                points = fitting_points(board, cells, move.laid, self.points)
        elif not why_not(board, hand, move):
            points = self.line_points(len(cells))
        rest, missing = without(hand, move.laid)
        if points is None or missing:
            return Judgement(explain=lambda: why_not(board, hand, move))
        bonus = 0 if rest or position.stock else self.end_bonus()
        wanted = self.rules.hand_size - len(rest)
        return Judgement(rest, wanted if wanted > 0 else 0, points + bonus, bonus)

    def _judge_exchange(self, position: TilePosition, move: Exchange) -> Judgement:
        found: list[Violation] = []
        rest, missing = without(position.hand, move.tiles)
        size, limit, supply = len(move.tiles), self.rules.exchange_limit, position.stock
        if missing:
            found.append(not_in_hand(missing, position.hand))
        if not position.board:
            message = "the first line must be laid before anybody exchanges"
            found.append(Violation(Code.OPENING_FIRST, ("R6",), message))
        if not size:
            found.append(Violation(Code.EXCHANGE_EMPTY, ("X1",), "no tile is exchanged"))
        if size > limit:
            message = (
                f"the exchange has {counted(size, 'tiles')}, but at most {limit} may be exchanged"
            )
            found.append(Violation(Code.EXCHANGE_TOO_LARGE, ("X1",), message))
        if size > supply:
            message = f"the exchange takes {size} from the supply, which holds only {supply}"
            found.append(Violation(Code.EXCHANGE_TOO_LARGE, ("X3", "R4"), message))
        most = self.most_exchanged(position)
        if not found and size > most:  # a subclass lowered `most_exchanged`
            message = f"the exchange has {counted(size, 'tiles')}, but at most {most} can be exchanged now"
            found.append(Violation(Code.EXCHANGE_TOO_LARGE, ("X1",), message))
        return Judgement(rest, size).forbidden(*found)

    def _judge_pass(self, position: TilePosition) -> Judgement:
        if self.can_place(position, position.hand):
            return _CAN_PLACE
        # Without a line on the board nobody exchanges (R6).
        can_exchange = position.board and self.most_exchanged(position)
        if can_exchange and self.rules.stuck == "must-exchange":
            message = "who cannot place must exchange while the supply lasts"
            return illegal(Violation(Code.MUST_EXCHANGE, ("X4", "R5"), message))
        return Judgement(position.hand)

    def moved(self, state: TileState, move: Move, judgement: Judgement, drawn: Drawn) -> TileState:
        """Hook: the state after a legal move, before specials have their effect."""
        seat = state.turn
        board, scores, supply = state.board, state.scores, drawn.rest
        if isinstance(move, Place):
            board = board.placing(zip(move.cells, move.laid, strict=True))
            total = scores[seat] + judgement.points
            scores = (*scores[:seat], total, *scores[seat + 1 :])
        elif isinstance(move, Exchange):
            supply = self._returned(supply, move.tiles, state)
        hands = with_hand(state.hands, seat, judgement.rest + drawn.tiles)
        passes = state.passes + 1 if isinstance(move, Pass) else 0
        return next_state(state, board, hands, Supply.of(supply), scores, passes)

    def revealed(self, state: TileState, specials: Sequence[Special]) -> TileState:
        """Hook: what follows when somebody has drawn specials, which are out of the game."""
        return state

    # Hooks for a variant whose states hold more than others; all of it is open to everyone

    more_fields: ClassVar[Mapping[str, Kind]] = {}
    """Hook. The fields that states and views have besides the usual, with their JSON types."""

    def new_state(self, **fields: Any) -> TileState:
        """Hook: a state of this variant, with the default of every field that is more."""
        return TileState(variant=self, **fields)

    def new_view(self, **fields: Any) -> TileView:
        """Hook: a view of this variant."""
        return TileView(variant=self, **fields)

    def read_more(self, setup: TileSetup, state: TileState) -> dict[str, Any]:
        """Hook: the fields that are more, read from what ``position`` was given.

        Args:
            setup: where to read them, and to note what is wrong with them.
            state: the position with the usual fields, and the defaults of the others.
        """
        return {}

    def bare(self, board: object) -> TileState:
        """Hook: a state for somebody who knows nothing but the board.

        No hand holds a tile, and the supply has all that are not on the board.
        """
        return self.position(board=board, turn=0)

    def undrawn(self, pieces: list[Piece], more: Mapping[str, Any]) -> list[Piece]:
        """Hook: which of the pieces that lie nowhere make a supply that was left out."""
        return pieces

    def encode_more(self, position: TilePosition) -> dict[str, Any]:
        """Hook: the fields that are more, as JSON values that ``position`` takes."""
        return {}

    # What every variant can do

    @property
    def citations(self) -> Mapping[str, Citation]:
        """For every rule id, what the edition's manual says."""
        return dict(self._citations)

    @property
    def options(self) -> Mapping[str, object]:
        """The rules that are not as the name alone gives them."""
        if self.rules == self.defaults:
            return {}
        facts, usual = self.rules.facts(), self.defaults.facts()
        return {name: facts[name].value for name in sorted(facts) if facts[name] != usual[name]}

    def with_options(self, /, **options: object) -> TileGame:
        """The same variant with other rules, by the names of the fields of :class:`Rules`.

        >>> TileGame("example").with_options(hand_size=5).rules.hand_size
        5
        """
        return attrs.evolve(self, rules=self.rules.changed(**options))

    def facts(self) -> Mapping[str, Fact]:
        """The fields of the rules, and the points and the box that the hooks decide.

        A subclass that replaces another hook adds a fact of the same name, or one that lists
        the hook, so that people can be told:

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
        """The hooks that a subclass replaces and its facts do not tell of.

        >>> class FirstStarts(TileGame):
        ...     def starter(self, players, hands):
        ...         return 0
        >>> list(FirstStarts("first-starts").undeclared())
        ['starter']
        """
        return undeclared(type(self), TileGame, self.facts())

    @property
    def player_counts(self) -> range:
        """How many can play (S3)."""
        return range(self.rules.min_players, self.rules.max_players + 1)

    def contents(self, state: TileState) -> tuple[Tile, ...]:
        """The tiles on the board, in hands and in the supply."""
        return in_order([*state.board.values(), *_off_board(state)])

    def new_game(self, players: object, seed: int) -> TileState:
        """Mix, deal (S2), and find who starts (B2)."""
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
        state = self.new_state(
            players=seated,
            board=Board(),
            hands=tuple(hands),
            supply=Supply.of(supply),
            scores=(0,) * len(seated),
            turn=checked_starter(self, seated, hands),
            passes=0,
            seed=seed,
            ply=0,
        )
        return self.revealed(state, specials)

    def position(self, /, **fields: object) -> TileState:
        """Any position; see :func:`qwirkle.position`."""
        return TileSetup(self, fields).state()

    def legal_moves(self, position: TilePosition) -> TileMoves:
        """The legal moves."""
        return TileMoves(position)

    def judge_board(self, board: object, move: Move) -> tuple[tuple[Violation, ...], Score]:
        """The same judgement for a player who holds just what the move takes from a hand."""
        position = self.bare(board)
        laid = move.laid if isinstance(move, Place) else ()
        held = move.tiles if isinstance(move, Exchange) else laid
        if len(laid) > self.largest_hand:
            message = f"nobody can hold {len(laid)} tiles: a hand has at most {self.largest_hand}"
            return (Violation(Code.NOT_YOUR_TILE, ("S2", "T1"), message),), Score()
        _, missing = without(position.supply.tiles, held)
        position = attrs.evolve(position, hands=with_hand(position.hands, position.turn, held))
        judged = self.judge_move(position, move).violations
        found = [violation for violation in judged if violation.code not in _UP_TO_THE_HAND]
        if missing:
            message = f"nobody can hold {listed(missing, ' ')}: the box has no more of it"
            found.append(Violation(Code.NOT_YOUR_TILE, ("S1",), message))
        return tuple(found), Score(() if found else self.scored_lines(position, move))

    def scored_lines(self, position: TilePosition, move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a placement forms or extends, with their points (C1, C2)."""
        if not isinstance(move, Place):
            return ()
        lines = [run.line() for run in position.board.placing(move.tiles).runs_through(move.cells)]
        if not lines:  # a single tile as the opening (R2)
            lines = [Line(move.cells, move.laid)]
        return tuple(ScoredLine(ln.cells, ln.tiles, self.line_points(len(ln))) for ln in lines)

    def after(self, state: TileState, move: Move, judgement: Judgement, drawn: Drawn) -> TileState:
        """The next state."""
        return self.revealed(self.moved(state, move, judgement, drawn), drawn.specials)

    def observe(self, state: TileState, seat: int) -> TileView:
        """What a player may know."""
        unseen: list[Piece] = list(state.supply.tiles)
        for other, hand in enumerate(state.hands):
            if other != seat:
                unseen += hand
        return self.new_view(
            players=state.players,
            seat=seat,
            board=state.board,
            hand=state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            supply_size=len(state.supply),
            unseen=in_order(unseen),
            scores=state.scores,
            turn=state.turn,
            passes=state.passes,
            outcome=state.outcome,
            **self.more(state),
        )

    def encode(self, position: TilePosition) -> dict[str, Any]:
        """The fields as JSON values."""
        return wire.encode(self, position)

    def decode_state(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> TileState:
        """The state with these fields."""
        return wire.decode_state(self, fields, players)

    def decode_view(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> TileView:
        """The view with these fields, if some state looks like that."""
        return wire.decode_view(self, fields, players)

    def scene(self, position: TilePosition) -> Scene:
        """The board, the players and the supply."""
        return wire.scene(position)

    # What the hooks and the rest of the engine use

    @property
    def box(self) -> tuple[Piece, ...]:
        """Everything that is in the box (S1), checked."""
        return checked_box(self)

    @property
    def points(self) -> tuple[int, ...]:
        """The worth of lines of 0 to 6 tiles on the board, where one tile is no line."""
        if not self._points:
            self._points.append((0, 0, *map(self.line_points, range(2, LONGEST + 1))))
        return self._points[0]

    def more(self, position: TilePosition) -> dict[str, Any]:
        """The fields that are more than usual, with their values."""
        return {name: getattr(position, name) for name in self.more_fields}

    def judge(self, position: TilePosition, move: Move) -> Judgement:
        """The judgement of a move, also when the game is over or another player is to move."""
        if position.outcome is not None:
            reason = position.outcome.reason
            rules = _ENDED.get(reason, ("E2",))
            return illegal(Violation(Code.GAME_OVER, rules, f"the game is over ({reason})"))
        if not position.may_move:
            name = position.players[position.turn].name
            return illegal(Violation(Code.NOT_YOUR_TURN, ("B4",), f"it is the turn of {name}"))
        return self.judge_move(position, move)

    def _is_closed(self, state: TileState) -> bool:
        """Whether no tile in any hand or in the supply fits anywhere (R21)."""
        if self.can_place(state, state.hand):  # true of nearly every state, and quickly found
            return False
        return not self.can_place(state, _off_board(state))

    def _returned(
        self, supply: tuple[Piece, ...], tiles: tuple[Tile, ...], state: TileState
    ) -> tuple[Piece, ...]:
        """The supply with exchanged tiles back in it, after the new ones were drawn (X1, X2)."""
        if self.rules.supply == "stacks":
            return supply + tiles
        return mixed(supply + tiles, state.seed, state.ply + 1)


def _off_board(state: TileState) -> list[Tile]:
    """The tiles in hands and in the supply."""
    tiles = [tile for hand in state.hands for tile in hand]
    return tiles + [piece for piece in state.supply.tiles if isinstance(piece, Tile)]


# Every list of moves asks whether passing is one of them, and mostly it is not: made once.
_CAN_PLACE: Final = illegal(
    Violation(Code.PASS_WHILE_MOVE, ("R5",), "passing is not allowed while a tile can be placed")
)


def with_hand(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: Sequence[Tile]
) -> tuple[tuple[Tile, ...], ...]:
    """The hands with another one for a seat, sorted.

    >>> from qwirkle.engine import as_tiles
    >>> with_hand(((), ()), 1, as_tiles("Bd Rs"))
    ((), (Tile.parse('Rs'), Tile.parse('Bd')))
    """
    return (*hands[:seat], in_order(hand), *hands[seat + 1 :])
