"""The simulation strategies of Free Bet: best, best for all bets, by chart, the bot's, and never paying extra."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, Card
from pitboss.compute.random_choices import RANDOM
from pitboss.games.free_bet.count.chart_by_total import chart_of, expand
from pitboss.games.free_bet.count.counted_rules import (
    NEVER_AGAIN,
    Again,
    CountedRules,
    counted_rules,
    free_double_nodes,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import DOUBLE, HIT, SPLIT, STAND
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solution, solution_of
from pitboss.games.free_bet.deal import bot
from pitboss.games.free_bet.deal.choices import context, hand_options
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.games.free_bet.deal.player import Hand, Player
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate import strategy_file
from pitboss.games.free_bet.simulate.kernels import Playbook
from pitboss.games.free_bet.simulate.playbook import any_playbook, playbook
from pitboss.games.free_bet.simulate.tables import tables_of
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes
from pitboss.money import Cents
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.blackjack_legacy.hand_graph import HandGraph, hand_graph
from pitboss.solving.blackjack_legacy.splits import FREE, OWN
from pitboss.solving.blackjack_legacy.values import ACE, VALUES, counts_in

STRATEGIES = {
    "best": "plays best for the main bet, by the hand's own cards and the up card; never insures",
    "best-joint": "plays best for the main bet and Pot of Gold together; never insures",
    "chart": "plays the best chart by total, as pitboss odds prints it; never insures",
    "basic": "plays a fixed chart by total: every free bet but the split of fives; never insures",
    "never-extra": "takes free bets, hits or stands where best play would pay for a double or a split; never insures",
    RANDOM: "takes any option by chance, insurance too, each as likely",
}
_SEAT = Seat(1)
_OPTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "free-double": DOUBLE, "split": SPLIT, "free-split": SPLIT}
_BY_VALUE = [next(card for card in CARDS if card_value(card.code) == value + 1) for value in range(VALUES)]


class StrategyWay(NamedTuple):
    """A strategy: the hands, the action of each, and the answer to insurance."""

    terms: CountedRules
    graph: HandGraph
    plan: WayToPlay
    insures: NDArray[np.uint8]

    def book(self) -> Playbook:
        """Return the strategy as a playbook."""
        made = playbook(self.terms, self.graph, tables_of(self.terms, self.graph, self.plan))
        return made._replace(insures=self.insures)

    def worth(self) -> float:
        """Return the expected value of the main bet from a fresh shoe: exact, in floating point."""
        played = PlayedOut(self.terms, self.graph, solution_of(self.terms).odds, self.plan)
        return float(played.worth_by_up_card().sum())


def playbook_for(rules: Rules, strategy: str, stake: float, changes: Changes = NO_CHANGES) -> Playbook:
    """Return the playbook of a strategy. `stake` is the Pot of Gold bet in main bets."""
    if strategy == RANDOM:
        return any_playbook(counted_rules(rules), hand_graph(), rules.resplit_aces)
    return way_of(rules, strategy, stake, changes).book()


def way_of(rules: Rules, strategy: str, stake: float, changes: Changes = NO_CHANGES) -> StrategyWay:
    """Return a deterministic strategy with a file's changes applied."""
    terms = counted_rules(rules)
    graph, plan = _plan(rules, terms, strategy, stake)
    insured = strategy_file.insures(changes)
    never = np.zeros(VALUES * VALUES, np.uint8)
    return StrategyWay(
        terms,
        graph,
        strategy_file.changed(terms, graph, plan, changes) if changes else plan,
        never if insured is None else insured,
    )


def _plan(rules: Rules, terms: CountedRules, strategy: str, stake: float) -> tuple[HandGraph, WayToPlay]:
    if strategy == "basic":
        return hand_graph(), by_the_bot(rules, hand_graph())
    solution = solution_of(terms, stake) if strategy == "best-joint" else best_for_main(terms)
    if strategy == "chart":
        return solution.graph, expand(chart_of(solution.terms)[0], solution.graph)
    plan = without_paying(solution) if strategy == "never-extra" else WayToPlay(solution.best, solution.again)
    return solution.graph, plan


