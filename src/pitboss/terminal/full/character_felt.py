"""The felt drawn in characters: cards as cards, betting spots with chips, totals, and compact other seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text

from pitboss.cards import Card
from pitboss.layout.plan import FeltPlan, Spot
from pitboss.money import show_money
from pitboss.play.motions import without_number
from pitboss.play.steps import Seat
from pitboss.play.words import place_words
from pitboss.terminal.play.narrate import signed
from pitboss.terminal.play.shown_layout import ShownLayout

PAPER = "#f8f8f2"
BACK = "#d0d8ff on #24409a"
SUITS = {"♠": "#000000", "♥": "#c00000", "♦": "#c00000", "♣": "#000000"}
FOUR_COLOURS = {"♠": "#000000", "♥": "#c00000", "♦": "#0050c0", "♣": "#00712c"}
JOKER = "#7a1fa2"
PRINT, CHIP, PALE, MONEY, GOLD = "bold #ffffff", "bold #ffd54a", "#e8e8e8", "bold #8df7a0", "#c8b070"
WON, LOST, EVEN = "bold #000000 on #7ddf64", "bold #ffffff on #8b0000", "bold #000000 on #ffd54a"
FOCUS, CLOSED = "bold #000000 on #ffd54a", "#8a9a92"
"""Fixed colours, because the felt is the same in every theme."""
SAME_ROW = 45
"""Spots whose heights on the felt differ by less than this are drawn in one row."""
MIN_SPOT = 9
TOKEN = "◆"
HAND_GAP = 5
"""Columns between hands if any of them has several cards and there is room."""
OVERLAP = 4
"""The visible columns of a card that is partly covered by another."""


class SpotView(NamedTuple):
    """A betting spot of the viewer: its label, chips, result, and whether it accepts chips now."""

    bet: str
    label: str
    pays: str = ""
    amount: int = 0
    won: int | None = None
    limits: str = ""
    is_open: bool = False
    is_focused: bool = False
    tokens: int = 0
    """Free Bet tokens in front of it, for a bet that pays by their number."""

    @property
    def is_used(self) -> bool:
        """Whether it has chips or a result."""
        return bool(self.amount or self.limits or self.won is not None)

    @property
    def edge(self) -> str:
        """The style of its outline."""
        return FOCUS if self.is_focused else PALE if self.is_open or self.is_used else CLOSED

    @property
    def content(self) -> tuple[str, str]:
        """The text in the circle, and its style."""
        if self.amount:
            return f"● {show_money(self.amount)}{f' {TOKEN * self.tokens}' if self.tokens else ''}", CHIP
        if self.won is not None:
            return signed(self.won), WON if self.won > 0 else LOST if self.won < 0 else EVEN
        return (self.limits, PALE if self.is_open else CLOSED)


@dataclass(frozen=True)
class View:
    """Everything the felt shows, for a table of bots, a saved round, or a table in the browser."""

    layout: ShownLayout
    seats: Sequence[Seat]
    you: Seat | None
    held: Mapping[Seat, int]
    asked: Sequence[Seat] = ()
    motto: str = ""
    names: Mapping[Seat, str] | None = None
    spots: Sequence[Sequence[SpotView]] = ()
    totals: Mapping[tuple[Seat | None, str], str] | None = None
    four_colours: bool = False
    seat_places: Sequence[str] = ()
    """The places of a seat's cards, from left to right."""

    def hands(self, seat: Seat | None) -> tuple[str, list[tuple[str, list[Card], str]]]:
        """
        Return the total of all of a seat's cards, and each place with its cards and total; an unknown total is empty.

        If only one place has a total, it counts as the total of the whole hand: always for the dealer, and for a player
        if that place is the last one and holds a single card. The first of several numbered places is an exception:
        flop 1, for example, may be a hand in itself.
        """
        totals = {**self.layout.called, **(self.totals or {})}
        places = [(at, cards, totals.get((seat, at), "")) for at, cards in self.layout.of(seat)]
        places.sort(key=lambda place: self._column(place[0]))
        made = [(at, cards, total) for at, cards, total in places if total]
        if len(places) < 2 or len(made) != 1 or made[0][0].endswith("-1"):
            return "", places
        if seat is not None and (made[0][0] != places[-1][0] or len(made[0][1]) > 1):
            return "", places
        return made[0][2], [(at, cards, "") for at, cards, _ in places]

    def _column(self, at: str) -> int:
        name = without_number(at)
        return self.seat_places.index(name) if name in self.seat_places else 0

    def name(self, seat: Seat) -> str:
        """Return the name of a player, or the number of the seat."""
        return (self.names or {}).get(seat) or f"Seat {seat}"


