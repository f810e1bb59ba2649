"""Sensitivity of each house edge to one more unit on each pay table line and to each option."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from msgspec import Struct

from pitboss.compute.disk.cache_files import recomputing
from pitboss.compute.disk.source_hash import LAB
from pitboss.games.odds import own_sources
from pitboss.lab.api import resolve_game
from pitboss.lab.display import FigureTable, ResultView
from pitboss.lab.whatif.grid import Edges, Progress, count_all, edges_under
from pitboss.money import Pays
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import HouseRules, Money, kinds
from pitboss.play.refused import Refused
from pitboss.solving.answers.cached_answers import StoredAnswer
from pitboss.solving.answers.figure_text import exactly, percent
from pitboss.statistics.exactness import Number, as_fraction, difference
from pitboss.statistics.simulated_figures import errors_as_data


class Slope(Struct, frozen=True):
    """One rule change, and its effect on the house edge of each affected bet."""

    option: str
    before: str
    after: str
    changes: dict[str, Number]
    """Change in house edge by bet; `played` is the game as played. Positive is better for the house."""

    def as_data(self) -> dict[str, object]:
        """Return the slope in the format of `odds --slopes --json`."""
        changes = {
            bet: {"change": float(change), "change_exact": as_fraction(change), **errors_as_data(change=change)}
            for bet, change in self.changes.items()
        }
        return {"option": self.option, "before": self.before, "after": self.after, "edges": changes}


class Slopes(Struct, ResultView, frozen=True):
    """The effect of each rule change on each edge, with optimal play for the changed rules."""

    game: str
    slopes: tuple[Slope, ...]
    without_effect: tuple[str, ...]
    """Options that do not affect any edge."""
    stopped: str = ""

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table with a row for each change and bet."""
        rows = tuple(
            (slope.option, slope.before, slope.after, bet, percent(change) + exactly(change))
            for slope in self.slopes
            for bet, change in slope.changes.items()
        )
        note = f"No edge changes with {', '.join(self.without_effect)}." if self.without_effect else ""
        return (
            FigureTable(f"{self.game}: slopes", ("option", "from", "to", "bet", "house edge changes by"), rows, note),
        )

    def as_data(self) -> list[dict[str, object]]:
        """Return the `slopes` data of `odds --slopes --json`."""
        return [slope.as_data() for slope in self.slopes]

    def __repr__(self) -> str:
        return f"<slopes of {self.game}: {len(self.slopes)} changes that matter>"


def slopes(
    rules: str | HouseRules, *, workers: int | None = None, dask: str | None = None,
    progress: Progress | None = None, fresh: bool = False,
) -> Slopes:  # fmt: skip
    """
    Return the effect on each edge of one more unit on each pay table line and of each option changed.

    Every change is evaluated with its own optimal play, so the differences are exact wherever the edges are. `fresh`
    recomputes stored results.

    >>> import pitboss as pb
    >>> found = pb.slopes("flip-it", workers=1)
    >>> one = next(slope for slope in found.slopes if slope.option == "call_it_pays")
    >>> one.after, one.changes["call"]
    ('13:1', Fraction(-4, 55))
    """
    game, base = resolve_game(rules)
    with recomputing(fresh):
        return slopes_question(game, base, workers=workers, dask=dask, progress=progress).get()


def slopes_question(
    game: Game, rules: HouseRules, *, workers: int | None = None, dask: str | None = None,
    progress: Progress | None = None,
) -> StoredAnswer[Slopes]:  # fmt: skip
    """Return the question for the slopes of a game, to be read from storage or solved."""
    asked = {"game": game.name, "rules": rules.as_data(), "what": "slopes", "sources": own_sources(game.name)}
    solve = partial(_solved, game, rules, workers, dask, progress)
    return StoredAnswer(asked, (Slopes, Slope), solve, LAB, lambda found: not found.stopped)


def _solved(
    game: Game, base: HouseRules, workers: int | None, dask: str | None, progress: Progress | None
) -> Slopes:  # fmt: skip
    changed = list(_changes(base))
    all_rules = [base, *(others for *_, others in changed)]
    here = workers is None and game.provides.edges is not None
    (before, *after), stopped = _counted(game.name, all_rules, workers, dask, progress, here=here)
    found = [
        Slope(option, old, new, _differences(before, edges))
        for (option, old, new, _), edges in zip(changed, after, strict=False)
    ]
    idle = dict.fromkeys(slope.option for slope in found if not slope.changes)
    return Slopes(game.name, tuple(slope for slope in found if slope.changes), tuple(idle), stopped)


def _counted(
    game: str,
    all_rules: list[HouseRules],
    workers: int | None,
    dask: str | None,
    progress: Progress | None,
    *,
    here: bool,
) -> tuple[list[Edges], str]:
    found, stopped = count_all(edges_under, game, all_rules, workers, dask, progress, here=here)
    if not found:
        raise KeyboardInterrupt
    return found, stopped


def _differences(before: Edges, after: Edges) -> dict[str, Number]:
    changes = {bet: difference(after[bet], before[bet]) for bet in before if bet in after}
    return {bet: change for bet, change in changes.items() if change}


def _changes(rules: HouseRules) -> Iterator[tuple[str, str, str, HouseRules]]:
    """Yield every single change: its name, the old value, the new value, and the changed rules."""
    for name, kind in kinds(type(rules)).items():
        held = getattr(rules, name)
        for words, value in _others(name, kind, held):
            old = held.cell(words.partition(".")[2]) if isinstance(held, Paytable) else held
            try:
                yield words, _word(old), _word(value), rules.with_changes(**{words: _word(value)})
            except Refused:
                continue  # an invalid combination, such as more seats than the shoe has cards for


def _others(name: str, kind: object, held: object) -> Iterator[tuple[str, object]]:
    if isinstance(held, Paytable):
        for line, row in held.lines:
            for column, pays in zip(held.columns, row, strict=True):
                if pays.won > 0:
                    yield f"{name}.{line}" + (f".{column}" if len(row) > 1 else ""), _more(pays)
    elif isinstance(held, Pays):
        yield name, _more(held)
    elif isinstance(held, bool):
        yield name, not held
    elif choices := choices_of(kind):
        yield from ((name, choice) for choice in choices if choice != held)
    elif kind != Money and isinstance(how := getattr(kind, "__metadata__", (None,))[0], Between):
        assert isinstance(held, int)
        yield name, held + 1 if held < how.most else held - 1


def _more(pays: Pays) -> Pays:
    """Return the payout plus one unit."""
    ratio = Fraction(pays.ratio) + 1
    return Pays(ratio.numerator, ratio.denominator)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
