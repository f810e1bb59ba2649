"""PDF documents over HTTP: made in the background one at a time, with progress, and cached by their rules."""

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
from pitboss.server.config import ServerConfig
from pitboss.server.jobs import documents
from pitboss.server.jobs.documents import (
    KINDS,
    MAKING,
    READY,
    WAITING,
    DocumentOrder,
    DocumentQueue,
    create_document,
    render_document,
)
from server.support.house import Clock

FLOP22 = GAMES["flop22"]


class ControlledMaker:
    """A document maker that the test controls."""

    def __init__(self) -> None:
        self.orders: list[DocumentOrder] = []
        self.began, self.go_on, self.fault = threading.Event(), threading.Event(), False

    def __call__(self, order: DocumentOrder, path: Path, tell: Callable[[float, str], None]) -> None:
        self.orders.append(order)
        tell(0.4, "counting")
        self.began.set()
        assert self.go_on.wait(60)
        if self.fault:
            raise Refused("no-typst", "a PDF needs typst")
        path.write_bytes(b"%PDF of " + order.name.encode())


@pytest.fixture
def maker() -> ControlledMaker:
    return ControlledMaker()


@pytest.fixture
def work(tmp_path: Path, maker: ControlledMaker) -> Iterator[DocumentQueue]:
    made = DocumentQueue(tmp_path / "papers", maker)
    yield made
    maker.go_on.set()
    made.close()


