"""The worked examples of a game under given rules, with caching."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, to_builtins

from pitboss.documents.examples import WorkedExample
from pitboss.documents.examples.endings import ending_rounds
from pitboss.documents.examples.line_search import ANY, ExampleHunt, Shown, found_rounds
from pitboss.play.records.transcript import transcript
from pitboss.play.round import Round


class WorkedExamples(Struct, frozen=True):
    """Rounds for the paying lines, rounds for the endings, and the outcomes without a round."""

    lines: tuple[WorkedExample, ...]
    endings: tuple[WorkedExample, ...]
    missing: tuple[str, ...]


def worked_examples(hunt: ExampleHunt, titles: dict[str, str]) -> WorkedExamples:
    """Search for the examples."""
    found, left = found_rounds(hunt)
    lines = tuple(_example(dealt, _in_words(_by_bet(hunt, dealt, shown), titles)) for dealt, shown in found)
    ends: list[WorkedExample] = []
    missing = list(_in_words(left, titles))
    for name, needs, dealt in ending_rounds(hunt.game, hunt.rules):
        if dealt is None:
            missing.append(f"{name} (no such round under these rules)")
        else:
            ends.append(_example(dealt, (f"{name}{f' (with {needs})' if needs else ''}",)))
    return WorkedExamples(lines, tuple(ends), tuple(missing))


def _example(dealt: Round, shows: tuple[str, ...]) -> WorkedExample:
    return WorkedExample(shows, transcript(dealt), dealt.record.as_json())


def _by_bet(hunt: ExampleHunt, dealt: Round, shown: set[Shown]) -> set[Shown]:
    """Replace "any bet" by the bet that shows the outcome in this round."""
    return {(bet if bet != ANY else hunt.bet_of(dealt, what), what) for bet, what in shown}


def _in_words(shown: set[Shown], titles: dict[str, str]) -> tuple[str, ...]:
    """Describe the outcomes; a bet that wins on a line of its table is described by the line alone."""
    by_line = {bet for bet, what in shown if what not in ("wins", "loses", "pushes")}
    kept = sorted((bet, what) for bet, what in shown if what != "wins" or bet not in by_line)
    named = {what for bet, what in kept if bet != ANY}
    return tuple(
        f"{titles.get(bet, bet)}: {what}" if bet != ANY else what
        for bet, what in kept
        if bet != ANY or what not in named
    )


def as_plain(found: WorkedExamples) -> Any:
    """Convert to JSON-compatible data."""
    return to_builtins(found)


def from_plain(kept: Any) -> WorkedExamples:
    """Restore from JSON-compatible data."""
    return convert(kept, WorkedExamples)
