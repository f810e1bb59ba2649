"""
Advice on each answer in main bets, from command-line options or from the events a seat has seen.

The dealer has peeked and has no blackjack. After a split the first card is the pair's. Hands not paired again are
valued for a player who does not count the other hands. A hand paired again is valued with the given number of hands
on the table. Splitting again includes what the new hands win and what it costs the hands still to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.games.free_bet.count.counted_rules import (
    MOST_TOKENS,
    Again,
    CountedRules,
    counted_rules,
    free_double_nodes,
    plans_for,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import DOUBLE, HIT, SPLIT, STAND
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.side_bets import classes_of, insurance_wins, seconds, token_chances
from pitboss.games.free_bet.count.solve import KEPT, Solution, Solver, solution_of
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.games.free_bet.deal.rules import Rules, whole_pack
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat, Wagered
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.solving.blackjack_legacy.hand_graph import MOST_GONE, node_of, paired
from pitboss.solving.blackjack_legacy.splits import FREE, OWN, SplitStory, stories, turns
from pitboss.solving.blackjack_legacy.values import ACE, VALUES, Numbers

SITUATION = (
    Ask("hand", "CARDS", "the cards of the hand that is played, in the order they came, as in '8s 8h'", required=True),
    Ask("dealer", "CARD", "the dealer's up card, as in 6c", required=True),
    Ask("free", "", "the hand grew by a free split: its loss costs nothing"),
    Ask("hands", "N", "how many hands the seat has by now, 1 to 4; 1 if it is not said"),
    Ask("pot-of-gold", "BETS", "what you hold on Pot of Gold, in main bets, as in 1, 0.2 or 1/4; nothing if not said"),
    Ask("tokens", "N", "tokens earned so far; what the free splits have earned if it is not said"),
)
UNIT = "main bets, of this hand and what may grow from it"
NO_BLACKJACK = "The dealer has looked: worths are for a dealer without a blackjack."


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the expected value of each option of the hand, in main bets (FB-2 to FB-6)."""
    cards, (up,) = situation.cards("hand"), situation.cards("dealer", (1,))
    refuse_twice((*cards, up), Counter(whole_pack(rules)))
    hands = situation.number("hands", 1, MOST_HANDS, 2 if situation.has("free") else 1)
    free = situation.has("free")
    splits_for_free = bool(cards) and splits_free(counted_rules(rules), card_value(cards[0].code) - 1)
    least = hands - 1 if splits_for_free else 0  # one for each hand made by a free split
    most = min(MOST_TOKENS, least + hands - 1)  # and a free double on each other hand
    tokens = situation.number("tokens", least, most, least)
    hand, stake = HandInPlay((), 0, free, hands, tokens), float(situation.stake("pot-of-gold", "main bets"))
    return _advice(rules, [card.code for card in cards], up, hand, stake)


def _advice(rules: Rules, codes: Sequence[int], up: Card, hand: HandInPlay, stake: float) -> Advice:
    values = tuple(card_value(code) - 1 for code in codes)
    played = hand._replace(cards=values, up=card_value(up.code) - 1)
    try:
        options = (adviser := adviser_of(counted_rules(rules), stake)).options(played)
    except ValueError as error:
        raise Refused("bad-situation", str(error)) from None
    if not options:
        raise Refused("bad-situation", "there is nothing to choose: this hand stands as it is (C-6)")
    return Advice(options, UNIT, (NO_BLACKJACK,), side_bets=adviser.pot_as_it_stands(played))


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the expected value of each answer to the offer, given the seat's Pot of Gold bet."""
    assert offer is not None, "Free Bet is advised at an offer"
    bets = {event.bet: event.amount for event in reversed(seen) if isinstance(event, Wagered) and event.seat == seat}
    about = offer.context
    if "cards" not in about:
        return _insurance(rules, seen, seat)
    cards = parse_cards(" ".join(map(str, _list(about["cards"]))))
    hand = HandInPlay((), 0, bool(about["free"]), _number(about["hands"]), _number(about["tokens"]))
    stake = bets.get("pot-of-gold", 0) / bets["main"]
    worth = _advice(rules, [card.code for card in cards], parse_card(str(about["up"])), hand, stake)
    options = {name: worth.options[name] for option in offer.options[seat] if (name := option.name) in worth.options}
    return Advice(options, worth.unit, worth.notes, "main", worth.side_bets)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _insurance(rules: Rules, seen: Sequence[Event], seat: Seat) -> Advice:
    """Return the value of insurance given the seat's own cards, in insurance bets (FB-8)."""
    own = [event.card for event in seen if isinstance(event, Dealt) and event.seat == seat]
    tens = sum(card_value(card.code) == 10 for card in own)
    worths = {"no": Fraction(0), "insurance": insurance_ev(counted_rules(rules), tens, len(own))}
    return Advice(worths, "insurance bets", bet="insurance")


