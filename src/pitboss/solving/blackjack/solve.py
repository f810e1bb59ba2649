"""Section 6 of the method: best play of a whole game and its expected value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.chart import best_chart
from pitboss.solving.blackjack.dealer import NATURAL, joint_results
from pitboss.solving.blackjack.hands import CARD_KEYS, Actions, Flags, Floats, HandTable, Ints, all_hands
from pitboss.solving.blackjack.play import (
    ACTIONS,
    DOUBLE,
    HIT,
    NOT_ALLOWED,
    SPLIT,
    STAND,
    SURRENDER,
    HandStakes,
    Standing,
    play_hands,
    standing_odds,
)
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules, Knowledge, Pack, Surrender
from pitboss.solving.blackjack.splits import FREE, OWN, ResplitPlan, hand_weights, most_removed, resplit_plans


class Rows(NamedTuple):
    """Which cards are removed in each row of the dealer's odds."""

    keys: Ints  # [row]
    alone: Ints  # [hand]: the row with the hand's cards removed
    beside: Ints  # [pair, j, hand]: the same with j more cards of the pair; -1 if the hand has none of the pair


@cache
def rows_for(most_hands: int) -> Rows:
    """Return the rows for a game whose bets may be split into this many hands."""
    hands, extra = all_hands(), np.arange(most_removed(most_hands) + 1)
    wanted = hands.keys + (extra[None, :, None] * CARD_KEYS[:, None, None])
    holds = np.broadcast_to((hands.counts.T > 0)[:, None, :], wanted.shape)
    keys = np.unique(np.concatenate((hands.keys, wanted[holds])))
    beside = np.where(holds, np.searchsorted(keys, np.where(holds, wanted, keys[0])), -1)
    return Rows(keys, np.searchsorted(keys, hands.keys), beside)


class PlayedHands(NamedTuple):
    """Hands that were played: arrays [hand, action, up card] and [hand, up card]. Values are joint."""

    value: Floats
    best: Actions
    odds: Standing

    def worth(self, hand: int) -> Floats:
        """Return the joint value of a hand by up card."""
        return np.asarray(self.value[hand, self.best[hand], np.arange(VALUES)])


@dataclass(frozen=True)
class PlayedSplit:
    """A split pair: the best plan by up card, its joint value, and how its hands are played."""

    plans: tuple[ResplitPlan, ...]
    plan_values: Floats  # [plan, up card]: the joint value of a split under each plan
    chosen: Ints  # [up card]: which plan
    value: Floats  # [up card]
    unpaired: tuple[PlayedHands, ...]  # by kind: hands whose second card did not pair them
    paired: tuple[PlayedHands, ...]

    def plan(self, up_card: int) -> ResplitPlan:
        """Return the plan for resplitting against an up card."""
        return self.plans[int(self.chosen[up_card])]


@dataclass(frozen=True)
class SolvedGame:
    """A solved game."""

    rules: BlackjackRules
    joint: Floats  # [row, up card, result]
    dealt: PlayedHands
    splits: dict[int, PlayedSplit]

    @cached_property
    def expected_value(self) -> float:
        """The player's expected net of a round in first bets, insurance never taken."""
        return float(sum(times * self.round_value(a, b).sum() for a, b, times in two_cards()))

    def round_value(self, a: int, b: int) -> Floats:
        """Return the joint value of a round that begins with these two cards in one order, by up card."""
        hand = all_hands().number((a, b))
        lost = self.blackjack_odds(hand) if self.rules.dealer.peeks else np.zeros(VALUES)
        if is_natural(a, b):
            return self.dealt.worth(hand)
        if self.surrenders_early:
            return np.where(self.dealt.best[hand] == SURRENDER, self.dealt.worth(hand), self.dealt.worth(hand) - lost)
        return self.dealt.worth(hand) - lost

    def blackjack_odds(self, hand: int) -> Floats:
        """Return the joint probability of a hand as dealt and a dealer's blackjack, by up card."""
        return self.joint[rows_for(self.rules.splitting.most_hands).alone[hand], :, NATURAL]

    def splits_free(self, pair: int) -> bool:
        """Return whether the house splits this pair with its own money."""
        return pair in self.rules.splitting.free_pairs

    @property
    def surrenders_early(self) -> bool:
        """Whether a surrendered hand loses half its bet even to a blackjack."""
        return self.rules.surrender is Surrender.EARLY

    def action_value(self, values: tuple[int, ...], action: int, up_card: int) -> float:
        """Return an action's expected value for a hand as dealt, given that the players get to act."""
        hand = all_hands().number(values)
        return float(self.dealt.value[hand, action, up_card] / self.dealt.odds.reach[hand, up_card])

    def insurance_value(self, values: tuple[int, ...] | None = None) -> float:
        """Return the expected net of insuring one unit against an ace, for two cards or for a player who saw none."""
        if values is None:
            left = np.array(self.rules.pack, dtype=float) - (np.arange(VALUES) == ACE)
            chance = left[TEN] / left.sum()
        else:
            row = self.joint[rows_for(self.rules.splitting.most_hands).alone[all_hands().number(values)], ACE]
            chance = row[NATURAL] / row.sum()
        return float((self.rules.insurance_pays + 1) * chance - 1)


