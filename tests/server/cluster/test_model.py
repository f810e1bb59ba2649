"""Exhaustive search of the lease model: three processes, and everything that can happen to them."""

from __future__ import annotations

import pytest

from server.cluster.model import Overwritten, first, search, steps


def test_no_process_overwrites_a_write_it_has_not_read() -> None:
    assert search(3, most_epochs=3, most_writings=2) > 50_000


@pytest.mark.slow
def test_no_overwrite_when_the_owner_changes_more_often() -> None:
    assert search(3, most_epochs=4, most_writings=3) > 500_000


def test_search_finds_an_overwrite_if_epochs_are_not_checked() -> None:
    with pytest.raises(Overwritten):
        search(2, most_epochs=2, most_writings=1, checks_epoch=False)


def test_search_covers_takeover_and_return() -> None:
    """A suspended owner takes and decides, is considered dead, another process writes, and then the owner writes."""
    world = first(2)
    for what, who in (
        *(("takes", 0), ("reads", 0), ("decides", 0), ("takes", 1), ("reads", 1), ("decides", 1)),
        *(("writes", 1), ("writes", 0)),
    ):
        world = next(then for does, whom, then in steps(world) if (does, whom) == (what, who))
    assert (world.owner, world.written, world.processes[0].epoch) == (1, 1, 0)
