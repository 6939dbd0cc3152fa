"""Values from other packages: executors of Dask, and integers of NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qwirkle
from qwirkle.errors import InvalidValue

SIMULATED = """
import qwirkle
from distributed import Client, LocalCluster
from qwirkle import bots, simulate

variant = qwirkle.get_variant("schmidt-actions", dealt=True, actions=["draw-three"])
who = ["greedy", bots.random]
expected = simulate(variant, who, games=7, seed=3)
here = dict(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
with LocalCluster(**here) as cluster, Client(cluster) as client:
    with client.get_executor() as executor:
        for batch in (None, 3):
            assert simulate(variant, who, 7, 3, executor, batch=batch) == expected
"""


KILLED = """
import os, signal, sys
from distributed import Client, LocalCluster
from qwirkle.simulation import stream

if __name__ == "__main__":
    run = ("standard", ["careful", "greedy"], 60, 7)
    alone = dict(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with LocalCluster(**alone) as cluster, Client(cluster) as client:
        found = []
        with client.get_executor() as executor:
            for game in stream(*run, executor, batch=3, file=sys.argv[1]):
                found.append(game)
                if len(found) == 6:
                    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert found == [*stream(*run)] == [*stream(*run, file=sys.argv[1])]
"""


@pytest.mark.parametrize("program", [SIMULATED, KILLED])
def test_a_cluster_of_dask_finds_the_same_results(program: str, tmp_path: Path) -> None:
    """Also if one of its workers is killed.

    It has its own process, since Dask changes how Python finds installed packages.
    """
    (tmp_path / "program.py").write_text(program, "utf-8")  # its workers import it
    command = [sys.executable, "program.py", "games.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("seed", [np.int64(5), np.uint8(5)])
def test_an_integer_of_numpy_is_a_seed(seed: Any) -> None:
    assert qwirkle.new_game(seed=seed) == qwirkle.new_game(seed=5)


@pytest.mark.parametrize("seed", [np.bool_(True), np.float64(5), np.array([5, 5])])
def test_other_values_of_numpy_are_no_seeds(seed: Any) -> None:
    with pytest.raises(InvalidValue, match="a seed is an integer of at most 64 bits"):
        qwirkle.new_game(seed=seed)
