"""One round of Casino War, in the order of its sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    PUSH,
    Answers,
    Board,
    Burned,
    Cents,
    Discarded,
    Face,
    Offer,
    Option,
    Pack,
    Pays,
    Script,
    Seat,
    Settled,
    Wagered,
    Wagers,
    deal_dealer,
    deal_hands,
)

from casino_war.deal import hands
from casino_war.deal.rules import Rules

WAR, SURRENDER = "war", "surrender"
HALF = Pays(-1, 2)
BURNED = 3


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal one round."""
    results = yield from compare_cards(pack, wagers, "card", "dealer")  # rule 1
    for seat in sorted(wagers, reverse=True):  # C-9: from the dealer's right
        yield from settle_first_cards(rules, seat, wagers, results[seat])  # rules 2 and 3
    tied = [seat for seat in wagers if results[seat] == hands.TIES]
    if tied:
        at_war = yield from offer_war(rules, wagers, tied)  # rule 4
        if at_war:
            yield from go_to_war(rules, pack, wagers, at_war)  # rules 5 and 6
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def compare_cards(pack: Pack, seats: Iterable[Seat], at: str, dealer_at: str) -> Script[Mapping[Seat, int]]:
    """Deal one card face up to each seat and one to the dealer; return which of them win (CW-2)."""
    cards = yield from deal_hands(pack, seats, 1, at, Face.UP)
    (dealer,) = yield from deal_dealer(pack, 1, dealer_at)
    return {seat: hands.compare(card.rank, dealer.rank) for seat, (card,) in cards.items()}


def settle_first_cards(rules: Rules, seat: Seat, wagers: Wagers, result: int) -> Script[None]:
    """Settle the tie bet, and the ante unless the cards tie (CW-3, CW-4)."""
    ante, tie = wagers[seat]["ante"], wagers[seat].get("tie")
    if result != hands.TIES:
        pays, line = (EVEN_MONEY, "higher card") if result == hands.WINS else (LOSS, "lower card")
        yield Settled(seat, "ante", ante, pays.back(ante), line, pays, "CW-3")
    if tie:
        pays, line = (rules.tie_pays, "a tie") if result == hands.TIES else (LOSS, "no tie")
        yield Settled(seat, "tie", tie, pays.back(tie), line, pays, "CW-4")


def offer_war(rules: Rules, wagers: Wagers, tied: list[Seat]) -> Script[Wagers]:
    """Ask tied seats to go to war for another ante, or to surrender half of theirs (CW-5)."""
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
    return Option(SURRENDER, "Surrender"), Option(WAR, "Go to war", ante)


def go_to_war(rules: Rules, pack: Pack, wagers: Wagers, at_war: Wagers) -> Script[None]:
    """Burn three cards, then deal one more card each (CW-6)."""
    for _ in range(BURNED):
        yield Burned(pack.draw("burned"))
    results = yield from compare_cards(pack, at_war, "war-card", "dealer-war")
    for seat in sorted(at_war, reverse=True):
        yield from settle_war(rules, seat, wagers[seat]["ante"], results[seat])


def settle_war(rules: Rules, seat: Seat, ante: Cents, result: int) -> Script[None]:
    """Pay the raise 1 to 1 and push the ante, or take both; a tied war pays a bonus on the ante (CW-6, CW-7)."""
    if result == hands.LOSES:
        yield Settled(seat, "ante", ante, Cents(0), "war lost", LOSS, "CW-6")
        yield Settled(seat, "war", ante, Cents(0), "war lost", LOSS, "CW-6")
        return
    line, pays = ("war tied", rules.tied_war_pays) if result == hands.TIES else ("war won", PUSH)
    yield Settled(seat, "ante", ante, pays.back(ante), line, pays, "CW-7" if result == hands.TIES else "CW-6")
    yield Settled(seat, "war", ante, EVEN_MONEY.back(ante), line, EVEN_MONEY, "CW-6")
