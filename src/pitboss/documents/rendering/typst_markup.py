"""Conversion of blocks to typst code; all text is passed as strings, so none of it is read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeGuard, assert_never

from pitboss.documents import blocks as model

_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MANY_COLUMNS, _VERY_MANY = 7, 11
_SIZES = (0.92, 0.84, 0.74)
"""Font sizes of tables, in em: normal, with many columns, and with very many."""
_LETTERS, _LETTERS_LANDSCAPE = 92, 130
"""Approximate number of characters per table line, in portrait and landscape."""
_EM_A_LETTER = 0.54
"""The width of the text in em, divided by its number of characters."""
_EM = {**dict.fromkeys("ilj.,:;'| ()", 0.28), **dict.fromkeys("mwMW%—…", 0.8), "−": 0.5, "+": 0.5, "±": 0.5}
"""Widths of characters in em, besides letters and digits."""
_EM_UPPER, _EM_OTHER, _EM_INSET, _EM_MARK = 0.66, 0.47, 0.95, 0.5
_SHORT, _NAME = 14, 22
"""Maximum length of text that is not wrapped, and of names at the head of a row."""
_MAX_SHARE = 90
_PAGE = 44
"""Rows of a folded table per page."""
_FOLDS_FROM = 10
"""Rows from which a narrow table is folded, if it may be."""
_MAX_PIECES = 4
_GAP_EM = 2.2
"""Space between two tables side by side."""
_SLACK, _NARROWEST_EM = 1.07, 11.0
_MAX_FIGURES = 0.6
"""The share of a page's width that figures may take before they are broken at their error."""
_WHOLE, _WHOLE_TEXT = 20, 14
"""Tables of figures, and tables of running text, up to these lengths are not broken across pages."""
_ROW_HEIGHT = 26
"""Tables up to this length may be side by side."""
_MAX_SIDE_BY_SIDE = 3
_LONG_ROUND = 28
"""Rows up to which two rounds share the width of the page, unbroken; a longer one has both columns."""
_MAX_HALF = 40
"""Rows up to which one column of a round is not broken across pages."""
_CONTINUED = "Continued"
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


def content(words: model.Words) -> str:
    """Return a text with its figures and links as typst content."""
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


def sections(document: model.Document) -> Iterator[str]:
    """Yield the sections with their headings."""
    letters = _LETTERS_LANDSCAPE if document.page.landscape else _LETTERS
    for section in document.sections:
        if not section.front:
            yield from _section(section, 1, letters)


def front_sections(document: model.Document) -> Iterator[str]:
    """Yield the unnumbered sections that follow the title."""
    letters = _LETTERS_LANDSCAPE if document.page.landscape else _LETTERS
    for section in document.sections:
        if section.front:
            yield from _section(section, 1, letters, numbered=False)


def _section(section: model.Section, level: int, letters: int, *, numbered: bool = True) -> Iterator[str]:
    if section.new_page:
        yield "#pagebreak(weak: true)"
    number = "" if numbered else ", numbering: none"
    yield f"#heading(level: {level}{number}, {text(section.title)}) <{section.key}>"
    for blocks in side_by_side(section.blocks, letters):
        yield from _blocks(blocks, level, letters, numbered)


def _blocks(blocks: tuple[model.Block, ...], level: int, letters: int, numbered: bool) -> Iterator[str]:
    """Yield one block, kept together with the next if needed, or tables side by side."""
    block, *others = blocks
    following = others[0] if others else None
    if isinstance(block, model.Section):
        yield from _section(block, level + 1, letters, numbered=numbered)
    elif isinstance(block, model.RoundColumns):
        pair = blocks if len(blocks) > 1 else _halves(block)
        yield f"#{call('in-pairs', *(_block(each, letters) for each in pair))}"
    elif isinstance(block, model.Grid) and isinstance(following, model.Grid):
        grids = [each for each in blocks if isinstance(each, model.Grid)]
        tables = (_grid(each, letters, among=True) for each in grids)
        yield f"#{call('row-of', _array(_row_widths(grids, letters)), *tables)}"
    elif _leads(block, following):
        yield f"#{call('said', text(block.tone), content(block.words), 'keep: true')}"  # with the next block
    elif isinstance(block, model.Grid) and isinstance(following, model.Picture) and len(block.rows) <= _SHORT_TABLE:
        yield f"#{_grid(block, letters, keep=True)}"
    else:
        yield f"#{_block(block, letters)}"


