"""A game with an engine of its own: the public functions need nothing but the interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from cases import case

import qwirkle
from qwirkle import (
    Fact,
    Fault,
    InvalidOption,
    Judgement,
    LegalMoves,
    Move,
    Outcome,
    Player,
    Reason,
    Scene,
    ScoredLine,
    State,
    Tile,
    Variant,
    View,
    Violation,
    Word,
)
from qwirkle.authoring import (
    COUNT,
    HAND,
    PILE,
    SEAT,
    TILES,
    Drawn,
    Position,
    as_players,
    field,
    illegal,
    mixed,
    per_seat,
    seated,
    tiles_text,
    too_many,
)
from qwirkle.testing import CHECKS

SIZE = 3


@attrs.frozen
class Show(Move):
    """Show a tile and score its place among the shapes, from 1 to 6."""

    verb: ClassVar[str] = "show"

    tile: Tile

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Show:
        """One tile."""
        if len(words) != 1:
            raise first.error("one tile follows 'show'")
        return cls(Tile.from_word(words[0]))

    def __str__(self) -> str:
        return f"show {self.tile}"


class Why(Reason):
    """Why a move is not legal, or why the game ended."""

    NOT_THERE = "not-there"
    NOT_NOW = "not-now"
    ALL_SHOWN = "all-shown"


@attrs.frozen(kw_only=True, repr=False)
class ShowPosition(Position):
    """The fields that everyone sees."""

    variant: Showing
    players: tuple[Player, ...]
    shown: tuple[Tile, ...] = field(PILE)
    scores: tuple[int, ...] = per_seat(COUNT)
    turn: int = field(SEAT)

    @property
    def outcome(self) -> Outcome | None:
        """The game is over when nobody has a tile."""
        return None if any(self.hand_sizes) else Outcome.of(Why.ALL_SHOWN, self.scores)


@attrs.frozen(kw_only=True, repr=False)
class ShowState(ShowPosition, State):
    """Hands, and what has been shown."""

    hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]


@attrs.frozen(kw_only=True, repr=False)
class ShowView(ShowPosition, View):
    """The player's hand, the sizes of the others, and what has been shown."""

    seat: int = field(SEAT, shows=lambda state, seat: seat)
    hand: tuple[Tile, ...] = field(HAND, shows=lambda state, seat: state.hands[seat])
    hand_sizes: tuple[int, ...] = per_seat(COUNT)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """All that is neither in hand nor shown."""
        return tuple(tile for tile in TILES if tile not in (*self.hand, *self.shown))

    def sample_state(self, random: Random) -> ShowState:
        """The others' tiles dealt at random."""
        unseen = sorted(self.unseen, key=lambda tile: random.random())
        hands = []
        for seat, size in enumerate(self.hand_sizes):
            dealt, unseen = unseen[:size], unseen[size:]
            hands.append(self.hand if seat == self.seat else tuple(sorted(dealt)))
        return self.variant.state_behind(self, hands=tuple(hands))


@attrs.frozen(eq=False)
class ShowMoves(LegalMoves[Show]):
    """One for each tile of the hand: what is not written here is the interface's own."""

    position: Any

    def __iter__(self) -> Iterator[Show]:
        moves = map(Show, self.position.hand)
        return (move for move in moves if move in self)


