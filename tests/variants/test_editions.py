# ruff: noqa: N802
"""The printed editions: their rules, the differences in play, and their citations."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import attrs
import pytest
from cases import case
from edition_positions import BASES, EDITIONS, codes, edition, play, rules_broken, seated, words
from tile_positions import kinds, legal, position

import qwirkle
import qwirkle_variants
from qwirkle import EndReason, Exchange, InvalidOption, InvalidValue, Pass, Rules, TileState

RULES: dict[str, dict[str, str]] = {
    "mindware": {
        "tie_break": "oldest",
        "supply": "bag",
        "stuck": "must-exchange",
        "no_play": "at-once",
    },
    "999games-nl": {
        "tie_break": "oldest",
        "supply": "bag",
        "stuck": "may-exchange",
        "no_play": "all-passed",
    },
    "999games-fr": {
        "tie_break": "oldest",
        "supply": "bag",
        "stuck": "must-exchange",
        "no_play": "at-once",
    },
    "hebrew": {
        "tie_break": "oldest",
        "supply": "bag",
        "stuck": "may-exchange",
        "no_play": "all-passed",
    },
    "schmidt": {
        "tie_break": "youngest",
        "supply": "stacks",
        "stuck": "must-exchange",
        "no_play": "all-passed",
    },
}
"""The rules on which the manuals disagree: B3, S4 and X2, X4, E3."""

SAME_EVERYWHERE = {"exchange_limit": 6, "hand_size": 6, "min_players": 2, "max_players": 4}
"""The rules on which they agree: X1, S2, S3."""

OTHER: dict[str, Any] = {
    "exchange_limit": 3,
    "hand_size": 5,
    "min_players": 1,
    "max_players": 3,
}
"""A value that no edition has, for each number."""

OPPOSITE = {
    "oldest": "youngest",
    "youngest": "oldest",
    "bag": "stacks",
    "stacks": "bag",
    "must-exchange": "may-exchange",
    "may-exchange": "must-exchange",
    "at-once": "all-passed",
    "all-passed": "at-once",
}

FIELDS = tuple(field.name for field in attrs.fields(Rules))

EACH = pytest.mark.parametrize("name", EDITIONS)


def test_every_edition_can_be_imported_as_an_object() -> None:
    """Each object is the variant that its name gives, and type checkers know its states."""
    named = {
        "999games-nl": qwirkle_variants.games999_nl,
        "999games-fr": qwirkle_variants.games999_fr,
        "cards": qwirkle_variants.card_game,
    }
    for name, origin in qwirkle.variants().items():
        if origin.split()[0] == "qwirkle" and name != "standard":
            found = named.get(name) or getattr(qwirkle_variants, name.replace("-", "_"))
            assert found == qwirkle.get_variant(name)


def those(field: str, value: str) -> list[str]:
    """The editions whose field has this value."""
    return [name for name in EDITIONS if RULES[name][field] == value]


def other_value(name: str, field: str) -> Any:
    """A value of a field other than the one that an edition has."""
    return OTHER[field] if field in OTHER else OPPOSITE[RULES[name][field]]


def at(name: str, board: str, *hands: str, supply: str = "", **fields: object) -> TileState:
    """A position of an edition; the supply is empty unless it is given."""
    return position(board, *hands, supply=supply, variant=edition(name), **fields)


# The rules as values


@EACH
def test_S2_S3_S4_B3_X1_X4_E3_the_rules_of_an_edition(name: str) -> None:
    """Each field has the value that the manual states, and the name alone selects it."""
    variant = edition(name)
    assert Rules().changed(**RULES[name], **SAME_EVERYWHERE) == variant.rules == variant.defaults
    assert variant.options == {}
    assert variant.name == name
    assert variant.version == 1
    assert repr(variant) == f"get_variant({name!r})"


def test_the_editions_come_from_this_distribution() -> None:
    """They are found by name, in the package that is tested here."""
    for name in BASES:
        with case(name):
            assert qwirkle.variants()[name].split()[0] == "qwirkle"


def test_standard_says_the_same_as_mindware() -> None:
    """All facts agree, so the core plays the original game without a plugin."""
    assert qwirkle.compare("standard", "mindware") == ()
    assert edition("standard").facts() == edition("mindware").facts()
    assert edition("standard") != edition("mindware")


def test_two_editions_differ_where_their_manuals_do() -> None:
    """The comparison has exactly the fields in which the columns of the table above differ."""
    for first, second in list(combinations(EDITIONS, 2)):
        with case(first, second):
            expected = {
                field: (RULES[first][field], RULES[second][field])
                for field in RULES[first]
                if RULES[first][field] != RULES[second][field]
            }
            found = qwirkle.compare(first, second)
            assert expected == {each.field: (each.first, each.second) for each in found}
            swapped = qwirkle.compare(second, first)
            assert [(each.field, each.second, each.first) for each in swapped] == [
                (each.field, each.first, each.second) for each in found
            ]


def test_X4_E3_one_booklet_contradicts_itself() -> None:
    """The Dutch and the French rules of 999 Games differ, in these rules and no others."""
    stuck, no_play = qwirkle.compare("999games-nl", "999games-fr")
    assert (stuck.field, stuck.rules) == ("stuck", ("X4", "R5"))
    assert (stuck.first, stuck.second) == ("may-exchange", "must-exchange")
    assert (no_play.field, no_play.rules) == ("no_play", ("E3", "R3"))
    assert (no_play.first, no_play.second) == ("all-passed", "at-once")
    dutch, french = edition("999games-nl").citations, edition("999games-fr").citations
    contradicted = [rule for rule in dutch if dutch[rule].text != french[rule].text]
    assert contradicted == ["X4", "E3"]


# Rules that are the same in every edition


@EACH
def test_S1_S2_S3_the_deal(name: str) -> None:
    """There are three of each of 36 tiles, and every player gets six."""
    for players in [2, 3, 4]:
        with case(players):
            state = qwirkle.new_game(name, players=players, seed=3)
            everything = [*state.supply.tiles, *(tile for hand in state.hands for tile in hand)]
            assert set(Counter(everything).values()) == {3}
            assert len(everything) == 108
            assert [len(hand) for hand in state.hands] == [6] * players
            assert len(state.supply) == 108 - 6 * players


@EACH
def test_S3_not_one_and_not_five(name: str) -> None:
    """Two to four can play, even if the manual does not print the number."""
    for players in [1, 5]:
        with (
            case(players),
            pytest.raises(InvalidValue, match=r"2 to 4 players .*\[S3\]"),
        ):
            qwirkle.new_game(name, players=players, seed=3)


@EACH
def test_C2_C3_E2_a_qwirkle_and_the_end(name: str) -> None:
    """A line of six scores 12, the last tile scores 6 more, and the game is over."""
    board = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0"
    state = at(name, board, "Rx", "Gd", scores=[1, 5])
    score = qwirkle.score(state, qwirkle.parse_move("Rx@5,0"))
    assert ([line.points for line in score.lines], score.end_bonus) == ([12], 6)
    after = play(state, "Rx@5,0")
    assert after.scores == (19, 5)
    assert after.outcome is not None
    assert (after.outcome.reason, after.winners) == (EndReason.WENT_OUT, (0,))


# B3: ties at the start

TIED = ("Rc Rs Gd", "Bx Bk Yt", "Gc Pd Ot", "Od Ot Yx")
"""The seats 0, 1 and 3 announce two tiles each, seat 2 only one."""


def test_B3_R1_the_oldest_of_those_tied_starts() -> None:
    """Seats 0, 1 and 3 are tied; of equally old players the lowest seat starts."""
    cases: list[tuple[tuple[int, ...], int]] = [
        ((30, 20, 90, 10), 0),
        ((20, 30, 10, 25), 1),
        ((5, 6, 99, 7), 3),
        ((8, 8, 7, 8), 0),
    ]
    for name in those("tie_break", "oldest"):
        for ages, first in cases:
            with case(name, ages, first):
                state = qwirkle.position(edition(name), players=seated(*ages), hands=TIED)
                assert state.turn == first


@pytest.mark.parametrize("name", those("tie_break", "youngest"))
@pytest.mark.parametrize(
    ("ages", "first"),
    [((30, 20, 9, 10), 3), ((20, 30, 10, 25), 0), ((9, 6, 1, 7), 1), ((8, 8, 7, 8), 0)],
)
def test_B3_R1_the_youngest_of_those_tied_starts(
    name: str, ages: tuple[int, ...], first: int
) -> None:
    """Seats 0, 1 and 3 are tied; of equally young players the lowest seat starts."""
    state = qwirkle.position(edition(name), players=seated(*ages), hands=TIED)
    assert state.turn == first


@EACH
def test_R1_an_unknown_age_among_the_tied(name: str) -> None:
    """The ages are then ignored, and the lowest of the tied seats starts."""
    for ages in [(None, 20, 90, 10), (30, 20, 90, None), (None,) * 4]:
        with case(ages):
            assert qwirkle.position(edition(name), players=seated(*ages), hands=TIED).turn == 0


@EACH
def test_R1_an_unknown_age_of_another_player(name: str) -> None:
    """Seat 2 is not tied, so its age does not matter."""
    state = qwirkle.position(edition(name), players=seated(20, 30, None, 10), hands=TIED)
    assert state.turn == {"oldest": 1, "youngest": 3}[RULES[name]["tie_break"]]


@EACH
def test_B1_B2_the_highest_number_starts_whatever_the_ages(name: str) -> None:
    """Ages matter only in a tie."""
    for ages in ((1, 99, 50), (99, 1, 50)):
        hands = ["Rc Rs Gd", "Bx Yt Gk", "Oc Os Od"]
        state = qwirkle.position(edition(name), players=seated(*ages), hands=hands)
        assert state.turn == 2


def largest_set(hand: tuple[qwirkle.Tile, ...]) -> int:
    """The number that a player announces, counted plainly."""
    kinds = set(hand)
    colors = Counter(tile.color for tile in kinds)
    shapes = Counter(tile.shape for tile in kinds)
    return max(*colors.values(), *shapes.values())


@EACH
def test_B3_the_starter_of_a_dealt_game(name: str) -> None:
    """The starter of a new game is right too, with ties between any number of players."""
    ages = [40, 10, 30, 20]
    wanted = max if RULES[name]["tie_break"] == "oldest" else min
    ties = set()
    for seed in range(40):
        state = qwirkle.new_game(name, players=seated(*ages), seed=seed)
        announced = [largest_set(hand) for hand in state.hands]
        tied = [seat for seat in range(4) if announced[seat] == max(announced)]
        ties.add(len(tied))
        assert state.turn == wanted(tied, key=lambda seat: ages[seat])
    assert {1, 2, 3} <= ties


# S4 and X2: a bag, or stacks

SUPPLY = "Oc Os Od Ot Ok Ox Yc Ys Yd Yt"


@pytest.mark.parametrize("name", those("supply", "stacks"))
def test_X2_R19_exchanged_tiles_go_under_the_stacks(name: str) -> None:
    """They keep the order of the exchange, whatever the seed, and are drawn in that order."""
    for seed in range(5):
        state = at(name, "Rs@0,0", "Gd Bx Pt", "Gk Gx", supply="Oc Os Od", seed=seed)
        state = play(state, "swap Bx Gd")
        assert words(state.supply.tiles) == "Od Gd Bx"
        state = play(state, "swap Gk Gx")
        assert words(state.supply.tiles) == "Bx Gk Gx"
        assert words(state.hands[1]) == "Od Gd"
        state = play(state, "swap Oc Os Pt")
        assert words(state.supply.tiles) == "Oc Os Pt"
        assert words(state.hands[0]) == "Gk Gx Bx"


@pytest.mark.parametrize("name", those("supply", "bag"))
def test_X2_exchanged_tiles_are_mixed_into_the_bag(name: str) -> None:
    """The seed decides where they end up, and mixes the other tiles too; none is lost."""
    orders = set()
    for seed in range(10):
        state = at(name, "Rs@0,0", "Gd Bx", "Gk", supply=SUPPLY, seed=seed)
        after = play(state, "swap Bx Gd")
        assert words(after.hands[0]) == "Oc Os"
        left = after.supply.tiles
        assert sorted(map(str, left)) == sorted([*SUPPLY.split()[2:], "Bx", "Gd"])
        assert left == play(state, "swap Bx Gd").supply.tiles
        orders.add(words(left))
    assert len(orders) > 8
    assert " ".join([*SUPPLY.split()[2:], "Gd", "Bx"]) not in orders


@EACH
def test_S4_X2_the_same_seed_in_another_edition(name: str) -> None:
    """The deal is the same everywhere; after an exchange only editions with a bag agree."""
    first = qwirkle.new_game("mindware", players=2, seed=11)
    state: Any = qwirkle.new_game(name, players=2, seed=11)
    assert (state.hands, state.supply, state.turn) == (first.hands, first.supply, first.turn)
    opening = str(next(iter(qwirkle.legal_moves(state))))
    exchanged = [play(game, opening) for game in (first, state)]
    exchanged = [play(game, f"swap {game.hand[0]} {game.hand[1]}") for game in exchanged]
    agree = exchanged[0].supply == exchanged[1].supply
    assert agree == (RULES[name]["supply"] == "bag")
    assert exchanged[0].hands == exchanged[1].hands
    given = exchanged[1].supply.tiles[-2:] == play(state, opening).hand[:2]
    assert given == (RULES[name]["supply"] == "stacks")


# X1 and X3: the limits of an exchange


@EACH
def test_X1_one_to_six_tiles(name: str) -> None:
    """A hand of eight with a large supply may exchange one to six tiles."""
    for size in range(8):
        with case(size):
            tiles = ["Rc", "Rd", "Rt", "Rk", "Rx", "Gd", "Bx", "Bt"]
            variant = edition(name, hand_size=8)
            state = position("Rs@0,0", " ".join(tiles), "Yk", supply=SUPPLY, variant=variant)
            found = codes(state, " ".join(["swap", *tiles[:size]]))
            expected = {0: {"exchange-empty"}, 7: {"exchange-too-large"}}
            assert found == expected.get(size, set())
            sizes = {len(each.tiles) for each in qwirkle.legal_moves(state).exchanges}
            assert sizes == {1, 2, 3, 4, 5, 6}


@EACH
def test_X3_R4_not_more_than_the_supply_holds(name: str) -> None:
    """Every edition refuses it, even if it is not printed, and names the rule."""
    for left in range(4):
        with case(left):
            supply = " ".join(SUPPLY.split()[:left])
            state = at(name, "Rs@0,0", "Rc Rd Gd Bx", "Yk", supply=supply)
            tiles = ["Rc", "Rd", "Gd", "Bx"]
            for size in range(1, 5):
                text = " ".join(["swap", *tiles[:size]])
                assert codes(state, text) == (set() if size <= left else {"supply-too-small"})
                assert rules_broken(state, text) == (set() if size <= left else {"X3", "R4"})
            sizes = {len(each.tiles) for each in qwirkle.legal_moves(state).exchanges}
            assert sizes == set(range(1, left + 1))


@EACH
def test_X1_tiles_are_drawn_before_others_return(name: str) -> None:
    """If the supply has exactly as many tiles, the player gets all of them, and no points."""
    state = at(name, "Rs@0,0", "Gd Bx", "Yk", supply="Oc Os", scores=[3, 4])
    after = play(state, "swap Gd Bx")
    assert words(after.hands[0]) == "Oc Os"
    assert sorted(map(str, after.supply.tiles)) == ["Bx", "Gd"]
    assert (after.scores, after.turn) == ((3, 4), 1)


# X4 and R5: a player who cannot place


@pytest.mark.parametrize("name", those("stuck", "must-exchange"))
def test_X4_R5_a_player_who_cannot_place_must_exchange(name: str) -> None:
    """With tiles in the supply, only exchanges are legal."""
    state = at(name, "Rs@0,0", "Gd Bx", "Rc", supply="Oc")
    assert kinds(state) == {"swap"}
    assert codes(state, "pass") == {"must-exchange"}
    assert rules_broken(state, "pass") == {"X4", "R5"}


@pytest.mark.parametrize("name", those("stuck", "may-exchange"))
def test_X4_R5_a_player_who_cannot_place_may_exchange_or_pass(name: str) -> None:
    """Both are legal, and a pass changes only the turn."""
    state = at(name, "Rs@0,0", "Gd Bx", "Rc", supply="Oc")
    assert legal(state) == ["swap Gd", "swap Bx", "pass"]
    assert codes(state, "pass") == set()
    after = play(state, "pass")
    assert (after.hands, after.supply, after.board) == (state.hands, state.supply, state.board)
    assert (after.turn, after.scores) == (1, (0, 0))


@EACH
def test_R5_a_player_who_can_place_may_not_pass(name: str) -> None:
    """No edition allows it, with or without tiles in the supply."""
    for supply in ["", "Oc", SUPPLY]:
        with case(supply):
            state = at(name, "Rs@0,0", "Rc Gd", "Rd", supply=supply)
            assert codes(state, "pass") == {"pass-while-move"}
            assert kinds(state) == ({"place", "swap"} if supply else {"place"})


@EACH
def test_R5_with_an_empty_supply_pass_is_the_only_move(name: str) -> None:
    """Another player can still place, so the game goes on in every edition."""
    state = at(name, "Rs@0,0", "Gd Bx", "Rc")
    assert legal(state) == ["pass"]
    assert legal(play(state, "pass"))[0] == "Rc@-1,0"


@EACH
def test_R6_the_starter_places_a_largest_set(name: str) -> None:
    """No edition lets the starter exchange, pass or place a smaller set."""
    state = at(name, "", "Rc Rs Gd", "Rd", supply=SUPPLY)
    assert codes(state, "swap Gd") == {"opening-first"}
    assert codes(state, "pass") == {"pass-while-move"}
    assert codes(state, "Gd@0,0") == {"not-opening-set"}
    assert legal(state) == ["Rc@0,0 Rs@1,0", "Rs@0,0 Rc@1,0"]


# E3 and R3: nobody can place

STUCK = ("Gd", "Bx", "Yt", "Ok")
"""Hands that do not fit beside a red square."""


@pytest.mark.parametrize("name", those("no_play", "at-once"))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_E3_the_game_ends_at_once(name: str, players: int) -> None:
    """With an empty supply it ends before anybody passes, and nobody gets the six points."""
    scores = [3, 9, 4, 5][:players]
    state = at(name, "Rs@0,0", *STUCK[:players], scores=scores)
    assert state.outcome is not None
    assert (state.outcome.reason, state.winners) == (EndReason.NO_PLAY, (1,))
    assert state.scores == tuple(scores)
    assert legal(state) == []
    assert codes(state, "pass") == {"game-over"}
    assert rules_broken(state, "pass") == {"E3"}


def test_R3_the_game_ends_when_all_in_a_row_have_passed() -> None:
    """It does not end earlier, and nobody gets the six points."""
    for name in those("no_play", "all-passed"):
        for players in [2, 3, 4]:
            with case(name, players):
                scores = [3, 9, 4, 5][:players]
                state = at(name, "Rs@0,0", *STUCK[:players], scores=scores)
                for seat in range(players):
                    assert (state.is_over, state.turn, state.passes) == (False, seat, seat)
                    assert state.winners == ()
                    assert legal(state) == ["pass"]
                    state = play(state, "pass")
                assert state.outcome is not None
                assert (state.outcome.reason, state.winners) == (EndReason.ALL_PASSED, (1,))
                assert state.scores == tuple(scores)
                assert rules_broken(state, "pass") == {"R3"}


@EACH
def test_E3_R3_the_last_placement_that_fits(name: str) -> None:
    """When nobody can place any more, the game ends at once or, without E3, after the passes."""
    state = at(name, "Rs@0,0", "Rc Bx", "Gd", scores=[0, 0])
    after = play(state, "Rc@1,0")
    assert after.scores == (2, 0)
    at_once = RULES[name]["no_play"] == "at-once"
    assert after.is_over == at_once
    if not at_once:
        after = play(after, "pass")
        assert not after.is_over
        after = play(after, "pass")
    assert after.is_over
    assert after.scores == (2, 0)


@pytest.mark.parametrize("name", those("no_play", "all-passed"))
def test_R3_a_placement_breaks_the_row_of_passes(name: str) -> None:
    """The count starts again after a placement."""
    state = at(name, "Rs@0,0", "Gd", "Rc Bx", "Yt")
    state = play(state, "pass", "Rc@1,0")
    assert state.passes == 0
    state = play(state, "pass", "pass")
    assert not state.is_over
    assert play(state, "pass").is_over


@pytest.mark.parametrize("name", those("stuck", "may-exchange"))
def test_R3_passes_while_tiles_are_left_never_end_the_game(name: str) -> None:
    """Exchanges stay possible after any number of passes."""
    state = at(name, "Rs@0,0", "Gd", "Bx", supply="Os")
    for _ in range(10):
        state = play(state, "pass")
        assert not state.is_over
    assert kinds(state) == {"swap", "pass"}


@EACH
def test_E3_not_while_somebody_can_place(name: str) -> None:
    """Seat 1 can place, so the game goes on with an empty supply."""
    assert not at(name, "Rs@0,0", "Gd", "Rc").is_over
    assert not at(name, "Rs@0,0", "Gd", "Bx", supply="Os").is_over


# Citations

IDS = (
    *("S1", "S2", "S3", "S4"),
    *("B1", "B2", "B3", "B4"),
    "T1",
    *("P1", "P2", "P3", "P4", "P5"),
    *("X1", "X2", "X3", "X4"),
    *("C1", "C2", "C3"),
    *("E1", "E2", "E3", "E4"),
)
"""The rules of the tile game."""

ACTION_IDS = ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8")

RULINGS = {f"R{number}" for number in range(1, 22)}
"""The rulings that there are."""

NOT_PRINTED: dict[str, dict[str, str]] = {
    "mindware": {"P1": "implied", "X1": "implied", "X3": "implied"},
    "999games-nl": {
        "S3": "silent",
        "S4": "implied",
        "P1": "implied",
        "X1": "implied",
        "X3": "implied",
        "E3": "silent",
    },
    "999games-fr": {"S3": "silent", "P1": "implied", "X1": "implied", "X3": "implied"},
    "hebrew": {
        "P1": "implied",
        "P2": "implied",
        "X1": "implied",
        "X4": "implied",
        "E3": "silent",
    },
    "schmidt": {"B1": "implied", "X1": "implied", "X3": "implied", "E3": "silent"},
}
"""The rules that a manual does not print in full; it prints all others."""

IMPLIED_OF_X1 = {
    "mindware": {"score nothing"},
    "999games-nl": {"score nothing", "turn ends"},
    "999games-fr": {"score nothing"},
    "hebrew": {"turn ends"},
    "schmidt": {"score nothing"},
}
"""The parts of X1 that a manual leaves to the reader."""


@EACH
def test_every_rule_has_a_citation(name: str) -> None:
    """The citations follow the order of the rules, come from one manual, and have words."""
    citations = edition(name).citations
    assert tuple(citations) == IDS
    assert len({citation.source for citation in citations.values()}) == 1
    assert all(citation.text.endswith((".", ")")) for citation in citations.values())


def test_every_edition_has_a_manual_of_its_own() -> None:
    """No two editions cite the same source."""
    assert len({edition(name).citations["S1"].source for name in EDITIONS}) == len(EDITIONS)


@EACH
def test_S3_S4_B1_P1_P2_X1_X3_X4_E3_the_status_of_every_citation(name: str) -> None:
    """Each is printed, implied or silent, as in the manual; a note says what is not printed."""
    citations = edition(name).citations
    found = {rule: cited.status for rule, cited in citations.items()}
    assert {**dict.fromkeys(IDS, "printed"), **NOT_PRINTED[name]} == found
    assert all(cited.note for cited in citations.values() if cited.status != "printed")


@EACH
def test_X1_the_implied_part_of_an_exchange(name: str) -> None:
    """Each note names only what its manual does not print."""
    cited = edition(name).citations["X1"]
    parts = {"score nothing", "turn ends"}
    assert all(part in cited.text for part in parts)
    assert {part for part in parts if part in cited.note} == IMPLIED_OF_X1[name]


@EACH
def test_R3_R4_a_ruling_is_named_where_a_manual_is_silent(name: str) -> None:
    """E3 and X3 have a ruling; S3 needs none, because other editions print the number."""
    for rule, cited in edition(name).citations.items():
        assert set(cited.rulings) <= RULINGS
        assert len(set(cited.rulings)) == len(cited.rulings)
        if cited.status == "silent":
            assert (rule, cited.rulings) in [("E3", ("R3", "R21")), ("S3", ())]
        if cited.status == "implied":
            assert cited.rulings == {"X3": ("R4",), "X4": ("R5",)}.get(rule, ())
    if edition(name).citations["S3"].status == "silent":
        assert "prints no number" in edition(name).citations["S3"].note
        assert "Two to four" in edition(name).citations["S3"].text


@EACH
def test_R1_R2_R5_R6_R7_R21_what_every_manual_leaves_open(name: str) -> None:
    """Every edition cites these rulings; one that prints E3 does not need R3."""
    citations = edition(name).citations
    assert citations["B2"].rulings == ("R2", "R6")
    assert citations["B3"].rulings == ("R1",)
    assert citations["X4"].rulings == ("R5",)
    assert citations["E4"].rulings == ("R7",)
    silent = RULES[name]["no_play"] == "all-passed"
    assert citations["E3"].rulings == (("R3", "R21") if silent else ("R21",))


@EACH
def test_B3_S4_X2_X4_E3_the_words_of_a_citation_are_the_rules(name: str) -> None:
    """The citations and the facts agree, rule by rule."""
    citations, rules = edition(name).citations, RULES[name]
    assert f"the {rules['tie_break']} of them starts" in citations["B3"].text
    place = rules["supply"]
    assert place in citations["S4"].text
    assert place in citations["X2"].text
    assert ("Mix " in citations["X2"].text) == (place == "bag")
    assert f"you {rules['stuck'].replace('-', ' ')}" in citations["X4"].text
    assert ("at once" in citations["E3"].text) == (rules["no_play"] == "at-once")
    assert ("passed" in citations["E3"].text) == (rules["no_play"] == "all-passed")


def test_R19_only_the_stacks_need_a_ruling_about_their_order() -> None:
    """Only S4 and X2 of the edition with stacks cite it."""
    found = {
        (name, rule)
        for name in EDITIONS
        for rule, cited in edition(name).citations.items()
        if "R19" in cited.rulings
    }
    assert found == {("schmidt", "S4"), ("schmidt", "X2")}


@pytest.mark.parametrize("base", EDITIONS)
def test_A1_A8_the_citations_of_action_tiles(base: str) -> None:
    """They are added to those of the base edition, and the manual is Schmidt's."""
    citations = edition("schmidt-actions", base=base).citations
    assert tuple(citations) == (*IDS, *ACTION_IDS)
    below = edition(base).citations
    assert {rule: citations[rule] for rule in IDS} == below
    for rule in ACTION_IDS:
        assert citations[rule].status == "printed"
        assert citations[rule].source == edition("schmidt").citations["S1"].source
        assert citations[rule].text
    named = {rule for each in ACTION_IDS for rule in citations[each].rulings}
    assert named == {"R3", "R8", "R9", "R10", "R11", "R12", "R13", "R20", "R21"}
    assert "R21" in citations["A5"].rulings
    assert "back into the box" in citations["A3"].text


