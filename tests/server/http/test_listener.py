"""The listening socket: the address that other machines on the network are told to open."""

from __future__ import annotations

import socket

import pytest

from pitboss.server.http import listener


def test_server_on_every_address_shows_one_that_others_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "ELSEWHERE", ("127.0.0.1", 9))  # the route that every machine has
    with listener.listen("0.0.0.0", 0) as listening:
        assert listener.network_url(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"


def test_server_on_loopback_has_no_network_address() -> None:
    with listener.listen("127.0.0.1", 0) as listening:
        assert listener.network_url(listening) is None


def test_machine_without_a_network_has_no_network_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_route(*_: object) -> socket.socket:
        raise OSError("network is unreachable")

    with listener.listen("0.0.0.0", 0) as listening:
        monkeypatch.setattr(socket, "socket", no_route)
        assert listener.network_url(listening) is None
