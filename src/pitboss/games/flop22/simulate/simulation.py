"""The Flop 22 simulator: its lookup tables, its strategies and the settlement of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, Card
from pitboss.compute.random_choices import RANDOM, answer_by
from pitboss.compute.streams import Stream, U
from pitboss.games.flop22 import GAME
from pitboss.games.flop22.count.joint_play import NOT_SEEN, joint_extras
from pitboss.games.flop22.deal import hands
from pitboss.games.flop22.deal.round import OPTIONS, GameWinnings, settle_field, settle_hand
from pitboss.games.flop22.deal.rules import HANDS, AggregateScope, Rules, double_pays, match_pays
from pitboss.games.flop22.liability import largest
from pitboss.games.flop22.simulate import strategy_file
from pitboss.games.flop22.simulate.every_deal import deals_by_cell, spreads_of
from pitboss.games.flop22.simulate.kernels import EXTRAS, HAND_CELLS, any_extras, cell_of, play_rounds
from pitboss.games.odds import analysis_of
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import Cents
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat, Turned
from pitboss.solving.answers.simulator import Chances, Counts, Result, merged, net_of

STRATEGIES = {
    "best": "doubles and matches if the unseen cards favour it, given its own card and the flops seen",
    "best-joint": "plays like best, but takes into account what the aggregate leaves to win (F22-8)",
    "basic": "doubles on a nine or better and never matches",
    "never-extra": "never doubles and never matches",
    RANDOM: "bets on match, double, both or neither at random, each equally likely",
}
_CHOICES = tuple(OPTIONS)
_SEAT = Seat(1)
_DECK = range(52)


def couple_of(card: int, flop: int) -> int:
    """Encode a pair of cards by their line and whether they match."""
    return hands.total_line(card, flop) * 2 + hands.is_match(card, flop)


_PAIRS = {couple_of(card, flop): (card, flop) for card in _DECK for flop in _DECK if card != flop}
"""An example pair of cards for each possible line and match."""
_COUPLES = np.array([[couple_of(card, flop) for flop in _DECK] for card in _DECK], np.uint8)


def seats_together(rules: Rules, seats: int) -> bool:
    """Whether one seat's winnings reduce another's because they share one aggregate (F22-8)."""
    return rules.aggregate_scope is AggregateScope.TABLE and seats > 1


class Simulation:
    """A simulator of Flop 22 with one unit on each ante and on the field by default."""

    cells = 3 * HAND_CELLS**3
    luck = 0

    def __init__(
        self, rules: Rules, seats: int, strategy: str, stakes: Mapping[str, int], *, changes: Changes = NO_CHANGES
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.strategy = STRATEGIES[strategy]
        self.stakes = {bet: stakes.get(bet, 1) for bet in ("ante-1", "ante-2", "ante-3", "field")}
        if not self.unit:
            raise Refused("too-many-units", f"{max(self.stakes.values())} units are more than the cents of an ante")
        self.fields = np.array([hands.field_line(card) for card in _DECK], np.uint8)
        self.hands = _COUPLES
        self.chooses = strategy == RANDOM
        extras = extras_table(rules, strategy)
        if strategy == "best-joint":
            extras = joint_extras(rules, {bet: Cents(units * self.unit) for bet, units in self.stakes.items()}, extras)
        self.extras = strategy_file.changed(extras, changes)

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Deal `rounds` rounds and count their cells."""
        play_rounds(state, rounds, self.seats, self.chooses, self.fields, self.hands, self.extras, counts)

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt."""
        codes = np.array([card.code for card in pack[: self.seats + 3]], np.uint8)
        tables = self.fields, self.hands, self.extras
        cells = [int(cell_of(U(card), codes[self.seats :], *tables)) for card in codes[: self.seats]]
        chance = [int(any_extras(U(self.luck), U(seat + 1))) * self.chooses for seat in range(self.seats)]
        return [cell + more for cell, more in zip(cells, chance, strict=True)]

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer for this seat's card and flops so far, from the extras table or at random."""
        if self.chooses:
            return answer_by(self.luck, seen, offer, seat)
        card = next(event.card.code for event in seen if isinstance(event, Dealt) and event.seat == seat)
        flops = [event.card.code for event in seen if isinstance(event, Turned)]
        first, second = (*flops, NOT_SEEN, NOT_SEEN)[:2]
        return _CHOICES[int(self.extras[len(flops), card, first, second])]

    @cached_property
    def unit(self) -> Cents:
        """The unit: the largest ante the house accepts, because the aggregate is in dollars (F22-8)."""
        return Cents(self.rules.ante_limit // max(1, *self.stakes.values()))

    def exact_lines(self) -> Mapping[str, Chances]:
        """Return the exact distribution of each bet's net. Empty for the random strategy."""
        return {bet: merged(spread.items()) for bet, spread in self._spreads.items()}

    def exact_means(self) -> Mapping[str, float]:
        """Return the mean net of each bet when it is made, and of a whole game in units."""
        if self.chooses:
            return self._random_means()
        return {
            bet: float(sum((net * chance for net, chance in spread.items()), Fraction(0)))
            for bet, spread in self._spreads.items()
        }

    def _random_means(self) -> Mapping[str, float]:
        """Return the mean of a random game, with half of the extra bets made; empty if the aggregate can bind."""
        found = analysis_of(GAME, self.rules)
        if max(self.stakes.values()) * largest(GAME, self.rules, self.seats).most >= self.rules.aggregate:
            return {}
        mean = self.stakes["field"] * found.bet("field").ev
        for hand in HANDS:
            extras = found.bet(f"match-{hand}").ev + found.bet(f"double-{hand}").ev
            mean += self.stakes[f"ante-{hand}"] * (found.bet(f"ante-{hand}").ev + extras / 2)
        return {"played": float(mean)}

    @cached_property
    def _spreads(self) -> Mapping[str, Mapping[Fraction, Fraction]]:
        """The distributions, counted over every card and every ordered triple of flops."""
        if self.chooses:
            return {}
        return spreads_of(self, deals_by_cell(self.fields, self.hands, self.extras, self.cells))

    def in_words(self) -> Iterable[Part]:
        """Yield the strategy as the parts of a strategy file."""
        return strategy_file.in_words(self.extras)

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets with the script's own functions."""
        parts = []
        for _ in HANDS:
            cell, part = divmod(cell, HAND_CELLS)
            parts.append(divmod(part, EXTRAS))
        winnings = GameWinnings(self.rules)
        cents = {bet: Cents(units * self.unit) for bet, units in self.stakes.items() if units}
        field_card = next(card for card in CARDS if hands.field_line(card.code) == cell)
        events = [*settle_field(self.rules, {_SEAT: field_card}, {_SEAT: cents}, winnings)]
        for hand, (couple, extras) in zip(HANDS, reversed(parts), strict=True):
            if ante := cents.get(f"ante-{hand}"):
                card, flop = (CARDS[code] for code in _PAIRS[couple])
                names = OPTIONS[_CHOICES[extras]]
                events += settle_hand(self.rules, hand, _SEAT, card, flop, ante, names, winnings)
        return net_of(events, self.unit)


def extras_table(rules: Rules, strategy: str) -> NDArray[np.uint8]:
    """Return the extras to bet (an index into `OPTIONS`). Axes: hand, own card, first and second flop (52: unseen)."""
    table = np.zeros((3, 52, 53, 53), np.uint8)
    if strategy in ("best", "best-joint"):
        for number, hand in enumerate(HANDS):
            match = worth({couple: match_pays(rules, couple % 2 == 1).ratio for couple in _PAIRS}) > 0
            double = worth({couple: double_pays(rules, hand, couple // 2).ratio for couple in _PAIRS}) > 0
            table[number] = match + 2 * double
    elif strategy == "basic":
        table[:] = 2 * np.array([hands.card_points(card) >= 9 for card in _DECK])[:, None, None]
    return table


def worth(pays: Mapping[int, Fraction]) -> NDArray[np.int64]:
    """Return a bet's payouts summed over the unseen flops, in integers. Axes: own card, first flop, second flop."""
    scale = lcm(*(pay.denominator for pay in pays.values()))
    wins = np.zeros(HAND_CELLS, np.int64)
    for couple, pay in pays.items():
        wins[couple] = int(pay * scale)
    seen = np.zeros((52, 53), np.int64)
    seen[:, :52] = np.where(np.eye(52, dtype=bool), 0, wins[_COUPLES])
    over_unseen: NDArray[np.int64] = seen.sum(axis=1)[:, None, None] - seen[:, :, None] - seen[:, None, :]
    return over_unseen
