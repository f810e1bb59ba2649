"""Advice for the seat that has to decide: in dollars, and as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.play.steps import Event, Offer, Seat, Wagered
from pitboss.solving.answers.analysis import Advice

HALF_A_CENT = 0.5
"""The difference in cents below which two options count as equally good."""


class PricedOptions(Struct, frozen=True):
    """The value of each option to a seat, in cents at its own stakes, for this decision alone."""

    cents: dict[str, float]
    """The value of each option, without the side bets that this decision does not affect."""
    best: str
    best_words: str
    words: str
    """The hint as a sentence."""
    costs: dict[str, float]
    """The cents that each option gives up on average, compared with the best; 0 for an equally good one."""
    side_bets: float = 0.0
    """The value in cents of the side bets left out of `cents`."""

    def cost(self, answer: str) -> float:
        """Return the cents that an option gives up; 0 for one that was not offered."""
        return self.costs.get(answer, 0.0)

    def price(self, answer: str) -> str:
        """
        Return the price of an option in words.

        >>> priced = PricedOptions({"hit": -100.0, "stand": -198.0}, "hit", "hit", "", {"hit": 0.0, "stand": 98.0})
        >>> priced.price("hit"), priced.price("stand")
        ('best', 'costs $0.98')
        """
        cost = self.cost(answer)
        return f"costs ${cost / 100:,.2f}" if cost else "best"


def price_options(advice: Advice, seen: Sequence[Event], offer: Offer, seat: Seat) -> PricedOptions | None:
    """
    Return the value of each option in cents, for this decision alone.

    Side bets that are already decided, or that no option affects, are left out. Return None if there are no options, or
    if the advice is not measured in the stake of a single bet.
    """
    costs = {option.name: option.cost for option in offer.options[seat]}
    bets = (
        event.amount for event in seen if isinstance(event, Wagered) and (event.seat, event.bet) == (seat, advice.bet)
    )
    stake = next(bets, None) or costs.get(advice.bet)
    if not stake or not advice.options:
        return None
    cents = {name: float(worth - advice.side_bets) * stake for name, worth in advice.options.items()}
    words = {option.name: option.words for option in offer.options[seat]}
    best, *others = sorted(cents, key=lambda name: -cents[name])
    given_up = {name: _cost(cents[best] - worth) for name, worth in cents.items()}
    sentence = _sentence(best, others, cents, words)
    return PricedOptions(cents, best, words[best], sentence, given_up, float(advice.side_bets) * stake)


def _cost(cents: float) -> float:
    return cents if cents >= HALF_A_CENT else 0.0


def _sentence(best: str, others: list[str], cents: dict[str, float], words: dict[str, str]) -> str:
    first = words[best][:1].upper() + words[best][1:]
    if not others:
        return f"{first} is the only option."
    ahead = cents[best] - cents[others[0]]
    if ahead < HALF_A_CENT:
        return f"{first} and {words[others[0]]} are equally good."
    return f"{first} is best: ${ahead / 100:,.2f} better than {words[others[0]]} on average."