@pytest.fixture
def http_client(work: DocumentQueue, tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(ServerConfig(str(tmp_path / "house.db"), now=Clock(), tick_seconds=None, papers=work))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def until(maker: ControlledMaker, look: Callable[[], Any], wanted: str) -> Any:
    """Poll until the maker has made enough progress."""
    for _ in range(6000):
        if (found := look())["state"] == wanted:
            return found
        time.sleep(0.01)
    raise AssertionError(found)


def test_document_is_made_in_the_background_with_progress(http_client: TestClient, maker: ControlledMaker) -> None:
    assert [paper["state"] for paper in http_client.get("/api/games/flop22/papers").json()] == ["missing"] * len(KINDS)
    ordered = http_client.post("/api/games/flop22/papers/sheet", headers={"Origin": "http://localhost"})
    assert ordered.status_code == 200
    assert ordered.json()["state"] in (WAITING, MAKING)
    assert maker.began.wait(60)

    def look() -> Any:
        return next(paper for paper in http_client.get("/api/games/flop22/papers").json() if paper["kind"] == "sheet")

    assert (look()["state"], look()["share"], look()["words"], look()["address"]) == (MAKING, 0.4, "counting", "")
    assert http_client.get("/api/lobby").status_code == 200  # the server keeps responding
    maker.go_on.set()
    ready = until(maker, look, READY)
    file = http_client.get(ready["address"])
    assert file.content.startswith(b"%PDF of flop22-")
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["content-disposition"].startswith("inline")


def test_table_has_documents_for_its_own_rules(http_client: TestClient, maker: ControlledMaker) -> None:
    maker.go_on.set()
    wanted = {"game": "flop22", "rules": 'match_pays = "15:1"', "bots": 0}
    table = http_client.post("/api/tables", json=wanted, headers={"Origin": "http://localhost"}).json()["id"]
    http_client.post(f"/api/tables/{table}/papers/card", headers={"Origin": "http://localhost"})

    def look() -> Any:
        return next(paper for paper in http_client.get(f"/api/tables/{table}/papers").json() if paper["kind"] == "card")

    until(maker, look, READY)
    assert maker.orders[0].rules == {"match_pays": "15:1"}
    plain = next(paper for paper in http_client.get("/api/games/flop22/papers").json() if paper["kind"] == "card")
    assert plain["state"] == "missing"


def test_documents_are_cached_by_their_rules(work: DocumentQueue, maker: ControlledMaker, tmp_path: Path) -> None:
    maker.go_on.set()
    work.order(FLOP22, FLOP22.rules(), "card")
    until(maker, lambda: work.state(FLOP22, FLOP22.rules(), "card")._asdict(), READY)
    again = DocumentQueue(tmp_path / "papers", maker)  # as after a restart of the server
    assert again.order(FLOP22, FLOP22.rules(), "card").state == READY
    assert again.state(FLOP22, FLOP22.rules().with_changes(seats=3), "card").state == "missing"
    assert len(maker.orders) == 1


def test_same_document_is_made_once_and_others_queue(work: DocumentQueue, maker: ControlledMaker) -> None:
    rules = FLOP22.rules()
    for _ in range(3):
        work.order(FLOP22, rules, "sheet")
    assert maker.began.wait(60)
    assert work.order(FLOP22, rules, "card") == documents.DocumentState(WAITING, 0.0, "waiting in the queue")
    assert len(maker.orders) == 1


def test_queue_length_is_limited(work: DocumentQueue, maker: ControlledMaker) -> None:
    work.order(FLOP22, FLOP22.rules(), "sheet")
    assert maker.began.wait(60)
    houses = [FLOP22.rules().with_changes(ante_limit=f"${limit}") for limit in range(20, 19 + documents.MAX_UNFINISHED)]
    for number, rules in enumerate(houses):
        work.order(FLOP22, rules, "sheet", f"player {number}")
    with pytest.raises(Refused, match="too many documents"):
        work.order(FLOP22, FLOP22.rules().with_changes(ante_limit="$99"), "sheet", "another")


def test_queue_limit_per_player(work: DocumentQueue, maker: ControlledMaker) -> None:
    work.order(FLOP22, FLOP22.rules(), "sheet", "greedy")
    assert maker.began.wait(60)
    houses = [
        FLOP22.rules().with_changes(ante_limit=f"${limit}") for limit in range(20, 19 + documents.MAX_UNFINISHED_EACH)
    ]
    for rules in houses:
        work.order(FLOP22, rules, "sheet", "greedy")
    with pytest.raises(Refused, match="too many documents"):
        work.order(FLOP22, FLOP22.rules().with_changes(ante_limit="$99"), "sheet", "greedy")
    assert work.order(FLOP22, FLOP22.rules().with_changes(ante_limit="$99"), "sheet", "patient").state == WAITING


def test_failure_is_reported_and_can_be_retried(http_client: TestClient, maker: ControlledMaker) -> None:
    maker.fault = True
    maker.go_on.set()
    http_client.post("/api/games/flop22/papers/report", headers={"Origin": "http://localhost"})

    def look() -> Any:
        return http_client.get("/api/games/flop22/papers").json()[0]

    assert until(maker, look, "failed")["words"] == "a PDF needs typst"
    maker.fault = False
    http_client.post("/api/games/flop22/papers/report", headers={"Origin": "http://localhost"})
    until(maker, look, READY)


@pytest.mark.parametrize("path", ["/api/papers/nothing", "/api/papers/..%2f..%2fetc%2fpasswd", "/api/papers/.."])
def test_only_documents_are_served(http_client: TestClient, path: str) -> None:
    assert http_client.get(path).status_code == 404


def test_unknown_document_or_table_is_rejected(http_client: TestClient) -> None:
    ours = {"Origin": "http://localhost"}
    assert http_client.post("/api/games/flop22/papers/novel", headers=ours).json()["code"] == "no-such-paper"
    assert http_client.post("/api/games/chess/papers/card", headers=ours).status_code == 404
    assert http_client.get("/api/tables/none/papers").status_code == 404
    assert http_client.post("/api/games/flop22/papers/card", headers={"Origin": "http://elsewhere"}).status_code == 403


def test_server_without_documents_has_none(tmp_path: Path) -> None:
    app = make_app(ServerConfig(str(tmp_path / "house.db"), now=Clock(), tick_seconds=None))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/api/games/flop22/papers").json() == []
        ordered = client.post("/api/games/flop22/papers/card", headers={"Origin": "http://localhost"})
        assert (ordered.status_code, ordered.json()["code"]) == (404, "no-papers")


@pytest.mark.parametrize("kind", ["sheet", "card"])
def test_document_is_a_pdf(kind: str) -> None:
    progress: list[tuple[float, str]] = []
    made = render_document(
        DocumentOrder("x", kind, "flop22", {"seats": 3}), lambda share, words: progress.append((share, words))
    )
    assert made.startswith(b"%PDF")
    assert [share for share, _ in progress] == sorted(share for share, _ in progress)


def test_file_is_written_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "render_document", lambda order, tell: tell(0.5, "half") or b"%PDF")
    sent: list[tuple[float, str]] = []
    create_document(sent.append, DocumentOrder("x", "card", "flop22", {}), str(tmp_path / "x.pdf"))
    assert sent == [(0.5, "half")]
    assert [file.name for file in tmp_path.iterdir()] == ["x.pdf"]
    with pytest.raises(Refused, match="could not be written"):
        create_document(sent.append, DocumentOrder("x", "card", "flop22", {}), str(tmp_path / "missing" / "x.pdf"))


