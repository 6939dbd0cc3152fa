"""Players made of code: functions from what a player may know to a move.

The bots here are pure. What they leave to chance they draw from the view itself, so the same
view gives the same move, whoever asks, on every machine and in every version of Python.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from hashlib import shake_128
from heapq import nlargest
from operator import itemgetter
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from qwirkle.api import apply, legal_moves
from qwirkle.errors import InvalidValue, WorkLimitReached, short_repr
from qwirkle.legal_moves import LegalMoves
from qwirkle.moves import Exchange, Move
from qwirkle.state import State, View
from qwirkle.tilegame.legal_moves import TileMoves

CANDIDATES: Final = 16
"""How many placements a careful player thinks about."""

MARGIN: Final = 5
"""How many points fewer than the most a placement may score and still be thought about."""

WORLDS: Final = 6
"""In how many ways a careful player imagines what is unseen."""

LARGEST: Final = 12
"""The most tiles in a hand with which a careful player thinks ahead: more tiles can have a
hundred thousand placements, and thinking about them would take many seconds."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    V_contra = TypeVar("V_contra", bound=View, contravariant=True, default=Any)
else:  # type checkers know defaults on every version of Python, the interpreter only on new ones
    from typing import TypeVar

    V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra]):
    """A player: any function that takes the view of the player to move and gives a legal move.

    >>> import qwirkle
    >>> def first(view):
    ...     return next(iter(qwirkle.legal_moves(view)))
    >>> qwirkle.simulate("standard", [first, "greedy"], games=2).bots
    ('first', 'greedy')
    """

    def __call__(self, view: V_contra, /) -> Move:
        """What the player does."""


def random(view: View) -> Move:
    """Any legal move, as likely as the variant's ``sample`` makes it.

    In the tile game all are equally likely, so when few tiles can be placed it mostly
    exchanges: there are up to 63 ways to do that.

    >>> import qwirkle
    >>> print(random(qwirkle.observe(qwirkle.new_game(seed=1), 1)))
    Bc@0,0 Yc@1,0 Gc@2,0
    """
    return _moves(view).sample(_chance(view))


def greedy(view: View) -> Move:
    """A move that scores the most now: the first such, unless the variant says otherwise.

    In the tile game, a player who can place nothing exchanges as many tiles as possible. If
    the best move takes too long to find, it is the best that was found within the limit of
    the legal moves.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Bs Rd", "Gd"])
    >>> print(greedy(qwirkle.observe(state, 0)))
    Rd@-1,0
    """
    return _greediest(_moves(view))


def careful(view: View) -> Move:
    """In the tile game, a placement that also leaves the others little; else as the greedy do.

    Of the placements that score about the most, it takes the one after which it is furthest
    ahead when everybody has had another turn. For that it deals the unseen tiles in some
    ways, and supposes that from then on all are greedy. Where hands can have more than 12
    tiles, it is greedy itself.

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
    if len(likely) < 2:
        return _greediest(moves)
    chance = _chance(view)
    worlds = [view.sample_state(chance) for _ in range(WORLDS)]
    return max(likely, key=lambda move: sum(_lead(world, move) for world in worlds))


BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {"random": random, "greedy": greedy, "careful": careful}
)
"""The bots by name, from the weakest to the strongest."""


def get_bot(bot: str | Bot) -> Bot:
    """The bot of a name; a function is taken as it is.

    >>> get_bot("greedy") is greedy, get_bot(greedy) is greedy
    (True, True)
    """
    if isinstance(bot, str):
        name = str(bot)  # a subclass may behave oddly
        if name in BOTS:
            return BOTS[name]
        near = " or ".join(map(repr, get_close_matches(name, BOTS)))
        hint = f"did you mean {near}?" if near else f"there are {', '.join(BOTS)}"
        raise InvalidValue(f"no bot is called {short_repr(name)}; {hint}")
    if callable(bot):
        return bot
    names = ", ".join(BOTS)
    raise InvalidValue(f"a bot is one of {names}, or a function, not {short_repr(bot)}")


def bot_name(bot: str | Bot) -> str:
    """What a bot is called: its name, or that of the function.

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


def _chance(view: View) -> Random:
    """A generator that depends on nothing but what the player sees."""
    text = json.dumps(view.variant.encode(view), sort_keys=True)
    return Random(int.from_bytes(shake_128(text.encode()).digest(16), "little"))


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
    """How many points a player is ahead of each other one, summed up, when after the move
    everybody has had a greedy turn: the others answer, and then it shows what is left to do."""
    seat = state.turn
    state = apply(state, move)
    for _ in state.players:
        if not state.is_over:
            state = apply(state, _greediest(legal_moves(state)))
    return len(state.scores) * state.scores[seat] - sum(state.scores)
