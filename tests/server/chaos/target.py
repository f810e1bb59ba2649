"""What is attacked: server processes of one house, and the addresses where players find it."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from helpers.postgres import free_port
from server.chaos.books import Books
from server.chaos.relay import Relay

ENDLESS = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


class Target(Protocol):
    """A house: one process today; several, or several behind a proxy, look the same from here."""

    books: Books
    servers: Sequence[ServerProcess]

    name: str
    """What it is called where its faults are listed."""

    @property
    def doors(self) -> Sequence[str]:
        """Where players knock, as `host:port`."""

    async def open(self) -> None:
        """Start every process that does not run."""

    async def close(self) -> None:
        """End every process, in good order."""


class ServerProcess:
    """One `pitboss serve`; its port stays the same from start to start."""

    def __init__(self, books: Books, folder: Path, *, has_peers: bool = False) -> None:
        self._books, self.port = books, free_port()
        self.peer = f"127.0.0.1:{free_port()}" if has_peers else None
        """Where the other processes of its house reach it."""
        self._log = folder / f"server-{self.port}.log"
        self._process: subprocess.Popen[str] | None = None

    @property
    def door(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Start it; players are served when this returns."""
        where = ["--port", str(self.port), "--database", self._books.url]
        where += ["--peer", self.peer] if self.peer else []
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pitboss", "serve", "--no-browser", *where],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **self._books.environment},
            )  # fmt: skip
        assert self._process.stdout
        said = await asyncio.to_thread(self._process.stdout.readline)
        if "pitboss deals at" not in said:
            self._process.wait()
            raise AssertionError(f"the house did not open: {said or self.last_words()}")

    def last_words(self) -> str:
        """The end of what it said on its error output."""
        return self._log.read_text()[-2000:] if self._log.exists() else ""

    async def kill(self) -> None:
        """As a power cut would, but for the disk's own memory."""
        self._send(signal.SIGKILL)
        await self._gone()

    async def end(self) -> None:
        """Ask it to close."""
        if self.is_running:
            self._send(signal.SIGTERM)
            await self._gone()

    def freeze(self) -> None:
        """It stands still in the middle of whatever it does."""
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on and knows nothing of the pause."""
        self._send(signal.SIGCONT)

    def fill_disk(self, least: int) -> None:
        """No file of this process can be written beyond this size any more: no root is needed for that."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (least, resource.RLIM_INFINITY))

    def free_disk(self) -> None:
        """There is room again."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, ENDLESS)

    def _send(self, what: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(what)

    async def _gone(self) -> None:
        assert self._process
        await asyncio.to_thread(self._process.wait)
        if self._process.stdout:
            self._process.stdout.close()


class OneServer:
    """A house in one process."""

    def __init__(self, books: Books, folder: Path) -> None:
        self.books: Books = books
        self.servers: Sequence[ServerProcess] = (ServerProcess(books, folder),)
        self.name = books.name

    @property
    def doors(self) -> Sequence[str]:
        """Where players knock."""
        return [server.door for server in self.servers]

    async def open(self) -> None:
        """Start every process that does not run."""
        for server in self.servers:
            if not server.is_running:
                await server.start()

    async def close(self) -> None:
        """End every process, in good order."""
        for server in self.servers:
            await server.end()


class TwoServers(OneServer):
    """A house in two processes that share PostgreSQL, each with a door of its own."""

    def __init__(self, books: Books, folder: Path) -> None:
        self.books, self.name = books, "shared"
        self.servers = tuple(ServerProcess(books, folder, has_peers=True) for _ in range(2))


class BehindProxy(TwoServers):
    """The same with a proxy in front, which leads to either; who comes by the doors themselves is led as well."""

    def __init__(self, books: Books, folder: Path) -> None:
        super().__init__(books, folder)
        self.relay = Relay(lambda: [server.door for server in self.servers])

    @property
    def doors(self) -> Sequence[str]:
        """Where players knock."""
        return [self.relay.door, *super().doors]

    async def open(self) -> None:
        """Start every process that does not run, and the proxy."""
        await super().open()
        await self.relay.open()

    async def close(self) -> None:
        """End everything."""
        await self.relay.close()
        await super().close()
