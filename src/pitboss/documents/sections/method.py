"""Report sections on the method, and on the simulation compared with the exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.documents.blocks import Block, Grid, Paragraph, Points, Section, count, number, share, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.simulated_run import SimulatedRun
from pitboss.documents.sections.summary import names_of
from pitboss.simulation.line_scores import most_for
from pitboss.simulation.tally import PLAYED, Figures
from pitboss.solving.answers.figure_text import ways
from pitboss.statistics.chi_squared import chi_squared_tail
from pitboss.statistics.exactness import is_exact, net_in_words

_LEAST_EXPECTED = 5.0
"""Lines with a lower expected count are pooled for the chi-squared test."""


def method_part(material: Material) -> Section:
    """Build the section on what is exact, the size of the enumeration, and what is simulated."""
    rows = tuple(_exactness(material))
    heads = ("wager", "how", "equally likely ways")
    return Section(
        "method",
        "Method",
        (
            Paragraph(words("What is exact and under which assumption, as the software says it of its own figures:")),
            Points(tuple(words(sentence) for sentence in material.analysis.assumptions)),
            Grid("How each wager was counted", heads, rows, key="method"),
            Paragraph(
                words(
                    "Figures are held by four witnesses that share little code: the dealing script, which"
                    " settles every round"
                    " and is held to the sheet clause by clause; the counting programs, which agree with the"
                    " script deal by"
                    " deal on small packs; the simulation kernels, which agree with it pack by pack and to"
                    " the cent; and the"
                    " comparison of simulation and count in the next section."
                )
            ),
        ),
    )


def _exactness(material: Material) -> Iterator[tuple[GridCell, ...]]:
    for group in material.groups:
        bet = group[0]
        counted = ways(bet)
        if bet.rounds:
            how: str = "simulated"
        elif is_exact(*(outcome.probability for outcome in bet.outcomes)):
            how = "exact, in whole numbers"
        elif any(outcome.error for outcome in bet.outcomes):
            how = "mean exact but for rounding; lines within their error"
        else:
            how = "exact but for rounding in double precision"
        yield names_of(material, group), how, count(counted[0]) if counted else ""


def simulation_part(material: Material) -> Section:
    """
    Build the section with rounds, seed, mean, standard error, z and chi-squared of every bet, and z of every line.
    """
    found = material.simulation
    if found is None:
        said = "No rounds were simulated for this report: it was made with --rounds 0."
        return Section("simulation", "Simulation against computation", (Paragraph(words(said), "warning"),))
    lead = Paragraph(
        words(
            count(found.rounds), f" rounds with seed {found.seed}, one seat, from a fresh pack every round; the seat"
            f" {found.strategy}. Rounds, seed and strategy determine every count below: pitboss simulate gives the same"
            " on any machine.",
        )
    )  # fmt: skip
    blocks: list[Block] = [lead, _means(material, found), *_verdict(found)]
    blocks += [_lines(material, bet, figures) for bet, figures in _with_lines(found)]
    return Section("simulation", "Simulation against computation", tuple(blocks))


def _means(material: Material, found: SimulatedRun) -> Grid:
    heads = ("wager", "times", "mean", "se", "computed", "z", "chi-squared", "df", "p")
    rows = tuple((_name(material, bet), *_row(figures)) for bet, figures in found.bets.items())
    note = (
        "Mean and standard error in units of the bet; z is the distance from the computed mean in standard errors."
        " Chi-squared is over the lines whose chance is known, rare ones together; p is how often chance does worse."
    )
    return Grid("Every wager, simulated and computed", heads, rows, note, key="simulated")


def _name(material: Material, bet: str) -> str:
    return "all bets of a round" if bet == PLAYED else material.title([bet])


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
    common = [(came, due) for came, due in pairs if due >= _LEAST_EXPECTED]
    rare = [(came, due) for came, due in pairs if due < _LEAST_EXPECTED]
    if sum(due for _, due in rare) >= _LEAST_EXPECTED:
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
                "The mean farthest from its exact figure is ", number(max(offs), digits=2), " standard errors away",
                ", consistent with chance." if within else ": more than chance explains, and it must be looked into.",
            ),
            "" if within else "warning",
        )  # fmt: skip
    if lines:
        within = max(lines) < most_for(len(lines))
        yield Paragraph(
            words(
                "Of ", count(len(lines)), " outcome lines the farthest is ", number(max(lines), digits=2),
                " standard errors away", ", consistent with chance." if within else ": more than chance explains.",
            ),
            "" if within else "warning",
        )  # fmt: skip


def _with_lines(found: SimulatedRun) -> Iterator[tuple[str, Figures]]:
    yield from ((bet, figures) for bet, figures in found.bets.items() if figures.lines)


def _lines(material: Material, bet: str, figures: Figures) -> Grid:
    known = is_exact(*figures.chances.values())
    heads = ("line", "came", "simulated", "exact" if known else "computed", "z")
    rows = tuple(
        (_ending(line.ending), count(line.times), share(line.times / max(figures.times, 1)), share(line.probability),
         number(line.z, digits=2, signed=True))
        for line in figures.lines
    )  # fmt: skip
    return Grid(f"{_name(material, bet)}: every line", heads, rows, key=f"lines {bet}")


def _ending(ending: str | Fraction) -> str:
    return ending if isinstance(ending, str) else net_in_words(Fraction(ending))
