"""The value of extra information at Beat the Dealer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.compute.streams import stream
from pitboss.games.beat_the_dealer.count.one_card_known.counting import CardKnown, known_cards
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.beat_the_dealer.simulate.flop_card import known_flop_cards
from pitboss.games.beat_the_dealer.simulate.informed import FLOPS, matchups, play_both_known, share_cards
from pitboss.games.beat_the_dealer.simulate.simulation import Simulation
from pitboss.solving.answers.threats import Countermeasure, Progress, Threat, ignore_progress
from pitboss.solving.holdem.poker_tables import strength_tables

ROUNDS = 12_000
_CHUNK, _SHARED_CHUNK = 1000, 250
_SEED = 7
LATE = Countermeasure("deal the dealer's two cards last, after the river, and look at none before", "C-5, BD-1", 2.0)
UNSEEN = Countermeasure("keep the pack in the shuffler until the flop bets are down", "BD-2, C-5", 2.0)
ALONE = Countermeasure("let nobody show or speak of cards before all bets are down", "BD-1", 0.0)


def threats(
    rules: Rules, progress: Progress = ignore_progress, rounds: int = ROUNDS, flops: int = FLOPS
) -> Iterator[Threat]:
    """Yield the threats: seeing dealer cards, a flop card, or all seats' cards. There is no shoe to count (BD-1)."""
    paid, who = rules.ante_pays_from.number, "first base, or a dealer who lifts the cards"
    held = [held for held, _ in known_cards(paid, progress)]
    yield _known(held, "one dealer card seen", "one of the dealer's cards, all decisions re-optimised", who, LATE)
    yield _both(rules, flops, progress)
    in_flop = known_flop_cards(paid, progress)
    top = "a player who sees the top of the pack"
    yield _known(in_flop, "a flop card seen", "one card of the flop before the flop bet", top, UNSEEN)
    yield _collusion(rules, rounds, progress)


def _known(found: Sequence[CardKnown], name: str, knows: str, who: str, closing: Countermeasure) -> Threat:
    """Return the threat of knowing one card, with every rank equally likely."""
    ev = sum((one.ev for one in found), Fraction(0)) / len(found)
    square = sum((one.square for one in found), Fraction(0)) / len(found)
    sd = sqrt(square - ev**2)
    return Threat(name, knows, who, "ante", ev, 1, ev, sd, closing)


def _both(rules: Rules, flops: int, progress: Progress) -> Threat:
    """Play every matchup on a sample of flops: turn and river bets are exact, and the other flops decide the fold."""
    pairs, tables = matchups(), strength_tables()
    sums = np.zeros((len(pairs.alike), 3))
    paid = rules.ante_pays_from.number

    def play(begin: int) -> None:
        state = stream(_SEED, "beat-the-dealer", begin)
        play_both_known(begin, min(begin + _CHUNK, len(sums)), pairs, state, tables, paid, flops, sums)
        progress(f"both dealer cards: {begin:,} of {len(sums):,} pairs of hands")

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play, range(0, len(sums), _CHUNK)))
    share = pairs.alike / pairs.alike.sum()
    ev, square = float(share @ sums[:, 0]), float(share @ sums[:, 1])
    se = float(np.sqrt(share**2 @ sums[:, 2]))
    return Threat(
        "both dealer cards seen", "both of the dealer's cards, all decisions re-optimised", "a mirror, a marked pack",
        "ante", ev, 1.0, ev, sqrt(square - ev**2), LATE, se, exact=False, per_round_se=se,
        note="folds are decided on a sample of flops, so the figure is a little too low",
    )  # fmt: skip


def _collusion(rules: Rules, rounds: int, progress: Progress) -> Threat:
    """Return the threat of knowing all seats' cards: turn and river bets replayed, the fold unchanged."""
    tables, gains = Simulation(rules, 1, "best", {}).tables, np.zeros((rounds, 2))

    def play(begin: int) -> None:
        some = gains[begin : begin + _SHARED_CHUNK]
        share_cards(stream(_SEED + 1, "beat-the-dealer", begin), len(some), rules.seats, tables, some)
        progress(f"cards of all seats: {begin:,} of {rounds:,} rounds")

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play, range(0, rounds, _SHARED_CHUNK)))
    base = solution_of(rules)
    played = base.bets_made[0] / base.deals
    turn, river = (played * float(mean) for mean in gains.mean(axis=0))
    gain, se = turn + river, played * float(gains.sum(axis=1).std()) / sqrt(rounds)
    ev = float(base.main_ev) + gain
    square = sum(net**2 * count for net, count in base.main_distribution.items()) / base.deals
    return Threat(
        f"collusion of {rules.seats} seats", "every seat's cards; turn and river bets replayed, folds unchanged",
        "a team at the table", "ante", ev, 1.0, ev, sqrt(square - ev**2), ALONE, se, exact=False,
        note=f"worth {gain:+.2%} ± {se:.2%} of the ante a round more than playing alone, {turn:+.2%} by the turn bet"
        f" and {river:+.2%} by the river bet; folds are unchanged",
        per_round_se=se,
    )  # fmt: skip
