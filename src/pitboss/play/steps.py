"""The steps of a round: events, which have happened, and offers, which wait for an answer."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import ClassVar, NewType, TypeAlias, TypeVar

from msgspec import Struct, field

from pitboss.cards import Card, Pack
from pitboss.money import FREE, Cents, Commission, Pays, show_money
from pitboss.play.refused import Refused, one_of
from pitboss.play.words import PLAIN, Words, capital

Seat = NewType("Seat", int)
Answers: TypeAlias = Mapping[Seat, str]
R = TypeVar("R")


class Face(StrEnum):
    """The visibility of a dealt card: everyone, its owner, or nobody yet."""

    UP = "up"
    OWN = "own"
    DOWN = "down"


class Event(Struct, frozen=True, kw_only=True):
    """An action by the dealer or a seat. `str(event)` describes it neutrally, `describe` in a viewer's wording."""

    motion: str = ""
    """Its name in the game's procedure (C-10); empty for table events such as taking and leaving seats."""

    stands_out: ClassVar[bool] = False
    """Whether it is unusual and every player should notice it."""

    is_routine: ClassVar[bool] = False
    """Whether it is a dealer motion that makes no difference to the players."""

    def describe(self, words: Words) -> str:
        """Return the event as a sentence in this wording."""
        return self._describe(words)

    def _describe(self, words: Words) -> str:
        """Return the sentence. Subclasses override this, or `__str__` if the sentence mentions no seat and no bet."""
        return str(self)

    def __str__(self) -> str:
        return self._describe(PLAIN)

    @property
    def kind(self) -> str:
        """The name of this kind of event in JSON."""
        return _named(type(self))

    def as_data(self, words: Words = PLAIN) -> dict[str, object]:
        """Return the event as JSON-compatible data: its kind, its fields and the sentence."""
        data: dict[str, object] = {"event": self.kind}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and not (name == "motion" and not value):
                data[name] = value if type(value) in _PLAIN else _plain(value)
        data["text"] = self.describe(words)
        return data


@cache
def _named(kind: type[Event]) -> str:
    """Return the name of an event class, hyphenated."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("-")


_PLAIN = (int, str, bool)


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, (Card, Pays, Face)) else value


class Wagered(Event, frozen=True):
    """A seat placed chips on a spot."""

    seat: Seat
    bet: str
    amount: Cents
    hand: int | None = None

    def _describe(self, words: Words) -> str:
        wagers = words.seat(self.seat, "bets", "bet")
        return f"{wagers} {show_money(self.amount)} on {words.bet(self.bet, self.hand)}."


class Dealt(Event, frozen=True):
    """A card was dealt to a place on the layout; no seat means the dealer's side."""

    card: Card
    seat: Seat | None
    at: str
    face: Face = Face.UP
    makes: str | None = None
    """The hand now visible there, as the dealer calls it: 12, soft 17."""

    def _describe(self, words: Words) -> str:
        down = "" if self.face is Face.UP or (self.face is Face.OWN and self.seat == words.you) else ", face down"
        card = "a card" if self.card.is_hidden else self.card.sign
        return f"{capital(words.place(self.seat, self.at))}: {card}{down}."


class Turned(Event, frozen=True):
    """A face-down card was turned over; `makes` is the resulting hand, as the dealer calls it."""

    card: Card
    seat: Seat | None
    at: str
    makes: str | None = None

    def _describe(self, words: Words) -> str:
        return f"The dealer turns {words.the_place(self.seat, self.at)}: {self.card.sign}."


class Burned(Event, frozen=True):
    """A card was burned unseen."""

    is_routine: ClassVar[bool] = True
    card: Card
    face: Face = Face.DOWN

    def __str__(self) -> str:
        return "The dealer burns a card."


class Discarded(Event, frozen=True):
    """Cards went to the discard rack; `at` is their place on the layout, or describes them in words."""

    is_routine: ClassVar[bool] = True
    at: str
    seat: Seat | None = None
    cards: int = 1

    def _describe(self, words: Words) -> str:
        count = f" ({self.cards} cards)" if self.cards > 1 else ""
        return f"{capital(words.place(self.seat, self.at))}{count} to the discard rack."


class Moved(Event, frozen=True):
    """A card moved from one place on the layout to another; `makes` is the hand there afterwards."""

    is_routine: ClassVar[bool] = True
    card: Card
    seat: Seat | None
    at: str
    to: str
    makes: str | None = None

    def _describe(self, words: Words) -> str:
        return f"{self.card.sign} moves to {words.place(self.seat, self.to)}."


class Motioned(Event, frozen=True):
    """A dealer motion that moves neither cards nor chips."""

    is_routine: ClassVar[bool] = True
    motion: str
    words: str
    seat: Seat | None = None
    yours: str | None = None
    """The sentence addressed to the seat itself."""

    def _describe(self, words: Words) -> str:
        return self.yours if self.yours and self.seat == words.you else self.words


class Announced(Motioned, frozen=True):
    """A motion that informs players; it is shown even if other motions are hidden."""

    is_routine: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The name that all motions share in JSON: programs need not distinguish announcements."""
        return _named(Motioned)


class Offered(Event, frozen=True):
    """The dealer asked these seats for a decision."""

    about: str
    seats: tuple[Seat, ...]

    def _describe(self, words: Words) -> str:
        if self.seats == (words.you,):
            return f"The dealer asks you: {self.about}?"
        seats = ", ".join(map(str, self.seats))
        return f"The dealer asks seat{'s' if len(self.seats) > 1 else ''} {seats}: {self.about}?"


class Answered(Event, frozen=True):
    """A seat's answer, or its default if it did not answer."""

    seat: Seat
    answer: str

    def _describe(self, words: Words) -> str:
        return f"{words.answer(self.seat, self.answer)}."


