"""
Blackjack's strategy file format: actions by total, pairs, surrender and insurance.

A pair that is not split is played by its total. Entries for pairs also hold for pairs after a split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.deal.rules import NO_SURRENDER, Rules
from pitboss.games.blackjack.simulate.plans import HANDS, Choices, PlayPlan
from pitboss.games.wording.strategy_words import (
    BY_TOTAL,
    DOUBLE_OR_STAND,
    INSURANCE,
    PAIRS,
    PLAYS,
    TOTALS,
    UP_CARDS,
    Changes,
    Part,
    cells,
    in_ranges,
    only,
    rows,
)
from pitboss.games.wording.strategy_words import DOUBLE as DOUBLE_WORD
from pitboss.games.wording.strategy_words import HIT as HIT_WORD
from pitboss.games.wording.strategy_words import SPLIT as SPLIT_WORD
from pitboss.games.wording.strategy_words import STAND as STAND_WORD
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES

TABLES = {"dealt": "The hand as it was dealt.", "after-split": "A hand of a split."}
SURRENDERED, KEPT = "surrender", "play"
_SECTIONS = (*TABLES, "pairs", "surrender", "insurance")
_UPS = {name: (number + 1) % VALUES for number, name in enumerate(UP_CARDS)}
_CHOICES = {
    STAND_WORD: (STAND, STAND),
    HIT_WORD: (HIT, HIT),
    DOUBLE_WORD: (DOUBLE, HIT),
    DOUBLE_OR_STAND: (DOUBLE, STAND),
}
"""The choice for an action with two cards, and with more."""
_TENS = ("0", "1", "2")
_GIVEN_UP = tuple(name for name in TOTALS if name.startswith("hard"))


def changed(rules: Rules, plan: PlayPlan, changes: Changes) -> PlayPlan:
    """Return the plan with a file's changes applied. A double that the house forbids is played without it."""
    only(changes, _SECTIONS)
    dealt, after, paired, again = plan.dealt.copy(), plan.unpaired.copy(), plan.paired.copy(), plan.again.copy()
    hands = all_hands()
    pairs = [hands.number((pair, pair)) for pair in range(VALUES)]
    splits, given_up = dealt[pairs] == SPLIT, dealt == SURRENDER
    for pair, hand in enumerate(pairs):
        _unsplit(dealt, hand, splits[pair])
    for name, row in rows("dealt", changes.get("dealt", {}), TOTALS, UP_CARDS, PLAYS).items():
        _set_row(dealt, name, row, _doubles(rules, after_split=False))
    for name, row in rows("after-split", changes.get("after-split", {}), TOTALS, UP_CARDS, PLAYS).items():
        for pair in range(VALUES):
            if pair != ACE:
                for table in (after[pair], paired[pair]):
                    _set_row(table, name, row, _doubles(rules, after_split=True))
    for name, row in rows("surrender", changes.get("surrender", {}), _GIVEN_UP, UP_CARDS, (SURRENDERED, KEPT)).items():
        inside = _in_row(name) & (hands.cards == 2)
        for up, action in row.items():
            given_up[inside, _UPS[up]] = action == SURRENDERED and rules.surrender != NO_SURRENDER
    for name, row in rows("pairs", changes.get("pairs", {}), PAIRS, UP_CARDS, (SPLIT_WORD, BY_TOTAL)).items():
        pair = PAIRS.index(name)
        for up, action in row.items():
            splits[pair, _UPS[up]] = action == SPLIT_WORD and rules.most_hands > 1
            again[:, pair, _UPS[up]] = action == SPLIT_WORD and (pair != ACE or rules.resplit_aces)
    again &= np.array([many < rules.most_hands for many in HANDS])[:, None, None]
    for pair, hand in enumerate(pairs):
        dealt[hand][splits[pair]] = SPLIT
    kept = given_up & (hands.cards == 2)[:, None] & (dealt != SPLIT)
    dealt = np.where(kept, SURRENDER, np.where(dealt == SURRENDER, HIT, dealt)).astype(np.uint8)
    return replace(plan, dealt=dealt, unpaired=after, paired=paired, again=again)


def _unsplit(dealt: Choices, hand: int, split: NDArray[np.bool_]) -> None:
    """Set the action of an unsplit pair to that of other hands with its total, preferably two-card ones."""
    hands = all_hands()
    alike = (hands.total == hands.total[hand]) & (hands.soft == hands.soft[hand]) & (hands.cards > 1)
    alike[hand] = False
    two = alike & (hands.cards == 2)
    others = dealt[two if two.any() else alike]
    for up in np.flatnonzero(split):
        dealt[hand, up] = np.bincount(others[:, up]).argmax() if len(others) else HIT


def _in_row(name: str) -> NDArray[np.bool_]:
    """Return which hands of a total have a decision."""
    kind, total = name.split("-")
    hands = all_hands()
    inside: NDArray[np.bool_] = (hands.total == int(total)) & (hands.soft == (kind == "soft")) & (hands.cards > 1)
    return inside & (hands.total < BLACKJACK)


