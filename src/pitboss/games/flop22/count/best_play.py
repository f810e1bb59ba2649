"""
Optimal play of a whole game for one seat, exact to the cent, including the aggregate.

Without the aggregate each bet can be decided on its own. With it (F22-8), a win now leaves less to win later, so the
decisions of all hands depend on each other. The rest of the game is solved backwards, over the cards seen and the
amount won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

from pitboss.games.flop22.count.flops import Kind, card_classes, kinds
from pitboss.games.flop22.deal.hands import capped
from pitboss.games.flop22.deal.round import OPTIONS
from pitboss.games.flop22.deal.rules import HANDS, Rules, ante_pays, double_pays, match_pays
from pitboss.money import Cents, Pays, show_money
from pitboss.solving.answers.analysis import Played
from pitboss.solving.combinations import Counts, without

Results = dict[tuple[int, int], int]
"""The number of deals by (net, amount bet), in cents."""


class HandResult(NamedTuple):
    """The amounts that the bets of one hand win and lose on a flop, before the aggregate."""

    won: int
    lost: int


class Rest:
    """The rest of one seat's game: its card, the hands still to come and their antes."""

    def __init__(self, rules: Rules, card: int, antes: Mapping[int, Cents]) -> None:
        self.antes = antes
        self.hands = sorted(antes)
        self.start: Counts = tuple(kinds(card).values())
        self.results = {
            (hand, option): [_result(rules, hand, kind, antes[hand], option) for kind in kinds(card)]
            for hand in self.hands
            for option in OPTIONS
        }
        self._most = self._most_won()
        self._known: dict[tuple[int, Counts, int], dict[str, int]] = {}

    def _most_won(self) -> list[int]:
        """Return the maximum that can still be won from each hand on."""
        most = [0]
        for hand in reversed(self.hands):
            best = max(result.won for option in OPTIONS for result in self.results[hand, option])
            most.append(most[-1] + best)
        return most[::-1]

    @property
    def most(self) -> int:
        """The maximum that can be won in total. With this much of the aggregate left, nothing is cut."""
        return self._most[0]

    def can_be_capped(self, aggregate_left: int, place: int = 0) -> bool:
        """Whether the aggregate can cut a payout from here on."""
        return aggregate_left < self._most[place]

    def worths(self, left: Counts, aggregate_left: int) -> dict[str, Fraction]:
        """Return the expected net of each answer to the first hand, in cents, including all later hands."""
        ways = self._ways(0, sum(left))
        return {option: Fraction(worth, ways) for option, worth in self._worths(0, left, aggregate_left).items()}

    def _ways(self, place: int, unseen: int) -> int:
        """Return the number of ordered ways to deal the remaining flops."""
        return perm(unseen, len(self.hands) - place)

    def _worths(self, place: int, left: Counts, aggregate_left: int) -> dict[str, int]:
        """Return each answer's net summed over all remaining flops, in whole cents so that nothing is rounded."""
        key = (place, left, min(aggregate_left, self._most[place]))
        if key not in self._known:
            hand = self.hands[place]
            self._known[key] = {
                option: self._worth(place, left, aggregate_left, self.results[hand, option]) for option in OPTIONS
            }
        return self._known[key]

    def _worth(self, place: int, left: Counts, aggregate_left: int, results: Sequence[HandResult]) -> int:
        is_last = place + 1 == len(self.hands)
        ways = self._ways(place + 1, sum(left) - 1)
        worth = 0
        for kind, count in enumerate(left):
            if count:
                paid = capped(results[kind].won, aggregate_left)
                later = (
                    0 if is_last else max(self._worths(place + 1, without(left, kind), aggregate_left - paid).values())
                )
                worth += count * ((paid - results[kind].lost) * ways + later)
        return worth

    def best(self, place: int, left: Counts, aggregate_left: int) -> str:
        """Return the answer with the highest expected value. On a tie, return the one that bets least."""
        worths = self._worths(place, left, aggregate_left)
        return max(worths, key=lambda option: worths[option])

    def worth_by_chart(self, left: Counts, aggregate_left: int) -> Fraction:
        """Return the expected net in cents if the player assumes that only the flops are missing from the deck."""
        return Fraction(self._by_chart(0, left, self.start, aggregate_left), self._ways(0, sum(left)))

    def _by_chart(self, place: int, left: Counts, believed: Counts, aggregate_left: int) -> int:
        """Return the net summed over all remaining flops, with each answer optimal for the counts in `believed`."""
        if place == len(self.hands):
            return 0
        ways, worth = self._ways(place + 1, sum(left) - 1), 0
        results = self.results[self.hands[place], self.best(place, believed, aggregate_left)]
        for kind, count in enumerate(left):
            if count:
                paid = capped(results[kind].won, aggregate_left)
                later = self._by_chart(place + 1, without(left, kind), without(believed, kind), aggregate_left - paid)
                worth += count * ((paid - results[kind].lost) * ways + later)
        return worth

    def results_of_best_play(self, aggregate_left: int, place: int = 0, left: Counts = ()) -> Results:
        """Return the number of ways to reach each (net, amount bet) from here on at best play."""
        if place == len(self.hands):
            return {(0, 0): 1}
        left = left or self.start
        option = self.best(place, left, aggregate_left)
        hand = self.hands[place]
        bet = self.antes[hand] * (1 + len(OPTIONS[option]))
        combined: Results = {}
        for kind, result in enumerate(self.results[hand, option]):
            paid = capped(result.won, aggregate_left)
            if left[kind]:
                later = self.results_of_best_play(aggregate_left - paid, place + 1, without(left, kind))
                _add(combined, later, paid - result.lost, bet, left[kind])
        return combined


