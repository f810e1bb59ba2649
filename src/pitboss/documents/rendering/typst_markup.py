"""Conversion of blocks to typst code; all text is passed as strings, so none of it is read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
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
    RoundColumns,
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
_IN_A_ROW = 1.08
_BESIDE = 1.17
"""How much more fits beside each other than the cautious count of letters says: figures are narrow."""
_LETTERS, _LETTERS_ON_ITS_SIDE = 92, 130
"""Approximate number of characters per table line, in portrait and landscape."""
_SHORT, _NAME = 14, 22
"""Maximum length of text that is not wrapped, and of names at the head of a row."""
_MOST_SHARE = 90
_PAGE = 40
"""Rows of a folded table per page."""
_FOLDS_FROM = 10
"""Rows from which a narrow table is folded, if it may be."""
_MOST_PIECES = 4
_GAP = 5
"""Letters between two tables side by side."""
_WHOLE = 14
"""Tables and transcripts up to this length are not broken across pages."""
_ROW_HEIGHT = 26
"""Tables up to this length may stand beside each other."""
_MOST_BESIDE = 3
_LONG_ROUND = 30
"""Rows from which a round has the width of the page."""
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
        case tuple():
            return content(piece)
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
    for blocks in side_by_side(section.blocks, letters):
        yield from _blocks(blocks, level, letters, numbered)


def _blocks(blocks: tuple[Block, ...], level: int, letters: int, numbered: bool) -> Iterator[str]:
    """Yield one block with the block that follows it for company, or tables that stand side by side."""
    block, *others = blocks
    following = others[0] if others else None
    if isinstance(block, Section):
        yield from _section(block, level + 1, letters, numbered=numbered)
    elif isinstance(block, RoundColumns):
        yield f"#{call('in-pairs', *(_block(each, letters) for each in blocks))}"
    elif isinstance(block, Grid) and isinstance(following, Grid):
        yield f"#{call('row-of', *(_grid(each, letters, among=True) for each in blocks if isinstance(each, Grid)))}"
    elif _leads(block, following):
        yield f"#{call('said', text(block.tone), content(block.words), 'keep: true')}"  # with the next block
    elif isinstance(block, Grid) and isinstance(following, Picture) and len(block.rows) <= _SHORT_TABLE:
        yield f"#{_grid(block, letters, keep=True)}"
    else:
        yield f"#{_block(block, letters)}"


def side_by_side(blocks: Sequence[Block], letters: int = _LETTERS) -> Iterator[tuple[Block, ...]]:
    """Yield groups of tables that fit side by side; any other block with the one that follows it."""
    at = 0
    while at < len(blocks):
        row = _row_of_tables(blocks[at:], letters)
        if isinstance(blocks[at], RoundColumns):
            row = _run_of_rounds(blocks[at:])
        if len(row) > 1 or isinstance(blocks[at], RoundColumns):
            yield row
        else:
            yield tuple(blocks[at : at + 1 if isinstance(blocks[at], Grid) and _is_grid_next(blocks, at) else at + 2])
        at += max(len(row), 1)


def _is_grid_next(blocks: Sequence[Block], at: int) -> bool:
    return at + 1 < len(blocks) and isinstance(blocks[at + 1], Grid)


def _run_of_rounds(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return two short rounds that stand side by side, or one long one."""
    run = tuple(takewhile(lambda block: isinstance(block, RoundColumns) and len(block.rows) <= _LONG_ROUND, blocks[:2]))
    return run or tuple(blocks[:1])


def _row_of_tables(blocks: Sequence[Block], letters: int) -> tuple[Block, ...]:
    """Return the tables at the start of these blocks that are short and fit beside each other."""
    row: list[Block] = []
    wide = 0
    for block in blocks:
        if not isinstance(block, Grid) or block.wide or len(block.rows) > _ROW_HEIGHT or fold_of(block, letters) > 1:
            break
        wide += width_of(block) + _GAP
        if wide > _IN_A_ROW * letters + _GAP or len(row) == _MOST_BESIDE:
            break
        row.append(block)
    return tuple(row)


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
        case RoundColumns(caption=caption, rows=rows):
            whole = "false" if len(rows) <= 2 * _WHOLE else "true"
            said = (f"({text(did)}, {_cards(cards)}, {text(money)})" for did, cards, money in rows)
            return call("dealt-round", text(caption), _array(said), whole)
        case Section():
            raise TypeError("sections are set by _section")
        case _:
            assert_never(block)


def _cards(signs: str) -> str:
    """Return small cards."""
    return "[" + "".join(f"#{call('small-card', text(sign))};" for sign in signs.split()) + "]"


def _grid(grid: Grid, letters: int, *, keep: bool = False, among: bool = False) -> str:
    """Return a table: figures aligned right, text columns as wide as possible."""
    many, folds = len(grid.heads), fold_of(grid, letters)
    sides = [_side(grid, column) for column in range(many)]
    size = "0.74em" if many > _VERY_MANY else "0.84em" if many > _MANY_COLUMNS else "0.92em"
    body, sums = grid.rows[: len(grid.rows) - grid.sums], grid.rows[len(grid.rows) - grid.sums :]
    room = _PAGE * folds if folds > 1 else len(body) or 1
    groups = [_pieces(folds, body[start : start + room]) for start in range(0, max(len(body), 1), room)]
    return call(
        "grid-table", text(grid.caption), _array(_widths(grid, letters)), _array(sides), size,
        _array(map(text, grid.heads)), _array(groups), _array(map(_row, sums)), text(grid.note),
        "true" if len(grid.rows) > _WHOLE else "false", f"keep: {str(keep).lower()}",
        f"beside-others: {str(among).lower()}",
    )  # fmt: skip


def _side(grid: Grid, column: int) -> str:
    return "right" if grid.is_figures(column) else "center" if grid.is_marks(column) else "left"


def width_of(grid: Grid) -> int:
    """Return the width of a table in letters of the text, as it is set."""
    need = [max([_longest(head), *(_length(row[at]) for row in grid.rows)]) for at, head in enumerate(grid.heads)]
    small = 0.74 if len(need) > _VERY_MANY else 0.84 if len(need) > _MANY_COLUMNS else 0.92
    return round(small * (sum(need) + 2 * len(need)))


def fold_of(grid: Grid, letters: int) -> int:
    """Return the number of side-by-side pieces of a table: as many as fit if it is long and narrow."""
    if grid.fold > 1 or grid.wide or grid.sums or len(grid.rows) < _FOLDS_FROM:
        return grid.fold
    fit = int((_BESIDE * letters + _GAP) // (width_of(grid) + _GAP))
    return max(1, min(_MOST_PIECES, fit, -(-len(grid.rows) // 6)))


def _pieces(folds: int, rows: Sequence[Iterable[GridCell]]) -> str:
    """Split the rows of one page into side-by-side pieces."""
    tall = -(-len(rows) // folds) or 1
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
        case tuple():
            return sum(map(_length, cell))
        case _:
            return 8 if cell else 0


def _longest(head: str) -> int:
    """Return the length of the longest word, since heads may break between words."""
    return max(map(len, head.split()), default=0)
