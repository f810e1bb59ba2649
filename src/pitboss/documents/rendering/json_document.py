"""Conversion of documents to JSON and back, with every figure a number."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.documents.blocks import Document
from pitboss.play.refused import Refused

FORMAT = "pitboss document 1"
"""The format identifier in a file."""


class DocumentFile(msgspec.Struct, frozen=True):
    """What the JSON holds."""

    format: str
    document: Document


def to_json(document: Document) -> bytes:
    """Return the document as indented JSON, readable and diffable line by line."""
    made = msgspec.json.encode(DocumentFile(FORMAT, document))
    return msgspec.json.format(made, indent=1) + b"\n"


def from_json(text: bytes, what: str = "this file") -> Document:
    """Parse a document; raise `Refused` if the text is not one."""
    try:
        found = msgspec.json.decode(text, type=DocumentFile)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
        raise Refused("bad-document", f"{what} is not a document that pitboss wrote: {error}") from None
    if found.format != FORMAT:
        raise Refused("bad-document", f"{what} says it is {found.format!r}, and {FORMAT!r} is what can be read here")
    return found.document


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a document file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(DocumentFile)}
