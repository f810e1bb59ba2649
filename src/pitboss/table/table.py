"""
The table: an explicit state machine around `Round`. It reads no clock and does no I/O: the time comes in with every
command, and `story.take_change` hands out what has to be written down before anyone is shown what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random, SystemRandom

from msgspec.json import decode

from pitboss.money import Cents
from pitboss.play.bets import SeatBets
from pitboss.play.bots import choose_wagers
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.table import states
from pitboss.table.audit.opening import publish
from pitboss.table.autoplay import BOT_PURSE, answer_for_the_absent
from pitboss.table.bank_chips import BankedChips
from pitboss.table.changes import TableStory
from pitboss.table.chips import Vocabulary
from pitboss.table.finished_round import finish
from pitboss.table.seal.sealed_shoe import HouseSeeds, SealedShoe
from pitboss.table.seal.seeded_shuffle import check_seed
from pitboss.table.seats import Seats, Setup, Sitter
from pitboss.table.states import State
from pitboss.table.transfers import Bank

ROUNDS_BEFORE_NEW_SHOE = 3
"""A seat may ask for a new shoe after this many rounds from the one in use."""


class Table:
    """Seats, chips, clocks and the round at one table. A command that raises `Refused` has changed nothing."""

    def __init__(
        self, setup: Setup, bank: Bank, rng: Random | None = None, today: Callable[[], str] = lambda: ""
    ) -> None:
        self.today = today
        """The house's calendar day: a table is opened on each day that it is used (F22-12)."""
        self.opened_on = today()
        self.setup, self.game, self.rules = setup, setup.game, setup.rules
        self.rng = rng or SystemRandom()
        self.house_seeds = HouseSeeds(self.rng)
        self.story = TableStory(self.game.opening(self.rules) if self.game.opening else ())
        self.seats = Seats()
        self.words: Vocabulary = cache(partial(self.game.words, self.rules))
        """The words for a seat's own viewer, and without a seat for the rail."""
        self.chips = BankedChips(setup, bank, self.seats, self.story, self.words)
        self.away: set[Seat] = set()
        """Seats whose player is not connected: nobody waits for them to be ready."""
        self.number = 0
        self.ready: set[Seat] = set()
        self.spoke: set[Seat] = set()
        self.last_bets: dict[str, SeatBets] = {}
        """What each player bet last, for the rebet."""
        self.round: Round | None = None
        self.shoe: SealedShoe | None = None
        self.dealt = 0
        """Rounds dealt from the shoe in use."""
        self.deadline: float | None = None
        self.closing = ""
        """Why the table is closed when the round is over; nothing: it is not."""
        self._clocked: tuple[int, int] | None = None
        """The round and the offer whose clock is running."""

    @property
    def state(self) -> State:
        """What the table is doing."""
        return self.story.state

    @property
    def pending(self) -> Offer | None:
        """The offer that stands."""
        return self.round.pending if self.round and self.state is State.DEALING else None

    @property
    def offer_number(self) -> int:
        """How many offers of this round are closed: the name of the one that stands."""
        return len(self.round.answers) if self.round else 0

    def sit(self, seat: Seat, player: str, nick: str, now: float, *, bot: bool = False, seed: str = "") -> None:
        """Take a free seat, with a part in the next shuffle if you like."""
        sitter = Sitter(player, nick, bot, seed=check_seed(seed) if seed else "")
        self.seats.check_free(seat, self.setup.seats, sitter)
        self.story.tell(states.SeatTaken(seat, nick, bot))
        self.seats[seat] = sitter
        if self.state is State.OPEN and not bot:
            self._open_bets()

    def stand(self, seat: Seat, now: float, why: str = "") -> None:
        """Leave a seat; in a round its bets stay until they are settled."""
        sitter = self.seats.sitter(seat)
        if self.state is State.DEALING and seat in self.chips.brought:
            if not sitter.leaving:
                self.story.tell(states.SeatLeaving(seat, sitter.nick))
                self.seats[seat] = sitter._replace(leaving=True)
                self._go_on(now)
            return
        if self.chips.bets.get(seat):
            self._put_down(seat, {})
        self._free(seat, why)
        self.ready.discard(seat)
        if self.state is State.BETTING and not self.seats.people():
            self._open_shoe("nobody plays on")
        self._deal_if_ready(now)

    def set_seed(self, seat: Seat, seed: str) -> None:
        """Choose another part in the shuffles that follow; the pack in use stays as it is."""
        sitter = self.seats.sitter(seat)._replace(seed=check_seed(seed))
        self.story.tell(states.SeedSet(seat, seed))
        self.seats[seat] = sitter

    def _free(self, seat: Seat, why: str) -> None:
        self.story.tell(states.SeatLeft(seat, self.seats.pop(seat).nick, why))
        self.away.discard(seat)

    def went_away(self, seat: Seat, now: float) -> None:
        """The player of a seat is not connected: nobody waits for it to be ready."""
        self.away.add(seat)
        self._deal_if_ready(now)

    def bet(self, seat: Seat, bets: Mapping[str, int], now: float) -> None:
        """Replace a seat's chips; they may still be short of what `ready` asks for."""
        self._check_may_bet(seat)
        placed = {name: Cents(amount) for name, amount in bets.items()}
        self.chips.check(seat, placed)
        if not self.chips.has_bet(self.seats):
            self._open_day()
        self._put_down(seat, placed)
        self.spoke.add(seat)
        self.ready.discard(seat)
        if self.deadline is None and placed:
            self.deadline = self._clock(self.setup.clocks.bets, now)

    def _clock(self, seconds: float, now: float) -> float | None:
        """Return when time runs out; None if nobody else waits and the table runs no clock for a single player."""
        return now + seconds if self.setup.clocks.run_alone or len(self.seats.people()) > 1 else None

    def _check_may_bet(self, seat: Seat) -> None:
        self.seats.sitter(seat)
        if self.state is not State.BETTING:
            raise Refused("bets-closed", "no more bets: the cards are out")

    def say_ready(self, seat: Seat, now: float) -> None:
        """No more chips from this seat; when every person at the table says so, the cards come out."""
        self._check_may_bet(seat)
        fault = self.chips.fault(seat)
        if fault:
            raise fault
        if not self.chips.has_bet(self.seats.people()):
            raise Refused("no-wager", "nobody has bet: put a chip on a spot first")
        if seat not in self.ready:
            self.story.tell(states.SeatReady(seat))
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
        self.chips.cover(seat, option)
        self.spoke.add(seat)
        self.story.tell(states.SeatSpoke(seat))
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
        if self.state is State.BETTING and self.chips.has_bet(self.seats.people()):
            self.deadline = self._clock(self.setup.clocks.bets, now)
        elif self.pending:
            self._set_offer_clock(now)

    def call_off(self, why: str) -> None:
        """The round cannot go on: it is void and every chip goes back (C-4)."""
        assert self.shoe is not None
        dealt = self.next_round(self.shoe)
        try:
            dealt.place(self.chips.dealt_in())
        except Refused as fault:
            why = f"{why}: {fault.reason}"
        if not dealt.is_over:
            dealt.void(why)
        self.story.show_round(dealt)
        self._end_round()

    def misdeal(self, reason: str, by: str) -> None:
        """Call a misdeal: the round that is being dealt is void, and every stake goes back (C-11)."""
        if self.round is None or self.state is not State.DEALING:
            raise Refused("no-round", "no round is being dealt: a misdeal can be called only during one")
        self.round.void(f"misdeal, called by {by}: {reason}")
        self.story.show_round(self.round)
        self._end_round()

    def close(self, why: str) -> None:
        """Close the table between rounds; chips put down go back."""
        if self.state is State.DEALING:
            raise Refused("round-on", "a round is being dealt: the table can be closed when it is over")
        if self.state is State.OPEN:
            self.chips.clear()  # those of the last round, which are settled
        for seat in [seat for seat in self.seats if self.chips.bets.get(seat)]:
            self._put_down(seat, {})
        self._open_shoe("the table closes")
        self.story.tell(states.TableClosed(why))
        self.deadline = None

    def new_shoe(self, seat: Seat) -> None:
        """Open the shoe in use because a seat asks for it, and shuffle; between rounds, and not after every round."""
        self._check_may_bet(seat)
        if self.game.cut_card is None:
            raise Refused("no-shoe", "every round of this game has a fresh pack, opened when the round is over")
        if self.chips.has_bet(self.seats):
            raise Refused("bets-down", "there are chips on the table: ask for a new shoe before anyone bets")
        if self.dealt < ROUNDS_BEFORE_NEW_SHOE:
            many = ROUNDS_BEFORE_NEW_SHOE - self.dealt
            raise Refused("too-soon", f"a new shoe can be asked for after {many} more round{'s' * (many > 1)}")
        self._open_shoe(f"seat {seat} asks for a new one")
        self._open_bets()

    def _open_shoe(self, why: str) -> None:
        """Publish the seed of the shoe in use, if any; nothing more is dealt from it."""
        shoe = self.shoe
        if shoe is None or not shoe.serves(self.game, self.rules):
            return
        opened = publish(self.setup, self.number, shoe.opened())
        self.story.tell(states.ShoeOpened(self.number, why, decode(opened.body)))
        self.story.change.opened.append(opened)
        self.shoe, self.deadline = None, None

    def close_after_round(self, why: str) -> None:
        """Close the table, in the middle of a round when that is over."""
        if self.state is not State.DEALING:
            self.close(why)
        elif not self.closing:
            self.story.tell(states.TableClosing(why))
            self.closing = why

    def _open_day(self) -> None:
        """Open the table once on each day: the deck is inspected and washed again (F22-12)."""
        if self.opened_on != self.today():
            self.opened_on = self.today()
            self.story.show(*(self.game.opening(self.rules) if self.game.opening else ()))

    def _open_bets(self) -> None:
        """Wagers are taken for the next round, its cards sealed; a table without people waits."""
        if not self.seats.people():
            self.chips.clear()
            self._open_shoe("nobody plays on")
            return
        lies = self.shoe or self.round  # after a void round there is no shoe, and the board still lies there (C-10)
        left = lies.board if lies else ()
        if self.shoe is None or not self.shoe.serves(self.game, self.rules):
            self.shoe = self.house_seeds.shuffle(self.game, self.rules, self.seats.seeds())
            self.story.change.new_shoe, self.dealt = True, 0
        if self.number:
            self.story.begin_round()
        self._open_day()
        if self.shoe.is_new(self.game):
            self.story.show(*self.shoe.opening(self.game, self.rules, left))
        self.number += 1
        self.chips.clear()
        self.story.tell(self.shoe.told(self.number))
        self.story.show_round(self.next_round(self.shoe))
        self.deadline, self.ready, self.spoke = None, set(), set()

    def next_round(self, shoe: SealedShoe) -> Round:
        """The round that is dealt from here on, its chips followed."""
        self.round = shoe.next_round(self.game, self.rules)
        self.chips.follow(self.round)
        return self.round

    def _put_down(self, seat: Seat, placed: SeatBets) -> None:
        self.story.tell(states.BetPlaced(seat, dict(placed)))
        self.chips.put_down(seat, placed)

    def _deal_if_ready(self, now: float) -> None:
        """Deal when every person who is here is ready and somebody has bet."""
        waiting = [seat for seat in self.seats.people() if seat not in self.ready and seat not in self.away]
        if self.state is State.BETTING and not waiting and self.chips.has_bet(self.seats.people()):
            self._close_bets(now)

    def _close_bets(self, now: float) -> None:
        assert self.round is not None
        self._return_faulty_bets()
        self.deadline = None
        if not self.chips.has_bet(self.seats.people()):
            self.ready = set()
            return
        for seat in [seat for seat, sitter in self.seats.items() if sitter.bot and not self.chips.bets.get(seat)]:
            if chips := choose_wagers(self.game, self.rules, seat, self.round.board, BOT_PURSE, self.rng):
                self._put_down(seat, chips)
        self.story.tell(states.BetsClosed(self.number))
        self.chips.brought = {seat: chips for seat, chips in self.chips.brought.items() if chips}
        self.round.place(self.chips.dealt_in())
        self._go_on(now)

    def _return_faulty_bets(self) -> None:
        for seat in list(self.chips.bets):
            fault = self.chips.fault(seat)
            if fault:
                amount = self.chips.brought[seat]
                self._put_down(seat, {})
                self.story.tell(states.BetsReturned(seat, amount, fault.reason))

    def _go_on(self, now: float) -> None:
        """Show what the dealer did; answer for bots and empty chairs until a person is asked or the round is over."""
        assert self.round is not None
        dealt = self.round
        while answer_for_the_absent(self, dealt):
            pass
        self.story.show_round(dealt)
        if dealt.is_over:
            self._end_round()
        else:
            self._set_offer_clock(now)

    def _set_offer_clock(self, now: float) -> None:
        offer = (self.number, self.offer_number)
        if self._clocked != offer:
            self._clocked, self.deadline = offer, self._clock(self.setup.clocks.offers, now)

    def _end_round(self) -> None:
        dealt, shoe = self.round, self.shoe
        assert dealt
        assert shoe
        winnings, owners, change = self.chips.winnings, self.chips.owners, self.story.change
        change.transfers.extend(self.chips.settled())
        change.finished.append(finish(self.setup, self.number, dealt, shoe, owners, winnings.won, winnings.given))
        self.story.tell(states.RoundEnded(self.number, {str(seat): amount for seat, amount in winnings.won.items()}))
        self.last_bets |= {owners[seat].player: self.chips.bets[seat] for seat in self.chips.brought}
        self.shoe = shoe.after(dealt)
        self.dealt += 1
        for seat, why in self.seats.end_round(self.spoke):
            self._free(seat, why)
        here = {sitter.player for sitter in self.seats.values()}
        self.last_bets = {player: bets for player, bets in self.last_bets.items() if player in here}
        self.close(self.closing) if self.closing else self._open_bets()
