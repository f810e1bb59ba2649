"""A report shared by several tests: made once per process, from cached answers."""

from __future__ import annotations

from functools import cache
from typing import Any

import pikepdf

import pitboss as pb
from pitboss.documents.blocks import Document, Grid, Quantity
from pitboss.documents.rendering import rendered
from pitboss.documents.report import make_report, with_whole

DATE, SEED, ROUNDS = "2026-11-17", 3, 200_000


@cache
def sample_report(game: str = "flop22", *settings: str) -> Document:
    """Return the report of a game, with some rounds simulated."""
    return make_report(pb.rules(game).with_settings(settings), ROUNDS, SEED, DATE)


@cache
def as_pdf(game: str = "flop22") -> bytes:
    """Return the same report as PDF."""
    return rendered(with_whole(sample_report(game)), ".pdf")


def grids(document: Document) -> dict[str, Grid]:
    """Return every table by its key."""
    return {block.key or block.caption: block for _, block in document.walk() if isinstance(block, Grid)}


def cell(document: Document, key: str, row: str, column: str) -> Any:
    """Return one cell of a table: a figure's number, or its text."""
    grid = grids(document)[key]
    found = next(line for line in grid.rows if _name(line[0]) == row)[grid.heads.index(column)]
    return found.number if isinstance(found, Quantity) else found


def _name(head: object) -> str:
    return head.shown if isinstance(head, Quantity) else str(head)


def tagged(root: Any) -> list[pikepdf.Dictionary]:
    """Return every element of a PDF's structure tree."""
    found, queue = [], [root.StructTreeRoot]
    while queue:
        element = queue.pop()
        if not isinstance(element, pikepdf.Dictionary):
            continue
        found.append(element)
        inner = element.get("/K")
        queue += list(inner) if isinstance(inner, pikepdf.Array) else [inner]
    return [element for element in found if "/S" in element]


def attributes(element: Any) -> list[Any]:
    """Return the attribute dictionaries of an element."""
    return list(element.A) if isinstance(element.A, pikepdf.Array) else [element.A]
