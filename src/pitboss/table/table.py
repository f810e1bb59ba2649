"""
The table: an explicit state machine around `Round`.

It reads no clock and does no I/O: the time comes in with every command, and `take_change` hands out what has to be
written down before anyone is shown what happened.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import show_money
from pitboss.play.bots import choose_wagers
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.table import states
from pitboss.table.bots import PURSE
from pitboss.table.felt import Felt
from pitboss.table.finished import finish
from pitboss.table.money import DEALERS, moved, settlement, tokes
from pitboss.table.sealed import SealedShoe
from pitboss.table.seats import Sitter
from pitboss.table.states import State

SILENT_ROUNDS = 3
"""So many rounds without a word, and a seat is stood up."""


class Table(Felt):
    """Seats, chips, clocks and the round at one table. A command that raises `Refused` has changed nothing."""

    def sit(self, seat: Seat, player: str, nick: str, now: float, *, bot: bool = False) -> None:
        """Take a free seat."""
        if not 1 <= seat <= self.setup.seats:
            raise Refused("no-such-seat", f"there is no seat {seat}: this table has seats 1 to {self.setup.seats}")
        if seat in self.seats:
            raise Refused("seat-taken", f"seat {seat} is taken by {self.seats[seat].nick}")
        taken = None if bot else self.seat_of(player)
        if taken is not None:
            raise Refused("seated-already", f"you sit in seat {taken} already: stand up first")
        self._tell(states.SeatTaken(seat, nick, bot))
        self.seats[seat] = Sitter(player, nick, bot)
        if self.state is State.OPEN and not bot:
            self._open_bets()

    def stand(self, seat: Seat, now: float, why: str = "") -> None:
        """Leave a seat; in a round its bets stay until they are settled."""
        sitter = self._sitter(seat)
        if self.state is State.DEALING and seat in self.brought:
            if not sitter.leaving:
                self._tell(states.SeatLeaving(seat, sitter.nick))
                self.seats[seat] = sitter._replace(leaving=True)
                self._go_on(now)
            return
        if self.bets.get(seat):
            self._put_down(seat, {})
        self._tell(states.SeatLeft(seat, sitter.nick, why))
        del self.seats[seat]
        self.ready.discard(seat)
        self.away.discard(seat)
        self._deal_if_ready(now)

    def went_away(self, seat: Seat, now: float) -> None:
        """The player of a seat is not connected: nobody waits for it to be ready."""
        self.away.add(seat)
        self._deal_if_ready(now)

    def bet(self, seat: Seat, placed: Mapping[str, int], now: float) -> None:
        """Replace a seat's chips; they may still be short of what `ready` asks for."""
        self._sitter(seat)
        self._in(State.BETTING, "bets-closed", "no more bets: the cards are out")
        self._check_chips(seat, placed)
        more = sum(placed.values()) - self.brought.get(seat, 0)
        have = self._held(self.seats[seat].account)
        if more > have and not self.seats[seat].bot:
            raise Refused(
                "over-bankroll", f"that takes {show_money(more)} more and your bankroll is {show_money(have)}"
            )
        self._put_down(seat, placed)
        self.spoke.add(seat)
        self.ready.discard(seat)
        if self.deadline is None and placed:
            self.deadline = now + self.setup.clocks.bets

    def say_ready(self, seat: Seat, now: float) -> None:
        """No more chips from this seat; when every person at the table says so, the cards come out."""
        self._sitter(seat)
        self._in(State.BETTING, "bets-closed", "the cards are out already")
        fault = self.bets_fault(seat)
        if fault:
            raise fault
        if not any(self.bets.get(other) for other in self.people()):
            raise Refused("no-wager", "nobody has bet: put a chip on a spot first")
        if seat not in self.ready:
            self._tell(states.SeatReady(seat))
            self.ready.add(seat)
            self.spoke.add(seat)
        self._deal_if_ready(now)

    def say(self, seat: Seat, answer: str, now: float, offer: int | None = None) -> None:
        """Answer the offer that stands; `offer` says which one was meant, so that a late answer hits no other."""
        dealt, pending = self.round, self.pending
        if dealt is None or pending is None:
            raise Refused("nothing-asked", f"nobody is asked now, so seat {seat} cannot say {answer!r}")
        if offer is not None and offer != self.offer_number:
            raise Refused("too-late", f"offer {offer} is closed: the dealer is at offer {self.offer_number}")
        option = pending.option(seat, answer)
        if seat in dealt.said:
            raise Refused("said-already", f"seat {seat} has spoken: {dealt.said[seat]}")
        self._cover(seat, option.cost)
        self.spoke.add(seat)
        self._tell(states.SeatSpoke(seat))
        dealt.say(seat, answer)
        self._go_on(now)

    def tick(self, now: float) -> None:
        """Time has passed: a clock that has run out closes the bets or the offer."""
        if self.deadline is None or now < self.deadline:
            return
        if self.state is State.BETTING:
            self._close_bets(now)
        elif self.pending and self.round:
            self.round.close_offer()
            self._go_on(now)

    def restart_clock(self, now: float) -> None:
        """After a restart of the server everyone gets the whole time again."""
        if self.state is State.BETTING and any(self.bets.get(seat) for seat in self.people()):
            self.deadline = now + self.setup.clocks.bets
        elif self.pending:
            self._set_offer_clock(now)

    def call_off(self, why: str) -> None:
        """The round cannot go on: it is void and every chip goes back (C-4)."""
        assert self.shoe is not None
        self.round, self._told = self.shoe.next_round(self.game, self.rules), 0
        try:
            self.round.place({seat: bets for seat, bets in self.bets.items() if bets})
        except Refused as fault:
            why = f"{why}: {fault.reason}"
        if not self.round.is_over:
            self.round.void(why)
        self._show_round()
        self._end_round()

    def close(self, why: str) -> None:
        """Close the table between rounds; chips put down go back."""
        if self.state is State.DEALING:
            raise Refused("round-on", "a round is being dealt: the table can be closed when it is over")
        for seat in [seat for seat in self.seats if self.bets.get(seat)]:
            self._put_down(seat, {})
        self._tell(states.TableClosed(why))
        self.deadline = None

    def _open_bets(self) -> None:
        """Wagers are taken for the next round, its cards sealed; a table without people waits."""
        if not self.people():
            return
        left = self.shoe.board if self.shoe else ()
        if self.shoe is None or not self.shoe.serves(self.game, self.rules):
            self.shoe = SealedShoe.shuffled(self.game, self.rules, self.rng)
            self.change.new_shoe = True
        if self.number:
            self.story = []  # the opening of the table stays in the story of its first round
        for motion in self.shoe.opening(self.game, self.rules, left) if self.shoe.is_new(self.game) else ():
            self._show(motion)
        self.number += 1
        self._tell(states.BetsOpened(self.number, self.shoe.commitment))
        self.round, self._told = self.shoe.next_round(self.game, self.rules), 0
        self._show_round()
        self.bets, self.brought, self.owners, self.deadline = {}, {}, {}, None
        self.ready, self.spoke, self._faults = set(), set(), {}

    def _deal_if_ready(self, now: float) -> None:
        """Deal when every person who is here is ready and somebody has bet."""
        waiting = [seat for seat in self.people() if seat not in self.ready and seat not in self.away]
        if self.state is State.BETTING and not waiting and any(self.bets.get(seat) for seat in self.people()):
            self._close_bets(now)

    def _close_bets(self, now: float) -> None:
        assert self.round is not None
        self._return_faulty_bets()
        self.deadline = None
        if not any(self.bets.get(seat) for seat in self.people()):
            self.ready = set()
            return
        for seat, sitter in self.seats.items():
            if sitter.bot and not self.bets.get(seat):
                chips = choose_wagers(self.game, self.rules, seat, self.round.board, PURSE, self.rng)
                if chips:
                    self._put_down(seat, chips)
        self._tell(states.BetsClosed(self.number))
        self.brought = {seat: chips for seat, chips in self.brought.items() if chips}
        self.round.place({seat: chips for seat, chips in self.bets.items() if chips})
        self._go_on(now)

    def _return_faulty_bets(self) -> None:
        for seat in list(self.bets):
            fault = self.bets_fault(seat)
            if fault:
                amount = self.brought[seat]
                self._put_down(seat, {})
                self._tell(states.BetsReturned(seat, amount, fault.reason))

    def _go_on(self, now: float) -> None:
        """Show what the dealer did; answer for bots and empty chairs until a person is asked or the round is over."""
        dealt = self.round
        assert dealt is not None
        while self._answer_for_the_absent(dealt):
            pass
        self._show_round()
        if dealt.is_over:
            self._end_round()
        else:
            self._set_offer_clock(now)

    def _answer_for_the_absent(self, dealt: Round) -> bool:
        """One answer of a bot or of a seat that is leaving, if one is due."""
        offer = dealt.pending
        for seat in offer.options if offer else ():
            owner = self.seats[seat]
            if offer and seat not in dealt.said and (owner.bot or owner.leaving):
                dealt.say(seat, self._absent_answer(dealt, offer, seat, owner))
                return True
        return False

    def _absent_answer(self, dealt: Round, offer: Offer, seat: Seat, owner: Sitter) -> str:
        if owner.leaving:
            return offer.options[seat][0].name
        answer = self.game.bot(self.rules, view(dealt.events, seat), offer, seat)
        self._cover(seat, offer.option(seat, answer).cost)
        return answer

    def _set_offer_clock(self, now: float) -> None:
        offer = (self.number, self.offer_number)
        if self.clocked != offer:
            self.clocked, self.deadline = offer, now + self.setup.clocks.offers

    def _end_round(self) -> None:
        dealt, shoe = self.round, self.shoe
        assert dealt is not None
        assert shoe is not None
        result = self.won_so_far()
        owners = {seat: self.owners[seat].account for seat in self.brought}
        given = tokes(dealt.events, self._tokes) if self._tokes else {}
        self.change.transfers.extend(settlement(self.setup.id, owners, self.brought, result))
        for seat, amount in given.items():
            self.change.transfers.extend(moved(owners[seat], DEALERS, amount, f"seat {seat}'s toke"))
        self.change.finished.append(finish(self.setup, self.number, dealt, shoe, self.owners, result, given))
        self._tell(states.RoundEnded(self.number, {str(seat): amount for seat, amount in result.items()}))
        self.last_bets |= {self.owners[seat].player: self.bets[seat] for seat in self.brought}
        self.shoe = shoe.after(dealt)
        self.bets, self.brought, self.deadline = {}, {}, None
        self._clear_seats()
        self._open_bets()

    def _clear_seats(self) -> None:
        """Seats that left are free, and a seat that said nothing for three rounds is stood up."""
        for seat, sitter in list(self.seats.items()):
            silent = 0 if sitter.bot or seat in self.spoke else sitter.silent + 1
            if sitter.leaving or silent >= SILENT_ROUNDS:
                why = "" if sitter.leaving else f"silent for {SILENT_ROUNDS} rounds"
                self._tell(states.SeatLeft(seat, sitter.nick, why))
                del self.seats[seat]
                self.away.discard(seat)
            else:
                self.seats[seat] = sitter._replace(silent=silent)
        self.last_bets = {s.player: self.last_bets[s.player] for s in self.seats.values() if s.player in self.last_bets}
