"""The socket's rules: who may send and see what, and that nothing else changes the table."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.players import cookies
from pitboss.server.players.players import Players
from pitboss.server.store.writer import NOT_READ
from pitboss.server.tables.owner import GOING_AWAY
from pitboss.server.tables.socket import MAX_REFUSALS_IN_A_ROW
from server.support.house import RunningServer, Seated, run_server


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


def play_round(seated: Seated) -> None:
    """Bet as a bot would, and answer with the first option until the round is over."""
    number = seated.table["number"]
    for bet in seated.hello["setup"]["bets"]:
        if bet["compulsory"] or not any(b["compulsory"] for b in seated.hello["setup"]["bets"]):
            placed = {**seated.table["seats"][str(seated.you["seat"])]["bets"], bet["name"]: max(bet["least"], 500)}
            assert seated.say("bet", bets=placed)["type"] == "done"
            if not seated.you["fault"] and not bet["compulsory"]:
                break
    assert seated.say("ready")["type"] == "done"
    while seated.table["number"] == number:
        if seated.you["asked"]:
            answer = seated.you["asked"]["options"][0]["name"]
            assert seated.say("say", answer=answer, offer=seated.table["offer"]["number"])["type"] == "done"
        else:
            seated.take("update")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_is_played_over_the_socket_and_its_deal_verifies(server: RunningServer, game: str) -> None:
    table = server.open_table(game, bots=2)
    with server.at(table) as seated:
        assert seated.say("sit", seat=1)["type"] == "done"
        for _ in range(3):
            play_round(seated)
    stored = server.client.get(f"/api/tables/{table}/rounds/3").json()
    from helpers.stored_rounds import check_round

    assert not check_round(json.dumps(stored), GAMES)


def test_two_browsers_at_one_table_see_each_other(server: RunningServer) -> None:
    table, other = server.open_table(), server.newcomer()
    with server.at(table) as one, server.at(table, other) as two:
        one.say("sit", seat=1)
        two.say("sit", seat=2)
        one.say("bet", bets={"ante-1": 500})
        two.say("ping")
        assert two.table["seats"]["1"]["bets"] == {"ante-1": 500}
        assert two.you["bankroll"] == 100_000


def test_hidden_information_is_never_sent(server: RunningServer) -> None:
    table, other, rail = server.open_table("beat-the-dealer"), server.newcomer(), server.newcomer()
    with server.at(table) as one, server.at(table, other) as two, server.at(table, rail) as watcher:
        for seat, seated in ((1, one), (2, two)):
            seated.say("sit", seat=seat)
            seated.say("bet", bets={"ante": 500})
        one.say("ready")
        two.say("ready")
        eyes: list[tuple[Seated, int | None]] = [(one, 1), (two, 2), (watcher, None)]
        for seated, own in eyes:
            seated.say("ping")
            dealt = [event for event in seated.last["events"] if event["event"] == "dealt"]
            assert len(dealt) == 6
            assert all((event["card"] != "??") == (own is not None and event.get("seat") == own) for event in dealt)
        with server.at(table, rail) as late:  # reconnecting reveals no more
            assert all(event["card"] == "??" for event in late.hello["events"] if event["event"] == "dealt")
        one.say("say", answer="fold", offer=0)
        two.say("ping")
        assert "fold" not in json.dumps(two.last["events"])
        assert two.table["offer"]["said"] == [1]


def test_answers_for_other_seats_late_answers_and_overbets_are_rejected(server: RunningServer) -> None:
    table, other = server.open_table(), server.newcomer()
    with server.at(table) as one, server.at(table, other) as two:
        assert two.say("bet", bets={"ante-1": 500})["code"] == "not-seated"
        one.say("sit", seat=1)
        two.say("sit", seat=2)
        assert two.say("sit", seat=1)["code"] == "seat-taken"
        for seated in (one, two):
            seated.say("bet", bets={"ante-1": 1000, "ante-2": 1000})
            seated.say("ready")
        assert two.say("say", answer="double", offer=0, seat=1)["code"] == "not-your-seat"
        assert two.say("say", answer="dance", offer=0)["code"] == "no-such-answer"
        one.say("say", answer="none", offer=0)
        two.say("say", answer="none", offer=0)
        assert two.say("say", answer="double", offer=0)["code"] == "too-late"


def test_wager_over_the_bankroll_is_rejected(server: RunningServer) -> None:
    table = server.open_table("flip-it")
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        assert seated.say("bet", bets={"red": 50_000, "odd": 50_000})["type"] == "done"
        refused = seated.say("bet", bets={"red": 50_000, "odd": 50_000, "high": 100})
        assert (refused["code"], refused["reason"]) == (
            "over-bankroll",
            "that is $1,001 in all, and you have $1,000",
        )


def test_three_rounds_of_timeouts_lose_the_seat(server: RunningServer) -> None:
    table, other = server.open_table(bets_clock=40, offers_clock=20), server.newcomer()
    with server.at(table) as one, server.at(table, other) as two:
        one.say("sit", seat=1)
        two.say("sit", seat=2)
        for number in (1, 2, 3):
            one.say("bet", bets={"ante-1": 500})
            assert one.table["number"] == number
            server.wait(40)
            one.take("update")
            one.say("say", answer="none", offer=0)
        one.say("ping")
        assert list(one.table["seats"]) == ["1"]


def test_reconnect_returns_to_the_same_seat_and_round(server: RunningServer) -> None:
    table = server.open_table()
    with server.at(table) as seated:
        seated.say("sit", seat=4)
        seated.say("bet", bets={"ante-1": 500, "ante-2": 500})
        seated.say("ready")
        card = next(event for event in seated.last["events"] if event["event"] == "dealt")
    with server.at(table) as back:
        assert back.you["seat"] == 4
        assert card in back.hello["events"]
        assert back.you["asked"]["options"][0]["name"] == "none"
        assert back.say("say", answer="none", offer=0)["type"] == "done"


def test_foreign_origins_are_rejected(server: RunningServer) -> None:
    table = server.open_table()
    for headers in ({"origin": "http://evil.example"}, {"origin": "http://["}, {"host": "evil.example"}):
        with (
            pytest.raises(WebSocketDisconnect),
            server.client.websocket_connect(f"ws://localhost/ws/{table}", headers=headers),
        ):
            pass
    assert (
        server.client.post("/api/me/rebuy", headers={"origin": "http://evil.example"}).json()["code"] == "other-origin"
    )
    assert server.client.get("/api/me", headers={"host": "evil.example"}).json()["code"] == "other-origin"


@pytest.mark.parametrize("how", ["none", "unsigned", "of another player", "of another house"])
def test_sitting_down_needs_a_signed_cookie(how: str, server: RunningServer) -> None:
    table, signed = server.open_table(), server.client.cookies["pitboss"]
    player, _, signature = signed.partition(".")
    forged = {
        "unsigned": player, "of another player": f"{cookies.new_player()}.{signature}",
        "of another house": cookies.sign(player, b"another key" * 3),
    }  # fmt: skip
    server.client.cookies.clear()
    if how in forged:
        server.client.cookies.set("pitboss", forged[how])
    with pytest.raises(WebSocketDisconnect), server.client.websocket_connect(f"ws://localhost/ws/{table}"):
        pass
    server.client.cookies.clear()
    server.client.cookies.set("pitboss", signed)
    with server.at(table) as seated:
        assert seated.hello["type"] == "hello"


@pytest.mark.parametrize("path", ["table", "lab"])
def test_socket_client_is_told_to_reconnect_while_the_database_is_down(
    path: str, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(_players: Players, _cookie: str | None) -> str | None:
        raise Refused(*NOT_READ)

    name = server.open_table() if path == "table" else path
    monkeypatch.setattr(Players, "holder", lost)
    with server.client.websocket_connect(f"ws://localhost/ws/{name}") as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert (closed.value.code, closed.value.reason.partition(":")[0]) == (GOING_AWAY, "not-read")


def test_flood_is_ignored_and_does_not_affect_the_table(server: RunningServer) -> None:
    table, other = server.open_table(), server.newcomer()
    with server.at(table) as calm, server.at(table, other) as flooding:
        calm.say("sit", seat=1)
        for _ in range(60):
            flooding.socket.send_json({"type": "ping"})
        flooding.socket.send_json({"type": "ping"})
        assert flooding.take("refused")["code"] == "too-fast"
        assert calm.say("bet", bets={"ante-1": 500})["type"] == "done"


def test_client_sending_only_garbage_is_disconnected(server: RunningServer) -> None:
    table = server.open_table()
    with server.at(table) as seated:
        for _ in range(MAX_REFUSALS_IN_A_ROW):
            seated.socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect) as gone:
            seated.take("never")
    assert gone.value.code == 4029


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-message"),
        ("[]", "bad-message"),
        ('{"type":"dance"}', "bad-message"),
        ('{"type":"sit"}', "bad-message"),
        ('{"type":"sit","seat":"1"}', "bad-message"),
        ('{"type":"sit","seat":1,"extra":1}', "bad-message"),
        ('{"type":"bet","bets":{"ante-1":1.5}}', "bad-message"),
        ('{"type":"bet","bets":{"ante-1":-500}}', "bad-message"),
        ('{"type":"bet","bets":{"ante-1":NaN}}', "bad-message"),
        ("[" * 4000, "bad-message"),
        ("x" * 4097, "too-long"),
    ],
)
def test_malformed_messages_are_rejected(server: RunningServer, text: str, code: str) -> None:
    with server.at(server.open_table()) as seated:
        seated.socket.send_text(text)
        refused = seated.take("refused")
        assert refused["code"] == code
        assert len(refused["reason"]) > 20


words = st.sampled_from(["sit", "stand", "bot", "bet", "ready", "say", "hint", "ping", "dance"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
near_misses = st.fixed_dictionaries(
    {"type": words},
    optional={
        "id": st.integers(-5, 5) | values,
        "seat": st.integers(-1, 9) | values,
        "sits": st.booleans() | values,
        "bets": st.dictionaries(st.sampled_from(["ante-1", "ante-2", "field", "match-1", "x"]), st.integers(-100, 2000))
        | values,
        "answer": st.sampled_from(["none", "match", "double", "both", "x"]) | values,
        "offer": st.integers(-1, 4) | values,
    },
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(messages=st.lists(near_misses | values, max_size=30))
def test_any_message_is_answered_and_no_cent_is_lost(messages: list[object]) -> None:
    with run_server() as server:
        table, other = server.open_table(bots=1), server.newcomer()
        with server.at(table) as calm, server.at(table, other) as fuzz:
            calm.say("sit", seat=1)
            for message in messages:
                fuzz.socket.send_text(json.dumps(message))
                answer = fuzz.take("update", "done", "refused")
                while answer["type"] == "update" and "id" not in answer:
                    answer = fuzz.take("update", "done", "refused")
            server.clock.time += 60
            assert fuzz.say("ping")["type"] == "done"
            assert calm.say("bet", bets={"ante-1": 500})["type"] in ("done", "refused")
        books = server.in_registry(lambda registry: sum(registry.bank._written.values()))
        assert books == 0


def test_hints_come_from_a_thread_and_only_to_the_asked_player() -> None:
    def hints(game: object, rules: object, seen: object, offer: object, seat: object) -> object:
        return {"none": 0.0, "double": -12.5}

    with run_server(hints=hints) as server, server.at(server.open_table()) as seated:
        assert seated.say("hint")["code"] == "no-hint"
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.say("hint")["worth"] == {"none": 0.0, "double": -12.5}


def test_excess_hint_requests_are_rejected() -> None:
    go_on = threading.Event()

    def hints(*_: object) -> object:
        go_on.wait(300)
        return {"none": 0.0}

    with run_server(hints=hints) as server, server.at(server.open_table()) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        for _ in range(Limits().hints):
            seated.socket.send_json({"type": "hint"})
        assert seated.say("hint")["code"] == "too-fast"
        go_on.set()
        assert [seated.take("hint")["worth"] for _ in range(Limits().hints)] == [{"none": 0.0}] * Limits().hints
        assert seated.say("hint")["worth"] == {"none": 0.0}


def test_rejection_has_the_number_of_its_message(server: RunningServer) -> None:
    with server.at(server.open_table()) as seated:
        for text, number in (('{"type": "dance", "id": 7}', 7), ('{"id": 8}', 8), ('{"id": "x"}', None), ("no", None)):
            seated.socket.send_text(text)
            assert seated.take("refused")["id"] == number
