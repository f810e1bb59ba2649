"""Blocks as typst's own code: every text goes in as a string, so that nothing in it is read as markup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.report.blocks import (
    Block,
    Definitions,
    Document,
    Grid,
    Paragraph,
    Picture,
    Points,
    Quantity,
    Section,
    See,
    SignatureLines,
    Transcript,
    Verbatim,
    WebLink,
    Words,
)

_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MANY_COLUMNS, _VERY_MANY = 7, 11


def text(words: str) -> str:
    """
    A string as typst writes it.

    >>> print(text('say "A♠" #now'))
    "say \\"A♠\\" #now"
    """
    return '"' + "".join(_ESCAPED.get(letter, letter) for letter in words) + '"'


def call(name: str, *arguments: str) -> str:
    """A call of one of our functions in `style.typ`."""
    return f"{name}({', '.join(arguments)})"


def content(words: Words) -> str:
    """A text with its figures and links."""
    return "[" + "".join(f"#{_piece(piece)};" for piece in words) + "]"


def _piece(piece: str | Quantity | See | WebLink | None) -> str:
    match piece:
        case None:
            return text("")
        case str():
            return text(piece)
        case Quantity(shown=shown):
            return text(shown)
        case See(section=section):
            return call("page-of", f"<{section}>")
        case WebLink(words=words, address=address):
            return call("link", text(address), text(words))
        case _:
            assert_never(piece)


def sections(document: Document) -> Iterator[str]:
    """The sections, each with its heading, one after the other."""
    for section in document.sections:
        yield from _section(section, 1)


def _section(section: Section, level: int) -> Iterator[str]:
    if section.new_page:
        yield "#pagebreak(weak: true)"
    yield f"#heading(level: {level}, {text(section.title)}) <{section.key}>"
    for block in section.blocks:
        if isinstance(block, Section):
            yield from _section(block, level + 1)
        else:
            yield f"#{_block(block)}"


def _block(block: Block) -> str:
    match block:
        case Paragraph(words=words, tone=tone):
            return call("said", text(tone), content(words))
        case Points(items=items):
            return call("list", *map(content, items))
        case Definitions(items=items):
            return call("terms", *(f"terms.item({text(term)}, {content(said)})" for term, said in items))
        case Grid():
            return _grid(block)
        case Picture():
            wide = f"{block.millimetres:g}mm" if block.millimetres else "100%"
            return call("picture", text(block.svg), text(block.alt), text(block.caption), wide)
        case Transcript(caption=caption, lines=lines):
            return call("transcript", text(caption), f"({''.join(text(line) + ', ' for line in lines)})")
        case Verbatim(caption=caption, text=words):
            return call("verbatim", text(caption), text(words))
        case SignatureLines(names=names):
            return call("signatures", f"({''.join(text(name) + ', ' for name in names)})")
        case Section():
            raise TypeError("sections are set by _section")
        case _:
            assert_never(block)


def _grid(grid: Grid) -> str:
    """A table: figures to the right, columns of running text as wide as there is room."""
    many = len(grid.heads)
    figures = [grid.is_figures(column) for column in range(many)]
    widths = ["1fr" if head in grid.wide else "auto" for head in grid.heads]
    sides = ["right" if is_figures else "left" for is_figures in figures]
    size = "0.72em" if many > _VERY_MANY else "0.82em" if many > _MANY_COLUMNS else "0.92em"
    body, sums = grid.rows[: len(grid.rows) - grid.sums], grid.rows[len(grid.rows) - grid.sums :]
    rows = [f"({''.join(_piece(cell) + ', ' for cell in row)})" for row in body]
    ends = [f"({''.join(_piece(cell) + ', ' for cell in row)})" for row in sums]
    return call(
        "grid-table", text(grid.caption), f"({', '.join(widths)},)", f"({', '.join(sides)},)", size,
        f"({''.join(text(head) + ', ' for head in grid.heads)})", f"({''.join(row + ', ' for row in rows)})",
        f"({''.join(row + ', ' for row in ends)})", text(grid.note),
    )  # fmt: skip
