"""Descriptions of the table and its events for one viewer, with the dealer's routine motions on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from pitboss.cards import Card, signs
from pitboss.money import show_money
from pitboss.paytable import or_more
from pitboss.play import steps
from pitboss.play.layout import Place, TableLayout
from pitboss.play.motions import Looked
from pitboss.play.records.ledger import bank, net, purses
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Event, Seat
from pitboss.play.words import PLAIN, Words, capital, place_words
from pitboss.terminal.play.shown_layout import TokenLayout
from pitboss.terminal.screen import Line

YOURS, OTHERS = "▸ ", "  "
_GROUPED = (steps.Dealt, steps.Answered, steps.Moved, steps.Discarded, steps.Burned, steps.Returned, Looked)
PLURALS = {"hole": "hole cards", "card": "cards", "dealer": "cards"}
"""Names for several cards that each have a numbered place."""


class NarrationStyle(NamedTuple):
    """The style of a log: the viewer's words, and whether to show routine motions and ruling numbers."""

    words: Words = PLAIN
    motions: bool = False
    rulings: bool = False

    @property
    def quoting(self) -> Words:
        """The words for events that mention a ruling themselves: a cut, a void, a free bet that did not win."""
        return self.words.quoting() if self.rulings else self.words

    @property
    def you(self) -> Seat | None:
        """The viewer's seat, whose lines are marked."""
        return None if self.words.you is None else Seat(self.words.you)


class Past(NamedTuple):
    """A finished round and its result."""

    number: int
    record: Record
    gained: Mapping[Seat, int]
    dealers: int
    house: int


def past(number: int, record: Record, dealt: Round) -> Past:
    """Return the result of a round."""
    gained, dealers = purses(dealt.events, record.game.tokes(record.rules))
    return Past(number, record, gained, dealers, bank(net(dealt.events)))


def event_lines(
    events: Iterable[Event], style: NarrationStyle, already_shown: Iterable[tuple[Seat, str]] = ()
) -> Iterator[Line]:
    """Yield lines for these events, one for consecutive events of a kind; leave out what was already said."""
    known = set(already_shown)
    wanted = [event for event in events if style.motions or not event.is_routine]
    wanted = [one for one in wanted if not isinstance(one, steps.Answered) or (one.seat, one.answer) not in known]
    answers = {event.describe(style.words) for event in wanted if isinstance(event, steps.Answered)}
    wanted = [one for one in wanted if isinstance(one, steps.Answered) or one.describe(style.words) not in answers]
    for (kind, _), group in groupby(wanted, _group_key):
        same_kind = list(group)
        if kind is steps.Wagered:
            yield _wagered(same_kind, style)
        elif kind is steps.Settled and style.you not in (None, _seat(same_kind[0])):
            yield _others(same_kind, style)
        elif kind in _GROUPED:
            dealt = [event for event in same_kind if isinstance(event, steps.Dealt)]
            text = _dealt(dealt, style) if dealt else " ".join(event.describe(style.words) for event in same_kind)
            yield [OTHERS, (text, "dim" if kind in (steps.Discarded, steps.Moved) else "")]
        else:
            others = (one for one in same_kind if not isinstance(one, steps.Offered) or style.you not in one.seats)
            yield from (_alone(event, style) for event in others)


def _dealt(events: Sequence[steps.Dealt], style: NarrationStyle) -> str:
    """Describe dealt cards: in the order of dealing for a dealer, by hand for a player; hidden ones are counted."""
    down = sum(event.card.is_hidden for event in events)
    up = [event for event in events if not event.card.is_hidden]
    hands: dict[Seat | None, dict[str, list[Card]]] = {}
    for event in up:
        hands.setdefault(event.seat, {}).setdefault(event.at, []).append(event.card)
    is_replaced = any(len(cards) > 1 and at[-1].isdigit() for at, cards in hands.get(None, {}).items())
    if style.motions or is_replaced or any(event.face is steps.Face.DOWN for event in up):
        sentences, hands = [event.describe(style.words) for event in up], {}
    else:
        sentences = []
    for seat, places in hands.items():
        for name, cards, _ in merged_places(places.items()):
            place = name if seat is None else f"{style.words.possessive(seat)} {name}"
            sentences.append(f"{capital(place)}: {signs(cards)}.")
    return " ".join([*sentences, *([f"{down} card{'' if down == 1 else 's'} face down."] if down else [])])


