"""The value of each answer, from command-line options or from the events that a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from pitboss.cards import Card, parse_cards
from pitboss.games.dealing.blackjack import total
from pitboss.games.roll_your_own.count.kernels import ANY, NATURAL
from pitboss.games.roll_your_own.count.paid import insurance_worth
from pitboss.games.roll_your_own.count.removed_cards import HandSet, RemovedCards, Values, plan_of, removed_cards_given
from pitboss.games.roll_your_own.count.solve import counted_rules, is_double_blackjack, one_card, settle
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Dealt, Event, Offer, Seat, Turned
from pitboss.ranking.totals import BLACKJACK, card_value
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.solving.blackjack.distribution.drawn_hands import TWENTY_ONE
from pitboss.solving.blackjack.hands import Ints
from pitboss.solving.blackjack.rules import ACE

SITUATION = (
    Ask("cards", "CARDS", "your three cards, as in 'As 9d 2c'", required=True),
    Ask("dealer", "CARD", "the dealer's up card, as in Th", required=True),
    Ask("hand", "CARDS", "the hand that is played, its cards in the order they came, as in '9d 2c 5h'"),
    Ask("other", "CARDS", "the card or the two cards of your other hand, as they were set, as in As"),
    Ask("splits", "N", "how often this bet has been split already [default: 0]"),
)
SETTING = "bets, of both blackjack bets together"
PLAYING = "bets, for this hand and any hands split from it"
SET = ("alone-1", "alone-2", "alone-3")
WRONG_CARDS = "--hand begins with cards of --cards, and --other names the one or two that are left"
NO_BLACKJACK = "Values are for a dealer who, after any peek, has no blackjack."


def values_of(cards: Sequence[Card]) -> Values:
    """Convert cards to the solver's values: 0 for an ace, 9 for a ten-value."""
    return tuple(card_value(card.code) - 1 for card in cards)


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the expected value of each setting or, with a hand in play, of each way to play it (RY-3, RY-6)."""
    cards, (up_card,) = situation.cards("cards", (3,)), situation.cards("dealer", (1,))
    refuse_twice((*cards, up_card))
    if not situation.has("hand"):
        for name in ("other", "splits"):
            if situation.has(name):
                raise Refused("bad-situation", f"--{name} needs --hand: the hand that is played")
        return _setting(rules, cards, up_card)
    hand, other = situation.cards("hand"), situation.cards("other", (1, 2))
    splits = situation.number("splits", 0, rules.max_splits, 0)
    drawn = _drawn(cards, hand, other, splits)
    refuse_twice((*cards, up_card, *drawn))
    _refuse_impossible(hand, other, up_card, splits)
    return _playing(rules, hand, other, up_card, splits)


def _drawn(cards: Sequence[Card], hand: Sequence[Card], other: Sequence[Card], splits: int) -> Sequence[Card]:
    """
    Return the hand's cards beyond the three dealt.

    The three cards must be divided between this hand and the other (RY-3, RY-6).
    """
    own = [card for card in cards if card not in other]
    if not other or len(hand) < 2 or len(own) + len(other) != len(cards):
        raise Refused("bad-situation", WRONG_CARDS)
    if not splits:
        if {*hand[: len(own)]} != {*own}:
            raise Refused("bad-situation", WRONG_CARDS)
        return hand[len(own) :]
    if len({card_value(card.code) for card in (*own, hand[0])}) > 1:
        raise Refused("bad-situation", "--splits needs a pair: each hand of a split begins with a card of its value")
    return hand[1:] if hand[0] in own else hand


def _refuse_impossible(hand: Sequence[Card], other: Sequence[Card], up_card: Card, splits: int) -> None:
    """Raise Refused for a hand that is already over, or more splits than the deck has cards for (RY-6)."""
    if any(total(hand[:size]) >= BLACKJACK for size in range(2, len(hand))) or total(hand) > BLACKJACK:
        raise Refused("bad-situation", "this hand has one card too many: you cannot hit a hand of 21 or more")
    value = card_value(hand[0].code)
    seen = sum(card_value(card.code) == value for card in (*hand, *other, up_card))
    if splits + seen > (16 if value == 10 else 4):
        raise Refused("bad-situation", f"{splits} splits need more cards of that value than the deck holds")


def _setting(rules: Rules, cards: Sequence[Card], up_card: Card) -> Advice:
    worths = setting_worths(counted_rules(rules), values_of(cards), values_of([up_card])[0])
    return Advice(dict(zip(SET, worths, strict=True)), SETTING)


def _playing(rules: Rules, hand: Sequence[Card], other: Sequence[Card], up_card: Card, splits: int) -> Advice:
    other_values = tuple(sorted(values_of(other)))
    worths = cached_worths(counted_rules(rules), values_of([up_card])[0], other_values, values_of(hand), splits)
    if len(worths) < 2:
        raise Refused("bad-situation", "there is no choice: this hand stands (C-6)")
    return Advice(dict(worths), PLAYING, (NO_BLACKJACK,))


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the expected value of each answer to the offer for this seat."""
    assert offer is not None, "advice on Roll Your Own needs an open question"
    cards = [event.card for event in seen if isinstance(event, Dealt) and event.seat == seat][:3]
    up_card = next(event.card for event in seen if isinstance(event, Turned) and event.at == "up-card")
    names = [option.name for option in offer.options[seat]]
    if names[0] in SET:
        advice = _setting(rules, cards, up_card)
    elif "insurance" in names:
        advice = Advice({"no": 0, "insurance": insurance_worth(values_of(cards))}, "insurance bets")
    else:
        advice = _in_play(rules, seen, offer, seat, cards, up_card)
    bet = "insurance" if "insurance" in names else "two-card"
    options = {name: advice.options[name] for name in names if name in advice.options}
    return Advice(options, advice.unit, advice.notes, bet)


