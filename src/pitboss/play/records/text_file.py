"""Reading of user-supplied text files, with readable error messages."""

from __future__ import annotations

import errno
import sys
import tomllib
from contextlib import nullcontext
from typing import Any

from pitboss.play.refused import Refused

_MAX_LENGTH = 1_000_000
"""The maximum number of characters read, to protect against endless input, for example from a device."""

_IN_WORDS = {
    errno.ENOENT: "there is no such file or folder", errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "it is not a folder", errno.EACCES: "permission denied", errno.EROFS: "it is read-only",
    errno.ENOSPC: "the disk is full", errno.ENAMETOOLONG: "the name is too long", errno.EEXIST: "it already exists",
}  # fmt: skip


def read_text(path: str, what: str) -> str:
    """Read a text file; `what` names its kind in error messages, and "-" reads standard input."""
    try:
        with nullcontext(sys.stdin) if path == "-" else open(path, encoding="utf-8-sig") as file:
            text = file.read(_MAX_LENGTH + 1)
    except UnicodeDecodeError:
        raise Refused("bad-file", f"{path} is not UTF-8 text, as a {what} must be") from None
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"the {what} {path!r} cannot be read: {in_words(error)}") from None
    if len(text) > _MAX_LENGTH:
        raise Refused("bad-file", f"{path} is too long for a {what}, which has {_MAX_LENGTH:,} characters at most")
    return text


def in_words(error: OSError | ValueError) -> str:
    """
    Return an operating system error in words, without its number.

    >>> in_words(OSError(28, "No space left on device")), in_words(OSError(98, "Address already in use"))
    ('the disk is full', 'address already in use')
    """
    if isinstance(error, OSError) and error.errno in _IN_WORDS:
        return _IN_WORDS[error.errno]
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _uncapitalised(words) or type(error).__name__


def read_toml(text: str) -> dict[str, Any]:
    """Parse TOML; raise `Refused` on a syntax error."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a TOML error, or a number with too many digits
        raise Refused("bad-toml", f"this is not TOML: {_uncapitalised(str(error))}") from None


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
