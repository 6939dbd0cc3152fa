"""OpenSpiel's own tests and bots, in separate processes because a fault may end the process."""

from __future__ import annotations

import subprocess
import sys

from open_spiel_games import VARIANTS


def run(code: str) -> str:
    """The output of a script, run in a process that OpenSpiel may end at a fault."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


SIMULATIONS = """
import sys, numpy, pyspiel, qwirkle.adapters.open_spiel as adapter
from open_spiel.python.tests.games_sim_test import GamesSimTest

steps = 0
apply_action = adapter.QwirkleState._apply_action
def counted(state, action):
    global steps
    steps += 1
    apply_action(state, action)
adapter.QwirkleState._apply_action = counted
numpy.random.seed(1)
for number, variant in enumerate({variants!r}):
    players = 2 + number % 3
    game = pyspiel.load_game("python_qwirkle", dict(variant=variant, players=players))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    first, steps = steps, 0
    GamesSimTest().sim_game(game)
    print("done", variant, players, first, steps)
    steps = 0
"""


def test_open_spiels_own_simulations_pass() -> None:
    """The C++ and the Python simulations play a whole game of every tile variant.

    The variants differ in the number of players, too, so that each number occurs.
    """
    output = run(SIMULATIONS.format(variants=VARIANTS))
    done = [line.split() for line in output.splitlines() if line.startswith("done ")]
    assert [variant for _, variant, *_ in done] == VARIANTS
    assert {players for _, _, players, *_ in done} == {"2", "3", "4"}
    assert all(int(steps) > 300 for *_, first, second in done for steps in (first, second))
    assert output.count("terminated with") == len(VARIANTS)


PLAYTHROUGH = """
import qwirkle.adapters.open_spiel
from open_spiel.python.algorithms.generate_playthrough import playthrough

print(playthrough("python_qwirkle", [], seed=1))
"""


def test_open_spiel_writes_a_playthrough() -> None:
    """It covers a whole game with all observations, both public and private."""
    lines = run(PLAYTHROUGH).splitlines()
    assert sum(line.startswith("action: ") for line in lines) > 200
    assert lines.count("IsTerminal() = True") == 1
    assert "GameType.provides_factored_observation_string = True" in lines
    of_all = [line for line in lines if line.startswith("PublicObservationString() = ")]
    assert of_all[0].endswith('= ""')
    assert '"board": "' in of_all[-1]
    for seat in (0, 1):
        alone = [line for line in lines if line.startswith(f"PrivateObservationString({seat}) = ")]
        assert len(alone) == len(of_all) > 20
        assert alone[-1].startswith(f'PrivateObservationString({seat}) = "{{"seat": {seat}, "hand"')


BOTS = """
import numpy, pyspiel, qwirkle, attrs
import qwirkle.adapters.open_spiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from qwirkle.adapters.open_spiel import RolloutEvaluator
from qwirkle.adapters.turns import PartialTurn

game = pyspiel.load_game("python_qwirkle")
random = numpy.random.RandomState(7)
evaluator = RolloutEvaluator(random)
theirs = RandomRolloutEvaluator(n_rollouts=1, random_state=random)
searching = MCTSBot(game, 20, 3, evaluator, random_state=random)
honest = ISMCTSBot(game, theirs, 20, 3, random_state=random)

state = game.new_initial_state()
moves = 0
while len(state.node.seen[0]) < 5:
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes())
        action = random.choice(numbers, p=chances)
    else:
        bot = searching if state.current_player() == 0 else honest
        action = bot.step(state)
        assert action in state.legal_actions()
        moves += 1
    state.apply_action(action)
print("steps", moves)

# What scores the most here is a Qwirkle, which also ends the game: 18 points.
position = qwirkle.position(
    board="Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0", hands=["Rx", "Gd"], supply="", turn=0
)
for bot in (MCTSBot(game, 20, 40, evaluator, random_state=random),
            ISMCTSBot(game, evaluator, 20, 40, random_state=random)):
    state.node = attrs.evolve(
        state.node, state=position, awaited=PartialTurn.begin(game.setting.steps, position),
        seen=((), ()),
    )
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    print("points", *state.returns())
"""


def test_bots_of_open_spiel_play() -> None:
    """Tree search on the true state and on sampled ones finds a Qwirkle."""
    first, *others = run(BOTS).splitlines()
    assert int(first.removeprefix("steps ")) > 8
    assert others == ["points 18.0 0.0"] * 2
