"""Recognition of files that were mistaken for a saved round, and of the command that reads them."""

from __future__ import annotations

import json
import tomllib

_BY_KEYS = (
    ({"record", "events"}, "its proof is missing, so that nothing can be checked"),
    ({"game", "pack", "wagers"}, "it is a record as deal --save writes it, which pitboss replay deals again"),
    ({"events", "net", "bank"}, "it is a round as replay --json prints it, which holds no proof"),
    ({"event", "text"}, "it holds events as deal --json prints them, and no proof"),
    ({"game", "bets"}, "it is what odds --json prints"),
)
_RECORD_IN_WORDS = "game "


def what_it_is(text: str) -> str:
    """
    Guess the kind of a file from its content, as a phrase.

    >>> what_it_is(""), what_it_is("game flop22\\npack Ad ...")
    ('it is empty', 'it is a record in words, which pitboss replay deals again')
    """
    if not text.strip():
        return "it is empty"
    try:
        data = json.loads(text.splitlines()[0] if text.startswith("{") else text)
    except (ValueError, RecursionError):
        return _of_plain_text(text)
    keys = set(data) if isinstance(data, dict) else set()
    return next((words for wanted, words in _BY_KEYS if wanted <= keys), "it is JSON of another kind")


def _of_plain_text(text: str) -> str:
    if text.lstrip().startswith(_RECORD_IN_WORDS) and "=" not in text.splitlines()[0]:
        return "it is a record in words, which pitboss replay deals again"
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return "it is a text of another kind"
    return "it is TOML, as files of house rules and strategies are"
