"""The value of knowing the cards of all seats at Free Bet."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev

from pitboss.games.free_bet import GAME
from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.odds import analysis_of
from pitboss.solving.answers.analysis import BetOdds
from pitboss.solving.answers.threats import Countermeasure, Threat, sd_of
from pitboss.solving.blackjack.rules import ACE, TEN, Pack
from pitboss.solving.blackjack.solve import SolvedGame, follow, solve, solved
from pitboss.solving.insured import insured

SAMPLES = 4
"""The number of samples of other seats' cards for the main bet. Each sample is solved exactly."""
_SEED = 45
FACE_DOWN = Countermeasure(
    "deal the first two cards face down; a seat turns its own when its turn comes", "C-5, FB-6", 6.0
)
NONE_NEEDED = Countermeasure("no procedure is needed: close these bets before the first card", "FB-6, FB-7", 0.0)
ANY_PLAYER = "anybody at a full table"


def all_seats(rules: Rules, side_bets: tuple[BetOdds, ...], samples: int = SAMPLES) -> Iterator[Threat]:
    """Yield insurance (exact), the main bet (sampled), and the side bets, which are placed before any card is dealt."""
    name = f"the cards of {rules.seats} seats"
    yield _insurance(name, rules)
    yield _main(name, rules, samples)
    for bet in side_bets:
        yield Threat(
            name, "nothing useful: it is bet before any card is dealt", ANY_PLAYER, bet.name, bet.ev, 1, bet.ev, bet.sd,
            NONE_NEEDED, note="no gain: it is bet before the deal, and other seats' cards change no decision",
        )  # fmt: skip


def _insurance(name: str, rules: Rules) -> Threat:
    """Return the value of insuring only if the cards of all seats leave enough tens (FB-8)."""
    counts = solver_rules(rules).pack
    cards, tens = sum(counts), counts[TEN]
    found = insured(cards - 1, tens, 2 * rules.seats)
    edge, often = found.edge, found.share * Fraction(counts[ACE], cards)
    note = ""
    if not often:
        edge, note = Fraction(3 * tens, cards - 1) - 1, "never worth it, even without a ten among them"
    return Threat(
        name, "the two cards of every seat, face up when insurance is offered: insure on few tens", ANY_PLAYER,
        "insurance", edge, often, often * edge, sd_of(float(often), float(edge), found.sd), FACE_DOWN, note=note,
    )  # fmt: skip


def _main(name: str, rules: Rules, samples: int) -> Threat:
    """
    Return the value of re-optimising every decision for the shoe without the other seats' cards, from samples.

    With the full-shoe strategy, the mean over all samples equals the value of the full shoe. So only the gain from
    re-optimised play is measured, which has a small variance.
    """
    full, chance = solved(solver_rules(rules)), Random(_SEED)
    lefts = [_without(full.rules.pack, 2 * (rules.seats - 1), chance) for _ in range(samples)]
    with ThreadPoolExecutor(2) as threads:
        added = list(threads.map(lambda left: _added(full, left), lefts))
    edge, se = full.expected_value + mean(added), stdev(added) / sqrt(samples)
    return Threat(
        name, "the first two cards of every seat: all decisions played by them", ANY_PLAYER, "main", edge, 1, edge,
        analysis_of(GAME, rules).bet("main").sd, FACE_DOWN, se, exact=False,
        note=f"{samples} sets of the other seats' cards, each solved exactly; what they draw later is not used",
    )  # fmt: skip


def _added(full: SolvedGame, left: Pack) -> float:
    return solve(replace(full.rules, pack=left)).expected_value - follow(full, left).expected_value


def _without(counts: Pack, cards: int, chance: Random) -> Pack:
    """Return the shoe without `cards` cards drawn at random."""
    left = list(counts)
    for value in chance.sample(range(len(counts)), cards, counts=counts):
        left[value] -= 1
    return tuple(left)
