"""Report section on shuffles and random generators: methods, tests and the distribution of p-values."""

from __future__ import annotations

from typing import Any

from pitboss.documents.blocks import Block, Grid, Paragraph, Points, Section, Verbatim, count, number, words
from pitboss.documents.inputs.material import Material
from pitboss.lab.shuffles import repeat_command
from pitboss.statistics.chi_squared import chi_squared_tail

_TENTHS = 10
_FEWEST = 50
"""Minimum number of p-values for testing their uniformity."""


def shuffling_part(material: Material) -> Section:
    """Build the section: a subsection for each shuffle, and the command that reproduces the figures."""
    lead = Paragraph(
        words(
            "Each shuffle was run ", count(material.shuffle_count), " times on this game's own pack of ",
            count(material.pack_size), " cards, and its generator was tested on two million bits. A p-value is the"
            " probability that a fair shuffle fits worse. All p-values are attached (shuffles.json). To repeat:",
        )
    )  # fmt: skip
    options = [f"--set {setting}" for setting in material.rules.settings()]
    again = Verbatim("", repeat_command(material.shuffle_count, material.seed, material.game.name, options))
    told = tuple(_one(found) for found in material.shuffles)
    return Section("shuffles", "Shuffles and generators: how they draw, and tests", (lead, again, *told))


def _one(found: dict[str, Any]) -> Section:
    rows = tuple(
        (family["name"], family["what"], count(family["freedom"]), count(len(family["p_values"])),
         number(min(family["p_values"]), digits=4), number(max(family["p_values"]), digits=4), _spread(family))
        for family in found["families"]
    )  # fmt: skip
    heads = ("test", "hypothesis", "df", "p-values", "smallest", "largest", "uniform, p")
    note = (
        "Uniform: a chi-squared test of how the p-values of a test are spread over ten equal classes, where there are"
        f" {_FEWEST} or more."
    )
    blocks: list[Block] = [
        Points(tuple(words(sentence) for sentence in found["how"])),
        Paragraph(words(found["verdict"]), "" if found["fair"] else "warning"),
        Grid(f"{found['name']}: the tests", heads, rows, note, wide=(heads[1],), key=f"shuffle {found['name']}"),
    ]
    return Section(f"shuffle-{found['name'].replace(' ', '-')}", found["name"].capitalize(), tuple(blocks))


def _spread(family: dict[str, Any]) -> Any:
    values = family["p_values"]
    if len(values) < _FEWEST:
        return None
    classes = [0] * _TENTHS
    for value in values:
        classes[min(int(value * _TENTHS), _TENTHS - 1)] += 1
    due = len(values) / _TENTHS
    return number(chi_squared_tail(sum((each - due) ** 2 / due for each in classes), _TENTHS - 1), digits=4)
