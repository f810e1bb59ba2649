"""The solver compared with tiny shoes dealt out in full: every order, every split, in fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from helpers.blackjack.free_bet_by_hand import House, Look, Policy, Spread, Table, ev, options
from helpers.blackjack.free_bet_policy import PAYS, policy_of, solved_from
from pitboss.games.free_bet.count.advise import GoldAdviser
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.simulate.playbook import choice, playbook
from pitboss.solving.blackjack.advice import HandInPlay
from pitboss.solving.blackjack.distribution.nets import net_distribution
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import SPLIT, STAND
from pitboss.solving.blackjack.solve import SolvedGame, Solver
from pitboss.solving.blackjack.splits import FREE

Shoe = tuple[int, ...]
Settings = dict[str, bool]


def shoe(**cards: int) -> Shoe:
    counts = [0] * 10
    for name, number in cards.items():
        counts[int(name[1:]) - 1] = number
    return tuple(counts)


EIGHTS = shoe(v8=8, v10=10)
ACES = shoe(v1=9, v10=12)
SIXES = shoe(v1=4, v6=7, v10=8)
FIVES = shoe(v4=6, v5=5, v10=8)
THREES = shoe(v3=5, v8=6, v10=7)


def house_of(settings: Settings) -> House:
    return House(**settings)


def solved(counts: Shoe, settings: Settings | None = None, stake: float = 0) -> SolvedGame:
    return solved_from(counts, stake, PAYS, **(settings or {}))


def enumerate_rounds(counts: Shoe, settings: Settings, policy: Policy) -> Spread:
    return Table(counts, house_of(settings), policy).round()


def tokens_by_hand(spread: Spread) -> list[float]:
    return [float(sum(p for (_, tokens), p in spread.items() if tokens == n)) for n in range(8)]


@pytest.mark.parametrize(
    ("counts", "terms"),
    [
        (EIGHTS, {}),
        (EIGHTS, {"free_splits": False}),
        (ACES, {}),
        (ACES, {"resplit_aces": False}),
        (SIXES, {"hits_soft_17": False}),
        (FIVES, {}),
        (THREES, {}),
        (THREES, {"free_doubles": False, "free_splits": False, "dealer_22_pushes": False}),
    ],
)
def test_splits_and_resplits_match_enumeration(counts: Shoe, terms: Settings) -> None:
    solution = solved(counts, terms)
    spread = enumerate_rounds(counts, terms, policy_of(solution))
    assert sum(spread.values()) == 1
    assert solution.expected_value == pytest.approx(float(ev(spread)), abs=1e-13)
    assert tokens_of(solution) == pytest.approx(tokens_by_hand(spread), abs=1e-13)


@pytest.mark.parametrize("stake", [0.02, 5])
def test_FB_6_joint_play_matches_enumeration(stake: float) -> None:
    solution = solved(FIVES, {}, stake)
    spread = enumerate_rounds(FIVES, {}, policy_of(solution))
    assert solution.expected_value == pytest.approx(float(ev(spread)), abs=1e-13)
    assert tokens_of(solution) == pytest.approx(tokens_by_hand(spread), abs=1e-13)


class Choices:
    """A policy as a table of choices by what the player sees; unknown situations are added as they come up."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.splits: dict[tuple[object, ...], bool] = {}
        self.plays: dict[tuple[object, ...], str] = {}
        self.offers: dict[tuple[object, ...], list[str]] = {}

    def __call__(self, look: Look) -> str:
        """Decide by what the player sees; only splitting depends on the number of hands."""
        offered = options(self.house, look)
        key = (look.cards, look.up, look.free, look.hands > 1)
        if "split" in offered:
            offered.remove("split")
            if self.splits.setdefault((*key, look.hands), False):
                return "split"
        self.offers[key] = offered
        return self.plays.setdefault(key, "stand")

    def changes(self) -> Iterator[None]:
        """Make each single change in turn; it is undone unless the caller sets `keep`."""
        for key in list(self.splits):
            self.splits[key] ^= True
            self.keep = False
            yield
            if not self.keep:
                self.splits[key] ^= True
        for key, offered in list(self.offers.items()):
            for other in offered:
                before = self.plays[key]
                if other != before:
                    self.plays[key] = other
                    self.keep = False
                    yield
                    if not self.keep:
                        self.plays[key] = before


