"""A tile game that nothing in this project knows: its own moves, special tile and fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

import attrs

from qwirkle import Cell, Move, Tile, TileState, Violation
from qwirkle.authoring import (
    CELL,
    COUNT,
    FLAG,
    BareMove,
    Extra,
    Judgement,
    Reason,
    Special,
    TileGame,
    TilePosition,
    Word,
    field,
    or_none,
    per_seat,
)


@attrs.frozen
class Whistle(BareMove):
    """Whistle for the wind, once in a game. The turn goes on."""

    verb: ClassVar[str] = "whistle"
    meaning: ClassVar[str] = "whistle for the wind, once in a game"
    synonyms: ClassVar[tuple[str, ...]] = ("blow",)

    @property
    def in_words(self) -> str:
        return "whistle for the wind"


@attrs.frozen
class Light(Move):
    """Light the lamp on a tile instead of placing one."""

    verb: ClassVar[str] = "light"
    example: ClassVar[str] = "light 1,0"
    meaning: ClassVar[str] = "light the lamp on a tile, and end your turn"
    synonyms: ClassVar[tuple[str, ...]] = ("kindle",)

    cell: Cell

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        if len(words) != 1:
            raise first.error("one cell follows 'light'")
        return cls(Cell.from_word(words[0]))

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.cell,)

    @property
    def in_words(self) -> str:
        return "light the lamp"

    def __str__(self) -> str:
        return f"light {self.cell}"


class HarbourCode(Reason):
    """The reasons why such moves are not legal."""

    OUT_OF_BREATH = "out-of-breath", "you have already whistled"
    DARK = "dark", "there is no dark tile at {cells}"


@attrs.frozen(kw_only=True)
class HarbourExtra(Extra):
    """The fields of the game."""

    whistled: tuple[bool, ...] = per_seat(FLAG)
    lamp: Cell | None = field(or_none(CELL))
    storms: int = field(COUNT)


@attrs.frozen(repr=False)
class Harbour(TileGame[HarbourExtra]):
    """A tile game with a lamp, a whistle and storms."""

    move_types: ClassVar[tuple[type[Move], ...]] = (*TileGame.move_types, Whistle, Light)
    extra_type: ClassVar[type[Extra]] = HarbourExtra

    def pieces(self) -> tuple[Tile | Special, ...]:
        """Add four storms."""
        return (*super().pieces(), *[Special("storm")] * 4)

    def own_moves(self, position: TilePosition[HarbourExtra]) -> Iterator[Move]:
        """The whistle, then the lamps."""
        for move in (Whistle(), *map(Light, position.board)):
            if self.judge_own(position, move).is_legal:
                yield move

    def judge_own(self, position: TilePosition[HarbourExtra], move: Move) -> Judgement:
        """Judge a whistle or a lamp."""
        extra = position.extra
        if isinstance(move, Whistle) and extra.whistled[position.turn]:
            return Judgement(position.hand).forbidden(
                Violation.of(HarbourCode.OUT_OF_BREATH, ["H1"])
            )
        if isinstance(move, Light) and (move.cell not in position.board or move.cell == extra.lamp):
            return Judgement(position.hand).forbidden(
                Violation.of(HarbourCode.DARK, ["H2"], [move.cell])
            )
        return Judgement(position.hand)

    def advance(
        self,
        before: TileState[HarbourExtra],
        move: Move,
        after: TileState[HarbourExtra],
    ) -> TileState[HarbourExtra]:
        """Note the whistle and the lamp."""
        extra = after.extra
        if isinstance(move, Whistle):
            seats = range(len(before.players))
            whistled = tuple(extra.whistled[i] or i == before.turn for i in seats)
            return attrs.evolve(
                after, turn=before.turn, extra=attrs.evolve(extra, whistled=whistled)
            )
        if isinstance(move, Light):
            return attrs.evolve(after, extra=attrs.evolve(extra, lamp=move.cell))
        return after

    def revealed(
        self, state: TileState[HarbourExtra], specials: Sequence[Special]
    ) -> TileState[HarbourExtra]:
        """Count the storms."""
        extra = attrs.evolve(state.extra, storms=state.extra.storms + len(specials))
        return attrs.evolve(state, extra=extra)
