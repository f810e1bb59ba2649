"""Settlement of one hand or one side bet in Free Bet: chips, free bets, tokens, and then the cards."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.motions import FreeBetEnded, TokensPickedUp, Tucked, WagerLockedUp
from pitboss.games.free_bet.deal.player import CardPosition, Hand, Player
from pitboss.money import EVEN_MONEY, FREE, LOSS, Cents, Pays
from pitboss.play.steps import Discarded, Event, Settled, settling
from pitboss.ranking.totals import BLACKJACK


def settle_hand(player: Player, hand: Hand, pays: Pays, line: str, clause: str, main: str = "main") -> Iterator[Event]:
    """
    Settle the chips on a hand, then its free bets, then its tokens.

    A toke is settled like the main bet (FB-4, FB-9).
    """
    hand.is_settled = True
    for bet, stake in hand.stakes.items():
        if stake.chips:
            quoted, what = (clause, main) if bet == "main" else ("FB-9", bet)
            back, motion = pays.back(stake.chips), settling(what, pays)
            yield Settled(player.seat, bet, stake.chips, back, line, pays, quoted, hand.number, motion=motion)
        if stake.free and pays.won <= 0:
            yield end_free_bet(player, hand, bet, line, pays)
        for free in stake.free if pays.won > 0 else ():
            yield size_in(player, hand, bet, free, line)
    lost = {bet: stake.chips for bet, stake in hand.stakes.items() if stake.chips}
    if hand.is_bust and lost:
        amount, toke = lost.get("main", FREE), lost.get("toke")
        yield WagerLockedUp(player.seat, hand.number, amount, toke, motion="lock-up-wager")
    if hand.tokens:
        to = "pot-of-gold" if "pot-of-gold" in player.side_bets else "tray"
        yield TokensPickedUp(player.seat, hand.number, hand.tokens, to, motion="pick-up-tokens")


def size_in(player: Player, hand: Hand, bet: str, free: Cents, line: str) -> Settled:
    """Pay a winning free bet: the dealer sizes into the original bet again (Resolving free bet hands 1, FB-4)."""
    words, motion = f"free bet, {line}", "size-in-free-bet"
    return Settled(player.seat, bet, FREE, free, words, EVEN_MONEY, "FB-4", hand.number, motion=motion)


def end_free_bet(player: Player, hand: Hand, bet: str, line: str, pays: Pays) -> FreeBetEnded:
    """End a free bet that does not win, at no cost (Resolving free bet hands 2 and 3, FB-4)."""
    result = "loses" if pays == LOSS else "pushes"
    return FreeBetEnded(player.seat, bet, hand.number, line, result, motion="end-free-bet")


def settle_side_bet(player: Player, bet: str, pays: Pays, line: str, clause: str, motion: str = "") -> Iterator[Event]:
    """Settle a side bet, if the player made it."""
    if stake := player.side_bets.pop(bet, None):
        motion = motion or settling(bet, pays)
        yield Settled(player.seat, bet, stake, pays.back(stake), line, pays, clause, motion=motion)


def discard(player: Player, hand: Hand) -> Event:
    """Discard a hand to the rack."""
    hand.position = CardPosition.RACK
    return Discarded(hand.at, player.seat, len(hand.cards), motion="rack-hand")


def tuck_or_discard(player: Player, hand: Hand) -> Event:
    """Tuck a settled hand if a Push 22 depends on its total, else discard it (procedures 4 and 8, FB-10)."""
    if hand is player.original and "push-22" in player.side_bets:
        hand.position = CardPosition.TUCKED
        return Tucked(player.seat, hand.number, motion="tuck")
    return discard(player, hand)


def bust_words(hand: Hand) -> str:
    """Return the description of a bust hand."""
    return f"bust with {hand.total}"


def result_words(hand: Hand, dealer: int, result: int) -> tuple[str, str]:
    """Return the description of a hand's result against the dealer's total, and its clause."""
    if hand.is_bust:
        return bust_words(hand), "FB-5"
    if dealer == hands.DEALER_22 and result == hands.PUSHES:
        return f"{hand.total} against the dealer's 22", "FB-5"
    if dealer > BLACKJACK:
        return f"{hand.total} against the dealer's bust with {dealer}", "FB-10"
    return f"{hand.total} against {dealer}", "FB-10"


def push_22_words(player: Player, dealer: int) -> str:
    """Return the description of the Push 22 result."""
    original = player.original.total
    is_over = dealer == hands.DEALER_22 and original > hands.MAX_FOR_PUSH_22
    over = f", but the original hand has {original}" if is_over else ""
    return f"the dealer ends at {dealer}{over}"
