"""The felt drawn in characters: the dealer's cards on top, the other seats, your own hand in front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from pitboss.cards import Card
from pitboss.money import show_money
from pitboss.play.steps import Seat
from pitboss.terminal.play.narrate import signed
from pitboss.terminal.play.picked_up import ShownPlace

FACE, RED, BACK = "bold #000000 on #f8f8f2", "bold #c00000 on #f8f8f2", "#d0d8ff on #24409a"
PRINT, CHIP, PALE, MONEY = "bold #ffffff", "bold #ffd54a", "#e8e8e8", "bold #8df7a0"
WON, LOST, EVEN = "bold #000000 on #7ddf64", "bold #ffffff on #8b0000", "bold #000000 on #ffd54a"
"""Colours of their own, for the felt is the same on a dark and on a light screen."""


@dataclass(frozen=True)
class View:
    """All that the felt shows, whoever looks: a table of bots, a round dealt again, a table in the browser."""

    layout: ShownPlace
    seats: Sequence[Seat]
    you: Seat | None
    held: Mapping[Seat, int]
    titles: Mapping[str, str]
    asked: Sequence[Seat] = ()
    motto: str = ""
    names: Mapping[Seat, str] | None = None


def felt_lines(view: View, width: int, height: int) -> list[Text]:
    """The felt in this many columns and lines: the cards as large as fit, your own seat whatever happens."""
    for tall, others in ((5, True), (3, True), (1, True), (3, False), (1, False)):
        blocks = _blocks(view, width, tall, others=others)
        if sum(map(len, blocks)) + (tall > 3) * len(blocks) <= height:
            return _spread(blocks, view.motto, width, height)
    return [line for block in blocks for line in block][:height]


def _blocks(view: View, width: int, tall: int, *, others: bool) -> list[list[Text]]:
    """The dealer's side, the other seats, your own."""
    rest = [line for seat in view.seats if others and seat != view.you for line in _other(view, seat, width)]
    yours = [] if view.you is None else list(_yours(view, view.you, width, tall))
    return [block for block in (_dealer(view, width, tall), rest, yours) if block]


