"""
The document model: a tree of typed blocks that renders to PDF, HTML and JSON.

To make a document, write sections of blocks, put them in a `Document`, and pass it to a renderer:

        from pitboss.documents.rendering import write_document

    table = Grid("Edge of each bet", ("bet", "house edge"), (("field", share(Fraction(1, 13))),))
    text = Paragraph(words("The field keeps ", share(Fraction(1, 13)), "."))
    document = Document("A paper", "2026-11-17", (Section("wagers", "The wagers", (text, table)),))
    write_document(document, "paper.pdf")        or .html, .json, .svg

Every figure is a `Quantity`: the number at full precision, the fraction if it is exact, and its printed form. Create
it with `share`, `number`, `count`, `money` or `odds_to`. Text is a tuple of strings and quantities; `See` links to a
section and prints its page, `WebLink` links to the web. Never write a figure into a string: only a `Quantity` is
stored in the JSON, checked by `report --check` and compared by `report --diff`.

The renderers need typst for PDF and SVG only, and raise a readable error if it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import TypeAlias

from msgspec import Struct

from pitboss.money import show_money
from pitboss.solving.answers import figure_text
from pitboss.statistics.exactness import Number, as_fraction, plain
from pitboss.statistics.simulated_figures import error_of

_LARGEST = 2**53
"""Integers beyond this are not exact in every JSON reader."""


class Quantity(Struct, frozen=True, tag="quantity", tag_field="is", omit_defaults=True):
    """One figure."""

    number: int | float
    shown: str
    exact: str | None = None
    """ "n/d", if known."""
    error: float | None = None
    """The standard error, if it was simulated."""


def _made(value: Number, shown: str) -> Quantity:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"a document cannot contain the figure {value}")
    held = plain(value)
    number = float(held) if isinstance(held, int) and abs(held) > _LARGEST else held
    return Quantity(number, shown.replace("-", "−"), as_fraction(value), error_of(value))


def share(value: Number, *, signed: bool = False, digits: int | None = None) -> Quantity:
    """
    Return a share as a percentage, to `digits` decimals if given.

    >>> share(Fraction(1, 3)).shown, share(Fraction(1, 3)).exact, share(0.0123, digits=1).shown
    ('33.3333%', '1/3', '1.2%')
    """
    text = figure_text.percent(value) if digits is None else f"{float(100 * value):.{digits}f}%"
    return _made(value, _sign(value, signed) + text)


def bound(value: Fraction) -> Quantity:
    """
    Return a given threshold as a percentage, with no more decimals than needed.

    >>> bound(Fraction(1, 5)).shown, bound(Fraction(1, 8)).shown
    ('20%', '12.5%')
    """
    return _made(value, f"{float(100 * value):g}%")


def number(value: Number, *, signed: bool = False, digits: int | None = None) -> Quantity:
    """
    Return a number to six decimals, or to `digits` decimals if given.

    >>> number(Fraction(-1, 3)).shown, number(2.5, digits=2, signed=True).shown
    ('−0.333333', '+2.50')
    """
    text = figure_text.decimal(value) if digits is None else f"{float(value):,.{digits}f}"
    return _made(value, _sign(value, signed) + text)


def count(value: int) -> Quantity:
    """
    Return an integer with thousands separators.

    >>> count(2598960).shown
    '2,598,960'
    """
    return _made(value, f"{value:,}")


def money(cents: int | float | Fraction) -> Quantity:
    """
    Return an amount in dollars, given in cents.

    >>> money(134000).shown, money(134000).number, money(-50).shown
    ('$1,340', 1340, '−$0.50')
    """
    whole = round(cents)
    text = show_money(abs(whole))
    head, dot, tail = text.removeprefix("$").partition(".")
    shown = f"{'−' * (whole < 0)}${int(head.replace(',', '')):,}{dot}{tail}"
    dollars = Fraction(cents) / 100 if not isinstance(cents, float) else cents / 100
    return _made(dollars, shown)


def odds_to(against: Number) -> Quantity:
    """
    Return odds in the form required by regulations, always with "to".

    >>> odds_to(Fraction(3, 2)).shown, odds_to(12).shown, odds_to(5.25).shown
    ('3 to 2', '12 to 1', '5.2500 to 1')
    """
    if isinstance(against, float):
        return _made(against, f"{against:,.4f} to 1")
    exact = Fraction(against)
    is_short = exact.denominator <= 100
    return _made(exact, f"{exact.numerator:,} to {exact.denominator}" if is_short else f"{float(exact):,.4f} to 1")


def _sign(value: Number, signed: bool) -> str:
    return "+" if signed and value > 0 else ""


class See(Struct, frozen=True, tag="see", tag_field="is"):
    """A link to a section: its page in print, its title elsewhere."""

    section: str


class WebLink(Struct, frozen=True, tag="link", tag_field="is"):
    """Words that lead to a page of the web."""

    words: str
    address: str


class Mark(Struct, frozen=True, tag="mark", tag_field="is"):
    """Words with a colour and a shape of their own: a verdict, or a decision in a strategy chart."""

    words: str
    tone: str
    """One of `TONES`."""


TONES = ("good", "fair", "bad", "hit", "stand", "double", "split", "free", "give-up")
"""Tones of a mark: verdicts for the house, then player decisions."""

Piece: TypeAlias = str | Quantity | See | WebLink | Mark
Words: TypeAlias = tuple[Piece, ...]
"""Text as a sequence of strings, figures and links."""
GridCell: TypeAlias = str | Quantity | See | WebLink | Mark | Words | None


def words(*pieces: Piece) -> Words:
    """Return the pieces as text."""
    return pieces


class _Block(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """The base of all blocks: in JSON each names its type."""


class Paragraph(_Block, frozen=True, tag="paragraph"):
    """A paragraph; a `warning` is highlighted, a `note` is small."""

    words: Words
    tone: str = ""


class Points(_Block, frozen=True, tag="points"):
    """A bulleted list."""

    items: tuple[Words, ...]


class Definitions(_Block, frozen=True, tag="definitions"):
    """Terms with their definitions."""

    items: tuple[tuple[str, Words], ...]


class Grid(_Block, frozen=True, tag="table"):
    """
    A table: the first row heads its columns, the first cell heads its row.

    Columns of figures are aligned right; `wide` names columns of running text, which share the remaining width. The
    last `sums` rows are set off as sums.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    note: str = ""
    sums: int = 0
    wide: tuple[str, ...] = ()
    key: str = ""
    """A stable name for programs; defaults to the caption."""
    fold: int = 1
    """The number of side-by-side pieces a long narrow table is split into in print."""

    def __post_init__(self) -> None:
        ragged = [row for row in self.rows if len(row) != len(self.heads)]
        if ragged:
            raise ValueError(f"the table {self.caption!r} is ragged at {ragged[0]}")

    def is_figures(self, column: int) -> bool:
        """Return whether the column holds only figures, apart from blanks and short marks."""
        cells = [row[column] for row in self.rows]
        return any(isinstance(cell, Quantity) for cell in cells) and all(
            not isinstance(cell, str) or len(cell) <= 8 for cell in cells
        )

    def is_marks(self, column: int) -> bool:
        """Return whether the column holds decisions, which are centred."""
        cells = [row[column] for row in self.rows if row[column] not in (None, "", "·")]
        return bool(cells) and all(
            isinstance(cell, Mark) or (isinstance(cell, tuple) and bool(cell) and isinstance(cell[0], Mark))
            for cell in cells
        )


