"""The example of a separate engine: the game Q, compared with brute force and with its rules."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest
import q_game
from cases import case
from q_game import HAND_BONUS, LINE_BONUS, QState, Why

import qwirkle
import qwirkle.testing
from qwirkle import Cell, Place, Tile
from qwirkle.authoring import Code


@pytest.fixture(autouse=True, scope="module")
def _known_by_name() -> None:
    """Register the game, so that it can be chosen by name."""
    qwirkle.register(q_game.game)


test_the_conformance_suite_passes = qwirkle.testing.suite_for("q")


def at(board: str, *hands: str, supply: str = "Ps Pd Pt Pk", idle: int = 0) -> QState:
    """A position with these tiles, in which the first player is to move."""
    return q_game.game.position(board=board, hands=hands, supply=supply, idle=idle)


def codes(state: QState, text: str) -> list[object]:
    """The reasons why a move is not legal."""
    return [violation.code for violation in qwirkle.check(state, qwirkle.parse_move(text, state))]


# Q1 to Q4


def test_a_game_begins_with_a_tile_and_full_hands() -> None:
    """Q1: nothing is left out, and the size of a hand is an option."""
    state = qwirkle.new_game(q_game.game.with_options(hand_size=6), players=3, seed=1)
    assert repr(state.variant) == "get_variant('q', hand_size=6)"
    assert (len(state.board), state.hand_sizes, state.turn) == (1, (6, 6, 6), 0)
    assert len(state.supply) == 108 - 1 - 18
    for wrong in [{"hand_size": 7}, {"hand_siz": 5}]:
        with pytest.raises(qwirkle.errors.InvalidOption, match="hand_size"):
            q_game.game.with_options(**wrong)


ROW = "Rs@0,0 Rc@1,0 Bc@2,0"

# The board, the hand, the move, and the reasons why it is not legal.
FITTING: dict[str, tuple[str, str, str, list[object]]] = {
    "a colour": (ROW, "Bd Yx", "Bd@3,0", []),
    "a shape": (ROW, "Gc Yx", "Gc@3,0", []),
    "the same tile again": (ROW, "Bc Yx", "Bc@3,0", []),
    "only the neighbour matters": (ROW, "Bs Yx", "Bs@3,0", []),
    "a tile further away matches": (ROW, "Rd Yx", "Rd@3,0", [Why.MISMATCH]),
    "both neighbours": ("Rs@0,0 Rd@0,1 Gd@1,1 Gs@2,1 Ys@2,0", "Os Yx", "Os@1,0", [Why.MISMATCH]),
    "both neighbours match": ("Rs@0,0 Rd@0,1 Ys@1,1 Gs@2,1 Ys@2,0", "Os Yx", "Os@1,0", []),
    "the left by colour, the right by shape": (
        "Rs@0,0 Rd@0,1 Gd@1,1 Gs@2,1 Gc@2,0",
        "Rc Yx",
        "Rc@1,0",
        [Why.MISMATCH, Why.MISMATCH],
    ),
    "the row by colour, the column by shape": ("Rs@0,0 Rd@0,1 Gd@1,1", "Rd Yx", "Rd@1,0", []),
    "a gap": (ROW, "Rd Bd Yx", "Rd@0,1 Bd@2,1", []),
    "a column beside a row": (ROW, "Rd Rt Yx", "Rd@0,1 Rt@0,2", []),
    "beyond the other": (ROW, "Bd Bt Yx", "Bd@3,0 Bt@4,0", []),
    "a gap that nothing fills": (ROW, "Bd Bt Yx", "Bd@3,0 Bt@5,0", [Code.TOUCHES_NOTHING]),
    "across a corner": (ROW, "Bd Yx", "Bd@3,1", [Code.TOUCHES_NOTHING]),
    "two rows and columns": (ROW, "Rd Bd Yx", "Rd@0,1 Bd@3,0", [Code.NOT_IN_ONE_LINE]),
    "on a tile": (ROW, "Bd Yx", "Bd@2,0", [Code.CELL_TAKEN, Why.MISMATCH]),
    "not in the hand": (ROW, "Bd Yx", "Bt@3,0", [Code.NOT_YOUR_TILE]),
    "twice": (ROW, "Bd Yx", "Bd@3,0 Bd@4,0", [Code.NOT_YOUR_TILE]),
    "nothing": (ROW, "Bd Yx", "place", [Code.NOTHING_PLACED]),
    "the whole hand": (ROW, "Bd Yx", "swap Bd Yx", []),
    "a part of the hand": (ROW, "Bd Yx", "swap Bd", [Why.NO_EXCHANGE]),
    "too few to draw": (ROW, "Bd Yx Yx Yt Gk", "swap Yt Yx Yx Gk Bd", [Why.NO_EXCHANGE]),
    "a pass at will": (ROW, "Bd Yx", "pass", []),
}


def test_a_move_is_legal_or_every_reason_is_given() -> None:
    """Q2 to Q4, for the player to move; a view says the same."""
    for name, (board, hand, move, reasons) in FITTING.items():
        with case(name):
            game = q_game.game.with_options(hand_size=5)
            state = game.position(board=board, hands=[hand, "Gx"], supply="Ps Pd Pt Pk")
            assert codes(state, move) == reasons
            view = qwirkle.observe(state, 0)
            made = qwirkle.parse_move(move, state)
            assert qwirkle.check(view, made) == qwirkle.check(state, made)
            assert (made in list(qwirkle.legal_moves(view))) == (not reasons)


def test_reasons_are_sentences() -> None:
    """People read which tiles do not match, without cells if they look at the board."""
    [violation] = qwirkle.check(at(ROW, "Rd Yx", "Gx"), Place({(3, 0): "Rd"}))
    assert str(violation) == "Bc Rd, side by side at 3,0, do not match [Q4]"
    assert violation.plain == "The blue circle and the red diamond do not match."


def test_moves_at_the_wrong_time_and_of_other_games_are_refused() -> None:
    state = at(ROW, "Bd Yx", "Gx")
    [waiting] = qwirkle.check(qwirkle.observe(state, 1), qwirkle.Pass())
    assert (waiting.code, waiting.message) == (Code.NOT_YOUR_TURN, "it is Player 1's turn")
    assert codes(at(ROW, "Bd", "Gx", idle=2), "pass") == [Code.GAME_OVER]
    redraw = qwirkle.parse_move("redraw", "cards")
    assert [violation.code for violation in qwirkle.check(state, redraw)] == [Code.NO_SUCH_MOVE]


def touching(x: int, y: int) -> set[tuple[int, int]]:
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def follows_the_rules(old: dict[Cell, Tile], placed: dict[Cell, Tile]) -> bool:
    """Q3 and Q4, said in another way: tile after tile, and neighbour by neighbour."""
    joined, left = {*old}, {*placed}
    while near := {cell for cell in left if touching(*cell) & joined}:
        joined |= near
        left -= near
    after: dict[tuple[int, int], Tile] = dict([*old.items(), *placed.items()])
    for (x, y), tile in placed.items():
        for pair in ([(x - 1, y), (x + 1, y)], [(x, y - 1), (x, y + 1)]):
            others = [after[cell] for cell in pair if cell in after]
            of_one_color = all(other.color is tile.color for other in others)
            if not of_one_color and not all(other.shape is tile.shape for other in others):
                return False
    return not left


def brute_force(state: QState) -> Iterator[Place]:
    """Every way to place tiles of the hand near the board in one row or column, if it is legal."""
    old, hand = dict(state.board), state.hand
    xs, ys = zip(*old, strict=True)
    width = range(min(xs) - len(hand), max(xs) + len(hand) + 1)
    height = range(min(ys) - len(hand), max(ys) + len(hand) + 1)
    lines = [[Cell(x, y) for x in width] for y in height]
    lines += [[Cell(x, y) for y in height] for x in width]
    for free in ([cell for cell in line if cell not in old] for line in lines):
        for size in range(1, len(hand) + 1):
            for cells in combinations(free, size):
                for tiles in permutations(hand, size):
                    placed = dict(zip(cells, tiles, strict=True))
                    if follows_the_rules(old, placed):
                        yield Place(placed)


def test_the_placements_are_those_of_brute_force() -> None:
    """Each is listed once, first those of one tile, in games in which single tiles are placed."""
    game = q_game.game.with_options(hand_size=3)
    found: Counter[int] = Counter()
    for seed in range(6):
        random = Random(seed)
        state = qwirkle.new_game(game, players=2, seed=seed)
        while not state.is_over and len(state.board) < 12:
            moves = [move for move in qwirkle.legal_moves(state) if isinstance(move, Place)]
            with case(state):
                assert len({*moves}) == len(moves)
                assert {*moves} == {*brute_force(state)}
            sizes = [len(move.cells) for move in moves]
            assert sizes == sorted(sizes)
            found.update(sizes)
            singles = [move for move in moves if len(move.cells) == 1]
            move = random.choice(singles) if singles else qwirkle.Exchange(state.hand)
            state = qwirkle.apply(state, move)
    assert min(found[size] for size in (1, 2, 3)) > 50


# Q5 and Q6

RED = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0 Rk@4,0"

# The board, the hand, the move, and its points: those of each line, then for finishing.
POINTS: dict[str, tuple[str, str, str, list[int], int]] = {
    "one tile": ("Rs@0,0", "Rc Yx", "Rc@1,0", [2], 0),
    "two tiles": ("Rs@0,0", "Rc Rd Yx", "Rc@1,0 Rd@2,0", [3], 0),
    "two lines": ("Rs@0,0 Rd@0,1 Gd@1,1", "Rd Yx", "Rd@1,0", [2, 2], 0),
    "two ends of a line": (ROW, "Rd Bd Yx", "Rd@-1,0 Bd@3,0", [5], 0),
    "a gap, so no line along the placed tiles": (ROW, "Rd Bd Yx", "Rd@0,1 Bd@2,1", [2, 2], 0),
    "six shapes": (RED, "Rx Yx", "Rx@5,0", [6 + LINE_BONUS], 0),
    "six tiles, but one shape twice": (RED, "Rc Yx", "Rc@5,0", [6], 0),
    "seven tiles": (RED + " Rx@5,0", "Bx Yx", "Bx@6,0", [7], 0),
    "six colours of different shapes": (
        "Rs@0,0 Os@1,0 Yc@2,0 Gc@3,0 Bc@4,0 Oc@1,1 Yd@2,1",
        "Pc Yx",
        "Pc@5,0",
        [6 + LINE_BONUS],
        0,
    ),
    "the whole hand": ("Rs@0,0", "Rc Rd", "Rc@1,0 Rd@2,0", [3], HAND_BONUS),
    "a pass": (ROW, "Bd Yx", "pass", [], 0),
    "an exchange": (ROW, "Bd Yx", "swap Bd Yx", [], 0),
}


def test_points() -> None:
    """Q5: the placed tiles count besides the lines, and the player gets the sum."""
    for name, (board, hand, text, lines, bonus) in POINTS.items():
        with case(name):
            state = at(board, hand, "Gx")
            move = qwirkle.parse_move(text, state)
            score = qwirkle.score(state, move)
            assert [line.points for line in score.lines] == lines
            placed = len(move.cells)
            assert (score.end_bonus, score.bonus_points) == (bonus, placed)
            assert qwirkle.apply(state, move).scores == (sum(lines) + bonus + placed, 0)


def test_what_a_move_draws() -> None:
    """Q2, Q5: a placement refills the hand, and exchanged tiles go below the supply."""
    state = at("Rs@0,0", "Rc Yx", "Gx", supply="Bd Bt Bk")
    placed = qwirkle.apply(state, Place({(1, 0): "Rc"}))
    assert (placed.hands[0], str(placed.board)) == (qwirkle.authoring.as_tiles("Yx Bd"), ROW[:13])
    swapped = qwirkle.apply(state, qwirkle.Exchange("Rc Yx"))
    assert swapped.hands[0] == qwirkle.authoring.as_tiles("Bd Bt")
    assert swapped.supply == qwirkle.authoring.Supply("Bk Rc Yx")
    assert (swapped.turn, swapped.idle) == (1, 1)


ENDS: dict[str, tuple[QState, str, Why | None, str]] = {
    "the whole hand": (at("Rs@0,0", "Rc", "Gx"), "Rc@1,0", Why.WHOLE_HAND, "Player 1 placed"),
    "a part of it": (at("Rs@0,0", "Rc Yx", "Gx", supply="", idle=1), "Rc@1,0", None, ""),
    "a first pass": (at("Rs@0,0", "Rc", "Gx"), "pass", None, ""),
    "a second pass": (at("Rs@0,0", "Rc", "Gx", idle=1), "pass", Why.NOBODY_PLACED, "nobody has"),
    "an exchange": (at("Rs@0,0", "Rc", "Gx", idle=1), "swap Rc", Why.NOBODY_PLACED, "nobody has"),
    "one of three": (at("Rs@0,0", "Rc", "Gx", "Yx", idle=1), "pass", None, ""),
}


def test_the_end() -> None:
    """Q6: with a whole hand, or a round in which nobody placed a tile."""
    for name, (before, move, reason, words) in ENDS.items():
        with case(name):
            state = qwirkle.apply(before, qwirkle.parse_move(move, before))
            assert (state.outcome and state.outcome.reason) == reason
            assert words in qwirkle.render.text(state)
            assert bool(qwirkle.legal_moves(state)) == (reason is None)


# Positions, bots and pictures


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"board": "Rs@0,0 Rc@2,0"}, "board: the tiles on the board must form one group [Q3]"),
        ({"board": ""}, "board: the tiles on the board must form one group [Q3]"),
        ({"board": "Rs@0,0", "hands": ["Rc Rd Rt Rk Rx", "Gx"]}, "5 tiles are more than 4 [Q1]"),
        ({"board": "Rs@0,0", "hands": ["Rs Rs Rs", "Gx"]}, "more than the box holds [Q1]"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, object], fault: str) -> None:
    with pytest.raises(qwirkle.errors.InvalidPosition) as caught:
        qwirkle.position("q", **fields)
    assert fault in str(caught.value)


def test_a_view_must_add_up() -> None:
    """The unseen tiles are those of the others and of the supply."""
    fields = {"board": "Rs@0,0", "hand": "Rc", "hand_sizes": [1, 2], "unseen": "Gx Yx Yx"}
    view = qwirkle.view("q", **fields, supply_size=1)
    assert sorted(map(len, view.sample_state(Random(1)).hands)) == [1, 2]
    with pytest.raises(qwirkle.errors.InvalidPosition, match="supply_size: 2"):
        qwirkle.view("q", **fields, supply_size=2)


def test_bots_play_whole_games() -> None:
    """Greedy finds the best move without any help, so it beats random."""
    found = qwirkle.simulate("q", ["greedy", "random"], games=10, seed=1)
    assert found.wins[0] > 8
    assert {game.reason for game in found.games} <= {Why.WHOLE_HAND, Why.NOBODY_PLACED}


def test_pictures_need_nothing_from_the_variant_but_its_scene() -> None:
    state = at(ROW, "Bd Yx", "Gx")
    assert qwirkle.render.text(state) == (
        "     0  1  2\n 0  Rs Rc Bc\n"
        "> Player 1     0 points  Yx Bd\n  Player 2     0 points  Gx\n4 tiles in the supply"
    )
    picture = qwirkle.render.svg(state, move=Place({(3, 0): "Bd"}))
    assert "Player 1 places the blue diamond for 5 points" in picture


def test_the_program_plays_the_game_of_the_documentation() -> None:
    done = subprocess.run([sys.executable, q_game.__file__], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    page = Path(__file__).parents[2] / "docs" / "example-programs.md"
    assert f"$ python examples/q_game.py\n{done.stdout}```" in page.read_text("utf-8")
