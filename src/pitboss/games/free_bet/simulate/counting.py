"""Card counting at Free Bet: the main wager by the count before each round, for any tags and bet spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from pitboss.compute.streams import copy_stream, stream
from pitboss.games.free_bet.deal.rules import Rules, cut_card
from pitboss.games.free_bet.simulate.counted import BUCKETS, MIDDLE, SQUARES, SUM, TIMES, Counts, Floats, deal_shoes
from pitboss.games.free_bet.simulate.simulation import Simulation
from pitboss.games.free_bet.simulate.threats import nets_by_bet
from pitboss.solving.answers.card_counts import CountedRound, CountResult, cards_behind, tags_of

ROUND_CARDS = 5.5
CHUNK = 1 << 19


def count_cards(
    rules: Rules,
    *,
    tags: str | Sequence[float] = "hi-lo",
    spread: Mapping[int, float] | None = None,
    dealt: int | None = None,
    rounds: int = 1 << 24,
    strategy: str = "best",
    seed: int = 1,
) -> CountResult:
    """
    Simulate a card counter on the main wager and return the edge by count, with the figures for the spread.

    Whole shoes are dealt to one seat, about `rounds` rounds; the result has the exact number. Insurance is never taken.
    """
    size, values = 52 * rules.decks, tags_of(tags)
    behind = cards_behind(dealt, size, cut_card(rules))
    simulation = Simulation(rules, 1, strategy, {})
    unbalanced = 4 * sum(values[:9]) + 16 * values[9]
    counts = Counts(
        np.array([values]), np.array([0.0 if unbalanced else 52.0]),
        np.array([-unbalanced * (rules.decks - 1)]), np.zeros(1, np.bool_), nets_by_bet(rules)["main"][None],
    )  # fmt: skip
    tally = _dealt(simulation, counts, size - behind, rounds, seed)
    rows = [
        CountedRound(place - MIDDLE, int(row[TIMES]), row[SUM] / row[TIMES], row[SQUARES] / row[TIMES])
        for place, row in enumerate(tally)
        if row[TIMES]
    ]
    return CountResult.of(rows, spread, int(tally[:, TIMES].sum()), size - behind, size, list(values))


def _dealt(simulation: Simulation, counts: Counts, dealt: int, rounds: int, seed: int) -> Floats:
    """Deal shoes in chunks and add up their tallies. Axes: count, figure."""
    shoes = max(round(rounds * ROUND_CARDS / dealt), 1)
    per_chunk = max(round(CHUNK * ROUND_CARDS / dealt), 1)
    chunks = [min(per_chunk, shoes - done) for done in range(0, shoes, per_chunk)]

    def work(number: int) -> Floats:
        cells, workspace = copy_stream(np.zeros(1, np.int64)), np.zeros(simulation.cells, np.int64)
        tally, state = np.zeros((1, 1, BUCKETS, 3)), stream(seed, "free-bet count", number)
        deal_shoes(
            state, chunks[number], simulation.pack, np.array([dealt], np.int64), simulation.book, simulation.house,
            counts, cells, workspace, tally,
        )  # fmt: skip
        return np.asarray(tally[0, 0])

    with ThreadPoolExecutor(2) as threads:
        return np.asarray(np.sum(list(threads.map(work, range(len(chunks)))), axis=0))
