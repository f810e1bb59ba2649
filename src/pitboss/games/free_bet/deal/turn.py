"""A player's turn in Free Bet: procedures 5 to 9 of the sheet."""

from __future__ import annotations

from pitboss.cards import Card, Pack
from pitboss.games.dealing import blackjack
from pitboss.games.free_bet.deal.choices import context, hand_options
from pitboss.games.free_bet.deal.motions import LaidSideways, TokenPlaced
from pitboss.games.free_bet.deal.player import CardPosition, Hand, Player, Stake
from pitboss.games.free_bet.deal.pot_of_gold import pick_up_pot_of_gold
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.deal.settle import bust_words, discard, settle_hand, tuck_or_discard
from pitboss.money import LOSS, Cents
from pitboss.play.steps import Answers, Dealt, Moved, Offer, Script, Wagered


def play_hands(rules: Rules, pack: Pack, player: Player, up: Card) -> Script[None]:
    """Play a player's hands from left to right. A split adds a hand next to the one that was split (procedure 5)."""
    while hand := player.next_hand():
        if len(hand.cards) == 1:
            yield from deal_second_card(rules, pack, player, hand)
        yield from play_hand(rules, pack, player, hand, up)  # procedures 6 and 7
        hand.is_played = True
        if hand.is_bust:
            yield from lay_down_bust(player, hand)  # procedures 8 and 9


def play_hand(rules: Rules, pack: Pack, player: Player, hand: Hand, up: Card) -> Script[None]:
    """Play one hand until it stands, is doubled, reaches 21 or busts."""
    while options := hand_options(rules, player, hand):
        answers: Answers = yield Offer(str(hand), {player.seat: options}, context(player, hand, up), motion="ask-hand")
        answer = answers[player.seat]
        hand.is_closed = answer in ("stand", "hit", "double")
        yield from pick_up_pot_of_gold(rules, [player], "no free bet made")  # procedure 7: immediately, before any card
        match answer:
            case "stand":
                return
            case "hit":
                yield from deal_card(pack, player, hand, "hit")
            case "double":
                yield from double(pack, player, hand)
            case "free-double":
                yield from free_double(pack, player, hand)
            case "split":
                yield from split(rules, pack, player, hand)
            case _:  # free-split
                yield from free_split(rules, pack, player, hand)


def deal_card(pack: Pack, player: Player, hand: Hand, motion: str) -> Script[None]:
    """Deal one card face up."""
    hand.cards.append(pack.draw(f"seat {player.seat}"))
    yield Dealt(hand.cards[-1], player.seat, hand.at, makes=blackjack.makes(hand.cards), motion=motion)


def deal_second_card(rules: Rules, pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Deal a split hand its second card on its turn; this card may rule out a token (C-5, FB-6)."""
    yield from deal_card(pack, player, hand, "deal-split-card")
    yield from pick_up_pot_of_gold(rules, [player], "no hand for a token")


def double(pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Make a paid double: exactly the wager, even on a free hand, and one card; a toke isn't doubled (FB-2, FB-9)."""
    yield Wagered(player.seat, "main", player.wagers["main"], hand.number, motion="double")
    hand.stakes["main"].chips = Cents(hand.stakes["main"].chips + player.wagers["main"])
    hand.is_doubled = True
    yield from deal_card(pack, player, hand, "deal-double-card")


def free_double(pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Place a token instead of chips, which also doubles a toke, and deal one card (FB-2, FB-9)."""
    for bet, stake in hand.stakes.items():
        stake.free.append(player.wagers[bet])
    hand.is_doubled = True
    yield place_token(player, hand, "double")
    yield from deal_card(pack, player, hand, "deal-double-card")


def split(rules: Rules, pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Make a paid split: put a second wager on the second card; a toke stays with the first (FB-3, FB-9)."""
    yield from player.make_room(hand)
    new = player.add_hand(hand, {"main": Stake(player.wagers["main"])}, is_free=False)
    yield Wagered(player.seat, "main", player.wagers["main"], new.number, motion="split")
    yield Moved(new.cards[0], player.seat, hand.at, new.at, motion="split-cards")
    yield from deal_second_card(rules, pack, player, hand)


def free_split(rules: Rules, pack: Pack, player: Player, hand: Hand) -> Script[None]:
    """Make a free split: a token is the second card's wager, and also its toke, if any (FB-3, FB-9)."""
    yield from player.make_room(hand)
    new = player.add_hand(hand, {bet: Stake(free=[amount]) for bet, amount in player.wagers.items()}, is_free=True)
    yield place_token(player, new, "split")
    yield Moved(new.cards[0], player.seat, hand.at, new.at, motion="split-cards")
    yield from deal_second_card(rules, pack, player, hand)


def place_token(player: Player, hand: Hand, free: str) -> TokenPlaced:
    """Place a Free Bet token to the right of the bet. From now on it counts for the Pot of Gold (FB-6)."""
    player.tokens += 1
    hand.tokens += 1
    return TokenPlaced(player.seat, hand.number, free, motion="place-token")


def lay_down_bust(player: Player, hand: Hand) -> Script[None]:
    """Tuck or discard a bust hand. The original is turned sideways while a free hand is in play (8 and 9)."""
    if hand is player.original and any(other.is_free for other in player.hands):
        hand.position = CardPosition.SIDEWAYS
        yield LaidSideways(player.seat, hand.number, hand.total, motion="lay-sideways")
        return
    yield from settle_hand(player, hand, LOSS, bust_words(hand), "FB-5")
    yield tuck_or_discard(player, hand)
    yield from lock_up_sideways(player)


def lock_up_sideways(player: Player) -> Script[None]:
    """Settle a sideways original hand once there are no live hands or side bets left (procedure 9)."""
    original = player.original
    if (
        original.position is CardPosition.SIDEWAYS
        and all(hand.is_bust for hand in player.hands)
        and not player.side_bets
    ):
        yield from settle_hand(player, original, LOSS, bust_words(original), "FB-5")
        yield discard(player, original)
