"""A game in the terminal, without the terminal: typed lines and their answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from shlex import quote
from types import SimpleNamespace

import pytest
from rich.console import Console

import qwirkle
from qwirkle import GameRecord, State, authoring, bots
from qwirkle.cli.seats import Chair, parse_chairs
from qwirkle.cli.session import Session, fitting
from qwirkle.errors import DecodeError, InvalidValue

Play = Callable[..., tuple[Session, str]]

OPENING = next(iter(qwirkle.legal_moves(qwirkle.new_game(seed=1))))


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type some lines into a game that starts from a state."""

    def typed(
        state: State | GameRecord[State],
        *lines: str,
        seats: str = "Ada=person,greedy",
        width: int = 120,
        terminal: bool = False,
    ) -> tuple[Session, str]:
        waiting = iter(lines)
        console = Console(file=StringIO(), width=width, force_terminal=terminal)
        record = state if isinstance(state, GameRecord) else GameRecord(state)

        def answer(prompt: str) -> str:
            console.file.write(prompt)
            line = next(waiting, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr("builtins.input", answer)
        session = Session(record, parse_chairs(seats), tmp_path / "a game.txt", console)
        if "^C" in lines:
            with pytest.raises(KeyboardInterrupt):
                session.run()
        else:
            session.run()
        file = console.file
        assert isinstance(file, StringIO)
        return session, file.getvalue()

    return typed


def tiles(**fields: object) -> State:
    """A small position of the tile game, whose first player is to move."""
    usual: dict[str, object] = {
        "board": {(0, 0): "Rs"},
        "hands": ["Bs Rc", "Gd Gc"],
        "supply": "Ys Yc Yd Yt Yk Yx Pc Pt Pk Px Oc Ot Ok Ox Bc Bt",
    }
    return qwirkle.position("standard", players=["Ada", "Greedy"], **{**usual, **fields})


def test_chairs() -> None:
    assert parse_chairs("person,greedy") == (Chair("Player 1", "person"), Chair("Greedy", "greedy"))
    assert parse_chairs(" Ada = Person , Bo b=random")[1] == Chair("Bo b", "random")
    names = [chair.name for chair in parse_chairs("person,person,Greedy=careful,greedy,greedy")]
    assert names == ["Player 1", "Player 2", "Greedy", "Greedy 2", "Greedy 3"]
    assert Chair("x", "careful").bot is bots.careful
    assert Chair("x", "person").bot is None


@pytest.mark.parametrize("text", ["", ",", "human", "Ada=", "Ada=robot", "x" * 81 + "=person"])
def test_wrong_chairs(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse_chairs(text)


def test_a_board_that_is_wider_than_the_terminal(play: Play) -> None:
    """The last move is shown, and other columns on request; a file or a pipe gets everything."""
    start = tiles(board="Ys@0,0 Yc@1,0 Yd@2,0 Yt@3,0 Yk@4,0", hands=["Bs Rc", "Gx"], supply="Rx")
    lines = ("bs 0 1", "board 5", "board x", "board")
    for terminal, heads in (
        (True, ["0  1  2  3  4", "-1  0  1  2  3", "1  2  3  4  5", "-1  0  1  2  3"]),
        (False, ["-1  0  1  2  3  4  5"] * 4),
    ):
        _, said = play(start, *lines, width=20, terminal=terminal)
        said = re.sub(r"\x1b\[[0-9;]*m", "", said)
        assert re.findall(r"\n +(-?[0-5]  [0-5]  .*)", said) == heads
        assert said.count("columns not shown: 4 to 5\n") == said.count("-1  0  1  2  3\n")
        assert said.count("columns not shown: -1, 5\n") == terminal
        assert "'x' is not the number of a column, like: board 12" in " ".join(said.split())


def test_moves_are_announced_in_words(play: Play) -> None:
    session, said = play(tiles(hands=["Bs Rc", "Rd Rk Gd"]), "Bs@1,0")
    assert "Ada places the blue square at 1,0\n  2 points = 2 (Rs Bs)\n" in said
    assert str(session.record.turns[1].move) == "Rk@-1,-1 Rd@0,-1"
    assert "Greedy places the red clover and the red diamond at -1,-1 and 0,-1\n  4 points" in said
    opening = qwirkle.position(players=["Ada", "Greedy"], hands=["Rs Rc Rd", "Gd"], seed=1)
    _, said = play(opening, "rs rc rd")
    assert "Ada places the red square, the red circle and the red diamond from 0,0 to 2,0" in said


def test_nobody_hears_which_tiles_are_exchanged(play: Play) -> None:
    """Only the number, though the record contains them."""
    session, said = play(tiles(hands=["Bs Rc", "Gd Gk"]), "Bs@1,0")
    assert str(session.record.turns[1].move) == "swap Gd Gk"
    assert "Greedy exchanges 2 tiles\n\n" in said
    assert "Gk" not in said.split("Greedy exchanges")[1]


def test_hints_and_cells(play: Play) -> None:
    _, said = play(tiles(), "hint", "CELLS")
    move = qwirkle.advise(tiles())[0].move
    assert re.search(rf"  {move}\n  2 points = 2 \(.*\); lead ", said)
    assert "  2 now, " in said
    assert " for them, then " in said
    assert "  -1,0: Rc Bs\n  0,-1: Rc Bs\n  0,1: Rc Bs\n  1,0: Rc Bs\n" in said
    _, said = play(tiles(hands=["Gd", "Gc"]), "cells", "hint")
    assert "none of your tiles can be placed anywhere" in said
    assert "  swap Gd\n  0 points; lead " in said
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bk", "Gd"])
    assert "cards that can be played: Rt\n" in play(cards, "cells")[1]
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Bk", "Gd"])
    assert "cards that can be played: none\n" in play(cards, "cells")[1]
    assert ">   redraw\n  0 Qwirkles; lead " in play(cards, "hint")[1]


def test_a_hint_is_in_the_steps_of_the_workbench(play: Play) -> None:
    cards = qwirkle.position(
        "cards", table="Rx Ox Yx Gx | Rc Rs Rd Rt", hands=["Rk Bs", "Gd"], seed=1
    )
    _, said = play(cards, "hint", "new Bs", "hint")
    _, first, _, second, _ = said.split("Player 1> ")
    qwirkle_points = "1 Qwirkle = 1 (Rc Rs Rd Rt Rk Rx); lead 0.9"
    assert first.startswith(f"  move Rx 0 1\n  put Rk 1\n  done\n  {qwirkle_points}\n")
    assert second == f"  reset\n{first}"


def test_the_moves_of_a_game_without_placements_are_listed() -> None:
    exchanges = qwirkle.legal_moves(qwirkle.apply(qwirkle.new_game(seed=1), OPENING)).exchanges
    lines = list(fitting(exchanges, "tiles"))
    assert lines[:2] == ["swap Rd", "swap Rt"]
    assert (len(lines), lines[-1]) == (21, "and more")
    few = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bd", "Gd"])
    assert list(fitting(qwirkle.legal_moves(few).exchanges, "tiles")) == ["swap Bd"]


@pytest.mark.parametrize("word", ["hint", "cells"])
def test_a_search_that_fails_is_reported_and_the_game_goes_on(
    play: Play, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    def fail(view: object) -> qwirkle.Move:
        raise qwirkle.errors.InvalidValue("the search takes too long")

    monkeypatch.setattr("qwirkle.cli.session.advise", fail)
    monkeypatch.setattr("qwirkle.cli.session.fitting", lambda moves, pieces: fail(moves))
    session, said = play(tiles(), word, "bs 1 0")
    assert "  the search takes too long\n" in said
    assert str(session.record.turns[0].move) == "Bs@1,0"


def test_a_bot_that_fails_plays_the_first_move(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(view: object) -> qwirkle.Move:
        raise qwirkle.errors.InvalidValue("the search takes too long")

    monkeypatch.setattr("qwirkle.cli.seats.get_bot", lambda name: fail)
    state = tiles()
    session, said = play(state, "bs 1 0")
    sentence = (
        "Greedy could not choose a move and plays the first legal one: the search takes too long"
    )
    assert f"  {sentence}\n" in said
    after = qwirkle.apply(state, session.record.turns[0].move)
    assert session.record.turns[1].move == next(iter(qwirkle.legal_moves(after)))

    monkeypatch.setattr("qwirkle.cli.session.legal_moves", fail)
    with pytest.raises(qwirkle.errors.InvalidValue, match="too long"):
        play(state, "bs 1 0")
    saved = GameRecord.parse((tmp_path / "a game.txt").read_text(encoding="utf-8"))
    assert len(saved.turns) == 1


def test_answers_are_short_whatever_was_typed(play: Play, tmp_path: Path) -> None:
    long = "x" * 50_000
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"], seed=1)
    bad_rows = "lay " + " | ".join(["Rs Bc"] * 500)
    deep = tmp_path
    for part in ["y" * 200] * 5:
        deep /= part
    deep.mkdir(parents=True)
    for state in (tiles(), cards):
        name = state.players[0].name
        for line in (
            long,
            f"save {long}",
            f"save {deep / 'game.txt'}",
            f"put {long} 0",
            f"put Rt {long}",
            f"new {'Rt ' * 10_000}",
            f"move {long}",
            f"swap {'Rt ' * 10_000}",
            f"Rs@{'9' * 5000},0",
            " ".join(f"Gd@{i},{i}" for i in range(500)),
            bad_rows,
        ):
            _, said = play(state, line, "quit")
            answer = said.split(f"{name}> ")[1]
            assert 0 < len(answer) < 1000, line[:40]


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_names_the_moves_of_the_game(play: Play, word: str) -> None:
    _, said = play(tiles(), word)
    for example in ("Rs@1,0 Bs@2,0", "swap Rs Bd", "pass", "undo", "save FILE", "R O Y G B P"):
        assert f"  {example}  " in said
    for synonym in ("play", "exchange", "trade"):
        assert f"'{synonym}'" in said
    for example in ("put", "done", "redraw", "take"):
        assert f"\n  {example}" not in said
    _, said = play(qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt", "Gd"]), word)
    for example in ("put Rt Rk 2", "done", "lay Rs Rc Rd | Bs Bc Bd", "redraw"):
        assert f"  {example}  " in said
    assert "swap" not in said
    _, said = play(qwirkle.position("schmidt-actions", hands=["Rt", "Gd"]), word)
    assert "  take 1,0  " in said


def test_board_shows_everything_again(play: Play) -> None:
    _, said = play(tiles(), "board")
    assert said.count("    -1  0  1\n-1   .  .  .\n 0   . R■  .\n 1   .  .  .\n> Ada ") == 2
    assert said.count("  your tiles: Rc Bs\n") == 2
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bk", "Gd"])
    _, said = play(cards, "put Rt 0", "board")
    assert "  the rows as you have changed them:\n 0  R● R■ R◆ R★\nhand  Bk\n" in said


def test_rules_are_looked_up(play: Play) -> None:
    _, said = play(tiles(), "rules p3 X4", "rule p99")
    statements = qwirkle.get_variant("standard").statements
    flat = " ".join(said.split())
    for rule in ("P3", "X4"):
        assert f"standard, rule {rule}: {statements[rule]}" in flat
    assert "standard has no rule 'p99'; it has S1, S2, " in flat
    _, said = play(qwirkle.position("schmidt", hands=["Rt", "Gd"]), "rules")
    flat = " ".join(said.split())
    for statement in qwirkle.get_variant("schmidt").statements.values():
        assert str(statement) in flat


def test_a_tile_alone_is_asked_for(play: Play) -> None:
    session, said = play(tiles(), "bs", "1 0", "rc", "", "rc", "hint")
    assert "Ada>   Bs: where? (like 2,0) Ada places the blue square at 1,0\n" in said
    assert "  Rc: where? (like 2,0)   type a move, or ? for help\n" in said
    assert f"  Rc: where? (like 2,0)   {qwirkle.advise(session.view)[0].move}\n" in said
    assert len(session.record.turns) == 2


def test_undo_takes_back_the_last_move_of_a_person(play: Play) -> None:
    session, said = play(tiles(), "undo", "bs 1 0", "rc 0 1", "undo")
    assert dict(session.record.headers) == {"seats": "person, greedy"}
    assert "there is nothing to take back" in said
    assert "Ada took back 2 moves." in said
    assert str(session.record.turns[0].move) == "Bs@1,0"
    assert len(session.record.turns) == 2
    session, _ = play(tiles(), "bs 1 0", "undo", "undo")
    assert not session.record.turns


def test_redo_makes_the_same_moves_again(play: Play) -> None:
    once, _ = play(tiles(), "bs 1 0", "rc 0 1")
    session, said = play(tiles(), "redo", "bs 1 0", "rc 0 1", "undo", "undo", "redo", "redo")
    assert "there is nothing to redo" in said
    assert session.record == once.record
    assert said.count("Ada places the blue square at 1,0\n") == 2
    saved = GameRecord(tiles()).play(qwirkle.parse_move("Bs@1,0"), comment="Ada holds a red circle")
    session, said = play(saved, "undo", "redo")
    assert session.record.turns[0].comment == "Ada holds a red circle"
    assert "red circle" not in said
    session, said = play(tiles(), "bs 1 0", "undo", "rc 0 1", "redo")
    assert "there is nothing to redo" in said
    assert str(session.record.turns[0].move) == "Rc@0,1"


def test_undo_restores_the_rows_first(play: Play) -> None:
    state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gx"], pile="", seed=1)
    _, said = play(state, "put rt 0", "undo", "put rt rk 0", "undo", "undo")
    assert said.count("the rows are as they were") == 2
    assert said.count("there is nothing to take back") == 1
    assert " 0  R● R■ R◆ R★ R♣\nhand\n" in said


def test_a_move_that_is_not_legal_is_explained_and_not_made(play: Play) -> None:
    schmidt = qwirkle.position("schmidt", board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    session, said = play(schmidt, "Bs@5,5", "Gd@1,0", "pass")
    assert not session.record.turns
    cited = qwirkle.get_variant("schmidt").statements["P1"].title
    assert f"  nothing joins Bs at 5,5 to the board\n    schmidt, rule P1: {cited}" in said
    assert "the hand lacks Gd" in said
    _, said = play(tiles(), "Bs@5,5")
    stated = qwirkle.get_variant("standard").statements["P1"]
    assert f"standard, rule P1: {stated}" in " ".join(said.split())


def test_a_rule_that_is_not_stated_has_only_its_id(play: Play) -> None:
    class HouseCode(authoring.Reason):
        EDGE = "edge"

    class Narrow(authoring.TileGame):
        def forbids(self, position: object, move: qwirkle.Place) -> qwirkle.Violation | None:
            if any(cell.x > 1 for cell in move.cells):
                return qwirkle.Violation(HouseCode.EDGE, ("H1",), "the board ends there")
            return None

    fields = {"board": "Rs@0,0 Bs@1,0", "hands": ["Gs", "Gd"], "players": ["Ada", "Greedy"]}
    qwirkle.register(Narrow("narrow-board"))
    _, said = play(qwirkle.position("narrow-board", **fields), "gs 2 0")
    assert "  the board ends there\n    narrow-board, rule H1\n" in said


def test_saving(play: Play, tmp_path: Path) -> None:
    other = tmp_path / "other one.txt"
    session, said = play(tiles(), "bs 1 0", f"save {other}", "save", "save /nowhere/at/all", "quit")
    command = f"Continue with: qwirkle play --resume '{other}'"
    assert command in said
    assert "/nowhere/at/all cannot be written: No such file or directory" in said
    assert other.read_text(encoding="utf-8") == session.path.read_text(encoding="utf-8")
    again = Session.resumed(other, session.console)
    assert again.record == session.record
    assert again.chairs == session.chairs
    assert not list(tmp_path.glob("*.new"))


def test_ctrl_c_saves(play: Play, tmp_path: Path) -> None:
    session, _ = play(tiles(), "bs 1 0", "^C")
    assert Session.resumed(session.path, session.console).record == session.record


def test_the_game_ends_with_the_score_sheet(play: Play) -> None:
    state = tiles(hands=["Bs", "Gd"], supply="", scores=[3, 4])
    session, said = play(state, "bs 1 0")
    assert session.state.is_over
    assert "8 points = 2 (Rs Bs) + 6 (for finishing)" in said
    assert "Score sheet (points)" in said
    assert "the game is over: Ada used the last tile\nAda won, 11 to 4\n" in said
    assert "Watch it with: qwirkle replay" in said
    session, said = play(session.state)  # a game that is over is shown at once
    assert "Score sheet (points)" in said


def shared() -> State:
    """A position for two people at one keyboard."""
    return qwirkle.position(
        players=["Ada", "Bob"], board={(0, 0): "Rs"}, hands=["Bs Rc", "Gs Gc"], supply="Ys Yc"
    )


def test_people_who_share_a_keyboard_do_not_see_each_other(play: Play) -> None:
    seats = "Ada=person,Bob=person"
    _, said = play(shared(), "", "bs 1 0", seats=seats)
    assert "Ada, press Enter when only you are looking. " in said
    assert "Bob, press Enter when only you are looking. " in said
    assert "G■" not in said
    _, said = play(shared(), "", "bs 1 0", "", "cells", seats=seats)
    assert "G■" in said.split("Bob, press Enter")[1]


def test_the_next_player_hears_everything_since_their_last_turn(play: Play) -> None:
    state = qwirkle.position(
        players=["Ada", "Greedy", "Bob"], board="Rs@0,0", hands=["Bs Rc", "Gs Gc", "Ps Pc"]
    )
    seats = "Ada=person,greedy,Bob=person"
    session, said = play(state, "", "bs 1 0", "", "ps 2 0", "", seats=seats)
    ada, bob = (turn.move for turn in session.record.turns[::2])
    assert (str(ada), str(bob)) == ("Bs@1,0", "Ps@2,0")
    first, second, third = said.split(", press Enter when only you are looking. ")[:3]
    assert first == "Ada"
    assert second.index("Ada places the blue square") < second.index("Greedy places")
    assert second.endswith("\nBob")
    assert third.split("Bob> ")[1].startswith("Greedy places the green")
    assert "Bob places the purple square at 2,0\n" in third
    assert "Ada placed" not in third


def test_the_screen_is_cleared_when_the_turn_passes(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the lines that were scrolled away, and the lines that the arrow keys bring back."""
    cleared: list[bool] = []
    readline = SimpleNamespace(clear_history=lambda: cleared.append(True))
    monkeypatch.setitem(sys.modules, "readline", readline)
    monkeypatch.setenv("TERM", "xterm")
    seats = "Ada=person,Bob=person"
    lines = ["", "hint", "bs 1 0", "", "quit"]
    _, said = play(shared(), *lines, seats=seats, terminal=True)
    ada, bob, end = said.split("\x1b[2J\x1b[H\x1b[3J")
    assert "your tiles: Rc Bs" in ada
    assert "Rc" not in bob.split("Bob, press Enter")[0]
    assert "your tiles" in bob
    assert end.startswith("The game is saved in ")
    assert len(cleared) == 2
    monkeypatch.delitem(sys.modules, "readline")
    monkeypatch.setenv("TERM", "dumb")
    _, said = play(shared(), *lines, seats=seats, terminal=True)
    assert "\x1b[2J" not in said
    assert said.count("\n" * 25) >= 2
    monkeypatch.setenv("TERM", "xterm")
    _, said = play(tiles(), "bs 1 0", "quit", terminal=True)
    assert "\x1b[2J" not in said


def test_an_action_keeps_the_turn(play: Play) -> None:
    game = qwirkle.get_variant("schmidt-actions", dealt=True)
    state = qwirkle.position(
        game, players=["Ada", "Bob"], board="Rs@0,0 Rc@1,0", hands=["Bs", "Gd"], seed=1
    )
    _, said = play(state, "", "take 1 0", seats="Ada=person,Bob=person")
    assert "Ada> Ada takes the red circle at 1,0\n\n" in said
    assert said.count("press Enter") == 1
    session, said = play(state, "", "take 1 0", "undo", seats="Ada=person,Bob=person")
    assert "Ada>   Ada took back 1 move.\n\n" in said
    assert said.count("press Enter") == 1
    assert not session.record.turns


def test_an_undo_is_told_to_the_other_player(play: Play) -> None:
    seats = "Ada=person,Bob=person"
    session, said = play(shared(), "", "bs 1 0", "", "undo", "", "redo", "", seats=seats)
    assert "\nBob> Bob took back 1 move.\nAda, press Enter" in said
    assert said.count("\nAda> Ada places the blue square at 1,0\n") == 2
    assert len(session.record.turns) == 1


def test_the_last_move_is_told_to_everyone(play: Play) -> None:
    state = qwirkle.position(
        players=["Ada", "Bob"], board={(0, 0): "Rs"}, hands=["Bs", "Gs"], supply=""
    )
    _, said = play(state, "", "bs 1 0", seats="Ada=person,Bob=person")
    assert "Ada> Ada places the blue square at 1,0\n  8 points = 2 (Rs Bs) + 6" in said
    assert "the game is over: Ada used the last tile\nAda won, 8 to 0\n" in said


def test_special_tiles_are_announced(play: Play) -> None:
    state = qwirkle.position(
        "schmidt-actions",
        players=["Ada", "Greedy"],
        board="Rs@0,0",
        hands=["Bs Rc", "Gs Gc"],
        supply="*take-tile Ys Yc",
    )
    _, said = play(state, "bs 1 0")
    assert "Ada drew a special tile: take-tile\n" in said


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_55_columns_are_enough(play: Play, variant: str) -> None:
    """For a game of four people, with every command, until the board itself is wider."""
    names = ["Adelaide", "Bob", "Charlotte", "Dan"]
    state = qwirkle.new_game(variant, names, seed=2)
    lines = ["", "?", "hint", "cells", "rules", "swap Rs", "Rs@9,9", "xyzzy", "board"]
    for _ in range(8):
        move = bots.greedy(qwirkle.observe(state, state.turn))
        lines += ["", str(move)]
        state = qwirkle.apply(state, move)
    start = qwirkle.new_game(variant, names, seed=2)
    seats = ",".join(f"{name}=person" for name in names)
    session, said = play(start, *lines[:-16], *lines[-15:], "", seats=seats, width=55)
    assert len(session.record.turns) == 8
    written = [line for line in said.splitlines() if "> " not in line and "a game.txt" not in line]
    assert max(map(len, written)) <= 55


def test_cards_on_the_workbench(play: Play) -> None:
    state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"], seed=1)
    session, said = play(state, "put rt 0", "put rt 0", "done")
    assert " 0  R● R■ R◆ R★\nhand  Rk\n" in said
    assert "Rt is not in your hand" in said
    assert str(session.record.turns[0].move) == "lay Rc Rs Rd Rt"
    state = qwirkle.position("cards", table="Rd Od Gd Pd | Rd Gd Bd", hands=["Yd Rk", "Gd"], seed=1)
    session, said = play(state, "put Yd 0", "done")
    assert " 0  R◆ O◆ Y◆ G◆ P◆\n 1  R◆ G◆ B◆\nhand  Rk\n" in said
    assert "Player 1 plays the yellow diamond\n" in said
    assert str(session.record.turns[0].move) == "lay Rd Od Yd Gd Pd | Rd Gd Bd"
    session, said = play(state, "done", "reset")
    assert "cards, rule K4" in said
    assert not session.record.turns
    session, said = play(tiles(), "done")
    assert "'done' does not begin a move" in said
    assert "\n  ? lists what you can type\n" in said


@pytest.mark.parametrize("kinds", ["person", "person, greedy, greedy", "person, robot"])
def test_a_file_with_other_seats(play: Play, tmp_path: Path, kinds: str) -> None:
    session, _ = play(tiles(), "quit")
    text = session.path.read_text(encoding="utf-8")
    session.path.write_text(text.replace("person, greedy", kinds), encoding="utf-8")
    with pytest.raises(qwirkle.QwirkleError):
        Session.resumed(session.path, session.console)


def test_a_record_without_seats_is_for_people(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(str(GameRecord(tiles())), encoding="utf-8")
    session = Session.resumed(path, Console())
    assert [(chair.name, chair.kind) for chair in session.chairs] == [
        ("Ada", "person"),
        ("Greedy", "person"),
    ]
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(DecodeError):
        Session.resumed(path, Console())


def test_a_bot_whose_move_is_not_legal_plays_the_first_one(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle.cli.seats.get_bot", lambda name: lambda view: qwirkle.Pass())
    session, said = play(tiles(), "bs 1 0")
    assert (
        "  Greedy could not choose a move and plays the first legal one: pass: a player who" in said
    )
    assert len(session.record.turns) == 2


def test_a_bot_that_crashes_says_so_and_the_game_is_saved(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Somebody installed it on purpose, so its own traceback is the best report."""

    def crash(view: object) -> qwirkle.Move:
        raise KeyError("too many tiles")

    monkeypatch.setattr("qwirkle.cli.seats.get_bot", lambda name: crash)
    with pytest.raises(KeyError):
        play(tiles(), "bs 1 0")
    saved = GameRecord.parse((tmp_path / "a game.txt").read_text(encoding="utf-8"))
    assert len(saved.turns) == 1


def test_a_person_plays_a_program(play: Play, tmp_path: Path) -> None:
    code = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    best = asked.get("moves", [{}])[0]
    print(json.dumps({"protocol": 1, "moves": 1} if "hello" in asked else best), flush=True)
"""
    path = tmp_path / "copycat.py"
    path.write_text(code, encoding="utf-8")
    seats = f"Ada=person, program: {quote(sys.executable)} -S {quote(str(path))}"
    assert [chair.name for chair in parse_chairs(seats)] == ["Ada", "copycat"]
    session, said = play(tiles(), "bs 1 0", "undo", "redo", seats=seats)
    assert len(session.record.turns) == 2
    assert session.record.headers["seats"].startswith("person, program: ")
    assert "could not choose" not in said


def test_seats_for_programs() -> None:
    chairs = parse_chairs("Ann=program: ./ann --depth=3, program:./ann, program: ./ann ,person")
    assert [chair.name for chair in chairs] == ["Ann", "ann", "ann 2", "Player 4"]
    assert [bots.bot_name(chair.bot) for chair in chairs if chair.bot] == ["Ann", "ann", "ann 2"]
    assert chairs[0].bot.command == ("./ann", "--depth=3")  # type: ignore[union-attr]
    for text, reason in (
        ("program:", "a program needs the words of a command"),
        ("program: 'ann", "is not a command: No closing quotation"),
        ("x" * 100 + "=program: ./ann", "a player's name must be 1 to 80"),
        ("gredy", "unknown player 'gredy'; choose person, random, greedy, careful, strong, prog"),
    ):
        with pytest.raises(InvalidValue, match=reason):
            parse_chairs(text)
