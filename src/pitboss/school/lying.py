"""What lies on the table, as a dealer would describe it in words."""

from __future__ import annotations

from pitboss.cards import signs
from pitboss.play.lying import TableLayout
from pitboss.play.steps import Seat


def seat_cards(layout: TableLayout, seat: Seat | None) -> str:
    """A seat's cards in words, place by place; no seat is the dealer's side."""
    return "; ".join(f"{at.replace('-', ' ')} {signs(cards)}" for at, cards in layout.of(seat) if cards)
