"""A house that is watched: health, metrics for a real Prometheus, logs as JSON, traces for a real collector."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.server.telemetry.logs import JsonLines
from pitboss.server.telemetry.metrics import MOST_CODES, Metrics
from server.support.house import Doors, open_house

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
PROGRAM = """
import sys
from pitboss.server.run import serve
serve(port=0, database=sys.argv[1], open_browser=False, log="json")
"""
PATIENCE = 400
"""Seconds that a program may take on a busy machine."""


def get(url: str) -> tuple[int, str]:
    """Status and body."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def running_house(folder: Path, **variables: str) -> Iterator[str]:
    """A real house, by the address it listens on."""
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder / "house.db")], env={**os.environ, **variables},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout
    said = re.search(r"http://\S+", run.stdout.readline())
    try:
        assert said, run.communicate(timeout=PATIENCE)[1]
        yield said[0]
    finally:
        run.terminate()
        run.communicate(timeout=PATIENCE)


def test_it_lives_and_is_ready(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        assert doors.client.get("/healthz").text == "alive\n"
        assert doors.client.get("/readyz").text == "ready\n"
        assert doors.client.get("/healthz", headers={"Host": "house-7.internal"}).status_code == 200


def test_it_is_not_ready_when_its_books_do_not_answer(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:

        def fail(*_: object) -> None:
            raise OSError("the disk is gone")

        store = doors.in_hall(lambda hall: hall.writer.store)
        kept, store.database.run = store.database.run, fail
        answer = doors.client.get("/readyz")
        store.database.run = kept
        assert (answer.status_code, answer.text) == (503, "the house cannot read its books now: ask again\n")
        assert doors.client.get("/readyz").status_code == 200


def test_it_is_not_ready_while_its_books_take_no_writings(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        store = doors.in_hall(lambda hall: hall.writer.store)
        store.database.run("PRAGMA query_only = 1")  # as with a full disk: what is there can be read
        assert doors.client.get("/readyz").status_code == 200, "nobody has tried to write"
        assert doors.client.post("/api/tables", json={"game": "flop22"}).status_code == 503
        assert doors.client.get("/readyz").status_code == 503
        store.database.run("PRAGMA query_only = 0")
        assert doors.client.get("/readyz").status_code == 200
        assert doors.client.post("/api/tables", json={"game": "flop22"}).status_code == 201


def read(text: str) -> dict[str, float]:
    """Every sample by its name and labels."""
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def metrics_of(doors: Doors) -> dict[str, float]:
    """What the house counts now."""
    return read(doors.in_hall(lambda hall: hall.metrics.text()).decode())


def test_a_round_and_a_refusal_are_counted(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        table = doors.open_table("flip-it")
        with doors.at(table) as seat:
            seat.say("sit", seat=1)
            assert seat.say("say", answer="stand", offer=0)["type"] == "refused"
            seat.say("bet", bets={"red": 1000})
            seat.say("ready")
            counted = metrics_of(doors)
        assert counted['pitboss_rounds_settled_total{game="flip-it"}'] == 1
        assert counted['pitboss_tables{game="flip-it"}'] == 1
        assert counted['pitboss_seats{who="player"}'] == 1
        assert counted["pitboss_sockets"] == 1
        assert counted["pitboss_answer_seconds_count"] == 4
        assert counted["pitboss_journal_lines"] >= 4
        assert counted["pitboss_commit_seconds_count"] >= 4
        doors.client.get("/api/tables/nowhere")
        assert metrics_of(doors)['pitboss_refusals_total{code="no-such-table"}'] == 1


def test_the_age_of_the_last_clean_audit_is_told(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_house(path) as doors:
        assert "pitboss_audit_age_seconds" not in metrics_of(doors)
        assert run(["audit", "--database", path]) == 0
        assert metrics_of(doors)["pitboss_audit_age_seconds"] >= 0


def test_codes_of_refusals_have_a_bound() -> None:
    metrics = Metrics()
    for number in range(3 * MOST_CODES):
        metrics.refused(f"code-{number}")
    codes = [name for name in read(metrics.text().decode()) if name.startswith("pitboss_refusals_total")]
    assert len(codes) == MOST_CODES + 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_metrics_are_for_this_machine_and_never_for_who_comes_through_a_proxy(tmp_path: Path, header: str) -> None:
    with running_house(tmp_path) as address:
        assert get(f"{address}metrics")[0] == 200
        asked = urllib.request.Request(f"{address}metrics", headers={header: "127.0.0.1"})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(asked, timeout=PATIENCE)


def test_a_log_line_is_one_object_with_its_error() -> None:
    try:
        raise ValueError("no such seat")
    except ValueError:
        record = logging.LogRecord("pitboss", logging.ERROR, "", 0, "table %s\nfailed", ("a7",), sys.exc_info())
    line = JsonLines().format(record)
    said = json.loads(line)
    assert "\n" not in line
    assert (said["level"], said["logger"], said["message"]) == ("error", "pitboss", "table a7\nfailed")
    assert said["error"].endswith("ValueError: no such seat")


def queries() -> list[str]:
    """Everything that the dashboard asks."""
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.skipif(not shutil.which("prometheus"), reason="no Prometheus on this machine: make test installs it")
def test_a_real_prometheus_reads_it_and_every_query_of_the_dashboard_names_what_is_there(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with running_house(tmp_path) as address:
        place = address.removeprefix("http://").strip("/")
        config = (DEPLOY / "prometheus.yml").read_text().replace("127.0.0.1:8022", place).replace("5s", "1s")
        (tmp_path / "prometheus.yml").write_text(config)
        command = ["prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data",
                   f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as prometheus:
            try:
                assert [sample["value"][1] for sample in _until(port, 'up{job="pitboss"} == 1')] == ["1"]
                names = set(_asked(port, "/api/v1/label/__name__/values"))
                for query in queries():
                    assert _asked(port, "/api/v1/query?query=" + urllib.parse.quote(query))["resultType"] == "vector"
                    missing = set(re.findall(r"\bpitboss_\w+", query)) - names - NOT_YET
                    assert not missing, query
            finally:
                prometheus.terminate()


NOT_YET = {"pitboss_rounds_settled_total", "pitboss_refusals_total", "pitboss_tables", "pitboss_audit_age_seconds"}
"""Names that come with the first round, refusal, table or audit; `known_names` has them."""


def test_the_names_that_come_later_are_real(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        text = doors.in_hall(lambda hall: hall.metrics.text()).decode()
    known = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert known >= NOT_YET


def _asked(port: int, path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return json.load(answer)["data"]


def _until(port: int, query: str) -> Any:
    """What Prometheus says as soon as it says something."""
    for _ in range(10 * PATIENCE):
        try:
            found = _asked(port, "/api/v1/query?query=" + urllib.parse.quote(query))["result"]
        except OSError:
            found = []
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"Prometheus never saw {query}")


def test_traces_reach_the_collector_that_the_variables_name(tmp_path: Path) -> None:
    came, paths = threading.Event(), []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            paths.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            came.set()

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        there = f"http://127.0.0.1:{collector.server_port}"
        with running_house(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=there, OTEL_BSP_SCHEDULE_DELAY="100") as address:
            get(f"{address}api/games")
            assert came.wait(PATIENCE)
        collector.shutdown()
    assert paths[0][0] == "/v1/traces"
    assert b"/api/games" in paths[0][1]
