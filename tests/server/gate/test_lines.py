"""Connections of people who dawdle, shout or never stop: over real sockets, to a house in a process of its own."""

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
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """It waits for nobody longer than a second."""
    with serving(
        tmp_path_factory.mktemp("house"), "patience=1", f"connections={CONNECTIONS}", "requests=1000"
    ) as house:
        yield house


def connected(house: Serving, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), source_address=(source, 0), timeout=300)


def everything(line: socket.socket) -> bytes:
    """What comes until the other end is gone."""
    told = b""
    try:
        while more := line.recv(65_536):
            told += more
    except ConnectionError:
        pass
    return told


@contextmanager
def at_a_table(house: Serving, source: str) -> Iterator[ClientConnection]:
    with house.client(source) as browser:
        table = browser.post("/api/tables", json={"game": "flop22"}).json()["id"]
        cookie = {"Cookie": f"pitboss={browser.cookies['pitboss']}"}
    with connect(
        f"ws://127.0.0.1:{house.port}/ws/{table}", sock=connected(house, source), additional_headers=cookie,
        close_timeout=1,
    ) as line:  # fmt: skip
        assert json.loads(line.recv())["type"] == "hello"
        yield line


def shout(line: ClientConnection, what: bytes) -> None:
    """Send all of it and listen until the line is gone."""
    line.socket.sendall(what)
    while True:
        line.recv(60)


def knock_until_nobody_is_there(line: socket.socket, what: bytes) -> None:
    while True:
        line.sendall(what)
        time.sleep(0.02)


def is_served(house: Serving, source: str) -> bool:
    with house.client(source) as browser:
        return browser.get("/api/games").status_code == 200


def test_who_never_ends_a_request_is_cut_off(house: Serving) -> None:
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: local", b"PUT /api/me HTTP/1.1\r\nContent-Length: 10\r\n\r\n{"):
        with connected(house, "127.0.1.1") as line:
            line.sendall(begun)
            assert b" 200 " not in everything(line)


def test_who_sends_empty_lines_for_ever_is_cut_off(house: Serving) -> None:
    with connected(house, "127.0.1.2") as line, pytest.raises(ConnectionError):
        knock_until_nobody_is_there(line, b"\r\n")


def test_who_does_not_read_the_answers_is_cut_off(house: Serving) -> None:
    with connected(house, "127.0.1.2") as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):
            knock_until_nobody_is_there(line, b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert is_served(house, "127.0.1.2")


def test_a_head_without_end_is_not_kept(house: Serving) -> None:
    with connected(house, "127.0.1.3") as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"x" * 40_000)
        told = everything(line)
    assert told.startswith(b"HTTP/1.1 431 ")
    assert b'"code": "too-long"' in told


def test_two_hosts_are_no_host_for_a_socket_either(house: Serving) -> None:
    for host in (b"localhost\r\nHost: evil.example", b"me@localhost"):
        with connected(house, "127.0.1.3") as line:
            line.sendall(
                b"GET /ws/none HTTP/1.1\r\nHost: " + host + b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n"
            )
            told = everything(line)
        assert told.startswith(b"HTTP/1.1 403 ")
        assert b"nosniff" in told


def test_what_is_no_request_is_told_so(house: Serving) -> None:
    with connected(house, "127.0.1.3") as line:
        line.sendall(b"HELLO\r\n\r\n")
        told = everything(line)
    assert told.startswith(b"HTTP/1.1 400 ")
    assert b"nosniff" in told


def test_requests_ahead_of_their_answers_are_not_kept(house: Serving) -> None:
    with connected(house, "127.0.1.9") as line:
        before = cpu(house)
        with contextlib.suppress(ConnectionError):
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50_000)
        everything(line)
    assert cpu(house) - before < 0.5
    assert is_served(house, "127.0.1.9")


def test_one_address_has_so_many_connections(house: Serving) -> None:
    with ExitStack() as stack:
        told = b""
        for _ in range(CONNECTIONS * 100):  # those that say nothing are cut off by and by
            line = stack.enter_context(connected(house, "127.0.1.4"))
            line.settimeout(0.01)
            try:
                told = line.recv(4096)
            except TimeoutError:
                continue
            if told:
                break
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 1" in told
        assert is_served(house, "127.0.1.5")


def test_who_shouts_is_hung_up_on_before_it_costs_anything(house: Serving) -> None:
    flood = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True) * 100_000
    with at_a_table(house, "127.0.1.6") as calm, at_a_table(house, "127.0.1.7") as line:
        before = cpu(house)
        with pytest.raises((ConnectionError, ConnectionClosed)):
            shout(line, flood)
        assert cpu(house) - before < 0.5  # reading it all took 2 s
        calm.send('{"type":"ping","id":1}')
        assert json.loads(calm.recv(60)) == {"type": "done", "id": 1}


@pytest.mark.parametrize("sign", [Opcode.PING, Opcode.PONG])
def test_pings_without_end_are_too_much(house: Serving, sign: Opcode) -> None:
    with at_a_table(house, "127.0.1.8") as line:
        before = cpu(house)
        with pytest.raises((ConnectionError, ConnectionClosed)):
            shout(line, Frame(sign, b"x").serialize(mask=True) * 200_000)
        assert cpu(house) - before < 0.5


def test_an_address_that_asked_for_too_much_is_not_even_read(tmp_path: Path) -> None:
    with serving(tmp_path, "requests=1", "patience=1") as house:
        with house.client("127.0.1.1") as browser:
            refused = next(answer for answer in (browser.get("/api/games") for _ in range(2000)) if answer.is_error)
        assert refused.status_code == 429
        for _ in range(50):  # one more is let in every second, which a slow machine may hit
            with connected(house, "127.0.1.1") as line:
                line.sendall(b"GET ")  # no whole request
                told = everything(line)
            if told:
                break
        assert told.startswith(b"HTTP/1.1 429 ")
        assert is_served(house, "127.0.1.2")


def cpu(house: Serving) -> float:
    """CPU seconds of the house so far."""
    fields = Path(f"/proc/{house.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
