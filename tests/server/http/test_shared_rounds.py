"""A finished round at its own address: for its player, and for anyone with the link."""

from __future__ import annotations

from server.support.house import Doors, open_house


def play_one(doors: Doors) -> str:
    """One round of flip~it from seat 3; the name of its table."""
    table = doors.open_table("flip-it")
    with doors.at(table) as seated:
        seated.say("sit", seat=3)
        seated.say("bet", bets={"red": 500})
        seated.say("ready")
    return table


def test_a_finished_round_is_seen_by_anyone_with_its_address() -> None:
    with open_house() as doors:
        address = f"/api/rounds/{play_one(doors)}/1"
        own = doors.client.get(address).json()
        assert (own["seat"], own["game"], own["nicks"].keys()) == (3, "flip-it", {"3"})
        assert {spot["bet"] for spot in own["felt"]["spots"]} == {bet["name"] for bet in own["bets"]}
        doors.client.cookies.clear()
        shared = doors.client.get(address, params={"seat": 3}).json()
        assert [event["event"] for event in shared["events"]] == [event["event"] for event in own["events"]]


def test_a_seat_that_did_not_play_and_a_round_that_is_not_there_are_refused() -> None:
    with open_house() as doors:
        table = play_one(doors)
        assert doors.client.get(f"/api/rounds/{table}/1", params={"seat": 5}).json()["code"] == "no-such-seat"
        assert doors.client.get(f"/api/rounds/{table}/2").json()["code"] == "no-such-round"
        assert doors.client.get(f"/api/rounds/{table}/1/worth/9").json()["code"] == "no-such-offer"


def test_the_fonts_of_the_page_are_served_and_nothing_else_of_their_packages() -> None:
    with open_house() as doors:
        font = doors.client.get("/fonts/SourceSansPro-Regular.otf")
        assert font.status_code == 200
        assert font.content.startswith(b"OTTO")
        assert doors.client.get("/fonts/LICENSE.txt").status_code == 404
