"""The chips of the seats in one round: what lies on the spots, what the round has paid, who can pay for more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pitboss.money import show_money
from pitboss.play.bets import Bet, SeatBets, check_chips
from pitboss.play.game import Game
from pitboss.play.records.ledger import SeatWinnings
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Option, Seat
from pitboss.play.words import PLAIN, Words

TOO_DEAR = "over-bankroll"
"""The code of what is refused because its seat cannot pay for it."""
Purse: TypeAlias = Callable[[Seat], "int | None"]
"""What a seat holds beside the table; nothing for a seat that may bet as much as it likes."""
Vocabulary: TypeAlias = Callable[[Seat | None], Words]
"""The words for each seat of one table, and for the rail."""


def plainly(_seat: Seat | None) -> Words:
    """Seats by number and bets by name, whoever listens."""
    return PLAIN


class Chips:
    """One logic of chips and limits for both faces; only where a seat's purse lies is told from outside."""

    def __init__(self, game: Game, rules: Any, purse: Purse, words: Vocabulary = plainly) -> None:
        self._game, self._rules, self._purse, self._words = game, rules, purse, words
        self._spots: Sequence[Bet] = game.bets(rules)
        self._tokes = game.tokes(rules)
        self.bets: dict[Seat, SeatBets] = {}
        """What each seat put down before the deal, spot by spot."""
        self.brought: dict[Seat, int] = {}
        """The chips each seat has put on the table in this round, out of its purse."""
        self._round: Round | None = None
        self._winnings = SeatWinnings()
        self._faults: dict[Seat, Refused | None] = {}
        self._closed: Mapping[str, str] | None = None

    def clear(self) -> None:
        """No chips lie on the table."""
        self.bets, self.brought, self._faults = {}, {}, {}
        self._round, self._winnings = None, SeatWinnings()

    def follow(self, dealt: Round) -> None:
        """From now on these are the chips of this round."""
        self._round, self._winnings, self._faults, self._closed = dealt, SeatWinnings(self._tokes), {}, None

    def check(self, seat: Seat, placed: SeatBets) -> None:
        """Refuse chips that could never lie there, and more than the seat has; they may be short of a least bet."""
        check_chips(self._spots, self._rules.chip, seat, placed, self._words(seat))
        total = sum(placed.values())
        self._check_cost(seat, f"that is {show_money(total)} in all", total, self.brought.get(seat, 0))

    def put_down(self, seat: Seat, placed: SeatBets) -> int:
        """Replace a seat's chips before the deal; gives what its purse pays for it, below zero if chips go back."""
        before, now = self.brought.get(seat, 0), sum(placed.values())
        self.bets[seat] = placed
        self.brought[seat] = now
        self._faults.pop(seat, None)
        return now - before

    def fault(self, seat: Seat) -> Refused | None:
        """Why the chips of this seat may not be dealt to as they lie, or nothing."""
        if seat not in self._faults:
            self._faults[seat] = self._find_fault(seat)
        return self._faults[seat]

    def _find_fault(self, seat: Seat) -> Refused | None:
        placed = self.bets.get(seat)
        if placed and self._round:
            try:
                self._game.check_seat(self._rules, seat, placed, self._round.board, self._spots, self._words(seat))
            except Refused as fault:
                return fault
        return None

    @property
    def closed(self) -> Mapping[str, str]:
        """The spots on which no chip may lie in this round, whatever else does, and why."""
        if self._closed is None:
            self._closed = self._find_closed()
        return self._closed

    def _find_closed(self) -> Mapping[str, str]:
        if self._round is None:
            return {}
        found = {}
        for bet in self._spots:
            try:
                self._game.also_check(self._rules, Seat(1), {bet.name: bet.least}, self._round.board)
            except Refused as refused:
                found[bet.name] = refused.reason
        return found

    def dealt_in(self) -> Mapping[Seat, SeatBets]:
        """The seats that have bet, with their bets."""
        return {seat: placed for seat, placed in self.bets.items() if placed}

    def has_bet(self, seats: Iterable[Seat]) -> bool:
        """Whether any of these seats has chips down."""
        return any(self.bets.get(seat) for seat in seats)

    def can_pay(self, seat: Seat, option: Option) -> bool:
        """Whether a seat has the chips for this answer."""
        have = self._purse(seat)
        return have is None or option.cost <= have + self.in_hand(seat)

    def cover(self, seat: Seat, option: Option) -> int:
        """What an answer takes out of the seat's purse: the round's own winnings are used first."""
        if not option.cost:
            return 0
        in_hand = self.in_hand(seat)
        self._check_cost(seat, f"{option.name} costs {show_money(option.cost)}", option.cost, in_hand)
        short = max(option.cost - in_hand, 0)
        self.brought[seat] += short
        return short

    def in_hand(self, seat: Seat) -> int:
        """What a seat that is dealt in has in hand of this round; it reaches the purse when the round is over."""
        return self.brought.get(seat, 0) + self.winnings.gained(seat)

    @property
    def winnings(self) -> SeatWinnings:
        """What the seats have won so far, and given the dealers."""
        return self._winnings.follow(self._round.events) if self._round else self._winnings

    def _check_cost(self, seat: Seat, what: str, cost: int, in_hand: int) -> None:
        purse = self._purse(seat)
        if purse is not None and cost > purse + in_hand:
            has = self._words(seat).seat(seat, "has", "have").lower()
            raise Refused(TOO_DEAR, f"{what}, and {has} {show_money(purse + in_hand)}")
