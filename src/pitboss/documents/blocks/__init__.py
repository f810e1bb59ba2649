"""
A document as data: a tree of typed blocks, from which PDF, HTML and JSON are made.

How a document is made. Write sections of blocks, put them in a `Document`, and hand that to a renderer:

    from pitboss.documents.blocks import Document, Grid, Paragraph, Section, share, words
    from pitboss.documents.rendering import write_document

    table = Grid("Edge of each bet", ("bet", "house edge"), (("field", share(Fraction(1, 13))),))
    text = Paragraph(words("The field keeps ", share(Fraction(1, 13)), "."))
    document = Document("A paper", "2026-11-17", (Section("wagers", "The wagers", (text, table)),))
    write_document(document, "paper.pdf")        or .html, .json, .svg

Every figure is a `Quantity`: the number at full precision, the fraction where it is exact, and its printed form. It is
made by `share`, `number`, `count`, `money` or `odds_to`. A text is a tuple of words and quantities; `See` in it is a
link to a section, printed as its page, `WebLink` one to the web. Never write a figure into a string: a figure that is a
`Quantity` is in the JSON, is checked by `report --check` and is compared by `report --diff`.

The renderers need typst for PDF and SVG only, and say so in a sentence where it is missing.
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
