"""The felt drawn in characters: cards as cards, betting spots with chips, totals, and compact other seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text

from pitboss.cards import Card
from pitboss.layout.plan import FeltPlan, Spot
from pitboss.money import show_money
from pitboss.play.steps import Seat
from pitboss.terminal.play.narrate import place_words, signed
from pitboss.terminal.play.picked_up import ShownPlace

PAPER = "#f8f8f2"
BACK = "#d0d8ff on #24409a"
SUITS = {"♠": "#000000", "♥": "#c00000", "♦": "#c00000", "♣": "#000000"}
FOUR_COLOURS = {"♠": "#000000", "♥": "#c00000", "♦": "#0050c0", "♣": "#00712c"}
JOKER = "#7a1fa2"
PRINT, CHIP, PALE, MONEY, GOLD = "bold #ffffff", "bold #ffd54a", "#e8e8e8", "bold #8df7a0", "#c8b070"
WON, LOST, EVEN = "bold #000000 on #7ddf64", "bold #ffffff on #8b0000", "bold #000000 on #ffd54a"
FOCUS, CLOSED = "bold #000000 on #ffd54a", "#8a9a92"
"""Colours of their own, because the felt is the same in every theme."""
SAME_ROW = 45
"""Spots whose heights on the felt differ by less than this are drawn in one row."""
MIN_SPOT = 9
OVERLAP = 4
"""Columns that stay visible of a card under another one."""


class SpotView(NamedTuple):
    """A betting spot of the viewer: its label, chips, result, and whether it takes chips now."""

    bet: str
    label: str
    pays: str = ""
    amount: int = 0
    won: int | None = None
    limits: str = ""
    is_open: bool = False
    is_focused: bool = False

    @property
    def is_used(self) -> bool:
        """Whether there is anything to see on it."""
        return bool(self.amount or self.limits or self.won is not None)

    @property
    def content(self) -> tuple[str, str]:
        """What is in the circle, and its style."""
        if self.amount:
            return f"● {show_money(self.amount)}", CHIP
        if self.won is not None:
            return signed(self.won), WON if self.won > 0 else LOST if self.won < 0 else EVEN
        return (self.limits, PALE if self.is_open else CLOSED)


@dataclass(frozen=True)
class View:
    """All that the felt shows: a table of bots, a saved round, or a table in the browser."""

    layout: ShownPlace
    seats: Sequence[Seat]
    you: Seat | None
    held: Mapping[Seat, int]
    asked: Sequence[Seat] = ()
    motto: str = ""
    names: Mapping[Seat, str] | None = None
    spots: Sequence[Sequence[SpotView]] = ()
    totals: Mapping[tuple[Seat | None, str], str] | None = None
    four_colours: bool = False

    def total(self, seat: Seat | None, at: str) -> str:
        """The total or name of a hand, empty if it has none."""
        return (self.totals or {}).get((seat, at)) or self.layout.called.get((seat, at), "")

    def name(self, seat: Seat) -> str:
        """The name of a player, or the number of the seat."""
        return (self.names or {}).get(seat) or f"Seat {seat}"


class SpotArea(NamedTuple):
    """Where a spot is on the felt, in columns and lines."""

    bet: str
    x: int
    y: int
    width: int
    height: int

    def moved(self, x: int, y: int) -> SpotArea:
        """Return the same area further right and down."""
        return self._replace(x=self.x + x, y=self.y + y)


class Block(NamedTuple):
    """Lines of equal standing, and the spots in them."""

    lines: list[Text]
    areas: tuple[SpotArea, ...] = ()

    @property
    def width(self) -> int:
        """The columns of the longest line."""
        return max((line.cell_len for line in self.lines), default=0)


def spot_rows(plan: FeltPlan) -> list[list[Spot]]:
    """Group the spots of a felt into rows, top to bottom and left to right, as they are printed."""
    rows: list[list[Spot]] = []
    for spot in sorted(plan.spots, key=lambda spot: (spot.y, spot.x)):
        if not rows or spot.y - rows[-1][0].y >= SAME_ROW:
            rows.append([])
        rows[-1].append(spot)
    return [sorted(row, key=lambda spot: spot.x) for row in rows]


def draw_felt(view: View, width: int, height: int) -> Block:
    """Draw the felt in this many columns and lines, as large as fits; your own seat always shows."""
    block = Block([])
    for tall, is_boxed, is_empty_shown, has_others in (
        (5, True, True, True), (5, True, False, True), (3, True, False, True), (3, False, False, True),
        (1, False, False, True), (3, False, False, False), (1, False, False, False),
    ):  # fmt: skip
        spots = [[spot for spot in row if is_empty_shown or spot.is_used] for row in view.spots]
        blocks = [_dealer(view, width, tall)]
        blocks += [_others(view, width)] if has_others else []
        blocks += [_own_hands(view, view.you, width, tall)] if view.you is not None else []
        blocks += [_spots(spots, width, is_boxed=is_boxed)]
        shown = [block for block in blocks if block.lines]
        block = _spread(shown, view.motto, width, height)
        if sum(len(each.lines) for each in shown) + (tall > 3) * len(shown) <= height:
            break
    return Block([_cut(line, width) for line in block.lines[:height]], block.areas)


def _spread(blocks: Sequence[Block], motto: str, width: int, height: int) -> Block:
    """Stack the blocks in the middle, set apart as far as there is room, with the motto in print."""
    used = sum(len(block.lines) for block in blocks)
    if motto and used + 3 <= height and len(motto) <= width:
        blocks = [blocks[0], Block([Text(motto, GOLD)]), *blocks[1:]]
        used += 1
    gap = min(max(height - used, 0) // max(len(blocks), 1), 2)
    spaced = [Block([*block.lines, *(Text("") for _ in range(gap))], block.areas) for block in blocks]
    return _stack(_centred(block, width) for block in spaced)


def _stack(blocks: Iterable[Block]) -> Block:
    lines, areas = list[Text](), list[SpotArea]()
    for block in blocks:
        areas += [area.moved(0, len(lines)) for area in block.areas]
        lines += block.lines
    return Block(lines, tuple(areas))


def _beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Place blocks next to each other, their tops level."""
    lines = [Text() for _ in range(max((len(block.lines) for block in blocks), default=0))]
    areas, x = list[SpotArea](), 0
    for block in blocks:
        areas += [area.moved(x, 0) for area in block.areas]
        for number, line in enumerate(lines):
            line.append(" " * (x - line.cell_len))
            line.append_text(block.lines[number] if number < len(block.lines) else Text())
        x += block.width + gap
    return Block(lines, tuple(areas))


