"""Conversion of blocks to typst code; all text is passed as strings, so none of it is read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeGuard, assert_never

from pitboss.documents.blocks import (
    Block,
    Definitions,
    Document,
    Grid,
    Mark,
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
from pitboss.documents.blocks.tree import GridCell

_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MANY_COLUMNS, _VERY_MANY = 7, 11
_LETTERS, _LETTERS_ON_ITS_SIDE = 92, 130
"""Approximate number of characters per table line, in portrait and landscape."""
_SHORT, _NAME = 14, 22
"""Maximum length of text that is not wrapped, and of names at the head of a row."""
_MOST_SHARE = 90
_PAGE = 44
"""Rows of a folded table per page."""
_WHOLE = 16
"""Tables and transcripts up to this length are not broken across pages."""
_SHORT_TABLE = 8
"""Tables up to this length stay on the page of the picture that follows."""


def text(words: str) -> str:
    """
    Return a typst string literal.

    >>> print(text('say "A♠" #now'))
    "say \\"A♠\\" #now"
    """
    return '"' + "".join(_ESCAPED.get(letter, letter) for letter in words) + '"'


def call(name: str, *arguments: str) -> str:
    """Return a call of one of the functions in `style.typ`."""
    return f"{name}({', '.join(arguments)})"


def content(words: Words) -> str:
    """Return a text with its figures and links as typst content."""
    return "[" + "".join(f"#{_piece(piece)};" for piece in words) + "]"


def _piece(piece: GridCell) -> str:
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
        case Mark(words=words, tone=tone):
            return call("mark", text(words), text(tone))
        case _:
            assert_never(piece)


def sections(document: Document) -> Iterator[str]:
    """Yield the sections with their headings."""
    letters = _LETTERS_ON_ITS_SIDE if document.page.landscape else _LETTERS
    for section in document.sections:
        if not section.front:
            yield from _section(section, 1, letters)


def front_sections(document: Document) -> Iterator[str]:
    """Yield the unnumbered sections that follow the title."""
    letters = _LETTERS_ON_ITS_SIDE if document.page.landscape else _LETTERS
    for section in document.sections:
        if section.front:
            yield from _section(section, 1, letters, numbered=False)


def _section(section: Section, level: int, letters: int, *, numbered: bool = True) -> Iterator[str]:
    if section.new_page:
        yield "#pagebreak(weak: true)"
    number = "" if numbered else ", numbering: none"
    yield f"#heading(level: {level}{number}, {text(section.title)}) <{section.key}>"
    for block, following in zip_longest(section.blocks, section.blocks[1:]):
        if isinstance(block, Section):
            yield from _section(block, level + 1, letters, numbered=numbered)
        elif _leads(block, following):
            yield f"#{call('said', text(block.tone), content(block.words), 'keep: true')}"  # with the next block
        elif isinstance(block, Grid) and isinstance(following, Picture) and len(block.rows) <= _SHORT_TABLE:
            yield f"#{_grid(block, letters, keep=True)}"
        else:
            yield f"#{_block(block, letters)}"


def _leads(block: Block, following: Block | None) -> TypeGuard[Paragraph]:
    """Whether a paragraph introduces the next block; a note belongs to the block before it."""
    shown = isinstance(following, Grid | Picture | Transcript | Verbatim)
    return shown and isinstance(block, Paragraph) and block.tone != "note"


def _block(block: Block, letters: int) -> str:
    match block:
        case Paragraph(words=words, tone=tone):
            return call("said", text(tone), content(words))
        case Points(items=items):
            return call("list", *map(content, items))
        case Definitions(items=items):
            return call("terms", *(f"terms.item({text(term)}, {content(said)})" for term, said in items))
        case Grid():
            return _grid(block, letters)
        case Picture():
            wide = f"{block.millimetres:g}mm" if block.millimetres else "86%"
            return call("picture", text(block.svg), text(block.alt), text(block.caption), wide)
        case Transcript(caption=caption, lines=lines):
            whole = "false" if len(lines) <= 2 * _WHOLE else "true"
            return call("transcript", text(caption), _array(map(text, lines)), whole)
        case Verbatim(caption=caption, text=words):
            return call("verbatim", text(caption), text(words))
        case SignatureLines(names=names):
            return call("signatures", _array(map(text, names)))
        case Section():
            raise TypeError("sections are set by _section")
        case _:
            assert_never(block)


def _grid(grid: Grid, letters: int, *, keep: bool = False) -> str:
    """Return a table: figures aligned right, text columns as wide as possible."""
    many = len(grid.heads)
    sides = ["right" if grid.is_figures(column) else "left" for column in range(many)]
    size = "0.74em" if many > _VERY_MANY else "0.84em" if many > _MANY_COLUMNS else "0.92em"
    body, sums = grid.rows[: len(grid.rows) - grid.sums], grid.rows[len(grid.rows) - grid.sums :]
    room = _PAGE * grid.fold if grid.fold > 1 else len(body) or 1
    groups = [_pieces(grid, body[start : start + room]) for start in range(0, max(len(body), 1), room)]
    return call(
        "grid-table", text(grid.caption), _array(_widths(grid, letters)), _array(sides), size,
        _array(map(text, grid.heads)), _array(groups), _array(map(_row, sums)), text(grid.note),
        "true" if len(grid.rows) > _WHOLE else "false", f"keep: {str(keep).lower()}",
    )  # fmt: skip


def _pieces(grid: Grid, rows: Sequence[Iterable[GridCell]]) -> str:
    """Split the rows of one page into side-by-side pieces, according to `fold`."""
    tall = -(-len(rows) // grid.fold) or 1
    return _array(_array(map(_row, rows[start : start + tall])) for start in range(0, max(len(rows), 1), tall))


def _array(items: Iterable[str]) -> str:
    return f"({''.join(f'{item}, ' for item in items)})"


def _row(row: Iterable[GridCell]) -> str:
    return _array(map(_piece, row))


def _widths(grid: Grid, letters: int) -> list[str]:
    """
    Return natural column widths if they fit; otherwise text columns share the space left by figures and short text.
    """
    need = [max([_longest(head), *(_length(row[at]) for row in grid.rows)]) for at, head in enumerate(grid.heads)]
    if sum(need) + 2 * len(need) <= letters and not grid.wide:
        return ["auto"] * len(need)
    shares = [0 if _keeps(grid, at, width) else min(width, _MOST_SHARE) ** 0.75 for at, width in enumerate(need)]
    if grid.wide and not any(shares):
        return ["1fr" if head in grid.wide else "auto" for head in grid.heads]
    left = letters - 2 * len(need) - sum(width for width, share in zip(need, shares, strict=True) if not share)
    each = left / (sum(shares) or 1)
    rest = max(shares)  # takes all remaining space
    return [_width(share, each * share, 0 if share == rest else _word(grid, at)) for at, share in enumerate(shares)]


def _width(share: float, letters: float, word: int) -> str:
    """Return a share of the remaining space, but at least the width of the longest word."""
    if share and word > letters:
        return f"{0.55 * word + 1:.2f}em"
    return f"{share:.2f}fr" if share else "auto"


def _word(grid: Grid, at: int) -> int:
    """Return the length of the longest word in a column; lines may break after a hyphen."""
    said = (grid.heads[at], *(cell for row in grid.rows if isinstance(cell := row[at], str)))
    return max(_longest(words.replace("-", "- ")) for words in said)


def _keeps(grid: Grid, at: int, width: int) -> bool:
    if grid.heads[at] in grid.wide:
        return False
    codes = max((_longest(str(row[at])) for row in grid.rows if isinstance(row[at], str)), default=0) > _SHORT
    return codes or grid.is_figures(at) or width <= (_SHORT if at else _NAME)


def _length(cell: GridCell) -> int:
    match cell:
        case str():
            return len(cell)
        case Quantity(shown=shown):
            return len(shown)
        case WebLink(words=words) | Mark(words=words):
            return len(words)
        case _:
            return 8 if cell else 0


def _longest(head: str) -> int:
    """Return the length of the longest word, since heads may break between words."""
    return max(map(len, head.split()), default=0)
