"""The coach: prices every answer in the background, judges those given, and keeps the score of the session."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from pitboss.play.steps import Offer, Option
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.hint_worker import HintWorker
from pitboss.terminal.play.narrate import Past
from pitboss.terminal.play.session_score import PricedAnswer, Score, ScoredRound, in_dollars

WAIT_SECONDS = 1.0
"""A wait longer than this is announced."""


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
