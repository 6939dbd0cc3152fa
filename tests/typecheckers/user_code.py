"""Code as users write it, which two type checkers read and a test runs.

``assert_type`` states what a checker should infer. A line with an ignore comment must not pass:
both checkers report an ignore comment that is not needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import assert_type

import attrs

import qwirkle
from qwirkle import (
    Board,
    Cell,
    Exchange,
    GameRecord,
    Move,
    Pass,
    Place,
    Player,
    Score,
    State,
    Tile,
    TileState,
    TileView,
    Variant,
    View,
    Violation,
)
from qwirkle.api import draws
from qwirkle.authoring import (
    COUNT,
    FLAG,
    Extra,
    Fact,
    LegalMoves,
    Reason,
    Rules,
    Special,
    Supply,
    TileGame,
    TileMoves,
    TilePosition,
    field,
    per_seat,
    whole_number,
)
from qwirkle.bots import Bot
from qwirkle.results import Simulation
from qwirkle.tilegame.draft import Fit
from qwirkle_variants import (
    ActionRules,
    Actions,
    ActionTiles,
    CardGame,
    CardMoves,
    CardState,
    CardView,
    Lay,
    Lays,
    card_game,
    games999_fr,
    games999_nl,
    hebrew,
    mindware,
    schmidt,
    schmidt_actions,
)

# The author of an app: states, moves, scores and records


def an_app() -> None:
    """Play the tile game and keep a record of it."""
    state = qwirkle.new_game(schmidt, players=["Ada", Player("Bob", age=7)], seed=1)
    assert_type(state, TileState)
    assert_type(state.hands, tuple[tuple[Tile, ...], ...])
    assert_type(state.variant.rules, Rules)
    for edition in (mindware, games999_nl, games999_fr, hebrew):
        assert_type(qwirkle.new_game(edition, seed=1), TileState)
    assert_type(qwirkle.new_game(), TileState)
    assert_type(qwirkle.new_game("standard", seed=1), TileState)
    puzzle = qwirkle.position(schmidt, board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    assert_type(puzzle, TileState)
    assert_type(qwirkle.view(schmidt, board={(0, 0): "Rs"}, hand="Bs"), TileView)

    moves = qwirkle.legal_moves(state)
    assert_type(moves, TileMoves)
    assert_type(moves.best(), Move | None)
    assert_type(moves.placements.best(), Place | None)
    for exchange in moves.exchanges:
        assert_type(exchange, Exchange)
    for placement, points in moves.scored():
        assert_type(placement, Place)
        assert_type(points, int)
    for violation in qwirkle.check(state, Pass()):
        assert_type(violation.message, str)

    move = moves.sample(Random(1))
    assert_type(qwirkle.score(state, move).total, int)
    after = qwirkle.apply(state, move, draw=draws(state, move))
    assert_type(after, TileState)
    assert_type(after.supply.tiles[0], Tile | Special)

    record = GameRecord(state).play(move)
    assert_type(record, GameRecord[TileState])
    assert_type(record.state.board[0, 0], Tile)
    for each in record.states():
        assert_type(each, TileState)
    assert_type(GameRecord.parse(str(record)), GameRecord[State])


def messages() -> None:
    """Send everything that a front end needs, and read it again."""
    state = qwirkle.position(schmidt, board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    draft = qwirkle.draft(qwirkle.observe(state, 0)).place((1, 0), "Bs")
    assert_type(draft.fits, tuple[Fit, ...])
    assert_type(draft.score, Score | None)
    reasons = qwirkle.check(state, Pass())
    assert_type(reasons[0].cells, tuple[Cell, ...])
    assert_type(reasons[0].worded("{cells}"), str)
    assert_type(qwirkle.to_json({"draft": draft, "reasons": reasons}), str)
    text = qwirkle.to_json(state)
    assert_type(qwirkle.from_json(text, TileState).board, Board)
    assert_type(qwirkle.from_json(qwirkle.to_json(qwirkle.observe(state, 0)), TileView).seat, int)
    found = qwirkle.from_json(text)
    assert isinstance(found, State)
    assert_type(found.turn, int)


def action_tiles() -> None:
    """Type checkers know the fields that a variant adds by way of ``extra``."""
    state = qwirkle.new_game(schmidt_actions, seed=1)
    assert_type(state, TileState[Actions])
    assert_type(state.extra.actions, tuple[tuple[str, ...], ...])
    assert_type(qwirkle.observe(state, 0).extra.acted, bool)
    assert_type(schmidt_actions.with_options(dealt=True), ActionTiles)
    assert_type(schmidt_actions.rules.dealt, bool)
    dealt = qwirkle.get_variant(schmidt_actions, dealt=True)
    assert_type(qwirkle.new_game(dealt, seed=1), TileState[Actions])


def cards() -> None:
    """The card game has its own classes for everything."""
    state = qwirkle.new_game(card_game, players=3, seed=1)
    assert_type(state, CardState)
    assert_type(state.table, tuple[tuple[Tile, ...], ...])
    assert_type(qwirkle.observe(state, 0), CardView)
    assert_type(qwirkle.view(card_game, hand="Rs Rc Rd"), CardView)
    moves = qwirkle.legal_moves(state)
    assert_type(moves, CardMoves)
    assert_type(moves.lays, Lays)
    assert_type(moves.lays.best(), Lay | None)
    assert_type(qwirkle.legal_moves(qwirkle.observe(state, 0)).playable(), tuple[Tile, ...])
    assert_type(qwirkle.apply(state, moves.sample(Random(1))), CardState)
    assert_type(card_game.with_options(regrouping="strict"), CardGame)


def any_variant(variant: Variant) -> int:
    """Code that works with variants that do not exist yet."""
    state: State = qwirkle.new_game(variant, seed=1)
    assert_type(qwirkle.observe(state, 0), View)
    assert_type(qwirkle.legal_moves(state), LegalMoves[Move])
    either: State | View = state
    assert_type(qwirkle.apply(state, qwirkle.legal_moves(either).sample(Random(1))), State)
    return state.turn


def from_settings(chosen: str | Variant) -> None:
    """A name and a variant can be used alike."""
    variant = qwirkle.get_variant(chosen)
    assert_type(variant, Variant)
    state: State = qwirkle.position(chosen)
    assert_type(qwirkle.check(state, Pass()), tuple[Violation, ...])
    qwirkle.simulate(variant, [anyhow, "greedy"], games=1)


# The author of bots


def quick(view: TileView) -> Move:
    """Any move that scores the most."""
    moves = qwirkle.legal_moves(view)
    assert_type(moves, TileMoves)
    best = moves.best()
    assert best is not None
    return best


def thinker(view: TileView[Actions]) -> Move:
    """A bot that looks at its action tiles."""
    held = view.extra.actions[view.seat]
    assert_type(held, tuple[str, ...])
    world = view.sample_state(Random(1))
    assert_type(world, TileState[Actions])
    return quick(view)


def layer(view: CardView) -> Move:
    """A bot for the card game."""
    best = qwirkle.legal_moves(view).best()
    assert best is not None
    return best


def anyhow(view: View) -> Move:
    """A bot that can play any variant."""
    return qwirkle.legal_moves(view).sample(Random(1))


class Stubborn:
    """A bot can be an object, too."""

    def __call__(self, view: TileView, /) -> Move:
        return next(iter(qwirkle.legal_moves(view)))


# A researcher


def an_experiment() -> None:
    """A bot must be able to read the views of the variant that it plays."""
    found = qwirkle.simulate(schmidt, [quick, "greedy"], games=1)
    assert_type(found, Simulation)
    assert_type(found.wins, tuple[float, ...])
    qwirkle.simulate(schmidt, [Stubborn(), anyhow, qwirkle.bots.random], games=1)
    qwirkle.simulate(schmidt_actions, [thinker, quick], games=1)
    qwirkle.simulate(card_game, [layer, anyhow], games=1)
    qwirkle.simulate(streaks, [hurried, quick], games=1)
    qwirkle.simulate("cards", [layer, "greedy"], games=1)
    qwirkle.simulate(qwirkle.get_variant("mindware", hand_size=5), [quick, "random"], games=1)
    entrants: list[Bot[TileView]] = [quick, Stubborn(), anyhow]
    qwirkle.simulate(schmidt, entrants, games=1)
    everyone: list[str | Bot] = ["greedy", quick]
    qwirkle.simulate(schmidt, everyone, games=1)
    for variant in (schmidt, card_game, streaks):
        qwirkle.simulate(variant, [anyhow, "greedy"], games=1)
    for name in ("standard", "cards"):
        qwirkle.simulate(name, [anyhow, "greedy"], games=1)
    assert_type(qwirkle.perft(qwirkle.new_game(schmidt, seed=1), 1), int)


# The author of a plugin with its own fields


class EdgeCode(Reason):
    """The reason why a placement is forbidden."""

    EDGE = "edge", "the board has {rows} rows"


@attrs.frozen(kw_only=True)
class Streak(Extra):
    """How many times in a row each player has placed tiles."""

    streak: tuple[int, ...] = per_seat(COUNT)
    hot: bool = field(FLAG)


class Streaks(TileGame[Streak]):
    """Count placements in a row, on a board of 15 rows."""

    extra_type = Streak

    def forbids(self, position: TilePosition[Streak], move: Place) -> Violation | None:
        assert_type(position.extra.streak, tuple[int, ...])
        if any(abs(cell.y) > 7 for cell in move.cells):
            return Violation.of(EdgeCode.EDGE, ["H1"], move.cells, rows=15)
        return None

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(scores) if points == min(scores))

    def advance(
        self, before: TileState[Streak], move: Move, after: TileState[Streak]
    ) -> TileState[Streak]:
        streak = list(after.extra.streak)
        streak[before.turn] = streak[before.turn] + 1 if isinstance(move, Place) else 0
        extra = attrs.evolve(after.extra, streak=tuple(streak), hot=max(streak) > 2)
        return attrs.evolve(after, extra=extra)

    def facts(self) -> Mapping[str, Fact]:
        lowest = Fact("lowest", ("H2",), "the lowest score wins", hooks=("winners", "advance"))
        edge = Fact(15, ("H1",), "the board has 15 rows")
        return {**super().facts(), "forbids": edge, "winners": lowest}


class Simple(TileGame):
    """A house rule without its own fields."""

    def line_points(self, length: int) -> int:
        return 7 if length == 5 else super().line_points(length)


class SimpleActions(ActionTiles, Simple):
    """The same with action tiles."""


@attrs.frozen(kw_only=True)
class KitchenRules(Rules):
    """An option beside the usual ones."""

    biscuits: int = whole_number(("H3",), 3, 10, "finishing is worth {} biscuits".format)


class Kitchen(TileGame):
    """A house rule with an option."""

    rules: KitchenRules

    def end_bonus(self) -> int:
        assert_type(self.rules.biscuits, int)
        return self.rules.biscuits


streaks = Streaks("streaks", Rules(hand_size=5))
qwirkle.register(streaks)


def hurried(view: TileView[Streak]) -> Move:
    """A bot for this plugin."""
    assert_type(view.extra.hot, bool)
    return quick(view)


def a_plugin() -> None:
    """The fields of a plugin are typed like those of the library."""
    state = qwirkle.new_game(streaks, seed=1)
    assert_type(state, TileState[Streak])
    assert_type(state.extra.streak, tuple[int, ...])
    assert_type(qwirkle.observe(state, 0), TileView[Streak])
    assert_type(qwirkle.legal_moves(state), TileMoves)
    state = qwirkle.apply(state, qwirkle.legal_moves(state).sample(Random(1)))
    assert_type(state.extra.hot, bool)
    assert_type(qwirkle.position(streaks, board="Rs@0,0").extra.streak, tuple[int, ...])
    assert_type(streaks.with_options(hand_size=4), Streaks)
    assert_type(GameRecord(state).start.extra, Streak)
    any_variant(streaks)
    simple = Simple("simple")
    assert_type(qwirkle.new_game(simple, seed=1).supply, Supply)
    smaller: State = qwirkle.new_game(simple.with_options(hand_size=4), seed=1)
    assert_type(smaller.turn, int)
    both = SimpleActions("simple-actions", ActionRules(dealt=True))
    assert_type(qwirkle.new_game(both, seed=1), TileState[Actions])
    kitchen = Kitchen("kitchen", KitchenRules(biscuits=5, hand_size=4))
    assert_type(kitchen.with_options(biscuits=4), Kitchen)
    assert_type(kitchen.rules.changed(biscuits=4), KitchenRules)
    assert_type(qwirkle.new_game(kitchen, seed=1).supply, Supply)


# Mistakes that type checkers must find; no one calls this function.


def mistakes(state: TileState[Streak], view: TileView) -> None:
    """Each of these lines is wrong."""
    state.turn = 1  # type: ignore[misc]  # pyright: ignore
    state.extra.strike  # type: ignore[attr-defined]  # pyright: ignore
    state.streak  # type: ignore[attr-defined]  # pyright: ignore
    qwirkle.new_game(schmidt).table  # type: ignore[attr-defined]  # pyright: ignore
    qwirkle.new_game(schmidt_actions).extra.streak  # type: ignore[attr-defined]  # pyright: ignore
    qwirkle.legal_moves(state).lays  # type: ignore[attr-defined]  # pyright: ignore
    qwirkle.legal_moves(qwirkle.new_game(card_game)).placements  # type: ignore[attr-defined]  # pyright: ignore
    qwirkle.observe(view, 0)  # type: ignore[arg-type]  # pyright: ignore
    qwirkle.apply(view, Pass())  # type: ignore[type-var]  # pyright: ignore
    qwirkle.apply(state, "pass")  # type: ignore[arg-type]  # pyright: ignore
    qwirkle.from_json("", int)  # type: ignore[type-var]  # pyright: ignore
    qwirkle.legal_moves("standard")  # type: ignore[arg-type]  # pyright: ignore
    qwirkle.simulate(schmidt, [layer, "greedy"], games=1)  # type: ignore[list-item]  # pyright: ignore
    qwirkle.simulate(card_game, [quick, "greedy"], games=1)  # type: ignore[list-item]  # pyright: ignore
    qwirkle.simulate(schmidt, [thinker, "greedy"], games=1)  # type: ignore[list-item]  # pyright: ignore
    qwirkle.simulate(schmidt, [len, "greedy"], games=1)  # type: ignore[list-item]  # pyright: ignore
    KitchenRules(biscuits="many")  # type: ignore[arg-type]  # pyright: ignore
    Kitchen("kitchen").rules.biskits  # type: ignore[attr-defined]  # pyright: ignore
    TileGame("mine", {"hand_size": 5})  # type: ignore[arg-type]  # pyright: ignore


def main() -> None:
    """Run everything that is right."""
    an_app()
    messages()
    action_tiles()
    cards()
    any_variant(schmidt)
    from_settings("cards")
    from_settings(schmidt)
    an_experiment()
    a_plugin()


if __name__ == "__main__":
    main()
