"""The example that learns Free Bet: it runs, reports its regret and mistakes, and plays well with default settings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

LEARN = Path(__file__).resolve().parents[2] / "examples" / "learn-free-bet" / "learn.py"


def learn(*arguments: str) -> tuple[float, str]:
    """Return the regret it prints, in bets, and the full output."""
    done = subprocess.run([sys.executable, str(LEARN), *arguments], check=True, capture_output=True, text=True)
    found = re.search(r"^regret: ([\d.]+)% of a bet", done.stdout, re.M)
    assert found
    return float(found[1]) / 100, done.stdout


def test_short_run_reports_regret_and_mistakes() -> None:
    regret, output = learn("--rounds", "300000", "--tested", "300", "--seed", "3")
    assert 0 < regret < 0.2
    wrong = output.partition("what it still gets wrong")[2]
    assert re.search(r"^  [\d.]+%  .* against .*: \S+, better \S+$", wrong, re.M)
    assert "the exact best play wins -1.014%" in output


@pytest.mark.slow
def test_learned_play_costs_less_than_half_a_percent_of_a_bet() -> None:
    regret, _ = learn()
    assert regret < 0.005


def test_too_few_rounds_are_refused_with_a_message() -> None:
    done = subprocess.run([sys.executable, str(LEARN), "--rounds", "3"], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--rounds must be 12 or more" in done.stderr
