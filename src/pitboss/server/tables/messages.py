"""Messages that the page sends to a table, with validation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias, TypeVar, get_args

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder

from pitboss.play.refused import Refused, one_of

M = TypeVar("M")
Amount = Annotated[int, Meta(ge=1, le=10**12)]
_MAX_NAME_LENGTH = 40
Name = Annotated[str, Meta(min_length=1, max_length=_MAX_NAME_LENGTH)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from the page. The reply carries the same `id`."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """Any number, repeated in the reply."""


class Sit(Message, frozen=True, kw_only=True, tag="sit"):
    """Take a seat."""

    seat: SeatNumber
    seed: Annotated[str, Meta(max_length=64)] = ""
    """The player's part of the seed for the next shuffle."""


class SetSeed(Message, frozen=True, kw_only=True, tag="seed"):
    """Change the player's part of the seed for the following shuffles."""

    seed: Annotated[str, Meta(max_length=64)]


class Stand(Message, frozen=True, kw_only=True, tag="stand"):
    """Leave the seat."""


class NewShoe(Message, frozen=True, kw_only=True, tag="new-shoe"):
    """Open the shoe in use and shuffle a new one."""


class SeatBot(Message, frozen=True, kw_only=True, tag="bot"):
    """Seat a bot in a free seat, or remove it."""

    seat: SeatNumber
    sits: bool = True


class PlaceBet(Message, frozen=True, kw_only=True, tag="bet"):
    """Set all bets of this seat before the deal, in cents, replacing the previous ones."""

    bets: Annotated[dict[Name, Amount], Meta(max_length=64)]


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """Finish betting: this seat is ready for the deal."""

    seed: Annotated[str, Meta(max_length=64)] = ""
    """A new seed for the following shuffles, sent after the seal of the next one was announced."""


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Answer the current offer."""

    answer: Name
    offer: Annotated[int, Meta(ge=0, le=10_000)]
    """The number of the offer being answered, from the table state."""
    seat: SeatNumber | None = None
    """The player's own seat; any other is refused."""


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    """Ask for the value of each option or, before the deal, of each bet given the cards on the table."""


class Chat(Message, frozen=True, kw_only=True, tag="chat"):
    """Send a short message to everyone at the table; spectators may too."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Ask for a reply, to check that the connection works."""


FromPage: TypeAlias = Sit | Stand | SetSeed | NewShoe | SeatBot | PlaceBet | Ready | Say | Hint | Chat | Ping
_READER: Decoder[FromPage] = Decoder(FromPage)
_KINDS = {
    "int": "a whole number", "float": "a fraction", "str": "a text", "bool": "true or false", "null": "null",
    "object": "an object", "array": "a list",
}  # fmt: skip


def read_message(text: str) -> FromPage:
    """Parse a message from the page, or raise `Refused` with the reason."""
    return decode(_READER, text)


def decode(reader: Decoder[M], text: str) -> M:
    """Parse one of several kinds of messages, or raise `Refused` with the reason."""
    try:
        return reader.decode(text)
    except ValidationError as fault:
        why = _in_words(str(fault), [str(kind.__struct_config__.tag) for kind in get_args(reader.type)])
    except (DecodeError, RecursionError, UnicodeError) as fault:
        why = f"it is not JSON: {str(fault).removeprefix('JSON is malformed: ')}"
    raise Refused("bad-message", f"this message cannot be read: {why}")


class _Numbered(Struct):
    """The `id` of a message, ignoring all other fields."""

    id: int | None = None


_NUMBER = Decoder(_Numbered)


def number_of(text: str | None) -> int | None:
    """Return the `id` of an invalid message, or None if even that can't be parsed."""
    try:
        return _NUMBER.decode(text or "").id
    except (DecodeError, RecursionError, UnicodeError):
        return None


def _in_words(fault: str, types: Sequence[str] = ()) -> str:
    """
    Turn a msgspec error into a plain sentence.

    >>> _in_words("Expected `int`, got `str` - at `$.seat`")
    'seat must be a whole number, not a text'
    >>> _in_words("Expected `int` >= 1 - at `$.bets[...]`")
    'each of bets must be a whole number >= 1'
    >>> _in_words("Object missing required field `seat`")
    'it has no seat'
    >>> _in_words("Object contains unknown field `a\\nmissing seat`")
    "there is no field 'a\\\\nmissing seat'"
    >>> _in_words("Number out of range - at `$.seat`")
    'seat is out of range'
    """
    what, _, place = fault.replace("Expected ", "must be ").replace(", got ", ", not ").partition(" - at ")
    for kind, words in _KINDS.items():
        what = what.replace(f"`{kind}`", words).replace(f"`{kind} | null`", f"{words} or null")
    where = place.replace("`", "").replace("$.", "")
    if where == "type":
        return f"its type must be {one_of(types)}"
    if what.startswith("Object"):
        before, _, field = what.partition("`")
        field = field.removesuffix("`")
        return f"it has no {field}" if "missing" in before else f"there is no field {field[:_MAX_NAME_LENGTH]!r}"
    if what.startswith("Number"):
        what = "is out of range"
    if where.endswith("[...]"):
        where = f"each of {where.removesuffix('[...]')}"
    return f"{where or 'it'} {what}"
