"""Report sections on the method, the simulation, and the shuffles with their generators."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, log10
from typing import Any

from pitboss.documents.blocks import (
    Block,
    Grid,
    GridCell,
    Paragraph,
    Points,
    Quantity,
    Section,
    Verbatim,
    count,
    number,
    share,
    words,
)
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.simulations import SimulatedRun
from pitboss.documents.sections.summary import names_of
from pitboss.documents.sections.wagers import in_halves
from pitboss.games.interface import GameInterface
from pitboss.lab.shuffles import repeat_command
from pitboss.simulation.line_scores import most_for
from pitboss.simulation.plan import has_kernels
from pitboss.simulation.tally import PLAYED, Figures
from pitboss.solving.answers.figure_text import ways
from pitboss.statistics.chi_squared import chi_squared_tail
from pitboss.statistics.exactness import is_exact, net_in_words

_MIN_EXPECTED = 5.0
"""Lines with a lower expected count are pooled for the chi-squared test."""


def method_part(material: Material) -> Section:
    """Build the section on what is exact, the size of the enumeration, and what is simulated."""
    rows = tuple(_exactness(material))
    heads = ("wager", "method", "equally likely deals")
    return Section(
        "method",
        "Method",
        (
            Paragraph(words("Exactness and assumptions of the figures:")),
            Points(tuple(words(sentence) for sentence in material.analysis.assumptions)),
            Grid("Method by wager", heads, rows, key="method"),
            Paragraph(words(_implementations(material))),
        ),
    )


def _implementations(material: Material) -> str:
    """Name the implementations of the rules that confirm the figures: only those that the game has."""
    script = "the dealing script, which settles every round and is tested against the rule sheet clause by clause"
    programs = "the enumeration programs, which agree with the script deal by deal on small packs"
    kernels = "the simulation kernels, which agree with it pack by pack and to the cent"
    compared = "The next section compares simulation and enumeration."
    if not material.game.provides.has(GameInterface.odds):
        return (
            "There is one implementation of the rules, the dealing script. The odds are derived from it, and the"
            " simulation deals it with random packs: a fault in the script is in both. The script must be checked"
            f" against the rule sheet clause by clause. {compared}"
        )
    if not has_kernels(material.game.name):
        return f"Two implementations that share little code confirm the figures: {script}; and {programs}. {compared}"
    return (
        f"Three implementations that share little code confirm the figures: {script}; {programs}; and {kernels}."
        f" {compared}"
    )


def _exactness(material: Material) -> Iterator[tuple[GridCell, ...]]:
    for group in material.groups:
        bet = group[0]
        counted = ways(bet)
        if bet.rounds:
            how: str = "simulated"
        elif is_exact(*(outcome.probability for outcome in bet.outcomes)):
            how = "exact, by enumeration"
        elif any(outcome.error for outcome in bet.outcomes):
            how = "mean exact to rounding; outcome lines within the stated error"
        else:
            how = "exact to double precision"
        yield names_of(material, group), how, count(counted[0]) if counted else ""


def simulation_part(material: Material) -> Section:
    """
    Build the section with rounds, seed, mean, standard error, z and chi-squared of every bet, and z of every line.
    """
    found = material.simulation
    if found is None:
        none = "No rounds were simulated: the report was made with --rounds 0."
        return Section("simulation", "Simulation against computation", (Paragraph(words(none), "warning"),))
    lead = Paragraph(
        words(
            count(found.rounds), f" rounds with seed {found.seed}: one seat, a fresh pack for every round; the player"
            f" {found.strategy}. Rounds, seed and strategy determine every count: pitboss simulate reproduces them"
            " on any machine.",
        )
    )  # fmt: skip
    blocks: list[Block] = [lead, _means(material, found), *_verdict(found)]
    blocks += [_lines(material, bet, figures) for bet, figures in _with_lines(found)]
    return Section("simulation", "Simulation against computation", tuple(blocks))


def _means(material: Material, found: SimulatedRun) -> Grid:
    heads = ("wager", "count", "mean", "se", "computed", "z", "chi-squared", "df", "p")
    rows = tuple((_name(material, bet), *_row(figures)) for bet, figures in found.bets.items())
    note = (
        "Mean and standard error (se) in units of the bet; z is the deviation from the computed mean in standard"
        " errors. Chi-squared is taken over the outcome lines, with rare lines pooled; p is its p-value."
    )
    return Grid("Every wager, simulated and computed", heads, rows, note, key="simulated")


def _name(material: Material, bet: str) -> str:
    return "All bets of a round" if bet == PLAYED else material.title([bet])


def _row(figures: Figures) -> tuple[GridCell, ...]:
    squares = chi_squared(figures)
    return (
        count(figures.times), number(figures.mean), number(figures.se, digits=6),
        None if figures.exact is None else number(figures.exact),
        None if figures.z is None else number(figures.z, digits=2, signed=True),
        None if squares is None else number(squares[0], digits=2),
        None if squares is None else count(squares[1]),
        None if squares is None else number(squares[2], digits=4),
    )  # fmt: skip


def chi_squared(figures: Figures) -> tuple[float, int, float] | None:
    """Return the statistic, degrees of freedom and p-value over all lines; rare lines are pooled."""
    if not figures.lines or figures.times == 0:
        return None
    pairs = [(line.times, line.probability * figures.times) for line in figures.lines]
    common = [(came, due) for came, due in pairs if due >= _MIN_EXPECTED]
    rare = [(came, due) for came, due in pairs if due < _MIN_EXPECTED]
    if sum(due for _, due in rare) >= _MIN_EXPECTED:
        common.append((sum(came for came, _ in rare), sum(due for _, due in rare)))
    if len(common) < 2:
        return None
    statistic = sum((came - due) ** 2 / due for came, due in common)
    freedom = len(common) - 1
    return statistic, freedom, chi_squared_tail(statistic, freedom)


def _verdict(found: SimulatedRun) -> Iterator[Block]:
    offs = [abs(figures.z) for figures in found.bets.values() if figures.z is not None]
    lines = [abs(line.z) for figures in found.bets.values() for line in figures.lines]
    if offs:
        within = max(offs) < most_for(len(offs))
        yield Paragraph(
            words(
                "The largest deviation of a mean is ", number(max(offs), digits=2), " standard errors",
                ", consistent with chance." if within else ": too large to be chance; it must be investigated.",
            ),
            "" if within else "warning",
        )  # fmt: skip
    if lines:
        within = max(lines) < most_for(len(lines))
        yield Paragraph(
            words(
                "Of ", count(len(lines)), " outcome lines, the largest deviation is ", number(max(lines), digits=2),
                " standard errors", ", consistent with chance." if within else ": too large to be chance.",
            ),
            "" if within else "warning",
        )  # fmt: skip


def _with_lines(found: SimulatedRun) -> Iterator[tuple[str, Figures]]:
    yield from ((bet, figures) for bet, figures in found.bets.items() if figures.lines)


def _lines(material: Material, bet: str, figures: Figures) -> Grid:
    known = is_exact(*figures.chances.values())
    heads = ("outcome", "count", "simulated", "exact" if known else "computed", "z")
    rows = tuple(
        (_ending(line.ending), count(line.times), share(line.times / max(figures.times, 1)), share(line.probability),
         number(line.z, digits=2, signed=True))
        for line in figures.lines
    )  # fmt: skip
    return Grid(f"{_name(material, bet)}: outcome lines", heads, rows, key=f"lines {bet}")


def _ending(ending: str | Fraction) -> str:
    return in_halves(ending if isinstance(ending, str) else net_in_words(Fraction(ending)))


_TENTHS = 10
_SMALL_P = 0.001
"""P-values below this are printed to two significant digits."""
_FEWEST = 50
"""Minimum number of p-values for testing their uniformity."""


def shuffling_part(material: Material) -> Section:
    """Build the section: a subsection for each shuffle, and the command that reproduces the figures."""
    lead = Paragraph(
        words(
            "Each shuffle was run ", count(material.shuffle_count), " times on this game's pack of ",
            count(material.pack_size), " cards; its generator was tested on two million bits. A p-value is the"
            " probability of a larger deviation under a fair shuffle. All p-values are attached (shuffles.json). To"
            " repeat:",
        )
    )  # fmt: skip
    options = [f"--set {setting}" for setting in material.rules.settings()]
    again = Verbatim("", repeat_command(material.shuffle_count, material.seed, material.game.name, options))
    sections = tuple(_one(found) for found in material.shuffles)
    return Section("shuffles", "Shuffles and random number generators", (lead, again, *sections))


def _one(found: dict[str, Any]) -> Section:
    rows = tuple(
        (family["name"], family["what"], count(family["freedom"]), count(len(family["p_values"])),
         _p_value(min(family["p_values"])), _p_value(max(family["p_values"])), _spread(family))
        for family in found["families"]
    )  # fmt: skip
    heads = ("test", "hypothesis", "df", "p-values", "smallest", "largest", "uniform, p")
    note = f"Uniform: chi-squared test of the p-values over ten equal classes, if there are {_FEWEST} or more."
    blocks: list[Block] = [
        Points(tuple(words(sentence) for sentence in found["how"])),
        Paragraph(words(found["verdict"]), "" if found["fair"] else "warning"),
        Grid(
            f"{found['name'].capitalize()}: test results",
            heads,
            rows,
            note,
            wide=(heads[1],),
            key=f"shuffle {found['name']}",
        ),
    ]
    return Section(f"shuffle-{found['name'].replace(' ', '-')}", found["name"].capitalize(), tuple(blocks))


def _p_value(value: float) -> Quantity:
    """Format a p-value to four decimals, or to two significant digits if it is smaller."""
    return number(value, digits=4 if value >= _SMALL_P else 1 - floor(log10(value)) if value else 0)


def _spread(family: dict[str, Any]) -> Any:
    values = family["p_values"]
    if len(values) < _FEWEST:
        return None
    classes = [0] * _TENTHS
    for value in values:
        classes[min(int(value * _TENTHS), _TENTHS - 1)] += 1
    due = len(values) / _TENTHS
    return number(chi_squared_tail(sum((each - due) ** 2 / due for each in classes), _TENTHS - 1), digits=4)
