"""The HTTP API: its OpenAPI schema holds for any input."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings

from pitboss.games import GAMES
from pitboss.server.app import make_app
from pitboss.server.config import ServerConfig
from pitboss.server.gate.rate_limits import Bucket, Buckets
from pitboss.server.store.database import Sqlite
from pitboss.server.tables.registry import LISTED_SECONDS
from server.support.house import GENEROUS_LIMITS, RunningServer, reject_parsing, run_server

HERE = {"Host": "localhost"}
app = make_app(ServerConfig(":memory:", tick_seconds=None, limits=GENEROUS_LIMITS))
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HERE)
# It would look for constants in our modules with `ast.parse`, which before CPython 3.11.8 fails occasionally when
# another thread is parsing too ("AST constructor recursion depth mismatch", python/cpython#106905).
schema.config.analysis.constants.enabled = False


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_api_conforms_to_its_schema(case: Any) -> None:
    # A schema cannot express an unknown game, or valid TOML that is not a rules file.
    left_out = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]
    answer = case.call(headers=HERE)
    if answer.status_code == 413:  # rejected for its length before it is parsed
        left_out.append(schemathesis.checks.CHECKS.get_one("negative_data_rejection"))
    case.validate_response(answer, excluded_checks=left_out)


def test_house_rules_errors_match_the_command_line(server: RunningServer) -> None:
    refused = server.client.post("/api/tables", json={"game": "flop22", "rules": "ante_limt = 20"})
    assert refused.status_code == 422
    assert refused.json()["reason"] == "Flop 22 has no option 'ante_limt': did you mean 'ante_limit'?"
    refused = server.client.post("/api/rules/check", json={"game": "flop22", "rules": "ante_limit = "})
    assert refused.json()["code"] == "bad-toml"
    opened = server.client.post("/api/tables", json={"game": "flop22", "rules": "seats = 2\nante_limit = 25"}).json()
    assert opened["changed"] == {"seats": 2, "ante_limit": "$25"}
    assert opened["free"] == [1, 2]


@pytest.mark.parametrize("game", list(GAMES))
def test_offered_rules_file_is_accepted(server: RunningServer, game: str) -> None:
    text = server.client.get(f"/api/games/{game}/rules").text
    checked = server.client.post("/api/rules/check", json={"game": game, "rules": text})
    assert checked.json() == {"changed": {}}


def test_private_table_is_not_listed(server: RunningServer) -> None:
    server.open_table(private=True)
    shown = server.open_table()
    assert [table["id"] for table in server.newcomer().get("/api/tables").json()] == [shown]


def test_unwatched_table_is_listed_only_for_its_players(server: RunningServer) -> None:
    table = server.open_table("flip-it")
    watcher = server.newcomer()
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        server.clock.time += 10 * LISTED_SECONDS
        assert [one["id"] for one in watcher.get("/api/tables").json()] == [table]
    for _ in range(100):  # until the server has noticed the disconnect, and for a minute after that
        server.clock.time += LISTED_SECONDS + 1
        if not watcher.get("/api/tables").json():
            break
    assert watcher.get("/api/tables").json() == []
    assert watcher.get("/api/lobby").json()["tables"] == []
    assert [one["id"] for one in server.client.get("/api/tables").json()] == [table]


@pytest.mark.parametrize(
    ("wished", "taken"),
    [
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Four", None),  # joined emoji stay joined
        ("\U0001f3f3\ufe0f\u200d\U0001f308", None),
        ("Bob\u200d", "Bob"),  # a joiner that joins nothing would only hide
        ("B\u200dob\u202e", "Bob"),
        ("\U0001f469\u200d\U0001f680" * 20, None),  # twenty astronauts are twenty characters
    ],
)
def test_nickname_keeps_emoji_and_loses_invisible_characters(
    server: RunningServer, wished: str, taken: str | None
) -> None:
    answer = server.client.put("/api/me", json={"nick": wished})
    assert answer.json()["nick"] == (taken or wished)


def test_overlong_or_empty_nickname_is_rejected(server: RunningServer) -> None:
    for wished in ("x" * 21, "\u200d\u200d", " "):
        assert server.client.put("/api/me", json={"nick": wished}).json()["code"] == "bad-nick"


def test_rebuy_is_rejected_with_enough_chips(server: RunningServer) -> None:
    assert server.client.post("/api/me/rebuy").json()["code"] == "rich-enough"
    table = server.open_table("flip-it")
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"red": 50_000, "odd": 45_000})
        assert server.client.post("/api/me/rebuy").json()["code"] == "rich-enough"
        while seated.you["bankroll"] >= 10_000 or seated.table["seats"]["1"]["bets"]:
            seated.say("ready")
            share = min(seated.you["bankroll"] // 200 * 100, 50_000)
            if share < 100:
                break
            seated.say("bet", bets={"black": share, "red": share})
            if seated.you["bankroll"] < 10_000:
                seated.say("ready")
    me = server.client.get("/api/me").json()
    if me["may_rebuy"]:
        assert server.client.post("/api/me/rebuy").json()["bankroll"] == 100_000


def test_cookie_is_http_only_and_signed(server: RunningServer) -> None:
    other = server.newcomer()
    fresh = other.get("/api/me", headers={"cookie": ""})
    cookie = fresh.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    player = server.client.cookies["pitboss"].partition(".")[0]
    forged = other.get("/api/me", headers={"cookie": f"pitboss={player}.{'0' * 64}"})
    assert "set-cookie" in forged.headers  # an unknown cookie is treated as a new player


def test_page_loads_nothing_from_other_hosts(server: RunningServer) -> None:
    page = server.client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    from pitboss.server.app import STATIC

    files = [path for path in STATIC.rglob("*") if path.is_file()]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert {address for address in re.findall(r"https?://[^\s\"'`)]+", text) if "${" not in address} <= {
        "http://www.w3.org/2000/svg"
    }


def test_style_sheets_of_a_page_come_in_one_response(server: RunningServer) -> None:
    from pitboss.server.app import STATIC

    path, _ = re.findall(r"/static/\w+/css/[^\"]+", server.client.get("/").text)
    folder, names = path.rpartition("/")[::2]
    each = [(STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in names[:-4].split("+")]
    answer = server.client.get(path)
    assert len(each) > 1
    assert answer.text == "\n".join(each)
    assert "immutable" in answer.headers["cache-control"]
    for wrong in ("tokens+nothing", "tokens+tokens", "tokens+../index"):
        assert server.client.get(f"{folder}/{wrong}.css").status_code == 404


def test_fonts_may_be_cached_and_only_the_lobby_preloads_its_files(server: RunningServer) -> None:
    lobby, career = (server.client.get(path).text for path in ("/", "/career"))
    fonts = re.findall(r"/fonts/[^\"]+", lobby)
    assert fonts == re.findall(r"/fonts/[^\"]+", career)
    assert len(fonts) == 3
    for address in fonts:
        font = server.client.get(address)
        assert font.content.startswith(b"OTTO")
        assert "immutable" in font.headers["cache-control"]
    assert [text.count("js/lobby/lobby.js") for text in (lobby, career)] == [1, 0]


def test_room_scripts_are_small() -> None:
    """Scripts of a room are loaded on entering it. The rest is the lobby and the tables, without fonts."""
    from pitboss.server.app import STATIC

    left = _size(STATIC)
    for room, most in {"school": 72_000, "lab": 86_000, "office": 30_000, "figures": 10_500}.items():
        its = _size(STATIC / "js" / room)
        assert 0 < its < most, room
        left -= its
    assert left < 450_000


def test_entering_the_lab_loads_under_70_kb() -> None:
    """The other tabs of the lab load their scripts when they are opened."""
    from pitboss.server.app import STATIC

    loaded, waiting = set(), [STATIC / "js" / "lab" / "lab.js"]
    while waiting:
        script = waiting.pop()
        if script in loaded:
            continue
        loaded.add(script)
        found = re.findall(r'^import .* from "(.+)";', script.read_text(encoding="utf-8"), re.MULTILINE)
        waiting += [(script.parent / path).resolve() for path in found]
    names = {f"{script.parent.name}/{script.name}" for script in loaded}
    assert {"lab/overview.js", "figures/plot.js"} < names
    assert "lab/strategy.js" not in names
    assert sum(script.stat().st_size for script in loaded) < 70_000


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_unfinished_round_is_not_shown(server: RunningServer) -> None:
    table = server.open_table()
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        answer = server.client.get(f"/api/tables/{table}/rounds/1")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-round")
        seated.say("say", answer="none", offer=0)
        assert server.client.get(f"/api/tables/{table}/rounds/1").json()["net"].keys() == {"1"}
        assert server.client.get("/api/me/score").json()["lines"][0]["number"] == 1


def test_undealt_cards_of_a_shoe_are_not_shown(server: RunningServer) -> None:
    table = server.open_table("flip-it")
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"red": 500})
        seated.say("ready")
    stored = server.client.get(f"/api/tables/{table}/rounds/1").json()
    assert stored["record"]["pack"].split()[-1] == "..."
    used = len(stored["proof"]["cards"].split())
    assert used == len(stored["record"]["pack"].split()) - 1 <= 12
    assert "secret" not in json.dumps(stored)


def test_buckets_refill() -> None:
    bucket = Bucket(rate=2, most=3)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    many: Buckets[str] = Buckets(rate=0, most=1, capacity=2)
    assert many.take("a", 0.0)
    assert not many.take("a", 0.0)
    assert many.take("b", 0.0)
    assert many.take("c", 0.0)
    assert many.take("a", 0.0)  # evicted as the oldest of three


def test_database_errors_are_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    with run_server() as server:
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            patch.setattr(Sqlite, "run", broken)
            answers = [
                server.client.put("/api/me", json={"nick": "Ann"}),
                server.client.post("/api/tables", json={"game": "flop22"}),
                server.client.get("/api/me/score"),
                server.client.get("/api/tables/x/rounds/1"),
            ]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
            *[(503, "not-written")] * 2,
            *[(503, "not-read")] * 2,
        ]
        assert server.client.get("/api/me").json()["nick"].startswith("Guest")
        server.open_table()


@pytest.mark.parametrize(
    ("text", "code"),
    [("a" + ".a" * 9000 + " = 1", "too-deep"), ("".join(f"x{n} = 1\n" for n in range(3300)), "too-long")],
    ids=["a deep name", "many keys"],
)
def test_house_rules_slow_to_parse_are_rejected_before_parsing(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, text: str, code: str
) -> None:
    monkeypatch.setattr(tomllib, "loads", reject_parsing)
    answer = server.client.post("/api/rules/check", json={"game": "flop22", "rules": text})
    assert answer.json()["code"] == code if len(text) <= 20_000 else answer.status_code == 422


def test_long_body_is_rejected_before_reading(server: RunningServer) -> None:
    long = b'{"game": "flop22", "rules": "' + b" " * 100_000 + b'"}'
    answer = server.client.post("/api/rules/check", content=long)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")
    answer = server.client.post("/api/rules/check", content=iter([long]))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


@pytest.mark.parametrize("host", ["evil.example", "evil@localhost", "localhost@evil.example"])
def test_rejected_host_gets_security_headers(server: RunningServer, host: str) -> None:
    answer = server.client.get("/api/games", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_duplicate_host_is_rejected(server: RunningServer) -> None:
    answer = server.client.get("/api/games", headers=[("Host", "localhost"), ("Host", "evil.example")])
    assert answer.status_code == 403


def test_public_host_name_behind_a_proxy(tmp_path: Path) -> None:
    app = make_app(ServerConfig(str(tmp_path / "house.db"), tick_seconds=None, url="https://casino.example.com/"))
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
