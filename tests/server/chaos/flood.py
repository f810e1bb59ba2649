"""Abusive clients, which flood the server, send garbage or incomplete requests, and never read responses."""

from __future__ import annotations

import asyncio
import contextlib
import json
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server.chaos.player import ask

ADDRESS = "127.0.0.9"
"""A loopback address that differs from those of the honest players."""
NONSENSE = ("", "{}", "[" * 2000, '{"type":"bet","bets":{"ante-1":-5}}', '{"type":"sit","seat":99}', "x" * 5000, "\x00")
DEEP = {"game": "flop22", "rules": "a" + ".a" * 9000 + " = 1"}
_GONE = (OSError, WebSocketException, EOFError, TimeoutError)


class AbusiveClient:
    """One abusive client with one cookie."""

    def __init__(self) -> None:
        self._cookie = ""

    async def flood(self, address: str, table: str, rng: Random) -> str:
        """Run every kind of abuse and describe it."""
        messages, requests, halves = rng.randrange(500, 3000), rng.randrange(1, 6), rng.randrange(5, 40)
        shouting, asking = self._shout(address, table, rng, messages), self._ask(address, requests)
        await asyncio.gather(shouting, asking, self._leave_halves(address, halves))
        return f"{messages:,} messages, {requests} absurd requests, {halves} halves of a request"

    async def _shout(self, address: str, table: str, rng: Random, many: int) -> None:
        """Send garbage messages as fast as possible, never reading the answers."""
        with contextlib.suppress(*_GONE):
            if not self._cookie:
                self._cookie = (await asyncio.to_thread(ask, address, "/api/me", "", None, ADDRESS))[1]
            async with connect(
                f"ws://{address}/ws/{table}", additional_headers={"Cookie": self._cookie}, compression=None,
                close_timeout=1, local_addr=(ADDRESS, 0), open_timeout=60,
            ) as socket:  # fmt: skip
                for _ in range(many):
                    await socket.send(rng.choice(NONSENSE))
                socket.transport.abort()

    async def _ask(self, address: str, many: int) -> None:
        for _ in range(many):
            with contextlib.suppress(*_GONE):
                await asyncio.to_thread(ask, address, "/api/rules/check", self._cookie, DEEP, ADDRESS)

    async def _leave_halves(self, address: str, many: int) -> None:
        """Start requests without finishing them, and drop them all at the end."""
        host, _, port = address.partition(":")
        half = (
            f"POST /api/rules/check HTTP/1.1\r\nHost: {address}\r\n"
            f"Content-Length: 60000\r\n\r\n{json.dumps(DEEP)[:100]}"
        )
        lines = []
        for _ in range(many):
            with contextlib.suppress(*_GONE):
                _, line = await asyncio.open_connection(host, int(port), local_addr=(ADDRESS, 0))
                lines.append(line)
                line.write(half.encode())
        for line in lines:
            line.transport.abort()
