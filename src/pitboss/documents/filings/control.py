"""Document control of a filing: number, revision, change history, applicant and distribution."""

from __future__ import annotations

from pitboss.documents.blocks import Block, Grid, Paragraph, Section, SignatureLines, words
from pitboss.documents.inputs.filing_facts import FilingFacts

_FIELDS = {
    "applicant": "Applicant", "address": "Address", "contact": "Contact person", "telephone": "Telephone",
    "email": "E-mail", "licence": "Licence or registration number", "casino": "Casino", "laboratory": "Laboratory",
}  # fmt: skip
_NOTHING_YET = "First issue."


def control_part(number: str, facts: FilingFacts, date: str, game: str, house: str) -> Section:
    """Build the section; fields that are not given are lines to be filled in by hand."""
    about = (
        ("document number", number), ("revision", str(facts.revision)), ("date", date), ("game", game),
        ("house rules", house), ("status", "prepared for submission to a laboratory; certifies nothing by itself"),
    )  # fmt: skip
    told = tuple((title, getattr(facts, name)) for name, title in _FIELDS.items() if getattr(facts, name))
    asked = tuple(title for name, title in _FIELDS.items() if not getattr(facts, name))
    history = tuple((str(each.number), each.date, each.change, each.approved) for each in facts.revisions) or (
        ("0", date, _NOTHING_YET, ""),
    )
    blocks: list[Block] = [
        Grid("Document", ("what", "value"), about, wide=("value",), key="document"),
        Grid("Change history", ("revision", "date", "change", "approved by"), history, wide=("change",), key="history"),
    ]
    if told:
        blocks.append(Grid("Applicant", ("field", "value"), told, wide=("value",), key="applicant"))
    if asked:
        blocks.append(Paragraph(words("To be filled in by the applicant (or given with --filing FILE.toml):")))
        blocks.append(SignatureLines(asked))
    return Section("control", "Document control", tuple(blocks))
