"""Game records: writing, reading, edited texts, and texts that are not records."""

from __future__ import annotations

import itertools
import json
import re
from random import Random
from typing import Any

import attrs
import pytest
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import opened, tiles, waiting

import qwirkle
from qwirkle import Exchange, GameRecord, IllegalMove, Place
from qwirkle.errors import DecodeError, InvalidValue
from qwirkle.record import LONGEST_RECORD, MOST_MOVES, Turn

NAMES = ["Ada # 1", "\"Bob\" 'n' \\ Cy", "Zoë 李: draws Rs"]


def game(moves: int = 12, seed: int = 2) -> GameRecord[qwirkle.TileState]:
    """A record of some moves of a game with awkward names."""
    random = Random(seed)
    record = GameRecord(qwirkle.new_game(players=NAMES, seed=seed))
    for _ in range(moves):
        record = record.play(qwirkle.legal_moves(record.state).sample(random))
    return record


def small() -> GameRecord[qwirkle.TileState]:
    """A record of three moves: a placement and two exchanges."""
    state = opened(supply="Rc Rd Yk Yk Px Pd", hands=["Bc Bd Gs Gk Gt", "Gd Yx"])
    return GameRecord(state).play(Place("Gs@2,0")).play(Exchange("Gd")).play(Exchange("Bc Bd"))


TEXT = str(small())
LINES = TEXT.splitlines()
BODY = LINES.index("")


def rejected(text: Any) -> DecodeError:
    """The DecodeError that reading the text raises."""
    with pytest.raises(DecodeError) as caught:
        GameRecord.parse(text)
    assert str(caught.value).startswith(f"{caught.value.path}: {caught.value.reason}")
    return caught.value


def edited(line: int, text: str | None) -> str:
    """The small record with one line (counted from 1) replaced, or left out."""
    lines = [*LINES]
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines)


def test_the_text_of_a_record() -> None:
    """It has a title, the fields of the first state, an empty line, and a line for every move."""
    fields = json.loads(qwirkle.to_json(small().start))
    assert TEXT.endswith("\n")
    assert LINES[0] == "qwirkle record 1"
    assert LINES[1:BODY] == [f"{name}: {json.dumps(value)}" for name, value in fields.items()]
    assert LINES[BODY - 3 : BODY] == ['supply: "Rc Rd Yk Yk Px Pd"', "seed: 11", "ply: 3"]
    assert LINES[BODY + 1 :] == [
        "1. Gs@2,0 draws Rc Rd  # Ada: 3 points, now 7",
        "2. swap Gd draws Yk  # Bob: 0 points, now 7",
        f"3. swap Bc Bd draws {' '.join(map(str, small().turns[2].draw))}  # Ada: 0 points, now 7",
    ]


def test_what_is_written_reads_back_equal() -> None:
    """Names with '#', quotes and other letters read back, and the text stays the same."""
    for moves in [0, 1, 12, 40]:
        with case(moves):
            record = game(moves)
            again = GameRecord.parse(str(record))
            assert again == record
            assert hash(again) == hash(record)
            assert again.state == record.state
            assert str(again) == str(record)
            assert [player.name for player in again.start.players] == NAMES
            assert repr(again) == repr(record)


def test_playing_is_pure() -> None:
    record = GameRecord(opened())
    longer = record.play(Exchange("Bc"))
    assert (record.turns, record.state) == ((), opened())
    assert longer.turns == (Turn(Exchange("Bc"), tiles("Rc")),)
    assert longer.start == opened()
    assert longer.state == qwirkle.apply(opened(), Exchange("Bc"))
    for move, kind in ((qwirkle.Pass(), IllegalMove), (Place("Gs@9,9"), IllegalMove)):
        with pytest.raises(kind):
            record.play(move)
    with pytest.raises(qwirkle.errors.InvalidDraw):
        record.play(Exchange("Bc"), draw="Px")
    assert record == GameRecord(opened())
    given = record.play(Exchange("Bc"), draw="Yk")
    assert given.turns == (Turn(Exchange("Bc"), tiles("Yk")),)
    assert given != longer


def test_undo_takes_back_the_last_move() -> None:
    """The moves, the drawn tiles and the state are those of the record before it."""
    records = [GameRecord(small().start)]
    moves = ((Place("Gs@2,0"), "Yk Px"), (Exchange("Gd"), None), (Exchange("Bc"), "Rd"))
    for move, draw in moves:
        records.append(records[-1].play(move, draw=draw))
    record = records.pop()
    while records:
        longer, record = record, record.undo()
        before = records.pop()
        assert record == before
        assert record.state == before.state
        assert len(longer.turns) == len(record.turns) + 1  # the longer record is unchanged
        assert record.play(longer.turns[-1].move, draw=longer.turns[-1].draw) == longer
    assert record.state is record.start


