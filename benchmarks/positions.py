"""The positions for the benchmarks of the tile game, which are always the same.

They are kept as texts, each as the state *before* the last placement and that placement. So a
state can be made as a game makes it: the open cells of the board before the placement are known,
and those of the board after it are not yet.

Each round renames the colours and shapes of all positions by another permutation. A renamed
position has the same number of moves and the same lengths of lines, but what the library
remembers about the tiles of an earlier round does not help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice, permutations
from random import Random
from typing import Final, NamedTuple, TypeAlias

import qwirkle
from qwirkle import Color, Exchange, Move, Place, Shape, Tile, TileState
from qwirkle.authoring import TileMoves
from qwirkle.supply import shuffled  # the same in every version of Python

COLORS: Final = "".join(color.letter for color in Color)
SHAPES: Final = "".join(shape.letter for shape in Shape)
BOX: Final = Counter([Tile(color, shape) for color in Color for shape in Shape] * 3)
KINDS: Final = ("random play", "greedy play")
FEWEST, MOST = 20, 60
"""The number of tiles on the board in the middle of a game."""
EACH: Final = 5
"""The number of positions from one game."""
SIZES: Final = (10, 30, 60, 100)
"""The sizes of the boards for which growth is measured."""
HANDS: Final = (6, 9)
"""The sizes of the hands for which growth is measured."""

Chooser: TypeAlias = Callable[[TileMoves, Random], Move]


class Case(NamedTuple):
    """A position to measure, as texts, and moves to measure with."""

    kind: str
    """The kind of play in the game."""
    board: str
    """The board before the last placement."""
    hands: tuple[str, str]
    """Both hands at that time; the second belongs to the player who moves after the placement."""
    supply: str
    """The supply at that time."""
    move: str
    """The last placement."""
    tiles: int
    """The number of tiles on the board after it."""
    placements: int
    """The number of legal placements after it."""
    legal: str
    """One of these placements."""
    missed: str
    """A placement that is nearly legal."""

    def renamed(self, round_: int) -> Case:
        """The case with other colours and shapes, which depend on the number of the round."""
        random = Random(round_)
        letters = [*shuffled(COLORS, random), *shuffled(SHAPES, random)]
        names = str.maketrans(COLORS + SHAPES, "".join(letters))
        return self._replace(
            board=self.board.translate(names),
            hands=(self.hands[0].translate(names), self.hands[1].translate(names)),
            supply=self.supply.translate(names),
            move=self.move.translate(names),
            legal=self.legal.translate(names),
            missed=self.missed.translate(names),
        )

    def before(self) -> TileState:
        """The state before the last placement, whose moves are known as in a game."""
        size = max(6, len(self.hands[1].split()))
        state: TileState = qwirkle.position(
            qwirkle.get_variant("standard", hand_size=size),
            board=self.board,
            hands=self.hands,
            supply=self.supply,
        )
        assert qwirkle.legal_moves(state).count()
        return state

    def fresh(self) -> TileState:
        """The state to measure, with empty caches."""
        return qwirkle.apply(self.before(), Place(self.move))


@cache
def middle(count: int = 300) -> tuple[Case, ...]:
    """Positions in the middle of games, half from random and half from greedy play."""
    found: list[Case] = []
    for kind, share in zip(KINDS, (count - count // 2, count // 2), strict=True):
        cases = _middle(kind)
        found += [next(cases) for _ in range(share)]
    return tuple(found)


def _middle(kind: str) -> Iterator[Case]:
    for seed in range(10_000):
        random = Random(seed)
        placed = [
            (state, move)
            for state, move in _played(kind, seed)
            if FEWEST <= len(state.board) + len(move.cells) <= MOST
        ]
        for state, move in shuffled(placed, random)[:EACH]:
            yield from _case(kind, state, move, state.hands[1 - state.turn], random)


@cache
def growing(size: int, hand: int, count: int = 20) -> tuple[Case, ...]:
    """Positions with ``size`` tiles on the board (or one or two more), and ``hand`` in hand.

    The hand is dealt from the tiles that are not on the board. With 100 tiles on the board, a hand
    of nine is impossible, since the box has 108.
    """
    if size + hand > BOX.total():
        return ()
    return tuple(islice(_growing(size, hand), count))


def _growing(size: int, hand: int) -> Iterator[Case]:
    for seed in range(10_000):
        random = Random(seed)
        for state, move in _played("greedy play", seed):
            rest = _rest(state, move)
            if size <= len(state.board) + len(move.cells) <= size + 2 and len(rest) >= hand:
                dealt = tuple(sorted(shuffled(rest, random)[:hand]))
                yield from _case("greedy play", state, move, dealt, random)
                break


@cache
def worst(count: int = 10, games: int = 3) -> tuple[Case, ...]:
    """The positions of some games with the most placements, with six tiles of one colour in hand."""
    found: list[Case] = []
    for seed in range(games):
        random = Random(seed)
        for state, move in _played("greedy play", seed):
            if FEWEST <= len(state.board) + len(move.cells) <= MOST:
                rest = set(_rest(state, move))
                for color in Color:
                    hand = tuple(Tile(color, shape) for shape in Shape)
                    if rest.issuperset(hand):
                        found += _case("six of a colour", state, move, hand, random)
    return tuple(sorted(found, key=lambda case: (-case.placements, case))[:count])


def open_cells(state: TileState) -> int:
    """The number of empty cells that touch a tile."""
    return len({cell for at in state.board for cell in at.neighbors} - set(state.board))


# Games


def at_random(moves: TileMoves, random: Random) -> Move:
    """A random legal move."""
    return moves.sample(random)


def greedily(moves: TileMoves, random: Random) -> Move:
    """A move that scores the most; without a placement, the largest exchange."""
    best = moves.best()
    assert best is not None
    return list(moves)[-1] if isinstance(best, Exchange) else best


CHOOSERS: Final[dict[str, Chooser]] = dict(zip(KINDS, (at_random, greedily), strict=True))


def _played(kind: str, seed: int) -> Iterator[tuple[TileState, Place]]:
    """The placements of a game of two, each with the state before it."""
    state, random = qwirkle.new_game(seed=seed), Random(seed)
    while not state.is_over:
        move = CHOOSERS[kind](qwirkle.legal_moves(state), random)
        if isinstance(move, Place) and state.board:
            yield state, move
        state = qwirkle.apply(state, move)


def _rest(state: TileState, move: Place) -> list[Tile]:
    """The tiles that are not on the board after a placement, sorted."""
    return sorted((BOX - Counter(state.board.values()) - Counter(move.laid)).elements())


def _case(
    kind: str, state: TileState, move: Place, hand: tuple[Tile, ...], random: Random
) -> Iterator[Case]:
    """The case of a placement and a hand for the next player, if that player can place a tile.

    All tiles that are neither on the board nor in the hands are in the supply. The player who
    placed keeps the rest of the hand, except for tiles that are now in the other hand.
    """
    pool = Counter(_rest(state, move)) - Counter(hand)
    kept = (Counter(state.hand) - Counter(move.laid)) & pool
    supply = shuffled(sorted((pool - kept).elements()), random)
    hands = _text(sorted([*move.laid, *kept.elements()])), _text(hand)
    case = Case(kind, str(state.board), hands, _text(supply), str(move), 0, 0, "", "")
    after = case.fresh()
    moves = qwirkle.legal_moves(after)
    if moves.placements:
        legal = moves.placements.sample(random)
        yield case._replace(
            tiles=len(after.board),
            placements=moves.placements.count(),
            legal=str(legal),
            missed=str(_near_miss(after, legal, random)),
        )


def _near_miss(state: TileState, legal: Place, random: Random) -> Place:
    """A placement that is not legal: other tiles of the hand on the same cells."""
    moves = qwirkle.legal_moves(state)
    for tiles in shuffled(permutations(state.hand, len(legal.cells)), random):
        move = Place(zip(legal.cells, tiles, strict=True))
        if move not in moves:
            return move
    # Every tile of the hand fits there, so use a cell that touches no tile.
    x, y = max(state.board)
    return Place({(x + 2, y): state.hand[0]})


def _text(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
