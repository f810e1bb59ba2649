"""The blackjack bets whose odds follow from a pay table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.games.blackjack.count.side_bets import chances_of
from pitboss.games.blackjack.deal.rules import OfferedBet, Rules, offered
from pitboss.solving.answers.paytable_bets import Paid
from pitboss.statistics.exactness import Number


def paid(rules: Rules) -> dict[str, Paid]:
    """Return the side bets on offer by name (BJ-3)."""
    return {made.bet.name: Paid(made.option, _chances(made, rules.decks)) for made in offered(rules)}


def _chances(made: OfferedBet, decks: int) -> Callable[[], Sequence[Number]]:
    return lambda: chances_of(made.bet, decks)
