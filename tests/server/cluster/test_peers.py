"""How the processes of a house reach and know each other."""

from __future__ import annotations

import pytest

from pitboss.play.refused import Refused
from pitboss.server.cluster.peer_addresses import Peering
from pitboss.server.cluster.peer_auth import HEADER, Peers
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
def test_where_a_process_is_reached(said: str | None, processes: int, meant: tuple[str, int] | None) -> None:
    assert Peering.read(said, processes) == meant


@pytest.mark.parametrize("said", ["", ":8100", "10.0.0.5:port", "10.0.0.5:65535", "2001:db8::5"])
def test_what_is_no_such_place_is_refused(said: str) -> None:
    with pytest.raises(Refused, match=r"like 10\.0\.0\.5 or 10\.0\.0\.5:8100"):
        Peering.read(said, 2)


def test_a_process_has_an_address_of_its_own_that_the_others_are_told() -> None:
    peering = Peering("127.0.0.1", 0)
    one, two = peering.socket(0), peering.socket(1)
    assert peering.address_of(one) != peering.address_of(two)
    one.close()
    two.close()


def test_who_is_passed_on_is_believed_only_with_the_key_of_the_house() -> None:
    ours, theirs = Peers(b"ours"), Peers(b"theirs")
    name, _, value = ours.signed("192.0.2.7").strip().partition(b": ")
    assert name == HEADER
    assert ours.client([(b"host", b"x"), (name.title(), value)]) == "192.0.2.7"
    assert theirs.client([(name, value)]) is None
    assert ours.client([(name, value.replace(b"192.0.2.7", b"192.0.2.8"))]) is None
    assert ours.client([(name, b"192.0.2.7")]) is None
    assert ours.client([]) is None


def test_a_file_cannot_be_served_by_several(tmp_path: pytest.TempPathFactory) -> None:
    with pytest.raises(Refused, match="several processes need PostgreSQL"):
        serve(port=0, database=f"{tmp_path}/house.db", open_browser=False, processes=2)
