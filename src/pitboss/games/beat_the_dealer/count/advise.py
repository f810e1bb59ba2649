"""Advice on each answer, from command-line options or from the events a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.beat_the_dealer.count.solve import Stakes
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.count.worths import before_flop, before_river, before_turn
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat, Wagered
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice

SITUATION = (
    Ask("hole", "CARDS", "your two cards, as in 'As Kd'", required=True),
    Ask("flop", "CARDS", "the three cards of the flop, if dealt, as in '2c 7h Tc'"),
    Ask("turn", "CARD", "the turn card, if dealt, as in 9s"),
    Ask("five-card", "ANTES", "your bet on the 5-card bonus, in antes, as in 1 or 0.5 [default: none]"),
    Ask("two-card", "ANTES", "your bet on the 2-card bonus, in antes [default: none]"),
)
WHOLE = "antes, of the whole round"
REST = "antes, of this bet and later ones"
DECIDED = "The bonus bets are already decided: no answer changes them."


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the expected value of each answer, in antes (BD-2)."""
    hole, flop, turn = situation.cards("hole", (2,)), situation.cards("flop", (3,)), situation.cards("turn", (1,))
    if turn and not flop:
        raise Refused(
            "bad-situation",
            f"{situation.written('turn')} needs {situation.written('flop')}: the turn card follows the flop",
        )
    refuse_twice((*hole, *flop, *turn))
    stakes = Stakes(*(situation.stake(name, "antes") for name in ("two-card", "five-card")))
    return _advice(rules, [card.code for card in hole], [card.code for card in (*flop, *turn)], stakes)


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the expected value of each answer to the offer, given the seat's bonus bets."""
    assert offer is not None, "advice on Beat the Dealer needs an open question"
    dealt = [event for event in seen if isinstance(event, Dealt) and not event.card.is_hidden]
    bets = {event.bet: event.amount for event in seen if isinstance(event, Wagered) and event.seat == seat}
    stakes = Stakes(*(Fraction(bets.get(name, 0), bets["ante"]) for name in ("two-card", "five-card")))
    hole = [event.card.code for event in dealt if event.seat == seat]
    return _advice(rules, hole, [event.card.code for event in dealt if event.seat is None], stakes)


def _advice(rules: Rules, hole: Sequence[int], board: Sequence[int], stakes: Stakes) -> Advice:
    if not board:
        return Advice(before_flop(hole, solution_of(rules, stakes)), WHOLE, bet="ante")
    options = before_river(hole, board[:3], board[3]) if len(board) > 3 else before_turn(hole, board)
    return Advice(options, REST, (DECIDED,) if any(stakes) else (), "ante")
