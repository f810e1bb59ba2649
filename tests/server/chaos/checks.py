"""Checks after each fault: every acknowledged action is stored, to the cent, and no hidden card was shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pitboss.server.store.database import Database
from pitboss.server.store.maintenance.audit_reader import ReadOnlyStore
from pitboss.table.audit.audit import Audit
from pitboss.table.audit.verify import check_text
from pitboss.table.finished_round import account_mark
from pitboss.table.seats import SILENT_ROUNDS
from pitboss.table.transfers import purse
from server.chaos.books import Books
from server.chaos.player import Ack, HonestPlayer
from server.chaos.seen import Shown

Round = tuple[str, int]


@dataclass
class Notes:
    """The observations of the players since the last check."""

    acks: list[Ack] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    ended: list[tuple[str, str, int, dict[str, int]]] = field(default_factory=list)
    """Player, table, number and result of each round that somebody saw end."""
    secrets: set[str] = field(default_factory=set)
    rebuys: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, players: Iterable[HonestPlayer]) -> Notes:
        """Take the observations from every player."""
        notes = cls()
        for player in players:
            shown, ended = player.eyes.take()
            acks, player.acks = player.acks, []
            notes.acks += acks
            notes.shown += shown
            notes.ended += [(player.player, player.table, number, net) for number, net in ended]
            notes.secrets |= player.eyes.secrets
            notes.rebuys[player.player] = player.rebuys
            notes.faults += [*player.faults, *player.eyes.faults]
            player.faults, player.eyes.faults = [], []
        return notes


class Inspector:
    """A reader of the database, as an auditor has, that compares it with the players' observations."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self.audit = Audit(partial(map, check_text), books.key().journal_at, unlock=books.key().vault.unlock)
        self.answers = self.rounds = self.frames = 0
        """Acknowledged messages, rounds and events that were verified."""
        self._open: list[Ack] = []
        self._shown: list[Shown] = []
        self._ended: set[tuple[str, str, int]] = set()
        self._seats: dict[str, Ack] = {}
        self._seeds: dict[str, str] = {}
        self._spoke: dict[str, int] = {}
        self._bodies: dict[Round, dict[str, Any]] = {}
        self._entry = self._round = 0
        self._granted: Counter[str] = Counter()
        self._grants: Counter[str] = Counter()
        self._betters: set[str] = set()
        """Every player with an acknowledged bet: the first bet stores the player's bankroll."""
        self._won: Counter[str] = Counter()

    def look(self, notes: Notes) -> list[str]:
        """Return everything that is wrong. The server may be running and playing in the meantime."""
        database = self._books.read()
        try:
            with database.snapshot():
                found = [*notes.faults, *self._compare(database, notes)]
            before = len(self.audit.faults)
            self.audit.run(ReadOnlyStore(database), self._books.key().noted())
            return [*found, *(f"audit: {fault}" for fault in self.audit.faults[before:])]
        finally:
            database.close()

    def _compare(self, database: Database, notes: Notes) -> Iterator[str]:
        lives = {
            table: json.loads(live) for table, live in database.run("SELECT id, live FROM tables WHERE is_open = 1")
        }
        yield from self._read_rounds(database)
        yield from self._check_acks(notes, lives)
        yield from self._check_ended(notes)
        yield from self._check_seats(lives)
        yield from self._check_shown(notes, lives)
        yield from self._check_money(database, notes, lives)
        secrets = {secret for (text,) in database.run("SELECT shoe FROM tables WHERE shoe <> ''")
                for secret in [json.loads(text)["seed"]]}  # fmt: skip
        opened = {body["proof"].get("seed") for body in self._bodies.values()}
        if notes.secrets & (({live["next_seed"] for live in lives.values()} | secrets) - opened):
            yield "a seed of the house was sent to a player before its shoe was used up"

    def _read_rounds(self, database: Database) -> Iterator[str]:
        """Read the rounds stored since the last check."""
        sql = "SELECT id, table_id, number, body FROM rounds WHERE id > ? ORDER BY id"
        for number, table, at, text in database.run(sql, (self._round,)):
            if (table, at) in self._bodies:
                yield f"{table}, round {at} was settled twice"
            self._bodies[table, at] = json.loads(text)
            self._round, self.rounds = number, self.rounds + 1

    def _check_acks(self, notes: Notes, lives: dict[str, Any]) -> Iterator[str]:
        still_open = []
        for ack in [*self._open, *notes.acks]:
            self._spoke[ack.player] = max(self._spoke.get(ack.player, 0), ack.number)
            if ack.kind == "bet":
                self._betters.add(ack.player)
            if ack.kind == "sit":
                self._seats[ack.player] = ack
                self.answers += 1
            elif ack.kind == "seed":
                self._seeds[ack.player] = max(self._seeds.get(ack.player, ""), ack.value)
                self.answers += 1
            elif body := self._bodies.get((ack.table, ack.number)):
                self.answers += 1
                if not _is_in_record(ack, body["record"]):
                    yield f"an acknowledged answer is lost: {ack} is not in {body['record']}"
            else:
                still_open.append(ack)
                if not _is_on_table(ack, lives.get(ack.table)):
                    yield f"an acknowledged answer is lost: {ack} is not on the table: {lives.get(ack.table)}"
        self._open = still_open

    def _check_ended(self, notes: Notes) -> Iterator[str]:
        for player, table, number, net in notes.ended:
            body = self._bodies.get((table, number))
            if body is None or body["net"] != net:
                yield f"{table}, round {number} ended with {net} and is kept as {body and body['net']}"
            if (player, table, number) in self._ended:
                yield f"{table}, round {number} ended twice before {player}"
            self._ended.add((player, table, number))

    def _check_seats(self, lives: dict[str, Any]) -> Iterator[str]:
        """Check that everyone seated is still there with the chosen seed, unless unseated after timeouts."""
        for player, ack in self._seats.items():
            live = lives.get(ack.table, {"seats": {}, "number": 0})
            held = [sitter for sitter in live["seats"].values() if sitter[0] == player]
            if not held and live["number"] < self._spoke[player] + SILENT_ROUNDS:
                yield f"{player} sat down at {ack.table} and has no seat any more: {live}"
            if held and len(held[0]) > 5 and held[0][5] < self._seeds.get(player, ""):
                yield f"{player} chose the seed {self._seeds[player]} and the table has {held[0][5]}"

    def _check_shown(self, notes: Notes, lives: dict[str, Any]) -> Iterator[str]:
        waiting = []
        for shown in [*self._shown, *notes.shown]:
            body = self._bodies.get((shown.table, shown.number))
            if body is None:
                waiting.append(shown)
                if shown.number < lives[shown.table]["number"]:
                    yield f"{shown.table}, round {shown.number} was shown and is not kept"
                continue
            mine = account_mark(purse(shown.player))
            seat = next((seat for seat, mark in body["accounts"].items() if mark == mine), None)
            yield from shown.faults(body, seat)
            self.frames += len(shown.events)
        self._shown = waiting

    def _check_money(self, database: Database, notes: Notes, lives: dict[str, Any]) -> Iterator[str]:
        """Check that every bankroll equals grants and wins minus chips on the tables, and all accounts sum to zero."""
        sql = "SELECT id, credit, amount FROM entries WHERE id > ? AND debit = 'grants' ORDER BY id"
        for number, account, amount in database.run(sql, (self._entry,)):
            self._entry = number
            self._granted[account] += amount
            self._grants[account] += 1
        for player, net in database.run("SELECT player, SUM(net) FROM played GROUP BY player"):
            self._won[purse(player)] = int(net)
        balances: dict[str, int] = {row[0]: row[1] for row in database.run("SELECT name, balance FROM accounts")}
        if sum(balances.values()):
            yield f"all accounts together hold {sum(balances.values())} cents and not 0"
        down = _chips_down(lives)
        for account, cents in balances.items():
            due = self._granted[account] + self._won[account] - down[account]
            if account.startswith("player/") and cents != due:
                yield f"{account} holds {cents} cents, and {due} are due"
        for player, rebuys in notes.rebuys.items():
            given = rebuys + (player in self._betters)
            if self._grants[purse(player)] < given:
                yield f"{player} was given {given} bankrolls and the books know {self._grants[purse(player)]}"


