"""Section 6 of the method: best play of a whole game and its expected value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.chart import best_chart
from pitboss.solving.blackjack.dealer import NATURAL, joint_results
from pitboss.solving.blackjack.hands import CARD_KEYS, Actions, Flags, Floats, Ints, all_hands
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
    mix_odds,
    play_hands,
    standing_odds,
)
from pitboss.solving.blackjack.rules import (
    ACE,
    TEN,
    VALUES,
    BlackjackRules,
    Doubling,
    Knowledge,
    Pack,
    Splitting,
    Surrender,
)
from pitboss.solving.blackjack.splits import FREE, OWN, ResplitPlan, hand_weights, most_removed, resplit_plans


class Rows(NamedTuple):
    """The cards removed in each row of the dealer's odds."""

    keys: Ints  # [row]
    alone: Ints  # [hand]: the row with the hand's cards removed
    with_pair_cards: Ints  # [pair, j, hand]: the row with j more cards of the pair removed; -1 if the hand has none


@cache
def rows_for(most_hands: int) -> Rows:
    """Return the rows for a game whose bets may be split into up to `most_hands` hands."""
    hands, extra = all_hands(), np.arange(most_removed(most_hands) + 1)
    wanted = hands.keys + (extra[None, :, None] * CARD_KEYS[:, None, None])
    holds = np.broadcast_to((hands.counts.T > 0)[:, None, :], wanted.shape)
    keys = np.unique(np.concatenate((hands.keys, wanted[holds])))
    with_pair_cards = np.where(holds, np.searchsorted(keys, np.where(holds, wanted, keys[0])), -1)
    return Rows(keys, np.searchsorted(keys, hands.keys), with_pair_cards)


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
    chosen: Ints  # [up card]: the index of the best plan
    value: Floats  # [up card]
    unpaired: tuple[PlayedHands, ...]  # by kind: hands whose second card did not pair them
    paired: tuple[PlayedHands, ...]

    def plan(self, up_card: int) -> ResplitPlan:
        """Return the plan for resplitting against an up card."""
        return self.plans[int(self.chosen[up_card])]


SplitTables: TypeAlias = Sequence[tuple[Actions, Actions]]
"""Tables [hand, up card] for the hands of a split, by kind: one for unpaired hands, one for those paired again."""


@dataclass(frozen=True)
class PlayPlan:
    """A strategy: the action of every hand by up card."""

    dealt: Actions
    """[hand, up card]. A surrender is early or late, as the house offers it."""
    unpaired: Actions
    """[kind, pair, hand, up card]: split hands."""
    paired: Actions
    """[kind, pair, hand, up card]: split hands that are paired by their second card, if they are not split again."""
    again: Flags
    """[kind, number of hands - 2, pair, up card]: whether a hand that is paired again is split again."""
    insures: Actions = field(default_factory=lambda: np.zeros((VALUES, VALUES), np.uint8))
    """[first card, second card]: whether the player insures, or takes even money."""

    def resplits(self, pair: int, up_card: int, limit: int) -> ResplitPlan:
        """Return the plan for resplitting a pair that may be split into `limit` hands."""
        own, free = self.again[:, : max(limit - 2, 0), pair, up_card].tolist()
        return ResplitPlan((tuple(own), tuple(free)))

    def tables(self, pair: int) -> SplitTables:
        """Return the tables of a split pair, by kind."""
        return [(self.unpaired[kind, pair], self.paired[kind, pair]) for kind in (OWN, FREE)]


