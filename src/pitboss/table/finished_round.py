"""A finished round as stored: its record, events, proof and owners; and the questions asked in a recorded round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.json import Encoder

from pitboss.cards import show_cards
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Answers, Event, Offer, Seat
from pitboss.play.words import PLAIN, Words
from pitboss.table.seal.sealed_shoe import SealedShoe
from pitboss.table.seats import SeatedPlayer, Setup


@dataclass(frozen=True)
class Finished:
    """One settled round, ready to store."""

    table: str
    number: int
    body: str
    """The JSON that is stored, hashed and published. It reveals nothing about the cards left in a shoe."""
    players: Mapping[str, tuple[Seat, int]]
    """Each person's seat and winnings, for the score sheet."""


compact: Callable[[object], bytes] = Encoder().encode
"""Encodes JSON without whitespace."""


def text_of(event: Event, words: Words = PLAIN) -> bytes:
    """Encode an event as JSON with this wording. Common events are cached."""
    try:
        return _text_of(event, words)
    except TypeError:  # it contains a dict, so it isn't hashable
        return compact(event.as_data(words))


@lru_cache(maxsize=8192)
def _text_of(event: Event, words: Words) -> bytes:
    return compact(event.as_data(words))


def finish(
    setup: Setup, number: int, dealt: Round, shoe: SealedShoe, owners: Mapping[Seat, SeatedPlayer],
    result: Mapping[Seat, int], given: Mapping[Seat, int],
) -> Finished:  # fmt: skip
    """Build the public body of a finished round, and each person's winnings after tokes."""
    body = {
        "table": setup.id,
        "number": number,
        "record": public_record(dealt),
        "proof": shoe.proof(dealt).as_data(),
        "seats": {str(seat): owners[seat].nick for seat in result},
        "accounts": {str(seat): account_mark(owners[seat].account) for seat in result},
        "net": {str(seat): amount for seat, amount in result.items()},
    }
    events = b",".join(map(text_of, dealt.events))
    players = {
        owners[seat].player: (seat, amount - given.get(seat, 0))
        for seat, amount in result.items()
        if not owners[seat].bot
    }
    body_text = b'%b,"events":[%b]}' % (compact(body)[:-1], events)
    return Finished(setup.id, number, body_text.decode(), players)


def public_record(dealt: Round) -> dict[str, Any]:
    """Return the record. For a shoe it lists only the cards used."""
    data = dealt.record.as_data()
    if dealt.game.cut_card is not None:
        data["pack"] = f"{show_cards(dealt.pack.cards[: dealt.pack.drawn])} ..."
    return data


def account_mark(account: str) -> str:
    """Return a short hash of an account name. The audit can match it, but a reader can't recover the name."""
    return sha256(account.encode()).hexdigest()[:16]


class Decision(NamedTuple):
    """A question in a recorded round: the events before it, the offer, and the recorded answers."""

    events: tuple[Event, ...]
    offer: Offer
    answers: Answers


def decisions_of(record: Record) -> Iterator[Decision]:
    """Yield every question in a recorded round, in order."""
    dealt = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    for answers in record.answers or ():
        if dealt.pending is None:
            return
        yield Decision(tuple(dealt.events), dealt.pending, answers)
        dealt.apply_answers([answers])
