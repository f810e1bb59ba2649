"""The Casino War bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat

from casino_war.deal.round import WAR


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Go to war: a surrender costs half an ante, a war about a third of one."""
    return WAR
