"""Random play of the blackjack family: exact values compared with brute force and with simulation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

import pitboss as pb
from pitboss.ranking.totals import best_total, dealer_draws
from pitboss.solving.blackjack.rules import ACE, TEN, BlackjackRules, Dealer, Doubling, Pack, Splitting, Surrender
from pitboss.solving.random_blackjack import RandomPlay

SMALL = (1, 0, 0, 0, 0, 0, 3, 4, 0, 7)
"""An ace, three sevens, four eights, seven tens: pairs to split, short hands, and more cards than a round can use."""


Done = tuple[tuple[int, int], ...]
"""Totals of the played hands, with their bets."""


class BruteForce:
    """A dealer that deals every order of a tiny deck and computes in fractions; it shares only the totals with the
    solver.
    """

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules

    def mean(self) -> Fraction:
        total = Fraction(0)
        for first, chance_1, pack_1 in draws(self.rules.pack):
            for up, chance_2, pack_2 in draws(pack_1):
                for second, chance_3, pack_3 in draws(pack_2):
                    for hole, chance_4, pack_4 in draws(pack_3):
                        chance = chance_1 * chance_2 * chance_3 * chance_4
                        total += chance * self.round((first, second), (up, hole), pack_4)
        return total

    def round(self, own: tuple[int, int], dealer: tuple[int, int], pack: Pack) -> Fraction:
        found = set(dealer) == {ACE, TEN}
        if set(own) == {ACE, TEN}:
            return Fraction(0) if found else Fraction(self.rules.blackjack_pays)
        if found:
            return Fraction(-1)
        return self.hand((own,), (), pack, dealer)

    def hand(
        self,
        waiting: tuple[tuple[int, ...], ...],
        done: tuple[tuple[int, int], ...],
        pack: Pack,
        dealer: tuple[int, int],
    ) -> Fraction:
        """Play the first waiting hand; `done` are totals with their bets."""
        if not waiting:
            return self.settle(done, pack, dealer)
        cards, *rest = waiting
        many = len(waiting) + len(done)
        if len(cards) == 1:
            return sum(
                (chance * self.hand(((*cards, card), *rest), done, left, dealer) for card, chance, left in draws(pack)),
                Fraction(0),
            )
        if total(cards) >= 21 or (many > 1 and cards[0] == ACE and self.rules.splitting.most_hands_aces == 2):
            return self.hand(tuple(rest), (*done, (total(cards), 1)), pack, dealer)
        values = [self.hand(tuple(rest), (*done, (total(cards), 1)), pack, dealer)]  # stand
        values.append(
            sum(
                (chance * self.hand(((*cards, card), *rest), done, left, dealer) for card, chance, left in draws(pack)),
                Fraction(0),
            )
        )
        if len(cards) == 2 and (many == 1 or self.rules.doubling.after_split):
            values.append(
                sum(
                    (chance * self.hand(tuple(rest), (*done, (total((*cards, card)), 2)), left, dealer)
                     for card, chance, left in draws(pack)),
                    Fraction(0),
                )
            )  # fmt: skip
        if len(cards) == 2 and cards[0] == cards[1] and many < self.rules.splitting.limit(cards[0]):
            values.append(self.hand(((cards[0],), (cards[0],), *rest), done, pack, dealer))
        if len(cards) == 2 and many == 1 and self.rules.surrender is Surrender.LATE:
            values.append(Fraction(-1, 2))
        return sum(values, Fraction(0)) / len(values)

    def settle(self, done: Done, pack: Pack, dealer: tuple[int, ...]) -> Fraction:
        hard, has_ace = sum(card + 1 for card in dealer), ACE in dealer
        if dealer_draws(hard, has_ace, self.rules.dealer.hits_soft_17):
            return sum(
                (chance * self.settle(done, left, (*dealer, card)) for card, chance, left in draws(pack)), Fraction(0)
            )
        theirs = total(dealer)
        net = 0
        for own, bet in done:
            if own > 21:
                net -= bet
            elif theirs > 21 or own > theirs:
                net += bet
            elif own < theirs:
                net -= bet
        return Fraction(net)


def draws(pack: Pack) -> Iterator[tuple[int, Fraction, Pack]]:
    """Yield every next card with its probability and the deck without it."""
    size = sum(pack)
    for card, left in enumerate(pack):
        if left:
            yield card, Fraction(left, size), tuple(many - (at == card) for at, many in enumerate(pack))


def total(cards: tuple[int, ...]) -> int:
    return best_total(sum(card + 1 for card in cards), ACE in cards)


@pytest.mark.parametrize(
    "rules",
    [
        BlackjackRules(SMALL, splitting=Splitting(most_hands=3)),
        BlackjackRules(SMALL, Dealer(hits_soft_17=True), Doubling(after_split=False), Splitting(most_hands=2)),
        BlackjackRules(SMALL, splitting=Splitting(most_hands=1), surrender=Surrender.LATE),
    ],
    ids=["three hands", "two hands, no double after a split", "no split, surrender"],
)
def test_random_play_with_a_tiny_deck_matches_brute_force(rules: BlackjackRules) -> None:
    assert RandomPlay(rules).expected_value == pytest.approx(float(BruteForce(rules).mean()), abs=1e-12)


MAIN_ONLY = {
    "blackjack": {"main": 1, "perfect-pairs": 0, "21-plus-3": 0},
    "free-bet": {"main": 1, "pot-of-gold": 0, "push-22": 0},
    "roll-your-own": {},
}


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("blackjack", ()),
        ("blackjack", ("surrender=early", "decks=2", "resplit_aces=true")),
        ("blackjack", ("double_any_number=yes", "hit_split_aces=yes", "resplit_aces=yes", "blackjack_always_wins=yes")),
        ("blackjack", ("surrender=late", "decks=1", "blackjack_pays=6:5")),
        ("blackjack", ("hole_card=false", "most_hands=2")),
        ("free-bet", ()),
        ("free-bet", ("resplit_aces=true", "free_splits=false", "decks=2")),
        ("roll-your-own", ()),
        ("roll-your-own", ("dealer_peeks=false", "max_splits=1", "hits_soft_17=false")),
    ],
)
def test_random_play_matches_the_kernel(game: str, settings: tuple[str, ...]) -> None:
    rules = pb.rules(game).with_settings(settings)
    found = pb.simulate(rules, rounds=3_000_000, strategy="random", seed=3, stakes=MAIN_ONLY[game])
    known = {bet: figures.z for bet, figures in found.bets.items() if figures.z is not None}
    assert {"blackjack": "main", "free-bet": "main", "roll-your-own": "one-card"}[game] in known
    assert "played" in known
    assert max(map(abs, known.values())) < 4, known


def test_random_play_is_not_exact_with_side_bets_or_a_shoe() -> None:
    sides = pb.simulate("free-bet", rounds=1_000, strategy="random")
    assert sides.bets["played"].exact is None
    shoe = pb.simulate("blackjack", rounds=1_000, strategy="random", stakes=MAIN_ONLY["blackjack"], shoe=True)
    assert shoe.bets["main"].exact is None
