"""The script of Roll Your Own Blackjack: one round, following the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.games.dealing import blackjack
from pitboss.games.roll_your_own.deal.hands import ACE, is_double_blackjack
from pitboss.games.roll_your_own.deal.layout import LaidHand, Layout, Row
from pitboss.games.roll_your_own.deal.motions import RanOut, TookTheRest, TurnedByPlayer
from pitboss.games.roll_your_own.deal.play_hand import draw_card, play_hand
from pitboss.games.roll_your_own.deal.rules import INSURANCE_PAYS, Rules
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents
from pitboss.play.bets import Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS, Looked, PackDealt
from pitboss.play.steps import (
    Answers,
    Burned,
    Dealt,
    Discarded,
    Event,
    Face,
    Motioned,
    Moved,
    Offer,
    Option,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
    settling,
)
from pitboss.ranking.three_card import NOTHING, three_card_line
from pitboss.ranking.totals import card_value, may_be_blackjack

Packs = Mapping[Seat, tuple[Card, ...]]


SHUFFLER_SET = Motioned("set-shuffler", "The shuffler is set to Roll Your Own Blackjack: packs of three cards.")


def opening(rules: Rules) -> tuple[Event, ...]:
    """Return the motions for opening a table: the shuffler is set to packs of three (rule 1, RY-11)."""
    return (SHUFFLER_SET,)


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Play one round."""
    yield NO_MORE_BETS  # C-10
    packs = yield from deal_packs_of_three(pack, wagers)  # rules 1 to 3
    dealer = yield from deal_the_dealers_pack(pack)  # rule 3: burn, up, hole
    yield TookTheRest(len(pack), motion="take-the-rest")  # rule 4: the green button
    for seat in wagers:
        yield Looked(seat, motion="look-at-cards")  # rule 5
    layout = Layout((yield from set_the_hands(packs, wagers)), dealer)  # rule 5
    yield from settle_bonus_bets(rules, packs, wagers)  # rule 6
    yield from pay_blackjacks_already_made(rules, packs, layout)  # rule 7g, double blackjack 7i'
    if any(layout.in_action()):
        try:
            yield from play_against_the_dealer(rules, pack, layout, wagers)  # rule 7
        except PackEmpty:
            yield from pay_bets_left_in_action(layout)  # rule 8
    yield Discarded("dealer-hand", cards=len(layout.dealer), motion="rack-dealer")  # C-10
    if len(pack):
        yield Discarded("remaining cards", cards=len(pack), motion="rack-the-rest")  # C-10
    return ()


def play_against_the_dealer(rules: Rules, pack: Pack, layout: Layout, wagers: Wagers) -> Script[None]:
    """Play everything that may need a card from the remaining pack, in the order of RY-5."""
    yield from offer_insurance(layout, wagers)  # rule 7j
    if (yield from look_for_blackjack(rules, layout)):  # RY-8
        yield from settle_dealer_blackjack(rules, pack, layout)  # rule 7g
        return
    for row in layout.rows:  # rule 7: from the dealer's left, two-card hands first
        for hand in row:  # a split adds its new hand to the row
            if not hand.is_settled:
                yield from play_hand(rules, pack, layout.up_card, row, hand)  # rules 7a to 7e, 7h
    yield from play_the_dealers_hand(rules, pack, layout)  # rule 7f
    for hand in layout.waiting():  # C-9: from the dealer's right
        yield from compare_with_the_dealer(hand, layout.dealer)


def deal_packs_of_three(pack: Pack, wagers: Wagers) -> Script[Packs]:
    """Deal each player a pack of three that only that player may look at (rule 3, C-5)."""
    packs = {}
    for seat in wagers:
        packs[seat] = tuple(pack.draw(f"seat {seat}") for _ in range(3))
        yield PackDealt(3, seat, motion="deal-pack")
        for number, card in enumerate(packs[seat], 1):
            yield Dealt(card, seat, f"card-{number}", Face.OWN, motion="deal-pack")
    return packs


