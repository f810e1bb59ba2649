"""House rules: the options of a sheet as a frozen record that explains itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args, get_origin, get_type_hints

from msgspec import Struct

from pitboss.money import FREE, Cents, Pays, parse_money, show_money
from pitboss.paytable import Paytable
from pitboss.play.refused import Refused, nearest, one_of


class Between(NamedTuple):
    """The least and the most that a whole number may be."""

    least: int
    most: int


class _Words(NamedTuple):
    """How a value is read from the words of a rules file, and told in them."""

    read: Callable[[object], object]
    tell: Callable[[Any], str]


Money = Annotated[Cents, _Words(parse_money, show_money)]
"""An amount in a rules file: dollars, as in "$10"."""

Payout = Annotated[Pays, _Words(Pays.parse, str)]
"""A payout in a rules file: "10:1", "3:2", or N for N to 1."""

COMMON = "C"
"""What the numbers of the rulings begin with that hold for all games."""
_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")


class HouseRules(Struct, frozen=True):
    """The options of one game; the defaults are our reading of its sheet."""

    title: ClassVar[str]
    rulings: ClassVar[str] = COMMON
    """What the numbers of the game's rulings begin with, as in F22-4."""

    chip: Money = Cents(100)
    """The smallest chip: every wager is a multiple of it (C-1)."""

    def __post_init__(self) -> None:
        """Refuse what no rules file could say, and a chip in which some payout would not be whole cents (C-1)."""
        for name, default in self.options().items():
            if (value := getattr(self, name)) is not default:
                self._check(name, value, default)
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
    def options(cls) -> Mapping[str, Any]:
        """The options by name, in the order they are told, with their defaults."""
        return dict(zip(cls.__struct_fields__, cls.__struct_defaults__, strict=True))

    @classmethod
    def read(cls, data: object) -> Self:
        """Rules from a mapping in the words of a rules file; anything wrong is `Refused`, a sentence for each fault."""
        if not isinstance(data, Mapping):
            raise Refused("bad-rules", f"the rules of {cls.title} must be a table of option = value")
        values: dict[str, Any] = {}
        faults: list[str] = []
        for name, value in data.items():
            try:
                values[name] = cls._value(str(name), value)
            except ValueError as error:
                faults.append(str(error))
        try:
            if not faults:
                return cls(**values)
        except ValueError as error:
            faults.append(str(error))
        raise Refused("bad-rules", "; ".join(faults))

    @classmethod
    def _value(cls, name: str, said: object) -> object:
        """What an option is set to by these words."""
        if name not in cls.__struct_fields__:
            raise ValueError(cls._unknown(name))
        try:
            default = cls.options()[name]
            return default.read(said) if isinstance(default, Paytable) else _read(kinds(cls)[name], said)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    @classmethod
    def _check(cls, name: str, value: object, default: object) -> None:
        """Refuse a value that is not what its own words say."""
        if type(value) is not type(default):
            raise ValueError(f"{name}: must be of type {type(default).__name__}, as {default!r} is, not {value!r}")
        if value != default and value != (said := cls._value(name, _tell(value, kinds(cls)[name]))):
            raise ValueError(f"{name}: must be {said!r}, not {value!r}")

    def as_data(self) -> dict[str, Any]:
        """Every option in the words of a rules file: `read` makes the same rules of them."""
        return {name: _tell(getattr(self, name), kind) for name, kind in kinds(type(self)).items()}

    def with_settings(self, settings: Iterable[str]) -> Self:
        """These rules with `name=value` settings applied; `table.line=payout` changes one line."""
        data = self.as_data()
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise Refused("bad-setting", f"{setting!r} is not a setting: write name=value, as in chip=$5")
            self._apply(data, name.strip(), text.strip())
        return self.read(data)

    def _apply(self, data: dict[str, Any], name: str, text: str) -> None:
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
        return f"{cls.title} has no option {name!r}: the nearest is {nearest(name, cls.options())!r}"

    def changed(self) -> dict[str, object]:
        """Only what differs from the defaults, as a record or a rules file holds it."""
        return {
            name: _tell(value, kinds(type(self))[name])
            for name, default in self.options().items()
            if (value := getattr(self, name)) != default
        }

    def payouts(self) -> Iterable[tuple[str, Pays]]:
        """Every payout these rules hold, with the option that names it."""
        for name in self.__struct_fields__:
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
        numbered = rf"\b(?:{COMMON}|{re.escape(cls.rulings)})-\d+\b"
        return ", ".join(dict.fromkeys(re.findall(numbered, cls.meaning(name))))

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """The words an option may be, where it is a choice of words."""
        return tuple(map(str, _choices(kinds(cls)[name])))


@cache
def kinds(rules: type[HouseRules]) -> Mapping[str, Any]:
    """What each option may be: its annotation, in the order of the options."""
    hints = get_type_hints(rules, include_extras=True)
    return {name: hints[name] for name in rules.__struct_fields__}


@cache
def meanings(rules: type[HouseRules]) -> Mapping[str, str]:
    """The docstring under each option; read from the source when asked, for the start of a command cannot wait."""
    import ast  # noqa: PLC0415
    import inspect  # noqa: PLC0415
    import textwrap  # noqa: PLC0415

    found: dict[str, str] = {}
    for owner in reversed(rules.__mro__):
        if issubclass(owner, HouseRules):
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
            assert isinstance(body, ast.ClassDef)
            for option, under in pairwise(body.body):
                match option, under:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                        found[name] = " ".join(words.split())
    return {name: found.get(name, "") for name in rules.__struct_fields__}


def _choices(kind: Any) -> tuple[object, ...]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _read(kind: Any, said: object) -> object:
    """A value of this kind from the words of a rules file."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_choice(_choices(kind), said))
    if choices := _choices(kind):
        return _choice(choices, said)
    if kind is bool:
        return _choice((True, False), said, "true or false")
    (how,) = kind.__metadata__
    if isinstance(how, _Words):
        return how.read(said)
    if type(said) is not int or not how.least <= said <= how.most:
        raise ValueError(f"must be a whole number from {how.least} to {how.most}, not {said!r}")
    return said


def _choice(choices: tuple[object, ...], said: object, wanted: str | None = None) -> object:
    """The one of these choices that was said, however a word of it is written."""
    folded = re.sub(r"[\s_]+", "-", said.strip().lower()) if isinstance(said, str) else said
    for choice in choices:
        if type(folded) is type(choice) and folded == choice:
            return choice
    raise ValueError(f"must be {wanted or one_of(map(str, choices))}, not {said!r}")


def _tell(value: Any, kind: Any) -> object:
    """A value in the words of a rules file."""
    if isinstance(value, Paytable):
        return value.as_data()
    if isinstance(value, Enum):
        return value.value
    how = getattr(kind, "__metadata__", (None,))[0]
    return how.tell(value) if isinstance(how, _Words) else value


def _typed(text: str, current: object) -> object:
    """The text of a setting as the type its option has; what does not fit is left to be refused."""
    if isinstance(current, bool):
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if isinstance(current, int) and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        return int(text)
    return text
