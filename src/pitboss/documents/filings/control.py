"""Document control: the applicant's fields, document identity, change history, and the annexes of a report."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.documents.blocks import Block, Document, Grid, Paragraph, Section, SignatureLines, words
from pitboss.documents.filings.rack_card import card
from pitboss.documents.filings.rule_sheet import sheet
from pitboss.documents.filings.scale_felt import layout
from pitboss.documents.inputs.material import Material
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused


class Revision(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the change history."""

    number: int
    date: str
    change: str
    approved: str = ""


class FilingFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The applicant's fields; empty ones become lines to be filled in by hand."""

    applicant: str = ""
    address: str = ""
    contact: str = ""
    telephone: str = ""
    email: str = ""
    licence: str = ""
    casino: str = ""
    laboratory: str = ""
    document: str = ""
    """The applicant's own document number; the default is derived from game and rules."""
    revisions: tuple[Revision, ...] = ()

    @property
    def revision(self) -> int:
        """The number of the latest revision."""
        return max((each.number for each in self.revisions), default=0)


NO_FACTS = FilingFacts()


def parse_facts(text: str, what: str = "the filing file") -> FilingFacts:
    """Parse the fields; raise `Refused` if they are invalid."""
    try:
        return msgspec.convert(tomllib.loads(text), FilingFacts)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        known = ", ".join(FilingFacts.__struct_fields__)
        raise Refused("bad-filing", f"{what} cannot be used: {error}; its fields are {known}") from None


def load_facts(path: str | None) -> tuple[FilingFacts, str]:
    """Return the fields of a file and its text; both are empty without a file."""
    if path is None:
        return NO_FACTS, ""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    return parse_facts(text, repr(path)), text


_FIELDS = {
    "applicant": "Applicant", "address": "Address", "contact": "Contact person", "telephone": "Telephone",
    "email": "E-mail", "licence": "Licence or registration number", "casino": "Casino", "laboratory": "Laboratory",
}  # fmt: skip
_NOTHING_YET = "First issue."


def control_part(number: str, facts: FilingFacts, date: str, game: str, house: str) -> Section:
    """Build the section; missing fields become lines to be filled in by hand."""
    about = (
        ("document number", number), ("revision", str(facts.revision)), ("date", date), ("game", game),
        ("house rules", house), ("status", "prepared for submission to a laboratory; not a certification by itself"),
    )  # fmt: skip
    fields = tuple((title, getattr(facts, name)) for name, title in _FIELDS.items() if getattr(facts, name))
    asked = tuple(title for name, title in _FIELDS.items() if not getattr(facts, name))
    history = tuple((str(each.number), each.date, each.change, each.approved) for each in facts.revisions) or (
        ("0", date, _NOTHING_YET, ""),
    )
    blocks: list[Block] = [
        Grid("Document", ("item", "value"), about, wide=("value",), key="document"),
        Grid(
            "Change history",
            ("revision", "date", "change", "approved by"),
            history,
            wide=("change", "approved by"),
            key="history",
        ),
    ]
    if fields:
        blocks.append(Grid("Applicant", ("field", "value"), fields, wide=("value",), key="applicant"))
    if asked:
        blocks.append(Paragraph(words("To be filled in by the applicant (or given with --filing FILE.toml):")))
        blocks.append(SignatureLines(asked))
    return Section("control", "Document control", tuple(blocks))


_PORTRAIT = 174.0
"""The width of the text on a portrait page, in millimetres."""


def annex_parts(material: Material) -> tuple[Section, ...]:
    """Build the annexes: rule sheet, rack card, layout to scale."""
    game, rules, date = material.game, material.rules, material.date
    papers = (
        ("sheet", "Annex A: rules of the game", sheet(game, rules, date)),
        ("card", "Annex B: rack card", card(game, rules, date)),
        ("felt", "Annex C: layout, true to scale", layout(game, rules, date, wide=_PORTRAIT)),
    )
    return tuple(_bound(f"annex-{key}", title, paper) for key, title, paper in papers)


def _bound(key: str, title: str, paper: Document) -> Section:
    """Return a document as one section, with the section's key as a prefix in the keys of its subsections."""
    return Section(key, title, tuple(_renamed(section, key) for section in paper.sections))


def _renamed(section: Section, prefix: str) -> Section:
    inner = tuple(_renamed(each, prefix) if isinstance(each, Section) else each for each in section.blocks)
    return replace(section, key=f"{prefix}-{section.key}", blocks=inner, new_page=False)
