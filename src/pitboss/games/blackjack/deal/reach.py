"""The lines that blackjack's side bets can still make."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pitboss.cards import Card
from pitboss.games.blackjack.deal.rules import Rules, offered, whole_pack
from pitboss.games.dealing.lines_in_reach import lines_in_reach
from pitboss.games.dealing.side_bets import SideBet
from pitboss.play.game import CardsByPlace
from pitboss.play.layout import Place
from pitboss.play.steps import Dealt, Event, Seat
from pitboss.ranking.totals import card_value, may_be_blackjack


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the lines that each side bet on offer can still make (BJ-3). Splits do not change the first two cards."""
    first = [event.card for event in seen if isinstance(event, Dealt) and (event.seat, event.at) == (seat, "hand-1")]
    others = {place: held for place, held in cards.items() if place[0] != seat}
    known = {**others, (seat, "hand-1"): first[:2] or cards.get((seat, "hand-1"), ())}
    return {made.bet.name: _lines(rules, known, seat, made.bet) for made in offered(rules)}


def _lines(rules: Rules, cards: CardsByPlace, seat: Seat, bet: SideBet) -> frozenset[int] | None:
    """Return the lines in reach, from the player's first two cards and, if the bet uses it, the dealer's up card."""
    places: list[tuple[Place, int]] = [((seat, "hand-1"), 2)]
    if bet.sees_up_card or bet.sees_blackjack:
        places.append(((None, "up-card"), 1))
    without, with_blackjack = (
        lines_in_reach(
            whole_pack(rules),
            cards,
            places,
            partial(_line, bet, has_blackjack=has_blackjack),
            in_order=bet.sees_blackjack,
        )
        for has_blackjack in (False, bet.sees_blackjack)
    )
    return None if without is None or with_blackjack is None else without | with_blackjack


def _line(bet: SideBet, hand: Sequence[Card], *, has_blackjack: bool) -> int:
    """Return the line for a hand. The dealer can only have a blackjack with an ace or a ten-value up."""
    first, second, up = hand[0], hand[1], hand[-1]
    return bet.line(first, second, up, has_blackjack and may_be_blackjack(card_value(up.code)))
