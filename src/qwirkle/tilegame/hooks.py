"""The rules of the tile game that a variant may change, each a hook with the usual rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import repeat
from typing import ClassVar, Generic, final

from qwirkle._engine import engine_of
from qwirkle._masks import mask_of
from qwirkle.cells import Cell
from qwirkle.judgement import Judgement, Violation, illegal, violation
from qwirkle.lines import LONGEST
from qwirkle.moves import Exchange, Move, Pass, Place
from qwirkle.state import Player, starting_seat
from qwirkle.supply import Piece, Special
from qwirkle.tilegame.legal_moves import is_any_allowed
from qwirkle.tilegame.legality import Code
from qwirkle.tilegame.rules import COPIES, Rules
from qwirkle.tilegame.state import E, EndReason, TilePosition, TileState, TileView
from qwirkle.tiles import TILES, Tile
from qwirkle.variant import Variant


class TileHooks(Variant[TileState[E], TileView[E]], Generic[E]):
    """The hooks of a tile game; a subclass of :class:`~qwirkle.authoring.TileGame` overrides some."""

    __slots__ = ()

    rules: Rules
    fixed_board: ClassVar[bool] = False
    """Hook. Whether cells differ, as those of a printed board do.

    Then the first line must cover 0,0, and every row and column that does is listed. Without it
    the first line may be anywhere, and is listed once; hooks must not depend on where it is.
    """
    _verbs: ClassVar[frozenset[str]] = frozenset([Place.verb, Exchange.verb, Pass.verb])

    def pieces(self) -> tuple[Piece, ...]:
        """Hook: everything that is in the box (S1)."""
        return TILES * COPIES

    @property
    def largest_hand(self) -> int:
        """Hook. The most tiles that a hand can ever hold."""
        return self.rules.hand_size

    def line_points(self, length: int) -> int:
        """Hook: the points for a line that a move formed or extended (C1, C2).

        They may depend only on the length, so that the generator knows them in advance.
        Length 1 is the opening with a single tile (R2).

        >>> import qwirkle
        >>> game = qwirkle.get_variant("standard")
        >>> [game.line_points(length) for length in range(1, 7)]
        [1, 2, 3, 4, 5, 12]
        """
        return 2 * LONGEST if length == LONGEST else length

    def end_bonus(self) -> int:
        """Hook: the points for ending the game by placing the last tile of a hand (C3)."""
        return LONGEST

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        """Hook: the seat that starts (B1 to B3, R1)."""
        return starting_seat(players, hands, self.rules.tie_break)

    def most_exchanged(self, position: TilePosition[E]) -> int:
        """Hook: the most tiles that can be exchanged now (X1, X3), 0 if none can."""
        return min(self.rules.exchange_limit, position.stock, len(position.hand))

    def bonus_points(self, position: TilePosition[E], move: Place) -> int:
        """Hook: the points that the variant adds to a legal placement, or takes away.

        It must depend only on what everyone sees and on the move. ``self.scored_lines(position,
        move)`` has the lines of the move.

        >>> import qwirkle.authoring
        >>> class NoFives(qwirkle.authoring.TileGame):
        ...     def bonus_points(self, position, move):
        ...         return -2 * sum(len(line) == 5 for line in self.scored_lines(position, move))
        >>> board = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0"
        >>> state = qwirkle.position(NoFives("no-fives"), board=board, hands=["Rk", "Gd"])
        >>> score = qwirkle.score(state, qwirkle.parse_move("Rk@4,0"))
        >>> score.total, score.lines[0].points, score.bonus_points
        (3, 5, -2)
        """
        return 0

    def forbids(self, position: TilePosition[E], move: Place) -> Violation | None:
        """Hook: the reason why a placement that the usual rules allow is forbidden, or None.

        It is for a rule about a placement as a whole, and is called for every placement of a
        list. A rule that can judge each tile by itself is faster as :meth:`forbids_tile`.

        Lists of moves leave out the forbidden placements. The answer must depend only on what
        everyone sees and on the move, and so not on the hand. If nobody can place because of it,
        and nothing is left to draw, the game ends when everyone has passed.
        """
        return None

    def forbids_tile(self, position: TilePosition[E], cell: Cell, tile: Tile) -> Violation | None:
        """Hook: why a tile may not be placed at a cell, whatever else is placed, or None.

        >>> import qwirkle.authoring
        >>> class NarrowCode(qwirkle.authoring.Reason):
        ...     EDGE = "edge"
        >>> class NarrowGame(qwirkle.authoring.TileGame):
        ...     fixed_board = True
        ...     def forbids_tile(self, position, cell, tile):
        ...         if abs(cell.y) > 1:
        ...             return qwirkle.Violation(NarrowCode.EDGE, ("H1",), "the board has three rows")
        >>> state = qwirkle.position(NarrowGame("narrow"), board="Rs@0,1", hands=["Rc", "Gd"])
        >>> [str(move) for move in qwirkle.legal_moves(state).placements]
        ['Rc@-1,1', 'Rc@0,0', 'Rc@1,1']
        """
        return None

    def may_forbid(self, position: TilePosition[E]) -> bool:
        """Hook: whether the vetoes of a class that overrides this, or of its bases, matter now.

        It only saves time. Other classes are asked through ``super()``.
        """
        return False

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
        return all_passed if self.has_veto(state) else None

    def final_scores(self, state: TileState[E]) -> Sequence[int]:
        """Hook: the scores after the end, for games that settle something then.

        They are the scores of the outcome, and decide who wins; the scores of the state stay as
        they are. They must depend only on what everyone sees.

        >>> import qwirkle.authoring
        >>> class PointOff(qwirkle.authoring.TileGame):
        ...     def final_scores(self, state):
        ...         return [score - left for score, left in zip(state.scores, state.hand_sizes)]
        >>> fields = {"board": "Rs@0,0", "hands": ["", "Gd Gx"], "supply": "", "scores": [7, 8]}
        >>> state = qwirkle.position(PointOff("point-off"), **fields)
        >>> state.scores, state.outcome.scores, state.winners
        ((7, 8), (7, 6), (0,))
        """
        return state.scores

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """Hook: the seats that win with these final scores (E4, R7).

        >>> import qwirkle.authoring
        >>> class LowestWins(qwirkle.authoring.TileGame):
        ...     def winners(self, players, scores):
        ...         return tuple(i for i, score in enumerate(scores) if score == min(scores))
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
        return illegal(violation(Code.NO_SUCH_MOVE, ("T1",), move=str(move)))

    # Methods that the hooks use

    @final
    def has_veto(self, position: TilePosition[E]) -> bool:
        """Whether `forbids_tile` or `forbids` could forbid anything now."""
        engine = engine_of(self)
        return engine.can_forbid or (engine.may_forbid and self.may_forbid(position))

    @final
    def veto(self, position: TilePosition[E], move: Place) -> Violation | None:
        """The reason why `forbids_tile` or `forbids` refuses a placement, or None."""
        reasons = map(self.forbids_tile, repeat(position), move.cells, move.laid)
        return next(filter(None, reasons), None) or self.forbids(position, move)

    @final
    def can_place(self, position: TilePosition[E], hand: Sequence[Tile]) -> bool:
        """Whether a player with this hand could place a tile (R5, E3)."""
        if not hand:
            return False
        if self.has_veto(position):
            return is_any_allowed(position, tuple(hand))
        return not position.board or position.board.open_cells.take_any(mask_of(hand))

    @final
    def exchangeable(self, position: TilePosition[E]) -> int:
        """The most tiles that can be exchanged now; none before the first line (R6)."""
        if not position.board or Exchange.verb not in self._verbs:
            return 0
        return max(0, min(self.most_exchanged(position), len(position.hand)))

    def _is_closed(self, state: TileState[E]) -> bool:
        """Whether no tile in any hand or in the supply fits anywhere (R21)."""
        if not state.board:  # with a veto on openings, players can only pass
            return state.passes >= len(state.players) and self.has_veto(state)
        if self.can_place(state, state.hand):  # nearly always true, and quick to find
            return False
        return not self.can_place(state, _off_board(state))


def _off_board(state: TileState[E]) -> list[Tile]:
    """The tiles in hands and in the supply."""
    tiles = [tile for hand in state.hands for tile in hand]
    return tiles + [piece for piece in state.supply.tiles if isinstance(piece, Tile)]
