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
GAP = 2
"""Blanks between columns, and between what stands side by side in one."""


def draw(screen: Screen, layout: Layout, seats: Sequence[Seat], you: Seat | None, held: Callable[[Seat], int]) -> None:
    """The table as it lies now: the dealer's side, then each seat."""
    names = [Text(f"▸ Seat {seat}, you", "bold") if seat == you else Text(f"  Seat {seat}") for seat in seats]
    cards = [_cards(layout.of(seat)) for seat in seats]
    chips = [_chips(layout, seat) for seat in seats]
    purses = [Text(show_money(held(seat)), "green") for seat in seats]
    room = screen.width - _widest(names) - _widest(purses) - 3 * GAP
    for_cards = min(_widest(map(_joined, cards)), max(room // 2, room - _widest(map(_joined, chips))))
    table = Table(box=None, show_header=False, padding=(0, GAP, 0, 0), pad_edge=False)
    for justify in ("left", "left", "left", "right"):
        table.add_column(justify=justify, no_wrap=True)
    for name, held_cards, spots, purse in zip(names, cards, chips, purses, strict=True):
        table.add_row(name, _joined(held_cards, for_cards), _joined(spots, room - for_cards), purse)
    screen.draw(Rule(style="dim"))
    draw_dealer(screen, layout)
    screen.draw(table, Rule(style="dim"))


def draw_dealer(screen: Screen, layout: Layout) -> None:
    """The cards on the dealer's side, if any."""
    if dealer := layout.of(None):
        head = Text("  Dealer  ", "bold")
        lines = _joined(_cards(dealer), screen.width - len(head)).split("\n")
        screen.draw(
            *(Text.assemble(head if number == 0 else " " * len(head), line) for number, line in enumerate(lines))
        )


def _widest(texts: Iterable[Text]) -> int:
    return max((len(text) for text in texts), default=0)


def _joined(parts: Sequence[Text], width: int = 10_000) -> Text:
    """The parts one after another, a new line begun rather than one of them broken."""
    text, used = Text(), 0
    for part in parts:
        if used and used + GAP + len(part) > width:
            text.append("\n")
            used = 0
        text.append(" " * GAP if used else "")
        text.append_text(part)
        used += len(part) + (GAP if used else 0)
    return text


def _chips(layout: Layout, seat: Seat) -> list[Text]:
    spots = layout.chips().items()
    return [Text(f"{bet} {show_money(amount)}", "cyan") for (owner, bet), amount in spots if owner == seat]


def _cards(places: Sequence[tuple[str, list[Card]]]) -> list[Text]:
    """The cards of each place, with its name."""
    return [
        Text.assemble(
            (at.replace("-", " "), "dim"),
            *((f" {BACK if card.is_hidden else card.sign}", _style(card)) for card in cards),
        )
        for at, cards in places
    ]


def _style(card: Card) -> str:
    if card.is_hidden:
        return "blue"
    return "bold red" if card.is_red else "bold magenta" if card.is_joker else "bold"
