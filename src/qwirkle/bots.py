"""Bots: functions that choose a move from a player's view.

The bots here are pure functions. They draw their random choices from the view itself, so the same
view gives the same move on every machine and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from qwirkle.api import legal_moves
from qwirkle.errors import BotLoadError, InvalidValue, listed, short_repr
from qwirkle.lookahead import Effort, greediest, leads, likely_moves, worth_using
from qwirkle.moves import Move
from qwirkle.plugins import Plugins
from qwirkle.state import View
from qwirkle.supply import Chance
from qwirkle.tilegame.legal_moves import TileMoves

CAREFUL: Final = Effort(candidates=16, margin=8, worlds=20, rounds=1)
"""How far ``careful`` looks ahead: to its own next turn."""

STRONG: Final = Effort(candidates=32, margin=16, worlds=50, rounds=2)
"""How far ``strong`` looks ahead: to its turn after next."""

CAREFUL_ELSEWHERE: Final = Effort(candidates=3, margin=0, worlds=2, rounds=1)
"""The same as ``CAREFUL`` for games other than the tile game, whose moves take longer to find."""

STRONG_ELSEWHERE: Final = Effort(candidates=4, margin=0, worlds=8, rounds=1)
"""The same as ``STRONG`` for such games."""


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
    """A random legal move.

    The variant's ``sample`` chooses it. In the tile game all moves are equally likely, so when few
    tiles can be placed it mostly exchanges: there are up to 63 ways to do that.

    >>> import qwirkle
    >>> print(random(qwirkle.observe(qwirkle.new_game(seed=1), 1)))
    Yc@0,0 Gc@1,0 Bc@2,0
    """
    return legal_moves(_checked(view)).sample(Chance(_known(view)))


def greedy(view: View) -> Move:
    """A move that scores the most now.

    It is the first of them, unless the variant says otherwise. In the tile game, it exchanges as
    many tiles as possible if it cannot place any. If the best move takes too long to find, it is
    the best one found within the limit of the legal moves.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Bs Rd", "Gd"])
    >>> print(greedy(qwirkle.observe(state, 0)))
    Rd@-1,0
    """
    return greediest(legal_moves(_checked(view)))


def careful(view: View) -> Move:
    """A move that scores well now and leaves the others little.

    Of the moves that score nearly the most, it chooses the one that puts it furthest ahead after
    everyone has had another turn. To find out, it deals the unseen pieces in several ways and
    assumes that everyone plays greedily from then on. It keeps an action tile until it is worth
    a lot. In the card game, it compares up to four of the moves that make the most Qwirkles. Where
    hands can have more than 12 tiles, it plays like ``greedy``.

    >>> import qwirkle
    >>> board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    >>> state = qwirkle.position(board=board, hands=["Rk Bs", "Rx"], supply="")
    >>> print(greedy(qwirkle.observe(state, 0)), "or", careful(qwirkle.observe(state, 0)))
    Rk@-1,0 or Rk@0,-1
    """
    return _looking_ahead(view, CAREFUL, CAREFUL_ELSEWHERE)


def strong(view: View) -> Move:
    """A move chosen as ``careful`` does, with more work.

    It compares more moves in more worlds, and gives everyone two turns. With the compiled kernel it
    takes about ten milliseconds a move in the tile game. In the card game, which takes about three
    times as long for two, it looks ahead one turn for everyone.

    >>> import qwirkle
    >>> board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    >>> state = qwirkle.position(board=board, hands=["Rk Bs", "Rx"], supply="")
    >>> print(strong(qwirkle.observe(state, 0)))
    Rk@0,-1
    """
    return _looking_ahead(view, STRONG, STRONG_ELSEWHERE)


BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {"random": random, "greedy": greedy, "careful": careful, "strong": strong}
)
"""The bots by name, from the weakest to the strongest."""

PLUGINS: Final = Plugins("qwirkle.bots", BotLoadError)
"""The bots of other packages."""

_LONGEST_NAME: Final = 200  # characters: comparing longer names would be slow


def names() -> dict[str, str]:
    """The names of all available bots, each with the distribution that it comes from.

    Other packages add bots through the entry-point group ``qwirkle.bots``. None is imported here.

    >>> names()["greedy"].split()[0]
    'qwirkle'
    """
    return PLUGINS.listed(BOTS)


def get_bot(bot: str | Bot) -> Bot:
    """The bot with a name; a function is returned unchanged.

    >>> get_bot("greedy") is greedy, get_bot(greedy) is greedy
    (True, True)

    Raises:
        InvalidValue: if no bot has this name; gives similar names.
        BotLoadError: if the plugin is broken, or two packages claim the name; names them.
    """
    if isinstance(bot, str):
        name = str(bot)  # normalise `str` subclasses
        if name in BOTS:
            return BOTS[name]
        if found := PLUGINS.find(name):
            origin, plugin = found
            if isinstance(plugin, type) or not callable(plugin):
                raise BotLoadError(name, origin, f"{short_repr(plugin)} is not a function")
            return plugin  # type: ignore[no-any-return]
        from difflib import get_close_matches  # only for the error

        near = " or ".join(map(repr, get_close_matches(name[:_LONGEST_NAME], names())))
        hint = f"did you mean {near}?" if near else f"choose {listed([*names()], ', ', 600)}"
        raise InvalidValue(f"no bot is called {short_repr(name)}; {hint}")
    if callable(bot):
        return bot
    raise InvalidValue(f"a bot must be a name or a function, not {short_repr(bot)}")


def bot_name(bot: str | Bot) -> str:
    """The name of a bot, or of the function.

    >>> bot_name("greedy"), bot_name(greedy)
    ('greedy', 'greedy')
    """
    found = get_bot(bot)
    if isinstance(bot, str):
        return str(bot)
    name = getattr(found, "__name__", None)
    return name if isinstance(name, str) else type(found).__name__


def _checked(view: View) -> View:
    if isinstance(view, View):
        return view
    raise InvalidValue(f"a bot needs a view, not {short_repr(view)}; observe makes one")


def _known(view: View) -> str:
    """A text from a few fields of the view, to determine chance.

    Only a few fields are used, for speed; they are hardly ever the same twice in a game.
    """
    known = "qwirkle", "view", view.seat, *view.scores, *view.hand_sizes, *view.hand
    return " ".join(map(str, known))


def _looking_ahead(view: View, effort: Effort, elsewhere: Effort) -> Move:
    """A move that keeps the turn if it is worth using, else the one that leads furthest ahead."""
    text, moves = _known(_checked(view)), legal_moves(view)
    if isinstance(moves, TileMoves):
        if own := worth_using(view):
            return own
    else:
        effort = elsewhere
    likely = likely_moves(view, effort, text)
    if len(likely) == 1:
        return likely[0]
    found = leads(view, likely, effort.worlds, effort.rounds, text)
    return likely[max(range(len(likely)), key=lambda place: sum(found[place]))]
