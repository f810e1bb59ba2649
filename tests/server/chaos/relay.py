"""A minimal proxy in front of several processes: it forwards bytes, and its connections can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress


class Relay:
    """A proxy that forwards each connection to the next backend that accepts it."""

    def __init__(self, addresses: Callable[[], Sequence[str]]) -> None:
        self._addresses, self._next = addresses, 0
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen on a port that stays the same as long as the proxy runs."""
        if self._server is None:
            self._server = await asyncio.start_server(self._lead, "127.0.0.1", 0)

    @property
    def address(self) -> str:
        """Return the listening address."""
        assert self._server
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    def cut(self) -> int:
        """Cut every connection and return how many there were."""
        lines = list(self._lines)
        for line in lines:
            line.transport.abort()
        return len(lines) // 2

    async def close(self) -> None:
        """Stop listening."""
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
            await asyncio.gather(pass_on(reader, back), pass_on(there, writer))
        finally:
            self._lines -= {writer, back}

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        addresses = self._addresses()
        for _ in addresses:
            self._next += 1
            host, _, port = addresses[self._next % len(addresses)].partition(":")
            with suppress(OSError):
                return await asyncio.open_connection(host, int(port))
        return None


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forward bytes until one end closes."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()
