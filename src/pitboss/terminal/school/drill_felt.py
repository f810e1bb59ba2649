"""A small felt for the school in the terminal: the dealer's cards, then each seat's cards and chips."""

from __future__ import annotations

from collections.abc import Sequence

from rich.rule import Rule
from rich.text import Text

from pitboss.cards import Card
from pitboss.money import show_money
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Seat
from pitboss.school.bet_titles import Titles
from pitboss.terminal.play.describe import BACK, card_style
from pitboss.terminal.screen import Screen

NAME_WIDTH = 8


def draw_felt(screen: Screen, layout: TableLayout, titles: Titles) -> None:
    """Draw the table as everyone sees it; nothing while no card and no chip lies there."""
    chips = layout.chips()
    seats = sorted({seat for seat, _ in chips} | {seat for seat, _ in layout.cards if seat is not None})
    if not seats and not layout.of(None):
        return
    screen.draw(Rule(style="dim"))
    _draw_row(screen, "Dealer", _cards(layout, None))
    for seat in seats:
        spots = [Text(f"{titles[bet]} {show_money(cents)}", "cyan") for (of, bet), cents in chips.items() if of == seat]
        _draw_row(screen, f"Seat {seat}", [*_cards(layout, seat), *spots])
    screen.draw(Rule(style="dim"))


def _draw_row(screen: Screen, name: str, parts: Sequence[Text]) -> None:
    """Draw a name and what lies there, wrapped between parts."""
    room, lines = screen.width - NAME_WIDTH, [Text()]
    for part in parts:
        if lines[-1] and len(lines[-1]) + 2 + len(part) > room:
            lines.append(Text())
        lines[-1].append("  " if lines[-1] else "")
        lines[-1].append_text(part)
    for place, line in enumerate(lines):
        screen.draw(Text.assemble((f"{'' if place else name:<{NAME_WIDTH}}", "bold"), line))


def _cards(layout: TableLayout, seat: Seat | None) -> list[Text]:
    return [_pile(at, cards) for at, cards in layout.of(seat) if cards]


def _pile(at: str, cards: Sequence[Card]) -> Text:
    """Name a place and its cards, a card that nobody sees as a back."""
    faces = [(f" {BACK if card.is_hidden else card.sign}", card_style(card)) for card in cards]
    return Text.assemble((at.replace("-", " "), "dim"), *faces)
