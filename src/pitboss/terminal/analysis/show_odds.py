"""`pitboss odds` and `pitboss advise`: the odds of a game, and advice on a decision."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from pitboss.games.odds import Effort, analysis_of, full_analysis_of, odds_of, own_sources
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.cached_answers import stored_advice
from pitboss.solving.answers.situation import Situation, read_words
from pitboss.terminal.long_work import game_and_rules, progress
from pitboss.terminal.screen import Screen, print_json

_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}


def show_odds(
    game: str, *, slopes: bool, exact: bool, within: str | None, output: str, rules: str | None, settings: Sequence[str]
) -> None:
    """Print every bet's odds and the optimal strategy, as text or in an output format."""
    chosen, base = game_and_rules(game, rules, settings)
    if exact and within is not None:
        raise Refused("bad-option", "--exact has no time limit: leave out --within")
    seconds = None if within is None else read_seconds(within)
    with progress() as show:
        report = show and (lambda doing, share: show(doing, share, 1.0))
        solve = full_analysis_of if output else analysis_of
        analysis = solve(chosen, base, effort=Effort(exact, seconds, report))
    found = None
    if slopes:
        from pitboss.terminal.analysis.show_lab import slopes_of  # noqa: PLC0415  (needed only here)

        found = slopes_of(base)
    if output in ("csv", "md"):
        from pitboss.lab.odds_answers import OddsResult  # noqa: PLC0415  (text output does not need it)

        sys.stdout.write((found or OddsResult.of(analysis)).in_format(output))
        return
    if output:
        print_json(analysis.as_data() | ({"slopes": found.as_data()} if found else {}))
        return
    from pitboss.documents.analysis_tables import show_analysis  # noqa: PLC0415  (JSON output does not need Rich)

    show_analysis(Screen().console, chosen.title, analysis, base.settings())
    if found:
        from pitboss.documents.lab_tables import show_slopes  # noqa: PLC0415

        sys.stdout.write("\n")
        show_slopes(Screen().console, found)


def read_seconds(text: str) -> float:
    """Parse a time like 90s, 2min or 1h; seconds if it has no unit."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|sec|min|m|h)?", text.strip(), re.ASCII)
    seconds = float(found[1]) * _SECONDS[found[2] or "s"] if found else 0
    if not seconds:
        raise Refused("bad-option", f"--within must be a time like 90s, 2min or 1h, not {text!r}")
    return seconds


def show_advice(name: str, words: Sequence[str], path: str | None, settings: Sequence[str], *, output: str) -> None:
    """Print the value of each option in the situation given on the command line."""
    game, rules = game_and_rules(name, path, settings)

    def solve() -> Advice:
        asks = odds_of(game).SITUATION
        return odds_of(game).advise(rules, Situation(asks, read_words(asks, words)))

    asked = {"game": name, "rules": rules.as_data(), "words": list(words), "sources": own_sources(game.name)}
    advice = stored_advice(asked, solve).get()
    if output:
        from pitboss.lab.odds_answers import AdviceResult  # noqa: PLC0415  (text output does not need it)

        sys.stdout.write(AdviceResult.of(advice).in_format(output))
        return
    from pitboss.documents.analysis_tables import show_advice  # noqa: PLC0415

    show_advice(Screen().console, advice)


def show_situation(name: str) -> None:
    """Print the options that describe a situation of this game."""
    game, screen = game_and_rules(name)[0], Screen()
    screen.line(f"usage: pitboss advise {game.name} SITUATION [--json|--csv|--md] [--rules FILE] [--set NAME=VALUE]")
    screen.line("")
    screen.line((f"A situation of {game.title}", "bold"))
    heads = [(f"  --{ask.name} {ask.takes}".rstrip(), ask) for ask in odds_of(game).SITUATION]
    wide = max(len(head) for head, _ in heads) + 2
    for head, ask in heads:
        screen.line((f"{head:<{wide}}", "cyan"), ask.meaning + (" (required)" if ask.required else ""), indent=wide)
