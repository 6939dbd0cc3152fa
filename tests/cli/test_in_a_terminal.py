"""Games as people play them, typed into a real pseudo-terminal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from terminal import Terminal

import qwirkle
from qwirkle import GameRecord, bots
from qwirkle.cli.reports import in_words


def best(state: qwirkle.State) -> qwirkle.Move:
    """The move that a person types in these tests, found in the same way as a hint."""
    move = qwirkle.legal_moves(qwirkle.observe(state, state.turn)).best()
    assert move is not None
    return move


def careless(move: qwirkle.Move) -> str:
    """A move as a player in a hurry types it."""
    return str(move).lower().replace("@", "  ").replace(",", " , ")


@pytest.mark.parametrize(
    ("variant", "seed", "typed"),
    [
        ("standard", 3, str),
        ("schmidt", 4, careless),
        ("schmidt-actions", 5, str),
    ],
)
def test_a_whole_game(tmp_path: Path, variant: str, seed: int, typed: object) -> None:
    state = qwirkle.new_game(variant, players=["Player 1", "Greedy"], seed=seed)
    with Terminal(
        "play", "--variant", variant, "--seed", str(seed), "--save", "g.txt", folder=tmp_path
    ) as terminal:
        while not state.is_over:
            view = qwirkle.observe(state, state.turn)
            move = bots.greedy(view) if state.turn else best(state)
            if not state.turn:
                terminal.wait_for("Player 1> ")
                terminal.type(typed(move))  # type: ignore[operator]
            terminal.wait_for(f"{state.players[state.turn].name} {in_words(state, move)}\n")
            state = qwirkle.apply(state, move)
        sheet = terminal.wait_for("the game is over")
        assert terminal.leave() == 0
    assert all(f"{score} " in sheet for score in state.scores)
    record = GameRecord.parse((tmp_path / "g.txt").read_text(encoding="utf-8"))
    assert record.state == state


def test_a_whole_card_game_in_steps(tmp_path: Path) -> None:
    """Each hint is a list of steps; a player who types them makes the turn."""
    state = qwirkle.new_game("cards", players=["Player 1", "Greedy"], seed=6)
    sharing = 0
    with Terminal(
        "play", "--variant", "cards", "--seed", "6", "--save", "g.txt", folder=tmp_path
    ) as terminal:
        while not state.is_over:
            if not state.turn:
                terminal.wait_for("Player 1> ")
                terminal.type("hint")
                hint = terminal.wait_for("Player 1> ")
                steps = [line.strip() for line in hint.splitlines() if line.startswith("  ")]
                steps = steps[: steps.index("done") + 1] if "done" in steps else steps[:1]
                assert all(len(step) < 40 for step in steps)
                for step in steps:
                    terminal.type(step)
                    terminal.wait_for("\nPlayer 1 " if step is steps[-1] else "Player 1> ")
                rows = state.variant.scene(state).labels
                sharing += len(rows) > len({cells[0].y for _, cells in rows})
                state = qwirkle.apply(state, qwirkle.advise(state)[0].move)
            else:
                state = qwirkle.apply(state, best(state))
        terminal.wait_for("the game is over")
        assert terminal.leave() == 0
    assert sharing > 3
    record = GameRecord.parse((tmp_path / "g.txt").read_text(encoding="utf-8"))
    assert record.state == state


def test_a_refused_move_is_explained_by_edition_and_rule(tmp_path: Path) -> None:
    with Terminal("play", "--variant", "schmidt", "--seed", "4", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1> ")
        terminal.type("Rs@5,5")
        said = terminal.wait_for("Player 1> ")
        assert "the hand lacks Rs; it holds Rt Od Yd Bs Bd Ps" in said
        assert "schmidt, rule T1: Place or exchange. On your turn" in said
        assert "the first line must be a largest set of the hand: Od Yd Bd" in said
        for nonsense in (
            "xyzzy",
            "Rs@",
            "swap",
            "take 1,0",
            "\x1b[31m",
            "Rs@1,0 Rs@1,0",
            "9" * 500,
        ):
            terminal.type(nonsense)
            said = terminal.wait_for("Player 1> ")
            assert "Player 1 " not in said
            assert "Traceback" not in said
        terminal.type("od yd bd")
        assert "3 points = 3 (Od Yd Bd)" in terminal.wait_for("\nGreedy places")
        terminal.type("quit")
        assert terminal.leave() == 0


def test_ctrl_c_leaves_a_saved_game_that_goes_on(tmp_path: Path) -> None:
    with Terminal("play", "--variant", "schmidt", "--seed", "4", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1> ")
        terminal.type("od yd bd")
        terminal.wait_for("Player 1> ")
        terminal.press("c", "Continue with: qwirkle play --resume qwirkle-game.txt\n")
        assert terminal.leave() == 130
        assert "Traceback" not in terminal.seen
    saved = GameRecord.parse((tmp_path / "qwirkle-game.txt").read_text(encoding="utf-8"))
    assert len(saved.turns) == 2
    move = best(saved.state)
    with Terminal("play", "--resume", "qwirkle-game.txt", folder=tmp_path) as terminal:
        shown = terminal.wait_for("Player 1> ")
        view = qwirkle.observe(saved.state, 0)
        assert qwirkle.render.text(view, style="shapes", margin=1) in shown
        terminal.type(str(move))
        terminal.wait_for(f"Player 1 {in_words(saved.state, move)}\n")
        terminal.wait_for("Player 1> ")
        terminal.press("d", "The game is saved in qwirkle-game.txt")
        assert terminal.leave() == 0
    after = GameRecord.parse((tmp_path / "qwirkle-game.txt").read_text(encoding="utf-8"))
    assert after.turns[:2] == saved.turns
    assert after.turns[2].move == move


@pytest.mark.parametrize(("columns", "crops"), [("80", False), ("60", True)])
def test_a_whole_game_fits_the_screen(tmp_path: Path, columns: str, crops: bool) -> None:
    """In this one the board has 25 columns at the end, down to -20."""
    game = ("--seed", "27", "--seats", "greedy,greedy", "--delay", "0")
    with Terminal("demo", *game, folder=tmp_path, COLUMNS=columns) as end:
        assert end.leave() == 0
    assert max(map(len, end.seen.splitlines())) <= int(columns)
    assert "\n   -20   -18   -16 " in end.seen
    assert ("columns not shown: " in end.seen) is crops


def test_ctrl_c_while_a_demo_runs(tmp_path: Path) -> None:
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in tests that run in the background
    try:
        terminal = Terminal("demo", "--seed", "1", "--delay", "5", folder=tmp_path)
    finally:
        signal.signal(signal.SIGINT, usual)
    with terminal:
        terminal.wait_for("tiles in the supply")
        terminal.press("c", "^C")
        assert terminal.leave() == 130
        assert "Traceback" not in terminal.seen
    assert not list(tmp_path.iterdir())


def test_cards_are_regrouped_step_by_step(tmp_path: Path) -> None:
    table = "Rc Rs Rd Rt | Yt Gt Bt | Yt Gt Pt"
    start = qwirkle.position(
        "cards", players=["Ada", "Bob"], table=table, hands=["Ot Pt Yk", "Gd Gc Bx"], seed=1
    )
    (tmp_path / "game.txt").write_text(str(GameRecord(start)), encoding="utf-8")
    with Terminal("play", "--resume", "game.txt", folder=tmp_path) as terminal:
        terminal.wait_for("Ada, press Enter")
        terminal.type("")
        terminal.wait_for("Ada> ")
        for line, expected in [
            ("move rt 2 0", " 0  R★ Y★ G★ B★\n"),
            ("put ot pt 0", " 0  R★ O★ Y★ G★ B★ P★\n 1  Y★ G★ P★\n"),
            ("move Rt 0 2", " 2  R● R■ R◆ R★\n"),
            ("move Rt 2 0", " 2  R● R■ R◆\n"),
            ("done", "1 Qwirkle = 1"),
        ]:
            terminal.type(line)
            terminal.wait_for(expected)
        terminal.wait_for("Bob, press Enter")
        assert "Gd" not in terminal.seen  # Bob's hand has not been shown yet
        terminal.press("c", "The game is saved in game.txt")
        assert terminal.leave() == 130
    saved = GameRecord.parse((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert str(saved.turns[0].move) == "lay Rc Rs Rd | Rt Ot Yt Gt Bt Pt | Yt Gt Pt"
    assert saved.state.scores == (1, 0)


def test_colours_are_used_where_the_terminal_has_them(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(
        qwirkle.to_json(qwirkle.position(board={(0, 0): "Rs"}, hands=["Gd", "Bc"])),
        encoding="utf-8",
    )
    for term, no_color, has_colour in (("xterm-256color", "", True), ("dumb", "", False)):
        with Terminal(
            "show", "state.json", folder=tmp_path, TERM=term, NO_COLOR=no_color
        ) as terminal:
            assert terminal.leave() == 0
            assert ("\x1b[" in terminal.raw) is has_colour
            assert "R■" in terminal.seen


def test_two_people_at_one_keyboard(tmp_path: Path) -> None:
    """The screen is cleared for each of them, and nothing of the other hand is left on it."""
    arguments = ("play", "--seed", "5", "--seats", "Ada=person,Bob=person", "--save", "g.txt")
    with Terminal(*arguments, folder=tmp_path, TERM="xterm", COLUMNS="55") as terminal:
        for _ in range(4):
            name = terminal.wait_for(", press Enter when only you are looking. ").split()[-1]
            terminal.type("")
            terminal.wait_for("your tiles: ")
            terminal.wait_for(f"{name}> ")
            terminal.type("hint")
            move = terminal.wait_for(f"{name}> ").splitlines()[1].strip()
            terminal.type(move)
        terminal.wait_for(", press Enter when only you are looking. ")
        terminal.type("quit")
        assert terminal.leave() == 0
    *screens, last = terminal.raw.split("\x1b[2J\x1b[H\x1b[3J")
    assert len(screens) == 5
    for screen in screens[1:]:
        before, _, _ = screen.partition(", press Enter")
        assert "places the" in before
        assert "your tiles" not in before
    assert "The game is saved in g.txt" in last
    assert "your tiles" not in last
    assert len(GameRecord.parse((tmp_path / "g.txt").read_text(encoding="utf-8")).turns) == 4
