"""Builders for the tests of Roll Your Own: stacked rounds, and packs too short for a whole table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from helpers.stacking import stacked
from pitboss.cards import Pack, parse_cards
from pitboss.games.roll_your_own import GAME
from pitboss.money import dollars
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Event, Offer, Offered, Seat, Wagered

Said = Mapping[int, str]


def equal_bets(*seats: int, amount: int = 10) -> dict[int, dict[str, int]]:
    """The three compulsory bets of these seats, in dollars."""
    return {seat: dict.fromkeys(("two-card", "one-card", "bonus"), amount) for seat in seats}


def deal(dealer: str, *seats: str, answers: Iterable[Said] = (), rules: Sequence[str] = ()) -> Round:
    """
    A round at $10 a bet; each seat's cards and the dealer's, in the order they are drawn.

    The dealer's first card is the one that is burned.
    """
    piles = {"dealer": dealer} | {f"seat {seat}": cards for seat, cards in enumerate(seats, 1)}
    return stacked("roll-your-own", piles, equal_bets(*range(1, len(seats) + 1)), answers, rules)


def one(*answers: str) -> list[Said]:
    """What seat 1 says to one offer after another."""
    return [{1: answer} for answer in answers]


def deal_short(pack: str, *answers: Said, seats: int = 1, rules: Sequence[str] = ()) -> tuple[list[Event], list[Offer]]:
    """The script alone on a pack of few cards: its events and its offers; silence beyond the answers."""
    house = GAME.rules().with_settings(rules)
    bets = {Seat(seat): dict.fromkeys(("two-card", "one-card", "bonus"), dollars(10)) for seat in range(1, seats + 1)}
    script = GAME.play(house, Pack(parse_cards(pack)), bets, ())
    events: list[Event] = [Wagered(seat, bet, amount) for seat in bets for bet, amount in bets[seat].items()]
    offers: list[Offer] = []
    said = iter(answers)
    step = next(script)
    while True:
        heard: dict[Seat, str] = {}
        if isinstance(step, Offer):
            offers.append(step)
            events.append(Offered(step.about, tuple(step.options)))
            answer = next(said, {})
            heard = {seat: answer.get(seat, options[0].name) for seat, options in step.options.items()}
            assert all(step.option(seat, name) for seat, name in heard.items())
            events.extend(Answered(seat, name) for seat, name in heard.items())
        else:
            events.append(step)
        try:
            step = script.send(heard)
        except StopIteration:
            return events, offers


def sentences(dealt: Round) -> list[str]:
    """Every event as the dealer's motion is told."""
    return list(map(str, dealt.events))


def asked(dealt: Round) -> list[str]:
    """What the dealer asked, in order."""
    return [event.about for event in dealt.events if isinstance(event, Offered)]


def names(dealt: Round, about: str) -> list[str]:
    """The options of the last offer about this, found by dealing the round again."""
    again = Round.deal(dealt.game, dealt.rules, dealt.pack.cards, dealt.record.wagers)
    found: list[str] = []
    for said in dealt.answers:
        assert again.pending
        if about in again.pending.about:
            (options,) = again.pending.options.values()
            found = [option.name for option in options]
        again.hear([said])
    return found
