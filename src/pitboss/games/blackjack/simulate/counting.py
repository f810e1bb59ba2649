"""
Card counting at blackjack: shoes dealt by the kernel, with results tallied by the count before each round.

The tally does not depend on the bets, so a spread is applied afterwards: edge by count, win rate, SCORE, N0 and risk of
ruin for any spread come from one simulation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS
from pitboss.compute.streams import U, copy_stream, stream
from pitboss.games.blackjack.deal.rules import SIDE_BETS, Rules, cut_card
from pitboss.games.blackjack.simulate.kernels import FLOOR, Counting, play_rounds
from pitboss.games.blackjack.simulate.simulation import Simulation, byte_of, value_of
from pitboss.solving.answers.card_counts import CountedRound, CountResult, cards_behind, tags_of

BUCKETS = 61
"""The number of counts, −30 to 30. Counts beyond are added to the last bucket on their side."""
CHUNK = 1 << 20


def count_cards(
    rules: Rules,
    *,
    tags: str | Sequence[float] = "hi-lo",
    spread: Mapping[int, float] | None = None,
    dealt: int | None = None,
    rounds: int = 1 << 24,
    players: int = 1,
    strategy: str = "chart",
    insure_from: float | None = 3,
    seed: int = 1,
) -> CountResult:
    """
    Simulate a card counter and return the edge by count, with the figures of the spread.

    `tags` are the tags of A, 2, … 10, or the name of a known system. `spread` gives the bet in units by the lowest true
    count at which it is made. `dealt` is the number of cards dealt before the cut card.
    """
    size = 52 * rules.decks
    behind = cards_behind(dealt, size, cut_card(rules))
    simulation = Simulation(rules, players, strategy, dict.fromkeys(SIDE_BETS, 0))
    values = tags_of(tags)
    by_byte = np.zeros(256)
    for card in CARDS:
        by_byte[byte_of(card)] = values[value_of(card)]
    unbalanced = 4 * sum(values[:9]) + 16 * values[9]
    counting = Counting(
        by_byte, 0.0 if not unbalanced else -unbalanced * (rules.decks - 1), 0.0 if unbalanced else 52.0, 1.0, FLOOR,
        BUCKETS, inf if insure_from is None else float(insure_from),
    )  # fmt: skip
    tally = _dealt(simulation, counting, behind, rounds, seed)
    return CountResult.of(_rows(simulation, tally), spread, rounds, size - behind, size, list(values))


def _dealt(simulation: Simulation, counting: Counting, behind: int, rounds: int, seed: int) -> NDArray[np.int64]:
    """Deal the rounds in chunks of whole shoes. Axes: count, cell."""
    chunks = [min(CHUNK, rounds - done) for done in range(0, rounds, CHUNK)]

    def work(number: int) -> NDArray[np.int64]:
        counts, cells = (
            np.zeros(BUCKETS * simulation.cells, np.int64),
            copy_stream(np.zeros(simulation.seats, np.int64)),
        )
        pack, state = simulation.pack.copy(), stream(seed, "blackjack count", number)
        how = simulation.book, simulation.house, simulation.lines, counting, False, U(0)
        play_rounds(state, chunks[number], pack, len(pack), behind, *how, cells, counts)
        return counts.reshape(BUCKETS, simulation.cells)

    with ThreadPoolExecutor(2) as threads:
        return np.asarray(np.sum(list(threads.map(work, range(len(chunks)))), axis=0))


def _rows(simulation: Simulation, tally: NDArray[np.int64]) -> list[CountedRound]:
    """Return the rounds, mean and mean square of a unit bet, including insurance, by count."""
    net = np.zeros(simulation.cells)
    for cell in np.flatnonzero(tally.sum(axis=0)):
        net[cell] = float(sum(result.net for result in simulation.settle(int(cell)).values()))
    found = []
    for bucket in np.flatnonzero(tally.sum(axis=1)):
        row = tally[bucket]
        times = int(row.sum())
        mean, square = (float((row * each).sum()) / times for each in (net, net**2))
        found.append(CountedRound(int(bucket) - BUCKETS // 2, times, mean, square))
    return found
