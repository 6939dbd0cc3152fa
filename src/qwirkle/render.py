"""Pictures of states and views, drawn from what their variant says there is to see."""

from __future__ import annotations

from qwirkle.errors import InvalidValue, shown
from qwirkle.tiles import tiles_text
from qwirkle.variant import Scene, State, View


def text(table: State | View) -> str:
    """The table, the players and whose turn it is, as plain text.

    >>> import qwirkle
    >>> print(text(qwirkle.position(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Rc", "Gd"], supply="")))
         0  1
     0  Rs Bs
     1   . Bc
    > Player 1     0 points  Rc
      Player 2     0 points  Gd
    0 tiles in the supply
    """
    if not isinstance(table, (State, View)):
        raise InvalidValue(f"expected a state or a view, not {shown(table)}")
    scene: Scene = table.variant.scene(table)
    lines = _grid(scene)
    widest = max(len(seat.name) for seat in scene.seats)
    for seat in scene.seats:
        mark = ">" if seat.to_move else " "
        hand = f"{seat.size} hidden" if seat.hand is None else tiles_text(seat.hand)
        lines.append(f"{mark} {seat.name:{widest}} {seat.score:5} {scene.unit}  {hand}".rstrip())
    return "\n".join([*lines, *scene.notes])


def _grid(scene: Scene) -> list[str]:
    """The tiles with their coordinates."""
    if not scene.tiles:
        return ["(nothing lies on the table)"]
    tiles = dict(scene.tiles)
    columns = range(min(cell.x for cell in tiles), max(cell.x for cell in tiles) + 1)
    rows = range(min(cell.y for cell in tiles), max(cell.y for cell in tiles) + 1)
    width = max(len(str(x)) for x in (columns[0], columns[-1], 10)) + 1
    margin = max(len(str(y)) for y in (rows[0], rows[-1], 10))
    lines = [" " * (margin + 1) + "".join(f"{x:{width}}" for x in columns)]
    for y in rows:
        cells = [str(tiles.get((x, y), ".")) for x in columns]  # type: ignore[call-overload]
        lines.append(f"{y:{margin}} " + "".join(f"{cell:>{width}}" for cell in cells))
    return lines