@dataclass(frozen=True)
class SolvedGame:
    """A solved game."""

    rules: BlackjackRules
    joint: Floats  # [row, up card, result]
    dealt: PlayedHands
    splits: dict[int, PlayedSplit]

    @cached_property
    def expected_value(self) -> float:
        """The player's expected net of a round in first bets, without insurance."""
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
        """Return the joint probability of a dealt hand and a dealer's blackjack, by up card."""
        return self.result_odds(hand, NATURAL)

    def result_odds(self, hand: int, result: int) -> Floats:
        """Return the joint probability of a dealt hand and a dealer result, by up card."""
        return self.joint[rows_for(self.rules.splitting.most_hands).alone[hand], :, result]

    def splits_free(self, pair: int) -> bool:
        """Return whether the house splits this pair with its own money."""
        return pair in self.rules.splitting.free_pairs

    @cached_property
    def plan(self) -> PlayPlan:
        """The strategy of the solved game."""
        size, most = len(all_hands().keys), self.rules.splitting.most_hands
        unpaired, paired = np.zeros((2, 2, VALUES, size, VALUES), np.uint8)
        again = np.zeros((2, max(most - 2, 0), VALUES, VALUES), np.bool_)
        for pair, split in self.splits.items():
            for kind, (one, other) in enumerate(zip(split.unpaired, split.paired, strict=True)):
                unpaired[kind, pair], paired[kind, pair] = one.best, other.best
                for hands, up in np.ndindex(max(most - 2, 0), VALUES):
                    again[kind, hands, pair, up] = split.plan(up).splits(kind, hands + 2)
        return PlayPlan(self.dealt.best, unpaired, paired, again)

    @property
    def surrenders_early(self) -> bool:
        """Whether a surrendered hand loses half its bet even to a blackjack."""
        return self.rules.surrender is Surrender.EARLY

    def action_value(self, values: tuple[int, ...], action: int, up_card: int) -> float:
        """Return the expected value of an action for an unsplit hand, given that the players get to act."""
        hand = all_hands().number(values)
        return float(self.dealt.value[hand, action, up_card] / self.dealt.odds.reach[hand, up_card])

    def insurance_value(self, values: tuple[int, ...] | None = None) -> float:
        """Return the expected net of insuring one unit against an ace, given the hand or, for None, only the ace."""
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
    """Return whether the first two cards of an unsplit hand are a blackjack."""
    return {a, b} == {ACE, TEN}


