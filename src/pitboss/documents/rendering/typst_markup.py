"""Conversion of blocks to typst code; all text is passed as strings, so none of it is read as markup."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeGuard, assert_never

from pitboss.documents import blocks as model

_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MANY_COLUMNS, _VERY_MANY = 7, 11
_SIZES = (0.92, 0.84, 0.74)
"""Font sizes of tables, in em: normal, with many columns, and with very many."""
_SIZE_WITH_ERRORS = _SIZES[2]
"""The font size of a table whose figures with their errors are too wide in the usual size."""
_PAPERS = {"us-letter": (215.9, 279.4)}
"""Width and height of paper by name, in millimetres."""
_POINT = 25.4 / 72
"""A point in millimetres."""
_EM = {**dict.fromkeys("ilj.,:;'| ()", 0.28), **dict.fromkeys("mwMW%—…", 0.8), "−": 0.5, "+": 0.5, "±": 0.5}
"""Widths of characters in em, besides letters and digits."""
_EM_UPPER, _EM_OTHER, _EM_INSET, _EM_MARK = 0.66, 0.47, 0.95, 0.5
_SHORT, _NAME = 14, 22
"""Maximum length of text that is not wrapped, and of row heads that are not."""
_MAX_SHARE = 90
_PAGE = 44
"""Rows of a folded table per page."""
_FOLDS_FROM = 10
"""Minimum number of rows for folding a narrow table, if folding is allowed."""
_MAX_PIECES = 4
_GAP_EM = 2.2
"""Space between two tables side by side."""
_SLACK, _NARROWEST_EM = 1.07, 11.0
_MAX_FIGURES = 0.7
"""The share of a page's width that figures may take before they are broken at their error."""
_WHOLE, _WHOLE_TEXT = 20, 14
"""Tables of figures, and tables of running text, up to these lengths are not broken across pages."""
_ROW_HEIGHT = 26
"""Tables up to this length may be side by side."""
_MAX_SIDE_BY_SIDE = 3
_LONG_ROUND = 28
"""Maximum rows of a round that shares the page width with another; a longer round fills both columns."""
_MAX_HALF = 40
"""Maximum rows of a column of a round that is not broken across pages."""
_CONTINUED = "Continued"
_SHORT_TABLE = 8
"""Tables up to this length stay on the same page as the picture that follows."""


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


def content(words: model.Words) -> str:
    """Render text with its figures and links as typst content."""
    return "[" + "".join(f"#{_piece(piece)};" for piece in words) + "]"


def _piece(piece: model.GridCell) -> str:
    match piece:
        case None:
            return text("")
        case str():
            return text(piece)
        case model.Quantity(shown=shown):
            return text(shown)
        case model.See(section=section):
            return call("page-of", f"<{section}>")
        case model.WebLink(words=words, address=address):
            return call("link", text(address), text(words))
        case model.Mark(words=words, tone=tone):
            return call("mark", text(words), text(tone))
        case tuple():
            return content(piece)
        case _:
            assert_never(piece)


def line_em(page: model.Page) -> float:
    """
    Return the width of the text on a page, in em.

    >>> round(line_em(model.Page()), 1), round(line_em(model.Page(paper="139.7x215.9", margin=9, points=11)), 1)
    (49.9, 31.4)
    """
    return (paper_mm(page)[0] - 2 * page.margin) / _POINT / page.points


def paper_mm(page: model.Page) -> tuple[float, float]:
    """Return the width and height of a page in millimetres; the height is 0 if it is as long as needed."""
    wide, _, high = page.paper.partition("x")
    sides = _PAPERS.get(page.paper) or (float(wide), 0.0 if high == "auto" else float(high))
    return sides[::-1] if page.landscape else sides


def sections(document: model.Document) -> Iterator[str]:
    """Yield the sections with their headings."""
    line = line_em(document.page)
    for section in document.sections:
        if not section.front:
            yield from _section(section, 1, line)


def front_sections(document: model.Document) -> Iterator[str]:
    """Yield the unnumbered sections that follow the title."""
    line = line_em(document.page)
    for section in document.sections:
        if section.front:
            yield from _section(section, 1, line, numbered=False)


def _section(section: model.Section, level: int, line: float, *, numbered: bool = True) -> Iterator[str]:
    if section.new_page:
        yield "#pagebreak(weak: true)"
    number = "" if numbered else ", numbering: none"
    yield f"#heading(level: {level}{number}, {text(section.title)}) <{section.key}>"
    for blocks in side_by_side(section.blocks, line):
        yield from _blocks(blocks, level, line, numbered)


