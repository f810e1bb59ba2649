"""The blackjack simulator: its shoe, its playbook and the settlement of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.cards import CARDS, Card, parse_card
from pitboss.compute.random_choices import RANDOM, answer_by
from pitboss.compute.streams import Stream, U, copy_stream
from pitboss.games.blackjack import GAME
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.round import EVEN
from pitboss.games.blackjack.deal.rules import EARLY, INSURANCE_PAYS, SIDE_BETS, Rules, cut_card, offered, whole_pack
from pitboss.games.blackjack.deal.turn import SPLIT, SURRENDER
from pitboss.games.blackjack.simulate.kernels import (
    DEALER_BLACKJACK,
    DOUBLED,
    FARES,
    FLOOR,
    GIVEN_UP,
    INSURED,
    KINDS,
    NATURAL_TOTAL,
    NATURALS,
    PLAIN,
    Counting,
    KernelRules,
    SideLines,
    play_rounds,
)
from pitboss.games.blackjack.simulate.plans import plan_value
from pitboss.games.blackjack.simulate.playbook import choice
from pitboss.games.blackjack.simulate.strategies import STRATEGIES, STRATEGY_FILE, plan_for, playbook_for
from pitboss.games.dealing.blackjack import dealer_totals
from pitboss.games.dealing.insurance_mean import always_insured
from pitboss.games.dealing.side_bets import SideBet
from pitboss.games.odds import analysis_of
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import LOSS
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.simulator import Chances, Counts, Result, by_net
from pitboss.solving.blackjack.playbook import MAX_HANDS
from pitboss.solving.random_blackjack import RandomPlay

__all__ = ["STRATEGIES", "Ended", "Simulation"]

_MOST = 2 * MAX_HANDS
"""The maximum number of wagers won or placed in one round."""
_BLACKJACK, _HALF = 2 * _MOST + 1, 2 * _MOST + 2
_SHAPE = (2 * _MOST + 3, _MOST, 2 * INSURED + 1)
"""The shape of a cell: nets of the main wager (−8 to 8, a blackjack, a surrender), wagers placed, and insurance."""
NO_COUNT = Counting(np.zeros(256), 0.0, 0.0, 1.0, FLOOR, 0, float("inf"))


_FAIR = Fraction(3, 2)
"""The blackjack payout at which even money equals insurance."""


class Ended(NamedTuple):
    """One seat's result: net and amount staked on the main wager (in wagers), insurance, and side bet lines."""

    net: int
    put_down: int
    insurance: int
    """0 not offered, 1 would have lost, 2 would have won, 3 taken and lost, 4 taken and won (BJ-4)."""
    blackjack: bool
    surrendered: bool
    lines: tuple[int, ...]


