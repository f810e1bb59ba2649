"""The table in a question as data for the page: cards by place and chips by spot."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pitboss.money import parse_money
from pitboss.play.layout import TableLayout, layout_after
from pitboss.play.records.record import Record
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Seat, Settled
from pitboss.play.words import place_words
from pitboss.school.question import Question
from pitboss.school.table_in_words import Titles, layout_in_words, public_layout, titles_of

FACE_DOWN = "??"
_ASKED = "You are asked:"
_CARDS = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|\bJk\b")
_SENTENCE = re.compile(r"(?<=[.?!]) ")
_BET = re.compile(r"^A bet of (\$\d[\d,]*(?:\.\d\d)?)")
_STACKS = re.compile(r"(\d+) (\w+) \((\$[\d,]+)\)")
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def scene_of(question: Question) -> dict[str, Any] | None:
    """Return the table of a question, and the question without the text that the picture replaces, or None."""
    return _SCENES[question.skill](question) if question.skill in _SCENES else None


def _before_motion(question: Question) -> dict[str, Any] | None:
    """Draw the table just before the motion in question."""
    if not question.more.get("after"):
        return _waiting(question)
    dealt = replay_whole(question.record)
    after = int(question.more["after"])
    seats, turned = None, tuple[Event, ...]()
    if question.skill == "settle":
        seats = {Seat(entry[0]) for entry in question.right}
        turned = _until_settled(dealt, after, len(question.right))
    layout, titles = public_layout(dealt, after, turned), titles_of(dealt.game)
    text = layout_in_words(layout, titles, seats)
    if text and text not in question.question:
        return None
    words = question.question.replace(f"Before this part: {text} ", "", 1).replace(text, "", 1).strip()
    return {**drawn(layout, titles, seats), "words": words}


def _waiting(question: Question) -> dict[str, Any]:
    """Draw the table before the first motion: the seats in play, and nothing on the felt but the board."""
    record = question.record
    board = [{"at": "", "cards": [str(card) for card in record.board]}] if record.board else []
    seats = [{"seat": seat, "hands": [], "bets": []} for seat in sorted(record.wagers)]
    return {"dealer": board, "seats": seats, "words": question.question}


def _moment(question: Question) -> dict[str, Any]:
    """Draw the table at the moment of an irregularity: with its wagers if before the deal, else as dealt so far."""
    dealt, after = replay_whole(question.record), int(question.more.get("after") or 0)
    titles = titles_of(dealt.game)
    if after:
        return {**drawn(public_layout(dealt, after), titles), "words": question.question}
    waiting = _waiting(question)
    for seat in waiting["seats"]:
        seat["bets"] = _bets(dealt.record.wagers[seat["seat"]], titles)
    return waiting


def _asked_about(question: Question) -> dict[str, Any] | None:
    """Draw the chips of the guest who asks about a bet, with that bet framed."""
    if question.seat is None or not isinstance(question.bet, str):
        return None
    record, titles = question.record, titles_of(question.record.game)
    wager = record.wagers.get(question.seat, {})
    bets = _bets({**wager, question.bet: wager.get(question.bet, 0)}, titles)
    seat = {"seat": question.seat, "hands": [], "bets": bets}
    return {**_waiting(question), "seats": [seat], "asked": [question.bet]}


def _before_choice(question: Question) -> dict[str, Any]:
    """Draw the table as seen by the seat that must decide."""
    dealt, after = replay_whole(question.record), int(question.more["after"])
    layout = layout_after(dealt.events[:after], dealt.record.board, question.seat)
    asked = question.question.find(_ASKED)
    words = question.question[max(asked, 0) :]
    return {**drawn(layout, titles_of(dealt.game)), "words": words, "own": question.seat}


def _written(question: Question) -> dict[str, Any] | None:
    """Draw the cards named in the question, one hand for each sentence with cards."""
    hands, rest = [], []
    for sentence in _SENTENCE.split(question.question):
        found = _CARDS.findall(sentence)
        name, colon, cards = sentence.partition(":")
        if found:
            hands.append({"at": name if colon else "", "cards": [_plain(card) for card in found]})
        if not found or not colon or _CARDS.sub("", cards).strip(" .,"):
            rest.append(sentence)
    return {"dealer": [], "seats": [], "shown": hands, "words": " ".join(rest)} if hands else None


def _plain(card: str) -> str:
    """
    Return a card in the notation of records.

    >>> _plain("10♥"), _plain("A♣"), _plain("Jk")
    ('Th', 'Ac', 'Jk')
    """
    return card if card == "Jk" else card[:-1].replace("10", "T") + _SUITS[card[-1]]


def _bets(wager: Mapping[str, int], titles: Titles) -> list[dict[str, Any]]:
    return [{"bet": bet, "title": titles[bet], "cents": cents} for bet, cents in wager.items()]


def _until_settled(dealt: Round, first: int, count: int) -> tuple[Event, ...]:
    """Return the events from `first` until `count` bets are settled, including cards turned in between."""
    last = first
    for place, event in enumerate(dealt.events[first:], first):
        if isinstance(event, Settled):
            count, last = count - 1, place
            if not count:
                break
    return tuple(dealt.events[first : last + 1])


def _settled(question: Question) -> dict[str, Any] | None:
    """Draw the cards of the seat whose bets are paid, at the moment the first of them is settled."""
    if question.seat is None or question.bet is None:
        return _chips(question)
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


def _chips(question: Question) -> dict[str, Any] | None:
    """Draw the chips named in a question: a bet, or chips to be coloured up, without their sum."""
    if bet := _BET.search(question.question):
        chips = [{"bet": "", "title": "", "cents": parse_money(bet[1])}]
    else:
        found = _STACKS.findall(question.question)
        chips = [
            {"bet": "", "title": f"{count} {colour}", "chip": parse_money(worth)} for count, colour, worth in found
        ]
    return {"dealer": [], "seats": [], "chips": chips, "words": question.question} if chips else None


def _wagered(question: Question) -> dict[str, Any] | None:
    """Draw the chips that a seat bets before the deal."""
    wager, seat = question.more.get("wager"), question.seat
    if not isinstance(wager, dict) or seat is None:
        return None
    record: Record = question.record
    titles = titles_of(record.game)
    return {**_waiting(question), "seats": [{"seat": seat, "hands": [], "bets": _bets(wager, titles)}]}


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
    return [{"at": place_words(at), "cards": _cards(cards)} for at, cards in layout.of(seat) if cards]


def _cards(cards: Sequence[Any]) -> list[str]:
    return [FACE_DOWN if card.is_hidden else str(card) for card in cards]


_SCENES: dict[str, Callable[[Question], dict[str, Any] | None]] = {
    "legal": _wagered, "payout": _settled, "settle": _before_motion, "order": _before_motion, "spot": _before_motion,
    "irregular": _moment, "talk": _asked_about, "play": _before_choice, "read": _written, "count": _written,
}  # fmt: skip
"""The function that draws the table, by skill."""
