"""The script of blackjack: one round, following the rule sheet."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, Pack
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.player import Player
from pitboss.games.blackjack.deal.rules import EARLY, Rules
from pitboss.games.blackjack.deal.settle import (
    HALF,
    PAYS,
    discard,
    result_words,
    settle_and_discard,
    settle_hand,
    settle_insurance,
    settle_side_bets,
)
from pitboss.games.blackjack.deal.turn import SURRENDER, play_hands
from pitboss.games.dealing import blackjack
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents
from pitboss.play.bets import Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS
from pitboss.play.steps import Answers, Dealt, Discarded, Offer, Option, Script, Seat
from pitboss.ranking.totals import card_value

EVEN = "even-money"


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Play one round."""
    players = [Player.with_bets(seat, bets) for seat, bets in wagers.items()]
    yield NO_MORE_BETS  # rule 5, C-10
    dealer = yield from blackjack.deal_two_each(pack, players, rules.hole_card)  # rule 6, C-5
    yield from settle_side_bets(rules, players, dealer[0], None)  # rule 7
    if rules.surrender == EARLY and rules.hole_card:
        yield from offer_early_surrender(players)  # rule 13, BJ-6
    if card_value(dealer[0].code) == hands.ACE:
        yield from offer_insurance(rules, players)  # rules 8 and 9
    if (yield from look_for_blackjack(rules, dealer)):  # rule 10
        yield from settle_dealer_blackjack(rules, players, dealer)  # rule 10
    else:
        if rules.hole_card or not blackjack.may_have_blackjack(dealer):
            yield from settle_insurance(players, won=False)  # rule 8
            yield from settle_side_bets(rules, players, dealer[0], False)  # rule 7
            yield from pay_blackjacks(rules, players)  # rule 11
        for player in players:  # rule 12: from the dealer's left
            if not player.has_blackjack and player.is_waiting:
                yield from play_hands(rules, pack, player, dealer[0])  # rules 12 to 16
        yield from draw_out(rules, pack, players, dealer)  # rule 17
        if not rules.hole_card and blackjack.is_natural(dealer):
            yield from settle_dealer_blackjack(rules, players, dealer)  # BJ-5
        else:
            yield from settle_insurance(players, won=False)
            yield from settle_side_bets(rules, players, dealer[0], False)
            for player in reversed(players):  # rule 18: from the dealer's right
                yield from pay_and_take(rules, player, blackjack.total(dealer))
    yield Discarded("dealer-hand", cards=len(dealer), motion="rack-dealer")
    return ()


def offer_early_surrender(players: Sequence[Player]) -> Script[None]:
    """Offer surrender to every hand except a blackjack, before the dealer looks (BJ-6)."""
    asked = [player for player in players if not player.has_blackjack]
    if not asked:
        return
    no = Option("no", "play on")
    options = {player.seat: (no, Option(SURRENDER, "surrender half")) for player in asked}
    answers: Answers = yield Offer("surrender", options, motion="ask-surrender")
    for player in reversed(asked):
        if answers[player.seat] == SURRENDER:
            yield from settle_and_discard(player, HALF, "surrendered", "BJ-6")


def offer_insurance(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Offer half of the wager in whole chips, or even money for a blackjack (BJ-4)."""
    options: dict[Seat, tuple[Option, ...]] = {}
    halves = {player.seat: Cents(blackjack.half_in_chips(player.wager, rules.chip)) for player in players}
    for player in players:
        if player.has_blackjack and rules.offers_even_money:
            options[player.seat] = (Option(blackjack.NO, "no even money"), Option(EVEN, "even money"))
        elif halves[player.seat] and player.is_waiting:
            options[player.seat] = blackjack.insurance_options(halves[player.seat])
    if not options:
        return
    answers = yield from blackjack.offer_insurance(options)
    for player in players:
        if answers.get(player.seat) == blackjack.INSURE:
            player.side_bets["insurance"] = halves[player.seat]
    for player in reversed(players):
        if answers.get(player.seat) == EVEN:
            yield from settle_and_discard(player, EVEN_MONEY, "even money", "BJ-4", "blackjack")


def look_for_blackjack(rules: Rules, dealer: Sequence[Card]) -> Script[bool]:
    """Look at the hole card, if any, under an ace or a ten-value (rule 10, BJ-5)."""
    if not rules.hole_card or not blackjack.may_have_blackjack(dealer):
        return False
    yield blackjack.look(dealer)
    return (yield from blackjack.announce_peek(dealer))


def settle_dealer_blackjack(rules: Rules, players: Sequence[Player], dealer: Sequence[Card]) -> Script[None]:
    """Pay insurance and the remaining side bets, then settle every hand: a blackjack pushes or wins (rule 10, BJ-5)."""
    pays = rules.blackjack_pays if rules.blackjack_always_wins else PUSH
    yield from settle_insurance(players, won=True)
    yield from settle_side_bets(rules, players, dealer[0], True)
    for player in reversed(players):
        for hand in player.waiting():
            if player.has_blackjack:
                yield from settle_hand(player, hand, pays, "blackjack against blackjack", "BJ-9", "blackjack")
            else:
                yield from settle_hand(player, hand, LOSS, "the dealer has a blackjack", "BJ-5")
            yield discard(player, hand)


def pay_blackjacks(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Pay blackjacks as soon as the dealer cannot have one (rule 11)."""
    for player in reversed(players):
        if player.has_blackjack and player.is_waiting:
            yield from settle_and_discard(player, rules.blackjack_pays, "blackjack", "BJ-9", "blackjack")


def draw_out(rules: Rules, pack: Pack, players: Sequence[Player], dealer: list[Card]) -> Script[None]:
    """Turn the hole card, or deal the second card, and draw to 17 if a hand depends on it (rule 17, BJ-9)."""
    waiting = [player for player in players if player.is_waiting]
    if rules.hole_card:
        yield blackjack.turned_hole(dealer)
    elif waiting or any(player.side_bets for player in players):
        dealer.append(pack.draw("dealer"))
        makes = blackjack.makes(dealer, natural=True)
        yield Dealt(dealer[1], None, "hole-card", makes=makes, motion="deal-dealer-second")
    if any(not player.has_blackjack for player in waiting) and not blackjack.is_natural(dealer):
        yield from blackjack.draw_for_the_dealer(pack, dealer, rules.hits_soft_17)


def pay_and_take(rules: Rules, player: Player, dealer: int) -> Script[None]:
    """Settle the hands of one seat from the dealer's right (rule 18, BJ-10)."""
    for hand in player.waiting():
        if player.has_blackjack:
            yield from settle_hand(player, hand, rules.blackjack_pays, "blackjack", "BJ-9", "blackjack")
        else:
            pays = PAYS[hands.outcome(hand.total, dealer)]
            yield from settle_hand(player, hand, pays, result_words(hand, dealer), "BJ-10")
        yield discard(player, hand)