def best_for_main(terms: CountedRules) -> Solution:
    """Return the best play of the main bet, which does not depend on the blackjack and side bet payouts."""
    blank = CountedRules()
    return solution_of(
        terms._replace(
            blackjack_pays=blank.blackjack_pays, pot_of_gold=blank.pot_of_gold, push_22_pays=blank.push_22_pays
        )
    )


def without_paying(solution: Solution) -> WayToPlay:
    """Return best play, with each paid double or split replaced by the better of hitting and standing."""
    terms, graph = solution.terms, solution.graph
    free_double = free_double_nodes(terms, graph)[:, None]
    paid_pairs = [pair for pair in range(VALUES) if not splits_free(terms, pair)]
    played = []
    for side in solution.sides:
        pays = (side.best == DOUBLE) & ~free_double
        split = graph.two[0, paid_pairs, paid_pairs]
        pays[split] |= side.best[split] == SPLIT
        or_double = np.where(free_double, side.worth[:, DOUBLE], -np.inf)
        drawn = np.where(side.worth[:, HIT] > side.worth[:, STAND], HIT, STAND)
        better = np.where(or_double > side.worth[:, [STAND, HIT]].max(axis=1), DOUBLE, drawn)
        played.append(np.where(pays, better, side.best).astype(np.uint8))
    return WayToPlay((played[OWN], played[FREE]), solution.again)


def by_the_bot(rules: Rules, graph: HandGraph) -> WayToPlay:
    """Return the bot's strategy for every hand. It uses the cards of two-card hands, else the total."""
    own, free = (_more_cards(rules, graph, is_free) for is_free in (False, True))
    again = [[NEVER_AGAIN] * VALUES for _ in range(VALUES)]
    for first, second in np.ndindex(VALUES, VALUES):
        for up in range(VALUES):
            hand = (first, second)
            own[graph.two[0, first, second], up] = _said(rules, hand, up, False, 1)
            own[graph.two[1, first, second], up] = _said(rules, hand, up, False, MOST_HANDS)
            free[graph.two[1, first, second], up] = _said(rules, hand, up, True, MOST_HANDS)
            if first == second:
                plan = [
                    _said(rules, hand, up, kind == FREE, hands) == SPLIT for kind in (OWN, FREE) for hands in (2, 3)
                ]
                again[first][up] = Again(*plan)
    return WayToPlay((own, free), again)


def _more_cards(rules: Rules, graph: HandGraph, is_free: bool) -> NDArray[np.uint8]:
    """Return the bot's choices for hands of three or more cards, by total. Two-card hands are set to stand."""
    best = np.full((len(graph.total), VALUES), STAND, np.uint8)
    kinds = np.stack((graph.total, graph.soft), axis=1)
    for total, soft in np.unique(kinds[graph.cards > 2], axis=0):
        alike = np.flatnonzero((graph.cards > 2) & (kinds == (total, soft)).all(axis=1))
        cards = np.repeat(np.arange(VALUES), counts_in(graph.keys[alike[-1]]))[::-1]
        best[alike] = [_said(rules, tuple(cards.tolist()), up, is_free, 1 + is_free) for up in range(VALUES)]
    return best


def _said(rules: Rules, values: tuple[int, ...], up: int, is_free: bool, hands: int) -> int:
    """Return the bot's answer at the table, or STAND if there is no decision."""
    hand = Hand(1, [_card(value) for value in values], {}, is_free, hands > 1 and values[0] == ACE)
    player = Player(_SEAT, {"main": Cents(100)}, {}, [hand] * hands)
    options = hand_options(rules, player, hand)
    if not options:
        return STAND
    offer = Offer("", {_SEAT: options}, context(player, hand, _card(up)))
    return _OPTIONS[bot.answer(rules, (), offer, _SEAT)]


def _card(value: int) -> Card:
    return _BY_VALUE[value]
