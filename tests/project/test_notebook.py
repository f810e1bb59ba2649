"""
The tutorial notebook: every cell runs, and its output equals the stored output.

Its cells are run in order without a kernel, which would add a dozen packages to the development environment.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "tutorial.ipynb"


def outputs(source: str, space: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Run a cell and return its outputs: printed text, then the value of its last line."""
    parsed = ast.parse(source)
    last = parsed.body.pop() if parsed.body and isinstance(parsed.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(parsed, "cell", "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": [value._repr_html_()], **data}
        yield {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def test_every_cell_gives_its_stored_output(rewrite: bool) -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    space: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 10
    for number, cell in enumerate(cells, 1):
        shown = list(outputs("".join(cell["source"]), space, number))
        if rewrite:
            cell["outputs"], cell["execution_count"] = shown, number
        assert cell["outputs"] == shown, "".join(cell["source"])
    if rewrite:
        NOTEBOOK.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def test_notebook_format_is_valid() -> None:
    """Check the fields that every notebook reader needs (nbformat 4.5)."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert all({"cell_type", "id", "metadata", "source"} <= cell.keys() for cell in notebook["cells"])
