"""flip~it for the simulator: its shoe and what a cell settles to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np

from pitboss.cards import CARDS, JOKER, Card
from pitboss.counting.simulator import Counts, Result, net_of
from pitboss.counting.streams import Stream
from pitboss.games.flip_it import hands
from pitboss.games.flip_it.kernels import BONUS_CELLS, NO_BONUS, cell_of, play_rounds
from pitboss.games.flip_it.round import settle_seat
from pitboss.games.flip_it.rules import Rules, bets, whole_pack
from pitboss.money import Cents
from pitboss.play.steps import Event, Offer, Seat

STRATEGIES = {"best": "bets on everything the sheet offers, the bonus wherever it may be bet"}
_SEAT = Seat(1)
_UNIT = Cents(100)


class Simulation:
    """flip~it under these rules, one unit on every bet unless said otherwise."""

    cells = (len(CARDS) + 1) * BONUS_CELLS

    def __init__(
        self, rules: Rules, seats: int, strategy: str, stakes: Mapping[str, int], *, shoe: bool = False
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.strategy = STRATEGIES[strategy]
        self.stakes = {bet.name: Cents(stakes.get(bet.name, 1) * _UNIT) for bet in bets(rules)}
        self.cut_card = rules.cut_card if shoe else 0

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Flip this many cards, from a shoe as it comes out of its boxes."""
        pack = np.array([card.code for card in whole_pack(self.rules)], np.uint8)
        here = np.zeros_like(counts)
        play_rounds(state, rounds, pack, self.cut_card, here)
        counts += here * self.seats

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """The kernel's cell, the same for every seat, when this pack is dealt from the top."""
        up = [card.code for card in pack]
        board = np.array([code for code in up if code < len(CARDS)][:4], np.uint8)
        drawn = next(place for place in range(len(up)) if sum(code < len(CARDS) for code in up[:place]) == 4)
        return [int(cell_of(board, np.uint64(up[drawn])))] * self.seats

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """flip~it asks nothing."""
        return offer.options[seat][0].name

    def settle(self, cell: int) -> Mapping[str, Result]:
        """The cell's bets, settled by the script's own functions."""
        code, line = divmod(cell, BONUS_CELLS)
        flip = JOKER if code == len(CARDS) else CARDS[code]
        placed = {bet: stake for bet, stake in self.stakes.items() if stake and (bet != "bonus" or line != NO_BONUS)}
        board = tuple(CARDS[card] for card in board_for(code, line))
        return net_of(settle_seat(self.rules, _SEAT, placed, board, flip), _UNIT)


def board_for(flip: int, line: int) -> tuple[int, ...]:
    """Four cards of which this flip card makes this line."""
    rank = flip // 4 % 13
    others = [(rank + step) % 13 * 4 for step in (1, 2, 3)]
    royal = [code for code in range(32 + flip % 4, 52, 4) if code != flip]
    if line == hands.ROYAL_FLUSH and len(royal) == 4:
        return tuple(royal)
    for a, b, c, d in combinations_with_replacement([rank * 4, *others], 4):
        if line == NO_BONUS or hands.bonus_line(a, b, c, d, flip) == line:
            return a, b, c, d
    raise ValueError(f"no four cards make line {line} with card {flip}")
