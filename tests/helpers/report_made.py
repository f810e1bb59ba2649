"""A report that several tests look at: made once in a process, from what is kept on disk."""

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
def made(game: str = "flop22", *settings: str) -> Document:
    """The report of a game, with some rounds simulated."""
    return make_report(pb.rules(game).with_settings(settings), ROUNDS, SEED, DATE)


@cache
def as_pdf(game: str = "flop22") -> bytes:
    """The same as PDF."""
    return rendered(with_whole(made(game)), ".pdf")


def grids(document: Document) -> dict[str, Grid]:
    """Every table by its key."""
    return {block.key or block.caption: block for _, block in document.walk() if isinstance(block, Grid)}


def cell(document: Document, key: str, row: str, column: str) -> Any:
    """One cell of a table: a figure's number, or its words."""
    grid = grids(document)[key]
    found = next(line for line in grid.rows if _name(line[0]) == row)[grid.heads.index(column)]
    return found.number if isinstance(found, Quantity) else found


def _name(head: object) -> str:
    return head.shown if isinstance(head, Quantity) else str(head)


def tagged(root: Any) -> list[pikepdf.Dictionary]:
    """Every element of a PDF's structure tree."""
    found, waiting = [], [root.StructTreeRoot]
    while waiting:
        element = waiting.pop()
        if not isinstance(element, pikepdf.Dictionary):
            continue
        found.append(element)
        inner = element.get("/K")
        waiting += list(inner) if isinstance(inner, pikepdf.Array) else [inner]
    return [element for element in found if "/S" in element]


def attributes(element: Any) -> list[Any]:
    """The attribute dictionaries of an element: one, or several."""
    return list(element.A) if isinstance(element.A, pikepdf.Array) else [element.A]
