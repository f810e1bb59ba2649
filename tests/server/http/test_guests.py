"""Guests: a visitor leaves nothing in the books, and costs the same however many came before."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from pitboss.server.players import cookies
from pitboss.server.players.players import Players
from pitboss.server.store.balances import GRANT
from pitboss.server.store.store import Store, open_store
from pitboss.table.transfers import purse
from server.support.house import Doors, audited, open_house


def stored(doors: Doors) -> tuple[int, dict[str, str]]:
    store: Store = doors.client.app.state.hall.writer.store  # type: ignore[attr-defined]
    return store.head.number, store.players()


def test_a_visitor_who_only_looks_is_not_stored(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        table = doors.open_table()
        before = stored(doors)
        for _ in range(50):
            visitor = doors.newcomer()
            shown = visitor.get("/api/me").json()
            assert shown["nick"].startswith("Guest ")
            assert (shown["bankroll"], shown["may_rebuy"]) == (GRANT, False)
            assert visitor.get("/api/me").json() == shown  # the cookie is enough
        with doors.at(table, visitor) as seated:
            assert seated.you["bankroll"] == GRANT
        assert stored(doors) == before == (before[0], {})


def test_a_guest_is_stored_with_the_first_bet_or_a_chosen_name(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_house(path) as doors:
        better, named = doors.newcomer(), doors.newcomer()
        nick = better.get("/api/me").json()["nick"]
        with doors.at(doors.open_table("flip-it"), better) as seated:
            seated.say("sit", seat=1)
            assert stored(doors)[1] == {}
            assert seated.say("bet", bets={"red": 500})["type"] == "done"
            assert seated.you["bankroll"] == GRANT - 500
            seated.say("ready")
        assert list(stored(doors)[1].values()) == [nick]
        assert named.put("/api/me", json={"nick": "Nora"}).json() == {
            "nick": "Nora", "bankroll": GRANT, "may_rebuy": False,
        }  # fmt: skip
        ids = {one.cookies[cookies.NAME].partition(".")[0] for one in (better, named)}
        assert stored(doors)[1].keys() == ids
    store = open_store(path)
    assert audited(store).faults == []
    assert {purse(player) for player in ids} <= store.balances().keys()
    store.close()


def test_a_guest_whose_money_cannot_be_stored_places_no_bet(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors, doors.at(doors.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        store = doors.client.app.state.hall.writer.store  # type: ignore[attr-defined]
        write, store.write = store.write, lambda writings: [OSError("full")] * len(writings)
        assert seated.say("bet", bets={"red": 500})["code"] == "not-written"
        store.write = write
        assert seated.say("bet", bets={"red": 500})["type"] == "done"
        assert seated.you["bankroll"] == GRANT - 500


def test_a_player_who_lost_everything_is_no_newcomer(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        doors.client.put("/api/me", json={"nick": "Nora"}).raise_for_status()
        player = doors.client.cookies[cookies.NAME].partition(".")[0]

        def lose(hall: object) -> None:
            hall.bank._written[purse(player)] = 0  # type: ignore[attr-defined]

        doors.in_hall(lose)
        assert doors.client.get("/api/me").json()["bankroll"] == 0


class Uncounted(dict[str, str]):
    """Nicknames that can be looked up, but not gone through."""

    def __iter__(self) -> object:  # type: ignore[override]
        raise AssertionError("a newcomer went through all nicknames")

    keys = values = items = __iter__  # type: ignore[assignment]


def test_a_newcomer_does_not_depend_on_the_number_of_players(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        players: Players = doors.client.app.state.hall.players  # type: ignore[attr-defined]
        players.nicks = Uncounted()
        visitor = TestClient(doors.client.app, base_url="http://localhost")
        visitor.portal = doors.client.portal
        assert visitor.get("/api/me").json()["nick"].startswith("Guest ")
        assert visitor.put("/api/me", json={"nick": "Nora"}).json()["nick"] == "Nora"
