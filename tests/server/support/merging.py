"""A client's state of a table: the last `hello` with every `update` since."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


def merged(old: Message, update: Message) -> Message:
    """Return the state after an update, which holds only what changed."""
    seats = {**old["table"]["seats"], **update["table"].get("seats", {})}
    table = {**old["table"], **update["table"], "seats": {seat: held for seat, held in seats.items() if held}}
    return {**update, "table": table, "you": {**old["you"], **update["you"]}, "setup": old.get("setup")}
