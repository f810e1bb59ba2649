"""The table drawn: the dealer's side on top, then every seat with its cards, chips and bankroll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card
from pitboss.money import show_money
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Seat
from pitboss.terminal.screen import Screen

BACK = "▒▒"
GAP = 2
"""Blanks between columns, and between what stands side by side in one."""
NARROW = 60
"""On a screen of fewer columns a seat's cards and chips stand under its name."""


class Purses(Protocol):
    """Who sits at a table, and what each has in front."""

    @property
    def seats(self) -> Iterable[Seat]:
        """The seats taken."""

    def held(self, seat: Seat) -> int:
        """What a seat has in front, in cents."""


class DrawnTable(Protocol):
    """All that is drawn: what lies on the table, who sits there, and which seat is the viewer's."""

    @property
    def layout(self) -> TableLayout:
        """Cards and chips."""

    @property
    def session(self) -> Purses:
        """The seats."""

    @property
    def you(self) -> Seat | None:
        """The viewer's seat."""


def draw(screen: Screen, table: DrawnTable) -> None:
    """The table as it lies now: the dealer's side, then each seat."""
    screen.draw(Rule(style="dim"))
    draw_dealer(screen, table.layout)
    if screen.width < NARROW:
        for seat in table.session.seats:
            screen.draw(*_stacked(table, seat, screen.width))
        screen.draw(Rule(style="dim"))
    else:
        screen.draw(_side_by_side(table, screen.width), Rule(style="dim"))


def _stacked(table: DrawnTable, seat: Seat, width: int) -> Iterable[Text]:
    """A seat line by line: name and bankroll, cards, chips."""
    yield Text.assemble(_name(table, seat), "  ", (show_money(table.session.held(seat)), "green"))
    for parts in (_cards(table.layout.of(seat)), _chips(table.layout, seat)):
        yield from (Text.assemble("    ", line) for line in _joined(parts, width - 4).split("\n") if line)


def _side_by_side(table: DrawnTable, width: int) -> Table:
    """Every seat in a row of its own, names, cards, chips and bankrolls in columns."""
    seats, layout = table.session.seats, table.layout
    names = [_name(table, seat) for seat in seats]
    cards = [_cards(layout.of(seat)) for seat in seats]
    chips = [_chips(layout, seat) for seat in seats]
    purses = [Text(show_money(table.session.held(seat)), "green") for seat in seats]
    room = width - _widest(names) - _widest(purses) - 3 * GAP
    for_cards = min(_widest(map(_joined, cards)), max(room // 2, room - _widest(map(_joined, chips))))
    drawn = Table(box=None, show_header=False, padding=(0, GAP, 0, 0), pad_edge=False)
    for justify in ("left", "left", "left", "right"):
        drawn.add_column(justify=justify, no_wrap=True)
    for name, held_cards, spots, purse in zip(names, cards, chips, purses, strict=True):
        drawn.add_row(name, _joined(held_cards, for_cards), _joined(spots, room - for_cards), purse)
    return drawn


def _name(table: DrawnTable, seat: Seat) -> Text:
    return Text(f"▸ Seat {seat}, you", "bold") if seat == table.you else Text(f"  Seat {seat}")


def draw_dealer(screen: Screen, layout: TableLayout) -> None:
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


def _chips(layout: TableLayout, seat: Seat) -> list[Text]:
    spots = layout.chips().items()
    return [Text(f"{bet} {show_money(amount)}", "cyan") for (owner, bet), amount in spots if owner == seat]


def _cards(places: Sequence[tuple[str, list[Card]]]) -> list[Text]:
    """The cards of each place, with its name."""
    return [
        Text.assemble(
            (at.replace("-", " "), "dim"),
            *((f" {BACK if card.is_hidden else card.sign}", card_style(card)) for card in cards),
        )
        for at, cards in places
    ]


def card_style(card: Card) -> str:
    """The colour a card is printed in."""
    if card.is_hidden:
        return "blue"
    return "bold red" if card.is_red else "bold magenta" if card.is_joker else "bold"
