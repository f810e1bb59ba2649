"""The coach: a background process prices every answer; answers given are judged and counted in the score."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from pitboss.compute.jobs.worker import JobFailed, Worker
from pitboss.games import GAMES
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.play.narrate import Past
from pitboss.terminal.play.session_score import PricedAnswer, Score, ScoredRound, in_dollars

if TYPE_CHECKING:
    from pitboss.terminal.play.game_view import Playing

WAIT_SECONDS = 1.0
"""A wait longer than this is announced."""
NICE_LEVEL = 10
P = ParamSpec("P")
T = TypeVar("T")


def price(
    game: str, rules: dict[str, object], seen: Sequence[Event], offer: Offer, seat: Seat
) -> PricedOptions | None:  # pragma: no cover  (in its own process)
    """Return what each option costs, from what the seat has seen."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (loads the solvers)
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    return price_options(odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat), seen, offer, seat)


def expect(record: str, seat: Seat) -> float:  # pragma: no cover  (in its own process)
    """Return the cents that this seat could expect of a round, with its bets and best play."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415

    return float(outlook_of(read_json(record, GAMES), seat).mean)


class HintWorker:
    """A worker process and the thread that waits for it. Results are None if they could not be worked out."""

    def __init__(self) -> None:
        self._worker, self._thread = Worker(NICE_LEVEL, quiet=True), ThreadPoolExecutor(1)

    def price(
        self, game: str, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat
    ) -> Future[PricedOptions | None]:
        """Price every option."""
        return self._thread.submit(self._run, price, game, rules.changed(), tuple(seen), offer, seat)

    def expect(self, record: Record, seat: Seat) -> Future[float | None]:
        """Work out the expected result of a round, in cents."""
        return self._thread.submit(self._run, expect, record.as_json(), seat)

    def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return self._worker.run(None, job, *args, **kwargs)
        except (Refused, JobFailed):
            return None

    def close(self) -> None:
        """Stop the process in the middle of its work."""
        self._worker.close()
        self._thread.shutdown(cancel_futures=True)


class Given(NamedTuple):
    """An answer that was given, and the prices of all of them, which may come later."""

    about: str
    name: str
    labels: dict[str, str]
    prices: Future[PricedOptions | None]


class Coach:
    """Knows the price of every answer to the open question, and of those given in this session."""

    def __init__(self, table: Playing) -> None:
        self.table = table
        self.score = Score([])
        self._worker = HintWorker()
        self._offer: Offer | None = None
        self._prices: Future[PricedOptions | None] | None = None
        self._given: list[Given] = []
        self._expected: list[tuple[ScoredRound, Future[Any]]] = []
        self._open: list[tuple[ScoredRound, list[Given]]] = []

    def think(self) -> None:
        """Start to price the open question, unless that has been started."""
        offer, you, session = self.table.session.round.pending, self.table.you, self.table.session
        if offer is not None and offer is not self._offer and you is not None:
            self._offer = offer
            self._prices = self._worker.price(self.table.game.name, session.rules, self.table.seen, offer, you)

    def known(self) -> PricedOptions | None:
        """Return the prices if they are worked out by now."""
        if self._prices is None or self._offer is not self.table.session.round.pending or not self._prices.done():
            return None
        return self._prices.result()

    @property
    def is_thinking(self) -> bool:
        """Whether the open question is being priced."""
        return self._prices is not None and not self._prices.done()

    def wait(self, say: Callable[[str], None]) -> PricedOptions | None:
        """Wait for the prices; announce it if that takes longer than a second."""
        self.think()
        assert self._prices is not None
        try:
            return self._prices.result(WAIT_SECONDS)
        except TimeoutError:
            say("Working out what each answer is worth: the first time for a game this takes some seconds…")
            return self._prices.result()

    def give(self, option: Option, offer: Offer) -> str:
        """Note an answer; return a sentence about its price, if that is known."""
        self.think()
        assert self._prices is not None
        labels = {each.name: self.table.label(each) for each in self.table.options}
        self._given.append(Given(offer.about, option.name, labels, self._prices))
        judged = _judged(self._given[-1]) if self._prices.done() else None
        if judged is None:
            return "The coach has no odds for this."
        if not judged.cost:
            return f"{judged.answer} is the best answer."
        return f"{judged.answer} costs {in_dollars(judged.cost)} on average: {judged.best} is best."

    def take_back(self) -> None:
        """Forget the last answer."""
        if self._given:
            self._given.pop()

    def end_round(self, past: Past) -> None:
        """Add a finished round to the score; prices that are still being worked out come later."""
        you = self.table.you
        if you is None or not past.record.wagers.get(you):
            self._given = []
            return
        done = ScoredRound(self.table.game.name, past.gained.get(you, 0), json.loads(past.record.as_json()), None, [])
        self.score.rounds.append(done)
        self._open.append((done, self._given))
        self._given = []
        self._expected.append((done, self._worker.expect(past.record, you)))
        self.look()

    def look(self) -> bool:
        """Add prices that have been worked out since to the score; return whether there were any."""
        is_new = False
        for done, given in self._open:
            for each in [each for each in given if each.prices.done()]:
                given.remove(each)
                if judged := _judged(each):
                    done.answers.append(judged)
                    is_new = True
        self._open = [(done, given) for done, given in self._open if given]
        for done, expected in [each for each in self._expected if each[1].done()]:
            done.expected = expected.result()
            is_new = True
        self._expected = [each for each in self._expected if not each[1].done()]
        return is_new

    def close(self) -> None:
        """Stop the worker; what is known by now is counted."""
        self._worker.close()
        self._expected = [each for each in self._expected if not each[1].cancelled()]
        self.look()


def _judged(given: Given) -> PricedAnswer | None:
    """Return the price of an answer; None if it is not known."""
    prices = None if given.prices.cancelled() else given.prices.result()
    if prices is None or given.name not in prices.cents:
        return None
    labels = given.labels
    best = labels.get(prices.best, prices.best)
    return PricedAnswer(given.about, labels.get(given.name, given.name), best, round(prices.cost(given.name), 4))
