"""What may be gone, and the dealer's odds then: against a count by hand and the dealer's rule played out."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from pitboss.games.roll_your_own.count.removed_cards import DECK, Lot, gone_beside, known_others
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack_legacy.dealer.dealer_odds import dealer_odds
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES, counts_in

GONE = gone_beside(known_others(), 4)


@pytest.mark.parametrize(
    "lot", [GONE.whole, *GONE.splits.values()], ids=["whole", *(f"split {v}" for v in range(VALUES))]
)
def test_the_number_of_what_is_gone_is_that_of_its_cards(lot: Lot) -> None:
    draw = Random(1)
    drawn = counts_in(lot.hands.keys)
    for _ in range(300):
        known, more, hand = (draw.randrange(size) for size in lot.numbers.shape)
        gone = lot.before[known] + drawn[hand]
        gone[lot.pair] += more
        if (gone <= DECK).all():
            assert (GONE.cards.counts[lot.numbers[known, more, hand]] == gone).all()


def test_everything_that_may_be_gone_is_numbered_once() -> None:
    assert len(np.unique(GONE.cards.counts, axis=0)) == len(GONE.cards.counts)


def ends(up_card: int, hits_soft_17: bool, left: tuple[int, ...]) -> list[float]:
    """The chance of 17, …, 21 and blackjack by drawing card after card."""

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
def test_the_dealers_odds_are_those_of_drawing_card_after_card(up_card: int, hits_soft_17: bool) -> None:
    left = np.array(DECK) - (np.arange(VALUES) == up_card)
    odds = dealer_odds(up_card, DECK, GONE.cards, hits_soft_17, most=21, at_least=True)
    for number in Random(up_card).sample(range(len(odds)), 20):
        after = left - GONE.cards.counts[number]
        if after.min() >= 0:
            chances = ends(up_card, hits_soft_17, tuple(after.tolist()))
            assert odds[number, :6] == pytest.approx(np.cumsum(chances[::-1])[::-1], rel=1e-12)
