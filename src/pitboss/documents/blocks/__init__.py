"""
The document model: a tree of typed blocks that renders to PDF, HTML and JSON.

To make a document, write sections of blocks, put them in a `Document`, and pass it to a renderer:

    from pitboss.documents.blocks import Document, Grid, Paragraph, Section, share, words
    from pitboss.documents.rendering import write_document

    table = Grid("Edge of each bet", ("bet", "house edge"), (("field", share(Fraction(1, 13))),))
    text = Paragraph(words("The field keeps ", share(Fraction(1, 13)), "."))
    document = Document("A paper", "2026-11-17", (Section("wagers", "The wagers", (text, table)),))
    write_document(document, "paper.pdf")        or .html, .json, .svg

Every figure is a `Quantity`: the number at full precision, the fraction if it is exact, and its printed form. Create
it with `share`, `number`, `count`, `money` or `odds_to`. A text is a tuple of strings and quantities; `See` links to a
section and prints its page, `WebLink` links to the web. Never write a figure into a string: only a `Quantity` is
stored in the JSON, checked by `report --check` and compared by `report --diff`.

The renderers need typst for PDF and SVG only, and raise a readable error if it is missing.
"""

from __future__ import annotations

from pitboss.documents.blocks.quantities import Quantity, bound, count, money, number, odds_to, share
from pitboss.documents.blocks.tree import (
    Attachment,
    Block,
    Definitions,
    Document,
    Grid,
    Mark,
    Page,
    Paragraph,
    Picture,
    Points,
    RoundColumns,
    Section,
    See,
    SignatureLines,
    Transcript,
    Verbatim,
    WebLink,
    Words,
    words,
)

__all__ = [
    "Attachment",
    "Block",
    "Definitions",
    "Document",
    "Grid",
    "Mark",
    "Page",
    "Paragraph",
    "Picture",
    "Points",
    "Quantity",
    "RoundColumns",
    "Section",
    "See",
    "SignatureLines",
    "Transcript",
    "Verbatim",
    "WebLink",
    "Words",
    "bound",
    "count",
    "money",
    "number",
    "odds_to",
    "share",
    "words",
]
