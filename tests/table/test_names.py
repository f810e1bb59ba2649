"""Nicknames: no lookalikes at a table, and none that could be taken for the dealer."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.nickname_rules import check_nick, is_reserved, likeness
from pitboss.table.seats import Setup
from pitboss.table.table import Table
from table.purses import Purses

RESERVED = [
    "Dealer", "dEALER", "The Dealer", "d e a l e r", "dea1er", "deaIer", "dea|er", "d3aler", "Ｄｅａｌｅｒ",
    "d\u200beal\u200der", "D\u0435aler", "\u0501\u0435\u0430\u04cf\u0435\u0433",
    "\U0001d403\U0001d41e\U0001d41a\U0001d425\U0001d41e\U0001d42b",
    "ᴅᴇᴀʟᴇʀ", "ⓓⓔⓐⓛⓔⓡ", "Dé\u0323aler", "clealer", "\U0001f173\U0001f174\U0001f170\U0001f17b\U0001f174\U0001f181",
    "Đealer", "Deałer", "Dealeɍ", "ꝺealer", "dɘaler", "Pɨtbøss",
    "Pit Boss", "p1tb0ss", "Seat 3", "seat 11", "You", "The House", "B4nk", "Supervisor",
]  # fmt: skip


@pytest.mark.parametrize("nick", RESERVED)
def test_nicknames_that_could_be_the_house_are_refused(nick: str) -> None:
    with pytest.raises(Refused) as fault:
        check_nick(nick)
    assert fault.value.code == "bad-nick"


@pytest.mark.parametrize(
    "nick",
    [
        "Ann",
        "Dale",
        "Deal me in",
        "Lea",
        "Seaton",
        "Youri",
        "Guest 1011",
        "Иван",
        "Zoë",
        "Søren",
        "Łukasz",
        "Đorđe",
        "李雷",
        "Adele",
        "Ian",
        "\U0001f469\u200d\U0001f52c",
    ],
)
def test_ordinary_nicknames_are_accepted(nick: str) -> None:
    check_nick(nick)


@pytest.mark.parametrize("nick", ["\u200b\u200d", "\u3164\u115f", "...", "a" + "\u0301" * 3])
def test_invisible_or_overlapping_nicknames_are_refused(nick: str) -> None:
    with pytest.raises(Refused, match="nickname"):
        check_nick(nick)


@given(nick=st.text(min_size=1, max_size=20))
def test_likeness_ignores_width_case_accents_and_blanks(nick: str) -> None:
    assert likeness(nick.upper()) == likeness(unicodedata.normalize("NFKC", nick).upper())
    assert likeness(f" {nick}\u200b.") == likeness(nick)
    assert is_reserved(nick + "dealer")


@pytest.mark.parametrize("other", ["Ann", "ANN", "Аnn", "A n n", "Ánn", "Ａｎｎ", "ann\u200b"])
def test_lookalike_cannot_sit_down(other: str) -> None:
    game = GAMES["flop22"]
    table = Table(Setup("t1", game, game.rules()), Purses("ann", "bob"))
    table.sit(Seat(1), "ann", "Ann", 0.0)
    with pytest.raises(Refused) as fault:
        table.sit(Seat(2), "bob", other, 0.0)
    assert fault.value.code == "nick-taken"
    assert list(table.seats) == [1]
    table.sit(Seat(2), "bob", "Anna", 0.0)
