"""The solved strategy played through the script, compared with the solver."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np

from helpers.blackjack.best_strategy import BestStrategy, answer, best_strategy
from helpers.stacking import shuffled
from pitboss.cards import parse_card
from pitboss.games.roll_your_own import GAME
from pitboss.games.roll_your_own.count.figures import one_card_figures, round_figures, two_card_figures
from pitboss.games.roll_your_own.count.solve import solve
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules
from pitboss.money import dollars
from pitboss.play.records.ledger import net
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value

SEAT = Seat(1)
WAGERS = {SEAT: dict.fromkeys(("two-card", "one-card", "bonus"), dollars(2))}


class Player:
    """A seat that sets and plays its hands by the solved strategy and never insures."""

    def __init__(self, strategy: BestStrategy, dealt: Round) -> None:
        codes = [card.code for card in dealt.record.pack[:5]]
        self.strategy = strategy
        self.three = [card_value(code) - 1 for code in codes[:3]]
        self.up_card = card_value(codes[4]) - 1
        row = strategy.threes[tuple(self.three)]
        self.alone = int(strategy.alone[row, self.up_card])
        self.pair = tuple((Counter(self.three) - Counter((self.alone,))).elements())
        self.split: set[str] = set()

    def says(self, offer: Offer) -> str:
        names = [option.name for option in offer.options[SEAT]]
        if "no" in names:
            return "no"
        if "alone-1" in names:
            return f"alone-{self.three.index(self.alone) + 1}"
        context: Any = offer.context
        bet = context["bet"]
        hand = [card_value(parse_card(text).code) - 1 for text in context["cards"]]
        others = (self.alone,) if bet == "two-card" else self.pair
        chosen = answer(self.strategy, self.up_card, others, hand, bet in self.split, "split" in names)
        if chosen == "split":
            self.split.add(bet)
        return chosen


def test_script_rounds_match_the_solution() -> None:
    """Play 6,000 rounds of the script; each bet and the total are within 3.5 standard errors (RY-4 to RY-8)."""
    solution, rules, rounds = solve(OddsRules()), GAME.rules(), 6_000
    strategy, nets = best_strategy(solution), np.zeros((rounds, 3))
    for number in range(rounds):
        dealt = Round.deal(GAME, rules, shuffled(GAME, rules, number), WAGERS)
        player = Player(strategy, dealt)
        while dealt.pending:
            dealt.say(SEAT, player.says(dealt.pending))
        won = net(dealt.events)[SEAT]
        nets[number] = [won.get(bet, 0) / 200 for bet in ("two-card", "one-card", "bonus")]
    exact = [two_card_figures(solution).ev, one_card_figures(solution).ev, -9136 / 22100]
    for mean, sample in (*zip(exact, nets.T, strict=True), (round_figures(solution).ev, nets.sum(1))):
        assert abs(sample.mean() - mean) < 3.5 * sample.std() / sqrt(rounds)
