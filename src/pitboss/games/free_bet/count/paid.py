"""
The Free Bet bets whose odds follow from a pay table, and Pot of Gold played jointly with the main bet.

Each choice has a value for the main bet and a distribution of tokens. So its value is a linear function of the pay
table, whose slopes are the probabilities of the tokens. Best play for a table takes the maximum at every decision, so
all tables are evaluated from the same few slopes, without solving the game again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.games.free_bet.count.joint_play import JointSolver, joint_solver
from pitboss.games.free_bet.count.side_bets import chance_of_22
from pitboss.games.free_bet.count.solved import MAX_TOKENS, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal.hands import pot_of_gold_line
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.money import Pays
from pitboss.solving.answers.paytable_bets import Paid
from pitboss.solving.blackjack.hands import Floats, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, STAND
from pitboss.solving.blackjack.rules import VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import is_natural, solved
from pitboss.statistics.exactness import Number


def paid(rules: Rules) -> dict[str, Paid]:
    """Return these bets by name. Pot of Gold assumes best play of the main bet, as in `pitboss odds` (FB-6)."""
    note = "At best play of the main bet alone."
    return {
        "pot-of-gold": Paid("pot_of_gold_table", lambda: _tokens(rules), note=note),
        "push-22": Paid("push_22_pays", lambda: _dealer_22(rules), line="dealer 22"),
    }


def _tokens(rules: Rules) -> Sequence[float]:
    return by_line(tokens_of(solved(solver_rules(rules))).tolist(), len(rules.pot_of_gold_table.lines))


def by_line(tokens: Sequence[float], lines: int) -> list[float]:
    """Convert the probabilities of 0 to 7 tokens to probabilities of the table's lines, highest first."""
    return [sum(tokens[lines:]), *tokens[lines - 1 : 0 : -1]]


def _dealer_22(rules: Rules) -> Sequence[Number]:
    return [chance_of_22(solver_rules(rules))]


_CHUNK = 20_000


def jointly(rules: Rules, bet: str, stake: float) -> JointPot | None:
    """Return Pot of Gold with a stake of `stake` main bets, playing both bets jointly (FB-6)."""
    return JointPot(rules, stake) if bet == "pot-of-gold" else None


class JointPot:
    """Pot of Gold under any table, for a player who takes its tokens into account."""

    option = "pot_of_gold_table"

    def __init__(self, rules: Rules, stake: float) -> None:
        self.stake = stake
        self.cells: Sequence[tuple[str, Pays]] = [(name, row[0]) for name, row in rules.pot_of_gold_table.lines]
        self.columns: Sequence[Sequence[int]] = [range(len(self.cells))]
        self.note = f"Main bet and Pot of Gold best played together, with {stake:g} main bet{'s' * (stake != 1)} on it."
        self.main = 0.0
        self.tokens = np.zeros(MAX_TOKENS)
        """The probabilities of 1 to 7 tokens from decisions that are the same for every table."""
        self.open: list[tuple[Floats, Floats]] = []
        """The other decisions: the main bet's value for each choice, and its probabilities of 1 to 7 tokens."""
        for worth, tokens in spots(solver_rules(rules)):
            self._add(worth, tokens)

    def _add(self, worth: Floats, tokens: Floats) -> None:
        """Add a decision, dropping choices that another choice dominates under every table."""
        useful = [place for place in range(len(worth)) if not _beaten(place, worth, tokens)]
        if len(useful) == 1:
            self.main += float(worth[useful[0]])
            self.tokens += tokens[useful[0]]
        else:
            self.open.append((worth[useful], tokens[useful]))

    def played(self, tables: Sequence[Sequence[Fraction]]) -> tuple[Floats, Floats, Floats]:
        """
        Return, for each table, the gains of 1 to 7 tokens over a loss, their probabilities, and the main bet's value.
        """
        lines = np.array([[float(pays) for pays in table] for table in tables])
        places = [pot_of_gold_line(tokens, lines.shape[1]) for tokens in range(1, MAX_TOKENS + 1)]
        gains = lines[:, places] + 1
        chances, main = np.tile(self.tokens, (len(gains), 1)), np.full(len(gains), self.main)
        for worth, tokens in self.open:
            best = (worth + self.stake * (gains @ tokens.T)).argmax(axis=1)
            chances += tokens[best]
            main += worth[best]
        return gains, chances, main

    def edges(
        self, tables: Sequence[Sequence[Fraction]], low: Fraction | None = None, high: Fraction | None = None
    ) -> Sequence[Number | None]:
        """Return the house edge of Pot of Gold for each table."""
        edges: list[Number | None] = []
        for start in range(0, len(tables), _CHUNK):
            gains, chances, _ = self.played(tables[start : start + _CHUNK])
            edges += (1 - (gains * chances).sum(axis=1)).tolist()
        return edges

    def figures(self, table: Sequence[Fraction]) -> tuple[Number, Number, float]:
        """Return the house edge, hit probability and standard deviation of Pot of Gold under one table."""
        gains, chances, _ = (each[0] for each in self.played([table]))
        mean = float(gains @ chances)
        hit = float(chances[gains > 1].sum())
        return 1 - mean, hit, sqrt(max(float(gains**2 @ chances) - mean * mean, 0.0))


def _beaten(place: int, worth: Floats, tokens: Floats) -> bool:
    """
    Return whether another choice is worth at least as much and earns tokens at least as often.

    Among equal choices, the first is taken.
    """
    after = np.cumsum(tokens[:, ::-1], axis=1)
    for other in range(len(worth)):
        better = worth[other] >= worth[place] and bool((after[other] >= after[place]).all())
        alike = worth[other] == worth[place] and bool((tokens[other] == tokens[place]).all())
        if other != place and better and (not alike or other < place):
            return True
    return False


def spots(rules: BlackjackRules) -> Iterator[tuple[Floats, Floats]]:
    """Yield, for every dealt hand and up card, the value of each choice and its probabilities of 1 to 7 tokens."""
    solver = joint_solver(rules)
    dealt = solver.as_dealt(1.0)
    for first in range(VALUES):
        for second in range(VALUES):
            if is_natural(first, second):
                continue
            hand = all_hands().number((first, second))
            splits = list(_splits(solver, first)) if first == second else []
            free = bool(solver.free_double[hand])
            for up in range(VALUES):
                value = dealt.value[hand, :, up]
                choices = [(max(value[[STAND, HIT] if free else [STAND, HIT, DOUBLE]]), 0.0)]
                if free:
                    choices.append((value[DOUBLE], dealt.odds.reach[hand, up]))
                worth = [each for each, _ in choices] + [each[up] for each, _ in splits]
                tokens = np.zeros((len(worth), MAX_TOKENS))
                tokens[: len(choices), 0] = [one for _, one in choices]
                for place, (_, chances) in enumerate(splits, len(choices)):
                    tokens[place] = chances[up, 1:]
                yield np.array(worth), tokens


def _splits(solver: JointSolver, pair: int) -> Iterator[tuple[Floats, Floats]]:
    """Yield the value and the token probabilities of every plan for a split pair, by up card."""
    for choice in solver.choices(pair):
        yield solver.tried(pair, *choice)