def _blocks(blocks: tuple[model.Block, ...], level: int, line: float, numbered: bool) -> Iterator[str]:
    """Yield one block, kept together with the next if needed, or tables side by side."""
    block, *others = blocks
    following = others[0] if others else None
    if isinstance(block, model.Section):
        yield from _section(block, level + 1, line, numbered=numbered)
    elif isinstance(block, model.RoundColumns):
        pair = blocks if len(blocks) > 1 else _halves(block)
        yield f"#{call('in-pairs', *(_block(each, line) for each in pair))}"
    elif isinstance(block, model.Grid) and isinstance(following, model.Grid):
        grids = [each for each in blocks if isinstance(each, model.Grid)]
        widths = _row_widths(grids, line)
        tables = (_grid(each, wide, among=True) for each, wide in zip(grids, widths, strict=True))
        yield f"#{call('row-of', _array(f'{wide:.2f}em' for wide in widths), *tables)}"
    elif _leads(block, following):
        yield f"#{call('paragraph', text(block.tone), content(block.words), 'keep: true')}"  # stays with the next block
    elif isinstance(block, model.Grid) and isinstance(following, model.Picture) and _stays(block, following):
        yield f"#{_grid(block, line, keep=True)}"
    else:
        yield f"#{_block(block, line)}"


def side_by_side(blocks: Sequence[model.Block], line: float) -> Iterator[tuple[model.Block, ...]]:
    """Yield groups of tables that fit side by side, or any other block together with the one that follows it."""
    at = 0
    while at < len(blocks):
        row = _row_of_tables(blocks[at:], line)
        if isinstance(blocks[at], model.RoundColumns):
            row = _run_of_rounds(blocks[at:])
        if len(row) > 1 or isinstance(blocks[at], model.RoundColumns):
            yield row
        else:
            yield tuple(
                blocks[at : at + 1 if isinstance(blocks[at], model.Grid) and _is_grid_next(blocks, at) else at + 2]
            )
        at += max(len(row), 1)


def _is_grid_next(blocks: Sequence[model.Block], at: int) -> bool:
    return at + 1 < len(blocks) and isinstance(blocks[at + 1], model.Grid)


def _run_of_rounds(blocks: Sequence[model.Block]) -> tuple[model.Block, ...]:
    """Return two short rounds to be set side by side, or one long one."""
    run = tuple(
        takewhile(lambda block: isinstance(block, model.RoundColumns) and len(block.rows) <= _LONG_ROUND, blocks[:2])
    )
    return run or tuple(blocks[:1])