def _is_in_record(ack: Ack, record: dict[str, Any]) -> bool:
    if ack.kind == "bet":
        return bool(record["wagers"].get(ack.seat) == ack.value)
    if ack.kind == "say":
        offer, answer = ack.value
        return len(record["answers"]) > offer and bool(record["answers"][offer].get(ack.seat) == answer)
    return True


def _is_on_table(ack: Ack, live: dict[str, Any] | None) -> bool:
    """Return whether a round in progress contains the acknowledged message."""
    if live is None or live["number"] != ack.number:
        return False  # a round that is neither stored nor in progress
    if ack.kind == "bet":
        return bool(live["bets"].get(ack.seat) == ack.value)
    if ack.kind == "ready":
        return live["state"] == "dealing" or int(ack.seat) in live["ready"]
    offer, answer = ack.value
    if len(live.get("answers", ())) > offer:
        return bool(live["answers"][offer].get(ack.seat) == answer)
    return len(live.get("answers", ())) == offer and bool(live["said"].get(ack.seat) == answer)


def _chips_down(lives: dict[str, Any]) -> Counter[str]:
    """Return the chips that each player has on the tables."""
    down: Counter[str] = Counter()
    for live in lives.values():
        for seat, cents in live["brought"].items():
            down[purse(live["owners"].get(seat, live["seats"].get(seat))[0])] += cents
    return down


def first_faults(faults: Sequence[str], most: int = 5) -> str:
    """Return the first faults in full, and the number of the others."""
    more = f"\n… and {len(faults) - most} more" if len(faults) > most else ""
    return "\n".join(faults[:most]) + more
