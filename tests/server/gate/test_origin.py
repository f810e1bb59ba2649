"""Whose page asks: with a public URL its scheme, name and port, and over https browsers are told to stay there."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from pitboss.server.app import make_app
from pitboss.server.config import House
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
def test_with_a_url_the_origin_has_its_scheme_name_and_port(origin: str | None, is_ours: bool) -> None:
    assert is_our_origin(origin, HOST, URL) is is_ours


def test_the_machines_own_address_still_serves_its_own_pages() -> None:
    assert is_our_origin("http://127.0.0.1:8022", "127.0.0.1:8022", URL)
    assert not is_our_origin("http://127.0.0.1:8022", "localhost:8022", URL)


def test_a_page_without_tls_neither_asks_nor_sits_down() -> None:
    app = make_app(House(":memory:", url=URL, tick_seconds=None))
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
def test_browsers_are_told_to_stay_with_https_where_the_house_has_it(url: str | None, is_sent: bool) -> None:
    with TestClient(
        make_app(House(":memory:", url=url, tick_seconds=None)), base_url=url or "http://localhost"
    ) as client:
        assert ("Strict-Transport-Security" in client.get("/").headers) is is_sent
        assert ("Strict-Transport-Security" in client.get("/api/me").headers) is is_sent
