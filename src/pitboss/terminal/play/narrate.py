"""What happened, told to one viewer in few words: the dealer's chores are left out unless they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pitboss.money import show_money
from pitboss.paytable import or_more
from pitboss.play import steps
from pitboss.play.motions import Looked
from pitboss.play.records.ledger import bank, net, purses
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Event, Seat
from pitboss.play.words import PLAIN, Words
from pitboss.terminal.screen import Line

YOURS, OTHERS = "▸ ", "  "
_IN_ONE_BREATH = (steps.Dealt, steps.Answered, steps.Moved, steps.Discarded, steps.Burned, steps.Returned, Looked)
_CHORES = {
    "inspected", "washed", "shuffled", "burned", "discarded", "moved", "tokens-picked-up", "tokens-locked-up", "tucked",
    "laid-sideways", "wager-locked-up", "pack-cut", "pack-dealt", "looked", "moved-over",
}  # fmt: skip


class Manner(NamedTuple):
    """How it is told: in whose words, with every motion of the dealer's, with the rulings by number."""

    words: Words = PLAIN
    motions: bool = False
    rulings: bool = False

    @property
    def quoting(self) -> Words:
        """The words for what an event says of a ruling itself: a cut, a void, free money that did not win."""
        return self.words.quoting() if self.rulings else self.words

    @property
    def you(self) -> Seat | None:
        """Whose marks stand at the head of a line."""
        return None if self.words.you is None else Seat(self.words.you)


class Past(NamedTuple):
    """A finished round and its result."""

    number: int
    record: Record
    gained: Mapping[Seat, int]
    dealers: int
    house: int


def past(number: int, record: Record, dealt: Round) -> Past:
    """Return the result of a round."""
    gained, dealers = purses(dealt.events, record.game.tokes(record.rules))
    return Past(number, record, gained, dealers, bank(net(dealt.events)))


def is_chore(event: Event) -> bool:
    """
    Whether this is a motion of the dealer's that changes nothing for a player.

    >>> from pitboss.play.opening import Shuffled
    >>> is_chore(Shuffled(52)), is_chore(steps.Announced("no-blackjack", "The dealer has no blackjack."))
    (True, False)
    """
    return not isinstance(event, steps.Announced) if isinstance(event, steps.Motioned) else event.kind in _CHORES


def tell(events: Iterable[Event], manner: Manner, heard: Iterable[tuple[Seat, str]] = ()) -> Iterator[Line]:
    """Lines for these events; those of one kind in one breath; answers that were heard already are not told again."""
    known = set(heard)
    wanted = [event for event in events if not _is_in(known, event) and (manner.motions or not is_chore(event))]
    for (kind, _), group in groupby(wanted, _breath):
        told = list(group)
        if kind is steps.Wagered:
            yield _wagered(told, manner)
        elif kind is steps.Settled and manner.you not in (None, _seat(told[0])):
            yield _others(told, manner)
        elif kind in _IN_ONE_BREATH:
            said = " ".join(event.told(manner.words) for event in told)
            yield [OTHERS, (said, "dim" if kind in (steps.Discarded, steps.Moved) else "")]
        else:
            yield from (_alone(event, manner) for event in told if not _is_question_to(event, manner.you))


def _is_in(known: set[tuple[Seat, str]], event: Event) -> bool:
    return isinstance(event, steps.Answered) and (event.seat, event.answer) in known


def _breath(event: Event) -> tuple[type[Event], object]:
    """Events with the same breath are told together."""
    return type(event), _seat(event) if isinstance(event, (steps.Wagered, steps.Settled)) else None


def _seat(event: Event) -> object:
    return getattr(event, "seat", None)


def _is_question_to(event: Event, you: Seat | None) -> bool:
    return isinstance(event, steps.Offered) and you in event.seats


def _mark(event: Event, you: Seat | None) -> str:
    return YOURS if you is not None and _seat(event) == you else OTHERS