@pytest.mark.parametrize(("counts", "terms"), [(EIGHTS, {}), (ACES, {}), (EIGHTS, {"free_splits": False})])
def test_hill_climbing_reaches_the_value_of_the_solver(counts: Shoe, terms: Settings) -> None:
    """Start with a player who always stands and make every change that wins more, until none does."""
    choices = Choices(house_of(terms))
    best = ev(enumerate_rounds(counts, terms, choices))
    better = True
    while better:
        better = False
        for _ in choices.changes():
            worth = ev(enumerate_rounds(counts, terms, choices))
            if worth > best:
                best, choices.keep, better = worth, True, True
    assert solved(counts, terms).expected_value == pytest.approx(float(best), abs=1e-13)


@pytest.mark.parametrize(("counts", "tries"), [(EIGHTS, 20), (SIXES, 3)])
def test_no_random_policy_does_better(counts: Shoe, tries: int) -> None:
    solution = solved(counts, {})
    best = policy_of(solution)
    rng = random.Random(22)
    for _ in range(tries):
        seen: dict[tuple[object, ...], str] = {}

        def policy(look: Look, seen: dict[tuple[object, ...], str] = seen) -> str:
            offered = options(House(), look)
            key = (look.cards, look.up, look.free, look.hands > 1, look.hands if "split" in offered else 0)
            return seen.setdefault(key, rng.choice(offered) if rng.random() < 0.1 else best(look))

        assert float(ev(enumerate_rounds(counts, {}, policy))) <= solution.expected_value + 1e-13


def value_by_enumeration(
    counts: Shoe, hand: HandInPlay, tokens_held: int, option: str, stake: float, policy: Policy
) -> Fraction:
    """Return the value of the rest of the round after this option, by enumeration, given no dealer blackjack."""
    cards, up = tuple(card + 1 for card in hand.cards), hand.up + 1
    look = Look(cards, up, hand.free, hand.hands)
    table = Table(counts, House(), lambda other: option if other == look else policy(other))
    left = list(counts)
    for card in (*cards, up, *(cards[:1] * (hand.hands - 1))):
        left[card - 1] -= 1
    pays = [Fraction(pay) for pay in PAYS]
    total, whole = Fraction(0), 0
    for hole in range(1, 11):
        if left[hole - 1] and {up, hole} != {1, 10}:
            after = tuple(n - (value == hole) for value, n in enumerate(left, 1))
            spread = table.play(after, cards, hand.hands - 1, hand.hands, (), (up, hole), hand.hands > 1)
            value = sum(p * (net + Fraction(stake) * pays[min(tokens + tokens_held, 7)])
                        for (net, tokens), p in spread.items())  # fmt: skip
            total, whole = total + left[hole - 1] * value, whole + left[hole - 1]
    return total / whole


@pytest.mark.parametrize("stake", [0, 1])
@pytest.mark.parametrize(
    ("counts", "hand", "tokens"),
    [
        (EIGHTS, HandInPlay((7, 7), 9), 0),
        (EIGHTS, HandInPlay((7, 9), 7), 0),
        (EIGHTS, HandInPlay((7, 7), 9, hands=2), 1),
        (EIGHTS, HandInPlay((7, 7), 9, hands=3), 2),
        (ACES, HandInPlay((0, 0), 9, hands=2), 1),
        (FIVES, HandInPlay((4, 4), 3), 0),
        (FIVES, HandInPlay((3, 4), 9), 0),
    ],
)
def test_advice_matches_enumeration(counts: Shoe, hand: HandInPlay, tokens: int, stake: float) -> None:
    """Compare hands made with own money, which come first. Later hands win the same unless this one is split again."""
    solution = solved(counts, {}, stake)
    offered = GoldAdviser(solution, PAYS, stake).options(hand, tokens)
    by_hand = {
        name: float(value_by_enumeration(counts, hand, tokens, name.removeprefix("free-"), stake, policy_of(solution)))
        for name in offered
    }
    shift = by_hand["stand"] - offered["stand"]
    if hand.hands == 1:
        assert shift == pytest.approx(0, abs=1e-12)
    assert {name: worth + shift for name, worth in offered.items()} == pytest.approx(by_hand, abs=1e-12)


