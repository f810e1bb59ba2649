"""Games with a fresh deck each round: seen cards, compared with brute force on tiny decks and published figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import Stream, U, draw, stream
from pitboss.games.beat_the_dealer.count.kernels import count_showdowns
from pitboss.games.beat_the_dealer.count.one_card_known.counting import OneCardCount, known_cards
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.count.tally import lines_without
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, ante_pays, five_card_line
from pitboss.games.beat_the_dealer.deal.rules import Rules as BeatTheDealer
from pitboss.games.beat_the_dealer.simulate.flop_card import known_flop_cards
from pitboss.games.beat_the_dealer.simulate.informed import matchups, share_cards
from pitboss.games.beat_the_dealer.simulate.kernels import Codes
from pitboss.games.beat_the_dealer.simulate.simulation import Simulation
from pitboss.games.flop22.count.best_play import equal_antes, play_best
from pitboss.games.flop22.deal.rules import Rules as Flop22
from pitboss.games.flop22.simulate.removal import GAME, removal
from pitboss.games.flop22.simulate.threats import threats as flop22_threats
from pitboss.games.roll_your_own.count.removed_cards import known_others, removed_cards_given
from pitboss.games.roll_your_own.count.solve import counted_rules
from pitboss.games.roll_your_own.count.up_card_solver import UpCard
from pitboss.games.roll_your_own.deal.rules import Rules as RollYourOwn
from pitboss.games.roll_your_own.simulate.known_card import known_worths, odds_with_hole, without
from pitboss.games.roll_your_own.simulate.removal import full_worth
from pitboss.games.roll_your_own.simulate.threats import threats as roll_your_own_threats
from pitboss.lab.protection import protect
from pitboss.poker import rank7
from pitboss.ranking.poker import rank_hand
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import counts_of
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.holdem.poker_tables import strength_tables

PAID = BeatTheDealer().ante_pays_from.number
TINY = np.array([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
"""Twos, kings and aces only."""
NO_CARD = -1
"""Placeholder for no known card."""


class ByHand:
    """Beat the Dealer with twelve cards and at most one known: every deal, decision by decision."""

    def __init__(self, card: int, is_held: bool = False) -> None:
        whole = [code for code in range(52) if TINY[code >> 2]]
        self.cards = [code for code in whole if code != card]
        self.card, self.is_held = card, is_held
        sevens = list(combinations(whole, 7))
        self.ranks: dict[frozenset[int], int] = dict(
            zip(map(frozenset, sevens), rank7(np.array(sevens)).tolist(), strict=True)
        )
        self.ends: dict[frozenset[int], dict[tuple[int, ...], list[tuple[int, int]]]] = {}

    def strength(self, *cards: int) -> int:
        return self.ranks[frozenset(cards)]

    def showdowns(self, hole: tuple[int, ...], board: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the result and whether the ante is paid, for every river and dealer hand."""
        known = self.ends.setdefault(frozenset(board), {})
        if hole not in known:
            known[hole] = list(self.dealt_out(hole, board))
        return known[hole]

    def dealt_out(self, hole: tuple[int, ...], board: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        left = [code for code in self.cards if code not in (*hole, *board)]
        for river in left:
            others = [code for code in left if code != river]
            dealers = [(self.card, other) for other in others] if self.is_held else list(combinations(others, 2))
            mine = self.strength(*hole, *board, river)
            for dealer in dealers:
                theirs = self.strength(*dealer, *board, river)
                yield (mine > theirs) - (mine < theirs), int(ante_pays(mine, PAID))

    def worth(self, chart: ByHand | None = None) -> tuple[Fraction, Fraction]:
        """Return the mean net of a round and its mean square; the decisions are those of `chart`, if given."""
        won = square = deals = 0
        for hole in combinations(self.cards, 2):
            nets = list(self.played(hole, chart))
            judged = list(chart.played(hole)) if chart else nets
            is_folded = sum(judged) < -len(judged)
            won += -len(nets) if is_folded else sum(nets)
            square += len(nets) if is_folded else sum(net * net for net in nets)
            deals += len(nets)
        return Fraction(won, deals), Fraction(square, deals)

    def turns(self, hole: tuple[int, ...], flop: tuple[int, ...]) -> dict[int, list[tuple[int, int]]]:
        turns = [code for code in self.cards if code not in (*hole, *flop)]
        return {turn: self.showdowns(hole, (*flop, turn)) for turn in turns}

    def played(self, hole: tuple[int, ...], chart: ByHand | None = None) -> Iterator[int]:
        for flop in combinations([code for code in self.cards if code not in hole], 3):
            decided = (chart or self).turns(hole, flop)
            gains = {turn: sum(sign for sign, _ in found) for turn, found in decided.items()}
            bet = 2 + (sum(gains.values()) > 0)
            for turn, found in self.turns(hole, flop).items():
                raised = bet + (gains[turn] > 0)
                for sign, paid in found:
                    yield raised + paid if sign > 0 else (-raised - 1 if sign < 0 else 0)


@pytest.mark.parametrize("card", [44, 0])
def test_one_known_dealer_card_matches_brute_force(card: int) -> None:
    held, _ = OneCardCount(PAID, TINY).known(card >> 2)
    assert held == ByHand(card, True).worth()


def test_one_removed_card_matches_brute_force() -> None:
    _, gone = OneCardCount(PAID, TINY).known(12)
    assert gone.best == ByHand(48).worth()[0]


def test_one_removed_card_with_fixed_play_matches_brute_force() -> None:
    counting, chart = OneCardCount(PAID, TINY), ByHand(NO_CARD)
    found = {rank: counting.known(rank)[1] for rank in (0, 11, 12)}
    assert found[11].fixed_play == ByHand(44).worth(chart)[0]
    assert all(gone.fixed_play < gone.best for gone in found.values())
    assert sum((gone.fixed_play for gone in found.values()), Fraction(0)) / 3 == chart.worth()[0]


def test_cost_of_an_ace_in_the_dealers_hand() -> None:
    held, _ = OneCardCount(PAID).known(12)
    assert float(held.ev) == pytest.approx(-0.641746, abs=1e-6)


def test_known_flop_card_helps_on_average() -> None:
    found = known_flop_cards(PAID)
    assert float(found[5].ev) == pytest.approx(0.00110, abs=1e-5)  # with a seven in the flop, less 2.04% without
    assert sum(one.ev for one in found) / 13 > solution_of(BeatTheDealer()).main_ev


def test_five_card_bonus_lines_without_a_card_match_enumeration() -> None:
    whole, solution = lines_without(None), solution_of(BeatTheDealer())
    assert [Fraction(count, sum(whole)) for count in whole] == [
        Fraction(count, solution.deals) for count in solution.five_card_lines
    ]
    with_ten = [five_card_line(rank_hand((32, *others))) for others in combinations(set(range(52)) - {32}, 4)]
    without = lines_without(8)
    assert [one - other for one, other in zip(whole, without, strict=True)] == np.bincount(with_ten).tolist()


@pytest.mark.slow
def test_value_of_one_seen_dealer_card_matches_the_published_one() -> None:
    """Compare with 7.61% to the player at Texas Hold'em Bonus (Jacobson, 888): the same game."""
    known = known_cards(PAID)
    assert float(sum((held.ev for held, _ in known), Fraction(0)) / 13) == pytest.approx(0.0761, abs=5e-5)
    assert sum((gone.best for _, gone in known), Fraction(0)) / 13 > solution_of(BeatTheDealer()).main_ev


def test_pairs_of_hands_up_to_suits_are_complete() -> None:
    pairs = matchups()
    assert len(pairs.alike) == 93_769
    assert pairs.alike.sum() == 1326 * 1225


def test_shared_cards_never_cost_a_bet_and_their_value_matches_enumeration() -> None:
    gains, tables = np.zeros((60, 2)), Simulation(BeatTheDealer(), 1, "best", {}).tables
    share_cards(stream(3, "beat-the-dealer", 0), 60, 6, tables, gains)
    assert gains.min() >= 0
    assert (gains.max(axis=0) > 0).all()
    decks = np.zeros((60, 16), np.uint8)
    _deal(stream(3, "beat-the-dealer", 0), np.arange(52).astype(np.uint8), tables.folds, decks)
    for number, deck in enumerate(decks.astype(np.int64)):
        alone, shared = (_river_gain(deck[:2], deck[12:], gone) for gone in (0, _bits(deck[2:12])))
        assert gains[number, 1] == max(shared, 0.0) - (shared if alone > 0 else 0.0)
    changed = np.flatnonzero(gains[:, 0])[:2].tolist()  # rounds in which the others' cards change the turn bet
    for number in (0, 1, *changed):
        deck = decks[number].astype(np.int64)
        alone, shared = (_turn_gain(deck[:2], deck[12:15], gone) for gone in (0, _bits(deck[2:12])))
        assert gains[number, 0] == pytest.approx(max(shared, 0.0) - (shared if alone > 0 else 0.0), abs=1e-12)


@kernel
def _deal(state: Stream, pack: Codes, folds: Codes, decks: Codes) -> None:
    """Deal the first cards of shuffled decks, skipping shuffles whose first two cards are folded."""
    for number in range(decks.shape[0]):
        is_folded = True
        while is_folded:
            for place in range(decks.shape[1]):
                draw(state, pack, U(place))
            is_folded = folds[pack[0], pack[1]] > 0
        decks[number] = pack[: decks.shape[1]]


def _bits(cards: np.ndarray) -> int:
    return int((1 << cards).sum())


def _river_gain(hole: np.ndarray, board: np.ndarray, gone: int) -> float:
    """Return the mean net of a river bet, counted showdown by showdown."""
    counts = np.zeros(len(ShowdownOutcome), np.int64)
    count_showdowns(hole, board, gone, strength_tables(), 0, counts)
    paid, other, _, lost = counts.tolist()
    return float((paid + other - lost) / counts.sum())


def _turn_gain(hole: np.ndarray, flop: np.ndarray, gone: int) -> float:
    """Return the mean net of a turn bet: all turn cards are equally likely and have equally many showdowns."""
    known = gone | _bits(hole) | _bits(flop)
    turns = [turn for turn in range(52) if not known >> turn & 1]
    return sum(_river_gain(hole, np.array([*flop, turn]), gone) for turn in turns) / len(turns)


def test_flop22_removal_adds_up_and_starts_from_the_odds() -> None:
    rules = Flop22()
    found = removal(rules)
    played = play_best(rules, equal_antes(rules))
    assert found.start[GAME] == -Fraction(played.house_edge)
    assert sum(found.best["ante-1"].values(), Fraction(0)) == 0  # a bet on two cards: removed cards average out
    assert sum(found.best[GAME].values(), Fraction(0)) >= 0  # a known card can be exploited


def test_flop22_threats_are_exact() -> None:
    rows = {(row.name, row.bet): row for row in flop22_threats(Flop22())}
    assert all(row.exact for row in rows.values())
    match = rows["flop 1 seen", "match-1"]
    assert (match.edge, match.share) == (10, Fraction(3, 51))
    assert float(rows["small antes first", "ante-3"].edge) == pytest.approx(0.0910, abs=1e-4)
    alone = next(row for row in flop22_threats(Flop22(seats=1)) if row.bet == "double-1" and "seats" in row.name)
    assert rows["the cards of 6 seats", "double-1"].per_round > alone.per_round


def test_roll_your_own_dealer_odds_average_over_the_hole_card() -> None:
    rules = counted_rules(RollYourOwn())
    for up in (0, 9):
        plain = UpCard(up, rules, removed_cards_given(known_others(), rules.max_splits))
        few = int(plain.removed.keys[counts_of(plain.removed.keys).sum(axis=1).argmin()])  # the smallest removal
        together = np.zeros(plain.odds.shape[1])
        for hole in range(VALUES):
            gone = removed_cards_given(known_others(), rules.max_splits, without(hole))
            together += odds_with_hole(up, hole, rules.hits_soft_17, gone)[np.flatnonzero(gone.keys == few)[0]]
        assert together == pytest.approx(plain.odds[np.flatnonzero(plain.removed.keys == few)[0]], rel=1e-12)


@pytest.mark.slow
def test_roll_your_own_hole_card_is_worth_a_fifth_of_a_bet() -> None:
    rules = RollYourOwn()
    odds_rules = counted_rules(rules)
    worth = sum(ONE_DECK[hole] * known_worths(hole, odds_rules).in_hole for hole in range(VALUES)) / 52
    assert 0.2 < worth - full_worth(rules) < 0.23
    rows = {(row.name, row.bet): row for row in roll_your_own_threats(rules)}
    seats = rows["the cards of 6 seats", "insurance"]
    assert 0 < seats.edge < 0.5
    assert seats.share < Fraction(4, 52)


def test_bet_that_never_wins_is_no_threat() -> None:
    rows = [row for row in protect("flop22", rules={"match_pays": "push"}).threats if row.bet == "match-1"]
    assert [float(row.edge) for row in rows] == [0.0] * len(rows)
