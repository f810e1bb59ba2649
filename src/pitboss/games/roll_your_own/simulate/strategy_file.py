"""
The format of Roll Your Own strategy files: the card set alone, hands by total, pairs, and insurance.

In a file, play depends on the hand's total and the up card, not on the other cards of the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.roll_your_own.count.removed_cards import Values
from pitboss.games.roll_your_own.simulate.kernels import (
    CHOICE_AT,
    DOUBLE,
    HIT,
    INSURES,
    OTHER_CARD_SETS,
    SPLIT,
    Codes,
    Words,
)
from pitboss.games.roll_your_own.simulate.settings import every_setting
from pitboss.games.roll_your_own.simulate.states import states
from pitboss.games.wording.strategy_words import (
    BY_TOTAL,
    DOUBLE_OR_STAND,
    INSURANCE,
    PAIRS,
    PLAYS,
    TOTALS,
    UP_CARDS,
    VALUES,
    Changes,
    Part,
    cells,
    in_ranges,
    is_known,
    is_table,
    only,
    rows,
)
from pitboss.games.wording.strategy_words import DOUBLE as DOUBLE_WORD
from pitboss.games.wording.strategy_words import HIT as HIT_WORD
from pitboss.games.wording.strategy_words import SPLIT as SPLIT_WORD
from pitboss.games.wording.strategy_words import STAND as STAND_WORD
from pitboss.solving.blackjack.rules import ACE, TEN

Rows = Mapping[str, Mapping[str, str]]
_SECTIONS = ("alone", "hands", "pairs", "insurance")
_UPS = {name: VALUES.index(name) for name in UP_CARDS}
_TENS = ("0", "1", "2", "3")
_THREES = {"-".join(VALUES[value] for value in cards): cards for cards in combinations_with_replacement(range(10), 3)}
_ALONE = {name: tuple(dict.fromkeys(name.split("-"))) for name in _THREES}
_CODES = {STAND_WORD: (0, 0), HIT_WORD: (HIT, HIT), DOUBLE_WORD: (DOUBLE | HIT, HIT), DOUBLE_OR_STAND: (DOUBLE, 0)}
"""The code of an action with two cards, and with more cards."""
PLAY = HIT | DOUBLE


class Kinds:
    """All hands with a decision, by total and as pairs, and whether they have two cards."""

    def __init__(self) -> None:
        by_state = states()
        self.by_total: dict[str, list[int]] = {name: [] for name in TOTALS}
        self.pairs: dict[str, list[int]] = {name: [] for name in PAIRS}
        self.two = np.zeros(len(by_state.finished), np.bool_)
        for at, hand in enumerate(by_state.hands):
            values = hand.values
            if by_state.finished[at] or len(values) < 2:
                continue
            soft = hand.total > sum(values) + len(values)
            self.by_total[f"{'soft' if soft else 'hard'}-{hand.total}"].append(at)
            self.two[at] = len(values) == 2
            if self.two[at] and values[0] == values[1]:
                self.pairs[PAIRS[values[0]]].append(at)


kinds = cache(Kinds)
"""A cached `Kinds` object for one deck."""


def changed_codes(codes: Codes, changes: Changes) -> Codes:
    """Return the codes with a file's changes to hands and pairs applied."""
    only(changes, _SECTIONS)
    table = codes.reshape(-1, 10, OTHER_CARD_SETS).copy()
    for name, row in rows("hands", changes.get("hands", {}), TOTALS, UP_CARDS, PLAYS).items():
        at = np.array(kinds().by_total[name], np.intp)
        for up, action in row.items():
            two, more = _CODES[action]
            wish = np.where(kinds().two[at], two, more).astype(np.uint8)[:, None]
            table[at, _UPS[up]] = (table[at, _UPS[up]] & SPLIT) | wish
    for name, row in rows("pairs", changes.get("pairs", {}), PAIRS, UP_CARDS, (SPLIT_WORD, BY_TOTAL)).items():
        at = np.array(kinds().pairs[name], np.intp)
        for up, action in row.items():
            table[at, _UPS[up]] = (table[at, _UPS[up]] & PLAY) | (SPLIT if action == SPLIT_WORD else 0)
    return table.reshape(-1)


