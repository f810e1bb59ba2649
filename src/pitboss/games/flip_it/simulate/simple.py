"""A flip~it strategy that a person can remember: one bet that needs only a look at the four cards."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.flip_it.count.best_bets import Picks, boards
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.solving.answers.simple_strategy import SimplePlay


def simple(rules: Rules) -> SimplePlay:
    """
    Return Call It on a rank that does not show, or the colour that shows less, whichever is better under these rules.
    """
    picks, sorts = Picks(rules), boards(rules.decks)
    call = picks.worth(picks.call_pick(0))
    colour = sum(
        (ways * picks.worth(picks.inside_pick("red", "colour", board.colour, board.aces))
         for board, ways in sorts.items()), Fraction(0),
    ) / sum(sorts.values())  # fmt: skip
    if call >= colour:
        told, ev = "Bet on Call It, on any rank that none of the four cards shows.", call
    else:
        told, ev = "Bet on the colour of which fewer of the four cards show, Red or Black.", colour
    return SimplePlay((told, "No bet makes another one better: one is enough."), ev, side_bets=("bonus",))
