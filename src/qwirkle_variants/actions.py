"""Action tiles: an extension that goes on top of any tile edition (A1 to A8).

Special tiles in the supply bring the action tiles into the game; an action tile is used at
the start of a turn, and the usual turn follows.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from types import NoneType
from typing import Any, ClassVar, Final, Self, cast

import attrs

from qwirkle import (
    BareMove,
    Board,
    Cell,
    Citation,
    Edition,
    EndReason,
    Fact,
    InvalidOption,
    InvalidValue,
    Move,
    Place,
    Player,
    Reason,
    Scene,
    Tile,
    TileGame,
    TileMoves,
    TileState,
    TileView,
    Violation,
    Word,
    get_variant,
)
from qwirkle.engine import counted
from qwirkle.tilegame import (
    Drawn,
    Judgement,
    Kind,
    OpenCells,
    Piece,
    Special,
    Supply,
    TilePosition,
    TileSetup,
    at_most,
    short_repr,
    with_hand,
)
from qwirkle_variants.editions import PAPER, SCHMIDT_RULES, schmidt
from qwirkle_variants.statements import ACTION_TILES

DRAW_THREE: Final = "draw-three"
TAKE_TILE: Final = "take-tile"
ACTIONS: Final = (DRAW_THREE, TAKE_TILE)


def _as_cell(value: Cell | tuple[int, int]) -> Cell:
    return Cell.of(value)


@attrs.frozen
class DrawThree(BareMove):
    """Use the action tile for three more tiles (A4). The turn goes on.

    >>> print(DrawThree())
    draw-three
    """

    verb: ClassVar[str] = DRAW_THREE


@attrs.frozen(repr=False)
class TakeTile(Move):
    """Use the action tile to take a tile from the table (A5). The turn goes on.

    >>> print(TakeTile((1, 0)))
    take 1,0
    """

    verb: ClassVar[str] = "take"

    cell: Cell = attrs.field(converter=_as_cell)
    """Where the tile lies."""

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        if len(words) != 1:
            raise first.error(f"one cell follows {cls.verb!r}")
        return cls(Cell.from_word(words[0]))

    def __str__(self) -> str:
        return f"{self.verb} {self.cell}"

    def __repr__(self) -> str:
        return f"TakeTile({tuple(self.cell)!r})"


class ActionCode(Reason):
    """Why a move with action tiles is not legal, besides the reasons of the tile game.

    >>> ActionCode.BARRED.value
    'barred'
    """

    NO_ACTION_TILE = "no-action-tile"
    ALREADY_ACTED = "already-acted"
    NOTHING_TO_DRAW = "nothing-to-draw"
    NOTHING_THERE = "nothing-there"
    LAST_TILE = "last-tile"
    IN_A_QWIRKLE = "in-a-qwirkle"
    FALLS_APART = "falls-apart"
    BARRED = "barred"


@attrs.frozen(repr=False)
class ActionState(TileState):
    """A state with action tiles.

    >>> import qwirkle
    >>> qwirkle.new_game(qwirkle.get_variant("schmidt-actions", dealt=True), seed=1).actions
    (('draw-three', 'take-tile'), ('draw-three', 'take-tile'))
    """

    actions: tuple[tuple[str, ...], ...]
    """The unused action tiles in front of everybody, by seat."""
    acted: bool
    """Whether an action tile has been used in this turn."""
    barred: Cell | None
    """The cell from which a tile was taken in this turn."""
    taken: Tile | None
    """The tile taken from there, which may not go back in this turn (R10)."""


@attrs.frozen
class ActionView(TileView):
    """A view with action tiles, which lie open.

    >>> import qwirkle
    >>> state = qwirkle.new_game(qwirkle.get_variant("schmidt-actions", dealt=True), seed=1)
    >>> qwirkle.observe(state, 0).actions == state.actions
    True
    """

    actions: tuple[tuple[str, ...], ...]
    """The unused action tiles in front of everybody, by seat."""
    acted: bool
    """Whether an action tile has been used in this turn."""
    barred: Cell | None
    """The cell from which a tile was taken in this turn."""
    taken: Tile | None
    """The tile taken from there, which may not go back in this turn (R10)."""


class ActionMoves(TileMoves):
    """The legal moves with action tiles: the usual ones, then those that use an action tile.

    >>> import qwirkle
    >>> game = qwirkle.get_variant("schmidt-actions", dealt=True)
    >>> state = qwirkle.position(game, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"])
    >>> [str(move) for move in qwirkle.legal_moves(state).actions]
    ['draw-three', 'take 0,0', 'take 1,0']
    """

    __slots__ = ()

    @property
    def actions(self) -> tuple[Move, ...]:
        """The moves that use an action tile, first draw-three, then the tiles to take by cell."""
        found: list[Move] = [DrawThree()] if DrawThree() in self else []
        if self and not _why_not_act(self.position, TAKE_TILE):
            board, cuts = self.position.board, self.position.board.cut_cells()
            found += [TakeTile(cell) for cell in board if not _why_not_take(board, cell, cuts)]
        return tuple(found)

    def others(self) -> Iterator[Move]:
        yield from super().others()
        yield from self.actions


@attrs.frozen(repr=False)
class ActionTiles(TileGame):
    """A tile game with action tiles.

    It is made by :meth:`on` from the game it builds on, whose rules it keeps, and whose
    hooks for points, the start, exchanges, open cells and the box it asks.

    >>> import qwirkle
    >>> ActionTiles.on(qwirkle.get_variant("hebrew"), dealt=True)
    get_variant('schmidt-actions', base='hebrew', dealt=True)
    """

    base: TileGame = attrs.field(kw_only=True)
    """The game it builds on, with the rules as they are played."""
    actions: tuple[str, ...] = attrs.field(default=ACTIONS, kw_only=True)
    """The action tiles in the game (A7)."""
    dealt: bool = attrs.field(default=False, kw_only=True)
    """Whether everyone gets the action tiles at the start, without special tiles (A8)."""

    move_types: ClassVar[tuple[type[Move], ...]] = (*TileGame.move_types, DrawThree, TakeTile)
    more_fields: ClassVar[Mapping[str, Kind]] = {
        "actions": [str],
        "acted": bool,
        "barred": (str, NoneType),
        "taken": (str, NoneType),
    }

    @staticmethod
    def on(base: TileGame, **fields: Any) -> ActionTiles:
        """The game with action tiles on top."""
        citations = {
            rule: Citation("printed", SCHMIDT_RULES, text, _RULINGS.get(rule, ()))
            for rule, text in ACTION_TILES.items()
        }
        return ActionTiles(
            "schmidt-actions",
            base.rules,
            base.version,
            defaults=base.defaults,
            edition=_EDITION,
            citations={**base.citations, **citations},
            base=base,
            **fields,
        )

    # Options

    @property
    def options(self) -> Mapping[str, object]:
        """What is not as the name alone gives it."""
        own: dict[str, object] = {}
        if self.base.name != _BASE:
            own["base"] = self.base.name
        if self.actions != ACTIONS:
            own["actions"] = self.actions
        if self.dealt:
            own["dealt"] = True
        return dict(sorted({**super().options, **own}.items()))

    def with_options(self, /, **options: object) -> ActionTiles:
        """The same with other options: ``base``, ``actions``, ``dealt``, or a field of Rules."""
        base = self.base
        if "base" in options:
            base = _base(options.pop("base"))
            options = {**super().options, **options}  # the table's own rules stay
        actions = _actions(options.pop("actions", self.actions))
        dealt = options.pop("dealt", self.dealt)
        if type(dealt) is not bool:
            raise InvalidOption(f"dealt must be True or False, not {short_repr(dealt)}")
        known = base.rules.facts()
        for name in options:
            if name not in known:
                names = ", ".join([*known, "base", "actions", "dealt"])
                raise InvalidOption(
                    f"there is no option {short_repr(name)}; the options are {names}"
                )
        base = base.with_options(**options)
        return ActionTiles.on(base, actions=actions, dealt=dealt)

    def facts(self) -> Mapping[str, Fact]:
        """The rules of the game it builds on, and what there is to know about action tiles."""
        names = " and ".join(self.actions) or "none"
        how = "dealt at the start" if self.dealt else "brought by special tiles"
        return {
            **self.base.facts(),
            **super().facts(),
            "actions": Fact(
                self.actions, ("A1", "A7"), f"the action tiles are {names}", hooks=_BASE_HOOKS
            ),
            "dealt": Fact(
                self.dealt, ("A8", "R20"), f"action tiles are {how}", hooks=("revealed",)
            ),
            "acting": Fact(
                "once, before the move",
                ("A3", "A4", "A5", "R10"),
                "before the usual move a player may use one action tile, to draw three tiles or "
                "to take one from the board, which may not go back to its place in this turn",
                hooks=_OWN_HOOKS,
            ),
        }

    def undeclared(self) -> Mapping[str, str]:
        """Those of the game it builds on, whose hooks it asks."""
        return {**self.base.undeclared(), **super().undeclared()}

    # What the game it builds on decides

    def line_points(self, length: int) -> int:
        return self.base.line_points(length)

    def end_bonus(self) -> int:
        return self.base.end_bonus()

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        return self.base.starter(players, hands)

    def most_exchanged(self, position: TilePosition) -> int:
        return self.base.most_exchanged(position)

    def pieces(self) -> tuple[Piece, ...]:
        return (*self.base.box, *map(Special, self.specials))

    # What action tiles change

    @property
    def specials(self) -> tuple[str, ...]:
        """One special tile for each action, unless the action tiles are dealt (A1, A8)."""
        return () if self.dealt else self.actions

    @property
    def largest_hand(self) -> int:
        """A full hand, three drawn, and one taken."""
        return (
            self.base.largest_hand + 3 * (DRAW_THREE in self.actions) + (TAKE_TILE in self.actions)
        )

    def open_cells(self, position: TilePosition) -> OpenCells:
        """Where a tile may go: not back to where it was taken from (R10)."""
        cells = self.base.open_cells(position)
        barred, taken = _extra(position).barred, _extra(position).taken
        return cells if barred is None or taken is None else cells.barring(barred, taken)

    def ending(self, state: TileState) -> StrEnum | None:
        """A game does not end while a turn is under way, nor a table close while a tile may
        still be taken from it (R21)."""
        if _extra(state).acted:
            return None
        reason = super().ending(state)
        return None if reason is EndReason.CLOSED and _can_reopen(state) else reason

    def legal_moves(self, position: TilePosition) -> ActionMoves:
        """The legal moves."""
        return ActionMoves(position)

    def judge_move(self, position: TilePosition, move: Move) -> Judgement:
        """The judgement of a move; action tiles have their own, and bar a cell (R10)."""
        if isinstance(move, (DrawThree, TakeTile)):
            return self._judge_action(position, move)
        judgement = super().judge_move(position, move)
        if (
            isinstance(move, Place)
            and (_extra(position).barred, _extra(position).taken) in move.tiles
        ):
            message = (
                f"{_extra(position).taken} was taken from {_extra(position).barred} in this turn"
            )
            barred = Violation(ActionCode.BARRED, ("A5", "R10"), message)
            judgement = judgement.forbidden(barred)
        return judgement

    def _judge_action(self, position: TilePosition, move: DrawThree | TakeTile) -> Judgement:
        found = _why_not_act(position, DRAW_THREE if isinstance(move, DrawThree) else TAKE_TILE)
        if isinstance(move, TakeTile):
            found += _why_not_take(position.board, move.cell, position.board.cut_cells())
        elif not position.stock:
            message = "the supply holds no tile to draw"
            found.append(Violation(ActionCode.NOTHING_TO_DRAW, ("R9",), message))
        return Judgement(position.hand, 3 if isinstance(move, DrawThree) else 0).forbidden(*found)

    def moved(self, state: TileState, move: Move, judgement: Judgement, drawn: Drawn) -> TileState:
        """The state after the move; an action tile does not end the turn (A3)."""
        if not isinstance(move, (DrawThree, TakeTile)):
            after = _state(super().moved(state, move, judgement, drawn))
            passes = after.passes
            if passes and _state(state).acted and _state(state).barred is None:
                passes = 1  # three were drawn: passes before that were with tiles left (R3)
            return attrs.evolve(after, acted=False, barred=None, taken=None, passes=passes)
        seat, hand = state.turn, (*state.hand, *drawn.tiles)
        changes: dict[str, Any] = {"supply": Supply.of(drawn.rest)}
        name = DRAW_THREE
        if isinstance(move, TakeTile):
            name, taken = TAKE_TILE, state.board[move.cell]
            hand = (*hand, taken)
            changes = {
                "barred": move.cell,
                "taken": taken,
                "board": state.board.removing(move.cell),
            }
        actions = list(_extra(state).actions)
        actions[seat] = tuple(other for other in actions[seat] if other != name)
        return attrs.evolve(
            _state(state),
            hands=with_hand(state.hands, seat, hand),
            actions=tuple(actions),
            acted=True,
            ply=state.ply + 1,
            **changes,
        )

    def revealed(self, state: TileState, specials: Sequence[Special]) -> TileState:
        """Everybody gets the action tile that a special tile brings (A2)."""
        names = {special.name for special in specials}
        if not names:
            return state
        actions = tuple(tuple(sorted({*held, *names})) for held in _extra(state).actions)
        return attrs.evolve(_state(state), actions=actions)

    # Fields of states and views

    def new_state(self, **fields: Any) -> ActionState:
        """A state, by default as at the start of a turn."""
        return ActionState(variant=self, **{**self._at_first(len(fields["players"])), **fields})

    def new_view(self, **fields: Any) -> ActionView:
        """A view."""
        return ActionView(variant=self, **fields)

    def _at_first(self, seats: int) -> dict[str, Any]:
        held = self.actions if self.dealt else ()
        return {"actions": (held,) * seats, "acted": False, "barred": None, "taken": None}

    def read_more(self, setup: TileSetup, state: TileState) -> dict[str, Any]:
        """The fields of action tiles, checked."""
        board, turn = state.board, state.turn
        barred = setup.read("barred", _cell, None)
        acted = setup.read("acted", _truth, False)
        taken = setup.read("taken", _tile, None)
        usual = list(_state(state).actions)
        if barred is not None:  # so the player to move has used take-tile
            usual[turn] = tuple(name for name in usual[turn] if name != TAKE_TILE)
        actions = setup.read("actions", self._held, tuple(usual))
        if len(actions) != len(state.players):
            setup.fault("actions", f"{len(actions)} for {counted(len(state.players), 'players')}")
        elif barred is not None and TAKE_TILE in actions[turn]:
            setup.fault("actions", f"{TAKE_TILE} is unused, though a cell is barred [A3]")
        given_out = {name for held in actions for name in held}
        for name in self.specials:
            if name in given_out and Special(name) in state.supply.tiles:
                message = f"{Special(name)} is there, but its action tiles are given out [A2]"
                setup.fault("supply", message)
        if barred is None and taken is not None:
            setup.fault("taken", "a tile was taken, but no cell is barred [R10]")
        elif barred is not None:
            if not acted:
                setup.fault("barred", "a cell is barred only after an action tile was used [R10]")
            beside = any(abs(x - barred.x) + abs(y - barred.y) == 1 for x, y in board)
            if barred in board or not beside:
                setup.fault("barred", f"no tile can have been taken from {barred} [R10]")
            elif taken is None:
                taken = _only_fitting(setup, state, barred)
            elif state.hand and taken not in state.hand:
                setup.fault("taken", f"{taken} was taken, but is not in the hand [A5]")
        return {"actions": actions, "acted": acted, "barred": barred, "taken": taken}

    def bare(self, board: object) -> TileState:
        """Nobody can say which action tiles are used, so all are there."""
        held = [self.actions] * self.player_counts[0]
        return self.position(board=board, turn=0, actions=held)

    def undrawn(self, pieces: list[Piece], more: Mapping[str, Any]) -> list[Piece]:
        """What is not drawn yet: not the special tile of an action tile that is or was there."""
        out = {name for held in more["actions"] for name in held}
        if more["acted"]:
            out.add(DRAW_THREE if more["barred"] is None else TAKE_TILE)
        return [piece for piece in pieces if not (isinstance(piece, Special) and piece.name in out)]

    def encode_more(self, position: TilePosition) -> dict[str, Any]:
        """The fields of action tiles as JSON values."""
        extra = _extra(position)
        return {
            "actions": [" ".join(held) for held in extra.actions],
            "acted": extra.acted,
            "barred": extra.barred and str(extra.barred),
            "taken": extra.taken and str(extra.taken),
        }

    def scene(self, position: TilePosition) -> Scene:
        """The table with the action tiles in front of the players."""
        scene = super().scene(position)
        notes = tuple(
            f"action tiles held by {player.name}: {' and '.join(held)}"
            for player, held in zip(position.players, _extra(position).actions, strict=True)
            if held
        )
        return attrs.evolve(scene, notes=(*scene.notes, *notes))

    def _held(self, value: object) -> tuple[tuple[str, ...], ...]:
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise InvalidValue(f"expected action tiles for each player, not {short_repr(value)}")
        found: list[tuple[str, ...]] = []
        for held in at_most(value, "players"):
            names = held.split() if isinstance(held, str) else held
            if not isinstance(names, Iterable):
                raise InvalidValue(f"expected names of action tiles, not {short_repr(names)}")
            chosen = at_most(names, "names")
            if any(name not in self.actions or chosen.count(name) > 1 for name in chosen):
                possible = " and ".join(self.actions) or "none"
                message = f"expected names of action tiles ({possible}), each once"
                raise InvalidValue(f"{message}, not {short_repr(held)}")
            found.append(tuple(sorted(chosen)))
        return tuple(found)


def _can_reopen(state: TileState) -> bool:
    """Whether somebody has a take-tile, or may still draw its special tile."""
    held = any(TAKE_TILE in names for names in _extra(state).actions)
    return held or Special(TAKE_TILE) in state.supply.tiles


def _why_not_act(position: TilePosition, name: str) -> list[Violation]:
    """The reasons why the player to move may not use an action tile at all (A3)."""
    found: list[Violation] = []
    if _extra(position).acted:
        message = "an action tile has been used in this turn"
        found.append(Violation(ActionCode.ALREADY_ACTED, ("A3",), message))
    if name not in _extra(position).actions[position.turn]:
        message = f"there is no unused action tile {name} here"
        found.append(Violation(ActionCode.NO_ACTION_TILE, ("A2", "A3"), message))
    return found


def _why_not_take(board: Board, cell: Cell, cuts: Container[Cell]) -> list[Violation]:
    """The reasons why the tile at a cell may not be taken (A5, R11)."""
    if cell not in board:
        message = f"there is no tile at {cell} to take"
        return [Violation(ActionCode.NOTHING_THERE, ("A5", "R11"), message)]
    if len(board) == 1:
        return [Violation(ActionCode.LAST_TILE, ("R11",), f"{board[cell]} is the last tile there")]
    found: list[Violation] = []
    for run in board.runs_through([cell]):
        if len(run.tiles) == 6:
            message = f"{board[cell]} at {cell} is in a line of six: {run.line()}"
            found.append(Violation(ActionCode.IN_A_QWIRKLE, ("A5",), message))
    if cell in cuts:
        message = f"without {board[cell]} at {cell} the table would fall apart"
        found.append(Violation(ActionCode.FALLS_APART, ("A5",), message))
    return found


def _extra(position: TilePosition) -> ActionState | ActionView:
    """The table as what it always is in this variant."""
    return cast("ActionState | ActionView", position)


def _state(state: TileState) -> ActionState:
    """The state as what it always is in this variant."""
    return cast("ActionState", state)


def _base(value: object) -> TileGame:
    base = get_variant(value)  # type: ignore[arg-type]  # which says what is wrong with it
    if not isinstance(base, TileGame):
        raise InvalidOption(f"base must be a tile game, not {short_repr(value)}")
    for hook in _OWN_HOOKS:
        if getattr(type(base), hook) is not getattr(TileGame, hook):
            raise InvalidOption(f"base must not be {base.name}, which has its own {hook}")
    return base


def _actions(value: object) -> tuple[str, ...]:
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        chosen = list(islice(value, len(ACTIONS) + 1))
        if all(name in ACTIONS and chosen.count(name) == 1 for name in chosen):
            return tuple(sorted(chosen))
    possible = " and ".join(map(repr, ACTIONS))
    raise InvalidOption(f"actions must be some of {possible}, each once, not {short_repr(value)}")


def _truth(value: object) -> bool:
    if type(value) is bool:
        return value
    raise InvalidValue(f"expected True or False, not {short_repr(value)}")


def _only_fitting(setup: TileSetup, state: TileState, cell: Cell) -> Tile | None:
    """The tile of the hand that was taken from a cell, if no other can have lain there."""
    kinds = sorted(set(state.hand))
    fitting = [
        tile
        for tile in kinds
        if all(run.line().fits for run in state.board.placing([(cell, tile)]).runs_through([cell]))
    ]
    if len(fitting) == 1:
        return fitting[0]
    setup.fault("taken", f"say which tile was taken from {cell} [R10]")
    return None


def _cell(value: object) -> Cell | None:
    if value is None:
        return None
    return Cell.parse(value) if isinstance(value, str) else Cell.of(value)


def _tile(value: object) -> Tile | None:
    return value if value is None or isinstance(value, Tile) else Tile.parse(value)  # type: ignore[arg-type]


_BASE: Final = schmidt.name
_EDITION: Final = Edition(
    "Qwirkle with mini expansions",
    "Schmidt Spiele",
    languages=("German", "French", "Italian"),
    players="2 to 4",
    aliases=("Schmidt, mini expansions", "action tiles"),
    remarks=(
        PAPER,
        "If you are new to Qwirkle, play some games without the mini expansions first, as the "
        "manual advises.",
    ),
)

# The hooks that action tiles change themselves, so that the base cannot change them as well.
_OWN_HOOKS: Final = (
    "bare",
    "can_place",
    "ending",
    "judge_move",
    "legal_moves",
    "more_fields",
    "moved",
    "new_state",
    "new_view",
    "revealed",
    "scene",
    "specials",
    "undrawn",
)
# The hooks in which it asks the game that it builds on.
_BASE_HOOKS: Final = ("most_exchanged", "open_cells", "starter")
_RULINGS: Final = {
    "A2": ("R8",),
    "A3": ("R3", "R12"),
    "A4": ("R9", "R13"),
    "A5": ("R10", "R11", "R13", "R21"),
    "A8": ("R12", "R20"),
}

schmidt_actions: Final = ActionTiles.on(schmidt)
