"""Accessibility tags for row headers in PDFs, since typst tags only column headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

TABLE, HEAD, CELL, ROW, BODY = (pikepdf.Name(name) for name in ("/Table", "/TH", "/TD", "/TR", "/TBody"))
OF_ROW = pikepdf.Name("/Row")


def tag_row_heads(file: pikepdf.Pdf) -> None:
    """
    Tag the first cell of each table row as a header with row scope, as in the HTML.

    Explicit header references are removed: a reader would use only those, and the scopes suffice.
    """
    for body in _elements(file.Root.StructTreeRoot):
        if body.get("/S") == BODY:
            for row in _inner(body):
                if row.get("/S") == ROW:
                    _tag_row([cell for cell in _inner(row) if cell.get("/S") == CELL])


def _tag_row(cells: list[Any]) -> None:
    for at, cell in enumerate(cells):
        for attributes in (each for each in cell.get("/A", ()) if each.get("/O") == TABLE):
            if "/Headers" in attributes:
                del attributes["/Headers"]
            if at == 0:
                attributes["/Scope"] = OF_ROW
                cell["/S"] = HEAD


def _inner(element: Any) -> list[Any]:
    """Return the direct children of an element."""
    held = element.get("/K")
    listed = list(held) if isinstance(held, pikepdf.Array) else [held]
    return [each for each in listed if isinstance(each, pikepdf.Dictionary)]


def _elements(root: Any) -> Iterator[Any]:
    """Yield all elements down to table bodies, which contain no other tables."""
    waiting = _inner(root)
    while waiting:
        element = waiting.pop()
        yield element
        if element.get("/S") != BODY:
            waiting += _inner(element)
