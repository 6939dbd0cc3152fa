"""Action tiles: an expansion for any edition of the tile game (A1 to A8).

Special tiles in the supply bring the action tiles into the game; an action tile is used at the
start of a turn, before the usual move.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final

import attrs

from qwirkle import (
    Cell,
    EndReason,
    Move,
    Place,
    Player,
    Tile,
    TileState,
    TileView,
    Violation,
    get_variant,
)
from qwirkle.authoring import (
    Code,
    Edition,
    Extra,
    Fact,
    Judgement,
    Option,
    Piece,
    Special,
    Statement,
    TileGame,
    TilePosition,
    check_names,
    counted,
    illegal,
    option,
    option_facts,
    options_of,
    short_repr,
    undeclared,
    yes_or_no,
)
from qwirkle.errors import Fault, InvalidOption, InvalidValue
from qwirkle_variants.action_moves import (
    ACTIONS,
    DRAW_THREE,
    TAKE_TILE,
    ActionCode,
    Actions,
    DrawThree,
    TakeTile,
    as_held,
    takeable,
    why_not_act,
    why_not_take,
)
from qwirkle_variants.editions import ACTION_RULINGS, ACTION_TILES, PAPER, cited, schmidt


def _as_actions(value: object) -> tuple[str, ...]:
    try:
        return as_held(value if not isinstance(value, str) else None)
    except InvalidValue:
        possible = " and ".join(map(repr, ACTIONS))
        reason = f"actions must be some of {possible}, each once, not {short_repr(value)}"
        raise InvalidOption(reason) from None


@attrs.frozen(repr=False)
class ActionTiles(TileGame[Actions]):
    """A tile game with action tiles.

    It is made by :meth:`on` from the game that it builds on. It keeps the rules of that game and
    calls its hooks, except those that check positions.

    >>> import qwirkle
    >>> ActionTiles.on(qwirkle.get_variant("hebrew"), dealt=True)
    get_variant('schmidt-actions', base='hebrew', dealt=True)
    """

    base: TileGame = attrs.field(default=schmidt)
    """The game it builds on, with the rules as they are played."""
    actions: tuple[str, ...] = option(
        ACTIONS,
        Option(
            ("A1", "A7"),
            lambda names: f"the action tiles are {' and '.join(names) or 'none'}",
            {"type": "array", "items": {"enum": list(ACTIONS)}, "uniqueItems": True},
        ),
        converter=_as_actions,
    )
    """The action tiles in the game (A7)."""
    dealt: bool = yes_or_no(
        ("A8", "R20"),
        yes="action tiles are dealt at the start",
        no="action tiles are brought by special tiles",
    )
    """Whether everyone gets the action tiles at the start, without special tiles (A8)."""

    move_types: ClassVar[tuple[type[Move], ...]] = (*TileGame.move_types, DrawThree, TakeTile)
    extra_type: ClassVar[type[Extra]] = Actions
    beyond_board: ClassVar[tuple[StrEnum, ...]] = (
        *TileGame.beyond_board,
        ActionCode.NO_ACTION_TILE,
    )

    @staticmethod
    def on(base: TileGame, **fields: Any) -> ActionTiles:
        """The game with action tiles on top."""
        manual = schmidt.citations["S1"].source
        return ActionTiles(
            "schmidt-actions",
            base.rules,
            base.version,
            defaults=base.defaults,
            edition=_EDITION,
            citations={**base.citations, **cited(manual, ACTION_TILES, _RULINGS)},
            base=base,
            **fields,
        )

    @property
    def statements(self) -> Mapping[str, Statement]:
        """The rules in plain words, with the rulings on action tiles."""
        return {**super().statements, **ACTION_RULINGS}

    # Options

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from those of the name alone."""
        own = {"base": self.base.name, "actions": self.actions, "dealt": self.dealt}
        usual = {"base": schmidt.name, "actions": ACTIONS, "dealt": False}
        own = {name: value for name, value in own.items() if value != usual[name]}
        return dict(sorted({**super().options, **own}.items()))

    def with_options(self, /, **options: object) -> ActionTiles:
        """The same with other options: ``base``, ``actions``, ``dealt``, or a field of Rules."""
        check_names(options, self.possible_options)
        own = {name: options.pop(name, getattr(self, name)) for name in options_of(ActionTiles)}
        base = self.base
        if "base" in options:
            base = _as_base(options.pop("base"))
            options = {**super().options, **options}  # the rules that were changed stay changed
        return ActionTiles.on(base.with_options(**options), **own)

    @property
    def possible_options(self) -> Mapping[str, Option]:
        """The options of the rules, and three more."""
        base = Option((), repr, {"type": "string"})
        return {**super().possible_options, "base": base, **options_of(ActionTiles)}

    def facts(self) -> Mapping[str, Fact]:
        """The facts of the game that it builds on, and those about action tiles."""
        return {
            **self.base.facts(),
            **super().facts(),
            **option_facts(self),
            "acting": Fact(
                "once, before the move",
                ("A3", "A4", "A5", "R10"),
                "before the usual move a player may use one action tile, to draw three tiles or "
                "to take one from the board, which may not go back to its place in this turn",
            ),
        }

    def undeclared(self) -> Mapping[str, str]:
        """The undeclared hooks of the game that it builds on, and its own."""
        own = undeclared(type(self), ActionTiles, self.facts())
        return {**self.base.undeclared(), **own}

    # Hooks of the game that it builds on

    def line_points(self, length: int) -> int:
        return self.base.line_points(length)

    def end_bonus(self) -> int:
        return self.base.end_bonus()

    def starter(self, players: Sequence[Player], hands: Sequence[Sequence[Tile]]) -> int:
        return self.base.starter(players, hands)

    def most_exchanged(self, position: TilePosition[Actions]) -> int:
        return self.base.most_exchanged(position)

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        return self.base.winners(players, scores)

    # Hooks that action tiles change

    def pieces(self) -> tuple[Piece, ...]:
        """Add one special tile for each action, unless the action tiles are dealt (A1, A8)."""
        return (*self.base.box, *map(Special, () if self.dealt else self.actions))

    @property
    def largest_hand(self) -> int:
        """The size of a full hand, with three drawn and one taken."""
        more = 3 * (DRAW_THREE in self.actions) + (TAKE_TILE in self.actions)
        return self.base.largest_hand + more

    def may_forbid(self, position: TilePosition[Actions]) -> bool:
        """Bar a cell only while a turn is under way."""
        return position.extra.barred is not None or self.base.may_forbid(position)

    def forbids(self, position: TilePosition[Actions], move: Place) -> Violation | None:
        """Forbid placing a taken tile where it was (R10)."""
        barred, taken = position.extra.barred, position.extra.taken
        if barred is not None and taken is not None and (barred, taken) in move.tiles:
            return Violation.of(ActionCode.BARRED, ["A5", "R10"], [barred], [taken])
        return self.base.forbids(position, move)

    def ending(self, state: TileState[Actions]) -> StrEnum | None:
        """End the game as usual, but not while a turn is under way.

        A board is not closed while a take-tile is left and there is a tile that it can take (R21).
        """
        if state.extra.acted:
            return None
        reason = self.base.ending(state)
        if reason is not EndReason.CLOSED:
            return reason
        is_left = TAKE_TILE in state.extra.given_out or Special(TAKE_TILE) in state.supply.tiles
        # A cell is a tuple, and so true.
        return None if is_left and any(takeable(state.board)) else reason

    def own_moves(self, position: TilePosition[Actions]) -> Iterator[Move]:
        """First draw-three, then the tiles that may be taken, in cell order."""
        if self.judge_own(position, DrawThree()).is_legal:
            yield DrawThree()
        if not any(why_not_act(position, TAKE_TILE)):
            yield from map(TakeTile, takeable(position.board))

    def judge_own(self, position: TilePosition[Actions], move: Move) -> Judgement:
        """The judgement of a move that uses an action tile."""
        if not isinstance(move, (DrawThree, TakeTile)):
            return super().judge_own(position, move)
        if move.action not in self.actions:
            return illegal(Violation.of(Code.NO_SUCH_MOVE, ["A7"], move=str(move)))
        found = [*why_not_act(position, move.action)]
        if isinstance(move, TakeTile):
            board = position.board
            found += why_not_take(board, move.cell, board.cut_cells())
            taken = [board[move.cell]] if move.cell in board else []
            return Judgement((*position.hand, *taken)).forbidden(*found)
        if not position.stock:
            found.append(Violation.of(ActionCode.NOTHING_TO_DRAW, ["R9"]))
        return Judgement(position.hand, 3).forbidden(*found)

    def in_words(self, position: TileState[Actions] | TileView[Actions], move: Move) -> str:
        """The tile that is taken, by its name, and how many tiles are drawn (R9)."""
        if isinstance(move, TakeTile):
            return f"take the {position.board[move.cell].name}"
        if isinstance(move, DrawThree) and position.stock < 3:
            return f"draw {counted(position.stock, 'more tiles')}"
        return self.base.in_words(position, move)

    def advance(
        self, before: TileState[Actions], move: Move, after: TileState[Actions]
    ) -> TileState[Actions]:
        """Go on with the turn after an action tile (A3); the usual move ends it."""
        after = self.base.advance(before, move, after)
        old, seat = before.extra, before.turn
        if isinstance(move, (DrawThree, TakeTile)):
            extra, board = old.used(seat, move.action), before.board
            if isinstance(move, TakeTile):
                extra = attrs.evolve(extra, barred=move.cell, taken=board[move.cell])
                board = board.removing(move.cell)
            return attrs.evolve(after, turn=seat, passes=before.passes, extra=extra, board=board)
        if not old.acted:
            return after
        # Earlier passes do not count, since there were still three tiles to draw (R3).
        passes = min(after.passes, 1) if old.barred is None else after.passes
        extra = attrs.evolve(after.extra, acted=False, barred=None, taken=None)
        return attrs.evolve(after, passes=passes, extra=extra)

    def revealed(
        self, state: TileState[Actions], specials: Sequence[Special]
    ) -> TileState[Actions]:
        """Give every player the action tile that a special tile brings (A2)."""
        names = {special.name for special in specials if special.name in self.actions}
        actions = tuple(tuple(sorted({*held, *names})) for held in state.extra.actions)
        state = attrs.evolve(state, extra=attrs.evolve(state.extra, actions=actions))
        others = [special for special in specials if special.name not in names]
        return self.base.revealed(state, others) if others else state

    def ends_turn(self, before: TileState[Actions], after: TileState[Actions]) -> bool:
        """An action tile does not end a turn (A3)."""
        return not after.extra.acted

    # Positions

    def new_extra(self, players: tuple[Player, ...]) -> Actions:
        """The fields at the start of a game, with action tiles if they are dealt (A8)."""
        held = self.actions if self.dealt else ()
        return Actions(actions=(held,) * len(players), acted=False, barred=None, taken=None)

    def completed(self, position: Any, given: Container[str]) -> Any:
        """Infer from a barred cell the used action tile and, if only one fits, the taken tile."""
        extra: Actions = position.extra
        cell, turn = extra.barred, position.turn
        if isinstance(position, TileView) and "turn" not in given:
            turn = position.seat
        if cell is not None and "actions" not in given:
            extra = attrs.evolve(extra.used(turn, TAKE_TILE), acted=extra.acted)
        if cell is not None and extra.taken is None and cell not in position.board:
            fitting = [tile for tile in sorted(set(position.hand)) if _fits(position, cell, tile)]
            extra = attrs.evolve(extra, taken=fitting[0] if len(fitting) == 1 else None)
        return super().completed(attrs.evolve(position, extra=extra), given)

    def faults(self, position: TilePosition[Actions]) -> Iterator[Fault]:
        """The usual faults, and everything that is wrong with action tiles."""
        yield from super().faults(position)
        for seat, held in enumerate(position.extra.actions):
            if others := [name for name in held if name not in self.actions]:
                possible = " and ".join(self.actions) or "none"
                message = f"the action tiles are {possible}, not {' and '.join(others)} [A7]"
                yield Fault(f"actions[{seat}]", message)
        given_out = position.extra.given_out & {*self.specials}
        for place, pieces in self.fields(type(position)).places(position):
            for piece in pieces:
                if isinstance(piece, Special) and piece.name in given_out:
                    message = f"{piece} is there, but its action tiles are given out [A2]"
                    yield Fault(place, message, ("actions",))
        yield from _barring_faults(position)


