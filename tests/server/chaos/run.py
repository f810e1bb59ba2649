"""
Chaos test: honest players at every game while the server is killed, suspended, starved, cut off and flooded.

    python -m server.chaos.run [--seed 1] [--faults 40] [--books sqlite postgresql shared] [--only kill cut ...]

The seed fixes which faults occur, after how many answers, and how the players play. The exact moment of a fault depends
on the machine, and the cards on the server's own seeds. After each fault everything is checked (`checks.py`) and a line
is printed. The exit code is 0 if no check failed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from helpers.postgres import find_postgres
from pitboss.games import GAMES
from pitboss.table.transfers import GRANT, purse
from server.chaos.books import Books, FileBooks, PostgresBooks
from server.chaos.checks import Inspector, Notes, first_faults
from server.chaos.faults import EVERYWHERE, OF_BOOKS, Fault, lottery
from server.chaos.flood import AbusiveClient
from server.chaos.player import HonestPlayer, ask
from server.chaos.target import BehindProxy, OneServer, Target

SERVED_TIMEOUT_SECONDS = 180
"""Seconds after which a player who is not served again counts as lost, even on a slow machine."""
SEATED = 2
"""Players at each table. Each game's table also has one spectator."""


class Chaos:
    """One server, its players, and the faults."""

    def __init__(self, target: Target, rng: Random) -> None:
        self.target, self.rng, self.rude = target, rng, AbusiveClient()
        self.players: Sequence[HonestPlayer] = []
        self.faults: list[str] = []
        self.done: Counter[str] = Counter()
        self._address_rng = Random(1)
        """Separate generator for choosing servers, which depends on timing and must not affect the order of faults."""
        self._living: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Chaos:
        try:
            await self.target.open()
            self._inspector = Inspector(self.target.books)
            for game in GAMES:
                await self._seat_everyone(game)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def _seat_everyone(self, game: str) -> None:
        cookies = [(await asyncio.to_thread(ask, self._address(), "/api/me"))[1] for _ in range(SEATED + 1)]
        wish = {"game": game, "bets_clock": 20, "offers_clock": 10}
        table, _ = await asyncio.to_thread(ask, self._address(), "/api/tables", cookies[0], wish)
        for place, cookie in enumerate(cookies):
            rng = Random(self.rng.random())
            player = HonestPlayer(self._address, game, table["id"], cookie, rng, sits=place < SEATED)
            self.players = [*self.players, player]
            self._living.append(asyncio.create_task(player.live()))

    async def __aexit__(self, *_: object) -> None:
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)
        await self.target.close()

    def _address(self) -> str:
        return self._address_rng.choice(list(self.target.addresses))

    @property
    def taken(self) -> int:
        """Return the number of acknowledged messages so far."""
        return sum(player.taken for player in self.players)

    @property
    def answers(self) -> int:
        """Return the number of acknowledged messages that were verified in the database."""
        return self._inspector.answers

    @property
    def rounds(self) -> int:
        """Return the number of rounds checked."""
        return self._inspector.rounds

    @property
    def events(self) -> int:
        """Return the number of sent events compared with what the seat may see."""
        return self._inspector.frames

    async def more_play(self, answers: int) -> None:
        """Wait until `answers` more messages are acknowledged, or one is rejected or cut."""
        taken, refused = self.taken, sum(player.refused.total() for player in self.players)
        while self.taken < taken + answers and sum(player.refused.total() for player in self.players) < refused + 10:
            await asyncio.sleep(0.02)

    async def strike(self, name: str, fault: Fault) -> str:
        """Play, apply one fault, wait until everyone is served again, and check everything. Describe the fault."""
        await asyncio.wait_for(self.more_play(self.rng.randrange(5, 40)), SERVED_TIMEOUT_SECONDS)
        words = await asyncio.wait_for(fault(self), SERVED_TIMEOUT_SECONDS)
        for player in self.players:  # so that slow and fast machines play the same amount between faults
            player.rest(now=True)
        found = await self._serve_everyone()
        found += await self.look()
        for player in self.players:
            player.rest(now=False)
        self.done[name] += 1
        self.faults += found
        return words if not found else f"{words}\n{first_faults(found)}"

    async def look(self) -> list[str]:
        """Compare the database with the players' observations and return everything that is wrong."""
        return await asyncio.to_thread(self._inspector.look, Notes.of(self.players))

    async def _serve_everyone(self) -> list[str]:
        """Wait until every player has an acknowledgement from after the fault. Describe those who don't."""
        wanted = {player: player.proofs + 1 for player in self.players}
        for player in self.players:
            player.prove()
        deadline = time.monotonic() + SERVED_TIMEOUT_SECONDS
        while waiting := [player for player, proofs in wanted.items() if player.proofs < proofs]:
            if time.monotonic() > deadline:
                output = "".join(server.last_words() for server in self.target.servers)
                return [f"{player.player} at {player.table} is not served any more: {output}" for player in waiting]
            await asyncio.sleep(0.02)
        return []

    async def bankrolls_are_shown(self) -> None:
        """Check at the end, when nobody plays, that each player is shown the stored balance."""
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)
        for player in self.players:
            shown = held = None
            for _ in range(200):  # a timeout may still settle a round between the two queries
                shown = (await asyncio.to_thread(ask, self._address(), "/api/me", player.cookie))[0]["bankroll"]
                held = self._held(player)
                if shown == held:
                    break
                await asyncio.sleep(0.05)
            else:
                self.faults.append(f"{player.player} is told to hold {shown} cents, and holds {held}")

    def _held(self, player: HonestPlayer) -> int | None:
        """Return the stored balance of a player, or the grant for a guest, who is not stored before the first bet."""
        database = self.target.books.read()
        try:
            found = database.run("SELECT balance FROM accounts WHERE name = ?", (purse(player.player),))
        finally:
            database.close()
        if found:
            return int(found[0][0])
        return None if any(ack.kind == "bet" for ack in player.acks) else GRANT


