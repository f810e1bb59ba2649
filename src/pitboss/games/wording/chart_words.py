"""A blackjack chart in sentences: equal rows are grouped, and up cards are given as ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from pitboss.games.wording.strategy_words import DOUBLE, DOUBLE_OR_STAND, HIT, SPLIT, STAND, UP_CARDS

ChartRows = Mapping[str, Mapping[str, str]]
_NAMES = {"A": "ace"}
_FIRST_TO_STAND = 12
_DOUBLED = ("hard-9", "hard-10", "hard-11")


def up_cards_in_words(ups: Iterable[str]) -> str:
    """
    Return up cards in words.

    >>> up_cards_in_words(["2", "3", "4", "5", "6"]), up_cards_in_words(["9", "10", "A"])
    ('against 2 to 6', 'against 9 to ace')
    >>> up_cards_in_words(["5", "6"]), up_cards_in_words(UP_CARDS)
    ('against 5 and 6', 'always')
    """
    places = [place for place, up in enumerate(UP_CARDS) if up in set(ups)]
    if len(places) == len(UP_CARDS):
        return "always"
    runs = [
        [place for _, place in run] for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])
    ]  # fmt: skip
    words: list[str] = []
    for run in runs:
        names = [_NAMES.get(UP_CARDS[place], UP_CARDS[place]) for place in run]
        words += [f"{names[0]} to {names[-1]}"] if len(names) > 2 else names
    return f"against {listed(words)}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """
    Join words into a list.

    >>> listed(["2", "3", "4"]), listed(["2"])
    ('2, 3 and 4', '2')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def simplified(rows: ChartRows) -> dict[str, dict[str, str]]:
    """Remove the doubles that are hard to remember: soft hands, and totals other than 9, 10 and 11."""
    plain = {DOUBLE: HIT, DOUBLE_OR_STAND: STAND}
    return {
        name: dict(row) if name in _DOUBLED else {up: plain.get(play, play) for up, play in row.items()}
        for name, row in rows.items()
    }


def chart_sentences(
    rows: ChartRows, pairs: ChartRows, double: str = "Double", split: str = "Split", any_number: bool = False
) -> list[str]:
    """
    Return sentences for a chart of totals and pairs. A hand that is not mentioned hits.

    With `any_number`, hands of any number of cards are doubled, not just two-card hands.
    """
    hard = _standing(rows, "hard", _FIRST_TO_STAND)
    soft = _standing(rows, "soft", 13)
    doubled = _grouped(_DOUBLED, lambda name: [up for up, play in rows[name].items() if play == DOUBLE])
    parted = _grouped(list(pairs), lambda name: [up for up, play in pairs[name].items() if play == SPLIT])
    sentences = [
        f"Hard hands: stand on {hard}; else hit.",
        f"Soft hands, with an ace as 11: stand on {soft}; else hit.",
    ]
    if doubled:
        sums = [(listed([name.removeprefix("hard-") for name in names]), when) for names, when in doubled]
        sentences.append(f"{double} {_in_words(sums)}, with {'any number of' if any_number else 'two'} cards.")
    if parted:
        sentences.append(f"{split} {_split(parted, list(pairs))}.")
    return sentences


def _split(parted: Sequence[tuple[list[str], str]], every: Sequence[str]) -> str:
    (names, when), *others = parted
    left = [name for name in every if name not in names]
    if not others and when == "always" and len(left) < len(names):
        return f"every pair but {listed(left)}" if left else "every pair"
    return f"{_in_words([(listed(names), when) for names, when in parted])}; no other pair"


def _in_words(groups: Sequence[tuple[str, str]]) -> str:
    if len(groups) == 1 and groups[0][1] == "always":
        return groups[0][0]
    return "; ".join(f"{names} {when}" for names, when in groups)


def _grouped(names: Sequence[str], ups: Callable[[str], list[str]]) -> list[tuple[list[str], str]]:
    """Group the names that apply against the same up cards; leave out those that apply against none."""
    groups: dict[str, list[str]] = {}
    for name in names:
        if found := ups(name):
            groups.setdefault(up_cards_in_words(found), []).append(name)
    return [(alike, when) for when, alike in groups.items()]


def _standing(rows: ChartRows, kind: str, first: int) -> str:
    """Return the totals of this kind that stand, in words, highest first."""
    totals = [total for total in range(20, first - 1, -1) if f"{kind}-{total}" in rows]
    ups = {total: [up for up, play in rows[f"{kind}-{total}"].items() if play == STAND] for total in totals}
    words = []
    for when, alike in groupby(
        (total for total in totals if ups[total]), key=lambda total: up_cards_in_words(ups[total])
    ):
        same = list(alike)
        if when == "always":
            words.append(f"{same[-1]} or more")
        else:
            words.append(f"{same[0]} {when}" if len(same) == 1 else f"{same[-1]} to {same[0]} {when}")
    return ", ".join(words)
