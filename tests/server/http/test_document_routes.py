"""Papers over HTTP: made beside the tables, one after the other, told as they grow, kept by their rules."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.app import make_app
from pitboss.server.config import House
from pitboss.server.jobs import documents
from pitboss.server.jobs.documents import KINDS, MAKING, READY, WAITING, PaperOrder, Paperwork, make_paper, paper_of
from server.support.house import Clock

FLOP22 = GAMES["flop22"]


class Press:
    """Makes papers when a test lets it."""

    def __init__(self) -> None:
        self.orders: list[PaperOrder] = []
        self.told, self.go_on, self.fault = threading.Event(), threading.Event(), False

    def __call__(self, order: PaperOrder, path: Path, tell: Callable[[float, str], None]) -> None:
        self.orders.append(order)
        tell(0.4, "counting")
        self.told.set()
        assert self.go_on.wait(60)
        if self.fault:
            raise Refused("no-typst", "a PDF needs typst")
        path.write_bytes(b"%PDF of " + order.name.encode())


@pytest.fixture
def press() -> Press:
    return Press()


@pytest.fixture
def work(tmp_path: Path, press: Press) -> Iterator[Paperwork]:
    made = Paperwork(tmp_path / "papers", press)
    yield made
    press.go_on.set()
    made.close()


@pytest.fixture
def house(work: Paperwork, tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(House(str(tmp_path / "house.db"), now=Clock(), tick_seconds=None, papers=work))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def until(press: Press, look: Callable[[], Any], wanted: str) -> Any:
    """Look until the press, which was let go on, has come so far."""
    for _ in range(6000):
        if (found := look())["state"] == wanted:
            return found
        time.sleep(0.01)
    raise AssertionError(found)


def test_a_paper_is_made_in_the_background_and_told_as_it_grows(house: TestClient, press: Press) -> None:
    assert [paper["state"] for paper in house.get("/api/games/flop22/papers").json()] == ["missing"] * len(KINDS)
    ordered = house.post("/api/games/flop22/papers/sheet", headers={"Origin": "http://localhost"})
    assert ordered.status_code == 200
    assert ordered.json()["state"] in (WAITING, MAKING)
    assert press.told.wait(60)

    def look() -> Any:
        return next(paper for paper in house.get("/api/games/flop22/papers").json() if paper["kind"] == "sheet")

    assert (look()["state"], look()["share"], look()["words"], look()["address"]) == (MAKING, 0.4, "counting", "")
    assert house.get("/api/lobby").status_code == 200  # the house goes on
    press.go_on.set()
    ready = until(press, look, READY)
    file = house.get(ready["address"])
    assert file.content.startswith(b"%PDF of flop22-")
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["content-disposition"].startswith("inline")


def test_a_table_has_papers_for_its_own_rules(house: TestClient, press: Press) -> None:
    press.go_on.set()
    wanted = {"game": "flop22", "rules": 'match_pays = "15:1"', "bots": 0}
    table = house.post("/api/tables", json=wanted, headers={"Origin": "http://localhost"}).json()["id"]
    house.post(f"/api/tables/{table}/papers/card", headers={"Origin": "http://localhost"})

    def look() -> Any:
        return next(paper for paper in house.get(f"/api/tables/{table}/papers").json() if paper["kind"] == "card")

    until(press, look, READY)
    assert press.orders[0].rules == {"match_pays": "15:1"}
    plain = next(paper for paper in house.get("/api/games/flop22/papers").json() if paper["kind"] == "card")
    assert plain["state"] == "missing"


def test_what_is_made_is_kept_by_its_rules(work: Paperwork, press: Press, tmp_path: Path) -> None:
    press.go_on.set()
    work.order(FLOP22, FLOP22.rules(), "card")
    until(press, lambda: work.state(FLOP22, FLOP22.rules(), "card")._asdict(), READY)
    again = Paperwork(tmp_path / "papers", press)  # the next day of the house
    assert again.order(FLOP22, FLOP22.rules(), "card").state == READY
    assert again.state(FLOP22, FLOP22.rules().but(seats=3), "card").state == "missing"
    assert len(press.orders) == 1


def test_the_same_paper_is_made_once_and_others_wait_for_their_turn(work: Paperwork, press: Press) -> None:
    rules = FLOP22.rules()
    for _ in range(3):
        work.order(FLOP22, rules, "sheet")
    assert press.told.wait(60)
    assert work.order(FLOP22, rules, "card") == documents.PaperState(WAITING, 0.0, "waits for its turn")
    assert len(press.orders) == 1


def test_too_many_are_refused(work: Paperwork, press: Press) -> None:
    work.order(FLOP22, FLOP22.rules(), "sheet")
    assert press.told.wait(60)
    houses = [FLOP22.rules().but(ante_limit=f"${limit}") for limit in range(20, 19 + documents.MOST)]
    for number, rules in enumerate(houses):
        work.order(FLOP22, rules, "sheet", f"player {number}")
    with pytest.raises(Refused, match="ask again in a while"):
        work.order(FLOP22, FLOP22.rules().but(ante_limit="$99"), "sheet", "another")


def test_one_player_cannot_have_all_of_them(work: Paperwork, press: Press) -> None:
    work.order(FLOP22, FLOP22.rules(), "sheet", "greedy")
    assert press.told.wait(60)
    houses = [FLOP22.rules().but(ante_limit=f"${limit}") for limit in range(20, 19 + documents.MOST_EACH)]
    for rules in houses:
        work.order(FLOP22, rules, "sheet", "greedy")
    with pytest.raises(Refused, match="ask again in a while"):
        work.order(FLOP22, FLOP22.rules().but(ante_limit="$99"), "sheet", "greedy")
    assert work.order(FLOP22, FLOP22.rules().but(ante_limit="$99"), "sheet", "patient").state == WAITING


def test_a_fault_is_told_and_may_be_tried_again(house: TestClient, press: Press) -> None:
    press.fault = True
    press.go_on.set()
    house.post("/api/games/flop22/papers/report", headers={"Origin": "http://localhost"})

    def look() -> Any:
        return house.get("/api/games/flop22/papers").json()[0]

    assert until(press, look, "failed")["words"] == "a PDF needs typst"
    press.fault = False
    house.post("/api/games/flop22/papers/report", headers={"Origin": "http://localhost"})
    until(press, look, READY)


@pytest.mark.parametrize("path", ["/api/papers/nothing", "/api/papers/..%2f..%2fetc%2fpasswd", "/api/papers/.."])
def test_only_papers_are_given_out(house: TestClient, path: str) -> None:
    assert house.get(path).status_code == 404


def test_what_is_no_paper_or_no_table_is_refused(house: TestClient) -> None:
    ours = {"Origin": "http://localhost"}
    assert house.post("/api/games/flop22/papers/novel", headers=ours).json()["code"] == "no-such-paper"
    assert house.post("/api/games/chess/papers/card", headers=ours).status_code == 404
    assert house.get("/api/tables/none/papers").status_code == 404
    assert house.post("/api/games/flop22/papers/card", headers={"Origin": "http://elsewhere"}).status_code == 403


def test_a_house_without_papers_has_none(tmp_path: Path) -> None:
    app = make_app(House(str(tmp_path / "house.db"), now=Clock(), tick_seconds=None))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/api/games/flop22/papers").json() == []
        ordered = client.post("/api/games/flop22/papers/card", headers={"Origin": "http://localhost"})
        assert (ordered.status_code, ordered.json()["code"]) == (404, "no-papers")


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_a_paper_is_a_pdf(kind: str) -> None:
    told: list[tuple[float, str]] = []
    made = paper_of(PaperOrder("x", kind, "flop22", {"seats": 3}), lambda share, words: told.append((share, words)))
    assert made.startswith(b"%PDF")
    assert [share for share, _ in told] == sorted(share for share, _ in told)


def test_the_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "paper_of", lambda order, tell: tell(0.5, "half") or b"%PDF")
    sent: list[tuple[float, str]] = []
    make_paper(sent.append, PaperOrder("x", "card", "flop22", {}), str(tmp_path / "x.pdf"))
    assert sent == [(0.5, "half")]
    assert [file.name for file in tmp_path.iterdir()] == ["x.pdf"]
    with pytest.raises(Refused, match="could not be written"):
        make_paper(sent.append, PaperOrder("x", "card", "flop22", {}), str(tmp_path / "missing" / "x.pdf"))


def test_a_real_process_makes_a_card(tmp_path: Path) -> None:
    work = Paperwork(tmp_path)
    work.order(FLOP22, FLOP22.rules(), "card")
    found = until(Press(), lambda: work.state(FLOP22, FLOP22.rules(), "card")._asdict(), READY)
    assert found["share"] == 1
    assert work.file(work.name(FLOP22, FLOP22.rules(), "card")).read_bytes().startswith(b"%PDF")
    work.close()


def _state(work: Paperwork, rules: Any) -> dict[str, Any]:
    return work.state(FLOP22, rules, "card")._asdict()


def test_only_the_newest_are_kept(
    work: Paperwork, press: Press, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_KEPT", 2)
    press.go_on.set()
    for seats in (1, 2, 3, 4):
        rules = FLOP22.rules().but(seats=seats)
        work.order(FLOP22, rules, "card")
        until(press, partial(_state, work, rules), READY)
    work._queue.submit("", lambda: None).result(60)  # the files are deleted after the last document is ready
    assert len(list((tmp_path / "papers").iterdir())) == 2


def test_one_address_cannot_fill_the_queue(work: Paperwork, press: Press) -> None:
    """Four addresses fill all places; a fifth still gets one, and the newest of the greediest makes way."""
    rules = [FLOP22.rules.read({"ante_limit": 3000 + 100 * number}) for number in range(20)]
    places = iter(rules)
    greedy = [[next(places) for _ in range(4)] for _ in range(3)]
    for number, wanted in enumerate(greedy):
        for one in wanted:
            work.order(FLOP22, one, "sheet", f"10.0.0.{number}")
    with pytest.raises(Refused, match="many papers"):  # more cookies do not help: the address counts
        work.order(FLOP22, next(places), "sheet", "10.0.0.0")
    work.order(FLOP22, last := next(places), "sheet", "10.0.0.8")  # the thirteenth and last place
    honest = next(places)
    assert work.order(FLOP22, honest, "sheet", "10.0.0.9").state == WAITING
    states = [[work.state(FLOP22, one, "sheet").state for one in wanted] for wanted in greedy]
    assert [row[-1] for row in states].count(documents.FAILED) == 1
    assert sum(state == documents.FAILED for row in states for state in row) == 1
    assert work.state(FLOP22, last, "sheet").state == WAITING
    press.go_on.set()
    until(press, lambda: work.state(FLOP22, honest, "sheet")._asdict(), READY)


def test_equal_shares_displace_nobody(work: Paperwork) -> None:
    rules = [FLOP22.rules.read({"ante_limit": 3000 + 100 * number}) for number in range(14)]
    for number, one in enumerate(rules[:13]):
        work.order(FLOP22, one, "sheet", f"10.0.0.{number}")
    with pytest.raises(Refused, match="many papers"):
        work.order(FLOP22, rules[13], "sheet", "10.0.0.99")
