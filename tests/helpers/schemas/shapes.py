"""The base type of all schema objects."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Value = str | int | float | bool | None
Rules = dict[str, Any]


class JsonObject(Struct, forbid_unknown_fields=True):
    """An object with these names and no other; a name that may be left out is unset."""
