"""House rules: the options of a sheet as a frozen model that explains itself."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Self, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainSerializer,
    ValidationError,
    field_validator,
)
from pydantic_core import CoreSchema, core_schema

from pitboss.money import FREE, Cents, Pays, parse_money, show_money
from pitboss.paytable import Paytable
from pitboss.play.refused import Refused, nearest, one_of


class _AsItIs:
    """A value that its own reader has made: pydantic need not look inside, which costs start-up time."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.is_instance_schema(source)


Money = Annotated[Cents, BeforeValidator(parse_money), PlainSerializer(show_money), Field(ge=0)]
"""An amount in a rules file: dollars, as in "$10"."""

Payout = Annotated[Pays, _AsItIs(), BeforeValidator(Pays.parse), PlainSerializer(str)]
"""A payout in a rules file: "10:1", "3:2", or N for N to 1."""

Table = Annotated[Paytable, _AsItIs(), PlainSerializer(Paytable.as_data)]
"""A paytable in a rules file: one entry a printed line."""

_RULING = re.compile(r"\b(?:C|F22|FI|BD|RY|FB)-\d+\b")
_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")


class HouseRules(BaseModel):
    """The options of one game; the defaults are our reading of its sheet."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True,
        validate_default=False, defer_build=True,
    )  # fmt: skip

    title: ClassVar[str]

    chip: Money = Cents(100)
    """The smallest chip: every wager is a multiple of it (C-1)."""

    @field_validator("*", mode="before")
    @classmethod
    def _read(cls, value: Any, info: Any) -> Any:
        entry = cls.model_fields[info.field_name]
        if isinstance(entry.default, Paytable):
            return entry.default.read(value)
        kind = entry.annotation
        if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(value, str):
            return _choice(kind, value)
        return value

    def model_post_init(self, context: Any, /) -> None:
        """Refuse a chip in which some payout would not be whole cents (C-1)."""
        if self.chip <= 0:
            raise ValueError("chip must be more than nothing: $1 for example")
        for name, pays in self.payouts():
            if not pays.is_whole_for(self.chip):
                raise ValueError(
                    f"{name} pays {pays}, which is not whole cents on a chip of {show_money(self.chip)}:"
                    f" the chip must be a multiple of {show_money(pays.per)}"
                )

    def check_limit(self, name: str, least: Cents = FREE) -> None:
        """Refuse a limit under which not one chip could be bet (C-1)."""
        most: Cents = getattr(self, name)
        chips = max(-(-least // self.chip), 1)
        if chips * self.chip > most:
            raise ValueError(
                f"{name} of {show_money(most)} leaves no bet: it must be at least {show_money(chips * self.chip)}"
            )

    @classmethod
    def read(cls, data: object) -> Self:
        """Rules from a mapping; anything wrong is `Refused` with a sentence for each fault."""
        if not isinstance(data, Mapping):
            raise Refused("bad-rules", f"the rules of {cls.title} must be a table of option = value")
        try:
            return cls.model_validate(dict(data))
        except ValidationError as error:
            raise Refused("bad-rules", "; ".join(map(cls._sentence, error.errors()))) from None

    def with_settings(self, settings: Iterable[str]) -> Self:
        """These rules with `name=value` settings applied; `table.line=payout` changes one line."""
        data: dict[str, object] = self.model_dump(mode="json")
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise Refused("bad-setting", f"{setting!r} is not a setting: write name=value, as in chip=$5")
            self._apply(data, name.strip(), text.strip())
        return self.read(data)

    def _apply(self, data: dict[str, object], name: str, text: str) -> None:
        name, _, line = name.partition(".")
        name = name.strip().replace("-", "_")
        if name not in data:
            raise Refused("bad-rules", self._unknown(name))
        current = getattr(self, name)
        if isinstance(current, Paytable):
            data[name] = self._table_with(name, current.read(data[name]), line, text)
        elif line:
            raise Refused("bad-rules", f"{name} is not a paytable: write {name}=value")
        else:
            data[name] = _typed(text, current)

    @staticmethod
    def _table_with(name: str, table: Paytable, line: str, text: str) -> Paytable:
        lines = [key for key, _ in table.lines]
        if not line:
            raise Refused("bad-rules", f"{name} is a paytable: set one line of it, as in {name}.{lines[0]}=5:1")
        folded = {key.casefold(): key for key in lines}
        cells: list[object] = [cell.strip() for cell in text.split(",")]
        try:
            return table.with_line(folded.get(line.strip().casefold(), line), cells)
        except ValueError as error:
            raise Refused("bad-rules", f"{name}: {error}") from None

    @classmethod
    def _unknown(cls, name: str) -> str:
        return f"{cls.title} has no option {name!r}: the nearest is {nearest(name, cls.model_fields)!r}"

    @classmethod
    def _sentence(cls, fault: Any) -> str:
        name = str(fault["loc"][0]) if fault["loc"] else ""
        if fault["type"] == "extra_forbidden":
            return cls._unknown(name)
        if fault["type"] == "value_error":
            reason = str(fault["ctx"]["error"])
        elif wanted := _WANTED.get(fault["type"]):
            reason = f"must be {wanted.format(**fault.get('ctx', {}))}, not {fault['input']!r}"
        else:
            reason = fault["msg"][0].lower() + fault["msg"][1:] + f", not {fault['input']!r}"
        return f"{name}: {reason}" if name else reason

    def changed(self) -> dict[str, object]:
        """Only what differs from the defaults, as a record or a rules file holds it."""
        if not self.model_fields_set:
            return {}
        defaults = type(self)()
        plain = self.model_dump(mode="json")
        return {name: plain[name] for name in plain if getattr(self, name) != getattr(defaults, name)}

    def payouts(self) -> Iterable[tuple[str, Pays]]:
        """Every payout these rules hold, with the option that names it."""
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, Pays):
                yield name, value
            elif isinstance(value, Paytable):
                yield from ((name, pays) for pays in value.all_pays())

    @classmethod
    def meaning(cls, name: str) -> str:
        """What an option means, in a sentence: the docstring under it."""
        return meanings(cls)[name]

    @classmethod
    def ruling(cls, name: str) -> str:
        """The rulings that an option carries."""
        return ", ".join(dict.fromkeys(_RULING.findall(cls.meaning(name))))

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """The words an option may be, where it is a choice of words."""
        kind = cls.model_fields[name].annotation
        if isinstance(kind, type) and issubclass(kind, Enum):
            return tuple(str(member.value) for member in kind)
        return tuple(map(str, get_args(kind))) if get_args(kind) and not isinstance(kind, type) else ()


@cache
def meanings(kind: type[HouseRules]) -> Mapping[str, str]:
    """The docstring under each option; read from the source when asked, for the start of a command cannot wait."""
    found: dict[str, str] = {}
    for owner in reversed(kind.__mro__):
        if issubclass(owner, HouseRules):
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
            assert isinstance(body, ast.ClassDef)
            for option, under in pairwise(body.body):
                match option, under:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                        found[name] = " ".join(words.split())
    return {name: found.get(name, "") for name in kind.model_fields}


_WANTED = {
    "bool_type": "true or false",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "literal_error": "{expected}",
    "int_type": "a whole number",
    "string_type": "a word",
    "int_from_float": "a whole number",
}


def _choice(kind: type[Enum], text: str) -> object:
    folded = re.sub(r"[\s_]+", "-", text.strip().lower())
    words = [str(member.value) for member in kind]
    if folded not in words:
        raise ValueError(f"must be {one_of(words)}, not {text!r}")
    return kind(folded)


def _typed(text: str, current: object) -> object:
    """The text of a setting as the type its option has; what does not fit is left for the model to refuse."""
    if isinstance(current, bool):
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if isinstance(current, int) and not isinstance(current, bool) and re.fullmatch(r"[+-]?\d{1,9}", text):
        return int(text)
    return text
