"""A cluster gives the totals of one thread, even if a worker dies while working."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from pitboss.play.refused import Refused
from pitboss.simulation.plan import CHUNK, Plan
from pitboss.simulation.run import run
from pitboss.simulation.tally import Tally

PLAN = Plan("flop22", 40 * CHUNK, seed=11)


@pytest.mark.posix
def test_cluster_with_a_killed_worker_gives_the_totals_of_one_thread() -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster:
        with Client(cluster) as client:  # type: ignore[no-untyped-call]
            pids: dict[Any, int] = client.run(os.getpid)
        victim = next(iter(pids.values()))
        alive = [victim]

        def kill_once(tally: Tally) -> None:
            if alive and tally.rounds >= 5 * CHUNK:
                os.kill(alive.pop(), signal.SIGKILL)

        killed = run(PLAN, dask=cluster.scheduler_address, progress=kill_once)
    assert alive == []
    assert killed.rounds == PLAN.rounds
    assert (killed.cells == run(PLAN, workers=2).cells).all()


def test_unreachable_scheduler_is_refused_with_a_message() -> None:
    with pytest.raises(Refused) as fault:
        run(PLAN, dask="nonsense://nowhere")
    assert fault.value.code == "no-cluster"