@attrs.frozen(repr=False)
class Showing(Variant[ShowState, ShowView]):
    """Everybody shows three tiles, one in a turn."""

    name: str = "showing"
    version: int = 1
    twice: bool = False
    """Whether everything counts twice."""

    move_types: ClassVar[tuple[type[Move], ...]] = (Show,)
    state_type: ClassVar[type[State]] = ShowState
    view_type: ClassVar[type[View]] = ShowView

    @property
    def options(self) -> Mapping[str, object]:
        """Whether everything counts twice, if it does."""
        return {"twice": True} if self.twice else {}

    def with_options(self, /, **options: object) -> Showing:
        """The same with another option."""
        for name, value in options.items():
            if name != "twice" or type(value) is not bool:
                raise InvalidOption(f"{name} = {value!r}: the option is twice, True or False")
        return attrs.evolve(self, **options)

    def facts(self) -> Mapping[str, Fact]:
        """The one thing it decides."""
        return {"twice": Fact(self.twice, ("K1",), "points count " + "twice" * self.twice)}

    @property
    def player_counts(self) -> range:
        """Two or three."""
        return range(2, 4)

    def new_game(self, players: object, seed: int) -> ShowState:
        """Three tiles for everyone."""
        sitting = as_players(players, 2, 3)
        pieces = mixed(TILES, seed, 0)
        hands = [tuple(sorted(pieces[SIZE * i : SIZE * (i + 1)])) for i in range(len(sitting))]
        return ShowState(
            variant=self,
            players=sitting,
            shown=(),
            scores=(0,) * len(sitting),
            turn=0,
            hands=tuple(hands),
        )

    def faults(self, position: ShowPosition) -> Iterator[Fault]:
        """No tile is there twice."""
        yield from too_many(TILES, position, "K1")

    def legal_moves(self, table: ShowPosition) -> ShowMoves:
        """Any tile of the hand."""
        return ShowMoves(table)

    def judge(self, table: ShowPosition, move: Move) -> Judgement:
        """It must be in hand, and it must be one's turn; the shape gives the points."""
        if table.is_over or (isinstance(table, ShowView) and table.seat != table.turn):
            return illegal(Violation(Why.NOT_NOW, ("K2",), "it is not your turn"))
        if not isinstance(move, Show) or move.tile not in table.hand:
            return illegal(Violation(Why.NOT_THERE, ("K3",), f"there is no {move}"))
        points = (move.tile.shape + 1) * (1 + self.twice)
        rest = tuple(tile for tile in table.hand if tile is not move.tile)
        return Judgement(rest, points=points, bonus=points)

    def scored_lines(self, table: ShowPosition, move: Move) -> tuple[ScoredLine, ...]:
        """There are no lines."""
        return ()

    def after(self, state: ShowState, move: Move, judgement: Judgement, drawn: Drawn) -> ShowState:
        """The tile goes from the hand to what has been shown."""
        assert isinstance(move, Show)
        seat = state.turn
        hands, scores = list(state.hands), list(state.scores)
        hands[seat] = judgement.rest
        scores[seat] += judgement.points
        return attrs.evolve(
            state,
            hands=tuple(hands),
            shown=(*state.shown, move.tile),
            scores=tuple(scores),
            turn=(seat + 1) % len(hands),
        )

    def scene(self, table: ShowPosition) -> Scene:
        """The players, and nothing on the table."""
        return Scene((), seated(table), (f"shown: {tiles_text(table.shown)}",))


@pytest.fixture(autouse=True)
def _known_by_name() -> None:
    """The game can be chosen."""
    qwirkle.register(Showing)


# The suite asks for the game in another process, where this program has registered nothing.
PROMISES = [check for check in CHECKS if check.name != "determinism"]


def test_what_every_variant_promises() -> None:
    """The suite for variants passes: it knows nothing of the tile game."""
    for promise in PROMISES:
        for twice in [False, True]:
            with case(promise, twice):
                promise(qwirkle.get_variant("showing", twice=twice))


def test_the_functions_hand_over_to_it() -> None:
    """A whole game through the public functions."""
    state: Any = qwirkle.new_game("showing", players=["Ada", "Bob"], seed=4)
    record = qwirkle.GameRecord(state)
    while not record.state.is_over:
        move = qwirkle.parse_move(str(next(iter(qwirkle.legal_moves(record.state)))), state)
        record = record.play(move)
    assert len(record.turns) == 2 * SIZE
    assert qwirkle.GameRecord.parse(str(record)) == record
    shapes = [[tile.shape + 1 for tile in hand] for hand in state.hands]
    assert record.state.scores == tuple(map(sum, shapes))
    assert record.state.outcome == Outcome.of(Why.ALL_SHOWN, record.state.scores)
    assert "shown: " in qwirkle.render.text(record.state)
    assert not qwirkle.legal_moves(record.state)


def test_what_a_variant_need_not_say() -> None:
    """One that is no printed edition has no box, and no manual to cite."""
    variant = qwirkle.get_variant("showing")
    assert variant.edition is None
    assert variant.citations == {}


def test_legal_moves_of_the_interface() -> None:
    """Counting, choosing and asking whether there are any: by listing, if need be."""
    state = qwirkle.new_game("showing", seed=4)
    moves = qwirkle.legal_moves(state)
    assert (moves.count(), bool(moves)) == (SIZE, True)
    assert moves.sample(Random(1)) in list(moves)


def test_it_is_compared_with_other_games() -> None:
    """What only one of them decides is None for the other."""
    found = {difference.field: difference for difference in qwirkle.compare("standard", "showing")}
    assert (found["twice"].first, found["twice"].second) == (None, False)
    assert (found["hand_size"].first, found["hand_size"].second) == (6, None)


def test_moves_of_other_games_are_not_its_own() -> None:
    """Neither their texts nor the moves themselves."""
    state = qwirkle.new_game("showing", seed=4)
    with pytest.raises(qwirkle.NotationError, match="these do: show"):
        qwirkle.parse_move("pass", state)
    with pytest.raises(qwirkle.NotationError, match="one tile follows 'show'"):
        qwirkle.parse_move("show", state)
    assert [violation.code for violation in qwirkle.check(state, qwirkle.Pass())] == [Why.NOT_THERE]
    standard = qwirkle.check(qwirkle.new_game(seed=1), Show(TILES[0]))
    assert [violation.code for violation in standard] == [qwirkle.Code.NO_SUCH_MOVE]
