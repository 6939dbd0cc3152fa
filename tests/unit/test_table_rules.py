"""The hooks for what a table decides: bonus points, a settlement, open hands, and vetoes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from own_games import Partners, Starred
from rich.console import Console

import qwirkle
from qwirkle import Cell, GameRecord, Place, TileState, TileView, Violation
from qwirkle._engine import engine_of
from qwirkle.authoring import COUNT, Code, Extra, Reason, TileGame, TilePosition, field
from qwirkle.cli.reports import score_sheet, told
from qwirkle.errors import InvalidPosition, InvalidValue

STARRED = Starred("starred")
PARTNERS = Partners("partners")
FOUR = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0"


def states(game: TileGame, players: int = 2, moves: int = 40) -> Iterator[TileState]:
    """The states of a random game."""
    state = qwirkle.new_game(game, players=players, seed=3)
    random = Random(5)
    for _ in range(moves):
        if state.is_over:
            return
        yield state
        state = qwirkle.apply(state, qwirkle.legal_moves(state).sample(random))


@pytest.fixture(params=["starred", "partners"])
def game(request: pytest.FixtureRequest) -> TileGame:
    """A game with bonus points, which is registered."""
    found: TileGame = {"starred": STARRED, "partners": PARTNERS}[request.param]
    qwirkle.register(found)
    return found


# Points


def test_bonus_points_are_the_same_everywhere(game: TileGame) -> None:
    """Lists, `best`, drafts, `score`, `apply` and a bare board all have the points of the hook."""
    for state in states(game):
        moves = qwirkle.legal_moves(state)
        scored = dict(moves.scored())
        assert list(scored) == list(moves.placements)
        fits = {(fit.cell, fit.tile): fit.points for fit in qwirkle.draft(state).fits}
        for move, points in scored.items():
            score = qwirkle.score(state, move)
            assert score.bonus_points == game.bonus_points(state, move)
            assert (
                score.total
                == points
                == sum(ln.points for ln in score.lines) + sum(part for part, _ in score.extras)
            )
            assert (
                qwirkle.apply(state, move).scores[state.turn] == state.scores[state.turn] + points
            )
            if len(move.cells) == 1 and state.board:
                assert fits[move.tiles[0]] == points
        if scored:
            best = moves.placements.best()
            assert best is not None
            assert scored[best] == max(scored.values())
            on_board = qwirkle.score_board(state.board, best, game)
            assert on_board.bonus_points == qwirkle.score(state, best).bonus_points


def test_groups_are_split_where_points_differ() -> None:
    """A red tile earns nothing on a star, and another one does."""
    state = qwirkle.position(STARRED, board="Rs@0,0", hands=["Rc Bs", "Gd"])
    first, second, *_ = qwirkle.legal_moves(state).placements.groups()
    assert [(points, ways) for _, points, ways in (first, second)] == [
        (2, [(qwirkle.Tile.parse("Rc"),)]),
        (3, [(qwirkle.Tile.parse("Bs"),)]),
    ]


class Costly(TileGame):
    """A game in which placing costs more than it brings; it counts how often it is asked."""

    asked = 0

    def bonus_points(self, position: TilePosition, move: Place) -> int:
        type(self).asked += 1
        return -9


def test_best_prefers_any_other_move_to_a_loss() -> None:
    """An exchange costs nothing."""
    state = qwirkle.position(Costly("costly"), board="Rs@0,0", hands=["Rc", "Gd"])
    assert qwirkle.legal_moves(state).best() == qwirkle.Exchange("Rc")
    assert max(points for _, points in qwirkle.legal_moves(state).scored()) == -7


def test_lists_without_points_do_not_ask_for_them() -> None:
    """Listing, counting and choosing a move take no more time than without the hook."""
    state = qwirkle.position(Costly("costly"), board=FOUR, hands=["Rk Rx", "Gd"])
    moves, Costly.asked = qwirkle.legal_moves(state), 0
    assert len(list(moves.placements)) == moves.placements.count() == 78
    moves.sample(Random(1))
    assert bool(moves.placements)
    assert Costly.asked == 0
    list(moves.scored())
    assert Costly.asked == 78


def test_a_penalty_is_told_in_words() -> None:
    """In sums, texts, pictures and the terminal; the record counts it."""
    qwirkle.register(PARTNERS)
    state = qwirkle.position(PARTNERS, board=FOUR, hands=["Rk Gx", "Gd"], players=["Ada", "Bob"])
    move = qwirkle.parse_move("Rk@4,0")
    score = qwirkle.score(state, move)
    assert (score.sum, int(score)) == ("5 - 2 as a penalty", 3)
    assert "for 3 points (5 - 2 as a penalty)" in str(qwirkle.render.Played(state, move))
    assert "-2 as a penalty" in qwirkle.render.svg(score)
    assert json.loads(qwirkle.to_json(score))["bonus_points"] == -2
    record = GameRecord(state).play(move)
    assert "# Ada: 3 points, now 3" in str(record)
    [_, line] = told(state, record.turns[0])
    assert "3 points = 5 (Rc Rs Rd Rt Rk) - 2 (as a penalty)" in str(vars(line))


def test_points_that_cancel_out_are_still_told() -> None:
    """A move of two points that costs two is not a move without points."""

    class Harsh(TileGame):
        """Every placement costs two points."""

        def bonus_points(self, position: TilePosition, move: Place) -> int:
            return -2

    state = qwirkle.position(Harsh("harsh"), board="Rs@0,0", hands=["Rc Gx", "Gd"])
    move = qwirkle.parse_move("Rc@1,0")
    assert "for 0 points (2 - 2 as a penalty)" in str(qwirkle.render.Played(state, move))
    record = GameRecord(state).play(move)
    assert len([*told(state, record.turns[0])]) == 2


def test_a_bare_board_knows_vetoes_and_asks_for_placements_only() -> None:
    """`check_board` refuses what `forbids_tile` does, and an exchange has no bonus points."""
    [violation] = qwirkle.check_board("Rs@4,0", Place("Rc@5,0"), STARRED)
    assert violation.message == "5,0 is not on the board"
    assert qwirkle.score_board("Rs@4,0", qwirkle.Exchange("Rc"), STARRED) == qwirkle.Score()


def test_extras_that_cancel_out_are_told() -> None:
    """The bonus for finishing and a penalty of the same size are both named."""

    class Even(TileGame):
        """Finishing is worth what it costs."""

        def bonus_points(self, position: TilePosition, move: Place) -> int:
            return -6

    state = qwirkle.position(Even("even"), board="Rs@0,0", hands=["Rc", "Gd"], supply="")
    record = GameRecord(state).play(qwirkle.parse_move("Rc@1,0"))
    [_, line] = told(state, record.turns[0])
    assert "2 (Rs Rc) + 6 (for finishing) - 6 (as a penalty)" in str(vars(line))


# The end


def over(**fields: Any) -> TileState:
    """A game of partners that is over; Ada and Cleo are one team."""
    usual = {
        "board": "Rs@0,0",
        "hands": ["", "Gd Gx", "Yk", "Yc"],
        "players": ["Ada", "Bob", "Cleo", "Dora"],
        "supply": "",
        "scores": [9, 12, 4, 3],
    }
    return qwirkle.position(PARTNERS, **{**usual, **fields})


def test_a_settlement_shows_wherever_the_winner_does() -> None:
    """Ada and Cleo have 9 and 3 after it, Bob and Dora 10 and 2: all have 6, and all win."""
    state = over()
    assert state.scores == (9, 12, 4, 3)
    assert state.outcome is not None
    assert state.outcome.scores == state.standings == (6, 6, 6, 6)
    assert state.winners == (0, 1, 2, 3)
    assert all(qwirkle.observe(state, seat).standings == (6, 6, 6, 6) for seat in range(4))
    shown = qwirkle.render.text(state)
    assert shown.count(" 6 points") == 4
    assert shown.endswith("Ada, Bob, Cleo and Dora shared the win with 6 each")
    assert json.loads(qwirkle.to_json(state.outcome))["scores"] == [6, 6, 6, 6]
    before = over(hands=["Rc", "Gd Gx", "Yk", "Yc"], scores=[1, 12, 4, 3])
    assert (before.is_over, before.standings) == (False, before.scores)


def test_the_score_sheet_has_a_row_for_the_settlement() -> None:
    """The totals are the final scores."""
    record: GameRecord[Any] = GameRecord(
        over(hands=["Rc", "Gd Gx", "Yk", "Yc"], scores=[1, 12, 4, 3])
    )
    record = record.play(qwirkle.parse_move("Rc@1,0"))
    shown = StringIO()
    Console(file=shown, width=100).print(score_sheet(record))
    rows = [line.split() for line in shown.getvalue().splitlines()]
    assert [*filter(str.isalnum, next(row for row in rows if "total" in row))] == [
        *("total", "6", "6", "6", "6")
    ]
    assert next(row for row in rows if "end" in row)[1::2] == ["end", "-3", "-6", "+2", "+3"]


def test_without_a_settlement_there_is_no_row_for_it() -> None:
    """The scores are the final ones."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rc", "Gd"], supply="")
    record: GameRecord[Any] = GameRecord(state).play(qwirkle.parse_move("Rc@1,0"))
    shown = StringIO()
    Console(file=shown, width=100).print(score_sheet(record))
    assert " end " not in shown.getvalue()


