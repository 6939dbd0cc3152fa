"""A small sound variant, and versions of it with one fault each that the suite must find.

The faults are in a separate module, so that they can be sent to other processes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from random import Random
from typing import Any, ClassVar, Self

import attrs

import qwirkle
from qwirkle import (
    Exchange,
    Move,
    Pass,
    Place,
    Score,
    State,
    Tile,
    TileState,
    TileView,
    View,
    Violation,
    authoring,
)
from qwirkle.authoring import (
    Fact,
    Outcome,
    Placements,
    Rules,
    ScoredLine,
    Supply,
    TileGame,
    TileMoves,
)
from qwirkle.errors import InvalidValue

NAME = "toy"
BOX = tuple(Tile.parse(color + shape) for color in "ROY" for shape in "csdtkx")


class Toy(TileGame):
    """The tile game with eighteen tiles and hands of three, so that games are short."""

    def __init_subclass__(cls) -> None:
        with suppress(InvalidValue):  # many faults override a final member, which is refused
            super().__init_subclass__()

    def pieces(self) -> tuple[Any, ...]:
        return BOX


def toy(kind: type[Toy] = Toy) -> Toy:
    """The variant, or one with a fault."""
    return kind(NAME, Rules(hand_size=3, max_players=3, supply="stacks", stuck="may-exchange"))


# Faults of the name, the options and the description


class ForgetsOptions(Toy):
    """It reports no options."""

    @property
    def options(self) -> Mapping[str, object]:
        return {}


class WrongRepr(Toy):
    """Its repr gives another variant."""

    def __repr__(self) -> str:
        return "get_variant('standard')"


class Unpicklable(Toy):
    """It holds a function that cannot be pickled."""

    def __reduce__(self) -> Any:
        return (lambda: None), ()


class AnotherCopy(Toy):
    """Its copies have other rules."""

    def __deepcopy__(self, memo: object) -> Toy:
        return attrs.evolve(self, rules=Rules())


class NoRuleInFact(Toy):
    """A fact without the ids of rules."""

    def facts(self) -> Mapping[str, Fact]:
        return {**super().facts(), "mood": Fact("good", (), "everybody smiles")}


class OwnFactsOnly(Toy):
    """The usual facts are forgotten."""

    def facts(self) -> Mapping[str, Fact]:
        return {"box": Fact(18, ("S1",), "there are eighteen tiles", ("pieces",))}


class NoTextInFact(Toy):
    """A fact without a text."""

    def facts(self) -> Mapping[str, Fact]:
        return {**super().facts(), "mood": Fact("good", ("T1",), "")}


class KeepsQuiet(Toy):
    """The last player starts, which no fact declares."""

    def starter(self, players: Sequence[Any], hands: Sequence[Any]) -> int:
        return len(players) - 1


@attrs.frozen
class Skip(Pass):
    """Another move with the verb of the pass."""


class SameVerb(Toy):
    """Two moves with the same verb."""

    move_types: ClassVar[tuple[type[Move], ...]] = (Place, Exchange, Pass, Skip)


class AnotherVersion(Toy):
    """The version changes with an option."""

    def with_options(self, /, **options: object) -> Self:
        return attrs.evolve(super().with_options(**options), version=2)


# Faults of states


class Mutates(Toy):
    """It counts the moves in the state that it was given."""

    def apply(self, state: TileState, move: Move, draw: object = None) -> TileState:
        object.__setattr__(state, "ply", state.ply + 1)
        return super().apply(state, move, draw)


class MutatesWhenScoring(Toy):
    """It adds the points when `score` is called."""

    def score(self, table: Any, move: Move) -> Score:
        if isinstance(table, TileState):
            object.__setattr__(table, "scores", tuple(score + 1 for score in table.scores))
        return super().score(table, move)


class Moody(Toy):
    """The next state depends on how often it was requested."""

    times: ClassVar[list[int]] = [0]

    def apply(self, state: TileState, move: Move, draw: object = None) -> TileState:
        self.times[0] += 1
        return attrs.evolve(super().apply(state, move, draw), seed=self.times[0])


class LosesTile(Toy):
    """One tile of the supply is gone after an exchange."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        if isinstance(move, Exchange):
            after = attrs.evolve(after, supply=Supply.of(after.supply.tiles[1:]))
        return after


