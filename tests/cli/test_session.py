"""A game in the terminal, without the terminal: what is typed, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import qwirkle
from qwirkle import DecodeError, GameRecord, State
from qwirkle.cli.seats import parse_chairs
from qwirkle.cli.session import Session
from qwirkle.cli.wording import SYNONYMS

Play = Callable[..., tuple[Session, str]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type some lines into a game that begins with a state."""

    def typed(state: State, *lines: str, seats: str = "person,greedy") -> tuple[Session, str]:
        waiting = iter(lines)
        console = Console(file=StringIO(), width=120)

        def answer(prompt: str) -> str:
            console.file.write(prompt)
            line = next(waiting, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr("builtins.input", answer)
        session = Session(GameRecord(state), parse_chairs(seats), tmp_path / "a game.txt", console)
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
    usual = {
        "board": {(0, 0): "Rs"},
        "hands": ["Bs Rc", "Gd Gc"],
        "supply": "Ys Yc Yd Yt Yk Yx Pc Pt Pk Px Oc Ot Ok Ox Bc Bt",
    }
    return qwirkle.position(players=["You", "Greedy"], **{**usual, **fields})


def test_nobody_hears_which_tiles_are_exchanged(play: Play) -> None:
    """Only how many, though the record knows them."""
    session, said = play(tiles(hands=["Bs Rc", "Gd Gk"]), "Bs@1,0")
    assert str(session.record.turns[1].move) == "swap Gd Gk"
    assert "Greedy: exchanged 2 tiles\n" in said
    assert "Gk" not in said.split("Greedy: ")[1]


def test_hints_and_cells(play: Play) -> None:
    _, said = play(tiles(), "hint", "CELLS")
    assert "  Rc@-1,0\n  2 points = 2 (Rc Rs)\n" in said
    assert "  -1,0: Rc Bs\n  0,-1: Rc Bs\n  0,1: Rc Bs\n  1,0: Rc Bs\n" in said
    _, said = play(tiles(hands=["Gd", "Gc"]), "cells", "hint")
    assert "nothing can be laid anywhere" in said
    assert "  swap Gd\n  0 points\n" in said
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bk", "Gd"])
    assert "cards that can be played: Rt\n" in play(cards, "cells")[1]
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Bk", "Gd"])
    assert "cards that can be played: none\n" in play(cards, "cells")[1]
    assert ">   redraw\n  0 Qwirkles\n" in play(cards, "hint")[1]


def test_a_hint_is_in_the_steps_of_the_workbench(play: Play) -> None:
    cards = qwirkle.position(
        "cards", table="Rx Ox Yx Gx | Rc Rs Rd Rt", hands=["Rk Bs", "Gd"], seed=1
    )
    _, said = play(cards, "hint", "new Bs", "hint")
    _, first, _, second, _ = said.split("Player 1> ")
    qwirkle_points = "1 Qwirkle = 1 (Rc Rs Rd Rt Rk Rx)"
    assert first == f"  move Rx 0 1\n  put Rk 1\n  done\n  {qwirkle_points}\n"
    assert second == f"  reset\n{first}"


@pytest.mark.parametrize("word", ["hint", "cells"])
def test_a_search_that_fails_is_told_and_the_game_goes_on(
    play: Play, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    def fail(view: object) -> qwirkle.Move:
        raise qwirkle.InvalidValue("the search takes too long")

    monkeypatch.setattr("qwirkle.cli.session.greedy", fail)
    monkeypatch.setattr("qwirkle.cli.session._fitting", fail)
    session, said = play(tiles(), word, "bs 1 0")
    assert "  the search takes too long\n" in said
    assert str(session.record.turns[0].move) == "Bs@1,0"


def test_a_bot_that_fails_plays_the_first_move(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(view: object) -> qwirkle.Move:
        raise qwirkle.InvalidValue("the search takes too long")

    monkeypatch.setattr("qwirkle.cli.seats.BOTS", {"greedy": fail})
    state = tiles()
    session, said = play(state, "bs 1 0")
    sentence = "Greedy could not choose a move, so this is the first one: the search takes too long"
    assert f"  {sentence}\n" in said
    after = qwirkle.apply(state, session.record.turns[0].move)
    assert session.record.turns[1].move == next(iter(qwirkle.legal_moves(after)))

    monkeypatch.setattr("qwirkle.cli.session.legal_moves", fail)
    with pytest.raises(qwirkle.InvalidValue, match="too long"):
        play(state, "bs 1 0")
    saved = GameRecord.parse((tmp_path / "a game.txt").read_text(encoding="utf-8"))
    assert len(saved.turns) == 1


def test_what_is_said_is_short_whatever_was_typed(play: Play, tmp_path: Path) -> None:
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


@pytest.mark.parametrize("word", ["help", "", "HELP"])
def test_help_names_the_moves_of_the_game(play: Play, word: str) -> None:
    _, said = play(tiles(), word)
    for example in ("Rs@1,0 Bs@2,0", "swap Rs Bd", "pass", "undo", "save FILE", "R O Y G B P"):
        assert f"  {example}  " in said
    for synonym in SYNONYMS:
        assert f"'{synonym}'" in said
    for example in ("put", "done", "redraw", "take"):
        assert f"\n  {example}" not in said
    _, said = play(qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt", "Gd"]), word)
    for example in ("put Rt Rk 2", "done", "lay Rs Rc Rd | Bs Bc Bd", "redraw"):
        assert f"  {example}  " in said
    assert "swap" not in said
    _, said = play(qwirkle.position("schmidt-actions", hands=["Rt", "Gd"]), word)
    assert "  take 1,0  " in said


def test_undo_takes_back_to_the_last_move_of_a_person(play: Play) -> None:
    session, said = play(tiles(), "undo", "bs 1 0", "rc 0 1", "undo")
    assert "there is nothing to take back" in said
    assert str(session.record.turns[0].move) == "Bs@1,0"
    assert len(session.record.turns) == 2
    session, _ = play(tiles(), "bs 1 0", "undo", "undo")
    assert not session.record.turns


def test_undo_gives_back_the_rows_first(play: Play) -> None:
    state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gx"], pile="", seed=1)
    _, said = play(state, "put rt 0", "undo", "put rt rk 0", "undo", "undo")
    assert said.count("the rows are as they were") == 2
    assert said.count("there is nothing to take back") == 1
    assert " 0  Rc Rs Rd Rt Rk\nhand\n" in said


def test_a_rule_is_cited_once(play: Play) -> None:
    state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Gk Bx", "Gd"], seed=1)
    _, said = play(state, "new Gk", "put Bx 0", "done")
    assert said.count("the row ") == 2
    assert said.count("cards, rule K3: ") == 1


def test_a_move_that_is_not_legal_is_explained_and_not_made(play: Play) -> None:
    schmidt = qwirkle.position("schmidt", board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    session, said = play(schmidt, "Bs@5,5", "Gd@1,0", "pass")
    assert not session.record.turns
    cited = qwirkle.get_variant("schmidt").citations["P1"].text[:20]
    assert f"  nothing joins Bs at 5,5 to the board\n    schmidt, rule P1: {cited}" in said
    assert "the hand lacks Gd" in said
    _, said = play(tiles(), "Bs@5,5")
    assert "    standard, rule P1\n" in said  # it cites no manual


def test_saving(play: Play, tmp_path: Path) -> None:
    other = tmp_path / "other one.txt"
    session, said = play(tiles(), "bs 1 0", f"save {other}", "save", "save /nowhere/at/all", "quit")
    command = f"go on with: qwirkle play --resume '{other}'"
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


def test_the_end_is_the_score_sheet(play: Play) -> None:
    state = tiles(hands=["Bs", "Gd"], supply="", scores=[3, 4])
    session, said = play(state, "bs 1 0")
    assert session.state.is_over
    assert "8 points = 2 (Rs Bs) + 6 (the end)" in said
    assert "Score sheet (points)" in said
    assert "the game is over: You used the last tile; You won" in said
    assert "look at it again with: qwirkle replay" in said
    session, said = play(session.state)  # what is over is shown at once
    assert "Score sheet (points)" in said


def test_people_who_share_a_keyboard_do_not_see_each_other(play: Play) -> None:
    seats = "Ada=person,Bob=person"
    state = qwirkle.position(
        players=["Ada", "Bob"], board={(0, 0): "Rs"}, hands=["Bs Rc", "Gs Gc"], supply="Ys Yc"
    )
    _, said = play(state, "", "bs 1 0", seats=seats)
    assert "Ada, press Enter when only you are looking. " in said
    assert "Bob, press Enter when only you are looking. " in said
    assert "G■" not in said
    _, said = play(state, "", "bs 1 0", "", "cells", seats=seats)
    assert "G■" in said.split("Bob, press Enter")[1]


def test_cards_on_the_workbench(play: Play) -> None:
    state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"], seed=1)
    session, said = play(state, "put rt 0", "put rt 0", "done")
    assert " 0  Rc Rs Rd Rt\nhand  Rk\n" in said
    assert "Rt is not in your hand" in said
    assert str(session.record.turns[0].move) == "lay Rc Rs Rd Rt"
    state = qwirkle.position("cards", table="Rd Od Gd Pd | Rd Gd Bd", hands=["Yd Rk", "Gd"], seed=1)
    session, said = play(state, "put Yd 0", "done")
    assert " 0  Rd Od Yd Gd Pd\n 1  Rd Gd Bd\nhand  Rk\n" in said
    assert "Player 1: Yd\n  0 Qwirkles\n" in said
    assert str(session.record.turns[0].move) == "lay Rd Od Yd Gd Pd | Rd Gd Bd"
    session, said = play(state, "done", "reset")
    assert "cards, rule K4" in said
    assert not session.record.turns
    session, said = play(tiles(), "done")
    assert "'done' does not begin a move" in said
    assert "\n  'help' lists what you can type\n" in said


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
        ("You", "person"),
        ("Greedy", "person"),
    ]
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(DecodeError):
        Session.resumed(path, Console())
