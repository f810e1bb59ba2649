"""One round of Let It Ride, in the order of its sheet."""

from __future__ import annotations

from pitboss.kit import (
    LOSS,
    Answers,
    Board,
    Card,
    Discarded,
    Face,
    Offer,
    Option,
    Pack,
    PokerClass,
    Returned,
    Script,
    Seat,
    Settled,
    Turned,
    Wagers,
    deal_hands,
    deal_shared,
    least_pair,
    poker_class,
    poker_rank,
)

from let_it_ride.deal.rules import Rules

RIDE, BACK = "ride", "take-back"
COMMUNITY = ("community-1", "community-2")
TEN = 10

Hand = tuple[Card, ...]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal one round."""
    hands = yield from deal_hands(pack, wagers, 3)  # rule 2, LR-1
    community = yield from deal_shared(pack, COMMUNITY, Face.DOWN)  # rule 2
    riding = {seat: ["bet-3"] for seat in wagers}
    for bet, card, place in zip(("bet-1", "bet-2"), community, COMMUNITY, strict=True):
        yield from take_back_or_ride(wagers, riding, bet)  # rules 3 and 4
        yield Turned(card, None, place)
    for seat in sorted(wagers, reverse=True):
        yield from settle(rules, seat, wagers, riding[seat], (*hands[seat], *community))  # rule 5
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def take_back_or_ride(wagers: Wagers, riding: dict[Seat, list[str]], bet: str) -> Script[None]:
    """Ask each seat to take a bet back or to let it ride (LR-2)."""
    options = (Option(RIDE, "Let it ride"), Option(BACK, "Take it back"))
    answers: Answers = yield Offer(f"let {bet} ride", dict.fromkeys(wagers, options))
    for seat in wagers:
        if answers[seat] == BACK:
            yield Returned(seat, bet, wagers[seat][bet])
        else:
            riding[seat].append(bet)


def settle(rules: Rules, seat: Seat, wagers: Wagers, riding: list[str], cards: Hand) -> Script[None]:
    """Settle every bet that rides by the five cards; less than a pair of tens loses (LR-3)."""
    pays, line = LOSS, "nothing"
    if (rank := poker_rank(cards)) >= least_pair(TEN):
        pays, line = rules.pay_table.paid(PokerClass.ROYAL_FLUSH - poker_class(rank))
    for bet in sorted(riding):
        stake = wagers[seat][bet]
        yield Settled(seat, bet, stake, pays.back(stake), line, pays, "LR-3")