class SpotArea(NamedTuple):
    """The position of a spot on the felt, in columns and lines."""

    bet: str
    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Return whether a cell is in this area."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, x: int, y: int) -> SpotArea:
        """Return the same area further right and down."""
        return self._replace(x=self.x + x, y=self.y + y)


class Block(NamedTuple):
    """Lines of text, and the spots in them."""

    lines: list[Text]
    areas: tuple[SpotArea, ...] = ()

    @property
    def width(self) -> int:
        """The width of the longest line in columns."""
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
    """Draw the felt as large as fits into `width` columns and `height` lines; the viewer's seat is always visible."""
    block, others = Block([]), [seat for seat in view.seats if seat != view.you]
    for tall, is_boxed, is_empty_shown, has_others in (
        (5, True, True, True), (5, True, False, True), (3, True, False, True), (3, False, False, True),
        (1, False, False, True), (3, False, False, False), (1, False, False, False),
    ):  # fmt: skip
        spots = [[spot for spot in row if is_empty_shown or spot.is_used] for row in view.spots]
        blocks = [_hands(view, None, width, tall)]
        blocks += [_rows([_pod(view, seat, width) for seat in others], width, gap=3)] if has_others else []
        blocks += [_hands(view, view.you, width, tall)] if view.you is not None else []
        blocks += [_spots(spots, width, is_boxed=is_boxed)]
        shown = [block for block in blocks if block.lines]
        block = _spread(shown, view.motto, width, height)
        if sum(len(each.lines) for each in shown) + (tall > 3) * len(shown) <= height:
            break
    for line in block.lines:
        line.truncate(width)
    return Block(block.lines[:height], block.areas)


def _spread(blocks: Sequence[Block], motto: str, width: int, height: int) -> Block:
    """Stack the blocks, centred and spread over the height, with the motto between them."""
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