def two_cards() -> list[tuple[int, int, int]]:
    """Return the first two cards of a hand, lower value first, and the number of their orders."""
    return [(a, b, 1 if a == b else 2) for a in range(VALUES) for b in range(a, VALUES)]


def is_natural(a: int, b: int) -> bool:
    """Return whether two cards as dealt are a blackjack."""
    return {a, b} == {ACE, TEN}


class _Solver:
    """The steps of one solution, in order."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules, self.hands = rules, all_hands()
        self.rows = rows_for(rules.splitting.most_hands)
        self.joint = joint_results(rules.pack, self.rows.keys, rules.dealer)
        self._beside: dict[int, list[Standing]] = {}

    def standing(self, rows: Ints) -> Standing:
        dealer = self.rules.dealer
        return standing_odds(self.hands, rows, self.joint, dealer.pushes_22, dealer.peeks)

    def stakes(self, kind: int) -> HandStakes:
        """A free hand loses nothing; a free double loses no more than the hand did before."""
        lose = 0.0 if kind == FREE else 1.0
        return HandStakes(1.0, lose, np.where(free_doubles(self.rules, self.hands), lose, lose + 1))

    def play(
        self, odds: Standing, kind: int, stays: Flags, after_split: bool, like: Actions | None = None
    ) -> PlayedHands:
        """Play all hands, as well as possible or `like` a given table."""
        size = len(self.hands.keys)
        value = np.zeros((size, ACTIONS, VALUES))
        value[:, SPLIT:] = NOT_ALLOWED
        best = np.zeros((size, VALUES), np.uint8) if like is None else like.copy()
        may = may_double(self.rules, self.hands, after_split)
        stop = len(self.hands.keys)
        play_hands(self.hands.after, 0, stop, stays, may, odds, self.stakes(kind), like is None, best, value)
        return PlayedHands(value, best, odds)

    def solve(self) -> SolvedGame:
        hands = self.hands
        odds, stays = self.standing(self.rows.alone), hands.total == BLACKJACK
        chart = None
        if self.rules.knowledge is Knowledge.TOTAL:
            chart = best_chart(hands, odds, self.stakes(OWN), may_double(self.rules, hands, after_split=False))
        dealt = self.play(odds, OWN, stays, after_split=False, like=chart.table if chart else None)
        like = None
        if self.rules.knowledge is not Knowledge.CARDS_AND_PAIR:
            undoubled = chart.undoubled if chart else np.where(dealt.value[:, HIT] > dealt.value[:, STAND], HIT, STAND)
            like = self._after_splits(dealt.best, undoubled)
        splits = {}
        for pair in range(VALUES):
            if self.rules.splitting.limit(pair) > 1 and self.rules.pack[pair] > 1:
                splits[pair] = self._split(pair, like)
                hand = hands.number((pair, pair))
                dealt.value[hand, SPLIT] = splits[pair].value
                better = splits[pair].value > dealt.worth(hand)
                dealt.best[hand][better] = SPLIT
        solution = SolvedGame(self.rules, self.joint, dealt, splits)
        self._pay_naturals(solution)
        self._offer_surrender(solution)
        return solution

    def _after_splits(self, table: Actions, undoubled: Actions) -> Actions:
        """Return the table of play after splits: the same, but `undoubled` if a double is no longer allowed."""
        may = may_double(self.rules, self.hands, after_split=True)[:, None]
        return np.where((table == DOUBLE) & ~may, undoubled, table).astype(np.uint8)

    def follow(self, game: SolvedGame) -> SolvedGame:
        """Play every hand as another solved game does, whatever is best here."""
        dealt = self.play(
            self.standing(self.rows.alone), OWN, self.hands.total == BLACKJACK, after_split=False, like=game.dealt.best
        )
        splits = {}
        for pair, other in game.splits.items():
            by_up = [other.plans[number] for number in other.chosen]
            value, unpaired, paired = self._play_split(pair, by_up, other)
            splits[pair] = PlayedSplit(other.plans, value[None], other.chosen, value, unpaired, paired)
            dealt.value[self.hands.number((pair, pair)), SPLIT] = value
        followed = SolvedGame(self.rules, self.joint, dealt, splits)
        self._pay_naturals(followed)
        for hand, value, _ in self._surrenders(followed):
            followed.dealt.value[hand, SURRENDER] = value
        return followed

    def _split(self, pair: int, like: Actions | None) -> PlayedSplit:
        """Play a split pair under every plan and choose the best plan for each up card."""
        splitting = self.rules.splitting
        plans = resplit_plans(splitting.limit(pair), pair in splitting.free_pairs)
        values = np.array([self._play_split(pair, [plan] * VALUES, like)[0] for plan in plans])
        chosen = values.argmax(axis=0)
        value, unpaired, paired = self._play_split(pair, [plans[number] for number in chosen], like)
        return PlayedSplit(plans, values, chosen, value, unpaired, paired)

    def _play_split(
        self, pair: int, by_up: Sequence[ResplitPlan], like: Actions | PlayedSplit | None
    ) -> tuple[Floats, tuple[PlayedHands, ...], tuple[PlayedHands, ...]]:
        """Return the joint value of a split under a plan for each up card, and its hands by kind."""
        is_free = pair in self.rules.splitting.free_pairs
        odds = self._odds_beside(pair)
        stays = self.hands.total == BLACKJACK
        if pair == ACE and self.rules.splitting.one_card_to_aces:
            stays = stays | (self.hands.cards > 1)
        total, unpaired, paired = np.zeros(VALUES), [], []
        for kind in (OWN, FREE) if is_free else (OWN,):
            tables = (
                (like.unpaired[kind].best, like.paired[kind].best) if isinstance(like, PlayedSplit) else (like, like)
            )
            weights = [hand_weights(plan, is_free, kind) for plan in by_up]
            mixed = (_mix(odds, [each.unpaired for each in weights]), _mix(odds, [each.paired for each in weights]))
            unpaired.append(self.play(mixed[0], kind, stays, after_split=True, like=tables[0]))
            paired.append(self.play(mixed[1], kind, stays, after_split=True, like=tables[1]))
            for second in range(VALUES):
                its = paired[-1] if second == pair else unpaired[-1]
                total = total + its.worth(self.hands.number((pair, second)))
        return total, tuple(unpaired), tuple(paired)

    def _odds_beside(self, pair: int) -> list[Standing]:
        """Return what hands meet with j = 0, 1 … more cards of the pair removed."""
        if pair not in self._beside:
            self._beside = {pair: [self.standing(rows) for rows in self.rows.beside[pair]]}
        return self._beside[pair]

    def _pay_naturals(self, solution: SolvedGame) -> None:
        """A blackjack as dealt is paid unless the dealer has one too."""
        hand = self.hands.number((ACE, TEN))
        dealer_has = 0 if self.rules.dealer.peeks else solution.blackjack_odds(hand)
        solution.dealt.value[hand] = NOT_ALLOWED
        solution.dealt.value[hand, STAND] = self.rules.blackjack_pays * (solution.dealt.odds.reach[hand] - dealer_has)
        solution.dealt.best[hand] = STAND

    def _offer_surrender(self, solution: SolvedGame) -> None:
        """Surrender where that is worth more than playing on."""
        for hand, value, other in self._surrenders(solution):
            solution.dealt.value[hand, SURRENDER] = value
            solution.dealt.best[hand][value > other] = SURRENDER

    def _surrenders(self, solution: SolvedGame) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield each hand that may be surrendered, the joint value of that, and of playing on."""
        if self.rules.surrender is Surrender.NONE:
            return
        dealt, peeks = solution.dealt, self.rules.dealer.peeks
        for a, b, _ in two_cards():
            hand = self.hands.number((a, b))
            if is_natural(a, b):
                continue
            blackjack, reach, play = solution.blackjack_odds(hand), dealt.odds.reach[hand], dealt.worth(hand)
            if solution.surrenders_early:
                yield hand, -(reach + blackjack if peeks else reach) / 2, play - blackjack if peeks else play
            else:
                yield hand, -reach / 2 if peeks else -(reach - blackjack) / 2 - blackjack, play


