"""Design tokens for drawings, read from the page's style sheet so that each colour is defined once."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_TOKEN = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_LIGHT_OR_DARK = re.compile(r"light-dark\([^,]+, ([^)]+)\)")


@cache
def tokens() -> dict[str, str]:
    """Return every token of the dark theme by name."""
    sheet = (resources.files("pitboss") / "server" / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for name, value in _TOKEN.findall(sheet):
        found.setdefault(name, _LIGHT_OR_DARK.sub(r"\1", " ".join(value.split())))
    return found


def token(name: str) -> str:
    """Return one token; raise KeyError if the style sheet does not define it."""
    return tokens()[name]
