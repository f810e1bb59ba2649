"""The example that learns Free Bet: it runs, says what it costs and where, and with its own figures costs little."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

LEARN = Path(__file__).resolve().parents[2] / "examples" / "learn-free-bet" / "learn.py"


def learned(*said: str) -> tuple[float, str]:
    """The regret that it prints, of a bet, and all that it prints."""
    done = subprocess.run([sys.executable, str(LEARN), *said], check=True, capture_output=True, text=True)
    found = re.search(r"^regret: ([\d.]+)% of a bet", done.stdout, re.M)
    assert found
    return float(found[1]) / 100, done.stdout


def test_a_short_run_says_what_it_costs_and_where() -> None:
    regret, told = learned("--rounds", "300000", "--tested", "300", "--seed", "3")
    assert 0 < regret < 0.2
    wrong = told.partition("what it still gets wrong")[2]
    assert re.search(r"^  [\d.]+%  .* against .*: \S+, better \S+$", wrong, re.M)
    assert "the exact best play wins -1.014%" in told


@pytest.mark.slow
def test_the_learned_play_costs_less_than_half_a_percent_of_a_bet() -> None:
    regret, _ = learned()
    assert regret < 0.005


def test_too_few_rounds_are_refused_with_a_sentence() -> None:
    done = subprocess.run([sys.executable, str(LEARN), "--rounds", "3"], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--rounds must be 12 or more" in done.stderr
