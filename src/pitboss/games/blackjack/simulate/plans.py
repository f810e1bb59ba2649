"""A deterministic strategy for every hand, on the hands of the solver, and its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, Card
from pitboss.games.blackjack.count.solved import solved, solver_rules
from pitboss.games.blackjack.deal import bot
from pitboss.games.blackjack.deal.player import Hand, Player
from pitboss.games.blackjack.deal.rules import EARLY, Rules
from pitboss.games.blackjack.deal.turn import context, hand_options
from pitboss.money import Cents
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import ACE, VALUES, Knowledge
from pitboss.solving.blackjack.solve import SolvedGame, follow
from pitboss.solving.blackjack.splits import OWN, ResplitPlan

Choices = NDArray[np.uint8]
HANDS = (2, 3)
"""The numbers of hands at which a pair may be split again."""
_SEAT = Seat(1)
_ANSWERS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
_BY_VALUE = [next(card for card in CARDS if card_value(card.code) == value + 1) for value in range(VALUES)]


@dataclass(frozen=True)
class PlayPlan:
    """The action of every hand by up card, numbered as the solver numbers hands and actions."""

    dealt: Choices
    """Axes: hand, up card. A surrender here is early or late, as the house offers it."""
    unpaired: Choices
    """Hands of a split. Axes: pair, hand, up card."""
    paired: Choices
    """Hands of a split whose second card pairs them, if they are not split again. Axes: pair, up card."""
    again: NDArray[np.bool_]
    """Whether a hand that is paired again is split again. Axes: number of hands (`HANDS`), pair, up card."""
    insures: Choices
    """Axes: first card, second card."""


def best_plan(rules: Rules, knowledge: Knowledge) -> PlayPlan:
    """Return best play of the main wager for a player with this knowledge; insurance is never taken."""
    return plan_of(solved(solver_rules(rules, knowledge)))


def plan_of(game: SolvedGame) -> PlayPlan:
    """Return the play of a solved game."""
    hands, size = all_hands(), len(all_hands().keys)
    unpaired = np.zeros((VALUES, size, VALUES), np.uint8)
    paired = np.zeros((VALUES, size, VALUES), np.uint8)
    again = np.zeros((len(HANDS), VALUES, VALUES), np.bool_)
    for pair, split in game.splits.items():
        unpaired[pair] = split.unpaired[OWN].best
        paired[pair] = split.paired[OWN].best
        for up in range(VALUES):
            plan = split.plans[split.chosen[up]]
            again[:, pair, up] = [plan.splits(OWN, many) for many in HANDS]
    pairs = [hands.number((pair, pair)) for pair in range(VALUES)]
    assert not (paired[np.arange(VALUES), pairs] == SPLIT).any()
    return PlayPlan(game.dealt.best, unpaired, paired, again, np.zeros((VALUES, VALUES), np.uint8))


def plan_value(rules: Rules, plan: PlayPlan) -> float:
    """Return the expected value of the main wager from a fresh shoe, played by this plan, in double precision."""
    game = solved(solver_rules(rules))
    splits = {}
    for pair, split in game.splits.items():
        chosen = [_plan_number(split.plans, plan.again[:, pair, up]) for up in range(VALUES)]
        unpaired = split.unpaired[OWN]._replace(best=plan.unpaired[pair])
        paired = split.paired[OWN]._replace(best=plan.paired[pair])
        splits[pair] = replace(split, chosen=np.array(chosen), unpaired=(unpaired,), paired=(paired,))
    played = replace(game, dealt=game.dealt._replace(best=plan.dealt), splits=splits)
    return follow(played, game.rules.pack).expected_value


def _plan_number(plans: Sequence[ResplitPlan], again: NDArray[np.bool_]) -> int:
    """Return which plan splits again at these numbers of hands, as far as the plans differ."""
    for number, plan in enumerate(plans):
        for many, wanted in zip(HANDS, again.tolist(), strict=True):
            if plan.splits(OWN, many) != wanted:
                break
            if not wanted:
                return number
        else:
            return number
    raise AssertionError("no plan splits like this")


def without_extra(game: SolvedGame, plan: PlayPlan) -> PlayPlan:
    """Return a plan in which every double and split is replaced by the better of hitting and standing."""
    value = game.dealt.value
    plain = np.where(value[:, HIT] > value[:, STAND], HIT, STAND).astype(np.uint8)
    dealt = np.where((plan.dealt == DOUBLE) | (plan.dealt == SPLIT), plain, plan.dealt).astype(np.uint8)
    return replace(plan, dealt=dealt)


def bot_plan(rules: Rules) -> PlayPlan:
    """Return the bot's strategy for every hand."""
    hands = all_hands()
    size = len(hands.keys)
    dealt, after = np.zeros((size, VALUES), np.uint8), np.zeros((size, VALUES), np.uint8)
    again = np.zeros((len(HANDS), VALUES, VALUES), np.bool_)
    by_total: dict[tuple[int, bool, int], int] = {}
    for hand in range(size):
        if hands.cards[hand] < 2:
            continue
        values = tuple(np.repeat(np.arange(VALUES), hands.counts[hand]).tolist())
        for up in range(VALUES):
            if len(values) == 2:
                dealt[hand, up] = _said(rules, values, up, 1)
                after[hand, up] = _said(rules, values, up, rules.most_hands + 1)
                continue
            key = int(hands.total[hand]), bool(hands.soft[hand]), up
            if key not in by_total:
                by_total[key] = _said(rules, values, up, 1)
            dealt[hand, up] = after[hand, up] = by_total[key]
    for pair in range(VALUES):
        for up in range(VALUES):
            for place, many in enumerate(HANDS):
                again[place, pair, up] = _said(rules, (pair, pair), up, many, of_aces=pair == ACE) == SPLIT
    unpaired = np.repeat(after[None], VALUES, axis=0)
    aces = unpaired[ACE]
    aces[hands.cards > 1] = STAND  # split aces take one card only
    return PlayPlan(dealt, unpaired, unpaired.copy(), again, np.zeros((VALUES, VALUES), np.uint8))


def _said(rules: Rules, values: tuple[int, ...], up: int, hands: int, *, of_aces: bool = False) -> int:
    """Return the bot's answer at the table, or STAND if there is no decision. `of_aces` means a split of aces."""
    split = hands > 1
    hand = Hand(1, [_card(value) for value in values], Cents(100), split, split and of_aces)
    player = Player(_SEAT, Cents(100), {}, [hand] * hands)
    options = hand_options(rules, player, hand)
    if not options:
        return STAND
    offer = Offer("", {_SEAT: options}, context(player, hand, _card(up)))
    return _ANSWERS[bot.answer(rules, (), offer, _SEAT)]


def _card(value: int) -> Card:
    return _BY_VALUE[value]


def surrenders_before_look(rules: Rules) -> bool:
    """Whether surrender is an offer of its own, before the dealer looks (BJ-6)."""
    return rules.surrender == EARLY and rules.hole_card
