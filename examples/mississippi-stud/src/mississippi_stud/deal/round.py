"""One round of Mississippi Stud, in the order of its sheet."""

from __future__ import annotations

from pitboss.kit import (
    LOSS,
    Answers,
    Board,
    Card,
    Cents,
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
    deal_hands,
    deal_shared,
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
    """Deal one round."""
    hands = yield from deal_hands(pack, wagers, 2)  # rule 2, MS-1
    community = yield from deal_shared(pack, STREETS, Face.DOWN)  # rule 2
    chips = {seat: {"ante": bets["ante"]} for seat, bets in wagers.items()}
    for street, card in zip(STREETS, community, strict=True):
        if chips:
            yield from fold_or_bet(chips, street)  # rules 3 and 4
            yield Turned(card, None, street)
    for seat in sorted(chips, reverse=True):
        yield from settle(rules, seat, chips[seat], (*hands[seat], *community))  # rule 5
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def fold_or_bet(chips: dict[Seat, Chips], street: str) -> Script[None]:
    """Ask each seat to fold, or to bet one to three antes (MS-2)."""
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
    """Settle all bets of a seat by the five cards; less than a pair of sixes loses (MS-3)."""
    rank = poker_rank(cards)
    pays, line = rules.pay_table.paid(line_of(rank)) if rank >= least_pair(SIX) else (LOSS, "nothing")
    for bet, stake in chips.items():
        yield Settled(seat, bet, stake, pays.back(stake), line, pays, "MS-3")


def line_of(rank: int) -> int:
    """Return the line of a pair of sixes or better in the pay table; pairs of sixes to tens are the last (MS-3)."""
    return PokerClass.ROYAL_FLUSH - poker_class(rank) if rank >= least_pair(JACK) else 9
