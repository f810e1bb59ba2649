"""
Documents of a game other than its report: the rules filing, the rack card and the layout to scale.

    from pitboss.documents.filings import card, layout, sheet
    from pitboss.documents.rendering import write_document
    write_document(sheet(game, rules, "2026-11-17"), "rules.pdf")
"""

from __future__ import annotations

from pitboss.documents.filings.rack_card import card, on_one_page
from pitboss.documents.filings.rule_sheet import identity, sheet
from pitboss.documents.filings.scale_felt import layout

__all__ = ["card", "identity", "layout", "on_one_page", "sheet"]