def test_standard_cites_no_manual() -> None:
    """It is the library's default and not a printed edition."""
    assert edition("standard").citations == {}
    assert edition("standard").edition is None


BOXES: dict[str, dict[str, Any]] = {
    "mindware": {
        "publisher": "MindWare",
        "year": 2006,
        "languages": ("French",),
        "players": "2 to 4",
        "ages": "6 and up",
        "minutes": "30 to 60",
    },
    "999games-nl": {
        "publisher": "999 Games",
        "year": 2023,
        "languages": ("Dutch",),
        "players": None,
        "ages": None,
        "minutes": None,
    },
    "999games-fr": {
        "publisher": "999 Games",
        "year": 2023,
        "languages": ("French",),
        "players": None,
        "ages": None,
        "minutes": None,
    },
    "hebrew": {
        "languages": ("Hebrew",),
        "players": "2 to 4",
        "ages": "6 and up",
        "minutes": "30 to 60",
    },
    "schmidt": {
        "publisher": "Schmidt Spiele",
        "languages": ("German", "French", "Italian"),
        "players": "2 to 4",
        "ages": None,
        "minutes": None,
    },
}
"""The text that is printed on the boxes."""


@EACH
def test_S3_what_is_printed_on_the_box(name: str) -> None:
    """Languages, players, ages and minutes are as printed, and empty if not printed."""
    box = edition(name).edition
    assert box is not None
    assert {field: getattr(box, field) for field in BOXES[name]} == BOXES[name]
    assert (box.title, box.designer) == ("Qwirkle", "Susan McKinley Ross")
    assert (box.players is None) == (edition(name).citations["S3"].status == "silent")
    assert box.aliases


