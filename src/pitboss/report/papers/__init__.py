"""
The papers of a game other than its report: the rules as a filing, the rack card, the layout true to scale.

    from pitboss.report.papers import card, layout, sheet
    from pitboss.report.render import write_document
    write_document(sheet(game, rules, "2026-11-17"), "rules.pdf")
"""

from __future__ import annotations

from pitboss.report.papers.card import card, on_one_page
from pitboss.report.papers.felt import layout
from pitboss.report.papers.identity import identity
from pitboss.report.papers.sheet import sheet

__all__ = ["card", "identity", "layout", "on_one_page", "sheet"]