class MakesTile(Toy):
    """One tile too many is drawn after a placement."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        if drawn.rest and isinstance(move, Place):
            hands = list(after.hands)
            hands[state.turn] = tuple(sorted((*hands[state.turn], drawn.rest[0])))
            after = attrs.evolve(after, hands=tuple(hands))
        return after


class LosesTileAtTheEnd(Toy):
    """A tile of the board is gone once the supply is empty."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        if not after.supply.tiles and isinstance(move, Place):
            after = attrs.evolve(after, board=after.board.removing(move.cells[0]))
        return after


class SwapsTile(Toy):
    """A tile becomes another one; the number of tiles stays the same."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        if isinstance(move, Exchange):
            tiles = (*after.supply.tiles[:-1], Tile.parse("Px"))
            after = attrs.evolve(after, supply=Supply.of(tiles))
        return after


class UnsortedHands(Toy):
    """Drawn tiles are put at the end of the hand."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        hands = list(after.hands)
        hands[state.turn] = (*judgement.rest, *drawn.tiles)
        return attrs.evolve(after, hands=tuple(hands))


# Faults of the list of moves


class ListedMoves(TileMoves):
    """Moves that a variant with a fault lists in its own way."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.position.variant.listed(self.position, list(super().__iter__())))  # type: ignore[attr-defined]

    def count(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def sample(self, random: Random) -> Move:
        return authoring.LegalMoves.sample(self, random)  # out of the list


class Lister(Toy):
    """It lists the moves in its own way."""

    def legal_moves(self, table: Any) -> TileMoves:
        return ListedMoves(table)

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        """The moves as they are listed."""
        return moves


class OrderedByHash(Lister):
    """The order is that of a set of texts, which every process has differently."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return sorted(moves, key=lambda move: hash(str(move)))


class OrderedByCalls(Lister):
    """Every second time the list is reversed."""

    times: ClassVar[list[int]] = [0]

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        self.times[0] += 1
        return moves[::-1] if self.times[0] % 2 else moves


class ListsTwice(Lister):
    """The last move is listed twice."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return moves + moves[-1:]


class ListsTooFew(Lister):
    """Placements to the right of the origin are not listed if the board has an odd number of
    tiles, so that many of them are listed a turn earlier or later."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        if len(table.board) % 2 == 0:
            return moves
        return [move for move in moves if not (isinstance(move, Place) and move.cells[0].x > 0)]


class StandsForItself(TileGame):
    """A first line elsewhere stands for no listed one; its hands are large enough to notice."""

    def as_listed(self, position: Any, move: Move) -> Move:
        return move


class ListsTooMany(Lister):
    """A pass is listed whenever there is a move."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return moves if Pass() in moves or not moves else [*moves, Pass()]


class WrongCount(Toy):
    """The count is one too high."""

    def legal_moves(self, table: Any) -> TileMoves:
        return CountsOneMore(table)


class CountsOneMore(TileMoves):
    """Moves that miscount."""

    __slots__ = ()

    def count(self) -> int:
        return super().count() + 1


class WrongBool(Toy):
    """It claims that there are no moves."""

    def legal_moves(self, table: Any) -> TileMoves:
        return SaysNone(table)


class SaysNone(TileMoves):
    """Moves whose truth value is False."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


class NoBest(Toy):
    """There is no best move."""

    def legal_moves(self, table: Any) -> TileMoves:
        return BestIs(table, None)


class BestOfAll(Toy):
    """The best move is one that is not legal."""

    def legal_moves(self, table: Any) -> TileMoves:
        return BestIs(table, Exchange(""))


class FirstIsBest(Toy):
    """The best move is simply the first."""

    def legal_moves(self, table: Any) -> TileMoves:
        moves = super().legal_moves(table)
        return BestIs(
            table, min(moves, key=lambda move: self.score(table, move).total, default=None)
        )


@attrs.frozen(eq=False)
class BestIs(TileMoves):
    """Moves with a fixed best move."""

    choice: Move | None

    def best(self) -> Move | None:
        return self.choice


class SamplesAnything(Toy):
    """The sampled move is not one of the legal ones."""

    def legal_moves(self, table: Any) -> TileMoves:
        return SamplesNothing(table)


class SamplesNothing(TileMoves):
    """Moves that sample an exchange without tiles."""

    __slots__ = ()

    def sample(self, random: Random) -> Move:
        return Exchange("")


class TakesAnything(Toy):
    """Texts count as moves."""

    def legal_moves(self, table: Any) -> TileMoves:
        return ContainsTexts(table)


