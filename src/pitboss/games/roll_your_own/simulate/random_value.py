"""The exact value of Roll Your Own for a player who sets, insures and plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from pitboss.games.roll_your_own.deal.rules import INSURANCE_PAYS, Rules
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules, Dealer, Splitting, decks
from pitboss.solving.blackjack.solve import is_natural
from pitboss.solving.random_blackjack import RandomPlay

DOUBLE_BLACKJACKS = tuple({order for cards in ((ACE, ACE, TEN), (ACE, TEN, TEN)) for order in permutations(cards)})
"""All orders of three cards that pay both bets however they are set (RY-7)."""
FULL = decks(1)


def random_means(rules: Rules) -> dict[str, float]:
    """
    Return the mean nets of the two-card hand, the one-card hand and insurance for a single seat, in bets.

    Each of the three cards is set alone equally often. So the two-card hand is any two cards, the one-card hand is any
    card and the next one, and both have the same value except for double blackjacks.
    """
    any_hand = _any_hand(rules, FULL)
    two_card = one_card = any_hand
    insurance = _insurance(FULL)
    for first, second, alone in DOUBLE_BLACKJACKS:
        chance, rest = _without(FULL, (first, second, alone))
        paid = chance * float(rules.blackjack_pays.ratio)
        two_card += paid - _played(rules, (alone,), (first, second))
        one_card += paid - _played(rules, (first, second), (alone,))
        insurance -= chance * _insurance(rest)
    return {"two-card": two_card, "one-card": one_card, "insurance": insurance / 2}


def _played(rules: Rules, removed: Sequence[int], begins: Sequence[int]) -> float:
    """Return the joint value of a hand that begins with some cards after others were removed from the pack."""
    chance, pack = _without(FULL, removed)
    return chance * _any_hand(rules, pack, begins)


def _any_hand(rules: Rules, pack: Sequence[int], begins: Sequence[int] = ()) -> float:
    """Return the value of a two-card hand from this pack; `begins` are its first cards, if given."""
    play = RandomPlay(_terms(rules, pack))
    orders = np.ndindex(VALUES, VALUES)
    hands = [cards for cards in orders if cards[: len(begins)] == tuple(begins)]
    return sum(_hand_value(rules, play, *cards) for cards in hands if _without(pack, cards)[0])


def _hand_value(rules: Rules, play: RandomPlay, first: int, second: int) -> float:
    """Return the joint value of two cards in one order; a blackjack wins even against a dealer's blackjack (RY-7)."""
    if not is_natural(first, second):
        return float(play.round_value(first, second).sum())
    hand = play.hands.number((first, second))
    dealer_has = play.blackjack_odds(hand).sum() if rules.dealer_peeks else 0.0
    return float(rules.blackjack_pays.ratio) * float(play.odds.reach[hand].sum() + dealer_has)


def _terms(rules: Rules, pack: Sequence[int]) -> BlackjackRules:
    most = rules.max_splits + 1
    return BlackjackRules(
        pack=tuple(pack),
        dealer=Dealer(rules.hits_soft_17, peeks=rules.dealer_peeks),
        splitting=Splitting(most, min(most, 2)),
    )


def _insurance(pack: Sequence[int]) -> float:
    """Return the mean net of one unit of insurance, joint with an ace up (RY-9)."""
    size = sum(pack)
    return pack[ACE] / size * (float(INSURANCE_PAYS.ratio + 1) * pack[TEN] / (size - 1) - 1)


def _without(pack: Sequence[int], cards: Sequence[int]) -> tuple[float, list[int]]:
    """Return the probability of drawing these cards in this order, and the pack without them."""
    left, chance = list(pack), 1.0
    for card in cards:
        chance *= left[card] / sum(left)
        left[card] -= 1
    return chance, left
