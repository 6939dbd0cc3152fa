# ruff: noqa: N802
"""Random card games: the promises that hold after every move."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from brute_cards import KINDS, is_row, random_hand, random_table
from card_positions import EACH_READING, everywhere, random_game

import qwirkle
from qwirkle import Move, Pass, Tile
from qwirkle_variants import CardGame, CardState, Lay, Redraw


def played_by(before: CardState, chosen: Move) -> Counter[Tile]:
    """The cards that a move takes from the hand: those that the rows and Qwirkles gain."""
    if not isinstance(chosen, Lay):
        return Counter()
    lying = Counter(card for row in before.table for card in row)
    return Counter(card for row in chosen.rows for card in row) - lying


def assert_sound(before: CardState, chosen: Move, after: CardState) -> None:
    """Assert everything that the rules promise about a move and the state after it."""
    seat, players = before.turn, len(before.players)
    assert everywhere(after) == everywhere(before)
    assert after.ply == before.ply + 1
    assert (after.players, after.variant, after.seed) == (
        before.players,
        before.variant,
        before.seed,
    )
    # K3, K7: the rows have three to five cards, and each Qwirkle has six.
    assert all(is_row(row) and len(row) < 6 for row in after.table)
    for other in range(players):
        taken, had = Counter(after.qwirkles[other]), Counter(before.qwirkles[other])
        assert had <= taken
        assert all(is_row(row) and len(row) == 6 for row in after.qwirkles[other])
        if other != seat:
            assert taken == had
            assert after.hands[other] == before.hands[other]
    gained = len(after.qwirkles[seat]) - len(before.qwirkles[seat])
    assert qwirkle.score(before, chosen).total == gained
    # K4, K9, K8: cards leave the hand and others are drawn.
    number = len(qwirkle.api.draws(before, chosen))
    drawn = Counter(before.pile[:number])
    assert qwirkle.api.draws(before, chosen) == before.pile[:number]
    held, played = Counter(before.hand), played_by(before, chosen)
    if isinstance(chosen, Redraw):
        assert len(after.hands[seat]) == min(9, len(before.pile))
        assert Counter(after.hands[seat]) == drawn
        assert Counter(after.pile) == Counter(before.pile) - drawn + held
        assert (after.turn, after.turns_left) == (seat, before.turns_left)
        assert before.pile
        return
    assert after.turn == (seat + 1) % players
    assert bool(played) == isinstance(chosen, Lay)
    assert played <= held
    assert Counter(after.hands[seat]) == held - played + drawn
    assert after.pile == before.pile[number:]
    assert len(after.hands[seat]) == 9 or not after.pile or isinstance(chosen, Pass)
    # K10: the last round.
    if before.turns_left is not None:
        assert after.turns_left == before.turns_left - 1
    else:
        goes_on = after.pile and isinstance(chosen, Lay)
        assert after.turns_left == (None if goes_on else players)
    assert after.is_over == (after.turns_left == 0)
    if isinstance(chosen, Pass):
        assert not before.pile or Counter(before.pile) == Counter(before.shown[seat])


def assert_readable(state: CardState) -> None:
    """Assert that the state and its views are written and read back equal."""
    assert eval(repr(state), vars(qwirkle).copy()) == state
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    for seat in range(len(state.players)):
        view = state.variant.observe(state, seat)
        assert qwirkle.from_json(qwirkle.to_json(view)) == view
        sampled = view.sample_state(Random(state.ply))
        assert state.variant.observe(sampled, seat) == view
        assert qwirkle.from_json(qwirkle.to_json(sampled)) == sampled


class Copies:
    """The real cards of a game, each numbered, so that it is known who could hold which.

    Copies look alike, so where a state does not say which copy moved, one is chosen at random.
    """

    def __init__(self, state: CardState, random: Random) -> None:
        self.random = random
        self.kinds: list[Tile] = []
        self.hands = [self._new(hand) for hand in state.hands]
        self.pile = self._new(state.pile)
        self.shown: list[set[int]] = [set() for _ in state.players]
        """For each seat, the copies that were shown and have been mixed in since it last drew."""

    def _new(self, kinds: tuple[Tile, ...]) -> list[int]:
        first = len(self.kinds)
        self.kinds += kinds
        return list(range(first, len(self.kinds)))

    def _some(self, copies: list[int], kinds: Counter[Tile]) -> list[int]:
        """The given number of copies of each kind, chosen at random."""
        chosen: list[int] = []
        wanted = Counter(kinds)
        for copy in self.random.sample(copies, len(copies)):
            if wanted[self.kinds[copy]]:
                wanted[self.kinds[copy]] -= 1
                chosen.append(copy)
        return chosen

    def play(self, before: CardState, chosen: Move, after: CardState) -> None:
        """Make a move with the real cards."""
        seat = before.turn
        hand = self.hands[seat]
        number = len(qwirkle.api.draws(before, chosen))
        drawn, rest = self.pile[:number], self.pile[number:]
        if number:
            self.shown[seat] = set()
        if isinstance(chosen, Redraw):
            self.hands[seat] = drawn
            for copies in self.shown:
                copies.update(hand)
            mixed_in = self.random.sample(rest + hand, len(rest + hand))
            self.pile = []
            for kind in after.pile:
                copy = next(copy for copy in mixed_in if self.kinds[copy] is kind)
                mixed_in.remove(copy)
                self.pile.append(copy)
        else:
            gone = self._some(hand, played_by(before, chosen))
            self.hands[seat] = [copy for copy in hand if copy not in gone] + drawn
            self.pile = rest
            for copies in self.shown:
                copies.difference_update(gone)
        for other, held in enumerate(self.hands):
            assert tuple(sorted(self.kinds[copy] for copy in held)) == after.hands[other]

    def assert_sound(self, state: CardState) -> None:
        """Assert that nobody holds a copy that the state says is out of reach."""
        for seat, copies in enumerate(self.shown):
            assert copies.isdisjoint(self.hands[seat])
            elsewhere = Counter(self.kinds[copy] for copy in copies)
            assert Counter(state.shown[seat]) <= elsewhere


@EACH_READING
@pytest.mark.parametrize("players", [2, 3, 4])
def test_K1_to_K11_hold_in_whole_games(players: int, variant: CardGame) -> None:
    """The rules hold from the deal to the end if turns are chosen at random."""
    for seed in range(5):
        random = Random(seed)
        state = qwirkle.new_game(variant, players=players, seed=seed)
        copies = Copies(state, Random(seed))
        order = [state.turn]
        for before, chosen, after in random_game(state, random):
            assert chosen in variant.legal_moves(before).lays or isinstance(chosen, (Redraw, Pass))
            assert_sound(before, chosen, after)
            copies.play(before, chosen, after)
            copies.assert_sound(after)
            order.append(after.turn)
            state = after
        assert state.is_over
        assert state.winners == tuple(
            seat for seat in range(players) if state.scores[seat] == max(state.scores)
        )
        assert state.pile == ()
        assert_readable(state)


def a_tight_spot(random: Random, variant: CardGame) -> CardState:
    """A position in which players are often stuck: few cards in rows, hands and pile."""
    kinds = random.sample(KINDS, random.choice([12, 20, 36]))
    table = random_table(random, random.choice([0, 3, 3, 4, 6]), kinds)
    players = random.choice([2, 3, 4])
    pool = list(random_hand(random, table, 40, kinds))
    random.shuffle(pool)
    hands = []
    for _ in range(players):
        size = random.choice([0, 1, 2, 3, 5, 9])
        hands.append(pool[:size])
        pool = pool[size:]
    pile = pool[: random.choice([0, 1, 3, 8, 12, 20])]
    fields = {"table": table, "hands": hands, "pile": pile, "seed": random.randrange(1000)}
    turn = random.randrange(players)
    return qwirkle.position(variant, turn=turn, **fields)


@EACH_READING
def test_K8_R15_R18_hold_where_many_are_stuck(variant: CardGame) -> None:
    """With small piles and hands, redraws often follow redraws, and passes end games.

    A stuck player may stay stuck for ever, so each game is stopped after some moves.
    """
    kinds: Counter[str] = Counter()
    shown = 0
    for seed in range(60):
        random = Random(seed)
        state = a_tight_spot(random, variant)
        copies = Copies(state, Random(seed))
        for before, chosen, after in random_game(state, random, most=14):
            kinds[chosen.verb] += 1
            assert_sound(before, chosen, after)
            copies.play(before, chosen, after)
            copies.assert_sound(after)
            state = after
            if any(after.shown):
                shown += 1
                if shown % 12 == 0:
                    assert_readable(after)
            if isinstance(chosen, Redraw):
                assert after.shown[before.turn] == before.hand
                assert all(Counter(before.hand) <= Counter(seen) for seen in after.shown)
        assert_readable(state)
    assert min(kinds[verb] for verb in ("lay", "redraw", "pass")) > 30
    assert shown > 60
