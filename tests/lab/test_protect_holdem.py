"""Beat the Dealer with a card removed and the full-deck strategy: the sums, the strategy and simulated rounds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.compute.streams import copy_stream, stream
from pitboss.games.beat_the_dealer.count.one_card_known.boards import ONE, OTHER
from pitboss.games.beat_the_dealer.count.one_card_known.counting import OneCardCount
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.beat_the_dealer.simulate.kernels import bets_of
from pitboss.games.beat_the_dealer.simulate.removal import removal
from pitboss.games.beat_the_dealer.simulate.simulation import Simulation
from pitboss.statistics.exactness import total

ROUNDS = 1 << 24
THREE = 1
"""The rank whose removal changes the best play most."""


@pytest.fixture(scope="module")
def counting() -> OneCardCount:
    return OneCardCount(Rules().ante_pays_from.number)


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return Simulation(Rules(), 1, "best", {"two-card": 0, "five-card": 0})


def test_fixed_play_is_the_strategy_of_the_simulator(counting: OneCardCount, simulation: Simulation) -> None:
    table, full = counting.table, counting.full
    for start, hand in solution_of(Rules()).starts.items():
        assert full.folds[start] == hand.is_folded
    for row in np.random.default_rng(5).integers(len(table.boards.cards), size=40).tolist():
        board = table.boards.cards[row].astype(np.uint8)
        free = np.flatnonzero(~np.isin(ONE, board) & ~np.isin(OTHER, board))
        for hole in free[::7].tolist():
            _, river = bets_of(np.uint64(ONE[hole]), np.uint64(OTHER[hole]), board, simulation.tables)
            assert full.river[row, hole] == river
    for row in np.random.default_rng(6).integers(len(table.flops.cards), size=40).tolist():
        flop = table.flops.cards[row].astype(np.uint8)
        fourth = np.setdiff1d(np.arange(52), flop)[0]
        board = np.append(flop, fourth).astype(np.uint8)  # any fourth card will do: the flop decides the turn bet
        free = np.flatnonzero(~np.isin(ONE, board) & ~np.isin(OTHER, board))
        for hole in free[::7].tolist():
            turn, _ = bets_of(np.uint64(ONE[hole]), np.uint64(OTHER[hole]), board, simulation.tables)
            assert full.turn[row, hole] == turn


@pytest.mark.parametrize(("flop", "hole"), [("Ac Kc Qc", "Jc Tc"), ("7c 6c 5c", "9c 8c"), ("Ac Ad Kc", "As Ah")])
def test_turn_bet_that_almost_never_loses_is_made(counting: OneCardCount, flop: str, hole: str) -> None:
    """Use hands whose total of showdowns overflows one field of the packed counts."""
    codes = sorted(card.code for card in parse_cards(flop))
    low, high = sorted(card.code for card in parse_cards(hole))
    (row,) = np.flatnonzero((counting.table.flops.cards == codes).all(axis=1))
    assert counting.full.turn[row, high * (high - 1) // 2 + low] == 1


def test_fixed_play_matches_simulation_without_a_three(counting: OneCardCount, simulation: Simulation) -> None:
    counts = np.zeros(Simulation.cells, np.int64)
    pack = copy_stream(np.array([code for code in range(52) if code != 4 * THREE], np.uint8))
    simulation._play(stream(3, "beat-the-dealer", 0), pack, 9, ROUNDS, counts)
    cells = counts.nonzero()[0]
    nets = np.array([
        sum(float(result.net) for result in simulation.settle(int(cell)).values()) for cell in cells
    ])  # fmt: skip
    mean = nets @ counts[cells] / ROUNDS
    error = np.sqrt(((nets - mean) ** 2) @ counts[cells]) / ROUNDS
    _, gone = counting.known(THREE)
    assert abs(mean - float(gone.fixed_play)) < 3 * error < float(gone.best - gone.fixed_play)


@pytest.mark.slow
def test_effects_with_fixed_play_sum_to_zero() -> None:
    found = removal(Rules())
    fixed, best = found.fixed_play["ante"], found.best["ante"]
    assert list(fixed) == list(best)
    assert len(fixed) == 13
    assert total(fixed.values()) == Fraction(0)
    assert all(fixed[rank] < best[rank] for rank in best)
    assert found.with_fixed_play() == {**found.best, "ante": fixed}
