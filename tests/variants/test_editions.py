# ruff: noqa: N802
"""The printed editions: their rules, the differences in play, and their citations."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import attrs
import pytest
from edition_positions import BASES, EDITIONS, codes, edition, play, rules_broken, seated, words
from rule_ids import IDS
from tile_positions import kinds, legal, position

import qwirkle
import qwirkle_variants
from qwirkle import EndReason, Exchange, TileState
from qwirkle.authoring import Rules
from qwirkle.errors import InvalidOption, InvalidValue

DIFFERING = ("tie_break", "supply", "stuck", "no_play")
"""The rules on which the manuals disagree: B3, S4 and X2, X4, E3."""

RULES: dict[str, dict[str, str]] = {
    name: dict(zip(DIFFERING, values, strict=True))
    for name, *values in [
        ("mindware", "oldest", "bag", "must-exchange", "at-once"),
        ("999games-nl", "oldest", "bag", "may-exchange", "all-passed"),
        ("999games-fr", "oldest", "bag", "must-exchange", "at-once"),
        ("hebrew", "oldest", "bag", "may-exchange", "all-passed"),
        ("schmidt", "youngest", "stacks", "must-exchange", "all-passed"),
    ]
}

SAME_EVERYWHERE = {"exchange_limit": 6, "hand_size": 6, "min_players": 2, "max_players": 4}
"""The rules on which they agree: X1, S2, S3."""

OTHER: dict[str, Any] = {"exchange_limit": 3, "hand_size": 5, "min_players": 1, "max_players": 3}
"""A value that no edition has, for each number."""

CHOICES = (
    {"oldest", "youngest"},
    {"bag", "stacks"},
    {"must-exchange", "may-exchange"},
    {"at-once", "all-passed"},
)

FIELDS = tuple(field.name for field in attrs.fields(Rules))

EACH = pytest.mark.parametrize("name", EDITIONS)

SUPPLY = "Oc Os Od Ot Ok Ox Yc Ys Yd Yt"


def other_value(name: str, field: str) -> Any:
    """A value of a field other than the one that an edition has."""
    if field in OTHER:
        return OTHER[field]
    usual = RULES[name][field]
    [other] = next(values for values in CHOICES if usual in values) - {usual}
    return other


def at(name: str, board: str, *hands: str, supply: str = "", **fields: object) -> TileState:
    """A position of an edition; the supply is empty unless it is given."""
    return position(board, *hands, supply=supply, variant=edition(name), **fields)


# The rules as values


@EACH
def test_S2_S3_S4_B3_X1_X4_E3_the_rules_of_an_edition(name: str) -> None:
    """Each field has the value that the manual states, and the name alone selects it."""
    variant = edition(name)
    assert Rules().changed(**RULES[name], **SAME_EVERYWHERE) == variant.rules == variant.defaults
    assert (variant.name, variant.version, variant.options) == (name, 1, {})
    assert repr(variant) == f"get_variant({name!r})"


def test_every_edition_can_be_imported_as_an_object() -> None:
    """Each object is the variant that its name gives, and type checkers know its states."""
    named = {
        "999games-nl": qwirkle_variants.games999_nl,
        "999games-fr": qwirkle_variants.games999_fr,
        "cards": qwirkle_variants.card_game,
    }
    ours = [name for name, origin in qwirkle.variants().items() if origin.startswith("qwirkle ")]
    assert {*BASES, "schmidt-actions", "cards"} <= {*ours}
    for name in ours:
        if name != "standard":
            found = named.get(name) or getattr(qwirkle_variants, name.replace("-", "_"))
            assert found == qwirkle.get_variant(name)


def test_standard_says_the_same_as_mindware() -> None:
    """All facts agree, so the core plays the original game; but it cites no manual."""
    assert qwirkle.compare("standard", "mindware") == ()
    assert edition("standard").facts() == edition("mindware").facts()
    assert edition("standard") != edition("mindware")
    assert (edition("standard").citations, edition("standard").edition) == ({}, None)


@pytest.mark.parametrize(("first", "second"), [*combinations(EDITIONS, 2)])
def test_two_editions_differ_where_their_manuals_do(first: str, second: str) -> None:
    """The comparison has exactly the fields in which the columns of the table above differ."""
    found = [(each.field, each.first, each.second) for each in qwirkle.compare(first, second)]
    columns = [(field, RULES[first][field], RULES[second][field]) for field in DIFFERING]
    assert sorted(found) == sorted(each for each in columns if each[1] != each[2])
    swapped = [(each.field, each.second, each.first) for each in qwirkle.compare(second, first)]
    assert swapped == found


def test_X4_E3_one_booklet_contradicts_itself() -> None:
    """The Dutch and the French rules of 999 Games differ, in these rules and no others."""
    found = qwirkle.compare("999games-nl", "999games-fr")
    assert [each.rules for each in found] == [("X4", "R5"), ("E3", "R3")]
    dutch, french = edition("999games-nl").citations, edition("999games-fr").citations
    assert [rule for rule in dutch if dutch[rule].text != french[rule].text] == ["X4", "E3"]


# The deal and the starter

TIED = ("Rc Rs Gd", "Bx Bk Yt", "Gc Pd Ot", "Od Ot Yx")
"""The seats 0, 1 and 3 announce two tiles each, seat 2 only one."""


@EACH
def test_S1_S2_S3_the_deal(name: str) -> None:
    """There are three of each of 36 tiles, and each of two to four players gets six."""
    for players in (2, 3, 4):
        state = qwirkle.new_game(name, players=players, seed=3)
        everything = [*state.supply.tiles, *(tile for hand in state.hands for tile in hand)]
        assert sorted(Counter(everything).values()) == [3] * 36
        assert [len(hand) for hand in state.hands] == [6] * players
    for players in (1, 5):
        with pytest.raises(InvalidValue, match=r"2 to 4 players .*\[S3\]"):
            qwirkle.new_game(name, players=players, seed=3)


@EACH
@pytest.mark.parametrize(
    ("ages", "oldest", "youngest"),
    [
        ((30, 20, 90, 10), 0, 3),
        ((20, 30, 10, 25), 1, 0),
        ((9, 6, 99, 7), 0, 1),
        ((5, 6, 1, 7), 3, 0),
        ((8, 8, 7, 8), 0, 0),
        ((20, 30, None, 10), 1, 3),  # seat 2 is not tied, so its age does not matter
        ((None, 20, 90, 10), 0, 0),  # an unknown age among those tied
        ((30, 20, 90, None), 0, 0),
        ((None,) * 4, 0, 0),
    ],
)
def test_B3_R1_ties_at_the_start(
    name: str, ages: tuple[int | None, ...], oldest: int, youngest: int
) -> None:
    """Seats 0, 1 and 3 are tied; of players of the same age the lowest seat starts."""
    state = qwirkle.position(edition(name), players=seated(*ages), hands=TIED)
    assert state.turn == {"oldest": oldest, "youngest": youngest}[RULES[name]["tie_break"]]


# S4 and X2: a bag, or stacks


@EACH
def test_S4_X2_R19_where_exchanged_tiles_go(name: str) -> None:
    """Under the stacks in the order of the exchange, or mixed into the bag by the seed."""
    orders = set()
    for seed in range(10):
        state = at(name, "Rs@0,0", "Gd Bx", "Gk", supply=SUPPLY, seed=seed)
        after = play(state, "swap Bx Gd")
        assert words(after.hands[0]) == "Oc Os"
        left = words(after.supply.tiles)
        assert sorted(left.split()) == sorted([*SUPPLY.split()[2:], "Bx", "Gd"])
        assert left == words(play(state, "swap Bx Gd").supply.tiles)
        orders.add(left)
    under = " ".join([*SUPPLY.split()[2:], "Gd", "Bx"])
    if RULES[name]["supply"] == "stacks":
        assert orders == {under}
    else:
        assert len(orders) > 8
        assert under not in orders


# X4 and R5: a player who cannot place


@EACH
def test_X4_R5_a_player_who_cannot_place(name: str) -> None:
    """The player must exchange, or may pass instead; with an empty supply a pass is left."""
    state = at(name, "Rs@0,0", "Gd Bx", "Rc", supply="Oc")
    if RULES[name]["stuck"] == "must-exchange":
        assert legal(state) == ["swap Gd", "swap Bx"]
        assert codes(state, "pass") == {"must-exchange"}
        assert rules_broken(state, "pass") == {"X4", "R5"}
    else:
        assert legal(state) == ["swap Gd", "swap Bx", "pass"]
        after = play(state, "pass")
        assert (after.hands, after.supply, after.board) == (state.hands, state.supply, state.board)
        assert (after.turn, after.scores) == (1, (0, 0))
    last = at(name, "Rs@0,0", "Gd Bx", "Rc")
    assert legal(last) == ["pass"]
    assert legal(play(last, "pass"))[0] == "Rc@-1,0"


# E3 and R3: the end


@EACH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_E3_R3_nobody_can_place(name: str, players: int) -> None:
    """The game ends at once or when all in a row have passed; nobody gets the six points."""
    scores = [3, 9, 4, 5][:players]
    state = at(name, "Rs@0,0", *("Gd", "Bx", "Yt", "Ok")[:players], scores=scores)
    reason, rule = EndReason.NO_PLAY, "E3"
    if RULES[name]["no_play"] == "all-passed":
        reason, rule = EndReason.ALL_PASSED, "R3"
        for seat in range(players):
            assert (state.is_over, state.turn, state.passes) == (False, seat, seat)
            assert legal(state) == ["pass"]
            state = play(state, "pass")
    assert state.outcome is not None
    assert (state.outcome.reason, state.winners) == (reason, (1,))
    assert (state.scores, legal(state)) == (tuple(scores), [])
    assert rules_broken(state, "pass") == {rule}


@EACH
def test_E3_R3_the_last_placement_that_fits(name: str) -> None:
    """When nobody can place any more, the game ends at once or, without E3, after the passes."""
    assert not at(name, "Rs@0,0", "Gd", "Bx", supply="Os").is_over
    state = at(name, "Rs@0,0", "Gd", "Rc Bx", "Yt")
    if RULES[name]["no_play"] == "at-once":
        assert play(state, "pass", "Rc@1,0").is_over
        return
    state = play(state, "pass", "Rc@1,0")
    assert (state.passes, state.scores) == (0, (0, 2, 0))  # it breaks the row of passes
    state = play(state, "pass", "pass")
    assert not state.is_over
    assert play(state, "pass").is_over


# Citations

TILE_IDS = tuple(rule for rule in IDS if rule[0] in "SBTPXCE")
ACTION_IDS = tuple(rule for rule in IDS if rule[0] == "A")

NOT_PRINTED: dict[str, tuple[str, str]] = {
    "mindware": ("", "P1 X1 X3"),
    "999games-nl": ("S3 E3", "S4 P1 X1 X3"),
    "999games-fr": ("S3", "P1 X1 X3"),
    "hebrew": ("E3", "P1 P2 X1 X4"),
    "schmidt": ("E3", "B1 X1 X3"),
}
"""The rules on which a manual is silent, and those it only implies; it prints all others."""

IMPLIED_OF_X1 = {
    "mindware": {"score nothing"},
    "999games-nl": {"score nothing", "turn ends"},
    "999games-fr": {"score nothing"},
    "hebrew": {"turn ends"},
    "schmidt": {"score nothing"},
}
"""The parts of X1 that a manual leaves to the reader."""


@EACH
def test_S3_S4_B1_P1_P2_X1_X3_X4_E3_the_status_of_every_citation(name: str) -> None:
    """Each is printed, implied or silent, as in the manual; a note says what is not printed."""
    citations = edition(name).citations
    assert tuple(citations) == TILE_IDS
    silent, implied = NOT_PRINTED[name]
    expected = dict.fromkeys(TILE_IDS, "printed") | dict.fromkeys(silent.split(), "silent")
    expected |= dict.fromkeys(implied.split(), "implied")
    assert {rule: cited.status for rule, cited in citations.items()} == expected
    assert len({cited.source for cited in citations.values()}) == 1
    assert all(cited.text.endswith((".", ")")) for cited in citations.values())
    assert all(cited.note for cited in citations.values() if cited.status != "printed")
    parts = {"score nothing", "turn ends"}
    assert all(part in citations["X1"].text for part in parts)
    assert {part for part in parts if part in citations["X1"].note} == IMPLIED_OF_X1[name]


def test_every_edition_has_a_manual_of_its_own() -> None:
    assert len({edition(name).citations["S1"].source for name in EDITIONS}) == len(EDITIONS)


@EACH
def test_R1_R2_R3_R4_R5_R6_R7_R19_R21_the_rulings_that_are_cited(name: str) -> None:
    """Every edition cites those on what all manuals leave open, and some cite more."""
    expected = {
        "B2": ("R2", "R6"),
        "B3": ("R1",),
        "X3": ("R4",),
        "X4": ("R5",),
        "E3": ("R21",),
        "E4": ("R7",),
    }
    if RULES[name]["no_play"] == "all-passed":
        expected["E3"] = ("R3", "R21")
    if RULES[name]["supply"] == "stacks":
        expected |= {"S4": ("R19",), "X2": ("R19",)}
    if name == "hebrew":  # it prints that no more can be exchanged than there are
        del expected["X3"]
    citations = edition(name).citations
    assert {rule: cited.rulings for rule, cited in citations.items() if cited.rulings} == expected


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


@pytest.mark.parametrize("base", BASES)
def test_A1_to_A8_the_citations_of_action_tiles(base: str) -> None:
    """They are added to those of the base edition, and the box and its manual are Schmidt's."""
    variant = edition("schmidt-actions", base=base)
    added = {rule: variant.citations[rule] for rule in ACTION_IDS}
    assert variant.citations == {**edition(base).citations, **added}
    source = edition("schmidt").citations["S1"].source
    assert {(cited.status, cited.source) for cited in added.values()} == {("printed", source)}
    named = {rule for cited in added.values() for rule in cited.rulings}
    assert named == {"R3", "R8", "R9", "R10", "R11", "R12", "R13", "R20", "R21"}
    assert "R21" in added["A5"].rulings
    assert "back into the box" in added["A3"].text
    box = variant.edition
    assert box is not None
    assert (box.title, box.publisher) == ("Qwirkle with mini expansions", "Schmidt Spiele")
    assert "play some games without" in " ".join(box.remarks)


