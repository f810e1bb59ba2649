"""The options of a Free Bet hand, and whether it can still earn a token."""

from __future__ import annotations

from functools import cache

from pitboss.cards import Card
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.player import Hand, Player
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.steps import Motioned, Option, Seat
from pitboss.ranking.totals import BLACKJACK


def hand_options(rules: Rules, player: Player, hand: Hand) -> tuple[Option, ...]:
    """Return the hand's options, `stand` first. Empty if there is no decision to make (C-6, FB-2, FB-3)."""
    if hand.total >= BLACKJACK or hand.is_doubled:
        return ()
    stand, hit = Option("stand", "stand"), Option("hit", "hit")
    cost = player.wagers["main"]
    splits = []
    if may_split(rules, player, hand):
        free = rules.free_splits and hands.pair_splits_free(hand.values[0])
        for_free = Option("free-split", "free split", signal=points(player.seat, "split"))
        splits.append(for_free if free else Option("split", "split", cost))
    if hand.of_split_aces:
        return (stand, *splits) if splits else ()  # one card each (FB-3)
    if len(hand.cards) > 2:
        return (stand, hit)
    free = may_double_free(rules, hand)
    double = Option("double", "double", cost)
    if free:
        double = Option("free-double", "free double", signal=points(player.seat, "double"))
    return (stand, hit, double, *splits)


FINGERS = {"split": "two fingers spread", "double": "one finger"}


@cache
def points(seat: Seat, free: str) -> Motioned:
    """Return the player's signal for a free bet, made before the dealer acts on it (procedure 6, FB-14)."""
    how = f"at the Pot of Gold, then at the main bet with {FINGERS[free]}: a free {free}."
    return Motioned(f"ask-free-{free}", f"Seat {seat} points {how}", seat, f"You point {how}")


def may_double_free(rules: Rules, hand: Hand) -> bool:
    """Return whether the hand is a two-card hard 9, 10 or 11 and the house doubles for free (FB-2)."""
    return rules.free_doubles and len(hand.cards) == 2 and hands.doubles_free(*hand.values)


def may_split(rules: Rules, player: Player, hand: Hand) -> bool:
    """Return whether the hand is a pair by value that may be split: below four hands, and aces if allowed (FB-3)."""
    return (
        len(hand.cards) == 2
        and hands.is_pair(*hand.values)
        and len(player.hands) < hands.MAX_HANDS
        and (rules.resplit_aces or not hand.of_split_aces)
    )


def may_earn_token(rules: Rules, player: Player, hand: Hand) -> bool:
    """
    Return whether the hand of a player without a token can still earn one.

    Such a player has only one hand, unless the house charges for splits (FB-11).
    """
    if hand.is_closed or hand.of_split_aces:
        return False
    value = hand.values[0]
    after_split = rules.free_doubles and hands.may_double_free_after_split(value)
    if len(hand.cards) == 1:
        return after_split
    splits_free = rules.free_splits and hands.pair_splits_free(value)
    return may_double_free(rules, hand) or (may_split(rules, player, hand) and (splits_free or after_split))


def context(player: Player, hand: Hand, up: Card) -> dict[str, object]:
    """Return the details of the hand in play for bots, hints and displays."""
    return {
        "hand": hand.number,
        "free": hand.is_free,
        "cards": [str(card) for card in hand.cards],
        "up": str(up),
        "hands": len(player.hands),
        "tokens": player.tokens,
    }
