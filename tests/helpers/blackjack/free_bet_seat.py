"""One seat of Free Bet with stacked cards, for the tests of its rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from helpers.stacking import StackedPack, in_dollars, shuffled, stacked
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Event, Offer, Seat

GAME = GAMES["free-bet"]
MAIN = {"main": 10}
POT = {"main": 10, "pot-of-gold": 5}
PUSH = {"main": 10, "push-22": 5}


def one_seat(cards: str, dealer: str, bets: Mapping[str, int], *answers: str, rules: Sequence[str] = ()) -> Round:
    """Play seat 1 alone, with these cards, bets and answers."""
    return stacked(
        "free-bet", {"seat 1": cards, "dealer": dealer}, {1: bets}, [{1: answer} for answer in answers], rules
    )


def won(dealt: Round, seat: int = 1) -> dict[str, int]:
    """Return what a seat won on each bet, in cents."""
    return net(dealt.events)[Seat(seat)]


def offer_to(cards: str, dealer: str, *answers: str, rules: Sequence[str] = (), main: int = 10) -> Offer | None:
    """Return the offer to seat 1 after these answers."""
    house = Rules().with_settings(rules)
    piles = {"seat 1": parse_cards(cards), "dealer": parse_cards(dealer)}
    dealt = Round(GAME, house, StackedPack(GAME.whole_pack(house), piles))
    dealt.place(in_dollars({1: {"main": main}}))
    for answer in answers:
        dealt.say(Seat(1), answer)
    return dealt.pending


def options(cards: str, dealer: str, *answers: str, rules: Sequence[str] = ()) -> dict[str, int]:
    """Return the options of seat 1, and the cost of each in cents."""
    offer = offer_to(cards, dealer, *answers, rules=rules)
    return {option.name: option.cost for option in offer.options[Seat(1)]} if offer else {}


def events_of(dealt: Round, *kinds: type[Event]) -> list[Event]:
    """Return the events of these kinds, in order."""
    return [event for event in dealt.events if isinstance(event, kinds)]


def refused(bets: Mapping[str, int], *rules: str) -> str:
    house = Rules().with_settings(rules)
    dealt = Round(GAME, house, shuffled(GAME, house, 1))
    with pytest.raises(Refused) as caught:
        dealt.place(in_dollars({1: bets}))
    assert dealt.events == []
    return caught.value.code
