"""A game with its own engine, which shares nothing with the tile game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import attrs

from qwirkle import Move, Player, State, Tile, Variant, View, Violation
from qwirkle.authoring import (
    COUNT,
    HAND,
    SEAT,
    TILES,
    Drawn,
    Fact,
    Judgement,
    LegalMoves,
    Outcome,
    Position,
    Reason,
    Scene,
    ScoredLine,
    Word,
    as_players,
    as_tiles,
    field,
    illegal,
    mixed,
    per_seat,
    seated,
    tiles_text,
    too_many,
)
from qwirkle.errors import Fault, InvalidOption

SIZE = 3


@attrs.frozen
class Show(Move):
    """Show a tile and score the number of its shape, from 1 to 6."""

    verb: ClassVar[str] = "show"
    example: ClassVar[str] = "show Rs"

    tile: Tile

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Show:
        """Read one tile."""
        if len(words) != 1:
            raise first.error("one tile follows 'show'")
        return cls(Tile.from_word(words[0]))

    def __str__(self) -> str:
        return f"show {self.tile}"


class Why(Reason):
    """The reasons why a move is not legal, or why the game ended."""

    NOT_THERE = "not-there"
    NOT_NOW = "not-now"
    ALL_SHOWN = "all-shown"


@attrs.frozen(kw_only=True, repr=False)
class ShowPosition(Position):
    """The fields that everyone sees."""

    variant: Showing
    players: tuple[Player, ...]
    shown: tuple[Tile, ...] = field(attrs.evolve(HAND, read=as_tiles))
    scores: tuple[int, ...] = per_seat(COUNT)
    turn: int = field(SEAT)

    @property
    def outcome(self) -> Outcome | None:
        """The game is over when all hands are empty."""
        return None if any(self.hand_sizes) else Outcome.of(Why.ALL_SHOWN, self.scores)


@attrs.frozen(kw_only=True, repr=False)
class ShowState(ShowPosition, State):
    """The hands, and the tiles that have been shown."""

    hands: tuple[tuple[Tile, ...], ...] = per_seat(HAND)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]


@attrs.frozen(kw_only=True, repr=False)
class ShowView(ShowPosition, View):
    """The player's hand, the sizes of the others, and the tiles that have been shown."""

    seat: int = field(SEAT, shows=lambda state, seat: seat)
    hand: tuple[Tile, ...] = field(HAND, shows=lambda state, seat: state.hands[seat])
    hand_sizes: tuple[int, ...] = per_seat(COUNT)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """All tiles that are neither in the hand nor shown."""
        return tuple(tile for tile in TILES if tile not in (*self.hand, *self.shown))

    def sample_state(self, random: Random) -> ShowState:
        """Deal the other players' tiles at random."""
        hands, _ = self.dealt(sorted(self.unseen, key=lambda tile: random.random()))
        return self.variant.state_behind(self, hands=hands)


@attrs.frozen(eq=False)
class ShowMoves(LegalMoves[Show]):
    """One move for each tile of the hand; the rest is inherited from the interface."""

    position: Any

    def __iter__(self) -> Iterator[Show]:
        moves = map(Show, self.position.hand)
        return (move for move in moves if move in self)


@attrs.frozen(repr=False)
class Showing(Variant[ShowState, ShowView]):
    """Every player shows three tiles, one in each turn."""

    name: str = "showing"
    version: int = 1
    twice: bool = False
    """Whether everything counts twice."""

    move_types: ClassVar[tuple[type[Move], ...]] = (Show,)
    state_type: ClassVar[type[State]] = ShowState
    view_type: ClassVar[type[View]] = ShowView

    @property
    def options(self) -> Mapping[str, object]:
        """Whether all points count twice, if they do."""
        return {"twice": True} if self.twice else {}

    def with_options(self, /, **options: Any) -> Showing:
        """The same variant with another option."""
        for name, value in options.items():
            if name != "twice" or type(value) is not bool:
                raise InvalidOption(f"{name} = {value!r}: the option is twice, True or False")
        return attrs.evolve(self, **options)

    def facts(self) -> Mapping[str, Fact]:
        """The only fact of the game."""
        return {"twice": Fact(self.twice, ("K1",), "points count " + "twice" * self.twice)}

    @property
    def player_counts(self) -> range:
        """Two or three players."""
        return range(2, 4)

    def new_game(self, players: object, seed: int) -> ShowState:
        """Deal three tiles to every player."""
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
        """No tile may occur twice."""
        yield from too_many(TILES, position, "K1")

    def legal_moves(self, table: ShowPosition) -> ShowMoves:
        """Any tile of the hand."""
        return ShowMoves(table)

    def judge(self, table: ShowPosition, move: Move) -> Judgement:
        """The tile must be in the hand of the player to move; its shape gives the points."""
        if table.is_over or (isinstance(table, ShowView) and table.seat != table.turn):
            return illegal(Violation(Why.NOT_NOW, ("K2",), "it is not your turn"))
        if not isinstance(move, Show) or move.tile not in table.hand:
            return illegal(Violation(Why.NOT_THERE, ("K3",), f"there is no {move}"))
        points = (move.tile.shape + 1) * (1 + self.twice)
        rest = tuple(tile for tile in table.hand if tile is not move.tile)
        return Judgement(rest, points=points, bonus_points=points)

    def scored_lines(self, table: ShowPosition, move: Move) -> tuple[ScoredLine, ...]:
        """There are no lines."""
        return ()

    def after(self, state: ShowState, move: Move, judgement: Judgement, drawn: Drawn) -> ShowState:
        """Move the tile from the hand to the shown tiles."""
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
        """The players, and an empty board."""
        return Scene((), seated(table), (f"shown: {tiles_text(table.shown)}",))
