"""The skill `read`: total a hand, read the best five of seven, name the line that the cards make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from pitboss.cards import Card, signs
from pitboss.games.procedure import clause_of
from pitboss.paytable import Paytable
from pitboss.play.layout import TableLayout, layout_after
from pitboss.play.round import Round
from pitboss.play.steps import Event, Moved, Seat, Settled
from pitboss.play.words import capital, place_words
from pitboss.school.lessons.calls import how_to_call, misreadings, other_totals
from pitboss.school.question import Question
from pitboss.school.skills.money_skills import outcome_in_words
from pitboss.school.table_in_words import titles_of

READ_SECONDS = 5.0
NO_READING = ("token", "fold", "joker")
"""Lines with these words do not describe cards; tables with such lines are not read."""
MIN_OPTIONS, MAX_OPTIONS = 3, 5
LOSERS = 0.15
"""The probability that a losing line or an easy total is asked."""
ACE = 14


class Reading(Struct, frozen=True):
    """Cards to be read: their description, what they make, and whether that pays or is hard to see."""

    words: str
    right: str
    is_worth_asking: bool
    others: tuple[str, ...]
    reason: str


def read(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask what cards make: totals, poker hands or lines of a table; mostly paying or difficult ones."""
    places = list(range(len(dealt.events)))
    rng.shuffle(places)
    asked = 0
    for place in places:
        event = dealt.events[place]
        if not (isinstance(event, Settled) or getattr(event, "makes", None) or event.motion.startswith("read-")):
            continue
        reading = _reading(dealt, place, rng)
        if reading is None or not (reading.is_worth_asking or rng.random() < LOSERS):
            continue
        options = _options(reading, rng)
        if len(options) < MIN_OPTIONS:
            continue
        bet = event.bet if isinstance(event, Settled) else None
        yield Question(
            skill="read", question=reading.words, record=dealt.record, seat=getattr(event, "seat", None), bet=bet,
            options=tuple(options), right=reading.right, clause=clause_of(dealt.game, event.motion),
            target_seconds=READ_SECONDS, fact=f"read:{' '.join(reading.right.split()[:2])}", reason=reading.reason,
            more={"after": place + 1},
        )  # fmt: skip
        asked += 1
        if asked == MAX_OPTIONS:
            return


def _options(reading: Reading, rng: Random) -> list[str]:
    others = [other for other in dict.fromkeys(reading.others) if other != reading.right]
    options = [reading.right, *rng.sample(others, min(MAX_OPTIONS - 1, len(others)))]
    rng.shuffle(options)
    return options


def _reading(dealt: Round, place: int, rng: Random) -> Reading | None:
    event, layout = dealt.events[place], layout_after(dealt.events[: place + 1], dealt.record.board)
    if isinstance(event, Settled):
        return _line(dealt, event, layout)
    if event.motion.startswith("read-"):
        return _best_five(dealt, event, layout, rng)
    return _total(event, layout, dealt.events[:place])


def _line(dealt: Round, event: Settled, layout: TableLayout) -> Reading | None:
    """Read the cards that a bet's pay table depends on; the wrong answers are lines of the same table."""
    lines = _lines(dealt, event)
    if not lines or any(word in line for word in NO_READING for line in (event.line, *lines)):
        return None
    sees = next(bet.sees for bet in dealt.game.bets(dealt.rules) if bet.name == event.bet)
    own, shared = _seen(layout, event.seat), _shared(event, layout, sees)
    if not own and not shared:
        return None
    title = titles_of(dealt.game)[event.bet]
    named = f"{own}; {shared}" if own and shared else own or f"On the table: {shared}"
    pays = f"{title} {outcome_in_words(event)} {'for' if event.pays.won > 0 else 'with'} it."
    return Reading(
        f"{named}. Which line is that for {title}?", event.line, event.pays.won >= 0, (*lines, event.line), pays
    )  # fmt: skip


def _lines(dealt: Round, event: Settled) -> list[str]:
    """Return the lines of the bet's own pay table, else of the table that has its line."""
    values = {name: getattr(dealt.rules, name) for name in dealt.rules.options()}
    tables = {
        name: [words for words, _ in table.lines] for name, table in values.items() if isinstance(table, Paytable)
    }
    own = tables.get(f"{event.bet.replace('-', '_')}_table")
    return own or next((lines for lines in tables.values() if event.line in lines), [])


def _seen(layout: TableLayout, seat: Seat) -> str:
    """Name a seat's cards, place by place."""
    held = "; ".join(f"{place_words(at)} {signs(cards)}" for at, cards in _up(layout, seat))
    return f"Seat {seat}: {held}" if held else ""


def _up(layout: TableLayout, seat: Seat | None) -> list[tuple[str, list[Card]]]:
    """Return a seat's face-up cards, by place."""
    seen = ((at, [card for card in cards if not card.is_hidden]) for at, cards in layout.of(seat))
    return [(at, cards) for at, cards in seen if cards]


def _shared(event: Settled, layout: TableLayout, sees: tuple[str, ...]) -> str:
    """Name the cards on the dealer's side that this bet depends on: all of them if the seat has no cards."""
    places = _up(layout, None)
    if sees or layout.of(event.seat):
        places = [(at, cards) for at, cards in places if at in sees]
    return "; ".join(f"{place_words(at)} {signs(cards)}" for at, cards in places)


def _best_five(dealt: Round, event: Event, layout: TableLayout, rng: Random) -> Reading:
    seat = getattr(event, "seat", None)
    right = str(getattr(event, "hand", ""))
    own = _up(layout, seat)
    board = [(at, cards) for at, cards in _up(layout, None) if not at.startswith("dealer")]
    if seat is None:
        own = [(at, cards) for at, cards in _up(layout, None) if at.startswith("dealer")]
    hole, table = (signs([card for _, cards in places for card in cards]) for places in (own, board))
    whose = f"Seat {seat}" if seat else "You, the dealer"
    reason = event.describe(dealt.game.words(dealt.rules))
    others = tuple(misreadings(right, [card for _, cards in (*own, *board) for card in cards], rng))
    return Reading(f"{whose}: {hole}. The board: {table}. What are the best five?", right, True, others, reason)


def _total(event: Event, layout: TableLayout, before: Sequence[Event]) -> Reading:
    """Read a total; the dealer's own hand is every card on the dealer's side."""
    seat, right = getattr(event, "seat", None), str(getattr(event, "makes", ""))
    at = str(getattr(event, "to" if isinstance(event, Moved) else "at", ""))
    held: Sequence[Card] = [card for place, cards in layout.of(seat) if seat is None or place == at for card in cards]
    whose = "Your own hand" if seat is None else f"Seat {seat}, {place_words(at)}"
    split = ", after a split" if _is_split(seat, at, before) else ""
    is_hard_to_add = len(held) > 2 or any(card.rank == ACE for card in held)
    others = tuple(other_totals(right))
    reason = capital(how_to_call(right, held))
    return Reading(f"{whose}{split}: {signs(held)}. What do you call?", right, is_hard_to_add, others, reason)


def _is_split(seat: Seat | None, at: str, before: Sequence[Event]) -> bool:
    """Return whether this hand comes from a split, so that a two-card 21 is not a blackjack."""
    moved = [event for event in before if isinstance(event, Moved) and event.motion == "split-cards"]
    return any(event.seat == seat and _row(event.at) == _row(at) for event in moved)


def _row(at: str) -> str:
    return at.rstrip("0123456789").rstrip("-")