class Settled(Event, frozen=True):
    """A bet was settled: `back` is the amount returned, 0 for a loss, the stake for a push."""

    seat: Seat
    bet: str
    stake: Cents
    back: Cents
    line: str
    pays: Pays
    clause: str
    hand: int | None = None
    commission: Cents | None = None
    """The house's commission, already deducted from `back`; None if the bet pays none."""

    @property
    def is_capped(self) -> bool:
        """Whether an aggregate limit reduced the payout, possibly to 0; that is not a push (F22-8)."""
        due = self.stake * self.pays.won // self.pays.per - (self.commission or 0)
        return 0 <= self.back - self.stake < due

    def _describe(self, words: Words) -> str:
        won = self.back - self.stake
        result = f"wins {show_money(won)}" if won > 0 else "pushes" if won == 0 else f"loses {show_money(-won)}"
        if self.is_capped:
            result = f"capped at {show_money(won)}"
        odds = f" pays {self.pays}" if self.pays.won > 0 else ""
        if self.commission:
            result += f" after a commission of {show_money(self.commission)}"
        bet = words.bet_of(self.seat, self.bet, self.hand)
        return f"{bet}: {self.line}{odds}, {result}{words.clause(self.clause)}."


def deal_hands(
    pack: Pack, seats: Iterable[Seat], cards: int, at: str = "hand", face: Face = Face.OWN
) -> Script[dict[Seat, tuple[Card, ...]]]:
    """Deal a complete hand to each seat in turn."""
    hands = {}
    for seat in seats:
        hands[seat] = pack.draw_hand(cards, f"seat {seat} {at}")
        for card in hands[seat]:
            yield Dealt(card, seat, at, face)
    return hands


def deal_dealer(pack: Pack, cards: int, at: str = "dealer", face: Face = Face.UP) -> Script[tuple[Card, ...]]:
    """Deal cards to a place on the dealer's side."""
    hand = pack.draw_hand(cards, at)
    for card in hand:
        yield Dealt(card, None, at, face)
    return hand


def deal_shared(pack: Pack, places: Sequence[str], face: Face = Face.UP) -> Script[tuple[Card, ...]]:
    """Deal one shared card to each of these places, so that each card can be turned separately."""
    cards = pack.draw_hand(len(places), "shared")
    for card, at in zip(cards, places, strict=True):
        yield Dealt(card, None, at, face)
    return cards


def bonus(seat: Seat, bet: str, stake: Cents, line: str, pays: Pays, clause: str) -> Settled:
    """Pay a bonus on top of a bet, win or lose; the bet itself is settled separately."""
    return Settled(seat, bet, Cents(0), Cents(pays.back(stake) - stake), line, pays, clause)


def less_commission(
    seat: Seat, bet: str, stake: Cents, line: str, pays: Pays, clause: str, commission: Commission
) -> Settled:  # fmt: skip
    """Settle a bet, and deduct the house's commission from its winnings."""
    back = pays.back(stake)
    fee = commission.of(Cents(back - stake)) if back > stake else None
    return Settled(seat, bet, stake, Cents(back - (fee or 0)), line, pays, clause, commission=fee)


class Voided(Event, frozen=True):
    """The round could not be dealt according to the rules: every wager is returned (C-4)."""

    stands_out: ClassVar[bool] = True
    reason: str

    def _describe(self, words: Words) -> str:
        return f"The round is void: {self.reason}. Every wager goes back{words.clause('C-4')}."


class Returned(Event, frozen=True):
    """A bet went back: the round is void, or the player took it back. The amount is what was bet less what was paid."""

    seat: Seat
    bet: str
    amount: Cents

    def _describe(self, words: Words) -> str:
        if self.amount < 0:
            bet, seat = words.bet(self.bet), words.to(self.seat)
            return f"The dealer takes {show_money(-self.amount)} of {bet} back from {seat}."
        return f"{words.seat(self.seat, 'gets', 'get')} {show_money(self.amount)} back on {words.bet(self.bet)}."


def settling(bet: str, pays: Pays) -> str:
    """Return the motion that settles a bet: take, push or pay."""
    return f"{'take' if pays.won < 0 else 'pay' if pays.won else 'push'}-{bet}"


class Option(Struct, frozen=True):
    """One possible answer: its name, its meaning, and the chips it requires."""

    name: str
    words: str
    cost: Cents = FREE
    signal: Event | None = None
    """The hand signal for it, an event before the answer (FB-14)."""


class Offer(Struct, frozen=True):
    """A question to one or more seats; a seat's first option applies if time runs out (C-6)."""

    about: str
    options: Mapping[Seat, tuple[Option, ...]]
    context: Mapping[str, object] = field(default_factory=dict)
    motion: str = "ask"
    """The name of the question in the game's procedure."""

    def option(self, seat: Seat, answer: str) -> Option:
        """Return the option named by this answer; raise `Refused` if there is none."""
        options = self.options.get(seat)
        if options is None:
            raise Refused("not-asked", f"it is not seat {seat}'s turn to answer: {self.about}")
        for option in options:
            if option.name == answer:
                return option
        names = one_of([option.name for option in options])
        raise Refused("no-such-answer", f"seat {seat} may say {names}, not {answer!r}")


Script: TypeAlias = Generator[Event | Offer, Answers, R]
