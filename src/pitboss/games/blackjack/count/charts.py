"""Blackjack strategy charts: by total, pairs, exceptions by cards, and insurance."""

from __future__ import annotations

from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.solving.answers.analysis import Chart
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import TEN, VALUES, Knowledge
from pitboss.solving.blackjack.solve import SolvedGame, is_natural, solved

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
UPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The solver's card values for the columns."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
KEY = "H hit, S stand, D double, else hit; Ds double, else stand; R surrender, else hit; Rs surrender, else stand."


def all_charts(rules: Rules) -> tuple[Chart, ...]:
    """Return all charts, the most useful to a player first."""
    by_total = solved(solver_rules(rules, Knowledge.TOTAL))
    return (
        _by_total(by_total),
        _pairs(by_total),
        _by_cards(solved(solver_rules(rules)), by_total),
        _insurance(rules),
    )


def _by_total(game: SolvedGame) -> Chart:
    """Build the chart by total for two cards that are not split, with one play for all hands of a total."""
    hard = [(f"hard {total}", _two_cards(total)) for total in range(5, 21)]
    soft = [(f"soft {total}", (0, total - 12)) for total in range(13, 21)]
    rows = tuple((name, tuple(_cell(game, cards, up) for up in UPS)) for name, cards in (*hard, *soft))
    return Chart("total", "Hands by their total", UP_CARDS, rows, "total", KEY)


def _two_cards(total: int) -> tuple[int, int]:
    """Return two card values that make a hard total, different ones if possible."""
    high = min(TEN, total - 3)
    low = total - high - 2
    return (low, high) if low != high else (low - 1, high + 1) if high < TEN and low > 1 else (low, high)


def _cell(game: SolvedGame, cards: tuple[int, int], up: int) -> str:
    hand = all_hands().number(cards)
    value, best = game.dealt.value[hand, :, up], game.dealt.best[hand, up]
    if best == SPLIT:  # ten-values: the chart of pairs shows the split
        best = STAND
    other = "H" if value[HIT] > value[STAND] else "S"
    if best == DOUBLE:
        return "D" if other == "H" else "Ds"
    if best == SURRENDER:
        return "R" if other == "H" else "Rs"
    return "H" if best == HIT else "S"


def _pairs(game: SolvedGame) -> Chart:
    rows = []
    for value in (0, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        hand = all_hands().number((value, value))
        cells = tuple("P" if game.dealt.best[hand, up] == SPLIT else "-" for up in UPS)
        rows.append((f"{NAMES[value]}-{NAMES[value]}", cells))
    return Chart("pairs", "Pairs", UP_CARDS, tuple(rows), "pair", "P split; -: play it by its total.")


def _by_cards(game: SolvedGame, by_total: SolvedGame) -> Chart:
    """Build the chart of two-card hands whose best play differs from the best play for their total."""
    rows = []
    for a in range(VALUES):
        for b in range(a, VALUES):
            hand = all_hands().number((a, b))
            if is_natural(a, b) or (game.dealt.best[hand] == by_total.dealt.best[hand]).all():
                continue
            cells = tuple(
                _word(game, (a, b), up) if game.dealt.best[hand, up] != by_total.dealt.best[hand, up] else "-"
                for up in UPS
            )
            rows.append((f"{NAMES[a]},{NAMES[b]}", cells))
    note = "-: as in the charts above. P split. " + KEY
    return Chart("cards", "Exceptions by the first two cards", UP_CARDS, tuple(rows), "cards", note)


def _word(game: SolvedGame, cards: tuple[int, int], up: int) -> str:
    return "P" if game.dealt.best[all_hands().number(cards), up] == SPLIT else _cell(game, cards, up)


def _insurance(rules: Rules) -> Chart:
    game = solved(solver_rules(rules))
    hands = (("0", (1, 2)), ("1", (1, 9)), ("2", (9, 9)))
    rows = tuple((tens, (game.insurance_value(cards),)) for tens, cards in hands)
    return Chart("insurance", "Insurance by the number of ten-values held", ("ev",), rows, "tens", "In insurance bets.")
