# ruff: noqa: N802
"""S1 to S4: the tiles, the hands, the players, the supply."""

from __future__ import annotations

from collections import Counter

import pytest
from tile_positions import ALL_TILES, play, position, standard, texts

import qwirkle
from qwirkle import Color, Player, Shape
from qwirkle.errors import InvalidPosition, InvalidValue


def test_S1_six_colours_and_six_shapes() -> None:
    """The colours and the shapes are those that the manuals name."""
    colours = ["red", "orange", "yellow", "green", "blue", "purple"]
    shapes = ["circle", "square", "diamond", "star", "clover", "cross"]
    assert colours == [color.name.lower() for color in Color]
    assert shapes == [shape.name.lower() for shape in Shape]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S1_three_copies_of_each_of_the_36_tiles(players: int) -> None:
    """Hands and supply of a new game hold 108 tiles, three of each."""
    state = qwirkle.new_game(players=players, seed=1)
    held = Counter(tile for hand in state.hands for tile in hand) + Counter(state.supply.tiles)
    assert dict.fromkeys(ALL_TILES, 3) == held
    assert held.total() == 108


def test_S1_three_copies_may_be_anywhere() -> None:
    """The three red squares may be on the board, in a hand and in the supply."""
    state = position("Rs@0,0", "Rs", "Gd", supply="Rs")
    assert [
        texts(state.hands[0]),
        texts(state.supply.tiles),
        str(state.board[0, 0]),
    ] == ["Rs", "Rs", "Rs"]


@pytest.mark.parametrize(
    ("hands", "supply", "where"),
    [
        (["Rs Rs Rs", "Gd"], "", "hands[0]"),
        (["Rs", "Rs"], "Rs", "supply"),
        (["Rs Rs", "Rs"], "", "hands[1]"),
    ],
)
def test_S1_a_fourth_copy_is_refused(hands: list[str], supply: str, where: str) -> None:
    """With a red square on the board, there can be only two more elsewhere."""
    with pytest.raises(InvalidPosition) as caught:
        position("Rs@0,0", *hands, supply=supply)
    [fault] = caught.value.faults
    assert where == fault.field
    assert "[S1]" in fault.message


def test_S1_unseen_tiles_are_in_the_supply() -> None:
    """A position without a supply gets the rest of the 108 tiles."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bs Bc", "Gd"])
    assert len(state.supply) == 104
    assert state.supply.tiles.count(qwirkle.Tile.parse("Rs")) == 2
    assert state.supply.tiles.count(qwirkle.Tile.parse("Px")) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S2_every_player_draws_six(players: int) -> None:
    """All hands have six tiles after the deal, and the rest is the supply."""
    state = qwirkle.new_game(players=players, seed=2)
    assert [6] * players == [len(hand) for hand in state.hands]
    assert 108 - 6 * players == len(state.supply)


@pytest.mark.parametrize("size", [1, 5, 6, 8])
def test_S2_hand_size_is_a_field(size: int) -> None:
    """Another hand size deals that many, and a hand is full at that size."""
    variant = standard(hand_size=size)
    state = qwirkle.new_game(variant, players=2, seed=3)
    assert [size, size] == [len(hand) for hand in state.hands]
    state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
    assert [size, size] == [len(hand) for hand in state.hands]


def test_S2_no_hand_larger_than_six() -> None:
    """A position with seven tiles in a hand is refused."""
    with pytest.raises(InvalidPosition, match=r"hands\[1\]: 7 tiles are more than 6 \[S2\]"):
        position("Rs@0,0", "Gd", "Rc Rd Rt Rk Rx Oc Od")


def test_S2_hands_are_hidden() -> None:
    """A view has the player's hand, and nothing that depends on the other hands."""
    one = position("Rs@0,0", "Bs Bc", "Gd Gt", supply="Px Pk")
    two = position("Rs@0,0", "Bs Bc", "Px Gt", supply="Pk Gd")
    assert one != two
    assert qwirkle.observe(one, 0) == qwirkle.observe(two, 0)
    assert qwirkle.observe(one, 1) != qwirkle.observe(two, 1)
    assert texts(qwirkle.observe(one, 0).hand) == "Bc Bs"
    assert qwirkle.observe(one, 0).hand_sizes == (2, 2)


