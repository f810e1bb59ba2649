"""Beat the Dealer's basic rules: the pay table line of a hand, the winner, and the net of the main bets."""

from __future__ import annotations

from enum import IntEnum

from pitboss.ranking.poker import PokerClass, class_of, made_of


class TwoCardLine(IntEnum):
    """The lines of the 2-card bonus, in the sheet's order (BD-4)."""

    ACES = 0
    ACE_KING_SUITED = 1
    ACE_QUEEN_OR_JACK_SUITED = 2
    ACE_KING_UNSUITED = 3
    KINGS_QUEENS_OR_JACKS = 4
    ACE_QUEEN_OR_JACK_UNSUITED = 5
    DEUCES_TO_TENS = 6
    ALL_OTHER = 7


class FiveCardLine(IntEnum):
    """The lines of the 5-card bonus, in the sheet's order (BD-5, BD-6)."""

    ROYAL_FLUSH = 0
    STRAIGHT_FLUSH = 1
    FOUR_OF_A_KIND = 2
    FULL_HOUSE = 3
    FLUSH = 4
    STRAIGHT = 5
    THREE_OF_A_KIND = 6
    TWO_PAIR = 7
    JACKS_OR_BETTER = 8
    SIXES_TO_TENS = 9
    ALL_OTHER = 10


class ShowdownOutcome(IntEnum):
    """The result of a showdown for the main bets (BD-3)."""

    PAID_WIN = 0
    """A win with a hand that pays the ante."""
    OTHER_WIN = 1
    """A win in which the ante pushes."""
    TIE = 2
    LOSS = 3


# Plain ints, because kernels cannot use enums.
_ACES, _KINGS_TO_JACKS, _DEUCES_TO_TENS = (
    int(line) for line in (TwoCardLine.ACES, TwoCardLine.KINGS_QUEENS_OR_JACKS, TwoCardLine.DEUCES_TO_TENS)
)
_ACE_KING = int(TwoCardLine.ACE_KING_UNSUITED), int(TwoCardLine.ACE_KING_SUITED)
_ACE_PICTURE = int(TwoCardLine.ACE_QUEEN_OR_JACK_UNSUITED), int(TwoCardLine.ACE_QUEEN_OR_JACK_SUITED)
_NO_TWO_CARD_LINE = int(TwoCardLine.ALL_OTHER)
_PAIR = int(PokerClass.PAIR)
_ROYAL_FLUSH = int(PokerClass.ROYAL_FLUSH)
_JACKS_OR_BETTER = int(FiveCardLine.JACKS_OR_BETTER)
_SIXES_TO_TENS = int(FiveCardLine.SIXES_TO_TENS)
_NO_FIVE_CARD_LINE = int(FiveCardLine.ALL_OTHER)
_PAID_WIN, _OTHER_WIN, _TIE, _LOSS = map(int, ShowdownOutcome)
_ACE_RANK, _KING_RANK, _JACK_RANK = 12, 11, 9
_JACK, _SIX = 1 << 9, 1 << 4


def two_card_line(first: int, second: int) -> int:
    """Return the line of the 2-card bonus for two hole cards (BD-4)."""
    high = max(first, second) >> 2
    low = min(first, second) >> 2
    suited = int(first & 3 == second & 3)
    if high == low:
        if high == _ACE_RANK:
            return _ACES
        return _KINGS_TO_JACKS if high >= _JACK_RANK else _DEUCES_TO_TENS
    if high == _ACE_RANK and low == _KING_RANK:
        return _ACE_KING[suited]
    if high == _ACE_RANK and low >= _JACK_RANK:
        return _ACE_PICTURE[suited]
    return _NO_TWO_CARD_LINE


def five_card_line(rank: int) -> int:
    """Return the line of the 5-card bonus for the strength of hole cards and flop (BD-5, BD-6)."""
    poker_class = class_of(rank)
    if poker_class > _PAIR:
        return _ROYAL_FLUSH - poker_class
    if poker_class == _PAIR and made_of(rank) >= _JACK:
        return _JACKS_OR_BETTER
    if poker_class == _PAIR and made_of(rank) >= _SIX:
        return _SIXES_TO_TENS
    return _NO_FIVE_CARD_LINE


def showdown(player: int, dealer: int) -> int:
    """Compare two strengths: 1 if the player wins, 0 for a tie, -1 if the dealer wins. No hand must qualify (BD-3)."""
    return int(player > dealer) - int(player < dealer)


def ante_pays(player: int, ante_pays_from: int) -> bool:
    """Whether a winning hand reaches the class from which the ante is paid. Otherwise it pushes (BD-3)."""
    return class_of(player) >= ante_pays_from


def outcome(player: int, dealer: int, ante_pays_from: int) -> int:
    """Return the outcome of a showdown between two strengths (BD-3)."""
    result = showdown(player, dealer)
    if result > 0:
        return _PAID_WIN if ante_pays(player, ante_pays_from) else _OTHER_WIN
    return _TIE if result == 0 else _LOSS


def main_net(ending: int, raised: int) -> int:
    """Return the net of the ante, flop, turn and river bets in antes. `raised` is all but the ante (BD-3)."""
    if ending == _TIE:
        return 0
    if ending == _LOSS:
        return -raised - 1
    return raised + int(ending == _PAID_WIN)


def starting_hand(first: int, second: int) -> int:
    """Number a starting hand from 0 to 168: a 13 × 13 grid of ranks with suited hands below the diagonal of pairs."""
    high = max(first, second) >> 2
    low = min(first, second) >> 2
    return high * 13 + low if first & 3 == second & 3 else low * 13 + high