def test_there_must_be_a_move_to_undo() -> None:
    for record in (GameRecord(opened()), GameRecord(opened()).play(Exchange("Bc")).undo()):
        with pytest.raises(InvalidValue, match="the record has no moves, so there is nothing to"):
            record.undo()
        assert record == GameRecord(opened())


def test_a_move_can_say_what_its_player_held() -> None:
    """What the player could not see is dealt again; nothing that everyone saw changes."""
    start = opened(supply="Rc Rd Yk Yk Px Pd", hands=["Bc Bd Gs Gk Gt", "Gd Yx"])
    once = GameRecord(start).play(Place("Rd@0,1"), holding="Yx Rd Gd Px Bc")
    record = once.play(Exchange("Yk"), draw="Yx", holding=tiles("Gt Yk")).play(Exchange("Rc"))
    assert [turn.holding for turn in record.turns] == [
        tiles("Rd Yx Gd Bc Px"),
        tiles("Yk Gt"),
        None,
    ]
    assert record.state.scores == (6, 7)
    lines = str(record).splitlines()[-3:]
    assert lines[0] == "1. Rd@0,1 holding Rd Yx Gd Bc Px  # Ada: 2 points, now 6"
    assert lines[1] == "2. swap Yk holding Yk Gt draws Yx  # Bob: 0 points, now 7"
    assert lines[2].startswith("3. swap Rc draws ")
    again: Any = qwirkle.from_json(qwirkle.to_json(record))
    for other in (GameRecord.parse(str(record)), GameRecord(start, record.turns), again):
        assert (other, other.state) == (record, record.state)
    *states, last = record.states()
    for state, turn in zip(states, record.turns, strict=True):
        assert turn.holding in (None, state.hand)
        assert qwirkle.check(state, turn.move) == ()
    assert last == record.state
    seen = [qwirkle.observe(state, 0) for state in (start, states[0])]
    assert attrs.evolve(seen[1], hand=seen[0].hand, unseen=seen[0].unseen) == seen[0]
    assert record.undo().undo() == once
    assert record.undo().undo().state == once.state


def test_a_player_cannot_have_held_everything() -> None:
    revealed = "Rs Rc Gx"
    cards = qwirkle.position(
        "cards", table="Bs Bc Bd", hands=[revealed, "Gd"], revealed=[revealed, ""], pile="Yx"
    )
    for state, holding, reason in (
        (opened(), "Gs", "Ada holds 3 tiles, not 1"),
        (opened(), "Gs Gs Rc", "Ada cannot hold Gs: no more are left"),
        (opened(), "Gs Zs Rc", "'Zs' is not a tile"),
        (opened(), 7, "not 7"),
        (cards, "Rs Rc Yx", "Player 1 cannot hold these: Gx is not in the hand"),
    ):
        with case(holding), pytest.raises(qwirkle.QwirkleError, match=re.escape(reason)):
            GameRecord(state).play(qwirkle.Pass(), holding=holding)


def test_every_fault_of_the_first_state_has_its_line() -> None:
    text = TEXT.replace("passes: 0", "passes: -1").replace("ply: 3", 'ply: "x"')
    found = [(fault.field, fault.message.split(":")[0]) for fault in rejected(text).faults]
    assert found == [("line 11", "passes"), ("line 15", "ply")]


def test_records_from_turns_are_checked() -> None:
    """Every move in a record is legal, and every draw possible."""
    start = opened()
    with pytest.raises(IllegalMove):
        GameRecord(start, [Turn(qwirkle.Pass(), ())])
    with pytest.raises(qwirkle.errors.InvalidDraw):
        GameRecord(start, [Turn(Exchange("Bc"), tiles("Px"))])
    with pytest.raises(InvalidValue, match="expected a Turn, not"):
        GameRecord(start, [Exchange("Bc")])  # type: ignore[list-item]
    with pytest.raises(InvalidValue, match="expected a state, not view"):
        GameRecord(waiting())  # type: ignore[type-var]
    for turns in (5, None, Turn(Exchange("Bc"), ())):
        with pytest.raises(InvalidValue, match="expected turns, not"):
            GameRecord(start, turns)  # type: ignore[arg-type]


# Edited texts


