"""A move in context, as a value that shows itself."""

from __future__ import annotations

from typing import Any

import attrs

from qwirkle.api import score
from qwirkle.moves import Move
from qwirkle.render.moment import moment_after
from qwirkle.render.pictures import svg
from qwirkle.render.terminal import Style, row_text, scene_text
from qwirkle.state import State, View


def _is_legal(played: Played, attribute: object, move: Any) -> None:
    score(played.state, move)  # which says what is wrong, if something is


@attrs.frozen
class Played:
    """A legal move in its state: the table after it, before anything is drawn.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bs Bc", "Gd"], supply="Yx Yx")
    >>> print(Played(state, qwirkle.Place({(1, 0): "Bs"})))
    Bs@1,0
         0  1
     0  Rs Bs
    > Player 1     2 points  Bc
      Player 2     0 points  Gd
    Player 1 lays Bs for 2 points

    Raises:
        IllegalMove: if the move is not legal.
    """

    state: State | View
    """The state before the move, or what the player sees of it."""
    move: Move = attrs.field(validator=_is_legal)
    """The move."""

    def text(self, *, style: Style = "ascii") -> str:
        """The picture as text, in a style of :func:`qwirkle.render.text`."""
        moment = moment_after(self.state, self.move)
        gone = [f"completed: {row_text(line.tiles, style)}" for line in moment.completed]
        return "\n".join([str(self.move), scene_text(moment.scene, style), *gone])

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return svg(self.state, move=self.move)
