"""A server run by `pitboss serve` in a separate process, and clients from chosen addresses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

PROGRAM = (
    "import sys, json; from pitboss.server.run import serve;"
    " serve(port=0, database=sys.argv[1], open_browser=False, **json.loads(sys.argv[2]))"
)


class Serving:
    """A server that listens on loopback."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid
        self.url = f"http://127.0.0.1:{port}"

    def client(self, source: str) -> httpx.Client:
        """Return a browser at this loopback address."""
        return httpx.Client(base_url=self.url, transport=httpx.HTTPTransport(local_address=source), timeout=300)


@contextmanager
def serving(folder: Path, *limits: str, url: str | None = None, proxies: Sequence[str] = ()) -> Iterator[Serving]:
    """Run a server with these limits."""
    config = json.dumps({"limits": limits, "url": url, "proxies": proxies})
    command = [sys.executable, "-c", PROGRAM, str(folder / "house.db"), config]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        lines = [house.stdout.readline() for _ in range(2)]
        where = lines[1] if url else lines[0]
        try:
            yield Serving(int(where.split()[-1 if url else 3].rstrip("/").rpartition(":")[2]), house.pid)
        finally:
            house.terminate()
            house.wait(300)
