"""The lazy list of legal moves: order, membership, truth, count and sampling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from operator import length_hint
from random import Random
from typing import Any

import pytest
from cases import case
from hypothesis import example, given
from hypothesis import strategies as st
from samples import HOSTILE, finished, opened, played, tiles, waiting

import qwirkle
from qwirkle import Exchange, Move, Pass, Place, TileState, authoring
from qwirkle._masks import FREE, _Slots
from qwirkle.authoring import LegalMoves, TileMoves
from qwirkle.errors import InvalidValue
from qwirkle.tilegame._generator import _Singles
from qwirkle.tiles import TILES


def texts(moves: LegalMoves[Move]) -> list[str]:
    """The moves as texts, in order."""
    return [str(move) for move in moves]


def test_the_documented_order_of_placements() -> None:
    """By anchor in cell order: single tiles, rows, columns, each extended cell by cell."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bs Gs", "Yk"], supply="")
    assert texts(qwirkle.legal_moves(state)) == [
        # Anchor -1,0: single tiles; the row onward past the tile, then with one more cell
        # before the anchor; the column onward, then with one more cell before it.
        "Gs@-1,0", "Bs@-1,0",
        "Gs@-1,0 Bs@1,0", "Bs@-1,0 Gs@1,0", "Bs@-2,0 Gs@-1,0", "Gs@-2,0 Bs@-1,0",
        "Gs@-1,0 Bs@-1,1", "Bs@-1,0 Gs@-1,1", "Bs@-1,-1 Gs@-1,0", "Gs@-1,-1 Bs@-1,0",
        "Gs@0,-1", "Bs@0,-1",
        "Gs@0,-1 Bs@1,-1", "Bs@0,-1 Gs@1,-1", "Bs@-1,-1 Gs@0,-1", "Gs@-1,-1 Bs@0,-1",
        "Gs@0,-1 Bs@0,1", "Bs@0,-1 Gs@0,1", "Bs@0,-2 Gs@0,-1", "Gs@0,-2 Bs@0,-1",
        "Gs@0,1", "Bs@0,1",
        "Gs@0,1 Bs@1,1", "Bs@0,1 Gs@1,1", "Bs@-1,1 Gs@0,1", "Gs@-1,1 Bs@0,1",
        "Gs@0,1 Bs@0,2", "Bs@0,1 Gs@0,2",
        "Gs@1,0", "Bs@1,0",
        "Gs@1,0 Bs@2,0", "Bs@1,0 Gs@2,0",
        "Gs@1,0 Bs@1,1", "Bs@1,0 Gs@1,1", "Bs@1,-1 Gs@1,0", "Gs@1,-1 Bs@1,0",
    ]  # fmt: skip


def test_the_documented_order_of_all_moves() -> None:
    """Placements come first, then exchanges by size, then the pass."""
    variant = qwirkle.get_variant("standard", stuck="may-exchange")
    state = qwirkle.position(variant, board="Rs@0,0", hands=["Gk Gk Bd", "Yk"], supply="Rc Rd")
    assert texts(qwirkle.legal_moves(state)) == [
        "swap Gk", "swap Bd", "swap Gk Gk", "swap Gk Bd", "pass",
    ]  # fmt: skip
    state = qwirkle.position(board="Rs@0,0", hands=["Bs", "Yk"], supply="Rc")
    assert texts(qwirkle.legal_moves(state)) == [
        "Bs@-1,0", "Bs@0,-1", "Bs@0,1", "Bs@1,0", "swap Bs",
    ]  # fmt: skip


def test_the_documented_order_of_openings() -> None:
    """They are listed set by set, each in every order of its tiles."""
    state = qwirkle.position(hands=["Rs Rc Bs", "Yk"])
    assert texts(qwirkle.legal_moves(state)) == [
        "Rc@0,0 Rs@1,0", "Rs@0,0 Rc@1,0", "Rs@0,0 Bs@1,0", "Bs@0,0 Rs@1,0",
    ]  # fmt: skip


