"""The kernel against the Python code, which is the reference: every answer must be the same.

Where there is no kernel, the Python code alone is looked at, and its answers must agree with each
other.
"""

from __future__ import annotations

import base64
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice, product, zip_longest
from random import Random
from typing import Any

import attrs
import pytest
import samples
from cases import case
from edition_positions import edition
from engines import ENGINES, agreed, answer, engine, fresh
from examining import differences, examined, played
from own_games import OWN_GAMES, Curious, Large, NoSingles, Small
from perft.test_perft import ROW, state_of
from playthroughs.regenerate import FOLDER
from playthroughs.regenerate import GAMES as PLAYED
from samples import opened, tiles
from tile_games import TILE_GAMES
from unit.test_legality import CASES

import qwirkle
from qwirkle import Board, Cell, Exchange, GameRecord, Place, Tile, TileState, authoring
from qwirkle._masks import BIT
from qwirkle.authoring import Rules, TileGame
from qwirkle.moves import unchecked_place
from qwirkle.supply import mixed
from qwirkle.tilegame.legality import fitting_points
from qwirkle.tiles import TILES

OPTIONS: list[dict[str, object]] = [
    {"hand_size": 1},
    {"hand_size": 12},
    {"hand_size": 27, "exchange_limit": 1},
    {"supply": "stacks", "exchange_limit": 2},
    {"stuck": "may-exchange", "no_play": "all-passed"},
]

