"""The functions that a program calls, each of which delegates to the variant."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, overload

from qwirkle.errors import IllegalMove, InvalidValue, ask, listed, note, short_repr
from qwirkle.judgement import Score, Violation
from qwirkle.moves import LegalMoves, Move, Place
from qwirkle.registry import get_variant
from qwirkle.state import State, View
from qwirkle.supply import Piece, as_seed
from qwirkle.tilegame.state import TilePosition, TileState, TileView
from qwirkle.variant import HasMoves, Variant, VariantOf
from qwirkle.words import expect, expect_number

if TYPE_CHECKING:
    from qwirkle.tilegame.draft import Draft

T = TypeVar("T")
S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
L = TypeVar("L", bound=LegalMoves[Move])


@overload
def new_game(
    variant: Literal["standard"] = ..., players: object = ..., seed: int | None = ...
) -> TileState: ...
@overload
def new_game(variant: VariantOf[S, Any], players: object = ..., seed: int | None = ...) -> S: ...
@overload
def new_game(variant: str, players: object = ..., seed: int | None = ...) -> Any: ...
def new_game(  # type: ignore[misc]  # only a Variant is a VariantOf
    variant: str | Variant = "standard",
    players: object = 2,
    seed: int | None = None,
    **options: object,
) -> Any:
    """Start a game: mix and deal the tiles, and determine who starts.

    Args:
        variant: a variant or its name. A variant with options comes from :func:`get_variant`.
        players: a number, names, or :class:`Player` values.
        seed: an integer; the same seed gives the same game everywhere. By default it is chosen at
            random and kept in the state.
        options: not accepted; pass them to :func:`get_variant`.

    >>> state = new_game(players=["Ada", "Bob"], seed=1)
    >>> [len(hand) for hand in state.hands], len(state.supply)
    ([6, 6], 96)
    """
    if options:
        given = ", ".join(f"{name}={short_repr(value)}" for name, value in options.items())
        right = f"new_game(get_variant({short_repr(variant)}, {given}))"
        raise InvalidValue(f"options belong to the variant: {right}")
    chosen = get_variant(variant)
    number = SystemRandom().getrandbits(64) if seed is None else as_seed(seed)
    return ask(chosen, None, chosen.new_game, players, number)


@overload
def position(variant: Literal["standard"] = ..., **fields: object) -> TileState: ...
@overload
def position(variant: VariantOf[S, Any], **fields: object) -> S: ...
@overload
def position(variant: str, **fields: object) -> Any: ...
def position(  # type: ignore[misc]  # only a Variant is a VariantOf
    variant: str | Variant = "standard", **fields: object
) -> Any:
    """Set up and check any position: a puzzle, a test case, a game on a real table.

    The fields have the names of the state's attributes; those left out get natural defaults. In
    the tile game they are ``board``, ``hands``, ``supply`` (by default all tiles not seen
    elsewhere, mixed by ``seed``), ``scores``, ``turn`` (by default seat 0 or, on an empty board,
    the seat that starts by B2 and B3), ``players``, ``passes``, ``seed`` and ``ply``; a variant
    may have more.

    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs Bc", "Gd"], turn=1)
    >>> state.turn, len(state.supply), state.hands[0]
    (1, 104, (Tile.parse('Bc'), Tile.parse('Bs')))

    Raises:
        InvalidPosition: if it cannot exist; lists everything that is wrong.
    """
    return get_variant(variant).position(**fields)


@overload
def view(variant: Literal["standard"] = ..., **fields: object) -> TileView: ...
@overload
def view(variant: VariantOf[Any, V], **fields: object) -> V: ...
@overload
def view(variant: str, **fields: object) -> Any: ...
def view(  # type: ignore[misc]  # only a Variant is a VariantOf
    variant: str | Variant = "standard", **fields: object
) -> Any:
    """Set up and check a view from what one player knows.

    The fields have the names of the view's attributes. In the tile game they are ``board``,
    ``hand``, ``hand_sizes``, ``supply_size``, ``unseen``, ``scores``, ``seat`` (by default 0),
    ``turn`` (by default the player's own), ``players``, ``passes`` and ``ply``. By default the
    others have full hands, as far as the box allows, and the rest is in the supply.

    >>> mine = view(board={(0, 0): "Rs"}, hand="Bs Rc", scores=[0, 1])
    >>> mine.hand_sizes, mine.supply_size, [str(move) for move in legal_moves(mine)][:2]
    ((2, 6), 99, ['Rc@-1,0', 'Bs@-1,0'])

    Raises:
        InvalidPosition: if no player can have this view; lists everything that is wrong.
    """
    return get_variant(variant).view(**fields)


def legal_moves(state: HasMoves[L]) -> L:
    """The legal moves of the player to move, as a lazy collection.

    It supports iteration (in a fixed order), ``in``, ``bool()``, ``.count()`` and
    ``.sample(random)``, but has no length. It is empty if the game is over, or in the view of a
    player who is not to move. The first line of a tile game may be anywhere, and ``in`` says so,
    but each is listed once: as the row that runs to the right from 0,0.

    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    >>> [str(move) for move in legal_moves(state)]
    ['Bs@-1,0', 'Bs@0,-1', 'Bs@0,1', 'Bs@1,0']
    """
    return _position(state).variant.legal_moves(state)


def check(state: State | View, move: Move) -> tuple[Violation, ...]:
    """Every reason why the move is not legal; an empty tuple if it is legal.

    >>> from qwirkle import Place
    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> [violation.code.value for violation in check(state, Place({(2, 0): "Gd"}))]
    ['not-your-tile', 'touches-nothing']
    """
    return _asked(_position(state).variant.check, state, move)


def score(state: State | View, move: Move) -> Score:
    """The points of the move, line by line.

    >>> from qwirkle import Place
    >>> state = position(board={(0, 0): "Rs", (1, 0): "Rc"}, hands=["Bs", "Gd"])
    >>> score(state, Place({(0, 1): "Bs"})).total
    2

    Raises:
        IllegalMove: if the move is not legal.
    """
    return _asked(_position(state).variant.score, state, move)


def draft(position: TileState | TileView, placed: object = ()) -> Draft:
    """A placement under way, for a program in which people place one tile after another.

    It says where each tile of the hand may go next, what that would score, and whether the player
    may stop there.

    Args:
        position: a state or a view of a tile game.
        placed: the tiles placed so far this turn: a :class:`Place`, or anything that makes one.

    >>> from qwirkle import draft, position
    >>> state = position(board={(0, 0): "Rs"}, hands=["Rc Bx", "Gd"])
    >>> [f"{fit.tile} at {fit.cell} for {fit.points}" for fit in draft(state).fits]
    ['Rc at -1,0 for 2', 'Rc at 0,-1 for 2', 'Rc at 0,1 for 2', 'Rc at 1,0 for 2']
    >>> draft(state, "Rc@1,0").is_legal
    True

    Raises:
        InvalidValue: if it is not a position of a tile game, or not tiles at cells.
    """
    expect(position, TilePosition, "a state or a view of a tile game")
    from qwirkle.tilegame.draft import Draft  # few programs need it

    return Draft(position, placed if isinstance(placed, Place) else Place(placed))


def check_board(
    board: object,
    move: Move | None = None,
    variant: str | Variant = "standard",
    lenient: bool = False,
) -> tuple[Violation, ...]:
    """Every reason why the move cannot be made on a bare board; an empty tuple if it can.

    For use when only the board is known, not the hands, the supply or the turn: the player is
    assumed to hold the placed tiles, so the first line may be any line.

    Without a move, the board itself is checked: the result is every rule that it breaks, or an
    empty tuple if it can exist.

    Args:
        board: a :class:`Board`, or anything that makes one.
        move: the move on that board, or None to check the board itself.
        variant: a variant or its name.
        lenient: whether to judge only what the move does, even if the board has a mistake
            elsewhere: whether the placed tiles are in one line and touch the board, and whether the
            lines that they form or extend fit. Then tiles are not counted either (S1).

    >>> from qwirkle import Place
    >>> for violation in check_board("Rs@0,0 Rc@1,0", Place({(2, 0): "Gd"})):
    ...     print(violation)
    the line Rs Rc Gd from 0,0 to 2,0 is neither of one colour nor of one shape [P3]
    >>> check_board("Rs@0,0 Rc@1,0")
    ()
    >>> [violation.code for violation in check_board("Rs@0,0 Bc@1,0 Gd@5,5")]
    [Code.LINE_MISMATCH, Code.SEPARATE_GROUPS]
    >>> check_board("Rs@0,0 Bc@1,0 Gd@5,5", Place({(5, 6): "Gx"}), lenient=True)
    ()

    Raises:
        InvalidPosition: if the board cannot be read or, with a move and not lenient, if it cannot
            exist.
        InvalidValue: if the variant is not played on a board.
    """
    chosen = get_variant(variant)
    if move is None:
        return chosen.board_violations(board)
    violations, _ = chosen.judge_board(board, _move(move), lenient=lenient)
    return violations


def score_board(
    board: object, move: Move, variant: str | Variant = "standard", lenient: bool = False
) -> Score:
    """The points of the move on a bare board, line by line.

    They never include the bonus for ending the game, which depends on hands and supply.

    Args:
        board: a :class:`Board`, or anything that makes one.
        move: the move on that board.
        variant: a variant or its name.
        lenient: whether to judge only what the move does, as :func:`check_board` can.

    >>> from qwirkle import Place
    >>> score_board("Rs@0,0 Rc@1,0", Place({(2, 0): "Rd", (2, 1): "Bd"})).total
    5

    Raises:
        IllegalMove: if the move cannot be made there, as :func:`check_board` says.
        InvalidPosition: if the board cannot be read or, unless lenient, cannot exist.
        InvalidValue: if the variant is not played on a board.
    """
    violations, points = get_variant(variant).judge_board(board, _move(move), lenient=lenient)
    if violations:
        raise IllegalMove(move, violations)
    return points


def apply(state: S, move: Move, *, draw: object = None) -> S:
    """The state after the move; the given state does not change.

    Args:
        state: the state before the move.
        move: a move of the player to move.
        draw: the pieces drawn, in drawing order, if they are known, as at a real table or in a
            search. By default they come from the state's own supply.

    >>> from qwirkle import Place
    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
    >>> after = apply(state, Place({(1, 0): "Bs"}))
    >>> after.scores, after.turn, len(after.supply)
    ((2, 0), 1, 0)

    Raises:
        IllegalMove: if the move is not legal.
        InvalidDraw: if the given pieces cannot have been drawn.
    """
    try:  # as in `ask`, but without another call, since searches do this very often
        after: S = _state(state).variant.apply(state, _move(move), draw)
    except Exception as error:
        note(error, state, move)
        raise
    return after


def play(state: S, move: Move, *, draw: object = None) -> tuple[tuple[Piece, ...], S]:
    """The pieces that the move draws, and the state after it, as from :func:`apply`.

    >>> from qwirkle import Exchange
    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
    >>> drawn, after = play(state, Exchange("Bs"))
    >>> drawn, after.hands[0]
    ((Tile.parse('Rc'),), (Tile.parse('Rc'),))
    """
    return _asked(_state(state).variant.play, state, move, draw)


def draws(state: State, move: Move, *, draw: object = None) -> tuple[Piece, ...]:
    """The pieces that :func:`~qwirkle.apply` would draw for the move, in drawing order.

    >>> from qwirkle import Exchange
    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
    >>> draws(state, Exchange("Bs"))
    (Tile.parse('Rc'),)
    """
    return _asked(_state(state).variant.draws, state, move, draw)


def observe(state: State[V], seat: int) -> V:
    """The view of a player: the board, the player's own hand, and the sizes of the rest.

    >>> state = position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc Rd")
    >>> view = observe(state, 1)
    >>> view.hand, view.hand_sizes, view.supply_size
    ((Tile.parse('Gd'),), (1, 1), 2)
    """
    if type(seat) is not int or seat not in range(len(_state(state).players)):
        known = [f"{number} is {player.name}" for number, player in enumerate(state.players)]
        wrong = f"there is no seat {short_repr(seat)}"
        raise InvalidValue(f"{wrong}; pass a number: {listed(known, ', ')}")
    try:  # as in `ask`, but without another call, since every bot needs a view
        view: V = state.variant.observe(state, seat)
    except Exception as error:
        note(error, state)
        raise
    return view


def _asked(hook: Callable[..., T], position: State | View, move: Move, *more: object) -> T:
    """The answer of a variant about a move."""
    return ask(position, move, hook, position, _move(move), *more)


def _position(value: T) -> T:
    if isinstance(value, (State, View)):
        return value
    raise InvalidValue(f"expected a state or a view, not {short_repr(value)}")


def _state(value: State) -> State:
    if isinstance(value, State):
        return value
    raise InvalidValue(f"expected a state, not {short_repr(value)}")


def _move(value: Move) -> Move:
    if isinstance(value, Move):
        return value
    raise InvalidValue(f"expected a move, not {short_repr(value)}; parse_move reads a text")


DEEPEST: Final = 20
"""The most moves in a sequence, far more than is feasible except near the end of a game."""

MOST_SEQUENCES: Final = 10_000_000
"""The largest number of moves to make while counting, which takes minutes."""


def perft(state: State, depth: int, *, most: int = MOST_SEQUENCES) -> int:
    """The number of sequences of ``depth`` legal moves.

    Nothing is left to chance: tiles are drawn from the state's own supply, in its order. A game
    that ends earlier adds nothing, so beyond the end of all games the number is 0. The name is
    short for *performance test*, though it tests correctness: if two generators that work in
    different ways give different numbers, one of them is wrong.

    Args:
        state: the state where the sequences begin.
        depth: the number of moves of each sequence, from 0 to 20. The time grows quickly, since every
            sequence that is one move shorter must be played.
        most: the number of moves to make before giving up, from 1 to 10,000,000.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bc", "Rc"], supply="")
    >>> [qwirkle.perft(state, depth) for depth in range(4)]
    [1, 12, 8, 0]

    Raises:
        InvalidValue: if an argument is not valid, or more than ``most`` moves are needed.
    """
    _state(state)
    expect_number("depth", depth, 0, DEEPEST)
    expect_number("most", most, 1, MOST_SEQUENCES)
    steps = iter(range(most))

    def sequences(state: State, depth: int) -> int:
        moves = legal_moves(state)
        if depth == 1:  # the moves need not be made, nor even built
            return moves.count()
        found = 0
        for move in moves:
            if next(steps, None) is None:
                raise InvalidValue(
                    f"counting takes more than {most} moves; choose a smaller depth or a larger 'most'"
                )
            found += sequences(apply(state, move), depth - 1)
        return found

    return sequences(state, depth) if depth else 1
