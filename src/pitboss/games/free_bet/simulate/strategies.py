"""The simulation strategies for Free Bet: best, best-joint, by chart, the bot's, never paying extra, and random."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from pitboss.cards import CARDS
from pitboss.compute.random_choices import RANDOM
from pitboss.games.free_bet.count.chart_by_total import chart_of, expand
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.deal import bot
from pitboss.games.free_bet.deal.choices import context, hand_options
from pitboss.games.free_bet.deal.player import Hand, Player
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate.kernels import Playbook
from pitboss.games.free_bet.simulate.playbook import any_playbook, playbook
from pitboss.games.wording.blackjack_strategy import StrategyFile
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes
from pitboss.money import Cents
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.blackjack.hands import Actions, Flags, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, NOT_ALLOWED, SPLIT, STAND
from pitboss.solving.blackjack.playbook import plan_by
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.blackjack.solve import PlayedHands, PlayPlan, SolvedGame, Solver, free_doubles, solved

STRATEGIES = {
    "best": "plays best for the main bet, by the hand's own cards and the up card; never insures",
    "best-joint": "plays best for the main bet and Pot of Gold together; never insures",
    "chart": "plays the best chart by total, as pitboss odds prints it; never insures",
    "basic": "plays a fixed chart by total: every free bet but the split of fives; never insures",
    "never-extra": "takes free bets, but hits or stands if best play would pay for a double or a split; never insures",
    RANDOM: "takes any option at random, including insurance, each equally likely",
}
_SEAT = Seat(1)
_OPTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "free-double": DOUBLE, "split": SPLIT, "free-split": SPLIT}
_BY_VALUE = [next(card for card in CARDS if card_value(card.code) == value + 1) for value in range(VALUES)]


STRATEGY_FILE = StrategyFile(
    {
        "dealt": "The hand as dealt.",
        "own-after-split": "After a split, a hand with the player's own money.",
        "free-after-split": "After a split, a free hand.",
    },
    "By the number of ten-values among the two cards (FB-8).",
)


def playbook_for(rules: Rules, strategy: str, stake: float, changes: Changes = NO_CHANGES) -> Playbook:
    """Return the playbook of a strategy. `stake` is the Pot of Gold bet in main bets."""
    if strategy == RANDOM:
        return any_playbook(solver_rules(rules))
    return playbook(solver_rules(rules), plan_for(rules, strategy, stake, changes))


def plan_for(rules: Rules, strategy: str, stake: float, changes: Changes = NO_CHANGES) -> PlayPlan:
    """Return a deterministic strategy with a file's changes applied."""
    plan = _plan(rules, strategy, stake)
    return STRATEGY_FILE.changed(solver_rules(rules), plan, changes) if changes else plan


def plan_value(rules: Rules, plan: PlayPlan) -> float:
    """Return the expected value of the main bet from a fresh shoe, played by this plan: exact, in double precision."""
    game = solved(solver_rules(rules))
    return Solver(game.rules, game.joint).follow(plan).expected_value


def _plan(rules: Rules, strategy: str, stake: float) -> PlayPlan:
    if strategy == "basic":
        return plan_by(partial(_bot_answer, rules))
    terms = solver_rules(rules)
    if strategy == "best-joint":
        return solved_jointly(terms, pot_of_gold(rules), stake).plan
    if strategy == "chart":
        return expand(chart_of(terms)[0])
    game = solved(terms)
    return without_paying(game) if strategy == "never-extra" else game.plan


def without_paying(game: SolvedGame) -> PlayPlan:
    """Return best play, with each paid double or split replaced by the better of hitting and standing."""
    hands, plan = all_hands(), game.plan
    dealt, unpaired, paired = plan.dealt.copy(), plan.unpaired.copy(), plan.paired.copy()
    pays = dealt == DOUBLE
    for pair in set(game.splits) - game.rules.splitting.free_pairs:
        pays[hands.number((pair, pair))] |= dealt[hands.number((pair, pair))] == SPLIT
    _unpay(game, game.dealt, dealt, pays)
    for pair, split in game.splits.items():
        for kind, both in enumerate(zip(split.unpaired, split.paired, strict=True)):
            for played, table in zip(both, (unpaired[kind, pair], paired[kind, pair]), strict=True):
                _unpay(game, played, table, table == DOUBLE)
    return replace(plan, dealt=dealt, unpaired=unpaired, paired=paired)


def _unpay(game: SolvedGame, played: PlayedHands, table: Actions, pays: Flags) -> None:
    """Replace plays that cost extra in a table by the best of hitting, standing and a free double."""
    free = free_doubles(game.rules.doubling)[:, None]
    hit, stand = played.value[:, HIT], played.value[:, STAND]
    doubled = np.where(free, played.value[:, DOUBLE], NOT_ALLOWED)
    better = np.where(doubled > np.maximum(hit, stand), DOUBLE, np.where(hit > stand, HIT, STAND))
    pays = pays & ~(free & (table == DOUBLE))
    table[pays] = better[pays]


def _bot_answer(rules: Rules, values: tuple[int, ...], up: int, is_free: bool, hands: int, of_aces: bool) -> int:
    """Return the bot's answer at the table, or STAND if there is no decision."""
    hand = Hand(1, [_BY_VALUE[value] for value in values], {}, is_free, of_aces)
    player = Player(_SEAT, {"main": Cents(100)}, {}, [hand] * hands)
    options = hand_options(rules, player, hand)
    if not options:
        return STAND
    offer = Offer("", {_SEAT: options}, context(player, hand, _BY_VALUE[up]))
    return _OPTIONS[bot.answer(rules, (), offer, _SEAT)]
