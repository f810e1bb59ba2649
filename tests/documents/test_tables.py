"""The printed analysis: eighty columns, with and without colours, and every required figure."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from pitboss.documents.analysis_tables import show_advice, show_analysis
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Chart, Outcome, Played


def render_analysis(analysis: Analysis, colour: bool = False, width: int = 80) -> str:
    out = StringIO()
    system = "truecolor" if colour else None
    console = Console(file=out, width=width, color_system=system, force_terminal=colour, markup=False, highlight=False)  # type: ignore[arg-type]
    show_analysis(console, "Some game", analysis, ["chip = $5"])
    return out.getvalue()


@pytest.mark.parametrize("game", ["flop22", "flip-it"])
def test_every_bet_and_chart_is_printed_in_eighty_columns(game: str) -> None:
    analysis = odds_of(GAMES[game]).analyse(GAMES[game].rules())
    text = render_analysis(analysis)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text

    assert "\x1b[1m" in render_analysis(analysis, colour=True)
    for bet in analysis.bets:
        assert all(outcome.name in text for outcome in bet.outcomes)
    for chart in analysis.strategy:
        assert chart.title in text
    assert "House rules: chip = $5." in text
    assert "element of risk" in text


def test_narrow_screen_wraps_text_but_not_figures() -> None:
    analysis = odds_of(GAMES["flop22"]).analyse(GAMES["flop22"].rules())
    wide, narrow = render_analysis(analysis).splitlines(), render_analysis(analysis, width=40).splitlines()
    tables = [line for line in wide if "%" in line and "  " in line]
    assert len(tables) > 20
    assert set(tables) <= set(narrow)
    assert max(map(len, (line for line in narrow if "  " not in line and "─" not in line))) <= 40


def small_analysis(note: str = "", results: int = 2) -> Analysis:
    bet = BetOdds(
        "red", (Outcome("hit", Fraction(3, 2), Fraction(1, 3)), Outcome("miss", -1, Fraction(2, 3))), "Red", note
    )
    inexact = BetOdds("main", (Outcome("wins", 2.5, 0.25), Outcome("loses", -2, 0.75)))
    chart = Chart(
        "c", "A chart", ("how often", "ev"), (("row", (Fraction(1, 8), Fraction(-1, 3))), ("other", ("", None)))
    )
    nets = tuple((number, Fraction(1, results)) for number in range(results))
    return Analysis("x", {}, (bet, inexact), Played(1, 1, nets), (chart,), ("All is assumed.",))


def test_figures_of_a_bet() -> None:
    text = " ".join(render_analysis(small_analysis("Only on Sundays.")).split())
    assert "House edge 16.6667% = 1/6; wins 33.3333%, pushes 0%; standard deviation 1.178511." in text
    assert "Only on Sundays." in text
    assert "row 12.5000% -0.333333" in text
    assert "hit 3:2 1 33.3333% 0.5 miss loss 2 66.6667% -0.666667 all 3 100% -0.166667" in text
    assert "wins +2.500000 25.0000% 0.625000 loses -2 75.0000% -1.500000 all 100% -0.875000" in text
    assert "- All is assumed." in text


def test_bets_with_the_same_table_are_grouped() -> None:
    bets = tuple(BetOdds(f"bet-{number}", small_analysis().bets[0].outcomes) for number in range(8))
    text = render_analysis(Analysis("x", {}, bets))
    assert "bet-0, bet-1 … bet-6, bet-7" in text
    assert text.count("outcome") == 1


def test_long_distribution_states_what_is_left_out() -> None:
    assert "the 60 most likely; 40 more with --json" in render_analysis(small_analysis(results=100))
    assert "likeliest" not in render_analysis(small_analysis(results=60))


def test_advice_is_printed() -> None:
    out = StringIO()
    advice = Advice({"none": Fraction(0), "double": Fraction(3, 51), "both": -0.25}, "antes", ("Said so.",))
    show_advice(Console(file=out, width=80, color_system=None), advice)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Value of each option, in antes"
    assert "double   0.058824 = 1/17   best" in [line.rstrip() for line in lines]
    assert lines[-1] == "Said so."
