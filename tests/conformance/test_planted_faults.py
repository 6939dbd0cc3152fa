"""The conformance suite finds faults: a sound toy passes, and every planted fault is caught."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial

import pytest
from conformance import faulty
from conformance.faulty import Toy, toy
from hypothesis import Phase, settings
from hypothesis.errors import HypothesisWarning

import qwirkle
from qwirkle.authoring import TileGame
from qwirkle.testing import CHECKS, Check, NotSound, games, playouts

QUICK = partial(settings, phases=[Phase.generate])
"""Settings for what is to be found, but need not be made small."""

BY_NAME = {check.name: check for check in CHECKS}


def reasons(error: BaseException) -> Iterator[BaseException]:
    """An error, or all errors that Hypothesis found together."""
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from reasons(each)
    else:
        yield error


def caught_by(check: str, variant: TileGame) -> list[BaseException]:
    """The faults that a check finds in a variant; an empty list if it passes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # it shows examples at length
        try:
            BY_NAME[check](variant)
        except Exception as error:
            return list(reasons(error))
    return []


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop at the first fault."""
    monkeypatch.setattr(games, "settings", QUICK)


@pytest.mark.parametrize("check", BY_NAME)
def test_a_sound_variant_passes(check: str) -> None:
    """The toy without a fault passes every check."""
    qwirkle.register(toy())
    BY_NAME[check](toy())


@pytest.mark.parametrize("check", BY_NAME)
def test_a_sound_variant_with_options_passes(check: str) -> None:
    """The toy with a house rule passes every check."""
    qwirkle.register(toy())
    BY_NAME[check](toy().with_options(no_play="all-passed", supply="bag"))


def test_a_sound_variant_with_very_many_moves_passes() -> None:
    """If there are too many moves to list, only the listed ones are examined."""
    BY_NAME["membership"](qwirkle.get_variant("standard", hand_size=10))


FAULTS: list[tuple[type[Toy], str, str]] = [
    # the name, the options and the description
    (faulty.WrongRepr, "registration", "the repr does not evaluate to an equal value"),
    (faulty.AnotherCopy, "registration", "a copy is not equal"),
    (faulty.NoRuleInFact, "registration", "a fact cites no rule"),
    (faulty.OwnFactsOnly, "registration", "an option is not among the facts"),
    (faulty.NoTextInFact, "registration", "a fact has no text"),
    (faulty.KeepsQuiet, "registration", "add one for 'starter' to facts()"),
    (faulty.Unpicklable, "determinism", "cannot be sent to another process"),
    # states
    (faulty.Mutates, "purity", "apply differs from itself"),
    (faulty.MutatesWhenScoring, "purity", "a state changed while it was played from"),
    (faulty.Moody, "purity", "apply differs from itself"),
    (faulty.LosesTile, "conservation", "the tiles of the game have changed"),
    (faulty.MakesTile, "conservation", "the tiles of the game have changed"),
    (faulty.LosesTileAtTheEnd, "conservation", "the tiles of the game have changed"),
    (faulty.SwapsTile, "conservation", "the tiles of the game have changed"),
    (faulty.UnsortedHands, "conservation", "a hand is not sorted"),
    # the list of moves
    (faulty.OrderedByHash, "determinism", "another process plays a different game"),
    (faulty.OrderedByCalls, "order", "lists its moves differently"),
    (faulty.ListsTwice, "order", "a move is listed twice"),
    (faulty.ListsTooFew, "membership", "'in' disagrees"),
    (faulty.ListsTooMany, "membership", "a listed move is not 'in'"),
    (faulty.WrongCount, "membership", "count() disagrees with the list"),
    (faulty.WrongBool, "membership", "bool() disagrees with the list"),
    (faulty.SamplesAnything, "membership", "sample() gives a move that is not legal"),
    (faulty.TakesAnything, "membership", "something that is not a move is 'in'"),
    (faulty.ForgetsPlacements, "membership", "the list placements is not that part of all moves"),
    (faulty.StarsCount, "membership", "a first line elsewhere is judged differently"),
    (faulty.OneCellCounts, "membership", "a first line elsewhere is judged differently"),
    (faulty.ScoresOtherwise, "membership", "scored() and score() give different points"),
    # texts, JSON, reprs and draws
    (faulty.JsonForgets, "round_trips", "a round trip is not equal"),
    (faulty.JsonForgetsInViews, "round_trips", "a round trip is not equal"),
    (faulty.ReprForgets, "round_trips", "the repr does not evaluate to an equal value"),
    (faulty.OddHash, "round_trips", "equal things hash differently"),
    (faulty.TextMixesUp, "round_trips", "a text gives a different move"),
    (faulty.DrawsReversed, "draws_given", "makes a difference"),
    (faulty.IgnoresGivenDraws, "draws_given", "makes a difference"),
    # views
    (faulty.LeaksSupply, "hidden", "a view shows what its player cannot know"),
    (faulty.LeaksNextTile, "hidden", "a view shows what its player cannot know"),
    (faulty.LeaksHand, "hidden", "a view holds another's hand"),
    (faulty.LeaksHandQuietly, "hidden", "a view holds another's hand"),
    (faulty.SamplesTheSame, "hidden", "sampling always deals the same hands"),
    (faulty.LeaksSeed, "hidden", "a view shows what its player cannot know"),
    (faulty.LeaksState, "hidden", "a state can be reached from a view"),
    (faulty.LeaksStateDeeply, "hidden", "a state can be reached from a view"),
    (faulty.LeaksByRepr, "hidden", "a view's repr leaks"),
    (faulty.LeaksByJson, "hidden", "a view's JSON leaks"),
    (faulty.AnothersHand, "hidden", "a view has a different hand"),
    (faulty.DrawsEverything, "hidden", "a view's scene shows another hand"),
    (faulty.ShowsNothing, "hidden", "a view shows the wrong hands"),
    (faulty.KnowsTheSupply, "hidden", "a view gives a different score"),
    (faulty.WaitingMayMove, "hidden", "a waiting player has moves"),
    (faulty.OtherScoreInViews, "hidden", "a view gives a different score"),
    (faulty.OtherMovesInViews, "hidden", "the view of the player to move has different moves"),
    # the end
    (faulty.NeverEnds, "termination", "did not finish"),
    (faulty.NothingToDo, "termination", "there is no legal move before the end"),
    (faulty.NobodyWins, "termination", "nobody won"),
    (faulty.MovesAfterTheEnd, "termination", "moves after the end"),
    (faulty.SettlesHiddenTiles, "termination", "the outcome depends on hidden things"),
    (faulty.SettlesForOne, "termination", "not a whole number for each player"),
    (faulty.SettlesInHalves, "termination", "not a whole number for each player"),
    (faulty.AnotherEndInViews, "termination", "a view has a different outcome"),
    # points
    (faulty.PartsDoNotAddUp, "scores", "the parts do not add up"),
    (faulty.PromisesMore, "scores", "the points differ from score()"),
    (faulty.PromisesTheEnd, "termination", "the points differ from score()"),
    (faulty.GivesToOthers, "scores", "another player's score changed"),
    (faulty.NoBest, "scores", "best() finds no move"),
    (faulty.BestOfAll, "scores", "best() gives a move that is not legal"),
    (faulty.FirstIsBest, "scores", "best() does not score the most"),
    (faulty.TooManyScores, "scores", "there is not exactly one score for each player"),
    # other processes
    (faulty.SeededByHash, "determinism", "another process plays a different game"),
    # errors
    (faulty.UnknownOptionIsKeyError, "errors", "bad input gives KeyError"),
    (faulty.AnyOption, "errors", "bad input is accepted"),
    (faulty.BadPositionIsTypeError, "errors", "bad input gives TypeError"),
    (faulty.BadJsonIsKeyError, "errors", "bad input gives KeyError"),
    (faulty.SilentErrors, "errors", "an error has no message"),
    (faulty.SaysYesOrNo, "errors", "a reason is not a Violation"),
    (faulty.NoRule, "errors", "a violation cites no rule"),
    (faulty.NoRuleId, "errors", "a violation cites something that is not a rule id"),
    (faulty.TextForCode, "errors", "a code is not a member of an enum"),
    (faulty.NoMessage, "errors", "a violation has no message"),
    (faulty.OtherWords, "errors", "a sentence does not follow its template"),
    (faulty.Speechless, "words", "a move has no words"),
    (faulty.Indiscreet, "words", "the words for a move depend on hidden things"),
    (faulty.NoHighlights, "words", "the highlights are not a tuple of cells"),
    (faulty.Unreadable, "words", "'toss' is not a move of the kind Toss"),
    (faulty.Untypable, "words", "'pass' is not a move of the kind Wave"),
    (faulty.AppliesAnything, "errors", "an illegal move is accepted"),
    (faulty.OtherReasons, "errors", "the reasons differ from check's"),
]
"""Each fault, the check that must catch it, and what it says."""


@pytest.mark.parametrize(
    ("fault", "check", "text"),
    FAULTS,
    ids=[f"{check}-{kind.__name__}" for kind, check, _ in FAULTS],
)
def test_a_planted_fault_is_caught(fault: type[Toy], check: str, text: str) -> None:
    """The check that is meant for it says what is wrong."""
    variant = toy(fault)
    qwirkle.register(variant)
    found = caught_by(check, variant)
    assert [error for error in found if isinstance(error, NotSound) and text in str(error)], found


def test_a_first_line_that_stands_for_no_listed_one_is_caught() -> None:
    """Only hands of the usual size have first lines that are also moves later in a game."""
    with pytest.raises(NotSound, match="'in' disagrees"):
        BY_NAME["membership"](faulty.StandsForItself("itself"))


@pytest.mark.parametrize("check", BY_NAME)
def test_every_check_catches_something(check: str) -> None:
    """Every check catches at least one planted fault."""
    assert check in {name for _, name, _ in FAULTS}


def test_an_unregistered_variant_is_caught() -> None:
    """It could not be chosen by its name."""
    [error] = caught_by("registration", toy())
    assert isinstance(error, NotSound)
    assert "variants() does not list it" in str(error)


def test_two_moves_with_one_verb_cannot_be_registered() -> None:
    """Their texts could not be told apart."""
    with pytest.raises(qwirkle.errors.VariantLoadError, match="different verbs"):
        qwirkle.register(toy(faulty.SameVerb))


def test_an_unpicklable_variant_is_caught() -> None:
    """It cannot be copied, and the check of the description finds that too."""
    qwirkle.register(toy(faulty.Unpicklable))
    assert caught_by("registration", toy(faulty.Unpicklable))


def test_forgotten_options_are_caught() -> None:
    """A variant with options must be restored from its name and its options."""
    qwirkle.register(toy(faulty.ForgetsOptions))
    [error] = caught_by("registration", toy(faulty.ForgetsOptions).with_options(hand_size=2))
    assert isinstance(error, NotSound)
    assert "get_variant with its name and options gives a different variant" in str(error)


def test_another_version_is_caught() -> None:
    """A version other than that of the name would contradict saved games."""
    qwirkle.register(toy(faulty.AnotherVersion))
    [error] = caught_by("registration", toy(faulty.AnotherVersion).with_options(hand_size=2))
    assert isinstance(error, NotSound)
    assert "the version differs from that of the variant with its name" in str(error)


def test_impossible_draws_are_caught() -> None:
    """If the draws of a move are not reported, the engine refuses them when given back."""
    qwirkle.register(toy(faulty.DrawsNothing))
    assert qwirkle.errors.InvalidDraw in map(
        type, caught_by("draws_given", toy(faulty.DrawsNothing))
    )


def test_a_suite_is_a_test_for_every_check() -> None:
    """One line in a test module gives one test for each check."""
    test = qwirkle.testing.suite_for("standard")
    [mark] = test.pytestmark  # type: ignore[attr-defined]
    assert mark.args[1] == CHECKS
    with pytest.raises(qwirkle.errors.UnknownVariant):
        qwirkle.testing.suite_for("no-such-variant")(CHECKS[0])
    qwirkle.register(toy(faulty.WrongRepr))
    with pytest.raises(NotSound, match="the repr does not evaluate to an equal value"):
        qwirkle.testing.suite_for(faulty.NAME)(BY_NAME["registration"])


def test_every_check_has_its_own_name_and_a_sentence() -> None:
    """An author can therefore read what is checked."""
    assert len(BY_NAME) == len(CHECKS) == len({check.sentence for check in CHECKS})
    for check in CHECKS:
        assert check.sentence[0].isupper()
        assert check.sentence.endswith(".")
        assert check.sentence.count(".") == 1


def test_a_failure_is_a_sentence_and_a_seed() -> None:
    """The game can be replayed from the seed; no pages of states are printed."""
    qwirkle.register(toy(faulty.LosesTile))
    [error] = caught_by("conservation", toy(faulty.LosesTile))
    sentence, where, state, *more = str(error).splitlines()
    assert sentence == "the tiles of the game have changed"
    assert where.startswith("  in get_variant('toy') with ")
    assert " players, seed " in where
    assert where.endswith(" moves")
    assert state.startswith("  at position(")
    assert more == ["  the promise (conservation): No tile is lost or made, and hands are sorted."]
    assert not getattr(error, "__notes__", [])


def test_the_checks_of_a_variant_share_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are played once for an object, but again for another one that is equal to it."""
    played: list[object] = []

    def counted(variant: TileGame, max_moves: int) -> object:
        played.append(variant)
        return playouts(variant, max_moves=max_moves)

    monkeypatch.setattr(games, "playouts", counted)
    first, second = toy(), toy()
    assert first == second
    qwirkle.register(first)
    for variant in (first, first, second):
        for check in ("conservation", "membership"):
            BY_NAME[check](variant)
    assert [variant is first for variant in played] == [True, False]


def test_games_that_were_not_all_played_are_played_again() -> None:
    """A fault that one check finds in the first game is found by every later check, too."""
    variant = toy(faulty.ListsTooMany)
    qwirkle.register(variant)
    for _ in range(2):
        assert caught_by("membership", variant)


def test_a_suite_shares_its_games_even_if_a_name_stands_for_new_objects() -> None:
    """All checks get the same object, until the name stands for something else."""
    options: dict[str, object] = {}

    def fresh(**given: object) -> TileGame:
        return toy().with_options(**options, **given)

    qwirkle.register(fresh)
    assert qwirkle.get_variant(faulty.NAME) is not qwirkle.get_variant(faulty.NAME)
    seen: list[object] = []
    test = qwirkle.testing.suite_for(faulty.NAME)
    for hand_size in (6, 6, 5):
        options["hand_size"] = hand_size
        test(Check("seen", "It is seen.", seen.append))
    assert seen[0] is seen[1]
    assert seen[2] == qwirkle.get_variant(faulty.NAME) != seen[0]