class Treasure(TileGame):
    """At the end, a tile at 0,-1 is worth a hundred points to the first player."""

    fixed_board = True

    def final_scores(self, state: TileState) -> list[int]:
        return [state.scores[0] + 100 * ((0, -1) in state.board), *state.scores[1:]]


def test_a_careful_bot_plays_for_the_settlement() -> None:
    """The longer line scores more, but does not find the treasure."""
    fields = {"board": "Rc@0,0 Rs@1,0 Rd@2,0", "hands": ["Rt", "Gx"], "supply": ""}
    view = qwirkle.observe(qwirkle.position(Treasure("treasure"), turn=0, **fields), 0)
    assert str(qwirkle.bots.greedy(view)) == "Rt@-1,0"
    assert str(qwirkle.bots.careful(view)) == "Rt@0,-1"
    assert engine_of(view.variant).can_lose
    assert not engine_of(view.variant).is_bounded


def test_a_simulation_has_the_final_scores() -> None:
    """Partners share their points, so each pair has the same."""
    qwirkle.register(PARTNERS)
    game = qwirkle.simulate(PARTNERS, ["greedy"] * 4, games=1, seed=1).games[0]
    assert game.scores[0] == game.scores[2] != game.scores[1] == game.scores[3]
    best = max(game.scores)
    assert game.winners == tuple(bot for bot, score in enumerate(game.scores) if score == best)


