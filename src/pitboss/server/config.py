"""How a house is run."""

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
from pitboss.server.jobs.documents import Paperwork
from pitboss.server.jobs.hints import Edges, Hints, Spots
from pitboss.server.jobs.request_jobs import Work
from pitboss.server.players.score import Outlooks
from pitboss.server.school.best_play_questions import BestPlay


@dataclass(frozen=True)
class House:
    """How the house is run: where it keeps its books, what time it is, and who shuffles."""

    database: str
    now: Callable[[], float] = time.monotonic
    today: Callable[[], str] = lambda: date.today().isoformat()
    """The house's calendar day, by the time zone of the machine (TZ): tables are opened once on each (F22-12)."""
    tick_seconds: float | None = 0.1
    """How often the clocks are looked at; none: `Hall.tick` is called from outside, as the tests do."""
    rng: Random | None = None
    hints: Hints | None = None
    spots: Spots | None = None
    prepare: Callable[[Game, Any], object] | None = None
    """Gets ready to give hints on a game under these rules; called in a thread of its own when a table is opened."""
    edge: Edges | None = None
    outlook: Outlooks | None = None
    papers: Paperwork | None = None
    """Makes reports, sheets and cards beside the tables."""
    best_play: BestPlay | None = None
    """Makes questions about the best play, in a process beside the server."""
    work: Work | None = None
    """Works out what requests ask for; if nobody does, it is done in a thread of this process."""
    peer: str | None = None
    """Where other processes of the house reach this one, if there are any: then they share the tables."""
    url: str | None = None
    """Where players find the house, if a proxy stands in front of it."""
    limits: Limits = field(default_factory=Limits)
    proxies: Proxies = field(default_factory=Proxies)
    watchers: Proxies = field(default_factory=Proxies)
    """Addresses, other than this machine, from which monitors of the house may ask."""
    on_close: Callable[[], None] = lambda: None

    @property
    def names(self) -> tuple[str, ...]:
        """What else the house is called."""
        return (urlsplit(self.url).hostname or "",) if self.url else ()
