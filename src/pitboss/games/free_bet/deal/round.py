"""The script of Free Bet Blackjack: one round, following the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card, Pack
from pitboss.games.dealing import blackjack
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.player import CardPosition, Player
from pitboss.games.free_bet.deal.pot_of_gold import pick_up_pot_of_gold, resolve_pot_of_gold
from pitboss.games.free_bet.deal.rules import INSURANCE_PAYS, Rules
from pitboss.games.free_bet.deal.settle import (
    discard,
    push_22_words,
    result_words,
    settle_hand,
    settle_side_bet,
    tuck_or_discard,
)
from pitboss.games.free_bet.deal.turn import play_hands
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents
from pitboss.play.bets import Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS
from pitboss.play.steps import (
    Announced,
    Discarded,
    Motioned,
    Script,
    Seat,
)
from pitboss.ranking.totals import card_value

PAYS = {hands.PUSHES: PUSH, hands.WINS: EVEN_MONEY}


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Play one round: the numbered steps of the dealing procedure, then pay and take."""
    players = [Player.with_bets(seat, bets) for seat, bets in wagers.items()]
    yield NO_MORE_BETS  # C-10
    dealer = yield from blackjack.deal_two_each(pack, players)  # C-5
    yield from check_hands(rules, players)  # procedure 1
    if (yield from look_for_blackjack(rules, players, dealer)):  # procedures 2 and 3
        yield from settle_dealer_blackjack(players)  # procedures 2 and 3
    else:
        yield from take_insurance(players)  # procedure 3
        yield from pay_blackjacks(rules, players)  # procedure 4
        for player in players:  # procedure 5: from the dealer's left
            yield from play_hands(rules, pack, player, dealer[0])  # procedures 6 to 9
        yield from draw_out(rules, pack, players, dealer)  # FB-5, FB-7
        for player in reversed(players):  # pay and take, from the dealer's right
            yield from pay_and_take(rules, player, blackjack.total(dealer))
    yield Discarded("dealer-hand", cards=len(dealer), motion="rack-dealer")
    return ()


def check_hands(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Check each hand from right to left, and take the Pot of Gold from hands that cannot earn a token (1, FB-13)."""
    for player in reversed(players):
        if rules.free_doubles or rules.free_splits:
            seat = player.seat
            words = f"The dealer checks seat {seat}'s hand for a free bet."
            yield Motioned("check-hand", words, seat, "The dealer checks your hand for a free bet.")
        yield from pick_up_pot_of_gold(rules, [player], "no hand for a token")


def look_for_blackjack(rules: Rules, players: Sequence[Player], dealer: Sequence[Card]) -> Script[bool]:
    """Peek under a ten-value or an ace. An ace that can be insured is first turned sideways (2 and 3, FB-13)."""
    if not blackjack.may_have_blackjack(dealer):
        return False
    halves = {player.seat: Cents(blackjack.half_in_chips(player.wagers["main"], rules.chip)) for player in players}
    is_turned = card_value(dealer[0].code) == hands.ACE and any(halves.values())  # FB-13
    if is_turned:
        yield Motioned("turn-ace-sideways", "The dealer turns the ace sideways.")
        yield from offer_insurance(players, halves)
    yield blackjack.look(dealer)
    if is_turned:
        yield Motioned("turn-ace-back", "The dealer turns the ace back.")
    return (yield from blackjack.announce_peek(dealer))


def offer_insurance(players: Sequence[Player], halves: Mapping[Seat, Cents]) -> Script[None]:
    """Offer insurance for half the wager in whole chips, excluding any toke (procedure 3, FB-8)."""
    options = {seat: blackjack.insurance_options(half) for seat, half in halves.items() if half}
    answers = yield from blackjack.offer_insurance(options)
    for player in players:
        if answers.get(player.seat) == blackjack.INSURE:
            player.side_bets["insurance"] = halves[player.seat]


def settle_dealer_blackjack(players: Sequence[Player]) -> Script[None]:
    """Take all losing bets including side bets, push blackjacks, then pay insurance (procedures 2 and 3)."""
    for player in reversed(players):
        if not player.has_blackjack:
            yield from settle_hand(player, player.original, LOSS, "the dealer has a blackjack", "FB-1")
        yield from settle_side_bet(player, "pot-of-gold", LOSS, "the dealer has a blackjack", "FB-6")
        yield from settle_side_bet(player, "push-22", LOSS, "the dealer has a blackjack", "FB-7")
        if player.has_blackjack:
            yield from settle_hand(player, player.original, PUSH, "blackjack against blackjack", "FB-1", "blackjack")
    for player in reversed(players):
        yield from settle_side_bet(player, "insurance", INSURANCE_PAYS, "the dealer has a blackjack", "FB-8")
    for player in reversed(players):
        yield discard(player, player.original)


def take_insurance(players: Sequence[Player]) -> Script[None]:
    """Take the insurance bets if the dealer has no blackjack (procedure 3, FB-8)."""
    for player in reversed(players):
        yield from settle_side_bet(player, "insurance", LOSS, "the dealer has no blackjack", "FB-8")


def pay_blackjacks(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Pay blackjacks immediately, before any dealer 22. Tuck the hand if there is a Push 22 bet (procedure 4)."""
    for player in reversed(players):
        if player.has_blackjack:
            hand = player.original
            hand.is_played = True
            yield from settle_hand(player, hand, rules.blackjack_pays, "blackjack", "FB-1", "blackjack")
            yield tuck_or_discard(player, hand)


def draw_out(rules: Rules, pack: Pack, players: Sequence[Player], dealer: list[Card]) -> Script[None]:
    """
    Draw the dealer's hand if a live hand or a Push 22 depends on it, even with all hands bust or paid (FB-5, FB-7).
    """
    yield blackjack.turned_hole(dealer)
    live = any(hand.is_live for player in players for hand in player.hands)
    push_22 = any("push-22" in player.side_bets for player in players)
    if not live and push_22 and blackjack.dealer_takes_a_card(dealer, rules.hits_soft_17):
        yield Announced("draw-for-push-22", "Every hand has bust or was a blackjack: the dealer draws for Push 22.")
    if live or push_22:
        yield from blackjack.draw_for_the_dealer(pack, dealer, rules.hits_soft_17)


def pay_and_take(rules: Rules, player: Player, dealer: int) -> Script[None]:
    """Settle one seat: losing bets first, then main bet, Pot of Gold and Push 22; hands from right to left (FB-10)."""
    results = {hand: hands.outcome(hand.total, dealer, rules.dealer_22_pushes) for hand in player.waiting()}
    wins_push_22 = hands.push_22_wins(player.original.total, dealer)
    for hand, result in results.items():
        if result == hands.LOSES:
            yield from settle_hand(player, hand, LOSS, *result_words(hand, dealer, result))
    if not wins_push_22:
        yield from settle_side_bet(player, "push-22", LOSS, push_22_words(player, dealer), "FB-7")
    for hand, result in results.items():
        if result != hands.LOSES:
            yield from settle_hand(player, hand, PAYS[result], *result_words(hand, dealer, result))
    yield from resolve_pot_of_gold(rules, player)
    if wins_push_22:
        yield from settle_side_bet(player, "push-22", rules.push_22_pays, push_22_words(player, dealer), "FB-7")
    for hand in reversed(player.hands):
        if hand.position is not CardPosition.RACK:
            yield discard(player, hand)
