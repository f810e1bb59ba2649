"""Random play: all options equally likely, the same on any number of threads, and worth as much as blind betting."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.compute.random_choices import RANDOM, chosen
from pitboss.compute.streams import draw_five, stream, three_below
from pitboss.games import GAMES
from pitboss.games.flop22.deal.rules import Rules
from pitboss.games.odds import analysis_of
from pitboss.simulation.plan import CHUNK, Plan
from pitboss.simulation.run import run

U = np.uint64
MAX_CHI_SQUARE = {2: 10.83, 3: 13.82, 4: 16.27, 6: 20.52, 60: 99.7}
"""By the number of cells: exceeded once in a thousand times."""


def chi_square(counts: np.ndarray) -> float:
    mean = counts.sum() / counts.size
    return float(((counts - mean) ** 2 / mean).sum())


@pytest.mark.parametrize("options", [2, 3, 4])
@pytest.mark.parametrize("varied", ["luck", "seat", "number"])
def test_every_option_is_equally_likely(options: int, varied: str) -> None:
    counts = np.zeros(options, np.int64)
    state = stream(1, "luck", 0)
    for place in range(12_000):
        several = {"luck": 1, "seat": 12, "number": 250}[varied]
        luck = U(state[0]) + U(place // several)
        seat = U(place % several + 1 if varied == "seat" else 1)
        number = U(place % several if varied == "number" else 0)
        counts[int(chosen(luck, seat, number, U(options)))] += 1
    assert chi_square(counts) < MAX_CHI_SQUARE[options]


def test_choices_of_a_round_are_independent() -> None:
    """Check that all pairs of answers are equally likely, for two decisions of one seat and for two seats."""
    by_number, by_seat = np.zeros((2, 3), np.int64), np.zeros((2, 3), np.int64)
    for luck in range(12_000):
        first = int(chosen(U(luck), U(1), U(0), U(2)))
        by_number[first, int(chosen(U(luck), U(1), U(1), U(3)))] += 1
        by_seat[first, int(chosen(U(luck), U(2), U(0), U(3)))] += 1
    assert chi_square(by_number) < MAX_CHI_SQUARE[6]
    assert chi_square(by_seat) < MAX_CHI_SQUARE[6]


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_gives_the_same_totals_on_any_number_of_threads(game: str) -> None:
    plan = Plan(game, 2 * CHUNK + 17, seed=5, players=2, strategy=RANDOM)
    one, two = run(plan, workers=1), run(plan, workers=2)
    assert (one.cells == two.cells).all()
    assert one.cells.sum() == 2 * plan.rounds


def test_random_doubling_of_flop_22_is_worth_as_much_as_blind_doubling() -> None:
    """Check that a choice that ignores the cards makes the bet as good as one made on every card."""
    figures = run(Plan("flop22", 1_000_000, seed=9, strategy=RANDOM)).figures()
    for bet in analysis_of(GAMES["flop22"], Rules()).bets:
        found = figures[bet.name]
        assert abs(found.mean - float(bet.ev)) < 3.5 * found.se, bet.name
        if bet.name.startswith(("match", "double")):
            assert abs(found.times - 500_000) < 3.5 * 500


def test_flip_it_random_bonus_is_bet_half_the_time_and_worth_the_same() -> None:
    always = run(Plan("flip-it", 1_000_000, seed=9)).figures()["bonus"]
    at_random = run(Plan("flip-it", 1_000_000, seed=9, strategy=RANDOM)).figures()["bonus"]
    assert abs(at_random.times - always.times / 2) < 3.5 * (always.times**0.5)
    assert abs(at_random.mean - always.mean) < 3.5 * (at_random.se**2 + always.se**2) ** 0.5


def test_three_numbers_from_one_word_are_jointly_uniform() -> None:
    state, counts = stream(3, "three", 0), np.zeros((3, 4, 5), np.int64)
    words = np.random.default_rng(1).integers(0, 1 << 32, 60_000, np.uint64)
    for bits in words:
        counts[tuple(int(number) for number in three_below(state, bits, U(3), U(4), U(5)))] += 1
    assert chi_square(counts.ravel()) < MAX_CHI_SQUARE[60]


def test_biased_words_are_redrawn() -> None:
    """Reject words whose product leaves less than 16, since 2³² = 71 582 788 × 60 + 16."""
    state = stream(3, "three", 0)
    before = state.copy()
    three_below(state, U(0), U(3), U(4), U(5))
    assert not (state == before).all()
    after = state.copy()
    three_below(state, U(0x9ABCDEF0), U(3), U(4), U(5))
    assert (state == after).all()


def test_five_cards_from_one_word_are_uniform() -> None:
    state, pack = stream(3, "five", 0), np.arange(6).astype(np.uint8)
    orders, numbers = np.zeros((6, 6), np.int64), np.zeros(4, np.int64)
    for _ in range(36_000):
        numbers[int(draw_five(state, pack, U(4)))] += 1
        assert sorted(pack.tolist()) == list(range(6))
        orders[np.arange(6), pack] += 1
    for place in orders:
        assert chi_square(place) < MAX_CHI_SQUARE[6]
    assert chi_square(numbers) < MAX_CHI_SQUARE[4]