def deal_the_dealers_pack(pack: Pack) -> Script[list[Card]]:
    """Burn the first card of the dealer's pack and turn the second; the third stays face down (rule 3, RY-2)."""
    burned, up_card, hole_card = (pack.draw("dealer") for _ in range(3))
    yield PackDealt(3, motion="take-pack")
    yield Burned(burned, motion="burn-top")
    yield Dealt(up_card, None, "up-card", Face.DOWN, motion="flip-second")
    yield Dealt(hole_card, None, "hole-card", Face.DOWN, motion="flip-second")
    yield Turned(up_card, None, "up-card", motion="flip-second")
    return [up_card, hole_card]


def set_the_hands(packs: Packs, wagers: Wagers) -> Script[list[Row]]:
    """Ask all players simultaneously for the card to set alone, then turn all cards face up (RY-3, RY-5)."""
    options = tuple(
        Option(f"alone-{number}", f"{which} card alone")
        for number, which in ((3, "third"), (1, "first"), (2, "second"))
    )
    at = {f"alone-{number}": f"card-{number}" for number in (1, 2, 3)}
    answers: Answers = yield Offer(
        "which card stands alone", dict.fromkeys(packs, options), {"at": at}, motion="ask-setting"
    )
    rows: list[Row] = []
    for seat, cards in packs.items():
        two_card = LaidHand(seat, "two-card", wagers[seat]["two-card"], [])
        one_card = LaidHand(seat, "one-card", wagers[seat]["one-card"], [])
        for number, card in enumerate(cards, 1):
            hand = one_card if answers[seat] == f"alone-{number}" else two_card
            hand.cards.append(card)
            yield TurnedByPlayer(card, seat, f"card-{number}", motion="set-hands")
            makes = blackjack.makes(hand.cards, natural=True)
            yield Moved(card, seat, f"card-{number}", hand.at, makes, motion="set-hands")
        rows += [[two_card], [one_card]]
    return rows


def settle_bonus_bets(rules: Rules, packs: Packs, wagers: Wagers) -> Script[None]:
    """Settle the bonus bets from the dealer's left. They win on a flush or better (rule 6, RY-4)."""
    for seat, (first, second, third) in packs.items():
        line = three_card_line(first.code, second.code, third.code)
        pays, stake = rules.bonus_table.pays(line), wagers[seat]["bonus"]
        words = "less than a flush" if line == NOTHING else rules.bonus_table.name(line)
        motion = settling("bonus", pays)
        yield Settled(seat, "bonus", stake, pays.back(stake), words, pays, "RY-4", motion=motion)


def pay_blackjacks_already_made(rules: Rules, packs: Packs, layout: Layout) -> Script[None]:
    """Pay two-card blackjacks immediately. A double blackjack pays both bets however it is set (RY-7)."""
    for hand in list(layout.in_action()):
        first, second, third = (card_value(card.code) for card in packs[hand.seat])
        if is_double_blackjack(first, second, third):
            yield from hand.settle(rules.blackjack_pays, "double blackjack", "RY-7", "pay-double-blackjack")
        elif hand.is_blackjack:
            yield from hand.settle(rules.blackjack_pays, "blackjack", "RY-7", "pay-blackjack")


def offer_insurance(layout: Layout, wagers: Wagers) -> Script[None]:
    """Offer insurance against an ace: half of the two blackjack bets together, the amount of one (rule 7j, RY-9)."""
    if card_value(layout.up_card.code) != ACE:
        return
    stakes = {hand.seat: wagers[hand.seat]["two-card"] for hand in layout.in_action()}
    options = {
        seat: (Option("no", "no insurance"), Option("insurance", "insure both hands", stake))
        for seat, stake in stakes.items()
    }
    yield Motioned("offer-insurance", "The dealer offers insurance: half of the two blackjack bets together.")
    answers: Answers = yield Offer("insurance", options, motion="ask-insurance")
    for seat, stake in stakes.items():
        if answers[seat] == "insurance":
            layout.insured[seat] = stake
            yield Wagered(seat, "insurance", stake, motion="insure")
    yield Motioned("close-insurance", "Insurance is closed.")


