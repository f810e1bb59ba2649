"""Settlement of blackjack's wagers: one hand, insurance, and the side bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import Card
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.player import Hand, Player
from pitboss.games.blackjack.deal.rules import INSURANCE_PAYS, SIDE_BETS, Rules
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents, Pays
from pitboss.play.steps import Discarded, Event, Settled, settling
from pitboss.ranking.totals import BLACKJACK

HALF = Pays(-1, 2)
"""A surrender costs half of the wager (BJ-6)."""
PAYS = {hands.WINS: EVEN_MONEY, hands.PUSHES: PUSH, hands.LOSES: LOSS}


def settle_hand(
    player: Player, hand: Hand, pays: Pays, line: str, clause: str, what: str = "main"
) -> Iterator[Event]:  # fmt: skip
    """Settle the wager on a hand. `what` names the motion: paying a blackjack is a separate motion."""
    hand.is_settled = hand.is_played = True
    motion = "take-half" if pays == HALF else settling(what, pays)
    back = pays.back(hand.stake)
    yield Settled(player.seat, "main", hand.stake, back, line, pays, clause, hand.number, motion=motion)


def discard(player: Player, hand: Hand) -> Event:
    """Discard a hand to the rack (C-10)."""
    return Discarded(hand.at, player.seat, len(hand.cards), motion="rack-hand")


def settle_and_discard(player: Player, pays: Pays, line: str, clause: str, what: str = "main") -> Iterator[Event]:
    """Settle the original hand and discard it."""
    yield from settle_hand(player, player.original, pays, line, clause, what)
    yield discard(player, player.original)


def settle_insurance(players: Sequence[Player], won: bool) -> Iterator[Event]:
    """Pay insurance 2 to 1 against a blackjack, else take it (BJ-4)."""
    pays, line = (INSURANCE_PAYS, "dealer blackjack") if won else (LOSS, "no dealer blackjack")
    for player in reversed(players):
        if stake := player.side_bets.pop("insurance", Cents(0)):
            motion = settling("insurance", pays)
            yield Settled(player.seat, "insurance", stake, pays.back(stake), line, pays, "BJ-4", motion=motion)


def settle_side_bets(rules: Rules, players: Sequence[Player], up: Card, blackjack: bool | None) -> Iterator[Event]:
    """
    Settle the side bets that are decided, starting from the dealer's right (BJ-3).

    `blackjack` is whether the dealer has a blackjack; None if not known yet.
    """
    for player in reversed(players):
        for name, made in SIDE_BETS.items():
            if name not in player.side_bets or (made.bet.sees_blackjack and blackjack is None):
                continue
            stake, table = player.side_bets.pop(name), made.table(rules)
            yield made.bet.settle(player.seat, stake, table, "BJ-3", player.first_two, up, bool(blackjack))


def result_words(hand: Hand, dealer: int) -> str:
    """Return the description of a hand's result against the dealer's total."""
    against = f"the dealer's bust with {dealer}" if dealer > BLACKJACK else str(dealer)
    return f"{hand.total} against {against}"
