"""Every figure and text of a document by location, the differences between two documents, and `--diff`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from math import isclose
from typing import NamedTuple, TypeAlias

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
    SignatureLines,
    Transcript,
    Verbatim,
    Words,
)
from pitboss.documents.report import making_of, rules_of
from pitboss.play.refused import Refused

Held: TypeAlias = object
"""The content at a location: text, a figure, a picture or None."""


class ReportPlace(NamedTuple):
    """A location in a report: section title, container, row and column."""

    section: str
    inside: str
    row: str = ""
    column: str = ""

    def __str__(self) -> str:
        where = [self.section, self.inside, self.row and f"row {self.row!r}", self.column and f"column {self.column!r}"]
        return ", ".join(filter(None, where))


class Difference(NamedTuple):
    """A location where two documents differ."""

    place: ReportPlace
    one: Held
    other: Held


def places(document: Document) -> dict[ReportPlace, Held]:
    """Return all content by location, in reading order."""
    found: dict[ReportPlace, Held] = {}
    seen: Counter[ReportPlace] = Counter()
    for place, held in _all(document):
        seen[place] += 1
        once = place if seen[place] == 1 else place._replace(row=f"{place.row} ({seen[place]})")
        found[once] = held
    return found


def _all(document: Document) -> Iterator[tuple[ReportPlace, Held]]:
    yield ReportPlace("title", "title"), document.title
    yield ReportPlace("title", "subtitle"), document.subtitle
    yield ReportPlace("title", "footer"), document.footer
    yield ReportPlace("title", "date"), document.date
    for name, text in document.face:
        yield ReportPlace("title page", name), text
    titles = {block.key: block.title for _, block in document.walk() if isinstance(block, Section)}
    yield ReportPlace("sections", "order"), ", ".join(titles)
    yield ReportPlace("sections", "page"), document.page
    for path, block in document.walk():
        section = titles[path[-1]] if path else ""
        yield from _in_block(section, block)


def _in_block(section: str, block: Block) -> Iterator[tuple[ReportPlace, Held]]:  # noqa: PLR0912  (one case per block)
    match block:
        case Section(title=title, key=key):
            yield ReportPlace(section or "sections", f"section {key}"), title
        case Grid():
            yield from _in_grid(section, block)
        case Paragraph(words=words, tone=tone):
            yield from _in_words(section, "a paragraph" if tone != "warning" else "a warning", words)
        case Points(items=items):
            frames = ["".join(piece if isinstance(piece, str) else "…" for piece in item)[:40] for item in items]
            yield ReportPlace(section, "points", "order"), "; ".join(frames)
            for item in items:
                yield from _in_words(section, "a point", item)
        case Definitions(items=items):
            for term, definition in items:
                yield from _in_words(section, term, definition)
        case Picture(svg=svg, alt=alt, caption=caption):
            yield ReportPlace(section, f"the picture {caption!r}" if caption else "a picture"), (svg, alt)
        case Transcript(caption=caption, lines=lines):
            for at, line in enumerate(lines, 1):
                yield ReportPlace(section, caption, f"line {at}"), line
        case RoundColumns(caption=caption, rows=rows):
            for at, row in enumerate(rows, 1):
                yield ReportPlace(section, caption, f"line {at}"), " | ".join(row)
        case Verbatim(caption=caption, text=text):
            yield ReportPlace(section, caption or "a command"), text
        case SignatureLines(names=names):
            yield ReportPlace(section, "signature lines"), names


def _in_grid(section: str, grid: Grid) -> Iterator[tuple[ReportPlace, Held]]:
    name = f"table {grid.caption!r}" if grid.caption else f"table {grid.key!r}"
    yield ReportPlace(section, name, "heads"), ", ".join(grid.heads)
    yield ReportPlace(section, name, "note"), grid.note
    yield ReportPlace(section, name, "order of rows"), "; ".join(_row_name(grid, at) for at in range(len(grid.rows)))
    rows: Counter[str] = Counter()
    for at, row in enumerate(grid.rows):
        head = _row_name(grid, at)
        rows[head] += 1
        row_name = head if rows[head] == 1 else f"{head} ({rows[head]})"
        for column, cell in zip(grid.heads, row, strict=True):
            if isinstance(cell, tuple):
                yield from (
                    (ReportPlace(section, name, row_name, f"{column} {at}"), one) for at, one in enumerate(cell, 1)
                )
            else:
                yield ReportPlace(section, name, row_name, column), cell


def _row_name(grid: Grid, at: int) -> str:
    """Return the head of a row, with its other text if several rows have the same head."""
    heads = [_shown_cell(row[0]) for row in grid.rows]
    if heads.count(heads[at]) == 1:
        return heads[at]
    return ", ".join([heads[at], *(cell for cell in grid.rows[at][1:] if isinstance(cell, str) and cell)])


def _shown_cell(cell: object) -> str:
    return cell.shown if isinstance(cell, Quantity) else str(cell)


def _in_words(section: str, what: str, words: Words) -> Iterator[tuple[ReportPlace, Held]]:
    """Yield the text as a whole, and each figure in it."""
    frame = "".join(piece if isinstance(piece, str) else "…" for piece in words)
    yield ReportPlace(section, what, frame[:50].strip()), frame
    for piece in words:
        if isinstance(piece, Quantity):
            yield ReportPlace(section, f"the figure in {_begin(frame)!r}"), piece


def _begin(text: str) -> str:
    """Return the first words of a text."""
    return text if len(text) <= _MAX_BEGIN else f"{text[:_MAX_BEGIN].rpartition(' ')[0]} …"


_MAX_BEGIN = 60


def differences(one: Document, other: Document) -> list[Difference]:
    """Return every location where two documents differ; content missing from one is None."""
    here, there = places(one), places(other)
    every = [*here, *(place for place in there if place not in here)]
    return [
        Difference(place, here.get(place), there.get(place))
        for place in every
        if here.get(place, _MISSING) != there.get(place, _MISSING)
    ]


_MISSING = object()


def shown(held: Held) -> str:
    """Return the content, short enough for a sentence."""
    match held:
        case None:
            return "nothing"
        case Quantity(shown=printed, exact=exact):
            return f"{printed} ({exact})" if exact and len(exact) <= 40 and not exact.endswith("/1") else printed
        case str():
            return repr(held if len(held) <= 80 else f"{held[:77]}…")
        case Mark(words=printed):
            return repr(printed)
        case tuple() if held and all(isinstance(piece, (str, Quantity)) for piece in held):
            return repr("".join(piece if isinstance(piece, str) else piece.shown for piece in held)[:80])
        case _:
            return "something else"


def both_shown(each: Difference) -> tuple[str, str]:
    """Return both sides of a difference, with full precision if the figures print the same."""
    one, other = each.one, each.other
    printed = shown(one), shown(other)
    if isinstance(one, Mark) and isinstance(other, Mark) and printed[0] == printed[1]:
        return f"{printed[0]} (as {one.tone})", f"{printed[1]} (as {other.tone})"
    if printed[0] != printed[1] or not isinstance(one, Quantity) or not isinstance(other, Quantity):
        return printed
    held = (one.number, other.number) if one.number != other.number else (one.exact, other.exact)
    return f"{printed[0]} (exactly {held[0]})", f"{printed[1]} (exactly {held[1]})"


_MAX_CHANGES_PER_TABLE = 12


def diff_reports(one: Document, other: Document) -> list[str]:
    """
    Return the differences as sentences: inputs, rules, then every figure; empty if there are none.
    """
    here, there = making_of(one), making_of(other)
    if here["game"] != there["game"]:
        raise Refused("other-game", f"these are reports of different games, {here['game']} and {there['game']}")
    lines = [f"{name}: {here[name]} became {there[name]}." for name in here if here[name] != there.get(name)]
    lines += _of_rules(one, other)
    groups: dict[tuple[str, str], list[Difference]] = {}
    for each in differences(one, other):
        if _is_noise(each):
            continue
        if isinstance(each.one, Quantity) or isinstance(each.other, Quantity) or each.place.column:
            groups.setdefault((each.place.section, each.place.inside), []).append(each)
    for (section, inside), changed in groups.items():
        lines.append(f"{section}, {inside}: {len(changed)} change{'s' * (len(changed) != 1)}.")
        lines += [f"  {_change(each)}" for each in changed[:_MAX_CHANGES_PER_TABLE]]
        if len(changed) > _MAX_CHANGES_PER_TABLE:
            lines.append(f"  … and {len(changed) - _MAX_CHANGES_PER_TABLE} more")
    lines += _of_files(one, other)
    return lines


def _of_files(one: Document, other: Document) -> Iterator[str]:
    """Name the attached files that only one report has."""
    here, there = ({file.name for file in document.attachments} for document in (one, other))
    yield from (f"The file {name} is attached to the first report only." for name in sorted(here - there))
    yield from (f"The file {name} is attached to the second report only." for name in sorted(there - here))


def _change(each: Difference) -> str:
    where = ", ".join(filter(None, (_REPEATED.sub(r"figure \1", each.place.row), each.place.column)))
    before, after = both_shown(each)
    sentence = f"{before} became {after}{_by(each)}"
    if each.one is None or each.other is None:
        sentence = f"{after} is new" if each.one is None else f"{before} was left out"
    return f"{where}: {sentence}" if where else sentence


_REPEATED = re.compile(r"^ \((\d+)\)$")
"""The row that numbers a repeated location without a row of its own."""


def _is_noise(each: Difference) -> bool:
    """Return whether two figures print the same and differ only by floating-point rounding."""
    one, other = each.one, each.other
    if not isinstance(one, Quantity) or not isinstance(other, Quantity):
        return False
    return one.shown == other.shown and one.exact == other.exact and isclose(one.number, other.number, rel_tol=1e-12)


def _by(each: Difference) -> str:
    if isinstance(each.one, Quantity) and isinstance(each.other, Quantity) and each.one.number == each.other.number:
        return " (printed differently: the figure is the same)"
    if isinstance(each.one, Quantity) and isinstance(each.other, Quantity) and "%" in each.one.shown + each.other.shown:
        return f" ({(each.other.number - each.one.number) * 100:+.4f} points)"
    return ""


def _of_rules(one: Document, other: Document) -> Iterator[str]:
    before, after = rules_of(one).as_data(), rules_of(other).as_data()
    for name, value in before.items():
        if isinstance(value, Mapping) and isinstance(after[name], Mapping):
            for line, pays in value.items():
                if pays != after[name].get(line):
                    yield f"The rules changed: {name}.{line} was {pays} and is {after[name].get(line)}."
        elif value != after[name]:
            yield f"The rules changed: {name} was {value} and is {after[name]}."
