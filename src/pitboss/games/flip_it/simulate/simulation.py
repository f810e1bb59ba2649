"""The flip~it simulator: its shoe and the settlement of cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np

from pitboss.cards import CARDS, JOKER, Card
from pitboss.compute.random_choices import RANDOM
from pitboss.compute.streams import Stream, U, copy_stream
from pitboss.games.flip_it.count.shoe import TYPES
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import settle_seat
from pitboss.games.flip_it.deal.rules import Rules, bets, whole_pack
from pitboss.games.flip_it.simulate import strategy_file
from pitboss.games.flip_it.simulate.kernels import (
    ALIKE,
    BONUS_CELLS,
    NO_BONUS,
    Codes,
    cell_of,
    play_fresh,
    play_shoes,
    takes_bonus,
)
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import Cents
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.simulator import Counts, Result, net_of

STRATEGIES = {
    "best": "bets on everything the sheet offers, the bonus whenever it may be bet",
    "best-joint": "bets on everything the sheet offers: no bet affects another, so this is best",
    "never-extra": "bets on everything but the bonus, which most boards do not allow",
    RANDOM: "bets on everything, and on the bonus at random, half of the times that it may be bet",
}
_SEAT = Seat(1)
_UNIT = Cents(100)
_ROYAL = 0
"""The number of pairs on a board that can only make a royal flush."""


class Simulation:
    """A simulator of flip~it with one unit on every bet by default."""

    cells = (len(CARDS) + 1) * BONUS_CELLS
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
        self.stakes = {bet.name: Cents(stakes.get(bet.name, 1) * _UNIT) for bet in bets(rules)}
        self.cut_card = rules.cut_card if shoe else 0
        self.boards = strategy_file.changed(() if strategy == "never-extra" else TYPES, changes)
        self.lines = lines_table(self.boards)

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Flip `rounds` cards and count their cells."""
        pack = copy_stream(np.array([card.code for card in whole_pack(self.rules)], np.uint8))
        here = copy_stream(np.zeros_like(counts))
        choosing = self.seats if self.chooses else 0
        how = self.lines, _ROYAL in self.boards, choosing, here
        if self.cut_card:
            play_shoes(state, rounds, pack, self.cut_card, *how)
        else:
            cards = pack[pack < len(CARDS)]
            play_fresh(state, rounds, cards, pack.size - cards.size, *how)
        counts += here if self.chooses else here * self.seats

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt from the top."""
        up = [card.code for card in pack]
        board = np.array([code for code in up if code < len(CARDS)][:4], np.uint8)
        drawn = next(place for place in range(len(up)) if sum(code < len(CARDS) for code in up[:place]) == 4)
        cell = int(cell_of(board, up[drawn], self.lines, _ROYAL in self.boards))
        without = cell // BONUS_CELLS * BONUS_CELLS + NO_BONUS
        return [cell if self._takes_bonus(Seat(seat + 1)) else without for seat in range(self.seats)]

    def _takes_bonus(self, seat: Seat) -> bool:
        return not self.chooses or bool(takes_bonus(U(self.luck), U(seat)))

    def bets_on(self, board: Sequence[Card], seat: Seat) -> Collection[str]:
        """Return the bets the strategy makes on this board: all bets, but the bonus only if the strategy takes it."""
        codes = [card.code for card in board]
        couples = hands.count_pairs(*codes)
        wanted = hands.may_bet_bonus(*codes) and couples in self.boards and self._takes_bonus(seat)
        return [bet for bet, stake in self.stakes.items() if stake and (bet != "bonus" or wanted)]

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the only option: flip~it has no decisions."""
        return offer.options[seat][0].name

    def in_words(self) -> Iterable[Part]:
        """Yield the strategy as the parts of a strategy file."""
        return strategy_file.in_words(self.boards)

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets with the script's own functions."""
        code, line = divmod(cell, BONUS_CELLS)
        flip = JOKER if code == len(CARDS) else CARDS[code]
        placed = {bet: stake for bet, stake in self.stakes.items() if stake and (bet != "bonus" or line != NO_BONUS)}
        board = tuple(CARDS[card] for card in board_for(code, line))
        return net_of(settle_seat(self.rules, _SEAT, placed, board, flip), _UNIT)


def board_for(flip: int, line: int) -> tuple[int, ...]:
    """Return four cards with which this flip card makes this line."""
    rank = flip // 4 % 13
    others = [(rank + step) % 13 * 4 for step in (1, 2, 3)]
    royal = [code for code in range(32 + flip % 4, 52, 4) if code != flip]
    if line == hands.ROYAL_FLUSH and len(royal) == 4:
        return tuple(royal)
    for a, b, c, d in combinations_with_replacement([rank * 4, *others], 4):
        if line == NO_BONUS or hands.bonus_line(a, b, c, d, flip) == line:
            return a, b, c, d
    raise ValueError(f"no four cards make line {line} with card {flip}")


def lines_table(boards: Collection[int]) -> Codes:
    """Return the bonus line table, flattened. Axes: pairs on the board, board cards with the flip card's rank."""
    table = np.full((max(TYPES) + 1, ALIKE), NO_BONUS, np.uint8)
    for couples in set(boards) - {_ROYAL}:
        table[couples, 0] = hands.NOTHING
    for a, b, c, d in combinations_with_replacement(range(0, 4 * 5, 4), 4):
        couples = hands.count_pairs(a, b, c, d)
        if couples and couples in boards:
            table[couples, hands.count_same_rank(a, b, c, d, a)] = hands.bonus_line(a, b, c, d, a)
    return table.ravel()