def _in_play(
    rules: Rules, seen: Sequence[Event], offer: Offer, seat: Seat, cards: Sequence[Card], up_card: Card
) -> Advice:
    answers = [event.answer for event in seen if isinstance(event, Answered) and event.seat == seat]
    alone = SET.index(next(answer for answer in answers if answer in SET))
    others = [card for number, card in enumerate(cards) if number != alone]
    other = [cards[alone]] if offer.context["bet"] == "two-card" else others
    held, splits = offer.context["cards"], offer.context["splits"]
    assert isinstance(held, list)
    assert isinstance(splits, int)
    return _playing(rules, parse_cards(" ".join(held)), other, up_card, splits)


def setting_worths(rules: OddsRules, cards: Values, up_card: int) -> tuple[float, float, float]:
    """Return the value of both blackjack bets together, in bets, with the first, second or third card alone."""
    worths = dict(zip(sorted(cards), _setting_worths(rules, tuple(sorted(cards)), up_card), strict=True))
    first, second, third = (worths[card] for card in cards)
    return first, second, third


@lru_cache(maxsize=2200)
def _setting_worths(rules: OddsRules, cards: Values, up_card: int) -> tuple[float, ...]:
    """Return these values for sorted card values. The cache holds all three-card hands against every up card."""
    if is_double_blackjack(cards):
        return (2 * float(rules.blackjack_pays),) * 3
    pairs = [cards[:alone] + cards[alone + 1 :] for alone in range(3)]
    removed = removed_cards_given((*((card,) for card in cards), *pairs), rules.max_splits)
    two = settle(UpCard(up_card, rules, removed).solve(), float(rules.blackjack_pays))
    one = one_card(two)
    worths = []
    for alone, pair in enumerate(pairs):
        two_worth = two.worth[(alone, *pair)] / two.chance[(alone, *pair)]
        worths.append(float(two_worth + one.worth[3 + alone, cards[alone]] / one.chance[3 + alone, cards[alone]]))
    return tuple(worths)


def hand_worths(rules: OddsRules, up_card: int, other_cards: Values, hand: Values, splits: int = 0) -> dict[str, float]:
    """
    Return the value of each answer for a hand in play; empty if there is no decision.

    Values are in bets, given that the dealer's peek, if any, found no blackjack. `hand` are the card values in order,
    `other_cards` those of the other hand. `splits` is the number of splits of this bet so far; a further split is worth
    the sum of its hands.
    """
    solver, first = _solver_for(rules, up_card, other_cards), hand[0]
    if splits == 0:
        worths = _hand_worths(solver, solver.removed.whole, solver.removed.whole.weights, hand)
    elif first == ACE:  # split aces already have their card (RY-6)
        return {}
    else:
        hand_set = solver.removed.splits[first]
        worths = _hand_worths(solver, hand_set, hand_set.weights[:, [_plan(solver, hand, splits)]], hand)
    if worths and hand == (first, first) and splits < rules.max_splits:
        others = other_cards if splits == 0 else (*other_cards, first)  # a split removes the pair from the pack
        further = _solver_for(rules._replace(max_splits=rules.max_splits - splits), up_card, others)
        worths["split"] = float(further.solve_splits().worth[0, first]) / _no_blackjack(further, hand)
    return worths


cached_worths = lru_cache(maxsize=20_000)(hand_worths)
"""`hand_worths`, cached."""


@lru_cache(maxsize=16)
def _solver_for(rules: OddsRules, up_card: int, known: Values) -> UpCard:
    """Return the solver for one up card and these known cards."""
    return UpCard(up_card, rules, _removed_cards_given(known, rules.max_splits))


@lru_cache(maxsize=65)
def _removed_cards_given(known: Values, max_splits: int) -> RemovedCards:
    """Return the cards that may be removed, given one or two known cards. The 65 cases take about 1 MB each."""
    return removed_cards_given((known,), max_splits)


def _no_blackjack(solver: UpCard, hand: Values) -> float:
    """Return the probability that the peek finds no blackjack, with the hand's two cards removed."""
    whole = solver.removed.whole
    odds = solver.odds[whole.numbers[0, 0, whole.hands.pairs[hand]]]
    return 1 - float(odds[NATURAL] / odds[ANY]) if solver.rules.dealer_peeks else 1.0


def _plan(solver: UpCard, hand: Values, splits: int) -> int:
    """Return the plan whose weights apply to a split hand, depending on whether its bet is split further."""
    pair, paired = hand[0], hand[1] == hand[0]
    most = int(solver.solve_splits().most[0, pair])
    return plan_of(most, paired) if not (paired and splits < most) else 0


def _hand_worths(solver: UpCard, hand_set: HandSet, weights: Ints, hand: Values) -> dict[str, float]:
    """Return the values of standing, hitting and, with two cards, doubling."""
    hands = hand_set.hands
    index = hands.pairs[hand[0], hand[1]]
    for value in hand[2:]:
        index = hands.after[index, value]
    if hands.line[index] == TWENTY_ONE:
        return {}
    drawn = hands.after[index, : hands.safe_draws[index]]
    results = solver.play(hand_set, weights, np.array([index, *drawn]))
    (stand, *stands), (in_play, *in_play_after), (_, *bests) = (column[0, 0] for column in results[:3])
    bust = in_play - sum(in_play_after)
    worths = {"stand": stand, "hit": sum(bests) - bust}
    if len(hand) == 2:
        worths["double"] = 2 * (sum(stands) - bust)
    return {name: float(worth / in_play) for name, worth in worths.items()}