def _barring_faults(position: TilePosition[Actions]) -> Iterator[Fault]:
    """Everything that is wrong with the barred cell, or with the tile taken from it (R10)."""
    board, extra = position.board, position.extra
    barred, taken = extra.barred, extra.taken
    if barred is None:
        if taken is not None:
            yield Fault("taken", "a tile was taken, but no cell is barred [R10]", ("barred",))
        return
    if TAKE_TILE in extra.actions[position.turn]:
        message = f"{TAKE_TILE} is unused, though a cell is barred [A3]"
        yield Fault("actions", message, ("turn", "barred"))
    if not extra.acted:
        message = "a cell is barred only after an action tile was used [R10]"
        yield Fault("barred", message, ("acted",))
    beside = any(abs(x - barred.x) + abs(y - barred.y) == 1 for x, y in board)
    if barred in board or not beside:
        yield Fault("barred", f"no tile can have been taken from {barred} [R10]", ("board",))
    elif taken is None:
        yield Fault("taken", f"say which tile was taken from {barred} [R10]", ("barred", "turn"))
    elif position.may_move and position.hand and taken not in position.hand:
        message = f"{taken} was taken, but is not in the hand [A5]"
        yield Fault("taken", message, ("hand", "hands", "turn"))


def _fits(position: TilePosition[Actions], cell: Cell, tile: Tile) -> bool:
    """Whether a tile of the hand can have been on an empty cell."""
    runs = position.board.runs_through([cell], [tile])
    return all(run.line().fits for run in runs)


def _as_base(value: object) -> TileGame:
    base = get_variant(value)  # type: ignore[call-overload]  # which rejects a wrong value
    if not isinstance(base, TileGame):
        raise InvalidOption(f"base must be a tile game, not {short_repr(value)}")
    if base.extra_type is not Extra or base.move_types != TileGame.move_types:
        what = "moves" if base.extra_type is Extra else "state"
        raise InvalidOption(f"base must not be {base.name}, which has {what} of its own")
    return base


_EDITION: Final = Edition(
    "Qwirkle with mini expansions",
    "Schmidt Spiele",
    languages=("German", "French", "Italian"),
    players="2 to 4",
    short="Schmidt with action tiles",
    signs=("four racks and no bag", "special tiles and action tiles"),
    aliases=("Schmidt, mini expansions", "action tiles"),
    remarks=(
        PAPER,
        "If you are new to Qwirkle, play some games without the mini expansions first, as the "
        "manual advises.",
    ),
)

_RULINGS: Final = {
    "A2": ("R8",),
    "A3": ("R3", "R12"),
    "A4": ("R9", "R13"),
    "A5": ("R10", "R11", "R13", "R21"),
    "A8": ("R12", "R20"),
}

schmidt_actions: Final = ActionTiles.on(schmidt)