def changed_settings(settings: Words, changes: Changes) -> Words:
    """Return the settings with a file's changes to the card set alone and to insurance applied."""
    alone: dict[tuple[int, Values], int] = {}
    for name, action in is_table("alone", changes.get("alone", {})).items():
        cards = _THREES[is_known("alone", name, _THREES, "three cards")]
        names = tuple(VALUES[value] for value in sorted(set(cards)))
        for up, value in cells(f"alone, {name}", action, UP_CARDS, names, "up card").items():
            alone[_UPS[up], cards] = VALUES.index(value)
    table = settings.reshape(10, 10, 10, 10)

    def choose(up_card: int, cards: Values) -> int:
        changed = alone.get((up_card, _sorted(cards)))
        return int(table[(up_card, *cards)]) >> CHOICE_AT & 3 if changed is None else cards.index(changed)

    return _insured(every_setting(choose), settings, changes).reshape(-1)


def _sorted(cards: Values) -> Values:
    first, second, third = sorted(cards)
    return first, second, third


def _insured(words: Words, before: Words, changes: Changes) -> Words:
    """Set insurance as before, or by the number of ten-values among the three cards if the file says so (RY-9)."""
    changed = cells("insurance", changes.get("insurance", {}), _TENS, INSURANCE, "number of tens")
    tens = sum((np.indices((10, 10, 10)) == TEN).astype(np.intp))
    taken = before.reshape(10, 10, 10, 10)[ACE] & np.uint64(INSURES) != 0
    for number, action in changed.items():
        taken[tens == int(number)] = action == "yes"
    words[ACE][taken] |= np.uint64(INSURES)
    return words


def in_words(settings: Words, codes: Codes) -> Iterator[Part]:
    """Yield the parts of the strategy as in a file, and whether each part captures it completely."""
    table = settings.reshape(10, 10, 10, 10)
    takes = {tens: _takes(table, int(tens)) for tens in _TENS}
    about = "By the number of ten-values among the three cards (RY-9)."
    yield Part("insurance", about, in_ranges(takes), True, INSURANCE, _TENS)
    alone = {name: _alone(table, cards) for name, cards in _THREES.items()}
    whole = {"alone": alone, "insurance": takes}
    is_whole = bool((changed_settings(settings, whole) == settings).all())
    yield Part("alone", "The card to set alone.", _short(alone), is_whole, VALUES, UP_CARDS, _ALONE)
    hands = {name: _hands(codes, at) for name, at in kinds().by_total.items() if at}
    pairs = {name: _pair(codes, at) for name, at in kinds().pairs.items() if at}
    again = changed_codes(codes, {"hands": hands, "pairs": pairs})
    by_total, by_pair = (bool(((again ^ codes) & bits == 0).all()) for bits in (PLAY, SPLIT))
    yield Part("hands", "Any hand, by its total.", _short(hands), by_total, PLAYS, UP_CARDS)
    about = "Pairs, of two cards or after a split."
    yield Part("pairs", about, _short(pairs), by_pair, (SPLIT_WORD, BY_TOTAL), UP_CARDS)


def _short(table: Rows) -> dict[str, str | dict[str, str]]:
    return {name: in_ranges(row) for name, row in table.items()}


def _takes(table: Words, tens: int) -> str:
    first, second, third = (TEN if place < tens else 1 for place in range(3))
    return "yes" if int(table[ACE, first, second, third]) & INSURES else "no"


def _alone(table: Words, cards: Values) -> dict[str, str]:
    return {name: VALUES[cards[int(table[(up, *cards)]) >> CHOICE_AT & 3]] for name, up in _UPS.items()}


def _hands(codes: Codes, at: list[int]) -> dict[str, str]:
    """Return the most frequent action for the hands with a total, by up card."""
    table = codes.reshape(-1, 10, OTHER_CARD_SETS)[at] & PLAY
    two = kinds().two[at]
    words = {}
    for name, up in _UPS.items():
        wanted = [_most(table[part, up]) for part in (two, ~two) if part.any()]
        pair = (wanted[0], wanted[-1] & HIT)
        words[name] = next((word for word, codes in _CODES.items() if codes == pair), HIT_WORD)
    return words


def _most(codes: NDArray[Any]) -> int:
    return int(Counter(codes.ravel().tolist()).most_common(1)[0][0])


def _pair(codes: Codes, at: list[int]) -> dict[str, str]:
    table = codes.reshape(-1, 10, OTHER_CARD_SETS)[at] & SPLIT
    return {name: SPLIT_WORD if _most(table[:, up]) else BY_TOTAL for name, up in _UPS.items()}
