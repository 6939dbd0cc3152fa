"""Bots that are programs: greetings, moves, and everything that a program may do wrong."""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from cases import case
from players import seen
from samples import HOSTILE

import qwirkle
from qwirkle import programs
from qwirkle.errors import InvalidValue, ProgramError, SimulationError
from qwirkle.programs import Program

GREETING = '{"protocol": 1, "moves": 3}'

STATE = qwirkle.new_game(players=2, seed=1)


def program(*lines: str, greeting: str = GREETING, seconds: float = 10) -> Program:
    """A program that greets, and then answers every view by some lines of Python."""
    code = ["import json, os, sys, time", "hello = json.loads(input())", f"print('''{greeting}''')"]
    code += ["for line in sys.stdin:", "    asked = json.loads(line)"]
    code += [f"    {line}" for line in lines or ["say(asked['moves'][0])"]]
    code.insert(1, "say = lambda answer: print(json.dumps(answer))")
    command = [sys.executable, "-S", "-E", "-u", "-c", "\n".join(code)]
    return Program(command, seconds, "tester")


def ended(pid: int) -> bool:
    """Whether a process is gone, soon."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def pid_of(bot: Program) -> int:
    assert bot._process is not None
    return bot._process.pid


def test_a_program_gets_a_view_and_good_moves() -> None:
    """The greeting names the protocol and the time; the view can be read again."""
    lines = [
        "assert hello == {'hello': 'qwirkle', 'protocol': 1, 'seconds': 7}",
        "assert asked['view']['qwirkle'] == 'view'",
        f"assert asked['view'] == json.loads('''{qwirkle.to_json(seen(STATE))}''')",
        "assert [sorted(each) for each in asked['moves']] == [['move', 'points']] * 3",
        "say(asked['moves'][1])",
    ]
    with program(*lines, seconds=7) as bot:
        move = bot(seen(STATE))
    assert move in qwirkle.legal_moves(STATE)
    assert move != qwirkle.bots.greedy(seen(STATE))


def test_the_moves_are_the_best_ones_first() -> None:
    state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Rd Bs Gx", "Yx"], seed=1)
    scored = sorted((points for _, points in qwirkle.legal_moves(state).scored()), reverse=True)
    check = f"assert [each['points'] for each in asked['moves']] == {scored[:3]}"
    with program(check, "say(asked['moves'][0])") as bot:
        assert bot(seen(state)) == qwirkle.bots.greedy(seen(state))
    check = "assert 'moves' not in asked"
    with program(check, "say({'move': 'pass'})", greeting='{"protocol": 1}') as bot:
        assert bot(seen(state)) == qwirkle.Pass()  # whether a move is legal is asked elsewhere


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_programs_play_whole_games(variant: str) -> None:
    with program() as bot:
        found = qwirkle.simulate(variant, [bot, "greedy"], games=2, seed=3)
    assert found.bots == ("tester", "greedy")
    assert found.unfinished == 0


def test_any_executor_can_use_a_program() -> None:
    """Threads share it, and processes start their own; the games are the same."""
    with program() as bot:
        alone = qwirkle.simulate("standard", [bot, "greedy"], games=6, seed=3)
        with ThreadPoolExecutor(3) as threads:
            assert qwirkle.simulate("standard", [bot, "greedy"], 6, 3, threads, batch=1) == alone
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            assert qwirkle.simulate("standard", [bot, "greedy"], 6, 3, processes) == alone


WRONG_GREETINGS: dict[str, str] = {
    "{}": 'must greet with {"protocol": 1}, not {}',
    '{"protocol": 2}': "must greet with",
    '{"protocol": true}': "must greet with",
    '{"protocol": 1, "moves": true}': "can ask for 0 to 100 moves, not True",
    '{"protocol": 1, "moves": 101}': "can ask for 0 to 100 moves, not 101",
    '{"protocol": 1, "moves": -1}': "can ask for 0 to 100 moves, not -1",
    "[]": "answered '[]\\n', which is not a JSON object",
    "Welcome!": "answered 'Welcome!\\n': $: not JSON",
    '{"protocol": 1, "protocol": 1}': "answered",
    "[" * 50_000: "answered '[[[",
    "x" * 200_000: "answered with a line of more than 100000 bytes",
    "\\udcff\\x00": "answered",
}


@pytest.mark.parametrize("greeting", WRONG_GREETINGS)
def test_wrong_greetings(greeting: str) -> None:
    if len(greeting) > 1000:
        lines = f"print({greeting[0]!r} * {len(greeting)})"
        bot = Program([sys.executable, "-S", "-E", "-c", f"input(); {lines}"], name="tester")
    else:
        bot = program(greeting=greeting)
    with pytest.raises(ProgramError) as caught:
        bot(seen(STATE))
    assert str(caught.value).startswith(f"the program 'tester' {WRONG_GREETINGS[greeting]}")
    assert bot._process is None


WRONG_ANSWERS: dict[str, str] = {
    "say({})": "answered {}: expected the text of a move, not None",
    "say({'move': 7})": "answered {'move': 7}: expected the text of a move",
    "say({'move': 'Rs'})": "answered {'move': 'Rs'}: 'Rs' does not begin a move",
    "say({'move': 'x' * 90_000})": "answered {'move': 'xxx",
    "say('Rs@0,0')": "answered '\"Rs@0,0\"\\n', which is not a JSON object",
    "print('{')": "answered '{\\n': $: not JSON",
    "print('NaN')": "answered 'NaN\\n'",
    "sys.exit(3)": "ended without an answer",
    "os.close(1)": "ended without an answer",
    "print('x' * 10**6)": "answered with a line of more than 100000 bytes",
}


@pytest.mark.parametrize("line", WRONG_ANSWERS)
def test_wrong_answers(line: str) -> None:
    """The program is ended, and the error is short."""
    with program(line) as bot, pytest.raises(ProgramError) as caught:
        bot(seen(STATE))
    assert str(caught.value).startswith(f"the program 'tester' {WRONG_ANSWERS[line]}")
    assert len(str(caught.value)) <= 1000
    assert bot._process is None


@pytest.mark.parametrize("when", ["greeting", "answer"])
def test_silence(when: str, tmp_path: Path) -> None:
    """A program that is too slow is ended with what it has started, and started again later."""
    path = tmp_path / "pid"
    lines = ["if os.path.exists(sys.argv[1]): say(asked['moves'][0]); continue"]
    lines += ["open(sys.argv[1], 'w').write(str(os.getpid()))", "os.system('sleep 60')"]
    if when == "answer":
        bot = Program([*program(*lines).command, str(path)], 1, "sleeper")
    else:
        bot = Program([sys.executable, "-S", "-c", "import time; time.sleep(60)"], 0.2, "sleeper")
    begun = time.monotonic()
    with bot, pytest.raises(ProgramError, match="'sleeper' did not answer within"):
        bot(seen(STATE))
    assert time.monotonic() - begun < 20
    assert bot._process is None
    if when == "answer":
        assert ended(int(path.read_text()))
        with bot:
            assert bot(seen(STATE)) in qwirkle.legal_moves(STATE)


def test_a_program_that_does_not_read() -> None:
    """Its pipe fills up, and the time is up all the same."""
    bot = program("time.sleep(60)")
    bot._start()
    bot.seconds = 0.5  # only now, since starting may take longer on a busy machine
    with bot, pytest.raises(ProgramError, match=r"did not answer within 0\.5 seconds"):
        bot._ask({"view": STATE, "filler": "x" * 10**6})


def test_a_program_that_cannot_be_started() -> None:
    for command in (["no-such-program-anywhere"], ["/"], ["x" * 300_000]):
        with case(command[0][:30]), pytest.raises(ProgramError, match="could not be started: "):
            Program(command)(seen(STATE))


def test_programs_end() -> None:
    """By a with statement, by close, when nobody refers to them, and by force if need be."""
    with program() as bot:
        bot(seen(STATE))
        first = pid_of(bot)
    assert ended(first)
    bot(seen(STATE))
    second = pid_of(bot)
    bot.close()
    bot.close()
    assert ended(second)
    bot(seen(STATE))
    third = pid_of(bot)
    del bot
    gc.collect()
    assert ended(third)


def test_a_stubborn_program_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PATIENCE", 0.05)
    bot = program("say(asked['moves'][0])", "time.sleep(60)")
    bot(seen(STATE))
    stubborn = pid_of(bot)
    bot.close()
    assert ended(stubborn)


def test_an_interruption_ends_the_program() -> None:
    """Its answer would otherwise be taken for that to the next question."""
    bot = program()

    def interrupted(message: object) -> Any:
        raise KeyboardInterrupt

    bot(seen(STATE))
    bot._ask = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        bot(seen(STATE))
    assert bot._process is None


def test_no_threads_are_left() -> None:
    before = threading.active_count()
    with program() as bot:
        for _ in range(3):
            bot(seen(STATE))
        assert threading.active_count() == before


def test_names_and_copies_of_programs() -> None:
    for command, name in ((["node", "bots/thrifty.mjs"], "thrifty"), (["./bot"], "bot")):
        bot = Program(command, 3)
        assert qwirkle.bots.bot_name(bot) == name
        copy = pickle.loads(pickle.dumps(bot))
        assert (copy.command, copy.seconds, copy.__name__) == (tuple(command), 3, name)
        assert repr(copy) == repr(bot) == f"Program({command!r}, 3, {name!r})"


def test_wrong_programs() -> None:
    wrong: dict[str, Any] = {"a text": lambda: "node bot.mjs", "a number": lambda: [7]}
    wrong["a null character"] = lambda: ["a\0b"]
    hostile = {name: make for name, make in HOSTILE.items() if name != "pair"}  # two words
    for name, make in {**wrong, **hostile}.items():
        with case(name), pytest.raises(InvalidValue, match="a program needs the words of a comm"):
            Program(make())
    for seconds in (0, -1, True, "1", float("nan"), float("inf"), 3601):
        with case(seconds), pytest.raises(InvalidValue, match="seconds must be a number"):
            Program(["x"], seconds)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="expected the name of a bot, not 7"):
        Program(["x"], name=7)  # type: ignore[arg-type]


def test_a_simulation_says_what_a_program_did() -> None:
    """Nonsense and moves that are not legal stop it; finished games are kept."""
    for line, reason in (
        ("say({'move': 'Rs@99,99'})", "Rs@99,99: "),
        ("say({'move': 'hop'})", "the program 'tester' answered {'move': 'hop'}: 'hop' does not"),
    ):
        with program(line) as bot, pytest.raises(SimulationError) as caught:
            qwirkle.simulate("standard", ["greedy", bot], games=3)
        assert caught.value.bot == "tester"
        assert caught.value.reason.startswith(reason)
