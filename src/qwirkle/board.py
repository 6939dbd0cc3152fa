"""The board: cells and the tiles on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import attrs

from qwirkle._engine import grid_around
from qwirkle._masks import OpenCells, open_cells_around
from qwirkle.cells import INTEGER_PATTERN, Cell
from qwirkle.errors import InvalidValue, NotationError, short_repr
from qwirkle.lines import Line, Run, are_sound, runs_through
from qwirkle.tiles import TEXT_OF, Tile, as_tile
from qwirkle.words import LONGEST_TEXT, MOST, Pictured, Word, at_most, counted

if TYPE_CHECKING:
    from qwirkle._engine import Grid

EMPTY_GRID: Final = "(no tiles in play)"
"""The text that stands for a grid without tiles."""

EMPTY_CELL: Final = "."
"""The sign of an empty cell in a grid."""


def placed_tile_of(word: Word) -> tuple[Cell, Tile]:
    """A word like ``Rs@1,0`` as a cell and the tile there."""
    at = word.text.find("@")
    if at < 0:
        raise word.error(f"{short_repr(word.text)} is not a tile at a cell, like Rs@1,0")
    return Cell.from_word(word.part(at + 1)), Tile.from_word(word.part(0, at))


def as_placed(value: object) -> dict[Cell, Tile]:
    """Tiles at cells: a mapping, pairs, or a text like ``"Rs@0,0 Bs@1,0"``."""
    pairs: list[tuple[Cell, Tile]] = []
    if isinstance(value, str):
        if (found := _placed_in(value)) is not None:
            return found
        pairs = [placed_tile_of(word) for word in at_most(Word.split(value), "tiles")]
    else:
        if isinstance(value, Mapping):
            value = value.items()
        if not isinstance(value, Iterable):
            raise InvalidValue(f"expected cells with their tiles, not {short_repr(value)}")
        for pair in at_most(value, "tiles"):
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise InvalidValue(f"expected a cell and its tile, not {short_repr(pair)}")
            pairs.append((Cell.of(pair[0]), as_tile(pair[1])))
    placed: dict[Cell, Tile] = {}
    for cell, tile in pairs:
        if cell in placed:
            raise InvalidValue(f"two tiles for one cell: {placed[cell]} and {tile} at {cell}")
        placed[cell] = tile
    return placed


def _placed_in(text: str) -> dict[Cell, Tile] | None:
    """The tiles of a text at their cells; None if anything is wrong with it.

    Most texts are valid, so only the others are split into words with positions.
    """
    if len(text) > LONGEST_TEXT:
        return None
    words = text.split()
    if len(words) > MOST:
        return None
    try:
        placed = dict(map(_PLACED_BY.__getitem__, words))
    except NotationError:
        return None
    return placed if len(placed) == len(words) else None


class _PlacedBy(dict[str, tuple[Cell, Tile]]):
    """Tiles at cells by their texts, cached, as nearly every board that is read has the same."""

    def __missing__(self, text: str) -> tuple[Cell, Tile]:
        if len(self) > 10_000:  # keeps the cache bounded
            self.clear()
        tile, _, cell = text.partition("@")
        self[text] = placed = _known_cell(cell), Tile.parse(tile)
        return placed


_PLACED_BY: Final = _PlacedBy()
_known_cell: Final = lru_cache(maxsize=4096)(Cell.parse)


def placed_text(placed: Iterable[tuple[Cell, Tile]]) -> str:
    """The text of tiles at cells, which :func:`as_placed` reads."""
    return " ".join([f"{TEXT_OF[tile]}@{x},{y}" for (x, y), tile in placed])


def _tiles_of(value: object) -> dict[Cell, Tile]:
    """The tiles of a board: those of a grid, or anything that :func:`as_placed` reads."""
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        if _GRID.match(value):
            return _tiles_in_grid(value)
        if value.strip() == EMPTY_GRID:
            return {}
    return as_placed(value)


def _tiles_in_grid(text: str) -> dict[Cell, Tile]:
    """The tiles of a grid: a line with the numbers of the columns, then a line for each row.

    Only the words count, not the spaces between them, so the grid may be indented.
    """
    lines = _lines(text)
    header = next(lines)
    left = _number(header[0], "column")
    for x, word in enumerate(header, left):
        _number(word, "column", x)
    placed: dict[Cell, Tile] = {}
    y: int | None = None
    for number, *cells in lines:
        y = _number(number, "row", None if y is None else y + 1)
        if len(cells) != len(header):
            wrong = cells[len(header)] if len(cells) > len(header) else number
            sizes = f"{counted(len(cells), 'cells')} for {counted(len(header), 'columns')}"
            raise wrong.error(f"row {y} has {sizes}; an empty cell is written as {EMPTY_CELL!r}")
        for x, word in enumerate(cells, left):
            if word.text != EMPTY_CELL:
                placed[Cell(x, y)] = Tile.from_word(word)
    if y is None:
        raise header[0].error("there are no rows below the numbers of the columns")
    at_most(placed, "tiles")
    return placed


def _lines(text: str) -> Iterator[list[Word]]:
    """The words of each line that has any."""
    at = 0
    for line in text.splitlines(keepends=True):
        if words := [Word(found[0], text, at + found.start()) for found in _WORD.finditer(line)]:
            yield words
        at += len(line)


def _number(word: Word, of: str, expected: int | None = None) -> int:
    """The number of a column or row; each is one more than the one before it."""
    if _INTEGER.fullmatch(word.text) and expected in (None, int(word.text)):
        return int(word.text)
    wanted = f"a {of}" if expected is None else f"{of} {expected}"
    raise word.error(f"expected the number of {wanted}, not {short_repr(word.text)}")


_WORD: Final = re.compile(r"\S+")
_INTEGER: Final = re.compile(INTEGER_PATTERN)
_GRID: Final = re.compile(rf"\s*{INTEGER_PATTERN}(?!\S)")  # begins with a column's number


def _around(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """The cells next to a cell, as plain pairs, which are much faster to make than cells."""
    return (x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)


@attrs.frozen(init=False, eq=False, repr=False)
class Board(Pictured, Mapping[Cell, Tile]):
    """The board: an immutable mapping from :class:`Cell` to :class:`Tile`, in cell order.

    It is made from a mapping, from pairs of a cell and a tile, or from a text. A text is either a
    list like ``"Rs@0,0 Bs@1,0"`` or a grid of letters as :func:`qwirkle.render.text` prints it by
    default; its styles with shapes and colours are only for people to look at.

    >>> board = Board({(1, 0): "Bs", (0, 0): "Rs"})
    >>> board
    Board({(0, 0): 'Rs', (1, 0): 'Bs'})
    >>> board[0, 0].name, (5, 5) in board, len(board)
    ('red square', False, 2)
    >>> Board('''
    ...      -1  0
    ...  0    . Rs
    ...  1   Bc Rc
    ... ''')
    Board({(-1, 1): 'Bc', (0, 0): 'Rs', (0, 1): 'Rc'})
    """

    _tiles: dict[Cell, Tile]
    # A cache: the open cells, or those of an earlier board and the tiles placed since.
    _open: list[OpenCells | Grid | tuple[OpenCells | Grid, tuple[tuple[Cell, Tile], ...]]]

    def __init__(self, tiles: object = ()) -> None:
        object.__setattr__(self, "_tiles", _tiles_of(tiles))
        object.__setattr__(self, "_open", [])

    @staticmethod
    def of(tiles: dict[Cell, Tile]) -> Board:
        """A board of these tiles, which it copies but does not check."""
        board = _new(Board)
        _set_tiles(board, dict(tiles))
        _set_open(board, [])
        return board

    @property
    def open_cells(self) -> OpenCells | Grid:
        """The empty cells that touch a tile, with the tiles that fit there."""
        if not self._open:
            self._open.append(open_cells_around(self._tiles))
        known = self._open[0]
        if isinstance(known, tuple):
            earlier, laid = known
            # The kernel leaves broken lines and far cells to the Python code.
            known = earlier.filling(laid) or OpenCells.around(self._tiles)
            self._open[0] = known
        return known

    def placing(self, placed: Iterable[tuple[Cell, Tile]]) -> Board:
        """The board with these tiles added, or in place of those on their cells.

        No rule is checked.

        >>> Board("Rs@0,0").placing(Board("Bs@1,0").items())
        Board({(0, 0): 'Rs', (1, 0): 'Bs'})
        """
        laid = tuple(placed)
        tiles = self.with_tiles(laid)
        known = self._open and self._tiles and not isinstance(self._open[0], tuple)
        known = known and len(tiles) == len(self._tiles) + len(laid)  # no tile was replaced
        board = _new(Board)
        _set_tiles(board, tiles)
        _set_open(board, [(self._open[0], laid)] if known else [])
        return board

    def with_tiles(self, placed: Iterable[tuple[Cell, Tile]]) -> dict[Cell, Tile]:
        """Its tiles and more of them, as a dict, which is cheaper to make than a board.

        >>> len(Board("Rs@0,0").with_tiles(Board("Bs@1,0").items()))
        2
        """
        tiles = self._tiles.copy()
        tiles.update(placed)
        return tiles

    def removing(self, cell: Cell) -> Board:
        """The board without the tile at a cell.

        >>> Board("Rs@0,0 Bs@1,0").removing(Cell(1, 0))
        Board({(0, 0): 'Rs'})
        """
        return Board.of({other: tile for other, tile in self._tiles.items() if other != cell})

    @property
    def laid(self) -> list[Tile]:
        """The tiles on it in the order of its making, found faster than one by one.

        >>> Board("Bs@1,0 Rs@0,0").laid
        [Tile.parse('Bs'), Tile.parse('Rs')]
        """
        return [*self._tiles.values()]

    def runs_through(self, cells: Sequence[Cell], laid: Sequence[Tile] = ()) -> list[Run]:
        """The lines of two or more tiles through some cells, each once.

        Args:
            cells: the cells, sorted.
            laid: tiles to be placed on them first, for which the board is not copied.
        """
        old = self._tiles.get
        if not laid:
            return runs_through(old, cells)
        new = dict(zip(cells, laid, strict=True)).get
        return runs_through(lambda pair: new(pair) or old(pair), cells)

    def lines(self) -> tuple[Line, ...]:
        """Every line of two or more tiles (P2): the rows, then the columns, in cell order.

        >>> [str(line) for line in Board("Rs@0,0 Bs@1,0 Bc@1,1").lines()]
        ['Rs Bs', 'Bs Bc']
        """
        return tuple(run.line() for run in self.runs_through(tuple(self)))

    def is_sound(self, far: int) -> bool:
        """Whether its tiles form one group (P1) of lines that fit (P3) and is not too far away.

        >>> Board("Rs@0,0 Bs@1,0").is_sound(100), Board("Rs@0,0 Bc@1,0").is_sound(100)
        (True, False)
        """
        if not self._open and (grid := grid_around(self._tiles)) is not None:  # never far away
            self._open.append(grid)
            return True
        return are_sound(self._tiles, far)

    def groups(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells in groups connected edge to edge; a legal board is one group (P1).

        >>> len(Board("Rs@0,0 Bs@1,0 Bc@5,5").groups())
        2
        """
        # Cells equal plain pairs, which are cheap to make.
        left: dict[tuple[int, int], Cell] = {cell: cell for cell in self._tiles}
        groups: list[tuple[Cell, ...]] = []
        while left:
            group = [left.popitem()[1]]
            for x, y in group:  # which grows during the loop
                for beside in _around(x, y):
                    if beside in left:
                        group.append(left.pop(beside))
            groups.append(tuple(sorted(group)))
        return tuple(sorted(groups))

    def apart(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Those of some empty cells that would not be connected to its tiles if all were filled.

        >>> Board("Rs@0,0").apart([Cell(1, 0), Cell(2, 0), Cell(4, 0)])
        (Cell(x=4, y=0),)
        """
        tiles = self._tiles
        apart: set[tuple[int, int]] = set()
        reached: list[tuple[int, int]] = []
        for cell in cells:
            if cell in tiles or not tiles.keys().isdisjoint(_around(*cell)):
                reached.append(cell)
            else:
                apart.add(cell)
        if not apart:
            return ()
        while apart and reached:
            for pair in _around(*reached.pop()):
                if pair in apart:
                    apart.remove(pair)
                    reached.append(pair)
        return tuple([cell for cell in cells if cell in apart])

    def cut_cells(self) -> frozenset[Cell]:
        """The cells whose removal would split the tiles into more groups.

        >>> sorted(Board("Rs@0,0 Bs@1,0 Gs@2,0").cut_cells())
        [Cell(x=1, y=0)]
        """
        # Tarjan's depth-first search: a cell is a cut if a cell after it has no other way to a
        # cell before it. `low` is the earliest cell that can be reached.
        order: dict[tuple[int, int], int] = {}
        low: dict[tuple[int, int], int] = {}
        cuts: set[tuple[int, int]] = set()
        for root in self._tiles:
            if root in order:
                continue
            order[root] = low[root] = len(order)
            branches = 0
            path: list[tuple[tuple[int, int], Iterator[tuple[int, int]]]]
            path = [(root, self._beside(*root))]
            while path:
                cell, neighbors = path[-1]
                step = next(neighbors, None)
                if step is None:
                    path.pop()
                    if len(path) > 1:
                        before = path[-1][0]
                        low[before] = min(low[before], low[cell])
                        if low[cell] >= order[before]:
                            cuts.add(before)
                    elif path:
                        branches += 1
                elif step in order:
                    low[cell] = min(low[cell], order[step])
                else:
                    order[step] = low[step] = len(order)
                    path.append((step, self._beside(*step)))
            if branches > 1:
                cuts.add(root)
        return frozenset(cell for cell in self._tiles if cell in cuts)

    def is_cut(self, cell: Cell) -> bool:
        """Whether removing the tile at a cell would split the tiles into more groups.

        This is faster than finding all :meth:`cut_cells`, if only one cell matters.

        >>> Board("Rs@0,0 Bs@1,0 Gs@2,0").is_cut(Cell(1, 0))
        True
        """
        around = {*self._beside(*cell)}
        found = [*around][:1]
        seen = {cell, *found}
        for other in found:  # which grows during the loop
            if around <= seen:
                break
            more = [pair for pair in self._beside(*other) if pair not in seen]
            seen.update(more)
            found += more
        return not around <= seen

    def _beside(self, x: int, y: int) -> Iterator[tuple[int, int]]:
        """The cells next to a cell that have a tile."""
        return iter([pair for pair in _around(x, y) if pair in self._tiles])

    def __getitem__(self, cell: Cell | tuple[int, int]) -> Tile:
        return self._tiles[cell]  # type: ignore[index]  # a pair equals its cell

    def __contains__(self, cell: object) -> bool:
        try:
            return cell in self._tiles
        except TypeError:  # an unhashable value is not a cell
            return False

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self._tiles))

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._tiles == other._tiles
        return self._tiles == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __reduce__(self) -> tuple[type[Board], tuple[dict[Cell, Tile]]]:
        return Board, (self._tiles.copy(),)  # without the cache

    def __str__(self) -> str:
        return placed_text(sorted(self._tiles.items(), key=itemgetter(0)))

    def __repr__(self) -> str:
        return f"Board({ {tuple(cell): str(tile) for cell, tile in self.items()} })"


# Every move makes a board, so it is filled with the slots' own setters, which are fast.
_new: Final = object.__new__
_set_tiles: Final = Board._tiles.__set__  # type: ignore[attr-defined]
_set_open: Final = Board._open.__set__  # type: ignore[attr-defined]
