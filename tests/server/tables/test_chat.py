"""Chat at a table: everyone hears it, nobody floods it, and no text can hide or forge another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.tables.chat import BURST, MOST_LINES, SECONDS_EACH, TableChat, cleaned
from pitboss.server.tables.viewers import Viewer
from server.support.house import Doors, open_house


@pytest.fixture
def doors() -> Iterator[Doors]:
    with open_house() as doors:
        yield doors


def test_players_and_spectators_hear_each_other_and_a_newcomer_gets_what_was_said(doors: Doors) -> None:
    table, other = doors.open_table(), doors.newcomer()
    with doors.at(table) as one, doors.at(table, other) as two:
        one.say("sit", seat=2)
        assert one.say("chat", text="<b>Hi</b>")["type"] == "done"
        said = two.take("chat")["lines"]
        assert [(line["seat"], line["text"]) for line in said] == [(2, "<b>Hi</b>")]
        assert two.say("chat", text="from the rail")["type"] == "done"
        with doors.at(table, doors.newcomer()) as three:
            heard = three.take("chat")
    assert heard["earlier"]
    assert [(line["seat"], line["text"]) for line in heard["lines"]] == [(2, "<b>Hi</b>"), (None, "from the rail")]


@pytest.mark.parametrize("text", ["", " \n ", "\u202e", "x" * 201])
def test_a_message_without_words_or_too_long_is_refused(doors: Doors, text: str) -> None:
    with doors.at(doors.open_table()) as one:
        assert one.say("chat", text=text)["type"] == "refused"


class Silent:
    """A line that counts."""

    def __init__(self) -> None:
        self.posted = 0

    def post(self, message: bytes) -> None:
        self.posted += 1


def test_a_flood_is_refused_and_waiting_helps() -> None:
    viewer = Viewer("anna", Silent())  # type: ignore[arg-type]
    chat = TableChat([viewer], str.title)
    for _ in range(BURST):
        chat.say("anna", Seat(1), "hello", 0.0)
    with pytest.raises(Refused) as refused:
        chat.say("anna", Seat(1), "hello", 0.0)
    assert refused.value.code == "too-fast"
    chat.say("anna", Seat(1), "hello", SECONDS_EACH)
    chat.say("ben", None, "hello", 0.0)
    for number in range(MOST_LINES):
        chat.say(f"player {number}", None, "hello", 0.0)
    assert len(chat._lines) == MOST_LINES


def test_marks_that_hide_or_reverse_text_are_removed() -> None:
    assert cleaned("a\u202eb\x00c\u2028d\te") == "a b c d e"
