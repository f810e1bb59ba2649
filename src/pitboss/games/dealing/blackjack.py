"""What every blackjack script says of the cards in a hand, and what every blackjack dealer does."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, Pack
from pitboss.play.steps import Announced, Dealt, Motioned, Script, Turned
from pitboss.ranking.totals import best_total, card_value, dealer_draws, is_blackjack, is_soft, may_be_blackjack


def hard_total(cards: Sequence[Card]) -> int:
    """The cards added up with every ace as 1."""
    return sum(card_value(card.code) for card in cards)


def has_ace(cards: Sequence[Card]) -> bool:
    """Whether an ace is among them."""
    return any(card_value(card.code) == 1 for card in cards)


def total(cards: Sequence[Card]) -> int:
    """What the hand stands for."""
    return best_total(hard_total(cards), has_ace(cards))


def total_words(cards: Sequence[Card]) -> str:
    """The total as the dealer calls it: 16, soft 17."""
    return f"{'soft ' if is_soft(hard_total(cards), has_ace(cards)) else ''}{total(cards)}"


def makes(cards: Sequence[Card], *, natural: bool = False) -> str | None:
    """What is called while cards fall; a single card is no hand yet, and 21 after a split is no blackjack."""
    if len(cards) < 2:
        return None
    return "Blackjack" if natural and is_natural(cards) else total_words(cards)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these are two cards that make a blackjack."""
    return len(cards) == 2 and is_blackjack(card_value(cards[0].code), card_value(cards[1].code))


def may_have_blackjack(dealer: Sequence[Card]) -> bool:
    """Whether the dealer, showing an ace or a ten-value, looks at the hole card (FB-1, RY-8)."""
    return may_be_blackjack(card_value(dealer[0].code))


def look(dealer: Sequence[Card]) -> Motioned:
    """The dealer looks under the up card."""
    return Motioned("look", f"The dealer looks under the {dealer[0].sign} for a blackjack.")


def tell_of_the_look(dealer: Sequence[Card]) -> Script[bool]:
    """A blackjack is turned up; that there is none is said (FB-1, RY-8)."""
    found = is_natural(dealer)
    yield turned_hole(dealer) if found else Announced("no-blackjack", "The dealer has no blackjack.")
    return found


def turned_hole(dealer: Sequence[Card]) -> Turned:
    """The hole card turned up, and the total called."""
    return Turned(dealer[1], None, "hole-card", makes(dealer, natural=True), motion="turn-hole-card")


def dealer_takes_a_card(dealer: Sequence[Card], hits_soft_17: bool) -> bool:
    """Whether the dealer must draw: to 17, and on soft 17 where the house says so (FB-1, RY-8)."""
    return dealer_draws(hard_total(dealer), has_ace(dealer), hits_soft_17)


def draw_for_the_dealer(pack: Pack, dealer: list[Card], hits_soft_17: bool) -> Script[None]:
    """The dealer draws to 17, and on soft 17 where the house says so (FB-1, RY-8)."""
    while dealer_takes_a_card(dealer, hits_soft_17):
        dealer.append(pack.draw("dealer"))
        yield Dealt(dealer[-1], None, "dealer", makes=makes(dealer), motion="draw-for-dealer")
