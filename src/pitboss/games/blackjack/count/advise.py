"""The expected value of each answer in main wagers, from a described situation or from what a seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import EARLY, Rules, whole_pack
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.solving.blackjack.advice import Adviser, HandInPlay
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import BlackjackRules
from pitboss.solving.blackjack.solve import CACHED_GAMES, SolvedGame, solved

SITUATION = (
    Ask(
        "hand",
        "CARDS",
        "the cards of the hand, in the order they came, as in '8s 8h', or '8 8'",
        required=True,
        any_suit=True,
    ),
    Ask("dealer", "CARD", "the dealer's up card, as in 6c", required=True, any_suit=True),
    Ask("hands", "N", "how many hands the player has now, 1 to 4 [default: 1]"),
)
ACTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
LOOKED = "The dealer has peeked: values are for a dealer without a blackjack."
BEFORE_THE_LOOK = "The dealer has not peeked yet: values include a dealer's blackjack."
UNIT = "main wagers"


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the value of each option for a hand."""
    cards, (up,) = situation.cards("hand"), situation.cards("dealer", (1,))
    refuse_twice((*cards, up), Counter(whole_pack(rules)))
    hands = situation.number("hands", 1, rules.most_hands, 1)
    options = hand_values(solver_rules(rules), _values(cards), _values([up])[0], hands)
    if len(options) < 2:
        raise Refused("bad-situation", "there is no choice: this hand stands")
    return Advice(options, UNIT, _notes(rules, options))


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the value of each answer to an offer, given the seat's own cards."""
    if offer is None:
        raise Refused("not-asked", "advice on blackjack needs an open question")
    names = [option.name for option in offer.options[seat]]
    game = solved(solver_rules(rules))
    about = offer.context
    if "cards" not in about:
        own = _values([event.card for event in seen if isinstance(event, Dealt) and event.seat == seat])
        up = next(event.card for event in seen if isinstance(event, Dealt) and event.seat is None)
        return _before_play(game, names, own, _values([up])[0])
    cards = about["cards"]
    assert isinstance(cards, list)
    own = _values(parse_cards(" ".join(map(str, cards))))
    hands = int(str(about["hands"]))
    values = hand_values(game.rules, own, _values([parse_card(str(about["up"]))])[0], hands)
    options = {name: values[name] for name in names}
    return Advice(options, UNIT, _notes(rules, options), "main")


def _notes(rules: Rules, options: dict[str, float]) -> tuple[str, ...]:
    if not rules.hole_card:
        return ()
    return (BEFORE_THE_LOOK,) if rules.surrender == EARLY and "surrender" in options else (LOOKED,)


def _values(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card_value(card.code) - 1 for card in cards)


@lru_cache(maxsize=CACHED_GAMES)
def adviser_of(rules: BlackjackRules) -> Adviser:
    """Return a cached adviser for these rules."""
    return Adviser(solved(rules))


def hand_values(rules: BlackjackRules, values: tuple[int, ...], up: int, hands: int = 1) -> dict[str, float]:
    """
    Return the expected value of each allowed action, given that it is the hand's turn.

    If surrender is early, a two-card hand is offered it before the dealer looks, so its values are as of then.
    """
    adviser = adviser_of(rules)
    try:
        worth = adviser.values(HandInPlay(values, up, hands=hands))
    except ValueError as error:
        raise Refused("bad-situation", str(error)) from None
    game, early = adviser.game, worth[SURRENDER]
    if np.isfinite(early) and game.surrenders_early and rules.dealer.peeks:
        hand = all_hands().number(values)
        blackjack, reach = game.blackjack_odds(hand)[up], game.dealt.odds.reach[hand, up]
        worth = (worth * reach - blackjack) / (reach + blackjack)
        worth[SURRENDER] = -0.5
    return {name: float(worth[action]) for name, action in ACTIONS.items() if np.isfinite(worth[action])}


def _before_play(game: SolvedGame, names: Sequence[str], own: tuple[int, ...], up: int) -> Advice:
    """Return the value of insurance, even money or an early surrender."""
    hand = all_hands().number(own)
    blackjack, reach = float(game.blackjack_odds(hand)[up]), float(game.dealt.odds.reach[hand, up])
    everything = reach + blackjack if game.rules.dealer.peeks else reach
    if "insurance" in names:
        return Advice({"no": 0, "insurance": game.insurance_value(own)}, "insurance bets", bet="insurance")
    if "even-money" in names:
        wait = game.rules.blackjack_pays * (1 - blackjack / everything)
        return Advice({"no": wait, "even-money": 1}, UNIT, bet="main")
    play = float(np.nanmax(game.dealt.value[hand, :SURRENDER, up]))
    play = (play - blackjack if game.rules.dealer.peeks else play) / everything
    return Advice({"no": play, "surrender": -0.5}, UNIT, bet="main")
