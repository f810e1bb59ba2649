"""
The value of each answer in main bets, from command-line options or from the events that a seat has seen.

The dealer has peeked and has no blackjack. After a split, the first card is one of the pair. Hands that are not paired
again are valued for a player who doesn't keep track of the number of hands. A hand that is paired again is valued with
the given number of hands on the table. The value of splitting again includes the win of the new hands and the effect on
the hands still to be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.side_bets import insurance_ev
from pitboss.games.free_bet.count.solved import MAX_TOKENS, pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import classes_of, free_doubles_after, seconds, token_chances
from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.games.free_bet.deal.rules import Rules, whole_pack
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Offer, Seat, Wagered
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.solving.blackjack.advice import Adviser, HandInPlay
from pitboss.solving.blackjack.hands import Floats, all_hands
from pitboss.solving.blackjack.play import ACTIONS, DOUBLE, HIT, SPLIT, STAND
from pitboss.solving.blackjack.rules import VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import CACHED_GAMES, SolvedGame, free_doubles
from pitboss.solving.blackjack.splits import BEGUN, FREE, OWN, courses_before

SITUATION = (
    Ask(
        "hand",
        "CARDS",
        "the cards of the hand that is played, in the order they came, as in '8s 8h', or '8 8'",
        required=True,
        any_suit=True,
    ),
    Ask("dealer", "CARD", "the dealer's up card, as in 6c", required=True, any_suit=True),
    Ask("free", "", "the hand comes from a free split: losing it costs nothing"),
    Ask("hands", "N", "how many hands the seat has now, 1 to 4 [default: 1]"),
    Ask("pot-of-gold", "BETS", "your bet on Pot of Gold, in main bets, as in 1, 0.2 or 1/4 [default: none]"),
    Ask("tokens", "N", "tokens earned so far [default: those of the free splits]"),
)
UNIT = "main bets, for this hand and any hands split from it"
NO_BLACKJACK = "The dealer has peeked: values are for a dealer without a blackjack."


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the expected value of each option of the hand, in main bets (FB-2 to FB-6)."""
    cards, (up,) = situation.cards("hand"), situation.cards("dealer", (1,))
    refuse_twice((*cards, up), Counter(whole_pack(rules)))
    hands = situation.number("hands", 1, MAX_HANDS, 2 if situation.has("free") else 1)
    free = situation.has("free")
    splits_for_free = bool(cards) and card_value(cards[0].code) - 1 in solver_rules(rules).splitting.free_pairs
    least = hands - 1 if splits_for_free else 0  # one for each hand created by a free split
    most = min(MAX_TOKENS, least + hands - 1)  # and a free double on each other hand
    tokens = situation.number("tokens", least, most, least)
    hand, stake = HandInPlay((), 0, free, hands), float(situation.stake("pot-of-gold", "main bets"))
    return _advice(rules, [card.code for card in cards], up, hand, tokens, stake)


def _advice(rules: Rules, codes: Sequence[int], up: Card, hand: HandInPlay, tokens: int, stake: float) -> Advice:
    values = tuple(card_value(code) - 1 for code in codes)
    played = hand._replace(cards=values, up=card_value(up.code) - 1)
    try:
        adviser = adviser_of(solver_rules(rules), pot_of_gold(rules) if stake else (), stake)
        options = adviser.options(played, tokens)
    except ValueError as error:
        raise Refused("bad-situation", str(error)) from None
    if not options:
        raise Refused("bad-situation", "there is no choice: this hand stands (C-6)")
    return Advice(options, UNIT, (NO_BLACKJACK,), side_bets=adviser.pot_as_it_stands(played, tokens))


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the expected value of each answer to the offer, given the seat's Pot of Gold bet."""
    assert offer is not None, "advice on Free Bet needs an open question"
    bets = {event.bet: event.amount for event in reversed(seen) if isinstance(event, Wagered) and event.seat == seat}
    about = offer.context
    if "cards" not in about:
        return _insurance(rules, seen, seat)
    cards = parse_cards(" ".join(map(str, _list(about["cards"]))))
    hand, tokens = HandInPlay((), 0, bool(about["free"]), _number(about["hands"])), _number(about["tokens"])
    stake = bets.get("pot-of-gold", 0) / bets["main"]
    worth = _advice(rules, [card.code for card in cards], parse_card(str(about["up"])), hand, tokens, stake)
    options = {name: worth.options[name] for option in offer.options[seat] if (name := option.name) in worth.options}
    return Advice(options, worth.unit, worth.notes, "main", worth.side_bets)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _insurance(rules: Rules, seen: Sequence[Event], seat: Seat) -> Advice:
    """Return the value of insurance given the seat's own cards, in insurance bets (FB-8)."""
    own = [event.card for event in seen if isinstance(event, Dealt) and event.seat == seat]
    tens = sum(card_value(card.code) == 10 for card in own)
    worths = {"no": Fraction(0), "insurance": insurance_ev(solver_rules(rules).pack, tens, len(own))}
    return Advice(worths, "insurance bets", bet="insurance")