def test_S2_the_order_of_the_supply_is_hidden() -> None:
    """A view does not show the next tiles to draw."""
    one = position("Rs@0,0", "Bs Bc", "Gd Gt", supply="Px Pk")
    two = position("Rs@0,0", "Bs Bc", "Gd Gt", supply="Pk Px")
    assert one != two
    assert [qwirkle.observe(one, seat) for seat in (0, 1)] == [
        qwirkle.observe(two, seat) for seat in (0, 1)
    ]


@pytest.mark.parametrize("players", [2, 3, 4, ["Ada", "Bob"], [Player("Ada", age=36), "Bob", "Cy"]])
def test_S3_two_to_four_can_play(players: object) -> None:
    """Two, three and four players can play, given as a number or by name."""
    state = qwirkle.new_game(players=players, seed=4)
    expected = players if isinstance(players, int) else len(list(players))  # type: ignore[call-overload]
    assert expected == len(state.players) == len(state.hands) == len(state.scores)


@pytest.mark.parametrize("players", [0, 1, 5, 6, ["Ada"], ["A", "B", "C", "D", "E"]])
def test_S3_other_numbers_of_players_are_refused(players: object) -> None:
    """One player is too few and five are too many."""
    with pytest.raises(InvalidValue, match=r"2 to 4 players can play.*\[S3\]"):
        qwirkle.new_game(players=players, seed=4)


@pytest.mark.parametrize("hands", [["Rs"], ["Rs", "Bs", "Gd", "Yt", "Px"]])
def test_S3_positions_have_two_to_four_hands(hands: list[str]) -> None:
    """A position must have one of these numbers of hands too."""
    with pytest.raises(InvalidPosition, match=r"2 to 4 players can play.*\[S3\]"):
        position("", *hands)


@pytest.mark.parametrize(("fewest", "most"), [(1, 4), (2, 6), (3, 3)])
def test_S3_the_numbers_of_players_are_fields(fewest: int, most: int) -> None:
    """With other limits, exactly the numbers between them can play."""
    variant = standard(min_players=fewest, max_players=most)
    able: list[int] = []
    for players in range(8):
        try:
            able.append(len(qwirkle.new_game(variant, players=players, seed=5).players))
        except InvalidValue:
            continue
    assert list(range(fewest, most + 1)) == able


@pytest.mark.parametrize("supply", ["bag", "stacks"])
def test_S4_the_supply_is_mixed(supply: str) -> None:
    """Depending on the seed, any kind of tile may be on top or be dealt first."""
    variant = standard(supply=supply)
    games = [qwirkle.new_game(variant, seed=seed) for seed in range(400)]
    assert set(ALL_TILES) == {game.supply.tiles[0] for game in games}
    assert set(ALL_TILES) == {game.supply.tiles[-1] for game in games}
    assert set(ALL_TILES) == {tile for game in games for tile in game.hands[0]}
    assert len({game.supply.tiles for game in games}) == 400


@pytest.mark.parametrize("supply", ["bag", "stacks"])
def test_S4_the_same_seed_gives_the_same_order(supply: str) -> None:
    """The seed decides the order of the supply."""
    variant = standard(supply=supply)
    assert qwirkle.new_game(variant, seed=6) == qwirkle.new_game(variant, seed=6)


@pytest.mark.parametrize("supply", ["Bd Gt Yk", "Yk Bd Gt"])
def test_S4_the_first_of_the_supply_is_drawn_first(supply: str) -> None:
    """Tiles are drawn from the beginning of the supply."""
    state = position("Rs@0,0", "Rc Rd", "Gd", supply=supply, variant=standard(hand_size=2))
    after = play(state, "Rc@1,0 Rd@2,0")
    first, second, third = supply.split()
    assert {first, second} == set(map(str, after.hands[0]))
    assert third == texts(after.supply.tiles)


def test_S4_stacks_keep_their_order() -> None:
    """Stacks keep their order even after an exchange; a bag is mixed again."""
    order = "Bd Gt Yk Px Oc Rx Gs Pd Bk Yt"
    after = {
        supply: play(
            position(
                "Rs@0,0",
                "Rc Gd",
                "Gd",
                supply=order,
                variant=standard(supply=supply, hand_size=2),
            ),
            "swap Gd",
        )
        for supply in ("bag", "stacks")
    }
    assert order[3:] + " Gd" == texts(after["stacks"].supply.tiles)
    assert order[3:] + " Gd" != texts(after["bag"].supply.tiles)
    assert sorted(after["stacks"].supply.tiles) == sorted(after["bag"].supply.tiles)