GAMES: dict[str, TileGame] = {
    **{repr(game): game for game in TILE_GAMES},
    **{repr(game): game for game in (edition("standard", **options) for options in OPTIONS)},
    **{game.name: game for game in OWN_GAMES},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_engines_agree_about_every_position_of_a_game(name: str) -> None:
    """Every list, judgement and next state is the same, in the same order."""
    seed, game = len(name), GAMES[name]
    if game in OWN_GAMES:
        qwirkle.register(game)
    games: dict[str, list[tuple[Any, object]]] = {}
    for each in ENGINES:
        with engine(each):
            start = qwirkle.new_game(fresh(game), players=2 + seed % 3, seed=seed)
            most = 40 if game.rules.hand_size <= 8 else 150 // game.rules.hand_size
            games[each] = list(played(start, seed, every=13, most=most))
    for each in ENGINES:
        assert len(games[each]) > 4
        for ply, (one, other) in enumerate(zip_longest(games["python"], games[each])):
            with case(each, ply):
                assert [*differences(one[1], other[1])] == []
                assert one[0] == other[0]
                assert repr(one[0]) == repr(other[0])


def test_a_game_may_have_no_points_for_a_single_tile() -> None:
    """The hook is not asked for them before they are needed, and then the error is the same."""
    game = NoSingles("no-singles")

    def opens(hand: str) -> object:
        state = qwirkle.position(fresh(game), hands=[hand, "Gd"])
        return [(str(move), points) for move, points in qwirkle.legal_moves(state).scored()]

    assert agreed(lambda: opens("Rs Bs")) == [("Rs@0,0 Bs@1,0", 2), ("Bs@0,0 Rs@1,0", 2)]
    with pytest.raises(KeyError):
        agreed(lambda: opens("Rs"))


# Games that are known


@pytest.mark.parametrize("name", sorted(ROW))
def test_the_engines_count_the_same_sequences_of_moves(name: str) -> None:
    """Perft agrees with the table, as deep as that is quick."""
    counts = [1, *ROW[name]["counts"]]
    most = 30 if "cards" in name else 1500  # the kernel has little to do with cards
    depth = max(depth for depth, count in enumerate(counts) if count <= most)
    assert agreed(lambda: qwirkle.perft(state_of(name), depth)) == counts[depth]


@pytest.mark.parametrize("name", [name for name in sorted(PLAYED) if "cards" not in name])
def test_the_engines_play_the_golden_games(name: str) -> None:
    """Every move of a record is legal and leads to the same states, in either engine."""
    text = (FOLDER / f"{name}.txt").read_bytes().decode()

    def read() -> tuple[str, list[str], object]:
        record: GameRecord[Any] = GameRecord.parse(text)
        return str(record), [repr(state) for state in record.states()], record.state.outcome

    assert agreed(read)[0] == text


def test_the_engines_mix_alike() -> None:
    """The order depends only on the seed and the number of moves, for any number of pieces."""
    for size in (0, 1, 2, 11, 12, 13, 20, 21, 22, 108, 1000):
        for seed, ply in [(0, 0), (-(2**63), 7), (2**64 - 1, 2**70), (10**300, 1)]:
            mixed_ones = agreed(lambda: mixed(range(size), seed, ply))  # noqa: B023
            assert sorted(mixed_ones) == list(range(size))


def test_exchanged_tiles_are_mixed_alike() -> None:
    """The supply is in the same order after exchanges, with a bag and with stacks."""
    for options in ({}, {"supply": "stacks"}, {"exchange_limit": 3, "hand_size": 9}):

        def exchange() -> list[object]:
            game = edition("standard", **options)  # noqa: B023
            state: Any = qwirkle.new_game(game, players=3, seed=4)
            state = qwirkle.apply(state, qwirkle.legal_moves(state).placements.best())
            orders: list[object] = []
            for _ in range(6):
                state = qwirkle.apply(state, qwirkle.legal_moves(state).exchanges.largest())
                orders.append((state.supply.tiles, state.hands))
            return orders

        assert len({str(order) for order in agreed(exchange)}) == 6


def test_the_engines_simulate_the_same_games() -> None:
    """The bots see the same and choose the same."""
    for name in ("standard", "schmidt-actions"):
        for bots in (["random", "greedy"], ["strong", "random", "greedy"]):
            found = agreed(lambda: qwirkle.simulate(name, bots, games=3, seed=9, longest=12))  # noqa: B023
            assert len(found.games) == 3
    qwirkle.register(small := Small("small", Rules(hand_size=3)))
    ended = agreed(lambda: qwirkle.simulate(small, ["greedy", "random"], games=9, seed=2)).games
    assert {game.reason for game in ended} == {"went-out"}


def test_every_placement_on_a_small_board_is_judged_alike() -> None:
    """Up to three cells in line, also taken ones and those behind a gap, are filled in all ways.

    The legal ones are those of the list.
    """
    hand = tiles("Rs Rd Rt Ys Ps")
    boards = [
        "Rs@0,0 Rc@1,0 Bs@0,1",
        "Rs@0,0 Ys@3,0",
        "Rs@0,0 Ys@0,3",
        "Rc@0,0 Rk@3,0 Rx@4,0 Bx@4,1",
        "Rs@0,0 Rs@2,0 Rs@1,1",
    ]
    lines = [
        tuple(Cell(x + i * right, y + i * (1 - right)) for i in steps)
        for steps in [(0,), (0, 1), (0, 2), (0, 3), (0, 1, 2), (0, 1, 3), (0, 2, 3)]
        for right in ((0, 1) if len(steps) > 1 else (0,))
        for x in range(-2, 6)
        for y in range(-2, 5)
    ]
    for text in boards:
        with case(text):

            def judged() -> tuple[list[int | None], dict[Place, int]]:
                base = opened(hands=[hand, "Gd"])
                state = attrs.evolve(base, board=Board(text))  # noqa: B023
                fits = [
                    fitting_points(state, unchecked_place(cells, laid))
                    for cells in lines
                    for laid in product(hand, repeat=len(cells))
                ]
                return fits, dict(qwirkle.legal_moves(state).placements.scored())

            fits, scored = agreed(judged)
            tried = [
                unchecked_place(cells, laid)
                for cells in lines
                for laid in product(hand, repeat=len(cells))
            ]
            legal = {
                move: points
                for move, points in zip(tried, fits, strict=True)
                if points is not None and len({*move.laid}) == len(move.laid)
            }
            assert legal == {move: scored[move] for move in tried if move in scored}
            assert len(legal) > 10


# Boards at the limits


def moved(state: TileState, x: int, y: int) -> TileState:
    """The same state with its board elsewhere."""
    tiles = {(cell.x + x, cell.y + y): tile for cell, tile in state.board.items()}
    return attrs.evolve(state, board=Board(tiles))


def told(state: TileState, x: int, y: int) -> list[object]:
    """Some of what the library says about a state, as if its board were at another place."""
    found: list[object] = [
        [(cell.x - x, cell.y - y) for cell in state.board.open_cells],
        state.outcome,
    ]
    for move, points in qwirkle.legal_moves(state).scored():
        found.append(([(cell.x - x, cell.y - y) for cell in move.cells], move.laid, points))
    return found


FAR = 2**60
OFFSETS: list[int] = [
    *(sign * (edge + near) for sign in (1, -1) for edge in (64, FAR) for near in range(-12, 9, 2)),
    *(sign * edge + near for sign in (1, -1) for edge in (50, 2**31, 2**63) for near in (-1, 0, 1)),
    10**30,
    -(10**30),
    10**98,
]


def test_a_board_may_be_anywhere() -> None:
    """The moves are those of the same board at the origin, even beyond the limits of the kernel."""
    with engine("python"):
        base = samples.played(9, seed=3, players=2)
        near = told(fresh(base), 0, 0)
    assert len(near) > 30
    for name in ENGINES:
        for place, offset in enumerate(OFFSETS):
            x, y = [(offset, 0), (0, offset), (offset, -offset)][place % 3]
            with case(name, x, y), engine(name):
                state: Any = moved(fresh(base), x, y)
                for _ in range(2):  # the next board may be beyond the limit
                    assert told(moved(fresh(state), -x, -y), 0, 0) == told(state, x, y)
                    placements = qwirkle.legal_moves(state).placements
                    assert all(move in placements for move in placements)
                    last = max(placements, key=lambda move: (abs(move.cells[-1].x), move.cells))
                    state = qwirkle.apply(state, last)
                assert [*state.board.open_cells] == [*Board(str(state.board)).open_cells]


def test_the_engines_agree_at_the_edges() -> None:
    """Judgements, errors and next states are the same on both sides of a limit."""
    base = samples.played(9, seed=3, players=2)
    for offset in (FAR - 9, FAR - 4, -FAR + 3, 60, -66, 10**30):
        with case(offset):
            agreed(lambda: [*map(repr, differing(moved(fresh(base), offset, -offset)))])  # noqa: B023


def differing(state: TileState) -> list[object]:
    """Everything about a state, in a list that can be compared."""
    return [*examined(state, 5, misses=20).items()]


ZIGZAG = tiles("Rs Bs Bc Rc")


def zigzag(length: int, start: int = 0) -> Board:
    """A board that goes down to the right in steps, with lines of two tiles only."""
    cells = [Cell(start + (i + 1) // 2, start + i // 2) for i in range(length)]
    return Board({cell: ZIGZAG[i % 4] for i, cell in enumerate(cells)})


def test_a_board_may_be_larger_than_the_largest_grid() -> None:
    """Python goes on with a board that the kernel has no room for, in the middle of a game."""
    hands = ["Rs Bs Bc Rc Rd Bd", "Rs Bs Bc Rc Gs Gc"]
    base = qwirkle.position(Large("large", Rules(hand_size=8)), board="Rs@0,0", hands=hands)

    def grow() -> list[object]:
        found: list[object] = []
        for length in (100, 430, 449, 450, 451, 452, 453, 454, 455, 456, 457, 458, 470):
            state: Any = attrs.evolve(fresh(base), board=zigzag(length))
            for _ in range(4):
                placements = qwirkle.legal_moves(state).placements
                last = list(placements)[-1]  # at the lower right end
                found += [placements.count(), placements.best(), str(last)]
                state = qwirkle.apply(state, last)
                found += [hash(state), [*state.board.open_cells][-8:], state.scores]
        return found

    assert len(agreed(grow)) == 13 * 4 * 6


def test_bots_play_on_beyond_the_limits_of_the_kernel() -> None:
    """Python plays a game whose board gets too large or too far away for the kernel."""
    hands = ["Rc Rd Rt Bc Bd Bt", "Gc Gd Gt Ys Yc Yd"]
    far = f"Rs@{FAR - 3},0 Bs@{FAR - 2},0"

    def scores(board: object, game: TileGame) -> object:
        base = qwirkle.position(fresh(game), board="Rs@0,0", hands=hands, seed=3)
        state = attrs.evolve(base, board=Board(board))
        return qwirkle.playouts(state, games=2, bots=["greedy", "random"], plies=9).games

    qwirkle.register(large := Large("large", Rules(hand_size=8)))
    for board, game in ((far, edition("standard")), (zigzag(455), large), (zigzag(452), large)):
        agreed(lambda: scores(board, game))  # noqa: B023


def test_seven_lines_can_be_scored_at_once() -> None:
    """A Qwirkle each of whose tiles also joins a tile beside it scores 12 and six times 2."""
    beside = {(x, -1 if x % 2 else 1): f"G{shape}" for x, shape in enumerate("csdtkx")}
    hand = "Rc Rs Rd Rt Rk Rx"
    for turned in (False, True):
        board = Board({(y, x) if turned else (x, y): tile for (x, y), tile in beside.items()})
        row = {(0, x) if turned else (x, 0): tile for x, tile in enumerate(hand.split())}

        def scored() -> tuple[int, bool, int, object]:
            base = opened(hands=[hand, "Gd"], board="Rs@0,0", supply="Yc")
            state = attrs.evolve(base, board=Board(board))  # noqa: B023
            placements, move = qwirkle.legal_moves(state).placements, Place(row)  # noqa: B023
            points = dict(placements.scored())[move]
            after: Any = qwirkle.apply(state, move)
            return points, placements.best() == move, after.scores[0], after

        assert agreed(scored)[:3] == (24, True, 28)


def test_hands_may_be_very_large() -> None:
    """The placements of hands of 54 tiles are counted, compared and sampled alike."""
    game = edition("standard", hand_size=54, max_players=2)

    def counted() -> list[object]:
        state: Any = qwirkle.new_game(fresh(game), players=2, seed=2)
        found: list[object] = []
        for _ in range(3):
            moves = qwirkle.legal_moves(state)
            best, count = moves.placements.best(), moves.placements.count()
            sampled = [str(moves.placements.sample(Random(i))) for i in range(5)]
            found += [best, count, sampled, moves.count(), qwirkle.score(state, best).total]
            found += [[*islice(moves.exchanges, 2500)], [*islice(moves.placements, 900, 999)]]
            state = qwirkle.apply(state, best)
        return [*found, repr(state)]

    counts: Any = agreed(counted)[8]
    assert counts > 50_000


BROKEN = [
    "",
    "Rs@0,0 Rs@1,0",
    "Rs@0,0 Bd@1,0 Bs@0,1",
    "Rs@0,0 Rc@1,0 Bc@2,0",
    "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0 Rc@6,0",
    "Rs@0,0 Gd@2,0 Rd@4,0",
    "Rs@0,0 Rs@2,0 Rc@1,1",
    f"Rs@0,0 Rs@{FAR},0",
    "Rs@0,0 Bs@9000,0",
    "Rs@0,0 Bs@0,8000",
    "Rs@0,0 Bs@100,3000",
]


def test_boards_that_cannot_exist_are_treated_alike() -> None:
    """Broken lines, islands and wide gaps: open cells, and the boards after more tiles."""
    for text in BROKEN:

        def asked() -> list[object]:
            board = Board(text)  # noqa: B023
            found: list[object] = [[*board.open_cells]]
            for cell, tile in [((1, 1), "Rs"), ((2, 0), "Gx"), ((-5, 3), "Rc"), ((FAR, 0), "Rs")]:
                if cell not in board:
                    more = board.placing([(Cell(*cell), Tile.parse(tile))])
                    takes = [more.open_cells.take_any(BIT[tile]) for tile in TILES]
                    found += [more, [*more.open_cells], takes]
                    board = more
            state = attrs.evolve(opened(), board=Board(text))  # noqa: B023
            found += [answer(lambda: told(state, 0, 0)), qwirkle.check(state, Place("Rs@1,1"))]
            return found

        with case(text):
            agreed(asked)


# Moves and states that nobody should make


@pytest.mark.parametrize("name", [name for name, *_ in CASES])
def test_every_kind_of_illegal_move_gets_the_same_reasons(name: str) -> None:
    """The codes, the rules and the sentences are the same."""
    [(state, move)] = [(state, move) for other, state, move, _ in CASES if other == name]

    def asked() -> list[object]:
        position = fresh(state)
        found: list[object] = [qwirkle.check(position, move)]
        found.append(move in qwirkle.legal_moves(position))
        if isinstance(position, TileState):
            found.append(answer(lambda: qwirkle.apply(position, move)))
        return found

    assert agreed(asked)[0]


def half_made(kind: type[Any], **fields: object) -> Any:
    """An object with some of its fields set, unchecked."""
    made = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made


RED, BLUE, GREEN = tiles("Rs Bs Gs")


class Pair(tuple[int, int]):
    """A tuple that is not a cell."""

    __slots__ = ()


class Whole(int):
    """An integer of another class."""


MALFORMED: dict[str, Callable[[], Any]] = {
    "nothing": lambda: half_made(Place),
    "only cells": lambda: half_made(Place, cells=(Cell(2, 0),)),
    "only tiles": lambda: half_made(Place, laid=(GREEN,)),
    "more cells than tiles": lambda: half_made(
        Place, cells=(Cell(2, 0), Cell(3, 0)), laid=(GREEN,)
    ),
    "more tiles than cells": lambda: half_made(Place, cells=(Cell(2, 0),), laid=(GREEN, RED)),
    "plain pairs": lambda: half_made(Place, cells=((2, 0),), laid=(GREEN,)),
    "pairs of another class": lambda: half_made(Place, cells=(Pair((2, 0)),), laid=(GREEN,)),
    "lists": lambda: half_made(Place, cells=[Cell(2, 0)], laid=[GREEN]),
    "a list of cells": lambda: half_made(Place, cells=[Cell(2, 0)], laid=(GREEN,)),
    "floats": lambda: half_made(Place, cells=((2.0, 0.0),), laid=(GREEN,)),
    "fractions": lambda: half_made(Place, cells=((2.5, 0.0),), laid=(GREEN,)),
    "booleans": lambda: half_made(Place, cells=((2, False),), laid=(GREEN,)),
    "integers of another class": lambda: half_made(
        Place, cells=((Whole(2), Whole(0)),), laid=(GREEN,)
    ),
    "texts": lambda: half_made(Place, cells=(("2", "0"),), laid=(GREEN,)),
    "no pair": lambda: half_made(Place, cells=(None,), laid=(GREEN,)),
    "three numbers": lambda: half_made(Place, cells=((2, 0, 0),), laid=(GREEN,)),
    "no tile": lambda: half_made(Place, cells=(Cell(2, 0),), laid=(None,)),
    "the text of a tile": lambda: half_made(Place, cells=(Cell(2, 0),), laid=("Gs",)),
    "a list as a tile": lambda: half_made(Place, cells=(Cell(2, 0),), laid=([],)),
    "a half-made tile": lambda: half_made(Place, cells=(Cell(2, 0),), laid=(half_made(Tile),)),
    "an unsorted move": lambda: half_made(
        Place, cells=(Cell(3, 0), Cell(2, 0)), laid=(BLUE, GREEN)
    ),
    "a cell twice": lambda: half_made(Place, cells=(Cell(2, 0), Cell(2, 0)), laid=(GREEN, GREEN)),
    "many cells": lambda: half_made(
        Place, cells=tuple(Cell(x, 0) for x in range(2, 99)), laid=(GREEN,) * 97
    ),
    "huge cells": lambda: half_made(Place, cells=((10**500, -(10**500)),), laid=(GREEN,)),
    "None": lambda: half_made(Place, cells=None, laid=None),
    "an exchange of nothing": lambda: half_made(Exchange),
    "an exchange of None": lambda: half_made(Exchange, tiles=None),
    "an exchange of a list": lambda: half_made(Exchange, tiles=[GREEN]),
    "an exchange of texts": lambda: half_made(Exchange, tiles=("Gs",)),
    "an exchange of half-made tiles": lambda: half_made(Exchange, tiles=(half_made(Tile),)),
    "an unsorted exchange": lambda: half_made(Exchange, tiles=tiles("Bd Gs")),
    "an exchange of a tile twice": lambda: half_made(Exchange, tiles=(GREEN, GREEN)),
    "an exchange of many tiles": lambda: half_made(Exchange, tiles=TILES * 9),
    "no move at all": lambda: None,
    "a class": lambda: Place,
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_move_gets_the_same_answer(name: str) -> None:
    """It is judged as the Python code judges it, or the error is the same; nothing breaks."""

    def asked() -> list[object]:
        state, move = opened(), MALFORMED[name]()
        variant = state.variant
        found = [
            answer(lambda: tuple(variant.judge(state, move))[:4]),
            answer(lambda: repr(variant.check(state, move))),
            answer(lambda: repr(variant.apply(state, move))),
            answer(lambda: repr(qwirkle.apply(state, move))),
            answer(lambda: move in qwirkle.legal_moves(state)),
        ]
        return [re.sub(" at 0x[0-9a-f]+", "", repr(each)) for each in found]

    agreed(asked)


def tampered(**fields: object) -> TileState:
    """A state with fields that nobody has checked."""
    change: Any = attrs.evolve
    state: TileState = change(opened(), **fields)
    return state


TAMPERED: dict[str, Callable[[], Any]] = {
    "lists as hands": lambda: tampered(hands=[[*tiles("Bc Bd Gs")], [*tiles("Gd Yx")]]),
    "a list as the hand": lambda: tampered(hands=([*tiles("Bc Bd Gs")], tiles("Gd Yx"))),
    "a list as another's hand": lambda: tampered(hands=(tiles("Bc Bd Gs"), [*tiles("Gd Yx")])),
    "texts in the hand": lambda: tampered(hands=(("Gs",), ("Gd",))),
    "nothing in another's hand": lambda: tampered(
        hands=(tiles("Bc Bd Gs"), (RED, None)), supply=authoring.Supply(TILES)
    ),
    "an unhashable tile": lambda: tampered(hands=(([],), ())),
    "an unsorted hand": lambda: tampered(hands=(tiles("Gs Bd Bc"), tiles("Yx Gd"))),
    "no hands": lambda: tampered(hands=()),
    "one hand": lambda: tampered(hands=(tiles("Bc Bd Gs"),)),
    "a huge hand": lambda: tampered(hands=(tiles("Gs Bc") * 70, tiles("Gd"))),
    "no scores": lambda: tampered(scores=()),
    "texts as scores": lambda: tampered(scores=("4", "7")),
    "floats as scores": lambda: tampered(scores=(0.5, 7)),
    "booleans as scores": lambda: tampered(scores=(True, 7)),
    "huge scores": lambda: tampered(scores=(2**63 - 1, -(10**40))),
    "a list of scores": lambda: tampered(scores=[4, 7]),
    "a turn too far": lambda: tampered(turn=2),
    "a negative turn": lambda: tampered(turn=-1),
    "a turn that is a boolean": lambda: tampered(turn=True),
    "a turn that is huge": lambda: tampered(turn=2**64),
    "no turn": lambda: tampered(turn=None),
    "a huge number of moves": lambda: tampered(ply=2**63 - 1),
    "a negative number of moves": lambda: tampered(ply=-5),
    "no number of moves": lambda: tampered(ply=None),
    "a huge seed": lambda: tampered(seed=10**400),
    "no supply": lambda: tampered(supply=None),
    "a tuple as the supply": lambda: tampered(supply=tiles("Rc Rd")),
    "specials in the supply": lambda: tampered(
        supply=authoring.Supply("*draw-three Rc *take-tile")
    ),
    "a list in the supply": lambda: tampered(supply=authoring.Supply.of([*tiles("Rc Rd")])),  # type: ignore[arg-type]
    "nothing in the supply": lambda: tampered(supply=authoring.Supply.of((None, RED))),  # type: ignore[arg-type]
    "a dict as the board": lambda: tampered(board={Cell(0, 0): RED}),
    "a half-made board": lambda: tampered(board=half_made(Board)),
    "a board of pairs": lambda: tampered(board=half_made(Board, _tiles={(0, 0): RED}, _open=[])),
    "a board of texts": lambda: tampered(board=half_made(Board, _tiles={"0,0": "Rs"}, _open=[])),
    "a board without tiles": lambda: tampered(
        board=half_made(Board, _tiles={Cell(0, 0): None}, _open=[])
    ),
    "a list as the tiles": lambda: tampered(board=half_made(Board, _tiles=[RED], _open=[])),
    "no open cells": lambda: tampered(board=half_made(Board, _tiles={Cell(1, 0): RED}, _open=None)),
    "the open cells of another board": lambda: tampered(
        board=half_made(Board, _tiles={Cell(1, 0): RED}, _open=[Board("Bs@7,7").open_cells])
    ),
    "no players": lambda: tampered(players=()),
    "no variant": lambda: tampered(variant=None),
    "passes that are a text": lambda: tampered(passes="none"),
    "a half-made state": lambda: half_made(TileState),
    "only a variant": lambda: half_made(TileState, variant=edition("standard")),
    "only a board": lambda: half_made(
        TileState, variant=edition("standard"), board=Board("Rs@0,0"), _known_outcome=[None]
    ),
}


NUMBERS = (4, 9, -1, 10**30)
"""The numbers of exchanges, most of which there are not."""


@pytest.mark.parametrize("name", TAMPERED)
def test_a_malformed_state_gets_the_same_answer(name: str) -> None:
    """Whatever does not look as it should is left to the Python code."""
    variant = edition("standard")

    def asked() -> list[object]:
        found: list[object] = []
        moves = ["Gs@2,0", "Gs@-1,0", "Rc@0,1", "Rs@2,0", "swap Gs Bd", "swap Gs", "swap Rs"]
        for move in map(qwirkle.parse_move, moves):
            state = TAMPERED[name]()
            found += [
                answer(lambda: tuple(variant.judge(state, move))[:4]),  # noqa: B023
                answer(lambda: repr(attrs.astuple(variant.apply(state, move), recurse=False))),  # noqa: B023
                answer(lambda: variant.apply(state, move).outcome),  # noqa: B023
                answer(lambda: [str(m) for m in variant.legal_moves(state).placements]),  # noqa: B023
                answer(lambda: variant.legal_moves(state).placements.best()),  # noqa: B023
                answer(lambda: qwirkle.draft(state).fits),  # noqa: B023
                answer(lambda: variant.legal_moves(state).exchanges.count()),  # noqa: B023
                *(answer(lambda: variant.legal_moves(state).exchanges.number(i)) for i in NUMBERS),  # noqa: B023
            ]
        return [re.sub(" at 0x[0-9a-f]+", "", repr(each)) for each in found]

    agreed(asked)


def test_a_variant_judges_the_states_of_another_alike() -> None:
    """The points are those of the state's variant, and the rest is decided by the one asked."""
    curious = Curious("curious")

    def asked() -> list[object]:
        state, game = opened(), fresh(curious)
        other = attrs.evolve(opened(), variant=game)
        found: list[object] = []
        for move in (Place("Gs@2,0"), Place("Bc@1,1"), Place("Bc@1,1 Bd@1,2")):
            for asking, about in ((game, state), (state.variant, other), (game, other)):
                found.append(answer(lambda: repr(asking.apply(about, move).scores)))  # noqa: B023
        return found

    agreed(asked)


def test_pickles_work_with_and_without_the_kernel() -> None:
    """A pickled game goes on in an interpreter that has the other engine."""
    script = (
        "import base64, pickle, sys, qwirkle\n"
        "state, variant = pickle.loads(base64.b64decode(sys.argv[1]))\n"
        "assert state.variant == variant\n"
        "move = qwirkle.legal_moves(state).placements.best()\n"
        "after = qwirkle.apply(state, move)\n"
        "pair = pickle.dumps((after, after.variant))\n"
        "print(qwirkle.accelerated, base64.b64encode(pair).decode())\n"
    )
    for name in ENGINES:
        with case(name), engine(name):
            state: Any = samples.played(6)
            assert qwirkle.legal_moves(state).placements.best() is not None
            packed = base64.b64encode(pickle.dumps((state, state.variant))).decode()
            after = qwirkle.apply(state, qwirkle.legal_moves(state).placements.best())
            for pure in ("0", "1"):
                ran = subprocess.run(
                    [sys.executable, "-c", script, packed],
                    env={**os.environ, "QWIRKLE_PURE": pure},
                    capture_output=True,
                    check=True,
                    text=True,
                )
                accelerated, back = ran.stdout.split()
                assert accelerated == str(pure == "0" and "kernel" in ENGINES)
                assert pickle.loads(base64.b64decode(back)) == (after, after.variant)
                again: Any = pickle.loads(base64.b64decode(back))[0]
                assert list(qwirkle.legal_moves(again)) == list(qwirkle.legal_moves(after))
