"""The Free Bet simulator: its shoe, its playbook and the settlement of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.cards import Card, Pack, parse_card, parse_cards
from pitboss.compute.random_choices import RANDOM, answer_by
from pitboss.compute.streams import Stream, U, copy_stream
from pitboss.games.dealing.blackjack import dealer_totals
from pitboss.games.dealing.insurance_mean import always_insured
from pitboss.games.free_bet import GAME
from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.player import Hand, Player
from pitboss.games.free_bet.deal.round import PAYS
from pitboss.games.free_bet.deal.rules import INSURANCE_PAYS, Rules, cut_card, whole_pack
from pitboss.games.free_bet.deal.settle import settle_hand
from pitboss.games.free_bet.deal.turn import double, free_double, free_split, split
from pitboss.games.free_bet.simulate.kernels import (
    BLACKJACKS,
    DOUBLE,
    DOUBLINGS,
    FARES,
    FREE,
    FREE_DOUBLE,
    INSURED,
    ORIGINAL,
    PAID,
    STAND,
    KernelRules,
    play_rounds,
)
from pitboss.games.free_bet.simulate.playbook import choice
from pitboss.games.free_bet.simulate.strategies import STRATEGIES, STRATEGY_FILE, plan_for, plan_value, playbook_for
from pitboss.games.odds import analysis_of
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import LOSS, Cents
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.simulator import Counts, Result, net_of
from pitboss.solving.random_blackjack import RandomPlay

__all__ = ["STRATEGIES", "Ended", "Simulation", "ended"]

BETS = {"main": 1, "pot-of-gold": 1, "push-22": 1, "toke": 0}
"""The default units on each bet. Tokes belong to the dealers, not to the player (FB-9)."""
_SEAT = Seat(1)
_MOST = 2 * hands.MAX_HANDS
"""The maximum number of bets won or placed in one round, and the number of possible token counts."""
_NETS = 2 * _MOST + 2
"""The number of nets of the main bet: −8 to 8, and a blackjack."""
_TOKES = _MOST + 2
"""The number of nets of a toke, −1 to 8: a loss is never more than the toke itself (FB-9)."""
_SHAPE = (_NETS, _MOST, _MOST, _TOKES, 2, 2 * INSURED + 1)
_BLACKJACK = _NETS - 1
VOID = int(np.prod(_SHAPE))
"""The cell of a round for which the pack did not have enough cards (C-4)."""


class Ended(NamedTuple):
    """The result of one seat: nets in bets, money placed on the main bet, tokens, and the side bets."""

    net: int
    put_down: int
    tokens: int
    toke: int
    push_22: bool
    insurance: int
    """0 not offered, 1 would have lost, 2 would have won, 3 taken and lost, 4 taken and won (FB-8)."""
    blackjack: bool
    """Whether the hand was paid as a blackjack; if so, the nets above are 0."""


def ended(cell: int) -> Ended:
    """Decode a cell."""
    return Ended(*(part.item() for part in read_cells(np.array(cell))))


def read_cells(cells: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
    """Decode an array of cells into the fields of `Ended`, each by cell."""
    net, put_down, tokens, toke, push_22, insurance = np.unravel_index(cells, _SHAPE)
    blackjack = net == _BLACKJACK
    return np.where(blackjack, 0, net - _MOST), put_down + 1, tokens, toke - 1, push_22 > 0, insurance, blackjack


class Simulation:
    """A simulator of Free Bet, by default with one unit on the main bet, Pot of Gold and Push 22."""

    cells = VOID + 1
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
        self.rules, self.terms = rules, solver_rules(rules)
        self.seats = seats
        self.strategy = STRATEGIES[strategy]
        self.chooses = strategy == RANDOM
        self.stakes = BETS | dict(stakes)
        if self.stakes["main"] < 1:
            raise Refused("no-wager", "every hand needs a blackjack wager: bet at least 1 unit on main")
        self.cut_card = cut_card(rules) if shoe else 0
        self.pack = values_of(whole_pack(rules))
        self.house = house_of(rules)
        self.plays = strategy, self.stakes["pot-of-gold"] / self.stakes["main"], changes
        self.book = playbook_for(rules, *self.plays)

    @property
    def push_22(self) -> bool:
        """Whether the dealer draws for Push 22 when no hand is live (FB-7)."""
        return self.stakes["push-22"] > 0

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Deal `rounds` rounds and count their cells."""
        self._deal(state, rounds, self.pack.copy(), True, counts)

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt from the top."""
        counts = np.zeros(self.cells, np.int64)
        return [int(cell) for cell in self._deal(np.zeros(4, np.uint64), 1, values_of(pack), False, counts)]

    def _deal(self, state: Stream, rounds: int, pack: NDArray[np.uint8], shuffle: bool, counts: Counts) -> Counts:
        """Deal rounds, shuffled or in pack order. Return the cells of the last round."""
        cells = copy_stream(np.zeros(self.seats, np.int64))
        shuffled = len(pack) if shuffle else 0
        how = self.book, self.house, self.push_22, self.chooses, U(self.luck)
        cut_card = self.cut_card if shuffle else 0
        play_rounds(state, rounds, pack, shuffled, cut_card, *how, cells, counts)
        return cells

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer for the hand in play or for insurance, from the playbook or at random."""
        if self.chooses:
            return answer_by(self.luck, seen, offer, seat)
        if "insurance" in [option.name for option in offer.options[seat]]:
            first, second = (value_of(event.card) for event in seen if isinstance(event, Dealt) and event.seat == seat)
            return "insurance" if self.book.insures[first * 10 + second] else "no"
        asked: Any = offer.context
        cards = [value_of(parse_card(text)) for text in asked["cards"]]
        return choice(self.terms, self.book, cards, value_of(parse_card(asked["up"])), asked["free"], asked["hands"])

    def in_words(self) -> Iterable[Part]:
        """Return the strategy as the parts of a file. Parts that depend on the cards show the best chart by total."""
        parts = STRATEGY_FILE.in_words(self.terms, plan_for(self.rules, *self.plays))
        stand_in = list(STRATEGY_FILE.in_words(self.terms, plan_for(self.rules, "chart", 0)))
        return [
            part if part.is_whole else replace(by_total, is_whole=False)
            for part, by_total in zip(parts, stand_in, strict=True)
        ]

    def exact_means(self) -> Mapping[str, float]:
        """Return the exact means from fresh shoes: all bets for best play, else the main bet of a single player."""
        strategy, _, changes = self.plays
        if self.chooses:
            return self._random_means()
        if self.cut_card:
            return {}
        if strategy == "best" and not changes:
            return {bet.name: float(bet.ev) for bet in analysis_of(GAME, self.rules).bets if self.stakes.get(bet.name)}
        if self.seats > 1:
            return {}
        main = plan_value(self.rules, plan_for(self.rules, *self.plays))
        return {"main": main} | self._insured(main)

    def _random_means(self) -> dict[str, float]:
        """Return the exact mean of a round played at random without side bets, and of its main bet."""
        if self.seats > 1 or self.cut_card or any(self.stakes[bet] for bet in ("pot-of-gold", "push-22")):
            return {}
        play, units = RandomPlay(self.terms), self.stakes["main"]
        return {"main": play.expected_value, "played": units * (play.expected_value + play.insurance_value())}

    def _insured(self, main: float) -> dict[str, float]:
        """Return the exact mean of a round that is always insured, without side bets."""
        if not self.book.insures.all() or any(self.stakes[bet] for bet in ("pot-of-gold", "push-22")):
            return {}
        return {"played": self.stakes["main"] * always_insured(main, whole_pack(self.rules))}

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets. `stake` is the wager before the deal, to which nets are relative."""
        ratios = dict.fromkeys(BETS, Fraction(0)) if cell == VOID else self._ratios(ended(cell))
        results = {bet: Result(units, units * ratios[bet]) for bet, units in self.stakes.items() if units}
        insurance = 0 if cell == VOID else ended(cell).insurance
        if insurance > INSURED:
            half, pays = Fraction(self.stakes["main"], 2), INSURANCE_PAYS if insurance == 2 * INSURED else LOSS
            results["insurance"] = Result(half, half * pays.ratio)
        return results

    def _ratios(self, end: Ended) -> dict[str, Fraction]:
        """Return the net of each bet, in units of its own wager."""
        pays = self.rules.blackjack_pays.ratio
        table = self.rules.pot_of_gold_table
        tokens = table.pays(hands.pot_of_gold_line(end.tokens, len(table.lines)))
        return {
            "main": pays if end.blackjack else Fraction(end.net),
            "pot-of-gold": tokens.ratio,
            "push-22": (self.rules.push_22_pays if end.push_22 else LOSS).ratio,
            "toke": pays if end.blackjack else Fraction(end.toke),
        }


def value_of(card: Card) -> int:
    """Convert a card to the kernel's value: 0 for an ace, 9 for a ten-value."""
    return card_value(card.code) - 1


