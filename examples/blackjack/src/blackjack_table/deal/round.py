"""Blackjack, one round, in the order of the sheet."""

from __future__ import annotations

from collections.abc import Sequence

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
    Motioned,
    Moved,
    Offer,
    Option,
    Pack,
    Pays,
    Script,
    Settled,
    Turned,
    Wagered,
    Wagers,
)
from pitboss.ranking.totals import card_value, dealer_draws, may_be_blackjack

from blackjack_table.deal import hands
from blackjack_table.deal.player import Hand, Player, called, hard_total, has_ace, is_natural, total_of
from blackjack_table.deal.rules import Rules

HALF = Pays(-1, 2)
INSURANCE_PAYS = Pays(2)
PAYS = {hands.WINS: EVEN_MONEY, hands.PUSHES: PUSH, hands.LOSES: LOSS}
NO, INSURE, EVEN = "no", "insurance", "even-money"
STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal one round."""
    players = [Player.with_bets(seat, bets) for seat, bets in wagers.items()]
    dealer = yield from deal_cards(rules, pack, players)  # rule 4
    for player in reversed(players):
        yield from settle_side_bets(rules, player, dealer[0])  # rule 5
    if rules.surrender == "early" and rules.hole_card:
        yield from offer_early_surrender(players)  # rule 9, BJ-6
    if card_value(dealer[0].code) == hands.ACE:
        yield from offer_insurance(rules, players)  # rule 6
    if rules.hole_card and may_be_blackjack(card_value(dealer[0].code)):
        yield from look(dealer)  # rule 7
    if rules.hole_card and is_natural(dealer):
        yield from settle_hands(rules, players, dealer)  # rule 7
    else:
        if rules.hole_card or not may_be_blackjack(card_value(dealer[0].code)):
            yield from settle_insurance(players, won=False)  # rule 6
            yield from pay_blackjacks(rules, players)  # rule 8
        for player in players:  # BJ-10
            yield from play_hands(rules, pack, player, dealer[0])  # rules 9 to 11
        yield from dealer_plays(rules, pack, players, dealer)  # rule 12
        yield from settle_hands(rules, players, dealer)  # rules 13 and 14
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_cards(rules: Rules, pack: Pack, players: Sequence[Player]) -> Script[list[Card]]:
    """Two cards to each player and to the dealer; the hole card face down, if the house has one (BJ-5)."""
    dealer = []
    for place, face in (("up-card", Face.UP), ("hole-card", Face.DOWN)):
        for player in players:
            yield from deal_to(pack, player, player.dealt)
        if place == "up-card" or rules.hole_card:
            dealer.append(pack.draw("dealer"))
            yield Dealt(dealer[-1], None, place, face)
    return dealer


def deal_to(pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """One card to a hand, face up."""
    hand.cards.append(pack.draw(f"seat {player.seat}"))
    natural = is_natural(hand.cards) and not hand.of_split
    makes = None if len(hand.cards) < 2 else "blackjack" if natural else called(hand.cards)
    yield Dealt(hand.cards[-1], player.seat, hand.at, makes=makes)


def settle_side_bets(rules: Rules, player: Player, up: Card) -> Script[None]:
    """Perfect Pairs and 21+3, as soon as the cards are out (BJ-3)."""
    first, second = player.dealt.cards
    pair = hands.pair_line((first.rank, second.rank), (first.suit, second.suit))
    three = (first, second, up)
    poker = hands.poker_line(tuple(card.rank for card in three), tuple(card.suit for card in three))
    tables = {"perfect-pairs": (rules.perfect_pairs, pair), "21+3": (rules.twenty_one_plus_three, poker)}
    for bet, stake in player.side_bets.items():
        table, line = tables[bet]
        pays = table.pays(line)
        words = table.name(line).lower() if line < len(table.lines) else "nothing that pays"
        yield Settled(player.seat, bet, stake, pays.back(stake), words, pays, "BJ-3")


def offer_early_surrender(players: Sequence[Player]) -> Script[None]:
    """Every hand but a blackjack may be given up before the dealer looks (BJ-6)."""
    asked = [player for player in players if not player.has_blackjack]
    if not asked:
        return
    options = {player.seat: (Option(NO, "play on"), Option(SURRENDER, "give up half of the wager")) for player in asked}
    answers: Answers = yield Offer("surrender", options)
    for player in reversed(asked):
        if answers[player.seat] == SURRENDER:
            yield settled(player, player.dealt, HALF, "surrendered", "BJ-6")


def offer_insurance(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Half of the wager in whole chips, or even money for a blackjack (BJ-4)."""
    options = {}
    for player in players:
        half = Cents(player.wager // (2 * rules.chip) * rules.chip)
        if player.has_blackjack:
            options[player.seat] = (Option(NO, "no even money"), Option(EVEN, "take even money"))
        elif half and player.is_waiting:
            options[player.seat] = (Option(NO, "no insurance"), Option(INSURE, "insure half the wager", half))
    if not options:
        return
    answers: Answers = yield Offer("insurance", options)
    for player in players:
        if answers.get(player.seat) == INSURE:
            player.side_bets["insurance"] = Cents(player.wager // (2 * rules.chip) * rules.chip)
            yield Wagered(player.seat, "insurance", player.side_bets["insurance"])
    for player in reversed(players):
        if answers.get(player.seat) == EVEN:
            yield settled(player, player.dealt, EVEN_MONEY, "even money", "BJ-4")


def look(dealer: Sequence[Card]) -> Script[None]:
    """The dealer looks under the up card, and turns a blackjack up (rule 7)."""
    yield Motioned("look", f"The dealer looks under the {dealer[0].sign} for a blackjack.")
    if is_natural(dealer):
        yield Turned(dealer[1], None, "hole-card", "blackjack")
    else:
        yield Motioned("no-blackjack", "The dealer has no blackjack.")


def settle_insurance(players: Sequence[Player], *, won: bool) -> Script[None]:
    """Insurance pays 2 to 1 against a blackjack (BJ-4)."""
    pays, line = (INSURANCE_PAYS, "dealer blackjack") if won else (LOSS, "no blackjack")
    for player in reversed(players):
        if stake := player.side_bets.get("insurance"):
            del player.side_bets["insurance"]
            yield Settled(player.seat, "insurance", stake, pays.back(stake), line, pays, "BJ-4")


def pay_blackjacks(rules: Rules, players: Sequence[Player]) -> Script[None]:
    """Blackjacks are paid as soon as the dealer cannot have one (rule 8)."""
    for player in reversed(players):
        if player.has_blackjack and player.is_waiting:
            yield settled(player, player.dealt, rules.blackjack_pays, "blackjack", "BJ-9")


def play_hands(rules: Rules, pack: Pack, player: Player, up: Card) -> Script[None]:
    """A player's hands, the first one first; a split adds one at the end (BJ-8)."""
    if player.has_blackjack or not player.is_waiting:
        return
    while hand := next((hand for hand in player.hands if not hand.is_done), None):
        if len(hand.cards) == 1:
            yield from deal_to(pack, player, hand)
        while options := hand_options(rules, player, hand):
            context = {"values": list(hand.values), "up": card_value(up.code), "hands": len(player.hands)}
            answers: Answers = yield Offer(str(hand), {player.seat: options}, context)
            if (yield from act(pack, player, hand, answers[player.seat])):
                break
        hand.is_done = True
        if hand.total > hands.TWENTY_ONE:
            yield settled(player, hand, LOSS, f"bust with {hand.total}", "BJ-10")


def act(pack: Pack, player: Player, hand: Hand, answer: str) -> Script[bool]:
    """Carry out an answer; return whether the hand is finished."""
    if answer == SURRENDER:
        yield settled(player, hand, HALF, "surrendered", "BJ-6")
    elif answer == HIT:
        yield from deal_to(pack, player, hand)
        return False
    elif answer == DOUBLE:
        yield Wagered(player.seat, "main", player.wager, hand.number)
        hand.stake = Cents(hand.stake + player.wager)
        yield from deal_to(pack, player, hand)
    elif answer == SPLIT:
        new = player.split(hand)
        yield Wagered(player.seat, "main", player.wager, new.number)
        yield Moved(new.cards[0], player.seat, hand.at, new.at)
        yield from deal_to(pack, player, hand)
        return False
    return True


def hand_options(rules: Rules, player: Player, hand: Hand) -> tuple[Option, ...]:
    """What a hand may do, standing first; nothing if there is nothing to choose (BJ-6 to BJ-8)."""
    if hand.total >= hands.TWENTY_ONE:
        return ()
    two = len(hand.cards) == 2
    limit = 2 if hand.values[0] == hands.ACE and not rules.resplit_aces else rules.most_hands
    splits = two and hand.values[0] == hand.values[1] and len(player.hands) < min(limit, rules.most_hands)
    split = (Option(SPLIT, "split", player.wager),) if splits else ()
    if hand.is_split_ace:
        return (Option(STAND, "stand"), *split) if split else ()
    options = [Option(STAND, "stand"), Option(HIT, "hit")]
    if two and hands.may_double(hand.total, rules.doubles) and (rules.double_after_split or not hand.of_split):
        options.append(Option(DOUBLE, "double", player.wager))
    at_turn = rules.surrender == "late" or (rules.surrender == "early" and not rules.hole_card)
    surrender = (Option(SURRENDER, "surrender half"),) if at_turn and two and not hand.of_split else ()
    return (*options, *split, *surrender)


def dealer_plays(rules: Rules, pack: Pack, players: Sequence[Player], dealer: list[Card]) -> Script[None]:
    """The dealer's second card, then draws to 17, if a hand waits for them (BJ-9)."""
    waiting = [player for player in players if player.is_waiting]
    insured = any("insurance" in player.side_bets for player in players)
    if rules.hole_card:
        yield Turned(dealer[1], None, "hole-card", called(dealer))
    elif waiting or insured:
        dealer.append(pack.draw("dealer"))
        yield Dealt(dealer[1], None, "hole-card", makes="blackjack" if is_natural(dealer) else called(dealer))
    if any(not player.has_blackjack for player in waiting):
        while dealer_draws(hard_total(dealer), has_ace(dealer), rules.hits_soft_17):
            dealer.append(pack.draw("dealer"))
            yield Dealt(dealer[-1], None, "dealer", makes=called(dealer))


def settle_hands(rules: Rules, players: Sequence[Player], dealer: Sequence[Card]) -> Script[None]:
    """Insurance, then every hand that waits, from the dealer's right (BJ-10)."""
    natural = is_natural(dealer)
    yield from settle_insurance(players, won=natural)
    for player in reversed(players):
        for hand in reversed(player.hands):
            if hand.is_settled:
                continue
            if player.has_blackjack:
                pays = PUSH if natural else rules.blackjack_pays
                line = "blackjack against blackjack" if natural else "blackjack"
                yield settled(player, hand, pays, line, "BJ-9")
            elif natural:
                yield settled(player, hand, LOSS, "dealer blackjack", "BJ-5")
            else:
                dealer_total = total_of(dealer)
                line = f"{hand.total} against {dealer_total}"
                yield settled(player, hand, PAYS[hands.compare(hand.total, dealer_total)], line, "BJ-10")


def settled(player: Player, hand: Hand, pays: Pays, line: str, clause: str) -> Settled:
    """Settle a hand."""
    hand.is_settled = hand.is_done = True
    return Settled(player.seat, "main", hand.stake, pays.back(hand.stake), line, pays, clause, hand.number)
