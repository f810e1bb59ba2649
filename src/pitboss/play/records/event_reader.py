"""Parsing of events from the data that `Event.as_data` returns, such as a table's messages to the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cards import HIDDEN, parse_card
from pitboss.money import Pays
from pitboss.play import steps
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Event, Seat

_MOVING = "Dealt", "Discarded", "Motioned", "Moved", "Returned", "Settled", "Turned", "Wagered"
_NAMED: dict[str, type[Event]] = {name.lower(): vars(steps)[name] for name in _MOVING} | {"moved-over": MovedOver}
_READ: dict[str, Callable[[Any], Any]] = {
    "card": lambda text: HIDDEN if text == "??" else parse_card(text),
    "face": steps.Face,
    "pays": Pays.parse,
    "seat": Seat,
}


def read_event(data: Mapping[str, Any]) -> Event | None:
    """Return an event from its data; None unless its kind moves cards or chips."""
    kind = _NAMED.get(str(data.get("event")))
    if kind is None:
        return None
    fields = {name: _READ.get(name, lambda value: value)(data[name]) for name in kind.__struct_fields__ if name in data}
    if "seat" in kind.__struct_fields__:
        fields.setdefault("seat", None)  # None is not sent; it means the dealer's side
    try:
        return kind(**fields)
    except TypeError:
        return None
