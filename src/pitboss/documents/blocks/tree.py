"""The blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from pitboss.documents.blocks.quantities import Quantity


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
"""A text: strings, figures and links in order."""
GridCell: TypeAlias = str | Quantity | See | WebLink | Mark | Words | None


def words(*pieces: Piece) -> Words:
    """Return the pieces as a text."""
    return pieces


class _Block(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """What all blocks share: in JSON each says what it is."""


class Paragraph(_Block, frozen=True, tag="paragraph"):
    """A paragraph; a `warning` is set apart, a `note` is small."""

    words: Words
    tone: str = ""


class Points(_Block, frozen=True, tag="points"):
    """A list with a dot before each item."""

    items: tuple[Words, ...]


class Definitions(_Block, frozen=True, tag="definitions"):
    """Terms, and what is said of each."""

    items: tuple[tuple[str, Words], ...]


class Grid(_Block, frozen=True, tag="table"):
    """
    A table: the first row heads its columns, the first cell heads its row.

    Columns of figures stand to the right; `wide` names columns of running text, which get what room is left. The last
    `sums` rows are set off as sums.
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
        """Whether the column holds only figures, apart from blanks and short marks."""
        cells = [row[column] for row in self.rows]
        return any(isinstance(cell, Quantity) for cell in cells) and all(
            not isinstance(cell, str) or len(cell) <= 8 for cell in cells
        )

    def is_marks(self, column: int) -> bool:
        """Whether the column holds decisions, which are centred."""
        cells = [row[column] for row in self.rows if row[column] not in (None, "", "·")]
        return bool(cells) and all(
            isinstance(cell, Mark) or (isinstance(cell, tuple) and bool(cell) and isinstance(cell[0], Mark))
            for cell in cells
        )


class Picture(_Block, frozen=True, tag="picture"):
    """A drawing, what a person who cannot see it is told, and its caption."""

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
    """A round in three columns: what is done, the cards, and the money."""

    caption: str
    rows: tuple[tuple[str, str, str], ...]
    """Each motion, its cards as signs such as `A♠ 10♥ ??`, and its money."""


class Section(_Block, frozen=True, tag="section"):
    """A heading with what stands under it; sections may lie in sections."""

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