class ContainsTexts(TileMoves):
    """Moves that contain every text."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) or super().__contains__(move)


class ForgetsPlacements(Toy):
    """One placement is missing from the placements, though not from all moves."""

    def legal_moves(self, table: Any) -> TileMoves:
        return FewerPlacements(table)


class FewerPlacements(TileMoves):
    """Moves whose placements lack one."""

    __slots__ = ()

    @property
    def placements(self) -> Placements:
        return AllButOne(self.position)

    def __iter__(self) -> Iterator[Move]:
        return iter(TileMoves(self.position))

    def count(self) -> int:
        return TileMoves(self.position).count()


class AllButOne(Placements):
    """Placements without the first."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Place]:
        return itertools.islice(super().__iter__(), 1, None)


class ScoresOtherwise(Toy):
    """The points in the list are not those of the move."""

    def legal_moves(self, table: Any) -> TileMoves:
        return OnePointMore(table)


class OnePointMore(TileMoves):
    """Moves whose list has one point too many."""

    __slots__ = ()

    def scored(self) -> Iterator[tuple[Place, int]]:
        return ((move, points + 1) for move, points in super().scored())


# Faults of texts, JSON, reprs and draws


class JsonForgets(Toy):
    """The number of moves is not written."""

    def encode(self, table: Any) -> dict[str, Any]:
        fields = super().encode(table)
        return fields | {"ply": 0} if "ply" in fields else fields


class JsonForgetsInViews(Toy):
    """A view's passes are not written."""

    def encode(self, table: Any) -> dict[str, Any]:
        fields = super().encode(table)
        return fields if "seed" in fields else fields | {"scores": [0] * len(table.players)}


@attrs.frozen(repr=False)
class ShortState(TileState):
    """A state whose repr leaves out the scores."""

    def __repr__(self) -> str:
        scores = f"scores={list(self.scores)!r}, "
        return super().__repr__().replace(scores, "")


class ReprForgets(Toy):
    """A state's repr gives another state."""

    state_type: ClassVar[type[State]] = ShortState


