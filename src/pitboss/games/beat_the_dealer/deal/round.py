"""The script of Beat the Dealer with 2 and 5 Card Bonus: one round, following the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.cards import CARDS, Card, Pack
from pitboss.games.beat_the_dealer.deal import hands
from pitboss.games.beat_the_dealer.deal.motions import Folded, HandRead
from pitboss.games.beat_the_dealer.deal.rules import Rules, line_name
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents, Pays
from pitboss.paytable import Paytable
from pitboss.play.bets import SeatBets, Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS, Looked
from pitboss.play.steps import (
    Answers,
    Dealt,
    Discarded,
    Event,
    Face,
    Offer,
    Option,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
    settling,
)
from pitboss.ranking.hands import poker_rank
from pitboss.ranking.poker import best_five, rank_hand
from pitboss.ranking.words import describe

HOLE = ("hole-1", "hole-2")
DEALER = ("dealer-1", "dealer-2")
_ENDINGS: dict[int, tuple[str, Pays]] = {
    hands.ShowdownOutcome.PAID_WIN: ("the higher hand", EVEN_MONEY),
    hands.ShowdownOutcome.OTHER_WIN: ("the higher hand", EVEN_MONEY),
    hands.ShowdownOutcome.TIE: ("equal hands", PUSH),
    hands.ShowdownOutcome.LOSS: ("the dealer's hand is higher", LOSS),
}
FLOP, TURN, RIVER = ("flop-1", "flop-2", "flop-3"), ("turn",), ("river",)


@dataclass
class SeatHand:
    """One seat's hole cards and bets."""

    seat: Seat
    bets: SeatBets
    hole: list[Card] = field(default_factory=list)
    folded: bool = False
    has_cards: bool = True
    raises: dict[str, Cents] = field(default_factory=dict)

    def may_play_five_card(self, rules: Rules) -> bool:
        """Whether the flop still decides its 5-card bonus (BD-5)."""
        return "five-card" in self.bets and (not self.folded or rules.five_card_bonus_survives_fold)


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Play one round."""
    seats = [SeatHand(seat, bets) for seat, bets in wagers.items()]
    yield NO_MORE_BETS  # C-10
    dealer = yield from deal_hole_cards(pack, seats)  # C-5, BD-1
    for hand in seats:
        yield Looked(hand.seat, motion="look-at-cards")  # C-10: a player's cards stay private
    yield from fold_or_flop_bet(rules, seats)  # BD-2
    table: list[Card] = []
    live = [hand for hand in seats if not hand.folded]
    if any(hand.may_play_five_card(rules) for hand in seats) or live:
        table += yield from deal_community(pack, FLOP, "deal-flop")
    if live:
        yield from check_or_bet("turn", live)  # BD-2
        table += yield from deal_community(pack, TURN, "deal-turn")
        yield from check_or_bet("river", live)  # BD-2
        table += yield from deal_community(pack, RIVER, "deal-river")
        yield from turn_cards(None, DEALER, dealer)
        yield read_hand(None, dealer, table)
    for hand in reversed(seats):  # C-9: from the dealer's right
        if hand.has_cards:
            yield from settle_seat(rules, hand, dealer, table)  # BD-3 to BD-6
    if table:
        yield Discarded("board", cards=len(table), motion="rack-board")  # C-10
    yield Discarded("dealer-hand", cards=len(dealer), motion="rack-dealer")  # C-10
    return ()


def deal_hole_cards(pack: Pack, seats: Sequence[SeatHand]) -> Script[list[Card]]:
    """Deal each seat and the dealer one card, then another, all face down; players may look (C-5, BD-1)."""
    dealer = []
    for at, dealers in zip(HOLE, DEALER, strict=True):
        for hand in seats:
            hand.hole.append(pack.draw(f"seat {hand.seat}"))
            yield Dealt(hand.hole[-1], hand.seat, at, Face.OWN, motion="deal-hole-card")
        dealer.append(pack.draw("dealer"))
        yield Dealt(dealer[-1], None, dealers, Face.DOWN, motion="deal-dealer-card")
    return dealer


def fold_or_flop_bet(rules: Rules, seats: Sequence[SeatHand]) -> Script[None]:
    """Ask each seat to fold or to bet exactly twice its ante (BD-2)."""
    options = {hand.seat: _fold_or_bet(hand.bets["ante"]) for hand in seats}
    answers: Answers = yield Offer("fold or bet the flop", options, {"stage": "flop"}, motion="ask-flop-bet")
    for hand in seats:
        hand.folded = answers[hand.seat] == "fold"
        if hand.folded:
            yield from take_folded(rules, hand)
        else:
            yield from put_down(hand, "flop", Cents(2 * hand.bets["ante"]))


def take_folded(rules: Rules, hand: SeatHand) -> Script[None]:
    """Take a folded seat's ante and forfeited bonuses immediately, and its cards unless a bonus needs them (BD-5)."""
    yield Folded(hand.seat, motion="fold")
    yield settle_fold(hand)
    if not rules.two_card_bonus_survives_fold:
        yield from settle_two_card(rules, hand)
    if not rules.five_card_bonus_survives_fold:
        yield from settle_five_card(rules, hand, ())
    if not _bonus_to_show(rules, hand):
        hand.has_cards = False
        yield Discarded("hand", hand.seat, cards=2, motion="rack-hand")