def _halves(block: model.RoundColumns) -> tuple[model.RoundColumns, ...]:
    """Return a long round as two columns, or a short one unchanged."""
    if len(block.rows) <= _LONG_ROUND:
        return (block,)
    half = -(-len(block.rows) // 2)
    return model.RoundColumns(block.caption, block.rows[:half]), model.RoundColumns(_CONTINUED, block.rows[half:])


def _row_of_tables(blocks: Sequence[model.Block], line: float) -> tuple[model.Block, ...]:
    """Return the tables at the start of these blocks that are short and fit side by side."""
    row: list[model.Block] = []
    wide = 0.0
    for block in blocks:
        if not isinstance(block, model.Grid) or block.wide or len(block.rows) > _ROW_HEIGHT or block.fold > 1:
            break
        wide += _width_among(block) + _GAP_EM
        if wide > line + _GAP_EM or len(row) == _MAX_SIDE_BY_SIDE:
            break
        row.append(block)
    return tuple(row)


def _row_widths(grids: Sequence[model.Grid], line: float) -> list[float]:
    """Return the widths of tables side by side in em, with room for unbroken heads as far as the page allows."""
    widths = [_width_among(grid) for grid in grids]
    left = line - sum(widths) - _GAP_EM * (len(grids) - 1)
    for at, grid in enumerate(grids):
        more = _width_among(grid, head_lines=1) - widths[at]
        if more <= left:
            widths[at] += more
            left -= more
    return widths


def _width_among(grid: model.Grid, head_lines: int = 0) -> float:
    """Return the width of a table that is next to others, in em: its own with some slack."""
    return max(_SLACK * width_of(grid, _size_among(grid), head_lines), _NARROWEST_EM)


def _stays(grid: model.Grid, picture: model.Picture) -> bool:
    """Return whether a table must share a page with the next picture: if it is short, or lists the picture's sizes."""
    return len(grid.rows) <= _SHORT_TABLE or picture.millimetres > 0


def _leads(block: model.Block, following: model.Block | None) -> TypeGuard[model.Paragraph]:
    """Return whether a paragraph introduces the next block; a note belongs to the block before it."""
    shown = isinstance(following, model.Grid | model.Picture | model.Transcript | model.Verbatim | model.SignatureLines)
    return shown and isinstance(block, model.Paragraph) and block.tone != "note"


def _block(block: model.Block, line: float) -> str:
    match block:
        case model.Paragraph(words=words, tone=tone):
            return call("paragraph", text(tone), content(words))
        case model.Points(items=items):
            return call("list", *map(content, items))
        case model.Definitions(items=items):
            return call("terms", *(f"terms.item({text(term)}, {content(definition)})" for term, definition in items))
        case model.Grid():
            return _grid(block, line)
        case model.Picture():
            wide = f"{block.millimetres:g}mm" if block.millimetres else "86%"
            return call("picture", text(block.svg), text(block.alt), text(block.caption), wide)
        case model.Transcript(caption=caption, lines=lines):
            whole = "false" if len(lines) <= _LONG_ROUND else "true"
            return call("transcript", text(caption), _array(map(text, lines)), whole)
        case model.Verbatim(caption=caption, text=words):
            return call("verbatim", text(caption), text(words))
        case model.SignatureLines(names=names):
            return call("signatures", _array(map(text, names)))
        case model.RoundColumns(caption=caption, rows=rows):
            whole = "false" if len(rows) <= _MAX_HALF else "true"
            definition = (f"({text(did)}, {_cards(cards)}, {text(money)})" for did, cards, money in rows)
            return call("dealt-round", text(caption), _array(definition), whole)
        case model.Section():
            raise TypeError("sections are set by _section")
        case _:
            assert_never(block)


def _cards(signs: str) -> str:
    """Return typst code that draws small cards."""
    return "[" + "".join(f"#{call('small-card', text(sign))};" for sign in signs.split()) + "]"


def _grid(grid: model.Grid, line: float, *, keep: bool = False, among: bool = False) -> str:
    """Return a table: figures aligned right, text columns as wide as possible."""
    folds, size = (1, _size_among(grid)) if among else fold_of(grid, line)
    sides = [_side(grid, column) for column in range(len(grid.heads))]
    body, sums = grid.rows[: len(grid.rows) - grid.sums], grid.rows[len(grid.rows) - grid.sums :]
    room = _PAGE * folds if folds > 1 else len(body) or 1
    groups = [_pieces(folds, body[start : start + room]) for start in range(0, max(len(body), 1), room)]
    return call(
        "grid-table", text(grid.caption), _array(_widths(grid, line, size)), _array(sides), f"{size}em",
        _array(map(text, grid.heads)), _array(groups), _array(map(_row, sums)), text(grid.note),
        "true" if len(grid.rows) > (_WHOLE_TEXT if grid.wide else _WHOLE) else "false", f"keep: {str(keep).lower()}",
        f"beside-others: {str(among).lower()}",
    )  # fmt: skip


def _side(grid: model.Grid, column: int) -> str:
    return "right" if grid.is_figures(column) else "center" if grid.is_marks(column) else "left"


def _size_of(grid: model.Grid, line: float) -> float:
    """Return the font size of a table that has the full page width; errors stay on the line of their figures."""
    columns = len(grid.heads)
    usual = _SIZES[(columns > _MANY_COLUMNS) + (columns > _VERY_MANY)]
    has_errors = any(" ± " in _shown(cell) for row in grid.rows for cell in row)
    is_tight = has_errors and not grid.wide and width_of(grid, usual) > line
    return min(usual, _SIZE_WITH_ERRORS) if is_tight else usual


def _size_among(grid: model.Grid) -> float:
    """Return the font size of a table that is next to others."""
    return min(_size_of(grid, math.inf), _SIZES[1])


def width_of(grid: model.Grid, size: float, head_lines: int = 0) -> float:
    """Return the estimated width of a table in em of the text, at a font size."""
    need = columns_em(grid, head_lines)
    return size * (sum(need) + _EM_INSET * len(need))


def columns_em(grid: model.Grid, head_lines: int = 0, *, split: bool = False) -> list[float]:
    """Return the estimated width of each column: its widest cell or its head. `split` breaks figures at ±."""
    return [
        max(
            _head_em(head, head_lines),
            *(_cell_em(part) for row in grid.rows for part in (_split(row[at]) if split else (row[at],))),
            0.0,
        )
        for at, head in enumerate(grid.heads)
    ]


def _head_em(head: str, lines: int) -> float:
    """Return the width of a head broken into at most two lines, or at every word if `lines` is 0."""
    parts = head.split(" ")
    if not lines:
        return max(map(_em, parts))
    breaks = range(len(parts) if lines > 1 else 1)
    return min(max(_em(" ".join(parts[:at])), _em(" ".join(parts[at:]))) for at in breaks)


def _split(cell: model.GridCell) -> tuple[model.GridCell, ...]:
    value, sign, error = _shown(cell).partition(" ± ")
    return (value, f"± {error}") if sign else (cell,)


def fold_of(grid: model.Grid, line: float) -> tuple[int, float]:
    """
    Return the number of side-by-side pieces of a table, as many as fit if it is long and narrow, and its font size.
    """
    usual = _size_of(grid, line)
    if grid.fold > 1 or grid.wide or grid.sums or len(grid.rows) < _FOLDS_FROM:
        return grid.fold, usual
    for size in (usual, min(usual, _SIZES[1]), _SIZES[2] if grid.is_marks(len(grid.heads) - 1) else usual):
        fit = int((line + _GAP_EM) // (width_of(grid, size) + _GAP_EM))
        if fit > 1:
            return max(1, min(_MAX_PIECES, fit, -(-len(grid.rows) // 6))), size
    return 1, usual


def _cell_em(cell: model.GridCell) -> float:
    """Return the estimated width of a cell in em; a mark has a margin."""
    marks = cell if isinstance(cell, tuple) else (cell,)
    return _em(_shown(cell)) + _EM_MARK * sum(isinstance(each, model.Mark) for each in marks)


def _em(words: str) -> float:
    """Return the estimated width of a text in em."""
    return sum(_EM.get(each, _EM_UPPER if each.isupper() else _EM_OTHER) for each in words)


def _pieces(folds: int, rows: Sequence[Iterable[model.GridCell]]) -> str:
    """Split the rows of one page into side-by-side pieces."""
    tall = -(-len(rows) // folds) or 1
    return _array(_array(map(_row, rows[start : start + tall])) for start in range(0, max(len(rows), 1), tall))


def _array(items: Iterable[str]) -> str:
    return f"({''.join(f'{item}, ' for item in items)})"


def _row(row: Iterable[model.GridCell]) -> str:
    return _array(map(_piece, row))


def _widths(grid: model.Grid, line: float, size: float) -> list[str]:
    """
    Return natural column widths if they fit; otherwise text columns share the space left by figures and short text.
    """
    room = line / size - _EM_INSET * len(grid.heads)
    for head_lines in (1, 2, 0):
        ems = columns_em(grid, head_lines)
        if _SLACK * sum(ems) <= room:
            natural = head_lines == 1
            return [
                "1fr" if head in grid.wide else "auto" if natural else _em_wide(em)
                for head, em in zip(grid.heads, ems, strict=True)
            ]
    letters_of = [
        max([_longest_word(head), *(_length(row[at]) for row in grid.rows)]) for at, head in enumerate(grid.heads)
    ]
    shares = [0 if _keeps(grid, at, width) else min(width, _MAX_SHARE) ** 0.75 for at, width in enumerate(letters_of)]
    if not any(shares):
        return ["auto"] * len(shares)
    ems = columns_em(grid, head_lines=2)
    if _fixed_em(ems, shares) > _MAX_FIGURES * room:
        ems = columns_em(grid, split=True)
    left = room - _SLACK * _fixed_em(ems, shares)
    each, rest = left / sum(shares), max(shares)  # the widest column of text takes all remaining space
    return [
        _em_wide(ems[at]) if not share
        else f"{word + _EM_INSET:.2f}em" if share < rest and (word := word_em(grid, at)) > each * share
        else f"{share:.2f}fr"
        for at, share in enumerate(shares)
    ]  # fmt: skip


def _em_wide(em: float) -> str:
    return f"{_SLACK * em + _EM_INSET:.2f}em"


def _fixed_em(ems: Sequence[float], shares: Sequence[float]) -> float:
    """Return the total width of the columns that are not wrapped."""
    return sum(em for em, share in zip(ems, shares, strict=True) if not share)


def word_em(grid: model.Grid, at: int) -> float:
    """Return the width of the longest word in a column; lines may break after a hyphen."""
    cells = (grid.heads[at], *(cell for row in grid.rows if isinstance(cell := row[at], str)))
    return max(_em(word) for words in cells for word in words.replace("-", "- ").split(" "))


def _keeps(grid: model.Grid, at: int, width: int) -> bool:
    if grid.heads[at] in grid.wide:
        return False
    codes = max((_longest_word(str(row[at])) for row in grid.rows if isinstance(row[at], str)), default=0) > _SHORT
    return codes or grid.is_figures(at) or width <= (_SHORT if at else _NAME)


def _shown(cell: model.GridCell) -> str:
    """Return the text of a cell, for its width."""
    match cell:
        case str():
            return cell
        case model.Quantity(shown=shown):
            return shown
        case model.WebLink(words=words) | model.Mark(words=words):
            return words
        case tuple():
            return "".join(map(_shown, cell))
        case _:
            return "page 10" if cell else ""


def _length(cell: model.GridCell) -> int:
    return len(_shown(cell))


def _longest_word(head: str) -> int:
    """Return the length of the longest word; lines do not break at a no-break space."""
    return max(map(len, head.split(" ")))