def _spread(blocks: list[list[Text]], motto: str, width: int, height: int) -> list[Text]:
    """The blocks set apart as far as there is room, and the motto in print where a line is left for it."""
    if motto and sum(map(len, blocks)) + 3 <= height and len(motto) <= width:
        blocks = [blocks[0], [Text(motto.center(width), PALE)], *blocks[1:]]
    gap = min((height - sum(map(len, blocks))) // max(len(blocks), 1), 3)
    return [line for block in blocks for line in (*block, *(Text("") for _ in range(gap)))][:height]


def _dealer(view: View, width: int, tall: int) -> list[Text]:
    places = view.layout.of(None)
    if not places:
        return [Text(" Dealer", PRINT)]
    return [Text(" Dealer", PRINT), *_piles(places, width, tall, _called(view, None))]


def _called(view: View, seat: Seat | None) -> dict[str, str]:
    return {at: words for (owner, at), words in view.layout.called.items() if owner == seat}


def _other(view: View, seat: Seat, width: int) -> list[Text]:
    """Another seat in a line or two: cards as signs, chips, bankroll."""
    name = (view.names or {}).get(seat, f"Seat {seat}")
    asked = "▸" if seat in view.asked else " "
    line = Text.assemble((f"{asked}{name:<9}", PALE))
    for at, cards in view.layout.of(seat):
        line.append(" ")
        for card in cards:
            line.append_text(flat(card))
        if (seat, at) in view.layout.called:
            line.append(f" {view.layout.called[seat, at]}", PALE)
    line.append("  ")
    line.append_text(_stakes(view, seat))
    line.append(f"  {show_money(view.held.get(seat, 0))}", MONEY)
    line.truncate(width, overflow="ellipsis")
    return [line]


def _stakes(view: View, seat: Seat) -> Text:
    """A seat's chips, and what was won or lost where they lay."""
    text = Text()
    chips = {bet: amount for (owner, bet), amount in view.layout.chips().items() if owner == seat}
    for bet, amount in chips.items():
        text.append(f"● {view.titles.get(bet, bet)} {show_money(amount)}  ", CHIP)
    for (owner, bet), won in view.layout.won.items():
        if owner == seat and bet not in chips:
            text.append(f" {view.titles.get(bet, bet)} {signed(won)} ", WON if won > 0 else LOST if won < 0 else EVEN)
            text.append("  ")
    return text


def _yours(view: View, seat: Seat, width: int, tall: int) -> Iterable[Text]:
    """Your own seat: name and bankroll, cards, chips."""
    asked = "▸" if seat in view.asked else " "
    yield Text.assemble((f"{asked}You, seat {seat}", PRINT), (f"  {show_money(view.held.get(seat, 0))}", MONEY))
    yield from _piles(view.layout.of(seat), width, tall, _called(view, seat))
    stakes = _stakes(view, seat)
    if stakes:
        yield from _wrapped(stakes, width)


def _wrapped(text: Text, width: int) -> list[Text]:
    """The chips, two blanks between two spots, a new line rather than one of them broken."""
    lines, line = [], Text(" ")
    for part in text.split("  "):
        if len(line) > 1 and len(line) + len(part) + 1 > width:
            lines.append(line)
            line = Text(" ")
        if part:
            line.append_text(part)
            line.append("  ")
    return [*lines, line] if len(line) > 1 else lines


def _piles(places: Sequence[tuple[str, list[Card]]], width: int, tall: int, called: Mapping[str, str]) -> list[Text]:
    """Places side by side, each with its name, its cards and what they are called; as many rows as that needs."""
    rows: list[list[list[Text]]] = [[]]
    used = 1
    for at, cards in places:
        pile = _pile(at, cards, tall, called.get(at, ""))
        wide = max(map(len, pile))
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 1
        rows[-1].append(pile)
        used += wide + 2
    return [line for row in rows if row for line in _beside(row)]


def _pile(at: str, cards: Sequence[Card], tall: int, called: str) -> list[Text]:
    name = Text(f"{at.replace('-', ' ')}{f': {called}' if called else ''}", PALE)
    if tall == 1:
        text = Text()
        for card in cards:
            text.append_text(flat(card))
        return [Text.assemble(name, " ", text)]
    drawn = [Text() for _ in range(tall)]
    for number, card in enumerate(cards):
        for line, part in zip(drawn, standing(card, tall), strict=True):
            line.append("" if number == 0 else " ")
            line.append_text(part)
    return [name, *drawn]


def _beside(row: Sequence[Sequence[Text]]) -> list[Text]:
    lines = []
    for number in range(max(map(len, row))):
        line = Text(" ")
        for pile in row:
            part = pile[number] if number < len(pile) else Text()
            line.append_text(part)
            line.append(" " * (max(map(len, pile)) - len(part) + 2))
        lines.append(line)
    return lines


def flat(card: Card) -> Text:
    """A card in one line."""
    if card.is_hidden:
        return Text.assemble((" ░ ", BACK), " ")
    return Text.assemble((f"{card.sign:>3}" if len(card.sign) > 2 else f"{card.sign} ", _face(card)), " ")


def standing(card: Card, tall: int) -> list[Text]:
    """A card of several lines, its sign in two corners."""
    wide = tall + 2
    if card.is_hidden:
        return [Text("░" * wide, BACK) for _ in range(tall)]
    style = _face(card)
    middle = [Text(" " * wide, style) for _ in range(tall - 2)]
    return [Text(f"{card.sign:<{wide}}", style), *middle, Text(f"{card.sign:>{wide}}", style)]


def _face(card: Card) -> str:
    return RED if card.is_red else FACE
