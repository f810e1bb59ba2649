"""The play of one hand: hits, doubles and splits (rules 7a to 7e, 7h)."""

from __future__ import annotations

from pitboss.cards import Card, Pack
from pitboss.games.dealing.blackjack import makes, total_words
from pitboss.games.roll_your_own.deal.hands import may_split
from pitboss.games.roll_your_own.deal.layout import LaidHand, Row
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.money import LOSS, Cents
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Answers, Dealt, Moved, Offer, Option, Script, Wagered

CARD_FOR = {"hit": "hit", "double": "deal-double-card", "split": "deal-second-card"}
"""The dealer's motion for the next card after each answer."""


def play_hand(rules: Rules, pack: Pack, up_card: Card, row: Row, hand: LaidHand) -> Script[None]:
    """Play one hand to its end: a blackjack is paid, a bust loses, anything else waits for the dealer."""
    if len(hand.cards) == 1:
        yield from draw_card(pack, hand, "deal-second-card")  # C-5: dealt on the hand's turn
        if hand.is_blackjack:
            yield from hand.settle(rules.blackjack_pays, "blackjack", "RY-7", "pay-blackjack")  # rule 7h
            return
    while not hand.is_finished:
        answer = yield from ask(rules, pack, up_card, row, hand)
        if answer == "stand":
            return
        if answer == "double":
            yield from double(hand)
        elif answer == "split":
            yield from split(row, hand)
        yield from draw_card(pack, hand, CARD_FOR[answer])
    if hand.total > 21:
        yield from hand.settle(LOSS, f"bust with {hand.total}", "rule 7", "take-bust")


def ask(rules: Rules, pack: Pack, up_card: Card, row: Row, hand: LaidHand) -> Script[str]:
    """Offer hit and stand, and double and split if the hand and the pack allow them (RY-6, RY-10, C-6)."""
    options = [Option("stand", "stand"), Option("hit", "hit")]
    if len(hand.cards) == 2:
        if len(pack) >= 1:
            options.append(Option("double", "double", hand.stake))
        first, second = hand.values
        if may_split(first, second, len(row), rules.max_splits) and len(pack) >= 2:
            options.append(Option("split", "split", hand.stake))
    about = f"{hand.name}, {total_words(hand.cards)} against {up_card.sign}"
    context = {
        "bet": hand.bet,
        "hand": hand.number or 1,
        "cards": [*map(str, hand.cards)],
        "up": str(up_card),
        "splits": len(row) - 1,
    }
    answers: Answers = yield Offer(about, {hand.seat: tuple(options)}, context, motion="ask-hand")
    return answers[hand.seat]


def double(hand: LaidHand) -> Script[None]:
    """Double the bet on the hand for exactly one more card (rule 7a, RY-6)."""
    yield Wagered(hand.seat, hand.bet, hand.stake, hand.number, motion="double")
    hand.stake = Cents(2 * hand.stake)
    hand.is_doubled = True


def split(row: Row, hand: LaidHand) -> Script[None]:
    """Start a new hand with the second card, to the right of this one and with an equal bet (rule 7b, RY-6, C-8)."""
    hand.number = hand.number or 1
    next_place = row.index(hand) + 1
    for other in reversed(row[next_place:]):
        yield from move_over(other)
    new_hand = LaidHand(hand.seat, hand.bet, hand.stake, [hand.cards.pop()], hand.number + 1)
    row.insert(next_place, new_hand)
    yield Wagered(hand.seat, hand.bet, hand.stake, new_hand.number, motion="split")
    yield Moved(new_hand.cards[0], hand.seat, hand.at, new_hand.at, motion="split-cards")


def move_over(hand: LaidHand) -> Script[None]:
    """Move a hand of an earlier split to make room (C-8)."""
    assert hand.number is not None
    at, number = hand.at, hand.number
    hand.number += 1
    yield MovedOver(hand.seat, at, hand.at, number, motion="make-room")


def draw_card(pack: Pack, hand: LaidHand, motion: str) -> Script[None]:
    """Deal one card face up to the hand."""
    hand.cards.append(pack.draw(f"seat {hand.seat}"))
    total = makes(hand.cards, natural=hand.is_blackjack)
    yield Dealt(hand.cards[-1], hand.seat, hand.at, makes=total, motion=motion)
