"""`pitboss check`: checks of a game against the contract that every game must meet."""

from __future__ import annotations

import json
import logging
import sys

from pitboss.contract.suite import contract
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.terminal.long_work import house
from pitboss.terminal.screen import Screen


def check_game(said: str, *, as_json: bool) -> None:
    """Run every check and print the results; raise at the end if any failed."""
    game, screen = house(said)[0], Screen()
    if not as_json:
        screen.line((f"{game.title} ({game.name})", "bold"))
    broken, shown = 0, set[str]()
    logging.getLogger(Round.__module__).setLevel(logging.CRITICAL)  # a failed script is reported below, once
    for found in contract(game):
        broken += bool(found.fault)
        if as_json:
            told = {"check": found.check.name, "promise": found.check.promise, "kept": not found.fault}
            more = {"fault": found.fault, "seed": found.seed} if found.fault else {}
            sys.stdout.write(json.dumps({**told, **more}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
        elif found.fault:
            screen.line(("  ✗ ", "bold red"), f"{found.check.promise}", indent=4)
            place = found.fault.partition("`: ")[0]
            fault = "the same fault" if place in shown else found.fault
            screen.line(f"      seed {found.seed}: {fault}", indent=6)
            shown.add(place)
        else:
            screen.line(("  ✓ ", "green"), found.check.promise, indent=4)
    if broken:
        raise Refused("broken-contract", f"{game.title} breaks {broken} promise{'' if broken == 1 else 's'}")
    if not as_json:
        screen.line(f"{game.title} keeps every promise.")
