"""The Let It Ride bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat, cards_seen

from let_it_ride.deal.round import BACK, RIDE, TEN


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Let the bet ride with a pair of tens or better, otherwise take it back."""
    ranks = [card.rank for card in cards_seen(seen)]
    return RIDE if any(rank >= TEN and ranks.count(rank) > 1 for rank in ranks) else BACK
