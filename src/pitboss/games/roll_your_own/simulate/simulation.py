"""The Roll Your Own simulator: its strategies and the settlement of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec.structs import replace

from pitboss.cards import CARDS, Card, parse_card
from pitboss.compute.random_choices import RANDOM, answer_by
from pitboss.compute.streams import Stream, copy_stream, stream
from pitboss.games.odds import analysis_of
from pitboss.games.roll_your_own import GAME
from pitboss.games.roll_your_own.deal.rules import INSURANCE_PAYS, Rules, bets
from pitboss.games.roll_your_own.simulate import strategy_file
from pitboss.games.roll_your_own.simulate.kernels import (
    BET_LINES,
    BLACKJACK_LINE,
    BONUS_LINES,
    CELLS,
    CHOICE_AT,
    DOUBLE,
    HIT,
    INSURANCE_LINES,
    INSURES,
    LONE_AT,
    MOST_AT,
    OTHER_CARD_SETS,
    OTHERS_AT,
    SPLIT,
    SPLIT_LINES,
    Codes,
    KernelRules,
    Words,
    play_rounds,
)
from pitboss.games.roll_your_own.simulate.random_value import random_means
from pitboss.games.roll_your_own.simulate.states import states
from pitboss.games.roll_your_own.simulate.tables import BEST, STRATEGIES, tables
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import LOSS, Cents, Pays
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Moved, Offer, Seat, Turned
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.simulator import Chances, Counts, Result, by_net, played_by_net

__all__ = ["STRATEGIES", "Simulation"]
UNIT = Cents(100)


class Simulation:
    """A simulator of Roll Your Own, by default with one unit on each of the three equal bets."""

    cells = CELLS
    luck = 0

    def __init__(
        self, rules: Rules, seats: int, strategy: str, stakes: Mapping[str, int], *, changes: Changes = NO_CHANGES
    ) -> None:
        units = {stakes.get(bet.name, 1) for bet in bets(rules) if not bet.in_play}
        if len(units) > 1 or min(units) < 1:
            raise Refused("unequal-bets", "the three bets are equal and compulsory (RY-1): bet the same on all three")
        self.rules = rules
        self.strategy = STRATEGIES[strategy]
        self.is_best = strategy in BEST and not changes
        self.chooses = strategy == RANDOM
        self.units = units.pop()
        self.tables = tables(rules, strategy, changes)
        self.states = states()
        self.house = KernelRules(
            *(seats, rules.max_splits, rules.hits_soft_17, rules.dealer_peeks, self.chooses),
            first_split=self.states.first_split,
        )

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Deal `rounds` rounds, each from a fresh deck (RY-1), and count their cells."""
        self._play(state, rounds, copy_stream(np.arange(len(CARDS)).astype(np.uint8)), counts, shuffles=True)

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt."""
        codes = np.array([card.code for card in pack], np.uint8)
        cells = self._play(stream(0, "", 0), 1, codes, np.zeros(CELLS, np.int64), shuffles=False)
        return [int(cell) for cell in cells]

    def _play(self, state: Stream, rounds: int, pack: Codes, counts: Counts, *, shuffles: bool) -> Words:
        """Deal rounds and return the cells of the last one."""
        place, seats = copy_stream(np.array([0, shuffles, self.luck, 0], np.uint64)), self.house.seats
        words, cells = copy_stream(np.zeros(2 * seats, np.uint64)), copy_stream(np.zeros(seats, np.uint64))
        play_rounds(state, rounds, pack, place, *self.tables, self.house, words, cells, counts)
        return cells

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer for this seat's three cards or its hand in play, from the tables or at random."""
        if self.chooses:
            return answer_by(self.luck, seen, offer, seat)
        names = [option.name for option in offer.options[seat]]
        dealt = [event for event in seen if isinstance(event, Dealt)]
        up = next(_value(event.card) for event in seen if isinstance(event, Turned) and event.at == "up-card")
        three = [_value(event.card) for event in dealt if event.seat == seat and event.at.startswith("card-")]
        setting = int(self.tables.settings[int(np.ravel_multi_index((up, *three), (10, 10, 10, 10)))])
        if "alone-1" in names:
            return f"alone-{(setting >> CHOICE_AT & 3) + 1}"
        if "insurance" in names:
            return "insurance" if setting & INSURES else "no"
        context: Any = offer.context
        bet, hand = context["bet"], [_value(parse_card(card)) for card in context["cards"]]
        others = setting >> LONE_AT & 15 if bet == "two-card" else setting >> OTHERS_AT & 255
        second = (seat, f"{bet}-hand-2")
        is_split = any(isinstance(event, Moved) and (event.seat, event.to) == second for event in seen)
        return self._preferred_action(up * OTHER_CARD_SETS + others, hand, is_split, context["splits"], names)

    def in_words(self) -> Iterable[Part]:
        """Return the strategy as the parts of a file. Hands played by their cards show the bot's chart instead."""
        parts = strategy_file.in_words(self.tables.settings, self.tables.codes)
        stand_in = list(strategy_file.in_words(self.tables.settings, tables(self.rules, "basic").codes))
        return [
            part if part.is_whole else replace(chart, is_whole=False)
            for part, chart in zip(parts, stand_in, strict=True)
        ]

    def _preferred_action(
        self, others: int, hand: Sequence[int], is_split: bool, splits: int, names: Sequence[str]
    ) -> str:
        """Return the preferred action by this hand's code, among the options offered."""
        growth = self.states.growth
        at = self.house.first_split + hand[0] if is_split else int(growth[0, hand[0]])
        for value in hand[1:]:
            at = int(growth[at, value])
        code = int(self.tables.codes[at * 10 * OTHER_CARD_SETS + others])
        if code >> MOST_AT and splits >= code >> MOST_AT:
            code &= ~SPLIT
        wishes = [name for name, wish in (("split", SPLIT), ("double", DOUBLE), ("hit", HIT)) if code & wish]
        return next((wish for wish in wishes if wish in names), "stand")

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets. Results are in units of the original bet; doubles and splits are extra money."""
        lines, insurance = divmod(cell, INSURANCE_LINES)
        lines, bonus = divmod(lines, BONUS_LINES)
        two_card, one_card = divmod(lines, BET_LINES)
        results = {"two-card": self._bet(two_card), "one-card": self._bet(one_card)}
        results["bonus"] = self._paid(self.rules.bonus_table.pays(bonus))
        if insurance:
            results["insurance"] = self._paid(LOSS if insurance == 1 else INSURANCE_PAYS)
        return results

    def exact_means(self) -> Mapping[str, float]:
        """Return the exact means of best or random play for one seat. With more seats, the pack can run out (RY-10)."""
        if self.chooses and self.house.seats == 1:
            means = random_means(self.rules)
            means["bonus"] = float(analysis_of(GAME, self.rules).bet("bonus").ev)
            played = self.units * sum(means.values())
            return {name: mean for name, mean in means.items() if name != "insurance"} | {"played": played}
        if not self.is_best or self.house.seats > 1:
            return {}
        counted = {bet.name: float(bet.ev) for bet in analysis_of(GAME, self.rules).bets}
        means = {bet.name: counted[bet.name] for bet in bets(self.rules) if not bet.in_play}
        return means | {"played": self.units * sum(means.values())}

    def exact_lines(self) -> Mapping[str, Chances]:
        """
        Return the exact distributions at best play for one seat, with errors for rounds of four hands or more.
        """
        if not self.is_best or self.house.seats > 1:
            return {}
        counted = analysis_of(GAME, self.rules)
        lines = {bet.name: by_net(bet) for bet in counted.bets if bet.name != "insurance"}
        assert counted.played is not None
        return lines | {"played": played_by_net(counted.played, self.units)}

    def _paid(self, pays: Pays) -> Result:
        stake = Cents(self.units * UNIT)
        return Result(self.units, Fraction(pays.back(stake) - stake, UNIT))

    def _bet(self, line: int) -> Result:
        """Return the result of one blackjack bet: a blackjack pays the house's payout, everything else even money."""
        if line == BLACKJACK_LINE:
            return self._paid(self.rules.blackjack_pays)
        money, net = money_and_net(line)
        return Result(self.units, Fraction(net * self.units), (money - 1) * self.units)


def money_and_net(line: int) -> tuple[int, int]:
    """Return the final units on a blackjack bet and its net, for a line that is not a blackjack."""
    if line < BLACKJACK_LINE:
        doubled, won = divmod(line, 3)
        return 1 + doubled, (1 + doubled) * (won - 1)
    money = 2
    line -= SPLIT_LINES
    while line > 2 * money:
        line -= 2 * money + 1
        money += 1
    return money, line - money


def _value(card: Card) -> int:
    return card_value(card.code) - 1
