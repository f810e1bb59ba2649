"""A player's turn in blackjack: hit, stand, double, split and surrender."""

from __future__ import annotations

from pitboss.cards import Card, Pack
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.player import Hand, Player
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.deal.settle import HALF, discard, settle_hand
from pitboss.games.dealing import blackjack
from pitboss.money import LOSS, Cents
from pitboss.play.steps import Answers, Dealt, Moved, Offer, Option, Script, Wagered
from pitboss.ranking.totals import BLACKJACK

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"


def hand_options(rules: Rules, player: Player, hand: Hand) -> tuple[Option, ...]:
    """Return the hand's options, `stand` first. Empty if there is no decision to make (C-6, BJ-6 to BJ-8)."""
    if hand.total >= BLACKJACK or hand.is_doubled:
        return ()
    has_two = len(hand.cards) == 2
    split = (Option(SPLIT, "split", player.wager),) if has_two and may_split(rules, player, hand) else ()
    if hand.of_split_aces and not rules.hit_split_aces:
        return (Option(STAND, "stand"), *split) if split else ()  # one card each
    options = [Option(STAND, "stand"), Option(HIT, "hit")]
    may_double = hands.may_double(hand.total, *rules.doubled_totals, hand.of_split, rules.double_after_split)
    if may_double and (has_two or rules.double_any_number):
        options.append(Option(DOUBLE, "double", player.wager))
    surrenders = has_two and rules.surrenders_at_turn and not hand.of_split
    return (*options, *split, *((Option(SURRENDER, "surrender half"),) if surrenders else ()))


def may_split(rules: Rules, player: Player, hand: Hand) -> bool:
    """Return whether the two cards of a hand may be split (BJ-8)."""
    first, second = hand.values
    return hands.may_split(first, second, len(player.hands), rules.most_hands, rules.resplit_aces)


def context(player: Player, hand: Hand, up: Card) -> dict[str, object]:
    """Return the details of the hand in play for bots, hints and displays."""
    return {
        "hand": hand.number,
        "cards": [str(card) for card in hand.cards],
        "up": str(up),
        "hands": len(player.hands),
    }


def play_hands(rules: Rules, pack: Pack, player: Player, up: Card) -> Script[None]:
    """Play a player's hands from left to right. A split adds a hand next to the one that was split (rule 14)."""
    while hand := player.next_hand():
        if len(hand.cards) == 1:
            yield from deal_card(pack, player, hand, "deal-split-card")
        yield from play_hand(rules, pack, player, hand, up)
        hand.is_played = True
        if hand.is_bust:
            yield from settle_hand(player, hand, LOSS, f"bust with {hand.total}", "BJ-9")
            yield discard(player, hand)


def play_hand(rules: Rules, pack: Pack, player: Player, hand: Hand, up: Card) -> Script[None]:
    """Play one hand until it stands, is doubled or surrendered, reaches 21 or busts."""
    while options := hand_options(rules, player, hand):
        answers: Answers = yield Offer(str(hand), {player.seat: options}, context(player, hand, up), motion="ask-hand")
        match answers[player.seat]:
            case "stand":
                return
            case "hit":
                yield from deal_card(pack, player, hand, "hit")
            case "double":
                yield from double(pack, player, hand)
            case "split":
                yield from split(pack, player, hand)
            case _:  # surrender
                yield from settle_hand(player, hand, HALF, "surrendered", "BJ-6")
                yield discard(player, hand)
                return


def deal_card(pack: Pack, player: Player, hand: Hand, motion: str) -> Script[None]:
    """Deal one card face up."""
    hand.cards.append(pack.draw(f"seat {player.seat}"))
    yield Dealt(hand.cards[-1], player.seat, hand.at, makes=blackjack.makes(hand.cards), motion=motion)


def double(pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Double for exactly the wager, and deal one more card (BJ-7)."""
    yield Wagered(player.seat, "main", player.wager, hand.number, motion="double")
    hand.stake = Cents(hand.stake + player.wager)
    hand.is_doubled = True
    yield from deal_card(pack, player, hand, "deal-double-card")


def split(pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Split a pair for another wager of the same amount, and deal the second card to the first hand (BJ-8)."""
    yield from player.make_room(hand)
    new = player.split(hand)
    yield Wagered(player.seat, "main", player.wager, new.number, motion="split")
    yield Moved(new.cards[0], player.seat, hand.at, new.at, motion="split-cards")
    yield from deal_card(pack, player, hand, "deal-split-card")
