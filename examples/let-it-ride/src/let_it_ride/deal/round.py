"""Let It Ride, one round, as the sheet tells it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.kit import (
    LOSS,
    Answers,
    Board,
    Card,
    Dealt,
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
    least_pair,
    poker_class,
    poker_rank,
)

from let_it_ride.deal.rules import Rules

RIDE, BACK = "ride", "take-back"
TEN = 10

Hand = tuple[Card, ...]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """One round."""
    hands = yield from deal_hands(pack, wagers)  # rule 2
    community = pack.draw_hand(2, "community")
    for number, card in enumerate(community, 1):
        yield Dealt(card, None, f"community-{number}", Face.DOWN)  # rule 2
    riding = {seat: ["bet-3"] for seat in wagers}
    for number, card in enumerate(community, 1):
        yield from take_back_or_ride(wagers, riding, f"bet-{number}")  # rules 3 and 4
        yield Turned(card, None, f"community-{number}")
    for seat in sorted(wagers, reverse=True):
        yield from settle(rules, seat, wagers, riding[seat], (*hands[seat], *community))  # rule 5
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_hands(pack: Pack, wagers: Wagers) -> Script[Mapping[Seat, Hand]]:
    """Three cards to each player (LR-1)."""
    hands = {}
    for seat in wagers:
        hands[seat] = pack.draw_hand(3, f"seat {seat}")
        for card in hands[seat]:
            yield Dealt(card, seat, "hand", Face.OWN)
    return hands


def take_back_or_ride(wagers: Wagers, riding: dict[Seat, list[str]], bet: str) -> Script[None]:
    """Each seat takes a bet back or lets it ride (LR-2)."""
    options = (Option(RIDE, "Let it ride"), Option(BACK, "Take it back"))
    answers: Answers = yield Offer(f"let {bet} ride", dict.fromkeys(wagers, options))
    for seat in wagers:
        if answers[seat] == BACK:
            yield Returned(seat, bet, wagers[seat][bet])
        else:
            riding[seat].append(bet)


def settle(rules: Rules, seat: Seat, wagers: Wagers, riding: list[str], cards: Hand) -> Script[None]:
    """Every bet that rides, by the best hand (LR-3)."""
    place = line_of(poker_rank(cards))
    pays = rules.pay_table.pays(place)
    line = rules.pay_table.name(place) if pays != LOSS else "nothing"
    for bet in sorted(riding):
        stake = wagers[seat][bet]
        yield Settled(seat, bet, stake, pays.back(stake), line, pays, "LR-3")


def line_of(rank: int) -> int:
    """The line of the pay table that a hand makes; one past the last for less than tens (LR-3)."""
    if rank >= least_pair(TEN):
        found = poker_class(rank)
        return next(place for place in range(9) if found == PokerClass.ROYAL_FLUSH - place)
    return 9