@attrs.frozen(repr=False, eq=False)
class OddState(TileState):
    """A state that equals its copies, but has another hash."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OddState) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return id(self)


class OddHash(Toy):
    """Equal states have different hashes."""

    state_type: ClassVar[type[State]] = OddState


class Sloppy(Exchange):
    """An exchange whose last tile is lost when its text is read."""

    @classmethod
    def from_words(cls, first: Any, words: Any) -> Self:
        return Exchange(map(Tile.from_word, words[:1]))  # type: ignore[return-value]


class TextMixesUp(Toy):
    """The text of an exchange of two gives an exchange of one."""

    move_types: ClassVar[tuple[type[Move], ...]] = (Place, Sloppy, Pass)


class DrawsReversed(Toy):
    """The reported draws come from the bottom of the supply."""

    def draws(self, state: TileState, move: Move, draw: object = None) -> tuple[Any, ...]:
        found = super().draws(state, move, draw)
        return state.supply.tiles[::-1][: len(found)]


class DrawsNothing(Toy):
    """The draws of a move are not reported."""

    def draws(self, state: TileState, move: Move, draw: object = None) -> tuple[Any, ...]:
        super().draws(state, move, draw)
        return ()


class IgnoresGivenDraws(Toy):
    """The hand does not get the given pieces."""

    def apply(self, state: TileState, move: Move, draw: object = None) -> TileState:
        after = super().apply(state, move, draw)
        return after if draw is None else attrs.evolve(after, ply=0)


# Faults of views


@attrs.frozen
class SecretView(TileView):
    """A view with an extra field."""

    secret: Any = None


@attrs.frozen
class QuietView(TileView):
    """A view with an extra field that is neither compared nor printed."""

    secret: Any = attrs.field(default=None, eq=False, repr=False)


class Leaks(Toy):
    """A view contains a value that its player may not know."""

    view_type: ClassVar[type[View]] = SecretView

    def observe(self, state: TileState, seat: int) -> TileView:
        return attrs.evolve(super().observe(state, seat), secret=self.leaked(state, seat))  # type: ignore[call-arg]

    def leaked(self, state: TileState, seat: int) -> object:
        """A value that the view should not contain."""
        raise NotImplementedError


class LeaksSupply(Leaks):
    """A view contains the order of the supply."""

    def leaked(self, state: TileState, seat: int) -> object:
        return state.supply.tiles


class LeaksNextTile(Leaks):
    """A view contains the next tile of the supply."""

    def leaked(self, state: TileState, seat: int) -> object:
        return state.supply.tiles[:1]


class LeaksHand(Leaks):
    """A view contains the hand of the next player."""

    def leaked(self, state: TileState, seat: int) -> object:
        return state.hands[(seat + 1) % len(state.hands)]


class LeaksHandQuietly(LeaksHand):
    """The same in a field that is not compared."""

    view_type: ClassVar[type[View]] = QuietView


@attrs.frozen
class StubbornView(TileView):
    """A view that always deals the unseen tiles in the same way."""

    def sample_state(self, random: Random) -> TileState:
        return super().sample_state(Random(0))


class SamplesTheSame(Toy):
    """The sampled hands are always the same."""

    view_type: ClassVar[type[View]] = StubbornView


class LeaksSeed(Leaks):
    """A view contains the seed, from which everything can be worked out."""

    def leaked(self, state: TileState, seat: int) -> object:
        return state.seed


class LeaksState(Leaks):
    """A view contains the state, in a field that is not compared."""

    view_type: ClassVar[type[View]] = QuietView

    def leaked(self, state: TileState, seat: int) -> object:
        return state


class LeaksStateDeeply(LeaksState):
    """A view contains the state inside a dictionary, a list and a function with arguments."""

    def leaked(self, state: TileState, seat: int) -> object:
        return {"later": [partial(qwirkle.legal_moves, state)]}


@attrs.frozen(repr=False)
class TalkativeView(QuietView):
    """A view that prints a field that it does not compare."""

    def __repr__(self) -> str:
        return f"TalkativeView({self.secret!r})"


class LeaksByRepr(Leaks):
    """The order of the supply is only in the repr."""

    view_type: ClassVar[type[View]] = TalkativeView

    def leaked(self, state: TileState, seat: int) -> object:
        return state.supply.tiles


class LeaksByJson(Leaks):
    """The unseen tiles are written in the order of the supply."""

    view_type: ClassVar[type[View]] = QuietView

    def leaked(self, state: TileState, seat: int) -> object:
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        return [*state.supply.tiles, *(tile for hand in others for tile in hand)]

    def encode(self, table: Any) -> dict[str, Any]:
        fields = super().encode(table)
        if isinstance(table, QuietView) and table.secret is not None:
            fields["unseen"] = " ".join(map(str, table.secret))
        return fields


class DrawsEverything(Toy):
    """A picture of a view shows the hand of everybody as empty, and not as hidden."""

    def scene(self, position: Any) -> Any:
        scene = super().scene(position)
        seats = tuple(attrs.evolve(seat, hand=seat.hand or ()) for seat in scene.seats)
        return attrs.evolve(scene, seats=seats)


@attrs.frozen(kw_only=True, repr=False)
class FrankView(TileView):
    """A view that says that all hands are open, and empty."""

    @property
    def open_hands(self) -> tuple[Any, ...]:
        return tuple(() for _ in self.players)


class ShowsNothing(Toy):
    """Views say that all hands are open and empty."""

    view_type: ClassVar[type[View]] = FrankView


class AnothersHand(Toy):
    """The view of one player contains the hand of another."""

    def observe(self, state: TileState, seat: int) -> TileView:
        return super().observe(state, (seat + 1) % len(state.players))


@attrs.frozen
class EagerView(TileView):
    """A view whose player is always to move."""

    @property
    def may_move(self) -> bool:
        return True


class WaitingMayMove(Toy):
    """A waiting player has moves."""

    view_type: ClassVar[type[View]] = EagerView


class OtherScoreInViews(Toy):
    """A view has other points than the state."""

    def score(self, table: Any, move: Move) -> Score:
        score = super().score(table, move)
        return score if isinstance(table, State) else attrs.evolve(score, end_bonus=99)


class OtherMovesInViews(Lister):
    """A view lists other moves than the state."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return moves[::-1] if isinstance(table, View) else moves


# Faults of the end


class NeverEnds(Toy):
    """The end of the game is never noticed."""

    def ending(self, state: TileState) -> StrEnum | None:
        return None


