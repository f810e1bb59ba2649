"""The coach at your shoulder: what each answer is worth, what the one you gave cost, and the sum of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from pitboss.play.steps import Offer
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.hint_worker import ToldWorth, WorthThinker, in_dollars

A_SECOND = 1.0
"""What takes longer says so."""


class Coach:
    """Knows the worth of every answer to the offer that stands; works it out only when it is asked to."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.decisions = self.slips = 0
        self.given_away = 0.0
        """The sum of what the answers cost on average, in cents."""
        self._thinker = WorthThinker()
        self._offer: Offer | None = None
        self._answer: Future[ToldWorth | None] | None = None

    def think(self) -> None:
        """Begin to work out the offer that stands, if that has not been begun."""
        offer, you, session = self.playing.session.round.pending, self.playing.you, self.playing.session
        if offer is not None and offer is not self._offer and you is not None:
            self._offer = offer
            self._answer = self._thinker.ask(self.playing.game.name, session.rules, self.playing.seen, offer, you)

    def known(self) -> ToldWorth | None:
        """The worths if they are worked out by now."""
        if self._answer is None or self._offer is not self.playing.session.round.pending or not self._answer.done():
            return None
        return self._answer.result()

    @property
    def is_thinking(self) -> bool:
        """Whether the offer that stands is being worked out."""
        return self._answer is not None and not self._answer.done()

    def worth(self, say: Callable[[str], None]) -> ToldWorth | None:
        """The worths, waited for; says so where that takes longer than a second."""
        self.think()
        assert self._answer is not None
        try:
            return self._answer.result(A_SECOND)
        except TimeoutError:
            say("Working out what each answer is worth: the first time of a game this takes some seconds…")
            while True:
                try:
                    return self._answer.result(A_SECOND)
                except TimeoutError:
                    continue

    def judge(self, worth: ToldWorth | None, answer: str) -> str:
        """What this answer cost, and the sum so far."""
        if worth is None or answer not in worth.cents:
            return "The coach knows no odds for this."
        cost = worth.cost(answer)
        self.decisions += 1
        self.slips += cost > 0
        self.given_away += cost
        if not cost:
            return f"{answer} is the best answer. {self.summary()}"
        best = f"{worth.best} is worth {worth.told(worth.best)}, {answer} {worth.told(answer)}"
        return f"{answer} cost {_plainly(cost)} on average: {best}. {self.summary()}"

    def summary(self) -> str:
        """The sum: what was given away, in how many decisions."""
        best = self.decisions - self.slips
        return f"So far {best} of {self.decisions} best, {_plainly(self.given_away)} given away."

    def close(self) -> None:
        """Stop thinking."""
        self._thinker.close()


def _plainly(cents: float) -> str:
    return in_dollars(cents).lstrip("+")