def merged_places(
    places: Iterable[tuple[str, Sequence[Card]]], notes: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, list[Card], str]]:
    """
    Yield each place's name, cards and note; numbered places of one card each are merged if they have at most one note.

    >>> from pitboss.cards import parse_cards
    >>> [name for name, *_ in merged_places([("hole-1", parse_cards("As")), ("hole-2", parse_cards("Ks"))])]
    ['hole cards']
    """

    def stem(place: tuple[str, Sequence[Card]]) -> str:
        at, cards = place
        name = at.rstrip("0123456789-")
        is_part = len(cards) == 1 and name not in ("hand", at) and (name in PLURALS or not cards[0].is_hidden)
        return name if is_part else at

    for name, group in groupby(places, stem):
        parts = list(group)
        if len(parts) == 1 or any(at in notes for at, _ in parts[:-1]):
            yield from ((place_words(at), list(cards), notes.get(at, "")) for at, cards in parts)
        else:
            yield (
                PLURALS.get(name, place_words(name)),
                [card for _, cards in parts for card in cards],
                notes.get(parts[-1][0], ""),
            )


def _group_key(event: Event) -> tuple[type[Event], object]:
    """Return a key that is equal for events shown together."""
    return type(event), _seat(event) if isinstance(event, (steps.Wagered, steps.Settled)) else None


def _seat(event: Event) -> object:
    return getattr(event, "seat", None)


def _mark(event: Event, you: Seat | None) -> str:
    return YOURS if you is not None and _seat(event) == you else OTHERS


def _wagered(events: Sequence[Event], style: NarrationStyle) -> Line:
    bets = [event for event in events if isinstance(event, steps.Wagered)]
    spots = [f"{show_money(bet.amount)} on {style.words.bet(bet.bet, bet.hand)}" for bet in bets]
    return [_mark(events[0], style.you), f"{style.words.seat(bets[0].seat, 'bets', 'bet')} {_listed(spots)}."]


def _listed(parts: Sequence[str]) -> str:
    """Join parts by commas, or by semicolons if a part has a comma: "Ante, hand 1 -$2; Field +$5"."""
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


def _others(events: Sequence[Event], style: NarrationStyle) -> Line:
    """Return a line for another seat's settlements, without the reasons."""
    settled = [event for event in events if isinstance(event, steps.Settled)]
    results = [f"{style.words.bet(event.bet)} {_result(event)}" for event in settled]
    clauses = ", ".join(dict.fromkeys(event.clause for event in settled))
    ruling = f" ({clauses})" if style.rulings else ""
    return [OTHERS, f"Seat {settled[0].seat}: {_listed(results)}{ruling}."]


def _result(event: steps.Settled) -> str:
    won = event.back - event.stake
    if event.is_capped:
        return f"capped at {show_money(won)}"
    return "push" if won == 0 else signed(won)


def _alone(event: Event, style: NarrationStyle) -> Line:
    match event:
        case steps.Settled(stake=stake, back=back):
            return [_mark(event, style.you), (settled(event, style), colour(back - stake))]
        case _ if event.stands_out:
            return [_mark(event, style.you), (event.describe(style.quoting), "bold yellow")]
        case steps.Turned() | steps.Offered():
            return [OTHERS, (event.describe(style.words), "bold")]
    return [_mark(event, style.you), (event.describe(style.quoting), "dim" if event.is_routine else "")]