def test_advice_on_a_free_hand_counts_only_its_wins() -> None:
    """Check that standing on a free hand is worth its probability of winning, and that a paid double risks one bet
    (FB-4).
    """
    solution = solved(EIGHTS, {})
    worth = GoldAdviser(solution).options(HandInPlay((7, 9), 7, free=True, hands=2))
    odds, hand = solution.splits[7].unpaired[FREE].odds, all_hands().number((7, 9))
    assert worth["stand"] == pytest.approx(float(odds.win[hand, 7] / odds.reach[hand, 7]))
    assert worth["double"] == pytest.approx(-1)  # 18 and an 8 or a ten: the paid part is lost, the free one is not
    assert worth["hit"] == pytest.approx(0)


@pytest.mark.parametrize("hands", [2, 3])
def test_advice_on_a_free_pair_is_exact(hands: int) -> None:
    """Compare the gain of resplitting over standing with the loss of doubling, over the whole round."""
    solution = solved(EIGHTS, {})
    worth = GoldAdviser(solution).options(HandInPlay((7, 7), 9, free=True, hands=hands), hands - 1)
    look, best = Look((8, 8), 10, True, hands), policy_of(solution)

    def round_with(option: str) -> Fraction:
        return ev(enumerate_rounds(EIGHTS, {}, lambda other: option if other == look else best(other)))

    stand, double, split = (round_with(option) for option in ("stand", "double", "split"))
    expected = (worth["free-split"] - worth["stand"]) / (worth["double"] - worth["stand"])
    assert float((split - stand) / (double - stand)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (HandInPlay((7,), 7), "two cards or more"),
        (HandInPlay((7, 9, 9), 7), "more than 21"),
        (HandInPlay((7, 7), 7, free=True), "comes from a free split"),
        (HandInPlay((9, 9), 7, free=True, hands=2), "splits for free"),
        (HandInPlay((7, 7), 7, hands=5), "1 to 4 hands"),
        (HandInPlay((0, 7, 2), 7, hands=2), "one card only"),
        (HandInPlay((0, 9, 2), 7), "takes no more cards"),
    ],
)
def test_impossible_hand_is_refused_with_a_message(hand: HandInPlay, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GoldAdviser(solved(EIGHTS, {})).options(hand)


def test_C_6_no_options_if_there_is_no_choice() -> None:
    adviser = GoldAdviser(solved(ACES, {}))
    assert adviser.options(HandInPlay((0, 9), 9)) == {}
    assert adviser.options(HandInPlay((0, 9), 9, hands=2)) == {}
    assert adviser.options(HandInPlay((0, 0), 9, hands=4)) == {}


@pytest.mark.parametrize("counts", [EIGHTS, THREES])
def test_distribution_without_splits_is_exact(counts: Shoe) -> None:
    """Play pairs as their total here: then every net has its exact probability."""
    best = solved(counts)
    plan = replace(best.plan, dealt=np.where(best.plan.dealt == SPLIT, STAND, best.plan.dealt).astype(np.uint8))
    unsplit = Solver(best.rules, best.joint).follow(plan)
    nets = net_distribution(unsplit)
    by_hand: dict[float, float] = {}
    for (net, _), chance in enumerate_rounds(counts, {}, policy_of(unsplit)).items():
        by_hand[float(net)] = by_hand.get(float(net), 0) + float(chance)
    assert {net: chance for net, chance in nets.chances.items() if chance > 1e-15} == pytest.approx(by_hand, abs=1e-13)


def test_playbook_of_a_simulation_plays_the_same_way() -> None:
    game = solved(THREES)
    book = playbook(game.rules, game.plan)

    def policy(look: Look) -> str:
        cards = [card - 1 for card in look.cards]
        return choice(game.rules, book, cards, look.up - 1, look.free, look.hands).removeprefix("free-")

    assert float(ev(enumerate_rounds(THREES, {}, policy))) == pytest.approx(game.expected_value, abs=1e-13)