def _doubles(rules: Rules, after_split: bool) -> NDArray[np.bool_]:
    """Return which hands may be doubled (BJ-7)."""
    hands, (least, most) = all_hands(), rules.doubled_totals
    may = (hands.cards == 2) & (hands.total >= least) & (hands.total <= most)
    allowed: NDArray[np.bool_] = may & (rules.double_after_split or not after_split)
    return allowed


def _set_row(table: Choices, name: str, row: Mapping[str, str], may_double: NDArray[np.bool_]) -> None:
    inside = _in_row(name)
    for up, action in row.items():
        two, more = _CHOICES[action]
        table[inside, _UPS[up]] = np.where(may_double[inside] if two == DOUBLE else False, two, more)


def insures(changes: Changes) -> NDArray[np.uint8] | None:
    """Return whether to insure by both cards, from the number of ten-values; None if the file does not say."""
    if "insurance" not in changes:
        return None
    told = dict.fromkeys(_TENS, "no") | cells("insurance", changes["insurance"], _TENS, INSURANCE, "number of tens")
    takes = [[told[str((one == TEN) + (other == TEN))] == "yes" for other in range(VALUES)] for one in range(VALUES)]
    return np.array(takes, np.uint8)


def in_words(rules: Rules, plan: PlayPlan) -> Iterator[Part]:
    """Yield the plan in the form of a file, and whether the file captures it completely."""
    by_tens = {"0": plan.insures[1, 1], "1": plan.insures[1, TEN], "2": plan.insures[TEN, TEN]}
    takes = {tens: "yes" if taken else "no" for tens, taken in by_tens.items()}
    about = "By the number of ten-values among the two cards, also for even money (BJ-4)."
    yield Part("insurance", about, in_ranges(takes), True, INSURANCE, _TENS)
    hands = all_hands()
    tables: dict[str, dict[str, dict[str, str]]] = {
        "dealt": _table(plan.dealt[None]),
        "after-split": _table(plan.unpaired[1:]),
    }
    pairs = {name: _pair(plan, pair) for pair, name in enumerate(PAIRS)}
    given_up = {name: _surrendered(plan.dealt, name) for name in _GIVEN_UP}
    found = changed(rules, plan, {**tables, "pairs": pairs, "surrender": given_up})
    unpaired = [hand for hand in range(len(hands.keys)) if hands.cards[hand] > 1]
    whole = {
        "dealt": bool((found.dealt[unpaired] == plan.dealt[unpaired]).all()),
        "after-split": bool((found.unpaired[:, unpaired] == plan.unpaired[:, unpaired]).all()),
    }
    for table, about in TABLES.items():
        lines = {name: in_ranges(row) for name, row in tables[table].items()}
        yield Part(table, about, lines, whole[table], PLAYS, UP_CARDS)
    if rules.surrender != NO_SURRENDER:
        lines = {name: in_ranges(row) for name, row in given_up.items() if SURRENDERED in row.values()}
        yield Part("surrender", "Hands of two cards.", lines, whole["dealt"], (SURRENDERED, KEPT), UP_CARDS)
    lines = {name: in_ranges(row) for name, row in pairs.items()}
    is_whole = bool((found.again == plan.again).all())
    yield Part("pairs", "Pairs, dealt or after a split.", lines, is_whole, (SPLIT_WORD, BY_TOTAL), UP_CARDS)


def _pair(plan: PlayPlan, pair: int) -> dict[str, str]:
    choice = plan.dealt[all_hands().number((pair, pair))]
    return {name: SPLIT_WORD if choice[up] == SPLIT else BY_TOTAL for name, up in _UPS.items()}


def _surrendered(dealt: Choices, name: str) -> dict[str, str]:
    """Return whether most two-card hands of a total are given up, by up card."""
    inside = dealt[_in_row(name) & (all_hands().cards == 2)]
    return {
        up: SURRENDERED if len(inside) and 2 * (inside[:, column] == SURRENDER).sum() > len(inside) else KEPT
        for up, column in _UPS.items()
    }


def _table(tables: Choices) -> dict[str, dict[str, str]]:
    """Return the most frequent action of the hands of each total."""
    hands, found = all_hands(), {}
    for name in TOTALS:
        inside = _in_row(name)
        two = tables[:, inside & (hands.cards == 2)].reshape(-1, VALUES)
        more = tables[:, inside & (hands.cards > 2)].reshape(-1, VALUES)
        if len(two) + len(more):
            found[name] = {up: _word(two[:, column], more[:, column]) for up, column in _UPS.items()}
    return found


def _word(two: Choices, more: Choices) -> str:
    plain = two[(two != SPLIT) & (two != SURRENDER)]
    choices = [int(np.bincount(part).argmax()) for part in (plain, more) if len(part)]
    if not choices:
        return HIT_WORD
    wanted = (choices[0], choices[-1]) if choices[0] == DOUBLE else (choices[0],) * 2
    if wanted == (DOUBLE, DOUBLE):
        wanted = (DOUBLE, HIT)
    return next(word for word, choice in _CHOICES.items() if choice == wanted)
