"""What an applicant adds to a filing: names, contacts and the change history, from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused


class Revision(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the change history."""

    number: int
    date: str
    change: str
    approved: str = ""


class FilingFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of the applicant; empty ones are lines to be filled in by hand."""

    applicant: str = ""
    address: str = ""
    contact: str = ""
    telephone: str = ""
    email: str = ""
    licence: str = ""
    casino: str = ""
    laboratory: str = ""
    document: str = ""
    """The applicant's own document number; the default is made of game and rules."""
    revisions: tuple[Revision, ...] = ()

    @property
    def revision(self) -> int:
        """The number of the latest revision."""
        return max((each.number for each in self.revisions), default=0)


NO_FACTS = FilingFacts()


def parse_facts(text: str, what: str = "the filing file") -> FilingFacts:
    """Read the fields; raise `Refused` with one sentence if they are not right."""
    try:
        return msgspec.convert(tomllib.loads(text), FilingFacts)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        known = ", ".join(FilingFacts.__struct_fields__)
        raise Refused("bad-filing", f"{what} cannot be used: {error}; its fields are {known}") from None


def load_facts(path: str | None) -> tuple[FilingFacts, str]:
    """Return the fields of a file and its text; nothing without a file."""
    if path is None:
        return NO_FACTS, ""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    return parse_facts(text, repr(path)), text
