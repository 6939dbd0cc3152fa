"""What users bring from other packages: executors of Dask, and integers of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import players
import pytest
from distributed import Client, LocalCluster

import qwirkle
from qwirkle import bots, simulate
from qwirkle.errors import InvalidValue


def test_a_cluster_of_dask_finds_the_same_results() -> None:
    """Its workers are in this process, so that the test is quick."""
    variant = qwirkle.get_variant("schmidt-actions", dealt=True, actions=["draw-three"])
    who: list[Any] = ["greedy", players.first, bots.random]
    expected = simulate(variant, who, games=7, seed=3)
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
        client.get_executor() as executor,
    ):
        for batch in (None, 3):
            assert simulate(variant, who, 7, 3, executor, batch=batch) == expected


@pytest.mark.parametrize("seed", [np.int64(5), np.uint8(5)])
def test_an_integer_of_numpy_is_a_seed(seed: Any) -> None:
    assert qwirkle.new_game(seed=seed) == qwirkle.new_game(seed=5)


@pytest.mark.parametrize("seed", [np.bool_(True), np.float64(5), np.array([5, 5])])
def test_other_values_of_numpy_are_no_seeds(seed: Any) -> None:
    with pytest.raises(InvalidValue, match="a seed is an integer of at most 64 bits"):
        qwirkle.new_game(seed=seed)
