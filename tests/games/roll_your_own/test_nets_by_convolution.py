"""
Nets of single deals compared with direct convolution of all their cards, from the whole deck.

No expansion is used: for each multiset of drawn cards, the dealer's odds are those of the deck without them. The lists
of hands are the only thing that the test shares with the code it checks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pitboss.games.roll_your_own.count.both_bets.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting
from pitboss.games.roll_your_own.count.both_bets.net_tables import MAX_UNITS
from pitboss.games.roll_your_own.count.both_bets.round_nets import RoundMaker
from pitboss.games.roll_your_own.count.removed_cards import known_others, removed_cards_given
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard
from pitboss.solving.blackjack.dealer import NATURAL, joint_results
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK, drawn_hands
from pitboss.solving.blackjack.distribution.ended_hands import BLACKJACK_PAID, FIRST_TWO, UNPLAYED
from pitboss.solving.blackjack.distribution.endings import LINES, sign_against
from pitboss.solving.blackjack.hands import CARD_KEYS, Floats, Ints, key_of
from pitboss.solving.blackjack.rules import Dealer
from pitboss.solving.blackjack.splits import resplit_up_to, split_courses

TWO, FOUR, FIVE, EIGHT, NINE, TEN = 1, 3, 4, 7, 8, 9
NET_BITS = 7
MIDDLE = 1 << NET_BITS - 1
"""The code of net 0. Nets are in half bets, because a blackjack wins one and a half."""
Ends = tuple[Ints, Floats]
"""Combined codes of cards and net, with the number of orders for each."""

NINES_TEN = Setting((NINE, NINE), TEN)
"""The two-card bet is split."""
TWELVE_NINE = Setting((FOUR, EIGHT), NINE)
"""The one-card bet is split if its second card is a nine."""
EIGHTS_NINE = Setting((EIGHT, EIGHT), NINE)
"""The two-card bet is split, and the one-card bet if its second card is a nine."""
TWOS_EIGHT = Setting((TWO, TWO), EIGHT)


def merged(codes: Ints, orders: Floats) -> Ends:
    found, at = np.unique(codes, return_inverse=True)
    return found, np.bincount(at, orders)


def together(one: Ends, other: Ends) -> Ends:
    """Convolve two groups of hands: cards and nets add, orders multiply."""
    return merged((one[0][:, None] + other[0] - MIDDLE).ravel(), (one[1][:, None] * other[1]).ravel())


def either(groups: list[Ends]) -> Ends:
    codes, orders = (np.concatenate(column) for column in zip(*groups, strict=True))
    return merged(codes, orders)


def hand_ends(hands: RoundHands, number: int, first: int, result: int) -> Ends:
    """Return the endings of a list of hands, without their first cards. A hand that doesn't stand loses its bet."""
    ends, keys = hands.all(), drawn_hands().keys
    codes: list[int] = []
    orders: list[float] = []
    for at in range(ends.starts[number], ends.starts[number + 1]):
        kind, code, times = int(ends.kinds[at]), int(keys[ends.hands[at]]) - first << NET_BITS, float(ends.times[at])
        if kind == BLACKJACK_PAID:
            ended = [(3, times)]
        elif kind in (FIRST_TWO, FIRST_TWO + 1):
            ended = [(-2 * (1 + kind - FIRST_TWO), times)]
        elif kind == UNPLAYED:
            continue
        else:
            stake, line = 2 * (1 + kind // LINES), kind % LINES
            ended = [(stake * sign_against(16 + line, result, False), times), (-stake, -times)]
        for net, weight in ended:
            codes.append(code + MIDDLE + net)
            orders.append(weight)
    return merged(np.array(codes, np.int64), np.array(orders))


def bet_ends(hands: RoundHands, bet: int, result: int) -> Iterator[Ends]:
    """Yield the endings of one bet in the only setting, both unsplit and split, without the cards of the setting."""
    setting = hands.settings[0]
    if bet == ONE_CARD or not hands.splits[bet]:
        cards = key_of(setting.pair if bet == TWO_CARD else (setting.alone,))
        yield hand_ends(hands, hands.whole[bet], cards, result)
    for split in hands.splits[bet].values():
        card = int(CARD_KEYS[split.value])
        unpaired, paired = (hand_ends(hands, number, card, result) for number in split.lists)
        free = either([unpaired, paired])
        given = 2 if bet == TWO_CARD else 1  # the cards of the pair in the setting
        for course, times in split_courses(resplit_up_to(split.limit + 1), False).items():
            drawn = (len(course.unpaired) - given) * card << NET_BITS
            found: Ends = np.array([drawn + MIDDLE]), np.array([float(times)])
            for must_not_pair in course.unpaired:
                found = together(found, unpaired if must_not_pair else free)
            yield found


def by_convolution(hands: RoundHands, up: int) -> dict[int, float]:
    """Map each total net, in half bets, to its probability together with this setting and this up card."""
    setting, nets = hands.settings[0], dict[int, float]()
    dealer = Dealer(hits_soft_17=True)
    for result in range(NATURAL):
        two, one = (either(list(bet_ends(hands, bet, result))) for bet in (TWO_CARD, ONE_CARD))
        codes, orders = together(two, one)
        keys, at = np.unique(codes >> NET_BITS, return_inverse=True)
        odds = joint_results(ONE_DECK, keys + key_of((*setting.pair, setting.alone)), dealer, ups=(up,))[:, 0, result]
        net = (codes & (1 << NET_BITS) - 1) - MIDDLE
        for each, chance in zip(*merged(net, orders * odds[at]), strict=True):
            nets[int(each)] = nets.get(int(each), 0.0) + float(chance)
    return nets


def compare(setting: Setting, up: int, max_splits: int) -> float:
    """Compare every total net with the convolution and its stated error. Return the sum of the stated errors."""
    up_card = UpCard(up, OddsRules(max_splits), removed_cards_given(known_others(), max_splits))
    solved = up_card.solve()
    nets = RoundMaker(up_card, solved, [setting]).nets()
    exact = by_convolution(RoundHands(up_card, solved, [setting]), up)
    whole = sum(exact.values())
    found, errors = dict.fromkeys(exact, 0.0), dict.fromkeys(exact, 0.0)
    for net, paid in np.ndindex(nets.both.shape[1:]):
        half_bets = 2 * (net - 2 * MAX_UNITS) + 3 * paid
        found[half_bets] = found.get(half_bets, 0.0) + nets.both[0, net, paid]
        errors[half_bets] = errors.get(half_bets, 0.0) + nets.errors[0, net, paid]
    for half_bets, chance in found.items():
        off = abs(chance - exact.get(half_bets, 0.0) / whole)
        assert off <= errors[half_bets] + 1e-14, half_bets / 2
    return sum(errors.values())


@pytest.mark.parametrize("setting", [NINES_TEN, TWELVE_NINE])
def test_RY_6_rounds_of_up_to_three_hands_match_the_convolution_exactly(setting: Setting) -> None:
    assert compare(setting, FIVE, max_splits=1) == 0


@pytest.mark.parametrize(("setting", "max_splits"), [(NINES_TEN, 4), (TWELVE_NINE, 4), (EIGHTS_NINE, 1)])
def test_RY_6_rounds_of_more_hands_match_the_convolution_within_the_stated_error(
    setting: Setting, max_splits: int
) -> None:
    assert 0 < compare(setting, FIVE, max_splits) < 1e-3


@pytest.mark.slow
def test_RY_6_twos_and_an_eight_against_a_five_match_the_convolution() -> None:
    assert 0 < compare(TWOS_EIGHT, FIVE, max_splits=2) < 1e-3
