"""The script of Flop 22: one three-hand game, following the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pitboss.cards import Card, Pack
from pitboss.games.flop22.deal import hands
from pitboss.games.flop22.deal.motions import Cut
from pitboss.games.flop22.deal.rules import (
    HANDS,
    AggregateScope,
    Rules,
    ante_pays,
    double_pays,
    field_name,
    line_name,
    match_pays,
)
from pitboss.money import Cents, Pays
from pitboss.play.bets import Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS
from pitboss.play.opening import Inspected, Washed
from pitboss.play.steps import (
    Answers,
    Dealt,
    Discarded,
    Event,
    Face,
    Motioned,
    Offer,
    Option,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
    settling,
)

Cards = Mapping[Seat, Card]


def opening(rules: Rules) -> tuple[Event, ...]:
    """Return the opening of a table not used before today: inspect the deck, then wash it for two minutes (F22-11)."""
    return (Inspected(52, motion="inspect"), Washed(2, motion="wash"))


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Play one three-hand game."""
    winnings = GameWinnings(rules)
    yield NO_MORE_BETS  # rule 4
    cards = yield from deal_one_each(pack, wagers)  # rule 6
    flops = yield from deal_flops_face_down(pack)  # rule 6
    yield from settle_field(rules, cards, wagers, winnings)  # rule 7
    played = max(hand for hand in HANDS if any(f"ante-{hand}" in bets for bets in wagers.values()))
    for hand, flop in zip(HANDS[:played], flops, strict=False):  # F22-9: a hand without any ante is not revealed
        antes = {seat: bets[f"ante-{hand}"] for seat, bets in wagers.items() if f"ante-{hand}" in bets}
        extras = yield from offer_match_and_double(hand, antes)  # rules 8 and 9
        yield Turned(flop, None, f"flop-{hand}", motion="turn-flop")  # rule 10
        for seat in sorted(antes, reverse=True):  # rule 11: from the dealer's right
            yield from settle_hand(rules, hand, seat, cards[seat], flop, antes[seat], extras[seat], winnings)
        yield Discarded(f"flop-{hand}", motion="rack-flop")  # rule 11
    yield from rack_the_rest(played, wagers)  # C-10
    return ()


def deal_one_each(pack: Pack, wagers: Wagers) -> Script[Cards]:
    """Deal each player one card face up, which serves all three hands (F22-1, C-5)."""
    cards = {}
    for seat in wagers:
        cards[seat] = pack.draw(f"seat {seat}")
        yield Dealt(cards[seat], seat, "card", motion="deal-card")
    return cards


def deal_flops_face_down(pack: Pack) -> Script[Sequence[Card]]:
    """Deal the three flops face down, then discard the unused cards to the rack (rule 6, F22-11)."""
    flops = []
    for hand in HANDS:
        flops.append(pack.draw(f"flop {hand}"))
        yield Dealt(flops[-1], None, f"flop-{hand}", Face.DOWN, motion="deal-flop")
    yield Discarded("unused cards", cards=len(pack), motion="rack-unused")
    return flops


def settle_field(rules: Rules, cards: Cards, wagers: Wagers, winnings: GameWinnings) -> Script[None]:
    """Settle the field bets before hand 1 is offered (rule 7, F22-3)."""
    for seat in sorted(wagers, reverse=True):
        if stake := wagers[seat].get("field"):
            line = hands.field_line(cards[seat].code)
            pays, words = rules.field_table.pays(line), field_name(rules, line)
            yield from winnings.settle(seat, "field", stake, pays, words, "F22-3")


def rack_the_rest(last: int, wagers: Wagers) -> Iterator[Event]:
    """Rack the unplayed flops unseen, then the players' cards from the dealer's right (C-10, F22-9)."""
    for hand in HANDS[last:]:
        yield Discarded(f"flop-{hand}", motion="rack-flop")
    for seat in sorted(wagers, reverse=True):
        yield Discarded("card", seat, motion="rack-card")


OPTIONS = {"none": (), "match": ("match",), "double": ("double",), "both": ("match", "double")}


def offer_match_and_double(hand: int, antes: Mapping[Seat, Cents]) -> Script[Mapping[Seat, Sequence[str]]]:
    """
    Offer match and double with motions similar to insurance; each bet equals the ante (rules 8, 9, F22-4, F22-13).
    """
    yield Motioned("offer", f"The dealer offers Match and Double Down for hand {hand}, as insurance is offered.")
    answers: Answers = yield Offer(  # F22-13: waiting for the answers is how the dealer allows time
        f"match or double down on hand {hand}",
        {seat: _options(ante) for seat, ante in antes.items()},
        {"hand": hand},
        motion="allow-time",
    )
    extras = {seat: OPTIONS[answers[seat]] for seat in antes}
    for seat, names in extras.items():
        for name in names:
            yield Wagered(seat, f"{name}-{hand}", antes[seat], motion=f"bet-{name}")
    yield Motioned("sweep", f"The dealer sweeps a hand from right to left: no more bets on hand {hand}.")
    return extras


@lru_cache
def _options(ante: Cents) -> tuple[Option, ...]:
    words = ("no bonus bet", "match", "double down", "match and double")
    return tuple(
        Option(name, label, Cents(ante * len(extras)))
        for (name, extras), label in zip(OPTIONS.items(), words, strict=True)
    )


def settle_hand(
    rules: Rules,
    hand: int,
    seat: Seat,
    card: Card,
    flop: Card,
    ante: Cents,
    extras: Sequence[str],
    winnings: GameWinnings,
) -> Script[None]:
    """Settle one seat's match, ante and double down (rule 11, F22-5 to F22-7)."""
    if "match" in extras:
        is_match = hands.is_match(card.code, flop.code)
        words = "Match Dealer Card" if is_match else "no match"
        yield from winnings.settle(seat, f"match-{hand}", ante, match_pays(rules, is_match), words, "F22-7")
    line = hands.total_line(card.code, flop.code)
    words, clause = line_name(rules, line), "F22-6" if line == hands.LOSES else "F22-5"
    yield from winnings.settle(seat, f"ante-{hand}", ante, ante_pays(rules, hand, line), words, clause)
    if "double" in extras:
        yield from winnings.settle(seat, f"double-{hand}", ante, double_pays(rules, hand, line), words, clause)


class GameWinnings:
    """The winnings of this game so far, capped at the aggregate in the order of settlement (F22-8)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.won: dict[Seat | None, int] = {}

    def settle(self, seat: Seat, bet: str, stake: Cents, pays: Pays, line: str, clause: str) -> Iterator[Event]:
        """Settle a bet, and yield a cut if the aggregate caps it."""
        back, motion = pays.back(stake), settling(bet.split("-", maxsplit=1)[0], pays)
        if back <= stake:
            yield Settled(seat, bet, stake, back, line, pays, clause, motion=motion)
            return
        whose = seat if self.rules.aggregate_scope is AggregateScope.PLAYER else None
        paid = hands.capped(back - stake, self.rules.aggregate - self.won.get(whose, 0))
        self.won[whose] = self.won.get(whose, 0) + paid
        yield Settled(seat, bet, stake, Cents(stake + paid), line, pays, clause, motion=motion)
        if paid < back - stake:
            yield Cut(seat, bet, Cents(back - stake - paid), self.rules.aggregate, motion="cut-payout")