@pytest.mark.parametrize(
    ("name", "publisher", "year", "languages", "players", "ages", "minutes"),
    [
        ("mindware", "MindWare", 2006, "French", "2 to 4", "6 and up", "30 to 60"),
        ("999games-nl", "999 Games", 2023, "Dutch", None, None, None),
        ("999games-fr", "999 Games", 2023, "French", None, None, None),
        ("hebrew", "the Hebrew edition", None, "Hebrew", "2 to 4", "6 and up", "30 to 60"),
        ("schmidt", "Schmidt Spiele", None, "German French Italian", "2 to 4", None, None),
    ],
)
def test_S3_what_is_printed_on_the_box(
    name: str,
    publisher: str,
    year: int | None,
    languages: str,
    players: str | None,
    ages: str | None,
    minutes: str | None,
) -> None:
    """All is as printed, and empty if not printed."""
    box = edition(name).edition
    assert box is not None
    assert (box.title, box.designer) == ("Qwirkle", "Susan McKinley Ross")
    assert (box.publisher, box.year, " ".join(box.languages)) == (publisher, year, languages)
    assert (box.players, box.ages, box.minutes) == (players, ages, minutes)
    assert (players is None) == (edition(name).citations["S3"].status == "silent")


@pytest.mark.parametrize("name", [*EDITIONS, "schmidt-actions", "cards"])
def test_other_material_that_a_manual_mentions(name: str) -> None:
    """Manuals mention paper for the points, other counters, and symbols on the tiles."""
    box = qwirkle.get_variant(name).edition
    assert box is not None
    remarks = " ".join(box.remarks)
    assert ("paper and a pencil" in remarks) == (name != "cards")
    assert ("coins or matches" in remarks) == (name == "hebrew")
    assert ("small symbol" in remarks) == name.startswith("999games")
    assert ("no bag" in remarks) == (name == "schmidt")


