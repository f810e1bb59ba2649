"""Counts by cell: an array for kernels, which number their cells, or a `Counter` for scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from pitboss.simulation.by_script import ScriptSimulation
from pitboss.solving.answers.simulator import Simulator

Cells: TypeAlias = Any
"""Counts by cell, an array or a `Counter`. Counts for the same plan can be added with +=."""


def no_cells(made: Simulator) -> Cells:
    """Return empty counts."""
    return Counter() if isinstance(made, ScriptSimulation) else np.zeros(made.cells, np.int64)


def counted(cells: Cells) -> Iterator[tuple[Any, int]]:
    """Yield every cell that occurred, with its count."""
    if isinstance(cells, Counter):
        yield from cells.items()
    else:
        yield from ((int(cell), int(cells[cell])) for cell in cells.nonzero()[0])


def count_rounds(cells: Cells) -> int:
    """Return the number of rounds counted, with each seat of a round counted separately."""
    return cells.total() if isinstance(cells, Counter) else int(cells.sum())