class Simulation:
    """A simulator of blackjack, by default with one unit on the main wager and on each side bet on offer."""

    luck = 0

    def __init__(
        self,
        rules: Rules,
        seats: int,
        strategy: str,
        stakes: Mapping[str, int],
        *,
        changes: Changes = NO_CHANGES,
        shoe: bool = False,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.strategy = STRATEGIES[strategy]
        self.chooses = strategy == RANDOM
        self.stakes = {"main": 1} | {made.bet.name: 1 for made in offered(rules)} | dict(stakes)
        if self.stakes["main"] < 1:
            raise Refused("no-wager", "every hand needs a main wager: bet at least 1 unit on main")
        self.cut_card = cut_card(rules) if shoe else 0
        self.pack = bytes_of(whole_pack(rules))
        self.sides = [SIDE_BETS[name] for name in SIDE_BETS if self.stakes.get(name)]
        self.side_shape = tuple(len(made.bet.table.lines) + 1 for made in self.sides)
        self.void = int(np.prod(_SHAPE)) * self._sides
        """The cell of a round for which the pack did not have enough cards (C-4)."""
        self.cells = self.void + 1
        self.lines = side_lines(tuple(made.bet for made in self.sides), self.side_shape)
        self.house = house_of(rules, self._sides)
        self.plays = strategy, changes
        self.book = playbook_for(rules, *self.plays)

    @property
    def _sides(self) -> int:
        return int(np.prod(self.side_shape, dtype=int))

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Deal `rounds` rounds and count their cells."""
        self._deal(state, rounds, self.pack.copy(), True, counts)

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt from the top."""
        counts = np.zeros(self.cells, np.int64)
        return [int(cell) for cell in self._deal(np.zeros(4, np.uint64), 1, bytes_of(pack), False, counts)]

    def _deal(self, state: Stream, rounds: int, pack: NDArray[np.uint8], shuffle: bool, counts: Counts) -> Counts:
        """Deal rounds, shuffled or in pack order. Return the cells of the last round."""
        cells = copy_stream(np.zeros(self.seats, np.int64))
        shuffled = len(pack) if shuffle else 0
        how = self.book, self.house, self.lines, NO_COUNT, self.chooses, U(self.luck)
        play_rounds(state, rounds, pack, shuffled, self.cut_card if shuffle else 0, *how, cells, counts)
        return cells

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer for the hand in play, insurance or an early surrender, the same as in the kernel."""
        if self.chooses:
            return answer_by(self.luck, seen, offer, seat)
        names = [option.name for option in offer.options[seat]]
        asked: Any = offer.context
        if "cards" in asked:
            cards = [value_of(parse_card(text)) for text in asked["cards"]]
            action = choice(self.book, cards, value_of(parse_card(asked["up"])), asked["hands"], SPLIT in names)
            return action if action in names else names[0]
        own = [value_of(event.card) for event in seen if isinstance(event, Dealt) and event.seat == seat]
        first, second = own
        if SURRENDER in names:
            up = next(event.card for event in seen if isinstance(event, Dealt) and event.seat is None)
            return SURRENDER if self.book.early[(first * 10 + second) * 10 + value_of(up)] else "no"
        yes = EVEN if EVEN in names else "insurance"
        return yes if self.book.insures[first * 10 + second] else "no"

    def in_words(self) -> Iterable[Part]:
        """Return the strategy as the parts of a file. Parts that depend on the cards show the best chart by total."""
        strategy, changes = self.plays
        terms = solver_rules(self.rules)
        parts = STRATEGY_FILE.in_words(terms, plan_for(self.rules, strategy, changes))
        stand_in = list(STRATEGY_FILE.in_words(terms, plan_for(self.rules, "chart")))
        return [
            part if part.is_whole else replace(by_total, is_whole=False)
            for part, by_total in zip(parts, stand_in, strict=True)
        ]

    def exact_means(self) -> Mapping[str, float]:
        """Return the exact means from fresh shoes. With several seats, the main wager's is only known for best play."""
        strategy, changes = self.plays
        if self.chooses:
            return self._random_means()
        if self.cut_card:
            return {}
        bets = {bet.name: float(bet.ev) for bet in analysis_of(GAME, self.rules).bets if bet.name in SIDE_BETS}
        means = {name: mean for name, mean in bets.items() if self.stakes.get(name)}
        if strategy == "best" and not changes:
            return {"main": float(analysis_of(GAME, self.rules).bet("main").ev)} | means
        if self.seats == 1:
            main = plan_value(self.rules, plan_for(self.rules, strategy, changes))
            return {"main": main} | means | self._insured(main)
        return means

    def _random_means(self) -> dict[str, float]:
        """Return the exact mean of a round played at random without side bets, and of its main wager."""
        if self.seats > 1 or self.cut_card or self.sides:
            return {}
        play, units = RandomPlay(solver_rules(self.rules)), self.stakes["main"]
        insurance = play.insurance_value(self.rules.offers_even_money)
        return {"main": play.expected_value, "played": units * (play.expected_value + insurance)}

    def _insured(self, main: float) -> dict[str, float]:
        """Return the exact mean of a round that is always insured, without side bets."""
        sides = any(units for bet, units in self.stakes.items() if bet != "main")
        if sides or not self.book.insures.all() or self.rules.blackjack_pays.ratio != _FAIR:
            return {}
        return {"played": self.stakes["main"] * always_insured(main, whole_pack(self.rules))}

    def exact_lines(self) -> Mapping[str, Chances]:
        """Return the distribution of each bet from fresh shoes; the main wager only for best play."""
        strategy, changes = self.plays
        if self.chooses or self.cut_card:
            return {}
        analysis = analysis_of(GAME, self.rules)
        names = [name for name in SIDE_BETS if self.stakes.get(name)]
        if strategy == "best" and not changes:
            names.insert(0, "main")
        return {name: by_net(analysis.bet(name)) for name in names}

    def ended(self, cell: int) -> Ended:
        """Decode a cell."""
        main, lines = divmod(cell, self._sides)
        net, put_down, insurance = (int(part) for part in np.unravel_index(main, _SHAPE))
        made = tuple(int(line) for line in np.unravel_index(lines, self.side_shape)) if self.side_shape else ()
        blackjack, half = net == _BLACKJACK, net == _HALF
        return Ended(0 if blackjack or half else net - _MOST, put_down + 1, insurance, blackjack, half, made)

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets. `stake` is the wager before the deal, to which nets are relative."""
        if cell == self.void:
            return {bet: Result(units, Fraction(0)) for bet, units in self.stakes.items() if units}
        end, units = self.ended(cell), self.stakes["main"]
        results = {"main": Result(units, units * self.main_ratio(end), units * (end.put_down - 1))}
        for made, line in zip(self.sides, end.lines, strict=True):
            stake = self.stakes[made.bet.name]
            results[made.bet.name] = Result(stake, stake * made.table(self.rules).pays(line).ratio)
        if end.insurance > INSURED:
            half, pays = Fraction(units, 2), INSURANCE_PAYS if end.insurance == 2 * INSURED else LOSS
            results["insurance"] = Result(half, half * pays.ratio)
        return results

    def main_ratio(self, end: Ended) -> Fraction:
        """Return the net of the main wager, in wagers."""
        if end.blackjack:
            return self.rules.blackjack_pays.ratio
        return Fraction(-1, 2) if end.surrendered else Fraction(end.net)


def value_of(card: Card) -> int:
    """Return a card's value: 0 for an ace, 9 for a ten-value."""
    return card_value(card.code) - 1


def bytes_of(pack: Sequence[Card]) -> NDArray[np.uint8]:
    """Convert a pack to the kernel's bytes."""
    return np.array([byte_of(card) for card in pack], np.uint8)


def byte_of(card: Card) -> int:
    """Convert a card to one byte: value, suit, and which ten-value it is."""
    picture = max(card.rank - 10, 0) if card.rank < 14 else 0
    return value_of(card) | card.suit << 4 | picture << 6


def house_of(rules: Rules, sides: int) -> KernelRules:
    """Build the kernel's rules. `sides` is the number of combinations of side bet lines."""
    fares = np.array([[hands.outcome(total, dealer) + 1 for dealer in range(32)] for total in range(32)], np.uint8)
    fares[:, DEALER_BLACKJACK] = hands.LOSES + 1
    fares[NATURAL_TOTAL] = hands.WINS + 1
    fares[NATURAL_TOTAL, DEALER_BLACKJACK] = (hands.WINS if rules.blackjack_always_wins else hands.PUSHES) + 1
    return KernelRules(
        dealer=np.array(dealer_totals(rules.hits_soft_17), np.uint8),
        fares=fares.ravel(),
        cell=_added() * sides,
        nothing=_cell(_MOST, -1, 0) * sides,
        even_money=_cell(_MOST + 1, 0, 0) * sides,
        insurance=sides,
        hole_card=rules.hole_card,
        early=rules.surrender == EARLY and rules.hole_card,
        has_even_money=rules.offers_even_money,
    )


def _cell(*parts: int) -> int:
    """Encode a cell of the main wager, or a cell offset, from its parts."""
    steps = [int(np.prod(_SHAPE[place + 1 :])) for place in range(len(_SHAPE))]
    return sum(part * step for part, step in zip(parts, steps, strict=True))


def _added() -> NDArray[np.int64]:
    """Return the amount that each kind of hand adds to a cell, by result."""
    table = np.zeros((KINDS, FARES), np.int64)
    for fare, result in enumerate((hands.LOSES, hands.PUSHES, hands.WINS)):
        table[PLAIN, fare], table[DOUBLED, fare] = _cell(result, 1, 0), _cell(2 * result, 2, 0)
        table[NATURALS, fare] = _cell(_BLACKJACK - _MOST if result == hands.WINS else 0, 1, 0)
        table[GIVEN_UP, fare] = _cell(_HALF - _MOST, 1, 0)
    return table.ravel()


@lru_cache(maxsize=8)
def side_lines(bets: tuple[SideBet, ...], shape: tuple[int, ...]) -> SideLines:
    """Return the lines of these bets as cell offsets; the last bet varies fastest."""
    own, own_blackjack = np.zeros((2, 52, 52), np.int16)
    up = np.zeros((52, 52, 52), np.int16)
    for place, bet in enumerate(bets):
        step, most = int(np.prod(shape[place + 1 :], dtype=int)), shape[place] - 1
        for first in CARDS:
            for second in CARDS:
                for shown in CARDS if bet.sees_up_card else CARDS[:1]:
                    line = step * min(bet.line(first, second, shown, False), most)
                    if bet.sees_up_card:
                        up[first.code, second.code, shown.code] += line
                        continue
                    own[first.code, second.code] += line
                    own_blackjack[first.code, second.code] += step * min(bet.line(first, second, shown, True), most)
    number = np.zeros(256, np.uint8)
    for card in CARDS:
        number[byte_of(card)] = card.code
    waits = any(bet.sees_blackjack for bet in bets)
    return SideLines(number, own.ravel(), own_blackjack.ravel(), up.ravel(), bool(bets), waits)
