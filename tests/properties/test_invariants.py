"""Properties that hold in every game, whatever is played."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import brute
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    TILES,
    attempts,
    chosen_move,
    endgames,
    finished_states,
    games,
    hands,
    moves,
    open_states,
    records,
    states,
    tables,
    tiles,
    turns,
    with_fields,
)

import qwirkle
from qwirkle import (
    Board,
    Cell,
    Color,
    Exchange,
    Move,
    Place,
    Shape,
    Tile,
    TileState,
    TileView,
    authoring,
)
from qwirkle._masks import BIT, OpenCells, Slot
from qwirkle.authoring import Code

# Boards


@given(games())
def test_no_line_is_longer_than_six(played: list[TileState]) -> None:
    """No line ever has more than six tiles (P3)."""
    for state in played:
        table = brute.table_of(state.board)
        assert max(map(len, brute.all_lines(table)), default=0) <= 6


@given(games())
def test_no_line_repeats_a_tile(played: list[TileState]) -> None:
    """No line ever holds the same tile twice (P3)."""
    for state in played:
        table = brute.table_of(state.board)
        for line in brute.all_lines(table):
            assert len({table[cell] for cell in line}) == len(line)


@given(games())
def test_every_line_shares_exactly_one_attribute(played: list[TileState]) -> None:
    """The tiles of a line are of one colour or of one shape, never of both (P3)."""
    for state in played:
        table = brute.table_of(state.board)
        for line in brute.all_lines(table):
            colors = {table[cell][0] for cell in line}
            shapes = {table[cell][1] for cell in line}
            assert (len(colors) == 1) != (len(shapes) == 1)


@given(games())
def test_the_lines_of_a_board_are_all_its_lines(played: list[TileState]) -> None:
    """`Board.lines` gives every line once, with its tiles (P2)."""
    for state in played:
        table = brute.table_of(state.board)
        lines = state.board.lines()
        assert sorted(map(list, (line.cells for line in lines))) == sorted(brute.all_lines(table))
        for line in lines:
            assert [table[cell] for cell in line.cells] == [str(tile) for tile in line.tiles]
            assert line.fits


@given(games())
def test_the_board_stays_connected(played: list[TileState]) -> None:
    """The tiles on the board are always one group, connected side by side (P1)."""
    for state in played:
        assert brute.connected(brute.table_of(state.board))
        assert len(state.board.groups()) == bool(state.board)


@given(games())
def test_tiles_never_move(played: list[TileState]) -> None:
    """A tile on the board stays in its cell: boards only grow."""
    for before, after in pairwise(played):
        assert before.board.items() <= after.board.items()


# Tiles, hands and turns


def all_tiles(state: TileState) -> Counter[Tile]:
    """Every tile of a state, wherever it is."""
    places = [state.board.values(), *state.hands, state.supply.tiles]
    return Counter(tile for place in places for tile in place)  # type: ignore[misc]


@given(endgames())
def test_no_tile_comes_or_goes(played: list[TileState]) -> None:
    """A game from a position keeps the tiles that the position had."""
    for state in played[1:]:
        assert all_tiles(state) == all_tiles(played[0])


@given(games())
def test_hands_are_sorted_and_never_too_large(played: list[TileState]) -> None:
    """Hands are sorted and never too large; they are full if the supply allows it (T1)."""
    for state in played:
        for hand in state.hands:
            assert list(hand) == sorted(hand)
            assert len(hand) <= state.variant.rules.hand_size
    for before, after in pairwise(played):
        moved = after.hands[before.turn]
        if len(after.board) > len(before.board) and len(after.supply):
            assert len(moved) == after.variant.rules.hand_size


@given(turns())
def test_a_move_affects_only_the_mover(turn: tuple[TileState, Move]) -> None:
    """A move changes no other hand and no other score, and passes the turn on (B4)."""
    state, move = turn
    after = qwirkle.apply(state, move)
    seat = state.turn
    for other in range(len(state.players)):
        if other != seat:
            assert after.hands[other] == state.hands[other]
            assert after.scores[other] == state.scores[other]
    assert after.turn == (seat + 1) % len(state.players)
    assert after.ply == state.ply + 1
    assert (after.players, after.variant, after.seed) == (state.players, state.variant, state.seed)
    assert after.passes == (state.passes + 1 if move == qwirkle.Pass() else 0)


@given(turns())
def test_the_hand_loses_and_gains_tiles(turn: tuple[TileState, Move]) -> None:
    """The mover loses the tiles of the move and gains the drawn ones, from the supply (T1, X1)."""
    state, move = turn
    after = qwirkle.apply(state, move)
    drawn: Counter[object] = Counter(qwirkle.api.draws(state, move))
    given_up: Counter[object] = Counter()
    returned: Counter[object] = Counter()
    if isinstance(move, Place):
        given_up = Counter(move.laid)
        assert after.board == Board({**state.board, **dict(move.tiles)})
    else:
        assert after.board == state.board
    if isinstance(move, Exchange):
        given_up = returned = Counter(move.tiles)
        assert drawn.total() == len(move.tiles)
    held: Counter[object] = Counter(state.hand)
    supplied: Counter[object] = Counter(state.supply.tiles)
    assert Counter(after.hands[state.turn]) == held - given_up + drawn
    assert Counter(after.supply.tiles) == supplied - drawn + returned


@given(turns())
def test_exchanged_tiles_are_not_drawn_at_once(turn: tuple[TileState, Move]) -> None:
    """The drawn tiles were in the supply before anything was returned to it (X1)."""
    state, move = turn
    drawn = qwirkle.api.draws(state, move)
    assert drawn == state.supply.tiles[: len(drawn)]


# Points


@given(open_states())
def test_points_are_the_lines_and_the_bonus(state: TileState) -> None:
    """A score has the lines with a placed tile, each with its points, and the bonus (C1 to C3)."""
    table = brute.table_of(state.board)
    for move in qwirkle.legal_moves(state).placements:
        score = qwirkle.score(state, move)
        assert score.total == int(score) == sum(ln.points for ln in score.lines) + score.end_bonus
        after = table | {(cell.x, cell.y): str(tile) for cell, tile in move.tiles}
        changed = [line for line in brute.all_lines(after) if set(line) & set(move.cells)]
        lines = [list(line.cells) for line in score.lines]
        assert sorted(lines) == sorted(changed or [list(move.cells)])
        assert len(move.cells) == 1 or set(move.cells) <= set(lines[0])
        for line in score.lines:
            assert line.points == (12 if len(line) == 6 else len(line))
            assert [str(tile) for tile in line.tiles] == [after[cell] for cell in line.cells]
        last = not state.supply and len(state.hand) == len(move.cells)
        assert score.end_bonus == (6 if last else 0)


@given(turns())
def test_only_placements_score(turn: tuple[TileState, Move]) -> None:
    """Exchanges and passes gain nothing; every placement gains something (X1, C1)."""
    state, move = turn
    if isinstance(move, Place):
        assert qwirkle.score(state, move).total >= 1
    else:
        assert qwirkle.score(state, move) == qwirkle.Score()


@given(states())
def test_the_quick_scores_are_the_scores(state: TileState) -> None:
    """`scored` gives each placement, in order, with the total that `score` gives."""
    legal = qwirkle.legal_moves(state)
    scored = list(legal.scored())
    assert [move for move, _ in scored] == list(legal.placements)
    for move, total in scored:
        assert total == qwirkle.score(state, move).total


# Legal moves


@given(attempts())
def test_membership_is_enumeration(attempt: tuple[TileState, Move]) -> None:
    """A move is `in` the legal moves, has no violation and can be applied exactly if listed."""
    state, move = attempt
    legal = qwirkle.legal_moves(state)
    listed = move in list(legal)
    assert (move in legal) == listed
    assert (move in legal.placements) == (listed and isinstance(move, Place))
    assert (move in legal.exchanges) == (listed and isinstance(move, Exchange))
    assert (not qwirkle.check(state, move)) == listed
    if listed:
        qwirkle.apply(state, move)
    else:
        with pytest.raises(qwirkle.IllegalMove) as caught:
            qwirkle.apply(state, move)
        assert caught.value.violations == qwirkle.check(state, move)


@given(games(), moves())
def test_a_finished_game_has_no_moves(played: list[TileState], move: Move) -> None:
    """A state has no legal moves exactly if the game is over (E2, E3, R3)."""
    for state in played:
        assert state.is_over == (not qwirkle.legal_moves(state))
        assert state.is_over == (brute.Position.of(state).ending is not None)
    last = played[-1]
    if last.is_over:
        assert [violation.code for violation in qwirkle.check(last, move)] == ["game-over"]


@given(finished_states(), st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_the_winners_have_the_most_points(state: TileState, points: list[int]) -> None:
    """The winners are all seats with the highest score (E4, R7)."""
    for scores in (state.scores, points[: len(state.players)]):
        ended = with_fields(state, scores=scores)
        assert ended.outcome is not None
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        assert ended.winners == ended.outcome.winners == best
        assert ended.outcome.scores == ended.scores == tuple(scores)


@given(open_states())
def test_nobody_wins_before_the_end(state: TileState) -> None:
    """While the game goes on there is no outcome, and there are no winners."""
    assert (state.is_over, state.outcome, state.winners) == (False, None, ())


# States as values


@given(states())
def test_equal_states_hash_equal(state: TileState) -> None:
    """The same state made in another way is equal, with an equal hash; so are its parts."""
    other = with_fields(state)
    assert state == other
    assert hash(state) == hash(other)
    assert len({state, other}) == 1
    assert hash(state.board) == hash(other.board)
    for seat in range(len(state.players)):
        views = {qwirkle.observe(state, seat), qwirkle.observe(other, seat)}
        assert len(views) == 1
    assert state != with_fields(state, scores=[points + 1 for points in state.scores])


@given(turns(), st.randoms(use_true_random=False))
def test_any_draw_can_be_given(turn: tuple[TileState, Move], random: Random) -> None:
    """With other draws given, the hand has those, and no tile comes or goes."""
    state, move = turn
    drawn = random.sample(state.supply.tiles, len(qwirkle.api.draws(state, move)))
    after = qwirkle.apply(state, move, draw=drawn)
    usual = qwirkle.apply(state, move)
    assert all_tiles(after) == all_tiles(state)
    assert (after.board, after.scores, after.turn) == (usual.board, usual.scores, usual.turn)
    replaced: list[Any] = [*usual.hands[state.turn], *drawn]
    for tile in qwirkle.api.draws(state, move):
        replaced.remove(tile)
    assert list(after.hands[state.turn]) == sorted(replaced)


# Texts, JSON and copies


def pasted(value: object) -> object:
    """The value that the `repr` of a value evaluates to."""
    return eval(repr(value), {**vars(qwirkle.record), **vars(authoring), **vars(qwirkle)})


@given(states())
def test_the_repr_of_a_view_is_python(state: TileState) -> None:
    """The `repr` of a view evaluates to the view, even at the end of the game."""
    for seat in range(len(state.players)):
        view = qwirkle.observe(state, seat)
        assert pasted(view) == view


@given(turns())
def test_the_repr_of_moves_and_scores_is_python(turn: tuple[TileState, Move]) -> None:
    """The `repr` of a move, of its score and of its lines evaluates to an equal value."""
    state, move = turn
    score = qwirkle.score(state, move)
    assert pasted(move) == move
    assert pasted(score) == score
    for line in qwirkle.apply(state, move).board.lines():
        assert pasted(line) == line


@given(moves())
def test_moves_are_their_texts(move: Move) -> None:
    """Reading the text of a move gives the move, even if it is never legal."""
    assert qwirkle.parse_move(str(move)) == move
    assert hash(qwirkle.parse_move(str(move))) == hash(move)
    assert pasted(move) == move


@given(tiles(), hands())
def test_tiles_are_their_texts(tile: Tile, hand: tuple[Tile, ...]) -> None:
    """Reading the text or the `repr` of a tile gives the tile itself."""
    assert Tile.parse(str(tile)) is tile
    assert pasted(tile) is tile
    assert Tile(tile.color, tile.shape) is tile
    assert pasted(authoring.Supply(hand)) == authoring.Supply(" ".join(map(str, hand)))


@given(states())
def test_boards_are_their_texts(state: TileState) -> None:
    """Reading the text of a board gives the board, in cell order."""
    board = state.board
    assert Board(str(board)) == Board(dict(board)) == Board(reversed(list(board.items()))) == board
    assert list(board) == sorted(board)


@given(records(own_draws=True))
def test_records_are_their_texts(record: qwirkle.GameRecord[TileState]) -> None:
    """Reading the text or the `repr` of a record gives the record and its last state."""
    text = str(record)
    for again in (qwirkle.GameRecord.parse(text), pasted(record)):
        assert again == record
        assert isinstance(again, qwirkle.GameRecord)
        assert again.state == record.state
        assert str(again) == text


@given(records(own_draws=True))
def test_records_replay(record: qwirkle.GameRecord[TileState]) -> None:
    """The moves of a record, made one by one with its draws, lead to its states."""
    state = record.start
    replayed = [state]
    for turn in record.turns:
        state = qwirkle.apply(state, turn.move, draw=turn.draw)
        replayed.append(state)
    assert list(record.states()) == replayed
    assert record.state == state


@given(records())
def test_records_need_no_draws(record: qwirkle.GameRecord[TileState]) -> None:
    """Without its draws a record gives the same game, if they came from the supply."""
    without_draws = re.sub(r" draws [^#\n]*", " ", str(record))
    assert qwirkle.GameRecord.parse(without_draws) == record


COPIES: list[Callable[[object], object]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ),
]


@given(states())
def test_copied_tiles_are_the_same_tiles(state: TileState) -> None:
    """There are only 36 tile objects, even in copies and pickles of hands and states."""
    for duplicate in COPIES:
        for tile in TILES:
            assert duplicate(tile) is tile
        other = duplicate(state)
        assert isinstance(other, TileState)
        for hand, same in zip(state.hands, other.hands, strict=True):
            assert all(one is two for one, two in zip(hand, same, strict=True))


# Symmetries


def same_game(
    state: TileState,
    moved: Callable[[tuple[int, int]], tuple[int, int]],
    painted: Callable[[Tile], Tile],
    attempt: Move,
) -> None:
    """The state with other cells and tiles has the same moves, scores and verdicts."""

    def image(move: Move) -> Move:
        if isinstance(move, Place):
            return Place({moved(cell): painted(tile) for cell, tile in move.tiles})
        return Exchange(map(painted, move.tiles)) if isinstance(move, Exchange) else move

    other = with_fields(
        state,
        board={moved(cell): painted(tile) for cell, tile in state.board.items()},
        hands=[[*map(painted, hand)] for hand in state.hands],
        supply=[*map(painted, state.supply.tiles)],  # type: ignore[arg-type]
    )
    assert (state.outcome and state.outcome.reason) == (other.outcome and other.outcome.reason)
    legal, images = qwirkle.legal_moves(state), qwirkle.legal_moves(other)
    assert {image(move) for move in legal} == set(images)
    assert legal.count() == images.count()
    totals = {image(move): total for move, total in legal.scored()}
    assert totals == dict(images.scored())
    for move in legal.placements:
        score, same = qwirkle.score(state, move), qwirkle.score(other, image(move))
        assert sorted(ln.points for ln in score.lines) == sorted(ln.points for ln in same.lines)
        lines = {frozenset(map(moved, line.cells)) for line in score.lines}
        assert lines == {frozenset(line.cells) for line in same.lines}
    verdicts = (qwirkle.check(state, attempt), qwirkle.check(other, image(attempt)))
    one, two = (sorted(violation.code for violation in found) for found in verdicts)
    assert one == two


TURNS: list[Callable[[tuple[int, int]], tuple[int, int]]] = [
    lambda cell: (cell[0], cell[1]),
    lambda cell: (-cell[1], cell[0]),
    lambda cell: (-cell[0], -cell[1]),
    lambda cell: (cell[1], -cell[0]),
    lambda cell: (-cell[0], cell[1]),
    lambda cell: (cell[0], -cell[1]),
    lambda cell: (cell[1], cell[0]),
    lambda cell: (-cell[1], -cell[0]),
]


def on_a_table(attempt: tuple[TileState, Move]) -> bool:
    """Whether there are tiles on the board: the opening has a fixed place."""
    return bool(attempt[0].board)


@given(attempts().filter(on_a_table), st.sampled_from(TURNS))
def test_turned_and_mirrored_boards_are_the_same_game(
    attempt: tuple[TileState, Move], moved: Callable[[tuple[int, int]], tuple[int, int]]
) -> None:
    """Swapping rows and columns, left and right, or up and down changes nothing."""
    state, move = attempt
    same_game(state, moved, lambda tile: tile, move)


SHIFTS = st.integers(-20, 20) | st.sampled_from([10**9, -(10**9), 10**12 + 1, 2**64, -(10**30)])


@given(attempts().filter(on_a_table), SHIFTS, SHIFTS)
def test_boards_elsewhere_are_the_same_game(
    attempt: tuple[TileState, Move], dx: int, dy: int
) -> None:
    """The location of the board does not matter, however far away it is."""
    state, move = attempt
    same_game(state, lambda cell: (cell[0] + dx, cell[1] + dy), lambda tile: tile, move)


@given(attempts(), st.permutations(list(Color)), st.permutations(list(Shape)), st.booleans())
def test_other_colors_and_shapes_are_the_same_game(
    attempt: tuple[TileState, Move], colors: list[Color], shapes: list[Shape], swapped: bool
) -> None:
    """All colours are equivalent, all shapes are, and colours and shapes can be swapped."""
    state, move = attempt

    def painted(tile: Tile) -> Tile:
        color, shape = int(tile.color), int(tile.shape)
        if swapped:
            color, shape = shape, color
        return Tile(colors[color], shapes[shape])

    same_game(state, lambda cell: (cell[0], cell[1]), painted, move)


@given(tables(), SHIFTS, SHIFTS)
def test_play_goes_on_elsewhere(state: TileState, dx: int, dy: int) -> None:
    """The same moves on a board elsewhere lead to the same hands, scores and end."""
    other = with_fields(
        state, board={(x + dx, y + dy): tile for (x, y), tile in state.board.items()}
    )
    for step in range(8):
        if state.is_over:
            break
        move = image = chosen_move(state, 97 * step, greedy=False)
        if isinstance(move, Place):
            image = Place({(x + dx, y + dy): tile for (x, y), tile in move.tiles})
        state, other = qwirkle.apply(state, move), qwirkle.apply(other, image)
        assert (state.hands, state.supply, state.scores) == (
            other.hands,
            other.supply,
            other.scores,
        )
        assert state.outcome == other.outcome
        assert qwirkle.legal_moves(state).count() == qwirkle.legal_moves(other).count()


# A player's knowledge


def public(view: TileView) -> dict[str, str]:
    """The public attributes of a view, as texts."""
    names = [name for name in dir(view) if not name.startswith("_") and hasattr(view, name)]
    return {name: repr(getattr(view, name)) for name in names if name != "sample_state"}


@given(states(), st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_a_view_reveals_nothing_else(state: TileState, random: Random, seed: int) -> None:
    """States that differ only in what a seat cannot know give exactly the same view."""
    for seat in range(len(state.players)):
        hidden = [tile for other, hand in enumerate(state.hands) if other != seat for tile in hand]
        hidden += state.supply.tiles  # type: ignore[arg-type]
        random.shuffle(hidden)
        dealt = [
            hand if other == seat else [hidden.pop() for _ in hand]
            for other, hand in enumerate(state.hands)
        ]
        twin = with_fields(state, hands=dealt, supply=hidden, seed=seed)
        view, same = qwirkle.observe(state, seat), qwirkle.observe(twin, seat)
        assert view == same
        assert hash(view) == hash(same)
        assert repr(view) == repr(same)
        assert qwirkle.to_json(view) == qwirkle.to_json(same)
        assert public(view) == public(same)
        assert list(qwirkle.legal_moves(view)) == list(qwirkle.legal_moves(same))


@given(states())
def test_a_view_has_the_public_fields(state: TileState) -> None:
    """A view has the board, the player's hand, the sizes of the rest, and what is unseen."""
    for seat in range(len(state.players)):
        view = qwirkle.observe(state, seat)
        assert (view.board, view.hand, view.scores) == (
            state.board,
            state.hands[seat],
            state.scores,
        )
        assert view.hand_sizes == tuple(map(len, state.hands))
        assert (view.supply_size, view.turn) == (len(state.supply), state.turn)
        unseen = all_tiles(state) - Counter(state.board.values()) - Counter(state.hands[seat])
        assert list(view.unseen) == sorted(unseen.elements())
        assert (view.is_over, view.winners) == (state.is_over, state.winners)