# House rules


@EACH
@pytest.mark.parametrize("field", FIELDS)
def test_any_field_can_be_a_house_rule(name: str, field: str) -> None:
    """It is set by name on any edition, and all other fields stay the same."""
    value, usual = other_value(name, field), edition(name)
    variant = edition(name, **{field: value})
    assert variant.rules == attrs.evolve(usual.rules, **{field: value})
    assert (variant.name, variant.defaults, variant.options) == (name, usual.rules, {field: value})
    assert variant == qwirkle.get_variant(usual, **{field: value}) != usual
    assert eval(repr(variant), vars(qwirkle).copy()) == variant
    [difference] = qwirkle.compare(name, variant)
    assert (difference.field, difference.second) == (field, value)
    assert variant.citations == usual.citations
    assert qwirkle.get_variant(variant, **{field: getattr(usual.rules, field)}) == usual
    state = qwirkle.new_game(variant, players=3, seed=5)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state


@EACH
def test_several_house_rules_at_once(name: str) -> None:
    """They are listed by name, and a record of such a game is read back with them."""
    options = {field: other_value(name, field) for field in reversed(FIELDS)}
    variant = edition(name, **options)
    assert list(variant.options.items()) == sorted(options.items())
    record = qwirkle.GameRecord(qwirkle.new_game(variant, players=seated(20, 30), seed=2))
    record = record.play(next(iter(qwirkle.legal_moves(record.state))))
    record = record.play(Exchange(record.state.hand[:2]))
    again = qwirkle.GameRecord.parse(str(record))
    assert (again, again.state, again.start.variant) == (record, record.state, variant)