def test_real_process_makes_a_card(tmp_path: Path) -> None:
    work = DocumentQueue(tmp_path)
    work.order(FLOP22, FLOP22.rules(), "card")
    found = until(ControlledMaker(), lambda: work.state(FLOP22, FLOP22.rules(), "card")._asdict(), READY)
    assert found["share"] == 1
    assert work.file(work.name(FLOP22, FLOP22.rules(), "card")).read_bytes().startswith(b"%PDF")
    work.close()


def _state(work: DocumentQueue, rules: Any) -> dict[str, Any]:
    return work.state(FLOP22, rules, "card")._asdict()


def test_only_the_newest_documents_are_kept(
    work: DocumentQueue, maker: ControlledMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_CACHED", 2)
    maker.go_on.set()
    for seats in (1, 2, 3, 4):
        rules = FLOP22.rules().with_changes(seats=seats)
        work.order(FLOP22, rules, "card")
        until(maker, partial(_state, work, rules), READY)
    work._queue.submit("", lambda: None).result(60)  # files are deleted after the last document is ready
    assert len(list((tmp_path / "papers").iterdir())) == 2


def test_queue_limit_per_address(work: DocumentQueue, maker: ControlledMaker) -> None:
    """
    Four addresses fill all places. A fifth still gets one: the newest job of the address with the most is dropped.
    """
    rules = [FLOP22.rules.read({"ante_limit": 3000 + 100 * number}) for number in range(20)]
    places = iter(rules)
    greedy = [[next(places) for _ in range(4)] for _ in range(3)]
    for number, wanted in enumerate(greedy):
        for one in wanted:
            work.order(FLOP22, one, "sheet", f"10.0.0.{number}")
    with pytest.raises(Refused, match="too many documents"):  # more cookies do not help: the address counts
        work.order(FLOP22, next(places), "sheet", "10.0.0.0")
    work.order(FLOP22, last := next(places), "sheet", "10.0.0.8")  # the thirteenth and last place
    honest = next(places)
    assert work.order(FLOP22, honest, "sheet", "10.0.0.9").state == WAITING
    states = [[work.state(FLOP22, one, "sheet").state for one in wanted] for wanted in greedy]
    assert [row[-1] for row in states].count(documents.FAILED) == 1
    assert sum(state == documents.FAILED for row in states for state in row) == 1
    assert work.state(FLOP22, last, "sheet").state == WAITING
    maker.go_on.set()
    until(maker, lambda: work.state(FLOP22, honest, "sheet")._asdict(), READY)


def test_equal_shares_drop_no_job(work: DocumentQueue) -> None:
    rules = [FLOP22.rules.read({"ante_limit": 3000 + 100 * number}) for number in range(14)]
    for number, one in enumerate(rules[:13]):
        work.order(FLOP22, one, "sheet", f"10.0.0.{number}")
    with pytest.raises(Refused, match="too many documents"):
        work.order(FLOP22, rules[13], "sheet", "10.0.0.99")
