"""
Exact figures of Beat the Dealer, derived from the tally of all deals.

A tally counts every deal by starting hand, 5-card bonus line, bets made and outcome, with turn and river bets made if
they win more often than they lose, and nothing folded. Folding is decided here because a bonus bet can change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from pitboss.cards import RANKS
from pitboss.games.beat_the_dealer.deal.hands import (
    FiveCardLine,
    ShowdownOutcome,
    TwoCardLine,
    main_net,
    starting_hand,
    two_card_line,
)

STARTS, LINES, BETS, OUTCOMES = 169, len(FiveCardLine), 4, len(ShowdownOutcome)
"""The lengths of a tally's axes. Bets are encoded as 2 for a turn bet plus 1 for a river bet."""
RAISED = (2, 3, 3, 4)
"""The amount bet after the ante, by bets code: two antes on the flop, one each on turn and river (BD-2)."""
FORFEIT = -1
"""A marker in place of a pay table line: the fold forfeited the bonus."""

Tally: TypeAlias = Sequence[Sequence[Sequence[Sequence[int]]]]


class BonusRules(NamedTuple):
    """The rules needed for the figures, besides `ante_pays_from`, which is part of the tally."""

    two_card_pays: tuple[Fraction, ...]
    """The net of one unit on the 2-card bonus for each line, -1 for a loss (BD-4)."""
    five_card_pays: tuple[Fraction, ...]
    """The net of one unit on the 5-card bonus for each line, -1 for a loss (BD-5, BD-6)."""
    two_card_survives_fold: bool = True
    five_card_survives_fold: bool = False


class Stakes(NamedTuple):
    """The bets in addition to the ante, in antes."""

    two_card: Fraction = Fraction(0)
    five_card: Fraction = Fraction(0)


NO_BONUS = Stakes()


class Ending(NamedTuple):
    """A way a round can end: the main bets' net in antes, and the bonus lines (`FORFEIT`: lost by the fold)."""

    main: int
    two_card: int
    five_card: int


@dataclass(frozen=True, slots=True)
class Start:
    """A starting hand: the expected values of folding and of the flop bet, in antes, with all bets included."""

    name: str
    chance: Fraction
    fold: Fraction
    flop: Fraction

    @property
    def is_folded(self) -> bool:
        """Whether folding is worth more. On a tie the hand is played."""
        return self.fold > self.flop


def start_name(start: int) -> str:
    """
    Return the name of a starting hand.

    >>> start_name(12 * 13 + 11), start_name(0 * 13 + 5), start_name(6 * 13 + 6)
    ('AKs', '72o', '88')
    """
    row, column = divmod(start, 13)
    kind = "" if row == column else "s" if row > column else "o"
    return RANKS[max(row, column)] + RANKS[min(row, column)] + kind


_NETS = [main_net(outcome, RAISED[bets]) for bets in range(BETS) for outcome in ShowdownOutcome]
"""The main bets' net, by bets and outcome as in the tally."""
_TWO_CARD_LINES = {starting_hand(*hole): two_card_line(*hole) for hole in combinations(range(52), 2)}