class Picture(_Block, frozen=True, tag="picture"):
    """A drawing with its alternative text and its caption."""

    svg: str
    alt: str
    caption: str = ""
    millimetres: float = 0
    """Its width in print if it must be to scale; 0 for the text width."""


class Transcript(_Block, frozen=True, tag="transcript"):
    """A round as it was dealt, line by line."""

    caption: str
    lines: tuple[str, ...]


class Verbatim(_Block, frozen=True, tag="verbatim"):
    """A file as it is."""

    caption: str
    text: str


class SignatureLines(_Block, frozen=True, tag="signatures"):
    """Lines to be filled in by hand."""

    names: tuple[str, ...]


class RoundColumns(_Block, frozen=True, tag="round"):
    """A round in three columns: motions, cards and money."""

    caption: str
    rows: tuple[tuple[str, str, str], ...]
    """Each motion, its cards as signs such as `A♠ 10♥ ??`, and its money."""


class Section(_Block, frozen=True, tag="section"):
    """A heading with the blocks below it; sections may be nested."""

    key: str
    """A stable name for links and programs: lowercase letters and hyphens."""
    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False
    front: bool = False
    """Whether it is printed with the title, before the contents."""


Block: TypeAlias = (
    Paragraph | Points | Definitions | Grid | Picture | Transcript | Verbatim | SignatureLines | RoundColumns | Section
)


class Attachment(Struct, frozen=True):
    """A file that goes with the document."""

    name: str
    media: str
    text: str
    what: str
    """A description in one sentence."""


class Page(Struct, frozen=True, omit_defaults=True):
    """The paper that it is printed on."""

    paper: str = "us-letter"
    """
    A paper name known to typst, or `WIDTHxHEIGHT` in millimetres; with height `auto`, a single page as long as
    needed.
    """
    margin: float = 20
    """In millimetres."""
    points: float = 10
    """The font size in points."""
    cover: bool = False
    """Whether the title has its own page."""
    contents: bool = False
    """Whether a table of contents follows the title."""
    numbered: bool = True
    """Whether pages and sections are numbered."""
    columns: int = 1
    landscape: bool = False
    banner: str = ""
    """A colour such as #6b1426 for a banner behind the title, with the four suits."""


class Document(Struct, frozen=True):
    """A whole document."""

    title: str
    date: str
    """YYYY-MM-DD: the only timestamp of the document."""
    sections: tuple[Section, ...]
    subtitle: str = ""
    face: tuple[tuple[str, Words], ...] = ()
    """The title page: game, hash, version, date, seed."""
    attachments: tuple[Attachment, ...] = ()
    page: Page = Page()
    footer: str = ""
    """The text at the foot of every page, before its number."""
    language: str = "en"

    def walk(self) -> Iterator[tuple[tuple[str, ...], Block]]:
        """Yield every block with the keys of its enclosing sections, in reading order."""
        for section in self.sections:
            yield from _walk((), section)

    def section(self, key: str) -> Section:
        """Return the section with this key."""
        return next(block for _, block in self.walk() if isinstance(block, Section) and block.key == key)


def _walk(path: tuple[str, ...], block: Block) -> Iterator[tuple[tuple[str, ...], Block]]:
    yield path, block
    if isinstance(block, Section):
        for inner in block.blocks:
            yield from _walk((*path, block.key), inner)