def _wagered(told: Sequence[Event], manner: Manner) -> Line:
    bets = [event for event in told if isinstance(event, steps.Wagered)]
    spots = [f"{show_money(bet.amount)} on {manner.words.bet(bet.bet, bet.hand)}" for bet in bets]
    return [_mark(told[0], manner.you), f"{manner.words.seat(bets[0].seat, 'bets', 'bet')} {', '.join(spots)}."]


def _others(told: Sequence[Event], manner: Manner) -> Line:
    """Another seat's settlements, without the reasons that its own player would want."""
    settled = [event for event in told if isinstance(event, steps.Settled)]
    results = [f"{manner.words.bet(event.bet)} {_result(event)}" for event in settled]
    total = sum(event.back - event.stake for event in settled)
    clauses = ", ".join(dict.fromkeys(event.clause for event in settled))
    ruling = f" ({clauses})" if manner.rulings else ""
    return [OTHERS, f"Seat {settled[0].seat}: {', '.join(results)}{ruling}", (".", colour(total))]


def _result(event: steps.Settled) -> str:
    won = event.back - event.stake
    if event.is_held_down:
        return f"held down to {show_money(won)}"
    return "push" if won == 0 else signed(won)


def _alone(event: Event, manner: Manner) -> Line:
    match event:
        case steps.Settled(stake=stake, back=back):
            return [_mark(event, manner.you), (settled(event, manner), colour(back - stake))]
        case _ if event.stands_out:
            return [_mark(event, manner.you), (event.told(manner.quoting), "bold yellow")]
        case steps.Turned() | steps.Offered():
            return [OTHERS, (event.told(manner.words), "bold")]
    return [_mark(event, manner.you), (event.told(manner.quoting), "dim" if is_chore(event) else "")]


def settled(event: steps.Settled, manner: Manner) -> str:
    """A bet decided, as a dealer says it: what it won, then why, then what that pays."""
    won = event.back - event.stake
    result = f"wins {show_money(won)}" if won > 0 else "pushes" if won == 0 else f"loses {show_money(-won)}"
    if event.is_held_down:
        result = f"is held down to {show_money(won)}"
    odds = f", {event.pays.spoken}" if event.pays.won > 0 else ""
    ruling = f" ({event.clause})" if manner.rulings else ""
    bet = manner.words.bet_of(event.seat, event.bet, event.hand)
    return f"{bet} {result}: {or_more(event.line)}{odds}{ruling}."


def result_line(past: Past, you: Seat | None = None) -> Line:
    """Who won what in a round; the dealers' share of a toke is told apart (FB-9)."""
    results = [
        (f"{'you' if seat == you else f'seat {seat}'} {signed(won)}", colour(won)) for seat, won in past.gained.items()
    ]
    tokes = f"; the dealers {signed(past.dealers)}" if past.dealers else ""
    told: Line = [("Result: ", "bold")]
    for number, (words, style) in enumerate(results):
        told += [", " if number else "", (words, f"bold {style}")]
    return [*told, (f"{tokes}; the house {signed(past.house)}.", "bold")]


def outcome(past: Past, you: Seat | None) -> Line:
    """Return what the round won or lost for the player."""
    won = sum(amount for seat, amount in past.gained.items() if seat == you)
    return [(f"This round: {signed(won)}.", f"bold {colour(won)}")]


def place_words(at: str) -> str:
    """
    Return a place on the layout in words.

    >>> place_words("up-card")
    'up card'
    """
    return at.replace("-", " ")


def signed(cents: int) -> str:
    """A result with its sign: +$10, -$5, even.

    >>> signed(1000), signed(-250), signed(0)
    ('+$10', '-$2.50', 'even')
    """
    return "even" if cents == 0 else f"{'+' if cents > 0 else ''}{show_money(cents)}"


def colour(won: int) -> str:
    """Green for what was won, red for what was lost."""
    return "green" if won > 0 else "red" if won < 0 else "yellow"