def look_for_blackjack(rules: Rules, layout: Layout) -> Script[bool]:
    """Peek with an ace or a ten-value up, and settle insurance by the result (RY-8, RY-9)."""
    if not rules.dealer_peeks or not blackjack.may_have_blackjack(layout.dealer):
        return False
    yield blackjack.look(layout.dealer)
    found = yield from blackjack.announce_peek(layout.dealer)
    yield from settle_insurance(layout)
    return found


def settle_insurance(layout: Layout) -> Script[None]:
    """Pay insurance 2 to 1 if the dealer's two cards are a blackjack, otherwise take it (RY-9)."""
    found = blackjack.is_natural(layout.dealer)
    pays, words = (INSURANCE_PAYS, "dealer blackjack") if found else (LOSS, "no dealer blackjack")
    while layout.insured:
        seat = max(layout.insured)  # C-9: from the dealer's right
        stake: Cents = layout.insured.pop(seat)
        motion = settling("insurance", pays)
        yield Settled(seat, "insurance", stake, pays.back(stake), words, pays, "RY-9", motion=motion)


def settle_dealer_blackjack(rules: Rules, pack: Pack, layout: Layout) -> Script[None]:
    """Take every hand, but first deal a card to a lone ace or ten-value: a player blackjack always wins (RY-8)."""
    for hand in layout.in_action():
        if len(hand.cards) == 1 and may_be_blackjack(hand.values[0]):
            yield from draw_card(pack, hand, "deal-second-card")
    for hand in layout.waiting():  # C-9: from the dealer's right
        if hand.is_blackjack:
            yield from hand.settle(rules.blackjack_pays, "blackjack", "RY-7", "pay-blackjack")
        else:
            yield from hand.settle(LOSS, "dealer blackjack", "RY-8", "take-hand")


def play_the_dealers_hand(rules: Rules, pack: Pack, layout: Layout) -> Script[None]:
    """Turn the hole card if a bet depends on it, and draw if a hand depends on it (RY-8, RY-10)."""
    if not layout.insured and not any(layout.in_action()):
        return
    yield blackjack.turned_hole(layout.dealer)
    yield from settle_insurance(layout)  # without a peek, insurance waits for the hole card
    if any(layout.in_action()):
        yield from blackjack.draw_for_the_dealer(pack, layout.dealer, rules.hits_soft_17)


def compare_with_the_dealer(hand: LaidHand, dealer: list[Card]) -> Iterator[Event]:
    """Compare totals: the higher wins even money, equal totals push, and a dealer blackjack beats all (RY-8)."""
    theirs = blackjack.total(dealer)
    if blackjack.is_natural(dealer):
        return hand.settle(LOSS, "dealer blackjack", "RY-8", "take-hand")
    if theirs > 21:
        return hand.settle(EVEN_MONEY, f"{hand.total}, the dealer busts with {theirs}", "rule 7", "pay-hand")
    pays = EVEN_MONEY if hand.total > theirs else PUSH if hand.total == theirs else LOSS
    return hand.settle(pays, f"{hand.total} against {theirs}", "rule 7", settling("hand", pays))


def pay_bets_left_in_action(layout: Layout) -> Script[None]:
    """Pay even money on every blackjack bet left in action after the pack ran out (rule 8, RY-10)."""
    yield RanOut(motion="run-out")
    for hand in layout.waiting():
        yield from hand.settle(EVEN_MONEY, "the pack ran out", "RY-10", "pay-left-in-action")
    if layout.insured:  # not a blackjack bet: the hole card, which is already on the table, decides it
        yield blackjack.turned_hole(layout.dealer)
        yield from settle_insurance(layout)
