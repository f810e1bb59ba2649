"""
The strategy file for blackjack games: actions by total, pairs, surrender and insurance.

A pair that is not split is played by its total. Entries for pairs also hold for pairs after a split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

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
from pitboss.solving.blackjack.hands import Actions, Flags, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.playbook import resplit_table
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules, Surrender
from pitboss.solving.blackjack.solve import PlayPlan, may_double

SURRENDERED, KEPT = "surrender", "play"
_UPS = {name: (number + 1) % VALUES for number, name in enumerate(UP_CARDS)}
_CHOICES = {
    STAND_WORD: (STAND, STAND),
    HIT_WORD: (HIT, HIT),
    DOUBLE_WORD: (DOUBLE, HIT),
    DOUBLE_OR_STAND: (DOUBLE, STAND),
}
"""The plays that each action stands for: with two cards, and with more."""
_TENS = ("0", "1", "2")
_GIVEN_UP = tuple(name for name in TOTALS if name.startswith("hard"))


class StrategyFile(NamedTuple):
    """The sections of a game's strategy file: hands as dealt, then a table for each kind of hand after a split."""

    tables: Mapping[str, str]
    """The tables' descriptions by name; the first table is for hands as dealt."""
    insurance: str
    has_surrender: bool = False

    @property
    def after_split(self) -> Sequence[str]:
        """The names of the tables after a split, by kind of hand."""
        return [*self.tables][1:]

    def changed(self, rules: BlackjackRules, plan: PlayPlan, changes: Changes) -> PlayPlan:
        """Return the plan with a file's changes. If the house forbids a double, the hand hits or stands instead."""
        only(changes, (*self.tables, "pairs", *(["surrender"] if self.has_surrender else []), "insurance"))
        dealt, after, paired, again = plan.dealt.copy(), plan.unpaired.copy(), plan.paired.copy(), resplit_table(plan)
        hands, as_dealt = all_hands(), next(iter(self.tables))
        pairs = [hands.number((pair, pair)) for pair in range(VALUES)]
        splits, given_up = dealt[pairs] == SPLIT, dealt == SURRENDER
        for pair, hand in enumerate(pairs):
            _unsplit(dealt, hand, splits[pair])
        for name, row in rows(as_dealt, changes.get(as_dealt, {}), TOTALS, UP_CARDS, PLAYS).items():
            _set_row(dealt, name, row, may_double(rules.doubling, after_split=False))
        for kind, section in enumerate(self.after_split):
            for name, row in rows(section, changes.get(section, {}), TOTALS, UP_CARDS, PLAYS).items():
                for pair in range(ACE + 1, VALUES):
                    for table in (after[kind, pair], paired[kind, pair]):
                        _set_row(table, name, row, may_double(rules.doubling, after_split=True))
        surrenders = rows("surrender", changes.get("surrender", {}), _GIVEN_UP, UP_CARDS, (SURRENDERED, KEPT))
        for name, row in surrenders.items():
            inside = _in_row(name) & (hands.cards == 2)
            for up, action in row.items():
                given_up[inside, _UPS[up]] = action == SURRENDERED and rules.surrender is not Surrender.NONE
        for name, row in rows("pairs", changes.get("pairs", {}), PAIRS, UP_CARDS, (SPLIT_WORD, BY_TOTAL)).items():
            pair = PAIRS.index(name)
            limit = rules.splitting.limit(pair)
            for up, action in row.items():
                splits[pair, _UPS[up]] = action == SPLIT_WORD and limit > 1
                again[:, :, pair, _UPS[up]] = action == SPLIT_WORD
                again[:, max(limit - 2, 0) :, pair, _UPS[up]] = False
        for pair, hand in enumerate(pairs):
            dealt[hand][splits[pair]] = SPLIT
        still_given_up = given_up & (hands.cards == 2)[:, None] & (dealt != SPLIT)
        dealt = np.where(still_given_up, SURRENDER, np.where(dealt == SURRENDER, HIT, dealt)).astype(np.uint8)
        insured = insures(changes)
        plan = plan if insured is None else replace(plan, insures=insured)
        return replace(plan, dealt=dealt, unpaired=after, paired=paired, again=again)

    def in_words(self, rules: BlackjackRules, plan: PlayPlan) -> Iterator[Part]:
        """Yield the plan as the parts of a file, each with whether the file captures it completely."""
        by_tens = {"0": plan.insures[1, 1], "1": plan.insures[1, TEN], "2": plan.insures[TEN, TEN]}
        takes = {tens: "yes" if taken else "no" for tens, taken in by_tens.items()}
        yield Part("insurance", self.insurance, in_ranges(takes), True, INSURANCE, _TENS)
        as_dealt = next(iter(self.tables))
        tables = {as_dealt: _table([(plan.dealt, all_hands().cards > 1)])}
        for kind, section in enumerate(self.after_split):
            tables[section] = _table([each for pair in range(1, VALUES) for each in _after_split(plan, kind, pair)])
        pairs = {name: _pair(plan, pair) for pair, name in enumerate(PAIRS)}
        given_up = {name: _surrendered(plan.dealt, name) for name in _GIVEN_UP} if self.has_surrender else {}
        surrender = {"surrender": given_up} if self.has_surrender else {}
        found = self.changed(rules, plan, {**tables, "pairs": pairs, **surrender})
        two_or_more = all_hands().cards > 1
        whole = {as_dealt: bool((found.dealt == plan.dealt)[two_or_more].all())}
        for kind, section in enumerate(self.after_split):
            whole[section] = all(_plays_alike(found, plan, kind, pair) for pair in range(VALUES))
        for section, about in self.tables.items():
            lines = {name: in_ranges(row) for name, row in tables[section].items()}
            yield Part(section, about, lines, whole[section], PLAYS, UP_CARDS)
        if rules.surrender is not Surrender.NONE:
            lines = {name: in_ranges(row) for name, row in given_up.items() if SURRENDERED in row.values()}
            yield Part("surrender", "Hands of two cards.", lines, whole[as_dealt], (SURRENDERED, KEPT), UP_CARDS)
        lines = {name: in_ranges(row) for name, row in pairs.items()}
        splits = plan.dealt[[all_hands().number((pair, pair)) for pair in range(VALUES)]] == SPLIT
        is_whole = bool(((found.again == resplit_table(plan)) | ~splits).all())
        yield Part("pairs", "Pairs, dealt or after a split.", lines, is_whole, (SPLIT_WORD, BY_TOTAL), UP_CARDS)