def test_comments_and_empty_lines() -> None:
    """A comment belongs to the move above it; what follows a move in its line is dropped."""
    lines = [f"  {line}\t" for line in LINES]
    lines[0:0] = ["# a game of ours", "   #   played in  the train"]
    lines[8:8] = ["#scores: [0, 0]"]
    lines[-2:] = ["#now!", lines[-2], "", "   ", "# the", lines[-1], "# end", "", "#", "# of it"]
    record = GameRecord.parse("\r\n".join(lines))
    assert dict(record.headers) == {"comment": "a game of ours played in the train scores: [0, 0]"}
    assert [turn.comment for turn in record.turns] == ["now!", "the", "end of it"]
    assert GameRecord(record.start, small().turns) == small()
    written = str(record).splitlines()
    assert written[BODY + 1] == f"# {record.headers['comment']}"
    assert written[BODY + 2 :: 2] == LINES[BODY + 1 :]
    assert written[BODY + 3 :: 2] == ["# now!", "# the", "# end of it"]
    assert GameRecord.parse(str(record)) == record
    assert record.undo().turns[-1].comment == "the"


HEADERS = {"place": "Zoë's: #3  ", "event": '"quoted"', "date": "2026-11-17", "empty": " "}


def test_headers() -> None:
    """They stand below the title, sorted, and moves keep them."""
    record = GameRecord(small().start, small().turns, HEADERS)
    assert str(record).splitlines()[:5] == [
        "qwirkle record 1",
        "date: 2026-11-17",
        'event: "quoted"',
        "place: Zoë's: #3",
        'qwirkle: "state"',
    ]
    assert GameRecord.parse(str(record)) == record != small()
    assert list(record.headers) == ["date", "event", "place"]
    assert record.undo().undo().play(Exchange("Gd")).headers == record.headers
    with pytest.raises(TypeError):
        record.headers["date"] = "never"  # type: ignore[index]


def test_wrong_headers_and_comments() -> None:
    wrong: list[tuple[str, Any, str]] = [
        *((name, "x", "cannot be the name of a header") for name in ("Date", "", "a b", "x" * 41)),
        *((name, "x", "but not a field of the state") for name in ("qwirkle", "players", "ply")),
        *(("date", text, "the header date must be") for text in ("x" * 1001, "\x1b[2J", None)),
    ]
    for name, text, reason in wrong:
        with case(name, text), pytest.raises(InvalidValue, match=reason):
            GameRecord(opened(), headers={"date": "today", name: text})
    most = {"x" * number: "y" for number in range(1, 41)} | {f"{c}_": "y" for c in "abcdefghij"}
    full = GameRecord(opened(), headers=most)
    assert GameRecord.parse(str(full)) == full
    with pytest.raises(InvalidValue, match="at most 50 headers are possible"):
        GameRecord(opened(), headers=most | {"z": "y"})
    for comment in ("x" * 1001, "\x1b[2J"):
        with pytest.raises(InvalidValue, match="a comment must be a text of at most 1000"):
            small().undo().play(Exchange("Bc Bd"), comment=comment)
    for line, text, reason in (
        (2, "date: today\ndate: never", "date is given twice"),
        (1, "Date: today", "expected a field and its value"),
        (1, "date: \x1b[2J", "the header date must be a text of at most 1000 printable"),
        (1, "scores: [4, 7]", "'scores' cannot be the name of a header"),
        (0, f"# {'x' * 1001}", "the header comment must be a text of at most 1000"),
        (0, "comment: one\n# two", "comment is given twice"),
    ):
        with case(text):
            error = rejected(edited(1, f"{LINES[0]}\n{text}"))
            assert error.path == f"line {line + 1}"
            assert reason in error.reason


def test_several_games_in_a_text() -> None:
    """Each begins with its title, and errors have their line in the whole text."""
    games = (small(), GameRecord(opened(), headers={"date": "today"}), small().undo())
    text = "# a match\n" + "\n# next:\n".join(map(str, games))
    first, second, third = GameRecord.parse_all(text)
    assert first.headers == {"comment": "a match"}
    assert first.turns[-1].comment == "next:"
    assert second.headers == {"date": "today", "comment": "next:"}
    assert third == games[2]
    assert GameRecord.parse_all(TEXT) == (small(),)
    error = rejected(text)
    assert (error.path, error.reason) == (
        f"line {len(LINES) + 4}",
        "there are 3 games; parse_all reads them all",
    )
    for old, new, line in (("ply: 3\n", "", 1), ("1. Gs@2,0", "1. Gs@9,9", BODY + 2)):
        with pytest.raises(DecodeError) as caught:
            GameRecord.parse_all(TEXT + TEXT.replace(old, new))
        assert caught.value.path == f"line {len(LINES) + line}"
    with pytest.raises(DecodeError, match="longer than 1000000 characters"):
        GameRecord.parse_all(TEXT * 4000)


