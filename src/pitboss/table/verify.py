"""Verifying one round: every field of it, the seal, and the round dealt again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert

from pitboss.cards import parse_cards
from pitboss.play.game import Game
from pitboss.play.reading import read_data
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.table.honest import Proof, SeatText
from pitboss.table.kinds import what_it_is
from pitboss.table.money import won

Games = Mapping[str, Game]
FIELDS = {"table", "number", "record", "proof", "seats", "accounts", "net", "events"}


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A kept round as it is written, every field of the right form."""

    table: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]
    number: Annotated[int, Meta(ge=1)]
    record: dict[str, Any]
    proof: dict[str, Any]
    seats: dict[SeatText, str]
    accounts: dict[SeatText, Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]]
    net: dict[SeatText, int]
    events: list[dict[str, Any]]


class Checked(Struct, frozen=True):
    """A round that could be read, and what is wrong with it."""

    body: Body
    proof: Proof
    dealt: Round
    faults: list[str]


def check_round(text: str, games: Games) -> list[str]:
    """What is wrong with a kept round, in sentences; nothing: the seal holds, and dealt again it gives the same."""
    try:
        return read_round(text, games).faults
    except Refused as refused:
        return [refused.reason]


def read_round(text: str, games: Games) -> Checked:
    """A kept round, dealt again and checked; what cannot even be read is `Refused`."""
    try:
        data = json.loads(text, object_pairs_hook=_once_each)
        if not isinstance(data, dict) or not data.keys() >= FIELDS:
            raise ValueError(text)
    except (ValueError, RecursionError):
        what = f"this is not a round saved from the table: {what_it_is(text)}"
        raise Refused("not-a-round", what) from None
    try:
        body = convert(data, Body)
        proof, dealt = Proof.read(body.proof), replay_whole(read_data(body.record, games))
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("not-a-round", f"this round cannot be read: {error}") from None
    return Checked(body, proof, dealt, list(_faults(body, proof, dealt)))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field stands there twice, and two readers could take two meanings")
    return found


def _faults(body: Body, proof: Proof, dealt: Round) -> Iterator[str]:
    yield from proof.faults(dealt.game, dealt.rules)
    yield from _place_faults(proof, dealt)
    told = [_plain(event.as_data()) for event in dealt.events]
    kept = [_plain(event) for event in body.events]
    if told != kept:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(told, kept, strict=False))
        yield f"dealt again, the round goes another way from event {len(list(same)) + 1} on"
    if {str(seat): amount for seat, amount in won(dealt.events).items()} != body.net:
        yield "the net results are not what the events say"
    if not body.net.keys() == body.seats.keys() == body.accounts.keys():
        yield "the seats, their accounts and their results do not belong to the same seats"


def _place_faults(proof: Proof, dealt: Round) -> Iterator[str]:
    """Whether the round was dealt the cards of the proof, from its place on, and the pack opened if it was used up."""
    cards, used = parse_cards(proof.cards), dealt.pack.drawn
    if cards != dealt.pack.cards[:used]:
        yield "the cards dealt are not the cards that were sealed"
    out = len(dealt.record.gone) + len(dealt.record.board)
    if out != proof.start:
        yield f"{out} cards were out before the round, and the proof begins at card {proof.start}"
    if must_be_opened(proof, dealt) != proof.is_opened:
        opened = "is used up, and the house's seed is not shown" if not proof.is_opened else "is opened before its end"
        yield f"the pack {opened}"


def must_be_opened(proof: Proof, dealt: Round) -> bool:
    """Whether nothing more is dealt from the pack: it serves one round, the cut card is out, or the round was void."""
    cut = dealt.game.cut_card
    return cut is None or dealt.void_reason is not None or proof.size - proof.end < cut(dealt.rules)


def _plain(event: dict[str, Any]) -> str:
    """An event as text, so that 1, 1.0 and true differ."""
    return json.dumps(event, sort_keys=True)
