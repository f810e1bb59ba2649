"""Verification of one round: its fields, its commitment, and the round dealt again; in several processes if asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, takewhile
from typing import Annotated, Any

from msgspec import DecodeError, Meta, Struct, ValidationError, convert
from msgspec.json import decode

from pitboss import __version__
from pitboss.cards import parse_cards
from pitboss.compute.jobs.pool import WorkerPool
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.records.ledger import SeatWinnings
from pitboss.play.records.record_reader import read_data
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.table.audit.file_kind import describe_file
from pitboss.table.finished_round import compact, text_of
from pitboss.table.seal.commitments import Proof, SeatText

CARDS = {"dealt": ("card", "seat")}
MONEY = {
    "wagered": ("seat", "bet", "amount"),
    "settled": ("seat", "bet", "stake", "back"),
    "returned": ("seat", "bet", "amount"),
}

Fact = tuple[Any, ...]


def facts(events: Iterable[Mapping[str, Any]]) -> tuple[list[Fact], list[Fact]]:
    """Return the cards in dealing order, and the money moved, sorted because versions settle differently (C-8)."""
    listed = list(events)
    return _of(listed, CARDS), sorted(_of(listed, MONEY), key=repr)


def _of(events: Iterable[Mapping[str, Any]], kinds: Mapping[str, tuple[str, ...]]) -> list[Fact]:
    return [(event["event"], *map(event.get, kinds[event["event"]])) for event in events if event.get("event") in kinds]


Games = Mapping[str, Game]
FIELDS = {"table", "number", "record", "proof", "seats", "accounts", "net", "events"}


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A stored round with all fields validated."""

    table: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]
    number: Annotated[int, Meta(ge=1)]
    record: dict[str, Any]
    proof: dict[str, Any]
    seats: dict[SeatText, str]
    accounts: dict[SeatText, Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]]
    net: dict[SeatText, int]
    events: list[dict[str, Any]]


class Checked(Struct, frozen=True):
    """A round that was read and dealt again, with its faults and the data that remains to be compared."""

    table: str
    number: int
    accounts: dict[str, str]
    proof: Proof
    burns: int
    """The number of cards burned face down from a new shoe."""
    gained: dict[str, int]
    """The net gain of each seat's own chips."""
    given: int
    """The dealers' tokes (FB-9)."""
    won: int
    """The total won by all seats including tokes, which the bank lost."""
    faults: list[str]
    game: str
    events: int
    """The number of events."""
    version: str
    """The version of pitboss that stored it."""
    void_reason: str | None = None
    """The reason why the round was void, if it was."""

    @property
    def same_version(self) -> bool:
        """Whether this version stored it, so that the wording was compared too."""
        return self.version == __version__


def read_round(text: str, games: Games) -> Checked:
    """Read a stored round, deal it again and check it. Raise `Refused` if it can't be read."""
    try:
        data = read_json(text)
        if not isinstance(data, dict) or not data.keys() >= FIELDS:
            raise ValueError(text)
    except (ValueError, RecursionError):
        what = f"this is not a round saved from the table: {describe_file(text)}"
        raise Refused("not-a-round", what) from None
    try:
        body = convert(data, Body)
        proof, dealt = Proof.read(body.proof), replay_whole(read_data(body.record, games))
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("not-a-round", f"this round cannot be read: {error}") from None
    winnings = SeatWinnings(dealt.game.tokes(dealt.rules)).follow(dealt.events)
    faults = list(_faults(text, body, proof, dealt))
    if {str(seat): amount for seat, amount in winnings.won.items()} != body.net:
        faults.append("the net results are not what the events say")
    return Checked(
        body.table, body.number, body.accounts, proof, dealt.game.burns,
        {str(seat): winnings.gained(seat) for seat in winnings.won}, sum(winnings.given.values()),
        sum(winnings.won.values()), faults, dealt.game.name, len(body.events), str(body.record.get("version")),
        dealt.void_reason,
    )  # fmt: skip