def values_of(pack: Sequence[Card]) -> NDArray[np.uint8]:
    """Convert a pack to the kernel's values."""
    return np.array([value_of(card) for card in pack], np.uint8)


def house_of(rules: Rules) -> KernelRules:
    """Build the kernel's rules from the elementary rules and the script: dealer draws, results, and cell offsets."""
    fares = [
        hands.outcome(total, dealer, rules.dealer_22_pushes) + 1 + 4 * hands.push_22_wins(total, dealer)
        for total in range(32)
        for dealer in range(32)
    ]
    return KernelRules(
        np.array(dealer_totals(rules.hits_soft_17), np.uint8),
        np.array(fares, np.uint8),
        cells_to_add(),
        _cell(_MOST, -1, 0, 1, 0, 0),
    )


def _cell(*parts: int) -> int:
    """Encode a cell, or a cell offset, from its parts."""
    steps = [int(np.prod(_SHAPE[place + 1 :])) for place in range(len(_SHAPE))]
    return sum(part * step for part, step in zip(parts, steps, strict=True))


@cache
def cells_to_add() -> NDArray[np.int64]:
    """Return the amount that each stake adds to a cell, by result, computed by the script's own functions."""
    table = np.zeros((BLACKJACKS * DOUBLINGS + 1, FARES), np.int64)
    for kind in (ORIGINAL, FREE, PAID):
        for doubling in (STAND, DOUBLE, FREE_DOUBLE):
            for fares in range(FARES):
                result, push_22 = fares % 4 - 1, fares // 4 if kind == ORIGINAL else 0
                if result <= hands.WINS:
                    table[kind * DOUBLINGS + doubling, fares] = _added(kind, doubling, result, push_22)
    for fares in range(FARES):
        table[-1, fares] = _cell(_BLACKJACK - _MOST, 1, 0, 0, fares // 4, 0)
    return table.ravel()


def _added(kind: int, doubling: int, result: int, push_22: int) -> int:
    player, hand = _hand_with(kind, doubling)
    pays = PAYS.get(result, LOSS)
    nets = net_of(settle_hand(player, hand, pays, "", ""), 1)
    nothing = Result(0, Fraction(0))
    main, toke = nets.get("main", nothing), nets.get("toke", nothing)
    return _cell(int(main.net), int(main.stake), hand.tokens, int(toke.net), push_22, 0)


def _hand_with(kind: int, doubling: int) -> tuple[Player, Hand]:
    """Return a player and a hand with this kind of stake, created by the script's own functions."""
    rules, pack = Rules(), Pack(parse_cards("2c 2d 2h"))
    player = Player.with_bets(_SEAT, {"main": Cents(1), "toke": Cents(1)})
    player.original.cards += parse_cards("8c 8d")
    if kind != ORIGINAL:
        make = free_split if kind == FREE else split
        for _ in make(rules, pack, player, player.original):
            pass
    hand = player.hands[-1]
    if doubling != STAND:
        for _ in (double if doubling == DOUBLE else free_double)(pack, player, hand):
            pass
    return player, hand