def _plays_alike(found: PlayPlan, plan: PlayPlan, kind: int, pair: int) -> bool:
    """Whether two plans play the hands of a split pair alike."""
    both = zip(_after_split(found, kind, pair), _after_split(plan, kind, pair), strict=True)
    return all(bool((one == other)[members].all()) for (one, members), (other, _) in both)


def _unsplit(dealt: Actions, hand: int, split: Flags) -> None:
    """Set the action of an unsplit pair to the action of other hands with its total, preferably two-card hands."""
    hands = all_hands()
    alike = (hands.total == hands.total[hand]) & (hands.soft == hands.soft[hand]) & (hands.cards > 1)
    alike[hand] = False
    two = alike & (hands.cards == 2)
    others = dealt[two if two.any() else alike]
    for up in np.flatnonzero(split):
        dealt[hand, up] = np.bincount(others[:, up]).argmax() if len(others) else HIT


def _in_row(name: str) -> Flags:
    """Return a mask of the hands with this total that have a decision."""
    kind, total = name.split("-")
    hands = all_hands()
    inside = (hands.total == int(total)) & (hands.soft == (kind == "soft")) & (hands.cards > 1)
    return np.asarray(inside & (hands.total < BLACKJACK))


def _set_row(table: Actions, name: str, row: Mapping[str, str], doubles: Flags) -> None:
    inside = _in_row(name)
    for up, action in row.items():
        two, more = _CHOICES[action]
        by_cards = doubles[inside] if two == DOUBLE else all_hands().cards[inside] == 2
        table[inside, _UPS[up]] = np.where(by_cards, two, more)


def insures(changes: Changes) -> Actions | None:
    """Return whether to insure, by both cards, from the file's entries by number of tens; None if it has none."""
    if "insurance" not in changes:
        return None
    answers = dict.fromkeys(_TENS, "no") | cells("insurance", changes["insurance"], _TENS, INSURANCE, "number of tens")
    takes = [[answers[str((one == TEN) + (other == TEN))] == "yes" for other in range(VALUES)] for one in range(VALUES)]
    return np.array(takes, np.uint8)


def _pair(plan: PlayPlan, pair: int) -> dict[str, str]:
    choice = plan.dealt[all_hands().number((pair, pair))]
    return {name: SPLIT_WORD if choice[up] == SPLIT else BY_TOTAL for name, up in _UPS.items()}


def _surrendered(dealt: Actions, name: str) -> dict[str, str]:
    """Return whether most two-card hands of a total are given up, by up card."""
    inside = dealt[_in_row(name) & (all_hands().cards == 2)]
    return {
        up: SURRENDERED if len(inside) and 2 * (inside[:, column] == SURRENDER).sum() > len(inside) else KEPT
        for up, column in _UPS.items()
    }


def _table(tables: Sequence[tuple[Actions, Flags]]) -> dict[str, dict[str, str]]:
    """Return the most frequent action for each total, over these tables and the hands that belong to each table."""
    hands, found = all_hands(), {}
    for name in TOTALS:
        inside = _in_row(name)
        two, more = (
            np.concatenate([table[inside & members & (hands.cards == 2 if is_two else hands.cards > 2)]
                            for table, members in tables])
            for is_two in (True, False)
        )  # fmt: skip
        if len(two) + len(more):
            found[name] = {up: _word(two[:, column], more[:, column]) for up, column in _UPS.items()}
    return found


def _after_split(plan: PlayPlan, kind: int, pair: int) -> list[tuple[Actions, Flags]]:
    """Return the tables for a split pair's hands, unpaired and paired again, each with the hands that belong to it."""
    hands = all_hands()
    held = hands.counts[:, pair]
    return [(plan.unpaired[kind, pair], (hands.cards > held) & (held > 0)), (plan.paired[kind, pair], held > 1)]


def _word(two: Actions, more: Actions) -> str:
    plain = two[(two != SPLIT) & (two != SURRENDER)]
    choices = [int(np.bincount(part).argmax()) for part in (plain, more) if len(part)]
    if not choices:
        return HIT_WORD
    wanted = (choices[0], choices[-1]) if choices[0] == DOUBLE else (choices[0],) * 2
    if wanted == (DOUBLE, DOUBLE):
        wanted = (DOUBLE, HIT)
    return next(word for word, choice in _CHOICES.items() if choice == wanted)