def test_comments_after_moves_are_free() -> None:
    for comment in ("", "#", "# swap Rs draws Bd", "#### 4. pass", "# 李 \u200f"):
        text = edited(BODY + 3, f"2. swap Gd draws Yk {comment}")
        assert GameRecord.parse(text) == small()


def test_other_draws_may_be_given() -> None:
    """In a real game the tiles come in another order."""
    text = edited(BODY + 2, "1. Gs@2,0 draws Yk Px")
    text = "\n".join(text.splitlines()[: BODY + 2])
    record = GameRecord.parse(text)
    assert record.turns == (Turn(Place("Gs@2,0"), tiles("Yk Px")),)
    assert "1. Gs@2,0 draws Yk Px  # Ada: 3 points, now 7" in str(record)


def test_the_numbers_of_moves_are_for_readers() -> None:
    """The moves are read in the order of their lines, whatever the numbers are."""
    for number in ["0", "7", "00", "99999999999999999999"]:
        with case(number):
            text = edited(BODY + 2, LINES[BODY + 1].replace("1.", f"{number}.", 1))
            assert GameRecord.parse(text) == small()
            assert str(GameRecord.parse(text)) == TEXT


def test_ways_to_write_a_move() -> None:
    """Spaces, zeros and the verb do not matter."""
    cases: list[str] = [
        "1.Gs@2,0 draws Rc Rd",
        "1.   Gs@2,0   draws   Rc   Rd  ",
        "0001. place Gs@2,0 draws Rc Rd",
    ]
    for line in cases:
        with case(line):
            assert GameRecord.parse(edited(BODY + 2, line)) == small()


# Texts that are not records


def test_errors_of_moves_have_the_line() -> None:
    """Illegal moves, impossible draws and unknown words are tested."""
    cases: list[tuple[str, str]] = [
        ("1. Gs@9,9", "Gs@9,9: nothing joins Gs at 9,9 to the board [P1]"),
        ("1. pass", "pass: passing is not allowed while a tile can be placed [R5]"),
        ("1. Gs@2,0 draws Rc", "Rc cannot be drawn: the move draws"),
        ("1. Gs@2,0 draws Rc Pk", "Pk cannot be drawn: not in the supply"),
        ("1. Gs@2,0 draws", "nothing cannot be drawn"),
        ("1. Gs@2,0 drawsRc Rd", "'drawsRc' is not a tile at a cell"),
        ("1. Gs@2,0 holding", "Ada holds 5 tiles, not 0"),
        ("1. Gs@2,0 holding Bc Bd Gk Gt Yx", "Gs@2,0: the hand lacks Gs"),
        ("1. fly", "'fly' does not begin a move"),
        ("1.", "the text is empty"),
        ("1. # Gs@2,0", "the text is empty"),
        ("Gs@2,0", "expected a number, a full stop and a move, not 'Gs@2,0'"),
        ("-1. Gs@2,0", "expected a number, a full stop and a move"),
        ("1 Gs@2,0", "expected a number, a full stop and a move"),
        ("\u0661. Gs@2,0", "expected a number, a full stop and a move"),
        ("1. " + "Gs@2,0 " * 5000, "the text is too long for a move"),
    ]
    for line, reason in cases:
        with case(line, reason):
            error = rejected(edited(BODY + 2, line))
            assert error.path == f"line {BODY + 2}"
            assert reason in error.reason


FIELD_EDITS = [
    (3, "format: 2", "format: expected 1"),
    (4, 'variant: "chess"', "variant: no variant is called 'chess'"),
    (4, "variant: standard", "variant: not JSON"),
    (6, 'options: {"a": 1}', "options: there is no option 'a'"),
    (6, 'options: {"hand_size": 6, "hand_size": 6}', "options: given twice"),
    (7, 'players: [{"name": "Ada", "age": null}, {"name": "", "age": 1}]', "players[1].name: a p"),
    (8, 'board: "Rs@0,0 Rs@5,5"', "board: the tiles form 2 groups"),
    (9, "scores: [1]", "scores: 1 score for 2 players"),
    (10, "turn: 0  # Ada", "turn: not JSON: Extra data"),  # comments are on separate lines here
    (11, "passes: NaN", "passes: NaN is not JSON"),
    (14, "seed: " + "9" * 5000, "seed: the number 9999"),
    (15, "ply: " + "[" * 100_000, "ply: nested too deeply"),
    (15, "ply 3", "expected a field and its value, not 'ply 3'"),
    (15, "ply:3", "expected a field and its value"),
    (15, "Ply: 3", "expected a field and its value"),
    (15, "seed: 12", "seed is given twice"),
    (15, "ply: 3\nmoves: 3", "moves: unknown; the fields are"),
]


