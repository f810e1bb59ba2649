"""Observability: health checks, metrics for a real Prometheus, JSON logs, traces for a real collector."""

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
from pitboss.server.telemetry.metrics import MAX_CODES, Metrics
from server.support.house import RunningServer, run_server

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
PROGRAM = """
import sys
from pitboss.server.run import serve
serve(port=0, database=sys.argv[1], open_browser=False, log="json")
"""
TIMEOUT_SECONDS = 400
"""Seconds that a program may take on a busy machine."""


def get(url: str) -> tuple[int, str]:
    """Return the status and body."""
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def serve_in(folder: Path, **variables: str) -> Iterator[str]:
    """Run a real server and yield its address."""
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder / "house.db")], env={**os.environ, **variables},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout
    match = re.search(r"http://\S+", run.stdout.readline())
    try:
        assert match, run.communicate(timeout=TIMEOUT_SECONDS)[1]
        yield match[0]
    finally:
        run.terminate()
        run.communicate(timeout=TIMEOUT_SECONDS)


def test_server_is_live_and_ready(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        assert server.client.get("/healthz").text == "alive\n"
        assert server.client.get("/readyz").text == "ready\n"
        assert server.client.get("/healthz", headers={"Host": "house-7.internal"}).status_code == 200


def test_server_is_not_ready_if_its_database_fails(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:

        def fail(*_: object) -> None:
            raise OSError("the disk is gone")

        store = server.in_registry(lambda registry: registry.writer.store)
        original, store.database.run = store.database.run, fail
        answer = server.client.get("/readyz")
        store.database.run = original
        assert (answer.status_code, answer.text) == (503, "the house cannot read its books now: try again\n")
        assert server.client.get("/readyz").status_code == 200


def test_server_is_not_ready_while_its_database_is_read_only(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        store = server.in_registry(lambda registry: registry.writer.store)
        store.database.run("PRAGMA query_only = 1")  # as with a full disk: reads still work
        assert server.client.get("/readyz").status_code == 200, "nobody has tried to write"
        assert server.client.post("/api/tables", json={"game": "flop22"}).status_code == 503
        assert server.client.get("/readyz").status_code == 503
        store.database.run("PRAGMA query_only = 0")
        assert server.client.get("/readyz").status_code == 200
        assert server.client.post("/api/tables", json={"game": "flop22"}).status_code == 201


def read(text: str) -> dict[str, float]:
    """Return every sample by its name and labels."""
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def metrics_of(server: RunningServer) -> dict[str, float]:
    """Return the server's current metrics."""
    return read(server.in_registry(lambda registry: registry.metrics.text()).decode())


def test_rounds_and_rejections_are_counted(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        table = server.open_table("flip-it")
        with server.at(table) as seat:
            seat.say("sit", seat=1)
            assert seat.say("say", answer="stand", offer=0)["type"] == "refused"
            seat.say("bet", bets={"red": 1000})
            seat.say("ready")
            counted = metrics_of(server)
        assert counted['pitboss_rounds_settled_total{game="flip-it"}'] == 1
        assert counted['pitboss_tables{game="flip-it"}'] == 1
        assert counted['pitboss_seats{who="player"}'] == 1
        assert counted["pitboss_sockets"] == 1
        assert counted["pitboss_answer_seconds_count"] == 4
        assert counted["pitboss_journal_lines"] >= 4
        assert counted["pitboss_commit_seconds_count"] >= 4
        server.client.get("/api/tables/nowhere")
        assert metrics_of(server)['pitboss_refusals_total{code="no-such-table"}'] == 1


def test_age_of_the_last_clean_audit_is_exported(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with run_server(path) as server:
        assert "pitboss_audit_age_seconds" not in metrics_of(server)
        assert run(["audit", "--database", path]) == 0
        assert metrics_of(server)["pitboss_audit_age_seconds"] >= 0


def test_number_of_rejection_codes_is_bounded() -> None:
    metrics = Metrics()
    for number in range(3 * MAX_CODES):
        metrics.refused(f"code-{number}")
    codes = [name for name in read(metrics.text().decode()) if name.startswith("pitboss_refusals_total")]
    assert len(codes) == MAX_CODES + 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_metrics_are_local_only_and_never_proxied(tmp_path: Path, header: str) -> None:
    with serve_in(tmp_path) as address:
        assert get(f"{address}metrics")[0] == 200
        asked = urllib.request.Request(f"{address}metrics", headers={header: "127.0.0.1"})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(asked, timeout=TIMEOUT_SECONDS)


def test_log_line_is_one_json_object_with_its_error() -> None:
    try:
        raise ValueError("no such seat")
    except ValueError:
        record = logging.LogRecord("pitboss", logging.ERROR, "", 0, "table %s\nfailed", ("a7",), sys.exc_info())
    line = JsonLines().format(record)
    entry = json.loads(line)
    assert "\n" not in line
    assert (entry["level"], entry["logger"], entry["message"]) == ("error", "pitboss", "table a7\nfailed")
    assert entry["error"].endswith("ValueError: no such seat")


def queries() -> list[str]:
    """Return every query of the dashboard."""
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.skipif(not shutil.which("prometheus"), reason="no Prometheus on this machine: make test installs it")
def test_prometheus_scrapes_it_and_dashboard_queries_use_existing_metrics(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with serve_in(tmp_path) as address:
        place = address.removeprefix("http://").strip("/")
        config = (DEPLOY / "prometheus.yml").read_text().replace("127.0.0.1:8022", place).replace("5s", "1s")
        (tmp_path / "prometheus.yml").write_text(config)
        command = ["prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data",
                   f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as prometheus:
            try:
                assert [sample["value"][1] for sample in _until(port, 'up{job="pitboss"} == 1')] == ["1"]
                names = set(_query(port, "/api/v1/label/__name__/values"))
                for query in queries():
                    assert _query(port, "/api/v1/query?query=" + urllib.parse.quote(query))["resultType"] == "vector"
                    missing = set(re.findall(r"\bpitboss_\w+", query)) - names - LATE_METRICS
                    assert not missing, query
            finally:
                prometheus.terminate()


LATE_METRICS = {"pitboss_rounds_settled_total", "pitboss_refusals_total", "pitboss_tables", "pitboss_audit_age_seconds"}
"""Metrics that appear with the first round, rejection, table or audit; `known_names` includes them."""


def test_late_metrics_exist(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        text = server.in_registry(lambda registry: registry.metrics.text()).decode()
    known = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert known >= LATE_METRICS


def _query(port: int, path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=TIMEOUT_SECONDS) as answer:
        return json.load(answer)["data"]


def _until(port: int, query: str) -> Any:
    """Poll Prometheus until the query has a result."""
    for _ in range(10 * TIMEOUT_SECONDS):
        try:
            found = _query(port, "/api/v1/query?query=" + urllib.parse.quote(query))["result"]
        except OSError:
            found = []
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"Prometheus never saw {query}")


def test_traces_reach_the_configured_collector(tmp_path: Path) -> None:
    came, paths = threading.Event(), []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            paths.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            came.set()

        def log_message(self, *_: object) -> None:
            """Suppress the log."""

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        there = f"http://127.0.0.1:{collector.server_port}"
        with serve_in(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=there, OTEL_BSP_SCHEDULE_DELAY="100") as address:
            get(f"{address}api/games")
            assert came.wait(TIMEOUT_SECONDS)
        collector.shutdown()
    assert paths[0][0] == "/v1/traces"
    assert b"/api/games" in paths[0][1]