class GoldAdviser(Adviser):
    """The values of a hand's options, given a stake on Pot of Gold in main bets."""

    def __init__(self, game: SolvedGame, pays: tuple[float, ...] = (), stake: float = 0) -> None:
        super().__init__(game)
        self.pays, self.stake = np.array(pays), stake
        self.free_double = free_doubles(game.rules.doubling)

    def options(self, hand: HandInPlay, tokens: int = 0) -> dict[str, float]:
        """Return the value of each option by the name offered; empty if there is no decision."""
        worth = self.values(hand)
        if self.stake:
            worth = worth + self.stake * self._pot(hand, tokens)
        names = self._names(hand)
        offered = {name: float(worth[action]) for action, name in names.items() if np.isfinite(worth[action])}
        return offered if len(offered) > 1 else {}

    def pot_as_it_stands(self, hand: HandInPlay, tokens: int) -> float:
        """Return the value of Pot of Gold in main bets if this answer earns no token."""
        return self.stake * self._pot_after(hand, tokens, False) if self.stake else 0.0

    def check(self, hand: HandInPlay) -> None:
        """Raise ValueError if the hand is impossible."""
        super().check(hand)
        if hand.free and not hand.is_split:
            raise ValueError("a free hand comes from a free split: say how many hands there are, 2 to 4")
        if hand.free and not self.game.splits_free(hand.pair):
            raise ValueError("the first card of a free hand is one of a pair that splits for free")

    def _names(self, hand: HandInPlay) -> dict[int, str]:
        double = "free-double" if self.free_double[all_hands().number(hand.cards)] else "double"
        split = "free-split" if self.game.splits_free(hand.pair) else "split"
        return {STAND: "stand", HIT: "hit", DOUBLE: double, SPLIT: split}

    def _pot(self, hand: HandInPlay, tokens: int) -> Floats:
        """Return the value of a unit bet on Pot of Gold after each action."""
        pot = np.full(ACTIONS, -np.inf)
        pot[[STAND, HIT]] = self._pot_after(hand, tokens, False)
        pot[DOUBLE] = self._pot_after(hand, tokens + int(self.free_double[all_hands().number(hand.cards)]), False)
        if self.may_split(hand):
            pot[SPLIT] = self._pot_after(hand, tokens + int(self.game.splits_free(hand.pair)), True)
        return pot

    def _pot_after(self, hand: HandInPlay, tokens: int, split: bool) -> float:
        """Return the value of Pot of Gold with these tokens after an option, including future tokens."""
        if not hand.is_split and not split:
            return float(self.pays[tokens])
        free, played = self.game.splits_free(hand.pair), self.game.splits[hand.pair]
        plan, befores = played.plan(hand.up), {BEGUN: 1}
        if hand.is_split:
            plan = self.best_plan(hand, split)
            befores = dict(courses_before(plan, free, hand.kind, hand.hands))
        doubles = [each[:, hand.up] for each in free_doubles_after(self.game, played, hand.pair)]
        classes = classes_of(hand.pair, doubles[OWN], doubles[FREE])
        pair_doubles = bool(doubles[OWN][hand.pair]), bool(doubles[FREE][hand.pair])
        chances = np.zeros(len(self.pays))
        for before, times in befores.items():
            done = len(before.kinds) + (not split)
            rest = seconds(plan, free, pair_doubles, done, hand.hands + split)
            for removed, factor in before.removed_at_turn(hand.hands):
                cards = np.bincount(hand.cards, minlength=VALUES)
                cards[hand.pair] += removed
                chances += times * factor * token_chances(self.game.rules.pack, cards, hand.up, classes, rest)
        earned = np.minimum(np.arange(len(chances)) + tokens, len(self.pays) - 1)
        return float(chances @ self.pays[earned] / chances.sum())


@lru_cache(maxsize=CACHED_GAMES)
def adviser_of(rules: BlackjackRules, pays: tuple[float, ...] = (), stake: float = 0) -> GoldAdviser:
    """Return a cached adviser for these rules and this stake."""
    return GoldAdviser(solved_jointly(rules, pays, stake), pays, stake)
