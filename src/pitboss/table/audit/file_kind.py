"""Recognition of files that were mistaken for a saved round, and of the command that reads them."""

from __future__ import annotations

import json
import tomllib

_BY_KEYS = (
    ({"record", "events"}, "its proof is missing, so nothing can be checked"),
    ({"game", "pack", "wagers"}, "it is a record from deal --save: use pitboss replay"),
    ({"events", "net", "bank"}, "it is output of replay --json, which has no proof"),
    ({"event", "text"}, "it is output of deal --json, which has no proof"),
    ({"game", "bets"}, "it is output of odds --json"),
)
_RECORD_IN_WORDS = "game "


def describe_file(text: str) -> str:
    """
    Guess the kind of a file from its content, as a phrase.

    >>> describe_file(""), describe_file("game flop22\\npack Ad ...")
    ('it is empty', 'it is a record as text: use pitboss replay')
    """
    if not text.strip():
        return "it is empty"
    try:
        data = json.loads(text.splitlines()[0] if text.startswith("{") else text)
    except (ValueError, RecursionError):
        return _of_plain_text(text)
    keys = set(data) if isinstance(data, dict) else set()
    return next((words for wanted, words in _BY_KEYS if wanted <= keys), "it is some other JSON")


def _of_plain_text(text: str) -> str:
    if text.lstrip().startswith(_RECORD_IN_WORDS) and "=" not in text.splitlines()[0]:
        return "it is a record as text: use pitboss replay"
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return "it is some other text"
    return "it is a TOML file, such as house rules or a strategy"
