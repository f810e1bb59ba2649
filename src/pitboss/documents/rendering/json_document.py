"""A document as JSON, and back: the same blocks, every figure a number."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.documents.blocks import Document
from pitboss.play.refused import Refused

FORMAT = "pitboss document 1"
"""What such a file says of itself."""


class DocumentFile(msgspec.Struct, frozen=True):
    """What the JSON holds."""

    format: str
    document: Document


def to_json(document: Document) -> bytes:
    """The document as JSON, a block a line or so: it can be read by eye, and compared line by line."""
    made = msgspec.json.encode(DocumentFile(FORMAT, document))
    return msgspec.json.format(made, indent=1) + b"\n"


def from_json(text: bytes, what: str = "this file") -> Document:
    """The document of such a file; anything else is refused in a sentence."""
    try:
        found = msgspec.json.decode(text, type=DocumentFile)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
        raise Refused("bad-document", f"{what} is not a document that pitboss wrote: {error}") from None
    if found.format != FORMAT:
        raise Refused("bad-document", f"{what} says it is {found.format!r}, and {FORMAT!r} is what can be read here")
    return found.document


def schema() -> dict[str, Any]:
    """The JSON Schema of such a file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(DocumentFile)}
