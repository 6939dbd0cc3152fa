# ruff: noqa: N802
"""``qwirkle table``: it follows a game without seeing hands or supply."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Terminal

import qwirkle
from qwirkle import Exchange, GameRecord
from qwirkle.authoring import Special, tiles_text
from qwirkle.cli.commands import main

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "howto-real-table.md"
OURS = [name for name, origin in qwirkle.variants().items() if origin.startswith("qwirkle ")]

Keep = Callable[..., tuple[str, Any]]


def kept(path: Path, arguments: list[str], lines: list[str]) -> tuple[int, Any]:
    """Type some lines at a table: the exit code, and the game in its file."""
    waiting = iter(lines)

    def answer(prompt: str) -> str:
        line = next(waiting, None)
        print(prompt, end="" if line is None else f"{line}\n")
        if line is None:
            raise EOFError
        return line

    with patch("builtins.input", answer):
        code = main(["table", "--save", str(path), *arguments])
    return code, GameRecord.parse(path.read_text(encoding="utf-8")) if path.exists() else None


@pytest.fixture
def keep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Keep:
    """Type some lines at a table of Ada and Bob: what is printed, and the game."""
    monkeypatch.chdir(tmp_path)

    def typed(*lines: str, options: str = "--seats Ada,Bob --first Ada") -> tuple[str, Any]:
        _, record = kept(tmp_path / "game.txt", shlex.split(options), [*lines])
        said = capsys.readouterr()
        return re.sub(r" *\n", "\n", said.out + said.err), record

    return typed


# Whole games

PRINTED = {
    "game_french": "mindware",
    "game_dutch_letters": "999games-nl",
    "game_dutch_text": "999games-nl",
    "game_hebrew": "hebrew",
}


@pytest.mark.parametrize("name", PRINTED)
def test_the_figures_of_the_manuals_are_counted_as_printed(name: str, keep: Keep) -> None:
    """A whole example game is typed in two evenings; every move has the printed points."""
    data = json.loads((TESTS / "figures" / f"{name}.json").read_text(encoding="utf-8"))
    turns = data["turns"]
    lines = [
        f"swap {len(turn['exchange'])}"
        if "place" not in turn
        else " ".join(f"{tile}@{x},{y}" for (x, y), tile in turn["place"])
        for turn in turns
    ]
    first = ["Ada", "Bob", "Cem", "Dia"][data["first_seat"]]
    start = f"--variant {PRINTED[name]} --seats Ada,Bob,Cem,Dia --first {first}"
    keep(*lines[:5], options=start)
    said, record = keep(*lines[5:], "sheet", options="--resume game.txt")
    states = [*record.states()]
    for turn, before, after in zip(turns, states[:-1], states[1:], strict=True):
        assert before.turn == turn["seat"]
        assert after.scores[before.turn] - before.scores[before.turn] == turn["points"]
    assert list(record.state.scores) == data["scores"]
    assert "│ total │" + "".join(f"{score:4} │" for score in data["scores"]) in said


def public(state: Any) -> dict[str, Any]:
    """Everything about a state that everyone sees."""
    fields = qwirkle.observe(state, state.turn)
    known = state.variant.encode(fields)
    size = len(state.to_draw)
    return {"drawn": size, **{k: v for k, v in known.items() if k not in ("hand", "unseen")}}


def follow(record: GameRecord[Any], folder: Path) -> None:
    """Tell a game move by move: all that everyone sees is the same, and so is the file.

    Only what players show is told of hands and draws: stuck hands of cards, and special tiles.
    """
    start = record.start
    lines = []
    for state, turn in zip(record.states(), record.turns, strict=False):
        move = turn.move
        line = f"swap {len(move.tiles)}" if isinstance(move, Exchange) else str(move)
        if start.variant.name == "cards" and not move.verb.startswith("lay"):
            line += f" holding {tiles_text(state.hand)}"
        if specials := [str(piece) for piece in turn.draw if isinstance(piece, Special)]:
            line += f" draws {' '.join(specials)}"
        lines.append(line)
    options = {"dealt": False} if start.variant.name == "schmidt-actions" else {}
    arguments = ["--variant", start.variant.name, "--first", start.players[start.turn].name]
    arguments += ["--seats", ",".join(player.name for player in start.players)]
    for name, value in {**options, **start.variant.options}.items():
        arguments += ["--option", f"{name}={json.dumps(value)}"]
    code, told = kept(folder / "game.txt", arguments, lines)
    assert code == 0
    assert len(told.turns) == len(record.turns)
    for seen, state in zip(told.states(), record.states(), strict=True):
        assert public(seen) == public(state)
    assert told.state.outcome == record.state.outcome
    assert GameRecord.parse(str(told)) == told


@pytest.mark.parametrize(
    "path", sorted((TESTS / "playthroughs").glob("*.txt")), ids=lambda path: path.stem
)
def test_golden_games_are_followed(path: Path, tmp_path: Path) -> None:
    """They have every variant and every way to end; `show` and `replay` open the files."""
    follow(GameRecord.parse(path.read_text(encoding="utf-8")), tmp_path)
    for command in ("show", "replay"):
        assert main([command, str(tmp_path / "game.txt")]) == 0


@settings(max_examples=settings().max_examples // 5)
@given(st.sampled_from(OURS), st.integers(2, 4), st.integers(0, 999), st.booleans())
def test_any_game_is_followed(name: str, players: int, seed: int, greedy: bool) -> None:
    random = Random(seed)
    variant = qwirkle.get_variant(name)
    if "dealt" in variant.possible_options:
        variant = variant.with_options(dealt=True)
    record = GameRecord(qwirkle.new_game(variant, players, seed))
    while not record.state.is_over and len(record.turns) < 40:
        view = qwirkle.observe(record.state, record.state.turn)
        bot = qwirkle.bots.greedy if greedy and random.random() < 0.8 else None
        record = record.play(bot(view) if bot else qwirkle.legal_moves(view).sample(random))
    with TemporaryDirectory() as folder:
        follow(record, Path(folder))


# Moves


def test_a_wrong_move_is_explained_and_changes_nothing(keep: Keep) -> None:
    """By the rules of the edition, in its words, and never by a hand that nobody told."""
    opening = "Rs@0,0 Rc@1,0"
    four = [opening, "Bc@1,1 Bs@2,1", "Rs@2,2 Rc@3,2", "Bc@3,3 Bs@4,3", "Rs@4,4 Rd@5,4"]
    for typed, reason in (
        ([opening, "Rd@5,5"], "nothing joins Rd at 5,5 to the board"),
        ([opening, "Rs@1,0"], "Rs cannot go to 1,0"),
        ([opening, "Bd@0,1"], "rule P3: One colour or one shape."),
        ([opening, "swap 0"], "no tile is exchanged"),
        ([opening, "swap 7 tiles"], "at most 6 may be exchanged"),
        ([opening, "pass"], "a player who cannot place must exchange while the supply lasts"),
        ([opening, "take 0,0"], "'take' does not begin a move"),
        ([opening, "Rd@2,0 holding Rd"], "Bob holds 6 tiles, not 1"),
        ([opening, "Rd@2,0 draws *x"], "*x cannot be drawn: not in the supply"),
        (["swap 2"], "the first line must be placed before anybody exchanges"),
        ([*four, "Rs@5,5"], "Bob cannot hold Rs: no more are left"),
    ):
        with case(typed):
            said, record = keep(*typed)
            assert f"> {typed[-1]}\n  " in said
            assert reason in " ".join(said.split(f"> {typed[-1]}\n")[1].split())
            assert len(record.turns) == len(typed) - 1
            assert "the hand lacks" not in said


def test_moves_are_saved_at_once_and_taken_back(keep: Keep, tmp_path: Path) -> None:
    said, record = keep("red square", "Red circle right of the red square", "Trade 2 tiles")
    assert "Ada exchanges 2 tiles\n" in said
    for lines, left, nothing in (
        (["undo"], 2, ""),
        (["undo", "undo", "undo", "undo"], 0, "take back"),
        (["undo", "undo", "redo", "redo", "redo"], 3, "redo"),
        (["undo", "undo", "Rc@1,0", "redo"], 2, "redo"),
    ):
        said, again = keep("Rs@0,0", "Rc@1,0", "swap 2", *lines)
        assert again.turns == record.turns[:left]
        assert said.count("You took back 1 move.\n") == min(lines.count("undo"), 3)
        assert (f"there is nothing to {nothing}\n" in said) == bool(nothing)

    file, sizes = tmp_path / "g.txt", list[int]()

    def interrupted(prompt: str) -> str:
        if file.exists():
            sizes.append(len(GameRecord.parse(file.read_text()).turns))
        if len(sizes) == 2:
            raise KeyboardInterrupt
        return "undo" if sizes else "Rs@0,0"

    with patch("builtins.input", interrupted):
        assert main(["table", "--save", str(file), "--seats", "Ada,Bob", "--first", "Ada"]) == 130
    assert sizes == [1, 0]


def test_nothing_made_up_is_shown(keep: Keep, tmp_path: Path, capsys: Any) -> None:
    """Neither at the table nor when the game is watched; the file says that it is made up."""
    said, _ = keep("Rs@0,0", "swap 6", "board")
    for command in ("show", "show --after 1", "show --after 0", "replay"):
        name, *more = command.split()
        assert main([name, str(tmp_path / "game.txt"), *more]) == 0
        said += capsys.readouterr().out
    assert said.count("6 hidden") == 2 * (4 + 3 + 3)
    assert not re.search(r"points  +[ROYGBP]", said)
    assert "\n# Only the moves are real" in (tmp_path / "game.txt").read_text()


def test_hints_for_a_hand_that_is_told(keep: Keep) -> None:
    board = "--seats Ada,Bob --first bob --board 'Rs@0,0 Rc@1,0' --scores 2,0"
    hand = "rd rt Gk yd Px Ot"
    said, _ = keep(f"hint {hand}", "hint", "hint Rd", f"cells {hand}", "?", options=board)
    position = qwirkle.view(board="Rs@0,0 Rc@1,0", hand=hand.title(), scores=(0, 2))
    best = qwirkle.advise(position)[0]
    assert f"  {best.move}\n  {best.score.total} points = 2 (" in said
    assert f"; lead {best.lead:.1f}\n  {best.why[0]}\n" in said
    assert "  name everything in the hand, like: hint Rs Bd Gx\n" in said
    assert "  Bob holds 6 tiles, not 1\n" in said
    assert "  2,0: Rd Rt\n" in said
    for row in ("swap 3", "hint Rs Bd Gx", "sheet", "... holding Rs Bd"):
        assert f"\n  {row} " in said


def test_the_end_can_be_taken_back(keep: Keep) -> None:
    """The score sheet follows the last move; people can still correct it."""
    state = qwirkle.position(
        board="Rs@0,0", hands=["Rc", "Rd"], supply="", scores=[5, 3], players=["Ada", "Bob"]
    )
    Path("late.json").write_text(qwirkle.to_json(state))
    said, record = keep("rc 1 0", "undo", "rc 0 1", options="--resume late.json")
    assert said.count("the game is over: Ada used the last tile\nAda won, 13 to 3\n") == 4
    assert said.count("The end> ") == 2
    assert record.state.board[0, 1].name == "red circle"


# Other games


def test_A3_action_tiles(keep: Keep) -> None:
    """Everyone has both from the start; R10: a taken tile does not go back in the same turn."""
    options = "--variant schmidt-actions --seats Ada,Bob --first Ada"
    moves = ["Rs@0,0 Rc@1,0 Rd@2,0", "take 2,0"]
    for wrong, rule in {"Rd@2,0": "R10", "take 0,0": "A3", "draw-three": "A3"}.items():
        said, record = keep(*moves, wrong, options=options)
        assert f"rule {rule}: " in said
        assert len(record.turns) == 2
    _, record = keep(*moves, "Rt@2,0 Bt@2,1 Gt@2,2 Yt@2,3 Ot@2,4 Pt@2,5", options=options)
    assert record.state.scores == (3, 15)
    assert record.turns[-1].holding == tuple(
        sorted({*(tile for _, tile in record.turns[-1].move.tiles), qwirkle.Tile.parse("Rd")})
    )
    assert record.state.actions == (("draw-three", "take-tile"), ("draw-three",))


def test_K5_cards_are_told_by_rows_or_step_by_step(keep: Keep) -> None:
    options = "--variant cards --seats Ada,Bob --first Ada"
    moves = ["lay Rs Rc Rd", "new Gs Gc Gd", "done", "redraw", "lay Rs Rc Rd Rt Rk Rx | Gs Gc Gd"]
    said, record = keep(*moves, "put Gs 0", "reset", "lay Gs Gc Gd | Rs Bx Yc", options=options)
    assert record.state.scores == (1, 0)
    assert "\n 0  R● R■ R◆\n 1  G● G■ G◆\nBob> done\nBob plays the green circle" in said
    assert "rule K3: " in said
    assert not re.search(r"^hand ", said, re.MULTILINE)
    moves = ["lay Rs Rc Rd", "redraw holding Ok Ok Ox Ox Yk Yx Gt Gt Bt", "lay Rs Rc Rd Rt"]
    _, record = keep(*moves, options=options)
    assert tiles_text(record.state.shown[0]) == "Ok Ok Ox Ox Yk Yx Gt Gt Bt"
    # Everyone saw two of the three copies in Bob's hand, and Ada has not drawn since.
    said, record = keep(*moves, "lay Rs Rc Rd Rt | Ox Rx Yx | Ox Gx Bx", options=options)
    assert "Ox is not in the pile, nor with anybody who drew since [K8]" in " ".join(said.split())
    assert len(record.turns) == 3
    # A hand that nobody told is made up; when it turns out to be wrong, there is a way out.
    _, record = keep("lay Rc Rs Rd Rt", "redraw", options=options)
    made_up = record.turns[1].holding
    [tile] = {tile for tile in made_up if made_up.count(tile) == 3}
    hand = f"{tile} Os Yd Yt Gk Gx Bc Bs Pd"
    said, _ = keep("lay Rc Rs Rd Rt", "redraw", f"hint {hand}", options=options)
    said = " ".join(said.split())
    assert f" Bob cannot hold these: {tile} is not in the pile, nor " in said
    assert "if a hand that was shown before is made up, give the real one with 'holding'" in said
    last = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt", ""], pile="")
    Path("last.json").write_text(qwirkle.to_json(last))
    _, record = keep("lay Rs Rc Rd Rt", options="--resume last.json")  # with the only card left
    assert len(record.turns) == 1


# Beginnings


def test_cards_do_not_begin_with_a_board(keep: Keep) -> None:
    for begin in ("--board Rs@0,0", "--scores 2,1"):
        said, _ = keep(options=f"--variant cards --seats Ada,Bob --first Ada {begin}")
        assert "cards has no board and no points to start from" in said


def test_what_is_not_given_is_asked_for(keep: Keep) -> None:
    said, record = keep("Ada", "Ada, Bob,", "Zoe", " PLAYER 3", options="--variant hebrew")
    assert "The players, in turn order: Ada\n  2 to 4 players can play, not 1 [S3]\n" in said
    assert "The player with the largest set starts; of the tied players, the oldest starts" in said
    assert "Who starts? Zoe\n  nobody is called 'Zoe'; choose one of Ada, Bob, Player 3\n" in said
    assert record.start.turn == 2
    said, record = keep("Bob", options="--seats Ada,Bob --board Rs@0,0")
    assert "Whose turn is it? Bob\n" in said
    assert "largest set" not in said
    assert "nobody answered: Who starts?" in keep(options="--seats Ada,Bob")[0]


def test_a_game_begins_with_any_board(keep: Keep) -> None:
    start = "--seats Ada,Bob --first Bob --variant schmidt"
    said, record = keep("Rd@2,0", options=f"{start} --board 'Rs@0,0 Rc@1,0' --scores 7,4")
    assert (record.state.scores, record.state.variant.name) == ((7, 7), "schmidt")
    assert "\n93 tiles in the supply\n" in said
    late = str(TESTS / "playthroughs" / "hebrew-2-mixed.txt")
    said, record = keep(options=f"--seats Ada,Bob --first Bob --board {late} --scores 9,8")
    left = 108 - len(record.start.board)
    assert record.start.variant.name == "hebrew"
    assert sum(record.start.hand_sizes) == left < 12  # everyone has as many as possible
    for options, reason in (
        (f"{start} --board 'Rs@0,0 Bd@1,0'", "neither of one colour nor of one shape"),
        (f"{start} --scores 1", "1 score for 2 players"),
        ("--seats Ada,Bob --first Ada --variant cards --board Rs@0,0", "no board and no points"),
        ("--seats Ada --first Ada", "2 to 4 players can play, not 1"),
        ("--seats Ada,Bob --first Cy", "nobody is called 'Cy'; choose one of Ada, Bob"),
    ):
        assert reason in keep(options=options)[0]
    with pytest.raises(SystemExit):
        keep(options="--scores 1,x")


def test_a_game_against_bots_goes_on_at_a_table(keep: Keep) -> None:
    """Then everyone is a person."""
    with patch("builtins.input", lambda prompt: "quit"):
        main(["play", "--seed", "3", "--seats", "Ada=person,greedy", "--save", "played.txt"])
    said, record = keep("gs gd", "swap 1", options="--resume played.txt")
    assert [turn.move.verb for turn in record.turns] == ["place", "swap"]
    assert "Greedy> swap 1\n" in said


# The page

SESSION = re.compile(r"(?<=^```text\n)\$ qwirkle table.*?(?=^```$)", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^(Ada> |Bob> |Who starts\? |.*where\? \(like 2,0\) )(.*)$", re.MULTILINE)


def recorded(session: str, folder: Path) -> str:
    """A session as it is on the screen when the same lines are typed."""
    command, _, rest = session.partition("\n")
    with Terminal(*shlex.split(command)[2:], folder=folder, COLUMNS="60") as terminal:
        for prompt, line in PROMPT.findall(rest):
            terminal.wait_for(prompt)
            terminal.type(line)
        assert terminal.leave() == 0
    lines = [command, *terminal.seen.splitlines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_page_shows_a_real_session(tmp_path: Path) -> None:
    """With the file that it leaves."""
    page = PAGE.read_text(encoding="utf-8")
    [session] = SESSION.findall(page)
    assert recorded(session, tmp_path) == session
    [file] = re.findall(r"^```text\n(qwirkle record 1\n.*?)^```$", page, re.DOTALL | re.MULTILINE)
    written = (tmp_path / "evening.txt").read_text(encoding="utf-8").splitlines()
    shown = iter(written)
    assert all(line in shown for line in file.splitlines() if line != "...")


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        old = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(SESSION.sub(lambda found: recorded(found[0], Path(name)), old), "utf-8")
        print((Path(name) / "evening.txt").read_text(encoding="utf-8"))
