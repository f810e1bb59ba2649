"""How a bot plays Free Bet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.play.steps import Event, Offer, Seat


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Basic."""
    return offer.options[seat][0].name