@given(attempts())
def test_the_mover_s_view_is_as_good_as_the_state(attempt: tuple[TileState, Move]) -> None:
    """Moves, reasons and scores are the same for the mover's view and for the state."""
    state, move = attempt
    view = qwirkle.observe(state, state.turn)
    legal, same = qwirkle.legal_moves(state), qwirkle.legal_moves(view)
    assert list(legal) == list(same)
    assert list(legal.scored()) == list(same.scored())
    assert (legal.count(), bool(legal), move in legal) == (same.count(), bool(same), move in same)
    assert qwirkle.check(state, move) == qwirkle.check(view, move)
    if move in legal:
        assert qwirkle.score(state, move) == qwirkle.score(view, move)


# Open cells


def slots(known: OpenCells) -> tuple[dict[Cell, Slot], dict[Cell, Slot]]:
    """The open cells of a board along rows and along columns, by cell, in the Python code."""
    rows: dict[Cell, Slot] = {}
    columns: dict[Cell, Slot] = {}
    for key, (mask, row, column) in known.cells.items():
        assert mask == row[0] & column[0]
        [cell] = known.keys[key]
        rows[cell], columns[cell] = row, column
    return rows, columns


def takings(board: Board) -> tuple[list[Cell], list[Tile]]:
    """The open cells of a board, and the tiles that fit any of them, by the engine in use."""
    known = board.open_cells
    return list(known), [tile for tile in TILES if known.take_any(BIT[tile])]


