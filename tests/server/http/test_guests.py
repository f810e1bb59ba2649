"""Guests: a visitor is not stored, and costs the same regardless of the number of players."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from pitboss.server.players import cookies
from pitboss.server.players.players import Players
from pitboss.server.store.store import Store, open_store
from pitboss.table.transfers import GRANT, purse
from server.support.house import RunningServer, audited, run_server


def stored_players(server: RunningServer) -> tuple[int, dict[str, str]]:
    store: Store = server.client.app.state.registry.writer.store  # type: ignore[attr-defined]
    return store.head.number, store.players()


def test_visitor_who_only_looks_is_not_stored(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        table = server.open_table()
        before = stored_players(server)
        for _ in range(50):
            visitor = server.newcomer()
            shown = visitor.get("/api/me").json()
            assert shown["nick"].startswith("Guest ")
            assert (shown["bankroll"], shown["may_rebuy"]) == (GRANT, False)
            assert visitor.get("/api/me").json() == shown  # the cookie is enough
        with server.at(table, visitor) as seated:
            assert seated.you["bankroll"] == GRANT
        assert stored_players(server) == before == (before[0], {})


def test_guest_is_stored_with_the_first_bet_or_chosen_name(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with run_server(path) as server:
        better, named = server.newcomer(), server.newcomer()
        nick = better.get("/api/me").json()["nick"]
        with server.at(server.open_table("flip-it"), better) as seated:
            seated.say("sit", seat=1)
            assert stored_players(server)[1] == {}
            assert seated.say("bet", bets={"red": 500})["type"] == "done"
            assert seated.you["bankroll"] == GRANT - 500
            seated.say("ready")
        assert list(stored_players(server)[1].values()) == [nick]
        assert named.put("/api/me", json={"nick": "Nora"}).json() == {
            "nick": "Nora", "bankroll": GRANT, "may_rebuy": False,
        }  # fmt: skip
        ids = {one.cookies[cookies.NAME].partition(".")[0] for one in (better, named)}
        assert stored_players(server)[1].keys() == ids
    store = open_store(path)
    assert audited(store).faults == []
    assert {purse(player) for player in ids} <= store.balances().keys()
    store.close()


def test_guest_who_cannot_be_stored_places_no_bet(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server, server.at(server.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        store = server.client.app.state.registry.writer.store  # type: ignore[attr-defined]
        write, store.write = store.write, lambda writings: [OSError("full")] * len(writings)
        assert seated.say("bet", bets={"red": 500})["code"] == "not-written"
        store.write = write
        assert seated.say("bet", bets={"red": 500})["type"] == "done"
        assert seated.you["bankroll"] == GRANT - 500


def test_player_who_lost_everything_is_not_a_new_guest(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        server.client.put("/api/me", json={"nick": "Nora"}).raise_for_status()
        player = server.client.cookies[cookies.NAME].partition(".")[0]

        def lose(registry: object) -> None:
            registry.bank._written[purse(player)] = 0  # type: ignore[attr-defined]

        server.in_registry(lose)
        assert server.client.get("/api/me").json()["bankroll"] == 0


class LookupOnly(dict[str, str]):
    """Nicknames that support lookup but not iteration."""

    def __iter__(self) -> object:  # type: ignore[override]
        raise AssertionError("a newcomer went through all nicknames")

    keys = values = items = __iter__  # type: ignore[assignment]


def test_new_guest_cost_is_independent_of_player_count(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        players: Players = server.client.app.state.registry.players  # type: ignore[attr-defined]
        players.nicks = LookupOnly()
        visitor = TestClient(server.client.app, base_url="http://localhost")
        visitor.portal = server.client.portal
        assert visitor.get("/api/me").json()["nick"].startswith("Guest ")
        assert visitor.put("/api/me", json={"nick": "Nora"}).json()["nick"] == "Nora"
