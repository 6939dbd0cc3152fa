"""Action tiles: an expansion for any edition of the tile game (A1 to A8).

Special tiles in the supply bring the action tiles into the game; an action tile is used at the
start of a turn, before the usual move.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, Self

import attrs

from qwirkle import (
    Cell,
    EndReason,
    Move,
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
    Rules,
    Special,
    Statement,
    TileGame,
    TilePosition,
    counted,
    illegal,
    option,
    short_repr,
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


def _is_name(rules: object, attribute: object, value: object) -> None:
    if not isinstance(value, str):
        raise InvalidOption(f"base must be the name of a tile game, not {short_repr(value)}")


@attrs.frozen(kw_only=True)
class ActionRules(Rules):
    """The rules of an edition with action tiles.

    >>> ActionRules(dealt=True, hand_size=5).actions
    ('draw-three', 'take-tile')
    """

    base: str = option("", Option((), repr, {"type": "string"}), validator=_is_name)
    """The name of the edition whose rules these are, if it was chosen by an option."""
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


class ActionTiles(TileGame[Actions]):
    """A tile game with action tiles.

    A game with its own hooks gets action tiles from a class that inherits from this one and from
    the game's.

    >>> class Club(TileGame):
    ...     def end_bonus(self):
    ...         return 0
    >>> class ClubActions(ActionTiles, Club):
    ...     pass
    >>> game = ClubActions("club-actions", ActionRules(dealt=True))
    >>> game.end_bonus(), game.largest_hand
    (0, 10)
    """

    rules: ActionRules
    rules_type: ClassVar[type[Rules]] = ActionRules
    move_types: ClassVar[tuple[type[Move], ...]] = (*TileGame.move_types, DrawThree, TakeTile)
    extra_type: ClassVar[type[Extra]] = Actions
    beyond_board: ClassVar[tuple[StrEnum, ...]] = (
        *TileGame.beyond_board,
        ActionCode.NO_ACTION_TILE,
    )

    @property
    def statements(self) -> Mapping[str, Statement]:
        """The rules in plain words, with the rulings on action tiles."""
        return {**super().statements, **ACTION_RULINGS}

    def with_options(self, /, **options: object) -> Self:
        """The same with other options. A ``base`` is the edition to take all other rules from."""
        if "base" not in options:
            return super().with_options(**options)
        base = _as_base(options["base"])
        usual = attrs.evolve(self.defaults, **attrs.asdict(base.defaults))
        options = {**self.options, **options, "base": base.name}  # changed rules stay changed
        return attrs.evolve(
            self,
            rules=attrs.evolve(usual, **attrs.asdict(base.rules)).changed(**options),
            defaults=usual,
            version=max(self.version, base.version),
            citations={**base.citations, **_CITATIONS},
        )

    def facts(self) -> Mapping[str, Fact]:
        """The usual facts, and one about the use of action tiles."""
        acting = Fact(
            "once, before the move",
            ("A3", "A4", "A5", "R10"),
            "before the usual move a player may use one action tile, to draw three tiles or "
            "to take one from the board, which may not go back to its place in this turn",
            hooks=tuple(vars(ActionTiles)),  # everything that this class overrides
        )
        return {**super().facts(), "acting": acting}

    # Hooks

    def pieces(self) -> tuple[Piece, ...]:
        """Add one special tile for each action, unless the action tiles are dealt (A1, A8)."""
        return (*super().pieces(), *map(Special, () if self.rules.dealt else self.rules.actions))

    @property
    def largest_hand(self) -> int:
        """The size of a full hand, with three drawn and one taken."""
        actions = self.rules.actions
        return super().largest_hand + 3 * (DRAW_THREE in actions) + (TAKE_TILE in actions)

    def may_forbid(self, position: TilePosition[Actions]) -> bool:
        """Bar a cell only while a turn is under way."""
        return position.extra.barred is not None or super().may_forbid(position)

    def forbids_tile(
        self, position: TilePosition[Actions], cell: Cell, tile: Tile
    ) -> Violation | None:
        """Forbid placing a taken tile where it was (R10)."""
        if (cell, tile) == (position.extra.barred, position.extra.taken):
            return Violation.of(ActionCode.BARRED, ["A5", "R10"], [cell], [tile])
        return super().forbids_tile(position, cell, tile)

    def ending(self, state: TileState[Actions]) -> StrEnum | None:
        """End the game as usual, but not while a turn is under way.

        A board is not closed while a take-tile is left and there is a tile that it can take (R21).
        """
        if state.extra.acted:
            return None
        reason = super().ending(state)
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
        yield from super().own_moves(position)

    def judge_own(self, position: TilePosition[Actions], move: Move) -> Judgement:
        """The judgement of a move that uses an action tile."""
        if not isinstance(move, (DrawThree, TakeTile)):
            return super().judge_own(position, move)
        if move.action not in self.rules.actions:
            return illegal(Violation.of(Code.NO_SUCH_MOVE, ["A7"], move=str(move)))
        found = [*why_not_act(position, move.action)]
        if isinstance(move, TakeTile):
            board = position.board
            cuts = [move.cell] if board.is_cut(move.cell) else []  # no others matter here
            found += why_not_take(board, move.cell, cuts)
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
        return super().in_words(position, move)

    def advance(
        self, before: TileState[Actions], move: Move, after: TileState[Actions]
    ) -> TileState[Actions]:
        """Go on with the turn after an action tile (A3); the usual move ends it."""
        after = super().advance(before, move, after)
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
        names = {special.name for special in specials if special.name in self.rules.actions}
        actions = tuple(tuple(sorted({*held, *names})) for held in state.extra.actions)
        state = attrs.evolve(state, extra=attrs.evolve(state.extra, actions=actions))
        others = [special for special in specials if special.name not in names]
        return super().revealed(state, others) if others else state

    def ends_turn(self, before: TileState[Actions], after: TileState[Actions]) -> bool:
        """An action tile does not end a turn (A3)."""
        return not after.extra.acted and super().ends_turn(before, after)

    # Positions

    def new_extra(self, players: tuple[Player, ...]) -> Actions:
        """The fields at the start of a game, with action tiles if they are dealt (A8)."""
        held = self.rules.actions if self.rules.dealt else ()
        extra: Actions = super().new_extra(players)
        return attrs.evolve(extra, actions=(held,) * len(players))

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
            if others := [name for name in held if name not in self.rules.actions]:
                possible = " and ".join(self.rules.actions) or "none"
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
    if type(base) is not TileGame or type(base.rules) is not Rules:
        raise InvalidOption(
            f"base must be a game without its own hooks or options, unlike {base.name}; to add "
            "action tiles to house rules, inherit from ActionTiles and from their class"
        )
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

_CITATIONS: Final = cited(schmidt.citations["S1"].source, ACTION_TILES, _RULINGS)

schmidt_actions: Final = ActionTiles(
    "schmidt-actions", ActionRules(base=schmidt.name), edition=_EDITION
).with_options(base=schmidt)
