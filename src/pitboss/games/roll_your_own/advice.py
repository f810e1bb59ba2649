"""What each setting, each way to play a hand in play and insurance are worth in a given situation."""

from __future__ import annotations

import numpy as np

from pitboss.games.roll_your_own import kernels
from pitboss.games.roll_your_own.beside import OddsRules, UpCard
from pitboss.games.roll_your_own.holdings import ACE, Holdings, Ints, Values, counts_in, holdings, key_of
from pitboss.games.roll_your_own.solve import is_double_blackjack, one_card, settle


def setting_worths(rules: OddsRules, cards: Values, up_card: int) -> tuple[float, float, float]:
    """Both blackjack bets together, in units of one, with the first, second or third of the three cards alone."""
    if is_double_blackjack(cards):
        both = 2 * float(rules.blackjack_pays)
        return both, both, both
    pairs = [cards[:alone] + cards[alone + 1 :] for alone in range(3)]
    others = counts_in(np.array([key_of(known) for known in (*((card,) for card in cards), *pairs)], dtype=np.int64))
    two = settle(UpCard(up_card, rules).solve(others), float(rules.blackjack_pays))
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
    work, first = UpCard(up_card, rules), hand[0]
    left = work.left - _counts(beside)
    if splits == 0:
        worths = _hand_worths(work, left, ACE, np.ones(1, dtype=np.int64), holdings(), hand)
    elif first == ACE:  # split aces got their card (RY-6)
        return {}
    else:
        left[first] -= 1
        plan = _split_plan(work, left, hand, splits)
        worths = _hand_worths(work, left - _counts((first,)), first, plan, holdings(first=first), hand)
    if worths and hand == (first, first) and splits < rules.max_splits:
        further = UpCard(up_card, rules._replace(max_splits=rules.max_splits - splits)).solve_splits(left[None])
        worths["split"] = float(further.worth[0, first]) / _no_blackjack(work, left - _counts(hand))
    return worths


def _counts(values: Values) -> Ints:
    return counts_in(np.array([key_of(values)], dtype=np.int64)).reshape(10)


def _no_blackjack(work: UpCard, left: Ints) -> float:
    """The chance that goes with a look that finds nothing."""
    natural = work.dealer.natural
    looks = work.rules.dealer_peeks and natural >= 0
    return 1 - float(left[natural]) / float(left.sum()) if looks else 1.0


def _split_plan(work: UpCard, left: Ints, hand: Values, splits: int) -> Ints:
    """How a hand of a split is weighed: as its bet is split further, or not."""
    pair, paired = hand[0], hand[1] == hand[0]
    again = bool(work.solve_splits(left[None] + _counts((pair,))).resplit[0, pair])
    if not again or (paired and splits < work.rules.max_splits):
        return work.weights(pair)[:, 0]
    return work.weights(pair)[:, 1 + paired]


def _hand_worths(work: UpCard, left: Ints, pair: int, plan: Ints, hands: Holdings, hand: Values) -> dict[str, float]:
    """Stand, hit and, with two cards, double."""
    place = hands.pairs[hand[0], hand[1]]
    for value in hand[2:]:
        place = hands.after[place, value]
    if hands.steps[place, 4] == kernels.TWENTY_ONE:
        return {}
    worth, best, _, _ = work.play(left[None], pair, plan[:, None], hands)
    stand, mass, best = worth.stand[0, 0], worth.mass[0, 0], best[0, 0]
    grown = hands.after[place, : hands.steps[place, 5]]
    bust = mass[place] - mass[grown].sum()
    worths = {"stand": stand[place], "hit": best[grown].sum() - bust}
    if len(hand) == 2:
        worths["double"] = 2 * (stand[grown].sum() - bust)
    return {name: float(measure / mass[place]) for name, measure in worths.items()}
