"""What lies on a table: seats, chips, the sealed shoe and the story so far."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from random import Random

from msgspec import Struct

from pitboss.money import Cents, show_money
from pitboss.play.refused import Refused, rather
from pitboss.play.round import Round
from pitboss.play.steps import Event, Offer, Seat
from pitboss.table import states
from pitboss.table.finished import Finished
from pitboss.table.money import Bank, Transfer, moved, stakes, won
from pitboss.table.sealed import SealedShoe, TrueRandom
from pitboss.table.seats import Setup, Sitter
from pitboss.table.states import TRANSITIONS, State


class Change(Struct):
    """What a command did: chips to move and rounds to keep, to be written before the events are shown."""

    events: list[Event] = []
    transfers: list[Transfer] = []
    finished: list[Finished] = []
    new_shoe: bool = False

    @property
    def is_only_words(self) -> bool:
        """Whether nothing happened but that seats spoke: no card fell, no chip moved, and the offer still stands."""
        return bool(self.events) and not self.transfers and all(type(e) is states.SeatSpoke for e in self.events)


class Felt:
    """The state of one table, and the ways in which chips and happenings get onto it."""

    def __init__(self, setup: Setup, bank: Bank, rng: Random | None = None) -> None:
        self.setup, self.game, self.rules = setup, setup.game, setup.rules
        self.bank = bank
        self.rng = rng or TrueRandom()
        self._spots = self.game.bets(self.rules)
        self.words = cache(partial(self.game.words, self.rules))
        """The words for a seat's own viewer, and without a seat for the rail."""
        self._tokes = {bet.name for bet in self._spots if bet.for_dealers}
        self._open_spots = {bet.name: bet for bet in self._spots if not bet.in_play}
        self.state = State.OPEN
        self.seats: dict[Seat, Sitter] = {}
        self.away: set[Seat] = set()
        """Seats whose player is not connected: nobody waits for them to be ready."""
        self.number = 0
        self.bets: dict[Seat, dict[str, Cents]] = {}
        self.brought: dict[Seat, int] = {}
        """The chips each seat has put on the table in this round, out of its bankroll."""
        self.owners: dict[Seat, Sitter] = {}
        """Whose chips they are, also when the seat has been left."""
        self.ready: set[Seat] = set()
        self.spoke: set[Seat] = set()
        self.last_bets: dict[str, dict[str, Cents]] = {}
        """What each player bet last, for the rebet."""
        self.round: Round | None = None
        self.shoe: SealedShoe | None = None
        self.deadline: float | None = None
        self.story: list[Event] = list(self.game.opening(self.rules)) if self.game.opening else []
        """All that happened since the bets were last opened."""
        self.change = Change()
        self.clocked: tuple[int, int] | None = None
        """The round and the offer whose clock is running."""
        self._won: tuple[Round | None, int, dict[Seat, int]] = (None, 0, {})
        """The round, how many of its events are counted, and what each seat has won in them."""
        self._asked: tuple[Offer | None, dict[Seat, dict[str, object]]] = (None, {})
        self._faults: dict[Seat, Refused | None] = {}
        self._told = 0
        """How many of the round's events are in the story."""

    @property
    def pending(self) -> Offer | None:
        """The offer that stands."""
        return self.round.pending if self.round and self.state is State.DEALING else None

    @property
    def offer_number(self) -> int:
        """How many offers of this round are closed: the name of the one that stands."""
        return len(self.round.answers) if self.round else 0

    def seat_of(self, player: str) -> Seat | None:
        """Where this player sits."""
        for seat, sitter in self.seats.items():
            if sitter.player == player and not sitter.bot:
                return seat
        return None

    def people(self) -> list[Seat]:
        """The seats that are not bots."""
        return [seat for seat, sitter in self.seats.items() if not sitter.bot]

    def bets_fault(self, seat: Seat) -> Refused | None:
        """Why the chips of this seat may not be dealt to as they lie, or nothing."""
        if seat not in self._faults:
            self._faults[seat] = self._find_fault(seat)
        return self._faults[seat]

    def _find_fault(self, seat: Seat) -> Refused | None:
        placed = self.bets.get(seat)
        if placed and self.round:
            try:
                self.game.check_seat(self.rules, seat, placed, self.round.board, self._spots, self.words(seat))
            except Refused as fault:
                return fault
        return None

    def won_so_far(self) -> dict[Seat, int]:
        """What each seat has won or lost in this round so far."""
        if self.round is None:
            return {}
        counted, many, result = self._won
        if counted is not self.round:
            many, result = 0, {}
        for seat, amount in won(self.round.events[many:]).items():
            result[seat] = result.get(seat, 0) + amount
        self._won = (self.round, len(self.round.events), result)
        return result

    def in_hand(self, seat: Seat) -> int:
        """What the round has paid this seat so far; it reaches the bankroll when the round is over."""
        return self.brought.get(seat, 0) + self.won_so_far().get(seat, 0)

    def asked(self, seat: Seat) -> dict[str, object] | None:
        """What the dealer asks a seat that has not spoken, as plain data; made once for each offer."""
        offer = self.pending
        if offer is None or self.round is None or seat in self.round.said:
            return None
        if self._asked[0] is not offer:
            self._asked = (offer, {seat: _as_asked(offer, seat) for seat in offer.options})
        return self._asked[1].get(seat)

    def take_change(self) -> Change:
        """What happened since this was last asked."""
        change, self.change = self.change, Change()
        return change

    def _tell(self, event: Event) -> None:
        """A happening of the table: the transition it stands for, or `Refused`."""
        there = TRANSITIONS[self.state].get(type(event))
        if there is None:
            raise Refused("not-now", f"the table is {self.state}: that cannot be done now")
        self.state = there
        self._show(event)

    def _show(self, event: Event) -> None:
        self.story.append(event)
        self.change.events.append(event)

    def _show_round(self) -> None:
        assert self.round is not None
        fresh = self.round.events[self._told :]
        self.story += fresh
        self.change.events += fresh
        self._told += len(fresh)

    def show_restored(self) -> None:
        """After a restart the round's events are the story again; nobody is told them as new."""
        self._show_round()
        self.change = Change()

    def _in(self, state: State, code: str, reason: str) -> None:
        if self.state is not state:
            raise Refused(code, reason)

    def _sitter(self, seat: Seat) -> Sitter:
        if seat not in self.seats:
            raise Refused("not-seated", f"nobody sits in seat {seat}: take a seat first")
        return self.seats[seat]

    def _check_chips(self, seat: Seat, placed: Mapping[str, int]) -> None:
        """Refuse chips that could never lie there, however many more are added."""
        known = self._open_spots
        for name, amount in placed.items():
            if name not in known:
                raise Refused("no-such-bet", f"there is no bet {name!r} now: {rather(name, known)}")
            if amount <= 0 or amount % self.rules.chip:
                chip = show_money(self.rules.chip)
                title = known[name].title
                raise Refused("not-in-chips", f"{show_money(amount)} on {title} is not a whole number of {chip} chips")
            if amount > known[name].most:
                raise Refused("over-limit", f"{known[name].title} takes at most {show_money(known[name].most)}")

    def _put_down(self, seat: Seat, placed: Mapping[str, int]) -> None:
        """The chips of a seat before the deal, out of its bankroll or back into it."""
        account, table = self.seats[seat].account, stakes(self.setup.id)
        more = sum(placed.values()) - self.brought.get(seat, 0)
        self._tell(states.BetPlaced(seat, dict(placed)))
        self.change.transfers.extend(moved(account, table, more, f"seat {seat} bets"))
        self.bets[seat] = {name: Cents(amount) for name, amount in placed.items()}
        self._faults.pop(seat, None)
        self.brought[seat] = sum(placed.values())
        self.owners[seat] = self.seats[seat]

    def _held(self, account: str) -> int:
        """The cents in an account, with what was moved here and nobody has been told of yet."""
        back = sum(transfer.amount for transfer in self.change.transfers if transfer.credit == account)
        gone = sum(transfer.amount for transfer in self.change.transfers if transfer.debit == account)
        return self.bank.balance(account) + back - gone

    def _cover(self, seat: Seat, cost: Cents) -> None:
        """The chips for an option: first what the round has paid, then the bankroll."""
        if not cost:
            return
        owner = self.owners[seat]
        short = max(cost - self.in_hand(seat), 0)
        have = self._held(owner.account)
        if short > have and not owner.bot:
            raise Refused(
                "over-bankroll", f"that costs {show_money(cost)}, and you are {show_money(short - have)} short of it"
            )
        self.change.transfers.extend(moved(owner.account, stakes(self.setup.id), short, f"seat {seat} bets more"))
        self.brought[seat] += short


def _as_asked(offer: Offer, seat: Seat) -> dict[str, object]:
    options = [{"name": option.name, "words": option.words, "cost": option.cost} for option in offer.options[seat]]
    return {"options": options, "context": dict(offer.context)}
