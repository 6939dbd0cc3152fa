"""The reasons why moves are not legal: every code, with its rules and its details."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from cases import case
from samples import finished, opened, played, waiting

import qwirkle
from qwirkle import (
    Board,
    Cell,
    Code,
    EndReason,
    Exchange,
    Fault,
    IllegalMove,
    Move,
    Pass,
    Place,
    Reason,
    Rules,
    Shape,
    TileGame,
    TileState,
    TileView,
    Violation,
)
from qwirkle._masks import STRIDE
from qwirkle.authoring import TilePosition
from qwirkle.tilegame.legality import board_faults, broken_rules, fitting_points, why_not
from qwirkle.tiles import TILES

QWIRKLE = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0"


class Shout(Move):
    """A move that no tile game has."""

    verb = "shout"

    @classmethod
    def from_words(cls, first: object, words: object) -> Shout:
        """Not needed here."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "shout"


OPENING = qwirkle.position(hands=["Rs Rc Rd Bs", "Gk"], supply="Yk")
MUST = opened(hands=["Gd Gd", "Yx"], supply="Rc")

CASES: list[tuple[str, TileState | TileView, Move, list[tuple[Code, tuple[str, ...], str]]]] = [
    (
        "over: went out",
        finished(),
        Pass(),
        [(Code.GAME_OVER, ("E2",), "the game is over")],
    ),
    (
        "over: no play",
        opened(hands=["Gd", "Yx"], supply=""),
        Place({(2, 0): "Gd"}),
        [(Code.GAME_OVER, ("E3",), "the game is over")],
    ),
    (
        "over: all passed",
        qwirkle.position(
            qwirkle.get_variant("standard", no_play="all-passed"),
            board="Rs@0,0",
            hands=["Gd", "Bc"],
            supply="",
            passes=2,
        ),
        Exchange("Gd"),
        [(Code.GAME_OVER, ("R3",), "the game is over")],
    ),
    (
        "over, and waiting",
        qwirkle.observe(finished(), 1),
        Pass(),
        [(Code.GAME_OVER, ("E2",), "the game is over")],
    ),
    (
        "not your turn",
        waiting(),
        Exchange("Gd"),
        [(Code.NOT_YOUR_TURN, ("B4",), "it is Ada's turn")],
    ),
    (
        "no such move",
        opened(),
        Shout(),
        [(Code.NO_SUCH_MOVE, ("T1",), "this game has no move like shout")],
    ),
    (
        "not your tile",
        opened(),
        Place({(2, 0): "Ys"}),
        [(Code.NOT_YOUR_TILE, ("T1",), "the hand lacks Ys; it holds Gs Bc Bd")],
    ),
    (
        "not so many of your tile",
        opened(),
        Exchange("Bc Bc Ys"),
        [(Code.NOT_YOUR_TILE, ("T1",), "the hand lacks Ys Bc; it holds Gs Bc Bd")],
    ),
    (
        "nothing in hand",
        opened(hands=["", "Yx"]),
        Exchange("Rs"),
        [(Code.NOT_YOUR_TILE, ("T1",), "the hand lacks Rs; it holds nothing")],
    ),
    (
        "nothing placed",
        opened(),
        Place({}),
        [(Code.NOTHING_PLACED, ("T1",), "no tile is placed")],
    ),
    (
        "cell taken",
        opened(),
        Place({(1, 0): "Gs", (2, 0): "Bc"}),
        [
            (Code.CELL_TAKEN, ("P1",), "Gs cannot go to 1,0: Bs is there"),
            (Code.NO_SHARED_ATTRIBUTE, ("P5",), "Gs Bc share neither a colour nor a shape"),
            (
                Code.LINE_MISMATCH,
                ("P3",),
                "the line Rs Bs Bc from 0,0 to 2,0 is neither of one colour nor of one shape",
            ),
        ],
    ),
    (
        "not in one line",
        opened(),
        Place({(1, 1): "Bc", (2, 0): "Bd"}),
        [
            (Code.NOT_IN_ONE_LINE, ("P5",), "1,1 and 2,0 are not in one row or column"),
            (
                Code.LINE_MISMATCH,
                ("P3", "P4"),
                "the line Rs Bs Bd from 0,0 to 2,0 is neither of one colour nor of one shape",
            ),
        ],
    ),
    (
        "apart, and not in one line",
        opened(board="Rs@0,0 Bs@1,0 Bt@1,1 Gt@2,1 Yt@3,1 Ys@3,0", hands=["Bc Bd", "Yx"]),
        Place({(-1, 1): "Bc", (1, 2): "Bd"}),
        [
            (Code.NOT_IN_ONE_LINE, ("P5",), "-1,1 and 1,2 are not in one row or column"),
            (Code.TOUCHES_NOTHING, ("P1",), "nothing joins Bc at -1,1 to the board"),
        ],
    ),
    (
        "gap",
        opened(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Gs Ys", "Yx"]),
        Place({(-1, 0): "Gs", (3, 0): "Ys"}),
        [
            (Code.GAP, ("P2", "P5"), "there is a gap at 2,0"),
            (Code.TOUCHES_NOTHING, ("P1",), "nothing joins Ys at 3,0 to the board"),
        ],
    ),
    (
        "gap between tiles that both touch",
        opened(board="Rs@0,0 Rc@0,1 Rd@0,2 Bd@1,2 Gd@2,2", hands=["Bs Gc", "Yx"]),
        Place({(1, 0): "Bs", (1, 3): "Bs"}),
        [
            (Code.NOT_YOUR_TILE, ("T1",), "the hand lacks Bs; it holds Gc Bs"),
            (Code.GAP, ("P2", "P5"), "there is a gap at 1,1"),
        ],
    ),
    (
        "gap in a column",
        opened(hands=["Rc Rd", "Yx"]),
        Place({(0, 1): "Rc", (0, 3): "Rd"}),
        [
            (Code.GAP, ("P2", "P5"), "there is a gap at 0,2"),
            (Code.TOUCHES_NOTHING, ("P1",), "nothing joins Rd at 0,3 to the board"),
        ],
    ),
    (
        "touches nothing",
        opened(),
        Place({(5, 5): "Bc", (6, 5): "Bd"}),
        [
            (
                Code.TOUCHES_NOTHING,
                ("P1",),
                "nothing joins Bc Bd at 5,5 and 6,5 to the board",
            )
        ],
    ),
    (
        "touches diagonally",
        opened(),
        Place({(2, 1): "Bc"}),
        [(Code.TOUCHES_NOTHING, ("P1",), "nothing joins Bc at 2,1 to the board")],
    ),
    (
        "no shared attribute",
        opened(hands=["Rc Bd", "Yx"]),
        Place({(0, 1): "Rc", (1, 1): "Bd"}),
        [
            (Code.NO_SHARED_ATTRIBUTE, ("P5",), "Rc Bd share neither a colour nor a shape"),
            (
                Code.LINE_MISMATCH,
                ("P3", "P4"),
                "the line Rc Bd from 0,1 to 1,1 is neither of one colour nor of one shape",
            ),
        ],
    ),
    (
        "duplicate in line",
        opened(hands=["Rs", "Yx"]),
        Place({(2, 0): "Rs"}),
        [
            (
                Code.DUPLICATE_IN_LINE,
                ("P3",),
                "the line Rs Bs Rs from 0,0 to 2,0 holds Rs 2 times",
            )
        ],
    ),
    (
        "line mismatch",
        opened(),
        Place({(2, 0): "Bd"}),
        [
            (
                Code.LINE_MISMATCH,
                ("P3",),
                "the line Rs Bs Bd from 0,0 to 2,0 is neither of one colour nor of one shape",
            )
        ],
    ),
    (
        "line mismatch of a tile in two lines",
        opened(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Bd", "Yx"]),
        Place({(0, 1): "Bd"}),
        [
            (
                Code.LINE_MISMATCH,
                ("P3", "P4"),
                "the line Rs Bd from 0,0 to 0,1 is neither of one colour nor of one shape",
            )
        ],
    ),
    (
        "line too long",
        opened(board=QWIRKLE, hands=["Rc", "Yx"]),
        Place({(6, 0): "Rc"}),
        [
            (
                Code.LINE_TOO_LONG,
                ("P3",),
                "the line Rc Rs Rd Rt Rk Rx Rc from 0,0 to 6,0 has 7 tiles; a line has at most 6",
            ),
            (
                Code.DUPLICATE_IN_LINE,
                ("P3",),
                "the line Rc Rs Rd Rt Rk Rx Rc from 0,0 to 6,0 holds Rc 2 times",
            ),
        ],
    ),
    (
        "everything wrong with one line",
        opened(board=QWIRKLE, hands=["Bc Rc", "Yx"]),
        Place({(-1, 0): "Bc", (6, 0): "Rc"}),
        [
            (
                Code.LINE_TOO_LONG,
                ("P3",),
                "the line Bc Rc Rs Rd Rt Rk Rx Rc from -1,0 to 6,0 has 8 tiles; a line has "
                "at most 6",
            ),
            (
                Code.DUPLICATE_IN_LINE,
                ("P3",),
                "the line Bc Rc Rs Rd Rt Rk Rx Rc from -1,0 to 6,0 holds Rc 2 times",
            ),
            (
                Code.LINE_MISMATCH,
                ("P3",),
                "the line Bc Rc Rs Rd Rt Rk Rx Rc from -1,0 to 6,0 is neither of one colour "
                "nor of one shape",
            ),
        ],
    ),
    (
        "not an opening set",
        OPENING,
        Place("Rs@0,0 Bs@1,0"),
        [
            (
                Code.NOT_OPENING_SET,
                ("B2", "R6"),
                "the first line must be a largest set of the hand: Rc Rs Rd",
            )
        ],
    ),
    (
        "no opening at all",
        qwirkle.position(turn=0),
        Place("Rs@0,0"),
        [
            (Code.NOT_YOUR_TILE, ("T1",), "the hand lacks Rs; it holds nothing"),
            (
                Code.NOT_OPENING_SET,
                ("B2", "R6"),
                "the first line must be a largest set of the hand: nothing",
            ),
        ],
    ),
    (
        "an opening of two sets to choose from",
        qwirkle.position(hands=["Rs Rc Bs", "Gk"]),
        Place("Rs@0,0"),
        [
            (
                Code.NOT_OPENING_SET,
                ("B2", "R6"),
                "the first line must be a largest set of the hand: Rc Rs or Rs Bs",
            )
        ],
    ),
    (
        "too far away",
        OPENING,
        Place({(10**98 + i, 0): tile for i, tile in enumerate(["Rs", "Rc", "Rd"])}),
        [
            (
                Code.TOO_FAR,
                ("B2",),
                "the first line is too far from 0,0: its cells have at most 98 digits",
            )
        ],
    ),
    (
        "an opening with a gap",
        OPENING,
        Place("Rs@0,0 Rc@1,0 Rd@3,0"),
        [(Code.GAP, ("P2", "P5"), "there is a gap at 2,0")],
    ),
    (
        "opening first",
        OPENING,
        Exchange("Rs"),
        [
            (
                Code.OPENING_FIRST,
                ("R6",),
                "the first line must be placed before anybody exchanges",
            )
        ],
    ),
    (
        "exchange of nothing",
        opened(),
        Exchange(""),
        [(Code.EXCHANGE_EMPTY, ("X1",), "no tile is exchanged")],
    ),
    (
        "exchange above the limit",
        qwirkle.position(
            qwirkle.get_variant("standard", exchange_limit=2),
            board="Rs@0,0",
            hands=["Gd Gt Gk", ""],
        ),
        Exchange("Gd Gt Gk"),
        [
            (
                Code.EXCHANGE_TOO_LARGE,
                ("X1",),
                "too many tiles to exchange: 3, but at most 2 may be exchanged",
            )
        ],
    ),
    (
        "exchange above the supply",
        MUST,
        Exchange("Gd Gd"),
        [
            (
                Code.SUPPLY_TOO_SMALL,
                ("X3", "R4"),
                "too many tiles to exchange: 2, but the supply holds only 1",
            )
        ],
    ),
    (
        "pass while a tile fits",
        opened(),
        Pass(),
        [
            (
                Code.PASS_WHILE_MOVE,
                ("R5",),
                "passing is not allowed while a tile can be placed",
            )
        ],
    ),
    (
        "pass before the opening",
        OPENING,
        Pass(),
        [
            (
                Code.PASS_WHILE_MOVE,
                ("R5",),
                "passing is not allowed while a tile can be placed",
            )
        ],
    ),
    (
        "must exchange",
        MUST,
        Pass(),
        [
            (
                Code.MUST_EXCHANGE,
                ("X4", "R5"),
                "a player who cannot place must exchange while the supply lasts",
            )
        ],
    ),
]


def test_every_reason_is_given() -> None:
    """check, apply, score and membership all say the same, from a state and from a view."""
    for table, move, expected in [entry[1:] for entry in CASES]:
        with case(table, move, expected):
            violations = qwirkle.check(table, move)
            assert [(found.code, found.rules, found.message) for found in violations] == expected
            assert move not in qwirkle.legal_moves(table)
            assert move not in list(qwirkle.legal_moves(table))
            with pytest.raises(IllegalMove) as caught:
                qwirkle.score(table, move)
            assert (caught.value.move, caught.value.violations) == (move, violations)
            if isinstance(table, TileState):
                for act in (qwirkle.apply, qwirkle.draws):
                    with pytest.raises(IllegalMove) as caught:
                        act(table, move)
                    assert caught.value.violations == violations
                assert qwirkle.check(qwirkle.observe(table, table.turn), move) == violations


def test_every_code_has_a_case() -> None:
    """The cases above have every code, except those that only ``check_board`` uses."""
    found = {code for case in CASES for code, _, _ in case[3]}
    assert found == set(Code) - {
        Code.HAND_TOO_SMALL, Code.NOT_IN_BOX,
        Code.SEPARATE_GROUPS, Code.TOO_MANY_COPIES, Code.TOO_MANY_TILES,
    }  # fmt: skip


def test_messages_name_the_cells_and_tiles() -> None:
    """The text of a violation also names the rules."""
    for _, table, move, _ in CASES:
        for violation in qwirkle.check(table, move):
            assert str(violation) == f"{violation.message} [{', '.join(violation.rules)}]"
            assert isinstance(violation.code, Code)


def test_legal_placements_have_no_violation() -> None:
    """Tiles of one turn need not touch each other."""
    cases: list[tuple[str, str, str]] = [
        ("Rs@0,0 Bs@1,0", "Gs Ys", "Gs@-1,0 Ys@2,0"),  # both ends (P5)
        ("Rs@0,0 Rc@1,0 Rt@3,0 Bt@3,1 Bc@1,1 Bd@2,1", "Rd Rk", "Rd@2,0 Rk@4,0"),  # around a tile
        ("Rs@0,0", "Bs Bc", "Bs@1,0"),
        ("Rs@0,0", "Rc Rd Rt", "Rc@0,-1 Rd@0,1 Rt@0,2"),
        ("Rs@0,0 Bs@1,0", "Bc Rc", "Rc@0,1 Bc@1,1"),
    ]
    for board, hand, move in cases:
        with case(board, hand, move):
            state = qwirkle.position(board=board, hands=[hand, "Gk"])
            placed = qwirkle.parse_move(move)
            assert qwirkle.check(state, placed) == ()
            assert placed in list(qwirkle.legal_moves(state))


def test_far_cells_are_judged_at_once() -> None:
    """The time does not depend on the distance between the cells."""
    move = Place({(0, 1): "Bc", (0, 10**30): "Bd"})
    codes = [violation.code for violation in qwirkle.check(opened(), move)]
    assert codes == [Code.GAP, Code.TOUCHES_NOTHING, Code.LINE_MISMATCH]


def test_a_player_who_cannot_place() -> None:
    """R5: an empty supply leaves only the pass; otherwise the edition may allow or refuse it."""
    stuck = opened(hands=["Gd", "Bc"], supply="")
    assert qwirkle.check(stuck, Pass()) == ()
    may = qwirkle.get_variant("standard", stuck="may-exchange")
    fields: dict[str, Any] = {"board": "Rs@0,0 Bs@1,0", "hands": ["Gd", "Bc"]}
    assert qwirkle.check(qwirkle.position(may, **fields, supply="Rc"), Pass()) == ()
    assert qwirkle.check(qwirkle.position(may, **fields, supply="Rc"), Exchange("Gd")) == ()
    empty_handed = opened(hands=["", "Yx"])
    assert qwirkle.check(empty_handed, Pass()) == ()
    nothing_at_all = qwirkle.position()
    assert qwirkle.check(nothing_at_all, Pass()) == ()


class OwnReason(Reason):
    """Reasons that the core does not know."""

    ENOUGH = "enough"
    KEEP = "keep"


class Keeping(TileGame):
    """A variant in which nobody places a square and another tile in the same turn."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """One reason more than usual."""
        if len(move.laid) > 1 and any(tile.shape is Shape.SQUARE for tile in move.laid):
            return KEEP
        return None


KEEP = Violation(OwnReason.KEEP, ("K1",), "squares go alone")


def test_a_variant_forbids_placements() -> None:
    """One hook is enough: every function that judges a move respects it."""
    fields: dict[str, Any] = {"board": "Rs@0,0 Bs@1,0", "hands": ["Gs Gd", "Yx"]}
    state = qwirkle.position(Keeping("keeping"), **fields, supply="Rc")
    usual = qwirkle.position(**fields, supply="Rc")
    both = qwirkle.parse_move("Gs@2,0 Gd@2,1")
    assert qwirkle.check(usual, both) == ()
    for position in (state, qwirkle.observe(state, 0)):
        assert qwirkle.check(position, both) == (KEEP,)
        moves, all_moves = qwirkle.legal_moves(position), qwirkle.legal_moves(usual)
        allowed = [move for move in all_moves if not isinstance(move, Place) or len(move.laid) < 2]
        assert list(moves) == allowed
        assert both not in moves
        assert both not in moves.placements
        assert moves.count() == len(allowed) < all_moves.count()
        assert moves.placements.count() == len(list(moves.placements)) == len(list(moves.scored()))
        assert moves.best() == qwirkle.parse_move("Gs@-1,0")
        assert {moves.sample(Random(seed)) for seed in range(300)} == set(allowed)
    # A move that breaks another rule as well is explained by that rule alone.
    gap = qwirkle.parse_move("Gs@2,0 Gd@2,2")
    assert [found.code for found in qwirkle.check(state, gap)] == [Code.GAP, Code.TOUCHES_NOTHING]
    for act in (qwirkle.apply, qwirkle.draws, qwirkle.score):
        with pytest.raises(IllegalMove, match=r"squares go alone \[K1\]"):
            act(state, both)
    assert qwirkle.apply(state, Place("Gs@2,0")).scores == (3, 0)


class Closed(TileGame):
    """A variant that allows no placement after the first line."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """Forbid every later placement."""
        return KEEP if position.board else None


class Pairs(TileGame):
    """A variant with two or more tiles in every placement, and at most two in the first."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """Forbid placements by the number of their tiles."""
        return KEEP if (len(move.laid) < 2 if position.board else len(move.laid) > 2) else None


def test_a_veto_on_several_tiles_together() -> None:
    """The end depends on nothing hidden, so views and sampled states agree with it."""
    game = Pairs("pairs")
    qwirkle.register(game)
    assert not any(qwirkle.new_game(game, seed=seed).is_over for seed in range(5))
    stuck = qwirkle.position(game, hands=["Rc Rs Rd", "Bd Gd Yd"])
    assert list(qwirkle.legal_moves(stuck)) == [Pass()]
    for _ in range(2):
        assert not stuck.is_over
        stuck = qwirkle.apply(stuck, Pass())
    assert stuck.outcome is not None
    assert stuck.outcome.reason is EndReason.CLOSED
    # Together the hands could place two tiles, but no player can.
    state = qwirkle.position(game, board="Rs@0,0", hands=["Rc Gd", "Rd Yx"], supply="")
    for _ in range(2):
        assert not state.is_over
        for seat in range(2):
            view = qwirkle.observe(state, seat)
            assert qwirkle.from_json(qwirkle.to_json(view)) == view
            for seed in range(4):
                assert qwirkle.observe(view.sample_state(Random(seed)), seat) == view
        state = qwirkle.apply(state, Pass())
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.ALL_PASSED


def test_a_bare_board_does_not_know_every_reason() -> None:
    """A variant says which of its reasons a bare board cannot know, also for `forbids`."""

    class Late(TileGame):
        """A variant without placements after move ten, which no board shows."""

        beyond_board = (*TileGame.beyond_board, OwnReason.KEEP)

        def forbids(self, position: TilePosition, move: Place) -> Violation | None:
            return KEEP

    for board, move in (("Rs@0,0", "Rc@1,0"), ("", "Rc@5,5")):
        assert qwirkle.check_board(board, Place(move), Late("late")) == ()
        assert qwirkle.check_board(board, Place(move), Closed("closed")) == (
            (KEEP,) if board else ()
        )


def test_what_is_forbidden_cannot_be_placed() -> None:
    """R5, E3, R21: players pass or exchange instead, and the game ends."""
    game = Closed("closed", Rules(stuck="may-exchange"))
    fields: dict[str, Any] = {"board": "Rs@0,0", "hands": ["Bs", "Rc"]}
    state = qwirkle.position(game, **fields, supply="")
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.NO_PLAY
    state = qwirkle.position(game, **fields, supply="Rc")
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.CLOSED
    passing = qwirkle.position(game.with_options(no_play="all-passed"), **fields, supply="")
    assert list(qwirkle.legal_moves(passing)) == [Pass()]
    assert not qwirkle.legal_moves(passing).placements
    assert qwirkle.legal_moves(passing).best() == Pass()
    first = qwirkle.position(game, hands=["Bs", "Rc"])
    assert qwirkle.legal_moves(first).placements.count() == 1


def test_the_turn_and_the_end_are_judged_before_a_variant_is_asked() -> None:
    """A waiting player, or a move after the end, gets no other reason."""
    fields: dict[str, Any] = {"board": "Rs@0,0 Bs@1,0", "hands": ["Gs Gd", "Ys"]}
    waiting = qwirkle.observe(qwirkle.position(Keeping("keeping"), **fields, supply="Rc"), 1)
    assert [found.code for found in qwirkle.check(waiting, Exchange("Ys"))] == [Code.NOT_YOUR_TURN]
    fields["hands"] = ["Gs", ""]
    over = qwirkle.position(Keeping("keeping"), **fields, supply="")
    assert [found.code for found in qwirkle.check(over, Exchange("Gs"))] == [Code.GAME_OVER]


class Sudden(TileGame):
    """A variant with its own reason for the end."""

    def ending(self, state: TileState) -> OwnReason | None:
        """End the game as soon as a player has five points."""
        return OwnReason.ENOUGH if max(state.scores) >= 5 else None


def test_a_variants_own_reason_for_the_end() -> None:
    """It cites the rule that games end."""
    state = qwirkle.position(Sudden("sudden"), board="Rs@0,0", scores=[5, 0])
    assert state.outcome == qwirkle.Outcome(OwnReason.ENOUGH, (5, 0), (0,))
    assert qwirkle.check(state, Pass()) == (Violation(Code.GAME_OVER, ("E2",), "the game is over"),)


class Telling(TileGame):
    """A variant whose points tell the lengths of the lines that are scored."""

    def line_points(self, length: int) -> int:
        return int(10**length)


def test_the_quick_check_and_the_full_one_agree() -> None:
    """P1 to P5: legal placements are found in one pass, and illegal ones get all reasons."""
    cases: list[tuple[str, str, set[str] | None, tuple[int, ...]]] = [
        # placed tiles must fit all tiles of the line, even those they do not touch
        ("Rs@0,0", "Rc@1,0 Bc@2,0", {"line-mismatch"}, ()),
        ("Rs@0,0", "Rc@1,0 Rd@2,0", set(), (3,)),
        ("Rs@0,0", "Rc@0,1 Bc@0,2", {"line-mismatch"}, ()),
        # tiles on both sides of the placed ones must fit each other
        ("Rs@0,0 Rs@3,0", "Rc@1,0 Rd@2,0", {"duplicate-in-line"}, ()),
        ("Rs@0,0 Rs@0,3", "Rc@0,1 Rd@0,2", {"duplicate-in-line"}, ()),
        ("Rs@0,0 Rt@3,0", "Rc@1,0 Rd@2,0", set(), (4,)),
        # so must the placed tiles and the tiles behind a gap
        ("Rs@0,0 Ys@3,0", "Ys@1,0 Ps@2,0", {"duplicate-in-line"}, ()),
        ("Rs@0,0 Ys@3,0", "Gs@1,0 Ps@2,0", set(), (4,)),
        ("Ys@2,0", "Ys@0,0 Ps@1,0", {"duplicate-in-line"}, ()),
        # a taken cell is refused, whatever fits around it
        ("Rs@0,0 Rc@1,0", "Rk@1,0 Rd@2,0", {"cell-taken"}, ()),
        ("Rs@0,0 Rc@1,0", "Rd@-1,0 Rt@0,0", {"cell-taken"}, ()),
        # distant cells are not confused with near ones
        ("Rs@0,0", f"Rd@0,{STRIDE}", {"touches-nothing"}, ()),
        ("Rs@0,0", f"Rd@0,{STRIDE} Rc@0,{STRIDE + 1}", {"touches-nothing"}, ()),
        ("Rs@0,0", f"Rd@1,0 Rc@1,{STRIDE} Rt@3,0", None, ()),
        # crossing lines count as well
        ("Rs@0,0 Rc@1,0 Bs@0,1", "Bc@1,1", set(), (2, 2)),
        ("Rs@0,0 Rc@1,0 Bs@0,1", "Bc@1,1 Bd@2,1", set(), (3, 2)),
    ]
    for table, move, codes, lengths in cases:
        with case(table, move, codes, lengths):
            board, laid = Board(table), qwirkle.parse_move(move)
            assert isinstance(laid, Place)
            expected = sum(10**length for length in lengths) or None
            state = attrs.evolve(opened(), variant=Telling("telling"), board=board)
            assert fitting_points(state, laid) == expected
            found = {violation.code.value for violation in why_not(board, laid.laid, laid)}
            assert found == codes if codes is not None else found


def test_the_faults_of_a_board_are_the_rules_that_it_breaks() -> None:
    """The quick check of a whole board lets exactly the sound ones pass."""
    random = Random(6)
    sound = 0
    for seed in range(10):
        tiles = dict(played(25, seed).board)
        for _ in range(30):
            changed = tiles.copy()
            for cell in random.sample([*tiles], random.randrange(3)):
                x, y = cell.x + random.randrange(2), cell.y + random.randrange(2)
                changed[Cell(x, y)] = random.choice(TILES)
            board = Board(changed)
            expected = [Fault("board", str(violation)) for violation in broken_rules(board, 108)]
            assert [*board_faults(board, 108)] == expected
            sound += not expected
    assert 0 < sound < 300
