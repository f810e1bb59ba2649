"""
Free Bet's strategy file format: actions by total, pairs, and insurance.

A pair that is not split is played by its total. Entries for pairs also hold for pairs after a split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import NEVER_AGAIN, Again, CountedRules
from pitboss.games.free_bet.count.kernels import DOUBLE, HIT, SPLIT, STAND
from pitboss.games.free_bet.count.played_out import WayToPlay
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
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, HandGraph
from pitboss.solving.blackjack_legacy.splits import FREE, OWN
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES

Choices = NDArray[np.uint8]
Rows = Mapping[str, Mapping[str, str]]
TABLES = {
    "dealt": "The hand as it was dealt.",
    "own-after-split": "After a split, a hand with the player's own money.",
    "free-after-split": "After a split, a free hand.",
}
_SECTIONS = (*TABLES, "pairs", "insurance")
_UPS = {name: (number + 1) % VALUES for number, name in enumerate(UP_CARDS)}
_CHOICES = {
    STAND_WORD: (STAND, STAND),
    HIT_WORD: (HIT, HIT),
    DOUBLE_WORD: (DOUBLE, HIT),
    DOUBLE_OR_STAND: (DOUBLE, STAND),
}
"""The choice for an action with two cards, and with more."""
_TENS = ("0", "1", "2")


def changed(terms: CountedRules, graph: HandGraph, plan: WayToPlay, changes: Changes) -> WayToPlay:
    """Return the plan with a file's changes applied."""
    only(changes, _SECTIONS)
    best = [side.copy() for side in plan.best]
    splits = np.array([best[OWN][graph.two[0, pair, pair]] == SPLIT for pair in range(VALUES)])
    for pair in range(VALUES):
        _unsplit(graph, best[OWN], pair)
    for table in TABLES:
        for name, row in rows(table, changes.get(table, {}), TOTALS, UP_CARDS, PLAYS).items():
            _set_row(graph, best, table, name, row)
    again = [list(row) for row in plan.again]
    for name, row in rows("pairs", changes.get("pairs", {}), PAIRS, UP_CARDS, (SPLIT_WORD, BY_TOTAL)).items():
        pair = PAIRS.index(name)
        for up, action in row.items():
            splits[pair, _UPS[up]] = action == SPLIT_WORD
            again[pair][_UPS[up]] = _again(terms, pair, action == SPLIT_WORD)
    for pair in range(VALUES):
        best[OWN][graph.two[0, pair, pair]][splits[pair]] = SPLIT
    return WayToPlay((best[OWN], best[FREE]), again)


def _again(terms: CountedRules, pair: int, splits: bool) -> Again:
    """Return always or never, with aces resplit only if the house allows it (FB-3)."""
    return Again(True, True, True, True) if splits and (pair != ACE or terms.resplit_aces) else NEVER_AGAIN


def _unsplit(graph: HandGraph, best: Choices, pair: int) -> None:
    """Set the action of an unsplit pair to that of other hands with its total, preferably two-card ones."""
    node = graph.two[0, pair, pair]
    alike = _dealt(graph) & (graph.total == graph.total[node]) & (graph.soft == graph.soft[node])
    alike[node] = False
    two = alike & (graph.cards == 2)
    others = best[two if two.any() else alike]
    for up in np.flatnonzero(best[node] == SPLIT):
        best[node, up] = np.bincount(others[:, up]).argmax() if len(others) else HIT


def _dealt(graph: HandGraph) -> NDArray[np.bool_]:
    """Return which hands are as dealt, not after a split."""
    dealt: NDArray[np.bool_] = np.arange(len(graph.total)) < graph.family[DEALT + 1]
    return dealt


def _in_cell(graph: HandGraph, table: str, name: str) -> NDArray[np.bool_]:
    """Return which hands of a total are in one of the tables and have a decision."""
    kind, total = name.split("-")
    there = _dealt(graph) if table == "dealt" else ~_dealt(graph)
    inside: NDArray[np.bool_] = there & (graph.total == int(total)) & (graph.soft == (kind == "soft")) & ~graph.stays
    return inside


