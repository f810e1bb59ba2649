"""Games with a fresh pack each round: cards that are seen, against brute force on tiny packs and published figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.counting.blackjack.values import VALUES
from pitboss.counting.holdem.poker_tables import strength_tables
from pitboss.counting.streams import stream
from pitboss.games.beat_the_dealer.count.one_card import (
    GONE,
    HELD,
    IN_THE_FLOP,
    known_card,
    known_of,
    tally_with,
    tally_with_flop_card,
)
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.deal.hands import ante_pays
from pitboss.games.beat_the_dealer.deal.rules import Rules as BeatTheDealer
from pitboss.games.beat_the_dealer.simulate.informed import matchups, share_cards
from pitboss.games.flop22.count.best_play import equal_antes, play_best
from pitboss.games.flop22.deal.rules import Rules as Flop22
from pitboss.games.flop22.simulate.removal import GAME, removal
from pitboss.games.flop22.simulate.threats import threats as flop22_threats
from pitboss.games.roll_your_own.count.hands_beside import UpCard
from pitboss.games.roll_your_own.count.removed_cards import DECK, gone_beside, known_others
from pitboss.games.roll_your_own.count.solve import counted_rules
from pitboss.games.roll_your_own.deal.rules import Rules as RollYourOwn
from pitboss.games.roll_your_own.simulate.known_card import odds_with_hole, without, worth_with_hole
from pitboss.games.roll_your_own.simulate.removal import full_worth
from pitboss.games.roll_your_own.simulate.threats import threats as roll_your_own_threats
from pitboss.lab.protect import protect
from pitboss.poker import rank7

PAID = BeatTheDealer().ante_pays_from.number
TINY = np.array([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
"""Twos, kings and aces alone."""


class ByHand:
    """Beat the Dealer with twelve cards and one known: every deal, decision by decision."""

    def __init__(self, card: int, is_held: bool) -> None:
        self.cards = [code for code in range(52) if TINY[code >> 2] and code != card]
        self.card, self.is_held = card, is_held
        sevens = list(combinations(sorted([*self.cards, card]), 7))
        self.ranks: dict[frozenset[int], int] = dict(
            zip(map(frozenset, sevens), rank7(np.array(sevens)).tolist(), strict=True)
        )

    def strength(self, *cards: int) -> int:
        return self.ranks[frozenset(cards)]

    def showdowns(self, hole: tuple[int, ...], board: tuple[int, ...]) -> list[tuple[int, int]]:
        """(win, tie or loss; whether the ante is paid) of every river and dealer's hand."""
        left = [code for code in self.cards if code not in (*hole, *board)]
        found = []
        for river in left:
            others = [code for code in left if code != river]
            dealers = [(self.card, other) for other in others] if self.is_held else list(combinations(others, 2))
            mine = self.strength(*hole, *board, river)
            for dealer in dealers:
                theirs = self.strength(*dealer, *board, river)
                found.append(((mine > theirs) - (mine < theirs), int(ante_pays(mine, PAID))))
        return found

    def worth(self) -> Fraction:
        won = deals = 0
        for hole in combinations(self.cards, 2):
            played, times = self.played(hole)
            won += max(played, -times)
            deals += times
        return Fraction(won, deals)

    def played(self, hole: tuple[int, ...]) -> tuple[int, int]:
        won = times = 0
        for flop in combinations([code for code in self.cards if code not in hole], 3):
            turns = [code for code in self.cards if code not in (*hole, *flop)]
            ends = {turn: self.showdowns(hole, (*flop, turn)) for turn in turns}
            gains = {turn: sum(sign for sign, _ in found) for turn, found in ends.items()}
            bet = 2 + (sum(gains.values()) > 0)
            for turn, found in ends.items():
                raised = bet + (gains[turn] > 0)
                for sign, paid in found:
                    won += raised + paid if sign > 0 else (-raised - 1 if sign < 0 else 0)
                    times += 1
        return won, times


@pytest.mark.parametrize(("card", "is_held"), [(44, True), (0, True)])
def test_one_dealer_card_known_is_what_brute_force_finds(card: int, is_held: bool) -> None:
    found = known_of(tally_with(card >> 2, is_held, PAID, TINY))
    assert found.ev == ByHand(card, is_held).worth()


def test_one_card_gone_is_what_brute_force_finds() -> None:
    assert known_of(tally_with(12, False, PAID, TINY)).ev == ByHand(48, False).worth()


