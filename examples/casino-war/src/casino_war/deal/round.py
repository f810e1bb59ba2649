"""Casino War, one round, as the sheet tells it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    PUSH,
    Answers,
    Board,
    Burned,
    Card,
    Cents,
    Dealt,
    Discarded,
    Offer,
    Option,
    Pack,
    Pays,
    Script,
    Seat,
    Settled,
    Wagered,
    Wagers,
)

from casino_war.deal import hands
from casino_war.deal.rules import Rules

WAR, SURRENDER = "war", "surrender"
HALF = Pays(-1, 2)
BURNED = 3

Cards = Mapping[Seat, Card]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """One round."""
    cards = yield from deal_one_each(pack, wagers, "card")  # rule 1
    dealer = yield from deal_dealer(pack, "dealer")  # rule 1
    results = {seat: hands.compare(card.rank, dealer.rank) for seat, card in cards.items()}
    for seat in sorted(wagers, reverse=True):  # C-9: from the dealer's right
        yield from settle_first_cards(rules, seat, wagers, results[seat])  # rules 2 and 3
    tied = [seat for seat in wagers if results[seat] == hands.TIES]
    if tied:
        at_war = yield from offer_war(rules, wagers, tied)  # rule 4
        if at_war:
            yield from go_to_war(rules, pack, wagers, at_war)  # rules 5 and 6
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_one_each(pack: Pack, seats: Wagers, at: str) -> Script[Cards]:
    """One card face up to each of these seats (CW-2)."""
    cards = {}
    for seat in seats:
        cards[seat] = pack.draw(f"seat {seat} {at}")
        yield Dealt(cards[seat], seat, at)
    return cards


def deal_dealer(pack: Pack, at: str) -> Script[Card]:
    """One card face up to the dealer (CW-2)."""
    card = pack.draw(at)
    yield Dealt(card, None, at)
    return card


def settle_first_cards(rules: Rules, seat: Seat, wagers: Wagers, result: int) -> Script[None]:
    """The tie bet, and the ante unless the cards tie (CW-3, CW-4)."""
    ante, tie = wagers[seat]["ante"], wagers[seat].get("tie")
    if result != hands.TIES:
        pays, line = (EVEN_MONEY, "higher card") if result == hands.WINS else (LOSS, "lower card")
        yield Settled(seat, "ante", ante, pays.back(ante), line, pays, "CW-3")
    if tie:
        pays, line = (rules.tie_pays, "a tie") if result == hands.TIES else (LOSS, "no tie")
        yield Settled(seat, "tie", tie, pays.back(tie), line, pays, "CW-4")


def offer_war(rules: Rules, wagers: Wagers, tied: list[Seat]) -> Script[Wagers]:
    """Tied seats go to war for another ante, or surrender half of theirs (CW-5)."""
    at_war = {seat: wagers[seat] for seat in tied}
    if rules.surrender:
        options = {seat: _options(wagers[seat]["ante"]) for seat in tied}
        answers: Answers = yield Offer("surrender or go to war", options)
        for seat in sorted(tied, reverse=True):
            if answers[seat] == SURRENDER:
                ante = at_war.pop(seat)["ante"]
                yield Settled(seat, "ante", ante, HALF.back(ante), "surrendered", HALF, "CW-5")
    for seat, bets in at_war.items():
        yield Wagered(seat, "war", bets["ante"])
    return at_war


def _options(ante: Cents) -> tuple[Option, ...]:
    return Option(SURRENDER, "give up half of your ante"), Option(WAR, "put down another ante and go to war", ante)


def go_to_war(rules: Rules, pack: Pack, wagers: Wagers, at_war: Wagers) -> Script[None]:
    """Three cards are burned, then one more card each (CW-6)."""
    for _ in range(BURNED):
        yield Burned(pack.draw("burned"))
    cards = yield from deal_one_each(pack, at_war, "war-card")
    dealer = yield from deal_dealer(pack, "dealer-war")
    for seat in sorted(at_war, reverse=True):
        yield from settle_war(rules, seat, wagers[seat]["ante"], hands.compare(cards[seat].rank, dealer.rank))


def settle_war(rules: Rules, seat: Seat, ante: Cents, result: int) -> Script[None]:
    """The raise wins even money and the ante pushes, or both lose; a tied war pays a bonus on the ante (CW-6, CW-7)."""
    if result == hands.LOSES:
        yield Settled(seat, "ante", ante, Cents(0), "war lost", LOSS, "CW-6")
        yield Settled(seat, "war", ante, Cents(0), "war lost", LOSS, "CW-6")
        return
    line, pays = ("war tied", rules.tied_war_pays) if result == hands.TIES else ("war won", PUSH)
    yield Settled(seat, "ante", ante, pays.back(ante), line, pays, "CW-7" if result == hands.TIES else "CW-6")
    yield Settled(seat, "war", ante, EVEN_MONEY.back(ante), line, EVEN_MONEY, "CW-6")
