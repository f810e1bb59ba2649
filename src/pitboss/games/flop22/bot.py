"""How a bot plays Flop 22: by what each answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.play.steps import Event, Offer, Seat


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """The answer worth most to this seat, as `pitboss advise` says it (F22-4)."""
    from pitboss.games.flop22.advise import advise_seat  # noqa: PLC0415  (dealing does not load what counts)

    return advise_seat(rules, seen, offer, seat).best
