"""The target of the attack: the server processes, and the addresses where players connect."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from helpers.postgres import free_port
from server.chaos.books import Books
from server.chaos.relay import Relay


class Target(Protocol):
    """A server of one or more processes, with or without a proxy."""

    books: Books
    servers: Sequence[ServerProcess]

    name: str
    """The name used in the list of faults."""

    @property
    def addresses(self) -> Sequence[str]:
        """Return the addresses for players, as `host:port`."""

    async def open(self) -> None:
        """Start every process that is not running."""

    async def close(self) -> None:
        """Shut down every process cleanly."""


class ServerProcess:
    """One `pitboss serve` process that uses the same port after each restart."""

    def __init__(self, books: Books, folder: Path, *, has_peers: bool = False) -> None:
        self._books, self.port = books, free_port()
        self.peer = f"127.0.0.1:{free_port()}" if has_peers else None
        """The address where the other processes reach it."""
        self._log = folder / f"server-{self.port}.log"
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Return the listening address."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Return the process id."""
        assert self._process
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Return whether it is still running."""
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Start it and wait until it accepts players."""
        where = ["--port", str(self.port), "--database", self._books.url]
        where += ["--peer", self.peer] if self.peer else []
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pitboss", "serve", "--no-browser", *where],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **self._books.environment},
            )  # fmt: skip
        assert self._process.stdout
        first_line = await asyncio.to_thread(self._process.stdout.readline)
        if "pitboss deals at" not in first_line:
            self._process.wait()
            raise AssertionError(f"the house did not open: {first_line or self.last_words()}")

    def last_words(self) -> str:
        """Return the end of its standard error."""
        return self._log.read_text()[-2000:] if self._log.exists() else ""

    async def kill(self) -> None:
        """Kill it as a power cut would, except that the disk cache survives."""
        self._send(signal.SIGKILL)
        await self._gone()

    async def end(self) -> None:
        """Terminate it."""
        if self.is_running:
            self._send(signal.SIGTERM)
            await self._gone()

    def freeze(self) -> None:
        """Suspend it."""
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume it, unaware of the pause."""
        self._send(signal.SIGCONT)

    def fill_disk(self, least: int) -> None:
        """Limit the size of files this process can write, which needs no root."""
        self._limit_files(least)

    def free_disk(self) -> None:
        """Lift the limit on file sizes."""
        self._limit_files(None)

    def _limit_files(self, size: int | None) -> None:
        import resource  # not on every system

        endless = resource.RLIM_INFINITY
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (endless if size is None else size, endless))

    def _send(self, what: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(what)

    async def _gone(self) -> None:
        assert self._process
        await asyncio.to_thread(self._process.wait)
        if self._process.stdout:
            self._process.stdout.close()


class OneServer:
    """A server in one process."""

    def __init__(self, books: Books, folder: Path) -> None:
        self.books: Books = books
        self.servers: Sequence[ServerProcess] = (ServerProcess(books, folder),)
        self.name = books.name

    @property
    def addresses(self) -> Sequence[str]:
        """Return the addresses for players."""
        return [server.address for server in self.servers]

    async def open(self) -> None:
        """Start every process that is not running."""
        for server in self.servers:
            if not server.is_running:
                await server.start()

    async def close(self) -> None:
        """Shut down every process cleanly."""
        for server in self.servers:
            await server.end()


class TwoServers(OneServer):
    """A server in two processes that share PostgreSQL, each with its own address."""

    def __init__(self, books: Books, folder: Path) -> None:
        self.books, self.name = books, "shared"
        self.servers = tuple(ServerProcess(books, folder, has_peers=True) for _ in range(2))


class BehindProxy(TwoServers):
    """Two processes behind a proxy that forwards to either. Players may also connect directly."""

    def __init__(self, books: Books, folder: Path) -> None:
        super().__init__(books, folder)
        self.relay = Relay(lambda: [server.address for server in self.servers])

    @property
    def addresses(self) -> Sequence[str]:
        """Return the addresses for players."""
        return [self.relay.address, *super().addresses]

    async def open(self) -> None:
        """Start every process that is not running, and the proxy."""
        await super().open()
        await self.relay.open()

    async def close(self) -> None:
        """Shut down everything."""
        await self.relay.close()
        await super().close()
