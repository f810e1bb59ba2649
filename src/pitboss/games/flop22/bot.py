"""How a bot plays Flop 22: it doubles where more flops win than lose, and never matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.games.flop22.hands import card_points
from pitboss.play.steps import Dealt, Event, Offer, Seat


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Double on a nine or better: a nine wins with any flop from 8 up, 27 of the 51 cards left."""
    card = next(event.card for event in seen if isinstance(event, Dealt) and event.seat == seat)
    return "double" if card_points(card.code) >= 9 else "none"