def _add(combined: Results, more: Results, net: int, bet: int, ways: int) -> None:
    for (later_net, later_bet), times in more.items():
        key = (net + later_net, bet + later_bet)
        combined[key] = combined.get(key, 0) + ways * times


def _result(rules: Rules, hand: int, kind: Kind, ante: Cents, option: str) -> HandResult:
    pays: list[Pays] = [ante_pays(rules, hand, kind.line)]
    for bet in OPTIONS[option]:
        is_double = bet == "double"
        pays.append(double_pays(rules, hand, kind.line) if is_double else match_pays(rules, kind.is_match))
    nets = [each.back(ante) - ante for each in pays]
    return HandResult(sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0))


def best_game(rules: Rules, antes: Mapping[int, Cents]) -> dict[tuple[int, int], Fraction]:
    """Return the distribution of (net, amount bet) for a single player's whole game at best play (F22-1)."""
    combined: Results = {}
    for card, alike in card_classes():
        _add(combined, Rest(rules, card, antes).results_of_best_play(rules.aggregate), 0, 0, alike)
    deals = sum(combined.values())
    return {key: Fraction(ways, deals) for key, ways in combined.items()}


def equal_antes(rules: Rules, hands: int = len(HANDS)) -> dict[int, Cents]:
    """Return the largest ante the rules allow, on each of the first `hands` hands (F22-2)."""
    most = Cents(rules.ante_limit // rules.chip * rules.chip)
    return dict.fromkeys(HANDS[:hands], most)


def play_best(rules: Rules, antes: Mapping[int, Cents]) -> Played:
    """Return a whole game at best play with these antes, in units of the first ante (F22-2)."""
    return _play_best(rules, tuple(antes.items()))


@lru_cache(maxsize=32)  # several charts use the same antes
def _play_best(rules: Rules, placed_antes: tuple[tuple[int, Cents], ...]) -> Played:
    antes = dict(placed_antes)
    unit = antes[1]
    nets: dict[int, Fraction] = {}
    average = Fraction(0)
    for (net, bet), chance in best_game(rules, antes).items():
        nets[net] = nets.get(net, Fraction(0)) + chance
        average += bet * chance
    placed = " ".join(show_money(ante) for ante in antes.values())
    return Played(
        initial_bet=Fraction(sum(antes.values()), unit),
        average_bet=average / unit,
        distribution=tuple((Fraction(net, unit), nets[net]) for net in sorted(nets)),
        note=f"One player alone, antes {placed}, no field bet, best doubling and matching with the flops seen.",
    )


def may_be_cut(rules: Rules, antes: Mapping[int, Cents]) -> bool:
    """Whether the aggregate can cut a payout to a single player with these antes."""
    return any(Rest(rules, card, antes).can_be_capped(rules.aggregate) for card, _ in card_classes())
