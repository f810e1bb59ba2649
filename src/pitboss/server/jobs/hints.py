"""Background jobs of the tables: hints, house edges and scores. No deal waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from pitboss.cards import show_cards
from pitboss.compute.jobs.fair_queue import FairQueue, QueueFull
from pitboss.games import GAMES
from pitboss.games.odds import analysis_question
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.play.view import view
from pitboss.server.http.models import ScoreSheet
from pitboss.server.players.review import ReviewStep
from pitboss.server.players.score import Outlooks, Scores
from pitboss.server.store.writer import Writer
from pitboss.server.tables.viewers import Viewer
from pitboss.solving.answers.analysis import Analysis
from pitboss.table.states import State
from pitboss.table.table import Table

log = logging.getLogger(__name__)
MAX_EDGES_PER_CLIENT = 8
"""The maximum number of house edges queued or running per client address."""
MAX_EDGES = 500
"""The number of house edges to cache; the oldest are dropped first."""

Hints: TypeAlias = Callable[[Game, Any, Sequence[Event], Offer, Seat], object]
"""Returns the value of each option as plain data, given what the seat has seen. Called in its own thread."""


Spots: TypeAlias = Callable[[Game, Any, str, str], object]
"""Returns the value of one unit on each bet, given the board and the cards gone. Called in its own thread."""


class Edge(NamedTuple):
    """The house edge of a game as played, its description, and the edge of each bet."""

    share: float
    words: str
    bets: dict[str, float]

    @classmethod
    def of(cls, analysis: Analysis) -> Edge:
        """Return the edge of the game as played (or of its first bet), its description, and each bet's edge."""
        first = analysis.bets[0]
        edge = float(analysis.played.house_edge if analysis.played else first.house_edge)
        of = "the initial bet, with the best play" if analysis.played else first.title or first.name
        return cls(edge, f"House edge {edge:.2%} of {of}", {bet.name: float(bet.house_edge) for bet in analysis.bets})


Edges: TypeAlias = Callable[[Game, Any], Edge | None]
"""Returns the house edge of a game under these rules. Called in its own thread."""


class Lanes:
    """Two queues, so that house rules, which must be solved first, don't delay games under the default rules."""

    def __init__(self, most_each: int) -> None:
        self._sheet, self._own = FairQueue(most_each), FairQueue(most_each)

    def __call__(self, changed: object) -> FairQueue:
        """Return the queue for a game, given its rule changes."""
        return self._own if changed else self._sheet

    def close(self) -> None:
        """Don't start any more jobs."""
        self._sheet.close()
        self._own.close()