def _fold_or_bet(ante: Cents) -> tuple[Option, ...]:
    return (
        Option("fold", "fold"),
        Option("flop", "bet the flop", Cents(2 * ante)),
    )


def check_or_bet(bet: str, live: Sequence[SeatHand]) -> Script[None]:
    """Ask each seat still in to check or to bet exactly its ante (BD-2)."""
    options = {
        hand.seat: (
            Option("check", "check"),
            Option(bet, f"bet the {bet}", hand.bets["ante"]),
        )
        for hand in live
    }
    answers: Answers = yield Offer(f"check or bet the {bet}", options, {"stage": bet}, motion=f"ask-{bet}-bet")
    for hand in live:
        if answers[hand.seat] == bet:
            yield from put_down(hand, bet, hand.bets["ante"])


def settle_fold(hand: SeatHand) -> Settled:
    """Settle the ante of a folded hand (BD-2)."""
    return settled(hand, "ante", hand.bets["ante"], LOSS, "folded", "BD-2")


def put_down(hand: SeatHand, bet: str, amount: Cents) -> Iterator[Event]:
    """Place a bet during the round."""
    hand.raises[bet] = amount
    yield Wagered(hand.seat, bet, amount, motion=f"bet-{bet}")


def deal_community(pack: Pack, places: Sequence[str], motion: str) -> Script[list[Card]]:
    """Deal community cards face up without burning a card (C-5)."""
    cards = []
    for at in places:
        cards.append(pack.draw(at))
        yield Dealt(cards[-1], None, at, motion=motion)
    return cards


def turn_cards(seat: Seat | None, places: Sequence[str], cards: Sequence[Card]) -> Iterator[Event]:
    """Turn two hole cards face up."""
    motion = "turn-dealer" if seat is None else "turn-hand"
    return (Turned(card, seat, at, motion=motion) for at, card in zip(places, cards, strict=True))


def read_hand(seat: Seat | None, hole: Sequence[Card], table: Sequence[Card]) -> HandRead:
    """Return the event in which the dealer reads the best five of seven cards aloud."""
    codes = [card.code for card in (*hole, *table)]
    motion = "read-dealer" if seat is None else "read-hand"
    return HandRead(seat, describe(rank_hand(codes)), tuple(CARDS[code] for code in best_five(codes)), motion=motion)


