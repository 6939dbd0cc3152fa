"""The reasons why moves are not legal: every code, with its rules and its details."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from own_games import Starred
from samples import finished, opened, waiting

import qwirkle
from qwirkle import EndReason, Exchange, Move, Pass, Place, TileState, Violation, authoring
from qwirkle.authoring import Code, TileGame, TilePosition

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

MISMATCH = "is neither of one colour nor of one shape"
LONG = "the line Bc Rc Rs Rd Rt Rk Rx Rc from -1,0 to 6,0"
SILENT = qwirkle.get_variant("standard", no_play="all-passed")
AT_MOST_TWO = qwirkle.get_variant("standard", exchange_limit=2)
STEPS = "Rs@0,0 Bs@1,0 Bt@1,1 Gt@2,1 Yt@3,1 Ys@3,0"
FIRST = "the first line must be a largest set of the hand"

CASES: list[tuple[str, TileState | qwirkle.TileView, Move, list[str]]] = [
    ("went out", finished(), Pass(), ["game-over E2: the game is over"]),
    ("nobody can place", opened(hands=["Gd", "Yx"], supply=""), Place("Gd@2,0"),
     ["game-over E3: the game is over"]),
    ("all passed",
     qwirkle.position(SILENT, board="Rs@0,0", hands=["Gd", "Bc"], supply="", passes=2),
     Exchange("Gd"),
     ["game-over R3: the game is over"]),
    ("over, and waiting", qwirkle.observe(finished(), 1), Pass(),
     ["game-over E2: the game is over"]),
    ("not your turn", waiting(), Exchange("Gd"), ["not-your-turn B4: it is Ada's turn"]),
    ("no such move", opened(), Shout(), ["no-such-move T1: this game has no move like shout"]),
    ("not your tile", opened(), Place("Ys@2,0"),
     ["not-your-tile T1: the hand lacks Ys; it holds Gs Bc Bd"]),
    ("not so many of your tile", opened(), Exchange("Bc Bc Ys"),
     ["not-your-tile T1: the hand lacks Ys Bc; it holds Gs Bc Bd"]),
    ("nothing in hand", opened(hands=["", "Yx"]), Exchange("Rs"),
     ["not-your-tile T1: the hand lacks Rs; it holds nothing"]),
    ("nothing placed", opened(), Place({}), ["nothing-placed T1: no tile is placed"]),
    ("cell taken", opened(), Place("Gs@1,0 Bc@2,0"),
     ["cell-taken P1: Gs cannot go to 1,0: Bs is there",
      "no-shared-attribute P5: Gs Bc share neither a colour nor a shape",
      f"line-mismatch P3: the line Rs Bs Bc from 0,0 to 2,0 {MISMATCH}"]),
    ("not in one line", opened(), Place("Bc@1,1 Bd@2,0"),
     ["not-in-one-line P5: 1,1 and 2,0 are not in one row or column",
      f"line-mismatch P3 P4: the line Rs Bs Bd from 0,0 to 2,0 {MISMATCH}"]),
    ("apart, and not in one line",
     opened(board=STEPS, hands=["Bc Bd", "Yx"]), Place("Bc@-1,1 Bd@1,2"),
     ["not-in-one-line P5: -1,1 and 1,2 are not in one row or column",
      "touches-nothing P1: nothing joins Bc at -1,1 to the board"]),
    ("gap", opened(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Gs Ys", "Yx"]), Place("Gs@-1,0 Ys@3,0"),
     ["gap P2 P5: there is a gap at 2,0",
      "touches-nothing P1: nothing joins Ys at 3,0 to the board"]),
    ("gap between tiles that both touch",
     opened(board="Rs@0,0 Rc@0,1 Rd@0,2 Bd@1,2 Gd@2,2", hands=["Bs Gc", "Yx"]),
     Place("Bs@1,0 Bs@1,3"),
     ["not-your-tile T1: the hand lacks Bs; it holds Gc Bs",
      "gap P2 P5: there is a gap at 1,1"]),
    ("gap in a column", opened(hands=["Rc Rd", "Yx"]), Place({(0, 1): "Rc", (0, 10**30): "Rd"}),
     ["gap P2 P5: there is a gap at 0,2",
      f"touches-nothing P1: nothing joins Rd at 0,{10**30} to the board"]),
    ("touches nothing", opened(), Place("Bc@5,5 Bd@6,5"),
     ["touches-nothing P1: nothing joins Bc Bd at 5,5 and 6,5 to the board"]),
    ("touches diagonally", opened(), Place("Bc@2,1"),
     ["touches-nothing P1: nothing joins Bc at 2,1 to the board"]),
    ("no shared attribute", opened(hands=["Rc Bd", "Yx"]), Place("Rc@0,1 Bd@1,1"),
     ["no-shared-attribute P5: Rc Bd share neither a colour nor a shape",
      f"line-mismatch P3 P4: the line Rc Bd from 0,1 to 1,1 {MISMATCH}"]),
    ("duplicate in line", opened(hands=["Rs", "Yx"]), Place("Rs@2,0"),
     ["duplicate-in-line P3: the line Rs Bs Rs from 0,0 to 2,0 holds Rs 2 times"]),
    ("line mismatch", opened(), Place("Bd@2,0"),
     [f"line-mismatch P3: the line Rs Bs Bd from 0,0 to 2,0 {MISMATCH}"]),
    ("line mismatch of a tile in two lines",
     opened(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Bd", "Yx"]), Place("Bd@0,1"),
     [f"line-mismatch P3 P4: the line Rs Bd from 0,0 to 0,1 {MISMATCH}"]),
    ("everything wrong with one line",
     opened(board=QWIRKLE, hands=["Bc Rc", "Yx"]), Place("Bc@-1,0 Rc@6,0"),
     [f"line-too-long P3: {LONG} has 8 tiles; a line has at most 6",
      f"duplicate-in-line P3: {LONG} holds Rc 2 times",
      f"line-mismatch P3: {LONG} {MISMATCH}"]),
    ("not an opening set", OPENING, Place("Rs@0,0 Bs@1,0"),
     [f"not-opening-set B2 R6: {FIRST}: Rc Rs Rd"]),
    ("no opening at all", qwirkle.position(turn=0), Place("Rs@0,0"),
     ["not-your-tile T1: the hand lacks Rs; it holds nothing",
      f"not-opening-set B2 R6: {FIRST}: nothing"]),
    ("an opening of two sets to choose from",
     qwirkle.position(hands=["Rs Rc Bs", "Gk"]), Place("Rs@0,0"),
     [f"not-opening-set B2 R6: {FIRST}: Rc Rs or Rs Bs"]),
    ("too far away",
     OPENING, Place({(10**98 + i, 0): tile for i, tile in enumerate(["Rs", "Rc", "Rd"])}),
     ["too-far B2: the first line is too far from 0,0: its cells have at most 98 digits"]),
    ("an opening beside the start of a fixed board",
     qwirkle.position(Starred("starred"), hands=["Rc Rs", "Gk"]), Place("Rs@1,0 Rc@2,0"),
     ["not-at-start B2: the first line must cover 0,0"]),
    ("an opening with a gap", OPENING, Place("Rs@0,0 Rc@1,0 Rd@3,0"),
     ["gap P2 P5: there is a gap at 2,0"]),
    ("opening first", OPENING, Exchange("Rs"),
     ["opening-first R6: the first line must be placed before anybody exchanges"]),
    ("exchange of nothing", opened(), Exchange(""), ["exchange-empty X1: no tile is exchanged"]),
    ("exchange above the limit",
     qwirkle.position(AT_MOST_TWO, board="Rs@0,0", hands=["Gd Gt Gk", ""]), Exchange("Gd Gt Gk"),
     ["exchange-too-large X1: too many tiles to exchange: 3, but at most 2 may be exchanged"]),
    ("exchange above the supply", MUST, Exchange("Gd Gd"),
     ["supply-too-small X3 R4: too many tiles to exchange: 2, but the supply holds only 1"]),
    ("pass while a tile fits", opened(), Pass(),
     ["pass-while-move R5: passing is not allowed while a tile can be placed"]),
    ("pass before the opening", OPENING, Pass(),
     ["pass-while-move R5: passing is not allowed while a tile can be placed"]),
    ("must exchange", MUST, Pass(),
     ["must-exchange X4 R5: a player who cannot place must exchange while the supply lasts"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "move", "expected"), [pytest.param(*row, id=name) for name, *row in CASES]
)
def test_every_reason_is_given(
    table: TileState | qwirkle.TileView, move: Move, expected: list[str]
) -> None:
    """check, apply, score and membership all say the same, from a state and from a view."""
    found = qwirkle.check(table, move)
    assert [f"{each.code} {' '.join(each.rules)}: {each.message}" for each in found] == expected
    assert [f"{each.message} [{', '.join(each.rules)}]" for each in found] == [*map(str, found)]
    assert move not in qwirkle.legal_moves(table)
    assert move not in list(qwirkle.legal_moves(table))
    asked: list[Any] = [qwirkle.score]
    if isinstance(table, TileState):
        asked += [qwirkle.apply, qwirkle.api.draws]
        assert qwirkle.check(qwirkle.observe(table, table.turn), move) == found
    for ask in asked:
        with pytest.raises(qwirkle.IllegalMove) as caught:
            ask(table, move)
        assert (caught.value.move, caught.value.violations) == (move, found)


def test_every_code_has_a_case() -> None:
    """The cases above have every code, except those that only ``check_board`` uses."""
    found = {text.split()[0] for *_, expected in CASES for text in expected}
    assert found == set(Code) - {
        Code.HAND_TOO_SMALL, Code.NOT_IN_BOX,
        Code.SEPARATE_GROUPS, Code.TOO_MANY_COPIES, Code.TOO_MANY_TILES,
    }  # fmt: skip


class OwnReason(authoring.Reason):
    """Reasons that the core does not know."""

    ENOUGH = "enough"
    KEEP = "keep"


class Keeping(TileGame):
    """A variant in which nobody places a square and another tile in the same turn."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        """One reason more than usual."""
        if len(move.laid) > 1 and any(tile.shape is qwirkle.Shape.SQUARE for tile in move.laid):
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
    for act in (qwirkle.apply, qwirkle.api.draws, qwirkle.score):
        with pytest.raises(qwirkle.IllegalMove, match=r"squares go alone \[K1\]"):
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
    game = Closed("closed", authoring.Rules(stuck="may-exchange"))
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


class Sudden(TileGame):
    """A variant with its own reason for the end."""

    def ending(self, state: TileState) -> OwnReason | None:
        """End the game as soon as a player has five points."""
        return OwnReason.ENOUGH if max(state.scores) >= 5 else None


def test_a_variants_own_reason_for_the_end() -> None:
    """It cites the rule that games end."""
    state = qwirkle.position(Sudden("sudden"), board="Rs@0,0", scores=[5, 0])
    assert state.outcome == authoring.Outcome(OwnReason.ENOUGH, (5, 0), (0,))
    assert qwirkle.check(state, Pass()) == (Violation(Code.GAME_OVER, ("E2",), "the game is over"),)


def test_distant_cells_are_not_confused_with_near_ones() -> None:
    """However far away they are, nothing joins them to the board."""
    for power in range(2, 70):
        for far in (2**power, 1 - 2**power):
            for move in ({(0, far): "Rd"}, {(far, 0): "Rd"}, {(0, far): "Rd", (0, far + 1): "Rc"}):
                state = opened(board="Rs@0,0", hands=["Rd Rc", "Yx"])
                found = [violation.code for violation in qwirkle.check(state, Place(move))]
                assert found == [Code.TOUCHES_NOTHING], move
