"""Forwarding of an HTTP request to the process that deals the table."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pitboss.play.refused import Refused
from pitboss.server.cluster.peer_auth import HEADER

LEFT_OUT = {HEADER, b"connection", b"accept-encoding"}
TIMEOUT_SECONDS = 10.0
"""The timeout in seconds for the other process."""


async def pass_on(request: Request, address: str, signed: bytes) -> Response:
    """Return the response of the process at this address, or raise `Refused` if it doesn't answer."""
    body = await request.body()
    lines = [b"%b %b HTTP/1.1\r\n" % (request.method.encode(), request.scope["raw_path"])]
    lines += [b"%b: %b\r\n" % header for header in request.scope["headers"] if header[0].lower() not in LEFT_OUT]
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            answer = await _asked(address, b"".join([*lines, signed, b"connection: close\r\n\r\n", body]))
        head, _, content = answer.partition(b"\r\n\r\n")
        return Response(content, int(head.split(b" ", 2)[1]), media_type="application/json")
    except (OSError, TimeoutError, ValueError, IndexError):
        raise Refused("closing", "another process is taking over this table: try again in a moment") from None


async def _asked(address: str, request: bytes) -> bytes:
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()
