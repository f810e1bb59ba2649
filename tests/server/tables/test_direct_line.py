"""The connection to one viewer: frames conform to the protocol, over a real socket too."""

from __future__ import annotations

import itertools
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from pitboss.server.gate.gatekeeper import Gatekeeper
from pitboss.server.gate.http_protocol import http_protocol
from pitboss.server.gate.proxies import Proxies
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.tables.direct_line import (
    MAX_PIECES,
    MAX_WAITING_BYTES,
    DirectConnection,
    FrameBoundaries,
    Handshaking,
    framed,
    short_message,
    socket_protocol,
)

UNTESTED = "import uvicorn; uvicorn.__version__ = '0.99.0'"
PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"


@given(text=st.text(max_size=200))
def test_short_message_is_parsed_as_the_library_writes_it(text: str) -> None:
    data = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    assert short_message(data) == (text if 0 < len(text.encode()) < 126 else None)


@given(data=st.binary(max_size=140))
def test_any_input_is_one_whole_message_or_left_to_the_library(data: bytes) -> None:
    text = short_message(b"\x81" + data)
    assert text is None or len(text.encode()) == len(data) - 5


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_text_is_framed_as_by_the_library(size: int) -> None:
    assert framed(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@given(
    sizes=st.lists(st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536]), min_size=1, max_size=4),
    cuts=st.lists(st.integers(1, 70_000), max_size=6),
    is_masked=st.booleans(),
)
def test_frame_boundaries_are_found_however_the_bytes_arrive(
    sizes: list[int], cuts: list[int], is_masked: bool
) -> None:
    data, ends = b"", {0}
    for size in sizes:
        data += Frame(Opcode.BINARY, b"\xff" * size).serialize(mask=is_masked)
        ends.add(len(data))
    boundaries, place = FrameBoundaries(), 0
    for cut in [*cuts, len(data)]:
        boundaries.feed(data[place : place + cut])
        place = min(place + cut, len(data))
        assert boundaries.is_between == (place in ends)


def test_untested_uvicorn_serves_with_its_own_protocols(monkeypatch: pytest.MonkeyPatch) -> None:
    gatekeeper = Gatekeeper(Limits(), Proxies(), now=lambda: 0.0)
    assert socket_protocol() is DirectConnection
    assert isinstance(http_protocol(gatekeeper), type)
    monkeypatch.setattr("uvicorn.__version__", "0.99.0")
    assert socket_protocol() is Handshaking
    assert http_protocol(gatekeeper) == "auto"


@pytest.fixture(scope="module", params=["direct", "asgi", "untested uvicorn"])
def server_address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run `pitboss serve` with and without the fast protocols, and return its host and port."""
    database = tmp_path_factory.mktemp("house") / "house.db"
    env = {**os.environ, "PITBOSS_SOCKETS": request.param}
    program = f"{UNTESTED}; {PROGRAM}" if request.param == "untested uvicorn" else PROGRAM
    with subprocess.Popen(
        [sys.executable, "-c", program, str(database)], stdout=subprocess.PIPE, text=True, env=env
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found
        yield found[1]
        server.terminate()


@contextmanager
def at_a_table(server_address: str) -> Iterator[ClientConnection]:
    with urllib.request.urlopen(f"http://{server_address}/api/me") as me:
        cookie = {"Cookie": me.headers["Set-Cookie"].partition(";")[0]}
    wish = urllib.request.Request(
        f"http://{server_address}/api/tables", b'{"game": "flop22"}', cookie | {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(wish) as answer:
        table = json.load(answer)["id"]
    with connect(f"ws://{server_address}/ws/{table}", additional_headers=cookie, close_timeout=1) as line:
        assert json.loads(line.recv())["type"] == "hello"
        yield line


def test_long_fragmented_and_binary_messages_are_all_accepted(server_address: str) -> None:
    with at_a_table(server_address) as line:
        line.send('{"type": "ping", "id": 1}')
        assert json.loads(line.recv()) == {"type": "done", "id": 1}
        line.send('{"type": "ping", "id": 2' + " " * 1000 + "}")
        assert json.loads(line.recv()) == {"type": "done", "id": 2}
        line.send(['{"type": ', '"ping", "id"', ": 3}"])
        assert json.loads(line.recv()) == {"type": "done", "id": 3}
        line.send(b'{"type": "ping"}')
        assert json.loads(line.recv())["code"] == "bad-message"
        whole = Frame(Opcode.TEXT, b'{"type": "ping", "id": 4}').serialize(mask=True)
        for part in (whole[:1], whole[1:9], whole[9:] + whole):  # as a slow network may split them
            line.socket.sendall(part)
        assert [json.loads(line.recv())["id"] for _ in range(2)] == [4, 4]


def test_rest_of_a_frame_is_not_mistaken_for_a_frame(server_address: str) -> None:
    text = b'{"type": "ping", "id": 5}'
    mask = bytes((0x81, 0x80 + len(text) - 2, 7, 9))  # with the text after it, it looks like one complete short frame
    rest = mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    assert short_message(rest) is not None
    with at_a_table(server_address) as line:
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.socket.sendall(bytes((0x81, 0x80 + len(text))))
        time.sleep(0.1)
        line.socket.sendall(rest)
        assert json.loads(line.recv(300)) == {"type": "done", "id": 5}


@pytest.mark.parametrize(
    "server_address", ["direct"], indirect=True
)  # uvicorn itself counts the bytes, not the fragments
def test_endless_fragmented_message_is_disconnected(server_address: str) -> None:
    pieces = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * (MAX_PIECES + 1)
    with at_a_table(server_address) as line:
        line.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) + pieces)
        with pytest.raises(ConnectionClosed):
            line.recv(300)


def test_non_text_data_closes_the_connection(server_address: str) -> None:
    with at_a_table(server_address) as line:
        line.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        with pytest.raises(ConnectionClosed) as gone:
            line.recv(300)
        assert gone.value.rcvd is not None
        assert gone.value.rcvd.code == 1007


class BlockedTransport:
    """A transport whose other end does not read."""

    def __init__(self) -> None:
        self.waiting, self.is_cut = 0, False

    def is_closing(self) -> bool:
        return self.is_cut

    def write(self, data: bytes) -> None:
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.is_cut = True


class PingedProtocol:
    """The library with a pending answer to a ping."""

    def data_to_send(self) -> list[bytes]:
        return [b"x" * 1000]


@pytest.mark.parametrize("what", ["messages", "answers to its pings"])
def test_client_that_does_not_read_is_disconnected_within_bounded_memory(what: str) -> None:
    line, transport = DirectConnection.__new__(DirectConnection), BlockedTransport()
    line.transport, line.close_sent, line.conn = transport, False, PingedProtocol()  # type: ignore[assignment]
    line.loop = Mock(time=itertools.count().__next__)  # the abort is not immediate
    while not transport.is_cut and transport.waiting < 2 * MAX_WAITING_BYTES:
        line.post(b"x" * 1000) if what == "messages" else line.handle_ping()
    assert transport.is_cut
    assert transport.waiting < MAX_WAITING_BYTES + 2000
