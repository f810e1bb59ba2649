"""Comparison of two HTML reports by tags and text, with differences as sentences."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from difflib import SequenceMatcher
from html.parser import HTMLParser

_FILE = re.compile(rb'<a download="([^"]+)" href="data:[^;"]*;base64,([^"]*)"')
_LONGEST = 90
_MOST = 20


def html_files(whole: bytes) -> dict[str, bytes]:
    """Return the files embedded in a page, by name."""
    found = {}
    for name, text in _FILE.findall(whole):
        try:
            found[name.decode("utf-8", "replace")] = b64decode(text, validate=True)
        except Error:
            found[name.decode("utf-8", "replace")] = b""
    return found


def html_differences(ours: bytes, theirs: bytes) -> list[str]:
    """Return a sentence for each difference between a page and the one the report generates."""
    one, other = _Tokens.of(ours), _Tokens.of(theirs)
    start = _alike(one, other)
    end = _alike(one[start:][::-1], other[start:][::-1])
    mine, told = one[start : len(one) - end], other[start : len(other) - end]
    section = _section(other[:start])
    found = [
        _sentence(section, mine[a:b], told[c:d])
        for kind, a, b, c, d in SequenceMatcher(None, mine, told, autojunk=False).get_opcodes()
        if kind != "equal"
    ]
    return found[:_MOST] or ["The page's bytes are not those of the report, in blanks or in the form of its tags."]


def _alike(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, told) in enumerate(pairs) if mine != told), min(len(one), len(other)))


def _section(before: list[str]) -> str:
    heads = [at for at, token in enumerate(before) if re.match(r"<h[1-6]", token)]
    return before[heads[-1] + 1] if heads and heads[-1] + 1 < len(before) else "the head of the page"


def _sentence(section: str, mine: list[str], told: list[str]) -> str:
    where = f"HTML, at {section!r}:"
    if any(token.startswith("<script") or " on" in token.partition("<")[2] for token in told):
        return f"{where} a script or an action was added: {_short(told)}."
    if not mine:
        return f"{where} {_short(told)} was added."
    if not told:
        return f"{where} {_short(mine)} was removed."
    return f"{where} the page has {_short(told)} where the report has {_short(mine)}."


def _short(tokens: list[str]) -> str:
    said = " ".join(tokens)
    return repr(said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…")


class _Tokens(HTMLParser):
    """A parser that lists tags with attributes, and text, in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    @classmethod
    def of(cls, whole: bytes) -> list[str]:
        """Return the tokens of a page."""
        made = cls()
        made.feed(whole.decode("utf-8", "replace"))
        made.close()
        return made.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag with its attributes."""
        told = "".join(f' {name}="{value}"' for name, value in attrs)
        self.found.append(f"<{tag}{told}>")

    def handle_endtag(self, tag: str) -> None:
        """Record an end tag."""
        self.found.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Record text."""
        if data.strip():
            self.found.append(data.strip())

    def handle_comment(self, data: str) -> None:
        """Record a comment."""
        self.found.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        """Record a declaration."""
        self.found.append(f"<!{decl}>")


def key_differences(ours: object, theirs: object, place: str = "") -> Iterator[str]:
    """Yield each key of the second JSON value that is missing from the first, with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name, value in theirs.items():
            if name not in ours:
                yield f"The data holds a key {name!r} in {place or 'the file'}: no report has it."
            else:
                yield from key_differences(ours[name], value, f"{place}/{name}")
    elif isinstance(ours, list) and isinstance(theirs, list):
        for at, (mine, told) in enumerate(zip(ours, theirs, strict=False)):
            yield from key_differences(mine, told, f"{place}/{at}")