def test_B3_X4_a_house_rule_is_played() -> None:
    """It decides who starts and what a stuck player does; a saved game keeps it."""
    players = seated(30, 20, 90, 10)
    for options, first in (({}, 3), ({"tie_break": "oldest"}, 0)):
        variant = edition("schmidt", **options)
        assert qwirkle.position(variant, players=players, hands=TIED).turn == first
    for changes, expected in (({}, {"swap", "pass"}), ({"stuck": "must-exchange"}, {"swap"})):
        variant = edition("999games-nl", **changes)
        state = position("Rs@0,0", "Gd Bx", "Rc", supply="Oc", variant=variant)
        assert kinds(state) == expected
        again = qwirkle.from_json(qwirkle.to_json(state))
        assert isinstance(again, TileState)
        assert kinds(again) == expected
    dutch, hebrew = (qwirkle.new_game(name, seed=1) for name in ("999games-nl", "hebrew"))
    assert dutch.variant.rules == hebrew.variant.rules
    assert dutch != hebrew == qwirkle.from_json(qwirkle.to_json(hebrew))


@pytest.mark.parametrize("option", ["tiebreak", "Tie_break", "no-play", "", "base", "dealt"])
def test_a_wrong_option_names_the_right_ones(option: str) -> None:
    """The error has the unknown name and lists the known ones."""
    with pytest.raises(InvalidOption) as caught:
        edition("hebrew", **{option: "oldest"})
    assert f"there is no option {option!r}" in str(caught.value)
    assert str(caught.value).endswith(", ".join(FIELDS))
