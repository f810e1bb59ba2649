"""The Mississippi Stud bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat, cards_seen

from mississippi_stud.deal.round import FOLD, SIX


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Bet three antes with a pair of sixes or better, one with a high card or a small pair, otherwise fold."""
    ranks = [card.rank for card in cards_seen(seen)]
    pairs = [rank for rank in ranks if ranks.count(rank) > 1]
    if any(rank >= SIX for rank in pairs):
        return "3x"
    return "1x" if pairs or max(ranks) > 10 or sum(rank >= SIX for rank in ranks) > 1 else FOLD
