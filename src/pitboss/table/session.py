"""A session at one table: its seats, their bankrolls and the current round."""

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
from pitboss.table.chips import OVER_BANKROLL, Chips, Vocabulary, plainly
from pitboss.table.seal.shoe import Shoe


class BoughtIn(Event, frozen=True):
    """A seat bought chips between rounds."""

    seat: Seat
    amount: Cents

    def __str__(self) -> str:
        return f"Seat {self.seat} buys in for {show_money(self.amount)}."


class Session:
    """Seats with bankrolls, some of them bots, playing one round after another."""

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
        """Each seat's money off the table."""
        self._words = words
        self._chips = Chips(game, rules, self._purses.__getitem__, words)
        self._reported = 0
        self._round: Round | None = None
        self.fault: str | None = None
        """The error in the game's script, if it failed in a round."""
        self._least = least_stake(game, rules)
        if buy_in < self._least:
            least = show_money(self._least)
            raise Refused(
                OVER_BANKROLL, f"{show_money(buy_in)} is too little for {game.title}: the minimum bet is {least}"
            )

    @property
    def is_open(self) -> bool:
        """Whether a round is open for bets or being dealt."""
        return self._round is not None

    @property
    def round(self) -> Round:
        """Return the current round."""
        assert self._round is not None
        return self._round

    def open_round(self) -> list[Event]:
        """Open a round for bets, and return the events up to that point."""
        bought = [BoughtIn(seat, self.buy_in) for seat in self.seats if seat in self.bots and self.is_broke(seat)]
        for event in bought:
            self._purses[event.seat] += event.amount
        motions, self._round = self._shoe.open_round()
        self._chips.follow(self._round)
        self._reported = 0
        return [*bought, *motions]

    def held(self, seat: Seat) -> int:
        """Return what a seat has in front of it, not counting the chips on its spots."""
        return self._purses[seat] + self._chips.in_hand(seat)

    def is_broke(self, seat: Seat) -> bool:
        """Whether a seat has too little money to be dealt in."""
        return self._purses[seat] < self._least

    def least(self, seat: Seat) -> SeatBets:
        """Return the minimum bets for this seat, empty if it has too little money."""
        return least_wagers(self.game, self.rules, seat, self.round.board, self._purses[seat])

    def allowed(self, seat: Seat, wanted: SeatBets) -> SeatBets:
        """Reduce a seat's wanted bets to those allowed now."""
        return keep_allowed(self.game, self.rules, seat, self.round.board, self._purses[seat], wanted)

    def check(self, seat: Seat, placed: SeatBets) -> None:
        """Raise if the bets are invalid or the seat can't afford them."""
        self.game.check_seat(self.rules, seat, placed, self.round.board, words=self._words(seat))
        self._chips.check(seat, placed)

    @property
    def closed(self) -> Mapping[str, str]:
        """Return the spots that are closed in this round, with the reason for each."""
        return self._chips.closed

    def check_chips(self, seat: Seat, placed: SeatBets) -> None:
        """Raise if bets exceed a limit or the bankroll. They may still be below the minimum."""
        self._chips.check(seat, placed)

    def place(self, placed: Mapping[Seat, SeatBets]) -> bool:
        """Take these bets and the bots' bets, and deal. Return whether anybody has bet."""
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
        """Answer for a seat, or raise if it can't afford the answer."""
        self._purses[seat] -= self._chips.cover(seat, option)
        self.round.say(seat, option.name)

    def let_bots_answer(self) -> None:
        """Answer for every bot that is asked. The dealer continues once all seats have answered."""
        offer = self.round.pending
        if offer is None:
            return
        for seat in [seat for seat in offer.options if seat in self.bots and seat not in self.round.answered]:
            option = offer.option(seat, self._bot(self.rules, view(self.round.events, seat), offer, seat))
            self.say(seat, option if self._chips.can_pay(seat, option) else offer.options[seat][0])

    def take_back(self, seat: Seat) -> str:
        """Undo a seat's last answer and everything after it, and return that answer. Only for play against bots."""
        mine = [number for number, answers in enumerate(self.round.answers) if seat in answers]
        if not mine:
            raise Refused("nothing-to-undo", "you have no answer in this round to take back")
        answer = self.round.answers[mine[-1]][seat]
        self.round.answered = {}
        while len(self.round.answers) > mine[-1]:
            self.round.undo()
        self._chips.follow(self.round)
        self._reported = 0
        return answer

    def news(self) -> list[Event]:
        """Return the events of this round since the last call."""
        fresh = self.round.events[self._reported :]
        self._reported = len(self.round.events)
        return fresh

    def close_round(self) -> Record:
        """Close the finished round: update the bankrolls, collect the cards and return the record."""
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
