"""The score sheet: a player's results, the expected value of the bets, and the part due to luck."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from pitboss.compute.jobs.fair_queue import FairQueue
from pitboss.games import GAMES
from pitboss.play.steps import Seat
from pitboss.server.http.models import MistakeInfo, ScoreLine, ScoreSheet
from pitboss.server.store.store import RoundPlayed, Store
from pitboss.server.store.writer import Writer

log = logging.getLogger(__name__)
PAGE_SIZE = 20
"""Stored rounds read per query, so that tables don't wait for score sheets."""
LINES_AT_ONCE = 500
"""Score sheet lines read per query."""
SHEETS = 256
"""The number of score sheets cached; the least recently used are evicted."""


class Expected(NamedTuple):
    """The expectation of one seat's bets before the deal: mean in cents, variance in cents squared."""

    mean: float
    variance: float
    mistakes: tuple[tuple[str, float], ...] = ()
    """The suboptimal answers, each described with the best one, and their average cost in cents."""


class LookedUp(NamedTuple):
    """The computed figures for one seat of a stored round."""

    game: str = ""
    at: int | None = None
    expected: Expected | None = None


NOT_YET = LookedUp()
Outlooks = Callable[[str, int], Expected | None]
"""Computes a seat's expectation from the JSON record of a round. Called in its own thread."""
Lane: TypeAlias = Callable[[object], FairQueue]
"""Returns the queue for default rules or for house rules."""


@dataclass
class ScoreSums:
    """Totals of a player's rounds, both of all rounds and of those with a computed expectation."""

    rounds: int = 0
    won: int = 0
    net: int = 0
    known: int = 0
    known_net: int = 0
    mean: float = 0.0
    variance: float = 0.0
    mistakes: float = 0.0

    def count(self, played: RoundPlayed) -> None:
        """Add a round."""
        self.rounds += 1
        self.won += played.net > 0
        self.net += played.net

    def learn(self, played: RoundPlayed, of: Expected) -> None:
        """Add the computed expectation of a round."""
        self.known += 1
        self.known_net += played.net
        self.mean += of.mean
        self.variance += of.variance
        self.mistakes += sum(cost for _, cost in of.mistakes)


def sheet(
    sums: ScoreSums, rounds: Sequence[RoundPlayed], looked: Iterable[LookedUp], waiting: int = 0,
    earlier: int | None = None,
) -> ScoreSheet:  # fmt: skip
    """Build a score sheet: the totals, expectation and luck of the computed rounds, and one page of rounds."""
    lines = [_line(played, found) for played, found in zip(rounds, looked, strict=True)]
    sd = sqrt(sums.variance)
    return ScoreSheet(
        rounds=sums.rounds, won=sums.won, net=sums.net, known=sums.known, waiting=waiting,
        expected=sums.mean if sums.known else None, sd=sd if sums.known else None,
        luck=(sums.known_net - sums.mean) / sd if sd else None, mistakes=sums.mistakes, earlier=earlier, lines=lines,
    )  # fmt: skip


def _line(played: RoundPlayed, found: LookedUp) -> ScoreLine:
    of = found.expected
    return ScoreLine(
        id=played.round_id, table=played.table, number=played.number, net=played.net, expected=of and of.mean,
        sd=None if of is None else sqrt(of.variance), game=found.game, at=found.at,
        mistakes=[MistakeInfo(kind=kind, cost=cost) for kind, cost in of.mistakes] if of else [],
    )  # fmt: skip


@dataclass
class _Known:
    """The cached figures of one player's rounds."""

    sums: ScoreSums = field(default_factory=ScoreSums)
    counted: int = 0
    """The last round included in the totals."""
    timed: int = 0
    """The last round with a known settlement time."""
    worked: int = 0
    """The last round processed, whether or not its expectation could be computed."""
    many: int = 0
    """The number of rounds processed."""
    looked: dict[int, LookedUp] = field(default_factory=dict)
    is_at_work: bool = False


class Scores:
    """A cache of computed score sheets. Each round is computed once while the server runs."""

    def __init__(self, writer: Writer, outlooks: Outlooks | None, queue: Lane) -> None:
        self._writer, self._outlooks, self._queue = writer, outlooks, queue
        self._players: dict[str, _Known] = {}

    async def of(self, player: str, before: int | None, many: int) -> tuple[ScoreSheet, bool]:
        """Return a page of a player's score sheet as far as it is known, and whether a job must compute the rest."""
        known = self._known(player)
        await self._count(player, known)
        page = await self._writer.read(lambda store: store.last_played(player, many + 1, before))
        earlier = page[1].round_id if len(page) > many else None
        shown = page[-many:]
        waiting = known.sums.rounds - known.many
        looked = [known.looked.get(one.round_id, NOT_YET) for one in shown]
        return sheet(known.sums, shown, looked, waiting, earlier), bool(waiting) and not known.is_at_work

    def _known(self, player: str) -> _Known:
        known = self._players.pop(player, None) or _Known()
        self._players[player] = known
        if len(self._players) > SHEETS:
            del self._players[next(iter(self._players))]
        return known

    async def _count(self, player: str, known: _Known) -> None:
        """Add the rounds played since the last call, in batches so that tables don't wait."""
        while True:
            after = known.counted
            rounds = await self._writer.read(partial(Store.score, player=player, after=after, many=LINES_AT_ONCE))
            if known.counted == after:  # otherwise a concurrent call has added them
                for played in rounds:
                    known.sums.count(played)
                    known.counted = played.round_id
            if len(rounds) < LINES_AT_ONCE:
                return

    async def work_out(self, player: str) -> None:
        """Look up the settlement times of a player's rounds, then compute their expectations, oldest first."""
        known = self._known(player)
        if known.is_at_work:
            return
        known.is_at_work = True
        try:
            while known.timed < known.counted:
                await self._look_up_times(player, known)
            while known.worked < known.counted:
                await self._work_out_some(player, known)
        finally:
            known.is_at_work = False

    async def _look_up_times(self, player: str, known: _Known) -> None:
        part = await self._some(player, known.timed)
        times = await self._writer.read(partial(Store.times, rounds=[played.round_id for played in part]))
        for played in part:
            known.looked[played.round_id] = LookedUp(at=times.get(played.round_id))
            known.timed = played.round_id

    async def _work_out_some(self, player: str, known: _Known) -> None:
        part = await self._some(player, known.worked)
        bodies = await self._writer.read(partial(Store.bodies, rounds=[played.round_id for played in part]))
        for played in part:
            record: dict[str, Any] = json.loads(bodies[played.round_id])["record"]
            title = GAMES[record["game"]].title if record["game"] in GAMES else str(record["game"])
            look = partial(self._look, record, played.seat, title)
            found = await self._queue(record["rules"]).ask(f"score of {player}", look)
            before = known.looked.get(played.round_id, NOT_YET)
            known.looked[played.round_id] = before._replace(game=title, expected=found)
            if found:
                known.sums.learn(played, found)
            known.worked, known.many = played.round_id, known.many + 1

    async def _some(self, player: str, after: int) -> list[RoundPlayed]:
        """Return the next batch of a player's rounds."""
        return await self._writer.read(partial(Store.score, player=player, after=after, many=PAGE_SIZE))

    def _look(self, record: dict[str, Any], seat: Seat, title: str) -> Expected | None:
        try:
            return self._outlooks(json.dumps(record), seat) if self._outlooks else None
        except Exception:  # one failure must not block the other rounds
            log.exception("the expected result of a round of %s is unknown", title)
            return None
