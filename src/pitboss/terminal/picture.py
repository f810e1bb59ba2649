"""The table drawn: the dealer's side on top, then every seat with its cards, chips and bankroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card
from pitboss.money import show_money
from pitboss.play.steps import Seat
from pitboss.terminal.layout import Layout
from pitboss.terminal.screen import Screen

BACK = "▒▒"


def draw(screen: Screen, layout: Layout, seats: Iterable[Seat], you: Seat | None, held: Callable[[Seat], int]) -> None:
    """The table as it lies now: the dealer's side, then each seat."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    chips = layout.chips()
    for seat in seats:
        name = Text(f"▸ Seat {seat}, you", "bold") if seat == you else Text(f"  Seat {seat}")
        spots = ", ".join(f"{bet} {show_money(amount)}" for (owner, bet), amount in chips.items() if owner == seat)
        table.add_row(name, _cards(layout.of(seat)), Text(spots, "cyan"), Text(show_money(held(seat)), "green"))
    screen.draw(Rule(style="dim"))
    draw_dealer(screen, layout)
    screen.draw(table, Rule(style="dim"))


def draw_dealer(screen: Screen, layout: Layout) -> None:
    """The cards on the dealer's side, if any."""
    if dealer := layout.of(None):
        screen.draw(Text.assemble(("  Dealer  ", "bold"), _cards(dealer)))


def _cards(places: Sequence[tuple[str, list[Card]]]) -> Text:
    """Cards by place; the place is named where it says more than the card does."""
    text = Text()
    for number, (at, cards) in enumerate(places):
        text.append("  " if number else "")
        text.append(at.replace("-", " ") + " ", "dim")
        for count, card in enumerate(cards):
            text.append(" " if count else "")
            text.append(BACK if card.is_hidden else card.sign, _style(card))
    return text


def _style(card: Card) -> str:
    if card.is_hidden:
        return "blue"
    return "bold red" if card.is_red else "bold magenta" if card.is_joker else "bold"
