"""The rulings of each game, parsed from `rulings.md` next to this file."""

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
    """One ruling: its number and its text."""

    number: str
    text: str

    @property
    def contradiction(self) -> bool:
        """Whether the sheet contradicts itself on this point."""
        return bool(_AGAINST_ITSELF.search(self.text))

    @property
    def silent(self) -> bool:
        """Whether the sheet is silent on this point."""
        return bool(_SILENT.search(self.text))

    @property
    def options(self) -> tuple[str, ...]:
        """The house options named in the ruling."""
        return tuple(re.findall(r"`([a-z_0-9]+)`", self.text))

    @property
    def plain(self) -> str:
        """The text without Markdown."""
        return re.sub(r"\*\*|`", "", self.text)


@cache
def _all() -> tuple[Ruling, ...]:
    text = (resources.files(__name__) / "rulings.md").read_text(encoding="utf-8")
    return tuple(Ruling(found["number"], " ".join(found["text"].split())) for found in _RULING.finditer(text))


@cache
def _titles() -> tuple[str, ...]:
    """Return the titles of the games that have rulings, from the headings."""
    text = (resources.files(__name__) / "rulings.md").read_text(encoding="utf-8")
    return tuple(found.split(" with ")[0] for found in re.findall(r"^## (.+)$", text, re.MULTILINE))


def own_rulings(rules: type[HouseRules]) -> tuple[Ruling, ...]:
    """Return the rulings that apply to a game, without their remarks on other games."""
    found = []
    for ruling in rulings_of(rules):
        text = ruling.text if not ruling.number.startswith(f"{COMMON}-") else _without_others(ruling.text, rules.title)
        if text:
            found.append(Ruling(ruling.number, text))
    return tuple(found)


def _without_others(text: str, title: str) -> str:
    """Drop the sentences and parentheses that name only other games."""
    own = [title] if title in _titles() else [each for each in _titles() if each in title or title in each]
    others = [each for each in _titles() if each not in own and each not in title]
    if "both blackjacks" in text and not any(each.endswith("Blackjack") for each in own):
        return ""
    if own:
        text = re.sub(r"^The sheets of ([^:]*) print ", lambda found: _sheets(found, own), text)
    text = re.sub(r" \(([^()]*)\)", lambda found: "" if _names(found[1], others) else found[0], text)
    left = [each for each in re.split(r"(?<=\.) (?=[A-Za-z])", text) if not _foreign(each, own, others)]
    return " ".join(left).replace(", in both blackjacks", "")


def _sheets(found: re.Match[str], own: list[str]) -> str:
    return "The sheet prints " if _names(found[1], own) else found[0]


def _names(text: str, titles: list[str]) -> bool:
    return any(_short(title) in text for title in titles)


def _short(title: str) -> str:
    """Return the form of the title used in running text."""
    return title.removesuffix(" Blackjack")


def _foreign(sentence: str, own: list[str], others: list[str]) -> bool:
    return _names(sentence, others) and not _names(sentence, own)


def rulings_of(rules: type[HouseRules]) -> tuple[Ruling, ...]:
    """Return the rulings common to all games, then this game's own. An external game has only the common ones."""
    heads = (f"{COMMON}-", f"{rules.rulings}-")
    found = [ruling for ruling in _all() if ruling.number.startswith(heads)]
    return tuple(sorted(found, key=lambda ruling: ruling.number.startswith(heads[1]) and heads[1] != heads[0]))