@given(games())
def test_open_cells_are_kept_up_to_date(played: list[TileState]) -> None:
    """The open cells after every move are those of an equal board made from scratch."""
    for before, after in pairwise(played):
        placed = sorted(after.board.items() - before.board.items())
        known, fresh = OpenCells.around(before.board).filling(placed), OpenCells.around(after.board)
        assert slots(known) == slots(fresh)
        assert takings(after.board) == takings(Board(dict(after.board)))
    for state in played:
        beside = brute.beside(brute.table_of(state.board))
        assert slots(OpenCells.around(state.board))[0].keys() == beside
        assert list(state.board.open_cells) == sorted(beside)


@given(records())
def test_open_cells_are_right_if_they_were_never_computed_before(
    record: qwirkle.GameRecord[TileState],
) -> None:
    """Boards whose predecessors never computed their open cells have the right ones."""
    board = Board(dict(record.start.board))
    for turn in record.turns:
        if isinstance(turn.move, Place):
            board = board.placing(turn.move.tiles)
    assert board == record.state.board
    assert takings(board) == takings(record.state.board)


@given(tables())
def test_open_cells_take_the_tiles_that_fit(state: TileState) -> None:
    """An open cell takes exactly the tiles that fit the line along its row or column (P4)."""
    table = brute.table_of(state.board)
    for along, step in zip(
        slots(OpenCells.around(state.board)), (brute.RIGHT, brute.DOWN), strict=True
    ):
        for cell, slot in along.items():
            fitting = 0
            for tile in TILES:
                filled = {**table, (cell.x, cell.y): str(tile)}
                line = brute.line_through(filled, cell, step)
                if brute.good_line(filled[c] for c in line):
                    fitting |= BIT[tile]
            assert slot[0] == fitting


