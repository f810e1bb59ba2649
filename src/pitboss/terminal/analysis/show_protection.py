"""`pitboss protect`: the value of extra information to a player, as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.lab.protection import ProtectWork, count_cards
from pitboss.lab.protection.count_answer import CounterFigures, counter_lines
from pitboss.lab.protection.protection_answer import Protection
from pitboss.lab.protection.protection_text import protection_lines
from pitboss.simulation.number_reading import read_rounds
from pitboss.solving.answers.card_counts import spread_of
from pitboss.solving.answers.threats import ignore_progress
from pitboss.terminal.interrupt import at_interrupt
from pitboss.terminal.long_work import game_and_rules, progress
from pitboss.terminal.screen import print_result


def show_protection(name: str, path: str | None, settings: Sequence[str], hour: int, *, output: str = "") -> None:
    """Run the analysis with progress, and print it."""
    game, rules = game_and_rules(name, path, settings)
    work = ProtectWork(game, rules, hour)

    def show(found: Protection) -> None:
        print_result(found, output, lambda screen: screen.lines(protection_lines(found, game.title)))

    with progress() as bar, at_interrupt(lambda: show(work.so_far(stopped=True))):
        found = work.all(bar or ignore_progress)
    show(found)


def show_counter(
    name: str, path: str | None, settings: Sequence[str], *, output: str, count: str, spread: str, dealt: int | None,
    bank: int, rounds: str, seed: int,
) -> None:  # fmt: skip
    """Simulate a card counter and print the edge by count, SCORE, N0 and risk of ruin."""
    game, rules = game_and_rules(name, path, settings)
    wanted = read_rounds(rounds)
    with progress() as bar:
        if bar:
            bar(f"{wanted:,} rounds are dealt")
        found = count_cards(rules, tags=count, spread=spread_of(spread), dealt=dealt, rounds=wanted, seed=seed)
    figures = CounterFigures(game.name, found, float(bank))
    print_result(figures, output, lambda screen: screen.lines(counter_lines(figures, game.title)))
