"""One round of Three Card Poker, in the order of its sheet."""

from __future__ import annotations

from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    PUSH,
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
    ThreeCardClass,
    Turned,
    Wagered,
    Wagers,
    bonus,
    deal_dealer,
    deal_hands,
    least_three_card,
    poker_class,
    poker_rank,
    three_card_class,
    three_card_rank,
)

from three_card_poker.deal.rules import Rules

FOLD, PLAY = "fold", "play"

Hand = tuple[Card, ...]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal one round."""
    hands = yield from deal_hands(pack, wagers, 3)  # rule 2
    dealer = yield from deal_dealer(pack, 3, face=Face.DOWN)  # rule 2
    playing = yield from fold_or_play(wagers)  # rule 3
    for card in dealer:
        yield Turned(card, None, "dealer")
    for seat in sorted(wagers, reverse=True):
        if seat in playing:
            yield from settle_ante(rules, seat, wagers[seat]["ante"], hands[seat], dealer)  # rules 4 to 6
        yield from settle_side_bets(rules, seat, wagers, hands[seat], dealer)  # rules 7 and 8
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def fold_or_play(wagers: Wagers) -> Script[list[Seat]]:
    """Ask each seat with an Ante to fold it or to bet as much again; return those that play (TP-3)."""
    antes = {seat: bets["ante"] for seat, bets in wagers.items() if "ante" in bets}
    if not antes:
        return []
    options = {seat: (Option(FOLD, "Fold"), Option(PLAY, "Play", ante)) for seat, ante in antes.items()}
    answers: Answers = yield Offer("fold or play", options)
    for seat in sorted(antes, reverse=True):
        if answers[seat] == FOLD:
            yield Settled(seat, "ante", antes[seat], Cents(0), "folded", LOSS, "TP-3")
    playing = [seat for seat in antes if answers[seat] == PLAY]
    for seat in playing:
        yield Wagered(seat, "play", antes[seat])
    return playing


def settle_ante(rules: Rules, seat: Seat, ante: Cents, hand: Hand, dealer: Hand) -> Script[None]:
    """Settle Ante and Play, then pay the Ante Bonus (TP-3, TP-4, TP-6)."""
    own, other = three_card_rank(hand), three_card_rank(dealer)
    if other < least_three_card(ThreeCardClass.HIGH_CARD, rules.qualifies_from):
        ante_pays, play_pays, line = EVEN_MONEY, PUSH, "the dealer does not qualify"
    elif own > other:
        ante_pays, play_pays, line = EVEN_MONEY, EVEN_MONEY, "higher hand"
    elif own == other:
        ante_pays, play_pays, line = PUSH, PUSH, "equal hands"
    else:
        ante_pays, play_pays, line = LOSS, LOSS, "lower hand"
    yield Settled(seat, "ante", ante, ante_pays.back(ante), line, ante_pays, "TP-3")
    yield Settled(seat, "play", ante, play_pays.back(ante), line, play_pays, "TP-3")
    pays, line = rules.ante_bonus.paid(ThreeCardClass.STRAIGHT_FLUSH - three_card_class(own))
    if pays.won > 0:
        yield bonus(seat, "ante", ante, line, pays, "TP-4")


def settle_side_bets(rules: Rules, seat: Seat, wagers: Wagers, hand: Hand, dealer: Hand) -> Script[None]:
    """Settle Pair Plus by three cards, and the Six Card Bonus by the best five of six (TP-5)."""
    if stake := wagers[seat].get("pair-plus"):
        found = three_card_class(three_card_rank(hand))
        pays, line = rules.pair_plus.paid(ThreeCardClass.STRAIGHT_FLUSH - found)
        yield Settled(seat, "pair-plus", stake, pays.back(stake), line, pays, "TP-5")
    if stake := wagers[seat].get("six-card"):
        found = poker_class(poker_rank((*hand, *dealer)))
        pays, line = rules.six_card.paid(PokerClass.ROYAL_FLUSH - found)
        yield Settled(seat, "six-card", stake, pays.back(stake), line, pays, "TP-5")
