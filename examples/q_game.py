"""The game Q of programming courses: other rules for the same tiles, with its own engine.

Q1  At the start, a tile is on the board and everyone has a hand. The first player begins.
Q2  In a turn, a player passes, exchanges the whole hand, or places any number of tiles in one row
    or column, even with gaps. Exchanged tiles go below the supply, which must have as many.
Q3  Every placed tile is joined to the tiles on the board.
Q4  A placed tile and its neighbours to the left and right share a colour or a shape, and so do the
    tile and its neighbours above and below. It need not match the rest of the line.
Q5  A placement scores a point for each placed tile, a point for each tile of every line that it
    forms or extends, and six more for such a line of six tiles of six colours or six shapes.
    Placing the whole hand scores another four. Otherwise the hand is refilled.
Q6  The game ends when somebody has placed the whole hand, or when nobody has placed a tile for as
    many turns as there are players.

Run it with ``python examples/q_game.py``: two bots play, and the last position is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

import attrs

import qwirkle
from qwirkle import (
    Board,
    Cell,
    Exchange,
    Move,
    Pass,
    Place,
    Player,
    State,
    Tile,
    Variant,
    View,
    Violation,
)
from qwirkle.authoring import (
    BOARD,
    COUNT,
    HAND,
    PIECES,
    POINTS,
    SEAT,
    SUPPLY,
    TILES,
    Code,
    Drawn,
    Fact,
    Judgement,
    LegalMoves,
    Line,
    Outcome,
    Piece,
    Position,
    Reason,
    Scene,
    ScoredLine,
    Supply,
    as_players,
    as_random,
    counted,
    ending,
    field,
    illegal,
    in_order,
    mixed,
    option_facts,
    per_seat,
    seated,
    shuffled,
    too_large,
    too_many,
    whole_number,
    without,
    wrong_sizes,
)
from qwirkle.errors import Fault

BOX = TILES * 3
LINE_BONUS, HAND_BONUS = 6, 4


class Why(Reason):
    """The reasons why a move is not legal, besides those of the tile game, or why a game ends."""

    NO_EXCHANGE = "no-exchange", "only the whole hand can be exchanged, for as many tiles"
    MISMATCH = "mismatch", "{tiles}, side by side at {cells}, do not match", "{tiles} do not match"
    WHOLE_HAND = "whole-hand", "{players:and} placed the whole hand"
    NOBODY_PLACED = "nobody-placed", "nobody has placed a tile for a whole round"


@attrs.frozen(kw_only=True, repr=False)
class QPosition(Position):
    """The fields that everyone sees."""

    variant: QGame
    players: tuple[Player, ...]
    board: Board = field(BOARD)
    scores: tuple[int, ...] = per_seat(POINTS)
    turn: int = field(SEAT)
    idle: int = field(COUNT)
    """How many turns there have been since somebody placed a tile."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (Q6), or None while it goes on."""
        if 0 in self.hand_sizes:
            return Outcome.of(Why.WHOLE_HAND, self.scores)
        nobody = self.idle >= len(self.players)
        return Outcome.of(Why.NOBODY_PLACED, self.scores) if nobody else None


@attrs.frozen(kw_only=True, repr=False)
class QState(QPosition, State["QView"]):
    """A game at one moment."""

    hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND)
    supply: Supply = field(SUPPLY)

    @property
    def supply_size(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.supply)

    @property
    def to_draw(self) -> tuple[Piece, ...]:
        """The tiles of the supply; the first is drawn first."""
        return self.supply.tiles


def hidden_from(state: QState, seat: int) -> tuple[Piece, ...]:
    """The tiles that a player does not see, sorted, so that the order reveals nothing."""
    everything = [*state.supply.tiles, *chain(*state.hands)]
    return in_order(without(everything, state.hands[seat])[0])


@attrs.frozen(kw_only=True, repr=False)
class QView(QPosition, View):
    """A game as one player may know it."""

    seat: int = field(SEAT, shows=lambda state, seat: seat)
    hand: tuple[Tile, ...] = field(HAND, shows=lambda state, seat: state.hands[seat])
    hand_sizes: tuple[int, ...] = per_seat(COUNT)
    supply_size: int = field(COUNT)
    unseen: tuple[Piece, ...] = field(PIECES, shows=hidden_from)

    def sample_state(self, random: Random) -> QState:
        """A state with this view, in which the unseen tiles are dealt at random."""
        hands, supply = self.dealt(shuffled(self.unseen, as_random(random)))
        return self.variant.state_behind(self, hands=hands, supply=Supply(supply))


