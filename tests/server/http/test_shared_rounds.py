"""A finished round at its own URL, for its player and anyone with the link."""

from __future__ import annotations

from server.support.house import RunningServer, run_server


def play_one(server: RunningServer) -> str:
    """Play one round of flip~it from seat 3 and return the name of its table."""
    table = server.open_table("flip-it")
    with server.at(table) as seated:
        seated.say("sit", seat=3)
        seated.say("bet", bets={"red": 500})
        seated.say("ready")
    return table


def test_finished_round_is_public_by_url() -> None:
    with run_server() as server:
        address = f"/api/rounds/{play_one(server)}/1"
        own = server.client.get(address).json()
        assert (own["seat"], own["game"], own["nicks"].keys()) == (3, "flip-it", {"3"})
        assert {spot["bet"] for spot in own["felt"]["spots"]} == {bet["name"] for bet in own["bets"]}
        server.client.cookies.clear()
        shared = server.client.get(address, params={"seat": 3}).json()
        assert [event["event"] for event in shared["events"]] == [event["event"] for event in own["events"]]


def test_seat_that_did_not_play_and_unknown_round_are_rejected() -> None:
    with run_server() as server:
        table = play_one(server)
        assert server.client.get(f"/api/rounds/{table}/1", params={"seat": 5}).json()["code"] == "no-such-seat"
        assert server.client.get(f"/api/rounds/{table}/2").json()["code"] == "no-such-round"
        assert server.client.get(f"/api/rounds/{table}/1/worth/9").json()["code"] == "no-such-offer"


def test_only_the_fonts_of_the_font_packages_are_served() -> None:
    with run_server() as server:
        font = server.client.get("/fonts/SourceSansPro-Regular.otf")
        assert font.status_code == 200
        assert font.content.startswith(b"OTTO")
        assert server.client.get("/fonts/LICENSE.txt").status_code == 404
