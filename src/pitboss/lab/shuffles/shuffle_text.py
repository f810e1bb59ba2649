"""The results of the shuffle tests as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.lab.display import StyledLine
from pitboss.lab.shuffles.shuffle_answer import ShuffleFamily, ShuffleTest

_IN_A_LINE = 5
_LEVELS = ((0.01, "1%"), (0.05, "5%"), (0.5, "50%"))


def shuffle_lines(found: Sequence[ShuffleTest], repeat: str) -> Iterator[StyledLine]:
    """Yield the lines of the text output; `repeat` is the command that reproduces the figures."""
    first = found[0]
    yield (f"Shuffle test: {first.shuffles:,} shuffles of {first.cards} cards, seed {first.seed}", "bold")
    for test in found:
        yield ""
        yield (f"How it shuffles: {test.name}", "bold")
        yield from (f"  {sentence}" for sentence in test.how)
        for family in test.families:
            yield ""
            yield from _family_lines(family)
        yield ""
        below = ", ".join(f"{test.below(level) / len(test.p_values):.1%} below {label}" for level, label in _LEVELS)
        yield test.verdict
        yield f"Of all p-values, {below}."
    yield ""
    yield f"Repeat it with: {repeat}"


def _family_lines(family: ShuffleFamily) -> Iterator[str]:
    statistic = f" Chi-squared with {family.freedom:,} degrees of freedom"
    wide = max(map(len, family.labels)) + 2
    cells = [f"{label:>{wide}} {value:.4f}" for label, value in zip(family.labels, family.p_values, strict=True)]
    if len(cells) == 1:
        yield f"  {family.what}{statistic}: {family.statistics[0]:,.1f}, p {family.p_values[0]:.4f}."
        return
    yield f"  {family.what}{statistic}; p-values:"
    for begin in range(0, len(cells), _IN_A_LINE):
        yield "  " + " ".join(cells[begin : begin + _IN_A_LINE])
