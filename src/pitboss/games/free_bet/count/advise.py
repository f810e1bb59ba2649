"""What each answer is worth now: from a situation in words, or from what a seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.counting.analysis import Advice
from pitboss.counting.situation import Ask, Situation, refuse_twice
from pitboss.games.free_bet.count.advice import HandInPlay
from pitboss.games.free_bet.count.side_bets import insurance_wins
from pitboss.games.free_bet.count.solved import adviser_of
from pitboss.games.free_bet.count.terms import MOST_TOKENS, Terms, splits_free, terms_of
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.games.free_bet.deal.rules import Rules, whole_pack
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat, Wagered
from pitboss.ranking.totals import card_value

SITUATION = (
    Ask("hand", "CARDS", "the cards of the hand that is played, in the order they came, as in '8s 8h'", required=True),
    Ask("dealer", "CARD", "the dealer's up card, as in 6c", required=True),
    Ask("free", "", "the hand grew by a free split: its loss costs nothing"),
    Ask("hands", "N", "how many hands the seat has by now, 1 to 4; 1 if it is not said"),
    Ask("pot-of-gold", "BETS", "what you hold on Pot of Gold, in main bets, as in 1, 0.2 or 1/4; nothing if not said"),
    Ask("tokens", "N", "tokens earned so far; what the free splits have earned if it is not said"),
)
UNIT = "main bets, of this hand and what may grow from it"
NO_BLACKJACK = "The dealer has looked: worths are for a dealer without a blackjack."


def advise(rules: Rules, situation: Situation) -> Advice:
    """What each option of the hand is worth, in main bets (FB-2 to FB-6)."""
    cards, (up,) = situation.cards("hand"), situation.cards("dealer", (1,))
    refuse_twice((*cards, up), Counter(whole_pack(rules)))
    hands = situation.number("hands", 1, MOST_HANDS, 2 if situation.has("free") else 1)
    free = situation.has("free")
    splits_for_free = bool(cards) and splits_free(terms_of(rules), card_value(cards[0].code) - 1)
    least = hands - 1 if splits_for_free else 0  # one for each hand that a free split has grown
    most = min(MOST_TOKENS, least + hands - 1)  # and a free double on each other hand
    tokens = situation.number("tokens", least, most, least)
    stake = float(situation.stake("pot-of-gold", "main bets"))
    return _advice(rules, [card.code for card in cards], up, HandInPlay((), 0, free, hands, tokens), stake)


def _advice(rules: Rules, codes: Sequence[int], up: Card, hand: HandInPlay, stake: float) -> Advice:
    values = tuple(card_value(code) - 1 for code in codes)
    played = hand._replace(cards=values, up=card_value(up.code) - 1)
    try:
        options = adviser_of(terms_of(rules), stake).options(played)
    except ValueError as error:
        raise Refused("bad-situation", str(error)) from None
    if not options:
        raise Refused("bad-situation", "there is nothing to choose: this hand stands as it is (C-6)")
    return Advice(options, UNIT, (NO_BLACKJACK,))


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """What each answer to the offer is worth, with the Pot of Gold that the seat holds."""
    assert offer is not None, "Free Bet is advised at an offer"
    bets = {event.bet: event.amount for event in reversed(seen) if isinstance(event, Wagered) and event.seat == seat}
    about = offer.context
    if "cards" not in about:
        return _insurance(rules, seen, seat)
    cards = parse_cards(" ".join(map(str, _list(about["cards"]))))
    hand = HandInPlay((), 0, bool(about["free"]), _number(about["hands"]), _number(about["tokens"]))
    stake = bets.get("pot-of-gold", 0) / bets["main"]
    worth = _advice(rules, [card.code for card in cards], parse_card(str(about["up"])), hand, stake)
    offered = [option.name for option in offer.options[seat]]
    options = {name: worth.options[name] for name in offered if name in worth.options}
    return Advice(options, worth.unit, worth.notes, "main")


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _insurance(rules: Rules, seen: Sequence[Event], seat: Seat) -> Advice:
    """Insurance by the seat's own cards, in units of the insurance bet (FB-8)."""
    own = [event.card for event in seen if isinstance(event, Dealt) and event.seat == seat]
    tens = sum(card_value(card.code) == 10 for card in own)
    return Advice(
        {"no": 0, "insurance": insurance_ev(terms_of(rules), tens, len(own))}, "insurance bets", bet="insurance"
    )


def insurance_ev(terms: Terms, tens: int, cards: int = 2) -> Fraction:
    """What insurance is worth to a player who holds so many ten-values: it pays 2:1 (FB-8)."""
    return 3 * insurance_wins(terms, tens, cards) - 1
