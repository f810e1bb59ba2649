"""What the page and the server say to each other, checked."""

from __future__ import annotations

from typing import Annotated, TypeAlias, get_args

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder

from pitboss.play.refused import Refused, one_of

Amount = Annotated[int, Meta(ge=1, le=10**12)]
_LONGEST_NAME = 40
Name = Annotated[str, Meta(min_length=1, max_length=_LONGEST_NAME)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from the page; `id` comes back with the answer."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """Any number: the answer carries it too."""


class Sit(Message, frozen=True, kw_only=True, tag="sit"):
    """Take a seat."""

    seat: SeatNumber
    seed: Annotated[str, Meta(max_length=64)] = ""
    """Your part in the next shuffle."""


class SetSeed(Message, frozen=True, kw_only=True, tag="seed"):
    """Choose another part in the shuffles that follow."""

    seed: Annotated[str, Meta(max_length=64)]


class Stand(Message, frozen=True, kw_only=True, tag="stand"):
    """Leave the seat."""


class NewShoe(Message, frozen=True, kw_only=True, tag="new-shoe"):
    """Have the shoe in use opened, and a new one shuffled."""


class SeatBot(Message, frozen=True, kw_only=True, tag="bot"):
    """Put a bot into a free seat, or send it away."""

    seat: SeatNumber
    sits: bool = True


class PlaceBet(Message, frozen=True, kw_only=True, tag="bet"):
    """All chips of this seat before the deal, in cents; they replace those that lie there."""

    bets: Annotated[dict[Name, Amount], Meta(max_length=64)]


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """No more chips from this seat: deal."""


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Answer the offer that stands."""

    answer: Name
    offer: Annotated[int, Meta(ge=0, le=10_000)]
    """Which offer is answered: its number in the state."""
    seat: SeatNumber | None = None
    """Your seat; another's is refused."""


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    """Ask what each option is worth, or before the deal what each spot is worth on the cards that lie there."""


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Ask for a sign of life."""


FromPage: TypeAlias = Sit | Stand | SetSeed | NewShoe | SeatBot | PlaceBet | Ready | Say | Hint | Ping
_READER: Decoder[FromPage] = Decoder(FromPage)
_TYPES = one_of([str(kind.__struct_config__.tag) for kind in get_args(FromPage)])
_KINDS = {
    "int": "a whole number", "float": "a fraction", "str": "a text", "bool": "true or false", "null": "null",
    "object": "an object", "array": "a list",
}  # fmt: skip


def read_message(text: str) -> FromPage:
    """A message from the page, or `Refused` with what is wrong with it."""
    try:
        return _READER.decode(text)
    except ValidationError as fault:
        why = _in_words(str(fault))
    except (DecodeError, RecursionError, UnicodeError) as fault:
        why = f"it is not JSON: {str(fault).removeprefix('JSON is malformed: ')}"
    raise Refused("bad-message", f"this message cannot be read: {why}")


class _Numbered(Struct):
    """Whatever else stands in a message, the number it has."""

    id: int | None = None


_NUMBER = Decoder(_Numbered)


def number_of(text: str | None) -> int | None:
    """The number of a message that cannot be read, if that much can be."""
    try:
        return _NUMBER.decode(text or "").id
    except (DecodeError, RecursionError, UnicodeError):
        return None


def _in_words(fault: str) -> str:
    """
    What msgspec says of a fault, as one says it.

    >>> _in_words("Expected `int`, got `str` - at `$.seat`")
    'seat must be a whole number, not a text'
    >>> _in_words("Expected `int` >= 1 - at `$.bets[...]`")
    'each of bets must be a whole number >= 1'
    >>> _in_words("Object missing required field `seat`")
    'it has no seat'
    >>> _in_words("Object contains unknown field `a\\nmissing seat`")
    "there is no field 'a\\\\nmissing seat'"
    >>> _in_words("Number out of range - at `$.seat`")
    'seat is a number out of all range'
    """
    what, _, place = fault.replace("Expected ", "must be ").replace(", got ", ", not ").partition(" - at ")
    for kind, words in _KINDS.items():
        what = what.replace(f"`{kind}`", words).replace(f"`{kind} | null`", f"{words} or null")
    where = place.replace("`", "").replace("$.", "")
    if where == "type":
        return f"its type must be {_TYPES}"
    if what.startswith("Object"):
        before, _, field = what.partition("`")
        field = field.removesuffix("`")
        return f"it has no {field}" if "missing" in before else f"there is no field {field[:_LONGEST_NAME]!r}"
    if what.startswith("Number"):
        what = "is a number out of all range"
    if where.endswith("[...]"):
        where = f"each of {where.removesuffix('[...]')}"
    return f"{where or 'it'} {what}"
