"""The best play of a script as charts for people: every question if there are few, else by the hands that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.cards import CARDS, JOKER, rank_name, signs
from pitboss.solving.answers.analysis import Chart
from pitboss.solving.script.best_play import BestPlay, SolvedQuestion

_MOST_ROWS = 40
"""Rows of a chart; `advise` has the others."""


def charts(play: BestPlay, unit: int) -> tuple[Chart, ...]:
    """Return what each answer is worth, question by question, or when each answer is best."""
    questions = [asked for asked in play.questions.values() if _is_reached(asked)]
    rows = sum(len(asked.codes) for asked in questions)
    if not rows:
        return ()
    return (_worths(play, questions, unit),) if rows <= _MOST_ROWS else tuple(_shares(play, questions))


def _is_reached(asked: SolvedQuestion) -> bool:
    return bool(np.any(asked.deals != 0))


def _worths(play: BestPlay, questions: Sequence[SolvedQuestion], unit: int) -> Chart:
    options = list(dict.fromkeys(option for asked in questions for option in asked.node.options))
    rows: list[tuple[str, tuple[Any, ...]]] = []
    for asked in questions:
        for place in range(len(asked.codes)):
            worths = {
                option: Fraction(int(asked.worths[option][place]), int(asked.deals[place]) * unit)
                for option in asked.node.options
            }
            best = asked.node.options[asked.best[place]]
            cards = " ".join(cards_of(play, asked, place))
            rows.append((cards, (*(worths.get(option) for option in options), best)))
    if len(dict(rows)) < len(rows):  # the same cards, asked twice
        rows = [(f"{shown}, question {place}", cells) for place, (shown, cells) in enumerate(rows, 1)]
    return Chart("answers", "What each answer is worth, in units", (*options, "best"), tuple(rows), "cards seen")


def cards_of(play: BestPlay, asked: SolvedQuestion, place: int) -> list[str]:
    """Return the cards that the seat sees there: with suits if these matter, else ranks."""
    kinds = play.kinds(asked, place)
    if not play.paths.pack.by_suit:
        return [rank_name(kind + 2) if kind < 13 else JOKER.sign for kind in kinds]
    return [signs([CARDS[kind] if kind < len(CARDS) else JOKER]) for kind in kinds]


def _shares(play: BestPlay, questions: Sequence[SolvedQuestion]) -> Iterator[Chart]:
    """Yield how often each answer is best at each question, and from which hand on if a leaf rule ranks the hands."""
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
        yield Chart("from", "The least and the best hand for each answer", ("from", "to"), tuple(ranked), "asked")


def _called(asked: SolvedQuestion) -> str:
    """Return a question by what is asked, and after which answers."""
    said, node = list[str](), asked.node
    while node.after is not None:
        node, answer = node.after
        said.insert(0, answer)
    about = _about(asked)
    return f"{about}, after {', '.join(said)}" if said else about


def _about(asked: SolvedQuestion) -> str:
    shape = asked.node.shape
    assert isinstance(shape, tuple)
    return str(next(event[1] for event in reversed(shape) if event[0] == "Offered"))


def _by_rank(play: BestPlay, asked: SolvedQuestion) -> list[tuple[str, tuple[str, str]]]:
    """Return the range of hands of each answer, if a leaf rule of the very cards seen tells the answers apart."""
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
