"""Steps of a round: events, which have happened, and offers, which wait for an answer."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from enum import StrEnum
from functools import cache
from typing import ClassVar, NewType, TypeAlias, TypeVar

from msgspec import Struct, field

from pitboss.cards import Card
from pitboss.money import FREE, Cents, Pays, show_money
from pitboss.play.refused import Refused, one_of
from pitboss.play.words import PLAIN, Words, capital

Seat = NewType("Seat", int)
Answers: TypeAlias = Mapping[Seat, str]
R = TypeVar("R")


class Face(StrEnum):
    """Who sees a card that was dealt: everyone, its owner, or nobody yet."""

    UP = "up"
    OWN = "own"
    DOWN = "down"


class Event(Struct, frozen=True, kw_only=True):
    """Something the dealer did or a seat said, in the past tense; `str(event)` tells it, `told` to one viewer."""

    motion: str = ""
    """Its name in the game's procedure (C-10); what only a table does, seats taken and left, has none."""

    stands_out: ClassVar[bool] = False
    """Whether every player should notice it: it is not the usual course of a round."""

    def told(self, words: Words) -> str:
        """The sentence in these words: to one viewer, or plain."""
        return self._told(words)

    def _told(self, words: Words) -> str:
        """What a kind of event defines; one that names no seat and no bet may define `__str__` instead."""
        return str(self)

    def __str__(self) -> str:
        return self._told(PLAIN)

    @property
    def kind(self) -> str:
        """The name of this kind of event, as programs read it."""
        return _named(type(self))

    def as_data(self, words: Words = PLAIN) -> dict[str, object]:
        """The event for programs: its kind, its fields and the sentence in these words."""
        data: dict[str, object] = {"event": self.kind}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and not (name == "motion" and not value):
                data[name] = value if type(value) in _PLAIN else _plain(value)
        data["text"] = self.told(words)
        return data


@cache
def _named(kind: type[Event]) -> str:
    """What a kind of event is called."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("-")


_PLAIN = (int, str, bool)


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, (Card, Pays, Face)) else value


class Wagered(Event, frozen=True):
    """A seat put chips on a spot."""

    seat: Seat
    bet: str
    amount: Cents
    hand: int | None = None

    def _told(self, words: Words) -> str:
        wagers = words.seat(self.seat, "bets", "bet")
        return f"{wagers} {show_money(self.amount)} on {words.bet(self.bet, self.hand)}."


class Dealt(Event, frozen=True):
    """A card went to a place on the layout; no seat means the dealer's side."""

    card: Card
    seat: Seat | None
    at: str
    face: Face = Face.UP
    makes: str | None = None
    """What everyone now sees lying there, as the dealer calls it: 12, soft 17."""

    def _told(self, words: Words) -> str:
        down = "" if self.face is Face.UP or (self.face is Face.OWN and self.seat == words.you) else ", face down"
        card = "a card" if self.card.is_hidden else self.card.sign
        return f"{capital(words.place(self.seat, self.at))}: {card}{down}."


class Turned(Event, frozen=True):
    """A card that lay face down was turned up for everyone; `makes` is what the hand is then called."""

    card: Card
    seat: Seat | None
    at: str
    makes: str | None = None

    def _told(self, words: Words) -> str:
        return f"The dealer turns {words.place(self.seat, self.at)}: {self.card.sign}."


class Burned(Event, frozen=True):
    """A card left play unseen."""

    card: Card
    face: Face = Face.DOWN

    def __str__(self) -> str:
        return "The dealer burns a card."


class Discarded(Event, frozen=True):
    """Cards went to the discard rack: those at one place, or `what` is said in words."""

    at: str
    seat: Seat | None = None
    cards: int = 1

    def _told(self, words: Words) -> str:
        many = f" ({self.cards} cards)" if self.cards > 1 else ""
        return f"{capital(words.place(self.seat, self.at))}{many} to the discard rack."


class Moved(Event, frozen=True):
    """A card moved from one place on the layout to another; `makes` is what lies there then."""

    card: Card
    seat: Seat | None
    at: str
    to: str
    makes: str | None = None

    def _told(self, words: Words) -> str:
        return f"{self.card.sign} moves to {words.place(self.seat, self.to)}."


class Motioned(Event, frozen=True):
    """A motion of the dealer's hands that moves neither card nor chip."""

    motion: str
    words: str
    seat: Seat | None = None
    yours: str | None = None
    """The same, said to the seat itself."""

    def _told(self, words: Words) -> str:
        return self.yours if self.yours and self.seat == words.you else self.words


