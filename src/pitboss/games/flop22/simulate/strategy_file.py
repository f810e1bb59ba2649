"""Flop 22's strategy file format: the cards on which each hand is doubled or matched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import rank_name
from pitboss.games.flop22.count.joint_play import NOT_SEEN
from pitboss.games.flop22.deal.rules import HANDS
from pitboss.games.wording.strategy_words import Changes, Part, is_known, is_list, only

Extras = NDArray[np.uint8]
CARDS = tuple(rank_name(rank) for rank in range(2, 15))
BITS = {"match": 1, "double": 2}
"""The bit of each bet in the extras code."""
_ALL = sum(BITS.values())
_HANDS = tuple(f"hand-{hand}" for hand in HANDS)


def changed(extras: Extras, changes: Changes) -> Extras:
    """Return the extras table with a file's changes applied. A list can be for all hands or for each one."""
    only(changes, BITS)
    extras = extras.copy()
    for bet, found in changes.items():
        by_hand = found if isinstance(found, Mapping) else dict.fromkeys(_HANDS, found)
        for name, cards in by_hand.items():
            where = f"{bet}, {name}" if by_hand is found else bet
            hand = _HANDS.index(is_known(bet, name, _HANDS, "hand"))
            ranks = [CARDS.index(card) for card in is_list(where, cards, CARDS, "card")]
            made = np.isin(np.arange(52) // 4, ranks)[:, None, None]
            extras[hand] = np.where(made, extras[hand] | BITS[bet], extras[hand] & _ALL - BITS[bet])
    return extras


def in_words(extras: Extras) -> Iterator[Part]:
    """Yield the table as the parts of a file. A part is complete unless its decisions depend on the flops seen."""
    may_come = _may_come()
    for bet, bit in BITS.items():
        lists, is_whole = {}, True
        for hand, name in enumerate(_HANDS):
            made = (extras[hand] & bit != 0).reshape(13, -1)
            there = may_come[hand].reshape(13, -1)
            often = (made & there).sum(axis=1) * 2 > there.sum(axis=1)
            is_whole &= bool((made == often[:, None])[there].all())
            lists[name] = [card for card, is_made in zip(CARDS, often, strict=True) if is_made]
        yield Part(bet, f"The player's cards on which {bet} is bet, hand by hand.", lists, is_whole, CARDS)


def _may_come() -> NDArray[np.bool_]:
    """Return which entries can occur: distinct cards and the right number of flops. Axes: hand, card, two flops."""
    card, first, second = np.ogrid[:52, :53, :53]
    unseen_first, unseen_second = first == NOT_SEEN, second == NOT_SEEN
    return np.stack(
        [
            (card >= 0) & unseen_first & unseen_second,
            (card != first) & ~unseen_first & unseen_second,
            (card != first) & (card != second) & (first != second) & ~unseen_first & ~unseen_second,
        ]
    )
