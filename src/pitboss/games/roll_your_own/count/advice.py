"""What each setting, each way to play a hand in play and insurance are worth in a given situation."""

from __future__ import annotations

import numpy as np

from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.beside import OddsRules, UpCard
from pitboss.games.roll_your_own.count.gone import Lot, gone_beside
from pitboss.games.roll_your_own.count.holdings import ACE, Ints, Values
from pitboss.games.roll_your_own.count.solve import is_double_blackjack, one_card, settle


def setting_worths(rules: OddsRules, cards: Values, up_card: int) -> tuple[float, float, float]:
    """Both blackjack bets together, in units of one, with the first, second or third of the three cards alone."""
    if is_double_blackjack(cards):
        both = 2 * float(rules.blackjack_pays)
        return both, both, both
    pairs = [cards[:alone] + cards[alone + 1 :] for alone in range(3)]
    gone = gone_beside((*((card,) for card in cards), *pairs), rules.max_splits)
    two = settle(UpCard(up_card, rules, gone).solve(), float(rules.blackjack_pays))
    one = one_card(two)
    worths = []
    for alone, pair in enumerate(pairs):
        two_worth = two.worth[(alone, *pair)] / two.chance[(alone, *pair)]
        worths.append(float(two_worth + one.worth[3 + alone, cards[alone]] / one.chance[3 + alone, cards[alone]]))
    return worths[0], worths[1], worths[2]


def hand_worths(rules: OddsRules, up_card: int, beside: Values, hand: Values, splits: int = 0) -> dict[str, float]:
    """
    What each answer is worth to a hand in play, values as they came; `beside` are the cards of the player's other spot.

    In units of the bet, given that the dealer's look, if there is one, has found no blackjack. `splits` is how often
    this bet has been split already; a further split is worth what its hands are worth together. Where there is nothing
    to choose there are no answers.
    """
    work, first = _beside(rules, up_card, beside), hand[0]
    if splits == 0:
        worths = _hand_worths(work, work.gone.whole, work.gone.whole.weights, hand)
    elif first == ACE:  # split aces got their card (RY-6)
        return {}
    else:
        lot = work.gone.splits[first]
        worths = _hand_worths(work, lot, lot.weights[:, [_plan(work, hand, splits)]], hand)
    if worths and hand == (first, first) and splits < rules.max_splits:
        others = beside if splits == 0 else (*beside, first)  # a split takes the pair from what is left
        further = _beside(rules._replace(max_splits=rules.max_splits - splits), up_card, others)
        worths["split"] = float(further.solve_splits().worth[0, first]) / _no_blackjack(further, hand)
    return worths


def _beside(rules: OddsRules, up_card: int, known: Values) -> UpCard:
    """The work for one up card beside these known cards alone."""
    return UpCard(up_card, rules, gone_beside((known,), rules.max_splits))


def _no_blackjack(work: UpCard, hand: Values) -> float:
    """The chance that goes with a look that finds nothing, the hand's two cards gone."""
    whole = work.gone.whole
    blackjack = work.odds[whole.numbers[0, 0, whole.hands.pairs[hand]], -1]
    return 1 - float(blackjack) if work.rules.dealer_peeks else 1.0


def _plan(work: UpCard, hand: Values, splits: int) -> int:
    """By which plan a hand of a split is weighed: as its bet is split further, or not."""
    pair, paired = hand[0], hand[1] == hand[0]
    again = bool(work.solve_splits().resplit[0, pair])
    return 1 + paired if again and not (paired and splits < work.rules.max_splits) else 0


def _hand_worths(work: UpCard, lot: Lot, weights: Ints, hand: Values) -> dict[str, float]:
    """Stand, hit and, with two cards, double."""
    hands = lot.hands
    place = hands.pairs[hand[0], hand[1]]
    for value in hand[2:]:
        place = hands.after[place, value]
    if hands.steps[place, 4] == kernels.TWENTY_ONE:
        return {}
    grown = hands.after[place, : hands.steps[place, 5]]
    found = work.play(lot, weights, np.array([place, *grown]))
    (stand, *stands), (mass, *masses), (_, *bests) = (column[0, 0] for column in found[:3])
    bust = mass - sum(masses)
    worths = {"stand": stand, "hit": sum(bests) - bust}
    if len(hand) == 2:
        worths["double"] = 2 * (sum(stands) - bust)
    return {name: float(measure / mass) for name, measure in worths.items()}