def side_by_side(blocks: Sequence[model.Block], letters: int = _LETTERS) -> Iterator[tuple[model.Block, ...]]:
    """Yield groups of tables that fit side by side; any other block with the one that follows it."""
    at = 0
    while at < len(blocks):
        row = _row_of_tables(blocks[at:], letters)
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
    """Return a long round as two columns, a short one as it is."""
    if len(block.rows) <= _LONG_ROUND:
        return (block,)
    half = -(-len(block.rows) // 2)
    return model.RoundColumns(block.caption, block.rows[:half]), model.RoundColumns(_CONTINUED, block.rows[half:])


def _row_of_tables(blocks: Sequence[model.Block], letters: int) -> tuple[model.Block, ...]:
    """Return the tables at the start of these blocks that are short and fit side by side."""
    row: list[model.Block] = []
    wide = 0.0
    for block in blocks:
        if not isinstance(block, model.Grid) or block.wide or len(block.rows) > _ROW_HEIGHT or block.fold > 1:
            break
        wide += _width_among(block) + _GAP_EM
        if wide > letters * _EM_A_LETTER + _GAP_EM or len(row) == _MAX_SIDE_BY_SIDE:
            break
        row.append(block)
    return tuple(row)


def _row_widths(grids: Sequence[model.Grid], letters: int) -> list[str]:
    """Return the widths of tables side by side: their own with some slack, or shares of the page if it is full."""
    wide = [_width_among(grid) for grid in grids]
    fits = sum(wide) + _GAP_EM * (len(wide) - 1) <= letters * _EM_A_LETTER
    return [f"{each:.2f}{'em' if fits else 'fr'}" for each in wide]


def _width_among(grid: model.Grid) -> float:
    """Return the width of a table that is next to others, in em: its own with some slack."""
    return max(_SLACK * width_of(grid, _size_among(grid)), _NARROWEST_EM)


def _leads(block: model.Block, following: model.Block | None) -> TypeGuard[model.Paragraph]:
    """Return whether a paragraph introduces the next block; a note belongs to the block before it."""
    shown = isinstance(following, model.Grid | model.Picture | model.Transcript | model.Verbatim | model.SignatureLines)
    return shown and isinstance(block, model.Paragraph) and block.tone != "note"


def _block(block: model.Block, letters: int) -> str:
    match block:
        case model.Paragraph(words=words, tone=tone):
            return call("said", text(tone), content(words))
        case model.Points(items=items):
            return call("list", *map(content, items))
        case model.Definitions(items=items):
            return call("terms", *(f"terms.item({text(term)}, {content(definition)})" for term, definition in items))
        case model.Grid():
            return _grid(block, letters)
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
    """Return small cards."""
    return "[" + "".join(f"#{call('small-card', text(sign))};" for sign in signs.split()) + "]"


def _grid(grid: model.Grid, letters: int, *, keep: bool = False, among: bool = False) -> str:
    """Return a table: figures aligned right, text columns as wide as possible."""
    folds, size = (1, _size_among(grid)) if among else fold_of(grid, letters)
    sides = [_side(grid, column) for column in range(len(grid.heads))]
    body, sums = grid.rows[: len(grid.rows) - grid.sums], grid.rows[len(grid.rows) - grid.sums :]
    room = _PAGE * folds if folds > 1 else len(body) or 1
    groups = [_pieces(folds, body[start : start + room]) for start in range(0, max(len(body), 1), room)]
    return call(
        "grid-table", text(grid.caption), _array(_widths(grid, letters, size)), _array(sides), f"{size}em",
        _array(map(text, grid.heads)), _array(groups), _array(map(_row, sums)), text(grid.note),
        "true" if len(grid.rows) > (_WHOLE_TEXT if grid.wide else _WHOLE) else "false", f"keep: {str(keep).lower()}",
        f"beside-others: {str(among).lower()}",
    )  # fmt: skip


def _side(grid: model.Grid, column: int) -> str:
    return "right" if grid.is_figures(column) else "center" if grid.is_marks(column) else "left"


def _size_of(grid: model.Grid) -> float:
    """Return the font size of a table that has the full page width."""
    columns = len(grid.heads)
    return _SIZES[(columns > _MANY_COLUMNS) + (columns > _VERY_MANY)]


def _size_among(grid: model.Grid) -> float:
    """Return the font size of a table that is next to others."""
    return min(_size_of(grid), _SIZES[1])


def width_of(grid: model.Grid, size: float) -> float:
    """Return the estimated width of a table in em of the text, at a font size."""
    need = [_column_em(grid, at) for at in range(len(grid.heads))]
    return size * (sum(need) + _EM_INSET * len(need))


def _column_em(grid: model.Grid, at: int, *, split: bool = False) -> float:
    """Return the estimated width of a column: its widest cell, or the longest word of its head. `split` breaks at ±."""
    cells = [part for row in grid.rows for part in (_split(row[at]) if split else (row[at],))]
    return max([0.0, *map(_em, grid.heads[at].split()), *map(_cell_em, cells)])


def _split(cell: model.GridCell) -> tuple[model.GridCell, ...]:
    value, sign, error = _shown(cell).partition(" ± ")
    return (value, f"± {error}") if sign else (cell,)


def fold_of(grid: model.Grid, letters: int) -> tuple[int, float]:
    """
    Return the number of side-by-side pieces of a table, as many as fit if it is long and narrow, and its font size.
    """
    usual = _size_of(grid)
    if grid.fold > 1 or grid.wide or grid.sums or len(grid.rows) < _FOLDS_FROM:
        return grid.fold, usual
    for size in (usual, min(usual, _SIZES[1]), _SIZES[2] if grid.is_marks(len(grid.heads) - 1) else usual):
        fit = int((letters * _EM_A_LETTER + _GAP_EM) // (width_of(grid, size) + _GAP_EM))
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


def _widths(grid: model.Grid, letters: int, size: float) -> list[str]:
    """
    Return natural column widths if they fit; otherwise text columns share the space left by figures and short text.
    """
    ems = [_column_em(grid, at) for at in range(len(grid.heads))]
    room = letters * _EM_A_LETTER / size - _EM_INSET * len(ems)
    letters_of = [
        max([_longest_word(head), *(_length(row[at]) for row in grid.rows)]) for at, head in enumerate(grid.heads)
    ]
    shares = [0 if _keeps(grid, at, width) else min(width, _MAX_SHARE) ** 0.75 for at, width in enumerate(letters_of)]
    if (sum(ems) <= room and not grid.wide) or not any(shares):
        return ["1fr" if head in grid.wide else "auto" for head in grid.heads]
    if sum(em for em, share in zip(ems, shares, strict=True) if not share) > _MAX_FIGURES * room:
        ems = [_column_em(grid, at, split=True) for at in range(len(grid.heads))]
    left = room - _SLACK * sum(em for em, share in zip(ems, shares, strict=True) if not share)
    each, rest = left / sum(shares), max(shares)  # the widest column of text takes all remaining space
    return [
        f"{_SLACK * ems[at] + _EM_INSET:.2f}em" if not share
        else f"{word + _EM_INSET:.2f}em" if share < rest and (word := _word_em(grid, at)) > each * share
        else f"{share:.2f}fr"
        for at, share in enumerate(shares)
    ]  # fmt: skip


def _word_em(grid: model.Grid, at: int) -> float:
    """Return the width of the longest word in a column; lines may break after a hyphen."""
    cells = (grid.heads[at], *(cell for row in grid.rows if isinstance(cell := row[at], str)))
    return max(_em(word) for words in cells for word in words.replace("-", "- ").split() or [""])


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
    """Return the length of the longest word, since column heads may break between words."""
    return max(map(len, head.split()), default=0)
