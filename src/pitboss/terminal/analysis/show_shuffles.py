"""`pitboss shuffle-test`: tests of the shuffles, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from json import dumps

from pitboss.lab.shuffles import CARDS, ShuffleFamily, ShuffleTest, fewest, repeat_command, shuffle_tests
from pitboss.play.refused import Refused
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.long_work import house, progress
from pitboss.terminal.screen import Screen

UNFAIR = 1
"""The exit code if a test fails."""
_IN_A_LINE = 5


def test_shuffles(
    game: str | None, *, shuffles: str, seed: int, json: bool, rules: str | None, settings: Sequence[str]
) -> None:
    """Run the tests with progress, and print all p-values."""
    if game is None and (rules or settings):
        raise Refused("no-game", "--rules and --set need a game, for example pitboss shuffle-test flip-it")
    chosen = None if game is None else house(game, rules, settings)
    cards, count = CARDS if chosen is None else len(chosen[0].whole_pack(chosen[1])), read_rounds(shuffles)
    if count < fewest(cards):
        reason = f"{count:,} shuffles of {cards} cards are too few to test: use at least {fewest(cards):,}"
        raise Refused("few-shuffles", reason)
    options = [*(["--rules", rules] if rules else ()), *(f"--set {each}" for each in settings)]
    repeat = repeat_command(count, seed, game or "", options)
    with progress() as show:
        found = shuffle_tests(cards, count, seed, show and (lambda name, share: show(name, share, 1)))
    if json:
        data = {"cards": cards, "shuffles": count, "seed": seed, "repeat": repeat}
        sys.stdout.write(dumps({**data, "tests": [each.as_data() for each in found]}, ensure_ascii=False) + "\n")
    else:
        _show(Screen(), found, repeat)
    if not all(each.is_fair for each in found):
        sys.stdout.flush()
        sys.exit(UNFAIR)


def _show(screen: Screen, found: Sequence[ShuffleTest], repeat: str) -> None:
    first = found[0]
    screen.line((f"Shuffle test: {first.shuffles:,} shuffles of {first.cards} cards, seed {first.seed}", "bold"))
    for test in found:
        screen.line("")
        screen.line((f"How it shuffles: {test.name}", "bold"))
        for sentence in test.how:
            screen.line(f"  {sentence}", indent=2)
        for family in test.families:
            screen.line("")
            _show_family(screen, family)
        screen.line("")
        levels = ((0.01, "1%"), (0.05, "5%"), (0.5, "50%"))
        below = ", ".join(f"{test.below(level) / len(test.p_values):.1%} below {told}" for level, told in levels)
        screen.line(test.verdict)
        screen.line(f"Of all of them {below}.")
    screen.line("")
    screen.line(f"Repeat it with: {repeat}")


def _show_family(screen: Screen, family: ShuffleFamily) -> None:
    told = f" Chi-squared with {family.freedom:,} degrees of freedom"
    wide = max(map(len, family.labels)) + 2
    cells = [f"{label:>{wide}} {value:.4f}" for label, value in zip(family.labels, family.p_values, strict=True)]
    if len(cells) == 1:
        screen.line(f"  {family.what}{told}: {family.statistics[0]:,.1f}, p {family.p_values[0]:.4f}.", indent=2)
        return
    screen.line(f"  {family.what}{told}; p-values:", indent=2)
    for begin in range(0, len(cells), _IN_A_LINE):
        screen.line("  " + " ".join(cells[begin : begin + _IN_A_LINE]))
