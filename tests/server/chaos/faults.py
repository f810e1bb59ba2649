"""The faults: one function each, which returns a short description of what it did."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Protocol

from helpers.postgres import PostgresServer
from pitboss.server.store.database import Database
from server.chaos.books import Books, FileBooks, PostgresBooks
from server.chaos.flood import AbusiveClient
from server.chaos.player import HonestPlayer
from server.chaos.target import BehindProxy, ServerProcess, Target


class Scene(Protocol):
    """The parts that a fault may attack."""

    target: Target
    players: Sequence[HonestPlayer]
    rng: Random
    rude: AbusiveClient

    async def more_play(self, answers: int) -> None:
        """Wait until `answers` more messages are acknowledged, or until no more can be."""


Fault = Callable[[Scene], Awaitable[str]]


def _one(scene: Scene) -> ServerProcess:
    return scene.rng.choice(list(scene.target.servers))


async def kill(scene: Scene) -> str:
    """Kill with `kill -9` and restart."""
    server = _one(scene)
    await server.kill()
    await server.start()
    return "killed and started again"


async def kill_while_opening(scene: Scene) -> str:
    """Kill, and kill again during recovery, so that the same recovery runs twice."""
    server = _one(scene)
    await server.kill()
    starting = asyncio.create_task(server.start())
    await asyncio.sleep(scene.rng.uniform(0.2, 1.0))
    await server.kill()
    await asyncio.gather(starting, return_exceptions=True)
    await server.start()
    return "killed, killed again while it opened, and started again"


async def end(scene: Scene) -> str:
    """Terminate and restart."""
    server = _one(scene)
    await server.end()
    await server.start()
    return "closed and opened again"


async def freeze(scene: Scene) -> str:
    """Suspend with SIGSTOP at a random moment. Players keep sending, and some give up."""
    server, seconds = _one(scene), scene.rng.uniform(0.05, 0.8)
    server.freeze()
    try:
        if scene.rng.random() < 0.5:
            scene.rng.choice(list(scene.players)).cut()
        await asyncio.sleep(seconds)
    finally:
        server.thaw()
    return f"stood still for {seconds:.2f} s"


async def freeze_and_kill(scene: Scene) -> str:
    """Suspend, then kill: the data waiting in its sockets is never read."""
    server = _one(scene)
    server.freeze()
    await asyncio.sleep(scene.rng.uniform(0.0, 0.3))
    await server.kill()
    await server.start()
    return "stopped, killed and started again"


async def cut(scene: Scene) -> str:
    """Cut players' connections in the middle of a frame."""
    chosen = scene.rng.sample(list(scene.players), scene.rng.randrange(1, len(scene.players) + 1))
    for player in chosen:
        player.cut()
    return f"{len(chosen)} of {len(scene.players)} lines cut"


async def flood(scene: Scene) -> str:
    """Flood the server from another address."""
    player = scene.rng.choice(list(scene.players))
    return await scene.rude.flood(scene.rng.choice(list(scene.target.addresses)), player.table, scene.rng)


async def full_disk(scene: Scene) -> str:
    """Fill the disk for a while, then free it."""
    server, books = _one(scene), scene.target.books
    filled = [] if isinstance(books, FileBooks) else await asyncio.to_thread(_postgres(books).fill_disk)
    if isinstance(books, FileBooks):
        server.fill_disk(scene.rng.choice((0, 4096, 65_536)))
    refused = sum(player.refused["not-written"] for player in scene.players)
    while sum(player.refused["not-written"] for player in scene.players) == refused:
        for player in scene.players:
            player.prove()
        await asyncio.sleep(0.02)
    await asyncio.sleep(scene.rng.uniform(0.0, 0.3))
    if isinstance(books, FileBooks):
        server.free_disk()
        return "the disk was full, and is not"
    await asyncio.to_thread(_postgres(books).free_disk, filled)
    await asyncio.to_thread(_postgres(books).wait_until_it_answers)
    return "PostgreSQL could not write, and can"


def _postgres(books: Books) -> PostgresServer:
    assert isinstance(books, PostgresBooks)
    return books.server


async def locked(scene: Scene) -> str:
    """Hold the file's write lock from another process for a while."""
    books, seconds = scene.target.books, scene.rng.uniform(0.05, 0.8)
    assert isinstance(books, FileBooks)
    other = sqlite3.connect(books.path, isolation_level=None, timeout=30)
    try:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(seconds)
        other.execute("ROLLBACK")
    finally:
        other.close()
    return f"the file was locked for {seconds:.2f} s"


