"""`pitboss shuffle-test`: tests of the shuffles, as text or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pitboss.games import GAMES
from pitboss.lab.shuffles import CARDS, ShuffleFamily, ShuffleTest, Tell, fewest, repeat_command, shuffle_tests
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.screen import Screen

UNFAIR = 1
"""The exit code if a test fails."""
_IN_A_LINE = 5


@dataclass(frozen=True)
class ShuffleWishes:
    """Command-line arguments."""

    game: str | None
    shuffles: str
    seed: int
    json: bool
    rules: str | None
    settings: Sequence[str]


def test_shuffles(wishes: ShuffleWishes) -> None:
    """Run the tests with progress, and print all p-values."""
    cards, shuffles = _cards(wishes), read_rounds(wishes.shuffles)
    if shuffles < fewest(cards):
        reason = f"{shuffles:,} shuffles of {cards} cards are too few to test: use at least {fewest(cards):,}"
        raise Refused("few-shuffles", reason)
    repeat = repeat_command(shuffles, wishes.seed, wishes.game or "", _options(wishes))
    with _progress() as tell:
        found = shuffle_tests(cards, shuffles, wishes.seed, tell)
    if wishes.json:
        data = {"cards": cards, "shuffles": shuffles, "seed": wishes.seed, "repeat": repeat}
        sys.stdout.write(json.dumps({**data, "tests": [each.as_data() for each in found]}, ensure_ascii=False) + "\n")
    else:
        _show(Screen(), found, repeat)
    if not all(each.is_fair for each in found):
        sys.stdout.flush()
        sys.exit(UNFAIR)


def _cards(wishes: ShuffleWishes) -> int:
    """Return the number of cards in the pack."""
    if wishes.game is None:
        if wishes.rules or wishes.settings:
            raise Refused("no-game", "--rules and --set need a game, for example pitboss shuffle-test flip-it")
        return CARDS
    game = game_called(wishes.game, GAMES)
    return len(game.whole_pack(load_rules(game.rules, wishes.rules, wishes.settings)))


def _options(wishes: ShuffleWishes) -> list[str]:
    return [*(["--rules", wishes.rules] if wishes.rules else ()), *(f"--set {each}" for each in wishes.settings)]


@contextmanager
def _progress() -> Iterator[Tell | None]:
    """Show progress on one line if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return

    def tell(name: str, share: float) -> None:
        sys.stderr.write(f"\r\x1b[K{name}: {share:.0%} of all shuffles")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")


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
