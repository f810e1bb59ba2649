"""A proxy in front of several processes, as plain as can be: it passes bytes on, and can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress


class Relay:
    """Leads each connection to the next of these doors that opens."""

    def __init__(self, doors: Callable[[], Sequence[str]]) -> None:
        self._doors, self._next = doors, 0
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen; its port stays the same as long as it does."""
        if self._server is None:
            self._server = await asyncio.start_server(self._lead, "127.0.0.1", 0)

    @property
    def door(self) -> str:
        """Where it listens."""
        assert self._server
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    def cut(self) -> int:
        """Every line through it breaks; how many there were."""
        lines = list(self._lines)
        for line in lines:
            line.transport.abort()
        return len(lines) // 2

    async def close(self) -> None:
        """Listen no more."""
        if self._server:
            self._server.close()
            self.cut()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found = await self._connected()
        if found is None:
            writer.close()
            return
        there, back = found
        self._lines |= {writer, back}
        try:
            await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))
        finally:
            self._lines -= {writer, back}

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        doors = self._doors()
        for _ in doors:
            self._next += 1
            host, _, port = doors[self._next % len(doors)].partition(":")
            with suppress(OSError):
                return await asyncio.open_connection(host, int(port))
        return None


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()
