"""The table of a question as data that a page can draw: cards by place and chips by spot, nothing hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pitboss.play.layout import TableLayout
from pitboss.play.records.record import Record
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Seat, Settled
from pitboss.school.bet_titles import Titles, titles_of
from pitboss.school.lessons.describe_layout import on_the_table
from pitboss.school.question import Question
from pitboss.school.scene import public_layout

FACE_DOWN = "??"


def scene_of(question: Question) -> dict[str, Any] | None:
    """Return the table of a question, and the question without the words that the picture replaces; None if none."""
    if question.skill == "legal":
        return _wagered(question)
    if question.skill == "payout":
        return _settled(question)
    if question.skill not in ("settle", "order") or not question.more.get("after"):
        return None
    dealt = replay_whole(question.record)
    after = int(question.more["after"])
    seats, turned = None, tuple[Event, ...]()
    if question.skill == "settle":
        seats = {Seat(entry[0]) for entry in question.right}
        turned = _until_settled(dealt, after, len(question.right))
    layout, titles = public_layout(dealt, after, turned), titles_of(dealt.game)
    text = on_the_table(layout, titles, seats)
    if not text or text not in question.question:
        return None
    return {**drawn(layout, titles, seats), "words": question.question.replace(text, "", 1).strip()}


def _until_settled(dealt: Round, first: int, many: int) -> tuple[Event, ...]:
    """Return the events from here until so many bets are settled: cards turned in between are seen."""
    last = first
    for place, event in enumerate(dealt.events[first:], first):
        if isinstance(event, Settled):
            many, last = many - 1, place
            if not many:
                break
    return tuple(dealt.events[first : last + 1])


def _settled(question: Question) -> dict[str, Any] | None:
    """Draw the cards of the seat whose bets are paid, as they are when the first of them is settled."""
    if question.seat is None or question.bet is None:
        return None
    bets = {question.bet} if isinstance(question.bet, str) else set(question.bet)
    dealt = replay_whole(question.record)
    own = [
        place
        for place, event in enumerate(dealt.events)
        if isinstance(event, Settled) and event.seat == question.seat and event.bet in bets
    ]
    if not own:
        return None
    layout = public_layout(dealt, own[0], dealt.events[own[0] : own[-1] + 1])
    return {**drawn(layout, titles_of(dealt.game), {question.seat}), "words": question.question, "asked": sorted(bets)}


def _wagered(question: Question) -> dict[str, Any] | None:
    """Draw the chips that a seat puts down before the deal."""
    wager, seat = question.more.get("wager"), question.seat
    if not isinstance(wager, dict) or seat is None:
        return None
    record: Record = question.record
    titles = titles_of(record.game)
    bets = [{"bet": bet, "title": titles[bet], "cents": cents} for bet, cents in wager.items()]
    board = [{"at": "", "cards": [str(card) for card in record.board]}] if record.board else []
    return {"dealer": board, "seats": [{"seat": seat, "hands": [], "bets": bets}], "words": question.question}


def drawn(layout: TableLayout, titles: Titles, only: Collection[Seat] | None = None) -> dict[str, Any]:
    """Return the dealer's side and the seats of a layout, hidden cards face down."""
    chips = layout.chips()
    seats = sorted({seat for seat, _ in chips} | {seat for seat, _ in layout.cards if seat is not None})
    return {
        "dealer": _places(layout, None),
        "seats": [
            {
                "seat": seat,
                "hands": _places(layout, seat),
                "bets": [
                    {"bet": bet, "title": titles[bet], "cents": cents}
                    for (owner, bet), cents in chips.items()
                    if owner == seat
                ],
            }
            for seat in seats
            if only is None or seat in only
        ],
    }


def _places(layout: TableLayout, seat: Seat | None) -> list[dict[str, Any]]:
    return [{"at": at.replace("-", " "), "cards": _cards(cards)} for at, cards in layout.of(seat) if cards]


def _cards(cards: Sequence[Any]) -> list[str]:
    return [FACE_DOWN if card.is_hidden else str(card) for card in cards]
