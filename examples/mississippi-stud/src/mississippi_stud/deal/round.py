"""Mississippi Stud, one round, as the sheet tells it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.kit import (
    LOSS,
    Answers,
    Board,
    Card,
    Cents,
    Dealt,
    Discarded,
    Face,
    Offer,
    Option,
    Pack,
    PokerClass,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
    Wagers,
    least_pair,
    poker_class,
    poker_rank,
)

from mississippi_stud.deal.rules import Rules

FOLD = "fold"
TIMES = {"1x": 1, "2x": 2, "3x": 3}
STREETS = ("third", "fourth", "fifth")
SIX, JACK = 6, 11

Hand = tuple[Card, ...]
Chips = dict[str, Cents]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """One round."""
    hands = yield from deal_hands(pack, wagers)  # rule 2
    community = pack.draw_hand(3, "community")
    for street, card in zip(STREETS, community, strict=True):
        yield Dealt(card, None, street, Face.DOWN)  # rule 2
    chips = {seat: {"ante": bets["ante"]} for seat, bets in wagers.items()}
    for street, card in zip(STREETS, community, strict=True):
        if chips:
            yield from fold_or_bet(chips, street)  # rules 3 and 4
            yield Turned(card, None, street)
    for seat in sorted(chips, reverse=True):
        yield from settle(rules, seat, chips[seat], (*hands[seat], *community))  # rule 5
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_hands(pack: Pack, wagers: Wagers) -> Script[Mapping[Seat, Hand]]:
    """Two cards to each player (MS-1)."""
    hands = {}
    for seat in wagers:
        hands[seat] = pack.draw_hand(2, f"seat {seat}")
        for card in hands[seat]:
            yield Dealt(card, seat, "hand", Face.OWN)
    return hands


def fold_or_bet(chips: dict[Seat, Chips], street: str) -> Script[None]:
    """Each seat folds, or bets one to three antes (MS-2)."""
    options = {seat: _options(own["ante"]) for seat, own in chips.items()}
    answers: Answers = yield Offer(f"fold or bet on {street} street", options)
    for seat in sorted(answers, reverse=True):
        if answers[seat] == FOLD:
            for bet, stake in chips.pop(seat).items():
                yield Settled(seat, bet, stake, Cents(0), "folded", LOSS, "MS-2")
        else:
            chips[seat][street] = Cents(TIMES[answers[seat]] * chips[seat]["ante"])
            yield Wagered(seat, street, chips[seat][street])


def _options(ante: Cents) -> tuple[Option, ...]:
    raises = (Option(name, f"Bet {name}", Cents(times * ante)) for name, times in TIMES.items())
    return Option(FOLD, "Fold"), *raises


def settle(rules: Rules, seat: Seat, chips: Chips, cards: Hand) -> Script[None]:
    """All bets of a seat, by the best hand (MS-3)."""
    place = line_of(poker_rank(cards))
    pays = rules.pay_table.pays(place)
    line = rules.pay_table.name(place) if place < len(rules.pay_table.lines) else "nothing"
    for bet, stake in chips.items():
        yield Settled(seat, bet, stake, pays.back(stake), line, pays, "MS-3")


def line_of(rank: int) -> int:
    """The line of the pay table that a hand makes; one past the last for less than a pair of sixes (MS-3)."""
    if rank >= least_pair(JACK):
        found = poker_class(rank)
        return next(place for place in range(9) if found == PokerClass.ROYAL_FLUSH - place)
    return 9 if rank >= least_pair(SIX) else 10
