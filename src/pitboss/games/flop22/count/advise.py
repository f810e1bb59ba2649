"""Advice on match and double bets, from command-line options or from the events a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.flop22.count.best_play import Rest
from pitboss.games.flop22.count.flops import unseen
from pitboss.games.flop22.deal.rules import HANDS, AggregateScope, Rules
from pitboss.money import Cents
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Face, Offer, Seat, Settled, Turned, Wagered
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice

SITUATION = (
    Ask("card", "CARD", "your card, as in Ah", required=True),
    Ask("hand", "1|2|3", "the hand that is offered [default: the one after the flops seen]"),
    Ask("seen", "CARDS", "the flops already turned, as in '5d Ks'"),
    Ask("others", "CARDS", "the other players' cards, as in '2c 9h'"),
)
UNIT = "antes of this hand, not counting the ante itself"


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return each answer's contribution to the expected value of this hand, in antes (F22-4)."""
    (card,) = situation.cards("card", (1,))
    flops = situation.cards("seen", range(3))
    others = situation.cards("others")
    hand = situation.number("hand", 1, 3, len(flops) + 1)
    if situation.has("seen") and len(flops) != hand - 1:
        before = f"{hand - 1} flop{'s' * (hand != 2)}"
        raise Refused("bad-situation", f"hand {hand} is offered after {before}, and --seen has {len(flops)}")
    if len(others) >= rules.seats:
        allowed = rules.seats - 1
        raise Refused(
            "bad-situation",
            f"{situation.written('others')} has {len(others)} cards: {allowed} others fit at {rules.seats} seats",
        )
    refuse_twice((card, *flops, *others))
    rest = Rest(rules, card.code, {hand: rules.chip})
    left = unseen(card.code, [other.code for other in (*flops, *others)])
    notes = () if len(flops) == hand - 1 else ("Assumes that no earlier flop was seen.",)
    return _advice(rest, left, rest.most, notes)


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return each answer's contribution to the expected value, in antes, given the aggregate that is left (F22-8)."""
    assert offer is not None, "advice on Flop 22 needs an open question"
    hand = int(str(offer.context["hand"]))
    cards_up = [(event.seat, event.card.code) for event in seen if isinstance(event, (Dealt, Turned)) and _is_up(event)]
    card = next(code for owner, code in cards_up if owner == seat)
    others = [code for owner, code in cards_up if owner != seat]
    bets = {event.bet: event.amount for event in seen if isinstance(event, Wagered) and event.seat == seat}
    antes = {place: bets[f"ante-{place}"] for place in HANDS[hand - 1 :] if f"ante-{place}" in bets}
    rest = Rest(rules, card, antes)
    aggregate_left = rules.aggregate - _won(rules, seen, seat)
    if not rest.can_be_capped(aggregate_left):  # without a cap, each hand is decided on its own
        rest = Rest(rules, card, {hand: antes[hand]})
    return _advice(rest, unseen(card, others), aggregate_left, ())


def _is_up(event: Dealt | Turned) -> bool:
    return isinstance(event, Turned) or event.face is Face.UP


def _won(rules: Rules, seen: Sequence[Event], seat: Seat) -> int:
    """Return the winnings that count toward the aggregate so far."""
    everyone = rules.aggregate_scope is AggregateScope.TABLE
    return sum(
        max(event.back - event.stake, 0)
        for event in seen
        if isinstance(event, Settled) and (everyone or event.seat == seat)
    )


def _advice(rest: Rest, left: tuple[int, ...], aggregate_left: int, notes: tuple[str, ...]) -> Advice:
    worths = rest.worths(left, aggregate_left)
    hand = rest.hands[0]
    ante: Cents = rest.antes[hand]
    gains = {name: Fraction(worth - worths["none"], ante) for name, worth in worths.items()}
    return Advice(gains, UNIT, notes, f"ante-{hand}")