def _set_row(graph: HandGraph, best: list[Choices], table: str, name: str, row: Mapping[str, str]) -> None:
    inside, side = _in_cell(graph, table, name), best[FREE if table == "free-after-split" else OWN]
    for up, action in row.items():
        two, more = _CHOICES[action]
        side[inside, _UPS[up]] = np.where(graph.cards[inside] == 2, two, more)


def insures(changes: Changes) -> NDArray[np.uint8] | None:
    """Return whether to insure by both cards, from the number of ten-values; None if the file does not say."""
    if "insurance" not in changes:
        return None
    told = dict.fromkeys(_TENS, "no") | cells("insurance", changes["insurance"], _TENS, INSURANCE, "number of tens")
    takes = [[told[str((one == TEN) + (other == TEN))] == "yes" for other in range(VALUES)] for one in range(VALUES)]
    return np.array(takes, np.uint8).ravel()


def in_words(terms: CountedRules, graph: HandGraph, plan: WayToPlay, insured: NDArray[np.uint8]) -> Iterator[Part]:
    """Yield the plan in the form of a file, and whether the file captures it completely."""
    by_tens = {"0": insured[0], "1": insured[ACE * VALUES + TEN], "2": insured[TEN * VALUES + TEN]}
    takes = {tens: "yes" if taken else "no" for tens, taken in by_tens.items()}
    about = "By how many ten-values the two cards are (FB-8)."
    yield Part("insurance", about, in_ranges(takes), True, INSURANCE, _TENS)
    changes: dict[str, dict[str, dict[str, str]]] = {table: _table(graph, plan, table) for table in TABLES}
    split = {name: _pair(graph, plan, pair) for pair, name in enumerate(PAIRS)}
    again = changed(terms, graph, plan, changes | {"pairs": split})
    for table, about in TABLES.items():
        inside = _dealt(graph) == (table == "dealt")
        side = FREE if table == "free-after-split" else OWN
        is_whole = bool((again.best[side] == plan.best[side])[inside].all())
        lines = {name: in_ranges(row) for name, row in changes[table].items()}
        yield Part(table, about, lines, is_whole, PLAYS, UP_CARDS)
    asked = [
        plan.again[pair][up] == again.again[pair][up]
        for pair, name in enumerate(PAIRS)
        for up_card, up in _UPS.items()
        if split[name][up_card] == SPLIT_WORD
    ]
    pairs = {name: in_ranges(row) for name, row in split.items()}
    yield Part("pairs", "Pairs, dealt or after a split.", pairs, all(asked), (SPLIT_WORD, BY_TOTAL), UP_CARDS)


def _pair(graph: HandGraph, plan: WayToPlay, pair: int) -> dict[str, str]:
    choice = plan.best[OWN][graph.two[0, pair, pair]]
    return {name: SPLIT_WORD if choice[up] == SPLIT else BY_TOTAL for name, up in _UPS.items()}


def _table(graph: HandGraph, plan: WayToPlay, table: str) -> dict[str, dict[str, str]]:
    """Return the most frequent action of the hands of each total."""
    best = plan.best[FREE if table == "free-after-split" else OWN]
    found = {}
    for name in TOTALS:
        inside = _in_cell(graph, table, name)
        two, more = best[inside & (graph.cards == 2)], best[inside & (graph.cards > 2)]
        if len(two) + len(more):
            found[name] = {up: _word(two[:, column], more[:, column]) for up, column in _UPS.items()}
    return found


def _word(two: Choices, more: Choices) -> str:
    unsplit = two[two != SPLIT]
    choices = [int(np.bincount(part).argmax()) for part in (unsplit, more) if len(part)]
    if not choices:
        return HIT_WORD
    wanted = (choices[0], choices[-1]) if choices[0] == DOUBLE else (choices[0],) * 2
    if wanted == (DOUBLE, DOUBLE):
        wanted = (DOUBLE, HIT)
    return next(word for word, choice in _CHOICES.items() if choice == wanted)
