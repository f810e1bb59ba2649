"""Evidence on the shuffle: how each one draws, every p-value of its tests, and the command that repeats them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pitboss.counting.disk.kept import kept_bytes
from pitboss.counting.disk.sources import source_digest
from pitboss.lab.shuffles import CARDS, ShuffleTest, packed_tests, repeat_command, shuffle_tests, unpacked_tests
from pitboss.report.blocks import Block, Grid, Paragraph, Points, Section, Verbatim, count, number, words
from pitboss.report.blocks.tree import GridCell

SHUFFLES, SEED = 20_000, 1
"""Enough for five of every two cards at every two places."""
_MAKERS = ("lab/shuffles/*.py", "table/shuffling.py", "cards.py")
_LEVELS = (0.01, 0.05, 0.5)


@cache
def tested() -> tuple[ShuffleTest, ...]:
    """The tests of all shuffles on a deck, kept from the last time."""
    asked = {"what": "shuffles", "cards": CARDS, "shuffles": SHUFFLES, "seed": SEED, "by": source_digest(_MAKERS)}
    return unpacked_tests(kept_bytes(asked, lambda: packed_tests(shuffle_tests(CARDS, SHUFFLES, SEED))))


def shuffle_part() -> Section:
    """The section of the appendix."""
    found = tested()
    lead = Paragraph(
        words(
            "The cards of the software come from three shuffles. Each was made ", count(SHUFFLES), " times with ",
            count(CARDS), " cards, by the very functions that deal, from seed ", count(SEED),
            ". Chi-squared tests ask whether every card comes to every place, and every two cards side by side, as"
            " often as any other; a p-value is how likely chance alone brings a statistic at least as large.",
        )
    )  # fmt: skip
    how = tuple(Section(f"shuffle-{test.name.replace(' ', '-')}", f"How it draws: {test.name}",
                        (Points(tuple(words(each) for each in test.how)),)) for test in found)  # fmt: skip
    again = Verbatim("The command that repeats it", repeat_command(SHUFFLES, SEED))
    blocks: list[Block] = [lead, _together(found), *how, *_all_values(found), again]
    return Section("shuffle", "The shuffle", tuple(blocks), new_page=True)


def _together(found: Sequence[ShuffleTest]) -> Grid:
    heads = ("shuffle", "p-values", "smallest", "largest", *(f"below {level:g}" for level in _LEVELS), "verdict")
    rows = tuple(
        (
            test.name, count(len(test.p_values)), number(test.smallest), number(test.largest),
            *(count(test.below(level)) for level in _LEVELS),
            "as chance would have it" if test.is_fair else "stranger than chance explains",
        )
        for test in found
    )  # fmt: skip
    note = "The verdict asks how likely chance alone brings a p-value as strange, too small or too large, among all."
    return Grid("All p-values together", heads, rows, note, key="shuffle verdict")


def _all_values(found: Sequence[ShuffleTest]) -> list[Block]:
    """Every p-value: by card, by place, and of the whole table."""
    whole = tuple(
        (test.name, number(family.statistics[0], digits=1), count(family.freedom), number(family.p_values[0]))
        for test in found
        for family in test.families
        if family.name == "places"
    )
    return [
        Grid("Every card at every place, as one table", ("shuffle", "chi-squared", "freedom", "p-value"), whole,
             key="shuffle table"),
        _values(found, "card", (("places-by-card", "its places"), ("next-card", "the next card"))),
        _values(found, "place", (("cards-by-place", "its cards"), ("pairs-by-place", "with the next place"))),
    ]  # fmt: skip


def _values(found: Sequence[ShuffleTest], what: str, asked: Sequence[tuple[str, str]]) -> Grid:
    columns = [
        (f"{test.name}: {title}", next(family for family in test.families if family.name == name))
        for test in found
        for name, title in asked
    ]
    labels = columns[0][1].labels
    rows: tuple[tuple[GridCell, ...], ...] = tuple(
        (label, *(number(each.p_values[at], digits=4) if at < len(each.p_values) else None for _, each in columns))
        for at, label in enumerate(labels)
    )
    freedom = "; ".join(dict.fromkeys(f"{title.split(': ')[1]}: {each.freedom:,}" for title, each in columns))
    note = f"Degrees of freedom: {freedom}."
    heads = (what, *(title for title, _ in columns))
    return Grid(f"P-values by {what}", heads, rows, note, key=f"shuffle by {what}")
