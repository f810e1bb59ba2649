"""The bets of Free Bet that a pay table decides."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.counting.numbers import Number
from pitboss.counting.paid import Paid
from pitboss.games.free_bet.count.counted_rules import counted_rules
from pitboss.games.free_bet.count.side_bets import chance_of_22
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.games.free_bet.deal.rules import Rules


def paid(rules: Rules) -> dict[str, Paid]:
    """By name; Pot of Gold by the tokens that best play of the main bet earns, as `pitboss odds` has it (FB-6)."""
    note = "At best play of the main bet alone."
    return {
        "pot-of-gold": Paid("pot_of_gold_table", lambda: _tokens(rules), note=note),
        "push-22": Paid("push_22_pays", lambda: _dealer_22(rules), line="dealer 22"),
    }


def _tokens(rules: Rules) -> Sequence[float]:
    return by_line(solution_of(counted_rules(rules)).tokens.tolist(), len(rules.pot_of_gold_table.lines))


def by_line(tokens: Sequence[float], lines: int) -> list[float]:
    """Chances of 0 to 7 tokens as those of the table's lines, the highest first."""
    return [sum(tokens[lines:]), *tokens[lines - 1 : 0 : -1]]


def _dealer_22(rules: Rules) -> Sequence[Number]:
    return [chance_of_22(counted_rules(rules))]
