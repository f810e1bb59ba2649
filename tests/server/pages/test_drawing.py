"""The felt drawn from the dealer's events in a real Chromium: every golden transcript, event by event."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES
from server.support.board import TRANSCRIPTS, drawn, events_of
from server.support.pages import NewPage, open_table_with

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", list(GAMES))
def test_every_ending_is_drawn_and_leaves_no_chip_or_token(new_page: NewPage, game: str) -> None:
    page = new_page(at=None)
    open_table_with(page, game)
    for path in sorted((TRANSCRIPTS / game).glob("*.txt")):
        found = drawn(page, game, events_of(game, path.stem), front=2)
        assert found["chips"] == {}, path.stem
        assert found["tokens"] == [], path.stem


def test_FB_6_tokens_are_under_their_hands_then_in_front_of_pot_of_gold(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "free-bet")
    events = events_of("free-bet", "four-hands-with-seven-tokens")
    first = drawn(page, "free-bet", events, until="token-placed")
    assert (first["tokens"], first["waiting"]) == (["split"], 0)
    last = drawn(page, "free-bet", events, until="token-placed", nth=7)
    assert (sorted(last["tokens"]), last["waiting"]) == (["double"] * 4 + ["split"] * 3, 0)
    assert sorted(last["hands"]) == ["hand-1", "hand-2", "hand-3", "hand-4"]
    picked = [event for event in events if event["event"] == "tokens-picked-up"]
    assert drawn(page, "free-bet", events, until="tokens-picked-up", nth=len(picked))["waiting"] == 7
    assert drawn(page, "free-bet", events, until="tokens-locked-up")["tokens"] == []


def test_FB_10_each_hand_of_a_split_shows_its_own_result(new_page: NewPage) -> None:
    """Hand 1 loses $10, hand 2 wins $20 on two free bets, hand 3 pushes and hand 4 loses nothing (FB-4, FB-10)."""
    page = new_page(at=None)
    open_table_with(page, "free-bet")
    found = drawn(page, "free-bet", events_of("free-bet", "four-hands-with-seven-tokens"))
    assert found["columns"] == ["\u2212$10", "+$20", "push", "$0"]


def test_FB_bust_original_is_sideways_and_settled_hand_is_tucked(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "free-bet")
    events = events_of("free-bet", "dealer-22-with-a-sideways-hand")
    laid = next(event for event in events if event["event"] == "laid-sideways")
    found = drawn(page, "free-bet", events, front=int(laid["seat"]), until="laid-sideways")
    assert found["sideways"] == [f"hand-{laid['hand']}"]
    assert found["chips"][f"{laid['seat']}|main|1"] > 0
    events = events_of("free-bet", "all-bust-with-a-Push-22-to-settle")
    seat = next(int(event["seat"]) for event in events if event["event"] == "tucked")
    assert drawn(page, "free-bet", events, front=seat, until="tucked")["tucked"] == ["hand-1"]


def test_five_playing_cards_are_marked(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "beat-the-dealer")
    events = events_of("beat-the-dealer", "showdown")
    five = next(event["cards"] for event in events if event["event"] == "hand-read" and event.get("seat") == 1)
    assert sorted(drawn(page, "beat-the-dealer", events)["played"]) == sorted(five)


def test_totals_match_the_called_events(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "roll-your-own")
    events = events_of("roll-your-own", "dealer-stands")
    called: dict[object, object] = {}
    for event in events:
        if event["event"] in ("dealt", "turned", "moved") and event.get("seat") in (None, 1):
            place = event.get("to", event["at"]) if event.get("seat") else "dealer"
            called[place] = event.get("makes", called.get(place) if event.get("seat") is None else None)
    found = drawn(page, "roll-your-own", events)
    assert sorted(found["totals"]) == sorted(str(total) for total in called.values() if total)
    assert found["totals"]


def test_flip_card_stays_in_its_slot_until_the_next_bet(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flip-it")
    events = events_of("flip-it", sorted(path.stem for path in (TRANSCRIPTS / "flip-it").glob("*.txt"))[0])
    flipped = next(event["card"] for event in events if event["event"] == "dealt" and event["at"] == "flip")
    found = drawn(page, "flip-it", events)
    assert found["slots"]["flip"] == flipped
    assert found["history"] == [flipped]
    later = [*events, {"event": "bets-opened", "number": 2}, {"event": "bets-closed"}]
    assert "flip" not in drawn(page, "flip-it", later)["slots"]