# Open hands


def test_partners_see_each_other() -> None:
    """A view has the partner's hand, and its tiles are not unseen."""
    state = qwirkle.new_game(PARTNERS, players=4, seed=1)
    view = qwirkle.observe(state, 1)
    assert view.open_hands == (None, state.hands[1], None, state.hands[3])
    assert Counter(view.unseen) == Counter([*state.supply.tiles, *state.hands[0], *state.hands[2]])
    shown = qwirkle.render.text(view).splitlines()[1:5]
    assert ["hidden" in line for line in shown] == [True, False, True, False]
    for seed in range(5):
        world = view.sample_state(Random(seed))
        assert (world.hands[1], world.hands[3]) == (state.hands[1], state.hands[3])
        assert qwirkle.observe(world, 1) == view
    two = qwirkle.observe(qwirkle.new_game(PARTNERS, players=2, seed=1), 0)
    assert two.open_hands[1] is None


def test_open_hands_and_fields_of_ones_own() -> None:
    """A view has both, and a field cannot take the name of the open hands."""

    @attrs.frozen(kw_only=True)
    class Laps(Extra):
        laps: int = field(COUNT)

    class Both(TileGame[Laps]):
        """Everyone sees everything."""

        extra_type = Laps

        def sees(self, viewer: int, owner: int) -> bool:
            return True

    view = qwirkle.observe(qwirkle.new_game(Both("both"), seed=1), 0)
    assert (view.extra.laps, None in view.open_hands) == (0, False)

    @attrs.frozen(kw_only=True)
    class Taken(Extra):
        seen_hands: int = field(COUNT)

    with pytest.raises(InvalidValue, match="the name is taken"):
        type("Wrong", (TileGame,), {"extra_type": Taken})


