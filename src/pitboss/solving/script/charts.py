"""Charts of a script's best play: the value of each answer for every hand, or a summary if there are too many hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.cards import CARDS, JOKER, rank_name, signs
from pitboss.solving.answers.analysis import Chart
from pitboss.solving.script.best_play import BestPlay, SolvedQuestion

_MAX_ROWS = 40
"""The maximum number of rows in a chart of values; if there would be more, `advise` gives each of them."""
_MAX_HANDS = 2000
"""The maximum number of hands that are compared in order to merge those with the same values."""


def charts(play: BestPlay, unit: int) -> tuple[Chart, ...]:
    """Return a chart of the value of each answer, or if there are too many rows, of how often each is best."""
    questions = [asked for asked in play.questions.values() if _is_reached(asked)]
    if not questions:
        return ()
    if sum(len(asked.codes) for asked in questions) <= _MAX_HANDS:
        chart = _worths(play, questions, unit)
        if len(chart.rows) <= _MAX_ROWS:
            return (chart,)
    return tuple(_shares(play, questions))


def _is_reached(asked: SolvedQuestion) -> bool:
    return bool(np.any(asked.deals != 0))


def _worths(play: BestPlay, questions: Sequence[SolvedQuestion], unit: int) -> Chart:
    """Return a chart of the value of each answer; hands with the same values at a question share a row."""
    options = list(dict.fromkeys(option for asked in questions for option in asked.node.options))
    alike: dict[tuple[int, tuple[Any, ...]], list[list[str]]] = {}
    for number, asked in enumerate(questions):
        for place in np.flatnonzero(asked.deals):
            worths = {
                option: Fraction(int(asked.worths[option][place]), int(asked.deals[place]) * unit)
                for option in asked.node.options
            }
            best = asked.node.options[asked.best[place]]
            cells = (*(worths.get(option) for option in options), best)
            alike.setdefault((number, cells), []).append(cards_of(play, asked, int(place)))
    rows = [(_hands(hands), cells) for (_, cells), hands in alike.items()]
    if len(dict(rows)) < len(rows):  # the same cards at two questions
        rows = [(f"{shown}, question {place}", cells) for place, (shown, cells) in enumerate(rows, 1)]
    return Chart("answers", "Value of each answer, in units", (*options, "best"), tuple(rows), "cards seen")


def _hands(hands: Sequence[Sequence[str]]) -> str:
    """Return the first of these hands in words, with the number of others, ignoring the order of cards."""
    others = len({tuple(sorted(hand)) for hand in hands}) - 1
    return " ".join(hands[0]) + (f" and {others} like it" if others else "")


def cards_of(play: BestPlay, asked: SolvedQuestion, place: int) -> list[str]:
    """Return the cards that the seat sees at this index of a question, with suits if they matter, else ranks only."""
    kinds = play.kinds(asked, place)
    if not play.paths.pack.by_suit:
        return [rank_name(kind + 2) if kind < 13 else JOKER.sign for kind in kinds]
    return [signs([CARDS[kind] if kind < len(CARDS) else JOKER]) for kind in kinds]


def _shares(play: BestPlay, questions: Sequence[SolvedQuestion]) -> Iterator[Chart]:
    """Yield a chart of how often each answer is best, and a chart of hands by answer if a leaf rule ranks them."""
    options = list(dict.fromkeys(option for asked in questions for option in asked.node.options))
    rows = []
    for asked in questions:
        all_deals = sum(int(deals) for deals in asked.deals)
        shares = {
            option: Fraction(sum(int(deals) for deals in asked.deals[asked.best == at]), all_deals)
            for at, option in enumerate(asked.node.options)
        }
        rows.append((_called(asked), tuple(shares.get(option) for option in options)))
    yield Chart("best", "How often each answer is best", tuple(options), tuple(rows), "asked")
    ranked = [row for asked in questions for row in _by_rank(play, asked)]
    if ranked:
        yield Chart("from", "The lowest and highest hand for each answer", ("from", "to"), tuple(ranked), "asked")


def _called(asked: SolvedQuestion) -> str:
    """Return a title for a question: its text and the answers given before it."""
    words, node = list[str](), asked.node
    while node.after is not None:
        node, answer = node.after
        words.insert(0, answer)
    about = _about(asked)
    return f"{about}, after {', '.join(words)}" if words else about


def _about(asked: SolvedQuestion) -> str:
    shape = asked.node.shape
    assert isinstance(shape, tuple)
    return str(next(event[1] for event in reversed(shape) if event[0] == "Offered"))


def _by_rank(play: BestPlay, asked: SolvedQuestion) -> list[tuple[str, tuple[str, str]]]:
    """Return the range of hands for each answer, if a leaf rule on exactly the cards seen separates the answers."""
    cards = tuple(sorted(play.paths.shown[asked.node]))
    for rule in play.paths.rules_of.get(cards, ()):
        codes = [play.kinds(asked, place) for place in range(len(asked.codes))]
        ranks = [rule.function(tuple(sorted(kinds))) for kinds in codes]
        found = []
        ranges = []
        for at, option in enumerate(asked.node.options):
            own = [place for place in range(len(ranks)) if asked.best[place] == at]
            if own:
                low, high = min(own, key=ranks.__getitem__), max(own, key=ranks.__getitem__)
                ranges.append((ranks[low], ranks[high]))
                words = (_hand(play, asked, low), _hand(play, asked, high))
                found.append((f"{_called(asked)}: {option}", words))
        ranges.sort()
        if all(before[1] < after[0] for before, after in pairwise(ranges)):
            return found
    return []


def _hand(play: BestPlay, asked: SolvedQuestion, place: int) -> str:
    kinds = sorted(play.kinds(asked, place), reverse=True)
    names = "-".join(rank_name(kind // 4 + 2 if play.paths.pack.by_suit else kind + 2) for kind in kinds)
    suited = play.paths.pack.by_suit and len({kind % 4 for kind in kinds}) == 1
    return f"{names} suited" if suited else names
