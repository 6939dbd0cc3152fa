"""Bots: functions that choose a move from a player's view.

The bots here are pure functions. They draw their random choices from the view itself, so the same
view gives the same move on every machine and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from heapq import nlargest
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from qwirkle.api import apply, legal_moves
from qwirkle.errors import InvalidValue, WorkLimitReached, short_repr
from qwirkle.moves import Exchange, LegalMoves, Move
from qwirkle.state import State, View
from qwirkle.supply import Chance
from qwirkle.tilegame.legal_moves import TileMoves

CANDIDATES: Final = 16
"""The number of placements that the careful bot considers."""

MARGIN: Final = 5
"""The largest difference in points from the best placement to one that is considered."""

WORLDS: Final = 6
"""The number of ways in which the careful bot deals the unseen pieces."""

LARGEST: Final = 12
"""The largest hand with which the careful bot looks ahead: larger hands can have a hundred
thousand placements, and considering them would take many seconds."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    _V_contra = TypeVar("_V_contra", bound=View, contravariant=True, default=Any)
else:  # type checkers know defaults on every version of Python, the interpreter only on new ones
    from typing import TypeVar

    _V_contra = TypeVar("_V_contra", contravariant=True)


class Bot(Protocol[_V_contra]):
    """A function that takes the view of the player to move and returns a legal move.

    >>> import qwirkle
    >>> def first(view):
    ...     return next(iter(qwirkle.legal_moves(view)))
    >>> qwirkle.simulate("standard", [first, "greedy"], games=2).bots
    ('first', 'greedy')
    """

    def __call__(self, view: _V_contra, /) -> Move:
        """Choose a move."""
        ...


def random(view: View) -> Move:
    """A random legal move, chosen by the variant's ``sample``.

    In the tile game all moves are equally likely, so when few tiles can be placed it mostly
    exchanges: there are up to 63 ways to do that.

    >>> import qwirkle
    >>> print(random(qwirkle.observe(qwirkle.new_game(seed=1), 1)))
    Yc@0,0 Gc@1,0 Bc@2,0
    """
    return _moves(view).sample(_chance(view))


def greedy(view: View) -> Move:
    """A move that scores the most now; the first of them, unless the variant says otherwise.

    In the tile game, it exchanges as many tiles as possible if it cannot place any. If the best
    move takes too long to find, it is the best one found within the limit of the legal moves.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Bs Rd", "Gd"])
    >>> print(greedy(qwirkle.observe(state, 0)))
    Rd@-1,0
    """
    return _greediest(_moves(view))


def careful(view: View) -> Move:
    """A good placement that leaves the others little; outside the tile game, as ``greedy``.

    Of the placements that score nearly the most, it chooses the one that leaves it furthest ahead
    after everyone has had another turn. To find out, it deals the unseen tiles in several ways and
    assumes that everyone plays greedily from then on. Where hands can have more than 12 tiles, it
    plays like ``greedy``.

    >>> import qwirkle
    >>> board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    >>> state = qwirkle.position(board=board, hands=["Rk Bs", "Rx"], supply="")
    >>> print(greedy(qwirkle.observe(state, 0)), "or", careful(qwirkle.observe(state, 0)))
    Rk@-1,0 or Rk@0,-1
    """
    moves = _moves(view)
    if not isinstance(moves, TileMoves) or moves.position.variant.largest_hand > LARGEST:
        return _greediest(moves)
    top = nlargest(CANDIDATES, moves.scored(), key=itemgetter(1))
    likely = [move for move, points in top if points >= top[0][1] - MARGIN]
    if len(likely) < 2 or top[0][1] < 0:
        return _greediest(moves)
    chance = _chance(view)
    worlds = [view.sample_state(chance) for _ in range(WORLDS)]
    return max(likely, key=lambda move: sum(_lead(world, move) for world in worlds))


BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {"random": random, "greedy": greedy, "careful": careful}
)
"""The bots by name, from the weakest to the strongest."""


def get_bot(bot: str | Bot) -> Bot:
    """The bot with a name; a function is returned as it is.

    >>> get_bot("greedy") is greedy, get_bot(greedy) is greedy
    (True, True)
    """
    if isinstance(bot, str):
        name = str(bot)  # normalise `str` subclasses
        if name in BOTS:
            return BOTS[name]
        near = " or ".join(map(repr, get_close_matches(name, BOTS)))
        hint = f"did you mean {near}?" if near else f"choose {', '.join(BOTS)}"
        raise InvalidValue(f"no bot is called {short_repr(name)}; {hint}")
    if callable(bot):
        return bot
    names = ", ".join(BOTS)
    raise InvalidValue(f"a bot must be one of {names}, or a function, not {short_repr(bot)}")


def bot_name(bot: str | Bot) -> str:
    """The name of a bot, or of the function.

    >>> bot_name("greedy"), bot_name(greedy)
    ('greedy', 'greedy')
    """
    found = get_bot(bot)
    name = getattr(found, "__name__", None)
    return name if isinstance(name, str) else type(found).__name__


def _moves(view: View) -> LegalMoves[Move]:
    if isinstance(view, View):
        return legal_moves(view)
    raise InvalidValue(f"a bot needs a view, not {short_repr(view)}; observe makes one")


def _chance(view: View) -> Chance:
    """A random generator that depends only on a part of the player's view.

    The part is small, so that this takes little time, but hardly ever the same twice in a game.
    """
    known = "qwirkle", "view", view.seat, *view.scores, *view.hand_sizes, *view.hand
    return Chance(" ".join(map(str, known)))


def _greediest(moves: LegalMoves[Move]) -> Move:
    try:
        best = moves.best()
    except WorkLimitReached as reached:
        if not isinstance(reached.found, Move):
            raise
        return reached.found
    if best is None:
        raise InvalidValue("there is no legal move to choose")
    if isinstance(moves, TileMoves) and isinstance(best, Exchange):
        return moves.exchanges.largest() or best
    return best


def _lead(state: State, move: Move) -> int:
    """The sum of a player's leads over the others, after the move and then a greedy move of each.

    The others answer, and then the player moves once more.
    """
    seat = state.turn
    state = apply(state, move)
    for _ in state.players:
        if not state.is_over:
            state = apply(state, _greediest(legal_moves(state)))
    scores = state.standings
    return len(scores) * scores[seat] - sum(scores)