async def attack(target: Target, rng: Random, many: int, tell: Callable[[str], object], only: Sequence[str]) -> Chaos:
    """Apply `many` faults one after the other, printing a line for each."""
    draw = lottery(target.name, rng, only)
    async with Chaos(target, rng) as chaos:
        with suppress(asyncio.CancelledError):  # also print the summary if it is interrupted
            for number in range(1, many + 1):
                name, fault = draw()
                words = await chaos.strike(name, fault)
                tell(f"{number:4}  {target.name:<10}  {name:<15} {words}; {chaos.answers:,} answers kept")
            await chaos.bankrolls_are_shown()
    return chaos


def summary(runs: Sequence[Chaos]) -> str:
    """Summarise all runs."""
    done = sum((run.done for run in runs), Counter[str]())
    refused = sum((player.refused for run in runs for player in run.players), Counter[str]())
    wrong = [fault for run in runs for fault in run.faults]
    lost = sum("acknowledged answer is lost" in fault for fault in wrong)
    twice = sum("twice" in fault for fault in wrong)
    cents = sum("cents" in fault for fault in wrong)
    return (
        f"{done.total():,} faults ({', '.join(f'{name} {many}' for name, many in sorted(done.items()))}),"
        f" {sum(run.rounds for run in runs):,} rounds, {sum(run.answers for run in runs):,} acknowledged answers,"
        f" {sum(run.events for run in runs):,} events compared with what their seat may see\n"
        f"{'0 cents lost' if not cents else f'MONEY IS WRONG in {cents} checks'}, {lost} acknowledged answers lost,"
        f" {twice} rounds settled twice, {len(wrong)} faults found in all\n"
        f"refused meanwhile: {dict(sorted(refused.items())) or 'nothing'}"
    )


def books_called(name: str, folder: Path) -> Books:
    """Create a fresh database of this kind."""
    if name == "sqlite":
        return FileBooks(folder)
    programs = find_postgres()
    if programs is None:
        sys.exit("no PostgreSQL on this machine: choose --books sqlite")
    return PostgresBooks(folder, programs)


async def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=40, help="in all, shared by the kinds of books")
    parser.add_argument("--books", nargs="+", choices=list(OF_BOOKS), default=list(OF_BOOKS))
    parser.add_argument(
        "--only", nargs="+", default=(), choices=[*EVERYWHERE, *(name for more in OF_BOOKS.values() for name in more)]
    )
    wanted = parser.parse_args(words)
    this = asyncio.current_task()
    assert this
    for stop in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(stop, this.cancel)  # leave no process running
    runs: list[Chaos] = []
    began = sum(os.times()[:4])
    for place, name in enumerate(wanted.books):
        if this.cancelling():
            break
        many = wanted.faults // len(wanted.books) + (place < wanted.faults % len(wanted.books))
        with tempfile.TemporaryDirectory() as folder:
            books = books_called(name, Path(folder))
            try:
                target = (BehindProxy if name == "shared" else OneServer)(books, Path(folder))
                rng = Random(f"{wanted.seed} {name}")
                runs.append(await attack(target, rng, many, lambda line: print(line, flush=True), wanted.only))  # noqa: T201
            finally:
                books.close()
    print(f"seed {wanted.seed}: {summary(runs)}\n{sum(os.times()[:4]) - began:.0f} CPU-seconds")  # noqa: T201
    return int(any(run.faults for run in runs))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
