"""Roll Your Own charts: which card to set alone, how to play two cards, and insurance."""

from __future__ import annotations

from math import comb, prod

import numpy as np

from pitboss.games.roll_your_own.count.paid import insurance_worth
from pitboss.games.roll_your_own.count.removed_cards import Values, known_others
from pitboss.games.roll_your_own.count.solve import Solution, all_threes
from pitboss.games.roll_your_own.count.up_card_solver import UpCardSolution
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.answers.analysis import Chart
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import Ints
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
UP_CARDS = (*range(1, 10), 0)
_COLUMNS = tuple(NAMES[up] for up in UP_CARDS)
ANSWERS = ("stand", "hit", "double", "split")
"""The names of the actions, by number."""
_LETTERS = dict(zip(ANSWERS, "SHDP", strict=True))
_MOSTLY = "*"


def all_charts(solution: Solution) -> tuple[Chart, ...]:
    """Return all charts, the most useful to a player first."""
    return _settings(solution), _play(solution), _insurance()


def _settings(solution: Solution) -> Chart:
    """Build the chart of which card to set alone, by three cards and up card (RY-3)."""
    rows = []
    for row, cards in enumerate(all_threes()):
        if solution.weight[row].sum():
            rows.append((_three(cards), tuple(_alone(solution, row, cards, up) for up in UP_CARDS)))
    return Chart(
        "alone", "Which card to set alone", _COLUMNS, tuple(rows), "cards",
        "The value of the card that is set alone.",
    )  # fmt: skip


def _three(cards: Values) -> str:
    return "-".join(NAMES[value] for value in cards)


def _alone(solution: Solution, row: int, cards: Values, up: int) -> str:
    return NAMES[cards[int(solution.alone[row, up])]] if solution.weight[row, up] else ""


def two_card_hands() -> dict[str, list[tuple[int, int]]]:
    """Return the two-card hands with a decision (hard, soft and pairs), each with its possible pairs of values."""
    hands: dict[str, list[tuple[int, int]]] = {}
    for first in range(VALUES):
        for second in range(VALUES):
            points = first + second + 2
            is_soft = ACE in (first, second)
            name = f"soft {points + 10}" if is_soft else f"hard {points}"
            if first == second:
                name = f"{NAMES[first]}-{NAMES[first]}"
            if points + 10 * is_soft < BLACKJACK:
                hands.setdefault(name, []).append((first, second))
    return hands


def _play(solution: Solution) -> Chart:
    """Build the chart for a hand's first two cards, marking answers that depend on the other cards (RY-6)."""
    order = ("hard", "soft")
    hands = sorted(two_card_hands().items(), key=lambda hand: (*(hand[0][:4] != word for word in order), min(hand[1])))
    ways = {up: _ways_to_hold_others(up) for up in UP_CARDS}
    rows = ((name, tuple(_answer(solution.up_cards[up], ways[up], cards) for up in UP_CARDS)) for name, cards in hands)
    return Chart(
        "play", "How to play two cards", _COLUMNS, tuple(rows), "hand",
        "S stand, H hit, D double, P split; * marks a decision that depends on the cards of the total and on the"
        " other cards; the letter is for most deals. For these, and for three cards or more, use pitboss advise.",
    )  # fmt: skip


def _ways_to_hold_others(up: int) -> Ints:
    """Return the number of ways to deal each set of other cards of the seat, against this up card."""
    left = [count - (value == up) for value, count in enumerate(ONE_DECK)]
    return np.array([prod(comb(left[value], cards.count(value)) for value in set(cards)) for cards in known_others()])


def _answer(solved: UpCardSolution, ways: Ints, cards: list[tuple[int, int]]) -> str:
    """Return the best answer for a hand with these cards, marked if it is not the same for every deal."""
    deals = [0.0] * len(ANSWERS)
    for first, second in cards:
        weights = solved.chance[:, first, second] * ways
        for action in range(len(ANSWERS)):
            deals[action] += float(weights[solved.action[:, first, second] == action].sum())
    best = max(range(len(ANSWERS)), key=deals.__getitem__)
    return _LETTERS[ANSWERS[best]] + _MOSTLY * (sum(map(bool, deals)) > 1)


def _insurance() -> Chart:
    rows = tuple((str(tens), (insurance_worth((TEN,) * tens + (1,) * (3 - tens)),)) for tens in range(4))
    return Chart("insurance", "Insurance by the ten-values among the three cards", ("ev",), rows, "tens",
                 "In insurance bets; exactly fair with none (RY-9).")  # fmt: skip