def test_action_tiles_come_from_one_box() -> None:
    """They are Schmidt's, whatever edition they are played with."""
    for base in BASES:
        with case(base):
            box = edition("schmidt-actions", base=base).edition
            assert box is not None
            assert (box.title, box.publisher) == ("Qwirkle with mini expansions", "Schmidt Spiele")
            assert "play some games without" in " ".join(box.remarks)


def test_other_material_that_a_manual_mentions() -> None:
    """Manuals mention paper for the points, other counters, and symbols on the tiles."""
    for name in [*EDITIONS, "schmidt-actions", "cards"]:
        with case(name):
            box = qwirkle.get_variant(name).edition
            assert box is not None
            remarks = " ".join(box.remarks)
            assert ("paper and a pencil" in remarks) == (name != "cards")
            assert ("coins or matches" in remarks) == (name == "hebrew")
            assert ("small symbol" in remarks) == name.startswith("999games")
            assert ("no bag" in remarks) == (name == "schmidt")


# House rules


@EACH
def test_any_field_can_be_a_house_rule(name: str) -> None:
    """It is set by name on any edition, and all other fields stay the same."""
    for field in FIELDS:
        with case(field):
            value = other_value(name, field)
            variant = edition(name, **{field: value})
            assert variant.rules == attrs.evolve(edition(name).rules, **{field: value})
            assert variant.defaults == edition(name).rules
            assert variant.options == {field: value}
            assert variant.name == name
            assert variant == qwirkle.get_variant(edition(name), **{field: value})
            assert variant != edition(name)
            assert eval(repr(variant), vars(qwirkle).copy()) == variant
            [difference] = qwirkle.compare(name, variant)
            assert (difference.field, difference.second) == (field, value)
            assert variant.citations == edition(name).citations


