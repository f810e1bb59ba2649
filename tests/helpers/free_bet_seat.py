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


def one_seat(cards: str, dealer: str, bets: Mapping[str, int], *said: str, rules: Sequence[str] = ()) -> Round:
    """Seat 1 alone, with these cards, bets and answers."""
    return stacked("free-bet", {"seat 1": cards, "dealer": dealer}, {1: bets}, [{1: answer} for answer in said], rules)


def won(dealt: Round, seat: int = 1) -> dict[str, int]:
    """What a seat won on each bet, in cents."""
    return net(dealt.events)[Seat(seat)]


def offer_to(cards: str, dealer: str, *said: str, rules: Sequence[str] = (), main: int = 10) -> Offer | None:
    """What seat 1 is offered after these answers."""
    house = Rules().with_settings(rules)
    piles = {"seat 1": parse_cards(cards), "dealer": parse_cards(dealer)}
    dealt = Round(GAME, house, StackedPack(GAME.whole_pack(house), piles))
    dealt.place(in_dollars({1: {"main": main}}))
    for answer in said:
        dealt.say(Seat(1), answer)
    return dealt.pending


def options(cards: str, dealer: str, *said: str, rules: Sequence[str] = ()) -> dict[str, int]:
    """The names of what seat 1 may say, and what each costs in cents."""
    offer = offer_to(cards, dealer, *said, rules=rules)
    return {option.name: option.cost for option in offer.options[Seat(1)]} if offer else {}


def told(dealt: Round, *kinds: type[Event]) -> list[Event]:
    """The events of these kinds, in order."""
    return [event for event in dealt.events if isinstance(event, kinds)]


def refused(bets: Mapping[str, int], *rules: str) -> str:
    house = Rules().with_settings(rules)
    dealt = Round(GAME, house, shuffled(GAME, house, 1))
    with pytest.raises(Refused) as caught:
        dealt.place(in_dollars({1: bets}))
    assert dealt.events == []
    return caught.value.code
