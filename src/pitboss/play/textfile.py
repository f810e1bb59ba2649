"""Text files that people hand in, read with a sentence for all that can be wrong with one."""

from __future__ import annotations

import tomllib
from typing import Any

from pitboss.play.refused import Refused

_LONGEST = 1_000_000
"""More characters than any such file has: what never ends, as a device may, is not read to its end."""


def read_text(path: str, what: str) -> str:
    """The text of a file of some kind (a rules file, a strategy file)."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(_LONGEST + 1)
    except UnicodeDecodeError:
        raise Refused("bad-file", f"{path} is not a text in UTF-8, as a {what} must be") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused("no-file", f"the {what} {path!r} cannot be read: {_uncapitalised(reason)}") from None
    if len(text) > _LONGEST:
        raise Refused("bad-file", f"{path} is too long for a {what}, which has {_LONGEST:,} characters at most")
    return text


def read_toml(text: str) -> dict[str, Any]:
    """What a text in TOML says."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of its own, or from a number with too many digits
        raise Refused("bad-toml", f"this is not TOML: {_uncapitalised(str(error))}") from None


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
