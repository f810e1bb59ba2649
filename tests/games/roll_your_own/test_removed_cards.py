"""Sets of removed cards and the dealer's odds without them, compared with enumeration."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from pitboss.games.roll_your_own.count.kernels import ANY
from pitboss.games.roll_your_own.count.removed_cards import HandSet, known_others, removed_cards_given
from pitboss.games.roll_your_own.count.up_card_solver import odds_by_row
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import counts_of
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES

GONE = removed_cards_given(known_others(), 4)
COUNTS = counts_of(GONE.keys)


@pytest.mark.parametrize(
    "hand_set", [GONE.whole, *GONE.splits.values()], ids=["whole", *(f"split {v}" for v in range(VALUES))]
)
def test_index_of_removed_cards_matches_the_cards(hand_set: HandSet) -> None:
    draw = Random(1)
    drawn = counts_of(hand_set.hands.keys)
    for _ in range(300):
        known, more, hand = (draw.randrange(size) for size in hand_set.numbers.shape)
        gone = GONE.known[known] + drawn[hand]
        gone[hand_set.pair] += more + (0 if hand_set is GONE.whole else 2)
        if (gone <= ONE_DECK).all():
            assert (COUNTS[hand_set.numbers[known, more, hand]] == gone).all()


def test_every_set_of_removed_cards_has_one_index() -> None:
    assert len(np.unique(COUNTS, axis=0)) == len(COUNTS)


def dealer_results(up_card: int, hits_soft_17: bool, left: tuple[int, ...]) -> list[float]:
    """Return the probabilities of 17, …, 21 and blackjack by drawing card after card."""

    @cache
    def draw(hard: int, has_ace: bool, left: tuple[int, ...]) -> tuple[float, ...]:
        chances = np.zeros(6)
        for value in range(VALUES):
            if left[value]:
                after = tuple(count - (at == value) for at, count in enumerate(left))
                chances += left[value] / sum(left) * np.array(end(hard + value + 1, has_ace or value == ACE, after))
        return tuple(chances)

    def end(hard: int, has_ace: bool, left: tuple[int, ...]) -> tuple[float, ...]:
        if dealer_draws(hard, has_ace, hits_soft_17):
            return draw(hard, has_ace, left)
        total = best_total(hard, has_ace)
        return tuple(float(total == 17 + at) for at in range(6)) if total <= BLACKJACK else (0.0,) * 6

    found = list(draw(up_card + 1, up_card == ACE, left))
    if up_card in (ACE, TEN):
        blackjack = left[TEN if up_card == ACE else ACE] / sum(left)
        found[4], found[5] = found[4] - blackjack, blackjack
    return found


@pytest.mark.parametrize("hits_soft_17", [True, False])
@pytest.mark.parametrize("up_card", [ACE, 1, 5, 8, TEN])
def test_dealer_odds_match_enumeration(up_card: int, hits_soft_17: bool) -> None:
    left = np.array(ONE_DECK) - (np.arange(VALUES) == up_card)
    odds = odds_by_row(ONE_DECK, GONE.keys, hits_soft_17, up_card)
    for number in Random(up_card).sample(range(len(COUNTS)), 20):
        after = left - COUNTS[number]
        if after.min() >= 0:
            chances = dealer_results(up_card, hits_soft_17, tuple(after.tolist()))
            assert odds[number, :6] / odds[number, ANY] == pytest.approx(np.cumsum(chances[::-1])[::-1], rel=1e-12)
