"""Tests of the chaos checks: each detects the fault it is meant for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.store.keys import KEY_FILE
from server.chaos.books import FileBooks
from server.chaos.checks import Inspector, Notes
from server.chaos.player import Ack
from server.chaos.seen import ClientView, Shown, cards_in
from server.support.house import Seated, run_server

Played = tuple[FileBooks, Notes]


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    """Play one round of Beat the Dealer, start another, and return the server and its player's observations."""
    books = FileBooks(tmp_path)
    monkeypatch.setenv(KEY_FILE, books.environment[KEY_FILE])
    with run_server(books.url) as server:
        me, table = server.client.cookies["pitboss"].partition(".")[0], server.open_table("beat-the-dealer", bots=2)
        with server.at(table) as seated:
            eyes = ClientView(table, me)
            take = seated.take

            def looked(*kinds: str) -> dict[str, Any]:
                message = take(*kinds)
                eyes.look(json.dumps(message), message)
                return message

            eyes.look(json.dumps(seated.hello), seated.hello)
            seated.take = looked  # type: ignore[method-assign]
            notes = Notes(acks=play(seated, me, table))
            shown, ended = eyes.take()
            notes.shown, notes.ended = list(shown), [(me, table, *one) for one in ended]
            yield books, notes


def play(seated: Seated, me: str, table: str) -> list[Ack]:
    """Sit, bet, fold, and bet again."""
    acks: list[Ack] = []

    def say(kind: str, number: int, value: object = None, **fields: object) -> None:
        assert seated.say(kind, **fields)["type"] == "done"
        acks.append(Ack(me, kind, table, number, "1", value))

    say("sit", 1, seat=1)
    say("seed", 1, "seed 2", seed="seed 2")
    say("bet", 1, {"ante": 500}, bets={"ante": 500})
    say("ready", 1)
    say("say", 1, (0, "fold"), answer="fold", offer=0)
    say("bet", 2, {"ante": 700}, bets={"ante": 700})
    return acks


def test_honest_database_has_no_fault(played: Played) -> None:
    books, notes = played
    inspector = Inspector(books)
    assert inspector.look(notes) == []
    assert (inspector.answers, inspector.rounds) == (5, 1)  # the second bet is on the table
    assert inspector.frames > 20
    assert inspector.look(Notes()) == []


def changed(kind: str, round_: int, **other: object) -> Callable[[Notes], object]:
    def change(notes: Notes) -> None:
        notes.acks = [
            replace(ack, **other) if (ack.kind, ack.number) == (kind, round_) else ack  # type: ignore[arg-type]
            for ack in notes.acks
        ]

    return change


def leaked(notes: Notes) -> None:
    """Show this client the bot's own cards, which only the bot may see."""
    (shown,) = notes.shown
    place = next(place for place, event in enumerate(shown.events) if event.get("card") == "??")
    shown.events[place] = {**shown.events[place], "card": "Ah"}


def leaked_in_words(notes: Notes) -> None:
    (shown,) = notes.shown
    place = next(place for place, event in enumerate(shown.events) if event.get("card") == "??")
    hidden = next(card for card in ("A♥", "K♥", "Q♥", "J♥") if cards_in(card).isdisjoint(cards_in(shown.events)))
    shown.events[place] = {**shown.events[place], "text": f"Seat 6 has the {hidden}."}


def leaked_outside_events(notes: Notes) -> None:
    notes.shown[0].beside.append((0, {"Ah"}))


NOTED: dict[str, tuple[Callable[[Notes], object], str]] = {
    "another bet was acknowledged": (changed("bet", 1, value={"ante": 600}), "acknowledged answer is lost"),
    "another answer was acknowledged": (changed("say", 1, value=(0, "flop")), "acknowledged answer is lost"),
    "another bet lies on the table": (changed("bet", 2, value={"ante": 600}), "acknowledged answer is lost"),
    "a later round is not there": (changed("bet", 2, number=3), "acknowledged answer is lost"),
    "a later seed was acknowledged": (changed("seed", 1, value="seed 3"), "chose the seed seed 3"),
    "another result was shown": (lambda notes: notes.ended[0][3].update({"1": 5}), "ended with"),
    "a round ended twice": (lambda notes: notes.ended.append(notes.ended[0]), "ended twice"),
    "a fresh bankroll was acknowledged": (lambda notes: notes.rebuys.update({notes.acks[0].player: 1}), "2 bankrolls"),
    "a hidden card was sent": (leaked, "and may see"),
    "a hidden card was sent in words": (leaked_in_words, "in the words of event"),
    "a hidden card was sent beside the events": (leaked_outside_events, "may not see them"),
}


@pytest.mark.parametrize("what", list(NOTED))
def test_observation_missing_from_the_database_is_found(what: str, played: Played) -> None:
    books, notes = played
    change, sentence = NOTED[what]
    change(notes)
    assert sentence in "\n".join(Inspector(books).look(notes))


BOOKED = {
    "a cent is gone": (
        "UPDATE accounts SET balance = balance - 1 WHERE name LIKE 'player/%'",
        "hold -1 cents and not 0",
    ),
    "a cent went to the house": (
        "UPDATE accounts SET balance = balance + CASE name WHEN 'grants' THEN 1 ELSE -1 END"
        " WHERE name = 'grants' OR name LIKE 'player/%'",
        "cents, and",
    ),
    "a round was shown and is not kept": ("DELETE FROM rounds", "round 1 was shown and is not kept"),
    "a seat is free": ("UPDATE tables SET live = json_set(live, '$.seats', json('{}'))", "has no seat any more"),
    "a round is not kept": ("DELETE FROM rounds", "acknowledged answer is lost"),
    "a line of the journal is gone": ("DELETE FROM journal WHERE id = 3", "audit: line 4"),
}


@pytest.mark.parametrize("what", list(BOOKED))
def test_tampered_database_is_found(what: str, played: Played) -> None:
    books, notes = played
    statement, sentence = BOOKED[what]
    with sqlite3.connect(books.path) as connection:
        connection.execute(statement)
    connection.close()
    assert sentence in "\n".join(Inspector(books).look(notes))


def test_round_settled_twice_is_found(played: Played) -> None:
    books, notes = played
    inspector = Inspector(books)
    assert inspector.look(notes) == []
    with sqlite3.connect(books.path) as connection:
        connection.execute("UPDATE rounds SET id = id + 1")
    connection.close()
    assert "round 1 was settled twice" in "\n".join(inspector.look(Notes()))


def test_faults_that_a_player_noticed_are_reported(played: Played) -> None:
    books, notes = played
    notes.faults.append("somebody was hung up on")
    assert Inspector(books).look(notes) == ["somebody was hung up on"]


def test_server_seed_in_a_frame_is_found(played: Played) -> None:
    books, notes = played
    with sqlite3.connect(books.path) as connection:
        (live,) = connection.execute("SELECT live FROM tables").fetchone()
    connection.close()
    notes.secrets.add(json.loads(live)["next_seed"])
    assert "a seed of the house was sent" in "\n".join(Inspector(books).look(notes))


def test_cards_are_found_anywhere_in_the_data() -> None:
    assert cards_in({"board": "Ah Tc", "you": [{"text": "10♦ and K♠. As you like"}]}) == {"Ah", "Tc", "Td", "Ks"}
    assert cards_in("As it was") == set()


def test_extra_events_are_found() -> None:
    shown = Shown("t", 1, "me", [{"event": "wagered", "text": ""}])
    assert "was told 1 events of 0" in next(shown.faults({"record": {}, "events": []}, None))
