"""The table described line by line, for pipes and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pitboss.cards import Card
from pitboss.money import show_money
from pitboss.play.layout import Place, TableLayout
from pitboss.play.steps import Seat
from pitboss.terminal.play.narrate import OTHERS, YOURS, place_words
from pitboss.terminal.screen import Line


def describe(
    layout: TableLayout, held: Mapping[Seat, int | None], you: Seat | None, totals: Mapping[Place, str] | None = None,
    title: Callable[[str], str] = str,
) -> Iterator[Line]:  # fmt: skip
    """Describe the table: the dealer's cards, then each seat with its cards, bets and, if known, its chips."""
    yield from describe_dealer(layout, totals)
    for seat, chips in held.items():
        hands = ", ".join(_hands(layout.of(seat), seat, totals))
        on_spots = [(title(bet), amount) for (owner, bet), amount in layout.chips().items() if owner == seat]
        bets = ", ".join(f"{bet} {show_money(amount)}" for bet, amount in on_spots)
        parts = [hands, f"bets {bets}" if bets else "", "" if chips is None else f"has {show_money(chips)}"]
        mark, name = (YOURS, f"You, seat {seat}") if seat == you else (OTHERS, f"Seat {seat}")
        yield [mark, (name, "bold" if seat == you else ""), f": {'; '.join(filter(None, parts))}."]


def describe_dealer(layout: TableLayout, totals: Mapping[Place, str] | None = None) -> Iterator[Line]:
    """Describe the cards on the dealer's side, if any."""
    if places := layout.of(None):
        yield [OTHERS, ("Dealer", "bold"), f": {', '.join(_hands(places, None, totals))}."]


def _hands(
    places: Iterable[tuple[str, Sequence[Card]]], seat: Seat | None, totals: Mapping[Place, str] | None
) -> Iterator[str]:
    for at, cards in places:
        total = (totals or {}).get((seat, at), "")
        shown = " ".join("face down" if card.is_hidden else card.sign for card in cards)
        yield f"{place_words(at)} {shown}{f' ({total})' if total else ''}"
