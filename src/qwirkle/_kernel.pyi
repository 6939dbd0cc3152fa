"""The compiled kernel; its C code is in the folder ``kernel`` of the repository."""

from collections.abc import Iterable, Iterator, Mapping
from types import NotImplementedType
from typing import TypeVar, final, overload

from qwirkle.cells import Cell
from qwirkle.judgement import Score
from qwirkle.moves import Exchange, Move, Place
from qwirkle.tilegame.state import TileState, TileView
from qwirkle.tiles import Tile

T = TypeVar("T")
S = TypeVar("S", bound=TileState)
V = TypeVar("V", bound=TileView)

@final
class Rules:
    """The rules of a variant as far as the kernel needs them."""

    def __new__(
        cls,
        points: tuple[int, ...],
        single: int,
        bonus: int,
        hand_size: int,
        exchange_limit: int,
        stacks: bool,
        must_exchange: bool,
        at_once: bool,
    ) -> Rules: ...

@final
class Grid:
    """A board with its open cells and the tiles that fit there."""

    @classmethod
    def around(cls, tiles: Mapping[Cell, Tile], /) -> Grid | None: ...
    def filling(self, placed: Iterable[tuple[Cell, Tile]], /) -> Grid | None: ...
    def __iter__(self) -> Iterator[Cell]: ...
    def has(self, cell: Cell, /) -> bool: ...
    def take_any(self, tiles: int, /) -> bool: ...
    def placements(
        self, tiles: tuple[Tile, ...], hand_size: int, rules: Rules, with_bonus: bool, /
    ) -> Groups | None: ...
    def fitting_points(
        self, cells: tuple[Cell, ...], laid: tuple[Tile, ...], rules: Rules, /
    ) -> int | NotImplementedType | None: ...
    def score(
        self,
        cells: tuple[Cell, ...],
        laid: tuple[Tile, ...],
        hand: tuple[Tile, ...],
        with_bonus: bool,
        rules: Rules,
        /,
    ) -> Score | None: ...

@final
class Groups:
    """Placements, in groups that fill the same cells."""

    def __iter__(self) -> Iterator[tuple[tuple[Cell, ...], int, tuple[tuple[Tile, ...], ...]]]: ...
    def moves(self) -> Iterator[Place]: ...
    def scored(self) -> Iterator[tuple[Place, int]]: ...
    def best(self) -> Place | None: ...
    def size(self) -> int: ...
    def number(self, index: int, /) -> Place: ...

@final
class Games:
    """Many games at once, made in small steps, in arrays of the caller."""

    def __new__(
        cls,
        rules: Rules,
        count: int,
        players: int,
        window: int,
        most_idle: int,
        reward: int,
        *arrays: object,
    ) -> Games: ...
    def load(self, game: int, state: TileState, seed: str, idle: int, /) -> None: ...
    def observe(self, game: int, seat: int, /) -> None: ...
    def step(self, actions: object, /) -> int | None: ...

def bind(
    tiles: tuple[Tile, ...],
    cell: type,
    place: type,
    exchange: type,
    board: type,
    supply: type,
    line: type,
    score: type,
    view: type,
    state: type,
    fields: tuple[str, ...],
    shared: tuple[str, ...],
    /,
) -> None: ...
def placements(state: TileState, rules: Rules, /) -> Groups | None: ...
def apply(state: S, move: Move, rules: Rules, /) -> S | None: ...
def observe(state: TileState, seat: int, view: type[V], /) -> V | None: ...
def play(
    start: TileState | tuple[Tile, ...],
    players: int,
    viewer: int,
    rules: Rules,
    games: list[tuple[str, tuple[str, ...]]],
    longest: int,
    /,
) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int, str | None]]: ...
def leads(
    state: TileState,
    rules: Rules,
    numbers: tuple[int, ...],
    worlds: int,
    plies: int,
    text: str,
    /,
) -> list[tuple[int, ...]]: ...
@overload
def exchanges(hand: tuple[Tile, ...], most: int, /) -> int | None: ...
@overload
def exchanges(
    hand: tuple[Tile, ...], most: int, index: int, count: int, /
) -> list[Exchange] | None: ...
def mixed(pieces: tuple[T, ...], text: str, /) -> tuple[T, ...] | None: ...