def test_a_game_without_open_hands_has_the_usual_views() -> None:
    """Only a variant that overrides `sees` has the field."""
    view = qwirkle.observe(qwirkle.new_game(seed=1), 0)
    assert type(view) is TileView
    assert not hasattr(view, "seen_hands")


KNOWN = {"players": 4, "hand": "Rs Rc", "seen_hands": ["", "", "Gd Gx", ""]}
WRONG = [
    ({"seen_hands": ["", "Gd", "", ""]}, "seen_hands[1]: the player does not see it"),
    ({"seen_hands": ["Rs Rc", "", "", ""]}, "seen_hands[0]: the player does not see it"),
    ({"seen_hands": ["", "", "Gd " * 7, ""]}, "seen_hands[2]: 7 tiles are more than 6"),
    ({"seen_hands": ["", "", "Rs Rs Rs", ""]}, "seen_hands[2]: one red square (Rs) more"),
    ({"hand_sizes": [2, 6, 3, 6]}, "hand_sizes: [2, 6, 3, 6] cannot be the sizes of the hands"),
    ({"hand_sizes": [3, 6, 2, 6]}, "hand_sizes: [3, 6, 2, 6] cannot be the sizes of the hands"),
]


def test_a_view_with_an_open_hand_can_be_set_up() -> None:
    """An open hand is as large as it is given, and the hidden ones are full."""
    view = qwirkle.view(PARTNERS, **KNOWN)
    assert view.hand_sizes == (2, 6, 2, 6)
    assert (len(view.unseen), view.supply_size) == (104, 92)
    qwirkle.register(PARTNERS)
    assert qwirkle.from_json(qwirkle.to_json(view)) == view


@pytest.mark.parametrize(("fields", "message"), WRONG)
def test_a_wrong_view_is_refused(fields: dict[str, Any], message: str) -> None:
    """The message says which hand is wrong, and why."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.view(PARTNERS, **{**KNOWN, **fields})
    assert message in str(caught.value)


# Vetoes


class Why(Reason):
    """The reasons of the vetoes below."""

    NO = "no", "not at {cells}"


class Chequered(TileGame):
    """Red tiles may only be placed on every second cell; it remembers what it was asked."""

    asked: ClassVar[list[tuple[Cell, qwirkle.Tile]]] = []

    def forbids_tile(
        self, position: TilePosition, cell: Cell, tile: qwirkle.Tile
    ) -> Violation | None:
        self.asked.append((cell, tile))
        is_wrong = tile.color is qwirkle.Color.RED and (cell.x + cell.y) % 2
        return Violation.of(Why.NO, ["H1"], [cell]) if is_wrong else None


class Pairs(TileGame):
    """A placement has at least two tiles, so single tiles do not tell whether one is allowed."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        return None if len(move.cells) > 1 else Violation.of(Why.NO, ["H1"], move.cells)


def plain(state: TileState) -> list[Place]:
    """The placements that the usual rules allow."""
    position = qwirkle.position(
        board=state.board, hands=state.hands, turn=state.turn, supply=state.supply.tiles
    )
    return list(qwirkle.legal_moves(position).placements)


@pytest.mark.parametrize("game", [Chequered("chequered"), Pairs("pairs"), STARRED], ids=repr)
def test_lists_have_exactly_what_is_not_forbidden(game: TileGame) -> None:
    """With tiles on the board, they are the usual placements without those that a hook refuses."""
    for state in states(game):
        if not state.board:
            continue
        moves = qwirkle.legal_moves(state)
        wanted = [move for move in plain(state) if game.veto(state, move) is None]
        assert list(moves.placements) == wanted
        assert bool(moves.placements) == bool(wanted) == game.can_place(state, state.hand)
        drafts = {(fit.cell, fit.tile) for fit in qwirkle.draft(state).fits}
        assert {pair for pair in drafts if Place([pair]) in moves} == {
            move.tiles[0] for move in wanted if len(move.cells) == 1
        }


def test_each_tile_is_judged_once_in_a_list() -> None:
    """However many placements contain it; a refused move has the reason of its tile."""
    game = Chequered("chequered")
    state = qwirkle.position(game, board="Bs@0,0", hands=["Rs Rc Gs Gc Bc", "Gd"])
    assert not state.is_over
    game.asked.clear()
    assert list(qwirkle.legal_moves(state).placements)
    assert len(game.asked) == len({*game.asked})
    [violation] = qwirkle.check(state, Place("Gs@1,0 Rs@-1,0"))
    assert (violation.code, violation.cells) == (Why.NO, (Cell(-1, 0),))


