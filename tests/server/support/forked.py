"""A server that shows two visitors different books: one address, with a separate server behind it for each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread

from server.chaos.relay import pass_on


@contextmanager
def led_apart(ports: Mapping[str, int]) -> Iterator[str]:
    """Send each visitor, by User-Agent, to the server at this port. Yield the one address that all visitors use."""
    loop = asyncio.new_event_loop()
    running = Thread(target=loop.run_forever)
    running.start()
    lines = set[asyncio.StreamWriter]()

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.add(writer)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            agents = [
                line.partition(": ")[2] for line in head.decode("latin-1").split("\r\n") if "User-Agent: " in line
            ]
            there, back = await asyncio.open_connection("127.0.0.1", ports[agents[0]])
        except (OSError, asyncio.IncompleteReadError):
            writer.transport.abort()
            return
        lines.add(back)
        back.write(head)
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    async def stop() -> None:
        server.close()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for line in lines:
                line.transport.abort()
            await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        for line in lines:
            line.transport.abort()
        await asyncio.gather(*(line.wait_closed() for line in lines), return_exceptions=True)

    try:
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(lead, "127.0.0.1", 0), loop).result()
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        running.join()
        loop.close()
