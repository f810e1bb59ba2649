"""Addresses and authentication between the processes of a server."""

from __future__ import annotations

import pytest

from pitboss.play.refused import Refused
from pitboss.server.cluster.peers import HEADER, PeerSettings, PeerSigner
from pitboss.server.run import serve


@pytest.mark.parametrize(
    ("said", "processes", "meant"),
    [
        (None, 1, None),
        (None, 2, ("127.0.0.1", 0)),
        ("10.0.0.5", 1, ("10.0.0.5", 0)),
        ("10.0.0.5:8100", 4, ("10.0.0.5", 8100)),
        ("[2001:db8::5]:8100", 1, ("2001:db8::5", 8100)),
        ("[2001:db8::5]", 1, ("2001:db8::5", 0)),
        ("tables.example.com:8100", 1, ("tables.example.com", 8100)),
    ],
)
def test_peer_address_is_parsed(said: str | None, processes: int, meant: tuple[str, int] | None) -> None:
    assert PeerSettings.read(said, processes) == meant


@pytest.mark.parametrize("said", ["", ":8100", "10.0.0.5:port", "10.0.0.5:65535", "2001:db8::5"])
def test_invalid_peer_address_is_rejected(said: str) -> None:
    with pytest.raises(Refused, match=r"like 10\.0\.0\.5 or 10\.0\.0\.5:8100"):
        PeerSettings.read(said, 2)


def test_process_publishes_its_own_address() -> None:
    peering = PeerSettings("127.0.0.1", 0)
    one, two = peering.socket(0), peering.socket(1)
    assert peering.address_of(one) != peering.address_of(two)
    one.close()
    two.close()


def test_forwarded_identity_needs_the_server_key() -> None:
    ours, theirs = PeerSigner(b"ours"), PeerSigner(b"theirs")
    name, _, value = ours.signed("192.0.2.7").strip().partition(b": ")
    assert name == HEADER
    assert ours.client([(b"host", b"x"), (name.title(), value)]) == "192.0.2.7"
    assert theirs.client([(name, value)]) is None
    assert ours.client([(name, value.replace(b"192.0.2.7", b"192.0.2.8"))]) is None
    assert ours.client([(name, b"192.0.2.7")]) is None
    assert ours.client([]) is None


def test_file_database_rejects_several_processes(tmp_path: pytest.TempPathFactory) -> None:
    with pytest.raises(Refused) as fault:
        serve(port=0, database=f"{tmp_path}/house.db", open_browser=False, processes=2)
    assert fault.value.code == "one-process"
