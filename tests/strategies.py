"""Hypothesis strategies for the tile game: tiles, hands, and states reached by playing.

A playout is drawn as one number per move: an index into the legal moves, which have a
fixed order. A failure therefore shrinks to few moves, and to the first legal ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import brute
from hypothesis import assume
from hypothesis import strategies as st

import qwirkle
from qwirkle import Color, Move, Shape, Tile, TileState
from qwirkle.authoring import TileGame

TILES = [Tile(color, shape) for color in Color for shape in Shape]

VARIANTS = [
    qwirkle.get_variant("standard"),
    qwirkle.get_variant("standard", supply="stacks", tie_break="youngest"),
    qwirkle.get_variant("standard", stuck="may-exchange", no_play="all-passed"),
    qwirkle.get_variant("standard", hand_size=4, exchange_limit=3),
]
"""The usual rules, and others that meet every other way of the engine."""

_STEPS = 1000
_EXCHANGING = 920  # a step of this size or more is an exchange, if one is legal


def tiles() -> st.SearchStrategy[Tile]:
    """One of the 36 tiles."""
    return st.sampled_from(TILES)


def hands(*, min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[tuple[Tile, ...]]:
    """A sorted hand from one box of tiles: never more than three of a kind."""
    box = sorted(TILES * 3)
    places = st.sets(st.integers(0, len(box) - 1), min_size=min_size, max_size=max_size)
    return places.map(lambda chosen: tuple(sorted(box[place] for place in chosen)))


def cells(*, furthest: int = 8) -> st.SearchStrategy[qwirkle.Cell]:
    """A cell near the middle, or occasionally one very far away."""
    numbers = st.integers(-furthest, furthest) | st.sampled_from([-(10**12), 10**9, 10**12])
    return st.builds(qwirkle.Cell, numbers, numbers)


def moves() -> st.SearchStrategy[Move]:
    """Any move, which need not be legal anywhere."""
    return st.one_of(
        st.just(qwirkle.Pass()),
        hands().map(qwirkle.Exchange),
        st.dictionaries(cells(), tiles(), max_size=6).map(qwirkle.Place),
    )


def variants() -> st.SearchStrategy[TileGame]:
    """The standard rules or one of the other sets of rules."""
    return st.sampled_from(VARIANTS)


def chosen_move(state: TileState, step: int, *, greedy: bool) -> Move:
    """The legal move that a number selects: mostly a placement, sometimes an exchange.

    Args:
        state: a state of a game that is not over.
        step: the number, below 1000.
        greedy: whether placements are chosen only among those with the most points.
    """
    found = list(qwirkle.legal_moves(state).scored())
    if greedy and found:
        most = max(points for _, points in found)
        found = [(move, points) for move, points in found if points == most]
    choices: Sequence[Move] = [move for move, _ in found]
    if step >= _EXCHANGING or not choices:
        choices = list(qwirkle.legal_moves(state).exchanges) or choices
    choices = choices or list(qwirkle.legal_moves(state))
    return choices[step % len(choices)]


@st.composite
def playouts(
    draw: st.DrawFn,
    *,
    players: st.SearchStrategy[int] | None = None,
    start: st.SearchStrategy[TileState] | None = None,
    min_moves: int = 0,
    max_moves: int = 60,
) -> list[TileState]:
    """The states of a game from its start: at least one, at most one more than the moves.

    Args:
        draw: given by Hypothesis.
        players: the number of players; 2 to 4 by default.
        start: where to begin instead of a new game.
        min_moves: the smallest number of moves, unless the game ends before.
        max_moves: the largest number of moves.
    """
    if start is None:
        seated = draw(players or st.integers(2, 4))
        seed = draw(st.integers(0, 2**64 - 1))
        state = qwirkle.new_game(draw(variants()), players=seated, seed=seed)
    else:
        state = draw(start)
    greedy = draw(st.booleans())
    states = [state]
    for _ in range(draw(st.integers(min_moves, max_moves))):
        if state.is_over:
            break
        step = draw(st.integers(0, _STEPS - 1))
        state = qwirkle.apply(state, chosen_move(state, step, greedy=greedy))
        states.append(state)
    return states


def with_fields(state: TileState, **changes: object) -> TileState:
    """The state with some fields changed, built as a new position."""
    fields = {
        "players": state.players,
        "board": state.board,
        "hands": state.hands,
        "supply": state.supply.tiles,
        "scores": state.scores,
        "turn": state.turn,
        "passes": state.passes,
        "seed": state.seed,
        "ply": state.ply,
    }
    return qwirkle.position(state.variant, **(fields | changes))


def misfits(state: TileState) -> list[Tile]:
    """The tiles of the hands and the supply that fit nowhere on the board, in order."""
    table = brute.table_of(state.board)
    beside = brute.beside(table)
    hidden: list[Any] = sorted(
        tile for place in (*state.hands, state.supply.tiles) for tile in place
    )
    fitting = {
        tile
        for tile in set(hidden)
        if not table or any(brute.good_at({**table, c: str(tile)}, c) for c in beside)
    }
    return [tile for tile in hidden if tile not in fitting]


@st.composite
def late_states(draw: st.DrawFn) -> TileState:
    """A state with a short supply, and often short hands, at or near the end of the game.

    In some, players have only tiles that fit nowhere, so that they exchange or pass, or the
    game is over; in some, scores are tied.
    """
    state = draw(playouts(min_moves=1, max_moves=40))[-1]
    size = draw(st.integers(1, state.variant.rules.hand_size))
    hands = [hand[:size] for hand in state.hands]
    supply = state.supply.tiles[: draw(st.sampled_from([0, 0, 0, 1, 2, 7]))]
    stuck = draw(st.sampled_from([0, 1, len(hands), len(hands)]))
    useless = misfits(state) if stuck else []
    if stuck and len(useless) >= stuck:
        size = draw(st.integers(1, min(size, len(useless) // stuck)))
        taken = [useless[i * size : (i + 1) * size] for i in range(stuck)]
        # Stuck players get tiles that fit nowhere; the others keep those that are still available.
        left: Counter[Any] = Counter(
            tile for place in (*state.hands, state.supply.tiles) for tile in place
        )
        left.subtract(tile for hand in taken for tile in hand)
        hands = [tuple(hand) for hand in taken] + hands[stuck:]
        hands[stuck:] = [_still_there(hand, left) for hand in hands[stuck:]]
        supply = _still_there(supply, left)  # type: ignore[arg-type]
    scores = draw(st.sampled_from([state.scores, [7] * len(hands), [7, *[9] * (len(hands) - 1)]]))
    passes = draw(st.integers(0, len(hands)))
    return with_fields(state, hands=hands, supply=supply, scores=scores, passes=passes)


def _still_there(tiles: Sequence[Tile], left: Counter[Tile]) -> tuple[Tile, ...]:
    """Take those of the tiles that are still available out of `left`, and return them."""
    found: list[Tile] = []
    for tile in tiles:
        if left[tile] > 0:
            left[tile] -= 1
            found.append(tile)
    return tuple(found)


def endgames(*, max_moves: int = 30) -> st.SearchStrategy[list[TileState]]:
    """The states of a game that begins with a short supply."""
    return playouts(start=late_states(), max_moves=max_moves)


def games() -> st.SearchStrategy[list[TileState]]:
    """The states of a game, from the opening on or near the end."""
    return playouts() | endgames() | late_states().map(lambda state: [state])


def states() -> st.SearchStrategy[TileState]:
    """A state of a game: the opening, the middle or the end."""
    return games().map(lambda played: played[-1])


def tables() -> st.SearchStrategy[TileState]:
    """A state of a game that is not over, with tiles on the board."""
    return states().filter(lambda state: bool(state.board) and not state.is_over)


def open_states() -> st.SearchStrategy[TileState]:
    """A state of a game that is not over."""
    return states().filter(lambda state: not state.is_over)


@st.composite
def finished_states(draw: st.DrawFn) -> TileState:
    """The last state of a game that began near its end."""
    state = draw(late_states())
    greedy = draw(st.booleans())
    for _ in range(100):  # where nothing fits, players could exchange for ever
        if state.is_over:
            break
        step = draw(st.integers(0, _EXCHANGING - 1))
        state = qwirkle.apply(state, chosen_move(state, step, greedy=greedy))
    assume(state.is_over)
    return state


@st.composite
def turns(draw: st.DrawFn) -> tuple[TileState, Move]:
    """A state and one of its legal moves."""
    state = draw(open_states())
    found = list(qwirkle.legal_moves(state))
    return state, found[draw(st.integers(0, len(found) - 1))]


def aligned(one: qwirkle.Place, two: qwirkle.Place) -> bool:
    """Whether the first cells of two placements share a row or a column."""
    return one.cells[0].x == two.cells[0].x or one.cells[0].y == two.cells[0].y


@st.composite
def attempts(draw: st.DrawFn) -> tuple[TileState, Move]:
    """A state and a move to try in it: legal, nearly legal or neither."""
    state, move = draw(turns())
    how = draw(st.sampled_from(["legal", "bent", "both", "any"]))
    if how == "any":
        return state, draw(moves())
    if how == "legal" or not isinstance(move, qwirkle.Place):
        return state, move
    placed = dict(move.tiles)
    if how == "both":
        others = [other for other in qwirkle.legal_moves(state).placements if aligned(move, other)]
        return state, qwirkle.Place(placed | dict(draw(st.sampled_from(others)).tiles))
    x, y = draw(st.sampled_from(move.cells))
    tile = placed.pop(qwirkle.Cell(x, y))
    dx, dy = draw(st.sampled_from([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (10**12, 0)]))
    placed[qwirkle.Cell(x + dx, y + dy)] = draw(st.sampled_from([tile, *state.hand]) | tiles())
    return state, qwirkle.Place(placed)


@st.composite
def records(
    draw: st.DrawFn, *, max_moves: int = 25, own_draws: bool = False
) -> qwirkle.GameRecord[TileState]:
    """A record of a game, from the opening or from near the end.

    Args:
        draw: given by Hypothesis.
        max_moves: the largest number of moves.
        own_draws: whether some moves draw tiles other than the first of the supply, as in a
            real game.
    """
    start = draw(playouts(max_moves=0).map(lambda played: played[0]) | late_states())
    greedy = draw(st.booleans())
    record = qwirkle.GameRecord(start)
    for _ in range(draw(st.integers(0, max_moves))):
        if record.state.is_over:
            break
        step = draw(st.integers(0, _STEPS - 1))
        state = record.state
        move = chosen_move(state, step, greedy=greedy)
        drawn = None
        if own_draws and draw(st.booleans()):
            size = len(qwirkle.api.draws(state, move))
            drawn = draw(st.permutations(state.supply.tiles))[:size]
        record = record.play(move, draw=drawn)
    return record
