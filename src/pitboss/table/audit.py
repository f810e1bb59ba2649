"""Verifying a round and auditing all of them: the seal, the replay, the chain and the money."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from pitboss.play.game import Game
from pitboss.play.reading import read_data
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.table.finished import BEFORE_THE_FIRST, chained
from pitboss.table.honest import Proof
from pitboss.table.kinds import what_it_is
from pitboss.table.money import Transfer, won

Games = Mapping[str, Game]


def check_round(text: str, games: Games) -> list[str]:
    """What is wrong with a kept round, in sentences; nothing: the seal holds, and dealt again it gives the same."""
    try:
        body = json.loads(text)
        proof = Proof.read(body["proof"])
        dealt = replay_whole(read_data(body["record"], games))
    except Refused as refused:
        return [refused.reason]
    except (ValueError, KeyError, TypeError, RecursionError):
        return [f"this is not a round saved from the table: {what_it_is(text)}"]
    return list(_round_faults(body, proof, dealt))


def _round_faults(body: Any, proof: Proof, dealt: Round) -> Iterator[str]:
    if fault := proof.fault():
        yield fault
    used = dealt.pack.drawn
    if proof.cards[:used] != dealt.pack.cards[:used] or len(proof.cards) < used:
        yield "the cards dealt are not the cards that were sealed"
    told = [event.as_data() for event in dealt.events]
    if told != body.get("events"):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(told, body.get("events") or [], strict=False))
        yield f"dealt again, the round goes another way from event {len(list(same)) + 1} on"
    if {str(seat): amount for seat, amount in won(dealt.events).items()} != body.get("net"):
        yield "the net results are not what the events say"


@dataclass
class Books:
    """What an audit needs of a store: rounds in order, entries, balances, and the chips on live tables."""

    rounds: Iterable[tuple[str, str]]
    """The text and the hash of every round kept, the oldest first."""
    entries: Iterable[tuple[str, int, Transfer]]
    """The table and the round of every transfer, and the transfer."""
    balances: Mapping[str, int]
    lying: Mapping[str, int]
    """The chips that lie on each live table, by the account of its stakes."""


@dataclass
class Findings:
    """What an audit walked through and what it found wrong."""

    rounds: int = 0
    entries: int = 0
    faults: list[str] = field(default_factory=list)


def audit(books: Books, games: Games) -> Findings:
    """Walk the chain, deal every round again, and add up all the money."""
    found = Findings()
    banked, sums = _add_up(books, found)
    before, seals = BEFORE_THE_FIRST, dict[str, tuple[str, int]]()
    for text, kept in books.rounds:
        found.rounds += 1
        name = f"round {found.rounds}"
        if chained(before, text) != kept:
            found.faults.append(f"{name}: the chain is broken: its hash does not follow from the round before")
        found.faults += [f"{name}: {fault}" for fault in check_round(text, games)]
        found.faults += [f"{name}: {fault}" for fault in _against_the_ledger(text, games, banked, seals)]
        before = kept
    found.faults += list(_balance_faults(books, sums))
    found.faults += [f"{table}, round {number}: money moved for a round that is not kept" for table, number in banked]
    return found


def _add_up(books: Books, found: Findings) -> tuple[dict[tuple[str, int], int], dict[str, int]]:
    """What each table's bank gained in each round, and what every account should hold."""
    banked: dict[tuple[str, int], int] = {}
    sums: dict[str, int] = {}
    for table, number, transfer in books.entries:
        found.entries += 1
        sums[transfer.debit] = sums.get(transfer.debit, 0) - transfer.amount
        sums[transfer.credit] = sums.get(transfer.credit, 0) + transfer.amount
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            if account.startswith("house/"):
                banked[table, number] = banked.get((table, number), 0) + amount
    return banked, sums


def _against_the_ledger(
    text: str, games: Games, banked: dict[tuple[str, int], int], seals: dict[str, tuple[str, int]]
) -> Iterator[str]:
    """Whether the bank gained what the seats lost, and whether a shoe goes on where it was left."""
    try:
        body = json.loads(text)
        table, number, proof = body["table"], body["number"], Proof.read(body["proof"])
        lost, burned = -sum(body["net"].values()), games[body["record"]["game"]].burns
    except (Refused, ValueError, KeyError, TypeError, AttributeError):
        return  # told already by check_round
    if banked.pop((table, number), 0) != lost:
        yield f"the ledger does not hold what the seats of {table} won and lost"
    after, place = seals.get(table, (proof.commitment, 0))
    if proof.start > burned and (after, place) != (proof.commitment, proof.start):
        yield "the shoe was changed between two rounds: its commitment is not the one left by the round before"
    seals[table] = (proof.after, proof.start + len(proof.cards))


def _balance_faults(books: Books, sums: Mapping[str, int]) -> Iterator[str]:
    for account in sorted({*sums, *books.balances}):
        if sums.get(account, 0) != books.balances.get(account, 0):
            yield f"{account} holds {books.balances.get(account, 0)} cents and its entries say {sums.get(account, 0)}"
        if sums.get(account, 0) < 0 and account.startswith(("player/", "stakes/")):
            yield f"{account} is below nothing: {sums[account]} cents"
        if account.startswith("stakes/") and sums.get(account, 0) != books.lying.get(account, 0):
            yield f"{account} holds {sums.get(account, 0)} cents and {books.lying.get(account, 0)} lie on the table"
    if sum(sums.values()):
        yield f"the accounts add up to {sum(sums.values())} cents and not to nothing"
