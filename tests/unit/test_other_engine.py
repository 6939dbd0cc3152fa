"""A game with an engine of its own: the public functions need nothing but the interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import attrs
import pytest

import qwirkle
from qwirkle import (
    Fact,
    Fault,
    InvalidOption,
    InvalidPosition,
    Judgement,
    LegalMoves,
    Move,
    Outcome,
    Player,
    QwirkleError,
    Reason,
    ScoredLine,
    State,
    Tile,
    Variant,
    View,
    Violation,
    Word,
)
from qwirkle.chance import mixed
from qwirkle.engine import Drawn, illegal
from qwirkle.fields import expect
from qwirkle.scene import Scene, Seat
from qwirkle.state import as_players
from qwirkle.testing import CHECKS
from qwirkle.tiles import TILES, as_tiles, tiles_text

HAND = 3


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


@attrs.frozen(repr=False)
class ShowState(State):
    """Hands, and what has been shown."""

    variant: Showing
    players: tuple[Player, ...]
    hands: tuple[tuple[Tile, ...], ...]
    shown: tuple[Tile, ...]
    scores: tuple[int, ...]
    turn: int

    @property
    def outcome(self) -> Outcome | None:
        """The game is over when nobody has a tile."""
        return None if any(self.hands) else Outcome.of(Why.ALL_SHOWN, self.scores)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]

    def __repr__(self) -> str:
        fields = {"players": self.players, **self.variant.encode(self)}
        parts = ", ".join(f"{name}={value!r}" for name, value in fields.items())
        return f"position({self.variant!r}, {parts})"


@attrs.frozen
class ShowView(View):
    """The own hand, the sizes of the others, and what has been shown."""

    variant: Showing
    players: tuple[Player, ...]
    seat: int
    hand: tuple[Tile, ...]
    sizes: tuple[int, ...]
    shown: tuple[Tile, ...]
    scores: tuple[int, ...]
    turn: int

    @property
    def outcome(self) -> Outcome | None:
        """The game is over when nobody has a tile."""
        return None if any(self.sizes) else Outcome.of(Why.ALL_SHOWN, self.scores)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """All that is neither in hand nor shown."""
        return tuple(tile for tile in TILES if tile not in (*self.hand, *self.shown))

    def sample_state(self, random: Random) -> ShowState:
        """The others' tiles dealt anew."""
        unseen = sorted(self.unseen, key=lambda tile: random.random())
        hands = []
        for seat, size in enumerate(self.sizes):
            dealt, unseen = unseen[:size], unseen[size:]
            hands.append(self.hand if seat == self.seat else tuple(sorted(dealt)))
        return ShowState(
            self.variant, self.players, tuple(hands), self.shown, self.scores, self.turn
        )


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

    def contents(self, state: ShowState) -> tuple[Tile, ...]:
        """What has been shown, and the hands."""
        return tuple(sorted([*state.shown, *(tile for hand in state.hands for tile in hand)]))

    def new_game(self, players: object, seed: int) -> ShowState:
        """Three tiles for everyone."""
        seated = as_players(players, 2, 3)
        pieces = mixed(TILES, seed, 0)
        hands = [tuple(sorted(pieces[HAND * i : HAND * (i + 1)])) for i in range(len(seated))]
        return ShowState(self, seated, tuple(hands), (), (0,) * len(seated), 0)

    def position(self, /, **fields: Any) -> ShowState:
        """Any state: all fields are wanted."""
        names = ("players", "hands", "shown", "scores", "turn")
        faults = [Fault(name, "unknown or missing") for name in set(names) ^ set(fields)]
        if faults:
            raise InvalidPosition(faults)
        try:
            players = as_players(fields["players"], 2, 3)
            hands = tuple(tuple(sorted(as_tiles(hand))) for hand in fields["hands"])
            shown = as_tiles(fields["shown"])
        except QwirkleError as error:
            raise InvalidPosition([Fault("hands", str(error))]) from None
        if not len(players) == len(hands) == len(fields["scores"]):
            raise InvalidPosition([Fault("players", "one hand and one score for each")])
        if fields["turn"] not in range(len(players)):
            raise InvalidPosition([Fault("turn", "nobody sits there")])
        return ShowState(self, players, hands, shown, tuple(fields["scores"]), fields["turn"])

    def legal_moves(self, table: ShowState | ShowView) -> ShowMoves:
        """Any tile of the hand."""
        return ShowMoves(table)

    def judge(self, table: ShowState | ShowView, move: Move) -> Judgement:
        """It must be in hand, and it must be one's turn; the shape gives the points."""
        if table.is_over or (isinstance(table, ShowView) and table.seat != table.turn):
            return illegal(Violation(Why.NOT_NOW, ("K2",), "it is not your turn"))
        if not isinstance(move, Show) or move.tile not in table.hand:
            return illegal(Violation(Why.NOT_THERE, ("K3",), f"there is no {move}"))
        points = (move.tile.shape + 1) * (1 + self.twice)
        rest = tuple(tile for tile in table.hand if tile is not move.tile)
        return Judgement(rest, points=points, bonus=points)

    def scored_lines(self, table: ShowState | ShowView, move: Move) -> tuple[ScoredLine, ...]:
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

    def observe(self, state: ShowState, seat: int) -> ShowView:
        """All but the others' tiles."""
        sizes = tuple(map(len, state.hands))
        return ShowView(
            self, state.players, seat, state.hands[seat], sizes, state.shown, state.scores,
            state.turn,
        )  # fmt: skip

    def encode(self, table: ShowState | ShowView) -> dict[str, Any]:
        """The fields as JSON values."""
        common = {"shown": tiles_text(table.shown), "scores": [*table.scores], "turn": table.turn}
        if isinstance(table, ShowState):
            return common | {"hands": [tiles_text(hand) for hand in table.hands]}
        hand = tiles_text(table.hand)
        return common | {"seat": table.seat, "hand": hand, "sizes": [*table.sizes]}

    def decode_state(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> ShowState:
        """The state with these fields."""
        expect(fields, hands=[str], shown=str, scores=[int], turn=int)
        return self.position(players=players, **fields)

    def decode_view(self, fields: Mapping[str, Any], players: tuple[Player, ...]) -> ShowView:
        """The view with these fields."""
        expect(fields, seat=int, hand=str, sizes=[int], shown=str, scores=[int], turn=int)
        hand, shown = as_tiles(fields["hand"]), as_tiles(fields["shown"])
        sizes, scores = tuple(fields["sizes"]), tuple(fields["scores"])
        seat, turn = fields["seat"], fields["turn"]
        return ShowView(self, players, seat, hand, sizes, shown, scores, turn)

    def scene(self, table: ShowState | ShowView) -> Scene:
        """The players, and nothing on the table."""
        sizes = table.sizes if isinstance(table, ShowView) else tuple(map(len, table.hands))
        seats = [
            Seat(player.name, table.scores[i], sizes[i], None, i == table.turn)
            for i, player in enumerate(table.players)
        ]
        return Scene((), tuple(seats), (f"shown: {tiles_text(table.shown)}",))


@pytest.fixture(autouse=True)
def _known_by_name() -> None:
    """The game can be chosen."""
    qwirkle.register(Showing)


# The suite asks for the game in another process, where this program has registered nothing.
PROMISES = [check for check in CHECKS if check.__name__ != "determinism"]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("twice", [False, True])
def test_what_every_variant_promises(promise: Callable[[Any], None], twice: bool) -> None:
    """The suite for variants passes: it knows nothing of the tile game."""
    promise(qwirkle.get_variant("showing", twice=twice))


def test_the_functions_hand_over_to_it() -> None:
    """A whole game through the public functions."""
    state: Any = qwirkle.new_game("showing", players=["Ada", "Bob"], seed=4)
    record = qwirkle.GameRecord(state)
    while not record.state.is_over:
        move = qwirkle.parse_move(str(next(iter(qwirkle.legal_moves(record.state)))), state)
        record = record.play(move)
    assert len(record.turns) == 2 * HAND
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
    assert (moves.count(), bool(moves)) == (HAND, True)
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