def insurance_ev(terms: CountedRules, tens: int, cards: int = 2) -> Fraction:
    """Return the expected value of insurance, which pays 2:1, for a player who holds `tens` ten-values (FB-8)."""
    return 3 * insurance_wins(terms, tens, cards) - 1


class HandInPlay(NamedTuple):
    """A hand in play: its card values in order (0 the ace, 9 a ten), the up card, and its origin."""

    cards: tuple[int, ...]
    up: int
    free: bool = False
    hands: int = 1
    tokens: int = 0  # earned so far, including the split's own

    @property
    def kind(self) -> int:
        """The kind of hand: own or free."""
        return FREE if self.free else OWN

    @property
    def is_split(self) -> bool:
        """Whether the hand comes from a split."""
        return self.hands > 1

    @property
    def pair(self) -> int:
        """The value that was split, or could be."""
        return self.cards[0]

    @property
    def is_paired(self) -> bool:
        """Whether the first two cards have the same value."""
        return self.cards[0] == self.cards[1]


class Adviser:
    """Evaluates the options of any hand, from one solution of the game."""

    def __init__(self, solution: Solution) -> None:
        self.at = solution
        self.graph, self.terms = solution.graph, solution.terms
        self.free_double = free_double_nodes(self.terms, self.graph)
        self.accounts = PlayedOut(self.terms, self.graph, solution.odds, WayToPlay(solution.best, solution.again))

    def options(self, hand: HandInPlay) -> dict[str, float]:
        """Return the value of each option by its offered name. Empty if there is no decision."""
        self._check(hand)
        node = node_of(self.graph, hand.cards, hand.is_split)
        if hand.is_split and hand.is_paired:
            worth, all_of_it = self._paired_again(hand, node)
        else:
            side = self.at.sides[hand.kind]
            worth, all_of_it = side.worth[node, :, hand.up].copy(), side.weights.all[node, hand.up]
        if not all_of_it > 0:
            raise ValueError("the shoe does not hold these cards")
        worth /= all_of_it
        if self.at.stake:
            worth += self.at.stake * self._pot(hand, node)
        if self.graph.stays[node]:
            worth[[HIT, DOUBLE]] = -np.inf
        names = self._names(hand, node)
        offered = {names[option]: float(worth[option]) for option in range(4) if np.isfinite(worth[option])}
        return offered if len(offered) > 1 else {}

    def pot_as_it_stands(self, hand: HandInPlay) -> float:
        """Return what Pot of Gold is worth if this answer earns no token, in main bets."""
        return self.at.stake * self._pot_after(hand, 0, False) if self.at.stake else 0.0

    def _check(self, hand: HandInPlay) -> None:
        """Raise ValueError if the hand is impossible."""
        if len(hand.cards) < 2:
            raise ValueError("a hand to play has two cards or more")
        if not 1 <= hand.hands <= MOST_HANDS:
            raise ValueError(f"there are 1 to {MOST_HANDS} hands, not {hand.hands}")
        if hand.free and not hand.is_split:
            raise ValueError("a free hand comes from a free split: say how many hands there are, 2 to 4")
        if hand.free and not splits_free(self.terms, hand.pair):
            raise ValueError("the first card of a free hand is one of a pair that splits for free")
        if hand.is_split and hand.pair == ACE:
            if len(hand.cards) > 2:
                raise ValueError("a split ace gets one card only")
            if hand.hands > 2 and not self.terms.resplit_aces:
                raise ValueError("aces are not split again here: there are 2 hands")

    def _names(self, hand: HandInPlay, node: int) -> dict[int, str]:
        double = "free-double" if self.free_double[node] else "double"
        split = "free-split" if splits_free(self.terms, hand.pair) else "split"
        return {STAND: "stand", HIT: "hit", DOUBLE: double, SPLIT: split}

    def _best_plan(self, hand: HandInPlay, splitting: bool) -> Again:
        """Return the best plan under which the hand is reached with its number of hands, and is now split or not."""
        free = splits_free(self.terms, hand.pair)
        plans = plans_for(self.terms, hand.pair)
        order = np.argsort(-self.at.plan_worth[hand.pair][:, hand.up], kind="stable")
        for choice in order:
            plan = plans[int(choice)]
            if turns(plan, free, hand.kind, hand.hands) and (plan(hand.kind, hand.hands) or not splitting):
                return plan
        raise ValueError(f"such a hand cannot be when there are {hand.hands} hands")

    def _may_split(self, hand: HandInPlay) -> bool:
        resplit = hand.pair != ACE or self.terms.resplit_aces
        return len(hand.cards) == 2 and hand.hands < MOST_HANDS and resplit

    def _paired_again(self, hand: HandInPlay, node: int) -> tuple[Numbers, float]:
        """Evaluate a hand that was paired again after a split, with its number of hands on the table."""
        free = splits_free(self.terms, hand.pair)
        by_gone = np.zeros((MOST_GONE + 1, VALUES))
        for story, times in turns(self._best_plan(hand, False), free, hand.kind, hand.hands).items():
            for gone, factor in story.gone_at_turn(hand.hands):
                by_gone[gone] += times * factor
        solver = Solver(self.terms, counts=self.at.counts, like=self.at)
        solver.run(hand.kind, paired(hand.pair), by_gone)
        side = solver.sides[hand.kind]
        worth = side.worth[node, :, hand.up]
        if self._may_split(hand):
            worth[SPLIT] = self._split_again(hand)
        return worth, float(side.weights.all[node, hand.up])

    def _worth_of(self, story: SplitStory, hand: int, pair: int, up: int, more_gone: int = 0) -> float:
        """Return the value of one hand of a split history, with `more_gone` more of the pair's cards gone."""
        families = self.accounts.families[pair]
        return sum(
            factor * float(families[story.kinds[hand], is_paired].worth[gone + more_gone, up])
            for gone, factor in story.gone(hand)
            for is_paired in ((False,) if story.unpaired[hand] else (False, True))
        )

    def _split_again(self, hand: HandInPlay) -> float:
        """Return the value of this hand and those that grow from it, plus the effect on the later hands."""
        free = splits_free(self.terms, hand.pair)
        plan = self._best_plan(hand, True)
        worth = 0.0
        for before, times in turns(plan, free, hand.kind, hand.hands).items():
            done = len(before.kinds)
            for story, ways in stories(plan, free, before, hand.hands + 1).items():
                for each in range(done, len(story.kinds)):
                    worth += times * ways * self._worth_of(story, each, hand.pair, hand.up)
            kept = SplitStory((*before.kinds, hand.kind), (*before.unpaired, False))
            for story, ways in stories(plan, free, kept, hand.hands).items():
                for each in range(done + 1, len(story.kinds)):
                    worth -= times * ways * self._worth_of(story, each, hand.pair, hand.up, 1)
        return worth

    def _pot(self, hand: HandInPlay, node: int) -> Numbers:
        """Return the value of one unit on Pot of Gold after each option."""
        pot = np.empty(4)
        pot[[STAND, HIT]] = self._pot_after(hand, 0, False)
        pot[DOUBLE] = self._pot_after(hand, int(self.free_double[node]), False)
        pot[SPLIT] = -np.inf
        if hand.is_paired and (self._may_split(hand) or not hand.is_split):
            pot[SPLIT] = self._pot_after(hand, int(splits_free(self.terms, hand.pair)), True)
        return pot

    def _pot_after(self, hand: HandInPlay, earned: int, split: bool) -> float:
        """Return the value of Pot of Gold after this option earned `earned` tokens, including future tokens."""
        pays = np.array(self.terms.pot_of_gold)
        if not hand.is_split and not split:
            return float(pays[hand.tokens + earned])
        free = splits_free(self.terms, hand.pair)
        plan = self.at.again[hand.pair][hand.up]
        befores = {SplitStory((), ()): 1}
        if hand.is_split:
            plan = self._best_plan(hand, split)
            befores = dict(turns(plan, free, hand.kind, hand.hands))
        two = self.graph.two[1, hand.pair]
        doubles = [(best[two, hand.up] == DOUBLE) & self.free_double[two] for best in self.at.best]
        classes = classes_of(hand.pair, doubles[OWN], doubles[FREE])
        chances = np.zeros(len(pays))
        for before, times in befores.items():
            done = len(before.kinds) + (not split)
            rest = seconds(plan, free, (bool(doubles[OWN][hand.pair]), bool(doubles[FREE][hand.pair])),
                           done, hand.hands + split)  # fmt: skip
            for gone, factor in before.gone_at_turn(hand.hands):
                cards = np.bincount(hand.cards, minlength=VALUES)
                cards[hand.pair] += gone
                chances += times * factor * token_chances(self.at.counts, cards, hand.up, classes, rest)
        most = len(pays) - 1
        tokens = np.minimum(np.arange(len(chances)) + hand.tokens + earned, most)
        return float(chances @ pays[tokens] / chances.sum())


@lru_cache(maxsize=KEPT)
def adviser_of(terms: CountedRules, stake: float = 0) -> Adviser:
    """Return a cached adviser for these rules and this stake."""
    return Adviser(solution_of(terms, stake))