class Solver:
    """The steps of one solution, in order. If a hole card is given, the dealer has it and the player knows it."""

    def __init__(self, rules: BlackjackRules, joint: Floats | None = None, hole: int | None = None) -> None:
        """Compute the dealer's results, or reuse `joint` from a game with the same pack and dealer."""
        self.rules, self.hands = rules, all_hands()
        self.rows = rows_for(rules.splitting.most_hands)
        self.joint = joint_results(rules.pack, self.rows.keys, rules.dealer, hole) if joint is None else joint
        self._pair_odds: dict[int, Floats] = {}
        self._scratch: dict[object, tuple[Floats, Actions, Floats]] = {}

    def solve(self) -> SolvedGame:
        """Choose the best play of every hand."""
        hands, odds, chart = self.hands, self.standing(), None
        if self.rules.knowledge is Knowledge.TOTAL:
            chart = best_chart(hands, odds, self.stakes(OWN), may_double(self.rules.doubling, after_split=False))
        dealt = self.play(odds, OWN, like=chart.table if chart else None)
        like = None
        if self.rules.knowledge is not Knowledge.CARDS_AND_PAIR:
            undoubled = chart.undoubled if chart else np.where(dealt.value[:, HIT] > dealt.value[:, STAND], HIT, STAND)
            like = self._after_splits(dealt.best, undoubled)
        return self.with_splits(dealt, {pair: self._split(pair, like) for pair in self.pairs()})

    def standing(self) -> Standing:
        """Return the dealer's results against unsplit hands that stand."""
        return self._standing(self.rows.alone)

    def _standing(self, rows: Ints) -> Standing:
        dealer = self.rules.dealer
        return standing_odds(self.hands, rows, self.joint, dealer.pushes_22, dealer.peeks)

    def stakes(self, kind: int) -> HandStakes:
        """
        Return the stakes for a kind of hand: a free hand loses nothing; a free double loses no more than without it.
        """
        lose = 0.0 if kind == FREE else 1.0
        return HandStakes(1.0, lose, np.where(free_doubles(self.rules.doubling), lose, lose + 1))

    def play(
        self, odds: Standing, kind: int, pair: int | None = None, like: Actions | None = None,
        bonus: Floats | None = None, slot: object = None,
    ) -> PlayedHands:  # fmt: skip
        """
        Play all unsplit hands, or those of a split pair: by the best play, or `like` a given table.

        `bonus` [hand, up card] is the value of a double beyond its net; it affects the choice only. With a `slot`,
        the result is only valid until the next call with the same slot.
        """
        hands = self.hands
        value, best, _ = self._workspace(slot)
        if like is not None:
            best[:] = like
        play_hands(
            hands.after, hands_holding(pair), stays_after(self.rules.splitting, pair),
            may_double(self.rules.doubling, after_split=pair is not None), odds, self.stakes(kind),
            _no_bonus() if bonus is None else bonus, like is None, best, value,
        )  # fmt: skip
        return PlayedHands(value, best, odds)

    def _workspace(self, slot: object = None) -> tuple[Floats, Actions, Floats]:
        """Return arrays for the values, actions and odds of all hands: new ones, or the reused ones of a slot."""
        if slot is None or slot not in self._scratch:
            size = len(self.hands.keys)
            workspace = (
                np.zeros((size, ACTIONS, VALUES)),
                np.zeros((size, VALUES), np.uint8),
                np.zeros((3, size, VALUES)),
            )
            if slot is None:
                return workspace
            self._scratch[slot] = workspace
        return self._scratch[slot]

    def pairs(self) -> list[int]:
        """Return the pairs that may be split."""
        return [pair for pair in range(VALUES) if self.rules.splitting.limit(pair) > 1 and self.rules.pack[pair] > 1]

    def with_splits(
        self, dealt: PlayedHands, splits: dict[int, PlayedSplit], gains: Mapping[int, Floats] | None = None
    ) -> SolvedGame:
        """
        Split pairs if that is worth more; pay blackjacks and offer surrender.

        `gains` are the values of splitting each pair beyond its net, by up card; they affect the choice only.
        """
        for pair, split in splits.items():
            hand, gain = self.hands.number((pair, pair)), gains[pair] if gains else 0.0
            dealt.value[hand, SPLIT] = split.value
            dealt.best[hand][split.value + gain > dealt.worth(hand)] = SPLIT
        game = SolvedGame(self.rules, self.joint, dealt, splits)
        self._pay_naturals(game)
        for hand, value, other in self._surrenders(game):
            game.dealt.value[hand, SURRENDER] = value
            game.dealt.best[hand][value > other] = SURRENDER
        return game

    def _after_splits(self, table: Actions, undoubled: Actions) -> Actions:
        """Return the table for play after splits: the same, but `undoubled` if a double is no longer allowed."""
        may = may_double(self.rules.doubling, after_split=True)[:, None]
        return np.where((table == DOUBLE) & ~may, undoubled, table).astype(np.uint8)

    def follow(self, plan: PlayPlan) -> SolvedGame:
        """Play every hand by a plan, even if another play would be better."""
        dealt = self.play(self.standing(), OWN, like=plan.dealt)
        splits = {}
        for pair in np.flatnonzero(np.array(self.rules.pack) < 2).tolist():  # never dealt, but the plan may split it
            dealt.value[self.hands.number((pair, pair)), SPLIT] = 0.0
        for pair in self.pairs():
            by_up = [plan.resplits(pair, up, self.rules.splitting.limit(pair)) for up in range(VALUES)]
            splits[pair] = self.play_split(pair, by_up, plan.tables(pair))
            dealt.value[self.hands.number((pair, pair)), SPLIT] = splits[pair].value
        followed = SolvedGame(self.rules, self.joint, dealt, splits)
        self._pay_naturals(followed)
        for hand, value, _ in self._surrenders(followed):
            followed.dealt.value[hand, SURRENDER] = value
        return followed

    def _split(self, pair: int, like: Actions | None) -> PlayedSplit:
        """Play a split pair under every plan and choose the best plan for each up card."""
        splitting = self.rules.splitting
        plans = resplit_plans(splitting.limit(pair), pair in splitting.free_pairs)
        tables = None if like is None else ((like, like), (like, like))
        values = np.array([self.play_split(pair, [plan] * VALUES, tables, keep=False).value for plan in plans])
        chosen = values.argmax(axis=0)
        played = self.play_split(pair, [plans[number] for number in chosen], tables)
        return replace(played, plans=plans, plan_values=values, chosen=chosen)

    def play_split(
        self, pair: int, by_up: Sequence[ResplitPlan], like: SplitTables | None = None, bonus: Floats | None = None,
        keep: bool = True,
    ) -> PlayedSplit:  # fmt: skip
        """
        Play a split pair with a plan for each up card: by the best play, or `like` the given tables by kind.

        Without `keep`, the played hands are valid only until the next call; the value stays valid.
        """
        is_free = pair in self.rules.splitting.free_pairs
        total = np.zeros(VALUES)
        unpaired: list[PlayedHands] = []
        paired: list[PlayedHands] = []
        for kind in (OWN, FREE) if is_free else (OWN,):
            tables = (None, None) if like is None else like[kind]
            weights = [hand_weights(plan, is_free, kind) for plan in by_up]
            both = zip((unpaired, paired), zip(*weights, strict=True), tables, strict=True)
            for is_paired, (played, kind_weights, table) in enumerate(both):
                slot = None if keep else (kind, is_paired)
                played.append(self.play(self.mixed(pair, kind_weights, slot), kind, pair, table, bonus, slot))
            for second in range(VALUES):
                hands = paired[-1] if second == pair else unpaired[-1]
                total = total + hands.worth(self.hands.number((pair, second)))
        plans = tuple(dict.fromkeys(by_up))
        chosen = np.array([plans.index(plan) for plan in by_up])
        return PlayedSplit(plans, total[None].repeat(len(plans), 0), chosen, total, tuple(unpaired), tuple(paired))

    def split_values(self, pair: int, plans: Sequence[ResplitPlan], like: SplitTables) -> Floats:
        """Return the joint value [plan, up card] of a split played by tables: linear in each plan's weights."""
        is_free = pair in self.rules.splitting.free_pairs
        values = np.zeros((len(plans), VALUES))
        for kind in (OWN, FREE) if is_free else (OWN,):
            weights = [hand_weights(plan, is_free, kind) for plan in plans]
            for is_paired, table in enumerate(like[kind]):
                rows = [each[is_paired] for each in weights]
                worth = self.hand_worth(pair, kind, bool(is_paired), table, max(map(len, rows)))
                for plan, row in enumerate(rows):
                    values[plan] += np.array(row) @ worth[: len(row)]
        return values

    def hand_worth(self, pair: int, kind: int, is_paired: bool, table: Actions, size: int) -> Floats:
        """Return the joint value [j, up card] of a split hand, played by a table, for j below `size`."""
        seconds = [self.hands.number((pair, second)) for second in range(VALUES) if (second == pair) == is_paired]
        worth = []
        for j in range(size):
            odds = self.mixed(pair, [[int(each == j) for each in range(j + 1)]] * VALUES, "hand worth")
            played = self.play(odds, kind, pair, table, slot="hand worth")
            worth.append(np.sum([played.worth(hand) for hand in seconds], axis=0))
        return np.array(worth)

    def mixed(self, pair: int, weights: Sequence[Sequence[float]], slot: object = None) -> Standing:
        """
        Return the dealer's results against split hands, weighted by up card and by j, the number of pair cards removed.
        """
        size = max(len(row) for row in weights)
        by_j = np.array([[row[j] if j < len(row) else 0.0 for row in weights] for j in range(size)])
        _, _, out = self._workspace(slot)
        mix_odds(hands_holding(pair), self._odds_by_removed(pair), by_j, out)
        return Standing(*out)

    def _odds_by_removed(self, pair: int) -> Floats:
        """
        Return the dealer's results [j, part, place, up card] against hands with j = 0, 1 … more cards of the pair
        removed.
        """
        if pair not in self._pair_odds:
            numbers = hands_holding(pair)
            self._pair_odds[pair] = np.array(
                [[part[numbers] for part in self._standing(rows)] for rows in self.rows.with_pair_cards[pair]]
            )
        return self._pair_odds[pair]

    def _pay_naturals(self, game: SolvedGame) -> None:
        """Pay a player's blackjack; against a dealer's blackjack, only if a player's blackjack always wins."""
        hand, rules = self.hands.number((ACE, TEN)), self.rules
        paid = game.dealt.odds.reach[hand] + (0 if not rules.dealer.peeks else game.blackjack_odds(hand))
        if not rules.blackjack_always_wins:
            paid = paid - game.blackjack_odds(hand)
        game.dealt.value[hand] = NOT_ALLOWED
        game.dealt.value[hand, STAND] = rules.blackjack_pays * paid
        game.dealt.best[hand] = STAND

    def _surrenders(self, game: SolvedGame) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield each hand that may be surrendered, and the joint values of surrendering and of playing on."""
        if self.rules.surrender is Surrender.NONE:
            return
        dealt, peeks = game.dealt, self.rules.dealer.peeks
        for a, b, _ in two_cards():
            hand = self.hands.number((a, b))
            if is_natural(a, b):
                continue
            blackjack, reach, play = game.blackjack_odds(hand), dealt.odds.reach[hand], dealt.worth(hand)
            if game.surrenders_early:
                yield hand, -(reach + blackjack if peeks else reach) / 2, play - blackjack if peeks else play
            else:
                yield hand, -reach / 2 if peeks else -(reach - blackjack) / 2 - blackjack, play


@cache
def _no_bonus() -> Floats:
    return np.zeros((len(all_hands().keys), VALUES))


@cache
def hands_holding(pair: int | None) -> Ints:
    """Return the hands with a card of the pair; all hands if it is None."""
    hands = all_hands()
    return np.arange(len(hands.keys)) if pair is None else np.flatnonzero(hands.counts[:, pair] > 0)


@cache
def stays_after(splitting: Splitting, pair: int | None) -> Flags:
    """Return which hands take no more cards: 21, and split aces that already have their one card."""
    hands = all_hands()
    one_card = pair == ACE and splitting.one_card_to_aces
    return np.asarray((hands.total == BLACKJACK) | (one_card & (hands.cards > 1)))


@cache
def may_double(doubling: Doubling, after_split: bool) -> Flags:
    """Return which hands may be doubled."""
    hands = all_hands()
    if after_split and not doubling.after_split:
        return np.zeros(len(hands.keys), np.bool_)
    allowed = np.isin(hands.total, list(doubling.totals)) & (hands.cards >= 2) & (hands.cards <= doubling.most_cards)
    return np.asarray(allowed if doubling.soft else allowed & ~hands.soft)


@cache
def free_doubles(doubling: Doubling) -> Flags:
    """Return which hands the house doubles with its own money."""
    hands = all_hands()
    return np.asarray(np.isin(hands.total, list(doubling.free_totals)) & ~hands.soft & (hands.cards == 2))


def solve(rules: BlackjackRules) -> SolvedGame:
    """Solve a game."""
    return Solver(rules).solve()


CACHED_GAMES = 6
"""The number of solved games to cache, each a few tens of megabytes: enough for one analysis."""


@lru_cache(maxsize=CACHED_GAMES)
def solved(rules: BlackjackRules) -> SolvedGame:
    """Solve a game, or return it from the cache."""
    return solve(rules)


def follow(game: SolvedGame, pack: Pack) -> SolvedGame:
    """Return the same game with another pack, playing every hand as `game` does."""
    return Solver(replace(game.rules, pack=pack)).follow(game.plan)
