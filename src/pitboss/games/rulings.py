"""The rulings of a game, from `games/rulings.md`: how its sheet is read, and where it had to be."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from msgspec import Struct

from pitboss.play.options.rules import COMMON, HouseRules

_RULING = re.compile(r"^- (?P<number>[A-Z][A-Z0-9]*-\d+) (?P<text>.*?)(?=^- [A-Z]|^#|^\[|\Z)", re.MULTILINE | re.DOTALL)
_AGAINST_ITSELF = re.compile(r"contradicts itself|the sheet offers both|may be bet .* rule \d+ says otherwise")
_SILENT = re.compile(
    r"says nothing|print no |prints no |names? no |has no title|does not ask|is silent|calls its payouts a sample"
)


class Ruling(Struct, frozen=True):
    """One ruling, in plain words."""

    number: str
    text: str

    @property
    def contradiction(self) -> bool:
        """Whether the sheet says two things."""
        return bool(_AGAINST_ITSELF.search(self.text))

    @property
    def silent(self) -> bool:
        """Whether the sheet says nothing."""
        return bool(_SILENT.search(self.text))

    @property
    def options(self) -> tuple[str, ...]:
        """The options it is carried by, as it names them."""
        return tuple(re.findall(r"`([a-z_0-9]+)`", self.text))

    @property
    def plain(self) -> str:
        """The text without marks."""
        return re.sub(r"\*\*|`", "", self.text)


@cache
def _all() -> tuple[Ruling, ...]:
    text = (resources.files("pitboss.games") / "rulings.md").read_text(encoding="utf-8")
    return tuple(Ruling(found["number"], " ".join(found["text"].split())) for found in _RULING.finditer(text))


def rulings_of(rules: type[HouseRules]) -> tuple[Ruling, ...]:
    """The rulings common to all games, then those of this one; a game from outside has the common ones alone."""
    heads = (f"{COMMON}-", f"{rules.rulings}-")
    found = [ruling for ruling in _all() if ruling.number.startswith(heads)]
    return tuple(sorted(found, key=lambda ruling: ruling.number.startswith(heads[1]) and heads[1] != heads[0]))
