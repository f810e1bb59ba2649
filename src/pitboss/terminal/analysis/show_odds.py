"""`pitboss odds` and `pitboss advise`: the odds of a game, and advice on a decision."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence

from pitboss.games.odds import Effort, analysis_of, odds_of, own_sources, whole_analysis_of
from pitboss.play.refused import Refused, rather
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.cached_answers import stored_advice
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.terminal.long_work import house, progress
from pitboss.terminal.screen import Screen

_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}


def show_odds(
    game: str, *, slopes: bool, exact: bool, within: str | None, output: str, rules: str | None, settings: Sequence[str]
) -> None:
    """Print every bet's odds and the optimal strategy, as text or in an output format."""
    chosen, base = house(game, rules, settings)
    if exact and within is not None:
        raise Refused("bad-option", "--exact counts however long it takes: leave out --within")
    seconds = None if within is None else read_seconds(within)
    with progress() as show:
        told = show and (lambda doing, share: show(doing, share, 1.0))
        solve = whole_analysis_of if output else analysis_of
        analysis = solve(chosen, base, effort=Effort(exact, seconds, told))
    found = None
    if slopes:
        from pitboss.terminal.analysis.show_lab import slopes_of  # noqa: PLC0415  (needed only here)

        found = slopes_of(base)
    if output in ("csv", "md"):
        from pitboss.lab.odds_answers import OddsResult  # noqa: PLC0415  (text output does not need it)

        sys.stdout.write((found or OddsResult.of(analysis)).in_format(output))
        return
    if output:
        more = {"slopes": found.as_data()} if found else {}
        sys.stdout.write(json.dumps({**analysis.as_data(), **more}, ensure_ascii=False) + "\n")
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


def show_advice(name: str, words: Sequence[str], path: str | None, settings: Sequence[str], *, as_json: bool) -> None:
    """Print the value of each option in the situation given on the command line."""
    game, rules = house(name, path, settings)

    def solve() -> Advice:
        asks = odds_of(game).SITUATION
        return odds_of(game).advise(rules, Situation(asks, read_words(asks, words)))

    asked = {"game": name, "rules": rules.as_data(), "words": list(words), "sources": own_sources(game.name)}
    advice = stored_advice(asked, solve).get()
    if as_json:
        sys.stdout.write(json.dumps(advice.as_data(), ensure_ascii=False) + "\n")
        return
    from pitboss.documents.analysis_tables import show_advice  # noqa: PLC0415

    show_advice(Screen().console, advice)


def show_situation(name: str) -> None:
    """Print the options that describe a situation of this game."""
    game, screen = house(name)[0], Screen()
    screen.line(f"usage: pitboss advise {game.name} SITUATION [--json] [--rules FILE] [--set NAME=VALUE]")
    screen.line("")
    screen.line((f"A situation of {game.title}", "bold"))
    heads = [(f"  --{ask.name} {ask.takes}".rstrip(), ask) for ask in odds_of(game).SITUATION]
    wide = max(len(head) for head, _ in heads) + 2
    for head, ask in heads:
        screen.line((f"{head:<{wide}}", "cyan"), ask.meaning + (" (required)" if ask.required else ""), indent=wide)


def read_words(asks: Iterable[Ask], words: Sequence[str]) -> Mapping[str, str | bool]:
    """Parse the situation options of the command line."""
    known = {ask.name: ask for ask in asks}
    said: dict[str, str | bool] = {}
    left = list(words)
    while left:
        name, equals, value = left.pop(0).partition("=")
        ask = known.get(name.removeprefix("--"))
        if not name.startswith("--"):
            raise Refused("bad-situation", f"{name!r} is not an option: put several cards in quotes")
        if ask is None:
            names = [f"--{one}" for one in known]
            raise Refused("bad-situation", f"unknown option {name}: {rather(name, names, str)}")
        if ask.name in said:
            raise Refused("bad-situation", f"{name} is given twice")
        said[ask.name] = _value(ask, value if equals else None, left)
    return said


def _value(ask: Ask, value: str | None, left: list[str]) -> str | bool:
    if not ask.takes:
        if value is not None:
            raise Refused("bad-situation", f"--{ask.name} takes nothing: it is there or not")
        return True
    if value is None:
        if not left or left[0].startswith("--"):
            raise Refused("bad-situation", f"--{ask.name} takes {ask.takes}: {ask.meaning}")
        value = left.pop(0)
    return value