@EACH
def test_a_default_value_is_not_an_option(name: str) -> None:
    """Setting it explicitly changes nothing, even after another value was chosen."""
    for field in FIELDS:
        with case(field):
            usual = getattr(edition(name).rules, field)
            assert edition(name, **{field: usual}) == edition(name)
            changed = edition(name, **{field: other_value(name, field)})
            assert qwirkle.get_variant(changed, **{field: usual}) == edition(name)


@EACH
def test_several_house_rules_at_once(name: str) -> None:
    """They can be given in any order, and are listed by name."""
    options = {field: other_value(name, field) for field in reversed(FIELDS)}
    variant = edition(name, **options)
    one_by_one: Any = edition(name)
    for field in FIELDS:
        one_by_one = qwirkle.get_variant(one_by_one, **{field: options[field]})
    assert variant == one_by_one
    assert list(variant.options.items()) == sorted(options.items())


def test_B3_a_house_rule_is_played() -> None:
    """The youngest starts in the edition with stacks, unless a house rule changes that."""
    players = seated(30, 20, 90, 10)
    for options, first in (({}, 3), ({"tie_break": "oldest"}, 0)):
        variant = edition("schmidt", **options)
        assert qwirkle.position(variant, players=players, hands=TIED).turn == first


def test_X4_the_dutch_turn_is_one_of_three_things() -> None:
    """Players who read the Dutch rules in that way choose another value of the field."""
    hands = ("Gd Bx", "Rc")
    for options, expected in (({}, {"swap", "pass"}), ({"stuck": "must-exchange"}, {"swap"})):
        variant = edition("999games-nl", **options)
        assert kinds(position("Rs@0,0", *hands, supply="Oc", variant=variant)) == expected