class BackgroundJobs:
    """All background jobs, and the house edges found so far."""

    def __init__(
        self, writer: Writer, outlooks: Outlooks | None, hints: Hints | None, spots: Spots | None, edge: Edges | None,
        most_each: int,
    ) -> None:  # fmt: skip
        self._hints, self._spots, self._edge = hints, spots, edge
        self._for_hints, self._for_odds = Lanes(most_each), Lanes(MAX_EDGES_PER_CLIENT)
        self._scores = Scores(writer, outlooks, self._for_odds)
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked_edges = edge is None
        self._edges: dict[str, Edge | None] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        """Don't start any more jobs."""
        self._for_hints.close()
        self._for_odds.close()

    def run_in_background(self, job: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Run a coroutine in the background and log its failure."""

        async def quietly() -> None:
            try:
                await job
            except Refused as refused:
                log.info("background job refused: %s", refused.reason)
            except Exception:
                log.exception("background job failed")

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def hint(self, table: Table, viewer: Viewer, number: int | None) -> None:
        """Send the viewer the value of each option or, before the deal, of each bet for this board."""
        about = self._about(table, viewer.player)
        if about is None:
            viewer.refuse(Refused("no-hint", "no hint is available now"), number)
            return
        game, queue = table.game, self._for_hints(table.rules.changed())
        message = {"type": "hint", "id": number, "offer": table.offer_number}

        async def work() -> None:
            try:
                worth = await queue.ask(viewer.player, about)
            except Refused as refused:
                viewer.refuse(refused, number)
            except Exception:
                viewer.refuse(Refused("no-hint", "the value of these options could not be computed"), number)
                raise
            else:
                if worth is None:
                    viewer.refuse(Refused("no-hint", f"the odds of {game.title} are not computed yet"), number)
                else:
                    viewer.send({**message, "worth": worth})

        self.run_in_background(work())

    def prepare(self, who: str, get_ready: Callable[[Game, Any], object], game: Game, rules: Any) -> None:
        """Warm up hints for a game under these rules."""
        self.run_in_background(self._for_hints(rules.changed()).ask(f"table of {who}", partial(get_ready, game, rules)))

    def _about(self, table: Table, player: str) -> Callable[[], object] | None:
        """Return the calculation for a hint to this player, or None if there is nothing to advise on."""
        seat, offer, dealt = table.seats.of(player), table.pending, table.round
        if seat is None or dealt is None:
            return None
        if table.state is State.BETTING and dealt.board and table.shoe and self._spots:
            gone = show_cards(table.shoe.gone(table.game, dealt))
            return partial(self._spots, table.game, table.rules, show_cards(dealt.board), gone)
        if offer is None or seat not in offer.options or not self._hints:
            return None
        return partial(self._hints, table.game, table.rules, view(dealt.events, seat), offer, seat)

    async def worth_of(self, who: str, record: dict[str, Any], step: ReviewStep, seat: Seat) -> dict[str, Any] | None:
        """Return the value of each option of a question in a stored round, or None if unknown."""
        game, hints = GAMES[record["game"]], self._hints
        if hints is None:
            return None
        rules = game.rules.read(record["rules"])
        found = await self._for_hints(rules.changed()).ask(
            who, partial(hints, game, rules, step.seen, step.offer, seat)
        )
        return found if isinstance(found, dict) and "cents" in found else None

    async def score(self, player: str, before: int | None, many: int) -> ScoreSheet:
        """Return a page of a player's score sheet, and compute missing figures in the background."""
        found, has_more = await self._scores.of(player, before, many)
        if has_more:
            self.run_in_background(self._scores.work_out(player))
        return found

    def ask_edges(self) -> None:
        """Find the edges of all games for the lobby, once: stored ones now, others in the background."""
        if not self._asked_edges:
            self._asked_edges = True
            if unknown := [game for game in GAMES.values() if not self._find_stored(game, game.rules())]:
                self.run_in_background(self._work_out_edges(unknown))

    def knows_edge(self, game: Game, rules: Any = None) -> bool:
        """Whether the search for this edge is over, with or without a result."""
        return self._edge is None or _key(game, rules) in self._edges

    def edge_under(self, game: Game, rules: Any = None) -> Edge | None:
        """Return the edge under these rules (default rules if None), or None if unknown."""
        return self._edges.get(_key(game, rules))

    def ask_edge(self, game: Game, rules: Any, who: str) -> None:
        """Start computing the edge under these rules, unless it is known or queued."""
        key = _key(game, rules)
        if self._edge is None or key in self._edges or key in self._asked or self._find_stored(game, rules):
            return
        self._asked[key] = self.run_in_background(self._work_out(game, rules, who))

    async def wait_for_edge(self, game: Game, rules: Any, seconds: float) -> None:
        """Wait up to `seconds` for an edge that was requested."""
        if task := self._asked.get(_key(game, rules)):
            await asyncio.wait([task], timeout=seconds)

    def _find_stored(self, game: Game, rules: Any) -> bool:
        """Look up the edge under default rules among the stored answers, which needs no worker process."""
        key = _key(game, rules)
        if key not in self._edges and not rules.changed():
            found = analysis_question(game, rules).stored()
            if found is not None:
                self._edges[key] = Edge.of(found)
        return key in self._edges

    async def _work_out_edges(self, games: Sequence[Game]) -> None:
        for game in games:
            await self._work_out(game, game.rules(), "the lobby")

    async def _work_out(self, game: Game, rules: Any, who: str) -> None:
        assert self._edge is not None
        found = None
        try:
            found = await self._for_odds(rules.changed()).ask(f"edges for {who}", partial(self._edge, game, rules))
        except QueueFull:  # the client will ask again
            self._asked.pop(_key(game, rules), None)
            return
        except Refused as refused:
            if refused.code == "closing":
                return
            log.warning("the edge of %s is unknown: %s", game.title, refused.reason)
        except Exception:
            log.exception("the edge of %s is unknown", game.title)
        while len(self._edges) >= MAX_EDGES:
            self._edges.pop(next(iter(self._edges)))
        self._edges[_key(game, rules)] = found
        self._asked.pop(_key(game, rules), None)


def _key(game: Game, rules: Any) -> str:
    return f"{game.name} {sorted((rules or game.rules()).changed().items(), key=str)}"
