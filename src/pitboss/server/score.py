"""The score sheet: what a player won, what could be expected of the bets, and how much of the rest is luck."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from pitboss.games import GAMES
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
    mistakes: tuple[tuple[str, float], ...] = ()
    """What each answer that was not the best cost on average, in cents: what was said, and instead of what."""


class LookedUp(NamedTuple):
    """What was found out about one seat of a kept round."""

    game: str = ""
    at: int | None = None
    expected: Expected | None = None


NOT_YET = LookedUp()
Outlooks = Callable[[str, int], Expected | None]
"""What a seat could expect of a round, from its record as JSON; called in a thread of its own."""


def sheet(rounds: Sequence[RoundPlayed], looked: Iterable[LookedUp], waiting: int = 0) -> ScoreSheet:
    """The sum of all rounds; expectation and luck over those whose odds are worked out."""
    lines = [_line(played, found) for played, found in zip(rounds, looked, strict=True)]
    known = [(line.net, line.expected, line.sd) for line in lines if line.expected is not None and line.sd is not None]
    mean, sd = sum(mean for _, mean, _ in known), sqrt(sum(sd * sd for _, _, sd in known))
    return ScoreSheet(
        rounds=len(lines), won=sum(line.net > 0 for line in lines), net=sum(line.net for line in lines),
        known=len(known), waiting=waiting, expected=mean if known else None, sd=sd if known else None,
        luck=(sum(net for net, _, _ in known) - mean) / sd if sd else None, lines=lines,
        mistakes=sum(mistake.cost for line in lines for mistake in line.mistakes),
    )  # fmt: skip


def _line(played: RoundPlayed, found: LookedUp) -> ScoreLine:
    of = found.expected
    return ScoreLine(
        table=played.table, number=played.number, net=played.net, expected=of and of.mean,
        sd=None if of is None else sqrt(of.variance), game=found.game, at=found.at,
        mistakes=[MistakeInfo(kind=kind, cost=cost) for kind, cost in of.mistakes] if of else [],
    )  # fmt: skip


class Scores:
    """What has been worked out of the rounds that are kept; each round once while the house is open."""

    def __init__(self, writer: Writer, outlooks: Outlooks | None) -> None:
        self._writer, self._outlooks = writer, outlooks
        self._known: dict[tuple[int, int], LookedUp] = {}
        self._times: dict[int, int] = {}
        self._at_work: set[tuple[int, int]] = set()

    async def of(self, player: str) -> tuple[ScoreSheet, list[RoundPlayed]]:
        """A player's score sheet as far as it is known, and the rounds that somebody has to work out."""
        rounds = await self._writer.read(lambda store: store.score(player))
        unknown = [played for played in rounds if played.key not in self._known and played.key not in self._at_work]
        self._at_work.update(played.key for played in unknown)
        waiting = sum(played.key not in self._known for played in rounds)
        return sheet(rounds, map(self._so_far, rounds), waiting), unknown

    def _so_far(self, played: RoundPlayed) -> LookedUp:
        return self._known.get(played.key, NOT_YET)._replace(at=self._times.get(played.round_id))

    async def work_out(self, unknown: Sequence[RoundPlayed]) -> None:
        """When these rounds were settled, then what could be expected of them, a few at a time."""
        try:
            for part in _parts(unknown):
                self._times |= await self._writer.read(partial(Store.times, rounds=[one.round_id for one in part]))
            for part in _parts(unknown):
                bodies = await self._writer.read(partial(Store.bodies, rounds=[one.round_id for one in part]))
                for played in part:
                    self._known[played.key] = await asyncio.to_thread(self._look, bodies[played.round_id], played.seat)
        finally:
            self._at_work.difference_update(played.key for played in unknown)

    def _look(self, body: str, seat: Seat) -> LookedUp:
        record: dict[str, Any] = json.loads(body)["record"]
        title = GAMES[record["game"]].title if record["game"] in GAMES else str(record["game"])
        try:
            return LookedUp(title, expected=self._outlooks(json.dumps(record), seat) if self._outlooks else None)
        except Exception:  # one round that cannot be worked out must not hide the others
            log.exception("what could be expected of a round of %s is not known", title)
            return LookedUp(title)


def _parts(rounds: Sequence[RoundPlayed]) -> Iterator[Sequence[RoundPlayed]]:
    return (rounds[start : start + AT_ONCE] for start in range(0, len(rounds), AT_ONCE))