def settled(event: steps.Settled, style: NarrationStyle) -> str:
    """Describe a settled bet as a dealer does: what it won, the reason, and the odds."""
    won = event.back - event.stake
    result = f"wins {show_money(won)}" if won > 0 else "pushes" if won == 0 else f"loses {show_money(-won)}"
    if event.is_capped:
        result = f"is capped at {show_money(won)}"
    odds = f", {event.pays.spoken}" if event.pays.won > 0 else ""
    ruling = f" ({event.clause})" if style.rulings else ""
    bet = style.words.bet_of(event.seat, event.bet, event.hand)
    return f"{bet} {result}: {or_more(event.line)}{odds}{ruling}."


def result_line(past: Past, you: Seat | None = None) -> Line:
    """Return each seat's result of a round; the dealers' share of a toke is listed separately (FB-9)."""
    results = [
        (f"{'you' if seat == you else f'seat {seat}'} {signed(won)}", colour(won)) for seat, won in past.gained.items()
    ]
    tokes = f"; the dealers {signed(past.dealers)}" if past.dealers else ""
    line: Line = [("Result: ", "bold")]
    for number, (words, style) in enumerate(results):
        line += [", " if number else "", (words, f"bold {style}")]
    return [*line, (f"{tokes}; the house {signed(past.house)}.", "bold")]


def signed(cents: int) -> str:
    """
    Return a result with its sign: +$10, -$5, even.

    >>> signed(1000), signed(-250), signed(0)
    ('+$10', '-$2.50', 'even')
    """
    return "even" if cents == 0 else f"{'+' if cents > 0 else ''}{show_money(cents)}"


def colour(won: int) -> str:
    """Return green for a win, red for a loss, yellow for neither."""
    return "green" if won > 0 else "red" if won < 0 else "yellow"


def describe(
    layout: TableLayout, held: Mapping[Seat, int | None], you: Seat | None = None,
    totals: Mapping[Place, str] | None = None, title: Callable[[str], str] = str,
) -> Iterator[Line]:  # fmt: skip
    """Describe the table: the dealer's cards, then each seat with its cards, bets and, if known, its chips."""
    yield from describe_dealer(layout, totals)
    for seat, chips in held.items():
        on_spots = [(bet, amount) for (owner, bet), amount in layout.chips().items() if owner == seat]
        bets = ", ".join(f"{title(bet)} {show_money(amount)}{_tokens(layout, seat, bet)}" for bet, amount in on_spots)
        has = "" if chips is None else f"has {show_money(chips)}"
        parts = [_hands(layout, seat, totals), f"bets {bets}" if bets else "", has]
        mark, name = (YOURS, f"You, seat {seat}") if seat == you else (OTHERS, f"Seat {seat}")
        yield [mark, (name, "bold" if seat == you else ""), f": {'; '.join(filter(None, parts))}."]


def _tokens(layout: TableLayout, seat: Seat, bet: str) -> str:
    """Return the tokens in front of a bet that pays by their number, in words."""
    count = layout.tokens.get((seat, bet), 0) if isinstance(layout, TokenLayout) else 0
    return f" ({count} token{'s' if count > 1 else ''})" if count else ""


def describe_dealer(layout: TableLayout, totals: Mapping[Place, str] | None = None) -> Iterator[Line]:
    """Describe the cards on the dealer's side, if any."""
    if hands := _hands(layout, None, totals):
        yield [OTHERS, ("Dealer", "bold"), f": {hands}."]


def _hands(layout: TableLayout, seat: Seat | None, totals: Mapping[Place, str] | None) -> str:
    """Return the hands of a seat in words: "hand 2 8♥ 3♣ (11, 1 token)"."""
    tokens = layout.tokens if isinstance(layout, TokenLayout) else {}
    notes = {}
    for at, _ in layout.of(seat):
        count, total = tokens.get((seat, at), 0), (totals or {}).get((seat, at), "")
        if total or count:
            notes[at] = ", ".join(filter(None, (total, f"{count} token{'s' if count > 1 else ''}" if count else "")))
    hands = []
    for name, cards, note in merged_places(layout.of(seat), notes):
        shown = "face down" if all(card.is_hidden for card in cards) else signs(cards)
        hands.append(f"{name} {shown}{f' ({note})' if note else ''}")
    return ", ".join(hands)
