"""The Beat the Dealer simulator: its lookup tables, its strategies and the settlement of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards import Card
from pitboss.compute.random_choices import RANDOM, answer_by
from pitboss.compute.streams import Stream, U, copy_stream
from pitboss.games.beat_the_dealer.count.solve import LINES, OUTCOMES, Solution, Stakes
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.count.tally import five_card_lines
from pitboss.games.beat_the_dealer.deal.hands import TwoCardLine, two_card_line
from pitboss.games.beat_the_dealer.deal.round import (
    SeatHand,
    settle_five_card_line,
    settle_fold,
    settle_showdown,
    settle_two_card_line,
)
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.beat_the_dealer.simulate import strategy_file
from pitboss.games.beat_the_dealer.simulate.decisions import Decisions, basic, best, never_extra
from pitboss.games.beat_the_dealer.simulate.exact_lines import lines_of
from pitboss.games.beat_the_dealer.simulate.kernels import PLAYS, Codes, KernelTables, bets_of, play_rounds
from pitboss.games.beat_the_dealer.simulate.plain_ways import plain_ev, random_ev
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part
from pitboss.money import Cents
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.solving.answers.simulator import Chances, Counts, Result, net_of
from pitboss.solving.holdem.poker_tables import strength_tables
from pitboss.solving.holdem.suit_names import spots

STRATEGIES = {
    "best": "folds, and bets turn and river, as is best for ante to river, by its own cards and the board",
    "best-joint": "plays like best, but takes its bonus bets into account when folding",
    "basic": "folds 2-3 to 2-7 offsuit, and bets turn and river with a pair of its own",
    "never-extra": "folds as the best strategy does, and bets neither turn nor river",
    RANDOM: "folds half of its hands at random, and makes half of the turn and river bets at random",
}
_SEAT = Seat(1)
_TURN, _RIVER = 2, 1
_WAITING = 64
"""The size of the queue of river bets."""


class Simulation:
    """A simulator of Beat the Dealer with one unit on the ante and on each bonus by default."""

    cells = len(TwoCardLine) * LINES * PLAYS * OUTCOMES
    luck = 0

    def __init__(
        self, rules: Rules, seats: int, strategy: str, stakes: Mapping[str, int], *, changes: Changes = NO_CHANGES
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.strategy = STRATEGIES[strategy]
        self.chooses = strategy == RANDOM
        self.unit = rules.chip
        self.stakes = {bet: stakes.get(bet, 1) for bet in ("ante", "two-card", "five-card")}
        if not self.stakes["ante"]:
            raise Refused("no-ante", "every round needs an ante: bet at least 1 unit on it")
        self.solution = self._solution(strategy)
        codes = range(52)
        two_card = np.array([[two_card_line(one, other) for other in codes] for one in codes], np.uint8)
        decided = strategy_file.changed(self._decisions(strategy), changes)
        self.tables = KernelTables(*decided, *spots()[0], two_card, five_card_lines(), strength_tables())
        if changes:
            self.solution = None

    def _solution(self, strategy: str) -> Solution | None:
        """Return the exact solution if the strategy is a best one, else None."""
        held = {"best": Stakes(), "best-joint": self._held}.get(strategy)
        return None if held is None else solution_of(self.rules, held)

    def _decisions(self, strategy: str) -> Decisions:
        if self.solution is not None:
            return best(self.solution)
        return never_extra(solution_of(self.rules)) if strategy == "never-extra" else basic()

    @cached_property
    def _held(self) -> Stakes:
        """The bonus bets in antes."""
        return Stakes(*(Fraction(self.stakes[bet], self.stakes["ante"]) for bet in ("two-card", "five-card")))

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Deal `rounds` rounds and count their cells."""
        self._play(state, copy_stream(np.arange(52).astype(np.uint8)), 2 * self.seats + 7, rounds, counts)

    def _play(self, state: Stream, pack: Codes, drawn: int, rounds: int, counts: Counts) -> list[int]:
        """Run the kernel. Return the cells counted last: those of the round if there was only one."""
        later = copy_stream(np.zeros((2, _WAITING), np.uint64))
        paid_from = self.rules.ante_pays_from.number
        chance = self.chooses, U(self.luck)
        play_rounds(state, pack, drawn, rounds, self.seats, paid_from, *chance, self.tables, later, counts)
        return [int(cell) for cell in later[0, : self.seats]]

    def cells_of(self, pack: Sequence[Card]) -> list[int]:
        """Return the kernel's cell for each seat when this pack is dealt."""
        codes = np.array([card.code for card in pack], np.uint8)
        return self._play(np.zeros(4, np.uint64), codes, 0, 1, np.zeros(self.cells, np.int64))

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer for this seat's cards and the board, from the decision tables or at random."""
        if self.chooses:
            return answer_by(self.luck, seen, offer, seat)
        no, yes = (option.name for option in offer.options[seat])
        dealt = [event for event in seen if isinstance(event, Dealt) and not event.card.is_hidden]
        one, other = (np.uint64(event.card.code) for event in dealt if event.seat == seat)
        board = [event.card.code for event in dealt if event.seat is None]
        if not board:
            return no if self.tables.folds[one, other] else yes
        # Before the turn any fourth card works: the turn bet depends only on the flop.
        fourth = next(code for code in range(52) if code not in board)
        turn, river = bets_of(one, other, np.array([*board, fourth][:4], np.uint8), self.tables)
        return yes if (river if len(board) > 3 else turn) else no

    def in_words(self) -> Iterable[Part]:
        """Yield the strategy as the parts of a strategy file."""
        return strategy_file.in_words(Decisions(self.tables.folds, self.tables.turn, self.tables.river))

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Settle the cell's bets with the script's own functions."""
        lines, did = divmod(cell, PLAYS * OUTCOMES)
        two_card, five_card = divmod(lines, LINES)
        play, ending = divmod(did, OUTCOMES)
        cents = {bet: Cents(units * self.unit) for bet, units in self.stakes.items() if units}
        hand = SeatHand(_SEAT, cents, folded=not play)
        if play:
            ante = cents["ante"]
            hand.raises = {"flop": Cents(2 * ante)}
            hand.raises |= {bet: ante for bet, bit in (("turn", _TURN), ("river", _RIVER)) if (play - 1) & bit}
        main = settle_showdown(self.rules, hand, ending) if play else [settle_fold(hand)]
        two, five = settle_two_card_line(self.rules, hand, two_card), settle_five_card_line(self.rules, hand, five_card)
        return net_of([*main, *two, *five], self.unit)

    def exact_lines(self) -> dict[str, Chances]:
        """Return the exact distribution of each bet's net when it is made, and of a whole round in units."""
        return {} if self.solution is None else lines_of(self.solution, self.stakes)

    def exact_means(self) -> dict[str, float]:
        """Return the mean net of each bet when it is made, and of a whole round in units, if known exactly."""
        if self.solution is None:
            return self._plain_means()
        played = self.solution.ev_with(self._held) * self.stakes["ante"]
        evs = {bet: ev for bet, ev in self.solution.bet_evs.items() if self.stakes.get(bet, 1)}
        return {bet: float(ev) for bet, ev in (evs | {"played": played}).items()}

    def _plain_means(self) -> dict[str, float]:
        """Return the mean of a round without bonus bets if it is a plain sum over the tally."""
        if self.stakes["two-card"] or self.stakes["five-card"]:
            return {}
        game, decided = solution_of(self.rules), Decisions(self.tables.folds, self.tables.turn, self.tables.river)
        played = random_ev(game) if self.chooses else plain_ev(game, decided)
        return {} if played is None else {"played": float(self.stakes["ante"] * played)}
