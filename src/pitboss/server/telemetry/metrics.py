"""Prometheus metrics of a server."""

from __future__ import annotations

import time
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from pitboss.server.tables.registry import TableRegistry

MAX_CODES = 100
"""Maximum number of error codes used as labels. Any others count as `other`, to limit the number of label values."""
_ANSWER = (0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_COMMIT = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5)
_LATENESS_BUCKETS = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5)


class Metrics:
    """The metrics of one server since it started."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._rounds = Counter("pitboss_rounds_settled", "Rounds settled and stored.", ["game"], registry=self.registry)
        self._refusals = Counter("pitboss_refusals", "Requests and messages refused.", ["code"], registry=self.registry)
        self._answers = Histogram(
            "pitboss_answer_seconds", "Seconds from a player's message until its result is stored and shown.",
            registry=self.registry, buckets=_ANSWER,
        )  # fmt: skip
        self._commits = Histogram(
            "pitboss_commit_seconds", "Seconds for one commit to the database.",
            registry=self.registry, buckets=_COMMIT,
        )  # fmt: skip
        self._late = Histogram(
            "pitboss_loop_late_seconds", "Delay of the clock checks in seconds; high if the process is overloaded.",
            registry=self.registry, buckets=_LATENESS_BUCKETS,
        )  # fmt: skip
        ProcessCollector(namespace="pitboss", registry=self.registry)
        self._codes: set[str] = set()
        self.answered, self.committed, self.late = self._answers.observe, self._commits.observe, self._late.observe

    def settled(self, game: str) -> None:
        """Count a settled round."""
        self._rounds.labels(game).inc()

    def refused(self, code: str) -> None:
        """Count a refusal by its code."""
        if code not in self._codes:
            if len(self._codes) >= MAX_CODES:
                code = "other"
            self._codes.add(code)
        self._refusals.labels(code).inc()

    def watch(self, table_registry: TableRegistry) -> None:
        """Add gauges that read this registry at each scrape."""
        self.registry.register(_RegistryGauges(table_registry))

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.registry)


class _RegistryGauges(Collector):
    """Gauges computed at each scrape."""

    def __init__(self, table_registry: TableRegistry) -> None:
        self._table_registry = table_registry

    def describe(self) -> Iterable[Metric]:
        """Return nothing, because the registry isn't open yet when this is called."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges: tables, seats, sockets, the write queue and the length of the journal."""
        rooms = list(self._table_registry.rooms.values())
        games = Tally(room.table.setup.game.name for room in rooms)
        tables = GaugeMetricFamily("pitboss_tables", "Open tables.", labels=["game"])
        for game, count in games.items():
            tables.add_metric([game], count)
        yield tables
        sitting = Tally("bot" if sitter.bot else "player" for room in rooms for sitter in room.sitting.values())
        seats = GaugeMetricFamily("pitboss_seats", "Seats that are taken.", labels=["who"])
        for who in ("player", "bot"):
            seats.add_metric([who], sitting[who])
        yield seats
        yield _gauge("pitboss_sockets", "Open sockets at tables.", sum(len(room.viewers) for room in rooms))
        writer = self._table_registry.writer
        yield _gauge("pitboss_writer_queue", "Writes waiting for a commit.", writer.waiting)
        yield _gauge("pitboss_journal_lines", "Lines in the journal.", writer.store.head.number)
        yield self._audit_age()

    def _audit_age(self) -> GaugeMetricFamily:
        """Return the age of the file that a clean audit leaves next to the key, if there is one."""
        age = GaugeMetricFamily("pitboss_audit_age_seconds", "Seconds since the last clean audit.")
        noted = self._table_registry.writer.store.key.audited_path
        with suppress(OSError):
            if noted:
                age.add_metric([], max(time.time() - noted.stat().st_mtime, 0))
        return age


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)