def read_round_or_say(text: str, games: Games) -> Checked | str:
    """Read and check a round, or return the reason it can't be read."""
    try:
        return read_round(text, games)
    except Refused as refused:
        return refused.reason


def read_json(text: str) -> Any:
    """Parse JSON without duplicate fields, with a fast path for the server's own output."""
    with suppress(DecodeError, UnicodeError):
        data = decode(text)
        if compact(data) == text.encode():
            return data
    return json.loads(text, object_pairs_hook=_once_each)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field appears twice, so its meaning is ambiguous")
    return found


def _faults(text: str, body: Body, proof: Proof, dealt: Round) -> Iterator[str]:
    yield from proof.faults(dealt.game, dealt.rules)
    yield from _place_faults(proof, dealt)
    if not text.endswith(f',"events":[{b",".join(map(text_of, dealt.events)).decode()}]}}'):  # as the server wrote it
        yield from _event_faults(body, dealt)
    if not body.net.keys() == body.seats.keys() == body.accounts.keys():
        yield "the seats, their accounts and their results do not match"


def is_of_another_version(record: Mapping[str, Any]) -> bool:
    """Whether another version of pitboss stored this round: cards and money must match, but the wording need not."""
    return record.get("version") != __version__


def _event_faults(body: Body, dealt: Round) -> Iterator[str]:
    again = [event.as_data() for event in dealt.events]
    if is_of_another_version(body.record):
        if facts(again) != facts(body.events):
            yield f"dealt again, its cards or money differ from those of version {body.record.get('version')}"
        return
    replayed, stored = [_plain(event) for event in again], [_plain(event) for event in body.events]
    if replayed != stored:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(replayed, stored, strict=False))
        yield f"dealt again, the round differs from event {len(list(same)) + 1} on"


def _place_faults(proof: Proof, dealt: Round) -> Iterator[str]:
    """Yield faults unless the round's cards fit the proof, and the deck is revealed exactly when it is finished."""
    cards, used = parse_cards(proof.cards), dealt.pack.drawn
    if cards != dealt.pack.cards[:used]:
        yield "the cards dealt are not the cards that were sealed"
    out = len(dealt.record.gone) + len(dealt.record.board)
    if out != proof.start:
        yield f"{out} cards were out before the round, and the proof begins at card {proof.start}"
    if must_be_opened(proof, dealt) != proof.is_opened:
        opened = "is used up, but the house's seed is not shown" if not proof.is_opened else "is opened before its end"
        yield f"the pack {opened}"


def must_be_opened(proof: Proof, dealt: Round) -> bool:
    """Whether the deck is finished: it serves one round, the cut card is out, or the round was void."""
    cut = dealt.game.cut_card
    return cut is None or dealt.void_reason is not None or proof.size - proof.end < cut(dealt.rules)


def _plain(event: dict[str, Any]) -> str:
    """Convert an event to text, so that 1, 1.0 and true differ."""
    return json.dumps(event, sort_keys=True)


Check = Callable[[Sequence[str]], Iterable[Checked | str]]
"""Checks stored rounds in order, returning each result or the reason it can't be read."""
_BATCH = 16
"""Rounds sent to a process at a time."""
NICE_LEVEL = 10


@contextmanager
def checkers(workers: int) -> Iterator[Check]:
    """Yield a checker that uses `workers` processes, or this process if `workers` is 1."""
    if workers == 1:
        yield lambda texts: map(check_text, texts)
        return
    with WorkerPool(workers, NICE_LEVEL) as pool:
        yield lambda texts: chain.from_iterable(pool.map(_check_texts, _batches(texts)))


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    return (texts[place : place + _BATCH] for place in range(0, len(texts), _BATCH))


def _check_texts(texts: Sequence[str]) -> list[Checked | str]:
    return [check_text(text) for text in texts]


def check_text(text: str) -> Checked | str:
    """Check one round of any installed game."""
    return read_round_or_say(text, GAMES)
