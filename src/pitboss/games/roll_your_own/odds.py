"""Roll Your Own counted: every bet, the round as played and the best setting."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.counting.analysis import Analysis, BetOdds, Chart, Outcome, Played, net_in_words
from pitboss.games.roll_your_own.advise import SITUATION, advise, advise_seat
from pitboss.games.roll_your_own.bonus import bonus_odds, insurance_worth
from pitboss.games.roll_your_own.holdings import TEN, VALUES, Values
from pitboss.games.roll_your_own.rules import Rules
from pitboss.games.roll_your_own.solve import Solution, all_threes
from pitboss.games.roll_your_own.solved import solved
from pitboss.games.roll_your_own.whole import ASSUMPTIONS, BetFigures, one_card_figures, round_figures, two_card_figures

__all__ = ["SITUATION", "advise", "advise_seat", "analyse"]

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
UP_CARDS = (*range(1, 10), 0)


def analyse(rules: Rules) -> Analysis:
    """Everything that can be said of Roll Your Own under these rules."""
    solution = solved(rules)
    return Analysis(
        game="roll-your-own",
        rules=rules.model_dump(mode="json"),
        bets=tuple(_bets(rules, solution)),
        played=_played(solution),
        strategy=(_settings(solution), _insurance()),
        assumptions=ASSUMPTIONS,
    )


def _bets(rules: Rules, solution: Solution) -> Iterator[BetOdds]:
    yield _hand("two-card", "Two-card hand", two_card_figures(solution))
    yield _hand("one-card", "One-card hand", one_card_figures(solution))
    names = (*(name for name, _ in rules.bonus_table.lines), "nothing")
    lines = zip(names, bonus_odds(solution.rules.bonus_pays), strict=True)
    yield BetOdds("bonus", tuple(Outcome(name, won, chance) for name, (_, won, chance) in lines), "Bonus")
    ten = Fraction(16, 51)
    yield BetOdds(
        "insurance", (Outcome("dealer blackjack", 2, ten), Outcome("no blackjack", -1, 1 - ten)), "Insurance",
        "For a player who has seen the ace up and nothing else; by holding, see the chart (RY-9).",
    )  # fmt: skip


def _hand(name: str, title: str, figures: BetFigures) -> BetOdds:
    """One blackjack bet by what it brings, in bets."""
    lines = tuple(Outcome(net_in_words(net), net, chance) for net, chance in figures.nets)
    return BetOdds(name, lines, title, f"Set and played best; {figures.average_bet:.6f} bets are put down on average.")


def _played(solution: Solution) -> Played:
    whole = round_figures(solution)
    return Played(
        initial_bet=whole.initial_bet,
        average_bet=whole.average_bet,
        distribution=whole.nets,
        note="One seat, in bets: the three compulsory bets together, no insurance.",
    )


def _settings(solution: Solution) -> Chart:
    """Which card stands alone, by three cards and up card (RY-3)."""
    rows = []
    for row, cards in enumerate(all_threes()):
        if solution.weight[row].sum():
            rows.append((_three(cards), tuple(_alone(solution, row, cards, up) for up in UP_CARDS)))
    return Chart(
        "alone", "Which card stands alone", tuple(NAMES[up] for up in UP_CARDS), tuple(rows), "cards",
        "The value of the card that is set alone; how a hand is then played by its cards, ask pitboss advise.",
    )  # fmt: skip


def _three(cards: Values) -> str:
    return "-".join(NAMES[value] for value in cards)


def _alone(solution: Solution, row: int, cards: Values, up: int) -> str:
    return NAMES[cards[int(solution.alone[row, up])]] if solution.weight[row, up] else ""


def _insurance() -> Chart:
    rows = tuple((str(tens), (insurance_worth((TEN,) * tens + (VALUES[1],) * (3 - tens)),)) for tens in range(4))
    return Chart("insurance", "Insurance by the ten-values among the three cards", ("ev",), rows, "tens",
                 "In insurance bets; exactly fair with none (RY-9).")  # fmt: skip
