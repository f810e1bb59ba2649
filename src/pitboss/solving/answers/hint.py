"""Advice in dollars and in a sentence, for the seat that is asked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.play.steps import Event, Offer, Seat, Wagered
from pitboss.solving.answers.analysis import Advice

_HALF_A_CENT = 0.5


class WorthHint(Struct, frozen=True):
    """What each answer is worth to a seat, in cents of its own stakes."""

    cents: dict[str, float]
    best: str
    best_words: str
    words: str
    """The hint in a sentence."""

    def lost(self, answer: str) -> float:
        """What an answer costs on average, compared with the best."""
        return self.cents[self.best] - self.cents.get(answer, self.cents[self.best])


def hint(advice: Advice, seen: Sequence[Event], offer: Offer, seat: Seat) -> WorthHint | None:
    """The advice counted in what this seat has staked; nothing where no single stake counts."""
    costs = {option.name: option.cost for option in offer.options[seat]}
    bets = (
        event.amount for event in seen if isinstance(event, Wagered) and (event.seat, event.bet) == (seat, advice.bet)
    )
    stake = next(bets, None) or costs.get(advice.bet)
    if not stake or not advice.options:
        return None
    cents = {name: float(worth) * stake for name, worth in advice.options.items()}
    words = {option.name: option.words for option in offer.options[seat]}
    best, *others = sorted(cents, key=lambda name: -cents[name])
    return WorthHint(cents, best, words[best], _sentence(best, others, cents, words))


def _sentence(best: str, others: list[str], cents: dict[str, float], words: dict[str, str]) -> str:
    first = words[best][:1].upper() + words[best][1:]
    if not others:
        return f"{first}: there is nothing else to say."
    ahead = cents[best] - cents[others[0]]
    if ahead < _HALF_A_CENT:
        return f"{first} and {words[others[0]]} are worth the same on average."
    return f"{first} is worth ${ahead / 100:,.2f} more on average than {words[others[0]]}."
