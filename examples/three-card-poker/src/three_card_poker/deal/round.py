"""Three Card Poker, one round, as the sheet tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    PUSH,
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
    Pays,
    PokerClass,
    Script,
    Seat,
    Settled,
    ThreeCardClass,
    Turned,
    Wagered,
    Wagers,
    bonus,
    least_three_card,
    poker_class,
    poker_rank,
    three_card_class,
    three_card_rank,
)

from three_card_poker.deal.rules import Rules

FOLD, PLAY = "fold", "play"
QUEEN = 12
BONUS_FROM = ThreeCardClass.STRAIGHT_FLUSH
SIX_CARD_FROM = PokerClass.ROYAL_FLUSH

Hand = tuple[Card, ...]


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """One round."""
    hands = yield from deal_hands(pack, wagers)  # rule 2
    dealer = pack.draw_hand(3, "dealer")
    for card in dealer:
        yield Dealt(card, None, "dealer", Face.DOWN)  # rule 2
    playing = yield from fold_or_play(wagers)  # rule 3
    for card in dealer:
        yield Turned(card, None, "dealer")
    for seat in sorted(wagers, reverse=True):
        if seat in playing:
            yield from settle_ante(rules, seat, wagers[seat]["ante"], hands[seat], dealer)  # rules 4 to 6
        yield from settle_side_bets(rules, seat, wagers, hands[seat], dealer)  # rules 7 and 8
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_hands(pack: Pack, wagers: Wagers) -> Script[Mapping[Seat, Hand]]:
    """Three cards to each player (TP-2)."""
    hands = {}
    for seat in wagers:
        hands[seat] = pack.draw_hand(3, f"seat {seat}")
        for card in hands[seat]:
            yield Dealt(card, seat, "hand", Face.OWN)
    return hands


def fold_or_play(wagers: Wagers) -> Script[list[Seat]]:
    """Each seat with an Ante folds it or bets as much again (TP-3)."""
    antes = {seat: bets["ante"] for seat, bets in wagers.items() if "ante" in bets}
    if not antes:
        return []
    options = {seat: _options(ante) for seat, ante in antes.items()}
    answers: Answers = yield Offer("fold or play", options)
    for seat in sorted(antes, reverse=True):
        if answers[seat] == FOLD:
            yield Settled(seat, "ante", antes[seat], Cents(0), "folded", LOSS, "TP-3")
    playing = [seat for seat in antes if answers[seat] == PLAY]
    for seat in playing:
        yield Wagered(seat, "play", antes[seat])
    return playing


def _options(ante: Cents) -> tuple[Option, ...]:
    return Option(FOLD, "Fold"), Option(PLAY, "Play", ante)


def settle_ante(rules: Rules, seat: Seat, ante: Cents, hand: Hand, dealer: Hand) -> Script[None]:
    """Ante and Play, then the Ante Bonus (TP-3, TP-4)."""
    own, other = three_card_rank(hand), three_card_rank(dealer)
    if other < least_three_card(ThreeCardClass.HIGH_CARD, QUEEN):
        ante_pays, play_pays, line = EVEN_MONEY, PUSH, "the dealer does not qualify"
    elif own > other:
        ante_pays, play_pays, line = EVEN_MONEY, EVEN_MONEY, "higher hand"
    elif own == other:
        ante_pays, play_pays, line = PUSH, PUSH, "equal hands"
    else:
        ante_pays, play_pays, line = LOSS, LOSS, "lower hand"
    yield Settled(seat, "ante", ante, ante_pays.back(ante), line, ante_pays, "TP-3")
    yield Settled(seat, "play", ante, play_pays.back(ante), line, play_pays, "TP-3")
    place = _line(three_card_class(own), BONUS_FROM, len(rules.ante_bonus.lines))
    if place is not None:
        pays = rules.ante_bonus.pays(place)
        if pays.won > 0:
            yield bonus(seat, "ante", ante, rules.ante_bonus.name(place), pays, "TP-4")


def _line(found: int, best: int, lines: int) -> int | None:
    """The line of a class in a table that begins with the best class; None below its last line."""
    return next((place for place in range(lines) if found == best - place), None)


def settle_side_bets(rules: Rules, seat: Seat, wagers: Wagers, hand: Hand, dealer: Hand) -> Script[None]:
    """Pair Plus by three cards, the Six Card Bonus by the best five of six (TP-5)."""
    stake = wagers[seat].get("pair-plus")
    if stake:
        place = _line(three_card_class(three_card_rank(hand)), BONUS_FROM, len(rules.pair_plus.lines))
        pays, line = _paid(rules.pair_plus.pays(-1 if place is None else place), place, rules.pair_plus.name)
        yield Settled(seat, "pair-plus", stake, pays.back(stake), line, pays, "TP-5")
    stake = wagers[seat].get("six-card")
    if stake:
        place = _line(poker_class(poker_rank((*hand, *dealer))), SIX_CARD_FROM, len(rules.six_card.lines))
        pays, line = _paid(rules.six_card.pays(-1 if place is None else place), place, rules.six_card.name)
        yield Settled(seat, "six-card", stake, pays.back(stake), line, pays, "TP-5")


def _paid(pays: Pays, place: int | None, name: Callable[[int], str]) -> tuple[Pays, str]:
    return (LOSS, "nothing") if place is None else (pays, name(place))
