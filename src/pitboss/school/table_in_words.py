"""Descriptions of the table: the cards and chips visible from a seat or from the rail."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from pitboss.cards import Card, signs
from pitboss.games.procedure import has_procedure, procedure_of
from pitboss.money import show_money
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout, layout_after
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Discarded, Event, Seat, Turned
from pitboss.play.view import seen_by, view
from pitboss.play.words import place_words

FIRST_BETS = "bet"
"""The motion of the bets made before the deal."""


class Titles(dict[str, str]):
    """The printed titles of a game's bets, by name. An unknown name is its own title."""

    def __missing__(self, name: str) -> str:
        return name


@cache
def titles_of(game: Game) -> Titles:
    """Return the titles of a game's bets."""
    return Titles({bet.name: bet.title for bet in game.bets(game.rules())})


def public_layout(dealt: Round, after: int, turned: Sequence[Event] = ()) -> TableLayout:
    """Return the layout after `after` events as seen from the rail, with the cards of `turned` face up."""
    layout = layout_after(dealt.events[:after], dealt.record.board)
    for event in turned:
        if isinstance(event, Turned):
            layout.see(event)
    return layout


def table_in_words(
    dealt: Round, after: int, turned: Sequence[Event] = (), seats: Collection[Seat] | None = None
) -> str:  # fmt: skip
    """Describe the cards and chips of these seats or of all, the dealer's side, and effects of earlier motions."""
    table = layout_in_words(public_layout(dealt, after, turned), titles_of(dealt.game), seats)
    return " ".join(filter(None, (table, still_showing(dealt, after, seats))))


def layout_in_words(layout: TableLayout, titles: Titles, only: Collection[Seat] | None = None) -> str:
    """Describe the cards and chips of every seat, or of some, then the dealer's side; hidden cards as "face down"."""
    seats = sorted({seat for seat, _ in layout.chips()} | {seat for seat, _ in layout.cards if seat is not None})
    parts = [_seat_in_words(layout, seat, titles) for seat in seats if only is None or seat in only]
    if dealers := cards_in_words(layout, None):
        parts.append(f"Dealer: {dealers}.")
    return " ".join(parts)


def _seat_in_words(layout: TableLayout, seat: Seat, titles: Titles) -> str:
    parts = (cards_in_words(layout, seat), *chips_in_words(layout, seat, titles))
    return f"Seat {seat}: {'; '.join(filter(None, parts))}."


def chips_in_words(layout: TableLayout, seat: Seat, titles: Titles) -> list[str]:
    """Return the seat's chips, spot by spot: "$5 on Ante"."""
    return [f"{show_money(cents)} on {titles[bet]}" for (owner, bet), cents in layout.chips().items() if owner == seat]


def cards_in_words(layout: TableLayout, seat: Seat | None) -> str:
    """Return a seat's cards place by place; None is the dealer's side."""
    return "; ".join(f"{place_words(at)} {_faces(cards)}" for at, cards in layout.of(seat) if cards)


def _faces(cards: Sequence[Card]) -> str:
    """Return the cards that are face up, and the number of those that are face down."""
    up = [card for card in cards if not card.is_hidden]
    down = len(cards) - len(up)
    return " and ".join(filter(None, (signs(up), f"{down} face down" if down > 1 else "face down" if down else "")))


def still_showing(dealt: Round, after: int, seats: Collection[Seat] | None = None) -> str:
    """
    Describe visible effects other than cards and chips: tokens, and hands split, tucked or turned sideways.

    A seat without cards and chips has no more of them.
    """
    if not has_procedure(dealt.game.name):
        return ""
    procedure, words = procedure_of(dealt.game.name), dealt.game.words(dealt.rules)
    shown = [event for event in dealt.events[:after] if event.motion in procedure and procedure[event.motion].stays]
    if not shown:
        return ""
    layout = public_layout(dealt, after)
    in_play = {None, *(seat for seat, _ in layout.chips()), *(at for (at, _), cards in layout.cards.items() if cards)}
    owners = in_play if seats is None else in_play & set(seats)
    return " ".join(event.describe(words) for event in shown if getattr(event, "seat", None) in owners)


def lines_of(text: str) -> list[str]:
    """
    Split a question into lines: one each for every seat, the dealer, the last motions, and what is asked.

    >>> lines_of("Seat 2: hand 1 9♠. Dealer: up card 4♠. Last: Seat 2's hand 1: 9♠. What is the next motion?")[1:]
    ['Dealer: up card 4♠.', "Last: Seat 2's hand 1: 9♠.", 'What is the next motion?']
    """
    table, last, rest = text.partition(" Last: ")
    lines = re.split(r" (?=Seat \d+: |Dealer: )|(?<=\.) (?=The dealer places )", table)
    asked = re.split(r" (?=Settle in this order: |What is the next motion\?|One motion of)", last[1:] + rest)
    return [line for line in (*lines, *asked) if line]


def cards_in_rack(dealt: Round, after: int, viewer: Seat, owner: Seat | None = None) -> list[Card]:
    """Return the cards in the discard rack that the viewer has seen: all of them, or one owner's."""
    layout, gone = layout_after((), dealt.record.board), list[Card]()
    for event in view(dealt.events[:after], viewer):
        before = {place: list(cards) for place, cards in layout.cards.items()} if isinstance(event, Discarded) else {}
        layout.see(event)
        for place, cards in before.items():
            if place not in layout.cards and owner in (None, place[0]):
                gone += [card for card in cards if not card.is_hidden]
    return gone


def answers_of(dealt: Round, after: int, seats: Collection[Seat]) -> str:
    """
    Describe the answers of these seats so far, seat by seat. A seat that was not asked is left out.

    Once some of the dealer's cards are in the discard rack, earlier answers are about hands that are over.
    """
    words, events = dealt.game.words(dealt.rules), dealt.events[:after]
    over = max((at for at, it in enumerate(events) if isinstance(it, Discarded) and it.seat is None), default=0)
    answers = [event for event in events[over:] if isinstance(event, Answered) and event.seat in seats]
    return " ".join(event.describe(words) for event in sorted(answers, key=lambda event: event.seat))


def last_motions(dealt: Round, after: int, most: int = 3) -> str:
    """Describe the last `most` events as seen from the rail. If they begin with answers, include the question."""
    words, first = dealt.game.words(dealt.rules), first_of_last(dealt, after, most)
    return " ".join(seen_by(event, None).describe(words) for event in dealt.events[first:after])


def first_of_last(dealt: Round, after: int, most: int = 3) -> int:
    """Return the place of the first event that `last_motions` describes."""
    first = max(after - most, 0)
    while first and _is_answer(dealt, dealt.events[first]):
        first -= 1
    return first


def _is_answer(dealt: Round, event: Event) -> bool:
    """Return whether this is a player's response to a question: an answer, a signal, or a later bet."""
    if event.motion == FIRST_BETS or not has_procedure(dealt.game.name):
        return False
    motion = procedure_of(dealt.game.name).get(event.motion)
    return motion is not None and motion.who == "player"