# Placements: which are legal, and why the others are not


def are_in_line(cells: Sequence[Cell]) -> bool:
    """Whether all cells are in one row or in one column (Q2)."""
    return len({cell.x for cell in cells}) == 1 or len({cell.y for cell in cells}) == 1


def around(board: Board, cell: Cell) -> list[Line]:
    """A tile with its neighbours to the left and right, and with those above and below."""
    x, y = cell
    lines = ((x - 1, y), (x, y), (x + 1, y)), ((x, y - 1), (x, y), (x, y + 1))
    return [Line((), tuple([board[each] for each in line if each in board])) for line in lines]


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """The cells that touch one of these."""
    return {near for cell in cells for near in cell.neighbors}


def fits(board: Board, cell: Cell) -> bool:
    """Whether the tile at a cell matches its neighbours (Q4)."""
    return all(line.shared is not None for line in around(board, cell))


def why_not(position: QState | QView, move: Place) -> Iterator[Violation]:
    """Every reason why a placement is not legal."""
    old, new = position.board, position.board.placing(move.tiles)
    if not move.cells:
        yield Violation.of(Code.NOTHING_PLACED, ["Q2"])
    elif not are_in_line(move.cells):
        yield Violation.of(Code.NOT_IN_ONE_LINE, ["Q2"], move.cells)
    if missing := without(position.hand, move.laid)[1]:
        yield Violation.of(Code.NOT_YOUR_TILE, ["Q2"], tiles=missing, hand=position.hand)
    for cell, tile in move.tiles:
        if cell in old:
            yield Violation.of(Code.CELL_TAKEN, ["Q2"], [cell], [tile], there=old[cell])
    for group in new.groups():
        if not any(cell in old for cell in group):
            tiles = [new[cell] for cell in group]
            yield Violation.of(Code.TOUCHES_NOTHING, ["Q3"], group, tiles)
    for cell in move.cells:
        for line in around(new, cell):
            if line.shared is None:
                yield Violation.of(Why.MISMATCH, ["Q4"], [cell], line.tiles)


@attrs.frozen(eq=False)
class QMoves(LegalMoves[Move]):
    """The legal moves: the placements, those of one tile first, the exchange, and the pass."""

    position: QState | QView

    def __iter__(self) -> Iterator[Move]:
        if self.position.can_move:
            yield from self._placements()
            yield from (move for move in (Exchange(self.position.hand), Pass()) if move in self)

    def _placements(self) -> Iterator[Place]:
        """Every legal placement is a shorter one with one more tile, or a single tile."""
        found, known, touching = [Place(())], set[Place](), beside(self.position.board)
        for shorter in found:  # which grows during the loop
            for longer in self._longer(shorter, touching | beside(shorter.cells)):
                if longer not in known:
                    known.add(longer)
                    found.append(longer)
                    yield longer

    def _longer(self, move: Place, touching: set[Cell]) -> Iterator[Place]:
        """The legal placements of the same tiles and one more, at a cell that touches a tile."""
        board = self.position.board.placing(move.tiles)
        rest, _ = without(self.position.hand, move.laid)
        for cell in sorted(touching):
            cells = cell, *move.cells
            if cell not in board and are_in_line(cells):
                for tile in sorted({*rest}):
                    new = board.placing([(cell, tile)])
                    if all(fits(new, each) for each in cells):
                        yield Place([*move.tiles, (cell, tile)])


def line_points(line: Line) -> int:
    """The points of a line (Q5)."""
    kinds = len({tile.color for tile in line.tiles}), len({tile.shape for tile in line.tiles})
    return len(line) + (LINE_BONUS if len(line) == 6 and 6 in kinds else 0)


def refused(code: Reason, rule: str, **values: Any) -> Judgement:
    """The judgement of a move that is not legal for this reason."""
    return illegal(Violation.of(code, [rule], **values))