# Reasons as data


ABOUT = {
    Code.NOT_YOUR_TILE: (False, True),
    Code.CELL_TAKEN: (True, True),
    Code.NOT_IN_ONE_LINE: (True, False),
    Code.GAP: (True, False),
    Code.TOUCHES_NOTHING: (True, True),
    Code.NO_SHARED_ATTRIBUTE: (True, True),
    Code.DUPLICATE_IN_LINE: (True, True),
    Code.LINE_MISMATCH: (True, True),
    Code.LINE_TOO_LONG: (True, True),
}
"""Whether a reason is about cells, and whether it is about tiles."""


@given(states(), st.data())
def test_reasons_name_their_cells_and_tiles(state: TileState, data: st.DataObject) -> None:
    """Every cell or tile that a sentence names is a value too, for all kinds of placements."""
    near = [*state.board.open_cells, *state.board, Cell(0, 0), Cell(40, 40)]
    cells = data.draw(st.lists(st.sampled_from(near), min_size=1, max_size=4, unique=True))
    move = Place({cell: data.draw(st.sampled_from(TILES)) for cell in cells})
    for violation in qwirkle.check(state, move):
        assert all(isinstance(cell, Cell) for cell in violation.cells)
        assert all(isinstance(tile, Tile) for tile in violation.tiles)
        if violation.code in ABOUT:
            wants_cells, wants_tiles = ABOUT[violation.code]  # type: ignore[index]
            assert bool(violation.cells) is wants_cells
            assert bool(violation.tiles) is wants_tiles
        if violation.code is Code.GAP:
            assert not {*violation.cells} & {*state.board, *move.cells}
        if violation.code is not Code.NOT_OPENING_SET:  # which names what would be one
            said = {word.strip(":;,") for word in violation.message.split()}
            assert {*map(str, violation.tiles[:2])} <= said
