"""A client's picture of a table: the last `hello`, and every `update` since."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


def merged(old: Message, update: Message) -> Message:
    """The state after an update, which holds only what changed."""
    seats = {**old["table"]["seats"], **update["table"].get("seats", {})}
    table = {**old["table"], **update["table"], "seats": {seat: held for seat, held in seats.items() if held}}
    return {**update, "table": table, "you": {**old["you"], **update["you"]}, "setup": old.get("setup")}
