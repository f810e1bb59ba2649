"""The chips of the seats in one round: bets, winnings, what each seat can afford, and the bank accounts behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pitboss.money import show_money
from pitboss.play.bets import Bet, SeatBets, check_chips
from pitboss.play.game import Game
from pitboss.play.records.ledger import SeatWinnings
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Option, Seat
from pitboss.play.words import PLAIN, Words
from pitboss.table.changes import TableLog
from pitboss.table.seats import SeatedPlayer, Seats, Setup
from pitboss.table.transfers import DEALERS, Bank, Transfer, moved, settlement, stakes

OVER_BANKROLL = "over-bankroll"
"""The error code for a seat that can't afford something."""
Purse: TypeAlias = Callable[[Seat], "int | None"]
"""Returns a seat's money off the table, or None for a seat without a limit."""
Vocabulary: TypeAlias = Callable[[Seat | None], Words]
"""Returns the wording of messages for a seat, or for spectators."""


def plainly(_seat: Seat | None) -> Words:
    """Return the plain wording, with seats by number and bets by name."""
    return PLAIN


class Chips:
    """Chips and limits, shared by the terminal and the server. The caller supplies the purses."""

    def __init__(self, game: Game, rules: Any, purse: Purse, words: Vocabulary = plainly) -> None:
        self._game, self._rules, self._purse, self._words = game, rules, purse, words
        self._spots: Sequence[Bet] = game.bets(rules)
        self._tokes = game.tokes(rules)
        self.bets: dict[Seat, SeatBets] = {}
        """Each seat's bets before the deal, by spot."""
        self.brought: dict[Seat, int] = {}
        """The chips each seat has put on the table in this round, from its purse."""
        self._round: Round | None = None
        self._winnings = SeatWinnings()
        self._faults: dict[Seat, Refused | None] = {}
        self._closed: Mapping[str, str] | None = None

    def clear(self) -> None:
        """Remove all chips."""
        self.bets, self.brought, self._faults = {}, {}, {}
        self._round, self._winnings = None, SeatWinnings()

    def follow(self, dealt: Round) -> None:
        """Track the chips of a new round."""
        self._round, self._winnings, self._faults, self._closed = dealt, SeatWinnings(self._tokes), {}, None

    def check(self, seat: Seat, placed: SeatBets) -> None:
        """Raise if the bets are invalid or unaffordable. They may still be below a minimum."""
        check_chips(self._spots, self._rules.chip, seat, placed, self._words(seat))
        total = sum(placed.values())
        self._check_cost(seat, f"that is {show_money(total)} in all", total, self.brought.get(seat, 0))

    def put_down(self, seat: Seat, placed: SeatBets) -> int:
        """Replace a seat's bets before the deal. Return the amount its purse pays, negative if chips are returned."""
        before, now = self.brought.get(seat, 0), sum(placed.values())
        self.bets[seat] = placed
        self.brought[seat] = now
        self._faults.pop(seat, None)
        return now - before

    def fault(self, seat: Seat) -> Refused | None:
        """Return the reason a seat can't be dealt in with its bets, or None."""
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
        """Return the spots that are closed in this round, with the reason for each."""
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
        """Return the seats that have bet, with their bets."""
        return {seat: placed for seat, placed in self.bets.items() if placed}

    def has_bet(self, seats: Iterable[Seat]) -> bool:
        """Whether any of these seats has bet."""
        return any(self.bets.get(seat) for seat in seats)

    def can_pay(self, seat: Seat, option: Option) -> bool:
        """Whether a seat can afford this option."""
        have = self._purse(seat)
        return have is None or option.cost <= have + self.in_hand(seat)

    def cover(self, seat: Seat, option: Option) -> int:
        """Pay for an option and return the amount taken from the purse. The round's winnings are used first."""
        if not option.cost:
            return 0
        in_hand = self.in_hand(seat)
        self._check_cost(seat, f"{option.name} costs {show_money(option.cost)}", option.cost, in_hand)
        short = max(option.cost - in_hand, 0)
        self.brought[seat] += short
        return short

    def in_hand(self, seat: Seat) -> int:
        """Return a seat's chips from this round, which go to its purse when the round ends."""
        return self.brought.get(seat, 0) + self.winnings.gained(seat)

    @property
    def winnings(self) -> SeatWinnings:
        """Return the seats' winnings so far, and their tokes."""
        return self._winnings.follow(self._round.events) if self._round else self._winnings

    def _check_cost(self, seat: Seat, what: str, cost: int, in_hand: int) -> None:
        purse = self._purse(seat)
        if purse is not None and cost > purse + in_hand:
            has = self._words(seat).seat(seat, "has", "have").lower()
            raise Refused(OVER_BANKROLL, f"{what}, and {has} {show_money(purse + in_hand)}")


class BankedChips(Chips):
    """The chips at a table with a bank."""

    def __init__(self, setup: Setup, bank: Bank, seats: Seats, story: TableLog, words: Vocabulary) -> None:
        super().__init__(setup.game, setup.rules, self._held, words)
        self._table, self._bank, self._seats, self._story = setup.id, bank, seats, story
        self.owners: dict[Seat, SeatedPlayer] = {}
        """The owners of the chips in the round, even if they have left their seats."""
        self.owned: dict[Seat, SeatedPlayer] = {}
        """The owners of the chips in the last round, who may still see their own cards from it."""

    def _held(self, seat: Seat) -> int | None:
        """Return the balance of a seat's account including transfers not written yet, or None for a bot."""
        sitter = self._seats[seat]
        if sitter.bot:
            return None
        held = self._bank.balance(sitter.account)
        for transfer in self._story.change.transfers:
            held += transfer.amount * ((transfer.credit == sitter.account) - (transfer.debit == sitter.account))
        return held

    def clear(self) -> None:
        """Remove all chips and their owners."""
        super().clear()
        self.owners, self.owned = {}, self.owners or self.owned

    def put_down(self, seat: Seat, placed: SeatBets) -> int:
        """Replace a seat's bets, transferring the difference from or to its account."""
        self.owners[seat] = self._seats[seat]
        return self._moved(seat, super().put_down(seat, placed), "bets")

    def cover(self, seat: Seat, option: Option) -> int:
        """Pay for an option. What the round's winnings don't cover comes from the seat's account."""
        return self._moved(seat, super().cover(seat, option), "bets more")

    def _moved(self, seat: Seat, amount: int, why: str) -> int:
        account = self.owners[seat].account
        self._story.change.transfers.extend(moved(account, stakes(self._table), amount, f"seat {seat} {why}"))
        return amount

    def settled(self) -> Iterator[Transfer]:
        """Yield the transfers that settle a round: chips and winnings to the seats, tokes to the dealers (FB-9)."""
        owners = {seat: self.owners[seat].account for seat in self.brought}
        yield from settlement(self._table, owners, self.brought, self.winnings.won)
        for seat, amount in self.winnings.given.items():
            yield from moved(owners[seat], DEALERS, amount, f"seat {seat}'s toke")