def test_a_flop_card_known_only_helps() -> None:
    found = known_of(tally_with_flop_card(5, PAID))
    assert found.ev == known_card(5, IN_THE_FLOP, PAID).ev
    assert float(found.ev) == pytest.approx(0.00110, abs=1e-5)  # with a seven in the flop, less 2.04% without


def test_the_ace_in_the_dealers_hand_costs_what_it_must() -> None:
    assert float(known_card(12, HELD, PAID).ev) == pytest.approx(-0.641746, abs=1e-6)


@pytest.mark.slow
def test_one_dealer_card_seen_is_worth_what_is_published() -> None:
    """7.61% to the player at Texas Hold'em Bonus (Jacobson, 888): the same game."""
    worths = [known_card(rank, HELD, PAID).ev for rank in range(13)]
    assert float(sum(worths, Fraction(0)) / 13) == pytest.approx(0.0761, abs=5e-5)
    gone = [known_card(rank, GONE, PAID).ev for rank in range(13)]
    assert sum(gone, Fraction(0)) / 13 > solution_of(BeatTheDealer()).main_ev


def test_pairs_of_hands_up_to_suits_are_all_there() -> None:
    pairs = matchups()
    assert len(pairs.alike) == 93_769
    assert pairs.alike.sum() == 1326 * 1225


def test_cards_shared_never_cost_a_river_bet() -> None:
    gains = np.zeros(60)
    share_cards(stream(3, "beat-the-dealer", 0), 60, 6, strength_tables(), gains)
    assert gains.min() >= 0
    assert gains.max() > 0


def test_flop22s_removal_adds_up_and_starts_from_the_odds() -> None:
    rules = Flop22()
    found = removal(rules)
    played = play_best(rules, equal_antes(rules))
    assert found.start[GAME] == -Fraction(played.house_edge)
    assert sum(found.best["ante-1"].values(), Fraction(0)) == 0  # a bet on two cards: cards gone average out
    assert sum(found.best[GAME].values(), Fraction(0)) >= 0  # a card known can be played by


def test_flop22s_threats_are_exact() -> None:
    rows = {(row.name, row.bet): row for row in flop22_threats(Flop22())}
    assert all(row.exact for row in rows.values())
    match = rows["flop 1 seen", "match-1"]
    assert (match.edge, match.share) == (10, Fraction(3, 51))
    assert float(rows["small antes first", "ante-3"].edge) == pytest.approx(0.0910, abs=1e-4)
    alone = next(row for row in flop22_threats(Flop22(seats=1)) if row.bet == "double-1" and "seats" in row.name)
    assert rows["the cards of 6 seats", "double-1"].per_round > alone.per_round


def test_roll_your_owns_dealer_with_a_hole_card_is_on_average_the_dealer_without() -> None:
    told = counted_rules(RollYourOwn())
    for up in (0, 9):
        plain = UpCard(up, told, gone_beside(known_others(), told.max_splits))
        nothing = int(np.flatnonzero(plain.gone.cards.counts.sum(axis=1) == 0)[0])
        together = np.zeros(plain.odds.shape[1])
        for hole in range(VALUES):
            gone = gone_beside(known_others(), told.max_splits, without(hole))
            here = int(np.flatnonzero(gone.cards.counts.sum(axis=1) == 0)[0])
            chance = (DECK[hole] - (hole == up)) / 51
            together += chance * odds_with_hole(up, hole, told.hits_soft_17, gone)[here]
        assert together == pytest.approx(plain.odds[nothing], abs=1e-12)


@pytest.mark.slow
def test_roll_your_owns_hole_card_is_worth_a_fifth_of_a_bet() -> None:
    rules = RollYourOwn()
    told = counted_rules(rules)
    worth = sum(DECK[hole] * worth_with_hole(hole, told) for hole in range(VALUES)) / 52
    assert 0.2 < worth - full_worth(rules) < 0.23
    rows = {(row.name, row.bet): row for row in roll_your_own_threats(rules)}
    seats = rows["the cards of 6 seats", "insurance"]
    assert 0 < seats.edge < 0.5
    assert seats.share < Fraction(4, 52)


def test_a_bet_that_never_wins_is_no_threat() -> None:
    rows = [row for row in protect("flop22", rules={"match_pays": "push"}).threats if row.bet == "match-1"]
    assert [float(row.edge) for row in rows] == [0.0] * len(rows)
