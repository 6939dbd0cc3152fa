"""What a player may be sent: games that differ only in hidden things look the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import qwirkle
from qwirkle import Exchange, GameRecord
from qwirkle.authoring import Special, TileGame
from qwirkle.seen import SeenTurn
from qwirkle_variants import DrawThree, Lay, Redraw, TakeTile

Pair = tuple[GameRecord[Any], GameRecord[Any]]


HANDS = ["Rc Os Yd Gt Bk Px", "Rs Rd Gk Gc Yk Pk", "Bc Bs Bd Yx Ox Rx"]
TILES = {"board": "Rs@0,0 Rc@1,0", "hands": HANDS, "turn": 0}
STARTS: dict[str, dict[str, Any]] = {
    "standard": TILES,
    "schmidt-actions": {**TILES, "actions": ["draw-three"] * 3},  # take-tile is still in the supply
    "cards": {"hands": HANDS, "turn": 0},  # the first player must draw a new hand
}

KINDS: dict[str, set[type]] = {
    "standard": {Exchange, qwirkle.Place},
    "schmidt-actions": {Exchange, qwirkle.Place, DrawThree, TakeTile},
    "cards": {Lay, Redraw},
}


def turned(state: Any, seat: int, random: Random) -> Any:
    """The same state for a player, with another supply and one hidden tile dealt again.

    So most moves stay possible for everyone, which a whole new deal would not allow.
    """
    hands, supply = [list(hand) for hand in state.hands], list(state.to_draw)
    random.shuffle(supply)
    at = next(at for at, piece in enumerate(supply) if not isinstance(piece, Special))
    hand = hands[2 if seat == 1 else 1]
    hand[0], supply[at] = supply[at], hand[0]
    fields = {name: getattr(state, name) for name in state.variant.fields(type(state)).names}
    fields |= {"hands": hands, "pile" if "pile" in fields else "supply": supply, "seed": 1}
    return qwirkle.position(state.variant, **fields)


def choices(state: Any, random: Random) -> Iterator[qwirkle.Move]:
    """Some moves, if possible one with an action tile or an exchange first."""
    moves = qwirkle.legal_moves(state)
    if Exchange in state.variant.move_types and random.random() < 0.5:
        yield from state.variant.own_moves(state)
        yield Exchange(random.sample(state.hand, 2))
    for _ in range(6):
        yield moves.sample(random)


def twins(name: str, seat: int, seed: int) -> Pair:
    """Two games that differ only in what the player at a seat may not know."""
    random = Random(seed)
    start = qwirkle.position(name, players=3, **STARTS[name])
    first: GameRecord[Any] = GameRecord(start)
    second: GameRecord[Any] = GameRecord(turned(start, seat, random))
    for _ in range(20):
        for move in choices(first.state, random):
            pair = following(first, second, move, seat, random)
            if pair is not None:
                first, second = pair
                break
    return first, second


def following(
    first: GameRecord[Any], second: GameRecord[Any], move: qwirkle.Move, seat: int, random: Random
) -> Pair | None:
    """The games with one more move, if their views of it are equal."""
    is_own = first.state.turn == seat
    other = move
    if isinstance(move, Exchange) and not is_own:
        other = Exchange(random.sample(second.state.hand, len(move.tiles)))
    try:
        first = first.play(move, comment="secret")
        draw = first.turns[-1].draw if is_own else None
        second = second.play(other, draw=draw)
    except qwirkle.QwirkleError:
        return None
    views = [qwirkle.observe(record.state, seat) for record in (first, second)]
    return (first, second) if views[0] == views[1] else None


@pytest.mark.parametrize("name", STARTS)
def test_games_that_differ_in_hidden_things_look_the_same(name: str) -> None:
    """Neither equality, nor the hash, the repr or JSON tells them apart."""
    kinds: set[type] = set()
    hidden = 0
    for seed in range(12):
        seat = seed % 3
        first, second = twins(name, seat, seed)
        assert first != second
        seen = [record.seen_by(seat) for record in (first, second)]
        assert seen[0] == seen[1]
        assert hash(seen[0]) == hash(seen[1])
        assert repr(seen[0]) == repr(seen[1])
        assert qwirkle.to_json(seen[0]) == qwirkle.to_json(seen[1])
        assert "secret" not in repr(seen[0])
        kinds |= {type(turn.move) for turn in first.turns}
        for turn, known in zip(first.turns, seen[0].turns, strict=True):
            is_hidden = isinstance(turn.move, Exchange) and known.seat != seat
            assert known.move == (None if is_hidden else turn.move)
        pairs = zip(first.turns, second.turns, strict=True)
        hidden += sum((a.move, a.draw) != (b.move, b.draw) for a, b in pairs)
    assert hidden > 10
    assert kinds >= KINDS[name]


def test_what_a_player_knows_of_a_move() -> None:
    """Everything that is theirs, and of the others' only what the table shows."""
    state = qwirkle.position(
        "schmidt-actions",
        board="Rs@0,0",
        hands=["Rc Bd", "Gd Yx"],
        supply="Bs Bc Bt Bk Bx Gk *draw-three Ot Pc Pd Px",
        players=["Ada", "Bob"],
    )
    record = GameRecord(state)
    for text in ("Rc@1,0", "swap Gd Yx", "draw-three"):
        record = record.play(qwirkle.parse_move(text, record.state))
    placed, swapped, drew = record.seen_by(0).turns
    assert (placed.seat, placed.words, placed.points) == (0, "places the red circle", 2)
    assert placed.cells == (qwirkle.Cell(1, 0),)
    revealed = (Special("draw-three"), None, None)
    assert swapped == SeenTurn(1, "exchanges 2 tiles", 0, (), None, revealed)
    assert drew.move == DrawThree()
    assert drew.draw == record.turns[2].draw
    assert record.seen_by(0).view == qwirkle.observe(record.state, 0)
    placed, swapped, drew = record.seen_by(1).turns
    assert (swapped.move, swapped.draw) == (record.turns[1].move, record.turns[1].draw)
    assert (placed.move, placed.draw) == (record.turns[0].move, (None,) * 5)
    assert (drew.move, drew.draw) == (DrawThree(), (None,) * 3)


class Partners(TileGame):
    """Players opposite each other see each other's hands."""

    def sees(self, viewer: int, owner: int) -> bool:
        return viewer % 2 == owner % 2


def test_a_player_knows_the_moves_of_an_open_hand() -> None:
    state = qwirkle.new_game(Partners("seen-partners"), players=4, seed=1)
    record = GameRecord(state).play(qwirkle.legal_moves(state).best() or qwirkle.Pass())
    mover = record.state.turn
    record = record.play(Exchange(record.state.hand[:2]))
    turns = [record.seen_by((mover + step) % 4).turns[1] for step in range(4)]
    known = [(turn.move, turn.draw) for turn in turns]
    assert known[0] == known[2] == (record.turns[1].move, record.turns[1].draw)
    assert known[1] == known[3] == (None, (None, None))
