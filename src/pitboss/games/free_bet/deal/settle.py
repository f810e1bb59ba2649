"""Settling one hand or one side bet of Free Bet: chips, free money, tokens and where the cards go then."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.motions import FreeBetEnded, TokensPickedUp, Tucked
from pitboss.games.free_bet.deal.player import Hand, Lies, Player
from pitboss.money import EVEN_MONEY, FREE, LOSS, Pays
from pitboss.play.steps import Discarded, Event, Settled
from pitboss.ranking.totals import BLACKJACK


def settle_hand(player: Player, hand: Hand, pays: Pays, line: str, clause: str) -> Iterator[Event]:
    """The chips on a hand, then the free money beside them, then its tokens; a toke as the main bet (FB-4, FB-9)."""
    hand.is_settled = True
    for bet, stake in hand.stakes.items():
        if stake.chips:
            back = pays.back(stake.chips)
            quoted = clause if bet == "main" else "FB-9"
            yield Settled(player.seat, bet, stake.chips, back, line, pays, quoted, hand.number)
        if stake.free and pays.won > 0:
            yield Settled(player.seat, bet, FREE, stake.free, f"free bet, {line}", EVEN_MONEY, "FB-4", hand.number)
        elif stake.free:
            yield FreeBetEnded(player.seat, bet, hand.number, line, "loses" if pays == LOSS else "pushes")
    if hand.tokens:
        to = "pot-of-gold" if "pot-of-gold" in player.side_bets else "tray"
        yield TokensPickedUp(player.seat, hand.number, hand.tokens, to)


def settle_side_bet(player: Player, bet: str, pays: Pays, line: str, clause: str) -> Iterator[Event]:
    """A bet beside the hand, if the player has it on the table."""
    if stake := player.side_bets.pop(bet, None):
        yield Settled(player.seat, bet, stake, pays.back(stake), line, pays, clause)


def discard(player: Player, hand: Hand) -> Event:
    """A hand's cards to the rack."""
    hand.lies = Lies.RACK
    return Discarded(hand.at, player.seat, len(hand.cards))


def tuck_or_discard(player: Player, hand: Hand) -> Event:
    """A settled hand is tucked if a Push 22 waits for its total, else locked up (procedures 4 and 8, FB-10)."""
    if hand is player.original and "push-22" in player.side_bets:
        hand.lies = Lies.TUCKED
        return Tucked(player.seat, hand.number)
    return discard(player, hand)


def bust_words(hand: Hand) -> str:
    """How a bust hand is told."""
    return f"bust with {hand.total}"


def result_words(hand: Hand, dealer: int, result: int) -> tuple[str, str]:
    """How a hand fared against the dealer's total, and the clause that says so."""
    if hand.is_bust:
        return bust_words(hand), "FB-5"
    if dealer == hands.DEALER_22 and result == hands.PUSHES:
        return f"{hand.total} against the dealer's 22", "FB-5"
    if dealer > BLACKJACK:
        return f"{hand.total} against the dealer's bust with {dealer}", "FB-10"
    return f"{hand.total} against {dealer}", "FB-10"


def push_22_words(player: Player, dealer: int) -> str:
    """How Push 22 ended."""
    original = player.original.total
    over = f", but the original hand has {original}" if original > hands.MOST_FOR_PUSH_22 else ""
    return f"the dealer ends at {dealer}{over}"
