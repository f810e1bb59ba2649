"""The score sheet: what a player won, what could be expected of the bets, and how much of the rest is luck."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from pitboss.play.steps import Seat
from pitboss.server.models import MistakeInfo, ScoreLine, ScoreSheet
from pitboss.server.played import RoundPlayed
from pitboss.server.store import Store
from pitboss.server.writer import Writer

log = logging.getLogger(__name__)
AT_ONCE = 20
"""This many kept rounds are read at a time, so that nobody's answer waits for the score sheet."""


class Expected(NamedTuple):
    """What the bets of one seat were worth before the deal: the mean in cents, the variance in cents squared."""

    mean: float
    variance: float
    game: str = ""
    mistakes: tuple[tuple[str, float], ...] = ()
    """What each answer that was not the best cost on average, in cents: what was said, and instead of what."""


Outlooks = Callable[[str, int], Expected | None]
"""What a seat could expect of a round, from its record as JSON; called in a thread of its own."""


def sheet(rounds: Sequence[RoundPlayed], expected: Iterable[Expected | None], waiting: int = 0) -> ScoreSheet:
    """The sum of all rounds; expectation and luck over those whose odds are worked out."""
    lines = [
        ScoreLine(
            table=played.table, number=played.number, net=played.net, expected=of and of.mean,
            sd=None if of is None else sqrt(of.variance), game=of.game if of else "",
            mistakes=[MistakeInfo(kind=kind, cost=cost) for kind, cost in of.mistakes] if of else [],
        )
        for played, of in zip(rounds, expected, strict=True)
    ]  # fmt: skip
    known = [(line.net, line.expected, line.sd) for line in lines if line.expected is not None and line.sd is not None]
    mean, sd = sum(mean for _, mean, _ in known), sqrt(sum(sd * sd for _, _, sd in known))
    return ScoreSheet(
        rounds=len(lines), won=sum(line.net > 0 for line in lines), net=sum(line.net for line in lines),
        known=len(known), waiting=waiting, expected=mean if known else None, sd=sd if known else None,
        luck=(sum(net for net, _, _ in known) - mean) / sd if sd else None, lines=lines,
        mistakes=sum(mistake.cost for line in lines for mistake in line.mistakes),
    )  # fmt: skip


class Scores:
    """What has been worked out of the rounds that are kept; each round once while the house is open."""

    def __init__(self, writer: Writer, outlooks: Outlooks | None) -> None:
        self._writer, self._outlooks = writer, outlooks
        self._known: dict[tuple[int, int], Expected | None] = {}
        self._at_work: set[tuple[int, int]] = set()

    async def of(self, player: str) -> tuple[ScoreSheet, list[RoundPlayed]]:
        """A player's score sheet as far as it is known, and the rounds that somebody has to work out."""
        rounds = await self._writer.read(lambda store: store.score(player))
        unknown = [played for played in rounds if played.key not in self._known and played.key not in self._at_work]
        self._at_work.update(played.key for played in unknown)
        waiting = sum(played.key not in self._known for played in rounds)
        return sheet(rounds, (self._known.get(played.key) for played in rounds), waiting), unknown

    async def work_out(self, unknown: Sequence[RoundPlayed]) -> None:
        """What could be expected of these rounds, a few at a time."""
        try:
            for start in range(0, len(unknown), AT_ONCE):
                part = unknown[start : start + AT_ONCE]
                ids = [played.round_id for played in part]
                bodies = await self._writer.read(partial(Store.bodies, rounds=ids))
                for played in part:
                    self._known[played.key] = await asyncio.to_thread(self._look, bodies[played.round_id], played.seat)
        finally:
            self._at_work.difference_update(played.key for played in unknown)

    def _look(self, body: str, seat: Seat) -> Expected | None:
        record: dict[str, Any] = json.loads(body)["record"]
        try:
            return self._outlooks(json.dumps(record), seat) if self._outlooks else None
        except Exception:  # one round that cannot be worked out must not hide the others
            log.exception("what could be expected of a round of %s is not known", record["game"])
            return None
