"""The bot of Three Card Poker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat, ThreeCardClass, cards_seen, least_three_card, three_card_rank

from three_card_poker.deal.round import FOLD, PLAY


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Play with Q-6-4 or better: the best play."""
    return (
        PLAY
        if three_card_rank(cards_seen(seen, seat)) >= least_three_card(ThreeCardClass.HIGH_CARD, 12, 6, 4)
        else FOLD
    )
