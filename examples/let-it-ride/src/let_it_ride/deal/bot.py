"""How a bot plays Let It Ride."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat

from let_it_ride.deal.round import BACK, RIDE, TEN


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Ride with a pair of tens or better, else take the bet back."""
    cards = [event.card for event in seen if hasattr(event, "card") and not event.card.is_hidden]
    ranks = [card.rank for card in cards]
    return RIDE if any(rank >= TEN and ranks.count(rank) > 1 for rank in ranks) else BACK