async def cut_database(scene: Scene) -> str:
    """Terminate PostgreSQL's connections as an administrator."""
    database = _postgres(scene.target.books)
    await asyncio.to_thread(database.cut_all_lines)
    return "every line to PostgreSQL cut"


async def freeze_database(scene: Scene) -> str:
    """Suspend the PostgreSQL process that writes for the server for a moment."""
    database, seconds = _postgres(scene.target.books), scene.rng.uniform(0.05, 0.8)
    frozen = await asyncio.to_thread(database.backends)
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    for pid in frozen:
        os.kill(pid, signal.SIGCONT)
    return f"PostgreSQL stood still for {seconds:.2f} s"


async def crash_database(scene: Scene) -> str:
    """Stop PostgreSQL without a checkpoint, wait a moment, and let it recover."""
    database = _postgres(scene.target.books)
    await asyncio.to_thread(database.crash)
    await asyncio.sleep(scene.rng.uniform(0.0, 0.3))
    await asyncio.to_thread(database.start)
    return "PostgreSQL crashed and recovered"


async def crash_both(scene: Scene) -> str:
    """Crash server and database together, as when the whole machine goes down."""
    database, server = _postgres(scene.target.books), _one(scene)
    await asyncio.gather(asyncio.to_thread(database.crash), server.kill())
    await asyncio.to_thread(database.start)
    await server.start()
    return "PostgreSQL and the house crashed and are back"


async def stop_past_lease(scene: Scene) -> str:
    """Suspend a table's owner until another process deals there, then resume: none of its decisions may be written."""
    table = scene.rng.choice(list(scene.players)).table
    database = await asyncio.to_thread(scene.target.books.read)
    try:
        server = await _owner(scene, database, table)
        server.freeze()
        try:
            while await _owner(scene, database, table) is server:
                await asyncio.sleep(0.05)
            await asyncio.sleep(scene.rng.uniform(0.0, 0.3))
        finally:
            server.thaw()
    finally:
        database.close()
    return "stopped until its tables were taken, then continued"


async def _owner(scene: Scene, database: Database, table: str) -> ServerProcess:
    """Return the process that deals at this table, waiting until one does."""
    sql = "SELECT address FROM leases JOIN members ON members.id = owner WHERE table_id = ?"
    while not (found := database.run(sql, (table,))):
        await asyncio.sleep(0.05)
    return next(server for server in scene.target.servers if server.peer == found[0][0])


async def cut_proxy(scene: Scene) -> str:
    """Cut every connection through the proxy in the middle of a frame."""
    assert isinstance(scene.target, BehindProxy)
    return f"{scene.target.relay.cut()} lines through the proxy cut"


async def kill_both(scene: Scene) -> str:
    """Kill all processes, then restart them."""
    await asyncio.gather(*(server.kill() for server in scene.target.servers))
    await asyncio.gather(*(server.start() for server in scene.target.servers))
    return "all processes killed and started again"


EVERYWHERE: dict[str, tuple[Fault, int]] = {
    "kill": (kill, 5), "kill-twice": (kill_while_opening, 1), "end": (end, 1), "freeze": (freeze, 3),
    "freeze-kill": (freeze_and_kill, 2), "cut": (cut, 4), "flood": (flood, 2), "full-disk": (full_disk, 3),
}  # fmt: skip
"""Each fault with its weight in the lottery."""
OF_BOOKS: dict[str, dict[str, tuple[Fault, int]]] = {
    "sqlite": {"locked": (locked, 2)},
    "postgresql": {
        "cut-database": (cut_database, 4), "freeze-database": (freeze_database, 2),
        "crash-database": (crash_database, 3), "crash-both": (crash_both, 1),
    },
    "shared": {
        "stop-past-lease": (stop_past_lease, 4), "kill-both": (kill_both, 1), "cut-proxy": (cut_proxy, 3),
        "cut-database": (cut_database, 3),
        "freeze-database": (freeze_database, 2), "crash-database": (crash_database, 3), "crash-both": (crash_both, 1),
    },
}  # fmt: skip


def lottery(books: str, rng: Random, wanted: Sequence[str] = ()) -> Callable[[], tuple[str, Fault]]:
    """Draw the next fault that fits this database: each kind once, then at random."""
    known: dict[str, Any] = EVERYWHERE | OF_BOOKS[books]
    names = [name for name in known if not wanted or name in wanted]
    first = rng.sample(names, len(names))

    def draw() -> tuple[str, Fault]:
        name = first.pop() if first else rng.choices(names, [known[name][1] for name in names])[0]
        return name, known[name][0]

    return draw
