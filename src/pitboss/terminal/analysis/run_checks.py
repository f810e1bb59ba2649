"""`pitboss check` and `pitboss shuffle-test`: tests of a game's contract and of the randomness of shuffles."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

from pitboss.contract.suite import contract
from pitboss.lab.display import FigureTable, GivenTables
from pitboss.lab.shuffles import CARDS, fewest, repeat_command, shuffle_table, shuffle_tests
from pitboss.lab.shuffles.shuffle_text import shuffle_lines
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.long_work import game_and_rules, progress
from pitboss.terminal.screen import Screen, print_json, print_result


def check_game(name: str, *, output: str) -> None:
    """Run every check and print the results; raise at the end if any failed."""
    game, screen = game_and_rules(name)[0], Screen()
    rows = list[tuple[str, ...]]()
    if not output:
        screen.line((f"{game.title} ({game.name})", "bold"))
    broken, shown = 0, set[str]()
    logging.getLogger(Round.__module__).setLevel(logging.CRITICAL)  # a failed script is reported below, once
    for found in contract(game):
        broken += bool(found.fault)
        if output in ("csv", "md"):
            verdict = ("no", str(found.seed), found.fault) if found.fault else ("yes", "", "")
            rows.append((found.check.name, found.check.promise, *verdict))
        elif output:
            row = {"check": found.check.name, "promise": found.check.promise, "kept": not found.fault}
            print_json(row | ({"fault": found.fault, "seed": found.seed} if found.fault else {}))
            sys.stdout.flush()
        elif found.fault:
            screen.line(("  ✗ ", "bold red"), f"{found.check.promise}", indent=4)
            place = found.fault.partition("`: ")[0]
            fault = "the same fault" if place in shown else found.fault
            screen.line(f"      seed {found.seed}: {fault}", indent=6)
            shown.add(place)
        elif found.not_applicable:
            screen.line(f"  - {found.check.promise} Not applicable: {found.not_applicable}.", indent=4)
        else:
            screen.line(("  ✓ ", "green"), found.check.promise, indent=4)
    if rows:
        table = FigureTable(f"{game.title}: promises", ("check", "promise", "kept", "seed", "fault"), tuple(rows))
        sys.stdout.write(table.to_csv() if output == "csv" else table.to_markdown())
    if broken:
        raise Refused("broken-contract", f"{game.title} breaks {broken} promise{'' if broken == 1 else 's'}")
    if not output:
        screen.line(f"{game.title} passes every check.")


UNFAIR = 1
"""The exit code if a test fails."""


def test_shuffles(
    game: str | None, *, shuffles: str, seed: int, output: str, rules: str | None, settings: Sequence[str]
) -> None:
    """Run the tests with progress, and print all p-values."""
    if game is None and (rules or settings):
        raise Refused("no-game", "--rules and --set need a game, for example pitboss shuffle-test flip-it")
    chosen = None if game is None else game_and_rules(game, rules, settings)
    cards, count = CARDS if chosen is None else len(chosen[0].whole_pack(chosen[1])), read_rounds(shuffles)
    if count < fewest(cards):
        reason = f"{count:,} shuffles of {cards} cards are too few to test: use at least {fewest(cards):,}"
        raise Refused("few-shuffles", reason)
    options = [*(["--rules", rules] if rules else ()), *(f"--set {each}" for each in settings)]
    repeat = repeat_command(count, seed, game or "", options)
    with progress() as show:
        found = shuffle_tests(cards, count, seed, show and (lambda name, share: show(name, share, 1)))
    data = {"cards": cards, "shuffles": count, "seed": seed, "repeat": repeat}
    answer = GivenTables((shuffle_table(found),), data | {"tests": [each.as_data() for each in found]})
    print_result(answer, output, lambda screen: screen.lines(shuffle_lines(found, repeat)))
    if not all(each.is_fair for each in found):
        sys.stdout.flush()
        sys.exit(UNFAIR)
