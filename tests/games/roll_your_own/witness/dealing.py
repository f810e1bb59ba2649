"""Builders for the tests of Roll Your Own: stacked rounds, and decks too short for a whole table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from helpers.stacking import stacked
from pitboss.cards import Pack, parse_cards
from pitboss.games.roll_your_own import GAME
from pitboss.money import dollars
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Event, Offer, Offered, Seat, Wagered

SeatAnswers = Mapping[int, str]


def equal_bets(*seats: int, amount: int = 10) -> dict[int, dict[str, int]]:
    """Return the three compulsory bets for each of these seats, in dollars."""
    return {seat: dict.fromkeys(("two-card", "one-card", "bonus"), amount) for seat in seats}


def deal(dealer: str, *seats: str, answers: Iterable[SeatAnswers] = (), rules: Sequence[str] = ()) -> Round:
    """
    Deal a round at $10 a bet, with each seat's cards and the dealer's in the order they are drawn.

    The dealer's first card is the one that is burned.
    """
    piles = {"dealer": dealer} | {f"seat {seat}": cards for seat, cards in enumerate(seats, 1)}
    return stacked("roll-your-own", piles, equal_bets(*range(1, len(seats) + 1)), answers, rules)


def one(*answers: str) -> list[SeatAnswers]:
    """Return the answers of seat 1 to successive offers."""
    return [{1: answer} for answer in answers]


def deal_short(
    pack: str, *answers: SeatAnswers, seats: int = 1, rules: Sequence[str] = ()
) -> tuple[list[Event], list[Offer]]:
    """Run the script alone with a short deck and return its events and offers; defaults follow the given answers."""
    house = GAME.rules().with_settings(rules)
    bets = {Seat(seat): dict.fromkeys(("two-card", "one-card", "bonus"), dollars(10)) for seat in range(1, seats + 1)}
    script = GAME.play(house, Pack(parse_cards(pack)), bets, ())
    events: list[Event] = [Wagered(seat, bet, amount) for seat in bets for bet, amount in bets[seat].items()]
    offers: list[Offer] = []
    given = iter(answers)
    step = next(script)
    while True:
        reply: dict[Seat, str] = {}
        if isinstance(step, Offer):
            offers.append(step)
            events.append(Offered(step.about, tuple(step.options)))
            answer = next(given, {})
            reply = {seat: answer.get(seat, options[0].name) for seat, options in step.options.items()}
            assert all(step.option(seat, name) for seat, name in reply.items())
            events.extend(Answered(seat, name) for seat, name in reply.items())
        else:
            events.append(step)
        try:
            step = script.send(reply)
        except StopIteration:
            return events, offers


def sentences(dealt: Round) -> list[str]:
    """Return the text of every event."""
    return list(map(str, dealt.events))


def asked(dealt: Round) -> list[str]:
    """Return the dealer's questions, in order."""
    return [event.about for event in dealt.events if isinstance(event, Offered)]


def names(dealt: Round, about: str) -> list[str]:
    """Return the options of the last offer that contains `about`, by replaying the round."""
    replayed = Round.deal(dealt.game, dealt.rules, dealt.pack.cards, dealt.record.wagers)
    found: list[str] = []
    for given in dealt.answers:
        assert replayed.pending
        if about in replayed.pending.about:
            (options,) = replayed.pending.options.values()
            found = [option.name for option in options]
        replayed.apply_answers([given])
    return found