@EACH
def test_a_wrong_option_names_the_right_ones(name: str) -> None:
    """The error has the unknown name and lists the known ones."""
    for option in ["tiebreak", "Tie_break", "no-play", "", "base", "dealt"]:
        with case(option):
            with pytest.raises(InvalidOption) as caught:
                edition(name, **{option: "oldest"})
            assert f"there is no option {option!r}" in str(caught.value)
            assert str(caught.value).endswith(", ".join(FIELDS))


@EACH
def test_a_wrong_value_names_the_right_ones(name: str) -> None:
    """The error has the option, the values it can have, and the value it was given."""
    cases: list[tuple[str, object, str]] = [
        ("tie_break", "tallest", "'oldest' or 'youngest', not 'tallest'"),
        ("supply", "box", "'bag' or 'stacks', not 'box'"),
        ("stuck", True, "'must-exchange' or 'may-exchange', not True"),
        ("no_play", None, "'at-once' or 'all-passed', not None"),
        ("no_play", "at_once", "'at-once' or 'all-passed', not 'at_once'"),
        ("exchange_limit", 0, "a number from 1 to 54, not 0"),
        ("hand_size", "six", "a number from 1 to 54, not 'six'"),
        ("hand_size", 6.0, "a number from 1 to 54, not 6.0"),
        ("min_players", True, "a number from 1 to 54, not True"),
        ("max_players", 55, "a number from 1 to 54, not 55"),
        ("min_players", 5, "no more than max_players: 5 is more than 4"),
        ("max_players", 1, "min_players must be no more than max_players: 2 is more than 1"),
        ("hand_size", 28, "28 for each of 4 is too many"),
    ]
    for option, value, possible in cases:
        with case(option, value, possible):
            with pytest.raises(InvalidOption) as caught:
                edition(name, **{option: value})
            assert option in str(caught.value)
            assert possible in str(caught.value)


