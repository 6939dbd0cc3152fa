"""The adapters with games that have bonus points, a settlement, open hands or a fixed board."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
from own_games import Partners, Starred

import qwirkle
from qwirkle.adapters.draws import Node, Setting
from qwirkle.adapters.pettingzoo import env
from qwirkle.adapters.turns import PartialTurn, Steps

PARTNERS = Partners("partners")
STARRED = Starred("starred")


def played(moves: int) -> Node:
    """A game of partners by chance, after some moves."""
    node = Node.begin(Setting.of(PARTNERS, players=4, idle_rounds=5))
    random = Random(4)
    while len(node.public) <= moves:
        if node.pending_draw is not None:
            pieces = node.pending_draw.counts
            node = node.after(node.setting.kinds.index(random.choice([*pieces])))
        else:
            assert node.turn is not None
            node = node.after(random.choice(node.turn.actions))
    return node


def test_partners_see_the_deal_the_draws_and_the_exchanges_of_each_other() -> None:
    """Nobody else does, and the public part has none of it."""
    node = played(12)
    for seat in range(4):
        deal, *lines = node.history(seat).splitlines()
        assert deal.count("is dealt") == 2
        assert f"seat {(seat + 2) % 4} is dealt" in deal
        for line in lines:
            mover = int(line.split()[1].rstrip(":"))
            sees = mover % 2 == seat % 2
            assert (" draws " in line) == sees
            assert "swap" not in line or line.split()[3].isdigit() != sees
    assert "dealt" not in node.public_history()
    assert "draws" not in node.public_history()


def test_the_parts_of_an_observation() -> None:
    """The hand of a partner is private, and belongs to the observation."""
    qwirkle.register(PARTNERS)
    node = played(3)
    assert node.state is not None
    for seat in range(4):
        private = json.loads(node.private_observation(seat).splitlines()[0])
        whole = json.loads(node.observation(seat).splitlines()[0])
        partner = (seat + 2) % 4
        hands = [""] * 4
        hands[partner] = " ".join(map(str, node.state.hands[partner]))
        assert private["seen_hands"] == whole["seen_hands"] == hands
    public = json.loads(node.public_observation())
    assert public.keys().isdisjoint(["seen_hands", "hand", "unseen", "seat"])


def test_points_that_a_hook_decides_have_a_wide_bound() -> None:
    """The bound of the usual points would be wrong for them."""
    assert Setting.of(PARTNERS, players=2, idle_rounds=5).most_points == 10**9
    assert Setting.of("standard", players=2, idle_rounds=5).most_points < 10**4


def test_the_first_line_of_a_fixed_board_is_placed_from_the_middle() -> None:
    """Every listed opening can be made in steps, since it covers 0,0."""
    state = qwirkle.position(STARRED, hands=["Rc Rs Gk", "Gx"])
    begin = PartialTurn.begin(Steps.of(STARRED), state)
    turns, made = [begin], set()
    for turn in turns:
        for action in turn.actions:
            after = turn.after(action)
            if isinstance(after, PartialTurn):
                turns.append(after)
            else:
                made.add(after)
    assert made == {*qwirkle.legal_moves(state)}


def test_rewards_add_up_to_the_final_scores() -> None:
    """The last rewards include the settlement."""
    qwirkle.register(PARTNERS)
    game: Any = env("partners", players=4)
    game.reset(seed=3)
    random, totals = Random(2), dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, is_over, is_cut, _ = game.last()
        totals[agent] += reward
        done = is_over or is_cut
        game.step(None if done else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    final = game.unwrapped.position
    assert final.standings != final.scores
    assert tuple(totals.values()) == final.standings
