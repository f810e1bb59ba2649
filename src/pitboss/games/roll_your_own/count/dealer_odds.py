"""The dealer's odds from one up card, by what else is gone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.games.roll_your_own.count import dealer_kernels
from pitboss.games.roll_your_own.count.dealer_hands import DealerHands, dealer_hands
from pitboss.games.roll_your_own.count.gone import BIG, Gone, digits
from pitboss.games.roll_your_own.count.holdings import Ints, Numbers


def number_type(exact: bool) -> Any:
    """The type of numbers the kernels work with: `Fraction`s only for tiny packs and single hands."""
    return object if exact else np.float64


def one(exact: bool) -> Any:
    """The number one of that type."""
    return Fraction(1) if exact else 1.0


def cards_left(up_card: int, gone: Gone) -> Ints:
    """How many cards of each value are left besides the up card before anything else is gone."""
    left = np.array(gone.pack, dtype=np.int64)
    left[up_card] -= 1
    return left


def dealer_odds(up_card: int, hits_soft_17: bool, gone: Gone, exact: bool) -> Numbers:
    """By what is gone: the chance that the dealer ends with 17, …, 21, blackjack, or better."""
    left, dealer = cards_left(up_card, gone), dealer_hands(up_card, hits_soft_17, gone.pack)
    if exact:
        dealer = dealer._replace(orders=_whole(dealer.orders), ways=_whole(dealer.ways))
    odds = np.zeros((len(gone.cards.counts), 6), number_type(exact))
    big = int(left[BIG] @ digits(gone.pack)[BIG])
    dealer_kernels.dealer_odds(up_card, left, big, gone.cards, dealer, _room(dealer, exact), odds)
    return odds


def _whole(counts: Numbers) -> Numbers:
    """Whole numbers that multiply `Fraction`s."""
    return counts.astype(np.int64).astype(object)


def _room(dealer: DealerHands, exact: bool) -> dealer_kernels.DealerRoom:
    groups = dealer.groups
    room = dealer_kernels.DealerRoom(
        left=np.zeros(10, np.int64),
        product=np.zeros(len(dealer.links), number_type(exact)),
        scale=np.zeros(groups[:, 2].max(initial=0) + 1, number_type(exact)),
        free=np.zeros(40, number_type(exact)),
        ways=np.zeros(len(groups), number_type(exact)),
        ends=np.zeros((groups[:, 0].max(initial=-1) + 1, 6), number_type(exact)),
    )
    room.product[0] = room.scale[0] = one(exact)
    return room