def settle_seat(rules: Rules, hand: SeatHand, dealer: Sequence[Card], table: Sequence[Card]) -> Script[None]:
    """Run the showdown with one seat, then settle its bonuses. A folded hand is shown only to settle a bonus."""
    if not hand.folded or _bonus_to_show(rules, hand):
        yield from turn_cards(hand.seat, HOLE, hand.hole)
    if not hand.folded:
        yield read_hand(hand.seat, hand.hole, table)
        yield from settle_main(rules, hand, dealer, table)
    if not hand.folded or rules.two_card_bonus_survives_fold:
        yield from settle_two_card(rules, hand)
    if not hand.folded or rules.five_card_bonus_survives_fold:
        yield from settle_five_card(rules, hand, table)
    yield Discarded("hand", hand.seat, cards=2, motion="rack-hand")


def _bonus_to_show(rules: Rules, hand: SeatHand) -> bool:
    two_card = "two-card" in hand.bets and rules.two_card_bonus_survives_fold
    return two_card or hand.may_play_five_card(rules)


def settle_main(rules: Rules, hand: SeatHand, dealer: Sequence[Card], table: Sequence[Card]) -> Iterator[Event]:
    """Settle ante, flop, turn and river. The higher hand wins; the dealer needs nothing to qualify (BD-3)."""
    player, other = (poker_rank((*hole, *table)) for hole in (hand.hole, dealer))
    return settle_showdown(rules, hand, hands.outcome(player, other, rules.ante_pays_from.number))


def settle_showdown(rules: Rules, hand: SeatHand, ending: int) -> Iterator[Event]:
    """Settle the main bets by the outcome of the showdown (BD-3)."""
    words, pays = _ENDINGS[ending]
    below = ending == hands.ShowdownOutcome.OTHER_WIN
    ante_words = f"{words}, but below {rules.ante_pays_from}" if below else words
    yield settled(hand, "ante", hand.bets["ante"], PUSH if below else pays, ante_words, "BD-3")
    for bet, stake in hand.raises.items():
        yield settled(hand, bet, stake, pays, words, "BD-3")


def settle_two_card(rules: Rules, hand: SeatHand) -> Iterator[Event]:
    """Settle the 2-card bonus by the posted table, folded or not (BD-4)."""
    first, second = (card.code for card in hand.hole)
    return settle_two_card_line(rules, hand, hands.two_card_line(first, second))


def settle_two_card_line(rules: Rules, hand: SeatHand, line: int) -> Iterator[Event]:
    """Settle the 2-card bonus for a hand on this line."""
    if stake := hand.bets.get("two-card"):
        forfeited = hand.folded and not rules.two_card_bonus_survives_fold
        yield _bonus(hand, "two-card", stake, rules.two_card_table, line, forfeited, "BD-4")


def settle_five_card(rules: Rules, hand: SeatHand, table: Sequence[Card]) -> Iterator[Event]:
    """Settle the 5-card bonus on hole cards and flop. A fold forfeits it (BD-5, BD-6)."""
    line = int(hands.FiveCardLine.ALL_OTHER)
    if hand.may_play_five_card(rules):
        line = hands.five_card_line(poker_rank((*hand.hole, *table[:3])))
    return settle_five_card_line(rules, hand, line)


def settle_five_card_line(rules: Rules, hand: SeatHand, line: int) -> Iterator[Event]:
    """Settle the 5-card bonus for a hand on this line."""
    if stake := hand.bets.get("five-card"):
        forfeited = not hand.may_play_five_card(rules)
        clause = "BD-6" if line >= hands.FiveCardLine.JACKS_OR_BETTER and not forfeited else "BD-5"
        yield _bonus(hand, "five-card", stake, rules.five_card_table, line, forfeited, clause)


def _bonus(hand: SeatHand, bet: str, stake: Cents, table: Paytable, line: int, forfeited: bool, clause: str) -> Settled:
    if forfeited:
        return settled(hand, bet, stake, LOSS, "forfeited by the fold", clause)
    return settled(hand, bet, stake, table.pays(line), line_name(table, line), clause)


def settled(hand: SeatHand, bet: str, stake: Cents, pays: Pays, line: str, clause: str) -> Settled:
    """Return the settlement of one bet of this seat."""
    return Settled(hand.seat, bet, stake, pays.back(stake), line, pays, clause, motion=settling(bet, pays))
