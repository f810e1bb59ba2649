"""All hands that can be drawn from one pack, or from one card of a split pair, by the cards drawn."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.distribution.endings import LINES, total_line
from pitboss.solving.blackjack.hands import CARD_KEYS, Ints, all_hands, counts_of, places_of
from pitboss.solving.blackjack.rules import ACE, VALUES, Pack, decks

ONE_DECK = decks(1)
TWENTY_ONE = LINES - 1
"""The line for a total of 21."""


class DrawnHands(NamedTuple):
    """Hands up to 21, each before any that it can become. The first has no cards, or only the first card of a split."""

    keys: Ints  # [hand]: the cards drawn
    line: Ints  # [hand]: 0 for a total of 16 or less, 1 to 5 for 17 to 21
    safe_draws: Ints  # [hand]: the number of values that do not bust it
    cards: Ints  # [hand]: the number of cards, including the first card of a split
    after: Ints  # [hand, value]: the hand with one more card, or the number of hands if that is impossible
    pairs: Ints  # [value, value]: the hand of these two cards, or the number of hands if that is impossible


@cache
def drawn_hands(pack: Pack = ONE_DECK, first: int | None = None) -> DrawnHands:
    """Return all hands of a pack, or all split hands that start with `first`; split aces get only one card."""
    hands = all_hands()
    chosen = (hands.counts <= np.array(pack)).all(axis=1)
    if first is not None:
        chosen &= (hands.counts[:, first] > 0) & ((first != ACE) | (hands.cards <= 2))
    none = [0] if first is None else []
    keys, total, cards = (
        np.append(none, column[chosen]).astype(np.int64) for column in (hands.keys, hands.total, hands.cards)
    )
    hard = counts_of(keys) @ np.arange(1, VALUES + 1)
    return DrawnHands(
        keys=keys - (0 if first is None else CARD_KEYS[first]),
        line=total_line(total),
        safe_draws=np.minimum(BLACKJACK - hard, VALUES),
        cards=cards,
        after=places_of(keys, keys[:, None] + CARD_KEYS, len(keys)),
        pairs=places_of(keys, CARD_KEYS[:, None] + CARD_KEYS, len(keys)),
    )


@cache
def numbers_in_pack(pack: Pack, first: int) -> Ints:
    """Return the numbers of split hands, including their first card, among all hands of the pack."""
    return places_of(drawn_hands(pack).keys, drawn_hands(pack, first).keys + CARD_KEYS[first], -1)