def _mix(odds: Sequence[Standing], weights: Sequence[Sequence[int]]) -> Standing:
    """Return the sum of odds by j, each with its weight for each up card."""
    by_j = np.array([[row[j] if j < len(row) else 0 for row in weights] for j in range(len(odds))])
    used = np.flatnonzero(by_j.any(axis=1)).tolist()
    zero = np.zeros_like(odds[0].win)
    win, lose, reach = (sum((by_j[j] * odds[j][part] for j in used), zero) for part in range(3))
    return Standing(win, lose, reach)


def may_double(rules: BlackjackRules, hands: HandTable, after_split: bool) -> Flags:
    """Return which hands may be doubled."""
    doubling = rules.doubling
    if after_split and not doubling.after_split:
        return np.zeros(len(hands.keys), np.bool_)
    allowed = np.isin(hands.total, list(doubling.totals)) & (hands.cards >= 2) & (hands.cards <= doubling.most_cards)
    return np.asarray(allowed if doubling.soft else allowed & ~hands.soft)


def free_doubles(rules: BlackjackRules, hands: HandTable) -> Flags:
    """Return which hands the house doubles with its own money."""
    return np.asarray(np.isin(hands.total, list(rules.doubling.free_totals)) & ~hands.soft & (hands.cards == 2))


def solve(rules: BlackjackRules) -> SolvedGame:
    """Solve a game."""
    return _Solver(rules).solve()


def follow(game: SolvedGame, pack: Pack) -> SolvedGame:
    """Return the same game from another pack, every hand played as `game` plays it."""
    return _Solver(replace(game.rules, pack=pack)).follow(game)
