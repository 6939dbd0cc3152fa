# ruff: noqa: N802
"""A bare board: moves are judged and scored by programs that see only the board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import brute
import pytest
from cases import case
from showing import Showing

import qwirkle
from qwirkle import Pass, Place, authoring, check_board, parse_move, score_board
from qwirkle.authoring import TILES, Code, TilePosition
from qwirkle.errors import InvalidPosition
from qwirkle_variants import ActionCode, DrawThree, TakeTile

EDITIONS = (
    "standard", "mindware", "999games-nl", "999games-fr", "hebrew", "schmidt", "schmidt-actions",
)  # fmt: skip
ROW = "Rs@0,0 Rc@1,0"


def codes(board: object, move: qwirkle.Move | str, variant: Any = "standard") -> list[object]:
    """The reasons why a move cannot be made on a bare board."""
    move = parse_move(move, variant) if isinstance(move, str) else move
    return [violation.code for violation in check_board(board, move, variant)]


def anywhere(state: qwirkle.TileState, random: Random) -> Place:
    """Some tiles at some cells in or near the board, mostly in a row."""
    x, y = random.choice(sorted(state.board) or [qwirkle.Cell(0, 0)])
    dx, dy = random.choice([(1, 0), (0, 1), (1, 1)])
    x, y = x + random.randint(-1, 1), y + random.randint(-1, 1)
    steps = sorted(random.sample(range(4), random.randint(1, 3)))
    return Place({(x + i * dx, y + i * dy): random.choice(TILES) for i in steps})


def test_a_bare_board_agrees_with_a_state() -> None:
    """All verdicts agree in whole games, except those that depend on hands and turns."""
    for name in EDITIONS:
        with case(name):
            random = Random(7)
            others = {Code.NOT_YOUR_TILE, Code.NOT_OPENING_SET, ActionCode.BARRED}
            met: set[object] = set()
            state = qwirkle.new_game(name, players=2, seed=5)
            while not state.is_over and state.ply < 50:
                move = qwirkle.legal_moves(state).best()
                assert move is not None
                assert check_board(state.board, move, name) == ()
                assert check_board(state.board, move, name, lenient=True) == ()
                score = attrs.evolve(qwirkle.score(state, move), end_bonus=0)
                assert score_board(state.board, move, name) == score
                for _ in range(3):
                    odd = anywhere(state, random)
                    usual = [
                        found for found in qwirkle.check(state, odd) if found.code not in others
                    ]
                    bare = check_board(state.board, odd, name)
                    assert [found for found in bare if found.rules != ("S1",)] == usual
                    assert check_board(state.board, odd, name, lenient=True) == tuple(usual)
                    met.update(found.code for found in bare)
                if bare:
                    with pytest.raises(qwirkle.IllegalMove) as caught:
                        score_board(state.board, odd, name)
                    assert caught.value.violations == bare
                state = qwirkle.apply(state, move)
            assert met >= {
                Code.CELL_TAKEN, Code.NOT_IN_ONE_LINE, Code.GAP, Code.TOUCHES_NOTHING,
                Code.NO_SHARED_ATTRIBUTE, Code.DUPLICATE_IN_LINE, Code.LINE_MISMATCH,
            }  # fmt: skip


def test_B2_the_first_line_may_be_anywhere_and_be_any_line() -> None:
    """Only the hand tells whether it is a largest set; R2: a single tile scores 1."""
    for text in ["Rs@0,0", "Rs@7,-3 Rc@8,-3", "Rs@7,-3 Rc@7,-2 Rd@7,-1"]:
        with case(text):
            move = parse_move(text)
            assert isinstance(move, Place)
            assert check_board("", move) == ()
            [line] = score_board("", move).lines
            assert (line.cells, line.tiles, line.points) == (move.cells, move.laid, len(move.laid))


def test_S1_a_tile_that_is_not_in_the_box_cannot_be_placed() -> None:
    """Three red squares are on the board, so there is no fourth."""
    board = "Rs@0,0 Rc@1,0 Bc@1,1 Bs@2,1 Rs@2,2 Rc@3,2 Bc@3,3 Bs@4,3 Rs@4,4 Rd@5,4"
    assert check_board(board, Place("Rt@5,5")) == ()
    violation = qwirkle.Violation(
        Code.NOT_IN_BOX,
        ("S1",),
        "nobody can hold Rs: no more are left in the box",
        tiles=[qwirkle.Tile.parse("Rs")],
    )
    assert check_board(board, Place("Rs@5,5")) == (violation,)
    with pytest.raises(qwirkle.IllegalMove, match=r"Rs@5,5: nobody can hold Rs"):
        score_board(board, Place("Rs@5,5"))


def test_C3_the_bonus_for_the_end_is_not_counted() -> None:
    """The same move ends the game if the hands and the supply are known."""
    move = Place("Bs@0,1")
    state = qwirkle.position(board=ROW, hands=["Bs", "Gd"], supply="")
    assert (qwirkle.score(state, move).total, score_board(ROW, move).total) == (8, 2)


def test_other_moves_are_judged_as_far_as_a_board_tells() -> None:
    """X1 and R6 apply to exchanges; a pass is never refused, because it depends on hands."""
    assert codes(ROW, "swap Rs Bd") == []
    assert codes(ROW, qwirkle.Exchange(TILES[:7])) == [Code.EXCHANGE_TOO_LARGE]
    assert codes(ROW, "swap") == [Code.EXCHANGE_EMPTY]
    assert codes("", "swap Rs") == [Code.OPENING_FIRST]
    assert codes(ROW, qwirkle.Exchange("Rs Rs Rs")) == [Code.NOT_IN_BOX]
    assert codes(ROW, Pass()) == codes("", Pass()) == []
    assert codes(ROW, DrawThree()) == [Code.NO_SUCH_MOVE]
    for move in (qwirkle.Exchange("Rs"), Pass()):
        assert score_board(ROW, move) == qwirkle.Score()


def test_A5_tiles_are_taken_from_a_bare_board() -> None:
    """It is unknown who has action tiles, so all of them are allowed."""
    longer = f"{ROW} Bc@1,1"
    for variant in ("schmidt-actions", qwirkle.get_variant("schmidt-actions", dealt=True)):
        assert codes(longer, TakeTile((0, 0)), variant) == []
        assert codes(longer, TakeTile((1, 0)), variant) == [ActionCode.FALLS_APART]
        assert codes(longer, TakeTile((5, 5)), variant) == [ActionCode.NOTHING_THERE]
        assert codes("Rs@0,0", TakeTile((0, 0)), variant) == [ActionCode.LAST_TILE]
        assert codes(longer, DrawThree(), variant) == []
        assert score_board(longer, DrawThree(), variant) == qwirkle.Score()
    only = qwirkle.get_variant("schmidt-actions", actions=["draw-three"])
    assert codes(longer, TakeTile((0, 0)), only) == [Code.NO_SUCH_MOVE]


BROKEN = "Rs@0,0 Bc@1,0 Bc@2,0 Gd@9,9"


def test_lenient_judges_only_what_the_move_does() -> None:
    """The board has a broken line and an island, and more of a tile than the box has."""
    four = "Rs@0,0 Rs@2,0 Rs@4,0 Rs@6,0"
    cases: list[tuple[str, str, list[Code], int | None]] = [
        (BROKEN, "Gx@9,10", [], 2),
        (BROKEN, "Rd@0,1", [], 2),
        (BROKEN, "Yc@3,0", [Code.DUPLICATE_IN_LINE, Code.LINE_MISMATCH], None),
        (BROKEN, "Rd@1,1 Rc@2,1", [Code.LINE_MISMATCH], None),
        (BROKEN, "Gx@5,5", [Code.TOUCHES_NOTHING], None),
        (BROKEN, "swap Rs", [], 0),
        (four, "Bs@0,1", [], 2),
        (four, "swap Rs Rs Rs Rs", [], 0),
        ("", "Rs@5,5", [], 1),
        (" ".join(f"Rs@{x},0" for x in range(1000)), "Rc@3,1", [], 2),
        (f"Rs@{10**99},0", f"Rc@{10**99},1", [], 2),
    ]
    for variant in EDITIONS:
        for board, text, expected, points in cases:
            with case(variant, board, text):
                move = parse_move(text)
                violations = check_board(board, move, variant, lenient=True)
                assert [violation.code for violation in violations] == expected
                if points is None:
                    with pytest.raises(qwirkle.IllegalMove) as caught:
                        score_board(board, move, variant, lenient=True)
                    assert caught.value.violations == violations
                else:
                    assert score_board(board, move, variant, lenient=True).total == points
    assert check_board(BROKEN, lenient=True) == check_board(BROKEN) != ()
    assert check_board(BROKEN, TakeTile((2, 0)), "schmidt-actions", lenient=True) == ()
    for wrong in ("Rs@0,0 Rx", 3, {(2 * x, 0): "Rs" for x in range(1001)}):
        with pytest.raises(InvalidPosition, match=r"^board: "):
            check_board(wrong, Pass(), lenient=True)


def plainly(table: brute.Table, placed: brute.Table) -> int | None:
    """The points of a placement, found by brute force; None if it cannot be made."""
    after, cells = {**table, **placed}, list(placed)
    if table.keys() & placed.keys() or not brute.in_one_line(after, cells):
        return None
    lines = {
        tuple(line)
        for cell in cells
        for step in (brute.RIGHT, brute.DOWN)
        if len(line := brute.line_through(after, cell, step)) > 1
    }
    if table and not {cell for line in lines for cell in line} & table.keys():
        return None
    if not all(brute.good_line(after[cell] for cell in line) for line in lines):
        return None
    return sum(12 if len(line) == 6 else len(line) for line in lines) or 1


def test_lenient_agrees_with_brute_force_on_broken_boards() -> None:
    """Islands, broken lines and too many copies, on boards of every density."""
    random = Random(1)
    legal = sound = 0
    for _ in range(1500):
        kinds = random.choice([TILES[:6], TILES[:6], TILES[:8], TILES])
        cells = [(x, y) for x in range(7) for y in range(4)]
        board = {cell: random.choice(kinds) for cell in random.sample(cells, random.randint(1, 20))}
        (x, y), (dx, dy) = random.choice([*board]), random.choice([(1, 0), (0, 1), (1, 1)])
        x, y = x + random.randint(-1, 1), y + random.randint(-1, 1)
        steps = random.sample(range(4), random.choice([1, 1, 1, 2, 2, 3]))
        move = Place({(x + i * dx, y + i * dy): random.choice(kinds) for i in steps})
        expected = plainly(brute.table_of(board), brute.table_of(dict(move.tiles)))
        with case(board, str(move)):
            found = check_board(board, move, lenient=True)
            assert bool(found) == (expected is None)
            if expected is not None:
                assert score_board(board, move, lenient=True).total == expected
                legal += 1
            if not check_board(board):
                strict = check_board(board, move)
                assert [each for each in strict if each.code is not Code.NOT_IN_BOX] == [*found]
                sound += 1
    assert min(legal, sound) > 50


@pytest.mark.parametrize("game", ["cards", Showing()])
def test_a_game_without_a_board_says_so(game: Any) -> None:
    message = f"^{qwirkle.get_variant(game).name} has no board$"
    for ask in (check_board, score_board):
        with pytest.raises(qwirkle.errors.InvalidValue, match=message):
            ask("", Pass(), game)
    with pytest.raises(qwirkle.errors.InvalidValue, match=message):
        check_board("", variant=game)


SOUND = "Rs@0,0 Rc@1,0 Bc@1,1 Bs@2,1 Rs@2,2 Rc@3,2 Bc@3,3 Bs@4,3 Rs@4,4 Rd@5,4"


def test_a_board_alone_is_checked() -> None:
    """P1, P3 and S1: every broken rule is reported with cells and tiles, in every edition."""
    cases: list[tuple[str, list[tuple[Code, str, str, str]]]] = [
        ("", []),
        ("Gx@-7,12", []),
        (SOUND, []),
        ("Rs@0,0 Bd@1,0", [(Code.LINE_MISMATCH, "P3", "0,0 1,0", "Rs Bd")]),
        ("Rs@0,0 Rc@1,0 Rs@2,0", [(Code.DUPLICATE_IN_LINE, "P3", "0,0 2,0", "Rs")]),
        ("Rs@5,5 Rs@0,0 Rc@5,6", [(Code.SEPARATE_GROUPS, "P1", "0,0 5,5", "")]),
        (f"{SOUND} Rt@5,5 Rs@6,5", [(Code.TOO_MANY_COPIES, "S1", "0,0 2,2 4,4 6,5", "Rs")]),
        (
            f"{SOUND} Rs@9,9 Bd@10,9",
            [
                (Code.LINE_MISMATCH, "P3", "9,9 10,9", "Rs Bd"),
                (Code.SEPARATE_GROUPS, "P1", "0,0 9,9", ""),
                (Code.TOO_MANY_COPIES, "S1", "0,0 2,2 4,4 9,9", "Rs"),
            ],
        ),
    ]
    for board, found in cases:
        with case(board, found):
            for variant in EDITIONS:
                violations = check_board(board, variant=variant)
                assert check_board(iter(qwirkle.Board(board).items()), None, variant) == violations
                shown = [
                    (
                        each.code,
                        *each.rules,
                        *(" ".join(map(str, x)) for x in (each.cells, each.tiles)),
                    )
                    for each in violations
                ]
                assert shown == found


def test_a_board_alone_may_be_large() -> None:
    """S1: more tiles than the box are only counted, and beyond the limit they are not read."""
    many = {(x, y): TILES[(x + y) % 36] for x in range(11) for y in range(10)}
    [found] = check_board(many)
    assert (found.code, found.rules) == (Code.TOO_MANY_TILES, ("S1",))
    assert found.message == "110 tiles are more than the 108 in the box"
    for tiles in (108, 1000):
        violations = check_board({(2 * x, 0): "Rs" for x in range(tiles)})
        assert all(len(str(violation)) < 300 for violation in violations)
    with pytest.raises(InvalidPosition, match="board: at most 1000 tiles are possible"):
        check_board({(2 * x, 0): "Rs" for x in range(1001)})


def test_a_board_alone_must_be_readable() -> None:
    """Such a fault is not a broken rule of the board."""
    cases: list[tuple[object, str]] = [
        ("Rs@0,0 Rx", "board: 'Rx'"),
        (3, "board: expected cells with their tiles, not 3"),
        ({(0, 0): "Zz"}, "board: 'Zz' is not a tile"),
        ({(10**99, 0): "Rs"}, "board: the cells of a board have at most 99 digits"),
    ]
    for board, fault in cases:
        with case(board, fault), pytest.raises(InvalidPosition, match=fault):
            check_board(board)


class Tidy(authoring.TileGame):
    """A game with its own box and its own fault."""

    def pieces(self) -> tuple[qwirkle.Tile, ...]:
        """One tile of each kind."""
        return TILES

    def faults(self, position: TilePosition) -> Iterator[qwirkle.errors.Fault]:
        """The usual faults, and any tile left of the origin."""
        yield from super().faults(position)
        if any(cell.x < 0 for cell in position.board):
            yield qwirkle.errors.Fault("board", "nothing may be left of the middle")


def test_a_board_alone_in_a_variant_with_its_own_checks() -> None:
    """Its box counts, and a board that only the variant refuses is refused too."""
    game = Tidy("tidy")
    assert check_board(ROW, variant=game) == ()
    assert [found.code for found in check_board(SOUND, variant=game)] == [Code.TOO_MANY_COPIES] * 4
    with pytest.raises(InvalidPosition, match="board: nothing may be left of the middle"):
        check_board("Rs@-1,0", variant=game)


class Own(authoring.Reason):
    """A reason that the core does not know."""

    NO_STARS = "no-stars"


class Starless(authoring.TileGame):
    """A game in which no star is placed, and every line is worth ten."""

    def line_points(self, length: int) -> int:
        """Ten."""
        return 10

    def forbids(self, position: TilePosition, move: Place) -> qwirkle.Violation | None:
        """Forbid stars."""
        if any(tile.shape is qwirkle.Shape.STAR for tile in move.laid):
            return qwirkle.Violation(Own.NO_STARS, ("P1",), "no stars")
        return None


def test_the_rules_of_a_variant_are_used() -> None:
    game = Starless("starless")
    assert codes(ROW, "Rt@2,0", game) == [Own.NO_STARS]
    assert codes("", "Rt@2,0", game) == [Own.NO_STARS]
    assert score_board(ROW, Place("Rd@2,0 Bd@2,1"), game).total == 20


def test_more_tiles_than_a_hand_has() -> None:
    """S2, T1: such a placement is refused, and nothing else is checked."""
    many = Place({(x, 0): tile for x, tile in enumerate(TILES * 4, 2)})
    [found] = check_board(ROW, many)
    assert (found.code, found.rules) == (Code.HAND_TOO_SMALL, ("S2", "T1"))
    assert "nobody can hold 144 tiles: a hand has at most 6" in str(found)
    small = qwirkle.get_variant("standard", hand_size=2)
    assert codes(ROW, "Rd@2,0 Rt@3,0", small) == []
    assert codes(ROW, "Rd@2,0 Rt@3,0 Rk@4,0", small) == [Code.HAND_TOO_SMALL]
    assert codes(ROW, Place({(10**99, 0): qwirkle.Tile.parse("Rd")})) == [Code.TOUCHES_NOTHING]
