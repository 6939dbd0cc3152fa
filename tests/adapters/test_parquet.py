"""Games in Parquet, which need pyarrow."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from cases import case
from pyarrow import parquet

import qwirkle
from qwirkle import runs
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidValue, QwirkleError
from qwirkle.results import SimulatedGame
from qwirkle.simulation import stream


def played(file: Path | None, games: int = 6, **changes: Any) -> list[SimulatedGame]:
    """The games of a short run."""
    return [*stream("standard", ["greedy", "random"], games, 7, file=file, **changes)]


@pytest.mark.parametrize("moves", [False, True])
def test_a_file_has_a_row_for_each_game(tmp_path: Path, moves: bool) -> None:
    """It explains itself, and is read again without playing."""
    file = tmp_path / "games.parquet"
    games = played(file, moves=moves)
    table = parquet.read_table(file)
    assert table.column_names == runs.COLUMNS
    header = json.loads(table.schema.metadata[b"qwirkle"])
    assert (header["bots"], header["seed"], header["moves"]) == (["greedy", "random"], 7, moves)
    rows = table.to_pylist()
    assert [row["game"] for row in rows] == [*range(6)]
    assert [tuple(row["scores"]) for row in rows] == [game.scores for game in games]
    assert [row["moves"] and tuple(row["moves"]) for row in rows] == [game.moves for game in games]
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    assert played(file, moves=moves) == games == played(None, moves=moves)


def test_a_run_that_stopped_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until all games are there, they are in lines beside the file."""
    monkeypatch.setattr(runs, "ROWS", 4)
    file, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    began = stream("standard", ["greedy", "random"], 6, 7, file=file)
    assert len([*islice(began, 4)]) == 4
    began.close()
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet.jsonl"]
    assert played(file) == played(whole)
    assert file.read_bytes() == whole.read_bytes()


def test_other_files_are_left_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    played(file, longest=4)
    with pytest.raises(InvalidValue, match="begun with longest 4, not 5; games 6, not 7; choose"):
        played(file, games=7, longest=5)
    good = parquet.read_table(file)
    rows = good.to_pylist()
    damaged = "its games are not those of its header"
    foreign = "is not a file of simulated games"

    def table(rows: list[dict[str, Any]]) -> pyarrow.Table:
        return pyarrow.Table.from_pylist(rows, good.schema)

    for other, said in (
        (good.slice(0, 5), damaged),
        (pyarrow.concat_tables([good, good]), damaged),
        (table([*reversed(rows)]), damaged),
        (table([{**row, "winners": None} for row in rows]), damaged),
        (good.drop_columns(["reason"]), damaged),
        (good.replace_schema_metadata({}), foreign),
        (good.replace_schema_metadata({"qwirkle": b"\xff"}), foreign),
        (pyarrow.table({"a": [1]}), foreign),
    ):
        parquet.write_table(other, file)
        before = file.read_bytes()
        with case(said, other.shape), pytest.raises(QwirkleError, match=said):
            played(file, longest=4)
        assert file.read_bytes() == before
    for content in (b"", b"hello", before[:-1]):
        file.write_bytes(content)
        with case(content), pytest.raises(InvalidValue, match=r"games\.parquet cannot be read: "):
            played(file, longest=4)
        assert file.read_bytes() == content


def test_scores_that_do_not_fit(tmp_path: Path) -> None:
    """The games are kept in lines."""

    class Rich(TileGame):
        """A game with more points than a column of Parquet can hold."""

        def line_points(self, length: int) -> int:
            return 2**70

    file = tmp_path / "games.parquet"
    qwirkle.register(Rich("rich"))
    with pytest.raises(InvalidValue, match=r"games\.parquet cannot be written: "):
        [*stream("rich", ["random", "random"], 2, 7, file=file, longest=4)]
    assert (tmp_path / "games.parquet.jsonl").exists()
    assert not file.exists()