@dataclass(frozen=True)
class Solution:
    """The whole game under best play, for given bonus stakes."""

    tally: Tally
    house: BonusRules
    stakes: Stakes = NO_BONUS

    @cached_property
    def deals(self) -> int:
        """The number of deals counted: 55,627,620,048,000 with the full pack."""
        return sum(map(sum, self.lines.values()))

    @cached_property
    def lines(self) -> dict[int, list[int]]:
        """The number of deals on each line of the 5-card bonus, for each starting hand that can be dealt."""
        lines = {start: [sum(map(sum, made)) for made in self.tally[start]] for start in range(STARTS)}
        return {start: counts for start, counts in lines.items() if any(counts)}

    @cached_property
    def two_card_lines(self) -> list[int]:
        """The number of deals on each line of the 2-card bonus (BD-4)."""
        counts = [0] * len(TwoCardLine)
        for start, lines in self.lines.items():
            counts[_TWO_CARD_LINES[start]] += sum(lines)
        return counts

    @cached_property
    def five_card_lines(self) -> list[int]:
        """The number of deals on each line of the 5-card bonus, for a player who sees every flop (BD-5)."""
        return [sum(lines[line] for lines in self.lines.values()) for line in FiveCardLine]

    @cached_property
    def starts(self) -> dict[int, Start]:
        """The starting hands that can be dealt, by number (see `starting_hand`)."""
        return {start: self._start(start) for start in self.lines}

    @cached_property
    def endings(self) -> Counter[Ending]:
        """The number of deals with each ending."""
        endings: Counter[Ending] = Counter()
        for start, hand in self.starts.items():
            endings.update(self._folded(start) if hand.is_folded else self.played[start])
        return endings

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """The number of deals by net of all bets together, in antes, ascending."""
        nets: Counter[Fraction] = Counter()
        for ending, count in self.endings.items():
            nets[ending.main + self.bonus_net(ending.two_card, ending.five_card)] += count
        return dict(sorted(nets.items()))

    @cached_property
    def main_distribution(self) -> dict[int, int]:
        """The number of deals by net of ante, flop, turn and river bets, in antes, ascending."""
        nets: Counter[int] = Counter()
        for ending, count in self.endings.items():
            nets[ending.main] += count
        return dict(sorted(nets.items()))

    @cached_property
    def ev(self) -> Fraction:
        """The expected value of a round in antes, all bets together."""
        return sum((net * count for net, count in self.distribution.items()), Fraction(0)) / self.deals

    @cached_property
    def main_ev(self) -> Fraction:
        """The expected value of the main bets in antes."""
        return Fraction(sum(net * count for net, count in self.main_distribution.items()), self.deals)

    @cached_property
    def showdowns(self) -> list[list[int]]:
        """The number of deals not folded. Axes: bets, outcome, as in the tally."""
        played = [self.tally[start] for start, hand in self.starts.items() if not hand.is_folded]
        return [
            [sum(line[bets][outcome] for made in played for line in made) for outcome in ShowdownOutcome]
            for bets in range(BETS)
        ]

    @cached_property
    def bets_made(self) -> tuple[int, int, int]:
        """The number of deals with a flop bet, a turn bet and a river bet."""
        none, river, turn, both = map(sum, self.showdowns)
        return none + river + turn + both, turn + both, river + both

    @cached_property
    def average_bet(self) -> Fraction:
        """The average total of the main bets, in antes."""
        flop, turn, river = self.bets_made
        return 1 + Fraction(2 * flop + turn + river, self.deals)

    @cached_property
    def bet_evs(self) -> dict[str, Fraction]:
        """The expected value of one unit of each bet when it is made. Bets never made are left out."""
        evs = {}
        for bet, numbers in (("flop", range(BETS)), ("turn", (2, 3)), ("river", (1, 3))):
            paid, other, tie, loss = map(sum, zip(*(self.showdowns[number] for number in numbers), strict=True))
            if made := paid + other + tie + loss:
                evs[bet] = Fraction(paid + other - loss, made)
        paid, _, _, loss = map(sum, zip(*self.showdowns, strict=True))
        folded = self.deals - self.bets_made[0]
        evs["ante"] = Fraction(paid - loss - folded, self.deals)
        for bet, stakes in (("two-card", Stakes(two_card=Fraction(1))), ("five-card", Stakes(five_card=Fraction(1)))):
            evs[bet] = self.ev_with(stakes) - self.main_ev
        return evs

    def ev_with(self, stakes: Stakes) -> Fraction:
        """Return the expected value of a round in antes with these bonus bets, for play that ignores them."""
        held = replace(self, stakes=stakes)
        bonus = sum(
            (held.bonus_net(end.two_card, end.five_card) * count for end, count in self.endings.items()), Fraction(0)
        )
        return self.main_ev + bonus / self.deals

    def bonus_net(self, two_card: int, five_card: int) -> Fraction:
        """Return the net of both bonus bets on these lines, in antes."""
        return self._bonus_nets[two_card, five_card]

    @cached_property
    def _bonus_nets(self) -> dict[tuple[int, int], Fraction]:
        two, five = (
            {FORFEIT: -stake, **{line: pay * stake for line, pay in enumerate(pays)}}
            for pays, stake in zip(self.house[:2], self.stakes, strict=True)
        )
        return {(one, other): two[one] + five[other] for one in two for other in five}

    def _start(self, start: int) -> Start:
        """Return the values of both choices for a starting hand, each the mean over its endings."""
        cards = sum(self.lines[start])

        def worth(endings: Counter[Ending]) -> Fraction:
            main = Fraction(sum(ending.main * count for ending, count in endings.items()))
            lines: Counter[tuple[int, int]] = Counter()
            for ending, count in endings.items():
                lines[ending[1:]] += count
            return (main + sum(self.bonus_net(*line) * count for line, count in lines.items())) / cards

        chance = Fraction(cards, self.deals)
        return Start(start_name(start), chance, worth(self._folded(start)), worth(self.played[start]))

    def _folded(self, start: int) -> Counter[Ending]:
        """Return the endings of a folded hand: the ante is lost, the bonuses follow BD-4 and BD-5."""
        two_card = _TWO_CARD_LINES[start] if self.house.two_card_survives_fold else FORFEIT
        endings: Counter[Ending] = Counter()
        for line, count in enumerate(self.lines[start]):
            endings[Ending(-1, two_card, line if self.house.five_card_survives_fold else FORFEIT)] += count
        return endings

    @cached_property
    def played(self) -> dict[int, Counter[Ending]]:
        """The endings of each starting hand if the flop bet is made."""
        return {start: self._played(start) for start in self.lines}

    def _played(self, start: int) -> Counter[Ending]:
        endings: Counter[Ending] = Counter()
        for line, made in enumerate(self.tally[start]):
            nets = dict.fromkeys(_NETS, 0)
            for net, count in zip(_NETS, chain.from_iterable(made), strict=True):
                nets[net] += count
            endings.update({Ending(net, _TWO_CARD_LINES[start], line): count for net, count in nets.items() if count})
        return endings