class NothingToDo(Lister):
    """With an empty supply there are no moves, but the game is not over."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return moves if table.supply else []


@attrs.frozen(repr=False)
class SoleState(TileState):
    """A state with an outcome in which nobody wins."""

    @property
    def outcome(self) -> Outcome | None:
        reason = self.variant.ending(self)
        return None if reason is None else Outcome(reason, self.scores, ())


class NobodyWins(Toy):
    """The winners are missing."""

    state_type: ClassVar[type[State]] = SoleState


class MovesAfterTheEnd(Lister):
    """A pass is always listed."""

    def listed(self, table: Any, moves: list[Move]) -> list[Move]:
        return [*moves, Pass()] if table.is_over else moves


class AnotherEndInViews(Toy):
    """A view does not know that the game is over."""

    def observe(self, state: TileState, seat: int) -> TileView:
        return attrs.evolve(super().observe(state, seat), outcome=None)


class SettlesHiddenTiles(Toy):
    """Tiles that are left cost points, though nobody else has seen them."""

    def final_scores(self, state: TileState) -> list[int]:
        costs = [sum(tile.order for tile in hand) for hand in state.hands]
        return [score - cost for score, cost in zip(state.scores, costs, strict=True)]


class SettlesInHalves(Toy):
    """Scores are halved at the end."""

    def final_scores(self, state: TileState) -> Any:
        return [score / 2 for score in state.scores]


class SettlesForOne(Toy):
    """Only the first player has a final score."""

    def final_scores(self, state: TileState) -> tuple[int, ...]:
        return state.scores[:1]

    def winners(self, players: Sequence[Any], scores: Sequence[int]) -> tuple[int, ...]:
        return (0,)


# Faults of the points


class KnowsTheSupply(Toy):
    """A placement earns a point while the supply is odd, but a view does not know that."""

    def bonus_points(self, position: Any, move: Place) -> int:
        return len(position.supply) % 2 if isinstance(position, TileState) else 0


class StarsCount(Toy):
    """Every sixteenth cell earns a point, but no first line where it is listed covers one."""

    def bonus_points(self, position: Any, move: Place) -> int:
        return sum(cell.x % 4 == cell.y % 4 == 2 for cell in move.cells)


class OneCellCounts(Toy):
    """The first line earns a point where it is listed, and none elsewhere."""

    def bonus_points(self, position: Any, move: Place) -> int:
        return int((0, 0) in move.cells)


class PartsDoNotAddUp(Toy):
    """The total is not the sum of the lines."""

    def score(self, table: Any, move: Move) -> Score:
        score = super().score(table, move)
        return Rounded(score.lines, score.end_bonus)


@attrs.frozen
class Rounded(Score):
    """A score that is rounded up to full tens."""

    @property
    def total(self) -> int:
        return -(-super().total // 10) * 10


class PromisesMore(Toy):
    """The score of a placement is one point higher than the player gets."""

    def score(self, table: Any, move: Move) -> Score:
        score = super().score(table, move)
        lines = [
            ScoredLine(line.cells, line.tiles, line.points + (i == 0))
            for i, line in enumerate(score.lines)
        ]
        return Score(tuple(lines), score.end_bonus)


class PromisesTheEnd(Toy):
    """The bonus for the last tile is in the score, but is not given."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        if isinstance(move, Place) and not after.hands[state.turn]:
            scores = list(after.scores)
            scores[state.turn] -= self.end_bonus()
            after = attrs.evolve(after, scores=tuple(scores))
        return after


class GivesToOthers(Toy):
    """The next player gets a point too."""

    def after(self, state: TileState, move: Move, judgement: Any, drawn: Any) -> TileState:
        after = super().after(state, move, judgement, drawn)
        scores = list(after.scores)
        scores[after.turn] += 1
        return attrs.evolve(after, scores=tuple(scores))


class TooManyScores(Toy):
    """There are more scores than players."""

    def new_game(self, players: object, seed: int) -> TileState:
        state = super().new_game(players, seed)
        return attrs.evolve(state, scores=(*state.scores, 0))


# Faults that show only in another process


class SeededByHash(Toy):
    """The deal depends on the hash of a text."""

    def new_game(self, players: object, seed: int) -> TileState:
        return super().new_game(players, seed ^ hash("luck") % 1000)


# Faults of errors


class UnknownOptionIsKeyError(Toy):
    """A wrong option raises a KeyError."""

    def with_options(self, /, **options: object) -> Self:
        known = self.rules.facts()
        for name in options:
            known[name]
        return super().with_options(**options)


