"""
pitboss: a casino rule sheet, dealt, proved and taught.

    import pitboss as pb

    pb.games()                                  the games, and what each is
    pb.rules("free-bet", decks=8)               rules in the words of the sheet; part of a pay table is enough
    pb.odds(rules)                              every bet's exact odds and the best play
    pb.advise(rules, hand="8s 8h", dealer="6c") what each option is worth now
    pb.deal(rules, seed=1), pb.replay(record)   a round, and the same round again
    pb.simulate(rules, 1_000_000)               many rounds at speed, beside the exact figures
    pb.slopes(rules)                            what one more unit on each line, and each option, does to each edge
    pb.sweep(rules, decks=[1, 6, 8])            a grid of rules, every bet's figures for each
    pb.compare(rules, others)                   what differs, in which bet, and which plays change
    pb.tune(rules, "five-card", edge="4%..5%")  every pay table that holds what is asked
    pb.risk(rules, rounds=280, bankroll=100)    what a session may bring a player, and a month the house
    pb.protect(rules)                           every way to know more than the sheet gives, and what closes it
    pb.tables("free-bet")                       pay tables of other houses, by name
    pb.report(rules, rounds=10**9)              the whole report for a laboratory: .write("report.pdf")

Rules are what `pb.rules` makes, or a game's name for the rules of its sheet. What is wrong is `pb.Refused`, a sentence.
Every result has `.to_frame()`, `.to_json()` as the command's `--json`, and shows itself in a notebook.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.documents.report_answer import report
    from pitboss.lab.api import advise, odds, rules, tables
    from pitboss.lab.deal_and_replay import deal, replay
    from pitboss.lab.protection import protect
    from pitboss.lab.risk import risk
    from pitboss.lab.simulate_question import simulate
    from pitboss.lab.tune import tune
    from pitboss.lab.whatif.compare import compare
    from pitboss.lab.whatif.slopes import slopes
    from pitboss.lab.whatif.sweep import sweep
    from pitboss.play.game import Game
    from pitboss.play.refused import Refused

    def games() -> Mapping[str, Game]:
        """Every game by its name."""


__version__ = "0.3.0"

_MODULES = {
    "Refused": "play.refused",
    **dict.fromkeys(("advise", "odds", "rules", "tables"), "lab.api"),
    **dict.fromkeys(("deal", "replay"), "lab.deal_and_replay"),
    "simulate": "lab.simulate_question",
    **{name: f"lab.whatif.{name}" for name in ("compare", "slopes", "sweep")},
    "protect": "lab.protection",
    "risk": "lab.risk",
    "tune": "lab.tune",
    "report": "documents.report_answer",
}
"""The module of each public name. Modules are loaded on first use: every command imports `pitboss`."""

__all__ = [
    "Refused",
    "advise",
    "compare",
    "deal",
    "games",
    "odds",
    "protect",
    "replay",
    "report",
    "risk",
    "rules",
    "simulate",
    "slopes",
    "sweep",
    "tables",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("pitboss.games")
    if name not in _MODULES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    return getattr(import_module(f"pitboss.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