# Saved games


@EACH
def test_json_of_an_edition_with_options(name: str) -> None:
    """States and views come back equal, with the same rules."""
    for field in ["", *FIELDS]:
        with case(field):
            options = {field: other_value(name, field)} if field else {}
            variant = edition(name, **options)
            state: TileState = qwirkle.new_game(variant, players=3, seed=5)
            for _ in range(4):
                again = qwirkle.from_json(qwirkle.to_json(state))
                assert again == state
                assert again.variant == variant
                assert again.variant.options == options
                view = qwirkle.observe(state, 1)
                assert qwirkle.from_json(qwirkle.to_json(view)) == view
                assert eval(repr(state), vars(qwirkle).copy()) == state
                state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))


@EACH
def test_a_record_of_an_edition_with_options(name: str) -> None:
    """A record of a game by house rules is read back with them."""
    variant = edition(name, tie_break=OPPOSITE[RULES[name]["tie_break"]], hand_size=5)
    record = qwirkle.GameRecord(qwirkle.new_game(variant, players=seated(20, 30), seed=2))
    record = record.play(next(iter(qwirkle.legal_moves(record.state))))
    record = record.play(Exchange(record.state.hand[:2]))
    again = qwirkle.GameRecord.parse(str(record))
    assert again == record
    assert again.state == record.state
    assert again.start.variant == variant


def test_a_game_stays_in_its_edition() -> None:
    """Two editions with the same rules stay different: a saved game names its own."""
    games = [qwirkle.new_game(name, seed=1) for name in ("999games-nl", "hebrew")]
    assert games[0].variant.rules == games[1].variant.rules
    assert games[0] != games[1]
    assert [qwirkle.from_json(qwirkle.to_json(game)).variant.name for game in games] == [  # type: ignore[union-attr]
        "999games-nl",
        "hebrew",
    ]


def test_X4_a_pass_allowed_in_one_edition_is_refused_in_another() -> None:
    """The same position is judged by the rules of the edition that saved it."""
    for name in EDITIONS:
        state = at(name, "Rs@0,0", "Gd Bx", "Rc", supply="Oc")
        again = qwirkle.from_json(qwirkle.to_json(state))
        may = RULES[name]["stuck"] == "may-exchange"
        assert (Pass() in qwirkle.legal_moves(again)) == may  # type: ignore[arg-type]
