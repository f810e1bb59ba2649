"""Bets that are decided by a pay table, as declared by each game."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, rather
from pitboss.solving.answers.paytable_bets import Paid


def paid_bets(game: Game, rules: HouseRules) -> dict[str, Paid]:
    """Return every bet decided by a pay table or a single payout, by name; empty if the game does not declare them."""
    paid = game.provides.paid
    return paid(rules) if paid else {}


def paid_bet(game: Game, rules: HouseRules, bet: str, choices: Sequence[str]) -> Paid:
    """Return the pay table of one bet. If it has none, raise and list `choices`."""
    known = paid_bets(game, rules)
    if not known:
        raise Refused(
            "no-table",
            f"{game.title} has no count/paid.py, which says which bets its pay tables decide: "
            "vary a payout with pitboss sweep instead",
        )
    if bet not in known:
        raise Refused("no-such-bet", f"no pay table of {game.title} decides {bet!r}: {rather(bet, choices)}")
    return known[bet]
