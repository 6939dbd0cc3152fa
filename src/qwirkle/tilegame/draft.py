"""A placement under way, for programs in which people place one tile after another."""

from __future__ import annotations

from functools import cached_property

import attrs

from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue
from qwirkle.judgement import Score, Violation
from qwirkle.moves import Place
from qwirkle.tilegame.legal_moves import groups_with
from qwirkle.tilegame.state import TileState, TileView
from qwirkle.tiles import Tile
from qwirkle.words import Pretty


@attrs.frozen
class Fit:
    """A tile that can be placed next, and where.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> qwirkle.draft(state).fits[0]
    Fit(cell=Cell(x=-1, y=0), tile=Tile.parse('Bs'), points=2)
    """

    cell: Cell
    """The cell where the tile can go."""
    tile: Tile
    """The tile, which is still in the hand."""
    points: int | None
    """The points of the whole placement if the player stops after this tile; None if the
    player must then place more."""


@attrs.frozen(repr=False)
class Draft(Pretty):
    """The tiles that a player has placed so far this turn. Make one with :func:`qwirkle.draft`.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rc Rd", "Gd"])
    >>> draft = qwirkle.draft(state).place((1, 0), "Rc")
    >>> draft.is_legal, draft.score.total
    (True, 2)
    >>> [f"{fit.tile} at {fit.cell} for {fit.points}" for fit in draft.fits]
    ['Rd at -1,0 for 3', 'Rd at 1,-1 for 4', 'Rd at 1,1 for 4', 'Rd at 2,0 for 3']
    """

    position: TileState | TileView
    """The state or view at the beginning of the turn."""
    move: Place
    """The placement of the tiles so far."""

    def place(self, cell: object, tile: object) -> Draft:
        """The draft with one more tile, whether or not it fits there.

        Raises:
            InvalidValue: if these are not a cell and a tile, or the player has placed a tile
                there already.
        """
        return Draft(self.position, Place([*self.move.tiles, (cell, tile)]))

    def remove(self, cell: object) -> Draft:
        """The draft without the tile that the player placed at a cell.

        Raises:
            InvalidValue: if the player has not placed a tile there.
        """
        left = dict(self.move.tiles)
        if left.pop(Cell.of(cell), None) is None:
            raise InvalidValue(f"no tile was placed at {Cell.of(cell)} this turn")
        return Draft(self.position, Place(left))

    @cached_property
    def is_legal(self) -> bool:
        """Whether the player may stop here."""
        return self.position.variant.is_legal(self.position, self.move)

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Every reason why the player may not stop here; empty if the player may."""
        return self.position.variant.check(self.position, self.move)

    @property
    def score(self) -> Score | None:
        """The score if the player stops here; None if that is not legal."""
        return self.position.variant.score(self.position, self.move) if self.is_legal else None

    @property
    def fits(self) -> tuple[Fit, ...]:
        """The tiles that can be placed next, sorted by cell and then by tile.

        A tile fits if a legal placement contains it together with all tiles placed so far, and
        if its cell touches the board or one of these tiles. On an empty board every cell of the
        first line can be filled, in any order; while the tiles placed so far are in a listed
        first line, so are the fits.
        """
        return self._possible[0]

    @property
    def missing(self) -> int | None:
        """The fewest tiles that have to be placed before the player may stop.

        It is 0 if the player may stop here, and None if no legal placement contains the tiles
        placed so far.
        """
        return 0 if self.is_legal else self._possible[1]

    @cached_property
    def _possible(self) -> tuple[tuple[Fit, ...], int | None]:
        """The tiles that can be placed next, and how many are needed at least."""
        if not self.position.can_move:
            return (), None
        placed = dict(self.move.tiles)
        found: dict[tuple[Cell, Tile], int | None] = {}
        fewest: int | None = None
        for cells, points, ways in groups_with(self.position, placed):
            missing = len(cells) - len(placed)
            fewest = missing if fewest is None else min(missing, fewest)
            for i, cell in enumerate(cells):
                if cell not in placed and self._touches(cell, placed):
                    for tile in {laid[i] for laid in ways}:
                        if missing == 1:
                            found[cell, tile] = points
                        else:
                            found.setdefault((cell, tile))
        fits = [Fit(cell, tile, found[cell, tile]) for cell, tile in sorted(found)]
        return tuple(fits), fewest

    def _touches(self, cell: Cell, placed: dict[Cell, Tile]) -> bool:
        """Whether an empty cell touches the board or a placed tile; if the board is empty, any
        cell can be filled."""
        board = self.position.board
        if not board or board.open_cells.has(cell):
            return True
        x, y = cell  # which is in one line with all placed tiles
        return any(abs(x - other_x) + abs(y - other_y) == 1 for other_x, other_y in placed)

    def __repr__(self) -> str:
        return f"draft({self.position!r}, {self.move!r})"
