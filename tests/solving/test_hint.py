"""The price of an option: it covers this decision alone, whatever side bets lost or won before it."""

from __future__ import annotations

import pytest

from pitboss.cards import Pack, parse_cards
from pitboss.games.free_bet import GAME
from pitboss.games.free_bet.count.advise import advise_seat
from pitboss.games.free_bet.deal.rules import Rules, whole_pack
from pitboss.money import Cents, dollars
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.hint import PricedOptions, price_options

ONE = Seat(1)
STAKE = dollars(5)


def price_hand(cards: str, pot_of_gold: Cents | None = None) -> PricedOptions:
    """Return the priced options of a Free Bet hand dealt from these cards: the seat's two between the dealer's two."""
    rules = Rules()
    first, rest = parse_cards(cards), list(whole_pack(rules))
    for card in first:
        rest.remove(card)
    dealt = Round(GAME, rules, Pack([*first, *rest]))
    dealt.place({ONE: {"main": STAKE} | ({"pot-of-gold": pot_of_gold} if pot_of_gold else {})})
    assert dealt.pending
    seen = view(dealt.events, ONE)
    found = price_options(advise_seat(rules, seen, dealt.pending, ONE), seen, dealt.pending, ONE)
    assert found
    return found


def test_side_bet_already_lost_is_not_in_the_price() -> None:
    """Price 13 against 8, which can earn no token: $5 on Pot of Gold is lost, and no option changes that (FB-6)."""
    without, with_pot = price_hand("Ks 8h 3d 9c 4s 4c"), price_hand("Ks 8h 3d 9c 4s 4c", dollars(5))
    assert with_pot.cents == pytest.approx(without.cents)
    assert with_pot.side_bets == pytest.approx(-dollars(5))
    assert min(with_pot.cents[name] for name in ("stand", "hit")) >= -STAKE


def test_gain_of_a_side_bet_is_in_the_price() -> None:
    """Price a free split of eights, which earns a token and so gains from Pot of Gold; standing does not (FB-6)."""
    without, with_pot = price_hand("8s 8h 8d 9c 4s 4c"), price_hand("8s 8h 8d 9c 4s 4c", dollars(5))
    assert with_pot.cents["stand"] == pytest.approx(without.cents["stand"])
    assert with_pot.cents["free-split"] > without.cents["free-split"] + dollars(5)


def test_price_is_best_or_the_cost_of_the_option() -> None:
    found = price_hand("Ks 8h 3d 9c 4s 4c", dollars(5))
    assert found.price(found.best) == "best"
    worst = min(found.cents, key=lambda name: found.cents[name])
    assert found.price(worst) == f"costs ${(found.cents[found.best] - found.cents[worst]) / 100:,.2f}"
    assert found.cost(found.best) == 0
    assert found.cost("never offered") == 0