class Announced(Motioned, frozen=True):
    """A motion from which players learn something: it is told even if other motions are left out."""

    @property
    def kind(self) -> str:
        """The same name as any motion's, as programs read it."""
        return _named(Motioned)


class Offered(Event, frozen=True):
    """The dealer asked these seats to speak."""

    about: str
    seats: tuple[Seat, ...]

    def _told(self, words: Words) -> str:
        if self.seats == (words.you,):
            return f"The dealer asks you: {self.about}?"
        seats = ", ".join(map(str, self.seats))
        return f"The dealer asks seat{'s' if len(self.seats) > 1 else ''} {seats}: {self.about}?"


class Answered(Event, frozen=True):
    """What a seat said, or what its silence meant."""

    seat: Seat
    answer: str

    def _told(self, words: Words) -> str:
        return f"{'You' if self.seat == words.you else f'Seat {self.seat}'}: {self.answer}."


class Settled(Event, frozen=True):
    """A bet was decided: `back` is what the dealer hands over, 0 for a loss, the stake for a push."""

    seat: Seat
    bet: str
    stake: Cents
    back: Cents
    line: str
    pays: Pays
    clause: str
    hand: int | None = None

    @property
    def is_held_down(self) -> bool:
        """Whether an aggregate left less than the table pays, perhaps nothing: that is no push (F22-8)."""
        return 0 <= self.back - self.stake < self.stake * self.pays.won // self.pays.per

    def _told(self, words: Words) -> str:
        won = self.back - self.stake
        result = f"wins {show_money(won)}" if won > 0 else "pushes" if won == 0 else f"loses {show_money(-won)}"
        if self.is_held_down:
            result = f"held down to {show_money(won)}"
        odds = f" pays {self.pays}" if self.pays.won > 0 else ""
        bet = words.bet_of(self.seat, self.bet, self.hand)
        return f"{bet}: {self.line}{odds}, {result}{words.clause(self.clause)}."


def bonus(seat: Seat, bet: str, stake: Cents, line: str, pays: Pays, clause: str) -> Settled:
    """Pay a bonus on top of a bet, win or lose: the bet itself is settled apart from it."""
    return Settled(seat, bet, Cents(0), Cents(pays.back(stake) - stake), line, pays, clause)


class Voided(Event, frozen=True):
    """The round cannot be dealt as the sheet says: every wager goes back (C-4)."""

    stands_out: ClassVar[bool] = True
    reason: str

    def _told(self, words: Words) -> str:
        return f"The round is void: {self.reason}. Every wager goes back{words.clause('C-4')}."


class Returned(Event, frozen=True):
    """A void put this bet back as it was: what the seat gets, less what it was already paid."""

    seat: Seat
    bet: str
    amount: Cents

    def _told(self, words: Words) -> str:
        if self.amount < 0:
            bet, seat = words.bet(self.bet), words.to(self.seat)
            return f"The dealer takes {show_money(-self.amount)} of {bet} back from {seat}."
        return f"{words.seat(self.seat, 'gets', 'get')} {show_money(self.amount)} back on {words.bet(self.bet)}."


def settling(bet: str, pays: Pays) -> str:
    """What the dealer does with a bet that pays so: takes it, leaves it or pays it."""
    return f"{'take' if pays.won < 0 else 'pay' if pays.won else 'push'}-{bet}"


class Option(Struct, frozen=True):
    """One thing a seat may say, what it means, and what chips it must put down to say it."""

    name: str
    words: str
    cost: Cents = FREE
    signal: Event | None = None
    """What the seat does with its hands to say it, told before the answer (FB-14)."""


class Offer(Struct, frozen=True):
    """What the seats asked may now say; a seat's first option is what its silence means (C-6)."""

    about: str
    options: Mapping[Seat, tuple[Option, ...]]
    context: Mapping[str, object] = field(default_factory=dict)
    motion: str = "ask"
    """What asking is called in the game's procedure."""

    def option(self, seat: Seat, answer: str) -> Option:
        """The option this answer names, or `Refused` with the reason."""
        options = self.options.get(seat)
        if options is None:
            raise Refused("not-asked", f"seat {seat} is not asked now: {self.about}")
        for option in options:
            if option.name == answer:
                return option
        names = one_of([option.name for option in options])
        raise Refused("no-such-answer", f"seat {seat} may say {names}, not {answer!r}")


Script: TypeAlias = Generator[Event | Offer, Answers, R]
