"""What lies on the table, as a dealer would describe it in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pitboss.cards import Card, signs
from pitboss.money import show_money
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Seat
from pitboss.school.bet_titles import Titles


def seat_cards(layout: TableLayout, seat: Seat | None) -> str:
    """A seat's cards in words, place by place; no seat is the dealer's side."""
    return "; ".join(f"{at.replace('-', ' ')} {signs(cards)}" for at, cards in layout.of(seat) if cards)


def on_the_table(layout: TableLayout, titles: Titles, only: Collection[Seat] | None = None) -> str:
    """Describe the cards and chips of every seat, or of some, then the dealer's side; hidden cards as "face down"."""
    chips = layout.chips()
    seats = sorted({seat for seat, _ in chips} | {seat for seat, _ in layout.cards if seat is not None})
    seats = [seat for seat in seats if only is None or seat in only]
    lies = [_seat_in_words(layout, seat, titles) for seat in seats]
    if dealers := _seen_cards(layout, None):
        lies.append(f"Dealer: {dealers}.")
    return " ".join(lies)


def _seat_in_words(layout: TableLayout, seat: Seat, titles: Titles) -> str:
    own = [(bet, cents) for (owner, bet), cents in layout.chips().items() if owner == seat]
    spots = [f"{show_money(cents)} on {titles[bet]}" for bet, cents in own]
    return f"Seat {seat}: {'; '.join(filter(None, (_seen_cards(layout, seat), *spots)))}."


def _seen_cards(layout: TableLayout, seat: Seat | None) -> str:
    return "; ".join(f"{at.replace('-', ' ')} {_faces(cards)}" for at, cards in layout.of(seat) if cards)


def _faces(cards: Sequence[Card]) -> str:
    """Cards as they lie: those that nobody sees only by how many they are."""
    up = [card for card in cards if not card.is_hidden]
    down = len(cards) - len(up)
    return " and ".join(filter(None, (signs(up), f"{down} face down" if down > 1 else "face down" if down else "")))
