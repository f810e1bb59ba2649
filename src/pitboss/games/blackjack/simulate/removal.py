"""Effects of removal for blackjack: how one missing card changes each bet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, rank_name
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import OfferedBet, Rules, offered
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Pack
from pitboss.solving.blackjack.solve import follow, solve, solved
from pitboss.statistics.exactness import Number

RANKS = (14, *range(2, 14))
"""The ranks in the order of values, ace first."""
Copies = NDArray[np.float64]


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """Return the effects by rank: main wager re-optimised and with full-shoe play, other bets computed exactly."""
    full = solved(solver_rules(rules))
    start: dict[str, Number] = {"main": full.expected_value, "insurance": _insurance(full.rules.pack)}
    best: dict[str, dict[str, Number]] = {"main": {}, "insurance": {}}
    fixed_play: dict[str, dict[str, Number]] = {"main": {}}
    for value in range(VALUES):
        left = tuple(count - (place == value) for place, count in enumerate(full.rules.pack))
        reoptimised = solve(replace(full.rules, pack=left)).expected_value
        same = follow(full, left).expected_value
        for rank in [RANKS[value]] if value < TEN else RANKS[TEN:]:
            best["main"][rank_name(rank)] = reoptimised - full.expected_value
            fixed_play["main"][rank_name(rank)] = same - full.expected_value
            best["insurance"][rank_name(rank)] = _insurance(left) - float(start["insurance"])
        progress(f"{value + 1} of {VALUES} values gone")
    for made in offered(rules):
        copies = np.full(len(CARDS), float(rules.decks))
        pays = _pays(made, rules)
        start[made.bet.name] = _mean(pays, copies)
        best[made.bet.name] = {
            rank_name(rank): float(
                np.mean([_mean(pays, copies - _one(card.code)) for card in CARDS if card.rank == rank])
                - float(start[made.bet.name])
            )
            for rank in RANKS
        }
    note = (
        "Off the top of a full shoe, in double precision. Side bets by rank are the mean over the four suits; a"
        " dealer's blackjack is left out of them. 10, J, Q and K are alike for main wager and insurance."
    )
    return Removal(best, fixed_play, start, note)


def _insurance(pack: Pack) -> float:
    """Return the player's edge on insurance against an ace."""
    return 3 * pack[TEN] / (sum(pack) - (pack[ACE] > 0)) - 1


def _one(code: int) -> Copies:
    return np.asarray(np.arange(len(CARDS)) == code, float)


def _pays(made: OfferedBet, rules: Rules) -> NDArray[np.float64]:
    """Return the net of a one-unit bet by first, second and up card."""
    table = made.table(rules)
    nets = [
        [[float(table.pays(made.bet.line(one, two, up, False)).ratio) for up in CARDS] for two in CARDS]
        if made.bet.sees_up_card
        else [[float(table.pays(made.bet.line(one, two, one, False)).ratio)] for two in CARDS]
        for one in CARDS
    ]
    return np.array(nets)


def _mean(pays: NDArray[np.float64], copies: Copies) -> float:
    """Return the mean net over all deals from a shoe with these numbers of each card."""
    size, same = copies.sum(), np.eye(len(CARDS))
    two = copies[:, None] * (copies[None] - same)
    if pays.shape[2] == 1:
        return float((two * pays[:, :, 0]).sum() / (size * (size - 1)))
    third = copies[None, None] - same[:, None, :] - same[None, :, :]
    return float((two[:, :, None] * third * pays).sum() / (size * (size - 1) * (size - 2)))
