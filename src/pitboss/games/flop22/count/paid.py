"""The Flop 22 bets whose odds follow from a pay table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial

from pitboss.games.flop22.count.flops import DECK, FLOPS, card_classes, kinds
from pitboss.games.flop22.deal.hands import field_line
from pitboss.games.flop22.deal.rules import HANDS, BonusPays, Rules
from pitboss.solving.answers.paytable_bets import Jointly, Paid

_EVERY_CARD = "For a bet made on every card."


def paid(rules: Rules) -> dict[str, Paid]:
    """Return these bets by name. Match and double are bet on every card, as in `pitboss odds` (F22-5)."""
    bets = {"field": Paid("field_table", partial(_field, len(rules.field_table.lines)))}
    for hand in HANDS:
        chances = partial(_totals, len(rules.bonus_table.lines))
        if rules.bonus_pays is BonusPays.ANTE_AND_DOUBLE:
            bets[f"ante-{hand}"] = Paid("bonus_table", chances, hand - 1)
        bets[f"double-{hand}"] = Paid("bonus_table", chances, hand - 1, note=_EVERY_CARD)
        bets[f"match-{hand}"] = Paid("match_pays", _match, line="Match Dealer Card", note=_EVERY_CARD)
    return bets


def jointly(rules: Rules, bet: str, stake: float) -> Jointly | None:
    """Return the game as played, with three equal antes and best play, for any Bonus Pay Table (F22-4)."""
    from pitboss.games.flop22.count.totals import Totals  # noqa: PLC0415  (loads NumPy)

    return Totals(rules) if bet == "played" else None


def _match() -> Sequence[Fraction]:
    """Return the probability of a match: three of the other 51 cards have the player's rank (F22-7)."""
    return [Fraction(3, FLOPS)]


@cache
def _totals(lines: int) -> Sequence[Fraction]:
    """Return the probability of each line of the Bonus Pay Table over all cards and flops (F22-6)."""
    ways = [0] * lines
    for card, alike in card_classes():
        for kind, count in kinds(card).items():
            if 0 <= kind.line < lines:
                ways[kind.line] += alike * count
    return [Fraction(count, len(DECK) * FLOPS) for count in ways]


@cache
def _field(lines: int) -> Sequence[Fraction]:
    """Return the probability of each line of the field bet (F22-3)."""
    found = [field_line(card) for card in DECK]
    return [Fraction(found.count(line), len(DECK)) for line in range(lines)]
