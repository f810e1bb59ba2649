"""The line to one viewer: frames as the protocol has them, over a real socket too."""

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

from pitboss.server.tables.direct_line import (
    MOST_PIECES,
    MOST_WAITING_BYTES,
    DirectLine,
    FrameBoundaries,
    Handshaking,
    framed,
    short_message,
    socket_protocol,
)

PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"


@given(text=st.text(max_size=200))
def test_a_short_message_is_read_as_the_library_writes_it(text: str) -> None:
    data = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    assert short_message(data) == (text if 0 < len(text.encode()) < 126 else None)


@given(data=st.binary(max_size=140))
def test_whatever_comes_is_one_whole_message_or_left_to_the_library(data: bytes) -> None:
    text = short_message(b"\x81" + data)
    assert text is None or len(text.encode()) == len(data) - 5


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
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


def test_an_untested_uvicorn_is_served_over_asgi(monkeypatch: pytest.MonkeyPatch) -> None:
    assert socket_protocol() is DirectLine
    monkeypatch.setattr("uvicorn.__version__", "0.99.0")
    assert socket_protocol() is Handshaking


@pytest.fixture(scope="module", params=["direct", "asgi"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The host and port of a house as `pitboss serve` runs it, with the short wire to its sockets and without."""
    database = tmp_path_factory.mktemp("house") / "house.db"
    env = {**os.environ, "PITBOSS_SOCKETS": request.param}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(database)], stdout=subprocess.PIPE, text=True, env=env
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found
        yield found[1]
        server.terminate()


@contextmanager
def at_a_table(house: str) -> Iterator[ClientConnection]:
    with urllib.request.urlopen(f"http://{house}/api/me") as me:
        cookie = {"Cookie": me.headers["Set-Cookie"].partition(";")[0]}
    wish = urllib.request.Request(
        f"http://{house}/api/tables", b'{"game": "flop22"}', cookie | {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(wish) as answer:
        table = json.load(answer)["id"]
    with connect(f"ws://{house}/ws/{table}", additional_headers=cookie, close_timeout=1) as line:
        assert json.loads(line.recv())["type"] == "hello"
        yield line


def test_messages_long_in_pieces_and_in_bytes_are_heard_alike(house: str) -> None:
    with at_a_table(house) as line:
        line.send('{"type": "ping", "id": 1}')
        assert json.loads(line.recv()) == {"type": "done", "id": 1}
        line.send('{"type": "ping", "id": 2' + " " * 1000 + "}")
        assert json.loads(line.recv()) == {"type": "done", "id": 2}
        line.send(['{"type": ', '"ping", "id"', ": 3}"])
        assert json.loads(line.recv()) == {"type": "done", "id": 3}
        line.send(b'{"type": "ping"}')
        assert json.loads(line.recv())["code"] == "bad-message"
        whole = Frame(Opcode.TEXT, b'{"type": "ping", "id": 4}').serialize(mask=True)
        for part in (whole[:1], whole[1:9], whole[9:] + whole):  # as a slow network may cut them
            line.socket.sendall(part)
        assert [json.loads(line.recv())["id"] for _ in range(2)] == [4, 4]


def test_the_rest_of_a_frame_is_not_taken_for_a_frame(house: str) -> None:
    text = b'{"type": "ping", "id": 5}'
    mask = bytes((0x81, 0x80 + len(text) - 2, 7, 9))  # with the text behind it looks like one whole short frame
    rest = mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    assert short_message(rest) is not None
    with at_a_table(house) as line:
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.socket.sendall(bytes((0x81, 0x80 + len(text))))
        time.sleep(0.1)
        line.socket.sendall(rest)
        assert json.loads(line.recv(5)) == {"type": "done", "id": 5}


@pytest.mark.parametrize("house", ["direct"], indirect=True)  # uvicorn itself counts the bytes and not the pieces
def test_a_message_in_pieces_without_end_is_cut_off(house: str) -> None:
    pieces = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * (MOST_PIECES + 1)
    with at_a_table(house) as line:
        line.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) + pieces)
        with pytest.raises(ConnectionClosed):
            line.recv(5)


def test_what_is_no_text_ends_the_line(house: str) -> None:
    with at_a_table(house) as line:
        line.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        with pytest.raises(ConnectionClosed) as gone:
            line.recv(5)
        assert gone.value.rcvd is not None
        assert gone.value.rcvd.code == 1007


class Clogged:
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


class Pinged:
    """The library, with the answer to a ping in its hands."""

    def data_to_send(self) -> list[bytes]:
        return [b"x" * 1000]


@pytest.mark.parametrize("what", ["messages", "answers to its pings"])
def test_who_does_not_read_is_cut_off_and_costs_no_more_memory(what: str) -> None:
    line, transport = DirectLine.__new__(DirectLine), Clogged()
    line.transport, line.close_sent, line.conn = transport, False, Pinged()  # type: ignore[assignment]
    line.loop = Mock(time=itertools.count().__next__)  # it does so at leisure
    while not transport.is_cut and transport.waiting < 2 * MOST_WAITING_BYTES:
        line.post(b"x" * 1000) if what == "messages" else line.handle_ping()
    assert transport.is_cut
    assert transport.waiting < MOST_WAITING_BYTES + 2000
