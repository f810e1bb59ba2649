"""Server configuration."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Any
from urllib.parse import urlsplit

from pitboss.play.game import Game
from pitboss.server.gate.proxies import Proxies
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.jobs.documents import DocumentQueue
from pitboss.server.jobs.hints import Edges, Hints, Spots
from pitboss.server.jobs.request_jobs import RunJob
from pitboss.server.players.score import Outlooks
from pitboss.server.school.best_play_questions import BestPlay


@dataclass(frozen=True)
class ServerConfig:
    """The configuration of a server: its database, clock, random source, limits and background services."""

    database: str
    now: Callable[[], float] = time.monotonic
    today: Callable[[], str] = lambda: date.today().isoformat()
    """Returns today's date in the machine's time zone (TZ). Each table is opened once a day (F22-12)."""
    tick_seconds: float | None = 0.1
    """Seconds between clock checks. If None, the caller must call `TableRegistry.tick`, as the tests do."""
    rng: Random | None = None
    hints: Hints | None = None
    spots: Spots | None = None
    prepare: Callable[[Game, Any], object] | None = None
    """Warms up hints for a game under these rules. Called in its own thread when a table is opened."""
    edge: Edges | None = None
    outlook: Outlooks | None = None
    papers: DocumentQueue | None = None
    """Creates reports, rules filings and rack cards in the background."""
    best_play: BestPlay | None = None
    """Creates best-play questions in a worker process."""
    work: RunJob | None = None
    """Runs jobs for HTTP requests. If None, they run in a thread of this process."""
    peer: str | None = None
    """The address at which other processes reach this one, if several processes share the tables."""
    url: str | None = None
    """The public URL, if the server is behind a proxy."""
    limits: Limits = field(default_factory=Limits)
    proxies: Proxies = field(default_factory=Proxies)
    watchers: Proxies = field(default_factory=Proxies)
    """Addresses, other than this machine, from which monitoring is allowed."""
    on_close: Callable[[], None] = lambda: None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the additional host names of this server."""
        return (urlsplit(self.url).hostname or "",) if self.url else ()
