"""Evidence of the shuffles: how each draws, and every p-value of its tests."""

from __future__ import annotations

from typing import Any

from pitboss.documents.blocks import Block, Grid, Paragraph, Points, Section, Verbatim, count, number, words
from pitboss.documents.inputs.material import DECK, SHUFFLES, Material
from pitboss.lab.shuffles import repeat_command

_FOLDED = 4


def shuffling_part(material: Material) -> Section:
    """A section for each shuffle, and the command that gives the figures again."""
    lead = Paragraph(
        words(
            "Every shuffle of the software, ", count(SHUFFLES), " times with a pack of ", count(DECK),
            " cards: is each card at each place, and each two cards side by side, as often as chance would have it?"
            " Each p-value is how often chance alone fits worse. Again:",
        )
    )  # fmt: skip
    again = Verbatim("", repeat_command(SHUFFLES, material.seed))
    told = tuple(_one(found) for found in material.shuffles)
    return Section("shuffles", "The shuffles: how they draw, and tests of them", (lead, again, *told))


def _one(found: dict[str, Any]) -> Section:
    rows = tuple(
        (family["name"], family["what"], count(family["freedom"]), count(len(family["p_values"])),
         number(min(family["p_values"]), digits=4), number(max(family["p_values"]), digits=4))
        for family in found["families"]
    )  # fmt: skip
    heads = ("test", "what is as likely as what", "df", "p-values", "smallest", "largest")
    blocks: list[Block] = [
        Points(tuple(words(sentence) for sentence in found["how"])),
        Paragraph(words(found["verdict"]), "" if found["fair"] else "warning"),
        Grid(f"{found['name']}: the tests", heads, rows, wide=(heads[1],), key=f"shuffle {found['name']}"),
    ]
    blocks += [_values(found["name"], family) for family in found["families"] if len(family["p_values"]) > 1]
    return Section(f"shuffle-{found['name'].replace(' ', '-')}", found["name"], tuple(blocks))


def _values(name: str, family: dict[str, Any]) -> Grid:
    rows = tuple(
        (label, number(statistic, digits=1), number(p_value, digits=4))
        for label, statistic, p_value in zip(family["labels"], family["statistics"], family["p_values"], strict=True)
    )
    title = f"{name}, {family['name']}: every chi-squared and its p-value"
    return Grid(title, ("of", "chi²", "p"), rows, key=f"shuffle {name} {family['name']}", fold=_FOLDED)
