"""The HTTP API: what it promises in OpenAPI holds for whatever is sent to it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings

from pitboss.games import GAMES
from pitboss.server.app import make_app
from pitboss.server.config import House
from pitboss.server.gate.token_buckets import Bucket, Buckets
from pitboss.server.store.database import Sqlite
from pitboss.server.tables.registry import LISTED_SECONDS
from server.support.house import PATIENT, Doors, open_house

HERE = {"Host": "localhost"}
app = make_app(House(":memory:", tick_seconds=None, limits=PATIENT))
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HERE)
# It would look for constants in our modules with `ast.parse`, which in CPython before 3.11.8 fails now and then when
# another thread parses too ("AST constructor recursion depth mismatch", python/cpython#106905).
schema.config.analysis.constants.enabled = False


@pytest.fixture
def doors() -> Iterator[Doors]:
    with open_house() as doors:
        yield doors


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_promises(case: Any) -> None:
    # What is no game, or TOML but no rules, no schema can say.
    left_out = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]
    answer = case.call(headers=HERE)
    if answer.status_code == 413:  # refused for its length before anybody looks what is in it
        left_out.append(schemathesis.checks.CHECKS.get_one("negative_data_rejection"))
    case.validate_response(answer, excluded_checks=left_out)


def test_house_rules_are_refused_with_the_sentences_of_the_command_line(doors: Doors) -> None:
    refused = doors.client.post("/api/tables", json={"game": "flop22", "rules": "ante_limt = 20"})
    assert refused.status_code == 422
    assert refused.json()["reason"] == "Flop 22 has no option 'ante_limt': did you mean 'ante_limit'?"
    refused = doors.client.post("/api/rules/check", json={"game": "flop22", "rules": "ante_limit = "})
    assert refused.json()["code"] == "bad-toml"
    opened = doors.client.post("/api/tables", json={"game": "flop22", "rules": "seats = 2\nante_limit = 25"}).json()
    assert opened["changed"] == {"seats": 2, "ante_limit": "$25"}
    assert opened["free"] == [1, 2]


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_file_that_is_offered_is_taken_back(doors: Doors, game: str) -> None:
    text = doors.client.get(f"/api/games/{game}/rules").text
    checked = doors.client.post("/api/rules/check", json={"game": game, "rules": text})
    assert checked.json() == {"changed": {}}


def test_a_table_that_is_private_is_not_listed(doors: Doors) -> None:
    doors.open_table(private=True)
    shown = doors.open_table()
    assert [table["id"] for table in doors.newcomer().get("/api/tables").json()] == [shown]


def test_a_table_that_nobody_looks_at_is_listed_only_for_who_sits_there(doors: Doors) -> None:
    table = doors.open_table("flip-it")
    watcher = doors.newcomer()
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        doors.clock.time += 10 * LISTED_SECONDS
        assert [one["id"] for one in watcher.get("/api/tables").json()] == [table]
    for _ in range(100):  # until the house has noticed that the line is gone, and a minute after that
        doors.clock.time += LISTED_SECONDS + 1
        if not watcher.get("/api/tables").json():
            break
    assert watcher.get("/api/tables").json() == []
    assert watcher.get("/api/lobby").json()["tables"] == []
    assert [one["id"] for one in doors.client.get("/api/tables").json()] == [table]


@pytest.mark.parametrize(
    ("wished", "taken"),
    [
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Four", None),  # joined pictures stay joined
        ("\U0001f3f3\ufe0f\u200d\U0001f308", None),
        ("Bob\u200d", "Bob"),  # a joiner that joins nothing would only hide
        ("B\u200dob\u202e", "Bob"),
        ("\U0001f469\u200d\U0001f680" * 20, None),  # twenty astronauts are twenty characters
    ],
)
def test_a_nickname_keeps_its_pictures_and_loses_what_hides(doors: Doors, wished: str, taken: str | None) -> None:
    answer = doors.client.put("/api/me", json={"nick": wished})
    assert answer.json()["nick"] == (taken or wished)


def test_a_nickname_that_is_too_long_or_empty_is_refused_in_a_sentence(doors: Doors) -> None:
    for wished in ("x" * 21, "\u200d\u200d", " "):
        assert doors.client.put("/api/me", json={"nick": wished}).json()["code"] == "bad-nick"


def test_nobody_buys_in_again_who_has_enough(doors: Doors) -> None:
    assert doors.client.post("/api/me/rebuy").json()["code"] == "rich-enough"
    table = doors.open_table("flip-it")
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"red": 50_000, "odd": 45_000})
        assert doors.client.post("/api/me/rebuy").json()["code"] == "rich-enough"
        while seated.you["bankroll"] >= 10_000 or seated.table["seats"]["1"]["bets"]:
            seated.say("ready")
            share = min(seated.you["bankroll"] // 200 * 100, 50_000)
            if share < 100:
                break
            seated.say("bet", bets={"black": share, "red": share})
            if seated.you["bankroll"] < 10_000:
                seated.say("ready")
    me = doors.client.get("/api/me").json()
    if me["may_rebuy"]:
        assert doors.client.post("/api/me/rebuy").json()["bankroll"] == 100_000


def test_the_cookie_cannot_be_read_by_scripts_or_forged(doors: Doors) -> None:
    other = doors.newcomer()
    fresh = other.get("/api/me", headers={"cookie": ""})
    cookie = fresh.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    player = doors.client.cookies["pitboss"].partition(".")[0]
    forged = other.get("/api/me", headers={"cookie": f"pitboss={player}.{'0' * 64}"})
    assert "set-cookie" in forged.headers  # a stranger, welcomed as a newcomer


def test_the_page_asks_nothing_of_other_machines(doors: Doors) -> None:
    page = doors.client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    from pitboss.server.app import STATIC

    files = [path for path in STATIC.rglob("*") if path.is_file()]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert {address for address in re.findall(r"https?://[^\s\"'`)]+", text) if "${" not in address} <= {
        "http://www.w3.org/2000/svg"
    }


def test_a_room_is_small() -> None:
    """Scripts of a room are loaded on entering it. The rest is the lobby and the tables, without the fonts."""
    from pitboss.server.app import STATIC

    left = _size(STATIC)
    for room, most in {"school": 72_000, "lab": 92_000, "office": 32_000}.items():
        its = _size(STATIC / "js" / room)
        assert 0 < its < most, room
        left -= its
    assert left < 450_000


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_a_round_that_is_not_over_is_not_told(doors: Doors) -> None:
    table = doors.open_table()
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        answer = doors.client.get(f"/api/tables/{table}/rounds/1")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-round")
        seated.say("say", answer="none", offer=0)
        assert doors.client.get(f"/api/tables/{table}/rounds/1").json()["net"].keys() == {"1"}
        assert doors.client.get("/api/me/score").json()["lines"][0]["number"] == 1


def test_what_is_left_in_a_shoe_is_told_to_nobody(doors: Doors) -> None:
    table = doors.open_table("flip-it")
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"red": 500})
        seated.say("ready")
    kept = doors.client.get(f"/api/tables/{table}/rounds/1").json()
    assert kept["record"]["pack"].split()[-1] == "..."
    used = len(kept["proof"]["cards"].split())
    assert used == len(kept["record"]["pack"].split()) - 1 <= 12
    assert "secret" not in json.dumps(kept)


def test_buckets_fill_up_again() -> None:
    bucket = Bucket(rate=2, most=3)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    many: Buckets[str] = Buckets(rate=0, most=1, kept=2)
    assert many.take("a", 0.0)
    assert not many.take("a", 0.0)
    assert many.take("b", 0.0)
    assert many.take("c", 0.0)
    assert many.take("a", 0.0)  # forgotten, as the oldest of three


def test_what_the_house_cannot_write_or_read_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    with open_house() as doors:
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            patch.setattr(Sqlite, "run", broken)
            answers = [
                doors.client.put("/api/me", json={"nick": "Ann"}),
                doors.client.post("/api/tables", json={"game": "flop22"}),
                doors.client.get("/api/me/score"),
                doors.client.get("/api/tables/x/rounds/1"),
            ]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
            *[(503, "not-written")] * 2,
            *[(503, "not-read")] * 2,
        ]
        assert doors.client.get("/api/me").json()["nick"].startswith("Guest")
        doors.open_table()


@pytest.mark.parametrize(
    ("text", "code"),
    [("a" + ".a" * 9000 + " = 1", "too-deep"), ("".join(f"x{n} = 1\n" for n in range(3300)), "too-long")],
    ids=["a deep name", "many keys"],
)
def test_house_rules_that_take_long_to_read_are_not_read(doors: Doors, text: str, code: str) -> None:
    began = time.process_time()
    answer = doors.client.post("/api/rules/check", json={"game": "flop22", "rules": text})
    assert answer.json()["code"] == code if len(text) <= 20_000 else answer.status_code == 422
    assert time.process_time() - began < 0.5  # CPU time: it was 1.5 s


def test_a_long_body_is_refused_before_it_is_read(doors: Doors) -> None:
    long = b'{"game": "flop22", "rules": "' + b" " * 100_000 + b'"}'
    answer = doors.client.post("/api/rules/check", content=long)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")
    answer = doors.client.post("/api/rules/check", content=iter([long]))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


@pytest.mark.parametrize("host", ["evil.example", "evil@localhost", "localhost@evil.example"])
def test_a_refused_host_gets_the_security_headers_too(doors: Doors, host: str) -> None:
    answer = doors.client.get("/api/games", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_two_hosts_are_no_host(doors: Doors) -> None:
    answer = doors.client.get("/api/games", headers=[("Host", "localhost"), ("Host", "evil.example")])
    assert answer.status_code == 403


def test_behind_a_proxy_the_house_has_a_name(tmp_path: Path) -> None:
    app = make_app(House(str(tmp_path / "house.db"), tick_seconds=None, url="https://casino.example.com/"))
    headers = {"Host": "casino.example.com", "Origin": "https://casino.example.com"}
    with TestClient(app, base_url="http://casino.example.com") as client:
        welcomed = client.get("/api/me", headers=headers)
        assert welcomed.status_code == 200
        assert "Secure" in welcomed.headers["Set-Cookie"]
        cookie = {"Cookie": welcomed.headers["Set-Cookie"].partition(";")[0]}
        table = client.post("/api/tables", json={"game": "flop22"}, headers=headers | cookie).json()["id"]
        with client.websocket_connect(f"/ws/{table}", headers=headers | cookie) as socket:
            assert socket.receive_json()["type"] == "hello"
        assert client.get("/api/me", headers={"Host": "other.example.com"}).status_code == 403
