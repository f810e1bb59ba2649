"""Slow, flooding and never-ending connections over real sockets to a server in a separate process."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from server.support.serving import Serving, serving

CONNECTIONS = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Run a server with one-second timeouts."""
    with serving(
        tmp_path_factory.mktemp("house"), "timeout=1", f"connections={CONNECTIONS}", "requests=1000"
    ) as server:
        yield server


def connected(server: Serving, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0), timeout=300)


def read_all(line: socket.socket) -> bytes:
    """Read until the other end disconnects."""
    response = b""
    try:
        while more := line.recv(65_536):
            response += more
    except ConnectionError:
        pass
    return response


@contextmanager
def at_a_table(server: Serving, source: str) -> Iterator[ClientConnection]:
    with server.client(source) as browser:
        table = browser.post("/api/tables", json={"game": "flop22"}).json()["id"]
        cookie = {"Cookie": f"pitboss={browser.cookies['pitboss']}"}
    with connect(
        f"ws://127.0.0.1:{server.port}/ws/{table}", sock=connected(server, source), additional_headers=cookie,
        close_timeout=1,
    ) as line:  # fmt: skip
        assert json.loads(line.recv())["type"] == "hello"
        yield line


def shout(line: ClientConnection, what: bytes) -> None:
    """Send everything and read until the connection is closed."""
    line.socket.sendall(what)
    while True:
        line.recv(60)


def send_until_disconnected(line: socket.socket, what: bytes) -> None:
    while True:
        line.sendall(what)
        time.sleep(0.02)


def is_served(server: Serving, source: str) -> bool:
    with server.client(source) as browser:
        return browser.get("/api/games").status_code == 200


def test_unfinished_request_is_disconnected(server: Serving) -> None:
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: local", b"PUT /api/me HTTP/1.1\r\nContent-Length: 10\r\n\r\n{"):
        with connected(server, "127.0.1.1") as line:
            line.sendall(begun)
            assert b" 200 " not in read_all(line)


def test_endless_empty_lines_are_disconnected(server: Serving) -> None:
    with connected(server, "127.0.1.2") as line, pytest.raises(ConnectionError):
        send_until_disconnected(line, b"\r\n")


def test_client_that_does_not_read_is_disconnected(server: Serving) -> None:
    with connected(server, "127.0.1.2") as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):
            send_until_disconnected(line, b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert is_served(server, "127.0.1.2")


def test_endless_header_is_rejected(server: Serving) -> None:
    with connected(server, "127.0.1.3") as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"x" * 40_000)
        response = read_all(line)
    assert response.startswith(b"HTTP/1.1 431 ")
    assert b'"code": "too-long"' in response


def test_duplicate_or_invalid_host_is_rejected_on_sockets(server: Serving) -> None:
    for host in (b"localhost\r\nHost: evil.example", b"me@localhost"):
        with connected(server, "127.0.1.3") as line:
            line.sendall(
                b"GET /ws/none HTTP/1.1\r\nHost: " + host + b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n"
            )
            response = read_all(line)
        assert response.startswith(b"HTTP/1.1 403 ")
        assert b"nosniff" in response


def test_invalid_request_gets_400(server: Serving) -> None:
    with connected(server, "127.0.1.3") as line:
        line.sendall(b"HELLO\r\n\r\n")
        response = read_all(line)
    assert response.startswith(b"HTTP/1.1 400 ")
    assert b"nosniff" in response


def test_pipelined_requests_are_not_buffered(server: Serving) -> None:
    with connected(server, "127.0.1.9") as line:
        before = cpu(server)
        with contextlib.suppress(ConnectionError):
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50_000)
        read_all(line)
    assert cpu(server) - before < 0.5
    assert is_served(server, "127.0.1.9")


def test_connection_limit_per_address(server: Serving) -> None:
    with ExitStack() as stack:
        response = b""
        for _ in range(CONNECTIONS * 100):  # idle connections are closed gradually
            line = stack.enter_context(connected(server, "127.0.1.4"))
            line.settimeout(0.01)
            try:
                response = line.recv(4096)
            except TimeoutError:
                continue
            if response:
                break
        assert response.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 1" in response
        assert is_served(server, "127.0.1.5")


def test_flooding_client_is_disconnected_cheaply(server: Serving) -> None:
    flood = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True) * 100_000
    with at_a_table(server, "127.0.1.6") as calm, at_a_table(server, "127.0.1.7") as line:
        before = cpu(server)
        with pytest.raises((ConnectionError, ConnectionClosed)):
            shout(line, flood)
        assert cpu(server) - before < 0.5  # reading it all took 2 s
        calm.send('{"type":"ping","id":1}')
        assert json.loads(calm.recv(60)) == {"type": "done", "id": 1}


@pytest.mark.parametrize("sign", [Opcode.PING, Opcode.PONG])
def test_endless_pings_are_disconnected(server: Serving, sign: Opcode) -> None:
    with at_a_table(server, "127.0.1.8") as line:
        before = cpu(server)
        with pytest.raises((ConnectionError, ConnectionClosed)):
            shout(line, Frame(sign, b"x").serialize(mask=True) * 200_000)
        assert cpu(server) - before < 0.5


def test_rate_limited_address_is_not_read(tmp_path: Path) -> None:
    with serving(tmp_path, "requests=1", "timeout=1") as server:
        with server.client("127.0.1.1") as browser:
            browser.headers["Connection"] = "close"  # an idle one may time out during a request
            refused = next(answer for answer in (browser.get("/api/games") for _ in range(2000)) if answer.is_error)
        assert refused.status_code == 429
        for _ in range(50):  # the bucket refills by one every second, which a slow machine may hit
            with connected(server, "127.0.1.1") as line:
                line.sendall(b"GET ")  # an incomplete request
                response = read_all(line)
            if response:
                break
        assert response.startswith(b"HTTP/1.1 429 ")
        assert is_served(server, "127.0.1.2")


def cpu(server: Serving) -> float:
    """Return the CPU seconds used by the server so far."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
