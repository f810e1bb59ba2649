"""Rules and motions that the scripts of all blackjack games share: totals, the deal, insurance, the dealer's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pitboss.cards import Card, Pack
from pitboss.money import Cents
from pitboss.play.steps import (
    Announced,
    Answers,
    Dealt,
    Face,
    Motioned,
    Offer,
    Option,
    Script,
    Seat,
    Turned,
    Wagered,
)
from pitboss.ranking.totals import best_total, card_value, dealer_draws, is_blackjack, is_soft, may_be_blackjack


def hard_total(cards: Sequence[Card]) -> int:
    """Return the sum of the cards with every ace as 1."""
    return sum(card_value(card.code) for card in cards)


def has_ace(cards: Sequence[Card]) -> bool:
    """Whether there is an ace."""
    return any(card_value(card.code) == 1 for card in cards)


def total(cards: Sequence[Card]) -> int:
    """Return the total of the hand."""
    return best_total(hard_total(cards), has_ace(cards))


def total_words(cards: Sequence[Card]) -> str:
    """Return the total as the dealer calls it: 16, soft 17."""
    return f"{'soft ' if is_soft(hard_total(cards), has_ace(cards)) else ''}{total(cards)}"


def makes(cards: Sequence[Card], *, natural: bool = False) -> str | None:
    """Return the dealer's call for a hand being dealt; None for a single card. 21 after a split is not a blackjack."""
    if len(cards) < 2:
        return None
    return "Blackjack" if natural and is_natural(cards) else total_words(cards)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these two cards are a blackjack."""
    return len(cards) == 2 and is_blackjack(card_value(cards[0].code), card_value(cards[1].code))


def may_have_blackjack(dealer: Sequence[Card]) -> bool:
    """Whether the dealer, showing an ace or a ten-value, looks at the hole card (FB-1, RY-8)."""
    return may_be_blackjack(card_value(dealer[0].code))


class DealtPlayer(Protocol):
    """A seat that is dealt two cards."""

    @property
    def seat(self) -> Seat:
        """The seat."""

    def first_hand(self) -> list[Card]:
        """Return the list of the first hand's cards, to which dealt cards are added."""


def deal_two_each(pack: Pack, players: Sequence[DealtPlayer], hole_card: bool = True) -> Script[list[Card]]:
    """
    Deal a card to each player, the up card, a second card to each player, and the hole card, if any (C-5).

    Return the dealer's cards.
    """
    dealer = []
    for theirs, at, face in (("first", "up-card", Face.UP), ("second", "hole-card", Face.DOWN)):
        for player in players:
            hand = player.first_hand()
            hand.append(pack.draw(f"seat {player.seat}"))
            called = makes(hand, natural=True)
            yield Dealt(hand[-1], player.seat, "hand-1", makes=called, motion=f"deal-{theirs}-card")
        if face is Face.UP or hole_card:
            dealer.append(pack.draw("dealer"))
            yield Dealt(dealer[-1], None, at, face, motion=f"deal-{at}")
    return dealer


def half_in_chips(wager: int, chip: int) -> int:
    """Return the largest insurance for a wager: half of it in whole chips."""
    return wager // (2 * chip) * chip


NO, INSURE = "no", "insurance"


def insurance_options(half: Cents) -> tuple[Option, Option]:
    """Return the options for a player who may insure."""
    return Option(NO, "no insurance"), Option(INSURE, "insure half the wager", half)


def offer_insurance(options: Mapping[Seat, tuple[Option, ...]]) -> Script[Answers]:
    """Offer insurance to these seats, take the chips of those who insure, and close it. Return the answers."""
    yield Motioned("offer-insurance", "The dealer offers insurance.")
    answers: Answers = yield Offer("insurance", options, motion="ask-insurance")
    for seat, offered in options.items():
        for option in offered:
            if option.name == INSURE == answers.get(seat):
                yield Wagered(seat, "insurance", option.cost, motion="insure")
    yield Motioned("close-insurance", "Insurance is closed.")
    return answers


def look(dealer: Sequence[Card]) -> Motioned:
    """Peek at the hole card."""
    return Motioned("look", f"The dealer looks under the {dealer[0].sign} for a blackjack.")


def announce_peek(dealer: Sequence[Card]) -> Script[bool]:
    """Turn up a blackjack, or announce that there is none (FB-1, RY-8)."""
    found = is_natural(dealer)
    yield turned_hole(dealer) if found else Announced("no-blackjack", "The dealer has no blackjack.")
    return found


def turned_hole(dealer: Sequence[Card]) -> Turned:
    """Turn up the hole card and call the total."""
    return Turned(dealer[1], None, "hole-card", makes(dealer, natural=True), motion="turn-hole-card")


def dealer_totals(hits_soft_17: bool) -> list[int]:
    """Return the dealer's final total, or 0 if a card is drawn, indexed by hard total × 2, plus 1 with an ace."""
    hands = [(hard, bool(ace)) for hard in range(32) for ace in (0, 1)]
    return [0 if dealer_draws(*hand, hits_soft_17) else best_total(*hand) for hand in hands]


def dealer_takes_a_card(dealer: Sequence[Card], hits_soft_17: bool) -> bool:
    """Whether the dealer must draw: to 17, and on soft 17 if the rules say so (FB-1, RY-8)."""
    return dealer_draws(hard_total(dealer), has_ace(dealer), hits_soft_17)


def draw_for_the_dealer(pack: Pack, dealer: list[Card], hits_soft_17: bool) -> Script[None]:
    """Draw to 17, and on soft 17 if the rules say so (FB-1, RY-8)."""
    while dealer_takes_a_card(dealer, hits_soft_17):
        dealer.append(pack.draw("dealer"))
        yield Dealt(dealer[-1], None, "dealer", makes=makes(dealer), motion="draw-for-dealer")