STATES = {
    "opening": qwirkle.new_game(seed=3),
    "opening with copies": qwirkle.position(hands=["Rs Rs Rc Rd Bs Bs", "Yk"]),
    "opened": opened(),
    "empty supply": opened(supply=""),
    "one in the supply": opened(supply="Yk"),
    "must exchange": opened(hands=["Gd Gd", "Yx"], supply="Rc"),
    "stuck": opened(hands=["Gd", "Bc"], supply=""),
    "empty hand": opened(hands=["", "Bc"]),
    "nothing": qwirkle.position(),
    "over": finished(),
    "after some moves": played(9),
    "a gap of two": opened(
        # Between Rs and Rc fit many reds, but Rc only if it is not there twice.
        board="Rs@0,0 Os@0,1 Ys@0,2 Yd@1,2 Yk@2,2 Yc@3,2 Gc@3,1 Rc@3,0",
        hands=["Rc Rd Rt Bs", "Gk"],
    ),
    "far away": opened(board={(10**30, 0): "Rs", (10**30 + 1, 0): "Bs"}),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_all_questions_agree(state: TileState) -> None:
    """Iteration, membership, truth, count and the parts agree, for a state and for a view."""
    for table in (state, qwirkle.observe(state, state.turn)):
        moves = qwirkle.legal_moves(table)
        assert isinstance(moves, TileMoves)
        placements, exchanges = list(moves.placements), list(moves.exchanges)
        listed = [*placements, *exchanges, *[Pass()] * (Pass() in moves)]
        assert list(moves) == list(moves) == listed
        assert [move for move, _ in moves.scored()] == placements
        assert all(qwirkle.check(table, move) == () for move in listed)
        lists: list[tuple[LegalMoves[Any], list[Any]]] = [
            (moves, listed),
            (moves.placements, placements),
            (moves.exchanges, exchanges),
        ]
        for part, expected in lists:
            assert (part.count(), bool(part)) == (len(set(expected)), bool(expected))
            assert [move for move in listed if move in part] == expected
            assert part.best() == LegalMoves.best(part)
            assert (part.best() is None) == (not part)


def test_there_is_no_index() -> None:
    """The error names the ways to get a move."""
    moves: Any = qwirkle.legal_moves(qwirkle.new_game(seed=1))
    for index in (0, -1, slice(3), "Rs@0,0"):
        with (
            case(index),
            pytest.raises(InvalidValue, match=r"use next\(iter\(moves\)\), \.best\(\), \.sample\("),
        ):
            moves[index]


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_there_is_no_length(variant: str) -> None:
    """Counting can take a while, so there is a method for it, which the error names.

    Functions that only ask for a length hint, such as ``list``, still work.
    """
    moves = qwirkle.legal_moves(qwirkle.new_game(variant, seed=1))
    for refused in (len, Random(1).choice):
        with pytest.raises(InvalidValue, match=r"no length.*use \.count\(\), or \.sample"):
            refused(moves)
    assert length_hint(moves, 7) == 7
    if variant != "cards":  # listing all of them takes a while
        assert len(list(moves)) == moves.count()


def test_other_values_are_not_legal_moves() -> None:
    for name in HOSTILE:
        with case(name):
            moves = qwirkle.legal_moves(opened())
            for part in (moves, moves.placements, moves.exchanges):
                assert (HOSTILE[name]() in part) is False


def test_iteration_is_lazy() -> None:
    """The first moves are found before the last are searched for."""
    calls: list[int] = []

    class Counting(authoring.TileGame):
        def most_exchanged(self, table: object) -> int:
            calls.append(1)
            return super().most_exchanged(table)  # type: ignore[arg-type]

    state = qwirkle.position(Counting("counting"), board="Rs@0,0", hands=["Bs", "Gd"])
    moves = iter(qwirkle.legal_moves(state))
    assert isinstance(moves, Iterator)
    assert len(list(islice(moves, 4))) == 4
    assert calls == []
    assert next(moves) == Exchange("Bs")
    assert calls == [1]


class Fixed(Random):
    """A generator that always returns the same number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        """The number."""
        return self.number


def test_a_sample_is_the_move_at_the_drawn_index() -> None:
    """One random number decides, and all moves are equally likely."""
    moves = qwirkle.legal_moves(opened())
    listed = list(moves)
    for place, move in enumerate(listed):
        assert moves.sample(Fixed((place + 0.5) / len(listed))) == move
    assert moves.sample(Fixed(0.0)) == listed[0]
    assert moves.sample(Fixed(1 - 2**-53)) == listed[-1]
    drawn = Counter(moves.sample(Random(seed)) for seed in range(40 * len(listed)))
    assert set(drawn) == set(listed)
    for part in (moves.placements, moves.exchanges):
        assert part.sample(Fixed(0.0)) == next(iter(part))


def test_a_sample_of_nothing() -> None:
    """There is no legal move to choose, and the error says so."""
    for table in (finished(), waiting()):
        with pytest.raises(InvalidValue, match="there is no legal move to choose"):
            qwirkle.legal_moves(table).sample(Random(1))


def test_groups_are_the_placements() -> None:
    """Each group has the placements on the same cells, with their points, in the same order."""
    for state in (opened(), qwirkle.new_game(seed=1), qwirkle.position(hands=["Rs", "Gd"])):
        placements = qwirkle.legal_moves(state).placements
        listed = [
            (Place(dict(zip(cells, laid, strict=True))), points)
            for cells, points, ways in placements.groups()
            for laid in ways
        ]
        assert listed == list(placements.scored())
        assert [move for move, _ in listed] == list(placements)


class ByHand(LegalMoves[Move]):
    """A variant's own list of moves that implements only the abstract methods."""

    def __init__(self, *moves: Move, position: Any = None) -> None:
        self.moves = moves
        self._position = position

    @property
    def position(self) -> Any:
        """The position of the moves."""
        return self._position

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, move: object) -> bool:
        return move in self.moves


