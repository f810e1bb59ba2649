"""
The table: an explicit state machine around `Round`.

It reads no clock and does no I/O. Every command takes the current time, and `story.take_change` returns the changes
to write to the store before anyone is shown what happened.
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
from pitboss.table.audit.opened_shoe import publish
from pitboss.table.autoplay import BOT_PURSE, answer_for_the_absent
from pitboss.table.changes import TableLog
from pitboss.table.chips import BankedChips, Vocabulary
from pitboss.table.finished_round import finish
from pitboss.table.seal.sealed_shoe import HouseSeeds, SealedShoe
from pitboss.table.seal.seeded_shuffle import check_seed
from pitboss.table.seats import SeatedPlayer, Seats, Setup
from pitboss.table.states import State
from pitboss.table.transfers import Bank

ROUNDS_BEFORE_NEW_SHOE = 3
"""Rounds to be dealt from a shoe before a seat may ask for a new one."""


class Table:
    """Seats, chips, clocks and the round at one table. A command that raises `Refused` has changed nothing."""

    def __init__(
        self, setup: Setup, bank: Bank, rng: Random | None = None, today: Callable[[], str] = lambda: ""
    ) -> None:
        self.today = today
        """Returns the house's calendar day. A table is opened on each day that it is used (F22-12)."""
        self.opened_on = today()
        self.setup, self.game, self.rules = setup, setup.game, setup.rules
        self.rng = rng or SystemRandom()
        self.house_seeds = HouseSeeds(self.rng)
        self.story = TableLog(self.game.opening(self.rules) if self.game.opening else ())
        self.seats = Seats()
        self.words: Vocabulary = cache(partial(self.game.words, self.rules))
        """Returns the wording of messages for a seat's own player, or for spectators."""
        self.chips = BankedChips(setup, bank, self.seats, self.story, self.words)
        self.away: set[Seat] = set()
        """Seats whose player is disconnected. The deal doesn't wait for them to be ready."""
        self.number = 0
        self.ready: set[Seat] = set()
        self.spoke: set[Seat] = set()
        self.last_bets: dict[str, SeatBets] = {}
        """Each player's last bets, for the rebet."""
        self.round: Round | None = None
        self.shoe: SealedShoe | None = None
        self.dealt = 0
        """The number of rounds dealt from the shoe in use."""
        self.deadline: float | None = None
        self.closing = ""
        """The reason the table closes after this round, or an empty string."""
        self._clocked: tuple[int, int] | None = None
        """The round and the offer whose clock is running."""

    @property
    def state(self) -> State:
        """Return the state of the table."""
        return self.story.state

    @property
    def pending(self) -> Offer | None:
        """Return the current offer, or None."""
        return self.round.pending if self.round and self.state is State.DEALING else None

    @property
    def offer_number(self) -> int:
        """Return the number of offers closed in this round, which identifies the current one."""
        return len(self.round.answers) if self.round else 0

    def sit(self, seat: Seat, player: str, nick: str, now: float, *, bot: bool = False, seed: str = "") -> None:
        """Take a free seat, optionally with a seed for the next shuffle."""
        sitter = SeatedPlayer(player, nick, bot, seed=check_seed(seed) if seed else "")
        self.seats.check_free(seat, self.setup.seats, sitter)
        self.story.record(states.SeatTaken(seat, nick, bot))
        self.seats[seat] = sitter
        if self.state is State.OPEN and not bot:
            self._open_bets()

    def stand(self, seat: Seat, now: float, why: str = "") -> None:
        """Leave a seat. During a round, the bets stay until they are settled."""
        sitter = self.seats.player_in(seat)
        if self.state is State.DEALING and seat in self.chips.brought:
            if not sitter.leaving:
                self.story.record(states.SeatLeaving(seat, sitter.nick))
                self.seats[seat] = sitter._replace(leaving=True)
                self._advance(now)
            return
        if self.chips.bets.get(seat):
            self._put_down(seat, {})
        self._free(seat, why)
        self.ready.discard(seat)
        if self.state is State.BETTING and not self.seats.people():
            self._open_shoe("nobody is left at the table")
        self._deal_if_ready(now)

    def set_seed(self, seat: Seat, seed: str) -> None:
        """Change a seat's seed for the following shuffles. The deck in use stays as it is."""
        sitter = self.seats.player_in(seat)._replace(seed=check_seed(seed))
        self.story.record(states.SeedSet(seat, seed))
        self.seats[seat] = sitter

    def _free(self, seat: Seat, why: str) -> None:
        self.story.record(states.SeatLeft(seat, self.seats.pop(seat).nick, why))
        self.away.discard(seat)

    def went_away(self, seat: Seat, now: float) -> None:
        """Mark a seat's player as disconnected, so that the deal doesn't wait for the seat."""
        self.away.add(seat)
        self._deal_if_ready(now)

    def bet(self, seat: Seat, bets: Mapping[str, int], now: float) -> None:
        """Replace a seat's bets. They may still be below the minimum that `say_ready` requires."""
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
        """Return the deadline, or None if only one person is seated and the table runs no clock for a single player."""
        return now + seconds if self.setup.clocks.run_alone or len(self.seats.people()) > 1 else None

    def _check_may_bet(self, seat: Seat) -> None:
        self.seats.player_in(seat)
        if self.state is not State.BETTING:
            raise Refused("bets-closed", "no more bets: the cards are out")

    def say_ready(self, seat: Seat, now: float, seed: str = "") -> None:
        """Mark a seat as ready, optionally with a new seed. Once every person at the table is ready, deal."""
        self._check_may_bet(seat)
        fault = self.chips.fault(seat)
        if fault:
            raise fault
        if not self.chips.has_bet(self.seats.people()):
            raise Refused("no-wager", "nobody has bet: put a chip on a spot first")
        if seat not in self.ready:
            self.story.record(states.SeatReady(seat, check_seed(seed) if seed else None))
            self.ready.add(seat)
            self.spoke.add(seat)
            if seed:
                self.seats[seat] = self.seats[seat]._replace(seed=seed)
        elif seed:
            self.set_seed(seat, seed)
        self._deal_if_ready(now)

    def say(self, seat: Seat, answer: str, now: float, offer: int | None = None) -> None:
        """Answer the current offer. `offer` is its number, so that a late answer can't apply to the next offer."""
        dealt, pending = self.round, self.pending
        if dealt is None or pending is None:
            raise Refused("nothing-asked", f"no question is open, so seat {seat} cannot say {answer!r}")
        if offer is not None and offer != self.offer_number:
            raise Refused("too-late", f"offer {offer} is closed: the dealer is at offer {self.offer_number}")
        option = pending.option(seat, answer)
        if seat in dealt.answered:
            raise Refused("said-already", f"seat {seat} has already answered: {dealt.answered[seat]}")
        self.chips.cover(seat, option)
        self.spoke.add(seat)
        self.story.record(states.SeatSpoke(seat))
        dealt.say(seat, answer)
        self._advance(now)

    def tick(self, now: float) -> None:
        """Close the bets or the offer if the deadline has passed."""
        if self.deadline is None or now < self.deadline:
            return
        if self.state is State.BETTING:
            self._close_bets(now)
        elif self.pending and self.round:
            self.round.close_offer()
            self._advance(now)

    def restart_clock(self, now: float) -> None:
        """Give everyone the full time again after a server restart."""
        if self.state is State.BETTING and self.chips.has_bet(self.seats.people()):
            self.deadline = self._clock(self.setup.clocks.bets, now)
        elif self.pending:
            self._set_offer_clock(now)

    def call_off(self, why: str) -> None:
        """Void a round that can't go on, and return all chips (C-4)."""
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
        """Call a misdeal: the current round is void, and all stakes are returned (C-11)."""
        if self.round is None or self.state is not State.DEALING:
            raise Refused("no-round", "no round is being dealt: a misdeal can be called only during one")
        self.round.void(f"misdeal, called by {by}: {reason}")
        self.story.show_round(self.round)
        self._end_round()

    def close(self, why: str) -> None:
        """Close the table between rounds and return the bets."""
        if self.state is State.DEALING:
            raise Refused("round-on", "a round is being dealt: the table can be closed when it is over")
        if self.state is State.OPEN:
            self.chips.clear()  # left over from the last round and already settled
        for seat in [seat for seat in self.seats if self.chips.bets.get(seat)]:
            self._put_down(seat, {})
        self._open_shoe("the table closes")
        self.story.record(states.TableClosed(why))
        self.deadline = None

    def new_shoe(self, seat: Seat) -> None:
        """Open the shoe in use at a seat's request, before anyone bets, and shuffle a new one."""
        self._check_may_bet(seat)
        if self.game.cut_card is None:
            raise Refused("no-shoe", "every round of this game has a fresh pack, opened when the round is over")
        if self.chips.has_bet(self.seats):
            raise Refused("bets-down", "there are chips on the table: ask for a new shoe before anyone bets")
        if self.dealt < ROUNDS_BEFORE_NEW_SHOE:
            rounds_left = ROUNDS_BEFORE_NEW_SHOE - self.dealt
            raise Refused(
                "too-soon", f"a new shoe can be asked for after {rounds_left} more round{'s' * (rounds_left > 1)}"
            )
        self._open_shoe(f"seat {seat} asks for a new one")
        self._open_bets()

    def _open_shoe(self, why: str) -> None:
        """Publish the seed of the shoe in use, if any, and retire the shoe."""
        shoe = self.shoe
        if shoe is None or not shoe.serves(self.game, self.rules):
            return
        opened = publish(self.setup, self.number, shoe.opened())
        self.story.record(states.ShoeOpened(self.number, why, decode(opened.body)))
        self.story.change.opened.append(opened)
        self.shoe, self.deadline = None, None

    def close_after_round(self, why: str) -> None:
        """Close the table now, or after the current round."""
        if self.state is not State.DEALING:
            self.close(why)
        elif not self.closing:
            self.story.record(states.TableClosing(why))
            self.closing = why

    def _open_day(self) -> None:
        """Open the table once a day: the deck is inspected and washed again (F22-12)."""
        if self.opened_on != self.today():
            self.opened_on = self.today()
            self.story.show(*(self.game.opening(self.rules) if self.game.opening else ()))

    def _open_bets(self) -> None:
        """Open betting for the next round with a sealed deck. Without people at the table, wait."""
        if not self.seats.people():
            self.chips.clear()
            self._open_shoe("nobody is left at the table")
            return
        has_board = self.shoe or self.round  # after a void round there is no shoe, but the board is still there (C-10)
        left = has_board.board if has_board else ()
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
        self.story.record(self.shoe.announcement(self.number))
        self.story.show_round(self.next_round(self.shoe))
        self.deadline, self.ready, self.spoke = None, set(), set()

    def next_round(self, shoe: SealedShoe) -> Round:
        """Start the next round from this shoe, and track its chips."""
        self.round = shoe.next_round(self.game, self.rules)
        self.chips.follow(self.round)
        return self.round

    def _put_down(self, seat: Seat, placed: SeatBets) -> None:
        self.story.record(states.BetPlaced(seat, dict(placed)))
        self.chips.put_down(seat, placed)

    def _deal_if_ready(self, now: float) -> None:
        """Deal once every connected person is ready and somebody has bet."""
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
        self.story.record(states.BetsClosed(self.number))
        self.chips.brought = {seat: chips for seat, chips in self.chips.brought.items() if chips}
        self.round.place(self.chips.dealt_in())
        self._advance(now)

    def _return_faulty_bets(self) -> None:
        for seat in list(self.chips.bets):
            fault = self.chips.fault(seat)
            if fault:
                amount = self.chips.brought[seat]
                self._put_down(seat, {})
                self.story.record(states.BetsReturned(seat, amount, fault.reason))

    def _advance(self, now: float) -> None:
        """Answer for bots and leaving seats until a person is asked or the round ends. Show the dealer's actions."""
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
        self.story.record(states.RoundEnded(self.number, {str(seat): amount for seat, amount in winnings.won.items()}))
        self.last_bets |= {owners[seat].player: self.chips.bets[seat] for seat in self.chips.brought}
        self.shoe = shoe.after(dealt)
        self.dealt += 1
        for seat, why in self.seats.end_round(self.spoke):
            self._free(seat, why)
        here = {sitter.player for sitter in self.seats.values()}
        self.last_bets = {player: bets for player, bets in self.last_bets.items() if player in here}
        self.close(self.closing) if self.closing else self._open_bets()
