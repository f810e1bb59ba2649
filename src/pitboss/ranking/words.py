"""Descriptions of poker hands from their ranks."""

from __future__ import annotations

from pitboss.ranking.poker import PokerClass, class_of, kickers_of, made_of

_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def describe(rank: int) -> str:
    """
    Describe the hand as a dealer would call it.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.ranking.poker import rank_hand
    >>> describe(rank_hand([card.code for card in parse_cards("As 7d Ac 7h Kd 2c 3c")]))
    'two pair, aces and sevens, king kicker'
    """
    poker_class = PokerClass(class_of(rank))
    made, kickers = _ranks(made_of(rank)), _ranks(kickers_of(rank))
    match poker_class:
        case PokerClass.ROYAL_FLUSH:
            return "royal flush"
        case PokerClass.STRAIGHT_FLUSH | PokerClass.STRAIGHT:
            return f"{class_name(poker_class)}, {_NAMES[made[0]]} high"
        case PokerClass.FULL_HOUSE:
            return f"full house, {_many(made[0])} full of {_many(kickers[0])}"
        case PokerClass.FLUSH | PokerClass.HIGH_CARD:
            return f"{class_name(poker_class)}, {_listed([_NAMES[rank] for rank in kickers])}"
        case PokerClass.PAIR:
            return f"pair of {_many(made[0])}{_kickers(kickers)}"
    return f"{class_name(poker_class)}, {_listed([_many(rank) for rank in made])}{_kickers(kickers)}"


def class_name(poker_class: PokerClass) -> str:
    """Return the name of a hand class as printed, such as "four of a kind"."""
    return poker_class.name.lower().replace("_", " ")


def _ranks(ranks: int) -> list[int]:
    return [rank for rank in reversed(range(13)) if ranks >> rank & 1]


def _many(rank: int) -> str:
    return _NAMES[rank] + ("es" if _NAMES[rank] == "six" else "s")


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _kickers(kickers: list[int]) -> str:
    return f", {_listed([_NAMES[rank] for rank in kickers])} kicker{'s' * (len(kickers) > 1)}"