def _side_by_side(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Place blocks next to each other, aligned at the top."""
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
    """Place blocks side by side in as few rows as the width allows, of about equal length."""
    for count in range(1, len(blocks) + 1):
        per_row = -(-len(blocks) // count)
        rows = [_side_by_side(blocks[start : start + per_row], gap) for start in range(0, len(blocks), per_row)]
        if per_row == 1 or all(row.width <= width for row in rows):
            wide = max(row.width for row in rows)
            return _stack(_centred(row, wide) for row in rows)
    return Block([])


def _centred(block: Block, width: int) -> Block:
    left = max((width - block.width) // 2, 0)
    lines = [Text.assemble(" " * left, line) for line in block.lines]
    return Block(lines, tuple(area.moved(left, 0) for area in block.areas))


def _hands(view: View, seat: Seat | None, width: int, tall: int) -> Block:
    """Draw the cards of each place of the viewer, with name and bankroll, or of the dealer."""
    whole, places = view.hands(seat)
    head = Text(f"{'▸ ' if seat in view.asked else ''}You, seat {seat}" if seat else "Dealer", PRINT)
    head.append(f"  {show_money(view.held.get(seat, 0))}" if seat else "", MONEY)
    head.append(f"  {whole}" if whole else "", PRINT)
    is_drawing = seat is None and any(at == "up-card" for at, _, _ in places)
    names = {"dealer": "drawn"} if is_drawing else {}
    piles = [
        _pile(view, seat, at, names.get(at, place_words(at)), cards, total, tall, width) for at, cards, total in places
    ]
    wide_gap = HAND_GAP if any(len(cards) > 1 for _, cards, _ in places) else 2
    rows = min((_rows(piles, width, gap) for gap in (wide_gap, 2)), key=lambda rows: len(rows.lines))
    wide = max(rows.width, head.cell_len)
    return _stack([_centred(Block([head]), wide), _centred(rows, wide)])


def _pile(
    view: View, seat: Seat | None, at: str, name: str, cards: Sequence[Card], total: str, tall: int, width: int
) -> Block:  # fmt: skip
    """Draw the cards of one place, with its name and total."""
    label = Text(name, PALE)
    if tall == 1:
        label.append(" ").append_text(Text(" ").join(flat(card, view) for card in cards))
    label.append(f" ({total})" if total and tall == 1 else f"  {total}" if total else "", PRINT)
    if free := view.layout.tokens.get((seat, at), 0) if seat else 0:
        label.append(f" {TOKEN * free} free", CHIP)
    if tall == 1:
        return Block([label])
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


def _pod(view: View, seat: Seat, width: int) -> Block:
    """Draw another player's seat: cards, totals, stake or result, and bankroll, in as few lines as the hands need."""
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
    hands = list[Text]()
    whole, places = view.hands(seat)
    for at, cards, total in places:
        hand = Text.assemble(*(part for card in cards for part in (flat(card, view), " ")))
        free = view.layout.tokens.get((seat, at), 0)
        made = " ".join(filter(None, (total, TOKEN * free)))
        hands.append(Text.assemble(hand, (made, PRINT)) if made else hand[:-1])
    return Block(_joined([*parts, *hands, *([Text(whole, PRINT)] if whole else [])], width))


def _joined(parts: Sequence[Text], width: int) -> list[Text]:
    """Join parts with two spaces; break lines only between parts."""
    lines = [Text()]
    for part in parts:
        if lines[-1] and lines[-1].cell_len + part.cell_len + 2 > width:
            lines.append(Text(" "))
        lines[-1].append("  " if lines[-1].plain.strip() else "")
        lines[-1].append_text(part)
    return lines


def _spots(rows: Sequence[Sequence[SpotView]], width: int, *, is_boxed: bool) -> Block:
    """Draw the betting spots with their chips: as boxes, or in one line each if there is no room."""
    if is_boxed:
        drawn = [_rows([_box(spot) for spot in row], width) for row in rows if row]
        wide = max((block.width for block in drawn), default=0)
        return _stack(_centred(block, wide) for block in drawn)
    spots = [spot for row in rows for spot in row]
    labels = [spot.label for spot in spots]
    return _rows([_inline(spot, is_numbered=labels.count(spot.label) > 1) for spot in spots], width)


def _box(spot: SpotView) -> Block:
    """Draw a spot as a box: its payout in the top edge, its chips, its label in the bottom edge."""
    inside, style = spot.content
    wide, edge = max(len(spot.label) + 2, len(inside) + 2, len(spot.pays) + 2, MIN_SPOT), spot.edge
    drawn = [
        Text(f"╭{spot.pays.center(wide - 2, '─') if spot.pays else '─' * (wide - 2)}╮", edge),
        Text.assemble(("│", edge), (inside.center(wide - 2), style), ("│", edge)),
        Text(f"╰{spot.label.center(wide - 2, '─')}╯", edge),
    ]
    return Block(drawn, (SpotArea(spot.bet, 0, 0, wide, 3),))


def _inline(spot: SpotView, *, is_numbered: bool) -> Block:
    """Draw a spot in one line, with the number of its hand if another spot has the same label."""
    (inside, style), number = spot.content, spot.bet.rpartition("-")[2]
    label = f"[{spot.label} {number}" if is_numbered else f"[{spot.label}"
    text = Text.assemble((label, spot.edge), (f" {inside}" if inside else "", style), ("]", spot.edge))
    return Block([text], (SpotArea(spot.bet, 0, 0, text.cell_len, 1),))


def flat(card: Card, view: View) -> Text:
    """Draw a card in one line."""
    return Text(" ░ ", BACK) if card.is_hidden else Text(f"{card.sign:^3}", _face(card, view))


def standing(card: Card, tall: int, view: View) -> list[Text]:
    """Draw a card over several lines: rank and suit in two corners, the suit in the middle."""
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