def test_the_defaults_of_a_list_of_moves() -> None:
    """Truth, count and sample are derived from iteration."""
    moves = ByHand(Pass(), Exchange("Rs"))
    assert (bool(moves), moves.count()) == (True, 2)
    assert moves.sample(Fixed(0.9)) == Exchange("Rs")
    assert (bool(ByHand()), ByHand().count()) == (False, 0)
    with pytest.raises(InvalidValue, match="there is no legal move to choose"):
        ByHand().sample(Random(1))


def test_the_best_of_any_list_of_moves() -> None:
    """It is the first of those that score most, or None for an empty list."""
    state = opened()
    swap, one, two = Exchange("Gs"), Place({(2, 0): "Gs"}), Place({(-1, 0): "Gs"})
    assert [qwirkle.score(state, move).total for move in (swap, one, two)] == [0, 3, 3]
    assert ByHand(swap, one, two, position=state).best() == one
    assert ByHand(two, swap, one, position=state).best() == two
    assert ByHand(swap, position=state).best() == swap
    assert ByHand(position=state).best() is None


def test_some_best_move() -> None:
    """It scores as much as the best; without chance it is the best."""
    state = opened()
    swap, one, two = Exchange("Gs"), Place({(2, 0): "Gs"}), Place({(-1, 0): "Gs"})
    moves = ByHand(swap, one, two, position=state)
    assert moves.some_best() == one
    assert {moves.some_best(Random(number)) for number in range(20)} == {one, two}
    assert ByHand(position=state).some_best(Random(0)) is None


def test_caches_are_bounded() -> None:
    """An entry that was dropped is found again."""
    slots = _Slots.fromkeys(((0, -i) for i in range(1, 50_002)), FREE)
    assert slots[0, 0] == FREE
    assert list(slots) == [(0, 0)]
    singles = _Singles.fromkeys(range(1, 50_002), ((), 0))
    assert singles[0] == ((), 0)
    assert list(singles) == [0]


def with_hand(hand: object, limit: int, **fields: object) -> TileState:
    """A position in which a player holds these tiles, with a limit for exchanges."""
    game = qwirkle.get_variant("standard", hand_size=54, max_players=2, exchange_limit=limit)
    return qwirkle.position(game, board="Yc@0,0", hands=[hand, ""], **fields)


@given(
    st.lists(st.sampled_from(tiles("Rc Rs Bd Gk Px")), max_size=9),
    st.integers(1, 9),
    st.integers(0, 3),
)
@example([], 9, 3)
def test_exchanges_are_the_different_choices(
    hand: list[qwirkle.Tile], limit: int, supply: int
) -> None:
    """X1: list, count and index agree with the plain definition; copies count once."""
    hand = sorted(hand)
    hand = [tile for i, tile in enumerate(hand) if hand[:i].count(tile) < 3]
    state = with_hand(hand, limit, supply=["Yx"] * supply)
    sizes = range(1, min(limit, supply, len(hand)) + 1)
    chosen = {choice for size in sizes for choice in combinations(hand, size)}
    exchanges = qwirkle.legal_moves(state).exchanges
    listed = list(exchanges)
    assert [move.tiles for move in listed] == sorted(chosen, key=lambda c: (len(c), c))
    assert (exchanges.count(), bool(exchanges)) == (len(listed), bool(listed))
    assert [exchanges.number(index) for index in range(len(listed))] == listed
    assert exchanges.largest() == max(listed, key=lambda move: len(move.tiles), default=None)


def test_the_largest_hands_take_no_longer() -> None:
    """53 tiles have 10**13 exchanges, which are counted and sampled without listing them."""
    hand = [*TILES, *TILES[:17]]
    state = with_hand(hand, 54)
    moves = qwirkle.legal_moves(state)
    exchanges = moves.exchanges
    count = 3**17 * 2**19 - 1
    assert exchanges.count() == count
    assert moves.count() == moves.placements.count() + count
    assert exchanges.number(0) == exchanges.best() == Exchange([TILES[0]])
    assert exchanges.number(count - 1) == exchanges.largest() == Exchange(hand)
    *_, fifth = islice(exchanges, 36 + 5)
    assert fifth == exchanges.number(36 + 4) == Exchange([TILES[0], TILES[4]])
    random = Random(3)
    assert all(moves.sample(random) in moves for _ in range(20))
    assert all(exchanges.sample(random) in exchanges for _ in range(20))
    for limit in (1, 17, 52):
        part = qwirkle.legal_moves(with_hand(hand, limit)).exchanges
        largest = part.number(part.count() - 1)
        assert (len(largest.tiles), largest in part) == (limit, True)
        assert part.largest() == Exchange(sorted(hand)[:limit])
