"""What the page and the server say to each other, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pitboss.play.refused import Refused

Amount = Annotated[int, Field(gt=0, le=10**12)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=1, le=99)]


class Message(BaseModel):
    """A message from the page; `id` comes back with the answer."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)

    id: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """Any number: the answer carries it too."""


class Sit(Message):
    """Take a seat."""

    type: Literal["sit"]
    seat: SeatNumber


class Stand(Message):
    """Leave the seat."""

    type: Literal["stand"]


class SeatBot(Message):
    """Put a bot into a free seat, or send it away."""

    type: Literal["bot"]
    seat: SeatNumber
    sits: bool = True


class PlaceBet(Message):
    """All chips of this seat before the deal, in cents; they replace those that lie there."""

    type: Literal["bet"]
    bets: Annotated[dict[Name, Amount], Field(max_length=64)]


class Ready(Message):
    """No more chips from this seat: deal."""

    type: Literal["ready"]


class Say(Message):
    """Answer the offer that stands."""

    type: Literal["say"]
    answer: Name
    offer: Annotated[int, Field(ge=0, le=10_000)]
    """Which offer is answered: its number in the state."""
    seat: SeatNumber | None = None
    """Your seat; another's is refused."""


class Hint(Message):
    """Ask what each option is worth."""

    type: Literal["hint"]


class Ping(Message):
    """Ask for a sign of life."""

    type: Literal["ping"]


FromPage = Annotated[Sit | Stand | SeatBot | PlaceBet | Ready | Say | Hint | Ping, Field(discriminator="type")]
_READER: TypeAdapter[FromPage] = TypeAdapter(FromPage)


def read_message(text: str) -> FromPage:
    """A message from the page, or `Refused` with what is wrong with it."""
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in fault["loc"][1:])
        said = fault["msg"][0].lower() + fault["msg"][1:]
        raise Refused("bad-message", f"this message cannot be read: {where + ': ' if where else ''}{said}") from None
