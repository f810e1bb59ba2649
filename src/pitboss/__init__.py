"""
pitboss: a casino rule sheet, dealt, proved and taught.

    import pitboss as pb

    pb.games()                                  all games
    pb.rules("free-bet", decks=8)               rules with options changed; a pay table may be given in part
    pb.odds(rules)                              exact odds of every bet and the optimal strategy
    pb.odds("free-bet", decks=8)                the same, with options changed
    pb.advise(rules, hand="8s 8h", dealer="6c") the expected value of each option
    pb.deal(rules, seed=1), pb.replay(record)   deal a round; replay it
    pb.simulate(rules, 1_000_000)               simulate, next to the exact figures
    pb.slopes(rules)                            the effect of each pay table line and option on the edges
    pb.sweep(rules, decks=[1, 6, 8])            every bet's figures over a grid of rules
    pb.compare(rules, others)                   differences in options, bets and plays
    pb.tune(rules, "five-card", edge="4%..5%")  every pay table with an edge in this range
    pb.risk(rules, rounds=280, bankroll=100)    session risk of a player, monthly risk of the house
    pb.count_cards(rules)                       edge by count, SCORE, N0 and risk of ruin of a card counter
    pb.protect(rules)                           threats to the game and the procedures against them
    pb.tables("free-bet")                       named pay tables of other casinos
    pb.report(rules, rounds=10**9)              the full report for a test laboratory: .write("report.pdf")

Rules are the result of `pb.rules`, or a game's name for its default rules. Invalid input raises `pb.Refused`.
Every result has `.to_frame()` (pandas), `.to_polars()`, `.plot()` and `.to_json()` (the command's `--json`), and
renders in a notebook. A dealt round prints as a transcript.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.documents.report import report
    from pitboss.lab.api import advise, odds, rules, tables
    from pitboss.lab.deal_and_replay import deal, replay
    from pitboss.lab.protection import count_cards, protect
    from pitboss.lab.risk import risk
    from pitboss.lab.simulate_question import simulate
    from pitboss.lab.tune import tune
    from pitboss.lab.whatif.compare import compare
    from pitboss.lab.whatif.slopes import slopes
    from pitboss.lab.whatif.sweep import sweep
    from pitboss.play.game import Game
    from pitboss.play.refused import Refused

    def games() -> Mapping[str, Game]:
        """Return all games by name."""


__version__ = "1.0.0"

_MODULES = {
    "Refused": "play.refused",
    **dict.fromkeys(("advise", "odds", "rules", "tables"), "lab.api"),
    **dict.fromkeys(("deal", "replay"), "lab.deal_and_replay"),
    "simulate": "lab.simulate_question",
    **{name: f"lab.whatif.{name}" for name in ("compare", "slopes", "sweep")},
    **dict.fromkeys(("count_cards", "protect"), "lab.protection"),
    "risk": "lab.risk",
    "tune": "lab.tune",
    "report": "documents.report",
}
"""The module of each public name. Modules are loaded on first use: every command imports `pitboss`."""

__all__ = [
    "Refused",
    "advise",
    "compare",
    "count_cards",
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
    return [*__all__, "__version__"]
