"""A flip~it strategy that a person can remember: one bet that needs only a look at the four cards."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.flip_it.count.best_bets import Picks, boards
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.solving.answers.simple_strategy import SimplePlay


def simple(rules: Rules) -> SimplePlay:
    """
    Return Call It on a rank that does not show, or the colour with fewer cards showing, whichever is better here.
    """
    picks, counts = Picks(rules), boards(rules.decks)
    call = picks.worth(picks.call_pick(0))
    colour = sum(
        (ways * picks.worth(picks.inside_pick("red", "colour", board.colour, board.aces))
         for board, ways in counts.items()), Fraction(0),
    ) / sum(counts.values())  # fmt: skip
    if call >= colour:
        words, ev = "Bet on Call It, on any rank that none of the four cards shows.", call
    else:
        words, ev = "Bet on the colour, Red or Black, with fewer of the four cards.", colour
    return SimplePlay((words, "Bets do not affect each other: one is enough."), ev, side_bets=("bonus",))