@attrs.frozen(repr=False)
class QGame(Variant[QState, QView]):
    """The game, with the size of a hand as its only option."""

    hand_size: int = whole_number(("Q1",), 4, 6, "a full hand has {} tiles".format)

    name, version = "q", 1
    player_counts = range(2, 5)
    move_types = Place, Exchange, Pass
    state_type, view_type = QState, QView

    def facts(self) -> Mapping[str, Fact]:
        """Its decisions, under the names that the tile game uses where they mean the same."""
        return {
            **option_facts(self),
            "stuck": Fact("anyone", ("Q2",), "anyone may pass, or exchange the whole hand"),
            "fit": Fact("neighbours", ("Q3", "Q4"), "a tile must match its neighbours only"),
            "line_bonus": Fact(LINE_BONUS, ("Q5",), f"{LINE_BONUS} more for a line of all six"),
            "end_bonus": Fact(HAND_BONUS, ("Q5", "Q6"), f"{HAND_BONUS} more for the whole hand"),
        }

    def new_game(self, players: object, seed: int) -> QState:
        """Mix the tiles, place the first one, and deal (Q1)."""
        seats = as_players(players, self.player_counts[0], self.player_counts[-1])
        first, *tiles = mixed(BOX, seed, 0)
        hands = [[tiles.pop() for _ in range(self.hand_size)] for _ in seats]
        return self.position(players=seats, board={(0, 0): first}, hands=hands, supply=tiles)

    def faults(self, position: QState | QView) -> Iterator[Fault]:
        """A board that is not one group, large hands, and tiles that the box does not hold."""
        if len(position.board.groups()) != 1:
            yield Fault("board", "the tiles on the board must form one group [Q3]")
        yield from too_large(position, self.hand_size, "Q1")
        yield from too_many(BOX, position, "Q1")
        if isinstance(position, QView):
            yield from wrong_sizes(position, self.hand_size, "supply_size")

    def legal_moves(self, position: QState | QView) -> QMoves:
        """The legal moves."""
        return QMoves(position)

    def judge(self, position: QState | QView, move: Move) -> Judgement:
        """The judgement of a move: its cost and its points, or why it is not legal."""
        hand = position.hand
        if position.is_over:
            return refused(Code.GAME_OVER, "Q6")
        if not position.may_move:
            return refused(Code.NOT_YOUR_TURN, "Q2", player=position.players[position.turn].name)
        if isinstance(move, Pass):
            return Judgement(hand)
        if isinstance(move, Exchange):
            is_legal = move.tiles == hand and len(hand) <= position.supply_size
            return Judgement((), len(hand)) if is_legal else refused(Why.NO_EXCHANGE, "Q2")
        if not isinstance(move, Place):
            return refused(Code.NO_SUCH_MOVE, "Q2", move=str(move))
        if reasons := [*why_not(position, move)]:
            return illegal(*reasons)
        rest, _ = without(hand, move.laid)
        placed, bonus = len(move.laid), 0 if rest else HAND_BONUS
        points = sum(line.points for line in self.scored_lines(position, move)) + placed + bonus
        return Judgement(rest, placed if rest else 0, points, bonus, bonus_points=placed)

    def scored_lines(self, position: QState | QView, move: Move) -> tuple[ScoredLine, ...]:
        """The lines that a placement forms or extends (Q5)."""
        if not isinstance(move, Place):
            return ()
        lines = position.board.placing(move.tiles).lines()
        return tuple(
            ScoredLine(line.cells, line.tiles, line_points(line))
            for line in lines
            if not {*line.cells}.isdisjoint(move.cells)
        )

    def after(self, state: QState, move: Move, judgement: Judgement, drawn: Drawn) -> QState:
        """The next state."""
        seat, scores, hands = state.turn, [*state.scores], [*state.hands]
        scores[seat] += judgement.points
        hands[seat] = in_order((*judgement.rest, *drawn.tiles))
        returned = move.tiles if isinstance(move, Exchange) else ()
        return attrs.evolve(
            state,
            board=state.board.placing(move.tiles) if isinstance(move, Place) else state.board,
            scores=tuple(scores),
            turn=(seat + 1) % len(hands),
            idle=0 if isinstance(move, Place) else state.idle + 1,
            hands=tuple(hands),
            supply=Supply((*drawn.rest, *returned)),
        )

    def scene(self, position: QState | QView) -> Scene:
        """The board, the players and the supply."""
        notes = f"{counted(position.supply_size, 'tiles')} in the supply", *ending(position)
        return Scene(tuple(position.board.items()), seated(position), notes)


game = QGame()


def main() -> None:
    """Let two greedy players play, and print the last position."""
    state = qwirkle.new_game(game, ["Ada", "Bob"], seed=1)
    while not state.is_over:
        state = qwirkle.apply(state, qwirkle.bots.greedy(qwirkle.observe(state, state.turn)))
    print(qwirkle.render.text(state))


if __name__ == "__main__":
    main()