def _rows(blocks: Sequence[Block], width: int, gap: int = 1) -> Block:
    """Place blocks next to each other in as many rows as the width needs, the rows of about equal length."""
    for count in range(1, len(blocks) + 1):
        per_row = -(-len(blocks) // count)
        rows = [_beside(blocks[start : start + per_row], gap) for start in range(0, len(blocks), per_row)]
        if per_row == 1 or all(row.width <= width for row in rows):
            wide = max(row.width for row in rows)
            return _stack(_centred(row, wide) for row in rows)
    return Block([])


def _centred(block: Block, width: int) -> Block:
    left = max((width - block.width) // 2, 0)
    lines = [Text.assemble(" " * left, line) for line in block.lines]
    return Block(lines, tuple(area.moved(left, 0) for area in block.areas))


def _cut(line: Text, width: int) -> Text:
    line.truncate(width)
    return line


def _dealer(view: View, width: int, tall: int) -> Block:
    places = view.layout.of(None)
    if not places:
        return Block([Text("Dealer", PRINT)])
    piles = _rows([_pile(view, None, at, cards, tall, width) for at, cards in places], width, gap=2)
    head = Block([Text("Dealer", PRINT)])
    return piles if tall == 1 and piles.width + 8 > width else _stack([_centred(head, piles.width), piles])


def _own_hands(view: View, seat: Seat, width: int, tall: int) -> Block:
    """Your name and bankroll, and your cards."""
    asked = "▸ " if seat in view.asked else ""
    name = Text.assemble((f"{asked}You, seat {seat}", PRINT), (f"  {show_money(view.held.get(seat, 0))}", MONEY))
    places = view.layout.of(seat)
    if not places:
        return Block([name])
    piles = _rows([_pile(view, seat, at, cards, tall, width) for at, cards in places], width, gap=2)
    return _stack([_centred(Block([name]), piles.width), piles])


def _pile(view: View, seat: Seat | None, at: str, cards: Sequence[Card], tall: int, width: int) -> Block:
    """The cards of one place, with its name and total."""
    total = view.total(seat, at)
    label = Text.assemble((place_words(at), PALE), *([(f"  {total}", PRINT)] if total else []))
    if tall == 1:
        return Block([Text.assemble(label, " ", *(part for card in cards for part in (flat(card, view), " ")))])
    wide = tall + 2
    step = wide + 1 if len(cards) * (wide + 1) <= width else OVERLAP
    lines = [Text() for _ in range(tall)]
    for number, card in enumerate(cards):
        is_last = number == len(cards) - 1
        for line, part in zip(lines, standing(card, tall, view), strict=True):
            line.append_text(part if is_last or step > wide else part[:step])
            line.append("" if is_last or step < wide else " ")
    block = Block(lines)
    return _stack([_centred(Block([label]), block.width), block])


def _others(view: View, width: int) -> Block:
    """The other seats: cards, totals, stake or result, and bankroll, side by side where they fit."""
    seats = [seat for seat in view.seats if seat != view.you]
    return _rows([_pod(view, seat, width) for seat in seats], width, gap=3)


def _pod(view: View, seat: Seat, width: int) -> Block:
    """Another seat in one line, or in as many as its hands need."""
    asked = "▸" if seat in view.asked else " "
    parts = [Text(f"{asked}{view.name(seat)}", PALE)]
    if seat in view.held:
        parts[0].append(f" {show_money(view.held[seat])}", MONEY)
    stake = sum(amount for (owner, _), amount in view.layout.chips().items() if owner == seat)
    won = [amount for (owner, _), amount in view.layout.won.items() if owner == seat]
    if stake:
        parts.append(Text(f"● {show_money(stake)}", CHIP))
    elif won:
        parts.append(Text(f" {signed(sum(won))} ", WON if sum(won) > 0 else LOST if sum(won) < 0 else EVEN))
    hands = []
    for at, cards in view.layout.of(seat):
        hand = Text.assemble(*(part for card in cards for part in (flat(card, view), " ")))
        total = view.total(seat, at)
        hands.append(Text.assemble(hand, (total, PRINT)) if total else hand[:-1])
    return Block(_joined([*parts, *hands], width))


def _joined(parts: Sequence[Text], width: int) -> list[Text]:
    """Join parts with two blanks, a new line begun rather than a part broken."""
    lines = [Text()]
    for part in parts:
        if lines[-1] and lines[-1].cell_len + part.cell_len + 2 > width:
            lines.append(Text(" "))
        lines[-1].append("  " if lines[-1].plain.strip() else "")
        lines[-1].append_text(part)
    return lines


def _spots(rows: Sequence[Sequence[SpotView]], width: int, *, is_boxed: bool) -> Block:
    """The betting spots with their chips: boxes as on the felt, or one line each where there is no room."""
    if is_boxed:
        drawn = [_rows([_box(spot) for spot in row], width) for row in rows if row]
        wide = max((block.width for block in drawn), default=0)
        return _stack(_centred(block, wide) for block in drawn)
    return _rows([_inline(spot) for row in rows for spot in row], width)


def _box(spot: SpotView) -> Block:
    """A spot as a box: what it pays in its upper edge, its chips, its label in its lower edge."""
    inside, style = spot.content
    wide = max(len(spot.label) + 2, len(inside) + 2, len(spot.pays) + 2, MIN_SPOT)
    edge = FOCUS if spot.is_focused else PALE if spot.is_open or spot.is_used else CLOSED
    drawn = [
        Text(f"╭{spot.pays.center(wide - 2, '─') if spot.pays else '─' * (wide - 2)}╮", edge),
        Text.assemble(("│", edge), (inside.center(wide - 2), style), ("│", edge)),
        Text(f"╰{spot.label.center(wide - 2, '─')}╯", edge),
    ]
    return Block(drawn, (SpotArea(spot.bet, 0, 0, wide, 3),))


def _inline(spot: SpotView) -> Block:
    inside, style = spot.content
    edge = FOCUS if spot.is_focused else PALE if spot.is_open or spot.is_used else CLOSED
    text = Text.assemble((f"[{spot.label}", edge), (f" {inside}" if inside else "", style), ("]", edge))
    return Block([text], (SpotArea(spot.bet, 0, 0, text.cell_len, 1),))


def flat(card: Card, view: View) -> Text:
    """Draw a card in one line."""
    return Text(" ░ ", BACK) if card.is_hidden else Text(f"{card.sign:^3}", _face(card, view))


def standing(card: Card, tall: int, view: View) -> list[Text]:
    """Draw a card of several lines: its sign in two corners, its suit in the middle."""
    wide = tall + 2
    if card.is_hidden:
        return [Text("░" * wide, BACK) for _ in range(tall)]
    style, suit = _face(card, view), "★" if card.is_joker else card.sign[-1]
    lines = [f"{card.sign:<{wide}}", *[" " * wide] * (tall - 2), f"{card.sign:>{wide}}"]
    lines[tall // 2] = suit.center(wide)
    return [Text(line, style) for line in lines]


def _face(card: Card, view: View) -> str:
    suits = FOUR_COLOURS if view.four_colours else SUITS
    return f"bold {JOKER if card.is_joker else suits[card.sign[-1]]} on {PAPER}"


def nearest(areas: Sequence[SpotArea], bet: str | None, key: str) -> str | None:
    """Return the spot next to this one in the direction of an arrow key; the first if none is chosen."""
    here = next((area for area in areas if area.bet == bet), None)
    if here is None:
        return areas[0].bet if areas else None
    if key in ("left", "right"):
        place = areas.index(here) + (1 if key == "right" else -1)
        return areas[place].bet if 0 <= place < len(areas) else bet
    sign, middle = 1 if key == "down" else -1, here.x + here.width / 2
    beyond = [area for area in areas if (area.y - here.y) * sign > 0]
    distance = {area.bet: (abs(area.y - here.y), abs(area.x + area.width / 2 - middle)) for area in beyond}
    return min(distance, key=lambda name: distance[name], default=bet)
