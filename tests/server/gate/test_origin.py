"""Origin checks against the public URL's scheme, name and port, and HSTS over https."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from pitboss.server.app import make_app
from pitboss.server.config import ServerConfig
from pitboss.server.gate.message_limits import is_our_origin

URL, HOST = "https://casino.example.com/", "casino.example.com"


@pytest.mark.parametrize(
    ("origin", "is_ours"),
    [
        ("https://casino.example.com", True),
        ("https://casino.example.com:443", True),
        ("http://casino.example.com", False),
        ("https://casino.example.com:8443", False),
        ("https://casino.example.com:x", False),
        ("https://evil.example.com", False),
        ("null", False),
        (None, True),
    ],
)
def test_origin_must_match_the_public_url(origin: str | None, is_ours: bool) -> None:
    assert is_our_origin(origin, HOST, URL) is is_ours


def test_local_address_still_serves_its_own_pages() -> None:
    assert is_our_origin("http://127.0.0.1:8022", "127.0.0.1:8022", URL)
    assert not is_our_origin("http://127.0.0.1:8022", "localhost:8022", URL)


def test_page_without_tls_can_neither_request_nor_sit() -> None:
    app = make_app(ServerConfig(":memory:", url=URL, tick_seconds=None))
    with TestClient(app, base_url=URL) as client:
        assert client.get("/api/me").status_code == 200
        plain, ours = {"Origin": "http://casino.example.com"}, {"Origin": "https://casino.example.com"}
        assert client.post("/api/me/rebuy", headers=plain).json()["code"] == "other-origin"
        assert client.post("/api/me/rebuy", headers=ours).json()["code"] == "rich-enough"
        table = client.post("/api/tables", json={"game": "flop22"}, headers=ours).json()["id"]
        with (
            pytest.raises(WebSocketDenialResponse),
            client.websocket_connect(f"wss://{HOST}/ws/{table}", headers=plain),
        ):
            pass
        with client.websocket_connect(f"wss://{HOST}/ws/{table}", headers=ours) as socket:
            assert socket.receive_json()["type"] == "hello"


@pytest.mark.parametrize(("url", "is_sent"), [(URL, True), ("http://casino.example.com/", False), (None, False)])
def test_hsts_is_sent_only_with_an_https_url(url: str | None, is_sent: bool) -> None:
    with TestClient(
        make_app(ServerConfig(":memory:", url=url, tick_seconds=None)), base_url=url or "http://localhost"
    ) as client:
        assert ("Strict-Transport-Security" in client.get("/").headers) is is_sent
        assert ("Strict-Transport-Security" in client.get("/api/me").headers) is is_sent


@pytest.mark.parametrize(
    ("url", "name", "is_secure"),
    [(URL, "__Host-pitboss", True), ("http://casino.example.com/", "pitboss", False), (None, "pitboss", False)],
)
def test_cookie_is_bound_to_the_host_with_an_https_url(url: str | None, name: str, is_secure: bool) -> None:
    with TestClient(
        make_app(ServerConfig(":memory:", url=url, tick_seconds=None)), base_url=url or "http://localhost"
    ) as client:
        header = client.get("/api/me").headers["Set-Cookie"]
        said, *attributes = header.split("; ")
        assert said.partition("=")[0] == name
        assert ("Secure" in attributes) is is_secure
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(attributes)
        assert not [attribute for attribute in attributes if attribute.lower().startswith("domain")]


def test_planted_cookie_does_not_replace_the_players_own() -> None:
    """A subdomain or a page without TLS can set a cookie named `pitboss`, with a signature that the house gave it."""
    with TestClient(make_app(ServerConfig(":memory:", url=URL, tick_seconds=None)), base_url=URL) as client:
        own = client.get("/api/me").json()["nick"]
        mine = client.cookies["__Host-pitboss"]
        client.cookies.clear()
        others = client.get("/api/me").json()["nick"]
        planted = {"cookie": f"pitboss={client.cookies['__Host-pitboss']}; __Host-pitboss={mine}"}
        client.cookies.clear()
        assert own != others
        assert client.get("/api/me", headers=planted).json()["nick"] == own
        for forged in ("", f"{mine[:-1]}x"):
            sent = planted["cookie"].replace(f"__Host-pitboss={mine}", f"__Host-pitboss={forged}")
            client.cookies.clear()
            assert client.get("/api/me", headers={"cookie": sent}).json()["nick"] not in (own, others)


def test_cookie_from_before_the_https_url_is_replaced() -> None:
    with TestClient(make_app(ServerConfig(":memory:", url=URL, tick_seconds=None)), base_url=URL) as client:
        own = client.get("/api/me").json()["nick"]
        signed = client.cookies["__Host-pitboss"]
        client.cookies.clear()
        client.cookies.set("pitboss", signed, domain=HOST)
        assert client.get("/api/me").json()["nick"] == own
        assert dict(client.cookies) == {"__Host-pitboss": signed}
        table = client.post("/api/tables", json={"game": "flop22"}, headers={"Origin": URL.rstrip("/")}).json()["id"]
        with client.websocket_connect(f"wss://{HOST}/ws/{table}") as socket:
            assert socket.receive_json()["type"] == "hello"
