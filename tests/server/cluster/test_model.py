"""The lease of a table, searched through: three processes, and everything that can happen to them."""

from __future__ import annotations

import pytest

from server.cluster.model import Overwritten, first, search, steps


def test_no_process_ever_writes_a_table_over_what_it_has_not_seen() -> None:
    assert search(3, most_epochs=3, most_writings=2) > 50_000


@pytest.mark.slow
def test_nor_when_the_table_changes_hands_more_often() -> None:
    assert search(3, most_epochs=4, most_writings=3) > 500_000


def test_without_the_epoch_in_the_writings_the_search_finds_it() -> None:
    with pytest.raises(Overwritten):
        search(2, most_epochs=2, most_writings=1, checks_epoch=False)


def test_the_search_goes_through_take_over_and_return() -> None:
    """The way a stopped owner goes: it takes and decides, is thought dead, another writes, and it writes then."""
    world = first(2)
    for what, who in (
        *(("takes", 0), ("reads", 0), ("decides", 0), ("takes", 1), ("reads", 1), ("decides", 1)),
        *(("writes", 1), ("writes", 0)),
    ):
        world = next(then for does, whom, then in steps(world) if (does, whom) == (what, who))
    assert (world.owner, world.written, world.processes[0].epoch) == (1, 1, 0)
