"""Chat at a table: everyone hears it, it cannot be flooded, and no text can hide or forge another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.tables.chat import BURST, MAX_LINES, SECONDS_EACH, TableChat, cleaned
from pitboss.server.tables.viewers import Viewer
from server.support.house import RunningServer, run_server


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


def test_chat_reaches_everyone_and_newcomers_get_the_history(server: RunningServer) -> None:
    table, other = server.open_table(), server.newcomer()
    with server.at(table) as one, server.at(table, other) as two:
        one.say("sit", seat=2)
        assert one.say("chat", text="<b>Hi</b>")["type"] == "done"
        said = two.take("chat")["lines"]
        assert [(line["seat"], line["text"]) for line in said] == [(2, "<b>Hi</b>")]
        assert two.say("chat", text="from the rail")["type"] == "done"
        with server.at(table, server.newcomer()) as three:
            heard = three.take("chat")
    assert heard["earlier"]
    assert [(line["seat"], line["text"]) for line in heard["lines"]] == [(2, "<b>Hi</b>"), (None, "from the rail")]


@pytest.mark.parametrize("text", ["", " \n ", "\u202e", "x" * 201])
def test_empty_or_overlong_message_is_rejected(server: RunningServer, text: str) -> None:
    with server.at(server.open_table()) as one:
        assert one.say("chat", text=text)["type"] == "refused"


class CountingConnection:
    """A connection that counts its messages."""

    def __init__(self) -> None:
        self.posted = 0

    def post(self, message: bytes) -> None:
        self.posted += 1


def test_chat_flood_is_rejected_until_the_limit_refills() -> None:
    viewer = Viewer("anna", CountingConnection())  # type: ignore[arg-type]
    chat = TableChat([viewer], str.title)
    for _ in range(BURST):
        chat.say("anna", Seat(1), "hello", 0.0)
    with pytest.raises(Refused) as refused:
        chat.say("anna", Seat(1), "hello", 0.0)
    assert refused.value.code == "too-fast"
    chat.say("anna", Seat(1), "hello", SECONDS_EACH)
    chat.say("ben", None, "hello", 0.0)
    for number in range(MAX_LINES):
        chat.say(f"player {number}", None, "hello", 0.0)
    assert len(chat._lines) == MAX_LINES


def test_invisible_and_bidi_characters_are_removed() -> None:
    assert cleaned("a\u202eb\x00c\u2028d\te") == "a b c d e"