class AnyOption(Toy):
    """A wrong option is accepted."""

    def with_options(self, /, **options: object) -> Self:
        known = self.rules.facts()
        right = {name: value for name, value in options.items() if name in known}
        return super().with_options(**right)


class BadPositionIsTypeError(Toy):
    """A wrong position raises a TypeError."""

    def position(self, /, **fields: object) -> TileState:
        if not isinstance(fields.get("hands", []), (list, tuple)):
            raise TypeError("hands")
        return super().position(**fields)


class BadJsonIsKeyError(Toy):
    """Wrong JSON raises a KeyError."""

    def decode(self, kind: Any, fields: Mapping[str, Any]) -> Any:
        fields["turn"]
        return super().decode(kind, fields)


class SilentErrors(Toy):
    """Its errors have no message."""

    def position(self, /, **fields: object) -> TileState:
        try:
            return super().position(**fields)
        except qwirkle.errors.InvalidPosition:
            raise qwirkle.errors.InvalidValue from None


class Judges(Toy):
    """It changes the violations of illegal moves."""

    def judge(self, table: Any, move: Move) -> Any:
        judgement = super().judge(table, move)
        reasons = map(self.violation, judgement.violations)
        return judgement._replace(violations=tuple(reasons))

    def violation(self, found: Violation) -> Violation:
        """The changed violation."""
        raise NotImplementedError


class SaysYesOrNo(Toy):
    """Whether a tile is forbidden is answered with yes or no, and not with a reason."""

    def forbids_tile(self, position: Any, cell: qwirkle.Cell, tile: Tile) -> Any:
        return cell.y > 2


class NoRule(Judges):
    """A violation names no rule."""

    def violation(self, found: Violation) -> Violation:
        return attrs.evolve(found, rules=())


class NoRuleId(Judges):
    """A violation names a rule in words."""

    def violation(self, found: Violation) -> Violation:
        return attrs.evolve(found, rules=("the rules",))


class TextForCode(Judges):
    """A violation's code is a plain text."""

    def violation(self, found: Violation) -> Violation:
        return attrs.evolve(found, code=str(found.code.value))  # type: ignore[arg-type]


class NoMessage(Judges):
    """A violation without a message."""

    def violation(self, found: Violation) -> Violation:
        return attrs.evolve(found, message="")


class OtherWords(Judges):
    """A violation's sentence is not the one of its code."""

    def violation(self, found: Violation) -> Violation:
        return attrs.evolve(found, message=f"sorry, {found.message}")


class Speechless(Toy):
    """A move has no words."""

    def in_words(self, position: Any, move: Move) -> str:
        return ""


class Indiscreet(Toy):
    """The words for a move tell which tiles are drawn next."""

    def in_words(self, position: Any, move: Move) -> str:
        drawn = position.supply.tiles[:1] if isinstance(position, TileState) else ()
        return f"{move.in_words} {drawn}"


class NoHighlights(Toy):
    """The cells to highlight are missing."""

    def highlights(self, before: Any, move: Move, after: TileState) -> Any:
        return None


class Toss(Move):
    """A move that cannot be read."""

    verb = "toss"

    @classmethod
    def from_words(cls, first: Any, words: Any) -> Any:
        return None

    def __str__(self) -> str:
        return self.verb


class Unreadable(Toy):
    """The text of a move is read as nothing."""

    move_types: ClassVar[tuple[type[Move], ...]] = (*Toy.move_types, Toss)


class Untypable(Toy):
    """The example of a kind of move is a move of another kind."""

    move_types = (*TileGame.move_types, type("Wave", (Pass,), {"verb": "wave", "example": "pass"}))


class AppliesAnything(Toy):
    """A move that `check` refuses is still applied, as a pass."""

    def apply(self, state: TileState, move: Move, draw: object = None) -> TileState:
        if self.check(state, move):
            return attrs.evolve(state, turn=(state.turn + 1) % len(state.players))
        return super().apply(state, move, draw)


class OtherReasons(Toy):
    """The reasons of the error are not those of check."""

    def check(self, table: Any, move: Move) -> tuple[Violation, ...]:
        return super().check(table, move)[:1]

    def apply(self, state: TileState, move: Move, draw: object = None) -> TileState:
        violations = self.check(state, move)
        if violations:
            raise qwirkle.IllegalMove(move, violations * 2)
        return super().apply(state, move, draw)