def test_errors_of_fields_have_the_line() -> None:
    for line, text, reason in FIELD_EDITS:
        with case(line, text, reason):
            error = rejected(edited(line, text))
            assert error.path == f"line {line + text.count(chr(10))}"
            assert reason in error.reason


def test_fields_that_are_missing() -> None:
    """The error points at the first line, and the reason has the name."""
    for line in range(2, BODY + 1):
        with case(line):
            name = LINES[line - 1].split(":")[0]
            error = rejected(edited(line, None))
            assert error.path == "line 1"
            assert error.reason.startswith(f"{name}: ")


def test_a_record_does_not_begin_with_a_view() -> None:
    """A game cannot go on from the knowledge of one player."""
    fields = json.loads(qwirkle.to_json(waiting()))
    text = "qwirkle record 1\n" + "\n".join(f"{k}: {json.dumps(v)}" for k, v in fields.items())
    error = rejected(text + "\n\n1. pass\n")
    assert (error.path, error.reason) == (
        "line 2",
        "qwirkle: a record begins with a state, not with a view",
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", "\x00", "\ud800", "# qwirkle record 1", "\nqwirkle record 1"),
        *("qwirkle record", "qwirkle record 2", "QWIRKLE RECORD 1", "qwirkle record 1:"),
        "\ufeffqwirkle record 1",
    ],
    ids=ascii,
)
def test_texts_without_the_title(text: str) -> None:
    """The first line that is not a comment must be the title."""
    error = rejected(text)
    assert (error.path, error.reason) == ("line 1", "a record begins with 'qwirkle record 1'")


def test_long_texts() -> None:
    """The length is bounded; a text of the maximum length is read."""
    assert rejected("x" * (LONGEST_RECORD + 1)).reason == "longer than 1000000 characters"
    for padding in ("\n", "#\n"):
        assert GameRecord.parse((TEXT + padding * LONGEST_RECORD)[:LONGEST_RECORD]) == small()
    assert rejected(TEXT + "#" * 900_000).path == f"line {len(LINES)}"
    assert rejected("qwirkle record 1\n" + "a" * 900_000).path == "line 2"
    assert rejected(edited(BODY + 2, "1" * 900_000)).path == f"line {BODY + 2}"
    for word in (" draws", " holding", " holding draws"):
        assert rejected(edited(BODY + 2, "1. " + word * 70_000)).path == f"line {BODY + 2}"


def test_long_games() -> None:
    game = qwirkle.get_variant("standard", stuck="may-exchange")
    start = qwirkle.position(game, board="Rs@0,0", hands=["Gd", "Yk"], supply="Rx Bx")
    text = str(GameRecord(start))
    record = GameRecord.parse(text + "1. pass\n" * MOST_MOVES)
    assert len(record.turns) == MOST_MOVES
    error = rejected(text + "1. pass\n" * (MOST_MOVES + 1))
    assert error.reason == "at most 10000 moves are possible"
    assert error.path == f"line {len(text.splitlines()) + MOST_MOVES + 1}"
    for too_many in (
        lambda: record.play(qwirkle.Pass()),
        lambda: GameRecord(start, itertools.repeat(Turn(qwirkle.Pass(), ()))),
    ):
        with pytest.raises(InvalidValue, match="at most 10000 moves are possible"):
            too_many()


@settings(max_examples=4 * settings().max_examples)
@given(st.data())
def test_random_edits_of_a_valid_text(data: st.DataObject) -> None:
    """The text reads back equal, or raises a DecodeError with a line."""
    turns = [attrs.evolve(turn, comment="well # done") for turn in small().turns]
    text = str(GameRecord(small().start, turns, HEADERS | {"comment": "a match"}))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 12)))
        put = data.draw(
            st.text(alphabet='{}[]",:0123456789-RsBdGk@ \n#.draws', max_size=6)
            | st.sampled_from(["null", " draws ", "swap ", "pass", "\n\n", "# ", "\x85", "\ud800"])
        )
        text = text[:start] + put + text[stop:]
    try:
        record = GameRecord.parse(text)
    except DecodeError as error:
        number = error.path.removeprefix("line ")
        known = number.isdecimal() and 1 <= int(number) <= len(text.splitlines() or [""])
    else:
        known = GameRecord.parse(str(record)) == record
        assert isinstance(record.start, qwirkle.State)
    assert known
