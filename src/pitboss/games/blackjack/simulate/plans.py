"""Deterministic blackjack strategies for every hand, and their values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pitboss.cards import CARDS
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal import bot
from pitboss.games.blackjack.deal.player import Hand, Player
from pitboss.games.blackjack.deal.rules import EARLY, Rules
from pitboss.games.blackjack.deal.turn import context, hand_options
from pitboss.money import Cents
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.blackjack.solve import PlayPlan, SolvedGame, Solver, solved

_SEAT = Seat(1)
_ANSWERS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
_BY_VALUE = [next(card for card in CARDS if card_value(card.code) == value + 1) for value in range(VALUES)]


def plan_value(rules: Rules, plan: PlayPlan) -> float:
    """Return the expected value of the main wager from a fresh shoe, played by this plan, in double precision."""
    game = solved(solver_rules(rules))
    return Solver(game.rules, game.joint).follow(plan).expected_value


def without_extra(game: SolvedGame) -> PlayPlan:
    """Return best play with every double and split replaced by the better of hitting and standing."""
    value, plan = game.dealt.value, game.plan
    plain = np.where(value[:, HIT] > value[:, STAND], HIT, STAND).astype(np.uint8)
    dealt = np.where((plan.dealt == DOUBLE) | (plan.dealt == SPLIT), plain, plan.dealt).astype(np.uint8)
    return replace(plan, dealt=dealt)


def bot_answer(rules: Rules, values: tuple[int, ...], up: int, is_free: bool, hands: int, of_aces: bool) -> int:
    """Return the bot's answer at the table, or STAND if there is no decision. `of_aces` means that aces were split."""
    split = hands > 1
    hand = Hand(1, [_BY_VALUE[value] for value in values], Cents(100), split, split and of_aces)
    player = Player(_SEAT, Cents(100), {}, [hand] * hands)
    options = hand_options(rules, player, hand)
    if not options:
        return STAND
    offer = Offer("", {_SEAT: options}, context(player, hand, _BY_VALUE[up]))
    return _ANSWERS[bot.answer(rules, (), offer, _SEAT)]


def surrenders_before_look(rules: Rules) -> bool:
    """Return whether surrender is offered separately, before the dealer looks (BJ-6)."""
    return rules.surrender == EARLY and rules.hole_card
