"""Text files that people hand in, read with a sentence for all that can be wrong with one."""

from __future__ import annotations

import errno
import sys
import tomllib
from contextlib import nullcontext
from typing import Any

from pitboss.play.refused import Refused

_LONGEST = 1_000_000
"""More characters than any such file has: what never ends, as a device may, is not read to its end."""

_IN_WORDS = {
    errno.ENOENT: "there is no such file or folder", errno.EISDIR: "it is a folder", errno.ENOTDIR: "it is no folder",
    errno.EACCES: "that is not allowed", errno.EROFS: "nothing may be written there", errno.ENOSPC: "the disk is full",
    errno.ENAMETOOLONG: "the name is too long", errno.EEXIST: "it is there already",
}  # fmt: skip


def read_text(path: str, what: str) -> str:
    """The text of a file of some kind (a rules file, a strategy file); - is the input."""
    try:
        with nullcontext(sys.stdin) if path == "-" else open(path, encoding="utf-8-sig") as file:
            text = file.read(_LONGEST + 1)
    except UnicodeDecodeError:
        raise Refused("bad-file", f"{path} is not a text in UTF-8, as a {what} must be") from None
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"the {what} {path!r} cannot be read: {in_words(error)}") from None
    if len(text) > _LONGEST:
        raise Refused("bad-file", f"{path} is too long for a {what}, which has {_LONGEST:,} characters at most")
    return text


def in_words(error: OSError | ValueError) -> str:
    """
    What the system says of a file or of the network, in words and without its number.

    >>> in_words(OSError(28, "No space left on device")), in_words(OSError(98, "Address already in use"))
    ('the disk is full', 'address already in use')
    """
    if isinstance(error, OSError) and error.errno in _IN_WORDS:
        return _IN_WORDS[error.errno]
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _uncapitalised(said) or type(error).__name__


def read_toml(text: str) -> dict[str, Any]:
    """What a text in TOML says."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of its own, or from a number with too many digits
        raise Refused("bad-toml", f"this is not TOML: {_uncapitalised(str(error))}") from None


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