def test_a_board_is_closed_by_looking_at_single_tiles() -> None:
    """A veto on tiles is asked about each tile and cell once, and never about longer placements."""
    game = Chequered("chequered")
    state = qwirkle.position(game, board="Bs@0,0", hands=["Rs", "Rs"], supply="Rs Rc Rd Rt Rk Rx")
    game.asked.clear()
    assert not game.can_place(state, state.supply.tiles)  # type: ignore[arg-type]
    assert len(game.asked) == len({*game.asked}) == 4


class Edge(TileGame):
    """A game that forbids whole placements, and says when."""

    def forbids(self, position: TilePosition, move: Place) -> Violation | None:
        return Violation.of(Why.NO, ["H1"], move.cells) if len(move.cells) > 2 else None

    def may_forbid(self, position: TilePosition) -> bool:
        return len(position.board) > 5


class EdgeAndCorner(Edge):
    """The same with a veto on tiles, which its base class knows nothing about."""

    def forbids_tile(
        self, position: TilePosition, cell: Cell, tile: qwirkle.Tile
    ) -> Violation | None:
        return Violation.of(Why.NO, ["H2"], [cell]) if cell == (1, 0) else None


def test_a_veto_is_not_hidden_by_a_base_class_that_says_when() -> None:
    """`may_forbid` answers for its own class and its bases; tiles are judged before the whole."""
    state = qwirkle.position(EdgeAndCorner("corner"), board="Bs@0,0", hands=["Rs Gs Ys", "Gd"])
    [violation] = qwirkle.check(state, Place("Rs@1,0"))
    assert violation.rules == ("H2",)
    [violation] = qwirkle.check(state, Place("Rs@1,0 Gs@2,0 Ys@3,0"))
    assert violation.rules == ("H2",)
    plain = qwirkle.position(Edge("edge"), board="Bs@0,0", hands=["Rs Gs Ys", "Gd"])
    assert qwirkle.check(plain, Place("Rs@1,0 Gs@2,0 Ys@3,0")) == ()
    assert not plain.variant.has_veto(plain)


def test_a_fixed_board_is_described() -> None:
    """The fact is there without the author's help."""
    [difference] = qwirkle.compare(
        "standard", type("Fixed", (TileGame,), {"fixed_board": True})("f")
    )
    assert (difference.field, difference.rules) == ("fixed_board", ("B2",))


def test_a_pair_may_be_allowed_where_no_single_tile_is() -> None:
    """Then all placements are looked at."""
    game = Pairs("pairs")
    state = qwirkle.position(game, board="Bs@0,0", hands=["Rs Rc", "Gd"])
    assert game.can_place(state, state.hand)
    assert not game.can_place(state, state.hand[:1])
    assert qwirkle.check(state, qwirkle.Pass())[0].code is Code.PASS_WHILE_MOVE


def test_the_openings_of_a_fixed_board_are_all_lines_through_the_middle() -> None:
    """Every row and column that covers 0,0, in every order, and no other line is legal."""
    state = qwirkle.position(STARRED, hands=["Rc Rs Rd Gk", "Gx"])
    red = state.hand[:3]
    wanted = {
        Place(((step, 0) if across else (0, step), tile) for step, tile in enumerate(laid, -back))
        for laid in permutations(red)
        for back in range(3)
        for across in (True, False)
    }
    moves = qwirkle.legal_moves(state)
    assert {*moves.placements} == wanted
    assert moves.placements.count() == len(wanted) == 36
    assert all(move in moves for move in wanted)
    assert Place("Rc@1,0 Rs@2,0 Rd@3,0") not in moves
    single = qwirkle.position(STARRED, hands=["Rc", "Gx"])
    assert [*map(str, qwirkle.legal_moves(single))] == ["Rc@0,0"]
    draft = qwirkle.draft(state).place((0, -1), "Rc")
    assert {fit.cell for fit in draft.fits} == {Cell(0, -2), Cell(0, 0), Cell(0, 1)}
    assert qwirkle.draft(state).place((0, 3), "Rc").missing is None
