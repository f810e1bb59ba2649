"""A session at a table: who sits where, what they hold, and the round that is on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from pitboss.money import Cents, show_money
from pitboss.play.bets import SeatBets
from pitboss.play.bots import choose_wagers, keep_allowed, least_stake, least_wagers
from pitboss.play.game import Bot, Game
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Event, Option, Seat
from pitboss.play.view import view
from pitboss.table.chips import TOO_DEAR, Chips, Vocabulary, plainly
from pitboss.table.seal.shoe import Shoe


class BoughtIn(Event, frozen=True):
    """A seat took more chips for cash between rounds."""

    seat: Seat
    amount: Cents

    def __str__(self) -> str:
        return f"Seat {self.seat} buys in for {show_money(self.amount)}."


class Session:
    """Seats with bankrolls, some of them bots, and one round after the other."""

    def __init__(
        self, game: Game, rules: Any, seats: Iterable[Seat], bots: Iterable[Seat], buy_in: Cents,
        shuffler: Random, bot_rng: Random, bot: Bot | None = None, words: Vocabulary = plainly,
    ) -> None:  # fmt: skip
        self.game = game
        self.rules = rules
        self.seats = tuple(seats)
        self.bots = frozenset(bots)
        self.buy_in = buy_in
        self.rounds = 0
        self._shoe = Shoe(game, rules, shuffler)
        self._bot_rng, self._bot = bot_rng, bot or game.bot
        self._purses = dict.fromkeys(self.seats, int(buy_in))
        """What each seat has beside the table."""
        self._words = words
        self._chips = Chips(game, rules, self._purses.__getitem__, words)
        self._told = 0
        self._round: Round | None = None
        self.fault: str | None = None
        """Where the game's script failed in a round, if it did."""
        self._least = least_stake(game, rules)
        if buy_in < self._least:
            least = show_money(self._least)
            raise Refused(TOO_DEAR, f"{show_money(buy_in)} is too little for {game.title}: one bets {least} or more")

    @property
    def is_open(self) -> bool:
        """Whether a round stands open for wagers, or is on."""
        return self._round is not None

    @property
    def round(self) -> Round:
        """The round that is on."""
        assert self._round is not None
        return self._round

    def open_round(self) -> list[Event]:
        """The dealer gets ready for wagers: what happens until they may be put down."""
        bought = [BoughtIn(seat, self.buy_in) for seat in self.seats if seat in self.bots and self.is_broke(seat)]
        for event in bought:
            self._purses[event.seat] += event.amount
        motions, self._round = self._shoe.open_round()
        self._chips.follow(self._round)
        self._told = 0
        return [*bought, *motions]

    def held(self, seat: Seat) -> int:
        """What a seat has in front of it now, the chips on its spots not counted."""
        return self._purses[seat] + self._chips.in_hand(seat)

    def is_broke(self, seat: Seat) -> bool:
        """Whether a seat holds too little to be dealt in."""
        return self._purses[seat] < self._least

    def least(self, seat: Seat) -> SeatBets:
        """The least this seat may bet now; nothing where it holds too little."""
        return least_wagers(self.game, self.rules, seat, self.round.board, self._purses[seat])

    def allowed(self, seat: Seat, wanted: SeatBets) -> SeatBets:
        """As much of what a seat wants to bet as may lie there now."""
        return keep_allowed(self.game, self.rules, seat, self.round.board, self._purses[seat], wanted)

    def check(self, seat: Seat, placed: SeatBets) -> None:
        """Refuse wagers that may not lie there or that the seat cannot pay."""
        self.game.check_seat(self.rules, seat, placed, self.round.board, words=self._words(seat))
        self._chips.check(seat, placed)

    @property
    def closed(self) -> Mapping[str, str]:
        """The spots on which no chip may be placed in this round, with the reason for each."""
        return self._chips.closed

    def check_chips(self, seat: Seat, placed: SeatBets) -> None:
        """Refuse chips over a limit or over the bankroll; they may still be short of the least bet."""
        self._chips.check(seat, placed)

    def place(self, placed: Mapping[Seat, SeatBets]) -> bool:
        """Take these wagers and the bots', and deal; whether anybody has bet."""
        for seat, bets in placed.items():
            self.check(seat, bets)
        wagers = {**placed, **{seat: self._bot_wagers(seat) for seat in self.seats if seat in self.bots}}
        if not any(wagers.values()):
            return False
        self.round.place(wagers)
        for seat, bets in wagers.items():
            self._purses[seat] -= self._chips.put_down(seat, bets)
        return True

    def say(self, seat: Seat, option: Option) -> None:
        """A seat answers, if it can pay for its answer."""
        self._purses[seat] -= self._chips.cover(seat, option)
        self.round.say(seat, option.name)

    def let_bots_answer(self) -> None:
        """Every bot that is asked answers; the dealer goes on when nobody else is asked."""
        offer = self.round.pending
        if offer is None:
            return
        for seat in [seat for seat in offer.options if seat in self.bots and seat not in self.round.said]:
            option = offer.option(seat, self._bot(self.rules, view(self.round.events, seat), offer, seat))
            self.say(seat, option if self._chips.can_pay(seat, option) else offer.options[seat][0])

    def take_back(self, seat: Seat) -> str:
        """Undo a seat's last answer and all that followed it, among bots and play money; what the answer was."""
        mine = [number for number, said in enumerate(self.round.answers) if seat in said]
        if not mine:
            raise Refused("nothing-to-undo", "you have answered nothing in this round that could be taken back")
        answer = self.round.answers[mine[-1]][seat]
        self.round.said = {}
        while len(self.round.answers) > mine[-1]:
            self.round.undo()
        self._chips.follow(self.round)
        self._told = 0
        return answer

    def news(self) -> list[Event]:
        """The events of this round that were not asked for before."""
        fresh = self.round.events[self._told :]
        self._told = len(self.round.events)
        return fresh

    def close_round(self) -> Record:
        """The round is over: bankrolls stand, the cards go back, and its record is kept by whoever asks."""
        for seat in self._chips.brought:
            self._purses[seat] += self._chips.in_hand(seat)
        self._chips.clear()
        self.rounds += 1
        self.fault = self.fault or self.round.fault
        self._shoe.take_back(self.round)
        record = self.round.record
        self._round = None
        return record

    def _bot_wagers(self, seat: Seat) -> SeatBets:
        board = self.round.board
        return choose_wagers(self.game, self.rules, seat, board, self._purses[seat], self._bot_rng)
