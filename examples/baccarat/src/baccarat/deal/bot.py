"""The Baccarat bot, which is never asked anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the first answer: the dealer asks nothing in this game."""
    return offer.options[seat][0].name
