"""How one hand is played: cards, doubles and splits (rules 7a to 7e, 7h)."""

from __future__ import annotations

from pitboss.cards import Card, Pack
from pitboss.games.dealing.blackjack import makes, total_words
from pitboss.games.roll_your_own.deal.hands import may_split
from pitboss.games.roll_your_own.deal.layout import Hand, Row
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.money import LOSS, Cents, show_money
from pitboss.play.steps import Answers, Dealt, Moved, Offer, Option, Script, Wagered


def play_hand(rules: Rules, pack: Pack, up_card: Card, row: Row, hand: Hand) -> Script[None]:
    """One hand to its end: a blackjack is paid, a bust loses, anything else waits for the dealer."""
    if len(hand.cards) == 1:
        yield from draw_card(pack, hand)  # C-5: the second card comes when the hand's turn does
        if hand.is_blackjack:
            yield hand.settle(rules.blackjack_pays, "blackjack", "RY-7")  # rule 7h
            return
    while not hand.is_finished:
        answer = yield from ask(rules, pack, up_card, row, hand)
        if answer == "stand":
            return
        if answer == "double":
            yield from double(hand)
        elif answer == "split":
            yield from split(row, hand)
        yield from draw_card(pack, hand)
    if hand.total > 21:
        yield hand.settle(LOSS, f"bust with {hand.total}", "rule 7")


def ask(rules: Rules, pack: Pack, up_card: Card, row: Row, hand: Hand) -> Script[str]:
    """Stand, hit, and where the hand and the pack allow it double and split (RY-6, RY-10, C-6)."""
    options = [Option("stand", f"stand on {total_words(hand.cards)}"), Option("hit", "take a card")]
    price = show_money(hand.stake)
    if len(hand.cards) == 2:
        if len(pack) >= 1:
            options.append(Option("double", f"double for {price} and take one card", hand.stake))
        first, second = hand.values
        if may_split(first, second, len(row), rules.max_splits) and len(pack) >= 2:
            options.append(Option("split", f"split into two hands for {price}", hand.stake))
    about = f"{hand.name}, {total_words(hand.cards)} against {up_card.sign}"
    context = {
        "bet": hand.bet,
        "hand": hand.number or 1,
        "cards": [*map(str, hand.cards)],
        "up": str(up_card),
        "splits": len(row) - 1,
    }
    answers: Answers = yield Offer(about, {hand.seat: tuple(options)}, context)
    return answers[hand.seat]


def double(hand: Hand) -> Script[None]:
    """As much again on the hand, for one card more (rule 7a, RY-6)."""
    yield Wagered(hand.seat, hand.bet, hand.stake, hand.number)
    hand.stake = Cents(2 * hand.stake)
    hand.is_doubled = True


def split(row: Row, hand: Hand) -> Script[None]:
    """The second card starts a hand of its own with as much on it, played after those before it (rule 7b, RY-6)."""
    hand.number = hand.number or 1
    new_hand = Hand(hand.seat, hand.bet, hand.stake, [hand.cards.pop()], len(row) + 1)
    yield Wagered(hand.seat, hand.bet, hand.stake, new_hand.number)
    yield Moved(new_hand.cards[0], hand.seat, hand.at, new_hand.at)
    row.append(new_hand)


def draw_card(pack: Pack, hand: Hand) -> Script[None]:
    """One card face up to the hand."""
    hand.cards.append(pack.draw(f"seat {hand.seat}"))
    yield Dealt(hand.cards[-1], hand.seat, hand.at, makes=makes(hand.cards, natural=hand.is_blackjack))
