"""The rules of the socket: who may say what, who sees what, and that nothing else moves the table."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from pitboss.games import GAMES
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.tables.socket import MOST_REFUSALS_IN_A_ROW
from server.support.house import Doors, Seated, open_house


@pytest.fixture
def doors() -> Iterator[Doors]:
    with open_house() as doors:
        yield doors


def play_round(seated: Seated) -> None:
    """Bet what a bot would, answer with the first option until the round is over."""
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
def test_every_game_is_played_over_the_socket_and_its_deal_verifies(doors: Doors, game: str) -> None:
    table = doors.open_table(game, bots=2)
    with doors.at(table) as seated:
        assert seated.say("sit", seat=1)["type"] == "done"
        for _ in range(3):
            play_round(seated)
    kept = doors.client.get(f"/api/tables/{table}/rounds/3").json()
    from pitboss.table.audit.verify import check_round

    assert not check_round(json.dumps(kept), GAMES)


def test_two_browsers_at_one_table_see_each_other(doors: Doors) -> None:
    table, other = doors.open_table(), doors.newcomer()
    with doors.at(table) as one, doors.at(table, other) as two:
        one.say("sit", seat=1)
        two.say("sit", seat=2)
        one.say("bet", bets={"ante-1": 500})
        two.say("ping")
        assert two.table["seats"]["1"]["bets"] == {"ante-1": 500}
        assert two.you["bankroll"] == 100_000


def test_what_a_seat_may_not_see_is_never_sent(doors: Doors) -> None:
    table, other, rail = doors.open_table("beat-the-dealer"), doors.newcomer(), doors.newcomer()
    with doors.at(table) as one, doors.at(table, other) as two, doors.at(table, rail) as watcher:
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
        with doors.at(table, rail) as late:  # coming back tells no more
            assert all(event["card"] == "??" for event in late.hello["events"] if event["event"] == "dealt")
        one.say("say", answer="fold", offer=0)
        two.say("ping")
        assert "fold" not in json.dumps(two.last["events"])
        assert two.table["offer"]["said"] == [1]


def test_answers_for_anothers_seat_late_answers_and_riches_are_refused(doors: Doors) -> None:
    table, other = doors.open_table(), doors.newcomer()
    with doors.at(table) as one, doors.at(table, other) as two:
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


def test_a_wager_over_the_bankroll_is_refused(doors: Doors) -> None:
    table = doors.open_table("flip-it")
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        assert seated.say("bet", bets={"red": 50_000, "odd": 50_000})["type"] == "done"
        refused = seated.say("bet", bets={"red": 50_000, "odd": 50_000, "high": 100})
        assert (refused["code"], refused["reason"]) == (
            "over-bankroll",
            "that is $1,001 in all, and you have $1,000",
        )


def test_silence_costs_the_seat_after_three_rounds(doors: Doors) -> None:
    table, other = doors.open_table(bets_clock=40, offers_clock=20), doors.newcomer()
    with doors.at(table) as one, doors.at(table, other) as two:
        one.say("sit", seat=1)
        two.say("sit", seat=2)
        for number in (1, 2, 3):
            one.say("bet", bets={"ante-1": 500})
            assert one.table["number"] == number
            doors.wait(40)
            one.take("update")
            one.say("say", answer="none", offer=0)
        one.say("ping")
        assert list(one.table["seats"]) == ["1"]


def test_a_lost_line_comes_back_to_the_same_seat_and_round(doors: Doors) -> None:
    table = doors.open_table()
    with doors.at(table) as seated:
        seated.say("sit", seat=4)
        seated.say("bet", bets={"ante-1": 500, "ante-2": 500})
        seated.say("ready")
        card = next(event for event in seated.last["events"] if event["event"] == "dealt")
    with doors.at(table) as back:
        assert back.you["seat"] == 4
        assert card in back.hello["events"]
        assert back.you["asked"]["options"][0]["name"] == "none"
        assert back.say("say", answer="none", offer=0)["type"] == "done"


def test_pages_of_other_houses_are_refused(doors: Doors) -> None:
    table = doors.open_table()
    for headers in ({"origin": "http://evil.example"}, {"origin": "http://["}, {"host": "evil.example"}):
        with (
            pytest.raises(WebSocketDisconnect),
            doors.client.websocket_connect(f"ws://localhost/ws/{table}", headers=headers),
        ):
            pass
    assert (
        doors.client.post("/api/me/rebuy", headers={"origin": "http://evil.example"}).json()["code"] == "other-origin"
    )
    assert doors.client.get("/api/me", headers={"host": "evil.example"}).json()["code"] == "other-origin"


def test_without_a_cookie_that_we_signed_nobody_sits_down(doors: Doors) -> None:
    table = doors.open_table()
    doors.client.cookies.set("pitboss", "somebody.0000", domain="localhost.local")
    doors.client.cookies.clear()
    with pytest.raises(WebSocketDisconnect), doors.client.websocket_connect(f"ws://localhost/ws/{table}"):
        pass


def test_a_flood_is_not_heard_and_does_not_hurt_the_table(doors: Doors) -> None:
    table, other = doors.open_table(), doors.newcomer()
    with doors.at(table) as calm, doors.at(table, other) as flooding:
        calm.say("sit", seat=1)
        for _ in range(60):
            flooding.socket.send_json({"type": "ping"})
        flooding.socket.send_json({"type": "ping"})
        assert flooding.take("refused")["code"] == "too-fast"
        assert calm.say("bet", bets={"ante-1": 500})["type"] == "done"


def test_who_talks_only_nonsense_is_hung_up_on(doors: Doors) -> None:
    table = doors.open_table()
    with doors.at(table) as seated:
        for _ in range(MOST_REFUSALS_IN_A_ROW):
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
def test_malformed_messages_are_refused_with_a_sentence(doors: Doors, text: str, code: str) -> None:
    with doors.at(doors.open_table()) as seated:
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
def test_whatever_one_sends_every_message_is_answered_and_no_cent_is_lost(messages: list[object]) -> None:
    with open_house() as doors:
        table, other = doors.open_table(bots=1), doors.newcomer()
        with doors.at(table) as calm, doors.at(table, other) as fuzz:
            calm.say("sit", seat=1)
            for message in messages:
                fuzz.socket.send_text(json.dumps(message))
                answer = fuzz.take("update", "done", "refused")
                while answer["type"] == "update" and "id" not in answer:
                    answer = fuzz.take("update", "done", "refused")
            doors.clock.time += 60
            assert fuzz.say("ping")["type"] == "done"
            assert calm.say("bet", bets={"ante-1": 500})["type"] in ("done", "refused")
        books = doors.in_hall(lambda hall: sum(hall.bank._written.values()))
        assert books == 0


def test_hints_come_from_a_thread_and_only_to_who_is_asked() -> None:
    def hints(game: object, rules: object, seen: object, offer: object, seat: object) -> object:
        return {"none": 0.0, "double": -12.5}

    with open_house(hints=hints) as doors, doors.at(doors.open_table()) as seated:
        assert seated.say("hint")["code"] == "no-hint"
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.say("hint")["worth"] == {"none": 0.0, "double": -12.5}


def test_more_hints_than_can_be_worked_out_are_refused() -> None:
    go_on = threading.Event()

    def hints(*_: object) -> object:
        go_on.wait(10)
        return {"none": 0.0}

    with open_house(hints=hints) as doors, doors.at(doors.open_table()) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        for _ in range(Limits().thoughts):
            seated.socket.send_json({"type": "hint"})
        assert seated.say("hint")["code"] == "too-fast"
        go_on.set()
        assert [seated.take("hint")["worth"] for _ in range(Limits().thoughts)] == [{"none": 0.0}] * Limits().thoughts
        assert seated.say("hint")["worth"] == {"none": 0.0}


def test_a_refusal_carries_the_number_of_the_message_it_answers(doors: Doors) -> None:
    with doors.at(doors.open_table()) as seated:
        for text, number in (('{"type": "dance", "id": 7}', 7), ('{"id": 8}', 8), ('{"id": "x"}', None), ("no", None)):
            seated.socket.send_text(text)
            assert seated.take("refused")["id"] == number
