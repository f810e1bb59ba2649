"""
Reports and other papers: tables for the terminal, and documents for a laboratory.

`blocks` says how a document is made, `render` writes it as PDF, HTML or JSON, `parts` are the parts of a game's
report. The package itself can be asked: `pitboss.report("flop22", rounds=0)`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.play.rules import HouseRules
    from pitboss.report.result import Report


class _Asked(ModuleType):
    """This package can be called, as `pitboss.games` can."""

    def __call__(self, rules: str | HouseRules, **wishes: Any) -> Report:
        """The report of a game under these rules; see `pitboss.report.result.report`."""
        from pitboss.report.result import report  # noqa: PLC0415  (printing a table needs none of it)

        return report(rules, **wishes)


sys.modules[__name__].__class__ = _Asked
