"""Every deal and answer with tiny decks, worked out by hand, and rounds without answers in a second implementation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.stacking import shuffled
from pitboss.cards import parse_cards
from pitboss.games.roll_your_own import GAME
from pitboss.money import dollars
from pitboss.play.records.ledger import at_stake, net
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.explore import Tree

SEAT = Seat(1)
WAGERS = {SEAT: dict.fromkeys(("two-card", "one-card", "bonus"), dollars(1))}


def tree(pack: str, *rules: str) -> Tree:
    return Tree(GAME, GAME.rules().with_settings(rules), parse_cards(pack), WAGERS)


def test_six_low_cards_always_run_out_and_win_both_hands() -> None:
    everything = tree("2c 2c 4d 4d 6h 6h")
    assert everything.best_play(SEAT) == 200 - 100
    for leaf in everything.leaves():
        assert net(leaf.events)[SEAT] == {"two-card": 100, "one-card": 100, "bonus": -100}


def test_six_cards_with_an_ace_and_a_ten() -> None:
    """
    Work out the value by hand: the dealer's two cards are A and 10 in 1 of 15 ways, and both hands lose.

    The seat holds both, and is paid 3:2 once, in 1 of 5. Everything else runs out and wins. Against an ace up with the
    ten among the two unseen cards, 1 of 15, insurance is an even chance at 2:1.
    """
    dealer_blackjack, own_blackjack, insured = Fraction(1, 15), Fraction(1, 5), Fraction(1, 15)
    assert tree("Ac Td 3h 3h 7s 7s").best_play(SEAT) == (
        -100
        + dealer_blackjack * -200
        + own_blackjack * 250
        + (1 - dealer_blackjack - own_blackjack) * 200
        + insured * 50
    )


# The number of ways the round can go, and the sum of all results in cents: any change here means that the rules
# changed.
COUNTED = {
    "8c 8c 8c 8c 5c 5c 5c": (459, Fraction(80580, 7)),
    "Ac Tc Tc 8c 8c 8c 3c": (5289, Fraction(43100, 7)),
}


@pytest.mark.parametrize("pack", COUNTED)
def test_every_path_of_a_tiny_deck_is_counted(pack: str) -> None:
    leaves, result = 0, Fraction(0)
    silent: dict[object, Fraction] = {}
    for leaf in tree(pack).leaves():
        assert at_stake(leaf.events) == {}
        leaves += 1
        result += leaf.weight * sum(net(leaf.events)[SEAT].values())
        if all(event.answer in ("alone-3", "no", "stand") for event in leaf.events if isinstance(event, Answered)):
            silent[leaf.drawn] = leaf.weight
    assert sum(silent.values()) == 1
    assert (leaves, result) == COUNTED[pack]


def best(values: list[int]) -> int:
    """Return the best total, in a second implementation."""
    return max([total for total in (sum(values), sum(values) + 10 * (1 in values)) if total <= 21], default=99)


def hands_by_default(values: list[int], hits_soft_17: bool) -> tuple[int, int]:
    """Return the nets of both hands in half bets if the seat always stands, in a second implementation."""
    first, second, third, _, up, hole, *draws = values
    double = sorted((first, second, third)) in ([1, 1, 10], [1, 10, 10])
    lone_blackjack = {third, draws[0]} == {1, 10}
    own = [3 if double or {first, second} == {1, 10} else 0, 3 if double or lone_blackjack else 0]
    if {up, hole} == {1, 10}:
        return own[0] or -2, own[1] or -2
    hand, taken = [up, hole], 0 if double else 1
    if not all(own):
        while best(hand) < 17 or (hits_soft_17 and best(hand) == 17 and sum(hand) == 7):
            hand.append(draws[taken])
            taken += 1
    theirs = 0 if sum(hand) > 21 else best(hand)
    mine = best([first, second]), best([third, draws[0]])
    return own[0] or 2 * compare(mine[0], theirs), own[1] or 2 * compare(mine[1], theirs)


def compare(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)


@pytest.mark.parametrize("peeks", [True, False])
@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_rounds_without_answers_match_a_second_implementation(peeks: bool, hits_soft_17: bool) -> None:
    rules = GAME.rules.read({"dealer_peeks": peeks, "hits_soft_17": hits_soft_17})
    for seed in range(1500):  # the peek makes no difference to a seat that adds no money
        pack = shuffled(GAME, rules, seed)
        dealt = Round.deal(GAME, rules, pack, WAGERS)
        while dealt.pending:
            dealt.close_offer()
        won = net(dealt.events)[SEAT]
        values = [card_value(card.code) for card in pack]
        two_card, one_card = hands_by_default(values, hits_soft_17)
        assert (won["two-card"], won["one-card"]) == (50 * two_card, 50 * one_card), f"seed {seed}"
